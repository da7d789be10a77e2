"""Compares tournaments on two simulated nodes of a Ray cluster with those of `plywood arena`.

    python python/benches/ray_arena.py records [--games 1000]
    python python/benches/ray_arena.py overhead [--seconds 300]

`records` plays the same tournament three times: on one machine, on a cluster of which a node is
killed on the way, and by a driver that is killed and resumed. The budgets are simulations. It fails
unless the records are equal except for their times. `overhead` plays a tournament that takes about
the given time on two threads, and compares the processor time of the process of `plywood arena`
with that of all processes of the cluster and its driver.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

import plywood
from plywood.ray import arena

PYTHON = [sys.executable, "-m"]
GAME = "othello"
SEED = 7


def arguments(players: list[str], games: int, out: Path) -> list[str]:
    """Returns the arguments of a tournament."""
    specs = [part for spec in players for part in ("--player", spec)]
    return ["arena", GAME, *specs, "--games", str(games), "--out", str(out)]


def alone(players: list[str], games: int, out: Path, threads: int = 2) -> None:
    """Plays the tournament with `plywood arena`."""
    command = [*PYTHON, "plywood", *arguments(players, games, out)]
    options = ["--seed", str(SEED), "--threads", str(threads), "--quiet"]
    subprocess.run([*command, *options], check=True, stdout=subprocess.DEVNULL)


def records(folder: Path) -> dict[tuple[int, tuple[int, ...]], object]:
    """Returns the records without their times. Fails if a game is recorded twice."""
    games = {}
    for line in (folder / "games.jsonl").read_text().splitlines():
        game = json.loads(line)
        game.pop("times")
        key = (game["round"], tuple(game["seats"]))
        assert key not in games, f"game {key} was recorded twice"
        games[key] = game
    return games


def two_nodes() -> Cluster:
    """Starts a head node without cores, and two nodes with one core each."""
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    return cluster


def lose_a_node(players: list[str], games: int, out: Path) -> str:
    """Plays on a cluster of which a node is killed. Returns a line for the report."""
    cluster, killed = two_nodes(), []
    ray.init(address=cluster.address, log_to_driver=False)

    def progress(done: int, planned: int) -> None:
        if not killed and done > planned // 4:
            killed.append(done)
            cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)

    arena(GAME, players, games=games, seed=SEED, out=out, batch_seconds=0.2, progress=progress)
    ray.shutdown()
    cluster.shutdown()
    return f"a node was killed after {killed[0]} games"


def lose_the_driver(players: list[str], games: int, out: Path) -> str:
    """Plays with a driver that is killed and resumed. Returns a line for the report."""
    cluster, file = two_nodes(), out / "games.jsonl"
    command = [*PYTHON, "plywood.ray", *arguments(players, games, out), "--batch-seconds", "0.2"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    env = {**os.environ, "RAY_ADDRESS": cluster.address}
    driver = subprocess.Popen([*command, "--seed", str(SEED)], env=env, **quiet)
    while not file.exists() or file.read_text().count("\n") <= games // 4:
        assert driver.poll() is None, "the driver ended early"
        time.sleep(0.01)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    done = file.read_text().count("\n")
    subprocess.run([*command, "--resume"], env=env, check=True, **quiet)
    cluster.shutdown()
    return f"the driver was killed after {done} games, and resumed"


def compare_records(games: int) -> None:
    """Plays on one machine and on the cluster, and compares."""
    players = ["mcts:simulations=100", "mcts:simulations=30"]
    with tempfile.TemporaryDirectory() as parent:
        alone(players, games, Path(parent) / "alone")
        expected = records(Path(parent) / "alone")
        assert len(expected) == games
        for play in (lose_a_node, lose_the_driver):
            out = Path(parent) / play.__name__
            happened = play(players, games, out)
            assert records(out) == expected, f"{happened}: the records differ"
            print(f"{happened}: the records of {games} games are equal, none is lost or doubled")


def processor_time() -> float:
    """Returns the processor time of this process and its descendants, including ended ones."""
    import psutil  # Importing Ray makes its copy of psutil importable.

    here = psutil.Process()
    return sum(sum(one.cpu_times()[:4]) for one in [here, *here.children(recursive=True)])


def compare_time(seconds: float) -> None:
    """Plays on two threads and on two nodes, and compares the processor times."""
    players = ["hard", "medium"]
    begin, tried = time.process_time(), 40
    plywood.arena(GAME, players, games=tried, seed=1, threads=1)
    games = 2 * round(seconds * tried / (time.process_time() - begin))
    with tempfile.TemporaryDirectory() as parent:
        before, begin = processor_time(), time.perf_counter()
        alone(players, games, Path(parent) / "alone")
        threads, elapsed = processor_time() - before, time.perf_counter() - begin
        print(f"plywood arena: {games} games, {threads:.1f} s of processors in {elapsed:.0f} s")
        cluster = two_nodes()
        before, begin = processor_time(), time.perf_counter()
        ray.init(address=cluster.address, log_to_driver=False)
        arena(GAME, players, games=games, seed=SEED, out=Path(parent) / "cluster")
        # Read before `shutdown`, which ends the workers whose time counts.
        nodes, elapsed = processor_time() - before, time.perf_counter() - begin
        ray.shutdown()
        cluster.shutdown()
        print(f"plywood.ray:   {games} games, {nodes:.1f} s of processors in {elapsed:.0f} s")
        print(f"overhead: {nodes / threads - 1:.1%}")


def main() -> None:
    """Reads the arguments and compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="what", required=True)
    commands.add_parser("records").add_argument("--games", type=int, default=1000)
    commands.add_parser("overhead").add_argument("--seconds", type=float, default=300)
    options = parser.parse_args()
    if options.what == "records":
        compare_records(options.games)
    else:
        compare_time(options.seconds)


if __name__ == "__main__":
    main()
