"""Cloning: before self-play the learner does as a teacher does, so that it need not begin from nothing.

The teacher plays every seat of the run's tables, now and then disturbed by a random action that nobody learns
from. The value learns who won.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch
from torch.nn import functional as F

from agents.advice import Advisor, width
from agents.registry import make_agent
from tabletop.batch_env import BatchEnv
from tabletop.game import Game
from tabletop.seeds import spread_seeds
from train.config import Config, TableConfig
from train.ppo import Learner, in_shards

Lessons = tuple[np.ndarray, ...]
"""Observations, masks, advice, the teacher's actions, results, and where a result is known."""


def clone(game: Game, config: Config, learner: Learner, say: Callable[[str], None]) -> None:
    """Teach the learner's network."""
    plan = config.cloning
    games = sum(table.games for table in config.tables)
    parts = []
    for k, table in enumerate(config.tables):
        parts.append(lessons(game, config, table, plan.frames * table.games // games, k))
        seen = sum(len(part[2]) for part in parts)
        say(f"cloning {plan.teacher}: {seen:,} of {plan.frames:,} decisions seen")
    data = [torch.from_numpy(np.concatenate(arrays)) for arrays in zip(*parts)]
    optimizer = torch.optim.Adam(learner.net.parameters(), lr=plan.learning_rate)
    size, n = config.ppo.minibatch, len(data[0])
    steps, done = plan.epochs * (n // size), 0
    for epoch in range(plan.epochs):
        order, right = learner.rng.permutation(n), []
        for k in range(0, n - size + 1, size):
            for group in optimizer.param_groups:
                group["lr"] = plan.learning_rate * (1 - 0.95 * done / steps)
            right.append(_step(learner, optimizer, data, order[k : k + size]))
            done += 1
        say(f"cloning {plan.teacher}: epoch {epoch + 1} of {plan.epochs}, {np.mean(right):.1%} as it does")


def _step(
    learner: Learner, optimizer: torch.optim.Optimizer, data: list[torch.Tensor], rows: np.ndarray
) -> float:
    def loss_of(net: torch.nn.Module, part: np.ndarray) -> tuple[torch.Tensor, np.ndarray]:
        *seen, actions, results, known = (tensor[torch.from_numpy(part)] for tensor in data)
        with torch.autocast("cpu", torch.bfloat16, enabled=learner.config.ppo.bfloat16):
            logits, values = net(*seen)
        loss = F.cross_entropy(logits, actions) + 0.25 * (known * (values - results) ** 2).mean()
        return loss, (logits.argmax(dim=1) == actions).float().mean(dim=0, keepdim=True).numpy()

    found = in_shards(learner.net, learner.twins, rows, loss_of)
    torch.nn.utils.clip_grad_norm_(learner.net.parameters(), 1.0)
    optimizer.step()
    return float(found[0])


def lessons(game: Game, config: Config, table: TableConfig, frames: int, number: int) -> Lessons:
    """What the teacher did at tables of one kind."""
    settings = game.settings(**{"skip_forced": True, **table.settings})
    batch = BatchEnv(game, settings, spread_seeds(config.seed + 7919 * (number + 1), table.games), threads=1)
    teacher = make_agent(config.cloning.teacher, game)
    rng = np.random.default_rng([config.seed, 3, number])
    n, steps = batch.n, max(1, frames // batch.n)
    observations = np.zeros((steps, n, game.obs_size), np.int8)
    masks = np.zeros((steps, n, game.n_actions), np.bool_)
    advisor = Advisor(game, config.net.advice) if config.net.advice else None
    advice = np.zeros((steps, n, width(game, bool(advisor))), np.float32)
    actions, seats = np.zeros((2, steps, n), np.int64)
    results, known = np.zeros((2, steps, n), np.float32)
    begun = np.zeros(n, np.int64)
    for t in range(steps):
        observations[t], masks[t], seats[t] = batch.observations, batch.masks, batch.seats
        views = batch.views()
        actions[t] = teacher.act_many(views)
        if advisor:
            advice[t] = advisor(views)
        anything = (rng.random(batch.masks.shape) * batch.masks).argmax(axis=1)
        batch.step(np.where(rng.random(n) < config.cloning.noise, anything, actions[t]))
        for i in np.flatnonzero(batch.done):
            own = slice(begun[i], t + 1)
            results[own, i] = batch.rewards[i][seats[own, i]]
            known[own, i] = 1.0
            begun[i] = t + 1
    arrays = (observations, masks, advice, actions, results, known)
    return tuple(array.reshape(steps * n, *array.shape[2:]) for array in arrays)
