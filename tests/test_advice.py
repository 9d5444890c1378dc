"""Advice: it says of every action what the greedy player thinks of it, to whoever wants to hear."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import torch

from agents import make_agent
from agents.advice import OUTLOOKS, Advisor, width
from agents.net_agent import PolicyAgent
from agents.net_files import load_net, save_net
from agents.network import NetConfig, log_chances, make_net
from pamir_env import PAMIR
from tabletop.batch_env import BatchEnv
from tabletop.views import Views
from tests.playing import TABLES
from tests.toy_game import TOY
from tests.toy_training import toy_config
from train.config import BadConfig, Config, PPOConfig, TableConfig, check_config
from train.ppo import Decisions, Learner
from train.ppo_sb3 import refuse
from train.selfplay import Rollout, SelfPlay, advantages

CLEAR = 10.0
SMALL = {"flat": NetConfig("flat", 16, 1, advice=CLEAR), "things": NetConfig("things", 16, 1, 8, CLEAR)}


def middle_games(table: str, n: int = 60, steps: int = 50) -> Views:
    batch, rng = BatchEnv(PAMIR, TABLES[table], n, threads=1), np.random.default_rng(1)
    for _ in range(steps):
        batch.step((rng.random(batch.masks.shape) * batch.masks).argmax(axis=1))
    return batch.views()


def fresh(kind: str) -> torch.nn.Module:
    with torch.random.fork_rng():
        torch.manual_seed(0)
        return make_net(PAMIR, SMALL[kind])


@pytest.mark.parametrize("table", TABLES)
def test_the_best_action_is_the_greedy_one(table):
    views = middle_games(table)
    advice = Advisor(PAMIR, CLEAR)(views)
    assert advice.shape == (len(views), width(PAMIR))
    of_actions, outlook = advice[:, :-OUTLOOKS], advice[:, -OUTLOOKS:]
    assert (of_actions[~views.masks] == 0).all()
    assert ((of_actions <= 0) & (of_actions >= -1)).all() and (np.abs(outlook) <= 1).all()
    greedy = make_agent("greedy", PAMIR).act_many(views)
    assert (of_actions[np.arange(len(views)), greedy] == 0).all()
    assert (of_actions < 0).any(axis=1).mean() > 0.3  # mostly it makes a difference


def test_it_depends_neither_on_threads_nor_on_neighbours():
    views = middle_games("3 players", n=300)
    whole = Advisor(PAMIR, CLEAR)(views)
    np.testing.assert_array_equal(Advisor(PAMIR, CLEAR, threads=3)(views), whole)
    some = np.array([3, 77, 150])
    np.testing.assert_array_equal(Advisor(PAMIR, CLEAR)(Views(PAMIR, views._games, some)), whole[some])


@pytest.mark.parametrize("kind", SMALL)
def test_a_network_that_has_learned_nothing_believes_it(kind):
    views = middle_games("2 players")
    agent = PolicyAgent(PAMIR, fresh(kind))
    chosen = agent.act_many(views)
    shortfall = Advisor(PAMIR, CLEAR)(views)[np.arange(len(views)), chosen]
    assert (shortfall == 0).mean() > 0.9 and shortfall.min() > -0.1


@pytest.mark.parametrize("kind", SMALL)
def test_it_cannot_do_without(kind):
    views = middle_games("2 players", n=2)
    with pytest.raises(ValueError, match="made to be advised"):
        fresh(kind)(torch.from_numpy(views.observations), torch.from_numpy(views.masks))


@pytest.mark.parametrize("kind", SMALL)
def test_it_plays_the_same_from_a_file(kind, tmp_path):
    views = middle_games("1 and Wakhan")
    net = fresh(kind)
    save_net(tmp_path, net, PAMIR, SMALL[kind], {})
    again, _ = load_net(tmp_path, PAMIR)
    for left, right in zip(PolicyAgent(PAMIR, net).look(views), PolicyAgent(PAMIR, again).look(views)):
        np.testing.assert_array_equal(left, right)


@pytest.mark.parametrize("kind", SMALL)
def test_what_was_heard_while_playing_is_what_is_learned_from(kind):
    """The first ratio is one, as without advice; at several tables, with a past self at one of them."""
    settings = ({"players": 2, "wakhan": True}, {"players": 3})
    tables = [
        TableConfig(games=8, settings=words, opponents={"self": 0.5, "past": 0.5}) for words in settings
    ]
    config = Config(net=SMALL[kind], ppo=PPOConfig(steps=12, minibatch=64, bfloat16=False), tables=tables)
    learner, play = Learner(PAMIR, config), SelfPlay(PAMIR, config)
    rollout = Rollout.empty(PAMIR, 12, play.n, advised=True)
    for _ in range(2):
        play.collect(rollout, learner.answer(), [learner.answer()])
    data = Decisions.of(rollout, advantages(rollout, 1.0, 0.95)[0])
    with torch.inference_mode():
        logits, values = learner.net(data.observations, data.masks, data.advice)
    again = log_chances(logits).gather(1, data.actions[:, None]).squeeze(1)
    torch.testing.assert_close(again, data.log_chances, atol=1e-5, rtol=0)
    torch.testing.assert_close(values, data.values, atol=1e-5, rtol=1e-5)
    assert np.isfinite(list(learner.update(rollout).values())).all()


def test_games_that_judge_nothing_give_no_advice():
    config = toy_config(net=dataclasses.replace(toy_config().net, advice=CLEAR))
    with pytest.raises(BadConfig, match=r"net\.advice.*toy has no evaluation"):
        check_config(TOY, config)
    with pytest.raises(ValueError, match="nobody can advise"):
        Advisor(TOY, CLEAR)


def test_maskable_ppo_says_that_it_cannot():
    with pytest.raises(BadConfig, match=r"set net\.advice to 0"):
        refuse(Config(net=SMALL["things"], tables=[TableConfig(settings={"players": 2})]))


# ---- with a search ---------------------------------------------------------------------------------------


def test_search_has_a_say():
    """With no trust in it the network decides alone; with all trust, what search finds best."""
    views = middle_games("2 players")
    alone = PolicyAgent(PAMIR, fresh("things")).act_many(views)
    np.testing.assert_array_equal(
        PolicyAgent(PAMIR, fresh("things"), sims=30, trust=0.0).act_many(views), alone
    )
    agent = PolicyAgent(PAMIR, fresh("things"), sims=30, trust=1e6)
    chosen = agent.act_many(views)
    worth = np.where(views.masks, agent.search.action_values, -np.inf)
    assert (worth[np.arange(len(views)), chosen] == worth.max(axis=1)).all()
    agent.threads = 3
    np.testing.assert_array_equal(agent.act_many(views), chosen)


def test_the_manifest_says_how_much_to_search(tmp_path):
    save_net(tmp_path, fresh("things"), PAMIR, SMALL["things"], {"sims": 7})
    for spec, sims in (("", 7), (",sims=3", 3), (",sims=0", None)):
        agent = make_agent(f"net:{tmp_path}{spec}", PAMIR)
        assert (agent.search.sims if agent.search else None) == sims
