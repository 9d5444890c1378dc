"""P6.7 Gift: a cylinder on an empty space of the loyalty dial."""

from __future__ import annotations

from pamir_env.actions import A_GIFT
from pamir_env.decisions import pop
from pamir_env.names import GIFT_CYLINDER, N_GIFTS, ROWS
from pamir_env.rules.market import pay_into_market
from pamir_env.rules.pieces import has_cylinder, put_cylinder
from tabletop.jit import kernel

NO_SPACE = 1 << 30


@kernel
def gift_cost(space):
    return 2 * (space + 1)  # P6.7: the spaces cost 2, 4 and 6


@kernel
def cheapest_gift(s, p):
    """The cost of the cheapest empty space; more than anybody has if all are taken."""
    for space in range(N_GIFTS):
        if s.gifts[p, space] == 0:
            return gift_cost(space)
    return NO_SPACE


@kernel
def can_gift(s, p):
    """Is there a space and a cylinder for it?"""
    return cheapest_gift(s, p) < NO_SPACE and has_cylinder(s, p)


@kernel
def mark_gifts(s, p, mask):
    for space in range(N_GIFTS):
        if s.gifts[p, space] == 0 and s.rupees[p] >= gift_cost(space):
            mask[A_GIFT + space] = True


@kernel
def do_gift(s, p, space):
    pop(s)
    pay_into_market(s, p, gift_cost(space) // ROWS, 0)  # P6.4
    put_cylinder(s, p, GIFT_CYLINDER, space)
