"""What a single line of a log says, before the reader puts the lines together."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rtm_verify.log.syntax import Annotation, Given, Header, Item, Pin, Span

__all__ = ["Begin", "Continued", "End", "Line", "Part", "Words"]


class Words(msgspec.Struct, frozen=True):
    """A line of words: an actor, or the first line of a move."""

    items: tuple[Item, ...]
    illegal: bool
    span: Span


class Continued(msgspec.Struct, frozen=True):
    """A further line of a move."""

    items: tuple[Item, ...]
    span: Span


class Begin(msgspec.Struct, frozen=True):
    """The first line of a variation."""

    title: str
    span: Span


class End(msgspec.Struct, frozen=True):
    """The last line of a variation."""

    span: Span


Part: TypeAlias = Header | Pin | Given | Words | Continued | Annotation | Begin | End


class Line(msgspec.Struct, frozen=True):
    """What stands on one line: a part of the log, a comment, or both."""

    part: Part | None
    comment: str | None
