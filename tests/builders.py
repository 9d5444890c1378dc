"""Table: a readable way to set up a position, play it by notation, and look at what came of it.

A table is kept as the JSON form of a position (docs/pamir/position.md), so scenarios test the public
contract and nothing else. Every method that sets something returns the table; `do` plays through
`Position.play`, which refuses illegal moves, so a scenario is itself checked. Cards that a scenario does
not mention are out of the game.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from pamir_env import Position
from pamir_env.names import CARDS, COALITIONS, DOMINANCE_CHECKS


def _blank_seat(loyalty: str | None) -> dict[str, Any]:
    return {"rupees": 4, "loyalty": loyalty, "points": 0, "hand": [], "court": [], "gifts": [], "prizes": []}


class Table:
    """Seat 0 is on turn with two actions; loyalties are afghan, british, russian, afghan, british; 4 rupees
    each.
    """

    def __init__(self, players: int = 2, turn: int = 0, negotiation: bool = True, wakhan: int | None = None):
        self.on_turn = turn
        self._position: Position | None = None
        loyalties = [None if seat == wakhan else COALITIONS[seat % 3] for seat in range(players)]
        self._d: dict[str, Any] = {
            "format": "pamir-position/1",
            "settings": {"players": players, "wakhan": wakhan is not None, "negotiation": negotiation},
            "decision": "act",
            "seat": turn,
            "turn_seat": turn,
            "actions_left": 2,
            "turn": 5,
            "favored": "political",
            "market": [[{"card": None, "rupees": 0} for _ in range(6)] for _ in range(2)],
            "deck": [],
            "discard": [],
            "out_of_game": list(CARDS),
            "events": [],
            "seats": [_blank_seat(loyalty) for loyalty in loyalties],
            "tribes": {},
            "armies": {},
            "roads": {},
            "wakhan": None
            if wakhan is None
            else {"seat": wakhan, "deck": list(range(2, 25)), "discard": [1]},
            "this_turn": {"paid": [], "refused": [], "placed": {}},
        }

    # ---- the position behind it ----------------------------------------------------------------------------

    @property
    def d(self) -> dict[str, Any]:
        """The JSON form, fit for editing (only while the decision is `act`)."""
        if self._position is not None:
            self._d, self._position = self._position.to_dict(), None
        return self._d

    @property
    def p(self) -> Position:
        if self._position is None:
            self._position = Position.from_dict(self._d)
        return self._position

    def read(self) -> dict[str, Any]:
        return self.p.to_dict()

    def copy(self) -> Table:
        other = deepcopy(self)
        return other

    def __deepcopy__(self, memo: dict) -> Table:
        other = Table.__new__(Table)
        other.on_turn = self.on_turn
        other._d = deepcopy(self._d, memo)
        other._position = None if self._position is None else self._position.copy()
        return other

    # ---- setting up ----------------------------------------------------------------------------------------

    def loyalty(self, seat: int, coalition: str) -> Table:
        self.d["seats"][seat]["loyalty"] = coalition
        return self

    def rupees(self, n: int, seat: int | None = None) -> Table:
        self.d["seats"][self.on_turn if seat is None else seat]["rupees"] = n
        return self

    def points(self, *points: int) -> Table:
        for seat, n in zip(self.d["seats"], points, strict=True):
            seat["points"] = n
        return self

    def favored(self, suit: str) -> Table:
        self.d["favored"] = suit
        return self

    def actions(self, n: int) -> Table:
        self.d["actions_left"] = n
        return self

    def hand(self, seat: int, *cards: int) -> Table:
        self.d["seats"][seat]["hand"] += self._take(cards)
        return self

    def court(self, seat: int, *cards: int) -> Table:
        """Add cards at the right end of a court."""
        n = len(self.d["seats"])
        self.d["seats"][seat]["court"] += [
            {"card": card, "used": False, "spies": [0] * n} for card in self._take(cards)
        ]
        return self

    def used(self, *cards: int) -> Table:
        for card in cards:
            self._court_entry(card)["used"] = True
        return self

    def spy(self, owner: int, on: int, n: int = 1) -> Table:
        self._court_entry(on)["spies"][owner] += n
        return self

    def remove_spies(self, card: int) -> Table:
        entry = self._court_entry(card)
        entry["spies"] = [0] * len(entry["spies"])
        return self

    def tribes(self, seat: int, region: str, n: int = 1) -> Table:
        row = self.d["tribes"].setdefault(region, [0] * len(self.d["seats"]))
        row[seat] += n
        return self

    def armies(self, coalition: str, region: str, n: int = 1) -> Table:
        here = self.d["armies"].setdefault(region, {})
        here[coalition] = here.get(coalition, 0) + n
        return self

    def roads(self, coalition: str, border: str, n: int = 1) -> Table:
        here = self.d["roads"].setdefault(border, {})
        here[coalition] = here.get(coalition, 0) + n
        return self

    def gifts(self, seat: int, *spaces: int) -> Table:
        self.d["seats"][seat]["gifts"] += list(spaces)
        return self

    def prizes(self, seat: int, *cards: int) -> Table:
        self.d["seats"][seat]["prizes"] += self._take(cards)
        return self

    def market(self, top: tuple | list = (), bottom: tuple | list = ()) -> Table:
        """Lay cards from the left; None leaves a space empty."""
        for row, cards in zip(self.d["market"], (top, bottom), strict=True):
            for space, card in zip(row, cards, strict=False):
                if card is not None:
                    space["card"] = self._take((card,))[0]
        return self

    def put_rupees(self, row: int, column: int, n: int) -> Table:
        self.d["market"][row][column]["rupees"] = n
        return self

    def deck(self, *cards: int) -> Table:
        """Top first."""
        self.d["deck"] += self._take(cards)
        return self

    def checks_used(self, n: int) -> Table:
        """n Dominance Checks have been resolved."""
        free = [card for card in DOMINANCE_CHECKS if card in self.d["out_of_game"]]
        self.d["discard"] += self._take(tuple(free[-n:]) if n else ())
        return self

    def event(self, card: int, side: str, seat: int | None = None, target: int | None = None) -> Table:
        """A lasting event in force: side is "discard" or "purchase"."""
        self._take((card,))
        self.d["events"].append({"card": card, "side": side, "seat": seat, "target": target})
        return self

    def paid(self, *cards: int) -> Table:
        self.d["this_turn"]["paid"] += list(cards)
        return self

    def refused(self, *cards: int) -> Table:
        self.d["this_turn"]["refused"] += list(cards)
        return self

    def placed(self, kind: str, what: Any) -> Table:
        """placed("tribes", {"kabul": 1}): put down this turn, as in the JSON form."""
        self.d["this_turn"]["placed"][kind] = what
        return self

    def _take(self, cards: tuple) -> list[int]:
        for card in cards:
            self.d["out_of_game"].remove(card)
        return list(cards)

    def _court_entry(self, card: int) -> dict[str, Any]:
        for seat in self.d["seats"]:
            for entry in seat["court"]:
                if entry["card"] == card:
                    return entry
        raise KeyError(f"card {card} is in no court")

    # ---- playing -------------------------------------------------------------------------------------------

    def do(self, *words: str) -> Table:
        for word in words:
            self.p.play(word)
        return self

    def can(self, *words: str) -> bool:
        """May these be played one after the other? Nothing is changed."""
        trial = self.p.copy()
        for word in words:
            if trial.over or word not in trial.legal():
                return False
            trial.play(word)
        return True

    @property
    def decision(self) -> str:
        return self.p.decision

    @property
    def seat(self) -> int:
        return self.p.seat

    @property
    def legal(self) -> list[str]:
        return sorted(self.p.legal())

    @property
    def asked(self) -> tuple[int, str]:
        """Who decides what: (1, "demand")."""
        return self.p.seat, self.p.decision

    # ---- looking -------------------------------------------------------------------------------------------

    def purse(self, seat: int) -> int:
        return self.read()["seats"][seat]["rupees"]

    def court_of(self, seat: int) -> list[int]:
        return [entry["card"] for entry in self.read()["seats"][seat]["court"]]

    def hand_of(self, seat: int) -> list[int]:
        return sorted(self.read()["seats"][seat]["hand"])

    def spies_on(self, card: int) -> list[int]:
        for seat in self.read()["seats"]:
            for entry in seat["court"]:
                if entry["card"] == card:
                    return entry["spies"]
        raise KeyError(f"card {card} is in no court")

    def tribes_in(self, region: str) -> list[int]:
        d = self.read()
        return d["tribes"].get(region, [0] * len(d["seats"]))

    def armies_in(self, region: str, coalition: str) -> int:
        return self.read()["armies"].get(region, {}).get(coalition, 0)

    def roads_on(self, border: str, coalition: str) -> int:
        return self.read()["roads"].get(border, {}).get(coalition, 0)

    def loyalty_of(self, seat: int) -> str | None:
        return self.read()["seats"][seat]["loyalty"]

    def cylinders_in_supply(self, seat: int) -> int:
        d = self.read()
        spies = sum(entry["spies"][seat] for owner in d["seats"] for entry in owner["court"])
        tribes = sum(row[seat] for row in d["tribes"].values())
        return 10 - spies - tribes - len(d["seats"][seat]["gifts"])

    def blocks_in_supply(self, coalition: str) -> int:
        d = self.read()
        return 12 - sum(here.get(coalition, 0) for where in ("armies", "roads") for here in d[where].values())

    def market_cards(self) -> list[list[int | None]]:
        return [[space["card"] for space in row] for row in self.read()["market"]]

    def market_rupees(self) -> list[list[int]]:
        return [[space["rupees"] for space in row] for row in self.read()["market"]]

    def ruler(self, region: str) -> int | None:
        return self.read()["rulers"].get(region)

    def where(self, card: int) -> str:
        """ "deck", "market", "discard", "out of game", "event", or "hand 0", "court 1", "prize 2"."""
        d = self.read()
        for name in ("deck", "discard", "out_of_game"):
            if card in d[name]:
                return name.replace("_", " ")
        if any(space["card"] == card for row in d["market"] for space in row):
            return "market"
        if any(event["card"] == card for event in d["events"]):
            return "event"
        for seat, held in enumerate(d["seats"]):
            if card in held["hand"]:
                return f"hand {seat}"
            if card in held["prizes"]:
                return f"prize {seat}"
            if any(entry["card"] == card for entry in held["court"]):
                return f"court {seat}"
        raise KeyError(f"card {card} is nowhere")
