"""Chapter P8.1-P8.5: discards, leverage, overthrow and changing loyalty."""

from __future__ import annotations

from tests.builders import Table

# ---- P8.1 spies go home ------------------------------------------------------------------------------------


def test_discarding_a_court_card_returns_all_spies_on_it():
    """P8.1, with the court limit of P3.3.1."""
    t = Table().court(0, 9, 29, 48, 61).spy(0, on=9, n=2).spy(1, on=9).spy(1, on=29)

    t.do("stop")
    assert t.asked == (0, "discard_court")
    assert t.legal == sorted(["c9", "c29", "c48", "c61"])
    t.do("c9")

    assert t.where(9) == "discard"
    assert t.cylinders_in_supply(0) == 10
    assert t.cylinders_in_supply(1) == 9  # the spy on another card stays
    assert t.asked == (1, "act")


def test_a_betrayed_card_returns_the_spies_of_everybody():
    """P8.1, P6.10."""
    t = Table(players=3).court(0, 53).court(1, 9).spy(0, on=9).spy(1, on=9).spy(2, on=9, n=3)

    t.do("c53", "c9")

    assert [t.cylinders_in_supply(seat) for seat in range(3)] == [10, 10, 10]
    assert t.where(9) == "discard"


def test_discarding_from_hand_moves_no_spies():
    """P8.1 is about court cards; P3.3.2."""
    t = Table().hand(0, 10, 29, 48).court(0, 9).spy(1, on=9)

    t.do("stop", "c10")

    assert t.spies_on(9) == [0, 1]


# ---- P8.2 leverage -----------------------------------------------------------------------------------------


def betrayer() -> Table:
    """Seat 0 betrays the leveraged card 14 of seat 1, who can pay."""
    return Table().court(0, 53).court(1, 14, 9).hand(1, 20).spy(0, on=14)


def test_leverage_is_paid_to_the_bank():
    """P8.2."""
    t = betrayer().do("c53")
    assert t.asked == (0, "betray") and t.legal == ["c14"]

    t.do("c14")

    assert t.purse(1) == 2
    assert t.purse(0) == 2  # the cost of betraying, nothing more
    assert t.court_of(1) == [9] and t.hand_of(1) == [20]
    assert t.asked == (0, "act")


def test_exactly_two_rupees_are_enough():
    """P8.2."""
    t = betrayer().rupees(2, seat=1).do("c53", "c14")

    assert t.purse(1) == 0
    assert t.court_of(1) == [9] and t.hand_of(1) == [20]
    assert t.asked == (0, "act")


def test_each_missing_rupee_costs_a_card():
    """P8.2: one rupee paid, one card of hand or court."""
    t = betrayer().rupees(1, seat=1).do("c53", "c14")

    assert t.purse(1) == 0
    assert t.asked == (1, "discard_debt")
    assert t.legal == sorted(["c9", "c20"])  # never the loan card itself

    t.do("c20")
    assert t.where(20) == "discard"
    assert t.court_of(1) == [9]
    assert t.asked == (0, "act")


def test_nothing_paid_costs_two_cards():
    """P8.2."""
    t = betrayer().rupees(0, seat=1).do("c53", "c14", "c9")

    assert t.asked == (1, "discard_debt") and t.legal == ["c20"]
    t.do("c20")

    assert t.court_of(1) == [] and t.hand_of(1) == []
    assert t.asked == (0, "act")


def test_what_no_card_can_cover_is_forgiven():
    """P8.2: nothing is asked when there is nothing to name."""
    t = Table().court(0, 53).court(1, 14).spy(0, on=14).rupees(1, seat=1)

    t.do("c53", "c14")

    assert t.purse(1) == 0
    assert t.asked == (0, "act")


def test_half_a_debt_is_forgiven_with_the_last_card():
    """P8.2."""
    t = Table().court(0, 53).court(1, 14, 9).spy(0, on=14).rupees(0, seat=1)

    t.do("c53", "c14", "c9")

    assert t.court_of(1) == []
    assert t.asked == (0, "act")


def test_a_card_without_the_icon_costs_nothing():
    """P8.2."""
    t = Table().court(0, 53).court(1, 9).spy(0, on=9)

    t.do("c53", "c9")

    assert t.purse(1) == 4


