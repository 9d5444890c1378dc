"""The market: twelve spaces with price, card and rupees."""

from __future__ import annotations

from pamir_env.names import COLUMNS, ROWS
from pamir_env.picture.card_faces import FOOT, HIGH, WIDE, card_use
from pamir_env.picture.lettering import text
from pamir_env.picture.pen import Item, at, box, glyph, ring, titled
from pamir_env.picture.view import View
from pamir_env.rules.purchase import price_per_card
from pamir_env.wakhan.priorities import black_arrow, red_arrow
from pamir_env.words import explain_card

PRICE_HIGH = 17


def spaces(view: View) -> list[list[Item]]:
    """Row by row; each is a card with its price above."""
    return [[_space(view, row, column) for column in range(COLUMNS)] for row in range(ROWS)]


def _space(view: View, row: int, column: int) -> Item:
    space = view.d["market"][row][column]
    cost = column * int(price_per_card(view.s))
    body = text(2, 12, "free" if cost == 0 else f"costs {cost}", 11, "soft")
    if pointed_at(view) == (row, column):
        body += titled("Wakhan's arrows point here", glyph("arrow", WIDE - 28, 2, 12, "red"))
        body += text(WIDE - 2, 12, "W", 11, "red", bold=True, anchor="end")
    return Item(WIDE, PRICE_HIGH + HIGH, body + at(0, PRICE_HIGH, _card(view, space)))


def _card(view: View, space: dict) -> str:
    card, rupees = space["card"], space["rupees"]
    lying = ""
    if rupees:
        lying = glyph("rupee", 6, FOOT + 1, 18) + text(28, FOOT + 15, str(rupees), 14, bold=True)
    if card is None:
        return box(0.5, 0.5, WIDE - 1, HIGH - 1, "pm-n pm-l-faint pm-w1 pm-dash") + lying
    if card in view.d["this_turn"]["paid"]:
        lying += text(WIDE - 6, FOOT + 14.5, "paid on", 10, "soft", anchor="end")
    return view.marked("card", card, card_use(card) + lying, ring(0, 0, WIDE, HIGH), explain_card(card))


def pointed_at(view: View) -> tuple[int, int] | None:
    """Row and column of Wakhan's arrows (W6), once she has drawn a card."""
    if view.wakhan is None or not view.d["wakhan"]["discard"]:
        return None
    return int(red_arrow(view.s)), int(black_arrow(view.s))
