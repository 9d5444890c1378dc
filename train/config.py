"""Config: everything that decides how a run goes, as dataclasses; a YAML file in `configs/` fills them."""

from __future__ import annotations

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


def check_config(game: Game, config: Config) -> None:
    """What only the game can know: settings and agents. Fails before anything is begun."""
    for kind, items in (("tables", config.tables), ("eval.contests", config.eval.contests)):
        for k, item in enumerate(items):
            try:
                game.settings(**item.settings)
            except (TypeError, ValueError) as error:
                allowed = ", ".join(game.settings.__dataclass_fields__)
                raise BadConfig(f"{kind}[{k}].settings: {error}; settings are {allowed}") from None
    others = [name for table in config.tables for name in table.opponents if name not in ("self", "past")]
    against = [name for contest in config.eval.contests for name in contest.against]
    teacher = [config.cloning.teacher] if config.cloning.teacher else []
    for name in {*others, *against, *teacher} - {game.script}:
        try:
            make_agent(name, game)
        except BadSpec as error:
            raise BadConfig(f"{error}; a table's opponents can also be self and past") from None
    for k, table in enumerate(config.tables):
        if not table.opponents or min(table.opponents.values()) < 0 or sum(table.opponents.values()) <= 0:
            raise BadConfig(f"tables[{k}].opponents: weights are numbers from 0, not all 0")
    for name, value in (("frames", config.frames), ("ppo.minibatch", config.ppo.minibatch)):
        if value < 1:
            raise BadConfig(f"{name} is a number from 1, not {value}")