def test_a_leveraged_card_in_hand_costs_nothing():
    """P8.2: only from court."""
    t = Table().hand(0, 14, 20, 21).do("stop")
    assert t.asked == (0, "discard_hand")

    t.do("c14")

    assert t.purse(0) == 4
    assert t.asked == (1, "act")


def test_leverage_in_cleanup():
    """P8.2, P3.3.1: the debt may shorten the court further."""
    t = Table().court(0, 30, 9, 29, 48).rupees(0).do("stop", "c30")

    assert t.asked == (0, "discard_debt")
    assert t.legal == sorted(["c9", "c29", "c48"])
    t.do("c9", "c48")

    assert t.court_of(0) == [29]
    assert t.asked == (1, "act")


def test_a_debt_chains_through_the_court():
    """P8.2: 14 costs two cards; naming the leveraged 30 adds two more."""
    t = Table().court(0, 53).court(1, 14, 30).hand(1, 20, 21, 22, 23).spy(0, on=14).rupees(0, seat=1)

    t.do("c53", "c14", "c30", "c20", "c21")
    assert t.asked == (1, "discard_debt") and t.legal == sorted(["c22", "c23"])
    t.do("c22")

    assert t.court_of(1) == [] and t.hand_of(1) == [23]
    assert t.asked == (0, "act")


def test_a_debt_does_not_chain_through_the_hand():
    """P8.2: the leveraged 30 is discarded from hand here."""
    t = Table().court(0, 53).court(1, 14, 9).hand(1, 30, 20).spy(0, on=14).rupees(0, seat=1)

    t.do("c53", "c14", "c30", "c20")

    assert t.court_of(1) == [9]
    assert t.asked == (0, "act")


def test_a_chain_is_forgiven_when_everything_is_gone():
    """P8.2: debts of 2 + 2 + 2 against four cards."""
    t = Table().court(0, 53).court(1, 14, 30, 46).hand(1, 20, 21).spy(0, on=14).rupees(0, seat=1)

    t.do("c53", "c14", "c30", "c20", "c21")
    assert t.asked == (1, "discard_debt") and t.legal == ["c46"]
    t.do("c46")

    assert t.court_of(1) == [] and t.hand_of(1) == []
    assert t.asked == (0, "act")


def test_a_named_court_card_returns_its_spies():
    """P8.2, P8.1."""
    t = betrayer().spy(0, on=9, n=2).rupees(1, seat=1).do("c53", "c14", "c9")

    assert t.cylinders_in_supply(0) == 10


def test_a_named_political_card_takes_its_tribes_along():
    """P8.2, P8.3."""
    t = Table().court(0, 53).court(1, 14, 7).tribes(1, "kabul", 2).spy(0, on=14).rupees(1, seat=1)

    t.do("c53", "c14", "c7")

    assert t.tribes_in("kabul") == [0, 0]
    assert t.cylinders_in_supply(1) == 10


def test_the_debt_comes_before_the_prize():
    """P8.2 at once, then P6.10: seat 0 betrays its own loan card."""
    t = Table().loyalty(0, "british").court(0, 53, 94).spy(0, on=94).hand(0, 20).rupees(3)

    t.do("c53", "c94")
    assert t.purse(0) == 0  # 2 for betraying, 1 of the leverage
    assert t.asked == (0, "discard_debt")
    assert t.legal == sorted(["c20", "c53"])

    t.do("c20")
    assert t.asked == (0, "prize") and t.legal == ["stop", "yes"]
    t.do("yes")

    assert t.where(94) == "prize 0"


# ---- P8.3 the last political card --------------------------------------------------------------------------


def betrayed_chief() -> Table:
    """Seat 0 betrays 7, the only Kabul political card of seat 1, who has two tribes there."""
    return Table().court(0, 53).court(1, 7).spy(0, on=7).tribes(1, "kabul", 2)


def test_losing_the_last_political_card_removes_the_tribes():
    """P8.3."""
    t = betrayed_chief().do("c53", "c7")

    assert t.tribes_in("kabul") == [0, 0]
    assert t.cylinders_in_supply(1) == 10


