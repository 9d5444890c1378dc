"""Cards: the printed side once per card, as a definition; what lies on it is drawn where it lies."""

from __future__ import annotations

from pamir_env.cards import (
    CARD_ICONS,
    CARD_NAMES,
    CARD_PATRIOT,
    CARD_PRIZE,
    CARD_RANK,
    CARD_REGION,
    CARD_SUIT,
    PUBLIC_WITHDRAWAL_CARD,
)
from pamir_env.names import COALITIONS, DOMINANCE_CHECKS, ICONS, NONE, REGIONS, SUITS
from pamir_env.picture.lettering import text, width, wrapped
from pamir_env.picture.pen import box, glyph
from pamir_env.words import ability_name, verbs_of

WIDE, HIGH = 96, 140
FOOT = 117
"""Where the line for spies or rupees begins."""
_PAD, _ROOM = 6, WIDE - 12


def face(card: int) -> str:
    """The definition of a card's printed side."""
    body = _event(card) if CARD_SUIT[card] == NONE else _court_card(card)
    return f'<g id="pm-card-{card}">{body}</g>'


def card_use(card: int) -> str:
    return f'<use href="#pm-card-{card}"/>'


def back(words: str, count: int) -> str:
    """Hidden cards, and how many they are."""
    return (
        box(0.5, 0.5, WIDE - 1, HIGH - 1, "pm-f-wash pm-l-faint pm-w1")
        + box(6, 6, WIDE - 12, HIGH - 12, "pm-n pm-l-faint pm-w1", 4)
        + text(WIDE / 2, 70, str(count), 30, "soft", bold=True, anchor="middle")
        + text(WIDE / 2, 90, words, 11, "soft", anchor="middle", room=_ROOM - 4)
    )


def _band(colour: str, card: int) -> str:
    return (
        box(0.5, 0.5, WIDE - 1, HIGH - 1, "pm-f-card pm-l-faint pm-w1")
        + f'<path d="M0 6Q0 0 6 0H{WIDE - 6}Q{WIDE} 0 {WIDE} 6V20H0Z" class="pm-f-{colour}"/>'
        + text(WIDE - 6, 14.5, str(card), 11, "on", anchor="end")
    )


def _court_card(card: int) -> str:
    suit = SUITS[CARD_SUIT[card]]
    body = _band(suit, card) + glyph(suit, 6, 3, 14, "on")
    for k in range(CARD_RANK[card]):
        body += glyph("star", 25 + 12 * k, 4, 12, "on")
    body += _name(CARD_NAMES[card])
    x = WIDE - 5.0
    for kind, fact in (("prize", CARD_PRIZE[card]), ("patriot", CARD_PATRIOT[card])):
        if fact != NONE:
            x -= 17
            body += glyph(f"{kind}-{COALITIONS[fact]}", x, 52, 15)
    region = REGIONS[CARD_REGION[card]].capitalize()
    body += text(_PAD, 63.5, region, 11, "soft", room=x - _PAD - 3, smallest=8)
    if ability := ability_name(card):
        body += text(_PAD, 75.5, ability, 10, suit, bold=True, room=_ROOM, smallest=7.5)
    x = _PAD
    for icon in CARD_ICONS[card]:
        if icon != NONE:
            body += glyph(ICONS[icon], x, 80, 16, _icon_colour(ICONS[icon]))
            x += 21
    return body + _verbs(verbs_of(card))


def _icon_colour(icon: str) -> str:
    return icon.removeprefix("favor_") if icon.startswith("favor_") else "ink"


def _name(name: str) -> str:
    lines = wrapped(name, _ROOM, 12.5, 2, True)
    first = 36 if len(lines) == 2 else 41
    return "".join(
        text(_PAD, first + 13 * k, line, 12.5, bold=True, room=_ROOM, smallest=9)
        for k, line in enumerate(lines)
    )


def _verbs(verbs: list[str]) -> str:
    size = 10.0
    while _verbs_width(verbs, size) > _ROOM:
        size -= 0.25
    x, body = _PAD, ""
    for verb in verbs:
        wide = width(verb, size) + 6
        body += box(x, 101, wide, 14, "pm-f-wash", 4) + text(x + 3, 111.5, verb, size)
        x += wide + 2
    return body


def _verbs_width(verbs: list[str], size: float) -> float:
    return sum(width(verb, size) + 8 for verb in verbs) - 2


def _event(card: int) -> str:
    body = _band("event", card) + text(_PAD, 14.5, "event", 11, "on", bold=True)
    if card in DOMINANCE_CHECKS:
        return body + glyph("check", 34, 34, 28, "red") + _lines("Dominance Check", 84, 14)
    names = CARD_NAMES[card].split(" / ")
    bought = "cannot be bought" if card == PUBLIC_WITHDRAWAL_CARD else "if bought"
    body += text(_PAD, 34, bought, 10, "soft") + (_lines(names[1], 46, 11.5) if names[1:] else "")
    return body + text(_PAD, 76, "if discarded", 10, "soft") + _lines(names[0], 88, 11.5)


def _lines(words: str, y: float, size: float) -> str:
    lines = wrapped(words, _ROOM, size, 2, True)
    return "".join(
        text(_PAD, y + (size + 0.5) * k, line, size, bold=True, room=_ROOM) for k, line in enumerate(lines)
    )
