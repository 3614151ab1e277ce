"""Where a catalogue's clauses are enforced, which rulings touch them, and what is left over."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from rtm_verify.errors import Place
from rtm_verify.kernel.rule import Catalogue, Rule
from rtm_verify.kernel.ruling import Rulings
from rtm_verify.kernel.violation import Violation

__all__ = ["Citation", "Enforcement", "cited_in_code"]


Use = Literal["event", "refusal", "invariant"]


class Citation(msgspec.Struct, frozen=True):
    """A clause that the program names, where, and what for: an event, a refusal, or an invariant of every position."""

    rule: str
    place: Place
    use: Use = "event"


def cited_in_code(text: str, file: str, catalogue: Catalogue) -> Iterator[Citation]:
    """The clauses a Python module names, with the line: every string that is the id of a clause.

    What stands within a call of `Violation` is the reason of a refusal. A reason that reaches it by a variable is not
    seen as one, so of these there may be more.

    An id put together at run time is not found: code that is to be found writes it out.

    Examples
    --------
    >>> fuel = Rule("8.2.fuel", "2024", 498, "obligation", "Moving costs 1 fuel.", "8.2")
    >>> catalogue = Catalogue([fuel], {"8.2": "Move one armored army"})
    >>> code = 'x = 1\\ny = ("8.2.fuel", "8.2")\\nz = Violation("no-fuel", ("8.2.fuel",))'
    >>> [(found.rule, str(found.place), found.use) for found in cited_in_code(code, "m.py", catalogue)]
    [('8.2.fuel', 'm.py:2', 'event'), ('8.2.fuel', 'm.py:3', 'refusal')]
    """
    tree = ast.parse(text)
    refusals = {id(inner) for node in ast.walk(tree) if _is_refusal(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in catalogue:
            yield Citation(node.value, Place(file, node.lineno), "refusal" if id(node) in refusals else "event")


def _is_refusal(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == Violation.__name__


class Enforcement:
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
    >>> enforcement = Enforcement(catalogue, [Citation("8.2.fuel", Place("movement.py", 7))], Rulings(()))
    >>> [str(place) for place in enforcement.enforced(fuel)]
    ['movement.py:7']
    >>> [rule.id for rule in enforcement.missing()]
    ['8.2.allowance']
    """

    def __init__(self, catalogue: Catalogue, cited: Iterable[Citation], rulings: Rulings) -> None:
        self.catalogue = catalogue
        self._cited: dict[str, set[Place]] = {}
        self._uses: dict[str, set[Use]] = {}
        for citation in cited:
            self._cited.setdefault(citation.rule, set()).add(citation.place)
            self._uses.setdefault(citation.rule, set()).add(citation.use)
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

    def refuses(self, rule: Rule) -> bool:
        """Whether the program names the clause, or one that says the same, as the reason of a refusal."""
        return "refusal" in self._used(rule)

    def watched(self, rule: Rule) -> bool:
        """Whether nothing but invariants keeps the clause: they are checked in every position, and no step names it."""
        return self._used(rule) == {"invariant"}

    def _used(self, rule: Rule) -> set[Use]:
        clauses = (rule, *self.catalogue.same(rule))
        return {use for clause in clauses for use in self._uses.get(clause.id, ())}

    def rulings(self, rule: Rule) -> tuple[str, ...]:
        """The rulings that touch the clause."""
        return self._rulings.get(rule.id, ())

    def is_missing(self, rule: Rule) -> bool:
        """Whether nothing enforces the clause or one that says the same, and nothing says why."""
        return not (self.enforced(rule) or self.enforced_as(rule) or rule.unenforced)

    def missing(self, wanted: Iterable[Rule] | None = None) -> tuple[Rule, ...]:
        """The missing clauses of those `wanted`, or of the whole catalogue."""
        return tuple(rule for rule in (self.catalogue if wanted is None else wanted) if self.is_missing(rule))
