"""W3, W6, W10, W13, W18 What Wakhan looks at first: arrows, regions, borders, cards."""

from __future__ import annotations

from pamir_env.board import BORDER_BETWEEN
from pamir_env.cards import (
    CARD_LEVERAGED,
    CARD_PATRIOT,
    CARD_PRIZE,
    CARD_RANK,
    CARD_SUIT,
    WAKHAN_BACK_COLUMNS,
    WAKHAN_BACK_ROWS,
    WAKHAN_COLUMN_ARROW,
    WAKHAN_REGIONS,
    WAKHAN_ROW_ARROW,
)
from pamir_env.names import N_REGIONS, NONE, POLITICAL, TOP
from pamir_env.rules.dominance import dominant_coalition
from pamir_env.rules.loyalty import wakhan_face
from pamir_env.rules.places import is_in_a_court, is_in_court
from tabletop.jit import kernel


@kernel
def wakhan_back(s):
    """W3: the back of the card on top of her deck."""
    return s.wakhan_deck[s.wakhan_deck_size - 1] if s.wakhan_deck_size > 0 else 0


@kernel
def red_arrow(s):
    """W6: a row, TOP (= left) or BOTTOM (= right)."""
    return WAKHAN_BACK_ROWS[wakhan_back(s), WAKHAN_ROW_ARROW[wakhan_face(s)]]


@kernel
def black_arrow(s):
    """W6: a column."""
    return WAKHAN_BACK_COLUMNS[wakhan_back(s), WAKHAN_COLUMN_ARROW[wakhan_face(s)]]


@kernel
def arrow_seat(s, p):
    """W19: the player on the red arrow's side: who moves before her (left), or after her (right)."""
    return (p - 1) % s.players if red_arrow(s) == TOP else (p + 1) % s.players


@kernel
def other_seat(s, p, k):
    """The k-th other player, the one on the arrow's side first, then in turn order from the next (W20)."""
    first = arrow_seat(s, p)
    if k == 0:
        return first
    count = 0
    for i in range(1, s.players):
        q = (p + i) % s.players
        if q != first:
            count += 1
            if count == k:
                return q
    return NONE


@kernel
def region_at(s, k):
    """The k-th region of the face's priority."""
    return WAKHAN_REGIONS[wakhan_face(s), k]


@kernel
def border_at(s, region, k):
    """W13: the k-th border of a region, by the priority of the region on the other side."""
    count = 0
    for i in range(N_REGIONS):
        border = BORDER_BETWEEN[region, region_at(s, i)]
        if border != NONE:
            if count == k:
                return border
            count += 1
    return NONE


@kernel
def border_count(region):
    count = 0
    for other in range(N_REGIONS):
        if BORDER_BETWEEN[region, other] != NONE:
            count += 1
    return count


@kernel
def card_priority(s, p, card):
    """W10 as one number, the filters from the highest place down; she takes the card with the largest."""
    dominant = dominant_coalition(s)
    score = 1 if is_in_a_court(s, card) and not is_in_court(s, p, card) else 0
    score = 2 * score + (1 if CARD_SUIT[card] == s.favored else 0)
    score = 2 * score + (1 if dominant != NONE and CARD_PATRIOT[card] == dominant else 0)
    score = 2 * score + (1 if dominant != NONE and CARD_PRIZE[card] == dominant else 0)
    score = 2 * score + (1 if CARD_PATRIOT[card] != NONE else 0)
    score = 2 * score + (1 if CARD_LEVERAGED[card] else 0)
    return 128 * (4 * score + CARD_RANK[card]) + int(card)


@kernel
def discard_priority(s, p, card):
    """W18 as one number; she discards the card with the largest."""
    spies, enemies = 0, 0
    for q in range(s.players):
        spies += int(s.spies[card, q])
        enemies += int(s.spies[card, q]) if q != p else 0
    above = max(0, enemies - int(s.spies[card, p]))
    score = 1 if CARD_SUIT[card] != POLITICAL else 0
    score = 2 * score + (1 if CARD_PATRIOT[card] == NONE else 0)
    score = 2 * score + (0 if CARD_LEVERAGED[card] else 1)
    score = 64 * score + above
    score = 64 * score + 63 - spies
    score = 4 * score + 3 - CARD_RANK[card]
    score = 2 * score + (1 if CARD_SUIT[card] != s.favored else 0)
    return 128 * score + 127 - int(card)
