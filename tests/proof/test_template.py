"""Templates: what fits, what does not, and why."""

from __future__ import annotations

import pytest
import z3

from rtm_verify.proof.template import Template


def spending() -> Template:
    t = Template("spend")
    fuel, left, stock, after = (t.number(name) for name in ("fuel", "fuel'", "stock", "stock'"))
    t.guard("pay", fuel >= 1)
    t.effect("pay", left == fuel - 1)
    t.effect("conserve", left + after == fuel + stock)
    return t


def test_a_view_that_fits_all_clauses_is_accepted() -> None:
    assert spending().ask({"fuel": 3, "fuel'": 2, "stock": 0, "stock'": 1}).verdict == "fits"


def test_each_contradicted_clause_is_named() -> None:
    answer = spending().ask({"fuel": 3, "fuel'": 3, "stock": 0, "stock'": 1})
    assert answer.verdict == "contradicted"
    assert [clause.rules for core in answer.cores for clause in core] == [("pay",), ("conserve",)]
    assert not answer.refused


def test_a_view_without_an_outcome_is_judged_by_guards_alone() -> None:
    template = spending()
    assert template.ask({"fuel": 1, "stock": 0}).verdict == "fits"
    answer = template.ask({"fuel": 0, "stock": 0})
    assert (answer.verdict, answer.rules, answer.refused) == ("contradicted", ("pay",), True)


def test_a_core_over_an_open_value_is_minimal() -> None:
    t = Template("combat")
    won = t.open_flag("won")
    t.effect("win-if-able", won == (t.number("ammo") >= 2))
    t.effect("marker", t.flag("marker'") == won)
    t.effect("idle", t.number("ammo") >= 0)
    answer = t.ask({"ammo": 1, "marker'": True})
    assert [tuple(clause.rules[0] for clause in core) for core in answer.cores] == [("win-if-able", "marker")]


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        spending().ask({"fuel": 1})


def test_an_exhausted_budget_is_unknown_and_no_pass() -> None:
    t = Template("hard", rlimit=1)
    numbers = [t.open_number(f"n{index}") for index in range(12)]
    t.guard("sum", z3.Sum([(3 + 2 * index) * number for index, number in enumerate(numbers)]) == t.number("total"))
    t.guard("range", z3.And([z3.And(number >= 0, number <= 1) for number in numbers]))
    assert t.ask({"total": 83}).verdict == "unknown"


def test_the_same_questions_have_the_same_answers_in_any_order() -> None:
    views = [{"fuel": fuel, "fuel'": left, "stock": 0, "stock'": 1} for fuel in range(4) for left in range(4)]
    forwards, backwards = spending(), spending()
    answers = [forwards.ask(view) for view in views]
    assert answers == list(reversed([backwards.ask(view) for view in reversed(views)]))
