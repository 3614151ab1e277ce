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
    "KNOWN_QUESTIONS",
    "LOOK_PURSUIT",
    "LOOK_SOVIET",
    "LOOK_WHICH",
    "MEDAL",
    "NOBODY",
    "NOTHING_OPEN",
    "OVER",
    "PARTISANS",
    "PHASES",
    "PURSUIT",
    "RECON",
    "SINGLE",
    "SOVIET",
    "SUPPLY",
    "open_code",
]

NOBODY = -1

# The steps of a turn, and what comes after the last one.
PHASES = ("actions", "reaction", "over")
OVER = PHASES.index("over")

# What is open.
_OPEN = ("", "pursuit", "soviet", "peek pursuit", "peek soviet", "peek which", "medal", "flip", "keep")
NOTHING_OPEN, PURSUIT, SOVIET, LOOK_PURSUIT, LOOK_SOVIET, LOOK_WHICH, MEDAL, FLIP, KEEP = range(len(_OPEN))
KNOWN_QUESTIONS = frozenset(_OPEN)
# Anything of a chapter that the model does not speak of: no clause allows it.
_FOREIGN = len(_OPEN)


def open_code(pending: Pending | None) -> int:
    """The number of what is open.

    >>> open_code(None), open_code(Pending("soviet"))
    (0, 2)
    """
    kind = pending.kind if pending else ""
    return _OPEN.index(kind) if kind in _OPEN else _FOREIGN


# Where an Air Support marker is.
AIR_READY, AIR_ON_PURSUIT, AIR_ON_SOVIET, AIR_SPENT, AIR_ON_MARKER = range(len(AIR_STATES))

# The Pursuit cards that do more than bring supplies, halt or fight; every other card is 0.
KINDS = {"auxiliaries": 1, "recon": 2, "halder": 3, "fuhrerbefehl": 4, "partisans": 5}
AUXILIARIES, RECON, HALDER, FUHRERBEFEHL, PARTISANS = KINDS.values()

# Which token a card brings; 0 for none.
SUPPLY = {kind: number for number, kind in enumerate(SUPPLY_TYPES, start=1)}

# The colours of an area are a mask of players.
SINGLE = (0b001, 0b010, 0b100)
DOUBLE = (0b011, 0b101, 0b110)
