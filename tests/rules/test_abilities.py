"""Chapter A: the special abilities, with and without the card, for the owner and for others."""

from __future__ import annotations

import pytest

from tests.builders import Table


def actions_left(t: Table) -> int:
    return t.read()["actions_left"]


# ---- indispensable_advisors (1) ----------------------------------------------------------------------------


def spy_battle(players: int = 2) -> Table:
    """Seat 0 may battle the spies of seat 1 on 9, a card of seat 1."""
    return Table(players=players).court(0, 38).court(1, 9).spy(0, on=9, n=2).spy(1, on=9)


def test_a_spy_without_advisors_is_removed():
    """P6.11."""
    t = spy_battle().do("c38")
    assert t.asked == (0, "battle_site") and t.legal == ["c9"]
    t.do("c9", "p1")

    assert t.spies_on(9) == [2, 0]


def test_advisors_protect_the_spies_of_the_owner():
    assert not spy_battle().court(1, 1).can("c38")  # A indispensable_advisors


def test_advisors_protect_on_cards_of_others_too():
    """A indispensable_advisors: the spies are the owner's, the card may be anybody's."""
    t = Table(players=3).court(0, 38).court(2, 9).spy(0, on=9).spy(1, on=9)
    assert t.can("c38", "c9", "p1")
    assert not t.court(1, 1).can("c38")


def test_advisors_do_not_protect_the_spies_of_others():
    """A indispensable_advisors."""
    t = spy_battle(players=3).court(1, 1).spy(2, on=9).do("c38", "c9")

    assert t.asked == (0, "battle") and t.legal == ["p2"]


def test_advisors_of_the_attacker_protect_nobody_else():
    assert spy_battle().court(0, 1).can("c38", "c9", "p1")  # A indispensable_advisors


def test_advisors_do_not_protect_tribes():
    """A indispensable_advisors."""
    t = Table().court(0, 38).court(1, 1).armies("afghan", "kabul").tribes(1, "kabul")

    assert t.can("c38", "kabul", "p1")


def test_advisors_do_not_keep_spies_on_a_discarded_card():
    """A indispensable_advisors, P8.1."""
    t = Table().court(0, 53).court(1, 1, 9).spy(0, on=9).spy(1, on=9).do("c53", "c9")

    assert t.cylinders_in_supply(1) == 10


# ---- insurrection (3) --------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["c101", "stop"])
def test_insurrection_places_two_afghan_armies_after_a_check(word):
    """A insurrection, P9.7: after a purchased check and after a discarded one."""
    t = Table().court(0, 3).market(top=[101]).do(word)

    assert t.armies_in("kabul", "afghan") == 2


def test_without_insurrection_no_armies_come():
    assert Table().market(top=[101]).do("c101").armies_in("kabul", "afghan") == 0  # A insurrection


def test_insurrection_in_hand_does_nothing():
    assert Table().hand(0, 3).market(top=[101]).do("c101").armies_in("kabul", "afghan") == 0  # A insurrection


def test_insurrection_in_the_court_of_another_player():
    """A insurrection: it needs no turn of the owner."""
    t = Table().loyalty(0, "british").loyalty(1, "afghan").court(1, 3).market(top=[101]).do("c101")

    assert t.armies_in("kabul", "afghan") == 2
    assert t.asked == (0, "act")


def full_map() -> Table:
    """All 12 afghan blocks are on the map, the british have 9: no dominance. Seat 1 owns Insurrection."""
    t = Table().loyalty(0, "british").loyalty(1, "afghan").court(1, 3).market(top=[101])
    return t.armies("afghan", "herat", 6).roads("afghan", "herat-persia", 6).armies("british", "punjab", 9)


def test_insurrection_with_an_empty_supply_takes_blocks_from_the_map():
    """A insurrection, P5.5: the owner chooses, and the first army may not be taken for the second."""
    t = full_map().do("c101")
    assert t.asked == (1, "take_block") and t.legal == ["herat", "herat-persia"]
    t.do("herat")
    assert t.armies_in("kabul", "afghan") == 1
    assert t.asked == (1, "take_block") and t.legal == ["herat", "herat-persia"]
    t.do("herat-persia")

    assert t.armies_in("kabul", "afghan") == 2
    assert t.armies_in("herat", "afghan") == 5
    assert t.roads_on("herat-persia", "afghan") == 5
    assert t.asked == (0, "act")


