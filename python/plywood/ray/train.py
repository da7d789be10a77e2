"""Training whose games are played by the workers of a Ray cluster.

The driver learns, validates and writes the files of the run. In every round, it divides the games
of the round into batches. A task gets a reference to the weights and the numbers of its games, and
returns the data to learn from. A game depends on the weights and its number alone, so a task gives
the same result if it is repeated after its node has died. If the driver dies, a new one continues
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

#: The target time of a task, in seconds. At the end of a round, workers wait for the last task.
BATCH_SECONDS = 1.0

Plan = tuple[Any, ...]


@dataclass(frozen=True)
class Trained:
    """The results of a training run."""

    seed: int
    #: The work done in the whole run, such as 8000.
    done: int
    #: The unit of the work, such as `games`.
    unit: str
    #: The best validation result; `None` if no round was played.
    best: float | None
    #: The file with the weights that had this result.
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

    The files are the same as those of `plywood train --out`, byte for byte. `options` are the
    options of the method, such as `games=100_000` for Othello; `threads` is the number of threads
    with which the driver learns. After every round, `progress` is called with the work done so far
    and the total. Uses the cluster to which `ray.init` has connected, or starts one on this
    machine.
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
    """Divides items into batches. Returns the index of the first item, and the end of each batch.

    An item takes `seconds`, and a batch at least about `batch_seconds`. If there are more batches
    than cores, their number is a multiple of the cores. In the first round, when `seconds` is
    unknown, there is one batch per core.
    """
    batches = cores if seconds is None else max(1, int(items * seconds / batch_seconds))
    if batches > cores:
        batches -= batches % cores
    batches = min(batches, items)
    return [items * number // batches for number in range(batches + 1)]


# A task is repeated whenever its node dies, but not after an exception.
@ray.remote(num_cpus=1, max_retries=-1)
def _work(plan: Plan, data: bytes, first: int, last: int) -> tuple[bytes, float]:
    """Does the items from `first` up to `last` in a worker. Returns the result and the time."""
    begin = clock.perf_counter()
    result = _plywood.Training(*plan).work(data, first, last)
    return result, clock.perf_counter() - begin
