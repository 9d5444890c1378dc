"""Position: the contract for whoever holds one game in the hand (D, I6)."""

from __future__ import annotations

import copy
import json
import pickle

import numpy as np
import pytest

from pamir_env import PAMIR, IllegalAction, Position, Settings
from tabletop.game import action_id, action_word
from tests.builders import Table
from tests.playing import PLAYERS, new_game, play_on, walk

REGIONS = ["transcaspia", "kabul", "persia", "herat", "kandahar", "punjab"]
BORDERS = [
    "herat-kabul",
    "herat-kandahar",
    "herat-persia",
    "herat-transcaspia",
    "kabul-kandahar",
    "kabul-punjab",
    "kabul-transcaspia",
    "kandahar-punjab",
    "persia-transcaspia",
]

ACTIONS = (
    # first id, last id, notation
    (0, 0, ["stop"]),
    (1, 1, ["yes"]),
    (2, 117, [f"c{card}" for card in range(1, 117)]),
    (118, 123, REGIONS),
    (124, 132, BORDERS),
    (133, 135, ["afghan", "british", "russian"]),
    (136, 139, ["economic", "military", "political", "intelligence"]),
    (140, 144, ["p0", "p1", "p2", "p3", "p4"]),
    (145, 146, ["left", "right"]),
    (147, 152, ["tax", "gift", "build", "move", "betray", "battle"]),
    (153, 163, [str(amount) for amount in range(11)]),
    (164, 166, ["gift2", "gift4", "gift6"]),
)
FIRST_SEAT = 140
DECISIONS = [
    "loyalty",
    "act",
    "side",
    "verb",
    "demand",
    "pay",
    "road",
    "spy",
    "take_block",
    "take_cylinder",
    "tax",
    "gift",
    "build",
    "move_from",
    "move_what",
    "move_to",
    "betray",
    "prize",
    "battle_site",
    "battle",
    "battle_road",
    "discard_court",
    "discard_hand",
    "discard_debt",
    "discard_overthrown",
    "discard_patriot",
    "safe_house",
    "blackmail",
    "infrastructure",
    "rumor",
    "persuade",
    "pashtunwali",
    "rebuke",
    "confidence",
]
KEYS = [
    "format",
    "settings",
    "decision",
    "seat",
    "turn_seat",
    "actions_left",
    "turn",
    "favored",
    "checks_resolved",
    "chance",
    "market",
    "deck",
    "discard",
    "out_of_game",
    "events",
    "seats",
    "tribes",
    "armies",
    "roads",
    "wakhan",
    "this_turn",
    "rulers",
]
MAY_BE_LEFT_OUT = ("this_turn", "chance", "rulers", "checks_resolved")


# ---- the tables of the interface -------------------------------------------------------------------------


def test_there_are_167_actions():
    assert PAMIR.n_actions == 167
    assert len(PAMIR.words()) == len(set(PAMIR.words())) == 167


@pytest.mark.parametrize(("first", "last", "words"), ACTIONS, ids=[row[2][0] for row in ACTIONS])
def test_every_action_has_the_id_of_the_interface(first, last, words):
    assert list(PAMIR.words()[first : last + 1]) == words


def test_the_table_above_leaves_no_gap():
    assert [first for first, _, _ in ACTIONS] == [0, *(last + 1 for _, last, _ in ACTIONS[:-1])]
    assert ACTIONS[-1][1] == 166


def test_the_decisions_are_those_of_the_interface_in_that_order():
    assert [decision.name for decision in PAMIR.decisions] == DECISIONS


@pytest.mark.parametrize("players", PLAYERS)
def test_every_id_goes_through_the_notation_and_back(players):
    for seat in range(players):
        words = [action_word(PAMIR, action, seat, players) for action in range(167)]
        assert len(set(words)) == 167
        assert [action_id(PAMIR, word, seat, players) for word in words] == list(range(167))


