"""Environments for learning. Gymnasium and PettingZoo are imported when they are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .game import Rules
    from .gymnasium_env import PlywoodEnv, PlywoodVectorEnv
    from .pettingzoo_env import PlywoodAECEnv


def gym_env(game: str, *, rules: Rules = "", render_mode: str | None = None) -> PlywoodEnv:
    """Returns a Gymnasium environment of a game for one player.

    `gymnasium.make("plywood/Tetris-v0")` makes the same for the built-in games.
    """
    from .gymnasium_env import PlywoodEnv

    return PlywoodEnv(game, rules=rules, render_mode=render_mode)


def vector_env(game: str, n: int = 1, *, rules: Rules = "") -> PlywoodVectorEnv:
    """Returns a Gymnasium vector environment of `n` games, which are stepped in Rust."""
    from .gymnasium_env import PlywoodVectorEnv

    return PlywoodVectorEnv(game, num_envs=n, rules=rules)


def aec_env(game: str, *, rules: Rules = "", render_mode: str | None = None) -> PlywoodAECEnv:
    """Returns a PettingZoo AEC environment of a game for two or more players."""
    from .pettingzoo_env import PlywoodAECEnv

    return PlywoodAECEnv(game, rules=rules, render_mode=render_mode)
