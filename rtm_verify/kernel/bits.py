"""Sets of small numbers as bit masks: bit ``1 << n`` stands for ``n``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

__all__ = ["flood", "lowest", "members"]


@lru_cache(maxsize=1 << 16)  # the same sets are asked for again and again in a game
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


def flood(seed: int, within: int, neighbours: Sequence[int]) -> int:
    """The part of `seed` in `within`, and everything that can be reached from there without leaving `within`.

    >>> members(flood(0b0001, 0b0111, [0b0010, 0b0101, 0b1010, 0b0100]))
    (0, 1, 2)
    """
    reached = wave = seed & within
    while wave:
        beside = 0
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & within & ~reached
        reached |= wave
    return reached
