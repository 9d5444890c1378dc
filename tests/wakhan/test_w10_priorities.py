"""Chapters W10 and W18: which card comes first, and which one goes. Each filter decides alone."""

from __future__ import annotations

import pytest

from tests.builders import Table
from tests.wakhan import first, her_turn, purses, run, steps

# ---- W10 the card she acts with ----------------------------------------------------------------------------


def taxer(*court: int) -> Table:
    """Two rupees lie on the first card of the market; nothing else is to be taxed. Intelligence is favored.

    In each test the later filters speak against the expected card.
    """
    return her_turn(18).favored("intelligence").court(1, *court).market(top=[17]).put_rupees(0, 0, 2)


@pytest.mark.parametrize(("favored", "card"), [("military", 16), ("intelligence", 81)])
def test_favored_suit(favored, card):
    """W10: 81 is a patriot, leveraged, of higher rank and number."""
    assert first(taxer(16, 81).favored(favored)) == f"c{card}"


@pytest.mark.parametrize(("dominant", "card"), [("russian", 95), ("british", 80)])
def test_patriot_of_the_dominant_coalition(dominant, card):
    """W10: 95 is a russian patriot, 80 a british one with a russian prize, and leveraged."""
    assert first(taxer(80, 95).armies(dominant, "punjab", 4)) == f"c{card}"


def test_a_lead_of_three_blocks_is_no_dominance():
    """W10, P9.2."""
    assert first(taxer(80, 95).armies("russian", "punjab", 3)) == "c80"


def test_conflict_fatigue_makes_a_coalition_dominant_sooner():
    """W10, E 109."""
    t = taxer(80, 95).armies("russian", "punjab", 2).event(109, "purchase", seat=0)

    assert first(t) == "c95"


@pytest.mark.parametrize(("armies", "card"), [(4, 13), (3, 40)])
def test_prize_of_the_dominant_coalition(armies, card):
    """W10: 13 has a russian prize; 40 is a (british) patriot, leveraged, of higher number."""
    assert first(taxer(13, 40).favored("political").armies("russian", "punjab", armies)) == f"c{card}"


def test_any_patriot():
    """W10: 25; 79 is leveraged, 96 of higher rank, both of higher number."""
    assert first(taxer(79, 25, 96)) == "c25"


def test_leveraged():
    """W10: 30; 96 is of higher rank and number."""
    assert first(taxer(96, 30)) == "c30"


def test_highest_rank():
    """W10: 8; 65 is of higher number."""
    assert first(taxer(8, 65)) == "c8"


@pytest.mark.parametrize("court", [(8, 29, 61), (61, 29, 8), (29, 61, 8)])
def test_highest_number(court):
    """W10: wherever it lies."""
    assert first(taxer(*court)) == "c61"


def test_a_card_without_the_action_is_passed_over():
    """W10: 12 has the higher rank."""
    assert first(taxer(8, 12)) == "c8"


def test_a_used_card_is_passed_over():
    """W10, W7: 64 has taxed, and the market is empty, so it is tax again."""
    t = her_turn(18).tribes(1, "kabul").court(0, 9).rupees(9, seat=0).court(1, 61, 64)
    steps(t, 3)

    assert t.asked == (1, "act") and first(t) == "c61"


@pytest.mark.parametrize(("rupees", "card"), [(2, 61), (1, 8), (0, 8)])
def test_a_card_whose_bribe_she_cannot_pay_is_passed_over(rupees, card):
    """W10, P6.3: two spies on 61."""
    assert first(taxer(8, 61).spy(0, on=61, n=2).rupees(rupees)) == f"c{card}"


@pytest.mark.parametrize(("rupees", "card"), [(3, 97), (2, 17)])
def test_bribe_and_cost_must_both_be_paid(rupees, card):
    """W10, P6.5: building costs two, the spy on 97 one."""
    t = her_turn(7).tribes(1, "kabul").court(1, 17, 97).spy(0, on=97).rupees(rupees)

    assert first(t) == f"c{card}"


def test_an_action_on_no_card_is_skipped():
    """W10, W7: the only tax card is held hostage, and the price of the market is too high as well."""
    t = her_turn(18, black=1).court(1, 61).spy(0, on=61).rupees(0).market(top=[None, 17]).put_rupees(0, 1, 2)

    assert run(t) == ["stop"]


# ---- W10 cards in any court --------------------------------------------------------------------------------


