"""Numbers for what a position says in words: a z3 variable is a whole number or a flag."""

from __future__ import annotations

from typing import get_args

from rtm_verify.games.race_to_moscow.state import AIR_STATES, PendingKind
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
    "OPEN",
    "OVER",
    "PARTISANS",
    "PHASES",
    "PURSUIT",
    "RECON",
    "SINGLE",
    "SOVIET",
    "SUPPLY",
]

NOBODY = -1

# The steps of a turn, and what comes after the last one.
PHASES = ("actions", "reaction", "over")
OVER = PHASES.index("over")

# What is open; the first word is for nothing.
OPEN = ("", *get_args(PendingKind))
NOTHING_OPEN = 0
PURSUIT, SOVIET = OPEN.index("pursuit"), OPEN.index("soviet")
LOOK_PURSUIT, LOOK_SOVIET, LOOK_WHICH = (OPEN.index(f"peek {what}") for what in ("pursuit", "soviet", "which"))
MEDAL, FLIP, KEEP = OPEN.index("medal"), OPEN.index("flip"), OPEN.index("keep")

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
