"""W7-W9, W11, W12 Wakhan's turn: ambition, instructions, bonus actions, and which card she radicalizes."""

from __future__ import annotations

from pamir_env.actions import A_CARD, STOP
from pamir_env.cards import (
    CARD_ICONS,
    CARD_LEVERAGED,
    CARD_PATRIOT,
    CARD_RANK,
    CARD_REGION,
    CARD_SUIT,
    CARD_VERBS,
    MAX_ICONS,
    MAX_VERBS,
    WAKHAN_INSTRUCTIONS,
)
from pamir_env.names import (
    ANY_INTELLIGENCE,
    BATTLE,
    BATTLE_MOST_SPIES,
    BETRAY,
    COLUMNS,
    ECONOMIC,
    FIRST_CHECK,
    GAINS_RULE_OF_REGION,
    HIGHEST_INTELLIGENCE,
    HIGHEST_POLITICAL,
    ICON_ARMY,
    ICON_ROAD,
    ICON_SPY,
    ICON_TRIBE,
    IF_COURT_FULL_HIGHEST_POLITICAL,
    IF_DOMINANCE_MATCHING_PATRIOT,
    IF_FEWER_SPIES_HIGHEST_INTELLIGENCE,
    IF_MILITARY_HIGHEST_MILITARY,
    IF_NO_DOMINANCE_MOST_CYLINDERS,
    IF_NO_MOVE_CARD_WITH_MOVE,
    IF_POLITICAL_HIGHEST_ECONOMIC,
    IF_POOR_MOST_NET_RUPEES,
    IN_MARKET,
    INTELLIGENCE,
    LAST_CHECK,
    MILITARY,
    MOST_BLOCKS,
    MOVE,
    N_CHECKS,
    N_INSTRUCTIONS,
    NONE,
    POLITICAL,
    RADICALIZE,
    ROWS,
)
from pamir_env.rules.abilities import counts_as_favored
from pamir_env.rules.bribes import FIRST_VERB, certain_bribe
from pamir_env.rules.discards import LOAN
from pamir_env.rules.dominance import LEAD_TO_WIN, check_points, checks_used, dominant_coalition, is_check
from pamir_env.rules.loyalty import block_coalition, wakhan_face
from pamir_env.rules.market import market_space
from pamir_env.rules.places import court_size, is_court_card, ring_size, stars
from pamir_env.rules.purchase import can_purchase, price
from pamir_env.rules.ruler import rules_region
from pamir_env.rules.turn import COURT_LIMIT
from pamir_env.rules.use import has_effect, is_ready, least_cost
from pamir_env.wakhan.priorities import black_arrow, card_priority, red_arrow
from pamir_env.wakhan.targets import battle_card, battle_region, betrayed_card, next_move
from tabletop.jit import kernel

POOR = 2  # W12: under two rupees


@kernel
def choose_act(s, p):
    """W7: what she does next in her turn, and which instruction will follow."""
    s.wakhan_next = s.wakhan_step
    if s.actions_left > 0:
        for k in range(N_INSTRUCTIONS):
            n = (s.wakhan_step + k) % N_INSTRUCTIONS
            card = ambition(s, p)
            if card == NONE:
                card = follow(s, p, WAKHAN_INSTRUCTIONS[wakhan_face(s), n])
            if card != NONE:
                s.wakhan_next = (n + 1) % N_INSTRUCTIONS
                return A_CARD + card - 1
    card = bonus_card(s, p)
    return STOP if card == NONE else A_CARD + card - 1


# ---- ambition (W8) -----------------------------------------------------------------------------------------


@kernel
def ambition(s, p):
    """W8: the Dominance Check she buys for the points or the victory it brings, or NONE."""
    for card in range(FIRST_CHECK, LAST_CHECK + 1):
        if (
            s.place[card] == IN_MARKET
            and can_buy(s, p, card)
            and (scores_most(s, p) or would_win(s, p, card))
        ):
            return card
    return NONE


@kernel
def is_next_check_final(s):
    return checks_used(s) + 1 == N_CHECKS


@kernel
def scores_most(s, p):
    """W8: strictly more than every other player."""
    final = is_next_check_final(s)
    for q in range(s.players):
        if q != p and check_points(s, q, final) >= check_points(s, p, final):
            return False
    return True


@kernel
def would_win(s, p, card):
    """W8: by a lead of four (P10.1), or by the final check with its tie-breaks (P10.2, P10.3)."""
    final = is_next_check_final(s)
    space = market_space(s, card)
    row, column = space // COLUMNS, space % COLUMNS
    rupees = s.rupees[p] - price(s, p, card, column) + s.market_rupees[row, column]
    mine = s.points[p] + check_points(s, p, final)
    for q in range(s.players):
        if q == p:
            continue
        theirs = s.points[q] + check_points(s, q, final)
        if not final:
            if mine < theirs + LEAD_TO_WIN:
                return False
        elif theirs > mine:
            return False
        elif theirs == mine:
            stars_ahead = stars(s, q, MILITARY) - stars(s, p, MILITARY)
            if stars_ahead > 0 or (stars_ahead == 0 and s.rupees[q] > rupees):
                return False
    return True


