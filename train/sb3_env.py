"""A native stable-baselines3 VecEnv over a batch: one seat of many games, no Python per game.

MaskablePPO finds the masks through `env_method("action_masks")`. A game that ends is replaced in the same
step; its last observation is in `infos[i]["terminal_observation"]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from tabletop.batch_env import BatchEnv
from tabletop.game import Game
from tabletop.seat_env import seat_spaces
from tabletop.seeds import fresh_seed, spread_seeds
from tabletop.views import Policy


class SeatVecEnv(VecEnv):
    """`SeatVecEnv(PAMIR, Settings(players=2, wakhan=True), games=64)`; see `BatchEnv` for the other words."""

    def __init__(
        self,
        game: Game,
        settings: Any = None,
        games: int = 64,
        *,
        seat: int | str = "random",
        opponents: Sequence[str | Policy] = ("random",),
        weights: Sequence[float] | None = None,
        seed: int | None = None,
        on_illegal: str = "raise",
        threads: int | None = None,
    ):
        self._seed = fresh_seed() if seed is None else seed
        self.batch = BatchEnv(
            game,
            settings,
            spread_seeds(self._seed, games),
            seat=seat,
            opponents=opponents,
            weights=weights,
            on_illegal=on_illegal,
            threads=threads,
        )
        self.render_mode = None
        self._actions: np.ndarray | None = None
        self._returns = np.zeros(games)
        self._lengths = np.zeros(games, np.int64)
        super().__init__(games, *seat_spaces(game))

    def reset(self) -> np.ndarray:
        if self._seeds[0] is not None:
            self._seed = self._seeds[0]
        self.batch.reset(spread_seeds(self._seed, self.num_envs))
        self._returns[:] = 0
        self._lengths[:] = 0
        self._reset_seeds()
        return self.batch.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self._actions = np.asarray(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        batch = self.batch
        batch.step(self._actions)
        rewards = batch.learner_rewards()
        done = batch.done.astype(np.bool_)
        self._returns += rewards
        self._lengths += 1
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done):
            infos[i] = {
                "terminal_observation": batch.final_observations[i].copy(),
                "TimeLimit.truncated": bool(batch.truncated[i]),
                "episode": {"r": float(self._returns[i]), "l": int(self._lengths[i]), "t": 0.0},
            }
        self._returns[done] = 0
        self._lengths[done] = 0
        return batch.observations.copy(), rewards.astype(np.float32), done, infos

    def action_masks(self) -> np.ndarray:
        """What the learner may do, one row per game."""
        return self.batch.masks.copy()

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"{type(self).__name__} has no method {method_name!r} of single games")
        return [self.batch.masks[i].copy() for i in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        return attr_name in ("action_masks", "render_mode")

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name == "action_masks":
            return [lambda i=i: self.batch.masks[i].copy() for i in self._get_indices(indices)]
        if attr_name == "render_mode":
            return [None for _ in self._get_indices(indices)]
        raise AttributeError(f"{type(self).__name__} has no attribute {attr_name!r} of single games")

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(
            f"{attr_name!r} cannot be set for single games: make a new {type(self).__name__}"
        )

    def env_is_wrapped(self, wrapper_class: type, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing is held open."""
