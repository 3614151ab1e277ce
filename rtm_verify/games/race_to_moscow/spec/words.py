"""Numbers for what a position says in words: a z3 variable is a whole number or a flag."""

from __future__ import annotations

from typing import get_args

from rtm_verify.games.race_to_moscow.state import AIR_STATES, PendingKind
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES

__all__ = [
    "ACTIONS",
    "AIR_ON_MARKER",
    "AIR_ON_PURSUIT",
    "AIR_ON_SOVIET",
    "AIR_READY",
    "AIR_SPENT",
    "ARMORED",
    "ARMY",
    "AUXILIARIES",
    "BATTLE",
    "CANCEL",
    "DOUBLE",
    "EXCESS",
    "FLIP",
    "FOOD",
    "FUHRERBEFEHL",
    "HALDER",
    "KEEP",
    "KINDS",
    "LOOK_PURSUIT",
    "LOOK_SIDE",
    "LOOK_SOVIET",
    "LOOK_WHICH",
    "MEDAL",
    "NOBODY",
    "NOTHING_OPEN",
    "NO_TRANSPORT",
    "OPEN",
    "OVER",
    "PARTISANS",
    "PHASES",
    "PURSUIT",
    "REACTION",
    "RECON",
    "SIDE",
    "SINGLE",
    "SOVIET",
    "STUKAGESCHWADER",
    "SUPPLY",
    "WOLFSSCHANZE",
]

NOBODY = -1
NO_TRANSPORT = -1  # so many vehicles have been placed when no transport is under way

# The steps of a turn, and what comes after the last one.
PHASES = ("actions", "reaction", "over")
ACTIONS, REACTION, OVER = range(len(PHASES))

# What is open; the first word is for nothing.
OPEN = ("", *get_args(PendingKind))
NOTHING_OPEN = 0
PURSUIT, SOVIET = OPEN.index("pursuit"), OPEN.index("soviet")
LOOK_PURSUIT, LOOK_SOVIET, LOOK_WHICH = (OPEN.index(f"peek {what}") for what in ("pursuit", "soviet", "which"))
MEDAL, FLIP, KEEP = OPEN.index("medal"), OPEN.index("flip"), OPEN.index("keep")
EXCESS, FOOD = OPEN.index("excess"), OPEN.index("food")
BATTLE, CANCEL, LOOK_SIDE = OPEN.index("battle"), OPEN.index("cancel"), OPEN.index("peek side")
ARMY, SIDE, ARMORED = OPEN.index("army"), OPEN.index("side"), OPEN.index("armored")

# Where an Air Support marker is.
AIR_READY, AIR_ON_PURSUIT, AIR_ON_SOVIET, AIR_SPENT, AIR_ON_MARKER = range(len(AIR_STATES))

# The Pursuit cards that do more than bring supplies, halt or fight, and the OKH cards that ask for a medal or a deck;
# every other card is 0.
KINDS = {
    kind: number
    for number, kind in enumerate(
        ("auxiliaries", "recon", "halder", "fuhrerbefehl", "partisans", "wolfsschanze", "stukageschwader"), start=1
    )
}
AUXILIARIES, RECON, HALDER, FUHRERBEFEHL, PARTISANS, WOLFSSCHANZE, STUKAGESCHWADER = KINDS.values()

# Which token a card brings; 0 for none.
SUPPLY = {kind: number for number, kind in enumerate(SUPPLY_TYPES, start=1)}

# The colours of an area are a mask of players.
SINGLE = (0b001, 0b010, 0b100)
DOUBLE = (0b011, 0b101, 0b110)
