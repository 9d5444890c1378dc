"""P4 Purchase: take a market card, paying onto the cards to its left."""

from __future__ import annotations

from pamir_env.actions import A_CARD
from pamir_env.cards import PUBLIC_WITHDRAWAL_CARD
from pamir_env.names import COLUMNS, MILITARY, NONE, ROWS
from pamir_env.rules.abilities import buys_for_nothing
from pamir_env.rules.events import purchase_event
from pamir_env.rules.loyalty import is_wakhan
from pamir_env.rules.market import empty_space, market_space, pay_onto
from pamir_env.rules.places import is_court_card, put_in_hand
from pamir_env.rules.play import do_choose_play
from tabletop.jit import kernel


@kernel
def price_per_card(s):
    return 2 if s.favored == MILITARY else 1  # P4.1


@kernel
def price(s, p, card, column):
    return 0 if buys_for_nothing(s, p, card) else column * price_per_card(s)  # P4.1, P4.7


@kernel
def can_purchase(s, p, row, column):
    card = s.market[row, column]
    if card == NONE or card == PUBLIC_WITHDRAWAL_CARD:  # P4.6
        return False
    if s.paid[card]:  # P4.3
        return False
    return s.rupees[p] >= price(s, p, card, column)  # P4.1


@kernel
def mark_purchases(s, p, mask):
    if s.actions_left == 0:  # P3.1
        return
    for row in range(ROWS):
        for column in range(COLUMNS):
            if can_purchase(s, p, row, column):
                mask[A_CARD + s.market[row, column] - 1] = True


@kernel
def do_purchase(s, p, card):
    space = market_space(s, card)
    row, column = space // COLUMNS, space % COLUMNS
    s.actions_left -= 1  # P3.1
    if price(s, p, card, column) > 0:
        pay_to_the_left(s, p, row, column)
    s.rupees[p] += s.market_rupees[row, column]  # P4.4
    s.market_rupees[row, column] = 0
    empty_space(s, row, column)
    if is_court_card(card):
        put_in_hand(s, p, card)
        if is_wakhan(s, p):
            do_choose_play(s, p, card)  # W11: at once, in the same action
    else:
        purchase_event(s, p, card)  # P4.5


@kernel
def pay_to_the_left(s, p, row, column):
    """P4.2: onto every card to the left; an empty space passes it to the other row, else to the bank."""
    amount = price_per_card(s)
    for c in range(column):
        if s.market[row, c] != NONE:
            pay_onto(s, p, row, c, amount)
        elif s.market[1 - row, c] != NONE:
            pay_onto(s, p, 1 - row, c, amount)
        else:
            s.rupees[p] -= amount
