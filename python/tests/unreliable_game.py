"""A game that fails in the workers of a cluster, for the tests of Ray."""

import os
import time
from pathlib import Path


class Unreliable:
    """A game of one move, which never returns in the first worker and raises in others."""

    seats = 1

    def __init__(self, seed=0):
        self.seat = 0

    def moves(self):
        return ["move"]

    def play(self, move):
        folder = os.environ.get("UNRELIABLE")
        if folder is not None:
            try:
                (Path(folder) / "first").touch(exist_ok=False)
            except FileExistsError:
                raise KeyError("a fault of the game") from None
            time.sleep(3600)
        self.seat = None

    def score(self, seat):
        return 1
