"""Drawings of positions: boards for the built-in games, the terminal picture for all others.

The size of a drawing depends on the rules of a game but not on the position, so that the frames of
a game fit together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from .drawing import Circle, Drawing, Rectangle, Shape, Text

_GROUND = "#f7f4ee"
_INK = "#24272b"
_MUTED = "#5b6168"
_ALERT = "#a3341d"
_FELT = "#3f7c60"
_FELT_LINE = "#2f6049"

_TEXT_SIZE = 20
_SMALL_TEXT_SIZE = 10


def draw(game: str, position: str, picture: str) -> Drawing:
    """Draw a position.

    `position` is its text on one line, `picture` its picture for a terminal. The picture is drawn
    as text if this module has no board for the game or cannot read the position.
    """
    if board := _BOARDS.get(game):
        try:
            return board(position, picture)
        except ValueError:
            pass
    return _draw_text(picture)


def _draw_text(picture: str) -> Drawing:
    margin = 16
    lines = picture.splitlines()
    width = _text_width(max(map(len, lines), default=0), _TEXT_SIZE) + 2 * margin
    height = len(lines) * _TEXT_SIZE + 2 * margin
    shapes: list[Shape] = [Rectangle(0, 0, width, height, _GROUND)]
    for number, line in enumerate(lines):
        shapes.append(Text(margin, margin + number * _TEXT_SIZE, line, _TEXT_SIZE, _INK))
    return Drawing(width, height, shapes)


# What the games share.


def _fields(position: str) -> dict[str, str]:
    """Return the fields of a position, each of which is `name:value`."""
    return dict(re.findall(r"(\w+):(.*?)(?=\s+\w+:|\s*$)", position))


def _number(fields: dict[str, str], name: str, default: int) -> int:
    return int(fields.get(name, default))


def _grid(text: str) -> list[str]:
    """Read rows of `.` and `#` that are joined by `/`."""
    rows = text.split("/")
    if not all(re.fullmatch(r"[.#]+", row) and len(row) == len(rows[0]) for row in rows):
        raise ValueError(f"{text!r}: expected rows of . and # of the same length, joined by /")
    return rows


def _filled(rows: list[str]) -> Iterator[tuple[int, int]]:
    """Return the column and the row of each `#`."""
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell == "#":
                yield column, row


def _last_line(picture: str) -> str:
    lines = picture.splitlines()
    return lines[-1] if lines else ""


def _text_width(length: int, size: int) -> int:
    return length * size * 6 // 10


def _centred(x: int, y: int, text: str, size: int, fill: str) -> Text:
    """Return a text whose capital letters are centred at a point."""
    return Text(x, y - size * 9 // 20, text, size, fill, "middle")


# Othello

_FRAME = "#c59a66"
_FRAME_INK = "#3a2810"
_DISCS = {"X": "#1c1f22", "O": "#fbf9f3"}
_SQUARE = 52
_OTHELLO_MARGIN = 32


def _draw_othello(position: str, picture: str) -> Drawing:
    if not (match := re.fullmatch(r"([XO-]{64}) [XO]", position.strip())):
        raise ValueError("expected 64 squares and the side to move")
    squares = match[1]
    width = 8 * _SQUARE + 2 * _OTHELLO_MARGIN
    shapes: list[Shape] = [Rectangle(0, 0, width, width + 32, _FRAME), *_othello_grid()]
    for number, square in enumerate(squares):
        if square in _DISCS:
            x, y = _square_centre(number % 8), _square_centre(number // 8)
            shapes.append(Circle(x, y, _SQUARE * 21 // 50, _DISCS[square]))
    count = f"● {squares.count('X')}  ○ {squares.count('O')}"
    status = _last_line(picture).split("  ")[-1]
    right = width - _OTHELLO_MARGIN
    shapes.append(Text(_OTHELLO_MARGIN, width, count, _TEXT_SIZE, _FRAME_INK))
    shapes.append(Text(right, width, status, _TEXT_SIZE, _FRAME_INK, "end"))
    return Drawing(width, width + 32, shapes)


def _square_centre(number: int) -> int:
    return _OTHELLO_MARGIN + number * _SQUARE + _SQUARE // 2


def _othello_grid() -> Iterator[Shape]:
    """Return the felt, the lines between the squares, and the coordinates on all sides."""
    start, side = _OTHELLO_MARGIN, 8 * _SQUARE
    yield Rectangle(start - 2, start - 2, side + 4, side + 4, _FELT_LINE)
    yield Rectangle(start, start, side, side, _FELT)
    for line in range(1, 8):
        at = start + line * _SQUARE - 1
        yield Rectangle(at, start, 2, side, _FELT_LINE)
        yield Rectangle(start, at, side, 2, _FELT_LINE)
    for number in range(8):
        centre = _square_centre(number)
        for edge in (start // 2, start + side + start // 2):
            yield _centred(centre, edge, "abcdefgh"[number], _TEXT_SIZE, _FRAME_INK)
            yield _centred(edge, centre, str(number + 1), _TEXT_SIZE, _FRAME_INK)


# Klondike

_CARD = "#fffefb"
_CARD_EDGE = "#8d867a"
_CARD_BACK = "#7b5a38"
_CARD_WEAVE = "#a5835c"
_SLOT = "#37705a"
_TABLE_INK = "#dfe9e2"
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_SUITS = {
    "C": ("♣", "#1f2328"),
    "D": ("♦", "#b3261e"),
    "H": ("♥", "#b3261e"),
    "S": ("♠", "#1f2328"),
}
_UNSEEN = "??"
_PILES = 7
_LONGEST_PILE = 6 + 13
_CARD_WIDTH = 66
_CARD_HEIGHT = 90
_CARD_GAP = 12
_WASTE_STEP = 37
_FACE_UP_STEP = 22
_FACE_DOWN_STEP = 10
_PILES_TOP = 134
_STATUS_TOP = _PILES_TOP + 6 * _FACE_DOWN_STEP + 12 * _FACE_UP_STEP + _CARD_HEIGHT + 12


def _draw_klondike(position: str, picture: str) -> Drawing:
    fields = _fields(position)
    piles = _klondike_piles(fields.get("view", ""))
    home = _klondike_home(fields.get("home", ""))
    stock, waste = (fields.get(name, "").split() for name in ("stock", "waste"))
    width, height = _card_x(_PILES), _STATUS_TOP + _TEXT_SIZE + 6
    shapes: list[Shape] = [Rectangle(0, 0, width, height, _FELT)]
    shapes += _klondike_stock(len(stock))
    shapes += _klondike_waste(waste)
    for column, (count, suit) in enumerate(zip(home, _SUITS, strict=True), start=3):
        shapes += _foundation(_card_x(column), count, suit)
    for column, pile in enumerate(piles):
        shapes += _klondike_pile(_card_x(column), f"T{column + 1}", pile)
    status = f"{sum(home)} of 52 home, pass {_number(fields, 'pass', 1)}, waste {len(waste)}"
    state = _last_line(picture).split(":")[0]
    shapes.append(Text(_CARD_GAP, _STATUS_TOP, status, _TEXT_SIZE, _TABLE_INK))
    shapes.append(Text(width - _CARD_GAP, _STATUS_TOP, state, _TEXT_SIZE, _TABLE_INK, "end"))
    return Drawing(width, height, shapes)


def _klondike_piles(text: str) -> list[list[str]]:
    """Read the piles, separated by `|`, each with its top card last."""
    piles = [[] if pile.strip() == "-" else pile.split() for pile in text.split("|")]
    if len(piles) != _PILES or max(map(len, piles)) > _LONGEST_PILE:
        raise ValueError(f"expected {_PILES} piles of at most {_LONGEST_PILE} cards")
    return piles


def _klondike_home(text: str) -> list[int]:
    """Read the number of cards on each foundation."""
    counts = [int(count) for count in text.split(",")]
    if len(counts) != len(_SUITS) or not all(0 <= count <= len(_RANKS) for count in counts):
        raise ValueError("expected the number of cards on each foundation")
    return counts


def _card_x(column: int) -> int:
    return _CARD_GAP + column * (_CARD_WIDTH + _CARD_GAP)


def _klondike_stock(count: int) -> Iterator[Shape]:
    yield from _card(_CARD_GAP, _CARD_GAP, _UNSEEN) if count else _slot(_CARD_GAP, _CARD_GAP)
    x, y = _CARD_GAP + _CARD_WIDTH // 2, _CARD_GAP + _CARD_HEIGHT // 2
    yield _centred(x, y, str(count), _TEXT_SIZE, _CARD)


def _klondike_waste(cards: list[str]) -> Iterator[Shape]:
    """Draw the three cards on top, or an empty slot."""
    x = _card_x(1)
    yield from _slot(x, _CARD_GAP)
    for number, card in enumerate(cards[-3:]):
        yield from _card(x + number * _WASTE_STEP, _CARD_GAP, card)


def _foundation(x: int, count: int, suit: str) -> Iterator[Shape]:
    if count:
        return _card(x, _CARD_GAP, _RANKS[count - 1] + suit)
    return _slot(x, _CARD_GAP, _SUITS[suit][0])


def _klondike_pile(x: int, name: str, cards: list[str]) -> Iterator[Shape]:
    y = _PILES_TOP
    yield Text(x + _CARD_WIDTH // 2, y - 24, name, _TEXT_SIZE, _TABLE_INK, "middle")
    yield from _slot(x, y)
    for card in cards:
        yield from _card(x, y, card)
        y += _FACE_DOWN_STEP if card == _UNSEEN else _FACE_UP_STEP


def _slot(x: int, y: int, mark: str = "") -> Iterator[Shape]:
    """Draw a place without a card, with the symbol of its suit if it has one."""
    yield Rectangle(x, y, _CARD_WIDTH, _CARD_HEIGHT, _FELT_LINE, 6)
    yield Rectangle(x + 2, y + 2, _CARD_WIDTH - 4, _CARD_HEIGHT - 4, _SLOT, 5)
    if mark:
        yield _centred(x + _CARD_WIDTH // 2, y + _CARD_HEIGHT // 2, mark, 40, _FELT_LINE)


def _card(x: int, y: int, card: str) -> Iterator[Shape]:
    """Draw a card such as `TH`, or the back of an unseen one."""
    yield Rectangle(x, y, _CARD_WIDTH, _CARD_HEIGHT, _CARD_EDGE, 6)
    if card == _UNSEEN:
        yield Rectangle(x + 1, y + 1, _CARD_WIDTH - 2, _CARD_HEIGHT - 2, _CARD_BACK, 5)
        yield Rectangle(x + 5, y + 5, _CARD_WIDTH - 10, _CARD_HEIGHT - 10, _CARD_WEAVE, 3)
        yield Rectangle(x + 7, y + 7, _CARD_WIDTH - 14, _CARD_HEIGHT - 14, _CARD_BACK, 2)
        return
    rank, suit = card[:-1].replace("T", "10"), card[-1]
    if rank not in _RANKS or suit not in _SUITS:
        raise ValueError(f"{card!r} is no card")
    symbol, fill = _SUITS[suit]
    yield Rectangle(x + 1, y + 1, _CARD_WIDTH - 2, _CARD_HEIGHT - 2, _CARD, 5)
    yield Text(x + 6, y + 3, rank + symbol, _TEXT_SIZE, fill)
    yield _centred(x + _CARD_WIDTH // 2, y + 58, symbol, 40, fill)


# Wood Block

_HOLE = "#e9e1d3"
_WOOD = "#ab6a2e"
_WOOD_EDGE = "#85501f"
_REGION = "#8d867a"
_TRAY = "#efeae1"
_WOODBLOCK_MARGIN = 32
_WOODBLOCK_SIDE = 400
_TRAY_GAP = 11
_TRAY_HEIGHT = 116


def _draw_woodblock(position: str, picture: str) -> Drawing:
    fields = _fields(position)
    rows = _grid(position.strip().partition(" ")[0])
    hand = _hand(fields)
    width = _WOODBLOCK_SIDE + 2 * _WOODBLOCK_MARGIN
    tray_top = _WOODBLOCK_MARGIN + _WOODBLOCK_SIDE + 16
    status_top = tray_top + _TRAY_HEIGHT + 14
    height = status_top + _TEXT_SIZE + 10
    shapes: list[Shape] = [Rectangle(0, 0, width, height, _GROUND)]
    shapes += _woodblock_board(rows, has_boxes="┼" in picture)
    tray_width = (_WOODBLOCK_SIDE + _TRAY_GAP) // len(hand) - _TRAY_GAP
    for number, block in enumerate(hand):
        x = _WOODBLOCK_MARGIN + number * (tray_width + _TRAY_GAP)
        shapes += _tray(Rectangle(x, tray_top, tray_width, _TRAY_HEIGHT, _TRAY, 8), number, block)
    shapes.append(Text(_WOODBLOCK_MARGIN, status_top, _score(fields), _TEXT_SIZE, _INK))
    if _last_line(picture).endswith("over"):
        right = width - _WOODBLOCK_MARGIN
        shapes.append(Text(right, status_top, "over", _TEXT_SIZE, _ALERT, "end"))
    return Drawing(width, height, shapes)


def _hand(fields: dict[str, str]) -> list[list[str]]:
    """Return the rows of each block; none for a used slot."""
    if "hand" not in fields:
        raise ValueError("expected the blocks of the hand")
    return [_grid(block) if block else [] for block in fields["hand"].split(",")]


def _score(fields: dict[str, str]) -> str:
    return f"score {_number(fields, 'score', 0)}  streak {_number(fields, 'streak', 0)}"


def _woodblock_board(rows: list[str], *, has_boxes: bool) -> Iterator[Shape]:
    """Draw the cells with their coordinates, and the lines between boxes of three by three."""
    start, cell = _WOODBLOCK_MARGIN, _WOODBLOCK_SIDE // max(len(rows), len(rows[0]))
    width, height = len(rows[0]) * cell, len(rows) * cell
    for column in range(len(rows[0])):
        x = start + column * cell + cell // 2
        yield _centred(x, start - 12, chr(ord("a") + column), _TEXT_SIZE, _MUTED)
    for row, cells in enumerate(rows):
        y = start + row * cell
        yield Text(start - 5, y + cell // 2 - 9, str(row + 1), _TEXT_SIZE, _MUTED, "end")
        for column, mark in enumerate(cells):
            x = start + column * cell
            if mark == "#":
                yield from _wood(x, y, cell)
            else:
                yield Rectangle(x + 1, y + 1, cell - 2, cell - 2, _HOLE, 3)
    if has_boxes:
        for column in range(3, len(rows[0]), 3):
            yield Rectangle(start + column * cell - 2, start, 4, height, _REGION)
        for row in range(3, len(rows), 3):
            yield Rectangle(start, start + row * cell - 2, width, 4, _REGION)


def _wood(x: int, y: int, cell: int) -> Iterator[Shape]:
    """Draw a filled cell."""
    edge = 3 if cell > 30 else 2
    yield Rectangle(x + 1, y + 1, cell - 2, cell - 2, _WOOD_EDGE, 3)
    yield Rectangle(x + edge, y + edge, cell - 2 * edge, cell - 2 * edge, _WOOD, 2)


def _tray(tray: Rectangle, number: int, block: list[str]) -> Iterator[Shape]:
    """Draw a block in the middle of its tray; a used slot is empty."""
    yield tray
    yield Text(tray.x + 6, tray.y + 4, str(number + 1), _TEXT_SIZE, _MUTED)
    if not block:
        return
    columns, rows = len(block[0]), len(block)
    cell = min(22, (tray.height - 6) // rows, (tray.width - 6) // columns)
    left = tray.x + (tray.width - columns * cell) // 2
    top = tray.y + (tray.height - rows * cell) // 2
    for column, row in _filled(block):
        yield from _wood(left + column * cell, top + row * cell, cell)


# Tetris

_WELL = "#2c2a27"
_WELL_LINE = "#3a3834"
_BRICK = "#b3a491"
_PIECES = {
    "I": (["####"], "#2f9fb3"),
    "O": (["##", "##"], "#d1a52b"),
    "T": ([".#.", "###"], "#9d78cf"),
    "S": ([".##", "##."], "#5a9f4a"),
    "Z": (["##.", ".##"], "#d65f49"),
    "J": (["#..", "###"], "#5f86d8"),
    "L": (["..#", "###"], "#d07d2f"),
}
_USUAL_HEIGHT = 20
_WELL_SIDE = 480
_TETRIS_MARGIN = 16
_PANEL_WIDTH = 116
_PANEL_HEIGHT = 290
_PANEL_CELL = 24


def _draw_tetris(position: str, picture: str) -> Drawing:
    fields = _fields(position)
    rows = _well_rows(position, picture)
    cell = max(1, min(40, _WELL_SIDE // max(len(rows), len(rows[0]))))
    well = Rectangle(_TETRIS_MARGIN, _TETRIS_MARGIN, len(rows[0]) * cell, len(rows) * cell, _WELL)
    panel = well.x + well.width + 20
    width = panel + _PANEL_WIDTH + _TETRIS_MARGIN
    height = max(well.height, _PANEL_HEIGHT) + 2 * _TETRIS_MARGIN + _TEXT_SIZE
    shapes: list[Shape] = [Rectangle(0, 0, width, height, _GROUND)]
    shapes += _well(well, cell)
    for column, row in _filled(rows):
        shapes.append(_brick(well.x + column * cell, well.y + row * cell, cell, _BRICK))
    shapes += _panel(panel, fields, is_over=_last_line(picture).startswith("over"))
    return Drawing(width, height, shapes)


def _well_rows(position: str, picture: str) -> list[str]:
    """Return all rows of the well. The position leaves out the empty rows above the pile."""
    pile = _grid(position.strip().partition(" ")[0])
    height = sum(line.startswith("│") for line in picture.splitlines()) or _USUAL_HEIGHT
    return ["." * len(pile[0])] * (height - len(pile)) + pile


def _well(well: Rectangle, cell: int) -> Iterator[Shape]:
    """Draw the empty well with the numbers of its columns."""
    columns, rows = well.width // cell, well.height // cell
    yield well
    for column in range(1, columns):
        yield Rectangle(well.x + column * cell, well.y, 1, well.height, _WELL_LINE)
    for row in range(1, rows):
        yield Rectangle(well.x, well.y + row * cell, well.width, 1, _WELL_LINE)
    digits = len(str(columns - 1))
    size = _TEXT_SIZE if cell > _text_width(digits, _TEXT_SIZE) else _SMALL_TEXT_SIZE
    step = 1 if cell > _text_width(digits, size) else 2
    for column in range(0, columns, step):
        x = well.x + column * cell + cell // 2
        yield Text(x, well.y + well.height + 6, str(column), size, _MUTED, "middle")


def _brick(x: int, y: int, cell: int, fill: str) -> Rectangle:
    return Rectangle(x + 1, y + 1, cell - 1, cell - 1, fill)


def _panel(x: int, fields: dict[str, str], *, is_over: bool) -> Iterator[Shape]:
    """Draw the lines and the two pieces beside the well."""
    y = _TETRIS_MARGIN
    yield Text(x, y, "lines", _TEXT_SIZE, _MUTED)
    yield Text(x, y + 24, str(_number(fields, "lines", 0)), 30, _INK)
    for name, top in (("current", y + 76), ("next", y + 166)):
        yield Text(x, top, name, _TEXT_SIZE, _MUTED)
        yield from _piece(x, top + 28, fields.get(name, ""))
    if is_over:
        yield Text(x, y + 256, "over", 30, _ALERT)


def _piece(x: int, y: int, letter: str) -> Iterator[Shape]:
    if letter not in _PIECES:
        raise ValueError(f"{letter!r} is no piece")
    rows, fill = _PIECES[letter]
    for column, row in _filled(rows):
        yield _brick(x + column * _PANEL_CELL, y + row * _PANEL_CELL, _PANEL_CELL, fill)


_BOARDS: dict[str, Callable[[str, str], Drawing]] = {
    "othello": _draw_othello,
    "klondike": _draw_klondike,
    "woodblock": _draw_woodblock,
    "tetris": _draw_tetris,
}
