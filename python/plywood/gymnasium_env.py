"""Gymnasium environments, single and as vectors."""

from __future__ import annotations

from typing import Any, SupportsIndex

import gymnasium
import numpy
from gymnasium.spaces import Box, Discrete
from gymnasium.utils.seeding import np_random
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from . import boards
from ._plywood import Environments, InputError
from .game import Rules, write_rules
from .numbers import whole, whole_or_none

RENDER_MODES = ["ansi", "rgb_array"]

_OVER, _ILLEGAL = 1, 2


def check_render_mode(mode: str | None) -> None:
    """Raises an exception if a mode is not in :data:`RENDER_MODES`."""
    if mode is not None and mode not in RENDER_MODES:
        raise InputError(f"render_mode={mode!r}: expected 'ansi' or 'rgb_array'")


def first_deal(seed: int) -> int:
    """Returns the seed of the first deal after `reset` with a seed."""
    return int(np_random(whole("seed", seed))[0].integers(2**63))


def observation_space(games: Environments) -> Box:
    """Returns the space of the observations of one seat."""
    low, high = games.range
    return Box(low, high, tuple(games.shape), numpy.float32)


class PlywoodEnv(gymnasium.Env[numpy.ndarray, SupportsIndex]):
    """A game for one player. The reward is the score gained by the action.

    `info["action_mask"]` has the legal actions. An illegal action changes nothing, gains nothing,
    and sets `info["illegal"]`.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}  # noqa: RUF012

    def __init__(self, game: str, rules: Rules = "", render_mode: str | None = None) -> None:
        check_render_mode(render_mode)
        self._games = Environments(game, write_rules(rules), 1)
        if len(self._games.seats) > 1:
            raise InputError(f"{game} has {len(self._games.seats)} seats: use plywood.aec_env")
        self.game = game
        self.render_mode = render_mode
        self.observation_space = observation_space(self._games)
        self.action_space = Discrete(self._games.actions)
        self._running = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[numpy.ndarray, dict[str, Any]]:
        """Deals a new game. A seed also determines the deals of later games."""
        super().reset(seed=None if seed is None else whole("seed", seed))
        self._games.reset(0, int(self.np_random.integers(2**63)))
        self._running = True
        return self._observed(illegal=False)

    def step(
        self, action: SupportsIndex
    ) -> tuple[numpy.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays an action."""
        if not self._running:
            raise gymnasium.error.ResetNeeded("the game is over or has not begun: call reset")
        gained = self._games.play(0, whole("action", action, high=self._games.actions - 1))
        over = self._games.seat(0) is None
        self._running = not over
        observation, info = self._observed(illegal=gained is None)
        return observation, gained or 0.0, over, False, info

    def action_masks(self) -> numpy.ndarray:
        """Returns which actions are legal, under the name that MaskablePPO of sb3-contrib calls."""
        return numpy.frombuffer(self._games.mask(0, 0), numpy.bool_)

    def render(self) -> str | numpy.ndarray | None:
        """Draws the position as text or as an RGB array."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs render_mode='ansi' or 'rgb_array' in make()")
            return None
        position, picture = self._games.shown(0, 0)
        if self.render_mode == "ansi":
            return picture
        return boards.draw(self.game, position, picture).rgb()

    def _observed(self, *, illegal: bool) -> tuple[numpy.ndarray, dict[str, Any]]:
        observation = numpy.empty(self._games.shape, numpy.float32)
        mask, _seats = self._games.observed(observation)
        return observation, {"action_mask": numpy.frombuffer(mask, numpy.int8), "illegal": illegal}


class PlywoodVectorEnv(VectorEnv[numpy.ndarray, numpy.ndarray, numpy.ndarray]):
    """Several games, stepped together in Rust.

    A game that is over restarts at the next step, which ignores its action
    (`AutoresetMode.NEXT_STEP`). In games of several seats, the observation is that of the seat to
    move, which is in `info["seat"]`, and the reward is the score gained by the seat that moved. An
    illegal action changes nothing, has the reward 0, and is marked in `info["illegal"]`.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, game: str, num_envs: int = 1, rules: Rules = "") -> None:
        n = whole("n", num_envs, 1, 2**24)
        self._games = Environments(game, write_rules(rules), n)
        self.game = game
        self.num_envs = n
        self.single_observation_space = observation_space(self._games)
        self.single_action_space = Discrete(self._games.actions)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._shape = (n, *self._games.shape)
        self._several_seats = len(self._games.seats) > 1

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[numpy.ndarray, dict[str, Any]]:
        """Deals new games.

        `seed` is the seed of the first game, and the other games have the seeds after it; or `seed`
        is a list with a seed for each game. With the same seed, a single environment has the same
        first deal, but other later deals.
        """
        if seed is None:
            seeds: list[int | None] = [None] * self.num_envs
        elif isinstance(seed, list):
            seeds = [whole_or_none("seed", one) for one in seed]
        else:
            first = whole("seed", seed, high=2**63 - self.num_envs)
            seeds = list(range(first, first + self.num_envs))
        if len(seeds) != self.num_envs:
            raise InputError(f"{len(seeds)} seeds for {self.num_envs} games")
        super().reset(seed=seeds[0])
        deals = self.np_random.integers(2**63, size=self.num_envs).tolist()
        for index, deal in enumerate(deals):
            one = seeds[index]
            # The same first deal as in a single environment with this seed.
            self._games.reset(index, deal if one is None else first_deal(one))
        observations = numpy.empty(self._shape, numpy.float32)
        observed = self._games.observed(observations)
        return observations, self._info(observed, numpy.zeros(self.num_envs, numpy.bool_))

    def step(
        self, actions: numpy.ndarray
    ) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray, numpy.ndarray, dict[str, Any]]:
        """Plays an action in each game."""
        actions = numpy.asarray(actions)
        if not numpy.issubdtype(actions.dtype, numpy.integer):
            raise InputError(f"actions of type {actions.dtype}: expected whole numbers")
        actions = numpy.ascontiguousarray(actions, numpy.int64)
        observations = numpy.empty(self._shape, numpy.float32)
        observed, gained, flagged = self._games.step(actions, observations)
        flags = numpy.frombuffer(flagged, numpy.uint8)
        info = self._info(observed, (flags & _ILLEGAL) != 0)
        rewards = numpy.frombuffer(gained, numpy.float64)
        truncations = numpy.zeros(self.num_envs, numpy.bool_)
        return observations, rewards, (flags & _OVER) != 0, truncations, info

    def sample_legal(self) -> numpy.ndarray:
        """Returns a random legal action for each game."""
        return numpy.frombuffer(self._games.random_actions(), numpy.int64)

    def _info(
        self, observed: tuple[bytearray, bytearray], illegal: numpy.ndarray
    ) -> dict[str, Any]:
        masks, seats = observed
        mask = numpy.frombuffer(masks, numpy.int8).reshape(self.num_envs, -1)
        info = {"action_mask": mask, "illegal": illegal}
        if self._several_seats:
            info["seat"] = numpy.frombuffer(seats, numpy.int8)
        return info
