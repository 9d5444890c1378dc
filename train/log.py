"""The log of a run: a line in the terminal now and then, all numbers in metrics.jsonl and for TensorBoard."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from pathlib import Path
from typing import Any

LINE_EVERY = 10.0
"""Seconds between two lines in the terminal."""
BARS = "▁▂▃▄▅▆▇█"


class Log:
    """Writes numbers down; knows nothing about what they mean."""

    def __init__(self, folder: Path, quiet: bool = False):
        self._folder, self._quiet, self._last, self._header = folder, quiet, 0.0, False
        self._open()

    def _open(self, from_frames: int | None = None) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self._board = SummaryWriter(str(self._folder / "tensorboard"), purge_step=from_frames)
        self._file = (self._folder / "metrics.jsonl").open("a", encoding="utf-8")

    def rewind(self, frames: int) -> None:
        """Forget what was written after so many frames: it will be lived through, and written, once more."""
        self.close()
        path = self._folder / "metrics.jsonl"
        kept = [
            line for line in path.read_text("utf-8").splitlines(keepends=True) if _is_before(line, frames)
        ]
        path.with_suffix(".partial").write_text("".join(kept), encoding="utf-8")
        path.with_suffix(".partial").replace(path)
        self._open(frames + 1)

    def say(self, text: str) -> None:
        if not self._quiet:
            print(text, file=sys.stderr, flush=True)

    def write(self, kind: str, frames: int, numbers: dict[str, Any]) -> None:
        """One line of JSON, and every number as a curve."""
        self._file.write(json.dumps({"kind": kind, "frames": frames, **numbers}) + "\n")
        self._file.flush()
        for name, value in _flat(kind, numbers):
            self._board.add_scalar(name, value, frames)

    def line(self, frames: int, total: int, numbers: dict[str, Any]) -> None:
        """How it goes, if it is time for a line."""
        if self._quiet or (time.monotonic() - self._last < LINE_EVERY and frames < total):
            return
        self._last = time.monotonic()
        if not self._header:
            self.say(
                "    frames  time   frames/s  playing/learning  entropy  value explained  kl      won against"
            )
            self._header = True
        n = numbers
        wins = "  ".join(f"{name} {share:.0%}" for name, share in n["wins"].items())
        self.say(
            f"{frames:>10,}  {clock(n['seconds'])}  {n['frames_per_second']:>7,.0f}"
            f"  {n['share_playing']:>7.0%} / {n['share_learning']:<6.0%}  {n.get('entropy', 0):>7.3f}"
            f"  {n['explained_variance']:>15.2f}  {n.get('kl', 0):.4f}  {wins}"
        )

    def close(self) -> None:
        for file in (self._file, self._board):
            with contextlib.suppress(OSError):  # a full disk has been reported by whoever wrote last
                file.close()


def _is_before(line: str, frames: int) -> bool:
    """A run that is killed may leave half a line."""
    try:
        return line.endswith("\n") and json.loads(line)["frames"] <= frames
    except ValueError:
        return False


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60:2d}:{int(seconds) % 60:02d}"


def curve(shares: list[float]) -> str:
    """Shares from 0 to 1 as a row of bars."""
    return "".join(BARS[min(len(BARS) - 1, int(share * len(BARS)))] for share in shares)


def _flat(prefix: str, numbers: dict[str, Any]) -> list[tuple[str, float]]:
    found = []
    for name, value in numbers.items():
        if isinstance(value, dict):
            found += _flat(f"{prefix}/{name}", value)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found.append((f"{prefix}/{name}", float(value)))
    return found
