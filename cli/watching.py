"""`pamir watch` and `pamir replay`: recorded games, step by step, and whether they can be played again."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from typing import Any

from agents.records import Stored, read_games
from cli.replay_page import write_page
from pamir_env import Position
from pamir_env.words import say
from tabletop.record import BadRecord


def add_commands(commands: Any) -> None:
    raw = argparse.RawDescriptionHelpFormatter
    watch = commands.add_parser(
        "watch",
        help="step through a recorded game",
        description="Replay a record in the terminal: Enter for the next decision, q to quit; or at a speed. "
        "With --html: write it as a page for the browser, with the table as a picture.",
        epilog="examples:\n  pamir watch games.parquet --game 3\n  pamir watch game.json --speed 4"
        "\n  pamir watch game.json --html game.html",
        formatter_class=raw,
    )
    watch.add_argument("file", help="records: Parquet, or JSON")
    watch.add_argument("--game", type=int, default=1, help="which game of the file (default 1)")
    watch.add_argument("--speed", type=float, help="decisions per second, instead of waiting for Enter")
    watch.add_argument("--board", action="store_true", help="show the whole table at every turn")
    watch.add_argument("--html", metavar="FILE", help="write the game as one page that needs no network")
    watch.set_defaults(run=run_watch)
    replay = commands.add_parser(
        "replay",
        help="play records again and compare the results",
        description="Play every game of a file again. A game that cannot be or ends otherwise is named with "
        "its place; the others are still read.",
        epilog="example:\n  pamir replay --check games.parquet",
        formatter_class=raw,
    )
    replay.add_argument("file", help="records: Parquet, or JSON")
    replay.add_argument("--check", action="store_true", help="compare results (always done; says it aloud)")
    replay.add_argument("--json", action="store_true", help="print the result as JSON")
    replay.set_defaults(run=run_replay)


def game_of(path: str, number: int) -> Stored:
    """The n-th game of a file, counted from 1."""
    if number < 1:
        raise BadRecord(f"games are counted from 1, not {number}")
    count = 0
    for stored in read_games(path, Position):
        count += 1
        if count == number:
            if stored.error:
                raise BadRecord(stored.error)
            return stored
    raise BadRecord(f"{path} has {count} games, there is no game {number}")


def run_watch(arguments: argparse.Namespace) -> int:
    if arguments.speed is not None and arguments.speed <= 0:
        raise ValueError(f"--speed is above 0, not {arguments.speed}")
    stored = game_of(arguments.file, arguments.game)
    if arguments.html:
        size = write_page(arguments.html, stored)
        print(f"wrote {arguments.html} ({size / 1e6:.1f} MB)")
        return 0
    waits = arguments.speed is None and sys.stdin.isatty()
    turn = None
    for k, (position, action) in enumerate(stored.positions()):
        seat = position.seat
        now = (int(position.to_dict()["turn"]), position.to_dict()["turn_seat"])
        if now != turn or action is None:
            turn = now
            points = " ".join(f"p{p}:{n}" for p, n in enumerate(position.points))
            print(f"\n--- turn {now[0]} of player {now[1]} · points {points}")
            if arguments.board or action is None:
                print(position)
        if action is None:
            break
        name = stored.agents[seat] if seat < len(stored.agents) else "?"
        word = action if isinstance(action, str) else position.word(action)
        print(f"{k:4}  p{seat} {name:14} {position.decision:12} {say(position, action)}  [{word}]")
        if waits and input().strip().lower() == "q":
            return 0
        if arguments.speed:
            sys.stdout.flush()
            time.sleep(1 / arguments.speed)
    return 0


def run_replay(arguments: argparse.Namespace) -> int:
    good, errors = 0, []
    games = read_games(arguments.file, Position)
    for _ in itertools.count():
        try:
            stored = next(games)
        except StopIteration:
            break
        try:
            if stored.error:
                raise BadRecord(stored.error)
            stored.check()
            good += 1
        except BadRecord as error:
            errors.append(str(error))
    if arguments.json:
        print(
            json.dumps({"file": arguments.file, "good": good, "bad": len(errors), "errors": errors}, indent=1)
        )
    else:
        for error in errors:
            print(error, file=sys.stderr)
        print(f"{good} games play again with the same result, {len(errors)} do not")
    return 1 if errors or not good else 0
