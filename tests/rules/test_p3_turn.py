"""Chapter P3: the turn, its cleanup, the market and instability."""

from __future__ import annotations

import pytest

from tests.builders import Table

EMPTY = [None] * 6


def words(*cards: int) -> list[str]:
    return sorted(f"c{card}" for card in cards)


def row(*cards: int | None) -> list[int | None]:
    """A market row from the left; the rest is empty."""
    return [*cards, *EMPTY][:6]


def rupees(*amounts: int) -> list[int]:
    return [*amounts, *[0] * 6][:6]


def points(t: Table) -> list[int]:
    return [seat["points"] for seat in t.read()["seats"]]


# ---- P3.1 actions ------------------------------------------------------------------------------------------


def test_a_turn_has_two_actions():
    """P3.1: asked also with no action left, but then only the end is possible."""
    t = Table().market(top=[8, 9], bottom=[20]).do("c8")
    assert t.asked == (0, "act") and t.read()["actions_left"] == 1
    t.do("c20")

    assert t.asked == (0, "act") and t.read()["actions_left"] == 0
    assert t.legal == ["stop"]


@pytest.mark.parametrize("actions", [0, 1, 2])
def test_the_player_may_stop_at_any_time(actions):
    """P3.1."""
    t = Table().market(top=[8]).actions(actions).do("stop")

    assert t.asked == (1, "act")
    assert t.read()["actions_left"] == 2


def test_actions_may_be_of_any_kind():
    """P3.1: a purchase, then a play of the same card."""
    t = Table().market(top=[16]).do("c16", "c16")

    assert t.court_of(0) == [16]
    assert t.legal == ["stop"]


def test_bonus_actions_do_not_count():
    """P3.1, P6.2: a bonus between two actions, and one after them."""
    t = Table().favored("economic").court(0, 61, 8).market(top=[16], bottom=[20, 21]).put_rupees(1, 1, 4)

    t.do("c16", "c61", "c21", "stop", "c20", "c8", "c21", "stop")

    assert t.read()["actions_left"] == 0
    assert t.legal == ["stop"]


# ---- P3.2 start of turn ------------------------------------------------------------------------------------


def test_blackmail_comes_at_the_start_of_the_turn():
    """P3.2: after the cleanup of the turn before, before any action."""
    t = Table().court(1, 43).do("stop")
    assert t.asked == (1, "blackmail") and t.legal == ["c43", "stop"]

    t.do("stop")

    assert t.asked == (1, "act") and t.read()["actions_left"] == 2


# ---- P3.3.1 the court limit --------------------------------------------------------------------------------


def test_three_court_cards_may_stay():
    """P3.3.1."""
    t = Table().court(0, 9, 16, 29).do("stop")

    assert t.asked == (1, "act")
    assert t.court_of(0) == [9, 16, 29]


def test_a_fourth_court_card_must_go():
    """P3.3.1: a card of choice, onto the discard pile."""
    t = Table().court(0, 9, 16, 29, 61).do("stop")
    assert t.asked == (0, "discard_court")
    assert t.legal == words(9, 16, 29, 61)

    t.do("c16")

    assert t.court_of(0) == [9, 29, 61]
    assert t.where(16) == "discard"
    assert t.asked == (1, "act")


def test_the_limit_is_no_limit_during_the_turn():
    assert Table().court(0, 9, 16, 29, 61).hand(0, 48).can("c48", "left", "kabul-kandahar")  # P3.3.1


@pytest.mark.parametrize(
    ("politicians", "others"),
    [((57,), (9, 16, 29)), ((7,), (9, 16, 29, 61)), ((7, 57), (9, 16, 29, 61))],
)
def test_political_stars_raise_the_court_limit(politicians, others):
    """P3.3.1: 57 has one star, 7 has two."""
    assert Table().court(0, *politicians, *others).do("stop").asked == (1, "act")

    t = Table().court(0, *politicians, *others, 48).do("stop")
    assert t.asked == (0, "discard_court") and t.legal == words(*politicians, *others, 48)
    assert t.do("c48").asked == (1, "act")


def test_other_stars_do_not_raise_the_court_limit():
    assert Table().court(0, 1, 12, 98, 63).do("stop").asked == (
        0,
        "discard_court",
    )  # P3.3.1: three stars each


