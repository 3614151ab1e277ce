"""Nothing changes but what the clauses answer for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from rtm_verify.games.race_to_moscow.spec.readers import Cell
from rtm_verify.games.race_to_moscow.state import Moving, Pending, State

__all__ = ["strayed"]

_FIELDS = tuple(field.name for field in msgspec.structs.fields(State))

# Parts of a structure that no clause of the model speaks of yet: OKH cards on a movement, whose choice is open.
_UNSPOKEN = (
    ("moving", "pioneers"),
    ("moving", "fast"),
    ("moving", "air_used"),
    ("pending", "area"),
    ("pending", "army"),
    ("pending", "supported"),
    ("pending", "battle"),
)
_UNTOUCHED = {"moving": Moving(-1, -1), "pending": Pending("keep")}


def strayed(before: State, after: State, answered: Iterable[Cell]) -> tuple[str, ...]:
    """What differs outside the cells answered for, as ``field`` or ``field[element]``."""
    changed = [name for name in _FIELDS if getattr(before, name) != getattr(after, name)]
    if not changed:
        return ()
    cells: dict[str, list[Cell]] = {}
    for cell in answered:
        cells.setdefault(cell.field, []).append(cell)
    strays = [
        text
        for name in changed
        for text in _strays(name, getattr(before, name), getattr(after, name), cells.get(name, []))
    ]
    strays += (f"{name}.{part}" for name, part in _UNSPOKEN if _part(before, name, part) != _part(after, name, part))
    return tuple(strays)


def _part(state: State, name: str, part: str) -> Any:
    return getattr(getattr(state, name) or _UNTOUCHED[name], part)


def _strays(name: str, old: Any, new: Any, cells: list[Cell]) -> Iterable[str]:
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


def _differ(old: Any, new: Any, cells: list[Cell]) -> bool:
    """Whether two values differ apart from the bits answered for."""
    if not isinstance(old, int):
        return True
    bits = 0
    for cell in cells:
        bits |= cell.bits or 0
    return bool((old ^ new) & ~bits)
