"""Two threads over one batch: ours without the GIL against OpenMP, on an idle machine and on a busy one.

Only the stepping is timed (mask, step, observation, rewards). A neighbour is a process that counts as fast as
it can on a core that we would like to have.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import time
from collections.abc import Callable, Iterator
from typing import Any

import numba
import numpy as np

from benchmarks.peers import in_turn, keep, machine
from pamir_env import PAMIR, Settings
from tabletop import env_loops as loops
from tabletop.batch import in_shares
from tabletop.batch_env import BatchEnv

SECONDS, ROUNDS, THREADS = 0.7, 3, 2
SIZES = (256, 1024, 2048, 4096)
WAYS = ("one thread", "two without the GIL", "two by OpenMP")


@numba.njit(parallel=True)
def step_by_openmp(g, r, actions, shares, setup, legal, step, asked, automatic, observe, payoffs):
    """The same kernel as BatchEnv's, in a parallel loop of numba's."""
    n, faults = len(actions), np.zeros(shares, np.int64)
    for k in numba.prange(shares):
        a, b = n * k // shares, n * (k + 1) // shares
        faults[k] = loops.step_games(
            g, r, actions, a, b, setup, legal, step, asked, automatic, observe, payoffs
        )
    return faults.sum()


def stepping_rate(way: str, games: int) -> Callable[[], float]:
    """Steps per second of a batch of games, by one of the WAYS."""
    batch = BatchEnv(PAMIR, Settings(players=3), games, threads=1)
    g, rules, doors = batch._games, batch._rules, batch._doors
    actions, bits = np.zeros(games, np.int64), np.zeros(games, np.uint64)

    def step() -> Any:
        if way == "two by OpenMP":
            return step_by_openmp(g, rules, actions, THREADS, *doors)
        threads = 1 if way == "one thread" else THREADS
        return in_shares(games, threads, lambda a, b: loops.step_games(g, rules, actions, a, b, *doors))

    def measure() -> float:
        spent, steps = 0.0, 0
        while spent < SECONDS:
            bits[:] = batch.bits
            loops.choose_games(batch.masks, bits, actions)
            start = time.perf_counter()
            step()
            spent += time.perf_counter() - start
            steps += games
        return steps / spent

    measure()
    return measure


def _count() -> None:
    while True:
        pass


@contextlib.contextmanager
def neighbours(n: int) -> Iterator[None]:
    """n busy processes beside us."""
    crowd = [multiprocessing.get_context("fork").Process(target=_count, daemon=True) for _ in range(n)]
    for process in crowd:
        process.start()
    try:
        yield
    finally:
        for process in crowd:
            process.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of each, taken in turn")
    rounds = parser.parse_args().rounds
    numba.config.THREADING_LAYER = "omp"
    numba.set_num_threads(min(THREADS, numba.config.NUMBA_NUM_THREADS))
    print(f"machine: {machine()}\n")
    print(f"{'games':>6} {'neighbours':>11} {'one thread':>12} {'without the GIL':>17} {'OpenMP':>9}")
    found = []
    for games in SIZES:
        measures = {way: stepping_rate(way, games) for way in WAYS}
        for busy in (0, 1, 2):
            with neighbours(busy):
                rates = in_turn(measures, rounds)
            one, ours, openmp = (rates[way] for way in WAYS)
            print(
                f"{games:6} {busy:11} {one:10,.0f}/s {ours / one:15.2f} x {openmp / one:7.2f} x", flush=True
            )
            found.append({"games": games, "neighbours": busy, **rates})
    keep("threads", {"steps_per_second": found})


if __name__ == "__main__":
    main()
