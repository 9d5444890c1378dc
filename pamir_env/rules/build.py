"""P6.8 Build: armies in ruled regions, roads on their borders; Nation Building (E2) and Infrastructure
(A)."""

from __future__ import annotations

from pamir_env.actions import A_BORDER, A_REGION, STOP
from pamir_env.board import TOUCHES
from pamir_env.decisions import ASK_INFRASTRUCTURE, pop, push, top_a, top_b, top_c
from pamir_env.names import N_BORDERS, N_REGIONS
from pamir_env.rules.abilities import builds_double, has_infrastructure
from pamir_env.rules.loyalty import block_coalition
from pamir_env.rules.market import pay_into_market
from pamir_env.rules.pieces import has_block, put_block
from pamir_env.rules.ruler import rules_anywhere, rules_region
from tabletop.jit import kernel

BUILD_COST = 2
BUILD_LIMIT = 3


@kernel
def build_limit(s, p):
    return 2 * BUILD_LIMIT if builds_double(s, p) else BUILD_LIMIT  # E2


@kernel
def is_paid_for(s, p, built):
    """E2: under Nation Building every second block comes with the one before."""
    return builds_double(s, p) and built % 2 == 1


@kernel
def can_build(s, p):
    """Is there a block and a place for it?"""
    return rules_anywhere(s, p) and has_block(s, block_coalition(s, p))


@kernel
def settle_build(s, p):
    """Asked until the limit is reached, or the next block cannot be paid or placed."""
    payable = is_paid_for(s, p, top_b(s)) or s.rupees[p] >= BUILD_COST
    if top_a(s) == 0 or not payable or not can_build(s, p):
        pop(s)
        return False
    return True


@kernel
def mark_building_places(s, p, mask):
    for region in range(N_REGIONS):
        if rules_region(s, p, region):
            mask[A_REGION + region] = True
            for border in range(N_BORDERS):
                if TOUCHES[region, border]:
                    mask[A_BORDER + border] = True


@kernel
def mark_builds(s, p, mask):
    mask[STOP] = top_b(s) > 0  # after the first
    mark_building_places(s, p, mask)


@kernel
def do_build(s, p, site):
    n = s.depth - 1
    if not is_paid_for(s, p, top_b(s)):
        pay_into_market(s, p, 1, top_c(s))  # P6.4: payments of one build go on leftwards
        s.frame_c[n] += 1
    s.frame_a[n] -= 1
    s.frame_b[n] += 1
    put_block(s, p, block_coalition(s, p), site)


@kernel
def finish_build(s, p):
    """A: the free block, if there is a legal space for it."""
    pop(s)
    if has_infrastructure(s, p) and can_build(s, p):
        push(s, ASK_INFRASTRUCTURE, p, 0, 0, 0)


@kernel
def do_infrastructure(s, p, site):
    pop(s)
    put_block(s, p, block_coalition(s, p), site)
