"""A person's game with agents in the background, without HTTP: versions, undo, what is hidden, failures."""

from __future__ import annotations

import json
import re
import time

import pytest

from cli.telling import SENTENCES, tell
from cli.web_play import Conflict, Session, keep
from pamir_env import Position
from pamir_env.words import QUESTIONS
from tabletop.game import IllegalAction
from tabletop.record import Record, load_records
from tests.playing import TABLES, walk
from tests.web import bots, legal, open_gate, play, settled


def test_a_whole_game():
    session = Session(["random", "wakhan"], 0, 4)
    seen = play(session, 12)
    assert seen["question"] and seen["why"] and seen["undo"] and seen["names"] == ["you", "random", "wakhan"]
    with pytest.raises(Conflict, match="all hands"):
        session.film()
    state = play(session)
    assert state["over"] and state["ending"].startswith("You have")
    record = Record.from_dict(session.record(), Position)
    assert record.replay(Position).points == state["points"]
    assert len(state["log"]) == len(record.actions)
    assert "replay" not in session.film()[:20] and "<title>Pax Pamir" in session.film()
    with pytest.raises(Conflict, match="over"):
        session.act(state["version"], "stop")


def test_what_lies_in_other_hands_is_not_in_the_picture():
    session = Session(["random", "random"], 0, 3)
    hidden = 0
    for seed in range(25):
        state = play(session, 1, seed)
        seats = session._table.position.to_dict()["seats"]
        shown = {int(n) for n in re.findall(r"pm-card-(\d+)", json.dumps(state["picture"]))}
        hidden += sum(len(seat["hand"]) for seat in seats[1:])
        assert not shown & {card for seat in seats[1:] for card in seat["hand"]}
        assert set(seats[0]["hand"]) <= shown
    assert hidden


def test_an_answer_to_an_older_position_is_refused():
    session = Session(["random"], 0, 1)
    first = settled(session)
    session.act(first["version"], "british")
    state = settled(session)
    with pytest.raises(Conflict, match="another tab"):
        session.act(first["version"], "afghan")
    with pytest.raises(IllegalAction, match="no choice"):
        session.act(state["version"], "afghan")
    assert session.state() == state


def test_undo_goes_back_to_the_last_own_decision():
    session = Session(["random"], 0, 1)
    with pytest.raises(Conflict, match="nothing to undo"):
        session.undo(settled(session)["version"])
    before = play(session, 5)
    session.act(before["version"], legal(session)[0])
    session.undo(settled(session)["version"])
    after = settled(session)
    assert after["version"] > before["version"]
    for key in ("picture", "log", "question", "chips", "points"):
        assert after[key] == before[key]


def test_agents_think_in_the_background_and_undo_does_not_wait(tmp_path):
    session = Session([f"{bots(tmp_path)}:Waits"], 0, 1)
    session.act(settled(session)["version"], "british")
    while not session.state()["mine"] and session.state()["turnSeat"] != 1:
        session.wait(session.version, 1)
    state = session.state()
    while state["mine"]:
        session.act(state["version"], "stop" if "stop" in legal(session) else legal(session)[0])
        state = session.state()
    assert not state["mine"] and state["names"][state["seat"]] == "Waits" and not state["chips"]
    with pytest.raises(Conflict, match="that of Waits"):
        session.act(state["version"], "stop")
    session.undo(state["version"])
    before = session.state()
    assert before["mine"]
    open_gate()
    time.sleep(0.3)
    assert session.state() == before, "a thought about what was taken back counts for nothing"


@pytest.mark.parametrize(("name", "words"), [("Fails", "no <b>idea</b>"), ("Cheats", "may not play")])
def test_an_agent_that_fails_is_named_and_the_game_can_go_on(tmp_path, name, words):
    session = Session([f"{bots(tmp_path)}:{name}"], 0, 2)
    session.act(settled(session)["version"], "british") if name == "Fails" else None
    state = settled(session)
    while state["mine"]:
        session.act(state["version"], "stop" if "stop" in legal(session) else legal(session)[0])
        state = settled(session)
    assert f"{name} has failed" in state["trouble"] and words in state["trouble"]
    session.new_game(state["version"], 5)
    assert session.state()["trouble"] == "" and session.state()["log"] == []


def test_another_game_keeps_the_one_before(tmp_path):
    session = Session(["random"], 0, 1)
    with pytest.raises(Conflict):
        session.new_game(-1, 2)
    keep(session, str(tmp_path / "games.json"))
    state = play(session, 3)
    session.new_game(state["version"], 2)
    assert settled(session)["seed"] == "2" and session.version > state["version"]
    play(session, 1)
    keep(session, str(tmp_path / "games.json"))
    games = list(load_records(tmp_path / "games.json", Position))
    assert [game.seed for game in games] == [1, 2]
    assert all(game.replay(Position) for game in games)
    assert [path.name for path in tmp_path.iterdir()] == ["games.json"]


def test_the_log_reads_without_its_questions():
    assert set(SENTENCES) <= set(QUESTIONS)
    position = Position.new(TABLES["2 and Wakhan"], seed=1)
    told = {(position.decision, tell(position, action, 1)) for action in walk(position, 1)}
    assert ("loyalty", "join the Afghan side") in told
    assert not [said for _, said in told if "{}" in said or "player" in said or "yourself" in said]
