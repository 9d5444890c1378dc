"""What cannot be is refused, with a message that names it, and nothing changes (P2, P3.6, I1, I2, I4)."""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pamir_env import PAMIR, BadPosition, IllegalAction, Position, Settings
from pamir_env.invariants import broken
from tabletop.batch import Batch
from tests.builders import Table
from tests.playing import new_game, play_on, walk

NAN = float("nan")
HUGE = 10**30


def illegal_ids(p: Position) -> list[int]:
    return [action for action in range(PAMIR.n_actions) if not p.mask()[action]]


# ---- illegal actions -------------------------------------------------------------------------------------


def test_an_illegal_word_names_everything():
    p = new_game(3, 7)
    with pytest.raises(IllegalAction) as caught:
        p.play("c12")
    message = str(caught.value)
    assert f"seat {p.seat}" in message
    assert "loyalty" in message
    assert "c12" in message
    assert "legal: afghan, british, russian" in message


def test_an_illegal_id_is_named_by_id_and_word():
    p = new_game(3, 7)
    with pytest.raises(IllegalAction, match=r"13 \(c12\); legal: afghan, british, russian"):
        p.play(13)


@pytest.mark.parametrize("action", ["nonsense", "", "p9", -1, 167, HUGE, -HUGE, np.int64(-3), np.uint8(255)])
def test_what_is_no_action_is_illegal_too(action):
    p = new_game(3, 7)
    before = p.to_bytes()
    with pytest.raises(IllegalAction, match=r"may not play .*legal: afghan, british, russian"):
        p.play(action)
    assert p.to_bytes() == before


@pytest.mark.parametrize(
    "action", [None, True, False, np.True_, 1.0, 133.0, NAN, b"stop", ["stop"], {}, object(), 1j]
)
def test_an_action_is_a_word_or_a_whole_number(action):
    p = new_game(3, 7)
    before = p.to_bytes()
    with pytest.raises(TypeError, match="a word or a whole number"):
        p.play(action)
    assert p.to_bytes() == before


def test_an_illegal_action_is_a_value_error():
    assert issubclass(IllegalAction, ValueError)
    assert issubclass(BadPosition, ValueError)


def test_seats_are_named_as_they_sit():
    """The id is counted from the one who decides, the message names the seat."""
    t = Table(players=4, turn=2)
    with pytest.raises(IllegalAction, match=r"seat 2 decides act and may not play 141 \(p3\)"):
        t.p.play(141)


def test_every_illegal_action_of_a_game_is_refused_with_the_legal_ones():
    p = new_game(2, 1)
    for n, _ in enumerate(walk(p, seed=1)):
        if n % 10 == 0:
            before, legal = p.to_bytes(), ", ".join(p.legal())
            for action in illegal_ids(p):
                with pytest.raises(IllegalAction) as caught:
                    p.play(action)
                message = str(caught.value)
                assert f"seat {p.seat} decides {p.decision}" in message
                assert f"{action} ({p.word(action)})" in message
                assert message.endswith(f"legal: {legal}")
            assert p.to_bytes() == before


def test_nothing_can_be_played_after_the_end():
    p = new_game(2, 0)
    play_on(p, seed=0)
    before = p.to_bytes()
    for action in [*range(-1, 168), "stop", "yes", "c1", "nonsense"]:
        with pytest.raises(IllegalAction, match="over"):
            p.play(action)
    assert p.to_bytes() == before


# ---- settings and seeds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "players", [0, 1, 6, -3, HUGE, 3.0, NAN, True, None, "3", [3], np.float64(3), np.True_]
)
def test_players(players):
    with pytest.raises(ValueError, match="players is a whole number from 2 to 5"):
        Settings(players=players)


@pytest.mark.parametrize("max_turns", [0, -1, 2**31, HUGE, 100.0, math.inf, True, None, "100"])
def test_max_turns(max_turns):
    with pytest.raises(ValueError, match="max_turns is a whole number from 1 to"):
        Settings(max_turns=max_turns)


@pytest.mark.parametrize("field", ["wakhan", "negotiation", "open_hands", "skip_forced"])
@pytest.mark.parametrize("value", [0, 1, None, "yes", "", 1.0, [], NAN])
def test_switches(field, value):
    with pytest.raises(ValueError, match=f"{field} is True or False"):
        Settings(**{field: value})


@pytest.mark.parametrize("reward", ["", "wins", None, 1, True, ["win"], b"win"])
def test_reward(reward):
    with pytest.raises(ValueError, match="reward is one of win, rank, points"):
        Settings(reward=reward)


@pytest.mark.parametrize("players", [4, 5])
def test_wakhan_plays_against_one_or_two(players):
    """P1.9."""
    with pytest.raises(ValueError, match="Wakhan"):
        Settings(players=players, wakhan=True)


def test_what_settings_allow():
    for players in (2, np.int64(5)):
        assert Settings(players=players).players == players
    assert Settings(negotiation=np.False_).to_dict()["negotiation"] is False
    assert Settings(max_turns=2**31 - 1).max_turns == 2**31 - 1
    assert [Settings(players=players, wakhan=True).wakhan for players in (2, 3)] == [True, True]


