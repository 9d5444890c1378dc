"""D Decisions: a stack of frames. The top one is what is asked or done next; what was begun earlier waits
below.

A frame is a kind, a seat and three small numbers. Kinds listed in DECISIONS are questions, those in TASKS are
things that the engine carries out by itself. What the numbers mean is fixed per kind, here.
"""

from __future__ import annotations

from pamir_env.names import RUNNING
from pamir_env.state import STACK_SIZE
from tabletop.game import Decision
from tabletop.jit import kernel

_TURN = "turn player"

DECISIONS = (
    Decision("loyalty", "each seat, setup", "a coalition", "P2.5", "seats still to choose"),
    Decision("act", _TURN, "a card in the market (buy), own hand (play), own court (use); `stop`", "P3.1"),
    Decision("side", _TURN, "`left`, `right`; not asked when the court is empty", "P5.1", "card"),
    Decision("verb", _TURN, "a verb of the card; not asked when only one is possible", "P6.1", "card"),
    Decision(
        "demand", "who is owed a bribe", "an amount from 0 to what is due", "P7.2", "card", "intent", "due"
    ),
    Decision("pay", _TURN, "`yes` pays, `stop` withdraws", "P7.2", "card", "intent", "amount"),
    Decision("road", _TURN, "a border of the region", "P5.3", "region"),
    Decision("spy", _TURN, "a court card of the region", "P5.3", "region"),
    Decision(
        "take_block",
        "who must place",
        "a region (army there), a border (road there)",
        "P5.5",
        "coalition",
        "site",
    ),
    Decision(
        "take_cylinder",
        "who must place",
        "a region (tribe), a card (spy), a gift space",
        "P5.5",
        "kind",
        "where",
    ),
    Decision(
        "tax",
        _TURN,
        "a market card with rupees, a seat; `stop` after the first",
        "P6.6",
        "rupees left",
        "taken",
    ),
    Decision("gift", _TURN, "a gift space", "P6.7"),
    Decision(
        "build",
        _TURN,
        "a region (army), a border (road); `stop` after the first",
        "P6.8",
        "blocks left",
        "built",
        "paid",
    ),
    Decision("move_from", _TURN, "a region, a card; `stop` after the first", "P6.9", "moves left", "moved"),
    Decision("move_what", _TURN, "own coalition (army) or own seat (tribe)", "E3", "region"),
    Decision("move_to", _TURN, "a region, a card", "P6.9", "army, tribe or spy", "from"),
    Decision("betray", _TURN, "a court card", "P6.10"),
    Decision("prize", _TURN, "`yes`, `stop`", "P6.10", "card"),
    Decision("battle_site", _TURN, "a region, a court card", "P6.11", "rank"),
    Decision(
        "battle",
        _TURN,
        "a seat (its tribe or spy), a coalition (its army), a border (a road on it); `stop` after the first",
        "P6.11",
        "region, or 6 + card",
        "removals left",
        "removed",
    ),
    Decision("battle_road", _TURN, "a coalition with a road on the border pointed at", "P6.11", "border"),
    Decision("discard_court", _TURN, "a card", "P3.3.1"),
    Decision("discard_hand", _TURN, "a card", "P3.3.2"),
    Decision("discard_debt", "a debtor", "a card of hand or court", "P8.2", "cards owed"),
    Decision("discard_overthrown", "who must", "a card; not asked when there is only one", "P8.4", "region"),
    Decision(
        "discard_patriot", "who must", "a card; not asked when there is only one", "P8.5", "old loyalty"
    ),
    Decision("safe_house", "owner of the spy", "a safe house card of theirs, `stop`", "A"),
    Decision("blackmail", _TURN, "a card, `stop`", "A", "region"),
    Decision("infrastructure", _TURN, "a region, a border", "A"),
    Decision("rumor", _TURN, "a seat", "E"),
    Decision("persuade", _TURN, "a seat", "E"),
    Decision("pashtunwali", _TURN, "a suit", "E"),
    Decision("rebuke", _TURN, "a region", "E"),
    Decision("confidence", "each seat in turn", "a hand card; not asked with an empty hand", "E"),
)
(
    ASK_LOYALTY,
    ASK_ACT,
    ASK_SIDE,
    ASK_VERB,
    ASK_DEMAND,
    ASK_PAY,
    ASK_ROAD,
    ASK_SPY,
    ASK_TAKE_BLOCK,
    ASK_TAKE_CYLINDER,
    ASK_TAX,
    ASK_GIFT,
    ASK_BUILD,
    ASK_MOVE_FROM,
    ASK_MOVE_WHAT,
    ASK_MOVE_TO,
    ASK_BETRAY,
    ASK_PRIZE,
    ASK_BATTLE_SITE,
    ASK_BATTLE,
    ASK_BATTLE_ROAD,
    ASK_DISCARD_COURT,
    ASK_DISCARD_HAND,
    ASK_DISCARD_DEBT,
    ASK_DISCARD_OVERTHROWN,
    ASK_DISCARD_PATRIOT,
    ASK_SAFE_HOUSE,
    ASK_BLACKMAIL,
    ASK_INFRASTRUCTURE,
    ASK_RUMOR,
    ASK_PERSUADE,
    ASK_PASHTUNWALI,
    ASK_REBUKE,
    ASK_CONFIDENCE,
) = range(len(DECISIONS))

