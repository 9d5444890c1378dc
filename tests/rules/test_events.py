"""Chapter E: the event cards 101-116, both sides, alone and together."""

from __future__ import annotations

import pytest

from tests.builders import Table

REGIONS = ["transcaspia", "kabul", "persia", "herat", "kandahar", "punjab"]
SUITS = ["economic", "military", "political", "intelligence"]


def points(t: Table) -> list[int]:
    return list(t.p.points)


def actions_left(t: Table) -> int:
    return t.read()["actions_left"]


def favored(t: Table) -> str:
    return t.read()["favored"]


def rivals(players: int = 2) -> Table:
    """All players are russian with influence 1, the russians dominate, a check is for sale."""
    t = Table(players=players).armies("russian", "herat", 4).market(top=[101])
    for seat in range(players):
        t.loyalty(seat, "russian")
    return t


# ---- all events --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [101, 102, 103, 104])
def test_a_check_is_the_same_on_both_sides(card):
    """E 101-104, P9.1."""
    t = Table().market(top=[card]).tribes(1, "kabul")

    assert points(t.copy().do(f"c{card}")) == [1, 3]
    assert points(t.copy().do("stop")) == [1, 3]


@pytest.mark.parametrize("card", [105, 107, 109, 110, 112, 113])
def test_buying_an_event_spends_an_action_and_gives_no_card(card):
    """P4.5, E 105-113."""
    t = Table().market(top=[card]).do(f"c{card}")

    assert actions_left(t) == 1
    assert t.hand_of(0) == []
    assert t.asked == (0, "act")


def test_an_event_is_paid_for_and_brings_its_rupees():
    """P4.2, P4.4, P4.5, E 113: 1 paid, 2 lay on it, 3 from the bank."""
    t = Table().market(top=[9, 113]).put_rupees(0, 1, 2).do("c113")

    assert t.purse(0) == 8
    assert t.market_rupees()[0][:2] == [1, 0]


def test_rupees_on_a_discarded_event_stay_on_its_space():
    """P3.3.3, P3.3.4, E 105: the card that slides there takes them."""
    t = Table().market(top=[105, 9]).put_rupees(0, 0, 3).do("stop")

    assert t.market_cards()[0][0] == 9
    assert t.market_rupees()[0][0] == 3
    assert t.purse(0) == 4


def test_an_event_outside_the_leftmost_column_is_not_discarded():
    """P3.3.3, E 105."""
    t = Table().market(top=[9, 105]).do("stop")

    assert favored(t) == "political"
    assert t.where(105) == "market"


def test_both_events_of_the_leftmost_column_go_top_row_first():
    """P3.3.3, E 105, E 115: the bottom one has the last word."""
    assert favored(Table().market(top=[105], bottom=[115]).do("stop")) == "intelligence"
    assert favored(Table().market(top=[115], bottom=[105]).do("stop")) == "military"


LASTING = [
    (105, "purchase", 0, None),
    (106, "discard", None, None),
    (106, "purchase", 0, None),
    (107, "discard", None, None),
    (107, "purchase", 0, None),
    (108, "purchase", 0, 1),
    (109, "purchase", 0, None),
    (110, "purchase", 0, None),
    (112, "purchase", 0, None),
    (115, "purchase", 0, None),
]


@pytest.mark.parametrize(("card", "side", "seat", "target"), LASTING)
def test_a_lasting_event_ends_with_the_next_check(card, side, seat, target):
    """E, P9.7."""
    t = Table().event(card, side, seat=seat, target=target).market(top=[101]).do("c101")

    assert t.read()["events"] == []
    assert t.where(card) == "discard"


@pytest.mark.parametrize(("card", "side", "seat", "target"), LASTING)
def test_a_lasting_event_outlives_turns_without_a_check(card, side, seat, target):
    """E, P3.5."""
    t = Table().event(card, side, seat=seat, target=target).do("stop", "stop")

    assert t.read()["events"] == [{"card": card, "side": side, "seat": seat, "target": target}]


@pytest.mark.parametrize("card", [105, 109, 110, 112, 113, 115, 116])
def test_a_momentary_discard_leaves_the_card_in_the_discard_pile(card):
    """E."""
    t = Table().market(top=[card]).do("stop")

    assert t.where(card) == "discard"
    assert t.read()["events"] == []


# ---- 105, 115, 116 favored suit ----------------------------------------------------------------------------


@pytest.mark.parametrize(("card", "suit"), [(105, "military"), (115, "intelligence"), (116, "political")])
def test_a_discarded_event_changes_the_favored_suit(card, suit):
    """E 105, E 115, E 116."""
    assert favored(Table().favored("economic").market(top=[card]).do("stop")) == suit


