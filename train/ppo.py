"""PPO: masked proximal policy optimisation over batches of games, one network for all seats.

`Learner.answer` plays, `Learner.update` improves the network from what was played. `train.run` alternates
between the two.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from agents.network import fit_scale, log_chances, make_net, sample
from tabletop.batch_env import BatchEnv
from tabletop.game import Game
from tabletop.seeds import spread_seeds
from train.config import Config, PPOConfig
from train.selfplay import Answer, Rollout, advantages

SHARDS = 2
"""Parts into which every batch is cut, each for a thread of its own. It is the same on every machine, so that
sums are added up in the same order; and Python threads, because torch's own collapse on a busy machine."""

_CREW = ThreadPoolExecutor(SHARDS, thread_name_prefix="train")


class Decisions(NamedTuple):
    """What the learner decided, one row each, and what came of it."""

    observations: Tensor
    masks: Tensor
    advice: Tensor
    actions: Tensor
    log_chances: Tensor
    values: Tensor
    gains: Tensor  # advantages
    returns: Tensor

    @classmethod
    def of(cls, rollout: Rollout, gains: np.ndarray) -> Decisions:
        r = rollout
        arrays = (r.observations, r.masks, r.advice, r.actions, r.log_chances, r.values)
        arrays += (gains, gains + r.values)
        rows = len(r.actions) * len(r.actions[0])
        return cls(*(torch.from_numpy(array.reshape(rows, *array.shape[2:])) for array in arrays))


class Learner:
    """A network, its optimiser, and the step that improves it."""

    def __init__(self, game: Game, config: Config):
        self.config = config
        torch.set_num_threads(1)
        with torch.random.fork_rng():
            torch.manual_seed(config.seed)
            self.net = make_net(game, config.net)
        fit_scale(self.net, sample_observations(game, config))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=config.ppo.learning_rate, eps=1e-5)
        self.rng = np.random.default_rng([config.seed, 1])
        self.frames = 0
        self.twins = [copy.deepcopy(self.net) for _ in range(SHARDS)]

    def answer(self, net: nn.Module | None = None) -> Answer:
        """The learner as a player; or a past self, whose network is given."""
        return answer_with(self.net if net is None else net, self.config.ppo.bfloat16)

    def learning_rate(self) -> float:
        ppo = self.config.ppo
        left = max(0.0, 1 - self.frames / self.config.frames)
        return ppo.learning_rate * (ppo.final_rate + (1 - ppo.final_rate) * left)

    def update(self, rollout: Rollout) -> dict[str, float]:
        """Learn from what happened. Returns how it went, averaged over the minibatches."""
        ppo = self.config.ppo
        gains, known = advantages(rollout, ppo.gamma, ppo.lam)
        rows = np.flatnonzero(known)
        if not len(rows):
            raise ValueError(
                f"ppo.steps is too small: in {ppo.steps} decisions of a game nobody decides twice"
            )
        mean, spread = gains.ravel()[rows].mean(), gains.ravel()[rows].std() + 1e-8
        data = Decisions.of(rollout, gains)
        size = min(ppo.minibatch, len(rows))  # few games: learn from what there is
        for group in self.optimizer.param_groups:
            group["lr"] = self.learning_rate()
        found = []
        for _ in range(ppo.epochs):
            order = self.rng.permutation(rows)
            for k in range(0, len(order) - size + 1, size):
                found.append(self._step(data, order[k : k + size], mean, spread))
        self.frames += len(rows)
        stats = dict(zip(LOSSES, np.mean(found, axis=0).tolist(), strict=True)) if found else {}
        left = (data.returns - data.values)[rows].var() / data.returns[rows].var().clamp(min=1e-8)
        return {
            **stats,
            "explained_variance": 1.0 - float(left),
            "learning_rate": self.learning_rate(),
            "legal_actions": float(rollout.masks[rollout.mine].sum(axis=1).mean()),
        }

    def _step(self, data: Decisions, rows: np.ndarray, mean: float, spread: float) -> np.ndarray:
        """One minibatch."""

        def loss_of(net: nn.Module, part: np.ndarray) -> tuple[Tensor, np.ndarray]:
            batch = Decisions(*(tensor[torch.from_numpy(part)] for tensor in data))
            return ppo_loss(net, batch, mean, spread, self.config.ppo)

        found = in_shards(self.net, self.twins, rows, loss_of)
        nn.utils.clip_grad_norm_(self.net.parameters(), self.config.ppo.max_grad_norm)
        self.optimizer.step()
        return found


