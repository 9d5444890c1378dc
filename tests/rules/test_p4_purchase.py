"""Chapter P4: purchase, the basic action that takes a card from the market."""

from __future__ import annotations

import pytest

from tests.builders import Table

ROW = [8, 9, 10, 11, 12, 13]
NOTHING = [[0] * 6, [0] * 6]


def words(*cards: int) -> list[str]:
    """What `act` offers: these cards and the end of the turn."""
    return sorted([f"c{card}" for card in cards] + ["stop"])


# ---- P4.1 cost and legality --------------------------------------------------------------------------------


def buyer() -> Table:
    """Seat 0 may buy the third card of the top row; each test below breaks one condition."""
    return Table().market(top=[8, 9, 10]).rupees(2)


def test_buyer_may_buy():
    """P4.1: and nothing but buying can be done."""
    t = buyer()
    assert t.asked == (0, "act")
    assert t.legal == words(8, 9, 10)


def test_buying_takes_the_card_into_hand_and_spends_an_action():
    """P4.1, P3.1."""
    t = buyer().do("c10")

    assert t.where(10) == "hand 0"
    assert t.market_cards()[0] == [8, 9, None, None, None, None]  # nothing slides before cleanup
    assert t.purse(0) == 0
    assert t.read()["actions_left"] == 1
    assert t.asked == (0, "act")


def test_buying_needs_the_full_cost():
    assert buyer().rupees(1).legal == words(8, 9)  # P4.1


def test_buying_needs_an_action():
    assert buyer().actions(0).legal == ["stop"]  # P3.1


def test_a_card_paid_onto_this_turn_cannot_be_bought():
    assert buyer().paid(10).legal == words(8, 9)  # P4.3


def test_a_card_in_the_deck_cannot_be_bought():
    assert not Table().deck(10).can("c10")  # P4.1


@pytest.mark.parametrize("rupees", range(6))
@pytest.mark.parametrize("row", [0, 1])
def test_the_cost_is_the_number_of_columns_to_the_left(row, rupees):
    """P4.1, in either row."""
    t = Table().market(**{("top", "bottom")[row]: ROW}).rupees(rupees)

    assert t.legal == words(*ROW[: rupees + 1])


@pytest.mark.parametrize(("rupees", "affordable"), [(0, 1), (1, 1), (2, 2), (4, 3), (5, 3), (9, 5), (10, 6)])
def test_the_cost_is_doubled_while_military_is_favored(rupees, affordable):
    """P4.1."""
    t = Table().market(top=ROW).rupees(rupees).favored("military")

    assert t.legal == words(*ROW[:affordable])


def test_rupees_on_the_card_do_not_help_to_pay_for_it():
    """P4.1: the full cost before receiving anything."""
    assert not buyer().rupees(1).put_rupees(0, 2, 5).can("c10")


# ---- P4.2 where the rupees go ------------------------------------------------------------------------------


def test_each_card_to_the_left_gets_a_rupee():
    """P4.2: in the same row only, not the bought card, not to its right."""
    t = Table().market(top=[8, 9, 10, 11], bottom=[20, 21, 22, 23]).rupees(4).do("c10")

    assert t.market_rupees() == [[1, 1, 0, 0, 0, 0], [0] * 6]
    assert t.purse(0) == 2


def test_the_bottom_row_pays_in_the_bottom_row():
    """P4.2."""
    t = Table().market(top=[8, 9, 10, 11], bottom=[20, 21, 22, 23]).rupees(4).do("c23")

    assert t.market_rupees() == [[0] * 6, [1, 1, 1, 0, 0, 0]]
    assert t.purse(0) == 1


def test_each_card_to_the_left_gets_two_rupees_while_military_is_favored():
    """P4.2."""
    t = Table().market(top=[8, 9, 10]).rupees(5).favored("military").do("c10")

    assert t.market_rupees() == [[2, 2, 0, 0, 0, 0], [0] * 6]
    assert t.purse(0) == 1


