"""A seat: who it is and how it stands, its court, and its hand as far as the viewer may see it."""

from __future__ import annotations

from pamir_env.cards import CARD_PRIZE
from pamir_env.names import COALITIONS, CYLINDERS_EACH, GIFT_SPACES
from pamir_env.picture.card_faces import FOOT, HIGH, WIDE, back, card_use
from pamir_env.picture.lettering import text, width
from pamir_env.picture.pen import (
    Item,
    block,
    counted,
    counted_width,
    disc,
    drawn,
    flow,
    glyph,
    ring,
    titled,
)
from pamir_env.picture.view import View
from pamir_env.picture.wakhan_card import wakhan_card
from pamir_env.reasons import limits
from pamir_env.rules.dominance import influence
from pamir_env.words import card_label, explain_card

INFO_WIDE, INFO_HIGH = 190, HIGH


def cards(view: View, p: int) -> list[Item]:
    """Wakhan's face card, the court from left to right, the hand."""
    seat = view.d["seats"][p]
    items = [wakhan_card(view)] if p == view.wakhan else []
    items += [_court_card(view, p, entry) for entry in seat["court"]]
    if view.sees_hand(p):
        items += [_hand_card(view, card) for card in seat["hand"]]
    elif seat["hand"]:
        items.append(Item(WIDE, HIGH, back("in hand", len(seat["hand"]))))
    return items


def _court_card(view: View, p: int, entry: dict) -> Item:
    card = entry["card"]
    body = card_use(card)
    spies = [(owner, n) for owner, n in enumerate(entry["spies"]) if n]
    body += _spies(spies, WIDE - 10 - (26 if entry["used"] else 0))
    if entry["used"]:
        body = f'<g class="pm-dim">{body}</g>' + text(
            WIDE - 6, FOOT + 14, "used", 10.5, anchor="end", bold=True
        )
    body += _subject(view, card)
    about = explain_card(card) + "".join(f"\n  {n} spies of P{owner}" for owner, n in spies)
    return Item(WIDE, HIGH, view.marked("card", card, body, ring(0, 0, WIDE, HIGH), about))


def _spies(spies: list[tuple[int, int]], room: float) -> str:
    """Discs in one line, a little smaller if need be, else in two lines."""
    for size in (15, 13.5, 12, 10.5, 9, 7.5):
        items = [
            Item(counted_width(n, size), size, counted(0, 0, disc(0, 0, p, size), n, size)) for p, n in spies
        ]
        laid = flow(items, room, 2, 0.5)
        if laid.high <= size or (size < 11 and laid.high <= HIGH - FOOT - 1):
            break
    return drawn(laid, 5, FOOT + (HIGH - 2 - FOOT - laid.high) / 2)


def _hand_card(view: View, card: int) -> Item:
    outline = f"M.5 21V{HIGH - 6}q0 5.5 6 5.5H{WIDE - 6}q5.5 0 5.5-6V21"
    body = card_use(card) + f'<path d="{outline}" class="pm-n pm-l-soft pm-w1 pm-dash"/>'
    body += glyph("hand", 6, FOOT + 3, 14, "soft") + text(24, FOOT + 14, "in hand", 10.5, "soft")
    body += _subject(view, card)
    return Item(WIDE, HIGH, view.marked("card", card, body, ring(0, 0, WIDE, HIGH), explain_card(card)))


def _subject(view: View, card: int) -> str:
    """The card that the decision is about."""
    return ring(0, 0, WIDE, HIGH, 8, "pm-l-ink pm-w2 pm-dash") if view.subject == ("card", card) else ""


def info(view: View, p: int) -> Item:
    """Name, points, loyalty, influence, rupees, cylinders, gifts, prizes, limits."""
    seat = view.d["seats"][p]
    points = str(seat["points"])
    name_room = INFO_WIDE - 34 - 40 - width(points, 22, True)
    body = disc(0, 0, p, 26) + text(34, 18, view.name(p), 15, bold=True, room=name_room, smallest=9)
    body += text(INFO_WIDE, 19, "points" if seat["points"] != 1 else "point", 10.5, "soft", anchor="end")
    body += text(INFO_WIDE - 31, 19, points, 22, bold=True, anchor="end")
    body += _loyalty(view, p) + _purse(view, p) + _gifts(view, p) + _prizes(view, p)
    court, hand = limits(seat)
    sizes = f"court {len(seat['court'])} of {court}"
    if p != view.wakhan:
        sizes += f"  ·  hand {len(seat['hand'])} of {hand}"
    body += titled("Cards held, and how many may stay at the end of a turn", text(0, 134, sizes, 11, "soft"))
    if p in view.d.get("result", {}).get("winners", ()):
        body += text(INFO_WIDE, 134, "has won", 13, "accent", bold=True, anchor="end")
    mark = ring(-6, -6, INFO_WIDE + 12, 38)
    return Item(INFO_WIDE, INFO_HIGH, view.marked("seat", p, body, mark))


def _loyalty(view: View, p: int) -> str:
    loyalty = view.d["seats"][p]["loyalty"]
    if p == view.wakhan:
        body, x = text(0, 48, "loyal to all; influence", 11.5, "soft"), 118.0
        for c, coalition in enumerate(COALITIONS):
            body += block(x, 36, coalition, 14)
            body += text(x + 16, 48, str(int(influence(view.s, p, c))), 11.5, bold=True)
            x += 26
        return body
    if loyalty is None:
        return text(0, 48, "no loyalty yet", 11.5, "soft")
    count = int(influence(view.s, p, COALITIONS.index(loyalty)))
    return (
        block(0, 35, loyalty)
        + text(22, 48, loyalty.capitalize(), 12.5, bold=True)
        + text(INFO_WIDE, 48, f"influence {count}", 11.5, "ink", anchor="end")
    )


def _purse(view: View, p: int) -> str:
    rupees, left = view.d["seats"][p]["rupees"], int(view.s.cylinders[p])
    return (
        glyph("rupee", 0, 58, 16)
        + text(22, 71, f"{rupees} rupee" + ("" if rupees == 1 else "s"), 12.5, bold=True)
        + text(INFO_WIDE, 71, f"{CYLINDERS_EACH - left} of 10 in play", 11.5, "ink", anchor="end")
    )


def _gifts(view: View, p: int) -> str:
    body = text(0, 94, "gifts", 11, "soft")
    for k, cost in enumerate(GIFT_SPACES):
        x = 34 + 26 * k
        if cost in view.d["seats"][p]["gifts"]:
            space = disc(x, 81, p, 18)
        else:
            space = f'<circle cx="{x + 9}" cy="90" r="8.5" class="pm-n pm-l-faint pm-w1"/>'
            space += text(x + 9, 94, str(cost), 11, "soft", anchor="middle")
        mine = p == view.d["seat"]
        about = f"The gift for {cost} rupees"
        body += view.marked("gift", k, space, ring(x - 2, 79, 22, 22, 11), about) if mine else space
    return body


def _prizes(view: View, p: int) -> str:
    """One medal per prize, closer together if there are many."""
    prizes = view.d["seats"][p]["prizes"]
    body = text(0, 115, "prizes", 11, "soft")
    if not prizes:
        return body + text(34, 115, "none", 11, "soft")
    step = min(19.0, (INFO_WIDE - 34 - 16) / max(len(prizes) - 1, 1))
    for k, card in enumerate(prizes):
        coalition = COALITIONS[CARD_PRIZE[card]]
        body += titled(card_label(card), glyph(f"prize-{coalition}", 34 + step * k, 102, 16))
    return body