def test_military_favor_doubles_the_next_players_prices():
    """E 105, P4.1, P4.2."""
    t = Table().market(top=[105, 9, 10]).do("stop", "c10")

    assert t.purse(1) == 2
    assert t.market_rupees()[0][0] == 2


def tactician() -> Table:
    """New Tactics of seat 0, who may battle with the military card 38."""
    return (
        Table()
        .event(105, "purchase", seat=0)
        .court(0, 38)
        .armies("afghan", "kabul")
        .armies("british", "kabul")
    )


def test_new_tactics_makes_military_cards_a_bonus():
    """E 105, P6.2."""
    assert actions_left(tactician().do("c38", "kabul", "british")) == 2
    assert tactician().actions(0).can("c38", "kabul", "british")


def test_new_tactics_by_purchase():
    """E 105: the favored suit itself does not change."""
    t = Table().court(0, 38).armies("afghan", "kabul").armies("british", "kabul").market(top=[105])

    t.do("c105", "c38", "kabul", "british")

    assert actions_left(t) == 1
    assert favored(t) == "political"
    assert t.read()["events"] == [{"card": 105, "side": "purchase", "seat": 0, "target": None}]


def test_new_tactics_is_for_the_buyer_only():
    """E 105."""
    t = Table().event(105, "purchase", seat=1).court(0, 38)
    t.armies("afghan", "kabul").armies("british", "kabul")

    assert not t.copy().actions(0).can("c38")
    assert actions_left(t.do("c38", "kabul", "british")) == 1


def test_new_tactics_is_for_military_cards_only():
    """E 105: 61 is economic."""
    t = tactician().court(0, 61).market(top=[9]).put_rupees(0, 0, 2).actions(0)

    assert t.legal == ["c38", "stop"]


def test_new_tactics_leaves_the_favored_suit_favored():
    """E 105, P6.2: political 75 taxes as a bonus."""
    t = tactician().court(0, 75).tribes(0, "persia").market(top=[9]).put_rupees(0, 0, 2).actions(0)

    assert t.legal == sorted(["c38", "c75", "stop"])


def test_new_tactics_does_not_double_prices():
    """E 105, P4.1."""
    assert tactician().market(top=[9, 10]).do("c10").purse(0) == 3


def test_new_tactics_is_over_after_a_check():
    """E 105, P9.7."""
    t = tactician().market(top=[101]).do("c101", "c38", "kabul", "british")

    assert actions_left(t) == 0


# ---- 106 Koh-i-noor Recovered, Embarrassment of Riches -----------------------------------------------------


def test_gifts_without_an_event():
    assert points(rivals().gifts(0, 2).court(1, 86, 87).do("c101")) == [3, 5]  # P9.3: 2 against 3


def test_koh_i_noor_adds_one_for_each_gift_of_the_buyer():
    """E 106: 3 against 3, and 5 against 4."""
    t = rivals().event(106, "purchase", seat=0).gifts(0, 2).court(1, 86, 87)
    assert points(t.copy().do("c101")) == [4, 4]

    assert points(t.gifts(0, 4).gifts(1, 2).do("c101")) == [5, 3]


def test_koh_i_noor_adds_nothing_for_others():
    """E 106."""
    t = rivals().event(106, "purchase", seat=1).gifts(0, 2).court(1, 86)

    assert points(t.do("c101")) == [4, 4]


def test_koh_i_noor_adds_nothing_without_gifts():
    assert points(rivals().event(106, "purchase", seat=0).do("c101")) == [4, 4]  # E 106


def test_koh_i_noor_by_purchase():
    """E 106."""
    t = rivals().market(bottom=[106]).gifts(0, 2).gifts(1, 6).do("c106")
    assert t.where(106) == "event"

    assert points(t.do("c101")) == [5, 3]


def test_embarrassment_of_riches_by_discard():
    """E 106: gifts of all players are worth nothing; seat 1 buys the check."""
    t = Table().loyalty(0, "russian").loyalty(1, "russian").armies("russian", "herat", 4)
    t.market(top=[106, 101]).gifts(0, 2, 4, 6).gifts(1, 2).do("stop")
    assert t.read()["events"] == [{"card": 106, "side": "discard", "seat": None, "target": None}]

    t.do("c101")

    assert points(t) == [4, 4]


def test_embarrassment_of_riches_leaves_prizes_and_patriots():
    """E 106: 3 against 1."""
    t = rivals().event(106, "discard").prizes(0, 1).court(0, 86).gifts(1, 2, 4, 6)

    assert points(t.do("c101")) == [5, 3]


def test_embarrassed_gifts_are_still_cylinders_in_play():
    """E 106, P9.4."""
    t = Table().event(106, "discard").gifts(0, 2).market(top=[101])

    assert points(t.do("c101")) == [3, 1]


