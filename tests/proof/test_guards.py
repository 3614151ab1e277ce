"""Compiled clauses say what z3 says."""

from __future__ import annotations

import random
from typing import Any

import pytest
import z3

from rtm_verify.proof.guards import Quick, compiled, variables
from rtm_verify.proof.template import Template

NUMBERS = [z3.Int(f"n{index}") for index in range(3)]
FLAGS = [z3.Bool(f"f{index}") for index in range(3)]


def number(rng: random.Random, depth: int) -> Any:
    """Some formula that is a number."""
    if depth == 0:
        return rng.choice([*NUMBERS, z3.IntVal(rng.randrange(-2, 4))])
    x, y = number(rng, depth - 1), number(rng, depth - 1)
    return rng.choice(
        (lambda: x + y, lambda: x - y, lambda: -x, lambda: 2 * x, lambda: z3.If(flag(rng, depth - 1), x, y))
    )()


def flag(rng: random.Random, depth: int) -> Any:
    """Some formula that is so or not."""
    if depth == 0:
        return rng.choice([*FLAGS, z3.BoolVal(rng.random() < 0.5)])
    x, y = flag(rng, depth - 1), flag(rng, depth - 1)
    m, n = number(rng, depth - 1), number(rng, depth - 1)
    return rng.choice(
        (
            lambda: z3.And(x, y, flag(rng, 0)),
            lambda: z3.Or(x, y),
            lambda: z3.Not(x),
            lambda: z3.Implies(x, y),
            lambda: z3.Xor(x, y),
            lambda: x == y,
            lambda: z3.If(x, y, flag(rng, 0)),
            lambda: m == n,
            lambda: m != n,
            lambda: m <= n,
            lambda: m < n,
            lambda: m >= n,
            lambda: m > n,
            lambda: z3.Distinct(m, n, number(rng, 0)),
        )
    )()


@pytest.mark.parametrize("seed", range(40))
def test_a_compiled_formula_says_what_z3_says(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    formula = flag(rng, rng.randrange(1, 5))
    says = compiled(formula)
    for _ in range(25):
        values: dict[str, int | bool] = {str(each): rng.randrange(-3, 5) for each in NUMBERS}
        values |= {str(each): rng.random() < 0.5 for each in FLAGS}
        known = {name: value for name, value in values.items() if rng.random() < 0.7}
        fixed = [(each, z3.IntVal(values[str(each)])) for each in NUMBERS]
        fixed += [(each, z3.BoolVal(values[str(each)])) for each in FLAGS]
        truth = z3.is_true(z3.simplify(z3.substitute(formula, *fixed)))
        assert says(values) is truth
        assert says(known) in (truth, None)


def test_what_the_compiler_does_not_know_is_left_to_z3() -> None:
    assert compiled(z3.Int("n") % 2 == 0)({"n": 2}) is None


def test_a_formula_may_be_plain() -> None:
    assert compiled(True)({}) is True
    assert variables(False) == ()


def written(made: Template, seed: int) -> None:
    """Some clauses, with a number and a flag left open; the same seed writes the same."""
    rng = random.Random(seed)  # noqa: S311
    for each in NUMBERS[1:]:
        made.number(str(each))
    for each in FLAGS[1:]:
        made.flag(str(each))
    made.number("after'")
    made.open_number(str(NUMBERS[0]))
    made.open_flag(str(FLAGS[0]))
    for _ in range(rng.randrange(1, 4)):
        made.guard("guard", flag(rng, rng.randrange(1, 3)))
        made.effect("effect", z3.Or(flag(rng, rng.randrange(1, 3)), made.number("after'") == number(rng, 1)))


@pytest.mark.parametrize("seed", range(40))
def test_what_is_looked_up_is_what_z3_answers(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    plain, quick = Template("plain"), Quick("quick")
    written(plain, seed)
    written(quick, seed)
    for _ in range(20):
        view: dict[str, int | bool] = {str(each): rng.randrange(-3, 5) for each in NUMBERS[1:]}
        view |= {str(each): rng.random() < 0.5 for each in FLAGS[1:]}
        if rng.random() < 0.7:
            view["after'"] = rng.randrange(-3, 5)
        one, two = plain.ask(view), quick.ask(view)
        assert (one.verdict, bool(one.cores)) == (two.verdict, bool(two.cores))


def test_a_view_that_leaves_out_what_matters_is_refused() -> None:
    made = Quick("spend")
    made.guard("8.2.fuel", made.number("fuel") >= 1)
    with pytest.raises(KeyError):
        made.ask({"left'": 1})
