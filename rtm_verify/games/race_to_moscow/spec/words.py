"""Numbers for what a position says in words: a z3 variable is a whole number or a flag."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.state import AIR_STATES, Pending
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES

__all__ = [
    "AIR_ON_PURSUIT",
    "AIR_ON_SOVIET",
    "AIR_READY",
    "AIR_SPENT",
    "AUXILIARIES",
    "DOUBLE",
    "FLIP",
    "FUHRERBEFEHL",
    "HALDER",
    "KEEP",
    "KINDS",
    "LOOK_PURSUIT",
    "LOOK_SOVIET",
    "LOOK_WHICH",
    "MEDAL",
    "NOBODY",
    "NOTHING_OPEN",
    "PARTISANS",
    "PURSUIT",
    "RECON",
    "SINGLE",
    "SOVIET",
    "SUPPLY",
    "open_code",
]

NOBODY = -1

# What is open.
_OPEN = ("", "pursuit", "soviet", "peek pursuit", "peek soviet", "peek which", "medal", "flip", "keep")
NOTHING_OPEN, PURSUIT, SOVIET, LOOK_PURSUIT, LOOK_SOVIET, LOOK_WHICH, MEDAL, FLIP, KEEP = range(len(_OPEN))


def open_code(pending: Pending | None) -> int:
    """The number of what is open.

    >>> open_code(None), open_code(Pending("soviet"))
    (0, 2)
    """
    return _OPEN.index(pending.kind) if pending else NOTHING_OPEN


# Where an Air Support marker is.
AIR_READY, AIR_ON_PURSUIT, AIR_ON_SOVIET, AIR_SPENT = range(len(AIR_STATES))

# The Pursuit cards that do more than bring supplies, halt or fight; every other card is 0.
KINDS = {"auxiliaries": 1, "recon": 2, "halder": 3, "fuhrerbefehl": 4, "partisans": 5}
AUXILIARIES, RECON, HALDER, FUHRERBEFEHL, PARTISANS = KINDS.values()

# Which token a card brings; 0 for none.
SUPPLY = {kind: number for number, kind in enumerate(SUPPLY_TYPES, start=1)}

# The colours of an area are a mask of players.
SINGLE = (0b001, 0b010, 0b100)
DOUBLE = (0b011, 0b101, 0b110)
