"""Measures which part of a training run can be divided, and up to how many cores that pays.

    python python/benches/ray_training.py [--rounds 3] [--run DIR]

Does the work of some rounds in this process, one item at a time on one core, and learns on one
thread. By the model, a round with C cores takes `work / C + learner` seconds, so with
`work / learner` cores, learning takes half of the time. `--run` continues a copy of a run of
`plywood train othello`, whose later generations play better and slower games.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import tempfile
import time
from pathlib import Path

from plywood import _plywood

RUNS = {
    "othello": ("othello", None, "", {"threads": 1}),
    "cem": (
        "tetris",
        "cem",
        "height=8,randomizer=uniform,end=strict",
        {"threads": 1},
    ),
}


class Enough(Exception):
    """Ends a run."""


def measure(name: str, rounds: int, run: Path | None) -> None:
    """Trains for some rounds and prints a row for each."""
    game, method, rules, options = RUNS[name]
    if name == "othello":
        options = {**options, "games": 2_000_000}
    texts = [(key, str(value)) for key, value in options.items()]
    training = _plywood.Training(game, method, rules, texts)
    row = {"items": 0, "work": 0.0, "data": 0, "results": 0}
    begin = time.process_time()

    def work(data: bytes, items: int) -> list[bytes]:
        start = time.process_time()
        result = training.work(data, 0, items)
        row["work"] += time.process_time() - start
        row["items"] += items
        row["data"] += len(data)
        row["results"] += len(result)
        return [result]

    def progress(done: int, _total: int) -> None:
        nonlocal begin, rounds
        learner = time.process_time() - begin - row["work"]
        print(
            f"{name:>8} {done:>8} {row['items']:>7} {row['items'] / row['work']:>9.0f}"
            f" {row['work']:>8.2f} {learner:>8.2f} {row['work'] / learner:>6.1f}"
            f" {row['data'] / 1e6:>9.2f} {row['results'] / 1e6:>9.2f}",
            flush=True,
        )
        row.update(items=0, work=0.0, data=0, results=0)
        rounds -= 1
        if rounds == 0:
            raise Enough
        begin = time.process_time()

    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent) / "run"
        if run:
            shutil.copytree(run, folder)
        with contextlib.suppress(Enough):
            training.run(None if run else 1, str(folder), run is not None, work, progress)


def main() -> None:
    """Measures both methods, or the run of `--run`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--run", type=Path, help="a folder of `plywood train othello`")
    options = parser.parse_args()
    print(
        f"{'':>8} {'done':>8} {'games':>7} {'games/s':>9} {'work s':>8} {'learn s':>8}"
        f" {'cores':>6} {'data MB':>9} {'result MB':>9}"
    )
    for name in ["othello"] if options.run else RUNS:
        measure(name, options.rounds, options.run)


if __name__ == "__main__":
    main()
