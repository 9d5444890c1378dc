"""A position as JSON (`pamir-position/1`), to and from the state record. The format is described in
docs/pamir/position.md.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pamir_env import engine
from pamir_env.cards import EVENT_ON_DISCARD, EVENT_ON_PURCHASE, LASTING_CARD
from pamir_env.decisions import ASK_ACT, ASK_LOYALTY, DECISIONS
from pamir_env.invariants import broken
from pamir_env.names import (
    BORDERS,
    CARDS,
    COALITIONS,
    COLUMNS,
    CYLINDERS_EACH,
    DISCARDED,
    ENDS,
    EVERYONE,
    GIFT_SPACES,
    IN_FORCE,
    IN_MARKET,
    LASTING_EFFECTS,
    N_CARDS,
    N_CHECKS,
    N_COURT_CARDS,
    N_WAKHAN_CARDS,
    NONE,
    OUT_OF_GAME,
    PRIZE,
    REGIONS,
    RIGHT,
    ROWS,
    RUMOR,
    RUNNING,
    SUITS,
    TRUNCATED,
)
from pamir_env.rules.dominance import LEAD_TO_WIN, checks_used, is_winner, lead
from pamir_env.rules.places import lay_in_court, put_in_hand, put_on_deck
from pamir_env.rules.ruler import ruler
from pamir_env.settings import Settings, configure
from pamir_env.state import new_states
from pamir_env.wakhan.choose import choose

FORMAT = "pamir-position/1"
MAX_RUPEES = 1_000_000
OVER = "over"


class BadPosition(ValueError):
    """A position that cannot be: the message names what is wrong."""


# ---- writing -----------------------------------------------------------------------------------------------


def to_dict(states: np.ndarray, i: int = 0) -> dict[str, Any]:
    """Game i as plain data, at any time."""
    s = states[i]
    pair = np.zeros(3, np.int64)
    engine.asked(states, i, pair)
    players = range(s.players)
    d = {
        "format": FORMAT,
        "settings": settings_of(s).to_dict(),
        "decision": OVER if pair[0] == NONE else DECISIONS[pair[0]].name,
        "seat": int(pair[1]),
        "turn_seat": int(s.turn_seat),
        "actions_left": int(s.actions_left),
        "turn": int(s.turn),
        "favored": SUITS[s.favored],
        "checks_resolved": int(checks_used(s)),
        "chance": int(s.chance),
        "market": [
            [
                {"card": _card(s.market[row, column]), "rupees": int(s.market_rupees[row, column])}
                for column in range(COLUMNS)
            ]
            for row in range(ROWS)
        ],
        "deck": [int(card) for card in s.deck[: s.deck_size][::-1]],
        "discard": _cards_at(s, DISCARDED),
        "out_of_game": _cards_at(s, OUT_OF_GAME),
        "events": _events(s),
        "seats": [_seat(s, p) for p in players],
        "tribes": {
            region: [int(s.tribes[p, r]) for p in players]
            for r, region in enumerate(REGIONS)
            if s.tribes[: s.players, r].any()
        },
        "armies": _blocks(s.armies, REGIONS),
        "roads": _blocks(s.roads, BORDERS),
        "wakhan": None if s.wakhan == NONE else _wakhan(s),
        "this_turn": {
            "paid": [int(card) for card in np.flatnonzero(s.paid)],
            "refused": [int(card) for card in np.flatnonzero(s.refused)],
            "placed": {
                "tribes": {REGIONS[r]: int(n) for r, n in enumerate(s.placed_tribes) if n},
                "spies": {f"c{card}": int(n) for card, n in enumerate(s.placed_spies) if n},
                "gifts": [cost for cost, n in zip(GIFT_SPACES, s.placed_gifts, strict=True) if n],
                "armies": _blocks(s.placed_armies, REGIONS),
                "roads": _blocks(s.placed_roads, BORDERS),
            },
        },
        "rulers": {region: _or_null(ruler(s, r)) for r, region in enumerate(REGIONS)},
    }
    if s.end != RUNNING:
        d["result"] = outcome(states, i)
    return d


def settings_of(s: Any) -> Settings:
    return Settings(
        players=int(s.players),
        wakhan=bool(s.wakhan != NONE),
        negotiation=bool(s.negotiation),
        open_hands=bool(s.open_hands),
        max_turns=int(s.max_turns),
    )


def outcome(states: np.ndarray, i: int = 0) -> dict[str, Any]:
    """How game i stands: points, who leads (or has won), turns played or begun, and how it ended."""
    s = states[i]
    return {
        "points": [int(n) for n in s.points[: s.players]],
        "winners": [p for p in range(s.players) if is_winner(s, p)],
        "turns": int(s.turn) + 1,
        "end": ENDS[s.end],
    }


def _or_null(n: int) -> int | None:
    return None if n == NONE else int(n)


_card = _or_null


def _cards_at(s: Any, place: int) -> list[int]:
    return [card for card in CARDS if s.place[card] == place]


def _blocks(counts: np.ndarray, places: tuple[str, ...]) -> dict[str, dict[str, int]]:
    return {
        place: {COALITIONS[c]: int(counts[c, k]) for c in range(len(COALITIONS)) if counts[c, k]}
        for k, place in enumerate(places)
        if counts[:, k].any()
    }


def _seat(s: Any, p: int) -> dict[str, Any]:
    court = [int(card) for card in s.ring[s.court_start[p] : s.court_start[p + 1]]]
    return {
        "rupees": int(s.rupees[p]),
        "loyalty": None if s.loyalty[p] == NONE else COALITIONS[s.loyalty[p]],
        "points": int(s.points[p]),
        "hand": sorted(int(card) for card in s.hand[p, : s.hand_size[p]]),
        "court": [
            {"card": card, "used": bool(s.used[card]), "spies": [int(n) for n in s.spies[card, : s.players]]}
            for card in court
        ],
        "gifts": [cost for cost, given in zip(GIFT_SPACES, s.gifts[p], strict=True) if given],
        "prizes": _cards_at(s, PRIZE + p),
    }


def _events(s: Any) -> list[dict[str, Any]]:
    """Lasting events in the order they came into force."""
    in_force = sorted(
        (int(s.lasting_order[e]), e) for e in range(LASTING_EFFECTS) if s.lasting_seat[e] != NONE
    )
    return [
        {
            "card": int(LASTING_CARD[effect]),
            "side": "discard" if s.lasting_seat[effect] == EVERYONE else "purchase",
            "seat": None if s.lasting_seat[effect] == EVERYONE else int(s.lasting_seat[effect]),
            "target": _or_null(s.rumor_target) if effect == RUMOR else None,
        }
        for _, effect in in_force
    ]


def _wakhan(s: Any) -> dict[str, Any]:
    n = int(s.wakhan_deck_size)
    return {
        "seat": int(s.wakhan),
        "deck": [int(card) for card in s.wakhan_deck[:n][::-1]],
        "discard": [int(card) for card in s.wakhan_discard[: N_WAKHAN_CARDS - n]],
    }


# ---- reading -----------------------------------------------------------------------------------------------


def from_dict(d: Any) -> np.ndarray:
    """One state from plain data: a position at `act` or `loyalty`, or a finished game. Checks I1 and I2."""
    if not isinstance(d, dict):
        raise BadPosition(f"a position is an object, not {type(d).__name__}")
    if d.get("format") != FORMAT:
        raise BadPosition(f"format is {FORMAT!r}, not {d.get('format')!r}")
    try:
        settings = Settings.from_dict(_get(d, "settings", dict))
    except ValueError as error:
        raise BadPosition(f"settings: {error}") from None
    states = new_states(1)
    configure(states, settings)
    s = states[0]
    seats = _list(d, "seats", settings.players)
    s.favored = _word(_get(d, "favored", str), SUITS, "favored")
    s.actions_left = _number(d, "actions_left", 0, 2)
    s.turn = _number(d, "turn", 0, 2**31 - 2)
    s.chance = _number(d, "chance", 0, 2**64 - 1, default=0)
    s.turn_seat = _number(d, "turn_seat", 0, settings.players - 1)
    taken: dict[int, str] = {}
    _read_wakhan(d, s)
    _read_cards(d, s, taken)
    for p, seat in enumerate(seats):
        _read_seat(seat, s, p, taken)
    _read_events(d, s, taken)
    if missing := [card for card in CARDS if card not in taken]:
        raise BadPosition(
            f"I2: card {missing[0]} is nowhere" + (f" (and {len(missing) - 1} more)" if missing[1:] else "")
        )
    _read_pieces(d, s)
    _read_this_turn(d.get("this_turn", {}), s)
    _read_decision(d, s)
    if wrong := broken(states):
        raise BadPosition(wrong)
    return states


def _get(d: dict, key: str, kind: type, where: str = "") -> Any:
    if key not in d:
        raise BadPosition(f"{where}{key} is missing")
    if not isinstance(d[key], kind):
        raise BadPosition(f"{where}{key} should be a {kind.__name__}, not {d[key]!r}")
    return d[key]


def _number(d: dict, key: str, low: int, high: int, where: str = "", default: int | None = None) -> int:
    if default is not None and key not in d:
        return default
    value = _get(d, key, int, where)
    return _within(value, low, high, f"{where}{key}")


def _within(value: Any, low: int, high: int, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadPosition(f"{name} is a whole number from {low} to {high}, not {value!r}")
    return value


def _word(value: Any, words: tuple[str, ...], name: str) -> int:
    if not isinstance(value, str) or value not in words:
        raise BadPosition(f"{name} is one of {', '.join(words)}, not {value!r}")
    return words.index(value)


def _list(d: dict, key: str, length: int | None = None, where: str = "") -> list:
    value = _get(d, key, list, where)
    if length is not None and len(value) != length:
        raise BadPosition(f"{where}{key} has {len(value)} entries, not {length}")
    return value


def _claim(taken: dict[int, str], card: Any, where: str, highest: int = N_CARDS) -> int:
    """A card lies here, and nowhere else (I2)."""
    card = _within(card, 1, highest, f"a card in {where}")
    if card in taken:
        raise BadPosition(f"I2: card {card} is in {taken[card]} and in {where}")
    taken[card] = where
    return card


def _read_cards(d: dict, s: Any, taken: dict[int, str]) -> None:
    for row, spaces in enumerate(_list(d, "market", ROWS)):
        if not isinstance(spaces, list) or len(spaces) != COLUMNS:
            raise BadPosition(f"market row {row} should be a list of {COLUMNS} spaces")
        for column, space in enumerate(spaces):
            where = f"market[{row}][{column}]"
            if not isinstance(space, dict) or "card" not in space:
                raise BadPosition(f"{where} should be an object with card and rupees, not {space!r}")
            s.market_rupees[row, column] = _number(space, "rupees", 0, MAX_RUPEES, f"{where}.", default=0)
            if space["card"] is not None:
                card = _claim(taken, space["card"], where)
                s.market[row, column] = card
                s.place[card] = IN_MARKET
    for card in reversed(_list(d, "deck")):
        put_on_deck(s, _claim(taken, card, "deck"))
    for key, place in (("discard", DISCARDED), ("out_of_game", OUT_OF_GAME)):
        for card in _list(d, key):
            s.place[_claim(taken, card, key)] = place


def _read_seat(seat: Any, s: Any, p: int, taken: dict[int, str]) -> None:
    where = f"seats[{p}]."
    if not isinstance(seat, dict):
        raise BadPosition(f"seats[{p}] should be an object, not {seat!r}")
    s.rupees[p] = _number(seat, "rupees", 0, MAX_RUPEES, where)
    s.points[p] = _number(seat, "points", 0, 10_000, where)
    if seat.get("loyalty") is not None:
        s.loyalty[p] = _word(seat["loyalty"], COALITIONS, f"{where}loyalty")
    if p == s.wakhan and (s.loyalty[p] != NONE or seat.get("hand")):
        raise BadPosition(f"{where[:-1]} is Wakhan's: she has no loyalty and no hand (W2, E5)")
    for card in _list(seat, "hand", where=where):
        put_in_hand(s, p, _claim(taken, card, f"{where}hand", N_COURT_CARDS))
    for entry in _list(seat, "court", where=where):
        if not isinstance(entry, dict):
            raise BadPosition(f"{where}court should hold objects, not {entry!r}")
        card = _claim(taken, entry.get("card"), f"{where}court", N_COURT_CARDS)
        lay_in_court(s, p, card, RIGHT)
        used = entry.get("used", False)
        if not isinstance(used, bool):
            raise BadPosition(f"{where}court c{card} used is true or false, not {used!r}")
        s.used[card] = used
        spies = _list(entry, "spies", s.players, f"{where}court c{card} ") if "spies" in entry else []
        for owner, n in enumerate(spies):
            s.spies[card, owner] = _within(n, 0, CYLINDERS_EACH, f"{where}court c{card} spies")
    for cost in _list(seat, "gifts", where=where):
        space = _gift_space(cost, f"{where}gifts")
        if s.gifts[p, space]:
            raise BadPosition(f"{where}gifts are some of {GIFT_SPACES}, each once, not {seat['gifts']!r}")
        s.gifts[p, space] = 1
    for card in _list(seat, "prizes", where=where):
        s.place[_claim(taken, card, f"{where}prizes", N_COURT_CARDS)] = PRIZE + p


def _read_events(d: dict, s: Any, taken: dict[int, str]) -> None:
    for order, event in enumerate(_list(d, "events")):
        if not isinstance(event, dict):
            raise BadPosition(f"events should hold objects, not {event!r}")
        card = _claim(taken, event.get("card"), "events")
        side = ("discard", "purchase")[
            _word(event.get("side"), ("discard", "purchase"), f"events c{card} side")
        ]
        effect = (EVENT_ON_DISCARD if side == "discard" else EVENT_ON_PURCHASE)[card]
        if not 0 <= effect < LASTING_EFFECTS:
            raise BadPosition(f"events: card {card} has no lasting effect on {side}")
        if side == "purchase":
            s.lasting_seat[effect] = _number(event, "seat", 0, s.players - 1, f"events c{card} ")
        else:
            s.lasting_seat[effect] = EVERYONE
        if effect == RUMOR:
            s.rumor_target = _number(event, "target", 0, s.players - 1, f"events c{card} ")
        s.lasting_order[effect] = order + 1
        s.place[card] = IN_FORCE


def _read_pieces(d: dict, s: Any) -> None:
    for region, counts in _get(d, "tribes", dict).items():
        r = _word(region, REGIONS, "a region in tribes")
        if not isinstance(counts, list) or len(counts) != s.players:
            raise BadPosition(f"tribes in {region} should be a list of {s.players} numbers, not {counts!r}")
        for p, n in enumerate(counts):
            s.tribes[p, r] = _within(n, 0, CYLINDERS_EACH, f"tribes in {region}")
    _read_blocks(_get(d, "armies", dict), s.armies, REGIONS, "armies")
    _read_blocks(_get(d, "roads", dict), s.roads, BORDERS, "roads")
    for c, coalition in enumerate(COALITIONS):
        used = int(s.armies[c].sum() + s.roads[c].sum())
        if used > s.blocks[c]:
            raise BadPosition(f"I1: {used} {coalition} blocks are on the map, there are {s.blocks[c]}")
        s.blocks[c] -= used
    for p in range(s.players):
        used = int(s.tribes[p].sum() + s.gifts[p].sum() + s.spies[:, p].sum(dtype=np.int64))
        if used > s.cylinders[p]:
            raise BadPosition(f"I1: seat {p} has {used} cylinders in play, there are {s.cylinders[p]}")
        s.cylinders[p] -= used


def _read_blocks(d: Any, counts: np.ndarray, places: tuple[str, ...], name: str) -> None:
    if not isinstance(d, dict):
        raise BadPosition(f"{name} should be an object, not {d!r}")
    for place, here in d.items():
        k = _word(place, places, f"a place in {name}")
        if not isinstance(here, dict):
            raise BadPosition(f"{name} at {place} should be an object, not {here!r}")
        for coalition, n in here.items():
            counts[_word(coalition, COALITIONS, f"a coalition in {name}"), k] = _within(
                n, 0, 12, f"{name} at {place}"
            )


def _read_this_turn(d: Any, s: Any) -> None:
    if not isinstance(d, dict):
        raise BadPosition(f"this_turn should be an object, not {d!r}")
    for card in _optional(d, "paid", list, "this_turn."):
        s.paid[_within(card, 1, N_CARDS, "a card in this_turn.paid")] = 1
    for card in _optional(d, "refused", list, "this_turn."):
        s.refused[_within(card, 1, N_COURT_CARDS, "a card in this_turn.refused")] = 1
    placed = _optional(d, "placed", dict, "this_turn.")
    where = "this_turn.placed."
    for region, n in _optional(placed, "tribes", dict, where).items():
        s.placed_tribes[_word(region, REGIONS, f"{where}tribes")] = _within(
            n, 0, CYLINDERS_EACH, f"{where}tribes"
        )
    for card, n in _optional(placed, "spies", dict, where).items():
        words = tuple(f"c{c}" for c in CARDS[:N_COURT_CARDS])
        s.placed_spies[_word(card, words, f"{where}spies") + 1] = _within(
            n, 0, CYLINDERS_EACH, f"{where}spies"
        )
    for cost in _optional(placed, "gifts", list, where):
        s.placed_gifts[_gift_space(cost, f"{where}gifts")] = 1
    _read_blocks(_optional(placed, "armies", dict, where), s.placed_armies, REGIONS, f"{where}armies")
    _read_blocks(_optional(placed, "roads", dict, where), s.placed_roads, BORDERS, f"{where}roads")


def _optional(d: dict, key: str, kind: type, where: str) -> Any:
    """A part that may be left out."""
    return _get(d, key, kind, where) if key in d else kind()


def _gift_space(cost: Any, name: str) -> int:
    if isinstance(cost, bool) or not isinstance(cost, int) or cost not in GIFT_SPACES:
        raise BadPosition(f"{name} are some of {GIFT_SPACES}, not {cost!r}")
    return GIFT_SPACES.index(cost)


def _read_wakhan(d: dict, s: Any) -> None:
    if s.wakhan == NONE:
        if d.get("wakhan") is not None:
            raise BadPosition("wakhan should be null: she is not at this table (settings.wakhan)")
        return
    wakhan = _get(d, "wakhan", dict)
    s.wakhan = _number(wakhan, "seat", 0, s.players - 1, "wakhan.")
    deck, discard = _list(wakhan, "deck", where="wakhan."), _list(wakhan, "discard", where="wakhan.")
    for card in deck + discard:
        _within(card, 1, N_WAKHAN_CARDS, "a card of wakhan's")
    if sorted(deck + discard) != list(range(1, N_WAKHAN_CARDS + 1)):
        raise BadPosition("wakhan: deck and discard together should hold her cards 1 to 24, each once")
    for i, card in enumerate(reversed(deck)):
        s.wakhan_deck[i] = card
    for i, card in enumerate(discard):
        s.wakhan_discard[i] = card
    s.wakhan_deck_size = len(deck)


def _read_decision(d: dict, s: Any) -> None:
    decision = _get(d, "decision", str)
    seat = _number(d, "seat", 0, s.players - 1)
    unsworn = [p for p in range(s.players) if s.loyalty[p] == NONE and p != s.wakhan]
    if decision == DECISIONS[ASK_LOYALTY].name:
        waiting = [p for p in ((seat + k) % s.players for k in range(s.players)) if p != s.wakhan][
            : len(unsworn)
        ]
        if (
            not unsworn
            or waiting != sorted(unsworn, key=lambda p: (p - seat) % s.players)
            or waiting[0] != seat
        ):
            raise BadPosition(f"loyalty is asked of seat {seat}, but seats {unsworn} have none yet (P2.5)")
        _push(s, ASK_LOYALTY, seat, len(unsworn))
        first = (seat + len(unsworn) - 1) % s.players  # who chooses last takes the first turn (P2.5)
        s.turn_seat = s.wakhan if s.wakhan != NONE else first
        return
    if unsworn:
        raise BadPosition(f"seats[{unsworn[0]}] has no loyalty")
    if decision == OVER:
        s.end = _read_end(d, s)
        return
    if decision != DECISIONS[ASK_ACT].name:
        raise BadPosition(
            f"a position is read at act, at loyalty, or when it is over, not at {decision!r}; "
            "replay its record instead"
        )
    if seat != s.turn_seat:
        raise BadPosition(f"act is asked of the turn player, seat {int(s.turn_seat)}, not of seat {seat}")
    if seat == s.wakhan and (s.wakhan_deck_size == 0 or s.wakhan_deck_size == N_WAKHAN_CARDS):
        raise BadPosition("on Wakhan's turn her discard shows the face in force and her deck a back (W3)")
    _push(s, ASK_ACT, seat, 0)
    if seat == s.wakhan:
        s.wakhan_choice = choose(s, ASK_ACT, seat)


def _push(s: Any, kind: int, seat: int, a: int) -> None:
    s.frame_kind[0], s.frame_seat[0], s.frame_a[0], s.depth = kind, seat, a, 1


def _read_end(d: dict, s: Any) -> int:
    result = _optional(d, "result", dict, "")
    if "end" in result:
        return 1 + _word(result["end"], ENDS[1:], "result.end")
    if checks_used(s) == N_CHECKS:
        return ENDS.index("final_check")
    return ENDS.index("early") if lead(s) >= LEAD_TO_WIN else TRUNCATED
