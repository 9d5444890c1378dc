"""Chapters W13-W17 and W19: where Wakhan puts her pieces, and how she carries out each action."""

from __future__ import annotations

import pytest

from tests.builders import Table
from tests.wakhan import first, her_turn, purses, run, steps

# Region priorities and (seat 0 being afghan) pragmatic loyalty of the faces used here:
#   5 persia kandahar herat transcaspia kabul punjab, british
#   7 punjab transcaspia kabul persia kandahar herat, russian
#   8 transcaspia persia punjab kandahar herat kabul, british
#   9 kabul punjab kandahar persia herat transcaspia, russian
#  12 kandahar herat persia kabul transcaspia punjab, british
#  14 kabul transcaspia persia punjab kandahar herat, russian
#  18 kabul punjab kandahar herat persia transcaspia, russian
#  23 herat punjab transcaspia kabul kandahar persia, british

# ---- W13 spies ---------------------------------------------------------------------------------------------


def spymaster(card: int = 1, players: int = 2) -> Table:
    """1 is a card of Kabul with three spies; seat 0 has 9 and 14 (leveraged) of Kabul, and 29 of Punjab."""
    return her_turn(18, players=players).market(top=[card]).court(0, 9, 14, 29)


def test_spies_go_where_she_does_not_lead():
    """W13: 14, then 9, then her own card."""
    t = spymaster()

    assert run(t) == ["c1", "c14", "c9", "c1", "stop"]
    assert t.spies_on(14) == [0, 1] and t.spies_on(9) == [0, 1] and t.spies_on(1) == [0, 1]


def test_a_tie_is_no_lead():
    """W13: a spy of seat 0 on 14."""
    assert run(spymaster().spy(0, on=14)) == ["c1", "c14", "c14", "c9", "stop"]


def test_where_she_leads_everywhere_the_highest_priority():
    """W13: she leads on 14 from the beginning, on 9 and 1 after two spies."""
    assert run(spymaster().spy(1, on=14)) == ["c1", "c9", "c1", "c14", "stop"]


def test_spies_pile_up_on_a_lone_card():
    """W13: 21 is the only card of Punjab."""
    t = her_turn(18).market(top=[21]).court(0, 9)

    assert run(t) == ["c21", "c21", "c21", "stop"]
    assert t.spies_on(21) == [0, 2]


@pytest.mark.parametrize(("rivals", "word"), [(0, "c9"), (1, "c14"), (2, "c14")])
def test_she_must_have_more_than_each_other_player(rivals, word):
    """W13: one spy of hers on 14, and some of seat 1."""
    t = spymaster(4, players=3).spy(2, on=14).spy(1, on=14, n=rivals)

    assert run(t) == ["c4", word, "stop"]


# ---- W13 roads ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "card", "borders"),
    [
        (8, 63, ["herat-transcaspia", "herat-persia", "herat-kandahar"]),
        (18, 63, ["herat-kabul", "herat-kandahar", "herat-persia"]),
        (8, 12, ["kabul-transcaspia", "kabul-punjab", "kabul-kandahar"]),
        (18, 12, ["kabul-punjab", "kabul-kandahar", "herat-kabul"]),
        (8, 29, ["kandahar-punjab", "kabul-punjab"]),
        (18, 29, ["kabul-punjab", "kandahar-punjab"]),
        (8, 81, ["persia-transcaspia", "herat-persia"]),
        (18, 96, ["kabul-transcaspia", "herat-transcaspia"]),
    ],
)
def test_roads_go_by_the_region_on_the_other_side(number, card, borders):
    """W13."""
    assert run(her_turn(number).market(top=[card])) == [f"c{card}", *borders, "stop"]


def test_roads_are_of_her_pragmatic_loyalty():
    """W13, W4: 81 is a russian patriot."""
    t = her_turn(8).market(top=[81])
    run(t)

    assert (
        t.roads_on("persia-transcaspia", "british") == 1 and t.roads_on("persia-transcaspia", "russian") == 0
    )


def test_the_next_card_begins_with_the_first_border():
    """W13: the order is that of the icons of one card."""
    t = her_turn(8).market(top=[61], bottom=[67])

    roads = ["c61", "herat-transcaspia", "herat-persia", "c67", "left", "herat-transcaspia", "stop"]
    assert run(t) == roads
    assert t.roads_on("herat-transcaspia", "british") == 2


