"""The worked examples of the rulebooks (rules document, last chapter), 1 to 9."""

from __future__ import annotations

import pytest

from tests.builders import Table


def points(t: Table) -> list[int]:
    return list(t.p.points)


# ---- 1 buying twice ----------------------------------------------------------------------------------------


def shopper() -> Table:
    """Four cards on top, three below, 2 rupees on the fourth card of the top row."""
    return Table(players=3).market(top=[8, 9, 10, 11], bottom=[20, 21, 22]).rupees(5).put_rupees(0, 3, 2)


def test_buying_the_third_card():
    """Example 1 (P4.1-P4.3)."""
    t = shopper().do("c10")

    assert t.purse(0) == 3
    assert t.hand_of(0) == [10]
    assert t.market_rupees()[0][:4] == [1, 1, 0, 2]
    assert t.legal == sorted(["c10", "c11", "c20", "c21", "c22", "stop"])  # not 8 and 9, paid onto


def test_buying_twice_pays_around_the_gap():
    """Example 1 (P4.2-P4.4)."""
    t = shopper().do("c10", "c11")

    assert t.market_rupees()[0][:4] == [2, 2, 0, 0]
    assert t.market_rupees()[1][:4] == [0, 0, 1, 0]  # the gap is paid in the other row
    assert t.purse(0) == 2  # 3 paid, 2 came with the card
    assert t.hand_of(0) == [10, 11]


def test_cards_paid_onto_cannot_be_bought_this_turn():
    """Example 1 (P4.3), with a third action given for the test."""
    t = shopper().do("c10", "c11").actions(1)

    assert t.legal == sorted(["c10", "c11", "c20", "c21", "stop"])  # hand and market, but not 8, 9, 22


# ---- 2 playing with a bribe --------------------------------------------------------------------------------


def merchant() -> Table:
    """British seat 0 plays 30 in Punjab, ruled by seat 1 with 2 tribes."""
    return Table().loyalty(0, "british").loyalty(1, "russian").hand(0, 30).tribes(1, "punjab", 2).court(1, 29)


def test_playing_with_a_bribe():
    """Example 2 (P5.3, P7.1, P7.2)."""
    t = merchant().do("c30")
    assert t.asked == (1, "demand") and t.legal == ["0", "1", "2"]
    t.do("2")
    assert t.asked == (0, "pay") and t.legal == ["stop", "yes"]
    t.do("yes")
    assert t.purse(0) == 2 and t.purse(1) == 6
    assert t.asked == (0, "road") and t.legal == ["kabul-punjab", "kandahar-punjab"]
    t.do("kabul-punjab")
    assert t.asked == (0, "spy") and t.legal == ["c29", "c30"]
    t.do("c29")

    assert t.roads_on("kabul-punjab", "british") == 1
    assert t.spies_on(29) == [1, 0]
    assert t.purse(0) == 4  # leverage
    assert t.court_of(0) == [30]
    assert t.asked == (0, "act")


def test_playing_when_the_bribe_is_waived():
    """Example 2 (P7.2)."""
    t = merchant().do("c30", "0")

    assert t.asked == (0, "road")
    assert t.purse(0) == 4 and t.purse(1) == 4


def test_withdrawing_from_the_bribe():
    """Example 2 (P7.2, P7.3)."""
    t = merchant().do("c30", "1", "stop")

    assert t.hand_of(0) == [30] and t.court_of(0) == []
    assert t.purse(0) == 4 and t.purse(1) == 4
    assert t.asked == (0, "act") and t.legal == ["stop"]
    assert t.read()["actions_left"] == 2


# ---- 3 hostage ---------------------------------------------------------------------------------------------


def hostage(enemy: int = 2, own: int = 1) -> Table:
    """Seat 0 taxes with 61."""
    return (
        Table().court(0, 61).spy(1, on=61, n=enemy).spy(0, on=61, n=own).market(top=[9]).put_rupees(0, 0, 2)
    )


def test_a_hostage_costs_two():
    """Example 3 (P6.3, P7.2)."""
    t = hostage().do("c61")
    assert t.asked == (1, "demand") and t.legal == ["0", "1", "2"]
    t.do("2")
    assert t.asked == (0, "pay")
    t.do("yes")

    assert t.purse(0) == 2 and t.purse(1) == 6
    assert t.asked == (0, "tax")


def test_as_many_own_spies_free_the_hostage():
    """Example 3 (P6.3), one condition broken."""
    assert hostage(enemy=2, own=2).do("c61").asked == (0, "tax")


# ---- 4 tax -------------------------------------------------------------------------------------------------


def test_tax_past_the_shelter():
    """Example 4 (P6.6): 3 rupees, 2 of them sheltered by Money Lenders."""
    t = Table().court(0, 61).tribes(0, "kabul").court(1, 14).rupees(3, seat=1)
    t.market(top=[9]).put_rupees(0, 0, 1)

    t.do("c61")
    assert t.asked == (0, "tax") and t.legal == ["c9", "p1"]
    t.do("p1")
    assert t.asked == (0, "tax") and t.legal == ["c9", "stop"]
    t.do("c9")

    assert t.purse(0) == 6 and t.purse(1) == 2
    assert t.market_rupees()[0][0] == 0
    assert t.asked == (0, "act")


