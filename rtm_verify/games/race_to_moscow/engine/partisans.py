"""Partisans: an opponent's marker loses its track (player aid)."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import FlipTrack
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.resolving import finish
from rtm_verify.games.race_to_moscow.engine.turn import what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.violation import Violation

__all__ = ["flip_targets", "flip_track", "judge_flip_track"]


def flip_targets(state: State) -> int:
    """The markers Partisans can turn: opponents' with a track; in solitaire the player's own (aid.partisans)."""
    markers = 0
    for player, control in enumerate(state.control):
        if (player != state.active) == (len(state.order) > 1):
            markers |= control
    return markers & state.track


def judge_flip_track(material: Material, state: State, action: FlipTrack) -> Iterator[Violation]:
    """Partisans turn an opponent's marker that shows a track (aid.partisans)."""
    if not state.pending or state.pending.kind != "flip":
        yield Violation("no-partisans", ("aid.partisans",), "No card turns a marker now.", what_is_open(state))
    elif not flip_targets(state) >> action.area & 1:
        name = material.area(action.area)
        yield Violation(
            "not-a-target",
            ("aid.partisans",),
            f"{name} has no opponent's marker with the track side up.",
            facts=(f"track in {name}: {'yes' if state.track >> action.area & 1 else 'no'}",),
            blockers=(name,),
            fixes=tuple(material.board.names(flip_targets(state)))[:5],
        )


def flip_track(draft: Draft, action: FlipTrack) -> None:
    """The marker is turned to its plain side."""
    material, state, card = draft.material, draft.state, draft.open.card
    draft.do(
        "flip",
        f"Partisans: the marker in {material.area(action.area)} loses its track.",
        "aid.partisans",
        track=state.track & ~(1 << action.area),
        pending=None,
    )
    finish(draft, card)
