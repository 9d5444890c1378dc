"""Config: everything that decides how a run goes, as dataclasses; a YAML file in `configs/` fills them."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from agents.network import NetConfig
from agents.registry import BadSpec, make_agent
from tabletop.game import Game
from train.config_keys import check_keys, check_words, read_yaml


@dataclass(frozen=True)
class TableConfig:
    """Tables of one kind at which games are played side by side."""

    games: int = 256
    """How many."""
    settings: dict[str, Any] = field(default_factory=dict)
    """Words of the game's `Settings`: players, wakhan, ..."""
    opponents: dict[str, float] = field(default_factory=lambda: {"self": 1.0})
    """Who sits with the learner, by weight: `self` (then every seat learns), `past`, or any agent."""


@dataclass(frozen=True)
class PPOConfig:
    """Proximal policy optimisation with masks."""

    steps: int = 64
    """Decisions of each game between two updates."""
    epochs: int = 3
    """How often each decision is learned from."""
    minibatch: int = 1024
    learning_rate: float = 5e-4
    final_rate: float = 0.1
    """The share of the learning rate that is left at the end; it falls evenly."""
    gamma: float = 0.998
    """How much of its worth is left when something comes a decision later; with 1, nobody is in a hurry."""
    lam: float = 0.95
    """How far an advantage looks ahead (GAE)."""
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5
    max_grad_norm: float = 0.5
    shaping: float = 0.0
    """Weight of the game's evaluation as a potential: it guides early, and does not change what is best."""
    shaping_scale: float = 40.0
    """The evaluation that counts as most of a victory."""
    bfloat16: bool = True
    """Half the precision where it does no harm, twice the speed."""


@dataclass(frozen=True)
class CloningConfig:
    """Before self-play: learn to do as a teacher does."""

    teacher: str = ""
    """An agent, such as greedy; empty: begin from nothing."""
    frames: int = 600_000
    """The teacher's decisions."""
    epochs: int = 3
    learning_rate: float = 1e-3
    noise: float = 0.1
    """How often a random action is played instead, so that the teacher shows how to mend mistakes."""


@dataclass(frozen=True)
class PoolConfig:
    """Past selves as opponents (`past` in a table's opponents)."""

    every: int = 500_000
    """Frames between two snapshots."""
    keep: int = 12
    """Snapshots kept; they stay spread over the whole run."""
    seated: int = 2
    """How many of them play at a time."""


@dataclass(frozen=True)
class Contest:
    """A match against fixed opponents on fixed deals."""

    against: list[str] = field(default_factory=lambda: ["random"])
    settings: dict[str, Any] = field(default_factory=dict)
    games: int = 200


@dataclass(frozen=True)
class EvalConfig:
    """How strong the learner is, measured on the way. The first contest decides which checkpoint is best."""

    every: int = 500_000
    """Frames between two evaluations."""
    contests: list[Contest] = field(default_factory=lambda: [Contest()])
    seed: int = 1_000_003
    """Of the deals; they are always the same."""
    stop_at: float | None = None
    """Stop when the lower end of the first contest's interval is above this."""


@dataclass(frozen=True)
class Config:
    """A whole experiment."""

    name: str = "ppo"
    seed: int = 1
    frames: int = 2_000_000
    """Decisions of the learner in all."""
    init: str = ""
    """A network to begin with (a folder, a run, or one that is shipped) instead of fresh weights."""
    net: NetConfig = field(default_factory=NetConfig)
    ppo: PPOConfig = field(default_factory=PPOConfig)
    cloning: CloningConfig = field(default_factory=CloningConfig)
    tables: list[TableConfig] = field(default_factory=lambda: [TableConfig()])
    pool: PoolConfig = field(default_factory=PoolConfig)
    eval: EvalConfig = field(default_factory=EvalConfig)
    checkpoint_every: int = 250_000
    """Frames between two checkpoints."""
    keep_checkpoints: int = 3


class BadConfig(ValueError):
    """A config that cannot be used; the message says what is wrong and what is allowed."""


def read_config(path: str | Path | None, changes: Sequence[str] = ()) -> Config:
    """A YAML file, with changes as on the command line: `--ppo.epochs 4`.

    Unknown keys are looked for first: jsonargparse does not say what there is, and in lists overlooks some.
    """
    from jsonargparse import ArgumentError, ArgumentParser

    parser = ArgumentParser(exit_on_error=False, allow_abbrev=False)
    parser.add_argument("--config", action="config")
    parser.add_class_arguments(Config)
    words = [*(["--config", str(path)] if path else []), *changes]
    if path and not Path(path).exists():
        raise BadConfig(f"there is no file {path}")
    try:
        if path:
            check_keys(Config, read_yaml(Path(path).read_text("utf-8")))
        check_words(Config, changes)
        found = parser.parse_args(words)
        made = parser.instantiate(found)
    except (ArgumentError, ValueError, TypeError) as error:
        raise BadConfig(f"{path or 'config'}: {_shorter(str(error))}") from None
    return Config(**{item.name: getattr(made, item.name) for item in fields(Config)})


