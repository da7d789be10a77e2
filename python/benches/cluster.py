"""A model of a tournament on many cores, and a simulation that checks it.

    python python/benches/cluster.py [--workers 1000] [--seconds 10]

The first table has costs measured on this machine, with real players, and with a driver that
submits tasks that take no time. The second is a model of a million games on 10 and 1,000 cores. The
third is a simulation with the driver of `plywood.ray.arena`: workers sleep for as long as their
tasks would take, and return as many bytes as the records of the games would have. It has one row
for each length of a task, and compares the rate of tasks with that of the model.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ray

from plywood import _plywood
from plywood.ray.arena import results

GAME, PLAYERS = "othello", ["hard", "medium"]
GAMES = 1_000_000
#: The maximum number of games of a tournament, so that a million games are ten tournaments.
TOURNAMENT = 100_000
CORES = [10, 1_000]
TASKS = [0.5, 1.0, 2.0, 5.0, 10.0]


def tournament(games: int) -> _plywood.Tournament:
    """Returns a tournament of two players."""
    return _plywood.Tournament(GAME, "", PLAYERS, games, 1, None, None, None)


def processor_seconds(work: Callable[[], object]) -> float:
    """Returns the processor time of `work` in this process, in seconds."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


@ray.remote(num_cpus=0)
class Workers:
    """Many workers in one process, which sleep instead of playing."""

    async def play(self, record: str, first: int, games: int, seconds: float) -> str:
        """Sleeps, and returns copies of the record of a game, each with the number of its round."""
        await asyncio.sleep(seconds)
        # Each copy is of another round, because a game is recorded only once.
        begin, end = record.split('"round":0,')
        return "".join(f'{begin}"round":{first + game},{end}' for game in range(games))


@dataclass(frozen=True)
class Simulated:
    """The results of a simulation: tasks and games per second, and the load of the driver."""

    tasks: float
    games: float
    #: The processor time of the driver as a share of the elapsed time.
    driver: float


