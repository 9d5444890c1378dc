"""Shaping: the game's own evaluation as a potential, so that early learning is not blind.

A step pays the weighted growth of the potential besides its reward (Ng, Harada and Russell, 1999): over a
whole game that adds up to the same for every way of playing, so what is best stays best: exactly so with
`gamma: 1`, and nearly with the 0.998 that is usual here, as the growth is not discounted.
"""

from __future__ import annotations

import math

import numpy as np

from tabletop.game import Game
from tabletop.jit import kernel


@kernel
def evaluate_games(states, start, stop, scale, out, worth, evaluate):
    """out[i]: how well each seat of game i stands, from -1 to 1."""
    for i in range(start, stop):
        evaluate(states, i, worth)
        for p in range(len(worth)):
            out[i, p] = math.tanh(worth[p] / scale)


class Potential:
    """Computes potentials of whole batches."""

    def __init__(self, game: Game, scale: float):
        if game.evaluate is None:
            raise ValueError(f"{game.name} has no evaluation, so ppo.shaping must be 0")
        self._game, self._scale = game, scale
        self._worth = np.zeros(game.max_seats)

    def __call__(self, states: np.ndarray) -> np.ndarray:
        out = np.zeros((len(states), self._game.max_seats))
        evaluate_games(states, 0, len(states), self._scale, out, self._worth, self._game.evaluate)
        return out
