"""E Event cards: what each does when discarded from the leftmost column and when purchased."""

from __future__ import annotations

from pamir_env.actions import A_REGION, A_SEAT, A_SUIT
from pamir_env.cards import EVENT_ON_DISCARD, EVENT_ON_PURCHASE
from pamir_env.decisions import (
    ASK_CONFIDENCE,
    ASK_PASHTUNWALI,
    ASK_PERSUADE,
    ASK_REBUKE,
    ASK_RUMOR,
    pop,
    push,
)
from pamir_env.names import (
    CONFIDENCE_FAILURE,
    DISCARDED,
    DOMINANCE_CHECK,
    EVERYONE,
    FAILURE_TO_IMPRESS,
    FAVOR_INTELLIGENCE,
    FAVOR_MILITARY,
    FAVOR_POLITICAL,
    HERAT,
    IN_FORCE,
    INTELLIGENCE,
    KABUL,
    LASTING_EFFECTS,
    MILITARY,
    N_COALITIONS,
    N_REGIONS,
    NONE,
    PASHTUNWALI_VALUES,
    PERSIA,
    PERSIAN_ARISTOCRACY,
    PERSUASIVE_METHODS,
    POLITICAL,
    PUNJAB,
    REBUKE,
    RIOTS_IN_HERAT,
    RIOTS_IN_KABUL,
    RIOTS_IN_PERSIA,
    RIOTS_IN_PUNJAB,
    RUMOR,
    SUITS,
)
from pamir_env.rules.abilities import change_favored_suit
from pamir_env.rules.discards import discard_prizes, mark_hand
from pamir_env.rules.dominance import resolve_check
from pamir_env.rules.loyalty import is_wakhan
from pamir_env.rules.pieces import remove_army, remove_tribe, settle_lost_tribe
from pamir_env.rules.places import discard_from_hand, exchange_hands
from tabletop.jit import kernel

ARISTOCRATS_PAY = 3  # E 113
N_SUITS = len(SUITS)


@kernel
def discard_event(s, card):
    """P3.3.3: the card has left the market."""
    effect = EVENT_ON_DISCARD[card]
    if effect < LASTING_EFFECTS:
        put_in_force(s, card, effect, EVERYONE)
        return
    s.place[card] = DISCARDED
    if effect == DOMINANCE_CHECK:
        resolve_check(s)  # P9.1
    elif effect == FAVOR_MILITARY:
        change_favored_suit(s, MILITARY)
    elif effect == FAVOR_INTELLIGENCE:
        change_favored_suit(s, INTELLIGENCE)
    elif effect == FAVOR_POLITICAL:
        change_favored_suit(s, POLITICAL)
    elif effect == FAILURE_TO_IMPRESS:
        for p in range(s.players):
            discard_prizes(s, p)
    elif effect == RIOTS_IN_PUNJAB:
        devastate(s, PUNJAB)
    elif effect == RIOTS_IN_HERAT:
        devastate(s, HERAT)
    elif effect == RIOTS_IN_KABUL:
        devastate(s, KABUL)
    elif effect == RIOTS_IN_PERSIA:
        devastate(s, PERSIA)
    elif effect == CONFIDENCE_FAILURE:
        for i in range(s.players - 1, -1, -1):  # asked in turn order, so pushed from the last
            push(s, ASK_CONFIDENCE, (s.turn_seat + i) % s.players, 0, 0, 0)


@kernel
def purchase_event(s, p, card):
    """P4.5: the card has left the market and never enters the hand."""
    effect = EVENT_ON_PURCHASE[card]
    if effect < LASTING_EFFECTS:
        put_in_force(s, card, effect, p)
        if effect == RUMOR:
            push(s, ASK_RUMOR, p, 0, 0, 0)
        elif effect == PASHTUNWALI_VALUES:
            push(s, ASK_PASHTUNWALI, p, 0, 0, 0)
        return
    s.place[card] = DISCARDED
    if effect == DOMINANCE_CHECK:
        resolve_check(s)  # P9.1
    elif effect == PERSIAN_ARISTOCRACY:
        s.rupees[p] += ARISTOCRATS_PAY
    elif effect == PERSUASIVE_METHODS:
        push(s, ASK_PERSUADE, p, 0, 0, 0)
    elif effect == REBUKE:
        push(s, ASK_REBUKE, p, 0, 0, 0)


@kernel
def put_in_force(s, card, effect, p):
    latest = 0
    for other in range(LASTING_EFFECTS):
        latest = max(latest, s.lasting_order[other])
    s.lasting_seat[effect] = p
    s.lasting_order[effect] = latest + 1
    s.place[card] = IN_FORCE


@kernel
def devastate(s, region):
    """E1: all tribes and armies go, roads stay; overthrow is settled in turn order (P8.4)."""
    for coalition in range(N_COALITIONS):
        while s.armies[coalition, region] > 0:
            remove_army(s, coalition, region)
    for i in range(s.players - 1, -1, -1):  # settled in turn order, so pushed from the last
        q = (s.turn_seat + i) % s.players
        if s.tribes[q, region] > 0:
            while s.tribes[q, region] > 0:
                remove_tribe(s, q, region)
            settle_lost_tribe(s, q, region)


@kernel
def mark_rumor(s, p, mask):
    for q in range(s.players):
        if q != p:
            mask[A_SEAT + (q - p) % s.players] = True


@kernel
def do_rumor(s, q):
    pop(s)
    s.rumor_target = q


@kernel
def can_persuade(s, p, q):
    return q != p and not is_wakhan(s, q) and not is_wakhan(s, p)  # E5


@kernel
def settle_persuade(s, p):
    for q in range(s.players):
        if can_persuade(s, p, q):
            return True
    pop(s)
    return False


@kernel
def mark_persuade(s, p, mask):
    for q in range(s.players):
        if can_persuade(s, p, q):
            mask[A_SEAT + (q - p) % s.players] = True


@kernel
def do_persuade(s, p, q):
    pop(s)
    exchange_hands(s, p, q)


@kernel
def mark_suits(mask):
    for suit in range(N_SUITS):
        mask[A_SUIT + suit] = True


@kernel
def do_pashtunwali(s, suit):
    pop(s)
    s.favored = suit


@kernel
def mark_regions(mask):
    for region in range(N_REGIONS):
        mask[A_REGION + region] = True


@kernel
def do_rebuke(s, region):
    pop(s)
    devastate(s, region)


@kernel
def settle_confidence(s, p):
    """Not asked with an empty hand; Wakhan's is always empty (E5)."""
    if s.hand_size[p] == 0:
        pop(s)
        return False
    return True


@kernel
def do_confidence(s, p, card):
    pop(s)
    discard_from_hand(s, p, card)


@kernel
def mark_confidence(s, p, mask):
    mark_hand(s, p, mask)


@kernel
def is_event(card):
    return EVENT_ON_DISCARD[card] != NONE
