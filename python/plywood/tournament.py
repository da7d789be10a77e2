"""Tournaments."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from . import _plywood
from .game import Rules, write_rules
from .numbers import whole, whole_or_none


@dataclass(frozen=True)
class Tournament:
    """The results of a tournament."""

    players: list[str]
    #: The Elo of each player in games for two, with the last player at 0; else `None`.
    elo: dict[str, float] | None
    #: The whole document, as `plywood arena --json` prints it.
    document: dict[str, Any] = field(repr=False)

    @classmethod
    def from_document(cls, document: dict[str, Any]) -> Tournament:
        """Reads the document of `plywood arena --json`."""
        players = document["players"]
        rated = {one["spec"]: one["elo"] for one in players if "elo" in one}
        return cls([one["spec"] for one in players], rated or None, document)


def arena(
    game: str,
    players: Sequence[str],
    *,
    games: int = 100,
    rules: Rules = "",
    seed: int | None = None,
    threads: int | None = None,
    opening: int | None = None,
    simulations: int | None = None,
    time: float | None = None,
    progress: Callable[[int], object] | None = None,
) -> Tournament:
    """Plays a tournament: every pair of players meets in `games` games.

    `opening` is the number of random moves before the players move. `simulations` and `time`, in
    seconds, limit each decision. `progress` is called with the number of games so far.
    Ctrl-C ends the tournament.
    """
    seed = random.getrandbits(32) if seed is None else whole("seed", seed)
    report = None if progress is None else lambda text: progress(int(text))
    tournament = _plywood.Tournament(
        game,
        write_rules(rules),
        list(players),
        whole("games", games, high=2**32 - 1),
        seed,
        None if opening is None else whole("opening", opening, high=2**32 - 1),
        whole_or_none("simulations", simulations),
        time,
    )
    text = tournament.run(whole_or_none("threads", threads, 1) or os.cpu_count() or 1, report)
    return Tournament.from_document(json.loads(text))