# ---- 107 Disregard for Customs, Courtly Manners ------------------------------------------------------------


def guest() -> Table:
    """Seat 0 plays 9 in Kabul, where seat 1 rules with 2 tribes."""
    return Table().hand(0, 9).tribes(1, "kabul", 2)


def hostage() -> Table:
    """Seat 0 taxes with 61, on which seat 1 has the only spy."""
    return Table().court(0, 61).spy(1, on=61).market(top=[10]).put_rupees(0, 0, 2)


@pytest.mark.parametrize(("setup", "word", "after"), [(guest, "c9", "road"), (hostage, "c61", "tax")])
def test_bribes_under_107(setup, word, after):
    """E 107, P7.1: who is asked for a bribe, and who is not."""
    assert setup().do(word).asked == (1, "demand")  # no event
    assert setup().event(107, "discard").do(word).asked == (0, after)  # nobody pays
    assert setup().event(107, "purchase", seat=0).do(word).asked == (0, after)  # not of the buyer
    assert setup().event(107, "purchase", seat=1).do(word).asked == (1, "demand")  # of others


def test_disregard_for_customs_moves_no_rupees():
    """E 107."""
    t = guest().event(107, "discard").do("c9", "kabul-punjab")

    assert t.purse(0) == 4 and t.purse(1) == 4
    assert t.roads_on("kabul-punjab", "afghan") == 1


def test_disregard_for_customs_by_discard_holds_in_the_next_turn():
    """E 107."""
    t = Table().market(top=[107]).hand(1, 9).tribes(0, "kabul", 2).do("stop", "c9")

    assert t.asked == (1, "road")


def test_courtly_manners_by_purchase():
    """E 107."""
    t = guest().market(top=[107]).do("c107", "c9")

    assert t.asked == (0, "road")


def test_courtly_manners_still_lets_the_buyer_receive_bribes():
    """E 107: seat 0 bought it, seat 1 plays in the region of seat 0."""
    t = Table(turn=1).event(107, "purchase", seat=0).hand(1, 9).tribes(0, "kabul").do("c9")

    assert t.asked == (0, "demand")


def test_courtly_manners_is_over_after_a_check():
    """E 107, P9.7."""
    t = guest().event(107, "purchase", seat=0).market(top=[101]).do("c101", "c9")

    assert t.asked == (1, "demand")


# ---- 108 Failure to Impress, Rumor -------------------------------------------------------------------------


def test_failure_to_impress_discards_all_prizes():
    """E 108."""
    t = Table().market(top=[108]).prizes(0, 4, 10).prizes(1, 34).gifts(0, 2).court(0, 11).do("stop")

    assert [t.where(card) for card in (4, 10, 34, 108)] == ["discard"] * 4
    assert t.court_of(0) == [11]
    assert t.read()["seats"][0]["gifts"] == [2]
    assert t.loyalty_of(0) == "afghan"


def test_rumor_names_another_player():
    """E 108."""
    t = Table(players=3).market(top=[108]).do("c108")

    assert t.asked == (0, "rumor")
    assert t.legal == ["p1", "p2"]
    t.do("p2")
    assert t.read()["events"] == [{"card": 108, "side": "purchase", "seat": 0, "target": 2}]
    assert t.asked == (0, "act")


def test_rumor_is_asked_also_with_one_other_player():
    """E 108, from the second seat."""
    t = Table(turn=1).market(top=[108]).do("c108")

    assert t.asked == (1, "rumor") and t.legal == ["p0"]


def test_rumor_makes_patriots_worthless():
    """E 108: 2 against 1 instead of 3."""
    t = rivals().event(108, "purchase", seat=0, target=1).gifts(0, 2).court(1, 86, 87)

    assert points(t.do("c101")) == [5, 3]


def test_rumor_hits_only_its_target():
    """E 108: seat 2 keeps 2 patriots, the buyer too."""
    t = rivals(players=3).event(108, "purchase", seat=0, target=1)
    t.court(0, 89).court(1, 86, 87, 95).court(2, 100, 84)

    assert points(t.do("c101")) == [3, 1, 5]


def test_rumor_leaves_gifts_and_prizes():
    """E 108: 3 against 2."""
    t = rivals().event(108, "purchase", seat=0, target=1).gifts(0, 2).gifts(1, 2).prizes(1, 1).court(1, 86)

    assert points(t.do("c101")) == [3, 5]


def test_rumor_with_koh_i_noor_of_the_same_buyer():
    """E 106, E 108: 3 against 1 instead of 2 against 3."""
    t = rivals().event(108, "purchase", seat=0, target=1).event(106, "purchase", seat=0)

    assert points(t.gifts(0, 2).court(1, 86, 87).do("c101")) == [5, 3]


