"""Checkpoints: a run goes on as if it had never stopped, whatever is done to it; nothing is lost silently."""

from __future__ import annotations

import dataclasses
import errno
import json
import multiprocessing
import os
import random
import shutil
import struct
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

import train.checkpoint
from agents.net_files import MANIFEST, MODEL, read_manifest
from agents.network import NetConfig
from pamir_env import PAMIR
from tabletop.game import Game
from tests.toy_game import TOY
from tests.toy_training import metrics_in, toy_config, train_on
from train.checkpoint import GAMES, OPTIMIZER, CheckpointError, Checkpoints
from train.config import Config, TableConfig, write_config
from train.run import Run, begin, resume

PER_ROLLOUT = 64 * 32
"""Decisions of all seats between two updates."""


def new_run(folder: Path, config: Config, game: Game = TOY) -> Run:
    folder.mkdir(parents=True, exist_ok=True)
    write_config(config, folder / "config.yaml")
    return Run(game, config, folder, quiet=True)


def finished(folder: Path, **changes) -> Path:
    """A run that has come to its end."""
    new_run(folder, toy_config(**{"frames": 14_000, **changes})).train()
    return folder


def checkpoints(folder: Path) -> list[Path]:
    return Checkpoints(folder / "checkpoints", TOY, 3).all()