def test_insurrection_with_one_block_in_supply():
    """A insurrection, P5.5: the first comes from the supply, the second is taken."""
    t = Table().court(0, 3).market(top=[101]).armies("afghan", "herat", 11).armies("british", "punjab", 9)

    t.do("c101")
    assert t.armies_in("kabul", "afghan") == 1
    assert t.asked == (0, "take_block") and t.legal == ["herat"]
    t.do("herat")

    assert t.armies_in("kabul", "afghan") == 2
    assert t.armies_in("herat", "afghan") == 10


# ---- claim_of_ancient_lineage (5) --------------------------------------------------------------------------


def claimant() -> Table:
    """Seat 0 taxes with 61; seat 1 has a Punjab card and 4 rupees; nobody rules Punjab."""
    return Table().court(0, 61, 5).tribes(0, "kabul").court(1, 38)


def test_claim_taxes_as_ruler_of_every_region():
    """A claim_of_ancient_lineage, P6.6."""
    t = claimant().do("c61")
    assert t.asked == (0, "tax") and t.legal == ["p1"]
    t.do("p1", "p1")

    assert t.purse(0) == 6 and t.purse(1) == 2


def test_without_claim_only_ruled_regions_are_taxed():
    assert not Table().court(0, 61).tribes(0, "kabul").court(1, 38).can("c61")  # P6.6


def test_the_claim_of_another_player_helps_not():
    assert (
        not Table().court(0, 61).court(1, 38, 5).tribes(1, "kabul").can("c61")
    )  # A claim_of_ancient_lineage


def test_claim_needs_a_court_card_of_the_taxed_player():
    """A claim_of_ancient_lineage, P6.6: seat 2 has none."""
    t = Table(players=3).court(0, 61, 5).tribes(0, "kabul").court(1, 38).do("c61")

    assert t.legal == ["p1"]


def test_claim_holds_against_another_ruler():
    """A claim_of_ancient_lineage: seat 1 itself rules Punjab."""
    assert claimant().tribes(1, "punjab", 3).can("c61", "p1")


def test_claim_respects_shelter():
    """A claim_of_ancient_lineage, P6.6: 29 shelters two of the four."""
    t = claimant().court(1, 29).do("c61", "p1", "p1")

    assert t.purse(1) == 2
    assert not claimant().court(1, 29).rupees(2, seat=1).can("c61")


def test_claim_does_not_build():
    """A claim_of_ancient_lineage: 5 builds in Kabul, which seat 0 rules, and nowhere else."""
    t = claimant().do("c5")

    assert t.asked == (0, "build")
    assert t.legal == sorted(["kabul", "herat-kabul", "kabul-kandahar", "kabul-punjab", "kabul-transcaspia"])


# ---- bodyguards (15, 83) -----------------------------------------------------------------------------------


def conspirator() -> Table:
    """Seat 0 may betray the political card 7 of seat 1 with 53."""
    return Table(players=3).court(0, 53).court(1, 7).tribes(1, "kabul").spy(0, on=7)


def test_a_political_card_may_be_betrayed():
    assert conspirator().can("c53", "c7")  # P6.10


@pytest.mark.parametrize("guard", [15, 83])
def test_bodyguards_protect_political_cards(guard):
    assert not conspirator().court(1, guard).can("c53")  # A bodyguards


@pytest.mark.parametrize("guard", [15, 83])
def test_bodyguards_protect_nothing_else(guard):
    """A bodyguards: other suits, themselves included, may be betrayed."""
    t = conspirator().court(1, guard, 9).spy(0, on=guard).spy(0, on=9).do("c53")

    assert t.legal == sorted(["c9", f"c{guard}"])


@pytest.mark.parametrize("owner", [0, 2])
def test_bodyguards_protect_only_their_owner(owner):
    assert conspirator().court(owner, 83).can("c53", "c7")  # A bodyguards


