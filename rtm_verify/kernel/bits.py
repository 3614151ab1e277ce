"""Sets of small numbers as bit masks: bit ``1 << n`` stands for ``n``."""

from __future__ import annotations

__all__ = ["lowest", "members"]


def members(mask: int) -> tuple[int, ...]:
    """The numbers in a mask, ascending.

    >>> members(0b1010)
    (1, 3)
    """
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return tuple(numbers)


def lowest(mask: int) -> int:
    """The lowest number in a mask that is not empty.

    >>> lowest(0b1010)
    1
    """
    return (mask & -mask).bit_length() - 1
