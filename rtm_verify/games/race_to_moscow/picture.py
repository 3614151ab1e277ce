"""A position as a picture: the map of the Eastern Front with everything that lies on it.

An area is an oval in its colours with fixed places around it for what can lie there; `sheet.py` gives it a fixed place
on the sheet. So nothing jumps between two steps of a game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TypedDict, Unpack

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.armies import Army, Player
from rtm_verify.games.race_to_moscow.board import PLAYERS, Board
from rtm_verify.games.race_to_moscow.sheet import (
    AREA,
    GROUND,
    HALO,
    MARKER,
    RIM,
    SNOW,
    TEXT,
    TOKEN,
    Point,
    Sheet,
    Style,
    free_frame,
    legend,
    load_style,
    sheet_of,
)
from rtm_verify.games.race_to_moscow.signs import Signs, sign_marks
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.picture import Link, Mark, Picture, Shape
from rtm_verify.kernel.spread import Box
from rtm_verify.names import folded, nearest

__all__ = ["picture"]

TRACK = "╫"

HEADER_LAYER = 9


def picture(
    board: Board,
    armies: Sequence[Army],
    state: State,
    *,
    before: State | None = None,
    through: Sequence[State] = (),
    highlights: Iterable[str] = (),
    focus: Iterable[int] | None = None,
    title: str = "",
    signs: Signs | None = None,
) -> Picture:
    """A position as shapes on a sheet.

    Parameters
    ----------
    before : the position before the step; what differs from it stands out.
    through : the positions between the two, in order: an army's path is drawn from area to area.
    highlights : names of areas, sea areas or armies that get a yellow halo.
    focus : numbers of areas; the picture is cropped to a window around them.
    signs : what is to be said of areas, such as that they can be attacked; with a legend of their own.

    Raises
    ------
    InputError
        If a highlight names nothing on the board.
    """
    style, sheet = load_style(), sheet_of(board)
    painter = _Painter(board, armies, state, before or state, style, sheet)
    painter.paint(highlights, (painter.before, *through, state))
    if signs is not None:
        painter.marks += sign_marks(style, sheet, armies, state, signs)
    window = _window(sheet, focus, style)
    if window is None:
        marks, links = legend(style, sheet.legend)
        window = Box(0, 0, sheet.width, sheet.height)
        painter.marks += marks
        painter.links += links
        if signs is not None:
            painter.marks += legend(style, free_frame(style, sheet, style.signs), style.signs, "sign_legend")[0]
    return _cut_out(window, painter, title, _status(state))


class _Face(TypedDict, total=False):
    fill: tuple[str, ...]
    ink: str


class _Outline(TypedDict, total=False):
    stroke: str
    stroke_width: float


class _Paint(_Face, _Outline, total=False):
    """The colours of a mark: of its face with its letters, and of its outline."""


class _Painter:
    """Collects the marks and links of one position."""

    def __init__(
        self, board: Board, armies: Sequence[Army], state: State, before: State, style: Style, sheet: Sheet
    ) -> None:
        self.board, self.armies, self.state, self.before = board, armies, state, before
        self.style, self.sheet, self.colors = style, sheet, style.colors
        self.normal, self.small = style.letters.name, style.letters.small
        self.marks: list[Mark] = []
        self.links: list[Link] = []

    def paint(self, highlights: Iterable[str], positions: Sequence[State]) -> None:
        """Everything on the map; `positions` are those the step went through, for the ways walked."""
        self._highlights(highlights)
        self._seas()
        for area in range(len(self.board.areas)):
            self._area(area)
            self._control(area)
            self._badges(area)
            self._depot(area)
        self._lines()
        for army in range(len(self.armies)):
            self._army(army)
        self._trails(positions)

    def _add(
        self,
        name: str,
        spot: Point,
        shape: Shape,
        width: float,
        height: float,
        shift: Point = (0, 0),
        *,
        layer: int,
        label: str = "",
        size: float = 8.0,
        bold: bool = False,
        dashed: bool = False,
        hint: str = "",
        **paint: Unpack[_Paint],
    ) -> None:
        self.marks.append(
            Mark(
                id=name,
                x=spot[0] + shift[0],
                y=spot[1] + shift[1],
                shape=shape,
                width=width,
                height=height,
                label=label,
                size=size,
                bold=bold,
                dashed=dashed,
                hint=hint,
                layer=layer,
                **paint,
            )
        )

    def _outlined(self, *, changed: bool, width: float = 1.0) -> _Outline:
        """The outline of a piece; a bold one if this step changed it."""
        if changed:
            return {"stroke": self.colors["change"], "stroke_width": max(width, 2.5)}
        return {"stroke": self.colors["ink"], "stroke_width": width}

    def _painted(self, player: Player) -> _Face:
        """A player's piece; letters are dark on White's only."""
        return {"fill": (self.colors[f"{player}_piece"],), "ink": self.colors["ink" if player == "white" else "open"]}

    # Areas

    def _area(self, area: int) -> None:
        """What is printed: the oval in its colours, the name, the Victory star, the supply base, the fortress rim."""
        data, spot, colors = self.board.areas[area], self.sheet.areas[area], self.colors
        facts = self._facts(area)
        if data.victory:
            self._add(f"victory_{area}", spot, "star", 112, 98, fill=(colors["star"],), hint=facts, layer=GROUND)
        if data.base:
            width, height = (76, 56) if data.base == "main" else (60, 44)
            paint: _Paint = {"fill": (colors["base"],), "stroke": colors["casing"]}
            self._add(f"base_{area}", spot, "cross", width, height, hint=facts, layer=GROUND, **paint)
        if data.fortified:
            self._add(f"fort_{area}", spot, "ellipse", 54, 33, fill=(colors["open"],), hint=facts, layer=RIM)
        fill = tuple(colors[color] for color in data.colors)
        self._add(f"area_{area}", spot, "ellipse", 48, 27, fill=fill, hint=facts, layer=AREA)
        name = data.name + SNOW if data.winter else data.name
        self._add(
            f"name_{area}",
            spot,
            "text",
            self.style.span(name, self.normal),
            12,
            shift=(0, -22),
            label=name,
            size=self.normal,
            bold=True,
            fill=(colors["winter" if data.winter else "plate"],),
            ink=colors["ink"],
            hint=facts,
            layer=TEXT,
        )

    def _control(self, area: int) -> None:
        """Who controls it: a disc, or a box if there is track; in a ring if that changed."""
        spot, printed = self.sheet.areas[area], self.board.areas[area].printed
        owner, track = _owner(self.state, area), self.state.track >> area & 1
        if (owner, track) != (_owner(self.before, area), self.before.track >> area & 1):
            self._add(
                f"changed_{area}",
                spot,
                "ellipse",
                64,
                43,
                stroke=self.colors["change"],
                stroke_width=5,
                dashed=owner is None,
                hint="changed in this step",
                layer=HALO,
            )
        player = printed if owner is None else PLAYERS[owner]
        if player is None:
            self._lost_control(area)
            return
        tracked = owner is None or bool(track)
        self._add(
            f"control_{area}",
            spot,
            "box" if tracked else "circle",
            27 if tracked else 20,
            20,
            label=player[0].upper() + (TRACK if tracked else ""),
            size=self.normal,
            bold=True,
            dashed=owner is None,
            hint=self._facts(area),
            layer=MARKER,
            **self._painted(player),
            **self._outlined(changed=False, width=2),
        )

    def _lost_control(self, area: int) -> None:
        """A marker that this step took away: pale and struck out, with its owner's letter."""
        owner = _owner(self.before, area)
        if owner is None:
            return
        paint: _Paint = {"fill": (self.colors["gone"],), "ink": self.colors["ink"], "stroke": self.colors["ink"]}
        hint = f"{self.board.areas[area].name}: {PLAYERS[owner]} lost the control marker in this step"
        self._add(
            f"lost_{area}",
            self.sheet.areas[area],
            "circle",
            22,
            22,
            label=f"{PLAYERS[owner][0].upper()} ×",
            size=self.normal,
            bold=True,
            dashed=True,
            hint=hint,
            layer=MARKER,
            **paint,
        )

    def _badges(self, area: int) -> None:
        """Around the oval: bunker or start left above, medals left below, Soviet markers right above, harbor below."""
        data, spot, colors, small = self.board.areas[area], self.sheet.areas[area], self.colors, self.small
        self._removable("bunker", area, self.state.bunkers, self.before.bunkers, "hexagon", (19, 13), (-36, 8))
        self._soviet(area)
        self._air(area)
        if data.start:
            self._add(
                f"start_{area}",
                spot,
                "flag",
                20,
                14,
                (-36, 8),
                label="S",
                size=small,
                hint=f"{data.start} starts in {data.name}",
                layer=MARKER,
                fill=(colors["open"],),
            )
        medals = self.state.medals[area]
        if medals:
            self._add(
                f"medals_{area}",
                spot,
                "diamond",
                20,
                18,
                (-36, -8),
                label=str(medals),
                size=small,
                bold=True,
                hint=f"{data.name}: medals {medals}",
                layer=MARKER,
                fill=(colors["medal"],),
                **self._outlined(changed=medals != self.before.medals[area]),
            )
        if data.harbor:
            self._add(
                f"harbor_{area}",
                spot,
                "circle",
                15,
                15,
                (36, -8),
                label="H",
                size=small,
                bold=True,
                hint=f"harbor on {data.harbor}",
                layer=MARKER,
                fill=(colors["harbor"],),
                ink=colors["open"],
            )

    def _removable(
        self, kind: str, area: int, now: int, was: int, shape: Shape, size: tuple[float, float], shift: Point
    ) -> None:
        """A marker that is there, or one that this step took away: pale and struck out."""
        here, before = now >> area & 1, was >> area & 1
        if not here and not before:
            return
        spoken = {"bunker": "bunker", "soviet": "Soviet marker"}[kind]
        hint = f"{self.board.areas[area].name}: {spoken}{'' if here else ', removed in this step'}"
        self._add(
            f"{kind}_{area}",
            self.sheet.areas[area],
            shape,
            *size,
            shift,
            label="" if here else "×",
            size=17,
            bold=True,
            dashed=not here,
            hint=hint,
            layer=MARKER,
            fill=(self.colors[kind if here else "gone"],),
            ink=self.colors["change"],
            **self._outlined(changed=not before),
        )

    def _soviet(self, area: int) -> None:
        """The Soviet markers: how many if several, the side of one if it is known; struck out if this step took it."""
        here, before = _soviet_markers(self.state, area), _soviet_markers(self.before, area)
        if not here:
            self._removable("soviet", area, self.state.soviet, self.before.soviet, "star", (20, 19), (36, 9))
            return
        side, was = _side(self.state, area), _side(self.before, area)
        name = self.board.areas[area].name
        hint = f"{name}: {here} Soviet markers" if here > 1 else f"{name}: Soviet marker{f', {side}' if side else ''}"
        self._add(
            f"soviet_{area}",
            self.sheet.areas[area],
            "star",
            20,
            19,
            (36, 9),
            label=str(here) if here > 1 else side[:1].upper(),
            size=self.small,
            bold=True,
            hint=hint,
            layer=MARKER,
            fill=(self.colors["soviet"],),
            ink=self.colors["open"],
            **self._outlined(changed=here < before or side != was),
        )
        if here > before:
            paint: _Paint = {"stroke": self.colors["change"], "stroke_width": 3}
            hint = f"{name}: a Soviet marker was placed in this step"
            self._add(
                f"placed_{area}", self.sheet.areas[area], "circle", 28, 28, (36, 8), hint=hint, layer=RIM, **paint
            )

    def _air(self, area: int) -> None:
        """Air Support that lies over the Soviet marker of an area (Soviet player variant)."""
        over = [player for player, place in zip(PLAYERS, self.state.air_area, strict=True) if place == area]
        if not over:
            return
        label = f"{' '.join(player[0].upper() for player in over)} air"
        before = [player for player, place in zip(PLAYERS, self.before.air_area, strict=True) if place == area]
        self._add(
            f"air_{area}",
            self.sheet.areas[area],
            "flag",
            self.style.span(label, self.small) + 16,
            13,
            (0, 25),
            label=label,
            size=self.small,
            bold=True,
            hint=f"{self.board.areas[area].name}: Air Support of {' and '.join(over)}",
            layer=TOKEN,
            fill=(self.colors["air"],),
            ink=self.colors["ink"],
            **self._outlined(changed=over != before),
        )

    def _depot(self, area: int) -> None:
        """Supplies lying in the area, under its name."""
        supplies, was = self.state.depots[area], self.before.depots[area]
        if not supplies.total and not was.total:
            return
        label = _tokens(supplies) or "0"
        self._add(
            f"depot_{area}",
            self.sheet.areas[area],
            "rounded",
            max(26.0, self.style.span(label, self.small) + 6),
            12,
            shift=(0, -35),
            label=label,
            size=self.small,
            fill=(self.colors["depot"],),
            hint=f"{self.board.areas[area].name}: {supplies}",
            layer=TOKEN,
            **self._outlined(changed=supplies != was),
        )

    def _facts(self, area: int) -> str:
        """What there is to say of an area when the reader points at it."""
        data, state = self.board.areas[area], self.state
        owner = _owner(state, area)
        facts = (
            " and ".join(data.colors),
            f"printed control of {data.printed}" if data.printed else "",
            f"controlled by {PLAYERS[owner]}" if owner is not None else "",
            "track" if state.track >> area & 1 else "",
            "Victory area" if data.victory else "",
            f"{data.base} supply base" if data.base else "",
            "fortified" if data.fortified else "",
            "bunker" if state.bunkers >> area & 1 else "",
            f"Soviet markers {_soviet_markers(state, area)}" if _soviet_markers(state, area) else "",
            f"medals {state.medals[area]}" if state.medals[area] else "",
            f"harbor on {data.harbor}" if data.harbor else "",
            "winter zone" if data.winter else "",
            str(state.depots[area]) if state.depots[area].total else "",
        )
        return f"{data.name}: {', '.join(fact for fact in facts if fact)}"

    # Lines and seas

    def _lines(self) -> None:
        for index, line in enumerate(self.board.lines):
            a, b = self.board.area_names[line.a], self.board.area_names[line.b]
            where = f"{line.a} – {line.b}"
            link = Link(
                id=f"line_{index}",
                a=f"area_{a}",
                b=f"area_{b}",
                colors=(self.colors["red"],) if line.red else self.style.strands(line.colors),
                width=self.style.strand,
                dashed=line.red,
                hint=f"{where}: {'red' if line.red else ' and '.join(line.colors)}",
            )
            self.links.append(link)
            self._vehicles(index, self.sheet.lines[index], where)

    def _vehicles(self, line: int, middle: Point, where: str) -> None:
        """Trucks and a train, stacked on their line, where the sheet has room for them."""
        stack: list[tuple[str, Shape, str, _Paint]] = []
        for player, now, was in zip(PLAYERS, self.state.trucks, self.before.trucks, strict=True):
            if now >> line & 1:
                paint: _Paint = {**self._painted(player), **self._outlined(changed=not was >> line & 1)}
                stack.append((f"truck_{player}_{line}", "rounded", f"{player[0].upper()} truck", paint))
        if self.state.trains >> line & 1:
            new = not self.before.trains >> line & 1
            paint = {"fill": (self.colors["train"],), "ink": self.colors["open"], **self._outlined(changed=new)}
            stack.append((f"train_{line}", "box", "train", paint))
        for row, (name, shape, label, paint) in enumerate(stack):
            self._add(
                name,
                middle,
                shape,
                self.style.span(label, self.small) + 5,
                12,
                (0, ((len(stack) - 1) / 2 - row) * 14),
                label=label,
                size=self.small,
                hint=f"{label}: {where}",
                layer=TOKEN,
                **paint,
            )

    def _seas(self) -> None:
        colors = self.colors
        for number, (sea, spot) in enumerate(zip(self.board.seas, self.sheet.seas, strict=True)):
            self._add(
                f"sea_{number}",
                spot,
                "rounded",
                92,
                20,
                label=sea.name,
                size=self.normal,
                hint=f"{sea.name}: sea area",
                layer=AREA,
                fill=(colors["sea"],),
                ink=colors["harbor"],
                stroke=colors["sea_edge"],
            )
            for other in members(self.board.sea_neighbours[number]):
                if other > number:
                    self._sea_way(f"seaway_{number}_{other}", f"sea_{number}", f"sea_{other}", 2.0)
        for area, number in enumerate(self.board.harbor_sea):
            if number >= 0:
                self._sea_way(f"harborway_{area}", f"area_{area}", f"sea_{number}", 1.0)
        self._add(
            "fleet",
            self.sheet.seas[self.state.fleet],
            "ship",
            44,
            16,
            (0, 19),
            label="Fleet",
            size=self.small,
            bold=True,
            hint=f"fleet in {self.board.seas[self.state.fleet].name}",
            layer=TOKEN,
            fill=(colors["open"],),
            **self._outlined(changed=self.state.fleet != self.before.fleet),
        )

    def _sea_way(self, name: str, a: str, b: str, width: float) -> None:
        self.links.append(Link(id=name, a=a, b=b, colors=(self.colors["sea_edge"],), width=width, dashed=True))

    # Armies

    def _army(self, number: int) -> None:
        """The token above its area, and beside it what lies on its card."""
        army, area = self.armies[number], self.state.at[number]
        if area < 0:
            return
        spot, load = self.sheet.areas[area], self.state.loads[number]
        halted, was_halted = bool(self.state.halt >> number & 1), bool(self.before.halt >> number & 1)
        hint = f"{army.name} in {self.board.areas[area].name}: {load}{', HALT' if halted else ''}"
        armored = army.kind == "armored"
        self._add(
            f"army_{army.id}",
            spot,
            "box" if armored else "rounded",
            34,
            15,
            (-27, 23),
            label=_token(army),
            size=self.normal,
            bold=True,
            hint=hint,
            layer=TOKEN,
            **self._painted(army.player),
            **self._outlined(changed=area != self.before.at[number], width=2.2 if armored else 1.0),
        )
        label = f"{'HALT ' if halted else ''}{_tokens(load)}".strip() or "0"
        width = self.style.span(label, self.small) + (10 if halted else 5)  # HALT is in bold letters
        self._add(
            f"load_{army.id}",
            spot,
            "box",
            width,
            12,
            (-8 + width / 2, 23),
            label=label,
            size=self.small,
            bold=halted,
            hint=hint,
            layer=TOKEN,
            fill=(self.colors["red" if halted else "chip"],),
            ink=self.colors["open" if halted else "ink"],
            **self._outlined(changed=load != self.before.loads[number] or halted != was_halted),
        )

    def _trails(self, positions: Sequence[State]) -> None:
        """An arrow from where an army or the fleet was to where it is, for each leg of its way."""
        for leg, (before, after) in enumerate(pairwise(positions)):
            for army, was, now in zip(self.armies, before.at, after.at, strict=True):
                if was != now and was >= 0 and now >= 0:
                    self._trail(f"{army.id}_{leg}", self.sheet.areas[was], self.sheet.areas[now], army.name)
            if before.fleet != after.fleet:
                self._trail(f"fleet_{leg}", self.sheet.seas[before.fleet], self.sheet.seas[after.fleet], "fleet")

    def _trail(self, name: str, start: Point, end: Point, who: str) -> None:
        # Beside the line, not on it, so that both are seen; and with ends of its own on the top layer, because Graphviz
        # draws links in the order of the marks they start from.
        (ax, ay), (bx, by) = start, end
        length = math.hypot(bx - ax, by - ay)
        aside = (-(by - ay) / length * 6, (bx - ax) / length * 6)
        for side, spot in (("from", start), ("to", end)):
            self._add(f"trail_{name}_{side}", spot, "text", 0, 0, aside, layer=TEXT)
        self.links.append(
            Link(
                id=f"trail_{name}",
                a=f"trail_{name}_from",
                b=f"trail_{name}_to",
                colors=(self.colors["change"],),
                width=4,
                arrow=True,
                gap=min(48, 0.4 * length),
                hint=f"{who} moved",
            )
        )

    def _highlights(self, names: Iterable[str]) -> None:
        """A yellow halo around each named area, sea area or army."""
        for number, spot in enumerate(dict.fromkeys(map(self._spot, names))):
            paint: _Paint = {"fill": (self.colors["highlight"],), "stroke": self.colors["casing"]}
            self._add(
                f"highlight_{number}", spot, "ellipse", 100, 70, dashed=True, hint="highlighted", layer=HALO, **paint
            )

    def _spot(self, name: str) -> Point:
        """Where something with this name is."""
        if name in self.board.area_names:
            return self.sheet.areas[self.board.area_names[name]]
        if name in self.board.sea_names:
            return self.sheet.seas[self.board.sea_names[name]]
        for army, area in zip(self.armies, self.state.at, strict=True):
            if area >= 0 and folded(name) in map(folded, (army.id, army.name, *army.spellings)):
                return self.sheet.areas[area]
        known = [area.name for area in self.board.areas] + [sea.name for sea in self.board.seas]
        raise InputError(f"'{name}' is no area and no army on the map", text=name, suggestion=nearest(name, known))


