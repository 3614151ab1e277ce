"""What a template is built from: an edition with its numbers and policies, the variants, and each ruling's reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rtm_verify.games.race_to_moscow.edition import Edition
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.proof.template import Template

__all__ = ["Book", "Chapter", "Watched"]


class Book(NamedTuple):
    """The rules in force."""

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


class _Variants(frozenset[str]):
    """The variants in play; it remembers which were asked about."""

    asked: set[str]

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)


class Watched(Book):
    """A book that remembers which rulings and variants were asked about: on no others can a chapter hang."""

    asked: set[str]
    variants: _Variants

    @classmethod
    def over(cls, book: Book) -> Watched:
        """The same book, with nothing asked yet."""
        variants = _Variants(book.variants)
        variants.asked = set()
        watched = cls(book.edition, book.readings, book.policies, variants)
        watched.asked = set()
        return watched

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether a ruling is read this way."""
        self.asked.add(ruling)
        return super().reads(ruling, reading)

    def says_the_same(self, book: Book) -> bool:
        """Whether another book answers alike all that was asked; of one edition, they settle all points alike."""
        other = set(book.readings)
        return all((name, reading) in other for name, reading in self.readings if name in self.asked) and all(
            (name in book.variants) == (name in set(self.variants)) for name in self.variants.asked
        )


# What writes the clauses of one kind of action into a template.
Chapter = Callable[[Template, Book], None]
