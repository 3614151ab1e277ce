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
from rtm_verify.games.race_to_moscow.engine.stock import spend
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.violation import Violation

__all__ = ["enter", "judge_enter"]


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
                ("8.common.foreign-marker", *(("8.double.enter",) if material.board.double & bit else ())),
                f"{target} is controlled by {PLAYERS[rival]}: {PLAYERS[player]} cannot enter it.",
                facts=(f"control of {target}: {PLAYERS[rival]}",),
                blockers=(target,),
            )
    yield from judge_allowance(material, moving)
    deck: DeckName = "Soviet" if state.soviet & bit else "Pursuit"
    free = not material.all_controlled(state) & bit
    if free and not decks.can_look(state, deck) and material.readings["no-card-left"] == "no-entry":
        yield Violation(
            "empty-deck",
            ("8.common.soviet-draw" if deck == "Soviet" else "8.common.pursuit-draw",),
            f"A {deck} card is drawn in {target}, and none is left.",
            facts=(f"cards left in the {deck} deck 0",),
            blockers=(target,),
            rulings=("no-card-left",),
        )
    needed = material.edition.fort_ammo
    if _fortified(material, state, area) and state.loads[army].ammo < needed:
        yield Violation(
            "no-ammo-for-fort",
            ("8.fort.cannot", "8.fort.pay"),
            f"{name} cannot enter {target}: the fortification costs {needed} ammo, and its card holds none.",
            facts=(f"ammo needed {needed}", f"on card {state.loads[army].ammo}", f"bunker in {target}"),
            blockers=(target,),
            fixes=(f"load 1 ammo in {material.area(state.at[army])}",) if state.depots[state.at[army]].ammo else (),
        )


def _fortified(material: Material, state: State, area: int) -> bool:
    """A bunker costs ammo in an area nobody controls (8.fort.pay, 8.fort.permanent)."""
    return bool(state.bunkers >> area & 1) and not material.all_controlled(state) >> area & 1


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
            ("4.board.line",),
            f"The line between {here} and {there} is open to {colours}, not to {PLAYERS[player]}.",
            facts=(f"line {here}–{there}: {colours}",),
            blockers=(f"{here}–{there}",),
        )


def enter(draft: Draft, action: Enter) -> None:
    """The army enters; in an area without a control marker it pays for the bunker and a card is drawn."""
    material, state, area = draft.material, draft.state, action.area
    moving = draft.moving
    army, bit, name = moving.army, 1 << area, material.area(area)
    draft.do(
        "enter",
        f"{material.armies[army].name} enters {name}.",
        "8.2.allowance" if material.armored[army] else "8.1.march" if moving.marched else "8.1.one-area",
        "4.board.line",
        at=(*state.at[:army], area, *state.at[army + 1 :]),
        moving=replace(moving, entered_from=state.at[army], hops=moving.hops + 1, halted=False),
    )
    if material.controlled(state, draft.player) & bit:
        draft.do(
            "controlled",
            f"{PLAYERS[draft.player].capitalize()} controls {name}: no card is drawn.",
            "8.common.controlled",
        )
        return
    if _fortified(material, state, area):
        spend(
            draft,
            army,
            Supplies(ammo=material.edition.fort_ammo),
            "for the fortification",
            "8.fort.pay",
            "8.fort.order",
        )
        bunkers = draft.state.bunkers & ~bit
        draft.do("bunker", f"The bunker of {name} is removed.", "8.fort.bunker", bunkers=bunkers)
    soviet = bool(state.soviet & bit)
    if not soviet and not draft.state.pursuit[draft.player].size:
        decks.reshuffle_pursuit(draft)
    deck = draft.state.soviet_deck if soviet else draft.state.pursuit[draft.player]
    if deck.size:
        draft.silently(pending=Pending("soviet" if soviet else "pursuit"))
    else:
        draft.reading("no-card-left")
        capture(draft, area, "8.common.marker")
