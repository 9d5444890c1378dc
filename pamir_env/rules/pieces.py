"""P1.4-P1.5, P5.5 Pieces: the only writer of piece counts. A site is a region (0-5) or 6 + a border (P1.4).

`placed_...` counts what was put down this turn; pieces of one kind in one place are interchangeable, and
those that were not put down this turn go first (P5.5).
"""

from __future__ import annotations

from pamir_env.actions import A_BORDER, A_CARD, A_GIFT, A_REGION
from pamir_env.decisions import (
    ASK_DISCARD_OVERTHROWN,
    ASK_TAKE_BLOCK,
    ASK_TAKE_CYLINDER,
    pop,
    push,
    top_a,
    top_b,
)
from pamir_env.names import N_BORDERS, N_GIFTS, N_REGIONS, SPY, TRIBE
from pamir_env.rules.places import political_cards, ring_size
from tabletop.jit import kernel

# ---- blocks ------------------------------------------------------------------------------------------------


@kernel
def add_block(s, coalition, site):
    """From the supply to the map."""
    s.blocks[coalition] -= 1
    if site < N_REGIONS:
        s.armies[coalition, site] += 1
        s.placed_armies[coalition, site] += 1
    else:
        s.roads[coalition, site - N_REGIONS] += 1
        s.placed_roads[coalition, site - N_REGIONS] += 1


@kernel
def remove_army(s, coalition, region):
    s.blocks[coalition] += 1
    s.armies[coalition, region] -= 1
    s.placed_armies[coalition, region] = min(s.placed_armies[coalition, region], s.armies[coalition, region])


@kernel
def remove_road(s, coalition, border):
    s.blocks[coalition] += 1
    s.roads[coalition, border] -= 1
    s.placed_roads[coalition, border] = min(s.placed_roads[coalition, border], s.roads[coalition, border])


@kernel
def move_army(s, coalition, origin, region):
    """An army keeps whether it was put down this turn; one that was not goes first (P5.5)."""
    if s.armies[coalition, origin] == s.placed_armies[coalition, origin]:
        s.placed_armies[coalition, origin] -= 1
        s.placed_armies[coalition, region] += 1
    s.armies[coalition, origin] -= 1
    s.armies[coalition, region] += 1


@kernel
def can_take_army(s, coalition, region):
    return s.armies[coalition, region] > s.placed_armies[coalition, region]  # P5.5


@kernel
def can_take_road(s, coalition, border):
    return s.roads[coalition, border] > s.placed_roads[coalition, border]  # P5.5


@kernel
def has_block(s, coalition):
    """Is there a block to place, in the supply or to be taken (P5.5)?"""
    if s.blocks[coalition] > 0:
        return True
    for region in range(N_REGIONS):
        if can_take_army(s, coalition, region):
            return True
    for border in range(N_BORDERS):
        if can_take_road(s, coalition, border):
            return True
    return False


@kernel
def put_block(s, p, coalition, site):
    """Place a block; with none in the supply the player takes one from the map, if any can be taken
    (P5.5)."""
    if s.blocks[coalition] > 0:
        add_block(s, coalition, site)
    elif has_block(s, coalition):
        push(s, ASK_TAKE_BLOCK, p, coalition, site, 0)


@kernel
def mark_take_blocks(s, mask):
    coalition = top_a(s)
    for region in range(N_REGIONS):
        if can_take_army(s, coalition, region):
            mask[A_REGION + region] = True
    for border in range(N_BORDERS):
        if can_take_road(s, coalition, border):
            mask[A_BORDER + border] = True


@kernel
def do_take_block(s, site):
    coalition, to = top_a(s), top_b(s)
    pop(s)
    if site < N_REGIONS:
        remove_army(s, coalition, site)
    else:
        remove_road(s, coalition, site - N_REGIONS)
    add_block(s, coalition, to)


# ---- cylinders ---------------------------------------------------------------------------------------------


