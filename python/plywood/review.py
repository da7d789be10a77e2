"""Reviews of games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game and its review. Unknown numbers are `None`."""

    #: The index of the move in the game.
    ply: int
    seat: int
    move: str
    #: The best move.
    best: str | None
    #: The value of the position before the move, for the seat that moved.
    value: float | None
    #: The value of the best move minus that of this move; 0 if the difference is not significant.
    loss: float | None
    #: The loss in the unit of scores, if both scores are exact.
    score_loss: float | None
    #: The change of the value by what the move revealed; `None` if it revealed nothing.
    luck: float | None
    #: `best`, `good`, `inaccuracy`, `mistake` or `blunder`.
    mark: str | None
    #: The better line, beginning with the best move.
    line: list[str]
    document: dict[str, Any] = field(repr=False)

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> ReviewedMove:
        """Reads a move of the document of `plywood review --json`."""
        best = document["best"]
        return cls(
            document["ply"],
            document["seat"],
            document["move"],
            None if best is None else best["move"],
            document["value"],
            document["loss"],
            document["score_loss"],
            document["luck"],
            document["mark"],
            [] if best is None else best["pv"],
            document,
        )


@dataclass(frozen=True)
class PlayerReview:
    """The totals over the moves of a seat."""

    seat: int
    name: str
    moves: int
    mean_loss: float | None
    best: int
    good: int
    inaccuracies: int
    mistakes: int
    blunders: int
    #: The sum of the luck of the seat's moves; `None` if no move revealed anything.
    luck: float | None
    #: The indices of the seat's worst moves in the game, at most three, the worst first.
    worst: list[int]
    document: dict[str, Any] = field(repr=False)

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> PlayerReview:
        """Reads a player of the document of `plywood review --json`."""
        names = [
            "seat",
            "name",
            "moves",
            "mean_loss",
            "best",
            "good",
            "inaccuracies",
            "mistakes",
            "blunders",
            "luck",
            "worst",
        ]
        return cls(**{name: document[name] for name in names}, document=document)


@dataclass(frozen=True)
class Review:
    """The review of a game, returned by :meth:`plywood.Game.review`."""

    #: The unit of values, losses and luck.
    unit: str
    moves: list[ReviewedMove]
    players: list[PlayerReview]
    #: Sentences about the game for a reader.
    notes: list[str]
    #: The whole document, as `plywood review --json` prints it.
    document: dict[str, Any] = field(repr=False)

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Review:
        """Reads the document of `plywood review --json`."""
        return cls(
            document["unit"],
            [ReviewedMove.from_document(one) for one in document["moves"]],
            [PlayerReview.from_document(one) for one in document["players"]],
            document["notes"],
            document,
        )

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the moves as a data frame. Needs pandas."""
        import pandas

        columns = ["ply", "seat", "move", "best", "value", "loss", "score_loss", "luck", "mark"]
        rows = [{name: getattr(one, name) for name in columns} for one in self.moves]
        return pandas.DataFrame(rows, columns=columns)