def test_settings_have_no_other_fields():
    with pytest.raises(TypeError):
        Settings(player=3)
    with pytest.raises(ValueError, match="player"):
        Settings.from_dict({"player": 3})
    for junk in (None, 3, [], "players"):
        with pytest.raises(ValueError, match="settings is an object"):
            Settings.from_dict(junk)


@pytest.mark.parametrize("junk", [{"players": 3}, 3, "Settings", PAMIR, Settings])
def test_settings_must_be_settings(junk):
    with pytest.raises(ValueError, match="settings should be Settings"):
        Position.new(junk)
    with pytest.raises(ValueError, match="settings should be Settings"):
        Batch(PAMIR, junk)


@pytest.mark.parametrize(
    "seed", [-1, 2**64, HUGE, 1.0, NAN, True, None, "7", [7], np.float64(7), np.int8(-1)]
)
def test_seeds(seed):
    with pytest.raises(ValueError, match=r"seed is a whole number from 0 to 2\*\*64 - 1"):
        Position.new(Settings(), seed=seed)


@pytest.mark.parametrize("seed", [0, 2**63, 2**64 - 1, np.uint64(2**64 - 1), np.int8(3)])
def test_seeds_of_64_bits_are_fine(seed):
    assert Position.new(Settings(), seed=seed) == Position.new(Settings(), seed=int(seed))


@pytest.mark.parametrize("states", [None, [], np.zeros(1), PAMIR.new_states(2), PAMIR.new_states(1)[0]])
def test_a_position_is_not_made_by_hand(states):
    with pytest.raises(ValueError, match="made by new, from_dict or from_bytes"):
        Position(states)


# ---- damaged bytes ---------------------------------------------------------------------------------------


def test_truncated_bytes():
    data = new_game(3, 7).to_bytes()
    for n in [*range(80), *range(80, len(data), 97), len(data) - 1]:
        with pytest.raises(ValueError, match="bytes"):
            Position.from_bytes(data[:n])
    with pytest.raises(ValueError, match="damaged"):
        Position.from_bytes(data + b"\0")


def test_a_flipped_bit_anywhere():
    data = bytearray(new_game(3, 7).to_bytes())
    for n in range(len(data)):
        data[n] ^= 1 << (n % 8)
        with pytest.raises(ValueError, match="bytes"):
            Position.from_bytes(data)
        data[n] ^= 1 << (n % 8)
    assert Position.from_bytes(data) == new_game(3, 7)


@pytest.mark.parametrize(
    "junk", [b"", b"\0" * 3000, b"tabletop1", pickle.dumps(3), "tabletop1", None, 3, [], {}]
)
def test_foreign_bytes(junk):
    with pytest.raises(ValueError, match=r"not the bytes of a position|another game or version|damaged"):
        Position.from_bytes(junk)


def test_bytes_of_another_version():
    data = new_game(3, 7).to_bytes()
    layout = len(b"tabletop1") + 16
    with pytest.raises(ValueError, match="another game or version"):
        Position.from_bytes(data[:layout] + bytes(8) + data[layout + 8 :])


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(st.binary(max_size=100))
def test_random_bytes(junk):
    with pytest.raises(ValueError, match="bytes"):
        Position.from_bytes(junk)
    with pytest.raises(ValueError, match="bytes"):
        Position.from_bytes(b"tabletop1" + junk)


# ---- damaged dicts, one by one ---------------------------------------------------------------------------


def whole_table() -> Table:
    """Something in every key; seat 1 of three is on turn."""
    return (
        Table(players=3, turn=1)
        .market(top=[8, 105, None, 12], bottom=[None, 20, 111])
        .put_rupees(row=0, column=0, n=3)
        .put_rupees(row=1, column=0, n=2)
        .court(0, 14, 6)
        .court(1, 30, 33)
        .hand(0, 41)
        .hand(1, 40, 42)
        .spy(owner=2, on=14, n=2)
        .spy(owner=1, on=30)
        .used(33)
        .tribes(0, "kabul", 2)
        .tribes(1, "herat", 1)
        .armies("afghan", "kabul", 2)
        .armies("british", "punjab", 3)
        .roads("british", "herat-kabul", 2)
        .gifts(0, 2, 6)
        .gifts(1, 4)
        .prizes(2, 51, 52)
        .deck(1, 2, 3, 101, 102)
        .event(108, "purchase", seat=0, target=2)
        .event(106, "discard")
        .paid(8, 20)
        .refused(42)
        .placed("tribes", {"herat": 1})
        .placed("spies", {"c30": 1})
        .placed("gifts", [4])
        .placed("armies", {"punjab": {"british": 1}})
        .placed("roads", {"herat-kabul": {"british": 2}})
    )


def whole() -> dict[str, Any]:
    """Each test below breaks one thing."""
    return whole_table().read()


def with_wakhan() -> dict[str, Any]:
    return Table(players=3, turn=0, wakhan=2).court(2, 14).market(top=[8, 9], bottom=[20]).deck(1, 2).read()


