"""Partisans: an opponent's marker loses its track (player aid)."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import FlipTrack
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.resolving import finish
from rtm_verify.games.race_to_moscow.engine.turn import what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation

__all__ = ["flip", "flip_targets", "flip_track", "guardians", "judge_flip_track", "options"]


def flip_targets(material: Material, state: State) -> int:
    """The markers Partisans can turn: opponents' with a track (aid.partisans).

    In solitaire they are the player's own (first.7.partisans-solo); a Soviet player picks any (14.6.partisans).
    """
    markers = 0
    for player in state.order:
        if material.soviet_player or (player != state.active) == (len(state.order) > 1):
            markers |= state.control[player]
    return markers & state.track


def guardians(material: Material, state: State, area: int) -> int:
    """The players who can cancel Partisans in an area by Sicherungs-Division, as a mask."""
    anyone = material.readings["sicherungs-division-player"] == "anyone"
    return sum(
        1 << player
        for player in state.order
        if state.hands[player] & material.guards and (anyone or state.control[player] >> area & 1)
    )


def judge_flip_track(material: Material, state: State, action: FlipTrack) -> Iterator[Violation]:
    """Partisans turn an opponent's marker that shows a track (aid.partisans)."""
    if not state.pending or state.pending.kind != "flip":
        yield Violation("no-partisans", ("aid.partisans",), "No card turns a marker now.", what_is_open(state))
        return
    targets = flip_targets(material, state)
    if not targets >> action.area & 1:
        name = material.area(action.area)
        yield Violation(
            "not-a-target",
            ("aid.partisans", *(("3.2.printed-rail",) if material.board.all_printed >> action.area & 1 else ())),
            f"{name} has no opponent's marker with the track side up.",
            facts=(f"track in {name}: {'yes' if state.track >> action.area & 1 else 'no'}",),
            blockers=(name,),
            fixes=tuple(material.board.names(targets))[:5],
        )


def flip_track(draft: Draft, action: FlipTrack) -> None:
    """The target is known: it may be guarded (9.4.sicherungs-division-timing), or else loses its track."""
    card = draft.open.card
    if guardians(draft.material, draft.state, action.area):
        draft.silently(pending=Pending("cancel", card, area=action.area))
    else:
        flip(draft, card, action.area)


def flip(draft: Draft, card: int, area: int) -> None:
    """The marker is turned to its plain side."""
    solo, soviet = len(draft.state.order) == 1, draft.material.soviet_player
    draft.do(
        "flip",
        f"Partisans: the marker in {draft.material.area(area)} loses its track.",
        "aid.partisans",
        *(("14.6.partisans",) if soviet else ("first.7.partisans-solo",) if solo else ()),
        track=draft.state.track & ~(1 << area),
        pending=None,
    )
    finish(draft, card)


def options(material: Material, state: State) -> Iterator[FlipTrack]:
    """The markers Partisans can turn."""
    yield from map(FlipTrack, members(flip_targets(material, state)))