@pytest.mark.parametrize("players", PLAYERS)
def test_ids_of_seats_are_relative_and_their_words_absolute(players):
    for seat in range(players):
        for step in range(players):
            word = f"p{(seat + step) % players}"
            assert action_word(PAMIR, FIRST_SEAT + step, seat, players) == word
            assert action_id(PAMIR, word, seat, players) == FIRST_SEAT + step


@pytest.mark.parametrize("players", PLAYERS)
def test_only_ids_of_seats_depend_on_who_decides(players):
    for seat in range(players):
        for action in [*range(FIRST_SEAT), *range(FIRST_SEAT + 5, 167)]:
            assert action_word(PAMIR, action, seat, players) == PAMIR.words()[action]


@pytest.mark.parametrize("action", [-1, -5, -167, 167, 10**30])
def test_a_number_that_is_no_action_has_no_word(action):
    with pytest.raises(ValueError, match="0 to 166"):
        new_game(3, 7).word(action)


@pytest.mark.parametrize(
    "word", ["", "c0", "c117", "C5", " stop", "p5", "11", "gift3", "kabul-herat", "Kabul"]
)
def test_a_word_that_is_no_action_has_no_id(word):
    with pytest.raises(ValueError, match="names no action"):
        new_game(3, 7).id(word)


def test_the_record_of_a_state_has_no_padding():
    """numpy leaves padding undefined when it copies: equal positions would have unequal bytes."""
    assert PAMIR.dtype.itemsize == sum(PAMIR.dtype.fields[name][0].itemsize for name in PAMIR.dtype.names)


# ---- a new game ------------------------------------------------------------------------------------------


def test_the_example_of_the_interface():
    p = Position.new(Settings(players=3), seed=7)

    assert p.decision == "loyalty"
    assert p.seat in range(3)
    assert p.legal() == ["afghan", "british", "russian"]
    assert p.legal_ids() == [133, 134, 135]
    assert not p.over
    assert p.points == [0, 0, 0]
    assert p.winners == []
    assert p.result is None
    assert p.play("british") is p
    assert p.decision == "loyalty"
    q = p.copy()
    q.play("russian")
    assert p != q


@pytest.mark.parametrize("players", PLAYERS)
def test_a_new_game_has_as_many_seats_as_were_asked_for(players):
    p = new_game(players, 0)
    assert p.seats == players
    assert p.points == [0] * players
    assert len(p.to_dict()["seats"]) == players


def test_without_settings_three_play_from_seed_zero():
    assert Position.new() == Position.new(Settings(), seed=0)
    assert Position.new().seats == 3


def test_loyalty_is_asked_of_everybody_once():
    """P2.5."""
    for players in PLAYERS:
        p, asked = new_game(players, 11), []
        while p.decision == "loyalty":
            asked.append(p.seat)
            p.play("afghan")
        assert sorted(asked) == list(range(players))
        assert p.decision == "act"
        assert p.seat == asked[-1]


# ---- playing ---------------------------------------------------------------------------------------------


def test_by_word_and_by_id_is_the_same():
    """Whole games, side by side; every decision on the way is played in both ways."""
    for players in PLAYERS:
        by_id, by_word, by_numpy = (new_game(players, 5) for _ in range(3))
        for action in walk(by_id, seed=5):
            word = by_id.word(action)
            assert by_id.id(word) == action
            assert word in by_id.legal()
            by_word.play(word)
            by_numpy.play(np.int16(action))
        assert by_id == by_word == by_numpy


def test_mask_ids_and_words_say_the_same():
    p = new_game(4, 3)
    for _ in walk(p, seed=3):
        mask = p.mask()
        assert mask.shape == (167,)
        assert mask.dtype == np.bool_
        assert p.legal_ids() == np.flatnonzero(mask).tolist()
        assert p.legal() == [p.word(action) for action in p.legal_ids()]
        assert p.decision in DECISIONS
        assert p.seat in range(4)


def test_the_mask_is_a_fresh_array():
    p = new_game(2, 0)
    before = p.mask()
    p.mask()[:] = True
    assert (p.mask() == before).all()
    with pytest.raises(IllegalAction):
        p.play("c5")