def put(d: Any, path: str, value: Any) -> None:
    *way, last = (int(step) if step.isdigit() else step for step in path.split("/"))
    for step in way:
        d = d[step]
    d[last] = value


def test_the_whole_position_comes_back_as_it_was_written():
    t = whole_table()
    written = copy.deepcopy(t.d)
    read = t.read()
    for key in set(written) - {"settings"}:
        assert read[key] == written[key], key
    assert read["settings"] == {**written["settings"], "open_hands": False}


def test_the_whole_position_can_be_read():
    assert Position.from_dict(whole()).to_dict() == whole()
    assert broken(Position.from_dict(whole()).states) is None
    assert Position.from_dict(with_wakhan()).to_dict() == with_wakhan()


REQUIRED = [
    "format",
    "settings",
    "decision",
    "seat",
    "turn_seat",
    "actions_left",
    "turn",
    "favored",
    "market",
    "deck",
    "discard",
    "out_of_game",
    "events",
    "seats",
    "tribes",
    "armies",
    "roads",
]


@pytest.mark.parametrize("key", REQUIRED)
def test_a_missing_key(key):
    d = whole()
    del d[key]
    with pytest.raises(BadPosition, match=key):
        Position.from_dict(d)


@pytest.mark.parametrize("key", ["rupees", "loyalty", "points", "hand", "court", "gifts", "prizes"])
def test_a_missing_key_of_a_seat(key):
    d = whole()
    del d["seats"][1][key]
    with pytest.raises(BadPosition, match=rf"seats\[1\].*{key}|I2: card"):
        Position.from_dict(d)


