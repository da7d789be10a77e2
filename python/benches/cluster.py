"""Simulates a tournament on many workers, to find where the driver becomes the bottleneck.

    python python/benches/cluster.py [--workers 1000] [--seconds 10]

A worker sleeps as long as its task would take, and returns as many bytes as the records of its
games. The driver is that of `plywood.ray.arena`: it submits tasks, waits and records each game. The
table has one row for each length of a task, and says what share of its time a worker works.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import tempfile
import time
from typing import Any

import ray

from plywood import _plywood
from plywood.ray.arena import results

PLAYERS = ["mcts:simulations=10", "random"]


@ray.remote(num_cpus=0)
class Workers:
    """Workers that sleep: many of them in one process."""

    async def play(self, records: str, seconds: float) -> str:
        """Sleeps, and returns the records."""
        await asyncio.sleep(seconds)
        return records


def simulate(workers: int, task: float, seconds: float, game: float) -> dict[str, float]:
    """Runs tasks of `task` seconds, with games of `game` seconds of a core, and measures."""
    games_each = max(2, round(task / game))
    tournament = _plywood.Tournament("othello", "", PLAYERS, 2, 1, None, None, None)
    one = json.loads(tournament.play_part("1/1").splitlines()[0])
    processes = -(-workers // 250)
    pools = [Workers.options(max_concurrency=250).remote() for _ in range(processes)]

    def submit(part: str) -> Any:
        # Each game has a round of its own, so that it is recorded.
        first = int(part) * games_each
        records = [json.dumps({**one, "round": first + index}) for index in range(games_each)]
        return pools[int(part) % processes].play.remote("\n".join(records), task)

    tasks = 0
    with tempfile.TemporaryDirectory() as folder:
        recorded = tournament.records(folder, False)
        begin, spent = time.perf_counter(), time.process_time()
        for lines in results(submit, map(str, itertools.count()), workers):
            recorded.add(lines)
            tasks += 1
            elapsed = time.perf_counter() - begin
            if elapsed > seconds:
                break
        spent = time.process_time() - spent
    for pool in pools:
        ray.kill(pool)
    return {
        "task_s": task,
        "tasks_per_s": tasks / elapsed,
        "games_per_s": tasks * games_each / elapsed,
        # No task ends during the first `task` seconds.
        "busy": tasks * task / workers / (elapsed - task),
        "driver_cpu": spent / elapsed,
    }


def main() -> None:
    """Simulates and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--game", type=float, default=0.25, help="seconds of a core for a game")
    options = parser.parse_args()
    ray.init(log_to_driver=False)
    print(f"{options.workers} workers, {options.game} s for a game")
    print(f"{'task':>6} {'tasks/s':>9} {'games/s':>9} {'workers busy':>13} {'driver CPU':>11}")
    for task in (0.5, 1.0, 2.0, 5.0, 10.0):
        row = simulate(options.workers, task, max(options.seconds, 6 * task), options.game)
        print(
            f"{row['task_s']:>5.1f}s {row['tasks_per_s']:>9.0f} {row['games_per_s']:>9.0f}"
            f" {row['busy']:>12.0%} {row['driver_cpu']:>11.0%}"
        )


if __name__ == "__main__":
    main()
