"""The whole picture: where each part goes, and the SVG around them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from pamir_env.names import COALITIONS, SUITS
from pamir_env.picture import land as map_
from pamir_env.picture import seats
from pamir_env.picture.asked import question, standing
from pamir_env.picture.card_faces import HIGH, WIDE, face
from pamir_env.picture.glyphs import GLYPHS, symbols
from pamir_env.picture.lettering import number, text
from pamir_env.picture.market import PRICE_HIGH, spaces
from pamir_env.picture.palette import style
from pamir_env.picture.pen import Item, at, box, drawn, flow, glyph, label, row
from pamir_env.picture.view import View, view_of

WIDTH, MIDDLE, NARROW, WIDEST = 1100, 700, 454, 2400
"""The usual width, that of half a screen, the narrowest (for a phone), and the widest that makes sense."""
_GAP, _PAD, _BETWEEN = 6, 14, 14
_MARKET_WIDE = 6 * WIDE + 5 * _GAP
_SPACE_HIGH = PRICE_HIGH + HIGH


@dataclass
class Scene:
    """Parts with their places. `highs` says how high each section is; a later scene can ask for as much."""

    wide: float
    parts: list[tuple[float, float, str]] = field(default_factory=list)
    highs: dict[str, float] = field(default_factory=dict)
    high: float = 0

    def add(self, x: float, y: float, body: str) -> None:
        self.parts.append((x, y, body))

    def grow(self, name: str, high: float, least: dict[str, float]) -> float:
        """Go down by the height of a section, or by what was asked for if that is more."""
        self.highs[name] = max(high, least.get(name, 0))
        self.high += self.highs[name] + _BETWEEN
        return self.highs[name]


def svg(
    states: np.ndarray,
    i: int = 0,
    *,
    viewer: int | None = None,
    theme: str = "auto",
    width: int = WIDTH,
    names: Sequence[str] = (),
) -> str:
    """Game i as one SVG. `viewer` is a seat, or None for the referee, who sees all hands."""
    laid = scene(view_of(states, i, viewer, tuple(names)), width)
    body = "".join(at(x, y, part) for x, y, part in laid.parts)
    wide, high = number(laid.wide), number(laid.high)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="pamir" viewBox="0 0 {wide} {high}" '
        f'width="{wide}" height="{high}" role="img" style="max-width:100%;height:auto">'
        f"<style>{style(theme)}</style>"
        f"<defs>{definitions(body)}</defs>"
        f'<rect width="{wide}" height="{high}" class="pm-f-paper"/>{body}</svg>'
    )


def definitions(*bodies: str) -> str:
    """The cards and glyphs that these drawings use: no others, so that nothing hidden is told."""
    used = references(bodies)
    faces = "".join(_face(int(name.removeprefix("card-"))) for name in sorted(used) if name[:5] == "card-")
    return symbols((used | references([faces])) & GLYPHS.keys()) + faces


_face = functools.cache(face)


def references(bodies: Iterable[str]) -> set[str]:
    return {name for body in bodies for name in re.findall(r'href="#pm-([\w-]+)"', body)}


def scene(view: View, wide: int = WIDTH, least: dict[str, float] | None = None, asking: bool = True) -> Scene:
    """Lay out everything; `least` gives sections of some name at least that height. Without `asking` the
    question is left out, for a page that asks it itself.
    """
    if isinstance(wide, bool) or not NARROW <= wide <= WIDEST:
        raise ValueError(f"width is a number from {NARROW} to {WIDEST}, not {wide!r}")
    margin = 20 if wide > 2 * NARROW else 12
    inner, least, laid = wide - 2 * margin, least or {}, Scene(wide, high=margin)
    bars = {"standing": standing(view, inner)}
    if asking:
        bars["question"] = question(view, inner, least.get("question", 0))
    for name, item in bars.items():
        laid.add(margin, laid.high, item.body)
        laid.grow(name, item.high, least)
    _board(laid, view, margin, inner, least)
    for p in range(view.players):
        _seat(laid, view, p, margin, inner, least)
    _legend(laid, margin, inner, least)
    laid.high += margin - _BETWEEN
    return laid


def _heading(words: str) -> str:
    return text(0, 12, words, 13, "soft", bold=True)


def _board(laid: Scene, view: View, x: float, inner: float, least: dict[str, float]) -> None:
    """Market and map, side by side where there is room."""
    top, beside = laid.high, inner >= _MARKET_WIDE + 24 + map_.WIDE
    columns = 6 if inner >= _MARKET_WIDE else 3
    if not beside and columns == 6:
        x, inner = x + (inner - _MARKET_WIDE) / 2, _MARKET_WIDE
    laid.add(x, top, _heading("Market"))
    for r, line in enumerate(spaces(view)):
        if columns < 6:
            y = top + 20 + r * (6 // columns) * (_SPACE_HIGH + _GAP)
            laid.add(
                x + columns * (WIDE + _GAP) + 6, y, text(0, 12, ("top row", "bottom row")[r], 12, "soft")
            )
        for c, space in enumerate(line):
            place = r * (6 // columns) + c // columns
            laid.add(x + (c % columns) * (WIDE + _GAP), top + 20 + place * (_SPACE_HIGH + _GAP), space.body)
    market_high = 20 + 2 * (6 // columns) * (_SPACE_HIGH + _GAP) - _GAP
    map_x = x + inner - map_.WIDE if beside else x + (inner - map_.WIDE) / 2
    map_y = top if beside else top + market_high + _BETWEEN
    laid.add(map_x, map_y, _heading("Map"))
    for item in map_.land(view):
        laid.add(map_x, map_y + 20, item.body)
    map_high = 20 + map_.HIGH
    laid.grow("board", max(market_high, map_high) if beside else market_high + _BETWEEN + map_high, least)


def _seat(laid: Scene, view: View, p: int, x: float, inner: float, least: dict[str, float]) -> None:
    top = laid.high
    beside = inner >= 2 * seats.INFO_WIDE + 3 * WIDE
    left = _PAD + seats.INFO_WIDE + 20 if beside else 12
    below = _PAD if beside else _PAD + seats.INFO_HIGH + 8
    court = flow(seats.cards(view, p), inner - left - 8, _GAP, _GAP)
    high = max(below + court.high, _PAD + seats.INFO_HIGH) + _PAD
    high = laid.grow(f"seat{p}", high, least)
    turn = p == view.d["turn_seat"] and view.d["decision"] != "over"
    frame = box(0.5, 0.5, inner - 1, high - 1, "pm-f-panel pm-l-faint pm-w1", 10)
    if turn:
        frame += box(0.5, 10, 5, high - 20, f"pm-f-s{p}", 2.5)
    laid.add(x, top, frame)
    laid.add(x + _PAD, top + _PAD, seats.info(view, p).body)
    for dx, dy, item in court.placed:
        laid.add(x + left + dx, top + below + dy, item.body)
    if not court.placed and beside:
        laid.add(x + left, top + below, text(4, 76, "no cards yet", 12, "soft"))


def _legend(laid: Scene, x: float, inner: float, least: dict[str, float]) -> None:
    """What the glyphs mean, in a line or two."""
    found = flow(_keys(), inner, 16, 2)
    laid.add(x, laid.high, drawn(found, 0, 0))
    laid.grow("legend", found.high, least)


@functools.cache
def _keys() -> tuple[Item, ...]:
    signs = [(f"block-{coalition}", coalition.capitalize(), "ink") for coalition in COALITIONS]
    signs += [(suit, suit, suit) for suit in SUITS]
    signs += [("star", "rank", "soft"), ("army", "army", "ink"), ("road", "road", "ink")]
    signs += [("tribe", "tribe", "ink"), ("spy", "spy", "ink"), ("leverage", "loan of 2 rupees", "ink")]
    signs += [("favor_political", "suit becomes favored", "political")]
    signs += [("patriot-afghan", "patriot", "ink"), ("prize-afghan", "prize if betrayed", "ink")]
    signs += [("crown", "rules", "soft"), ("rupee", "rupees", "ink")]
    return tuple(
        row([Item(14, 14, glyph(sign, 0, 0, 14, colour)), label(words, 11, "soft", high=18)])
        for sign, words, colour in signs
    )
