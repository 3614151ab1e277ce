"""A checker of proofs that clauses contradict each other. It knows no solver and searches nothing.

A proof is a list of clauses, each of which follows from those before it by *reverse unit propagation*: say that all its
literals are false, draw every conclusion that a clause with a single literal left forces, and meet a contradiction.
The last one is the empty clause. A clause is a tuple of numbers other than 0; ``-n`` is the negation of ``n``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

__all__ = ["Clause", "refutes"]

Clause = tuple[int, ...]


def refutes(clauses: Iterable[Clause], proof: Iterable[Clause]) -> bool:
    """Whether a proof shows that the clauses cannot all hold.

    >>> refutes([(1, 2), (1, -2), (-1, 2), (-1, -2)], [(1,), ()])
    True
    >>> refutes([(1, 2), (1, -2)], [(1,), ()])
    False
    """
    known = _Known()
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
    literals of the solver Chaff).
    """

    def __init__(self) -> None:
        self._true: set[int] = set()
        self._trail: list[int] = []  # the true literals, in the order in which they were found
        self._watching: defaultdict[int, list[list[int]]] = defaultdict(list)
        self._contradiction = False

    def add(self, clause: Clause) -> None:
        """Take a clause as true, for good."""
        literals = sorted(set(clause), key=lambda literal: -literal in self._true)
        for literal in literals[:2]:
            self._watching[literal].append(literals)
        if all(-literal in self._true for literal in literals[1:2]):  # one is left at most
            self._contradiction |= not literals or self._clash(literals[:1])

    def implies(self, clause: Clause) -> bool:
        """Whether saying that a clause is false leads to a contradiction."""
        mark = len(self._trail)
        clash = self._contradiction or self._clash([-literal for literal in clause])
        self._true.difference_update(self._trail[mark:])
        del self._trail[mark:]
        return clash

    def _clash(self, new: list[int]) -> bool:
        """Make literals true, and all that they force; whether that ends in a contradiction."""
        true, trail, watching = self._true, self._trail, self._watching
        done = len(trail)
        for literal in new:
            if -literal in true:
                return True
            if literal not in true:
                true.add(literal)
                trail.append(literal)
        while done < len(trail):
            false = -trail[done]
            done += 1
            awake, watching[false] = watching[false], []
            for position, clause in enumerate(awake):
                if clause[0] == false and len(clause) > 1:
                    clause[:2] = clause[1], false
                other = clause[0]
                if other not in true:
                    for place in range(2, len(clause)):
                        if -clause[place] not in true:
                            clause[1], clause[place] = clause[place], false
                            watching[clause[1]].append(clause)
                            break
                    else:  # only `other` is left
                        if -other in true:
                            watching[false] += awake[position:]
                            return True
                        true.add(other)
                        trail.append(other)
                        watching[false].append(clause)
                else:
                    watching[false].append(clause)
        return False
