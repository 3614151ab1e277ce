"""What a template is built from: the numbers of an edition, and the reading of each ruling."""

from __future__ import annotations

from typing import NamedTuple

from rtm_verify.games.race_to_moscow.edition import Edition
from rtm_verify.games.race_to_moscow.material import Material

__all__ = ["Book"]


class Book(NamedTuple):
    """The rules in force; equal ones share their templates."""

    edition: Edition
    readings: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, material: Material) -> Book:
        """The rules by which a game is played."""
        return cls(material.edition, tuple(sorted(material.readings.items())))

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether a ruling is read this way."""
        return (ruling, reading) in self.readings
