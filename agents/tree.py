"""Kernels of the tree search: information sets, one observer, every seat for itself.

A simulation copies the position, deals anew what the searching seat cannot know, walks down the tree, adds to
it and tells the nodes it passed what was found, for all seats. A node stands for the actions that lead to it,
not for a position: which of its children can be followed depends on the deal. So a child counts how often it
could have been chosen, and that number takes the place of the parent's visits in the bound by which children
are compared (Cowling, Powley and Whitehouse, 2012).

With playouts one node is added and played on from, and nodes are worth the mean of the playouts below them.
Without (`plan.looks`) a node gets all its children at once, each judged by the evaluation where it comes to
rest. A node is worth what its best child is to whoever decides there, on the average of deals. Besides the
first question of a search only those between two actions are nodes then; others are answered greedily.

Actions of scripted seats and actions without an alternative are carried out without a node.
"""

from __future__ import annotations

import math

import numpy as np

from agents.greedy import NONE
from agents.nodes import ROOT, add, clear
from agents.playouts import (
    bring_to_rest,
    forget,
    judge,
    judge_action,
    learn,
    play_on,
    question,
    without_choice,
)
from tabletop.chance import advance, mix
from tabletop.jit import kernel
from tabletop.loops import choose

SOONER = 0.99
"""What is left of the worth of an end that takes one action more, without playouts: else a victory that
cannot be missed might be put off for ever."""


@kernel
def search_many(raw, start, stop, seeds, sims, fresh, tree, board, lessons, doors, evaluate, plan, result):
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
            seat, judged = board.told[1], 0
            while judged < sims:
                nodes = tree.counts[0]
                set_up_board(raw, i, board)
                seeds[i] = advance(seeds[i])
                doors.redeal(board.states, 0, seat, mix(seeds[i]))
                seeds[i] = advance(seeds[i])
                simulate(tree, board, lessons, doors, evaluate, plan, mix(seeds[i]))
                judged += max(1, tree.counts[0] - nodes)
            action = best_found(tree, seat, i, plan.exploration, result)
        result.actions[i] = action


@kernel
def set_up_board(raw, i, board):
    for k in range(raw.shape[1]):
        board.raw[0, k] = raw[i, k]


# ---- one simulation ----------------------------------------------------------------------------------------


@kernel
def simulate(tree, board, lessons, doors, evaluate, plan, chance):
    """Down the tree to a node that is new or ends the game, judge that, and back up."""
    tree.counts[1] += 1
    length, over, chance = descend(tree, board, doors, evaluate, plan, chance)
    if not plan.looks:
        over = play_on(board, lessons, doors, evaluate, plan, chance)
    if over or not plan.looks:
        judge(board.states, 0, board.values, board, doors, evaluate, plan, over)
        if plan.looks:
            put_off(board.values, length - 2)
    else:
        board.values[:] = tree.values[tree.path[length - 1]]
    learn(board, lessons)
    back_up(tree, board.values, length, plan.looks)


@kernel
def descend(tree, board, doors, evaluate, plan, chance):
    """How many nodes tree.path holds then, whether the game is over, and the stream of chance."""
    node, length = ROOT, 1
    tree.path[0] = ROOT
    while True:
        action = without_choice(board, doors)
        if action != NONE:
            doors.step(board.states, 0, action)
            continue
        if board.told[0] < 0:
            return length, True, chance
        mark_available(tree, node, board)
        chance = advance(chance)
        if evaluate is not None and plan.looks:
            if tree.counts[0] + len(board.mask) > len(tree.nodes):
                return length, False, chance  # no room: the node is worth what it was
            look(tree, node, length - 1, board, doors, evaluate, plan, mix(chance))
            if node != ROOT and tree.nodes[node].visits == 0:
                return length, False, chance
        node = pick(tree, node, board, plan.exploration, mix(chance))
        tree.path[length] = node
        length += 1
        doors.step(board.states, 0, tree.nodes[node].action)
        if evaluate is not None and plan.looks:
            bring_to_rest(board, tree.answers[node], doors, evaluate, plan, mix(chance))
        elif tree.nodes[node].visits == 0:
            return length, False, chance


@kernel
def mark_available(tree, parent, board):
    """Mark the children that can be followed in this deal, and take their actions off board.mask."""
    asked = question(board)
    child = np.int64(tree.nodes[parent].child)
    while child != NONE:
        node = tree.nodes[child]
        if node.question == asked and board.mask[node.action]:
            board.mask[node.action] = False
            node.available += 1
            node.latest = tree.counts[1]
        child = np.int64(node.sibling)


@kernel
def look(tree, parent, depth, board, doors, evaluate, plan, bits):
    """A judged child for each action left on board.mask, which is empty then."""
    asked = question(board)
    for action in range(len(board.mask)):
        if board.mask[action]:
            board.mask[action] = False
            new = add(tree, parent, asked, action)
            if judge_action(board, action, tree.values[new], doors, evaluate, plan, bits):
                put_off(tree.values[new], depth)
            tree.answers[new] = board.desk.answers


@kernel
def put_off(values, actions):
    for seat in range(len(values)):
        values[seat] *= SOONER**actions


@kernel
def pick(tree, parent, board, exploration, bits):
    """A new child for one of the actions left on board.mask, else the child with the highest bound."""
    action = choose(board.mask, bits)
    if action != NONE:
        return add(tree, parent, question(board), action)
    seat = board.told[1]
    best, highest = NONE, 0.0
    child = np.int64(tree.nodes[parent].child)
    while child != NONE:
        node = tree.nodes[child]
        if node.latest == tree.counts[1]:
            bound = tree.values[child, seat] + exploration * doubt(node)
            if best == NONE or bound > highest:
                best, highest = child, bound
        child = np.int64(node.sibling)
    return best


@kernel
def doubt(node):
    return math.sqrt(math.log(node.available) / (node.visits + 1))


@kernel
def back_up(tree, values, length, looks):
    """Each node of the path has the mean of what its visits were worth; `values` is what this one was."""
    for k in range(length - 1, -1, -1):
        node = tree.path[k]
        tree.nodes[node].visits += 1
        best = best_child(tree, node, len(values)) if looks else NONE
        for seat in range(len(values)):
            if best != NONE:
                values[seat] = tree.values[best, seat]
            tree.values[node, seat] += (values[seat] - tree.values[node, seat]) / tree.nodes[node].visits


@kernel
def best_child(tree, parent, seats):
    """What whoever decides there would do in this deal; NONE if the node has no children in it."""
    best = NONE
    child = np.int64(tree.nodes[parent].child)
    while child != NONE:
        node = tree.nodes[child]
        seat = node.question % seats
        if node.latest == tree.counts[1] and (
            best == NONE or tree.values[child, seat] > tree.values[best, seat]
        ):
            best = child
        child = np.int64(node.sibling)
    return best


@kernel
def best_found(tree, seat, i, exploration, result):
    """The action whose value is highest even if doubt counts against it. Fills row i of the result."""
    for k in range(result.values.shape[1]):
        result.values[i, k] = tree.values[ROOT, k]
    best, highest = NONE, 0.0
    child = np.int64(tree.nodes[ROOT].child)
    while child != NONE:
        node = tree.nodes[child]
        action = np.int64(node.action)
        result.visits[i, action] = node.visits
        result.action_values[i, action] = tree.values[child, seat]
        bound = tree.values[child, seat] - exploration * doubt(node)
        if node.visits > 0 and (best == NONE or bound > highest):
            best, highest = action, bound
        child = np.int64(node.sibling)
    return best
