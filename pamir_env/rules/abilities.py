"""A Special abilities and E lasting events, as the predicates that other rules ask for: one place per
name."""

from __future__ import annotations

from pamir_env.cards import ABILITY_CARDS, CARD_ABILITY, CARD_PATRIOT, CARD_REGION, CARD_SUIT
from pamir_env.names import (
    BODYGUARDS,
    CHARISMATIC_COURTIERS,
    CITADEL_KABUL,
    CITADEL_TRANSCASPIA,
    CIVIL_SERVICE_REFORMS,
    CLAIM_OF_ANCIENT_LINEAGE,
    COURTLY_MANNERS,
    DISREGARD_FOR_CUSTOMS,
    HERAT,
    HERAT_INFLUENCE,
    INDIAN_SUPPLIES,
    INDISPENSABLE_ADVISORS,
    INFRASTRUCTURE,
    INSURRECTION,
    IRREGULARS,
    KABUL,
    MILITARY,
    N_COURT_CARDS,
    NATION_BUILDING,
    NATIONALISM,
    NEW_TACTICS,
    NONE,
    PASHTUNWALI_VALUES,
    PERSIA,
    PERSIAN_INFLUENCE,
    POLITICAL,
    RUSSIAN,
    RUSSIAN_INFLUENCE,
    SAVVY_OPERATOR,
    STRANGE_BEDFELLOWS,
    TRANSCASPIA,
    WELL_CONNECTED,
)
from pamir_env.rules.loyalty import is_wakhan
from pamir_env.rules.places import court_owner, has_ability, is_in_a_court
from pamir_env.rules.ruler import rules_region
from tabletop.jit import kernel


@kernel
def counts_as_favored(s, p, card):
    """P6.2: is using this card a bonus action?"""
    suit = CARD_SUIT[card]
    if suit == s.favored:
        return True
    if suit == MILITARY and s.lasting_seat[NEW_TACTICS] == p:  # E 105
        return True
    return CARD_ABILITY[card] == SAVVY_OPERATOR or CARD_ABILITY[card] == IRREGULARS


@kernel
def buys_for_nothing(s, p, card):
    """P4.7."""
    if card > N_COURT_CARDS:
        return False
    if CARD_REGION[card] == HERAT and has_ability(s, p, HERAT_INFLUENCE):
        return True
    if CARD_REGION[card] == PERSIA and has_ability(s, p, PERSIAN_INFLUENCE):
        return True
    return CARD_PATRIOT[card] == RUSSIAN and has_ability(s, p, RUSSIAN_INFLUENCE)


@kernel
def pays_no_bribes(s, p):
    """E 107, both sides."""
    return s.lasting_seat[DISREGARD_FOR_CUSTOMS] != NONE or s.lasting_seat[COURTLY_MANNERS] == p


@kernel
def plays_without_bribe(s, p):
    return pays_no_bribes(s, p) or has_ability(s, p, CHARISMATIC_COURTIERS)


@kernel
def uses_hostages_freely(s, p):
    return pays_no_bribes(s, p) or has_ability(s, p, CIVIL_SERVICE_REFORMS)


@kernel
def taxes_as_ruler(s, p, region):
    """P6.6: does `p` rule the region, or act so when taxing?"""
    return has_ability(s, p, CLAIM_OF_ANCIENT_LINEAGE) or rules_region(s, p, region)


@kernel
def has_infrastructure(s, p):
    return has_ability(s, p, INFRASTRUCTURE)


@kernel
def builds_double(s, p):
    return s.lasting_seat[NATION_BUILDING] == p  # E2


@kernel
def tribes_act_as_armies(s, p):
    return s.lasting_seat[NATIONALISM] == p  # E3


@kernel
def needs_no_roads(s, p):
    """Indian Supplies; Wakhan's armies need none either (W16)."""
    return has_ability(s, p, INDIAN_SUPPLIES) or is_wakhan(s, p)


@kernel
def spies_jump_within_regions(s, p):
    return has_ability(s, p, STRANGE_BEDFELLOWS)


@kernel
def spies_go_two_cards(s, p):
    return has_ability(s, p, WELL_CONNECTED)


@kernel
def is_safe_from_betrayal(s, card):
    """Bodyguards protect the political cards of their owner."""
    return CARD_SUIT[card] == POLITICAL and has_ability(s, court_owner(s, card), BODYGUARDS)


@kernel
def spies_are_safe_in_battle(s, p):
    return has_ability(s, p, INDISPENSABLE_ADVISORS)


@kernel
def tribes_are_safe_in_battle(s, p, region):
    """The citadels."""
    if region == KABUL:
        return has_ability(s, p, CITADEL_KABUL)
    return region == TRANSCASPIA and has_ability(s, p, CITADEL_TRANSCASPIA)


@kernel
def favored_suit_is_fixed(s):
    return s.lasting_seat[PASHTUNWALI_VALUES] != NONE  # E 115


@kernel
def owner_of_insurrection(s):
    card = ABILITY_CARDS[INSURRECTION, 0]
    return court_owner(s, card) if is_in_a_court(s, card) else NONE


@kernel
def change_favored_suit(s, suit):
    """P5.3 and E: a suit-change icon."""
    if not favored_suit_is_fixed(s):
        s.favored = suit
