"""Kernels of the tree search: information sets, one observer, every seat for itself.

A simulation copies the position, deals anew what the searching seat cannot know, walks down the tree, adds
one node, plays on to the end and credits every node it passed with the payoffs of all seats. A node stands
for the actions that lead to it, not for a position: which of its children can be followed depends on the
deal. So a child counts how often it could have been chosen, and that number takes the place of the parent's
visits in the bound by which children are compared (Cowling, Powley and Whitehouse, 2012).

Actions of scripted seats and actions without an alternative are carried out without a node.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from agents.playouts import NONE, forget, judge, learn, play_on, question
from tabletop.chance import advance, mix
from tabletop.game import Game
from tabletop.jit import kernel
from tabletop.loops import choose

ROOT = 0

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("action", np.int32),
                ("question", np.int32),  # which decision of which seat the action answers
                ("child", np.int32),  # the youngest
                ("sibling", np.int32),  # the next older
                ("visits", np.int32),
                ("available", np.int32),  # how often it was legal when its parent was visited
            ],
            align=True,
        ),
    )
)


class Tree(NamedTuple):
    """Room for one tree. Nodes are never freed: a new search begins again at the root."""

    nodes: np.ndarray
    totals: np.ndarray  # what the seats have got in the simulations through each node
    path: np.ndarray  # the nodes of the present simulation
    used: np.ndarray  # used[0] nodes are in the tree


class Result(NamedTuple):
    """What the searches of many games have found, a row for each."""

    actions: np.ndarray
    visits: np.ndarray  # of each action
    action_values: np.ndarray  # for the seat that decides
    values: np.ndarray  # of the position, for each seat


def new_tree(simulations: int, seats: int) -> Tree:
    """A simulation adds one node at most."""
    n = simulations + 1
    return Tree(np.zeros(n, NODE), np.zeros((n, seats)), np.zeros(n + 1, np.int32), np.zeros(1, np.int64))


def larger_tree(tree: Tree, simulations: int) -> Tree:
    """The same tree with room for so many simulations in all."""
    larger = new_tree(simulations, tree.totals.shape[1])
    for new, old in zip(larger, tree):
        new[: len(old)] = old
    return larger


def new_result(game: Game, n: int) -> Result:
    return Result(
        np.full(n, NONE, np.int64),
        np.zeros((n, game.n_actions), np.int64),
        np.zeros((n, game.n_actions)),
        np.zeros((n, game.max_seats)),
    )


@kernel
def search_many(
    raw, start, stop, seeds, simulations, fresh, tree, board, lessons, doors, evaluate, plan, result
):
    """Search games start .. stop-1, each with a tree and a stream of chance of its own.

    `raw` holds their states as words and is only read. With `fresh` false the one game goes on with the tree
    as it stands; seeds[i] is left where its stream has come to.
    """
    for i in range(start, stop):
        set_up_board(raw, i, board)
        action = without_choice(board, doors)
        if action == NONE and board.told[0] >= 0:
            if fresh:
                clear(tree)
                forget(lessons)
            seat = board.told[1]
            for _ in range(simulations):
                set_up_board(raw, i, board)
                seeds[i] = advance(seeds[i])
                doors.redeal(board.states, 0, seat, mix(seeds[i]))
                seeds[i] = advance(seeds[i])
                simulate(tree, board, lessons, doors, evaluate, plan, mix(seeds[i]))
            action = most_visited(tree, seat, i, result)
        result.actions[i] = action


@kernel
def set_up_board(raw, i, board):
    for k in range(raw.shape[1]):
        board.raw[0, k] = raw[i, k]


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


# ---- one simulation ----------------------------------------------------------------------------------------


@kernel
def simulate(tree, board, lessons, doors, evaluate, plan, chance):
    """Down the tree to a new node, on to the end of the game, and back up."""
    length, chance = descend(tree, board, doors, plan.exploration, chance)
    ended = play_on(board, lessons, doors, evaluate, plan, chance)
    judge(board, doors, evaluate, plan, ended)
    learn(board, lessons)
    for k in range(length):
        node = tree.path[k]
        tree.nodes[node].visits += 1
        for seat in range(len(board.values)):
            tree.totals[node, seat] += board.values[seat]


@kernel
def descend(tree, board, doors, exploration, chance):
    """Follow the tree to a node that is new or ends the game: how many nodes tree.path holds, and the stream
    of chance."""
    node, length = ROOT, 1
    tree.path[0] = ROOT
    while True:
        action = without_choice(board, doors)
        if action != NONE:
            doors.step(board.states, 0, action)
        elif board.told[0] < 0:
            return length, chance
        else:
            chance = advance(chance)
            node = pick(tree, node, board, exploration, mix(chance))
            tree.path[length] = node
            length += 1
            doors.step(board.states, 0, tree.nodes[node].action)
            if tree.nodes[node].visits == 0:
                return length, chance


@kernel
def pick(tree, parent, board, exploration, bits):
    """A new child for one of the legal actions without any, else the legal child with the highest bound.

    Takes the actions that have a child off board.mask.
    """
    seat, asked = board.told[1], question(board)
    best, highest = NONE, 0.0
    child = np.int64(tree.nodes[parent].child)
    while child != NONE:
        node = tree.nodes[child]
        if node.question == asked and board.mask[node.action]:
            board.mask[node.action] = False
            node.available += 1
            mean = tree.totals[child, seat] / node.visits
            bound = mean + exploration * math.sqrt(math.log(node.available) / node.visits)
            if best == NONE or bound > highest:
                best, highest = child, bound
        child = np.int64(node.sibling)
    action = choose(board.mask, bits)
    return best if action == NONE else add(tree, parent, asked, action)


# ---- the tree ----------------------------------------------------------------------------------------------


@kernel
def clear(tree):
    tree.used[0] = 0
    add(tree, NONE, NONE, NONE)


@kernel
def add(tree, parent, asked, action):
    """A new node, the youngest child of `parent`."""
    new = tree.used[0]
    tree.used[0] = new + 1
    node = tree.nodes[new]
    node.action = action
    node.question = asked
    node.child = NONE
    node.sibling = NONE
    node.visits = 0
    node.available = 1
    for seat in range(tree.totals.shape[1]):
        tree.totals[new, seat] = 0.0
    if parent != NONE:
        node.sibling = tree.nodes[parent].child
        tree.nodes[parent].child = new
    return new


@kernel
def most_visited(tree, seat, i, result):
    """The action with the most visits, among equals the better one. Fills row i of the result."""
    for k in range(result.values.shape[1]):
        result.values[i, k] = tree.totals[ROOT, k] / tree.nodes[ROOT].visits
    best = NONE
    child = np.int64(tree.nodes[ROOT].child)
    while child != NONE:
        node = tree.nodes[child]
        action = np.int64(node.action)
        result.visits[i, action] = node.visits
        result.action_values[i, action] = tree.totals[child, seat] / node.visits
        if best == NONE or is_better(result, i, action, best):
            best = action
        child = np.int64(node.sibling)
    return best


@kernel
def is_better(result, i, action, other):
    if result.visits[i, action] != result.visits[i, other]:
        return result.visits[i, action] > result.visits[i, other]
    if result.action_values[i, action] != result.action_values[i, other]:
        return result.action_values[i, action] > result.action_values[i, other]
    return action < other