def test_the_court_limit_is_checked_again_after_each_discard():
    """P3.3.1: with Dost Mohammad (7, two stars) the limit of five goes down to three."""
    t = Table().court(0, 7, 9, 16, 29, 48, 61).do("stop", "c7")
    assert t.asked == (0, "discard_court") and t.legal == words(9, 16, 29, 48, 61)
    t.do("c9")
    assert t.asked == (0, "discard_court") and t.legal == words(16, 29, 48, 61)
    t.do("c16")

    assert t.court_of(0) == [29, 48, 61]
    assert t.asked == (1, "act")


def test_only_the_player_of_the_turn_cleans_up():
    """P3.3: seat 1 has too much, but it is not its turn that ended."""
    t = Table().court(1, 9, 16, 29, 61).hand(1, 10, 17, 28).do("stop")

    assert t.asked == (1, "act")
    assert len(t.court_of(1)) == 4 and len(t.hand_of(1)) == 3


# ---- P3.3.2 the hand limit ---------------------------------------------------------------------------------


def test_two_hand_cards_may_stay():
    assert Table().hand(0, 9, 16).do("stop").asked == (1, "act")  # P3.3.2


def test_a_third_hand_card_must_go():
    """P3.3.2: a card of choice; leverage is not repaid from hand (P8.2)."""
    t = Table().hand(0, 9, 14, 29).do("stop")
    assert t.asked == (0, "discard_hand")
    assert t.legal == words(9, 14, 29)

    t.do("c14")

    assert t.hand_of(0) == [9, 29] and t.where(14) == "discard"
    assert t.purse(0) == 4
    assert t.asked == (1, "act")


def test_several_hand_cards_go_one_by_one():
    """P3.3.2."""
    t = Table().hand(0, 9, 14, 29, 16).do("stop", "c9")
    assert t.asked == (0, "discard_hand") and t.legal == words(14, 16, 29)

    assert t.do("c29").asked == (1, "act")


@pytest.mark.parametrize(("spymasters", "limit"), [((18,), 3), ((21,), 4), ((1,), 5), ((18, 21), 5)])
def test_intelligence_stars_in_court_raise_the_hand_limit(spymasters, limit):
    """P3.3.2."""
    cards = (9, 14, 29, 16, 48, 61)

    assert Table().court(0, *spymasters).hand(0, *cards[:limit]).do("stop").asked == (1, "act")
    assert Table().court(0, *spymasters).hand(0, *cards[: limit + 1]).do("stop").asked == (0, "discard_hand")


def test_intelligence_stars_in_hand_do_not_help():
    assert Table().hand(0, 1, 9, 16).do("stop").asked == (0, "discard_hand")  # P3.3.2


def test_the_court_comes_before_the_hand():
    """P3.3.1, P3.3.2: the discarded card 18 has an intelligence star, which the hand needed."""
    t = Table().court(0, 18, 9, 16, 29).hand(0, 10, 17, 28).do("stop")
    assert t.asked == (0, "discard_court")
    t.do("c18")
    assert t.asked == (0, "discard_hand") and t.legal == words(10, 17, 28)

    assert t.do("c10").asked == (1, "act")


def test_a_kept_intelligence_card_keeps_the_hand():
    """P3.3.1, P3.3.2: the counterpart."""
    t = Table().court(0, 18, 9, 16, 29).hand(0, 10, 17, 28).do("stop", "c9")

    assert t.asked == (1, "act")
    assert t.hand_of(0) == [10, 17, 28]


# ---- P3.3.3 events in the leftmost column ------------------------------------------------------------------


@pytest.mark.parametrize("place", ["top", "bottom"])
def test_an_event_in_the_leftmost_column_is_discarded(place):
    """P3.3.3, E 105."""
    t = Table().market(**{place: [105]}).do("stop")

    assert t.where(105) == "discard"
    assert t.read()["favored"] == "military"
    assert t.market_cards() == [EMPTY, EMPTY]


@pytest.mark.parametrize(("top", "bottom", "favored"), [(105, 115, "intelligence"), (115, 105, "military")])
def test_the_top_row_comes_first(top, bottom, favored):
    """P3.3.3: the later one counts."""
    t = Table().favored("economic").market(top=[top], bottom=[bottom]).do("stop")

    assert t.read()["favored"] == favored


def test_an_event_elsewhere_stays():
    """P3.3.3."""
    t = Table().market(top=[8, 105]).do("stop")

    assert t.market_cards()[0] == row(8, 105)
    assert t.read()["favored"] == "political"


def test_a_court_card_in_the_leftmost_column_stays():
    assert Table().market(top=[8], bottom=[9]).do("stop").market_cards() == [row(8), row(9)]  # P3.3.3