def test_rupees_add_up_on_a_card():
    """P4.2."""
    t = Table().market(top=[8, 9]).put_rupees(0, 0, 3).do("c9")

    assert t.market_rupees()[0][0] == 4


def test_the_first_column_is_free():
    """P4.1, P4.2."""
    t = Table().market(top=[8], bottom=[20]).rupees(0).do("c8", "c20")

    assert t.hand_of(0) == [8, 20]
    assert t.purse(0) == 0
    assert t.market_rupees() == NOTHING
    assert t.legal == ["stop"]  # both actions are spent


def test_a_gap_is_paid_in_the_other_row():
    """P4.2."""
    t = Table().market(top=[None, 9, 10], bottom=[20, 21]).do("c10")

    assert t.market_rupees() == [[0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0]]
    assert t.purse(0) == 2


def test_a_gap_is_paid_double_in_the_other_row_while_military_is_favored():
    """P4.2."""
    t = Table().market(top=[None, 9], bottom=[20]).favored("military").do("c9")

    assert t.market_rupees() == [[0] * 6, [2, 0, 0, 0, 0, 0]]
    assert t.purse(0) == 2


def test_a_gap_in_both_rows_pays_the_bank():
    """P4.2, ruling: the price stays the same."""
    t = Table().market(top=[None, 9, 10]).do("c10")

    assert t.market_rupees() == [[0, 1, 0, 0, 0, 0], [0] * 6]
    assert t.purse(0) == 2


def test_a_gap_in_both_rows_does_not_make_a_card_cheaper():
    assert not Table().market(top=[None, None, 10]).rupees(1).can("c10")  # P4.1, P4.2


def test_buying_twice_pays_around_the_gap():
    """Rulebook example 1 (P4.2-P4.4)."""
    t = Table(players=3).market(top=[8, 9, 10, 11], bottom=[20, 21, 22]).rupees(5).put_rupees(0, 3, 2)

    t.do("c10")
    assert t.market_rupees() == [[1, 1, 0, 2, 0, 0], [0] * 6]
    t.do("c11")

    assert t.market_rupees() == [[2, 2, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0]]
    assert t.purse(0) == 2  # 2 and 3 paid, 2 came with the card
    assert t.hand_of(0) == [10, 11]
    t.actions(1)
    assert t.legal == words(10, 11, 20, 21)  # two to play, two to buy; never 8, 9 and 22 (P4.3)


# ---- P4.3 cards paid onto ----------------------------------------------------------------------------------


def test_a_card_paid_onto_by_a_purchase_cannot_be_bought():
    """P4.3."""
    t = Table().market(top=[8, 9]).do("c9")

    assert t.read()["this_turn"]["paid"] == [8]
    assert t.legal == words(9)  # 9 may be played, 8 not bought


def test_a_card_paid_onto_in_the_other_row_cannot_be_bought():
    """P4.3, P4.2."""
    t = Table().market(top=[None, 9], bottom=[20]).do("c9")

    assert not t.can("c20")


def test_a_card_paid_onto_by_an_action_cannot_be_bought():
    """P4.3, P6.4."""
    t = Table().court(0, 12).market(top=[8, 9], bottom=[20, 21])
    assert t.can("c9") and t.can("c21")

    t.do("c12", "gift2")

    assert t.legal == words(8, 20)


def test_rupees_from_before_do_not_bar_a_purchase():
    """P4.3 is about this turn and this player."""
    assert Table().market(top=[8]).put_rupees(0, 0, 3).can("c8")


def test_the_next_player_may_buy_what_was_paid_onto():
    """P4.3, P4.4."""
    t = Table().market(top=[8, 9]).do("c9", "stop")
    assert t.asked == (1, "act")

    t.do("c8")

    assert t.purse(1) == 5


# ---- P4.4 rupees on the card -------------------------------------------------------------------------------


def test_rupees_on_the_card_come_with_it():
    """P4.4."""
    t = Table().market(top=[8, 9, 10]).put_rupees(0, 2, 3).rupees(2).do("c10")

    assert t.purse(0) == 3
    assert t.market_rupees() == [[1, 1, 0, 0, 0, 0], [0] * 6]


