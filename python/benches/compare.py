"""Compares the speed of Plywood's Python package with that of its peers, on one core.

    python compare.py [--seconds 3] [--rounds 3] [--json]

Peers: `pip install pgx jumanji open_spiel`. Peers that are not installed are skipped. NOTES says
what is compared with what. On a machine that does other work, too, `--clock cpu` measures the
processor time of this process instead of wall-clock time.
"""

from __future__ import annotations

import argparse
import importlib.util
import inspect
import json
import os
import platform
import random
import sys
import textwrap
import time
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

GAMES = 1024  # The number of games in our vector environments.
BATCHES = (256, 1024, 4096)  # Batch sizes in JAX, of which the fastest counts.
STEPS_PER_CALL = 65_536  # Steps per call in JAX: batch size times length of the scan.
EXPLORATION = 1.4
RATED_TETRIS = "Tetris, random steps"
RATED_OTHELLO = "Othello, random steps"
RATED_SEARCH = "Connect Four in Python, simulations"

NOTES = {
    RATED_OTHELLO: (
        "A step is a move or a pass. Ours and pgx also write an observation and the legal actions "
        "of every game, and restart finished games; our steps that only restart a game are not "
        "counted. pgx draws the actions inside of the compiled scan, by the cumulative sum of the "
        "mask: the same distribution as jax.random.categorical, at up to twice its speed. pgx ends "
        "a game that neither side can continue after two passes, the others at once. OpenSpiel "
        "gives the legal actions and no observation."
    ),
    RATED_TETRIS: (
        "A step is a placement. Jumanji: 10x10 board, independent pieces, no preview, four "
        "rotations of every piece even if they are equal, lost when no placement fits, at most "
        "400 pieces; random games last 14 pieces. Ours: 10x20, bag of seven, one piece of preview, "
        "no limit; the row '10x10' has Jumanji's size of the board, independent pieces and loss "
        "when no placement fits. The ratio is that of our slower row."
    ),
    RATED_SEARCH: (
        "The same class on both sides, {simulations} simulations from the start, one random "
        "playout each, c = 1.4, no proofs in OpenSpiel. Its values are from -1 to 1 and ours from "
        "0 to 1. 'MCTSBot' has the game as OpenSpiel documents it, with a cheap copy. 'MCTSBot, "
        "overrides' also replaces clone, legal_actions and apply_action by direct calls of the "
        "class: this is not documented and works with searches in Python only, and the target "
        "leaves it out. 'no search' plays random games with the class in a plain loop, a copy and "
        "a game at a time: a search that plays a game for each simulation is hardly faster."
    ),
}


@dataclass
class Contestant:
    """A library that performs a task. `run` does some steps and returns their number."""

    task: str
    library: str
    version: str
    run: Callable[[], int]
    ours: bool = False
    is_peer: bool = True  # Whether the target requires a ratio to it.
    setting: str = ""
    rate: float = 0.0
    rates: list[float] = field(default_factory=list)
    processor_share: float = 0.0
    ratio: float | None = None


@dataclass(frozen=True)
class Target:
    """The required ratio to every peer, and the required rate."""

    task: str
    ratio: float
    rate: float = 0.0


TARGETS = (Target(RATED_OTHELLO, 10), Target(RATED_TETRIS, 10), Target(RATED_SEARCH, 5, 8_000))


class Skipped(Exception):
    """A library or a file is missing."""


def need(module: str, package: str | None = None) -> tuple[Any, str]:
    """Imports a module and returns it with the version of its package."""
    try:
        imported = importlib.import_module(module)
    except ImportError as error:
        raise Skipped(f"{module} cannot be imported ({error})") from error
    try:
        return imported, metadata.version(package or module)
    except metadata.PackageNotFoundError:
        return imported, getattr(imported, "__version__", "unknown version")