def test_an_event_that_slides_or_is_drawn_there_waits_for_the_next_cleanup():
    """P3.3.3 comes before P3.3.4."""
    t = Table().market(top=[None, 105]).deck(115).do("stop")
    assert t.market_cards() == [row(105), row(115)]
    assert t.read()["favored"] == "political"

    t.do("stop")

    assert t.market_cards() == [EMPTY, EMPTY]
    assert t.read()["favored"] == "intelligence"


def test_rupees_on_a_discarded_event_stay_on_the_space():
    """P3.3.3, P3.3.4: the card that slides there takes them."""
    t = Table().market(top=[105, 8]).put_rupees(0, 0, 2).put_rupees(0, 1, 1).do("stop")

    assert t.market_cards()[0] == row(8)
    assert t.market_rupees()[0] == rupees(3)


def test_events_come_after_court_and_hand():
    """P3.3: the favored suit has not changed yet while the player discards."""
    t = Table().court(0, 9, 16, 29, 61).hand(0, 10, 17, 28).market(top=[105]).do("stop")
    assert t.asked == (0, "discard_court") and t.read()["favored"] == "political"
    t.do("c9")
    assert t.asked == (0, "discard_hand") and t.read()["favored"] == "political"
    t.do("c10")

    assert t.read()["favored"] == "military"


# ---- P3.3.4 sliding and drawing ----------------------------------------------------------------------------


def test_cards_slide_left_in_their_row_with_their_rupees():
    """P3.3.4."""
    t = Table().market(top=[None, 8, None, 9], bottom=[20, None, 21])
    t.put_rupees(0, 1, 2).put_rupees(0, 3, 1).put_rupees(1, 0, 4).do("stop")

    assert t.market_cards() == [row(8, 9), row(20, 21)]
    assert t.market_rupees() == [rupees(2, 1), rupees(4)]


def test_a_card_takes_the_rupees_of_the_space_it_slides_into():
    """P3.3.4."""
    t = Table().market(top=[8, None, 9]).put_rupees(0, 1, 3).put_rupees(0, 2, 1).do("stop")

    assert t.market_cards()[0] == row(8, 9)
    assert t.market_rupees()[0] == rupees(0, 4)


def test_rupees_on_an_empty_space_wait():
    """P3.3.4: no card came."""
    t = Table().market(top=[8]).put_rupees(0, 3, 2).do("stop")

    assert t.market_rupees()[0] == rupees(0, 0, 0, 2)


def test_the_deck_fills_column_by_column_top_row_first():
    """P3.3.4: as far as it lasts."""
    t = Table().market(top=[8], bottom=[20]).deck(9, 21, 10, 22, 11).do("stop")

    assert t.market_cards() == [row(8, 9, 10, 11), row(20, 21, 22)]
    assert t.read()["deck"] == []


def test_the_deck_fills_the_leftmost_gap_first():
    """P3.3.4: the bottom row is shorter; the rest stays in the deck."""
    t = Table().market(top=[8, 9, 10, 11, 12, 13], bottom=[20, 21, 22, None, 23]).deck(24, 25, 26).do("stop")

    assert t.market_cards()[1] == row(20, 21, 22, 23, 24, 25)
    assert t.read()["deck"] == [26]


def test_a_drawn_card_takes_the_rupees_of_its_space():
    """P3.3.4."""
    t = Table().market(top=[8]).put_rupees(1, 0, 2).put_rupees(0, 1, 1).deck(20, 9).do("stop")

    assert t.market_cards() == [row(8, 9), row(20)]
    assert t.market_rupees() == [rupees(0, 1), rupees(2)]


def test_the_market_is_refilled_after_purchases():
    """P3.3.4, P4.2: 10 slides to the second column; the rupee paid lies on card 8."""
    t = Table().market(top=[8, 9, 10], bottom=[20]).deck(21, 11).do("c9")
    assert t.market_cards()[0] == row(8, None, 10)

    t.do("stop")

    assert t.market_cards() == [row(8, 10, 11), row(20, 21)]
    assert t.market_rupees() == [rupees(1), rupees()]


# ---- P3.4 instability --------------------------------------------------------------------------------------


def test_a_second_check_drawn_resolves_one_check():
    """P3.4, P9.4: seat 0 alone has a cylinder in play."""
    t = Table().tribes(0, "kabul").market(top=[8, 102]).deck(101).do("stop")

    assert t.where(101) == "discard" and t.where(102) == "discard"
    assert points(t) == [3, 1]  # one check, not two
    assert t.asked == (1, "act")


