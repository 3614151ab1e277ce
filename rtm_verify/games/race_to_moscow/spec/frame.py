"""Nothing changes but what the clauses answer for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rtm_verify.games.race_to_moscow.spec.variables import Cell
from rtm_verify.games.race_to_moscow.state import Moving, Pending, State, Transporting

__all__ = ["strayed"]

_FIELDS = State.__struct_fields__

# What may be there or not: the part that says so, and what every other part is as long as nothing was said of it.
_STRUCTURES: dict[str, tuple[str, Any]] = {
    "moving": ("army", Moving(-1, -1)),
    "pending": ("kind", Pending("keep")),
    "transport": ("placed", Transporting()),
}


def strayed(before: State, after: State, answered: Iterable[Cell]) -> tuple[str, ...]:
    """What differs outside the cells answered for, as ``field``, ``field.part`` or ``field[element]``."""
    changed = [name for name in _FIELDS if getattr(before, name) != getattr(after, name)]
    if not changed:
        return ()
    cells: dict[str, list[Cell]] = {}
    for cell in answered:
        cells.setdefault(cell.field, []).append(cell)
    return tuple(text for name in changed for text in _strays(name, getattr(before, name), getattr(after, name), cells))


def _strays(name: str, old: Any, new: Any, answered: dict[str, list[Cell]]) -> Iterator[str]:
    if name in _STRUCTURES:
        yield from _parts(name, old, new, answered)
        return
    cells = answered.get(name, [])
    if any(cell.element is None and cell.bits is None for cell in cells):
        return
    if not isinstance(old, tuple):
        if _differ(old, new, cells):
            yield name
        return
    if len(old) != len(new):
        yield name
        return
    for index, (was, now) in enumerate(zip(old, new, strict=True)):
        mine = [cell for cell in cells if cell.element == index]
        if was != now and not any(cell.bits is None for cell in mine) and _differ(was, now, mine):
            yield f"{name}[{index}]"


def _parts(name: str, old: Any, new: Any, answered: dict[str, list[Cell]]) -> Iterator[str]:
    """The parts that changed; of a structure that is gone only that it is gone, for its parts are gone with it."""
    presence, untouched = _STRUCTURES[name]
    if old is None or new is None:
        if f"{name}.{presence}" not in answered:
            yield name
            return
        if new is None:
            return
        old = untouched
    for field in new.__struct_fields__:
        part = f"{name}.{field}"
        if part not in answered and getattr(old, field) != getattr(new, field):
            yield part


def _differ(old: Any, new: Any, cells: list[Cell]) -> bool:
    """Whether two values differ apart from the bits answered for."""
    if not isinstance(old, int):
        return True
    bits = 0
    for cell in cells:
        bits |= cell.bits or 0
    return bool((old ^ new) & ~bits)