# ---- instructions (W12) ------------------------------------------------------------------------------------


@kernel
def follow(s, p, instruction):
    """The card she uses or buys by this instruction, NONE if it is skipped."""
    if instruction < BATTLE_MOST_SPIES:
        return card_to_use(s, p, instruction)
    if instruction == BATTLE_MOST_SPIES:
        return card_to_battle_most_spies(s, p)
    if instruction == RADICALIZE:
        return card_to_radicalize(s, p)
    if not condition_holds(s, p, instruction):
        return NONE
    return card_named(s, p, instruction)


@kernel
def card_to_use(s, p, verb):
    """W10: her highest-priority court card with that action, unused and affordable with its bribe."""
    best, found = NONE, NONE
    if has_use_for(s, p, verb):
        for i in range(s.court_start[p], s.court_start[p + 1]):
            card = s.ring[i]
            if has_verb(card, verb) and can_afford_use(s, p, card, verb) and card_priority(s, p, card) > best:
                best = card_priority(s, p, card)
                found = card
    if found != NONE:
        s.wakhan_verb = verb
        s.wakhan_target = NONE
    return found


@kernel
def card_to_battle_most_spies(s, p):
    """W12: battle, but on a court card."""
    target = battle_card(s, p, True)
    if target == NONE:
        return NONE
    card = card_to_use(s, p, BATTLE)
    if card != NONE:
        s.wakhan_target = target
    return card


@kernel
def has_verb(card, verb):
    for k in range(MAX_VERBS):
        if CARD_VERBS[card, k] == verb:
            return True
    return False


@kernel
def can_afford_use(s, p, card, verb):
    bribe = certain_bribe(s, p, card, FIRST_VERB + verb)
    return is_ready(s, p, card) and s.rupees[p] >= bribe + least_cost(s, p, verb)


@kernel
def has_use_for(s, p, verb):
    """W15-W17: is there anything she would do with this action? She is choosier than the rules in three."""
    if verb == MOVE:
        return next_move(s, p) != NONE
    if verb == BETRAY:
        return betrayed_card(s, p) != NONE
    if verb == BATTLE:
        return battle_region(s, p) != NONE or battle_card(s, p, False) != NONE
    return has_effect(s, p, verb)


@kernel
def bonus_card(s, p):
    """W9: the unused favored cards from the left, each once; the leftmost action that is possible."""
    for i in range(s.court_start[p], s.court_start[p + 1]):
        card = s.ring[i]
        if s.wakhan_passed[card] or not counts_as_favored(s, p, card):
            continue
        for k in range(MAX_VERBS):
            verb = CARD_VERBS[card, k]
            if verb != NONE and can_afford_use(s, p, card, verb) and has_use_for(s, p, verb):
                s.wakhan_verb = verb
                s.wakhan_target = NONE
                s.wakhan_passed[card] = 1
                return card
        s.wakhan_passed[card] = 1
    return NONE


# ---- radicalize (W11) --------------------------------------------------------------------------------------


