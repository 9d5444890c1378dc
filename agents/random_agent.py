"""Random: any legal action, each as likely as the other."""

from __future__ import annotations

import numpy as np

from agents.base import Agent
from tabletop.env_loops import choose_games
from tabletop.views import Views


class RandomAgent(Agent):
    """Uniform over what is legal."""

    name = "random"

    def act_many(self, views: Views) -> np.ndarray:
        actions = np.zeros(len(views), np.int64)
        choose_games(views.masks, views.bits, actions)
        return actions