def use_one_core(cpu: int | None) -> int | None:
    """Restricts this process to one core. Call it before JAX is imported."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NPROC"):
        os.environ[name] = "1"
    flags = os.environ.get("XLA_FLAGS", "")
    os.environ["XLA_FLAGS"] = f"{flags} --xla_cpu_multi_thread_eigen=false".strip()
    os.environ["JAX_PLATFORMS"] = "cpu"
    if not hasattr(os, "sched_setaffinity"):
        print("this system cannot bind a process to a core", file=sys.stderr)
        return None
    cpu = max(os.sched_getaffinity(0)) if cpu is None else cpu
    os.sched_setaffinity(0, {cpu})
    return cpu


# Ours


def our_steps(task: str, game: str, rules: str = "", setting: str = "") -> Contestant:
    plywood, version = need("plywood")
    if not hasattr(plywood, "vector_env"):
        raise Skipped(f"plywood {version} has no vector_env")
    options: dict[str, Any] = {"rules": rules} if rules else {}
    try:
        envs = plywood.vector_env(game, n=GAMES, **options)
    except TypeError as error:
        raise Skipped(f"plywood {version}: vector_env({game!r}, {rules!r}): {error}") from error
    import numpy

    envs.reset(seed=1)

    def run() -> int:
        restarts = 0
        for _ in range(64):
            _, _, terminations, truncations, _ = envs.step(envs.sample_legal())
            # A finished game restarts at the next step, which plays no move and must not count.
            # Games that end at the last step are subtracted, too, although they restart later.
            restarts += int(numpy.count_nonzero(terminations))
            restarts += int(numpy.count_nonzero(truncations))
        return 64 * GAMES - restarts

    setting = f"{setting}, batch {GAMES}".removeprefix(", ")
    return Contestant(task, "plywood", version, run, ours=True, setting=setting)


def our_search(state: type, simulations: int) -> Contestant:
    plywood, version = need("plywood")
    if not hasattr(plywood, "search"):
        raise Skipped(f"plywood {version} has no search")
    options: dict[str, Any] = {"simulations": simulations}
    # The default is the square root of two.
    if "exploration" in inspect.signature(plywood.search).parameters:
        options["exploration"] = EXPLORATION
    seeds = iter(range(1, sys.maxsize))

    def run() -> int:
        decision = plywood.search(state(), seed=next(seeds), **options)
        # The search makes fewer simulations than the limit if it has proven its choice.
        stats = getattr(decision, "document", {}).get("stats", {})
        return int(stats.get("simulations") or simulations)

    return Contestant(RATED_SEARCH, "plywood", version, run, ours=True, setting="search")


# Peers in JAX


def draw_legal(key: Any, mask: Any) -> Any:
    """Draws a uniformly random legal action for every game.

    Draws one number per game, while `jax.random.categorical` draws one per action.
    """
    import jax
    import jax.numpy as jnp

    counts = jnp.cumsum(mask, axis=-1)
    drawn = jax.random.uniform(key, (mask.shape[0],)) * counts[:, -1]
    return jnp.argmax(counts > drawn[:, None], axis=-1)


def scanned(step: Callable[[Any, Any], Any], start: Any, batch: int) -> Callable[[], int]:
    """Compiles a scan over many steps, and returns a function that runs it.

    `step` maps a key and a state to the next state. The state includes everything that a learner
    needs, so that the compiler cannot remove the computation of the observations.
    """
    import jax

    length = STEPS_PER_CALL // batch

    def body(carry: Any, _: None) -> tuple[Any, None]:
        key, state = carry
        key, own = jax.random.split(key)
        return (key, step(own, state)), None

    call = jax.jit(lambda carry: jax.lax.scan(body, carry, None, length=length)[0])
    carry = jax.block_until_ready(call((jax.random.PRNGKey(2), start)))

    def run() -> int:
        nonlocal carry
        carry = jax.block_until_ready(call(carry))
        return batch * length

    return run


def pgx_othello(batch: int) -> Contestant:
    pgx, version = need("pgx")
    import jax
    from pgx.experimental import auto_reset

    env = pgx.make("othello")
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), batch))
    step_all = jax.vmap(auto_reset(env.step, env.init))

    def step(key: Any, state: Any) -> Any:
        key, own = jax.random.split(key)
        action = draw_legal(own, state.legal_action_mask)
        return step_all(state, action, jax.random.split(key, batch))

    run = scanned(step, start, batch)
    return Contestant(RATED_OTHELLO, "pgx", version, run, setting=f"batch {batch}")


def jumanji_tetris(batch: int) -> Contestant:
    jumanji, version = need("jumanji")
    import jax
    import jax.numpy as jnp
    from jumanji.wrappers import AutoResetWrapper, VmapWrapper

    env = VmapWrapper(AutoResetWrapper(jumanji.make("Tetris-v0")))
    start = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(1), batch))
    columns = start[1].observation.action_mask.shape[-1]

    def step(key: Any, carry: Any) -> Any:
        state, timestep = carry
        mask = timestep.observation.action_mask.reshape(batch, -1)
        action = draw_legal(key, mask)
        return env.step(state, jnp.stack([action // columns, action % columns], axis=-1))

    run = scanned(step, start, batch)
    return Contestant(RATED_TETRIS, "jumanji", version, run, setting=f"batch {batch}")


def fastest_batch(make: Callable[[int], Contestant], clock: Clock) -> Contestant:
    candidates = [make(batch) for batch in BATCHES]
    return max(candidates, key=lambda one: max(measure(one.run, 0.7, clock)[0] for _ in range(2)))


# OpenSpiel


def open_spiel_othello() -> Contestant:
    pyspiel, version = need("pyspiel", "open_spiel")
    game = pyspiel.load_game("othello")
    choose = random.Random(1).choice

    def run() -> int:
        state, steps = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(choose(state.legal_actions()))
            steps += 1
        return steps

    return Contestant(RATED_OTHELLO, "open_spiel", version, run, setting="Python API")


def open_spiel_search(state_class: type, simulations: int, overrides: bool) -> Contestant:
    """OpenSpiel's search in Python, with the smallest possible `pyspiel.State` around the game."""
    pyspiel, version = need("pyspiel", "open_spiel")
    import numpy
    from open_spiel.python.algorithms import mcts

    kinds = pyspiel.GameType
    game_type = kinds(
        short_name="python_connect_four_of_plywood",
        long_name="Connect Four of Plywood's examples",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    game_info = pyspiel.GameInfo(
        num_distinct_actions=7,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=42,
    )
    terminal = pyspiel.PlayerId.TERMINAL

    class State(pyspiel.State):  # type: ignore[name-defined]
        def __init__(self, game: Any, own: Any = None) -> None:
            super().__init__(game)
            self.own = own or state_class()

        def current_player(self) -> int:
            seat = self.own.seat
            return terminal if seat is None else seat

        def is_terminal(self) -> bool:
            return self.own.seat is None

        def returns(self) -> list[float]:
            return [self.own.score(0), self.own.score(1)]

        def _legal_actions(self, player: int) -> list[int]:
            return self.own.moves()

        def _apply_action(self, action: int) -> None:
            self.own.play(action)

        def _action_to_string(self, player: int, action: int) -> str:
            return str(action)

        def __str__(self) -> str:
            return str(self.own)

    class DirectState(State):
        def clone(self) -> State:
            return DirectState(game, self.own.copy())

        def is_chance_node(self) -> bool:
            return False

        def legal_actions(self, player: int | None = None) -> list[int]:
            return self.own.moves()

        def apply_action(self, action: int) -> None:
            self.own.play(int(action))  # The evaluator draws NumPy integers, which are slow.

    class Game(pyspiel.Game):  # type: ignore[name-defined]
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game_type, game_info, params or {})

        def new_initial_state(self, state: Any = None) -> State:
            return DirectState(self) if overrides else State(self)

    # OpenSpiel copies the attributes of a state with `copy.deepcopy`, which is slow without this.
    state_class.__deepcopy__ = lambda self, memo: self.copy()  # type: ignore[attr-defined]
    game = Game()
    root = game.new_initial_state()
    bot = mcts.MCTSBot(
        game,
        EXPLORATION,
        simulations,
        mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=numpy.random.RandomState(1)),
        solve=False,
        random_state=numpy.random.RandomState(2),
    )

    def run() -> int:
        return bot.mcts_search(root).explore_count

    setting = "MCTSBot, overrides" if overrides else "MCTSBot"
    is_peer = not overrides
    return Contestant(RATED_SEARCH, "open_spiel", version, run, is_peer=is_peer, setting=setting)


