"""Chapter P7: bribes for playing and for hostages."""

from __future__ import annotations

import pytest

from tests.builders import Table


def purses(t: Table) -> list[int]:
    return [seat["rupees"] for seat in t.read()["seats"]]


# ---- P7.1 due when playing ---------------------------------------------------------------------------------


def visitor(negotiation: bool = True) -> Table:
    """Seat 1 rules Punjab with two tribes; seat 0 has a card of Punjab (30) and one of Kabul (9) in hand."""
    return Table(players=3, negotiation=negotiation).hand(0, 30, 9).tribes(1, "punjab", 2)


def test_the_ruler_names_the_bribe():
    """P7.1, P7.2: from nothing to one rupee per tribe."""
    t = visitor().do("c30")

    assert t.asked == (1, "demand")
    assert t.legal == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("tribes", "armies", "amounts"),
    [(1, 0, ["0", "1"]), (1, 2, ["0", "1"]), (3, 1, ["0", "1", "2", "3"])],
)
def test_only_tribes_count_for_the_bribe(tribes, armies, amounts):
    """P7.1: armies help to rule, not to be paid."""
    t = Table().hand(0, 30).tribes(1, "punjab", tribes).armies("british", "punjab", armies).do("c30")

    assert t.asked == (1, "demand") and t.legal == amounts


def test_no_bribe_in_another_region():
    assert visitor().do("c9").asked == (0, "road")  # P7.1


def test_no_bribe_without_a_ruler():
    assert visitor().tribes(2, "punjab", 2).do("c30").asked == (0, "road")  # P7.1, P8.6


def test_no_bribe_in_a_region_one_rules_oneself():
    assert Table().hand(0, 30).tribes(0, "punjab", 2).tribes(1, "punjab").do("c30").asked == (
        0,
        "road",
    )  # P7.1


def test_the_bribe_goes_to_whoever_rules():
    """P7.1: seat 2, though seat 1 has a tribe there too."""
    t = visitor().tribes(2, "punjab", 3).do("c30")

    assert t.asked == (2, "demand") and t.legal == ["0", "1", "2", "3"]


def test_the_side_is_named_before_the_bribe():
    """P5.1, P7.2."""
    t = visitor().court(0, 11).do("c30")
    assert t.asked == (0, "side")

    assert t.do("left").asked == (1, "demand")


def test_buying_a_card_of_a_ruled_region_is_no_matter_of_bribes():
    assert visitor().market(top=[29]).do("c29").asked == (0, "act")  # P7.1 is about playing


# ---- P7.2 pay or withdraw ----------------------------------------------------------------------------------


def test_the_demand_is_paid_or_withdrawn_from():
    """P7.2."""
    t = visitor().do("c30", "2")

    assert t.asked == (0, "pay")
    assert t.legal == ["stop", "yes"]


def test_before_the_bribe_nothing_has_happened():
    """P5.1, P7.2."""
    t = visitor().do("c30", "2")

    assert purses(t) == [4, 4, 4]
    assert t.blocks_in_supply("afghan") == 12


@pytest.mark.parametrize(("amount", "after"), [(1, [3, 5, 4]), (2, [2, 6, 4])])
def test_a_paid_bribe_moves_the_rupees_and_play_goes_on(amount, after):
    """P7.2."""
    t = visitor().do("c30", str(amount), "yes")

    assert purses(t) == after
    assert t.asked == (0, "road")
    assert t.court_of(0) == [30] and t.hand_of(0) == [9]


def test_a_waived_bribe_is_not_asked_for():
    """P7.2: also of a player without rupees."""
    t = visitor().rupees(0).do("c30", "0")

    assert t.asked == (0, "road")
    assert purses(t) == [0, 4, 4]


def test_after_withdrawing_nothing_has_happened():
    """P7.2: no action is spent."""
    t = visitor().do("c30", "2", "stop")

    assert t.asked == (0, "act")
    assert t.read()["actions_left"] == 2
    assert t.hand_of(0) == [9, 30] and t.court_of(0) == []
    assert purses(t) == [4, 4, 4]