def test_rumor_does_not_touch_the_koh_i_noor_of_its_target():
    """E 106, E 108: 3 against 3."""
    t = rivals().event(108, "purchase", seat=0, target=1).event(106, "purchase", seat=1)

    assert points(t.gifts(0, 2, 4).gifts(1, 2).court(1, 86).do("c101")) == [4, 4]


def test_rumor_with_embarrassment_of_riches():
    """E 106, E 108: 1 against 1."""
    t = rivals().event(108, "purchase", seat=0, target=1).event(106, "discard")

    assert points(t.gifts(0, 2, 4).court(1, 86, 87).do("c101")) == [4, 4]


# ---- 109, 110, 112, 113 riots ------------------------------------------------------------------------------

RIOTS = [
    (109, "punjab", "kabul-punjab"),
    (110, "herat", "herat-persia"),
    (112, "kabul", "herat-kabul"),
    (113, "persia", "herat-persia"),
]


@pytest.mark.parametrize(("card", "region", "border"), RIOTS)
def test_riots_remove_tribes_and_armies_but_no_roads(card, region, border):
    """E 109, E 110, E 112, E 113, E1."""
    t = Table().market(top=[card]).tribes(0, region, 2).tribes(1, region).roads("british", border)
    t.armies("afghan", region, 3).armies("british", region).armies("russian", region)
    t.tribes(0, "transcaspia").armies("afghan", "transcaspia").do("stop")

    assert t.tribes_in(region) == [0, 0]
    assert [t.armies_in(region, c) for c in ("afghan", "british", "russian")] == [0, 0, 0]
    assert t.roads_on(border, "british") == 1
    assert t.tribes_in("transcaspia") == [1, 0] and t.armies_in("transcaspia", "afghan") == 1
    assert t.cylinders_in_supply(0) == 9 and t.cylinders_in_supply(1) == 10


@pytest.mark.parametrize(
    ("card", "region", "politician"),
    [(109, "punjab", 26), (110, "herat", 55), (112, "kabul", 7), (113, "persia", 75)],
)
def test_riots_overthrow(card, region, politician):
    """E1, P8.4: spies on the card return, a card of another suit stays."""
    t = Table().market(top=[card]).court(1, politician, 48).tribes(1, region).spy(0, on=politician).do("stop")

    assert t.court_of(1) == [48]
    assert t.where(politician) == "discard"
    assert t.cylinders_in_supply(0) == 10
    assert t.asked == (1, "act")


def test_riots_that_overthrow_two_cards_ask_for_their_order():
    """E1, P8.4, E 112."""
    t = Table().market(top=[112]).court(1, 5, 7).tribes(1, "kabul").do("stop")

    assert t.asked == (1, "discard_overthrown") and t.legal == sorted(["c5", "c7"])
    assert t.do("c5").court_of(1) == []


def test_riots_come_after_the_court_limit():
    """P3.3: the court is counted before the riots, with the stars of 7."""
    t = Table().market(top=[112]).court(0, 7, 9, 28, 29, 48).tribes(0, "kabul").do("stop")

    assert t.court_of(0) == [9, 28, 29, 48]  # four cards are left until the next cleanup
    assert t.asked == (1, "act")


# ---- 109 Conflict Fatigue ----------------------------------------------------------------------------------


def fatigue() -> Table:
    """Two afghan blocks against none, and Conflict Fatigue bought by seat 1."""
    return Table().event(109, "purchase", seat=1).armies("afghan", "herat", 2).market(top=[101])


def test_two_more_blocks_suffice():
    assert points(fatigue().do("c101")) == [5, 0]  # E 109, P9.2


def test_without_conflict_fatigue_they_do_not():
    assert points(Table().armies("afghan", "herat", 2).market(top=[101]).do("c101")) == [2, 2]  # P9.2


def test_one_more_block_does_not_suffice():
    assert points(fatigue().armies("russian", "herat").do("c101")) == [2, 2]  # E 109


def test_conflict_fatigue_serves_every_coalition():
    assert points(fatigue().armies("british", "herat", 4).do("c101")) == [0, 5]  # E 109


def test_conflict_fatigue_by_purchase():
    """E 109, P9.3: the blocks leave as after any success."""
    t = Table().armies("afghan", "herat", 2).market(top=[109], bottom=[101]).do("c109", "c101")

    assert points(t) == [5, 0]
    assert t.blocks_in_supply("afghan") == 12


# ---- 110 Nationalism ---------------------------------------------------------------------------------------


def nationalist() -> Table:
    """Seat 0 (afghan) may move its tribe from Kabul to Herat with 63."""
    t = Table().event(110, "purchase", seat=0).court(0, 63)
    return t.tribes(0, "kabul").roads("afghan", "herat-kabul")


