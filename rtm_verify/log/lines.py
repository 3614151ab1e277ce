"""The lines of a log: text through the grammar, and what to say when it does not fit.

This is the only module that needs lark; the reader imports it when there is something to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias, cast

from lark import Lark, Token, Tree, UnexpectedInput

from rtm_verify.errors import InputError, Place
from rtm_verify.log.parts import Begin, Continued, End, Line, Part, Words
from rtm_verify.log.syntax import (
    ANNOTATIONS,
    CONTROL,
    HEADERS,
    RESERVED,
    USAGE,
    Arrow,
    Because,
    Cites,
    Comma,
    Draw,
    Expect,
    Given,
    Header,
    Highlight,
    Item,
    Name,
    Note,
    Number,
    Pin,
    Printed,
    Span,
    Word,
    misspelt,
)
from rtm_verify.names import nearest

__all__ = ["items_of", "lines_of"]


_Branch: TypeAlias = "Tree[Token]"


def lines_of(text: str, file: str) -> Iterator[Line]:
    """The lines of a log that hold anything. Raises `InputError` where one cannot be read."""
    for line in _parse(text, file, "log").children:
        part: Part | None = None
        comment: str | None = None
        for child in cast("_Branch", line).children:
            if isinstance(child, Token):
                comment = child[1:].strip()
            else:
                part = _part(child, file)
        if part is not None or comment is not None:
            yield Line(part, comment)


def items_of(text: str, file: str = "<text>") -> tuple[Item, ...]:
    """The items of a move or fact that stands by itself, such as one typed at a prompt.

    >>> [item.text for item in items_of("fleet Danzig Bay > Baltic [Mud, ?]")]
    ['fleet', 'Danzig', 'Bay', '>', 'Baltic', '[Mud]', '[?]']
    """
    return _items(_tokens(_parse(text, file, "items")))


def _parse(text: str, file: str, start: str) -> _Branch:
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.endswith("\n"):
        text += "\n"
    if found := CONTROL.search(text):
        at = found.start()
        place = Place(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))
        raise InputError("a control character stands here", place, text=found[0])
    try:
        return _parser().parse(text, start=start)
    except UnexpectedInput as error:
        row = text.split("\n")[error.line - 1]
        raise _explained(row, Place(file, error.line, error.column)) from None


@lru_cache(maxsize=1)
def _parser() -> Lark:
    grammar = files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="contextual", start=["log", "items"])


# --- from the grammar's trees to parts of a log ------------------------------------------------


def _part(tree: _Branch, file: str) -> Part:
    names = [child for child in tree.children if isinstance(child, Tree)]
    tokens = _tokens(tree)
    span = _span(tokens)
    try:
        match tree.data:
            case "header":
                return Header(str(tokens[0]), _text(tokens[1]), span=_span(tokens[1:]))
            case "ruling":
                return Pin(str(tokens[0]), str(tokens[1]), span=span)
            case "given":
                return Given(_items(tokens[1:]), span=span)
            case "words":
                return Words(_items(tokens), illegal=False, span=span)
            case "illegal":
                return Words(_items(tokens[1:]), illegal=True, span=span)
            case "continued":
                return Continued(_items(tokens), span)
            case "cites":
                return Cites(tuple(_name([token]) for token in tokens[1:]), span=span)
            case "because":
                return Because(tuple(_name([token]) for token in tokens[1:]), span=span)
            case "expect":
                return Expect(_items(tokens[1:]), span=span)
            case "printed":
                return Printed(_items(tokens[1:]), span=span)
            case "highlight":
                return Highlight(tuple(_name(_tokens(name)) for name in names), span=span)
            case "note":
                return Note(_text(tokens[1]), span=span)
            case "variation":
                return Begin(_text(tokens[1]), span)
            case _:
                return End(span)
    except InputError as error:
        raise error.at(span.place(file)) from None


def _tokens(tree: _Branch) -> list[Token]:
    return [child for child in tree.children if isinstance(child, Token)]


def _span(tokens: list[Token]) -> Span:
    first, last = tokens[0], tokens[-1]
    return Span(first.line or 0, first.column or 0, last.end_column or 0)


def _items(tokens: list[Token]) -> tuple[Item, ...]:
    return tuple(_item(token) for token in tokens)


def _item(token: Token) -> Item:
    span = _span([token])
    match token.type:
        case "NUMBER":
            return Number(int(token), span)
        case "ARROW":
            return Arrow(span)
        case "COMMA":
            return Comma(span)
        case "CARD":
            return Draw(" ".join(token.split()), span)
        case _:
            return Word(str(token), span)


def _name(tokens: list[Token]) -> Name:
    return Name(" ".join(tokens), _span(tokens))


def _text(token: Token) -> str:
    if token.type == "TEXT":
        return " ".join(token.split())
    return re.sub(r"\\(.)", lambda escape: "\n" if escape[1] == "n" else escape[1], token[1:-1])


# --- errors ------------------------------------------------------------------------------------

# What word processors make of the plain characters.
_LOOKALIKES = {
    "→": "write > for an arrow",
    "“": 'write plain quotes: "…"',
    "”": 'write plain quotes: "…"',
    "„": 'write plain quotes: "…"',
    "\u00a0": "this is a no-break space: write a plain one",
    "\ufeff": "this is an invisible mark: delete it",
}
_OPENED_QUOTE = re.compile(r'"[^"\\]*(?:\\["\\n][^"\\]*)*(?P<escape>\\.?)?')


def _explained(row: str, place: Place) -> InputError:
    """What is wrong with a line, given where the grammar gave up."""
    before, rest = row[: place.column - 1], row[place.column - 1 :]
    first = (row.split(maxsplit=1) or [""])[0]
    usage = USAGE.get(first, "")

    def error(message: str, text: str = "", suggestion: str = "", column: int = place.column) -> InputError:
        return InputError(message, Place(place.file, place.line, column), text, suggestion)

    if rest.startswith('"') and (quote := _OPENED_QUOTE.match(rest)):
        if escape := quote["escape"]:
            advice = r"write \" for a quote, \\ for a backslash, \n for a new line"
            return error(f"unknown escape {escape}", escape, advice, place.column + quote.start("escape"))
        if quote.end() == len(rest):
            return error("this quote is not closed on its line", rest)
    if first not in RESERVED:
        known = (*HEADERS, *ANNOTATIONS)
        near = misspelt(first) or misspelt(first, HEADERS)
        suggestion = f"did you mean {near}?" if near else nearest(first[:40], known) if rest.startswith('"') else ""
        if suggestion:
            return error(f"unknown keyword '{first}'", first, suggestion, row.index(first) + 1)
    opened = before.rfind("[")
    if opened > before.rfind("]"):
        if not rest or rest.startswith("["):
            return error("this bracket is not closed", before[opened:], "a card is written [Name]", opened + 1)
        advice = _LOOKALIKES.get(rest[0], "write [?] for a card nobody saw")
        return error("a card's name is missing", rest[0], advice)
    if not rest or (rest.startswith("#") and before[-1:] in (" ", "\t")):
        return error("the line ends too early", suggestion=usage)
    if rest.startswith("#"):
        return error("'#' is neither a comment here nor part of a word", "#", "put a space before a comment")
    if rest.startswith("]"):
        return error("this bracket closes none", "]")
    suggestion = _LOOKALIKES.get(rest[0], usage)
    if not suggestion and not before.strip():
        suggestion = "a line begins with a player, a verb or a keyword"
    return error(f"'{rest[0]}' cannot stand here", rest[0], suggestion)
