"""Common movement rules and fortified areas: what an army needs to enter an area, and what it meets there."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.actions import DeckName, Enter
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine import decks
from rtm_verify.games.race_to_moscow.engine.capture import capture
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.halting import judge_allowance
from rtm_verify.games.race_to_moscow.engine.movement import judge_moving
from rtm_verify.games.race_to_moscow.engine.soviet_player import ask_deck
from rtm_verify.games.race_to_moscow.engine.stock import spend
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation

__all__ = ["enter", "judge_enter", "options"]


def judge_enter(material: Material, state: State, action: Enter) -> Iterator[Violation]:
    """What an army needs to enter an area: a line, its colour, free ground, allowance, and 1 ammo for a bunker."""
    moving = state.moving
    yield from judge_moving(state, "8.2.allowance")
    if not moving:
        return
    player, army, area = state.active, moving.army, action.area
    bit, name, target = 1 << area, material.armies[army].name, material.area(area)
    yield from _judge_line(material, state.at[army], area, player)
    if not material.board.colored[player] & bit:
        yield Violation(
            "foreign-colour",
            ("8.common.colour", "4.board.colour"),
            f"{target} has the colour of {' and '.join(material.board.areas[area].colors)}: "
            f"{PLAYERS[player]} cannot enter it.",
            facts=(f"colours of {target}: {', '.join(material.board.areas[area].colors)}",),
            blockers=(target,),
        )
    other = material.army_in(state, area)
    if other is not None and other != army:
        yield Violation(
            "occupied",
            ("8.common.occupied",),
            f"{material.armies[other].name} stands in {target}: no other army can enter, not even in passing.",
            facts=(f"army in {target}: {material.army(other)}",),
            blockers=(target, material.army(other)),
        )
    for rival in range(len(PLAYERS)):
        if rival != player and material.controlled(state, rival) & bit:
            yield Violation(
                "foreign-marker",
                (*_closed(material, state, rival, bit), *(("8.double.enter",) if material.board.double & bit else ())),
                f"{target} is controlled by {PLAYERS[rival]}: {PLAYERS[player]} cannot enter it.",
                facts=(f"control of {target}: {PLAYERS[rival]}",),
                blockers=(target,),
            )
    yield from judge_allowance(material, moving)
    deck: DeckName = "Soviet" if state.soviet & bit else "Pursuit"
    free = not material.all_controlled(state) & bit
    if free and not _card_left(material, state, area) and material.readings["no-card-left"] == "no-entry":
        yield Violation(
            "empty-deck",
            ("8.common.soviet-draw" if deck == "Soviet" else "8.common.pursuit-draw",),
            f"A {deck} card is drawn in {target}, and none is left.",
            facts=(f"cards left in the {deck} deck 0",),
            blockers=(target,),
            rulings=("no-card-left",),
        )
    needed = _fort_cost(material, state, area)
    if state.loads[army].ammo < needed:
        yield Violation(
            "no-ammo-for-fort",
            (
                "8.fort.cannot",
                "8.fort.pay" if state.bunkers & bit else material.clause("8.fort.pay", first="first.7.fort"),
            ),
            f"{name} cannot enter {target}: the fortification costs {needed} ammo, and its card holds none.",
            facts=(f"ammo needed {needed}", f"on card {state.loads[army].ammo}", f"fortified: {target}"),
            blockers=(target,),
            rulings=() if state.bunkers & bit else ("lost-fort",),
            fixes=(f"load 1 ammo in {material.area(state.at[army])}",) if state.depots[state.at[army]].ammo else (),
        )


def _closed(material: Material, state: State, rival: int, bit: int) -> tuple[str, ...]:
    """The clauses that close an area to others; one that an absent player's marker blocks, for good (4.two.enter)."""
    if rival in state.order or not state.control[rival] & bit:
        return ("8.common.foreign-marker",)
    if len(state.order) > 1:
        return ("8.common.foreign-marker", "4.two.enter")
    first = material.policies["solo-blocked"] == "absent-colours"
    return ("8.common.foreign-marker", "first.4.solo-enter" if first else "4.solo.double")


