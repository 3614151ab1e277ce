"""Formulas: what they mean, and where they are refused."""

from __future__ import annotations

import pytest

from rtm_verify.errors import InputError, Place
from rtm_verify.proof.formula import Node, Sort, parse_formula

UNKNOWNS: dict[str, Sort] = {"n": "number", "order": "number", "a": "flag", "b": "flag", "nothing": "flag"}


def shape(text: str) -> str:
    """A formula with all its brackets."""

    def shown(node: Node) -> str:
        if node.op in ("number", "name"):
            return str(node.value)
        signs = node.value if isinstance(node.value, tuple) else ()
        return f"({' '.join([node.op, *signs, *map(shown, node.parts)])})"

    return shown(parse_formula(text, UNKNOWNS).root)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("n = 1", "(compared = n 1)"),
        ("1 <= n < order", "(compared <= < 1 n order)"),
        ("n = 2 + 3 * order - 1", "(compared = n (minus (plus 2 (times 3 order)) 1))"),
        ("n = -1", "(compared = n (negative 1))"),
        ("not a and b or a implies b", "(implies (either (both (not a) b) a) b)"),
        ("a implies b implies a", "(implies a (implies b a))"),
        ("a iff (b and n != 3)", "(iff a (both b (compared != n 3)))"),
        ("a + b = 1", "(compared = (plus (count a) (count b)) 1)"),
        ("order = 1 and nothing", "(both (compared = order 1) nothing)"),
    ],
)
def test_operators_bind_as_the_grammar_says(text: str, meant: str) -> None:
    assert shape(text) == meant


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("n = ", 5, "it breaks off"),
        ("n = = 2", 5, "'= 2' is not expected"),
        ("n ? 2", 3, "'? 2' is not expected"),
        ("m = 2", 1, "unknown 'm' is not declared"),
        ("a and ordre = 1", 7, "did you mean order?"),
        ("n", 1, "a number stands where something true or false is expected"),
        ("a and n + 1", 7, "a number stands where something true or false is expected"),
        ("n * order = 2", 1, "two unknowns are multiplied"),
        ("n = " + "1 + " * 200 + "1", 1, "more than 400 signs"),
        ("__import__('os')", 1, "is not expected"),
    ],
)
def test_what_is_no_formula_is_refused_at_its_column(text: str, column: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_formula(text, UNKNOWNS, Place("a.toml", 7, 11))
    assert message in str(caught.value)
    assert caught.value.place == Place("a.toml", 7, 10 + column)


def test_a_formula_knows_its_unknowns_once_each() -> None:
    assert parse_formula("n = order + n and a", UNKNOWNS).names == ("n", "order", "a")