def test_a_bribe_that_cannot_be_paid_is_withdrawn_without_asking():
    """P7.2: the ruler may name more than there is."""
    t = visitor().rupees(1).do("c30")
    assert t.legal == ["0", "1", "2"]

    t.do("2")

    assert t.asked == (0, "act") and t.legal == ["c9", "stop"]
    assert t.read()["actions_left"] == 2
    assert purses(t) == [1, 4, 4]


def test_what_can_be_paid_is_asked():
    assert visitor().rupees(1).do("c30", "1").asked == (0, "pay")  # P7.2


def test_what_the_card_will_bring_cannot_pay_the_bribe():
    """P7.2, P5.1: the leverage of card 30 comes too late."""
    assert visitor().rupees(1).do("c30", "2").where(30) == "hand 0"


def test_merchants_in_a_ruled_punjab():
    """Rulebook example 2 (P7.1, P5.3): a british player plays Sikh Merchants in Lahore."""
    t = Table(players=3).loyalty(0, "british").hand(0, 30).court(1, 29).court(2, 9).tribes(2, "punjab", 2)

    t.do("c30", "2", "yes")
    assert t.asked == (0, "road") and t.legal == ["kabul-punjab", "kandahar-punjab"]
    t.do("kandahar-punjab")
    assert t.asked == (0, "spy") and t.legal == ["c29", "c30"]
    t.do("c29")

    assert t.roads_on("kandahar-punjab", "british") == 1
    assert t.spies_on(29) == [1, 0, 0]
    assert purses(t) == [4, 4, 6]  # 2 paid, 2 from the bank


# ---- P7.3 refused cards ------------------------------------------------------------------------------------


def test_a_refused_card_cannot_be_tried_again_this_turn():
    """P7.3: other cards can."""
    t = visitor().do("c30", "2", "stop")

    assert t.legal == ["c9", "stop"]
    assert t.read()["this_turn"]["refused"] == [30]


def test_a_refused_card_can_be_tried_in_the_next_turn():
    """P7.3, P3.5."""
    t = visitor().do("c30", "2", "stop", "stop", "stop", "stop")
    assert t.asked == (0, "act")

    assert t.do("c30").asked == (1, "demand")


def test_another_card_of_the_region_can_be_tried():
    """P7.3."""
    t = visitor().hand(0, 28).do("c30", "2", "stop")

    assert t.do("c28").asked == (1, "demand")


# ---- P7.1-P7.3 hostages ------------------------------------------------------------------------------------


def captive(card: int, spies: int, negotiation: bool = True) -> Table:
    """Seat 1 holds a card of seat 0 hostage; there is a rupee to tax, Kabul to build in."""
    t = Table(players=3, negotiation=negotiation).court(0, card).spy(1, on=card, n=spies).tribes(0, "kabul")
    return t.market(top=[None] * 5 + [20]).put_rupees(0, 5, 3)


def test_a_hostage_is_paid_for():
    """P7.1, P7.2, P6.3."""
    t = captive(61, spies=2).do("c61")
    assert t.asked == (1, "demand") and t.legal == ["0", "1", "2"]
    t.do("2")
    assert t.asked == (0, "pay") and t.legal == ["stop", "yes"]
    t.do("yes")

    assert purses(t) == [2, 6, 4]
    assert t.asked == (0, "tax")


def test_a_waived_hostage_is_used_at_once():
    assert captive(61, spies=2).rupees(0).do("c61", "0").asked == (0, "tax")  # P7.2


def test_withdrawing_from_a_hostage():
    """P7.2, P7.3: the card has not acted, but cannot be tried again."""
    t = captive(61, spies=2).do("c61", "2", "stop")

    assert t.asked == (0, "act") and t.legal == ["stop"]
    assert t.read()["actions_left"] == 2
    assert t.read()["seats"][0]["court"][0]["used"] is False
    assert purses(t) == [4, 4, 4]


def test_a_refused_card_has_no_other_action():
    """P7.3: card 30 could still tax."""
    t = captive(30, spies=1).do("c30", "gift", "1", "stop")

    assert not t.can("c30")


