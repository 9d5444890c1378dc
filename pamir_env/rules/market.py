"""P2.3, P3.3.4, P4.2, P4.6, P6.4 The market: rupees laid on cards, cards that slide, are drawn, or leave."""

from __future__ import annotations

from pamir_env.cards import PUBLIC_WITHDRAWAL_CARD
from pamir_env.names import COLUMNS, DISCARDED, IN_MARKET, NONE, ROWS
from pamir_env.rules.places import draw_from_deck
from tabletop.jit import kernel


@kernel
def market_space(s, card):
    """Row * COLUMNS + column of a card in the market."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            if s.market[row, column] == card:
                return row * COLUMNS + column
    return NONE


@kernel
def pay_onto(s, p, row, column, n):
    """Lay n rupees of `p` on a market card."""
    card = s.market[row, column]
    s.rupees[p] -= n
    s.market_rupees[row, column] += n
    s.paid[card] = 1  # P4.3
    withdraw_rupees(s, row, column)


@kernel
def withdraw_rupees(s, row, column):
    """P4.6: rupees on Public Withdrawal leave the game at once."""
    if s.market[row, column] == PUBLIC_WITHDRAWAL_CARD:
        s.market_rupees[row, column] = 0


@kernel
def pay_into_market(s, p, per_row, skipped):
    """P6.4: one rupee a card in each row, from the rightmost card leftwards, after `skipped` cards paid
    before.
    """
    for row in range(ROWS):
        unpaid, passed = per_row, 0
        for column in range(COLUMNS - 1, -1, -1):
            if s.market[row, column] == NONE or unpaid == 0:
                continue
            if passed < skipped:
                passed += 1
            else:
                pay_onto(s, p, row, column, 1)
                unpaid -= 1
        s.rupees[p] -= unpaid  # what the row cannot take goes to the bank


@kernel
def empty_space(s, row, column):
    """Take the card away; rupees stay on the space."""
    s.market[row, column] = NONE


@kernel
def discard_from_market(s, row, column):
    """P3.3.3: rupees that lay on the card stay on the space; those of Public Withdrawal are gone already
    (P4.6).
    """
    card = s.market[row, column]
    empty_space(s, row, column)
    s.place[card] = DISCARDED


@kernel
def slide(s):
    """P3.3.4: in each row cards move left over empty spaces, with their rupees, onto the rupees lying
    there."""
    for row in range(ROWS):
        to = 0
        for column in range(COLUMNS):
            card = s.market[row, column]
            if card == NONE:
                continue
            if to != column:
                s.market[row, to] = card
                s.market_rupees[row, to] += s.market_rupees[row, column]
                s.market[row, column] = NONE
                s.market_rupees[row, column] = 0
                withdraw_rupees(s, row, to)
            to += 1


@kernel
def draw_into(s, row, column):
    """P3.3.4: a drawn card takes the rupees lying on its space."""
    card = draw_from_deck(s)
    s.market[row, column] = card
    s.place[card] = IN_MARKET
    withdraw_rupees(s, row, column)
    return card
