"""Proved is only what z3, the checked proof and the second solver all say."""

from __future__ import annotations

import pytest
import z3

from rtm_verify.proof import obligation as module
from rtm_verify.proof.obligation import Obligation, discharge, solution
from rtm_verify.proof.sets import Set, all_of

A, B, C = (Set.named(name, 4) for name in "abc")
TRANSITIVE = Obligation("through", "a part of a part is a part", (A.within(B), B.within(C)), A.within(C), {"a": A})


def test_a_claim_is_proved_with_all_who_agree() -> None:
    proof = discharge(TRANSITIVE)
    assert proof.verdict == "proved"
    assert proof.agreed == ("z3", "cadical", "bitwuzla")
    assert proof.refutation is not None


def test_a_claim_with_an_exception_is_refuted_and_shows_one() -> None:
    proof = discharge(Obligation("back", "a whole is a part", (A.within(B), A.some()), B.within(A), {"a": A, "b": B}))
    assert (proof.verdict, proof.refutation, proof.agreed) == ("refuted", None, ())
    a, b = proof.exception["a"], proof.exception["b"]
    assert a
    assert a & ~b == 0
    assert b & ~a


def test_premises_that_contradict_each_other_prove_nothing() -> None:
    proof = discharge(Obligation("all", "nothing", (A.some(), A.within(0)), B.some()))
    assert (proof.verdict, proof.why) == ("unknown", "its premises contradict each other")


def test_a_goal_that_is_true_as_it_stands_is_proved() -> None:
    assert discharge(Obligation("so", "a set is in itself", (A.some(),), True)).verdict == "proved"


def test_a_budget_that_is_used_up_is_unknown() -> None:
    pigeons = [Set.named(f"pigeon{number} ", 8) for number in range(9)]
    apart = tuple((a & b).within(0) for index, a in enumerate(pigeons) for b in pigeons[:index])
    proof = discharge(Obligation("pigeons", "one has no hole", apart, z3.Not(all_of(p.some() for p in pigeons))), 1000)
    assert proof.verdict == "unknown"
    assert proof.why.startswith("z3:")


def test_without_a_checked_proof_it_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "refute", lambda _: None)
    proof = discharge(TRANSITIVE)
    assert (proof.verdict, proof.agreed) == ("unknown", ("z3",))


@pytest.mark.parametrize(
    ("answer", "verdict", "agreed"),
    [
        ("sat", "unknown", ("z3", "cadical")),
        ("unknown", "proved", ("z3", "cadical")),
        ("", "proved", ("z3", "cadical")),
    ],
)
def test_a_second_solver_can_veto_and_need_not_answer(
    monkeypatch: pytest.MonkeyPatch, answer: str, verdict: str, agreed: tuple[str, ...]
) -> None:
    monkeypatch.setattr(module, "_second_opinion", lambda _: answer)
    proof = discharge(TRANSITIVE)
    assert (proof.verdict, proof.agreed) == (verdict, agreed)


def test_a_solution_has_all_formulas_hold() -> None:
    found = solution((A.within(0b0110), A.some(), (A & 0b0010).within(0)), {"a": A})
    assert found == {"a": 0b0100}
    assert solution((A.some(), A.within(0)), {"a": A}) is None
