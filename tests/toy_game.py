"""A tiny game whose best result is known, so that learning can be tested honestly and quickly.

Every seat is dealt a colour that it alone sees. In turn each names a colour, but not the one that chance has
barred for this turn (never its own), or stops the game for all (from its second turn on). A seat earns
1/rounds whenever it names its own colour. So the best result of every seat is 1: always name your own colour,
never stop.

What a seat earns is paid on another seat's decision: at the end, or when the next seat has answered. And what
a seat names changes nothing for the others: credit a reward to the wrong seat, or look through the eyes of
the next player, and there is nothing to be learned but not to stop.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types

from tabletop.chance import below
from tabletop.game import Block, Decision, Feature, Game, Reward
from tabletop.jit import entry, kernel

MAX_SEATS, COLOURS, STOP = 3, 4, 4
RUNNING, PLAYED_OUT, STOPPED, CUT_OFF = range(4)
ENDS = ("running", "played_out", "stopped", "cut_off")
AT_THE_END, SOON = range(2)

FIELDS = (
    ("chance", np.uint64, ()),  # of the generator
    ("players", np.int64, ()),  # seats
    ("fault", np.int64, ()),  # always 0
    ("rounds", np.int64, ()),  # turns of each seat
    ("max_turns", np.int64, ()),  # turns of all after which the game is cut off
    ("turn", np.int64, ()),  # turns so far
    ("end", np.int64, ()),  # how the game ended, if it has
    ("barred", np.int64, ()),  # the colour that may not be named in this turn
    ("open", np.int64, ()),  # 1 while the last seat's success is not paid yet
    ("colour", np.int64, (MAX_SEATS,)),  # of each seat
    ("hits", np.int64, (MAX_SEATS,)),  # how often each seat has named its colour
)
STATE = np.dtype((np.record, np.dtype(list(FIELDS), align=True)))
STATES = numba.typeof(np.zeros(1, STATE))
FEATURES = (
    Feature("colour", (COLOURS,), "mine"),
    Feature("barred", (COLOURS,), "in this turn"),
    Feature("turns", (1,), "how often I have been asked"),
    Feature("decides", (MAX_SEATS,), "who is asked, counted from me"),
)


@dataclass(frozen=True, kw_only=True)
class ToySettings:
    """One table."""

    players: int = 2
    rounds: int = 3
    max_turns: int = 1000
    reward: str = "end"
    skip_forced: bool = False

    def __post_init__(self) -> None:
        if self.players not in (2, 3):
            raise ValueError(f"players is 2 or 3, not {self.players!r}")


def configure(states: np.ndarray, settings: ToySettings) -> None:
    for name in ("players", "rounds", "max_turns"):
        states[name] = getattr(settings, name)


@kernel
def seat_to_move(s):
    return s.turn % s.players


@kernel
def bar(s):
    """Any colour but that of the seat to move."""
    s.barred = (s.colour[seat_to_move(s)] + 1 + below(s, COLOURS - 1)) % COLOURS


@entry(STATES, types.int64, types.uint64)
def setup(states, i, seed):
    """Deal the colours."""
    s = states[i]
    s.chance = seed
    for p in range(s.players):
        s.colour[p] = below(s, COLOURS)
    bar(s)


@entry(STATES, types.int64, types.Array(types.int64, 1, "C"))
def asked(states, i, out):
    s = states[i]
    out[0] = 0 if s.end == RUNNING else -1
    out[1] = seat_to_move(s)
    out[2] = s.end == CUT_OFF


@entry(STATES, types.int64, types.Array(types.int64, 1, "C"))
def automatic(states, i, out):
    """Nobody is played by the game."""
    out[0] = -1


@entry(STATES, types.int64, types.Array(types.boolean, 1, "C"))
def legal(states, i, mask):
    s = states[i]
    for action in range(len(mask)):
        mask[action] = s.end == RUNNING and action != s.barred
    if s.turn < s.players:
        mask[STOP] = False


@entry(STATES, types.int64, types.int64)
def step(states, i, action):
    s = states[i]
    p = seat_to_move(s)
    s.turn += 1
    s.open = 0
    if action == STOP:
        s.end = STOPPED
        return
    if action == s.colour[p]:
        s.hits[p] += 1
        s.open = 1
    if s.turn == s.rounds * s.players:
        s.end = PLAYED_OUT
    elif s.turn >= s.max_turns:
        s.end = CUT_OFF
    bar(s)


@kernel
def see(s, seat, out):
    for k in range(len(out)):
        out[k] = 0
    out[s.colour[seat]] = 1
    out[COLOURS + s.barred] = 1
    out[2 * COLOURS] = s.turn // s.players
    out[2 * COLOURS + 1 + (seat_to_move(s) - seat) % s.players] = 1


@entry(STATES, types.int64, types.int64, types.Array(types.int8, 1, "C"))
def observe(states, i, seat, out):
    see(states[i], seat, out)


@entry(STATES, types.int64, types.int64, types.Array(types.int8, 1, "C"))
def observe_as_the_next(states, i, seat, out):
    """A mistake to be found: what the player after this one sees."""
    see(states[i], (seat + 1) % states[i].players, out)


@entry(STATES, types.int64, types.int64, types.uint64)
def redeal(states, i, seat, seed):
    """The colours of the others are hidden."""
    s = states[i]
    s.chance = seed
    for p in range(s.players):
        if p != seat:
            s.colour[p] = below(s, COLOURS)


@entry(STATES, types.int64, types.int64, types.Array(types.float64, 1, "C"))
def payoffs(states, i, reward, out):
    s = states[i]
    last = (s.turn - 1) % s.players
    for p in range(len(out)):
        out[p] = s.hits[p] / s.rounds
        if s.end == RUNNING and (reward == AT_THE_END or (s.open == 1 and p == last)):
            out[p] = 0.0 if reward == AT_THE_END else (s.hits[p] - 1) / s.rounds
        if s.end == CUT_OFF and reward == AT_THE_END:
            out[p] = 0.0


def outcome(states: np.ndarray, i: int) -> dict[str, Any]:
    s = states[i]
    points = [int(n) for n in s.hits[: s.players]]
    winners = [p for p, n in enumerate(points) if n == max(points)]
    return {"points": points, "winners": winners, "turns": int(s.turn), "end": ENDS[s.end]}


def to_dict(states: np.ndarray, i: int) -> dict[str, Any]:
    return {name: np.asarray(states[i][name]).tolist() for name, *_ in FIELDS}


def from_dict(d: dict[str, Any]) -> np.ndarray:
    states = np.zeros(1, STATE)
    for name, value in d.items():
        states[name] = value
    return states


TOY = Game(
    name="toy",
    version="0",
    record_format="toy-record/1",
    dtype=STATE,
    fields=FIELDS,
    blocks=(
        Block("colour", ("red", "green", "blue", "white"), "names it"),
        Block("stop", ("stop",), "ends it"),
    ),
    decisions=(Decision("name", "whose turn it is", "a colour that is not barred", "-"),),
    max_seats=MAX_SEATS,
    settings=ToySettings,
    script=None,
    scripted=lambda settings: (),
    new_states=lambda n=1: np.zeros(n, STATE),
    configure=configure,
    setup=setup,
    legal=legal,
    step=step,
    asked=asked,
    automatic=automatic,
    features=FEATURES,
    observe=observe,
    redeal=redeal,
    rewards=(
        Reward("end", 0, 1, "at the end, all at once"),
        Reward("soon", 0, 1, "when the next seat has answered"),
    ),
    payoffs=payoffs,
    evaluate=None,
    quiet=0,
    outcome=outcome,
    to_dict=to_dict,
    from_dict=from_dict,
    to_text=lambda states, i: str(to_dict(states, i)),
    render=lambda states, i, mode: str(to_dict(states, i)),
    broken=lambda states, i: None,
)
BLINDED = dataclasses.replace(TOY, observe=observe_as_the_next)
"""The same game, seen through the eyes of the next player: it cannot be learned."""


def best_actions(observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
    """What a seat should do: name its colour."""
    return observations[:, :COLOURS].argmax(axis=1)
