"""The sheet the map is drawn on: its style, where every area has its place on it, and the legend."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from importlib.resources import files

import msgspec

from rtm_verify.games.race_to_moscow.board import Area, Board
from rtm_verify.kernel.picture import Link, Mark, Region, Shape
from rtm_verify.kernel.spread import Box, spread
from rtm_verify.toml import decode

__all__ = [
    "AREA",
    "GROUND",
    "HALO",
    "MARKER",
    "RIM",
    "SNOW",
    "TEXT",
    "TOKEN",
    "Entry",
    "Letters",
    "Point",
    "Sheet",
    "Style",
    "Water",
    "free_frame",
    "legend",
    "load_style",
    "sheet_of",
]

Point = tuple[float, float]

SNOW = " *"  # after the name of an area in the winter zone
# Layers, from the ground up; the legend's lies above them, the header above all.
HALO, GROUND, RIM, AREA, MARKER, TOKEN, TEXT = range(7)
LEGEND_LAYER = 8
LEGEND_ROW = 20.0
LEGEND_SIGN = 52.0  # the column of the signs
LEGEND_PAD = 9.0
SEA_PLATE = Box(-50, -14, 50, 32)  # all the room a sea area may need
FRAME_STEP = 20.0  # how finely room for another legend is looked for


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
    """Colours and sizes of the map, its legend and that of the signs, as `data/style.toml` gives them."""

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
    signs: tuple[Entry, ...]

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
    lines : where the vehicles of each line stand.
    plates : all the room each area may need.
    legend : the legend's frame.
    """

    width: float
    height: float
    areas: tuple[Point, ...]
    seas: tuple[Point, ...]
    lines: tuple[Point, ...]
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
    rooms = [_plate(area, style) for area in board.areas] + [SEA_PLATE] * len(board.seas)
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
        lines=_stops(board, spots[:count], style),
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


def _stops(board: Board, spots: Sequence[Point], style: Style) -> tuple[Point, ...]:
    """For each line the place near its middle where a vehicle covers least of what lies in areas and on other lines."""
    taken = [box for area, spot in zip(board.areas, spots, strict=True) for box in _furniture(area, spot, style)]
    ends = [(spots[board.area_names[line.a]], spots[board.area_names[line.b]]) for line in board.lines]
    stops: list[Point] = []
    for a, b in ends:
        near = Box(min(a[0], b[0]) - 60, min(a[1], b[1]) - 60, max(a[0], b[0]) + 60, max(a[1], b[1]) + 60)
        close = [box for box in taken if box.overlaps(near)]
        forks = [other for other in ends if len({a, b} & set(other)) == 1]
        cost = partial(_cost, a=a, b=b, taken=close, forks=forks)
        stop = min(_along(a, b, (0,)), key=cost)
        if cost(stop) > _CROWDED:
            stop = min((stop, *_along(a, b, (6, -6, 12, -12))), key=cost)
        stops.append((round(stop[0], 2), round(stop[1], 2)))
        taken.append(_VEHICLE.moved(*stop))
    return tuple(stops)


_VEHICLE = Box(-21, -7, 21, 7)
_TWO_VEHICLES = Box(-21, -14, 21, 14)
_CROWDED = 60.0  # what a place on the line may cost before places beside it are looked at


def _furniture(area: Area, spot: Point, style: Style) -> Iterator[Box]:
    """The oval with its badges, the army above it, and the name and the supplies below it."""
    half = style.span(area.name, style.letters.name) / 2
    yield from (
        box.moved(*spot)
        for box in (Box(-32, -18, 32, 18), Box(-44, 15, 40, 31), Box(-half, -28, half, -16), Box(-24, -41, 24, -29))
    )
    if area.start or area.fortified or area.medals:
        yield Box(-48, -18, -26, 17).moved(*spot)
    if area.harbor or area.soviet:
        yield Box(26, -18, 47, 19).moved(*spot)


def _along(a: Point, b: Point, asides: tuple[int, ...]) -> Iterator[Point]:
    """Places along a line, so far aside of it as a vehicle still touches it; the middle first."""
    (ax, ay), (bx, by) = a, b
    length = math.hypot(bx - ax, by - ay)
    over, up = -(by - ay) / length, (bx - ax) / length
    reach = abs(over) * _VEHICLE.right + abs(up) * _VEHICLE.top
    for aside in asides:
        if abs(aside) <= reach - 3:
            for percent in sorted(range(25, 80, 5), key=lambda percent: abs(percent - 50)):
                t = percent / 100
                yield ax + (bx - ax) * t + over * aside, ay + (by - ay) * t + up * aside


