"""The shipped board holds every fact of the rulebooks, its masks agree with networkx, and a broken board is told so."""

from __future__ import annotations

import math
import time
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import networkx as nx
import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import board as board_module
from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.board import (
    PLAYERS,
    Area,
    Board,
    Fact,
    check_board,
    default_board,
    load_board,
    read_board,
)
from rtm_verify.games.race_to_moscow.edition import load_edition
from rtm_verify.kernel.bits import members

FILE = files("rtm_verify.games.race_to_moscow") / "data" / "boards" / "eastern-front.toml"
TEXT = FILE.read_text(encoding="utf-8")

G, W, B = ("gray",), ("white",), ("brown",)
GW = ("gray", "white")


@pytest.fixture(scope="module")
def board() -> Board:
    return default_board()


@pytest.fixture(scope="module")
def graph(board: Board) -> nx.Graph[str]:
    return board.graph()


def area(board: Board, name: str) -> Area:
    return board.areas[board.area_names[name]]


# What the rulebooks say of single areas; a field not given is not known.
NAMED: dict[str, dict[str, object]] = {
    "Danzig": {"colors": G, "printed": "gray", "base": "main"},
    "Königsberg": {"colors": G, "printed": "gray"},
    "Tilsit": {"colors": G, "printed": "gray", "start": "4Pz", "harbor": None},
    "Kaunas": {"colors": G, "soviet": True, "printed": None},
    "Kedainai": {"colors": G, "printed": None},
    "Panevezys": {"colors": G, "printed": None},
    "Riga": {"colors": G, "printed": None},
    "Siauliai": {"colors": G, "soviet": True, "harbor": None},
    "Liepaja": {"colors": G, "soviet": True, "harbor": "Courland Coast"},
    "Ventspils": {"colors": G, "soviet": False},
    "Jekelopils": {"colors": G, "fortified": False, "soviet": False, "medals": 0},
    "Sebezh": {"colors": G, "fortified": False, "soviet": False, "medals": 0},
    "Velikiye Luki": {"colors": GW, "fortified": False, "soviet": False, "medals": 1},
    "Rzhev": {"colors": GW, "medals": 1},
    "Vilnius": {"colors": GW},
    "Leningrad": {"colors": G, "fortified": True, "soviet": True, "victory": True, "harbor": "Gulf of Finland"},
    "Warschau": {"colors": W, "printed": "white", "base": "main"},
    "Siedlce": {"colors": W, "printed": "white", "start": None},
    "Brest": {"colors": W, "fortified": True, "soviet": True, "medals": 0},
    "Bereza": {"colors": W},
    "Borisov": {"colors": W},
    "Orsha": {"colors": W},
    "Moskva": {"colors": PLAYERS, "fortified": True, "soviet": True, "victory": True},
    "Kaluga": {"colors": ("white", "brown"), "fortified": True, "soviet": False, "medals": 1},
    "Briansk": {"colors": ("white", "brown")},
    "Reichshof": {"colors": B, "printed": "brown", "base": "main"},
    "Piatra": {"colors": B, "base": "frontline"},
    "Lvov": {"colors": B, "soviet": True, "medals": 1},
    "Stanislavov": {"colors": B, "soviet": True, "medals": 0},
    "Czenovitsy": {"colors": B, "soviet": True, "medals": 0},
    "Brody": {"colors": B, "soviet": True, "medals": 0},
    "Mogilev Podolskiy": {"colors": B, "soviet": True, "medals": 0},
    "Proskurov": {"colors": B, "medals": 0},
    "Kiev": {"colors": B, "medals": 2},
    "Rostov": {"colors": B, "fortified": True, "soviet": True, "victory": True},
}


@pytest.mark.parametrize("name", NAMED)
def test_an_area_the_rulebooks_name_is_as_they_say(board: Board, name: str) -> None:
    found = area(board, name)
    assert {field: getattr(found, field) for field in NAMED[name]} == NAMED[name]


@pytest.mark.parametrize("name", NAMED)
def test_an_area_the_rulebooks_name_cites_them(board: Board, name: str) -> None:
    assert area(board, name).provenance.kind == "rulebook"


def test_only_areas_the_rulebooks_name_claim_a_rulebook(board: Board) -> None:
    assert {area.name for area in board.areas if area.provenance.kind == "rulebook"} == set(NAMED)


