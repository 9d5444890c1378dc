"""A whole game as pictures that share their parts: what did not change from one to the next is kept once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from pamir_env.names import BLOCKS_EACH
from pamir_env.picture.sheet import MIDDLE, NARROW, WIDTH, Scene, definitions, scene
from pamir_env.picture.view import View, view_of
from pamir_env.reasons import why
from pamir_env.words import QUESTIONS, say_word

LAYOUTS = {"wide": WIDTH, "middle": MIDDLE, "narrow": NARROW}


def film(steps: Iterable[tuple[np.ndarray, str | None]], names: Sequence[str] = ()) -> dict[str, Any]:
    """Plain data for a page: `steps` are the states with the word played in them, None at the end.

    `parts` are drawings; `layouts` say per step which part lies where, as part, x, y, part, x, y, ...
    Sections keep their height through the whole game, so nothing jumps; in narrow ones seats may grow, as
    room kept free would be most of the page.
    """
    seen = [(view_of(states, 0, None, tuple(names)), word) for states, word in steps]
    numbers: dict[str, int] = {}
    layouts = {}
    for name, wide in LAYOUTS.items():
        least = _least(scene(view, wide) for view, _ in seen)
        if name != "wide":
            least = {section: high for section, high in least.items() if not section.startswith("seat")}
        scenes = [scene(view, wide, least) for view, _ in seen]
        layouts[name] = {
            "wide": wide,
            "high": [laid.high for laid in scenes],
            "steps": [_numbered(laid, numbers) for laid in scenes],
        }
    parts = list(numbers)
    return {
        "names": [seen[0][0].name(p) for p in range(seen[0][0].players)],
        "definitions": definitions(*parts),
        "parts": parts,
        "layouts": layouts,
        "steps": [_told(view, word) for view, word in seen],
        "moments": _moments([view for view, _ in seen], [word for _, word in seen]),
        "result": seen[-1][0].d.get("result"),
    }


def _least(scenes: Iterable[Scene]) -> dict[str, float]:
    """The greatest height of each section."""
    least: dict[str, float] = {}
    for laid in scenes:
        for name, high in laid.highs.items():
            least[name] = max(high, least.get(name, 0))
    return least


def _numbered(laid: Scene, numbers: dict[str, int]) -> list[float]:
    """The parts of a scene by number, each with its place; new ones are given the next number."""
    flat: list[float] = []
    for x, y, body in laid.parts:
        flat += [numbers.setdefault(body, len(numbers)), round(x, 1), round(y, 1)]
    return flat


def _told(view: View, word: str | None) -> dict[str, Any]:
    """A step in words and numbers."""
    d, s = view.d, view.s
    told = {
        "seat": d["seat"],
        "turn": d["turn"] + 1,
        "turnSeat": d["turn_seat"],
        "decision": d["decision"],
        "points": [seat["points"] for seat in d["seats"]],
        "blocks": [BLOCKS_EACH - int(n) for n in s.blocks],
    }
    if word is None:
        return told
    actions = {spelled: action for action, spelled in view.choices.values()}
    return {
        **told,
        "question": QUESTIONS[d["decision"]],
        "why": why(d, s),
        "word": word,
        "action": actions.get(word),
        "said": say_word(d["decision"], d["seat"], s, word),
    }


def _moments(views: list[View], words: list[str | None]) -> list[dict[str, Any]]:
    """Where to jump: just after Dominance Checks and changes of loyalty, and where battles begin."""
    found = []
    for k, (view, word) in enumerate(zip(views, words)):
        if word not in (None, "stop") and view.d["decision"] == "battle_site":
            found.append({"step": k, "kind": "battle", "text": f"P{view.d['seat']}: {_site(word)}"})
        if k + 1 < len(views):
            found += _changes(k + 1, view.d, views[k + 1].d)
    return found


def _changes(step: int, before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    if after["checks_resolved"] > before["checks_resolved"]:
        gained = [new["points"] - old["points"] for old, new in zip(before["seats"], after["seats"])]
        text = ", ".join(f"P{p} +{n}" for p, n in enumerate(gained) if n) or "nobody scores"
        found.append({"step": step, "kind": "check", "text": text})
    for p, (old, new) in enumerate(zip(before["seats"], after["seats"])):
        if old["loyalty"] not in (None, new["loyalty"]):
            found.append(
                {
                    "step": step,
                    "kind": "loyalty",
                    "text": f"P{p}: {old['loyalty'].capitalize()} to {new['loyalty'].capitalize()}",
                }
            )
    return found


def _site(word: str) -> str:
    return f"on {word}" if word[0] == "c" and word[1:].isdigit() else f"in {word.capitalize()}"
