"""The words that the ledger and the pages share: counts, verdicts, and changes set out by what they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rtm_verify.kernel.event import Change
from rtm_verify.kernel.replay import Replay
from rtm_verify.kernel.words import counted
from rtm_verify.report.result import Result

__all__ = ["Account", "accounts", "totals", "verdict_line"]


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


def totals(results: Sequence[Result]) -> str:
    """How many replays there are of each verdict, and the sums of what was found in them.

    A log that several editions play has several replays.
    """
    verdicts = [result.verdict for result in results]
    shown = ", ".join(
        f"{verdicts.count(name)} {name}" for name in ("green", "failed", "unreadable") if name in verdicts
    )
    sums = (
        counted(sum(result.moves for result in results), "step"),
        f"{counted(sum(result.checked for result in results), 'claim')} checked",
        counted(sum(result.errata for result in results), "erratum"),
    )
    logs = counted(len({result.path for result in results}), "log")
    editions = f" in {counted(len(results), 'replay')}" if any(result.edition for result in results) else ""
    return f"{logs}{editions}: {shown or 'none'}; {', '.join(sums)}"


class Account(msgspec.Struct, frozen=True):
    """The changes of one owner: an army, an area, a player, the stock.

    >>> print(Account("4Pz", (Change("4Pz", "fuel", 3, 1), Change("4Pz", "ammo", 1, 2))))
    4Pz  fuel −2 = 1, ammo +1 = 2
    """

    owner: str
    changes: tuple[Change, ...]

    def __str__(self) -> str:
        return f"{self.owner}  {', '.join(f'{change.cell} {change.amount}' for change in self.changes)}"


def accounts(changes: Iterable[Change]) -> tuple[Account, ...]:
    """Changes put together by their owner, in the order in which the owners come up."""
    groups: dict[str, list[Change]] = {}
    for change in changes:
        groups.setdefault(change.owner, []).append(change)
    return tuple(Account(owner, tuple(group)) for owner, group in groups.items())
