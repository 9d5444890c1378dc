"""What the benchmarks share: the best of several rounds taken in turn, tables, and where results are kept."""

from __future__ import annotations

import json
import os
import platform
import statistics
from collections.abc import Callable
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).resolve().parent / "results"


def in_turn(contestants: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of each contestant's rate; rounds alternate, so that a slow spell hits all alike."""
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, measure in contestants.items():
            rates[name].append(measure())
    return {name: statistics.median(values) for name, values in rates.items()}


def machine() -> str:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{platform.machine()}, {cores} cores"


def keep(name: str, result: dict[str, Any]) -> None:
    """The numbers as JSON, beside the printed table."""
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps({"machine": machine(), **result}, indent=1) + "\n")
