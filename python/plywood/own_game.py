"""Games that are written in Python."""

from __future__ import annotations

import importlib
import inspect
import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import _plywood
from .decision import Decision
from .numbers import whole, whole_or_none

BUILT_IN = frozenset(_plywood.games())

#: Maximum size of an observation and number of actions, above those of any game: 64 MB as floats.
MOST_NUMBERS = 2**24


@dataclass(frozen=True)
class Encoding:
    """The observations and actions of a game, for environments."""

    shape: tuple[int, ...]
    actions: int
    low: float
    high: float
    observe: Callable[..., object]
    index: Callable[..., int] | None


@dataclass(frozen=True)
class Description:
    """The attributes of a class that the engine needs."""

    type: type
    start: Callable[[int], object]
    name: str
    title: str | None
    summary: str
    unit: str
    seat_names: list[str] | None
    points: tuple[float, float] | None
    encoding: Encoding | None


def describe(game: type, name: str | None = None) -> Description:
    """Describes a game by the attributes of its class."""
    seat_names, points = getattr(game, "seat_names", None), getattr(game, "points", None)
    return Description(
        type=game,
        start=_start(game),
        name=name or getattr(game, "name", None) or _snake_case(game.__name__),
        title=getattr(game, "title", None),
        summary=_first_line(game.__doc__) or f"the Python class {game.__name__}",
        unit=getattr(game, "unit", "points"),
        seat_names=None if seat_names is None else list(seat_names),
        points=None if points is None else (float(points[0]), float(points[1])),
        encoding=_encoding(game),
    )


def register(game: type, name: str | None = None) -> str:
    """Adds a game to the games of this process, and returns its name.

    The name is `name`, the attribute `name` of the class, or the name of the class in snake case.
    A constructor with a parameter `seed` gets the seed of the deal; others get no arguments.
    """
    description = describe(game, name)
    if description.name in BUILT_IN:
        raise _plywood.InputError(f"{description.name} is a game of the package: use another name")
    if not re.fullmatch(r"[a-z0-9_-]{1,40}", description.name):
        raise _plywood.InputError(f"{description.name!r}: expected a name such as connect_four")
    _plywood.register(description)
    return description.name


def load(path: str) -> type:
    """Imports a class by `module:Class`."""
    module, colon, name = path.partition(":")
    if not (module and colon and name.isidentifier()):
        raise _plywood.InputError(
            f"game {path!r}: expected module:Class, such as connect_four:ConnectFour"
        )
    found = getattr(importlib.import_module(module), name)
    if not isinstance(found, type):
        raise _plywood.InputError(f"game {path!r}: {name} is not a class")
    return found


def search(
    state: Any,
    player: str = "mcts",
    *,
    simulations: int | None = None,
    time: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
    seed: int = 0,
    progress: Callable[[dict[str, Any]], object] | None = None,
) -> Decision:
    """Searches for the best move of the seat to move. The state is copied, not changed.

    `player` is the spec of a player: `mcts`, `hard`, `mcts:c=0.7`. `time` is in seconds. The first
    exception of the game's methods ends the search, and is raised.
    """
    seed = whole("seed", seed)
    description = describe(type(state))
    description = Description(**{**vars(description), "start": lambda _seed: state})
    session = _plywood.Session.of_own(description, seed)
    report = None if progress is None else lambda text: progress(json.loads(text))
    text = session.hint(
        player,
        seed,
        whole_or_none("simulations", simulations),
        time,
        whole_or_none("memory", memory),
        whole_or_none("threads", threads, 1),
        report,
    )
    moves = {} if session.seat is None else {str(move): move for move in _listed(state)}
    return Decision.from_document(json.loads(text), moves)


def check(game: type, games: int = 20) -> None:
    """Plays random games, and raises :class:`plywood.LawError` if the class breaks a law of games.

    The laws are about copies, equality, legal moves, and what a seat may know. An exception in a
    method of the class is passed on.
    """
    _plywood.check(describe(game), whole("games", games, 1))


def _start(game: type) -> Callable[[int], object]:
    """Returns a function that makes the start position of a seed."""
    try:
        seeded = "seed" in inspect.signature(game).parameters
    except ValueError:
        seeded = False
    return (lambda seed: game(seed=seed)) if seeded else (lambda _seed: game())


def _encoding(game: Any) -> Encoding | None:
    """Returns the encoding of a class that has `observe`, `shape` and `actions`."""
    keys = ("observe", "shape", "actions")
    found = [key for key in keys if hasattr(game, key)]
    if not found:
        return None
    if len(found) < len(keys):
        missing = ", ".join(key for key in keys if key not in found)
        raise TypeError(f"{game.__name__} has {', '.join(found)}, but lacks {missing}")
    low, high = getattr(game, "bounds", (-math.inf, math.inf))
    index = getattr(game, "index", None)
    shape = tuple(whole("shape", size, 1) for size in game.shape)
    whole("numbers of shape", math.prod(shape), 1, MOST_NUMBERS)
    actions = whole("actions", game.actions, 1, MOST_NUMBERS)
    return Encoding(shape, actions, low, high, game.observe, index)


def _listed(state: Any) -> list[str | int]:
    return list(state.moves() if callable(state.moves) else state.moves)


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _first_line(text: str | None) -> str:
    lines = (text or "").strip().splitlines()
    return lines[0].rstrip(".") if lines else ""
