"""Compares hints from Python with hints by the command line, and one thread with two.

    cargo build --release && python python/benches/overhead.py [--program target/release/plywood]

Each hint has as many simulations as the command line makes in 100 ms. Each round asks for a hint by
both. The results are medians: of the time that the program reports, and of the call in Python.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import threading
import time

import plywood

GAME, PLAYER = "othello", "mcts"


def by_program(program: str, *limit: str) -> dict[str, float]:
    """Returns the statistics of a hint by the command line."""
    command = [program, "hint", GAME, "--player", PLAYER, *limit, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout)["stats"])


def by_package(simulations: int) -> float:
    """Returns the time of a hint from Python on a new game, in seconds."""
    game = plywood.open(GAME)
    begin = time.perf_counter()
    game.hint(PLAYER, simulations=simulations)
    return time.perf_counter() - begin


def by_threads(count: int, simulations: int) -> float:
    """Returns the time in which `count` threads make one hint each, in seconds."""
    threads = [threading.Thread(target=by_package, args=(simulations,)) for _ in range(count)]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - begin


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default="target/release/plywood")
    parser.add_argument("--rounds", type=int, default=41)
    options = parser.parse_args()

    simulations = int(by_program(options.program, "--time", "100ms")["simulations"])
    limit = ("--simulations", str(simulations))
    program, package = [], []
    for _ in range(options.rounds):
        program.append(by_program(options.program, *limit)["elapsed_ms"] / 1e3)
        package.append(by_package(simulations))
    ours, theirs = statistics.median(package), statistics.median(program)
    print(f"{simulations:,} simulations: command line {theirs * 1e3:.2f} ms, ", end="")
    print(f"Python {ours * 1e3:.2f} ms, ratio {ours / theirs:.4f}")

    times = [(by_threads(1, 5 * simulations), by_threads(2, 5 * simulations)) for _ in range(9)]
    one, two = (statistics.median(column) for column in zip(*times, strict=True))
    print(
        f"one thread {one * 1e3:.0f} ms, two threads with twice the work {two * 1e3:.0f} ms, ",
        end="",
    )
    print(f"{2 * one / two:.2f} cores in use")


if __name__ == "__main__":
    main()
