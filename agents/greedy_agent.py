"""Greedy: every action is tried and the best outcome taken, by the game's own rule of thumb."""

from __future__ import annotations

import numpy as np

from agents.base import Agent
from agents.greedy import greedy_actions, new_desk
from tabletop.batch import in_shares
from tabletop.game import Game
from tabletop.loops import words_of
from tabletop.views import Views


class GreedyAgent(Agent):
    """One decision deep, with `game.evaluate`."""

    name = "greedy"

    def __init__(self, game: Game):
        super().__init__(game)
        if game.evaluate is None:
            raise ValueError(f"{game.name} has no evaluation, so nobody can be greedy")
        self.threads = 1

    def act_many(self, views: Views) -> np.ndarray:
        game, raw, seeds = self.game, words_of(views.boards()), views.bits.copy()
        actions = np.zeros(len(raw), np.int64)
        doors = (game.legal, game.step, game.asked, game.automatic, game.evaluate)
        in_shares(
            len(raw),
            self.threads,
            lambda a, b: greedy_actions(raw, a, b, seeds, actions, new_desk(game), game.quiet, *doors),
        )
        return actions
