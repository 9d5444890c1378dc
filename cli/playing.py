"""`pamir play`: a person in the terminal against any agents."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from agents import make_agent
from pamir_env import PAMIR, Position, Settings, warm_up
from pamir_env.env import WAKHAN
from pamir_env.words import explain_card, question, say
from tabletop.chance import advance, mix
from tabletop.record import Record
from tabletop.seeds import fresh_seed
from tabletop.views import views_of

HELP = """a number plays that choice; a word of the notation (c30, kabul, stop) too
  b        show the table        c30?     explain card 30
  u        undo to your last decision
  s FILE   save the record       q        quit          h   this help"""


def add_commands(commands: Any) -> None:
    play = commands.add_parser(
        "play",
        help="you against agents, in the terminal",
        description="Play a game yourself. Legal choices are numbered and said in words.",
        epilog="examples:\n  pamir play                      against Wakhan\n"
        "  pamir play --vs greedy random   against two agents\n\nwhile playing:\n  " + HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    play.add_argument("--vs", nargs="+", default=[WAKHAN], metavar="AGENT", help="opponents (default wakhan)")
    play.add_argument("--seat", type=int, default=0, help="your seat (default 0)")
    play.add_argument("--seed", type=int, help="deal this game (default: a fresh one)")
    play.add_argument("--record", help="keep the record in this file, also when you stop early")
    play.set_defaults(run=run)


class Table:
    """One game with a person, agents and perhaps Wakhan; every step is remembered for undo and the record."""

    def __init__(self, opponents: list[str], seat: int, seed: int):
        self.settings = Settings(players=len(opponents) + 1, wakhan=WAKHAN in opponents)
        others = [make_agent(spec, PAMIR) for spec in opponents if spec != WAKHAN]
        people = [p for p in range(self.settings.players) if p not in PAMIR.scripted(self.settings)]
        if seat not in people:
            raise ValueError(f"--seat is one of {', '.join(map(str, people))}, not {seat}")
        self.me, self.seed = seat, seed
        self.agents = dict(zip([p for p in people if p != seat], others, strict=True))
        names = [
            "you" if p == seat else getattr(self.agents.get(p), "name", WAKHAN)
            for p in range(len(opponents) + 1)
        ]
        self.names = names
        self.position = Position.new(self.settings, seed=seed)
        self.record = Record.of(self.position, seed, names)
        self._dice = np.uint64(seed)

    def play(self, action: str | int) -> str:
        """Take an action; what was done, in words."""
        line = f"p{self.position.seat} {self.names[self.position.seat]}: {say(self.position, action)}"
        self.record.play(self.position, action)
        return line

    def others_play(self) -> list[str]:
        """Everybody else, until the person must decide or the game is over."""
        lines = []
        while not self.position.over and self.position.seat != self.me:
            action = self.position.automatic_action()
            if action is None:
                self._dice = np.uint64(advance(self._dice))
                views = views_of(self.position, np.uint64(mix(self._dice)))
                action = int(self.agents[self.position.seat].act_many(views)[0])
            lines.append(self.play(action))
        return lines

    def undo(self) -> bool:
        """Back to the person's decision before this one."""
        kept, trial = None, self.record.first(Position)
        for k, word in enumerate(self.record.actions):
            if trial.seat == self.me:
                kept = k
            trial.play(word)
        if kept is None:
            return False
        self.record.actions[kept:] = []
        self.record.result = None
        self.position = self.record.first(Position)
        for word in self.record.actions:
            self.position.play(word)
        return True


def run(arguments: argparse.Namespace) -> int:
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    table = Table(arguments.vs, arguments.seat, seed)
    warm_up()
    print(f"seed {seed} · {' · '.join(f'p{p} {name}' for p, name in enumerate(table.names))} · h for help")
    try:
        _dialogue(table)
    except (EOFError, KeyboardInterrupt):
        print("\nstopped")
    finally:
        if arguments.record:
            save(table, arguments.record)
    return 0


def _dialogue(table: Table) -> None:
    print(table.position)
    while True:
        for line in table.others_play():
            print(line)
        position = table.position
        if position.over:
            print(position)
            won = table.me in position.winners
            print(
                "You have won." if won else "You have lost.",
                " ".join(f"p{p}: {n}" for p, n in enumerate(position.points)),
            )
            return
        legal = position.legal()
        print(f"\n{question(position)}   ({position.decision})")
        for n, word in enumerate(legal, 1):
            print(f"  {n:3}  {say(position, word)}  [{word}]")
        if not _answer(table, legal):
            return


def _answer(table: Table, legal: list[str]) -> bool:
    """Read until something has been played or undone; False to quit."""
    while True:
        text = input("> ").strip()
        if text.isdigit() and 1 <= int(text) <= len(legal):
            print(table.play(legal[int(text) - 1]))
            return True
        if text in legal:
            print(table.play(text))
            return True
        if text in ("q", "quit", "exit"):
            return False
        if text in ("u", "undo"):
            if table.undo():
                return True
            print("there is nothing to undo")
        elif text in ("b", "board"):
            print(table.position)
        elif text[:1] == "c" and text.rstrip("?")[1:].isdigit() and 1 <= int(text.rstrip("?")[1:]) <= 116:
            print(explain_card(int(text.rstrip("?")[1:])))
        elif text.startswith("s "):
            save(table, text[2:].strip())
        elif text in ("h", "help", "?"):
            print(HELP)
        else:
            print(f"{text!r} is no choice here: a number from 1 to {len(legal)}, or h for help")


def save(table: Table, path: str) -> None:
    """The record so far, as JSON."""
    Path(path).write_text(json.dumps(table.record.to_dict()) + "\n", encoding="utf-8")
    print(f"saved: {path}", file=sys.stderr)
