"""`python -m benchmarks.audit`: random games, with every invariant looked at in every state."""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from pamir_env import PAMIR, Settings
from pamir_env.invariants import EXTREMES, INVARIANTS, audit
from tabletop import loops
from tabletop.batch import Batch, default_threads, in_shares

CHUNK = 5000
TABLES = (
    *(Settings(players=players, negotiation=on) for players in (2, 3, 4, 5) for on in (True, False)),
    *(Settings(players=players, wakhan=True) for players in (2, 3)),
)


def audited(settings: Settings, first_seed: int, games: int) -> tuple[int, np.ndarray]:
    """Play games from consecutive seeds; decisions in all, the longest game and the extremes met."""
    seeds = np.arange(first_seed, first_seed + games, dtype=np.uint64)
    batch = Batch(PAMIR, settings, seeds=seeds)
    words, lengths = loops.words_of(batch.states), np.zeros(games, np.int64)

    def share(a: int, b: int) -> np.ndarray:
        before, extremes = PAMIR.new_states(1), np.zeros(len(EXTREMES), np.int64)
        game, decision, code = loops.audit_games(
            batch.states, words, before, loops.words_of(before), a, b, seeds, lengths, extremes,
            PAMIR.n_actions, 100_000, PAMIR.legal, PAMIR.step, PAMIR.automatic, audit,
        )  # fmt: skip
        if code:
            what = {-1: "I5: a loss was not settled", -2: "Wakhan's action is illegal"}.get(
                code
            ) or INVARIANTS[code]
            raise SystemExit(f"{settings}, seed {seeds[game]}, decision {decision}: {what}")
        return extremes

    most = np.max(in_shares(games, default_threads(), share), axis=0)
    if not (batch.states["end"] > 0).all():
        raise SystemExit(
            f"{settings}: game {int(np.argmin(batch.states['end']))} of {first_seed} came to no end"
        )
    return int(lengths.sum()), np.append(most, lengths.max())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--games", type=int, default=20_000, help="games per kind of table (default: %(default)s)"
    )
    parser.add_argument("--first-seed", type=int, default=0)
    arguments = parser.parse_args()
    names = (*EXTREMES, "decisions in a game")
    for settings in TABLES:
        start, decisions, most = time.perf_counter(), 0, np.zeros(len(names), np.int64)
        for done in range(0, arguments.games, CHUNK):
            count, extremes = audited(
                settings, arguments.first_seed + done, min(CHUNK, arguments.games - done)
            )
            decisions, most = decisions + count, np.maximum(most, extremes)
            if sys.stderr.isatty():
                print(f"\r{done + CHUNK} games", end="", file=sys.stderr)
        table = f"{settings.players} seats" + (", Wakhan" if settings.wakhan else "")
        table += "" if settings.negotiation else ", no negotiation"
        extremes = ", ".join(f"{name} {n}" for name, n in zip(names, most))
        seconds = time.perf_counter() - start
        print(
            f"{table}: {arguments.games} games, {decisions} decisions, {seconds:.0f} s; most {extremes}",
            flush=True,
        )


if __name__ == "__main__":
    main()
