"""A resolved Pursuit card leaves the table, and the area it was drawn for is captured."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.engine.capture import capture
from rtm_verify.games.race_to_moscow.engine.draft import Draft

__all__ = ["finish"]


def finish(draft: Draft, card: int, *, discarded: bool = True) -> None:
    """The resolved card is discarded, and the area entered is captured (8.common.discard, 8.common.marker)."""
    state, material = draft.state, draft.material
    if discarded:
        draft.do(
            "discard",
            f"{material.card(card).name} is discarded.",
            "8.common.discard",
            "8.common.resolve-action",
            discards=draft.for_player(state.discards, state.discards[draft.player] | 1 << card),
        )
    moving = state.moving
    if moving and not material.controlled(draft.state, draft.player) >> state.at[moving.army] & 1:
        capture(draft, state.at[moving.army], "8.common.marker", "8.common.track-down")
