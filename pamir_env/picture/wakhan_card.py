"""Wakhan's face card in words: instructions, pragmatic loyalty, regions, arrows (W3-W6)."""

from __future__ import annotations

from pamir_env.cards import WAKHAN_INSTRUCTIONS, WAKHAN_LOYALTIES, WAKHAN_REGIONS
from pamir_env.names import COALITIONS, INSTRUCTIONS, N_INSTRUCTIONS, REGIONS
from pamir_env.picture.card_faces import HIGH, WIDE
from pamir_env.picture.lettering import text
from pamir_env.picture.market import pointed_at
from pamir_env.picture.pen import Item, block, box, glyph, ring, titled
from pamir_env.picture.view import View
from pamir_env.rules.loyalty import block_coalition

WAKHAN_WIDE = 2 * WIDE + 6
INSTRUCTION_TEXT = {
    "battle_court_card_with_most_spies": "battle the card with most spies",
    "radicalize": "radicalize",
    "radicalize_if_military_favored_highest_military": "military favored: highest military",
    "radicalize_if_political_favored_highest_economic": "political favored: highest economic",
    "radicalize_highest_political": "radicalize highest political",
    "radicalize_highest_intelligence": "radicalize highest intelligence",
    "radicalize_if_court_full_highest_political": "court full: highest political",
    "radicalize_if_fewer_spies_highest_intelligence": "fewer spies: highest intelligence",
    "radicalize_any_intelligence": "radicalize any intelligence",
    "radicalize_if_under_two_rupees_most_net_rupees": "under 2 rupees: most net rupees",
    "radicalize_gains_rule_of_region": "radicalize to gain a rule",
    "radicalize_most_blocks": "radicalize most blocks",
    "radicalize_if_no_dominance_most_cylinders": "no dominance: most cylinders",
    "radicalize_if_no_move_card_with_move": "no move card: one with move",
    "radicalize_if_dominance_matching_patriot": "dominance: its patriot",
}
"""In a few words; the verbs are their own."""


def wakhan_card(view: View) -> Item:
    """The face in force, two cards wide."""
    body = box(0.5, 0.5, WAKHAN_WIDE - 1, HIGH - 1, "pm-f-card pm-l-faint pm-w1")
    body += (
        f'<path d="M0 6Q0 0 6 0H{WAKHAN_WIDE - 6}Q{WAKHAN_WIDE} 0 {WAKHAN_WIDE} 6V20H0Z" class="pm-f-event"/>'
    )
    body += text(6, 14.5, "Wakhan's card", 11, "on", bold=True)
    deck = view.d["wakhan"]
    body += text(WAKHAN_WIDE - 6, 14.5, f"deck {len(deck['deck'])}", 11, "on", anchor="end")
    if not deck["discard"]:
        return Item(WAKHAN_WIDE, HIGH, body + text(6, 40, "not drawn yet", 11.5, "soft"))
    return Item(WAKHAN_WIDE, HIGH, body + _face(view, deck["discard"][-1]))


def _face(view: View, face: int) -> str:
    room, body = WAKHAN_WIDE - 28, ""
    for k in range(N_INSTRUCTIONS):
        name = INSTRUCTIONS[WAKHAN_INSTRUCTIONS[face, k]]
        words = INSTRUCTION_TEXT.get(name, name)
        body += text(6, 35.5 + 15 * k, str(k + 1), 11.5, "soft", bold=True)
        body += titled(
            name.replace("_", " "), text(18, 35.5 + 15 * k, words, 11.5, bold=True, room=room, smallest=9)
        )
    return body + _loyalties(view, face) + _arrows(view) + _regions(face)


def _loyalties(view: View, face: int) -> str:
    body = text(6, 87, "places", 11, "soft")
    now = int(block_coalition(view.s, view.wakhan))
    for k, c in enumerate(WAKHAN_LOYALTIES[face]):
        body += block(40 + 20 * k, 75, COALITIONS[c], 15)
        if c == now:
            body += ring(38 + 20 * k, 73, 19, 19, 5, "pm-l-ink pm-w2")
    return body


def _arrows(view: View) -> str:
    row, column = pointed_at(view)
    return titled(
        "Where her arrows point: the row (red) and the column (black) of the market",
        glyph("arrow", 106, 76, 13, "red")
        + text(121, 87, "bottom" if row else "top", 11, bold=True)
        + glyph("arrow", 155, 76, 13, "ink")
        + text(170, 87, f"col {column + 1}", 11, bold=True, room=WAKHAN_WIDE - 172),
    )


def _regions(face: int) -> str:
    names = [REGIONS[r].capitalize() for r in WAKHAN_REGIONS[face]]
    room = WAKHAN_WIDE - 12
    return (
        text(6, 105, "regions, first to last", 11, "soft")
        + text(6, 118.5, ", ".join(names[:3]), 11, room=room)
        + text(6, 131.5, ", ".join(names[3:]), 11, room=room)
    )
