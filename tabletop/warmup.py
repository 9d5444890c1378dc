"""Compile a game's kernels ahead of time: `python -m tabletop.warmup pamir_env`."""

from __future__ import annotations

import importlib
import sys
import time


def main(names: list[str]) -> None:
    start = time.perf_counter()
    for name in names:
        importlib.import_module(name).warm_up()
    print(f"kernels of {', '.join(names)} are ready ({time.perf_counter() - start:.1f} s)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
