"""Reviews of games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True)
class ReviewedMove:
    """A move of a game with its review. Numbers that are not known are `None`."""

    #: The index of the move in the game.
    ply: int
    seat: int
    move: str
    #: The best move.
    best: str | None
    #: The value of the position before the move, for the seat that moved.
    value: float | None
    #: How much the best move is better; 0 if the difference is not significant.
    loss: float | None
    #: The same in the unit of scores, where both scores are exact.
    score_loss: float | None
    #: How much what came to light after the move changed the value; `None` if nothing did.
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
    """The sums of the moves of a seat."""

    seat: int
    name: str
    moves: int
    mean_loss: float | None
    best: int
    good: int
    inaccuracies: int
    mistakes: int
    blunders: int
    #: The sum of the luck; `None` if nothing came to light.
    luck: float | None
    #: The indices in the game of the worst moves, at most three, the worst first.
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
    """The review of a game: :meth:`plywood.Game.review`."""

    #: The unit of values, losses and luck.
    unit: str
    moves: list[ReviewedMove]
    players: list[PlayerReview]
    #: Sentences about the game.
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
