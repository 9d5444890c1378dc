"""Chapter P1: regions, borders, suits, coalitions, pieces, cards and seats."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import pamir_env
from pamir_env import BadPosition, Position, Settings, board, cards, names
from tests.builders import Table

DATA = Path(pamir_env.__file__).parent / "data"
REGIONS = ("transcaspia", "kabul", "persia", "herat", "kandahar", "punjab")
BORDERS_OF = {"kabul": 4, "herat": 4, "kandahar": 3, "transcaspia": 3, "persia": 2, "punjab": 2}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


COURT = rows("court_cards.csv")


# ---- P1.1, P1.2 the map ----------------------------------------------------------------------------------


def test_six_regions():
    """P1.1."""
    assert names.REGIONS == REGIONS


def test_nine_borders_between_two_regions_each():
    """P1.2."""
    assert len(names.BORDERS) == len(set(names.BORDERS)) == 9
    for border, ends in zip(names.BORDERS, board.BORDER_ENDS, strict=True):
        assert border == "-".join(REGIONS[end] for end in ends)
        assert ends[0] != ends[1]


@pytest.mark.parametrize(("region", "n"), BORDERS_OF.items())
def test_borders_of_a_region(region, n):
    """P1.2."""
    r = REGIONS.index(region)
    touching = [border for b, border in enumerate(names.BORDERS) if board.TOUCHES[r, b]]
    assert len(touching) == n
    assert touching == [border for border in names.BORDERS if region in border.split("-")]


def test_adjacent_means_sharing_a_border():
    """P1.2: in both directions, and no region borders on itself."""
    between = board.BORDER_BETWEEN
    assert (between == between.T).all()
    assert (between >= 0).sum() == 2 * 9
    for a in range(6):
        assert between[a, a] == names.NONE
        for b in range(6):
            if between[a, b] != names.NONE:
                assert set(board.BORDER_ENDS[between[a, b]]) == {a, b}


# ---- P1.3-P1.6 suits, coalitions, pieces -----------------------------------------------------------------


def test_four_suits():
    """P1.3: and no card shows another."""
    assert names.SUITS == ("economic", "military", "political", "intelligence")
    assert {row["suit"] for row in COURT} == set(names.SUITS)


def test_three_coalitions():
    """P1.4."""
    assert names.COALITIONS == ("afghan", "british", "russian")


@pytest.mark.parametrize("coalition", ["afghan", "british", "russian"])
def test_twelve_blocks_each(coalition):
    """P1.4: armies, roads and the supply together, whichever way they are divided."""
    for armies in range(13):
        t = Table().armies(coalition, "kabul", armies).roads(coalition, "herat-kabul", 12 - armies)
        assert t.blocks_in_supply(coalition) == 0
    assert Table().armies(coalition, "kabul", 5).blocks_in_supply(coalition) == 7
    with pytest.raises(BadPosition, match=f"13 {coalition} blocks"):
        Table().armies(coalition, "kabul", 7).roads(coalition, "herat-kabul", 6).read()


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_ten_cylinders_each(seat):
    """P1.5: tribes, spies, gifts and the supply together."""
    t = (
        Table(players=3)
        .court(0, 14)
        .spy(seat, 14, 4)
        .tribes(seat, "kabul", 2)
        .tribes(seat, "herat", 2)
        .gifts(seat, 2, 6)
    )
    assert t.cylinders_in_supply(seat) == 0
    assert t.p.states["cylinders"][0, seat] == 0
    with pytest.raises(BadPosition, match=f"seat {seat} has 11 cylinders"):
        t.tribes(seat, "punjab").read()


def test_the_rest_is_in_the_supply():
    """P1.4, P1.5."""
    t = (
        Table(players=3)
        .court(1, 14)
        .spy(2, 14)
        .tribes(2, "kabul", 2)
        .gifts(2, 4)
        .roads("russian", "kabul-punjab", 3)
    )
    s = t.p.states[0]
    assert s.cylinders[:3].tolist() == [10, 10, 6]
    assert s.blocks.tolist() == [12, 12, 9]


def test_any_number_of_pieces_of_any_mix():
    """P1.6: one region with every block, one card with every spy."""
    t = Table(players=5).court(0, 14)
    for coalition in names.COALITIONS:
        t.armies(coalition, "kabul", 12)
    for seat in range(5):
        t.tribes(seat, "kabul", 5).spy(seat, 14, 5)
    d = t.read()
    assert d["armies"] == {"kabul": {"afghan": 12, "british": 12, "russian": 12}}
    assert d["tribes"] == {"kabul": [5] * 5}
    assert t.spies_on(14) == [5] * 5
    assert "stop" in t.legal


def test_rupees_are_unlimited():
    """P1.6: far more than any box holds; nothing is lost when they change hands."""
    t = Table().rupees(900_000).market(top=[8, 9, 10]).put_rupees(row=0, column=2, n=900_000)
    t.do("c10")
    assert t.purse(0) == 900_000 - 2 + 900_000
    assert t.market_rupees()[0][:2] == [1, 1]


# ---- P1.7, P1.8 cards ------------------------------------------------------------------------------------


def test_the_numbers_of_the_cards():
    """P1.7."""
    assert [int(row["number"]) for row in COURT] == list(range(1, 101))
    assert [int(row["number"]) for row in rows("events.csv")] == list(range(101, 117))
    assert [int(row["number"]) for row in rows("wakhan_cards.csv")] == list(range(1, 25))
    assert list(names.CARDS) == list(range(1, 117))


def test_four_dominance_checks_and_twelve_other_events():
    """P1.7."""
    checks = [int(row["number"]) for row in rows("events.csv") if row["on_discard"] == "dominance_check"]
    assert checks == list(names.DOMINANCE_CHECKS) == [101, 102, 103, 104]
    assert list(names.OTHER_EVENTS) == list(range(105, 117))
    assert [row["on_purchase"] for row in rows("events.csv")[:4]] == ["dominance_check"] * 4


def test_every_card_has_a_name_of_its_own():
    """P1.7: but for the Dominance Checks."""
    assert all(cards.CARD_NAMES[1:])
    named = Counter(cards.CARD_NAMES[1:])
    assert [name for name, n in named.items() if n > 1] == ["Dominance Check"]


@pytest.mark.parametrize("row", COURT, ids=[f"c{row['number']}" for row in COURT])
def test_what_a_court_card_shows(row):
    """P1.8: region, suit, rank; icons and up to three actions in order; perhaps patriot, prize, ability."""
    card = int(row["number"])
    icons, actions = row["icons"].split(), row["actions"].split()

    assert names.REGIONS[cards.CARD_REGION[card]] == row["region"]
    assert names.SUITS[cards.CARD_SUIT[card]] == row["suit"]
    assert cards.CARD_RANK[card] == int(row["rank"])
    assert 1 <= cards.CARD_RANK[card] <= 3
    assert [names.ICONS[icon] for icon in cards.CARD_ICONS[card] if icon != names.NONE] == icons
    assert [names.VERBS[verb] for verb in cards.CARD_VERBS[card] if verb != names.NONE] == actions
    assert len(actions) == len(set(actions)) <= 3
    for column, array, words in (
        ("patriot", cards.CARD_PATRIOT, names.COALITIONS),
        ("prize", cards.CARD_PRIZE, names.COALITIONS),
        ("ability", cards.CARD_ABILITY, names.ABILITIES),
    ):
        assert (words[array[card]] if array[card] != names.NONE else "") == row[column]
    assert cards.CARD_LEVERAGED[card] == ("leverage" in icons)


def test_events_show_none_of_this():
    """P1.7, P1.8."""
    for card in range(101, 117):
        assert cards.CARD_REGION[card] == cards.CARD_SUIT[card] == cards.CARD_PATRIOT[card] == names.NONE
        assert cards.CARD_RANK[card] == 0
        assert (cards.CARD_ICONS[card] == names.NONE).all()
        assert (cards.CARD_VERBS[card] == names.NONE).all()


def test_every_ability_belongs_to_a_card():
    """P1.8: the table under A says which."""
    shown = {row["ability"]: [] for row in COURT if row["ability"]}
    for row in COURT:
        if row["ability"]:
            shown[row["ability"]].append(int(row["number"]))
    assert shown == {
        "indispensable_advisors": [1],
        "insurrection": [3],
        "claim_of_ancient_lineage": [5],
        "bodyguards": [15, 83],
        "citadel_kabul": [17],
        "citadel_transcaspia": [97],
        "strange_bedfellows": [21],
        "civil_service_reforms": [24],
        "safe_house": [41, 72],
        "charismatic_courtiers": [42],
        "blackmail_kandahar": [43],
        "blackmail_herat": [54],
        "indian_supplies": [51],
        "well_connected": [56],
        "herat_influence": [66],
        "persian_influence": [68],
        "russian_influence": [70],
        "infrastructure": [78],
        "savvy_operator": [91],
        "irregulars": [99],
    }


def test_the_facts_of_the_cards_cannot_be_changed():
    """P1.8: they are constants in the kernels, so changing them would change nothing there."""
    tables = {
        name: value
        for module in (cards, board)
        for name, value in vars(module).items()
        if isinstance(value, np.ndarray) and name.isupper() and not name.startswith("_")
    }
    assert len(tables) > 12
    assert not [name for name, table in tables.items() if table.flags.writeable]


# ---- P1.9 seats ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players_take_turns_clockwise(players):
    """P1.9, P3.5."""
    p = Position.new(Settings(players=players), seed=1)
    while p.decision == "loyalty":
        p.play("afghan")
    order = []
    for _ in range(2 * players):
        order.append(p.seat)
        p.play("stop")
        assert p.decision == "act"
    assert order == [(order[0] + turn) % players for turn in range(2 * players)]


@pytest.mark.parametrize(("players", "wakhan"), [(1, False), (6, False), (1, True), (4, True), (5, True)])
def test_no_other_tables(players, wakhan):
    """P1.9: two to five, or one or two and Wakhan."""
    with pytest.raises(ValueError, match="players"):
        Settings(players=players, wakhan=wakhan)


@pytest.mark.parametrize("players", [2, 3])
def test_one_or_two_players_and_wakhan(players):
    """P1.9."""
    d = Position.new(Settings(players=players, wakhan=True), seed=0).to_dict()
    assert len(d["seats"]) == players
    assert d["wakhan"]["seat"] == players - 1
