"""Chapter P2: piles, market, possessions, loyalties, and who begins."""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest

from pamir_env import PAMIR, Position, Settings
from tabletop.batch import Batch
from tests.builders import Table

PLAYERS = (2, 3, 4, 5)
SEEDS = 600


@cache
def dealt(players: int, wakhan: bool = False) -> np.ndarray:
    """Many games as they are set up."""
    return Batch(PAMIR, Settings(players=players, wakhan=wakhan), seeds=SEEDS).states


@cache
def stacks(players: int) -> np.ndarray:
    """The deck of each game before the market was dealt, top first (P2.3: by columns, top space first)."""
    states = dealt(players)
    market = states["market"].transpose(0, 2, 1).reshape(SEEDS, 12)
    n = int(states["deck_size"][0])
    return np.hstack([market, states["deck"][:, :n][:, ::-1]])


def piles(players: int) -> list[np.ndarray]:
    """The six piles of each game, from the top."""
    sizes = [5 + players] + [7 + players] * 5
    return np.split(stacks(players), np.cumsum(sizes)[:-1], axis=1)


def is_check(cards: np.ndarray) -> np.ndarray:
    return (cards >= 101) & (cards <= 104)


def is_other_event(cards: np.ndarray) -> np.ndarray:
    return cards >= 105


# ---- P2.1 ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_political_is_favored_first(players):
    """P2.1."""
    assert Position.new(Settings(players=players), seed=3).to_dict()["favored"] == "political"


# ---- P2.2 the deck ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_six_piles(players):
    """P2.2: 5 + n court cards each; two events in pile 2, an event and a check in each of piles 3-6."""
    assert stacks(players).shape == (SEEDS, 6 * (5 + players) + 10)
    for k, pile in enumerate(piles(players)):
        assert ((pile >= 1) & (pile <= 100)).sum(axis=1).tolist() == [5 + players] * SEEDS
        assert is_other_event(pile).sum(axis=1).tolist() == [(0, 2, 1, 1, 1, 1)[k]] * SEEDS
        assert is_check(pile).sum(axis=1).tolist() == [(0, 0, 1, 1, 1, 1)[k]] * SEEDS


@pytest.mark.parametrize("players", PLAYERS)
def test_no_card_is_dealt_twice(players):
    """P2.2, I2."""
    for stack in stacks(players):
        assert len(set(stack.tolist())) == len(stack)
        assert {101, 102, 103, 104} <= set(stack.tolist())


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_left_over_leaves_the_game(players):
    """P2.2: six events and the court cards beyond the piles."""
    p = Position.new(Settings(players=players), seed=5)
    d = p.to_dict()
    out = d["out_of_game"]
    assert len([card for card in out if card >= 105]) == 6
    assert len([card for card in out if card <= 100]) == 100 - 6 * (5 + players)
    assert len([card for card in out if 101 <= card <= 104]) == 0
    market = [space["card"] for row in d["market"] for space in row]
    assert sorted(out + d["deck"] + market) == list(range(1, 117))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_pile_is_shuffled(players):
    """P2.2: events and checks come up at every place of their pile, and neither always before the other."""
    for k, pile in enumerate(piles(players)):
        if k >= 1:
            places = np.nonzero(is_other_event(pile))[1]
            assert set(places.tolist()) == set(range(7 + players))
        if k >= 2:
            event, check = is_other_event(pile).argmax(axis=1), is_check(pile).argmax(axis=1)
            assert set(check.tolist()) == set(range(7 + players))
            assert SEEDS / 3 < (event < check).sum() < SEEDS * 2 / 3


@pytest.mark.parametrize("players", PLAYERS)
def test_every_card_can_come_everywhere(players):
    """P2.2: each court card in each pile, each event in five piles, each check in four, all equally often."""
    for k, pile in enumerate(piles(players)):
        seen = set(pile.ravel().tolist())
        assert set(range(1, 101)) <= seen
        if k >= 1:
            assert set(range(105, 117)) <= seen
        if k >= 2:
            assert {101, 102, 103, 104} <= seen
    often = Counter(stacks(players).ravel().tolist())
    assert all(often[check] == SEEDS for check in range(101, 105))
    for card in range(1, 101):
        assert 0.7 < often[card] / (SEEDS * 6 * (5 + players) / 100) < 1.3
    for card in range(105, 117):
        assert 0.7 < often[card] / (SEEDS / 2) < 1.3


# ---- P2.3, P2.4 market and possessions -------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_the_market_is_full(players):
    """P2.3: 2 rows, 6 columns, 12 cards, no rupees."""
    d = Position.new(Settings(players=players), seed=8).to_dict()
    assert [len(row) for row in d["market"]] == [6, 6]
    assert all(space["card"] is not None and space["rupees"] == 0 for row in d["market"] for space in row)
    assert len(d["deck"]) == 6 * (5 + players) + 10 - 12


def test_the_market_is_dealt_by_columns():
    """P2.3: the first pile has no events and fills the columns on the left; then comes the second."""
    for market in dealt(2)["market"]:
        first_pile = [*market[0, :4].tolist(), *market[1, :3].tolist()]
        assert max(first_pile) <= 100
    assert (dealt(2)["market"][:, 1, 3] >= 105).any()
    assert (dealt(2)["market"][:, 0, 4] >= 105).any()


