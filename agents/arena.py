"""The arena: who plays better, and how sure are we. Seats are rotated, and every seating gets the same deals.

A match is one group of agents at a table; a round robin is every group of the right size. Games of a match
run side by side in a batch, and each agent answers for all games that ask it in one call. The result depends
on the seed alone, not on cores or on how many games run at once.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from agents.base import Agent
from agents.registry import BadSpec, is_script, make_agent
from tabletop.batch import default_threads
from tabletop.batch_env import BatchEnv
from tabletop.game import Game
from tabletop.seeds import spread_seeds

ROOM = 32_767
"""Actions of a game that are written down; the turn limit ends a game before."""
CONFIDENCE = 0.95


class Played(NamedTuple):
    """One finished game."""

    match: int
    deal: int  # games of one deal differ in the seating only
    seed: int
    agents: tuple[str, ...]  # by seat
    actions: list[int]
    points: list[int]
    winners: list[int]
    turns: int
    end: str

    def share(self, seat: int) -> float:
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass
class Report:
    """What came out, so far."""

    game: str
    settings: dict[str, Any]
    seed: int
    names: list[str]
    games: list[Played] = field(default_factory=list)
    decisions: int = 0
    seconds: float = 0.0
    finished: bool = True

    def rows(self) -> list[dict[str, Any]]:
        """One row per agent: games, win share with its interval, points, rank, rating, seats, endings."""
        ratings = rate(self.games, self.names)
        return [self._row(name, ratings[name]) for name in self.names]

    def _row(self, name: str, rating: tuple[float, float]) -> dict[str, Any]:
        played = [(g, seat) for g in self.games for seat, who in enumerate(g.agents) if who == name]
        n = len(played)
        won = sum(g.share(seat) for g, seat in played)
        return {
            "name": name,
            "games": n,
            "win_share": won / n if n else 0.0,
            "interval": list(wilson(won, n)),
            "mean_points": _mean([g.points[seat] for g, seat in played]),
            "mean_rank": _mean([_rank(g, seat) for g, seat in played]),
            "rating": rating[0],
            "rating_sigma": rating[1],
            "by_seat": _grouped([(str(seat), g.share(seat)) for g, seat in played]),
            "by_end": _grouped([(g.end, g.share(seat)) for g, seat in played]),
        }

    def cross_table(self) -> dict[str, dict[str, dict[str, Any]]]:
        """How often the row ends ahead of the column where both sit at a table; ties count half."""
        ahead: dict[tuple[str, str], list[float]] = {}
        for g in self.games:
            for p, q in itertools.permutations(range(len(g.agents)), 2):
                if g.agents[p] != g.agents[q]:
                    better = (_rank(g, q) > _rank(g, p)) + 0.5 * (_rank(g, q) == _rank(g, p))
                    ahead.setdefault((g.agents[p], g.agents[q]), []).append(better)
        return {
            a: {
                b: {"games": len(v), "share": _mean(v), "interval": list(wilson(sum(v), len(v)))}
                for b in self.names
                if (v := ahead.get((a, b)))
            }
            for a in self.names
        }

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "settings": self.settings,
            "seed": self.seed,
            "finished": self.finished,
            "games": len(self.games),
            "decisions": self.decisions,
            "seconds": round(self.seconds, 3),
            "agents": self.rows(),
            "cross_table": self.cross_table(),
        }


def wilson(won: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share. Shared victories count in part."""
    from scipy.stats import norm

    if n == 0:
        return 0.0, 1.0
    z = float(norm.ppf(0.5 + CONFIDENCE / 2))
    share = won / n
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


