"""Supply tokens: fuel, ammo and food, counted."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

__all__ = ["NOTHING", "SUPPLY_TYPES", "TOKENS", "Supplies", "SupplyType", "parts"]

SupplyType = Literal["fuel", "ammo", "food"]
SUPPLY_TYPES: tuple[SupplyType, ...] = ("fuel", "ammo", "food")


class Supplies(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of tokens of each type.

    Examples
    --------
    >>> load = Supplies(fuel=3, ammo=1) - Supplies(fuel=1)
    >>> print(load, load.total)
    2 fuel, 1 ammo 3
    >>> load.covers(Supplies(food=1))
    False
    """

    fuel: int = 0
    ammo: int = 0
    food: int = 0

    @property
    def total(self) -> int:
        """How many tokens there are in all."""
        return self.fuel + self.ammo + self.food

    def __add__(self, other: Supplies) -> Supplies:
        return Supplies(self.fuel + other.fuel, self.ammo + other.ammo, self.food + other.food)

    def __sub__(self, other: Supplies) -> Supplies:
        return Supplies(self.fuel - other.fuel, self.ammo - other.ammo, self.food - other.food)

    def covers(self, other: Supplies) -> bool:
        """Whether `other` can be taken out of this."""
        return self.fuel >= other.fuel and self.ammo >= other.ammo and self.food >= other.food

    def of(self, kind: SupplyType) -> int:
        """How many tokens of one type there are."""
        return self.fuel if kind == "fuel" else self.ammo if kind == "ammo" else self.food

    def __str__(self) -> str:
        parts = [f"{self.of(kind)} {kind}" for kind in SUPPLY_TYPES if self.of(kind)]
        return ", ".join(parts) or "nothing"


NOTHING = Supplies()
TOKENS = (Supplies(fuel=1), Supplies(ammo=1), Supplies(food=1))


@lru_cache(maxsize=8192)
def parts(whole: Supplies, most: int) -> tuple[Supplies, ...]:
    """Every way to take at least one and at most `most` tokens out of `whole`.

    >>> [str(part) for part in parts(Supplies(fuel=1, ammo=2), 2)]
    ['1 ammo', '2 ammo', '1 fuel', '1 fuel, 1 ammo']
    """
    return tuple(
        Supplies(fuel, ammo, food)
        for fuel in range(min(whole.fuel, most) + 1)
        for ammo in range(min(whole.ammo, most - fuel) + 1)
        for food in range(min(whole.food, most - fuel - ammo) + 1)
        if fuel or ammo or food
    )
