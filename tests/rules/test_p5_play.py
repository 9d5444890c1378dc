"""Chapter P5: play, the basic action that brings a card from hand to court, and its impact icons."""

from __future__ import annotations

import pytest

from tests.builders import Table

KABUL_BORDERS = sorted(["herat-kabul", "kabul-kandahar", "kabul-punjab", "kabul-transcaspia"])


# ---- P5.1 card and side ------------------------------------------------------------------------------------


def player() -> Table:
    """Seat 0 may play Bala Hissar (16: one army in Kabul); each test below breaks one condition."""
    return Table().hand(0, 16)


def test_player_may_play():
    assert player().legal == ["c16", "stop"]  # P5.1


def test_playing_needs_an_action():
    assert player().actions(0).legal == ["stop"]  # P3.1


def test_a_card_of_another_hand_cannot_be_played():
    assert Table().hand(1, 16).legal == ["stop"]  # P5.1


def test_a_card_whose_bribe_was_not_paid_cannot_be_played():
    assert player().refused(16).legal == ["stop"]  # P7.3


def test_playing_costs_no_rupees():
    """P5.1: and spends an action, whatever suit is favored."""
    t = player().rupees(0).favored("military").do("c16")

    assert t.hand_of(0) == [] and t.court_of(0) == [16]
    assert t.purse(0) == 0
    assert t.read()["actions_left"] == 1
    assert t.asked == (0, "act")


def test_the_side_is_not_asked_in_an_empty_court():
    """P5.1: the court of another player does not matter."""
    t = player().court(1, 9).do("c16")

    assert t.court_of(0) == [16]
    assert t.asked == (0, "act")


@pytest.mark.parametrize(("side", "court"), [("left", [16, 9, 29]), ("right", [9, 29, 16])])
def test_the_card_goes_to_the_named_end(side, court):
    """P5.1."""
    t = player().court(0, 9, 29).do("c16")
    assert t.asked == (0, "side")
    assert t.legal == ["left", "right"]

    t.do(side)

    assert t.court_of(0) == court


def test_a_played_card_may_be_used_in_the_same_turn():
    """P5.1, P6.1: it has not acted yet."""
    t = Table().hand(0, 60).market(top=[20]).put_rupees(0, 0, 1).do("c60")

    assert t.can("c60", "tax")


# ---- P5.2 patriots -----------------------------------------------------------------------------------------


def test_a_patriot_of_another_coalition_changes_loyalty_before_the_icons():
    """Rulebook example 8 (P5.2, P8.5): Sir John Keane (51) makes an afghan british; the army is british."""
    t = Table().hand(0, 51).court(0, 11).gifts(0, 2).prizes(0, 4)

    t.do("c51", "right")

    assert t.loyalty_of(0) == "british"
    assert t.court_of(0) == [51]
    assert t.where(11) == "discard" and t.where(4) == "discard"
    assert t.read()["seats"][0]["gifts"] == []
    assert t.armies_in("kandahar", "british") == 1
    assert t.armies_in("kandahar", "afghan") == 0


def test_a_patriot_of_the_own_coalition_changes_nothing():
    """P5.2."""
    t = Table(turn=1).hand(1, 51).gifts(1, 2).prizes(1, 25).do("c51")

    assert t.loyalty_of(1) == "british"
    assert t.read()["seats"][1]["gifts"] == [2]
    assert t.where(25) == "prize 1"
    assert t.armies_in("kandahar", "british") == 1


# ---- P5.3 the icons ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "borders"),
    [
        (9, KABUL_BORDERS),
        (67, ["herat-kabul", "herat-kandahar", "herat-persia", "herat-transcaspia"]),
        (48, ["herat-kandahar", "kabul-kandahar", "kandahar-punjab"]),
        (28, ["kabul-punjab", "kandahar-punjab"]),
        (79, ["herat-persia", "persia-transcaspia"]),
        (94, ["herat-transcaspia", "kabul-transcaspia", "persia-transcaspia"]),
    ],
)
def test_a_road_goes_on_a_border_of_the_region(card, borders):
    """P5.3, P1.2; P5.4: there is no way around it."""
    t = Table().hand(0, card).do(f"c{card}")

    assert t.asked == (0, "road")
    assert t.legal == borders


def test_a_road_is_a_block_of_the_own_loyalty():
    """P5.3."""
    t = Table().hand(0, 9).do("c9", "kabul-punjab")

    assert t.roads_on("kabul-punjab", "afghan") == 1
    assert t.blocks_in_supply("afghan") == 11
    assert t.asked == (0, "act")


def test_each_road_is_asked_for():
    """P5.3 with card 13; both may share a border."""
    t = Table().hand(0, 13).do("c13", "herat-kabul")
    assert t.asked == (0, "road") and t.legal == KABUL_BORDERS

    t.do("herat-kabul")

    assert t.roads_on("herat-kabul", "afghan") == 2
    assert t.asked == (0, "act")


