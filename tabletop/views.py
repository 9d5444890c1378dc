"""What a player gets to see when asked, in many games at once: never more than the seat may know."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tabletop.env_loops import redeal_games
from tabletop.game import Game


class Views:
    """One row per game that is asked. Agents answer with one action id per row.

    `bits` are 64 random bits per row, drawn from the game's own dice: an agent that draws from nothing else
    plays the same game again for the same seed, in any batch and on any number of cores.
    """

    __slots__ = ("_states", "bits", "decisions", "game", "masks", "observations", "seats")

    def __init__(
        self,
        game: Game,
        states: np.ndarray,
        observations: np.ndarray,
        masks: np.ndarray,
        seats: np.ndarray,
        decisions: np.ndarray,
        bits: np.ndarray,
    ):
        self.game = game
        self._states = states
        self.observations = observations
        self.masks = masks
        self.seats = seats
        self.decisions = decisions
        self.bits = bits

    def __len__(self) -> int:
        return len(self.masks)

    def boards(self) -> np.ndarray:
        """States to think with: copies in which all that the seat cannot know has been dealt anew."""
        boards = self._states.copy()
        redeal_games(boards, self.seats, self.bits, 0, len(boards), self.game.redeal)
        return boards


Policy = Callable[[Views], np.ndarray]
"""Answers for many games in one call: one action id for each row of the views."""

OPPONENTS: dict[str, Callable[[Game], Policy]] = {}
"""Policies that can be named where opponents are given; `import agents` fills it."""
