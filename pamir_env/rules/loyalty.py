"""P2.5, P8.5, W2, W4 Whose side a seat is on. Setting the dial is rules/discards.py's business."""

from __future__ import annotations

from pamir_env.cards import WAKHAN_LOYALTIES
from pamir_env.names import N_COALITIONS, N_WAKHAN_CARDS, NONE
from tabletop.jit import kernel


@kernel
def is_wakhan(s, p):
    return p == s.wakhan


@kernel
def wakhan_face(s):
    """W3: the card on top of her discard pile."""
    return s.wakhan_discard[N_WAKHAN_CARDS - s.wakhan_deck_size - 1]


@kernel
def somebody_else_is_loyal(s, p, coalition):
    for q in range(s.players):
        if q != p and s.loyalty[q] == coalition:
            return True
    return False


@kernel
def block_coalition(s, p):
    """Whose blocks a seat places, moves and battles with: its loyalty; for Wakhan the pragmatic one (W4)."""
    if not is_wakhan(s, p):
        return s.loyalty[p]
    face = wakhan_face(s)
    for i in range(N_COALITIONS):
        coalition = WAKHAN_LOYALTIES[face, i]
        if not somebody_else_is_loyal(s, p, coalition):
            return coalition
    return NONE


@kernel
def is_enemy_coalition(s, p, coalition):
    """May `p` battle these blocks? Not those of its loyalty (P6.11), for Wakhan the pragmatic one (W4)."""
    return coalition != block_coalition(s, p)


@kernel
def are_allied(s, p, q):
    """Are the tribes of `q` safe from `p` (P6.11)? Nobody is Wakhan's ally."""
    return s.loyalty[p] == s.loyalty[q] and s.loyalty[p] != NONE
