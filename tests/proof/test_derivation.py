"""What is entailed is proved by least statements, what is open is said to be open, and data that differ are noticed."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtm_verify.proof.consistency import Axiom, BudgetError, Statement, Topic, judge, least
from rtm_verify.proof.derivation import Derivation, Known, derive
from rtm_verify.proof.formula import Sort, parse_formula

SORTS: dict[str, Sort] = {"p": "flag", "q": "flag", "r": "flag", "x": "number"}
BOARD = {"p": Known(True), "q": Known(False), "x": Known(3)}


def topic(*formulas: str, axioms: tuple[str, ...] = ()) -> Topic:
    """A topic of which p, q and x are known; statements are named a, b, c …"""
    return Topic(
        id="t",
        title="A topic",
        flags={name: f"{name} holds" for name, sort in SORTS.items() if sort == "flag"},
        numbers={"x": "the x"},
        statements=tuple(
            Statement(id=chr(97 + index), at=(f"2024:{index + 1}",), text=text, formula=parse_formula(text, SORTS))
            for index, text in enumerate(formulas)
        ),
        axioms=tuple(Axiom(text=text, formula=parse_formula(text, SORTS)) for text in axioms),
    )


def shown(found: Derivation) -> dict[str, tuple[object, str, bool]]:
    """For each unknown its value, the statements that prove it, and whether the data agree."""
    return {
        one.fact.name: (one.fact.value, "".join(statement.id for statement in one.proof), one.holds)
        for one in found.derived
    }


def test_what_is_entailed_has_its_proof_and_what_is_open_has_none() -> None:
    found = derive(topic("r", "r implies p", "x > 2"), BOARD)
    assert shown(found) == {"p": (True, "ab", True), "q": (None, "", True), "x": (None, "", True)}
    assert found.fits


def test_a_number_and_what_cannot_be_are_entailed_too() -> None:
    found = derive(topic("x = 3", "not q"), BOARD)
    assert shown(found) == {"p": (None, "", True), "q": (False, "b", True), "x": (3, "a", True)}


def test_data_that_differ_from_what_is_entailed_are_noticed() -> None:
    found = derive(topic("q", "x = 4"), BOARD)
    assert shown(found) == {"p": (None, "", True), "q": (True, "a", False), "x": (4, "b", False)}
    assert not found.fits


def test_data_can_fail_as_a_whole_though_every_fact_is_open() -> None:
    found = derive(topic("not p or q"), BOARD)
    assert shown(found) == {"p": (None, "", True), "q": (None, "", True), "x": (None, "", True)}
    assert not found.fits


def test_statements_that_are_given_up_prove_nothing() -> None:
    contradictory = topic("p", "not p", "p implies x = 3")
    found = derive(contradictory, BOARD, given_up=("b", "other"))
    assert shown(found)["x"] == (3, "ac", True)
    assert found.given_up == ("b",)


def test_the_statement_that_speaks_of_a_fact_is_its_proof_rather_than_others() -> None:
    found = derive(topic("r", "r implies p", "p"), BOARD)
    assert shown(found)["p"] == (True, "c", True)


def test_what_the_axioms_entail_alone_has_an_empty_proof() -> None:
    assert shown(derive(topic("r", axioms=("p",)), BOARD))["p"] == (True, "", True)


def test_a_used_up_budget_is_an_error_and_never_an_answer() -> None:
    hard = topic(*(f"{n} * x != {n * 7}" for n in range(1, 12)), "x * 3 = 9 + 3 * p", "x > 3 or q")
    assert judge(hard).verdict == "consistent"
    with pytest.raises(BudgetError):
        derive(hard, BOARD, rlimit=1)


@settings(max_examples=80)
@given(st.lists(st.frozensets(st.integers(0, 6), min_size=1, max_size=4), min_size=1, max_size=4))
def test_a_least_part_is_needed_to_the_last_name(broken: list[frozenset[int]]) -> None:
    names = [str(number) for number in range(7)]

    def holds(chosen: Iterable[str]) -> bool:
        kept = set(map(int, chosen))
        return not any(core <= kept for core in broken)

    found = least(names, holds)
    assert not holds(found)
    assert all(holds(part) for size in range(len(found)) for part in itertools.combinations(found, size))
    assert list(found) == sorted(found)
