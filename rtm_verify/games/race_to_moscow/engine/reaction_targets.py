"""Chapter 12: which areas the Soviets can counter-attack, and where they can place a marker, and why not elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.front_cards import (
    CounterAttack,
    FrontSide,
    ObjectiveProtection,
    PlacementPreference,
    VictoryProtection,
    load_front_cards,
)
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import flood, members

__all__ = [
    "Choice",
    "Reason",
    "Targets",
    "adjacency",
    "attackable",
    "choice",
    "cutting",
    "decider",
    "free_reaction",
    "free_targets",
    "front_side",
    "may_place",
    "narrowed",
    "placeable",
    "protects",
    "targeted",
    "why_no_attack",
    "why_no_marker",
    "why_no_winter",
    "winter_targets",
]

Targets = Literal["others", "any"]


class Reason(NamedTuple):
    """Why an area is spared: the clauses, a sentence, what protects it, and the facts that matter."""

    rules: tuple[str, ...]
    text: str
    by: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


class Choice(NamedTuple):
    """What the Soviet Reaction asks for now: one of these areas is attacked, or receives a marker.

    Parameters
    ----------
    attacks, places : the areas to choose from, as masks.
    priority : the number of the priority on the Front card that asks for it; 0 if the choice is free or none is left.
    """

    attacks: int = 0
    places: int = 0
    priority: int = 0


# Counter-attacks


def targeted(material: Material, state: State, targets: Targets) -> int:
    """The control markers a counter-attack may be aimed at, wherever they lie (12.attack.target).

    Markers that block areas of absent players are no targets: those areas are controlled for good (4.two.control).
    """
    del material
    markers = 0
    for player in state.order:
        if targets == "any" or player != state.active or len(state.order) == 1:
            markers |= state.control[player]
    return markers


def attackable(material: Material, state: State, targets: Targets) -> int:
    """The areas that can be counter-attacked, as a mask; `why_no_attack` has the reasons."""
    board = material.board
    markers = targeted(material, state, targets) & ~_protected(material, state)
    if not markers:
        return 0
    front = _front(material, state)
    found = 0
    for area in members(markers):
        if board.neighbours[area] & front:
            found |= 1 << area
    return found


def _protected(material: Material, state: State) -> int:
    """The areas in or next to a starting area or an army (12.attack.start, 12.attack.army)."""
    neighbours, shield = material.board.neighbours, material.board.start_zone
    for area in state.at:
        if area >= 0:
            shield |= 1 << area | neighbours[area]
    return shield


def _front(material: Material, state: State) -> int:
    """The areas a counter-attack can come from: uncontrolled, or with a Soviet marker (12.attack.adjacent).

    What fell in this very reaction does not count, unless attacks follow each other (ruling attack-cascade).
    """
    free = material.board.all_areas & ~material.all_controlled(state)
    front = free | state.soviet
    return front if material.readings["attack-cascade"] == "cascade" else front & ~state.attacked


def why_no_attack(material: Material, state: State, area: int, targets: Targets) -> Iterator[Reason]:
    """Every reason why the marker in an area cannot be counter-attacked; none if it can."""
    board, bit, name = material.board, 1 << area, material.area(area)
    owner = next((player for player, control in enumerate(state.control) if control & bit), None)
    if owner is None:
        printed = ("3.2.printed",) if board.all_printed & bit else ()
        text = f"{name} has no control marker."
        yield Reason(("12.attack.remove", *printed), text, facts=(f"control marker in {name}: no",))
        return
    if owner not in state.order:
        text = f"{name} is blocked for good by {PLAYERS[owner]}, who is not in the game."
        yield Reason(_blocked(material, state), text, facts=_players(state))
    elif not targeted(material, state, targets) & bit:
        text = f"{name} belongs to {PLAYERS[owner]}, whose turn it is: another player is attacked."
        yield Reason(("12.basic-others", "12.attack.target"), text, facts=(f"marker of {PLAYERS[owner]}",))
    starts = [start for start in board.start.values() if start == area or board.neighbours[area] >> start & 1]
    if starts:
        names = tuple(material.area(start) for start in starts)
        text = f"{name} is in or next to the starting area {' and '.join(names)}."
        yield Reason(("12.attack.start",), text, names, (f"starting areas there: {', '.join(names)}",))
    armies = [army for army, place in enumerate(state.at) if place >= 0 and (board.neighbours[area] | bit) >> place & 1]
    if armies:
        names = tuple(material.army(army) for army in armies)
        grounded = any(state.halt >> army & 1 for army in armies)
        rules = ("12.attack.army", "12.attack.protect", *(("12.attack.grounded",) if grounded else ()))
        where = [f"{material.army(army)} in {material.area(state.at[army])}" for army in armies]
        text = f"{' and '.join(names)} in or next to {name} protects it."
        yield Reason(rules, text, names, (f"armies: {', '.join(where)}",))
    if not board.neighbours[area] & _front(material, state):
        text = f"{name} borders no uncontrolled area and no area with a Soviet marker."
        yield Reason(("12.attack.adjacent", "12.attack.arrows"), text, facts=_beside(material, area))


def _blocked(material: Material, state: State) -> tuple[str, ...]:
    """The clause by which an absent player's markers stay, with two players or alone."""
    return (
        material.clause("4.solo.markers", first="first.4.solo-control") if len(state.order) == 1 else "4.two.control",
    )


