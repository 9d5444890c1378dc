"""Kernels of the environments: many games played on at once, with rewards, fresh games, and what seats see.

A game waits for whoever must decide and is played outside: the caller, or a policy that answers for many
games in one call. Seats that the game plays by itself, random seats and (if asked) forced decisions never
leave the kernel. Whatever is random in a game comes from that game's own seed (I6).

What is kept beside a game's state is one record too, its slot: a kernel that is handed two records is quick
to call, one that is handed thirty arrays is not.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tabletop.chance import advance, mix, scaled
from tabletop.jit import kernel
from tabletop.loops import choose

OUTSIDE, RANDOM, FIRST_POLICY = 0, 1, 2
"""Who plays a seat: the caller, chance, or one of the policies."""
NOBODY = -1
"""What a finished game waits for."""
EVERY_SEAT, DRAWN_SEAT = -1, -2
"""Which seats the caller plays, instead of the number of one seat."""
_DICE = np.uint64(0x5851F42D4C957F2D)


class Doors(NamedTuple):
    """The kernels of a game, called by address."""

    setup: Any
    legal: Any
    step: Any
    asked: Any
    automatic: Any
    observe: Any
    payoffs: Any


class Rules(NamedTuple):
    """What does not change while games are played."""

    reward: int
    seat: int  # the one the caller plays, EVERY_SEAT or DRAWN_SEAT
    skip_forced: bool
    fresh: bool  # a finished game is replaced by a new one
    mend: bool  # an illegal action is replaced by a random legal one
    drawn: bool  # opponents are drawn by weight for every game, else they sit in the order given


def slot_type(seats: int) -> np.dtype:
    """The record beside the state of each game."""
    fields = [
        ("seed", np.uint64),  # of the present game
        ("dice", np.uint64),  # the generator for random seats and for `bits`
        ("bits", np.uint64),  # 64 random bits for whoever is asked
        ("asked", np.int64, (3,)),  # decision, seat, cut off
        ("scripted", np.int64, (1,)),  # scratch: what a seat does that the game plays
        ("earned", np.float64, (seats,)),  # by each seat since the game began
        ("payoff", np.float64, (seats,)),  # scratch
        ("rewards", np.float64, (seats,)),  # by each seat in this step
        ("waiting", np.int64),  # OUTSIDE, a policy, or NOBODY
        ("players", np.int64, (seats,)),  # who plays each seat
        ("learner", np.int64),  # the caller's seat
        ("length", np.int64),  # actions so far
        ("done", np.int64),  # the game ended in this step
        ("cut", np.int64),  # and it was cut off
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


class Games(NamedTuple):
    """Row i is game i. What ends in `_end` is what the game left that ended there last."""

    states: Any
    words: Any  # the same memory as 64-bit words
    blank: Any  # words of one configured state
    words_end: Any
    slots: Any
    slots_end: Any
    masks: Any
    observations: Any
    observations_end: Any  # what the caller's seat saw
    history: Any  # actions, if there is room for any
    history_end: Any
    people: Any  # seats that the game does not play by itself
    opponents: Any  # the pool
    weights: Any  # their cumulative weights


# ---- a new game ------------------------------------------------------------------------------------------


@kernel
def next_seed(seed):
    """The seed of the game after the one with this seed."""
    return mix(advance(seed))


@kernel
def roll(slot):
    """64 bits from the game's dice."""
    slot.dice = advance(slot.dice)
    return mix(slot.dice)


@kernel
def begin(g, r, i, setup):
    """Game i from its seed: the deal, the dice, who plays which seat."""
    slot = g.slots[i]
    for k in range(g.words.shape[1]):
        g.words[i, k] = g.blank[0, k]
    setup(g.states, i, slot.seed)
    slot.dice = mix(advance(slot.seed ^ _DICE))
    slot.length = 0
    for p in range(len(slot.earned)):
        slot.earned[p] = 0.0
    take_seats(slot, int(g.states[i].players), r, g.people, g.opponents, g.weights)


@kernel
def take_seats(slot, seats, r, people, opponents, weights):
    """Who plays which seat."""
    slot.learner = r.seat
    if r.seat == DRAWN_SEAT:
        slot.learner = people[scaled(roll(slot), len(people))]
    for k in range(seats):
        p = k if r.seat == EVERY_SEAT else (slot.learner + k) % seats
        if k == 0 or r.seat == EVERY_SEAT:
            slot.players[p] = OUTSIDE
        elif r.drawn:
            slot.players[p] = opponents[drawn(weights, roll(slot))]
        else:
            slot.players[p] = opponents[(k - 1) % len(opponents)]


@kernel
def drawn(weights, bits):
    """An index by its cumulative weight."""
    share = (bits >> np.uint64(11)) * (1.0 / 9007199254740992.0) * weights[-1]
    for k in range(len(weights) - 1):
        if share < weights[k]:
            return k
    return len(weights) - 1


# ---- playing on ------------------------------------------------------------------------------------------


@kernel
def write_down(slot, row, action):
    """One more action of the game; kept where there is room."""
    if slot.length < len(row):
        row[slot.length] = action
    slot.length += 1


@kernel
def only_choice(mask):
    """The legal action if there is just one, else -1."""
    found = -1
    for action in range(len(mask)):
        if mask[action]:
            if found >= 0:
                return -1
            found = action
    return found


