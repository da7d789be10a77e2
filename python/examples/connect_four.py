"""Connect Four for Plywood: a game of your own in Python."""

import plywood

WIDTH, HEIGHT = 7, 6
COLUMN = HEIGHT + 1  # An empty cell above each column separates it from the next.
TOPS = [1 << COLUMN * column + HEIGHT for column in range(WIDTH)]


class ConnectFour:
    """Two players, four discs in a row. Bit `7 * column + row` of a number is a cell."""

    seats = 2
    shape, actions, bounds = (2, WIDTH, COLUMN), WIDTH, (0, 1)  # For environments, as `observe`.

    def __init__(self):
        self.discs, self.free = [0, 0], [1 << COLUMN * column for column in range(WIDTH)]
        self.seat, self.left, self.winner = 0, WIDTH * HEIGHT, None

    def copy(self):
        other = object.__new__(type(self))
        other.discs, other.free = self.discs[:], self.free[:]
        other.seat, other.left, other.winner = self.seat, self.left, self.winner
        return other

    def moves(self):
        return [column for column, cell in enumerate(self.free) if cell != TOPS[column]]

    def play(self, column):
        seat, cell = self.seat, self.free[column]
        board = self.discs[seat] = self.discs[seat] | cell
        self.free[column] = cell << 1
        self.left -= 1
        if has_four(board):
            self.winner, self.seat = seat, None
        else:
            self.seat = 1 - seat if self.left else None

    def score(self, seat):
        return 0 if self.winner is None else 1 if self.winner == seat else -1

    def observe(self, seat):
        boards = self.discs[seat], self.discs[1 - seat]
        return [board >> cell & 1 for board in boards for cell in range(WIDTH * COLUMN)]

    def __str__(self):
        cell = lambda bit: "X" if self.discs[0] & bit else "O" if self.discs[1] & bit else "."
        rows = [[cell(1 << COLUMN * c + row) for c in range(WIDTH)] for row in range(HEIGHT)]
        return "\n".join(" ".join(row) for row in reversed(rows))


def has_four(board):
    up, down = board & board >> 1, board & board >> 6
    flat, rise = board & board >> 7, board & board >> 8
    return bool(up & up >> 2 or down & down >> 12 or flat & flat >> 14 or rise & rise >> 16)


if __name__ == "__main__":
    print(plywood.search(ConnectFour(), simulations=10_000))
