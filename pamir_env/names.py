"""P1 The words of the game and their numbers. Every order here is the order of the rules, and action ids rely
on it.
"""

from __future__ import annotations

NONE = -1

REGIONS = ("transcaspia", "kabul", "persia", "herat", "kandahar", "punjab")  # P1.1
TRANSCASPIA, KABUL, PERSIA, HERAT, KANDAHAR, PUNJAB = range(6)
N_REGIONS = len(REGIONS)

BORDERS = (  # P1.2
    "herat-kabul",
    "herat-kandahar",
    "herat-persia",
    "herat-transcaspia",
    "kabul-kandahar",
    "kabul-punjab",
    "kabul-transcaspia",
    "kandahar-punjab",
    "persia-transcaspia",
)
N_BORDERS = len(BORDERS)

SUITS = ("economic", "military", "political", "intelligence")  # P1.3
ECONOMIC, MILITARY, POLITICAL, INTELLIGENCE = range(4)

COALITIONS = ("afghan", "british", "russian")  # P1.4
AFGHAN, BRITISH, RUSSIAN = range(3)
N_COALITIONS = len(COALITIONS)
BLOCKS_EACH = 12  # P1.4

MAX_PLAYERS = 5  # P1.9
CYLINDERS_EACH = 10  # P1.5
STARTING_RUPEES = 4  # P2.4

N_COURT_CARDS = 100  # P1.7
N_CARDS = 116
CARDS = tuple(range(1, N_CARDS + 1))
COURT_CARDS = CARDS[:N_COURT_CARDS]
DOMINANCE_CHECKS = (101, 102, 103, 104)
FIRST_CHECK, LAST_CHECK = DOMINANCE_CHECKS[0], DOMINANCE_CHECKS[-1]
N_CHECKS = len(DOMINANCE_CHECKS)
OTHER_EVENTS = tuple(range(105, N_CARDS + 1))
N_WAKHAN_CARDS = 24

ROWS, COLUMNS = 2, 6  # P2.3
TOP, BOTTOM = range(2)

LEFT, RIGHT = range(2)
SIDES = ("left", "right")

VERBS = ("tax", "gift", "build", "move", "betray", "battle")
TAX, GIFT, BUILD, MOVE, BETRAY, BATTLE = range(6)

GIFT_SPACES = (2, 4, 6)  # P6.7
N_GIFTS = len(GIFT_SPACES)

ICONS = (  # P5.3
    "road",
    "army",
    "tribe",
    "spy",
    "leverage",
    "favor_economic",
    "favor_military",
    "favor_political",
    "favor_intelligence",
)
ICON_ROAD, ICON_ARMY, ICON_TRIBE, ICON_SPY, ICON_LEVERAGE, ICON_FAVOR = range(6)  # ICON_FAVOR + suit

TRIBE, SPY, GIFT_CYLINDER = range(3)  # what a cylinder can be (P1.5)

# Where a card can be (I2). HAND + p, COURT + p and PRIZE + p belong to seat p.
OUT_OF_GAME, IN_DECK, IN_MARKET, DISCARDED, IN_FORCE = range(5)
HAND, COURT, PRIZE = 5, 10, 15

ABILITIES = (  # A
    "indispensable_advisors",
    "insurrection",
    "claim_of_ancient_lineage",
    "bodyguards",
    "citadel_kabul",
    "citadel_transcaspia",
    "strange_bedfellows",
    "civil_service_reforms",
    "safe_house",
    "charismatic_courtiers",
    "blackmail_kandahar",
    "blackmail_herat",
    "indian_supplies",
    "well_connected",
    "herat_influence",
    "persian_influence",
    "russian_influence",
    "infrastructure",
    "savvy_operator",
    "irregulars",
)
(
    INDISPENSABLE_ADVISORS,
    INSURRECTION,
    CLAIM_OF_ANCIENT_LINEAGE,
    BODYGUARDS,
    CITADEL_KABUL,
    CITADEL_TRANSCASPIA,
    STRANGE_BEDFELLOWS,
    CIVIL_SERVICE_REFORMS,
    SAFE_HOUSE,
    CHARISMATIC_COURTIERS,
    BLACKMAIL_KANDAHAR,
    BLACKMAIL_HERAT,
    INDIAN_SUPPLIES,
    WELL_CONNECTED,
    HERAT_INFLUENCE,
    PERSIAN_INFLUENCE,
    RUSSIAN_INFLUENCE,
    INFRASTRUCTURE,
    SAVVY_OPERATOR,
    IRREGULARS,
) = range(len(ABILITIES))

