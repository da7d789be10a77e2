"""Compares the rules of Othello with those of OpenSpiel in random games, move by move.

What both have in common, so that moves need no translation: black begins and is seat 0, the start
has black on e4 and d5, `a1` is at the top left, and moves are texts such as `f5`. Both have a move
`pass`, which is the only legal move of a side that cannot play while the other one can, and both
end a game at once when neither side can play, without passes. (OpenSpiel numbers its actions from 0
for a1 to 63 for h8, and 64 for the pass.)

What differs: OpenSpiel's result is 1, 0 or -1. Ours is the difference of discs, where the empty
squares count for the winner.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
plywood = pytest.importorskip("plywood")

GAMES = 1_000
PASS = 64


def name(action: int) -> str:
    return "pass" if action == PASS else "abcdefgh"[action % 8] + str(action // 8 + 1)


def score_of_black(state: Any) -> int:
    """Our score of a finished game, from OpenSpiel's board: lines such as `1 - x o - - - - - 1`."""
    rows = [line.split()[1:9] for line in str(state).splitlines() if line[:1].isdigit()]
    squares = [square for row in rows for square in row]
    assert len(squares) == 64
    ahead = squares.count("x") - squares.count("o")
    sign = (ahead > 0) - (ahead < 0)
    return ahead + sign * squares.count("-")


def test_othello_has_the_rules_of_open_spiel() -> None:
    rules = pyspiel.load_game("othello")
    choose = random.Random(1).choice
    passes = draws = early = 0
    for number in range(GAMES):
        theirs, ours = rules.new_initial_state(), plywood.open("othello", seed=number)
        played: list[str] = []
        while not theirs.is_terminal():
            actions = theirs.legal_actions()
            names = {name(action): action for action in actions}
            where = f"game {number} after {' '.join(played)}"
            assert ours.seat == theirs.current_player(), where
            assert sorted(ours.legal) == sorted(names), where
            if PASS in actions:
                assert actions == [PASS], where
                passes += 1
            move, action = choose(list(names.items()))
            theirs.apply_action(action)
            ours.play(move)
            played.append(move)

        where = f"game {number}: {' '.join(played)}"
        assert ours.seat is None, where
        assert ours.legal == [], where
        black = score_of_black(theirs)
        assert ours.scores == [black, -black], where
        assert theirs.returns() == [(score > 0) - (score < 0) for score in ours.scores], where
        draws += black == 0
        early += len(played) - played.count("pass") < 60

    # The special cases have occurred.
    assert passes > 0 and draws > 0 and early > 0
