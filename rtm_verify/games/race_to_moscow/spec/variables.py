"""The variables of the templates: how each is read from a position, and which cells of the position it answers for.

A template that reads a variable after the action answers for its cells; whatever no variable answers for must not
change. That is the frame: it needs no list of its own, and no cell can fall between the clauses and the frame.

A chapter declares what it reads beside its clauses; what several chapters read is in `position`. There are four ways to
declare a variable, and the plainest that fits is the one to take:

`cell`
    one number of the position: a field of `State`, or one element of it;
`bit`
    whether something is in a set of the position: one bit of a mask;
`fact`
    what the position or the action says, worked out in plain Python; it answers for nothing;
`answers`
    the same, for a variable that answers for cells no other variable can stand for, such as a deck.

Which element of a field a variable speaks of is said by an *index*: a named place of the scene, such as the army that
acts. Proofs for every position take the same declarations: a cell is an entry of an array there, an index a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import SupplyType
from rtm_verify.proof.template import Value

__all__ = ["INDICES", "VARIABLES", "Cell", "Index", "Variable", "Where", "answers", "bit", "cell", "fact", "index"]


class Cell(NamedTuple):
    """A part of a position: a field, an element of it, or some bits of either."""

    field: str
    element: int | None = None
    bits: int | None = None


class Where(NamedTuple):
    """Where a variable lies in any position: an array of it, such as ``loads.fuel``, and the indices there, if any."""

    array: str
    at: tuple[str, ...] = ()


Read = Callable[[Scene, State], Value]
Cells = Callable[[Scene], Iterable[Cell]]
Index = Callable[[Scene], int]


class Variable(NamedTuple):
    """How a variable is read, the cells it answers for, and where it lies in any position, if it is a number of it."""

    read: Read
    cells: Cells
    where: Where | None = None


VARIABLES: dict[str, Variable] = {}
INDICES: dict[str, Index] = {}


def index(name: str, read: Index) -> None:
    """A place of the scene: which army, area, line or player a variable is about."""
    if name in INDICES:
        raise ValueError(f"two indices '{name}'")
    INDICES[name] = read


def cell(
    name: str,
    field: str,
    at: str | int | None = None,
    *,
    part: SupplyType | None = None,
    absent: Value = 0,
    code: Callable[[Any], int] | None = None,
) -> None:
    """A number of the position: a field, or its element `at` an index (or at a fixed number).

    Parameters
    ----------
    field : the name of a field; ``moving.hops`` is a part of one that may be `absent`.
    part : which supply, if the element is some.
    code : the number of a word.
    """
    structure, _, attribute = field.partition(".")
    array = f"{field}.{part}" if part else field
    if attribute:
        _declare(name, Variable(_part(structure, attribute, absent, code), lambda _: (Cell(field),), Where(field)))
        return
    if at is None:

        def read_field(_: Scene, state: State) -> Value:
            found = getattr(state, field)
            return _value(getattr(found, part) if part else found, code)

        _declare(name, Variable(read_field, lambda _: (Cell(field),), Where(array)))
        return
    element = _element(at)

    def read(scene: Scene, state: State) -> Value:
        found = getattr(state, field)[element(scene)]
        return _value(getattr(found, part) if part else found, code)

    _declare(name, Variable(read, lambda scene: (Cell(field, element(scene)),), Where(array, (str(at),))))


def _part(structure: str, attribute: str, absent: Value, code: Callable[[Any], int] | None) -> Read:
    def read(_: Scene, state: State) -> Value:
        found = getattr(state, structure)
        return absent if found is None else _value(getattr(found, attribute), code)

    return read


def bit(name: str, field: str, at: str, of: str | int | None = None) -> None:
    """Whether the number `at` an index is in a set of the position; `of` whom, if each player has such a set."""
    place = _element(at)
    if of is None:
        variable = Variable(
            lambda scene, state: bool(getattr(state, field) >> place(scene) & 1),
            lambda scene: (Cell(field, bits=1 << place(scene)),),
            Where(field, (at,)),
        )
    else:
        owner = _element(of)
        variable = Variable(
            lambda scene, state: bool(getattr(state, field)[owner(scene)] >> place(scene) & 1),
            lambda scene: (Cell(field, owner(scene), 1 << place(scene)),),
            Where(field, (str(of), at)),
        )
    _declare(name, variable)


def fact(name: str, read: Read, where: Where | None = None) -> None:
    """What the scene, or a position seen from it, says."""
    _declare(name, Variable(read, lambda _: (), where))


def answers(name: str, read: Read, cells: Cells, where: Where | None = None) -> None:
    """What the scene, or a position seen from it, says, answering for cells of the position."""
    _declare(name, Variable(read, cells, where))


def _declare(name: str, variable: Variable) -> None:
    if name in VARIABLES:
        raise ValueError(f"two variables '{name}'")
    VARIABLES[name] = variable


def _element(at: str | int) -> Index:
    if isinstance(at, int):
        return lambda _: at
    return lambda scene: INDICES[at](scene)  # the index may be declared later, in another chapter


def _value(found: Any, code: Callable[[Any], int] | None) -> Value:
    value: Value = code(found) if code else found
    return value
