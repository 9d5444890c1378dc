"""Self-play: games at several kinds of tables, all stepped together, and what the learner sees of them.

Every seat of a game is played by the learner, by one of its past selves, or by another agent; all decisions
of one player are answered in one call. The learner's transitions are those of its own seats: from one of its
decisions to its next in the same game, with everything the seat has earned in between.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from agents.advice import Advisor, width
from agents.base import Agent
from agents.registry import make_agent
from tabletop.batch import default_threads
from tabletop.batch_env import BatchEnv
from tabletop.game import Game
from tabletop.seeds import spread_seeds
from train.config import Config, TableConfig
from train.shaping import Potential

LEARNER, PAST = -1, -2
"""Who plays a seat, besides the numbers of the table's agents. Past selves count down from PAST."""

Answer = Callable[..., tuple[np.ndarray, np.ndarray, np.ndarray]]
"""Uniform numbers, observations, masks, advice -> actions, log chances, values."""


class Tables:
    """Games of one kind. `who[i, seat]` plays that seat of game i."""

    def __init__(self, game: Game, config: TableConfig, seed: int):
        self.game = game
        settings = game.settings(**{"skip_forced": True, **config.settings})
        self.batch = BatchEnv(game, settings, spread_seeds(seed, config.games), threads=1)
        self.names = list(config.opponents)
        weights = np.array(list(config.opponents.values()), np.float64)
        self.weights = weights / weights.sum()
        if len(self.batch.people) == 1:  # the only other player is the game's own
            self.names, self.weights = [game.script], np.ones(1)
        self.agents: list[Agent | None] = [
            None if name in ("self", "past", game.script) else make_agent(name, game) for name in self.names
        ]
        for agent in self.agents:
            if hasattr(agent, "threads"):
                agent.threads = default_threads()
        self.who = np.full((self.batch.n, game.max_seats), LEARNER, np.int64)
        self.against = np.zeros(self.batch.n, np.int64)

    def seat_players(self, games: np.ndarray, past: int, rng: np.random.Generator) -> None:
        """Draw who plays these games: the learner everywhere, or in one seat with another in the rest."""
        people = np.array(self.batch.people)
        self.against[games] = rng.choice(len(self.names), size=len(games), p=self.weights)
        seats = people[rng.integers(len(people), size=len(games))]
        slots = rng.integers(max(past, 1), size=len(games))
        for i, seat, slot in zip(games, seats, slots):
            self.who[i] = LEARNER
            other = self._other(self.against[i], slot, past)
            self.who[i, people[people != seat]] = other

    def _other(self, number: int, slot: int, past: int) -> int:
        name = self.names[number]
        if name == "past" and past:
            return PAST - int(slot)
        return LEARNER if self.agents[number] is None else int(number)


@dataclass
class Rollout:
    """What happened in `steps` decisions of every game; row t, column i."""

    observations: np.ndarray
    masks: np.ndarray
    advice: np.ndarray  # no columns where the network wants none
    actions: np.ndarray
    log_chances: np.ndarray
    values: np.ndarray
    seats: np.ndarray
    mine: np.ndarray  # the learner decided
    rewards: np.ndarray  # of every seat
    done: np.ndarray
    after: np.ndarray  # where a game was cut off: what each seat could still expect
    games: Counter = field(default_factory=Counter)  # finished, by opponent
    wins: Counter = field(default_factory=Counter)  # the learner's share of them

    @classmethod
    def empty(cls, game: Game, steps: int, n: int, advised: bool = False) -> Rollout:
        shape = (steps, n)
        return cls(
            np.zeros((*shape, game.obs_size), np.int8),
            np.zeros((*shape, game.n_actions), np.bool_),
            np.zeros((*shape, width(game, advised)), np.float32),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.float32),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.bool_),
            np.zeros((*shape, game.max_seats), np.float32),
            np.zeros(shape, np.bool_),
            np.zeros((*shape, game.max_seats), np.float32),
        )