# ---- W14 no blocks in supply -------------------------------------------------------------------------------


def test_an_army_of_the_first_region_is_taken():
    """W14: Persia comes before Herat."""
    t = her_turn(9).market(top=[97]).armies("russian", "herat", 6).armies("russian", "persia", 6)

    assert run(t) == ["c97", "persia", "stop"]
    assert t.armies_in("transcaspia", "russian") == 1 and t.armies_in("persia", "russian") == 5


def test_an_army_comes_before_a_road():
    """W14: though the road is in Kabul."""
    t = her_turn(9).market(top=[97]).armies("russian", "herat").roads("russian", "kabul-punjab", 11)

    assert run(t) == ["c97", "herat", "stop"]


def test_else_a_road_by_region():
    """W14."""
    t = her_turn(9).market(top=[97])
    t.roads("russian", "herat-persia", 6).roads("russian", "kabul-punjab", 6)

    assert run(t) == ["c97", "kabul-punjab", "stop"]


def test_a_block_placed_this_turn_is_not_taken():
    """W14: 98 brings three armies to Transcaspia; two come from Kabul, the third from a road."""
    t = her_turn(9).market(top=[98]).armies("russian", "kabul", 2).roads("russian", "herat-persia", 10)

    assert run(t) == ["c98", "kabul", "kabul", "herat-persia", "stop"]
    assert t.armies_in("transcaspia", "russian") == 3


def test_a_road_without_supply_takes_an_army():
    """W14, P5.5: the border is named first."""
    t = her_turn(18).market(top=[61]).armies("russian", "kabul", 6).armies("russian", "persia", 6)

    assert run(t) == ["c61", "herat-kabul", "kabul", "herat-kandahar", "kabul", "stop"]
    assert t.armies_in("kabul", "russian") == 4


# ---- W14 no cylinders in supply ----------------------------------------------------------------------------


def politician(card: int = 90) -> Table:
    """Face 23 radicalizes a political card of Transcaspia: 90 has one tribe, 93 two."""
    return her_turn(23).favored("economic").market(top=[card])


def test_a_tribe_of_the_first_region_is_taken():
    """W14: Punjab comes before Kabul."""
    t = politician().tribes(1, "kabul", 4).tribes(1, "punjab", 6)

    assert run(t) == ["c90", "punjab", "stop"]
    assert t.tribes_in("transcaspia") == [0, 1] and t.tribes_in("punjab") == [0, 5]


def test_a_tribe_comes_before_a_spy():
    """W14."""
    t = politician().tribes(1, "persia", 2).court(0, 14).spy(1, on=14, n=8)

    assert run(t) == ["c90", "persia", "stop"]


def test_else_a_spy_of_the_highest_priority_card():
    """W14, W10: 14 is leveraged."""
    t = politician().court(0, 9, 14).spy(1, on=9, n=5).spy(1, on=14, n=5)

    assert run(t) == ["c90", "c14", "stop"]
    assert t.spies_on(14) == [0, 4]


def test_a_cylinder_placed_this_turn_is_not_taken():
    """W14: the second tribe of 93 is paid for with a spy, not with the first."""
    t = politician(93).tribes(1, "kabul").court(0, 9).spy(1, on=9, n=9)

    assert run(t) == ["c93", "kabul", "c9", "stop"]
    assert t.tribes_in("transcaspia") == [0, 2]


def test_a_spy_without_supply_takes_a_tribe():
    """W14, P5.5: the card is named first."""
    t = her_turn(3).market(top=[18]).tribes(1, "kabul", 10)

    assert run(t) == ["c18", "c18", "kabul", "stop"]
    assert t.spies_on(18) == [0, 1] and t.tribes_in("kabul") == [0, 9]


def test_taking_her_last_tribe_overthrows_her():
    """W14, P8.4: 57 is a political card of Herat."""
    t = politician().court(1, 57).tribes(1, "herat").tribes(1, "persia", 9)

    assert run(t) == ["c90", "left", "herat", "stop"]
    assert t.court_of(1) == [90] and t.where(57) == "discard"


