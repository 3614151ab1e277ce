"""Section 4, the board: which areas a chain may go on to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from rtm_verify.games.race_to_moscow.board import Board
from rtm_verify.kernel.bits import members

__all__ = ["chain_lines", "lines"]


@lru_cache(maxsize=64)
def lines(board: Board, fleet: int) -> Mapping[int, tuple[int, ...]]:
    """Where an uncontrolled chain may go on: along any line, red ones too, and from a Baltic harbor to Leningrad
    unless the fleet is in the harbor's sea area (8.encirclement.red, 8.encirclement.harbor, 8.3.block)."""
    edges: dict[int, list[int]] = {area: [] for area in range(len(board.areas))}
    for line in board.lines:
        a, b = board.area_names[line.a], board.area_names[line.b]
        edges[a].append(b)
        edges[b].append(a)
    for harbor in members(board.baltic_harbors):
        if board.harbor_sea[harbor] != fleet and harbor != board.leningrad:
            edges[harbor].append(board.leningrad)
    return {area: tuple(others) for area, others in edges.items()}


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
