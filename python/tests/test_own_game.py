"""Games that are written in Python."""

import math
import random
import signal
import subprocess
import sys
import threading
import traceback
from pathlib import Path

import pytest

import plywood

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))
from connect_four import ConnectFour  # noqa: E402


class Nim:
    """Players take one to three stones in turn. The player who takes the last stone wins."""

    seats = 2

    def __init__(self, stones=21):
        self.stones, self.seat, self.winner = stones, 0, None

    def moves(self):
        return ["one", "two", "three"][: self.stones]

    def play(self, move):
        self.stones -= ["one", "two", "three"].index(move) + 1
        self.winner, self.seat = (self.seat, None) if self.stones == 0 else (None, 1 - self.seat)

    def score(self, seat):
        return 0.0 if self.winner is None else 1.0 if seat == self.winner else -1.0


class HigherCard:
    """Two seats get a card each, and the higher card wins. A seat may fold for half a point."""

    seats = 2
    points = (-1, 1)

    def __init__(self, seed=0):
        self.cards = tuple(random.Random(seed).sample(range(5), 2))
        self.seat, self.folded = 0, None

    def copy(self):
        other = object.__new__(type(self))
        other.cards, other.seat, other.folded = self.cards, self.seat, self.folded
        return other

    def moves(self):
        return ["stay", "fold"]

    def play(self, move):
        if move == "fold":
            self.folded, self.seat = self.seat, None
        else:
            self.seat = 1 if self.seat == 0 else None
        return self.cards if self.seat is None and move == "stay" else None

    @staticmethod
    def seen_by(seen, mover, seat):
        return seen

    def view(self, seat):
        shown = self.seat is None and self.folded is None
        return (seat, self.cards if shown else self.cards[seat], shown, self.seat, self.folded)

    @classmethod
    def world(cls, view, rng):
        seat, known, shown, to_move, folded = view
        world = object.__new__(cls)
        if shown:
            world.cards = known
        else:
            other = rng.choice([card for card in range(5) if card != known])
            world.cards = (known, other) if seat == 0 else (other, known)
        world.seat, world.folded = to_move, folded
        return world

    def score(self, seat):
        if self.seat is not None:
            return 0.0
        if self.folded is not None:
            return -0.5 if seat == self.folded else 0.5
        return 1.0 if self.cards[seat] > self.cards[1 - seat] else -1.0


@pytest.mark.parametrize("game", [ConnectFour, Nim, HigherCard])
def test_lawful_games_pass_the_check(game):
    plywood.check(game)


def test_the_engine_finds_the_winning_moves_of_nim():
    # A heap of one stone is left out, because an only move is played without a search.
    for stones in range(2, 13):
        decision = plywood.search(Nim(stones), simulations=3000, seed=1)
        best = stones % 4
        if best:
            assert decision.move == ["one", "two", "three"][best - 1], stones
            if stones <= 8:
                assert decision.value == pytest.approx(1.0), stones


def test_moves_keep_their_types():
    assert isinstance(plywood.search(ConnectFour(), simulations=50).move, int)
    assert isinstance(plywood.search(Nim(), simulations=50).move, str)


def test_connect_four_blocks_and_wins():
    game = ConnectFour()
    for column in (3, 0, 3, 0, 3):
        game.play(column)
    assert plywood.search(game, simulations=2000).move == 3
    game.play(6)
    win = plywood.search(game, simulations=2000)
    assert win.move == 3 and win.value == pytest.approx(1.0)


def test_the_searched_state_is_not_changed():
    game = ConnectFour()
    before = (game.discs[:], game.free[:], game.seat)
    plywood.search(game, simulations=100)
    assert (game.discs, game.free, game.seat) == before


def test_hidden_cards_are_not_seen():
    """The best card never folds and the worst always does, whatever the other card is."""
    for seed in range(40):
        game = HigherCard(seed)
        decision = plywood.search(game, simulations=500, seed=3)
        if game.cards[0] == 4:
            assert decision.move == "stay"
        if game.cards[0] == 0:
            assert decision.move == "fold"
    views = {}
    for seed in range(40):
        game = HigherCard(seed)
        found = plywood.search(game, simulations=200, seed=3).document
        found.pop("stats")
        assert views.setdefault(game.cards[0], found) == found


def test_a_registered_game_has_everything():
    assert plywood.register(ConnectFour) == "connect_four"
    assert "connect_four" in plywood.games()
    game = plywood.open("connect_four", moves="3 3")
    assert game.legal == [str(column) for column in range(7)]
    assert game.hint("easy").move in game.legal
    assert game.undo() and game.played == ["3"]
    assert "X" in str(game) and "<svg" in game._repr_svg_()
    result = plywood.arena("connect_four", ["medium", "random"], games=10, seed=1)
    assert result.elo["medium"] > 0 == result.elo["random"]


def test_an_exception_ends_the_search_and_keeps_its_traceback():
    class Faulty(ConnectFour):
        def play(self, column):
            if self.left == 30:
                raise KeyError("no such disc")
            super().play(column)

    for threads in (1, 2):
        with pytest.raises(KeyError, match="no such disc") as caught:
            plywood.search(Faulty(), simulations=10_000, threads=threads)
        frames = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        assert frames[-1] == "play"
    plywood.register(Faulty, "faulty")
    with pytest.raises(KeyError, match="no such disc"):
        plywood.arena("faulty", ["easy", "random"], games=2, seed=1)
    game = plywood.open("faulty")
    with pytest.raises(KeyError, match="no such disc"):
        game.hint("easy")
    assert game.play("3") == "3"


class Forgetful(ConnectFour):
    def copy(self):
        return self


class Flickering(ConnectFour):
    def moves(self):
        moves = super().moves()
        random.shuffle(moves)
        return moves


