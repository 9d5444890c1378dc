"""Chapter P6.6: tax."""

from __future__ import annotations

import pytest

from tests.builders import Table

# ---- from players ------------------------------------------------------------------------------------------


def taxer() -> Table:
    """Seat 0 rules Kabul, where seat 1 has a card, and taxes with Karakul Sheep (61, rank 2).

    Each test below breaks one condition.
    """
    return Table(players=3).court(0, 61).tribes(0, "kabul").court(1, 16)


def test_taxer_may_tax():
    """P6.6: the first rupee must be taken, hence no stop."""
    t = taxer().do("c61")

    assert t.asked == (0, "tax")
    assert t.legal == ["p1"]


def test_tax_takes_rupees_from_a_player():
    """P6.6: one by one, at most the rank; then the action is over."""
    t = taxer().do("c61", "p1")
    assert (t.purse(0), t.purse(1)) == (5, 3)
    assert t.asked == (0, "tax") and t.legal == ["p1", "stop"]

    t.do("p1")

    assert (t.purse(0), t.purse(1)) == (6, 2)
    assert t.asked == (0, "act")


def test_tax_needs_a_ruler():
    assert not Table(players=3).court(0, 61).court(1, 16).can("c61")  # P6.6


def test_a_rival_with_as_many_tribes_prevents_tax():
    assert not taxer().tribes(2, "kabul").can("c61")  # P6.6, P8.6


def test_an_army_of_another_coalition_prevents_tax():
    assert not taxer().armies("russian", "kabul").can("c61")  # P6.6, P8.6


def test_tax_needs_a_court_card_of_the_ruled_region():
    assert not Table(players=3).court(0, 61).tribes(0, "kabul").court(1, 29).can("c61")  # P6.6


def test_a_card_in_hand_is_no_court_card():
    assert not Table(players=3).court(0, 61).tribes(0, "kabul").hand(1, 16).can("c61")  # P6.6


def test_tax_needs_rupees():
    assert not taxer().rupees(0, seat=1).can("c61")  # P6.6


def test_tax_is_not_taken_from_oneself():
    """P6.6: seat 0 has a card of the region it rules, but nobody else has."""
    assert not Table().court(0, 8).tribes(0, "kabul").can("c8")


def test_the_region_of_the_taxing_card_does_not_matter():
    assert taxer().can("c61", "p1")  # P6.6: card 61 is of Herat, the tribe in Kabul


def test_every_player_with_a_card_may_be_taxed():
    """P6.6."""
    t = taxer().court(2, 9).tribes(2, "punjab").do("c61")
    assert t.legal == ["p1", "p2"]

    t.do("p2", "p1")

    assert [t.purse(seat) for seat in range(3)] == [6, 3, 3]


def test_all_ruled_regions_count():
    """P6.6."""
    t = taxer().court(2, 29).tribes(0, "punjab").do("c61")

    assert t.legal == ["p1", "p2"]


# ---- shelter -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rupees", "taxed"), [(0, 0), (2, 0), (3, 1), (4, 2), (5, 2)])
def test_economic_stars_shelter_rupees(rupees, taxed):
    """P6.6: Money Lenders (14) have two economic stars."""
    t = taxer().court(1, 14).rupees(rupees, seat=1)
    assert t.can("c61") == (taxed > 0)

    if taxed:
        t.do("c61", *["p1"] * taxed)
        assert t.asked == (0, "act")  # also with one rupee: nothing more can be taken
        assert t.purse(1) == rupees - taxed


def test_the_stars_of_all_economic_cards_shelter():
    """P6.6: 2 + 2 stars, of any region."""
    assert not taxer().court(1, 14, 29).rupees(4, seat=1).can("c61")
    assert taxer().court(1, 14, 29).rupees(5, seat=1).can("c61")


def test_stars_of_other_suits_do_not_shelter():
    assert taxer().court(1, 98, 1).rupees(1, seat=1).can("c61", "p1")  # P6.6


def test_economic_cards_in_hand_do_not_shelter():
    assert taxer().hand(1, 14).rupees(1, seat=1).can("c61", "p1")  # P6.6


# ---- from the market ---------------------------------------------------------------------------------------


def test_tax_takes_rupees_from_any_market_card_with_rupees():
    """P6.6: no rule is needed."""
    t = Table().court(0, 61).market(top=[8, 20, 21], bottom=[22]).put_rupees(0, 1, 1).put_rupees(1, 0, 2)

    t.do("c61")
    assert t.legal == ["c20", "c22"]
    t.do("c20")
    assert t.legal == ["c22", "stop"]
    t.do("c22")

    assert t.market_rupees() == [[0] * 6, [1, 0, 0, 0, 0, 0]]
    assert t.purse(0) == 6
    assert t.asked == (0, "act")


def test_two_rupees_may_come_from_one_card():
    """P6.6."""
    t = Table().court(0, 61).market(top=[20]).put_rupees(0, 0, 3).do("c61", "c20", "c20")

    assert t.market_rupees()[0][0] == 1 and t.purse(0) == 6


def test_the_taxer_may_stop_after_the_first():
    """P6.6."""
    t = Table().court(0, 61).market(top=[20]).put_rupees(0, 0, 3).do("c61", "c20", "stop")

    assert t.asked == (0, "act")
    assert t.purse(0) == 5 and t.read()["actions_left"] == 1


def test_tax_ends_when_nothing_is_left():
    """P6.6: a lone stop is not asked."""
    t = Table().court(0, 61).market(top=[20]).put_rupees(0, 0, 1).do("c61", "c20")

    assert t.asked == (0, "act")


def test_tax_with_rank_one_takes_one_rupee():
    """P6.6, P6.1 with Shah's Guard (83)."""
    t = Table().court(0, 83).market(top=[20]).put_rupees(0, 0, 3).do("c83", "c20")

    assert t.asked == (0, "act") and t.purse(0) == 5


def test_rupees_on_an_empty_space_cannot_be_taxed():
    """P6.6."""
    t = Table().court(0, 61).market(top=[None, 20]).put_rupees(0, 0, 3)
    assert not t.can("c61")

    assert t.put_rupees(0, 1, 1).do("c61").legal == ["c20"]


def test_a_taxed_card_may_be_bought():
    """P6.6: nothing was placed on it (P4.3)."""
    assert Table().court(0, 61).market(top=[20]).put_rupees(0, 0, 1).do("c61", "c20").can("c20")


def test_one_rupee_from_a_player_and_one_from_the_market():
    """Rulebook example 4 (P6.6)."""
    t = taxer().court(1, 14).rupees(3, seat=1).market(top=[20]).put_rupees(0, 0, 2)

    t.do("c61")
    assert t.legal == ["c20", "p1"]
    t.do("p1")
    assert t.legal == ["c20", "stop"]  # the others are sheltered
    t.do("c20")

    assert (t.purse(0), t.purse(1)) == (6, 2)
    assert t.market_rupees()[0][0] == 1
