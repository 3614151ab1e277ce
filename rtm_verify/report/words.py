"""The words that the ledger and the pages share: counts, verdicts, and changes set out by what they belong to."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rtm_verify.kernel.event import Change
from rtm_verify.kernel.replay import Replay

__all__ = ["Account", "accounts", "counted", "verdict_line"]

_PLURALS = {"erratum": "errata"}


def counted(number: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "step"), counted(14, "claim"), counted(0, "erratum")
    ('1 step', '14 claims', '0 errata')
    """
    return f"{number} {noun if number == 1 else _PLURALS.get(noun, noun + 's')}"


def verdict_line(replay: Replay) -> str:
    """The outcome of a replay in one line; the set-up is not counted as a step."""
    if replay.error:
        return f"unreadable: {replay.error}"
    parts = [counted(max(0, len(replay.steps) - 1), "step"), f"{counted(replay.checked, 'claim')} checked"]
    if replay.failures:
        parts.insert(0, counted(len(replay.failures), "failure"))
    if replay.errata:
        parts.append(counted(len(replay.errata), "erratum"))
    return f"{replay.verdict}: {', '.join(parts)}"


class Account(msgspec.Struct, frozen=True):
    """The changes of one thing, each named without the thing; a lone change keeps its whole name and has no owner.

    >>> print(Account("4Pz", (Change("fuel", 3, 1), Change("ammo", 1, 2))))
    4Pz  fuel −2 = 1, ammo +1 = 2
    """

    owner: str
    changes: tuple[Change, ...]

    def __str__(self) -> str:
        return "  ".join(filter(None, (self.owner, ", ".join(map(str, self.changes)))))


def accounts(changes: Iterable[Change], *known: str) -> tuple[Account, ...]:
    """Changes put together by the thing they belong to, in the order in which the things come up.

    A cell's name is the thing and then the cell, and a report does not know where the one ends. What stands before
    the last word of some cell is taken for a thing if other cells begin with it too; `known` things, such as the
    player whose move it was, need no such cell.

    >>> cells = [Change("4Pz fuel", 3, 1), Change("stock fuel", 1, 3), Change("4Pz moved at all", 0, 1)]
    >>> print(*accounts(cells), sep="\\n")
    4Pz  fuel −2 = 1, moved at all +1 = 1
    stock fuel +2 = 3
    """
    cells = tuple(changes)
    heads = {cell.what.rpartition(" ")[0] for cell in cells}.union(known) - {""}
    groups: dict[str, list[Change]] = {}
    for cell in cells:
        owners = [head for head in heads if cell.what.startswith(f"{head} ")]
        groups.setdefault(min(owners, key=len, default=cell.what), []).append(cell)
    return tuple(_account(owner, group) for owner, group in groups.items())


def _account(owner: str, group: list[Change]) -> Account:
    if len(group) == 1:
        return Account("", tuple(group))
    return Account(owner, tuple(Change(c.what.removeprefix(f"{owner} "), c.before, c.after) for c in group))
