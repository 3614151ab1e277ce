"""Contradictions are minimal, corrections are complete, and what follows is only what must."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtm_verify.proof.consistency import Axiom, Fact, Statement, Topic, judge
from rtm_verify.proof.formula import Sort, parse_formula

Clause = frozenset[tuple[str, bool]]
FLAGS = ("p", "q", "r")


def topic(*formulas: str, axioms: Iterable[str] = (), ask: tuple[str, ...] = ()) -> Topic:
    """A topic over the flags p, q, r and the numbers x, y; statements are named a, b, c …"""
    sorts: dict[str, Sort] = {**dict.fromkeys(FLAGS, "flag"), "x": "number", "y": "number"}
    return Topic(
        id="t",
        title="A topic",
        flags={name: f"{name} holds" for name in FLAGS},
        numbers={"x": "the x", "y": "the y"},
        statements=tuple(
            Statement(id=chr(97 + index), at=("2024:1",), text=text, formula=parse_formula(text, sorts))
            for index, text in enumerate(formulas)
        ),
        axioms=tuple(Axiom(text=text, formula=parse_formula(text, sorts)) for text in axioms),
        ask=ask,
    )


def test_consistent_statements_are_found_consistent_and_those_that_others_prove_are_named() -> None:
    found = judge(topic("x = 3", "y = x + 1", "y = 4", "x < 10", ask=("y", "p")))
    assert (found.verdict, found.confirmed, found.tested) == ("consistent", ("a", "b", "c", "d"), True)
    assert [(fact.name, fact.value) for fact in found.facts] == [("y", 4), ("p", None)]


def test_a_statement_that_stands_alone_tests_nothing() -> None:
    found = judge(topic("x = 3", "p"))
    assert (found.verdict, found.confirmed, found.tested) == ("consistent", (), False)


def test_every_contradiction_and_every_smallest_repair_is_listed() -> None:
    found = judge(topic("x = 1", "x = 2", "y = 5", "y = x + 3", "p"))
    assert found.verdict == "contradictory"
    assert found.contradictions == (("a", "b"), ("a", "c", "d"))
    assert found.corrections == (("a",), ("b", "c"), ("b", "d"))
    assert [(repair.dropped, repair.instead) for repair in found.repairs] == [(("a",), (Fact("x", "the x", 2),))]


def test_what_a_repair_leaves_open_is_not_determined() -> None:
    repairs = {repair.dropped: repair.instead[0].value for repair in judge(topic("x > 4", "x < 3")).repairs}
    assert repairs == {("a",): None, ("b",): None}


def test_a_repair_answers_what_the_topic_asks() -> None:
    found = judge(topic("x = 2 - p", "x = 1", "y = 3 - p", "y = 3", ask=("p",)))
    facts = {repair.dropped: [fact.value for fact in (*repair.instead, *repair.facts)] for repair in found.repairs}
    assert facts[("b",)] == [2, False]
    assert facts[("d",)] == [2, True]


def test_axioms_are_never_given_up() -> None:
    found = judge(topic("p", "q", axioms=["not (p and q)"]))
    assert found.contradictions == (("a", "b"),)
    assert judge(topic("p", axioms=["not p"])).corrections == (("a",),)


def test_axioms_that_cannot_hold_are_refused() -> None:
    with pytest.raises(ValueError, match="the axioms of the topic 't' cannot hold"):
        judge(topic("p", axioms=["q", "not q"]))


def test_a_used_up_budget_is_unknown_and_never_a_pass() -> None:
    hard = topic(*(f"{n} * x + {n + 1} * y != {n * 7}" for n in range(1, 12)), "p", "x * 3 = y * 5 + 1", "x > y")
    assert judge(hard).verdict == "consistent"
    found = judge(hard, rlimit=1)
    assert (found.verdict, found.tested, found.confirmed) == ("unknown", False, ())


def test_the_same_topic_gives_the_same_judgement() -> None:
    one = topic("x = 1", "x = 2", "y = 5", "y = x + 3", "p iff q", "not p", "q", ask=("r",))
    assert judge(one) == judge(one)


def test_a_topic_is_cut_down_to_the_statements_of_a_book() -> None:
    sorts: dict[str, Sort] = {"p": "flag"}
    formula = parse_formula("p", sorts)
    whole = Topic(
        id="t",
        title="T",
        flags={"p": "it holds"},
        numbers={},
        statements=(
            Statement(id="both", at=("old:1", "new:2"), text="", formula=formula),
            Statement(id="new", at=("new:3",), text="", formula=formula),
        ),
        axioms=(
            Axiom(text="a definition", formula=formula),
            Axiom(text="a rule of the new book", formula=formula, rules={"8.1": "new:9"}),
        ),
    )
    old = whole.within(("old",))
    assert [(s.id, s.at) for s in old.statements] == [("both", ("old:1",))]
    assert [axiom.text for axiom in old.axioms] == ["a definition"]
    assert len(whole.within(("new", "old")).axioms) == 2


clauses = st.frozensets(st.tuples(st.sampled_from(FLAGS), st.booleans()), min_size=1, max_size=3)


def satisfiable(chosen: Iterable[Clause]) -> bool:
    worlds = (dict(zip(FLAGS, values, strict=True)) for values in itertools.product((False, True), repeat=len(FLAGS)))
    wanted = list(chosen)
    return any(all(any(world[name] == value for name, value in clause) for clause in wanted) for world in worlds)


@settings(max_examples=60)
@given(st.lists(clauses, min_size=1, max_size=6))
def test_contradictions_and_corrections_are_those_of_brute_force(found: list[Clause]) -> None:
    texts = [" or ".join(name if value else f"not {name}" for name, value in sorted(clause)) for clause in found]
    names = [chr(97 + index) for index in range(len(found))]
    subsets = [
        frozenset(subset)
        for size in range(len(found) + 1)
        for subset in itertools.combinations(range(len(found)), size)
    ]
    broken = [subset for subset in subsets if not satisfiable(found[i] for i in subset)]
    least = {subset for subset in broken if not any(other < subset for other in broken)}
    whole = frozenset(range(len(found)))
    mending = [subset for subset in subsets if satisfiable(found[i] for i in whole - subset)]
    corrections = {subset for subset in mending if not any(other < subset for other in mending)}

    judgement = judge(topic(*texts))
    if not broken:
        assert judgement.verdict == "consistent"
        return
    assert judgement.verdict == "contradictory"
    assert {frozenset(map(names.index, core)) for core in judgement.contradictions} == least
    assert {frozenset(map(names.index, core)) for core in judgement.corrections} == corrections
    assert len(judgement.contradictions) == len(least)
