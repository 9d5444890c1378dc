"""Pax Pamir, second edition, as a fast and readable state machine."""

from __future__ import annotations

from pamir_env.env import PaxPamirEnv, PaxPamirVectorEnv, env, raw_env, register
from pamir_env.game import PAMIR
from pamir_env.notation import BadPosition
from pamir_env.settings import Settings
from pamir_env.wakhan.explain import explain
from tabletop.game import GameFault, IllegalAction
from tabletop.position import Position as _Position


class Position(_Position):
    """One game of Pax Pamir in the hand: `Position.new(Settings(players=3), seed=7)`."""

    game = PAMIR
    __slots__ = ()

    def wakhan_action(self) -> str:
        """What Wakhan does now (W7-W20); only when the decision is hers."""
        action = self.automatic_action()
        if action is None:
            raise ValueError(f"seat {self.seat} decides {self.decision}, not Wakhan")
        return self.word(action)

    def run_wakhan(self) -> list[str]:
        """Play for Wakhan until somebody else must decide or the game is over; the actions she took."""
        taken = []
        while self.automatic_action() is not None:
            taken.append(self.wakhan_action())
            self.play(taken[-1])
        return taken

    def explain_wakhan(self) -> str:
        """Her coming steps in words, until somebody else must decide, with the reasons. Nothing is played."""
        lines, trial = [], self.copy()
        while (action := trial.automatic_action()) is not None:
            lines += [
                f"{trial.decision}: {trial.word(action)}",
                *(f"  {why}" for why in explain(trial.states)),
            ]
            trial.play(action)
        return "\n".join(lines)


def warm_up() -> None:
    """Compile what a first game needs (or load it from the cache)."""
    Position.new(Settings(players=2)).to_dict()
    PAMIR.warm_up()


register()

__all__ = [
    "PAMIR",
    "BadPosition",
    "GameFault",
    "IllegalAction",
    "PaxPamirEnv",
    "PaxPamirVectorEnv",
    "Position",
    "Settings",
    "env",
    "raw_env",
    "warm_up",
]
