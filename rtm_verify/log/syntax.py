"""The tree of a log: what the reader builds, the writer writes and a replay walks.

A tree that can be built can be written and read back: each node refuses, when it is made, what the
language has no way to say. Nodes made by a program have no place (`NOWHERE`); those the reader makes have one.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.names import nearest

__all__ = [
    "ANNOTATIONS",
    "CONTROL",
    "HEADERS",
    "MAX_DEPTH",
    "NOWHERE",
    "NO_COMMENTS",
    "RESERVED",
    "USAGE",
    "Actor",
    "Annotation",
    "Arrow",
    "Because",
    "Cites",
    "Comma",
    "Comments",
    "Draw",
    "Expect",
    "Given",
    "Header",
    "Highlight",
    "Item",
    "Log",
    "Move",
    "Name",
    "Note",
    "Number",
    "Pin",
    "Printed",
    "Remark",
    "Span",
    "Statement",
    "Variation",
    "Word",
    "items_text",
    "misspelt",
    "strip_spans",
]

HEADERS = (
    "game",
    "also",
    "case",
    "title",
    "source",
    "scenario",
    "given",
    "ruling",
    "board",
    "variant",
    "author",
    "date",
)
REPEATABLE = ("also", "variant", "author")
ANNOTATIONS = ("cites", "expect", "printed", "because", "highlight", "note")
RESERVED = frozenset((*HEADERS, *ANNOTATIONS, "illegal", "variation", "end", "and"))
"""Words that decide what a line is, and so are neither a player nor a verb."""

MAX_DEPTH = 8
"""How deep variations may nest: deeper than a person can follow, shallow enough for every reader."""

# The same characters as in grammar.lark; a test holds the two together over all of Unicode.
_LETTER = r"\w\u0300-\u036f\-–—'’.:/&()+*!?%@°"
_WORD = re.compile(rf"[{_LETTER}][{_LETTER}#]*")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_CARD = re.compile(r"[^\[\],\n]+")
# Besides the control characters: surrogates, which no file can hold, and the marks that make text
# read in another order than it stands.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")

# Short keywords are left out: too many honest verbs are one letter away from them.
_OFTEN_MISSPELT = (*ANNOTATIONS, "illegal", "variation")


@lru_cache(maxsize=4096)
def misspelt(word: str, keywords: tuple[str, ...] = _OFTEN_MISSPELT) -> str:
    """The keyword that a word at the start of a line was probably meant to be, or nothing.

    Stricter than `nearest`: the log does not know a game's verbs and must not forbid an honest one.

    >>> misspelt("expct"), misspelt("Note"), misspelt("expel"), misspelt("route")
    ('expect', 'note', '', '')
    """
    plain = word.casefold()
    if plain in RESERVED:
        return plain if plain != word else ""
    if len(word) > 2 * max(map(len, keywords)):
        return ""
    close = difflib.get_close_matches(plain, keywords, n=1, cutoff=0.8)
    return close[0] if close else ""


def _check_opening(word: str, noun: str) -> None:
    """A player or a verb opens a line, so it may not look like a keyword."""
    if word in RESERVED:
        raise InputError(f"'{word}' is a word of the log language and cannot be {noun}", text=word)
    if keyword := misspelt(word):
        raise InputError(f"unknown keyword '{word}'", text=word, suggestion=f"did you mean {keyword}?")


def _check_text(text: str, noun: str) -> None:
    if not text.strip():
        raise InputError(f"{noun} needs a text")
    if CONTROL.search(text):
        raise InputError(f"{noun} holds a control character", text=text)


class Span(msgspec.Struct, frozen=True):
    """A stretch of one line; columns count from 1, and `end_column` is the first one after it."""

    line: int
    column: int
    end_column: int

    def place(self, file: str) -> Place:
        """The start of the stretch, for an error message."""
        return Place(file, self.line, self.column)


NOWHERE = Span(0, 0, 0)
"""The span of a node that was not read from a file."""


class Comments(msgspec.Struct, frozen=True):
    """The ``#`` comments of a line, without their ``#``: on the lines above it, and beside it."""

    above: tuple[str, ...] = ()
    beside: str = ""

    def __post_init__(self) -> None:
        for text in (*self.above, self.beside):
            if text != text.strip() or "\n" in text or CONTROL.search(text):
                raise InputError("a comment is one line of text, without blanks around it", text=text)


