"""What a seat cannot know, dealt anew. Search agents call this before they look ahead.

Cards are bought in the open and discarded face up, so every hand is known to whoever has watched. Hidden are
the order of the deck, which cards were left out of the game, and the order of Wakhan's deck.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from pamir_env.cards import WAKHAN_BACK_COLUMNS, WAKHAN_BACK_ROWS
from pamir_env.names import (
    FIRST_CHECK,
    IN_DECK,
    LAST_CHECK,
    N_CARDS,
    N_COURT_CARDS,
    OUT_OF_GAME,
)
from pamir_env.state import STATES_TYPE
from tabletop.chance import advance, mix, shuffle
from tabletop.jit import entry, kernel
from tabletop.position import checked_seed

PILE_BEYOND_PLAYERS = 7  # P2.2: a pile holds 5 + players court cards, an event and a check


def redeal_hidden(states: np.ndarray, seat: int, seed: Any) -> None:
    """Deal anew, in place, what `seat` cannot know in each of these games; game i draws from its own
    stream."""
    checked = checked_seed(seed)
    if not 0 <= seat < int(states["players"].min()):
        raise ValueError(f"seat {seat!r} is not at every one of these tables")
    for i in range(len(states)):
        redeal(states, i, seat, np.uint64((int(checked) + i) % 2**64))


@entry(STATES_TYPE, types.int64, types.int64, types.uint64)
def redeal(states, i, seat, seed):
    """One game; the result depends on `seed` and on what is known, not on how the hidden cards lay.

    No seat knows more than another, so `seat` changes nothing (hands are public knowledge).
    """
    s = states[i]
    s.chance = mix(advance(seed))
    redeal_deck(s)
    redeal_wakhan_deck(s)


@kernel
def redeal_deck(s):
    """P2.2: within a pile the places of event and check are unknown; who they are comes from all
    unseen cards."""
    pile = PILE_BEYOND_PLAYERS + s.players
    for start in range(0, s.deck_size, pile):
        stop = min(start + pile, s.deck_size)
        put_in_order(s.deck, start, stop)
        shuffle(s, s.deck, start, stop)
    rename(s, 1, N_COURT_CARDS)
    rename(s, FIRST_CHECK, LAST_CHECK)
    rename(s, LAST_CHECK + 1, N_CARDS)


@kernel
def put_in_order(cards, start, stop):
    """By number (court cards, checks, events), so that nothing of the old order reaches the new one."""
    for i in range(start + 1, stop):
        card, k = cards[i], i
        while k > start and cards[k - 1] > card:
            cards[k] = cards[k - 1]
            k -= 1
        cards[k] = card


@kernel
def rename(s, first, last):
    """Draw the cards `first` .. `last` that lie in the deck from all of these that are in the deck or
    out of the game."""
    unseen = np.zeros(last - first + 1, np.int64)
    n = 0
    for card in range(first, last + 1):
        if s.place[card] == IN_DECK or s.place[card] == OUT_OF_GAME:
            s.place[card] = OUT_OF_GAME
            unseen[n] = card
            n += 1
    shuffle(s, unseen, 0, n)
    n = 0
    for k in range(s.deck_size):
        if first <= s.deck[k] <= last:
            s.deck[k] = unseen[n]
            s.place[unseen[n]] = IN_DECK
            n += 1


@kernel
def redeal_wakhan_deck(s):
    """The back on top of her deck is seen (W3); the card behind it may be any with that back."""
    if s.wakhan_deck_size == 0:
        return
    top = s.wakhan_deck_size - 1
    seen = s.wakhan_deck[top]
    put_in_order(s.wakhan_deck, 0, s.wakhan_deck_size)
    shuffle(s, s.wakhan_deck, 0, s.wakhan_deck_size)
    for k in range(top, -1, -1):
        card = s.wakhan_deck[k]
        if has_same_back(card, seen):
            s.wakhan_deck[k] = s.wakhan_deck[top]
            s.wakhan_deck[top] = card
            return


@kernel
def has_same_back(card, other):
    return (
        WAKHAN_BACK_COLUMNS[card, 0] == WAKHAN_BACK_COLUMNS[other, 0]
        and WAKHAN_BACK_ROWS[card, 0] == WAKHAN_BACK_ROWS[other, 0]
    )
