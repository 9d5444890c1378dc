"""Batch: many games stepped in one call, over all cores, with the same kernels that a Position uses.

Threads without the GIL each take a share of the games; a game never depends on which share it is in.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np

from tabletop import loops
from tabletop.game import Game, GameFault, IllegalAction, action_word
from tabletop.position import checked_seed

SMALLEST_SHARE = 16
"""Games per thread below which another thread costs more than it brings."""


PLAY_OUT_SHARES = 16


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="tabletop")


def default_threads() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_shares(n: int, threads: int, work: Callable[[int, int], Any], each: int = 1) -> list[Any]:
    """work(start, stop) over 0 .. n-1 in contiguous shares, `each` per thread.

    Long work is better cut into several shares per thread: a core that is slowed down then takes fewer.
    """
    shares = 1 if threads == 1 else max(1, min(threads * each, n // SMALLEST_SHARE))
    edges = [n * k // shares for k in range(shares + 1)]
    if shares == 1:
        return [work(0, n)]
    if each > 1:
        return [future.result() for future in [_pool(threads).submit(work, a, b) for a, b in pairwise(edges)]]
    futures = [_pool(threads).submit(work, a, b) for a, b in pairwise(edges[1:])]
    return [work(edges[0], edges[1]), *(future.result() for future in futures)]


def checked_threads(threads: int | None) -> int:
    """All cores unless a number is given."""
    if threads is None:
        return default_threads()
    if not isinstance(threads, int) or threads < 1:
        raise ValueError(f"threads is a whole number from 1, not {threads!r}")
    return threads


def checked_settings(game: Game, settings: Any) -> Any:
    """The game's usual settings unless others are given."""
    settings = game.settings() if settings is None else settings
    if not isinstance(settings, game.settings):
        raise ValueError(f"settings should be {game.settings.__name__}(...), not {settings!r}")
    return settings


class Batch:
    """N games side by side. `masks`, `decisions`, `seats` describe them; `step` takes one action for each."""

    def __init__(self, game: Game, settings: Any = None, seeds: Any = 1, threads: int | None = None):
        """`seeds`: one per game, or how many games (then seeds 0, 1, 2, ...)."""
        self.game = game
        self.threads = checked_threads(threads)
        settings = checked_settings(game, settings)
        self.seeds = checked_seeds(seeds)
        self.n = len(self.seeds)
        self.states = game.new_states(self.n)
        game.configure(self.states, settings)
        self._masks = np.zeros((self.n, game.n_actions), np.bool_)
        self._decisions = np.zeros(self.n, np.int64)
        self._seats = np.zeros(self.n, np.int64)
        self.masks, self.decisions, self.seats = map(read_only, (self._masks, self._decisions, self._seats))
        in_shares(
            self.n,
            self.threads,
            lambda a, b: loops.set_up_games(self.states, a, b, self.seeds, self.game.setup),
        )
        self.look()

    def look(self) -> None:
        """Refresh masks, decisions and seats from the states."""
        in_shares(
            self.n,
            self.threads,
            lambda a, b: loops.look(
                self.states, a, b, self._masks, self._decisions, self._seats, self.game.legal, self.game.asked
            ),
        )

    @property
    def over(self) -> np.ndarray:
        """Which games have ended."""
        return self.decisions < 0

    def step(self, actions: np.ndarray) -> None:
        """One action id per game (any number for games that are over). An illegal one raises; then none is
        taken.
        """
        actions = np.ascontiguousarray(actions)
        if actions.shape != (self.n,) or actions.dtype.kind not in "iu":
            raise ValueError(f"step takes {self.n} action ids, one for each game")
        actions = actions.astype(np.int64, copy=False)
        wrong = loops.first_illegal(self._masks, self._decisions, actions, 0, self.n)
        if wrong >= 0:
            raise IllegalAction(why_illegal(self, int(wrong), int(actions[wrong])))
        game = self.game
        in_shares(
            self.n,
            self.threads,
            lambda a, b: loops.step_games(
                self.states,
                a,
                b,
                actions,
                self._masks,
                self._decisions,
                self._seats,
                game.step,
                game.legal,
                game.asked,
            ),
        )
        if self.states["fault"].any():
            raise GameFault(
                f"game {int(np.argmax(self.states['fault']))}: the stack of decisions has overflowed"
            )

    def play_out(self, seeds: np.ndarray | None = None, limit: int = 1_000_000) -> np.ndarray:
        """Random legal play to the end of every game; how many decisions each took."""
        lengths = np.zeros(self.n, np.int64)
        seeds = self.seeds if seeds is None else checked_seeds(seeds)
        if len(seeds) != self.n:
            raise ValueError(f"play_out takes {self.n} seeds, one for each game")
        game = self.game
        in_shares(
            self.n,
            self.threads,
            lambda a, b: loops.play_out(
                self.states,
                a,
                b,
                seeds,
                lengths,
                game.n_actions,
                limit,
                game.legal,
                game.step,
                game.automatic,
            ),
            each=PLAY_OUT_SHARES,
        )
        self.look()
        return lengths


def why_illegal(batch: Any, i: int, action: int) -> str:
    """What is wrong with an action in game i, and what may be played instead."""
    game = batch.game
    seat, seats = int(batch.seats[i]), int(batch.states["players"][i])
    named = str(action)
    if 0 <= action < game.n_actions:
        named += f" ({action_word(game, action, seat, seats)})"
    legal = [action_word(game, int(a), seat, seats) for a in np.flatnonzero(batch.masks[i])]
    decision = game.decisions[batch.decisions[i]].name
    return f"game {i}: seat {seat} decides {decision} and may not play {named}; legal: {', '.join(legal)}"


def read_only(array: np.ndarray) -> np.ndarray:
    """The same memory, which the holder can look at only: what is legal is not the caller's to say."""
    view = array.view()
    view.setflags(write=False)
    return view


def checked_seeds(seeds: Any) -> np.ndarray:
    if isinstance(seeds, int | np.integer) and not isinstance(seeds, bool):
        if seeds < 1:
            raise ValueError(f"a batch holds at least one game, not {seeds}")
        return np.arange(seeds, dtype=np.uint64)
    if isinstance(seeds, np.ndarray) and seeds.dtype == np.uint64 and seeds.ndim == 1 and len(seeds):
        return seeds.copy()
    if not isinstance(seeds, np.ndarray | list | tuple | range) or not len(seeds):
        raise ValueError("seeds is a list of whole numbers, one for each game, or how many games")
    return np.array([checked_seed(seed) for seed in seeds], np.uint64)
