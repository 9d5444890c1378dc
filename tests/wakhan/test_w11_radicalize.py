"""Chapters W11 and W12: which card Wakhan radicalizes, and what happens when she does."""

from __future__ import annotations

import pytest

from tests.builders import Table
from tests.wakhan import first, her_turn, purses, run, steps

# Unless a test says otherwise the arrows point at the first card of the top row, which is what she buys when
# everything else is skipped; 4 rupees buy a card of the first five columns.

# ---- W11 purchase and play ---------------------------------------------------------------------------------


def test_purchase_and_play_are_one_action():
    """W11."""
    t = steps(her_turn(8).market(top=[17]), 1)

    assert t.court_of(1) == [17] and t.hand_of(1) == []
    assert t.armies_in("kabul", "british") == 1
    assert t.asked == (1, "act") and t.read()["actions_left"] == 1


@pytest.mark.parametrize(("red", "side", "court"), [("top", "left", [17, 12]), ("bottom", "right", [12, 17])])
@pytest.mark.parametrize("row", ["top", "bottom"])
def test_the_red_arrow_names_the_side(red, side, court, row):
    """W11: wherever the card lay."""
    t = her_turn(8, red=red).court(1, 12).market(**{row: [17]})

    assert run(t) == ["c17", side, "stop"]
    assert t.court_of(1) == court


def test_the_icons_are_resolved():
    """W11, P5.3: spy and leverage of 54, army and favored suit of 97."""
    t = her_turn(8).market(top=[54])
    assert run(t) == ["c54", "c54", "stop"]
    assert t.purse(1) == 6 and t.spies_on(54) == [0, 1]

    t = her_turn(8).market(top=[97])
    assert run(t) == ["c97", "stop"]
    assert t.read()["favored"] == "intelligence"


# ---- W11 bribes --------------------------------------------------------------------------------------------


def ruled_punjab(rupees: int, negotiation: bool = True) -> Table:
    """33 (two armies) is a card of Punjab, where seat 0 rules with two tribes."""
    t = her_turn(8, negotiation=negotiation).market(top=[33]).tribes(0, "punjab", 2)
    return t.rupees(rupees)


def test_the_bribe_is_paid():
    """W11, P7.1."""
    t = ruled_punjab(2)

    assert run(t) == ["c33", "yes", "stop"]
    assert purses(t) == [6, 0]
    assert t.court_of(1) == [33] and t.armies_in("punjab", "british") == 2


@pytest.mark.parametrize("negotiation", [True, False])
def test_a_card_whose_bribe_she_cannot_pay_is_discarded(negotiation):
    """W11: nothing is asked, nothing is paid, no icon is resolved."""
    t = ruled_punjab(1, negotiation=negotiation)

    assert run(t) == ["c33", "stop"]
    assert t.where(33) == "discard"
    assert purses(t) == [4, 1] and t.armies_in("punjab", "british") == 0


def test_the_action_is_spent_all_the_same():
    """W11."""
    t = steps(ruled_punjab(1), 1)

    assert t.asked == (1, "act") and t.read()["actions_left"] == 1


def test_the_price_is_paid_before_the_bribe():
    """W11: of two rupees one is gone for the card."""
    t = her_turn(8, black=1).market(top=[17, 33]).tribes(0, "punjab", 2).rupees(2)

    assert run(t) == ["c33", "stop"]
    assert t.where(33) == "discard" and t.purse(1) == 1


def test_rupees_on_the_card_help_to_pay_the_bribe():
    """W11, P4.4."""
    t = ruled_punjab(0).put_rupees(0, 0, 2)

    assert run(t) == ["c33", "yes", "stop"]
    assert purses(t) == [6, 0]


def test_rupees_on_a_card_that_is_discarded_are_hers():
    """W11, P4.4."""
    t = ruled_punjab(0).put_rupees(0, 0, 1)

    assert run(t) == ["c33", "stop"]
    assert t.where(33) == "discard" and t.purse(1) == 1


def test_the_side_is_named_before_the_bribe():
    """W11, P5.1."""
    assert run(ruled_punjab(2).court(1, 12)) == ["c33", "left", "yes", "stop"]


def test_her_own_rule_costs_nothing():
    """W11, P7.1."""
    t = her_turn(8).market(top=[33]).tribes(1, "punjab", 2).tribes(0, "punjab")

    assert run(t) == ["c33", "stop"]
    assert t.purse(1) == 4