def test_rupees_on_other_cards_stay():
    """P4.4."""
    t = Table().market(top=[8], bottom=[20]).put_rupees(1, 0, 2).do("c8")

    assert t.purse(0) == 4
    assert t.market_rupees()[1][0] == 2


# ---- P4.5 events -------------------------------------------------------------------------------------------


def test_an_event_takes_effect_at_once_and_never_enters_the_hand():
    """P4.5 with card 113, three rupees from the bank."""
    t = Table().market(top=[8, 113]).do("c113")

    assert t.purse(0) == 4 - 1 + 3
    assert t.hand_of(0) == []
    assert t.where(113) == "discard"
    assert t.market_rupees() == [[1, 0, 0, 0, 0, 0], [0] * 6]
    assert t.read()["actions_left"] == 1


def test_the_gain_from_an_event_does_not_help_to_pay_for_it():
    assert not Table().market(top=[8, 9, 10, 113]).rupees(2).can("c113")  # P4.1


def test_rupees_on_an_event_come_with_it():
    """P4.4, P4.5."""
    assert Table().market(top=[113]).put_rupees(0, 0, 2).do("c113").purse(0) == 4 + 2 + 3


def test_a_lasting_event_stays_in_force():
    """P4.5 with card 109."""
    t = Table().market(top=[109]).do("c109")

    assert t.where(109) == "event"
    assert t.read()["events"] == [{"card": 109, "side": "purchase", "seat": 0, "target": None}]


def test_a_dominance_check_is_resolved_at_once():
    """P4.5, P9.4, P9.8: the tribe is a cylinder in play, nobody else has one."""
    t = Table().market(top=[101]).tribes(0, "kabul").do("c101")

    assert [seat["points"] for seat in t.read()["seats"]] == [3, 1]
    assert t.where(101) == "discard"
    assert t.asked == (0, "act") and t.read()["actions_left"] == 1


# ---- P4.6 Public Withdrawal --------------------------------------------------------------------------------


def test_public_withdrawal_cannot_be_purchased():
    assert Table().market(top=[111, 8]).legal == words(8)  # P4.6


def test_what_is_paid_onto_public_withdrawal_leaves_the_game():
    """P4.6: the cost is the usual one."""
    t = Table().market(top=[8, 111, 9]).do("c9")

    assert t.market_rupees() == [[1, 0, 0, 0, 0, 0], [0] * 6]
    assert t.purse(0) == 2


def test_public_withdrawal_makes_nothing_cheaper():
    assert not Table().market(top=[111, 8]).rupees(0).can("c8")  # P4.6


# ---- P4.7 cards that are not paid for ----------------------------------------------------------------------


def smugglers() -> Table:
    """Seat 0 has no rupees and Baluchi Smugglers (66), so herat cards cost nothing."""
    return Table().court(0, 66).market(top=[8, 61, 9], bottom=[20, 21]).rupees(0)


def test_what_is_not_paid_for_costs_nothing_and_places_nothing():
    """P4.7: so nothing was paid onto the first card."""
    t = smugglers()
    assert t.legal == words(8, 20, 61)

    t.do("c61")

    assert t.where(61) == "hand 0"
    assert t.purse(0) == 0 and t.market_rupees() == NOTHING
    assert t.can("c8")


def test_a_rich_player_does_not_pay_either():
    """P4.7."""
    t = smugglers().rupees(4).do("c61")

    assert t.purse(0) == 4 and t.market_rupees() == NOTHING


def test_rupees_on_a_card_not_paid_for_come_with_it():
    """P4.7, P4.4."""
    assert smugglers().put_rupees(0, 1, 2).do("c61").purse(0) == 2


def test_what_costs_nothing_is_not_doubled():
    assert smugglers().favored("military").can("c61")  # P4.7: twice nothing


def test_a_card_not_paid_for_still_spends_an_action():
    assert not smugglers().actions(0).can("c61")  # P4.7 changes the cost only
