"""P6.10 Betray: a court card with one's spy on it is discarded and may be kept as a prize."""

from __future__ import annotations

from pamir_env.actions import A_CARD, STOP, YES
from pamir_env.cards import CARD_PRIZE
from pamir_env.decisions import ASK_PRIZE, DO_TAKE_PRIZE, pop, push, top_a
from pamir_env.names import NONE, PRIZE, ROWS
from pamir_env.rules.abilities import is_safe_from_betrayal
from pamir_env.rules.discards import change_loyalty, discard_from_court
from pamir_env.rules.market import pay_into_market
from pamir_env.rules.places import ring_size
from tabletop.jit import kernel

BETRAY_COST = 2


@kernel
def can_betray_card(s, p, card):
    return s.spies[card, p] > 0 and not is_safe_from_betrayal(s, card)


@kernel
def can_betray(s, p):
    for i in range(ring_size(s)):
        if can_betray_card(s, p, s.ring[i]):
            return True
    return False


@kernel
def mark_betrayals(s, p, mask):
    for i in range(ring_size(s)):
        if can_betray_card(s, p, s.ring[i]):
            mask[A_CARD + s.ring[i] - 1] = True


@kernel
def do_betray(s, p, card):
    pop(s)
    pay_into_market(s, p, BETRAY_COST // ROWS, 0)  # P6.4
    if CARD_PRIZE[card] != NONE:
        push(s, ASK_PRIZE, p, card, 0, 0)  # asked when the owner has borne what follows
    discard_from_court(s, card)


@kernel
def mark_prize(mask):
    mask[YES] = True
    mask[STOP] = True


@kernel
def do_prize(s, p, taken):
    """A prize of another coalition changes the loyalty first."""
    card = top_a(s)
    pop(s)
    if taken:
        push(s, DO_TAKE_PRIZE, p, card, 0, 0)
        change_loyalty(s, p, CARD_PRIZE[card])


@kernel
def take_prize(s, p):
    card = top_a(s)
    pop(s)
    s.place[card] = PRIZE + p
