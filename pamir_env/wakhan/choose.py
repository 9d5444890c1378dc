"""W13-W20 Wakhan's answer to every decision that can be hers, as an ordinary action."""

from __future__ import annotations

from pamir_env import decisions as d
from pamir_env.actions import (
    A_BORDER,
    A_CARD,
    A_COALITION,
    A_GIFT,
    A_REGION,
    A_SEAT,
    A_SIDE,
    A_SUIT,
    A_VERB,
    STOP,
    YES,
)
from pamir_env.cards import ABILITY_CARDS, CARD_ICONS, CARD_REGION, MAX_TWINS
from pamir_env.names import (
    ICON_ROAD,
    LEFT,
    N_GIFTS,
    N_REGIONS,
    NONE,
    RIGHT,
    SAFE_HOUSE,
    TOP,
)
from pamir_env.rules.battle import (
    can_remove_army,
    can_remove_road,
    can_remove_spy,
    can_remove_tribe,
)
from pamir_env.rules.discards import is_overthrown
from pamir_env.rules.loyalty import block_coalition
from pamir_env.rules.pieces import can_take_army, can_take_gift, can_take_road, can_take_spy, can_take_tribe
from pamir_env.rules.places import is_in_court, ring_size
from pamir_env.rules.tax import can_tax_player
from pamir_env.rules.turn import can_blackmail
from pamir_env.wakhan.instructions import choose_act
from pamir_env.wakhan.priorities import (
    arrow_seat,
    border_at,
    border_count,
    card_priority,
    discard_priority,
    other_seat,
    red_arrow,
    region_at,
)
from pamir_env.wakhan.targets import (
    MOVE_BASE,
    battle_card,
    battle_region,
    betrayed_card,
    first_ruled_region,
    next_move,
    taxed_card,
    taxed_player,
)
from tabletop.jit import kernel


@kernel
def choose(s, kind, p):
    """The action she takes at the question on top of the stack."""
    if kind == d.ASK_ACT:
        return choose_act(s, p)
    if kind == d.ASK_SIDE:
        return A_SIDE + (LEFT if red_arrow(s) == TOP else RIGHT)  # W11
    if kind == d.ASK_VERB:
        return A_VERB + s.wakhan_verb
    if kind == d.ASK_PAY or kind == d.ASK_PRIZE:
        return YES  # P7.4, W15
    if kind == d.ASK_ROAD:
        return A_BORDER + choose_road(s)
    if kind == d.ASK_SPY:
        return A_CARD + choose_spy(s, p) - 1
    if kind == d.ASK_TAKE_BLOCK:
        return choose_take_block(s)
    if kind == d.ASK_TAKE_CYLINDER:
        return choose_take_cylinder(s, p)
    if kind == d.ASK_TAX:
        return choose_tax(s, p)
    if kind == d.ASK_GIFT:
        return choose_gift(s, p)
    if kind == d.ASK_BUILD or kind == d.ASK_INFRASTRUCTURE:
        return A_REGION + first_ruled_region(s, p)  # W15
    if kind == d.ASK_MOVE_FROM or kind == d.ASK_MOVE_WHAT or kind == d.ASK_MOVE_TO:
        return choose_move(s, kind, p)
    if kind == d.ASK_BETRAY:
        return A_CARD + betrayed_card(s, p) - 1  # W15
    if kind == d.ASK_BATTLE_SITE:
        return choose_battle_site(s, p)
    if kind == d.ASK_BATTLE:
        return choose_battle(s, p)
    return choose_elsewhere(s, kind, p)


@kernel
def choose_elsewhere(s, kind, p):
    """Discards (W18), abilities (W1), events (W19)."""
    if kind == d.ASK_BATTLE_ROAD:
        return A_COALITION + choose_battle_road(s, p, d.top_a(s))
    if kind == d.ASK_DISCARD_COURT:
        return A_CARD + choose_discard(s, p, NONE) - 1
    if kind == d.ASK_DISCARD_OVERTHROWN:
        return A_CARD + choose_discard(s, p, d.top_a(s)) - 1
    if kind == d.ASK_SAFE_HOUSE:
        return A_CARD + choose_safe_house(s, p) - 1
    if kind == d.ASK_BLACKMAIL:
        return A_CARD + choose_blackmail(s, p) - 1
    if kind == d.ASK_RUMOR:
        return A_SEAT + (arrow_seat(s, p) - p) % s.players  # W19
    if kind == d.ASK_PASHTUNWALI:
        return A_SUIT + s.favored  # W19
    if kind == d.ASK_REBUKE:
        return A_REGION + region_at(s, 0)  # W19
    return STOP


# ---- icons and pieces (W13, W14) ---------------------------------------------------------------------------


@kernel
def choose_road(s):
    """W13: border after border, going round; how many the card has placed is seen from its icons."""
    below = s.depth - 2
    card, current = s.frame_a[below], s.frame_b[below] - 1
    placed = 0
    for k in range(current):
        if CARD_ICONS[card, k] == ICON_ROAD:
            placed += 1
    region = CARD_REGION[card]
    return border_at(s, region, placed % border_count(region))


@kernel
def leads_in_spies(s, p, card):
    """Has she strictly most spies there?"""
    for q in range(s.players):
        if q != p and s.spies[card, q] >= s.spies[card, p]:
            return False
    return s.spies[card, p] > 0


