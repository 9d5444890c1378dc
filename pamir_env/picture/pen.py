"""Simple strokes: boxes, glyphs, pieces, chips, and how things flow into lines."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from pamir_env.picture.lettering import number, text, width

CHIP_HEIGHT = 26
TOKEN = 16
"""The size of a piece."""


class Item(NamedTuple):
    """Something of a certain size, drawn from its own corner (0, 0)."""

    wide: float
    high: float
    body: str


class Flow(NamedTuple):
    """Items laid out in lines: each with its place, and how high it all is."""

    placed: list[tuple[float, float, Item]]
    high: float


def box(x: float, y: float, wide: float, high: float, kinds: str, round_: float = 6) -> str:
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}" '
        f'rx="{number(round_)}" class="{kinds}"/>'
    )


def ring(
    x: float, y: float, wide: float, high: float, round_: float = 8, kinds: str = "pm-l-accent pm-w2"
) -> str:
    """The mark around what may be chosen."""
    return box(x, y, wide, high, f"pm-n {kinds}", round_)


def glyph(name: str, x: float, y: float, size: float, colour: str = "ink") -> str:
    return (
        f'<use href="#pm-{name}" x="{number(x)}" y="{number(y)}" width="{number(size)}" '
        f'height="{number(size)}" class="pm-c-{colour}"/>'
    )


def at(x: float, y: float, body: str) -> str:
    return f'<g transform="translate({number(x)} {number(y)})">{body}</g>'


def titled(words: str, body: str) -> str:
    """With a text that shows when one points at it."""
    return f"<g><title>{escape(words)}</title>{body}</g>"


def disc(x: float, y: float, seat: int, size: float = TOKEN) -> str:
    """A cylinder from above: the seat's colour and number; (x, y) is its corner."""
    r = size / 2
    return f'<circle cx="{number(x + r)}" cy="{number(y + r)}" r="{number(r)}" class="pm-f-s{seat}"/>' + text(
        x + r, y + r + size * 0.25, str(seat), size * 0.7, "on", bold=True, anchor="middle"
    )


def counted(x: float, y: float, piece: str, count: int, size: float = TOKEN) -> str:
    """A piece and how many of it, if more than one."""
    if count == 1:
        return piece
    return piece + text(x + size + 1.5, y + size * 0.76, f"×{count}", size * 0.7, bold=True)


def counted_width(count: int, size: float = TOKEN) -> float:
    return size + (1.5 + width(f"×{count}", size * 0.7, True) if count > 1 else 0)


def block(x: float, y: float, coalition: str, size: float = TOKEN) -> str:
    return glyph(f"block-{coalition}", x, y, size)


def label(words: str, size: float = 12, colour: str = "ink", bold: bool = False, high: float = 22) -> Item:
    return Item(
        width(words, size, bold), high, text(0, high / 2 + size * 0.35, words, size, colour, bold=bold)
    )


def row(items: Sequence[Item], gap: float = 5) -> Item:
    """Items side by side as one."""
    x, high, body = 0.0, max((item.high for item in items), default=0), ""
    for item in items:
        body += at(x, (high - item.high) / 2, item.body)
        x += item.wide + gap
    return Item(max(x - gap, 0), high, body)


def flow(items: Sequence[Item], room: float, gap: float = 8, leading: float = 6) -> Flow:
    """Lay out in lines, as many as it takes."""
    placed, x, y, line = [], 0.0, 0.0, 0.0
    for item in items:
        if x and x + item.wide > room:
            x, y, line = 0.0, y + line + leading, 0.0
        placed.append((x, y, item))
        x += item.wide + gap
        line = max(line, item.high)
    return Flow(placed, y + line)


def drawn(laid: Flow, x: float, y: float) -> str:
    return "".join(at(x + dx, y + dy, item.body) for dx, dy, item in laid.placed)
