"""Many pictures of one board on one page: each shape stands there once, and the pictures refer to it.

Between two steps nearly everything on a map stays as it is. A page with a whole SVG for each step would be ten times as
large, and the ids within the SVGs would clash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from rtm_verify.kernel.picture import Link, Mark, Picture
from rtm_verify.render.draw import draw

__all__ = ["Drawings", "close_up"]

_CONTENT = re.compile(r"<svg\b[^>]*>\n(.*)</svg>", re.DOTALL)
_OPENING = re.compile(r'(<g )id="[^"]*" (class="graph" [^>]*>\n)<title>[^<]*</title>\n')
_SHAPE = re.compile(r'<g id="[^"]*" class="(?:node|edge)">\n(.*?)</g>\n', re.DOTALL)
_ID = re.compile(r'\bid="([^"]*)"')

_MARGIN = 60.0  # points around what a close-up shows
_LEAST = 0.45  # of the sheet's width: a close-up shows where on the map it is
_MOST = 0.8  # of the sheet: more is no close-up
_RATIO = 4 / 3


class Drawings(msgspec.Struct, frozen=True):
    """SVG markup for a page: the shapes, to stand on the page once, and each picture's content, made of them."""

    shapes: str
    contents: tuple[str, ...]

    @classmethod
    def of(cls, pictures: Iterable[Picture]) -> Drawings:
        """Draw the pictures, and keep each shape once.

        >>> riga = Mark(id="riga", x=30, y=20, width=50, height=20, label="Riga")
        >>> sheet = Picture(title="", width=60, height=40, marks=(riga,), links=())
        >>> drawings = Drawings.of([sheet, sheet])
        >>> drawings.shapes.count(">Riga</text>"), [c.count('<use href="#s0"/>') for c in drawings.contents]
        (1, [1, 1])
        """
        names: dict[str, str] = {}

        def reference(shape: re.Match[str]) -> str:
            name = names.setdefault(shape[1], f"s{len(names)}")
            return f'<use href="#{name}"/>\n'

        contents = tuple(_SHAPE.sub(reference, _content(picture)) for picture in pictures)
        shapes = "".join(f'<g id="{name}">\n{_renamed(body, name)}</g>\n' for body, name in names.items())
        return cls(shapes, contents)


def _content(picture: Picture) -> str:
    """What is drawn, without the frame and the title: the page gives both."""
    found = _CONTENT.search(draw(picture, "svg").decode())
    if found is None:
        raise ValueError("the renderer gave no SVG")
    return _OPENING.sub(r"\1\2", found[1], count=1).replace('<g id="graph0" ', "<g ", 1)


def _renamed(body: str, name: str) -> str:
    """The ids within a shape, such as those of its colour gradients, made its own."""
    for inner in _ID.findall(body):
        body = body.replace(f'id="{inner}"', f'id="{name}-{inner}"').replace(f"url(#{inner})", f"url(#{name}-{inner})")
    return body


def close_up(shown: Picture, quiet: Picture) -> tuple[float, float, float, float] | None:
    """The part of a picture that holds what stands out in it, as an SVG view box; nothing if that is nearly all.

    Parameters
    ----------
    quiet : the same position with nothing standing out.

    Examples
    --------
    >>> riga = Mark(id="riga", x=100, y=900, width=50, height=20)
    >>> ring = Mark(id="ring", x=100, y=900, width=60, height=30)
    >>> quiet = Picture(title="", width=1000, height=1000, marks=(riga,), links=())
    >>> shown = Picture(title="", width=1000, height=1000, marks=(riga, ring), links=())
    >>> close_up(shown, quiet)
    (0.0, 0.0, 450.0, 337.5)
    >>> close_up(quiet, quiet) is None
    True
    """
    marks = {mark.id: mark for mark in shown.marks}
    usual: set[Mark | Link] = {*quiet.marks, *quiet.links}
    out = [mark for mark in shown.marks if mark not in usual]
    out += [marks[end] for link in shown.links if link not in usual for end in (link.a, link.b)]
    if not out:
        return None
    left = min(mark.x - mark.width / 2 for mark in out) - _MARGIN
    right = max(mark.x + mark.width / 2 for mark in out) + _MARGIN
    bottom = min(mark.y - mark.height / 2 for mark in out) - _MARGIN
    top = max(mark.y + mark.height / 2 for mark in out) + _MARGIN
    width = max(right - left, (top - bottom) * _RATIO, shown.width * _LEAST)
    height = max(width / _RATIO, top - bottom)
    if width > shown.width * _MOST or height > shown.height * _MOST:
        return None
    x = _within((left + right - width) / 2, shown.width - width)
    y = _within(shown.height - (top + bottom + height) / 2, shown.height - height)
    return round(x, 1), round(y, 1), round(width, 1), round(height, 1)


def _within(value: float, most: float) -> float:
    return min(max(value, 0.0), most)
