"""Networks for any game of the base: observation and mask go in, logits of all actions and a value come out.

`FlatNet` sees the observation as one vector. `ThingNet` shares what it learns over all cards (whatever the
game's `things` are): a card is what is printed on it plus where it lies, and to point at a card is to compare
it with what the rest of the table asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from agents.advice import OUTLOOKS, width
from tabletop.game import Game, Things

ILLEGAL = -1e9
"""The logit of what is not legal: it is never drawn, and no gradient goes through it."""
TRUST = 20.0
"""What a clear difference in advice is worth, as a logit, to a network that has not learned anything yet."""


@dataclass(frozen=True)
class NetConfig:
    """The shape of a network."""

    kind: str = "things"
    """`things` shares weights over the cards of a game; `flat` is a plain stack of layers."""
    width: int = 256
    """Units of each layer of the trunk."""
    layers: int = 2
    """Layers of the trunk."""
    thing_width: int = 32
    """Numbers by which a card is described (only `things`)."""
    advice: float = 0.0
    """Be told how well each action does by the game's own evaluation, where a difference of so much is clear;
    0: see the table only."""


def make_net(game: Game, config: NetConfig) -> nn.Module:
    """A network with fresh weights, drawn from torch's generator."""
    if config.kind == "flat" or (config.kind == "things" and game.things is None):
        return FlatNet(game, config)
    if config.kind == "things":
        return ThingNet(game, config)
    raise ValueError(f"net.kind is things or flat, not {config.kind!r}")


