"""MaskablePPO on our VecEnv: it plays legally, learns the toy game, and its opponents grow with it."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
import torch

from agents.arena import Arena
from agents.net_files import load_net
from agents.network import NetConfig
from pamir_env import PAMIR, Settings
from tests.toy_game import TOY, best_actions
from tests.toy_training import mean_result, toy_config
from train.config import BadConfig, Config, Contest, EvalConfig, PoolConfig, PPOConfig, TableConfig
from train.ppo_sb3 import MaskedEvaluation, OpponentPool, SB3Agent, make_env, make_model, train_sb3


def pamir_config(settings: dict, opponents: dict[str, float], against: list[str]) -> Config:
    return Config(
        frames=1_000,
        net=NetConfig(width=24, thing_width=8),
        ppo=PPOConfig(steps=16, minibatch=64, epochs=1),
        tables=[TableConfig(games=8, settings=settings, opponents=opponents)],
        pool=PoolConfig(every=256),
        eval=EvalConfig(every=512, contests=[Contest(against, settings, 4)]),
    )


@pytest.mark.parametrize(
    ("settings", "opponents", "against"),
    [
        ({"players": 2, "wakhan": True}, {"wakhan": 1.0}, ["wakhan"]),
        (
            {"players": 3, "max_turns": 40},
            {"self": 0.4, "past": 0.3, "greedy": 0.2, "random": 0.1},
            ["random"] * 2,
        ),
    ],
    ids=["Wakhan", "3 players"],
)
def test_a_thousand_steps_of_pax_pamir(tmp_path, settings, opponents, against):
    """An illegal action would raise, the learner's as well as an opponent's."""
    config = pamir_config(settings, opponents, against)
    found = train_sb3(PAMIR, config, tmp_path / "run", quiet=True)
    assert found["frames"] >= 1_000 and len(found["evaluations"]) >= 2
    assert found["evaluations"][0]["contests"][0]["against"] == " ".join(against)
    net, manifest = load_net(tmp_path / "run" / "last", PAMIR)
    assert manifest["frames"] == found["frames"]
    assert all(torch.isfinite(tensor).all() for tensor in net.state_dict().values())
    files = {path.suffix for path in (tmp_path / "run").rglob("*") if path.is_file()}
    assert not files & {".zip", ".pkl", ".pt", ".pth"}
    load_net(tmp_path / "run" / "best", PAMIR)


def test_it_learns_the_toy_game(tmp_path):
    base = toy_config(opponents={"self": 0.5, "random": 0.5}, frames=20_000)
    config = dataclasses.replace(base, ppo=dataclasses.replace(base.ppo, final_rate=0.1))
    train_sb3(TOY, config, tmp_path / "run", quiet=True)
    net, _ = load_net(tmp_path / "run" / "last", TOY)

    def act(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.inference_mode():
            return net(torch.tensor(observations), torch.tensor(masks))[0].argmax(dim=1).numpy()

    assert mean_result(TOY, config, act) >= 0.95 * mean_result(TOY, config, best_actions)


def test_the_opponents_grow_with_the_learner(tmp_path):
    config = toy_config(opponents={"self": 0.5, "past": 0.5}, frames=16_000)
    pool = OpponentPool(TOY, config)
    env = make_env(TOY, config, pool)
    assert env.batch.opponents == (pool.newest, pool.past)
    model = make_model(TOY, config, env, env.action_masks)
    seen: list[tuple[float, float]] = []

    class Watch(MaskedEvaluation):
        def _on_rollout_start(self) -> None:
            total = [float(agent.net.trunk[0].weight.detach().sum()) for agent in (pool.newest, pool.past)]
            seen.append((total[0], total[1]))
            assert torch.equal(pool.newest.net.trunk[0].weight, self.model.policy.net.trunk[0].weight)

    model.learn(config.frames, callback=[pool, Watch(TOY, config, tmp_path)])
    newest, past = zip(*seen)
    assert len(set(newest)) == len(newest)  # a new self in every rollout
    assert len(set(past)) >= 2 and past[-1] != newest[-1]
    frames = [snapshot.frames for snapshot in pool.pool.snapshots]
    assert len(frames) == config.pool.keep and frames == sorted(frames)


def test_a_policy_plays_in_the_arena_like_any_agent(tmp_path):
    config = pamir_config({"players": 2}, {"random": 1.0}, ["random"])
    env = make_env(PAMIR, config, OpponentPool(PAMIR, config))
    model = make_model(PAMIR, config, env, env.action_masks)
    agent = SB3Agent(PAMIR, model.policy)
    arena = Arena(PAMIR, Settings(players=2), ["learner", "random"], agents={"learner": agent})
    rows = arena.run(6).rows()
    assert [row["games"] for row in rows] == [6, 6]


def test_values_see_the_masks_of_now():
    """At the end of a rollout MaskablePPO asks for values without masks; our networks need them."""
    config = pamir_config({"players": 2}, {"random": 1.0}, ["random"])
    env = make_env(PAMIR, config, OpponentPool(PAMIR, config))
    model = make_model(PAMIR, config, env, env.action_masks)
    observations = torch.tensor(env.reset())
    with torch.no_grad():
        _, want = model.policy.net(observations, torch.tensor(env.action_masks()))
        torch.testing.assert_close(model.policy.predict_values(observations)[:, 0], want)
        actions, values, chances = model.policy(observations, action_masks=env.action_masks())
        again, same, _ = model.policy.evaluate_actions(
            observations, actions, torch.tensor(env.action_masks())
        )
    torch.testing.assert_close(values[:, 0], want)
    torch.testing.assert_close(again[:, 0], want)
    torch.testing.assert_close(same, chances)
    assert env.action_masks()[np.arange(8), actions.numpy()].all()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tables": [TableConfig(), TableConfig()]}, "one kind of table, not 2"),
        ({"ppo": PPOConfig(shaping=1.0)}, "set ppo.shaping to 0"),
        ({"cloning": dataclasses.replace(Config().cloning, teacher="greedy")}, "leave cloning.teacher empty"),
    ],
)
def test_what_it_cannot_do_is_refused(tmp_path, changes, message):
    with pytest.raises(BadConfig, match=message):
        train_sb3(PAMIR, dataclasses.replace(Config(), **changes), tmp_path / "run")
    assert not (tmp_path / "run").exists()
