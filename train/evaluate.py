"""Evaluation: how strong a network is against fixed opponents, on deals that are always the same."""

from __future__ import annotations

import copy
from typing import Any

from torch import nn

from agents.arena import Arena
from agents.net_agent import PolicyAgent
from tabletop.game import Game
from train.config import Contest, EvalConfig

LEARNER = "learner"


def evaluate(game: Game, net: nn.Module, config: EvalConfig) -> list[dict[str, Any]]:
    """A row per contest: against whom, games, win share with its interval."""
    player = PolicyAgent(game, copy.deepcopy(net).eval())
    return [contest_result(game, player, contest, config.seed) for contest in config.contests]


def contest_result(game: Game, player: PolicyAgent, contest: Contest, seed: int) -> dict[str, Any]:
    settings = game.settings(**contest.settings)
    arena = Arena(game, settings, [LEARNER, *contest.against], seed=seed, agents={LEARNER: player})
    row = arena.run(contest.games).rows()[0]
    return {
        "against": " ".join(contest.against),
        "seats": settings.players,
        "games": row["games"],
        "win_share": row["win_share"],
        "interval": row["interval"],
    }
