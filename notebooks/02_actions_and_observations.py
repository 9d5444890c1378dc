# %% [markdown]
# # Actions and observations
#
# What a learner gets to choose from, what it gets to see, and the four ways to step a game.

# %%
import os
import textwrap
import time

import matplotlib.pyplot as plt
import numpy as np

from pamir_env import PAMIR, Position, Settings

plt.style.use("calm.mplstyle")
QUICK = bool(os.environ.get("PAMIR_QUICK"))  # the tests play fewer games

# %% [markdown]
# ## 167 actions
#
# An action points at one thing on the table. There are blocks of ids for the kinds of things, the same
# for any number of players.

# %%
first = 0
for block in PAMIR.blocks:
    last = first + len(block.words) - 1
    words = ", ".join(block.words[:3]) + (", ..." if len(block.words) > 3 else "")
    print(f"{first:3} to {last:3}   {block.name:10} {words:46} {block.text}")
    first = last + 1

# %% [markdown]
# Why a thing is pointed at depends on the question. `c30`, card 30, may be bought, played, used, betrayed
# or discarded. There are 34 kinds of questions, which we call *decisions*:

# %%
for k, decision in enumerate(PAMIR.decisions[:12]):
    print(f"{k:2} {decision.name:14} {decision.who:20} {decision.legal}")
print(f"... and {len(PAMIR.decisions) - 12} more, see docs/pamir/decisions.md")

# %% [markdown]
# A turn is thus a short chain of small decisions instead of one huge action. How many choices does one
# have? Here 256 games of three random players are stepped side by side; `batch.masks` says what is legal
# in each.

# %%
from tabletop.batch_env import BatchEnv

batch = BatchEnv(PAMIR, Settings(players=3), seeds=256)
dice = np.random.default_rng(0)
choices, asked = [], []
for _ in range(50 if QUICK else 300):
    choices.append(batch.masks.sum(axis=1))
    asked.append(batch.decisions.copy())
    batch.step((batch.masks * dice.random(batch.masks.shape)).argmax(axis=1))
choices, asked = np.concatenate(choices), np.concatenate(asked)

fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), width_ratios=(1.2, 1))
counts = np.bincount(choices)[:26]
left.bar(range(len(counts)), counts / len(choices), color="C0")
left.set(xlabel="legal actions", ylabel="share of decisions", title="How many choices")
kinds = np.bincount(asked, minlength=len(PAMIR.decisions)) / len(asked)
order = np.argsort(kinds)[-10:]
right.barh([PAMIR.decisions[k].name for k in order], kinds[order], color="C0")
right.set(xlabel="share of decisions", title="What is asked, the ten commonest")
plt.show()
print(
    f"legal actions: mean {choices.mean():.1f}, most {choices.max()}, only one in {np.mean(choices == 1):.0%}"
)

# %% [markdown]
# The environments can skip decisions with a single legal action: `Settings(skip_forced=True)`.
#
# ## What a seat sees
#
# An observation is one vector of 1559 small integers, from the view of one seat: seats count from the
# observer, so one network can play every seat. `named` gives the parts by name, as views on the same
# memory.

# %%
from agents import make_agent
from tabletop.views import views_of

greedy = make_agent("greedy", PAMIR)
position = Position.new(Settings(players=3), seed=11)
for _ in range(120):
    view = views_of(position, dice.integers(2**64, dtype=np.uint64))[0]
    position.play(greedy.act(view))
position

# %%
view = views_of(position, np.uint64(0))[0]
parts = view.named()
print(f"seat {view.seat} decides {view.decision}; {len(view.legal)} legal actions")
print(f"observation: {view.observation.shape} of {view.observation.dtype}, in {len(parts)} parts")
for name in ("turn", "rupees", "points", "cylinders", "loyalty", "armies", "market"):
    text = next(feature.text for feature in PAMIR.features if feature.name == name)
    print(f"\n{name} ({text})\n{parts[name]}")

# %% [markdown]
# The same table from two seats: what belongs to seats is turned, what belongs to the table stays.

# %%
states = position.states
seen = np.zeros((3, PAMIR.obs_size), np.int8)
for seat in range(3):
    PAMIR.observe(states, 0, seat, seen[seat])
by_name = PAMIR.named(seen)
print("rupees as seats 0, 1, 2 see them:", *by_name["rupees"][:, :3].tolist())
same = [name for name, part in by_name.items() if (part == part[0]).all()]
print(textwrap.fill("the same for all three: " + ", ".join(same), 100))

# %% [markdown]
# ## What nobody can know
#
# Hands lie face down, but every card in them was bought in the open; who has watched knows them, so the
# observation tells. Hidden are the order of the deck, which cards were left out of the game, and the
# order of Wakhan's deck. `redeal_hidden` deals all that anew, in a way that fits everything the seat has
# seen. Agents that look ahead think with such copies, and the observation stays the same to the last
# number.

# %%
from pamir_env.hidden import redeal_hidden


def next_cards(states, n=8):
    size = int(states["deck_size"][0])
    return states["deck"][0][:size][::-1][:n].tolist()


print("next cards in truth:", next_cards(states))
for seed in range(3):
    dealt = states.copy()
    redeal_hidden(dealt, position.seat, seed)
    out = np.zeros(PAMIR.obs_size, np.int8)
    PAMIR.observe(dealt, 0, position.seat, out)
    assert (out == view.observation).all()
    print(f"dealt anew, seed {seed}:  ", next_cards(dealt))

# %% [markdown]
# Cards 101 to 104 are the Dominance Checks. They come in the lower piles of the deck, and a redeal keeps
# to that.
#
# ## Four faces of one game
#
# To compare them, all seats follow one silly rule that depends on nothing but observation and mask.