def test_another_political_card_of_the_region_holds_the_tribes():
    """P8.3."""
    t = betrayed_chief().court(1, 5).do("c53", "c7")

    assert t.tribes_in("kabul") == [0, 2]


def test_a_political_card_of_another_region_does_not_hold_them():
    """P8.3."""
    t = betrayed_chief().court(1, 75).tribes(1, "persia").do("c53", "c7")

    assert t.tribes_in("kabul") == [0, 0]
    assert t.tribes_in("persia") == [0, 1]
    assert t.court_of(1) == [75]


def test_a_card_of_another_suit_does_not_hold_them():
    """P8.3."""
    t = betrayed_chief().court(1, 9).do("c53", "c7")

    assert t.tribes_in("kabul") == [0, 0]


def test_losing_a_card_of_another_suit_harms_no_tribe():
    """P8.3."""
    t = betrayed_chief().court(1, 9).spy(0, on=9).do("c53", "c9")

    assert t.tribes_in("kabul") == [0, 2]


def test_only_the_tribes_of_the_loser_leave():
    """P8.3."""
    t = betrayed_chief().tribes(0, "kabul").do("c53", "c7")

    assert t.tribes_in("kabul") == [1, 0]


def test_losing_the_last_political_card_in_cleanup():
    """P8.3, P3.3.1: 7 is worth two places, so two more cards must go."""
    t = Table().court(0, 7, 9, 28, 29, 48, 61).tribes(0, "kabul").do("stop", "c7")

    assert t.tribes_in("kabul") == [0, 0]
    assert t.asked == (0, "discard_court")
    t.do("c9", "c28")
    assert t.court_of(0) == [29, 48, 61]
    assert t.asked == (1, "act")


# ---- P8.4 overthrow ----------------------------------------------------------------------------------------


def attacker() -> Table:
    """Seat 0 may remove the only Kabul tribe of seat 1, whose court holds one Kabul political card."""
    return Table().court(0, 38).armies("afghan", "kabul").court(1, 7, 9).tribes(1, "kabul")


def test_losing_the_last_tribe_in_a_battle_overthrows():
    """P8.4: a single card goes without a question."""
    t = attacker().do("c38", "kabul", "p1")

    assert t.tribes_in("kabul") == [0, 0]
    assert t.court_of(1) == [9]
    assert t.where(7) == "discard"
    assert t.asked == (0, "act")


def test_a_second_tribe_prevents_overthrow():
    """P8.4."""
    t = attacker().tribes(1, "kabul").do("c38", "kabul", "p1")

    assert t.tribes_in("kabul") == [0, 1]
    assert t.court_of(1) == [7, 9]


def test_overthrow_spares_political_cards_of_other_regions():
    """P8.4."""
    t = attacker().court(1, 75).tribes(1, "persia").do("c38", "kabul", "p1")

    assert t.court_of(1) == [9, 75]
    assert t.tribes_in("persia") == [0, 1]


def test_the_owner_orders_several_overthrown_cards():
    """P8.4: the last one goes by itself."""
    t = attacker().court(1, 5).do("c38", "kabul", "p1")

    assert t.asked == (1, "discard_overthrown")
    assert t.legal == sorted(["c5", "c7"])
    t.do("c7")

    assert t.court_of(1) == [9]
    assert t.asked == (0, "act")


def test_overthrow_is_settled_before_the_battle_goes_on():
    """P6.12, P8.4."""
    t = attacker().armies("afghan", "kabul").armies("british", "kabul").court(1, 5).do("c38", "kabul", "p1")

    assert t.asked == (1, "discard_overthrown")
    t.do("c5")

    assert t.asked == (0, "battle")
    assert t.legal == ["british", "stop"]


def test_spies_on_an_overthrown_card_return():
    """P8.4, P8.1."""
    t = attacker().spy(0, on=7, n=2).do("c38", "kabul", "p1")

    assert t.cylinders_in_supply(0) == 10


