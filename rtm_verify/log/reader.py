"""From text to a `Log`: moves are joined from their lines, annotations hang on their moves, variations nest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn, TypeVar

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.files import read_text
from rtm_verify.log.parts import Begin, Continued, End, Line, Words
from rtm_verify.log.syntax import (
    HEADERS,
    MAX_DEPTH,
    NO_COMMENTS,
    NOWHERE,
    Actor,
    Annotation,
    Because,
    Cites,
    Comments,
    Given,
    Header,
    Item,
    Log,
    Move,
    Pin,
    Span,
    Statement,
    Variation,
)
from rtm_verify.names import nearest

__all__ = ["parse", "parse_items", "read_log"]

Commented = TypeVar("Commented", bound=Header | Pin | Given | Annotation)


def read_log(path: Path) -> Log:
    """The log in a file.

    Raises
    ------
    InputError
        If the file cannot be read or is not a log, with the line and column of what is wrong.
    """
    return parse(read_text(path), str(path))


def parse(text: str, file: str = "<text>") -> Log:
    """The log that a text holds; `file` names it in errors.

    Examples
    --------
    >>> log = parse('''
    ... game  race-to-moscow 2024
    ... gray
    ...   armor 4Pz Riga > Jekelopils
    ...     expect 4Pz has 1 fuel
    ... ''')
    >>> [type(statement).__name__ for statement in log.body]
    ['Actor', 'Move']
    >>> parse("game chess\\nwhite\\n  expct 1 fuel")
    Traceback (most recent call last):
    rtm_verify.errors.InputError: <text>:3:3: unknown keyword 'expct': did you mean expect?
    """
    from rtm_verify.log.lines import lines_of  # loads lark: only when there is something to read

    assembly = _Assembly(file)
    for line in lines_of(text, file):
        assembly.add(line)
    return assembly.finish()


def parse_items(text: str, file: str = "<text>") -> tuple[Item, ...]:
    """The items of one move or fact that stands by itself, such as one typed at a prompt.

    Examples
    --------
    >>> [item.text for item in parse_items("fleet Danzig Bay > Baltic [Mud, ?]")]
    ['fleet', 'Danzig', 'Bay', '>', 'Baltic', '[Mud]', '[?]']
    """
    from rtm_verify.log.lines import items_of  # as in `parse`

    return items_of(text, file)


class _Draft:
    """A move whose lines are still being read."""

    def __init__(self, words: Words, above: list[str], beside: str | None) -> None:
        self.items = list(words.items)
        self.illegal = words.illegal
        self.span = words.span
        self.annotations: list[Annotation] = []
        self._comments: list[str] = []
        self._beside: int | None = None
        self._keep(above, beside)

    def extend(self, line: Continued, above: list[str], beside: str | None) -> None:
        self.items += line.items
        self._keep(above, beside)

    def _keep(self, above: list[str], beside: str | None) -> None:
        self._comments += above
        if beside:
            self._beside = len(self._comments)
            self._comments.append(beside)

    def finished(self) -> Move:
        # The lines of a move are laid out anew: its last comment stays beside it, the others go above.
        beside = self._comments.pop(self._beside) if self._beside is not None else ""
        comments = _comments(self._comments, beside)
        return Move(tuple(self.items), self.illegal, tuple(self.annotations), comments, self.span)


class _Block:
    """The log itself, or a variation whose end has not been read yet."""

    def __init__(self, title: str = "", comments: Comments = NO_COMMENTS, span: Span = NOWHERE) -> None:
        self.title = title
        self.comments = comments
        self.span = span
        self.body: list[Statement] = []


class _Assembly:
    """Takes the lines of a log one by one and puts them together."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.headers: list[Header | Pin | Given] = []
        self.blocks = [_Block()]
        self.draft: _Draft | None = None
        self.above: list[str] = []
        self.has_actor = False

    def add(self, line: Line) -> None:
        if line.part is None:
            self.above.append(line.comment or "")
            return
        above, self.above = self.above, []
        comments = _comments(above, line.comment or "")
        match line.part:
            case Header() | Pin() | Given() as header:
                if self._body or self.draft or len(self.blocks) > 1:
                    self._fail("a header stands here", header.span, suggestion="headers stand above the first player")
                self.headers.append(_commented(header, comments))
            case Words(items=(only,), illegal=False, span=span):
                self.has_actor = True
                self._close_move()
                with self._at(span):
                    self._body.append(Actor(only.text, comments, span))
            case Words() as words:
                self._close_move()
                self._check_actor(words)
                self.draft = _Draft(words, above, line.comment)
            case Continued() as more:
                if self.draft is None or self.draft.annotations:
                    self._fail("this line continues no move", more.span, more.items[0].text)
                self.draft.extend(more, above, line.comment)
            case Begin() as begin:
                self._begin(begin, comments)
            case End() as end:
                self._end(end, comments)
            case annotation:
                self._annotate(_commented(annotation, comments))

    def finish(self) -> Log:
        self._close_move()
        if len(self.blocks) > 1:
            self._fail("this variation has no end", self.blocks[-1].span, suggestion="close it with a line: end")
        # The canonical order: the game first, the others as the author has them.
        headers = sorted(self.headers, key=lambda header: not (isinstance(header, Header) and header.name == "game"))
        return Log(tuple(headers), tuple(self.blocks[0].body), tuple(self.above), self.file)

    @property
    def _body(self) -> list[Statement]:
        return self.blocks[-1].body

    def _check_actor(self, words: Words) -> None:
        """Above the first player a line of words can only be a header gone wrong."""
        if not self.has_actor:
            verb = words.items[0].text
            advice = nearest(verb[:40], HEADERS) or "name the player on a line of its own above the first move"
            self._fail(f"unknown header '{verb}'", words.span, verb, advice)

    def _close_move(self) -> None:
        if self.draft:
            with self._at(self.draft.span):
                self._body.append(self.draft.finished())
            self.draft = None

    def _annotate(self, annotation: Annotation) -> None:
        if isinstance(annotation, Because) and not (self.draft and self.draft.illegal):
            advice = "write illegal before the move, or cites for a rule it rests on"
            self._fail("'because' belongs to an illegal move", annotation.span, "because", advice)
        if self.draft:
            self.draft.annotations.append(annotation)
        elif isinstance(annotation, Cites | Because):
            self._fail("'cites' belongs to a move, and none stands above it", annotation.span, "cites")
        else:
            self._body.append(annotation)

    def _begin(self, begin: Begin, comments: Comments) -> None:
        self._close_move()
        if len(self.blocks) > MAX_DEPTH:
            self._fail(f"variations nest deeper than {MAX_DEPTH}", begin.span, "variation")
        self.blocks.append(_Block(begin.title, comments, begin.span))

    def _end(self, end: End, closing: Comments) -> None:
        self._close_move()
        if len(self.blocks) == 1:
            self._fail("'end' closes no variation", end.span, "end")
        block = self.blocks.pop()
        with self._at(block.span):
            self._body.append(Variation(block.title, tuple(block.body), block.comments, closing, block.span))

    def _fail(self, message: str, span: Span, text: str = "", suggestion: str = "") -> NoReturn:
        raise InputError(message, span.place(self.file), text, suggestion)

    @contextmanager
    def _at(self, span: Span) -> Iterator[None]:
        """What a node refuses, it refuses at this place."""
        try:
            yield
        except InputError as error:
            raise error.at(span.place(self.file)) from None


def _comments(above: list[str], beside: str) -> Comments:
    return Comments(tuple(above), beside) if above or beside else NO_COMMENTS


def _commented(node: Commented, comments: Comments) -> Commented:
    return msgspec.structs.replace(node, comments=comments) if comments is not NO_COMMENTS else node
