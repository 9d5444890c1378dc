"""Chapter P6.8: build."""

from __future__ import annotations

from tests.builders import Table

KABUL = ["herat-kabul", "kabul", "kabul-kandahar", "kabul-punjab", "kabul-transcaspia"]


def builder() -> Table:
    """Seat 0 rules Kabul and may build one block with card 17; each test below breaks one condition."""
    return Table().court(0, 17).tribes(0, "kabul").rupees(2)


def test_builder_may_build():
    """P6.8: an army in the ruled region or a road on its borders; the first block must be placed."""
    t = builder().do("c17")

    assert t.asked == (0, "build")
    assert t.legal == KABUL


def test_building_needs_two_rupees():
    assert not builder().rupees(1).can("c17")  # P6.8, P6.5


def test_building_needs_a_tribe():
    assert not Table().court(0, 17).armies("afghan", "kabul", 2).can("c17")  # P6.8, P8.6


def test_building_needs_rule():
    assert not builder().armies("british", "kabul").can("c17")  # P6.8, P8.6


def test_an_army_is_built():
    """P6.8: with two rupees the action ends after one block."""
    t = builder().do("c17", "kabul")

    assert t.armies_in("kabul", "afghan") == 1
    assert t.blocks_in_supply("afghan") == 11
    assert t.purse(0) == 0
    assert t.asked == (0, "act") and t.read()["actions_left"] == 1


def test_a_road_is_built():
    """P6.8."""
    t = builder().do("c17", "kabul-punjab")

    assert t.roads_on("kabul-punjab", "afghan") == 1
    assert t.purse(0) == 0


def test_blocks_are_of_the_own_loyalty():
    """P6.8."""
    t = builder().loyalty(0, "russian").do("c17", "kabul")

    assert t.armies_in("kabul", "russian") == 1
    assert t.blocks_in_supply("afghan") == 12


def test_the_region_of_the_card_does_not_matter():
    """P6.8: card 17 is of Kabul, the tribe in Persia."""
    t = Table().court(0, 17).tribes(0, "persia").do("c17")

    assert t.legal == ["herat-persia", "persia", "persia-transcaspia"]


def test_all_ruled_regions_are_open():
    """P6.8: Kabul and Punjab, but not Herat, where a british army is as strong."""
    t = builder().tribes(0, "punjab").tribes(0, "herat").armies("british", "herat").do("c17")

    assert t.legal == sorted([*KABUL, "punjab", "kandahar-punjab"])


# ---- several blocks ----------------------------------------------------------------------------------------


def test_after_the_first_block_the_player_may_stop():
    """P6.8."""
    t = builder().rupees(6).do("c17", "kabul")
    assert t.asked == (0, "build") and t.legal == sorted([*KABUL, "stop"])

    t.do("stop")

    assert t.asked == (0, "act")
    assert t.purse(0) == 4


def test_at_most_three_blocks():
    """P6.8, whatever rank and rupees."""
    t = builder().rupees(9).do("c17", "kabul", "herat-kabul", "kabul")

    assert t.asked == (0, "act")
    assert t.armies_in("kabul", "afghan") == 2 and t.roads_on("herat-kabul", "afghan") == 1
    assert t.purse(0) == 3


def test_building_ends_when_the_rupees_do():
    """P6.8: a lone stop is not asked."""
    t = builder().rupees(5).do("c17", "kabul", "kabul")

    assert t.asked == (0, "act")
    assert t.purse(0) == 1


# ---- payment -----------------------------------------------------------------------------------------------


def test_two_armies_are_paid_on_the_two_rightmost_cards_of_each_row():
    """Rulebook example 5 (P6.8, P6.4)."""
    t = Table().loyalty(0, "british").court(0, 17).tribes(0, "kabul").rupees(4)
    t.market(top=[8, 9, 10, 11], bottom=[20, 21, 22])

    t.do("c17", "kabul")
    assert t.market_rupees() == [[0, 0, 0, 1, 0, 0], [0, 0, 1, 0, 0, 0]]  # pay one at a time
    t.do("kabul")

    assert t.market_rupees() == [[0, 0, 1, 1, 0, 0], [0, 1, 1, 0, 0, 0]]
    assert t.armies_in("kabul", "british") == 2
    assert t.purse(0) == 0


def test_payments_go_on_to_the_bank_when_a_row_is_full():
    """P6.8, P6.4."""
    t = builder().rupees(6).market(top=[8], bottom=[20, 21, 22, 23]).do("c17", "kabul", "kabul", "kabul")

    assert t.market_rupees() == [[1, 0, 0, 0, 0, 0], [0, 1, 1, 1, 0, 0]]
    assert t.purse(0) == 0


def test_each_build_action_pays_from_the_right_again():
    """P6.8, P6.4 with a second build card, 27."""
    t = builder().court(0, 27).rupees(4).market(top=[8, 9])

    t.do("c17", "kabul", "stop", "c27", "kabul")

    assert t.market_rupees()[0] == [0, 2, 0, 0, 0, 0]


# ---- limited pieces and rule looked up anew ----------------------------------------------------------------


def test_without_blocks_in_supply_the_place_comes_first():
    """P6.8, P5.5."""
    t = builder().armies("afghan", "herat", 8).roads("afghan", "herat-persia", 4).do("c17")
    assert t.asked == (0, "build") and t.legal == KABUL
    t.do("kabul")
    assert t.asked == (0, "take_block") and t.legal == ["herat", "herat-persia"]
    t.do("herat-persia")

    assert t.armies_in("kabul", "afghan") == 1
    assert t.roads_on("herat-persia", "afghan") == 3
    assert t.purse(0) == 0
    assert t.asked == (0, "act")


def test_rule_is_looked_up_anew_for_each_block():
    """P6.8, P5.5: seat 0 rules Herat only while its one army stands there."""
    t = builder().rupees(4).armies("afghan", "kabul", 11)
    t.tribes(0, "herat").armies("afghan", "herat").armies("british", "herat")
    assert t.do("c17").legal == sorted(
        [*KABUL, "herat", "herat-kandahar", "herat-persia", "herat-transcaspia"]
    )

    t.do("kabul", "herat")

    assert t.ruler("herat") is None
    assert t.asked == (0, "build") and t.legal == sorted([*KABUL, "stop"])


def test_no_building_if_no_block_can_be_taken():
    """P6.5, P5.5: all twelve were placed this turn."""
    t = builder().armies("afghan", "kabul", 12)
    assert t.can("c17", "kabul-punjab", "kabul")

    assert not t.placed("armies", {"kabul": {"afghan": 12}}).can("c17")


def test_building_ends_when_no_more_block_can_be_taken():
    """P6.8, P5.5: one block in supply, the others placed this turn."""
    t = builder().rupees(6).armies("afghan", "kabul", 11).placed("armies", {"kabul": {"afghan": 11}})

    t.do("c17", "kabul")

    assert t.asked == (0, "act")
    assert t.purse(0) == 4
