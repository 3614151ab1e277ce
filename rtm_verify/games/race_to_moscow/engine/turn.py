"""Chapter 7: what a player may do in a turn, and when."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.violation import Violation

__all__ = [
    "judge_between_actions",
    "judge_core_action",
    "judge_not_over",
    "judge_nothing_open",
    "spend_core_action",
    "what_is_open",
]


def judge_nothing_open(state: State) -> Iterator[Violation]:
    """A drawn card and its effect are settled before anything else (8.common.resolve)."""
    if state.pending:
        yield Violation(
            "card-open",
            ("8.common.resolve", "8.common.resolve-action"),
            "A drawn card must be resolved before anything else is done.",
            facts=what_is_open(state),
        )


def judge_not_over(state: State) -> Iterator[Violation]:
    """An immediate victory ends the game, or the end of the last round (5.immediate, 6.end)."""
    if state.winner >= 0:
        name = PLAYERS[state.winner]
        yield Violation("game-over", ("5.immediate",), f"The game is over: {name} has won.", facts=(f"winner {name}",))
    elif state.phase == "over":
        facts = (f"last round {state.round}",)
        yield Violation("game-over", ("6.end", "6.finish"), "The game is over: its last round has ended.", facts=facts)


def judge_between_actions(material: Material, state: State) -> Iterator[Violation]:
    """An action is completed in full before another one is taken (7.complete)."""
    yield from judge_nothing_open(state)
    yield from judge_not_over(state)
    if state.phase == "reaction":
        yield Violation(
            "reaction-running",
            ("6.reaction", "12.always"),
            f"The Soviet Reaction of {PLAYERS[state.active]}'s turn comes first: the actions are over.",
            facts=(f"phase: {state.phase}",),
        )
    if state.moving:
        army = material.armies[state.moving.army].name
        yield Violation(
            "action-running",
            ("7.complete",),
            f"{army} is still moving: its movement ends before another action begins.",
            facts=(f"areas entered {state.moving.hops}",),
            blockers=(material.army(state.moving.army),),
        )
    elif state.transport:
        yield Violation(
            "action-running",
            ("7.complete",),
            "Supplies are being transported: that action ends before another begins.",
            facts=("action: transport supplies",),
        )
    elif state.fields:
        yield Violation(
            "action-running",
            ("7.complete",),
            "The field armies are still moving: that action ends before another begins.",
            facts=("action: move all field armies",),
        )


def judge_core_action(material: Material, state: State) -> Iterator[Violation]:
    """A turn has two core actions (7.core)."""
    yield from judge_between_actions(material, state)
    if state.core_left < 1:
        yield Violation(
            "no-core-action",
            ("7.core",),
            f"{PLAYERS[state.active].capitalize()} has no core action left this turn.",
            facts=(f"core actions a turn {material.edition.core_actions}", "left 0"),
            fixes=("play an Axis Auxiliaries card for another action",) if _auxiliaries(material, state) else (),
        )


def _auxiliaries(material: Material, state: State) -> bool:
    hand = state.hands[state.active]
    return any(hand >> number & 1 and card.type == "auxiliaries" for number, card in material.cards.by_number.items())


def spend_core_action(draft: Draft, text: str, *rules: str) -> None:
    """Enter in the ledger that a core action begins."""
    left = draft.state.core_left - 1
    draft.do(
        "action",
        f"{PLAYERS[draft.player].capitalize()} {text}.",
        "7.core",
        "7.order",
        "7.repeat",
        "6.actions",
        *rules,
        core_left=left,
    )


def what_is_open(state: State) -> tuple[str, ...]:
    """The fact that a choice is refused for: what else is open, or nothing."""
    return (f"open: {state.pending.kind if state.pending else 'nothing'}",)
