"""The same experiment with sb3-contrib's MaskablePPO, for those who live in that world.

It reads the same config, plays the same games on our VecEnv and trains the same network. One seat of each
game learns; the others are agents, the newest self or a past one, kept up to date by a callback. What it
cannot do is refused: several kinds of tables, shaping, cloning, advice.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.distributions import MaskableDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor

from agents.base import Agent
from agents.net_agent import PolicyAgent
from agents.net_files import save_net
from agents.network import NetConfig, fit_scale, make_net
from agents.registry import make_agent
from tabletop.game import Game
from tabletop.views import Views
from train.config import BadConfig, Config, write_config
from train.evaluate import contest_result
from train.opponents import Pool
from train.ppo import sample_observations
from train.sb3_env import SeatVecEnv

AS_LEARNED = 1.0
"""The temperature of selves: they draw as they have learned to."""


class NetPolicy(MaskableActorCriticPolicy):
    """One of our networks as a policy of MaskablePPO."""

    def __init__(self, *args: Any, game: Game, net: NetConfig, **words: Any):
        self.game, self.net_config = game, net
        self.masks_now: Callable[[], np.ndarray] | None = None
        """What may be done in each game now. Our networks look at masks for values too, MaskablePPO gives
        none."""
        super().__init__(*args, **words)

    def _build(self, lr_schedule: Callable[[float], float]) -> None:
        self.net = make_net(self.game, self.net_config)
        self.optimizer = self.optimizer_class(
            self.net.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs
        )

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: np.ndarray | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        distribution, values = self._look(obs, action_masks)
        actions = distribution.get_actions(deterministic=deterministic)
        return actions, values[:, None], distribution.log_prob(actions)

    def evaluate_actions(
        self, obs: Tensor, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        distribution, values = self._look(obs, action_masks)
        return values[:, None], distribution.log_prob(actions), distribution.entropy()

    def get_distribution(self, obs: Tensor, action_masks: np.ndarray | None = None) -> MaskableDistribution:
        return self._look(obs, action_masks)[0]

    def predict_values(self, obs: Tensor) -> Tensor:
        """At the end of a rollout, for all games that go on; or for one that was cut off."""
        masks = None if self.masks_now is None else self.masks_now()
        return self._look(obs, masks if masks is not None and len(masks) == len(obs) else None)[1][:, None]

    def _look(self, obs: Tensor, masks: Any) -> tuple[MaskableDistribution, Tensor]:
        if masks is None:
            masks = np.ones((len(obs), self.game.n_actions), np.bool_)
        logits, values = self.net(obs, torch.as_tensor(masks, dtype=torch.bool).reshape(len(obs), -1))
        return self.action_dist.proba_distribution(action_logits=logits), values


class SB3Agent(Agent):
    """Any maskable policy of stable-baselines3 as an agent: one call for all games that ask."""

    name = "sb3"

    def __init__(self, game: Game, policy: MaskableActorCriticPolicy):
        super().__init__(game)
        self._policy = policy

    def act_many(self, views: Views) -> np.ndarray:
        actions, _ = self._policy.predict(views.observations, deterministic=True, action_masks=views.masks)
        return actions.astype(np.int64)


class OpponentPool(BaseCallback):
    """Keeps the learner's opponents up to date: its newest self, and past ones."""

    def __init__(self, game: Game, config: Config):
        super().__init__()
        net = make_net(game, config.net)
        self.newest = PolicyAgent(game, net, AS_LEARNED)
        self.past = PolicyAgent(game, copy.deepcopy(net), AS_LEARNED)
        self.pool = Pool(net, replace(config.pool, seated=1))
        self._rng = np.random.default_rng([config.seed, 4])
        self._added = 0

    def opponents(self, game: Game, names: list[str]) -> list[Any]:
        """Who plays for each name in a config."""
        selves = {"self": self.newest, "past": self.past, "random": "random"}
        return [selves.get(name) or make_agent(name, game) for name in names]

    def _on_rollout_start(self) -> None:
        net = self.model.policy.net
        self.newest.net.load_state_dict(net.state_dict())
        if self.num_timesteps // self.pool.config.every != self._added // self.pool.config.every:
            self.pool.add(net, self.num_timesteps)
            self._added = self.num_timesteps
        for seated in self.pool.seated(self._rng) or [net]:
            self.past.net.load_state_dict(seated.state_dict())

    def _on_step(self) -> bool:
        return True


