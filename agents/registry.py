"""AGENTS: one line per agent. Command line, arena, help and tests read it; `make_agent` reads a spec.

A spec is a name with options, `search:sims=400,playouts=greedy`; a name with a path, `net:runs/best`; or a
class in a file of your own, `my_bot.py:MyBot`.
"""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from agents.base import Agent
from agents.greedy_agent import GreedyAgent
from agents.random_agent import RandomAgent
from agents.search_agent import SearchAgent
from tabletop.game import Game


class Entry(NamedTuple):
    make: Callable[..., Agent]
    text: str
    example: str


class BadSpec(ValueError):
    """A spec that names no agent; the message says what can be written."""


def make_net_agent(
    game: Game, path: str = "default", temperature: float = 0.0, sims: int | None = None
) -> Agent:
    """Needs torch, so it is imported only when somebody asks for a network."""
    from agents.net_agent import load_agent

    return load_agent(game, path, temperature, sims)


AGENTS: dict[str, Entry] = {
    "random": Entry(RandomAgent, "any legal action, each as likely as the other", "random"),
    "greedy": Entry(GreedyAgent, "tries every action, takes the best by a hand-written evaluation", "greedy"),
    "search": Entry(SearchAgent, "Monte-Carlo tree search over re-dealt positions", "search:sims=400"),
    "net": Entry(
        make_net_agent,
        "a trained network: a folder, or one that is shipped; with sims=100 a search has a say too",
        "net:default",
    ),
}


def is_script(spec: str, game: Game) -> bool:
    """Does the spec name the player that the game plays by itself?"""
    return game.script is not None and spec == game.script


def make_agent(spec: str, game: Game) -> Agent:
    """The agent that a spec names; its name is the spec."""
    name, _, rest = spec.partition(":")
    if name.endswith(".py"):
        agent = _from_file(Path(name), rest, game)
    elif name in AGENTS:
        make = AGENTS[name].make
        words = _options(spec, rest, make)
        try:
            agent = make(game, **words)
        except (TypeError, ValueError) as error:
            raise BadSpec(f"{spec}: {error}") from None
    else:
        raise BadSpec(
            f"{spec!r} names no agent; there are {', '.join(known(game))}, or a file my_bot.py:MyBot"
        )
    agent.name = spec
    return agent


def known(game: Game) -> list[str]:
    """What can be written where an agent is asked for."""
    return [*AGENTS, *([game.script] if game.script else [])]


def _options(spec: str, rest: str, make: Callable) -> dict[str, Any]:
    """`sims=400,playouts=greedy` as keywords; what has no `=` is the path."""
    allowed = [name for name in inspect.signature(make).parameters if name not in ("self", "game")]
    words: dict[str, Any] = {}
    for part in filter(None, rest.split(",")):
        key, equals, value = part.partition("=")
        if not equals:
            key, value = "path", part
        if key not in allowed:
            options = f"options are {', '.join(allowed)}" if allowed else "it has no options"
            raise BadSpec(f"{spec}: {part!r} is not understood; {options}")
        words[key] = _value(value)
    return words


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"true": True, "false": False, "none": None}.get(text.lower(), text)


def _from_file(path: Path, name: str, game: Game) -> Agent:
    """A class of somebody's own; it is trusted as any Python file is that one runs."""
    if not path.exists():
        raise BadSpec(f"there is no file {path}")
    if not name:
        raise BadSpec(f"{path}: say which class, e.g. {path}:MyBot")
    module_spec = importlib.util.spec_from_file_location(f"bot_{path.stem}", path)
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[module_spec.name] = module
    module_spec.loader.exec_module(module)
    found = getattr(module, name, None)
    if not inspect.isclass(found):
        classes = [
            n for n, c in vars(module).items() if inspect.isclass(c) and c.__module__ == module.__name__
        ]
        raise BadSpec(f"{path} has no class {name}; it has {', '.join(classes) or 'none'}")
    if not hasattr(found, "act") and not hasattr(found, "act_many"):
        raise BadSpec(f"{path}:{name} has no method act(self, view)")
    if issubclass(found, Agent):
        return found(game)
    return _Borrowed(game, found())


class _Borrowed(Agent):
    """A class that is no Agent but has `act(view)`."""

    def __init__(self, game: Game, bot: Any):
        super().__init__(game)
        self._bot = bot

    def reset(self, seed: int) -> None:
        if hasattr(self._bot, "reset"):
            self._bot.reset(seed)

    def act(self, view: Any) -> int:
        return int(self._bot.act(view))