@pytest.mark.parametrize(
    ("spelling", "name"),
    [
        ("Siaulai", "Siauliai"),
        ("Liepai", "Liepaja"),
        ("Tekelopils", "Jekelopils"),
        ("Jekabpils", "Jekelopils"),
        ("Vilinius", "Vilnius"),
        ("Velkiye Luki", "Velikiye Luki"),
        ("Moscow", "Moskva"),
        ("Siedlee", "Siedlce"),
        ("Chernovtsy", "Czenovitsy"),
        ("Konigsberg", "Königsberg"),
    ],
)
def test_a_spelling_of_the_rulebooks_names_its_area(board: Board, spelling: str, name: str) -> None:
    assert area(board, spelling).name == name


@pytest.mark.parametrize(
    ("player", "a", "b"),
    [
        ("gray", "Danzig", "Königsberg"),
        ("gray", "Königsberg", "Tilsit"),
        ("gray", "Tilsit", "Kaunas"),
        ("gray", "Kaunas", "Panevezys"),
        ("gray", "Panevezys", "Riga"),
        ("gray", "Riga", "Jekelopils"),
        ("gray", "Jekelopils", "Sebezh"),
        ("gray", "Sebezh", "Velikiye Luki"),
        ("white", "Siedlce", "Brest"),
        ("white", "Brest", "Bereza"),
        ("brown", "Briansk", "Kaluga"),
        ("brown", "Kaluga", "Moskva"),
        ("brown", "Brody", "Proskurov"),
        ("brown", "Tomaszow", "Brody"),
        ("brown", "Iasi", "Mogilev Podolskiy"),
    ],
)
def test_a_line_of_the_examples_is_on_the_board(board: Board, player: str, a: str, b: str) -> None:
    here, there = board.area_names[a], board.area_names[b]
    roads = board.roads[PLAYERS.index(player)]
    assert roads[here] >> there & 1
    assert roads[there] >> here & 1
    assert player in board.lines[board.line_between[here, there]].colors


def test_the_box_has_a_marker_for_everything_printed(board: Board) -> None:
    assert board.soviet.bit_count() == 20
    assert board.fortified.bit_count() == 16
    assert sum(area.medals for area in board.areas) <= 38
    assert all((colored & ~board.all_printed).bit_count() <= 40 for colored in board.colored)


def test_the_limits_of_a_board_are_the_edition_s_numbers() -> None:
    edition = load_edition("2024")
    assert edition.soviet_markers - edition.pool[3] == board_module.SOVIET_SYMBOLS
    assert edition.bunkers == board_module.FORTIFIED_AREAS
    assert edition.control_markers == board_module.CONTROL_MARKERS
    assert edition.medal_tokens == board_module.MEDAL_TOKENS
    assert edition.second_players_medals * (len(PLAYERS) - 1) == board_module.MEDALS_DEALT


def test_nothing_is_printed_in_an_area_that_is_controlled_from_the_start(board: Board) -> None:
    assert not board.all_printed & (board.fortified | board.soviet | board.objective)


def test_every_army_starts_in_an_area_of_its_player(board: Board) -> None:
    assert set(board.start) == {army.id for army in load_armies().all}
    for army in load_armies().all:
        assert board.printed[PLAYERS.index(army.player)] >> board.start[army.id] & 1
    assert len(set(board.start.values())) == len(board.start)


def test_warschau_is_a_starting_area_and_siedlce_only_a_neighbour_of_it(board: Board, graph: nx.Graph[str]) -> None:
    assert area(board, "Warschau").start == "2Pz"
    assert graph.has_edge("Warschau", "Siedlce")


def test_the_fleet_starts_near_danzig_one_move_from_liepaja(board: Board) -> None:
    danzig, liepaja = (board.harbor_sea[board.area_names[name]] for name in ("Danzig", "Liepaja"))
    assert board.fleet_start == danzig
    assert board.sea_neighbours[danzig] >> liepaja & 1


def test_harbors_lie_on_both_seas(board: Board) -> None:
    assert board.baltic_harbors
    assert sum(sea >= 0 for sea in board.harbor_sea) > board.baltic_harbors.bit_count()


# Encirclement by plain graph search: the uncontrolled areas of a component without a Victory area.