def _owner(state: State, area: int) -> int | None:
    """The player whose control marker lies in an area."""
    return next((player for player, mask in enumerate(state.control) if mask >> area & 1), None)


def _soviet_markers(state: State, area: int) -> int:
    """How many Soviet markers lie in an area."""
    return (state.soviet >> area & 1) + state.stacked.count(area)


def _side(state: State, area: int) -> str:
    """The side of the Soviet marker in an area, if it is known."""
    return "infantry" if state.infantry >> area & 1 else "armor" if state.armor >> area & 1 else ""


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
    return f"Round {state.round} · {_turn(state)} · stock {_tokens(state.stock) or '0'} · Soviet pool {state.pool}"


def _turn(state: State) -> str:
    """Whose turn it is, and how far it is."""
    if state.winner >= 0:
        return f"{PLAYERS[state.winner]} has won"
    if state.phase == "over":
        names = (*PLAYERS, "the Soviet player")
        winners = " and ".join(name for bit, name in enumerate(names) if state.winners >> bit & 1)
        return f"the game is over{f', won by {winners}' if winners else ''}"
    player = PLAYERS[state.active]
    if state.phase == "reaction":
        return f"Soviet Reaction at the end of {player}'s turn"
    return f"{player} to act, core actions left {state.core_left}"


# The window


def _window(sheet: Sheet, focus: Iterable[int] | None, style: Style) -> Box | None:
    """The part of the sheet around some areas, with room for the header; None for the whole sheet."""
    plates = [sheet.plates[area] for area in focus or ()]
    if not plates:
        return None
    left, right = min(plate.left for plate in plates), max(plate.right for plate in plates)
    width = min(sheet.width, max(right - left + 2 * style.window, style.smallest))
    left = min(max(0.0, (left + right - width) / 2), sheet.width - width)
    bottom = max(0.0, min(plate.bottom for plate in plates) - style.window)
    top = min(sheet.height - style.header, max(plate.top for plate in plates) + style.window)
    return Box(left, bottom, left + width, top + style.header)


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
            label=style.fitted(text.replace("\n", " "), size, width - 24),
            size=size,
            bold=bold,
            align="left",
            ink=style.colors["ink"],
            layer=HEADER_LAYER + 1,
        )
        for name, text, size, bold, down in lines
    )
    return (strip, *texts)