# ---- W11.3 the arrows --------------------------------------------------------------------------------------

TOP, BOTTOM = [9, 10, 16, 17, 28, 29], [31, 48, 49, 52, 61, 62]


@pytest.mark.parametrize("black", range(6))
@pytest.mark.parametrize(("red", "row"), [("top", TOP), ("bottom", BOTTOM)])
def test_the_arrows_point_at_a_card(red, row, black):
    """W11.3."""
    t = her_turn(8, red=red, black=black).market(TOP, BOTTOM).rupees(5)

    assert first(t) == f"c{row[black]}"


@pytest.mark.parametrize(
    ("top", "bottom", "red", "black", "word"),
    [
        ([9, 10, 16, None, 28, 29], BOTTOM, "top", 3, "c16"),  # the next to the left
        ([9, None, None, None, 28, 29], BOTTOM, "top", 3, "c9"),
        ([None, None, None, 17, 28, 29], BOTTOM, "top", 2, "c49"),  # the other row, the same column
        ([None, None, None, 17, 28, 29], [31, None, None, 52], "top", 2, "c31"),  # and leftwards
        (TOP, [None, None, None, None, 61], "bottom", 3, "c17"),
        ([None, 10], BOTTOM, "top", 0, "c31"),  # at the left end
        (TOP, [None, 48], "bottom", 0, "c9"),
        ([9], [], "bottom", 5, "c9"),  # from one end to the other
        ([], [31], "top", 5, "c31"),
        ([None, 10], [None, 48], "top", 0, "stop"),  # never to the right
        ([None, None, 16], [None, None, 49], "bottom", 1, "stop"),
    ],
)
def test_an_empty_space_sends_her_left_and_then_to_the_other_row(top, bottom, red, black, word):
    """W11.3."""
    assert first(her_turn(8, red=red, black=black).market(top, bottom)) == word


@pytest.mark.parametrize(
    ("rupees", "favored", "word"),
    [
        (5, "political", "c29"),
        (4, "political", "c28"),
        (2, "political", "c16"),
        (0, "political", "c9"),
        (4, "military", "c16"),
        (3, "military", "c10"),
    ],
)
def test_a_price_too_high_sends_her_left(rupees, favored, word):
    """W11.3, P4.1."""
    assert first(her_turn(8, black=5).favored(favored).market(TOP, BOTTOM).rupees(rupees)) == word


@pytest.mark.parametrize(("rupees", "word"), [(4, "c49"), (3, "c48"), (2, "c31")])
def test_cards_paid_onto_are_passed_over(rupees, word):
    """W11.3, P4.3: 17 cost a rupee on 9 and on 10; the other row is next, as far as she can pay."""
    t = her_turn(8, black=2).market(top=[9, 10, 17], bottom=[31, 48, 49]).rupees(rupees)
    steps(t, 1)
    assert t.where(17) == "court 1"

    assert first(t) == word


@pytest.mark.parametrize(
    ("top", "bottom", "black", "word"),
    [([16, 17, 111], [], 2, "c17"), ([111], [15], 0, "c15"), ([111], [], 0, "stop")],
)
def test_public_withdrawal_is_passed_over(top, bottom, black, word):
    """W11.3, P4.6."""
    assert first(her_turn(8, black=black).market(top, bottom)) == word


# ---- W11.3 events ------------------------------------------------------------------------------------------


def test_an_event_takes_its_purchase_effect():
    """W11.3, E 113: a rupee for the card, three from the bank; one action."""
    t = steps(her_turn(8, black=1).market(top=[17, 113]), 1)

    assert t.purse(1) == 6 and t.where(113) == "discard"
    assert t.asked == (1, "act") and t.read()["actions_left"] == 1


@pytest.mark.parametrize("card", [105, 106, 107, 109, 110, 112])
def test_a_lasting_event_is_hers(card):
    """W11.3, E."""
    t = her_turn(8).market(top=[card])

    assert run(t) == [f"c{card}", "stop"]
    assert t.read()["events"] == [{"card": card, "side": "purchase", "seat": 1, "target": None}]


# ---- W11.2 a Dominance Check in the market -----------------------------------------------------------------


def checked(top: list, bottom: tuple | list = (), red: str = "top", number: int = 8) -> Table:
    """A check that she cannot afford lies at the end of the top row."""
    return her_turn(number, red=red).market(top=[*top, *[None] * (5 - len(top)), 101], bottom=bottom)