def test_an_army_goes_into_the_region():
    """P5.3 with card 98, three armies; nothing is asked."""
    t = Table().hand(0, 98).do("c98")

    assert t.armies_in("transcaspia", "afghan") == 3
    assert t.blocks_in_supply("afghan") == 9
    assert t.asked == (0, "act")


def test_a_tribe_goes_into_the_region():
    """P5.3 with card 93, two tribes; nothing is asked."""
    t = Table().hand(0, 93).do("c93")

    assert t.tribes_in("transcaspia") == [2, 0]
    assert t.cylinders_in_supply(0) == 8
    assert t.ruler("transcaspia") == 0
    assert t.asked == (0, "act")


def test_a_spy_goes_on_a_court_card_of_the_region_in_any_court():
    """P5.3 with card 4 of Kabul; never on a card of another region, in hand or in the market."""
    t = Table(players=3).hand(0, 4, 12).court(0, 9, 29).court(1, 20, 14).court(2, 16).market(top=[8])

    t.do("c4", "left")
    assert t.asked == (0, "spy")
    assert t.legal == sorted(["c4", "c9", "c14", "c16"])
    t.do("c14")

    assert t.spies_on(14) == [1, 0, 0]
    assert t.cylinders_in_supply(0) == 9
    assert t.asked == (0, "act")


def test_a_spy_may_have_only_the_played_card():
    """P5.3, P5.4: it is asked all the same."""
    t = Table().hand(0, 4).court(1, 20).do("c4")
    assert t.asked == (0, "spy") and t.legal == ["c4"]

    t.do("c4")

    assert t.spies_on(4) == [1, 0]


def test_each_spy_is_asked_for():
    """P5.3 with card 1, three spies."""
    t = Table().hand(0, 1).court(1, 9).do("c1", "c9", "c1", "c9")

    assert t.spies_on(9) == [2, 0] and t.spies_on(1) == [1, 0]
    assert t.asked == (0, "act")


def test_leverage_takes_two_rupees_from_the_bank():
    """P5.3 with card 27."""
    t = Table().hand(0, 27).do("c27")

    assert t.purse(0) == 6 and t.purse(1) == 4
    assert t.tribes_in("punjab") == [1, 0]


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        (37, "economic", "political"),
        (73, "political", "military"),
        (97, "political", "intelligence"),
        (34, "political", "economic"),
        (37, "political", "political"),
    ],
)
def test_an_icon_changes_the_favored_suit(card, before, after):
    """P5.3; seat 1 is british, as card 37 is."""
    t = Table(turn=1).favored(before).hand(1, card).do(f"c{card}")
    if t.decision == "spy":
        t.do(f"c{card}")

    assert t.read()["favored"] == after


def test_pashtunwali_values_keeps_the_favored_suit():
    """P5.3, E 115."""
    t = Table().event(115, "purchase", seat=1).favored("economic").hand(0, 97).do("c97")

    assert t.read()["favored"] == "economic"
    assert t.armies_in("transcaspia", "afghan") == 1  # the other icons hold


def test_the_icons_come_in_order():
    """P5.3 with card 30: road, spy, leverage."""
    t = Table().hand(0, 30).do("c30")
    assert t.asked == (0, "road") and t.purse(0) == 4
    t.do("kabul-punjab")
    assert t.asked == (0, "spy") and t.purse(0) == 4
    t.do("c30")
    assert t.asked == (0, "act") and t.purse(0) == 6


def test_icons_without_a_choice_are_resolved_before_the_next_choice():
    """P5.3 with card 91: tribe, army, spy."""
    t = Table().hand(0, 91).do("c91")

    assert t.asked == (0, "spy")
    assert t.tribes_in("transcaspia") == [1, 0]
    assert t.armies_in("transcaspia", "afghan") == 1


# ---- P5.3 the card has left --------------------------------------------------------------------------------


def test_a_card_that_went_for_a_debt_has_no_icons():
    """P5.3: becoming british costs the leveraged patriot 42 (P8.5), and the played card pays its debt."""
    t = Table().hand(0, 51, 9, 10).court(0, 42).rupees(0)

    t.do("c51", "left")
    assert t.asked == (0, "discard_debt")
    assert t.legal == sorted(["c9", "c10", "c51"])
    t.do("c51", "c9")

    assert t.court_of(0) == [] and t.hand_of(0) == [10]
    assert t.armies_in("kandahar", "british") == 0
    assert t.blocks_in_supply("british") == 12
    assert t.asked == (0, "act") and t.read()["actions_left"] == 1


def test_a_card_that_stayed_through_a_debt_has_its_icons():
    """P5.3: the same with the debt paid otherwise."""
    t = Table().hand(0, 51, 9, 10).court(0, 42).rupees(0).do("c51", "left", "c9", "c10")

    assert t.court_of(0) == [51]
    assert t.armies_in("kandahar", "british") == 1


