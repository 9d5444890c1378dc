"""`pamir doctor`: versions, cache, threads and a speed test of a second, as a block for bug reports."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import platform
import sys
import time
from pathlib import Path
from typing import Any

import pamir_env
from pamir_env import PAMIR, Settings
from tabletop.batch import Batch, default_threads
from tabletop.jit import cache_folder, cache_root

PACKAGES = (
    "pamir-env",
    "numpy",
    "numba",
    "gymnasium",
    "pettingzoo",
    "torch",
    "stable-baselines3",
    "sb3-contrib",
    "openskill",
    "pyarrow",
    "rich",
    "scipy",
)


def add_commands(commands: Any) -> None:
    doctor = commands.add_parser(
        "doctor", help="versions, cache, speed", description="A block to paste into a bug report."
    )
    doctor.add_argument("--json", action="store_true", help="print it as JSON")
    doctor.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    facts = examine()
    if arguments.json:
        print(json.dumps(facts, indent=1))
    else:
        wide = max(map(len, facts))
        print("\n".join(f"{name:{wide}}  {value}" for name, value in facts.items()))
    return 0


def examine() -> dict[str, Any]:
    """What a bug report needs."""
    folder = cache_folder(Path(pamir_env.__file__).resolve().parent)
    compiled = any(folder.rglob("*.nbc")) if folder.exists() else False
    start = time.perf_counter()
    pamir_env.warm_up()
    ready = time.perf_counter() - start
    facts: dict[str, Any] = {
        "python": sys.version.split()[0],
        "platform": platform.platform(),
        "cores": default_threads(),
        **{name: _version(name) for name in PACKAGES},
        "game version": f"{PAMIR.name} {PAMIR.version}",
        "cache": f"{cache_root()} ({'compiled' if compiled else 'was empty'})",
        "kernels ready after": f"{ready:.1f} s",
    }
    games, decisions, start = 0, 0, time.perf_counter()
    while time.perf_counter() - start < 1:
        batch = Batch(PAMIR, Settings(players=3), seeds=range(games, games + 200), threads=1)
        decisions += int(batch.play_out().sum())
        games += 200
    seconds = time.perf_counter() - start
    facts["speed, one core"] = (
        f"{games / seconds:,.0f} random games/s, {decisions / seconds:,.0f} decisions/s"
    )
    return facts


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"
