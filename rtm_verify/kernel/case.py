"""A case of the case list: a log with one judged move, its verdict, the clause that decides, and the reason."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.rule import Catalogue
from rtm_verify.log.syntax import Because, Cites, Log, Move, Note, Variation

__all__ = ["Case", "Verdict", "read_case"]

Verdict = Literal["legal", "illegal"]

_ID = re.compile(r"(?P<section>.+)-\d\d")


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """What a case says.

    Parameters
    ----------
    id : the section it belongs to and a number, such as ``8.5-03``; it never changes.
    section : the section's id, such as ``8.5``.
    editions : the editions it holds by.
    verdict : on the last move of the log.
    rules : the clauses named for it, the deciding one first.
    reason : the verdict in one sentence for players.
    """

    id: str
    section: str
    title: str
    source: str
    editions: tuple[str, ...]
    verdict: Verdict
    rules: tuple[str, ...]
    reason: str
    log: Log


def read_case(log: Log, catalogue: Catalogue) -> Case:
    """The case that a log is.

    Raises
    ------
    InputError
        At its place in the log, if the log has not the form of a case: an id of a section, a title, a source, and as
        its last move one that has clauses and a single note; no variations, and no other illegal move.
    """
    start = Place(log.file, 1, 1)
    header = log.find("case")
    if header is None:
        raise InputError("a case has an id", start, suggestion="write: case SECTION-NUMBER, such as 8.5-03")
    found = _ID.fullmatch(header.value)
    if not found or not catalogue.has_section(found["section"]):
        raise InputError("this is no id of a case", log.place(header), header.value, "a section and two digits: 8.5-03")
    for name in ("title", "source"):
        if not log.header(name):
            raise InputError(f"a case has a {name}", start)
    moves = [statement for statement in log.body if isinstance(statement, Move)]
    if not moves:
        raise InputError("a case has a move", start)
    for statement in log.body:
        if isinstance(statement, Variation):
            raise InputError("a case has no variations", log.place(statement))
        if isinstance(statement, Move) and statement.illegal and statement is not moves[-1]:
            raise InputError("only the last move of a case is judged", log.place(statement))
    return _judged(log, moves[-1], header.value, found["section"])


def _judged(log: Log, move: Move, id_: str, section: str) -> Case:
    clauses = [note for note in move.annotations if isinstance(note, Because if move.illegal else Cites)]
    notes = [note.text for note in move.annotations if isinstance(note, Note)]
    if not clauses:
        raise InputError("the last move of a case names the clauses that decide", log.place(move))
    if len(notes) != 1:
        raise InputError("the last move of a case has one note, the reason", log.place(move))
    return Case(
        id=id_,
        section=section,
        title=log.header("title"),
        source=log.header("source"),
        editions=log.editions,
        verdict="illegal" if move.illegal else "legal",
        rules=tuple(rule.text for clause in clauses for rule in clause.rules),
        reason=notes[0],
        log=log,
    )