NO_COMMENTS = Comments()
"""What most lines have."""


# --- items: what moves and facts are made of ---------------------------------------------------


class Word(msgspec.Struct, frozen=True):
    """A word of a move or fact; a name of several words is several of these."""

    text: str
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        if not _WORD.fullmatch(self.text) or _NUMBER.fullmatch(self.text):
            raise InputError(f"'{self.text}' is not a word", text=self.text)


class Number(msgspec.Struct, frozen=True):
    """A whole number. Digits with a leading zero, such as a hex ``0304``, are a `Word`."""

    value: int
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        if not 0 <= self.value < 10**9:
            raise InputError(f"{self.value} is not a number from 0 to 999999999", text=str(self.value))

    @property
    def text(self) -> str:
        """The number as it is written."""
        return str(self.value)


class Arrow(msgspec.Struct, frozen=True):
    """``>``: from here to there."""

    span: Span = NOWHERE

    @property
    def text(self) -> str:
        """The arrow as it is written."""
        return ">"


class Comma(msgspec.Struct, frozen=True):
    """``,`` between the parts of a list."""

    span: Span = NOWHERE

    @property
    def text(self) -> str:
        """The comma as it is written."""
        return ","


class Draw(msgspec.Struct, frozen=True):
    """``[Soviet Bombers]``: chance, recorded. ``[A, B]`` and ``[A] [B]`` are both two draws."""

    card: str
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        if not _CARD.fullmatch(self.card) or self.card != " ".join(self.card.split()) or CONTROL.search(self.card):
            raise InputError(f"'{self.card}' is not a card's name", text=self.card)

    @property
    def unseen(self) -> bool:
        """Whether nobody saw what was drawn: ``[?]``."""
        return self.card == "?"

    @property
    def text(self) -> str:
        """The draw as it is written."""
        return f"[{self.card}]"


Item: TypeAlias = Word | Number | Arrow | Comma | Draw


class Name(msgspec.Struct, frozen=True):
    """One or more words taken together: a rule id, or the name of something in the game."""

    text: str
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        if not all(map(_WORD.fullmatch, self.text.split(" "))):
            raise InputError(f"'{self.text}' is not a name", text=self.text)


# --- headers -----------------------------------------------------------------------------------


class Header(msgspec.Struct, frozen=True):
    """A line above the game such as ``title The first turn``. The span is that of the value."""

    name: str
    value: str
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        if self.name not in HEADERS or self.name in ("ruling", "given"):
            raise InputError(f"unknown header '{self.name}'", text=self.name, suggestion=nearest(self.name, HEADERS))
        _check_text(self.value, f"the header '{self.name}'")
        if self.name == "game" and len(self.value.split()) > 2:
            raise InputError("a game is named by its id and edition", text=self.value, suggestion=USAGE["game"])


class Pin(msgspec.Struct, frozen=True):
    """``ruling captured-goods = card``: an open question of the rulebook, answered for this log."""

    ruling: str
    choice: str
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        for text in (self.ruling, self.choice):
            if not _WORD.fullmatch(text):
                raise InputError(f"'{text}' is not one word", text=text, suggestion=USAGE["ruling"])


class Given(msgspec.Struct, frozen=True):
    """``given 4Pz has 0 fuel``: a fact by which the position differs from the scenario."""

    items: tuple[Item, ...]
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        if not self.items:
            raise InputError("a fact is missing", suggestion=USAGE["given"])

    @property
    def text(self) -> str:
        """The fact as it is written."""
        return items_text(self.items)


def items_text(items: Sequence[Item]) -> str:
    """Items as they are written, one blank between two."""
    return "".join(item.text if not i or isinstance(item, Comma) else f" {item.text}" for i, item in enumerate(items))


# --- annotations -------------------------------------------------------------------------------


class Cites(msgspec.Struct, frozen=True):
    """The rules that the step rests on."""

    rules: tuple[Name, ...]
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        _check_rules(self.rules)


class Because(msgspec.Struct, frozen=True):
    """The rules for which an illegal move must be refused."""

    rules: tuple[Name, ...]
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        _check_rules(self.rules)


def _check_rules(rules: tuple[Name, ...]) -> None:
    if not rules:
        raise InputError("a rule id is missing")
    for rule in rules:
        if " " in rule.text:
            raise InputError("a rule id is one word", text=rule.text)


