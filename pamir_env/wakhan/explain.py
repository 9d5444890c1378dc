"""W in words: why Wakhan does what she does at a decision. For people who check her, off the hot path."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pamir_env import decisions as d
from pamir_env.actions import A_CARD
from pamir_env.cards import (
    CARD_LEVERAGED,
    CARD_NAMES,
    CARD_PATRIOT,
    CARD_PRIZE,
    CARD_RANK,
    CARD_SUIT,
    WAKHAN_INSTRUCTIONS,
)
from pamir_env.names import (
    BATTLE,
    BATTLE_MOST_SPIES,
    COALITIONS,
    IN_MARKET,
    INSTRUCTIONS,
    N_INSTRUCTIONS,
    NONE,
    RADICALIZE,
    REGIONS,
    TOP,
    VERBS,
)
from pamir_env.rules.abilities import counts_as_favored
from pamir_env.rules.dominance import dominant_coalition
from pamir_env.rules.loyalty import block_coalition, wakhan_face
from pamir_env.rules.places import court_owner
from pamir_env.wakhan import instructions as w
from pamir_env.wakhan.priorities import black_arrow, red_arrow, region_at, wakhan_back
from pamir_env.wakhan.targets import battle_card

REASONS = {
    d.ASK_SIDE: "W11: left if the red arrow says top, else right",
    d.ASK_VERB: "W7: the action her instruction names",
    d.ASK_PAY: "P7.4: she always pays in full",
    d.ASK_ROAD: "W13: borders by the priority of the region on the other side, going round",
    d.ASK_SPY: "W13: the highest-priority card of the region where she does not have strictly most spies",
    d.ASK_TAKE_BLOCK: "W14: an army, else a road, regions by priority",
    d.ASK_TAKE_CYLINDER: "W14: a tribe by region priority, else a spy by card priority",
    d.ASK_TAX: "W15: the richest player first, as far as unsheltered, then the market from the left",
    d.ASK_GIFT: "W15: the cheapest free space",
    d.ASK_BUILD: "W15: armies in the ruled region first in priority",
    d.ASK_INFRASTRUCTURE: "W15: the free block too",
    d.ASK_MOVE_FROM: "W16: an army into a region with tribes of others and more tribes than her armies",
    d.ASK_MOVE_WHAT: "W16: armies; tribes only where no army of hers stands",
    d.ASK_MOVE_TO: "W16: destinations by region priority",
    d.ASK_BETRAY: "W15: the highest-priority card with a prize and her spy",
    d.ASK_PRIZE: "W15: she always takes the prize",
    d.ASK_BATTLE_SITE: "W17: the first region by priority where she meets another player, else a court card",
    d.ASK_BATTLE: "W17: tribes, then armies, then roads; the red arrow's side first",
    d.ASK_BATTLE_ROAD: "W17: the coalition of the player on the red arrow's side first",
    d.ASK_DISCARD_COURT: "W18: the discard priority",
    d.ASK_DISCARD_OVERTHROWN: "W18: the discard priority, among the cards that must go",
    d.ASK_SAFE_HOUSE: "W1: a `may` is always used",
    d.ASK_BLACKMAIL: "W1: a `may` is always used; W10 picks the card",
    d.ASK_RUMOR: "W19: the player on the red arrow's side",
    d.ASK_PASHTUNWALI: "W19: the suit that is favored now",
    d.ASK_REBUKE: "W19: the first region by priority",
}


def explain(states: np.ndarray, i: int = 0) -> list[str]:
    """Why she does at game i's decision what she does; the decision must be hers."""
    s = states[i : i + 1].copy()[0]
    kind, p = int(s.frame_kind[s.depth - 1]), int(s.frame_seat[s.depth - 1])
    if p != s.wakhan:
        raise ValueError(f"seat {p} decides, not Wakhan")
    if kind != d.ASK_ACT:
        return [REASONS[kind]]
    return [_card_in_force(s, p), *_why_act(s, p)]


def _card_in_force(s: Any, p: int) -> str:
    row = "top (left)" if red_arrow(s) == TOP else "bottom (right)"
    regions = ", ".join(REGIONS[region_at(s, k)] for k in range(len(REGIONS)))
    return (
        f"card {int(wakhan_face(s))}, back of {int(wakhan_back(s))}: red arrow {row}, black arrow column "
        f"{int(black_arrow(s))}, pragmatic loyalty {COALITIONS[block_coalition(s, p)]}, regions {regions}"
    )


