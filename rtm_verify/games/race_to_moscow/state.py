"""A position of Race to Moscow: immutable, hashable, and complete.

Areas, lines, armies and players are numbered as in the board and army data; sets of areas or lines are bit masks
(bit ``1 << i`` for number ``i``), sets of cards are masks of card numbers. `export.py` writes a position with names.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.supplies import Supplies

__all__ = ["AIR_STATES", "AirState", "Moving", "Pending", "PendingKind", "State"]

AirState = Literal["ready", "on Pursuit deck", "on Soviet deck", "spent"]
AIR_STATES: tuple[AirState, ...] = ("ready", "on Pursuit deck", "on Soviet deck", "spent")

PendingKind = Literal["pursuit", "soviet", "peek pursuit", "peek soviet", "peek which", "medal", "flip", "keep"]


class Pending(msgspec.Struct, frozen=True):
    """What must be settled before anything else: a card to be drawn, or a card's effect to be chosen.

    `pursuit`, `soviet`
        the card that is drawn from that deck;
    `peek pursuit`, `peek soviet`
        the card seen on top of that deck;
    `peek which`
        which of the two decks Recon looks at;
    `medal`, `flip`
        the effect of `card`: which medal is moved where, which marker loses its track;
    `keep`
        whether `card`, which may be held, is held or used now.
    """

    kind: PendingKind
    card: int = 0


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
    """

    army: int
    entered_from: int
    hops: int = 0
    halted: bool = False
    marched: bool = False
    over: bool = False


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A position, with everything a rule can ask about it."""

    # The turn
    order: tuple[int, ...]
    active: int
    round: int = 1
    core_left: int
    moving: Moving | None = None
    fields: bool = False  # in the middle of "move all field armies"
    pending: Pending | None = None
    moved: int = 0  # armies that have moved this round
    fleet_moved: bool = False
    winner: int = -1

    # The map
    control: tuple[int, int, int]  # control markers; printed control is the board's
    track: int = 0  # markers that lie track side up
    soviet: int
    bunkers: int
    medals: tuple[int, ...]
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

    # The decks
    pursuit: tuple[Deck, Deck, Deck]
    discards: tuple[int, int, int] = (0, 0, 0)
    soviet_deck: Deck
    okh_deck: Deck
    okh_pool: int = 0
