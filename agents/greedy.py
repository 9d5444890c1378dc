"""A greedy player that knows no game: it tries every action and takes the one whose outcome is worth most.

An action is often only the beginning (which card, then which side, which border, pay or not). So each is
played on, every seat choosing greedily for itself, until the game comes to rest: until it is over, or asks
the `quiet` question (the one between two actions), or a question that is being answered already. What is
then on the table is worth what `evaluate` says.

The loop holds no rules: it calls the game's kernels by address, as `tabletop.loops` does. The game must not
tell what a player cannot know: redeal the states first.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from tabletop.chance import advance, mix, scaled
from tabletop.game import Game
from tabletop.jit import kernel
from tabletop.loops import words_of

LEVELS = 8
"""Questions answered one inside the other; a question beyond that is left open."""
MOST_TRIALS = 2000
"""Actions tried for one decision; after that, questions are left open."""
NONE = -1
ANSWERS = 8
"""Answers of `settle` that are noted."""
STANDS = 4.0
"""A lead is clear when it is so many times a clear difference between two actions."""


class Desk(NamedTuple):
    """Where a greedy player tries things out: one row per level. Threads each need their own."""

    states: np.ndarray
    raw: np.ndarray
    masks: np.ndarray
    kinds: np.ndarray
    """The question asked at each level."""
    seats: np.ndarray
    """Who is asked."""
    untried: np.ndarray
    """The first action that has not been tried yet."""
    best: np.ndarray
    ties: np.ndarray
    """How many actions are as good as the best."""
    values: np.ndarray
    told: np.ndarray
    """What `asked` and `automatic` say."""
    worth: np.ndarray
    """What `evaluate` says, per seat."""
    answers: np.ndarray
    """What `settle` has answered: answers[0] many, from answers[1] on."""
    outcomes: np.ndarray
    """What each action of the lowest level leads to, for whoever is asked there."""


def new_desk(game: Game) -> Desk:
    """A desk for one thread."""
    states = game.new_states(LEVELS + 1)
    return Desk(
        states=states,
        raw=words_of(states),
        masks=np.zeros((LEVELS, game.n_actions), np.bool_),
        kinds=np.zeros(LEVELS, np.int64),
        seats=np.zeros(LEVELS, np.int64),
        untried=np.zeros(LEVELS, np.int64),
        best=np.zeros(LEVELS, np.int64),
        ties=np.zeros(LEVELS, np.int64),
        values=np.zeros(LEVELS, np.float64),
        told=np.zeros(3, np.int64),
        worth=np.zeros(game.max_seats, np.float64),
        answers=np.zeros(1 + ANSWERS, np.int16),
        outcomes=np.zeros(game.n_actions, np.float64),
    )


@kernel
def greedy_actions(raw, start, stop, seeds, actions, desk, quiet, legal, step, asked, automatic, evaluate):
    """The greedy action of each game, NONE where it is over; each seed is moved on."""
    for i in range(start, stop):
        actions[i] = greedy_action(raw, i, seeds[i], desk, quiet, legal, step, asked, automatic, evaluate)
        seeds[i] = advance(seeds[i])


@kernel
def greedy_action(raw, i, seed, desk, quiet, legal, step, asked, automatic, evaluate):
    """What a greedy player does in game i of `raw` (see `words_of`); `seed` breaks ties."""
    copy_row(raw, i, desk.raw, 0)
    asked(desk.states, 0, desk.told)
    if desk.told[0] < 0:
        return NONE
    open_question(desk, 0, legal)
    if is_forced(desk.masks[0]):
        return next_action(desk, 0)
    think(desk, 0, seed, quiet, legal, step, asked, automatic, evaluate)
    return desk.best[0]


@kernel
def advise(raw, start, stop, seeds, scale, out, desk, quiet, legal, step, asked, automatic, evaluate):
    """out[i]: for each action of game i how much less it leads to than the best one does, from 0 down to -1;
    then how much the best one gains, and how the seat stands, both from -1 to 1.

    A difference of `scale` counts as clear. What is not legal gets a 0.
    """
    n = desk.masks.shape[1]
    for i in range(start, stop):
        out[i, :] = 0.0
        copy_row(raw, i, desk.raw, 0)
        asked(desk.states, 0, desk.told)
        if desk.told[0] < 0:
            continue
        open_question(desk, 0, legal)
        evaluate(desk.states, 0, desk.worth)
        now = desk.worth[desk.seats[0]]
        think(desk, 0, seeds[i], quiet, legal, step, asked, automatic, evaluate)
        best = desk.values[0]
        for action in range(n):
            if desk.masks[0, action]:
                out[i, action] = math.tanh((desk.outcomes[action] - best) / scale)
        out[i, n] = math.tanh((best - now) / scale)
        out[i, n + 1] = math.tanh(now / (STANDS * scale))


@kernel
def settle(desk, seed, quiet, legal, step, asked, automatic, evaluate):
    """Play the game in row 1 of the desk on until it comes to rest, every seat greedily for itself."""
    desk.kinds[0] = quiet  # nothing is being answered yet
    desk.answers[0] = 0
    if not comes_to_rest(desk, 1, quiet, 0, legal, step, asked, automatic):
        think(desk, 1, seed, quiet, legal, step, asked, automatic, evaluate)


@kernel
def think(desk, floor, seed, quiet, legal, step, asked, automatic, evaluate):
    """Answer what is open at level `floor`: 0 only finds the answer; 1 carries it out, and answers what is
    asked then, until the game comes to rest.

    A level whose actions have all been tried takes its best one and goes on to what is asked then, or hands
    the outcome to the level below it.
    """
    chance, level, trials = mix(seed), floor, 0
    while True:
        action = next_action(desk, level)
        above = level + 1
        if action != NONE:
            trials += 1
            copy_row(desk.raw, level, desk.raw, above)
            step(desk.states, above, action)
            if comes_to_rest(desk, above, quiet, trials, legal, step, asked, automatic):
                chance = weigh(desk, level, action, above, chance, evaluate)
            else:
                level = above
        elif level == 0:
            return
        else:
            if level == floor:
                note(desk, desk.best[level])
            step(desk.states, level, desk.best[level])
            if comes_to_rest(desk, level, quiet, trials, legal, step, asked, automatic):
                if level == floor:
                    return
                level -= 1
                action = desk.untried[level] - 1  # the one that led here
                chance = weigh(desk, level, action, above - 1, chance, evaluate)


@kernel
def note(desk, answer):
    n = desk.answers[0] + 1
    if n <= ANSWERS:
        desk.answers[n] = answer
        desk.answers[0] = n


@kernel
def copy_row(source, i, target, k):
    for word in range(source.shape[1]):
        target[k, word] = source[i, word]


@kernel
def is_forced(mask):
    count = 0
    for action in range(len(mask)):
        count += mask[action]
    return count == 1


@kernel
def open_question(desk, level, legal):
    """Begin to answer what has just been asked."""
    desk.kinds[level] = desk.told[0]
    desk.seats[level] = desk.told[1]
    legal(desk.states, level, desk.masks[level])
    desk.untried[level] = 0
    desk.best[level] = NONE
    desk.ties[level] = 0
    desk.values[level] = -np.inf


@kernel
def next_action(desk, level):
    """The next legal action to try, NONE when all have been."""
    for action in range(desk.untried[level], desk.masks.shape[1]):
        if desk.masks[level, action]:
            desk.untried[level] = action + 1
            return action
    return NONE


@kernel
def comes_to_rest(desk, level, quiet, trials, legal, step, asked, automatic):
    """Go on as far as nobody has a choice. True: here the position can be judged; False: a question was
    opened."""
    for _ in range(MOST_TRIALS):
        asked(desk.states, level, desk.told)
        kind = desk.told[0]
        if kind < 0 or kind == quiet or level == LEVELS or trials > MOST_TRIALS:
            return True
        for below in range(level):
            if desk.kinds[below] == kind:
                return True
        automatic(desk.states, level, desk.told)
        action = desk.told[0]
        if action < 0:
            asked(desk.states, level, desk.told)
            open_question(desk, level, legal)
            if not is_forced(desk.masks[level]):
                return False
            action = next_action(desk, level)
        step(desk.states, level, action)
    return True


@kernel
def weigh(desk, level, action, outcome, chance, evaluate):
    """Remember the action if its outcome is the best yet for whoever is asked; ties are broken by chance."""
    evaluate(desk.states, outcome, desk.worth)
    value = desk.worth[desk.seats[level]]
    if level == 0:
        desk.outcomes[action] = value
    if value > desk.values[level]:
        desk.values[level] = value
        desk.best[level] = action
        desk.ties[level] = 1
    elif value == desk.values[level]:
        desk.ties[level] += 1
        chance = advance(chance)
        if scaled(mix(chance), desk.ties[level]) == 0:
            desk.best[level] = action
    return chance
