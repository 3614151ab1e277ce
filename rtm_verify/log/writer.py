"""From a `Log` to its canonical text: one way to write each log, and reading it gives the same log."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rtm_verify.log.reader import parse
from rtm_verify.log.syntax import (
    Actor,
    Annotation,
    Because,
    Cites,
    Comments,
    Expect,
    Given,
    Header,
    Highlight,
    Item,
    Log,
    Move,
    Note,
    Pin,
    Printed,
    Statement,
    Variation,
    Word,
    items_text,
)

__all__ = ["WIDTH", "format_text", "write"]

WIDTH = 88
"""A move that would be longer is laid out on several lines."""

# The longest keywords, `highlight` and `scenario`, set the column where what they say begins.
_KEYWORD_WIDTH = 10
_STEP = "  "

# Text that reads as itself without quotes: words with single blanks between, none of which starts a comment.
_BARE = re.compile(r'[^\s"#]\S*(?: [^\s#]\S*)*')


def write(log: Log) -> str:
    """The canonical text of a log. `parse` gives the same log back, spans aside.

    Examples
    --------
    >>> print(write(parse("game  chess\\nwhite # begins\\nking e1>e2\\nnote 'x'".replace("'", '"'))), end="")
    game      chess
    <BLANKLINE>
    white  # begins
      king e1 > e2
        note      "x"
    """
    lines = [line for header in log.headers for line in _header(header)]
    if log.body:
        lines += ["", *_block(log.body, "")]
    if log.closing:
        lines += ["", *_above(log.closing, "")]
    return "\n".join(lines) + "\n"


def format_text(text: str, file: str = "<text>") -> str:
    """The canonical form of a log's text. Raises `InputError` if it is not a log."""
    return write(parse(text, file))


def _header(header: Header | Pin | Given) -> Iterator[str]:
    match header:
        case Given():
            line = f"{'given':{_KEYWORD_WIDTH}}{header.text}"
        case Pin(ruling, choice):
            line = f"{'ruling':{_KEYWORD_WIDTH}}{ruling} = {choice}"
        case Header(name, value):
            line = f"{name:{_KEYWORD_WIDTH}}{value if _BARE.fullmatch(value) else _quoted(value)}"
    yield from _with_comments([line], header.comments, "")


def _block(body: Sequence[Statement], margin: str) -> Iterator[str]:
    """Moves stand two columns in from their actor, or at the margin where the block names none yet."""
    indent = margin
    for index, statement in enumerate(body):
        match statement:
            case Actor(name, comments):
                if index:
                    yield ""
                yield from _with_comments([margin + name], comments, margin)
                indent = margin + _STEP
            case Move(comments=comments, annotations=annotations):
                yield from _with_comments(_move(statement, indent), comments, indent)
                for annotation in annotations:
                    yield from _annotation(annotation, indent + _STEP)
            case Variation(title, inner, comments, closing):
                yield from _with_comments([f"{indent}variation {_quoted(title)}"], comments, indent)
                yield from _block(inner, indent + _STEP)
                yield from _above(closing.above, indent + _STEP)
                yield from _with_comments([f"{indent}end"], Comments(beside=closing.beside), indent)
            case _:
                yield from _annotation(statement, indent)


def _annotation(annotation: Annotation, indent: str) -> Iterator[str]:
    match annotation:
        case Cites(rules):
            keyword, payload = "cites", " ".join(rule.text for rule in rules)
        case Because(rules):
            keyword, payload = "because", " ".join(rule.text for rule in rules)
        case Expect(items):
            keyword, payload = "expect", items_text(items)
        case Printed(items):
            keyword, payload = "printed", items_text(items)
        case Highlight(names):
            keyword, payload = "highlight", ", ".join(name.text for name in names)
        case Note(text):
            keyword, payload = "note", _quoted(text)
    yield from _with_comments([f"{indent}{keyword:{_KEYWORD_WIDTH}}{payload}"], annotation.comments, indent)


def _move(move: Move, indent: str) -> list[str]:
    """A move on one line; if that is too long, a line for each ``and``; if still too long, for each further ``>``."""
    prefix = f"{indent}illegal " if move.illegal else indent
    line = prefix + items_text(move.items)
    if len(line) <= WIDTH:
        return [line]
    # `and` ends in the column where the verb ends, so that what they govern stands in one column.
    margin = " " * max(len(indent), len(prefix) + len(move.verb) - len("and"))
    # The first line keeps two items: a verb alone would read as a player.
    starts = [0, *(i for i, item in enumerate(move.items) if i > 1 and isinstance(item, Word) and item.text == "and")]
    lines: list[str] = []
    for start, end in zip(starts, [*starts[1:], len(move.items)], strict=True):
        lines += _legs(move.items[start:end], margin if start else prefix)
    return lines


def _legs(items: Sequence[Item], prefix: str) -> list[str]:
    line = prefix + items_text(items)
    arrows = [i for i, item in enumerate(items) if item.text == ">"]
    if len(line) <= WIDTH or len(arrows) < 2:
        return [line]
    first = prefix + items_text(items[: arrows[1]])
    margin = " " * len(prefix + items_text(items[: arrows[0]]) + " ")
    return [
        first,
        *(margin + items_text(items[i:j]) for i, j in zip(arrows[1:], [*arrows[2:], len(items)], strict=True)),
    ]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _with_comments(lines: Sequence[str], comments: Comments, indent: str) -> Iterator[str]:
    yield from _above(comments.above, indent)
    yield from lines[:-1]
    yield f"{lines[-1]}  {_comment(comments.beside)}" if comments.beside else lines[-1]


def _above(comments: Sequence[str], indent: str) -> Iterator[str]:
    return (indent + _comment(text) for text in comments)


def _comment(text: str) -> str:
    return f"#{text}" if not text or text.startswith("#") else f"# {text}"
