"""`python -m benchmarks.search`: how fast the search is, as ratios to peers measured in the same run.

Simulations with full random playouts on one core, from a position in the middle of a game: ours against
OpenSpiel's C++ search of chess and backgammon. OpenSpiel's search knows the whole position; ours deals the
hidden cards anew for each simulation. Then what a second thread brings, and what the arena costs.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import numpy as np

import pamir_env
from agents.arena import Arena
from agents.search import Search
from benchmarks.peers import in_turn, keep, machine
from pamir_env import PAMIR, Settings
from tabletop.batch import Batch

OURS = "Pax Pamir, 2 players"
PEERS = ("chess", "backgammon")
SECONDS, ROUNDS = 1.0, 5
SIMS = 500
POSITIONS = 64
"""Searched side by side where threads are compared."""
DECISIONS = 100
"""Random ones of our game until its middle."""
MOVES = 40
"""Random ones of a peer's game until its middle."""
GAMES = 1000
"""Of random players in the arena."""


def middle_games(n: int) -> np.ndarray:
    """Running games with something to choose, after random play from seeds 1, 2, ..."""
    batch = Batch(PAMIR, Settings(players=2), seeds=np.arange(1, 8 * n + 8, dtype=np.uint64), threads=1)
    batch.play_out(limit=DECISIONS)
    found = np.flatnonzero(batch.masks.sum(axis=1) > 1)
    return batch.states[found[:n]]


def search_rate(positions: int, threads: int) -> Callable[[], float]:
    """Simulations per second of our search, playouts to the end of the game."""
    states = middle_games(positions)
    search = Search(PAMIR, sims=SIMS, playouts="random", depth=None, threads=threads)
    seeds = np.arange(len(states), dtype=np.uint64)

    def measure() -> float:
        start, simulations = time.perf_counter(), 0
        while time.perf_counter() - start < SECONDS:
            search.choose(states, seeds)
            simulations += int(search.visits.sum())
        return simulations / (time.perf_counter() - start)

    measure()
    return measure


def open_spiel_rate(name: str) -> Callable[[], float]:
    """Simulations per second of OpenSpiel's C++ search, one rollout for each."""
    import pyspiel

    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, SIMS, 1000, False, 1, False)
    state = open_spiel_middle_game(game)

    def measure() -> float:
        start, simulations = time.perf_counter(), 0
        while time.perf_counter() - start < SECONDS:
            simulations += bot.mcts_search(state).explore_count
        return simulations / (time.perf_counter() - start)

    return measure


def open_spiel_middle_game(game):
    """A running game with something to choose, after random moves."""
    dice = random.Random(1)
    while True:
        state = game.new_initial_state()
        for _ in range(MOVES):
            if state.is_terminal():
                break
            state.apply_action(dice.choice(state.legal_actions()))
        while state.is_chance_node():
            state.apply_action(dice.choice(state.legal_actions()))
        if not state.is_terminal() and len(state.legal_actions()) > 1:
            return state


def arena_rate() -> Callable[[], float]:
    """Games per second of random players against each other, the arena's bookkeeping included."""

    def measure() -> float:
        report = Arena(PAMIR, Settings(players=2), ["random", "random"], threads=1).run(GAMES)
        return len(report.games) / report.seconds

    measure()
    return measure


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of a second each, taken in turn")
    rounds = parser.parse_args().rounds
    pamir_env.warm_up()
    one, two = f"{POSITIONS} positions, one thread", f"{POSITIONS} positions, two threads"
    contestants = {OURS: search_rate(1, 1), one: search_rate(POSITIONS, 1), two: search_rate(POSITIONS, 2)}
    missing = []
    for peer in PEERS:
        try:
            contestants[f"OpenSpiel C++ {peer}"] = open_spiel_rate(peer)
        except ImportError:
            missing.append(f'OpenSpiel {peer}: pip install "pamir-env[bench]"')
    rates = in_turn(contestants, rounds)
    games = in_turn({"arena": arena_rate()}, rounds)["arena"]
    ratios = {name: rates[OURS] / rate for name, rate in rates.items() if name.startswith("OpenSpiel")}
    threads = rates[two] / rates[one]
    print(f"machine: {machine()}\n")
    print(f"{'search with full random playouts':44} {'sims/s':>12} {'ours is':>10}")
    for name, rate in rates.items():
        print(f"{name:44} {rate:>12,.0f}" + (f" {ratios[name]:>8.1f} x" if name in ratios else ""))
    for peer in missing:
        print(f"missing: {peer}")
    print(f"\ntwo threads against one                      {threads:.2f} x")
    print(f"random against random in the arena, one core {games:,.0f} games/s")
    keep(
        "search",
        {
            "simulations_per_second": rates,
            "ratios": ratios,
            "two_threads": threads,
            "arena_games_per_second": games,
        },
    )


if __name__ == "__main__":
    main()
