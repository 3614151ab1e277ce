"""Chapter 8.1, 8.2 and the common movement rules: armies move, pay, and enter areas."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.actions import Activate, Enter
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine import decks
from rtm_verify.games.race_to_moscow.engine.capture import capture
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.encirclement import close_pockets
from rtm_verify.games.race_to_moscow.engine.stock import spend
from rtm_verify.games.race_to_moscow.engine.turn import (
    judge_core_action,
    judge_not_over,
    judge_nothing_open,
    spend_core_action,
)
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Moving, Pending, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.violation import Violation

__all__ = [
    "activate",
    "begin_fields",
    "end_fields",
    "end_move",
    "enter",
    "judge_activate",
    "judge_begin_fields",
    "judge_end_fields",
    "judge_end_move",
    "judge_enter",
    "judge_pay_on",
    "pay_on",
]


# Move all field armies (8.1)


def judge_begin_fields(material: Material, state: State) -> Iterator[Violation]:
    """Moving the field armies is one core action (8.1)."""
    yield from judge_core_action(material, state)


def begin_fields(draft: Draft) -> None:
    """Begin the action within which each field army may move once (8.1.one-area, 8.1.optional)."""
    spend_core_action(draft, "moves the field armies", "8.1.one-area", "8.1.optional")
    draft.silently(fields=True)


def judge_end_fields(material: Material, state: State) -> Iterator[Violation]:
    """The action ends when no field army is on its way (8.1.one-by-one)."""
    yield from judge_nothing_open(state)
    if not state.fields or state.moving:
        yield Violation(
            "no-field-action",
            ("8.1.one-by-one",),
            "The field armies' action cannot end here."
            if state.fields
            else "The action to move all field armies has not begun.",
            facts=(f"on the move: {material.army(state.moving.army) if state.moving else 'no army'}",),
        )


def end_fields(draft: Draft) -> None:
    """End the field armies' action."""
    draft.silently(fields=False)


# One army


def judge_activate(material: Material, state: State, action: Activate) -> Iterator[Violation]:
    """An army moves once a round, if it is not grounded, and an armored army pays 1 fuel for it (8.2.fuel)."""
    army, name = action.army, material.armies[action.army].name
    armored = material.armored[army]
    if armored:
        yield from judge_core_action(material, state)
    else:
        yield from judge_field_action(material, state)
    owner = material.army_player[army]
    if owner != state.active:
        yield Violation(
            "not-yours",
            ("3.1.own",),
            f"{name} belongs to {PLAYERS[owner]}, and it is {PLAYERS[state.active]}'s turn.",
            facts=(f"owner {PLAYERS[owner]}", f"active player {PLAYERS[state.active]}"),
            blockers=(material.army(army),),
        )
    if state.at[army] < 0:
        yield Violation(
            "not-on-board", ("4.armies",), f"{name} is not on the board.", facts=("in play: no",), blockers=(name,)
        )
        return
    if state.moved >> army & 1:
        yield Violation(
            "moved-already",
            ("8.common.once",),
            f"{name} has already moved this round.",
            facts=(f"round {state.round}", "moved: yes"),
            blockers=(material.army(army),),
        )
    if state.halt >> army & 1:
        yield Violation(
            "grounded",
            ("8.7.no-move", "3.2.halt"),
            f"{name} is grounded by a HALT marker until food reaches its area.",
            facts=("HALT marker: yes",),
            blockers=(material.army(army),),
            fixes=(f"bring 1 food to {material.area(state.at[army])}",),
        )
    needed = material.edition.armored_activation_fuel
    if armored and state.loads[army].fuel < needed:
        lying = state.depots[state.at[army]].fuel
        yield Violation(
            "no-fuel",
            ("8.2.fuel",),
            f"{name} cannot leave {material.area(state.at[army])}: moving it costs {needed} fuel, "
            f"and its card holds {state.loads[army].fuel}.",
            facts=(f"fuel needed {needed}", f"on card {state.loads[army].fuel}", f"in the area {lying}"),
            blockers=(material.army(army),),
            fixes=("load 1 fuel first, where the ruling supply-transfer = any-time holds",)
            if lying
            else (f"bring fuel to {material.area(state.at[army])}",),
            rulings=("supply-transfer",) if lying else (),
        )


