"""Formulas over named unknowns, read from text: ``ammo_end = 2 + 1 - fortified``.

An unknown is a number or a flag. A flag that is added up counts 1 if it holds and 0 if not. Comparisons can be chained
(``1 <= n <= 3``); ``implies`` and ``iff`` bind weakest, then ``or``, ``and``, ``not``, comparisons, ``+ -`` and ``*``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, NoReturn

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.names import nearest

if TYPE_CHECKING:  # lark is imported where there is something to read
    from lark import Lark, Token, Tree

__all__ = ["Formula", "Node", "Sort", "parse_formula"]

Sort = Literal["number", "flag"]

_LONGEST = 400  # signs; a formula is one statement of a rulebook


class Node(msgspec.Struct, frozen=True):
    """A part of a formula: an operator with its parts, or a leaf with its value.

    Leaves are ``number`` and ``name``. ``count`` is a flag that is added up. ``compared`` has the comparison signs as
    its value, one fewer than its parts.
    """

    op: str
    sort: Sort
    parts: tuple[Node, ...] = ()
    value: int | str | tuple[str, ...] = ""


class Formula(msgspec.Struct, frozen=True):
    """A formula and the text it was read from.

    Examples
    --------
    >>> formula = parse_formula("end = 2 - fortified", {"end": "number", "fortified": "flag"})
    >>> formula.text, formula.names
    ('end = 2 - fortified', ('end', 'fortified'))
    """

    text: str
    root: Node

    @property
    def names(self) -> tuple[str, ...]:
        """The unknowns it speaks of, each once."""
        return tuple(dict.fromkeys(str(node.value) for node in _walk(self.root) if node.op == "name"))


def parse_formula(text: str, unknowns: Mapping[str, Sort], place: Place | None = None) -> Formula:
    """The formula that a text says; `place` is where the text begins.

    Raises
    ------
    InputError
        If it is no formula, names an unknown that is not declared, or takes a number for a flag, with its column.

    Examples
    --------
    >>> parse_formula("fule = 3", {"fuel": "number"}, Place("a.toml", 7, 12))
    Traceback (most recent call last):
    rtm_verify.errors.InputError: a.toml:7:12: unknown 'fule' is not declared: did you mean fuel?
    """
    return Formula(text, _Reader(text, unknowns, place or Place("<formula>", 1, 1)).read())


class _Reader:
    """One text on its way to a formula, with its place at hand for errors."""

    def __init__(self, text: str, unknowns: Mapping[str, Sort], place: Place) -> None:
        self._text = text
        self._unknowns = unknowns
        self._place = place

    def read(self) -> Node:
        from lark import UnexpectedInput, UnexpectedToken

        if len(self._text) > _LONGEST:
            self._refuse(f"a formula of more than {_LONGEST} signs", 1)
        try:
            tree = _parser().parse(self._text)
        except UnexpectedInput as error:
            at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
            column = len(self._text) + 1 if at_end else error.column
            found = "it breaks off" if at_end else f"'{self._text[column - 1 :]}' is not expected here"
            self._refuse(f"no formula: {found}", column, "such as x = 2 + 1, a implies not b, 1 <= n <= 3")
        return self._flag(tree)

    def _node(self, branch: Tree[Token] | Token) -> Node:
        from lark import Token

        if isinstance(branch, Token):
            return self._leaf(branch)
        match branch.data:
            case "implies" | "iff" | "either" | "both" | "not":
                return Node(str(branch.data), "flag", tuple(map(self._flag, branch.children)))
            case "compared":
                signs = tuple(str(child) for child in branch.children[1::2])
                return Node("compared", "flag", tuple(map(self._number, branch.children[::2])), signs)
            case "times":
                node = Node("times", "number", tuple(map(self._number, branch.children)))
                if all(any(part.op == "name" for part in _walk(factor)) for factor in node.parts):
                    self._refuse("two unknowns are multiplied", _column(branch), "one factor must be a plain number")
                return node
            case _:
                return Node(str(branch.data), "number", tuple(map(self._number, branch.children)))

    def _leaf(self, token: Token) -> Node:
        if token.type == "NUMBER":
            return Node("number", "number", value=int(token))
        name = str(token)
        if name not in self._unknowns:
            self._refuse(f"unknown '{name}' is not declared", _column(token), nearest(name, self._unknowns))
        return Node("name", self._unknowns[name], value=name)

    def _flag(self, branch: Tree[Token] | Token) -> Node:
        node = self._node(branch)
        if node.sort != "flag":
            self._refuse("a number stands where something true or false is expected", _column(branch))
        return node

    def _number(self, branch: Tree[Token] | Token) -> Node:
        node = self._node(branch)
        return node if node.sort == "number" else Node("count", "number", (node,))

    def _refuse(self, message: str, column: int, suggestion: str = "") -> NoReturn:
        place = Place(self._place.file, self._place.line, self._place.column + column - 1)
        raise InputError(message, place, suggestion=suggestion)


def _column(branch: Tree[Token] | Token) -> int:
    from lark import Token

    return (branch.column if isinstance(branch, Token) else branch.meta.column) or 1


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for part in node.parts:
        yield from _walk(part)


@cache
def _parser() -> Lark:
    from lark import Lark

    grammar = (files("rtm_verify.proof") / "formula.lark").read_text(encoding="utf-8")
    return Lark(grammar, start="formula", parser="lalr", propagate_positions=True)
