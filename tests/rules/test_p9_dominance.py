"""Chapter P9: Dominance Checks."""

from __future__ import annotations

import pytest

from tests.builders import Table


def points(t: Table) -> list[int]:
    return list(t.p.points)


def actions_left(t: Table) -> int:
    return t.read()["actions_left"]


# ---- P9.1 when a check is resolved -------------------------------------------------------------------------


@pytest.mark.parametrize("card", [101, 102, 103, 104])
def test_a_purchased_check_is_resolved_at_once(card):
    """P9.1, P4.5."""
    t = Table().market(top=[card]).tribes(1, "herat").do(f"c{card}")

    assert points(t) == [1, 3]
    assert t.where(card) == "discard"
    assert t.hand_of(0) == []


def test_a_check_costs_what_its_column_costs():
    """P4.1, P4.2, P9.1."""
    t = Table().market(top=[9, 20, 101]).do("c101")

    assert t.purse(0) == 2
    assert t.market_rupees()[0][:3] == [1, 1, 0]


def test_a_check_that_is_too_dear_cannot_be_bought():
    assert not Table().rupees(1).market(top=[9, 20, 101]).can("c101")  # P4.1


@pytest.mark.parametrize("row", ["top", "bottom"])
def test_a_check_in_the_leftmost_column_is_resolved_in_cleanup(row):
    """P9.1, P3.3.3."""
    t = Table().market(**{row: [101]}).tribes(1, "herat").do("stop")

    assert points(t) == [1, 3]
    assert t.where(101) == "discard"
    assert t.asked == (1, "act")


def test_a_check_in_another_column_waits():
    """P9.1."""
    t = Table().market(top=[9, 101]).tribes(1, "herat").do("stop")

    assert points(t) == [0, 0]
    assert t.where(101) == "market"


def test_the_market_is_refilled_after_a_check_in_cleanup():
    """P3.3.3, P3.3.4: nothing is unstable about a check drawn after the old one has gone."""
    t = Table().market(top=[101, 9]).deck(102, 20).do("stop")

    assert points(t) == [2, 2]  # one check
    assert t.market_cards()[0][:2] == [9, 20]
    assert t.market_cards()[1][:2] == [102, None]


# ---- P3.4 instability --------------------------------------------------------------------------------------


def unstable() -> Table:
    """101 lies in column 2, 102 is drawn into the bottom of column 1."""
    return Table().market(top=[9, 101]).deck(102)


def test_a_second_check_in_the_market_resolves_one_check():
    """P3.4, P9.1: 2 points each, so one check only."""
    t = unstable().do("stop")

    assert points(t) == [2, 2]
    assert t.where(101) == "discard" and t.where(102) == "discard"
    assert t.asked == (1, "act")


def test_another_card_drawn_is_not_unstable():
    """P3.4."""
    t = Table().market(top=[9, 101]).deck(105).do("stop")

    assert points(t) == [0, 0]
    assert t.where(101) == "market"


def test_after_instability_the_market_slides_and_fills():
    """P3.4, P3.3.4."""
    t = Table().market(top=[9, 101, 10]).deck(102, 20, 21).do("stop")

    assert t.market_cards()[0][:3] == [9, 10, None]
    assert t.market_cards()[1][:3] == [20, 21, None]


def test_rupees_on_both_checks_stay_on_their_spaces():
    """P3.4: the next cards drawn there take them."""
    t = Table().market(top=[9, 101]).put_rupees(0, 1, 2).put_rupees(1, 0, 1).deck(102, 20, 21).do("stop")

    assert t.market_cards()[0][:2] == [9, 21]
    assert t.market_cards()[1][:2] == [20, None]
    assert t.market_rupees()[0][:2] == [0, 2]
    assert t.market_rupees()[1][:2] == [1, 0]


def test_two_checks_drawn_one_after_the_other():
    """P3.4."""
    t = Table().deck(101, 102, 20).do("stop")

    assert points(t) == [2, 2]
    assert t.market_cards()[0][0] == 20


def test_instability_as_second_and_third_check_is_not_final():
    """P3.4, P9.6."""
    t = unstable().checks_used(1).do("stop")

    assert points(t) == [2, 2]
    assert not t.p.over


