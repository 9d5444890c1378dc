"""P6.1-P6.5 Using a court card: once per turn, one of its actions, perhaps as a bonus, perhaps held
hostage."""

from __future__ import annotations

from pamir_env.actions import A_CARD, A_VERB
from pamir_env.cards import CARD_RANK, CARD_VERBS, MAX_VERBS
from pamir_env.decisions import (
    ASK_BATTLE_SITE,
    ASK_BETRAY,
    ASK_BUILD,
    ASK_GIFT,
    ASK_MOVE_FROM,
    ASK_TAX,
    ASK_VERB,
    DO_FINISH_BUILD,
    pop,
    push,
    top_a,
)
from pamir_env.names import BETRAY, BUILD, GIFT, MOVE, NONE, TAX
from pamir_env.rules.abilities import counts_as_favored
from pamir_env.rules.battle import can_battle
from pamir_env.rules.betray import BETRAY_COST, can_betray
from pamir_env.rules.bribes import FIRST_VERB, ask_bribe, certain_bribe
from pamir_env.rules.build import BUILD_COST, build_limit, can_build
from pamir_env.rules.gift import can_gift, cheapest_gift
from pamir_env.rules.move import can_move
from pamir_env.rules.tax import can_tax
from tabletop.jit import kernel

_UNKNOWN, _NO, _YES = range(3)


@kernel
def has_effect(s, p, verb):
    """P6.5: would this action find anything to do?"""
    if verb == TAX:
        return can_tax(s, p)
    if verb == GIFT:
        return can_gift(s, p)
    if verb == BUILD:
        return can_build(s, p)
    if verb == MOVE:
        return can_move(s, p)
    if verb == BETRAY:
        return can_betray(s, p)
    return can_battle(s, p)


@kernel
def least_cost(s, p, verb):
    """P7.2: the least that the action itself costs."""
    if verb == GIFT:
        return cheapest_gift(s, p)
    if verb == BUILD:
        return BUILD_COST
    return BETRAY_COST if verb == BETRAY else 0


@kernel
def is_ready(s, p, card):
    """May the card act at all this turn?"""
    if s.used[card] or s.refused[card]:  # P6.1, P7.3
        return False
    return s.actions_left > 0 or counts_as_favored(s, p, card)  # P6.2


@kernel
def can_use_for(s, p, card, verb):
    """P6.5: the action has an effect and can be paid together with a bribe that is certain."""
    budget = s.rupees[p] - certain_bribe(s, p, card, FIRST_VERB + verb)
    return budget >= least_cost(s, p, verb) and has_effect(s, p, verb)


@kernel
def mark_uses(s, p, mask):
    """As can_use_for, over the whole court; whether a verb has an effect is looked up once."""
    known = 0  # two bits per verb
    for i in range(s.court_start[p], s.court_start[p + 1]):
        card = s.ring[i]
        if not is_ready(s, p, card):
            continue
        budget = s.rupees[p] - certain_bribe(s, p, card, FIRST_VERB)
        for k in range(MAX_VERBS):
            verb = CARD_VERBS[card, k]
            if verb == NONE or mask[A_CARD + card - 1]:
                break
            if budget < least_cost(s, p, verb):
                continue
            if (known >> (2 * verb)) & 3 == _UNKNOWN:
                known |= (_YES if has_effect(s, p, verb) else _NO) << (2 * verb)
            mask[A_CARD + card - 1] = (known >> (2 * verb)) & 3 == _YES


@kernel
def do_choose_use(s, p, card):
    """The verb is asked before any bribe, and not at all where only one is possible."""
    possible, only = 0, NONE
    for k in range(MAX_VERBS):
        verb = CARD_VERBS[card, k]
        if verb != NONE and can_use_for(s, p, card, verb):
            possible += 1
            only = verb
    if possible == 1:
        try_to_use(s, p, card, only)
    else:
        push(s, ASK_VERB, p, card, 0, 0)


@kernel
def mark_verbs(s, p, mask):
    card = top_a(s)
    for k in range(MAX_VERBS):
        verb = CARD_VERBS[card, k]
        if verb != NONE and can_use_for(s, p, card, verb):
            mask[A_VERB + verb] = True


@kernel
def do_verb(s, p, verb):
    card = top_a(s)
    pop(s)
    try_to_use(s, p, card, verb)


@kernel
def try_to_use(s, p, card, verb):
    if not ask_bribe(s, p, card, FIRST_VERB + verb):
        use(s, p, card, verb)


@kernel
def use(s, p, card, verb):
    """The bribe is settled: the action begins."""
    s.used[card] = 1  # P6.1
    if not counts_as_favored(s, p, card):
        s.actions_left -= 1  # P6.2
    rank = CARD_RANK[card]
    if verb == TAX:
        push(s, ASK_TAX, p, rank, 0, 0)
    elif verb == GIFT:
        push(s, ASK_GIFT, p, 0, 0, 0)
    elif verb == BUILD:
        push(s, DO_FINISH_BUILD, p, 0, 0, 0)
        push(s, ASK_BUILD, p, build_limit(s, p), 0, 0)
    elif verb == MOVE:
        push(s, ASK_MOVE_FROM, p, rank, 0, 0)
    elif verb == BETRAY:
        push(s, ASK_BETRAY, p, 0, 0, 0)
    else:
        push(s, ASK_BATTLE_SITE, p, rank, 0, 0)