def poor_lord() -> Table:
    """Seat 1 has no rupee; overthrow in Punjab costs 26 and the leveraged 27."""
    return (
        Table()
        .court(0, 38)
        .armies("afghan", "punjab")
        .court(1, 26, 27, 9, 29)
        .tribes(1, "punjab")
        .rupees(0, seat=1)
        .do("c38", "punjab", "p1")
    )


def test_a_card_that_must_go_anyway_may_be_named_for_a_debt():
    """P8.2, P8.4."""
    t = poor_lord()
    assert t.asked == (1, "discard_overthrown") and t.legal == sorted(["c26", "c27"])

    t.do("c27")
    assert t.asked == (1, "discard_debt")
    assert t.legal == sorted(["c26", "c9", "c29"])
    t.do("c26")
    assert t.asked == (1, "discard_debt") and t.legal == sorted(["c9", "c29"])
    t.do("c9")

    assert t.court_of(1) == [29]
    assert t.asked == (0, "act")


def test_the_other_order_costs_a_card_more():
    """P8.2, P8.4: 27 follows by itself, and both debts fall on what is left."""
    t = poor_lord().do("c26")

    assert t.asked == (1, "discard_debt") and t.legal == sorted(["c9", "c29"])
    t.do("c29", "c9")

    assert t.court_of(1) == []
    assert t.asked == (0, "act")


def test_overthrow_by_riots():
    """P8.4, E1, E 109."""
    t = Table().market(top=[109]).court(1, 24, 9).tribes(1, "punjab", 2).do("stop")

    assert t.tribes_in("punjab") == [0, 0]
    assert t.court_of(1) == [9]
    assert t.asked == (1, "act")


def test_overthrow_by_a_moved_tribe():
    """P8.4, E3: Nationalism moves the last tribe out of Kabul."""
    t = (
        Table()
        .event(110, "purchase", seat=0)
        .court(0, 7, 63)
        .tribes(0, "kabul")
        .roads("afghan", "herat-kabul")
        .do("c63", "kabul", "herat")
    )

    assert t.court_of(0) == [63]
    assert t.tribes_in("herat") == [1, 0]
    assert t.asked == (0, "move_from") and t.legal == ["herat", "stop"]


def test_overthrow_by_a_taken_tribe():
    """P8.4, P5.5: the supply is empty and the tribe of Kabul is taken for Herat."""
    t = Table().court(0, 7, 9).tribes(0, "kabul").spy(0, on=9, n=6).gifts(0, 2, 4, 6).hand(0, 57)

    t.do("c57", "right")
    assert t.asked == (0, "take_cylinder")
    assert t.legal == sorted(["kabul", "c9", "gift2", "gift4", "gift6"])
    t.do("kabul")

    assert t.court_of(0) == [9, 57]
    assert t.tribes_in("kabul") == [0, 0] and t.tribes_in("herat") == [1, 0]
    assert t.asked == (0, "act")


def test_taking_a_spy_instead_overthrows_nobody():
    """P8.4, P5.5."""
    t = Table().court(0, 7, 9).tribes(0, "kabul").spy(0, on=9, n=6).gifts(0, 2, 4, 6).hand(0, 57)

    t.do("c57", "right", "c9")

    assert t.court_of(0) == [7, 9, 57]
    assert t.spies_on(9) == [5, 0]


def test_several_players_settle_in_turn_order():
    """P8.4: seat 1 is on turn, so seat 2 comes before seat 0."""
    t = (
        Table(players=3, turn=1)
        .market(top=[113])
        .court(0, 74, 77)
        .tribes(0, "persia")
        .court(2, 75, 76)
        .tribes(2, "persia")
        .do("stop")
    )

    assert t.tribes_in("persia") == [0, 0, 0]
    assert t.asked == (2, "discard_overthrown") and t.legal == sorted(["c75", "c76"])
    t.do("c75")
    assert t.court_of(2) == []
    assert t.asked == (0, "discard_overthrown") and t.legal == sorted(["c74", "c77"])
    t.do("c77")
    assert t.court_of(0) == []
    assert t.asked == (2, "act")