def _players(state: State) -> tuple[str, ...]:
    return (f"players: {', '.join(PLAYERS[player] for player in state.order)}",)


def _beside(material: Material, area: int) -> tuple[str, ...]:
    """The neighbours of an area, by lines of any colour, as a fact."""
    return (f"next to {material.area(area)}: {', '.join(material.board.names(material.board.neighbours[area]))}",)


# Winter (13.4)


def winter_targets(material: Material, state: State) -> int:
    """The markers in the winter zone that can still be attacked in this reaction, armies or not (13.4.all)."""
    if "winter" not in material.variants:
        return 0
    if material.readings["winter-empty-pool"] == "no-attack" and not may_place(material, state):
        return 0
    markers = targeted(material, state, "any") & material.board.winter & ~state.attacked
    if not markers or material.readings["winter-front"] == "anywhere":
        return markers
    front = _front(material, state)
    return sum(1 << area for area in members(markers) if material.board.neighbours[area] & front)


def why_no_winter(material: Material, state: State, area: int) -> Iterator[Reason]:
    """Every reason why a marker in the winter zone cannot be attacked now; none if it can."""
    name = material.area(area)
    if not any(control >> area & 1 for control in state.control):
        text = f"{name} has no control marker."
        yield Reason(("13.4.zone", "13.4.all"), text, facts=(f"control marker in {name}: no",))
    elif not targeted(material, state, "any") >> area & 1:
        text = f"{name} is blocked for good by a player who is not in the game."
        yield Reason(_blocked(material, state), text, facts=_players(state))
    if not material.board.winter >> area & 1:
        yield Reason(("13.4.zone",), f"{name} is not in the winter zone.", facts=("winter zone: no",))
    if state.attacked >> area & 1:
        text = f"{name} has been attacked in this reaction."
        yield Reason(("13.4.several",), text, facts=("attacked in this reaction: yes",))
    if material.readings["winter-empty-pool"] == "no-attack" and not may_place(material, state):
        text = "The pool has no Soviet marker to place (ruling winter-empty-pool)."
        yield Reason(("13.4.marker",), text, facts=(f"Soviet markers in the pool {state.pool}",))
    anywhere = material.readings["winter-front"] == "anywhere"
    if not anywhere and not material.board.neighbours[area] & _front(material, state):
        text = f"{name} borders no uncontrolled area and no area with a Soviet marker (ruling winter-front)."
        yield Reason(("12.attack.adjacent",), text, facts=_beside(material, area))


