"""A position as a picture: the map of the Eastern Front with everything that lies on it.

An area is an oval in its colours with fixed places around it for what can lie there; `sheet.py` gives it a fixed place on
the sheet. So nothing jumps between two steps of a game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TypedDict

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.armies import Army, Player
from rtm_verify.games.race_to_moscow.board import PLAYERS, Board
from rtm_verify.games.race_to_moscow.sheet import SNOW, Point, Sheet, Style, legend, load_style, sheet_of
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.names import folded, nearest
from rtm_verify.kernel.picture import Link, Mark, Picture, Shape
from rtm_verify.render.spread import Box

__all__ = ["picture"]

TRACK = "╫"
_SPOKEN = {"bunker": "bunker", "soviet": "Soviet marker"}

# Layers, from the ground up; the legend's lies above them, the header above all.
HALO, GROUND, RIM, AREA, MARKER, TOKEN, TEXT = range(7)
HEADER_LAYER = 9


def picture(
    board: Board,
    armies: Sequence[Army],
    state: State,
    *,
    before: State | None = None,
    highlights: Iterable[str] = (),
    focus: Iterable[int] | None = None,
    title: str = "",
) -> Picture:
    """A position as shapes on a sheet.

    Parameters
    ----------
    before : the position before the step; what differs from it stands out.
    highlights : names of areas, sea areas or armies that get a yellow halo.
    focus : numbers of areas; the picture is cropped to a window around them.

    Raises
    ------
    InputError
        If a highlight names nothing on the board.
    """
    style, sheet = load_style(), sheet_of(board)
    painter = _Painter(board, armies, state, before or state, style, sheet)
    painter.paint(highlights)
    window = _window(sheet, focus, style)
    if window is None:
        marks, links = legend(style, sheet.legend)
        window = Box(0, 0, sheet.width, sheet.height)
        painter.marks += marks
        painter.links += links
    return _cut_out(window, painter, title, _status(state))


class _Look(TypedDict, total=False):
    """What a mark may say of its looks, beyond place and size."""

    label: str
    size: float
    bold: bool
    fill: tuple[str, ...]
    ink: str
    stroke: str
    stroke_width: float
    dashed: bool
    hint: str
    layer: int


class _Painter:
    """Collects the marks and links of one position."""

    def __init__(
        self, board: Board, armies: Sequence[Army], state: State, before: State, style: Style, sheet: Sheet
    ) -> None:
        self.board, self.armies, self.state, self.before = board, armies, state, before
        self.style, self.sheet, self.colors = style, sheet, style.colors
        self.marks: list[Mark] = []
        self.links: list[Link] = []

    def paint(self, highlights: Iterable[str]) -> None:
        """Everything on the map, from the ground up."""
        self._highlights(highlights)
        self._seas()
        for area in range(len(self.board.areas)):
            self._area(area)
            self._marker(area)
            self._badges(area)
            self._depot(area)
        self._lines()
        for army in range(len(self.armies)):
            self._army(army)
        self._trails()

    def _add(
        self, name: str, spot: Point, shape: Shape, width: float, height: float, look: _Look, shift: Point = (0, 0)
    ) -> None:
        x, y = spot[0] + shift[0], spot[1] + shift[1]
        self.marks.append(Mark(id=name, x=x, y=y, shape=shape, width=width, height=height, **look))

    def _changed_stroke(self, changed: bool) -> _Look:
        return {"stroke": self.colors["change"], "stroke_width": 2.5} if changed else {"stroke": self.colors["ink"]}

    def _painted(self, player: Player) -> _Look:
        """A player's piece: letters are dark on White's only."""
        return {"fill": (self.colors[f"{player}_piece"],), "ink": self.colors["ink" if player == "white" else "open"]}

    # Areas

    def _area(self, area: int) -> None:
        """The oval in its colours, the name, and what is printed there: Victory star, supply base, fortress rim."""
        data, spot, colors = self.board.areas[area], self.sheet.areas[area], self.colors
        if data.victory:
            self._add(f"victory_{area}", spot, "star", 112, 98, {"fill": (colors["star"],), "layer": GROUND})
        if data.base:
            look: _Look = {"fill": (colors["base"],), "stroke": colors["casing"], "layer": GROUND}
            size = 1.0 if data.base == "main" else 0.8
            self._add(f"base_{area}", spot, "cross", 76 * size, 56 * size, look)
        if data.fortified:
            self._add(f"fort_{area}", spot, "ellipse", 54, 33, {"fill": (colors["open"],), "layer": RIM})
        fill = tuple(colors[color] for color in data.colors)
        self._add(f"area_{area}", spot, "ellipse", 48, 27, {"fill": fill, "hint": self._facts(area), "layer": AREA})
        name = data.name + SNOW if data.winter else data.name
        look = {
            "label": name,
            "size": self.style.letters.name,
            "bold": True,
            "fill": (colors["winter" if data.winter else "plate"],),
            "ink": colors["ink"],
            "hint": self._facts(area),
            "layer": TEXT,
        }
        self._add(f"name_{area}", spot, "text", self.style.span(name, self.style.letters.name), 12, look, (0, -22))

    def _marker(self, area: int) -> None:
        """Who controls it: a disc, or a box if there is track; with a halo if that changed."""
        spot, printed = self.sheet.areas[area], self.board.areas[area].printed
        owner, was = _owner(self.state, area), _owner(self.before, area)
        track = self.state.track >> area & 1
        if owner != was or (owner is not None and track != self.before.track >> area & 1):
            look: _Look = {"stroke": self.colors["change"], "stroke_width": 5, "dashed": owner is None, "layer": HALO}
            self._add(f"changed_{area}", spot, "ellipse", 64, 43, look | {"hint": "changed in this step"})
        player = printed if owner is None else PLAYERS[owner]
        if player is None:
            return
        tracked = owner is None or bool(track)
        look = {
            "label": player[0].upper() + (TRACK if tracked else ""),
            "size": self.style.letters.name,
            "bold": True,
            "stroke": self.colors["ink"],
            "stroke_width": 2,
            "dashed": owner is None,
            "hint": self._facts(area),
            "layer": MARKER,
        }
        look |= self._painted(player)
        self._add(f"control_{area}", spot, "box" if tracked else "circle", 27 if tracked else 20, 20, look)

    def _badges(self, area: int) -> None:
        """Around the oval: bunker or start on the left above, medals below it; Soviet marker on the right, harbor below."""
        data, spot, colors = self.board.areas[area], self.sheet.areas[area], self.colors
        self._removable("bunker", area, self.state.bunkers, self.before.bunkers, "hexagon", (19, 13), (-36, 8))
        self._removable("soviet", area, self.state.soviet, self.before.soviet, "star", (20, 19), (36, 9))
        small = self.style.letters.small
        if data.start:
            look = {"label": "S", "size": small, "fill": (colors["open"],), "layer": MARKER}
            self._add(f"start_{area}", spot, "flag", 20, 14, look | {"hint": f"{data.start} starts here"}, (-36, 8))
        medals = self.state.medals[area]
        if medals:
            look = {"label": str(medals), "size": small, "bold": True, "fill": (colors["medal"],), "layer": MARKER}
            look |= {"hint": f"{data.name}: medals {medals}"} | self._changed_stroke(medals != self.before.medals[area])
            self._add(f"medals_{area}", spot, "diamond", 20, 18, look, (-36, -8))
        if data.harbor:
            look = {"label": "H", "size": small, "bold": True, "fill": (colors["harbor"],), "ink": colors["open"]}
            self._add(
                f"harbor_{area}",
                spot,
                "circle",
                15,
                15,
                look | {"hint": f"harbor on {data.harbor}", "layer": MARKER},
                (36, -8),
            )

    def _removable(
        self, kind: str, area: int, now: int, was: int, shape: Shape, size: tuple[float, float], shift: Point
    ) -> None:
        """A marker that is there, or one that this step took away: pale and struck out."""
        here, before = now >> area & 1, was >> area & 1
        if not here and not before:
            return
        name = f"{self.board.areas[area].name}: {_SPOKEN[kind]}"
        look: _Look
        if here:
            look = {"fill": (self.colors[kind],), "hint": name} | self._changed_stroke(not before)
        else:
            look = {
                "label": "×",
                "size": 17,
                "bold": True,
                "ink": self.colors["change"],
                "stroke": self.colors["faint"],
            }
            look |= {"fill": (self.colors["gone"],), "dashed": True, "hint": f"{name}, removed in this step"}
        self._add(f"{kind}_{area}", self.sheet.areas[area], shape, *size, look | {"layer": MARKER}, shift)

    def _depot(self, area: int) -> None:
        """Supplies lying in the area, under its name."""
        supplies, was = self.state.depots[area], self.before.depots[area]
        if not supplies.total and not was.total:
            return
        label = _tokens(supplies) or "0"
        look: _Look = {
            "label": label,
            "size": self.style.letters.small,
            "fill": (self.colors["depot"],),
            "dashed": True,
            "hint": f"{self.board.areas[area].name}: {supplies}",
            "layer": TOKEN,
        }
        width = self.style.span(label, self.style.letters.small) + 6
        self._add(
            f"depot_{area}",
            self.sheet.areas[area],
            "rounded",
            width,
            12,
            look | self._changed_stroke(supplies != was),
            (0, -35),
        )

    def _facts(self, area: int) -> str:
        """What there is to say of an area when the reader points at it."""
        data, state = self.board.areas[area], self.state
        owner = _owner(state, area)
        control = (
            f"controlled by {PLAYERS[owner]}" if owner is not None else f"printed {data.printed}" * bool(data.printed)
        )
        facts = (
            " and ".join(data.colors),
            control,
            "track" if state.track >> area & 1 else "",
            "Victory area" if data.victory else "",
            f"{data.base} supply base" if data.base else "",
            "fortified" if data.fortified else "",
            "bunker" if state.bunkers >> area & 1 else "",
            "Soviet marker" if state.soviet >> area & 1 else "",
            f"medals {state.medals[area]}" if state.medals[area] else "",
            f"harbor on {data.harbor}" if data.harbor else "",
            "winter zone" if data.winter else "",
            str(state.depots[area]) if state.depots[area].total else "",
        )
        return f"{data.name}: {', '.join(fact for fact in facts if fact)}"

    # Lines and seas

    def _lines(self) -> None:
        number = self.board.area_names
        for index, line in enumerate(self.board.lines):
            a, b = number[line.a], number[line.b]
            self.links.append(
                Link(
                    id=f"line_{index}",
                    a=f"area_{a}",
                    b=f"area_{b}",
                    colors=(self.colors["red"],) if line.red else self.style.strands(line.colors),
                    width=self.style.strand,
                    dashed=line.red,
                    hint=f"{line.a} – {line.b}: {'red' if line.red else ' and '.join(line.colors)}",
                )
            )
            self._vehicles(index, (self.sheet.areas[a], self.sheet.areas[b]), f"{line.a} – {line.b}")

    def _vehicles(self, line: int, ends: tuple[Point, Point], where: str) -> None:
        """Trucks and a train, stacked at the middle of their line."""
        vehicles: list[tuple[str, Shape, str, str, str, bool]] = []
        for player, now, was in zip(PLAYERS, self.state.trucks, self.before.trucks, strict=True):
            if now >> line & 1:
                fill, ink = self.colors[player], self.inks[player]
                vehicles.append(
                    (f"truck_{player}", "rounded", f"{player[0].upper()} truck", fill, ink, not was >> line & 1)
                )
        if self.state.trains >> line & 1:
            fill, ink = self.colors["train"], self.colors["open"]
            vehicles.append(("train", "box", "train", fill, ink, not self.before.trains >> line & 1))
        (ax, ay), (bx, by) = ends
        for row, (name, shape, label, fill, ink, new) in enumerate(vehicles):
            look: _Look = {
                "label": label,
                "size": self.style.letters.small,
                "fill": (fill,),
                "ink": ink,
                "layer": TOKEN,
            }
            look |= {"hint": f"{label}: {where}"} | self._changed_stroke(new)
            width = self.style.span(label, self.style.letters.small) + 5
            shift = (0.0, ((len(vehicles) - 1) / 2 - row) * 14)
            self._add(f"{name}_{line}", ((ax + bx) / 2, (ay + by) / 2), shape, width, 12, look, shift)

    def _seas(self) -> None:
        colors, small = self.colors, self.style.letters.small
        for number, (sea, spot) in enumerate(zip(self.board.seas, self.sheet.seas, strict=True)):
            look: _Look = {"label": sea.name, "size": self.style.letters.name, "fill": (colors["sea"],), "layer": AREA}
            look |= {"ink": colors["harbor"], "stroke": colors["sea_edge"], "hint": f"{sea.name}: sea area"}
            self._add(f"sea_{number}", spot, "rounded", 92, 20, look)
            for other in members(self.board.sea_neighbours[number]):
                if other > number:
                    self._sea_way(f"seaway_{number}_{other}", f"sea_{number}", f"sea_{other}", 2.0)
        for area, number in enumerate(self.board.harbor_sea):
            if number >= 0:
                self._sea_way(f"harborway_{area}", f"area_{area}", f"sea_{number}", 1.0)
        look = {
            "label": "Fleet",
            "size": small,
            "bold": True,
            "fill": (colors["open"],),
            "hint": "the fleet",
            "layer": TOKEN,
        }
        look |= self._changed_stroke(self.state.fleet != self.before.fleet)
        self._add("fleet", self.sheet.seas[self.state.fleet], "ship", 44, 16, look, (0, 19))

    def _sea_way(self, name: str, a: str, b: str, width: float) -> None:
        self.links.append(Link(id=name, a=a, b=b, colors=(self.colors["sea_edge"],), width=width, dashed=True))

    # Armies

    def _army(self, number: int) -> None:
        """The token above its area, and beside it what lies on its card."""
        army, area = self.armies[number], self.state.at[number]
        if area < 0:
            return
        spot, load, small = self.sheet.areas[area], self.state.loads[number], self.style.letters.small
        halted = bool(self.state.halt >> number & 1)
        where = f"{army.name} in {self.board.areas[area].name}: {load}{', HALT' * halted}"
        armored = army.kind == "armored"
        look: _Look = {
            "label": _token(army),
            "size": self.style.letters.name,
            "bold": True,
            "hint": where,
            "layer": TOKEN,
        }
        look |= self._painted(army.player) | self._changed_stroke(area != self.before.at[number])
        look["stroke_width"] = max(look.get("stroke_width", 1.0), 2.2 if armored else 1.0)
        self._add(f"army_{army.id}", spot, "box" if armored else "rounded", 34, 15, look, (-27, 23))
        label = f"{'HALT ' * halted}{_tokens(load)}".strip() or "0"
        width = self.style.span(label, small) + 5
        changed = load != self.before.loads[number] or halted != bool(self.before.halt >> number & 1)
        look = {"label": label, "size": small, "bold": halted, "hint": where, "layer": TOKEN}
        look |= {"fill": (self.colors["red" if halted else "chip"],), "ink": self.colors["open" if halted else "ink"]}
        self._add(f"load_{army.id}", spot, "box", width, 12, look | self._changed_stroke(changed), (-8 + width / 2, 23))

    def _trails(self) -> None:
        """An arrow from where an army or the fleet was to where it is."""
        for army, was, now in zip(self.armies, self.before.at, self.state.at, strict=True):
            if was != now and was >= 0 and now >= 0:
                self._trail(army.id, self.sheet.areas[was], self.sheet.areas[now], army.name)
        if self.before.fleet != self.state.fleet:
            self._trail("fleet", self.sheet.seas[self.before.fleet], self.sheet.seas[self.state.fleet], "fleet")

    def _trail(self, name: str, start: Point, end: Point, who: str) -> None:
        # Beside the line, not on it, so that both are seen. Ends of its own: Graphviz draws links in the order of their
        # first ends, and a trail lies above all lines.
        (ax, ay), (bx, by) = start, end
        length = math.hypot(bx - ax, by - ay)
        aside = (-(by - ay) / length * 6, (bx - ax) / length * 6)
        for side, spot in (("from", start), ("to", end)):
            self._add(f"trail_{name}_{side}", spot, "text", 0, 0, {"layer": TEXT}, aside)
        self.links.append(
            Link(
                id=f"trail_{name}",
                a=f"trail_{name}_from",
                b=f"trail_{name}_to",
                colors=(self.colors["change"],),
                width=4,
                arrow=True,
                gap=min(44, 0.4 * length),
                hint=f"{who} moved",
            )
        )

    def _highlights(self, names: Iterable[str]) -> None:
        spots: dict[Point, str] = {}
        standing = {
            folded(spelling): area
            for army, area in zip(self.armies, self.state.at, strict=True)
            for spelling in (army.id, army.name, *army.spellings)
            if area >= 0
        }
        for name in names:
            if name in self.board.area_names:
                spots[self.sheet.areas[self.board.area_names[name]]] = name
            elif name in self.board.sea_names:
                spots[self.sheet.seas[self.board.sea_names[name]]] = name
            elif folded(name) in standing:
                spots[self.sheet.areas[standing[folded(name)]]] = name
            else:
                known = [place.name for place in (*self.board.areas, *self.board.seas)]
                raise InputError(f"'{name}' is no area and no army on the map", suggestion=nearest(name, known))
        for number, spot in enumerate(spots):
            look: _Look = {"fill": (self.colors["highlight"],), "stroke": self.colors["casing"], "dashed": True}
            self._add(f"highlight_{number}", spot, "ellipse", 100, 70, look | {"hint": "highlighted", "layer": HALO})


def _owner(state: State, area: int) -> int | None:
    """The player whose control marker lies in an area."""
    return next((player for player, mask in enumerate(state.control) if mask >> area & 1), None)


def _tokens(supplies: Supplies) -> str:
    """Supplies in short: food is R, for rations, since F is fuel.

    >>> _tokens(Supplies(fuel=3, food=1))
    '3F 1R'
    """
    counts = ((supplies.fuel, "F"), (supplies.ammo, "A"), (supplies.food, "R"))
    return " ".join(f"{count}{letter}" for count, letter in counts if count)


def _token(army: Army) -> str:
    """The army's number and kind, as its miniature's flag has it: ``4 Pz``, ``16 A``."""
    number = army.id.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
    return f"{number} {army.id[len(number) :]}".strip()


def _status(state: State) -> str:
    if state.winner >= 0:
        return f"Round {state.round} · {PLAYERS[state.winner]} has won"
    player = PLAYERS[state.active]
    return (
        f"Round {state.round} · {player} to act, core actions left {state.core_left} · "
        f"stock {_tokens(state.stock) or '0'} · Soviet pool {state.pool}"
    )


# The window


def _window(sheet: Sheet, focus: Iterable[int] | None, style: Style) -> Box | None:
    """The part of the sheet around some areas, with room for the header; None for the whole sheet."""
    plates = [sheet.plates[area] for area in focus or ()]
    if not plates:
        return None
    left = max(0.0, min(plate.left for plate in plates) - style.window)
    bottom = max(0.0, min(plate.bottom for plate in plates) - style.window)
    right = min(sheet.width, max(plate.right for plate in plates) + style.window)
    top = min(sheet.height - style.header, max(plate.top for plate in plates) + style.window)
    return Box(left, bottom, right, top + style.header)


def _cut_out(window: Box, painter: _Painter, title: str, status: str) -> Picture:
    """What lies in the window, and the lines that lead out of it, under a header with title and turn."""
    ends = {mark.id for mark in painter.marks if _box(mark).overlaps(window)}
    links = tuple(link for link in painter.links if link.a in ends or link.b in ends)
    ends |= {end for link in links for end in (link.a, link.b)}
    width, height = window.right - window.left, window.top - window.bottom
    x, y = window.left, window.bottom
    marks = [msgspec.structs.replace(mark, x=mark.x - x, y=mark.y - y) for mark in painter.marks if mark.id in ends]
    water = (
        msgspec.structs.replace(region, points=tuple((px - x, py - y) for px, py in region.points))
        for region in painter.sheet.water
    )
    return Picture(
        title=title,
        width=width,
        height=height,
        marks=(*marks, *_header(painter.style, width, height, title, status)),
        links=links,
        regions=tuple(water),
        background=painter.colors["land"],
    )


def _box(mark: Mark) -> Box:
    # A point's width keeps marks without size, such as the ends of a trail, in the window they lie in.
    half, high = max(mark.width, 1) / 2, max(mark.height, 1) / 2
    return Box(mark.x - half, mark.y - high, mark.x + half, mark.y + high)


def _header(style: Style, width: float, height: float, title: str, status: str) -> tuple[Mark, ...]:
    strip = Mark(
        id="header",
        x=width / 2,
        y=height - style.header / 2,
        shape="box",
        width=width,
        height=style.header,
        fill=(style.colors["open"],),
        stroke=style.colors["casing"],
        layer=HEADER_LAYER,
    )
    lines = (
        ("title", title, style.letters.title, True, 22.0),
        ("status", status, style.letters.status, False, 46.0),
    )
    texts = (
        Mark(
            id=name,
            x=width / 2,
            y=height - down,
            shape="text",
            width=width - 24,
            height=size * 1.3,
            label=text,
            size=size,
            bold=bold,
            align="left",
            ink=style.colors["ink"],
            layer=HEADER_LAYER + 1,
        )
        for name, text, size, bold, down in lines
    )
    return (strip, *texts)