def simulate(record: str, workers: int, task: float, games: int, seconds: float) -> Simulated:
    """Runs tasks of `task` seconds with `games` games each on workers that sleep."""
    processes = -(-workers // 250)
    pools = [Workers.options(max_concurrency=250).remote() for _ in range(processes)]
    ray.get([pool.play.remote(record, 0, 1, 0.0) for pool in pools])

    def submit(part: str) -> Any:
        pool = pools[int(part) % processes]
        return pool.play.remote(record, int(part) * games, games, task)

    tasks = 0
    with tempfile.TemporaryDirectory() as folder:
        recorded = tournament(2).records(folder, False)
        # The first tasks end after `task` seconds, when the measurement begins.
        begin, spent = time.perf_counter() + task, time.process_time()
        for lines in results(submit, map(str, itertools.count()), workers):
            recorded.add(lines)
            tasks += 1
            elapsed = time.perf_counter() - begin
            if elapsed > seconds:
                break
        spent = time.process_time() - spent
    for pool in pools:
        ray.kill(pool)
    return Simulated(tasks / elapsed, tasks * games / elapsed, spent / (elapsed + task))


@dataclass(frozen=True)
class Measured:
    """The costs of a tournament, in seconds, and the size of a record in bytes."""

    game: float
    record: float
    size: int
    plan: float
    task: float

    @classmethod
    def here(cls, workers: int, seconds: float) -> tuple[Measured, str]:
        """Measures the costs on this machine. Returns them and the record of a game."""
        few, games, lines = tournament(1_000), 0, ""

        def play() -> None:
            nonlocal games, lines
            begin = time.perf_counter()
            while time.perf_counter() - begin < seconds:
                lines = few.play_part(f"{games // 2 + 1}/500")
                games += 2

        game = processor_seconds(play) / games
        one = few.play_part("1/500").splitlines(keepends=True)[0]
        plan = processor_seconds(lambda: tournament(TOURNAMENT))
        # A tenth of the games suffices, because the cost of a game does not depend on their number.
        count = TOURNAMENT // 10
        begin, end = one.split('"round":0,')
        text = "".join(f'{begin}"round":{number},{end}' for number in range(count))
        with tempfile.TemporaryDirectory() as folder:
            recorded = few.records(folder, False)
            record = processor_seconds(lambda: recorded.add(text)) / count
        empty = simulate(one, workers, 0.0, 1, seconds)
        return cls(game, record, len(one), plan, 1.0 / empty.tasks - record), one

    def games(self, task: float) -> int:
        """Returns the number of games in a task of `task` seconds."""
        return max(2, 2 * round(task / self.game / 2))

    def driver(self, task: float) -> float:
        """Returns the time that the driver spends on a task of `task` seconds."""
        return self.task + self.games(task) * self.record

    def rate(self, cores: int, task: float) -> float:
        """Returns the tasks per second, which the workers or the driver limit."""
        return min(cores / (self.games(task) * self.game), 1.0 / self.driver(task))

    def seconds(self, cores: int, task: float) -> float:
        """Returns the time of all games, in seconds.

        In every tournament, first the driver and then the workers draw the openings, and at the end
        all wait for the last task.
        """
        once = GAMES // TOURNAMENT * (2 * self.plan + task)
        return GAMES / self.games(task) / self.rate(cores, task) + once


def print_model(measured: Measured, price: float) -> None:
    """Prints the measured costs, and the model of all games."""
    print(f"measured: {PLAYERS[0]} against {PLAYERS[1]}")
    print(f"{1e3 * measured.game:10.1f} ms of a core for a game")
    print(f"{measured.size:10} bytes for the record of a game")
    print(f"{1e6 * measured.record:10.1f} us of the driver to record a game")
    print(f"{1e6 * measured.task:10.1f} us of the driver to submit a task and get its result")
    print(f"{1e3 * measured.plan:10.1f} ms for the openings of {TOURNAMENT} games, in each process")
    print(f"{1 / measured.record:10.0f} games/s at which the driver does nothing but record")
    print(f"\nmodel: {GAMES} games in {GAMES // TOURNAMENT} tournaments, {price} a core-hour")
    print(
        f"{'cores':>6} {'task':>6} {'games':>6} {'result':>9} {'tasks/s':>8} {'driver':>7}"
        f" {'time':>9} {'core-hours':>11} {'cost':>7}"
    )
    for cores, task in itertools.product(CORES, TASKS):
        games, rate = measured.games(task), measured.rate(cores, task)
        seconds = measured.seconds(cores, task)
        hours = cores * seconds / 3600
        print(
            f"{cores:>6} {task:>5.1f}s {games:>6} {games * measured.size / 1e3:>6.0f} kB"
            f" {rate:>8.0f} {rate * measured.driver(task):>7.0%} {seconds:>7.0f} s {hours:>11.1f}"
            f" {price * hours:>7.2f}"
        )
    for task in TASKS:
        most = measured.games(task) * measured.game / measured.driver(task)
        print(f"with tasks of {task} s, the driver saturates at {most:.0f} cores")


def main() -> None:
    """Measures, prints the model, simulates and compares."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--workers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20.0, help="the time of a measurement")
    parser.add_argument("--price", type=float, default=0.04, help="of a core for an hour")
    options = parser.parse_args()
    ray.init(log_to_driver=False)
    measured, record = Measured.here(options.workers, options.seconds)
    print_model(measured, options.price)
    print(f"\nsimulation: {options.workers} workers that sleep")
    print(
        f"{'task':>6} {'games/s':>8} {'tasks/s':>8} {'model':>8} {'workers busy':>13}"
        f" {'model':>6} {'driver CPU':>11} {'model':>6}"
    )
    for task in TASKS:
        games = measured.games(task)
        # The time that the games of the task would take.
        length = games * measured.game
        row = simulate(record, options.workers, length, games, max(options.seconds, 5 * task))
        rate = measured.rate(options.workers, task)
        busy = length / options.workers
        print(
            f"{task:>5.1f}s {row.games:>8.0f} {row.tasks:>8.0f} {rate:>8.0f}"
            f" {row.tasks * busy:>13.0%} {rate * busy:>6.0%} {row.driver:>11.0%}"
            f" {rate * measured.driver(task):>6.0%}"
        )


if __name__ == "__main__":
    main()
