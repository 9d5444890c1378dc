"""BatchEnv: thousands of games for training and search, stepped in one call, each asked for what it needs.

The caller plays every seat, or one seat of each game while policies play the others. Arrays are written in
place: `observations`, `masks`, `seats`, `rewards`, `done` always describe the present; copy what you keep.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from tabletop import env_loops as loops
from tabletop.batch import checked_seeds, checked_settings, checked_threads, in_shares, read_only, why_illegal
from tabletop.env_loops import DRAWN_SEAT, EVERY_SEAT, FIRST_POLICY, OUTSIDE, RANDOM
from tabletop.game import Game, GameFault, IllegalAction
from tabletop.loops import first_illegal, words_of
from tabletop.views import OPPONENTS, Policy, Views

ON_ILLEGAL = ("raise", "random_legal")


class BatchEnv:
    """N games. `step(actions)` plays the caller's action in each and comes back when all ask again."""

    def __init__(
        self,
        game: Game,
        settings: Any = None,
        seeds: Any = 1,
        *,
        seat: int | str = "every",
        opponents: Sequence[str | Policy] = ("random",),
        weights: Sequence[float] | None = None,
        fresh: bool = True,
        on_illegal: str = "raise",
        room: int = 0,
        begin: bool = True,
        threads: int | None = None,
    ):
        """
        :param seeds: one per game, or how many games (then 0, 1, 2, ...): game i is the one that
            `Position.new(settings, seeds[i])` gives. Those that follow have seeds drawn from it.
        :param seat: `"every"`: the caller plays all seats; a number: only that one; `"random"`: one that is
            drawn for every game.
        :param opponents: who plays the other seats: `"random"`, or a policy that answers for many games in a
            call. They sit in this order after the caller's seat, from the front again if there are too few.
        :param weights: instead, draw every other seat's player for every game, with these weights.
        :param fresh: a game that ends is replaced by the next at once; False: it stays as it is.
        :param on_illegal: `"raise"`, or `"random_legal"` for checkers that do not know masks.
        :param begin: deal the first games now; False: wait for `reset`.
        :param room: how many actions of each game are written down (see `record_of`).
        """
        self.game = game
        self.settings = checked_settings(game, settings)
        self.threads = checked_threads(threads)
        self._first = checked_seeds(seeds)
        self.n = n = len(self._first)
        self.opponents = tuple(_opponent(game, who) for who in opponents)
        scripted = game.scripted(self.settings)
        self.people = tuple(p for p in range(self.settings.players) if p not in scripted)
        pool = _pool(self.opponents)
        self._rules = loops.Rules(
            reward=game.reward_id(self.settings.reward),
            seat=_seat(seat, self.people),
            skip_forced=bool(self.settings.skip_forced),
            fresh=bool(fresh),
            mend=_one_of("on_illegal", on_illegal, ON_ILLEGAL) == "random_legal",
            drawn=weights is not None,
        )
        states, blank, final = game.new_states(n), game.new_states(1), game.new_states(n)
        game.configure(blank, self.settings)
        game.configure(states, self.settings)
        slots = np.zeros(n, loops.slot_type(game.max_seats))
        slots["seed"] = self._first
        self._games = g = loops.Games(
            states=states,
            words=words_of(states),
            blank=words_of(blank),
            words_end=words_of(final),
            slots=slots,
            slots_end=slots.copy(),
            masks=np.zeros((n, game.n_actions), np.bool_),
            observations=np.zeros((n, game.obs_size), np.int8),
            observations_end=np.zeros((n, game.obs_size), np.int8),
            history=np.zeros((n, room), np.int16),
            history_end=np.zeros((n, room), np.int16),
            people=np.array(self.people, np.int64),
            opponents=pool,
            weights=_cumulative(weights, len(pool)),
        )
        self.states, self.final_states = states, final
        self.observations = read_only(g.observations)
        """What the seat to move sees (the caller's seat, where it plays one)."""
        self.final_observations = read_only(g.observations_end)
        """Where a game ended and the caller plays one seat: what that seat saw then."""
        self.masks = read_only(g.masks)
        self.decisions = read_only(slots["asked"][:, 0])
        self.seats = read_only(slots["asked"][:, 1])
        self.rewards = read_only(slots["rewards"])
        """What each seat has earned in this step (columns are seats)."""
        self.done, self.truncated = read_only(slots["done"]), read_only(slots["cut"])
        """1 for games that ended in this step; 1 for those of them that were cut off."""
        self.learner_seats = read_only(slots["learner"])
        self.seeds = read_only(slots["seed"])
        """The seeds of the present games."""
        self.final_seeds = read_only(g.slots_end["seed"])
        """The seeds of the games that ended last."""
        self.bits = read_only(slots["bits"])
        """64 random bits for whoever is asked, from the game's own dice."""
        self._doors = (
            game.setup,
            game.legal,
            game.step,
            game.asked,
            game.automatic,
            game.observe,
            game.payoffs,
        )
        self._policies = [who for who in self.opponents if who != "random"]
        if begin:
            self.reset()

    def reset(self, seeds: Any = None) -> None:
        """Begin every game anew: the same ones, or those of other seeds."""
        if seeds is not None:
            seeds = checked_seeds(seeds)
            if len(seeds) != self.n:
                raise ValueError(f"reset takes {self.n} seeds, one for each game")
            self._first = seeds
        g = self._games
        g.slots["seed"] = self._first
        self._in_shares(self.n, lambda a, b: loops.begin_games(g, self._rules, a, b, *self._doors))
        self._let_policies_play()

    def step(self, actions: np.ndarray) -> None:
        """One action id per game. An illegal one raises, and then none is taken."""
        actions = np.asarray(actions)
        if actions.shape != (self.n,) or actions.dtype.kind not in "iu":
            raise ValueError(f"step takes {self.n} action ids, one for each game")
        actions = np.ascontiguousarray(actions, np.int64)
        g = self._games
        if not self._rules.mend:
            # in this thread: to wake another takes longer than to look at thousands of games
            wrong = int(first_illegal(g.masks, self.decisions, actions, 0, self.n))
            if wrong >= 0:
                raise IllegalAction(why_illegal(self, wrong, int(actions[wrong])))
        self._in_shares(self.n, lambda a, b: loops.step_games(g, self._rules, actions, a, b, *self._doors))
        self._let_policies_play()

    def _let_policies_play(self) -> None:
        """Policies answer, each for all games that wait for it, until every game waits for the caller."""
        g, waiting = self._games, self._games.slots["waiting"]
        for k in range(len(self._policies) and 1_000_000_000):
            who = FIRST_POLICY + k % len(self._policies)
            indices = np.flatnonzero(waiting == who)
            if len(indices):
                policy = self._policies[who - FIRST_POLICY]
                actions = np.asarray(policy(self.views(indices)))
                self._check_answers(policy, indices, actions)
                actions = actions.astype(np.int64)
                self._in_shares(
                    len(indices),
                    lambda a, b, i=indices, c=actions: loops.answer_games(
                        g, self._rules, i, c, a, b, *self._doors
                    ),
                )
            elif not (waiting > OUTSIDE).any():
                break

    def _in_shares(self, n: int, work: Callable[[int, int], int]) -> None:
        """Threads share the games; a fault of the engine is never passed over."""
        if any(in_shares(n, self.threads, work)):
            raise GameFault(f"game {int(np.argmax(self.states['fault']))}: the stack of decisions overflowed")

    def _check_answers(self, policy: Any, indices: np.ndarray, actions: np.ndarray) -> None:
        if actions.shape != indices.shape or actions.dtype.kind not in "iu":
            raise ValueError(f"{policy!r} should answer with {len(indices)} action ids, not {actions!r}")
        within = (actions >= 0) & (actions < self.game.n_actions)
        legal = self._games.masks[indices, np.where(within, actions, 0)] & within
        if not legal.all():
            k = int(np.argmin(legal))
            raise IllegalAction(f"{policy!r}: {why_illegal(self, int(indices[k]), int(actions[k]))}")

    def views(self, indices: np.ndarray | None = None) -> Views:
        """What whoever is asked may know, in these games (all of them)."""
        return Views(self.game, self._games, slice(None) if indices is None else indices)

    @property
    def over(self) -> np.ndarray:
        """Games that have ended and stay so (never with `fresh`)."""
        return self.decisions < 0

    def observe(self, i: int, seat: int, final: bool = False) -> np.ndarray:
        """What any seat sees of game i now, or saw at the end of the game that ended there last."""
        out = np.zeros(self.game.obs_size, np.int8)
        self.game.observe(self.final_states if final else self.states, i, seat, out)
        return out

    def learner_rewards(self) -> np.ndarray:
        """What the caller's seat earned in this step, where it plays one seat.

        Where a game has ended, the seat is the one it had in that game.
        """
        g = self._games
        seats = np.where(self.done, g.slots_end["learner"], self.learner_seats)
        return self.rewards[np.arange(self.n), seats]

    def snapshot(self) -> tuple[np.ndarray, ...]:
        """All that changes while games are played, as arrays."""
        g = self._games
        return tuple(array.copy() for array in (self._first, *_changing(g)))

    def restore(self, snapshot: tuple[np.ndarray, ...]) -> None:
        """Go on from a snapshot of a batch made in the same way."""
        self._first = snapshot[0]
        for array, kept in zip(_changing(self._games), snapshot[1:], strict=True):
            array[:] = kept

    def actions_of(self, i: int, final: bool = False) -> tuple[int, list[int]]:
        """Seed and actions of the present game i, or of the one that ended there last (needs `room`)."""
        g = self._games
        slot, row = (g.slots_end[i], g.history_end[i]) if final else (g.slots[i], g.history[i])
        if slot.length > len(row):
            raise ValueError(f"game {i} has {slot.length} actions, more than room={len(row)}")
        return int(slot.seed), row[: slot.length].tolist()