def rate(games: Sequence[Played], names: Sequence[str]) -> dict[str, tuple[float, float]]:
    """Ratings by OpenSkill (Plackett-Luce; many players, ties), each with its uncertainty."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in names}
    for g in games:
        if len(set(g.agents)) < len(g.agents):
            continue  # somebody against itself says nothing about strength
        teams = [[ratings[name]] for name in g.agents]
        ranks = [_rank(g, seat) for seat in range(len(g.agents))]
        for name, (rating,) in zip(g.agents, model.rate(teams, ranks=ranks), strict=True):
            ratings[name] = rating
    return {name: (float(r.mu), float(r.sigma)) for name, r in ratings.items()}


def _rank(g: Played, seat: int) -> float:
    """0 for a winner; the others by points after them."""
    if seat in g.winners:
        return 0.0
    return (
        1.0
        + sum(1 for q in range(len(g.points)) if q not in g.winners and g.points[q] > g.points[seat])
        + (len(g.winners) - 1)
    )


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else 0.0


def _grouped(pairs: Sequence[tuple[str, float]]) -> dict[str, dict[str, Any]]:
    groups: dict[str, list[float]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return {key: {"games": len(values), "win_share": _mean(values)} for key, values in sorted(groups.items())}


class Arena:
    """Agents at tables of one kind: `Arena(PAMIR, Settings(players=2), ["greedy", "random"])`."""

    def __init__(
        self,
        game: Game,
        settings: Any,
        specs: Sequence[str],
        *,
        seed: int = 0,
        threads: int | None = None,
        side_by_side: int | None = None,
        agents: dict[str, Agent] | None = None,
    ):
        """`agents`: objects for names that are no specs. As many specs as seats make one match; more make a
        round robin over all groups. The scripted player, if named, takes its own seat in every match.
        """
        self.game = game
        self.script = [spec for spec in specs if is_script(spec, game)]
        people = [spec for spec in specs if not is_script(spec, game)]
        self.settings = settings
        seats = settings.players - len(game.scripted(settings))
        if len(game.scripted(settings)) != len(self.script):
            raise BadSpec(f"{game.script} is named {len(self.script)} times, but the settings say otherwise")
        if len(people) < seats:
            raise BadSpec(f"{len(people)} agents for {seats} seats; name {seats - len(people)} more")
        self.seats = seats
        self.names = [*dict.fromkeys(people), *self.script]
        given = agents or {}
        self.agents = {spec: given.get(spec) or make_agent(spec, game) for spec in dict.fromkeys(people)}
        self.threads = default_threads() if threads is None else threads
        for agent in self.agents.values():
            if hasattr(agent, "threads"):
                agent.threads = self.threads
        self.seed = seed
        self.side_by_side = side_by_side or min(agent.side_by_side for agent in self.agents.values())
        self.matches = list(itertools.combinations(people, seats)) if len(people) > seats else [tuple(people)]

    def run(
        self,
        games: int,
        *,
        until_decided: bool = False,
        on_game: Callable[[Played, Report], None] | None = None,
    ) -> Report:
        """Play so many games in each match, in whole rotations. Ctrl-C ends it with what there is.

        `until_decided`: stop as soon as the first agent's interval leaves its equal share out.
        """
        report = Report(
            self.game.name,
            {name: getattr(self.settings, name) for name in self.settings.__dataclass_fields__},
            self.seed,
            self.names,
        )
        start = time.perf_counter()
        try:
            for played, decisions in self._all_games(games):
                report.games += played
                report.decisions += decisions
                report.seconds = time.perf_counter() - start
                for g in played:
                    if on_game:
                        on_game(g, report)
                if until_decided and self._decided(report):
                    break
        except KeyboardInterrupt:
            report.finished = False
        report.seconds = time.perf_counter() - start
        return report

    def _decided(self, report: Report) -> bool:
        row = report._row(self.names[0], (0.0, 0.0))
        low, high = row["interval"]
        equal = 1 / self.settings.players
        return row["games"] >= 50 and not low <= equal <= high

    def _all_games(self, games: int) -> Iterator[tuple[list[Played], int]]:
        """Chunks of whole deals, match by match."""
        deals = -(-games // self.seats)
        seeds = spread_seeds(self.seed, deals)
        per_chunk = max(1, self.side_by_side // self.seats)
        for first in range(0, deals, per_chunk):
            for m, people in enumerate(self.matches):
                yield self._play_deals(m, people, first, seeds[first : first + per_chunk])

    def _play_deals(
        self, match: int, people: tuple[str, ...], first: int, seeds: np.ndarray
    ) -> tuple[list[Played], int]:
        """Every deal once for each rotation of the agents round the table."""
        n = len(seeds) * self.seats
        batch = BatchEnv(
            self.game,
            self.settings,
            np.repeat(seeds, self.seats),
            fresh=False,
            room=ROOM,
            threads=self.threads,
        )
        seated = np.array([[(p + k) % self.seats for p in range(self.seats)] for k in range(self.seats)])
        who = np.full((n, self.game.max_seats), -1, np.int64)
        who[:, list(batch.people)] = np.tile(seated, (len(seeds), 1))
        agents = [self.agents[name] for name in people]
        for agent in agents:
            agent.reset(int(seeds[0]))
        play_together(batch, agents, who)
        played = []
        for i in range(n):
            seed, actions = batch.actions_of(i)
            names = [people[k] if k >= 0 else self.script[0] for k in who[i, : self.settings.players]]
            result = self.game.outcome(batch.states, i)
            played.append(
                Played(
                    match,
                    first + i // self.seats,
                    seed,
                    tuple(names),
                    actions,
                    result["points"],
                    result["winners"],
                    result["turns"],
                    result["end"],
                )
            )
        return played, sum(len(g.actions) for g in played)


def play_together(batch: BatchEnv, agents: Sequence[Agent], who: np.ndarray) -> None:
    """Play all games of a batch to the end. who[i, seat] is the index of the agent that sits there."""
    rows = np.arange(batch.n)
    actions = np.zeros(batch.n, np.int64)
    while not batch.over.all():
        turn = np.where(batch.over, -1, who[rows, batch.seats])
        for k, agent in enumerate(agents):
            asked = np.flatnonzero(turn == k)
            if len(asked):
                actions[asked] = agent.act_many(batch.views(asked))
        batch.step(actions)
