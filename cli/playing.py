"""`pamir play`: a person against any agents, in the terminal or in the browser."""

from __future__ import annotations

import argparse
import json
import os
import sys
import webbrowser
from pathlib import Path
from typing import Any

from cli.table import Table
from cli.web_answers import Site
from cli.web_play import Session, keep
from cli.web_server import PlayServer
from pamir_env import warm_up
from pamir_env.env import WAKHAN
from pamir_env.words import explain_card, question, say
from tabletop.seeds import fresh_seed

PORT = 8137
"""Of the page; always the same, so that a tab left open finds the next game. If it is taken, a free one."""
HELP = """a number plays that choice; a word of the notation (c30, kabul, stop) too
  b        show the table        c30?     explain card 30
  u        undo to your last decision
  s FILE   save the record       q        quit          h   this help"""


def add_commands(commands: Any) -> None:
    play = commands.add_parser(
        "play",
        help="you against agents, in the terminal or the browser",
        description="Play a game yourself. Legal choices are numbered and said in words; with --web they "
        "are lit on a picture of the table.",
        epilog="examples:\n  pamir play                      against Wakhan\n"
        "  pamir play --vs greedy random   against two agents\n"
        "  pamir play --web --vs greedy    in the browser\n\nwhile playing in the terminal:\n  " + HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    play.add_argument("--vs", nargs="+", default=[WAKHAN], metavar="AGENT", help="opponents (default wakhan)")
    play.add_argument("--seat", type=int, default=0, help="your seat (default 0)")
    play.add_argument("--seed", type=int, help="deal this game (default: a fresh one)")
    play.add_argument("--record", help="keep the record in this file, also when you stop early")
    play.set_defaults(run=run)
    web = play.add_argument_group("in the browser")
    web.add_argument("--web", action="store_true", help="a page for the browser of this machine")
    web.add_argument("--port", type=int, help=f"its port (default {PORT}, or a free one)")
    web.add_argument("--host", help="its address (default 127.0.0.1)")
    web.add_argument("--allow-remote", action="store_true", help="other machines may play too, with --host")
    web.add_argument("--no-open", action="store_true", help="do not open the page, only say where it is")


def run(arguments: argparse.Namespace) -> int:
    seed = fresh_seed() if arguments.seed is None else arguments.seed
    if arguments.web:
        return play_in_browser(arguments, seed)
    if arguments.host is not None or arguments.port is not None or arguments.allow_remote:
        raise ValueError("--host, --port and --allow-remote are for --web")
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


def play_in_browser(arguments: argparse.Namespace, seed: int) -> int:
    """Serve the page until Ctrl-C."""
    if arguments.record and not Path(arguments.record).resolve().parent.is_dir():
        raise FileNotFoundError(f"--record: there is no folder for {arguments.record}")
    session = Session(arguments.vs, arguments.seat, seed)
    site = Site(session, (lambda: keep(session, arguments.record)) if arguments.record else None)
    with _listening(site, arguments) as server:
        warm_up()
        print(f"seed {seed} · play at {server.url} · Ctrl-C ends", flush=True)
        if arguments.allow_remote:
            print("whoever can reach this address can play in this game", flush=True)
        if not arguments.no_open and (sys.platform != "linux" or _has_screen()):
            webbrowser.open(server.url)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("\nstopped")
        finally:
            site.keep()
    if session.records() and arguments.record:
        print(f"saved: {arguments.record}", file=sys.stderr)
    return 0


def _listening(site: Site, arguments: argparse.Namespace) -> PlayServer:
    """A server at the port that was asked for, else at the usual one, else at any."""
    host, wrong = arguments.host or "127.0.0.1", ""
    for port in (PORT, 0) if arguments.port is None else (arguments.port,):
        try:
            return PlayServer(site, host, port, arguments.allow_remote)
        except (OSError, OverflowError) as error:
            wrong = f"cannot serve at {host}:{port}: {error}"
    raise RuntimeError(wrong)


def _has_screen() -> bool:
    """Without one the standard library would start a browser for the terminal, in this terminal."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


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
