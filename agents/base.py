"""Agent: who answers questions. It gets what its seat may know, never the full state."""

from __future__ import annotations

import numpy as np

from tabletop.game import Game
from tabletop.views import View, Views


class Agent:
    """Write `act`, or `act_many` if you can answer for many games in one call; the other follows.

    Draw chance from `view.rng` or `views.bits` only: then the same seed gives the same games everywhere.
    """

    name = "agent"
    side_by_side = 256
    """How many games it likes to play at once: many if it answers quickly for all, few if each takes time."""

    def __init__(self, game: Game):
        self.game = game

    def reset(self, seed: int) -> None:
        """Called before a match. Agents that keep nothing between questions need not care."""

    def act(self, view: View) -> int:
        """The action in one game."""
        return int(self.act_many(view._views)[view._k])

    def act_many(self, views: Views) -> np.ndarray:
        """The actions in many games."""
        if type(self).act is Agent.act:
            raise TypeError(f"{type(self).__name__} has neither act nor act_many")
        return np.array([self.act(views[k]) for k in range(len(views))], np.int64)

    def __call__(self, views: Views) -> np.ndarray:
        return self.act_many(views)

    def __repr__(self) -> str:
        return self.name
