"""The sheet the map is drawn on: its style, where every area has its place on it, and the legend."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from rtm_verify.games.race_to_moscow.board import Area, Board
from rtm_verify.kernel.picture import Link, Mark, Region, Shape
from rtm_verify.kernel.spread import Box, spread
from rtm_verify.toml import decode

__all__ = ["SNOW", "Entry", "Letters", "Point", "Sheet", "Style", "Water", "legend", "load_style", "sheet_of"]

Point = tuple[float, float]

SNOW = " *"  # after the name of an area in the winter zone
LEGEND_LAYER = 8
LEGEND_ROW = 21.0
LEGEND_SIGN = 52.0  # the column of the signs
LEGEND_PAD = 9.0


class Letters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sizes of letters; `width` is that of a letter against its size."""

    title: float
    status: float
    name: float
    small: float
    width: float


class Water(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sea by its coast, in latitude and longitude."""

    name: str
    shore: tuple[Point, ...]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the legend: a mark, or the strands of a connection, and what it means."""

    text: str
    shape: Shape = "text"
    width: float = 0.0
    height: float = 0.0
    fill: tuple[str, ...] = ()
    label: str = ""
    ink: str = "ink"
    stroke: str = "ink"
    stroke_width: float = 1.0
    dashed: bool = False
    strands: tuple[str, ...] = ()


class Style(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours and sizes of the map, and its legend, as `data/style.toml` gives them."""

    scale: float
    margin: float
    header: float
    gap: float
    window: float
    smallest: float
    strand: float
    letters: Letters
    colors: dict[str, str]
    water: tuple[Water, ...]
    legend: tuple[Entry, ...]

    def span(self, text: str, size: float) -> float:
        """About how wide a line of text is.

        >>> load_style().span("Riga", 10.0) > load_style().span("Ri", 10.0)
        True
        """
        return len(text) * size * self.letters.width

    def fitted(self, text: str, size: float, width: float) -> str:
        """The text, cut off where it would leave the given width.

        >>> load_style().fitted("Jekelopils", 10.0, 31.0)
        'Jeke…'
        """
        room = int(width / (size * self.letters.width))
        return text if len(text) <= room else text[: max(0, room - 1)] + "…"

    def strands(self, colors: tuple[str, ...]) -> tuple[str, ...]:
        """A connection's colours side by side, with a dark edge so that the light ones are seen too."""
        return (self.colors["casing"], *(self.colors[color] for color in colors), self.colors["casing"])


class Sheet(msgspec.Struct, frozen=True):
    """Where things are, in points from the bottom left.

    Parameters
    ----------
    areas, seas : the middle of each area and sea area.
    plates : all the room each area may need.
    legend : the legend's frame.
    """

    width: float
    height: float
    areas: tuple[Point, ...]
    seas: tuple[Point, ...]
    plates: tuple[Box, ...]
    water: tuple[Region, ...]
    legend: Box


@cache
def load_style() -> Style:
    """The style of the map. It is read once."""
    file = files("rtm_verify.games.race_to_moscow") / "data" / "style.toml"
    return decode(file.read_text(encoding="utf-8"), Style, "style.toml")


@lru_cache(maxsize=8)
def sheet_of(board: Board) -> Sheet:
    """The sheet of a board: longitude and latitude, pushed apart only as far as areas would cover each other."""
    style = load_style()
    places = [(area.lat, area.lon) for area in board.areas] + [(sea.lat, sea.lon) for sea in board.seas]
    middle = sum(lat for lat, _ in places) / len(places)
    across, up = style.scale * math.cos(math.radians(middle)), style.scale
    rooms = [_plate(area, style) for area in board.areas] + [Box(-50, -14, 50, 32)] * len(board.seas)
    spots = [(lon * across, lat * up) for lat, lon in places]
    shifts = spread([room.moved(*spot) for room, spot in zip(rooms, spots, strict=True)], style.gap)
    spots = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(spots, shifts, strict=True)]
    boxes = [room.moved(*spot) for room, spot in zip(rooms, spots, strict=True)]
    left = min(box.left for box in boxes) - style.margin
    bottom = min(box.bottom for box in boxes) - style.margin
    boxes = [box.moved(-left, -bottom) for box in boxes]
    width = max(box.right for box in boxes) + style.margin
    height = max(box.top for box in boxes) + style.margin + style.header
    frame = _legend_frame(style, boxes, width, height)
    count = len(board.areas)
    spots = [(round(x - left, 2), round(y - bottom, 2)) for x, y in spots]
    return Sheet(
        width=max(width, frame.right + style.margin),
        height=height,
        areas=tuple(spots[:count]),
        seas=tuple(spots[count:]),
        plates=tuple(boxes[:count]),
        water=tuple(
            Region(
                points=tuple((lon * across - left, lat * up - bottom) for lat, lon in water.shore),
                fill=style.colors["water"],
            )
            for water in style.water
        ),
        legend=frame,
    )


def _plate(area: Area, style: Style) -> Box:
    half = max(46.0, style.span(area.name + SNOW, style.letters.name) / 2)
    return Box(-half, -41, half, 42 if area.victory else 30)


def _legend_frame(style: Style, boxes: list[Box], width: float, height: float) -> Box:
    """In the first corner where it covers nothing; if there is none, in a strip of its own on the right."""
    text = max(style.span(entry.text, style.letters.small) for entry in style.legend)
    wide = LEGEND_SIGN + text + 2 * LEGEND_PAD
    tall = LEGEND_ROW * len(style.legend) + 2 * LEGEND_PAD
    far, high = width - style.margin - wide, height - style.margin - style.header - tall
    for x, y in ((style.margin, style.margin), (far, style.margin), (far, high), (style.margin, high)):
        frame = Box(x, y, x + wide, y + tall)
        if not any(frame.overlaps(box) for box in boxes):
            return frame
    return Box(width, high, width + wide, high + tall)


def legend(style: Style, frame: Box) -> tuple[tuple[Mark, ...], tuple[Link, ...]]:
    """The legend's marks and links in their frame."""
    border = Mark(
        id="legend",
        x=(frame.left + frame.right) / 2,
        y=(frame.bottom + frame.top) / 2,
        shape="rounded",
        width=frame.right - frame.left,
        height=frame.top - frame.bottom,
        stroke=style.colors["faint"],
        layer=LEGEND_LAYER,
    )
    marks: list[Mark] = [border]
    links: list[Link] = []
    column = frame.left + LEGEND_PAD + LEGEND_SIGN / 2
    text_left, text_right = column + LEGEND_SIGN / 2 + 4, frame.right
    for row, entry in enumerate(style.legend):
        y = frame.top - LEGEND_PAD - LEGEND_ROW * (row + 0.5)
        if entry.strands:
            ends = [
                Mark(id=f"legend_{row}_{side}", x=column + dx, y=y, shape="text", layer=LEGEND_LAYER)
                for side, dx in (("a", -22), ("b", 22))
            ]
            marks += ends
            colors = (style.colors["red"],) if entry.dashed else style.strands(entry.strands)
            a, b = (end.id for end in ends)
            links.append(Link(id=f"legend_{row}", a=a, b=b, colors=colors, width=style.strand, dashed=entry.dashed))
        else:
            marks.append(
                Mark(
                    id=f"legend_{row}",
                    x=column,
                    y=y,
                    shape=entry.shape,
                    width=entry.width,
                    height=entry.height,
                    label=entry.label,
                    size=style.letters.small,
                    bold=True,
                    fill=tuple(style.colors[color] for color in entry.fill),
                    ink=style.colors[entry.ink],
                    stroke=style.colors[entry.stroke],
                    stroke_width=entry.stroke_width,
                    dashed=entry.dashed,
                    layer=LEGEND_LAYER,
                )
            )
        marks.append(
            Mark(
                id=f"legend_{row}_text",
                x=(text_left + text_right) / 2,
                y=y,
                shape="text",
                width=text_right - text_left,
                height=12,
                label=entry.text,
                size=style.letters.small,
                align="left",
                ink=style.colors["ink"],
                layer=LEGEND_LAYER,
            )
        )
    return tuple(marks), tuple(links)
