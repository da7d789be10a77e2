"""Drawings made of rectangles, circles and text, as SVG or as an RGB array."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from . import font

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Image: TypeAlias = NDArray[numpy.uint8]

Anchor: TypeAlias = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Rectangle:
    """A filled rectangle: its upper left corner, size and colour, and the radius of its corners.

    The radius is at most half of the smaller side.
    """

    x: int
    y: int
    width: int
    height: int
    fill: str
    radius: int = 0

    def _svg(self) -> str:
        corners = f' rx="{self.radius}"' if self.radius else ""
        return (
            f'<rect x="{self.x}" y="{self.y}" width="{self.width}" height="{self.height}"'
            f'{corners} fill="{escape(self.fill)}"/>'
        )

    def _paint(self, image: Image) -> None:
        if self.radius:
            _paint_rounded(image, self)
            return
        top, left = max(self.y, 0), max(self.x, 0)
        bottom, right = max(self.y + self.height, 0), max(self.x + self.width, 0)
        image[top:bottom, left:right] = _rgb(self.fill)


@dataclass(frozen=True)
class Circle:
    """A filled circle: its centre, its radius and its colour."""

    x: int
    y: int
    radius: int
    fill: str

    def _svg(self) -> str:
        return f'<circle cx="{self.x}" cy="{self.y}" r="{self.radius}" fill="{escape(self.fill)}"/>'

    def _paint(self, image: Image) -> None:
        left, top, side = self.x - self.radius, self.y - self.radius, 2 * self.radius
        _paint_rounded(image, Rectangle(left, top, side, side, self.fill, self.radius))


@dataclass(frozen=True)
class Text:
    """A line of text in a font of fixed width.

    A character is `size` pixels high and 0.6 times as wide. `y` is the upper edge; `x` is the
    start, the middle or the end of the line, as `anchor` says. The RGB array rounds sizes to
    multiples of 10.
    """

    x: int
    y: int
    text: str
    size: int
    fill: str
    anchor: Anchor = "start"

    def _svg(self) -> str:
        baseline = self.y + self.size * font.BASELINE / font.ROWS
        return (
            f'<text xml:space="preserve" x="{self.x}" y="{baseline:g}" font-size="{self.size}"'
            f' text-anchor="{self.anchor}" fill="{escape(self.fill)}">{_svg_text(self.text)}</text>'
        )

    def _paint(self, image: Image) -> None:
        mask = _text_mask(self.text, max(1, round(self.size / font.ROWS)))
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]
        left = self.x - round(shift * mask.shape[1])
        cut_top, cut_left = max(-self.y, 0), max(-left, 0)
        area = image[max(self.y, 0) :, max(left, 0) :]
        mask = mask[cut_top : cut_top + area.shape[0], cut_left : cut_left + area.shape[1]]
        area[: mask.shape[0], : mask.shape[1]][mask] = _rgb(self.fill)


Shape: TypeAlias = Rectangle | Circle | Text


@dataclass(frozen=True)
class Drawing:
    """A picture: its size in pixels, and its shapes in the order in which they are painted.

    Colours are written as `#rrggbb`. The background is white in the RGB array and transparent in
    the SVG document.
    """

    width: int
    height: int
    shapes: list[Rectangle | Circle | Text]

    def svg(self) -> str:
        """Return the drawing as an SVG document."""
        shapes = "\n".join(shape._svg() for shape in self.shapes)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}"'
            f' viewBox="0 0 {self.width} {self.height}"'
            " font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\""
            f' style="font-variant-emoji: text">\n{shapes}\n</svg>'
        )

    def rgb(self) -> Image:
        """Return the drawing as an array of shape (height, width, 3), of type uint8."""
        import numpy

        image = numpy.full((self.height, self.width, 3), 255, dtype=numpy.uint8)
        for shape in self.shapes:
            shape._paint(image)
        return image

    def _repr_svg_(self) -> str:
        """Return the SVG document that a notebook shows."""
        return self.svg()


def _svg_text(text: str) -> str:
    """Escape a text. Characters that XML does not allow become replacement characters."""
    allowed = "".join(character if character.isprintable() else "\ufffd" for character in text)
    return escape(allowed, quote=False)


def _rgb(colour: str) -> tuple[int, int, int]:
    """Read `#rrggbb`."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def _paint_rounded(image: Image, shape: Rectangle) -> None:
    """Paint a rectangle with round corners."""
    upper, lower = shape.y + shape.radius, shape.y + shape.height - shape.radius
    Rectangle(shape.x, upper, shape.width, lower - upper, shape.fill)._paint(image)
    _blend_rows(image, shape, shape.y, upper)
    _blend_rows(image, shape, lower, shape.y + shape.height)


def _blend_rows(image: Image, shape: Rectangle, first: int, end: int) -> None:
    """Paint the rows of a rectangle from `first` up to `end`, with smooth corners."""
    import numpy

    top, left = max(first, 0), max(shape.x, 0)
    area = image[top : max(end, 0), left : max(shape.x + shape.width, 0)]
    rows = numpy.arange(top, top + area.shape[0])
    columns = numpy.arange(left, left + area.shape[1])
    down = _beyond_core(rows, shape.y, shape.height, shape.radius)
    across = _beyond_core(columns, shape.x, shape.width, shape.radius)
    distance = numpy.hypot(down[:, None], across[None, :])
    cover = numpy.clip(shape.radius + 0.5 - distance, 0, 1)[:, :, None]
    area[:] = numpy.rint(area + (numpy.array(_rgb(shape.fill)) - area) * cover)


def _beyond_core(
    pixels: NDArray[numpy.integer[Any]], start: int, length: int, radius: int
) -> NDArray[numpy.floating[Any]]:
    """Return the distances of pixel centres from the part of a side between its round corners."""
    core = length / 2 - radius
    beyond: NDArray[numpy.floating[Any]] = abs(pixels + (0.5 - start - length / 2)) - core
    return beyond.clip(min=0)


def _text_mask(text: str, scale: int) -> NDArray[numpy.bool_]:
    """Return a mask of the pixels that are set in a line of text."""
    import numpy

    rows = numpy.array([font.glyph(character) for character in text], dtype=numpy.uint8)
    bits = rows.reshape(-1, font.ROWS, 1) >> numpy.arange(font.COLUMNS - 1, -1, -1) & 1
    line = bits.astype(bool).transpose(1, 0, 2).reshape(font.ROWS, len(text) * font.COLUMNS)
    return line.repeat(scale, axis=0).repeat(scale, axis=1)
