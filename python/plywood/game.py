"""Games in progress."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from typing import Any

from . import boards
from ._plywood import InputError, Session
from .decision import Decision, Move
from .numbers import whole, whole_or_none
from .review import Review

Rules = str | Mapping[str, object] | None


def write_rules(rules: Rules) -> str:
    """Writes rules as `key=value,key=value`."""
    if rules is None:
        return ""
    if isinstance(rules, str):
        return rules
    if not isinstance(rules, Mapping):
        raise InputError(f"rules={rules!r}: expected a text such as 'draw=1', or a mapping")
    return ",".join(f"{key}={value}" for key, value in rules.items())


class Game:
    """A game in progress. Create it with :func:`plywood.open`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    @property
    def name(self) -> str:
        """The name of the game."""
        return self._session.game

    @property
    def seats(self) -> list[str]:
        """The names of the seats."""
        return self._session.seats

    @property
    def seat(self) -> int | None:
        """The seat to move; `None` if the game is over."""
        return self._session.seat

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.seat is None

    @property
    def position(self) -> str:
        """The position as the seat to move sees it, on one line."""
        return self._session.position()

    @property
    def legal(self) -> list[str]:
        """The legal moves."""
        return self._session.legal()

    @property
    def played(self) -> list[str]:
        """The moves so far."""
        return self._session.played()

    @property
    def scores(self) -> list[float | None]:
        """The score of each seat; `None` where the seat to move does not know it."""
        return self._session.scores()

    @property
    def seed(self) -> int:
        """The seed of the deal."""
        return self._session.seed

    def play(self, move: Move | None) -> str:
        """Plays a move, and returns it in the standard notation."""
        if move is None:
            raise InputError("there is no move: the game is over, or the player resigns")
        return self._session.play(str(move))

    def undo(self) -> bool:
        """Undoes the last move; `False` if there is none."""
        return self._session.undo()

    def hint(
        self,
        player: str = "hard",
        *,
        simulations: int | None = None,
        time: float | None = None,
        memory: int | None = None,
        threads: int | None = None,
        seed: int = 0,
        progress: Callable[[dict[str, Any]], object] | None = None,
    ) -> Decision:
        """Returns the decision of a player for the seat to move.

        `time` is in seconds, `memory` in bytes. `progress` is called with the candidates about ten
        times a second. Other Python threads run during the search, and Ctrl-C ends it.
        """
        report = None if progress is None else lambda text: progress(json.loads(text))
        text = self._session.hint(
            player,
            whole("seed", seed),
            whole_or_none("simulations", simulations),
            time,
            whole_or_none("memory", memory),
            whole_or_none("threads", threads, 1),
            report,
        )
        return Decision.from_document(json.loads(text))

    def review(
        self,
        player: str = "hard",
        *,
        simulations: int | None = None,
        time: float | None = None,
        memory: int | None = None,
        threads: int | None = None,
        seed: int = 1,
        progress: Callable[[int, int], object] | None = None,
    ) -> Review:
        """Reviews the moves so far: finds mistakes, and the effect of luck.

        `simulations` limits the analysis of each move, `time` that of the whole game in seconds. Up
        to `threads` moves are analysed at the same time, which does not change the result.
        `progress` is called with the number of analyses made and the total. Ctrl-C ends the review.
        """

        def report(text: str) -> None:
            if progress is not None:
                done, total = text.split()
                progress(int(done), int(total))

        text = self._session.review(
            player,
            whole("seed", seed),
            whole_or_none("simulations", simulations, 1),
            time,
            whole_or_none("memory", memory),
            whole_or_none("threads", threads, 1),
            None if progress is None else report,
        )
        return Review.from_document(json.loads(text))

    def solve(
        self,
        *,
        outcome: bool = False,
        nodes: int | None = None,
        time: float | None = None,
        memory: int | None = None,
        threads: int | None = None,
    ) -> dict[str, Any]:
        """Returns the result with best play, as `plywood solve --json` prints it.

        With `outcome`, the solver only decides between a win, a draw and a loss.
        """
        text = self._session.solve(
            outcome,
            whole_or_none("nodes", nodes),
            time,
            whole_or_none("memory", memory),
            whole_or_none("threads", threads, 1),
        )
        return dict(json.loads(text))

    def __str__(self) -> str:
        return self._session.picture()

    def _repr_svg_(self) -> str:
        """Draws the position for a notebook."""
        return boards.draw(self.name, self.position, str(self)).svg()

    def __repr__(self) -> str:
        return f"<plywood.Game {self.name}: {len(self.played)} moves>"


def open(
    game: str,
    *,
    rules: Rules = "",
    position: str | None = None,
    moves: str | None = None,
    seed: int | None = None,
) -> Game:
    """Opens a game, at a position or at the start of a deal, and plays `moves`.

    `rules` is a text such as `"draw=1,passes=3"`, or a mapping. The moves in `moves` may be written
    without spaces between them. Without a seed, the deal is random.
    """
    seed = random.getrandbits(32) if seed is None else whole("seed", seed)
    session = Session(game, write_rules(rules), position, seed)
    if moves is not None:
        session.play_all(moves)
    return Game(session)


def solve(game: str, *, position: str, rules: Rules = "", **limits: Any) -> dict[str, Any]:
    """Solves a position. See :meth:`Game.solve`."""
    return open(game, rules=rules, position=position, seed=0).solve(**limits)
