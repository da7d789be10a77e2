"""A tournament whose games are played by the workers of a Ray cluster.

The driver divides the rounds of the plan into parts, and each task plays one part. The arguments of
a task are the plan and its part; its result is the records of its games. Games depend on the plan
alone, so a task gives the same games if it is repeated after its node has died. The driver records
each game once. If the driver dies, a new one continues with `resume=True`.
"""

from __future__ import annotations

import functools
import itertools
import json
import random
import time as clock
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import ray

from .. import _plywood
from ..game import Rules, write_rules
from ..numbers import positive, whole, whole_or_none
from ..own_game import load, register
from ..tournament import Tournament

#: The target time of a task, in seconds. The overhead of Ray is about a millisecond per task.
BATCH_SECONDS = 5.0

#: The number of tasks submitted per core, so that no core is idle while the driver records.
TASKS_PER_CORE = 2

Plan = tuple[Any, ...]


def arena(
    game: str,
    players: Sequence[str],
    *,
    out: str | Path,
    games: int = 100,
    rules: Rules = "",
    seed: int | None = None,
    opening: int | None = None,
    simulations: int | None = None,
    time: float | None = None,
    resume: bool = False,
    batch_seconds: float = BATCH_SECONDS,
    progress: Callable[[int, int], object] | None = None,
) -> Tournament:
    """Plays a tournament on the cluster, and writes records and report into the folder `out`.

    The files are the same as those of `plywood arena --out`. `game` is the name of a game, or
    `module:Class` for a game written in Python that the workers can import. `progress` is called
    with the number of games so far and the total. Uses the cluster to which `ray.init` has
    connected, or starts one on this machine.
    """
    folder = Path(out)
    if seed is None:
        seed = _recorded_seed(folder) if resume else None
    plan = (
        game,
        write_rules(rules),
        tuple(players),
        whole("games", games, high=2**32 - 1),
        random.getrandbits(32) if seed is None else whole("seed", seed),
        None if opening is None else whole("opening", opening, high=2**32 - 1),
        whole_or_none("simulations", simulations),
        time,
    )
    positive("batch_seconds", batch_seconds)
    tournament = _tournament(plan)
    if not ray.is_initialized():
        ray.init()
    begin = clock.perf_counter()
    records = tournament.records(str(folder), resume)
    parts = _divide(tournament, records, batch_seconds)
    report = progress or (lambda _done, _all: None)
    report(len(records), tournament.games)
    shared, cores = ray.put(plan), max(1, int(ray.cluster_resources().get("CPU", 1)))
    with closing(results(lambda part: _play.remote(shared, part), parts, cores)) as played:
        for lines in played:
            report(records.add(lines), tournament.games)
    text = tournament.report(records, clock.perf_counter() - begin)
    return Tournament.from_document(json.loads(text))


def _divide(
    tournament: _plywood.Tournament, records: _plywood.Records, batch_seconds: float
) -> list[str]:
    """Divides the tournament, and returns the parts with games that are not recorded.

    First plays and records one round in this process, to measure the time of a round.
    """
    rounds = tournament.rounds
    begin = clock.perf_counter()
    records.add(tournament.play_part(f"1/{rounds}"))
    seconds = clock.perf_counter() - begin
    rounds_each = max(1, round(min(rounds, batch_seconds / seconds)))
    return tournament.open_parts(records, -(-rounds // rounds_each))


def results(
    submit: Callable[[str], Any], parts: Iterable[str], cores: int
) -> Generator[str, None, None]:
    """Submits parts, a limited number at a time, and yields the records of each finished part.

    Cancels all tasks in progress when the generator is closed or a task fails.
    """
    waiting, running = iter(parts), list[Any]()
    try:
        while True:
            room = TASKS_PER_CORE * cores - len(running)
            running += [submit(part) for part in itertools.islice(waiting, room)]
            if not running:
                return
            # Waits for several tasks at once, because a call takes longer with more tasks.
            done, running = ray.wait(running, num_returns=-(-len(running) // 8), timeout=1.0)
            yield from ray.get(done)
    finally:
        for task in running:
            # `force` also ends code of a game that never returns.
            ray.cancel(task, force=True)


# A task is repeated whenever its node dies, but not after an exception of a game.
@ray.remote(num_cpus=1, max_retries=-1)
def _play(plan: Plan, part: str) -> str:
    """Plays a part in a worker, and returns the records of its games."""
    return _tournament(plan).play_part(part)


@functools.lru_cache(maxsize=1)
def _tournament(plan: Plan) -> _plywood.Tournament:
    """Returns the tournament of a plan. Cached, because drawing its openings takes time."""
    game, rules, players, *rest = plan
    if ":" in game:
        game = register(load(game))
    return _plywood.Tournament(game, rules, list(players), *rest)


def _recorded_seed(folder: Path) -> int | None:
    """Returns the seed of the records in a folder; `None` if there are none."""
    try:
        return int(json.loads((folder / "arena.json").read_text())["seed"])
    except (OSError, ValueError, KeyError):
        return None