def test_opponents_card_first_for_a_spy():
    """W10, W13: 29 of seat 0, then (she leads on it) the british patriot 32 of her own."""
    t = her_turn(8).court(0, 29).court(1, 32).market(top=[21])

    assert run(t) == ["c21", "left", "c29", "c32", "stop"]


def betrayer(*his: int) -> Table:
    """Face 22: she betrays with 53, her spies are on the cards of seat 0. Intelligence is favored."""
    t = her_turn(22).favored("intelligence").court(1, 53).court(0, *his)
    for card in his:
        t.spy(1, on=card)
    return t


@pytest.mark.parametrize(
    ("his", "dominant", "card"),
    [
        ((19, 81), None, 19),  # favored; both patriots, 81 is leveraged
        ((37, 80), "british", 80),  # both british patriots; 80 is leveraged
        ((84, 80), "russian", 84),  # russian patriot before russian prize
        ((60, 40), "russian", 40),  # favored before russian prize
        ((13, 80), "russian", 80),  # both have the russian prize; 80 is a patriot
        ((13, 95), "russian", 95),
        ((57, 94), None, 94),  # leveraged
        ((57, 93), None, 93),  # rank
        ((57, 90), None, 90),  # number
    ],
)
def test_the_card_she_betrays(his, dominant, card):
    """W10, W15."""
    t = betrayer(*his)
    if dominant:
        t.armies(dominant, "punjab", 4)

    assert run(t)[:3] == ["c53", f"c{card}", "yes"]


# ---- W18 discards in cleanup -------------------------------------------------------------------------------


def crowded(*court: int) -> Table:
    """Her court is one card too full, the market is empty, and none of her cards can do anything."""
    return her_turn(7).court(1, *court)


def test_not_political():
    """W18: with one political star four may stay. 5 is no patriot, not leveraged, of the lowest number."""
    t = crowded(5, 40, 80, 81, 100)

    assert run(t) == ["stop", "c100"]
    assert t.court_of(1) == [5, 40, 80, 81]


def test_not_patriot():
    """W18: 46 is leveraged and of the highest rank."""
    t = crowded(11, 51, 95, 46)

    assert run(t) == ["stop", "c46"]
    assert t.purse(1) == 2  # P8.2


def test_not_leveraged():
    """W18: 98 is of the highest rank and number."""
    t = crowded(14, 30, 46, 98)

    assert run(t) == ["stop", "c98"]
    assert purses(t) == [4, 4]


def test_most_enemy_spies_above_hers():
    """W18: two on 98; three on 61, but two of hers, too. 98 is of the highest rank and number."""
    t = crowded(9, 17, 61, 98).spy(0, on=98, n=2).spy(0, on=61, n=3).spy(1, on=61, n=2)

    assert run(t) == ["stop", "c98"]


def test_fewest_spies():
    """W18: on all the others, both have a spy."""
    t = crowded(9, 17, 61, 98)
    for card in (9, 17, 61):
        t.spy(0, on=card).spy(1, on=card)

    assert run(t) == ["stop", "c98"]


def test_lowest_rank():
    """W18: 97 is favored and of the highest number."""
    assert run(crowded(8, 12, 61, 97).favored("military")) == ["stop", "c97"]


def test_not_favored():
    """W18: of four cards of rank 1, 65 is not military, but of the highest number."""
    assert run(crowded(15, 16, 17, 65).favored("military")) == ["stop", "c65"]


@pytest.mark.parametrize("court", [(9, 48, 49, 65), (65, 49, 9, 48)])
def test_lowest_number(court):
    """W18: wherever it lies."""
    assert run(crowded(*court)) == ["stop", "c9"]


def test_several_discards_one_by_one():
    """W18, P3.3.1."""
    t = crowded(9, 48, 49, 65, 28)

    assert run(t) == ["stop", "c9", "c28"]
    assert t.court_of(1) == [48, 49, 65]
    assert t.asked == (0, "act")


@pytest.mark.parametrize(("rupees", "left"), [(4, 2), (2, 0), (1, 0), (0, 0)])
def test_she_pays_what_she_can_for_a_leveraged_card(rupees, left):
    """W18: and discards nothing more."""
    t = crowded(14, 30, 46, 54).rupees(rupees)

    assert run(t) == ["stop", "c30"]
    assert t.court_of(1) == [14, 46, 54]
    assert t.purse(1) == left
    assert t.asked == (0, "act")


def test_no_discard_at_the_limit():
    """W18, P3.3.1: political stars count."""
    assert run(crowded(9, 48, 65)) == ["stop"]
    assert run(crowded(7, 9, 48, 49, 65).favored("economic")) == ["stop"]
