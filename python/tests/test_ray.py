"""Tournaments on a Ray cluster of two simulated nodes."""

import json
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

from plywood.ray import arena  # noqa: E402

PLAYERS = ["mcts:simulations=40", "mcts:simulations=10"]
PLAN = {"games": 200, "seed": 7}


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The games of one machine."""
    folder = tmp_path_factory.mktemp("alone")
    command = [sys.executable, "-m", "plywood", "arena", "othello", "--quiet", "--json"]
    players = [part for spec in PLAYERS for part in ("--player", spec)]
    plan = ["--games", "200", "--seed", "7", "--out", str(folder)]
    done = subprocess.run([*command, *players, *plan], capture_output=True, text=True, check=True)
    return games_of(folder), without_times(json.loads(done.stdout))


def games_of(folder):
    """Returns the recorded games without their times; one that is recorded twice fails."""
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
    """A head without cores, and two nodes with one each."""
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


def test_an_exception_of_a_game_ends_the_tournament(cluster, tmp_path):
    cluster, _ = cluster
    ray.init(address=cluster.address, log_to_driver=False)
    with pytest.raises(plywood.InputError, match="unknown player"):
        arena("othello", ["stockfish", "random"], games=2, seed=1, out=tmp_path / "out")