DAMAGE = [
    # path, what is put there, what the message names
    ("format", "pamir-position/2", "format"),
    ("format", None, "format"),
    ("settings", [], "settings"),
    ("settings/players", 6, "players"),
    ("settings/players", 2, "seats"),
    ("settings/players", True, "players"),
    ("settings/wakhan", True, "wakhan"),
    ("settings/negotiation", 1, "negotiation"),
    ("settings/open_hands", None, "open_hands"),
    ("settings/max_turns", 0, "max_turns"),
    ("settings/house_rules", 1, "house_rules"),
    ("decision", "pay", "'pay'"),
    ("decision", "build", "'build'"),
    ("decision", "ACT", "'ACT'"),
    ("decision", "loyalty", "loyalty"),
    ("decision", None, "decision"),
    ("decision", 1, "decision"),
    ("seat", 0, "seat 0"),
    ("seat", 3, "seat"),
    ("seat", -1, "seat"),
    ("seat", None, "seat"),
    ("seat", 1.0, "seat"),
    ("turn_seat", 0, "seat"),
    ("turn_seat", 3, "turn_seat"),
    ("turn_seat", "1", "turn_seat"),
    ("turn_seat", True, "turn_seat"),
    ("actions_left", 3, "actions_left"),
    ("actions_left", -1, "actions_left"),
    ("actions_left", 1.5, "actions_left"),
    ("turn", -1, "turn"),
    ("turn", 2**31, "turn"),
    ("turn", HUGE, "turn"),
    ("favored", "clubs", "favored"),
    ("favored", 2, "favored"),
    ("chance", -1, "chance"),
    ("chance", 2**64, "chance"),
    ("chance", 0.5, "chance"),
    ("chance", None, "chance"),
    ("market", {}, "market"),
    ("market", [], "market"),
    ("market/0", None, "market row 0"),
    ("market/1", [], "market row 1"),
    ("market/0/5", None, r"market\[0\]\[5\]"),
    ("market/0/5", 17, r"market\[0\]\[5\]"),
    ("market/0/5", {}, r"market\[0\]\[5\]"),
    ("market/0/5/card", 0, r"market\[0\]\[5\]"),
    ("market/0/5/card", 117, r"market\[0\]\[5\]"),
    ("market/0/5/card", "c17", r"market\[0\]\[5\]"),
    ("market/0/5/card", 14, "card 14"),
    ("market/0/0/rupees", -1, r"market\[0\]\[0\].*rupees"),
    ("market/0/0/rupees", 2.0, r"market\[0\]\[0\].*rupees"),
    ("market/0/0/rupees", NAN, r"market\[0\]\[0\].*rupees"),
    ("market/0/0/rupees", HUGE, r"market\[0\]\[0\].*rupees"),
    ("market/0/0/rupees", True, r"market\[0\]\[0\].*rupees"),
    ("deck", None, "deck"),
    ("deck", [], "card 1 is nowhere"),
    ("deck/0", 14, "card 14"),
    ("deck/0", 2, "card 2"),
    ("deck/0", 0, "deck"),
    ("deck/0", 117, "deck"),
    ("deck/0", -4, "deck"),
    ("deck/0", 1.0, "deck"),
    ("deck/0", True, "deck"),
    ("deck/0", None, "deck"),
    ("deck/0", [1], "deck"),
    ("discard", [40], "card 40"),
    ("discard", ["x"], "discard"),
    ("discard", "x", "discard"),
    ("out_of_game", {}, "out_of_game"),
    ("out_of_game", [7, 7], "card 7"),
    ("out_of_game", [], "nowhere"),
    ("seats", [], "seats"),
    ("seats", {}, "seats"),
    ("seats/1", None, r"seats\[1\]"),
    ("seats/1", [], r"seats\[1\]"),
    ("seats/1/rupees", -1, r"seats\[1\].rupees"),
    ("seats/1/rupees", 4.0, r"seats\[1\].rupees"),
    ("seats/1/rupees", NAN, r"seats\[1\].rupees"),
    ("seats/1/rupees", HUGE, r"seats\[1\].rupees"),
    ("seats/1/rupees", "4", r"seats\[1\].rupees"),
    ("seats/1/rupees", False, r"seats\[1\].rupees"),
    ("seats/1/points", -1, r"seats\[1\].points"),
    ("seats/1/points", 2**15, r"seats\[1\].points"),
    ("seats/1/loyalty", None, r"seats\[1\].*loyalty"),
    ("seats/1/loyalty", "persian", r"seats\[1\].loyalty"),
    ("seats/1/loyalty", 1, r"seats\[1\].loyalty"),
    ("seats/1/hand", None, r"seats\[1\].hand"),
    ("seats/1/hand", [40, 40], "card 40"),
    ("seats/1/hand", [40, 42, 101], r"seats\[1\].hand"),
    ("seats/1/hand", [40, 42, 14], "card 14"),
    ("seats/1/hand", {40: 42}, r"seats\[1\].hand"),
    ("seats/1/court", None, r"seats\[1\].court"),
    ("seats/1/court", [30, 33], r"seats\[1\].court"),
    ("seats/1/court/0/card", None, r"seats\[1\].court"),
    ("seats/1/court/0/card", 105, r"seats\[1\].court"),
    ("seats/1/court/0/card", 33, "card 33"),
    ("seats/1/court/0/used", "no", "c30 used|used.*c30"),
    ("seats/1/court/0/used", None, "c30 used|used.*c30"),
    ("seats/1/court/0/used", 2, "c30 used|used.*c30"),
    ("seats/1/court/0/spies", None, "c30 spies"),
    ("seats/1/court/0/spies", [0, 1], "c30 spies"),
    ("seats/1/court/0/spies", [0, 1, 0, 0], "c30 spies"),
    ("seats/1/court/0/spies", [0, -1, 0], "c30 spies"),
    ("seats/1/court/0/spies", [0, 11, 0], "c30 spies"),
    ("seats/1/court/0/spies", [0, 1, 9], "I1: seat 2 has 11 cylinders"),
    ("seats/1/court/0/spies", [0, 0, 0], "P5.5"),
    ("seats/1/court/0/spies", [0, 1.0, 0], "c30 spies"),
    ("seats/1/gifts", None, r"seats\[1\].gifts"),
    ("seats/1/gifts", [3], r"seats\[1\].gifts"),
    ("seats/1/gifts", [4, 4], r"seats\[1\].gifts"),
    ("seats/1/gifts", [True], r"seats\[1\].gifts"),
    ("seats/1/gifts", [4.0], r"seats\[1\].gifts"),
    ("seats/1/gifts", ["gift4"], r"seats\[1\].gifts"),
    ("seats/1/gifts", [[4]], r"seats\[1\].gifts"),
    ("seats/1/prizes", None, r"seats\[1\].prizes"),
    ("seats/1/prizes", [51], "card 51"),
    ("seats/1/prizes", [116], r"seats\[1\].prizes"),
    ("events", None, "events"),
    ("events", [106], "events"),
    ("events/0/card", 14, "card 14"),
    ("events/0/card", 101, "card 101|101"),
    ("events/0/card", None, "events"),
    ("events/0/side", "left", "side"),
    ("events/0/side", None, "side"),
    ("events/0/side", "discard", "card 108 has no lasting effect"),
    ("events/0/seat", None, "c108 seat"),
    ("events/0/seat", 3, "c108 seat"),
    ("events/0/target", None, "c108 target"),
    ("events/0/target", 3, "c108 target"),
    ("events/0/target", "p2", "c108 target"),
    ("tribes", None, "tribes"),
    ("tribes", [], "tribes"),
    ("tribes/kabul", None, "kabul"),
    ("tribes/kabul", [2, 0], "kabul"),
    ("tribes/kabul", [2, 0, 0, 0], "kabul"),
    ("tribes/kabul", [-1, 0, 0], "kabul"),
    ("tribes/kabul", [9, 0, 0], "I1: seat 0 has 11 cylinders"),
    ("tribes/kabul", [HUGE, 0, 0], "kabul"),
    ("tribes/kabul", [2.5, 0, 0], "kabul"),
    ("tribes/bokhara", [1, 0, 0], "bokhara"),
    ("tribes/herat", [0, 0, 0], "P5.5"),
    ("armies", None, "armies"),
    ("armies/kabul", None, "armies at kabul"),
    ("armies/kabul", 3, "armies at kabul"),
    ("armies/kabul/afghan", 13, "armies at kabul"),
    ("armies/kabul/afghan", -1, "armies at kabul"),
    ("armies/kabul/afghan", None, "armies at kabul"),
    ("armies/kabul/british", 8, "I1: 13 british blocks"),
    ("armies/kabul/persian", 1, "persian"),
    ("armies/bokhara", {"afghan": 1}, "bokhara"),
    ("armies/punjab", {}, "P5.5"),
    ("roads", None, "roads"),
    ("roads/herat-kabul", None, "roads at herat-kabul"),
    ("roads/herat-kabul/british", 10, "I1: 13 british blocks"),
    ("roads/herat-kabul/british", 1, "P5.5"),
    ("roads/herat-kabul/british", True, "roads at herat-kabul"),
    ("roads/kabul-herat", {"british": 1}, "kabul-herat"),
    ("wakhan", {}, "wakhan"),
    ("wakhan", 3, "wakhan"),
    ("this_turn", None, "this_turn"),
    ("this_turn", [], "this_turn"),
    ("this_turn/paid", None, "this_turn.paid"),
    ("this_turn/paid", 8, "this_turn.paid"),
    ("this_turn/paid", [0], "this_turn.paid"),
    ("this_turn/paid", [117], "this_turn.paid"),
    ("this_turn/paid", ["c8"], "this_turn.paid"),
    ("this_turn/paid", [8.0], "this_turn.paid"),
    ("this_turn/paid", {"8": 1}, "this_turn.paid"),
    ("this_turn/refused", None, "this_turn.refused"),
    ("this_turn/refused", True, "this_turn.refused"),
    ("this_turn/refused", [101], "this_turn.refused"),
    ("this_turn/refused", [None], "this_turn.refused"),
    ("this_turn/placed", None, "this_turn.placed"),
    ("this_turn/placed", [], "this_turn.placed"),
    ("this_turn/placed/tribes", None, "this_turn.placed.tribes"),
    ("this_turn/placed/tribes", {"bokhara": 1}, "bokhara"),
    ("this_turn/placed/tribes", {"herat": 2}, "P5.5"),
    ("this_turn/placed/tribes", {"kabul": 1}, "P5.5"),
    ("this_turn/placed/tribes", {"herat": "1"}, "this_turn.placed.tribes"),
    ("this_turn/placed/spies", [], "this_turn.placed.spies"),
    ("this_turn/placed/spies", {"c31": 1}, "P5.5"),
    ("this_turn/placed/spies", {"c14": 1}, "P5.5"),
    ("this_turn/placed/spies", {"c101": 1}, "c101"),
    ("this_turn/placed/spies", {"30": 1}, "30"),
    ("this_turn/placed/spies", {"c30": -1}, "this_turn.placed.spies"),
    ("this_turn/placed/gifts", None, "this_turn.placed.gifts"),
    ("this_turn/placed/gifts", 4, "this_turn.placed.gifts"),
    ("this_turn/placed/gifts", [2], "P5.5"),
    ("this_turn/placed/gifts", [3], "this_turn.placed.gifts"),
    ("this_turn/placed/gifts", [4.0], "this_turn.placed.gifts"),
    ("this_turn/placed/armies", 3, "this_turn.placed.armies"),
    ("this_turn/placed/armies", {"kabul": {"british": 1}}, "P5.5"),
    ("this_turn/placed/armies", {"kabul": 1}, "this_turn.placed.armies"),
    ("this_turn/placed/roads", {"herat-kabul": {"british": 3}}, "P5.5"),
    ("this_turn/placed/roads", {"kabul": {"british": 1}}, "kabul"),
]