def test_bodyguards_protect_against_the_owner_too():
    """A bodyguards: the owner's political cards cannot be betrayed."""
    t = Table().court(0, 53, 7).tribes(0, "kabul").spy(0, on=7)
    assert t.can("c53", "c7")
    assert not t.court(0, 83).can("c53")


def test_bodyguards_do_not_prevent_overthrow():
    """A bodyguards, P8.4."""
    t = Table().court(0, 38).armies("afghan", "kabul").court(1, 7, 83).tribes(1, "kabul")

    assert t.do("c38", "kabul", "p1").court_of(1) == [83]


def test_protection_ends_with_the_guard():
    """A bodyguards: betrayed first, with a second betrayer for the chief."""
    t = conspirator().court(0, 15).court(1, 83).spy(0, on=83).do("c53", "c83")

    assert t.can("c15", "c7")


# ---- citadels (17, 97) -------------------------------------------------------------------------------------

CITADELS = [(17, "kabul"), (97, "transcaspia")]


def siege(region: str) -> Table:
    """Seat 0 may remove the tribes of seat 1 in a region."""
    return Table(players=3).court(0, 38).armies("afghan", region, 2).tribes(1, region, 2)


@pytest.mark.parametrize(("card", "region"), CITADELS)
def test_a_citadel_protects_tribes_in_battle(card, region):
    """A citadel_kabul, citadel_transcaspia."""
    assert siege(region).can("c38", region, "p1")
    assert not siege(region).court(1, card).can("c38")


@pytest.mark.parametrize(("card", "region"), [(17, "transcaspia"), (97, "kabul")])
def test_a_citadel_protects_only_its_own_region(card, region):
    assert siege(region).court(1, card).can("c38", region, "p1")  # A citadel


@pytest.mark.parametrize(("card", "region"), CITADELS)
def test_a_citadel_protects_neither_armies_nor_other_players(card, region):
    """A citadel."""
    t = siege(region).court(1, card).armies("british", region).tribes(2, region).do("c38", region)

    assert t.legal == ["british", "p2"]


@pytest.mark.parametrize(("card", "region"), CITADELS)
def test_the_citadel_of_another_player_protects_not(card, region):
    assert siege(region).court(2, card).can("c38", region, "p1")  # A citadel


def test_a_citadel_does_not_withstand_riots():
    """A citadel_kabul, E 112: no battle."""
    t = siege("kabul").court(1, 17).market(top=[112]).do("stop")

    assert t.tribes_in("kabul") == [0, 0, 0]


# ---- strange_bedfellows (21), well_connected (56) ----------------------------------------------------------


def test_strange_bedfellows_joins_cards_of_one_region():
    """A strange_bedfellows, P6.9: ring 21, 9, 48, 29, 98; the spy on 29 may also go to 21 (both Punjab)."""
    t = Table().court(0, 21).court(1, 9, 48, 29, 98).spy(0, on=29).do("c21")
    assert t.asked == (0, "move_from") and t.legal == ["c29"]
    t.do("c29")

    assert t.asked == (0, "move_to")
    assert t.legal == sorted(["c21", "c48", "c98"])


def test_without_strange_bedfellows_spies_go_to_neighbours():
    """P6.9: the same ring with 72 in place of 21."""
    t = Table().court(0, 72).court(1, 9, 48, 29, 98, 38).spy(0, on=29).do("c72", "c29")

    assert t.legal == sorted(["c48", "c98"])


def test_the_bedfellows_of_another_player_help_not():
    """A strange_bedfellows: ring 72, 21, 9, 29, 48."""
    t = Table().court(0, 72).court(1, 21, 9, 29, 48).spy(0, on=29).do("c72", "c29")

    assert t.legal == sorted(["c48", "c9"])


def test_strange_bedfellows_works_with_other_move_cards():
    """A strange_bedfellows: the card used is 63."""
    t = Table().court(0, 63, 21).court(1, 9, 48, 29, 98).spy(0, on=29).do("c63", "c29")

    assert t.legal == sorted(["c21", "c48", "c98"])