def _forts(material: Material, state: State) -> int:
    """The areas that cost ammo to enter, as a mask: with a bunker, and nobody's (8.fort.pay, 8.fort.permanent)."""
    forts = material.board.fortified if material.readings["lost-fort"] == "pays-again" else state.bunkers
    return forts & ~material.all_controlled(state)


def _fort_cost(material: Material, state: State, area: int) -> int:
    """What the moving army pays for a fortification: nothing with Pionieren, less with Air Support (first.15.fort)."""
    if not _forts(material, state) >> area & 1 or (state.moving and state.moving.pioneers):
        return 0
    needed = material.edition.fort_ammo
    if _air_helps(material, state, area):
        return max(0, needed - material.edition.air_support_ammo)
    return needed


def _air_helps(material: Material, state: State, area: int) -> bool:
    """Whether Air Support on the card to be drawn pays for the fortification (first.15.fort)."""
    if material.policies["air-support-use"] == "combat":
        return False
    soviet = state.soviet >> area & 1
    if soviet and material.soviet_player:
        return state.air_area[state.active] == area
    return state.air[state.active] == ("on Soviet deck" if soviet else "on Pursuit deck")


def _judge_line(material: Material, source: int, target: int, player: int) -> Iterator[Violation]:
    """An army walks along a line of its colour, in either direction (4.board.line, 8.common.direction)."""
    board = material.board
    if board.roads[player][source] >> target & 1:
        return
    here, there = material.area(source), material.area(target)
    number = board.line_between.get((source, target))
    if number is None:
        open_ways = board.names(board.roads[player][source])
        yield Violation(
            "no-line",
            ("4.board.line", "4.board.adjacent"),
            f"No line joins {here} and {there}.",
            facts=(f"lines of {PLAYERS[player]} from {here}: {', '.join(open_ways) or 'none'}",),
            blockers=(here, there),
        )
    elif board.lines[number].red:
        yield Violation(
            "red-line",
            ("4.board.red",),
            f"The line between {here} and {there} is red: no player can use it.",
            facts=(f"line {here}–{there}: red",),
            blockers=(f"{here}–{there}",),
        )
    else:
        colours = " and ".join(board.lines[number].colors)
        yield Violation(
            "foreign-line",
            ("4.board.line", "4.board.double-line"),
            f"The line between {here} and {there} is open to {colours}, not to {PLAYERS[player]}.",
            facts=(f"line {here}–{there}: {colours}",),
            blockers=(f"{here}–{there}",),
        )


def _card_left(material: Material, state: State, area: int) -> bool:
    """Whether a card can be drawn in an area; with a Soviet player, by the side its marker is known to show."""
    if not state.soviet >> area & 1:
        return decks.can_look(material, state, "Pursuit")
    if material.soviet_player:
        sides = (state.soviet_deck, state.infantry), (state.armored_deck, state.armor)
        unknown = not (state.infantry | state.armor) >> area & 1
        return any(deck.size and (unknown or known >> area & 1) for deck, known in sides)
    return decks.can_look(material, state, "Soviet")


