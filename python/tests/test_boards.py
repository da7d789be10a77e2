"""Tests of the drawings, on positions that the engine wrote."""

from __future__ import annotations

from typing import NamedTuple
from xml.etree import ElementTree

import numpy
import pytest

import plywood
from plywood import boards, font
from plywood.boards import draw
from plywood.drawing import Anchor, Circle, Drawing, Rectangle, Shape, Text


class Case(NamedTuple):
    """A position as the engine writes and pictures it."""

    game: str
    position: str
    picture: str


def pictured(game: str, position: str, rules: str = "") -> Case:
    """Return a position with the picture that the engine draws of it."""
    opened = plywood.open(game, rules=rules, position=position)
    assert opened.position == position
    return Case(game, position, str(opened))


OTHELLO_START = pictured(
    "othello",
    "---------------------------OX------XO--------------------------- X",
)
OTHELLO_D3 = pictured(
    "othello",
    "-------------------X-------XX------XO--------------------------- O",
)
OTHELLO_MIDDLE = pictured(
    "othello",
    "X-OOO---XXOO-X--XXO-XO--XXOXOOOO--OXX--X--OOOOX------XX-------X- X",
)
OTHELLO_END = pictured(
    "othello",
    "XOOOOOOOXOOOOXOOXXXXXXOOXOXXXOXOXXOOOXOOXOXOXXOOXOOXXXOOOOOOOOOO X",
)
KLONDIKE_START = pictured(
    "klondike",
    "view:JC|?? 9D|?? ?? TS|?? ?? ?? 2H|?? ?? ?? ?? 7C|?? ?? ?? ?? ?? QS|?? ?? ?? ?? ?? ?? JD"
    " home:0,0,0,0 stock:?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??"
    " ?? pass:1 commands:0",
)
KLONDIKE_MIDDLE = pictured(
    "klondike",
    "view:JC|4D 3S|KH QS JD TS 9H 8C|?? ?? 4C 3D|?? JH TC 9D 8S|?? ?? ?? 9S 8H 7C 6D 5S 4H|??"
    " ?? ?? 8D home:0,0,2,2 waste:4S 5C QC 7D KD KS 5D 2D 7S JS 2C QD 3H 9C 6C 5H stock:3C pa"
    "ss:2 commands:35",
)
KLONDIKE_TOP = pictured(
    "klondike",
    "view:KC|4D 3C|?? ?? QC JD TS 9H|?? ?? ?? 3H|?? ?? ?? JC|?? ?? ?? ?? ?? 7H 6S|?? ?? ?? ??"
    " 7S home:1,0,1,1 waste:3D 9S JH ?? 6C 4S ?? 3S stock:4H ?? ?? 4C ?? ?? 8H ?? ?? 8D ?? 9C"
    " pass:2 commands:20",
    "waste=top",
)
WOODBLOCK_START = pictured(
    "woodblock",
    "........../........../........../........../........../........../........../........../"
    "........../.......... hand:#../#../###,#####,#/# score:0 streak:0",
)
WOODBLOCK_MIDDLE = pictured(
    "woodblock",
    "##..#.##../##..#.##.#/#####.####/#.#..####./.########./.##.######/.##.###..#/.#######.#/"
    "..#......./.#####.... hand:###/#../#..,###/###/###, score:62 streak:0 hands:6",
)
WOODBLOCK_BOXES = pictured(
    "woodblock",
    "########./.###.####/####.###./####.###./###.#####/.#.#.####/.#######./.#.#.####/........"
    ". hand:#./##/#.,##/##,.#/.#/## score:228 streak:0 hands:11",
    "variant=woodoku9,cap=30",
)
WOODBLOCK_OVER = pictured(
    "woodblock",
    "...##..#/..##.###/..######/..###.../......../#.#..###/#.##.##./#.####.. hand:###/###/###"
    ",, score:77 streak:1 hands:4",
    "variant=blast8",
)
TETRIS_START = pictured(
    "tetris",
    ".......... current:I next:Z lines:0 bag:OTSJL",
)
TETRIS_MIDDLE = pictured(
    "tetris",
    "######..../.##...##../.#....##../.##...##../..#...#.../..##.##.../..##.##.../...####.../"
    ".#...#..../.#.#.#...#/.###.#..##/.##..##..# current:T next:L lines:0 bag:-",
)
TETRIS_OVER = pictured(
    "tetris",
    ".....#..../.....#..../.....#..../.....#.##./..##.###../...#.##.../...#.#..../######..../"
    ".##...##../.#....##../.##...##../..#...#.../..##.##.../..##.##.../...####.../.#...#..../"
    ".#.#.#...#/.###.#..##/.##..##..# current:O next:L lines:0 bag:TZJ",
)
TETRIS_SMALL = pictured(
    "tetris",
    "....#./.##### current:I next:J lines:5 bag:OTL",
    "width=6,height=8",
)