def judge_field_action(material: Material, state: State) -> Iterator[Violation]:
    """Field armies move one after the other within their common action (8.1.one-by-one)."""
    yield from judge_nothing_open(state)
    if not state.fields:
        yield Violation(
            "no-field-action",
            ("8.1.one-area",),
            "Field armies move within the action that moves all of them, which has not begun.",
            facts=(f"core actions left {state.core_left}",),
        )
    elif state.moving:
        other = material.armies[state.moving.army].name
        yield Violation(
            "another-moving",
            ("8.1.one-by-one",),
            f"{other} must finish its movement before another army starts.",
            facts=(f"on the move: {other}",),
            blockers=(material.army(state.moving.army),),
        )


def activate(draft: Draft, action: Activate) -> None:
    """The army starts moving; an armored army spends 1 fuel (8.2.fuel)."""
    material, state, army = draft.material, draft.state, action.army
    name = material.armies[army].name
    if material.armored[army]:
        spend_core_action(draft, f"moves {name}", "8.2.allowance")
        fuel = Supplies(fuel=material.edition.armored_activation_fuel)
        spend(draft, army, fuel, "to move", "8.2.fuel")
    draft.do(
        "activate",
        f"{name} starts from {material.area(state.at[army])}.",
        "8.common.once",
        *(() if material.armored[army] else ("8.1.free",)),
        moving=Moving(army, state.at[army]),
        moved=state.moved | 1 << army,
    )