@pytest.mark.parametrize(("path", "value", "named"), DAMAGE, ids=[f"{p}={v!r}" for p, v, _ in DAMAGE])
def test_damage_is_named(path, value, named):
    d = whole()
    put(d, path, value)
    with pytest.raises(BadPosition, match=named):
        Position.from_dict(d)


WAKHAN_DAMAGE = [
    ("wakhan", None, "wakhan"),
    ("wakhan", [], "wakhan"),
    ("wakhan/seat", 3, "wakhan.seat"),
    ("wakhan/seat", 1, "Wakhan|loyalty"),
    ("wakhan/seat", None, "wakhan.seat"),
    ("wakhan/deck", None, "wakhan.deck"),
    ("wakhan/deck", [], "wakhan"),
    ("wakhan/deck", [25], "wakhan"),
    ("wakhan/deck", ["1"], "wakhan"),
    ("wakhan/discard", [1, 1], "wakhan"),
    ("wakhan/discard", [], "wakhan"),
    ("wakhan/discard", [None], "wakhan"),
    ("settings/wakhan", False, "wakhan"),
    ("seats/2/loyalty", "afghan", "Wakhan"),
    ("seats/2/hand", [40], "Wakhan"),
]


@pytest.mark.parametrize(
    ("path", "value", "named"), WAKHAN_DAMAGE, ids=[f"{p}={v!r}" for p, v, _ in WAKHAN_DAMAGE]
)
def test_damage_to_wakhan_is_named(path, value, named):
    """W2, W3, E5."""
    d = with_wakhan()
    put(d, path, value)
    with pytest.raises(BadPosition, match=named):
        Position.from_dict(d)


