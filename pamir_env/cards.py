"""P1.7-P1.8 Card facts: the tables in data/ become read-only arrays indexed by card number (row 0 unused)."""

from __future__ import annotations

import csv
from importlib.resources import files

import numpy as np

from pamir_env.names import (
    ABILITIES,
    COALITIONS,
    EFFECTS,
    ICON_LEVERAGE,
    ICONS,
    INSTRUCTIONS,
    LASTING_EFFECTS,
    N_CARDS,
    NONE,
    PUBLIC_WITHDRAWAL,
    REGIONS,
    SUITS,
    VERBS,
)

MAX_ICONS, MAX_VERBS, MAX_TWINS = 4, 3, 2


def _rows(name: str) -> list[dict[str, str]]:
    with (files("pamir_env") / "data" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


_COURT, _EVENTS = _rows("court_cards.csv"), _rows("events.csv")


def _frozen(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array


def _column(rows: list[dict[str, str]], name: str, words: tuple[str, ...]) -> np.ndarray:
    """Per card the index of its word in `words` (an unknown word raises), NONE where the field is empty."""
    out = np.full(N_CARDS + 1, NONE)
    for row in rows:
        if row[name]:
            out[int(row["number"])] = words.index(row[name])
    return _frozen(out)


def _lists(name: str, words: tuple[str, ...], width: int) -> np.ndarray:
    """Per card the indices of its words in printed order, padded with NONE."""
    out = np.full((N_CARDS + 1, width), NONE)
    for row in _COURT:
        for i, word in enumerate(row[name].split()):
            out[int(row["number"]), i] = words.index(word)
    return _frozen(out)


CARD_NAMES: tuple[str, ...] = ("", *(row["name"] for row in _COURT + _EVENTS))
CARD_REGION = _column(_COURT, "region", REGIONS)
CARD_SUIT = _column(_COURT, "suit", SUITS)
CARD_PATRIOT = _column(_COURT, "patriot", COALITIONS)
CARD_PRIZE = _column(_COURT, "prize", COALITIONS)
CARD_ABILITY = _column(_COURT, "ability", ABILITIES)
CARD_RANK = _frozen(np.array([0] + [int(row["rank"]) for row in _COURT] + [0] * len(_EVENTS)))
CARD_ICONS = _lists("icons", ICONS, MAX_ICONS)
CARD_VERBS = _lists("actions", VERBS, MAX_VERBS)
CARD_LEVERAGED = _frozen((CARD_ICONS == ICON_LEVERAGE).any(axis=1))  # P8.2: it has the icon

EVENT_ON_DISCARD = _column(_EVENTS, "on_discard", EFFECTS)
EVENT_ON_PURCHASE = _column(_EVENTS, "on_purchase", EFFECTS)
PUBLIC_WITHDRAWAL_CARD = int(np.flatnonzero(EVENT_ON_DISCARD == PUBLIC_WITHDRAWAL)[0])

ABILITY_CARDS = np.zeros((len(ABILITIES), MAX_TWINS), np.int64)
"""The cards that carry an ability; 0 (no card) where there is no second one."""
for _ability in range(len(ABILITIES)):
    _cards = np.flatnonzero(_ability == CARD_ABILITY)
    ABILITY_CARDS[_ability, : len(_cards)] = _cards
_frozen(ABILITY_CARDS)

LASTING_CARD = np.array(
    [
        np.flatnonzero((effect == EVENT_ON_DISCARD) | (effect == EVENT_ON_PURCHASE))[0]
        for effect in range(LASTING_EFFECTS)
    ]
)
"""The card behind each lasting effect."""
_frozen(LASTING_CARD)

_WAKHAN = _rows("wakhan_cards.csv")


def _wakhan(name: str, words: tuple[str, ...]) -> np.ndarray:
    """Per Wakhan card the indices of its words in printed order (row 0, no card, is that of card 1)."""
    rows = [[words.index(word) for word in row[name].split()] for row in _WAKHAN]
    return _frozen(np.array([rows[0], *rows]))


_DIGITS = ("0", "1", "2", "3", "4", "5")
WAKHAN_INSTRUCTIONS = _wakhan("instructions", INSTRUCTIONS)  # W12
WAKHAN_LOYALTIES = _wakhan("pragmatic_loyalty", COALITIONS)  # W4: leftmost first
WAKHAN_REGIONS = _wakhan("region_priority", REGIONS)
WAKHAN_COLUMN_ARROW = _wakhan("column_arrow", _DIGITS)[:, 0]  # W6
WAKHAN_ROW_ARROW = _wakhan("row_arrow", _DIGITS)[:, 0]
WAKHAN_BACK_COLUMNS = _wakhan("back_columns", _DIGITS)
WAKHAN_BACK_ROWS = _wakhan("back_rows", ("top", "bottom"))