def test_looking_changes_nothing():
    p = new_game(3, 9)
    play_on(p, seed=1, limit=60)
    before = p.to_bytes()
    _ = (
        p.decision,
        p.seat,
        p.over,
        p.points,
        p.winners,
        p.result,
        p.seats,
        p.mask(),
        p.legal_ids(),
        p.legal(),
    )
    _ = (p.states, p.to_dict(), str(p), repr(p), p.word(3), p.id("c3"), p.copy(), p.to_bytes())
    p.states["rupees"][:] = 99
    assert p.to_bytes() == before


@pytest.mark.parametrize("players", PLAYERS)
def test_a_finished_game(players):
    p = new_game(players, 2)
    play_on(p, seed=2)

    assert p.over
    assert p.decision == "over"
    assert p.legal() == p.legal_ids() == []
    assert not p.mask().any()
    assert len(p.points) == players
    assert p.winners
    assert set(p.winners) <= set(range(players))
    assert max(p.points) == p.points[p.winners[0]]
    assert p.result == {
        "points": p.points,
        "winners": p.winners,
        "turns": p.to_dict()["turn"] + 1,
        "end": p.result["end"],
    }
    assert p.result["end"] in ("early", "final_check")
    d = p.to_dict()
    assert d["decision"] == "over"
    assert d["result"] == p.result
    assert Position.from_dict(d).result == p.result


def test_a_game_cut_off_by_its_turn_limit():
    """P3.6."""
    p = Position.new(Settings(players=2, max_turns=3), seed=1)
    while not p.over:
        p.play("stop" if p.decision == "act" else p.legal()[0])
    assert p.result["end"] == "truncated"
    assert p.result["turns"] == 3
    assert p.to_dict()["settings"]["max_turns"] == 3
    assert Position.from_dict(p.to_dict()).result == p.result


# ---- Wakhan ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_wakhan_is_run_until_somebody_else_decides(players):
    """W7: her decisions are ordinary steps, one by one or all at once."""
    p = Position.new(Settings(players=players, wakhan=True), seed=3)
    wakhan, ran = p.to_dict()["wakhan"]["seat"], 0
    for _ in walk(p, seed=3):
        if p.seat != wakhan or p.over:
            with pytest.raises(ValueError, match="not Wakhan"):
                p.wakhan_action()
            assert p.copy().run_wakhan() == []
            continue
        at_once, one_by_one, taken = p.copy(), p.copy(), []
        while not one_by_one.over and one_by_one.seat == wakhan:
            taken.append(one_by_one.wakhan_action())
            assert taken[-1] in one_by_one.legal()
            one_by_one.play(taken[-1])
        assert at_once.run_wakhan() == taken
        assert at_once == one_by_one
        ran += len(taken)
    assert ran > 20


def test_without_wakhan_there_is_nothing_to_run():
    p = new_game(3, 7)
    before = p.to_bytes()
    assert p.run_wakhan() == []
    with pytest.raises(ValueError, match="not Wakhan"):
        p.wakhan_action()
    assert p.to_bytes() == before


# ---- copies ----------------------------------------------------------------------------------------------


COPIES = {
    "copy": lambda p: p.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda p: pickle.loads(pickle.dumps(p)),
    "bytes": lambda p: Position.from_bytes(p.to_bytes()),
    "bytearray": lambda p: Position.from_bytes(bytearray(p.to_bytes())),
    "states": lambda p: Position(p.states),
}


@pytest.mark.parametrize("how", COPIES.values(), ids=COPIES.keys())
def test_a_copy_is_equal_and_independent(how):
    p = new_game(3, 4)
    play_on(p, seed=4, limit=80)
    q = how(p)
    before = p.to_bytes()

    assert type(q) is Position
    assert q is not p
    assert q == p
    assert q.to_bytes() == before
    assert (q.decision, q.seat, q.legal(), str(q)) == (p.decision, p.seat, p.legal(), str(p))
    q.play(q.legal_ids()[-1])
    assert q != p
    assert p.to_bytes() == before


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_every_pickle_protocol(protocol):
    p = new_game(2, 4)
    assert pickle.loads(pickle.dumps(p, protocol=protocol)) == p


