"""Agents that play any game of the base, and the arena that says who is stronger."""

from __future__ import annotations

from agents.base import Agent
from agents.registry import AGENTS, BadSpec, make_agent
from tabletop.views import OPPONENTS, View, Views

for _name, _entry in AGENTS.items():
    if _name != "random":
        OPPONENTS.setdefault(_name, _entry.make)

__all__ = ["AGENTS", "Agent", "BadSpec", "View", "Views", "make_agent"]