# ---- 5 build -----------------------------------------------------------------------------------------------


def test_building_two_armies():
    """Example 5 (P6.4, P6.8)."""
    t = Table().loyalty(0, "british").court(0, 17).tribes(0, "kabul")
    t.market(top=[8, 9, 10], bottom=[20, 21, 22, 23])

    t.do("c17", "kabul", "kabul")

    assert t.armies_in("kabul", "british") == 2
    assert t.purse(0) == 0
    assert t.market_rupees()[0] == [0, 1, 1, 0, 0, 0]
    assert t.market_rupees()[1] == [0, 0, 1, 1, 0, 0]
    assert t.asked == (0, "act")  # no rupees for a third


# ---- 6 move ------------------------------------------------------------------------------------------------


def test_moving_a_spy_twice_and_an_army_once():
    """Example 6 (P6.9, P2.7): ring 63, 9, 10, 38."""
    t = Table(players=3).loyalty(0, "russian").court(0, 63).court(1, 9, 10).court(2, 38)
    t.spy(0, on=10).armies("russian", "kabul").roads("russian", "herat-kabul")

    t.do("c63")
    assert t.asked == (0, "move_from") and t.legal == ["c10", "kabul"]
    t.do("c10")
    assert t.asked == (0, "move_to") and t.legal == sorted(["c9", "c38"])
    t.do("c9", "c9")
    assert t.legal == sorted(["c63", "c10"])
    t.do("c63", "kabul")
    assert t.legal == ["herat"]
    t.do("herat")

    assert t.spies_on(63) == [1, 0, 0] and t.spies_on(10) == [0, 0, 0]
    assert t.armies_in("herat", "russian") == 1 and t.armies_in("kabul", "russian") == 0
    assert t.asked == (0, "act")


# ---- 7 battle ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["british", "herat-kabul"])
def test_battle_in_a_region(target):
    """Example 7 (P6.11): one army, one piece; the tribe of afghan seat 3 is safe."""
    t = Table(players=4).court(0, 38).armies("afghan", "kabul").tribes(3, "kabul")
    t.armies("british", "kabul").roads("russian", "herat-kabul").do("c38", "kabul")

    assert t.asked == (0, "battle") and t.legal == ["british", "herat-kabul"]
    t.do(target)

    assert t.armies_in("kabul", "british") == (0 if target == "british" else 1)
    assert t.roads_on("herat-kabul", "russian") == (1 if target == "british" else 0)
    assert t.tribes_in("kabul") == [0, 0, 0, 1]
    assert t.asked == (0, "act")


def test_battle_on_a_card():
    """Example 7 (P6.11, P6.3): spies of the same loyalty may be removed; then the card is a hostage."""
    t = Table(players=4).court(0, 38).court(1, 9).spy(0, on=9, n=2).spy(3, on=9, n=2)
    t.market(top=[10]).put_rupees(0, 0, 1)

    t.do("c38", "c9", "p3", "p3")
    assert t.spies_on(9) == [2, 0, 0, 0]
    assert t.asked == (0, "act")

    t.do("stop", "c9")  # seat 1 wants to tax with it
    assert t.asked == (0, "demand") and t.legal == ["0", "1", "2"]


# ---- 8 loyalty change --------------------------------------------------------------------------------------


def test_loyalty_change():
    """Example 8 (P5.2, P8.5)."""
    t = Table().gifts(0, 2).prizes(0, 4).court(0, 11).hand(0, 51).do("c51", "left")

    assert t.loyalty_of(0) == "british"
    assert t.cylinders_in_supply(0) == 10
    assert t.where(4) == "discard" and t.where(11) == "discard"
    assert t.court_of(0) == [51]
    assert t.armies_in("kandahar", "british") == 1


# ---- 9 checks ----------------------------------------------------------------------------------------------


def test_a_successful_check():
    """Example 9 (P9.3)."""
    t = Table(players=3).loyalty(0, "russian").gifts(2, 2).market(top=[101])
    t.armies("russian", "persia", 3).roads("russian", "herat-persia", 2).armies("british", "punjab").do(
        "c101"
    )

    assert points(t) == [3, 0, 5]
    assert [t.blocks_in_supply(c) for c in ("afghan", "british", "russian")] == [12, 12, 12]
    assert t.asked == (0, "act")


def test_an_unsuccessful_final_check():
    """Example 9 (P9.4-P9.6)."""
    t = Table(players=3).tribes(0, "kabul", 2).tribes(1, "herat").tribes(2, "persia")

    t.market(top=[101]).checks_used(3).do("c101")

    assert points(t) == [6, 1, 1]
    assert t.p.over


@pytest.mark.parametrize(("afghan", "expected"), [(4, [0, 5]), (5, [2, 2])])
def test_eight_against_four_and_four(afghan, expected):
    """Example 9 (P9.2): five would be too many."""
    t = (
        Table()
        .armies("british", "punjab", 8)
        .armies("afghan", "kabul", afghan)
        .armies("russian", "persia", 4)
    )

    assert points(t.market(top=[101]).do("c101")) == expected
