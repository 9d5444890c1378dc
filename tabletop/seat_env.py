"""One seat as a Gymnasium environment, single and vectorised; the others are played by policies or the game.

Observations, masks and rewards always belong to the learner, never to the next player to move. A step ends at
the learner's next decision or at the end of the game, and pays everything the learner has earned since.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode

from tabletop.batch_env import BatchEnv
from tabletop.env_loops import next_seed
from tabletop.game import Game, IllegalAction
from tabletop.seeds import fresh_seed, spread_seeds
from tabletop.views import Policy

ON_ILLEGAL = ("raise", "random_legal", "lose")


def seat_spaces(game: Game) -> tuple[spaces.Box, spaces.Discrete]:
    """What one seat sees and does."""
    return spaces.Box(-128, 127, (game.obs_size,), np.int8), spaces.Discrete(game.n_actions)


class SeatEnv(gymnasium.Env):
    """One game at a time. A subclass names its `game` and `metadata`."""

    game: ClassVar[Game]
    metadata: ClassVar[dict[str, Any]]

    def __init__(
        self,
        settings: Any = None,
        *,
        seat: int | str = "random",
        opponents: Sequence[str | Policy] = ("random",),
        weights: Sequence[float] | None = None,
        render_mode: str | None = None,
        on_illegal: str = "raise",
    ):
        """See `BatchEnv` for seat, opponents and weights."""
        if on_illegal not in ON_ILLEGAL:
            raise ValueError(f"on_illegal is one of {', '.join(ON_ILLEGAL)}, not {on_illegal!r}")
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode is None or one of {', '.join(modes)}, not {render_mode!r}")
        self.on_illegal, self.render_mode = on_illegal, render_mode
        self.observation_space, self.action_space = seat_spaces(self.game)
        self._made_with = {"settings": settings, "seat": seat, "opponents": opponents, "weights": weights}
        self._batch = self._new_batch()
        self._seed: int | None = None
        self._lost = False

    def _new_batch(self) -> BatchEnv:
        return BatchEnv(
            self.game,
            seeds=1,
            fresh=False,
            begin=False,
            threads=1,
            on_illegal="random_legal" if self.on_illegal == "random_legal" else "raise",
            **self._made_with,
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """A new game. With a seed: that game; without: the next of the stream (at first a fresh one)."""
        super().reset(seed=seed)
        if seed is not None:
            self._seed = int(seed)
        else:
            self._seed = fresh_seed() if self._seed is None else int(next_seed(np.uint64(self._seed)))
        self._lost = False
        self._batch.reset([self._seed])
        return self._batch.observations[0].copy(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """The learner's decision; back at the next one, or at the end."""
        batch = self._batch
        if self._seed is None:
            raise gymnasium.error.ResetNeeded("call reset before step")
        if batch.over[0] or self._lost:
            raise IllegalAction("the game is over; call reset")
        if self.on_illegal == "lose" and not (0 <= action < batch.masks.shape[1] and batch.masks[0, action]):
            self._lost = True
            return batch.observations[0].copy(), -1.0, True, False, self._info()
        batch.step(np.array([action]))
        reward = float(batch.learner_rewards()[0])
        cut = bool(batch.truncated[0])
        return batch.observations[0].copy(), reward, bool(batch.done[0]) and not cut, cut, self._info()

    def action_masks(self) -> np.ndarray:
        """What the learner may do now (the name that sb3-contrib's MaskablePPO looks for)."""
        return self._batch.masks[0].copy()

    @property
    def states(self) -> np.ndarray:
        """The running game, an array of one record, hidden cards included: for wrappers that judge it."""
        return self._batch.states

    @property
    def seat(self) -> int:
        """The learner's."""
        return int(self._batch.learner_seats[0])

    def _info(self) -> dict[str, Any]:
        return {
            "action_mask": self._batch.masks[0].astype(np.int8),
            "seat": self.seat,
            "seed": self._seed,
        }

    def render(self) -> Any:
        if self.render_mode is None:
            raise ValueError(f"choose a render_mode first: {', '.join(self.metadata['render_modes'])}")
        mode = "ansi" if self.render_mode == "human" else self.render_mode
        picture = self.game.render(self._batch.states, 0, mode)
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_batch": self._batch.snapshot()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._batch = self._new_batch()
        self._batch.restore(state["_batch"])


class SeatVectorEnv(gymnasium.vector.VectorEnv):
    """Many games in one call; a game that ends is replaced in the same step. A subclass names its `game`.

    `infos` holds `action_mask` and `seat`; where games ended, `final_obs` what the learner saw at the end.
    """

    game: ClassVar[Game]
    metadata: ClassVar[dict[str, Any]]

    def __init__(
        self,
        num_envs: int = 64,
        settings: Any = None,
        *,
        seat: int | str = "random",
        opponents: Sequence[str | Policy] = ("random",),
        weights: Sequence[float] | None = None,
        on_illegal: str = "raise",
        threads: int | None = None,
        seed: int | None = None,
    ):
        self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = seat_spaces(self.game)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)
        self._seed = fresh_seed() if seed is None else seed
        self.batch = BatchEnv(
            self.game,
            settings,
            spread_seeds(self._seed, num_envs),
            seat=seat,
            opponents=opponents,
            weights=weights,
            on_illegal=on_illegal,
            threads=threads,
        )

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """All games anew: from one seed, from one seed each, or the next of the stream."""
        if seed is None:
            self._seed = int(next_seed(np.uint64(self._seed)))
        elif isinstance(seed, int | np.integer):
            self._seed = int(seed)
        each = spread_seeds(self._seed, self.num_envs) if seed is None or np.ndim(seed) == 0 else list(seed)
        self.batch.reset(each)
        return self.batch.observations.copy(), self._infos()

    def step(
        self, actions: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        batch = self.batch
        batch.step(np.asarray(actions))
        done, cut = batch.done.astype(np.bool_), batch.truncated.astype(np.bool_)
        infos = self._infos()
        if done.any():
            infos["final_obs"] = batch.final_observations.copy()
            infos["_final_obs"] = done.copy()
            infos["final_info"] = {"_seed": done.copy(), "seed": batch.final_seeds.copy()}
            infos["_final_info"] = done.copy()
        return batch.observations.copy(), batch.learner_rewards(), done & ~cut, cut, infos

    def action_masks(self) -> np.ndarray:
        """What the learner may do, one row per game."""
        return self.batch.masks.copy()

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.batch.masks.astype(np.int8),
            "_action_mask": every,
            "seat": self.batch.learner_seats.copy(),
            "_seat": every,
        }
