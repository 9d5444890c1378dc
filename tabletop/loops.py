"""Loops over many games that know no game: they call its kernels by address and hold no rules.

Every loop works on games start .. stop-1 of an array, so that threads can share an array without sharing a
game. Whatever is random is drawn per game from its own seed; so results do not depend on batch size or
threads (I6).
"""

from __future__ import annotations

import numpy as np

from tabletop.chance import advance, mix, scaled
from tabletop.jit import kernel

ALL_LEGAL = -1
ILLEGAL_AUTOMATON = -2


def words_of(states: np.ndarray) -> np.ndarray:
    """The same memory as rows of 64-bit words, one row per game: the quick way to copy states in a kernel."""
    return states.view(np.uint64).reshape(len(states), -1)


@kernel
def set_up_games(states, start, stop, seeds, setup):
    for i in range(start, stop):
        setup(states, i, seeds[i])


@kernel
def look(states, start, stop, masks, decisions, seats, legal, asked):
    """Fill mask, decision and seat of each game."""
    pair = np.zeros(3, np.int64)
    for i in range(start, stop):
        legal(states, i, masks[i])
        asked(states, i, pair)
        decisions[i] = pair[0]
        seats[i] = pair[1]


@kernel
def first_illegal(masks, decisions, actions, start, stop):
    """The first running game whose action its mask forbids, or ALL_LEGAL."""
    for i in range(start, stop):
        if decisions[i] >= 0:
            action = actions[i]
            if action < 0 or action >= masks.shape[1] or not masks[i, action]:
                return i
    return ALL_LEGAL


@kernel
def step_games(states, start, stop, actions, masks, decisions, seats, step, legal, asked):
    """One action in each running game; finished games are left alone."""
    for i in range(start, stop):
        if decisions[i] >= 0:
            step(states, i, actions[i])
    look(states, start, stop, masks, decisions, seats, legal, asked)


@kernel
def choose(mask, bits):
    """One of the legal actions, by 64 random bits; NONE (-1) if there is none."""
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    left = scaled(bits, count)
    for action in range(len(mask)):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return -1


@kernel
def play_out(states, start, stop, seeds, lengths, n_actions, limit, legal, step, automatic):
    """Random legal play to the end of each game, at most `limit` decisions; lengths[i] counts them.

    Seats that the game plays by itself do so.
    """
    mask = np.zeros(n_actions, np.bool_)
    out = np.zeros(1, np.int64)
    for i in range(start, stop):
        chance = seeds[i]
        for n in range(limit):
            automatic(states, i, out)
            action = out[0]
            if action < 0:
                legal(states, i, mask)
                chance = advance(chance)
                action = choose(mask, mix(chance))
            if action < 0:
                break
            step(states, i, action)
            lengths[i] = n + 1


@kernel
def copy_games(raw, origins, target):
    """target[i] becomes a copy of raw[origins[i]]; both are word views of states (see `words_of`)."""
    for i in range(len(origins)):
        for k in range(raw.shape[1]):
            target[i, k] = raw[origins[i], k]


@kernel
def audit_games(
    states,
    raw,
    before,
    raw_before,
    start,
    stop,
    seeds,
    lengths,
    extremes,
    n_actions,
    limit,
    legal,
    step,
    automatic,
    audit,
):
    """As play_out, looking at every state: the first (game, decision, code) for which `audit` finds something
    wrong.

    `before` is one state, the one ahead of each step; `extremes` collects the largest values audit measures.
    """
    mask = np.zeros(n_actions, np.bool_)
    out = np.zeros(1 + len(extremes), np.int64)
    for i in range(start, stop):
        chance = seeds[i]
        for n in range(limit):
            legal(states, i, mask)
            automatic(states, i, out)
            action = out[0]
            if action < 0:
                chance = advance(chance)
                action = choose(mask, mix(chance))
                if action < 0:
                    break
            elif not mask[action]:
                return i, n, ILLEGAL_AUTOMATON
            for k in range(raw.shape[1]):
                raw_before[0, k] = raw[i, k]
            step(states, i, action)
            lengths[i] = n + 1
            audit(states, i, before, out)
            for k in range(len(extremes)):
                extremes[k] = max(extremes[k], out[1 + k])
            if out[0] != 0:
                return i, n, out[0]
    return -1, 0, 0