# Placement


def placeable(material: Material, state: State, *, adjacent: bool) -> int:
    """The land areas that can receive a marker (12.place.free); `adjacent` to one that has one (12.place.adjacent)."""
    free = material.board.all_areas & ~material.all_controlled(state)
    if material.readings["soviet-stacking"] == "one":
        free &= ~state.soviet
    if not adjacent:
        return free
    neighbours, beside = material.board.neighbours, 0
    for area in members(state.soviet):
        beside |= neighbours[area]
    return free & beside


def why_no_marker(material: Material, state: State, area: int, *, adjacent: bool) -> Iterator[Reason]:
    """Every reason why an area cannot receive a Soviet marker; none if it can."""
    bit, name = 1 << area, material.area(area)
    if material.all_controlled(state) & bit:
        rules = ("12.place.free" if adjacent else "12.place.advanced-free",)
        text = f"{name} has a control marker or a printed player symbol."
        yield Reason(rules, text, (name,), (f"controlled: {name}",))
    if state.soviet & bit and material.readings["soviet-stacking"] == "one":
        text = f"{name} has a Soviet marker already."
        yield Reason(("12.place.basic",), text, (name,), (f"Soviet marker in {name}: yes",))
    if adjacent and not material.board.neighbours[area] & state.soviet:
        text = f"No area next to {name} has a Soviet marker."
        yield Reason(("12.place.adjacent",), text, facts=_beside(material, area))


def narrowed(
    material: Material, state: State, areas: int, prefer: tuple[PlacementPreference, ...]
) -> Iterator[tuple[PlacementPreference, int]]:
    """What each preference of a card leaves of the areas, in the order of the ruling front-preference.

    A preference that fits none of them changes nothing; one area left needs no further preference.
    """
    if material.readings["front-preference"] == "fortified-first":
        prefer = tuple(sorted(prefer, key=lambda name: name != "fortified"))
    for preference in prefer:
        if not areas & areas - 1:
            return
        fortified = preference == "fortified"
        found = areas & _fortified(material, state) if fortified else _closest(material, state, areas)
        yield preference, found
        areas = found or areas


def _preferred(material: Material, state: State, areas: int, prefer: tuple[PlacementPreference, ...]) -> int:
    """The areas that satisfy a card's preferences best."""
    for _, found in narrowed(material, state, areas, prefer):
        areas = found or areas
    return areas


def _fortified(material: Material, state: State) -> int:
    """The fortified areas: those with a bunker, or wherever the symbol is printed (ruling lost-fort)."""
    return material.board.fortified if material.readings["lost-fort"] == "pays-again" else state.bunkers


def _closest(material: Material, state: State, areas: int) -> int:
    """Those of the areas that the fewest lines part from an Axis army (ruling front-distance)."""
    every = material.readings["front-distance"] == "all-lines"
    lines = material.board.neighbours if every else material.board.open_neighbours
    wave = sum(1 << place for place in set(state.at) if place >= 0)
    reached = wave
    while wave:
        if wave & areas:
            return wave & areas
        beside = 0
        for area in members(wave):
            beside |= lines[area]
        wave = beside & ~reached
        reached |= wave
    return areas


def _near(material: Material, city: int) -> int:
    """The areas near a Victory city (ruling near-victory-city)."""
    around = material.board.neighbours[city]
    return around | 1 << city if material.readings["near-victory-city"] == "city-too" else around


# What the Front card, or the free choice, asks for


def front_side(material: Material, state: State) -> FrontSide:
    """The side of the active player's Front card in play (12.sides)."""
    card = load_front_cards()[PLAYERS[state.active]]
    return card.advanced if "advanced" in material.variants else card.basic


def free_reaction(material: Material) -> bool:
    """Whether the reaction is chosen freely: Abwehr, or a Soviet player (13.3.free, 14.8.free)."""
    return material.soviet_player or "abwehr" in material.variants


