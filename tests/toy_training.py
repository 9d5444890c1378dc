"""How the tests train on the toy game: small networks, few games, seconds."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import numpy as np

from agents.network import NetConfig
from tabletop.batch_env import BatchEnv
from tabletop.game import Game
from train.config import Config, Contest, EvalConfig, PoolConfig, PPOConfig, TableConfig
from train.ppo import Learner
from train.run import Run, resume
from train.selfplay import Rollout, SelfPlay

PPO = PPOConfig(steps=32, minibatch=512, learning_rate=1e-2, entropy=0.005, bfloat16=False)


def toy_config(
    players: int = 2, opponents: dict[str, float] | None = None, frames: int = 30_000, **changes: Any
) -> Config:
    """A run on the toy game; `changes` name fields of Config, `settings` those of the table."""
    settings = {"players": players, **changes.pop("settings", {})}
    table = TableConfig(games=64, settings=settings, opponents=opponents or {"self": 1.0})
    config = Config(
        name="toy",
        frames=frames,
        net=NetConfig(kind="flat", width=32, layers=1),
        ppo=PPO,
        tables=[table],
        pool=PoolConfig(every=4_000, keep=3),
        eval=EvalConfig(
            every=8_000, contests=[Contest(["random"] * (players - 1), {"players": players}, 12)]
        ),
        checkpoint_every=4_000,
    )
    return dataclasses.replace(config, **changes)


def trained(game: Game, config: Config) -> tuple[Learner, list[dict[str, float]]]:
    """Play and learn to the last frame, without files; how each update went."""
    learner, play = Learner(game, config), SelfPlay(game, config)
    rollout = Rollout.empty(game, config.ppo.steps, play.n)
    found = []
    while learner.frames < config.frames:
        play.collect(rollout, learner.answer(), [])
        found.append(learner.update(rollout))
    return learner, found


def mean_result(game: Game, config: Config, act: Any, seat: str = "every", games: int = 400) -> float:
    """What a seat that `act(observations, masks)` plays earns in a whole game, on fixed deals."""
    settings = game.settings(**config.tables[0].settings)
    batch = BatchEnv(game, settings, games, seat=seat, fresh=False, threads=1)
    earned = np.zeros(games)
    while not batch.over.all():
        batch.step(act(batch.observations, batch.masks))
        mean = batch.rewards[:, : settings.players].mean(axis=1)
        earned += mean if seat == "every" else batch.learner_rewards()
    return float(earned.mean())


def train_on(folder: str) -> None:
    """What a process does that will be killed: go on from wherever the run in the folder is."""
    from tests.toy_game import TOY

    resume(TOY, Path(folder), quiet=True).train()


def metrics_of(run: Run) -> list[dict[str, Any]]:
    """What a run has written down, without what only the clock decides."""
    return metrics_in(run.folder)


def metrics_in(folder: Path) -> list[dict[str, Any]]:
    import json

    by_clock = ("seconds", "frames_per_second", "share_")
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text("utf-8").splitlines()]
    return [{k: v for k, v in line.items() if not k.startswith(by_clock)} for line in lines]
