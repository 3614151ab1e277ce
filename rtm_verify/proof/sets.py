"""Sets of small numbers that are not known yet: for each number, a formula that says whether it is in.

They take the place of bit masks (`kernel.bits`): the operators ``&``, ``|``, ``~``, ``>>`` and ``-`` do bit by bit what
they do to the bits of an `int`, and ints may be mixed in. What is known is worked out at once, so that formulas stay
small. Numbers of the size and above are in all together or not at all, as the upper bits of a complement are. A set
does not answer whether it is empty: code that branches on one is told so by a `TypeError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import z3

__all__ = ["Formula", "Options", "Set", "all_of", "choose", "no", "one_of"]

Formula = Any  # a `bool`, or a formula of z3


class Set:
    """A set of numbers.

    Parameters
    ----------
    bits : whether each number below the size is in.
    above : whether all others are.

    Examples
    --------
    >>> unknown = Set.named("x", 3)
    >>> (unknown & 0b011 | 0b001).bits
    (True, x1, False)
    >>> (0b110 & ~unknown).bits
    (False, Not(x1), Not(x2))
    >>> (-(unknown >> 1 & 1)).bits
    (x1, x1, x1)
    >>> (~unknown >> 1).bits
    (Not(x1), Not(x2), True)
    """

    __slots__ = ("above", "bits")

    def __init__(self, bits: Iterable[Formula], above: Formula = False) -> None:
        self.bits = tuple(bits)
        self.above = above

    @classmethod
    def of(cls, mask: Set | int, size: int) -> Set:
        """A known set from its bit mask; a set is itself."""
        return mask if isinstance(mask, Set) else _known(mask, size)

    @classmethod
    def named(cls, name: str, size: int) -> Set:
        """A set of which nothing is known."""
        return cls(z3.Bool(f"{name}{number}") for number in range(size))

    def __and__(self, other: Set | int) -> Set:
        return self._with(other, lambda a, b: all_of((a, b)))

    def __or__(self, other: Set | int) -> Set:
        return self._with(other, lambda a, b: one_of((a, b)))

    __rand__, __ror__ = __and__, __or__

    def __invert__(self) -> Set:
        return Set(map(no, self.bits), no(self.above))

    def __rshift__(self, places: int) -> Set:
        return Set(self.bits[places:] + (self.above,) * min(places, len(self.bits)), self.above)

    def __neg__(self) -> Set:
        """As for a number in two's complement: bits below the lowest 1 stay, it stays, those above are turned."""
        if self.above is not False:  # the lowest 1 may be above
            raise ValueError("only a mask that is not negative is turned")
        bits, lower = [], False
        for bit in self.bits:
            bits.append(choose(lower, no(bit), bit))
            lower = one_of((lower, bit))
        return Set(bits, lower)

    def __bool__(self) -> bool:
        raise TypeError("whether a set of formulas has a member is not known")

    __eq__ = __hash__ = None  # type: ignore[assignment]

    def has(self, number: int) -> Formula:
        """Whether a number is in."""
        return self.bits[number]

    def some(self) -> Formula:
        """Whether any number is in."""
        return one_of((*self.bits, self.above))

    def within(self, larger: Set | int) -> Formula:
        """Whether all its members are in another set.

        >>> Set.named("x", 2).within(0b10)
        Not(x0)
        """
        return no((self & ~larger).some())

    def _with(self, other: Set | int, join: Callable[[Formula, Formula], Formula]) -> Set:
        second = Set.of(other, len(self.bits))
        return Set(map(join, self.bits, second.bits), join(self.above, second.above))


@lru_cache(maxsize=1 << 12)  # a board's tables are asked for again and again
def _known(mask: int, size: int) -> Set:
    if mask >> size not in (0, -1):  # the upper bits of a complement are all 1
        raise ValueError(f"{mask:#b} has members that are not below {size}")
    return Set((bool(mask >> number & 1) for number in range(size)), mask < 0)


def no(formula: Formula) -> Formula:
    """The contrary of a formula."""
    if isinstance(formula, bool):
        return not formula
    return z3.BoolRef(z3.Z3_mk_not(formula.ctx.ref(), formula.ast), formula.ctx)


def all_of(formulas: Iterable[Formula]) -> Formula:
    """Whether all formulas hold.

    >>> all_of([True, z3.Bool("p")])
    p
    """
    unknown = []
    for formula in formulas:
        if formula is False:
            return False
        if formula is not True:
            unknown.append(formula)
    return _joined(z3.Z3_mk_and, unknown) if len(unknown) > 1 else unknown[0] if unknown else True


def one_of(formulas: Iterable[Formula]) -> Formula:
    """Whether one formula or more holds."""
    unknown = []
    for formula in formulas:
        if formula is True:
            return True
        if formula is not False:
            unknown.append(formula)
    return _joined(z3.Z3_mk_or, unknown) if len(unknown) > 1 else unknown[0] if unknown else False


def _joined(make: Callable[..., Any], formulas: list[Any]) -> Any:
    # `z3.And` and `z3.Or` look at the sort of every part, which takes most of the time it takes to state a claim.
    context = formulas[0].ctx
    parts = (z3.Ast * len(formulas))(*(formula.ast for formula in formulas))
    return z3.BoolRef(make(context.ref(), len(formulas), parts), context)


def choose(test: Formula, a: Any, b: Any) -> Any:
    """The first of two formulas, or of two sets, if the test holds, and otherwise the second.

    >>> choose(z3.Bool("p"), True, z3.Bool("q"))
    Or(p, q)
    """
    if a is b or test is True:
        return a
    if test is False:
        return b
    if isinstance(a, Set):
        bits = (choose(test, x, y) for x, y in zip(a.bits, b.bits, strict=True))
        return Set(bits, choose(test, a.above, b.above))
    if isinstance(a, bool):
        return one_of((test, b)) if a else all_of((no(test), b))
    if isinstance(b, bool):
        return one_of((no(test), a)) if b else all_of((test, a))
    return z3.If(test, a, b)


class Options:
    """A sequence of sets, or of sequences of sets, that can be asked for its entry at a place that is not known.

    Examples
    --------
    >>> place = Set.named("at", 2)  # it must be known elsewhere that there is one member
    >>> Options([0b01, 0b11], 2)[place].bits
    (True, Not(at0))
    """

    def __init__(self, entries: Sequence[Any], size: int) -> None:
        self._entries = [self._made(entry, size) for entry in entries]

    def _made(self, entry: Any, size: int) -> Any:
        return Set.of(entry, size) if isinstance(entry, int | Set) else [Set.of(mask, size) for mask in entry]

    def __getitem__(self, place: Set) -> Any:
        if isinstance(self._entries[0], Set):
            return self._at(place, self._entries)
        return [self._at(place, column) for column in zip(*self._entries, strict=True)]

    def _at(self, place: Set, entries: Sequence[Set]) -> Set:
        found = entries[-1]
        for bit, entry in zip(place.bits[-2::-1], entries[-2::-1], strict=True):
            found = choose(bit, entry, found)
        return found
