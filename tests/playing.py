"""Random games and their fingerprints, for the tests of the infrastructure. Knows no rule.

The choices come from Python's own generator, so a game here depends on the engine and on nothing else in
`tabletop`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import numpy as np

from pamir_env import PAMIR, Position, Settings

PLAYERS = (2, 3, 4, 5)

TABLES = {
    **{f"{n} players": Settings(players=n) for n in PLAYERS},
    **{f"{n} players, no negotiation": Settings(players=n, negotiation=False) for n in PLAYERS},
    **{f"{n - 1} and Wakhan": Settings(players=n, wakhan=True) for n in (2, 3)},
    "2 and Wakhan, no negotiation": Settings(players=3, wakhan=True, negotiation=False),
}
"""Every kind of table."""


def walk(position: Position, seed: int, limit: int = 100_000) -> Iterator[int]:
    """Play on at random to the end, Wakhan as she does. Yields each action just before it is taken."""
    rng = Random(seed)
    for _ in range(limit):
        if position.over:
            return
        legal = position.legal_ids()
        assert legal, f"I4: seat {position.seat} must decide {position.decision} and has no legal action"
        action = position.automatic_action()
        if action is None:
            action = legal[int(rng.random() * len(legal))]
        assert action in legal, f"I4: Wakhan decides {position.decision} and wants {position.word(action)}"
        yield action
        position.play(action)


def new_game(players: int, seed: int) -> Position:
    return Position.new(Settings(players=players), seed=seed)


def play_on(position: Position, seed: int, limit: int = 100_000) -> list[int]:
    """Play on at random; the actions taken."""
    return list(walk(position, seed, limit))


def values(states: np.ndarray, i: int = 0) -> dict[str, list[int]]:
    """The values of a state by name of field. Trailing zeros are cut off and empty fields left out.

    So neither the padding of the record nor the room kept for lists counts, only what is in them.
    """
    out = {}
    for field in PAMIR.fields:
        flat = np.trim_zeros(np.atleast_1d(states[field.name][i]).ravel(), "b")
        if len(flat):
            out[field.name] = [int(n) for n in flat]
    return out


def fingerprint(states: np.ndarray, i: int = 0) -> str:
    return hashlib.sha256(repr(sorted(values(states, i).items())).encode()).hexdigest()


def whole_game(
    settings: Settings,
    seed: int,
    watch: Callable[[np.ndarray, np.ndarray], None] | None = None,
) -> dict[str, Any]:
    """A random game: how many decisions, how it ended, and a digest of its actions and its last state.

    `watch` is shown the states before and after each decision.
    """
    position = Position.new(settings, seed=seed)
    words, before = [], position.states
    for action in walk(position, seed):
        if watch and words:
            watch(before, position.states)
        before = position.states
        words.append(position.word(action))
    digest = hashlib.sha256((" ".join(words) + fingerprint(position.states)).encode()).hexdigest()
    return {
        "decisions": len(words),
        "points": position.points,
        "end": position.result["end"],
        "digest": digest[:16],
    }
