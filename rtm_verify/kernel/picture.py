"""A position as shapes on a sheet: what to draw, and nothing about how it is drawn.

Positions and sizes are in points; the origin is at the bottom left, x runs right and y runs up.
"""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = ["Link", "Mark", "Picture", "Region", "Shape"]

Shape = Literal[
    "ellipse", "circle", "box", "rounded", "star", "cross", "diamond", "hexagon", "triangle", "flag", "ship", "text"
]


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """One shape with its label, around the point (`x`, `y`).

    Parameters
    ----------
    id : its name in the drawing, the same in every picture of the same thing; letters, digits, `_` and `-`.
    size : of the label's letters.
    align : where the label stands in the shape.
    fill : one colour, two for a shape painted half and half, three for an ellipse in thirds; empty for none.
    ink : the colour of the label.
    hint : text shown when the reader points at the shape.
    layer : marks of a higher layer are drawn over those of a lower one.
    """

    id: str
    x: float
    y: float
    shape: Shape = "ellipse"
    width: float = 0.0
    height: float = 0.0
    label: str = ""
    size: float = 8.0
    bold: bool = False
    align: Literal["center", "left"] = "center"
    fill: tuple[str, ...] = ()
    ink: str = "black"
    stroke: str = "black"
    stroke_width: float = 1.0
    dashed: bool = False
    hint: str = ""
    layer: int = 0


class Link(msgspec.Struct, frozen=True, kw_only=True):
    """A straight line between two marks, drawn under all marks; several colours make strands side by side.

    An arrow ends `gap` points before the middle of `b`, so that its head is seen; every link has an id of its own.
    """

    id: str
    a: str
    b: str
    colors: tuple[str, ...] = ("black",)
    width: float = 1.0
    dashed: bool = False
    arrow: bool = False
    gap: float = 0.0
    hint: str = ""


class Region(msgspec.Struct, frozen=True, kw_only=True):
    """A filled polygon under everything else, such as a sea."""

    points: tuple[tuple[float, float], ...]
    fill: str


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet of `width` by `height` points with everything on it; what lies beyond its edges is cut off."""

    title: str
    width: float
    height: float
    marks: tuple[Mark, ...]
    links: tuple[Link, ...]
    regions: tuple[Region, ...] = ()
    background: str = "white"