@kernel
def run_on(states, i, slot, mask, row, skip_forced, legal, step, asked, automatic):
    """Play game i on until somebody outside must decide or it is over."""
    while True:
        asked(states, i, slot.asked[:])  # a slice: the field itself is no plain array to numba
        if slot.asked[0] < 0:
            slot.waiting = NOBODY
            return
        automatic(states, i, slot.scripted[:])
        action = slot.scripted[0]
        if action < 0:
            legal(states, i, mask)
            who = slot.players[slot.asked[1]]
            if skip_forced:
                action = only_choice(mask)
            if action < 0 and who == RANDOM:
                action = choose(mask, roll(slot))
            if action < 0:
                slot.waiting = who
                slot.bits = roll(slot)
                return
        write_down(slot, row, action)
        step(states, i, action)


@kernel
def pay(states, i, slot, reward, payoffs):
    """Credit what has been earned since the last payment, to every seat."""
    payoffs(states, i, reward, slot.payoff[:])
    for p in range(len(slot.payoff)):
        slot.rewards[p] += slot.payoff[p] - slot.earned[p]
        slot.earned[p] = slot.payoff[p]


@kernel
def settle(g, d, r, i):
    """After an action: everybody inside answers, rewards are paid, a game that is over gives way to the next.

    Once a game has ended in this step, what happens in the next one is paid in the next step.
    """
    slot = g.slots[i]
    run_on(g.states, i, slot, g.masks[i], g.history[i], r.skip_forced, d.legal, d.step, d.asked, d.automatic)
    if slot.done == 0:
        pay(g.states, i, slot, r.reward, d.payoffs)
    if slot.waiting == NOBODY:
        end_game(g, d, r, i)
    if slot.waiting != NOBODY:
        d.observe(g.states, i, slot.asked[1], g.observations[i])


@kernel
def end_game(g, d, r, i):
    """Keep what is left of a game that is over; begin the next until somebody outside must decide."""
    slot = g.slots[i]
    if slot.done == 0:
        slot.done = 1
        slot.cut = slot.asked[2]
        keep_the_end(g, r, i, d.observe)
    while r.fresh and slot.waiting == NOBODY:
        slot.seed = next_seed(slot.seed)
        begin(g, r, i, d.setup)
        run_on(
            g.states, i, slot, g.masks[i], g.history[i], r.skip_forced, d.legal, d.step, d.asked, d.automatic
        )
    if slot.waiting == NOBODY:
        d.legal(g.states, i, g.masks[i])
        if r.seat != EVERY_SEAT:
            d.observe(g.states, i, slot.learner, g.observations[i])


@kernel
def keep_the_end(g, r, i, observe):
    slot = g.slots[i]
    for k in range(g.words.shape[1]):
        g.words_end[i, k] = g.words[i, k]
    g.slots_end[i] = slot
    for k in range(min(slot.length, g.history.shape[1])):
        g.history_end[i, k] = g.history[i, k]
    if r.seat != EVERY_SEAT:
        observe(g.states, i, slot.learner, g.observations_end[i])


@kernel
def clear(slot):
    slot.done = 0
    slot.cut = 0
    for p in range(len(slot.rewards)):
        slot.rewards[p] = 0.0


# ---- what Python calls -----------------------------------------------------------------------------------


@kernel
def begin_games(g, r, start, stop, setup, legal, step, asked, automatic, observe, payoffs):
    """Every game anew, from its seed. Returns how many games have a fault."""
    faults = 0
    d = Doors(setup, legal, step, asked, automatic, observe, payoffs)
    for i in range(start, stop):
        clear(g.slots[i])
        begin(g, r, i, setup)
        settle(g, d, r, i)
        faults += g.states[i].fault
    return faults


@kernel
def step_games(g, r, actions, start, stop, setup, legal, step, asked, automatic, observe, payoffs):
    """The caller's action in each game; a game that is over and stays so is left alone. Returns faults."""
    faults = 0
    d = Doors(setup, legal, step, asked, automatic, observe, payoffs)
    for i in range(start, stop):
        slot = g.slots[i]
        clear(slot)
        if slot.waiting == NOBODY:
            continue
        action = actions[i]
        if r.mend and (action < 0 or action >= g.masks.shape[1] or not g.masks[i, action]):
            action = choose(g.masks[i], slot.bits)
        write_down(slot, g.history[i], action)
        step(g.states, i, action)
        settle(g, d, r, i)
        faults += g.states[i].fault
    return faults


@kernel
def answer_games(g, r, indices, actions, start, stop, setup, legal, step, asked, automatic, observe, payoffs):
    """A policy's actions in the games it was asked in. Returns faults."""
    faults = 0
    d = Doors(setup, legal, step, asked, automatic, observe, payoffs)
    for k in range(start, stop):
        i = indices[k]
        write_down(g.slots[i], g.history[i], actions[k])
        step(g.states, i, actions[k])
        settle(g, d, r, i)
        faults += g.states[i].fault
    return faults


@kernel
def redeal_games(states, seats, bits, start, stop, redeal):
    """What the seat of each game cannot know, dealt anew."""
    for i in range(start, stop):
        redeal(states, i, seats[i], bits[i])


@kernel
def choose_games(masks, bits, out):
    """A random legal action for each row."""
    for i in range(len(masks)):
        out[i] = choose(masks[i], bits[i])
