"""Past selves: snapshots of the learner sit at its tables, so that it does not forget how to beat them."""

from __future__ import annotations

import copy
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from train.config import PoolConfig


@dataclass(frozen=True)
class Snapshot:
    """The learner as it was after so many frames."""

    frames: int
    weights: dict[str, torch.Tensor]


class Pool:
    """Keeps snapshots, spread over the whole run, and seats a few of them."""

    def __init__(self, net: nn.Module, config: PoolConfig):
        self.config = config
        self.snapshots: list[Snapshot] = []
        self._seats = [copy.deepcopy(net).eval() for _ in range(config.seated)]

    def add(self, net: nn.Module, frames: int) -> None:
        """Remember the learner; when there are too many, the one whose neighbours are closest goes."""
        weights = {name: tensor.clone() for name, tensor in net.state_dict().items()}
        self.snapshots.append(Snapshot(frames, weights))
        if len(self.snapshots) > self.config.keep:
            ages = [snapshot.frames for snapshot in self.snapshots]
            gaps = [ages[k + 1] - ages[k - 1] for k in range(1, len(ages) - 1)]
            del self.snapshots[1 + int(np.argmin(gaps))]

    def seated(self, rng: np.random.Generator) -> list[nn.Module]:
        """Networks of past selves for the next games; none before there is any."""
        if not self.snapshots:
            return []
        for net, k in zip(self._seats, rng.integers(len(self.snapshots), size=len(self._seats))):
            net.load_state_dict(self.snapshots[k].weights)
        return self._seats
