"""What a network may know about cards before it has seen a game: what is printed on them, and where an
observation tells more.
"""

from __future__ import annotations

import numpy as np

from pamir_env.cards import (
    CARD_ABILITY,
    CARD_ICONS,
    CARD_PATRIOT,
    CARD_PRIZE,
    CARD_RANK,
    CARD_REGION,
    CARD_SUIT,
    CARD_VERBS,
    EVENT_ON_DISCARD,
    EVENT_ON_PURCHASE,
)
from pamir_env.names import (
    ABILITIES,
    COALITIONS,
    COLUMNS,
    EFFECTS,
    ICONS,
    MAX_PLAYERS,
    REGIONS,
    ROWS,
    SUITS,
    VERBS,
)
from pamir_env.observation import SEEN_AS_PRIZE, SEEN_IN_COURT, SEEN_IN_HAND, SEEN_IN_MARKET
from tabletop.game import Things


def _marks(column: np.ndarray, words: tuple[str, ...]) -> np.ndarray:
    """How often each word stands on each card, from a column of numbers or of lists of them."""
    lists = column.reshape(len(column), -1)
    return (lists[:, :, None] == np.arange(len(words))).sum(axis=1)


FACTS = np.concatenate(
    [
        _marks(CARD_REGION, REGIONS),
        _marks(CARD_SUIT, SUITS),
        CARD_RANK[:, None],
        _marks(CARD_ICONS, ICONS),
        _marks(CARD_VERBS, VERBS),
        _marks(CARD_PATRIOT, COALITIONS),
        _marks(CARD_PRIZE, COALITIONS),
        _marks(CARD_ABILITY, ABILITIES),
        _marks(EVENT_ON_DISCARD, EFFECTS),
        _marks(EVENT_ON_PURCHASE, EFFECTS),
    ],
    axis=1,
)[1:].astype(np.float32)
"""A row per card, without the unused row 0."""


def _groups() -> tuple[int, ...]:
    """The market; one's own hand, those of others; each court; one's own prizes, those of others."""
    groups = [-1] * (SEEN_AS_PRIZE + MAX_PLAYERS)
    for k in range(ROWS * COLUMNS):
        groups[SEEN_IN_MARKET + k] = 0
    for k in range(MAX_PLAYERS):
        groups[SEEN_IN_HAND + k] = 1 + min(k, 1)
        groups[SEEN_IN_COURT + k] = 3 + k
        groups[SEEN_AS_PRIZE + k] = 8 + min(k, 1)
    return tuple(groups)


CARDS = Things(
    block="card",
    facts=FACTS,
    place="cards",
    groups=_groups(),
    features=("court_place", "spies", "used", "refused", "paid", "placed_spies"),
    on_places=("market_rupees", SEEN_IN_MARKET),
    stack="frames",
)