@kernel
def add_cylinder(s, p, kind, where):
    """From the supply: a tribe in a region, a spy on a card, a gift on a space of the dial."""
    s.cylinders[p] -= 1
    mine = 1 if p == s.turn_seat else 0
    if kind == TRIBE:
        s.tribes[p, where] += 1
        s.placed_tribes[where] += mine
    elif kind == SPY:
        s.spies[where, p] += 1
        s.placed_spies[where] += mine
    else:
        s.gifts[p, where] = 1
        s.placed_gifts[where] = mine


@kernel
def remove_tribe(s, p, region):
    s.cylinders[p] += 1
    s.tribes[p, region] -= 1
    if p == s.turn_seat:
        s.placed_tribes[region] = min(s.placed_tribes[region], s.tribes[p, region])


@kernel
def settle_lost_tribe(s, p, region):
    """P8.4: whoever has lost the last tribe in a region loses the political cards of that region."""
    if s.tribes[p, region] == 0 and political_cards(s, p, region) > 0:
        push(s, ASK_DISCARD_OVERTHROWN, p, region, 0, 0)


@kernel
def remove_spy(s, p, card):
    s.cylinders[p] += 1
    s.spies[card, p] -= 1
    if p == s.turn_seat:
        s.placed_spies[card] = min(s.placed_spies[card], s.spies[card, p])


@kernel
def remove_gift(s, p, space):
    s.cylinders[p] += 1
    s.gifts[p, space] = 0
    s.placed_gifts[space] = 0


@kernel
def move_tribe(s, p, origin, region):
    """As move_army (E3)."""
    if s.tribes[p, origin] == s.placed_tribes[origin]:
        s.placed_tribes[origin] -= 1
        s.placed_tribes[region] += 1
    s.tribes[p, origin] -= 1
    s.tribes[p, region] += 1
    settle_lost_tribe(s, p, origin)


@kernel
def move_spy(s, p, origin, card):
    """As move_army."""
    if s.spies[origin, p] == s.placed_spies[origin]:
        s.placed_spies[origin] -= 1
        s.placed_spies[card] += 1
    s.spies[origin, p] -= 1
    s.spies[card, p] += 1


@kernel
def can_take_tribe(s, p, region):
    return s.tribes[p, region] > s.placed_tribes[region]  # P5.5


@kernel
def can_take_spy(s, p, card):
    return s.spies[card, p] > s.placed_spies[card]  # P5.5


@kernel
def can_take_gift(s, p, space):
    return s.gifts[p, space] > s.placed_gifts[space]  # P5.5


@kernel
def has_cylinder(s, p):
    """Is there a cylinder to place, in the supply or to be taken (P5.5)?"""
    if s.cylinders[p] > 0:
        return True
    for region in range(N_REGIONS):
        if can_take_tribe(s, p, region):
            return True
    for space in range(N_GIFTS):
        if can_take_gift(s, p, space):
            return True
    for i in range(ring_size(s)):
        if can_take_spy(s, p, s.ring[i]):
            return True
    return False


@kernel
def put_cylinder(s, p, kind, where):
    """Place a cylinder; with none in the supply the player takes one in play, if any can be taken (P5.5)."""
    if s.cylinders[p] > 0:
        add_cylinder(s, p, kind, where)
    elif has_cylinder(s, p):
        push(s, ASK_TAKE_CYLINDER, p, kind, where, 0)


@kernel
def mark_take_cylinders(s, p, mask):
    for region in range(N_REGIONS):
        if can_take_tribe(s, p, region):
            mask[A_REGION + region] = True
    for space in range(N_GIFTS):
        if can_take_gift(s, p, space):
            mask[A_GIFT + space] = True
    for i in range(ring_size(s)):
        if can_take_spy(s, p, s.ring[i]):
            mask[A_CARD + s.ring[i] - 1] = True


@kernel
def do_take_cylinder(s, p, taken, origin):
    """The piece goes to the place chosen before; then a region that lost its last tribe is settled (P8.4)."""
    kind, where = top_a(s), top_b(s)
    pop(s)
    if taken == TRIBE:
        remove_tribe(s, p, origin)
    elif taken == SPY:
        remove_spy(s, p, origin)
    else:
        remove_gift(s, p, origin)
    add_cylinder(s, p, kind, where)
    if taken == TRIBE:
        settle_lost_tribe(s, p, origin)
