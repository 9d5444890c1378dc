"""Chapters W7-W9: how Wakhan goes through her instructions, her ambition, and her bonus actions."""

from __future__ import annotations

import pytest

from tests.builders import Table
from tests.wakhan import first, her_turn, points, run, steps

# ---- W7 instructions ---------------------------------------------------------------------------------------


def test_a_full_round_that_finds_nothing_ends_her_turn():
    """W7."""
    t = her_turn(8)

    assert run(t) == ["stop"]
    assert t.asked == (0, "act")


def test_cards_out_of_reach_are_nothing():
    """W7, P4.1: the only card costs a rupee."""
    t = her_turn(8, black=1).rupees(0).market(top=[None, 17])

    assert run(t) == ["stop"]


def test_she_takes_two_actions():
    """W7: most blocks, nothing with cylinders, the arrows; most blocks again would be 52."""
    t = her_turn(9).market(top=[98, 52], bottom=[33])

    assert run(t) == ["c98", "c33", "left", "stop"]
    assert t.where(52) == "market"
    assert t.asked == (0, "act")


def test_the_instruction_after_the_last_one_comes_next():
    """W7: tax, no betrayal, radicalize; she does not begin again with tax (8)."""
    t = her_turn(8).court(1, 8, 61).market(top=[17]).put_rupees(0, 0, 5)

    assert run(t) == ["c61", "c17", "c17", "c17", "left", "stop"]
    assert t.court_of(1) == [17, 8, 61]
    assert t.purse(1) == 9  # two by tax, three came with the card


def taxing(rupees: int) -> Table:
    """Wakhan rules Kabul, seat 0 has a card there that shelters one rupee; the market is empty."""
    return her_turn(8).tribes(1, "kabul").court(0, 9).rupees(rupees, seat=0)


def test_she_goes_round_again():
    """W7: tax is all she can do, each time with another card; after two actions it is over."""
    t = taxing(9).court(1, 8, 61, 64)

    assert run(t) == ["c64", "p0", "p0", "c61", "p0", "p0", "stop"]
    assert t.purse(0) == 5


def test_every_court_card_is_used_once():
    """W7."""
    assert run(taxing(9).court(1, 61)) == ["c61", "p0", "p0", "stop"]


def test_a_used_card_is_not_used_again_even_as_a_bonus():
    """W7, W9."""
    assert run(taxing(9).court(1, 61).favored("economic")) == ["c61", "p0", "p0", "stop"]


def test_a_bonus_spends_no_action():
    """W7, P6.2: she taxes and radicalizes twice."""
    t = her_turn(8).favored("economic").court(1, 61).market(top=[17], bottom=[15]).put_rupees(0, 0, 2)

    assert run(t) == ["c61", "c17", "c17", "c17", "left", "c15", "left", "stop"]
    assert t.court_of(1) == [15, 17, 61]


def test_without_the_bonus_tax_is_one_of_the_two():
    """W7: the counterpart."""
    t = her_turn(8).court(1, 61).market(top=[17], bottom=[15]).put_rupees(0, 0, 2)

    assert run(t) == ["c61", "c17", "c17", "c17", "left", "stop"]


def test_several_bonuses_in_several_rounds():
    """W7: three favored tax cards, one in each round, none of which spends an action."""
    t = taxing(9).court(1, 8, 61, 64).favored("economic")

    assert run(t) == ["c64", "p0", "p0", "c61", "p0", "p0", "c8", "p0", "p0", "stop"]
    assert t.purse(0) == 3


# ---- W8 ambition: by points --------------------------------------------------------------------------------


def rivalry(hers: int = 1, his: int = 0) -> Table:
    """A check lies in the second column, beside 83 (an army, a spy); tribes of Wakhan and of seat 0."""
    t = her_turn(8).market(top=[83, 101])
    if hers:
        t.tribes(1, "persia", hers)
    if his:
        t.tribes(0, "herat", his)
    return t


def test_she_buys_a_check_that_she_leads():
    """W8: 3 points against 1."""
    t = rivalry()

    assert first(t) == "c101"
    assert points(steps(t, 1)) == [1, 3]
    assert t.purse(1) == 3 and t.market_rupees()[0][0] == 1


