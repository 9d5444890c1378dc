"""P2 Setup: shuffles, piles, market, and the choice of loyalty."""

from __future__ import annotations

import numpy as np

from pamir_env.actions import A_COALITION
from pamir_env.decisions import ASK_LOYALTY, pop, push, top_a
from pamir_env.names import (
    COLUMNS,
    FIRST_CHECK,
    LAST_CHECK,
    N_CARDS,
    N_COALITIONS,
    N_COURT_CARDS,
    N_WAKHAN_CARDS,
    NONE,
    ROWS,
    STARTING_RUPEES,
)
from pamir_env.rules.loyalty import is_wakhan
from pamir_env.rules.market import draw_into
from pamir_env.rules.places import put_on_deck
from pamir_env.rules.turn import ACTIONS_PER_TURN, start_turn
from tabletop.chance import below, shuffle
from tabletop.jit import kernel

PILES = 6  # P2.2
FIRST_PILE_WITH_CHECK = 2  # counted from 0


@kernel
def set_up(s, seed):
    s.chance = seed
    stack_deck(s)
    for column in range(COLUMNS):
        for row in range(ROWS):
            draw_into(s, row, column)  # P2.3
    for p in range(s.players):
        s.rupees[p] = STARTING_RUPEES  # P2.4
    if s.wakhan == NONE:
        ask_loyalties(s, below(s, s.players), s.players)  # P2.5
    else:
        shuffle_wakhan_deck(s)
        last = (s.wakhan + 1) % s.players  # P2.6: her seat comes just before that of who chooses last
        first = last if s.players == 2 else (last + 1) % s.players
        ask_loyalties(s, first, s.players - 1)


@kernel
def stack_deck(s):
    """P2.2: six piles, pile 1 on top."""
    size = 5 + s.players
    court = np.arange(1, N_COURT_CARDS + 1)
    events = np.arange(LAST_CHECK + 1, N_CARDS + 1)
    checks = np.arange(FIRST_CHECK, LAST_CHECK + 1)
    shuffle(s, court, 0, len(court))
    shuffle(s, events, 0, len(events))
    shuffle(s, checks, 0, len(checks))
    pile = np.zeros(size + 2, np.int64)
    for k in range(PILES - 1, -1, -1):  # the bottom pile first
        n = size
        for i in range(size):
            pile[i] = court[k * size + i]
        if k == 1:
            pile[n] = events[0]
            pile[n + 1] = events[1]
            n += 2
        elif k >= FIRST_PILE_WITH_CHECK:
            pile[n] = events[k]
            pile[n + 1] = checks[k - FIRST_PILE_WITH_CHECK]
            n += 2
        shuffle(s, pile, 0, n)
        for i in range(n):
            put_on_deck(s, pile[i])


@kernel
def shuffle_wakhan_deck(s):
    """P2.6."""
    for i in range(N_WAKHAN_CARDS):
        s.wakhan_deck[i] = i + 1
    s.wakhan_deck_size = N_WAKHAN_CARDS
    shuffle(s, s.wakhan_deck, 0, N_WAKHAN_CARDS)


@kernel
def ask_loyalties(s, first, n):
    """From `first` clockwise n seats choose; the turn that is to come is shown already."""
    s.turn_seat = first_turn_seat(s, first)
    s.actions_left = ACTIONS_PER_TURN
    push(s, ASK_LOYALTY, first, n, 0, 0)


@kernel
def first_turn_seat(s, first_chooser):
    """P2.5: who chooses last; with Wakhan, she (P2.6)."""
    return (first_chooser - 1) % s.players if s.wakhan == NONE else s.wakhan


@kernel
def mark_loyalties(mask):
    for coalition in range(N_COALITIONS):
        mask[A_COALITION + coalition] = True


@kernel
def do_loyalty(s, p, coalition):
    """P2.5: clockwise, then the first turn begins."""
    left = top_a(s) - 1
    pop(s)
    s.loyalty[p] = coalition
    if left == 0:
        start_turn(s, s.turn_seat)
        return
    q = (p + 1) % s.players
    if is_wakhan(s, q):
        q = (q + 1) % s.players
    push(s, ASK_LOYALTY, q, left, 0, 0)