@pytest.mark.parametrize("junk", [None, 3, [], "position", b"{}", True, NAN, json.dumps({"format": "x"})])
def test_a_position_is_an_object(junk):
    with pytest.raises(BadPosition, match="a position is an object"):
        Position.from_dict(junk)


def finished() -> dict[str, Any]:
    p = new_game(3, 2)
    play_on(p, seed=2)
    return p.to_dict()


@pytest.mark.parametrize("end", ["running", "", None, 1, "won", ["early"]])
def test_a_finished_game_ended_somehow(end):
    d = finished()
    d["result"]["end"] = end
    with pytest.raises(BadPosition, match=r"result\.end"):
        Position.from_dict(d)


@pytest.mark.parametrize("result", [3, "early", [], True])
def test_a_result_is_an_object(result):
    with pytest.raises(BadPosition, match="result"):
        Position.from_dict({**finished(), "result": result})


# ---- damaged dicts, every place and every junk -----------------------------------------------------------


JUNK = [
    None,
    True,
    False,
    -1,
    0,
    3,
    200,
    HUGE,
    1.0,
    NAN,
    "",
    "kabul",
    "act",
    [],
    {},
    [None],
    {"x": None},
    [[1]],
]


def paths(d: Any, prefix: tuple = ()) -> Iterator[tuple]:
    """The way to everything inside, the containers included."""
    items = d.items() if isinstance(d, dict) else enumerate(d) if isinstance(d, list) else ()
    for key, inner in items:
        yield (*prefix, key)
        yield from paths(inner, (*prefix, key))


def at(d: Any, path: tuple) -> Any:
    for step in path:
        d = d[step]
    return d


@cache
def originals() -> list[dict[str, Any]]:
    """Positions to spoil: the whole one, Wakhan's, a finished one, loyalty, the middle of random games."""
    found = [whole(), with_wakhan(), finished(), new_game(4, 3).to_dict()]
    for players in (2, 5):
        p = new_game(players, 17)
        for n, _ in enumerate(walk(p, seed=17)):
            if n > 100 and p.decision == "act":
                break
        found.append(p.to_dict())
    return found


def read_and_play(d: Any, seed: int = 0) -> Position | None:
    """None if the dict is refused; what is accepted must be sound and playable."""
    before = copy.deepcopy(d)
    try:
        p = Position.from_dict(d)
    except ValueError:
        return None
    finally:
        assert repr(d) == repr(before), "reading has changed what it read"
    assert broken(p.states) is None
    json.dumps(p.to_dict())
    str(p)
    for _ in walk(p, seed, limit=30):
        assert broken(p.states) is None, p.decision
    assert broken(p.states) is None
    return p


@pytest.mark.parametrize("which", range(2))
def test_junk_in_every_place(which):
    """The whole position and Wakhan's, every path, every junk: a ValueError, or sound and playable."""
    original = originals()[which]
    small = {**original, "out_of_game": original["out_of_game"][:1]}
    for path in list(paths(small)):
        for junk in JUNK:
            d = copy.deepcopy(original)
            at(d, path[:-1])[path[-1]] = copy.deepcopy(junk)
            try:
                read_and_play(d)
            except Exception as error:
                error.add_note(f"{'/'.join(map(str, path))} = {junk!r}")
                raise


def test_anything_may_be_missing():
    """Every path of every original is deleted in turn."""
    for original in originals():
        for path in list(paths(original)):
            d = copy.deepcopy(original)
            del at(d, path[:-1])[path[-1]]
            try:
                read_and_play(d)
            except Exception as error:
                error.add_note(f"without {'/'.join(map(str, path))}")
                raise


# ---- fuzz ------------------------------------------------------------------------------------------------

SMALL = st.integers(-3, 130)
WORDS = st.sampled_from(
    [*PAMIR.words(), "over", "loyalty", "discard", "purchase", "early", "c0", "card", "seat"]
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    SMALL,
    st.integers(),
    st.sampled_from([2**31, 2**63, 2**64, HUGE, -HUGE]),
    st.floats(),
    st.text(max_size=5),
    WORDS,
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6), st.dictionaries(st.one_of(WORDS, st.text(max_size=3)), inner, max_size=4)
    ),
    max_leaves=6,
)


def replace(draw: Callable, d: dict, path: tuple) -> None:
    at(d, path[:-1])[path[-1]] = draw(VALUES)


def nudge(draw: Callable, d: dict, path: tuple) -> None:
    """A number becomes another small number: the damage that is hardest to see."""
    if type(at(d, path)) is int:
        at(d, path[:-1])[path[-1]] = draw(st.one_of(st.integers(0, 12), SMALL))


def delete(draw: Callable, d: dict, path: tuple) -> None:
    del at(d, path[:-1])[path[-1]]


