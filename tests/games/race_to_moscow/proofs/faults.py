"""Engines and searches with a fault in them."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from types import FunctionType, ModuleType

import pytest

from rtm_verify.games.race_to_moscow.engine import encirclement
from rtm_verify.kernel.bits import members

__all__ = ["ENGINES", "SEARCHES", "engine_with", "play_with"]

# What is wrong, and in which lines of the engine: the text there, and the text instead.
ENGINES = {
    "red lines ignored": ("free | ends, board.neighbours)", "free | ends, board.open_neighbours)"),
    "fleet ignored": (" & ~board.harbors_in[fleet]", ""),
    "fleet in the way everywhere": ("~board.harbors_in[fleet]", "0"),
    "Black Sea as well": ("board.baltic_harbors", "board.all_harbors"),
    "a fallen Leningrad is open": (" & to_leningrad", ""),
    "sea areas ignored": ("board.sea_links[fleet]", "board.neighbours"),
    "no refuge in any reading": ("board.victory if refuge else board.victory & free", "board.victory & free"),
    "an area missed": ("return free & ~_connected", "return free & ~(1 << 15) & ~_connected"),
    "an area too many": ("free | ends, board.neighbours) & free", "free | ends, board.neighbours) & free & ~(1 << 15)"),
    "controlled areas too": ("return free & ~_connected", "return material.board.all_areas & ~_connected"),
    "a result without an end": ("return free & ~_connected", "return ~_connected"),
}


def engine_with(old: str, new: str) -> ModuleType:
    """The engine's chapter on encirclement with some text replaced."""
    source = inspect.getsource(encirclement)
    assert old in source
    module = ModuleType("faulty")
    exec(compile(source.replace(old, new), "faulty", "exec"), vars(module))  # noqa: S102
    return module


def play_with(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the game itself run the code of a faulty engine."""
    for name, function in vars(module).items():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            monkeypatch.setattr(getattr(encirclement, name), "__code__", function.__code__)


def stops_early(seed: int, within: int, neighbours: Sequence[int]) -> int:
    reached = wave = seed & within
    while wave & ~seed:
        beside = 0
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & within & ~reached
        reached |= wave
    return reached


def keeps_to_large_numbers(seed: int, within: int, neighbours: Sequence[int]) -> int:
    reached = wave = seed & within
    while wave:
        beside = 0
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & within & ~reached & -8
        reached |= wave
    return reached


def leaves_the_ground(seed: int, within: int, neighbours: Sequence[int]) -> int:
    reached = wave = seed & within
    while wave:
        beside = 0
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & (within | 1 << 15) & ~reached
        reached |= wave
    return reached


SEARCHES = {search.__name__: search for search in (stops_early, keeps_to_large_numbers, leaves_the_ground)}
