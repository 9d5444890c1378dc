"""Settings: what may be chosen before a game. Nonsense raises ValueError and says what is allowed."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from pamir_env.names import MAX_PLAYERS
from tabletop.game import Reward

DEFAULT_MAX_TURNS = 2000
POINTS_SCALE = 10
REWARDS = (
    Reward("win", -1, 1, "at the end: the winners share +1, the others share -1; nothing if all have won"),
    Reward("rank", -1, 1, "at the end: +1 for the first place, evenly down to -1 for the last; ties share"),
    Reward(
        "points",
        -2.5,
        2.5,
        f"at every check: points above the mean of the others, divided by {POINTS_SCALE}",
    ),
)
"""Each sums to zero over all seats, Wakhan's included. A game that is cut off has no winner: `win` and `rank`
pay nothing then."""
WAKHAN_SEATS = (2, 3)  # one or two people and Wakhan (P1.9)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One table."""

    players: int = 3
    """Seats, Wakhan's included: 2 to 5 (2 or 3 with Wakhan)."""
    wakhan: bool = False
    """Wakhan takes the last seat."""
    negotiation: bool = True
    """False: every bribe is the full amount and nobody is asked (P7.5)."""
    open_hands: bool = False
    """True: everybody sees every hand."""
    max_turns: int = DEFAULT_MAX_TURNS
    """The game is cut off after so many turns (P3.6)."""
    reward: str = "win"
    """What the environments pay out."""
    skip_forced: bool = False
    """True: the environments do not ask an agent that has only one legal action."""

    def __post_init__(self) -> None:
        for name in ("wakhan", "negotiation", "open_hands", "skip_forced"):
            if not isinstance(getattr(self, name), bool | np.bool_):
                raise ValueError(f"{name} is True or False, not {getattr(self, name)!r}")
        for name, low, high in (("players", 2, MAX_PLAYERS), ("max_turns", 1, 2**31 - 1)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | np.integer) or not low <= value <= high:
                raise ValueError(f"{name} is a whole number from {low} to {high}, not {value!r}")
        if self.wakhan and self.players not in WAKHAN_SEATS:
            raise ValueError(f"with Wakhan players is 2 or 3 (her seat counts), not {self.players}")
        names = [reward.name for reward in REWARDS]
        if self.reward not in names:
            raise ValueError(f"reward is one of {', '.join(names)}, not {self.reward!r}")

    @classmethod
    def from_dict(cls, d: Any) -> Settings:
        """From the `settings` of a position or a record; whatever has a default may be left out."""
        if not isinstance(d, dict):
            raise ValueError(f"settings is an object, not {d!r}")
        known = {field.name for field in fields(cls)}
        if unknown := sorted(str(key) for key in d if key not in known):
            raise ValueError(f"unknown settings {', '.join(unknown)}; there are {', '.join(sorted(known))}")
        return cls(**d)

    def to_dict(self) -> dict[str, Any]:
        """What a position must carry; the turn limit only where it is not the usual one."""
        d = {
            "players": int(self.players),
            "wakhan": bool(self.wakhan),
            "negotiation": bool(self.negotiation),
            "open_hands": bool(self.open_hands),
        }
        if self.max_turns != DEFAULT_MAX_TURNS:
            d["max_turns"] = int(self.max_turns)
        return d


def scripted_seats(settings: Settings) -> tuple[int, ...]:
    """Wakhan's, if she plays."""
    return (settings.players - 1,) if settings.wakhan else ()


def configure(states: np.ndarray, settings: Settings) -> None:
    """Write the settings into blank states. Wakhan sits last, so people are seats 0 and up."""
    states["players"] = settings.players
    states["wakhan"] = next(iter(scripted_seats(settings)), -1)
    states["negotiation"] = settings.negotiation
    states["open_hands"] = settings.open_hands
    states["max_turns"] = settings.max_turns
