"""PPO learns what there is to learn, from the right seat; and its parts do what they say."""

from __future__ import annotations

import copy
import dataclasses

import numpy as np
import pytest
import torch

import train.ppo
from agents.net_agent import PolicyAgent
from agents.network import NetConfig, ThingNet, log_chances, make_net, sample
from pamir_env import PAMIR, Settings
from tabletop.batch_env import BatchEnv
from tests.toy_game import BLINDED, TOY, best_actions
from tests.toy_training import PPO, mean_result, toy_config, trained
from train.config import Config, PPOConfig, TableConfig
from train.ppo import Decisions, Learner, answer_with, ppo_loss
from train.selfplay import LEARNER, Rollout, SelfPlay, advantages
from train.shaping import Potential

ENOUGH = 0.95
"""Of the best result."""


# ---- advantages ------------------------------------------------------------------------------------------


def random_rollout(seed: int, steps: int = 40, games: int = 7, seats: int = 3) -> Rollout:
    """Decisions of random seats, games that end now and then, some of them cut off."""
    rng = np.random.default_rng(seed)
    rollout = Rollout.empty(TOY, steps, games)
    rollout.values[:] = rng.normal(size=(steps, games))
    rollout.seats[:] = rng.integers(seats, size=(steps, games))
    rollout.mine[:] = rng.random((steps, games)) < 0.6
    rollout.rewards[:] = rng.normal(size=rollout.rewards.shape)
    rollout.done[:] = rng.random((steps, games)) < 0.15
    cut = rollout.done & (rng.random((steps, games)) < 0.5)
    rollout.after[cut] = rng.normal(size=(int(cut.sum()), seats))
    return rollout


def slow_advantage(r: Rollout, t: int, i: int, gamma: float, lam: float) -> float | None:
    """Of the decision at t in game i: walk to the same seat's next one, or to the end of the game."""
    seat, earned = r.seats[t, i], 0.0
    for k in range(t, len(r.actions)):
        earned += float(r.rewards[k, i, seat])
        if r.done[k, i]:
            return earned + gamma * float(r.after[k, i, seat]) - float(r.values[t, i])
        following = k + 1
        if following < len(r.actions) and r.mine[following, i] and r.seats[following, i] == seat:
            later = slow_advantage(r, following, i, gamma, lam)
            surprise = earned + gamma * float(r.values[following, i]) - float(r.values[t, i])
            return surprise + gamma * lam * (later or 0.0)
    return None  # the rollout ends before anything is known


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("gamma", "lam"), [(1.0, 0.95), (0.9, 0.5), (1.0, 1.0), (0.99, 0.0)])
def test_advantages_are_those_of_each_seat(seed, gamma, lam):
    rollout = random_rollout(seed)
    found, known = advantages(rollout, gamma, lam)
    unknown = 0
    for t, i in np.ndindex(rollout.actions.shape):
        want = slow_advantage(rollout, t, i, gamma, lam) if rollout.mine[t, i] else None
        assert known[t, i] == (want is not None), (t, i)
        if want is not None:
            assert found[t, i] == pytest.approx(want, abs=1e-4), (t, i)
        elif rollout.mine[t, i]:
            unknown += 1
    assert unknown and known.sum() > 100


def test_what_a_game_that_was_cut_off_could_still_bring():
    """Each seat's own expectation, from what that seat saw; nothing where a game was played to its end."""
    config = toy_config(players=3, settings={"max_turns": 5, "reward": "soon"})
    play, cuts = SelfPlay(TOY, config), 0
    rollout = Rollout.empty(TOY, 1, play.n)
    batch = play.tables[0].batch

    def answer(uniform, observations, masks, advice):
        actions = (np.where(masks, uniform[:, None], -1)).argmax(axis=1)
        return (
            actions,
            np.zeros(len(masks)),
            ((1 + observations[:, :4] @ np.arange(4)) / 8).astype(np.float32),
        )

    for _ in range(20):
        play.collect(rollout, answer, [])
        for i in range(play.n):
            want = np.zeros(3)
            if batch.truncated[i]:
                want = (1 + batch.final_states["colour"][i, :3]) / 8
                cuts += 1
            np.testing.assert_array_equal(rollout.after[0, i], want)
    assert cuts > 20


