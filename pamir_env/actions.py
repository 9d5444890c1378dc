"""An action points at one thing on the table; the decision says why it is asked.

BLOCKS is the one declaration of the action space. Mask, step, notation, rendering, records and docs read it.
"""

from __future__ import annotations

import numpy as np

from pamir_env.names import BORDERS, CARDS, COALITIONS, GIFT_SPACES, MAX_PLAYERS, REGIONS, SIDES, SUITS, VERBS
from tabletop.game import Block

BLOCKS = (
    Block("stop", ("stop",), "nothing (more): end the turn, stop, decline, withdraw"),
    Block("yes", ("yes",), "agreement: pay, take the prize"),
    Block("card", tuple(f"c{card}" for card in CARDS), "a card, wherever it lies"),
    Block("region", REGIONS, "a region"),
    Block("border", BORDERS, "a border"),
    Block("coalition", COALITIONS, "a coalition"),
    Block("suit", SUITS, "a suit"),
    Block(
        "seat", tuple(f"p{n}" for n in range(MAX_PLAYERS)), "a seat; ids count from the one who decides", True
    ),
    Block("side", SIDES, "an end of the own court"),
    Block("verb", VERBS, "what to do with a card"),
    Block("amount", tuple(str(n) for n in range(11)), "an amount of rupees"),
    Block("gift", tuple(f"gift{cost}" for cost in GIFT_SPACES), "a space for a gift, named by its cost"),
)
OFFSETS = tuple(np.int64(sum(len(b.words) for b in BLOCKS[:i])) for i in range(len(BLOCKS)))
N_ACTIONS = sum(len(b.words) for b in BLOCKS)

# numpy integers, so that adding a small field of the record to one never wraps outside kernels
STOP, YES, A_CARD, A_REGION, A_BORDER, A_COALITION, A_SUIT, A_SEAT, A_SIDE, A_VERB, A_AMOUNT, A_GIFT = OFFSETS
