"""Chapter 11: after the actions a marker is turned to its track side."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import AdvanceRailhead
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.turn import judge_between_actions
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation

__all__ = ["advance", "judge_advance", "options", "railheads"]


def railheads(material: Material, state: State) -> int:
    """The active player's markers next to a tracked area of the player's, as a mask (11.adjacent)."""
    player, board = state.active, material.board
    plain, tracked = state.control[player] & ~state.track, state.control[player] & state.track
    if material.readings["railhead-printed"] == "counts":
        tracked |= board.printed[player]
    own = material.readings["railhead-lines"] == "own-colour"
    lines = board.roads[player] if own else board.open_neighbours
    found = 0
    for area in members(plain):
        if lines[area] & tracked:
            found |= 1 << area
    return found


def judge_advance(material: Material, state: State, action: AdvanceRailhead) -> Iterator[Violation]:
    """The actions are completed, and a marker next to a tracked one is turned, if there is any (11.flip)."""
    yield from judge_between_actions(material, state)
    if state.core_left > 0 and material.readings["unused-actions"] == "must-take":
        yield Violation(
            "actions-left",
            ("7.core", "11.when"),
            f"{PLAYERS[state.active].capitalize()} has core actions left to take.",
            facts=(f"core actions left {state.core_left}",),
            rulings=("unused-actions",),
        )
    player, area, found = state.active, action.area, railheads(material, state)
    if area < 0:
        if found and material.readings["railhead-optional"] == "must":
            yield Violation(
                "must-advance",
                ("11.flip",),
                f"{PLAYERS[player].capitalize()} turns a marker: some can be.",
                facts=(f"markers that can be turned: {', '.join(material.board.names(found))}",),
                fixes=tuple(material.board.names(found))[:5],
                rulings=("railhead-optional",),
            )
        return
    name = material.area(area)
    if not state.control[player] >> area & 1:
        yield Violation(
            "no-marker",
            ("11.flip",),
            f"{PLAYERS[player].capitalize()} has no control marker in {name}.",
            facts=(f"marker in {name}: no",),
            blockers=(name,),
        )
    elif state.track >> area & 1:
        yield Violation(
            "track-already",
            ("11.flip",),
            f"The marker in {name} shows its track side already.",
            facts=(f"track in {name}: yes",),
            blockers=(name,),
        )
    elif not found >> area & 1:
        yield Violation(
            "no-track-beside",
            (material.clause("11.adjacent", first="first.17.adjacent"),),
            f"No area next to {name} has a track of {PLAYERS[player]}.",
            facts=(f"neighbours of {name}: {', '.join(material.board.names(material.board.open_neighbours[area]))}",),
            blockers=(name,),
            fixes=tuple(material.board.names(found))[:5],
            rulings=("railhead-lines", "railhead-printed"),
        )


def advance(draft: Draft, action: AdvanceRailhead) -> None:
    """The marker is turned, and the Soviet Reaction follows (6.railhead, 6.reaction)."""
    title = PLAYERS[draft.player].capitalize()
    if draft.state.core_left:
        draft.reading("unused-actions")
    _note_readings(draft, action.area)
    if action.area < 0:
        if railheads(draft.material, draft.state):
            draft.reading("railhead-optional")
        text = f"{title}'s actions are over; no marker is turned."
        draft.do("railhead", text, "6.railhead", "11.when", phase="reaction", core_left=0)
        return
    draft.do(
        "railhead",
        f"{title}'s actions are over; the marker in {draft.material.area(action.area)} is turned to its track side.",
        "6.railhead",
        "11.when",
        "11.flip",
        draft.material.clause("11.adjacent", first="first.17.adjacent"),
        track=draft.state.track | 1 << action.area,
        phase="reaction",
        core_left=0,
    )


def _note_readings(draft: Draft, area: int) -> None:
    """The rulings without which this marker could not be turned, or without which one could."""
    now = railheads(draft.material, draft.state)
    may = bool(now >> area & 1 if area >= 0 else now)
    for ruling, readings in _READINGS.items():
        for reading in readings:
            found = railheads(draft.material.reading_as(ruling, reading), draft.state)
            if bool(found >> area & 1 if area >= 0 else found) != may:
                draft.reading(ruling)


_READINGS = {"railhead-printed": ("counts", "markers-only"), "railhead-lines": ("any-line", "own-colour")}


def options(material: Material, state: State) -> Iterator[AdvanceRailhead]:
    """The markers that can be turned to end the actions of a turn."""
    if state.core_left > 0 and material.readings["unused-actions"] == "must-take":
        return
    found = railheads(material, state)
    yield from map(AdvanceRailhead, members(found))
    if not found or material.readings["railhead-optional"] == "may":
        yield AdvanceRailhead(-1)
