"""I What must always hold, as kernels: asked of every position that comes from outside, and by the tests
everywhere.
"""

from __future__ import annotations

import numpy as np
from numba import types

from pamir_env import decisions as d
from pamir_env.cards import CARD_REGION, CARD_SUIT, LASTING_CARD
from pamir_env.names import (
    BLOCKS_EACH,
    COLUMNS,
    COURT,
    CYLINDERS_EACH,
    DISCARDED,
    EVERYONE,
    HAND,
    IN_DECK,
    IN_FORCE,
    IN_MARKET,
    LASTING_EFFECTS,
    MAX_PLAYERS,
    N_BORDERS,
    N_CARDS,
    N_COALITIONS,
    N_COURT_CARDS,
    N_GIFTS,
    N_REGIONS,
    N_WAKHAN_CARDS,
    NONE,
    OUT_OF_GAME,
    POLITICAL,
    PRIZE,
    ROWS,
    SUITS,
    TRUNCATED,
)
from pamir_env.state import STACK_SIZE, STATES_TYPE
from tabletop.jit import entry, kernel

INVARIANTS = (
    "all is well",
    "a number is out of its range",
    "I1: a coalition's blocks do not add up to 12",
    "I1: a seat's cylinders do not add up to 10",
    "I2: a card is in no place or in two",
    "I2: rupees are negative",
    "P5.5: more pieces were placed this turn than there are",
    "I4: nobody is asked although the game goes on",
    "the stack of decisions has overflowed",
)
OK, RANGE, BLOCKS, CYLINDERS, PLACES, RUPEES, PLACED, STUCK, FAULT = range(len(INVARIANTS))
N_SUITS = len(SUITS)
MAX_KIND = len(d.DECISIONS) + len(d.TASKS)


@entry(STATES_TYPE, types.int64, types.Array(types.int64, 1, "C"))
def check(states, i, out):
    """out[0]: the first of INVARIANTS that game i breaks, 0 if none."""
    out[0] = first_broken(states[i])


@kernel
def first_broken(s):
    if not numbers_are_in_range(s):
        return RANGE
    if s.fault != 0:
        return FAULT
    if not blocks_add_up(s):
        return BLOCKS
    if not cylinders_add_up(s):
        return CYLINDERS
    if not every_card_has_one_place(s):
        return PLACES
    if not rupees_are_not_negative(s):
        return RUPEES
    if not placed_pieces_are_there(s):
        return PLACED
    if s.end == 0 and (s.depth == 0 or s.frame_kind[s.depth - 1] >= len(d.DECISIONS)):
        return STUCK
    return OK


@kernel
def is_within(value, low, high):
    return low <= value <= high


@kernel
def numbers_are_in_range(s):
    """So that no kernel can be led outside its arrays."""
    ok = is_within(s.players, 2, MAX_PLAYERS) and is_within(s.wakhan, NONE, s.players - 1)
    ok = ok and is_within(s.turn_seat, 0, s.players - 1) and is_within(s.favored, 0, N_SUITS - 1)
    ok = ok and is_within(s.end, 0, TRUNCATED) and is_within(s.depth, 0, STACK_SIZE)
    ok = ok and is_within(s.actions_left, 0, 2) and is_within(s.deck_size, 0, N_CARDS)
    ok = (
        ok
        and is_within(s.wakhan_deck_size, 0, N_WAKHAN_CARDS)
        and is_within(s.rumor_target, NONE, s.players - 1)
    )
    ok = ok and s.turn >= 0 and s.max_turns >= 1
    for n in range(STACK_SIZE):
        ok = (
            ok
            and is_within(s.frame_kind[n], 0, MAX_KIND - 1)
            and is_within(s.frame_seat[n], 0, s.players - 1)
        )
    for p in range(MAX_PLAYERS):
        ok = (
            ok
            and is_within(s.loyalty[p], NONE, N_COALITIONS - 1)
            and is_within(s.hand_size[p], 0, N_COURT_CARDS)
        )
        ok = ok and is_within(s.court_start[p + 1], s.court_start[p] if p < s.players else 0, N_COURT_CARDS)
        ok = ok and s.points[p] >= 0
        for space in range(N_GIFTS):
            ok = ok and is_within(s.gifts[p, space], 0, 1)
    ok = ok and s.court_start[0] == 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            card = s.market[row, column]
            ok = ok and card != 0 and is_within(card, NONE, N_CARDS)
    for card in range(1, N_CARDS + 1):
        ok = ok and is_within(s.place[card], 0, PRIZE + MAX_PLAYERS - 1)
    for effect in range(LASTING_EFFECTS):
        ok = ok and is_within(s.lasting_seat[effect], NONE, EVERYONE)
    for i in range(N_WAKHAN_CARDS):
        ok = ok and is_within(s.wakhan_deck[i], 0, N_WAKHAN_CARDS)
        ok = ok and is_within(s.wakhan_discard[i], 0, N_WAKHAN_CARDS)
    return ok


@kernel
def blocks_add_up(s):
    """I1."""
    for coalition in range(N_COALITIONS):
        total, least = int(s.blocks[coalition]), int(s.blocks[coalition])
        for region in range(N_REGIONS):
            total += s.armies[coalition, region]
            least = min(least, s.armies[coalition, region])
        for border in range(N_BORDERS):
            total += s.roads[coalition, border]
            least = min(least, s.roads[coalition, border])
        if total != BLOCKS_EACH or least < 0:
            return False
    return True