def test_well_connected_moves_one_or_two_cards():
    """A well_connected, P6.9: ring 72, 56, 9, 48, 29, 98, 61."""
    t = Table().court(0, 72, 56).tribes(0, "herat").court(1, 9, 48, 29, 98, 61).spy(0, on=48)

    t.do("c72", "c48")
    assert t.legal == sorted(["c56", "c9", "c29", "c98"])
    t.do("c98")

    assert t.spies_on(98) == [1, 0] and t.spies_on(48) == [0, 0]
    assert t.asked == (0, "move_from")  # that was one of the two moves of 72
    t.do("c98", "c72")
    assert t.spies_on(72) == [1, 0]
    assert t.asked == (0, "act")


def test_without_well_connected_a_move_is_one_card():
    """P6.9: the same ring with 57 in place of 56."""
    t = Table().court(0, 72, 57).tribes(0, "herat").court(1, 9, 48, 29, 98, 61).spy(0, on=48).do("c72", "c48")

    assert t.legal == sorted(["c9", "c29"])


def test_well_connected_is_for_the_owner():
    """A well_connected: ring 72, 57, 9, 48, 29, 98, 56."""
    t = Table().court(0, 72, 57).tribes(0, "herat").court(1, 9, 48, 29, 98, 56).tribes(1, "herat")

    assert t.spy(0, on=48).do("c72", "c48").legal == sorted(["c9", "c29"])


def test_well_connected_does_not_carry_armies_further():
    """A well_connected: spy moves only."""
    t = Table().court(0, 63, 56).tribes(0, "herat").armies("afghan", "kabul")
    t.roads("afghan", "herat-kabul").roads("afghan", "herat-persia").do("c63", "kabul")

    assert t.legal == ["herat"]


def test_well_connected_with_strange_bedfellows():
    """A: either step may join cards of one region; ring 21, 56, 9, 48, 29, 98, 85, 12.

    From 48: 9 or 29; then 56 and 12 (Kabul, like 9), or 98 and 21 (Punjab, like 29); 85 is too far.
    """
    t = Table().court(0, 21, 56).tribes(0, "herat").court(1, 9, 48, 29, 98, 85, 12).spy(0, on=48)

    t.do("c21", "c48")

    assert t.legal == sorted(["c9", "c29", "c56", "c12", "c98", "c21"])


# ---- civil_service_reforms (24), charismatic_courtiers (42) ------------------------------------------------


def hostage() -> Table:
    """Seat 0 taxes with 61, on which seat 1 has the only spy."""
    return Table().court(0, 61).spy(1, on=61).market(top=[10]).put_rupees(0, 0, 2)


def guest() -> Table:
    """Seat 0 plays 9 in Kabul, where seat 1 rules with 2 tribes."""
    return Table().court(0, 61).hand(0, 9).tribes(1, "kabul", 2)


def test_a_hostage_costs_a_bribe():
    """P6.3."""
    t = hostage().do("c61")

    assert t.asked == (1, "demand") and t.legal == ["0", "1"]


def test_civil_service_reforms_pays_no_bribe_for_hostages():
    """A civil_service_reforms."""
    t = hostage().court(0, 24).tribes(0, "punjab").do("c61")

    assert t.asked == (0, "tax")
    assert t.do("c10", "c10").purse(0) == 6


def test_civil_service_reforms_is_for_the_owner():
    """A civil_service_reforms."""
    assert hostage().court(1, 24).tribes(1, "punjab").do("c61").asked == (1, "demand")


def test_an_ability_is_never_held_hostage():
    """P6.3, A civil_service_reforms."""
    t = hostage().court(0, 24).tribes(0, "punjab").spy(1, on=24, n=3).do("c61")

    assert t.asked == (0, "tax")


def test_civil_service_reforms_still_bribes_to_play():
    """A civil_service_reforms, P7.1."""
    assert guest().court(0, 24).tribes(0, "punjab").do("c9", "left").asked == (1, "demand")


def test_charismatic_courtiers_pays_no_bribe_to_play():
    """A charismatic_courtiers."""
    assert guest().do("c9", "left").asked == (1, "demand")
    assert guest().court(0, 42).tribes(0, "kandahar").do("c9", "left").asked == (0, "road")


