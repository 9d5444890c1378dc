"""Our own glyphs, each drawn in a square of 20 by 20 in the colour of its class."""

from __future__ import annotations

from collections.abc import Iterable

from pamir_env.names import COALITIONS, SUITS

_FILL = 'fill="currentColor"'
_LINE = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'
_ON = 'fill="none" stroke-linecap="round" stroke-linejoin="round" class="pm-l-on"'

_SIGNS = {  # of the coalitions, about the middle (0, 0), 5 to each side: mountain, cross, snow
    "afghan": "M-5 4L-1.2-4L1.2 0.6L2.4-1.4L5 4Z",
    "british": "M0-5V5M-5 0H5",
    "russian": "M0-5V5M-4.3-2.5L4.3 2.5M-4.3 2.5L4.3-2.5",
}
_SUITS = {
    "economic": f'<path {_FILL} fill-rule="evenodd" d="M10 1.5a8.5 8.5 0 1 0 .01 0ZM6.8 6.8H13.2V13.2H6.8Z"/>',
    "military": f'<path {_LINE} stroke-width="2.2" d="M3 2.5L15.5 15M17 2.5L4.5 15M3 12.2L7.8 17M17 12.2L12.2 17"/>',
    "political": f'<path {_FILL} d="M10 1.5L18.5 6.5V8H1.5V6.5ZM3.5 9H6V15H3.5ZM8.75 9H11.25V15H8.75ZM14 9H16.5V15H14ZM1.5 16H18.5V18.5H1.5Z"/>',
    "intelligence": f'<path {_LINE} stroke-width="2" d="M1.5 10Q10 1 18.5 10Q10 19 1.5 10Z"/><circle {_FILL} cx="10" cy="10" r="3"/>',
}
_ICONS = {
    "army": f'<path {_FILL} d="M3 6.5L10 3L17 6.5V14.5L10 18L3 14.5Z"/><path {_ON} stroke-width="1.2" d="M3.6 6.9L10 10L16.4 6.9M10 10V17.4"/>',
    "road": f'<path {_LINE} stroke-width="1.6" d="M10 1.5V5M10 15V18.5"/><rect {_FILL} x="1" y="6.5" width="18" height="7" rx="1.5"/>',
    "tribe": f'<path {_FILL} d="M2 17V11Q2 8.5 4.5 7.5L10 3L15.5 7.5Q18 8.5 18 11V17H12.4V12.5Q12.4 10.8 10 10.8Q7.6 10.8 7.6 12.5V17Z"/>',
    "spy": f'<path {_FILL} d="M1 10H19V8.4L14.6 7.6L13 2.6Q10 3.8 7 2.6L5.4 7.6L1 8.4Z"/><circle {_LINE} stroke-width="1.7" cx="5.9" cy="14" r="3"/><circle {_LINE} stroke-width="1.7" cx="14.1" cy="14" r="3"/><path {_LINE} stroke-width="1.7" d="M8.8 13.4Q10 12.6 11.2 13.4"/>',
    "leverage": f'<circle {_LINE} stroke-width="1.7" cx="10" cy="10" r="8"/><text x="10" y="13.9" font-size="11" text-anchor="middle" class="pm-b" {_FILL}>+2</text>',
}
_OTHERS = {
    "star": f'<path {_FILL} d="M10 1.6L12.5 7.2L18.6 7.8L14 11.9L15.4 17.9L10 14.7L4.6 17.9L6 11.9L1.4 7.8L7.5 7.2Z"/>',
    "crown": f'<path {_FILL} d="M2 16L1 5.5L6 9.5L10 3L14 9.5L19 5.5L18 16Z"/>',
    "rupee": '<circle cx="10" cy="10" r="8.5" class="pm-f-gold"/><circle cx="10" cy="10" r="5.6" stroke-width="1.3" class="pm-n pm-l-on"/>',
    "check": f'<path {_FILL} d="M10 1L19 10L10 19L1 10Z"/>',
    "open-check": f'<path {_LINE} stroke-width="1.6" d="M10 2L18 10L10 18L2 10Z"/>',
    "deck": f'<rect {_LINE} stroke-width="1.5" x="6.5" y="1.5" width="10.5" height="14" rx="2"/><path {_LINE} stroke-width="1.5" d="M3.5 5V16.5Q3.5 18.5 5.5 18.5H13"/>',
    "hand": f'<rect {_LINE} stroke-width="1.5" x="2.5" y="5" width="9" height="12.5" rx="1.5"/><path {_LINE} stroke-width="1.5" d="M7 2.5H15.5Q17.5 2.5 17.5 4.5V15"/>',
    "arrow": f'<path {_FILL} d="M2 7.5H10V3L18.5 10L10 17V12.5H2Z"/>',
}


def _sign(coalition: str, x: float, y: float, scale: float) -> str:
    line = "pm-l-on pm-f-on" if coalition == "afghan" else "pm-l-on pm-n"
    wide = 1 if coalition == "afghan" else 2.2
    return (
        f'<path transform="translate({x} {y}) scale({scale})" d="{_SIGNS[coalition]}" stroke-width="{wide}" '
        f'stroke-linecap="round" stroke-linejoin="round" class="{line}"/>'
    )


def _coalition_glyphs(name: str) -> dict[str, str]:
    """A block, a patriot's flag, a prize."""
    return {
        f"block-{name}": f'<rect x="1" y="1" width="18" height="18" rx="3.5" class="pm-f-{name}"/>'
        + _sign(name, 10, 10, 1.05),
        f"patriot-{name}": f'<path {_FILL} d="M1.5 1H3.5V19.5H1.5Z" class="pm-f-ink"/>'
        f'<path d="M3.5 1.5H19L16.2 7.5L19 13.5H3.5Z" class="pm-f-{name}"/>' + _sign(name, 9.8, 7.5, 0.75),
        f"prize-{name}": f'<path d="M5.5 10L3.5 19.5L7.5 17.5L10 19.5L12.5 17.5L16.5 19.5L14.5 10Z" class="pm-f-{name}" opacity=".55"/>'
        f'<circle cx="10" cy="8.2" r="7.7" class="pm-f-{name}"/>' + _sign(name, 10, 8.2, 0.8),
    }


def _favor(suit: str) -> str:
    """A change of the favored suit: the suit in a ring with a tip."""
    return (
        f'<circle {_LINE} stroke-width="1.5" cx="10" cy="11" r="8.2"/><path {_FILL} d="M6.5 3.6L10-1L13.5 3.6Z"/>'
        f'<g transform="translate(5.2 6.2) scale(.48)">{_SUITS[suit]}</g>'
    )


GLYPHS: dict[str, str] = {
    **_SUITS,
    **_ICONS,
    **_OTHERS,
    **{f"favor_{suit}": _favor(suit) for suit in SUITS},
}
for _coalition in COALITIONS:
    GLYPHS.update(_coalition_glyphs(_coalition))


def symbols(names: Iterable[str]) -> str:
    """The definitions that a picture needs."""
    return "".join(
        f'<symbol id="pm-{name}" viewBox="0 0 20 20" overflow="visible">{GLYPHS[name]}</symbol>'
        for name in sorted(names)
    )
