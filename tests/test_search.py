"""The tree search: fair, reproducible, legal at every table, and not blind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from agents.arena import Arena
from agents.greedy import greedy_actions, new_desk
from agents.search import Search
from pamir_env import PAMIR, Settings
from tabletop.batch import Batch
from tabletop.chance import advance, mix
from tabletop.loops import words_of
from tests.builders import Table
from tests.playing import TABLES

ROOT = Path(__file__).resolve().parent.parent
SIMS = 60
POLICIES = ("random", "learned", "greedy")
WAYS = {"no playouts": {"depth": 0}} | {f"{p} playouts": {"playouts": p, "depth": 6} for p in POLICIES}
"""To judge new nodes."""


def middle_games(settings: Settings, n: int = 4, decisions: int = 70) -> np.ndarray:
    """Positions some way into random games, at decisions of people, with more than one legal action."""
    batch = Batch(PAMIR, settings, seeds=16 * n, threads=1)
    batch.play_out(limit=decisions)
    told, found = np.zeros(1, np.int64), []
    for i in range(batch.n):
        PAMIR.automatic(batch.states, i, told)
        if told[0] < 0 and batch.masks[i].sum() > 1:
            found.append(i)
    assert len(found) >= n
    return batch.states[found[:n]]


def seeds(n: int) -> np.ndarray:
    return np.arange(100, 100 + n, dtype=np.uint64)


def seat_of(states: np.ndarray, i: int) -> int:
    told = np.zeros(3, np.int64)
    PAMIR.asked(states, i, told)
    return int(told[1])


def question_of(states: np.ndarray, i: int) -> int:
    told = np.zeros(3, np.int64)
    PAMIR.asked(states, i, told)
    return int(told[0])


def mask_of(states: np.ndarray, i: int) -> np.ndarray:
    mask = np.zeros(PAMIR.n_actions, np.bool_)
    PAMIR.legal(states, i, mask)
    return mask


def found(search: Search, states: np.ndarray, streams: np.ndarray) -> tuple[list, ...]:
    actions = search.choose(states, streams)
    rows = (actions, search.visits, search.action_values, search.values)
    return tuple(row.tolist() for row in rows)


# ---- fair --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["2 players", "4 players", "1 and Wakhan"])
@pytest.mark.parametrize("way", WAYS)
def test_hidden_cards_change_nothing(table, way):
    """Positions that differ only in what the seat cannot know get the same search."""
    states = middle_games(TABLES[table])
    search = Search(PAMIR, sims=SIMS, **WAYS[way])
    first = found(search, states, seeds(4))
    other = states.copy()
    for i in range(len(other)):
        PAMIR.redeal(other, i, seat_of(other, i), np.uint64(999 + i))
    assert (other["deck"] != states["deck"]).any()
    assert found(search, other, seeds(4)) == first


def test_the_position_is_not_touched():
    states = middle_games(Settings(players=2))
    before = states.tobytes()
    Search(PAMIR, sims=SIMS).choose(states, seeds(4))
    assert states.tobytes() == before


# ---- reproducible ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_threads_and_company_do_not_matter(way):
    states = middle_games(Settings(players=3), n=6)
    alone, many = Search(PAMIR, sims=SIMS, **WAYS[way]), Search(PAMIR, sims=SIMS, threads=3, **WAYS[way])
    together = found(alone, states, seeds(6))
    assert found(many, states, seeds(6)) == together
    one_by_one = [found(alone, states[i : i + 1], seeds(6)[i : i + 1]) for i in range(6)]
    assert tuple([value for row in rows for value in row] for rows in zip(*one_by_one)) == together


def test_another_seed_is_another_search():
    states = middle_games(Settings(players=2))
    for way in WAYS.values():
        search = Search(PAMIR, sims=SIMS, **way)
        assert found(search, states, seeds(4)) != found(search, states, seeds(4) + np.uint64(1))


SCRIPT = """
import numpy as np
from agents.search import Search
from pamir_env import PAMIR, Settings
from tabletop.batch import Batch

batch = Batch(PAMIR, Settings(players=2, wakhan=True), seeds=2, threads=1)
for playouts, depth in (("random", 15), ("learned", 15), ("random", 0)):
    search = Search(PAMIR, sims=4, depth=depth, playouts=playouts, blend=0.5)
    print(search.choose(batch.states, batch.seeds).tolist(), search.values.tolist())