def taker_in_debt() -> Table:
    """All cylinders of seat 0 are in play; its one tribe holds the leveraged card 27; it has no rupees."""
    return Table().hand(0, 91).court(0, 27).tribes(0, "punjab").court(1, 9).spy(0, on=9, n=9).rupees(0)


def test_the_remaining_icons_are_lost_with_the_card():
    """P5.3: card 91 (tribe, army, spy) goes for the debt of 27, which the taken tribe overthrew."""
    t = taker_in_debt().do("c91", "right")
    assert t.asked == (0, "take_cylinder")
    assert t.legal == ["c9", "punjab"]
    t.do("punjab")
    assert t.where(27) == "discard"  # P8.4
    assert t.asked == (0, "discard_debt") and t.legal == ["c91"]
    t.do("c91")

    assert t.court_of(0) == []
    assert t.armies_in("transcaspia", "afghan") == 0  # no army, no spy
    assert t.spies_on(9) == [9, 0]
    assert t.asked == (0, "act")


# ---- P5.5 limited pieces: blocks ---------------------------------------------------------------------------


def no_blocks() -> Table:
    """All twelve afghan blocks are in play: seven armies in Herat, five roads on herat-persia."""
    return Table().armies("afghan", "herat", 7).roads("afghan", "herat-persia", 5).armies("british", "punjab")


def test_an_empty_supply_takes_a_block_from_the_map():
    """P5.5: for a road the border comes first; only blocks of the own colour can be taken."""
    t = no_blocks().hand(0, 9).do("c9")
    assert t.asked == (0, "road") and t.legal == KABUL_BORDERS
    t.do("kabul-punjab")
    assert t.asked == (0, "take_block") and t.legal == ["herat", "herat-persia"]
    t.do("herat")

    assert t.armies_in("herat", "afghan") == 6
    assert t.roads_on("kabul-punjab", "afghan") == 1
    assert t.roads_on("herat-persia", "afghan") == 5
    assert t.asked == (0, "act")


def test_an_army_may_be_a_road_taken_up():
    """P5.5: the place of an army is no choice."""
    t = no_blocks().hand(0, 16).do("c16")
    assert t.asked == (0, "take_block") and t.legal == ["herat", "herat-persia"]

    t.do("herat-persia")

    assert t.roads_on("herat-persia", "afghan") == 4
    assert t.armies_in("kabul", "afghan") == 1


def test_with_a_block_in_the_supply_nothing_is_taken():
    """P5.5."""
    t = Table().armies("afghan", "herat", 11).hand(0, 16).do("c16")

    assert t.asked == (0, "act")
    assert t.armies_in("herat", "afghan") == 11 and t.armies_in("kabul", "afghan") == 1


def test_blocks_placed_this_turn_cannot_be_taken():
    """P5.5."""
    t = no_blocks().hand(0, 16).placed("armies", {"herat": {"afghan": 7}}).do("c16")

    assert t.asked == (0, "take_block")
    assert t.legal == ["herat-persia"]


def test_one_block_from_before_can_be_taken():
    """P5.5: pieces of one kind in one place are interchangeable."""
    t = no_blocks().hand(0, 16).placed("armies", {"herat": {"afghan": 6}}).do("c16")

    assert t.legal == ["herat", "herat-persia"]


def test_the_first_block_of_a_card_cannot_be_taken_for_the_second():
    """P5.5: card 13 lays the last block of the supply, then one from the map."""
    t = Table().armies("afghan", "herat", 11).hand(0, 13).do("c13", "herat-kabul")
    assert t.asked == (0, "road")  # where it goes is chosen first
    t.do("kabul-punjab")
    assert t.asked == (0, "take_block") and t.legal == ["herat"]
    t.do("herat")

    assert t.armies_in("herat", "afghan") == 10
    assert t.roads_on("herat-kabul", "afghan") == 1 and t.roads_on("kabul-punjab", "afghan") == 1


@pytest.mark.parametrize("card", [9, 16])
def test_if_no_block_can_be_taken_nothing_is_asked(card):
    """P5.5, for a road as for an army."""
    t = Table().armies("afghan", "herat", 12).placed("armies", {"herat": {"afghan": 12}})

    t.hand(0, card).do(f"c{card}")

    assert t.asked == (0, "act")
    assert t.court_of(0) == [card]
    assert t.armies_in("herat", "afghan") == 12


# ---- P5.5 limited pieces: cylinders ------------------------------------------------------------------------


def no_cylinders() -> Table:
    """All cylinders of seat 0 are in play: a gift, three tribes in Herat, six spies on card 9."""
    return Table().gifts(0, 2).tribes(0, "herat", 3).court(1, 9).spy(0, on=9, n=6).tribes(1, "persia")


