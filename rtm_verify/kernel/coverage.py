"""Where a catalogue's clauses are enforced, which rulings touch them, which logs show them, and what is left over."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from rtm_verify.errors import Place
from rtm_verify.kernel.replay import Replay
from rtm_verify.kernel.rule import Catalogue, Rule
from rtm_verify.kernel.ruling import Rulings

__all__ = ["Coverage", "cited_in_code", "exercised"]


def cited_in_code(text: str, file: str, catalogue: Catalogue) -> Iterator[tuple[str, Place]]:
    """The clauses a Python module names, with the line: every string that is the id of a clause.

    An id put together at run time is not found: code that is to be found writes it out.

    Examples
    --------
    >>> fuel = Rule("8.2.fuel", "2024", 498, "obligation", "Moving costs 1 fuel.", "8.2")
    >>> catalogue = Catalogue([fuel], {"8.2": "Move one armored army"})
    >>> [(rule, str(place)) for rule, place in cited_in_code('x = 1\\ny = ("8.2.fuel", "8.2")', "m.py", catalogue)]
    [('8.2.fuel', 'm.py:2')]
    """
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in catalogue:
            yield node.value, Place(file, node.lineno)


def exercised(replays: Iterable[Replay]) -> dict[str, tuple[tuple[str, str], ...]]:
    """For each clause that some step rests on, the logs and the labels of the steps, in the order of the logs."""
    found: dict[str, dict[tuple[str, str], None]] = {}
    for replay in replays:
        for step in replay.steps:
            for rule in step.rules:
                found.setdefault(rule, {})[replay.log.file, step.label] = None
    return {rule: tuple(steps) for rule, steps in found.items()}


class Coverage:
    """A catalogue with what the program makes of each clause.

    Parameters
    ----------
    cited : the clauses the engine and its data name, and where.
    rulings : the open points of the rulebooks.

    Examples
    --------
    >>> fuel = Rule("8.2.fuel", "2024", 498, "obligation", "Moving costs 1 fuel.", "8.2")
    >>> old = Rule("first.7.fuel", "first", 843, "obligation", "A move costs 1 fuel.", "first.7", same=("8.2.fuel",))
    >>> range_ = Rule("8.2.allowance", "2024", 498, "permission", "It may move 3 areas.", "8.2")
    >>> catalogue = Catalogue([fuel, range_, old], {"8.2": "Move one armored army", "first.7": "Army movement"})
    >>> coverage = Coverage(catalogue, [("8.2.fuel", Place("movement.py", 7))], Rulings(()))
    >>> [str(place) for place in coverage.enforced(fuel)]
    ['movement.py:7']
    >>> [rule.id for rule in coverage.missing()]
    ['8.2.allowance']
    """

    def __init__(self, catalogue: Catalogue, cited: Iterable[tuple[str, Place]], rulings: Rulings) -> None:
        self.catalogue = catalogue
        self._cited: dict[str, set[Place]] = {}
        for rule_id, place in cited:
            self._cited.setdefault(rule_id, set()).add(place)
        self._rulings: dict[str, tuple[str, ...]] = {}
        for ruling in rulings.values():
            for rule_id in ruling.rules:
                self._rulings[rule_id] = (*self._rulings.get(rule_id, ()), ruling.id)

    def enforced(self, rule: Rule) -> tuple[Place, ...]:
        """Where the program names the clause, in the order of the files and lines."""
        return tuple(sorted(self._cited.get(rule.id, ()), key=lambda place: (place.file, place.line)))

    def enforced_as(self, rule: Rule) -> tuple[Rule, ...]:
        """The clauses that say the same and are enforced."""
        return tuple(other for other in self.catalogue.same(rule) if self.enforced(other))

    def rulings(self, rule: Rule) -> tuple[str, ...]:
        """The rulings that touch the clause."""
        return self._rulings.get(rule.id, ())

    def is_missing(self, rule: Rule) -> bool:
        """Whether nothing enforces the clause or one that says the same, and nothing says why."""
        return not (self.enforced(rule) or self.enforced_as(rule) or rule.unenforced)

    def missing(self, wanted: Iterable[Rule] | None = None) -> tuple[Rule, ...]:
        """The missing clauses of those `wanted`, or of the whole catalogue."""
        return tuple(rule for rule in (self.catalogue if wanted is None else wanted) if self.is_missing(rule))