def test_nationalism_moves_tribes_over_loyal_roads():
    """E 110, E3."""
    t = nationalist().do("c63")
    assert t.asked == (0, "move_from") and t.legal == ["kabul"]
    t.do("kabul")
    assert t.asked == (0, "move_to") and t.legal == ["herat"]
    t.do("herat")

    assert t.tribes_in("kabul") == [0, 0] and t.tribes_in("herat") == [1, 0]
    assert t.asked == (0, "move_from") and t.legal == ["herat", "stop"]


def test_tribes_do_not_move_without_nationalism():
    assert not Table().court(0, 63).tribes(0, "kabul").roads("afghan", "herat-kabul").can("c63")  # P6.9


def test_tribes_do_not_move_with_the_nationalism_of_another():
    t = Table().event(110, "purchase", seat=1).court(0, 63).tribes(0, "kabul").roads("afghan", "herat-kabul")
    assert not t.can("c63")  # E 110


def test_tribes_need_a_road():
    t = Table().event(110, "purchase", seat=0).court(0, 63).tribes(0, "kabul")
    assert not t.can("c63")  # E3


def test_tribes_need_a_road_of_the_own_loyalty():
    t = Table().event(110, "purchase", seat=0).court(0, 63).tribes(0, "kabul").roads("british", "herat-kabul")
    assert not t.can("c63")  # E3


def test_tribes_of_others_do_not_move():
    t = Table().event(110, "purchase", seat=0).court(0, 63).tribes(1, "kabul").roads("afghan", "herat-kabul")
    assert not t.can("c63")  # E 110


def test_army_or_tribe_is_asked_where_both_stand():
    """E 110."""
    t = nationalist().armies("afghan", "kabul").do("c63", "kabul")

    assert t.asked == (0, "move_what") and t.legal == ["afghan", "p0"]
    assert t.copy().do("afghan", "herat").armies_in("herat", "afghan") == 1
    assert t.copy().do("p0", "herat").tribes_in("herat") == [1, 0]


def test_army_or_tribe_is_not_asked_without_nationalism():
    """P6.9."""
    t = Table().court(0, 63).tribes(0, "kabul").armies("afghan", "kabul").roads("afghan", "herat-kabul")

    assert t.do("c63", "kabul").asked == (0, "move_to")


def test_moving_the_last_tribe_away_overthrows():
    """E3, P8.4."""
    t = nationalist().court(0, 7).do("c63", "kabul", "herat")

    assert t.court_of(0) == [63]


def test_moving_one_of_two_tribes_overthrows_nobody():
    """E3, P8.4."""
    t = nationalist().tribes(0, "kabul").court(0, 7).do("c63", "kabul", "herat")

    assert t.court_of(0) == [63, 7]
    assert t.tribes_in("kabul") == [1, 0]


def test_nationalism_with_indian_supplies_needs_no_road():
    """E3, A indian_supplies: 51 is a british patriot."""
    t = Table().loyalty(0, "british").event(110, "purchase", seat=0).court(0, 51, 63).tribes(0, "kabul")

    t.do("c63", "kabul")

    assert t.asked == (0, "move_to")
    assert t.legal == sorted(["herat", "kandahar", "punjab", "transcaspia"])


def test_indian_supplies_alone_moves_no_tribes():
    """E3, A indian_supplies."""
    assert not Table().loyalty(0, "british").court(0, 51, 63).tribes(0, "kabul").can("c63")


def test_nationalism_battles_with_tribes():
    """E 110, E3, P6.11."""
    t = Table().event(110, "purchase", seat=0).court(0, 38).tribes(0, "kabul").armies("british", "kabul", 2)
    t.do("c38")
    assert t.asked == (0, "battle_site") and t.legal == ["kabul"]
    t.do("kabul", "british")

    assert t.armies_in("kabul", "british") == 1
    assert t.asked == (0, "act")  # one tribe, one piece


def test_tribes_do_not_battle_without_nationalism():
    assert not Table().court(0, 38).tribes(0, "kabul").armies("british", "kabul").can("c38")  # P6.11


def test_tribes_and_armies_add_up_for_the_battle_limit():
    """E3: 1 + 1, within rank 2."""
    t = Table().event(110, "purchase", seat=0).court(0, 38)
    t.tribes(0, "kabul").armies("afghan", "kabul").armies("british", "kabul", 3)

    t.do("c38", "kabul", "british")
    assert t.asked == (0, "battle") and t.legal == ["british", "stop"]
    t.do("british")

    assert t.armies_in("kabul", "british") == 1
    assert t.asked == (0, "act")


