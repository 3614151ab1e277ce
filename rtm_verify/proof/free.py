"""A part of an action that is left free: it can be carried about and reckoned with, but not looked at.

What is read from a position and such an action either comes out plain, and then holds whatever the free part is; or it
comes out as something free itself; or the reader had to know the part, and `Unsettled` is raised.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

__all__ = ["Free", "Unsettled"]


class Unsettled(Exception):  # noqa: N818 (no error: the reader asked for what is left open)
    """Something was asked for that is left free."""


class Free:
    """Something that is left free, with its z3 term if it is a number or a comparison of numbers.

    Examples
    --------
    >>> import z3
    >>> fuel = Free(z3.Int("fuel"))
    >>> (2 + fuel - 1).term
    2 + fuel - 1
    >>> (fuel <= 3).term
    fuel <= 3
    >>> bool(fuel <= 3)
    Traceback (most recent call last):
    rtm_verify.proof.free.Unsettled: a free part cannot be looked at
    >>> (Free() == "truck").term is None
    True
    """

    __slots__ = ("term",)

    def __init__(self, term: Any = None) -> None:
        self.term = term

    def __repr__(self) -> str:
        return f"<{'free' if self.term is None else self.term}>"

    def _with(self, other: object, operate: Callable[[Any, Any], Any]) -> Free:
        term = other.term if isinstance(other, Free) else other
        if self.term is None or term is None or isinstance(term, str):
            return Free()
        return Free(operate(self.term, term))

    def __add__(self, other: object) -> Free:
        return self._with(other, lambda x, y: x + y)

    def __radd__(self, other: object) -> Free:
        return self._with(other, lambda x, y: y + x)

    def __sub__(self, other: object) -> Free:
        return self._with(other, lambda x, y: x - y)

    def __rsub__(self, other: object) -> Free:
        return self._with(other, lambda x, y: y - x)

    def __neg__(self) -> Free:
        return self._with(0, lambda x, _: -x)

    def __lt__(self, other: object) -> Free:
        return self._with(other, lambda x, y: x < y)

    def __le__(self, other: object) -> Free:
        return self._with(other, lambda x, y: x <= y)

    def __gt__(self, other: object) -> Free:
        return self._with(other, lambda x, y: x > y)

    def __ge__(self, other: object) -> Free:
        return self._with(other, lambda x, y: x >= y)

    def __eq__(self, other: object) -> Free:  # type: ignore[override]
        return self._with(other, lambda x, y: x == y)

    def __ne__(self, other: object) -> Free:  # type: ignore[override]
        return self._with(other, lambda x, y: x != y)

    def _look(self, *_: object) -> NoReturn:
        raise Unsettled("a free part cannot be looked at")

    __bool__ = __int__ = __index__ = __float__ = __hash__ = __len__ = __iter__ = __getitem__ = __contains__ = _look
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _look
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = __abs__ = __str__ = __format__ = _look
    __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _look