def test_the_check_after_instability_may_be_the_fourth():
    """P3.4, P9.6: 104 is used, 101 and 102 are unstable, 103 is final."""
    t = Table().market(top=[9, 101]).deck(102, 103).checks_used(1).do("stop")
    assert points(t) == [2, 2] and t.asked == (1, "act")

    t.do("c103")

    assert points(t) == [6, 6]
    assert t.p.over


def test_instability_as_third_and_fourth_check_is_final():
    """P3.4, P9.6: one doubled check."""
    t = unstable().checks_used(2).do("stop")

    assert points(t) == [4, 4]
    assert t.p.over


# ---- P9.2 dominance ----------------------------------------------------------------------------------------


def check(afghan: int, british: int = 0, russian: int = 0, players: int = 2) -> Table:
    """Armies in Herat; nobody has a cylinder in play; seat 0 may buy a check."""
    t = Table(players=players).market(top=[101])
    for coalition, n in (("afghan", afghan), ("british", british), ("russian", russian)):
        if n:
            t.armies(coalition, "herat", n)
    return t


SUCCESS, FAILURE = [5, 0], [2, 2]


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        ((4, 0, 0), SUCCESS),
        ((3, 0, 0), FAILURE),
        ((8, 4, 4), SUCCESS),
        ((8, 5, 4), FAILURE),
        ((8, 4, 5), FAILURE),
        ((8, 5, 5), FAILURE),
        ((12, 8, 8), SUCCESS),
        ((0, 0, 0), FAILURE),
    ],
)
def test_four_more_blocks_than_each_other_coalition(blocks, expected):
    """P9.2."""
    assert points(check(*blocks).do("c101")) == expected


def test_roads_count_like_armies():
    """P9.2."""
    t = check(2).roads("afghan", "herat-kabul").roads("afghan", "kabul-punjab")

    assert points(t.do("c101")) == SUCCESS


def test_roads_count_against_dominance_too():
    """P9.2."""
    t = check(4).roads("russian", "kabul-punjab")

    assert points(t.do("c101")) == FAILURE


def test_blocks_of_all_regions_are_added():
    """P9.2."""
    t = check(1).armies("afghan", "kabul").armies("afghan", "punjab").armies("afghan", "persia")

    assert points(t.do("c101")) == SUCCESS


def test_tribes_are_no_blocks():
    """P9.2: three armies and a tribe do not dominate; the tribe wins the unsuccessful check."""
    assert points(check(3).tribes(0, "herat").do("c101")) == [3, 1]


# ---- P9.3 a successful check -------------------------------------------------------------------------------


def rivals(players: int = 2) -> Table:
    """All players are russian with influence 1 and the russians dominate."""
    t = Table(players=players).armies("russian", "herat", 4).market(top=[101])
    for seat in range(players):
        t.loyalty(seat, "russian")
    return t


def test_equal_influence_shares():
    assert points(rivals().do("c101")) == [4, 4]  # P9.3, P9.5: (5 + 3) / 2


def test_a_gift_is_influence():
    assert points(rivals().gifts(0, 6).do("c101")) == [5, 3]  # P9.3


def test_a_prize_is_influence():
    assert points(rivals().prizes(0, 1).do("c101")) == [5, 3]  # P9.3


def test_a_patriot_is_influence():
    assert points(rivals().court(0, 86).do("c101")) == [5, 3]  # P9.3


def test_a_court_card_that_is_no_patriot_is_no_influence():
    assert points(rivals().court(0, 9).do("c101")) == [4, 4]  # P9.3


def test_a_patriot_in_hand_is_no_influence():
    assert points(rivals().hand(0, 86).do("c101")) == [4, 4]  # P9.3


def test_tribes_and_spies_are_no_influence():
    assert points(rivals().tribes(0, "kabul", 3).court(0, 9).spy(0, on=9).do("c101")) == [4, 4]  # P9.3


def test_gift_prize_and_patriot_weigh_the_same():
    """P9.3: neither the price of the gift nor the rank of the patriot matters."""
    t = rivals(players=3).gifts(0, 6).prizes(1, 1).court(2, 86)

    assert points(t.do("c101")) == [3, 3, 3]


def test_influence_is_added_up():
    """P9.3: 1 + 1 + 1 + 1 against 1 + 2."""
    t = rivals().gifts(0, 2).prizes(0, 1).court(0, 87).gifts(1, 2, 4)

    assert points(t.do("c101")) == [5, 3]