# ---- W15 tax -----------------------------------------------------------------------------------------------


def tax_office(red: str = "top", players: int = 2, card: int = 61) -> Table:
    """She taxes with 61 (rank 2), and rules Kabul; two rupees lie on the first card of the market."""
    t = her_turn(18, red=red, players=players).court(players - 1, card).tribes(players - 1, "kabul")
    return t.market(top=[17]).put_rupees(0, 0, 2)


def test_players_are_taxed_before_the_market():
    """W15."""
    t = tax_office().court(0, 16)

    assert run(t)[:3] == ["c61", "p0", "p0"]
    assert t.purse(0) == 2


def test_the_market_is_taxed_when_no_player_can_be():
    """W15, P6.6: seat 0 has no card of Kabul."""
    assert run(tax_office().court(0, 31))[:3] == ["c61", "c17", "c17"]


@pytest.mark.parametrize(
    ("rupees", "sources"), [(4, ["p0", "p0"]), (3, ["p0", "c17"]), (2, ["c17", "c17"]), (0, ["c17", "c17"])]
)
def test_sheltered_rupees_are_left(rupees, sources):
    """W15, P6.6: 14 shelters two."""
    assert run(tax_office().court(0, 14).rupees(rupees, seat=0))[:3] == ["c61", *sources]


@pytest.mark.parametrize(("purses_", "red", "richest"), [((2, 6), "bottom", "p1"), ((6, 2), "top", "p0")])
def test_the_richest_is_taxed_first(purses_, red, richest):
    """W15: whatever the arrow says."""
    t = tax_office(red, players=3).court(0, 16).court(1, 15)
    for seat, rupees in enumerate(purses_):
        t.rupees(rupees, seat=seat)

    assert run(t)[:3] == ["c61", richest, richest]


def test_the_next_player_comes_before_the_market():
    """W15: four of the five rupees of seat 0 are sheltered."""
    t = tax_office(players=3).court(0, 12, 9).court(1, 15).rupees(5, seat=0).rupees(2, seat=1)

    assert run(t)[:3] == ["c61", "p0", "p1"]


@pytest.mark.parametrize(("red", "side"), [("top", "p1"), ("bottom", "p0")])
def test_equally_rich_players_go_by_the_red_arrow(red, side):
    """W15, W19: left of her is seat 1, right of her seat 0; 83 has rank 1."""
    assert run(tax_office(red, players=3, card=83).court(0, 16).court(1, 15))[:2] == ["c83", side]


def test_what_can_be_taxed_is_looked_up_after_the_bribe():
    """W15: seat 0 owned nothing until she paid for the hostage."""
    t = tax_office().court(0, 16).spy(0, on=61).rupees(0, seat=0)

    assert run(t)[:4] == ["c61", "yes", "p0", "c17"]


@pytest.mark.parametrize(
    ("red", "rupees", "sources"),
    [
        ("top", {(0, 0): 1, (1, 0): 1, (0, 1): 1}, ["c17", "c15"]),
        ("bottom", {(0, 0): 1, (1, 0): 1, (0, 1): 1}, ["c15", "c17"]),
        ("bottom", {(0, 0): 1, (0, 1): 1, (1, 1): 1}, ["c17", "c33"]),  # column before row
        ("top", {(0, 0): 0, (0, 1): 1, (1, 1): 1}, ["c31", "c33"]),
        ("top", {(0, 0): 2, (1, 0): 2}, ["c17", "c17"]),  # all of it
    ],
)
def test_the_market_is_taxed_from_the_left(red, rupees, sources):
    """W15."""
    t = her_turn(18, red=red).court(1, 61).market(top=[17, 31], bottom=[15, 33])
    for (row, column), n in rupees.items():
        t.put_rupees(row, column, n)

    assert run(t)[:3] == ["c61", *sources]


def test_she_uses_the_claim_of_ancient_lineage():
    """W15, A claim_of_ancient_lineage: she rules nothing."""
    assert run(her_turn(18).court(1, 5, 61).court(0, 16))[:3] == ["c61", "p0", "p0"]
    assert run(her_turn(18).court(1, 61).court(0, 16)) == ["stop"]


