"""Chapter P6.9: move."""

from __future__ import annotations

import pytest

from tests.builders import Table

# ---- armies ------------------------------------------------------------------------------------------------


def mover() -> Table:
    """Seat 0 may move an army to Kabul with Farah Road (63, rank 3); each test below breaks one condition."""
    return Table().court(0, 63).armies("afghan", "herat").roads("afghan", "herat-kabul")


def test_mover_may_move():
    """P6.9: piece, then place; the first move must be made."""
    t = mover().do("c63")
    assert t.asked == (0, "move_from") and t.legal == ["herat"]

    t.do("herat")

    assert t.asked == (0, "move_to") and t.legal == ["kabul"]


def test_an_army_moves():
    """P6.9: one army, and the road stays."""
    t = mover().armies("afghan", "herat").do("c63", "herat", "kabul")

    assert t.armies_in("herat", "afghan") == 1 and t.armies_in("kabul", "afghan") == 1
    assert t.roads_on("herat-kabul", "afghan") == 1


def test_an_army_needs_a_road():
    assert not Table().court(0, 63).armies("afghan", "herat").can("c63")  # P6.9, P6.5


def test_an_army_needs_a_road_of_its_own_coalition():
    assert (
        not Table().court(0, 63).armies("afghan", "herat").roads("british", "herat-kabul").can("c63")
    )  # P6.9


def test_an_army_needs_a_road_on_a_border_of_its_region():
    assert (
        not Table().court(0, 63).armies("afghan", "herat").roads("afghan", "kabul-punjab").can("c63")
    )  # P6.9


def test_only_armies_of_the_own_loyalty_move():
    t = (
        Table()
        .court(0, 63)
        .armies("british", "herat")
        .roads("british", "herat-kabul")
        .roads("afghan", "herat-kabul")
    )
    assert not t.can("c63")  # P6.9


def test_tribes_do_not_move():
    assert not Table().court(0, 63).tribes(0, "herat").roads("afghan", "herat-kabul").can("c63")  # P6.9


def test_all_roads_are_open():
    """P6.9; an army without a road is not offered."""
    t = mover().roads("afghan", "herat-persia").roads("british", "herat-kandahar").armies("afghan", "punjab")
    assert t.do("c63").legal == ["herat"]

    assert t.do("herat").legal == ["kabul", "persia"]


# ---- how often ---------------------------------------------------------------------------------------------


def test_one_army_may_move_several_times():
    """P6.9: rank 3, from Herat over Kabul to Punjab; then stop."""
    t = mover().roads("afghan", "kabul-punjab").do("c63", "herat", "kabul")
    assert t.asked == (0, "move_from") and t.legal == ["kabul", "stop"]
    t.do("kabul")
    assert t.legal == ["herat", "punjab"]
    t.do("punjab", "stop")

    assert t.armies_in("punjab", "afghan") == 1
    assert t.asked == (0, "act") and t.read()["actions_left"] == 1


@pytest.mark.parametrize(("card", "rank"), [(9, 1), (67, 2), (63, 3)])
def test_rank_is_the_number_of_moves(card, rank):
    """P6.9, P6.1: afterwards the action is over."""
    t = Table().rupees(0).court(0, card).armies("afghan", "herat", 3).roads("afghan", "herat-kabul")

    t.do(f"c{card}", *["herat", "kabul"] * rank)

    assert t.asked == (0, "act")
    assert t.armies_in("kabul", "afghan") == rank


def test_rule_is_settled_after_each_move():
    """P6.12, P8.6: the army gives the tribe in Kabul the majority."""
    t = mover().tribes(0, "kabul").armies("british", "kabul")
    assert t.ruler("kabul") is None

    t.do("c63", "herat", "kabul")

    assert t.asked == (0, "move_from")
    assert t.ruler("kabul") == 0


# ---- spies -------------------------------------------------------------------------------------------------


def ring() -> Table:
    """The ring of courts is 63, 9 (seat 0), 20 (seat 1), 29, 18 (seat 2), and 63 again (P2.7)."""
    return Table(players=3).court(0, 63, 9).court(1, 20).court(2, 29, 18).rupees(0)


@pytest.mark.parametrize(
    ("on", "neighbours"),
    [
        (63, ["c18", "c9"]),
        (9, ["c20", "c63"]),
        (20, ["c29", "c9"]),
        (29, ["c18", "c20"]),
        (18, ["c29", "c63"]),
    ],
)
def test_a_spy_moves_to_the_next_card_in_the_ring(on, neighbours):
    """P6.9, P2.7: either way."""
    t = ring().spy(0, on=on).do("c63")
    assert t.asked == (0, "move_from") and t.legal == [f"c{on}"]

    t.do(f"c{on}")

    assert t.asked == (0, "move_to") and t.legal == neighbours


def test_a_spy_moves():
    """P6.9: one spy of its owner."""
    t = ring().spy(0, on=20, n=2).spy(1, on=20).do("c63", "c20", "c29")

    assert t.spies_on(20) == [1, 1, 0]
    assert t.spies_on(29) == [1, 0, 0]


def test_spies_of_others_do_not_move():
    assert not ring().spy(1, on=20).can("c63")  # P6.9


def test_an_empty_court_is_passed_over():
    """P6.9, P2.7."""
    t = Table(players=4).court(0, 63).court(2, 29, 18).spy(0, on=29).do("c63", "c29")

    assert t.legal == ["c18", "c63"]


def test_in_a_ring_of_two_both_ways_lead_to_the_same_card():
    """P6.9."""
    t = Table().court(0, 63).court(1, 20).spy(0, on=20).do("c63", "c20")

    assert t.legal == ["c63"]


def test_one_spy_may_move_several_times():
    """P6.9: rank 3."""
    t = ring().spy(0, on=63).do("c63", "c63", "c9", "c9", "c20")
    assert t.asked == (0, "move_from") and t.legal == ["c20", "stop"]

    t.do("c20", "c29")

    assert t.spies_on(29) == [1, 0, 0]
    assert t.asked == (0, "act")


def test_moves_may_be_split_between_a_spy_and_an_army():
    """Rulebook example 6 (P6.9): a spy two cards anticlockwise, an army across a russian road."""
    t = (
        ring()
        .loyalty(0, "russian")
        .spy(0, on=20)
        .armies("russian", "persia")
        .roads("russian", "herat-persia")
    )
    assert t.do("c63").legal == ["c20", "persia"]

    t.do("c20", "c9", "c9", "c63")
    assert t.legal == ["c63", "persia", "stop"]
    t.do("persia", "herat")

    assert t.spies_on(63) == [1, 0, 0]
    assert t.armies_in("herat", "russian") == 1 and t.armies_in("persia", "russian") == 0
    assert t.asked == (0, "act")
