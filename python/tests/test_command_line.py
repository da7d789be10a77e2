"""`python -m plywood`, as a process of its own."""

import json
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"
OWN = ["--game", "connect_four:ConnectFour"]


def run(*arguments, **options):
    command = [sys.executable, "-m", "plywood", *arguments]
    return subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, **options)


def test_a_hint_for_an_own_game():
    done = run("hint", *OWN, "--simulations", "500", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["game"] == "connect_four" and document["move"] in list("0123456")


def test_an_arena_of_an_own_game():
    done = run(
        "arena",
        *OWN,
        *["--player", "easy", "--player", "random", "--games", "4", "--seed", "1", "--json", "-q"],
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["games"] == 4


def test_built_in_games_need_no_option():
    assert run("hint", "othello", "--player", "easy").returncode == 0


def test_options_may_come_before_the_command():
    done = run("-q", "hint", *OWN, "--simulations", "10", "--json")
    assert done.returncode == 0, done.stderr
    request = '{"id": 1, "method": "new", "game": "connect_four", "seed": 1}\n'
    done = run("-q", "engine", "json", *OWN, input=request)
    assert done.returncode == 0, done.stderr


def test_lines_of_json_know_an_own_game():
    request = '{"id": 1, "method": "new", "game": "connect_four", "seed": 1}\n'
    done = run("engine", "json", *OWN, input=request)
    assert done.returncode == 0, done.stderr
    assert "connect_four" in done.stdout


def test_help_names_the_option():
    done = run("--help")
    assert done.returncode == 0 and "--game module:Class" in done.stdout


def test_wrong_games_are_refused():
    for path, message in [
        ("connect_four", "expected module:Class"),
        ("connect_four:Missing", "Missing"),
        ("no_such_module:Game", "no_such_module"),
        ("connect_four:has_four", "not a class"),
        ("random:Random", "moves"),
    ]:
        done = run("hint", "--game", path)
        assert done.returncode == 2, done
        assert message in done.stderr and "Traceback" not in done.stderr


def test_an_exception_of_a_game_is_shown(tmp_path):
    (tmp_path / "faulty.py").write_text(
        "from connect_four import ConnectFour\n"
        "class Faulty(ConnectFour):\n"
        "    def moves(self):\n"
        "        raise KeyError('no moves today')\n"
    )
    env = {**os.environ, "PYTHONPATH": str(EXAMPLES)}
    command = [sys.executable, "-m", "plywood", "hint", "--game", "faulty:Faulty"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=env)
    assert done.returncode == 1
    assert "no moves today" in done.stderr and "in moves" in done.stderr


def test_an_exception_answers_one_request_of_an_engine(tmp_path):
    (tmp_path / "faulty.py").write_text(
        "from connect_four import ConnectFour\n"
        "class Faulty(ConnectFour):\n"
        "    def play(self, column):\n"
        "        raise KeyError('no discs today')\n"
    )
    requests = [
        {"id": 1, "method": "new", "game": "faulty", "seed": 1},
        {"id": 2, "method": "play", "session": "SESSION", "move": "3"},
        {"id": 3, "method": "games"},
    ]
    env = {**os.environ, "PYTHONPATH": str(EXAMPLES)}
    command = [sys.executable, "-m", "plywood", "engine", "json", "--game", "faulty:Faulty"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    engine = subprocess.Popen(command, cwd=tmp_path, text=True, env=env, **pipes)
    answers = []
    for request in requests:
        text = json.dumps(request)
        if answers:
            text = text.replace("SESSION", answers[0]["session"])
        engine.stdin.write(text + "\n")
        engine.stdin.flush()
        answers.append(json.loads(engine.stdout.readline()))
    _, errors = engine.communicate(timeout=60)
    assert "no discs today" in json.dumps(answers[1]["error"])
    assert "faulty" in json.dumps(answers[2])
    assert "in play" in errors and engine.returncode == 0


def test_the_page_serves_an_own_game():
    command = [sys.executable, "-m", "plywood", "serve", *OWN, "--addr", "127.0.0.1:0"]
    server = subprocess.Popen(command, cwd=EXAMPLES, stdout=subprocess.PIPE, text=True)
    try:
        address = next(word for word in server.stdout.readline().split() if "http" in word)
        with urllib.request.urlopen(f"{address.rstrip('/')}/api/v1/games", timeout=30) as answer:
            games = json.load(answer)
        assert "connect_four" in json.dumps(games)
    finally:
        server.send_signal(signal.SIGINT)
        assert server.wait(30) == 130