OTHELLO = [OTHELLO_START, OTHELLO_D3, OTHELLO_MIDDLE, OTHELLO_END]
KLONDIKE = [KLONDIKE_START, KLONDIKE_MIDDLE, KLONDIKE_TOP]
WOODBLOCK = [WOODBLOCK_START, WOODBLOCK_MIDDLE, WOODBLOCK_BOXES, WOODBLOCK_OVER]
TETRIS = [TETRIS_START, TETRIS_MIDDLE, TETRIS_OVER, TETRIS_SMALL]
CASES = OTHELLO + KLONDIKE + WOODBLOCK + TETRIS


def texts(drawing: Drawing) -> list[str]:
    """Return the texts of a drawing, in the order in which they are painted."""
    return [shape.text for shape in drawing.shapes if isinstance(shape, Text)]


def cards(drawing: Drawing) -> list[str]:
    """Return the cards that are face up."""
    return [text for text in texts(drawing) if len(text) > 1 and text[-1] in "♠♥♦♣"]


def filled(drawing: Drawing, fill: str) -> list[Rectangle]:
    """Return the rectangles of a colour."""
    return [s for s in drawing.shapes if isinstance(s, Rectangle) and s.fill == fill]


def discs(drawing: Drawing, fill: str) -> int:
    return sum(isinstance(shape, Circle) and shape.fill == fill for shape in drawing.shapes)


def hex_at(drawing: Drawing, x: int, y: int) -> str:
    """Return the colour of a pixel."""
    return "#" + bytes(drawing.rgb()[y, x]).hex()


def square(drawing: Drawing, name: str) -> tuple[int, int]:
    """Return the centre of a square of Othello, by the coordinates that the drawing shows."""
    labels = {shape.text: shape for shape in drawing.shapes if isinstance(shape, Text)}
    return labels[name[0]].x, labels[name[1]].y + 9


@pytest.mark.parametrize("case", CASES)
def test_both_outputs_have_the_declared_size(case: Case) -> None:
    drawing = draw(*case)
    root = ElementTree.fromstring(drawing.svg())
    assert (root.get("width"), root.get("height")) == (str(drawing.width), str(drawing.height))
    assert len(root) == len(drawing.shapes)
    rgb = drawing.rgb()
    assert rgb.shape == (drawing.height, drawing.width, 3)
    assert rgb.dtype == numpy.uint8


@pytest.mark.parametrize("case", CASES)
def test_the_background_covers_the_drawing_and_all_shapes_are_inside(case: Case) -> None:
    drawing = draw(*case)
    background, *shapes = drawing.shapes
    assert isinstance(background, Rectangle)
    assert (background.width, background.height) == (drawing.width, drawing.height)
    for shape in shapes:
        left, top, right, bottom = box(shape)
        assert 0 <= left <= right <= drawing.width, shape
        assert 0 <= top <= bottom <= drawing.height, shape


def box(shape: Shape) -> tuple[float, float, float, float]:
    """Return the edges of a shape: left, top, right and bottom."""
    if isinstance(shape, Rectangle):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Circle):
        x, y, radius = shape.x, shape.y, shape.radius
        return x - radius, y - radius, x + radius, y + radius
    width = len(shape.text) * shape.size * 0.6
    left = shape.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor] * width
    return left, shape.y, left + width, shape.y + shape.size