def _why_act(s: Any, p: int) -> list[str]:
    lines = []
    if s.actions_left > 0:
        for k in range(N_INSTRUCTIONS):
            n = (int(s.wakhan_step) + k) % N_INSTRUCTIONS
            if (card := w.ambition(s, p)) != NONE:
                return [*lines, f"ambition (W8): buys {_name(card)}, {_ambition(s, p)}"]
            instruction = int(WAKHAN_INSTRUCTIONS[wakhan_face(s), n])
            said = f"instruction {n + 1}, {INSTRUCTIONS[instruction]}"
            if (card := w.follow(s, p, instruction)) != NONE:
                return [*lines, f"{said}: {_name(card)}{_why_card(s, p, instruction, int(card))}"]
            lines.append(f"{said}: skipped, {_why_skipped(s, p, instruction)}")
        lines.append("a full round finds nothing possible (W7)")
    else:
        lines.append("two actions are spent (W7)")
    for card in s.ring[s.court_start[p] : s.court_start[p + 1]]:
        if A_CARD + card - 1 == s.wakhan_choice:
            return [*lines, f"bonus (W9): {_name(card)} to {VERBS[s.wakhan_verb]}"]
        if counts_as_favored(s, p, card) and not s.used[card]:
            lines.append(
                f"bonus (W9): {_name(card)} passed over, none of its actions was possible in its turn"
            )
    return [*lines, "no bonus action is left (W9)"]


def _name(card: int) -> str:
    return f"c{int(card)} {CARD_NAMES[card]}"


def _ambition(s: Any, p: int) -> str:
    return "which scores her more than anybody else" if w.scores_most(s, p) else "which wins the game"


def _why_skipped(s: Any, p: int, instruction: int) -> str:
    if instruction == BATTLE_MOST_SPIES and battle_card(s, p, True) == NONE:
        return "no court card holds spies of hers and of another player"
    if instruction <= BATTLE_MOST_SPIES:
        verb = BATTLE if instruction == BATTLE_MOST_SPIES else instruction
        court = [int(card) for card in s.ring[s.court_start[p] : s.court_start[p + 1]]]
        able = [card for card in court if w.has_verb(card, verb)]
        if not able:
            return f"no court card has {VERBS[verb]}"
        if all(s.used[card] for card in able):
            return f"every card with {VERBS[verb]} is used"
        if not w.has_use_for(s, p, verb):
            return f"{VERBS[verb]} would find nothing to do"
        return "no such card is affordable with its bribe"
    if instruction != RADICALIZE and not w.condition_holds(s, p, instruction):
        return "its condition does not hold"
    return "no card that fits can be bought"


def _filters(s: Any, p: int) -> list[tuple[str, Callable[[int], Any]]]:
    """W10, filter by filter."""
    dominant = dominant_coalition(s)
    return [
        ("an opponent's card", lambda card: court_owner(s, card) != p),
        ("the favored suit", lambda card: CARD_SUIT[card] == s.favored),
        (
            "patriot of the dominant coalition",
            lambda card: dominant != NONE and CARD_PATRIOT[card] == dominant,
        ),
        ("prize of the dominant coalition", lambda card: dominant != NONE and CARD_PRIZE[card] == dominant),
        ("a patriot", lambda card: CARD_PATRIOT[card] != NONE),
        ("leveraged", lambda card: bool(CARD_LEVERAGED[card])),
        ("the highest rank", lambda card: int(CARD_RANK[card])),
        ("the highest number", lambda card: card),
    ]


def _why_card(s: Any, p: int, instruction: int, chosen: int) -> str:
    if s.place[chosen] == IN_MARKET:
        if instruction != RADICALIZE:
            return " answers it best; ties: the cheapest, then the highest number (W11.1)"
        return " for the check in the market (W11.2)" if w.check_is_in_market(s) else " by the arrows (W11.3)"
    verb = BATTLE if instruction == BATTLE_MOST_SPIES else instruction
    left = [
        int(card)
        for card in s.ring[s.court_start[p] : s.court_start[p + 1]]
        if w.has_verb(card, verb) and w.can_afford_use(s, p, card, verb)
    ]
    decided = ""
    for name, worth in _filters(s, p):
        best = max(worth(card) for card in left)
        kept = [card for card in left if worth(card) == best]
        if len(kept) < len(left):
            decided, left = f", decided by: {name} (W10)", kept
    return f" to {VERBS[verb]}{decided}"
