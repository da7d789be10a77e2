"""A bitmap font for drawings in RGB: ASCII, card suits, and the symbols of terminal pictures.

A character fills a cell of 6 columns and 10 rows. Letters use 5 columns and the rows 1 to 7, with
descenders in the rows 8 and 9. The baseline is the upper edge of row 8.
"""

from __future__ import annotations

COLUMNS = 6
ROWS = 10
BASELINE = 8

_ASCII = """
0000000 4444404 aaa0000 aavavaa 4fke5u4 op248j3 cik8lid 4400000 2488842 8422248 04lel40 044v440
00000cc48 000v000 00000cc 11248gg ehjlphe 4c4444e eh1248v v2421he 26aiv22 vgu11he 68guhhe v124888
ehhehhe ehhf12c 00cc0cc 00cc0cc48 248g842 00v0v00 8421248 eh12404 ehnlnge ehhvhhh uhhuhhu ehggghe
sihhhis vgguggv vgguggg ehgnhhf hhhvhhh e44444e 72222ic hikokih ggggggv hrllhhh hhpljhh ehhhhhe
uhhuggg ehhhlid uhhukih fgge11u v444444 hhhhhhe hhhhha4 hhhllla hha4ahh hha4444 v1248gv e88888e
gg84211 e22222e 4ah0000 0000000v 8400000 00e1fhf ggmphhu 00egghe 11djhhf 00ehvge 698s888 00fhhhf1e
ggmphhh 40c444e 2062222ic ggikoki c44444e 00qllhh 00mphhh 00ehhhe 00uhhhugg 00fhhhf11 00mpggg
00ege1u 88s8896 00hhhjd 00hhha4 00hhlla 00ha4ah 00hhhhf1e 00v248v 2448442 444444444 8442448 008l200
"""

_SYMBOLS = {
    "♠": "44evv4e",
    "♥": "0rvvve4",
    "♦": "4eevee4",
    "♣": "eervr4e",
    "●": "0evvve0",
    "○": "0ehhhe0",
    "·": "0004000",
    "■": "0vvvvv0",
    "→": "042v240",
}

_UNKNOWN = "vhhhhhv"

_BOX_ARMS = {
    "─": "left right",
    "│": "up down",
    "┌": "right down",
    "┐": "left down",
    "└": "right up",
    "┘": "left up",
    "├": "up down right",
    "┤": "up down left",
    "┬": "left right down",
    "┴": "left right up",
    "┼": "left right up down",
}


def glyph(character: str) -> tuple[int, ...]:
    """Return the ten rows of a character from the top, as numbers of six bits.

    The highest bit is the left column. Unknown characters are drawn as a hollow box.
    """
    return _GLYPHS.get(character, _HOLLOW_BOX)


def _letter(digits: str) -> tuple[int, ...]:
    """Read the rows from row 1 on. Each is a digit in base 32 for its five columns."""
    rows = [int(digit, 32) << 1 for digit in digits.ljust(ROWS - 1, "0")]
    return (0, *rows)


def _box_lines(arms: str) -> tuple[int, ...]:
    """Draw lines from the middle of the cell to its edges."""
    middle = 4
    rows = [0] * ROWS
    for row in range(ROWS):
        if ("up" in arms and row <= middle) or ("down" in arms and row >= middle):
            rows[row] = 0b001000
    rows[middle] |= (0b111000 if "left" in arms else 0) | (0b001111 if "right" in arms else 0)
    return tuple(rows)


_HOLLOW_BOX = _letter(_UNKNOWN)
_GLYPHS = {
    **{chr(code): _letter(digits) for code, digits in enumerate(_ASCII.split(), start=ord(" "))},
    **{character: _letter(digits) for character, digits in _SYMBOLS.items()},
    **{character: _box_lines(arms) for character, arms in _BOX_ARMS.items()},
    "█": (0b111111,) * ROWS,
}
