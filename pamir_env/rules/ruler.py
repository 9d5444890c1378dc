"""P8.6, W5 Who rules a region. Nothing is stored: rule is looked up when needed."""

from __future__ import annotations

from pamir_env.names import N_COALITIONS, N_REGIONS, NONE
from pamir_env.rules.loyalty import is_wakhan
from tabletop.jit import kernel


@kernel
def ruler(s, region):
    """The seat that rules `region`, or NONE."""
    for p in range(s.players):
        if rules_region(s, p, region):
            return p
    return NONE


@kernel
def rules_region(s, p, region):
    return s.tribes[p, region] > 0 and outnumbers_everyone(s, p, region)  # P8.6


@kernel
def rules_anywhere(s, p):
    for region in range(N_REGIONS):
        if rules_region(s, p, region):
            return True
    return False


@kernel
def ruling_pieces(s, p, region):
    """Tribes + armies of own loyalty (P8.6); for Wakhan the largest number of any one coalition (W5)."""
    armies = 0
    if is_wakhan(s, p):
        for coalition in range(N_COALITIONS):
            armies = max(armies, s.armies[coalition, region])
    else:
        armies = s.armies[s.loyalty[p], region]
    return s.tribes[p, region] + armies


@kernel
def outnumbers_everyone(s, p, region):
    mine = ruling_pieces(s, p, region)
    for q in range(s.players):
        if q != p and ruling_pieces(s, q, region) >= mine:
            return False
    for coalition in range(N_COALITIONS):
        if coalition != s.loyalty[p] and s.armies[coalition, region] >= mine:
            return False
    return True