class SelfPlay:
    """All tables of a run: `collect` plays on and writes down what happens."""

    def __init__(self, game: Game, config: Config):
        self.game, self.config = game, config
        self.rng = np.random.default_rng(config.seed)
        seeds = spread_seeds(config.seed, len(config.tables))
        self.tables = [Tables(game, table, int(seed)) for table, seed in zip(config.tables, seeds)]
        self.edges = np.cumsum([0] + [table.batch.n for table in self.tables])
        self.n = int(self.edges[-1])
        ppo = config.ppo
        self.potential = Potential(game, ppo.shaping_scale) if ppo.shaping else None
        self._stands = [self.potential(t.batch.states) if self.potential else None for t in self.tables]
        reward = game.rewards[game.reward_id(self.tables[0].batch.settings.reward)]
        self._range = reward.low - ppo.shaping, reward.high + ppo.shaping
        """What can be earned at all: nothing else keeps the values of games that are cut off in bounds."""
        self.advisor = Advisor(game, config.net.advice, default_threads()) if config.net.advice else None
        self.seconds_answering = 0.0
        """Of the last rollout, how long the networks took."""
        for table in self.tables:
            table.seat_players(np.arange(table.batch.n), 0, self.rng)

    def collect(self, rollout: Rollout, answer: Answer, past: Sequence[Answer]) -> None:
        """Fill the rollout; `answer` plays the learner's seats, `past` those of its past selves."""
        self.seconds_answering = 0.0
        rollout.games.clear()
        rollout.wins.clear()
        rollout.after[:] = 0
        for t in range(len(rollout.actions)):
            self._ask(rollout, t, answer, past)
            for k, table in enumerate(self.tables):
                rows = slice(self.edges[k], self.edges[k + 1])
                table.batch.step(rollout.actions[t, rows])
                rollout.done[t, rows] = table.batch.done
                rollout.rewards[t, rows] = table.batch.rewards
                self._finish(rollout, t, k, answer, len(past))

    def state(self) -> dict[str, np.ndarray]:
        """All that changes while games are played, as arrays."""
        found = {}
        for k, table in enumerate(self.tables):
            for j, array in enumerate((table.who, table.against, *table.batch.snapshot())):
                found[f"table{k}.{j}"] = array
        return found

    def restore(self, state: dict[str, np.ndarray]) -> None:
        """Go on from a state of tables of the same kinds."""
        if state.keys() != self.state().keys():
            raise ValueError("the games were played at other tables")
        for k, table in enumerate(self.tables):
            arrays = [state[f"table{k}.{j}"] for j in range(len(state)) if f"table{k}.{j}" in state]
            table.who[:], table.against[:] = arrays[0], arrays[1]
            table.batch.restore(tuple(arrays[2:]))
            if self.potential:
                self._stands[k] = self.potential(table.batch.states)

    def _ask(self, rollout: Rollout, t: int, answer: Answer, past: Sequence[Answer]) -> None:
        """Everybody who is asked answers; each player once, for all tables."""
        players = np.empty(self.n, np.int64)
        for k, table in enumerate(self.tables):
            rows, batch = slice(self.edges[k], self.edges[k + 1]), table.batch
            rollout.observations[t, rows] = batch.observations
            rollout.masks[t, rows] = batch.masks
            rollout.seats[t, rows] = batch.seats
            players[rows] = table.who[np.arange(batch.n), batch.seats]
            for number, agent in enumerate(table.agents):
                asked = np.flatnonzero(players[rows] == number)
                if agent is not None and len(asked):
                    rollout.actions[t, self.edges[k] + asked] = agent.act_many(batch.views(asked))
            asked = np.flatnonzero(players[rows] < 0)
            if self.advisor and len(asked):
                rollout.advice[t, self.edges[k] + asked] = self.advisor(batch.views(asked))
        rollout.mine[t] = players == LEARNER
        uniform, start = self.rng.random(self.n), time.perf_counter()
        for code, policy in [(LEARNER, answer), *((PAST - k, policy) for k, policy in enumerate(past))]:
            rows = np.flatnonzero(players == code)
            if len(rows):
                seen = (rollout.observations[t], rollout.masks[t], rollout.advice[t])
                actions, log_chances, values = policy(uniform[rows], *(array[rows] for array in seen))
                rollout.actions[t, rows] = actions
                rollout.log_chances[t, rows] = log_chances
                rollout.values[t, rows] = values
        self.seconds_answering += time.perf_counter() - start

    def _finish(self, rollout: Rollout, t: int, k: int, answer: Answer, past: int) -> None:
        """Games that ended: who won, what those could expect that were cut off; new players sit down."""
        table, first = self.tables[k], self.edges[k]
        batch = table.batch
        ended = np.flatnonzero(batch.done)
        if self.potential:
            stands = self.potential(batch.states)
            growth = stands - self._stands[k]
            for i in ended:
                last = self.potential(batch.final_states[i : i + 1])[0] if batch.truncated[i] else 0.0
                growth[i] = last - self._stands[k][i]
            rollout.rewards[t, first : first + batch.n] += self.config.ppo.shaping * growth
            self._stands[k] = stands
        for i in ended:
            self._count(rollout, table, i)
        self._expect(rollout.after[t, first : first + batch.n], batch, answer)
        if len(ended):
            table.seat_players(ended, past, self.rng)

    def _expect(self, after: np.ndarray, batch: BatchEnv, answer: Answer) -> None:
        """What each seat of the games that were cut off could still expect, in one call for all."""
        games, seats = np.flatnonzero(batch.truncated), np.array(batch.people)
        if not len(games):
            return
        seen = np.stack([batch.observe(int(i), int(seat), final=True) for i in games for seat in seats])
        anything = np.ones((len(seen), self.game.n_actions), np.bool_)
        nothing = np.zeros((len(seen), width(self.game, bool(self.advisor))), np.float32)
        values = answer(np.zeros(len(seen)), seen, anything, nothing)[2]
        after[games[:, None], seats] = np.clip(values, *self._range).reshape(len(games), len(seats))

    def _count(self, rollout: Rollout, table: Tables, i: int) -> None:
        people = list(table.batch.people)
        if len(people) > 1 and (table.who[i, people] == LEARNER).all():
            return  # somebody against itself says nothing about strength
        name = table.names[table.against[i]]
        winners = self.game.outcome(table.batch.final_states, i)["winners"]
        mine = [seat for seat in winners if table.who[i, seat] == LEARNER and seat in people]
        rollout.games[name] += 1
        rollout.wins[name] += len(mine) / len(winners) if winners else 0.0


