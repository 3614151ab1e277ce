"""Section 12, Front cards: which areas the Soviets can strike, where a marker can go, and what the card asks for.

Everything here is worked out from one position: masks of areas, by the conditions of the book one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.front_cards import CounterAttack as AttackPriority
from rtm_verify.games.race_to_moscow.front_cards import (
    FrontSide,
    ObjectiveProtection,
    VictoryProtection,
    load_front_cards,
)
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.variables import fact
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members

__all__ = ["Front", "beside", "front"]

_FAR = 1 << 20  # further than any area


def beside(areas: int, neighbours: Sequence[int]) -> int:
    """The areas next to any of these."""
    found = 0
    for area in members(areas):
        found |= neighbours[area]
    return found


def _reached(start: int, within: int, neighbours: Sequence[int]) -> int:
    """What a chain of areas `within` joins to the start, which is itself within."""
    reached = start & within
    while (further := reached | beside(reached, neighbours) & within) != reached:
        reached = further
    return reached


class Front:
    """The Soviet Reaction at the end of the active player's turn, in one position."""

    def __init__(self, material: Material, state: State) -> None:
        self.material = material
        self.board = material.board
        self.state = state

    def _reads(self, ruling: str, reading: str) -> bool:
        return self.material.readings[ruling] == reading

    # Who decides by what

    @property
    def free(self) -> bool:
        """Whether no Front card is looked at: players, or a Soviet player, choose (13.3.free, 14.8.free)."""
        return bool(self.material.variants & {"abwehr", "soviet-player"})

    @property
    def advanced(self) -> bool:
        """Whether the Advanced side of the cards is in use."""
        return "advanced" in self.material.variants

    @cached_property
    def side(self) -> FrontSide:
        """The side of the active player's Front card that is in use."""
        card = load_front_cards()[PLAYERS[self.state.active]]
        return card.advanced if self.advanced else card.basic

    # The position

    @cached_property
    def markers(self) -> int:
        """The areas with a Control marker of a player who plays; what is blocked for good is not among them."""
        found = 0
        for player in self.state.order:
            found |= self.state.control[player]
        return found

    @cached_property
    def armies(self) -> int:
        """The areas in which an army stands."""
        found = 0
        for place in self.state.at:
            if place >= 0:
                found |= 1 << place
        return found

    @cached_property
    def army_zone(self) -> int:
        """The areas with an army and those next to one, by a line of any colour."""
        return self.armies | beside(self.armies, self.board.neighbours)

    @cached_property
    def start_zone(self) -> int:
        """The starting areas and those next to one."""
        starts = 0
        for place in self.board.start.values():
            starts |= 1 << place
        return starts | beside(starts, self.board.neighbours)

    @cached_property
    def open_to_soviets(self) -> int:
        """The areas next to one that is uncontrolled or has a Soviet marker."""
        uncontrolled = self.board.all_areas & ~self.material.all_controlled(self.state)
        return beside(uncontrolled | self.state.soviet, self.board.neighbours)

    @cached_property
    def open_from_start(self) -> int:
        """The same, but areas lost in this reaction, to winter too, open no others if the ruling says so."""
        if self._reads("attack-cascade", "cascade"):
            return self.open_to_soviets
        uncontrolled = self.board.all_areas & ~self.material.all_controlled(self.state)
        return beside((uncontrolled | self.state.soviet) & ~self.state.attacked, self.board.neighbours)

    # Counter-attacks

    @cached_property
    def targets(self) -> int:
        """The markers of those players who can be struck."""
        own = self.state.control[self.state.active]
        if "soviet-player" in self.material.variants or len(self.state.order) == 1:
            return self.markers
        if "abwehr" in self.material.variants:
            return self.markers if self._reads("abwehr-targets", "any") else self.markers & ~own
        attacks = [priority for priority in self.side.priority if isinstance(priority, AttackPriority)]
        spared = any(priority.targets == "others" for priority in attacks)
        return self.markers & ~own if spared else self.markers

    @cached_property
    def attacks(self) -> int:
        """The areas that can be struck."""
        return self.targets & ~self.start_zone & ~self.army_zone & self.open_from_start

    def cuts_off(self, area: int) -> bool:
        """Whether the loss of an area severs an army from its supply base that was joined to it."""
        owner = next(player for player in range(len(PLAYERS)) if self.state.control[player] >> area & 1)
        return any(
            self._supplied(army, player, 0) and not self._supplied(army, player, 1 << area)
            for army, player in enumerate(self.material.army_player)
            if self.state.at[army] >= 0 and (player == owner or self._reads("cut-off", "any-axis"))
        )

    def _supplied(self, army: int, player: int, lost: int) -> bool:
        any_axis = self._reads("cut-off", "any-axis")
        ground = self.material.all_controlled(self.state) if any_axis else self.material.controlled(self.state, player)
        bases = 1 << self.board.main_base[player]
        frontline = self.board.frontline_base[player]
        if frontline is not None and self._reads("cut-off-base", "either"):
            bases |= 1 << frontline
        joined = _reached(bases, ground & ~lost, self.board.open_neighbours)
        return bool(joined >> self.state.at[army] & 1)

    @cached_property
    def severing(self) -> int:
        """The areas that can be struck and whose loss cuts an army off."""
        found = 0
        for area in members(self.attacks):
            found |= self.cuts_off(area) << area
        return found

    # Placements

    @cached_property
    def needs_neighbour(self) -> bool:
        """Whether a marker goes only next to another one."""
        if self.free:
            return self._reads("free-placement", "adjacent")
        return not self.advanced or self.material.policies["advanced-adjacency"] == "adjacent"

    @cached_property
    def places(self) -> int:
        """The areas that can receive a marker, whatever the card asks for."""
        found = self.board.all_areas & ~self.material.all_controlled(self.state)
        if self._reads("soviet-stacking", "one"):
            found &= ~self.state.soviet
        if self.needs_neighbour:
            found &= beside(self.state.soviet, self.board.neighbours)
        return found

    @cached_property
    def objectives(self) -> int:
        """The objective areas the card speaks of."""
        own = self.board.colored[self.state.active]
        found = 0
        for priority in self.side.priority:
            if isinstance(priority, ObjectiveProtection):
                found |= self.board.objective & (own if priority.areas == "own" else self.board.all_areas)
        return found

    @cached_property
    def near_city(self) -> int:
        """The areas near the Victory city the card speaks of."""
        found = 0
        for priority in self.side.priority:
            if isinstance(priority, VictoryProtection):
                city = self.board.area_names[priority.near]
                found |= self.board.neighbours[city]
                if self._reads("near-victory-city", "city-too"):
                    found |= 1 << city
        return found

    @cached_property
    def distance(self) -> dict[int, int]:
        """How far each area is from the nearest army."""
        lines = self.board.neighbours if self._reads("front-distance", "all-lines") else self.board.open_neighbours
        steps: dict[int, int] = dict.fromkeys(members(self.armies), 0)
        wave = self.armies
        count = 0
        while wave:
            count += 1
            wave = beside(wave, lines)
            for area in steps:
                wave &= ~(1 << area)
            for area in members(wave):
                steps[area] = count
        return steps

    def preferred(self, areas: int) -> int:
        """Those of the areas that the card prefers: the closest to an army, and of those the fortified ones."""
        ways: list[Callable[[int], int]] = [self._closest, self._fortified]
        for way in ways if self._reads("front-preference", "card-order") else reversed(ways):
            areas = way(areas)
        return areas

    def _closest(self, areas: int) -> int:
        least = min((self.distance.get(area, _FAR) for area in members(areas)), default=_FAR)
        return sum(1 << area for area in members(areas) if self.distance.get(area, _FAR) == least)

    def _fortified(self, areas: int) -> int:
        printed = self._reads("lost-fort", "pays-again")
        return areas & (self.board.fortified if printed else self.state.bunkers) or areas


