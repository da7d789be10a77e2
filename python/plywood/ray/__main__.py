"""The command line: `python -m plywood.ray arena othello --player hard --player easy --out DIR`."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from .. import InputError
from .arena import BATCH_SECONDS as GAMES_SECONDS
from .arena import arena
from .train import BATCH_SECONDS as WORK_SECONDS
from .train import train

CLUSTER = "RAY_ADDRESS names the cluster; without it, one starts on this machine."

ARENA_EXAMPLES = f"""examples:
  python -m plywood.ray arena othello --player hard --player easy --games 1000 --seed 1 --out ladder
  python -m plywood.ray arena othello --player hard --player easy --games 1000 --out ladder --resume
  plywood report ladder

{CLUSTER}"""

TRAIN_EXAMPLES = f"""Options of a method, such as --games, are those of `plywood train`.

examples:
  python -m plywood.ray train othello --games 2000000 --seed 1 --out run
  python -m plywood.ray train othello --games 2000000 --out run --resume
  python -m plywood.ray train tetris --method cem --rules height=8,end=strict --out weights

{CLUSTER}"""


def options() -> argparse.ArgumentParser:
    """Returns the options of the command line."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m plywood.ray", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, summary: str, examples: str, seconds: float) -> argparse.ArgumentParser:
        one = commands.add_parser(
            name, help=summary, epilog=examples, formatter_class=raw, allow_abbrev=False
        )
        one.add_argument("--out", required=True, metavar="DIR", help="the folder of the files")
        one.add_argument("--resume", action="store_true", help="continue what is in --out")
        one.add_argument("--rules", default="", metavar="KEY=VALUE,...")
        one.add_argument("--seed", type=int, metavar="N")
        one.add_argument("--batch-seconds", type=float, default=seconds, metavar="SECONDS")
        return one

    one = command("arena", "play a tournament on a cluster", ARENA_EXAMPLES, GAMES_SECONDS)
    one.add_argument("game", help="a game, or module:Class for one that is written in Python")
    one.add_argument("--player", action="append", required=True, metavar="SPEC")
    one.add_argument("--games", type=int, default=100, metavar="N", help="games of each pair")
    one.add_argument("--opening", type=int, metavar="N", help="random moves before a game")
    one.add_argument("--simulations", type=int, metavar="N", help="the limit of each decision")
    one.add_argument("--time", type=float, metavar="SECONDS", help="the limit of each decision")
    one = command("train", "train a player on a cluster", TRAIN_EXAMPLES, WORK_SECONDS)
    one.add_argument("game", help="a game with a method of training")
    one.add_argument("--method", metavar="METHOD", help="the method; left out: the game's first")
    return parser


def read(arguments: list[str]) -> dict[str, Any]:
    """Reads the arguments. Other arguments of `train` are options of the method."""
    parser = options()
    known, rest = parser.parse_known_args(arguments)
    given = vars(known)
    words = iter(rest if given["command"] == "train" else [])
    for word in words:
        name, _, value = word.partition("=")
        value = value or next(words, "")
        if not (name.startswith("--") and value):
            parser.error(f"unrecognized argument: {word}")
        key = name.removeprefix("--")
        if key in given or key == "progress":
            parser.error(f"{name}: not an option of a method, or given twice")
        given[key] = value
    if rest and given["command"] != "train":
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    return given


def show(done: int, planned: int) -> None:
    """Draws a progress bar on a terminal."""
    if sys.stderr.isatty():
        filled = 40 * done // planned
        bar = "█" * filled + "░" * (40 - filled)
        print(f"\r{bar} {done}/{planned}", end="", file=sys.stderr, flush=True)


def play(given: dict[str, Any]) -> list[str]:
    """Plays a tournament, and returns a line for each player."""
    players = arena(given.pop("game"), given.pop("player"), progress=show, **given)
    shown = ("elo", "elo_ci95", "mean", "mean_ci95")
    return [
        f"{player['spec']}: {player['games']} games, "
        f"{ {key: player[key] for key in shown if key in player} }"
        for player in players.document["players"]
    ]


def learn(given: dict[str, Any]) -> list[str]:
    """Trains, and returns what `plywood train` prints."""
    trained = train(given.pop("game"), progress=show, **given)
    lines = [f"seed {trained.seed}: {trained.done} {trained.unit}"]
    if trained.best is not None:
        lines.append(f"best validation {trained.best:.1f}, weights in {trained.weights}")
    return lines


def main() -> int:
    """Runs the command line, and returns its exit status."""
    given = read(sys.argv[1:])
    run = play if given.pop("command") == "arena" else learn
    try:
        lines = run(given)
    except (InputError, ImportError, AttributeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ninterrupted: --resume continues", file=sys.stderr)
        return 130
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
