"""Position, AEC, one seat and batch are one game: the same seed and actions give the same all along."""

from __future__ import annotations

import numpy as np
import pytest

from pamir_env import PAMIR, Position, Settings, raw_env
from tabletop.batch_env import BatchEnv
from tabletop.env_loops import choose_games
from tabletop.seat_env import SeatEnv
from tests.playing import TABLES

GAMES = 100
"""For each of the eleven tables, so 1,100 games in all."""


class Seat(SeatEnv):
    game = PAMIR
    metadata = {"render_modes": []}  # noqa: RUF012


def random_actions(batch: BatchEnv) -> np.ndarray:
    out = np.zeros(batch.n, np.int64)
    choose_games(batch.masks, np.ascontiguousarray(batch.bits), out)
    return out


@pytest.mark.parametrize("reward", ["win", "rank", "points"])
@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_the_faces_agree(table, reward):
    games = GAMES // 3 + 1
    settings = Settings(**{**table.to_dict(), "reward": reward})
    keywords = {name: getattr(settings, name) for name in settings.__dataclass_fields__}
    batch = BatchEnv(PAMIR, settings, games, fresh=False, room=4096)
    envs, positions = [raw_env(**keywords) for _ in range(games)], []
    for seed, env in enumerate(envs):
        env.reset(seed=seed)
        positions.append(Position.new(settings, seed=seed))
        positions[-1].run_wakhan()
    seen = [[] for _ in envs]  # of seat 0: what it saw, what it could do
    paid = np.zeros((games, PAMIR.max_seats))
    while not batch.over.all():
        running = ~batch.over
        actions = random_actions(batch)
        for i in np.flatnonzero(running):
            env, view = envs[i], envs[i].last()[0]
            assert env.agent_selection == f"player_{batch.seats[i]}"
            np.testing.assert_array_equal(view["observation"], batch.observations[i])
            np.testing.assert_array_equal(view["action_mask"], batch.masks[i])
            np.testing.assert_array_equal(positions[i].mask(), batch.masks[i])
            if batch.seats[i] == 0:
                seen[i].append((view["observation"], view["action_mask"], int(actions[i])))
            env.step(int(actions[i]))
            positions[i].play(int(actions[i]))
            positions[i].run_wakhan()
        batch.step(actions)
        for i in np.flatnonzero(running):
            for agent, reward in envs[i].rewards.items():
                assert reward == batch.rewards[i, int(agent[-1])]
            assert any(envs[i].terminations.values()) == bool(batch.done[i]) == positions[i].over
        paid += batch.rewards
    for i, env in enumerate(envs):
        assert env.states.tobytes() == batch.states[i].tobytes() == positions[i].states.tobytes()
        follow_one_seat(settings, i, batch.actions_of(i)[1], seen[i], paid[i, 0])


def follow_one_seat(settings, seed, actions, seen, paid):
    """Seat 0 alone, against policies that play what the others have played."""
    position, others = Position.new(settings, seed=seed), []
    for action in actions:
        if position.seat != 0 and position.automatic_action() is None:
            others.append(action)
        position.play(action)
    answers = iter(others)
    env = Seat(settings, seat=0, opponents=[lambda views: np.array([next(answers)])])
    view, info = env.reset(seed=seed)
    total = 0.0
    for k, (observation, mask, action) in enumerate(seen):
        np.testing.assert_array_equal(view, observation)
        np.testing.assert_array_equal(info["action_mask"], mask)
        view, reward, over, cut, info = env.step(action)
        total += reward
        assert (over or cut) == (k == len(seen) - 1)
    assert next(answers, None) is None
    assert total == pytest.approx(paid)
