"""The pictures of the README: a position in the middle of a game between greedy players, light and dark.

.venv/bin/python docs/pictures/make.py
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from agents import make_agent
from pamir_env import PAMIR, Position, Settings
from pamir_env.picture.raster import png
from tabletop.views import views_of

SEED, DECISIONS = 12, 150


def position() -> Position:
    found, player = Position.new(Settings(players=3), seed=SEED), make_agent("greedy", PAMIR)
    for k in range(DECISIONS):
        found.play(int(player.act_many(views_of(found, np.uint64(k)))[0]))
    return found


def main() -> None:
    shown = position()
    for theme, name in (("light", "position.png"), ("dark", "position-dark.png")):
        (Path(__file__).parent / name).write_bytes(png(shown.states, theme=theme, viewer=shown.seat))


if __name__ == "__main__":
    main()
