"""The lines of a log: text through the grammar, and what to say when it does not fit.

This is the only module that needs lark; the reader imports it when there is something to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias

from lark import Lark, Token, Tree, UnexpectedInput

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.names import nearest
from rtm_verify.log.parts import Begin, Continued, End, Line, Part, Words
from rtm_verify.log.syntax import (
    CONTROL,
    RESERVED,
    USAGE,
    Arrow,
    Because,
    Cites,
    Comma,
    Draw,
    Expect,
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

__all__ = ["items_of", "lines_of"]


_Branch: TypeAlias = "Tree[Token]"


def lines_of(text: str, file: str) -> Iterator[Line]:
    """The lines of a log that hold anything. Raises `InputError` where one cannot be read."""
    for line in _parse(text, file, "log").children:
        part: Part | None = None
        comment: str | None = None
        for child in _branch(line).children:
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
        raise InputError("a control character stands here", _place(text, found.start(), file), text=found[0])
    try:
        return _parser().parse(text, start=start)
    except UnexpectedInput as error:
        raise _explained(text, error.pos_in_stream, file) from None


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


def _branch(child: Token | _Branch) -> _Branch:
    assert isinstance(child, Tree), "the grammar says so"  # noqa: S101
    return child


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
_ESCAPE = re.compile(r'"[^"\\\n]*(?:\\["\\n][^"\\\n]*)*(\\.)?')


def _explained(text: str, position: int, file: str) -> InputError:
    """What is wrong at the position where the grammar gave up."""
    start = text.rfind("\n", 0, position) + 1
    before = text[start:position]
    character = text[position]
    first = (before.split(maxsplit=1) or [character])[0]

    def error(message: str, suggestion: str = "", at: int = position, shown: str = character) -> InputError:
        return InputError(message, _place(text, at, file), shown.strip(), suggestion)

    if character == '"':
        found = _ESCAPE.match(text, position)
        if found and found[1]:
            return error(f"unknown escape {found[1]}", r"write \\ for a backslash, \n for a new line", found.start(1))
        if found and text[found.end()] == "\n":
            return error("this quote is not closed on its line", shown=text[position : found.end()])
    if first not in RESERVED:
        meant = misspelt(first) or (_keyword_near(first) if character == '"' else "")
        if meant:
            return error(f"unknown keyword '{first}'", f"did you mean {meant}?", text.index(first, start), first)
    usage = USAGE.get(first, "")
    opened = before.rfind("[")
    if opened > before.rfind("]"):
        if character == "\n" or character == "[":
            return error("this bracket is not closed", "a card is written [Name]", start + opened, before[opened:])
        return error("a card's name is missing", "write [?] for a card nobody saw")
    if character == "\n":
        return error("the line ends too early", usage)
    if character == "#":
        return error("'#' here is neither a comment nor part of a word", "put a space before a comment")
    if character == "[" or character == '"':
        usage = usage or "a line begins with a player, a verb or a keyword"
    if character == "]":
        usage = "no bracket is open here"
    return error(f"'{character}' cannot stand here", _LOOKALIKES.get(character, usage))


def _keyword_near(word: str) -> str:
    return nearest(word[:40], RESERVED).removeprefix("did you mean ").removesuffix("?")


def _place(text: str, position: int, file: str) -> Place:
    return Place(file, text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position))
