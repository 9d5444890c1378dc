"""Game: what a game tells of itself, so that positions, batches, records, environments and agents can play
any.

A game is a handful of tables (actions, decisions, state fields, features, rewards) and a handful of kernels
over an array of state records. Nothing in `tabletop` knows more about a game than this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np


class Block(NamedTuple):
    """A run of action ids that point at things of one kind."""

    name: str
    words: tuple[str, ...]
    text: str
    relative: bool = False  # ids count seats from the one who decides; words name absolute seats


class Decision(NamedTuple):
    """A kind of question: who is asked, and what the numbers of its frame mean."""

    name: str
    who: str
    legal: str
    rule: str
    a: str = "-"
    b: str = "-"
    c: str = "-"


class Feature(NamedTuple):
    """A part of what a seat sees: `observe` writes the features one after the other."""

    name: str
    shape: tuple[int, ...]
    text: str


class Reward(NamedTuple):
    """A way of paying the players. `payoffs` takes its place in the game's table."""

    name: str
    low: float
    high: float
    text: str


class Things(NamedTuple):
    """Things of one kind that actions point at, such as cards: a network shares what it learns about them."""

    block: str
    """The action block that points at them, in their order; decisions call one of them by this word."""
    facts: np.ndarray
    """What is printed on each: a row of small numbers per thing."""
    place: str
    """The feature that tells where each thing is."""
    groups: tuple[int, ...]
    """For each place a number: things in places of one number are looked at together; -1 leaves them out."""
    features: tuple[str, ...]
    """Features with a row for each thing, or for the first of them."""
    on_places: tuple[str, int]
    """A feature that tells what lies with the things in consecutive places, and the first such place."""
    stack: str
    """The feature that holds the pending frames (kind + 1, seat, a, b, c), bottom first."""


class IllegalAction(ValueError):
    """The action may not be taken now. Nothing has changed."""


class GameFault(RuntimeError):
    """The engine itself has failed; please report the record of the game."""


@dataclass(frozen=True)
class Game:
    """The description of one game. Arrays of states are numpy arrays of `dtype`, one record per game."""

    name: str
    version: str
    record_format: str
    dtype: np.dtype
    fields: Sequence[Any]
    blocks: Sequence[Block]
    decisions: Sequence[Decision]
    max_seats: int
    settings: type
    script: str | None
    """The name of the player that the game plays by itself, if it has one."""
    scripted: Callable[[Any], tuple[int, ...]]
    """scripted(settings): the seats that the game plays by itself."""
    new_states: Callable[[int], np.ndarray]
    configure: Callable[[np.ndarray, Any], None]
    """configure(states, settings): write the settings into blank states."""
    setup: Callable
    """setup(states, i, seed): shuffle and deal game i."""
    legal: Callable
    """legal(states, i, mask): which actions are legal now; none when the game is over."""
    step: Callable
    """step(states, i, action): carry out a legal action and all that follows up to the next decision."""
    asked: Callable
    """asked(states, i, out): out[0] the decision (NONE when over), out[1] the seat that decides, out[2] 1 if
    the game was cut off."""
    automatic: Callable
    """automatic(states, i, out): out[0] the action of a seat that the game plays itself, NONE (-1) else."""
    features: Sequence[Feature]
    observe: Callable
    """observe(states, i, seat, out): what a seat may know, as small integers, one feature after the other."""
    redeal: Callable
    """redeal(states, i, seat, seed): deal anew what the seat cannot know."""
    rewards: Sequence[Reward]
    payoffs: Callable
    """payoffs(states, i, reward, out): what each seat has earned since the game began."""
    evaluate: Callable | None
    """evaluate(states, i, out): how well each seat stands, by a rule of thumb; bigger is better."""
    quiet: int
    """The decision between two actions of a turn: where it is asked, a position can be judged."""
    outcome: Callable[[np.ndarray, int], dict[str, Any]]
    """outcome(states, i): points, winners, turns, end; in words as in a record."""
    to_dict: Callable[[np.ndarray, int], dict[str, Any]]
    from_dict: Callable[[dict[str, Any]], np.ndarray]
    to_text: Callable[[np.ndarray, int], str]
    render: Callable[..., Any]
    """render(states, i, mode, **how): the whole table, hidden cards included; `ansi` is text, `svg` a picture
    as text, `rgb_array` its pixels. What `how` may say is up to the game."""
    broken: Callable[[np.ndarray, int], str | None]
    """broken(states, i): the first invariant that game i breaks, in words, or None."""
    things: Things | None = None
    """What a network should know about the cards of the game, if it has any."""
    nets: Path | None = None
    """Where the trained networks lie that are shipped with the game."""

    def warm_up(self) -> None:
        """Make the kernels ready, from the cache or by compiling."""
        for door in (
            self.setup,
            self.asked,
            self.automatic,
            self.legal,
            self.step,
            self.observe,
            self.redeal,
            self.payoffs,
            self.evaluate,
        ):
            if hasattr(door, "compile"):
                door.compile()

    @cached_property
    def n_actions(self) -> int:
        return sum(len(block.words) for block in self.blocks)

    @cached_property
    def obs_size(self) -> int:
        return sum(int(np.prod(feature.shape)) for feature in self.features)

    @cached_property
    def spans(self) -> dict[str, tuple[int, int]]:
        """Where each feature begins and ends in an observation."""
        spans, start = {}, 0
        for feature in self.features:
            stop = start + int(np.prod(feature.shape))
            spans[feature.name] = (start, stop)
            start = stop
        return spans

    def named(self, vector: np.ndarray) -> dict[str, np.ndarray]:
        """An observation as named, shaped views on the same memory; a batch keeps its leading axes."""
        return {
            feature.name: vector[..., slice(*self.spans[feature.name])].reshape(
                *vector.shape[:-1], *feature.shape
            )
            for feature in self.features
        }

    def reward_id(self, name: str) -> int:
        return [reward.name for reward in self.rewards].index(name)

    def words(self) -> tuple[str, ...]:
        """The notation of every action id (seats as seen from seat 0)."""
        return tuple(word for block in self.blocks for word in block.words)


def action_word(game: Game, action: int, seat: int, seats: int) -> str:
    """The notation of an action of `seat` at a table of `seats`."""
    if not 0 <= action < game.n_actions:
        raise ValueError(f"{game.name} has actions 0 to {game.n_actions - 1}, not {action}")
    for block in game.blocks:
        if action < len(block.words):
            break
        action -= len(block.words)
    return block.words[(seat + action) % seats if block.relative and action < seats else action]


def action_id(game: Game, word: str, seat: int, seats: int) -> int:
    """The id of an action in notation; a word that names no action raises ValueError."""
    offset = 0
    for block in game.blocks:
        if word in block.words:
            index = block.words.index(word)
            return offset + ((index - seat) % seats if block.relative and index < seats else index)
        offset += len(block.words)
    raise ValueError(
        f"{word!r} names no action of {game.name}; examples: " + ", ".join(b.words[0] for b in game.blocks)
    )