class Expect(msgspec.Struct, frozen=True):
    """A fact that must hold."""

    items: tuple[Item, ...]
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        if not self.items:
            raise InputError("a fact is missing", suggestion=USAGE["expect"])


class Printed(msgspec.Struct, frozen=True):
    """A fact as the rulebook prints it; where it does not hold, the rulebook errs."""

    items: tuple[Item, ...]
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        if not self.items:
            raise InputError("a fact is missing", suggestion=USAGE["printed"])


class Highlight(msgspec.Struct, frozen=True):
    """What the picture points out."""

    names: tuple[Name, ...]
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        if not self.names:
            raise InputError("a name is missing", suggestion=USAGE["highlight"])


class Note(msgspec.Struct, frozen=True):
    """A text that the viewer shows."""

    text: str
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        _check_text(self.text, "a note")


Remark: TypeAlias = Expect | Printed | Highlight | Note
"""What may be said of a position as well as of a move."""

Annotation: TypeAlias = Remark | Cites | Because


# --- statements --------------------------------------------------------------------------------


class Actor(msgspec.Struct, frozen=True):
    """A line of one word: the player whose moves follow."""

    name: str
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        Word(self.name)  # refuses what is not one
        _check_opening(self.name, "a player")


class Move(msgspec.Struct, frozen=True):
    """A verb and what it is about, with what is said of it.

    Examples
    --------
    >>> move = Move((Word("fleet"), Word("Baltic"), Arrow(), Word("Riga")))
    >>> move.verb
    'fleet'
    >>> Move((Word("fleet"), Word("Baltic")), illegal=True)
    Traceback (most recent call last):
    rtm_verify.errors.InputError: an illegal move needs the rule that forbids it: add a line: because RULE
    """

    items: tuple[Item, ...]
    illegal: bool = False
    annotations: tuple[Annotation, ...] = ()
    comments: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        if not self.items or not isinstance(self.items[0], Word):
            raise InputError("a move begins with a verb")
        _check_opening(self.verb, "a move")
        if len(self.items) == 1 and not self.illegal:
            raise InputError(f"a line of one word names a player: '{self.verb}' is no move", text=self.verb)
        because = any(isinstance(annotation, Because) for annotation in self.annotations)
        if self.illegal and not because:
            raise InputError("an illegal move needs the rule that forbids it", suggestion="add a line: because RULE")
        if because and not self.illegal:
            raise InputError(
                "'because' belongs to an illegal move",
                text="because",
                suggestion="write illegal before the move, or cites for a rule it rests on",
            )

    @property
    def verb(self) -> str:
        """The word that says what kind of move this is."""
        return self.items[0].text


class Variation(msgspec.Struct, frozen=True):
    """A "what if", played from the position where it stands; then the game goes on as if it were not there.

    `closing` are the comments above and beside its ``end``.
    """

    title: str
    body: tuple[Statement, ...] = ()
    comments: Comments = NO_COMMENTS
    closing: Comments = NO_COMMENTS
    span: Span = NOWHERE

    def __post_init__(self) -> None:
        _check_text(self.title, "a variation")


Statement: TypeAlias = Actor | Move | Variation | Remark
"""A part of a log's body. A `Remark` standing by itself speaks of the position as it is there."""


