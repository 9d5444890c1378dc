# %% [markdown]
# # Train an agent
#
# A small network learns two-player *Pax Pamir* by playing against itself: PPO with masks, from nothing,
# in about a minute. It will beat random play and nothing more; the point is to see all parts of a run.
# `pamir train` does the same from the command line, with bigger configs.

# %%
import json
import os
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from pamir_env import PAMIR, Settings

plt.style.use("calm.mplstyle")
QUICK = bool(os.environ.get("PAMIR_QUICK"))  # the tests train for a moment only

# %% [markdown]
# ## The config
#
# Everything that decides how a run goes is one object; what is not named has its default. A file in
# `configs/` holds the same keys as YAML.

# %%
from agents.network import NetConfig
from train.config import Config, Contest, EvalConfig, PPOConfig, TableConfig, check_config

TWO = {"players": 2, "max_turns": 200}
config = Config(
    name="notebook",
    seed=1,
    frames=8_000 if QUICK else 150_000,  # decisions of the learner
    net=NetConfig(kind="things", width=128),
    ppo=PPOConfig(steps=32, minibatch=512, epochs=3, learning_rate=7e-4, shaping=1.0),
    tables=[TableConfig(games=128, settings=TWO, opponents={"self": 1.0})],
    eval=EvalConfig(
        every=4_000 if QUICK else 15_000,
        contests=[Contest(["random"], TWO, games=20 if QUICK else 100)],
    ),
)
check_config(PAMIR, config)

# %% [markdown]
# - `things`: the network reads each card with the same small layers, wherever it lies, so that what it
#   learns about one card helps with the others.
# - `opponents={"self": 1.0}`: it sits in both seats and learns from both.
# - `shaping=1.0`: besides victory and defeat, the learner is paid for improving the game's own
#   rule-of-thumb evaluation, as a potential. Over a whole game that cancels out, so what is best stays
#   best, but there is something to learn from in the first minute.
#
# ## The run
#
# `begin` makes a folder with everything in it; `train` goes to the last frame. In a project of your own
# use `Path("runs")` instead of a temporary folder.

# %%
from train.run import begin

runs = tempfile.TemporaryDirectory()
run = begin(PAMIR, config, Path(runs.name), quiet=True)
weights = sum(p.numel() for p in run.learner.net.parameters())
result = run.train()
print(f"{run.learner.frames:,} decisions, {weights:,} weights, {len(result['evaluations'])} evaluations")
print("in the folder:", ", ".join(sorted(p.name for p in run.folder.iterdir())))

# %% [markdown]
# ## The curve
#
# Every number of every update is a line in `metrics.jsonl` (and in `tensorboard/`).

# %%
lines = [json.loads(line) for line in (run.folder / "metrics.jsonl").read_text("utf-8").splitlines()]
updates = [line for line in lines if line["kind"] == "train"]
contests = [
    (line["frames"], next(v for v in line.values() if isinstance(v, dict)))
    for line in lines
    if line["kind"] == "eval"
]


def column(name):
    return np.array([line["frames"] / 1000 for line in updates]), np.array([line[name] for line in updates])


frames = np.array([at / 1000 for at, _ in contests])
shares = np.array([row["win_share"] for _, row in contests])
bounds = np.array([row["interval"] for _, row in contests]).T

fig, axes = plt.subplots(1, 3, figsize=(10, 3.2))
axes[0].fill_between(frames, *bounds, alpha=0.2, linewidth=0)
axes[0].plot(frames, shares, marker="o")
axes[0].axhline(0.5, color="0.5", linestyle=":", label="as good as random")
axes[0].set(ylim=(0.4, 1), ylabel="share of games won", title="Against random, 95 % interval")
axes[0].legend(loc="lower right")
axes[1].plot(*column("entropy"), color="C1")
axes[1].set(ylim=(0, None), ylabel="entropy (nats)", title="How undecided the policy is")
axes[2].plot(*column("explained_variance"), color="C2")
axes[2].axhline(0, color="0.5", linestyle=":")
axes[2].set(ylabel="share of variance explained", title="How well the value foresees")
for ax in axes:
    ax.set_xlabel("thousand decisions learned from")
plt.show()

# %% [markdown]
# The wins rise, the policy makes up its mind, and the value slowly begins to foresee who will win. The
# band is the interval of each single evaluation: with 100 games a wiggle of a few per cent says nothing.
#
# ## Against random, on other deals
#
# The best network of a run is kept in `best/`. It was picked because it did well on the deals of the
# evaluation, so its score there flatters it; an honest number needs other deals.

# %%
from agents.arena import Arena

spec = f"net:{run.folder}"
arena = Arena(PAMIR, Settings(**TWO), [spec, "random"], seed=99)
row = arena.run(20 if QUICK else 400).rows()[0]
low, high = row["interval"]
print(
    f"against random: {row['win_share']:.1%} of {row['games']} games, 95 % interval [{low:.1%}, {high:.1%}]"
)
print(f"mean points {row['mean_points']:.2f}")

# %% [markdown]
# And against `greedy`, which tries every action and judges the outcome by that same evaluation? One
# minute is not enough for that.

# %%
row = Arena(PAMIR, Settings(**TWO), [spec, "greedy"], seed=99).run(20 if QUICK else 100).rows()[0]
low, high = row["interval"]
print(
    f"against greedy: {row['win_share']:.1%} of {row['games']} games, 95 % interval [{low:.1%}, {high:.1%}]"
)

# %% [markdown]
# ## Go on
#
# A run can be stopped at any time and goes on as if nothing had happened: weights, optimiser, running
# games and random states are all in the checkpoint. Here it is told to do a little more than its config
# said.

# %%
from train.run import resume

longer = resume(PAMIR, run.folder, ["--frames", str(config.frames + 4_000)], quiet=True)
print("going on from", f"{longer.learner.frames:,}")
longer.train()
print("now at", f"{longer.learner.frames:,}")
runs.cleanup()

# %% [markdown]
# On the command line:
#
# ```console
# $ pamir train quick                              # configs/quick.yaml: a million decisions
# $ pamir train quick --ppo.epochs 4 --seed 2      # any key can be changed
# $ pamir train --resume runs/quick-...            # go on
# $ pamir bench net:runs/quick-...                 # against Wakhan
# $ tensorboard --logdir runs
# ```
#
# Those configs use advice: the network is also told what `greedy` thinks of every action, so that it begins
# where greedy stands and learns when not to believe it. `configs/default.yaml` is the recipe of the network
# that is shipped, `net:default`, trained in that way against Wakhan, greedy and itself.
# [04](04_agents_compared.ipynb) has it in the arena; [docs/training.md](../docs/training.md) explains every
# key.
