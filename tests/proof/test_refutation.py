"""A refutation is only what the checker has accepted."""

from __future__ import annotations

import pytest
import z3
from pysat.solvers import Solver

from rtm_verify.proof import refutation
from rtm_verify.proof.refutation import dimacs, refute
from rtm_verify.proof.rup import read_clauses, refutes


def pigeons(holes: int) -> list[z3.BoolRef]:
    """One pigeon more than there are holes, each in one of its own."""
    at = [[z3.Bool(f"p{pigeon}-{hole}") for hole in range(holes)] for pigeon in range(holes + 1)]
    pairs = [(a, b) for index, a in enumerate(at) for b in at[:index]]
    return [*map(z3.Or, at), *(z3.Or(z3.Not(x), z3.Not(y)) for a, b in pairs for x, y in zip(a, b, strict=True))]


def test_the_texts_of_a_refutation_prove_it_to_the_checker() -> None:
    found = refute(pigeons(4))
    assert found is not None
    clauses, proof = read_clauses(found.cnf), read_clauses(found.drup)
    assert (len(clauses), len(proof)) == (found.clauses, found.steps)
    assert refutes(clauses, proof)
    assert found.cnf.startswith(f"p cnf 20 {found.clauses}\n")


def test_formulas_that_can_hold_have_no_refutation() -> None:
    assert refute(pigeons(4)[1:]) is None
    assert refute([z3.Bool("p")]) is None


def test_false_is_refuted_by_nothing_but_itself() -> None:
    found = refute([z3.BoolVal(False)])
    assert found is not None
    assert (found.clauses, found.drup) == (1, "0\n")


def test_a_solver_that_gives_up_has_no_refutation() -> None:
    assert refute(pigeons(8), conflicts=10) is None


def test_a_proof_that_the_checker_does_not_accept_is_no_refutation(monkeypatch: pytest.MonkeyPatch) -> None:
    class Liar(Solver):  # type: ignore[misc]
        def get_proof(self) -> list[str]:
            return ["0"]

    assert refute(pigeons(3)) is not None
    monkeypatch.setattr(refutation, "Solver", Liar)
    assert refute(pigeons(3)) is None


def test_the_same_formulas_have_the_same_clauses_whatever_was_asked_before() -> None:
    p, q, r = z3.Bools("p q r")
    formulas = [z3.Xor(p, z3.And(q, r)), z3.If(p, q, z3.Not(r))]
    first = dimacs(formulas)
    dimacs(pigeons(5))
    z3.Bools("some more variables")
    assert dimacs(formulas) == first
