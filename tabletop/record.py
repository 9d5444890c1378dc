"""Record: one finished or unfinished game as a small JSON document, enough to replay it exactly."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from tabletop.game import IllegalAction
from tabletop.position import Position


class BadRecord(ValueError):
    """A record that cannot be read or replayed: the message says where."""


@dataclass
class Record:
    """Settings, seed, start and actions; `result` once the game is over."""

    format: str
    settings: dict[str, Any]
    start: dict[str, Any]
    seed: int | None = None
    agents: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    result: dict[str, Any] | None = None
    thoughts: list[dict[str, Any] | None] | None = None
    """What an agent thought at each action, where that was kept: {"value": 0.3, "top": [["c30", 0.8]]}."""

    @classmethod
    def of(cls, position: Position, seed: int | None = None, agents: Iterable[str] = ()) -> Self:
        """An empty record of the game that begins with this position."""
        start = position.to_dict()
        return cls(position.game.record_format, start["settings"], start, seed, list(agents))

    def play(self, position: Position, action: str | int) -> Position:
        """Play an action on the position and write it down; the result too, when the game is over."""
        word = action if isinstance(action, str) else position.word(action)
        position.play(action)
        self.actions.append(word)
        self.result = position.result
        return position

    def to_dict(self) -> dict[str, Any]:
        d = {
            "format": self.format,
            "settings": self.settings,
            "seed": self.seed,
            "start": self.start,
            "agents": self.agents,
            "actions": self.actions,
            "result": self.result,
        }
        return d if self.thoughts is None else {**d, "thoughts": self.thoughts}

    @classmethod
    def from_dict(cls, d: Any, position_type: type[Position]) -> Self:
        """Check the form of a record; whether the game can be played so is for `replay` to say."""
        wanted = position_type.game.record_format
        if not isinstance(d, dict):
            raise BadRecord(f"a record is an object, not {type(d).__name__}")
        if d.get("format") != wanted:
            raise BadRecord(f"format is {wanted!r}, not {d.get('format')!r}")
        for key, kind in (("settings", dict), ("start", dict), ("actions", list)):
            if not isinstance(d.get(key), kind):
                raise BadRecord(f"{key} is missing or is no {kind.__name__}")
        for k, action in enumerate(d["actions"]):
            if not isinstance(action, str):
                raise BadRecord(f"action {k} should be a word, not {action!r}")
        if not isinstance(d.get("thoughts"), list | None):
            raise BadRecord("thoughts should be a list, one entry per action")
        return cls(
            wanted,
            d["settings"],
            d["start"],
            d.get("seed"),
            list(d.get("agents") or []),
            d["actions"],
            d.get("result"),
            d.get("thoughts"),
        )

    def first(self, position_type: type[Position]) -> Position:
        """The position with which the game begins."""
        try:
            return position_type.from_dict(self._whole_start())
        except ValueError as error:
            raise BadRecord(f"start: {error}") from None

    def positions(self, position_type: type[Position]) -> Iterator[Position]:
        """The start and the position after each action (one object that goes on: copy what you keep)."""
        position = self.first(position_type)
        yield position
        for k, action in enumerate(self.actions):
            try:
                position.play(action)
            except IllegalAction as error:
                raise BadRecord(f"action {k}: {error}") from None
            yield position

    def replay(self, position_type: type[Position]) -> Position:
        """Play it through and compare the result, if the record holds one."""
        position = None
        for position in self.positions(position_type):  # noqa: B007 - the last one is what we want
            pass
        if self.result is not None and position.result != self.result:
            raise BadRecord(
                f"after {len(self.actions)} actions the result is {position.result}, not {self.result}"
            )
        return position

    def _whole_start(self) -> dict[str, Any]:
        """Settings may stand in the record alone."""
        return {**self.start, "settings": {**self.settings, **self.start.get("settings", {})}}


def save_records(path: str | Path, records: Iterable[Record]) -> None:
    """One JSON document per line."""
    with Path(path).open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(record.to_dict(), separators=(",", ":")) + "\n")


def load_records(
    path: str | Path, position_type: type[Position], keep_going: bool = False
) -> Iterator[Record | BadRecord]:
    """The records of a file, one JSON document per line or a single document; an error names the line.

    With `keep_going` the error is yielded in place of its record, and the others can still be read.
    """
    text = Path(path).read_text("utf-8")
    lines = [text] if text.lstrip().startswith("{\n") else text.splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield Record.from_dict(json.loads(line), position_type)
        except (json.JSONDecodeError, BadRecord) as error:
            what = f"cut off or no JSON ({error})" if isinstance(error, json.JSONDecodeError) else error
            bad = BadRecord(f"{path}, line {number}: {what}")
            if not keep_going:
                raise bad from None
            yield bad
