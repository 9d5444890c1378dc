"""PettingZoo's AEC face of any game: seats, rewards, termination, seeding. Bookkeeping only, no rules.

One step is one decision of one seat; the same seat may be asked several times in a row, and other seats in
the middle of somebody's turn. Seats that the game plays by itself are no agents: they play inside `step`.
"""

from __future__ import annotations

import copy
from typing import Any, ClassVar, Self

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tabletop.batch import checked_settings
from tabletop.chance import advance, mix
from tabletop.env_loops import next_seed, only_choice
from tabletop.game import Game, GameFault, IllegalAction, action_word
from tabletop.loops import choose
from tabletop.position import checked_seed
from tabletop.seeds import fresh_seed

ON_ILLEGAL = ("raise", "random_legal", "lose")


class GameAEC(AECEnv):
    """A subclass names its `game` and `metadata`; everything else is the same for all games."""

    game: ClassVar[Game]
    metadata: ClassVar[dict[str, Any]]

    def __init__(self, settings: Any = None, *, render_mode: str | None = None, on_illegal: str = "raise"):
        game = self.game
        self.settings = checked_settings(game, settings)
        if on_illegal not in ON_ILLEGAL:
            raise ValueError(f"on_illegal is one of {', '.join(ON_ILLEGAL)}, not {on_illegal!r}")
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode is None or one of {', '.join(modes)}, not {render_mode!r}")
        self.on_illegal, self.render_mode = on_illegal, render_mode
        scripted = game.scripted(self.settings)
        self._names = tuple(f"player_{p}" for p in range(self.settings.players))
        self._people = tuple(p for p in range(self.settings.players) if p not in scripted)
        self.possible_agents = [self._names[p] for p in self._people]
        self._seat_of = {self._names[p]: p for p in self._people}
        view = spaces.Dict(
            {
                "observation": spaces.Box(-128, 127, (game.obs_size,), np.int8),
                "action_mask": spaces.Box(0, 1, (game.n_actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, view)
        self.action_spaces = {agent: spaces.Discrete(game.n_actions) for agent in self.possible_agents}
        self._state_fields = [field.name for field in game.fields if field.name != "chance"]
        self._reward = game.reward_id(self.settings.reward)
        self._blank = game.new_states(1)
        game.configure(self._blank, self.settings)
        self._states = self._blank.copy()
        self._asked, self._scripted = np.zeros(3, np.int64), np.zeros(1, np.int64)
        self._payoff = np.zeros(game.max_seats)
        self._nothing = np.zeros(game.n_actions, np.int8)
        self._earned = self._payoff.tolist()
        self._seed: int | None = None
        self.agents: list[str] = []

    # ---- spaces and looking --------------------------------------------------------------------------------

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def seed(self) -> int | None:
        """The seed of the present game: `Position.new(settings, seed)` is the same deal."""
        return self._seed

    @property
    def states(self) -> np.ndarray:
        """A copy of the whole state, hidden cards included, as an array of one record."""
        return self._states.copy()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may know, at any time; the mask is empty for whoever is not asked."""
        out = np.empty(self.game.obs_size, np.int8)
        self.game.observe(self._states, 0, self._seat_of[agent], out)
        asked = agent == self.agent_selection and self._asked[0] >= 0
        return {"observation": out, "action_mask": self._mask if asked else self._nothing.copy()}

    @property
    def state_space(self) -> spaces.Box:
        size = sum(self._states[name].size for name in self._state_fields)
        return spaces.Box(-np.inf, np.inf, (size,), np.float32)

    def state(self) -> np.ndarray:
        """Everything, hidden cards included, for centralised critics: the fields of the state in order."""
        parts = [self._states[name].ravel() for name in self._state_fields]
        return np.concatenate(parts).astype(np.float32)

    def render(self) -> Any:
        """The table of the referee, hidden cards included, in the form chosen by `render_mode`."""
        if self.render_mode is None:
            raise ValueError(f"choose a render_mode first: {', '.join(self.metadata['render_modes'])}")
        picture = self.game.render(
            self._states, 0, "ansi" if self.render_mode == "human" else self.render_mode
        )
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """Nothing is held open."""

    # ---- playing -------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. With a seed: that game; without: the next of the stream (at first a fresh one)."""
        if seed is not None:
            self._seed = int(checked_seed(seed))
        elif self._seed is None:
            self._seed = fresh_seed()
        else:
            self._seed = int(next_seed(np.uint64(self._seed)))
        self._dice = np.uint64(self._seed)
        self._states[:] = self._blank
        self.game.setup(self._states, 0, np.uint64(self._seed))
        self._earned = [0.0] * self.game.max_seats
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"seed": self._seed} for agent in self.agents}
        self._run_on()

    def step(self, action: int | None) -> None:
        """The decision of `agent_selection`; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0.0
        if not self._is_legal(action):
            action = self._handle_illegal(agent, action)
            if action is None:
                return None
        self.infos[agent] = {"seed": self._seed}
        self.game.step(self._states, 0, action)
        self._run_on()
        self._pay()

    def _is_legal(self, action: Any) -> bool:
        return (
            isinstance(action, int | np.integer) and 0 <= action < len(self._mask) and self._mask[action] == 1
        )

    def _handle_illegal(self, agent: str, action: Any) -> int | None:
        """What to do instead; None if the game has ended by it."""
        if self.on_illegal == "raise":
            raise IllegalAction(self._why_illegal(agent, action))
        if self.on_illegal == "random_legal":
            self._dice = np.uint64(advance(self._dice))
            return int(choose(self._mask.view(np.bool_), np.uint64(mix(self._dice))))
        others = self.settings.players - 1
        for other in self.agents:
            self.rewards[other] = -1.0 if other == agent else 1.0 / others
            self.terminations[other] = True
        self._accumulate_rewards()
        return None

    def _why_illegal(self, agent: str, action: Any) -> str:
        seat, seats = self._seat_of[agent], self.settings.players
        named = repr(action)
        if isinstance(action, int | np.integer) and 0 <= action < self.game.n_actions:
            named = f"{action} ({action_word(self.game, int(action), seat, seats)})"
        legal = [action_word(self.game, int(a), seat, seats) for a in np.flatnonzero(self._mask)]
        decision = self.game.decisions[self._asked[0]].name
        return f"{agent} decides {decision} and may not play {named}; legal: {', '.join(legal)}"

    def _run_on(self) -> None:
        """Let the game play its own seats, and forced decisions if they are skipped; see who is asked."""
        game, states = self.game, self._states
        while True:
            game.automatic(states, 0, self._scripted)
            action = self._scripted[0]
            if action < 0:
                mask = np.empty(game.n_actions, np.bool_)
                game.legal(states, 0, mask)
                action = only_choice(mask) if self.settings.skip_forced else -1
                if action < 0:
                    break
            game.step(states, 0, action)
        game.asked(states, 0, self._asked)
        self._mask = mask.view(np.int8)
        kind, seat, cut = self._asked.tolist()
        if kind < 0:
            self._end(bool(cut))
            return
        self.agent_selection = agent = self._names[seat]
        self.infos[agent] = {"seed": self._seed, "action_mask": self._mask}

    def _end(self, cut: bool) -> None:
        """All at once: over, or cut off."""
        if self._states["fault"][0]:
            raise GameFault("the stack of decisions has overflowed; please report this game")
        ended = self.truncations if cut else self.terminations
        for agent in self.agents:
            ended[agent] = True
        self.agent_selection = self.agents[0]

    def _pay(self) -> None:
        """Credit everything that arose in this step, to all seats."""
        self.game.payoffs(self._states, 0, self._reward, self._payoff)
        payoff = self._payoff.tolist()
        for agent, p in self._seat_of.items():
            self.rewards[agent] = payoff[p] - self._earned[p]
        if payoff != self._earned:
            self._earned = payoff
            self._accumulate_rewards()

    # ---- copies --------------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """The running game a second time; playing one does not touch the other."""
        other = copy.copy(self)
        for name in ("_states", "_asked", "_scripted", "_payoff"):
            setattr(other, name, getattr(self, name).copy())
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if name in self.__dict__:
                setattr(other, name, dict(getattr(self, name)))
        other.agents = self.agents[:]
        other.action_spaces = copy.deepcopy(self.action_spaces)
        return other

    def __deepcopy__(self, memo: dict) -> Self:
        return self.clone()

    def spec_dict(self) -> dict[str, Any]:
        """All that is needed to make this environment again."""
        return {
            "name": self.metadata["name"],
            "settings": {
                field: getattr(self.settings, field) for field in self.settings.__dataclass_fields__
            },
            "on_illegal": self.on_illegal,
            "render_mode": self.render_mode,
        }

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.settings})"
