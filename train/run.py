"""A run: play, learn, look how strong it has become, keep what matters. `train` is the whole story.

Everything of a run lies in one folder: config.yaml, about.json, metrics.jsonl, tensorboard/, checkpoints/ to
go on from, best/ to play with.
"""

from __future__ import annotations

import contextlib
import json
import platform
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from agents.net_agent import find_net
from agents.net_files import MODEL, load_weights, save_net, schema, write_bytes
from tabletop.game import Game
from train.checkpoint import CheckpointError, Checkpoints
from train.cloning import clone
from train.config import Config, read_config, write_config
from train.evaluate import evaluate
from train.log import Log, clock, curve
from train.opponents import Pool
from train.ppo import Learner
from train.selfplay import Rollout, SelfPlay


class Run:
    """One experiment, from its config or from where it stopped."""

    def __init__(self, game: Game, config: Config, folder: Path, quiet: bool = False):
        self.game, self.config, self.folder = game, config, folder
        self.learner = Learner(game, config)
        self.play = SelfPlay(game, config)
        self.pool = Pool(self.learner.net, config.pool)
        self.checkpoints = Checkpoints(folder / "checkpoints", game, config.keep_checkpoints)
        self.rollout = Rollout.empty(game, config.ppo.steps, self.play.n, bool(config.net.advice))
        self.counters: dict[str, Any] = {"seconds": 0.0, "best": -1.0, "evaluations": [], "iterations": 0}
        self.log = Log(folder, quiet)
        self._stopped = False

    def train(self) -> dict[str, Any]:
        """To the last frame, or until it is strong enough. Ctrl-C ends it after the present update, with a
        checkpoint; a second one at once.
        """
        config, learner = self.config, self.learner
        try:
            if config.init and not learner.frames:
                load_weights(learner.net, find_net(self.game, config.init) / MODEL)
            if config.cloning.teacher and not learner.frames and not self.counters["iterations"]:
                clone(self.game, config, learner, self.log.say)
                self._evaluate()
            while learner.frames < config.frames and not self._strong_enough():
                before = learner.frames
                with self._in_one_piece():
                    self._iterate()
                if self._due(before, config.pool.every):
                    self.pool.add(learner.net, learner.frames)
                if self._due(before, config.eval.every):
                    self._evaluate()
                if self._due(before, config.checkpoint_every):
                    self._save()
                if self._stopped:
                    self._save()
                    raise KeyboardInterrupt
            if (
                not self.counters["evaluations"]
                or self.counters["evaluations"][-1]["frames"] != learner.frames
            ):
                self._evaluate()
            self._save()
        except KeyboardInterrupt:
            self.log.say(f"stopped at {learner.frames:,} frames; go on with --resume {self.folder}")
            raise
        except OSError as error:
            raise self._not_written(error) from error
        finally:
            self.log.close()
        return self.counters

    @contextlib.contextmanager
    def _in_one_piece(self) -> Iterator[None]:
        """Ctrl-C waits for the end of an update: half of one is nothing to go on from."""

        def remember(*_: Any) -> None:
            if self._stopped:
                raise KeyboardInterrupt
            self._stopped = True
            self.log.say("finishing this update; Ctrl-C again to stop at once")

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, remember)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _not_written(self, error: OSError) -> CheckpointError:
        go_on = "nothing was saved yet"
        if self.checkpoints.all():
            go_on = f"go on from the last checkpoint with --resume {self.folder}"
        return CheckpointError(f"{self.folder} cannot be written to: {error.strerror or error}; {go_on}")

    def _due(self, before: int, every: int) -> bool:
        return before // every != self.learner.frames // every

    def _strong_enough(self) -> bool:
        stop, found = self.config.eval.stop_at, self.counters["evaluations"]
        return stop is not None and bool(found) and found[-1]["contests"][0]["interval"][0] > stop

    def _iterate(self) -> None:
        """Play for a while, learn from it, write down how it went."""
        learner, start = self.learner, time.perf_counter()
        before = learner.frames
        past = [learner.answer(net) for net in self.pool.seated(self.play.rng)]
        self.play.collect(self.rollout, learner.answer(), past)
        played = time.perf_counter()
        stats = learner.update(self.rollout)
        end = time.perf_counter()
        self.counters["seconds"] += end - start
        self.counters["iterations"] += 1
        games, wins = self.rollout.games, self.rollout.wins
        numbers = {
            **stats,
            "seconds": self.counters["seconds"],
            "frames_per_second": (learner.frames - before) / (end - start),
            "share_playing": (played - start) / (end - start),
            "share_inference": self.play.seconds_answering / (end - start),
            "share_learning": (end - played) / (end - start),
            "games": dict(games),
            "wins": {name: wins[name] / games[name] for name in sorted(games)},
        }
        self.log.write("train", learner.frames, numbers)
        self.log.line(learner.frames, self.config.frames, numbers)

    def _evaluate(self) -> None:
        found = evaluate(self.game, self.learner.net, self.config.eval)
        self.counters["evaluations"].append({"frames": self.learner.frames, "contests": found})
        shown = ", ".join(
            f"{row['against']} {row['win_share']:.1%} [{row['interval'][0]:.1%}, {row['interval'][1]:.1%}]"
            for row in found
        )
        history = [entry["contests"][0]["win_share"] for entry in self.counters["evaluations"]]
        self.log.say(f"{self.learner.frames:>10,}  {clock(self.counters['seconds'])}  wins against {shown}")
        self.log.say(f"{'':>19}{curve(history)}  against {found[0]['against']}, so far")
        self.log.write(
            "eval",
            self.learner.frames,
            {f"{row['against']} ({row['seats']} seats)": row for row in found},
        )
        if found[0]["win_share"] > self.counters["best"]:
            self.counters["best"] = found[0]["win_share"]
            self._keep_best(found)

    def _keep_best(self, found: list[dict[str, Any]]) -> None:
        about = {
            "name": self.config.name,
            "frames": self.learner.frames,
            "seconds": round(self.counters["seconds"]),
            "shaping": {"weight": self.config.ppo.shaping, "scale": self.config.ppo.shaping_scale},
            "evaluation": found,
        }
        save_net(self.folder / "best", self.learner.net, self.game, self.config.net, about)

    def _save(self) -> None:
        self.checkpoints.save(self.learner, self.play, self.pool, self.counters)