def test_charismatic_courtiers_is_for_the_owner():
    """A charismatic_courtiers."""
    t = guest().loyalty(1, "afghan").court(1, 42).tribes(1, "kandahar").do("c9", "left")

    assert t.asked == (1, "demand")


def test_charismatic_courtiers_still_bribes_for_hostages():
    """A charismatic_courtiers, P6.3."""
    assert hostage().court(0, 42).tribes(0, "kandahar").do("c61").asked == (1, "demand")


# ---- safe_house (41, 72) -----------------------------------------------------------------------------------


@pytest.mark.parametrize("house", [41, 72])
def test_a_removed_spy_may_go_to_the_safe_house(house):
    """A safe_house: then the battle goes on."""
    t = spy_battle().spy(1, on=9).court(1, house).do("c38", "c9", "p1")
    assert t.asked == (1, "safe_house") and t.legal == [f"c{house}", "stop"]
    t.do(f"c{house}")

    assert t.spies_on(house) == [0, 1] and t.spies_on(9) == [2, 1]
    assert t.asked == (0, "battle") and t.legal == ["p1", "stop"]


def test_the_safe_house_may_be_declined():
    """A safe_house."""
    t = spy_battle().court(1, 41).do("c38", "c9", "p1", "stop")

    assert t.spies_on(41) == [0, 0]
    assert t.cylinders_in_supply(1) == 10
    assert t.asked == (0, "act")


def test_each_removed_spy_is_asked_for():
    """A safe_house: one is saved, one is not."""
    t = spy_battle().spy(1, on=9).court(1, 41).do("c38", "c9", "p1", "stop", "p1", "c41")

    assert t.spies_on(41) == [0, 1] and t.spies_on(9) == [2, 0]
    assert t.cylinders_in_supply(1) == 9
    assert t.asked == (0, "act")


def test_the_owner_of_both_safe_houses_chooses():
    """A safe_house."""
    t = spy_battle().court(1, 41, 72).do("c38", "c9", "p1")

    assert t.asked == (1, "safe_house") and t.legal == ["c41", "c72", "stop"]
    assert t.do("c72").spies_on(72) == [0, 1]


def test_without_a_safe_house_nothing_is_asked():
    """A safe_house."""
    assert spy_battle().do("c38", "c9", "p1").asked == (0, "act")


def test_a_safe_house_in_hand_is_none():
    assert spy_battle().hand(1, 41).do("c38", "c9", "p1").asked == (0, "act")  # A safe_house


@pytest.mark.parametrize("owner", [0, 2])
def test_the_safe_house_of_another_player_saves_nobody(owner):
    assert spy_battle(players=3).court(owner, 41).do("c38", "c9", "p1").asked == (0, "act")  # A safe_house


def test_a_safe_house_does_not_save_spies_from_a_discard():
    """A safe_house, P8.1: no battle."""
    t = Table().court(0, 53).court(1, 41, 9).spy(0, on=9).spy(1, on=9).do("c53", "c9")

    assert t.asked == (0, "act")
    assert t.cylinders_in_supply(1) == 10


def test_a_safe_house_does_not_save_tribes():
    """A safe_house."""
    t = (
        Table()
        .court(0, 38)
        .armies("afghan", "kabul")
        .court(1, 41)
        .tribes(1, "kabul")
        .do("c38", "kabul", "p1")
    )

    assert t.asked == (0, "act")
    assert t.cylinders_in_supply(1) == 10


# ---- blackmail (43 Kandahar, 54 Herat) ---------------------------------------------------------------------


def before_blackmail() -> Table:
    """Seat 1 is about to end its turn; then seat 0, with Blackmail in Kandahar, starts."""
    return Table(turn=1).court(0, 43).tribes(0, "kandahar").court(1, 48, 9)


def test_blackmail_places_a_spy_at_the_start_of_the_turn():
    """A blackmail_kandahar, P3.2: in any court, and no action is spent."""
    t = before_blackmail().do("stop")
    assert t.asked == (0, "blackmail")
    assert t.legal == sorted(["c43", "c48", "stop"])
    t.do("c48")

    assert t.spies_on(48) == [1, 0]
    assert t.cylinders_in_supply(0) == 8
    assert t.asked == (0, "act") and actions_left(t) == 2