class MaskedEvaluation(BaseCallback):
    """Now and then a match against fixed opponents on fixed deals, with masks; the best network is kept."""

    def __init__(self, game: Game, config: Config, folder: Path):
        super().__init__()
        self.game, self.config, self.folder = game, config, folder
        self.evaluations: list[dict[str, Any]] = []
        self.seconds = 0.0
        """Spent here, not on training."""
        self._strong = False

    def _on_rollout_start(self) -> None:
        last = self.evaluations[-1]["frames"] if self.evaluations else 0
        if self.num_timesteps // self.config.eval.every != last // self.config.eval.every:
            self.look()

    def look(self) -> None:
        """How strong it is now."""
        start, plan = time.perf_counter(), self.config.eval
        player = SB3Agent(self.game, self.model.policy)
        found = [contest_result(self.game, player, contest, plan.seed) for contest in plan.contests]
        self.evaluations.append({"frames": self.num_timesteps, "contests": found})
        for row in found:
            self.logger.record(f"eval/{row['against']} ({row['seats']} seats)", row["win_share"])
        shares = [entry["contests"][0]["win_share"] for entry in self.evaluations]
        if shares[-1] >= max(shares):
            about = {"name": self.config.name, "frames": self.num_timesteps, "evaluation": found}
            save_net(self.folder / "best", self.model.policy.net, self.game, self.config.net, about)
        self._strong = plan.stop_at is not None and found[0]["interval"][0] > plan.stop_at
        self.seconds += time.perf_counter() - start

    def _on_step(self) -> bool:
        return not self._strong


def make_model(game: Game, config: Config, env: VecEnv, masks: Callable[[], np.ndarray]) -> MaskablePPO:
    """MaskablePPO with the numbers of a config, on any VecEnv of the game; `masks()` are those of now."""
    ppo = config.ppo
    model = MaskablePPO(
        NetPolicy,
        env,
        learning_rate=lambda left: ppo.learning_rate * (ppo.final_rate + (1 - ppo.final_rate) * left),
        n_steps=ppo.steps,
        batch_size=min(ppo.minibatch, ppo.steps * env.num_envs),
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.lam,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value_weight,
        max_grad_norm=ppo.max_grad_norm,
        policy_kwargs={"game": game, "net": config.net},
        seed=config.seed,
        device="cpu",
    )
    fit_scale(model.policy.net, sample_observations(game, config))
    model.policy.masks_now = masks
    return model


def make_env(game: Game, config: Config, pool: OpponentPool) -> SeatVecEnv:
    """The config's table, with the pool's players at it."""
    table = config.tables[0]
    settings = game.settings(**{"skip_forced": True, **table.settings})
    names = [name for name in table.opponents if name != game.script]
    weights = [table.opponents[name] for name in names]
    if not names or settings.players - len(game.scripted(settings)) == 1:
        names, weights = ["random"], [1.0]  # there is no seat for anybody but the game's own player
    return SeatVecEnv(
        game,
        settings,
        table.games,
        opponents=pool.opponents(game, names),
        weights=weights,
        seed=config.seed,
        threads=1,
    )


def train_sb3(game: Game, config: Config, folder: Path, quiet: bool = False) -> dict[str, Any]:
    """The whole experiment: evaluations, frames and seconds; the network lies in `folder/best`."""
    refuse(config)
    folder.mkdir(parents=True, exist_ok=True)
    write_config(config, folder / "config.yaml")
    torch.set_num_threads(1)  # torch's own threads collapse on a busy machine
    pool, evaluation = OpponentPool(game, config), MaskedEvaluation(game, config, folder)
    env = make_env(game, config, pool)
    model = make_model(game, config, env, env.action_masks)
    model.set_logger(configure(str(folder / "log"), ["json", "tensorboard", *([] if quiet else ["stdout"])]))
    start = time.perf_counter()
    try:
        model.learn(config.frames, callback=[pool, evaluation])
        if not evaluation.evaluations or evaluation.evaluations[-1]["frames"] != model.num_timesteps:
            evaluation.look()
        seconds = time.perf_counter() - start - evaluation.seconds
        about = {"name": config.name, "frames": model.num_timesteps, "seconds": round(seconds)}
        save_net(folder / "last", model.policy.net, game, config.net, about)
    finally:
        model.logger.close()
    return {"evaluations": evaluation.evaluations, "frames": model.num_timesteps, "seconds": seconds}


def refuse(config: Config) -> None:
    """What only `train.ppo` can do."""
    if len(config.tables) != 1:
        raise BadConfig(f"MaskablePPO trains at one kind of table, not {len(config.tables)}: see tables")
    if config.ppo.shaping:
        raise BadConfig("MaskablePPO knows no shaping: set ppo.shaping to 0")
    if config.net.advice:
        raise BadConfig("MaskablePPO's environments give no advice: set net.advice to 0")
    if config.cloning.teacher:
        raise BadConfig("MaskablePPO does not clone a teacher: leave cloning.teacher empty")
