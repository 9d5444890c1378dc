"""BatchEnv: the same games on any batch size and thread count, fresh ones from seeds, policies, rewards."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pamir_env import PAMIR, IllegalAction, Position, Settings
from tabletop.batch_env import BatchEnv
from tabletop.env_loops import choose_games
from tabletop.seeds import spread_seeds
from tests.builders import Table

ROOT = Path(__file__).resolve().parent.parent


def random_actions(batch: BatchEnv) -> np.ndarray:
    out = np.zeros(batch.n, np.int64)
    choose_games(batch.masks, np.ascontiguousarray(batch.bits), out)
    return out


def steps(batch: BatchEnv, n: int) -> list[tuple]:
    """What is seen and paid over n steps of random play, game by game."""
    seen = []
    for _ in range(n):
        batch.step(random_actions(batch))
        seen.append([np.copy(a) for a in (batch.observations, batch.rewards, batch.done, batch.seeds)])
    return [np.stack(part) for part in zip(*seen)]


@pytest.mark.parametrize(
    "settings", [Settings(players=3), Settings(players=2, wakhan=True, skip_forced=True)]
)
def test_games_depend_on_their_seed_alone(settings):
    """I6: not on how many are played beside them, nor on threads. Several games after each other."""
    seeds = np.arange(100, 164, dtype=np.uint64)
    many = steps(BatchEnv(PAMIR, settings, seeds, threads=2), 500)
    few = steps(BatchEnv(PAMIR, settings, seeds[40:43], threads=1), 500)
    for part, other in zip(many, few):
        np.testing.assert_array_equal(part[:, 40:43], other)
    assert many[2].sum() > 64


def test_a_game_that_ends_gives_way_to_the_next():
    batch = BatchEnv(PAMIR, Settings(players=2), 8, room=1000)
    ended = 0
    while ended < 20:
        before = batch.seeds.copy()
        batch.step(random_actions(batch))
        assert (batch.decisions >= 0).all()
        for i in np.flatnonzero(batch.done):
            ended += 1
            seed, actions = batch.actions_of(i, final=True)
            assert seed == before[i] == batch.final_seeds[i] != batch.seeds[i]
            position = Position.new(Settings(players=2), seed=seed)
            for action in actions:
                position.play(action)
            assert position.over
            assert position.states.tobytes() == batch.final_states[i].tobytes()
            fresh = Position.new(Settings(players=2), seed=int(batch.seeds[i]))
            assert fresh.states.tobytes() == batch.states[i].tobytes()
            want = [1.0 if p in position.winners else -1.0 for p in range(2)]
            if len(position.winners) == 1:
                assert batch.rewards[i, :2].tolist() == want


def test_forced_decisions_are_skipped():
    batch = BatchEnv(PAMIR, Settings(players=3, skip_forced=True), 64)
    for _ in range(200):
        assert (batch.masks.sum(axis=1) > 1).all()
        batch.step(random_actions(batch))


def test_observations_belong_to_the_learner():
    calls = []

    def policy(views):
        calls.append(len(views))
        assert (views.masks.sum(axis=1) > 0).all()
        for k in range(len(views)):
            assert PAMIR.named(views.observations[k])["decides"].tolist() == [1, 0, 0, 0, 0]
        return views.masks.argmax(axis=1)

    batch = BatchEnv(PAMIR, Settings(players=3), 32, seat="random", opponents=[policy, "random"])
    for _ in range(60):
        np.testing.assert_array_equal(batch.seats, batch.learner_seats)
        assert (PAMIR.named(batch.observations)["decides"][:, 0] == 1).all()
        batch.step(random_actions(batch))
    assert max(calls) > 4  # many games in one call
    assert set(batch.learner_seats.tolist()) == {0, 1, 2}


def test_opponents_are_drawn_by_weight():
    def never(views):
        raise AssertionError("has no weight")

    def first(views):
        return views.masks.argmax(axis=1)

    batch = BatchEnv(
        PAMIR, Settings(players=4), 400, seat=0, opponents=["random", never, first], weights=[3, 0, 1]
    )
    drawn = batch._games.slots["players"][:, 1:4]
    assert (drawn != 2).all() or not (drawn == 3).all()
    assert 0.2 < (drawn == 3).mean() < 0.3


def test_views_hide_what_a_seat_cannot_know():
    batch = BatchEnv(PAMIR, Settings(players=2, wakhan=True), 50)
    for _ in range(30):
        batch.step(random_actions(batch))
    views = batch.views()
    boards = views.boards()
    assert (boards["deck"] != batch.states["deck"]).any(axis=1).all()
    for i in range(50):
        out = np.zeros(PAMIR.obs_size, np.int8)
        PAMIR.observe(boards, i, int(views.seats[i]), out)
        np.testing.assert_array_equal(out, views.observations[i])
    np.testing.assert_array_equal(boards.tobytes(), views.boards().tobytes())


def test_nonsense_is_named():
    def one(**words):
        return BatchEnv(PAMIR, Settings(players=2), 4, **words)

    for words, message in (
        ({"seat": 2}, "seat is"),
        ({"seat": True}, "seat is"),
        ({"opponents": []}, "at least one"),
        ({"opponents": [3]}, "an opponent is one of random"),
        ({"weights": [1, 2]}, "weights are 1 numbers"),
        ({"weights": [0]}, "not all 0"),
        ({"threads": 0}, "threads is a whole number"),
        ({"on_illegal": "lose"}, "on_illegal is one of raise, random_legal"),
    ):
        with pytest.raises(ValueError, match=message):
            one(**words)
    batch = one()
    before = batch.states.tobytes()
    with pytest.raises(IllegalAction, match=r"game 2: seat \d decides loyalty and may not play 0 \(stop\)"):
        batch.step(np.array([133, 133, 0, 133]))
    for wrong in (np.zeros(3, int), np.zeros(4), [[133] * 4]):
        with pytest.raises(ValueError, match="step takes 4 action ids"):
            batch.step(wrong)
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0, 0] = True
    assert batch.states.tobytes() == before
    with pytest.raises(IllegalAction, match="may not play 166"):
        one(seat=0, opponents=[lambda views: np.full(len(views), 166)])
    with pytest.raises(ValueError, match="should answer with"):
        one(seat=0, opponents=[lambda views: np.zeros(99, int)])
    batch.step(np.full(4, 133))
    with pytest.raises(ValueError, match="more than room=0"):
        batch.actions_of(0)


def test_seeds_spread_from_one():
    assert spread_seeds(7, 3).tolist() == spread_seeds(7, 10)[:3].tolist()
    assert len(set(spread_seeds(0, 1000).tolist())) == 1000


# ---- rewards -----------------------------------------------------------------------------------------------


def payoffs(states: np.ndarray, reward: str) -> list[float]:
    out = np.full(PAMIR.max_seats, 9.0)
    PAMIR.payoffs(states, 0, PAMIR.reward_id(reward), out)
    return out.tolist()


def finished(points: list[int], **facts: int) -> np.ndarray:
    """A finished game with these points; facts like rupees0=3 break ties (P10.3)."""
    states = Table(players=len(points)).p.states
    states["points"][0, : len(points)] = points
    states["rupees"][0] = 0
    for name, n in facts.items():
        states["rupees"][0, int(name[-1])] = n
    states["end"] = 2
    return states


def test_winners_share_and_losers_share():
    assert payoffs(finished([9, 4, 5]), "win") == [1, -0.5, -0.5, 0, 0]
    assert payoffs(finished([9, 9, 5, 1]), "win") == [0.5, 0.5, -0.5, -0.5, 0]  # P10.3, ruling
    assert payoffs(finished([9, 9, 5, 1], rupees1=2), "win") == pytest.approx([-1 / 3, 1, -1 / 3, -1 / 3, 0])
    assert payoffs(finished([3, 3]), "win") == [0, 0, 0, 0, 0]


def test_ranks_run_evenly_from_one_to_minus_one():
    assert payoffs(finished([1, 9, 4]), "rank") == [-1, 1, 0, 0, 0]
    assert payoffs(finished([9, 4, 4]), "rank") == [1, -0.5, -0.5, 0, 0]
    assert payoffs(finished([0, 1, 2, 3, 4]), "rank") == [-1, -0.5, 0, 0.5, 1]


def test_points_are_paid_as_they_come():
    states = finished([6, 2, 1])
    want = [0.45, -0.15, -0.3, 0, 0]
    assert payoffs(states, "points") == pytest.approx(want)
    states["end"] = 0
    assert payoffs(states, "points") == pytest.approx(want)
    assert payoffs(states, "win") == payoffs(states, "rank") == [0] * 5


@pytest.mark.parametrize("reward", [r.name for r in PAMIR.rewards])
def test_a_game_cut_off_has_no_winner(reward):
    states = finished([6, 2, 1])
    states["end"] = 3  # P3.6
    assert (payoffs(states, reward) == [0] * 5) == (reward != "points")


@pytest.mark.parametrize("reward", PAMIR.rewards, ids=lambda r: r.name)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rewards_sum_to_zero_and_stay_in_range(reward, players):
    batch = BatchEnv(PAMIR, Settings(players=players, reward=reward.name), 64, fresh=False)
    total = np.zeros_like(batch.rewards)
    while not batch.over.all():
        batch.step(random_actions(batch))
        total += batch.rewards
        np.testing.assert_allclose(batch.rewards.sum(axis=1), 0, atol=1e-12)
    assert (total >= reward.low).all() and (total <= reward.high).all()
    assert (np.abs(total).max(axis=1) > 0).mean() > 0.9


# ---- without the compiler ----------------------------------------------------------------------------------

SCRIPT = """
import json
from pamir_env import PAMIR, Settings
from tabletop.batch_env import BatchEnv
from tests.test_batch_env import random_actions
batch = BatchEnv(PAMIR, Settings(players=2, wakhan=True, reward="points"), 2, seat="random")
for _ in range(60):
    batch.step(random_actions(batch))
print(json.dumps([batch.observations.tolist(), batch.seeds.tolist(), batch.rewards.tolist()]))
"""


def test_the_same_without_jit():
    def run(disabled: str) -> str:
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", SCRIPT],
            cwd=ROOT,
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    assert json.loads(run("1")) == json.loads(run("0"))
