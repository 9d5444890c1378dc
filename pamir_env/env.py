"""The environments of Pax Pamir: PettingZoo (`env`, `raw_env`) and Gymnasium (`PaxPamirEnv`, vectorised too).

Everything here is `tabletop` with Pax Pamir's name and keywords on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import pettingzoo
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from pamir_env.game import PAMIR, VERSION
from pamir_env.settings import Settings
from tabletop.aec import GameAEC
from tabletop.seat_env import SeatEnv, SeatVectorEnv
from tabletop.views import Policy

RENDER_MODES = ["human", "ansi", "svg", "rgb_array"]
AEC_ID = f"pamir/pax_pamir-v{VERSION}"
GYM_ID = f"pamir/PaxPamir-v{VERSION}"
WAKHAN = "wakhan"


class raw_env(GameAEC):
    """The AEC environment without wrappers. Keywords: those of `Settings`, `render_mode`, `on_illegal`."""

    game = PAMIR
    metadata = {  # noqa: RUF012 - PettingZoo wants a plain attribute
        "name": f"pax_pamir_v{VERSION}",
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        players: int = 3,
        wakhan: bool = False,
        render_mode: str | None = None,
        *,
        on_illegal: str = "raise",
        **settings: Any,
    ):
        super().__init__(
            Settings(players=players, wakhan=wakhan, **settings),
            render_mode=render_mode,
            on_illegal=on_illegal,
        )


def env(**keywords: Any) -> OrderEnforcingWrapper:
    """The AEC environment, in the one wrapper that says what is wrong when calls come in the wrong order."""
    return OrderEnforcingWrapper(raw_env(**keywords))


def table_of(
    opponents: str | Policy | Sequence[str | Policy], players: int | None, settings: dict[str, Any]
) -> tuple[Settings, tuple[str | Policy, ...]]:
    """Settings and the players of the other seats: as many as are named, or one kind for all of them.

    `wakhan` may be named once: the game plays her, in the last seat.
    """
    named = [opponents] if isinstance(opponents, str) or callable(opponents) else list(opponents)
    wakhan = sum(1 for who in named if isinstance(who, str) and who == WAKHAN)
    others = tuple(who for who in named if not (isinstance(who, str) and who == WAKHAN))
    if wakhan > 1:
        raise ValueError("wakhan can be named only once: she takes one seat")
    seats = len(named) + 1 if players is None else players
    people = seats - 1 - wakhan
    if wakhan and people and not others:
        raise ValueError(
            f'{seats} seats with wakhan need {people} more opponent(s), e.g. opponents=["wakhan", "random"]'
        )
    if len(others) > max(people, 0) or (people and not others):
        raise ValueError(f"{len(named)} opponents do not fit a table of {seats}")
    return Settings(players=seats, wakhan=bool(wakhan), **settings), others or ("random",)


class PaxPamirEnv(SeatEnv):
    """One seat: `PaxPamirEnv(opponents="wakhan")`, `PaxPamirEnv(opponents="random", players=4)`."""

    game = PAMIR
    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        opponents: str | Policy | Sequence[str | Policy] = WAKHAN,
        players: int | None = None,
        *,
        seat: int | str = "random",
        weights: Sequence[float] | None = None,
        render_mode: str | None = None,
        on_illegal: str = "raise",
        **settings: Any,
    ):
        table, others = table_of(opponents, players, settings)
        super().__init__(
            table,
            seat=seat,
            opponents=others,
            weights=weights,
            render_mode=render_mode,
            on_illegal=on_illegal,
        )


class PaxPamirVectorEnv(SeatVectorEnv):
    """Many such games in one call: `PaxPamirVectorEnv(64, opponents="wakhan")`."""

    game = PAMIR
    metadata = {"render_modes": [], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 64,
        opponents: str | Policy | Sequence[str | Policy] = WAKHAN,
        players: int | None = None,
        *,
        seat: int | str = "random",
        weights: Sequence[float] | None = None,
        on_illegal: str = "raise",
        threads: int | None = None,
        seed: int | None = None,
        **settings: Any,
    ):
        table, others = table_of(opponents, players, settings)
        super().__init__(
            num_envs,
            table,
            seat=seat,
            opponents=others,
            weights=weights,
            on_illegal=on_illegal,
            threads=threads,
            seed=seed,
        )


def register() -> None:
    """Make the ids known to PettingZoo and Gymnasium; done by `import pamir_env`."""
    if hasattr(pettingzoo, "register") and AEC_ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", AEC_ID, entry_point="pamir_env.env:env")
    if GYM_ID not in gymnasium.registry:
        gymnasium.register(
            GYM_ID,
            entry_point="pamir_env.env:PaxPamirEnv",
            vector_entry_point="pamir_env.env:PaxPamirVectorEnv",
            disable_env_checker=True,
        )
