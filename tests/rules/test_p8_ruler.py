"""Chapter P8.6: who rules a region, and what follows from it."""

from __future__ import annotations

import pytest

from tests.builders import Table


def kabul(players: int = 3, tribes: int = 1, afghan: int = 2, british: int = 2, russian: int = 2) -> Table:
    """Seat 0 (afghan) rules Kabul with 3 pieces against 2 and 2; each test below breaks one condition."""
    t = Table(players=players)
    if tribes:
        t.tribes(0, "kabul", tribes)
    for coalition, n in (("afghan", afghan), ("british", british), ("russian", russian)):
        if n:
            t.armies(coalition, "kabul", n)
    return t


def test_three_against_two_and_two_rules():
    assert kabul().ruler("kabul") == 0  # P8.6, the example


def test_a_ruler_needs_a_tribe():
    assert kabul(tribes=0, afghan=5).ruler("kabul") is None  # P8.6


def test_one_tribe_alone_rules():
    assert kabul(afghan=0, british=0, russian=0).ruler("kabul") == 0  # P8.6


def test_an_empty_region_has_no_ruler():
    assert kabul(tribes=0, afghan=0, british=0, russian=0).ruler("kabul") is None  # P8.6


@pytest.mark.parametrize("coalition", ["british", "russian"])
def test_as_many_armies_of_another_coalition_prevent_rule(coalition):
    assert kabul().armies(coalition, "kabul").ruler("kabul") is None  # P8.6


def test_armies_of_a_coalition_without_players_count_too():
    assert kabul(players=2, afghan=0, british=0, russian=1).ruler("kabul") is None  # P8.6


def test_with_one_army_less_nobody_rules():
    assert kabul(afghan=1).ruler("kabul") is None  # P8.6


def test_a_rival_adds_tribes_and_loyal_armies():
    assert kabul().tribes(1, "kabul").ruler("kabul") is None  # P8.6: 3 against 1 + 2


def test_a_rival_with_more_rules():
    assert kabul().tribes(1, "kabul", 2).ruler("kabul") == 1  # P8.6: 3 against 2 + 2


def test_the_third_player_may_rule():
    assert kabul().tribes(2, "kabul", 2).ruler("kabul") == 2  # P8.6


def test_two_rivals_with_as_many_prevent_each_other():
    t = kabul().tribes(1, "kabul", 2).tribes(2, "kabul", 2)
    assert t.ruler("kabul") is None  # P8.6: 3, 4 and 4


def test_armies_help_only_those_loyal_to_them():
    """P8.6: a british tribe among afghan armies rules nothing."""
    t = Table(players=3).tribes(1, "kabul").armies("afghan", "kabul")
    assert t.ruler("kabul") is None


def test_tribes_of_a_rival_without_armies_count():
    assert kabul(afghan=0, british=0, russian=0).tribes(1, "kabul").ruler("kabul") is None  # P8.6


def test_players_of_one_loyalty_share_the_armies_but_not_the_tribes():
    assert kabul(players=4).tribes(3, "kabul").ruler("kabul") is None  # P8.6: 3 and 3
    assert kabul(players=4, tribes=2).tribes(3, "kabul").ruler("kabul") == 0  # P8.6: 4 and 3
    assert kabul(players=4).tribes(3, "kabul", 2).ruler("kabul") == 3  # P8.6: 3 and 4


def test_five_players():
    """P8.6: 2 + 1 afghan, 1 + 2 british (twice), 2 russian armies with no tribe."""
    t = (
        Table(players=5)
        .tribes(0, "kabul", 2)
        .armies("afghan", "kabul")
        .tribes(1, "kabul")
        .tribes(4, "kabul")
        .armies("british", "kabul", 2)
        .armies("russian", "kabul", 2)
    )
    assert t.ruler("kabul") is None
    assert t.tribes(4, "kabul").ruler("kabul") == 4
    assert t.armies("afghan", "kabul", 2).ruler("kabul") == 0


def test_roads_and_spies_do_not_count():
    """P8.6."""
    t = kabul().roads("british", "herat-kabul", 5).roads("british", "kabul-punjab", 2)
    t.court(1, 9).spy(1, on=9, n=5)
    assert t.ruler("kabul") == 0


def test_pieces_of_other_regions_do_not_count():
    """P8.6."""
    t = kabul().armies("british", "herat", 6).tribes(1, "punjab", 6)
    assert t.ruler("kabul") == 0
    assert t.ruler("herat") is None
    assert t.ruler("punjab") == 1


