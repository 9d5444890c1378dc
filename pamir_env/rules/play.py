"""P5 Play: a card goes from hand to one end of the court, loyalty may change, its impact icons are
resolved."""

from __future__ import annotations

from pamir_env.actions import A_BORDER, A_CARD, A_SIDE
from pamir_env.board import TOUCHES
from pamir_env.cards import CARD_ICONS, CARD_PATRIOT, CARD_REGION, MAX_ICONS
from pamir_env.decisions import ASK_ROAD, ASK_SIDE, ASK_SPY, DO_ICONS, pop, push, top_a, top_b
from pamir_env.names import (
    ICON_ARMY,
    ICON_FAVOR,
    ICON_LEVERAGE,
    ICON_ROAD,
    ICON_SPY,
    ICON_TRIBE,
    LEFT,
    N_BORDERS,
    N_REGIONS,
    NONE,
    RIGHT,
    SPY,
    TRIBE,
)
from pamir_env.rules.abilities import change_favored_suit
from pamir_env.rules.bribes import ask_bribe, certain_bribe
from pamir_env.rules.discards import LOAN, change_loyalty
from pamir_env.rules.loyalty import block_coalition, is_wakhan
from pamir_env.rules.pieces import has_block, has_cylinder, put_block, put_cylinder
from pamir_env.rules.places import (
    court_size,
    discard_from_hand,
    is_in_court,
    lay_in_court,
    ring_size,
    take_from_hand,
)
from tabletop.jit import kernel


@kernel
def can_play(s, p, card):
    return s.refused[card] == 0 and s.rupees[p] >= certain_bribe(s, p, card, LEFT)  # P7.3, P6.5


@kernel
def mark_plays(s, p, mask):
    if s.actions_left == 0:  # P3.1
        return
    for i in range(s.hand_size[p]):
        if can_play(s, p, s.hand[p, i]):
            mask[A_CARD + s.hand[p, i] - 1] = True


@kernel
def do_choose_play(s, p, card):
    """The side is asked before any bribe, and not at all for an empty court (P5.1)."""
    if court_size(s, p) == 0:
        try_to_play(s, p, card, LEFT)
    else:
        push(s, ASK_SIDE, p, card, 0, 0)


@kernel
def mark_sides(mask):
    mask[A_SIDE + LEFT] = True
    mask[A_SIDE + RIGHT] = True


@kernel
def do_side(s, p, side):
    card = top_a(s)
    pop(s)
    try_to_play(s, p, card, side)


@kernel
def try_to_play(s, p, card, side):
    if is_wakhan(s, p) and s.rupees[p] < certain_bribe(s, p, card, side):
        discard_from_hand(s, p, card)  # W11: she cannot pay the bribe
    elif not ask_bribe(s, p, card, side):
        play(s, p, card, side)


@kernel
def play(s, p, card, side):
    if not is_wakhan(s, p):
        s.actions_left -= 1  # P3.1; Wakhan's was spent with the purchase (W11)
    take_from_hand(s, p, card)
    lay_in_court(s, p, card, side)  # P5.1
    push(s, DO_ICONS, p, card, 0, 0)
    if CARD_PATRIOT[card] != NONE:
        change_loyalty(s, p, CARD_PATRIOT[card])  # P5.2: settled before the icons


@kernel
def resolve_icons(s, p):
    """P5.3-P5.4: the next icon of the card on top of the stack; none once the card has left the court."""
    card, i = top_a(s), top_b(s)
    if not is_in_court(s, p, card) or i == MAX_ICONS or CARD_ICONS[card, i] == NONE:
        pop(s)
        return
    s.frame_b[s.depth - 1] = i + 1
    icon, region = CARD_ICONS[card, i], CARD_REGION[card]
    if icon == ICON_ROAD:
        if has_block(s, block_coalition(s, p)):
            push(s, ASK_ROAD, p, region, 0, 0)
    elif icon == ICON_ARMY:
        put_block(s, p, block_coalition(s, p), region)
    elif icon == ICON_TRIBE:
        put_cylinder(s, p, TRIBE, region)
    elif icon == ICON_SPY:
        if has_cylinder(s, p):
            push(s, ASK_SPY, p, region, 0, 0)
    elif icon == ICON_LEVERAGE:
        s.rupees[p] += LOAN
    else:
        change_favored_suit(s, icon - ICON_FAVOR)


@kernel
def mark_roads(s, mask):
    for border in range(N_BORDERS):
        if TOUCHES[top_a(s), border]:
            mask[A_BORDER + border] = True


@kernel
def do_road(s, p, border):
    pop(s)
    put_block(s, p, block_coalition(s, p), N_REGIONS + border)


@kernel
def mark_spies(s, mask):
    for i in range(ring_size(s)):
        if CARD_REGION[s.ring[i]] == top_a(s):
            mask[A_CARD + s.ring[i] - 1] = True


@kernel
def do_spy(s, p, card):
    pop(s)
    put_cylinder(s, p, SPY, card)
