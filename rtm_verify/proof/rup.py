"""A checker of proofs that clauses contradict each other. It knows no solver and searches nothing.

A proof is a list of clauses, each of which follows from those before it by *reverse unit propagation*: say that all its
literals are false, draw every conclusion that a clause with a single literal left forces, and meet a contradiction.
The last one is the empty clause. A clause is a tuple of numbers other than 0; ``-n`` is the negation of ``n``.

As text, clauses have the form DIMACS and proofs the form DRUP: a clause a line, its literals and a 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

__all__ = ["Clause", "read_clauses", "refutes"]

Clause = tuple[int, ...]

MOST_VARIABLES = 10_000_000  # of a text: the checker has a place in memory for each


def read_clauses(text: str) -> list[Clause]:
    """The clauses of a text. Lines that begin with ``c`` or ``p`` are comment and head.

    >>> read_clauses("p cnf 2 2\\n1 -2 0\\n2 0\\n")
    [(1, -2), (2,)]

    Raises
    ------
    ValueError
        If a line is none, with its number.
    """
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(("c", "p")):
            continue
        try:
            *literals, end = map(int, line.split())
        except ValueError:
            raise ValueError(f"line {number} is no clause") from None
        if end != 0 or 0 in literals or max(map(abs, literals), default=0) > MOST_VARIABLES:
            raise ValueError(f"line {number} is no clause")
        found.append(tuple(literals))
    return found


def refutes(clauses: Iterable[Clause], proof: Iterable[Clause]) -> bool:
    """Whether a proof shows that the clauses cannot all hold.

    >>> refutes([(1, 2), (1, -2), (-1, 2), (-1, -2)], [(1,), ()])
    True
    >>> refutes([(1, 2), (1, -2)], [(1,), ()])
    False
    """
    clauses, proof = list(clauses), list(proof)
    known = _Known(max(map(abs, chain.from_iterable(clauses + proof)), default=0))
    for clause in clauses:
        known.add(clause)
    for clause in proof:
        if not known.implies(clause):
            return False
        if not clause:
            return True
        known.add(clause)
    return False


class _Known:
    """Clauses taken as true, and what follows from them by single literals alone.

    A clause wakes only when one of its first two literals turns false: while neither is, it forces nothing (the watched
    literals of the solver Chaff). Lists are indexed by literals, of which the negative ones count from the end.
    """

    def __init__(self, variables: int) -> None:
        self._false = bytearray(2 * variables + 1)
        self._trail: list[int] = []  # the false literals, in the order in which they were found
        self._watching: list[list[list[int]]] = [[] for _ in self._false]
        self._contradiction = False

    def add(self, clause: Clause) -> None:
        """Take a clause as true, for good."""
        false = self._false
        literals = sorted(set(clause), key=false.__getitem__)  # those that are not false come first
        if len(literals) > 1:
            self._watching[literals[0]].append(literals)
            self._watching[literals[1]].append(literals)
        if all(false[literal] for literal in literals[1:2]):  # one is left at most
            self._contradiction |= not literals or self._clash([-literals[0]])

    def implies(self, clause: Clause) -> bool:
        """Whether saying that a clause is false leads to a contradiction."""
        mark = len(self._trail)
        clash = self._contradiction or self._clash(clause)
        for literal in self._trail[mark:]:
            self._false[literal] = 0
        del self._trail[mark:]
        return clash

    def _clash(self, new: Iterable[int]) -> bool:
        """Make literals false, and draw all conclusions; whether that ends in a contradiction."""
        false, trail, watching = self._false, self._trail, self._watching
        done = len(trail)
        for literal in new:
            if false[-literal]:
                return True
            if not false[literal]:
                false[literal] = 1
                trail.append(literal)
        while done < len(trail):
            gone = trail[done]
            done += 1
            clash = moved = False
            for clause in watching[gone]:
                other = clause[0]
                if other == gone:
                    other = clause[0] = clause[1]
                    clause[1] = gone
                if false[-other]:
                    continue
                for place in range(2, len(clause)):
                    literal = clause[place]
                    if not false[literal]:
                        clause[1] = literal
                        clause[place] = gone
                        watching[literal].append(clause)
                        moved = True
                        break
                else:  # only `other` is left
                    if false[other]:
                        clash = True
                        break
                    false[-other] = 1
                    trail.append(-other)
            if moved:
                watching[gone] = [clause for clause in watching[gone] if gone in clause[:2]]
            if clash:
                return True
        return False