# ---- what a ruler may do -----------------------------------------------------------------------------------


def test_the_ruler_may_build():
    """P8.6, P6.8."""
    t = kabul().court(0, 17).do("c17")
    borders = ["herat-kabul", "kabul-kandahar", "kabul-punjab", "kabul-transcaspia"]
    assert t.asked == (0, "build")
    assert t.legal == sorted(["kabul", *borders])


@pytest.mark.parametrize(
    "broken", [{"tribes": 0, "afghan": 5}, {"british": 3}, {"russian": 3}, {"afghan": 1}], ids=str
)
def test_who_does_not_rule_may_not_build(broken):
    assert not kabul(**broken).court(0, 17).can("c17")  # P8.6, P6.8


@pytest.mark.parametrize("rival", [1, 2, 3])
def test_who_is_matched_by_a_rival_may_not_build(rival):
    assert not kabul(players=4).tribes(rival, "kabul").court(0, 17).can("c17")  # P8.6, P6.8


def test_the_ruler_may_tax_a_player_with_a_card_of_the_region():
    """P8.6, P6.6."""
    t = kabul(afghan=0, british=0, russian=0).court(0, 61).court(1, 16).do("c61")
    assert t.asked == (0, "tax") and t.legal == ["p1"]


def test_who_does_not_rule_may_not_tax_players():
    assert not kabul(afghan=0, british=1, russian=0).court(0, 61).court(1, 16).can("c61")  # P8.6, P6.6


def test_the_ruler_is_owed_a_bribe_for_tribes_only():
    """P8.6, P7.1: seat 1 rules with 2 tribes and 2 armies."""
    t = kabul().tribes(1, "kabul", 2).hand(0, 9).do("c9")
    assert t.asked == (1, "demand")
    assert t.legal == ["0", "1", "2"]


def test_without_a_ruler_no_bribe_is_due():
    """P8.6, P7.1: 3 against 3."""
    t = kabul().tribes(1, "kabul").hand(0, 9).do("c9")
    assert t.asked == (0, "road")


def test_the_ruler_owes_itself_nothing():
    """P7.1."""
    t = kabul().hand(0, 9).do("c9")
    assert t.asked == (0, "road")


# ---- rule is looked up anew --------------------------------------------------------------------------------


def test_a_battle_may_win_rule():
    """P8.6, P6.12."""
    t = kabul(british=3).court(0, 38)
    assert t.ruler("kabul") is None
    assert t.do("c38", "kabul", "british").ruler("kabul") == 0


def test_a_battle_against_tribes_may_break_rule():
    """P8.6: seat 1 ruled with one tribe more."""
    t = kabul().tribes(1, "kabul", 2).court(0, 38)
    assert t.ruler("kabul") == 1
    assert t.do("c38", "kabul", "p1").ruler("kabul") is None


def test_a_played_army_may_win_rule():
    """P8.6, P5.3: 16 brings an army to Kabul."""
    t = kabul(afghan=1).hand(0, 16)
    assert t.ruler("kabul") is None
    assert t.do("c16").ruler("kabul") == 0


def test_an_army_that_leaves_may_lose_rule():
    """P8.6, P6.9."""
    t = kabul().court(0, 63).roads("afghan", "herat-kabul").do("c63", "kabul", "herat")
    assert t.ruler("kabul") is None


def test_changing_loyalty_may_lose_rule():
    """P8.6, P8.5: as a british player seat 0 has 1 + 1 against 2 afghan armies."""
    t = kabul(players=2, british=1, russian=0).hand(0, 51)
    assert t.ruler("kabul") == 0
    assert t.do("c51").ruler("kabul") is None


def test_changing_loyalty_may_win_rule():
    """P8.6, P8.5: as a british player seat 0 has 1 + 2 against 1."""
    t = kabul(players=2, afghan=1, russian=0).hand(0, 51)
    assert t.ruler("kabul") is None
    assert t.do("c51").ruler("kabul") == 0


def test_changing_loyalty_may_give_rule_to_another():
    """P8.6, P8.5: seat 3 keeps the afghan armies, seat 0 leaves them."""
    t = kabul(players=4, british=0, russian=0).tribes(3, "kabul").hand(0, 51)
    assert t.ruler("kabul") is None
    assert t.do("c51").ruler("kabul") == 3