@pytest.mark.parametrize("cases", [OTHELLO, KLONDIKE, WOODBLOCK, TETRIS[:-1]])
def test_all_positions_of_a_game_have_the_same_size(cases: list[Case]) -> None:
    drawings = [draw(*case) for case in cases]
    assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1


@pytest.mark.parametrize("case", CASES)
def test_every_character_has_a_glyph(case: Case) -> None:
    for drawing in (draw(*case), draw("another game", "", case.picture)):
        for character in "".join(texts(drawing)):
            assert font.glyph(character) != font.glyph("\0"), character


@pytest.mark.parametrize("case", OTHELLO)
def test_othello_has_the_discs_of_the_position(case: Case) -> None:
    drawing, squares = draw(*case), case.position.split()[0]
    assert discs(drawing, "#1c1f22") == squares.count("X")
    assert discs(drawing, "#fbf9f3") == squares.count("O")
    assert f"● {squares.count('X')}  ○ {squares.count('O')}" in texts(drawing)


def test_a_move_in_othello_places_a_disc() -> None:
    before, after = draw(*OTHELLO_START), draw(*OTHELLO_D3)
    assert hex_at(before, *square(before, "d3")) == "#3f7c60"
    assert hex_at(after, *square(after, "d3")) == "#1c1f22"
    assert hex_at(before, *square(before, "d4")) == "#fbf9f3"
    assert hex_at(after, *square(after, "d4")) == "#1c1f22"


def test_othello_shows_the_state_of_the_game() -> None:
    assert texts(draw(*OTHELLO_D3))[-1] == "white to move"
    assert texts(draw(*OTHELLO_END))[-1] == "over: white wins 39-25"


def test_klondike_shows_the_face_up_cards_only() -> None:
    drawing = draw(*KLONDIKE_START)
    assert cards(drawing) == ["J♣", "9♦", "10♠", "2♥", "7♣", "Q♠", "J♦"]
    face_down = 21
    assert len(filled(drawing, boards._CARD_WEAVE)) == face_down + 1, "the stock has a back, too"
    assert "24" in texts(drawing)


def test_klondike_shows_waste_foundations_and_piles() -> None:
    drawing = draw(*KLONDIKE_MIDDLE)
    waste, home = ["9♣", "6♣", "5♥"], ["2♥", "2♠"]
    assert cards(drawing)[:5] == waste + home
    assert cards(drawing)[5:] == [
        *("J♣", "4♦", "3♠", "K♥", "Q♠", "J♦", "10♠", "9♥", "8♣", "4♣", "3♦"),
        *("J♥", "10♣", "9♦", "8♠", "9♠", "8♥", "7♣", "6♦", "5♠", "4♥", "8♦"),
    ]
    assert texts(drawing)[-2:] == ["4 of 52 home, pass 2, waste 16", "to play"]


def test_the_colours_of_the_suits() -> None:
    shapes = [s for s in draw(*KLONDIKE_MIDDLE).shapes if isinstance(s, Text)]
    fills = {s.text[-1]: s.fill for s in shapes if s.text in ("4♦", "4♥", "3♠", "J♣")}
    assert fills == {"♦": "#b3261e", "♥": "#b3261e", "♠": "#1f2328", "♣": "#1f2328"}


def test_an_unseen_card_of_the_waste_has_no_rank() -> None:
    drawing = draw(*KLONDIKE_TOP)
    assert cards(drawing)[:5] == ["4♠", "3♠", "A♣", "A♥", "A♠"]
    face_down = KLONDIKE_TOP.position.split("home:")[0].count("??")
    assert len(filled(drawing, boards._CARD_WEAVE)) == face_down + 2, "in the waste, on the stock"


def test_empty_places_of_klondike() -> None:
    position = "view:KD QC JH|-|-|-|-|-|- home:11,8,9,0 pass:5 commands:138"
    drawing = draw("klondike", position, "")
    assert cards(drawing) == ["J♣", "8♦", "9♥", "K♦", "Q♣", "J♥"]
    assert "♠" in texts(drawing), "the empty foundation"
    assert not filled(drawing, boards._CARD_WEAVE)


