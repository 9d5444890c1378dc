"""W15-W17 What Wakhan would do with a card: whom she taxes, what she betrays, moves and battles."""

from __future__ import annotations

from pamir_env.board import BORDER_BETWEEN, TOUCHES
from pamir_env.cards import CARD_PRIZE
from pamir_env.names import COLUMNS, N_BORDERS, N_REGIONS, NONE, ROWS
from pamir_env.rules.abilities import tribes_act_as_armies
from pamir_env.rules.battle import (
    battle_strength,
    can_battle_at,
    can_remove_army,
    can_remove_road,
    can_remove_tribe,
)
from pamir_env.rules.betray import can_betray_card
from pamir_env.rules.loyalty import block_coalition
from pamir_env.rules.places import ring_size
from pamir_env.rules.ruler import rules_region
from pamir_env.rules.tax import can_tax_card, can_tax_player
from pamir_env.wakhan.priorities import card_priority, other_seat, red_arrow, region_at
from tabletop.jit import kernel

MOVE_BASE = 8  # a move is coded as MOVE_BASE * origin + destination


@kernel
def taxed_player(s, p):
    """W15: the richest taxable player, the arrow's side first among equals; NONE if nobody can be taxed."""
    richest = NONE
    for k in range(s.players - 1):
        q = other_seat(s, p, k)
        if can_tax_player(s, p, q) and (richest == NONE or s.rupees[q] > s.rupees[richest]):
            richest = q
    return richest


@kernel
def taxed_card(s):
    """W15: from the leftmost column, in a column the row of the red arrow first."""
    for column in range(COLUMNS):
        for k in range(ROWS):
            row = red_arrow(s) if k == 0 else 1 - red_arrow(s)
            if can_tax_card(s, row, column):
                return s.market[row, column]
    return NONE


@kernel
def first_ruled_region(s, p):
    """W15: where she builds."""
    for k in range(N_REGIONS):
        if rules_region(s, p, region_at(s, k)):
            return region_at(s, k)
    return NONE


@kernel
def betrayed_card(s, p):
    """W15: the highest-priority card with a prize and her spy."""
    best, found = NONE, NONE
    for i in range(ring_size(s)):
        card = s.ring[i]
        if CARD_PRIZE[card] != NONE and can_betray_card(s, p, card) and card_priority(s, p, card) > best:
            best = card_priority(s, p, card)
            found = card
    return found


@kernel
def is_worth_entering(s, p, region):
    """W16: tribes of other players, and more tribes than armies of her pragmatic loyalty."""
    tribes, others = 0, 0
    for q in range(s.players):
        tribes += s.tribes[q, region]
        others += s.tribes[q, region] if q != p else 0
    return others > 0 and tribes > s.armies[block_coalition(s, p), region]


@kernel
def moves_tribe_from(s, p, region):
    """W16: under Nationalism her tribes move where no army of hers stands."""
    return (
        s.armies[block_coalition(s, p), region] == 0
        and s.tribes[p, region] > 0
        and tribes_act_as_armies(s, p)
    )


@kernel
def ruled_regions(s, p):
    """As a set of bits."""
    ruled = 0
    for region in range(N_REGIONS):
        if rules_region(s, p, region):
            ruled |= 1 << region
    return ruled


@kernel
def costs_rule(s, p, origin, region):
    """W16: would the move cost her a ruler token? The piece is moved, looked at, and moved back."""
    before = ruled_regions(s, p)
    coalition = block_coalition(s, p)
    if moves_tribe_from(s, p, origin):
        s.tribes[p, origin] -= 1
        s.tribes[p, region] += 1
        after = ruled_regions(s, p)
        s.tribes[p, origin] += 1
        s.tribes[p, region] -= 1
    else:
        s.armies[coalition, origin] -= 1
        s.armies[coalition, region] += 1
        after = ruled_regions(s, p)
        s.armies[coalition, origin] += 1
        s.armies[coalition, region] -= 1
    return (before & ~after) != 0


@kernel
def next_move(s, p):
    """W16: origin and destination by region priority, coded; NONE if she moves nothing."""
    coalition = block_coalition(s, p)
    for i in range(N_REGIONS):
        origin = region_at(s, i)
        if s.armies[coalition, origin] == 0 and not moves_tribe_from(s, p, origin):
            continue
        for j in range(N_REGIONS):
            region = region_at(s, j)
            if BORDER_BETWEEN[origin, region] == NONE or not is_worth_entering(s, p, region):
                continue
            if not costs_rule(s, p, origin, region):
                return MOVE_BASE * origin + region
    return NONE


@kernel
def has_pieces_of_others(s, p, region):
    """W17: tribes of other players, armies and roads of coalitions that another player is loyal to."""
    for q in range(s.players):
        if q == p:
            continue
        if can_remove_tribe(s, p, q, region) or can_remove_army(s, p, s.loyalty[q], region):
            return True
        for border in range(N_BORDERS):
            if TOUCHES[region, border] and can_remove_road(s, p, s.loyalty[q], border):
                return True
    return False


@kernel
def battle_region(s, p):
    """W17: the first region by priority with an army of hers and pieces of another player."""
    for k in range(N_REGIONS):
        region = region_at(s, k)
        if battle_strength(s, p, region) > 0 and has_pieces_of_others(s, p, region):
            return region
    return NONE


@kernel
def battle_card(s, p, by_spies):
    """W17: the highest-priority court card where she and another player have spies; W12: by spies first."""
    best, found = NONE, NONE
    for i in range(ring_size(s)):
        card = s.ring[i]
        if not can_battle_at(s, p, N_REGIONS + card):
            continue
        score = card_priority(s, p, card)
        if by_spies:
            for q in range(s.players):
                score += int(s.spies[card, q]) << 24
        if score > best:
            best = score
            found = card
    return found
