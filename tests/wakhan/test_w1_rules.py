"""Chapters W1-W6, with P2.6, P6.11, P7.4 and E5: Wakhan as a player, her loyalty, cards, rule and arrows."""

from __future__ import annotations

import pytest

from pamir_env import Position, Settings
from tests.builders import Table
from tests.wakhan import face, first, her_turn, his_turn, points, purses, run, steps

COALITIONS = ("afghan", "british", "russian")


# ---- W1 an ordinary player ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 3])
def test_she_sits_before_the_last_to_choose_and_moves_first(players, seed):
    """P2.6, W1, W3: no loyalty, 4 rupees, and her first card drawn."""
    p, chose = Position.new(Settings(players=players, wakhan=True), seed=seed), []
    while p.decision == "loyalty":
        chose.append(p.seat)
        p.play("british")
    d = p.to_dict()

    assert len(chose) == players - 1
    assert p.decision == "act" and p.seat == d["wakhan"]["seat"]
    assert (p.seat + 1) % players == chose[-1]
    assert d["seats"][p.seat]["loyalty"] is None and d["seats"][p.seat]["rupees"] == 4
    assert len(d["wakhan"]["discard"]) == 1 and len(d["wakhan"]["deck"]) == 23


def test_she_pays_the_full_price():
    """W1, P4.1, P4.2."""
    t = her_turn(8, black=2).market(top=[9, 16, 61])
    steps(t, 1)

    assert t.asked == (1, "road")  # P5.3: 61 is played at once
    assert t.purse(1) == 2
    assert t.market_rupees()[0][:3] == [1, 1, 0]


def test_she_pays_double_while_military_is_favored():
    """W1, P4.1."""
    t = her_turn(8, black=2).favored("military").market(top=[9, 16, 61])
    steps(t, 1)

    assert t.purse(1) == 0
    assert t.market_rupees()[0][:3] == [2, 2, 0]


def test_rupees_on_the_card_are_hers():
    """W1, P4.4."""
    t = her_turn(8).market(top=[17]).put_rupees(0, 0, 3)

    assert run(t) == ["c17", "stop"]
    assert t.purse(1) == 7


def test_herat_influence_spares_her_the_price():
    """W1, A herat_influence: 61 is a card of Herat."""
    t = her_turn(8, black=2).court(1, 66).market(top=[9, 16, 61])
    steps(t, 1)

    assert t.purse(1) == 4
    assert t.market_rupees()[0][:3] == [0, 0, 0]


def test_failure_to_impress_takes_her_prizes_too():
    """W1, E 108."""
    t = his_turn().market(top=[108]).prizes(0, 28).prizes(1, 57, 60).do("stop")

    assert [t.where(card) for card in (28, 57, 60)] == ["discard"] * 3


def test_a_final_check_may_make_her_the_winner():
    """W1, P10.2, P9.4."""
    t = his_turn().checks_used(3).market(top=[101]).tribes(1, "herat").do("c101")

    assert points(t) == [2, 6]
    assert t.p.over and list(t.p.winners) == [1]


def test_her_tribe_lost_overthrows_her_card():
    """W1, P8.4."""
    t = his_turn().court(0, 38).armies("afghan", "kabul").tribes(1, "kabul").court(1, 7, 12)

    t.do("c38", "kabul", "p1")

    assert t.court_of(1) == [12] and t.where(7) == "discard"


def test_her_blackmail_is_always_used():
    """W1, W13, A blackmail_kandahar: on the highest-priority card of Kandahar without a spy."""
    t = his_turn().court(1, 43).court(0, 46, 48).do("stop")
    assert t.asked == (1, "blackmail")

    assert first(t) == "c46"  # 46 is leveraged


def test_blackmail_wants_a_card_without_spies():
    """W1, A blackmail_kandahar."""
    t = his_turn().court(1, 43).court(0, 46, 48).spy(0, on=46).do("stop")

    assert first(t) == "c48"


def test_her_safe_house_is_always_used():
    """W1, A safe_house."""
    t = his_turn().court(0, 38, 9).court(1, 41).spy(0, on=9).spy(1, on=9).do("c38", "c9", "p1")
    assert t.asked == (1, "safe_house")

    assert run(t) == ["c41"]
    assert t.spies_on(41) == [0, 1] and t.spies_on(9) == [1, 0]
    assert t.asked == (0, "act")


