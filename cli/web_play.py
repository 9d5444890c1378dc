"""`pamir play --web`: a person's game with agents that think in the background. Knows nothing of HTTP."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from agents.records import Stored
from cli.replay_page import page
from cli.table import Table
from cli.telling import tell
from pamir_env import Position
from pamir_env.picture.film import LAYOUTS
from pamir_env.picture.stage import stage
from tabletop.game import IllegalAction

ENDS = {
    "early": "by a lead of four points after a Dominance Check",
    "final_check": "after the last Dominance Check",
}


class Conflict(Exception):
    """What was asked does not fit the present position; the message says why. Nothing was changed."""


class Session:
    """The game that all tabs of the page show. Every change makes a new version; versions only go up.

    All that is shared is read and written under one lock. Agents think without it, on a copy, and what they
    answer counts only if nothing has changed meanwhile.
    """

    def __init__(self, opponents: Sequence[str], seat: int, seed: int):
        self._changed = threading.Condition()
        self._opponents, self._seat = list(opponents), seat
        self._version = 0
        self._earlier: list[dict[str, Any]] = []
        self._film: tuple[int, str] | None = None
        self._filming = threading.Lock()
        self._begin(Table(self._opponents, seat, seed))

    def _begin(self, table: Table) -> None:
        self._table = table
        self._log: list[dict[str, Any]] = []
        self._trouble = ""
        self._version += 1
        threading.Thread(target=self._play_others, args=(table,), daemon=True).start()

    # ---- looking -------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return self._version

    def wait(self, version: int, seconds: float) -> None:
        """Until there is another version than this one, but not for ever."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != version, seconds)

    def state(self, layout: str = "wide") -> dict[str, Any]:
        """All that the page shows, as the person may see it."""
        with self._changed:
            table, log, version, trouble = self._table, list(self._log), self._version, self._trouble
            position = table.position.copy()
        shown = stage(position.states, table.me, short_names(table), LAYOUTS[layout])
        last_own = max((k for k, line in enumerate(log) if line["seat"] == table.me), default=-1)
        return {
            **shown,
            "version": version,
            "layout": layout,
            "me": table.me,
            "seat": position.seat,
            "over": position.over,
            "mine": not position.over and position.seat == table.me,
            "ending": ending(position, table) if position.over else "",
            "trouble": trouble,
            "log": log,
            "since": last_own + 1,
            "undo": last_own >= 0,
            "seed": str(table.seed),
        }

    def record(self) -> dict[str, Any]:
        """The game so far, enough to replay it."""
        with self._changed:
            return json.loads(json.dumps(self._table.record.to_dict()))

    def records(self) -> list[dict[str, Any]]:
        """Every game of the session in which somebody has done something, the present one last."""
        with self._changed:
            now = [self._table.record.to_dict()] if self._table.record.actions else []
            return json.loads(json.dumps(self._earlier + now))

    def film(self) -> str:
        """The finished game as a page to step through; it shows all hands, so not before the end."""
        with self._filming:
            with self._changed:
                table, version = self._table, self._version
                if not table.position.over:
                    raise Conflict("The game is not over yet, and its film would show all hands.")
                names, actions, result = list(table.names), list(table.record.actions), table.record.result
            if self._film is None or self._film[0] != version:
                start = table.record.first(Position)
                self._film = version, page(Stored("this game", names, start, actions, result))
            return self._film[1]

    # ---- playing -------------------------------------------------------------------------------------------

    def act(self, version: int, word: str) -> None:
        """The person's answer to the position of that version."""
        with self._changed:
            self._check(version)
            position = self._table.position
            if position.over:
                raise Conflict("The game is over.")
            if position.seat != self._table.me:
                name = short_names(self._table)[position.seat]
                raise Conflict(f"It is not your decision but that of {name}.")
            if word not in position.legal():
                raise IllegalAction(f"{word!r} is no choice here.")
            self._take(word)

    def undo(self, version: int) -> None:
        """Back to the person's last decision; a thought that is under way will not count."""
        with self._changed:
            self._check(version)
            if not self._table.undo():
                raise Conflict("There is nothing to undo.")
            del self._log[len(self._table.record.actions) :]
            self._trouble = ""
            self._tell()

    def new_game(self, version: int, seed: int) -> None:
        """Another game with the same opponents; the one before is kept for `records`."""
        self._check(version)
        table = Table(self._opponents, self._seat, seed)  # without the lock: a network takes time to load
        with self._changed:
            self._check(version)
            if self._table.record.actions:
                self._earlier.append(self._table.record.to_dict())
            self._begin(table)
            self._changed.notify_all()

    def _check(self, version: int) -> None:
        if version != self._version:
            raise Conflict("The game has gone on since, perhaps in another tab. This is how it stands now.")

    def _take(self, action: str | int) -> None:
        """Play and note an action; the lock is held."""
        position = self._table.position
        line = {"seat": position.seat, "said": tell(position, action, self._table.me)}
        self._table.record.play(position, action)
        self._log.append(line)
        self._tell()

    def _tell(self) -> None:
        self._version += 1
        self._changed.notify_all()

    # ---- the others ----------------------------------------------------------------------------------------

    def _play_others(self, table: Table) -> None:
        """The life of a table's agents, in a thread of its own; ends when another game begins."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._table is not table or self._waiting_for_others())
                if self._table is not table:
                    return
                version, position = self._version, table.position.copy()
            action, trouble = _thought(table, position)
            with self._changed:
                if self._version != version:
                    continue
                if trouble:
                    self._trouble = trouble
                    self._tell()
                else:
                    self._take(action)

    def _waiting_for_others(self) -> bool:
        return self._table.others_decide() and not self._trouble


def _thought(table: Table, position: Position) -> tuple[int, str]:
    """What whoever decides does, and what is wrong with that, if anything: an agent may be anybody's file."""
    name = short_names(table)[position.seat]
    try:
        action = table.answer(position)
        position.play(action)
    except Exception as error:
        wrong = f"{name} has failed ({type(error).__name__}: {error})."
        return -1, f"{wrong} You can undo, or start another game."
    return action, ""


def short_names(table: Table) -> list[str]:
    """As they are shown: of an agent in somebody's own file only the class."""
    return [name.rpartition(":")[2] if ".py:" in name else name for name in table.names]


def ending(position: Position, table: Table) -> str:
    """The result in words: 'You have won, 9 to 6, after the last Dominance Check.'"""
    result = position.result
    if result["end"] == "truncated":
        return f"The game was cut off after {result['turns']} turns."
    names = short_names(table)
    others = [f"P{p} {names[p]}" for p in result["winners"] if p != table.me]
    if table.me not in result["winners"]:
        who = f"You have lost: {' and '.join(others)} won"
    else:
        who = f"You and {' and '.join(others)} have won" if others else "You have won"
    most, *rest = sorted(result["points"], reverse=True)
    return f"{who}, {most} to {' and '.join(map(str, rest))}, {ENDS[result['end']]}."


def keep(session: Session, path: str) -> None:
    """Write all games of the session, one JSON document per line; the file is whole or as it was."""
    lines = [json.dumps(record, separators=(",", ":")) + "\n" for record in session.records()]
    if not lines:
        return
    fresh = Path(f"{path}.part")
    fresh.write_text("".join(lines), encoding="utf-8")
    fresh.replace(path)
