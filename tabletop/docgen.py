"""The docs generator: pages made from a game's tables, so that they cannot say anything else than the
code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tabletop.game import Block, Decision, Game

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


def write(pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path}")
