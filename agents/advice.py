"""Advice: what a rule of thumb says of every action, for networks that need not learn to count.

The greedy player tries every action and judges where it leads; a network with advice is told what it found,
and learns when not to believe it.
"""

from __future__ import annotations

import numpy as np

from agents.greedy import advise, new_desk
from tabletop.batch import in_shares
from tabletop.game import Game
from tabletop.loops import words_of
from tabletop.views import Views

OUTLOOKS = 2
"""Numbers behind those of the actions: what the best one gains, and how the seat stands."""
SHARES = 4
"""Per thread: some games ask for much more thought than others."""


class Advisor:
    """Advises on many games in one call; a difference of `scale` in the game's evaluation counts as clear."""

    def __init__(self, game: Game, scale: float, threads: int = 1):
        if game.evaluate is None:
            raise ValueError(f"{game.name} has no evaluation, so nobody can advise: set net.advice to 0")
        self.game, self.scale, self.threads = game, scale, threads

    def __call__(self, views: Views) -> np.ndarray:
        """A row per game, see `agents.greedy.advise`. Only what the seat may know is looked at."""
        game, raw = self.game, words_of(views.boards())
        out = np.zeros((len(raw), width(game)), np.float32)
        doors = (game.legal, game.step, game.asked, game.automatic, game.evaluate)

        def work(first: int, last: int) -> None:
            advise(raw, first, last, views.bits, self.scale, out, new_desk(game), game.quiet, *doors)

        in_shares(len(raw), self.threads, work, each=SHARES)
        return out


def width(game: Game, advised: bool = True) -> int:
    """Numbers of advice for a game; none for a network that wants none."""
    return game.n_actions + OUTLOOKS if advised else 0
