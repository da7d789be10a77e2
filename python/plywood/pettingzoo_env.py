"""PettingZoo environments."""

from __future__ import annotations

import random
from typing import Any

import numpy
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from . import boards
from ._plywood import Environments, InputError
from .game import Rules, write_rules
from .gymnasium_env import RENDER_MODES, check_render_mode, observation_space
from .numbers import whole


class PlywoodAECEnv(AECEnv[str, dict[str, numpy.ndarray], int]):
    """A game for two or more players. An agent is a seat, and observes what its seat sees.

    The reward of an agent is the score that it has gained since its last turn. The observation has
    the keys `observation` and `action_mask`; an illegal action raises :class:`plywood.InputError`.
    """

    def __init__(self, game: str, rules: Rules = "", render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {
            "name": f"plywood_{game}_v0",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 4,
        }
        check_render_mode(render_mode)
        self._games = Environments(game, write_rules(rules), 1)
        if len(self._games.seats) < 2:
            raise InputError(f"{game} has one seat: use plywood.gym_env")
        self.game = game
        self.render_mode = render_mode
        self.possible_agents = list(self._games.seats)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        mask = Box(0, 1, (self._games.actions,), numpy.int8)
        numbers = observation_space(self._games)
        spaces: dict[str, Space[Any]] = {"observation": numbers, "action_mask": mask}
        self.observation_spaces = {agent: Dict(spaces) for agent in self.possible_agents}
        self.action_spaces = {
            agent: Discrete(self._games.actions) for agent in self.possible_agents
        }
        self._random = random.Random()

    def observation_space(self, agent: str) -> Dict:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game. A seed also determines the deals of later games."""
        if seed is not None:
            self._random = random.Random(whole("seed", seed))
        self._games.reset(0, self._random.getrandbits(63))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select_next()

    def observe(self, agent: str) -> dict[str, numpy.ndarray]:
        """Returns what an agent sees. Only the agent to move has legal actions."""
        seat = self._seats[agent]
        numbers = numpy.frombuffer(self._games.observation(0, seat), numpy.float32)
        mask = numpy.frombuffer(self._games.mask(0, seat), numpy.int8)
        return {"observation": numbers.reshape(self._games.shape), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before = self._games.scores(0)
        if action is None:
            raise InputError(f"{agent} is to move: expected an action")
        number = whole("action", action, high=self._games.actions - 1)
        if self._games.play(0, number) is None:
            raise InputError(f"action {action} of {agent} is not legal: see action_mask")
        self._cumulative_rewards[agent] = 0.0
        after = self._games.scores(0)
        for other, seat in self._seats.items():
            self.rewards[other] = after[seat] - before[seat]
        self._accumulate_rewards()
        self._select_next()

    def render(self) -> str | numpy.ndarray | None:
        """Draws the position as the agent to move sees it, as text or as an RGB array."""
        if self.render_mode is None:
            return None
        position, picture = self._games.shown(0, self._games.seat(0) or 0)
        if self.render_mode == "ansi":
            return picture
        return boards.draw(self.game, position, picture).rgb()

    def close(self) -> None:
        """Does nothing, because an environment has no window."""

    def _select_next(self) -> None:
        seat = self._games.seat(0)
        if seat is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[seat]
