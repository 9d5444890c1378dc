"""Networks as agents: they play legally at every table, the same on any number of cores; files that do not
fit are refused in words.
"""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest
import torch

from agents import make_agent
from agents.arena import Arena
from agents.net_agent import PolicyAgent, find_net
from agents.net_files import BadNet, load_net, save_net
from agents.network import NetConfig, make_net
from cli.main import main
from pamir_env import PAMIR, Settings
from tabletop.batch_env import BatchEnv
from tests.playing import TABLES

SMALL = {"flat": NetConfig("flat", 16, 1), "things": NetConfig("things", 16, 1, 8)}


def fresh(kind: str, seed: int = 0) -> torch.nn.Module:
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return make_net(PAMIR, SMALL[kind])


def some_games(settings: Settings, n: int = 300, steps: int = 60) -> BatchEnv:
    batch, rng = BatchEnv(PAMIR, settings, n, threads=1), np.random.default_rng(0)
    for _ in range(steps):
        batch.step((rng.random(batch.masks.shape) * batch.masks).argmax(axis=1))
    return batch


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("kind", SMALL)
def test_answers_are_legal_at_every_table(kind, table):
    views = some_games(TABLES[table], 40).views()
    for temperature in (0.0, 1.0):
        actions = PolicyAgent(PAMIR, fresh(kind), temperature).act_many(views)
        assert views.masks[np.arange(len(actions)), actions].all()


@pytest.mark.parametrize("kind", SMALL)
def test_what_is_not_legal_has_no_chance(kind):
    views = some_games(Settings(players=3)).views()
    chances, values = PolicyAgent(PAMIR, fresh(kind)).look(views)
    assert (chances[~views.masks] == 0).all()
    assert np.allclose(chances.sum(axis=1), 1)
    assert np.isfinite(values).all()


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_results_do_not_depend_on_cores(temperature):
    found = []
    for threads in (1, 2):
        agent = PolicyAgent(PAMIR, fresh("things"), temperature)
        arena = Arena(PAMIR, Settings(players=2), ["it", "random"], threads=threads, agents={"it": agent})
        found.append([(g.seed, g.actions) for g in arena.run(20).games])
    assert found[0] == found[1]


def test_temperature_draws_as_the_network_says():
    """How often an action is drawn for one and the same question is its chance."""
    views = some_games(Settings(players=2), 1).views()
    agent = PolicyAgent(PAMIR, fresh("things"), 1.0)
    chances = agent.look(views)[0][0]
    rng, drawn = np.random.default_rng(1), np.zeros(PAMIR.n_actions)
    for _ in range(400):
        views.bits = rng.integers(2**63, size=1, dtype=np.uint64) * np.uint64(2)
        drawn[agent.act_many(views)[0]] += 1
    assert np.abs(drawn / 400 - chances).max() < 0.1


def test_a_network_on_disk_plays_as_before(tmp_path):
    net = fresh("things")
    save_net(tmp_path / "it", net, PAMIR, SMALL["things"], {"name": "it"})
    views = some_games(Settings(players=2)).views()
    again = make_agent(f"net:{tmp_path / 'it'}", PAMIR)
    assert (again.act_many(views) == PolicyAgent(PAMIR, net).act_many(views)).all()
    assert load_net(tmp_path / "it", PAMIR)[1]["name"] == "it"
    assert sorted(path.name for path in (tmp_path / "it").iterdir()) == ["manifest.json", "model.safetensors"]


def damaged(folder, how: str) -> str:
    """Break a network on disk; what the error should speak of."""
    model, manifest = folder / "model.safetensors", folder / "manifest.json"
    if how == "cut off":
        model.write_bytes(model.read_bytes()[:-100])
        return "digest"
    if how == "missing":
        model.unlink()
        return "missing"
    if how == "no manifest":
        manifest.unlink()
        return "no manifest"
    told = json.loads(manifest.read_text())
    if how == "no json":
        manifest.write_text("{")
        return "cannot be read"
    if how == "format":
        told["format"] = "something/1"
    elif how == "version":
        told["schema"]["version"] = "99"
    elif how == "features":
        told["schema"]["features"] = "0"
    else:
        told["net"]["width"] = 17
    manifest.write_text(json.dumps(told))
    return {"shape": "does not fit"}.get(how, how)


@pytest.mark.parametrize(
    "how", ["cut off", "missing", "no manifest", "no json", "format", "version", "features", "shape"]
)
def test_files_that_do_not_fit_are_refused(tmp_path, capsys, how):
    save_net(tmp_path / "it", fresh("things"), PAMIR, SMALL["things"], {})
    load_net(tmp_path / "it", PAMIR)
    word = damaged(tmp_path / "it", how)
    with pytest.raises(BadNet, match=word):
        load_net(tmp_path / "it", PAMIR)
    assert main(["bench", f"net:{tmp_path / 'it'}", "--games", "2"]) == 1
    assert word in capsys.readouterr().err


def test_a_run_stands_for_its_best_network(tmp_path):
    for name in ("checkpoints/000000000100", "checkpoints/000000000200", "best"):
        save_net(tmp_path / name, fresh("flat"), PAMIR, SMALL["flat"], {})
    (tmp_path / "checkpoints" / "000000000300.partial").mkdir()
    assert find_net(PAMIR, str(tmp_path)) == tmp_path / "best"
    shutil.rmtree(tmp_path / "best")
    assert find_net(PAMIR, str(tmp_path)).name == "000000000200"
    with pytest.raises(BadNet, match="no folder"):
        find_net(PAMIR, str(tmp_path / "nowhere"))


def test_train_ends_with_a_table_and_an_agent(tmp_path, capsys):
    words = ["train", "quick", "--runs", str(tmp_path), "--json", "--final-games", "4", "--frames", "2000"]
    small = ["--ppo.steps", "8", "--ppo.minibatch", "64", "--net.width", "16"]
    tables = '[{"games": 16, "settings": {"players": 2}}]'
    contests = '[{"against": ["random"], "settings": {"players": 2}, "games": 4}]'
    assert main([*words, *small, "--tables", tables, "--eval.contests", contests]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [contest["agents"][1]["name"] for contest in found["contests"]] == ["random", "greedy", "wakhan"]
    assert main(["bench", f"net:{found['run']}", "--games", "2", "--json"]) == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["train", "nothing"], "configs/ has"),
        (["train", "--ppo.epoch", "3"], "ppo.epoch"),
        (["train", "--ppo.epochs", "many"], "int"),
        (["train", "--tables", '[{"settings": {"plyers": 2}}]'], "players"),
        (["train", "--tables", '[{"opponents": {"gready": 1}}]'], "greedy"),
        (["train", "--resume", "nowhere"], "no run"),
    ],
)
def test_train_says_what_is_wrong_before_it_begins(tmp_path, capsys, words, told):
    assert main([*words, "--runs", str(tmp_path)]) == 1
    assert told in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
