"""Errata: what is wrong in a rulebook, what shows it, and the smallest repair."""

from __future__ import annotations

import re
from typing import Literal, get_args

import msgspec

__all__ = ["Erratum", "ErratumKind", "Severity"]

Severity = Literal["changes play", "misleads", "cosmetic"]
ErratumKind = Literal[
    "count", "example", "rules", "aid", "missing", "wording", "misplaced", "truncated", "term", "spelling"
]

SEVERITIES: tuple[Severity, ...] = get_args(Severity)

_ID = re.compile(r"[a-z0-9]+(?:[-.][a-z0-9]+)*")
_PLACE = re.compile(r"[\w-]+:\d+(?:-\d+)?")


class Erratum(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A passage that is wrong, or passages that cannot all be right.

    It is shown by a machine (a contradictory topic, a printed result that a replay does not give, a clause of a summary
    that differs from the clause it sums up) or was found by a reader, and then says why no machine can find it.

    Parameters
    ----------
    kind : counts that do not add up, an example against the rules, two rules against each other, a summary against its
        book, something missing, or the way something is put.
    books : the documents to be mended.
    passages : the places that speak of it, such as ``2024:617``.
    problem, repair : what is wrong, and the smallest change that mends it.
    topics : the contradictory topics that show it.
    wrong : the statements of these topics that the repair gives up.
    replays : the examples, as in the `source` of their logs, whose printed result a replay does not give.
    clauses : the clauses of a summary that differ from what they sum up.
    rulings : what is played until it is mended.
    by_hand : why no machine can find it.
    """

    id: str
    title: str
    kind: ErratumKind
    severity: Severity
    books: tuple[str, ...]
    passages: tuple[str, ...]
    problem: str
    repair: str
    topics: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    replays: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    by_hand: str = ""

    def __post_init__(self) -> None:
        if not _ID.fullmatch(self.id):
            raise ValueError(f"'{self.id}' is no id, such as velikiye-luki-ammo")
        for place in (*self.passages, *self.replays):
            if not _PLACE.fullmatch(place):
                raise ValueError(f"'{place}' is not a place in a book, such as 2024:617 or first:10-12")
        if not (self.books and self.passages):
            raise ValueError(f"erratum '{self.id}' names no book or no passage")
        shown = bool(self.topics or self.replays or self.clauses)
        if shown == bool(self.by_hand):
            raise ValueError(f"erratum '{self.id}' is shown by a machine, or says in by_hand why none can find it")
        if bool(self.topics) != bool(self.wrong):
            raise ValueError(f"erratum '{self.id}' names the statements of its topics that are wrong")