"""


def test_without_jit_the_search_is_the_same():
    """Warnings are errors."""
    said = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", SCRIPT],
            cwd=ROOT,
            env={**os.environ, "NUMBA_DISABLE_JIT": off, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for off in ("1", "0")
    ]
    assert said[0] == said[1]


# ---- legal at every table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_only_legal_actions_are_tried(table):
    states = middle_games(TABLES[table])
    search = Search(PAMIR, sims=SIMS, depth=None)
    actions = search.choose(states, seeds(4))
    for i, action in enumerate(actions):
        legal = mask_of(states, i)
        assert legal[action]
        assert not search.visits[i][~legal].any()
        assert search.visits[i].sum() == SIMS
        assert search.visits[i, action] > 0
        assert abs(search.values[i].sum()) < 1e-9  # every reward sums to zero


@pytest.mark.parametrize("table", TABLES)
def test_without_playouts_only_legal_actions_are_judged(table):
    states = middle_games(TABLES[table])
    search = Search(PAMIR, sims=SIMS)
    actions = search.choose(states, seeds(4))
    for i, action in enumerate(actions):
        legal = mask_of(states, i)
        assert legal[action]
        assert not search.visits[i][~legal].any()
        assert not search.action_values[i][~legal].any()
        assert search.action_values[i][legal].all()  # every one
        assert 1 <= search.visits[i].sum() <= SIMS
        assert abs(search.values[i, seat_of(states, i)]) <= 1


@pytest.mark.parametrize("table", TABLES)
def test_one_simulation_is_enough_for_a_choice(table):
    states = middle_games(TABLES[table])
    for i, action in enumerate(Search(PAMIR, sims=1).choose(states, seeds(4))):
        assert mask_of(states, i)[action]


@pytest.mark.parametrize("table", ["2 players", "1 and Wakhan"])
def test_a_whole_game(table):
    batch = Batch(PAMIR, TABLES[table], seeds=3, threads=1)
    search = Search(PAMIR, sims=5, depth=20)
    while not batch.over.all():
        batch.step(search.choose(batch.states, batch.seeds))


def test_where_there_is_nothing_to_choose_nothing_is_searched():
    """A finished game, Wakhan's decision, and a forced one."""
    over = Batch(PAMIR, Settings(players=2), seeds=1, threads=1)
    over.play_out()
    search = Search(PAMIR, sims=SIMS)
    assert search.choose(over.states, seeds(1)).tolist() == [-1]
    hers = Table(players=2, wakhan=1).do("stop").p
    assert hers.automatic_action() is not None
    assert search.choose(hers.states, seeds(1)).tolist() == [hers.automatic_action()]
    forced = Table(players=2, negotiation=False).rupees(0).p
    assert len(forced.legal_ids()) == 1
    assert search.choose(forced.states, seeds(1)).tolist() == forced.legal_ids()
    assert not search.visits.any()


# ---- not blind ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["2 players", "4 players", "1 and Wakhan"])
def test_the_first_look_sees_what_greedy_sees(table):
    """Between two actions, in the same deal; ties may be broken otherwise."""
    states = middle_games(TABLES[table], n=60)
    between = [i for i in range(len(states)) if question_of(states, i) == PAMIR.quiet]
    states, streams = states[between], seeds(len(between))
    first_look = Search(PAMIR, sims=1).choose(states, streams)
    for i in range(len(states)):
        PAMIR.redeal(states, i, seat_of(states, i), np.uint64(mix(np.uint64(advance(streams[i])))))
    greedy = np.zeros(len(states), np.int64)
    doors = (PAMIR.legal, PAMIR.step, PAMIR.asked, PAMIR.automatic, PAMIR.evaluate)
    greedy_actions(words_of(states), 0, len(states), streams, greedy, new_desk(PAMIR), PAMIR.quiet, *doors)
    assert len(states) > 20
    assert (first_look == greedy).mean() > 0.95


def test_it_beats_greedy():
    """An equal would win 20 of 30 games one time in twenty."""
    report = Arena(PAMIR, Settings(players=2), ["search:sims=400", "greedy"], seed=5).run(30)
    assert report.rows()[0]["win_share"] >= 20 / 30