def test_a_debt_is_settled_before_the_next_player_settles():
    """P8.4, P8.2: seat 1 first names what the loan costs, then seat 2 orders its cards."""
    t = (
        Table(players=3)
        .loyalty(2, "afghan")
        .market(top=[109])
        .court(1, 26, 27)
        .hand(1, 9, 29)
        .tribes(1, "punjab")
        .rupees(0, seat=1)
        .court(2, 24, 25)
        .tribes(2, "punjab")
        .do("stop")
    )

    assert t.asked == (1, "discard_overthrown")
    t.do("c27")
    assert t.asked == (1, "discard_debt") and t.legal == sorted(["c26", "c9", "c29"])
    t.do("c26", "c9")
    assert t.hand_of(1) == [29]
    assert t.asked == (2, "discard_overthrown") and t.legal == sorted(["c24", "c25"])
    t.do("c24")
    assert t.asked == (1, "act")


# ---- P8.5 changing loyalty ---------------------------------------------------------------------------------


def turncoat() -> Table:
    """Afghan seat 0 is about to play the british patriot 51."""
    return Table().court(0, 11, 9).gifts(0, 2, 4).prizes(0, 4).hand(0, 51)


def test_a_patriot_of_another_coalition_changes_loyalty():
    """P8.5, P5.2: gifts, prizes and old patriots go; the played card stays."""
    t = turncoat().do("c51", "right")

    assert t.loyalty_of(0) == "british"
    assert t.cylinders_in_supply(0) == 10
    assert t.where(4) == "discard" and t.where(11) == "discard"
    assert t.court_of(0) == [9, 51]
    assert t.armies_in("kandahar", "british") == 1  # the icon follows the new loyalty
    assert t.armies_in("kandahar", "afghan") == 0


def test_a_patriot_of_the_own_coalition_changes_nothing():
    """P8.5."""
    t = turncoat().hand(0, 58).do("c58", "left")

    assert t.loyalty_of(0) == "afghan"
    assert t.court_of(0) == [58, 11, 9]
    assert t.where(4) == "prize 0"
    assert sorted(t.read()["seats"][0]["gifts"]) == [2, 4]


def test_a_card_that_is_no_patriot_changes_nothing():
    """P8.5."""
    t = turncoat().hand(0, 38).do("c38", "left")

    assert t.loyalty_of(0) == "afghan"
    assert t.court_of(0) == [38, 11, 9]
    assert t.where(4) == "prize 0"


def test_the_owner_orders_several_patriots():
    """P8.5: gifts and prizes first, then the patriots, and the dial last."""
    t = turncoat().court(0, 58).tribes(0, "herat").do("c51", "left")

    assert t.asked == (0, "discard_patriot")
    assert t.legal == sorted(["c11", "c58"])
    assert t.read()["seats"][0]["gifts"] == []
    assert t.where(4) == "discard"
    assert t.loyalty_of(0) == "afghan"

    t.do("c11")
    assert t.court_of(0) == [51, 9]
    assert t.tribes_in("herat") == [0, 0]  # P8.3
    assert t.loyalty_of(0) == "british"
    assert t.asked == (0, "act")


def test_spies_on_a_lost_patriot_return():
    """P8.5, P8.1."""
    t = turncoat().spy(1, on=11, n=2).do("c51", "left")

    assert t.cylinders_in_supply(1) == 10


def test_a_leveraged_patriot_is_paid_for():
    """P8.5, P8.2."""
    t = Table().court(0, 42).tribes(0, "kandahar").hand(0, 32).do("c32", "left")

    assert t.purse(0) == 2
    assert t.armies_in("punjab", "british") == 3


def poor_turncoat() -> Table:
    """Afghan seat 0 without rupees plays 32 and loses the leveraged patriot 42."""
    return Table().rupees(0).court(0, 42, 9).tribes(0, "kandahar").hand(0, 32, 29).do("c32", "right")


def test_the_played_patriot_may_be_named_for_the_debt():
    """P8.5, P8.2."""
    t = poor_turncoat()

    assert t.asked == (0, "discard_debt")
    assert t.legal == sorted(["c9", "c29", "c32"])


def test_a_played_patriot_thrown_away_has_no_icons():
    """P5.3: the loyalty changes, the armies do not come."""
    t = poor_turncoat().do("c32", "c29")

    assert t.where(32) == "discard"
    assert t.court_of(0) == [9]
    assert t.loyalty_of(0) == "british"
    assert t.armies_in("punjab", "british") == 0
    assert t.asked == (0, "act")


