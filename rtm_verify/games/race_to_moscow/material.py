"""What lies on the table before the first move: board, cards, armies, numbers, and the readings chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property

from rtm_verify.games.race_to_moscow.armies import Armies, Army
from rtm_verify.games.race_to_moscow.board import PLAYERS, Board
from rtm_verify.games.race_to_moscow.cards import Card, Cards, CardType
from rtm_verify.games.race_to_moscow.edition import Edition
from rtm_verify.games.race_to_moscow.policies import load_policies
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import lowest
from rtm_verify.names import Names

__all__ = ["Material"]


class Material:
    """Everything a rule reads besides the position itself.

    Parameters
    ----------
    readings : for every ruling of the game, the reading in force.
    variants : the optional rules in play.

    Attributes
    ----------
    policies : what the edition settles in its own way.
    soviet_player : somebody plays the Soviets (14).
    guards : the cards that cancel Partisans, as a mask.
    """

    def __init__(
        self,
        board: Board,
        cards: Cards,
        armies: Armies,
        edition: Edition,
        readings: Mapping[str, str],
        variants: Iterable[str] = (),
    ) -> None:
        self.board = board
        self.cards = cards
        self.armies: tuple[Army, ...] = armies.all
        self.army_names = armies.names
        self.army_loads = armies.loads
        self.edition = edition
        self.readings = dict(readings)
        self.policies = load_policies(edition.name)
        self.variants = frozenset(variants)
        self.soviet_player = "soviet-player" in self.variants
        self.guards = sum(1 << card for card in cards.by_number if cards.type_of(card).id == "sicherungs-division")
        self._as_read: dict[tuple[str, str], Material] = {}
        self.army_player = tuple(PLAYERS.index(army.player) for army in armies.all)
        self.armored = tuple(army.kind == "armored" for army in armies.all)

    def clause(self, rule: str, *, first: str) -> str:
        """The clause of the edition in play, where the two books rule otherwise on a point."""
        return first if self.edition.name == "first" else rule

    def reading_as(self, ruling: str, reading: str) -> Material:
        """The same table with one ruling read otherwise."""
        if (ruling, reading) not in self._as_read:
            other = copy(self)
            other.readings = {**self.readings, ruling: reading}
            other._as_read = {}
            self._as_read[ruling, reading] = other
        return self._as_read[ruling, reading]

    @cached_property
    def player_names(self) -> Names[int]:
        """Players by colour."""
        return Names("player", dict.fromkeys(PLAYERS, ()), {name: i for i, name in enumerate(PLAYERS)})

    def army(self, number: int) -> str:
        """The short name of an army."""
        return self.armies[number].id

    def area(self, number: int) -> str:
        """The name of an area."""
        return self.board.areas[number].name

    def card(self, number: int) -> Card:
        """The card with this number."""
        return self.cards.by_number[number]

    def card_type(self, number: int) -> CardType:
        """The type, and so the effect, of the card with this number."""
        return self.cards.type_of(number)

    def copies(self, number: int) -> int:
        """All cards that are the same as this one, itself included, as a mask."""
        return self.cards.copies(number)

    def one_of_each(self, cards: int) -> Iterator[int]:
        """The lowest number of each kind of card in a mask: copies are alike."""
        while cards:
            card = lowest(cards)
            yield card
            cards &= ~self.copies(card)

    def controlled(self, state: State, player: int) -> int:
        """The areas a player controls, by marker (3.2.control) or by print (3.2.printed), as a mask."""
        return state.control[player] | self.board.printed[player]

    def all_controlled(self, state: State) -> int:
        """The areas any player controls, as a mask."""
        gray, white, brown = state.control
        return gray | white | brown | self.board.all_printed

    def army_in(self, state: State, area: int) -> int | None:
        """The army that stands in an area, if any."""
        return state.at.index(area) if area in state.at else None

    def area_limit(self, area: int) -> int:
        """How many supplies an area can hold (8.limits.area, 8.limits.base)."""
        main = area in self.board.main_base
        return self.edition.main_base_limit if main else self.edition.area_limit
