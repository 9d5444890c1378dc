"""`python -m benchmarks.wakhan`: how often Wakhan beats one and two random players, with intervals."""

from __future__ import annotations

import argparse

import numpy as np
from scipy.stats import binomtest

from pamir_env import PAMIR, Settings
from pamir_env.notation import outcome
from tabletop.batch import Batch


def wakhan_wins(people: int, games: int, first_seed: int = 0) -> tuple[int, float, float]:
    """Games she won (alone or shared), mean points of hers and of the others."""
    seeds = np.arange(first_seed, first_seed + games, dtype=np.uint64)
    batch = Batch(PAMIR, Settings(players=people + 1, wakhan=True), seeds=seeds)
    batch.play_out()
    won = sum(people in outcome(batch.states, i)["winners"] for i in range(games))
    points = batch.states["points"].mean(axis=0)
    return won, float(points[people]), float(points[:people].mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games per row (default: %(default)s)")
    games = parser.parse_args().games
    head = ("Wakhan against", "games", "she wins", "95 % interval", "her points", "theirs")
    print("{:20} {:>7} {:>9}   {:19} {:>10} {:>7}".format(*head))
    for people, name in ((1, "one random player"), (2, "two random players")):
        won, hers, theirs = wakhan_wins(people, games)
        interval = binomtest(won, games).proportion_ci(0.95, "wilson")
        share, low, high = (f"{100 * x:.2f} %" for x in (won / games, interval.low, interval.high))
        print(f"{name:20} {games:>7} {share:>9}   {f'[{low}, {high}]':19} {hers:>10.2f} {theirs:>7.2f}")


if __name__ == "__main__":
    main()