def _cost(place: Point, a: Point, b: Point, taken: Sequence[Box], forks: Iterable[tuple[Point, Point]]) -> float:
    """How much a vehicle there would cover, in square points, and something for each point away from the middle.

    Away from the line costs more than along it, and close to a line that forks off most: it could be on either.
    """
    covered = sum(
        max(0.0, min(box.right, other.right) - max(box.left, other.left))
        * max(0.0, min(box.top, other.top) - max(box.bottom, other.bottom))
        for box in (_VEHICLE.moved(*place), _TWO_VEHICLES.moved(*place))
        for other in taken
    )
    (ax, ay), (bx, by) = a, b
    doubtful = sum(_distance(place, *fork) < 24 for fork in forks)
    from_middle = math.hypot(place[0] - (ax + bx) / 2, place[1] - (ay + by) / 2)
    return covered + from_middle + 8 * _distance(place, a, b) + 300 * doubtful


def _distance(place: Point, a: Point, b: Point) -> float:
    """How far a point is from a line's nearest point."""
    (x, y), (ax, ay), (bx, by) = place, a, b
    t = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    t = min(1.0, max(0.0, t))
    return math.hypot(x - ax - (bx - ax) * t, y - ay - (by - ay) * t)


def _legend_frame(style: Style, boxes: list[Box], width: float, height: float) -> Box:
    """In the first corner where it covers nothing; if there is none, in a strip of its own on the right."""
    wide, tall = _legend_size(style, style.legend)
    far, high = width - style.margin - wide, height - style.margin - style.header - tall
    for x, y in ((style.margin, style.margin), (far, style.margin), (far, high), (style.margin, high)):
        frame = Box(x, y, x + wide, y + tall)
        if not any(frame.overlaps(box) for box in boxes):
            return frame
    return Box(width, high, width + wide, high + tall)


def _legend_size(style: Style, entries: Sequence[Entry]) -> tuple[float, float]:
    text = max(style.span(entry.text, style.letters.small) for entry in entries)
    return LEGEND_SIGN + text + 2 * LEGEND_PAD, LEGEND_ROW * len(entries) + 2 * LEGEND_PAD


def free_frame(style: Style, sheet: Sheet, entries: Sequence[Entry]) -> Box:
    """Room for another legend: where it covers neither areas nor the first one, or else over a corner of the sheet."""
    wide, tall = _legend_size(style, entries)
    taken = (*sheet.plates, sheet.legend, *(SEA_PLATE.moved(*spot) for spot in sheet.seas))
    rows, columns = int((sheet.height - style.header - tall) / FRAME_STEP), int((sheet.width - wide) / FRAME_STEP)
    for row in range(rows + 1):
        for column in range(columns + 1):
            x, y = style.margin + column * FRAME_STEP, style.margin + row * FRAME_STEP
            frame = Box(x, y, x + wide, y + tall)
            if frame.right < sheet.width and not any(frame.overlaps(box) for box in taken):
                return frame
    return Box(style.margin, style.margin, style.margin + wide, style.margin + tall)


def legend(
    style: Style, frame: Box, entries: Sequence[Entry] = (), name: str = "legend"
) -> tuple[tuple[Mark, ...], tuple[Link, ...]]:
    """The marks and links of a legend in its frame: of the map's own, or of other entries under another name."""
    border = Mark(
        id=name,
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
    for row, entry in enumerate(entries or style.legend):
        y = frame.top - LEGEND_PAD - LEGEND_ROW * (row + 0.5)
        if entry.strands:
            ends = [
                Mark(id=f"{name}_{row}_{side}", x=column + dx, y=y, shape="text", layer=LEGEND_LAYER)
                for side, dx in (("a", -22), ("b", 22))
            ]
            marks += ends
            colors = (style.colors["red"],) if entry.dashed else style.strands(entry.strands)
            a, b = (end.id for end in ends)
            links.append(Link(id=f"{name}_{row}", a=a, b=b, colors=colors, width=style.strand, dashed=entry.dashed))
        else:
            marks.append(
                Mark(
                    id=f"{name}_{row}",
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
                id=f"{name}_{row}_text",
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
