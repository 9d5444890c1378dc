"""A position as text: market with rupees, every court with its spies, the map, points, who decides what."""

from __future__ import annotations

from typing import Any

import numpy as np

from pamir_env.decisions import DECISIONS
from pamir_env.names import BORDERS, REGIONS
from pamir_env.notation import to_dict
from pamir_env.picture.raster import rgb_array
from pamir_env.picture.sheet import svg
from pamir_env.words import card_facts, card_label

WIDTH = 108
_QUESTIONS = {decision.name: decision.legal for decision in DECISIONS}


def render(states: np.ndarray, i: int, mode: str, **how: Any) -> Any:
    """The table of game i: `ansi` is text, `svg` a picture as text, `rgb_array` its pixels.

    The referee's view, unless `viewer` names a seat; pictures also take `theme`, `width` and `names`.
    """
    if mode == "ansi":
        return to_text(states, i) + "\n"
    if mode == "svg":
        return svg(states, i, **how)
    if mode == "rgb_array":
        return rgb_array(states, i, **how)
    raise ValueError(f"mode is one of ansi, svg, rgb_array, not {mode!r}")


def to_text(states: np.ndarray, i: int = 0) -> str:
    """Everything on the table of game i, one block per part. Hands are shown: this is the view of the
    referee.
    """
    d = to_dict(states, i)
    parts = [_headline(d), _market(d), *(_seat(d, p) for p in range(len(d["seats"]))), _map(d), _asked(d)]
    return "\n".join(part for part in parts if part)


def _headline(d: dict[str, Any]) -> str:
    points = " ".join(f"p{p}:{seat['points']}" for p, seat in enumerate(d["seats"]))
    lasting = ", ".join(card_label(event["card"]) + f" ({event['side']})" for event in d["events"])
    line = (
        f"Turn {d['turn']} of p{d['turn_seat']}, {d['actions_left']} actions left | favored {d['favored']}"
        f" | points {points} | checks resolved {d['checks_resolved']} | deck {len(d['deck'])}"
    )
    return line + (f"\nIn force: {lasting}" if lasting else "")


def _market(d: dict[str, Any]) -> str:
    lines = ["Market"]
    for name, row in zip(("top", "bottom"), d["market"], strict=True):
        for column, space in enumerate(row):
            label = (
                "-" if space["card"] is None else f"{card_label(space['card'])} ({card_facts(space['card'])})"
            )
            rupees = f"  +{space['rupees']} rupees" if space["rupees"] else ""
            lines.append(f"  {name:6} {column}  {label}{rupees}")
    return "\n".join(lines)


def _seat(d: dict[str, Any], p: int) -> str:
    seat = d["seats"][p]
    loyalty = seat["loyalty"] or ("Wakhan" if d["wakhan"] and d["wakhan"]["seat"] == p else "no loyalty yet")
    head = f"p{p} {loyalty}, {seat['rupees']} rupees, {seat['points']} points"
    if seat["gifts"]:
        head += ", gifts " + " ".join(str(cost) for cost in seat["gifts"])
    if seat["prizes"]:
        head += ", prizes " + " ".join(f"c{card}" for card in seat["prizes"])
    lines = [head]
    for entry in seat["court"]:
        spies = " ".join(f"p{owner}x{n}" for owner, n in enumerate(entry["spies"]) if n)
        lines.append(
            f"  {card_label(entry['card'])} ({card_facts(entry['card'])})"
            + (f"  spies {spies}" if spies else "")
            + ("  used" if entry["used"] else "")
        )
    if seat["hand"]:
        lines.append("  in hand: " + ", ".join(card_label(card) for card in seat["hand"]))
    return "\n".join(lines)


def _map(d: dict[str, Any]) -> str:
    lines = ["Map"]
    for region in REGIONS:
        tribes = " ".join(f"p{p}x{n}" for p, n in enumerate(d["tribes"].get(region, ())) if n)
        armies = " ".join(f"{coalition}x{n}" for coalition, n in d["armies"].get(region, {}).items())
        ruler = d["rulers"][region]
        what = [f"tribes {tribes}" if tribes else "", f"armies {armies}" if armies else ""]
        what.append("" if ruler is None else f"ruled by p{ruler}")
        lines.append(f"  {region:12}" + (", ".join(part for part in what if part) or "-"))
    roads = [
        f"{border} " + " ".join(f"{coalition}x{n}" for coalition, n in d["roads"][border].items())
        for border in BORDERS
        if border in d["roads"]
    ]
    return "\n".join([*lines, "  roads       " + (", ".join(roads) or "-")])


def _asked(d: dict[str, Any]) -> str:
    if "result" in d:
        winners = " ".join(f"p{p}" for p in d["result"]["winners"])
        return f"Over ({d['result']['end']}): {winners} won after {d['result']['turns']} turns"
    return f"p{d['seat']} decides {d['decision']}: {_QUESTIONS[d['decision']]}"
