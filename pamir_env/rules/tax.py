"""P6.6 Tax: rupees from market cards and from players in regions the taxer rules."""

from __future__ import annotations

from pamir_env.actions import A_CARD, A_SEAT, STOP
from pamir_env.decisions import pop, top_a, top_b
from pamir_env.names import COLUMNS, ECONOMIC, N_REGIONS, NONE, ROWS
from pamir_env.rules.abilities import taxes_as_ruler
from pamir_env.rules.market import market_space
from pamir_env.rules.places import has_card_of_region, stars
from tabletop.jit import kernel


@kernel
def can_tax_card(s, row, column):
    """Rupees on an empty space cannot be taxed."""
    return s.market[row, column] != NONE and s.market_rupees[row, column] > 0


@kernel
def can_tax_player(s, p, q):
    if q == p or s.rupees[q] <= stars(s, q, ECONOMIC):  # sheltered
        return False
    for region in range(N_REGIONS):
        if has_card_of_region(s, q, region) and taxes_as_ruler(s, p, region):
            return True
    return False


@kernel
def can_tax(s, p):
    for row in range(ROWS):
        for column in range(COLUMNS):
            if can_tax_card(s, row, column):
                return True
    for q in range(s.players):
        if can_tax_player(s, p, q):
            return True
    return False


@kernel
def settle_tax(s, p):
    """Asked until the rank is used up or nothing more can be taken."""
    if top_a(s) == 0 or not can_tax(s, p):
        pop(s)
        return False
    return True


@kernel
def mark_taxes(s, p, mask):
    mask[STOP] = top_b(s) > 0  # after the first
    for row in range(ROWS):
        for column in range(COLUMNS):
            if can_tax_card(s, row, column):
                mask[A_CARD + s.market[row, column] - 1] = True
    for q in range(s.players):
        if can_tax_player(s, p, q):
            mask[A_SEAT + (q - p) % s.players] = True


@kernel
def count_tax(s, p):
    s.rupees[p] += 1
    s.frame_a[s.depth - 1] -= 1
    s.frame_b[s.depth - 1] += 1


@kernel
def do_tax_card(s, p, card):
    space = market_space(s, card)
    s.market_rupees[space // COLUMNS, space % COLUMNS] -= 1
    count_tax(s, p)


@kernel
def do_tax_player(s, p, q):
    s.rupees[q] -= 1
    count_tax(s, p)
