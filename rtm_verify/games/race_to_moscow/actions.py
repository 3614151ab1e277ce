"""The smallest things a player, or chance, can do. A line of a log is a sequence of these."""

from __future__ import annotations

from typing import Literal

import msgspec

from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies

__all__ = [
    "DECKS",
    "SIDES",
    "Action",
    "Activate",
    "AdvanceRailhead",
    "AirSupport",
    "AirSupportOver",
    "Airlift",
    "BeginTransport",
    "CancelPartisans",
    "CounterAttack",
    "DeckName",
    "Decline",
    "Defend",
    "Drop",
    "EatFrom",
    "EndFields",
    "EndMove",
    "EndReaction",
    "EndTransport",
    "Enter",
    "Fight",
    "FlipTrack",
    "Hold",
    "LayTrack",
    "Load",
    "LookUnder",
    "MoveFields",
    "MoveFleet",
    "MoveMedal",
    "OpenPool",
    "PayOn",
    "Peek",
    "PlaceSoviet",
    "PlaceVehicle",
    "PlayHeld",
    "PlayOkh",
    "Redeploy",
    "RemoveExcess",
    "Reveal",
    "ShipTo",
    "ShowSide",
    "Side",
    "TakeOkh",
    "TakeSupplies",
    "TakeTransport",
    "UseNow",
    "Vehicle",
    "WinterAttack",
    "Withdraw",
]

DeckName = Literal["Pursuit", "Soviet"]
DECKS: tuple[DeckName, ...] = ("Pursuit", "Soviet")
Side = Literal["infantry", "armor"]
SIDES: tuple[Side, ...] = ("infantry", "armor")


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


class TakeSupplies(_Action, frozen=True):
    """Take supplies from the stock into a supply base (8.4)."""

    base: int
    supplies: Supplies


class RemoveExcess(_Action, frozen=True):
    """Say which supplies above an area's limit return to the stock (8.limits.choice)."""

    supplies: Supplies


Vehicle = Literal["truck", "train"]


class BeginTransport(_Action, frozen=True):
    """Begin "Transport Supplies" (8.5)."""


class PlaceVehicle(_Action, frozen=True):
    """Place a truck or train on the line between two areas, and move supplies along it, one way (8.5)."""

    vehicle: Vehicle
    source: int
    target: int
    supplies: Supplies


class Redeploy(_Action, frozen=True):
    """Place a train that carries a field army to an adjacent area (13.1).

    A truck, or further `supplies`, can be asked for: only to be refused (13.1.truck, 13.1.nothing-else).
    """

    army: int
    target: int
    vehicle: Vehicle = "train"
    supplies: Supplies = NOTHING


class EndTransport(_Action, frozen=True):
    """End "Transport Supplies" (8.5)."""


class TakeTransport(_Action, frozen=True):
    """Take vehicles from the Transport Stock (8.6)."""

    trucks: int
    trains: int


class EatFrom(_Action, frozen=True):
    """Say whether the army in question eats from its card or from its area (8.7)."""

    place: Literal["card", "area"]


class OpenPool(_Action, frozen=True):
    """Reveal the OKH pool, where the scenario has not named its cards (4.okh-pool)."""


class TakeOkh(_Action, frozen=True):
    """Take a card of the OKH pool (9.3)."""

    card: int


class PlayOkh(_Action, frozen=True):
    """Play an OKH card (9.4)."""

    card: int


class ShipTo(_Action, frozen=True):
    """Say in which harbor the supplies of Transportflottille arrive."""

    area: int


class Airlift(_Action, frozen=True):
    """Say which army receives what by Luftbrücke."""

    army: int
    supplies: Supplies


class LayTrack(_Action, frozen=True):
    """Say which marker Eisenbahnpioniere turn."""

    area: int


class Fight(_Action, frozen=True):
    """Settle the combat as it stands, without a further OKH card."""


class CancelPartisans(_Action, frozen=True):
    """Cancel Partisans by Sicherungs-Division."""


class AdvanceRailhead(_Action, frozen=True):
    """Complete one's actions and turn a marker to its track side (11); -1 if none is turned."""

    area: int


class CounterAttack(_Action, frozen=True):
    """Soviet Reaction: a control marker is lost (12)."""

    area: int


class PlaceSoviet(_Action, frozen=True):
    """Soviet Reaction: a Soviet marker is placed (12)."""

    area: int


class EndReaction(_Action, frozen=True):
    """Soviet Reaction: nothing more can be done, or nothing more is wanted where the winter leaves a choice (12)."""


class WinterAttack(_Action, frozen=True):
    """Soviet Reaction: a winter counter-attack (13.4)."""

    area: int


class Defend(_Action, frozen=True):
    """Hold the area against a winter counter-attack for ammo (13.4.defend)."""


class Withdraw(_Action, frozen=True):
    """Withdraw from a winter counter-attack (13.4.withdraw).

    The army goes to the first area of `path`; an army that stands there goes to the second, and so on.
    """

    path: tuple[int, ...]


class ShowSide(_Action, frozen=True):
    """Chance to all but the Soviet player: the side a Soviet marker shows (14.4)."""

    side: Side


class LookUnder(_Action, frozen=True):
    """Say under which Soviet marker Recon or Stukageschwader looks (14.5)."""

    area: int


class AirSupportOver(_Action, frozen=True):
    """Place the Air Support marker on an area and look under its Soviet marker (14.5)."""

    area: int


Action = (
    OpenPool
    | TakeOkh
    | PlayOkh
    | ShipTo
    | Airlift
    | LayTrack
    | Fight
    | CancelPartisans
    | AdvanceRailhead
    | CounterAttack
    | PlaceSoviet
    | EndReaction
    | WinterAttack
    | Defend
    | Withdraw
    | ShowSide
    | LookUnder
    | AirSupportOver
    | TakeSupplies
    | RemoveExcess
    | BeginTransport
    | PlaceVehicle
    | Redeploy
    | EndTransport
    | TakeTransport
    | EatFrom
    | MoveFields
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
