"""Compiled clauses say what z3 says."""

from __future__ import annotations

import random
from typing import Any

import pytest
import z3

from rtm_verify.proof.guards import compiled, variables

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
