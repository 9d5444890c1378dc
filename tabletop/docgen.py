"""The docs generator: pages made from a game's tables, so that they cannot say anything else than the
code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from tabletop.game import Block, Decision, Game, action_word

_MADE = "*Made from the tables by `{command}`; a test compares it.*\n"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _words(block: Block) -> str:
    few = block.words if len(block.words) <= 3 else (block.words[0], "...", block.words[-1])
    return ", ".join(word if word == "..." else f"`{word}`" for word in few)


def actions_page(game: Game, title: str, command: str) -> str:
    rows, start = [], 0
    for block in game.blocks:
        stop = start + len(block.words) - 1
        rows.append((start if start == stop else f"{start}-{stop}", block.name, _words(block), block.text))
        start = stop + 1
    return (
        f"# {title}: the {game.n_actions} actions\n\n{_MADE.format(command=command)}\n"
        "An action points at one thing on the table; the [decision](decisions.md) says why it is asked.\n\n"
        + table(("ids", "points at", "notation", "meaning"), rows)
    )


def decisions_page(game: Game, tasks: Sequence[Decision], title: str, command: str) -> str:
    head = ("id", "decision", "who", "legal actions", "rule", "a", "b", "c")
    questions = [
        (i, f"`{d.name}`", d.who, d.legal, d.rule, d.a, d.b, d.c) for i, d in enumerate(game.decisions)
    ]
    first = len(questions)
    work = [(first + i, f"`{d.name}`", d.who, d.legal, d.rule, d.a, d.b, d.c) for i, d in enumerate(tasks)]
    return (
        f"# {title}: the decisions\n\n{_MADE.format(command=command)}\n"
        "Pending decisions form a stack of frames; the top one is asked. "
        "a, b, c are the numbers of its frame.\n\n"
        + table(head, questions)
        + "\n## Tasks\n\nWhat the engine carries out by itself waits on the same stack.\n\n"
        + table(("id", "task", "for", "what", "rule", "a", "b", "c"), work)
    )


def state_page(game: Game, title: str, command: str) -> str:
    rows = [
        (f"`{f.name}`", f.group, f.dtype.__name__, "x".join(map(str, f.shape)) or "-", f.text)
        for f in game.fields
    ]
    return (
        f"# {title}: the state\n\n{_MADE.format(command=command)}\n"
        f"One record of {game.dtype.itemsize} bytes per game; copying the bytes copies the game.\n\n"
        + table(("field", "part", "type", "shape", "meaning"), rows)
    )


def observation_page(game: Game, title: str, command: str) -> str:
    rows, start = [], 0
    for feature in game.features:
        stop = start + int(np.prod(feature.shape))
        span = start if stop == start + 1 else f"{start}-{stop - 1}"
        rows.append((span, f"`{feature.name}`", "x".join(map(str, feature.shape)), feature.text))
        start = stop
    return (
        f"# {title}: what a seat sees\n\n{_MADE.format(command=command)}\n"
        f"One vector of {game.obs_size} small integers (int8, cut off at 127), the same shape for every "
        "number of players. Seats count from the observer: 0 is the observer, 1 who moves next, and so on. "
        "It holds all that the seat may know and nothing else. `game.named(vector)` gives the parts by name "
        "and shape.\n\n" + table(("index", "feature", "shape", "meaning"), rows)
    )


def rewards_table(game: Game) -> str:
    rows = [(f"`{r.name}`", f"{r.low:g} to {r.high:g}", r.text) for r in game.rewards]
    return table(("reward", "range of the sum", "what is paid"), rows)


def trace(envs: Callable[[], Any], game: Game, seed: int, steps: int) -> str:
    """The last steps of a random game as an agent loop sees them: who, what, and what `last` pays."""
    env = envs()
    env.reset(seed=seed)
    dice, lines = np.random.default_rng(seed), []
    for agent in env.agent_iter():
        view, reward, over, cut, _ = env.last()
        action = None if over or cut else int(dice.choice(np.flatnonzero(view["action_mask"])))
        seat = int(agent.rsplit("_", 1)[1])
        word = "None" if action is None else action_word(game, action, seat, env.unwrapped.settings.players)
        env.step(action)
        step = " ".join(f"{paid:+.2f}" for paid in env.rewards.values()) if action is not None else "-"
        lines.append(f"{agent:10} {reward:+6.2f}   {over!s:6} {cut!s:6} {word:16} {step}")
    head = f"{'agent':10} {'last()':>6}   {'over':6} {'cut':6} {'step':16} rewards of the step, seat by seat"
    return "\n".join([head, *lines[-steps:]])


def write(pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path}")
