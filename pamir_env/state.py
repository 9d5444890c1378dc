"""The state of one game is one record: FIELDS declares it, and dtype, copying, saving and docs follow from
the table.

Facts that can be computed (who rules, influence, stars, how many checks are used up) are no fields. The
lists that are (`place` beside `ring` and `hand`, the supplies beside the pieces) are written by
rules/pieces.py and rules/places.py alone and compared by the invariants.
"""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np

from pamir_env.names import (
    BLOCKS_EACH,
    COLUMNS,
    CYLINDERS_EACH,
    IN_DECK,
    LASTING_EFFECTS,
    MAX_PLAYERS,
    N_BORDERS,
    N_CARDS,
    N_COALITIONS,
    N_COURT_CARDS,
    N_GIFTS,
    N_REGIONS,
    N_WAKHAN_CARDS,
    NONE,
    OUT_OF_GAME,
    POLITICAL,
    ROWS,
)

STACK_SIZE = 12
"""Pending questions and tasks. docs/decisions/0002-capacities.md proves that a game needs at most 9."""

_SEATS = (MAX_PLAYERS,)
_COURT_CARDS = (N_COURT_CARDS + 1,)  # indexed by card number, row 0 unused


class Field(NamedTuple):
    name: str
    dtype: type
    shape: tuple[int, ...]
    group: str
    text: str


