"""That formulas cannot all hold: as clauses, with a proof that a small checker has accepted.

z3 breaks Boolean formulas down to clauses (Tseitin's encoding), CaDiCaL finds a proof that these contradict
each other, and `rup` checks it. Neither CaDiCaL nor z3's own search is trusted then; that the clauses say what the
formulas say rests on z3.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
import z3
from pysat.solvers import Solver

from rtm_verify.proof.rup import Clause, refutes

__all__ = ["Refutation", "clauses_of", "refute"]

CONFLICTS = 200_000  # CaDiCaL's budget; the largest proof so far takes some thousand


class Refutation(msgspec.Struct, frozen=True):
    """A proof that was checked.

    Parameters
    ----------
    clauses, steps : how many there are of the formulas, and of the proof.
    digest : SHA-256 of both as text, clause by clause in DIMACS form.
    """

    clauses: int
    steps: int
    digest: str


def clauses_of(formulas: Sequence[Any]) -> list[Clause]:
    """Clauses that can hold together if and only if the formulas can.

    >>> p, q = z3.Bools("p q")
    >>> clauses_of([z3.Or(p, q), z3.Not(p)])
    [(1, 2), (-1,)]
    """
    # In a context of their own, z3 numbers the formulas alike each time, whatever was asked before.
    context = z3.Context()
    goal = z3.Goal(ctx=context)
    goal.add(z3.And(list(formulas), z3.main_ctx()).translate(context))
    (broken_down,) = z3.Then("simplify", "tseitin-cnf", ctx=context)(goal)
    if broken_down.inconsistent():
        return [()]
    lines = broken_down.dimacs(include_names=False).splitlines()
    return [tuple(map(int, line.split()[:-1])) for line in lines if line and line[0] not in "pc"]


def refute(formulas: Sequence[Any], conflicts: int = CONFLICTS) -> Refutation | None:
    """The checked proof that formulas cannot all hold; None if none was found, or if the checker does not accept it.

    >>> p, q = z3.Bools("p q")
    >>> refute([z3.Or(p, q), z3.Not(p), z3.Not(q)]).clauses
    3
    >>> refute([z3.Or(p, q), z3.Not(p)])
    """
    clauses = clauses_of(formulas)
    with Solver(name="cadical195", with_proof=True) as solver:
        for clause in clauses:
            solver.add_clause(clause)
        solver.conf_budget(conflicts)
        found = [()] if () in clauses else solver.get_proof() if solver.solve_limited() is False else []
    # A line that begins with d says which clause the solver no longer uses: the checker keeps it.
    proof = [line if isinstance(line, tuple) else _clause(line) for line in found if not str(line).startswith("d")]
    if not refutes(clauses, proof):
        return None
    text = "\n".join(" ".join(map(str, (*clause, 0))) for part in (clauses, proof) for clause in part)
    return Refutation(len(clauses), len(proof), sha256(text.encode()).hexdigest())


def _clause(line: str) -> Clause:
    return tuple(map(int, line.split()[:-1]))