def test_positions_inside_other_things_are_copied_along():
    p = new_game(2, 4)
    twin = copy.deepcopy({"a": [p]})["a"][0]
    assert twin == p
    assert twin is not p


def test_equality():
    p = new_game(3, 7)
    assert p == new_game(3, 7)
    assert p != new_game(3, 8)
    assert p != new_game(4, 7)
    assert p != Position.new(Settings(players=3, negotiation=False), seed=7)
    for other in (None, 3, "loyalty", p.to_dict(), p.to_bytes(), p.states):
        assert p != other


def test_a_position_has_no_hash():
    """It changes as it is played."""
    with pytest.raises(TypeError):
        hash(new_game(2, 0))


def test_the_settings_stay_with_the_position():
    settings = Settings(players=4, negotiation=False, open_hands=True, max_turns=77)
    d = Position.new(settings, seed=1).to_dict()
    assert d["settings"] == {
        "players": 4,
        "wakhan": False,
        "negotiation": False,
        "open_hands": True,
        "max_turns": 77,
    }
    assert Settings.from_dict(d["settings"]) == settings


# ---- as a dict -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_every_key_is_always_written_in_plain_types(players):
    p = new_game(players, 6)
    for n, _ in enumerate(walk(p, seed=6)):
        if n % 7 == 0:
            d = p.to_dict()
            assert list(d) == KEYS
            assert d["format"] == "pamir-position/1"
            assert json.loads(json.dumps(d)) == d
            assert (d["decision"], d["seat"]) == (p.decision, p.seat)
    assert list(p.to_dict()) == [*KEYS, "result"]
    assert json.loads(json.dumps(p.to_dict())) == p.to_dict()


def at_act(players: int = 3, seed: int = 8, decisions: int = 90) -> Position:
    """Somewhere in the middle of a random game, at `act`."""
    p = new_game(players, seed)
    for n, _ in enumerate(walk(p, seed)):
        if n >= decisions and p.decision == "act":
            break
    return p


def test_a_dict_comes_back_the_same():
    p = at_act()
    d = p.to_dict()
    q = Position.from_dict(json.loads(json.dumps(d)))
    assert q.to_dict() == d
    assert (q.decision, q.seat, q.legal(), str(q)) == (p.decision, p.seat, p.legal(), str(p))


def test_loyalty_comes_back_the_same():
    """P2.5: before, between and after the choices."""
    for players in PLAYERS:
        p = new_game(players, 3)
        while p.decision == "loyalty":
            q = Position.from_dict(p.to_dict())
            assert q == p
            p.play("russian")
        assert Position.from_dict(p.to_dict()) == p


@pytest.mark.parametrize("key", MAY_BE_LEFT_OUT)
def test_what_may_be_left_out(key):
    d = new_game(3, 8).to_dict()
    d.pop(key)
    q = Position.from_dict(d)
    again = q.to_dict()
    if key != "chance":
        assert again[key] == new_game(3, 8).to_dict()[key]
    else:
        assert again[key] == 0


@pytest.mark.parametrize("key", ["wakhan", "negotiation", "open_hands", "max_turns"])
def test_a_setting_with_a_default_may_be_left_out(key):
    d = at_act().to_dict()
    d["settings"].pop(key, None)
    assert Position.from_dict(d).to_dict()["settings"] == Settings(players=3).to_dict()


def test_derived_keys_are_written_and_ignored_on_reading():
    d = at_act().to_dict()
    changed = {**d, "rulers": {"kabul": 2}, "checks_resolved": 4}
    assert Position.from_dict(changed).to_dict() == d


def test_reading_does_not_touch_what_it_reads():
    d = at_act().to_dict()
    before = copy.deepcopy(d)
    play_on(Position.from_dict(d), seed=0)
    assert d == before


def test_a_dict_lives_apart_from_its_position():
    p = at_act()
    before = p.to_bytes()
    d = p.to_dict()
    d["seats"][0]["rupees"] += 1
    d["deck"].clear()
    assert p.to_bytes() == before


# ---- as text ---------------------------------------------------------------------------------------------