def cut_off(board: Board, graph: nx.Graph[str], taken: set[str], fleet: str = "") -> set[str]:
    free = graph.subgraph(set(graph) - set(board.names(board.all_printed)) - taken).copy()
    for name in [name for name in free if area(board, name).harbor not in (None, fleet)]:
        if board.baltic_harbors & board.mask([name]) and "Leningrad" in free:
            free.add_edge(name, "Leningrad")
    victory = set(board.names(board.victory))
    return {name for part in nx.connected_components(free) if not part & victory for name in part}


COURLAND = {"Siauliai", "Liepaja", "Ventspils"}
GALICIA = {"Lvov", "Stanislavov", "Czenovitsy"}


def test_the_courland_pocket_lives_by_its_harbor(board: Board, graph: nx.Graph[str]) -> None:
    taken = {"Kaunas", "Kedainai", "Panevezys"}
    assert cut_off(board, graph, taken, "Danzig Bay") == set()
    taken.add("Riga")
    assert cut_off(board, graph, taken, "Danzig Bay") == set()
    assert cut_off(board, graph, taken, "Courland Coast") == COURLAND


def test_riga_is_what_shuts_the_courland_pocket(board: Board, graph: nx.Graph[str]) -> None:
    assert cut_off(board, graph, {"Kaunas", "Kedainai", "Panevezys"}, "Courland Coast") == set()


def test_the_galician_pocket_closes_with_proskurov(board: Board, graph: nx.Graph[str]) -> None:
    assert cut_off(board, graph, {"Mogilev Podolskiy"}) == set()
    assert cut_off(board, graph, {"Mogilev Podolskiy", "Brody"}) == set()
    assert cut_off(board, graph, {"Mogilev Podolskiy", "Brody", "Proskurov"}) == GALICIA


def test_nothing_is_cut_off_at_set_up(board: Board, graph: nx.Graph[str]) -> None:
    assert cut_off(board, graph, set(), board.seas[board.fleet_start].name) == set()


def test_two_armies_can_guard_velikiye_luki_and_borisov_without_guarding_orsha(
    board: Board, graph: nx.Graph[str]
) -> None:
    white = set(board.names(board.colored[PLAYERS.index("white")]))
    beside_orsha = set(graph["Orsha"]) | {"Orsha"}
    assert set(graph["Velikiye Luki"]) & white - beside_orsha
    assert set(graph["Borisov"]) & white - beside_orsha
    assert not set(graph["Orsha"]) & {board.areas[place].name for place in board.start.values()}


# The map as a game.


@pytest.mark.parametrize(
    ("player", "victory"), [("gray", "Leningrad"), ("white", "Moskva"), ("brown", "Rostov"), ("brown", "Moskva")]
)
def test_the_race_is_long_and_has_a_detour(board: Board, graph: nx.Graph[str], player: str, victory: str) -> None:
    number = PLAYERS.index(player)
    own: nx.Graph[str] = nx.Graph([(a, b) for a, b, line in graph.edges(data=True) if player in line["colors"]])
    base = board.areas[board.main_base[number]].name
    assert 9 <= nx.shortest_path_length(own, base, victory) <= 12
    own.remove_nodes_from(nx.shortest_path(own, base, victory)[3:-1])
    assert nx.has_path(own, base, victory)


def test_the_board_is_of_the_size_meant(board: Board) -> None:
    assert 85 <= len(board.areas) <= 100
    assert 3.5 <= 2 * len(board.lines) / len(board.areas) <= 4.5
    assert 12 <= sum(line.red for line in board.lines) <= 20
    assert 12 <= board.objective.bit_count() <= 18


def test_no_two_areas_are_too_close_to_draw(board: Board) -> None:
    for a, b in combinations(board.areas, 2):
        east = (a.lon - b.lon) * math.cos(math.radians((a.lat + b.lat) / 2))
        assert math.hypot(a.lat - b.lat, east) > 0.54, (a.name, b.name)


def test_no_two_lines_cross(board: Board) -> None:
    spot = {area.name: (area.lon, area.lat) for area in board.areas}

    def side(a: str, b: str, c: str) -> bool:
        (ax, ay), (bx, by), (cx, cy) = spot[a], spot[b], spot[c]
        return (bx - ax) * (cy - ay) > (by - ay) * (cx - ax)

    crossing = [
        (one, two)
        for one, two in combinations(board.lines, 2)
        if len({one.a, one.b, two.a, two.b}) == 4
        and side(one.a, one.b, two.a) != side(one.a, one.b, two.b)
        and side(two.a, two.b, one.a) != side(two.a, two.b, one.b)
    ]
    assert crossing == []


