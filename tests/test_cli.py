"""The `pamir` command, as a person or a script would use it."""

from __future__ import annotations

import json

import pytest

from cli import playing
from cli.main import main
from pamir_env import Position
from pamir_env.cards import CARD_NAMES
from pamir_env.decisions import DECISIONS
from pamir_env.names import ABILITIES, EFFECTS
from pamir_env.words import ABILITY_TEXT, EFFECT_TEXT, QUESTIONS, explain_card, say
from tests.playing import TABLES, walk


def run(capsys, *words: str) -> tuple[int, str, str]:
    try:
        code = main(words)
    except SystemExit as stop:
        code = stop.code
    out, err = capsys.readouterr()
    return code, out, err


def test_without_words_it_shows_what_can_be_done(capsys):
    code, out, _ = run(capsys)
    assert code == 0
    for command in ("bench", "arena", "play", "watch", "replay", "doctor", "examples:"):
        assert command in out


@pytest.mark.parametrize("command", ["bench", "arena", "play", "watch", "replay", "doctor", "agents"])
def test_every_command_has_help(capsys, command):
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert "usage: pamir" in out


def test_bench_as_json(capsys):
    code, out, err = run(capsys, "bench", "greedy", "--games", "20", "--json", "--seed", "3")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert [row["name"] for row in found["agents"]] == ["greedy", "wakhan"]
    for row in found["agents"]:
        assert {"name", "games", "win_share", "interval", "mean_points", "rating", "rating_sigma"} <= set(row)
        assert row["games"] == 20
        assert row["interval"][0] <= row["win_share"] <= row["interval"][1]
    assert (
        json.loads(run(capsys, "bench", "greedy", "--games", "20", "--json", "--seed", "3")[1])["agents"]
        == found["agents"]
    )


def test_bench_with_a_partner(capsys):
    code, out, _ = run(capsys, "bench", "greedy", "--with", "random", "--games", "4")
    assert code == 0
    assert "3 seats" in out


def test_arena_writes_records_that_replay_and_watch(capsys, tmp_path):
    path = str(tmp_path / "games.parquet")
    code, out, _ = run(
        capsys,
        "arena",
        "random",
        "greedy",
        "search:sims=2",
        "--players",
        "2",
        "--games",
        "4",
        "--records",
        path,
    )
    assert code == 0
    assert "ahead of" in out and "95 % interval" in out
    code, out, _ = run(capsys, "replay", "--check", path)
    assert code == 0
    assert "12 games play again with the same result, 0 do not" in out
    code, out, _ = run(capsys, "watch", path, "--game", "2", "--speed", "100000", "--board")
    assert code == 0
    assert "Over (" in out and "--- turn 1 of" in out
    assert run(capsys, "watch", path, "--game", "99")[0] == 1


def test_mistakes_are_explained(capsys, tmp_path):
    for words, message in (
        (("bench", "nobody"), "names no agent"),
        (("bench", "greedy", "--games", "0"), "--games is a whole number from 1"),
        (("arena", "random", "--players", "2"), "name 1 more"),
        (("arena", *["random"] * 6), "players is a whole number from 2 to 5"),
        (("watch", str(tmp_path / "none.parquet")), "there is no file"),
        (("play", "--vs", "random", "--seat", "7"), "--seat is one of 0, 1"),
    ):
        code, _, err = run(capsys, *words)
        assert code == 1
        assert message in err
    (tmp_path / "bad.json").write_text("{")
    code, _, err = run(capsys, "replay", "--check", str(tmp_path / "bad.json"))
    assert code == 1
    assert "cut off" in err
    assert run(capsys, "nonsense")[0] == 2


def test_doctor(capsys):
    code, out, _ = run(capsys, "doctor", "--json")
    assert code == 0
    assert {"python", "numba", "cache", "speed, one core"} <= set(json.loads(out))


def test_agents_are_listed(capsys):
    _, out, _ = run(capsys, "agents")
    for name in ("random", "greedy", "search", "wakhan"):
        assert name in out


# ---- playing ---------------------------------------------------------------------------------------------


def answers(monkeypatch, lines: list[str]) -> None:
    waiting = iter(lines)

    def read(_prompt=""):
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def test_a_person_plays_a_whole_game(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("builtins.input", lambda _prompt="": "1")
    path = tmp_path / "game.json"
    code, out, _ = run(capsys, "play", "--vs", "greedy", "wakhan", "--seed", "2", "--record", str(path))
    assert code == 0
    assert "You have" in out
    assert run(capsys, "replay", "--check", str(path))[0] == 0


def test_help_board_cards_undo_and_quit(capsys, monkeypatch, tmp_path):
    path = tmp_path / "game.json"
    answers(monkeypatch, ["h", "nonsense", "c30?", "u", "1", "b", "u", "2", f"s {path}", "q"])
    code, out, err = run(capsys, "play", "--vs", "random", "--seed", "5")
    assert code == 0
    assert "undo to your last decision" in out
    assert "is no choice here" in out
    assert "Sikh Merchants in Lahore" in out
    assert "there is nothing to undo" in out
    assert "saved" in err
    record = json.loads(path.read_text())
    assert record["agents"] == ["you", "random"]
    assert record["result"] is None


def test_undo_goes_back_to_the_persons_last_decision():
    table = playing.Table(["random"], 0, 9)
    table.others_play()
    seen = []
    for _ in range(4):
        seen.append(table.position.copy())
        table.play(table.position.legal()[-1])
        table.others_play()
    for before in reversed(seen):
        assert table.undo()
        assert table.position == before
    assert not table.undo()


def test_stopping_keeps_the_record(capsys, monkeypatch, tmp_path):
    answers(monkeypatch, ["1"])
    path = tmp_path / "game.json"
    code, out, _ = run(capsys, "play", "--seed", "1", "--record", str(path))
    assert code == 0
    assert "stopped" in out
    assert json.loads(path.read_text())["actions"]


# ---- words -----------------------------------------------------------------------------------------------


def test_every_word_has_a_text():
    assert set(ABILITY_TEXT) == set(ABILITIES)
    assert set(EFFECT_TEXT) == set(EFFECTS)
    assert set(QUESTIONS) == {decision.name for decision in DECISIONS}
    for card in range(1, 117):
        assert CARD_NAMES[card] in explain_card(card)


@pytest.mark.parametrize("table", TABLES)
def test_every_action_can_be_said(table):
    position = Position.new(TABLES[table], seed=1)
    for _ in walk(position, 1):
        for word in position.legal():
            text = say(position, word)
            assert text
            assert "{}" not in text
