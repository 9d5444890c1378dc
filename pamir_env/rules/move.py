"""P6.9 Move: armies across roads, spies along the ring of courts; tribes under Nationalism (E3)."""

from __future__ import annotations

from pamir_env.actions import A_CARD, A_COALITION, A_REGION, A_SEAT, STOP
from pamir_env.board import BORDER_BETWEEN
from pamir_env.cards import CARD_REGION
from pamir_env.decisions import ASK_MOVE_TO, ASK_MOVE_WHAT, pop, push, top_a, top_b
from pamir_env.names import N_REGIONS, NONE
from pamir_env.rules.abilities import (
    needs_no_roads,
    spies_go_two_cards,
    spies_jump_within_regions,
    tribes_act_as_armies,
)
from pamir_env.rules.loyalty import block_coalition
from pamir_env.rules.pieces import move_army, move_spy, move_tribe
from pamir_env.rules.places import ring_index, ring_size
from tabletop.jit import kernel

MOVE_ARMY, MOVE_TRIBE, MOVE_SPY = range(3)


@kernel
def is_open(s, p, origin, region):
    """May armies of `p` cross from one region to the other? A road of their coalition must lie there
    (P6.9)."""
    border = BORDER_BETWEEN[origin, region]
    if border == NONE:
        return False
    return needs_no_roads(s, p) or s.roads[block_coalition(s, p), border] > 0


@kernel
def has_army_to_move(s, p, region):
    return s.armies[block_coalition(s, p), region] > 0


@kernel
def has_tribe_to_move(s, p, region):
    return s.tribes[p, region] > 0 and tribes_act_as_armies(s, p)  # E3


@kernel
def can_move_from_region(s, p, origin):
    if not has_army_to_move(s, p, origin) and not has_tribe_to_move(s, p, origin):
        return False
    for region in range(N_REGIONS):
        if is_open(s, p, origin, region):
            return True
    return False


@kernel
def can_move_from_card(s, p, card):
    """In a ring of two cards or more there is always a next one."""
    return s.spies[card, p] > 0 and ring_size(s) > 1


@kernel
def can_move(s, p):
    for i in range(ring_size(s)):
        if can_move_from_card(s, p, s.ring[i]):
            return True
    for region in range(N_REGIONS):
        if can_move_from_region(s, p, region):
            return True
    return False


@kernel
def are_next(s, p, i, j):
    """Is ring place j one spy step from ring place i (P2.7)?"""
    n = ring_size(s)
    if (i + 1) % n == j or (j + 1) % n == i:
        return True
    return spies_jump_within_regions(s, p) and CARD_REGION[s.ring[i]] == CARD_REGION[s.ring[j]]


@kernel
def can_spy_reach(s, p, i, j):
    if i == j:
        return False
    if are_next(s, p, i, j):
        return True
    if spies_go_two_cards(s, p):
        for k in range(ring_size(s)):
            if are_next(s, p, i, k) and are_next(s, p, k, j):
                return True
    return False


@kernel
def settle_move(s, p):
    """Asked until the rank is used up or nothing can move."""
    if top_a(s) == 0 or not can_move(s, p):
        pop(s)
        return False
    return True


@kernel
def mark_moves_from(s, p, mask):
    mask[STOP] = top_b(s) > 0  # after the first
    for region in range(N_REGIONS):
        if can_move_from_region(s, p, region):
            mask[A_REGION + region] = True
    for i in range(ring_size(s)):
        if can_move_from_card(s, p, s.ring[i]):
            mask[A_CARD + s.ring[i] - 1] = True


@kernel
def do_move_from_region(s, p, region):
    if not has_tribe_to_move(s, p, region):
        push(s, ASK_MOVE_TO, p, MOVE_ARMY, region, 0)
    elif not has_army_to_move(s, p, region):
        push(s, ASK_MOVE_TO, p, MOVE_TRIBE, region, 0)
    else:
        push(s, ASK_MOVE_WHAT, p, region, 0, 0)


@kernel
def do_move_from_card(s, p, card):
    push(s, ASK_MOVE_TO, p, MOVE_SPY, card, 0)


@kernel
def mark_move_what(s, p, mask):
    mask[A_COALITION + block_coalition(s, p)] = True
    mask[A_SEAT] = True


@kernel
def do_move_what(s, p, what):
    region = top_a(s)
    pop(s)
    push(s, ASK_MOVE_TO, p, what, region, 0)


@kernel
def mark_moves_to(s, p, mask):
    what, origin = top_a(s), top_b(s)
    if what == MOVE_SPY:
        i = ring_index(s, origin)
        for j in range(ring_size(s)):
            if can_spy_reach(s, p, i, j):
                mask[A_CARD + s.ring[j] - 1] = True
    else:
        for region in range(N_REGIONS):
            if is_open(s, p, origin, region):
                mask[A_REGION + region] = True


@kernel
def do_move_to(s, p, to):
    what, origin = top_a(s), top_b(s)
    pop(s)
    s.frame_a[s.depth - 1] -= 1
    s.frame_b[s.depth - 1] += 1
    if what == MOVE_SPY:
        move_spy(s, p, origin, to)
    elif what == MOVE_TRIBE:
        move_tribe(s, p, origin, to)
    else:
        move_army(s, block_coalition(s, p), origin, to)
