"""P7, P6.3 Bribes: who is owed how much, naming the amount, paying or withdrawing.

What is to be done once the bribe is settled is the `intent`: LEFT or RIGHT to play a card, FIRST_VERB + verb
to use it.
"""

from __future__ import annotations

from pamir_env.actions import A_AMOUNT, STOP, YES
from pamir_env.cards import CARD_REGION
from pamir_env.decisions import ASK_DEMAND, ASK_PAY, pop, push, top_a, top_b, top_c
from pamir_env.names import NONE
from pamir_env.rules.abilities import plays_without_bribe, uses_hostages_freely
from pamir_env.rules.loyalty import is_wakhan
from pamir_env.rules.places import court_owner
from pamir_env.rules.ruler import ruler
from tabletop.jit import kernel

FIRST_VERB = 2


@kernel
def hostage_taker(s, card):
    """P6.3: the player other than the owner with more spies on the card than each other player, or NONE."""
    owner, most, taker = court_owner(s, card), 0, NONE
    for q in range(s.players):
        if s.spies[card, q] > most:
            most = s.spies[card, q]
            taker = q
        elif s.spies[card, q] == most:
            taker = NONE
    return NONE if taker == owner else taker


@kernel
def creditor(s, p, card, intent):
    """Who is owed a bribe for this, or NONE."""
    if intent < FIRST_VERB:
        owed = NONE if plays_without_bribe(s, p) else ruler(s, CARD_REGION[card])  # P7.1
    else:
        owed = NONE if uses_hostages_freely(s, p) else hostage_taker(s, card)  # P6.3
    return NONE if owed == p else owed


@kernel
def bribe_due(s, q, card, intent):
    """How much `q` may ask."""
    if q == NONE:
        return 0
    if intent < FIRST_VERB:
        return int(s.tribes[q, CARD_REGION[card]])  # P7.1
    return int(s.spies[card, q])  # P6.3


@kernel
def is_negotiated(s, p, q):
    """May the amount be waived? Not when the setting says so (P7.5), nor with Wakhan (P7.4)."""
    return s.negotiation != 0 and not is_wakhan(s, p) and not is_wakhan(s, q)


@kernel
def certain_bribe(s, p, card, intent):
    """P6.5: what the player must be able to pay before trying."""
    q = creditor(s, p, card, intent)
    if q == NONE or is_negotiated(s, p, q):
        return 0
    return bribe_due(s, q, card, intent)


@kernel
def ask_bribe(s, p, card, intent):
    """Put the questions of P7.2; False where there is nothing to ask (a certain bribe is then paid at
    once)."""
    q = creditor(s, p, card, intent)
    due = bribe_due(s, q, card, intent)
    if due == 0:
        return False
    if is_negotiated(s, p, q):
        push(s, ASK_DEMAND, q, card, intent, due)
        return True
    if s.negotiation != 0:
        push(s, ASK_PAY, p, card, intent, due)  # P7.4: with Wakhan there is nothing to name
        return True
    hand_over(s, p, q, due)  # P7.5: nobody is asked
    return False


@kernel
def hand_over(s, p, q, n):
    s.rupees[p] -= n
    s.rupees[q] += n


@kernel
def refuse(s, card):
    """P7.2, P7.3: nothing has happened, but the card cannot be tried again this turn."""
    s.refused[card] = 1


@kernel
def mark_demands(s, mask):
    for amount in range(top_c(s) + 1):
        mask[A_AMOUNT + amount] = True  # P7.2


@kernel
def do_demand(s, amount, least_cost):
    """The other is asked to pay, unless that is impossible. True if nothing has to be paid."""
    card, intent, p = top_a(s), top_b(s), s.turn_seat
    pop(s)
    if amount == 0:
        return True
    if s.rupees[p] >= amount + least_cost:
        push(s, ASK_PAY, p, card, intent, amount)
    else:
        refuse(s, card)
    return False


@kernel
def mark_pay(s, p, mask):
    mask[YES] = True
    mask[STOP] = not is_wakhan(s, p)  # P7.4: she always pays


@kernel
def do_pay(s, p, agreed):
    """True if the bribe was paid."""
    card, intent, amount = top_a(s), top_b(s), top_c(s)
    pop(s)
    if agreed:
        hand_over(s, p, creditor(s, p, card, intent), amount)
    else:
        refuse(s, card)
    return agreed
