"""`pamir watch --html`: a recorded game as one page that needs neither network nor server."""

from __future__ import annotations

import base64
import gzip
import json
import math
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

from agents.records import Stored
from pamir_env.picture.film import film
from pamir_env.picture.lettering import font_faces
from pamir_env.picture.palette import shared_style, variables
from pamir_env.words import say


def write_page(path: str | Path, stored: Stored) -> int:
    """Write the page of a game; how many bytes it has."""
    text = page(stored)
    Path(path).write_text(text, encoding="utf-8")
    return len(text.encode())


def page(stored: Stored) -> str:
    """The page as text. The game is packed: texts repeat a lot, and every browser of today can unpack."""
    data = game_data(stored)
    packed = gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)
    return Template(asset("replay.html")).substitute(
        title=escape(f"Pax Pamir: {', '.join(data['names'])}"),
        style=page_style("replay.css"),
        script=asset("page.js") + asset("replay.js"),
        data=base64.b64encode(packed).decode(),
    )


def game_data(stored: Stored) -> dict[str, Any]:
    """What the page shows: pictures, words, and what the agents thought where the record holds it."""
    steps, thoughts = [], []
    for k, (position, action) in enumerate(stored.positions()):
        word = position.word(action) if isinstance(action, int) else action
        steps.append((position.states, word))
        thought = stored.thoughts[k] if stored.thoughts and k < len(stored.thoughts) else None
        thoughts.append(_thought(position, thought))
    data = film(steps, stored.agents)
    for step, thought in zip(data["steps"], thoughts, strict=True):
        if thought:
            step["thought"] = thought
    return data


def _thought(position: Any, thought: Any) -> dict[str, Any] | None:
    """Value and best choices, each choice also in words; what is none of these is left out."""
    if not isinstance(thought, dict) or position.over:
        return None
    legal = set(position.legal())
    top = []
    for entry in thought.get("top") or []:
        match entry:
            case [str(word), int() | float() as share] if math.isfinite(share):
                top.append([word, share, say(position, word) if word in legal else word])
    value = thought.get("value")
    known = isinstance(value, int | float) and math.isfinite(value)
    return {"value": value if known else None, "top": top}


def page_style(name: str) -> str:
    """Fonts and colours as in the pictures; the reader's preference, or the choice made on the page. What all
    pages share, and the file of this name.
    """
    return "\n".join(
        [
            font_faces(),
            f":root{{{variables('light')}}}",
            f"@media (prefers-color-scheme:dark){{:root{{{variables('dark')}}}}}",
            f":root[data-theme=light]{{{variables('light')}}}",
            f":root[data-theme=dark]{{{variables('dark')}}}",
            shared_style(),
            asset("page.css"),
            asset(name),
        ]
    )


def asset(name: str) -> str:
    """A file of the pages."""
    return (files("cli") / "page" / name).read_text("utf-8")
