"""From text to a `Log`: moves are joined from their lines, annotations hang on their moves, variations nest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.files import read_text
from rtm_verify.kernel.names import nearest
from rtm_verify.log.syntax import (
    HEADERS,
    MAX_DEPTH,
    NOWHERE,
    Actor,
    Annotation,
    Because,
    Cites,
    Comments,
    Expect,
    Header,
    Highlight,
    Item,
    Log,
    Move,
    Note,
    Pin,
    Printed,
    Span,
    Statement,
    Variation,
)

if TYPE_CHECKING:
    from rtm_verify.log.lines import Begin, Continued, End, Line, Words

__all__ = ["parse", "parse_items", "read_log"]


def read_log(path: Path) -> Log:
    """The log in a file.

    Raises
    ------
    InputError
        If the file cannot be read or is not a log, with the line and column of the first thing wrong.
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
    from rtm_verify.log import lines  # lark is loaded only when there is something to read

    assembly = _Assembly(file)
    for line in lines.lines_of(text, file):
        assembly.add(line)
    return assembly.finish()


def parse_items(text: str, file: str = "<text>") -> tuple[Item, ...]:
    """The items of one move or fact that stands by itself, such as one typed at a prompt.

    Examples
    --------
    >>> [item.text for item in parse_items("fleet Danzig Bay > Baltic [Mud, ?]")]
    ['fleet', 'Danzig', 'Bay', '>', 'Baltic', '[Mud]', '[?]']
    """
    from rtm_verify.log import lines  # as in `parse`

    return lines.items_of(text, file)