def begin(game: Game, config: Config, runs: Path, quiet: bool = False) -> Run:
    """A new run in a folder of its own."""
    folder = runs / f"{config.name}-{time.strftime('%Y%m%d-%H%M%S')}"
    try:
        folder.mkdir(parents=True, exist_ok=False)
        write_config(config, folder / "config.yaml")
        write_bytes(folder / "about.json", (json.dumps(about(game), indent=1) + "\n").encode())
    except OSError as error:
        raise CheckpointError(f"a run cannot be written to {runs}: {error.strerror or error}") from error
    return Run(game, config, folder, quiet)


def resume(game: Game, path: Path, changes: Sequence[str] = (), quiet: bool = False) -> Run:
    """Go on where a run, or one of its checkpoints, was left."""
    checkpoint = path if path.parent.name == "checkpoints" else None
    folder = path.parent.parent if checkpoint else path
    if not (folder / "config.yaml").exists():
        raise CheckpointError(f"{folder} is no run: there is no config.yaml")
    config = read_config(folder / "config.yaml", changes)
    try:
        run = Run(game, config, folder, quiet)
    except OSError as error:
        raise CheckpointError(f"{folder} cannot be written to: {error.strerror or error}") from error
    found = run.checkpoints.all()
    if checkpoint is None and not found:
        run.log.rewind(-1)
        return run  # it was stopped before its first checkpoint: begin again
    try:
        run.counters = run.checkpoints.load(checkpoint or found[-1], run.learner, run.play, run.pool)
    except CheckpointError:
        run.log.close()
        raise
    run.log.rewind(run.learner.frames)
    run.log.say(f"going on from {run.learner.frames:,} frames")
    return run


def about(game: Game) -> dict[str, Any]:
    """What made this run: versions, commit, machine."""
    import numba
    import torch

    return {
        "schema": schema(game),
        "commit": _commit(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "numpy": np.__version__,
        "numba": numba.__version__,
        "machine": platform.machine(),
    }


def _commit() -> str | None:
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--dirty"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None
