"""The board: land areas joined by lines, sea areas, and what is printed on them.

A board is a TOML file. `check_board` says everything that is wrong with one, `load_board` compiles a sound one into
bit masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TypeVar, get_args

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.files import read_text
from rtm_verify.games.race_to_moscow.armies import Player, load_armies
from rtm_verify.kernel.bits import flood, members
from rtm_verify.kernel.provenance import Provenance
from rtm_verify.names import Names, folded, nearest
from rtm_verify.toml import Key, decode, locate

if TYPE_CHECKING:
    import networkx as nx

__all__ = [
    "PLAYERS",
    "Area",
    "Board",
    "Fact",
    "Line",
    "Sea",
    "board_text",
    "check_board",
    "default_board",
    "load_board",
    "read_board",
]

T = TypeVar("T")

# A player's number is the index here.
PLAYERS: tuple[Player, Player, Player] = ("gray", "white", "brown")

# What the box and the rules ask of any board, each with the line it comes from.
SOVIET_SYMBOLS = 20  # 26 markers (2024:49) less the pool of a 3-player game, 6 (2024:343)
FORTIFIED_AREAS = 16  # a bunker for each (2024:50, 2024:324)
CONTROL_MARKERS = 40  # of each player (2024:72, 2024:97, 2024:121)
MEDAL_TOKENS = 40  # 2024:42
MEDALS_DEALT = 2  # to the second and third player at set-up (2024:372)
MEDALS_PRINTED = 1  # in an objective area, but for those in MEDALS_BY_NAME (2024:357)
MEDALS_BY_NAME: Mapping[str, int] = {"Kiev": 2}  # 2024:357
LINE_COLORS = 2  # of a double line (2024:405)
AREA_COLORS = 2  # of a double-coloured area (2024:393)
FRONTLINE_PLAYER: Player = "brown"  # 2024:657
# Who may capture each Victory area (2024:440-446). All are fortified (2024:394) and have a Soviet symbol (2024:339).
VICTORY_AREAS: Mapping[str, tuple[Player, ...]] = {"Leningrad": ("gray",), "Moskva": PLAYERS, "Rostov": ("brown",)}

Fact = Literal[
    "name", "colors", "medals", "fortified", "soviet", "victory", "winter", "harbor", "printed", "start", "base"
]
Latitude = Annotated[float, msgspec.Meta(ge=-90, le=90)]
Longitude = Annotated[float, msgspec.Meta(ge=-180, le=180)]


class Sea(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sea area, where the fleet may be (2024:408)."""

    name: str
    basin: Literal["Baltic", "Black Sea"]
    lat: Latitude
    lon: Longitude
    adjacent: tuple[str, ...]
    provenance: Provenance
    spellings: tuple[str, ...] = ()
    fleet_start: bool = False


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A land area (2024:392-407).

    Parameters
    ----------
    colors : the players who may enter.
    medals : the Medal tokens it receives at set-up.
    soviet : it receives a Soviet marker at set-up.
    harbor : the sea area on which its harbor lies.
    printed : the player whose marker is printed there.
    start : the army that starts there.
    provenance : where the entry as a whole comes from.
    facts : where single fields come from, if elsewhere.
    """

    name: str
    lat: Latitude
    lon: Longitude
    colors: tuple[Player, ...]
    provenance: Provenance
    spellings: tuple[str, ...] = ()
    medals: Annotated[int, msgspec.Meta(ge=0)] = 0
    fortified: bool = False
    soviet: bool = False
    victory: bool = False
    winter: bool = False
    harbor: str | None = None
    printed: Player | None = None
    start: str | None = None
    base: Literal["main", "frontline"] | None = None
    facts: dict[Fact, Provenance] = {}


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A connection of two areas. Its colours are the players who may use it; a red line has none (2024:399-406)."""

    a: str
    b: str
    provenance: Provenance
    colors: tuple[Player, ...] = ()
    red: bool = False


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    provenance: Provenance
    sea: tuple[Sea, ...]
    area: tuple[Area, ...]
    line: tuple[Line, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """A sound board, compiled: area, sea area and player are numbers, a set of areas is a mask with bit ``1 << area``.

    Attributes
    ----------
    area_names, sea_names : the number of an area or sea area by its name or a spelling variant.
    neighbours : for each area, the areas joined to it by any line, red ones included.
    open_neighbours : for each area, the areas joined to it by a line that is not red.
    roads : for each player and area, the areas joined to it by a line of the player's colour.
    line_between : the line between two areas, in both directions.
    printed : for each player, the areas with the player's printed marker.
    colored : for each player, the areas the player may enter.
    double : the areas with two or more colours.
    frontline_base : for each player, the Frontline Supply Base, if there is one.
    start : the area where each army starts, by the army's id.
    harbor_sea : for each area, the sea area of its harbor, or -1.
    harbors_in, sea_neighbours : for each sea area, the harbors on it, and the sea areas next to it.
    sea_links : for each place of the fleet, the areas joined to an area by any line or by sea, from harbor to harbor
        through sea areas without the fleet (first.9.sea, first.10.block).
    start_zone : the starting areas of all armies and the areas next to them (12.attack.start).

    Examples
    --------
    >>> board = default_board()
    >>> riga = board.area_names["riga"]
    >>> board.names(board.roads[PLAYERS.index("gray")][riga])
    ['Panevezys', 'Siauliai', 'Ventspils', 'Jekelopils', 'Valmiera', 'Pärnu']
    >>> board.provenance_of(board.area_names["Velikiye Luki"], "medals").at
    ('2024:619',)
    """

    id: str
    title: str
    provenance: Provenance
    areas: tuple[Area, ...]
    lines: tuple[Line, ...]
    seas: tuple[Sea, ...]
    area_names: Names[int]
    sea_names: Names[int]
    neighbours: tuple[int, ...]
    open_neighbours: tuple[int, ...]
    roads: tuple[tuple[int, ...], ...]
    line_between: dict[tuple[int, int], int]
    all_areas: int
    all_printed: int
    fortified: int
    soviet: int
    victory: int
    winter: int
    objective: int
    double: int
    printed: tuple[int, int, int]
    colored: tuple[int, int, int]
    main_base: tuple[int, int, int]
    frontline_base: tuple[int | None, int | None, int | None]
    start: dict[str, int]
    harbor_sea: tuple[int, ...]
    harbors_in: tuple[int, ...]
    baltic_harbors: int
    all_harbors: int
    sea_links: tuple[tuple[int, ...], ...]
    start_zone: int
    sea_neighbours: tuple[int, ...]
    fleet_start: int
    leningrad: int

    def names(self, mask: int) -> list[str]:
        """The names of the areas in a mask, in the board's order."""
        return [self.areas[area].name for area in members(mask)]

    def mask(self, names: Iterable[str]) -> int:
        """The areas with these names as a mask. Raises `InputError` for an unknown name.

        >>> board = default_board()
        >>> board.names(board.mask(["Moscow", "Liepai"]))
        ['Liepaja', 'Moskva']
        """
        return _union(1 << self.area_names[name] for name in names)

    def provenance_of(self, area: int, fact: Fact) -> Provenance:
        """Where a fact of an area comes from. Raises `InputError` for what has no provenance, such as `lat`."""
        if fact not in get_args(Fact):
            raise InputError(f"no provenance is kept of an area's '{fact}'", suggestion=nearest(fact, get_args(Fact)))
        entry = self.areas[area]
        return entry.facts.get(fact, entry.provenance)

    def graph(self) -> nx.Graph[str]:
        """The land areas and lines in networkx: names with the facts of their areas, edges with `colors` and `red`."""
        import networkx as nx  # slow to import, and a replay never needs it

        graph: nx.Graph[str] = nx.Graph()
        for area in self.areas:
            graph.add_node(area.name, **{fact: getattr(area, fact) for fact in get_args(Fact)})
        for line in self.lines:
            graph.add_edge(line.a, line.b, colors=line.colors, red=line.red)
        return graph


def board_text() -> str:
    """The file of the Eastern Front board that comes with the tool."""
    file = files("rtm_verify.games.race_to_moscow") / "data" / "boards" / "eastern-front.toml"
    return file.read_text(encoding="utf-8")


@cache
def default_board() -> Board:
    """The Eastern Front board that comes with the tool. It is read once."""
    return read_board(board_text(), "eastern-front.toml")


def load_board(path: Path) -> Board:
    """The board in a file. Raises `InputError` with its first defect if it is not sound."""
    return read_board(read_text(path), str(path))


def read_board(text: str, file: str) -> Board:
    """A board from TOML text; `file` names it in errors.

    Raises
    ------
    InputError
        With the board's first defect, if it is not sound.
    """
    board, defects = _examine(decode(text, _File, file))
    if board is None or defects:
        first = _error(defects[0], text, file)
        if len(defects) > 1:
            more = f"and {len(defects) - 1} more, see: rtm-verify board check {file}"
            first.suggestion = "; ".join(filter(None, (first.suggestion, more)))
        raise first
    return board


def check_board(text: str, file: str) -> list[InputError]:
    """Everything that is wrong with a board: nothing if it is sound.

    Text that is not a board file at all has one error. The ways through the map are judged once every name and line is
    in order.

    Examples
    --------
    >>> for error in check_board('id = "mine"', "mine.toml"):
    ...     print(error)
    mine.toml:1:1: Object missing required field `title`
    """
    try:
        content = decode(text, _File, file)
    except InputError as error:
        return [error]
    return [_error(defect, text, file) for defect in _examine(content)[1]]


class _Defect(NamedTuple):
    keys: tuple[Key, ...]  # where it stands in the file
    message: str
    suggestion: str = ""


def _error(defect: _Defect, text: str, file: str) -> InputError:
    return InputError(defect.message, Place(file, *locate(text, defect.keys)), suggestion=defect.suggestion)


def _examine(content: _File) -> tuple[Board | None, list[_Defect]]:
    """The compiled board, if it can be compiled, and its defects."""
    loose = [
        *_name_defects("area", ((area.name, area.spellings) for area in content.area)),
        *_name_defects("sea", ((sea.name, sea.spellings) for sea in content.sea)),
        *_area_defects(content),
        *_line_defects(content),
        *_sea_defects(content),
        *_base_defects(content),
        *_start_defects(content),
        *_victory_defects(content),
    ]
    counts = list(_count_defects(content))
    if loose:
        return None, loose + counts
    board = _compile(content)
    return board, [*counts, *_way_defects(board), *_encirclement_defects(board)]


# What is wrong with single entries


def _name_defects(table: str, entries: Iterable[tuple[str, tuple[str, ...]]]) -> Iterator[_Defect]:
    owner: dict[str, str] = {}
    for index, (name, spellings) in enumerate(entries):
        for field, spelling in (("name", name), *(("spellings", other) for other in spellings)):
            keys = (table, index, field)
            if not folded(spelling):
                yield _Defect(keys, f"the name '{spelling}' has no letter or digit")
            elif folded(spelling) in owner:
                yield _Defect(keys, f"the name '{spelling}' is already used for {owner[folded(spelling)]}")
            else:
                owner[folded(spelling)] = name


def _area_defects(content: _File) -> Iterator[_Defect]:
    seas = {sea.name for sea in content.sea}
    for index, area in enumerate(content.area):
        yield from _color_defects(("area", index, "colors"), area.name, area.colors)
        if not area.colors:
            yield _Defect(("area", index, "colors"), f"{area.name} has no colour: nobody may enter it")
        if len(area.colors) > AREA_COLORS and area.name not in VICTORY_AREAS:
            yield _Defect(("area", index, "colors"), f"{area.name} has more than {AREA_COLORS} colours")
        if area.harbor is not None and area.harbor not in seas:
            message = f"the harbor of {area.name} lies in an unknown sea area, '{area.harbor}'"
            yield _Defect(("area", index, "harbor"), message, nearest(area.harbor, seas))
        medals = MEDALS_BY_NAME.get(area.name, MEDALS_PRINTED)
        if area.medals > medals or (area.name in MEDALS_BY_NAME and area.medals < medals):
            message = f"{area.name} has {area.medals} medals, where the rules put {medals}"
            yield _Defect(("area", index, "medals"), message)
        if area.printed is None:
            continue
        if area.colors != (area.printed,):
            message = f"{area.name} is printed as {area.printed}'s: that must be its only colour"
            yield _Defect(("area", index, "printed"), message)
        for field, present in (("fortified", area.fortified), ("soviet", area.soviet), ("medals", area.medals)):
            if present:
                message = f"{area.name} is printed as {area.printed}'s from the start, so '{field}' has no place there"
                yield _Defect(("area", index, field), message)


def _color_defects(keys: tuple[Key, ...], name: str, colors: tuple[Player, ...]) -> Iterator[_Defect]:
    if len(set(colors)) < len(colors):
        yield _Defect(keys, f"{name} has the same colour twice")


def _line_defects(content: _File) -> Iterator[_Defect]:
    areas = {area.name: area for area in content.area}
    seen: set[frozenset[str]] = set()
    for index, line in enumerate(content.line):
        name = f"the line {line.a}–{line.b}"
        here = ("line", index)
        for end in ("a", "b"):
            area = areas.get(getattr(line, end))
            if area is None:
                word = getattr(line, end)
                yield _Defect((*here, end), f"{name} ends in an unknown area, '{word}'", nearest(word, areas))
                continue
            foreign = [color for color in line.colors if color not in area.colors]
            if foreign:
                message = f"{name} is {' and '.join(foreign)}, which may not enter {area.name}"
                yield _Defect((*here, "colors"), message)
        if line.a == line.b:
            yield _Defect((*here, "b"), f"{name} ends where it begins")
        elif frozenset((line.a, line.b)) in seen:
            yield _Defect(here, f"{name} stands twice in the file")
        seen.add(frozenset((line.a, line.b)))
        yield from _color_defects((*here, "colors"), name, line.colors)
        if line.red and line.colors:
            yield _Defect((*here, "red"), f"{name} is red and coloured: a red line is used by nobody")
        if not line.red and not line.colors:
            yield _Defect(here, f"{name} has no colour", "give it colors, or red = true")
        if len(line.colors) > LINE_COLORS:
            yield _Defect((*here, "colors"), f"{name} has more than {LINE_COLORS} colours")


def _sea_defects(content: _File) -> Iterator[_Defect]:
    seas = {sea.name: sea for sea in content.sea}
    for index, sea in enumerate(content.sea):
        keys = ("sea", index, "adjacent")
        for other in sea.adjacent:
            if other not in seas:
                yield _Defect(keys, f"{sea.name} is next to an unknown sea area, '{other}'", nearest(other, seas))
            elif other == sea.name:
                yield _Defect(keys, f"{sea.name} is next to itself")
            elif sea.name not in seas[other].adjacent:
                yield _Defect(keys, f"{sea.name} is next to {other}, but {other} is not next to {sea.name}")
    starts = [index for index, sea in enumerate(content.sea) if sea.fleet_start]
    for index in starts[1:]:
        yield _Defect(("sea", index, "fleet_start"), "the fleet starts in two sea areas")
    if not starts:
        yield _Defect(("sea",), "the fleet starts in no sea area", "give one in the Baltic fleet_start = true")
    elif content.sea[starts[0]].basin != "Baltic":
        message = f"the fleet starts in {content.sea[starts[0]].name}, which is not in the Baltic"
        yield _Defect(("sea", starts[0], "fleet_start"), message)


def _base_defects(content: _File) -> Iterator[_Defect]:
    owners: list[Player] = []
    frontline = 0
    for index, area in enumerate(content.area):
        keys = ("area", index, "base")
        if area.base == "main" and area.printed is None:
            yield _Defect(keys, f"{area.name} is a Main Supply Base, but no player's marker is printed there")
        elif area.base == "main" and area.printed in owners:
            yield _Defect(keys, f"{area.printed} has a second Main Supply Base, {area.name}")
        elif area.base == "main" and area.printed is not None:
            owners.append(area.printed)
        elif area.base == "frontline" and area.colors != (FRONTLINE_PLAYER,):
            yield _Defect(keys, f"{area.name} is a Frontline Supply Base, which only {FRONTLINE_PLAYER} has")
        elif area.base == "frontline" and frontline:
            yield _Defect(keys, f"{FRONTLINE_PLAYER} has a second Frontline Supply Base, {area.name}")
        frontline += area.base == "frontline"
    for player in PLAYERS:
        if player not in owners:
            yield _Defect(("area",), f"{player} has no Main Supply Base")
    if not frontline:
        yield _Defect(("area",), f"{FRONTLINE_PLAYER} has no Frontline Supply Base")


def _start_defects(content: _File) -> Iterator[_Defect]:
    owner = {army.id: army.player for army in load_armies().all}
    placed: dict[str, str] = {}
    for index, area in enumerate(content.area):
        keys = ("area", index, "start")
        if area.start is None:
            continue
        if area.start not in owner:
            message = f"an unknown army, '{area.start}', starts in {area.name}"
            yield _Defect(keys, message, nearest(area.start, owner))
        elif area.start in placed:
            yield _Defect(keys, f"{area.start} starts in {placed[area.start]} and in {area.name}")
        elif area.printed != owner[area.start]:
            message = f"{area.start} starts in {area.name}, where no marker of {owner[area.start]} is printed"
            yield _Defect(keys, message)
        placed.setdefault(area.start, area.name)
    for army, player in owner.items():
        if army not in placed:
            yield _Defect(("area",), f"{player}'s {army} has no starting area")


def _victory_defects(content: _File) -> Iterator[_Defect]:
    areas = {area.name: (index, area) for index, area in enumerate(content.area)}
    for name, colors in VICTORY_AREAS.items():
        if name not in areas:
            yield _Defect(("area",), f"the Victory area {name} is missing")
            continue
        index, area = areas[name]
        if set(area.colors) != set(colors):
            message = f"{name} may be captured by {' and '.join(colors)}, not by {' and '.join(area.colors)}"
            yield _Defect(("area", index, "colors"), message)
        for field in ("victory", "fortified", "soviet"):
            if not getattr(area, field):
                yield _Defect(("area", index, field), f"{name} is a Victory area: it needs {field} = true")
    for name, (index, area) in areas.items():
        if area.victory and name not in VICTORY_AREAS:
            message = f"{name} is no Victory area: those are {', '.join(VICTORY_AREAS)}"
            yield _Defect(("area", index, "victory"), message)


# What is wrong with the board as a whole


def _count_defects(content: _File) -> Iterator[_Defect]:
    areas = content.area
    soviet = sum(area.soviet for area in areas)
    if soviet != SOVIET_SYMBOLS:
        yield _Defect(("area",), f"{soviet} areas have a Soviet symbol, but there are markers for {SOVIET_SYMBOLS}")
    fortified = sum(area.fortified for area in areas)
    if fortified != FORTIFIED_AREAS:
        yield _Defect(("area",), f"{fortified} areas are fortified, but there are {FORTIFIED_AREAS} bunkers")
    medals = sum(area.medals for area in areas)
    if medals > MEDAL_TOKENS - MEDALS_DEALT:
        message = f"the areas have {medals} medals, but only {MEDAL_TOKENS - MEDALS_DEALT} tokens are left for them"
        yield _Defect(("area",), message)
    for name in MEDALS_BY_NAME:
        if all(area.name != name for area in areas):
            yield _Defect(("area",), f"{name}, which the rules name for its medals, is missing")
    for player in PLAYERS:
        capturable = sum(player in area.colors and area.printed is None for area in areas)
        if capturable > CONTROL_MARKERS:
            message = f"{player} may capture {capturable} areas, but has only {CONTROL_MARKERS} Control markers"
            yield _Defect(("area",), message)


def _way_defects(board: Board) -> Iterator[_Defect]:
    """Every area can be reached by its players, and every Victory area from their Main Supply Bases, on own lines."""
    for player, name in enumerate(PLAYERS):
        bases = 1 << board.main_base[player]
        supplied = flood(bases, board.all_areas, board.roads[player])
        starts = _union(1 << area for area in board.start.values())
        reached = flood(bases | starts & board.printed[player], board.all_areas, board.roads[player])
        for area in members(board.colored[player]):
            bit = 1 << area
            if not reached & bit:
                message = f"no {name} line leads to {board.areas[area].name}, which {name} may enter"
                yield _Defect(("area", area, "name"), message)
            elif board.victory & bit & ~supplied:
                base = board.areas[board.main_base[player]].name
                message = f"{name} has no way along its lines from {base} to {board.areas[area].name}"
                yield _Defect(("area", area, "name"), message)


def _encirclement_defects(board: Board) -> Iterator[_Defect]:
    """At set-up nothing is cut off from the Victory areas, by land or by an open Baltic harbor (2024:530-532)."""
    free = board.all_areas & ~board.all_printed
    open_harbors = board.baltic_harbors & ~board.harbors_in[board.fleet_start]
    for area in members(free & ~flood(board.victory | open_harbors, free, board.neighbours)):
        yield _Defect(("area", area, "name"), f"{board.areas[area].name} is encircled at set-up")


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _compile(content: _File) -> Board:
    """The masks of a board without loose ends."""
    areas, seas = content.area, content.sea
    number = {area.name: index for index, area in enumerate(areas)}
    sea_number = {sea.name: index for index, sea in enumerate(seas)}
    neighbours, open_neighbours = [0] * len(areas), [0] * len(areas)
    roads = [[0] * len(areas) for _ in PLAYERS]
    line_between: dict[tuple[int, int], int] = {}
    for index, line in enumerate(content.line):
        ends = number[line.a], number[line.b]
        for here, there in (ends, ends[::-1]):
            line_between[here, there] = index
            neighbours[here] |= 1 << there
            if not line.red:
                open_neighbours[here] |= 1 << there
            for color in line.colors:
                roads[PLAYERS.index(color)][here] |= 1 << there
    harbor_sea = tuple(-1 if area.harbor is None else sea_number[area.harbor] for area in areas)
    harbors_in = tuple(_where(sea == harbor for harbor in harbor_sea) for sea in range(len(seas)))
    printed = _by_player(lambda player: _where(area.printed == player for area in areas))
    main = {area.printed: number[area.name] for area in areas if area.base == "main"}
    frontline = {area.colors[0]: number[area.name] for area in areas if area.base == "frontline"}
    start = {area.start: number[area.name] for area in areas if area.start is not None}
    sea_neighbours = tuple(_union(1 << sea_number[other] for other in sea.adjacent) for sea in seas)
    return Board(
        id=content.id,
        title=content.title,
        provenance=content.provenance,
        areas=areas,
        lines=content.line,
        seas=seas,
        area_names=Names("area", {area.name: area.spellings for area in areas}, number),
        sea_names=Names("sea area", {sea.name: sea.spellings for sea in seas}, sea_number),
        neighbours=tuple(neighbours),
        open_neighbours=tuple(open_neighbours),
        roads=tuple(map(tuple, roads)),
        line_between=line_between,
        all_areas=(1 << len(areas)) - 1,
        all_printed=_union(printed),
        fortified=_where(area.fortified for area in areas),
        soviet=_where(area.soviet for area in areas),
        victory=_where(area.victory for area in areas),
        winter=_where(area.winter for area in areas),
        objective=_where(area.medals > 0 for area in areas),
        double=_where(len(area.colors) > 1 for area in areas),
        printed=printed,
        colored=_by_player(lambda player: _where(player in area.colors for area in areas)),
        main_base=_by_player(main.__getitem__),
        frontline_base=_by_player(frontline.get),
        start=start,
        harbor_sea=harbor_sea,
        harbors_in=harbors_in,
        baltic_harbors=_union(mask for sea, mask in zip(seas, harbors_in, strict=True) if sea.basin == "Baltic"),
        all_harbors=_union(harbors_in),
        sea_links=tuple(_sea_links(neighbours, harbors_in, sea_neighbours, fleet) for fleet in range(len(seas))),
        start_zone=_union(1 << area | neighbours[area] for area in start.values()),
        sea_neighbours=sea_neighbours,
        fleet_start=next(index for index, sea in enumerate(seas) if sea.fleet_start),
        leningrad=number["Leningrad"],
    )


def _sea_links(
    neighbours: Iterable[int], harbors_in: tuple[int, ...], sea_neighbours: tuple[int, ...], fleet: int
) -> tuple[int, ...]:
    """The neighbours of each area by land and, between harbors, by sea; no way leads through the fleet's sea area."""
    links = list(neighbours)
    waters = (1 << len(harbors_in)) - 1 & ~(1 << fleet)
    for sea in members(waters):
        coast = _union(harbors_in[other] for other in members(flood(1 << sea, waters, sea_neighbours)))
        for area in members(harbors_in[sea]):
            links[area] |= coast & ~(1 << area)
    return tuple(links)


def _where(flags: Iterable[bool]) -> int:
    """The mask of the positions at which a flag is set."""
    return _union(1 << index for index, flag in enumerate(flags) if flag)


def _by_player(value: Callable[[Player], T]) -> tuple[T, T, T]:
    gray, white, brown = PLAYERS
    return value(gray), value(white), value(brown)
