"""Chapter P6.1-P6.5: court cards in use, bonus actions, hostages, action costs and legality."""

from __future__ import annotations

import pytest

from tests.builders import Table

NOTHING = [0] * 6


# ---- P6.1 one action per card and turn ---------------------------------------------------------------------


def user() -> Table:
    """Seat 0 may tax with Karakul Sheep (61, economic, rank 2); each test below breaks one condition."""
    return Table().court(0, 61).market(top=[None, 20]).put_rupees(0, 1, 3).rupees(0)


def test_user_may_use_the_card():
    assert user().legal == ["c61", "stop"]  # P6.1


def test_using_spends_an_action():
    """P6.1, P3.1."""
    t = user().do("c61", "c20", "c20")

    assert t.read()["actions_left"] == 1
    assert t.asked == (0, "act")


def test_using_needs_an_action():
    assert user().actions(0).legal == ["stop"]  # P3.1


def test_a_card_acts_once_per_turn():
    """P6.1."""
    assert user().used(61).legal == ["stop"]
    assert not user().do("c61", "c20", "stop").can("c61")


def test_a_card_of_another_court_cannot_be_used():
    assert not Table().court(1, 61).market(top=[20]).put_rupees(0, 0, 3).can("c61")  # P6.1


def test_a_card_whose_bribe_was_not_paid_cannot_be_used():
    assert user().refused(61).legal == ["stop"]  # P7.3


def test_an_action_without_effect_cannot_be_chosen():
    assert user().put_rupees(0, 1, 0).legal == ["stop"]  # P6.5


def test_a_card_without_actions_is_never_used():
    """P6.1 with card 76, political and favored, in a situation where every action would have an effect."""
    t = (
        Table()
        .court(0, 76)
        .tribes(0, "persia")
        .armies("afghan", "persia")
        .market(top=[20])
        .put_rupees(0, 0, 3)
    )

    assert not t.can("c76")


def test_a_card_acts_again_in_the_next_turn():
    """P6.1, P3.5."""
    t = user().do("c61", "c20", "stop", "stop")  # the market slides: card 20 is in the first column now
    assert t.asked == (1, "act")
    t.do("stop")

    assert t.asked == (0, "act")
    assert t.can("c61", "c20")


# ---- P6.1 which action -------------------------------------------------------------------------------------


def merchants() -> Table:
    """Sikh Merchants in Lahore (30) may tax or give."""
    return Table().court(0, 30).market(top=[20]).put_rupees(0, 0, 1).rupees(2)


def test_the_action_is_asked_when_several_are_possible():
    """P6.1: those printed on the card, nothing else."""
    t = merchants().do("c30")

    assert t.asked == (0, "verb")
    assert t.legal == ["gift", "tax"]


def test_the_action_is_not_asked_when_only_tax_is_possible():
    """P6.1, P6.5."""
    t = merchants().rupees(1).do("c30")

    assert t.asked == (0, "tax") and t.legal == ["c20"]


def test_the_action_is_not_asked_when_only_gift_is_possible():
    """P6.1, P6.5."""
    t = merchants().put_rupees(0, 0, 0).do("c30")

    assert t.asked == (0, "gift") and t.legal == ["gift2"]


def test_the_other_action_of_the_card_is_gone_too():
    """P6.1: one action per turn, not each of them once."""
    t = merchants().do("c30", "tax", "c20")
    assert t.purse(0) == 3

    assert not t.can("c30")


# ---- P6.2 bonus actions ------------------------------------------------------------------------------------


def test_a_favored_card_spends_no_action():
    """P6.2."""
    t = user().favored("economic").do("c61", "c20", "c20")

    assert t.read()["actions_left"] == 2


def test_a_favored_card_acts_after_both_actions_are_spent():
    """P6.2."""
    t = user().favored("economic").actions(0)
    assert t.legal == ["c61", "stop"]

    t.do("c61", "c20", "c20")

    assert t.read()["actions_left"] == 0
    assert t.asked == (0, "act") and t.legal == ["stop"]  # asked also with nothing left


def test_only_the_favored_suit_is_a_bonus():
    """P6.2: the military card 83 could tax as well, if there were an action left."""
    t = user().court(0, 83).favored("economic").actions(0)

    assert t.legal == ["c61", "stop"]
    assert t.actions(1).legal == sorted(["c61", "c83", "stop"])


def test_a_favored_card_acts_once_too():
    assert user().favored("economic").used(61).legal == ["stop"]  # P6.1, P6.2


def test_several_bonus_actions_leave_both_actions():
    """P6.2."""
    t = user().court(0, 8).favored("economic").do("c61", "c20", "stop", "c8", "c20", "stop")

    assert t.read()["actions_left"] == 2
    assert t.purse(0) == 2


def test_buying_and_playing_a_favored_card_is_no_bonus():
    """P6.2 is about using cards."""
    t = Table().market(top=[8]).hand(0, 61).favored("economic").actions(0)

    assert t.legal == ["stop"]


