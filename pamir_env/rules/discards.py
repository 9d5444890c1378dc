"""P8.1-P8.5 Discards from court, leverage, overthrow, change of loyalty."""

from __future__ import annotations

from pamir_env.actions import A_CARD
from pamir_env.cards import CARD_LEVERAGED, CARD_PATRIOT, CARD_REGION, CARD_SUIT
from pamir_env.decisions import (
    ASK_DISCARD_DEBT,
    ASK_DISCARD_PATRIOT,
    DO_SET_LOYALTY,
    pop,
    push,
    top_a,
)
from pamir_env.names import DISCARDED, HAND, N_COURT_CARDS, N_GIFTS, POLITICAL, PRIZE
from pamir_env.rules.loyalty import is_wakhan
from pamir_env.rules.pieces import remove_gift, remove_spy, remove_tribe
from pamir_env.rules.places import (
    court_owner,
    court_size,
    discard_from_hand,
    political_cards,
    take_from_court,
)
from tabletop.jit import kernel

LOAN = 2  # P8.2


@kernel
def discard_from_court(s, card):
    """The card goes to the discard pile, and its owner bears what follows."""
    p = court_owner(s, card)
    for q in range(s.players):
        while s.spies[card, q] > 0:
            remove_spy(s, q, card)  # P8.1
    take_from_court(s, card)
    s.place[card] = DISCARDED
    if CARD_SUIT[card] == POLITICAL and political_cards(s, p, CARD_REGION[card]) == 0:
        while s.tribes[p, CARD_REGION[card]] > 0:
            remove_tribe(s, p, CARD_REGION[card])  # P8.3
    if CARD_LEVERAGED[card]:
        repay_loan(s, p)


@kernel
def repay_loan(s, p):
    """P8.2: to the bank; each rupee that is missing costs a card. Wakhan owes no cards (W18)."""
    paid = min(LOAN, s.rupees[p])
    s.rupees[p] -= paid
    missing = LOAN - paid
    if missing == 0 or is_wakhan(s, p):
        return
    n = s.depth - 1
    if s.frame_kind[n] == ASK_DISCARD_DEBT and s.frame_seat[n] == p:
        s.frame_a[n] += missing  # a card given for a debt brings a debt of its own
    else:
        push(s, ASK_DISCARD_DEBT, p, missing, 0, 0)


# ---- debts (P8.2) ------------------------------------------------------------------------------------------


@kernel
def settle_debt(s, p):
    """Asked until it is paid or nothing is left to give."""
    if top_a(s) == 0 or (court_size(s, p) == 0 and s.hand_size[p] == 0):
        pop(s)
        return False
    return True


@kernel
def mark_debt_cards(s, p, mask):
    mark_court(s, p, mask)
    mark_hand(s, p, mask)


@kernel
def do_pay_debt(s, p, card):
    s.frame_a[s.depth - 1] -= 1
    if s.place[card] == HAND + p:
        discard_from_hand(s, p, card)
    else:
        discard_from_court(s, card)


@kernel
def mark_court(s, p, mask):
    for i in range(s.court_start[p], s.court_start[p + 1]):
        mask[A_CARD + s.ring[i] - 1] = True


@kernel
def mark_hand(s, p, mask):
    for i in range(s.hand_size[p]):
        mask[A_CARD + s.hand[p, i] - 1] = True


# ---- overthrow (P8.4) and patriots (P8.5): the owner chooses the order -------------------------------------


@kernel
def is_overthrown(card, region):
    return CARD_SUIT[card] == POLITICAL and CARD_REGION[card] == region  # P8.4


@kernel
def is_patriot(card, coalition):
    return CARD_PATRIOT[card] == coalition


@kernel
def settle_overthrown(s, p):
    """Asked while there is more than one; the last one goes by itself."""
    region, count, found = top_a(s), 0, 0
    for i in range(s.court_start[p], s.court_start[p + 1]):
        if is_overthrown(s.ring[i], region):
            count += 1
            found = s.ring[i]
    return settle_forced_discard(s, count, found)


@kernel
def settle_patriots(s, p):
    """As settle_overthrown."""
    coalition, count, found = top_a(s), 0, 0
    for i in range(s.court_start[p], s.court_start[p + 1]):
        if is_patriot(s.ring[i], coalition):
            count += 1
            found = s.ring[i]
    return settle_forced_discard(s, count, found)


@kernel
def settle_forced_discard(s, count, card):
    if count > 1:
        return True
    pop(s)
    if count == 1:
        discard_from_court(s, card)
    return False


@kernel
def mark_overthrown(s, p, mask):
    for i in range(s.court_start[p], s.court_start[p + 1]):
        if is_overthrown(s.ring[i], top_a(s)):
            mask[A_CARD + s.ring[i] - 1] = True


@kernel
def mark_patriots(s, p, mask):
    for i in range(s.court_start[p], s.court_start[p + 1]):
        if is_patriot(s.ring[i], top_a(s)):
            mask[A_CARD + s.ring[i] - 1] = True


# ---- change of loyalty (P8.5) ------------------------------------------------------------------------------


@kernel
def change_loyalty(s, p, coalition):
    """Gifts, then prizes, then patriots of the old loyalty, then the dial. Wakhan never changes (W2)."""
    if is_wakhan(s, p) or s.loyalty[p] == coalition:
        return
    for space in range(N_GIFTS):
        if s.gifts[p, space]:
            remove_gift(s, p, space)
    discard_prizes(s, p)
    push(s, DO_SET_LOYALTY, p, coalition, 0, 0)
    push(s, ASK_DISCARD_PATRIOT, p, s.loyalty[p], 0, 0)


@kernel
def discard_prizes(s, p):
    for card in range(1, N_COURT_CARDS + 1):
        if s.place[card] == PRIZE + p:
            s.place[card] = DISCARDED


@kernel
def set_loyalty(s, p):
    coalition = top_a(s)
    pop(s)
    s.loyalty[p] = coalition
