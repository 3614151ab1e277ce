"""What is played in logs, in a form that can be compared: for faults of which nobody can ever see anything."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from tests.faults.catalogue import REPLAYS, Fault
from tests.faults.seed import seed
from tests.faults.sight import recorded

__all__ = ["GAMES", "beside", "played"]

GAMES = tuple(sorted(str(path.relative_to(REPLAYS)) for path in REPLAYS.glob("games/*.rtm")))


def beside(fault: Fault) -> tuple[str, ...]:
    """All logs in the folders of a fault's own logs."""
    folders = dict.fromkeys((REPLAYS / log).parent for log in fault.logs)
    return tuple(str(path.relative_to(REPLAYS)) for folder in folders for path in sorted(folder.glob("*.rtm")))


def played(fault: Fault | None, logs: Sequence[str]) -> dict[str, str]:
    """A fingerprint of what is played in each log, with a fault, if there is one.

    It speaks of every action asked for, whether it was refused, and the position after it. Of a recorded game it says
    whether all claims hold too: they tell how many actions are legal at each step, and which.
    """
    if fault is not None:
        seed(fault)
    return {log: _print(log) for log in logs}


def _print(log: str) -> str:
    replayed, _, crashed = recorded(log)
    told = hashlib.sha256(f"{crashed} {replayed.verdict if log in GAMES else ''}".encode())
    for step in replayed.steps:
        for each in step.played:
            told.update(repr((each.action, each.after)).encode())
    return told.hexdigest()
