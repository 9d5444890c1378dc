"""`python -m benchmarks.training`: our PPO against sb3-contrib's MaskablePPO, in one run, taken in turn.

The same network (flat, two layers of 256), the same epochs and minibatches, the same game: one person against
Wakhan. MaskablePPO plays in a DummyVecEnv of single environments, as is usual, and in our VecEnv besides.
With `--to-strength 0.6` both train from nothing until they win so often, and what counts is the time that
took: ours as a config says, then MaskablePPO with the same network and the same shaped reward, for at most
twice our time.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium
import torch
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.logger import configure
from stable_baselines3.common.vec_env import DummyVecEnv, VecEnv

from agents.net_agent import PolicyAgent
from agents.network import NetConfig
from benchmarks.peers import in_turn, keep, machine
from pamir_env import PAMIR, PaxPamirEnv, warm_up
from train.config import Config, Contest, PPOConfig, TableConfig, read_config
from train.evaluate import contest_result
from train.ppo import Learner
from train.ppo_sb3 import OpponentPool, make_env, make_model
from train.selfplay import Rollout, SelfPlay
from train.shaping import Potential

SETTINGS = {"players": 2, "wakhan": True, "max_turns": 200}
ROUNDS = 5
OURS, OURS_HALF = "ours, float32", "ours, bfloat16"
USUAL, USUAL_TWO = "MaskablePPO, DummyVecEnv", "MaskablePPO, DummyVecEnv, two torch threads"
ON_OURS = "MaskablePPO, our VecEnv"
CONTEST = Contest(against=["wakhan"], settings={"players": 2, "wakhan": True}, games=400)
EVAL_SEED = 1_000_003
OURS_CONFIG = Path(__file__).resolve().parent.parent / "configs" / "wakhan_1v1.yaml"


def experiment(games: int, bfloat16: bool = False) -> Config:
    """What all have in common."""
    return Config(
        frames=1_000_000_000,
        net=NetConfig(kind="flat", width=256, layers=2),
        ppo=PPOConfig(steps=64, epochs=4, minibatch=1024, learning_rate=5e-4, bfloat16=bfloat16),
        tables=[TableConfig(games=games, settings=SETTINGS)],
    )


class Ours:
    """Our PPO: `iterate` plays one rollout and learns from it."""

    def __init__(self, config: Config):
        self.learner, self.play = Learner(PAMIR, config), SelfPlay(PAMIR, config)
        self.rollout = Rollout.empty(PAMIR, config.ppo.steps, self.play.n, bool(config.net.advice))
        self.seconds = {"engine": 0.0, "inference": 0.0, "learning": 0.0}

    def iterate(self) -> int:
        """How many decisions were learned from."""
        torch.set_num_threads(1)
        before, start = self.learner.frames, time.perf_counter()
        self.play.collect(self.rollout, self.learner.answer(), [])
        played = time.perf_counter()
        self.learner.update(self.rollout)
        answering = self.play.seconds_answering
        self.seconds["inference"] += answering
        self.seconds["engine"] += played - start - answering
        self.seconds["learning"] += time.perf_counter() - played
        return self.learner.frames - before

    def net(self) -> torch.nn.Module:
        return self.learner.net


class Peer:
    """MaskablePPO with our network, on some VecEnv."""

    def __init__(self, config: Config, env: VecEnv, threads: int = 1):
        self.model = make_model(PAMIR, config, env, lambda: get_action_masks(env))
        self.model.set_logger(configure(None, []))
        self.threads, self.rows = threads, config.ppo.steps * env.num_envs

    def iterate(self) -> int:
        torch.set_num_threads(self.threads)
        self.model.learn(self.rows, log_interval=None, reset_num_timesteps=False)
        return self.rows

    def net(self) -> torch.nn.Module:
        return self.model.policy.net


class Shaped(gymnasium.Wrapper):
    """Pays what our PPO is paid: besides the reward, the weighted growth of the game's evaluation."""

    def __init__(self, env: gymnasium.Env, ppo: PPOConfig):
        super().__init__(env)
        self._weight, self._potential = ppo.shaping, Potential(PAMIR, ppo.shaping_scale)
        self._stood = 0.0

    def _stands(self) -> float:
        env = self.env.unwrapped
        return float(self._potential(env.states)[0, env.seat])

    def reset(self, **words: Any) -> tuple[Any, dict[str, Any]]:
        found = self.env.reset(**words)
        self._stood = self._stands()
        return found

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, reward, ended, cut, info = self.env.step(action)
        stands = 0.0 if ended else self._stands()
        growth, self._stood = stands - self._stood, stands
        return seen, reward + self._weight * growth, ended, cut, info

    def action_masks(self) -> Any:
        return self.env.unwrapped.action_masks()


def dummy(config: Config) -> DummyVecEnv:
    """As many single environments as the config has games."""
    words = {key: value for key, value in SETTINGS.items() if key not in ("players", "wakhan")}

    def make() -> gymnasium.Env:
        env = PaxPamirEnv("wakhan", skip_forced=True, **words)
        return Shaped(env, config.ppo) if config.ppo.shaping else env

    return DummyVecEnv([make] * config.tables[0].games)


def vec_env(config: Config) -> VecEnv:
    return make_env(PAMIR, config, OpponentPool(PAMIR, config))


# ---- frames per second -----------------------------------------------------------------------------------


def rate(contestant: Ours | Peer) -> Callable[[], float]:
    contestant.iterate()  # the first one loads and warms up

    def measure() -> float:
        start = time.perf_counter()
        frames = contestant.iterate()
        return frames / (time.perf_counter() - start)

    return measure


