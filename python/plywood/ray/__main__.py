"""The command line: `python -m plywood.ray arena othello --player hard --player easy --out DIR`."""

from __future__ import annotations

import argparse
import sys

from .. import InputError
from .arena import BATCH_SECONDS, arena

EXAMPLES = """examples:
  python -m plywood.ray arena othello --player hard --player easy --games 1000 --seed 1 --out ladder
  python -m plywood.ray arena othello --player hard --player easy --games 1000 --out ladder --resume
  plywood report ladder

RAY_ADDRESS names the cluster; without it, one starts on this machine."""


def options() -> argparse.ArgumentParser:
    """Returns the options of the command line."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="python -m plywood.ray", formatter_class=raw)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser(
        "arena", help="play a tournament on a cluster", epilog=EXAMPLES, formatter_class=raw
    )
    one.add_argument("game", help="a game, or module:Class for one that is written in Python")
    one.add_argument("--player", action="append", required=True, metavar="SPEC")
    one.add_argument("--games", type=int, default=100, metavar="N", help="games of each pair")
    one.add_argument("--out", required=True, metavar="DIR", help="the folder of the records")
    one.add_argument("--resume", action="store_true", help="continue the tournament in --out")
    one.add_argument("--rules", default="", metavar="KEY=VALUE,...")
    one.add_argument("--seed", type=int, metavar="N")
    one.add_argument("--opening", type=int, metavar="N", help="random moves before a game")
    one.add_argument("--simulations", type=int, metavar="N", help="the limit of each decision")
    one.add_argument("--time", type=float, metavar="SECONDS", help="the limit of each decision")
    one.add_argument("--batch-seconds", type=float, default=BATCH_SECONDS, metavar="SECONDS")
    return parser


def show(done: int, planned: int) -> None:
    """Draws a progress bar on a terminal."""
    if sys.stderr.isatty():
        filled = 40 * done // planned
        bar = "█" * filled + "░" * (40 - filled)
        print(f"\r{bar} {done}/{planned} games", end="", file=sys.stderr, flush=True)


def main() -> int:
    """Runs the command line, and returns its exit status."""
    given = vars(options().parse_args())
    given.pop("command")
    try:
        result = arena(given.pop("game"), given.pop("player"), progress=show, **given)
    except (InputError, ImportError, AttributeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\ninterrupted: --resume continues the tournament", file=sys.stderr)
        return 130
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for player in result.document["players"]:
        shown = {
            key: player[key] for key in ("elo", "elo_ci95", "mean", "mean_ci95") if key in player
        }
        print(f"{player['spec']}: {player['games']} games, {shown}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
