"""`python -m benchmarks.envs`: how fast the environments are, as ratios to peers measured in the same run.

Random legal play everywhere, mask and observation looked at before every decision. OpenSpiel's games are
played in their Python loop, PettingZoo's connect_four in the usual `agent_iter` loop.
"""

from __future__ import annotations

import argparse
import random
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

import pamir_env
from benchmarks.peers import in_turn, keep, machine
from pamir_env import PAMIR, Settings
from tabletop import loops
from tabletop.batch import in_shares
from tabletop.batch_env import BatchEnv
from tabletop.env_loops import choose_games
from tabletop.jit import kernel

GAMES, MANY_GAMES, SECONDS, ROUNDS = 1024, 4096, 1.0, 5
"""Two threads are compared on many games: to wake a thread takes as long as fifty steps."""


def batch_rate(players: int, threads: int, games: int = GAMES) -> Callable[[], float]:
    """Decisions per second of a batch, the choosing included."""
    batch = BatchEnv(PAMIR, Settings(players=players), games, threads=threads)
    actions, bits = np.zeros(games, np.int64), np.zeros(games, np.uint64)

    def measure() -> float:
        start, steps = time.perf_counter(), 0
        while time.perf_counter() - start < SECONDS:
            bits[:] = batch.bits
            in_shares(games, threads, lambda a, b: choose_games(batch.masks[a:b], bits[a:b], actions[a:b]))
            batch.step(actions)
            steps += games
        return steps / (time.perf_counter() - start)

    measure()
    return measure


def open_spiel_rate(name: str) -> Callable[[], float]:
    """Decisions per second of OpenSpiel's Python loop with mask and observation; chance is not counted."""
    import pyspiel

    game = pyspiel.load_game(name)
    dice = random.Random(0)

    def measure() -> float:
        start, steps = time.perf_counter(), 0
        while time.perf_counter() - start < SECONDS:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes())
                    state.apply_action(dice.choices(outcomes, weights)[0])
                    continue
                mask = np.array(state.legal_actions_mask())
                state.observation_tensor()
                legal = np.flatnonzero(mask)
                state.apply_action(int(legal[int(dice.random() * len(legal))]))
                steps += 1
        return steps / (time.perf_counter() - start)

    return measure


def aec_rate(env: Any) -> Callable[[], float]:
    """Decisions per second of the usual PettingZoo loop."""
    dice = random.Random(0)

    def measure() -> float:
        start, steps, seed = time.perf_counter(), 0, 0
        while time.perf_counter() - start < SECONDS:
            env.reset(seed=seed)
            seed += 1
            for _ in env.agent_iter():
                view, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                    continue
                legal = np.flatnonzero(view["action_mask"])
                env.step(int(legal[int(dice.random() * len(legal))]))
                steps += 1
        return steps / (time.perf_counter() - start)

    measure()
    return measure


@kernel
def play_parts(
    states, masks, out, vector, seats, payoff, steps, seed, part, legal, step, asked, observe, payoffs
):
    """Random play in which one part is done twice, to see what it costs: 1 mask, 2 observation, 3 rewards."""
    chance = seed
    for _ in range(steps):
        for i in range(len(states)):
            legal(states, i, masks[i])
            if part == 1:
                legal(states, i, masks[i])
            asked(states, i, out)
            if part == 2:
                observe(states, i, out[1], vector)
            if part == 3:
                payoffs(states, i, 0, payoff)
            chance = loops.advance(chance)
            action = loops.choose(masks[i], loops.mix(chance))
            if action >= 0:
                step(states, i, action)


def split() -> dict[str, float]:
    """Nanoseconds per decision for mask, observation, rewards and the rest (step and choosing)."""
    games, steps, found = 512, 100, {}
    for part in (0, 1, 2, 3):
        best = np.inf
        for round_ in range(ROUNDS):
            batch = BatchEnv(PAMIR, Settings(players=3), games, threads=1)
            start = time.perf_counter()
            play_parts(
                batch.states,
                np.zeros((games, PAMIR.n_actions), np.bool_),
                np.zeros(3, np.int64),
                np.zeros(PAMIR.obs_size, np.int8),
                games,
                np.zeros(PAMIR.max_seats),
                steps if round_ else 1,
                np.uint64(1),
                part,
                PAMIR.legal,
                PAMIR.step,
                PAMIR.asked,
                PAMIR.observe,
                PAMIR.payoffs,
            )
            if round_:
                best = min(best, time.perf_counter() - start)
        found[part] = best / (games * steps) * 1e9
    mask, observation, rewards = (found[part] - found[0] for part in (1, 2, 3))
    return {
        "step and choice": found[0] - mask,
        "mask": mask,
        "observation": observation,
        "rewards": rewards,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of a second each, taken in turn")
    rounds = parser.parse_args().rounds
    warnings.simplefilter("ignore")
    from pettingzoo.classic import connect_four_v3

    pamir_env.warm_up()
    rates = in_turn(
        {
            "batch, 3 players": batch_rate(3, 1),
            "batch, 5 players": batch_rate(5, 1),
            "batch of 64, 3 players": batch_rate(3, 1, 64),
            "batch of 4096, 3 players": batch_rate(3, 1, MANY_GAMES),
            "batch of 4096, two threads": batch_rate(3, 2, MANY_GAMES),
            "OpenSpiel hanabi, Python loop": open_spiel_rate("hanabi"),
            "OpenSpiel backgammon, Python loop": open_spiel_rate("backgammon"),
            "AEC raw_env(), 3 players": aec_rate(pamir_env.raw_env(players=3)),
            "AEC env(), 3 players": aec_rate(pamir_env.env(players=3)),
            "PettingZoo connect_four env()": aec_rate(connect_four_v3.env()),
        },
        rounds,
    )
    parts = split()
    batch = rates["batch, 3 players"]
    connect_four = rates["PettingZoo connect_four env()"]
    ratios = {
        "batch against OpenSpiel hanabi": batch / rates["OpenSpiel hanabi, Python loop"],
        "batch against OpenSpiel backgammon": batch / rates["OpenSpiel backgammon, Python loop"],
        "two threads against one": rates["batch of 4096, two threads"] / rates["batch of 4096, 3 players"],
        "raw_env() against connect_four": rates["AEC raw_env(), 3 players"] / connect_four,
        "env() against connect_four": rates["AEC env(), 3 players"] / connect_four,
    }
    print(f"machine: {machine()}\n")
    print(f"{'random play with mask and observation':40} {'steps/s':>12}")
    for name, rate in rates.items():
        print(f"{name:40} {rate:12,.0f}")
    print()
    for name, ratio in ratios.items():
        print(f"{name:40} {ratio:10.2f} x")
    print("\none decision in the kernel, 3 players          ns")
    for name, cost in parts.items():
        print(f"{name:40} {cost:12,.0f}")
    keep("envs", {"steps_per_second": rates, "ratios": ratios, "nanoseconds": parts})


if __name__ == "__main__":
    main()