# The class of Connect Four


def load_connect_four(path: Path) -> type:
    """Loads the class from the examples. If plywood is missing, they import an empty module."""
    if not path.is_file():
        raise Skipped(f"{path} is missing")
    stub = importlib.util.find_spec("plywood") is None
    if stub:
        sys.modules["plywood"] = types.ModuleType("plywood")
    try:
        spec = importlib.util.spec_from_file_location("connect_four", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.ConnectFour
    finally:
        if stub:
            del sys.modules["plywood"]


def no_search(state_class: type) -> Contestant:
    choose = random.Random(1).choice
    root = state_class()

    def run() -> int:
        for _ in range(100):
            state = root.copy()
            while state.seat is not None:
                state.play(choose(state.moves()))
        return 100

    version = platform.python_version()
    return Contestant(RATED_SEARCH, "Python", version, run, is_peer=False, setting="no search")


# Measurements

Clock = Callable[[], float]


def measure(run: Callable[[], int], seconds: float, clock: Clock) -> tuple[float, float]:
    """Returns the steps per second, and the share of the core's time that this process had."""
    steps, elapsed = 0, 0.0
    wall, processor, start = time.perf_counter(), time.process_time(), clock()
    while elapsed < seconds:
        steps += run()
        elapsed = clock() - start
    share = (time.process_time() - processor) / (time.perf_counter() - wall)
    return steps / elapsed, share


def contest(
    makers: Iterable[Callable[[], Contestant]], options: argparse.Namespace, skipped: list[str]
) -> list[Contestant]:
    """Makes the contestants of a task and measures them in turn, for several rounds."""
    clock = CLOCKS[options.clock]
    contestants = []
    for make in makers:
        try:
            contestants.append(make())
        except Skipped as reason:
            skipped.append(str(reason))
    for one in contestants:
        one.run()  # Warms up. JAX has compiled already.
    for _ in range(options.rounds):
        for one in contestants:
            rate, share = measure(one.run, options.seconds, clock)
            one.rates.append(rate)
            if rate > one.rate:
                one.rate, one.processor_share = rate, share
    ours = min((one.rate for one in contestants if one.ours), default=None)
    for one in contestants:
        if ours is not None and not one.ours:
            one.ratio = ours / one.rate
    return contestants


CLOCKS: dict[str, Clock] = {"wall": time.perf_counter, "cpu": time.process_time}


def tasks(options: argparse.Namespace) -> Iterator[list[Callable[[], Contestant]]]:
    clock = CLOCKS[options.clock]
    yield [
        lambda: our_steps(RATED_OTHELLO, "othello"),
        lambda: fastest_batch(pgx_othello, clock),
        open_spiel_othello,
    ]
    near = "height=10,randomizer=uniform,end=strict"
    yield [
        lambda: our_steps(RATED_TETRIS, "tetris", setting="10x20"),
        lambda: our_steps(RATED_TETRIS, "tetris", rules=near, setting="10x10"),
        lambda: fastest_batch(jumanji_tetris, clock),
    ]

    def connect_four() -> type:
        return load_connect_four(options.game)

    yield [
        lambda: our_search(connect_four(), options.simulations),
        lambda: open_spiel_search(connect_four(), options.simulations, overrides=False),
        lambda: open_spiel_search(connect_four(), options.simulations, overrides=True),
        lambda: no_search(connect_four()),
    ]


# Output


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())