# The masks against networkx.


def test_the_masks_agree_with_the_graph(board: Board, graph: nx.Graph[str]) -> None:
    for number, entry in enumerate(board.areas):
        edges = graph[entry.name]
        assert set(board.names(board.neighbours[number])) == set(edges)
        assert set(board.names(board.open_neighbours[number])) == {b for b in edges if not edges[b]["red"]}
        for player, name in enumerate(PLAYERS):
            assert set(board.names(board.roads[player][number])) == {b for b in edges if name in edges[b]["colors"]}


def test_the_area_masks_agree_with_the_graph(board: Board, graph: nx.Graph[str]) -> None:
    nodes = graph.nodes
    for field in ("fortified", "soviet", "victory", "winter"):
        assert board.names(getattr(board, field)) == [name for name in nodes if nodes[name][field]]
    assert board.names(board.objective) == [name for name in nodes if nodes[name]["medals"]]
    assert board.names(board.double) == [name for name in nodes if len(nodes[name]["colors"]) > 1]
    for player, color in enumerate(PLAYERS):
        assert board.names(board.printed[player]) == [name for name in nodes if nodes[name]["printed"] == color]
        assert board.names(board.colored[player]) == [name for name in nodes if color in nodes[name]["colors"]]


def test_a_line_is_found_from_both_ends(board: Board) -> None:
    assert len(board.line_between) == 2 * len(board.lines)
    for (here, there), number in board.line_between.items():
        line = board.lines[number]
        assert {board.areas[here].name, board.areas[there].name} == {line.a, line.b}


def test_a_harbor_lies_on_one_sea_area(board: Board) -> None:
    for sea, harbors in enumerate(board.harbors_in):
        assert members(harbors) == tuple(a for a, on in enumerate(board.harbor_sea) if on == sea)


def test_names_and_mask_are_inverse(board: Board) -> None:
    assert board.mask(board.names(board.all_areas)) == board.all_areas
    with pytest.raises(InputError, match="did you mean Riga"):
        board.mask(["Rgia"])


def test_brown_alone_has_a_frontline_base(board: Board) -> None:
    assert board.frontline_base == (None, None, board.area_names["Piatra"])
    assert [board.areas[base].name for base in board.main_base] == ["Danzig", "Warschau", "Reichshof"]
    assert board.leningrad == board.area_names["Leningrad"]


# Provenance.


def test_a_fact_has_its_own_provenance_or_that_of_its_area(board: Board) -> None:
    luki = board.area_names["Velikiye Luki"]
    assert board.provenance_of(luki, "name").at == ("2024:617",)
    assert board.provenance_of(luki, "fortified").kind == "inferred"
    assert board.provenance_of(luki, "winter").kind == "reconstructed"


def test_a_position_on_the_map_has_no_provenance(board: Board) -> None:
    with pytest.raises(InputError, match="no provenance is kept of an area's 'lat'"):
        board.provenance_of(0, "lat")  # type: ignore[arg-type]


def test_no_fact_the_rulebooks_leave_open_claims_a_rulebook(board: Board) -> None:
    open_facts: tuple[Fact, ...] = ("medals", "fortified", "soviet")
    for name, known in NAMED.items():
        for fact in open_facts:
            if fact not in known and area(board, name).printed is None:
                assert board.provenance_of(board.area_names[name], fact).kind == "reconstructed", (name, fact)
        assert board.provenance_of(board.area_names[name], "winter").kind == "reconstructed"


# Broken boards: the shipped one with one passage changed.


class Broken(NamedTuple):
    """In the entry that begins with `entry`, `old` becomes `new`; the error stands at `at` and says `message`."""

    entry: str
    old: str
    new: str
    at: str
    message: str


def an_area(name: str) -> str:
    return f'[[area]]\nname = "{name}"\n'


def a_line(a: str, b: str) -> str:
    return f'[[line]]\na = "{a}"\nb = "{b}"\n'


def a_sea(name: str) -> str:
    return f'[[sea]]\nname = "{name}"\n'