# ---- W2 loyal to all ---------------------------------------------------------------------------------------


def test_patriots_of_several_coalitions_change_nothing():
    """W2: a russian patriot beside a british one; gift and british prize stay."""
    t = her_turn(8).court(1, 51).gifts(1, 2).prizes(1, 69).market(top=[100])

    assert run(t) == ["c100", "left", "stop"]
    assert t.court_of(1) == [100, 51]
    assert t.read()["seats"][1]["gifts"] == [2] and t.where(69) == "prize 1"
    assert t.loyalty_of(1) is None


def test_prizes_of_several_coalitions_change_nothing():
    """W2: an afghan prize beside a british one; gift and british patriot stay."""
    t = her_turn(22).court(1, 53, 51).gifts(1, 4).prizes(1, 57).court(0, 28).spy(1, on=28)

    assert run(t) == ["c53", "c28", "yes", "stop"]
    assert t.where(28) == "prize 1" and t.where(57) == "prize 1"
    assert t.court_of(1) == [53, 51]
    assert t.read()["seats"][1]["gifts"] == [4]
    assert t.loyalty_of(1) is None


@pytest.mark.parametrize(
    ("gifts", "prizes", "patriots", "scored"),
    [
        ((), (), (), [5, 3]),  # 1
        ((2,), (), (), [4, 4]),  # 2: shared
        ((2, 4), (), (), [3, 5]),
        ((), (57, 69), (), [3, 5]),  # british prizes
        ((), (60, 72), (), [5, 3]),  # russian prizes
        ((), (), (51, 37), [3, 5]),  # british patriots
        ((), (), (100, 95), [5, 3]),  # russian patriots
        ((6,), (57, 60), (51, 100), [3, 5]),  # 4
    ],
)
def test_her_influence_for_the_dominant_coalition(gifts, prizes, patriots, scored):
    """W2, P9.3: the British dominate, british seat 0 has an influence of 2."""
    t = his_turn().loyalty(0, "british").gifts(0, 2).armies("british", "herat", 4).market(top=[101])

    t.gifts(1, *gifts).prizes(1, *prizes).court(1, *patriots).do("c101")

    assert points(t) == scored


@pytest.mark.parametrize(
    ("dominant", "human"), [("afghan", "british"), ("british", "russian"), ("russian", "afghan")]
)
def test_she_ranks_whoever_dominates(dominant, human):
    """W2, P9.3."""
    t = his_turn().loyalty(0, human).armies(dominant, "herat", 4).market(top=[101]).do("c101")

    assert points(t) == [0, 5]


def test_she_ranks_among_several():
    """W2, P9.3: influences 3, 1, 2."""
    t = his_turn(players=3).loyalty(0, "british").loyalty(1, "british").armies("british", "herat", 4)

    t.gifts(0, 2, 4).gifts(2, 2).market(top=[101]).do("c101")

    assert points(t) == [5, 1, 3]


def test_in_an_unsuccessful_check_she_ranks_by_cylinders():
    """W1, P9.4: tribe, spy and gift against two tribes."""
    t = his_turn().tribes(0, "herat", 2).tribes(1, "kabul").court(0, 9).spy(1, on=9).gifts(1, 2)

    assert points(t.market(top=[101]).do("c101")) == [1, 3]


@pytest.mark.parametrize(("side", "seat", "scored"), [("purchase", 1, [3, 5]), ("discard", None, [4, 4])])
def test_events_about_gifts_hold_for_her(side, seat, scored):
    """W2, E 106: one gift each; hers is worth two, or nobody's is worth anything."""
    t = his_turn().loyalty(0, "british").armies("british", "herat", 4).market(top=[101])

    t.gifts(0, 2).gifts(1, 2).event(106, side, seat=seat).do("c101")

    assert points(t) == scored


# ---- W3 her cards ------------------------------------------------------------------------------------------