def test_a_played_patriot_that_stays_has_its_icons():
    """P5.3: the counterpart of the test above."""
    t = poor_turncoat().do("c9", "c29")

    assert t.court_of(0) == [32]
    assert t.armies_in("punjab", "british") == 3


def test_withdrawing_from_a_bribe_changes_no_loyalty():
    """P7.2, P8.5."""
    t = turncoat().tribes(1, "kandahar").do("c51", "left", "1", "stop")

    assert t.loyalty_of(0) == "afghan"
    assert t.hand_of(0) == [51]
    assert t.court_of(0) == [11, 9]
    assert t.read()["actions_left"] == 2


# ---- P8.5 in the middle of a betrayal ----------------------------------------------------------------------


def prize_hunter() -> Table:
    """Afghan seat 0 has betrayed 91, a russian prize, and is asked whether to take it."""
    return (
        Table()
        .court(0, 53, 11)
        .gifts(0, 2)
        .prizes(0, 4)
        .court(1, 91)
        .tribes(1, "transcaspia")
        .spy(0, on=91)
        .do("c53", "c91")
    )


def test_the_prize_is_offered_after_the_discard():
    """P6.10, P8.3."""
    t = prize_hunter()

    assert t.asked == (0, "prize") and t.legal == ["stop", "yes"]
    assert t.court_of(1) == []
    assert t.tribes_in("transcaspia") == [0, 0]


def test_a_prize_of_another_coalition_changes_loyalty():
    """P6.10, P8.5."""
    t = prize_hunter().do("yes")

    assert t.loyalty_of(0) == "russian"
    assert t.where(91) == "prize 0"
    assert t.where(4) == "discard" and t.where(11) == "discard"
    assert t.read()["seats"][0]["gifts"] == []
    assert t.court_of(0) == [53]
    assert t.asked == (0, "act")


def test_a_refused_prize_changes_nothing():
    """P6.10."""
    t = prize_hunter().do("stop")

    assert t.loyalty_of(0) == "afghan"
    assert t.where(91) == "discard"
    assert t.where(4) == "prize 0"
    assert t.court_of(0) == [53, 11]


def test_a_prize_of_the_own_coalition_costs_nothing():
    """P6.10, P8.5."""
    t = Table().court(0, 53, 11).gifts(0, 2).court(1, 10).spy(0, on=10).do("c53", "c10", "yes")

    assert t.loyalty_of(0) == "afghan"
    assert t.where(10) == "prize 0"
    assert t.court_of(0) == [53, 11]
    assert t.read()["seats"][0]["gifts"] == [2]


def test_the_betraying_card_may_itself_be_an_old_patriot():
    """P8.5, P8.3: 74 is an afghan patriot."""
    t = Table().court(0, 74).tribes(0, "persia").court(1, 91).tribes(1, "transcaspia").spy(0, on=91)

    t.do("c74", "c91", "yes")

    assert t.court_of(0) == []
    assert t.tribes_in("persia") == [0, 0]
    assert t.loyalty_of(0) == "russian"
    assert t.where(91) == "prize 0"


def test_a_betrayal_with_patriots_in_order_and_a_debt():
    """P8.5, P8.2: 42 is leveraged, the purse is empty after betraying, 11 must go anyway."""
    t = (
        Table()
        .rupees(2)
        .court(0, 53, 42, 11)
        .tribes(0, "kandahar")
        .court(1, 91)
        .tribes(1, "transcaspia")
        .spy(0, on=91)
        .do("c53", "c91", "yes")
    )

    assert t.asked == (0, "discard_patriot") and t.legal == sorted(["c11", "c42"])
    t.do("c42")
    assert t.asked == (0, "discard_debt") and t.legal == sorted(["c11", "c53"])
    t.do("c11")
    assert t.asked == (0, "discard_debt") and t.legal == ["c53"]
    t.do("c53")

    assert t.court_of(0) == []
    assert t.loyalty_of(0) == "russian"
    assert t.where(91) == "prize 0"
    assert t.asked == (0, "act")
