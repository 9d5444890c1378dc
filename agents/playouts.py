"""Kernels that play a position on, to its end or until it comes to rest, and say what it is worth then: the
part of a search below the tree.

`playout_action` is the one place where a playout chooses; a new way to choose is a branch there and a name in
`POLICIES`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from agents.greedy import NONE, Desk, copy_row, greedy_action, new_desk, settle
from tabletop.chance import advance, mix
from tabletop.game import Game
from tabletop.jit import kernel
from tabletop.loops import choose, words_of

RANDOM, LEARNED, GREEDY = range(3)
POLICIES = {"random": RANDOM, "learned": LEARNED, "greedy": GREEDY}
"""Uniformly over the legal actions; or mostly the action that has paid best in this search, wherever the same
seat answered the same question with it (Finnsson and Björnsson, 2008); or as the greedy player does."""

SLIPS = 3, 10
"""Learned playouts choose at random in 3 of 10 decisions, so that they go on learning."""

LONGEST_LESSON = 1024
"""Decisions of a playout that are learned from."""


class Doors(NamedTuple):
    """The kernels of a game that a search calls, by address."""

    legal: Callable
    step: Callable
    asked: Callable
    automatic: Callable
    redeal: Callable
    payoffs: Callable


class Plan(NamedTuple):
    """How to search, as numbers."""

    exploration: float
    policy: int  # of playouts
    depth: int  # decisions of a playout
    reward: int  # pays a game that has ended
    margin: int  # the reward that pays a game that has not, and `blend` of one that has
    blend: float
    scale: float  # the evaluation that counts as most of a victory
    quiet: int  # see Game.quiet
    looks: bool  # no playouts: whatever can be done is judged where it comes to rest


class Board(NamedTuple):
    """One position to play with, and what its doors write."""

    states: np.ndarray
    raw: np.ndarray  # the same memory, see tabletop.loops.words_of
    mask: np.ndarray
    told: np.ndarray  # by `asked` and `automatic`
    values: np.ndarray  # of the seats, after a playout
    margins: np.ndarray
    desk: Desk  # of the greedy player


class Lessons(NamedTuple):
    """What playouts have learned, by question (a decision of a seat) and action."""

    tried: np.ndarray
    total: np.ndarray
    questions: np.ndarray  # of the present playout, with their answers
    answers: np.ndarray
    length: np.ndarray  # length[0] of them


def doors_of(game: Game) -> Doors:
    return Doors(*(getattr(game, name) for name in Doors._fields))


def new_board(game: Game) -> Board:
    states = game.new_states(1)
    return Board(
        states,
        words_of(states),
        np.zeros(game.n_actions, np.bool_),
        np.zeros(3, np.int64),
        np.zeros(game.max_seats),
        np.zeros(game.max_seats),
        new_desk(game),
    )


def new_lessons(game: Game, policy: int) -> Lessons:
    questions = len(game.decisions) * game.max_seats if policy == LEARNED else 0
    return Lessons(
        np.zeros((questions, game.n_actions)),
        np.zeros((questions, game.n_actions)),
        np.zeros(LONGEST_LESSON, np.int64),
        np.zeros(LONGEST_LESSON, np.int64),
        np.zeros(1, np.int64),
    )


@kernel
def play_on(board, lessons, doors, evaluate, plan, chance):
    """A playout of at most plan.depth decisions; whether the game has ended."""
    for _ in range(plan.depth):
        doors.automatic(board.states, 0, board.told)
        action = board.told[0]
        if action == NONE:
            chance = advance(chance)
            action = playout_action(board, lessons, doors, evaluate, plan, mix(chance))
            if action == NONE:
                return True
        doors.step(board.states, 0, action)
    doors.asked(board.states, 0, board.told)
    return board.told[0] < 0


@kernel
def playout_action(board, lessons, doors, evaluate, plan, bits):
    """What the player who decides does in a playout; NONE when the game is over."""
    if evaluate is not None and plan.policy == GREEDY:
        return greedy_action(
            board.raw,
            0,
            bits,
            board.desk,
            plan.quiet,
            doors.legal,
            doors.step,
            doors.asked,
            doors.automatic,
            evaluate,
        )
    doors.legal(board.states, 0, board.mask)
    if plan.policy == LEARNED:
        return learned_action(board, lessons, doors, bits)
    return choose(board.mask, bits)


@kernel
def without_choice(board, doors):
    """What a scripted seat does, or the only legal action; NONE where there is a choice or the game is over.

    Afterwards board.told holds the answer of `asked` and board.mask the legal actions, if a player decides.
    """
    doors.automatic(board.states, 0, board.told)
    action = board.told[0]
    doors.asked(board.states, 0, board.told)
    if action == NONE and board.told[0] >= 0:
        doors.legal(board.states, 0, board.mask)
        action = only_action(board.mask)
    return action


@kernel
def only_action(mask):
    """The only legal action, NONE if there are several."""
    only = NONE
    for action in range(len(mask)):
        if mask[action]:
            if only != NONE:
                return NONE
            only = action
    return only


@kernel
def question(board):
    """A number for the decision and the seat in board.told."""
    return board.told[0] * len(board.values) + board.told[1]


@kernel
def judge(states, i, out, board, doors, evaluate, plan, ended):
    """What the game in row i is worth to each seat. One that has not ended is judged by `evaluate`, or by the
    margin without one."""
    if ended:
        doors.payoffs(states, i, plan.reward, out)
        if plan.blend > 0.0:
            doors.payoffs(states, i, plan.margin, board.margins)
            for seat in range(len(out)):
                out[seat] += plan.blend * (board.margins[seat] - out[seat])
    elif evaluate is None:
        doors.payoffs(states, i, plan.margin, out)
    else:
        evaluate(states, i, out)
        for seat in range(len(out)):
            out[seat] = math.tanh(out[seat] / plan.scale)


# ---- without playouts --------------------------------------------------------------------------------------


@kernel
def judge_action(board, action, out, doors, evaluate, plan, bits):
    """What an action is worth to each seat, once what is asked after it has been answered greedily; whether
    it ends the game. The answers are left in board.desk.answers."""
    desk = board.desk
    copy_row(board.raw, 0, desk.raw, 1)
    doors.step(desk.states, 1, action)
    settle_desk(desk, doors, evaluate, plan, bits)
    doors.asked(desk.states, 1, desk.told)
    ended = desk.told[0] < 0
    judge(desk.states, 1, out, board, doors, evaluate, plan, ended)
    return ended


@kernel
def bring_to_rest(board, answers, doors, evaluate, plan, bits):
    """Give these answers as far as they are legal in this deal, and greedy ones to what else is asked.

    They are the ones found when the action was first judged, and need not be sought again at every visit.
    """
    for k in range(1, 1 + answers[0]):
        while True:
            action = without_choice(board, doors)
            if board.told[0] < 0 or board.told[0] == plan.quiet:
                return
            if action == NONE:
                break
            doors.step(board.states, 0, action)
        if not board.mask[answers[k]]:
            break
        doors.step(board.states, 0, answers[k])
    copy_row(board.raw, 0, board.desk.raw, 1)
    settle_desk(board.desk, doors, evaluate, plan, bits)
    copy_row(board.desk.raw, 1, board.raw, 0)


@kernel
def settle_desk(desk, doors, evaluate, plan, bits):
    settle(desk, bits, plan.quiet, doors.legal, doors.step, doors.asked, doors.automatic, evaluate)


# ---- playouts that learn -----------------------------------------------------------------------------------


@kernel
def learned_action(board, lessons, doors, bits):
    """The best so far, now and then any; noted for `learn`."""
    doors.asked(board.states, 0, board.told)
    if board.told[0] < 0:
        return NONE
    asked = question(board)
    slips, of = SLIPS
    if bits % np.uint64(of) < np.uint64(slips):
        action = choose(board.mask, bits)
    else:
        action = best_action(board, lessons, asked)
    n = lessons.length[0]
    if n < LONGEST_LESSON:
        lessons.questions[n] = asked
        lessons.answers[n] = action
        lessons.length[0] = n + 1
    return action


@kernel
def best_action(board, lessons, asked):
    """The legal action that has paid best; one that was never tried comes first."""
    best, highest = NONE, 0.0
    for action in range(len(board.mask)):
        if board.mask[action]:
            n = lessons.tried[asked, action]
            if n == 0.0:
                return action
            mean = lessons.total[asked, action] / n
            if best == NONE or mean > highest:
                best, highest = action, mean
    return best


@kernel
def learn(board, lessons):
    """Credit the actions of the playout with what their seats have got."""
    for k in range(lessons.length[0]):
        asked, action = lessons.questions[k], lessons.answers[k]
        lessons.tried[asked, action] += 1.0
        lessons.total[asked, action] += board.values[asked % len(board.values)]
    lessons.length[0] = 0


@kernel
def forget(lessons):
    lessons.tried[:] = 0.0
    lessons.total[:] = 0.0
    lessons.length[0] = 0
