"""Every command that the pages show runs as it stands there, only shorter: fewer games, fewer frames, nobody
at the keyboard.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent
PAGES = ("README.md", "docs/training.md")

ONE_CONTEST = "--eval.contests=[{against: [random], settings: {players: 2}, games: 4}]"
SHORT_RUN = ["--frames", "200", "--ppo.steps", "8", "--cloning.frames", "2000", ONE_CONTEST]
SHORTER = {
    "pamir train": ["--final-games", "2", *SHORT_RUN],
    "pamir bench": ["--games", "4"],
    "pamir arena": ["--games", "4"],
    "pamir play": ["--no-open"],
    "python -m benchmarks.speed": ["--quick"],
    "python -m benchmarks.envs": ["--rounds", "1"],
    "python -m benchmarks.search": ["--rounds", "1"],
    "python -m benchmarks.training": ["--rounds", "1", "--games", "4", "--minutes", "0.02", "--every", "0"],
    "tensorboard --logdir": ["--inspect"],
}
"""By how a command begins: what is added to it."""


def commands(page: str) -> list[str]:
    """The lines behind `$` in blocks of a terminal, and the commands that stand in the text."""
    text = (ROOT / page).read_text("utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    shown = [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    said = re.findall(r"`((?:python -m benchmarks\.|pamir (?:train|bench|arena|play|watch) )[^`]*)`", prose)
    complete = [line for line in said if not re.search(r"\b[A-Z]{3,}\b", line)]  # not AGENT, NAME
    return [line.split("  #")[0].split(" # ")[0].strip() for line in [*shown, *complete]]


def shorter(command: str, folder: Path) -> list[str]:
    """The words to run: programs of this environment, the run that there is, less to do."""
    newest = sorted((folder / "runs").glob("quick-*"), key=os.path.getmtime)
    command = re.sub(r"runs/quick-[\d-]+", lambda _: f"runs/{newest[-1].name}", command)
    command = command.replace(".venv/bin/", "")
    found = [words for start, words in SHORTER.items() if command.startswith(start)]
    program, *rest = shlex.split(command)
    less = found[0] if found else []
    if "--resume" in rest or "--print-config" in rest:
        less = ["--final-games", "2"]
    return [str(BIN / program), *rest, *less]


def recipe(target: str) -> str:
    """The last command of a target in the Makefile."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    words = ["make", "--no-print-directory", "-n", target]
    done = subprocess.run(words, cwd=ROOT, env=outside, capture_output=True, text=True, check=True)
    return done.stdout.strip().splitlines()[-1]


def run(words: list[str], folder: Path) -> str:
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, f"{shlex.join(words)}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


def serve(words: list[str], folder: Path) -> None:
    """A page is served until Ctrl-C."""
    with subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        try:
            address = next(
                found.group() for line in process.stdout if (found := re.search(r"http://\S+", line))
            )
            with urllib.request.urlopen(address, timeout=30) as answer:
                assert b"<html" in answer.read()
            time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()


@pytest.mark.parametrize("page", PAGES)
def test_every_command_runs(page, tmp_path):
    (tmp_path / "configs").symlink_to(ROOT / "configs")
    found = commands(page)
    assert found
    for command in found:
        if command == "make test":
            assert "pytest" in recipe("test")  # this is it
            continue
        if command == "make train":
            command = recipe("train")
        words = shorter(command, tmp_path)
        if "--web" in words:
            serve(words, tmp_path)
        else:
            run(words, tmp_path)


def test_the_pages_show_what_people_need_first():
    shown = " ".join(commands("README.md"))
    for wanted in ("make train", "make test", "pamir play", "pamir bench", "pamir arena", "pamir watch"):
        assert wanted in shown