def test_blackmail_in_herat():
    """A blackmail_herat."""
    t = Table(turn=1).court(0, 54).court(1, 61, 48).do("stop")

    assert t.asked == (0, "blackmail") and t.legal == sorted(["c54", "c61", "stop"])


def test_blackmail_may_be_declined():
    """A blackmail_kandahar."""
    t = before_blackmail().do("stop", "stop")

    assert t.cylinders_in_supply(0) == 9
    assert t.asked == (0, "act")


@pytest.mark.parametrize("owner", [0, 1])
def test_blackmail_spares_cards_with_any_spy(owner):
    """A blackmail_kandahar."""
    assert before_blackmail().spy(owner, on=48).do("stop").legal == ["c43", "stop"]


def test_blackmail_without_a_target_is_not_asked():
    """A blackmail_kandahar."""
    assert before_blackmail().spy(0, on=43).spy(1, on=48).do("stop").asked == (0, "act")


def test_blackmail_is_for_the_owner():
    """A blackmail_kandahar: seat 1 starts its turn."""
    assert Table().court(0, 43).tribes(0, "kandahar").court(1, 48).do("stop").asked == (1, "act")


def test_blackmail_in_hand_does_nothing():
    assert Table(turn=1).hand(0, 43).court(1, 48).do("stop").asked == (0, "act")  # A blackmail_kandahar


@pytest.mark.parametrize("order", [(43, 54), (54, 43)])
def test_with_both_blackmails_herat_comes_first(order):
    """A blackmail_herat, blackmail_kandahar."""
    t = Table(turn=1).court(0, *order).tribes(0, "kandahar").court(1, 48, 61).do("stop")
    assert t.asked == (0, "blackmail") and t.legal == sorted(["c54", "c61", "stop"])
    t.do("c61")
    assert t.asked == (0, "blackmail") and t.legal == sorted(["c43", "c48", "stop"])
    t.do("c43")

    assert t.spies_on(61) == [1, 0] and t.spies_on(43) == [1, 0]
    assert t.asked == (0, "act")


def test_declining_in_herat_leaves_kandahar():
    """A blackmail_herat, blackmail_kandahar."""
    t = Table(turn=1).court(0, 43, 54).tribes(0, "kandahar").do("stop", "stop")

    assert t.asked == (0, "blackmail") and t.legal == ["c43", "stop"]


def stretched() -> Table:
    """As before_blackmail, but all cylinders of seat 0 are in play."""
    return before_blackmail().spy(0, on=9, n=6).gifts(0, 2, 4, 6)


def test_blackmail_with_an_empty_supply_takes_a_cylinder():
    """A blackmail_kandahar, P5.5: the target is chosen first."""
    t = stretched().do("stop", "c48")
    assert t.asked == (0, "take_cylinder")
    assert t.legal == sorted(["c9", "gift2", "gift4", "gift6", "kandahar"])
    t.do("gift4")

    assert t.spies_on(48) == [1, 0]
    assert sorted(t.read()["seats"][0]["gifts"]) == [2, 6]
    assert t.asked == (0, "act")


def test_blackmail_that_takes_the_last_tribe_overthrows():
    """A blackmail_kandahar, P5.5, P8.4."""
    t = stretched().do("stop", "c48", "kandahar")

    assert t.court_of(0) == []
    assert t.spies_on(48) == [1, 0]
    assert t.asked == (0, "act")


def test_the_second_blackmail_cannot_take_the_spy_of_the_first():
    """A blackmail_herat, blackmail_kandahar, P5.5: placed this turn."""
    t = stretched().court(0, 54).do("stop", "c54", "c9", "c48")

    assert t.asked == (0, "take_cylinder")
    assert t.legal == sorted(["c9", "gift2", "gift4", "gift6", "kandahar"])


# ---- indian_supplies (51) ----------------------------------------------------------------------------------


def campaign() -> Table:
    """A british army of seat 0 in Kabul, no roads; 63 moves."""
    return Table().loyalty(0, "british").court(0, 63).armies("british", "kabul")