def free_targets(material: Material) -> Targets:
    """Whom a freely chosen counter-attack can strike; every player is another one to the Soviet player."""
    if material.soviet_player or material.readings["abwehr-targets"] == "any":
        return "any"
    return "others"


def may_place(material: Material, state: State) -> bool:
    """Whether the pool has a marker to place (policy after-last-marker)."""
    barred = state.last_round and material.policies["after-last-marker"] == "attack-only"
    return state.pool > 0 and not barred


def adjacency(material: Material) -> bool:
    """Whether a marker is placed only next to another (12.place.adjacent, 12.place.advanced)."""
    if free_reaction(material):
        return material.readings["free-placement"] == "adjacent"
    return "advanced" not in material.variants or material.policies["advanced-adjacency"] == "adjacent"


def choice(material: Material, state: State) -> Choice:
    """What is to be done now; nothing if neither an attack nor a placement is possible."""
    open_areas = placeable(material, state, adjacent=adjacency(material)) if may_place(material, state) else 0
    if free_reaction(material):
        return Choice(attackable(material, state, free_targets(material)), open_areas)
    side = front_side(material, state)
    for number, priority in enumerate(side.priority, 1):
        if isinstance(priority, CounterAttack):
            attacks = attackable(material, state, priority.targets)
            if attacks:
                best = cutting(material, state, attacks) if "cuts-off-army" in priority.prefer else 0
                return Choice(attacks=best or attacks, priority=number)
        else:
            places = open_areas & protects(material, state, priority)
            if places:
                return Choice(places=_preferred(material, state, places, priority.prefer), priority=number)
    return Choice()


def protects(material: Material, state: State, priority: ObjectiveProtection | VictoryProtection) -> int:
    """The areas a priority speaks of (12.basic-objective, 12.basic-victory)."""
    board = material.board
    if isinstance(priority, VictoryProtection):
        return _near(material, board.area_names[priority.near])
    return board.objective & board.colored[state.active] if priority.areas == "own" else board.objective


def cutting(material: Material, state: State, areas: int) -> int:
    """Those of the areas whose loss parts an army, be it another player's, from its supply base (ruling cut-off)."""
    now = _supplied(material, state)
    return sum(1 << area for area in members(areas) if _supplied(material, _without(state, area)) != now)


def _supplied(material: Material, state: State) -> int:
    """The armies that a chain of areas joins to their Main Supply Base, as a mask of where they stand."""
    found = 0
    for player in state.order:
        own = material.readings["cut-off"] == "own-areas"
        links = material.controlled(state, player) if own else material.all_controlled(state)
        reached = flood(_bases(material, player), links, material.board.open_neighbours)
        for army, place in enumerate(state.at):
            if place >= 0 and material.army_player[army] == player:
                found |= reached & 1 << place
    return found


def _bases(material: Material, player: int) -> int:
    """The supply bases that keep an army in supply (ruling cut-off-base)."""
    bases, frontline = 1 << material.board.main_base[player], material.board.frontline_base[player]
    if frontline is not None and material.readings["cut-off-base"] == "either":
        bases |= 1 << frontline
    return bases


def _without(state: State, area: int) -> State:
    gray, white, brown = (mask & ~(1 << area) for mask in state.control)
    return replace(state, control=(gray, white, brown))


def decider(material: Material, state: State, *, attack: bool = False) -> str:
    """Who chooses where several areas fit: the Soviet player, the active player, or the left neighbour (12.tie).

    Of several counter-attacks, by the ruling attack-tie.
    """
    if material.soviet_player:
        return "the Soviet player"
    own = attack and material.readings["attack-tie"] == "active"
    if own or "abwehr" in material.variants or len(state.order) == 1:
        return PLAYERS[state.active]
    # Gray sits to the left of White, White of Brown, Brown of Gray (12.seats); an empty seat is passed over.
    left = (state.active - 1) % len(PLAYERS)
    while left not in state.order:
        left = (left - 1) % len(PLAYERS)
    return PLAYERS[left]