# ---- W15 gift ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rupees", "gifts", "words"),
    [
        (4, (), ["c12", "gift2", "stop"]),
        (9, (), ["c12", "gift2", "stop"]),
        (4, (2,), ["c12", "gift4", "stop"]),
        (9, (2, 4), ["c12", "gift6", "stop"]),
        (4, (4,), ["c12", "gift2", "stop"]),
        (3, (2,), ["stop"]),
        (9, (2, 4, 6), ["stop"]),
    ],
)
def test_the_cheapest_free_gift(rupees, gifts, words):
    """W15, as a bonus action (W9)."""
    t = her_turn(6).favored("economic").court(1, 12).rupees(rupees).gifts(1, *gifts)

    assert run(t) == words


# ---- W15 build ---------------------------------------------------------------------------------------------


def builder(rupees: int = 4, card: int = 17) -> Table:
    """Face 7: she may build with 17; she rules Kabul."""
    return her_turn(7).court(1, card).tribes(1, "kabul").rupees(rupees)


@pytest.mark.parametrize(
    ("rupees", "armies", "left"), [(1, 0, 1), (2, 1, 0), (5, 2, 1), (6, 3, 0), (9, 3, 3)]
)
def test_as_many_armies_as_affordable(rupees, armies, left):
    """W15, P6.8: at most three."""
    t = builder(rupees)

    assert run(t) == (["c17"] if armies else []) + ["kabul"] * armies + ["stop"]
    assert t.armies_in("kabul", "russian") == armies and t.purse(1) == left


def test_the_ruled_region_first_in_priority():
    """W15: Punjab."""
    assert run(builder().tribes(1, "punjab")) == ["c17", "punjab", "punjab", "stop"]


def test_a_region_that_she_does_not_rule_is_passed_over():
    """W15."""
    t = builder().tribes(1, "punjab").tribes(0, "punjab")

    assert run(t) == ["c17", "kabul", "kabul", "stop"]


def test_without_rule_nothing_is_built():
    assert run(builder().tribes(0, "kabul")) == ["stop"]  # W15, P6.8


def test_building_is_paid_into_the_market():
    """W15, P6.4, P4.3: afterwards she can buy neither card."""
    t = steps(builder(2).market(top=[31], bottom=[33]), 2)
    assert t.market_rupees()[0][0] == 1 and t.market_rupees()[1][0] == 1

    assert run(t) == ["stop"]


def test_the_free_block_of_infrastructure_is_an_army():
    """W15, A infrastructure."""
    t = her_turn(7).court(1, 78).tribes(1, "persia").rupees(2)

    assert run(t) == ["c78", "persia", "persia", "stop"]
    assert t.armies_in("persia", "russian") == 2 and t.purse(1) == 0


def test_nation_building_doubles_what_she_builds():
    """W15, E2."""
    t = builder(2).event(112, "purchase", seat=1)

    assert run(t) == ["c17", "kabul", "kabul", "stop"]


# ---- W15 betray --------------------------------------------------------------------------------------------


def betrayer(*his: int) -> Table:
    """Face 22: she may betray with 53; her spies are on the cards of seat 0."""
    t = her_turn(22).court(1, 53).court(0, *his)
    for card in his:
        t.spy(1, on=card)
    return t


def test_she_betrays_and_takes_the_prize():
    """W15, P6.10."""
    t = betrayer(28)

    assert run(t) == ["c53", "c28", "yes", "stop"]
    assert t.where(28) == "prize 1" and t.purse(1) == 2
    assert t.cylinders_in_supply(1) == 10


def test_a_card_without_a_prize_is_not_betrayed():
    """W15: 9 has none."""
    assert run(betrayer(9)) == ["stop"]
    assert run(betrayer(9, 28))[:2] == ["c53", "c28"]


def test_a_card_without_her_spy_is_not_betrayed():
    assert run(betrayer().court(0, 28).spy(0, on=28)) == ["stop"]  # W15


def test_betrayal_costs_two():
    assert run(betrayer(28).rupees(1)) == ["stop"]  # W15, P6.10


def test_bodyguards_protect_against_her():
    assert run(betrayer(57).court(0, 15)) == ["stop"]  # A bodyguards: 57 is political


