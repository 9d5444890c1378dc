"""Chapter P6.11-P6.12: battle."""

from __future__ import annotations

import pytest

from tests.builders import Table

# ---- in a region -------------------------------------------------------------------------------------------


def fighter() -> Table:
    """Seat 0 may fight in Kabul with Akali Sikhs (38, rank 2): an army, a tribe and a road are against it.

    Seats 0 to 3 are afghan, british, russian, afghan.
    """
    t = Table(players=4).court(0, 38).armies("afghan", "kabul", 2)
    return t.armies("british", "kabul").tribes(1, "kabul").roads("russian", "herat-kabul")


def test_fighter_may_choose_site_and_piece():
    """P6.11: the first piece must be removed, hence no stop."""
    t = fighter().do("c38")
    assert t.asked == (0, "battle_site") and t.legal == ["kabul"]

    t.do("kabul")

    assert t.asked == (0, "battle")
    assert t.legal == ["british", "herat-kabul", "p1"]


def test_an_army_is_removed():
    """P6.11."""
    t = fighter().do("c38", "kabul", "british")

    assert t.armies_in("kabul", "british") == 0 and t.blocks_in_supply("british") == 12
    assert t.asked == (0, "battle") and t.legal == ["herat-kabul", "p1", "stop"]


def test_a_tribe_is_removed():
    """P6.11."""
    t = fighter().do("c38", "kabul", "p1")

    assert t.tribes_in("kabul") == [0, 0, 0, 0]
    assert t.cylinders_in_supply(1) == 10


def test_a_road_is_removed():
    """P6.11: with one coalition on the border nothing more is asked."""
    t = fighter().do("c38", "kabul", "herat-kabul")

    assert t.roads_on("herat-kabul", "russian") == 0
    assert t.asked == (0, "battle") and t.legal == ["british", "p1", "stop"]


def test_the_own_armies_stay():
    """P6.11."""
    assert fighter().do("c38", "kabul", "british", "p1").armies_in("kabul", "afghan") == 2


def test_the_player_may_stop_after_the_first():
    """P6.11, ruling."""
    t = fighter().do("c38", "kabul", "p1", "stop")

    assert t.asked == (0, "act") and t.read()["actions_left"] == 1
    assert t.armies_in("kabul", "british") == 1


def test_a_battle_needs_an_own_army():
    t = Table().court(0, 38).armies("british", "kabul").tribes(1, "kabul").tribes(0, "kabul")
    assert not t.can("c38")  # P6.11, P6.5: a tribe is no army


def test_a_battle_needs_an_army_of_the_own_loyalty():
    assert not fighter().loyalty(0, "russian").can("c38")  # P6.11: the afghan armies are not its own


def test_a_battle_needs_an_enemy_piece():
    """P6.11, P6.5: a tribe in the next region is none."""
    t = Table().court(0, 38).armies("afghan", "kabul", 2).tribes(1, "herat").roads("british", "herat-persia")

    assert not t.can("c38")


@pytest.mark.parametrize("border", ["herat-kabul", "kabul-kandahar", "kabul-punjab", "kabul-transcaspia"])
def test_a_road_on_any_border_of_the_region_is_an_enemy_piece(border):
    """P6.11."""
    t = Table().court(0, 38).armies("afghan", "kabul").roads("british", border).do("c38", "kabul")

    assert t.legal == [border]


def test_every_region_with_both_sides_is_a_site():
    """P6.11: Punjab has no enemy piece, Persia no own army; the road lies on a border of Herat."""
    t = fighter().armies("afghan", "herat").armies("afghan", "punjab").tribes(1, "persia").do("c38")

    assert t.legal == ["herat", "kabul"]


def test_blocks_of_the_own_loyalty_and_own_tribes_are_never_removed():
    """P6.11: own tribe, own road beside the russian one."""
    t = fighter().tribes(0, "kabul").roads("afghan", "herat-kabul").roads("afghan", "kabul-punjab")

    t.do("c38", "kabul")
    assert t.legal == ["british", "herat-kabul", "p1"]
    t.do("herat-kabul")

    assert t.roads_on("herat-kabul", "russian") == 0 and t.roads_on("herat-kabul", "afghan") == 1


def test_tribes_of_players_of_the_same_loyalty_are_never_removed():
    """P6.11: seat 3 is afghan too, seat 2 is not."""
    t = fighter().tribes(3, "kabul").tribes(2, "kabul").do("c38", "kabul")

    assert t.legal == ["british", "herat-kabul", "p1", "p2"]


def test_friends_alone_are_no_reason_to_fight():
    assert (
        not Table(players=4).court(0, 38).armies("afghan", "kabul", 2).tribes(3, "kabul").can("c38")
    )  # P6.5


def test_the_coalition_is_asked_where_roads_of_several_lie():
    """P6.11."""
    t = fighter().roads("british", "herat-kabul").do("c38", "kabul", "herat-kabul")
    assert t.asked == (0, "battle_road") and t.legal == ["british", "russian"]

    t.do("russian")

    assert t.roads_on("herat-kabul", "russian") == 0 and t.roads_on("herat-kabul", "british") == 1
    assert t.asked == (0, "battle") and t.legal == ["british", "herat-kabul", "p1", "stop"]