def weights(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(checkpoints(folder)[-1] / MODEL)


def assert_same_weights(one: dict[str, torch.Tensor], two: dict[str, torch.Tensor]) -> None:
    assert one.keys() == two.keys()
    for name in one:
        assert torch.equal(one[name], two[name]), name


# ---- going on --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bfloat16", [False, True])
def test_two_and_two_iterations_are_four(tmp_path, bfloat16):
    """Network, optimiser, games, chance, past selves, curve: everything goes on."""
    opponents = {"self": 0.4, "past": 0.4, "random": 0.2}
    config = toy_config(3, opponents, frames=10**9)
    config = dataclasses.replace(
        config, ppo=dataclasses.replace(config.ppo, bfloat16=bfloat16), pool=dataclasses.replace(config.pool)
    )
    straight = new_run(tmp_path / "straight", config)
    iterate(straight, 4)
    broken = new_run(tmp_path / "broken", config)
    iterate(broken, 2)
    broken._save()
    broken.log.close()
    again = resume(TOY, tmp_path / "broken", quiet=True)
    assert again.learner.frames == broken.learner.frames
    iterate(again, 2)
    for run in (straight, again):
        run._save()
        run.log.close()
    assert metrics_in(straight.folder) == metrics_in(again.folder)
    assert_same_weights(weights(straight.folder), weights(again.folder))
    for name in (OPTIMIZER, GAMES):
        assert_same_files(*(checkpoints(run.folder)[-1] / name for run in (straight, again)))
    assert [s.frames for s in straight.pool.snapshots] == [s.frames for s in again.pool.snapshots] != []


def iterate(run: Run, n: int) -> None:
    for _ in range(n):
        run._iterate()
        run.pool.add(run.learner.net, run.learner.frames)


def assert_same_files(one: Path, two: Path) -> None:
    assert one.read_bytes() == two.read_bytes(), one.name


def test_pax_pamir_goes_on_too(tmp_path):
    """With shaping, Wakhan, and a network over cards."""
    tables = [
        TableConfig(games=6, settings={"players": 2, "wakhan": True}),
        TableConfig(games=6, settings={"players": 3}, opponents={"self": 0.5, "past": 0.5}),
    ]
    base = toy_config(frames=10**9)
    ppo = dataclasses.replace(base.ppo, steps=16, minibatch=64, shaping=0.5)
    net = NetConfig(width=32, thing_width=8)
    config = dataclasses.replace(base, tables=tables, net=net, ppo=ppo)
    straight, broken = (new_run(tmp_path / name, config, PAMIR) for name in ("straight", "broken"))
    iterate(straight, 4)
    iterate(broken, 2)
    broken._save()
    broken.log.close()
    again = resume(PAMIR, broken.folder, quiet=True)
    iterate(again, 2)
    for run in (straight, again):
        run.log.close()
    assert metrics_in(straight.folder) == metrics_in(again.folder)
    assert_same_weights(straight.learner.net.state_dict(), again.learner.net.state_dict())


def test_a_finished_run_has_all_it_should(tmp_path):
    folder = finished(tmp_path / "run")
    config = toy_config()
    frames = [int(path.name.split("-")[0]) for path in checkpoints(folder)]
    assert len(frames) == config.keep_checkpoints and frames == sorted(frames)
    kinds = [line["kind"] for line in metrics_in(folder)]
    assert kinds.count("train") >= 7 and kinds.count("eval") >= 1
    assert read_manifest(folder / "best", TOY)["evaluation"][0]["against"] == "random"
    assert not list(folder.rglob("*.partial"))


def test_nothing_in_a_run_is_a_pickle(tmp_path):
    """What somebody shares can be read without running it."""
    folder = finished(tmp_path / "run")
    files = [path for path in folder.rglob("*") if path.is_file()]
    board = [path for path in files if path.name.startswith("events.out.tfevents")]
    assert {path.suffix for path in files if path not in board} == {
        ".safetensors",
        ".json",
        ".jsonl",
        ".yaml",
    }
    for path in files:
        data = path.read_bytes()
        assert data[:1] != b"\x80" and data[:2] != b"PK", path  # how pickles and zip archives begin
        if path.suffix == ".safetensors":
            (length,) = struct.unpack("<Q", data[:8])
            header = json.loads(data[8 : 8 + length])
            ends = [entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__"]
            assert max(ends) == len(data) - 8 - length, path
        elif path not in board:
            data.decode("utf-8")


# ---- killed ----------------------------------------------------------------------------------------------


def test_killed_again_and_again(tmp_path):
    """SIGKILL at random moments: at most one interval is lost, and the curve is that of an unbroken run."""
    config = toy_config(frames=60_000, opponents={"self": 0.8, "past": 0.2})
    folder, dice = tmp_path / "killed", random.Random(7)
    new_run(folder, config).log.close()
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.toy_ready"])
    reached, kills = 0, 0
    while True:
        child = context.Process(target=train_on, args=(str(folder),))
        child.start()
        if kills < 6:
            wait_for_more_metrics(folder, child)
            child.join(dice.uniform(0.0, 0.4))
            child.kill()
        child.join(120)
        assert child.exitcode in (0, -9)
        kills += child.exitcode == -9
        found = checkpoints(folder)
        if found:  # the newest can be gone on from, and it never falls back
            newest = read_manifest(found[-1], TOY)["frames"]
            assert newest >= reached
            reached = newest
        if child.exitcode == 0:
            break
    assert kills >= 4  # a quick machine may come to the end before the sixth
    interval = config.checkpoint_every + PER_ROLLOUT
    frames = [line["frames"] for line in metrics_in(folder) if line["kind"] == "train"]
    steps = [b - a for a, b in zip([0, *frames], frames)]
    assert max(steps) <= PER_ROLLOUT and min(steps) >= -interval
    assert sum(step <= 0 for step in steps) <= kills
    assert reached == frames[-1] >= config.frames

    unbroken = tmp_path / "unbroken"
    new_run(unbroken, config).train()
    assert_same_weights(weights(unbroken), weights(folder))
    assert curve(unbroken) == curve(folder)


def wait_for_more_metrics(folder: Path, child: multiprocessing.process.BaseProcess) -> None:
    """Until the process has begun to learn."""
    path, deadline = folder / "metrics.jsonl", time.monotonic() + 60
    before = path.stat().st_size
    while path.stat().st_size == before and child.is_alive() and time.monotonic() < deadline:
        time.sleep(0.01)


def curve(folder: Path) -> dict[tuple[str, int], dict]:
    """What was measured at each frame; after a kill some of it is measured again, and comes out the same."""
    found: dict[tuple[str, int], dict] = {}
    for line in metrics_in(folder):
        key = (line["kind"], line["frames"])
        assert found.setdefault(key, line) == line
    return found


def test_a_run_killed_while_writing_leaves_no_half_checkpoint(tmp_path, monkeypatch):
    """At every single step of writing."""
    folder = tmp_path / "run"
    run = new_run(folder, toy_config(frames=10**9))
    run._iterate()
    run._save()
    whole = checkpoints(folder)[-1]
    run._iterate()

    class Killed(BaseException):
        pass

    for stop in range(1, 40):
        count = 0

        def breaking(real, stop=stop):
            def call(*args, **words):
                nonlocal count
                count += 1
                if count == stop:
                    raise Killed
                return real(*args, **words)

            return call

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", breaking(os.replace))
            patch.setattr(os, "fsync", breaking(os.fsync))
            patch.setattr(shutil, "rmtree", breaking(shutil.rmtree))
            patch.setattr(train.checkpoint, "save_file", breaking(train.checkpoint.save_file))
            try:
                run._save()
            except Killed:
                pass
            else:
                break
        newest = checkpoints(folder)[-1]
        read_manifest(newest, TOY)
        if newest == whole:
            continue
        assert read_manifest(newest, TOY)["frames"] == run.learner.frames
    assert 5 < stop < 39
    assert not list(folder.rglob("*.partial"))
    run.log.close()


# ---- damaged, foreign ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def template(tmp_path_factory) -> Path:
    return finished(tmp_path_factory.mktemp("template") / "run")


@pytest.fixture
def folder(template, tmp_path) -> Path:
    """A finished run to be spoiled."""
    return Path(shutil.copytree(template, tmp_path / "run"))


def flip_a_byte(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


FILES = (MODEL, OPTIMIZER, GAMES, MANIFEST, "past-*.safetensors")


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("damage", [flip_a_byte, truncate, os.remove])
def test_a_damaged_checkpoint_is_named_and_the_one_before_offered(template, folder, name, damage):
    *_, before, newest = checkpoints(folder)
    damaged = sorted(newest.glob(name))[0]
    damage(damaged)
    with pytest.raises(CheckpointError) as caught:
        resume(TOY, folder, quiet=True)
    message = str(caught.value)
    assert damaged.name in message and str(newest) in message
    assert f"--resume {before}" in message
    run = resume(TOY, before, quiet=True)
    assert run.learner.frames == read_manifest(before, TOY)["frames"]
    run.train()
    assert_same_weights(weights(folder), weights(template))
    assert not newest.exists() and not list(folder.rglob("*.partial"))  # a whole one has taken its place


def test_the_only_checkpoint_is_damaged(folder):
    *others, newest = checkpoints(folder)
    for path in others:
        shutil.rmtree(path)
    flip_a_byte(newest / MODEL)
    with pytest.raises(CheckpointError, match="There is no other checkpoint of this run"):
        resume(TOY, folder, quiet=True)


def test_a_damaged_file_is_never_overwritten_by_resuming(folder):
    before = {path: path.read_bytes() for path in folder.rglob("*.safetensors")}
    flip_a_byte(checkpoints(folder)[-1] / GAMES)
    with pytest.raises(CheckpointError):
        resume(TOY, folder, quiet=True)
    changed = [path for path, data in before.items() if path.read_bytes() != data]
    assert [path.name for path in changed] == [GAMES]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"net": NetConfig(kind="flat", width=48, layers=1)},
            r"'width': 32.*but the config says.*'width': 48",
        ),
        ({"settings": {"players": 3}}, r"'players': 2.*but the config says.*'players': 3"),
        ({"opponents": {"random": 1.0}}, r"\['self'\].*but the config says.*\['random'\]"),
    ],
    ids=["network", "players", "opponents"],
)
def test_a_config_that_is_not_the_checkpoints(folder, changes, message):
    write_config(toy_config(**changes), folder / "config.yaml")
    with pytest.raises(CheckpointError, match=message):
        resume(TOY, folder, quiet=True)