def test_the_longest_pile_of_klondike_is_inside() -> None:
    run = "KD QC JD TC 9D 8C 7D 6C 5D 4C 3D 2C AD"
    drawing = draw("klondike", f"view:-|-|-|-|-|-|{'?? ' * 6}{run} home:0,0,0,0", "")
    assert cards(drawing)[-1] == "A♦"
    assert all(box(shape)[3] <= drawing.height for shape in drawing.shapes)


@pytest.mark.parametrize("case", WOODBLOCK)
def test_wood_block_has_the_cells_of_board_and_hand(case: Case) -> None:
    drawing = draw(*case)
    board, hand = case.position.split()[:2]
    assert len(filled(drawing, "#ab6a2e")) == board.count("#") + hand.count("#")
    assert len(filled(drawing, "#e9e1d3")) == board.count(".")
    assert (
        ("over" in texts(drawing)) == case.picture.endswith("over") == (case is not WOODBLOCK_START)
    )


def test_wood_block_has_boards_of_other_sizes() -> None:
    assert {"a", "j", "1", "10"} <= set(texts(draw(*WOODBLOCK_START)))
    assert "i" not in texts(draw(*WOODBLOCK_OVER))
    assert len(filled(draw(*WOODBLOCK_BOXES), boards._REGION)) == 4
    assert not filled(draw(*WOODBLOCK_START), boards._REGION)


def test_the_pixels_of_wood_block() -> None:
    drawing = draw(*WOODBLOCK_MIDDLE)
    row_of_board = [hex_at(drawing, 32 + column * 40 + 20, 32 + 20) for column in range(10)]
    assert "".join("#" if c == "#ab6a2e" else "." for c in row_of_board) == "##..#.##.."


@pytest.mark.parametrize("case", TETRIS)
def test_tetris_has_the_cells_of_the_pile(case: Case) -> None:
    drawing, pile = draw(*case), case.position.split()[0]
    bricks = filled(drawing, boards._BRICK)
    assert len(bricks) == pile.count("#")
    assert ("over" in texts(drawing)) == ("over" in case.picture) == (case is TETRIS_OVER)


def test_tetris_shows_the_pieces_in_their_colours() -> None:
    drawing = draw(*TETRIS_START)
    current, following = filled(drawing, "#2f9fb3"), filled(drawing, "#d65f49")
    assert len({piece.y for piece in current}) == 1, "an I lies"
    assert len(current) == len(following) == 4
    assert max(piece.y for piece in current) < min(piece.y for piece in following)


