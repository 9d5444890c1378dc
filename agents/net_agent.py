"""Net: a trained policy as an agent, one forward pass for all games that ask; if wanted, with a search."""

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
from agents.search import Search
from tabletop.batch import SMALLEST_SHARE, in_shares
from tabletop.game import Game
from tabletop.views import Views

CHUNK = 128
"""Games in one forward pass. Chunks do not depend on the number of threads, and so neither do results."""
_TO_ONE = 1.0 / (1 << 53)
TRUST_IN_SEARCH = 20.0
"""What a search that finds an action better by 1 (victory instead of nothing) adds to its logit; see
docs/decisions/0005-training.md for what was tried."""


class PolicyAgent(Agent):
    """Plays what a network says. `temperature` 0 takes the likeliest action, 1 draws as it learned to. With
    `sims`, a search of so many simulations has a say too: how much better it finds one action than another.
    """

    name = "net"

    def __init__(
        self,
        game: Game,
        net: nn.Module,
        temperature: float = 0.0,
        sims: int = 0,
        trust: float = TRUST_IN_SEARCH,
    ):
        super().__init__(game)
        if temperature < 0:
            raise ValueError(f"temperature is a number from 0, not {temperature}")
        if sims:
            self.side_by_side = 64
        self.search, self.trust = Search(game, sims=sims) if sims else None, trust
        self.net, self.temperature, self.threads = net.eval(), temperature, 1
        self.advisor = Advisor(game, net.advice) if net.advice else None
        self.about: dict[str, Any] = {}
        """The manifest of its folder, if it comes from one."""

    def act_many(self, views: Views) -> np.ndarray:
        actions = np.zeros(len(views), np.int64)
        seen, found = self._seen(views), torch.from_numpy(self._found(views))
        uniform = torch.from_numpy((views.bits >> np.uint64(11)) * _TO_ONE)

        def work(first: int, last: int) -> None:
            for chunk in range(first // SMALLEST_SHARE, last // SMALLEST_SHARE):
                rows = slice(CHUNK * chunk, CHUNK * (chunk + 1))
                actions[rows] = self._choose([part[rows] for part in seen], found[rows], uniform[rows])

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

    def _found(self, views: Views) -> np.ndarray:
        """What search adds to the logits of each game, if it is asked."""
        if self.search is None:
            return np.zeros((len(views), 1), np.float32)
        self.search.threads = self.threads
        self.search.choose(views.boards(), views.bits)
        worth = self.search.action_values
        best = np.where(views.masks, worth, -np.inf).max(axis=1, keepdims=True)
        return np.where(views.masks, self.trust * (worth - best), 0).astype(np.float32)

    def _choose(self, seen: list[torch.Tensor], found: torch.Tensor, uniform: torch.Tensor) -> np.ndarray:
        with torch.inference_mode():
            logits = self.net(*seen)[0] + found
            if self.temperature == 0:
                return logits.argmax(dim=1).numpy()
            return sample(logits / self.temperature, uniform).numpy()

    def look(self, views: Views) -> tuple[np.ndarray, np.ndarray]:
        """What the network alone thinks: the chances of all actions, and what the seat may expect.

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


def load_agent(game: Game, path: str, temperature: float, sims: int | None = None) -> PolicyAgent:
    """`default`, a folder with a network, a run, or one of its checkpoints. How many simulations search gets
    is up to the network's manifest (usually none), unless it is said here.
    """
    net, about = load_net(find_net(game, path), game)
    agent = PolicyAgent(game, net, temperature, about.get("sims", 0) if sims is None else sims)
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