@pytest.mark.parametrize(
    ("top", "bottom", "red", "word"),
    [
        ([17, 18, 21], [], "top", "c21"),  # two spies
        ([17, 21], [15, None, 7], "top", "c7"),  # tribes and spies
        ([17, 21], [19], "top", "c19"),  # two spies each; cheapest
        ([19], [21], "top", "c21"),  # highest number
        ([21], [19], "bottom", "c21"),
    ],
)
def test_without_dominance_the_most_cylinders(top, bottom, red, word):
    """W11.2."""
    assert first(checked(top, bottom, red)) == word


def test_without_a_check_the_arrows():
    """W11.2, W11.3: the counterpart."""
    assert first(her_turn(8).market(top=[17, 18, 21])) == "c17"


def test_she_can_reach_only_what_she_can_pay():
    """W11.2: 21 costs two."""
    assert first(checked([17, 18, 21]).rupees(1)) == "c18"


@pytest.mark.parametrize(
    ("top", "bottom", "red", "word"),
    [
        ([17, 11, 6], [], "top", "c11"),  # cheapest
        ([17, 11], [None, 25], "top", "c25"),  # highest number
        ([18, 51, 12], [], "top", "c12"),  # a british patriot is none; most blocks
        ([18, 17, 12], [], "top", "c12"),
        ([18, 59], [61], "top", "c61"),  # two blocks each; cheapest
        ([61], [59], "bottom", "c61"),  # highest number
    ],
)
def test_with_dominance_a_patriot_or_the_most_blocks(top, bottom, red, word):
    """W11.2: the Afghans dominate."""
    assert first(checked(top, bottom, red).armies("afghan", "herat", 4)) == word


def test_a_patriot_that_she_cannot_pay_is_none():
    """W11.2."""
    t = checked([18, 17, None, None, 11]).armies("afghan", "herat", 4)
    assert first(t.copy()) == "c11"

    assert first(t.rupees(3)) == "c17"


@pytest.mark.parametrize(("event", "word"), [(False, "c18"), (True, "c11")])
def test_conflict_fatigue_makes_a_coalition_dominant_sooner(event, word):
    """W11.2, E 109: a lead of two."""
    t = checked([17, 18, 11]).armies("afghan", "herat", 2)
    if event:
        t.event(109, "purchase", seat=0)

    assert first(t) == word


def test_a_specific_instruction_comes_first():
    """W11.1: highest political, before the two spies of 21."""
    assert first(checked([17, 90, 21], number=23)) == "c90"


# ---- W12 the highest of a suit -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "suit", "low", "high"),
    [
        (2, "economic", 9, 12),  # if political is favored, as it is
        (23, "political", 90, 93),
        (3, "intelligence", 18, 1),
    ],
)
def test_the_highest_rank_of_a_suit(number, suit, low, high):
    """W12 highest_X: that she can buy; without such a card, the arrows."""
    assert first(her_turn(number).market(top=[17, low, high])) == f"c{high}"
    assert first(her_turn(number).market(top=[17, high, low])) == f"c{high}"
    assert first(her_turn(number).market(top=[17, low, high]).rupees(1)) == f"c{low}"
    assert first(her_turn(number).market(top=[17, low, high]).rupees(0)) == "c17"
    assert first(her_turn(number).market(top=[17, 16, 15])) == "c17"


@pytest.mark.parametrize(
    ("top", "bottom", "word"),
    [([17, 21], [None, None, 72], "c21"), ([17, 72], [None, None, 21], "c72"), ([17, 19], [None, 21], "c21")],
)
def test_ties_cheapest_then_highest_number(top, bottom, word):
    """W11.1: intelligence cards of rank 2."""
    assert first(her_turn(3).market(top, bottom)) == word


def test_a_named_card_that_was_paid_onto_is_passed_over():
    """W11.1, P4.3: 61 (highest economic) cost a rupee on 57, which would be the highest political card."""
    t = steps(her_turn(2).market(top=[57, 61], bottom=[17]), 3)  # 61 and its two roads
    assert t.court_of(1) == [61] and t.asked == (1, "act")

    assert first(t) == "c17"


@pytest.mark.parametrize(("favored", "word"), [("political", "c12"), ("economic", "c17")])
def test_highest_economic_if_political_is_favored(favored, word):
    """W12 radicalize_if_political_favored_highest_economic."""
    assert first(her_turn(2).favored(favored).market(top=[17, 9, 12])) == word


