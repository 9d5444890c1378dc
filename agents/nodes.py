"""The memory of a tree search: nodes in one array, linked by their numbers, and what searches have found."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from agents.greedy import ANSWERS, NONE
from tabletop.game import Game
from tabletop.jit import kernel

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
                ("latest", np.int32),  # the latest simulation in which it was
            ],
            align=True,
        ),
    )
)


class Tree(NamedTuple):
    """Room for one tree. Nodes are never freed: a new search begins again at the root."""

    nodes: np.ndarray
    values: np.ndarray  # of each node, for each seat
    answers: np.ndarray  # to what is asked after a node's action, see greedy.Desk
    path: np.ndarray  # the nodes of the present simulation
    counts: np.ndarray  # of nodes in the tree, of simulations


class Result(NamedTuple):
    """What the searches of many games have found, a row for each."""

    actions: np.ndarray
    visits: np.ndarray  # of each action
    action_values: np.ndarray  # for the seat that decides
    values: np.ndarray  # of the position, for each seat


def new_tree(n: int, seats: int) -> Tree:
    """Room for n nodes."""
    return Tree(
        np.zeros(n, NODE),
        np.zeros((n, seats)),
        np.zeros((n, 1 + ANSWERS), np.int16),
        np.zeros(n + 1, np.int32),
        np.zeros(2, np.int64),
    )


def larger_tree(tree: Tree, n: int) -> Tree:
    """The same tree with room for n nodes."""
    larger = new_tree(n, tree.values.shape[1])
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
def clear(tree):
    tree.counts[:] = 0
    add(tree, NONE, NONE, NONE)


@kernel
def add(tree, parent, asked, action):
    """A new node, the youngest child of `parent`."""
    new = tree.counts[0]
    tree.counts[0] = new + 1
    node = tree.nodes[new]
    node.action = action
    node.question = asked
    node.child = NONE
    node.sibling = NONE
    node.visits = 0
    node.available = 1
    node.latest = tree.counts[1]
    for seat in range(tree.values.shape[1]):
        tree.values[new, seat] = 0.0
    if parent != NONE:
        node.sibling = tree.nodes[parent].child
        tree.nodes[parent].child = new
    return new