WHOLE = "# The board of"  # an error of the board as a whole stands at the first line
RIGA, VALMIERA = an_area("Riga"), a_line("Riga", "Valmiera")
GRAY, NOBODY, TWICE = 'colors = ["gray"]', "colors = []", 'colors = ["gray", "gray"]'
DOUBLE, TRIPLE = 'colors = ["gray", "white"]', 'colors = ["gray", "white", "brown"]'
MEDAL = "medals = 1\n"
LAT = "lat ="

BROKEN = {
    "text that is not TOML": Broken(RIGA, GRAY, 'colors = ["gray"', "harbor =", "not TOML"),
    "an unknown field": Broken(RIGA, LAT, "height = 3\nlat =", "height = 3", "unknown field `height`"),
    "a wrong type": Broken(RIGA, "lat = 56.95", 'lat = "north"', 'lat = "north"', "Expected `float`, got `str`"),
    "a latitude out of range": Broken(RIGA, "lat = 56.95", "lat = 156.95", "lat = 156.95", "<= 90"),
    "a longitude out of range": Broken(RIGA, "lon = 24.11", "lon = -200", "lon = -200", ">= -180"),
    "an unknown colour": Broken(RIGA, GRAY, 'colors = ["grey"]', 'colors = ["grey"]', "Invalid enum value 'grey'"),
    "a bad place in a book": Broken(
        RIGA, '"2024:536"', '"page 12"', "provenance =", "'page 12' is not a place in a book"
    ),
    "the provenance of no fact": Broken(RIGA, "facts.winter", "facts.lat", "[[area]]", "Invalid enum value 'lat'"),
    "a name used twice": Broken(RIGA, 'name = "Riga"', 'name = "Memel"', 'name = "Memel"', "'Memel' is already used"),
    "a spelling used twice": Broken(
        RIGA, LAT, 'spellings = ["liepai"]\nlat =', "spellings =", "the name 'liepai' is already used for Liepaja"
    ),
    "a name without letters": Broken(RIGA, LAT, 'spellings = ["-"]\nlat =', "spellings =", "has no letter or digit"),
    "an area without colour": Broken(RIGA, GRAY, NOBODY, NOBODY, "Riga has no colour: nobody may enter it"),
    "an area with a colour twice": Broken(RIGA, GRAY, TWICE, TWICE, "Riga has the same colour twice"),
    "an area with three colours": Broken(RIGA, GRAY, TRIPLE, TRIPLE, "Riga has more than 2 colours"),
    "a harbor in an unknown sea": Broken(
        RIGA, "Gulf of Riga", "Gulf of Rgia", "harbor =", "unknown sea area, 'Gulf of Rgia': did you mean Gulf of Riga?"
    ),
    "a second medal": Broken(
        an_area("Lvov")[:-1], MEDAL, "medals = 2\n", "medals = 2", "Lvov has 2 medals, where the rules put 1"
    ),
    "a medal too few in Kiev": Broken(
        an_area("Kiev"), "medals = 2\n", MEDAL, "medals = 1", "Kiev has 1 medals, where the rules put 2"
    ),
    "printed control in another colour": Broken(
        an_area("Tilsit"),
        'printed = "gray"',
        'printed = "white"',
        "printed =",
        "printed as white's: that must be its only",
    ),
    "a fort under printed control": Broken(
        an_area("Tilsit"), LAT, "fortified = true\nlat =", "fortified =", "'fortified' has no place there"
    ),
    "a symbol under printed control": Broken(
        an_area("Tilsit"), LAT, "soviet = true\nlat =", "soviet =", "'soviet' has no place there"
    ),
    "a medal under printed control": Broken(
        an_area("Tilsit"), LAT, "medals = 1\nlat =", "medals =", "'medals' has no place there"
    ),
    "a line to an unknown area": Broken(
        VALMIERA,
        'b = "Valmiera"',
        'b = "Valmeira"',
        'b = "Valmeira"',
        "unknown area, 'Valmeira': did you mean Valmiera?",
    ),
    "a line to itself": Broken(
        VALMIERA, 'b = "Valmiera"', 'b = "Riga"', 'b = "Riga"', "Riga–Riga ends where it begins"
    ),
    "a line given twice": Broken(
        a_line("Riga", "Pärnu"), 'b = "Pärnu"', 'b = "Panevezys"', "[[line]]", "Riga–Panevezys stands twice in the file"
    ),
    "a line of a colour that may not enter": Broken(
        VALMIERA, GRAY, DOUBLE, DOUBLE, "Riga–Valmiera is white, which may not enter Riga"
    ),
    "a line with a colour twice": Broken(VALMIERA, GRAY, TWICE, TWICE, "Riga–Valmiera has the same colour twice"),
    "a line with three colours": Broken(VALMIERA, GRAY, TRIPLE, TRIPLE, "Riga–Valmiera has more than 2 colours"),
    "a red line with a colour": Broken(VALMIERA, GRAY, "red = true\n" + GRAY, "red = true", "is red and coloured"),
    "a line without colour": Broken(VALMIERA, GRAY, NOBODY, "[[line]]", "has no colour: give it colors, or red = true"),
    "a sea next to an unknown sea": Broken(
        a_sea("Danzig Bay"), '["Courland Coast"]', '["Curland Coast"]', "adjacent =", "did you mean Courland Coast?"
    ),
    "a sea next to itself": Broken(
        a_sea("Danzig Bay"), '["Cou', '["Danzig Bay", "Cou', "adjacent =", "Danzig Bay is next to itself"
    ),
    "a sea that is next to one side only": Broken(
        a_sea("Danzig Bay"),
        '["Courland Coast"]',
        "[]",
        'adjacent = ["Danzig Bay", ',
        "but Danzig Bay is not next to Courland",
    ),
    "no fleet": Broken(a_sea("Danzig Bay"), "fleet_start = true\n", "", WHOLE, "the fleet starts in no sea area"),
    "two fleets": Broken(
        a_sea("Gulf of Riga"), LAT, "fleet_start = true\nlat =", "fleet_start", "starts in two sea areas"
    ),
    "a fleet in the Black Sea": Broken(
        a_sea("Danzig Bay"), 'basin = "Baltic"', 'basin = "Black Sea"', "fleet_start", "which is not in the Baltic"
    ),
    "no main base": Broken(an_area("Danzig"), 'base = "main"\n', "", WHOLE, "gray has no Main Supply Base"),
    "two main bases": Broken(
        an_area("Tilsit"), LAT, 'base = "main"\nlat =', "base =", "gray has a second Main Supply Base, Tilsit"
    ),
    "a main base without printed control": Broken(
        RIGA, LAT, 'base = "main"\nlat =', "base =", "Riga is a Main Supply Base, but no player's marker"
    ),
    "no frontline base": Broken(
        an_area("Piatra"), 'base = "frontline"\n', "", WHOLE, "brown has no Frontline Supply Base"
    ),
    "two frontline bases": Broken(
        an_area("Iasi"),
        'start = "11A"',
        'start = "11A"\nbase = "frontline"',
        "base =",
        "a second Frontline Supply Base, Iasi",
    ),
    "a frontline base of another player": Broken(
        RIGA, LAT, 'base = "frontline"\nlat =', "base =", "a Frontline Supply Base, which only brown has"
    ),
    "an army without a start": Broken(
        an_area("Tilsit"), 'start = "4Pz"\n', "", WHOLE, "gray's 4Pz has no starting area"
    ),
    "an army with two starts": Broken(
        an_area("Siedlce"), LAT, 'start = "9A"\nlat =', 'start = "9A"\nprov', "9A starts in Siedlce and in Lomza"
    ),
    "an unknown army": Broken(
        an_area("Tilsit"), '"4Pz"', '"44Pz"', "start =", "an unknown army, '44Pz', starts in Tilsit: did you mean 4Pz?"
    ),
    "an army on foreign ground": Broken(
        an_area("Tilsit"), '"4Pz"', '"9A"', "start =", "9A starts in Tilsit, where no marker of white is printed"
    ),
    "a Victory area under another name": Broken(
        an_area("Rostov"), '"Rostov"', '"Rostow"', WHOLE, "the Victory area Rostov is missing"
    ),
    "a Victory area too many": Broken(RIGA, LAT, "victory = true\nlat =", "victory =", "Riga is no Victory area"),
    "a Victory area without its star": Broken(
        an_area("Rostov"), "victory = true\n", "", "[[area]]", "Rostov is a Victory area: it needs victory = true"
    ),
    "a Victory area of the wrong colour": Broken(
        an_area("Leningrad"), GRAY, DOUBLE, DOUBLE, "Leningrad may be captured by gray, not by gray and white"
    ),
    "a Soviet symbol too many": Broken(
        RIGA, LAT, "soviet = true\nlat =", WHOLE, "21 areas have a Soviet symbol, but there are markers for 20"
    ),
    "a fort too many": Broken(
        RIGA, LAT, "fortified = true\nlat =", WHOLE, "17 areas are fortified, but there are 16 bunkers"
    ),
    "a board without Kiev": Broken(
        an_area("Kiev"), '"Kiev"', '"Kyiv"', WHOLE, "Kiev, which the rules name for its medals"
    ),
    "an area no line of its colour leads to": Broken(
        an_area("Bereza"),
        'colors = ["white"]',
        'colors = ["white", "brown"]',
        "name =",
        "no brown line leads to Bereza",
    ),
}