def _changing(g: loops.Games) -> tuple[np.ndarray, ...]:
    return (
        g.words,
        g.words_end,
        g.slots,
        g.slots_end,
        g.masks,
        g.observations,
        g.observations_end,
        g.history,
        g.history_end,
    )


def _opponent(game: Game, who: Any) -> Any:
    """`random`, a policy, or the policy that has this name."""
    if callable(who) or who == "random":
        return who
    if isinstance(who, str) and who in OPPONENTS:
        return OPPONENTS[who](game)
    known = ", ".join(["random", *sorted(OPPONENTS)])
    hint = "" if OPPONENTS else " (`import agents` makes more known)"
    raise ValueError(f"an opponent is one of {known}{hint}, or can be called with views, not {who!r}")


def _pool(opponents: tuple[Any, ...]) -> np.ndarray:
    """For each opponent: RANDOM, or the number of its policy."""
    if not opponents:
        raise ValueError("opponents names at least one")
    pool, policies = [], 0
    for who in opponents:
        if who == "random":
            pool.append(RANDOM)
        else:
            pool.append(FIRST_POLICY + policies)
            policies += 1
    return np.array(pool, np.int64)


def _cumulative(weights: Sequence[float] | None, n: int) -> np.ndarray:
    if weights is None:
        return np.ones(n)
    weights = np.asarray(weights, np.float64)
    if weights.shape != (n,) or not (weights >= 0).all() or not weights.sum() > 0:
        raise ValueError(f"weights are {n} numbers from 0, one for each opponent, not all 0")
    return np.cumsum(weights)


def _seat(seat: int | str, people: tuple[int, ...]) -> int:
    if isinstance(seat, str) and seat in ("every", "random"):
        return EVERY_SEAT if seat == "every" else DRAWN_SEAT
    if not isinstance(seat, bool) and isinstance(seat, int | np.integer) and seat in people:
        return int(seat)
    raise ValueError(
        f'seat is "every", "random" or one of {", ".join(map(str, people))} (which people play), not {seat!r}'
    )


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ValueError(f"{name} is one of {', '.join(allowed)}, not {value!r}")
    return value
