"""`python -m pamir_env.docgen` writes the generated pages of docs/pamir/."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from pamir_env.decisions import TASKS
from pamir_env.env import AEC_ID, GYM_ID, RENDER_MODES, env
from pamir_env.game import PAMIR
from pamir_env.settings import Settings
from tabletop import docgen

COMMAND = "python -m pamir_env.docgen"
DOCS = Path(__file__).resolve().parent.parent / "docs" / "pamir"


TRACE_SEED = 8
VERSIONS = (("v0", "first version"),)
PAGE = """# Pax Pamir: the environments

*Made from the tables by `{command}`; a test compares it.*

Four faces of one game: `Position` ([position.md](position.md)), PettingZoo, one seat for Gymnasium and
stable-baselines3, and batches. The same seed and the same actions give the same observations, masks, rewards and
end in all of them; a test plays 1,100 games through all four.

## Usage

PettingZoo, every seat is an agent (Wakhan is none, she plays inside):

```python
import numpy as np
import pamir_env

env = pamir_env.env(players=3)  # or pettingzoo.make("aec", "{aec_id}") after `import pamir_env`
env.reset(seed=42)
dice = np.random.default_rng(42)
for agent in env.agent_iter():
    view, reward, over, cut, info = env.last()
    env.step(None if over or cut else int(dice.choice(np.flatnonzero(view["action_mask"]))))
```

One seat for Gymnasium; the others are Wakhan, `"random"`, or a function that answers for many games in one call:

```python
import gymnasium
import numpy as np

env = gymnasium.make("pamir_env:{gym_id}", opponents=["wakhan", "random"])
view, info = env.reset(seed=1)
view, reward, over, cut, info = env.step(int(np.argmax(info["action_mask"])))
masks = env.get_wrapper_attr("action_masks")()  # wrappers do not hand it on by themselves
```

Many at once, for Gymnasium and for stable-baselines3 (`sb3-contrib`'s MaskablePPO finds the masks itself):

```python
from sb3_contrib import MaskablePPO

from pamir_env import PAMIR, PaxPamirVectorEnv, Settings
from train.sb3_env import SeatVecEnv

vector = PaxPamirVectorEnv(64, opponents="wakhan", seed=1)
views, infos = vector.reset()
vec_env = SeatVecEnv(PAMIR, Settings(players=2, wakhan=True), games=64, seed=1)
model = MaskablePPO("MlpPolicy", vec_env, n_steps=8, device="cpu")
```

The batch below all of these, for training and search of your own; arrays are written in place:

```python
import numpy as np

from pamir_env import PAMIR, Settings
from tabletop.batch_env import BatchEnv

batch = BatchEnv(PAMIR, Settings(players=3), seeds=256)  # the caller plays every seat
for _ in range(10):
    batch.step(batch.masks.argmax(axis=1))
print(batch.observations.shape, batch.seats[:5], batch.rewards.sum(axis=0), batch.done.sum())
```

## Specs

{specs}
## Observation

`observation` is a vector of {obs_size} int8, see [observation.md](observation.md); `action_mask` is int8, 1 where the
action is legal, all 0 for an agent that is not asked. The mask stands in `infos[agent]["action_mask"]` too, the same
array. `env.state()` is everything, hidden cards included. `env.render()` is the table of the referee:
as text (`human` prints it), as an SVG, or as pixels, which need the extra `pip install "pamir-env[render]"`.

## Actions

{n_actions} actions, see [actions.md](actions.md); the question is one of [decisions.md](decisions.md). The same agent
may be asked several times in a row, and others in the middle of its turn. An illegal action raises `IllegalAction`
and changes nothing; `on_illegal="random_legal"` plays another one (for checkers that do not know masks),
`on_illegal="lose"` ends the game: -1 for the offender, the others share +1. With `skip_forced=True` nobody is asked
who has only one legal action.

## Rewards

`reward=` of the settings:

{rewards}
Every reward sums to zero over all seats (Wakhan's included, though she is no agent). It is credited to all seats in
the step in which it arises, whoever takes that step. `env.rewards` is the step alone; `env.last()` gives an agent the
sum since it last acted, so the sum of what `last` gave it is the result of the game. Judge agents without discount.

## Termination

The game is over for all agents in the same step; each then takes one dead step with `None`. A game that is cut off
after `max_turns` turns is truncated for all, never terminated; nobody has won it, so `win` and `rank` pay nothing.

The end of a random game of two players, as this loop sees it:

```text
{trace}
```

## Seeds

`reset(seed=n)` deals the game of `Position.new(settings, seed=n)`. `reset()` goes on to the next seed of that stream;
the first one without a seed asks the operating system. `infos` tell the seed. Nothing draws from global generators.

## Copies

`env.clone()`, `copy.deepcopy(env)` and `pickle` keep the running game.

## Version history

{versions}"""


def environment_page() -> str:
    """The page of the environments."""
    specs = [
        (
            "import",
            "`pamir_env.env`, `pamir_env.raw_env`, `pamir_env.PaxPamirEnv`, `pamir_env.PaxPamirVectorEnv`",
        ),
        ("ids", f"`{AEC_ID}` (PettingZoo), `{GYM_ID}` (Gymnasium)"),
        ("seats", "2 to 5; with Wakhan 2 or 3, hers included"),
        ("agents", "`player_0`, `player_1`, ...; seat order is agent order"),
        ("actions", f"`Discrete({PAMIR.n_actions})`, with a mask"),
        (
            "observation",
            f"`Dict(observation: Box(int8, {PAMIR.obs_size}), action_mask: Box(int8, {PAMIR.n_actions}))`",
        ),
        ("parallel", "no: turns are irregular; `pettingzoo.utils.turn_based_aec_to_parallel` if you must"),
        ("render modes", ", ".join(f"`{mode}`" for mode in RENDER_MODES)),
        ("settings", ", ".join(f"`{field.name}`" for field in fields(Settings))),
    ]
    return PAGE.format(
        command=COMMAND,
        aec_id=AEC_ID,
        gym_id=GYM_ID,
        specs=docgen.table(("", ""), specs),
        obs_size=PAMIR.obs_size,
        n_actions=PAMIR.n_actions,
        rewards=docgen.rewards_table(PAMIR),
        trace=docgen.trace(lambda: env(players=2), PAMIR, TRACE_SEED, 8),
        versions=docgen.table(("version", "what changed"), VERSIONS),
    )


def pages() -> dict[Path, str]:
    """Every generated page and what it should say."""
    title = "Pax Pamir"
    return {
        DOCS / "actions.md": docgen.actions_page(PAMIR, title, COMMAND),
        DOCS / "decisions.md": docgen.decisions_page(PAMIR, TASKS, title, COMMAND),
        DOCS / "observation.md": docgen.observation_page(PAMIR, title, COMMAND),
        DOCS / "environment.md": environment_page(),
        DOCS / "state.md": docgen.state_page(PAMIR, title, COMMAND),
    }


if __name__ == "__main__":
    docgen.write(pages())