@pytest.mark.parametrize(
    ("hers", "his", "word"), [(0, 0, "c83"), (1, 1, "c83"), (1, 2, "c83"), (2, 1, "c101"), (3, 1, "c101")]
)
def test_she_must_score_strictly_more(hers, his, word):
    """W8."""
    assert first(rivalry(hers, his)) == word


def test_she_must_score_more_than_every_other_player():
    """W8: of two people, one has more cylinders than she."""
    t = her_turn(8, players=3).market(top=[83, 101]).tribes(2, "persia", 2).tribes(1, "herat", 3)
    assert first(t) == "c83"

    t = her_turn(8, players=3).market(top=[83, 101]).tribes(2, "persia", 2).tribes(1, "herat", 1)
    assert first(t) == "c101"


@pytest.mark.parametrize(
    ("loyalty", "her_gifts", "his_gifts", "word"),
    [
        ("afghan", (), (), "c101"),  # 5 against 0
        ("british", (), (), "c83"),  # 4 each
        ("british", (2,), (), "c101"),
        ("british", (), (2,), "c83"),
        ("british", (2,), (2,), "c83"),
        ("british", (2, 4), (2,), "c101"),
    ],
)
def test_ambition_by_influence(loyalty, her_gifts, his_gifts, word):
    """W8, W2, P9.3: the British dominate."""
    t = rivalry(hers=0, his=3).loyalty(0, loyalty).armies("british", "punjab", 4)

    assert first(t.gifts(1, *her_gifts).gifts(0, *his_gifts)) == word


def test_more_cylinders_do_not_help_in_a_successful_check():
    """W8, P9.3: the counterpart of the test above."""
    t = rivalry(hers=5).loyalty(0, "british").gifts(0, 2).armies("british", "punjab", 4)

    assert first(t) == "c83"


def test_ambition_comes_before_the_first_instruction():
    """W8: she could tax."""
    assert first(rivalry().court(1, 61).put_rupees(0, 0, 2)) == "c101"
    assert first(rivalry(his=2).court(1, 61).put_rupees(0, 0, 2)) == "c61"


def test_ambition_spends_an_action():
    """W8."""
    t = steps(rivalry(), 1)

    assert t.asked == (1, "act") and t.read()["actions_left"] == 1


def test_ambition_comes_before_each_instruction():
    """W8: face 23 radicalizes 90 first; its tribe gives her the lead."""
    t = her_turn(23).favored("economic").market(top=[90], bottom=[18, 101])

    assert run(t) == ["c90", "c101", "stop"]
    assert points(t) == [1, 3]


def test_a_check_that_she_paid_onto_is_refused():
    """W8, P4.3: as above, but 90 lies to the right of the check."""
    t = her_turn(23).favored("economic").market(top=[18, 101, 90])

    assert run(t) == ["c90", "stop"]
    assert points(t) == [0, 0] and t.where(101) == "market"


@pytest.mark.parametrize(("rupees", "word"), [(2, "c101"), (1, "c83")])
def test_a_check_that_she_cannot_afford_is_refused(rupees, word):
    """W8, P4.1."""
    assert first(her_turn(8).tribes(1, "persia").market(top=[83, 17, 101]).rupees(rupees)) == word


@pytest.mark.parametrize(("rupees", "word"), [(2, "c101"), (1, "c83")])
def test_a_check_is_dearer_while_military_is_favored(rupees, word):
    """W8, P4.1."""
    assert first(rivalry().favored("military").rupees(rupees)) == word


# ---- W8 ambition: by winning -------------------------------------------------------------------------------


@pytest.mark.parametrize(("hers", "word"), [(6, "c101"), (5, "c83")])
def test_a_check_that_ends_the_game_in_her_favour(hers, word):
    """W8, P10.1: seat 0 scores 3, she scores 1; 7 against 3 wins, 6 against 3 does not."""
    assert first(rivalry(hers=1, his=2).points(0, hers)) == word


@pytest.mark.parametrize(("hers", "word"), [(5, "c101"), (3, "c83")])
def test_the_final_check_in_her_favour(hers, word):
    """W8, P10.2, P9.6: seat 0 scores 6, she scores 2; 7 against 6 wins, 5 does not."""
    assert first(rivalry(hers=1, his=2).checks_used(3).points(0, hers)) == word


