"""Dispatch, no rules: which rule marks, answers or settles each kind of frame. The chains follow
decisions.py.
"""

from __future__ import annotations

import numpy as np
from numba import types

from pamir_env import decisions as d
from pamir_env.actions import (
    A_AMOUNT,
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
from pamir_env.names import GIFT_CYLINDER, HAND, IN_MARKET, N_REGIONS, NONE, SPY, TRIBE, TRUNCATED
from pamir_env.rules import (
    battle,
    betray,
    bribes,
    build,
    discards,
    dominance,
    events,
    gift,
    move,
    pieces,
    play,
    purchase,
    setup,
    tax,
    turn,
    use,
)
from pamir_env.state import STATES_TYPE
from pamir_env.wakhan.choose import choose
from tabletop.jit import entry, kernel

MASK_TYPE = types.Array(types.bool_, 1, "C")
PAIR_TYPE = types.Array(types.int64, 1, "C")


@entry(STATES_TYPE, types.int64, types.uint64)
def set_up(states, i, seed):
    """Deal game i of blank, configured states (P2)."""
    setup.set_up(states[i], np.uint64(seed))


@entry(STATES_TYPE, types.int64, PAIR_TYPE)
def asked(states, i, out):
    """out[0]: the decision, NONE when the game is over; out[1]: who decides; out[2]: 1 if cut off (P3.6)."""
    s = states[i]
    out[2] = s.end == TRUNCATED
    if d.is_over(s):
        out[0] = NONE
        out[1] = s.turn_seat
    else:
        out[0] = s.frame_kind[s.depth - 1]
        out[1] = s.frame_seat[s.depth - 1]


@entry(STATES_TYPE, types.int64, PAIR_TYPE)
def automatic(states, i, out):
    """out[0]: what Wakhan does now, NONE where a player decides."""
    out[0] = states[i].wakhan_choice


@entry(STATES_TYPE, types.int64, MASK_TYPE)
def legal_actions(states, i, mask):
    """Which actions are legal in game i."""
    for action in range(len(mask)):
        mask[action] = False
    s = states[i]
    if not d.is_over(s):
        mark(s, s.frame_kind[s.depth - 1], s.frame_seat[s.depth - 1], mask)


@entry(STATES_TYPE, types.int64, types.int64)
def step(states, i, action):
    """Carry out a legal action in game i and everything that follows, up to the next decision."""
    s = states[i]
    kind, p = s.frame_kind[s.depth - 1], s.frame_seat[s.depth - 1]
    if kind <= d.ASK_PAY:
        answer_of_turn(s, kind, p, action)
    elif kind <= d.ASK_BATTLE_ROAD:
        answer_of_card(s, kind, p, action)
    else:
        answer_of_consequence(s, kind, p, action)
    advance(s)


@kernel
def advance(s):
    """Settle the top frame until it asks something or the game is over; then Wakhan makes up her mind."""
    s.wakhan_choice = NONE
    while s.end == 0 and s.fault == 0:
        kind, p = s.frame_kind[s.depth - 1], s.frame_seat[s.depth - 1]
        if settle(s, kind, p):
            if p == s.wakhan:
                s.wakhan_choice = choose(s, kind, p)
            return


@kernel
def mark(s, kind, p, mask):
    """The legal answers to the question on top."""
    if kind == d.ASK_LOYALTY:
        setup.mark_loyalties(mask)
    elif kind == d.ASK_ACT:
        purchase.mark_purchases(s, p, mask)
        play.mark_plays(s, p, mask)
        use.mark_uses(s, p, mask)
        mask[STOP] = True  # P3.1
    elif kind == d.ASK_SIDE:
        play.mark_sides(mask)
    elif kind == d.ASK_VERB:
        use.mark_verbs(s, p, mask)
    elif kind == d.ASK_DEMAND:
        bribes.mark_demands(s, mask)
    elif kind == d.ASK_PAY:
        bribes.mark_pay(s, p, mask)
    elif kind == d.ASK_ROAD:
        play.mark_roads(s, mask)
    elif kind == d.ASK_SPY:
        play.mark_spies(s, mask)
    elif kind == d.ASK_TAKE_BLOCK:
        pieces.mark_take_blocks(s, mask)
    elif kind == d.ASK_TAKE_CYLINDER:
        pieces.mark_take_cylinders(s, p, mask)
    elif kind == d.ASK_TAX:
        tax.mark_taxes(s, p, mask)
    elif kind == d.ASK_GIFT:
        gift.mark_gifts(s, p, mask)
    elif kind == d.ASK_BUILD:
        build.mark_builds(s, p, mask)
    elif kind == d.ASK_MOVE_FROM:
        move.mark_moves_from(s, p, mask)
    elif kind == d.ASK_MOVE_WHAT:
        move.mark_move_what(s, p, mask)
    elif kind == d.ASK_MOVE_TO:
        move.mark_moves_to(s, p, mask)
    elif kind == d.ASK_BETRAY:
        betray.mark_betrayals(s, p, mask)
    elif kind == d.ASK_PRIZE:
        betray.mark_prize(mask)
    elif kind == d.ASK_BATTLE_SITE:
        battle.mark_battle_sites(s, p, mask)
    elif kind == d.ASK_BATTLE:
        battle.mark_battle(s, p, mask)
    elif kind == d.ASK_BATTLE_ROAD:
        battle.mark_battle_roads(s, p, mask)
    elif kind == d.ASK_DISCARD_COURT:
        discards.mark_court(s, p, mask)
    elif kind == d.ASK_DISCARD_HAND:
        discards.mark_hand(s, p, mask)
    elif kind == d.ASK_DISCARD_DEBT:
        discards.mark_debt_cards(s, p, mask)
    elif kind == d.ASK_DISCARD_OVERTHROWN:
        discards.mark_overthrown(s, p, mask)
    elif kind == d.ASK_DISCARD_PATRIOT:
        discards.mark_patriots(s, p, mask)
    elif kind == d.ASK_SAFE_HOUSE:
        battle.mark_safe_houses(s, p, mask)
    elif kind == d.ASK_BLACKMAIL:
        turn.mark_blackmail(s, mask)
    elif kind == d.ASK_INFRASTRUCTURE:
        build.mark_building_places(s, p, mask)
    elif kind == d.ASK_RUMOR:
        events.mark_rumor(s, p, mask)
    elif kind == d.ASK_PERSUADE:
        events.mark_persuade(s, p, mask)
    elif kind == d.ASK_PASHTUNWALI:
        events.mark_suits(mask)
    elif kind == d.ASK_REBUKE:
        events.mark_regions(mask)
    elif kind == d.ASK_CONFIDENCE:
        events.mark_confidence(s, p, mask)


@kernel
def answer_of_turn(s, kind, p, action):
    """What the turn player wants to do, and the bribes for it."""
    if kind == d.ASK_LOYALTY:
        setup.do_loyalty(s, p, action - A_COALITION)
    elif kind == d.ASK_ACT:
        card = card_of(action)
        s.wakhan_step = s.wakhan_next  # W7: her next instruction; nothing to anybody else
        if action == STOP:
            turn.end_turn(s, p)
        elif s.place[card] == IN_MARKET:
            purchase.do_purchase(s, p, card)
        elif s.place[card] == HAND + p:
            play.do_choose_play(s, p, card)
        else:
            use.do_choose_use(s, p, card)
    elif kind == d.ASK_SIDE:
        play.do_side(s, p, action - A_SIDE)
    elif kind == d.ASK_VERB:
        use.do_verb(s, p, action - A_VERB)
    elif kind == d.ASK_DEMAND:
        card, intent = d.top_a(s), d.top_b(s)
        if bribes.do_demand(s, action - A_AMOUNT, intent_cost(s, intent)):
            carry_out(s, card, intent)
    elif kind == d.ASK_PAY:
        card, intent = d.top_a(s), d.top_b(s)
        if bribes.do_pay(s, p, action == YES):
            carry_out(s, card, intent)


@kernel
def intent_cost(s, intent):
    return 0 if intent < bribes.FIRST_VERB else use.least_cost(s, s.turn_seat, intent - bribes.FIRST_VERB)


@kernel
def carry_out(s, card, intent):
    """The bribe is settled."""
    if intent < bribes.FIRST_VERB:
        play.play(s, s.turn_seat, card, intent)
    else:
        use.use(s, s.turn_seat, card, intent - bribes.FIRST_VERB)


@kernel
def answer_of_card(s, kind, p, action):
    """Icons and the actions of court cards."""
    if kind == d.ASK_ROAD:
        play.do_road(s, p, action - A_BORDER)
    elif kind == d.ASK_SPY:
        play.do_spy(s, p, card_of(action))
    elif kind == d.ASK_TAKE_BLOCK:
        pieces.do_take_block(s, site_of(action))
    elif kind == d.ASK_TAKE_CYLINDER:
        if is_card(action):
            pieces.do_take_cylinder(s, p, SPY, card_of(action))
        elif action >= A_GIFT:
            pieces.do_take_cylinder(s, p, GIFT_CYLINDER, action - A_GIFT)
        else:
            pieces.do_take_cylinder(s, p, TRIBE, action - A_REGION)
    elif kind == d.ASK_TAX:
        if action == STOP:
            d.pop(s)
        elif is_card(action):
            tax.do_tax_card(s, p, card_of(action))
        else:
            tax.do_tax_player(s, p, seat_of(s, p, action))
    elif kind == d.ASK_GIFT:
        gift.do_gift(s, p, action - A_GIFT)
    elif kind == d.ASK_BUILD:
        if action == STOP:
            d.pop(s)
        else:
            build.do_build(s, p, site_of(action))
    elif kind == d.ASK_MOVE_FROM:
        if action == STOP:
            d.pop(s)
        elif is_card(action):
            move.do_move_from_card(s, p, card_of(action))
        else:
            move.do_move_from_region(s, p, action - A_REGION)
    elif kind == d.ASK_MOVE_WHAT:
        move.do_move_what(s, p, move.MOVE_TRIBE if action == A_SEAT else move.MOVE_ARMY)
    elif kind == d.ASK_MOVE_TO:
        move.do_move_to(s, p, card_of(action) if is_card(action) else action - A_REGION)
    elif kind == d.ASK_BETRAY:
        betray.do_betray(s, p, card_of(action))
    elif kind == d.ASK_PRIZE:
        betray.do_prize(s, p, action == YES)
    elif kind == d.ASK_BATTLE_SITE:
        battle.do_battle_site(s, p, N_REGIONS + card_of(action) if is_card(action) else action - A_REGION)
    elif kind == d.ASK_BATTLE:
        if action == STOP:
            d.pop(s)
        elif action >= A_SEAT:
            battle.do_battle_seat(s, seat_of(s, p, action))
        elif action >= A_COALITION:
            battle.do_battle_coalition(s, action - A_COALITION)
        else:
            battle.do_battle_border(s, p, action - A_BORDER)
    elif kind == d.ASK_BATTLE_ROAD:
        battle.do_battle_road(s, action - A_COALITION)


@kernel
def answer_of_consequence(s, kind, p, action):
    """Discards, abilities and events."""
    card = card_of(action) if is_card(action) else NONE
    if kind == d.ASK_DISCARD_COURT:
        turn.do_discard_court(s, card)
    elif kind == d.ASK_DISCARD_HAND:
        turn.do_discard_hand(s, p, card)
    elif kind == d.ASK_DISCARD_DEBT:
        discards.do_pay_debt(s, p, card)
    elif kind == d.ASK_DISCARD_OVERTHROWN or kind == d.ASK_DISCARD_PATRIOT:
        discards.discard_from_court(s, card)
    elif kind == d.ASK_SAFE_HOUSE:
        battle.do_safe_house(s, p, card)
    elif kind == d.ASK_BLACKMAIL:
        turn.do_blackmail(s, p, card)
    elif kind == d.ASK_INFRASTRUCTURE:
        build.do_infrastructure(s, p, site_of(action))
    elif kind == d.ASK_RUMOR:
        events.do_rumor(s, seat_of(s, p, action))
    elif kind == d.ASK_PERSUADE:
        events.do_persuade(s, p, seat_of(s, p, action))
    elif kind == d.ASK_PASHTUNWALI:
        events.do_pashtunwali(s, action - A_SUIT)
    elif kind == d.ASK_REBUKE:
        events.do_rebuke(s, action - A_REGION)
    elif kind == d.ASK_CONFIDENCE:
        events.do_confidence(s, p, card)


@kernel
def settle(s, kind, p):
    """True: the frame on top is a question that stands. False: something was done, look again."""
    if kind == d.ASK_TAX:
        return tax.settle_tax(s, p)
    if kind == d.ASK_BUILD:
        return build.settle_build(s, p)
    if kind == d.ASK_MOVE_FROM:
        return move.settle_move(s, p)
    if kind == d.ASK_BATTLE:
        return battle.settle_battle(s, p)
    if kind == d.ASK_DISCARD_COURT:
        return turn.settle_court_limit(s, p)
    if kind == d.ASK_DISCARD_HAND:
        return turn.settle_hand_limit(s, p)
    if kind == d.ASK_DISCARD_DEBT:
        return discards.settle_debt(s, p)
    if kind == d.ASK_DISCARD_OVERTHROWN:
        return discards.settle_overthrown(s, p)
    if kind == d.ASK_DISCARD_PATRIOT:
        return discards.settle_patriots(s, p)
    if kind == d.ASK_BLACKMAIL:
        return turn.settle_blackmail(s, p)
    if kind == d.ASK_PERSUADE:
        return events.settle_persuade(s, p)
    if kind == d.ASK_CONFIDENCE:
        return events.settle_confidence(s, p)
    if kind < len(d.DECISIONS):
        return True
    carry_on(s, kind, p)
    return False


@kernel
def carry_on(s, kind, p):
    """The tasks."""
    if kind == d.DO_ICONS:
        play.resolve_icons(s, p)
    elif kind == d.DO_SET_LOYALTY:
        discards.set_loyalty(s, p)
    elif kind == d.DO_TAKE_PRIZE:
        betray.take_prize(s, p)
    elif kind == d.DO_FINISH_BUILD:
        build.finish_build(s, p)
    elif kind == d.DO_INSURRECTION:
        dominance.rise_in_kabul(s, p)
    elif kind == d.DO_END_LASTING:
        dominance.end_lasting_events(s)
    elif kind == d.DO_DISCARD_EVENTS:
        turn.discard_leftmost_events(s)
    elif kind == d.DO_REFILL:
        turn.refill(s)
    elif kind == d.DO_NEXT_TURN:
        turn.next_turn(s)


# ---- what an action points at ------------------------------------------------------------------------------


@kernel
def is_card(action):
    return A_CARD <= action < A_REGION


@kernel
def card_of(action):
    return action - A_CARD + 1


@kernel
def site_of(action):
    """A region, or N_REGIONS + a border."""
    return action - A_REGION


@kernel
def seat_of(s, p, action):
    return (action - A_SEAT + p) % s.players
