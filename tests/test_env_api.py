"""The environments keep the promises of PettingZoo, Gymnasium and stable-baselines3."""

from __future__ import annotations

import copy
import pickle
import warnings

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_checker import check_env as check_env_sb3

import pamir_env
from pamir_env import PAMIR, IllegalAction, PaxPamirEnv, PaxPamirVectorEnv, Position, Settings
from tabletop.batch_env import BatchEnv
from train.sb3_env import SeatVecEnv

TABLES = {
    **{f"{n} players": {"players": n} for n in (2, 3, 4, 5)},
    **{f"{n - 1} and Wakhan": {"players": n, "wakhan": True} for n in (2, 3)},
}
every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())


def play(env, rng, limit: int = 10_000) -> dict[str, float]:
    """Random legal play to the end; what `last` paid to each agent."""
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for _, agent in zip(range(limit), env.agent_iter(limit)):
        view, reward, over, cut, _ = env.last()
        paid[agent] += reward
        env.step(None if over or cut else int(rng.choice(np.flatnonzero(view["action_mask"]))))
    return paid


# ---- PettingZoo ------------------------------------------------------------------------------------------


@every_table
@pytest.mark.filterwarnings(
    "ignore:Observation"
)  # a dict observation always warns; names are hard-coded there
@pytest.mark.parametrize("make", [pamir_env.env, pamir_env.raw_env], ids=["env", "raw_env"])
def test_pettingzoo_api(table, make):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        api_test(make(**table), num_cycles=1000)


@every_table
def test_pettingzoo_seed(table):
    seed_test(lambda: pamir_env.env(**table), num_cycles=300)


@every_table
def test_pettingzoo_render(table):
    render_test(lambda render_mode=None: pamir_env.env(render_mode=render_mode, **table))


def test_registered_ids():
    env = pettingzoo.make("aec", "pamir/pax_pamir-v0", players=4)
    assert env.unwrapped.settings.players == 4
    env = gymnasium.make("pamir_env:pamir/PaxPamir-v0", opponents="random", players=3)
    assert env.unwrapped._batch.settings.players == 3
    vector = gymnasium.make_vec("pamir/PaxPamir-v0", num_envs=3)
    assert vector.reset(seed=1)[0].shape == (3, PAMIR.obs_size)
    from pamir_env import pax_pamir_v0

    assert pax_pamir_v0.raw_env is pamir_env.raw_env


def test_wakhan_is_no_agent_and_plays_inside():
    env = pamir_env.env(players=3, wakhan=True)
    env.reset(seed=3)
    assert env.possible_agents == ["player_0", "player_1"]
    play(env, np.random.default_rng(0))
    assert (env.unwrapped.states["cylinders"][0, 2] < 10) or env.unwrapped.states["points"][0, 2] > 0


def test_observe_any_agent_at_any_time():
    env = pamir_env.env(players=3)
    env.reset(seed=1)
    for agent in env.agents:
        view = env.observe(agent)
        assert view in env.observation_space(agent)
        assert view["action_mask"].any() == (agent == env.agent_selection)
    asked = env.agent_selection
    assert env.infos[asked]["action_mask"] is env.observe(asked)["action_mask"]
    assert env.observe(asked)["observation"] is not env.observe(asked)["observation"]
    assert env.state() in env.unwrapped.state_space


def test_the_game_of_a_seed_is_the_position_of_that_seed():
    env = pamir_env.raw_env(players=4)
    env.reset(seed=11)
    assert env.states.tobytes() == Position.new(Settings(players=4), seed=11).states.tobytes()
    assert env.infos[env.agent_selection]["seed"] == 11
    env.reset()
    first = env.seed
    env.reset(seed=11)
    env.reset()
    assert env.seed == first != 11


def test_resets_without_a_seed_differ_and_tell_theirs():
    seeds = set()
    for _ in range(3):
        env = pamir_env.raw_env()
        env.reset()
        seeds.add(env.seed)
    assert len(seeds) == 3


@pytest.mark.parametrize("how", ["clone", "deepcopy", "pickle", "deepcopy wrapped", "pickle wrapped"])
def test_copies_keep_the_running_game(how):
    wrapped = pamir_env.env(players=3, wakhan=True)
    wrapped.reset(seed=5)
    rng = np.random.default_rng(1)
    for _ in range(15):
        wrapped.step(int(rng.choice(np.flatnonzero(wrapped.last()[0]["action_mask"]))))
    env = wrapped.unwrapped
    twin = {
        "clone": lambda: env.clone(),
        "deepcopy": lambda: copy.deepcopy(env),
        "pickle": lambda: pickle.loads(pickle.dumps(env)),
        "deepcopy wrapped": lambda: copy.deepcopy(wrapped),
        "pickle wrapped": lambda: pickle.loads(pickle.dumps(wrapped)),
    }[how]()
    before = env.states.tobytes()
    first = play(twin, np.random.default_rng(2))
    assert env.states.tobytes() == before
    second = play(wrapped, np.random.default_rng(2))
    assert first == second
    assert twin.unwrapped.states.tobytes() == env.states.tobytes()