# %%
def rule(observation, mask):
    legal = np.flatnonzero(mask)
    return int(legal[observation.astype(int).sum() % len(legal)])


SEED, SETTINGS = 5, Settings(players=3)

position = Position.new(SETTINGS, seed=SEED)
while not position.over:
    view = views_of(position, np.uint64(0))[0]
    position.play(rule(view.observation, view.mask))
print("Position:  ", position.points, "winners", position.winners)

# %% [markdown]
# **PettingZoo**: every seat is an agent. Rewards come at the end: the winners share +1, the others share
# -1.

# %%
import pamir_env

env = pamir_env.env(players=3)
env.reset(seed=SEED)
rewards = dict.fromkeys(env.agents, 0.0)
for agent in env.agent_iter():
    seen, reward, over, cut, info = env.last()
    rewards[agent] += reward
    env.step(None if over or cut else rule(seen["observation"], seen["action_mask"]))
print("PettingZoo:", rewards)

# %% [markdown]
# **Gymnasium**: one seat is the learner's. The others are Wakhan, random, or a function that answers for
# many games in one call.

# %%
from pamir_env import PaxPamirEnv


def rule_for_many(views):
    return np.array([rule(o, m) for o, m in zip(views.observations, views.masks)])


env = PaxPamirEnv(opponents=rule_for_many, players=3, seat=0)
seen, info = env.reset(seed=SEED)
over = cut = False
earned, steps = 0.0, 0
while not (over or cut):
    seen, reward, over, cut, info = env.step(rule(seen, info["action_mask"]))
    earned, steps = earned + reward, steps + 1
print(f"Gymnasium:  seat 0 decided {steps} times and earned {earned}")

# %% [markdown]
# **Batch**: as many games as you like in one call, arrays written in place, no Python per game. Here with
# one game, to compare.

# %%
batch = BatchEnv(PAMIR, SETTINGS, seeds=[SEED], fresh=False)
while not batch.over.all():
    batch.step(np.array([rule(batch.observations[0], batch.masks[0])]))
print("batch:     ", batch.states["points"][0, :3].tolist(), "rewards", batch.rewards[0, :3].tolist())
assert batch.states["points"][0, :3].tolist() == position.points

# %% [markdown]
# **stable-baselines3**: the same batch as a `VecEnv`. `MaskablePPO("MlpPolicy", vec_env)` finds the masks
# by itself; by hand it is this loop.

# %%
from train.sb3_env import SeatVecEnv

vec_env = SeatVecEnv(PAMIR, Settings(players=2, wakhan=True), games=64, seed=1)
seen = vec_env.reset()
finished = []
for _ in range(20 if QUICK else 200):
    masks = vec_env.action_masks()
    seen, rewards, done, infos = vec_env.step((masks * dice.random(masks.shape)).argmax(axis=1))
    finished += [info["episode"]["r"] for info in infos if "episode" in info]
print(f"{len(finished)} random games against Wakhan ended, mean reward {np.mean(finished or [0]):+.2f}")

# %% [markdown]
# ## Time per step
#
# Measured here and now in processor time, everything included: choosing at random among the legal
# actions, step, mask, observation. Absolute numbers depend on the machine; the ratios tell.

# %%
STEPS = 2_000 if QUICK else 10_000


def choose(mask):
    legal = np.flatnonzero(mask)
    return int(legal[dice.integers(len(legal))])


def time_position():
    position = Position.new(SETTINGS, seed=1)
    for k in range(STEPS):
        view = views_of(position, np.uint64(0))[0]
        position.play(choose(view.mask))
        if position.over:
            position = Position.new(SETTINGS, seed=k)
    return STEPS


def time_pettingzoo():
    env = pamir_env.env(players=3)
    env.reset(seed=1)
    for _ in range(STEPS):
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.reset()
        else:
            env.step(choose(seen["action_mask"]))
    return STEPS


def time_gymnasium():
    env = PaxPamirEnv(opponents="random", players=3)
    _, info = env.reset(seed=1)
    for _ in range(STEPS):
        _, _, over, cut, info = env.step(choose(info["action_mask"]))
        if over or cut:
            _, info = env.reset()
    return STEPS


def time_batch():
    batch = BatchEnv(PAMIR, SETTINGS, seeds=256, threads=1)
    noise = dice.random((64, *batch.masks.shape), dtype=np.float32)
    rounds = max(1, 20 * STEPS // 256)
    for k in range(rounds):
        batch.step((batch.masks * noise[k % 64]).argmax(axis=1))
    return rounds * 256


faces = {
    "Position": time_position,
    "PettingZoo": time_pettingzoo,
    "Gymnasium": time_gymnasium,
    "batch": time_batch,
}
micros = {}
for name, run in faces.items():
    start = time.process_time()
    steps = run()
    micros[name] = 1e6 * (time.process_time() - start) / steps

fig, ax = plt.subplots(figsize=(7.2, 2.4))
bars = ax.barh(list(micros), list(micros.values()), color="C0")
ax.bar_label(bars, [f"{value:.3g} µs" for value in micros.values()], padding=4)
ax.set(
    xscale="log", xlabel="microseconds per step (log scale)", title="One step through each face, random play"
)
ax.invert_yaxis()
ax.grid(axis="y", visible=False)
ax.margins(x=0.15)
plt.show()
for name, value in micros.items():
    print(f"{name:12} {value / micros['batch']:6.1f} times the batch")

# %% [markdown]
# A Gymnasium step holds the decisions of the other seats too. Most of the batch's time here goes into
# choosing with numpy; `python -m benchmarks.envs` measures the engine alone.
#
# Next: [03](03_train_an_agent.ipynb) trains an agent with these batches.