class Log(msgspec.Struct, frozen=True):
    """A whole log. The first header is ``game``; `closing` are the comments after the last line.

    Examples
    --------
    >>> log = Log((Header("game", "race-to-moscow 2024"), Pin("captured-goods", "card")))
    >>> log.game, log.edition, log.pins[0].choice, log.header("title")
    ('race-to-moscow', '2024', 'card', '')
    """

    headers: tuple[Header | Pin | Given, ...]
    body: tuple[Statement, ...] = ()
    closing: tuple[str, ...] = ()
    file: str = "<text>"

    def __post_init__(self) -> None:
        Comments(self.closing)  # refuses what is none
        self._check_headers()
        self._check_body(self.body, has_actor=False, depth=0)

    def _check_headers(self) -> None:
        first = self.headers[0] if self.headers else None
        if not isinstance(first, Header) or first.name != "game":
            raise InputError("no header says which game this is", Place(self.file, 1, 1), suggestion=USAGE["game"])
        seen: set[str] = set()
        for header in self.headers:
            match header:
                case Pin(ruling):
                    key = f"ruling {ruling}"
                case Given():
                    key = f"given {header.text}"
                case Header(name, value):
                    key = f"{name} {value}" if name in REPEATABLE else name
            if key in seen:
                raise InputError(f"the header '{key}' stands twice", self.place(header))
            seen.add(key)

    def _check_body(self, body: tuple[Statement, ...], has_actor: bool, depth: int) -> None:
        previous: Statement | None = None
        for statement in body:
            match statement:
                case Expect() | Printed() | Highlight() | Note() if isinstance(previous, Move):
                    raise InputError("a remark below a move is an annotation of the move", self.place(statement))
                case Actor():
                    has_actor = True
                case Move() if not has_actor:
                    raise InputError(
                        "no player has the move yet",
                        self.place(statement),
                        text=statement.verb,
                        suggestion="name the player on a line of its own above the move",
                    )
                case Variation() if depth == MAX_DEPTH:
                    raise InputError(f"variations nest deeper than {MAX_DEPTH}", self.place(statement))
                case Variation():
                    self._check_body(statement.body, has_actor, depth + 1)
                case _:
                    pass
            previous = statement

    def place(self, node: Header | Pin | Given | Statement | Annotation | Item | Name) -> Place:
        """Where a part of this log stands in its file."""
        return node.span.place(self.file)

    def find(self, name: str) -> Header | None:
        """The first header of that name."""
        return next(self._named(name), None)

    def header(self, name: str) -> str:
        """The value of a header, or nothing if the log has none of that name."""
        found = self.find(name)
        return found.value if found else ""

    def values(self, name: str) -> tuple[str, ...]:
        """All values of a header that may stand several times, such as ``variant``."""
        return tuple(header.value for header in self._named(name))

    def _named(self, name: str) -> Iterator[Header]:
        return (header for header in self.headers if isinstance(header, Header) and header.name == name)

    @property
    def game(self) -> str:
        """The id of the game."""
        return self.header("game").split()[0]

    @property
    def edition(self) -> str:
        """The edition of its rulebook, or nothing: then the game's own default holds."""
        return "".join(self.header("game").split()[1:])

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants of the game that are played."""
        return self.values("variant")

    @property
    def editions(self) -> tuple[str, ...]:
        """The edition the log is played by, and those it is played by also."""
        return (self.edition, *self.values("also"))

    @property
    def givens(self) -> tuple[Given, ...]:
        """The facts by which the position differs from the scenario."""
        return tuple(header for header in self.headers if isinstance(header, Given))

    @property
    def pins(self) -> tuple[Pin, ...]:
        """The rulings that this log pins."""
        return tuple(header for header in self.headers if isinstance(header, Pin))


USAGE = {
    "game": "the form is: game GAME EDITION",
    "ruling": "the form is: ruling NAME = CHOICE",
    "given": "the form is: given FACT",
    **{name: f"the form is: {name} TEXT" for name in HEADERS if name not in ("game", "ruling", "given")},
    "cites": "the form is: cites RULE RULE",
    "because": "the form is: because RULE RULE",
    "expect": "the form is: expect FACT",
    "printed": "the form is: printed FACT",
    "highlight": "the form is: highlight NAME, NAME",
    "note": 'the form is: note "TEXT"',
    "illegal": "the form is: illegal MOVE",
    "variation": 'the form is: variation "TITLE"',
    "end": "the form is: end",
}
"""How a line that begins with a keyword goes on, as a suggestion."""


Node = TypeVar("Node", bound=msgspec.Struct)


def strip_spans(node: Node) -> Node:
    """The same tree as if a program had built it, so that two trees can be compared by what they say.

    >>> strip_spans(Word("Riga", Span(4, 13, 17))) == Word("Riga")
    True
    """
    changes: dict[str, object] = {}
    for field in node.__struct_fields__:
        value = getattr(node, field)
        if isinstance(value, Span):
            changes[field] = NOWHERE
        elif isinstance(value, msgspec.Struct):
            changes[field] = strip_spans(value)
        elif isinstance(value, tuple):
            changes[field] = tuple(strip_spans(v) if isinstance(v, msgspec.Struct) else v for v in value)
    return msgspec.structs.replace(node, **changes)
