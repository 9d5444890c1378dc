"""Net: a trained policy as an agent, one forward pass for all games that ask."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from agents.base import Agent
from agents.network import sample
from tabletop.game import Game
from tabletop.views import Views

_TO_ONE = 1.0 / (1 << 53)


class PolicyAgent(Agent):
    """Plays what a network says. `temperature` 0 takes the likeliest action, 1 draws as it learned to."""

    name = "net"

    def __init__(self, game: Game, net: nn.Module, temperature: float = 0.0):
        super().__init__(game)
        if temperature < 0:
            raise ValueError(f"temperature is a number from 0, not {temperature}")
        self.net, self.temperature = net, temperature

    def act_many(self, views: Views) -> np.ndarray:
        with torch.inference_mode():
            logits, _ = self.net(torch.from_numpy(views.observations), torch.from_numpy(views.masks))
            if self.temperature == 0:
                return logits.argmax(dim=1).numpy()
            uniform = torch.from_numpy((views.bits >> np.uint64(11)) * _TO_ONE)
            return sample(logits / self.temperature, uniform).numpy()
