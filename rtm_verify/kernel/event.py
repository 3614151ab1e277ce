"""What happened in a step, and which rules made it happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

import msgspec

__all__ = ["Change", "Event", "Transition", "net"]


class Change(msgspec.Struct, frozen=True):
    """One cell of a position that changed: what has it (``4Pz``, ``Riga``), which cell (``fuel``, ``control``)."""

    owner: str
    cell: str
    before: int | str
    after: int | str

    @property
    def amount(self) -> str:
        """The change and the new value.

        >>> Change("4Pz", "fuel", 3, 2).amount, Change("Riga", "control", "none", "gray").amount
        ('−1 = 2', 'none → gray')
        """
        if isinstance(self.before, int) and isinstance(self.after, int):
            delta = self.after - self.before
            return f"{'+' if delta >= 0 else '−'}{abs(delta)} = {self.after}"
        return f"{self.before} → {self.after}"

    def __str__(self) -> str:
        return f"{self.owner} {self.cell} {self.amount}"


class Event(msgspec.Struct, frozen=True):
    """Something that happened: a sentence, the rules that made it happen, and every cell it changed.

    Parameters
    ----------
    diff : finds the cells that changed. Play without a reader never asks, so it is not done before someone does.
    """

    kind: str
    text: str
    rules: tuple[str, ...]
    diff: Callable[[], tuple[Change, ...]] = tuple

    @property
    def changes(self) -> tuple[Change, ...]:
        """Every cell it changed."""
        return self.diff()


S = TypeVar("S")


class Transition(msgspec.Struct, Generic[S], frozen=True):
    """An accepted action: the position it leads to, the events on the way, and the rulings it hung on."""

    state: S
    events: tuple[Event, ...]
    rulings: tuple[str, ...] = ()


def net(events: Iterable[Event]) -> tuple[Change, ...]:
    """The changes of several events taken together, cell by cell; what returned to its old value is left out.

    >>> a = Event("a", "", (), lambda: (Change("stock", "fuel", 1, 2),))
    >>> b = Event("b", "", (), lambda: (Change("stock", "fuel", 2, 1), Change("4Pz", "fuel", 3, 2)))
    >>> [str(change) for change in net([a, b])]
    ['4Pz fuel −1 = 2']
    """
    cells: dict[tuple[str, str], Change] = {}
    for event in events:
        for change in event.changes:
            key = (change.owner, change.cell)
            before = cells[key].before if key in cells else change.before
            cells[key] = Change(*key, before, change.after)
    return tuple(change for change in cells.values() if change.before != change.after)