def test_only_players_loyal_to_the_dominant_coalition_score():
    """P9.3."""
    t = rivals(players=3).loyalty(0, "afghan").gifts(0, 2, 4, 6).court(0, 11).gifts(2, 2)

    assert points(t.do("c101")) == [0, 3, 5]


def test_a_single_loyal_player_scores_five():
    """P9.3."""
    assert points(check(4, players=3).do("c101")) == [5, 0, 0]


def test_nobody_scores_if_nobody_is_loyal_to_the_dominant_coalition():
    """P9.3: the check is successful all the same."""
    t = check(0, russian=4).tribes(0, "kabul").do("c101")

    assert points(t) == [0, 0]
    assert t.blocks_in_supply("russian") == 12


def test_after_success_all_blocks_leave_the_map():
    """P9.3: of all coalitions, armies and roads."""
    t = (
        check(6, british=1, russian=1)
        .roads("afghan", "herat-kabul")
        .roads("british", "kabul-punjab")
        .armies("russian", "persia")
        .points(0, 2)
        .do("c101")
    )

    assert [t.blocks_in_supply(c) for c in ("afghan", "british", "russian")] == [12, 12, 12]
    assert t.read()["checks_resolved"] == 1


def test_after_success_cylinders_prizes_and_courts_stay():
    """P9.3."""
    t = check(4).points(0, 3).tribes(0, "kabul").gifts(0, 2).prizes(0, 4).court(0, 9).spy(1, on=9)
    t.do("c101")

    assert t.tribes_in("kabul") == [1, 0]
    assert t.spies_on(9) == [0, 1]
    assert t.where(4) == "prize 0"
    assert t.read()["seats"][0]["gifts"] == [2]


def test_rule_is_looked_up_anew_when_the_blocks_have_left():
    """P9.3, P8.6."""
    t = check(4).points(0, 3).tribes(0, "herat").tribes(1, "herat", 2)
    assert t.ruler("herat") == 0

    assert t.do("c101").ruler("herat") == 1


# ---- P9.4 an unsuccessful check ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["tribe", "spy", "gift"])
def test_each_kind_of_cylinder_in_play_counts(kind):
    """P9.4, P1.5."""
    t = Table().market(top=[101]).court(1, 9)
    {
        "tribe": lambda: t.tribes(0, "kabul"),
        "spy": lambda: t.spy(0, on=9),
        "gift": lambda: t.gifts(0, 4),
    }[kind]()

    assert points(t.do("c101")) == [3, 1]


def test_cylinders_of_all_kinds_are_added():
    """P9.4: 3 against 2."""
    t = Table().market(top=[101]).court(1, 9)
    t.tribes(0, "kabul", 2).tribes(1, "persia").spy(1, on=9).gifts(1, 2)

    assert points(t.do("c101")) == [1, 3]


def test_patriots_and_prizes_do_not_count():
    """P9.4."""
    t = Table().market(top=[101]).court(0, 11).prizes(0, 4).tribes(1, "kabul")

    assert points(t.do("c101")) == [1, 3]


def test_loyalty_does_not_matter():
    """P9.4: the afghans lead, but not by four."""
    t = check(3).tribes(1, "kabul")

    assert points(t.do("c101")) == [1, 3]


def test_after_failure_the_blocks_stay():
    """P9.4."""
    t = check(5, british=3).roads("russian", "kabul-punjab").do("c101")

    assert t.armies_in("herat", "afghan") == 5
    assert t.armies_in("herat", "british") == 3
    assert t.roads_on("kabul-punjab", "russian") == 1


# ---- P9.5, P9.6 ties and doubling --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gifts", "expected", "final"),
    [
        ((1, 0), [5, 3], [10, 6]),
        ((0, 0), [4, 4], [8, 8]),
        ((2, 1, 0), [5, 3, 1], [10, 6, 2]),
        ((1, 1, 0), [4, 4, 1], [8, 8, 2]),
        ((1, 0, 0), [5, 2, 2], [10, 4, 4]),
        ((0, 0, 0), [3, 3, 3], [6, 6, 6]),
        ((3, 2, 1, 0), [5, 3, 1, 0], [10, 6, 2, 0]),
        ((2, 1, 0, 0), [5, 3, 0, 0], [10, 6, 1, 1]),
        ((1, 0, 0, 0), [5, 1, 1, 1], [10, 2, 2, 2]),
        ((1, 1, 1, 0), [3, 3, 3, 0], [6, 6, 6, 0]),
        ((0, 0, 0, 0), [2, 2, 2, 2], [4, 4, 4, 4]),
        ((0, 0, 0, 0, 0), [1, 1, 1, 1, 1], [3, 3, 3, 3, 3]),
    ],
)
def test_places_of_a_successful_check(gifts, expected, final):
    """P9.3, P9.5, P9.6: 5, 3, 1; doubled before the division."""
    t = rivals(players=len(gifts))
    for seat, n in enumerate(gifts):
        t.gifts(seat, *(2, 4, 6)[:n])
    last = t.copy().checks_used(3)

    assert points(t.do("c101")) == expected
    assert points(last.do("c101")) == final