def test_a_change_of_the_favored_suit_counts_at_once():
    """P6.2, P5.3: card 34 makes economic the favored suit."""
    t = user().hand(0, 34).do("c34", "right")
    assert t.read()["actions_left"] == 1

    t.do("c61", "c20", "c20")

    assert t.read()["actions_left"] == 1


# ---- P6.3 hostages -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spies", "taker"),
    [
        ((0, 1, 0), 1),
        ((1, 2, 0), 1),  # rulebook example 3
        ((0, 2, 3), 2),
        ((1, 3, 2), 1),
    ],
)
def test_a_hostage_costs_a_bribe(spies, taker):
    """P6.3: as many rupees as the player with most spies has there."""
    t = Table(players=3).court(0, 61).market(top=[20]).put_rupees(0, 0, 3)
    for owner, n in enumerate(spies):
        t.spy(owner, on=61, n=n)

    t.do("c61")

    assert t.asked == (taker, "demand")
    assert t.legal == [str(amount) for amount in range(spies[taker] + 1)]


@pytest.mark.parametrize("spies", [(0, 0, 0), (1, 1, 0), (0, 2, 2), (3, 2, 2), (1, 2, 2), (2, 0, 0)])
def test_without_strictly_most_spies_nobody_holds_a_hostage(spies):
    """P6.3: more than each other player, owner included."""
    t = Table(players=3).court(0, 61).market(top=[20]).put_rupees(0, 0, 3)
    for owner, n in enumerate(spies):
        t.spy(owner, on=61, n=n)

    t.do("c61")

    assert t.asked == (0, "tax")


def test_spies_on_another_card_do_not_matter():
    """P6.3."""
    t = user().court(0, 9).spy(1, on=9, n=2).do("c61")

    assert t.asked == (0, "tax")


def test_the_action_is_named_before_the_bribe():
    """P6.3, P7.2."""
    t = merchants().spy(1, on=30).do("c30")
    assert t.asked == (0, "verb")

    t.do("gift")

    assert t.asked == (1, "demand") and t.legal == ["0", "1"]


def test_abilities_are_never_held_hostage():
    """P6.3 with Baluchi Smugglers (66): herat cards cost nothing."""
    assert Table().court(0, 66).spy(1, on=66, n=2).market(top=[8, 9, 61]).rupees(0).can("c61")


# ---- P6.4 action costs -------------------------------------------------------------------------------------


def giver() -> Table:
    """City of Ghazni (12) gives; six rupees are enough for each gift space."""
    return Table().court(0, 12).rupees(6)


@pytest.mark.parametrize(
    ("gift", "row", "left"),
    [
        ("gift2", [0, 0, 0, 1, 0, 0], 4),
        ("gift4", [0, 0, 1, 1, 0, 0], 2),
        ("gift6", [0, 1, 1, 1, 0, 0], 0),
    ],
)
def test_half_of_the_cost_goes_on_the_rightmost_cards_of_each_row(gift, row, left):
    """P6.4."""
    t = giver().market(top=[8, 9, 10, 11], bottom=[20, 21, 22, 23]).do("c12", gift)

    assert t.market_rupees() == [row, row]
    assert t.purse(0) == left


def test_empty_spaces_are_skipped():
    """P6.4; an empty space with rupees is empty too."""
    t = giver().market(top=[8, None, 10], bottom=[20, 21, None, 23]).put_rupees(0, 4, 2).do("c12", "gift4")

    assert t.market_rupees() == [[1, 0, 1, 0, 2, 0], [0, 1, 0, 1, 0, 0]]


def test_what_a_row_cannot_take_goes_to_the_bank():
    """P6.4: not to the other row."""
    t = giver().market(top=[8], bottom=[20, 21, 22, 23]).do("c12", "gift6")

    assert t.market_rupees() == [[1, 0, 0, 0, 0, 0], [0, 1, 1, 1, 0, 0]]
    assert t.purse(0) == 0 and t.purse(1) == 4


def test_an_empty_market_pays_the_bank():
    """P6.4."""
    t = giver().do("c12", "gift6")

    assert t.market_rupees() == [NOTHING, NOTHING]
    assert t.purse(0) == 0


def test_an_action_cost_adds_to_rupees_on_the_card():
    """P6.4."""
    t = giver().market(top=[8, 9]).put_rupees(0, 1, 3).do("c12", "gift2")

    assert t.market_rupees()[0] == [0, 4, 0, 0, 0, 0]


def test_cards_paid_onto_count_as_such():
    """P6.4, P4.3."""
    t = giver().market(top=[8, 9], bottom=[20, 21]).rupees(4).do("c12", "gift2")

    assert sorted(t.read()["this_turn"]["paid"]) == [9, 21]
    assert t.legal == sorted(["c8", "c20", "stop"])


def test_tax_move_and_battle_cost_nothing():
    """P6.4: seat 0 has no rupees at all."""
    t = (
        user()
        .court(0, 63, 38)
        .armies("afghan", "herat")
        .roads("afghan", "herat-kabul")
        .armies("british", "herat")
    )

    assert t.legal == sorted(["c38", "c61", "c63", "stop"])
