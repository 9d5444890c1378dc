"""The evaluation: it compares seats, knows a victory, likes what is good, and looks at nothing hidden."""

from __future__ import annotations

import numpy as np
import pytest

from pamir_env import PAMIR, Settings
from pamir_env.evaluation import END
from pamir_env.names import EARLY, FINAL_CHECK, RUNNING
from tabletop.batch import Batch
from tests.builders import Table
from tests.playing import TABLES


def worth(states: np.ndarray, i: int = 0) -> np.ndarray:
    out = np.zeros(PAMIR.max_seats)
    PAMIR.evaluate(states, i, out)
    return out


def value(table: Table, seat: int = 0) -> float:
    return float(worth(table.p.states)[seat])


def random_games(settings: Settings, n: int = 40) -> np.ndarray:
    """Every tenth decision of random games, finished ones included."""
    batch = Batch(PAMIR, settings, seeds=n, threads=1)
    found = []
    for _ in range(40):
        found.append(batch.states.copy())
        batch.play_out(limit=10)
    batch.play_out()
    return np.concatenate([*found, batch.states])


# ---- at any table ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_it_is_a_number_for_each_seat_and_sums_to_zero(table):
    settings = TABLES[table]
    for i, _ in enumerate(states := random_games(settings)):
        values = worth(states, i)
        assert np.isfinite(values).all()
        assert abs(values.sum()) < 1e-6
        assert not values[settings.players :].any()


@pytest.mark.parametrize("table", TABLES)
def test_a_won_game_beats_anything(table):
    states = random_games(TABLES[table])
    over = np.flatnonzero(np.isin(states["end"], (EARLY, FINAL_CHECK)))
    running = np.flatnonzero(states["end"] == RUNNING)
    assert len(over) and len(running)
    highest = max(worth(states, i).max() for i in running)
    lowest = min(worth(states, i).min() for i in running)
    reward, paid = PAMIR.reward_id("win"), np.zeros(PAMIR.max_seats)
    for i in over:
        values = worth(states, i)
        PAMIR.payoffs(states, i, reward, paid)
        np.testing.assert_allclose(values, END * paid)
        if (paid == 1).any():
            assert values.max() > highest
        if (paid == -1).any():
            assert values.min() < lowest


@pytest.mark.parametrize("table", TABLES)
def test_the_order_of_the_deck_does_not_count(table):
    states = random_games(TABLES[table])
    other, dice = states.copy(), np.random.default_rng(1)
    for i in range(len(other)):
        dice.shuffle(other["deck"][i, : other["deck_size"][i]])
    assert (other["deck"] != states["deck"]).any()
    for i in range(len(states)):
        np.testing.assert_array_equal(worth(other, i), worth(states, i))


@pytest.mark.parametrize("table", TABLES)
def test_cards_that_a_seat_cannot_know_do_not_count(table):
    states = random_games(TABLES[table])
    other = states.copy()
    for i in range(len(other)):
        PAMIR.redeal(other, i, 0, np.uint64(i))
        np.testing.assert_array_equal(worth(other, i), worth(states, i))


# ---- one change at a time ----------------------------------------------------------------------------------


def before(**words) -> Table:
    """Both seats have a card in court and a tribe, and nobody is ahead."""
    return Table(**words).court(0, 7).court(1, 8).tribes(0, "kabul").tribes(1, "herat")


RAISES = {
    "a point": lambda t: t.points(1, 0),
    "a rupee": lambda t: t.rupees(5, seat=0),
    "the others a rupee less": lambda t: t.rupees(3, seat=1),
    "a spy": lambda t: t.spy(0, on=7),
    "a tribe": lambda t: t.tribes(0, "transcaspia"),
    "a gift": lambda t: t.gifts(0, 2),
    "a card in court": lambda t: t.court(0, 9),
    "a card in hand": lambda t: t.hand(0, 9),
    "a prize of its own loyalty": lambda t: t.prizes(0, 4),
    "a patriot": lambda t: t.court(0, 3),
    "an army of its own loyalty": lambda t: t.armies("afghan", "persia"),
    "a road of its own loyalty": lambda t: t.roads("afghan", "herat-kabul"),
}