class FlatNet(nn.Module):
    """The baseline: observation, mask and advice side by side, layers, two heads."""

    def __init__(self, game: Game, config: NetConfig):
        super().__init__()
        self.advice = config.advice
        self.register_buffer("scale", torch.ones(game.obs_size))
        told = width(game, bool(config.advice))
        self.trunk = _trunk(game.obs_size + game.n_actions + told, config)
        self.policy = _linear(config.width, game.n_actions, 0.01)
        self.trust = _linear(config.width, 1, 0.01) if config.advice else None
        self.value = _linear(config.width, 1, 0.1)

    def forward(
        self, observations: Tensor, masks: Tensor, advice: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        kind = _number_type()
        told = [_heard(advice).to(kind)] if self.advice else []
        x = torch.cat([observations.to(kind) * self.scale.to(kind), masks.to(kind), *told], dim=1)
        x = self.trunk(x).float()
        with _full_precision():
            logits = self.policy(x)
            if self.advice:
                logits = logits + _trusted(self.trust(x), advice)
            return masked(logits, masks), self.value(x).squeeze(1)


class ThingNet(nn.Module):
    """Every thing on the table becomes a few numbers; they are summed by where the things lie, and pointed at
    one by one. Things that lie in no group (in the deck, say) cost nothing.
    """

    def __init__(self, game: Game, config: NetConfig):
        super().__init__()
        things, self.advice = game.things, config.advice
        n, d = len(things.facts), config.thing_width
        spans = game.spans
        starts = np.cumsum([0] + [len(block.words) for block in game.blocks])
        self.first_action = int(starts[[block.name for block in game.blocks].index(things.block)])
        self.n_groups = max(things.groups) + 1
        self.place_span, self.stack_span = spans[things.place], spans[things.stack]
        described = {things.place, *things.features}
        self.rest = _joined([span for name, span in spans.items() if name not in described])
        pointing = range(self.first_action, self.first_action + n)
        others = [action for action in range(game.n_actions) if action not in pointing]
        names_thing = [False, *(decision.a == things.block for decision in game.decisions)]
        columns, on_columns = _columns(game, things), _on_columns(game, things)

        self.register_buffer("scale", torch.ones(game.obs_size))
        for name, values in {
            "others": others,
            "facts": things.facts,
            "groups": things.groups,
            "columns": columns,
            "on_columns": on_columns,
            "names_thing": names_thing,
            "places": np.eye(len(things.groups), dtype=np.float32),
        }.items():
            self.register_buffer(name, torch.tensor(values), persistent=False)
        self.printed = nn.Linear(things.facts.shape[1], d)
        self.identity = nn.Parameter(0.1 * torch.randn(n, d))
        advised = 1 if config.advice else 0
        self.lies = nn.Linear(len(things.groups) + 3 + columns.shape[1] + advised, d)
        n_rest = sum(stop - start for start, stop in self.rest)
        told = advised * (len(others) + OUTLOOKS)
        self.trunk = _trunk(self.n_groups * d + n_rest + 5 + len(others) + told, config)
        self.wanted = _linear(config.width, d, 0.1)
        self.policy = _linear(config.width, len(others), 0.01)
        self.trust = _linear(config.width, 1, 0.01) if config.advice else None
        self.value = _linear(config.width, 1, 0.1)

    def forward(
        self, observations: Tensor, masks: Tensor, advice: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        kind, n = _number_type(), len(observations)
        scale, legal = self.scale.to(kind), masks.to(kind)
        top = self._top_frame(observations)
        places = observations[:, slice(*self.place_span)].long()
        groups = self.groups[places]
        rows, cards = (groups >= 0).nonzero(as_tuple=True)
        pointable = masks[rows, cards + self.first_action]
        heard = _heard(advice).to(kind) if self.advice else None
        on_things = [] if heard is None else [heard[rows, cards + self.first_action, None]]
        things = self._things(
            observations, scale, places[rows, cards], top, rows, cards, pointable, on_things
        )
        pooled = torch.zeros(n * self.n_groups, things.shape[1])
        pooled = pooled.index_add(0, rows * self.n_groups + groups[rows, cards], things.float())
        rest = [
            0.3 * pooled.view(n, -1).to(kind),
            *(observations[:, slice(*span)].to(kind) * scale[slice(*span)] for span in self.rest),
            0.2 * top.to(kind),
            legal[:, self.others],
            *([] if heard is None else [heard[:, self.others], heard[:, -OUTLOOKS:]]),
        ]
        x = self.trunk(torch.cat(rest, dim=1)).float()
        with _full_precision():
            (choices,) = pointable.nonzero(as_tuple=True)
            asked, named = rows[choices], cards[choices]
            fit = (things[choices].float() * self.wanted(x)[asked]).sum(dim=1)
            pointed = torch.zeros(n, len(self.facts)).index_put((asked, named), fit)
            others = self.policy(x)
            parts = [others[:, : self.first_action], pointed, others[:, self.first_action :]]
            logits = torch.cat(parts, dim=1)
            if self.advice:
                logits = logits + _trusted(self.trust(x), advice)
            return masked(logits, masks), self.value(x).squeeze(1)

    def _top_frame(self, observations: Tensor) -> Tensor:
        """What is asked, and the numbers that go with it."""
        start, stop = self.stack_span
        frames = observations[:, start:stop].reshape(len(observations), (stop - start) // 5, 5)
        top = (frames[:, :, 0] > 0).sum(dim=1).clamp(min=1) - 1
        return frames[torch.arange(len(frames)), top]

    def _things(
        self,
        observations: Tensor,
        scale: Tensor,
        places: Tensor,
        top: Tensor,
        rows: Tensor,
        cards: Tensor,
        pointable: Tensor,
        more: list[Tensor],
    ) -> Tensor:
        """A few numbers for each: what is printed on it, where it lies, what lies with it, whether it is what
        the question is about, whether it can be pointed at, and `more`."""
        kind = top[:, 0].long().clamp(0, len(self.names_thing) - 1)
        asked = torch.where(self.names_thing[kind], top[:, 2].long() - 1, -1)
        seen = [
            F.embedding(places, self.places.to(scale.dtype)),
            pointable[:, None].to(scale.dtype),
            (asked[rows] == cards)[:, None].to(scale.dtype),
            _told(observations, scale, rows, self.on_columns[places]),
            _told(observations, scale, rows, self.columns[cards]),
            *more,
        ]
        same_for_all = self.printed(self.facts).float() + self.identity
        return F.relu(self.lies(torch.cat(seen, dim=1)) + F.embedding(cards, same_for_all).to(scale.dtype))


def _told(observations: Tensor, scale: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """For each thing what stands in its columns of its row, scaled; 0 for columns that do not exist."""
    size = observations.shape[1]
    there = columns < size
    columns = columns.clamp(max=size - 1)
    told = observations.flatten()[rows[:, None] * size + columns]
    return told.to(scale.dtype) * scale[columns] * there


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same columns in as few spans as possible."""
    joined: list[tuple[int, int]] = []
    for start, stop in spans:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((start, stop))
    return joined


def _columns(game: Game, things: Things) -> np.ndarray:
    """Where in an observation the features of each thing stand, a row per thing; after the end if nowhere."""
    shapes = {feature.name: feature.shape for feature in game.features}
    tables = []
    for name in things.features:
        told = np.arange(*game.spans[name]).reshape(shapes[name][0], -1)
        missing = np.full((len(things.facts) - len(told), told.shape[1]), game.obs_size)
        tables.append(np.concatenate([told, missing]))
    return np.concatenate(tables, axis=1)


def _on_columns(game: Game, things: Things) -> np.ndarray:
    """Where in an observation stands what lies with a thing, a row per place; after the end if nowhere."""
    feature, first = things.on_places
    start, stop = game.spans[feature]
    columns = np.full((len(things.groups), 1), game.obs_size)
    columns[first : first + stop - start, 0] = np.arange(start, stop)
    return columns


def _heard(advice: Tensor | None) -> Tensor:
    if advice is None:
        raise ValueError("this network was made to be advised: give it what agents.advice.Advisor says")
    return advice


def _trusted(trust: Tensor, advice: Tensor) -> Tensor:
    """What the advice adds to the logits: as much as the network trusts it here."""
    return (TRUST + trust) * advice[:, :-OUTLOOKS]


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    return torch.where(masks, logits, ILLEGAL)


def sample(logits: Tensor, uniform: Tensor) -> Tensor:
    """Draw an action for each row, by a number from 0 to 1; one without a chance is never drawn."""
    cumulative = torch.softmax(logits.double(), dim=1).cumsum(dim=1)
    reached = uniform.clamp(max=1 - 1e-9)[:, None] * cumulative[:, -1:]
    return (cumulative <= reached).sum(dim=1)


def log_chances(logits: Tensor) -> Tensor:
    return torch.log_softmax(logits, dim=1)


def fit_scale(net: nn.Module, observations: np.ndarray) -> None:
    """Numbers that vary much (rupees, turns) are scaled down to about 1, by what was seen."""
    spread = torch.tensor(observations.astype(np.float32).std(axis=0))
    net.scale.copy_(1.0 / spread.clamp(min=0.5))


def _number_type() -> torch.dtype:
    """bfloat16 under autocast: half the memory to move, and on many processors twice the speed or more."""
    return torch.get_autocast_dtype("cpu") if torch.is_autocast_enabled("cpu") else torch.float32


def _full_precision() -> Any:
    return torch.autocast("cpu", enabled=False)


def _trunk(inputs: int, config: NetConfig) -> nn.Sequential:
    layers: list[nn.Module] = []
    for k in range(config.layers):
        layers += [_linear(inputs if k == 0 else config.width, config.width, 2**0.5), nn.ReLU()]
    return nn.Sequential(*layers)


def _linear(inputs: int, outputs: int, gain: float) -> nn.Linear:
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer
