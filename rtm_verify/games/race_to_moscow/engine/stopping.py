"""Chapter 8: an army's movement ends."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import EndMove
from rtm_verify.games.race_to_moscow.engine import entering
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.encirclement import close_pockets
from rtm_verify.games.race_to_moscow.engine.turn import judge_nothing_open
from rtm_verify.games.race_to_moscow.engine.victory import settle_late_chain
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.violation import Violation

__all__ = ["end_move", "judge_end_move", "options"]


def judge_end_move(material: Material, state: State, _: EndMove) -> Iterator[Violation]:
    """A movement can end at any point once every card is resolved (8.common.resolve)."""
    yield from judge_nothing_open(state)
    if not state.moving:
        yield Violation("nothing-moving", ("8.1.one-by-one",), "No army is on the move.", ("on the move: no army",))
    elif _must_enter(material, state):
        army = state.moving.army
        yield Violation(
            "nothing-entered",
            ("8.2.allowance" if material.armored[army] else "8.1.one-area",),
            f"{material.armies[army].name} was activated and enters no area.",
            facts=("areas entered 0",),
            blockers=(material.army(army),),
            rulings=("activation-without-entering",),
        )


def _must_enter(material: Material, state: State) -> bool:
    """Whether the army has entered no area and could, where that is read as a duty."""
    if not state.moving or state.moving.hops or material.readings["activation-without-entering"] == "may":
        return False
    return any(entering.options(material, state))


def end_move(draft: Draft, _: EndMove) -> None:
    """The movement ends, and encircled areas fall (8.encirclement.timing)."""
    if not draft.moving.hops:
        draft.reading("activation-without-entering")
    draft.silently(moving=None)
    if draft.state.winner < 0:
        close_pockets(draft, at_end=True)
        settle_late_chain(draft)


def options(material: Material, state: State) -> Iterator[EndMove]:
    """The army on the move can stop."""
    if state.moving and not _must_enter(material, state):
        yield EndMove()
