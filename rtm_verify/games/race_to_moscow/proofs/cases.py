"""Every kind of action under every rule that changes what it does: what the proofs go through.

The clauses of an action depend on the edition, on the variants in play and on the rulings. Which of them matter to an
action is found by watching what its chapter asks the book. Each is then taken in turn: an edition as it is, with each
variant, and with each other reading of a ruling. Equal sets of clauses are proved once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rtm_verify.games.race_to_moscow.edition import load_edition
from rtm_verify.games.race_to_moscow.policies import load_policies
from rtm_verify.games.race_to_moscow.ruleset import EDITIONS, rulings
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.opinion import CHAPTERS
from rtm_verify.games.race_to_moscow.variants import all_variants
from rtm_verify.proof.template import Template

__all__ = ["Case", "Watched", "cases", "plain_book"]


class Case(NamedTuple):
    """A kind of action under some rules.

    Parameters
    ----------
    rules : what differs from the plain edition, such as ``2024, winter`` or ``first, lost-fort = open``.
    """

    action: str
    rules: str
    book: Book
    template: Template


class _Variants(frozenset[str]):
    """The variants in play; it remembers which were asked about."""

    asked: set[str]

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)


class Watched(Book):
    """A book that remembers which rulings were asked about."""

    asked: set[str]

    @classmethod
    def over(cls, book: Book, variants: frozenset[str]) -> Watched:
        """The same book, with nothing asked yet."""
        watched = cls(book.edition, book.readings, book.policies, variants)
        watched.asked = set()
        return watched

    def reads(self, ruling: str, reading: str) -> bool:
        """Whether a ruling is read this way."""
        self.asked.add(ruling)
        return super().reads(ruling, reading)


def _asked(action: str, book: Book) -> tuple[Template, set[str], set[str]]:
    """The clauses of an action, and the rulings and variants that its chapter asked about."""
    variants = _Variants(book.variants)
    variants.asked = set()
    watched = Watched.over(book, variants)
    template = Template(action)
    CHAPTERS[action](template, watched)
    return template, watched.asked, variants.asked


def plain_book(edition: str) -> Book:
    """An edition as it is: every ruling read by default, no variant."""
    readings = tuple(sorted(rulings().choose(edition, {}).items()))
    return Book(load_edition(edition), readings, tuple(sorted(load_policies(edition).items())), frozenset())


def cases(action: str) -> Iterator[Case]:
    """The sets of clauses that an action can have, each once."""
    seen: set[tuple[str, ...]] = set()
    for edition in EDITIONS:
        plain = plain_book(edition)
        todo = [(edition, plain)]
        settled: set[str] = set()
        for rules, book in todo:
            template, asked_rulings, asked_variants = _asked(action, book)
            clauses = (edition, *sorted(formula.sexpr() for formula in template.formulas))
            if clauses not in seen:
                seen.add(clauses)
                yield Case(action, rules, book, template)
            if book.readings != plain.readings:
                continue  # one reading at a time
            if not book.variants:
                chosen = sorted(asked_variants & set(all_variants()))
                todo += [(f"{rules}, {name}", book._replace(variants=frozenset({name}))) for name in chosen]
            for ruling in sorted(asked_rulings - settled):
                settled.add(ruling)
                default = dict(book.readings)[ruling]
                for reading in rulings()[ruling].alternatives:
                    if reading != default:
                        readings = tuple(sorted({**dict(book.readings), ruling: reading}.items()))
                        todo.append((f"{rules}, {ruling} = {reading}", book._replace(readings=readings)))
