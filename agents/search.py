"""Search: Monte-Carlo tree search over what a seat cannot know, for any game of the base.

It plays fair: before each simulation the hidden part of the position is dealt anew, so its choice depends on
what the deciding seat may know and on the seed alone.
"""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from agents import nodes, tree
from agents import playouts as below
from tabletop.batch import SMALLEST_SHARE, in_shares
from tabletop.game import Game
from tabletop.loops import words_of

MARGIN = "points"
"""The reward that tells by how much a seat is ahead while a game is running."""

EXPLORATION_OF_LOOKS, EXPLORATION_OF_PLAYOUTS = 0.06, 0.5
"""Good actions differ by a few hundredths in the evaluation, but by whole games in playouts."""
LONGEST_PLAYOUT = 1_000_000
SHARES_PER_THREAD = 4
CHUNK = 64
"""Simulations between two looks at the clock."""


class Search:
    """Chooses actions by looking ahead: `Search(game, sims=400).choose(states, seeds)`.

    After each call `visits` and `action_values` tell, for each game and action, how often it was tried and
    what it brought the deciding seat on average; `values` is what each seat may expect. They are zero where
    there was nothing to choose.
    """

    def __init__(
        self,
        game: Game,
        sims: int = 400,
        seconds: float | None = None,
        exploration: float | None = None,
        playouts: str = "random",
        threads: int = 1,
        reward: str = "win",
        depth: int | None = 0,
        blend: float = 0.0,
        scale: float = 40.0,
    ):
        """`seconds` for each choice, instead of `sims` judged positions. `depth`: decisions after which a
        playout is broken off and judged by the game's evaluation, of which `scale` counts as most of a
        victory; 0: no playouts, all that can be done is judged where it comes to rest. `exploration`: how
        much doubt weighs against value, if not as usual. `blend`: the share of the margin in points in the
        value of a finished game.
        """
        names = [r.name for r in game.rewards]
        _check("sims", sims, _is_whole(sims) and sims >= 1, "a whole number from 1")
        _check(
            "seconds", seconds, seconds is None or (_is_number(seconds) and seconds > 0), "None or above 0"
        )
        looks = depth == 0 and game.evaluate is not None
        if exploration is None:
            exploration = EXPLORATION_OF_LOOKS if looks else EXPLORATION_OF_PLAYOUTS
        _check("exploration", exploration, _is_number(exploration) and exploration >= 0, "a number from 0")
        _check("playouts", playouts, playouts in tuple(below.POLICIES), " or ".join(below.POLICIES))
        _check("threads", threads, _is_whole(threads) and threads >= 1, "a whole number from 1")
        _check("reward", reward, reward in names, "one of " + ", ".join(names))
        _check("depth", depth, depth is None or (_is_whole(depth) and depth >= 0), "None or a whole number")
        _check("scale", scale, _is_number(scale) and scale > 0, "a number above 0")
        if playouts == "greedy" and game.evaluate is None:
            raise ValueError(f"{game.name} has no evaluation, so playouts cannot be greedy")
        _check("blend", blend, _is_number(blend) and 0 <= blend <= 1, "a number from 0 to 1")
        self.game = game
        self.sims = int(sims)
        self.seconds = seconds
        self.threads = int(threads)
        self._doors = below.doors_of(game)
        self._evaluate = game.evaluate
        self._plan = below.Plan(
            exploration=float(exploration),
            policy=below.POLICIES[playouts],
            depth=LONGEST_PLAYOUT if depth is None else int(depth),
            reward=game.reward_id(reward),
            margin=game.reward_id(MARGIN if MARGIN in names else reward),
            blend=float(blend),
            scale=float(scale),
            quiet=game.quiet,
            looks=looks,
        )
        self._result = nodes.new_result(game, 0)

    @property
    def visits(self) -> np.ndarray:
        return self._result.visits

    @property
    def action_values(self) -> np.ndarray:
        return self._result.action_values

    @property
    def values(self) -> np.ndarray:
        return self._result.values

    def choose(self, states: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """An action id for each game, -1 where it is over. The states stay as they are.

        With `sims` game i depends on its state and seeds[i] alone, not on the other games or on threads.
        """
        if not isinstance(states, np.ndarray) or states.dtype != self.game.dtype or states.ndim != 1:
            raise ValueError(f"states is an array of states of {self.game.name}, not {type(states).__name__}")
        if not isinstance(seeds, np.ndarray) or seeds.dtype != np.uint64 or seeds.shape != states.shape:
            raise ValueError(f"seeds is an array of {len(states)} uint64, one for each game")
        if not len(states):
            return np.zeros(0, np.int64)
        raw = words_of(np.ascontiguousarray(states))
        streams = seeds.copy()
        self._result = nodes.new_result(self.game, len(states))
        work = self._search_for_sims if self.seconds is None else self._search_for_seconds
        # A search is long work: every game counts as a share of its own.
        in_shares(
            len(states) * SMALLEST_SHARE,
            self.threads,
            lambda a, b: work(raw, a // SMALLEST_SHARE, b // SMALLEST_SHARE, streams),
            each=SHARES_PER_THREAD,
        )
        return self._result.actions.copy()

    def _search_for_sims(self, raw: np.ndarray, start: int, stop: int, seeds: np.ndarray) -> None:
        room = nodes.new_tree(self._room(self.sims), self.game.max_seats)
        self._run(raw, start, stop, seeds, self.sims, True, room, *self._desk())

    def _search_for_seconds(self, raw: np.ndarray, start: int, stop: int, seeds: np.ndarray) -> None:
        desk = self._desk()
        for i in range(start, stop):
            end = time.perf_counter() + self.seconds
            room, fresh = nodes.new_tree(self._room(CHUNK), self.game.max_seats), True
            while fresh or (self.visits[i].any() and time.perf_counter() < end):
                if room.counts[0] + self._room(CHUNK) > len(room.nodes):
                    room = nodes.larger_tree(room, 2 * len(room.nodes) + self._room(CHUNK))
                self._run(raw, i, i + 1, seeds, CHUNK, fresh, room, *desk)
                fresh = False

    def _room(self, sims: int) -> int:
        """Nodes for so many simulations: the last may add more than one."""
        return sims + 2 * self.game.n_actions

    def _desk(self) -> tuple[below.Board, below.Lessons]:
        """Memory for one thread."""
        return below.new_board(self.game), below.new_lessons(self.game, self._plan.policy)

    def _run(
        self,
        raw: np.ndarray,
        start: int,
        stop: int,
        seeds: np.ndarray,
        sims: int,
        fresh: bool,
        room: nodes.Tree,
        board: below.Board,
        lessons: below.Lessons,
    ) -> None:
        doors, plan, result = self._doors, self._plan, self._result
        tree.search_many(
            raw,
            start,
            stop,
            seeds,
            sims,
            fresh,
            room,
            board,
            lessons,
            doors,
            self._evaluate,
            plan,
            result,
        )


def _check(name: str, value: Any, right: bool, allowed: str) -> None:
    if not right:
        raise ValueError(f"{name} is {allowed}, not {value!r}")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return (_is_whole(value) or isinstance(value, float | np.floating)) and math.isfinite(value)
