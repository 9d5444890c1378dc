"""Why a decision is asked, in words: what was begun and how much of it is left, read from its frame."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pamir_env.cards import CARD_PRIZE, CARD_RANK, CARD_SUIT
from pamir_env.names import (
    BORDERS,
    COALITIONS,
    INTELLIGENCE,
    N_REGIONS,
    NONE,
    POLITICAL,
    REGIONS,
    VERBS,
)
from pamir_env.rules.bribes import FIRST_VERB, creditor
from pamir_env.rules.move import MOVE_SPY
from pamir_env.words import border_name, card_label

COURT_LIMIT, HAND_LIMIT = 3, 2  # P3.3: without any stars


def limits(seat: dict[str, Any]) -> tuple[int, int]:
    """How many cards court and hand may hold at cleanup (P3.3)."""
    return COURT_LIMIT + stars(seat, POLITICAL), HAND_LIMIT + stars(seat, INTELLIGENCE)


def stars(seat: dict[str, Any], suit: int) -> int:
    """Stars of a suit in a court."""
    return sum(int(CARD_RANK[entry["card"]]) for entry in seat["court"] if CARD_SUIT[entry["card"]] == suit)


def why(d: dict[str, Any], s: Any) -> str:
    """One sentence about the present decision; '' when the game is over."""
    if d["decision"] == "over":
        return ""
    top = s.depth - 1
    frame = int(s.frame_a[top]), int(s.frame_b[top]), int(s.frame_c[top])
    return _WHY[d["decision"]](d, s, *frame)


def subject(d: dict[str, Any], s: Any) -> tuple[str, int] | None:
    """What the decision is about: ("card", 30) or ("region", 1), where its frame names one."""
    if d["decision"] == "over":
        return None
    a, b = int(s.frame_a[s.depth - 1]), int(s.frame_b[s.depth - 1])
    if d["decision"] in ("side", "verb", "demand", "pay", "prize"):
        return "card", a
    if d["decision"] == "battle":
        return _site(a)
    if d["decision"] == "move_to":
        return ("card", b) if a == MOVE_SPY else ("region", b)
    if d["decision"] in ("move_what", "discard_overthrown"):
        return "region", a
    return None


def _site(n: int) -> tuple[str, int]:
    return ("region", n) if n < N_REGIONS else ("card", n - N_REGIONS)


def _named(thing: tuple[str, int]) -> str:
    kind, n = thing
    return card_label(n) if kind == "card" else REGIONS[n].capitalize()


def _count(n: int, thing: str) -> str:
    return f"{n} {thing}" + ("" if n == 1 else "s")


def _plan(card: int, intent: int) -> str:
    """What a bribe is asked for."""
    if intent < FIRST_VERB:
        return f"play {card_label(card)}"
    return f"{VERBS[intent - FIRST_VERB]} with {card_label(card)}"


def _act(d: dict[str, Any], s: Any, *_: int) -> str:
    if d["actions_left"]:
        return f"{_count(d['actions_left'], 'action')} left; cards of the favored suit act for free."
    return "No action is left; cards of the favored suit may still act."


def _pay(d: dict[str, Any], s: Any, card: int, intent: int, amount: int) -> str:
    owed = int(creditor(s, d["seat"], card, intent))
    who = "The other player" if owed == NONE else f"P{owed}"
    return f"{who} wants {_count(amount, 'rupee')} before P{d['seat']} may {_plan(card, intent)}."


def _over_limit(d: dict[str, Any], s: Any, *_: int) -> str:
    seat = d["seats"][d["seat"]]
    court, hand = limits(seat)
    if d["decision"] == "discard_court":
        return f"{len(seat['court'])} cards in court, {court} may stay."
    return f"{len(seat['hand'])} cards in hand, {hand} may stay."


def _prize(d: dict[str, Any], s: Any, card: int, *_: int) -> str:
    return f"{card_label(card)} was betrayed and is a {COALITIONS[CARD_PRIZE[card]]} prize."


_WHY: dict[str, Callable[..., str]] = {
    "loyalty": lambda d, s, *_: "Before the first turn everybody chooses a side.",
    "act": _act,
    "side": lambda d, s, card, *_: f"{card_label(card)} is played.",
    "verb": lambda d, s, card, *_: f"{card_label(card)} is used.",
    "demand": lambda d, s, card, intent, due: (
        f"P{d['turn_seat']} wants to {_plan(card, intent)}"
        f" and owes P{d['seat']} up to {_count(due, 'rupee')}."
    ),
    "pay": _pay,
    "road": lambda d, s, region, *_: f"A road icon: on a border of {REGIONS[region].capitalize()}.",
    "spy": lambda d, s, region, *_: f"A spy icon: on any court card of {REGIONS[region].capitalize()}.",
    "take_block": lambda d, s, coalition, *_: (
        f"The supply of {COALITIONS[coalition].capitalize()} blocks is empty."
    ),
    "take_cylinder": lambda d, s, *_: f"The supply of P{d['seat']} is empty.",
    "tax": lambda d, s, left, *_: f"Tax: {_count(left, 'rupee')} may be taken.",
    "gift": lambda d, s, *_: "A gift is one influence.",
    "build": lambda d, s, left, *_: f"Build: up to {_count(left, 'block')}, two rupees each.",
    "move_from": lambda d, s, left, *_: f"Move: {_count(left, 'step')} left.",
    "move_what": lambda d, s, region, *_: (
        f"An army and a tribe stand in {REGIONS[region].capitalize()}, and both may move."
    ),
    "move_to": lambda d, s, what, origin, *_: (
        f"Move from {_named(('card' if what == MOVE_SPY else 'region', origin))}."
    ),
    "betray": lambda d, s, *_: "Betray: any court card that holds a spy of the player, for two rupees.",
    "prize": _prize,
    "battle_site": lambda d, s, rank, *_: f"Battle: up to {_count(rank, 'piece')}.",
    "battle": lambda d, s, site, left, *_: (
        f"Battle {'in' if site < N_REGIONS else 'on'} {_named(_site(site))}:"
        f" up to {_count(left, 'more piece')}."
    ),
    "battle_road": lambda d, s, border, *_: (
        f"Roads of several coalitions lie on {border_name(BORDERS[border])}."
    ),
    "discard_court": _over_limit,
    "discard_hand": _over_limit,
    "discard_debt": lambda d, s, owed, *_: (
        f"A loan could not be paid back: {_count(owed, 'card')} must go instead."
    ),
    "discard_overthrown": lambda d, s, region, *_: (
        f"The last tribe in {REGIONS[region].capitalize()} is lost, and with it its political cards."
    ),
    "discard_patriot": lambda d, s, old, *_: f"Patriots of the {COALITIONS[old].capitalize()} side leave.",
    "safe_house": lambda d, s, *_: "A spy was removed in battle; a safe house may take it in.",
    "blackmail": lambda d, s, region, *_: (
        f"Blackmail, at the start of the turn: a card of {REGIONS[region].capitalize()} without spies."
    ),
    "infrastructure": lambda d, s, *_: "Infrastructure: one more block after building, for free.",
    "rumor": lambda d, s, *_: "Rumor was bought: somebody's patriots will count for nothing.",
    "persuade": lambda d, s, *_: "Other Persuasive Methods was bought.",
    "pashtunwali": lambda d, s, *_: "Pashtunwali Values was bought: the suit stays until the next check.",
    "rebuke": lambda d, s, *_: "Rebuke was bought: tribes and armies leave the region.",
    "confidence": lambda d, s, *_: "Confidence Failure: everybody discards a card from hand.",
}