def test_one_check_drawn_is_none():
    """P3.4."""
    t = Table().tribes(0, "kabul").market(top=[8]).deck(101).do("stop")

    assert t.market_cards() == [row(8), row(101)]
    assert points(t) == [0, 0]


def test_a_check_in_the_leftmost_column_is_gone_before_another_is_drawn():
    """P3.3.3 before P3.4: one check is resolved by its discard, the drawn one stays."""
    t = Table().tribes(0, "kabul").market(top=[102, 8], bottom=[9]).deck(101).do("stop")

    assert points(t) == [3, 1]
    assert t.where(102) == "discard"
    assert t.market_cards() == [row(8, 101), row(9)]


def test_instability_slides_and_draws_again():
    """P3.4: rupees that lay on the two checks stay on their spaces; card 9 slides into the first of them."""
    t = Table().market(top=[8, 102, 9, 10, 11, 12], bottom=[13, 14, 15, 16, 17]).deck(101, 18)
    t.put_rupees(0, 1, 2).put_rupees(1, 5, 1).put_rupees(0, 2, 1)

    t.do("stop")

    assert t.market_cards() == [row(8, 9, 10, 11, 12, 18), row(13, 14, 15, 16, 17)]
    assert t.market_rupees() == [rupees(0, 3), rupees(0, 0, 0, 0, 0, 1)]
    assert points(t) == [2, 2]  # nobody has a cylinder in play: (3 + 1) / 2
    assert t.asked == (1, "act")


def test_instability_comes_in_the_middle_of_drawing():
    """P3.4: the check is resolved at once; what was drawn before slides, too."""
    t = Table().market(top=[8, 102], bottom=[9]).deck(20, 10, 101, 11, 12).do("stop")

    # 20 to the second column below, 10 and 101 to the third; then 10 slides, 11 and 12 are drawn
    assert t.market_cards() == [row(8, 10, 11), row(9, 20, 12)]
    assert points(t) == [2, 2]


def test_two_checks_drawn_in_one_refill():
    """P3.4."""
    t = Table().deck(101, 102, 8, 9).do("stop")

    assert t.market_cards() == [row(8), row(9)]
    assert points(t) == [2, 2]


def test_instability_may_happen_twice():
    """P3.4: drawing again may bring two checks again; with the fourth the check is final, hence double."""
    t = Table().tribes(0, "kabul").deck(101, 102, 103, 104).do("stop")

    assert t.p.over
    assert points(t) == [3 + 6, 1 + 2]


def test_instability_with_the_fourth_check_is_final():
    """P3.4, P9.6, P10.2."""
    t = Table().checks_used(2).tribes(0, "kabul").market(top=[8, 102]).deck(101, 9).do("stop")

    assert t.p.over
    assert points(t) == [6, 2]


def test_instability_without_the_fourth_check_is_not_final():
    """P3.4: the second and third."""
    t = Table().checks_used(1).tribes(0, "kabul").market(top=[8, 102]).deck(101, 9).do("stop")

    assert not t.p.over
    assert points(t) == [3, 1]
    assert t.read()["checks_resolved"] == 3


# ---- P3.5 the next turn ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "seat", "following"), [(2, 0, 1), (2, 1, 0), (3, 1, 2), (3, 2, 0), (5, 4, 0)]
)
def test_the_next_seat_follows(players, seat, following):
    """P3.5: clockwise."""
    t = Table(players=players, turn=seat).do("stop")

    assert t.asked == (following, "act")
    assert t.read()["turn_seat"] == following


def test_cards_used_are_forgotten():
    """P3.5."""
    t = Table().court(0, 61).used(61).market(top=[20]).put_rupees(0, 0, 1)
    assert not t.can("c61")

    assert t.do("stop", "stop").can("c61")


def test_cards_paid_onto_are_forgotten():
    """P3.5."""
    t = Table().market(top=[20]).paid(20)
    assert not t.can("c20")

    t.do("stop")
    assert t.read()["this_turn"]["paid"] == []
    assert t.can("c20") and t.do("stop").can("c20")


def test_refused_bribes_are_forgotten():
    """P3.5."""
    t = Table().hand(0, 16).refused(16)
    assert not t.can("c16")

    assert t.do("stop", "stop").can("c16")


def test_pieces_placed_are_forgotten():
    """P3.5, P5.5."""
    t = Table().hand(0, 16).armies("afghan", "herat", 12).placed("armies", {"herat": {"afghan": 12}})
    assert t.copy().do("c16").asked == (0, "act")

    t.do("stop", "stop", "c16")

    assert t.asked == (0, "take_block") and t.legal == ["herat"]
