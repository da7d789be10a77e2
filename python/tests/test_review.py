"""Reviews of games."""

import signal
import threading

import pytest

import plywood


class Heap:
    """Players take one to three stones in turn. The player who takes the last one wins."""

    seats = 2

    def __init__(self):
        self.stones, self.seat, self.winner = 7, 0, None

    def moves(self):
        return [taken for taken in (1, 2, 3) if taken <= self.stones]

    def play(self, taken):
        self.stones -= taken
        if self.stones == 0:
            self.winner, self.seat = self.seat, None
        else:
            self.seat = 1 - self.seat

    def score(self, seat):
        return 0 if self.winner is None else 1 if self.winner == seat else -1


def test_a_review_has_the_moves_and_the_sums_of_the_players():
    game = plywood.open("othello", moves="f5d6c3d3c4f4")
    reports = []
    review = game.review("mcts", simulations=100, progress=lambda *report: reports.append(report))
    assert [one.move for one in review.moves] == game.played
    assert [one.ply for one in review.moves] == list(range(6))
    assert all(one.loss >= 0 and one.luck is None for one in review.moves)
    assert [player.name for player in review.players] == ["black", "white"]
    assert sum(player.moves for player in review.players) == 6
    assert review.unit == "win probability" and review.document["complete"]
    assert reports[-1] == (6, 6)
    again = game.review("mcts", simulations=100, threads=2)
    assert again.moves == review.moves
    assert game.review("mcts", simulations=100, seed=2).moves != review.moves


def test_a_review_is_a_data_frame():
    pytest.importorskip("pandas")
    game = plywood.open("othello", moves="f5d6")
    frame = game.review("mcts", simulations=40).to_pandas()
    assert list(frame["move"]) == ["f5", "d6"]
    assert {"loss", "luck", "mark"} <= set(frame.columns)


def test_a_python_game_is_reviewed_without_a_line_of_its_own():
    game = plywood.open(plywood.register(Heap))
    for taken in (1, 2, 3, 1):
        game.play(taken)
    review = game.review("hard", simulations=300, threads=2)
    assert [one.loss for one in review.moves] == [1.0, 0.0, 0.0, 0.0]
    assert review.moves[0].best == "3" and review.moves[0].mark == "blunder"
    assert review.players[0].worst == [0]


def test_luck_is_known_in_games_of_chance():
    game = plywood.open("tetris", rules={"height": 6}, seed=3)
    while not game.is_over and len(game.played) < 6:
        game.play(game.legal[0])
    review = game.review("hard", simulations=40)
    assert any(one.luck is not None for one in review.moves)


def test_wrong_input_is_refused():
    with pytest.raises(plywood.InputError, match="no moves"):
        plywood.open("othello").review()
    game = plywood.open("othello", moves="f5")
    with pytest.raises(plywood.InputError, match="unknown player"):
        game.review("stockfish")
    with pytest.raises(plywood.InputError, match="seconds"):
        game.review(time=-1.0)
    with pytest.raises(plywood.InputError, match="simulations"):
        game.review(simulations=0)


def test_ctrl_c_ends_a_review():
    game = plywood.open("othello", moves="f5d6")
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        game.review("mcts", time=600.0)
    timer.join()
