"""Position: one game in the hand. A thin view over one state record, for notebooks, tests, agents that
search, tools.
"""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar, Self

import numpy as np

from tabletop.game import Game, GameFault, IllegalAction, action_id, action_word

_MAGIC = b"tabletop1"


class Position:
    """A subclass names its `game`; everything else is the same for all games."""

    game: ClassVar[Game]
    __slots__ = ("_mask", "_pair", "_states")

    def __init__(self, states: np.ndarray):
        if not isinstance(states, np.ndarray) or states.dtype != self.game.dtype or states.shape != (1,):
            raise ValueError(f"{type(self).__name__} is made by new, from_dict or from_bytes")
        self._states = states
        self._mask = np.zeros(self.game.n_actions, np.bool_)
        self._pair = np.zeros(3, np.int64)

    # ---- making one ----------------------------------------------------------------------------------------

    @classmethod
    def new(cls, settings: Any = None, seed: int = 0) -> Self:
        """A game set up from a seed: the same seed gives the same game everywhere."""
        settings = cls.game.settings() if settings is None else settings
        if not isinstance(settings, cls.game.settings):
            raise ValueError(f"settings should be {cls.game.settings.__name__}(...), not {settings!r}")
        states = cls.game.new_states(1)
        cls.game.configure(states, settings)
        cls.game.setup(states, 0, checked_seed(seed))
        return cls(states)

    @classmethod
    def from_dict(cls, d: dict[str, Any]) -> Self:
        """From plain data; whatever is wrong with it is named."""
        return cls(cls.game.from_dict(d))

    def to_dict(self) -> dict[str, Any]:
        return self.game.to_dict(self._states, 0)

    def copy(self) -> Self:
        return type(self)(self._states.copy())

    __copy__ = copy

    def __deepcopy__(self, memo: dict) -> Self:
        return self.copy()

    def to_bytes(self) -> bytes:
        """The exact state, at any decision. `from_bytes` takes it back, in the same version of the
        game only."""
        body = self._states.tobytes()
        return _header(self.game) + hashlib.sha256(body).digest() + body

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        header = _header(cls.game)
        if not isinstance(data, bytes | bytearray) or not bytes(data).startswith(_MAGIC):
            raise ValueError("these are not the bytes of a position")
        if not bytes(data).startswith(header):
            raise ValueError(
                f"these bytes are of another game or version than {cls.game.name} {cls.game.version}"
            )
        digest, body = bytes(data[len(header) : len(header) + 32]), bytes(data[len(header) + 32 :])
        if len(body) != cls.game.dtype.itemsize or hashlib.sha256(body).digest() != digest:
            raise ValueError("these bytes are damaged or cut off")
        states = np.frombuffer(body, cls.game.dtype).copy()
        if wrong := cls.game.broken(states, 0):
            raise ValueError(f"these bytes hold no position: {wrong}")
        return cls(states)

    def __reduce__(self) -> tuple:
        return (type(self).from_bytes, (self.to_bytes(),))

    # ---- looking -------------------------------------------------------------------------------------------

    @property
    def states(self) -> np.ndarray:
        """A copy of the state as an array of one record, for kernels and batches."""
        return self._states.copy()

    @property
    def decision(self) -> str:
        """What is asked now, `over` when the game has ended."""
        kind = self._asked()[0]
        return "over" if kind < 0 else self.game.decisions[kind].name

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self._asked()[1])

    @property
    def over(self) -> bool:
        return bool(self._asked()[0] < 0)

    @property
    def points(self) -> list[int]:
        return self.game.outcome(self._states, 0)["points"]

    @property
    def winners(self) -> list[int]:
        """Who has won; nobody while the game runs."""
        return self.game.outcome(self._states, 0)["winners"] if self.over else []

    @property
    def result(self) -> dict[str, Any] | None:
        """Points, winners, turns and end of a finished game, else None."""
        return self.game.outcome(self._states, 0) if self.over else None

    @property
    def seats(self) -> int:
        return int(self._states["players"][0])

    def mask(self) -> np.ndarray:
        """Which action ids are legal now (a fresh array)."""
        self.game.legal(self._states, 0, self._mask)
        return self._mask.copy()

    def legal_ids(self) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.mask())]

    def legal(self) -> list[str]:
        """What may be played now, in notation."""
        return [self.word(action) for action in self.legal_ids()]

    def automatic_action(self) -> int | None:
        """The action of a seat that the game plays by itself; None where a player decides."""
        self.game.automatic(self._states, 0, self._pair)
        return None if self._pair[0] < 0 else int(self._pair[0])

    def word(self, action: int) -> str:
        """The notation of an action id for whoever decides now."""
        return action_word(self.game, action, self.seat, self.seats)

    def id(self, word: str) -> int:
        """The id of an action in notation for whoever decides now."""
        return action_id(self.game, word, self.seat, self.seats)

    # ---- playing -------------------------------------------------------------------------------------------

    def play(self, action: str | int) -> Self:
        """Take an action, by notation or by id. An illegal one raises IllegalAction and changes nothing."""
        if self.over:
            raise IllegalAction(f"the game is over, {action!r} cannot be played")
        chosen = self._id_of(action)
        self.game.legal(self._states, 0, self._mask)
        if chosen is None or not self._mask[chosen]:
            raise IllegalAction(
                f"seat {self.seat} decides {self.decision} and may not play {self._named(action, chosen)}; "
                f"legal: {', '.join(self.legal())}"
            )
        self.game.step(self._states, 0, chosen)
        if self._states["fault"][0]:
            raise GameFault("the stack of decisions has overflowed; please report this game")
        return self

    def _id_of(self, action: str | int) -> int | None:
        if isinstance(action, str):
            try:
                return self.id(action)
            except ValueError:
                return None
        if isinstance(action, bool) or not isinstance(action, int | np.integer):
            raise TypeError(f"an action is a word or a whole number, not {action!r}")
        return int(action) if 0 <= action < self.game.n_actions else None

    def _named(self, action: str | int, chosen: int | None) -> str:
        return (
            repr(action) if isinstance(action, str) or chosen is None else f"{chosen} ({self.word(chosen)})"
        )

    def _asked(self) -> np.ndarray:
        self.game.asked(self._states, 0, self._pair)
        return self._pair

    def render(self, mode: str = "svg", **how: Any) -> Any:
        """The table as the game draws it; what `how` may say is up to the game."""
        return self.game.render(self._states, 0, mode, **how)

    def _repr_svg_(self) -> str:
        """How a notebook shows a position."""
        return self.render("svg")

    def __str__(self) -> str:
        return self.game.to_text(self._states, 0)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.name}: seat {self.seat} decides {self.decision}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.game is other.game and bool(self._states == other._states)

    __hash__ = None  # a position changes as it is played


def checked_seed(seed: Any) -> np.uint64:
    """A seed is a whole number of 64 bits."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise ValueError(f"seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return np.uint64(seed)


def _header(game: Game) -> bytes:
    layout = hashlib.sha256(repr((game.version, game.dtype.descr)).encode()).digest()[:8]
    return _MAGIC + game.name.encode()[:16].ljust(16, b"\0") + layout
