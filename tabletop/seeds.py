"""Seeds: from the operating system where none is given, many from one where many are needed."""

from __future__ import annotations

from typing import Any

import numpy as np

from tabletop.position import checked_seed


def fresh_seed() -> int:
    """From the operating system. Whoever uses it tells it, so that the game can be played again."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def spread_seeds(seed: Any, n: int) -> np.ndarray:
    """n seeds from one; the first ones are the same for every n."""
    return np.random.SeedSequence(int(checked_seed(seed))).generate_state(n, np.uint64)