def rich_table() -> Table:
    return (
        Table(players=3, turn=1)
        .favored("military")
        .market(top=[8, 105], bottom=[None, 20])
        .put_rupees(row=0, column=0, n=3)
        .put_rupees(row=1, column=0, n=2)
        .court(0, 14)
        .court(1, 30)
        .hand(1, 40)
        .spy(owner=2, on=14, n=2)
        .spy(owner=1, on=14)
        .used(30)
        .tribes(0, "kabul", 2)
        .armies("afghan", "kabul")
        .armies("russian", "punjab", 3)
        .roads("british", "herat-kabul", 2)
        .gifts(0, 2, 6)
        .prizes(2, 51)
        .points(5, 3, 1)
        .rupees(7)
        .deck(1, 2, 3)
        .event(109, "purchase", seat=0)
    )


def line_with(text: str, *parts: str) -> str:
    """The one line of a text that holds all these parts."""
    lines = [line for line in text.splitlines() if all(part in line for part in parts)]
    assert len(lines) == 1, (parts, text)
    return lines[0]


def test_text_shows_the_market_with_rupees():
    text = str(rich_table().p)
    assert "3 rupees" in line_with(text, "top", "c8 Kabul Bazaar")
    assert "2 rupees" in line_with(text, "bottom", " 0 ")
    assert "rupees" not in line_with(text, "bottom", "c20 Henry Rawlinson")
    assert "c105" in line_with(text, "top", " 1 ")


def test_text_shows_courts_with_spies():
    text = str(rich_table().p)
    money_lenders = line_with(text, "c14 ")
    assert "p2x2" in money_lenders
    assert "p1x1" in money_lenders
    assert "p0" not in money_lenders
    merchants = line_with(text, "c30 ")
    assert "used" in merchants
    assert "spies" not in merchants


def test_text_shows_every_seat():
    text = str(rich_table().p)
    assert all(part in line_with(text, "p0 afghan") for part in ("4 rupees", "5 points", "gifts 2 6"))
    assert all(part in line_with(text, "p1 british") for part in ("7 rupees", "3 points"))
    assert "prizes c51" in line_with(text, "p2 russian")
    assert "c40" in line_with(text, "in hand")


def test_text_shows_the_map():
    text = str(rich_table().p)
    kabul = line_with(text, "  kabul ")
    assert all(part in kabul for part in ("p0x2", "afghanx1", "ruled by p0"))
    assert "russianx3" in line_with(text, "  punjab ")
    assert "ruled" not in line_with(text, "  punjab ")
    assert "herat-kabul britishx2" in line_with(text, "roads")
    for region in REGIONS:
        line_with(text, f"  {region} ")


def test_text_shows_points_suit_and_events():
    first, second = str(rich_table().p).splitlines()[:2]
    assert all(part in first for part in ("p0:5", "p1:3", "p2:1", "military", "2 actions left", "deck 3"))
    assert "c109" in second


def test_text_shows_who_decides_what():
    t = rich_table()
    assert str(t.p).splitlines()[-1].startswith("p1 decides act")
    assert "p2 decides loyalty" in str(Position.new(Settings(players=3), seed=7))
    t.do("stop")
    assert f"p{t.seat} decides {t.decision}" in str(t.p)


def test_text_tells_who_won():
    p = new_game(3, 1)
    play_on(p, seed=1)
    last = str(p).splitlines()[-1]
    assert last.startswith("Over")
    assert all(f"p{winner}" in last for winner in p.winners)


@pytest.mark.parametrize("players", PLAYERS)
def test_text_can_be_had_at_every_decision(players):
    p = new_game(players, 12)
    for _ in walk(p, seed=12):
        text = str(p)
        assert f"p{p.seat} decides {p.decision}" in text
        assert text.isprintable() or "\n" in text


def test_repr_is_one_line():
    p = new_game(3, 7)
    assert repr(p) == f"<Position of pax_pamir: seat {p.seat} decides loyalty>"
    play_on(p, seed=0)
    assert "over" in repr(p)
    assert "\n" not in repr(p)
