"""Tournaments and training on a Ray cluster of two simulated nodes."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import plywood

ray = pytest.importorskip("ray")
from ray.cluster_utils import Cluster  # noqa: E402
from unreliable_game import Unreliable  # noqa: E402

from plywood.ray import arena, train  # noqa: E402
from plywood.ray.__main__ import read  # noqa: E402

PLAYERS = ["mcts:simulations=40", "mcts:simulations=10"]
PLAN = {"games": 200, "seed": 7}


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The games of the tournament when it is played on one machine."""
    folder = tmp_path_factory.mktemp("alone")
    command = [sys.executable, "-m", "plywood", "arena", "othello", "--quiet", "--json"]
    players = [part for spec in PLAYERS for part in ("--player", spec)]
    plan = ["--games", "200", "--seed", "7", "--out", str(folder)]
    done = subprocess.run([*command, *players, *plan], capture_output=True, text=True, check=True)
    return games_of(folder), without_times(json.loads(done.stdout))


def games_of(folder):
    """Returns the recorded games without their times. Fails if a game is recorded twice."""
    games = {}
    for line in (Path(folder) / "games.jsonl").read_text().splitlines():
        game = json.loads(line)
        game.pop("times")
        key = (game["round"], tuple(game["seats"]))
        assert key not in games, "a game was recorded twice"
        games[key] = game
    return games


def without_times(summary):
    summary.pop("elapsed_s")
    for player in summary["players"]:
        player.pop("ms_per_move")
    return summary