def test_armies_need_roads():
    assert not campaign().can("c63")  # P6.9


def test_indian_supplies_moves_armies_without_roads():
    """A indian_supplies: to each adjacent region, several times."""
    t = campaign().court(0, 51).do("c63", "kabul")
    assert t.asked == (0, "move_to")
    assert t.legal == sorted(["herat", "kandahar", "punjab", "transcaspia"])
    t.do("herat", "herat", "persia")

    assert t.armies_in("persia", "british") == 1


def test_the_indian_supplies_of_another_player_help_not():
    assert not campaign().court(1, 51).can("c63")  # A indian_supplies


def test_indian_supplies_moves_only_loyal_armies():
    """A indian_supplies."""
    t = campaign().court(0, 51).armies("russian", "punjab").do("c63")

    assert t.legal == ["kabul"]


# ---- herat_influence (66), persian_influence (68), russian_influence (70) ----------------------------------

INFLUENCES = [(66, 61, 29), (68, 82, 29), (70, 86, 50)]  # ability card, a card that is free, one that is not


def buyer(wanted: int, rupees: int) -> Table:
    """The wanted card lies in the third column."""
    return Table().loyalty(0, "russian").rupees(rupees).market(top=[9, 20, wanted])


@pytest.mark.parametrize(("ability", "free", "_"), INFLUENCES)
def test_influence_buys_without_rupees(ability, free, _):
    """A herat_influence, persian_influence, russian_influence."""
    assert buyer(free, rupees=0).legal == ["c9", "stop"]
    assert buyer(free, rupees=0).court(0, ability).legal == sorted(["c9", f"c{free}", "stop"])


@pytest.mark.parametrize(("ability", "free", "_"), INFLUENCES)
def test_influence_places_nothing_even_if_the_owner_is_rich(ability, free, _):
    """A influence, P4.7: so the cards to the left may still be bought; rupees on the card come with it."""
    t = buyer(free, rupees=4).court(0, ability).put_rupees(0, 2, 1).do(f"c{free}")

    assert t.purse(0) == 5
    assert t.market_rupees()[0][:3] == [0, 0, 0]
    assert t.hand_of(0) == [free]
    assert actions_left(t) == 1
    assert {"c9", "c20"} <= set(t.legal)


@pytest.mark.parametrize(("ability", "_", "dear"), INFLUENCES)
def test_influence_does_not_cover_other_cards(ability, _, dear):
    """A influence."""
    assert f"c{dear}" not in buyer(dear, rupees=1).court(0, ability).legal
    assert buyer(dear, rupees=2).court(0, ability).do(f"c{dear}").purse(0) == 0


@pytest.mark.parametrize(("ability", "free", "_"), INFLUENCES)
def test_influence_is_for_the_owner(ability, free, _):
    """A influence."""
    t = buyer(free, rupees=0).loyalty(1, "russian").court(1, ability)

    assert t.legal == ["c9", "stop"]


@pytest.mark.parametrize(("ability", "free", "_"), INFLUENCES)
def test_influence_is_free_also_when_prices_are_doubled(ability, free, _):
    """A influence, P4.1."""
    t = buyer(free, rupees=0).favored("military").court(0, ability).do(f"c{free}")

    assert t.hand_of(0) == [free]


@pytest.mark.parametrize(("ability", "free", "_"), INFLUENCES)
def test_a_card_paid_onto_this_turn_is_not_free_to_take(ability, free, _):
    """A influence, P4.3."""
    assert f"c{free}" not in buyer(free, rupees=4).court(0, ability).paid(free).legal


# ---- infrastructure (78) -----------------------------------------------------------------------------------


def planner() -> Table:
    """Seat 0 rules Persia and may build one block with 78."""
    return Table().court(0, 78).tribes(0, "persia").rupees(2)


def test_infrastructure_adds_a_free_block():
    """A infrastructure: it is not optional."""
    t = planner().do("c78", "persia")
    assert t.purse(0) == 0
    assert t.asked == (0, "infrastructure")
    assert t.legal == sorted(["persia", "herat-persia", "persia-transcaspia"])
    t.do("herat-persia")

    assert t.armies_in("persia", "afghan") == 1 and t.roads_on("herat-persia", "afghan") == 1
    assert t.purse(0) == 0
    assert t.asked == (0, "act")