@pytest.mark.parametrize(
    ("favored", "rupees", "word"),
    [("military", 4, "c98"), ("military", 3, "c38"), ("military", 1, "c9"), ("political", 4, "c9")],
)
@pytest.mark.parametrize("number", [1, 23])
def test_highest_military_if_military_is_favored(number, favored, rupees, word):
    """W12 radicalize_if_military_favored_highest_military: prices are doubled (P4.1)."""
    assert first(her_turn(number).favored(favored).market(top=[9, 38, 98]).rupees(rupees)) == word


FULL = (12, 46, 63)


@pytest.mark.parametrize(
    ("court", "word"),
    [
        (FULL, "c93"),
        ((12, 46), "c17"),
        ((*FULL, 27), "c93"),  # one political star: four cards are the limit
        ((12, 46, 27), "c17"),
    ],
)
def test_highest_political_if_the_court_is_full(court, word):
    """W12 radicalize_if_court_full_highest_political."""
    assert first(her_turn(17).court(1, *court).market(top=[17, 90, 93])) == word


def test_a_full_court_without_a_political_card_to_buy():
    """W12 radicalize_if_court_full_highest_political."""
    assert first(her_turn(17).court(1, *FULL).market(top=[17, 18])) == "c17"


@pytest.mark.parametrize(("hers", "his", "word"), [(0, 1, "c21"), (1, 2, "c21"), (1, 1, "c17")])
def test_highest_intelligence_if_she_has_fewer_spies(hers, his, word):
    """W12 radicalize_if_fewer_spies_highest_intelligence."""
    t = her_turn(24).court(0, 9).spy(0, on=9, n=his).spy(1, on=9, n=hers).market(top=[17, 18, 21])

    assert first(t) == word


def test_tribes_are_no_spies():
    """W12 radicalize_if_fewer_spies_highest_intelligence."""
    assert first(her_turn(24).tribes(0, "herat", 3).market(top=[17, 18, 21])) == "c17"


def test_fewer_spies_than_some_other_player():
    """W12 radicalize_if_fewer_spies_highest_intelligence: seat 1 has two, she one, seat 0 none."""
    t = her_turn(24, players=3).court(0, 9).spy(1, on=9, n=2).spy(2, on=9).market(top=[17, 18, 21])

    assert first(t) == "c21"


# ---- W12 any card of a kind --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("top", "bottom", "word"),
    [
        ([17, 18, 1], [], "c18"),  # cheapest, not highest rank
        ([17, 18], [None, 39], "c39"),  # highest number
        ([17, 9, 90], [], "c17"),  # none
    ],
)
def test_any_intelligence(top, bottom, word):
    """W12 radicalize_any_intelligence."""
    assert first(her_turn(6).market(top, bottom)) == word


@pytest.mark.parametrize(
    ("court", "top", "bottom", "word"),
    [
        ((), [17, 9, 63], [], "c9"),  # cheapest
        ((), [17, 9], [None, 96], "c96"),  # highest number
        ((), [17, 16, 15], [], "c17"),  # none in the market
        ((63,), [17, 9, 96], [], "c17"),  # one in court
        ((12,), [17, 9], [], "c9"),
    ],
)
def test_a_card_with_move_if_she_has_none(court, top, bottom, word):
    """W12 radicalize_if_no_move_card_with_move."""
    assert first(her_turn(10).court(1, *court).market(top, bottom)) == word


# ---- W12 most net rupees -----------------------------------------------------------------------------------


def poor(top: list, bottom: list, rupees: int = 1, number: int = 4) -> Table:
    """The arrows point at the first card of the bottom row."""
    return her_turn(number, red="bottom").market(top, bottom).rupees(rupees)


@pytest.mark.parametrize("number", [4, 20])
@pytest.mark.parametrize(("rupees", "word"), [(0, "c15"), (1, "c30"), (2, "c15")])
def test_net_rupees_if_she_has_under_two(number, rupees, word):
    """W12 radicalize_if_under_two_rupees_most_net_rupees: 30 is leveraged and costs 1."""
    assert first(poor([17, 30], [15], rupees, number)) == word


