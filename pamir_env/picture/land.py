"""The map: six regions with armies, tribes and rulers, and roads on the borders between them."""

from __future__ import annotations

from typing import NamedTuple

from pamir_env.names import BORDERS, REGIONS
from pamir_env.picture.lettering import number, text, width
from pamir_env.picture.pen import (
    TOKEN,
    Item,
    block,
    box,
    counted,
    counted_width,
    disc,
    drawn,
    flow,
    glyph,
    ring,
)
from pamir_env.picture.view import View
from pamir_env.words import border_name

WIDE, HIGH = 430, 324
_BAR, _THICK = 25, 14
"""A road: how long and how thick."""


class _Region(NamedTuple):
    outline: tuple[tuple[int, int], ...]
    x: int
    """Where its name and pieces begin."""
    y: int
    room: int
    deep: int
    """How much room there is for pieces, to the right and down."""


_REGIONS = {
    "transcaspia": _Region(((0, 0), (238, 0), (236, 98), (118, 108), (0, 104)), 14, 26, 212, 66),
    "kabul": _Region(((246, 0), (430, 0), (430, 160), (338, 182), (254, 190), (244, 102)), 262, 26, 156, 126),
    "persia": _Region(((0, 112), (110, 116), (108, 222), (74, 324), (0, 324)), 12, 142, 90, 140),
    "herat": _Region(((118, 116), (236, 106), (246, 186), (214, 214), (116, 222)), 130, 141, 104, 62),
    "kandahar": _Region(
        ((118, 230), (217, 222), (252, 197), (336, 190), (318, 324), (108, 324)), 130, 256, 180, 58
    ),
    "punjab": _Region(((345, 188), (430, 168), (430, 324), (326, 324)), 349, 214, 78, 98),
}


class _Border(NamedTuple):
    x: int
    y: int
    """The middle of the border."""
    upright: bool


_BORDERS = {
    "herat-kabul": _Border(246, 148, True),
    "herat-kandahar": _Border(166, 223, False),
    "herat-persia": _Border(113, 168, True),
    "herat-transcaspia": _Border(178, 107, False),
    "kabul-kandahar": _Border(296, 190, False),
    "kabul-punjab": _Border(385, 175, False),
    "kabul-transcaspia": _Border(242, 52, True),
    "kandahar-punjab": _Border(332, 258, True),
    "persia-transcaspia": _Border(56, 110, False),
}


def land(view: View) -> list[Item]:
    """Regions, then borders, all drawn from the corner of the map."""
    bodies = [_region(view, r, name) for r, name in enumerate(REGIONS)]
    bodies += [_border(view, b, name) for b, name in enumerate(BORDERS)]
    return [Item(WIDE, HIGH, body) for body in bodies if body]


def _region(view: View, r: int, name: str) -> str:
    shape, ruler = _REGIONS[name], view.d["rulers"][name]
    outline = "M" + "L".join(f"{x} {y}" for x, y in shape.outline) + "Z"
    legal, subject = ("region", r) in view.choices, view.subject == ("region", r)
    fill, line = (
        "pm-f-glow" if legal else "pm-f-land",
        "pm-l-faint pm-w1" if ruler is None else f"pm-l-s{ruler} pm-w2",
    )
    body = f'<path d="{outline}" stroke-linejoin="round" class="{fill} {line}"/>'
    body += text(shape.x, shape.y, name.capitalize(), 14, bold=True)
    if ruler is not None:
        x = shape.x + width(name.capitalize(), 14, True) + 6
        body += glyph("crown", x, shape.y - 12, 14, f"s{ruler}")
        if x + 34 < shape.x + shape.room + 10:
            body += disc(x + 17, shape.y - 13, ruler, 15)
    laid = flow(_pieces(view, name, 21), shape.room, 6, 5)
    if laid.high > shape.deep:
        laid = flow(_pieces(view, name, TOKEN), shape.room, 4, 3)
    body += drawn(laid, shape.x, shape.y + 9)
    if subject:
        body += f'<path d="{outline}" stroke-linejoin="round" class="pm-n pm-l-ink pm-w2 pm-dash"/>'
    mark = f'<path d="{outline}" stroke-linejoin="round" class="pm-n pm-l-accent pm-w3"/>'
    return view.marked("region", r, body, mark, _about(view, name))


def _pieces(view: View, name: str, size: float) -> list[Item]:
    """Armies, then tribes."""
    armies = view.d["armies"].get(name, {})
    tribes = view.d["tribes"].get(name, [])
    pieces = [(block(0, 0, coalition, size), n) for coalition, n in armies.items()]
    pieces += [(disc(0, 0, p, size), n) for p, n in enumerate(tribes) if n]
    return [Item(counted_width(n, size), size, counted(0, 0, piece, n, size)) for piece, n in pieces]


def _about(view: View, name: str) -> str:
    lines = [name.capitalize()]
    lines += [f"{n} {coalition} armies" for coalition, n in view.d["armies"].get(name, {}).items()]
    lines += [f"{n} tribes of P{p}" for p, n in enumerate(view.d["tribes"].get(name, [])) if n]
    ruler = view.d["rulers"][name]
    return "\n".join([*lines, "nobody rules" if ruler is None else f"P{ruler} rules"])


def _border(view: View, b: int, name: str) -> str:
    roads = view.d["roads"].get(name, {})
    legal = ("border", b) in view.choices
    if not roads and not legal:
        return ""
    x, y, upright = _BORDERS[name]
    length = max(len(roads), 1) * (_BAR + 2) - 2
    wide, high = (_THICK, length) if upright else (length, _THICK)
    left, top = x - wide / 2, y - high / 2
    body = "" if roads else box(left, top, wide, high, "pm-f-glow", 4)
    for k, (coalition, n) in enumerate(roads.items()):
        step = k * (_BAR + 2)
        body += _road(left + (0 if upright else step), top + (step if upright else 0), upright, coalition, n)
    about = f"{border_name(name)}: " + (
        ", ".join(f"{n} {coalition}" for coalition, n in roads.items()) + " roads" if roads else "no road"
    )
    return view.marked("border", b, body, ring(left - 2.5, top - 2.5, wide + 5, high + 5, 5), about)


def _road(x: float, y: float, upright: bool, coalition: str, n: int) -> str:
    wide, high = (_THICK, _BAR) if upright else (_BAR, _THICK)
    body = (
        f'<rect x="{number(x)}" y="{number(y)}" width="{wide}" height="{high}" rx="3" '
        f'class="pm-f-{coalition} pm-l-panel pm-w1"/>'
    )
    if n == 1:
        return body + block(x + wide / 2 - 6, y + high / 2 - 6, coalition, 12)
    if upright:
        return body + block(x + 1, y + 1, coalition, 12) + _number(x + wide / 2, y + 21.5, n)
    return body + block(x + 1, y + 1, coalition, 12) + _number(x + 18, y + 11, n)


def _number(x: float, y: float, n: int) -> str:
    return text(x, y, str(n), 11, "on", bold=True, anchor="middle")
