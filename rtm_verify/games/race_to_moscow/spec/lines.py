"""Section 4, the board: which areas a chain may go on to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rtm_verify.games.race_to_moscow.board import Board
from rtm_verify.kernel.bits import members
from rtm_verify.proof.certificate import rank

__all__ = ["chain_lines", "lines"]


@lru_cache(maxsize=64)
def lines(board: Board, fleet: int, sea_areas: bool = False) -> Mapping[int, tuple[int, ...]]:
    """Where an uncontrolled chain may go on: along any line, red ones too, and by sea (8.encirclement.red).

    By sea it goes from a Baltic harbor to Leningrad unless the fleet is in the harbor's sea area
    (8.encirclement.harbor, 8.3.block); in the first edition from any harbor to any other that `sea_areas` without the
    fleet join to it (first.9.sea, first.10.block).
    """
    edges: dict[int, list[int]] = {area: [] for area in range(len(board.areas))}
    for line in board.lines:
        a, b = board.area_names[line.a], board.area_names[line.b]
        edges[a].append(b)
        edges[b].append(a)
    if sea_areas:
        for harbor, others in _voyages(board, fleet).items():
            edges[harbor].extend(others)
    else:
        for harbor in members(board.baltic_harbors):
            if board.harbor_sea[harbor] != fleet and harbor != board.leningrad:
                edges[harbor].append(board.leningrad)
    return {area: tuple(others) for area, others in edges.items()}


def _voyages(board: Board, fleet: int) -> Mapping[int, tuple[int, ...]]:
    """The harbors that each harbor is joined to through sea areas in which the fleet is not."""
    waters = {sea for sea in range(len(board.seas)) if sea != fleet}
    ways = {sea: members(board.sea_neighbours[sea]) for sea in waters}
    harbors = [area for area, sea in enumerate(board.harbor_sea) if sea in waters]
    reach = {sea: rank(waters, ways, {sea}) for sea in waters}
    return {
        harbor: tuple(
            other for other in harbors if other != harbor and board.harbor_sea[other] in reach[board.harbor_sea[harbor]]
        )
        for harbor in harbors
    }


@lru_cache(maxsize=8)
def chain_lines(board: Board) -> Mapping[int, tuple[int, ...]]:
    """Adjacent areas as players may use them: by a line of any colour but red (4.board.adjacent, 4.board.red)."""
    edges: dict[int, list[int]] = {area: [] for area in range(len(board.areas))}
    for line in board.lines:
        if not line.red:
            a, b = board.area_names[line.a], board.area_names[line.b]
            edges[a].append(b)
            edges[b].append(a)
    return {area: tuple(others) for area, others in edges.items()}