def test_what_may_change(folder):
    """Learning rate, frames, how often to save: the run goes on with them."""
    frames = read_manifest(checkpoints(folder)[-1], TOY)["frames"] + PER_ROLLOUT
    run = resume(TOY, folder, ["--frames", str(frames), "--ppo.learning_rate", "0.001"], quiet=True)
    run.train()
    assert run.learner.frames >= frames


def test_the_checkpoint_of_another_game(folder):
    with pytest.raises(CheckpointError, match="made for another game or version: game toy"):
        Checkpoints(folder / "checkpoints", PAMIR, 3).load(checkpoints(folder)[-1], *[None] * 3)
    newer = dataclasses.replace(TOY, version="1")
    with pytest.raises(CheckpointError, match=r"version 0 \(here 1\)"):
        resume(newer, folder, quiet=True)


def test_a_folder_that_is_no_run(tmp_path):
    with pytest.raises(CheckpointError, match=r"is no run: there is no config\.yaml"):
        resume(TOY, tmp_path)


def test_a_run_without_a_checkpoint_begins_again(tmp_path):
    run = new_run(tmp_path / "run", toy_config(frames=4_000))
    run.log.close()
    again = resume(TOY, tmp_path / "run", quiet=True)
    assert again.learner.frames == 0
    again.train()