@pytest.mark.parametrize(
    ("top", "rupees_on", "word"),
    [
        ([17, 30], {(0, 0): 3}, "c17"),  # 3 against 1
        ([17, 16], {(0, 1): 2}, "c16"),  # 1 against 0
        ([17, 30], {(0, 0): 1}, "c17"),  # 1 each; cheapest
        ([54, 17], {(0, 1): 2}, "c54"),  # 2 against 1
    ],
)
def test_the_best_net_rupees(top, rupees_on, word):
    """W12 most_net_rupees: rupees on the card, 2 for leverage, less the price."""
    t = poor(top, [15])
    for (row, column), n in rupees_on.items():
        t.put_rupees(row, column, n)

    assert first(t) == word


def test_equal_net_rupees_at_an_equal_price():
    """W11.1, W12 most_net_rupees: highest number, though the arrows say otherwise."""
    assert first(poor([17], [15]).put_rupees(0, 0, 1).put_rupees(1, 0, 1)) == "c17"


def test_nothing_to_gain():
    """W12 most_net_rupees: the best must be above 0; the arrows point at 16, which costs 1."""
    assert first(her_turn(4, black=1).market(top=[17, 16]).rupees(1)) == "c16"


def test_the_price_must_be_owned():
    """W12 most_net_rupees, P4.1: not paid out of what lies on the card."""
    assert first(poor([17, 16], [15], rupees=0).put_rupees(0, 1, 5)) == "c15"


def test_an_event_is_not_weighed():
    """W11, W12 most_net_rupees: a court card is wanted."""
    assert first(poor([113, 30], [15]).put_rupees(0, 0, 4)) == "c30"


# ---- W12 gains rule of region ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [5, 21])
@pytest.mark.parametrize(("his", "word"), [(0, "c43"), (1, "c43"), (2, "c9"), (3, "c9")])
def test_gains_rule_of_region(number, his, word):
    """W12 radicalize_gains_rule_of_region: 43 would bring a tribe and an army to Kandahar."""
    t = her_turn(number).market(top=[9, 43]).tribes(0, "kandahar", his)

    assert first(t) == word


@pytest.mark.parametrize(("hers", "his", "word"), [(1, 1, "c17"), (2, 2, "c17"), (1, 2, "c9"), (0, 0, "c9")])
def test_an_army_may_gain_rule(hers, his, word):
    """W12 radicalize_gains_rule_of_region, P8.6: the army of 17 in Kabul, but not without a tribe."""
    t = her_turn(5).market(top=[9, 17]).tribes(0, "kabul", his).tribes(1, "kabul", hers)

    assert first(t) == word


@pytest.mark.parametrize(("russian", "word"), [(2, "c43"), (1, "c9")])
def test_the_largest_army_counts_for_rule(russian, word):
    """W12 radicalize_gains_rule_of_region, W5: her armies are british; one tribe, two russians."""
    t = her_turn(5).market(top=[9, 43]).tribes(0, "kandahar", 2).armies("russian", "kandahar", russian)

    assert first(t) == word


def test_a_region_that_she_rules_is_not_gained():
    """W12 radicalize_gains_rule_of_region."""
    t = her_turn(5).market(top=[9, 17]).tribes(1, "kabul")
    assert t.ruler("kabul") == 1

    assert first(t) == "c9"


@pytest.mark.parametrize(("bottom", "word"), [([None, None, 44], "c43"), ([None, 44], "c44")])
def test_ties_in_gaining_rule(bottom, word):
    """W11.1: cheapest, then highest number."""
    assert first(her_turn(5).market(top=[9, 43], bottom=bottom)) == word


# ---- W12 most blocks, most cylinders -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("top", "bottom", "rupees", "word"),
    [
        ([18, 17, 12], [], 4, "c12"),  # three roads and an army
        ([18, 17, 12], [], 1, "c17"),
        ([18, 59], [61], 4, "c61"),  # two armies, two roads; cheapest
        ([18, 59], [None, 61], 4, "c61"),  # highest number
        ([18, 61], [None, 59], 4, "c61"),
    ],
)
def test_most_blocks(top, bottom, rupees, word):
    """W12 radicalize_most_blocks."""
    assert first(her_turn(9).market(top, bottom).rupees(rupees)) == word


@pytest.mark.parametrize(("armies", "word"), [(0, "c1"), (4, "c18")])
def test_no_blocks_to_be_had(armies, word):
    """W12 radicalize_most_blocks: at least 1; so the next instruction, or the arrows."""
    t = her_turn(9).market(top=[18, 1])
    if armies:
        t.armies("russian", "herat", armies)

    assert first(t) == word


