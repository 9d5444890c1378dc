"""A game in the browser for tests: sessions that are played on at random, a server, agents of our own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from cli.web_answers import Site
from cli.web_play import Session
from cli.web_server import PlayServer

BOTS = """
import threading
gate = threading.Event()
class Waits:
    def act(self, view):
        if view.decision != "loyalty":
            gate.wait(30)
        return view.legal[0]
class Fails:
    def act(self, view):
        if view.decision == "loyalty":
            return view.legal[0]
        raise RuntimeError("no <b>idea</b>")
class Cheats:
    def act(self, view):
        return next(a for a, legal in enumerate(view.mask) if not legal)
"""


def bots(folder: Path) -> Path:
    """The file of these agents."""
    (folder / "bots.py").write_text(BOTS)
    return folder / "bots.py"


def open_gate() -> None:
    """Agents of the class Waits go on."""
    sys.modules["bot_bots"].gate.set()


def settled(session: Session, seconds: float = 20) -> dict[str, Any]:
    """The state once the person must decide, the game is over, or an agent has failed."""
    end = time.monotonic() + seconds
    while True:
        state = session.state()
        if state["mine"] or state["over"] or state["trouble"]:
            return state
        assert time.monotonic() < end, "the others never finish"
        session.wait(state["version"], 0.5)


def legal(session: Session) -> list[str]:
    return session._table.position.legal()


def play(session: Session, steps: int = 10_000, seed: int = 0) -> dict[str, Any]:
    """Random choices for the person."""
    rng = Random(seed)
    state = settled(session)
    for _ in range(steps):
        if state["over"]:
            break
        session.act(state["version"], rng.choice(legal(session)))
        state = settled(session)
    return state


@contextmanager
def serving(session: Session, **how: Any) -> Iterator[PlayServer]:
    with PlayServer(Site(session), **how) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        yield server
        server.shutdown()


@contextmanager
def program(*words: str, port: int = 0) -> Iterator[tuple[subprocess.Popen, int]]:
    """`pamir play --web` as a program of its own, and its port; it is ended as with Ctrl-C."""
    command = [sys.executable, "-m", "cli.main", "play", "--web", "--no-open", "--port", str(port), *words]
    with subprocess.Popen(
        command,
        cwd=Path(__file__).parent.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        line = process.stdout.readline()
        found = re.search(r"seed \d+ · play at http://127.0.0.1:(\d+)/", line)
        assert found, line + process.stderr.read()
        try:
            yield process, int(found[1])
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
