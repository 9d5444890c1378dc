"""Net: a trained policy as an agent, one forward pass for all games that ask."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from agents.advice import Advisor
from agents.base import Agent
from agents.net_files import MANIFEST, BadNet, load_net
from agents.network import sample
from tabletop.batch import SMALLEST_SHARE, in_shares
from tabletop.game import Game
from tabletop.views import Views

CHUNK = 128
"""Games in one forward pass. Chunks do not depend on the number of threads, and so neither do results."""
_TO_ONE = 1.0 / (1 << 53)


class PolicyAgent(Agent):
    """Plays what a network says. `temperature` 0 takes the likeliest action, 1 draws as it learned to."""

    name = "net"

    def __init__(self, game: Game, net: nn.Module, temperature: float = 0.0):
        super().__init__(game)
        if temperature < 0:
            raise ValueError(f"temperature is a number from 0, not {temperature}")
        self.net, self.temperature, self.threads = net.eval(), temperature, 1
        self.advisor = Advisor(game, net.advice) if net.advice else None
        self.about: dict[str, Any] = {}
        """The manifest of its folder, if it comes from one."""

    def act_many(self, views: Views) -> np.ndarray:
        actions = np.zeros(len(views), np.int64)
        seen = self._seen(views)
        uniform = torch.from_numpy((views.bits >> np.uint64(11)) * _TO_ONE)

        def work(first: int, last: int) -> None:
            for chunk in range(first // SMALLEST_SHARE, last // SMALLEST_SHARE):
                rows = slice(CHUNK * chunk, CHUNK * (chunk + 1))
                actions[rows] = self._choose([part[rows] for part in seen], uniform[rows])

        chunks = -(-len(views) // CHUNK)
        with _one_thread_each():
            in_shares(chunks * SMALLEST_SHARE, self.threads, work)
        return actions

    def _seen(self, views: Views) -> list[torch.Tensor]:
        """What the network is given: observations, masks, and advice if it wants any."""
        told = []
        if self.advisor:
            self.advisor.threads = self.threads
            told = [self.advisor(views)]
        return [torch.from_numpy(array) for array in (views.observations, views.masks, *told)]

    def _choose(self, seen: list[torch.Tensor], uniform: torch.Tensor) -> np.ndarray:
        with torch.inference_mode():
            logits, _ = self.net(*seen)
            if self.temperature == 0:
                return logits.argmax(dim=1).numpy()
            return sample(logits / self.temperature, uniform).numpy()

    def look(self, views: Views) -> tuple[np.ndarray, np.ndarray]:
        """The chances of all actions, and what the seat may expect, for each game.

        A network that was trained with shaping expects what comes on top of the evaluation, with the weight
        that stands in `about["shaping"]`.
        """
        with torch.inference_mode():
            logits, values = self.net(*self._seen(views))
            return torch.softmax(logits, dim=1).numpy(), values.numpy()


@contextlib.contextmanager
def _one_thread_each() -> Iterator[None]:
    """torch's own threads wait by spinning, which is ruinous where anything else runs."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def load_agent(game: Game, path: str, temperature: float) -> PolicyAgent:
    """`default`, a folder with a network, a run, or one of its checkpoints."""
    net, about = load_net(find_net(game, path), game)
    agent = PolicyAgent(game, net, temperature)
    agent.about = about
    return agent


def find_net(game: Game, path: str) -> Path:
    """The folder that a spec means."""
    if game.nets is not None and (game.nets / path / MANIFEST).exists():
        return game.nets / path
    folder = Path(path)
    if not folder.exists():
        shipped = sorted(p.parent.name for p in game.nets.glob(f"*/{MANIFEST}")) if game.nets else []
        known = f"; shipped with {game.name}: {', '.join(shipped)}" if shipped else ""
        raise BadNet(f"there is no folder {path}{known}")
    if (folder / "best" / MANIFEST).exists():
        return folder / "best"
    checkpoints = sorted((folder / "checkpoints").glob(f"*[0-9]/{MANIFEST}"))
    return checkpoints[-1].parent if checkpoints else folder
