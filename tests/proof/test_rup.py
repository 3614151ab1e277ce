"""The checker accepts what follows, and nothing else."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from rtm_verify.proof.rup import Clause, read_clauses, refutes

VARIABLES = 4
LITERALS = st.integers(-VARIABLES, VARIABLES).filter(bool)
CLAUSES = st.lists(st.lists(LITERALS, max_size=4).map(tuple), max_size=14)
# All eight clauses over three variables; none can be left out.
CUBE = [tuple(sign * (index + 1) for index, sign in enumerate(signs)) for signs in product((1, -1), repeat=3)]
PROOF: list[Clause] = [(1, 2), (1,), (2,), ()]


def can_hold(clauses: list[Clause]) -> bool:
    """By trying all values."""
    for values in product((False, True), repeat=VARIABLES):
        if all(any(values[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in clauses):
            return True
    return False


def slowly_refutes(clauses: list[Clause], proof: list[Clause]) -> bool:
    """The definition, without watched literals: every clause is looked at until nothing is new."""
    known = list(clauses)
    for step in proof:
        false = set(step)
        while not any(-literal in false for literal in false):
            left = [[literal for literal in clause if literal not in false] for clause in known]
            if any(not open_literals for open_literals in left):
                break
            forced = {-literal[0] for literal in map(list, map(set, left)) if len(literal) == 1}
            if forced <= false:
                return False
            false |= forced
        if not step:
            return True
        known.append(step)
    return False


def test_a_proof_by_single_literals_is_accepted() -> None:
    assert refutes(CUBE, PROOF)


@pytest.mark.parametrize("left_out", range(8))
def test_no_proof_is_accepted_of_clauses_that_can_hold(left_out: int) -> None:
    assert not refutes([clause for index, clause in enumerate(CUBE) if index != left_out], PROOF)


def test_a_step_that_does_not_follow_is_refused_although_the_end_would() -> None:
    assert not refutes(CUBE, [(1,), *PROOF])
    assert refutes(CUBE, [*PROOF[:2], *PROOF[1:]])


def test_a_proof_without_the_empty_clause_is_none() -> None:
    assert not refutes(CUBE, PROOF[:-1])
    assert not refutes(CUBE, [])


def test_clauses_with_an_empty_one_are_refuted_by_the_empty_clause_alone() -> None:
    assert refutes([(1, 2), ()], [()])
    assert refutes([(1,), (-1,)], [()])
    assert not refutes([], [()])


def test_what_was_supposed_for_one_step_is_forgotten_at_the_next() -> None:
    assert not refutes([(-1, 2), (-2, 3)], [(-1, 3), (3,), ()])


@settings(max_examples=250)
@given(clauses=CLAUSES, proof=CLAUSES, ends=st.booleans())
def test_the_checker_decides_as_the_definition_does(clauses: list[Clause], proof: list[Clause], ends: bool) -> None:
    steps = [*proof, ()] if ends else proof
    accepted = refutes(clauses, steps)
    event(f"accepted: {accepted}")
    assert accepted == slowly_refutes(clauses, steps)


@settings(max_examples=250)
@given(clauses=CLAUSES)
def test_a_solver_s_proof_is_accepted_exactly_if_no_values_fit(clauses: list[Clause]) -> None:
    with Solver(name="cadical195", with_proof=True) as solver:
        for clause in clauses:
            if clause:
                solver.add_clause(clause)
        refuted = solver.solve() is False
        lines = solver.get_proof() if refuted else []
    proof = read_clauses("\n".join(line for line in lines if not line.startswith("d")))
    assert refutes(clauses, [*proof, ()]) == (not can_hold(clauses))


@settings(max_examples=250)
@given(clauses=CLAUSES, proof=CLAUSES)
def test_nothing_is_refuted_that_can_hold(clauses: list[Clause], proof: list[Clause]) -> None:
    assert not (refutes(clauses, [*proof, ()]) and can_hold(clauses))


@pytest.mark.parametrize("line", ["1 2", "1 x 0", "1 0 2 0", "", "1 99999999999999 0", "d 1 0"])
def test_a_line_that_is_no_clause_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="line 3 is no clause"):
        read_clauses(f"p cnf 2 2\n1 -2 0\n{line}\n2 0\n")