def test_tetris_has_wells_of_other_sizes() -> None:
    drawing = draw(*TETRIS_SMALL)
    (well,) = filled(drawing, boards._WELL)
    cell = well.height // 8
    assert well.width == 6 * cell
    centres = [(well.x + cell * column + cell // 2) for column in range(6)]
    last = [hex_at(drawing, x, well.y + well.height - cell // 2) for x in centres]
    assert last == [boards._WELL] + 5 * [boards._BRICK]
    above = [hex_at(drawing, x, well.y + well.height - 3 * cell // 2) for x in centres]
    assert above.index(boards._BRICK) == 4
    assert [text for text in texts(drawing) if text.isdigit()] == [*"012345", "5"]


def test_tetris_without_a_picture_has_twenty_rows() -> None:
    assert draw(TETRIS_START.game, TETRIS_START.position, "") == draw(*TETRIS_START)


def test_an_unknown_game_is_drawn_as_its_picture() -> None:
    picture = "....\n.XO.\n\n1234\nX to move"
    drawing = draw("connect-four", "..../.XO.", picture)
    assert texts(drawing) == picture.splitlines()
    assert drawing.rgb().shape == (drawing.height, drawing.width, 3)
    assert len(ElementTree.fromstring(drawing.svg())) == len(drawing.shapes)


def test_an_empty_picture_can_be_drawn() -> None:
    assert draw("connect-four", "", "").rgb().size > 0


@pytest.mark.parametrize(
    ("game", "position"),
    [
        ("othello", ""),
        ("othello", "f5d6c3"),
        ("othello", "-" * 36 + " X"),
        ("klondike", "seed:3"),
        ("klondike", KLONDIKE_START.position.replace("JC|", "")),
        ("klondike", KLONDIKE_START.position.replace("JC", "1C")),
        ("klondike", KLONDIKE_START.position.replace("JC", "JX")),
        ("klondike", KLONDIKE_START.position.replace("JC", " ".join(["??"] * 20))),
        ("klondike", KLONDIKE_START.position.replace("home:0,0,0,0", "home:0,0,0,14")),
        ("klondike", KLONDIKE_START.position.replace("home:0,0,0,0", "")),
        ("klondike", KLONDIKE_START.position.replace("pass:1", "pass:last")),
        ("woodblock", ""),
        ("woodblock", "seed:3"),
        ("woodblock", WOODBLOCK_START.position.split()[0]),
        ("woodblock", WOODBLOCK_START.position.replace(".", "?", 1)),
        ("woodblock", WOODBLOCK_START.position.replace("score:0", "score:-")),
        ("tetris", ""),
        ("tetris", "seed:3"),
        ("tetris", ".... current:I"),
        ("tetris", ".... current:I next:X"),
        ("tetris", "..../... current:I next:O"),
    ],
)
def test_a_position_that_cannot_be_read_is_drawn_as_its_picture(game: str, position: str) -> None:
    picture = "first line\nsecond line"
    assert draw(game, position, picture) == draw("another game", "", picture)


def test_text_is_escaped() -> None:
    picture = "a < b & c > \"d\" 'e'  f"
    svg = draw("another game", "", picture).svg()
    assert "a &lt; b &amp; c &gt;" in svg
    assert ElementTree.fromstring(svg)[1].text == picture


def test_characters_that_xml_forbids_are_replaced() -> None:
    svg = draw("another game", "", "a\x1bb").svg()
    assert ElementTree.fromstring(svg)[1].text == "a\ufffdb"


def test_a_notebook_shows_the_svg() -> None:
    drawing = draw(*OTHELLO_START)
    assert drawing._repr_svg_() == drawing.svg()


def test_glyphs_of_ascii_differ() -> None:
    characters = [chr(code) for code in range(32, 127)] + list("♠♥♦♣●○·■→█─│┌┐└┘├┤┬┴┼")
    glyphs = {font.glyph(character) for character in characters}
    assert len(glyphs) == len(characters)
    assert font.glyph("\u4e00") not in glyphs, "unknown characters are a hollow box"


@pytest.mark.parametrize(("anchor", "left"), [("start", 30), ("middle", 24), ("end", 18)])
def test_the_place_of_a_text(anchor: Anchor, left: int) -> None:
    rgb = Drawing(60, 40, [Text(30, 10, "█", 20, "#000000", anchor)]).rgb()
    rows, columns = numpy.nonzero(rgb[:, :, 0] == 0)
    assert (rows.min(), rows.max()) == (10, 29)
    assert (columns.min(), columns.max()) == (left, left + 11)


def test_shapes_are_cut_at_the_edges() -> None:
    black = "#000000"
    shapes: list[Shape] = [
        Rectangle(-5, -5, 10, 10, black),
        Circle(50, 0, 10, black),
        Text(-6, 35, "██", 10, black),
        Rectangle(200, 200, 9, 9, black, 3),
        Circle(-200, -200, 9, black),
        Text(200, -200, "A", 20, black),
    ]
    is_black = Drawing(50, 40, shapes).rgb()[:, :, 0] == 0
    assert is_black[:5, :5].all()
    assert is_black[0, 49]
    assert is_black[35:, :6].all()
    assert not is_black[12:30].any()


def test_round_shapes_leave_the_corners() -> None:
    white, red = [255, 255, 255], [255, 0, 0]
    shapes: list[Shape] = [Circle(10, 10, 8, "#ff0000"), Rectangle(22, 2, 16, 16, "#ff0000", 4)]
    rgb = Drawing(40, 20, shapes).rgb()
    for x in (2, 22):
        assert rgb[2, x].tolist() == white
        assert rgb[10, x + 8].tolist() == red
        assert rgb[3, x + 8].tolist() == red