def test_rank_still_limits_a_battle_of_tribes():
    """E3, P6.11: three tribes, rank 1 (51)."""
    t = Table().loyalty(0, "british").event(110, "purchase", seat=0).court(0, 51)
    t.tribes(0, "kabul", 3).armies("russian", "kabul", 3).do("c51", "kabul", "russian")

    assert t.armies_in("kabul", "russian") == 2
    assert t.asked == (0, "act")


def test_nationalism_by_purchase_and_after_a_check():
    """E 110, P9.7."""
    t = Table().court(0, 63).tribes(0, "kabul").roads("afghan", "herat-kabul").market(top=[110])

    t.do("c110")
    assert t.can("c63", "kabul", "herat")
    assert not nationalist().market(top=[101]).do("c101").can("c63")


# ---- 111 Public Withdrawal ---------------------------------------------------------------------------------


def test_public_withdrawal_cannot_be_purchased():
    """E 111, P4.6."""
    assert Table().market(top=[111]).legal == ["stop"]


def test_public_withdrawal_is_discarded_without_effect():
    """E 111."""
    t = Table().market(top=[111, 9]).do("stop")

    assert t.where(111) == "discard"
    assert t.market_cards()[0][0] == 9
    assert points(t) == [0, 0] and t.purse(0) == 4


def test_a_rupee_paid_onto_public_withdrawal_leaves_the_game():
    """E 111, P4.6, P4.2."""
    t = Table().market(top=[111, 9, 10]).do("c10")

    assert t.purse(0) == 2
    assert t.market_rupees()[0][:3] == [0, 1, 0]


def test_the_price_past_public_withdrawal_must_be_owned():
    assert not Table().rupees(0).market(top=[111, 9]).can("c9")  # P4.1, P4.6


def test_a_gap_is_paid_onto_public_withdrawal_in_the_other_row():
    """E 111, P4.2, P4.6."""
    t = Table().market(top=[None, 9], bottom=[111]).do("c9")

    assert t.purse(0) == 3
    assert t.market_rupees() == [[0] * 6, [0] * 6]


def test_an_action_cost_paid_onto_public_withdrawal_leaves_the_game():
    """E 111, P4.6, P6.4: the bottom half is lost, nothing goes further left."""
    t = Table().rupees(2).court(0, 17).tribes(0, "kabul").market(top=[9], bottom=[10, 111]).do("c17", "kabul")

    assert t.purse(0) == 0
    assert t.market_rupees()[0][:2] == [1, 0]
    assert t.market_rupees()[1][:2] == [0, 0]


@pytest.mark.parametrize(("card", "left"), [(111, 0), (9, 2)])
def test_sliding_into_rupees(card, left):
    """E 111, P4.6, P3.3.4: an ordinary card takes them, Public Withdrawal destroys them."""
    t = Table().market(top=[None, card]).put_rupees(0, 0, 2).do("stop")

    assert t.market_cards()[0][:2] == [card, None]
    assert t.market_rupees()[0][:2] == [left, 0]


@pytest.mark.parametrize(("card", "left"), [(111, 0), (9, 2)])
def test_being_drawn_onto_rupees(card, left):
    """E 111, P4.6, P3.3.4."""
    t = Table().put_rupees(0, 0, 2).deck(card).do("stop")

    assert t.market_cards()[0][0] == card
    assert t.market_rupees()[0][0] == left


def test_public_withdrawal_has_nothing_to_tax():
    """E 111, P6.6: the only rupee was paid onto it."""
    t = Table().court(0, 61).market(top=[111, 9]).do("c9")

    assert not t.can("c61")


# ---- 112 Nation Building -----------------------------------------------------------------------------------


def builder(rupees: int) -> Table:
    """Seat 0 rules Kabul and builds with 17 under its own Nation Building."""
    return Table().event(112, "purchase", seat=0).court(0, 17).tribes(0, "kabul").rupees(rupees)


def test_two_rupees_pay_for_two_blocks():
    """E2, E 112."""
    t = builder(2).do("c17", "kabul")
    assert t.purse(0) == 0
    assert t.asked == (0, "build")
    assert "stop" in t.legal and "kabul-punjab" in t.legal
    t.do("kabul-punjab")

    assert t.armies_in("kabul", "afghan") == 1
    assert t.roads_on("kabul-punjab", "afghan") == 1
    assert t.asked == (0, "act")


def test_at_most_six_blocks():
    """E2: 6 rupees of 8."""
    t = builder(8).do("c17", *["kabul"] * 6)

    assert t.armies_in("kabul", "afghan") == 6
    assert t.purse(0) == 2
    assert t.asked == (0, "act")


def test_an_odd_block_costs_two_rupees():
    """E2: three blocks for 4."""
    t = builder(6).do("c17", "kabul", "kabul", "kabul", "stop")

    assert t.armies_in("kabul", "afghan") == 3
    assert t.purse(0) == 2


