"""Plywood: one Monte Carlo tree search for Othello, Klondike, Wood Block, Tetris and own games.

>>> import plywood
>>> game = plywood.open("othello", moves="f5d6c3")
>>> game.play("d3")
'd3'
>>> game.hint("hard", simulations=100).move in game.legal
True

`open`, `solve` and `arena` are for registered games; `search`, `check` and `register` are for games
that you write in Python; `vector_env`, `gym_env` and `aec_env` make environments for learning.
"""

from __future__ import annotations

import atexit
import os

from . import _plywood, gymnasium_ids
from ._plywood import BusyError, InputError, LawError, games
from .decision import Candidate, Decision
from .environments import aec_env, gym_env, vector_env
from .game import Game, open, solve
from .own_game import check, register, search
from .review import PlayerReview, Review, ReviewedMove
from .tournament import Tournament, arena

gymnasium_ids.register()


def _end_searches(process: int) -> None:
    """Ends searches in daemon threads before the interpreter ends these threads.

    A process that was forked during a search does not have these threads, so it must not wait.
    """
    if os.getpid() == process:
        _plywood.cancel_all()


atexit.register(_end_searches, os.getpid())

__all__ = [
    "BusyError",
    "Candidate",
    "Decision",
    "Game",
    "InputError",
    "LawError",
    "PlayerReview",
    "Review",
    "ReviewedMove",
    "Tournament",
    "aec_env",
    "arena",
    "check",
    "games",
    "gym_env",
    "open",
    "register",
    "search",
    "solve",
    "vector_env",
]