def test_her_own_court_is_included():
    """W15."""
    t = betrayer().court(1, 28).spy(1, on=28)

    assert run(t) == ["c53", "c28", "yes", "stop"]
    assert t.court_of(1) == [53] and t.where(28) == "prize 1"


@pytest.mark.parametrize(
    ("his", "dominant", "card"),
    [
        ((57,), None, 57),  # an opponent's card
        ((21, 81), None, 21),  # favored
        ((84, 80), "russian", 84),  # patriot of the dominant coalition
        ((13, 37), "russian", 13),  # prize of the dominant coalition
        ((13, 37), None, 37),  # any patriot
    ],
)
def test_whom_she_betrays(his, dominant, card):
    """Rulebook example 10 (W10, W15): 40 is favored, a patriot and leveraged, but her own."""
    t = betrayer(*his).favored("intelligence").court(1, 40).spy(1, on=40)
    if dominant:
        t.armies(dominant, "punjab", 4)

    assert run(t)[:3] == ["c53", f"c{card}", "yes"]


# ---- W16 move ----------------------------------------------------------------------------------------------


def marcher(card: int = 9) -> Table:
    """Face 12: her armies are british and may move with 9 (rank 1)."""
    return her_turn(12).court(1, card)


MARCH = ["c9", "kabul", "punjab", "stop"]


def test_an_army_moves_to_tribes_of_others():
    """W16: no road is needed."""
    t = marcher().armies("british", "kabul").tribes(0, "punjab")

    assert run(t) == MARCH
    assert t.armies_in("punjab", "british") == 1 and t.armies_in("kabul", "british") == 0


def test_no_move_without_tribes_of_others():
    assert run(marcher().armies("british", "kabul").tribes(1, "punjab")) == ["stop"]  # W16


def test_no_move_to_a_distant_region():
    assert run(marcher().armies("british", "kabul").tribes(0, "persia")) == ["stop"]  # W16, P1.2


def test_no_move_of_foreign_armies():
    assert run(marcher().armies("russian", "kabul").tribes(0, "punjab")) == ["stop"]  # W16, W4


def test_no_move_where_armies_match_the_tribes():
    """W16: one of hers stands there already; with a second tribe she moves."""
    t = marcher().armies("british", "kabul").armies("british", "punjab").tribes(0, "punjab")
    assert run(t.copy()) == ["stop"]

    assert run(t.tribes(0, "punjab")) == MARCH


def test_foreign_armies_do_not_match_the_tribes():
    """W16: only armies of her pragmatic loyalty count."""
    t = marcher().armies("british", "kabul").armies("afghan", "punjab", 3).tribes(0, "punjab")

    assert run(t) == MARCH


@pytest.mark.parametrize(("card", "tribes", "moved"), [(63, 2, 2), (63, 5, 3), (72, 5, 2), (9, 5, 1)])
def test_she_moves_until_the_tribes_are_matched_or_rank_is_spent(card, tribes, moved):
    """W16: 63 has rank 3, 72 rank 2, 9 rank 1."""
    t = marcher(card).armies("british", "kabul", 5).tribes(0, "punjab", tribes)
    run(t)

    assert t.armies_in("punjab", "british") == moved and t.armies_in("kabul", "british") == 5 - moved


def test_origins_go_by_region_priority():
    """W16: Kandahar before Kabul."""
    t = marcher().armies("british", "kabul").armies("british", "kandahar").tribes(0, "punjab")

    assert run(t) == ["c9", "kandahar", "punjab", "stop"]


def test_destinations_go_by_region_priority():
    """W16: Herat before Transcaspia and Punjab."""
    t = marcher().armies("british", "kabul")
    for region in ("punjab", "transcaspia", "herat"):
        t.tribes(0, region)

    assert run(t) == ["c9", "kabul", "herat", "stop"]


