"""The curve of the shipped agent, light and dark, from the metrics of its run (docs/measured/default.jsonl).

.venv/bin/python docs/pictures/curve.py
"""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

HERE = Path(__file__).resolve().parent
METRICS = HERE.parent / "measured" / "default.jsonl"
THEMES = {"light": ("curve.svg", "#24292f", "#d8dee4"), "dark": ("curve-dark.svg", "#e6edf3", "#3d444d")}
LINES = {"wakhan (2 seats)": ("against Wakhan", "#3b82c4"), "greedy (2 seats)": ("against greedy", "#d9822b")}


def main() -> None:
    mpl.rcParams["svg.hashsalt"] = "pamir"  # the same numbers, the same file
    rows = [json.loads(line) for line in METRICS.read_text("utf-8").splitlines()]
    for name, ink, grid in THEMES.values():
        figure = Figure(figsize=(7.6, 3.4), layout="constrained")
        axes = figure.subplots()
        first = max(LINES, key=lambda key: rows[-1][key]["win_share"])
        for key, (label, colour) in LINES.items():
            frames = [row["frames"] / 1e6 for row in rows]
            low, high = zip(*(row[key]["interval"] for row in rows))
            axes.fill_between(
                frames, [100 * x for x in low], [100 * x for x in high], color=colour, alpha=0.18, lw=0
            )
            axes.plot(frames, [100 * row[key]["win_share"] for row in rows], color=colour, marker="o", ms=3.5)
            axes.annotate(
                label,
                (frames[-1], 100 * rows[-1][key]["win_share"]),
                (8, 1 if key == first else -1),
                textcoords="offset points",
                color=colour,
                va="bottom" if key == first else "top",
            )
        axes.axhline(50, color=ink, lw=0.8, ls=":")
        axes.set_xlabel("million decisions learned from", color=ink)
        axes.set_ylabel("games won, %", color=ink)
        axes.set_xlim(0, max(row["frames"] for row in rows) / 1e6 * 1.26)
        axes.tick_params(colors=ink)
        axes.grid(color=grid, lw=0.6)
        for side in axes.spines.values():
            side.set_color(grid)
        figure.savefig(HERE / name, transparent=True, metadata={"Date": None})


if __name__ == "__main__":
    main()