TASKS = (
    Decision("icons", _TURN, "resolve the impact icons of a played card", "P5.3", "card", "next icon"),
    Decision(
        "set_loyalty", "who changes", "turn the dial, when the patriots are gone", "P8.5", "new loyalty"
    ),
    Decision("take_prize", _TURN, "keep the betrayed card as a prize", "P6.10", "card"),
    Decision("finish_build", _TURN, "the free block of infrastructure", "A"),
    Decision("insurrection", "its owner", "afghan armies after a check", "A", "armies left"),
    Decision("end_lasting", "-", "lasting events end after a check", "P9.7"),
    Decision("discard_events", _TURN, "events leave the leftmost column", "P3.3.3", "row"),
    Decision("refill", _TURN, "slide and draw", "P3.3.4"),
    Decision("next_turn", _TURN, "the turn ends, the next begins", "P3.5"),
)
(
    DO_ICONS,
    DO_SET_LOYALTY,
    DO_TAKE_PRIZE,
    DO_FINISH_BUILD,
    DO_INSURRECTION,
    DO_END_LASTING,
    DO_DISCARD_EVENTS,
    DO_REFILL,
    DO_NEXT_TURN,
) = range(len(DECISIONS), len(DECISIONS) + len(TASKS))


@kernel
def push(s, kind, p, a, b, c):
    """Put a frame on top: it is settled before anything that was begun earlier."""
    n = s.depth
    if n >= STACK_SIZE:
        s.fault = 1
        return
    s.frame_kind[n] = kind
    s.frame_seat[n] = p
    s.frame_a[n] = a
    s.frame_b[n] = b
    s.frame_c[n] = c
    s.depth = n + 1


@kernel
def pop(s):
    """Take the top frame away (cleared, so that equal games are equal bytes)."""
    n = s.depth - 1
    s.frame_kind[n] = 0
    s.frame_seat[n] = 0
    s.frame_a[n] = 0
    s.frame_b[n] = 0
    s.frame_c[n] = 0
    s.depth = n


@kernel
def top_a(s):
    return s.frame_a[s.depth - 1]


@kernel
def top_b(s):
    return s.frame_b[s.depth - 1]


@kernel
def top_c(s):
    return s.frame_c[s.depth - 1]


@kernel
def finish(s, end):
    """The game is over."""
    s.end = end
    while s.depth > 0:
        pop(s)


@kernel
def is_over(s):
    return s.end != RUNNING
