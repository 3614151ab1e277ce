"""A Picture as Graphviz source: every position given, nothing left to a layout program."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from rtm_verify.kernel.picture import Link, Mark, Picture, Region, Shape

__all__ = ["plain", "to_dot"]

FONT, BOLD = "Helvetica", "Helvetica-Bold"  # names for which Graphviz writes a family list with sans-serif at its end
SHEET = "sheet"  # the invisible node that spans the page: Graphviz centres its viewport on it
POINTS_PER_INCH = 72
ARROW_HEAD = 9.0  # how far Graphviz's arrow head reaches beyond the end of its line, at this arrow size

_SHAPES: dict[Shape, str] = {
    "ellipse": "ellipse",
    "circle": "ellipse",
    "box": "box",
    "rounded": "box",
    "star": "star",
    "diamond": "diamond",
    "hexagon": "hexagon",
    "triangle": "triangle",
    "flag": "cds",
    "ship": "invtrapezium",
    "text": "box",
}
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_Attributes = dict[str, str]


def to_dot(picture: Picture) -> str:
    """The picture as DOT source, to be drawn by ``nop2``.

    Raises
    ------
    ValueError
        If two marks or links share an id, an id is not a plain word, or a link's end is not a mark.

    Examples
    --------
    >>> riga = Mark(id="riga", x=30, y=20, width=50, height=20, label="Riga")
    >>> source = to_dot(Picture(title="", width=60, height=40, marks=(riga,), links=()))
    >>> 'pos="30,20"' in source and "label=Riga" in source
    True
    """
    import graphviz  # imported here: only who draws pays for it

    marks = _by_id(picture)
    graph = graphviz.Graph("picture")
    graph.attr(
        "graph",
        outputorder="edgesfirst",
        bgcolor=picture.background,
        pad="0",
        viewport=f"{_number(picture.width)},{_number(picture.height)},1,{SHEET}",
        _background="".join(map(_polygon, picture.regions)) or None,
    )
    graph.attr("node", fontname=FONT, fixedsize="shape", margin="0", fontsize="8", penwidth="1")
    graph.attr("edge", arrowsize="0.9")
    sheet = _frame(picture.width / 2, picture.height / 2, picture.width, picture.height)
    graph.node(SHEET, "", style="invis", shape="box", **sheet)
    for mark in sorted(picture.marks, key=lambda mark: mark.layer):
        graph.body.extend(_mark_statements(mark))
    for link in picture.links:
        graph.body.extend(_link_statements(link, marks[link.a], marks[link.b]))
    return str(graph.source)


def plain(text: str) -> str:
    """Text with control characters, which have no place in XML, shown by their escapes; line ends stay.

    >>> plain("a\\x07b") == "a" + chr(92) + "x07b"
    True
    """
    if text.isprintable():
        return text
    return "".join(c if unicodedata.category(c)[0] != "C" or c == "\n" else ascii(c)[1:-1] for c in text)


def _by_id(picture: Picture) -> dict[str, Mark]:
    marks = {mark.id: mark for mark in picture.marks}
    ids = [SHEET, *(mark.id for mark in picture.marks), *(link.id for link in picture.links)]
    if len(set(ids)) < len(ids):
        raise ValueError(f"the id {next(name for name in ids if ids.count(name) > 1)!r} is used twice")
    for name in ids:
        if not _ID.fullmatch(name):
            raise ValueError(f"the id {name!r} is not a word of letters, digits, '_' and '-'")
    for link in picture.links:
        for end in (link.a, link.b):
            if end not in marks:
                raise ValueError(f"link {link.id!r} ends at {end!r}, which is not a mark")
    return marks


# Most of a picture is the same from one step to the next, and quoting is most of the work: statements are kept.


@lru_cache(maxsize=4096)
def _mark_statements(mark: Mark) -> tuple[str, ...]:
    import graphviz

    part = graphviz.Graph()
    for name, label, attributes in _nodes(mark):
        part.node(name, graphviz.nohtml(label), **attributes)
    return tuple(part.body)


@lru_cache(maxsize=4096)
def _link_statements(link: Link, a: Mark, b: Mark) -> tuple[str, ...]:
    import graphviz

    part = graphviz.Graph()
    part.edge(link.a, link.b, **_edge(link, a, b))
    return tuple(part.body)


def _nodes(mark: Mark) -> Iterator[tuple[str, str, _Attributes]]:
    """A mark's node name, label and attributes. Graphviz has no cross, so a cross is two bars with an outline."""
    if mark.shape == "cross":
        yield from _cross(mark)
        return
    style = {1: "filled", 2: "filled", 3: "wedged"}.get(len(mark.fill), "solid")
    if mark.shape == "rounded":
        style += ",rounded"
    if mark.dashed:
        style += ",dashed"
    attributes = {
        "id": mark.id,
        "shape": _SHAPES[mark.shape],
        **_frame(mark.x, mark.y, mark.width, mark.height),
        "style": style,
    }
    if mark.label:
        attributes |= {"fontcolor": mark.ink, "fontsize": _number(mark.size)}
        if mark.bold:
            attributes["fontname"] = BOLD
    if mark.fill:
        attributes["fillcolor"] = f"{mark.fill[0]};0.5:{mark.fill[1]}" if len(mark.fill) == 2 else ":".join(mark.fill)
    if mark.shape == "text" or not mark.stroke_width:
        attributes["penwidth"] = "0"
    else:
        attributes |= {"color": mark.stroke, "penwidth": _number(mark.stroke_width)}
    yield mark.id, _label(mark), attributes


