"""Chapter P6.10: betray."""

from __future__ import annotations

from tests.builders import Table


def betrayer() -> Table:
    """Afghan seat 0 may betray card 13 (russian prize) with card 53; each test below breaks one condition."""
    return Table().court(0, 53).court(1, 13, 9).spy(0, on=13).rupees(2)


def test_betrayer_may_betray():
    """P6.10."""
    t = betrayer().do("c53")

    assert t.asked == (0, "betray")
    assert t.legal == ["c13"]


def test_betraying_costs_two():
    assert not betrayer().rupees(1).can("c53")  # P6.10, P6.5


def test_betraying_needs_a_spy():
    assert not betrayer().remove_spies(13).can("c53")  # P6.10, P6.5


def test_the_spy_must_be_the_own():
    assert not betrayer().remove_spies(13).spy(1, on=13, n=2).can("c53")  # P6.10


def test_a_second_spy_is_a_second_target():
    assert betrayer().spy(0, on=9).do("c53").legal == ["c13", "c9"]  # P6.10


def test_spies_of_others_do_not_hinder():
    assert betrayer().spy(1, on=13, n=5).do("c53").legal == ["c13"]  # P6.10: one spy is enough


def test_the_cost_goes_into_the_market():
    """P6.10, P6.4."""
    t = betrayer().market(top=[8, 10], bottom=[20]).do("c53", "c13", "stop")

    assert t.market_rupees() == [[0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]
    assert t.purse(0) == 0
    assert t.legal == sorted(["c8", "stop"])  # P4.3: 10 and 20 were paid onto


def test_the_card_is_discarded_and_its_spies_return():
    """P6.10, P8.1; the owner keeps the other cards."""
    t = betrayer().spy(1, on=13).do("c53", "c13", "stop")

    assert t.where(13) == "discard"
    assert t.court_of(1) == [9]
    assert t.cylinders_in_supply(0) == 10 and t.cylinders_in_supply(1) == 10
    assert t.asked == (0, "act") and t.read()["actions_left"] == 1


def test_a_card_of_the_own_court_may_be_betrayed():
    """P6.10: in any court."""
    t = Table().court(0, 53, 9).spy(0, on=9).do("c53")
    assert t.legal == ["c9"]

    t.do("c9")

    assert t.court_of(0) == [53]
    assert t.where(9) == "discard"


def test_the_betraying_card_may_betray_itself():
    """P6.10: a court card, in any court."""
    t = Table().court(0, 53).spy(0, on=53).do("c53", "c53", "stop")

    assert t.court_of(0) == []
    assert t.asked == (0, "act")


# ---- the owner bears leverage and overthrow ----------------------------------------------------------------


def test_the_owner_repays_the_leverage():
    """P6.10, P8.2."""
    t = Table().court(0, 53).court(1, 14).spy(0, on=14).do("c53", "c14")

    assert t.purse(1) == 2
    assert t.purse(0) == 2  # the cost of betraying
    assert t.asked == (0, "act")


def test_the_owner_loses_the_tribes():
    """P6.10, P8.3."""
    t = Table().court(0, 53).court(1, 57).tribes(1, "herat", 2).tribes(0, "herat").spy(0, on=57)

    t.do("c53", "c57", "stop")

    assert t.tribes_in("herat") == [1, 0]


# ---- the prize ---------------------------------------------------------------------------------------------


def test_a_prize_is_offered():
    """P6.10: the card has already left the court."""
    t = betrayer().do("c53", "c13")

    assert t.asked == (0, "prize")
    assert t.legal == ["stop", "yes"]
    assert t.court_of(1) == [9]


def test_a_card_without_a_prize_offers_none():
    """P6.10."""
    t = Table().court(0, 53).court(1, 9).spy(0, on=9).do("c53", "c9")

    assert t.asked == (0, "act")
    assert t.where(9) == "discard"


def test_a_prize_of_another_coalition_changes_loyalty_first():
    """P6.10, P8.5: gift, prize and patriot are lost, the new prize is not."""
    t = betrayer().gifts(0, 2).prizes(0, 10).court(0, 11).do("c53", "c13", "yes")

    assert t.loyalty_of(0) == "russian"
    assert t.where(13) == "prize 0"
    assert t.where(10) == "discard" and t.where(11) == "discard"
    assert t.read()["seats"][0]["gifts"] == []
    assert t.court_of(0) == [53]


def test_a_refused_prize_is_discarded():
    """P6.10: and changes nothing."""
    t = betrayer().gifts(0, 2).prizes(0, 10).do("c53", "c13", "stop")

    assert t.loyalty_of(0) == "afghan"
    assert t.where(13) == "discard"
    assert t.where(10) == "prize 0"
    assert t.read()["seats"][0]["gifts"] == [2]


def test_a_prize_of_the_own_coalition_keeps_everything():
    """P6.10: card 21 has an afghan prize."""
    t = Table().court(0, 53, 11).court(1, 21).spy(0, on=21).gifts(0, 2).prizes(0, 10)

    t.do("c53", "c21", "yes")

    assert t.loyalty_of(0) == "afghan"
    assert t.where(21) == "prize 0" and t.where(10) == "prize 0"
    assert t.court_of(0) == [53, 11]
    assert t.read()["seats"][0]["gifts"] == [2]


def test_a_prize_is_influence_for_its_coalition():
    """P6.10, P9.3: two afghans, four afghan blocks; the one with the prize comes first."""
    t = Table().loyalty(1, "afghan").court(0, 53).court(1, 21).spy(0, on=21).market(top=[101, 8])
    t.armies("afghan", "kabul", 4)

    t.do("c53", "c21", "yes", "c101")

    assert [seat["points"] for seat in t.read()["seats"]] == [5, 3]
