"""That formulas cannot all hold: as clauses, with a proof that a small checker has accepted.

z3 breaks Boolean formulas down to clauses (Tseitin's encoding), CaDiCaL finds a proof that these contradict
each other, and `rup` checks it. Neither CaDiCaL nor z3's own search is trusted then; that the clauses say what the
formulas say rests on z3. Both are kept as text, so that anybody can check them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import z3
from pysat.solvers import Solver

from rtm_verify.proof.rup import read_clauses, refutes

__all__ = ["Refutation", "dimacs", "refute"]

CONFLICTS = 200_000  # CaDiCaL's budget; the largest proof so far takes some thousand


class Refutation(msgspec.Struct, frozen=True):
    """A proof that was checked.

    Parameters
    ----------
    cnf : the clauses of the formulas, in the form DIMACS.
    drup : the proof, in the form DRUP.
    clauses, steps : how many there are of each.
    """

    cnf: str
    drup: str
    clauses: int
    steps: int


def dimacs(formulas: Sequence[Any]) -> str:
    """Clauses that can hold together if and only if the formulas can.

    >>> p, q = z3.Bools("p q")
    >>> print(dimacs([z3.Or(p, q), z3.Not(p)]), end="")
    p cnf 2 2
    1 2 0
    -1 0
    """
    # In a context of their own, z3 numbers the formulas alike each time, whatever was asked before.
    context = z3.Context()
    goal = z3.Goal(ctx=context)
    goal.add(z3.And(list(formulas), z3.main_ctx()).translate(context))
    # To multiply small formulas out instead of naming them makes proofs almost twice as long.
    encode = z3.With("tseitin-cnf", distributivity=False, ctx=context)
    (broken_down,) = z3.Then("simplify", encode, ctx=context)(goal)
    if broken_down.inconsistent():
        return "p cnf 0 1\n0\n"
    return str(broken_down.dimacs(include_names=False)) + "\n"


def refute(formulas: Sequence[Any], conflicts: int = CONFLICTS) -> Refutation | None:
    """The checked proof that formulas cannot all hold; None if none was found, or if the checker does not accept it.

    >>> p, q = z3.Bools("p q")
    >>> refute([z3.Or(p, q), z3.Not(p), z3.Not(q)]).clauses
    3
    >>> refute([z3.Or(p, q), z3.Not(p)])
    """
    cnf = dimacs(formulas)
    clauses = read_clauses(cnf)
    with Solver(name="cadical195", with_proof=True) as solver:
        for clause in clauses:
            solver.add_clause(clause)
        solver.conf_budget(conflicts)
        found = ["0"] if () in clauses else solver.get_proof() if solver.solve_limited() is False else []
    # A line that begins with d says which clause the solver no longer uses: the checker keeps it.
    drup = "".join(f"{line}\n" for line in found if not line.startswith("d"))
    proof = read_clauses(drup)
    return Refutation(cnf, drup, len(clauses), len(proof)) if refutes(clauses, proof) else None