def _cross(mark: Mark) -> Iterator[tuple[str, str, _Attributes]]:
    arm = 0.36
    edge = 2 * mark.stroke_width
    bars = ((mark.width, mark.height * arm), (mark.width * arm, mark.height))
    layers = [(width, height, mark.stroke) for width, height in bars]
    layers += [(width - edge, height - edge, (*mark.fill, "white")[0]) for width, height in bars]
    for number, (width, height, color) in enumerate(layers):
        name = mark.id if number == len(layers) - 1 else f"{mark.id}_{number}"
        frame = _frame(mark.x, mark.y, width, height)
        yield name, "", {"id": name, "shape": "box", **frame, "style": "filled", "fillcolor": color, "penwidth": "0"}


def _edge(link: Link, a: Mark, b: Mark) -> _Attributes:
    length = math.hypot(b.x - a.x, b.y - a.y)
    reach = max(0.0, 1 - (link.gap + ARROW_HEAD) / length) if link.arrow and length else 1.0
    points = [(a.x + (b.x - a.x) * t * reach, a.y + (b.y - a.y) * t * reach) for t in (0, 1 / 3, 2 / 3, 1)]
    spline = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
    attributes = {"id": link.id, "color": ":".join(link.colors), "penwidth": _number(link.width)}
    if link.dashed:
        attributes["style"] = "dashed"
    if link.arrow and length:
        tip = 1 - link.gap / length
        spline = f"e,{_number(a.x + (b.x - a.x) * tip)},{_number(a.y + (b.y - a.y) * tip)} {spline}"
        attributes["dir"] = "forward"
    return {**attributes, "pos": spline}


def _frame(x: float, y: float, width: float, height: float) -> _Attributes:
    inches = {"width": width / POINTS_PER_INCH, "height": height / POINTS_PER_INCH}
    return {"pos": f"{_number(x)},{_number(y)}", **{name: _number(value, 4) for name, value in inches.items()}}


def _label(mark: Mark) -> str:
    """The label so that Graphviz shows it letter by letter: no escapes, no entities, no HTML."""
    if not mark.label:
        return ""
    end = "\\l" if mark.align == "left" else "\\n"
    lines = plain(mark.label).replace("\\", "\\\\").replace("&", "&amp;").split("\n")
    # Graphviz 14.1 crashes freeing a label whose first line is empty, so an empty line is a space.
    return end.join(line or " " for line in lines) + (end if mark.align == "left" else "")


def _polygon(region: Region) -> str:
    """The region in Graphviz's xdot drawing language: a colour, then a filled polygon."""
    points = " ".join(f"{_number(x)} {_number(y)}" for x, y in region.points)
    return f"C {len(region.fill)} -{region.fill} P {len(region.points)} {points} "


def _number(value: float, digits: int = 2) -> str:
    return f"{value:.{digits}f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))