# ---- learning --------------------------------------------------------------------------------------------


def share_of_the_best(learner: Learner, seat: str = "every") -> float:
    """What the learner earns against what can be earned, on the same deals."""
    with torch.inference_mode():

        def act(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
            logits, _ = learner.net(torch.tensor(observations), torch.tensor(masks))
            return logits.argmax(dim=1).numpy()

        mine = mean_result(TOY, learner.config, act, seat)
    return mine / mean_result(TOY, learner.config, best_actions, seat)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("reward", ["end", "soon"])
def test_self_play_reaches_the_best_result(players, reward):
    config = toy_config(players, settings={"reward": reward})
    assert mean_result(TOY, config, best_actions) == pytest.approx(1.0)
    learner, _ = trained(TOY, config)
    assert share_of_the_best(learner) >= ENOUGH


@pytest.mark.parametrize("players", [2, 3])
def test_the_best_result_against_random_players(players):
    learner, _ = trained(TOY, toy_config(players, {"random": 1.0}, 20_000))
    assert share_of_the_best(learner, seat="random") >= ENOUGH


def test_games_that_are_always_cut_off_are_learned_too():
    settings, ppo = {"reward": "soon", "max_turns": 5}, dataclasses.replace(PPO, gamma=0.9)
    learner, _ = trained(TOY, toy_config(3, settings=settings, ppo=ppo))
    assert share_of_the_best(learner) >= ENOUGH


@pytest.mark.parametrize("players", [2, 3])
def test_rewards_of_the_wrong_seat_teach_nothing(players, monkeypatch):
    """The proof that the tests above can fail."""

    def of_the_next_seat(rollout: Rollout, gamma: float, lam: float):
        moved = dataclasses.replace(rollout, rewards=np.zeros_like(rollout.rewards))
        moved.rewards[:, :, :players] = np.roll(rollout.rewards[:, :, :players], 1, axis=2)
        return advantages(moved, gamma, lam)

    monkeypatch.setattr(train.ppo, "advantages", of_the_next_seat)
    learner, _ = trained(TOY, toy_config(players))
    assert share_of_the_best(learner) < 0.6


@pytest.mark.parametrize("players", [2, 3])
def test_the_view_of_the_next_player_teaches_nothing(players):
    learner, _ = trained(BLINDED, toy_config(players))
    act = greedy_answers(learner)
    assert mean_result(BLINDED, learner.config, act) < 0.6


def greedy_answers(learner: Learner):
    def act(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        with torch.inference_mode():
            return learner.net(torch.tensor(observations), torch.tensor(masks))[0].argmax(dim=1).numpy()

    return act


def test_the_same_seed_gives_the_same_curve():
    config = toy_config(3, {"self": 0.5, "random": 0.5}, 8_000, ppo=dataclasses.replace(PPO, bfloat16=True))
    (one, curve), (two, again) = trained(TOY, config), trained(TOY, config)
    assert curve == again
    for name, tensor in one.net.state_dict().items():
        assert torch.equal(tensor, two.net.state_dict()[name]), name
    _, other = trained(TOY, dataclasses.replace(config, seed=2))
    assert curve != other


def test_too_few_decisions_for_a_minibatch_are_learned_from_all_the_same():
    """A small table beside a big minibatch must not train for hours and learn nothing."""
    config = toy_config(frames=4_000, ppo=dataclasses.replace(PPO, minibatch=100_000))
    learner, curve = trained(TOY, config)
    assert all("policy_loss" in stats for stats in curve)
    assert not torch.equal(learner.net.trunk[0].weight, Learner(TOY, config).net.trunk[0].weight)


# ---- Pax Pamir: masks, ratios, shaping -------------------------------------------------------------------

TABLES = {
    **{f"{n} players": {"players": n} for n in (2, 3, 4, 5)},
    **{f"{n - 1} and Wakhan": {"players": n, "wakhan": True} for n in (2, 3)},
}
every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
every_net = pytest.mark.parametrize("kind", ["flat", "things"])


def seen(table: dict, games: int = 48, steps: int = 60) -> tuple[torch.Tensor, torch.Tensor]:
    """Observations and masks from the middle of random games."""
    batch = BatchEnv(PAMIR, Settings(**table), games, threads=1)
    rng = np.random.default_rng(1)
    for _ in range(steps):
        batch.step((rng.random(batch.masks.shape) * batch.masks).argmax(axis=1))
    return torch.tensor(batch.observations), torch.tensor(batch.masks)


def small(kind: str) -> NetConfig:
    return NetConfig(kind=kind, width=48, thing_width=16)


@every_table
@every_net
def test_networks_are_finite_and_so_are_their_gradients(table, kind):
    torch.manual_seed(0)
    net, (observations, masks) = make_net(PAMIR, small(kind)), seen(table)
    logits, values = net(observations, masks)
    assert logits.shape == masks.shape and values.shape == (len(masks),)
    assert torch.isfinite(values).all() and torch.isfinite(logits).all()
    chances = log_chances(logits)
    (chances[masks].mean() + values.mean()).backward()
    for name, parameter in net.named_parameters():
        assert parameter.grad is not None and torch.isfinite(parameter.grad).all(), name
    alone, worth = net(observations[:1], masks[:1])
    torch.testing.assert_close(alone, logits[:1], atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(worth, values[:1], atol=1e-4, rtol=1e-4)


@every_net
def test_what_is_not_legal_has_no_chance_and_no_entropy(kind):
    torch.manual_seed(0)
    net, (observations, masks) = make_net(PAMIR, small(kind)), seen({"players": 3})
    with torch.no_grad():
        logits, values = net(observations, masks)
    chances = log_chances(logits).exp()
    assert (chances[~masks] == 0).all()
    torch.testing.assert_close(chances.sum(dim=1), torch.ones(len(masks)))
    for uniform in (2.0**-53, 0.25, 0.5, 0.75, 1 - 2.0**-53):
        drawn = sample(logits, torch.full((len(masks),), uniform, dtype=torch.float64))
        assert masks[torch.arange(len(masks)), drawn].all()
    n = len(masks)
    nothing, unadvised, first = torch.zeros(n), torch.zeros(n, 0), masks.int().argmax(dim=1)
    batch = Decisions(observations, masks, unadvised, first, nothing, values, nothing, nothing)
    _, found = ppo_loss(net, batch, 0.0, 1.0, PPOConfig(bfloat16=False))
    legal = [torch.distributions.Categorical(logits=row[mask]).entropy() for row, mask in zip(logits, masks)]
    assert found[2] == pytest.approx(float(torch.stack(legal).mean()), abs=1e-5)


def pamir_config(**changes) -> Config:
    """A few games of Pax Pamir, every seat the learner's."""
    tables = [TableConfig(games=24, settings={"players": 3}), TableConfig(games=8, settings={"players": 2})]
    ppo = PPOConfig(steps=16, minibatch=128, bfloat16=False)
    return dataclasses.replace(Config(net=small("things"), ppo=ppo, tables=tables), **changes)


@every_net
@pytest.mark.parametrize(("bfloat16", "close"), [(False, 1e-5), (True, 0.05)])
def test_the_first_ratio_is_one(kind, bfloat16, close):
    """What was written down while playing is what the learner computes before it has changed."""
    ppo = PPOConfig(steps=16, minibatch=512, epochs=1, bfloat16=bfloat16)
    config = pamir_config(net=small(kind), ppo=ppo)
    learner, play = Learner(PAMIR, config), SelfPlay(PAMIR, config)
    rollout = Rollout.empty(PAMIR, ppo.steps, play.n, bool(config.net.advice))
    play.collect(rollout, learner.answer(), [])
    gains, known = advantages(rollout, 1.0, 0.95)
    data = Decisions.of(rollout, gains)
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16, enabled=bfloat16):
        logits, values = learner.net(data.observations, data.masks, data.advice)
    again = log_chances(logits).gather(1, data.actions[:, None]).squeeze(1)
    torch.testing.assert_close(again, data.log_chances, atol=close, rtol=0)
    torch.testing.assert_close(values, data.values, atol=close, rtol=close)
    assert (data.masks.gather(1, data.actions[:, None])).all()
    stats = learner.update(dataclasses.replace(rollout))
    assert learner.frames == known.sum() and stats["kl"] < close**2 + 1e-6 and stats["clipped"] == 0


@every_net
def test_a_batch_of_any_size_is_answered(kind):
    """A batch is cut into parts; one game alone, or a part with nothing in it, is no special case."""
    torch.manual_seed(0)
    answer = answer_with(make_net(PAMIR, small(kind)), bfloat16=False)
    observations, masks = (tensor.numpy() for tensor in seen({"players": 2}, games=5))
    whole = answer(np.full(5, 0.5), observations, masks)
    for n in (1, 2, 3):
        for part, full in zip(answer(np.full(n, 0.5), observations[:n], masks[:n]), whole):
            np.testing.assert_allclose(part, full[:n], atol=1e-5)


@pytest.mark.parametrize("table", [{"players": 3}, {"players": 2, "wakhan": True}], ids=["3", "Wakhan"])
def test_shaping_adds_up_to_the_same_for_every_way_of_playing(table):
    """Over a whole game it takes back where the game began: what is best stays best."""
    sums, begins = zip(*(shaping_of_whole_games(table, seed) for seed in (1, 2)))
    np.testing.assert_allclose(sums[0], sums[1], atol=1e-5)
    np.testing.assert_allclose(sums[0], -0.7 * begins[0], atol=1e-5)
    assert np.abs(sums[0]).max() > 0 or table["players"] == 3


def shaping_of_whole_games(table: dict, policy: int) -> tuple[np.ndarray, np.ndarray]:
    """What shaping pays to each seat in each first game, and how each seat stood when it began."""
    ppo = PPOConfig(steps=1, shaping=0.7, bfloat16=False)
    play = SelfPlay(PAMIR, Config(ppo=ppo, tables=[TableConfig(games=12, settings=table)]))
    batch, rng = play.tables[0].batch, np.random.default_rng(policy)
    begin = Potential(PAMIR, ppo.shaping_scale)(batch.states)
    rollout, total = Rollout.empty(PAMIR, 1, play.n), np.zeros((play.n, PAMIR.max_seats))
    over = np.zeros(play.n, bool)

    def answer(uniform, observations, masks, advice):
        actions = (rng.random(masks.shape) * masks).argmax(axis=1)
        return actions, np.zeros(len(masks), np.float32), np.zeros(len(masks), np.float32)

    while not over.all():
        play.collect(rollout, answer, [])
        total[~over] += (rollout.rewards[0] - batch.rewards)[~over]
        over |= batch.done.astype(bool)
    return total, begin


def test_shaping_needs_an_evaluation():
    with pytest.raises(ValueError, match=r"toy has no evaluation, so ppo\.shaping must be 0"):
        SelfPlay(TOY, toy_config(ppo=dataclasses.replace(PPO, shaping=1.0)))


# ---- the network that shares over cards ------------------------------------------------------------------


def swapped(net: ThingNet, a: int, b: int) -> ThingNet:
    """The same network, the two cards having changed what is printed on them and what was learned of them."""
    other, rows = copy.deepcopy(net), torch.tensor([b, a])
    other.facts[[a, b]] = net.facts[rows]
    with torch.no_grad():
        other.identity[[a, b]] = net.identity[rows]
    return other


def cards_on_the_table(net: ThingNet, observations: torch.Tensor) -> torch.Tensor:
    return net.groups[observations[:, slice(*net.place_span)].long()] >= 0


def test_cards_that_change_places_change_their_logits():
    """A card is what is printed on it plus where it lies: its number means nothing."""
    torch.manual_seed(0)
    net, (observations, masks) = make_net(PAMIR, small("things")), seen({"players": 3}, games=200, steps=90)
    shown = cards_on_the_table(net, observations)
    a, b = shown[:, : len(net.facts) - 20].sum(dim=0).topk(2).indices.tolist()  # court cards, seen often
    keep = (net._top_frame(observations)[:, 2] != a + 1) & (net._top_frame(observations)[:, 2] != b + 1)
    observations, masks = observations[keep], masks[keep]

    first, start = net.first_action, net.place_span[0]
    moved, allowed = observations.clone(), masks.clone()
    for here, there in ((a, b), (b, a)):
        moved[:, start + here] = observations[:, start + there]
        moved[:, net.columns[here]] = observations[:, net.columns[there]]
        allowed[:, first + here] = masks[:, first + there]
    assert (moved != observations).any(dim=1).sum() > 20
    logits, values = net(observations, masks)
    others, worth = swapped(net, a, b)(moved, allowed)
    others[:, [first + a, first + b]] = others[:, [first + b, first + a]]
    torch.testing.assert_close(others, logits, atol=1e-4, rtol=1e-4)
    torch.testing.assert_close(worth, values, atol=1e-4, rtol=1e-4)
    plain, _ = net(moved, allowed)
    assert not torch.allclose(plain[:, first + a], others[:, first + a], atol=1e-4)


# ---- who sits where --------------------------------------------------------------------------------------


def test_only_the_learners_decisions_are_learned_from():
    config = toy_config(3, {"random": 1.0})
    play = SelfPlay(TOY, config)
    rollout = Rollout.empty(TOY, 32, play.n)
    play.collect(rollout, answer_with(make_net(TOY, config.net), False), [])
    who = play.tables[0].who
    assert ((who == LEARNER).sum(axis=1) == 1).all()
    assert 0.2 < rollout.mine.mean() < 0.45
    _, known = advantages(rollout, 1.0, 0.95)
    assert not known[~rollout.mine].any()
    assert sum(rollout.games.values()) == rollout.done.sum()
    assert 0 < rollout.wins["random"] < rollout.games["random"]


def test_too_short_to_learn_from_is_said():
    config = toy_config(3)
    learner, play = Learner(TOY, config), SelfPlay(TOY, config)
    rollout = Rollout.empty(TOY, 1, play.n)
    play.collect(rollout, learner.answer(), [])
    with pytest.raises(ValueError, match=r"ppo\.steps is too small"):
        learner.update(rollout)


def test_past_selves_take_their_seats():
    config = toy_config(2, {"past": 1.0})
    play, calls = SelfPlay(TOY, config), []
    rollout = Rollout.empty(TOY, 32, play.n)

    def past(uniform, observations, masks, advice):
        calls.append(len(masks))
        return masks.argmax(axis=1), np.full(len(masks), 9.0), np.full(len(masks), 9.0)

    answer = answer_with(make_net(TOY, config.net), False)
    play.collect(rollout, answer, [past, past])
    assert rollout.mine[:2].all()  # there was nobody before the first snapshot: the learner plays both
    play.collect(rollout, answer, [past, past])
    assert calls and 0.4 < rollout.mine.mean() < 0.6
    assert (rollout.values[~rollout.mine] == 9).all() and (rollout.values[rollout.mine] != 9).all()


def test_a_network_plays_as_an_agent():
    net = make_net(TOY, toy_config().net)
    batch = BatchEnv(TOY, TOY.settings(), 32, threads=1)
    for temperature in (0.0, 1.0):
        agent = PolicyAgent(TOY, net, temperature)
        for _ in range(10):
            batch.step(agent.act_many(batch.views()))
    with pytest.raises(ValueError, match="temperature is a number from 0"):
        PolicyAgent(TOY, net, -1.0)
