"""Games in progress, hints, solutions and tournaments."""

import signal
import threading

import pytest

import plywood


def test_moves_are_played_and_undone():
    game = plywood.open("othello", moves="f5 d6 c3")
    assert game.played == ["f5", "d6", "c3"]
    assert game.seats[game.seat] == "white"
    assert game.play("d3") == "d3"
    assert game.undo() and game.played == ["f5", "d6", "c3"]
    assert "8" in str(game)


def test_wrong_input_is_refused():
    with pytest.raises(plywood.InputError, match="unknown game"):
        plywood.open("go")
    game = plywood.open("othello")
    with pytest.raises(plywood.InputError, match="not legal"):
        game.play("a1")
    with pytest.raises(ValueError, match="unknown player"):
        game.hint("stockfish")
    with pytest.raises(plywood.InputError, match="seconds"):
        game.hint(time=-1.0)
    assert game.played == []


def test_equal_seeds_give_equal_decisions():
    hints = [
        plywood.open("klondike", seed=5).hint("hard", simulations=200, seed=7).document
        for _ in range(2)
    ]
    for one in hints:
        one.pop("stats")
    assert hints[0] == hints[1]


def test_reports_arrive_during_the_search():
    reports = []
    decision = plywood.open("othello").hint("mcts", time=0.5, progress=reports.append)
    assert decision.move in plywood.open("othello").legal
    assert reports and reports[0]["candidates"]


def test_an_exception_of_progress_ends_the_search():
    def progress(_report):
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        plywood.open("othello").hint("mcts", time=600.0, progress=progress)


LONG = {
    "a hint": lambda: plywood.open("othello").hint("mcts", time=600.0),
    "a hint on two threads": lambda: plywood.open("othello").hint("mcts", time=600.0, threads=2),
    "a solution": lambda: plywood.open("othello").solve(),
    "a tournament": lambda: plywood.arena("othello", ["expert", "expert"], games=1000, seed=1),
}


@pytest.mark.parametrize("work", LONG)
def test_ctrl_c_ends(work):
    threads = threading.active_count()
    timer = threading.Timer(0.2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        LONG[work]()
    timer.join()
    assert threading.active_count() == threads
    assert plywood.open("othello").hint("mcts", simulations=10).move is not None


def test_a_game_in_use_is_busy():
    game = plywood.open("othello")
    started, searching = threading.Event(), []

    def search():
        searching.append(game.hint("mcts", time=1.0, progress=lambda _: started.set()))

    thread = threading.Thread(target=search)
    thread.start()
    assert started.wait(30)
    with pytest.raises(plywood.BusyError):
        game.play("f5")
    thread.join()
    assert searching and game.play("f5") == "f5"


def test_ffo_40_is_solved():
    board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
    solution = plywood.solve("othello", position=board)
    assert (solution["score"], solution["move"]) == (38, "a2")


def test_a_tournament_counts():
    seen = []
    result = plywood.arena("othello", ["medium", "random"], games=10, seed=1, progress=seen.append)
    assert seen[-1] == 10
    assert result.elo["medium"] > result.elo["random"]
    again = plywood.arena("othello", ["medium", "random"], games=10, seed=1, threads=1)
    assert again.document["pairs"][0]["wins"] == result.document["pairs"][0]["wins"]


def test_two_threads_search_at_once():
    """A short search ends while a search in another thread is still running."""
    started, enough, raised = threading.Event(), threading.Event(), []

    class Enough(Exception):
        pass

    def progress(_report):
        started.set()
        if enough.is_set():
            raise Enough

    def search():
        try:
            plywood.open("othello").hint("mcts", time=600.0, progress=progress)
        except Enough as error:
            raised.append(error)

    thread = threading.Thread(target=search)
    thread.start()
    assert started.wait(60)
    assert plywood.open("othello").hint("mcts", simulations=2000).move is not None
    assert thread.is_alive()
    enough.set()
    thread.join(60)
    assert raised and not thread.is_alive()


def test_candidates_become_a_data_frame():
    pytest.importorskip("pandas")
    decision = plywood.open("othello").hint("mcts", simulations=200)
    frame = decision.to_pandas()
    assert list(frame["move"]) == [candidate.move for candidate in decision.candidates]
    assert frame["visits"].sum() == 200


def test_hidden_cards_are_not_shown():
    """Two deals with the same visible cards look the same."""
    game = plywood.open("klondike", seed=3)
    again = plywood.open("klondike", position=game.position, seed=4)
    assert (again.position, str(again), again.legal) == (game.position, str(game), game.legal)
    hints = [one.hint("medium", simulations=50, seed=1) for one in (game, again)]
    assert hints[0].candidates == hints[1].candidates


def test_boards_are_drawn():
    for name in ("othello", "klondike", "woodblock", "tetris"):
        assert plywood.open(name, seed=1)._repr_svg_().startswith("<svg")


def test_a_game_can_be_opened_at_a_position():
    start = plywood.open("othello")
    there = plywood.open("othello", moves="f5d6")
    again = plywood.open("othello", position=there.position)
    assert again.legal == there.legal != start.legal
    with pytest.raises(plywood.InputError, match="position"):
        plywood.open("othello", position="nonsense")
    with pytest.raises(plywood.InputError, match="not a legal move"):
        plywood.open("othello", moves="f5a1")
