"""The command line: `python -m plywood serve`, with games of your own by `--game module:Class`."""

from __future__ import annotations

import os
import signal
import sys

from . import _plywood
from .own_game import load, register

#: The commands without a game as an argument.
WITHOUT_GAME = {"serve", "games", "report", "replay", "quality", "engine", "completions", "man"}

HELP = """
With --game module:Class, a command has a game that is written in Python:
  python -m plywood serve --game connect_four:ConnectFour
  python -m plywood hint --game connect_four:ConnectFour --simulations 1000
  python -m plywood arena --game connect_four:ConnectFour --player hard --player easy"""


def main(arguments: list[str]) -> int:
    """Runs a command line, and returns its exit status."""
    try:
        arguments = with_own_games(arguments)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    # Python's handler would run only after the command. The commands handle the signal themselves.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    status = _plywood.run(["python -m plywood", *arguments])
    if arguments in (["--help"], ["help"], ["-h"]):
        print(HELP)
    return status


def with_own_games(arguments: list[str]) -> list[str]:
    """Registers the games of `--game module:Class`, and writes their names in its place."""
    rest: list[str] = []
    names: list[str] = []
    waiting = iter(arguments)
    for argument in waiting:
        option, equals, value = argument.partition("=")
        if option != "--game":
            rest.append(argument)
            continue
        # Makes modules of the current folder importable, as `python -m` does.
        sys.path.insert(0, os.getcwd())
        names.append(register(load(value if equals else next(waiting, ""))))
    # Options such as --quiet may come before the command.
    command = next((at for at, word in enumerate(rest) if not word.startswith("-")), None)
    if names and command is not None and rest[command] not in WITHOUT_GAME:
        rest.insert(command + 1, names[0])
    return rest


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
