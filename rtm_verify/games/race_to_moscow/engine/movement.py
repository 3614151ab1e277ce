"""Chapters 8.1 and 8.2: field armies and armored armies begin their movement."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import Action, Activate, EndFields, MoveFields
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.stock import spend
from rtm_verify.games.race_to_moscow.engine.turn import (
    judge_core_action,
    judge_not_over,
    judge_nothing_open,
    spend_core_action,
)
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Moving, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.violation import Violation

__all__ = [
    "activate",
    "begin_fields",
    "end_fields",
    "judge_activate",
    "judge_begin_fields",
    "judge_end_fields",
    "judge_moving",
    "options_begin",
    "options_end_fields",
    "options_fields",
]


# Move all field armies (8.1)


def judge_begin_fields(material: Material, state: State, _: MoveFields) -> Iterator[Violation]:
    """Moving the field armies is one core action (8.1)."""
    yield from judge_core_action(material, state)


def begin_fields(draft: Draft, _: MoveFields) -> None:
    """Begin the action within which each field army may move once (8.1.one-area, 8.1.optional)."""
    spend_core_action(draft, "moves the field armies", "8.1.one-area", "8.1.optional", "7.core-field")
    draft.silently(fields=True)


def judge_end_fields(material: Material, state: State, _: EndFields) -> Iterator[Violation]:
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


def end_fields(draft: Draft, _: EndFields) -> None:
    """End the field armies' action."""
    draft.silently(fields=False)


# One army


def judge_activate(material: Material, state: State, action: Activate) -> Iterator[Violation]:
    """An army moves once a round, if it is not grounded, and an armored army pays 1 fuel for it (8.2.fuel)."""
    army, name = action.army, material.armies[action.army].name
    armored = material.armored[army]
    ordered = _ordered(state)
    if ordered:
        yield from judge_not_over(state)
    elif armored:
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
            (
                material.clause("8.common.once", first="first.7.once"),
                *(("9.4.auftragstaktik-once",) if ordered else ()),
                *(("8.common.once-bonus",) if ordered or state.auxiliaries_used else ()),
            ),
            f"{name} has already moved this {material.policies['army-once']}.",
            facts=(f"round {state.round}", "moved: yes"),
            blockers=(material.army(army),),
        )
    if state.halt >> army & 1:
        yield Violation(
            "grounded",
            ("8.7.no-move", "3.2.halt", *(("first.14.no-move",) if material.edition.name == "first" else ())),
            f"{name} is grounded by a HALT marker until food reaches its area.",
            facts=("HALT marker: yes",),
            blockers=(material.army(army),),
            fixes=(f"bring 1 food to {material.area(state.at[army])}",),
        )
    needed = material.edition.armored_activation_fuel
    free = ordered and material.readings["auftragstaktik-fuel"] == "free"
    if armored and not free and state.loads[army].fuel < needed:
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


def _ordered(state: State) -> bool:
    """Whether Auftragstaktik waits for the army it activates (9.4.auftragstaktik)."""
    return state.pending is not None and state.pending.kind == "army"


def judge_field_action(material: Material, state: State) -> Iterator[Violation]:
    """Field armies move one after the other within their common action (8.1.one-by-one)."""
    yield from judge_nothing_open(state)
    yield from judge_not_over(state)
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
    name, ordered = material.armies[army].name, _ordered(state)
    if ordered:
        draft.do("order", f"Auftragstaktik activates {name}.", "9.4.auftragstaktik", pending=None)
    elif material.armored[army]:
        spend_core_action(draft, f"moves {name}", "8.2.allowance", "7.core-armored")
    if material.armored[army] and not (ordered and draft.reading("auftragstaktik-fuel") == "free"):
        fuel = Supplies(fuel=material.edition.armored_activation_fuel)
        spend(draft, army, fuel, "to move", "8.2.fuel")
    draft.do(
        "activate",
        f"{name} starts from {material.area(state.at[army])}.",
        material.clause("8.common.once", first="first.7.once"),
        "3.1.own",
        *(("9.4.auftragstaktik-once",) if ordered else ()),
        *(("8.common.once-bonus",) if ordered or state.auxiliaries_used else ()),
        *(() if material.armored[army] or ordered else ("8.1.free", "8.1.one-by-one")),
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


def options_begin(material: Material, state: State) -> Iterator[Action]:
    """The movements that can begin between two actions."""
    if state.core_left < 1:
        return
    yield MoveFields()
    for army, owner in enumerate(material.army_player):
        if owner == state.active and material.armored[army] and _can_start(material, state, army):
            yield Activate(army)


def options_fields(material: Material, state: State) -> Iterator[Action]:
    """Within their common action the next field army starts, or the action ends."""
    for army, owner in enumerate(material.army_player):
        if owner == state.active and not material.armored[army] and _can_start(material, state, army):
            yield Activate(army)
    yield EndFields()


def options_end_fields(_: Material, __: State) -> Iterator[EndFields]:
    """Once the game is won, the action can only end."""
    yield EndFields()


def _can_start(material: Material, state: State, army: int) -> bool:
    """Whether an army of the active player can start: see `judge_activate`."""
    if state.at[army] < 0 or (state.moved | state.halt) >> army & 1:
        return False
    return not material.armored[army] or state.loads[army].fuel >= material.edition.armored_activation_fuel
