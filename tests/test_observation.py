"""The observation: every public fact reaches it, nothing hidden does, and it is the same table for
every seat."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pamir_env import PAMIR, Position, Settings
from pamir_env.hidden import redeal_hidden
from pamir_env.invariants import broken
from pamir_env.names import HAND, IN_DECK, KABUL, OUT_OF_GAME
from pamir_env.observation import FEATURES, OBS_SIZE, SIZES, STARTS, named, observe
from pamir_env.rules.dominance import influence
from pamir_env.state import FIELDS
from tests.builders import Table

TABLES = [(2, False), (3, False), (5, False), (2, True), (3, True)]
HIDDEN = {
    "deck",
    "chance",
    "wakhan_deck",
    "place",
    "hand",
}  # `place` and `hand` are partly hidden: tests of their own
HER_MIND = {
    "wakhan_verb",
    "wakhan_target",
    "wakhan_passed",
    "wakhan_choice",
    "wakhan_next",
}  # follow from the rest
DERIVED = {
    "court_start",
    "lasting_order",
    "fault",
}  # courts: `ring`; the order of events changes nothing in the game


def seen(states: np.ndarray, seat: int) -> np.ndarray:
    out = np.full(OBS_SIZE, 99, np.int8)
    observe(states, 0, seat, out)
    return out


def middle_game(players: int, wakhan: bool, seed: int, decisions: int = 90) -> Position:
    """Some way into a random game, at a decision of a person."""
    position = Position.new(Settings(players=players, wakhan=wakhan), seed=seed)
    dice = random.Random(seed)
    for _ in range(decisions):
        position.run_wakhan()
        if position.over:
            return middle_game(players, wakhan, seed + 1000, decisions - 20)
        position.play(dice.choice(position.legal()))
    position.run_wakhan()
    return position if not position.over else middle_game(players, wakhan, seed + 1000, decisions - 20)


def test_it_is_small():
    assert OBS_SIZE == sum(SIZES) < 4096
    assert STARTS[-1] + SIZES[-1] == OBS_SIZE
    assert len({feature.name for feature in FEATURES}) == len(FEATURES)


def test_named_views_share_the_vector():
    vector = np.zeros(OBS_SIZE, np.int8)
    named(vector)["tribes"][0, KABUL] = 3
    assert vector.sum() == 3
    assert named(np.zeros((7, OBS_SIZE), np.int8))["spies"].shape == (7, 100, 5)


def test_the_observer_comes_first():
    table = Table(players=3).rupees(7, seat=0).rupees(8, seat=1).rupees(9, seat=2).tribes(1, "kabul", 2)
    states = table.p.states
    assert named(seen(states, 0))["rupees"].tolist() == [7, 8, 9, 0, 0]
    assert named(seen(states, 1))["rupees"].tolist() == [8, 9, 7, 0, 0]
    assert named(seen(states, 1))["tribes"][0, KABUL] == 2
    assert named(seen(states, 0))["tribes"][1, KABUL] == 2
    assert named(seen(states, 2))["decides"].tolist() == [0, 1, 0, 0, 0]
    assert named(seen(states, 0))["rulers"][KABUL].tolist() == [0, 1, 0, 0, 0]


def test_what_is_asked_is_seen():
    table = Table(players=2).hand(0, 8).court(0, 9).do("c8")
    view = named(seen(table.p.states, 0))
    kinds = [decision.name for decision in PAMIR.decisions]
    assert view["decision"].tolist() == [int(kind == "side") for kind in kinds]
    assert view["frames"][1].tolist() == [kinds.index("side") + 1, 0, 8, 0, 0]


def test_where_cards_are():
    table = (
        Table(players=2)
        .hand(0, 8)
        .hand(1, 9)
        .court(1, 30)
        .prizes(0, 4)
        .market(top=[None, 12], bottom=[106])
        .checks_used(1)
    )
    cards = named(seen(table.p.states, 0))["cards"]
    assert [int(cards[card - 1]) for card in (8, 9, 30, 4, 12, 106, 104, 50)] == [15, 0, 21, 25, 4, 9, 1, 0]
    table.d["settings"]["open_hands"] = True
    assert named(seen(table.p.states, 0))["cards"][9 - 1] == 16


@pytest.mark.parametrize(("players", "wakhan"), TABLES)
def test_influence_is_that_of_the_rules(players, wakhan):
    """P9.3, W2."""
    for seed in range(20):
        position = middle_game(players, wakhan, seed)
        s = position.states[0]
        view = named(seen(position.states, 0))["influence"]
        for p in range(players):
            for coalition in range(3):
                counts = s.loyalty[p] == coalition or p == s.wakhan
                assert view[p, coalition] == (influence(s, p, coalition) if counts else 0)


@pytest.mark.parametrize(("players", "wakhan"), TABLES)
def test_every_public_fact_reaches_it(players, wakhan):
    """Change any public number of the state by one: what is seen changes."""
    position = middle_game(players, wakhan, seed=3)
    before = seen(position.states, 0)
    for field in FIELDS:
        if field.name in HIDDEN | HER_MIND | DERIVED or (field.group == "wakhan" and not wakhan):
            continue
        states = position.states
        values = states[field.name][0:1].reshape(-1)
        for k in changeable(states, field.name):
            kept = values[k]
            values[k] = other_value(field.name, kept)
            states[field.name][0] = values.reshape(states[field.name][0].shape)
            assert (seen(states, 0) != before).any(), f"{field.name}[{k}] is not seen"
            values[k] = kept
            states[field.name][0] = values.reshape(states[field.name][0].shape)


def changeable(states: np.ndarray, name: str) -> list[int]:
    """The numbers of a field that mean something in this position."""
    s = states[0]
    size = int(np.prod(states[name].shape[1:], dtype=int))
    ring = set(s.ring[: s.court_start[s.players]].tolist())
    if name == "spies":
        return [5 * card + p for card in ring for p in range(s.players)]
    if name in ("used", "placed_spies"):
        return sorted(ring)
    if name in ("refused", "paid"):
        return list(range(1, size))
    if name == "ring":
        return list(range(s.court_start[s.players]))
    if name.startswith("frame_"):
        return list(range(s.depth))
    if name == "wakhan_discard":
        return list(range(24 - s.wakhan_deck_size))
    if states[name].shape[1:2] == (5,):
        return [k for k in range(size) if k // (size // 5) < s.players]
    return list(range(size))


def other_value(name: str, value: int) -> int:
    """A neighbour that stays within the range of the field."""
    lower = {
        "players",
        "wakhan",
        "turn_seat",
        "favored",
        "loyalty",
        "market",
        "ring",
        "wakhan_discard",
        "rumor_target",
    }
    lower |= {
        "lasting_seat",
        "frame_kind",
        "frame_seat",
        "actions_left",
        "deck_size",
        "depth",
        "wakhan_deck_size",
    }
    if name == "max_turns":
        return 5
    if name in lower:
        return value - 1 if value > 1 else value + 1
    return value + 1


@pytest.mark.parametrize(("players", "wakhan"), TABLES)
def test_a_hand_is_seen_by_its_owner_only(players, wakhan):
    for seed in range(30):
        position = middle_game(players, wakhan, seed)
        states = position.states
        s = states[0]
        owners = [p for p in range(players) if s.hand_size[p]]
        swap = np.flatnonzero(s.place[1:101] == OUT_OF_GAME)
        if not owners or not len(swap):
            continue
        owner, card, other = owners[0], int(s.hand[owners[0], 0]), int(swap[0]) + 1
        before = [seen(states, p) for p in range(players)]
        states[0].hand[owner, 0], states[0].place[card], states[0].place[other] = (
            other,
            OUT_OF_GAME,
            HAND + owner,
        )
        for p in range(players):
            assert (seen(states, p) != before[p]).any() == (p == owner)


@pytest.mark.parametrize(("players", "wakhan"), TABLES)
def test_hidden_cards_dealt_anew_change_nothing_that_is_seen(players, wakhan):
    for seed in range(20):
        position = middle_game(players, wakhan, seed)
        states, redealt = position.states, position.states
        for p in range(players):
            redeal_hidden(redealt, p, seed * 10 + p)
            assert broken(redealt) is None
            for q in range(players):
                assert (seen(redealt, q) == seen(states, q)).all()
            again = Position(redealt.copy())
            assert again.legal() == position.legal()
            assert again.decision == position.decision
            if len(states[0].deck) and states[0].deck_size > 10:
                assert (redealt[0].deck != states[0].deck).any()


def test_a_redeal_keeps_what_everybody_knows():
    """P2.2: each pile still below keeps its number of checks and events; unseen cards only are dealt."""
    position = middle_game(3, False, seed=8, decisions=40)
    states = position.states
    redealt = position.states
    redeal_hidden(redealt, 0, 5)
    before, after = states[0], redealt[0]
    pile = 7 + 3
    for start in range(0, before.deck_size, pile):
        stop = min(start + pile, before.deck_size)
        for low, high in ((1, 100), (101, 104), (105, 116)):
            count = [
                int(((s.deck[start:stop] >= low) & (s.deck[start:stop] <= high)).sum())
                for s in (before, after)
            ]
            assert count[0] == count[1]
    known = ~np.isin(before.place, (IN_DECK, OUT_OF_GAME))
    assert (before.place[known] == after.place[known]).all()


def test_a_redeal_can_put_any_unseen_card_anywhere():
    position = Position.new(Settings(players=2), seed=1)
    states = position.states
    tops = set()
    for seed in range(400):
        redealt = states.copy()
        redeal_hidden(redealt, 0, seed)
        tops.add(int(redealt[0].deck[redealt[0].deck_size - 1]))
    unseen = set(np.flatnonzero(np.isin(states[0].place, (IN_DECK, OUT_OF_GAME))).tolist())
    assert tops <= unseen
    assert len(tops) > 60
    assert any(states[0].place[card] == OUT_OF_GAME for card in tops)


def test_the_back_of_wakhans_deck_stays():
    """W3, W6: what shows on her deck is public; the order below is not."""
    position = middle_game(2, True, seed=5, decisions=20)
    states = position.states
    faces = set()
    for seed in range(50):
        redealt = states.copy()
        redeal_hidden(redealt, 0, seed)
        assert (seen(redealt, 0) == seen(states, 0)).all()
        faces.add(tuple(redealt[0].wakhan_deck.tolist()))
    assert len(faces) > 40


def test_a_redeal_is_repeatable_and_draws_per_game():
    position = middle_game(3, False, seed=2)
    one, two = np.repeat(position.states, 3), np.repeat(position.states, 3)
    redeal_hidden(one, 0, 7)
    redeal_hidden(two, 0, 7)
    assert (one == two).all()
    assert (one[0].deck != one[1].deck).any()
    with pytest.raises(ValueError, match="seat 4"):
        redeal_hidden(one, 4, 7)