@pytest.mark.parametrize(
    ("tribes", "expected", "final"),
    [
        ((2, 1), [3, 1], [6, 2]),
        ((1, 0), [3, 1], [6, 2]),
        ((0, 0), [2, 2], [4, 4]),
        ((2, 1, 0), [3, 1, 0], [6, 2, 0]),
        ((1, 1, 0), [2, 2, 0], [4, 4, 0]),
        ((1, 0, 0), [3, 0, 0], [6, 1, 1]),
        ((0, 0, 0), [1, 1, 1], [2, 2, 2]),
        ((1, 1, 1, 0), [1, 1, 1, 0], [2, 2, 2, 0]),
        ((1, 0, 0, 0), [3, 0, 0, 0], [6, 0, 0, 0]),
        ((0, 0, 0, 0), [1, 1, 1, 1], [2, 2, 2, 2]),
        ((0, 0, 0, 0, 0), [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]),
    ],
)
def test_places_of_an_unsuccessful_check(tribes, expected, final):
    """P9.4, P9.5, P9.6: 3 and 1; doubled before the division."""
    t = Table(players=len(tribes)).market(top=[101])
    for seat, n in enumerate(tribes):
        if n:
            t.tribes(seat, "kabul", n)
    last = t.copy().checks_used(3)

    assert points(t.do("c101")) == expected
    assert points(last.do("c101")) == final


@pytest.mark.parametrize("used", [0, 1, 2])
def test_only_the_fourth_check_is_doubled(used):
    """P9.6."""
    t = Table().market(top=[101]).checks_used(used).do("c101")

    assert points(t) == [2, 2]
    assert not t.p.over


# ---- P9.7, P9.8 what comes after ---------------------------------------------------------------------------


def test_insurrection_comes_after_the_blocks_have_left():
    """P9.7: the new armies stay."""
    t = check(4).points(0, 3).court(0, 3).do("c101")

    assert points(t) == [5, 3]
    assert t.armies_in("kabul", "afghan") == 2
    assert t.armies_in("herat", "afghan") == 0


def test_insurrection_comes_too_late_to_dominate():
    """P9.7: three blocks at the time of scoring."""
    t = check(3).court(0, 3).do("c101")

    assert points(t) == FAILURE
    assert t.armies_in("kabul", "afghan") == 2


def test_a_finished_game_sees_no_insurrection():
    """P9.7: the end is tested first."""
    t = check(4).court(0, 3).do("c101")

    assert t.p.over
    assert t.armies_in("kabul", "afghan") == 0


def test_lasting_events_hold_during_the_check_and_end_with_it():
    """P9.7: Conflict Fatigue helps the afghans to dominate, once."""
    t = check(2).points(0, 3).event(109, "purchase", seat=1).do("c101")

    assert points(t) == [5, 3]
    assert t.read()["events"] == []
    assert t.where(109) == "discard"


def test_the_buyer_goes_on_with_the_turn():
    """P9.8."""
    t = Table().market(top=[101], bottom=[9]).do("c101")

    assert t.asked == (0, "act")
    assert actions_left(t) == 1
    assert t.legal == ["c9", "stop"]
    t.do("c9")
    assert t.hand_of(0) == [9]


def test_points_of_several_checks_add_up():
    """P9.4: one is bought, the next comes in the next cleanup."""
    t = Table().market(top=[101]).deck(102).tribes(1, "kabul").do("c101", "stop")
    assert points(t) == [1, 3]
    assert t.where(102) == "market" and t.asked == (1, "act")

    t.do("stop")

    assert points(t) == [2, 6]
    assert t.read()["checks_resolved"] == 2