def speed(games: int, rounds: int) -> dict[str, Any]:
    """Frames per second of all, and where our time goes."""
    config, half = experiment(games), experiment(games, bfloat16=True)
    ours = {OURS: Ours(config), OURS_HALF: Ours(half)}
    many = f"{OURS_HALF}, {4 * games} games"
    ours[many] = Ours(experiment(4 * games, bfloat16=True))
    peers = {
        USUAL: Peer(config, dummy(config)),
        USUAL_TWO: Peer(config, dummy(config), threads=2),
        ON_OURS: Peer(config, vec_env(config)),
    }
    rates = in_turn({name: rate(who) for name, who in (ours | peers).items()}, rounds)
    best = max(rates[USUAL], rates[USUAL_TWO])
    shares = {}
    for name, who in ours.items():
        total = sum(who.seconds.values())
        shares[name] = {part: seconds / total for part, seconds in who.seconds.items()}
    return {
        "games": games,
        "frames_per_second": rates,
        "against_the_better_dummy": {name: rates[name] / best for name in ours},
        "shares": shares,
    }


def show_speed(found: dict[str, Any]) -> str:
    lines = [f"machine: {machine()}", ""]
    lines.append(f"{found['games']} games against Wakhan, flat 256 x 2, 4 epochs   frames/s   to MaskablePPO")
    for name, value in found["frames_per_second"].items():
        ratio = found["against_the_better_dummy"].get(name)
        lines.append(f"{name:48} {value:>10,.0f}" + (f" {ratio:12.2f} x" if ratio else ""))
    lines += ["", f"{'where our time goes':48}     engine  inference   learning"]
    for name, shares in found["shares"].items():
        lines.append(f"{name:48} " + " ".join(f"{share:10.0%}" for share in shares.values()))
    return "\n".join(lines)


# ---- time to a strength ----------------------------------------------------------------------------------


def climb(contestant: Ours | Peer, target: float, minutes: float, every: float) -> dict[str, Any]:
    """Train until it wins so often against Wakhan. Only training counts, and is looked at every so often."""
    seconds, frames, curve = 0.0, 0, []
    looked = 0.0
    while seconds < 60 * minutes:
        start = time.perf_counter()
        frames += contestant.iterate()
        seconds += time.perf_counter() - start
        if seconds - looked < every:
            continue
        looked = seconds
        row = contest_result(PAMIR, PolicyAgent(PAMIR, contestant.net()), CONTEST, EVAL_SEED)
        curve.append({"seconds": seconds, "frames": frames, "win_share": row["win_share"]})
        print(f"  {seconds:6.0f} s {frames:>10,} frames  wins {row['win_share']:.1%}", flush=True)
        if row["win_share"] >= target:
            break
    reached = bool(curve) and curve[-1]["win_share"] >= target
    return {"reached": reached, "seconds": seconds, "frames": frames, "curve": curve}


def to_strength(games: int, target: float, minutes: float, every: float, path: str | Path) -> dict[str, Any]:
    """Ours as the config says; MaskablePPO with its network, reward and rates, in the usual way."""
    config = read_config(path)
    config = replace(config, init="", cloning=replace(config.cloning, teacher=""))
    usual = experiment(games)
    ppo = replace(usual.ppo, shaping=config.ppo.shaping, gamma=config.ppo.gamma, lam=config.ppo.lam)
    usual = replace(usual, net=replace(config.net, advice=0.0), ppo=ppo)
    print(f"ours, until it wins {target:.0%} of {CONTEST.games} games, at most {minutes:g} min", flush=True)
    ours = climb(Ours(config), target, minutes, every)
    longest = 2 * ours["seconds"] / 60
    print(f"{USUAL}, at most {longest:.1f} min", flush=True)
    peer = climb(Peer(usual, dummy(usual)), target, longest, every)
    return {"target": target, "contestants": {"ours": ours, USUAL: peer}}


def show_climb(found: dict[str, Any]) -> str:
    lines = [f"machine: {machine()}", ""]
    lines.append(f"{'time to ' + format(found['target'], '.0%') + ' against Wakhan':36} seconds     frames")
    for name, row in found["contestants"].items():
        best = max((point["win_share"] for point in row["curve"]), default=0.0)
        end = "" if row["reached"] else f"  not reached (best {best:.0%})"
        lines.append(f"{name:36} {row['seconds']:7,.0f} {row['frames']:>10,}{end}")
    ours, peer = found["contestants"].values()
    if ours["reached"]:
        most = "" if peer["reached"] else "less than "
        lines.append(f"ours took {most}{ours['seconds'] / peer['seconds']:.2f} of its time")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rollouts of each, taken in turn")
    parser.add_argument("--games", type=int, default=64, help="games side by side")
    parser.add_argument("--to-strength", type=float, help="train both to this share of wins against Wakhan")
    parser.add_argument("--minutes", type=float, default=30, help="the longest that ours may train")
    parser.add_argument("--every", type=float, default=30, help="seconds of training between two looks")
    parser.add_argument("--ours", default=OURS_CONFIG, help="the config of our side of --to-strength")
    words = parser.parse_args()
    warm_up()
    if words.to_strength is None:
        found = speed(words.games, words.rounds)
        print(show_speed(found))
        keep("training", found)
    else:
        found = to_strength(words.games, words.to_strength, words.minutes, words.every, words.ours)
        print(show_climb(found))
        keep("training_to_strength", found)


if __name__ == "__main__":
    main()