@kernel
def cylinders_add_up(s):
    """I1; spies stand on cards in courts only."""
    for p in range(s.players):
        total, least = int(s.cylinders[p]), int(s.cylinders[p])
        for region in range(N_REGIONS):
            total += s.tribes[p, region]
            least = min(least, s.tribes[p, region])
        for space in range(N_GIFTS):
            total += s.gifts[p, space]
        for card in range(1, N_COURT_CARDS + 1):
            total += s.spies[card, p]
            least = min(least, s.spies[card, p])
            if s.spies[card, p] > 0 and not is_within(s.place[card], COURT, COURT + s.players - 1):
                return False
        if total != CYLINDERS_EACH or least < 0:
            return False
    return True


@kernel
def every_card_has_one_place(s):
    """I2: the lists and `place` tell the same story."""
    counted = 0
    for i in range(s.deck_size):
        counted += 1 if is_at(s, s.deck[i], IN_DECK) else -N_CARDS
    for row in range(ROWS):
        for column in range(COLUMNS):
            if s.market[row, column] != NONE:
                counted += 1 if is_at(s, s.market[row, column], IN_MARKET) else -N_CARDS
    for p in range(s.players):
        for i in range(s.hand_size[p]):
            counted += 1 if is_at(s, s.hand[p, i], HAND + p) and s.hand[p, i] <= N_COURT_CARDS else -N_CARDS
        for i in range(s.court_start[p], s.court_start[p + 1]):
            counted += 1 if is_at(s, s.ring[i], COURT + p) and s.ring[i] <= N_COURT_CARDS else -N_CARDS
    for effect in range(LASTING_EFFECTS):
        if s.lasting_seat[effect] != NONE:
            counted += 1 if is_at(s, LASTING_CARD[effect], IN_FORCE) else -N_CARDS
    for card in range(1, N_CARDS + 1):
        where = s.place[card]
        if where == OUT_OF_GAME or where == DISCARDED or (where >= PRIZE and card <= N_COURT_CARDS):
            counted += 1
    return counted == N_CARDS and no_card_twice(s)


@kernel
def is_at(s, card, where):
    return is_within(card, 1, N_CARDS) and s.place[card] == where


@kernel
def no_card_twice(s):
    """Together with the count above: two lists cannot share a card, so only twins within a list are left."""
    for i in range(s.deck_size):
        for j in range(i):
            if s.deck[i] == s.deck[j]:
                return False
    for i in range(s.court_start[s.players]):
        for j in range(i):
            if s.ring[i] == s.ring[j]:
                return False
    for p in range(s.players):
        for i in range(s.hand_size[p]):
            for j in range(i):
                if s.hand[p, i] == s.hand[p, j]:
                    return False
    return True


@kernel
def rupees_are_not_negative(s):
    """I2."""
    for p in range(s.players):
        if s.rupees[p] < 0:
            return False
    for row in range(ROWS):
        for column in range(COLUMNS):
            if s.market_rupees[row, column] < 0:
                return False
    return True


@kernel
def placed_pieces_are_there(s):
    p = s.turn_seat
    for region in range(N_REGIONS):
        if not is_within(s.placed_tribes[region], 0, s.tribes[p, region]):
            return False
    for space in range(N_GIFTS):
        if not is_within(s.placed_gifts[space], 0, s.gifts[p, space]):
            return False
    for card in range(1, N_COURT_CARDS + 1):
        if not is_within(s.placed_spies[card], 0, s.spies[card, p]):
            return False
    for coalition in range(N_COALITIONS):
        for region in range(N_REGIONS):
            if not is_within(s.placed_armies[coalition, region], 0, s.armies[coalition, region]):
                return False
        for border in range(N_BORDERS):
            if not is_within(s.placed_roads[coalition, border], 0, s.roads[coalition, border]):
                return False
    return True


@kernel
def losses_are_settled(before, after):
    """I5: whoever lost the last tribe or the last political card of a region has nothing left to settle.

    While a player is asked to discard (the order is theirs), what remains to go may still lie there.
    """
    if after.end != 0:
        return True
    kind = after.frame_kind[after.depth - 1]
    if d.ASK_DISCARD_DEBT <= kind <= d.ASK_DISCARD_PATRIOT:
        return True
    for p in range(after.players):
        for region in range(N_REGIONS):
            had, has = politicals(before, p, region), politicals(after, p, region)
            if before.tribes[p, region] > 0 and after.tribes[p, region] == 0 and has > 0:
                return False
            if had > 0 and has == 0 and after.tribes[p, region] > 0:
                return False
    return True


@kernel
def politicals(s, p, region):
    """Counted from `place`, not with the engine's own query."""
    count = 0
    for card in range(1, N_COURT_CARDS + 1):
        if s.place[card] == COURT + p and CARD_SUIT[card] == POLITICAL and CARD_REGION[card] == region:
            count += 1
    return count


def broken(states: np.ndarray, i: int = 0) -> str | None:
    """The first invariant that game i breaks, in words, or None."""
    out = np.zeros(1, np.int64)
    check(states, i, out)
    return INVARIANTS[out[0]] if out[0] else None


EXTREMES = ("frames on the stack", "cards in a court", "cards in a hand", "rupees of a seat", "turns")


@entry(STATES_TYPE, types.int64, STATES_TYPE, types.Array(types.int64, 1, "C"))
def audit(states, i, before, out):
    """out[0]: what game i breaks now, -1 for I5 against the state before; then EXTREMES of this state."""
    s = states[i]
    out[0] = first_broken(s)
    if out[0] == OK and not losses_are_settled(before[0], s):
        out[0] = -1
    out[1] = s.depth
    for p in range(s.players):
        out[2] = max(out[2], s.court_start[p + 1] - s.court_start[p])
        out[3] = max(out[3], s.hand_size[p])
        out[4] = max(out[4], s.rupees[p])
    out[5] = s.turn + 1