def test_an_illegal_action_raises_and_changes_nothing():
    env = pamir_env.env(players=2)
    env.reset(seed=1)
    before = env.unwrapped.states.tobytes()
    for wrong in (0, -1, 167, None, "afghan"):
        with pytest.raises(
            IllegalAction, match=r"player_\d decides loyalty and may not play .*legal: afghan"
        ):
            env.step(wrong)
    assert env.unwrapped.states.tobytes() == before


def test_illegal_actions_for_checkers():
    env = pamir_env.env(players=3, on_illegal="random_legal")
    env.reset(seed=1)
    env.step(0)
    assert env.unwrapped.states["loyalty"].max() >= 0
    env = pamir_env.env(players=3, on_illegal="lose")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(0)
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert env.rewards == {agent: -1.0 if agent == loser else 0.5 for agent in env.possible_agents}
    with pytest.raises(ValueError, match="on_illegal is one of raise, random_legal, lose"):
        pamir_env.env(on_illegal="ignore")


def test_everybody_ends_together():
    env = pamir_env.env(players=3)
    env.reset(seed=2)
    rng = np.random.default_rng(0)
    while not any(env.terminations.values()):
        assert env.agents == env.possible_agents
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert sum(env.rewards.values()) == pytest.approx(0)
    for _ in range(3):
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("reward", ["win", "rank", "points"])
def test_a_game_that_is_cut_off_is_truncated_for_all(reward):
    env = pamir_env.env(players=3, max_turns=5, reward=reward)
    env.reset(seed=1)
    while not any(env.truncations.values()):
        mask = env.last()[0]["action_mask"]
        env.step(0 if mask[0] else int(np.argmax(mask)))
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_forced_decisions_are_skipped_when_asked():
    env = pamir_env.env(players=2, skip_forced=True)
    env.reset(seed=4)
    rng = np.random.default_rng(0)
    while not any(env.terminations.values()):
        mask = env.last()[0]["action_mask"]
        assert mask.sum() > 1
        env.step(int(rng.choice(np.flatnonzero(mask))))


def test_render_modes():
    env = pamir_env.env(render_mode="ansi")
    env.reset(seed=1)
    assert "Market" in env.render()
    with pytest.raises(ValueError, match="render_mode is None or one of human, ansi"):
        pamir_env.env(render_mode="gif")


# ---- Gymnasium and stable-baselines3 ---------------------------------------------------------------------


def alternating(views):
    """A policy: the first legal action, or the last."""
    last = views.masks.shape[1] - 1 - views.masks[:, ::-1].argmax(axis=1)
    return np.where(views.bits % np.uint64(2) == 0, views.masks.argmax(axis=1), last)


SEATS = {
    "Wakhan": {"opponents": "wakhan"},
    "random": {"opponents": "random", "players": 4},
    "policy": {"opponents": [alternating, "random"]},
    "Wakhan and a policy": {"opponents": ["wakhan", alternating], "seat": 0},
}
every_seat = pytest.mark.parametrize("keywords", SEATS.values(), ids=SEATS.keys())


@every_seat
def test_gymnasium_checks_one_seat(keywords):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        env = PaxPamirEnv(on_illegal="random_legal", render_mode="ansi", **keywords)
        check_env(env, skip_render_check=False)
        check_env_sb3(PaxPamirEnv(on_illegal="random_legal", **keywords))


@every_seat
def test_the_rewards_of_a_seat_are_the_result_of_the_game(keywords):
    """Also when somebody else ends the game; for every seat that can be drawn."""
    env, rng, seats, ended_by_others = PaxPamirEnv(**keywords), np.random.default_rng(0), set(), 0
    for seed in range(40):
        env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            _, reward, over, cut, info = env.step(int(rng.choice(np.flatnonzero(env.action_masks()))))
            total += reward
            assert not cut
        seat, states = info["seat"], env._batch.states
        seats.add(seat)
        ended_by_others += int(states["turn_seat"][0]) != seat
        payoff = np.zeros(5)
        PAMIR.payoffs(states, 0, 0, payoff)
        assert total == pytest.approx(payoff[seat])
        assert total != 0 or PAMIR.outcome(states, 0)["winners"] == list(range(env._batch.settings.players))
    assert ended_by_others > 0
    assert keywords.get("seat") == 0 or len(seats) == len(env._batch.people)