@pytest.mark.parametrize(
    ("hers", "russian", "words"),
    [
        (1, 0, ["stop"]),  # 1 + 1 against 1, then 1 against 1
        (2, 0, MARCH),  # 2 against 1 is enough
        (1, 1, MARCH),  # W5: the russian army keeps the token
    ],
)
def test_she_never_gives_up_a_ruler_token(hers, russian, words):
    """W16: she rules Kabul."""
    t = marcher().armies("british", "kabul").tribes(1, "kabul", hers).tribes(0, "kabul").tribes(0, "punjab")
    if russian:
        t.armies("russian", "kabul", russian)
    assert t.ruler("kabul") == 1

    assert run(t) == words


def test_she_never_moves_spies():
    assert run(marcher().court(0, 14).spy(1, on=14)) == ["stop"]  # W16


def tribal(*events: int) -> Table:
    """A tribe of hers in Kabul, where nobody rules; a tribe of seat 0 in Punjab."""
    t = marcher().tribes(1, "kabul").tribes(0, "kabul").tribes(0, "punjab")
    for card in events:
        t.event(card, "purchase", seat=1)
    return t


def test_under_nationalism_her_tribes_move():
    """W16, E3."""
    t = tribal(110)

    assert run(t) == MARCH
    assert t.tribes_in("punjab") == [1, 1] and t.tribes_in("kabul") == [1, 0]


def test_without_nationalism_her_tribes_stay():
    assert run(tribal()) == ["stop"]  # W16


def test_under_nationalism_an_army_moves_rather_than_a_tribe():
    """W16: where an army of hers stands, her tribes stay. Nobody rules Kabul."""
    t = tribal(110).tribes(0, "kabul").armies("british", "kabul")
    assert t.ruler("kabul") is None
    run(t)

    assert t.armies_in("punjab", "british") == 1
    assert t.tribes_in("kabul") == [2, 1] and t.tribes_in("punjab") == [1, 0]


# ---- W17 battle in a region --------------------------------------------------------------------------------


def fighter(armies: int = 1, card: int = 38) -> Table:
    """Face 5: british armies of hers in Kandahar; 38 has rank 2."""
    return her_turn(5).court(1, card).armies("british", "kandahar", armies)


def test_the_first_region_by_priority():
    """W17: Kandahar comes before Kabul."""
    t = fighter().armies("british", "kabul").tribes(0, "kabul").tribes(0, "kandahar")

    assert run(t) == ["c38", "kandahar", "p0", "stop"]


def test_a_region_without_enemies_is_passed_over():
    """W17."""
    t = fighter().armies("british", "kabul").tribes(0, "kabul")

    assert run(t) == ["c38", "kabul", "p0", "stop"]


def test_a_region_without_her_armies_is_passed_over():
    """W17, W4: in Persia the army is russian."""
    t = fighter().armies("russian", "persia").tribes(0, "persia").tribes(0, "kandahar")

    assert run(t) == ["c38", "kandahar", "p0", "stop"]


def test_tribes_then_armies():
    """W17: the road is left."""
    t = fighter(2).tribes(0, "kandahar").armies("afghan", "kandahar").roads("afghan", "herat-kandahar")

    assert run(t) == ["c38", "kandahar", "p0", "afghan", "stop"]


def test_all_tribes_before_an_army():
    """W17."""
    t = fighter(2).tribes(0, "kandahar", 2).armies("afghan", "kandahar")

    assert run(t) == ["c38", "kandahar", "p0", "p0", "stop"]


def test_armies_then_roads():
    """W17."""
    t = fighter(2).armies("afghan", "kandahar").roads("afghan", "herat-kandahar")

    assert run(t) == ["c38", "kandahar", "afghan", "herat-kandahar", "stop"]


def test_roads_are_removed_by_the_region_on_the_other_side():
    """W17, W13: Herat, Kabul, Punjab."""
    t = fighter(2)
    for border in ("kandahar-punjab", "kabul-kandahar", "herat-kandahar"):
        t.roads("afghan", border)

    assert run(t) == ["c38", "kandahar", "herat-kandahar", "kabul-kandahar", "stop"]


@pytest.mark.parametrize(("card", "armies", "removed"), [(38, 1, 1), (38, 3, 2), (51, 3, 1)])
def test_at_most_rank_and_at_most_her_armies(card, armies, removed):
    """W17, P6.11."""
    t = fighter(armies, card).tribes(0, "kandahar", 5)

    assert run(t) == [f"c{card}", "kandahar", *["p0"] * removed, "stop"]
    assert t.tribes_in("kandahar") == [5 - removed, 0]