def duplicate(draw: Callable, d: dict, path: tuple) -> None:
    inside = at(d, path[:-1])
    if isinstance(inside, list):
        inside.insert(path[-1], copy.deepcopy(inside[path[-1]]))


def transplant(draw: Callable, d: dict, path: tuple) -> None:
    """Something from elsewhere in the position."""
    others = list(paths(d))
    at(d, path[:-1])[path[-1]] = copy.deepcopy(at(d, others[draw(st.integers(0, len(others) - 1))]))


def swap(draw: Callable, d: dict, path: tuple) -> None:
    """Two entries of a list change places."""
    inside = at(d, path[:-1])
    if isinstance(inside, list):
        k = draw(st.integers(0, len(inside) - 1))
        inside[path[-1]], inside[k] = inside[k], inside[path[-1]]


def shape(d: Any) -> list[tuple]:
    """Paths to choose from; of long lists of cards only the beginning, so that the rest is hit too."""
    return [path for path in paths(d) if not (isinstance(path[-1], int) and path[-1] > 6 and len(path) == 2)]


def some_path(draw: Callable, d: dict) -> tuple | None:
    found = shape(d)
    return found[draw(st.integers(0, len(found) - 1))] if found else None


@settings(max_examples=500, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_spoiled_positions_are_refused_or_sound(data):
    d = copy.deepcopy(data.draw(st.sampled_from(originals()), label="original"))
    for _ in range(data.draw(st.integers(1, 3), label="wounds")):
        wound = data.draw(st.sampled_from([replace, nudge, nudge, delete, duplicate, transplant, swap]))
        path = some_path(data.draw, d)
        if path is not None:
            wound(data.draw, d, path)
    read_and_play(d)


CROWDED = st.fixed_dictionaries(
    {
        "rupees": st.lists(st.integers(0, 20), min_size=5, max_size=5),
        "points": st.lists(st.integers(0, 30), min_size=5, max_size=5),
        "loyalty": st.lists(st.sampled_from(["afghan", "british", "russian"]), min_size=5, max_size=5),
        "tribes": st.lists(st.lists(st.integers(0, 1), min_size=5, max_size=5), min_size=6, max_size=6),
        "armies": st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=6, max_size=6),
        "favored": st.sampled_from(["economic", "military", "political", "intelligence"]),
        "where": st.lists(st.integers(0, 14), min_size=100, max_size=100),
        "events": st.permutations(range(105, 117)),
        "spy": st.lists(st.tuples(st.integers(0, 99), st.integers(0, 4)), max_size=12),
    }
)


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(st.integers(2, 5), CROWDED, st.integers(0, 10**6))
def test_positions_no_game_would_reach_can_be_played(players, what, seed):
    """I4, P8: crowded courts, hands full of cards, every event in the market; 200 decisions at random."""
    t = Table(players=players)
    for seat in range(players):
        t.rupees(what["rupees"][seat], seat).loyalty(seat, what["loyalty"][seat])
    t.points(*what["points"][:players]).favored(what["favored"])
    deck: list[int] = [101, 102, 103]
    for card, where in enumerate(what["where"], 1):
        if where < players:
            t.court(where, card)
        elif where < 2 * players:
            t.hand(where - players, card)
        elif where < 13:
            deck.append(card)
    t.market(top=what["events"][:6], bottom=what["events"][6:]).deck(*deck)
    for region, (tribes, armies) in enumerate(zip(what["tribes"], what["armies"], strict=True)):
        name = PAMIR.words()[118 + region]
        for seat in range(players):
            t.tribes(seat, name, tribes[seat])
        for coalition, n in zip(("afghan", "british", "russian"), armies, strict=True):
            t.armies(coalition, name, n)
    in_courts = [entry["card"] for seat in t.d["seats"] for entry in seat["court"]]
    for k, owner in what["spy"]:
        if in_courts and owner < players and t.cylinders_in_supply(owner) > 0:
            t.spy(owner, in_courts[k % len(in_courts)])
    p = t.p
    assert broken(p.states) is None
    for _ in walk(p, seed, limit=200):
        assert broken(p.states) is None, p.decision


ODD_ACTIONS = st.one_of(
    st.integers(),
    st.integers(-200, 400),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(PAMIR.words()),
    st.none(),
    st.booleans(),
    st.binary(max_size=3),
    st.lists(st.integers(), max_size=2),
    st.sampled_from(
        [np.int8(-1), np.uint64(2**64 - 1), np.float32(2), np.array(3), np.array([3]), np.str_("stop")]
    ),
)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(st.integers(2, 5), st.integers(0, 20), st.integers(0, 120), ODD_ACTIONS)
def test_odd_actions_are_played_or_refused(players, seed, decisions, action):
    p = new_game(players, seed)
    play_on(p, seed, limit=decisions)
    before, legal = p.to_bytes(), [*p.legal(), *p.legal_ids()]
    q = p.copy()
    try:
        q.play(action)
    except (IllegalAction, TypeError):
        assert q == p
    else:
        assert action in legal
        assert q != p
    assert p.to_bytes() == before