def advantages(rollout: Rollout, gamma: float, lam: float) -> tuple[np.ndarray, np.ndarray]:
    """GAE over the decisions of each seat, and which decisions have one.

    The last decision of a seat in the rollout lends its value to the one before and is not learned from: its
    outcome is not known yet.
    """
    steps, n = rollout.actions.shape
    seats = rollout.rewards.shape[2]
    games = np.arange(n)
    out = np.zeros((steps, n), np.float32)
    known = np.zeros((steps, n), np.bool_)
    earned, following, running = (np.zeros((n, seats), np.float32) for _ in range(3))
    has_next = np.zeros((n, seats), np.bool_)
    for t in range(steps - 1, -1, -1):
        ended = rollout.done[t]
        earned[ended] = running[ended] = 0.0
        following[ended] = rollout.after[t, ended]
        has_next[ended] = True
        earned += rollout.rewards[t]
        i = games[rollout.mine[t]]
        s = rollout.seats[t, i]
        value = rollout.values[t, i]
        running[i, s] = earned[i, s] + gamma * following[i, s] - value + gamma * lam * running[i, s]
        out[t, i] = running[i, s]
        known[t, i] = has_next[i, s]
        running[i[~has_next[i, s]], s[~has_next[i, s]]] = 0.0
        following[i, s], earned[i, s], has_next[i, s] = value, 0.0, True
    return out, known