# ---- how many ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "armies", "removed"),
    [
        (38, 1, 1),
        (38, 2, 2),
        (38, 5, 2),  # rank 2
        (65, 5, 1),  # rank 1
    ],
)
def test_at_most_rank_and_at_most_own_armies(card, armies, removed):
    """P6.11: then the battle is over."""
    t = Table().court(0, card).armies("afghan", "kabul", armies).armies("british", "kabul", 9)

    t.do(f"c{card}", "kabul", *["british"] * removed)

    assert t.asked == (0, "act")
    assert t.armies_in("kabul", "british") == 9 - removed


def test_a_battle_ends_when_no_enemy_is_left():
    """P6.11: a lone stop is not asked."""
    t = Table().court(0, 38).armies("afghan", "kabul", 2).tribes(1, "kabul").do("c38", "kabul", "p1")

    assert t.asked == (0, "act")


def test_one_army_removes_one_piece_but_no_tribe_of_a_friend():
    """Rulebook example 7 (P6.11): rank 2, one own army."""
    t = Table(players=4).court(0, 38).armies("afghan", "kabul").tribes(3, "kabul")
    t.armies("british", "kabul").roads("british", "kabul-punjab").do("c38", "kabul")
    assert t.legal == ["british", "kabul-punjab"]

    t.do("kabul-punjab")

    assert t.asked == (0, "act")
    assert t.tribes_in("kabul") == [0, 0, 0, 1] and t.armies_in("kabul", "british") == 1


# ---- on a court card ---------------------------------------------------------------------------------------


def hunter() -> Table:
    """Seat 0 may fight on card 61 of seat 1, two own spies against two."""
    return Table(players=4).court(0, 38).court(1, 61, 9).spy(0, on=61, n=2).spy(1, on=61, n=2)


def test_hunter_may_remove_spies():
    """P6.11."""
    t = hunter().do("c38")
    assert t.asked == (0, "battle_site") and t.legal == ["c61"]
    t.do("c61")
    assert t.asked == (0, "battle") and t.legal == ["p1"]
    t.do("p1")
    assert t.asked == (0, "battle") and t.legal == ["p1", "stop"]
    t.do("p1")

    assert t.spies_on(61) == [2, 0, 0, 0]
    assert t.cylinders_in_supply(1) == 10
    assert t.asked == (0, "act")


def test_a_battle_on_a_card_needs_an_own_spy():
    assert not hunter().remove_spies(61).spy(1, on=61, n=2).can("c38")  # P6.11


def test_a_battle_on_a_card_needs_an_enemy_spy():
    assert not hunter().remove_spies(61).spy(0, on=61, n=2).can("c38")  # P6.11


def test_armies_in_the_region_of_the_card_do_not_help():
    """P6.11: own spies count, on a card; there is no enemy piece in Herat."""
    t = hunter().remove_spies(61).spy(1, on=61, n=2).armies("afghan", "herat", 2)
    assert not t.can("c38")


def test_at_most_as_many_as_own_spies():
    """P6.11."""
    t = hunter().remove_spies(61).spy(0, on=61).spy(1, on=61, n=2).do("c38", "c61", "p1")

    assert t.asked == (0, "act")
    assert t.spies_on(61) == [1, 1, 0, 0]


def test_at_most_rank_spies():
    """P6.11."""
    t = hunter().spy(0, on=61, n=3).spy(1, on=61, n=3).do("c38", "c61", "p1", "p1")

    assert t.asked == (0, "act")
    assert t.spies_on(61) == [5, 3, 0, 0]


def test_any_court_is_a_site_and_regions_too():
    """P6.11: also the own court; not card 9, where spies of one side only are."""
    t = hunter().court(0, 29).spy(0, on=29).spy(2, on=29).spy(0, on=9)
    t.armies("afghan", "kabul").armies("british", "kabul")

    assert t.do("c38").legal == ["c29", "c61", "kabul"]


def test_spies_of_several_players():
    """P6.11: a friend's spies may be removed, too."""
    t = hunter().spy(2, on=61).spy(3, on=61).do("c38", "c61")

    assert t.legal == ["p1", "p2", "p3"]


def test_spies_of_a_friend_may_be_removed_and_the_card_is_a_hostage():
    """Rulebook example 7 (P6.11, P6.3)."""
    t = (
        hunter()
        .loyalty(1, "afghan")
        .market(top=[20])
        .put_rupees(0, 0, 2)
        .do("c38", "c61", "p1", "p1", "stop")
    )
    assert t.asked == (1, "act")

    t.do("c61")

    assert t.asked == (0, "demand") and t.legal == ["0", "1", "2"]


# ---- P6.12 settled before the next choice ------------------------------------------------------------------


def test_overthrow_is_settled_before_the_next_choice():
    """P6.12, P8.4: the last tribe in Kabul held card 5."""
    t = fighter().court(1, 5, 9).do("c38", "kabul", "p1")

    assert t.asked == (0, "battle")
    assert t.court_of(1) == [9] and t.where(5) == "discard"


def test_rule_is_settled_before_the_next_choice():
    """P6.12, P8.6: one tribe and two armies against one tribe and two armies, then one less."""
    t = fighter().armies("british", "kabul").tribes(0, "kabul")
    assert t.ruler("kabul") is None

    t.do("c38", "kabul", "british")

    assert t.asked == (0, "battle")
    assert t.ruler("kabul") == 0