# ---- disks -----------------------------------------------------------------------------------------------


def test_a_full_disk_while_saving(tmp_path, monkeypatch):
    folder = tmp_path / "run"
    run = new_run(folder, toy_config(frames=10**9))
    run._iterate()
    run._save()
    run._iterate()
    good = checkpoints(folder)

    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for name in ("write_tensors", "save_file", "save_net", "sync"):
        with monkeypatch.context() as patch:
            patch.setattr(train.checkpoint, name, full)
            with pytest.raises(CheckpointError, match=f"No space left on device.*--resume {good[-1]}"):
                run._save()
        if name != "sync":  # after the last sync the checkpoint is there
            assert checkpoints(folder) == good
        assert not list(folder.rglob("*.partial"))
        read_manifest(checkpoints(folder)[-1], TOY)
    run._save()
    run.log.close()


def mounted(folder: Path, size: str) -> bool:
    """A small disk of its own; only the superuser can have one."""
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("mount"):
        return False
    folder.mkdir()
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True, check=False
    )
    return done.returncode == 0


@pytest.fixture
def small_disk(tmp_path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    if not mounted(disk, "512k"):
        pytest.skip("only the superuser can mount a small disk")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)  # a writer that failed may still hold a file


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")  # TensorBoard's thread
def test_a_disk_that_is_really_full(small_disk):
    """Filled to every degree: whoever meets the end of the disk first says so, and the run can go on."""
    folder = small_disk / "run"
    finished(folder, frames=6_000)
    frames = read_manifest(checkpoints(folder)[-1], TOY)["frames"]
    filler = small_disk / "filler"
    for left in (0, 8, 60):  # kilobytes
        fill(filler, small_disk, left)
        with pytest.raises(CheckpointError, match="No space left on device") as caught:
            resume(TOY, folder, ["--frames", "40_000"], quiet=True).train()
        assert "--resume" in str(caught.value) or left == 0
        assert read_manifest(checkpoints(folder)[-1], TOY)["frames"] >= frames
        filler.unlink()
    resume(TOY, folder, ["--frames", "12_000"], quiet=True).train()


def fill(path: Path, disk: Path, left: int) -> None:
    """All but so many kilobytes."""
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    path.write_bytes(b"\0" * max(0, free - left * 1024))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_disk_that_is_read_only(small_disk):
    folder = small_disk / "run"
    finished(folder, frames=4_500)
    subprocess.run(["mount", "-o", "remount,ro", small_disk], check=True)
    with pytest.raises(CheckpointError, match=r"cannot be written to: Read-only file system"):
        resume(TOY, folder, quiet=True)
    with pytest.raises(CheckpointError, match=r"a run cannot be written to .*: Read-only file system"):
        begin(TOY, toy_config(), small_disk, quiet=True)


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "runs").write_text("a file")
    with pytest.raises(CheckpointError, match="a run cannot be written to"):
        begin(TOY, toy_config(), tmp_path / "runs", quiet=True)