def test_pieces_of_a_coalition_without_players_are_no_enemies():
    """W17: nobody is loyal to the Russians."""
    t = fighter(2).armies("russian", "kandahar", 3).roads("russian", "herat-kandahar")
    assert run(t.copy()) == ["stop"]

    t.tribes(0, "kandahar")
    assert run(t)[:3] == ["c38", "kandahar", "p0"]
    assert t.armies_in("kandahar", "russian") == 3 and t.roads_on("herat-kandahar", "russian") == 1


def test_overthrown_people_choose_in_the_middle_of_her_turn():
    """W17, P6.12, P8.4: 44 and 45 are political cards of Kandahar."""
    t = fighter().tribes(0, "kandahar").court(0, 44, 45)
    assert run(t) == ["c38", "kandahar", "p0"]
    assert t.asked == (0, "discard_overthrown")

    t.do("c44")

    assert run(t) == ["stop"]
    assert t.court_of(0) == []


# ---- W17 the side of the red arrow -------------------------------------------------------------------------


def two_enemies(red: str) -> Table:
    """Seat 0 (right of her) is afghan, seat 1 (left of her) british; her army in Kandahar is russian."""
    return her_turn(5, red=red, players=3).court(2, 38).armies("russian", "kandahar")


@pytest.mark.parametrize(("red", "word"), [("top", "p1"), ("bottom", "p0")])
def test_tribes_of_the_arrows_side_first(red, word):
    """W17."""
    t = two_enemies(red).tribes(0, "kandahar").tribes(1, "kandahar")

    assert run(t) == ["c38", "kandahar", word, "stop"]


@pytest.mark.parametrize(("red", "word"), [("top", "british"), ("bottom", "afghan")])
def test_armies_of_the_arrows_side_first(red, word):
    """W17."""
    t = two_enemies(red).armies("afghan", "kandahar").armies("british", "kandahar")

    assert run(t) == ["c38", "kandahar", word, "stop"]


@pytest.mark.parametrize(("red", "word"), [("top", "british"), ("bottom", "afghan")])
def test_roads_of_the_arrows_side_first(red, word):
    """W17: on one border."""
    t = two_enemies(red).roads("afghan", "herat-kandahar").roads("british", "herat-kandahar")

    assert run(t) == ["c38", "kandahar", "herat-kandahar", word, "stop"]


@pytest.mark.parametrize("red", ["top", "bottom"])
def test_the_kind_comes_before_the_side(red):
    """W17: the only tribe, whatever the arrow says."""
    t = two_enemies(red).tribes(0, "kandahar").armies("british", "kandahar")

    assert run(t) == ["c38", "kandahar", "p0", "stop"]


# ---- W17 battle on a card ----------------------------------------------------------------------------------


def spies() -> Table:
    """Face 5; both have spies on 9 (two each) and on 14 (one each), which is leveraged."""
    t = her_turn(5).court(1, 38).court(0, 9, 14)
    return t.spy(0, on=9, n=2).spy(1, on=9, n=2).spy(0, on=14).spy(1, on=14)


def test_without_a_region_the_highest_priority_card():
    """W17, W10: not the card with most spies."""
    assert run(spies()) == ["c38", "c14", "p0", "stop"]


def test_a_region_comes_before_a_card():
    """W17."""
    assert run(spies().armies("british", "punjab").tribes(0, "punjab"))[:2] == ["c38", "punjab"]


def test_a_card_needs_spies_of_both():
    """W17."""
    assert run(spies().remove_spies(14).spy(1, on=14, n=3)) == ["c38", "c9", "p0", "p0", "stop"]
    assert run(spies().remove_spies(14).remove_spies(9).spy(0, on=9)) == ["stop"]


def test_at_most_as_many_as_her_spies():
    """W17, P6.11."""
    t = spies().spy(0, on=14, n=4)

    assert run(t) == ["c38", "c14", "p0", "stop"]
    assert t.spies_on(14) == [4, 1]


# ---- W17 nationalism and protections -----------------------------------------------------------------------


