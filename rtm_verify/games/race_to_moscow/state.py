"""A position of Race to Moscow: immutable, hashable, and complete.

Areas, lines, armies and players are numbered as in the board and army data; sets of areas or lines are bit masks
(bit ``1 << i`` for number ``i``), sets of cards are masks of card numbers. `export.py` writes a position with names.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.supplies import Supplies

__all__ = ["AIR_STATES", "AirState", "Moving", "Pending", "PendingKind", "Phase", "State", "Transporting"]

AirState = Literal["ready", "on Pursuit deck", "on Soviet deck", "spent", "on a Soviet marker"]
AIR_STATES: tuple[AirState, ...] = ("ready", "on Pursuit deck", "on Soviet deck", "spent", "on a Soviet marker")

# Which step of a turn it is (6.actions, 6.railhead, 6.reaction); taking actions ends with the railhead's advance.
Phase = Literal["actions", "reaction", "over"]

PendingKind = Literal[
    "pursuit",
    "soviet",
    "peek pursuit",
    "armored",
    "peek soviet",
    "peek which",
    "medal",
    "flip",
    "keep",
    "cancel",
    "battle",
    "okh",
    "harbor",
    "airlift",
    "track",
    "army",
    "excess",
    "food",
    "side",
    "peek side",
    "winter",
]


class Pending(msgspec.Struct, frozen=True):
    """What must be settled before anything else: a card to be drawn, or a card's effect to be chosen.

    `pursuit`, `soviet`, `armored`
        the card that is drawn from that deck;
    `peek pursuit`, `peek soviet`
        the card seen on top of that deck;
    `peek which`
        which of the two decks Recon looks at;
    `medal`, `flip`
        the effect of `card`: which medal is moved where, which marker loses its track;
    `keep`
        whether `card`, which may be held, is held or used now;
    `cancel`
        whether the owner of the marker in `area` cancels Partisans by Sicherungs-Division;
    `battle`
        whether an OKH card is played, or taken, before the combat with `card` is settled;
    `okh`
        the card that takes the place of the one taken from the OKH pool; `battle` is the unit that waits, in a combat;
    `harbor`, `airlift`, `track`, `army`
        the effect of an OKH card: which harbor, which army and supply, which marker, which army;
    `excess`
        which supplies above the limit leave `area`;
    `food`
        whether the army `army` eats from its card or from its area;
    `side`, `peek side`
        which side the Soviet marker in `area` shows (Soviet player variant);
    `winter`
        how the army in `area` meets a winter counter-attack.
    """

    kind: PendingKind
    card: int = 0
    area: int = -1
    army: int = -1
    supported: bool = False
    battle: int = 0


class Moving(msgspec.Struct, frozen=True):
    """An army on the move.

    Parameters
    ----------
    army : its number.
    entered_from : the area it came from when it entered the one it is in, or that area itself before the first hop.
    hops : how many areas it has entered.
    halted : a halt icon or a combat stopped it, and nothing has been paid to go on.
    marched : a field army has paid for its forced march.
    over : it lost a combat; its movement can only end.
    pioneers : Pionieren was played on it: fortified areas cost it no ammo.
    fast : Schnellkampfgruppe was played on it: it may enter more areas.
    air_used : Air Support has paid for the fortification it is entering.
    """

    army: int
    entered_from: int
    hops: int = 0
    halted: bool = False
    marched: bool = False
    over: bool = False
    pioneers: bool = False
    fast: bool = False
    air_used: bool = False


class Transporting(msgspec.Struct, frozen=True):
    """A Transport Supplies action under way.

    Parameters
    ----------
    placed : how many vehicles have been placed in it.
    trucks : how many of them are trucks.
    reinforced : Grosstransportraum was played in it.
    """

    placed: int = 0
    trucks: int = 0
    reinforced: bool = False


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A position, with everything a rule can ask about it."""

    # The turn
    order: tuple[int, ...]
    active: int
    round: int = 1
    core_left: int
    phase: Phase = "actions"
    moving: Moving | None = None
    transport: Transporting | None = None
    fields: bool = False  # in the middle of "move all field armies"
    pending: Pending | None = None
    moved: int = 0  # armies that have moved this round
    fleet_moved: bool = False
    frontline_taken: bool = False  # supplies were taken into the Frontline Supply Base
    auxiliaries_used: int = 0  # Axis Auxiliaries used in this turn
    attacked: int = 0  # areas lost to counter-attacks in this reaction
    last_round: bool = False  # the last Soviet marker of the pool has been placed or discarded
    winner: int = -1  # who captured a Victory area
    winners: int = 0  # who has won when the game is over, as a mask; bit 3 is the Soviet player

    # The map
    control: tuple[int, int, int]  # control markers; printed control is the board's
    track: int = 0  # markers that lie track side up
    soviet: int
    stacked: tuple[int, ...] = ()  # areas with a further Soviet marker, one entry for each (ruling soviet-stacking)
    infantry: int = 0  # areas whose Soviet marker is known to show infantry (Soviet player variant)
    armor: int = 0  # areas whose Soviet marker is known to show armor
    bunkers: int
    medals: tuple[int, ...]
    rewards: tuple[int, ...]  # medals that were taken with an area and are owed if it is lost
    depots: tuple[Supplies, ...]  # supplies in areas
    fleet: int
    trucks: tuple[int, int, int] = (0, 0, 0)  # lines with a player's truck
    trains: int = 0  # lines with a train

    # The armies
    at: tuple[int, ...]
    loads: tuple[Supplies, ...]  # supplies on army cards
    halt: int = 0  # armies with a HALT marker

    # Stocks and logistics cards
    stock: Supplies
    pool: int  # Soviet markers beside the board
    boxed: int = 0  # Soviet markers out of the game
    trucks_held: tuple[int, int, int]
    trucks_stock: tuple[int, int, int] = (0, 0, 0)
    trains_held: tuple[int, int, int]
    trains_stock: int
    trains_reserve: int
    level: int = 1

    # The players
    medals_held: tuple[int, int, int]
    medals_left: int
    trophies: tuple[int, int, int] = (0, 0, 0)  # defeated units
    encircled: tuple[int, int, int] = (0, 0, 0)  # face-down Soviet cards
    hands: tuple[int, int, int] = (0, 0, 0)  # held Pursuit and OKH cards
    held_this_turn: int = 0  # held cards that were drawn in this turn
    stand_ins: tuple[int, ...] = ()  # Pursuit cards that replace a missing token, oldest first
    air: tuple[AirState, AirState, AirState] = ("ready", "ready", "ready")
    air_area: tuple[int, int, int] = (-1, -1, -1)  # where an Air Support marker lies on a Soviet marker
    air_kept: int = 0  # players whose Air Support is not spent when its card is drawn (Stukageschwader)
    hq_spent: tuple[bool, bool, bool] = (False, False, False)
    okh_bought: tuple[int, int, int] = (0, 0, 0)  # OKH cards bought with medals (Total War)

    # The decks
    pursuit: tuple[Deck, Deck, Deck]
    discards: tuple[int, int, int] = (0, 0, 0)
    soviet_deck: Deck  # with a Soviet player, the infantry deck
    armored_deck: Deck = Deck()  # with a Soviet player
    okh_deck: Deck
    okh_pool: int = 0
