"""Clauses as plain Python: what z3 would say of them when values are known, and nothing where it hangs on the rest.

z3 is a slow way to look up whether one number is below another. A clause is compiled once, from its z3 formula, into a
function of a view. Where the view leaves something out, the function says what is so whatever that is, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import z3

from rtm_verify.proof.template import Answer, Template, Value, View

__all__ = ["Quick", "compiled", "variables"]

Entries = Callable[..., Value]  # what a function of a formula is for given numbers
Values = Mapping[str, Any]  # a `Value` for each number and flag; for a function, by its name with (), `Entries`
Node = Callable[[Values], Value | None]


def variables(formula: Any) -> tuple[str, ...]:
    """The names that stand in a formula, each once.

    >>> variables(z3.And(z3.Int("fuel") >= 1, z3.Not(z3.Bool("moved"))))
    ('fuel', 'moved')
    """
    return tuple(dict.fromkeys(_names(formula, set())))


def _names(formula: Any, seen: set[int]) -> Iterator[str]:
    if not isinstance(formula, z3.ExprRef) or formula.get_id() in seen:
        return
    seen.add(formula.get_id())  # parts of a formula are shared, and a part may stand in it hundreds of times
    if z3.is_const(formula) and formula.decl().kind() == z3.Z3_OP_UNINTERPRETED:
        yield formula.decl().name()
    for child in formula.children():
        yield from _names(child, seen)


def compiled(formula: Any) -> Node:
    """A function from known values to what the formula is, or None if that hangs on others.

    Examples
    --------
    >>> armored, fuel = z3.Bool("armored"), z3.Int("fuel")
    >>> enough = compiled(z3.Implies(armored, fuel >= 1))
    >>> enough({"armored": True, "fuel": 0}), enough({"armored": False}), enough({"armored": True})
    (False, True, None)
    >>> limit = z3.Function("limit", z3.IntSort(), z3.IntSort())
    >>> compiled(limit(z3.Int("area")) > 6)({"limit()": (6, 9).__getitem__, "area": 1})
    True
    """
    return _node(formula, {})


def _node(formula: Any, made: dict[int, Node]) -> Node:
    """The function of a formula; `made` has those of its parts, each compiled once."""
    if isinstance(formula, bool | int):
        return lambda _: formula
    key = formula.get_id()
    if key not in made:
        made[key] = _new_node(formula, made)
    return made[key]


def _new_node(formula: Any, made: dict[int, Node]) -> Node:
    if z3.is_int_value(formula):
        number = formula.as_long()
        return lambda _: number
    kind = formula.decl().kind()
    if kind == z3.Z3_OP_UNINTERPRETED and not formula.num_args():
        return _variable(formula)
    parts = [_node(child, made) for child in formula.children()]
    if kind == z3.Z3_OP_UNINTERPRETED:
        return _entry(formula.decl().name(), parts)
    return _KINDS[kind](parts) if kind in _KINDS else lambda _: None


def _variable(formula: Any) -> Node:
    name = formula.decl().name()
    if not z3.is_bool(formula):
        return lambda values: values.get(name)

    def flag(values: Values) -> Value | None:
        found = values.get(name)
        return None if found is None else bool(found)

    return flag


def _entry(name: str, parts: list[Node]) -> Node:
    def entry(values: Values) -> Value | None:
        read, places = values.get(f"{name}()"), [part(values) for part in parts]
        if read is None or any(place is None for place in places):
            return None
        found: Value = read(*places)
        return found

    return entry


def _all(parts: list[Node]) -> Node:
    def both(values: Values) -> Value | None:
        result: Value | None = True
        for part in parts:
            found = part(values)
            if found is False:
                return False
            if found is None:
                result = None
        return result

    return both


def _any(parts: list[Node]) -> Node:
    none = _all([_not([part]) for part in parts])
    return _not([none])


def _not(parts: list[Node]) -> Node:
    (part,) = parts

    def opposite(values: Values) -> Value | None:
        found = part(values)
        return None if found is None else not found

    return opposite


def _implies(parts: list[Node]) -> Node:
    premise, conclusion = parts
    return _any([_not([premise]), conclusion])


def _choose(parts: list[Node]) -> Node:
    condition, then, otherwise = parts

    def chosen(values: Values) -> Value | None:
        found = condition(values)
        if found is None:
            one, other = then(values), otherwise(values)
            return one if one is not None and one == other else None
        return then(values) if found else otherwise(values)

    return chosen


def _reckon(operate: Callable[..., Value]) -> Callable[[list[Node]], Node]:
    """Something that is known only once all its parts are."""

    def build(parts: list[Node]) -> Node:
        if len(parts) == 2:
            first, second = parts

            def both(values: Values) -> Value | None:
                x, y = first(values), second(values)
                return None if x is None or y is None else operate(x, y)

            return both

        def every(values: Values) -> Value | None:
            found = [part(values) for part in parts]
            return None if any(value is None for value in found) else operate(*found)

        return every

    return build


def _minus(first: int, *others: int) -> int:
    return first - sum(others)


def _times(*factors: int) -> int:
    product = 1
    for factor in factors:
        product *= factor
    return product


_KINDS: dict[int, Callable[[list[Node]], Node]] = {
    z3.Z3_OP_TRUE: lambda _: lambda _: True,
    z3.Z3_OP_FALSE: lambda _: lambda _: False,
    z3.Z3_OP_AND: _all,
    z3.Z3_OP_OR: _any,
    z3.Z3_OP_NOT: _not,
    z3.Z3_OP_IMPLIES: _implies,
    z3.Z3_OP_ITE: _choose,
    z3.Z3_OP_EQ: _reckon(lambda x, y: x == y),
    z3.Z3_OP_XOR: _reckon(lambda x, y: x != y),
    z3.Z3_OP_DISTINCT: _reckon(lambda *values: len(set(values)) == len(values)),
    z3.Z3_OP_LE: _reckon(lambda x, y: x <= y),
    z3.Z3_OP_LT: _reckon(lambda x, y: x < y),
    z3.Z3_OP_GE: _reckon(lambda x, y: x >= y),
    z3.Z3_OP_GT: _reckon(lambda x, y: x > y),
    z3.Z3_OP_ADD: _reckon(lambda *values: sum(values)),
    z3.Z3_OP_SUB: _reckon(_minus),
    z3.Z3_OP_UMINUS: _reckon(lambda x: -x),
    z3.Z3_OP_MUL: _reckon(_times),
}


class Quick(Template):
    """A template that asks z3 only where something is open, or for the reasons of a contradiction.

    Examples
    --------
    >>> t = Quick("spend")
    >>> t.effect("8.2.fuel", t.number("left'") == t.number("fuel") - t.open_number("price"))
    >>> t.effect("8.2.price", t.number("price") == 1)
    >>> t.ask({"fuel": 3, "left'": 2}).verdict, t.ask({"fuel": 3, "left'": 3}).rules
    ('fits', ('8.2.fuel', '8.2.price'))
    """

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._says: list[Node] = []
        self._mentioned: dict[int, tuple[str, ...]] = {}

    def ask(self, view: View) -> Answer:
        """Whether a view fits. A view without values after the action is judged by the guards alone."""
        complete = any(name.endswith("'") for name in view)
        undecided: list[int] = []
        for place, (clause, says) in enumerate(zip(self.clauses, self._compiled(), strict=True)):
            if complete or clause.guard:
                truth = says(view)
                if truth is False:
                    return super().ask(view)
                if truth is None:
                    undecided.append(place)
        return Answer("fits") if self._can_hold(undecided, view) else super().ask(view)

    def _compiled(self) -> list[Node]:
        """What the clauses say of a view, in their order."""
        if len(self._says) < len(self.clauses):
            made: dict[int, Node] = {}
            self._says = [_node(formula, made) for formula in self.formulas]
        return self._says

    def _can_hold(self, clauses: list[int], view: View) -> bool:
        """Whether some clauses can hold together, whatever is open; the others do so in any case."""
        if not clauses:
            return True
        names = dict.fromkeys(name for place in clauses for name in self._read_by(place))
        fixed = [self._literal(name, view[name]) for name in names]
        return bool(self._assume([*fixed, *(self._switches[place] for place in clauses)]) == z3.sat)

    def _read_by(self, place: int) -> tuple[str, ...]:
        """The variables of a clause that a view fixes."""
        if place not in self._mentioned:
            readable = set(self.names)
            self._mentioned[place] = tuple(name for name in variables(self.formulas[place]) if name in readable)
        return self._mentioned[place]