@pytest.mark.parametrize(("event", "words"), [(True, ["c38", "kandahar", "p0", "stop"]), (False, ["stop"])])
def test_under_nationalism_her_tribes_fight(event, words):
    """W17, E3."""
    t = her_turn(5).court(1, 38).tribes(1, "kandahar").tribes(0, "kandahar", 2)
    if event:
        t.event(110, "purchase", seat=1)

    assert run(t) == words


def citadel() -> Table:
    """Face 14: a russian army of hers in Kabul, where the citadel of seat 0 protects a tribe."""
    return her_turn(14).court(1, 38).armies("russian", "kabul").tribes(0, "kabul").court(0, 17)


def test_a_citadel_protects_tribes_not_armies():
    """W17, A citadel_kabul."""
    t = citadel().armies("afghan", "kabul")

    assert run(t) == ["c38", "kabul", "afghan", "stop"]
    assert t.tribes_in("kabul") == [1, 0]


def test_a_region_where_all_is_protected_is_passed_over():
    """W17, P6.5, A citadel_kabul."""
    t = citadel().armies("russian", "transcaspia").tribes(0, "transcaspia")

    assert run(t) == ["c38", "transcaspia", "p0", "stop"]


def test_indispensable_advisors_protect_spies():
    """W17, P6.5, A indispensable_advisors."""
    assert run(spies().court(0, 1)) == ["stop"]


def test_a_person_is_asked_about_the_safe_house():
    """W17, A safe_house: yes to the first spy, no to the second."""
    t = her_turn(14).court(1, 38).court(0, 9, 41).spy(0, on=9, n=2).spy(1, on=9, n=2)
    assert run(t) == ["c38", "c9", "p0"]
    assert t.asked == (0, "safe_house") and t.legal == ["c41", "stop"]

    t.do("c41")
    assert t.spies_on(41) == [1, 0]
    assert run(t) == ["p0"]
    t.do("stop")

    assert run(t) == ["stop"]
    assert t.spies_on(9) == [0, 2] and t.cylinders_in_supply(0) == 9


# ---- W19 choices elsewhere ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "region"), [(8, "transcaspia"), (18, "kabul"), (7, "punjab")])
def test_rebuke_strikes_the_first_region(number, region):
    """W19, E 116."""
    t = her_turn(number).market(top=[116])
    for place in ("transcaspia", "kabul", "punjab"):
        t.tribes(0, place).armies("afghan", place)

    assert run(t) == ["c116", region, "stop"]
    assert t.tribes_in(region) == [0, 0] and t.armies_in(region, "afghan") == 0
    assert sum(sum(t.tribes_in(place)) for place in ("transcaspia", "kabul", "punjab")) == 2


@pytest.mark.parametrize("suit", ["economic", "military", "political", "intelligence"])
def test_pashtunwali_values_keep_the_favored_suit(suit):
    """W19, E 115."""
    t = her_turn(8).favored(suit).market(top=[115])

    assert run(t) == ["c115", suit, "stop"]
    assert t.read()["favored"] == suit and t.where(115) == "event"


@pytest.mark.parametrize(("red", "target"), [("top", 1), ("bottom", 0)])
def test_rumor_is_about_the_arrows_side(red, target):
    """W19, E 108: left of her is seat 1, right of her seat 0."""
    t = her_turn(8, red=red, players=3).market(top=[108])

    assert run(t) == ["c108", f"p{target}", "stop"]
    assert t.read()["events"] == [{"card": 108, "side": "purchase", "seat": 2, "target": target}]


def test_rumor_at_a_table_of_two():
    """W19, E 108."""
    t = steps(her_turn(8, red="bottom").market(top=[108]), 1)
    assert t.asked == (1, "rumor")

    assert first(t) == "p0"


def test_the_rupees_of_a_whole_turn_add_up():
    """W15, W11, I3: a tax of two from the market, a card with its last rupee, and its price."""
    t = her_turn(18, black=1).court(1, 61).market(top=[17, 33]).put_rupees(0, 0, 2).put_rupees(0, 1, 1)

    assert run(t) == ["c61", "c17", "c17", "c33", "left", "stop"]
    assert purses(t) == [4, 4 + 2 - 1 + 1]
    assert t.market_rupees()[0][0] == 1