def test_the_second_block_of_a_pair_may_be_left_out():
    """E2: up to two."""
    t = builder(4).do("c17", "kabul", "stop")

    assert t.armies_in("kabul", "afghan") == 1
    assert t.purse(0) == 2


def test_nation_building_pays_into_the_market_once_for_two():
    """E2, P6.4."""
    t = builder(4).market(top=[9, 10], bottom=[20, 21]).do("c17", *["kabul"] * 4)

    assert t.market_rupees()[0][:2] == [1, 1]
    assert t.market_rupees()[1][:2] == [1, 1]


def test_nation_building_is_for_the_buyer_only():
    """E 112."""
    t = Table().event(112, "purchase", seat=1).court(0, 17).tribes(0, "kabul").rupees(2).do("c17", "kabul")

    assert t.asked == (0, "act")


def test_one_rupee_builds_nothing():
    assert not builder(1).can("c17")  # E2, P6.8


def test_nation_building_by_purchase_and_after_a_check():
    """E 112, P9.7."""
    t = Table().court(0, 17).tribes(0, "kabul").rupees(2).market(top=[112])
    assert t.do("c112", "c17", "kabul").asked == (0, "build")

    assert builder(2).market(top=[101]).do("c101", "c17", "kabul").asked == (0, "act")


def test_nation_building_with_infrastructure():
    """E2, A infrastructure: six blocks and one more."""
    t = Table().event(112, "purchase", seat=0).court(0, 78).tribes(0, "persia").rupees(6)

    t.do("c78", *["persia"] * 6)
    assert t.asked == (0, "infrastructure")
    assert t.legal == sorted(["persia", "herat-persia", "persia-transcaspia"])
    t.do("persia")

    assert t.armies_in("persia", "afghan") == 7
    assert t.purse(0) == 0
    assert t.asked == (0, "act")


# ---- 113 Backing of Persian Aristocracy --------------------------------------------------------------------


def test_backing_of_persian_aristocracy_gives_three_rupees():
    """E 113."""
    t = Table().market(top=[113]).do("c113")

    assert t.purse(0) == 7 and t.purse(1) == 4
    assert t.where(113) == "discard"


# ---- 114 Confidence Failure, Other Persuasive Methods ------------------------------------------------------


def test_confidence_failure_goes_round_from_the_current_player():
    """E 114."""
    t = Table(players=3, turn=1).market(top=[114]).hand(0, 9, 10).hand(1, 20).hand(2, 29, 30).do("stop")

    assert t.asked == (1, "confidence") and t.legal == ["c20"]
    t.do("c20")
    assert t.asked == (2, "confidence") and t.legal == sorted(["c29", "c30"])
    t.do("c30")
    assert t.asked == (0, "confidence") and t.legal == sorted(["c9", "c10"])
    t.do("c10")

    assert [t.hand_of(seat) for seat in range(3)] == [[9], [], [29]]
    assert t.purse(2) == 4  # P8.2: no leverage from hand
    assert [t.where(card) for card in (10, 20, 30, 114)] == ["discard"] * 4
    assert t.asked == (2, "act")


def test_confidence_failure_passes_by_empty_hands():
    """E 114: only seat 0 has a card."""
    t = Table(players=3, turn=1).market(top=[114]).hand(0, 9).do("stop")

    assert t.asked == (0, "confidence")
    assert t.do("c9").asked == (2, "act")


def test_confidence_failure_with_empty_hands_asks_nobody():
    """E 114."""
    assert Table(players=3).market(top=[114]).court(0, 9).do("stop").asked == (1, "act")


def test_confidence_failure_comes_after_the_hand_limit():
    """E 114, P3.3."""
    t = Table().market(top=[114]).hand(0, 9, 10, 29).do("stop")

    assert t.asked == (0, "discard_hand")
    t.do("c9")
    assert t.asked == (0, "confidence") and t.legal == sorted(["c10", "c29"])
    assert t.do("c10").hand_of(0) == [29]


def test_other_persuasive_methods_exchanges_hands():
    """E 114."""
    t = Table(players=3).market(top=[114]).hand(0, 9).hand(1, 20).hand(2, 29, 30).do("c114")

    assert t.asked == (0, "persuade") and t.legal == ["p1", "p2"]
    t.do("p2")

    assert [t.hand_of(seat) for seat in range(3)] == [[29, 30], [20], [9]]
    assert t.where(114) == "discard"
    assert t.asked == (0, "act") and actions_left(t) == 1
    assert t.can("c29", "kabul-punjab")


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [([], [20, 21]), ([9, 10], []), ([], [])],
    ids=["own empty", "other empty", "both empty"],
)
def test_empty_hands_may_be_exchanged(mine, theirs):
    """E 114."""
    t = Table().market(top=[114]).hand(0, *mine).hand(1, *theirs).do("c114")
    assert t.asked == (0, "persuade") and t.legal == ["p1"]
    t.do("p1")

    assert t.hand_of(0) == theirs and t.hand_of(1) == mine
    assert t.asked == (0, "act")