FIELDS = (
    Field(
        "chance",
        np.uint64,
        (),
        "game",
        "the generator's state; after setup only Wakhan's reshuffle draws (W3)",
    ),
    Field("turn", np.int32, (), "game", "the turn, counted from 0"),
    Field("max_turns", np.int32, (), "game", "the game is cut off after so many turns (P3.6)"),
    Field("rupees", np.int32, _SEATS, "seats", "in front of each seat"),
    Field("market_rupees", np.int32, (ROWS, COLUMNS), "market", "on the card, or lying on the empty space"),
    Field("points", np.int16, _SEATS, "seats", "victory points"),
    Field("players", np.int8, (), "game", "2 to 5; a seat p is 0 .. players-1, in turn order (P1.9)"),
    Field("wakhan", np.int8, (), "game", "Wakhan's seat, NONE without her"),
    Field("negotiation", np.int8, (), "game", "0: every bribe is the full amount and nobody is asked (P7.5)"),
    Field("open_hands", np.int8, (), "game", "1: everybody sees every hand"),
    Field("end", np.int8, (), "game", "RUNNING, or how the game ended (P10, P3.6)"),
    Field(
        "fault", np.int8, (), "game", "not 0: the stack of decisions overflowed; the game must not be used"
    ),
    Field("turn_seat", np.int8, (), "turn", "whose turn it is (P3)"),
    Field("actions_left", np.int8, (), "turn", "of the two actions of a turn (P3.1)"),
    Field("favored", np.int8, (), "game", "the favored suit (P2.1)"),
    Field("loyalty", np.int8, _SEATS, "seats", "coalition, NONE before P2.5 and for Wakhan"),
    Field("cylinders", np.int8, _SEATS, "pieces", "in each seat's supply (P1.5)"),
    Field("tribes", np.int8, (MAX_PLAYERS, N_REGIONS), "pieces", "cylinders in each region"),
    Field("gifts", np.int8, (MAX_PLAYERS, N_GIFTS), "pieces", "1 where a gift lies on the space (P6.7)"),
    Field("spies", np.int8, (N_COURT_CARDS + 1, MAX_PLAYERS), "pieces", "cylinders on each court card"),
    Field("blocks", np.int8, (N_COALITIONS,), "pieces", "in each coalition's supply (P1.4)"),
    Field("armies", np.int8, (N_COALITIONS, N_REGIONS), "pieces", "blocks in each region"),
    Field("roads", np.int8, (N_COALITIONS, N_BORDERS), "pieces", "blocks on each border"),
    Field("place", np.int8, (N_CARDS + 1,), "cards", "where each card is (names.py: IN_DECK, HAND + p, ...)"),
    Field(
        "ring", np.int8, (N_COURT_CARDS,), "cards", "all courts, seat after seat, each left to right (P2.7)"
    ),
    Field(
        "court_start",
        np.int8,
        (MAX_PLAYERS + 1,),
        "cards",
        "seat p's court is ring[court_start[p]:court_start[p+1]]",
    ),
    Field("hand", np.int8, (MAX_PLAYERS, N_COURT_CARDS), "cards", "cards in hand, in no order"),
    Field("hand_size", np.int8, _SEATS, "cards", "how many of them count"),
    Field("deck", np.int8, (N_CARDS,), "cards", "bottom first; the next card is deck[deck_size - 1]"),
    Field("deck_size", np.int8, (), "cards", "cards left in the deck"),
    Field("market", np.int8, (ROWS, COLUMNS), "market", "card number, NONE where empty"),
    Field(
        "lasting_seat",
        np.int8,
        (LASTING_EFFECTS,),
        "events",
        "buyer of a lasting effect, EVERYONE if discarded, NONE",
    ),
    Field(
        "lasting_order", np.int8, (LASTING_EFFECTS,), "events", "1, 2, ... in the order they came into force"
    ),
    Field("rumor_target", np.int8, (), "events", "whose patriots Rumor makes worthless (E 108)"),
    Field("used", np.int8, _COURT_CARDS, "this turn", "1: the court card has acted (P6.1)"),
    Field("refused", np.int8, _COURT_CARDS, "this turn", "1: a bribe for it was not paid (P7.3)"),
    Field("paid", np.int8, (N_CARDS + 1,), "this turn", "1: the turn player laid a rupee on it (P4.3)"),
    Field("placed_tribes", np.int8, (N_REGIONS,), "this turn", "turn player's tribes put down (P5.5)"),
    Field("placed_gifts", np.int8, (N_GIFTS,), "this turn", "turn player's gifts put down"),
    Field("placed_spies", np.int8, _COURT_CARDS, "this turn", "turn player's spies put down"),
    Field("placed_armies", np.int8, (N_COALITIONS, N_REGIONS), "this turn", "armies put down, by anybody"),
    Field("placed_roads", np.int8, (N_COALITIONS, N_BORDERS), "this turn", "roads put down, by anybody"),
    Field("depth", np.int8, (), "decisions", "frames on the stack"),
    Field("frame_kind", np.int8, (STACK_SIZE,), "decisions", "a decision or a task (decisions.py)"),
    Field("frame_seat", np.int8, (STACK_SIZE,), "decisions", "whom it concerns"),
    Field("frame_a", np.int8, (STACK_SIZE,), "decisions", "first number; its meaning is fixed per kind"),
    Field("frame_b", np.int8, (STACK_SIZE,), "decisions", "second number"),
    Field("frame_c", np.int8, (STACK_SIZE,), "decisions", "third number"),
    Field("wakhan_deck", np.int8, (N_WAKHAN_CARDS,), "wakhan", "bottom first"),
    Field("wakhan_deck_size", np.int8, (), "wakhan", "cards left in her deck"),
    Field("wakhan_discard", np.int8, (N_WAKHAN_CARDS,), "wakhan", "the face in force last (W3)"),
    Field("wakhan_step", np.int8, (), "wakhan", "which instruction she tries first at this `act` (W7)"),
    Field("wakhan_next", np.int8, (), "wakhan", "which one she will try first after it"),
    Field("wakhan_verb", np.int8, (), "wakhan", "what she is using a card for"),
    Field("wakhan_target", np.int8, (), "wakhan", "the card she battles on, the seat she taxes, or NONE"),
    Field("wakhan_passed", np.int8, _COURT_CARDS, "wakhan", "1: no use for it in her bonus round (W9)"),
    Field(
        "wakhan_choice",
        np.int16,
        (),
        "wakhan",
        "what she does at the present decision, NONE if it is not hers",
    ),
)
STATE = np.dtype((np.record, np.dtype([(f.name, f.dtype, f.shape) for f in FIELDS], align=True)))
STATES_TYPE = numba.typeof(np.zeros(1, STATE))

_BLANK = np.zeros(1, STATE)
_BLANK["wakhan"] = _BLANK["loyalty"] = _BLANK["market"] = _BLANK["lasting_seat"] = _BLANK["rumor_target"] = (
    NONE
)
_BLANK["wakhan_target"] = _BLANK["wakhan_choice"] = NONE
_BLANK["favored"] = POLITICAL  # P2.1
_BLANK["cylinders"] = CYLINDERS_EACH
_BLANK["blocks"] = BLOCKS_EACH
_BLANK["place"] = OUT_OF_GAME
assert IN_DECK != OUT_OF_GAME


def new_states(n: int = 1) -> np.ndarray:
    """n blank states. `states[i].rupees[p]` reads the same here, in kernels and in tests."""
    return np.repeat(_BLANK, n)