def verdicts(results: list[Contestant]) -> list[dict[str, Any]]:
    """Compares the results with the targets. Leaves out targets without a measured peer."""
    found = []
    for target in TARGETS:
        rates = [one.rate for one in results if one.ours and one.task == target.task]
        ratios = [
            one.ratio
            for one in results
            if one.task == target.task and one.is_peer and one.ratio is not None
        ]
        if rates and ratios:
            is_met = min(ratios) >= target.ratio and min(rates) >= target.rate
            verdict = asdict(target) | {"least_ratio": min(ratios), "least_rate": min(rates)}
            found.append(verdict | {"is_met": is_met})
    return found


def table(results: list[Contestant]) -> str:
    rows = [("task", "library (version)", "rate per second", "ours/theirs")]
    for one in results:
        setting = f", {one.setting}" if one.setting else ""
        name = f"{one.library} ({one.version}){setting}"
        ratio = "" if one.ratio is None else f"{one.ratio:.2f}"
        rows.append((one.task, name, f"{one.rate:,.0f}", ratio))
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    return "\n".join(
        f"{task:<{widths[0]}}  {name:<{widths[1]}}  {rate:>{widths[2]}}  {ratio:>{widths[3]}}"
        for task, name, rate, ratio in rows
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="time of a measurement")
    parser.add_argument("--rounds", type=int, default=3, help="measurements; the best counts")
    parser.add_argument("--simulations", type=int, default=2_000, help="simulations of a search")
    parser.add_argument("--clock", choices=CLOCKS, default="wall", help="the time that counts")
    parser.add_argument("--cpu", type=int, help="the core; the last one if left out")
    parser.add_argument("--only", choices=("othello", "tetris", "connect4"), help="one task")
    parser.add_argument(
        "--game",
        type=Path,
        default=Path(__file__).resolve().parent.parent / "examples" / "connect_four.py",
        help="the file with the class ConnectFour",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")

    cpu = use_one_core(options.cpu)
    skipped: list[str] = []
    results: list[Contestant] = []
    for name, makers in zip(("othello", "tetris", "connect4"), tasks(options), strict=True):
        if options.only in (None, name):
            results += contest(makers, options, skipped)
    skipped = list(dict.fromkeys(skipped))
    shared = [one for one in results if one.processor_share < 0.95]
    notes = {
        task: note.format(simulations=f"{options.simulations:,}")
        for task, note in NOTES.items()
        if any(one.task == task for one in results)
    }

    if options.json:
        document = {
            "processor": processor(),
            "python": platform.python_version(),
            "core": cpu,
            "seconds": options.seconds,
            "rounds": options.rounds,
            "clock": options.clock,
            "simulations": options.simulations,
            "results": [
                {key: value for key, value in vars(one).items() if key != "run"} for one in results
            ],
            "targets": verdicts(results),
            "skipped": skipped,
            "notes": notes,
        }
        print(json.dumps(document, indent=2))
        return

    core = "" if cpu is None else f", core {cpu} only"
    print(f"{processor()}{core}, Python {platform.python_version()}")
    print(f"best of {options.rounds} rounds of {options.seconds:g} s, {options.clock} time\n")
    print(table(results))
    print()
    for reason in skipped:
        print(f"skipped: {reason}")
    if shared and options.clock == "wall":
        least = min(one.processor_share for one in shared)
        print(f"caution: other processes used the core; a best round had {least:.0%} of it")
    for one in verdicts(results):
        rate = f" and {one['rate']:,.0f} per second" if one["rate"] else ""
        answer = "met" if one["is_met"] else "NOT met"
        print(f"target {answer}: {one['task']}: at least {one['ratio']:g} times{rate}")
    for task, note in notes.items():
        print("\n" + textwrap.fill(f"{task}: {note}", width=100))


if __name__ == "__main__":
    main()
