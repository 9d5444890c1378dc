"""P3 A turn: its start, its end, cleanup, instability; and the blackmail at its start (A)."""

from __future__ import annotations

from pamir_env.actions import A_CARD, STOP
from pamir_env.cards import CARD_REGION
from pamir_env.decisions import (
    ASK_ACT,
    ASK_BLACKMAIL,
    ASK_DISCARD_COURT,
    ASK_DISCARD_HAND,
    DO_DISCARD_EVENTS,
    DO_NEXT_TURN,
    DO_REFILL,
    finish,
    pop,
    push,
    top_a,
)
from pamir_env.names import (
    BLACKMAIL_HERAT,
    BLACKMAIL_KANDAHAR,
    COLUMNS,
    HERAT,
    INTELLIGENCE,
    KANDAHAR,
    N_BORDERS,
    N_CARDS,
    N_COALITIONS,
    N_COURT_CARDS,
    N_GIFTS,
    N_REGIONS,
    N_WAKHAN_CARDS,
    NONE,
    POLITICAL,
    ROWS,
    SPY,
    TRUNCATED,
)
from pamir_env.rules.discards import discard_from_court
from pamir_env.rules.dominance import is_check, resolve_check
from pamir_env.rules.events import discard_event, is_event
from pamir_env.rules.loyalty import is_wakhan
from pamir_env.rules.market import discard_from_market, draw_into, empty_space, slide
from pamir_env.rules.pieces import has_cylinder, put_cylinder
from pamir_env.rules.places import court_size, discard_from_hand, has_ability, ring_size, stars
from tabletop.chance import shuffle
from tabletop.jit import kernel

ACTIONS_PER_TURN = 2  # P3.1
COURT_LIMIT, HAND_LIMIT = 3, 2  # P3.3


# ---- start -------------------------------------------------------------------------------------------------


@kernel
def start_turn(s, p):
    s.turn_seat = p
    s.actions_left = ACTIONS_PER_TURN
    s.wakhan_step = 0
    s.wakhan_next = 0
    push(s, ASK_ACT, p, 0, 0, 0)
    if is_wakhan(s, p):
        draw_wakhan_card(s)  # W3
    if has_ability(s, p, BLACKMAIL_KANDAHAR):  # P3.2
        push(s, ASK_BLACKMAIL, p, KANDAHAR, 0, 0)
    if has_ability(s, p, BLACKMAIL_HERAT):  # with both, Herat first
        push(s, ASK_BLACKMAIL, p, HERAT, 0, 0)


@kernel
def draw_wakhan_card(s):
    """W3: the top card goes to her discard pile; when that empties the deck, all are reshuffled and one is
    drawn.
    """
    turn_up_wakhan_card(s)
    if s.wakhan_deck_size == 0:
        for i in range(N_WAKHAN_CARDS):
            s.wakhan_deck[i] = s.wakhan_discard[i]
            s.wakhan_discard[i] = 0
        s.wakhan_deck_size = N_WAKHAN_CARDS
        shuffle(s, s.wakhan_deck, 0, N_WAKHAN_CARDS)
        turn_up_wakhan_card(s)


@kernel
def turn_up_wakhan_card(s):
    s.wakhan_deck_size -= 1
    card = s.wakhan_deck[s.wakhan_deck_size]
    s.wakhan_deck[s.wakhan_deck_size] = 0
    s.wakhan_discard[N_WAKHAN_CARDS - s.wakhan_deck_size - 1] = card


@kernel
def can_blackmail(s, card, region):
    """A: a court card of the region that has no spy."""
    if CARD_REGION[card] != region:
        return False
    for q in range(s.players):
        if s.spies[card, q] > 0:
            return False
    return True


@kernel
def settle_blackmail(s, p):
    """Asked only when there is a target and a cylinder for it."""
    if has_cylinder(s, p):
        for i in range(ring_size(s)):
            if can_blackmail(s, s.ring[i], top_a(s)):
                return True
    pop(s)
    return False


@kernel
def mark_blackmail(s, mask):
    mask[STOP] = True
    for i in range(ring_size(s)):
        if can_blackmail(s, s.ring[i], top_a(s)):
            mask[A_CARD + s.ring[i] - 1] = True


@kernel
def do_blackmail(s, p, card):
    """NONE declines."""
    pop(s)
    if card != NONE:
        put_cylinder(s, p, SPY, card)


# ---- cleanup (P3.3) ----------------------------------------------------------------------------------------


@kernel
def end_turn(s, p):
    """The steps of cleanup wait on the stack, the first on top."""
    pop(s)
    push(s, DO_NEXT_TURN, p, 0, 0, 0)
    push(s, DO_REFILL, p, 0, 0, 0)
    push(s, DO_DISCARD_EVENTS, p, 0, 0, 0)
    push(s, ASK_DISCARD_HAND, p, 0, 0, 0)
    push(s, ASK_DISCARD_COURT, p, 0, 0, 0)


@kernel
def settle_court_limit(s, p):
    """P3.3.1: looked at again after each discard."""
    if court_size(s, p) <= COURT_LIMIT + stars(s, p, POLITICAL):
        pop(s)
        return False
    return True


@kernel
def do_discard_court(s, card):
    discard_from_court(s, card)


@kernel
def settle_hand_limit(s, p):
    """P3.3.2."""
    if s.hand_size[p] <= HAND_LIMIT + stars(s, p, INTELLIGENCE):
        pop(s)
        return False
    return True


@kernel
def do_discard_hand(s, p, card):
    discard_from_hand(s, p, card)


@kernel
def discard_leftmost_events(s):
    """P3.3.3: top row first, each with its effect."""
    row = top_a(s)
    if row == ROWS:
        pop(s)
        return
    s.frame_a[s.depth - 1] = row + 1
    card = s.market[row, 0]
    if card != NONE and is_event(card):
        empty_space(s, row, 0)  # rupees stay on the space
        discard_event(s, card)


@kernel
def refill(s):
    """P3.3.4; after an instability (P3.4) it is done again from the start."""
    slide(s)
    for column in range(COLUMNS):
        for row in range(ROWS):
            if s.market[row, column] == NONE and s.deck_size > 0:
                card = draw_into(s, row, column)
                if is_check(card) and checks_in_market(s) > 1:
                    discard_checks(s)
                    resolve_check(s)  # P3.4
                    return
    pop(s)


@kernel
def checks_in_market(s):
    count = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            if is_check(s.market[row, column]):
                count += 1
    return count


@kernel
def discard_checks(s):
    """P3.4: rupees that lay on them stay on their spaces."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            if is_check(s.market[row, column]):
                discard_from_market(s, row, column)


@kernel
def next_turn(s):
    """P3.5, P3.6."""
    if s.turn + 1 >= s.max_turns:
        finish(s, TRUNCATED)
        return
    pop(s)
    s.turn += 1
    forget_this_turn(s)
    start_turn(s, (s.turn_seat + 1) % s.players)


@kernel
def forget_this_turn(s):
    """P3.5."""
    for card in range(N_COURT_CARDS + 1):
        s.used[card] = 0
        s.refused[card] = 0
        s.placed_spies[card] = 0
        s.wakhan_passed[card] = 0
    for card in range(N_CARDS + 1):
        s.paid[card] = 0
    for space in range(N_GIFTS):
        s.placed_gifts[space] = 0
    for region in range(N_REGIONS):
        s.placed_tribes[region] = 0
    for coalition in range(N_COALITIONS):
        for region in range(N_REGIONS):
            s.placed_armies[coalition, region] = 0
        for border in range(N_BORDERS):
            s.placed_roads[coalition, border] = 0
