"""The cache of compiled kernels: never stale, used when nothing has changed, and never a reason to fail.

numba looks only at the file of the kernel that is called (numba#1833). The tests build a tiny package whose
kernel calls a kernel in another file, and run it in fresh processes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

DOOR = """
import numpy as np
from numba import types
from tabletop.jit import entry, kernel
from {package}.callee import value

@entry(types.Array(types.int64, 1, "C"), types.int64, types.uint64)
def door(states, i, seed):
    states[i] = value(states[i])

@kernel
def inner(x):
    return value(x)
"""

CALLEE = """
from tabletop.jit import kernel

@kernel
def value(x):
    return x + {n}
"""

# Prints what the door says, what it says when a loop of tabletop calls it by address, what a plain kernel
# says, and where all that is cached.
MAIN = """
from pathlib import Path
import numpy as np
from tabletop import loops
from tabletop.jit import cache_folder
import {package}.door as package

states = np.zeros(3, np.int64)
package.door(states, 0, np.uint64(1))
loops.set_up_games(states, 1, 2, np.zeros(3, np.uint64), package.door)
states[2] = package.inner(0)
print(*states, cache_folder(Path(package.__file__).resolve().parent))
"""


class Toy:
    """A package of two files in a folder of its own, and a cache of its own."""

    def __init__(self, folder: Path, package: str = "toy_game"):
        self.folder, self.package = folder, package
        self.cache = folder / "cache"
        home = folder / package
        (home / "data").mkdir(parents=True)
        (home / "__init__.py").write_text("")
        (home / "data" / "cards.csv").write_text("number,name\n1,one\n")
        (home / "door.py").write_text(DOOR.format(package=package))
        self.write_callee(1)

    def write_callee(self, n: int) -> None:
        (self.folder / self.package / "callee.py").write_text(CALLEE.format(n=n))

    def start(self, tabletop: Path = ROOT, **env: str) -> subprocess.Popen:
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", MAIN.format(package=self.package)],
            cwd=self.folder,
            env={
                **os.environ,
                "PAMIR_CACHE": str(self.cache),
                "PYTHONPATH": f"{self.folder}{os.pathsep}{tabletop}",
                "PYTHONDONTWRITEBYTECODE": "1",
                "NUMBA_DISABLE_JIT": "0",
                **env,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, tabletop: Path = ROOT, **env: str) -> Run:
        return Run(self.start(tabletop, **env))


class Run:
    """What one process has said."""

    def __init__(self, process: subprocess.Popen):
        out, self.stderr = process.communicate()
        assert process.returncode == 0, self.stderr
        *numbers, folder = out.split()
        self.values = [int(n) for n in numbers]
        self.folder = Path(folder)

    @property
    def compiled(self) -> bool:
        return "compiling" in self.stderr


def folder_of(package: Path, tabletop: Path = ROOT) -> str:
    """The name of the folder for a package's kernels, in a fresh process; nothing is compiled."""
    script = (
        "import sys, pathlib, tabletop.jit as jit; print(jit.cache_folder(pathlib.Path(sys.argv[1])).name)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(package)],
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": str(tabletop), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


@pytest.fixture
def toy(tmp_path: Path) -> Toy:
    return Toy(tmp_path)


def test_an_edit_of_the_callee_is_seen_at_once(toy):
    """By the entry, by a loop that calls it by address, and by a kernel."""
    first = toy.run()
    toy.write_callee(20)
    second = toy.run()
    toy.write_callee(1)
    third = toy.run()

    assert first.values == [1, 1, 1]
    assert second.values == [20, 20, 20]
    assert third.values == [1, 1, 1]
    assert first.folder != second.folder
    assert first.folder == third.folder
    assert not third.compiled


def test_unchanged_sources_come_from_the_cache(toy):
    first = toy.run()
    kept = {path: path.stat().st_mtime_ns for path in toy.cache.rglob("*.nb*")}
    second = toy.run()

    assert first.compiled
    assert kept
    assert not second.compiled
    assert second.stderr == ""
    assert (second.values, second.folder) == (first.values, first.folder)
    assert {path: path.stat().st_mtime_ns for path in toy.cache.rglob("*.nb*")} == kept


def test_everything_is_kept_in_the_named_folder(toy):
    run = toy.run()
    assert run.folder.parent == toy.cache
    assert run.folder.name.startswith("toy_game-")
    assert any(run.folder.rglob("door.door-*.nbc"))
    assert any(run.folder.rglob("door.inner-*.nbi"))
    assert not any(path.suffix in (".nbi", ".nbc") for path in (toy.folder / "toy_game").rglob("*"))


def test_an_edit_of_a_table_is_seen(toy):
    """A CSV file is part of the sources: card facts are constants in the kernels."""
    first = toy.run()
    (toy.folder / "toy_game" / "data" / "cards.csv").write_text("number,name\n1,uno\n")
    second = toy.run()
    assert second.folder != first.folder
    assert second.compiled


@pytest.mark.parametrize("change", ["new", "renamed", "deleted"])
@pytest.mark.parametrize(
    "line",
    [
        "from toy_game.more import X",
        "from toy_game import more",
        "import toy_game.more as m",
        "from toy_game import (\n    callee,  # a comment (with brackets\n    more,\n)",
        "from toy_game.between import more",
    ],
)
def test_what_kernels_import_is_seen_to_come_and_go(toy, change, line):
    """Names of another file are constants in a kernel, at whatever distance it is imported."""
    home = toy.folder / "toy_game"
    (home / "more.py").write_text("X = 1\n")
    (home / "between.py").write_text("from toy_game import more\n")
    with (home / "callee.py").open("a") as file:
        file.write(line + "\n")
    first = folder_of(home)
    if change == "new":
        (home / "more.py").write_text("from toy_game.rules.deep import X\n")
        second = folder_of(home)
        assert second != first
        (home / "rules").mkdir()
        (home / "rules" / "deep.py").write_text("X = 1\n")
        assert folder_of(home) not in (first, second)
    elif change == "renamed":
        (home / "more.py").rename(home / "less.py")
        assert folder_of(home) != first
    else:
        (home / "more.py").unlink()
        assert folder_of(home) != first


def test_a_package_with_relative_imports_counts_whole(toy):
    home = toy.folder / "toy_game"
    (home / "more.py").write_text("from . import callee\n")
    first = folder_of(home)
    (home / "less.py").write_text("")
    assert folder_of(home) != first


def test_files_that_no_kernel_sees_do_not_matter(toy):
    """An edit of a picture or a help text does not throw compiled rules away."""
    home = toy.folder / "toy_game"
    (home / "picture.py").write_text("from toy_game.callee import value\n")
    first = folder_of(home)
    (home / "picture.py").write_text("from toy_game.door import door\n")
    (home / "help.py").write_text("")
    assert folder_of(home) == first


def test_what_is_no_source_does_not_matter(toy):
    home = toy.folder / "toy_game"
    first = folder_of(home)
    (home / "README.md").write_text("new")
    (home / "__pycache__").mkdir()
    (toy.folder / "other.py").write_text("")
    assert folder_of(home) == first


def test_an_edit_of_tabletop_is_seen_by_every_game(toy, tmp_path):
    """Its kernels are called by the games' kernels."""
    home, elsewhere = toy.folder / "toy_game", tmp_path / "elsewhere"
    shutil.copytree(ROOT / "tabletop", elsewhere / "tabletop", ignore=shutil.ignore_patterns("__pycache__"))
    first = folder_of(home, elsewhere)
    assert first == folder_of(home)
    with (elsewhere / "tabletop" / "chance.py").open("a") as file:
        file.write("\n# an edit\n")
    assert folder_of(home, elsewhere) != first


def test_an_edit_of_a_package_that_is_called_directly_is_seen(tmp_path):
    """KERNELS_FROM names a package whose kernels are called without an entry between."""
    lower, upper = Toy(tmp_path, "lower_game"), Toy(tmp_path, "upper_game")
    home = tmp_path / "upper_game"
    (home / "__init__.py").write_text('KERNELS_FROM = ("lower_game",)\n')
    (home / "callee.py").write_text("from lower_game.callee import value\n")
    first = upper.run()
    lower.write_callee(7)
    second = upper.run()
    assert first.values == [1, 1, 1]
    assert second.values == [7, 7, 7]
    assert second.folder != first.folder


def kept(cache: Path, name: str, days: int) -> Path:
    """A folder of the cache whose only kernel was last used so many days ago."""
    file = cache / name / "toy_game_1234" / "door.door-1.py311.nbi"
    file.parent.mkdir(parents=True)
    file.write_text("")
    then = time.time() - days * 86_400
    os.utime(file, (then, then))
    return cache / name


def test_kernels_of_old_sources_are_thrown_away(toy):
    """By when they were used: that their folders have been looked at since does not keep them."""
    old, young = kept(toy.cache, "toy_game-old", days=30), kept(toy.cache, "toy_game-young", days=1)
    foreign = kept(toy.cache, "other_game-old", days=30)
    assert toy.run().values == [1, 1, 1]
    assert young.exists()
    assert foreign.exists()
    assert not old.exists()


def test_a_folder_that_another_process_has_just_made_stays(toy):
    fresh = toy.cache / "toy_game-fresh"
    fresh.mkdir(parents=True)
    assert toy.run().values == [1, 1, 1]
    assert fresh.exists()


@pytest.mark.parametrize("place", ["a file", "below a file", "no such drive"])
def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(toy, tmp_path, place):
    (tmp_path / "file").write_text("")
    wanted = {
        "a file": str(tmp_path / "file"),
        "below a file": str(tmp_path / "file" / "cache"),
        "no such drive": "/proc/no/such/folder",
    }[place]
    spare = tmp_path / "tmp"
    spare.mkdir()
    run = toy.run(PAMIR_CACHE=wanted, TMPDIR=str(spare))
    assert run.values == [1, 1, 1]
    assert spare in run.folder.parents
    assert toy.run(PAMIR_CACHE=wanted, TMPDIR=str(spare)).stderr == ""


def test_without_a_wish_the_cache_is_in_the_cache_folder_of_the_user(toy, tmp_path):
    run = toy.run(PAMIR_CACHE="", XDG_CACHE_HOME=str(tmp_path / "home"))
    assert run.folder.parent == tmp_path / "home" / "pamir_env"


def test_two_processes_may_compile_at_the_same_time(toy):
    """As the workers of a test run do; whoever comes later finds a whole cache."""
    runs = [Run(process) for process in [toy.start() for _ in range(3)]]
    assert [run.values for run in runs] == [[1, 1, 1]] * 3
    assert toy.run().stderr == ""


def test_without_jit_nothing_is_cached(toy):
    run = toy.run(NUMBA_DISABLE_JIT="1")
    assert run.values == [1, 1, 1]
    assert run.stderr == ""
    assert not any(toy.cache.rglob("*.nb*"))


def test_the_engine_is_cached_under_a_digest_of_its_own_sources(tmp_path):
    """Every rule file and every table of the real game changes the name of its folder."""
    for name in ("tabletop", "pamir_env"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    seen = [folder_of(tmp_path / "pamir_env", tmp_path)]
    assert seen == [folder_of(ROOT / "pamir_env")]
    for path in (
        "pamir_env/rules/tax.py",
        "pamir_env/names.py",
        "pamir_env/data/events.csv",
        "tabletop/loops.py",
    ):
        with (tmp_path / path).open("a") as file:
            file.write("\n")
        seen.append(folder_of(tmp_path / "pamir_env", tmp_path))
    assert len(set(seen)) == len(seen)
