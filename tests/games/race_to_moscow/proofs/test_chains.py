"""The rulebooks' chains, followed by name, against the rulebooks' own examples and against networkx."""

from __future__ import annotations

import ast
import random
from collections.abc import Collection
from functools import cache
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace as with_state

import rtm_verify
from rtm_verify.games.race_to_moscow.board import Board, default_board
from rtm_verify.games.race_to_moscow.engine.encirclement import encircled
from rtm_verify.games.race_to_moscow.proofs import chains
from rtm_verify.games.race_to_moscow.proofs.chains import SeaRule, cut_off, ways
from rtm_verify.games.race_to_moscow.proofs.encirclement import READINGS, Reading
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow

from .boards import board_file

SET_UP = Path(rtm_verify.__file__).parents[1] / "scenarios" / "setup" / "three.toml"
EDITIONS: dict[SeaRule, str] = {"harbor-to-leningrad": "2024", "sea-areas": "first"}
COURLAND = ["Kaunas", "Kedainai", "Panevezys", "Riga"]  # around Liepaja, Siauliai and Ventspils (2024:536-540)
POSITIONS = 3_000  # for each reading


@cache
def network(board: Board, fleet: str, reading: Reading) -> nx.Graph[object]:
    """All that chains may run along when nothing is controlled."""
    graph: nx.Graph[object] = nx.Graph(board.graph())
    for area in board.areas:
        sea = next((sea for sea in board.seas if sea.name == area.harbor), None)
        if sea is None:
            continue
        if reading.sea_rule == "sea-areas":
            graph.add_edge(area.name, ("sea", sea.name))
        elif sea.basin == "Baltic" and sea.name != fleet and area.name != "Leningrad":
            graph.add_edge(area.name, "Leningrad")
    if reading.sea_rule == "sea-areas":
        graph.add_edges_from((("sea", sea.name), ("sea", other)) for sea in board.seas for other in sea.adjacent)
        graph.remove_nodes_from([("sea", fleet)])
    return graph


def by_networkx(board: Board, controlled: Collection[str], fleet: str, reading: Reading) -> list[str]:
    """The encircled areas: those that are not in one component with a Victory area that ends a chain."""
    graph = network(board, fleet, reading).copy()
    ends = {area.name for area in board.areas if area.victory and (reading.refuge or area.name not in controlled)}
    graph.remove_nodes_from([name for name in controlled if name not in ends])
    safe = set().union(*(nx.node_connected_component(graph, end) for end in ends))
    return [area.name for area in board.areas if area.name not in controlled and area.name not in safe]


def positions(board: Board, rng: random.Random, count: int) -> list[tuple[int, int]]:
    """Control markers, seldom and often, and a place of the fleet."""
    found = []
    for _ in range(count):
        density = rng.choice((0.15, 0.3, 0.4, 0.5, 0.7))
        mask = sum(1 << area for area in range(len(board.areas)) if rng.random() < density)
        if rng.random() < 0.5:
            mask &= ~board.victory | 1 << board.leningrad
        found.append((mask | board.all_printed, rng.randrange(len(board.seas))))
    return found


@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_engine_and_chains_find_what_networkx_finds_in_thousands_of_positions(reading: Reading) -> None:
    """Together 12,000. The engine is asked as in play, with the material of its edition and a state."""
    board = default_board()
    pins = {"controlled-victory-area": "refuge" if reading.refuge else "no-refuge"}
    ruleset = RaceToMoscow(EDITIONS[reading.sea_rule], SET_UP, pins)
    start = ruleset.setup().state
    pockets = by_sea = 0
    for index, (mask, fleet) in enumerate(positions(board, random.Random(1941), POSITIONS)):  # noqa: S311
        control = mask & ~board.all_printed
        state = with_state(start, control=(control, 0, 0), fleet=fleet)
        answer = encircled(ruleset.material, state)
        names, sea = board.names(mask), board.seas[fleet].name
        expected = by_networkx(board, names, sea, reading)
        assert board.names(answer) == expected, (names, sea)
        if index % 10 == 0:
            assert cut_off(board, names, sea, reading.sea_rule, refuge=reading.refuge) == expected
        pockets += bool(expected)
        by_sea += any(board.areas[area].harbor for area in range(len(board.areas)) if answer >> area & 1)
    assert pockets > POSITIONS // 2
    assert pockets < POSITIONS
    assert by_sea > POSITIONS // 10