# ---- batches ---------------------------------------------------------------------------------------------


def batch_in_play() -> Batch:
    """40 games of three, 25 decisions in."""
    batch = Batch(PAMIR, Settings(players=3), seeds=40)
    for _ in range(25):
        batch.step(batch.masks.argmax(axis=1))
    return batch


def unchanged(batch: Batch) -> Callable[[], None]:
    """A check that nothing in the batch is different from now."""
    before = [a.tobytes() for a in (batch.states, batch.masks, batch.decisions, batch.seats)]

    def check() -> None:
        assert [a.tobytes() for a in (batch.states, batch.masks, batch.decisions, batch.seats)] == before

    return check


@pytest.mark.parametrize(
    "actions",
    [
        None,
        "stop",
        [],
        [0] * 39,
        [0] * 41,
        np.zeros((40, 1), np.int64),
        np.zeros(40),
        np.zeros(40, np.bool_),
        np.full(40, NAN),
        ["stop"] * 40,
        np.array([0] * 40, object),
        [[0], [0, 0]],
        {},
        [None] * 40,
        [HUGE] * 40,
    ],
    ids=lambda actions: f"{type(actions).__name__}-{getattr(actions, 'dtype', '')}-{str(actions)[:12]}",
)
def test_a_batch_takes_one_whole_number_per_game(actions):
    batch = batch_in_play()
    check = unchanged(batch)
    with pytest.raises(ValueError, match=r"."):
        batch.step(actions)
    check()


@pytest.mark.parametrize("wrong", [-1, 167, 1000, -(2**63), 2**63 - 1, 166])
@pytest.mark.parametrize("where", [0, 17, 39])
def test_one_illegal_action_stops_the_whole_batch(wrong, where):
    batch = batch_in_play()
    check = unchanged(batch)
    actions = batch.masks.argmax(axis=1)
    actions[where] = wrong
    with pytest.raises(IllegalAction) as caught:
        batch.step(actions)
    message = str(caught.value)
    p = Position(batch.states[where : where + 1].copy())
    assert f"game {where}: seat {p.seat} decides {p.decision}" in message
    assert str(wrong) in message
    assert message.endswith(", ".join(p.legal()))
    check()


@cache
def cached_batch() -> Batch:
    return batch_in_play()


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(
    st.lists(st.integers(-5, 170), min_size=40, max_size=40),
    st.sampled_from("bhilBHILqQ"),
    st.integers(0, 39),
)
def test_junk_in_some_games_stops_the_whole_batch(numbers, kind, n_legal):
    """Legal actions in the first games, junk in the others, in every type of integer."""
    batch = cached_batch()
    check = unchanged(batch)
    legal = batch.masks.argmax(axis=1)
    actions = np.where(np.arange(40) < n_legal, legal, numbers).astype(kind, casting="unsafe")
    if all(0 <= a < 167 and batch.masks[i, a] for i, a in enumerate(actions.tolist())):
        return
    with pytest.raises(IllegalAction):
        batch.step(actions)
    check()


@pytest.mark.parametrize("kind", "hilBHILqQ")
def test_every_type_of_integer_will_do(kind):
    batch, twin = batch_in_play(), batch_in_play()
    actions = batch.masks.argmax(axis=1)
    batch.step(actions.astype(kind))
    twin.step(actions.tolist())
    assert batch.states.tobytes() == twin.states.tobytes()


def test_finished_games_take_any_number():
    batch = Batch(PAMIR, Settings(players=2), seeds=20)
    batch.play_out()
    check = unchanged(batch)
    assert batch.over.all()
    batch.step(np.arange(20) * 1000 - 500)
    check()


@pytest.mark.parametrize(
    "seeds", [0, -1, True, 1.5, None, "3", [], [[1, 2]], [1.0], [-1], [2**64], [None], {1: 2}]
)
def test_seeds_of_a_batch(seeds):
    with pytest.raises(ValueError, match=r"seed|batch"):
        Batch(PAMIR, Settings(), seeds=seeds)


def test_seeds_of_64_bits_in_a_batch():
    """Small and large ones side by side."""
    seeds = [1, 2**64 - 1, 2**63, 7]
    batch = Batch(PAMIR, Settings(), seeds=seeds)
    for i, seed in enumerate(seeds):
        assert Position(batch.states[i : i + 1].copy()) == Position.new(Settings(), seed=seed)


@pytest.mark.parametrize("threads", [0, -1, 1.5, "2", [2], NAN])
def test_threads_of_a_batch(threads):
    with pytest.raises(ValueError, match="threads is a whole number from 1"):
        Batch(PAMIR, Settings(), seeds=2, threads=threads)


@pytest.mark.parametrize("seeds", [[1], [1, 2, 3], 3, [-1, 2], [None, 1], "ab"])
def test_seeds_of_a_playout(seeds):
    batch = Batch(PAMIR, Settings(), seeds=2)
    check = unchanged(batch)
    with pytest.raises(ValueError, match="seed"):
        batch.play_out(seeds=seeds)
    check()