@pytest.mark.parametrize("what", RAISES)
@pytest.mark.parametrize("check", [False, True])
def test_what_is_good_raises_the_value(what, check):
    """With and without a Dominance Check in the market."""

    def table() -> Table:
        return before().market(top=[None, 101]) if check else before()

    assert value(RAISES[what](table())) > value(table())


@pytest.mark.parametrize("what", RAISES)
def test_what_is_good_for_one_is_bad_for_the_other(what):
    after = RAISES[what](before())
    assert value(after, 1) < value(before(), 1)


def test_a_ruled_region_is_worth_something():
    """The same pieces: an army where it breaks a tie between two tribes, or elsewhere."""
    apart, together = (
        Table().tribes(0, "kabul").tribes(1, "kabul").armies("afghan", region)
        for region in ("persia", "kabul")
    )
    assert (apart.ruler("kabul"), apart.ruler("persia")) == (None, None)
    assert together.ruler("kabul") == 0
    assert value(together) > value(apart)


def test_influence_counts_most_when_the_coalition_dominates():
    """Two seats of one loyalty: the same prize is worth more once the check will be about influence."""

    def gain(armies: int) -> float:
        def table() -> Table:
            return before().loyalty(1, "afghan").armies("afghan", "persia", armies)

        return value(table().prizes(0, 4)) - value(table())

    assert gain(8) > gain(0) > 0


def test_cylinders_count_most_when_nobody_dominates():
    def gain(armies: int) -> float:
        def table() -> Table:
            return before().armies("afghan", "persia", armies)

        return value(table().spy(0, on=7)) - value(table())

    assert gain(0) > gain(8) > 0


def test_the_next_rupee_is_worth_less():
    values = [value(before().rupees(n)) for n in range(10)]
    gains = np.diff(values)
    assert (gains > 0).all()
    assert (np.diff(gains) < 0).all()


def test_a_check_that_wins_within_reach_is_nearly_a_victory():
    """Two ahead, the only cylinder in play, the check can be paid for; without a rupee it cannot."""
    t = Table(players=2).points(2, 0).tribes(0, "kabul").market(top=[2, 101])
    assert value(t.copy().rupees(1)) - value(t.copy().rupees(0)) > 50


def test_cards_beyond_the_hand_limit_are_worth_little():
    """P3.3.2: two stay at the end of the turn."""

    def gain(*cards: int) -> float:
        return value(before().hand(0, *cards, 11)) - value(before().hand(0, *cards))

    assert gain(9) > gain(9, 10)


# ---- whoever sits where ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("check", [False, True])
def test_seats_do_not_matter(players, check):
    """The same game with everybody some chairs further on: the values move along."""

    def table(shift: int) -> Table:
        seats = [(k + shift) % players for k in range(players)]
        t = Table(players=players, turn=seats[0])
        for k, seat in enumerate(seats):
            t.loyalty(seat, ("afghan", "british", "russian", "afghan", "british")[k]).rupees(2 + k, seat=seat)
            t.court(seat, 10 + k).hand(seat, 20 + k).tribes(seat, "kabul" if k % 2 else "herat", 1 + k % 3)
        t.spy(seats[1], on=10).gifts(seats[0], 2).prizes(seats[-1], 4)
        t.armies("afghan", "kabul", 3).armies("british", "herat", 2).roads("russian", "herat-kabul", 2)
        t.d["seats"][seats[1]]["points"] = 3
        return t.market(top=[None, 101]) if check else t

    first = worth(table(0).p.states)[:players]
    assert len(set(first.round(6))) == players
    for shift in range(1, players):
        np.testing.assert_allclose(worth(table(shift).p.states)[:players], np.roll(first, shift))