def test_her_turn_begins_with_a_card():
    """W3: card 2 is drawn, the back of card 3 shows."""
    t = Table(wakhan=1).do("stop")
    cards = t.read()["wakhan"]

    assert t.asked == (1, "act")
    assert cards["discard"] == [1, 2]
    assert cards["deck"][0] == 3 and len(cards["deck"]) == 22


def test_no_card_is_drawn_in_the_turn_of_another():
    """W3: seat 1 is a person."""
    t = Table(players=3, wakhan=2).do("stop")

    assert t.asked == (1, "act")
    assert t.read()["wakhan"]["discard"] == [1]


def test_the_drawn_face_and_the_new_back_are_used():
    """W3, W6: face 8 with an arrow at the second card of the bottom row."""
    t = his_turn(8, red="bottom", black=1).market(top=[9, 16, 61], bottom=[17, 28, 29]).do("stop")

    assert first(t) == "c28"


@pytest.mark.parametrize(("deck", "drawn"), [([23, 24], 23), ([7, 3], 7)])
def test_the_last_card_but_one_is_used(deck, drawn):
    """W3: a back is left."""
    t = Table(wakhan=1)
    t.d["wakhan"]["deck"] = deck
    t.d["wakhan"]["discard"] = [card for card in range(1, 25) if card not in deck]
    t.do("stop")

    assert t.read()["wakhan"]["discard"][-1] == drawn
    assert t.read()["wakhan"]["deck"] == deck[1:]


def test_all_cards_are_reshuffled_when_no_back_is_left():
    """W3: the card just drawn too; then she draws again."""
    t = Table(wakhan=1)
    t.d["wakhan"]["deck"] = [24]
    t.d["wakhan"]["discard"] = list(range(1, 24))
    t.do("stop")
    cards = t.read()["wakhan"]

    assert t.asked == (1, "act")
    assert len(cards["discard"]) == 1 and len(cards["deck"]) == 23
    assert sorted(cards["discard"] + cards["deck"]) == list(range(1, 25))


# ---- W4 pragmatic loyalty ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "others", "pragmatic"),
    [
        (8, ["afghan"], "british"),  # british russian afghan
        (8, ["british"], "russian"),
        (18, ["afghan"], "russian"),  # russian british afghan
        (18, ["russian"], "british"),
        (7, ["british"], "afghan"),  # afghan russian british
        (8, ["british", "russian"], "afghan"),
        (18, ["russian", "russian"], "british"),
        (7, ["afghan", "russian"], "british"),
    ],
)
def test_she_places_blocks_of_the_leftmost_free_coalition(number, others, pragmatic):
    """W4: the army of card 17."""
    t = her_turn(number, players=len(others) + 1).market(top=[17])
    for seat, coalition in enumerate(others):
        t.loyalty(seat, coalition)

    run(t)

    assert {c: t.armies_in("kabul", c) for c in COALITIONS if t.armies_in("kabul", c)} == {pragmatic: 1}


def test_the_coalition_of_a_patriot_does_not_colour_its_blocks():
    """W4: 84 is a russian patriot, her pragmatic loyalty british."""
    t = her_turn(8).market(top=[84])

    assert run(t) == ["c84", "stop"]
    assert t.armies_in("persia", "british") == 2 and t.armies_in("persia", "russian") == 0


@pytest.mark.parametrize(("words", "pragmatic"), [((), "british"), (("c51",), "afghan")])
def test_pragmatic_loyalty_is_looked_up_anew(words, pragmatic):
    """W4: face 2 prefers the Afghans, whom seat 0 leaves by playing the british patriot 51."""
    t = his_turn(2).hand(0, 51).market(top=[17]).do(*words, "stop")

    run(t)

    assert t.armies_in("kabul", pragmatic) == 1


# ---- W5 rule -----------------------------------------------------------------------------------------------


def contest(hers: int, his: int, afghan: int = 0, british: int = 0, russian: int = 0, number=8) -> Table:
    """Kabul with tribes of Wakhan and of afghan seat 0, and armies."""
    t = her_turn(number).tribes(0, "kabul", his).tribes(1, "kabul", hers)
    for coalition, n in (("afghan", afghan), ("british", british), ("russian", russian)):
        if n:
            t.armies(coalition, "kabul", n)
    return t


