"""`python -m benchmarks.speed`: how fast the engine is, as ratios to peers measured in the same run.

Machines are noisy and differ, so every figure that counts is a ratio: our playouts against OpenSpiel's C++
playouts of chess and backgammon, two threads against one, late steps against early ones. The table is written
as JSON too.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from pamir_env import PAMIR, Settings, warm_up
from tabletop import loops
from tabletop.batch import Batch

PEERS = ("chess", "backgammon")
ROUNDS = 5
GAMES = 2000


def playouts(players: int, threads: int, games: int = GAMES, wakhan: bool = False) -> float:
    """Random playouts inside the kernel (mask, choose, step): decisions per second."""
    batch = Batch(PAMIR, Settings(players=players, wakhan=wakhan), seeds=games, threads=threads)
    start = time.perf_counter()
    lengths = batch.play_out()
    return int(lengths.sum()) / (time.perf_counter() - start)


def open_spiel_playouts(name: str, seconds: float = 1.0) -> float:
    """OpenSpiel's native random playouts of a game: moves per second (chance moves count; lengths are counted
    apart).
    """
    import pyspiel

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(0)
    lengths = []
    for _ in range(30):
        state, n = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
            n += 1
        lengths.append(n)
    rollouts = 50
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 1.0, 1, 100, False, 1, False)
    root, runs = game.new_initial_state(), 0
    while root.is_chance_node():
        root.apply_action(root.legal_actions()[0])
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        bot.step(root)  # a search of one simulation is nothing but native random playouts
        runs += rollouts
    return runs * statistics.fmean(lengths) / (time.perf_counter() - start)


def late_against_early(players: int = 3, games: int = GAMES) -> float:
    """Time per decision in the second half of games over that in the first half."""
    first = Batch(PAMIR, Settings(players=players), seeds=games, threads=1)
    lengths = first.play_out()
    halves = []
    for part in ("early", "late"):
        batch = Batch(PAMIR, Settings(players=players), seeds=games, threads=1)
        half = int(np.median(lengths)) // 2
        if part == "late":
            batch.play_out(limit=half)
        start = time.perf_counter()
        done = batch.play_out(limit=half if part == "early" else 1_000_000)
        halves.append((time.perf_counter() - start) / int(done.sum()))
    return halves[1] / halves[0]


def copy_microseconds(copies: int = 200_000) -> float:
    """One copy of a state inside a kernel."""
    batch = Batch(PAMIR, Settings(players=5), seeds=64, threads=1)
    raw = loops.words_of(batch.states)
    origins, target = np.arange(64), np.zeros_like(raw)
    loops.copy_games(raw, origins, target)
    start = time.perf_counter()
    for _ in range(copies // 64):
        loops.copy_games(raw, origins, target)
    return (time.perf_counter() - start) / (copies // 64 * 64) * 1e6


def start_up() -> tuple[float, float]:
    """Seconds from a fresh process to the first step: with an empty cache, and with a full one."""
    script = "from pamir_env import Position; p = Position.new(seed=1); p.play(p.legal()[0])"
    with tempfile.TemporaryDirectory() as folder:
        times = []
        for _ in range(2):
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, "-c", script],
                check=True,
                env={**os.environ, "PAMIR_CACHE": folder},
                stderr=subprocess.DEVNULL,
            )
            times.append(time.perf_counter() - start)
    return times[0], times[1]


def median(measure: Callable[[], float], rounds: int = ROUNDS) -> float:
    return statistics.median(measure() for _ in range(rounds))


def measure(quick: bool) -> dict[str, Any]:
    warm_up()
    for players in (2, 3):
        playouts(players, 1, 64)
        playouts(players, 2, 64)
    rounds = 2 if quick else ROUNDS
    rows: dict[str, Any] = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "peers": {},
        "missing": [],
    }
    rows["steps_per_second"] = {
        f"{players} players": median(lambda players=players: playouts(players, 1), rounds)
        for players in (2, 3, 4, 5)
    }
    for peer in PEERS:
        try:
            speed = median(lambda peer=peer: open_spiel_playouts(peer), rounds)
        except ImportError:
            rows["missing"].append(f'OpenSpiel {peer}: pip install "pamir-env[bench]"')
            continue
        ours = median(lambda: playouts(3, 1), rounds)
        rows["peers"][f"OpenSpiel C++ {peer}"] = {
            "steps_per_second": speed,
            "ours": ours,
            "ratio": ours / speed,
        }
    pairs = [(playouts(3, 1, 4 * GAMES), playouts(3, 2, 4 * GAMES)) for _ in range(rounds)]
    rows["two_threads"] = statistics.median(two / one for one, two in pairs)
    for players in (2, 3):
        ratio = statistics.median(
            playouts(players, 1, wakhan=True) / playouts(players, 1) for _ in range(rounds)
        )
        rows[f"wakhan_{players}"] = ratio
    rows["late_against_early"] = median(late_against_early, rounds)
    rows["copy_microseconds"] = median(copy_microseconds, rounds)
    rows["state_bytes"] = PAMIR.dtype.itemsize
    if not quick:
        rows["first_use_seconds"], rows["warm_start_seconds"] = start_up()
    return rows


def show(rows: dict[str, Any]) -> str:
    """The table as the README shows it."""
    lines = [f"machine: {rows['machine']}", ""]
    lines += [f"{'random playouts in the kernel, one core':44} {'steps/s':>12} {'ours is':>10}"]
    for name, speed in rows["steps_per_second"].items():
        lines.append(f"{'Pax Pamir, ' + name:44} {speed:>12,.0f}")
    for name, peer in rows["peers"].items():
        lines.append(f"{name:44} {peer['steps_per_second']:>12,.0f} {peer['ratio']:>8.1f} x")
    lines += [f"missing: {peer}" for peer in rows["missing"]]
    lines += [
        "",
        f"two threads against one                      {rows['two_threads']:.2f} x",
        f"one person and Wakhan against two players    {rows['wakhan_2']:.2f} x",
        f"two people and Wakhan against three players  {rows['wakhan_3']:.2f} x",
        f"a late decision against an early one         {rows['late_against_early']:.2f} x",
        f"copy of a state ({rows['state_bytes']} bytes) in a kernel      {rows['copy_microseconds']:.3f} us",
    ]
    if "first_use_seconds" in rows:
        lines += [
            f"first ever use to the first step             {rows['first_use_seconds']:.0f} s (compiles)",
            f"import to the first step afterwards          {rows['warm_start_seconds']:.1f} s",
        ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds, no cold start")
    parser.add_argument(
        "--json", type=Path, default=Path("benchmarks/results/speed.json"), help="where to write it"
    )
    arguments = parser.parse_args()
    rows = measure(arguments.quick)
    print(show(rows))
    arguments.json.parent.mkdir(parents=True, exist_ok=True)
    arguments.json.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    print(f"\nwritten to {arguments.json}")


if __name__ == "__main__":
    main()
