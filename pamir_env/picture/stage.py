"""The table for a page to play on: the picture without its question, and the question as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from pamir_env.picture.asked import chips, sign
from pamir_env.picture.pen import at
from pamir_env.picture.sheet import WIDTH, definitions, scene
from pamir_env.picture.view import View, view_of
from pamir_env.reasons import why
from pamir_env.words import QUESTIONS


def stage(
    states: np.ndarray, viewer: int | None, names: Sequence[str] = (), width: int = WIDTH
) -> dict[str, Any]:
    """What `viewer` sees and may choose. Only drawings are markup; all else is text, to be shown as such."""
    view = view_of(states, 0, viewer, tuple(names))
    laid = scene(view, width, asking=False)
    body = "".join(at(x, y, part) for x, y, part in laid.parts)
    choices = [_chip(view, kind, index) for kind, index in chips(view)]
    return {
        "names": [view.name(p) for p in range(view.players)],
        "points": [seat["points"] for seat in view.d["seats"]],
        "turn": view.d["turn"] + 1,
        "turnSeat": view.d["turn_seat"],
        "question": QUESTIONS.get(view.d["decision"], ""),
        "why": why(view.d, view.s),
        "chips": choices,
        "onTable": len(view.choices) - len(choices),
        "picture": {
            "wide": laid.wide,
            "high": laid.high,
            "body": body,
            "definitions": definitions(body, *(chip["sign"] for chip in choices)),
        },
    }


def _chip(view: View, kind: str, index: int) -> dict[str, Any]:
    """A choice that no thing on the table stands for."""
    action, word = view.choices[kind, index]
    return {"action": action, "word": word, "text": view.say(kind, index), "sign": sign(kind, index)}
