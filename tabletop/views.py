"""What a player gets to see when asked: one game (`View`) or many at once (`Views`), never more than the seat
may know.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from tabletop.env_loops import redeal_games, slot_type
from tabletop.game import Game, action_word
from tabletop.position import Position


class Views:
    """One row per game that is asked. Agents answer with one action id per row.

    `bits` are 64 random bits per row, drawn from the game's own dice: an agent that draws from nothing else
    plays the same game again for the same seed, in any batch and on any number of cores.
    """

    def __init__(self, game: Game, games: Any, indices: np.ndarray | slice):
        self.game = game
        self._games = games
        self._pick = indices

    def __len__(self) -> int:
        return len(self.bits)

    def __getitem__(self, k: int) -> View:
        return View(self, k)

    @cached_property
    def observations(self) -> np.ndarray:
        """What each seat sees, see `Game.named`."""
        return self._games.observations[self._pick]

    @cached_property
    def masks(self) -> np.ndarray:
        """Which actions are legal."""
        return self._games.masks[self._pick]

    @cached_property
    def seats(self) -> np.ndarray:
        return np.ascontiguousarray(self._games.slots["asked"][self._pick, 1])

    @cached_property
    def decisions(self) -> np.ndarray:
        """What is asked: an index into `game.decisions`."""
        return np.ascontiguousarray(self._games.slots["asked"][self._pick, 0])

    @cached_property
    def bits(self) -> np.ndarray:
        return np.ascontiguousarray(self._games.slots["bits"][self._pick])

    def boards(self) -> np.ndarray:
        """States to think with: copies in which all that the seat cannot know has been dealt anew."""
        boards = self._games.states[self._pick].copy()
        redeal_games(boards, self.seats, self.bits, 0, len(boards), self.game.redeal)
        return boards


class View:
    """One game, for agents that answer one question at a time."""

    def __init__(self, views: Views, k: int):
        self.game = views.game
        self._views, self._k = views, k

    @property
    def observation(self) -> np.ndarray:
        return self._views.observations[self._k]

    @property
    def mask(self) -> np.ndarray:
        return self._views.masks[self._k]

    @property
    def seat(self) -> int:
        return int(self._views.seats[self._k])

    @property
    def decision(self) -> str:
        return self.game.decisions[self._views.decisions[self._k]].name

    @cached_property
    def legal(self) -> np.ndarray:
        """The ids of the legal actions."""
        return np.flatnonzero(self.mask)

    @cached_property
    def rng(self) -> np.random.Generator:
        """Chance for this one answer: the same game, the same draw."""
        return np.random.default_rng(self._views.bits[self._k])

    @cached_property
    def board(self) -> np.ndarray:
        """A state to think with (an array of one record), hidden cards dealt anew."""
        return self._views.boards()[self._k : self._k + 1]

    def named(self) -> dict[str, np.ndarray]:
        """The observation by the names of its parts."""
        return self.game.named(self.observation)

    def word(self, action: int) -> str:
        """An action in notation."""
        return action_word(self.game, int(action), self.seat, int(self.board["players"][0]))


Policy = Callable[[Views], np.ndarray]
"""Answers for many games in one call: one action id for each row of the views."""

OPPONENTS: dict[str, Callable[[Game], Policy]] = {}
"""Policies that can be named where opponents are given; `import agents` fills it."""


class _Single(NamedTuple):
    """A position in the form in which a batch keeps its games."""

    states: np.ndarray
    observations: np.ndarray
    masks: np.ndarray
    slots: np.ndarray


def views_of(position: Position, bits: np.uint64) -> Views:
    """What whoever decides in a position may know; `bits` is the chance of the answer."""
    game, states = position.game, position.states
    slots = np.zeros(1, slot_type(game.max_seats))
    asked, observations = np.zeros(3, np.int64), np.zeros((1, game.obs_size), np.int8)
    game.asked(states, 0, asked)
    game.observe(states, 0, int(asked[1]), observations[0])
    slots["asked"], slots["bits"] = asked, bits
    return Views(game, _Single(states, observations, position.mask()[None], slots), slice(None))