@kernel
def choose_spy(s, p):
    """W13: the highest-priority card of the region where she does not lead; if there is none, of all."""
    best, found = NONE, NONE
    for i in range(ring_size(s)):
        card = s.ring[i]
        if CARD_REGION[card] != d.top_a(s):
            continue
        score = card_priority(s, p, card) + (0 if leads_in_spies(s, p, card) else 1 << 24)
        if score > best:
            best = score
            found = card
    return found


@kernel
def choose_take_block(s):
    """W14: an army, else a road, regions by priority."""
    coalition = d.top_a(s)
    for k in range(N_REGIONS):
        if can_take_army(s, coalition, region_at(s, k)):
            return A_REGION + region_at(s, k)
    for k in range(N_REGIONS):
        for n in range(border_count(region_at(s, k))):
            border = border_at(s, region_at(s, k), n)
            if can_take_road(s, coalition, border):
                return A_BORDER + border
    return STOP


@kernel
def choose_take_cylinder(s, p):
    """W14: a tribe (regions by priority), else a spy (card priority), and only then a gift."""
    for k in range(N_REGIONS):
        if can_take_tribe(s, p, region_at(s, k)):
            return A_REGION + region_at(s, k)
    best, found = NONE, NONE
    for i in range(ring_size(s)):
        card = s.ring[i]
        if can_take_spy(s, p, card) and card_priority(s, p, card) > best:
            best = card_priority(s, p, card)
            found = card
    if found != NONE:
        return A_CARD + found - 1
    for space in range(N_GIFTS):
        if can_take_gift(s, p, space):
            return A_GIFT + space
    return STOP


# ---- card actions (W15-W17) --------------------------------------------------------------------------------


@kernel
def choose_tax(s, p):
    """W15: a player is taxed as far as unsheltered, then the next richest, then the market."""
    if d.top_b(s) == 0 or s.wakhan_target == NONE or not can_tax_player(s, p, s.wakhan_target):
        s.wakhan_target = taxed_player(s, p)
    if s.wakhan_target != NONE:
        return A_SEAT + (s.wakhan_target - p) % s.players
    return A_CARD + taxed_card(s) - 1


@kernel
def choose_gift(s, p):
    """W15: the cheapest free space."""
    for space in range(N_GIFTS):
        if s.gifts[p, space] == 0:
            return A_GIFT + space
    return STOP


@kernel
def choose_move(s, kind, p):
    """W16; each part of a move is found anew, with the same result."""
    if kind == d.ASK_MOVE_WHAT:
        return A_COALITION + block_coalition(s, p)  # her tribes move only where no army of hers stands
    move = next_move(s, p)
    if move == NONE:
        return STOP
    return A_REGION + (move // MOVE_BASE if kind == d.ASK_MOVE_FROM else move % MOVE_BASE)


@kernel
def choose_battle_site(s, p):
    """W17; W12 where the instruction asks for a court card."""
    if s.wakhan_target != NONE:
        return A_CARD + s.wakhan_target - 1
    region = battle_region(s, p)
    if region != NONE:
        return A_REGION + region
    return A_CARD + battle_card(s, p, False) - 1


@kernel
def choose_battle(s, p):
    """W17: tribes (or spies), then armies, then roads; of each kind those of the arrow's side first."""
    site = d.top_a(s)
    for k in range(s.players - 1):
        q = other_seat(s, p, k)
        if site >= N_REGIONS:
            if can_remove_spy(s, p, q, site - N_REGIONS):
                return A_SEAT + (q - p) % s.players
        elif can_remove_tribe(s, p, q, site):
            return A_SEAT + (q - p) % s.players
    for k in range(s.players - 1):
        coalition = s.loyalty[other_seat(s, p, k)]
        if can_remove_army(s, p, coalition, site):
            return A_COALITION + coalition
    for k in range(s.players - 1):
        coalition = s.loyalty[other_seat(s, p, k)]
        for n in range(border_count(site)):
            if can_remove_road(s, p, coalition, border_at(s, site, n)):
                return A_BORDER + border_at(s, site, n)
    return STOP


@kernel
def choose_battle_road(s, p, border):
    for k in range(s.players - 1):
        coalition = s.loyalty[other_seat(s, p, k)]
        if can_remove_road(s, p, coalition, border):
            return coalition
    return NONE


# ---- elsewhere (W1, W18) -----------------------------------------------------------------------------------


@kernel
def choose_discard(s, p, region):
    """W18: from her court; of those that must go where a region is given."""
    best, found = NONE, NONE
    for i in range(s.court_start[p], s.court_start[p + 1]):
        card = s.ring[i]
        if (region == NONE or is_overthrown(card, region)) and discard_priority(s, p, card) > best:
            best = discard_priority(s, p, card)
            found = card
    return found


@kernel
def choose_safe_house(s, p):
    """W1: always used."""
    best, found = NONE, NONE
    for k in range(MAX_TWINS):
        card = ABILITY_CARDS[SAFE_HOUSE, k]
        if is_in_court(s, p, card) and card_priority(s, p, card) > best:
            best = card_priority(s, p, card)
            found = card
    return found


@kernel
def choose_blackmail(s, p):
    """W1: always used."""
    best, found = NONE, NONE
    for i in range(ring_size(s)):
        card = s.ring[i]
        if can_blackmail(s, card, d.top_a(s)) and card_priority(s, p, card) > best:
            best = card_priority(s, p, card)
            found = card
    return found
