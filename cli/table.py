"""A table with a person, agents and perhaps Wakhan: what `pamir play` plays, wherever it is shown."""

from __future__ import annotations

import numpy as np

from agents import make_agent
from pamir_env import PAMIR, Position, Settings
from pamir_env.env import WAKHAN
from pamir_env.words import say
from tabletop.chance import advance, mix
from tabletop.record import Record
from tabletop.views import views_of


class Table:
    """One game with a person, agents and perhaps Wakhan; every step is remembered for undo and the record."""

    def __init__(self, opponents: list[str], seat: int, seed: int):
        self.settings = Settings(players=len(opponents) + 1, wakhan=WAKHAN in opponents)
        others = [make_agent(spec, PAMIR) for spec in opponents if spec != WAKHAN]
        people = [p for p in range(self.settings.players) if p not in PAMIR.scripted(self.settings)]
        if seat not in people:
            raise ValueError(f"--seat is one of {', '.join(map(str, people))}, not {seat}")
        self.me, self.seed = seat, seed
        self.agents = dict(zip([p for p in people if p != seat], others, strict=True))
        names = [
            "you" if p == seat else getattr(self.agents.get(p), "name", WAKHAN)
            for p in range(len(opponents) + 1)
        ]
        self.names = names
        self.position = Position.new(self.settings, seed=seed)
        self.record = Record.of(self.position, seed, names)
        self._dice = np.uint64(seed)

    def play(self, action: str | int) -> str:
        """Take an action; what was done, in words."""
        line = f"p{self.position.seat} {self.names[self.position.seat]}: {say(self.position, action)}"
        self.record.play(self.position, action)
        return line

    def others_decide(self) -> bool:
        """Is it somebody else's decision?"""
        return not self.position.over and self.position.seat != self.me

    def answer(self, position: Position) -> int:
        """What whoever decides in a position of this table does; an agent may take its time."""
        action = position.automatic_action()
        if action is None:
            self._dice = np.uint64(advance(self._dice))
            views = views_of(position, np.uint64(mix(self._dice)))
            action = int(self.agents[position.seat].act_many(views)[0])
        return action

    def others_play(self) -> list[str]:
        """Everybody else, until the person must decide or the game is over."""
        lines = []
        while self.others_decide():
            lines.append(self.play(self.answer(self.position)))
        return lines

    def undo(self) -> bool:
        """Back to the person's decision before this one."""
        kept, trial = None, self.record.first(Position)
        for k, word in enumerate(self.record.actions):
            if trial.seat == self.me:
                kept = k
            trial.play(word)
        if kept is None:
            return False
        self.record.actions[kept:] = []
        self.record.result = None
        self.position = self.record.first(Position)
        for word in self.record.actions:
            self.position.play(word)
        return True