Loss = Callable[[nn.Module, np.ndarray], tuple[Tensor, np.ndarray]]
"""A network and some rows -> the loss, and numbers to look at."""


def in_shards(net: nn.Module, twins: list[nn.Module], rows: np.ndarray, loss_of: Loss) -> np.ndarray:
    """Gradients of a minibatch, its parts computed side by side by twins of the network and added up."""
    weights = net.state_dict()
    twins = twins[: len(rows)]  # no part without a row in it

    def work(twin: nn.Module, part: np.ndarray) -> np.ndarray:
        twin.load_state_dict(weights)
        twin.zero_grad()
        share = len(part) / len(rows)
        loss, found = loss_of(twin, part)
        (loss * share).backward()
        return found * share

    found = sum(_CREW.map(work, twins, np.array_split(rows, len(twins))))
    for parameter, *parts in zip(net.parameters(), *(twin.parameters() for twin in twins)):
        parameter.grad = sum(part.grad for part in parts)
    return found


LOSSES = ("policy_loss", "value_loss", "entropy", "clipped", "kl")


def ppo_loss(
    net: nn.Module, batch: Decisions, mean: float, spread: float, ppo: PPOConfig
) -> tuple[Tensor, np.ndarray]:
    """What is to be made small; and LOSSES, to look at."""
    with torch.autocast("cpu", torch.bfloat16, enabled=ppo.bfloat16):
        logits, values = net(batch.observations, batch.masks, batch.advice)
    chances = log_chances(logits)
    ratio = (chances.gather(1, batch.actions[:, None]).squeeze(1) - batch.log_chances).exp()
    gains = (batch.gains - mean) / spread
    policy_loss = -torch.min(ratio * gains, ratio.clamp(1 - ppo.clip, 1 + ppo.clip) * gains).mean()
    value_loss = F.mse_loss(values, batch.returns)
    entropy = -(chances.exp() * chances).sum(dim=1).mean()  # over legal actions: the others have chance 0
    loss = policy_loss + ppo.value_weight * value_loss - ppo.entropy * entropy
    with torch.no_grad():
        clipped = ((ratio - 1).abs() > ppo.clip).float().mean()
        kl = (ratio - 1 - ratio.log()).mean()
        found = torch.stack([policy_loss, value_loss, entropy, clipped, kl]).numpy()
    return loss, found


def answer_with(net: nn.Module, bfloat16: bool) -> Answer:
    """A network as a player: actions drawn by its chances, in one pass for all games."""

    def part(uniform: np.ndarray, *seen: np.ndarray) -> tuple[np.ndarray, ...]:
        with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
            logits, values = net(*(torch.from_numpy(array) for array in seen))
            actions = sample(logits, torch.from_numpy(uniform))
            chances = log_chances(logits).gather(1, actions[:, None]).squeeze(1)
            return actions.numpy(), chances.numpy(), values.numpy()

    def answer(uniform: np.ndarray, *seen: np.ndarray) -> tuple[np.ndarray, ...]:
        n = min(SHARDS, len(uniform))
        shares = (np.array_split(array, n) for array in (uniform, *seen))
        return tuple(np.concatenate(parts) for parts in zip(*_CREW.map(part, *shares)))

    return answer


def sample_observations(game: Game, config: Config, games: int = 64, steps: int = 200) -> np.ndarray:
    """What players see in random games at the tables of a run."""
    seen = []
    rng = np.random.default_rng([config.seed, 2])
    for table in config.tables:
        batch = BatchEnv(game, game.settings(**table.settings), spread_seeds(config.seed, games), threads=1)
        for step in range(steps):
            batch.step((rng.random(batch.masks.shape) * batch.masks).argmax(axis=1))
            if step % 10 == 0:
                seen.append(batch.observations.copy())
    return np.concatenate(seen)