@lru_cache(maxsize=4)
def front(scene: Scene) -> Front:
    """The reaction in the position before the action."""
    return Front(scene.material, scene.before)


def _here(name: str, areas: Callable[[Front], int]) -> None:
    fact(name, lambda scene, _: bool(areas(front(scene)) >> scene.area & 1))


def _any(name: str, areas: Callable[[Front], int]) -> None:
    fact(name, lambda scene, _: areas(front(scene)) != 0)


_here("in reach of a starting area", lambda it: it.start_zone)
_here("in reach of an army", lambda it: it.army_zone)
_here("open to the Soviets", lambda it: it.open_to_soviets)
_here("open from the start", lambda it: it.open_from_start)
_here("marker to strike", lambda it: it.markers)
_here("target", lambda it: it.targets)
_here("can be struck", lambda it: it.attacks)
_here("cuts an army off", lambda it: it.severing)
_any("some attack", lambda it: it.attacks)
_any("some attack cuts off", lambda it: it.severing)
_here("can receive a marker", lambda it: it.places)
_here("beside a Soviet marker", lambda it: _beside_soviets(it))
_any("some place", lambda it: it.places)
_here("objective of the card", lambda it: it.objectives)
_here("near the card's city", lambda it: it.near_city)
_any("some objective", lambda it: it.places & it.objectives)
_any("some place near the city", lambda it: it.places & it.near_city)
_here("preferred objective", lambda it: it.preferred(it.places & it.objectives))
_here("preferred near the city", lambda it: it.preferred(it.places & it.near_city))


def _beside_soviets(it: Front) -> int:
    return beside(it.state.soviet, it.board.neighbours)
