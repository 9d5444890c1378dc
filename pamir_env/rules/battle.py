"""P6.11 Battle, in a region or on a court card."""

from __future__ import annotations

from pamir_env.actions import A_BORDER, A_CARD, A_COALITION, A_REGION, A_SEAT, STOP
from pamir_env.board import TOUCHES
from pamir_env.cards import ABILITY_CARDS, MAX_TWINS
from pamir_env.decisions import ASK_BATTLE, ASK_BATTLE_ROAD, ASK_SAFE_HOUSE, pop, push, top_a, top_b, top_c
from pamir_env.names import N_BORDERS, N_COALITIONS, N_REGIONS, NONE, SAFE_HOUSE, SPY
from pamir_env.rules.abilities import (
    spies_are_safe_in_battle,
    tribes_act_as_armies,
    tribes_are_safe_in_battle,
)
from pamir_env.rules.loyalty import are_allied, block_coalition, is_enemy_coalition
from pamir_env.rules.pieces import (
    add_cylinder,
    remove_army,
    remove_road,
    remove_spy,
    remove_tribe,
    settle_lost_tribe,
)
from pamir_env.rules.places import has_ability, is_in_court, ring_size
from tabletop.jit import kernel

# A battle's site is a region, or N_REGIONS + card.


@kernel
def battle_strength(s, p, site):
    """P6.11: own-loyalty armies in the region (and tribes under Nationalism, E3), own spies on the card."""
    if site >= N_REGIONS:
        return int(s.spies[site - N_REGIONS, p])
    tribes = s.tribes[p, site] if tribes_act_as_armies(s, p) else 0
    return int(s.armies[block_coalition(s, p), site] + tribes)


@kernel
def can_remove_tribe(s, p, q, region):
    if q == p or s.tribes[q, region] == 0 or are_allied(s, p, q):
        return False
    return not tribes_are_safe_in_battle(s, q, region)


@kernel
def can_remove_spy(s, p, q, card):
    """Spies of players of the same loyalty may be removed."""
    return q != p and s.spies[card, q] > 0 and not spies_are_safe_in_battle(s, q)


@kernel
def can_remove_army(s, p, coalition, region):
    return s.armies[coalition, region] > 0 and is_enemy_coalition(s, p, coalition)


@kernel
def can_remove_road(s, p, coalition, border):
    return s.roads[coalition, border] > 0 and is_enemy_coalition(s, p, coalition)


@kernel
def enemy_roads(s, p, border):
    """How many coalitions have a road there that `p` may remove."""
    count = 0
    for coalition in range(N_COALITIONS):
        if can_remove_road(s, p, coalition, border):
            count += 1
    return count


@kernel
def has_target(s, p, site):
    for q in range(s.players):
        if site >= N_REGIONS:
            if can_remove_spy(s, p, q, site - N_REGIONS):
                return True
        elif can_remove_tribe(s, p, q, site):
            return True
    if site < N_REGIONS:
        for coalition in range(N_COALITIONS):
            if can_remove_army(s, p, coalition, site):
                return True
        for border in range(N_BORDERS):
            if TOUCHES[site, border] and enemy_roads(s, p, border) > 0:
                return True
    return False


@kernel
def can_battle_at(s, p, site):
    return battle_strength(s, p, site) > 0 and has_target(s, p, site)


@kernel
def can_battle(s, p):
    for region in range(N_REGIONS):
        if can_battle_at(s, p, region):
            return True
    for i in range(ring_size(s)):
        if can_battle_at(s, p, N_REGIONS + s.ring[i]):
            return True
    return False


@kernel
def mark_battle_sites(s, p, mask):
    for region in range(N_REGIONS):
        if can_battle_at(s, p, region):
            mask[A_REGION + region] = True
    for i in range(ring_size(s)):
        if can_battle_at(s, p, N_REGIONS + s.ring[i]):
            mask[A_CARD + s.ring[i] - 1] = True


@kernel
def do_battle_site(s, p, site):
    """The limit is fixed when the battle starts."""
    rank = int(top_a(s))
    pop(s)
    push(s, ASK_BATTLE, p, site, min(rank, battle_strength(s, p, site)), 0)


@kernel
def settle_battle(s, p):
    """Asked until the limit is reached or nothing is left to remove."""
    if top_b(s) == 0 or not has_target(s, p, top_a(s)):
        pop(s)
        return False
    return True


@kernel
def mark_battle(s, p, mask):
    site = top_a(s)
    mask[STOP] = top_c(s) > 0  # after the first
    for q in range(s.players):
        if site >= N_REGIONS:
            if can_remove_spy(s, p, q, site - N_REGIONS):
                mask[A_SEAT + (q - p) % s.players] = True
        elif can_remove_tribe(s, p, q, site):
            mask[A_SEAT + (q - p) % s.players] = True
    if site < N_REGIONS:
        for coalition in range(N_COALITIONS):
            if can_remove_army(s, p, coalition, site):
                mask[A_COALITION + coalition] = True
        for border in range(N_BORDERS):
            if TOUCHES[site, border] and enemy_roads(s, p, border) > 0:
                mask[A_BORDER + border] = True


@kernel
def count_removal(s):
    s.frame_b[s.depth - 1] -= 1
    s.frame_c[s.depth - 1] += 1


@kernel
def do_battle_seat(s, q):
    site = top_a(s)
    count_removal(s)
    if site < N_REGIONS:
        remove_tribe(s, q, site)
        settle_lost_tribe(s, q, site)  # P6.12
    else:
        remove_spy(s, q, site - N_REGIONS)
        if has_ability(s, q, SAFE_HOUSE):
            push(s, ASK_SAFE_HOUSE, q, 0, 0, 0)


@kernel
def do_battle_coalition(s, coalition):
    region = top_a(s)
    count_removal(s)
    remove_army(s, coalition, region)


@kernel
def do_battle_border(s, p, border):
    """Whose road is asked only where several enemy coalitions have one."""
    if enemy_roads(s, p, border) > 1:
        push(s, ASK_BATTLE_ROAD, p, border, 0, 0)
        return
    count_removal(s)
    for coalition in range(N_COALITIONS):
        if can_remove_road(s, p, coalition, border):
            remove_road(s, coalition, border)
            return


@kernel
def mark_battle_roads(s, p, mask):
    for coalition in range(N_COALITIONS):
        if can_remove_road(s, p, coalition, top_a(s)):
            mask[A_COALITION + coalition] = True


@kernel
def do_battle_road(s, coalition):
    border = top_a(s)
    pop(s)
    count_removal(s)
    remove_road(s, coalition, border)


@kernel
def mark_safe_houses(s, q, mask):
    mask[STOP] = True
    for i in range(MAX_TWINS):
        card = ABILITY_CARDS[SAFE_HOUSE, i]
        if is_in_court(s, q, card):
            mask[A_CARD + card - 1] = True


@kernel
def do_safe_house(s, q, card):
    """A: the spy goes to the safe house instead of the supply; NONE declines."""
    pop(s)
    if card != NONE:
        add_cylinder(s, q, SPY, card)
