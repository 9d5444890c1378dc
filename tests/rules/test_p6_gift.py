"""Chapter P6.7: gift."""

from __future__ import annotations

import pytest

from tests.builders import Table


def giver() -> Table:
    """Seat 0 may make any gift with City of Ghazni (12); each test below breaks one condition."""
    return Table().court(0, 12).rupees(6)


def gifts(t: Table) -> list[int]:
    return sorted(t.read()["seats"][0]["gifts"])


def test_giver_may_choose_any_gift():
    """P6.7."""
    t = giver().do("c12")

    assert t.asked == (0, "gift")
    assert t.legal == ["gift2", "gift4", "gift6"]


@pytest.mark.parametrize("space", [2, 4, 6])
def test_a_gift_costs_what_its_space_says(space):
    """P6.7: the cylinder comes from the supply."""
    t = giver().do("c12", f"gift{space}")

    assert gifts(t) == [space]
    assert t.purse(0) == 6 - space
    assert t.cylinders_in_supply(0) == 9
    assert t.asked == (0, "act") and t.read()["actions_left"] == 1


@pytest.mark.parametrize(("rupees", "spaces"), [(2, ["gift2"]), (3, ["gift2"]), (5, ["gift2", "gift4"])])
def test_only_what_can_be_paid_is_offered(rupees, spaces):
    assert giver().rupees(rupees).do("c12").legal == spaces  # P6.7


def test_a_gift_needs_two_rupees():
    assert not giver().rupees(1).can("c12")  # P6.7, P6.5


def test_a_space_holds_one_gift():
    """P6.7."""
    assert giver().gifts(0, 2).do("c12").legal == ["gift4", "gift6"]
    assert giver().gifts(0, 2, 6).do("c12").legal == ["gift4"]


def test_the_cheapest_empty_space_must_be_affordable():
    """P6.7, P6.5."""
    assert giver().gifts(0, 2).rupees(4).can("c12")
    assert not giver().gifts(0, 2).rupees(3).can("c12")


def test_no_gift_on_a_full_dial():
    assert not giver().gifts(0, 2, 4, 6).can("c12")  # P6.7, P6.5


def test_the_dial_of_another_player_does_not_matter():
    assert giver().gifts(1, 2, 4, 6).do("c12").legal == ["gift2", "gift4", "gift6"]  # P6.7


def test_a_card_makes_one_gift():
    """P6.7, P6.1, whatever its rank."""
    t = giver().rupees(10).do("c12", "gift2")

    assert t.asked == (0, "act")
    assert not t.can("c12")


# ---- without a cylinder in the supply (P5.5) ---------------------------------------------------------------


def giver_without_cylinders() -> Table:
    """A gift and nine spies: the supply is empty."""
    return giver().gifts(0, 2).court(1, 9).spy(0, on=9, n=9)


def test_without_a_cylinder_the_space_comes_first():
    """P6.7, P5.5: as if the taken piece still stood where it was."""
    t = giver_without_cylinders().do("c12")
    assert t.asked == (0, "gift") and t.legal == ["gift4", "gift6"]
    t.do("gift4")
    assert t.asked == (0, "take_cylinder") and t.legal == ["c9", "gift2"]
    t.do("c9")

    assert gifts(t) == [2, 4]
    assert t.spies_on(9) == [8, 0]
    assert t.purse(0) == 2


def test_another_gift_may_be_taken():
    """P6.7, P5.5."""
    t = giver_without_cylinders().do("c12", "gift4", "gift2")

    assert gifts(t) == [4]
    assert t.spies_on(9) == [9, 0]


def test_a_full_dial_stays_full_without_cylinders():
    assert not giver_without_cylinders().remove_spies(9).gifts(0, 4, 6).spy(0, on=9, n=7).can("c12")  # P6.7


def test_no_gift_if_no_cylinder_can_be_taken():
    """P6.5, P5.5: all ten were placed this turn."""
    t = giver().court(1, 9).spy(0, on=9, n=10)
    assert t.can("c12", "gift2", "c9")

    assert not t.placed("spies", {"c9": 10}).can("c12")