@settings(max_examples=30)
@given(seed=st.integers(0, 1 << 32), reading=st.sampled_from(READINGS))
def test_engine_chains_and_networkx_agree_on_any_board(
    seed: int, reading: Reading, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rng = random.Random(seed)  # noqa: S311
    path = tmp_path_factory.mktemp("board") / "random.toml"
    path.write_text(board_file(rng, rng.randrange(20)), encoding="utf-8")
    pins = {"controlled-victory-area": "refuge" if reading.refuge else "no-refuge"}
    ruleset = RaceToMoscow(EDITIONS[reading.sea_rule], SET_UP, pins, path)
    start, material, board = ruleset.setup().state, ruleset.material, ruleset.material.board
    for mask, fleet in positions(board, rng, 20):
        state = with_state(start, control=(mask & ~board.all_printed, 0, 0), fleet=fleet)
        names, sea = board.names(mask), board.seas[fleet].name
        expected = by_networkx(board, names, sea, reading)
        assert board.names(encircled(material, state)) == expected
        assert cut_off(board, names, sea, reading.sea_rule, refuge=reading.refuge) == expected


def test_a_harbor_saves_a_pocket_until_the_fleet_lies_before_it() -> None:
    """2024:536-540, 2024:653."""
    board = default_board()
    printed = board.names(board.all_printed)
    assert cut_off(board, printed + COURLAND, "Danzig Bay", "harbor-to-leningrad") == []
    pocket = ["Siauliai", "Liepaja", "Ventspils"]
    assert cut_off(board, printed + COURLAND, "Courland Coast", "harbor-to-leningrad") == pocket


def test_the_fleet_further_along_shuts_the_way_through_sea_areas_only() -> None:
    """first:1131-1132, first:1181; in 2024 only the harbor's own sea area counts (2024:532)."""
    board = default_board()
    controlled = board.names(board.all_printed) + COURLAND
    for fleet in ("Gulf of Riga", "Gulf of Finland"):
        assert cut_off(board, controlled, fleet, "harbor-to-leningrad") == []
    keep = {"Leningrad", "Liepaja", "Ventspils"}
    others = [area.name for area in board.areas if area.harbor and area.name not in keep]
    assert cut_off(board, controlled + others, "Danzig Bay", "sea-areas") == []
    assert "Liepaja" in cut_off(board, controlled + others, "Gulf of Finland", "sea-areas")


def test_a_fallen_victory_area_ends_a_chain_only_where_it_is_a_refuge() -> None:
    board = default_board()
    everything = [area.name for area in board.areas if area.name != "Narva"]
    for reading in READINGS:
        found = cut_off(board, everything, "Danzig Bay", reading.sea_rule, refuge=reading.refuge)
        assert found == ([] if reading.refuge else ["Narva"])


def test_every_line_is_a_way_in_both_directions_and_red_ones_too() -> None:
    """2024:532, first:1132-1133."""
    board = default_board()
    assert any(line.red for line in board.lines)
    known = {(way.via.name, way.to.name) for way in ways(board, "harbor-to-leningrad", refuge=False) if way.via}
    assert all({(line.a, line.b), (line.b, line.a)} <= known for line in board.lines)


def test_the_chains_are_written_without_the_engine_and_its_masks() -> None:
    tree = ast.parse(Path(chains.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {module for module in modules if module and module.startswith("rtm_verify")} == {
        "rtm_verify.games.race_to_moscow.board"
    }
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not used & {"neighbours", "sea_links", "harbors_in", "baltic_harbors", "victory_mask", "sea_neighbours"}
