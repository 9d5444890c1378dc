"""Chapter P10: the end of the game."""

from __future__ import annotations

import pytest

from tests.builders import Table


def points(t: Table) -> list[int]:
    return list(t.p.points)


def winners(t: Table) -> list[int]:
    return list(t.p.winners)


# ---- P10.1 a lead of four ----------------------------------------------------------------------------------


def leader(*before: int) -> Table:
    """Seat 0 has the only cylinder in play and buys a check: 3 points for it, 1 for the other of two."""
    return Table(players=len(before)).points(*before).tribes(0, "kabul").market(top=[101])


def test_a_lead_of_four_wins_at_once():
    """P10.1."""
    t = leader(2, 0).do("c101")

    assert points(t) == [5, 1]
    assert t.p.over
    assert winners(t) == [0]
    assert t.read()["result"]["end"] == "early"


def test_a_lead_of_three_does_not():
    """P10.1."""
    t = leader(1, 0).do("c101")

    assert points(t) == [4, 1]
    assert not t.p.over
    assert t.asked == (0, "act")


def test_the_lead_must_hold_against_every_other_player():
    """P10.1: seat 2 is far behind, seat 1 is not."""
    t = leader(3, 3, 0).do("c101")

    assert points(t) == [6, 3, 0]
    assert not t.p.over


def test_a_lead_of_four_over_all_of_three():
    """P10.1."""
    t = leader(3, 2, 2).do("c101")

    assert points(t) == [6, 2, 2]
    assert winners(t) == [0]


def test_another_player_than_the_buyer_may_win():
    """P10.1."""
    t = Table().points(0, 2).tribes(1, "kabul").market(top=[101]).do("c101")

    assert points(t) == [1, 5]
    assert winners(t) == [1]


def test_an_old_lead_that_lasts_wins_after_the_check():
    """P10.1: both score 2."""
    t = Table().points(4, 0).market(top=[101]).do("c101")

    assert points(t) == [6, 2]
    assert winners(t) == [0]


def test_without_a_check_no_lead_wins():
    """P10.1."""
    t = Table().points(9, 0).do("stop")

    assert not t.p.over
    assert t.asked == (1, "act")


def test_two_leaders_do_not_win_at_once():
    """P10.1: nobody leads."""
    t = Table(players=3).points(6, 6, 0).market(top=[101]).do("c101")

    assert points(t) == [7, 7, 1]
    assert not t.p.over


def test_a_check_in_cleanup_may_end_the_game():
    """P10.1, P3.3.3."""
    t = leader(2, 0).do("stop")

    assert t.p.over and winners(t) == [0]


def test_instability_may_end_the_game():
    """P10.1, P3.4."""
    t = Table().points(2, 0).tribes(0, "kabul").market(top=[9, 101]).deck(102).do("stop")

    assert points(t) == [5, 1]
    assert t.p.over and winners(t) == [0]


def test_a_successful_check_may_end_the_game_with_the_blocks_gone():
    """P10.1, P9.7."""
    t = Table().armies("afghan", "kabul", 4).market(top=[101]).do("c101")

    assert points(t) == [5, 0]
    assert winners(t) == [0]
    assert t.blocks_in_supply("afghan") == 12


# ---- P10.2 the final check ---------------------------------------------------------------------------------


def final(*before: int) -> Table:
    """The fourth check is for sale; nobody has a cylinder in play, so all score the same."""
    return Table(players=len(before)).points(*before).market(top=[101]).checks_used(3)


def test_the_game_ends_after_the_final_check():
    """P10.2: a lead of one is enough."""
    t = final(1, 0).do("c101")

    assert points(t) == [5, 4]
    assert t.p.over
    assert winners(t) == [0]
    assert t.read()["result"]["end"] == "final_check"


@pytest.mark.parametrize("used", [0, 1, 2])
def test_an_earlier_check_does_not_end_it(used):
    """P10.2."""
    t = Table().points(1, 0).market(top=[101]).checks_used(used).do("c101")

    assert not t.p.over


def test_the_last_points_may_turn_the_game():
    """P10.2, P9.6: seat 1 gets 6, seat 0 gets 2."""
    t = final(3, 0).tribes(1, "kabul").do("c101")

    assert points(t) == [5, 6]
    assert winners(t) == [1]


def test_the_final_check_in_cleanup():
    """P10.2."""
    t = final(0, 1).do("stop")

    assert t.p.over and winners(t) == [1]


def test_the_final_check_by_instability():
    """P10.2, P3.4."""
    t = Table().points(0, 1).market(top=[9, 101]).deck(102).checks_used(2).do("stop")

    assert t.p.over and winners(t) == [1]


# ---- P10.3 ties --------------------------------------------------------------------------------------------


def test_a_full_tie_is_a_shared_victory():
    """P10.3."""
    t = final(0, 0).do("c101")

    assert points(t) == [4, 4]
    assert winners(t) == [0, 1]


def test_military_stars_break_the_tie():
    assert winners(final(0, 0).court(0, 98).court(1, 38).do("c101")) == [0]  # P10.3: 3 against 2


def test_the_stars_of_several_cards_are_added():
    assert winners(final(0, 0).court(0, 38).court(1, 15, 16, 17).do("c101")) == [1]  # P10.3: 2 against 3


def test_stars_of_other_suits_do_not_count():
    assert winners(final(0, 0).court(0, 63, 12).court(1, 16).do("c101")) == [1]  # P10.3


def test_military_cards_in_hand_do_not_count():
    assert winners(final(0, 0).hand(0, 98).court(1, 16).do("c101")) == [1]  # P10.3


def test_stars_come_before_rupees():
    assert winners(final(0, 0).rupees(9).court(1, 16).do("c101")) == [1]  # P10.3


def test_rupees_break_the_tie_of_stars():
    assert winners(final(0, 0).court(0, 38).court(1, 15, 16).rupees(5, seat=1).do("c101")) == [1]  # P10.3


def test_what_the_check_cost_is_missing_in_the_tie():
    """P10.3, P4.2: seat 0 paid one rupee for it."""
    t = Table().market(top=[9, 101]).checks_used(3).do("c101")

    assert points(t) == [4, 4]
    assert winners(t) == [1]


def test_points_come_before_stars_and_rupees():
    assert winners(final(0, 1).rupees(9).court(0, 98).do("c101")) == [1]  # P10.2, P10.3


def test_only_those_tied_for_the_win_are_compared():
    """P10.3: seat 2 has most stars and rupees but fewer points."""
    t = final(1, 1, 0).court(2, 98).rupees(9, seat=2).do("c101")

    assert points(t) == [3, 3, 2]
    assert winners(t) == [0, 1]


def test_two_of_three_may_share():
    """P10.3: seat 1 falls out by stars."""
    t = final(0, 0, 0).court(0, 16).court(2, 52).rupees(9, seat=1).do("c101")

    assert winners(t) == [0, 2]


def test_all_three_may_share():
    assert winners(final(0, 0, 0).do("c101")) == [0, 1, 2]  # P10.3