@pytest.mark.parametrize("sims", [1, 20, 400])
def test_a_victory_is_taken_at_once(sims):
    """As below, but with an action to spare, so that it could be put off."""
    t = Table(players=2).points(2, 0).tribes(0, "kabul").rupees(4).hand(0, 9)
    t.market(top=[2, 101, 3], bottom=[4, 5, 6]).deck(*range(20, 50), 102, 103, 104)
    search = Search(PAMIR, sims=sims)
    (action,) = search.choose(t.p.states, seeds(1))
    assert t.p.word(action) == "c101"
    assert search.action_values[0, action] == 1.0


@pytest.mark.parametrize("playouts", POLICIES[:2])  # greedy ones win from anywhere here
def test_a_check_that_wins_at_once_is_bought(playouts):
    """Seat 0 leads by two and has the only cylinder in play: a check brings 3 to 1 and the lead of four."""
    t = Table(players=2).points(2, 0).tribes(0, "kabul").rupees(2)
    t.market(top=[2, 101, 3], bottom=[4, 5, 6]).deck(*range(7, 40), 102, 103, 104)
    t.d["actions_left"] = 1
    search = Search(PAMIR, sims=200, playouts=playouts, depth=None)
    (action,) = search.choose(t.p.states, seeds(1))
    assert t.p.word(action) == "c101"
    assert search.action_values[0, action] == 1.0


def test_a_check_that_loses_at_once_is_left_alone():
    t = Table(players=2).points(0, 2).tribes(1, "kabul").rupees(2).market(top=[2, 101, 3], bottom=[4, 5, 102])
    t.deck(103, 6, 7, 104, 8, 9)
    (action,) = Search(PAMIR, sims=200).choose(t.p.states, seeds(1))
    assert t.p.word(action) != "c101"


def test_an_evaluation_judges_playouts_that_are_broken_off():
    """A game may bring a door for it; here the place of the payoffs is taken by a constant."""
    states = middle_games(Settings(players=2), n=1)
    search = Search(PAMIR, sims=20, depth=0)
    search._evaluate = RICHEST
    search.choose(states, seeds(1))
    assert search.values[0, 0] == pytest.approx(np.tanh(0.5 / 40))
    assert search.values[0, 1] == pytest.approx(np.tanh(-0.5 / 40))


def _richest(states, i, out):
    out[:] = 0.0
    out[0] = 0.5
    out[1] = -0.5


def _door():
    from numba import types

    from pamir_env.state import STATES_TYPE
    from tabletop.jit import entry

    return entry(STATES_TYPE, types.int64, types.Array(types.float64, 1, "C"))(_richest)


RICHEST = _door()


def test_time_is_a_budget_too():
    states = middle_games(Settings(players=2), n=2)
    search = Search(PAMIR, seconds=0.05)
    actions = search.choose(states, seeds(2))
    assert all(mask_of(states, i)[action] for i, action in enumerate(actions))
    assert (search.visits.sum(axis=1) >= 1).all()


def test_a_tree_grows_with_the_time():
    """Playouts, so that a position is a visit; far more than there was room for at first."""
    states = middle_games(Settings(players=2), n=1)
    search = Search(PAMIR, seconds=0.5, depth=1)
    search.choose(states, seeds(1))
    assert search.visits.sum() > 1000


# ---- errors ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sims", 0),
        ("sims", 2.5),
        ("sims", True),
        ("seconds", 0),
        ("seconds", "1"),
        ("exploration", -1),
        ("exploration", float("nan")),
        ("playouts", "clever"),
        ("threads", 0),
        ("reward", "glory"),
        ("depth", -1),
        ("blend", 1.5),
    ],
)
def test_nonsense_is_refused(name, value):
    with pytest.raises(ValueError, match=f"^{name} is "):
        Search(PAMIR, **{name: value})


@pytest.mark.parametrize(
    ("states", "streams", "what"),
    [
        (np.zeros(2), seeds(2), "states"),
        (SimpleNamespace(), seeds(1), "states"),
        (PAMIR.new_states(2), seeds(1), "seeds"),
        (PAMIR.new_states(2), np.arange(2), "seeds"),
        (PAMIR.new_states(1), [1], "seeds"),
    ],
)
def test_wrong_arrays_are_refused(states, streams, what):
    with pytest.raises(ValueError, match=f"^{what} is an array"):
        Search(PAMIR).choose(states, streams)


def test_no_games_no_actions():
    assert Search(PAMIR).choose(PAMIR.new_states(0), seeds(0)).tolist() == []
