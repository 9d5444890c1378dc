"""What the environments pay: `payoffs` is what each seat has earned since the game began (settings.REWARDS).

A step pays the difference, so everything is credited in the step in which it arises, to all seats.
"""

from __future__ import annotations

from numba import types

from pamir_env.names import EARLY, FINAL_CHECK
from pamir_env.rules.dominance import is_ahead, is_winner
from pamir_env.settings import POINTS_SCALE
from pamir_env.state import STATES_TYPE
from tabletop.jit import entry, kernel

WIN, RANK, POINTS = range(3)  # in the order of REWARDS


@entry(STATES_TYPE, types.int64, types.int64, types.Array(types.float64, 1, "C"))
def payoffs(states, i, reward, out):
    """What each seat of game i has earned so far; seats that do not exist earn nothing."""
    s = states[i]
    for p in range(len(out)):
        out[p] = 0.0
    if reward == POINTS:
        pay_points(s, out)
    elif s.end == EARLY or s.end == FINAL_CHECK:  # nobody has won a game that was cut off
        if reward == WIN:
            pay_win(s, out)
        else:
            pay_rank(s, out)


@kernel
def pay_win(s, out):
    """P10: the winners share +1, the others -1; if all share the victory, it is worth nothing."""
    winners = 0
    for p in range(s.players):
        winners += 1 if is_winner(s, p) else 0
    if winners == s.players:
        return
    for p in range(s.players):
        out[p] = 1.0 / winners if is_winner(s, p) else -1.0 / (s.players - winners)


@kernel
def pay_rank(s, out):
    """Places by P10.3, from +1 evenly down to -1; those who are tied get the mean of their places."""
    for p in range(s.players):
        ahead, behind = 0, 0
        for q in range(s.players):
            ahead += 1 if is_ahead(s, q, p) else 0
            behind += 1 if is_ahead(s, p, q) else 0
        out[p] = (behind - ahead) / (s.players - 1.0)


@kernel
def pay_points(s, out):
    """P9: points above the mean of the others, scaled."""
    total = 0
    for p in range(s.players):
        total += s.points[p]
    for p in range(s.players):
        others = (total - s.points[p]) / (s.players - 1.0)
        out[p] = (s.points[p] - others) / POINTS_SCALE
