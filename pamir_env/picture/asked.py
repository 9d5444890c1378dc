"""The two bars above the table: how the game stands, and what is asked, with choices that no thing on the
table stands for.
"""

from __future__ import annotations

from pamir_env.actions import BLOCKS
from pamir_env.cards import CARD_NAMES
from pamir_env.names import BLOCKS_EACH, COALITIONS, N_CHECKS, NONE, SUITS
from pamir_env.picture.lettering import text, width
from pamir_env.picture.pen import CHIP_HEIGHT, Item, block, box, disc, drawn, flow, glyph, label, row, titled
from pamir_env.picture.view import ON_THE_TABLE, View
from pamir_env.reasons import why
from pamir_env.rules.dominance import dominant_coalition
from pamir_env.words import EFFECT_TEXT, QUESTIONS, effect_of

_PAD = 14


def standing(view: View, room: float) -> Item:
    """Turn, actions left, favored suit, blocks on the map, checks, deck, lasting events."""
    d = view.d
    items = [
        row(
            [
                label(f"Turn {d['turn'] + 1}", 17, bold=True, high=24),
                Item(20, 20, disc(0, 0, d["turn_seat"], 20)),
                label(view.name(d["turn_seat"]), 13, bold=True),
                _pips(d["actions_left"]),
            ],
            7,
        ),
        titled_item(
            "The favored suit: its cards act for free",
            row(
                [Item(18, 18, glyph(d["favored"], 0, 0, 18, d["favored"])), label(f"{d['favored']} favored")]
            ),
        ),
        _blocks(view),
        titled_item(
            "Dominance Checks resolved",
            row([_checks(d["checks_resolved"]), label(f"{d['checks_resolved']} of {N_CHECKS} checks")]),
        ),
        row([Item(17, 17, glyph("deck", 0, 0, 17, "soft")), label(f"{len(d['deck'])} in the deck")]),
        *(_event(event, room) for event in d["events"]),
    ]
    laid = flow(items, room, 26, 6)
    return Item(room, laid.high, drawn(laid, 0, 0))


def titled_item(words: str, item: Item) -> Item:
    return item._replace(body=titled(words, item.body))


def _pips(left: int) -> Item:
    body = ""
    for k in range(2):
        kinds = "pm-f-ink pm-l-ink" if k < left else "pm-n pm-l-soft"
        body += f'<circle cx="{6 + 14 * k}" cy="11" r="4.5" class="{kinds} pm-w1"/>'
    return Item(28, 22, titled(f"{left} actions left", body))


def _checks(resolved: int) -> Item:
    body = "".join(
        glyph("check" if k < resolved else "open-check", 14 * k, 0, 13, "red" if k < resolved else "soft")
        for k in range(N_CHECKS)
    )
    return Item(14 * N_CHECKS, 13, body)


def _blocks(view: View) -> Item:
    """Blocks on the map per coalition; the one that dominates is named."""
    dominant, items = int(dominant_coalition(view.s)), []
    for c, coalition in enumerate(COALITIONS):
        items += [
            Item(16, 16, block(0, 0, coalition)),
            label(str(BLOCKS_EACH - int(view.s.blocks[c])), 13, bold=True),
        ]
    word = "no dominance" if dominant == NONE else f"{COALITIONS[dominant]} dominance"
    return titled_item(
        "Blocks on the map", row([*items, label(word, 12, "ink" if dominant != NONE else "soft")])
    )


def _event(event: dict, room: float) -> Item:
    """A lasting event as a chip."""
    names = CARD_NAMES[event["card"]].split(" / ")
    words = names[-1] if event["side"] == "purchase" else names[0]
    whose = "all" if event["seat"] is None else f"P{event['seat']}"
    if event["target"] is not None:
        whose += f" about P{event['target']}"
    words = f"{words} ({whose})"
    body = box(0, 0, width(words, 12) + 20, 22, "pm-f-wash pm-l-faint pm-w1", 11) + text(10, 15.3, words, 12)
    about = EFFECT_TEXT[effect_of(event["card"], event["side"])]
    return Item(width(words, 12) + 20, 22, titled(f"In force: {about}", body))


def question(view: View, room: float, least: float = 0) -> Item:
    """Who decides what and why; chips for what cannot be pointed at on the table. At least so high."""
    inner = room - 2 * _PAD
    body, y = _headline(view, inner), 36.0
    if reason := why(view.d, view.s):
        body += text(_PAD, y + 12, reason, 12.5, "soft", room=inner, smallest=9)
        y += 20
    laid = flow([_chip(view, kind, index, inner) for kind, index in chips(view)], inner)
    if laid.placed:
        body += drawn(laid, _PAD, y + 6)
        y += laid.high + 12
    else:
        y += 4
    y = max(y, least)
    return Item(room, y, box(0.5, 0.5, room - 1, y - 1, "pm-f-panel pm-l-faint pm-w1", 10) + body)


def _headline(view: View, inner: float) -> str:
    if view.d["decision"] == "over":
        return _result(view, inner)
    seat = view.d["seat"]
    name, asked = view.name(seat), QUESTIONS[view.d["decision"]]
    x = _PAD + 30
    after = x + min(width(name, 14, True), 130) + 12
    return (
        disc(_PAD, 10, seat, 22)
        + text(x, 26.5, name, 14, bold=True, room=130, smallest=10)
        + text(after, 26.5, asked, 16, "accent", bold=True, room=inner + _PAD - after, smallest=10)
    )


def _result(view: View, inner: float) -> str:
    result = view.d["result"]
    winners = " and ".join(view.name(p) for p in result["winners"]) or "nobody"
    how = {"early": "by a lead after a check", "final_check": "after the final check"}.get(
        result["end"], "cut off"
    )
    words = f"Over after {result['turns']} turns: {winners} won, {how}."
    if result["end"] == "truncated":
        words = f"Cut off after {result['turns']} turns."
    return text(_PAD, 27, words, 16, "accent", bold=True, room=inner, smallest=9)


def chips(view: View) -> list[tuple[str, int]]:
    """What is no card, region or border, in the order of the action ids."""
    order = [block.name for block in BLOCKS]
    found = [key for key in view.choices if key[0] not in ON_THE_TABLE]
    return sorted(found, key=lambda key: (key[0] in ("stop",), order.index(key[0]), key[1]))


def _chip(view: View, kind: str, index: int, room: float) -> Item:
    words = view.say(kind, index)
    before = sign(kind, index)
    wide = min(width(words, 13, True) + 24 + (20 if before else 0), room)
    body = box(0.5, 0.5, wide - 1, CHIP_HEIGHT - 1, "pm-f-glow pm-l-accent pm-w1", 13) + before
    body += text(32 if before else 12, 17.5, words, 13, bold=True, room=wide - (44 if before else 24) + 1)
    return Item(wide, CHIP_HEIGHT, view.marked(kind, index, body, ""))


def sign(kind: str, index: int) -> str:
    """A small sign before the words of a chip."""
    if kind == "coalition":
        return block(11, 5, COALITIONS[index])
    if kind == "seat":
        return disc(11, 5, index)
    if kind == "suit":
        return glyph(SUITS[index], 11, 5, 16, SUITS[index])
    if kind in ("amount", "gift"):
        return glyph("rupee", 11, 5, 16)
    return ""