# ---- 115 Pashtunwali Values --------------------------------------------------------------------------------


@pytest.mark.parametrize("suit", SUITS)
def test_pashtunwali_values_chooses_the_suit(suit):
    """E 115."""
    t = Table().market(top=[115]).do("c115")
    assert t.asked == (0, "pashtunwali") and t.legal == sorted(SUITS)
    t.do(suit)

    assert favored(t) == suit
    assert t.where(115) == "event"
    assert t.asked == (0, "act")


def test_a_suit_icon_without_pashtunwali():
    assert favored(Table().favored("economic").hand(0, 35).do("c35")) == "political"  # P5.3


@pytest.mark.parametrize("buyer", [0, 1])
def test_pashtunwali_ignores_the_icons_of_cards(buyer):
    """E 115, P5.3: whoever bought it; the other icons are resolved."""
    t = Table().event(115, "purchase", seat=buyer).favored("economic").hand(0, 35).do("c35")

    assert favored(t) == "economic"
    assert t.armies_in("punjab", "afghan") == 2


@pytest.mark.parametrize("card", [105, 116])
def test_pashtunwali_ignores_the_icons_of_events(card):
    """E 115, E 105, E 116."""
    t = Table().event(115, "purchase", seat=1).favored("economic").market(top=[card]).do("stop")

    assert favored(t) == "economic"
    assert t.where(card) == "discard"


def test_pashtunwali_is_over_after_a_check():
    """E 115, P9.7: the suit stays until an icon changes it."""
    t = Table().event(115, "purchase", seat=0).favored("economic").hand(0, 35).market(top=[101]).do("c101")
    assert favored(t) == "economic"

    assert favored(t.do("c35")) == "political"


def test_pashtunwali_may_double_prices():
    """E 115, P4.1."""
    t = Table().market(top=[115], bottom=[9, 10]).do("c115", "military", "c10")

    assert t.purse(0) == 2


# ---- 116 Rebuke --------------------------------------------------------------------------------------------


def test_rebuke_empties_one_region_of_choice():
    """E 116, E1: roads stay, other regions too."""
    t = Table().market(top=[116]).tribes(0, "kabul").tribes(1, "kabul", 2).tribes(1, "herat")
    t.armies("british", "kabul", 2).armies("afghan", "kabul").roads("british", "herat-kabul").do("c116")
    assert t.asked == (0, "rebuke") and t.legal == sorted(REGIONS)
    t.do("kabul")

    assert t.tribes_in("kabul") == [0, 0]
    assert t.armies_in("kabul", "british") == 0 and t.armies_in("kabul", "afghan") == 0
    assert t.roads_on("herat-kabul", "british") == 1
    assert t.tribes_in("herat") == [0, 1]
    assert t.where(116) == "discard"
    assert t.asked == (0, "act") and actions_left(t) == 1


def test_rebuke_overthrows():
    """E1, P8.4: the buyer is not spared."""
    t = Table().market(top=[116]).court(0, 6, 9).court(1, 7, 48).tribes(0, "kabul").tribes(1, "kabul")

    t.do("c116", "kabul")

    assert t.court_of(0) == [9] and t.court_of(1) == [48]
    assert t.asked == (0, "act")


def test_rebuke_settles_the_buyer_first():
    """E1, P8.4."""
    t = Table().market(top=[116]).court(0, 74, 77).court(1, 75, 76).tribes(0, "persia").tribes(1, "persia")

    t.do("c116", "persia")
    assert t.asked == (0, "discard_overthrown") and t.legal == sorted(["c74", "c77"])
    t.do("c74")
    assert t.asked == (1, "discard_overthrown") and t.legal == sorted(["c75", "c76"])
    t.do("c76")

    assert t.court_of(0) == [] and t.court_of(1) == []
    assert t.asked == (0, "act")


def test_rebuke_with_leverage():
    """E1, P8.4, P8.2: the buyer loses the leveraged 27 and cannot pay."""
    t = Table().rupees(1).market(top=[116]).court(0, 27, 9).tribes(0, "punjab").hand(0, 20)

    t.do("c116", "punjab")
    assert t.purse(0) == 0
    assert t.asked == (0, "discard_debt") and t.legal == sorted(["c20", "c9"])
    t.do("c20")

    assert t.court_of(0) == [9]
    assert t.asked == (0, "act")