@pytest.mark.parametrize(
    ("hers", "his", "afghan", "british", "russian", "ruler"),
    [
        (1, 0, 0, 0, 0, 1),
        (1, 1, 0, 0, 0, None),
        (1, 1, 0, 0, 1, 1),
        (1, 1, 0, 1, 0, 1),
        (1, 1, 1, 2, 0, 1),  # 1 + 2 against 1 + 1
        (1, 1, 2, 0, 0, None),  # the armies of his coalition help her as much as him
        (2, 1, 2, 0, 0, 1),
        (1, 2, 2, 0, 0, 0),
        (1, 2, 0, 1, 1, None),  # armies of one coalition only: 2 against 2
        (1, 2, 0, 1, 2, 1),
        (1, 0, 3, 3, 3, 1),  # 4 against 3
        (0, 0, 0, 4, 0, None),  # no tribe, no rule (P8.6)
        (0, 1, 0, 1, 0, None),  # P8.6: not more than the british army
    ],
)
def test_her_ruling_pieces_are_tribes_and_the_largest_army(hers, his, afghan, british, russian, ruler):
    """W5, P8.6."""
    assert contest(hers, his, afghan, british, russian).ruler("kabul") == ruler


@pytest.mark.parametrize("number", [7, 8, 18])
def test_pragmatic_loyalty_does_not_matter_for_rule(number):
    """W5: the pragmatic loyalty is russian with faces 7 and 18, british with 8."""
    assert contest(1, 1, british=1, number=number).ruler("kabul") == 1
    assert contest(1, 1, russian=1, number=number).ruler("kabul") == 1


# ---- W6 arrows ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "back", "row", "column"),
    [
        (8, 1, 1, 1),
        (8, 2, 0, 2),
        (18, 7, 1, 4),
        (18, 9, 0, 3),
        (19, 24, 0, 0),
        (12, 22, 0, 4),
        (22, 6, 1, 4),
        (7, 21, 0, 4),
        (14, 10, 1, 2),
        (15, 4, 1, 3),
        (15, 17, 0, 1),
    ],
)
def test_face_and_back_give_a_row_and_a_column(number, back, row, column):
    """W6, W11.3: read off the data file."""
    market = [[9, 10, 16, 17, 28, 29], [31, 48, 49, 52, 61, 62]]
    t = face(Table(turn=1, wakhan=1), number, back).market(*market).rupees(5)

    assert first(t) == f"c{market[row][column]}"


# ---- P6.11 her tribes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("loyalty", COALITIONS)
def test_her_tribes_can_always_be_removed(loyalty):
    """P6.11, W2: she is loyal to all, and yet no friend of anybody."""
    t = his_turn().loyalty(0, loyalty).court(0, 38).armies(loyalty, "kabul").tribes(1, "kabul", 2)

    t.do("c38", "kabul", "p1")

    assert t.tribes_in("kabul") == [0, 1]


def test_her_citadel_protects_her_tribes():
    """W1, A citadel_kabul."""
    t = his_turn().court(0, 38).armies("afghan", "kabul").tribes(1, "kabul", 2).court(1, 17)

    assert not t.can("c38")


# ---- P7.4 bribes -------------------------------------------------------------------------------------------


def visitor(negotiation: bool = True) -> Table:
    """Seat 0 has a card of Kabul in hand, where Wakhan rules with two tribes."""
    return his_turn(negotiation=negotiation).hand(0, 9).tribes(1, "kabul", 2)


def test_she_demands_the_full_bribe():
    """P7.4: nobody names an amount."""
    t = visitor().do("c9")
    assert t.asked == (0, "pay") and t.legal == ["stop", "yes"]

    t.do("yes")

    assert purses(t) == [2, 6]
    assert t.asked == (0, "road")


def test_a_person_may_withdraw_from_her_demand():
    """P7.4, P7.2, P7.3."""
    t = visitor().do("c9", "stop")

    assert t.asked == (0, "act") and t.read()["actions_left"] == 2
    assert purses(t) == [4, 4] and t.hand_of(0) == [9]
    assert not t.can("c9")