@kernel
def can_buy(s, p, card):
    """Is the card in the market and can she purchase it?"""
    space = market_space(s, card)
    return space != NONE and can_purchase(s, p, space // COLUMNS, space % COLUMNS)


@kernel
def condition_holds(s, p, instruction):
    """The `if` of an instruction."""
    if instruction == IF_MILITARY_HIGHEST_MILITARY:
        return s.favored == MILITARY
    if instruction == IF_POLITICAL_HIGHEST_ECONOMIC:
        return s.favored == POLITICAL
    if instruction == IF_COURT_FULL_HIGHEST_POLITICAL:
        return court_size(s, p) >= COURT_LIMIT + stars(s, p, POLITICAL)
    if instruction == IF_FEWER_SPIES_HIGHEST_INTELLIGENCE:
        return has_fewer_spies(s, p)
    if instruction == IF_POOR_MOST_NET_RUPEES:
        return s.rupees[p] < POOR
    if instruction == IF_NO_DOMINANCE_MOST_CYLINDERS:
        return dominant_coalition(s) == NONE
    if instruction == IF_NO_MOVE_CARD_WITH_MOVE:
        return not owns_verb(s, p, MOVE)
    if instruction == IF_DOMINANCE_MATCHING_PATRIOT:
        return dominant_coalition(s) != NONE
    return True


@kernel
def spies_in_play(s, p):
    count = 0
    for i in range(ring_size(s)):
        count += s.spies[s.ring[i], p]
    return count


@kernel
def has_fewer_spies(s, p):
    for q in range(s.players):
        if spies_in_play(s, q) > spies_in_play(s, p):
            return True
    return False


@kernel
def owns_verb(s, p, verb):
    for i in range(s.court_start[p], s.court_start[p + 1]):
        if has_verb(s.ring[i], verb):
            return True
    return False


@kernel
def worth(s, p, instruction, card, cost, rupees):
    """How well a card answers an instruction: the more the better, NONE if it does not."""
    if instruction == IF_MILITARY_HIGHEST_MILITARY:
        return rank_in(card, MILITARY)
    if instruction == IF_POLITICAL_HIGHEST_ECONOMIC:
        return rank_in(card, ECONOMIC)
    if instruction == HIGHEST_POLITICAL or instruction == IF_COURT_FULL_HIGHEST_POLITICAL:
        return rank_in(card, POLITICAL)
    if instruction == HIGHEST_INTELLIGENCE or instruction == IF_FEWER_SPIES_HIGHEST_INTELLIGENCE:
        return rank_in(card, INTELLIGENCE)
    if instruction == ANY_INTELLIGENCE:
        return 1 if CARD_SUIT[card] == INTELLIGENCE else NONE
    if instruction == IF_POOR_MOST_NET_RUPEES:
        return above_zero(rupees + (LOAN if CARD_LEVERAGED[card] else 0) - cost)
    if instruction == GAINS_RULE_OF_REGION:
        return 1 if would_gain_rule(s, p, card) else NONE
    if instruction == MOST_BLOCKS:
        return above_zero(icons(card, ICON_ARMY, ICON_ROAD))
    if instruction == IF_NO_DOMINANCE_MOST_CYLINDERS:
        return above_zero(icons(card, ICON_SPY, ICON_TRIBE))
    if instruction == IF_NO_MOVE_CARD_WITH_MOVE:
        return 1 if has_verb(card, MOVE) else NONE
    return 1 if CARD_PATRIOT[card] == dominant_coalition(s) else NONE  # matching patriot


@kernel
def rank_in(card, suit):
    return CARD_RANK[card] if CARD_SUIT[card] == suit else NONE


@kernel
def above_zero(n):
    return n if n > 0 else NONE


@kernel
def icons(card, one, other):
    count = 0
    for k in range(MAX_ICONS):
        if CARD_ICONS[card, k] == one or CARD_ICONS[card, k] == other:
            count += 1
    return count


@kernel
def would_gain_rule(s, p, card):
    """W12: its army and tribe icons would make her ruler of its region."""
    region, coalition = CARD_REGION[card], block_coalition(s, p)
    if rules_region(s, p, region):
        return False
    armies, tribes = icons(card, ICON_ARMY, ICON_ARMY), icons(card, ICON_TRIBE, ICON_TRIBE)
    if armies + tribes == 0:
        return False
    s.armies[coalition, region] += armies
    s.tribes[p, region] += tribes
    gains = rules_region(s, p, region)
    s.armies[coalition, region] -= armies
    s.tribes[p, region] -= tribes
    return gains


@kernel
def card_named(s, p, instruction):
    """W11.1: the court card that answers best; ties: the cheapest, then the highest number."""
    best, found = NONE, NONE
    for row in range(ROWS):
        for column in range(COLUMNS):
            card = s.market[row, column]
            if card == NONE or not is_court_card(card) or not can_purchase(s, p, row, column):
                continue
            cost = price(s, p, card, column)
            value = worth(s, p, instruction, card, cost, s.market_rupees[row, column])
            if value != NONE and rate(value, cost, card) > best:
                best = rate(value, cost, card)
                found = card
    return found


@kernel
def rate(value, cost, card):
    return 128 * (16 * int(value) + 15 - cost) + int(card)


@kernel
def card_to_radicalize(s, p):
    """W11.2, else W11.3."""
    card = NONE
    if check_is_in_market(s):
        card = card_for_check(s, p)
    return card if card != NONE else card_by_arrows(s, p)


@kernel
def check_is_in_market(s):
    for card in range(FIRST_CHECK, LAST_CHECK + 1):
        if s.place[card] == IN_MARKET:
            return True
    return False


@kernel
def card_for_check(s, p):
    """W11.2: patriots or blocks for a coalition that dominates, cylinders if none does."""
    dominant = dominant_coalition(s)
    best, found = NONE, NONE
    for row in range(ROWS):
        for column in range(COLUMNS):
            card = s.market[row, column]
            if card == NONE or not is_court_card(card) or not can_purchase(s, p, row, column):
                continue
            if dominant == NONE:
                value = icons(card, ICON_SPY, ICON_TRIBE)
            elif CARD_PATRIOT[card] == dominant:
                value = MAX_ICONS + 1
            else:
                value = icons(card, ICON_ARMY, ICON_ROAD)
            score = rate(value, price(s, p, card, column), card)
            if score > best:
                best = score
                found = card
    return found


@kernel
def card_by_arrows(s, p):
    """W11.3: the row of the red arrow from the column of the black arrow leftwards, then the other row."""
    for k in range(ROWS):
        row = red_arrow(s) if k == 0 else 1 - red_arrow(s)
        for column in range(black_arrow(s), -1, -1):
            if can_purchase(s, p, row, column) and not is_check(s.market[row, column]):
                return s.market[row, column]
    return NONE
