"""What a template is built from: an edition with its numbers and policies, the variants, and each ruling's reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rtm_verify.games.race_to_moscow.edition import Edition
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.proof.template import Template

__all__ = ["Book", "Chapter"]


class Book(NamedTuple):
    """The rules in force; equal ones share their templates."""

    edition: Edition
    readings: tuple[tuple[str, str], ...]
    policies: tuple[tuple[str, str], ...]
    variants: frozenset[str]

    @classmethod
    def of(cls, material: Material) -> Book:
        """The rules by which a game is played."""
        readings, policies = (tuple(sorted(table.items())) for table in (material.readings, material.policies))
        return cls(material.edition, readings, policies, material.variants)

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether a ruling is read this way."""
        return (ruling, reading) in self.readings

    def settles(self, policy: str, value: str) -> bool:
        """Whether the edition settles a point this way."""
        return (policy, value) in self.policies

    @property
    def first(self) -> bool:
        """Whether it is the first edition: for what is neither a number nor a policy."""
        return self.edition.name == "first"


# What writes the clauses of one kind of action into a template.
Chapter = Callable[[Template, Book], None]