def test_she_demands_the_full_bribe_for_a_hostage():
    """P7.4, P6.3."""
    t = his_turn().court(0, 61).spy(1, on=61, n=2).market(top=[20]).put_rupees(0, 0, 3).do("c61")
    assert t.asked == (0, "pay")

    t.do("yes")

    assert purses(t) == [2, 6]
    assert t.asked == (0, "tax")


def test_she_pays_the_full_bribe_for_playing():
    """P7.4, P7.1: seat 0 rules Kabul with two tribes and is not asked."""
    t = her_turn(8).market(top=[17]).tribes(0, "kabul", 2)

    assert run(t) == ["c17", "yes", "stop"]
    assert purses(t) == [6, 2]


def test_she_pays_the_full_bribe_for_a_hostage():
    """P7.4, P6.3."""
    t = her_turn(18).court(1, 61).spy(0, on=61, n=2).market(top=[17]).put_rupees(0, 0, 3)
    assert first(t) == "c61"
    steps(t, 1)
    assert t.asked == (1, "pay") and first(t) == "yes"
    steps(t, 1)

    assert purses(t) == [6, 2]
    assert t.asked == (1, "tax")


def test_two_people_still_negotiate():
    """P7.4: Wakhan is neither of the two."""
    t = his_turn(players=3).hand(0, 30).tribes(1, "punjab", 2).do("c30")

    assert t.asked == (1, "demand") and t.legal == ["0", "1", "2"]


def test_without_negotiation_her_bribe_is_paid_at_once():
    """P7.5."""
    t = visitor(negotiation=False).do("c9")

    assert t.asked == (0, "road") and purses(t) == [2, 6]


def test_without_negotiation_she_pays_at_once():
    """P7.5."""
    t = her_turn(8, negotiation=False).market(top=[17]).tribes(0, "kabul", 2)

    assert run(t) == ["c17", "stop"]
    assert purses(t) == [6, 2]


@pytest.mark.parametrize(("side", "seat"), [("discard", None), ("purchase", 1)])
def test_events_spare_her_the_bribe(side, seat):
    """W1, E 107."""
    t = her_turn(8).event(107, side, seat=seat).market(top=[17]).tribes(0, "kabul", 2)

    assert run(t) == ["c17", "stop"]
    assert purses(t) == [4, 4]


# ---- E5 no hand --------------------------------------------------------------------------------------------


def test_other_persuasive_methods_cannot_choose_her():
    """E5."""
    t = his_turn(players=3).market(top=[114]).hand(0, 9).hand(1, 20).do("c114")

    assert t.asked == (0, "persuade") and t.legal == ["p1"]


def test_other_persuasive_methods_with_her_alone_do_nothing():
    """E5, I4: there is nobody to choose."""
    t = his_turn().market(top=[114]).hand(0, 9).do("c114")

    assert t.asked == (0, "act") and t.read()["actions_left"] == 1
    assert t.hand_of(0) == [9] and t.where(114) == "discard"


def test_she_takes_no_hand_by_other_persuasive_methods():
    """E5: she holds no hand; the event is spent."""
    t = her_turn(8).market(top=[114]).hand(0, 9, 20)
    run(t)

    assert t.hand_of(0) == [9, 20] and t.hand_of(1) == []
    assert t.where(114) == "discard"


def test_confidence_failure_passes_her_by():
    """E5, E 114: seats 0 and 1 discard, then it is the turn of seat 1."""
    t = his_turn(players=3).market(top=[114]).hand(0, 9).hand(1, 20, 21).do("stop")

    assert t.asked == (0, "confidence")
    t.do("c9")
    assert t.asked == (1, "confidence")
    assert t.do("c21").asked == (1, "act")


@pytest.mark.parametrize(("words", "scored"), [((), [3, 5]), (("c108", "p1"), [4, 4])])
def test_rumor_makes_her_patriots_worthless(words, scored):
    """E 108, W2: she has a british patriot, the British dominate."""
    t = his_turn().loyalty(0, "british").armies("british", "herat", 4).court(1, 51)

    t.market(top=[108], bottom=[101]).do(*words, "c101")

    assert points(t) == scored
