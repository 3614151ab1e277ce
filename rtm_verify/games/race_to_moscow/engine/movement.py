"""Chapters 8.1 and 8.2: field armies and armored armies begin and end their movement."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import Activate
from rtm_verify.games.race_to_moscow.board import PLAYERS
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
from rtm_verify.games.race_to_moscow.state import Moving, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.violation import Violation

__all__ = [
    "activate",
    "begin_fields",
    "end_fields",
    "end_move",
    "judge_activate",
    "judge_begin_fields",
    "judge_end_fields",
    "judge_end_move",
    "judge_moving",
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


def judge_end_move(material: Material, state: State) -> Iterator[Violation]:
    """A movement can end at any point once every card is resolved (8.common.resolve)."""
    yield from judge_nothing_open(state)
    if not state.moving:
        yield Violation("nothing-moving", ("8.1.one-by-one",), "No army is on the move.", ("on the move: no army",))
    elif not state.moving.hops and material.readings["activation-without-entering"] == "must-enter":
        army = state.moving.army
        yield Violation(
            "nothing-entered",
            ("8.2.allowance" if material.armored[army] else "8.1.one-area",),
            f"{material.armies[army].name} was activated and enters no area.",
            facts=("areas entered 0",),
            blockers=(material.army(army),),
            rulings=("activation-without-entering",),
        )


def end_move(draft: Draft) -> None:
    """The movement ends, and encircled areas fall (8.encirclement.timing)."""
    if not draft.moving.hops:
        draft.reading("activation-without-entering")
    draft.silently(moving=None)
    if draft.state.winner < 0:
        close_pockets(draft, at_end=True)
