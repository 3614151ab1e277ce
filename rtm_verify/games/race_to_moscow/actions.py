"""The smallest things a player, or chance, can do. A line of a log is a sequence of these."""

from __future__ import annotations

from typing import Literal

import msgspec

from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies

__all__ = [
    "Action",
    "Activate",
    "AirSupport",
    "DeckName",
    "Decline",
    "Drop",
    "EndFields",
    "EndMove",
    "Enter",
    "FlipTrack",
    "Hold",
    "Load",
    "MoveFields",
    "MoveFleet",
    "MoveMedal",
    "PayOn",
    "Peek",
    "PlayHeld",
    "Reveal",
    "UseNow",
]

DeckName = Literal["Pursuit", "Soviet"]


class _Action(msgspec.Struct, frozen=True, tag=True):
    """Common ground of all actions: immutable, comparable, tagged by their name."""


class MoveFields(_Action, frozen=True):
    """Begin "Move all Field Armies" (8.1)."""


class EndFields(_Action, frozen=True):
    """End "Move all Field Armies" (8.1)."""


class Activate(_Action, frozen=True):
    """Begin the movement of an army: an armored one as an action of its own (8.2), a field one within 8.1."""

    army: int


class Enter(_Action, frozen=True):
    """The moving army enters an area."""

    area: int


class PayOn(_Action, frozen=True):
    """Pay to move on: 1 fuel against a halt (armored), 1 food for a forced march (field)."""


class Load(_Action, frozen=True):
    """Take supplies from the army's area onto its card, `leaving` others in exchange (8.carry.swap)."""

    army: int
    supplies: Supplies
    leaving: Supplies = NOTHING


class Drop(_Action, frozen=True):
    """Leave supplies of the army's card in its area."""

    army: int
    supplies: Supplies


class EndMove(_Action, frozen=True):
    """End the movement of the moving army."""


class Reveal(_Action, frozen=True):
    """Chance: the card drawn from, or seen on top of, the deck in question. Any copy of a card stands for all."""

    card: int


class MoveMedal(_Action, frozen=True):
    """The effect of a medal card: one medal goes from an area to another."""

    source: int
    target: int


class FlipTrack(_Action, frozen=True):
    """The effect of Partisans: an opponent's marker loses its track."""

    area: int


class Hold(_Action, frozen=True):
    """Keep the card with the hand symbol for later."""


class UseNow(_Action, frozen=True):
    """Use the card with the hand symbol at once."""


class Decline(_Action, frozen=True):
    """Leave the card's effect unused."""


class Peek(_Action, frozen=True):
    """Say which deck a Recon card looks at."""

    deck: DeckName


class PlayHeld(_Action, frozen=True):
    """Play a held Pursuit card as a bonus action (9.2)."""

    card: int


class AirSupport(_Action, frozen=True):
    """Place the Air Support marker on a deck and look at its top card (9.1)."""

    deck: DeckName


class MoveFleet(_Action, frozen=True):
    """Move the fleet to a sea area (8.3)."""

    sea: int


Action = (
    MoveFields
    | EndFields
    | Activate
    | Enter
    | PayOn
    | Load
    | Drop
    | EndMove
    | Reveal
    | MoveMedal
    | FlipTrack
    | Hold
    | UseNow
    | Decline
    | Peek
    | PlayHeld
    | AirSupport
    | MoveFleet
)
