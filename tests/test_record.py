"""Records: what is written down can be replayed exactly; what is wrong with a record is named with its
place."""

from __future__ import annotations

import json
import random

import pytest

from pamir_env import Position, Settings
from tabletop.record import BadRecord, Record, load_records, save_records


def played(seed: int, players: int = 3, limit: int | None = None) -> tuple[Record, Position]:
    position = Position.new(Settings(players=players), seed=seed)
    record = Record.of(position, seed=seed, agents=["random"] * players)
    dice = random.Random(seed)
    while not position.over and (limit is None or len(record.actions) < limit):
        record.play(position, dice.choice(position.legal()))
    return record, position


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_record_replays_to_the_same_end(players):
    record, position = played(players, players)
    again = Record.from_dict(json.loads(json.dumps(record.to_dict())), Position)
    assert again.replay(Position).to_dict() == position.to_dict()
    assert again.result == position.result


def test_a_record_has_the_keys_of_the_contract():
    record, _ = played(1)
    d = record.to_dict()
    assert list(d) == ["format", "settings", "seed", "start", "agents", "actions", "result"]
    assert d["format"] == "pamir-record/1"
    assert d["start"]["decision"] == "loyalty"
    assert d["actions"][0] in ("afghan", "british", "russian")
    assert set(d["result"]) == {"points", "winners", "turns", "end"}


def test_an_unfinished_record_replays_too():
    record, position = played(5, limit=40)
    assert record.result is None
    assert record.replay(Position).to_dict() == position.to_dict()


def test_a_record_may_start_in_mid_game():
    position = Position.new(Settings(players=2), seed=4)
    dice = random.Random(4)
    while not (position.decision == "act" and position.to_dict()["turn"] == 6):
        position.play(dice.choice(position.legal()))
    record = Record.of(position)
    while not position.over:
        record.play(position, dice.choice(position.legal()))
    assert record.replay(Position).points == position.points


def test_a_turn_limit_travels_with_the_record():
    position = Position.new(Settings(players=2, max_turns=7), seed=4)
    record = Record.of(position, seed=4)
    while not position.over:
        record.play(position, position.legal()[0])
    assert record.replay(Position).result["end"] == "truncated"
    assert record.result["turns"] == 7  # P3.6


def test_an_illegal_action_is_named_with_its_place():
    record, _ = played(2)
    record.actions[10] = "gift6"
    with pytest.raises(BadRecord, match=r"action 10: seat \d decides \w+ and may not play 'gift6'; legal: "):
        record.replay(Position)


def test_a_result_that_does_not_come_out_is_refused():
    record, _ = played(2)
    record.result = {**record.result, "points": [99, 0, 0]}
    with pytest.raises(BadRecord, match="the result is"):
        record.replay(Position)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda d: d.update(format="pamir-record/2"), "format is 'pamir-record/1', not 'pamir-record/2'"),
        (lambda d: d.pop("start"), "start is missing"),
        (lambda d: d.update(actions="c12"), "actions is missing or is no list"),
        (lambda d: d["actions"].insert(3, 17), "action 3 should be a word, not 17"),
    ],
)
def test_a_damaged_record_is_refused(damage, message):
    d = json.loads(json.dumps(played(2)[0].to_dict()))
    damage(d)
    with pytest.raises(BadRecord, match=message):
        Record.from_dict(d, Position)


def test_a_bad_start_is_named():
    record, _ = played(2)
    record.start["deck"].append(record.start["deck"][0])
    with pytest.raises(BadRecord, match=r"start: I2: card \d+ is in deck and in deck"):
        record.replay(Position)


def test_many_records_in_one_file(tmp_path):
    records = [played(seed, 2)[0] for seed in range(3)]
    save_records(tmp_path / "games.jsonl", records)
    loaded = list(load_records(tmp_path / "games.jsonl", Position))
    assert [record.to_dict() for record in loaded] == [record.to_dict() for record in records]


def test_a_cut_off_file_names_the_line(tmp_path):
    save_records(tmp_path / "games.jsonl", [played(seed, 2)[0] for seed in range(2)])
    text = (tmp_path / "games.jsonl").read_text("utf-8")
    (tmp_path / "games.jsonl").write_text(text[:-100], "utf-8")
    loader = load_records(tmp_path / "games.jsonl", Position)
    next(loader)
    with pytest.raises(BadRecord, match="line 2: cut off"):
        next(loader)