@every_seat
def test_a_seat_keeps_its_game_when_pickled(keywords):
    env = PaxPamirEnv(**keywords)
    env.reset(seed=3)
    for _ in range(10):
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
    twin, other = pickle.loads(pickle.dumps(env)), copy.deepcopy(env)
    for _ in range(10):
        action = int(np.flatnonzero(env.action_masks())[-1])
        for a, b in zip(env.step(action), twin.step(action)):
            np.testing.assert_equal(a, b)
        other.step(action)
    np.testing.assert_array_equal(other._batch.observations, env._batch.observations)


def test_a_seat_env_says_what_is_wrong():
    with pytest.raises(ValueError, match="wakhan can be named only once"):
        PaxPamirEnv(opponents=["wakhan", "wakhan"])
    with pytest.raises(ValueError, match="need 1 more opponent"):
        PaxPamirEnv(opponents="wakhan", players=3)
    with pytest.raises(ValueError, match="do not fit a table of 2"):
        PaxPamirEnv(opponents=["random", "random"], players=2)
    with pytest.raises(ValueError, match=r"seat is .*which people play"):
        PaxPamirEnv(seat=1)
    with pytest.raises(ValueError, match="an opponent is one of random"):
        PaxPamirEnv(opponents="nobody")
    with pytest.raises(gymnasium.error.ResetNeeded):
        PaxPamirEnv().step(0)
    env = PaxPamirEnv(on_illegal="lose")
    env.reset(seed=1)
    assert env.step(0)[1:3] == (-1.0, True)
    with pytest.raises(IllegalAction, match="call reset"):
        env.step(133)


def test_a_vector_env_is_many_single_ones():
    """The same seeds, seats and actions give the same observations, masks and rewards, over several games."""
    n, seeds = 5, [10, 20, 30, 40, 50]
    vector = PaxPamirVectorEnv(n, opponents=["wakhan", "random"], seed=0, threads=2)
    singles = [PaxPamirEnv(opponents=["wakhan", "random"]) for _ in range(n)]
    views, infos = vector.reset(seed=seeds)
    starts = [env.reset(seed=seed) for env, seed in zip(singles, seeds)]
    rng, ends = np.random.default_rng(0), 0
    np.testing.assert_array_equal(views, [view for view, _ in starts])
    for _ in range(400):
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        views, rewards, overs, cuts, infos = vector.step(actions)
        for i, env in enumerate(singles):
            view, reward, over, cut, info = env.step(int(actions[i]))
            assert (reward, over, cut) == (rewards[i], overs[i], cuts[i])
            if over:
                np.testing.assert_array_equal(view, infos["final_obs"][i])
                ends += 1
                view, info = env.reset()
            np.testing.assert_array_equal(view, views[i])
            np.testing.assert_array_equal(info["action_mask"], infos["action_mask"][i])
            assert info["seat"] == infos["seat"][i]
    assert ends > n


def test_maskable_ppo_learns_on_the_vec_env():
    env = SeatVecEnv(PAMIR, Settings(players=2, wakhan=True), games=8, seed=1)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=128, seed=1, device="cpu", n_epochs=1)
    model.learn(1000)
    assert model.num_timesteps >= 1000
    assert all(np.isfinite(p.detach().numpy()).all() for p in model.policy.parameters())


def test_the_vec_env_pays_what_the_batch_pays():
    env = SeatVecEnv(PAMIR, Settings(players=3), games=6, seed=3, opponents=("random",))
    batch = BatchEnv(PAMIR, Settings(players=3), env.batch.seeds.copy(), seat="random")
    np.testing.assert_array_equal(env.reset(), batch.observations)
    rng, ended = np.random.default_rng(0), 0
    for _ in range(300):
        masks = np.array(env.env_method("action_masks"))
        np.testing.assert_array_equal(masks, batch.masks)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in masks])
        views, rewards, done, infos = env.step(actions)
        batch.step(actions)
        np.testing.assert_array_equal(views, batch.observations)
        np.testing.assert_allclose(rewards, batch.learner_rewards())
        for i in np.flatnonzero(done):
            ended += 1
            assert infos[i]["episode"]["r"] in (-0.5, 1.0, 0.5, -1.0, 0.0)
            np.testing.assert_array_equal(infos[i]["terminal_observation"], batch.final_observations[i])
    assert ended > 3