@pytest.mark.parametrize("take", ["gift2", "herat", "c9"])
def test_an_empty_supply_takes_a_cylinder_from_anywhere(take):
    """P5.5: the card comes first, then tribe, spy or gift; only own cylinders can be taken."""
    t = no_cylinders().hand(0, 4).do("c4")
    assert t.asked == (0, "spy") and t.legal == ["c4", "c9"]
    t.do("c4")
    assert t.asked == (0, "take_cylinder") and t.legal == sorted(["c9", "gift2", "herat"])
    t.do(take)

    assert t.spies_on(4) == [1, 0]
    assert t.read()["seats"][0]["gifts"] == ([] if take == "gift2" else [2])
    assert t.tribes_in("herat") == [2 if take == "herat" else 3, 0]
    assert t.spies_on(9) == [5 if take == "c9" else 6, 0]
    assert t.asked == (0, "act")


def test_a_tribe_may_be_a_spy_called_home():
    """P5.5: the place of a tribe is no choice."""
    t = no_cylinders().hand(0, 90).do("c90")
    assert t.asked == (0, "take_cylinder") and t.legal == sorted(["c9", "gift2", "herat"])

    t.do("c9")

    assert t.tribes_in("transcaspia") == [1, 0]
    assert t.spies_on(9) == [5, 0]


def test_with_a_cylinder_in_the_supply_nothing_is_taken():
    """P5.5."""
    t = Table().gifts(0, 2).tribes(0, "herat", 8).hand(0, 90).do("c90")

    assert t.asked == (0, "act")
    assert t.tribes_in("transcaspia") == [1, 0] and t.tribes_in("herat") == [8, 0]


@pytest.mark.parametrize(
    ("kind", "what", "left"),
    [
        ("gifts", [2], ["c9", "herat"]),
        ("tribes", {"herat": 3}, ["c9", "gift2"]),
        ("spies", {"c9": 6}, ["gift2", "herat"]),
        ("tribes", {"herat": 2}, ["c9", "gift2", "herat"]),  # interchangeable: one is from before
    ],
)
def test_cylinders_placed_this_turn_cannot_be_taken(kind, what, left):
    """P5.5."""
    t = no_cylinders().placed(kind, what).hand(0, 90).do("c90")

    assert t.asked == (0, "take_cylinder")
    assert t.legal == left


def test_the_first_tribe_of_a_card_cannot_be_taken_for_the_second():
    """P5.5 with card 93: two tribes, one cylinder in the supply."""
    t = Table().court(1, 9).spy(0, on=9, n=9).hand(0, 93).do("c93")
    assert t.asked == (0, "take_cylinder") and t.legal == ["c9"]

    t.do("c9")

    assert t.tribes_in("transcaspia") == [2, 0]
    assert t.spies_on(9) == [8, 0]


@pytest.mark.parametrize("card", [4, 90])
def test_if_no_cylinder_can_be_taken_nothing_is_asked(card):
    """P5.5, for a spy as for a tribe."""
    t = Table().court(1, 9).spy(0, on=9, n=10).placed("spies", {"c9": 10})

    t.hand(0, card).do(f"c{card}")

    assert t.asked == (0, "act")
    assert t.court_of(0) == [card]
    assert t.spies_on(9) == [10, 0]


def test_taking_the_last_tribe_elsewhere_overthrows():
    """P5.5, P8.4: the spy comes from Herat, and card 57 falls."""
    t = Table().hand(0, 4).court(0, 57).tribes(0, "herat").court(1, 9).spy(0, on=9, n=9)

    t.do("c4", "left", "c4", "herat")

    assert t.tribes_in("herat") == [0, 0]
    assert t.where(57) == "discard"
    assert t.court_of(0) == [4] and t.spies_on(4) == [1, 0]


def test_taking_one_tribe_of_two_overthrows_nobody():
    """P5.5, P8.4."""
    t = Table().hand(0, 4).court(0, 57).tribes(0, "herat", 2).court(1, 9).spy(0, on=9, n=8)

    t.do("c4", "left", "c4", "herat")

    assert t.tribes_in("herat") == [1, 0]
    assert t.court_of(0) == [4, 57]


def test_a_card_that_will_fall_with_the_taken_tribe_may_still_be_named():
    """P5.5: where the piece goes is chosen first, as if the taken piece still stood where it was."""
    t = Table().hand(0, 54).court(0, 57).tribes(0, "herat").court(1, 9).spy(0, on=9, n=9)

    t.do("c54", "left")

    assert t.asked == (0, "spy") and t.legal == ["c54", "c57"]
    t.do("c54", "herat")
    assert t.court_of(0) == [54] and t.spies_on(54) == [1, 0]
    assert t.purse(0) == 6  # the leverage icon follows
