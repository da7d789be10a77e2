"""Decisions of players."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

Move = str | int
"""A move as text, or as an int in a game written in Python whose moves are ints."""


@dataclass(frozen=True)
class Candidate:
    """A move that a player considered."""

    move: Move
    value: float | None
    visits: int | None
    share: float | None
    document: dict[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Decision:
    """The decision of a player. `move` is `None` if the game is over or the player resigns."""

    move: Move | None
    value: float | None
    unit: str
    candidates: list[Candidate]
    #: The whole document, as `plywood hint --json` prints it.
    document: dict[str, Any] = field(repr=False)

    @classmethod
    def from_document(
        cls, document: dict[str, Any], moves: dict[str, Move] | None = None
    ) -> Decision:
        """Reads the document of `plywood hint --json`. `moves` maps its texts to moves."""
        move = (moves or {}).get
        candidates = [
            Candidate(
                move(one["move"], one["move"]), one["value"], one["visits"], one["share"], one
            )
            for one in document["candidates"]
        ]
        chosen = document["move"]
        chosen = None if chosen is None else move(chosen, chosen)
        return cls(chosen, document["value"], document["unit"], candidates, document)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the candidates as a data frame. Needs pandas."""
        import pandas

        return pandas.DataFrame([candidate.document for candidate in self.candidates])
