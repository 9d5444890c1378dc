"""Search as an agent: what it thinks about is dealt anew from what its seat may know."""

from __future__ import annotations

import inspect

import numpy as np

from agents.base import Agent
from agents.search import Search
from tabletop.game import Game
from tabletop.views import Views


class SearchAgent(Agent):
    """`search:sims=400`, or any other words of `Search`."""

    name = "search"
    side_by_side = 32

    def __init__(self, game: Game, **words: object):
        super().__init__(game)
        self._search = Search(game, **words)

    __signature__ = inspect.signature(Search)

    @property
    def threads(self) -> int:
        return self._search.threads

    @threads.setter
    def threads(self, n: int) -> None:
        self._search.threads = n

    def act_many(self, views: Views) -> np.ndarray:
        return self._search.choose(views.boards(), views.bits)
