"""How well each seat stands, as a sum of a few named terms: for players that look ahead without learning.

Only what everybody knows counts: the table, and the hands, which were bought in the open. Neither the order
of the deck nor which cards lie in the market is looked at, but for a Dominance Check. WEIGHTS holds the
numbers; one point is worth 10.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from pamir_env.cards import CARD_ICONS, CARD_PATRIOT, CARD_PRIZE, CARD_RANK, CARD_SUIT, CARD_VERBS
from pamir_env.names import (
    COLUMNS,
    CONFLICT_FATIGUE,
    EARLY,
    FINAL_CHECK,
    ICON_ARMY,
    ICON_ROAD,
    ICON_SPY,
    ICON_TRIBE,
    INTELLIGENCE,
    MAX_PLAYERS,
    N_CHECKS,
    N_COALITIONS,
    N_COURT_CARDS,
    N_REGIONS,
    NONE,
    POLITICAL,
    PRIZE,
    ROWS,
    RUNNING,
    VERBS,
)
from pamir_env.rules.abilities import counts_as_favored
from pamir_env.rules.dominance import (
    LEAD_TO_DOMINATE,
    LEAD_TO_WIN,
    LEAD_UNDER_FATIGUE,
    blocks_on_map,
    check_points,
    checks_used,
    influence_without_prizes,
    is_check,
    is_winner,
)
from pamir_env.rules.loyalty import is_wakhan
from pamir_env.rules.places import court_size, stars
from pamir_env.rules.purchase import price_per_card
from pamir_env.rules.ruler import ruler
from pamir_env.rules.turn import COURT_LIMIT, HAND_LIMIT
from pamir_env.state import STATES_TYPE
from tabletop.jit import entry, kernel


class Weight(NamedTuple):
    """One number of the evaluation."""

    name: str
    value: float
    text: str


WEIGHTS = (
    Weight("points", 10, "points stay; everything else is measured by them"),
    Weight("check", 6, "a point expected of the next Dominance Check; positions change until then"),
    Weight("decided", 60, "a check that ends the game, beyond its points"),
    Weight("later", 4, "cylinders stay for the checks after the next: the share in them, per such check"),
    Weight("rupees", 8, "all the rupees one could wish for; each is worth less than the one before"),
    Weight("rule", 1.5, "a ruled region lets one build and tax, and asks bribes"),
    Weight("block", 0.2, "a block of one's own loyalty on the map, beyond what it does for dominance"),
    Weight("influence", 0.4, "influence with one's own loyalty, beyond what it does for the next check"),
    Weight("card", 3, "a card in court"),
    Weight("political", 0.6, "a political star: room in court (P3.3.1)"),
    Weight("intelligence", 0.6, "an intelligence star: room in hand (P3.3.2)"),
    Weight("favored", 1, "a card whose use is a bonus action (P6.2)"),
    Weight("over_limit", -1.3, "lost with each court card that will have to go"),
    Weight("held", 1.8, "a card in hand, of which the limit lets stay"),
    Weight("held_cylinder", 1.5, "a spy or tribe that it will place"),
    Weight("held_block", 0.25, "an army or road that it will place"),
    Weight("held_patriot", 0.6, "it is a patriot of one's own loyalty"),
    Weight("held_traitor", -0.5, "it is a patriot of another: playing it costs gifts, prizes and patriots"),
)
(
    POINTS,
    CHECK,
    DECIDED,
    LATER,
    RUPEES,
    RULE,
    BLOCK,
    INFLUENCE,
    CARD,
    POLITICAL_STAR,
    INTELLIGENCE_STAR,
    FAVORED,
    OVER_LIMIT,
    HELD,
    HELD_CYLINDER,
    HELD_BLOCK,
    HELD_PATRIOT,
    HELD_TRAITOR,
) = (float(weight.value) for weight in WEIGHTS)

VERB_WORTH = {"tax": 0.3, "gift": 0.5, "build": 0.2, "move": 0.0, "betray": 0.7, "battle": 0.9}
"""What being able to do it adds to a card in court."""

END = 1000.0
"""For the victory, more than all else together; the losers share its loss."""

# How sure a forecast of the next check is
UNSEEN_CHECK = 0.4
"""How much of the next check counts while none lies in the market."""
TAKEN_NOW, TAKEN_LATER = 0.85, 0.15
"""How likely whoever is on turn, or comes later, takes a check that brings them most."""
SURE_DOMINANCE, PER_MISSING_BLOCK = 0.55, 0.5
"""How likely the dominance that stands now will stand then, and what each missing block leaves of that."""

# Where diminishing terms reach half their worth
HALF_RUPEES = 5.0
HALF_CYLINDERS = 3.0
HALF_INFLUENCE = 2.5


def _icons(*icons: int) -> np.ndarray:
    """Per card how many of these icons it has."""
    return np.isin(CARD_ICONS, icons).sum(axis=1)


CARD_CYLINDERS = _icons(ICON_TRIBE, ICON_SPY)
CARD_BLOCKS = _icons(ICON_ARMY, ICON_ROAD)
CARD_USE = (
    CARD
    + POLITICAL_STAR * CARD_RANK * (CARD_SUIT == POLITICAL)
    + INTELLIGENCE_STAR * CARD_RANK * (CARD_SUIT == INTELLIGENCE)
    + sum(VERB_WORTH[verb] * (VERBS.index(verb) == CARD_VERBS).any(axis=1) for verb in VERBS)
)
"""What a card in court is worth by itself."""


@entry(STATES_TYPE, types.int64, types.Array(types.float64, 1, "C"))
def evaluate(states, i, out):
    """out[p]: how well seat p of game i stands against the mean of the others; it sums to 0."""
    s = states[i]
    for p in range(len(out)):
        out[p] = 0.0
    if s.end != RUNNING:
        judge_end(s, out)
        return
    influences = influence_table(s)
    add_check(s, influences, out)
    add_rule(s, out)
    for p in range(s.players):
        out[p] += POINTS * s.points[p] + purse(s, p) + backing(s, p, influences) + court(s, p) + hand(s, p)
    compare(s, out)


@kernel
def judge_end(s, out):
    """P10: as rewards.pay_win; a game that was cut off is worth nothing."""
    if s.end != EARLY and s.end != FINAL_CHECK:
        return
    winners = 0
    for p in range(s.players):
        winners += 1 if is_winner(s, p) else 0
    if winners == s.players:
        return
    for p in range(s.players):
        out[p] = END / winners if is_winner(s, p) else -END / (s.players - winners)


@kernel
def compare(s, out):
    """From what each seat has to what it has above the mean of the others."""
    total = 0.0
    for p in range(s.players):
        total += out[p]
    for p in range(s.players):
        out[p] -= (total - out[p]) / (s.players - 1.0)


@kernel
def soft(margin, half):
    """From 0 (far behind) to 1 (far ahead); 0.5 when level, 0.75 when ahead by `half`."""
    return 0.5 + 0.5 * margin / (abs(margin) + half)


# ---- the next Dominance Check ------------------------------------------------------------------------------


@kernel
def add_check(s, influences, out):
    """What the next check may bring: exactly, as far as somebody will take it; else by the margins."""
    checks_after = N_CHECKS - 1 - checks_used(s)
    final = checks_after == 0
    column = check_column(s)
    left = UNSEEN_CHECK if column == NONE else add_taken_check(s, column, final, out)
    for p in range(s.players):
        expected = expected_points(s, p, influences)
        out[p] += CHECK * left * (2.0 * expected if final else expected)  # P9.6
        out[p] += LATER * checks_after * lead_in_cylinders(s, p)


@kernel
def check_column(s):
    """Where a Dominance Check lies in the market, or NONE."""
    for column in range(COLUMNS):
        for row in range(ROWS):
            if is_check(s.market[row, column]):
                return column
    return NONE


@kernel
def add_taken_check(s, column, final, out):
    """Who gains most by the check takes it, if rich enough (P9.1); returns how likely it is left lying."""
    gains = np.zeros(MAX_PLAYERS, np.int64)
    for p in range(s.players):
        gains[p] = check_points(s, p, final)
    left = 1.0
    for k in range(s.players):
        q = (s.turn_seat + k) % s.players
        if takes_check(s, q, column, gains, final) or (k == 0 and column == 0):  # P3.3.3
            share = left * (TAKEN_NOW if k == 0 else TAKEN_LATER)
            for p in range(s.players):
                out[p] += share * (CHECK * gains[p] + DECIDED * decides(s, p, gains, final))
            left -= share
    return left


@kernel
def takes_check(s, q, column, gains, final):
    """Can `q` pay for it and act, and does it bring `q` most, or the victory?"""
    if s.rupees[q] < column * price_per_card(s) or (q == s.turn_seat and s.actions_left == 0):
        return False
    for p in range(s.players):
        if p != q and gains[p] >= gains[q]:
            return decides(s, q, gains, final) > 0
    return True


@kernel
def decides(s, p, gains, final):
    """1 if `p` would win the game by the check, -1 if another would, 0 if it goes on or is drawn."""
    mine, best, second = s.points[p] + gains[p], -1, -1
    for q in range(s.players):
        if q != p:
            theirs = s.points[q] + gains[q]
            second = max(second, min(best, theirs))
            best = max(best, theirs)
    needed = 1 if final else LEAD_TO_WIN  # P10.1, P10.2
    if mine - best >= needed:
        return 1
    return -1 if best - max(mine, second) >= needed else 0


@kernel
def expected_points(s, p, influences):
    """P9.2-P9.4 with soft edges: each coalition may dominate, or none."""
    needed = LEAD_TO_DOMINATE if s.lasting_seat[CONFLICT_FATIGUE] == NONE else LEAD_UNDER_FATIGUE
    total, none_dominates = 0.0, 1.0
    for coalition in range(N_COALITIONS):
        chance = SURE_DOMINANCE * PER_MISSING_BLOCK ** max(0, needed - lead_in_blocks(s, coalition))
        none_dominates -= chance
        total += chance * points_if_dominant(s, p, coalition, influences)
    return total + none_dominates * points_by_cylinders(s, p)


@kernel
def lead_in_blocks(s, coalition):
    others = 0
    for other in range(N_COALITIONS):
        if other != coalition:
            others = max(others, blocks_on_map(s, other))
    return blocks_on_map(s, coalition) - others


@kernel
def points_if_dominant(s, p, coalition, influences):
    """P9.3: 5, 3 and 1 for those who are ranked."""
    if not is_ranked(s, p, coalition):
        return 0.0
    rivals, lead = 0, 0.0
    for q in range(s.players):
        if q != p and is_ranked(s, q, coalition):
            rivals += 1
            lead += soft(float(influences[p, coalition] - influences[q, coalition]), HALF_INFLUENCE)
    if rivals == 0:
        return 5.0
    return 3.0 + 2.0 * lead if rivals == 1 else 1.0 + 4.0 * lead / rivals


@kernel
def points_by_cylinders(s, p):
    """P9.4: 3 and 1; of more than two seats, one that is level with the others gets 1."""
    lead = lead_in_cylinders(s, p)
    return 1.0 + 2.0 * lead if s.players == 2 else lead * (1.0 + 2.0 * lead)


@kernel
def lead_in_cylinders(s, p):
    """From 0 (far fewer in play than the others) to 1."""
    lead = 0.0
    for q in range(s.players):
        if q != p:
            lead += soft(float(s.cylinders[q] - s.cylinders[p]), HALF_CYLINDERS)
    return lead / (s.players - 1.0)


@kernel
def is_ranked(s, p, coalition):
    return s.loyalty[p] == coalition or is_wakhan(s, p)  # P9.3, W2


@kernel
def influence_table(s):
    """The influence of every seat with every coalition (P9.3), in one pass over the cards."""
    table = np.zeros((MAX_PLAYERS, N_COALITIONS), np.int64)
    for p in range(s.players):
        for coalition in range(N_COALITIONS):
            table[p, coalition] = influence_without_prizes(s, p, coalition)
    for card in range(1, N_COURT_CARDS + 1):
        if s.place[card] >= PRIZE:
            table[s.place[card] - PRIZE, CARD_PRIZE[card]] += 1  # P6.10
    return table


# ---- what a seat has ---------------------------------------------------------------------------------------


@kernel
def purse(s, p):
    return RUPEES * s.rupees[p] / (s.rupees[p] + HALF_RUPEES)


@kernel
def add_rule(s, out):
    for region in range(N_REGIONS):
        p = ruler(s, region)
        if p != NONE:
            out[p] += RULE


@kernel
def backing(s, p, influences):
    """Blocks and influence of one's own loyalty; Wakhan has none of her own (W2)."""
    if s.loyalty[p] == NONE:
        return 0.0
    return BLOCK * blocks_on_map(s, s.loyalty[p]) + INFLUENCE * influences[p, s.loyalty[p]]


@kernel
def court(s, p):
    total = 0.0
    for i in range(s.court_start[p], s.court_start[p + 1]):
        card = s.ring[i]
        total += CARD_USE[card]
        if counts_as_favored(s, p, card):
            total += FAVORED
    too_many = court_size(s, p) - COURT_LIMIT - stars(s, p, POLITICAL)  # P3.3.1
    return total + (OVER_LIMIT * too_many if too_many > 0 else 0.0)


@kernel
def hand(s, p):
    total = 0.0
    for k in range(s.hand_size[p]):
        total += held_card(s, p, s.hand[p, k])
    limit = HAND_LIMIT + stars(s, p, INTELLIGENCE)  # P3.3.2
    return total * limit / s.hand_size[p] if s.hand_size[p] > limit else total


@kernel
def held_card(s, p, card):
    total = HELD + HELD_CYLINDER * CARD_CYLINDERS[card] + HELD_BLOCK * CARD_BLOCKS[card]
    if CARD_PATRIOT[card] == NONE:
        return total
    return total + (HELD_PATRIOT if CARD_PATRIOT[card] == s.loyalty[p] else HELD_TRAITOR)  # P5.2