@pytest.mark.parametrize("number", [11, 13, 16])
@pytest.mark.parametrize(("armies", "word"), [(3, "c7"), (4, "c17")])
def test_most_cylinders_if_nobody_dominates(number, armies, word):
    """W12 radicalize_if_no_dominance_most_cylinders: 7 has two tribes and a spy."""
    assert first(her_turn(number).market(top=[17, 18, 7]).armies("russian", "herat", armies)) == word


@pytest.mark.parametrize(
    ("top", "bottom", "word"), [([17, 21], [None, None, 93], "c21"), ([17, 21], [None, 93], "c93")]
)
def test_ties_in_cylinders(top, bottom, word):
    """W11.1: two spies, two tribes; cheapest, then highest number."""
    assert first(her_turn(11).market(top, bottom)) == word


def test_no_cylinders_to_be_had():
    """W12 radicalize_if_no_dominance_most_cylinders: at least 1; the arrows point at the second card."""
    assert first(her_turn(11, black=1).market(top=[17, 9])) == "c9"


@pytest.mark.parametrize(
    ("top", "bottom", "dominant", "word"),
    [
        ([17, 12, 11], [], "afghan", "c11"),
        ([17, 3, 11], [], "afghan", "c3"),  # cheapest
        ([17, 11], [None, 25], "afghan", "c25"),  # highest number
        ([17, 18, 11], [], None, "c18"),  # nobody dominates: most cylinders
        ([17, 18, 11], [], "british", "c17"),  # no such patriot
        ([17, 18, 51], [], "british", "c51"),
    ],
)
def test_a_patriot_of_the_dominant_coalition(top, bottom, dominant, word):
    """W12 radicalize_if_dominance_matching_patriot."""
    t = her_turn(13).market(top, bottom)
    if dominant:
        t.armies(dominant, "herat", 4)

    assert first(t) == word


# ---- W12 battle court card with most spies -----------------------------------------------------------------


def duel(number: int = 14) -> Table:
    """Wakhan can fight with 38; seat 0 has 9, and 14, which is leveraged."""
    return her_turn(number).court(1, 38).court(0, 9, 14)


@pytest.mark.parametrize("number", [14, 16, 22, 24])
def test_battle_on_the_card_with_most_spies(number):
    """W12 battle_court_card_with_most_spies: not on the card of higher priority."""
    t = duel(number).spy(0, on=9, n=2).spy(1, on=9, n=2).spy(0, on=14).spy(1, on=14)

    assert run(t) == ["c38", "c9", "p0", "p0", "stop"]
    assert t.spies_on(9) == [0, 2] and t.spies_on(14) == [1, 1]


def test_equal_spies_go_by_card_priority():
    """W12 battle_court_card_with_most_spies, W10."""
    t = duel().spy(0, on=9).spy(1, on=9).spy(0, on=14).spy(1, on=14)

    assert run(t) == ["c38", "c14", "p0", "stop"]


def test_both_must_have_a_spy_there():
    """W12 battle_court_card_with_most_spies: 14 has more, but only hers; 9 is fought for."""
    t = duel().spy(0, on=9).spy(1, on=9).spy(1, on=14, n=4)

    assert run(t) == ["c38", "c9", "p0", "stop"]


@pytest.mark.parametrize("owner", [0, 1])
def test_spies_of_one_player_are_no_reason(owner):
    assert run(duel().spy(owner, on=9, n=2)) == ["stop"]  # W12 battle_court_card_with_most_spies


def test_without_a_battle_card_there_is_no_battle():
    """W12 battle_court_card_with_most_spies, W10."""
    t = her_turn(14).court(1, 12).court(0, 9).spy(0, on=9).spy(1, on=9)

    assert run(t) == ["stop"]


def test_regions_are_not_meant():
    """W12 battle_court_card_with_most_spies: face 16 has no other battle."""
    t = her_turn(16).court(1, 38).armies("russian", "kabul").tribes(0, "kabul")

    assert run(t) == ["stop"]


def test_the_court_card_comes_before_the_region():
    """W12, W17: face 14 names both; the card has fought already when the region comes up."""
    t = duel().spy(0, on=9).spy(1, on=9).armies("russian", "kabul").tribes(0, "kabul")

    assert run(t) == ["c38", "c9", "p0", "stop"]