def broken(case: Broken) -> str:
    index = TEXT.index(case.old, TEXT.index(case.entry))
    return TEXT[:index] + case.new + TEXT[index + len(case.old) :]


def assert_error_at(text: str, start: int, mark: str, message: str) -> None:
    line = text.count("\n", 0, text.index(mark, start)) + 1
    errors = [error for error in check_board(text, "my.toml") if message in str(error)]
    assert len(errors) == 1, [str(error) for error in check_board(text, "my.toml")]
    assert str(errors[0]).startswith(f"my.toml:{line}:1: ")


@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_board_is_told_what_and_where(case: Broken) -> None:
    start = 0 if case.at == WHOLE else TEXT.index(case.entry)
    assert_error_at(broken(case), start, case.at, case.message)


@pytest.mark.parametrize("case", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_board_is_not_loaded(case: Broken) -> None:
    text = broken(case)
    with pytest.raises(InputError) as raised:
        read_board(text, "my.toml")
    assert str(raised.value).startswith(str(check_board(text, "my.toml")[0]))


def without_lines(text: str, *ends: tuple[str, str]) -> str:
    for a, b in ends:
        start = text.index(a_line(a, b))
        text = text[:start] + text[text.index("provenance", start) :].partition("\n")[2]
    return text


def test_a_victory_area_without_supply_from_its_base_is_a_defect() -> None:
    text = without_lines(TEXT, ("Danzig", "Königsberg"), ("Danzig", "Allenstein"))
    errors = [str(error) for error in check_board(text, "my.toml")]
    assert any("gray has no way along its lines from Danzig to Leningrad" in error for error in errors)


def test_an_area_encircled_at_set_up_is_a_defect() -> None:
    text = without_lines(TEXT, ("Sevastopol", "Kerch"), ("Perekop", "Kerch"), ("Kerch", "Rostov"))
    found = {error.message for error in check_board(text, "my.toml")}
    assert "Kerch is encircled at set-up" in found


def test_more_areas_than_control_markers_is_a_defect() -> None:
    text = TEXT.replace('colors = ["white"]', 'colors = ["white", "brown"]')
    assert any("but has only 40 Control markers" in str(error) for error in check_board(text, "my.toml"))


def test_more_medals_than_tokens_is_a_defect() -> None:
    text = TEXT.replace("medals = 1\n", "medals = 3\n")
    assert any("but only 38 tokens are left" in str(error) for error in check_board(text, "my.toml"))


def test_all_defects_are_told_at_once() -> None:
    text = TEXT.replace('b = "Valmiera"', 'b = "Valmeira"').replace("fleet_start = true\n", "")
    text = text.replace('start = "4Pz"', 'start = "5Pz"')
    messages = [error.message for error in check_board(text, "my.toml")]
    assert sum("'Valmeira'" in message for message in messages) == TEXT.count('b = "Valmiera"')
    assert any("the fleet starts in no sea area" in message for message in messages)
    assert any("an unknown army, '5Pz'" in message for message in messages)


def test_the_shipped_board_has_no_defect() -> None:
    assert check_board(TEXT, "eastern-front.toml") == []


def test_a_board_is_loaded_from_a_file(tmp_path: Path, board: Board) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace('id = "eastern-front"', 'id = "mine"'), encoding="utf-8")
    loaded = load_board(path)
    assert loaded.id == "mine"
    assert loaded.neighbours == board.neighbours
    with pytest.raises(InputError, match="no such file"):
        load_board(tmp_path / "none.toml")


def test_the_board_loads_in_a_blink() -> None:
    def seconds() -> float:
        before = time.perf_counter()
        read_board(TEXT, "eastern-front.toml")
        return time.perf_counter() - before

    assert min(seconds() for _ in range(5)) < 0.05
