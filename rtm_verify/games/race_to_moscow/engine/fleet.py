"""Chapter 8.3: the fleet of Army Group Nord."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import MoveFleet
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.encirclement import close_pockets
from rtm_verify.games.race_to_moscow.engine.turn import judge_core_action, spend_core_action
from rtm_verify.games.race_to_moscow.engine.victory import settle_late_chain
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation

__all__ = ["judge_move_fleet", "move_fleet", "options"]

_NORD = PLAYERS.index("gray")


def judge_move_fleet(material: Material, state: State, action: MoveFleet) -> Iterator[Violation]:
    """Gray moves the fleet to an adjacent sea area, once a round (8.3)."""
    yield from judge_core_action(material, state)
    seas, here, there = material.board.seas, state.fleet, action.sea
    if state.active != _NORD:
        yield Violation(
            "not-yours",
            ("8.3.gray",),
            f"Only gray moves the fleet, and it is {PLAYERS[state.active]}'s turn.",
            facts=(f"active player {PLAYERS[state.active]}",),
        )
    if state.fleet_moved:
        yield Violation(
            "moved-already",
            (
                material.clause("8.3.once", first="first.10.once"),
                *(("first.10.once-extra",) if state.auxiliaries_used and material.edition.name == "first" else ()),
            ),
            f"The fleet has already moved this {material.policies['fleet-once']}.",
            facts=(f"round {state.round}",),
        )
    if not material.board.sea_neighbours[here] >> there & 1:
        yield Violation(
            "not-adjacent",
            ("8.3.adjacent",),
            f"{seas[there].name} does not adjoin {seas[here].name}, where the fleet is.",
            facts=(f"fleet in {seas[here].name}", f"adjacent: {', '.join(seas[here].adjacent)}"),
            blockers=(seas[there].name,),
        )


def move_fleet(draft: Draft, action: MoveFleet) -> None:
    """The fleet moves and blocks the harbors of its new sea area; areas cut off by that fall at once (8.3.block)."""
    spend_core_action(draft, "moves the fleet", "8.3.gray", "7.core-fleet")
    name = draft.material.board.seas[action.sea].name
    by_sea_areas = draft.material.policies["sea-chain"] == "sea-areas"
    block = "first.10.block" if by_sea_areas else "8.3.block"
    text = f"The fleet sails to {name}."
    once = draft.material.clause("8.3.once", first="first.10.once")
    draft.do("fleet", text, "8.3.adjacent", once, block, "8.3.encircle", fleet=action.sea, fleet_moved=True)
    close_pockets(draft, at_end=True)
    settle_late_chain(draft)


def options(material: Material, state: State) -> Iterator[MoveFleet]:
    """The sea areas the fleet can move to."""
    if state.active == _NORD and state.core_left > 0 and not state.fleet_moved:
        yield from map(MoveFleet, members(material.board.sea_neighbours[state.fleet]))