def _shorter(message: str) -> str:
    return " ".join(message.split())


def write_config(config: Config, path: Path) -> None:
    """Every key with its value, so that the run can be repeated whatever the defaults become."""
    path.write_text(show_config(config), encoding="utf-8")


def show_config(config: Config) -> str:
    """As YAML."""
    import yaml

    return yaml.safe_dump(asdict(config), sort_keys=False)


BOUNDS: tuple[tuple[str, float, float], ...] = (
    ("frames", 1, math.inf),
    ("checkpoint_every", 1, math.inf),
    ("keep_checkpoints", 1, math.inf),
    ("net.width", 1, math.inf),
    ("net.layers", 1, math.inf),
    ("net.thing_width", 1, math.inf),
    ("net.advice", 0, math.inf),
    ("ppo.steps", 1, math.inf),
    ("ppo.epochs", 1, math.inf),
    ("ppo.minibatch", 1, math.inf),
    ("ppo.learning_rate", 0, math.inf),
    ("ppo.final_rate", 0, 1),
    ("ppo.gamma", 0, 1),
    ("ppo.lam", 0, 1),
    ("ppo.clip", 1e-6, math.inf),
    ("ppo.shaping_scale", 1e-6, math.inf),
    ("cloning.frames", 1, math.inf),
    ("cloning.noise", 0, 1),
    ("pool.every", 1, math.inf),
    ("pool.keep", 2, math.inf),
    ("pool.seated", 0, math.inf),
    ("eval.every", 1, math.inf),
)
"""Numbers that have a least and a greatest value."""


def check_config(game: Game, config: Config) -> None:
    """What types cannot tell, and what only the game can know. Fails before anything is begun."""
    for key, low, high in BOUNDS:
        value = operator.attrgetter(key)(config)
        if not low <= value <= high:
            limit = "" if high == math.inf else f" to {high}"
            raise BadConfig(f"{key} is a number from {low}{limit}, not {value}")
    if config.net.kind not in ("things", "flat"):
        raise BadConfig(f"net.kind is things or flat, not {config.net.kind!r}")
    for key, value in (("ppo.shaping", config.ppo.shaping), ("net.advice", config.net.advice)):
        if value and game.evaluate is None:
            raise BadConfig(f"{key} must be 0: {game.name} has no evaluation")
    _check_settings(game, config)
    _check_agents(game, config)
    for k, table in enumerate(config.tables):
        _check_opponents(game, table, f"tables[{k}].opponents")
    for k, contest in enumerate(config.eval.contests):
        _check_contest(game, contest, f"eval.contests[{k}]")


def _check_settings(game: Game, config: Config) -> None:
    """Of every table and contest; and all tables pay in the same way."""
    for kind, items in (("tables", config.tables), ("eval.contests", config.eval.contests)):
        if not items:
            raise BadConfig(f"{kind} names at least one")
        for k, item in enumerate(items):
            try:
                game.settings(**item.settings)
            except (TypeError, ValueError) as error:
                allowed = ", ".join(game.settings.__dataclass_fields__)
                raise BadConfig(f"{kind}[{k}].settings: {error}; settings are {allowed}") from None
            if item.games < 1:
                raise BadConfig(f"{kind}[{k}].games is a number from 1, not {item.games}")
    pays = [game.settings(**table.settings).reward for table in config.tables]
    for k, reward in enumerate(pays):
        if reward != pays[0]:  # one network has one idea of what is good
            raise BadConfig(f"tables[{k}].settings: reward {reward}, but tables[0] pays {pays[0]}")


def _check_agents(game: Game, config: Config) -> None:
    others = [name for table in config.tables for name in table.opponents if name not in ("self", "past")]
    against = [name for contest in config.eval.contests for name in contest.against]
    teacher = [config.cloning.teacher] if config.cloning.teacher else []
    for name in {*others, *against, *teacher} - {game.script}:
        try:
            make_agent(name, game)
        except BadSpec as error:
            raise BadConfig(f"{error}; a table's opponents can also be self and past") from None


def _check_opponents(game: Game, table: TableConfig, key: str) -> None:
    weights = table.opponents.values()
    if not weights or min(weights) < 0 or sum(weights) <= 0:
        raise BadConfig(f"{key}: weights are numbers from 0, not all 0")
    if game.script in table.opponents and not game.scripted(game.settings(**table.settings)):
        raise BadConfig(f"{key}: {game.script} sits where the settings say so ({game.script}: true)")


def _check_contest(game: Game, contest: Contest, key: str) -> None:
    """Everybody has a seat, and every seat somebody."""
    settings = game.settings(**contest.settings)
    scripted = len(game.scripted(settings))
    if contest.against.count(game.script) != scripted:
        raise BadConfig(f"{key}: {game.script} is named where the settings say {game.script}: true, once")
    named, seats = len(contest.against), settings.players
    if named != seats - 1:
        more = f"; name {seats - 1 - named} more" if named < seats - 1 else ""
        raise BadConfig(f"{key}: {named} opponents and the learner for {seats} seats{more}")