class Twice(ConnectFour):
    def moves(self):
        return super().moves() * 2


class Telling(HigherCard):
    def play(self, move):
        super().play(move)
        return self.cards


class Guessing(HigherCard):
    @classmethod
    def world(cls, view, rng):
        return cls(rng.randrange(1000))


class Boundless(ConnectFour):
    def score(self, seat):
        return math.inf


@pytest.mark.parametrize("game", [Forgetful, Flickering, Twice, Telling, Guessing, Boundless])
def test_broken_laws_are_found(game, capfd):
    with pytest.raises(plywood.LawError):
        plywood.check(game)
    assert capfd.readouterr().err == ""


def test_classes_that_are_no_games_are_refused():
    class Empty:
        pass

    class OneSided(ConnectFour):
        def view(self, seat):
            return self

    class TooMany(ConnectFour):
        seats = 9

    class Unsized(ConnectFour):
        shape = property()
        actions = 7

    del Unsized.actions
    for game, message in [(Empty, "moves"), (OneSided, "view and world")]:
        with pytest.raises(TypeError, match=message):
            plywood.check(game)
    with pytest.raises(plywood.LawError, match="1 to 8 seats"):
        plywood.register(TooMany)
    with pytest.raises(TypeError, match="int or str"):
        plywood.search(type("Floats", (ConnectFour,), {"moves": lambda self: [0.5]})())


def test_ctrl_c_ends_a_game_that_never_ends():
    class Endless(ConnectFour):
        def play(self, column):
            self.seat = 1 - self.seat

    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        plywood.search(Endless(), simulations=10)
    timer.join()
    assert threading.active_count() <= before


def test_a_finished_game_has_no_move():
    game = Nim(1)
    game.play("one")
    decision = plywood.search(game, simulations=10)
    assert decision.move is None and decision.candidates == []


def run(code):
    """Runs code in a new process, which is killed if it hangs."""
    options = {"capture_output": True, "text": True, "timeout": 120}
    folders = f"import sys; sys.path += {[str(Path(__file__).parent)]!r}\n"
    return subprocess.run([sys.executable, "-c", folders + code], **options)


@pytest.mark.parametrize("work", ["search(Nim(10**6), time=600)", "check(Nim, 10**6)"])
def test_the_interpreter_can_exit_during_a_search(work):
    code = f"""
import threading, time, plywood
from test_own_game import Nim
threading.Thread(target=lambda: plywood.{work}, daemon=True).start()
time.sleep(0.3)
"""
    done = run(code)
    assert done.returncode == 0 and "Fatal" not in done.stderr, done


def test_ctrl_c_ends_a_method_that_does_not_return():
    code = """
import signal, threading, plywood
from test_own_game import Nim

class Stuck(Nim):
    def moves(self):
        while True:
            pass

threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT)).start()
try:
    plywood.search(Stuck())
except KeyboardInterrupt:
    print("interrupted")
"""
    done = run(code)
    assert done.stdout == "interrupted\n", done


def test_ctrl_c_ends_a_search_inside_a_game():
    class Nested(Nim):
        def moves(self):
            plywood.open("othello").hint("mcts", time=600.0)
            return super().moves()

    timer = threading.Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        plywood.search(Nested(), simulations=10)
    timer.join()


def test_a_failed_move_leaves_the_game_as_it_was():
    class Clumsy(Nim):
        def play(self, move):
            super().play(move)
            if self.stones < 19:
                raise RuntimeError("dropped")

        def __str__(self):
            return f"{self.stones} stones"

    game = plywood.open(plywood.register(Clumsy))
    with pytest.raises(RuntimeError, match="dropped"):
        game.play("three")
    assert str(game) == "21 stones" and game.played == []
    game.play("one")
    assert str(game) == "20 stones" and game.undo()


def test_moves_and_outcomes_are_kept_apart():
    class Flags(Nim):
        """Moves are 0 and 1, and outcomes are booleans."""

        def moves(self):
            return [0, 1][: self.stones]

        def play(self, taken):
            assert type(taken) is int
            super().play(["one", "two"][taken])
            return self.stones % 2 == 0

    plywood.check(Flags)
    game = plywood.open(plywood.register(Flags))
    assert game.legal == ["0", "1"]
    assert type(plywood.search(Flags(), simulations=100).move) is int
    with pytest.raises(TypeError, match="not bool"):
        plywood.search(type("Bools", (Nim,), {"moves": lambda self: [True]})())


def test_texts_of_moves_must_differ():
    for moves in ([1, "1"], ["", "a"], ["a\nb", "c"]):
        game = type("Texts", (Nim,), {"moves": lambda self, moves=moves: moves})
        with pytest.raises(plywood.LawError, match="text|line"):
            plywood.check(game)


def test_numbers_that_are_no_seats():
    for seat in (-1, 300, "a"):
        wrong = type("Wrong", (Nim,), {"seats": seat})
        with pytest.raises(plywood.LawError, match="seats is"):
            plywood.search(wrong())


def test_names_of_games_are_checked():
    for name in ("othello", "a b", "a:b", "x" * 100):
        with pytest.raises(plywood.InputError):
            plywood.register(Nim, name)


@pytest.mark.parametrize("seed", (-1, 2**64, 0.5, "x"))
def test_a_wrong_seed_of_a_search_is_refused(seed):
    with pytest.raises(plywood.InputError, match="seed="):
        plywood.search(Nim(), simulations=10, seed=seed)


def test_a_forked_process_does_not_end_the_searches_of_its_parent():
    code = """
import os, sys
import plywood
plywood._plywood.cancel_all = lambda: print("cancelled", flush=True)
child = os.fork()
if child == 0:
    sys.exit()
os.waitpid(child, 0)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "cancelled\n"
