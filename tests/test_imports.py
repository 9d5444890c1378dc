"""Who may import whom: arrows point one way, games know no learners, chance has no global state (I6)."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("tabletop", "pamir_env", "agents", "train", "cli")
"""In order of dependence: a package may import those to its left."""

GAMES = ("pamir_env", "tigris_env", "hibernia_env")
LEARNING = ("torch", "stable_baselines3", "sb3_contrib", "tensorboard")

INSIDE_PAMIR = (
    ("names",),
    ("cards", "board", "settings"),
    ("state", "actions", "decisions"),
    ("rules",),
    ("wakhan",),
    ("engine", "invariants"),
    ("notation", "observation", "hidden", "rewards", "evaluation", "words", "reasons", "things"),
    ("picture",),
    ("render", "game", "env"),
    ("",),  # pamir_env/__init__.py
    ("docgen", "pax_pamir_v0", "__main__"),
)
"""In order of dependence: a module may import what stands before it, or beside it without a cycle."""

DECORATORS = {"jit", "njit", "vectorize", "guvectorize", "cfunc", "stencil", "generated_jit", "jitclass"}
OWN_GENERATORS = {"default_rng", "Generator", "PCG64", "SeedSequence", "BitGenerator"}


def modules(package: str) -> dict[str, ast.Module]:
    """Dotted name -> syntax tree of every module of a package that exists already."""
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text("utf-8"), str(path))
    return found


ALL = {name: tree for package in PACKAGES for name, tree in modules(package).items()}


def imports(name: str) -> Iterator[str]:
    """Every module that a module of ours imports, at any depth of its code; submodules by their own name."""
    for node in ast.walk(ALL[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name}: relative import in line {node.lineno}"
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            submodules = [module for module in inner if module in ALL]
            yield from submodules
            if len(submodules) < len(inner):
                yield node.module


def top(module: str) -> str:
    return module.split(".")[0]


def of_package(*packages: str) -> list[str]:
    return [name for name in ALL if top(name) in packages]


def cycle(edges: dict[str, set[str]]) -> list[str] | None:
    """Names that import each other in a circle, or None."""
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> list[str] | None:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return None
        for other in sorted(edges.get(name, ())):
            if found := visit(other, (*path, name)):
                return found
        done.add(name)
        return None

    for name in sorted(edges):
        if found := visit(name, ()):
            return found
    return None


# ---- between packages ------------------------------------------------------------------------------------


def test_there_is_something_to_read():
    assert {"tabletop.jit", "pamir_env.engine", "pamir_env.rules.turn", "pamir_env"} <= set(ALL)
    assert "pamir_env.names" in set(imports("pamir_env.rules.turn"))
    assert "pamir_env.rules.battle" in set(imports("pamir_env.engine"))
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c", "a"]
    assert cycle({"a": {"b", "c"}, "b": {"c"}}) is None


@pytest.mark.parametrize("name", sorted(ALL))
def test_no_arrow_points_back(name):
    allowed = PACKAGES[: PACKAGES.index(top(name)) + 1]
    wrong = [module for module in imports(name) if top(module) in PACKAGES and top(module) not in allowed]
    assert not wrong, f"{name} imports {wrong}"


def test_tabletop_agents_and_train_know_no_game():
    wrong = [(name, module) for name in of_package("tabletop", "agents", "train") for module in imports(name)]
    wrong = [(name, module) for name, module in wrong if top(module) in GAMES]
    assert not wrong


def test_games_know_no_learners():
    forbidden = {"agents", "train", "cli", *LEARNING}
    wrong = [
        (name, module) for name in of_package(*GAMES) for module in imports(name) if top(module) in forbidden
    ]
    assert not wrong


def test_tabletop_needs_no_learning_library_and_no_tests():
    forbidden = {*LEARNING, "tests", "pytest", "hypothesis"}
    names = of_package("tabletop", "pamir_env")
    wrong = [(name, module) for name in names for module in imports(name) if top(module) in forbidden]
    assert not wrong


def test_no_module_imports_itself_in_a_circle():
    edges = {name: {module for module in imports(name) if module in ALL} for name in ALL}
    for name in edges:  # importing a submodule runs no code of its siblings: the package itself is left aside
        edges[name] -= {name, top(name)} if name != top(name) else {name}
    assert cycle(edges) is None


# ---- inside pamir_env ------------------------------------------------------------------------------------


def part(module: str) -> str:
    """pamir_env.rules.turn -> rules."""
    return module.split(".")[1] if "." in module else ""


def level(module: str) -> int:
    for n, parts in enumerate(INSIDE_PAMIR):
        if part(module) in parts:
            return n
    raise AssertionError(f"{module} has no place in INSIDE_PAMIR: say where it belongs")


@pytest.mark.parametrize("name", of_package("pamir_env"))
def test_inside_pamir_no_arrow_points_back(name):
    wrong = [module for module in imports(name) if top(module) == "pamir_env" and level(module) > level(name)]
    assert not wrong, f"{name} imports {wrong}"


def test_rules_do_not_know_the_engine():
    for name in ALL:
        if name.startswith("pamir_env.rules"):
            known = {part(module) for module in imports(name) if top(module) == "pamir_env"}
            assert known <= {"names", "cards", "board", "state", "actions", "decisions", "rules"}, name


def test_rules_do_not_import_each_other_in_a_circle():
    rules = [name for name in ALL if name.startswith("pamir_env.rules.")]
    assert cycle({name: set(imports(name)) & set(rules) for name in rules}) is None


# ---- numba and chance ------------------------------------------------------------------------------------


def dotted(node: ast.AST) -> str:
    """numba.core.types -> 'numba.core.types'; '' for what is no chain of names."""
    if isinstance(node, ast.Attribute):
        inner = dotted(node.value)
        return f"{inner}.{node.attr}" if inner else ""
    return node.id if isinstance(node, ast.Name) else ""


def used(name: str) -> Iterator[tuple[str, int]]:
    """Every dotted name a module uses or imports, with its line; `np` is numpy, `nb` is numba."""
    for node in ast.walk(ALL[name]):
        if isinstance(node, ast.ImportFrom):
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.Attribute):
            head, _, rest = dotted(node).partition(".")
            yield f"{ {'np': 'numpy', 'nb': 'numba'}.get(head, head) }.{rest}", node.lineno


def test_only_one_module_uses_the_decorators_of_numba():
    found = {
        (name, dots)
        for name in ALL
        for dots, _ in used(name)
        if top(dots) == "numba" and dots.split(".")[-1] in DECORATORS
    }
    assert found == {("tabletop.jit", "numba.njit")}


def test_no_global_randomness():
    """I6: neither numpy's nor Python's global generator, in any kernel or beside it."""
    wrong = []
    for name in of_package("tabletop", "pamir_env"):
        for dots, line in used(name):
            parts = dots.split(".")
            if parts[0] in ("random", "secrets"):
                wrong.append((name, line, dots))
            if parts[:2] == ["numpy", "random"] and len(parts) > 2 and parts[2] not in OWN_GENERATORS:
                wrong.append((name, line, dots))
    assert not wrong


def test_games_do_not_look_at_the_clock():
    """I6: a game depends on its seed and its actions alone."""
    clocks = {"time", "datetime", "uuid"}
    assert not [
        (name, module)
        for name in of_package("pamir_env")
        for module in imports(name)
        if top(module) in clocks
    ]


FRESH = """
import sys

class Refuse:
    tried = []
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {forbidden!r}:
            self.tried.append(name)
            raise ImportError(name)

sys.meta_path.insert(0, Refuse())
import pamir_env
print(sorted(set(Refuse.tried) | ({forbidden!r} & set(sys.modules))))
"""


def test_importing_the_game_asks_for_no_heavy_library():
    """In a fresh process where these cannot be imported at all: not even tried."""
    forbidden = {*LEARNING, "pygame", "matplotlib", "pandas", "agents", "train", "cli"}
    done = subprocess.run(
        [sys.executable, "-c", FRESH.format(forbidden=forbidden)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
    assert done.stderr == ""
