"""Configs: what is wrong is said before anything is begun, with the key and what is allowed; ours all run."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from agents.network import NetConfig
from pamir_env import PAMIR
from tests.toy_game import TOY
from tests.toy_training import toy_config
from train.config import (
    BadConfig,
    Config,
    Contest,
    EvalConfig,
    TableConfig,
    check_config,
    read_config,
    write_config,
)
from train.run import Run, begin

CONFIGS = sorted((Path(__file__).resolve().parent.parent / "configs").glob("*.yaml"))


def written(folder: Path, text: str) -> Path:
    path = folder / "config.yaml"
    path.write_text(text, encoding="utf-8")
    return path


# ---- reading ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key", "allowed"),
    [
        ("fraems: 3\n", "fraems", "frames"),
        ("ppo: {epoch: 3}\n", "ppo.epoch", "epochs"),
        ("tables:\n- {games: 3, setings: {}}\n", "tables[0].setings", "settings"),
        ("eval: {contests: [{}, {agains: [random]}]}\n", "eval.contests[1].agains", "against"),
        ("net: {widht: 3}\n", "net.widht", "width"),
    ],
)
def test_an_unknown_key_in_a_file(tmp_path, text, key, allowed):
    path = written(tmp_path, text)
    with pytest.raises(BadConfig) as caught:
        read_config(path)
    message = str(caught.value)
    assert key in message and allowed in message and str(path) in message


@pytest.mark.parametrize(
    ("changes", "key", "allowed"),
    [
        (["--fraems", "3"], "fraems", "frames"),
        (["--ppo.epoch", "4"], "ppo.epoch", "epochs"),
        (["--ppo.epoch=4"], "ppo.epoch", "epochs"),
        (["--optimizer.rate", "4"], "optimizer", "ppo"),
        (["--tables=[{games: 3, setings: {}}]"], "setings", "settings"),
    ],
)
def test_an_unknown_key_on_the_command_line(changes, key, allowed):
    with pytest.raises(BadConfig) as caught:
        read_config(None, changes)
    assert key in str(caught.value) and allowed in str(caught.value)


@pytest.mark.parametrize(
    ("text", "key", "wanted"),
    [
        ("frames: many\n", "frames", "int"),
        ("frames: 1.5\n", "frames", "int"),
        ("ppo: {learning_rate: fast}\n", "ppo.learning_rate", "float"),
        ("ppo: {bfloat16: maybe}\n", "ppo.bfloat16", "bool"),
        ("ppo: 3\n", "ppo", "keys"),
        ("tables: 3\n", "tables", "list"),
        ("tables: [{games: x}]\n", "games", "int"),
        ("tables: [{opponents: {self: much}}]\n", "opponents", "float"),
        ("eval: {stop_at: high}\n", "eval.stop_at", "float"),
        ("- 3\n", "config", "keys"),
        ("a: [\n", "config", "line"),
    ],
)
def test_a_wrong_type(tmp_path, text, key, wanted):
    with pytest.raises(BadConfig) as caught:
        read_config(written(tmp_path, text))
    assert key in str(caught.value) and wanted in str(caught.value)
    assert "functools" not in str(caught.value)


def test_a_file_that_is_not_there():
    with pytest.raises(BadConfig, match=r"there is no file nowhere\.yaml"):
        read_config("nowhere.yaml")


def test_changes_go_over_the_file(tmp_path):
    path = written(tmp_path, "frames: 1_000\nppo: {epochs: 2, clip: 0.1}\n")
    config = read_config(path, ["--ppo.epochs", "5", "--frames=2_000", "--net.kind", "flat"])
    assert (config.frames, config.ppo.epochs, config.ppo.clip, config.net.kind) == (2000, 5, 0.1, "flat")
    assert config.ppo.lam == Config().ppo.lam


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_the_resolved_config_reads_back_as_it_is(tmp_path, path):
    config = read_config(path, ["--eval.stop_at", "0.5"])
    write_config(config, tmp_path / "config.yaml")
    assert read_config(tmp_path / "config.yaml") == config
    write_config(read_config(path), tmp_path / "config.yaml")
    assert read_config(tmp_path / "config.yaml") == read_config(path)


# ---- what only the game knows ----------------------------------------------------------------------------


def table(**words) -> Config:
    return Config(tables=[TableConfig(), TableConfig(**words)])


def contest(**words) -> Config:
    return Config(eval=EvalConfig(contests=[Contest(**words)]), tables=[TableConfig(settings={"players": 2})])


@pytest.mark.parametrize(
    ("config", "messages"),
    [
        (table(settings={"plyers": 2}), [r"tables[1].settings", "plyers", "players, wakhan"]),
        (table(settings={"players": 9}), [r"tables[1].settings", "2 to 5", "9"]),
        (table(settings={"players": 5, "wakhan": True}), ["tables[1].settings", "2 or 3"]),
        (table(settings={"reward": "gold"}), ["tables[1].settings", "win, rank, points"]),
        (table(opponents={"nobody": 1.0}), ["nobody", "random, greedy", "self and past"]),
        (table(opponents={}), ["tables[1].opponents", "not all 0"]),
        (table(opponents={"self": 0.0}), ["tables[1].opponents", "not all 0"]),
        (table(opponents={"self": 1.0, "random": -1.0}), ["tables[1].opponents", "from 0"]),
        (table(opponents={"wakhan": 1.0}), ["tables[1].opponents", "wakhan", "wakhan: true"]),
        (table(games=0), ["tables[1].games", "from 1"]),
        (Config(tables=[]), ["tables", "at least one"]),
        (contest(settings={"plyers": 2}), ["eval.contests[0].settings", "plyers"]),
        (contest(against=["nobody"], settings={"players": 2}), ["nobody", "random, greedy"]),
        (contest(against=["wakhan"], settings={"players": 2}), ["eval.contests[0]", "wakhan"]),
        (contest(against=["random"], settings={"players": 3}), ["eval.contests[0]", "name 1 more"]),
        (
            contest(against=["random"] * 3, settings={"players": 2}),
            ["eval.contests[0]", "3 opponents", "2 seats"],
        ),
        (contest(settings={"players": 2}, games=0), ["eval.contests[0].games", "from 1"]),
        (Config(net=NetConfig(kind="deep")), ["net.kind", "things or flat", "deep"]),
        (Config(frames=0), ["frames", "from 1"]),
        (Config(checkpoint_every=0), ["checkpoint_every", "from 1"]),
        (Config(keep_checkpoints=0), ["keep_checkpoints", "from 1"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_nonsense_is_named_before_anything_is_begun(config, messages):
    with pytest.raises(BadConfig) as caught:
        check_config(PAMIR, config)
    for message in messages:
        assert message in str(caught.value)


def test_numbers_have_bounds():
    for part, key, value in (
        ("ppo", "minibatch", 0),
        ("ppo", "steps", 0),
        ("ppo", "epochs", 0),
        ("ppo", "gamma", 1.5),
        ("ppo", "lam", -0.1),
        ("ppo", "clip", 0.0),
        ("ppo", "learning_rate", -1.0),
        ("ppo", "shaping_scale", 0.0),
        ("pool", "every", 0),
        ("pool", "keep", 0),
        ("pool", "seated", -1),
        ("eval", "every", 0),
        ("net", "width", 0),
        ("net", "layers", 0),
        ("cloning", "noise", 2.0),
    ):
        changed = dataclasses.replace(getattr(Config(), part), **{key: value})
        with pytest.raises(BadConfig) as caught:
            check_config(PAMIR, dataclasses.replace(Config(), **{part: changed}))
        assert f"{part}.{key}" in str(caught.value) and str(value) in str(caught.value)


def test_shaping_needs_a_game_with_an_evaluation():
    config = toy_config(ppo=dataclasses.replace(toy_config().ppo, shaping=0.5))
    with pytest.raises(BadConfig, match=r"ppo\.shaping.*toy has no evaluation"):
        check_config(TOY, config)
    check_config(TOY, toy_config())


def test_rewards_must_be_of_one_kind():
    """One network cannot learn to win at one table and to collect at another."""
    config = Config(tables=[TableConfig(), TableConfig(settings={"reward": "points"})])
    with pytest.raises(BadConfig, match=r"tables\[1\]\.settings: reward points, but tables\[0\] pays win"):
        check_config(PAMIR, config)


# ---- ours ------------------------------------------------------------------------------------------------

TINY = (
    "--net.width=16",
    "--net.thing_width=4",
    "--ppo.steps=8",
    "--ppo.minibatch=32",
    "--ppo.epochs=1",
    "--pool.every=100",
    "--eval.every=100000",
    "--checkpoint_every=200",
    "--cloning.frames=200",
    "--cloning.epochs=1",
)


def tiny(path: Path) -> Config:
    """As the file says, but with few games, short, and a small network."""
    config = read_config(path, TINY)
    tables = [dataclasses.replace(table, games=4) for table in config.tables]
    contests = [dataclasses.replace(contest, games=2) for contest in config.eval.contests[:1]]
    frames = 2 * 8 * 4 * len(tables)
    return dataclasses.replace(
        config,
        frames=frames,
        init="",
        tables=tables,
        eval=dataclasses.replace(config.eval, contests=contests),
    )


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_every_config_runs(tmp_path, path):
    check_config(PAMIR, read_config(path))
    run = begin(PAMIR, tiny(path), tmp_path, quiet=True)
    assert isinstance(run, Run)
    found = run.train()
    assert run.learner.frames >= run.config.frames and found["evaluations"]
    assert (run.folder / "best" / "model.safetensors").exists() and run.checkpoints.all()
    assert read_config(run.folder / "config.yaml") == run.config
    about = (run.folder / "about.json").read_text()
    assert '"commit"' in about and '"pax_pamir"' in about