def enter(draft: Draft, action: Enter) -> None:
    """The army enters; in an area without a control marker it pays for the bunker and a card is drawn."""
    material, state, area = draft.material, draft.state, action.area
    moving = draft.moving
    army, bit, name = moving.army, 1 << area, material.area(area)
    line = material.board.lines[material.board.line_between[state.at[army], area]]
    draft.do(
        "enter",
        f"{material.armies[army].name} enters {name}.",
        "8.2.allowance" if material.armored[army] else "8.1.march" if moving.marched else "8.1.one-area",
        "4.board.line",
        "8.common.direction",
        "4.board.adjacent",
        *(("4.board.double-line",) if len(line.colors) > 1 else ()),
        "8.common.colour",
        "4.board.colour",
        "8.common.occupied",
        "8.common.foreign-marker",
        *(("8.common.continue",) if material.armored[army] and moving.hops else ()),
        *(("8.double.enter",) if material.board.double & bit else ()),
        at=(*state.at[:army], area, *state.at[army + 1 :]),
        moving=replace(moving, entered_from=state.at[army], hops=moving.hops + 1, halted=False, air_used=False),
    )
    if material.controlled(state, draft.player) & bit:
        draft.do(
            "controlled",
            f"{PLAYERS[draft.player].capitalize()} controls {name}: no card is drawn.",
            "8.common.controlled",
        )
        return
    if material.board.fortified & ~state.bunkers & bit and draft.reading("lost-fort") == "open":
        text = f"{name} is no longer fortified: its bunker was removed before."
        draft.do("fort", text, "8.fort.permanent" if material.edition.name != "first" else "8.fort.bunker")
    if _forts(material, state) & bit:
        _break_in(draft, area)
    if not state.soviet & bit and not draft.state.pursuit[draft.player].size:
        decks.reshuffle_pursuit(draft)
    if not _card_left(material, draft.state, area):
        draft.reading("no-card-left")
        capture(draft, area, "8.common.marker", "8.common.track-down")
    elif state.soviet & bit:
        ask_deck(draft, area)
    else:
        draft.silently(pending=Pending("pursuit"))


def _break_in(draft: Draft, area: int) -> None:
    """The fortification is paid for, and the bunker removed, before a card is drawn (8.fort.order, 10.fort-first)."""
    material, moving, name = draft.material, draft.moving, draft.material.area(area)
    cost, bit = _fort_cost(material, draft.state, area), 1 << area
    if cost:
        spend(
            draft,
            moving.army,
            Supplies(ammo=cost),
            "for the fortification",
            "8.fort.pay" if draft.state.bunkers & bit else material.clause("8.fort.pay", first="first.7.fort"),
            "8.fort.order",
            "10.fort-first",
        )
    elif moving.pioneers:
        draft.do("pioneers", f"Pionieren break into {name} without ammo.", "9.4.pionieren-free", "aid.okh.fort")
        if draft.reading("pionieren-areas") == "first":
            draft.silently(moving=replace(moving, pioneers=False))
    if not moving.pioneers and _air_helps(material, draft.state, area):
        draft.do("air-support", "Air Support provides the ammo for the fortification.", "first.15.fort")
        draft.silently(moving=replace(draft.moving, air_used=True))
    if draft.state.bunkers & bit:
        bunkers = draft.state.bunkers & ~bit
        rules = ("8.fort.bunker", material.clause("8.fort.permanent", first="first.7.fort"))
        draft.do("bunker", f"The bunker of {name} is removed.", *rules, bunkers=bunkers)


def options(material: Material, state: State) -> Iterator[Enter]:
    """The areas the moving army can enter."""
    moving = state.moving
    if moving is None or moving.over or state.winner >= 0 or any(judge_allowance(material, moving)):
        return
    player, army, board = state.active, moving.army, material.board
    open_to_us = board.roads[player][state.at[army]] & board.colored[player]
    for rival in range(len(PLAYERS)):
        if rival != player:
            open_to_us &= ~material.controlled(state, rival)
    for place in state.at:
        if place >= 0:
            open_to_us &= ~(1 << place)
    free = open_to_us & ~material.controlled(state, player)
    ammo = state.loads[army].ammo
    costly = _forts(material, state) & free if ammo < material.edition.fort_ammo else 0
    no_entry = material.readings["no-card-left"] == "no-entry"
    for area in members(open_to_us):
        if costly >> area & 1 and ammo < _fort_cost(material, state, area):
            continue
        if no_entry and free >> area & 1 and not _card_left(material, state, area):
            continue
        yield Enter(area)
