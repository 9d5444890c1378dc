"""Scenario tests of Wakhan (chapter W), and what they share: her cards, and playing her turn.

Wakhan has the last seat. `her_turn` begins at the first `act` of her turn, `his_turn` in the turn of seat 0.
Both name the face in force and where the arrows point, and look up a back that makes them point there.
"""

from __future__ import annotations

from tests.builders import Table

# card: the number printed at the black arrow and at the red one (face); first column, first row (back)
ARROWS = {
    1: (2, 1, 3, "top"),
    2: (1, 0, 4, "bottom"),
    3: (3, 1, 2, "top"),
    4: (4, 0, 1, "top"),
    5: (1, 0, 4, "top"),
    6: (0, 0, 5, "top"),
    7: (4, 1, 1, "bottom"),
    8: (4, 1, 1, "bottom"),
    9: (5, 1, 0, "top"),
    10: (0, 1, 5, "bottom"),
    11: (0, 1, 5, "top"),
    12: (4, 1, 1, "top"),
    13: (2, 0, 3, "top"),
    14: (3, 0, 2, "bottom"),
    15: (2, 1, 3, "bottom"),
    16: (5, 0, 0, "top"),
    17: (0, 0, 5, "bottom"),
    18: (3, 0, 2, "top"),
    19: (2, 0, 3, "bottom"),
    20: (1, 1, 4, "bottom"),
    21: (5, 0, 0, "bottom"),
    22: (5, 1, 0, "bottom"),
    23: (3, 1, 2, "bottom"),
    24: (1, 1, 4, "top"),
}


def arrows(face: int, back: int) -> tuple[str, int]:
    """Where red and black arrow point with this face and this back (W6)."""
    column_arrow, row_arrow = ARROWS[face][:2]
    first_column, first_row = ARROWS[back][2:]
    rows = ["top", "bottom"] if first_row == "top" else ["bottom", "top"]
    return rows[row_arrow], (first_column + column_arrow) % 6


def back_for(face: int, red: str, black: int) -> int:
    return next(back for back in ARROWS if back != face and arrows(face, back) == (red, black))


def face(t: Table, number: int, back: int) -> Table:
    """This face is in force, this back lies on top of her deck."""
    t.d["wakhan"]["discard"] = [number]
    t.d["wakhan"]["deck"] = [back, *(card for card in ARROWS if card not in (number, back))]
    return t


def her_turn(
    number: int, red: str = "top", black: int = 0, players: int = 2, negotiation: bool = True
) -> Table:
    """Wakhan is at the first `act` of her turn; the red arrow points at a row, the black one at a column."""
    t = Table(players=players, turn=players - 1, negotiation=negotiation, wakhan=players - 1)
    return face(t, number, back_for(number, red, black))


def his_turn(
    number: int = 8, red: str = "top", black: int = 0, players: int = 2, negotiation: bool = True
) -> Table:
    """Seat 0 is on turn; Wakhan will draw the card with this face, and then the arrows point there."""
    t = Table(players=players, negotiation=negotiation, wakhan=players - 1)
    back = back_for(number, red, black)
    first, *rest = (card for card in ARROWS if card not in (number, back))
    t.d["wakhan"]["discard"] = [first]
    t.d["wakhan"]["deck"] = [number, back, *rest]
    return t


def first(t: Table) -> str:
    """What Wakhan does at the present decision."""
    return t.p.wakhan_action()


def run(t: Table) -> list[str]:
    """Wakhan plays until somebody else must decide; the words she said."""
    return list(t.p.run_wakhan())


def steps(t: Table, n: int) -> Table:
    """Wakhan takes n steps."""
    for _ in range(n):
        t.do(first(t))
    return t


def points(t: Table) -> list[int]:
    return list(t.p.points)


def purses(t: Table) -> list[int]:
    return [seat["rupees"] for seat in t.read()["seats"]]