EFFECTS = (  # E: what an event does; those up to LASTING_EFFECTS stay in force until a check
    "new_tactics",
    "embarrassment_of_riches",
    "koh_i_noor",
    "disregard_for_customs",
    "courtly_manners",
    "rumor",
    "conflict_fatigue",
    "nationalism",
    "nation_building",
    "pashtunwali_values",
    "dominance_check",
    "favor_military",
    "favor_intelligence",
    "favor_political",
    "failure_to_impress",
    "riots_in_punjab",
    "riots_in_herat",
    "riots_in_kabul",
    "riots_in_persia",
    "public_withdrawal",
    "confidence_failure",
    "persian_aristocracy",
    "persuasive_methods",
    "rebuke",
)
(
    NEW_TACTICS,
    EMBARRASSMENT_OF_RICHES,
    KOH_I_NOOR,
    DISREGARD_FOR_CUSTOMS,
    COURTLY_MANNERS,
    RUMOR,
    CONFLICT_FATIGUE,
    NATIONALISM,
    NATION_BUILDING,
    PASHTUNWALI_VALUES,
    DOMINANCE_CHECK,
    FAVOR_MILITARY,
    FAVOR_INTELLIGENCE,
    FAVOR_POLITICAL,
    FAILURE_TO_IMPRESS,
    RIOTS_IN_PUNJAB,
    RIOTS_IN_HERAT,
    RIOTS_IN_KABUL,
    RIOTS_IN_PERSIA,
    PUBLIC_WITHDRAWAL,
    CONFIDENCE_FAILURE,
    PERSIAN_ARISTOCRACY,
    PERSUASIVE_METHODS,
    REBUKE,
) = range(len(EFFECTS))
LASTING_EFFECTS = 10
EVERYONE = MAX_PLAYERS  # who a discarded lasting effect belongs to

INSTRUCTIONS = (  # W12: the first six are the verbs, in their order
    *VERBS,
    "battle_court_card_with_most_spies",
    "radicalize",
    "radicalize_if_military_favored_highest_military",
    "radicalize_if_political_favored_highest_economic",
    "radicalize_highest_political",
    "radicalize_highest_intelligence",
    "radicalize_if_court_full_highest_political",
    "radicalize_if_fewer_spies_highest_intelligence",
    "radicalize_any_intelligence",
    "radicalize_if_under_two_rupees_most_net_rupees",
    "radicalize_gains_rule_of_region",
    "radicalize_most_blocks",
    "radicalize_if_no_dominance_most_cylinders",
    "radicalize_if_no_move_card_with_move",
    "radicalize_if_dominance_matching_patriot",
)
(
    BATTLE_MOST_SPIES,
    RADICALIZE,
    IF_MILITARY_HIGHEST_MILITARY,
    IF_POLITICAL_HIGHEST_ECONOMIC,
    HIGHEST_POLITICAL,
    HIGHEST_INTELLIGENCE,
    IF_COURT_FULL_HIGHEST_POLITICAL,
    IF_FEWER_SPIES_HIGHEST_INTELLIGENCE,
    ANY_INTELLIGENCE,
    IF_POOR_MOST_NET_RUPEES,
    GAINS_RULE_OF_REGION,
    MOST_BLOCKS,
    IF_NO_DOMINANCE_MOST_CYLINDERS,
    IF_NO_MOVE_CARD_WITH_MOVE,
    IF_DOMINANCE_MATCHING_PATRIOT,
) = range(len(VERBS), len(INSTRUCTIONS))
N_INSTRUCTIONS = 3  # on each of her cards

RUNNING, EARLY, FINAL_CHECK, TRUNCATED = range(4)  # how a game stands or ended (P10, P3.6)
ENDS = ("running", "early", "final_check", "truncated")
