"""The engine as plain Python (NUMBA_DISABLE_JIT=1): the same games, without a warning (I6).

What wraps around silently in a kernel warns or fails outside one: this finds sums in too small a type.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playing import TABLES, whole_game

ROOT = Path(__file__).resolve().parent.parent
SEEDS = range(2)

# Every third state of each game is audited on the way (I1, I2, I4, I5).
SCRIPT = """
import json, sys
import numpy as np
from numba import config
from pamir_env import PAMIR
from pamir_env.invariants import audit
from tabletop.jit import DISABLED
from tests.playing import TABLES, whole_game

assert config.DISABLE_JIT and DISABLED
assert not hasattr(PAMIR.step, "dispatcher"), "step is compiled"
table, seeds = json.loads(sys.argv[1])
out = np.zeros(6, np.int64)
seen = 0

def watch(before, after):
    global seen
    seen += 1
    if seen % 3 == 0:
        audit(after, 0, before, out)
        assert out[0] == 0, int(out[0])

print(json.dumps([whole_game(TABLES[table], seed, watch) for seed in seeds]))
"""


@pytest.mark.parametrize("table", TABLES)
def test_games_without_jit_are_the_same(table):
    """Warnings are errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, json.dumps([table, list(SEEDS)])],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stderr == ""
    assert json.loads(done.stdout) == [whole_game(TABLES[table], seed) for seed in SEEDS]
