"""Checkpoints: all that a run needs to go on as if it had never stopped; each is whole or not there.

A checkpoint is written beside its final place and moved there in one step; a run that is killed while writing
leaves a folder that nobody takes for a checkpoint. Every file's digest stands in the manifest. Nothing in it
is a pickle: tensors and arrays as safetensors, the rest as JSON.
"""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import SafetensorError
from safetensors.numpy import load_file, save_file

from agents.net_files import (
    MODEL,
    BadNet,
    load_weights,
    read_manifest,
    save_net,
    sync,
    write_tensors,
)
from tabletop.game import Game
from train.config import Config
from train.opponents import Pool, Snapshot
from train.ppo import Learner
from train.selfplay import SelfPlay

OPTIMIZER, GAMES, PAST = "optimizer.safetensors", "games.safetensors", "past"
PARTIAL = ".partial"
_NAME = re.compile(r"\d+(-\d+)?")


class CheckpointError(RuntimeError):
    """A checkpoint could not be written or read; the message says what to do."""


class Checkpoints:
    """The checkpoints of one run, oldest first."""

    def __init__(self, folder: Path, game: Game, keep: int):
        self.folder, self.game, self.keep = folder, game, keep

    def all(self) -> list[Path]:
        """Finished ones, by age."""
        if not self.folder.exists():
            return []
        named = (path for path in self.folder.iterdir() if path.is_dir() and _NAME.fullmatch(path.name))
        return sorted(named, key=_age)

    def save(self, learner: Learner, play: SelfPlay, pool: Pool, counters: dict[str, Any]) -> Path:
        """Write all there is; only when it is whole does it become the newest, and the oldest go."""
        before = self.all()
        same = [path for path in before if _age(path)[0] == learner.frames]
        again = f"-{_age(same[-1])[1] + 1}" if same else ""
        final = self.folder / f"{learner.frames:012d}{again}"
        partial = final.with_suffix(PARTIAL)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for left in self.folder.glob(f"*{PARTIAL}"):  # by a run that was killed while it wrote or removed
                shutil.rmtree(left, ignore_errors=True)
            partial.mkdir()
            self._write(partial, learner, play, pool, counters)
            os.replace(partial, final)
            sync(self.folder)
        except (OSError, SafetensorError) as error:
            shutil.rmtree(partial, ignore_errors=True)
            why = getattr(error, "strerror", None) or error
            raise CheckpointError(
                f"the checkpoint could not be written to {self.folder}: {why}. {_offer(before)}"
            ) from error
        for old in [*same, *self.all()[: -self.keep]]:
            _remove(old)
        return final

    def _write(
        self, folder: Path, learner: Learner, play: SelfPlay, pool: Pool, counters: dict[str, Any]
    ) -> None:
        moments = learner.optimizer.state_dict()["state"]
        write_tensors(
            folder / OPTIMIZER,
            {
                f"{name}.{k}": torch.as_tensor(value)
                for k, state in moments.items()
                for name, value in state.items()
            },
        )
        save_file({name: _as_bytes(array) for name, array in play.state().items()}, folder / GAMES)
        sync(folder / GAMES)
        for snapshot in pool.snapshots:
            write_tensors(folder / f"{PAST}-{snapshot.frames:012d}.safetensors", snapshot.weights)
        about = {
            "frames": learner.frames,
            "counters": counters,
            "past": [snapshot.frames for snapshot in pool.snapshots],
            "tables": _tables(learner.config),
            "chance": {"play": play.rng.bit_generator.state, "learner": learner.rng.bit_generator.state},
        }
        save_net(folder, learner.net, self.game, learner.config.net, about)

    def load(self, path: Path, learner: Learner, play: SelfPlay, pool: Pool) -> dict[str, Any]:
        """Bring everything to where the checkpoint was written; its counters."""
        try:
            manifest = read_manifest(path, self.game)
            _check_same(manifest, learner.config)
            load_weights(learner.net, path / MODEL)
            self._read(path, manifest, learner, play, pool)
        except (BadNet, ValueError, KeyError, OSError, SafetensorError) as error:
            others = [other for other in self.all() if other.name < path.name]
            raise CheckpointError(f"{path} cannot be used: {error}. {_offer(others)}") from error
        return manifest["counters"]

    def _read(
        self, path: Path, manifest: dict[str, Any], learner: Learner, play: SelfPlay, pool: Pool
    ) -> None:
        from safetensors.torch import load_file as load_tensors

        groups = learner.optimizer.state_dict()
        groups["state"] = {}
        for name, tensor in load_tensors(path / OPTIMIZER).items():
            word, _, k = name.rpartition(".")
            groups["state"].setdefault(int(k), {})[word] = tensor
        learner.optimizer.load_state_dict(groups)
        learner.frames = manifest["frames"]
        stored, wanted = load_file(path / GAMES), play.state()
        if {k: v.nbytes for k, v in wanted.items()} != {k: v.nbytes for k, v in stored.items()}:
            raise ValueError("its games were played at other tables than the config has now")
        play.restore({k: stored[k].view(v.dtype).reshape(v.shape) for k, v in wanted.items()})
        play.rng.bit_generator.state = manifest["chance"]["play"]
        learner.rng.bit_generator.state = manifest["chance"]["learner"]
        pool.snapshots = [
            Snapshot(frames, load_tensors(path / f"{PAST}-{frames:012d}.safetensors"))
            for frames in manifest["past"]
        ]


def _tables(config: Config) -> list[dict[str, Any]]:
    """What running games depend on: weights of opponents may change, the rest may not."""
    return [
        {"games": table.games, "settings": table.settings, "opponents": list(table.opponents)}
        for table in config.tables
    ]


def _check_same(manifest: dict[str, Any], config: Config) -> None:
    """A checkpoint goes on with the network and at the tables that it was written with."""
    for name, here in (("net", asdict(config.net)), ("tables", _tables(config))):
        if manifest.get(name, here) != here:  # those written before this was checked do not tell their tables
            raise ValueError(f"it was written with {name} {manifest[name]}, but the config says {here}")


def _age(path: Path) -> tuple[int, int]:
    """The frames of a checkpoint, from its name; those written later at the same frame are numbered."""
    frames, _, again = path.name.partition("-")
    return int(frames), int(again or 0)


def _remove(path: Path) -> None:
    """It stops being a checkpoint before its files go."""
    gone = path.with_suffix(PARTIAL)
    try:
        os.replace(path, gone)
    except OSError:
        return  # gone already, or the disk refuses: it does no harm
    shutil.rmtree(gone, ignore_errors=True)


def _as_bytes(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def _offer(paths: list[Path]) -> str:
    if not paths:
        return "There is no other checkpoint of this run"
    frames = f"{_age(paths[-1])[0]:,}"
    return f"Everything up to {frames} frames is safe; go on from there with --resume {paths[-1]}"