def test_infrastructure_after_stopping():
    """A infrastructure."""
    t = planner().rupees(6).do("c78", "persia", "stop")

    assert t.asked == (0, "infrastructure")
    assert t.do("persia").purse(0) == 4


def test_infrastructure_after_three_blocks():
    """A infrastructure, P6.8."""
    t = planner().rupees(8).do("c78", "persia", "persia", "persia")

    assert t.asked == (0, "infrastructure")
    assert t.do("persia").armies_in("persia", "afghan") == 4
    assert t.purse(0) == 2


def test_infrastructure_follows_any_build_action_of_the_owner():
    """A infrastructure: here with 17."""
    t = planner().court(0, 17).do("c17", "persia")

    assert t.asked == (0, "infrastructure")


def test_without_infrastructure_no_block_is_added():
    """A infrastructure."""
    assert Table().court(0, 17).tribes(0, "persia").rupees(2).do("c17", "persia").asked == (0, "act")


def test_the_infrastructure_of_another_player_helps_not():
    """A infrastructure."""
    t = Table().court(0, 17).tribes(0, "persia").rupees(2).court(1, 78).do("c17", "persia")

    assert t.asked == (0, "act")


def test_infrastructure_alone_builds_nothing():
    assert not planner().rupees(1).can("c78")  # A infrastructure, P6.5


def test_infrastructure_does_not_follow_other_actions():
    """A infrastructure: a gift with 46."""
    t = planner().court(0, 46).do("c46", "gift2")

    assert t.asked == (0, "act")


def test_infrastructure_with_an_empty_supply():
    """A infrastructure, P5.5: neither block of this turn may be taken again."""
    t = planner().armies("afghan", "herat", 12).do("c78", "persia")
    assert t.asked == (0, "take_block") and t.legal == ["herat"]
    t.do("herat")
    assert t.asked == (0, "infrastructure")
    t.do("persia")
    assert t.asked == (0, "take_block") and t.legal == ["herat"]
    t.do("herat")

    assert t.armies_in("persia", "afghan") == 2 and t.armies_in("herat", "afghan") == 10


# ---- savvy_operator (91), irregulars (99) ------------------------------------------------------------------


def operator(card: int) -> Table:
    """Russian seat 0 may betray with 91 or 93, and battle in Kabul with 99 or 100; economic is favored."""
    t = Table().favored("economic").loyalty(0, "russian").court(0, card).court(1, 9).spy(0, on=9)
    return t.tribes(0, "transcaspia").armies("russian", "kabul").armies("british", "kabul")


@pytest.mark.parametrize(("card", "words"), [(91, ("c9",)), (99, ("kabul", "british"))])
def test_a_card_that_always_counts_as_favored_spends_no_action(card, words):
    """A savvy_operator, irregulars, P6.2."""
    assert actions_left(operator(card).do(f"c{card}", *words)) == 2
    assert operator(card).actions(0).can(f"c{card}", *words)


@pytest.mark.parametrize(("card", "words"), [(93, ("betray", "c9")), (100, ("kabul", "british"))])
def test_an_ordinary_card_spends_an_action(card, words):
    """P6.1, P6.2."""
    assert actions_left(operator(card).do(f"c{card}", *words)) == 1
    assert not operator(card).actions(0).can(f"c{card}")


@pytest.mark.parametrize(("card", "words"), [(91, ("c9",)), (99, ("kabul", "british"))])
def test_it_still_acts_once_per_turn(card, words):
    """A savvy_operator, irregulars, P6.1."""
    t = operator(card).spy(0, on=card).armies("british", "kabul").do(f"c{card}", *words)

    assert not t.can(f"c{card}")


@pytest.mark.parametrize("card", [91, 99])
def test_the_other_cards_of_the_court_do_not_count_as_favored(card):
    """A savvy_operator, irregulars: this card only."""
    t = operator(card).court(0, 38).actions(0)

    assert t.legal == sorted([f"c{card}", "stop"])