@pytest.mark.parametrize(
    ("card", "rupees", "demand", "asked"),
    [
        (61, 1, 1, (0, "pay")),  # tax costs nothing
        (61, 1, 2, (0, "act")),
        (12, 4, 2, (0, "pay")),  # the cheapest gift costs 2
        (12, 3, 2, (0, "act")),
        (12, 3, 1, (0, "pay")),
        (12, 2, 0, (0, "gift")),
        (17, 3, 1, (0, "pay")),  # a block costs 2
        (17, 2, 1, (0, "act")),
    ],
)
def test_paying_must_leave_the_least_cost_of_the_action(card, rupees, demand, asked):
    """P7.2."""
    t = captive(card, spies=2).rupees(rupees).do(f"c{card}", str(demand))

    assert t.asked == asked


def test_the_least_cost_is_that_of_the_cheapest_empty_space():
    """P7.2, P6.7."""
    assert captive(12, spies=1).gifts(0, 2).rupees(4).do("c12", "1").asked == (0, "act")

    t = captive(12, spies=1).gifts(0, 2).rupees(5).do("c12", "1", "yes")
    assert t.asked == (0, "gift") and t.legal == ["gift4"]


def test_what_is_left_after_the_bribe_limits_the_action():
    """P7.2, P6.7: of six rupees four are left."""
    assert captive(12, spies=2).rupees(6).do("c12", "2", "yes").legal == ["gift2", "gift4"]


# ---- P7.5 without negotiation ------------------------------------------------------------------------------


def test_without_negotiation_nobody_is_asked():
    """P7.5: the full amount is paid."""
    t = visitor(negotiation=False).do("c30")

    assert t.asked == (0, "road")
    assert purses(t) == [2, 6, 4]


def test_without_negotiation_the_side_is_asked():
    """P7.5, P5.1: and nothing is paid before."""
    t = visitor(negotiation=False).court(0, 11).do("c30")
    assert t.asked == (0, "side") and purses(t) == [4, 4, 4]

    t.do("right")
    assert t.asked == (0, "road") and purses(t) == [2, 6, 4]


@pytest.mark.parametrize(("rupees", "legal"), [(2, ["c30", "c9", "stop"]), (1, ["c9", "stop"])])
def test_without_negotiation_the_bribe_must_be_owned(rupees, legal):
    """P7.5, P6.5: a certain bribe that cannot be paid makes the card illegal."""
    assert visitor(negotiation=False).rupees(rupees).legal == legal


def test_with_negotiation_no_bribe_is_certain():
    assert visitor().rupees(0).legal == ["c30", "c9", "stop"]  # P6.5, P7.2


def test_without_negotiation_a_hostage_is_paid_in_full():
    """P7.5."""
    t = captive(61, spies=2, negotiation=False).do("c61")

    assert t.asked == (0, "tax")
    assert purses(t) == [2, 6, 4]


@pytest.mark.parametrize(
    ("card", "rupees", "may"),
    [(61, 1, True), (61, 0, False), (12, 3, True), (12, 2, False), (17, 3, True), (17, 2, False)],
)
def test_without_negotiation_bribe_and_least_cost_must_be_owned(card, rupees, may):
    """P7.5, P6.5: a bribe of one rupee; tax costs nothing, gift and build cost two."""
    t = captive(card, spies=1, negotiation=False).rupees(rupees)

    assert t.legal == ([f"c{card}", "stop"] if may else ["stop"])


def test_without_negotiation_only_affordable_actions_are_offered():
    """P7.5, P6.5 with card 30 (tax, gift) and a bribe of one rupee."""
    t = captive(30, spies=1, negotiation=False).rupees(3).do("c30")
    assert t.asked == (0, "verb") and t.legal == ["gift", "tax"]

    t = captive(30, spies=1, negotiation=False).rupees(2).do("c30")
    assert t.asked == (0, "tax") and purses(t) == [1, 5, 4]


def test_without_negotiation_nothing_is_refused():
    """P7.5, P7.3: a bribe is certain, so it is always paid."""
    assert visitor(negotiation=False).do("c30").read()["this_turn"]["refused"] == []