@pytest.fixture
def cluster():
    """A head node without cores, and two nodes with one core each."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
    yield cluster, nodes
    ray.shutdown()
    cluster.shutdown()


def test_two_nodes_one_of_which_dies_give_the_games_of_one_machine(cluster, expected, tmp_path):
    cluster, nodes = cluster
    ray.init(address=cluster.address, log_to_driver=False)
    killed = []

    def progress(done, planned):
        assert planned == PLAN["games"]
        if done > 20 and not killed:
            killed.append(done)
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    options = {"out": tmp_path / "out", "batch_seconds": 0.02, "progress": progress}
    result = arena("othello", PLAYERS, **PLAN, **options)
    games, summary = expected
    assert killed and killed[0] < PLAN["games"]
    assert games_of(tmp_path / "out") == games
    assert without_times(result.document) == summary


def test_a_driver_that_dies_is_resumed(cluster, expected, tmp_path):
    cluster, _ = cluster
    folder = tmp_path / "out"
    command = [sys.executable, "-m", "plywood.ray", "arena", "othello", "--out", str(folder)]
    players = [part for spec in PLAYERS for part in ("--player", spec)]
    command += [*players, "--games", "200", "--batch-seconds", "0.02"]
    env = {**os.environ, "RAY_ADDRESS": cluster.address}
    driver = subprocess.Popen([*command, "--seed", "7"], env=env, stderr=subprocess.DEVNULL)
    records = folder / "games.jsonl"
    deadline = time.monotonic() + 120
    while not (records.exists() and records.read_text().count("\n") > 20):
        assert driver.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    assert records.read_text().count("\n") < PLAN["games"]
    done = subprocess.run([*command, "--resume"], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert games_of(folder) == expected[0]


def test_an_exception_in_a_worker_ends_the_tournament_and_all_tasks(cluster, tmp_path):
    cluster, _ = cluster
    paths = {"PYTHONPATH": str(Path(__file__).parent), "UNRELIABLE": str(tmp_path)}
    ray.init(address=cluster.address, log_to_driver=False, runtime_env={"env_vars": paths})
    out = tmp_path / "out"
    game = "unreliable_game:Unreliable"
    with pytest.raises(KeyError, match="a fault of the game"):
        arena(game, ["random"], games=40, seed=1, out=out, batch_seconds=1e-6)
    assert (tmp_path / "first").exists()
    deadline = time.monotonic() + 60
    while ray.available_resources().get("CPU") != 2:
        assert time.monotonic() < deadline, "a task goes on after the end of the tournament"
        time.sleep(0.1)


#: Training runs of a few seconds: a method with its options, and the arguments of `plywood train`.
RUNS = {
    "othello": ({"games": 12_000}, ["--games", "12000"]),
    "tetris": (
        {"method": "cem", "rules": "height=6,end=strict", "generations": 3},
        ["--method", "cem", "--rules", "height=6,end=strict", "--generations", "3"],
    ),
}


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """The files of training runs on one machine."""
    folder = tmp_path_factory.mktemp("trained")
    for game, (_, options) in RUNS.items():
        command = [sys.executable, "-m", "plywood", "train", game, *options, "--seed", "3"]
        subprocess.run([*command, "--out", str(folder / game)], check=True)
    return {game: files_of(folder / game) for game in RUNS}


def files_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_training_on_two_nodes_one_of_which_dies_gives_the_files_of_one_machine(
    cluster, trained, tmp_path, monkeypatch
):
    cluster, nodes = cluster
    ray.init(address=cluster.address, log_to_driver=False)
    get, rounds, batches = ray.get, [], []

    def get_while_a_node_dies(tasks):
        """Kills a node in the second round, when some of its batches are done."""
        batches.append(len(tasks))
        if len(batches) == 2:
            ray.wait(tasks, num_returns=len(tasks) // 2)
            cluster.remove_node(nodes.pop(), allow_graceful=False)
        return get(tasks)

    monkeypatch.setattr(ray, "get", get_while_a_node_dies)
    for game, (options, _) in RUNS.items():
        report = {"progress": lambda done, planned: rounds.append((done, planned))}
        result = train(game, out=tmp_path / game, seed=3, batch_seconds=0.005, **options, **report)
        assert result.weights == tmp_path / game / "best.safetensors"
        assert files_of(tmp_path / game) == trained[game]
    assert rounds == [(4_000, 12_000), (8_000, 12_000), (12_000, 12_000), (1, 3), (2, 3), (3, 3)]
    assert len(nodes) == 1
    assert batches[0] == 2 and max(batches) > 4


def test_a_training_whose_driver_dies_is_resumed(cluster, trained, tmp_path):
    cluster, _ = cluster
    folder = tmp_path / "out"
    command = [sys.executable, "-m", "plywood.ray", "train", "othello", "--out", str(folder)]
    command += ["--games", "12000", "--batch-seconds", "0.02"]
    env = {**os.environ, "RAY_ADDRESS": cluster.address}
    driver = subprocess.Popen([*command, "--seed", "3"], env=env, stderr=subprocess.DEVNULL)
    metrics = folder / "metrics.csv"
    deadline = time.monotonic() + 120
    # The file has a line of column names and a line for the first round.
    while not (metrics.exists() and metrics.read_text().count("\n") >= 2):
        assert driver.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    assert files_of(folder) != trained["othello"]
    done = subprocess.run([*command, "--resume"], env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("seed 3: 12000 games\nbest validation -")
    assert files_of(folder) == trained["othello"]


@pytest.mark.parametrize(
    "game, options, problem",
    [
        ("unreliable", {}, "unreliable cannot be trained"),
        ("chess", {}, "unknown game"),
        ("tetris", {"method": "patterns"}, "unknown method"),
        ("othello", {"games": "many"}, 'games: "many" is not valid'),
        ("othello", {"moves": 3}, "unknown key"),
        ("othello", {"rules": "width=6"}, "rules: unknown"),
        ("tetris", {"method": "cem", "rules": "cap"}, "rules: "),
        ("othello", {"seed": -1}, "seed=-1"),
        ("othello", {"batch_seconds": 0}, "batch_seconds=0"),
    ],
)
def test_options_of_training_that_are_wrong_are_refused(game, options, problem, tmp_path):
    plywood.register(Unreliable)
    with pytest.raises(plywood.InputError, match=problem):
        train(game, out=tmp_path / "out", **options)
    assert not ray.is_initialized()


@pytest.mark.parametrize(
    "options, problem",
    [
        ({"games": -2}, "games=-2"),
        ({"games": 3}, "games: 3"),
        ({"seed": -1}, "seed=-1"),
        ({"opening": 0.5}, "opening=0.5"),
        ({"simulations": -1}, "simulations=-1"),
        *(({"batch_seconds": value}, "batch_seconds=") for value in (0, -1, math.nan, math.inf)),
    ],
)
def test_numbers_of_a_tournament_that_are_wrong_are_refused(options, problem, tmp_path):
    with pytest.raises(plywood.InputError, match=problem):
        arena("othello", ["random", "random"], out=tmp_path / "out", **options)
    assert not ray.is_initialized()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("game", ("a:b:c", ":Class", "random:", "json:dumps"))
def test_paths_of_games_that_are_wrong_are_refused(game, tmp_path):
    with pytest.raises(plywood.InputError, match="module:Class|not a class"):
        arena(game, ["random", "random"], games=2, out=tmp_path / "out")
    assert not ray.is_initialized()


@pytest.mark.parametrize("words", (["--progress", "3"], ["--game", "tetris"], ["--games", "1"]))
def test_options_that_the_command_line_would_lose_are_refused(words):
    with pytest.raises(SystemExit, match="2"):
        read(["train", "othello", "--out", "run", "--games", "8", *words])