def judge_moving(state: State, clause: str) -> Iterator[Violation]:
    """Some army must be on the move, and neither its movement nor the game over."""
    yield from judge_nothing_open(state)
    yield from judge_not_over(state)
    if not state.moving:
        yield Violation("nothing-moving", (clause,), "No army is on the move.", facts=("on the move: no army",))
    elif state.moving.over:
        yield Violation(
            "defeated",
            ("10.lose.end",),
            "The army lost a combat: its movement has ended, and no payment lets it go on.",
            facts=("combat lost this move",),
        )


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
    if other is not None:
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
    yield from _judge_allowance(material, moving)
    if state.soviet & bit and not state.soviet_deck.size and material.readings["empty-soviet-deck"] == "no-entry":
        yield Violation(
            "empty-deck",
            ("8.common.soviet-draw",),
            f"{target} has a Soviet marker, and the Soviet deck is empty: there is no card to draw.",
            facts=("cards in the Soviet deck 0",),
            blockers=(target,),
            rulings=("empty-soviet-deck",),
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


def _judge_allowance(material: Material, moving: Moving) -> Iterator[Violation]:
    """Three areas for an armored army, one for a field army and one more by forced march; a halt must be paid."""
    army, edition = material.armies[moving.army], material.edition
    facts = (f"areas entered {moving.hops}",)
    if material.armored[moving.army]:
        if moving.hops >= edition.armored_allowance:
            yield Violation(
                "allowance",
                ("8.2.allowance",),
                f"{army.name} has moved its {edition.armored_allowance} areas.",
                facts=(*facts, f"allowance {edition.armored_allowance}"),
            )
        elif moving.halted:
            yield Violation(
                "halted",
                ("8.halt.push",),
                f"{army.name} is halted: going on costs {edition.push_fuel} fuel.",
                facts=(*facts, "halted: yes"),
                fixes=(f"pay {edition.push_fuel} fuel",),
            )
        return
    reach = edition.field_allowance + (edition.march_allowance if moving.marched else 0)
    if moving.hops < reach:
        return
    if moving.halted:
        yield Violation(
            "halted",
            ("8.halt.field", "8.1.march-halt"),
            f"{army.name} is halted: a field army goes no further.",
            facts=(*facts, "halted: yes"),
        )
    elif moving.marched:
        yield Violation(
            "allowance",
            ("8.1.march",),
            f"{army.name} has made its forced march: it goes no further.",
            facts=(*facts, f"allowance {reach}"),
        )
    else:
        yield Violation(
            "allowance",
            ("8.1.one-area", "8.1.march"),
            f"{army.name} has moved its one area: one more takes a forced march for {edition.march_food} food.",
            facts=(*facts, f"allowance {reach}"),
            fixes=(f"pay {edition.march_food} food",),
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
    if state.soviet & bit:
        if not draft.state.soviet_deck.size:
            draft.reading("empty-soviet-deck")
            capture(draft, area, "8.common.marker")
            return
        draft.silently(pending=Pending("soviet"))
    else:
        if not draft.state.pursuit[draft.player].size:
            decks.reshuffle_pursuit(draft)
        if draft.state.pursuit[draft.player].size:
            draft.silently(pending=Pending("pursuit"))
        else:
            capture(draft, area, "8.common.marker")


def judge_pay_on(material: Material, state: State) -> Iterator[Violation]:
    """Fuel lifts an armored army's halt (8.halt.push), food buys a field army a forced march (8.1.march)."""
    moving, edition = state.moving, material.edition
    yield from judge_moving(state, "8.halt.push")
    if not moving:
        return
    name, load = material.armies[moving.army].name, state.loads[moving.army]
    facts = (f"areas entered {moving.hops}", f"halted: {'yes' if moving.halted else 'no'}")
    if material.armored[moving.army]:
        if not moving.halted:
            yield Violation(
                "nothing-to-pay", ("8.halt.push",), f"{name} is not halted: there is nothing to pay.", facts
            )
        if moving.hops >= edition.armored_allowance:
            yield Violation(
                "allowance", ("8.halt.push", "8.2.allowance"), f"{name} has no movement left to pay for.", facts
            )
        if load.fuel < edition.push_fuel:
            yield Violation(
                "no-fuel",
                ("8.halt.push",),
                f"{name} cannot pay {edition.push_fuel} fuel to go on: its card holds {load.fuel}.",
                (*facts, f"fuel needed {edition.push_fuel}", f"on card {load.fuel}"),
            )
        return
    if moving.halted:
        yield Violation("halted", ("8.1.march-halt", "8.halt.field"), f"{name} is halted: no forced march.", facts)
    if moving.marched or moving.hops != edition.field_allowance:
        yield Violation("no-march", ("8.1.march",), f"{name} can make one forced march, after its first area.", facts)
    if load.food < edition.march_food:
        yield Violation(
            "no-food",
            ("8.1.march",),
            f"{name} cannot make a forced march: it costs {edition.march_food} food, and its card holds {load.food}.",
            (*facts, f"food needed {edition.march_food}", f"on card {load.food}"),
        )


def pay_on(draft: Draft) -> None:
    """Pay to go on."""
    moving, edition = draft.moving, draft.material.edition
    if draft.material.armored[moving.army]:
        spend(draft, moving.army, Supplies(fuel=edition.push_fuel), "to go on in spite of the halt", "8.halt.push")
        draft.silently(moving=replace(moving, halted=False))
    else:
        spend(draft, moving.army, Supplies(food=edition.march_food), "for a forced march", "8.1.march")
        draft.silently(moving=replace(moving, marched=True))


def judge_end_move(state: State) -> Iterator[Violation]:
    """A movement can end at any point once every card is resolved (8.common.resolve)."""
    yield from judge_nothing_open(state)
    if not state.moving:
        yield Violation("nothing-moving", ("8.1.one-by-one",), "No army is on the move.", ("on the move: no army",))


def end_move(draft: Draft) -> None:
    """The movement ends, and encircled areas fall (8.encirclement.timing)."""
    draft.silently(moving=None)
    if draft.state.winner < 0:
        close_pockets(draft, at_end=True)