@pytest.mark.parametrize(("his_court", "word"), [((), "c101"), ((32,), "c83")])
def test_the_final_check_in_her_favour_by_military_stars(his_court, word):
    """W8, P10.3: 6 points each; she has three military stars, and less money."""
    t = rivalry(hers=1, his=2).checks_used(3).points(0, 4).court(1, 98).court(0, *his_court)

    assert first(t.rupees(9, seat=0)) == word


def test_she_wins():
    """W8, P10.2."""
    t = rivalry(hers=1, his=2).checks_used(3).points(0, 5)

    assert run(t) == ["c101"]
    assert t.p.over and points(t) == [6, 7] and list(t.p.winners) == [1]


# ---- W9 bonus actions --------------------------------------------------------------------------------------


def favored_economy(*court: int) -> Table:
    """Economic cards are favored; face 6 has no instruction that uses them. The market is empty."""
    return her_turn(6).favored("economic").court(1, *court)


@pytest.mark.parametrize("court", [(8, 61), (61, 8)])
def test_bonus_actions_go_from_the_left(court):
    """W9: not by priority."""
    t = favored_economy(*court).tribes(1, "kabul").court(0, 9).rupees(9, seat=0)

    assert run(t) == [f"c{court[0]}", "p0", "p0", f"c{court[1]}", "p0", "p0", "stop"]


def test_the_leftmost_action_is_done():
    """W9: 30 taxes, though it could also give."""
    t = favored_economy(30).tribes(1, "kabul").court(0, 9)

    assert run(t) == ["c30", "tax", "p0", "stop"]
    assert t.purse(1) == 5


def test_the_leftmost_possible_action_is_done():
    """W9: there is nothing to tax."""
    t = favored_economy(30)

    assert run(t) == ["c30", "gift2", "stop"]
    assert t.purse(1) == 2


def test_a_favored_card_without_a_possible_action_is_left_alone():
    assert run(favored_economy(12).rupees(1)) == ["stop"]  # W9: a gift costs two


def test_a_card_that_is_not_favored_is_left_alone():
    assert run(favored_economy(12).favored("political")) == ["stop"]  # W9


def test_bonus_actions_come_after_both_actions():
    """W9."""
    t = her_turn(8).favored("economic").court(1, 12).market(top=[17], bottom=[15])

    assert run(t) == ["c17", "left", "c15", "left", "c12", "gift2", "stop"]


def test_a_card_played_this_turn_has_its_bonus():
    """W9: 16 is bought, then taxes."""
    t = her_turn(6).favored("military").tribes(1, "kabul").court(0, 9).market(top=[16])

    assert run(t) == ["c16", "c16", "p0", "stop"]


def test_the_suit_that_counts_is_that_of_the_end():
    """W9, P5.3: the icon of 34 makes economic favored."""
    t = her_turn(8).court(1, 12).market(top=[34])

    assert run(t) == ["c34", "left", "c12", "gift2", "stop"]


def battle_ready(card: int) -> Table:
    """Face 6: her armies are british; one stands in Herat beside a tribe of seat 0."""
    return her_turn(6).court(1, card).armies("british", "herat").tribes(0, "herat")


def test_a_card_that_always_counts_as_favored_has_its_bonus():
    """W9, A irregulars: 99 yes, 38 no."""
    assert run(battle_ready(99)) == ["c99", "herat", "p0", "stop"]
    assert run(battle_ready(38)) == ["stop"]


def test_new_tactics_give_her_military_cards_a_bonus():
    """W9, E 105."""
    assert run(battle_ready(38).event(105, "purchase", seat=1)) == ["c38", "herat", "p0", "stop"]
    assert run(battle_ready(38).event(105, "purchase", seat=0)) == ["stop"]


@pytest.mark.parametrize(("rupees", "words"), [(3, ["c12", "yes", "gift2", "stop"]), (2, ["stop"])])
def test_a_hostage_has_its_bonus_if_she_can_pay(rupees, words):
    """W9, W10, P6.3: a bribe of 1 and a gift of 2."""
    assert run(favored_economy(12).spy(0, on=12).rupees(rupees)) == words