def test_the_next_card_drawn_is_the_top_of_the_deck():
    """P2.2, P2.3, P3.3.4."""
    p = Position.new(Settings(players=3), seed=4)
    while p.decision == "loyalty":
        p.play("afghan")
    d = p.to_dict()
    p.play(f"c{d['market'][0][0]['card']}").play("stop")
    after = p.to_dict()
    assert after["market"][0][5]["card"] == d["deck"][0]
    assert after["deck"] == d["deck"][1:]


@pytest.mark.parametrize("players", PLAYERS)
def test_what_everybody_begins_with(players):
    """P2.4."""
    p = Position.new(Settings(players=players), seed=9)
    d, s = p.to_dict(), p.states[0]
    nothing = {"loyalty": None, "points": 0, "hand": [], "court": [], "gifts": [], "prizes": []}
    assert d["seats"] == [{"rupees": 4, **nothing}] * players
    assert s.cylinders[:players].tolist() == [10] * players
    assert s.blocks.tolist() == [12] * 3
    assert d["tribes"] == d["armies"] == d["roads"] == {}
    assert d["events"] == d["discard"] == []
    assert (d["turn"], d["actions_left"], d["checks_resolved"]) == (0, 2, 0)


# ---- P2.5 loyalties --------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", PLAYERS)
def test_who_chooses_first_is_random(players):
    """P2.5."""
    states = dealt(players)
    first = Counter(states["frame_seat"][:, 0].tolist())
    assert set(first) == set(range(players))
    assert all(0.7 < n / (SEEDS / players) < 1.3 for n in first.values())


@pytest.mark.parametrize("players", PLAYERS)
def test_loyalties_are_chosen_clockwise_and_the_last_begins(players):
    """P2.5: duplicates are allowed."""
    for seed in range(10):
        p, asked = Position.new(Settings(players=players), seed=seed), []
        while p.decision == "loyalty":
            assert p.legal() == ["afghan", "british", "russian"]
            asked.append(p.seat)
            p.play("russian")
        assert asked == [(asked[0] + k) % players for k in range(players)]
        assert (p.decision, p.seat) == ("act", asked[-1])
        assert [seat["loyalty"] for seat in p.to_dict()["seats"]] == ["russian"] * players


def test_everybody_gets_the_loyalty_they_chose():
    """P2.5."""
    p, chosen = Position.new(Settings(players=3), seed=2), {}
    for word in ("british", "afghan", "russian"):
        chosen[p.seat] = word
        p.play(word)
    assert [seat["loyalty"] for seat in p.to_dict()["seats"]] == [chosen[seat] for seat in range(3)]


def test_the_choice_of_loyalty_does_not_touch_the_deck():
    """I6: the setup is drawn before anybody chooses."""
    ends = set()
    for word in ("afghan", "british", "russian"):
        p = Position.new(Settings(players=2), seed=6).play(word).play(word)
        d = p.to_dict()
        ends.add((tuple(d["deck"]), p.seat, d["chance"]))
    assert len(ends) == 1


# ---- P2.6 Wakhan -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_wakhan_is_not_asked_and_begins(players):
    """P2.6: she sits immediately before who chose last, chooses nothing, and has the first turn of all."""
    for seed in range(10):
        p, asked = Position.new(Settings(players=players, wakhan=True), seed=seed), []
        wakhan = p.to_dict()["wakhan"]["seat"]
        while p.decision == "loyalty":
            asked.append(p.seat)
            p.play("british")
        assert sorted(asked) == [seat for seat in range(players) if seat != wakhan]
        assert asked[-1] == (wakhan + 1) % players
        d = p.to_dict()
        assert d["turn_seat"] == wakhan
        assert [seat["loyalty"] for seat in d["seats"]] == [
            None if s == wakhan else "british" for s in range(players)
        ]


@pytest.mark.parametrize("players", [2, 3])
def test_wakhan_counts_as_a_player_and_shuffles_her_cards(players):
    """P2.6, P2.2, P2.4."""
    states = dealt(players, wakhan=True)
    assert states["deck_size"].tolist() == [6 * (5 + players) - 2] * SEEDS
    assert (states["rupees"][:, :players] == 4).all()
    decks = states["wakhan_deck"]
    assert (np.sort(decks, axis=1) == np.arange(1, 25)).all()
    assert states["wakhan_deck_size"].tolist() == [24] * SEEDS
    for place in range(24):
        assert set(decks[:, place].tolist()) == set(range(1, 25))


# ---- P2.7 the ring of courts -----------------------------------------------------------------------------


def test_the_right_end_of_a_court_touches_the_left_end_of_the_next():
    """P2.7: courts 63 9 | 10 | 38, closed to a ring; a spy goes one card either way (card 63 moves)."""
    t = Table(players=3).court(0, 63, 9).court(1, 10).court(2, 38)
    for card, neighbours in ((9, {63, 10}), (10, {9, 38}), (38, {10, 63}), (63, {38, 9})):
        trial = t.copy().spy(0, card)
        trial.do("c63")
        if trial.decision == "verb":
            trial.do("move")
        trial.do(f"c{card}")
        assert trial.decision == "move_to"
        assert set(trial.legal) == {f"c{neighbour}" for neighbour in neighbours}


def test_an_empty_court_is_no_gap_in_the_ring():
    """P2.7."""
    t = Table(players=3).court(0, 63, 9).court(2, 38).spy(0, 9).do("c63")
    if t.decision == "verb":
        t.do("move")
    assert set(t.do("c9").legal) == {"c63", "c38"}
