"""Training whose games are played by the workers of a Ray cluster.

The driver learns, validates and writes the files of the run. In every round, it hands out the games
of the round in batches: a task gets a reference to the weights and the numbers of its games, and
returns what there is to learn from them. A game depends on the weights and its number alone, so a
task that is repeated, because its node has died, gives the same. A driver that has died continues
with `resume=True`.
"""

from __future__ import annotations

import json
import time as clock
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import ray

from .. import _plywood
from ..game import Rules, write_rules
from ..numbers import positive, whole_or_none

#: The seconds that a task should take. At the end of a round, workers wait for the last task.
BATCH_SECONDS = 1.0

Plan = tuple[Any, ...]


@dataclass(frozen=True)
class Trained:
    """The results of a training run."""

    seed: int
    #: The work of the whole run, such as 8000, and its unit, such as `games`.
    done: int
    unit: str
    #: The best validation; `None` if no round was played.
    best: float | None
    #: The file with the weights of the best validation.
    weights: Path


def train(
    game: str,
    *,
    out: str | Path,
    method: str | None = None,
    rules: Rules = "",
    seed: int | None = None,
    resume: bool = False,
    batch_seconds: float = BATCH_SECONDS,
    progress: Callable[[int, int], object] | None = None,
    **options: object,
) -> Trained:
    """Trains a player on the cluster, and writes the files of the run into the folder `out`.

    They are those of `plywood train --out`, byte for byte. `options` are the options of the method,
    such as `games=100_000` of Othello; `threads` are those of the driver, which learns. `progress`
    gets the work done so far and in all, after every round. Connects to the cluster of `ray.init`,
    or starts one here.
    """
    texts = [(key, str(value)) for key, value in options.items() if value is not None]
    plan = (game, method, write_rules(rules), texts)
    training = _plywood.Training(*plan)
    seed = whole_or_none("seed", seed)
    positive("batch_seconds", batch_seconds)
    if not ray.is_initialized():
        ray.init()
    seconds: float | None = None

    def work(data: bytes, items: int) -> list[bytes]:
        nonlocal seconds
        shared, cores = ray.put(data), max(1, int(ray.cluster_resources().get("CPU", 1)))
        ends = _divide(items, cores, seconds, batch_seconds)
        tasks = [_work.remote(plan, shared, *batch) for batch in pairwise(ends)]
        try:
            done: list[tuple[bytes, float]] = ray.get(tasks)
        except BaseException:
            for task in tasks:
                ray.cancel(task, force=True)
            raise
        seconds = sum(spent for _, spent in done) / items
        return [result for result, _ in done]

    report = progress or (lambda _done, _all: None)
    text = training.run(seed, str(out), resume, work, report)
    result = json.loads(text)
    return Trained(**{**result, "weights": Path(result["weights"])})


def _divide(items: int, cores: int, seconds: float | None, batch_seconds: float) -> list[int]:
    """Returns the ends of batches of items that take `seconds` each.

    There are as many batches for every core, unless they would be shorter than `batch_seconds`. In
    the first round, when the time of an item is unknown, there is one for every core.
    """
    batches = cores if seconds is None else max(1, int(items * seconds / batch_seconds))
    if batches > cores:
        batches -= batches % cores
    batches = min(batches, items)
    return [items * number // batches for number in range(batches + 1)]


# A task is repeated as often as its node dies. An exception is not repeated.
@ray.remote(num_cpus=1, max_retries=-1)
def _work(plan: Plan, data: bytes, first: int, last: int) -> tuple[bytes, float]:
    """Does the items `first..last` in a worker. Returns their result and the seconds spent."""
    begin = clock.perf_counter()
    result = _plywood.Training(*plan).work(data, first, last)
    return result, clock.perf_counter() - begin
