"""What is drawn and for whom: a position, who looks at it, and what may be chosen."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

import numpy as np

from pamir_env import engine
from pamir_env.actions import BLOCKS, N_ACTIONS
from pamir_env.notation import to_dict
from pamir_env.reasons import subject
from pamir_env.words import say_word

ON_THE_TABLE = ("card", "region", "border")
"""Kinds of action that point at something drawn; all others are chips in the decision bar."""


@dataclass(frozen=True)
class View:
    """One position as one viewer sees it; `viewer` None is the referee, who sees everything."""

    d: dict[str, Any]
    s: Any
    viewer: int | None
    names: tuple[str, ...]
    choices: dict[tuple[str, int], tuple[int, str]]
    """(kind, index) -> action id and its word; empty where somebody else decides."""
    subject: tuple[str, int] | None
    """What the decision is about, if that lies on the table."""

    @property
    def players(self) -> int:
        return len(self.d["seats"])

    @property
    def wakhan(self) -> int | None:
        return None if self.d["wakhan"] is None else self.d["wakhan"]["seat"]

    def sees_hand(self, seat: int) -> bool:
        return self.viewer is None or self.viewer == seat or self.d["settings"]["open_hands"]

    def name(self, seat: int) -> str:
        if seat < len(self.names) and self.names[seat]:
            return self.names[seat]
        return "Wakhan" if seat == self.wakhan else f"Player {seat}"

    def say(self, kind: str, index: int) -> str:
        """A choice in words, with a capital."""
        words = say_word(self.d["decision"], self.d["seat"], self.s, self.choices[kind, index][1])
        return words[0].upper() + words[1:]

    def marked(self, kind: str, index: int, body: str, mark: str, about: str = "") -> str:
        """The drawing of something that actions can point at: with its mark and id where it may be chosen."""
        if (kind, index) not in self.choices:
            return f"<g><title>{escape(about)}</title>{body}</g>" if about else f"<g>{body}</g>"
        action, word = self.choices[kind, index]
        words = self.say(kind, index) + (f"\n\n{about}" if about else "")
        return (
            f'<g class="pm-can" data-action="{action}" data-word="{word}"><title>{escape(words)}</title>'
            f"{body}{mark}</g>"
        )


def view_of(states: np.ndarray, i: int, viewer: int | None, names: tuple[str, ...]) -> View:
    """Game i as `viewer` sees it."""
    d = to_dict(states, i)
    seats = len(d["seats"])
    if viewer is not None and (isinstance(viewer, bool) or viewer not in range(seats)):
        raise ValueError(f"viewer is None (the referee) or a seat from 0 to {seats - 1}, not {viewer!r}")
    mask = np.zeros(N_ACTIONS, np.bool_)
    if viewer is None or viewer == d["seat"] or d["settings"]["open_hands"]:
        engine.legal_actions(states, i, mask)
    choices, offset = {}, 0
    for block in BLOCKS:
        for k, _ in enumerate(block.words):
            if mask[offset + k]:
                index = (d["seat"] + k) % seats if block.relative else k
                choices[block.name, index + (block.name == "card")] = (offset + k, block.words[index])
        offset += len(block.words)
    return View(d, states[i], viewer, tuple(names), choices, subject(d, states[i]))
