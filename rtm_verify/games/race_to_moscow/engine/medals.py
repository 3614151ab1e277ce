"""Entering a medal area: the medals go to who controls it (2024, chapter 8)."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.kernel.words import counted

__all__ = ["take_medals"]


def take_medals(draft: Draft, area: int, player: int, *rules: str) -> None:
    """The medals of an area go to a player."""
    state, count = draft.state, draft.state.medals[area]
    if not count:
        return
    held = list(state.medals_held)
    held[player] += count
    draft.do(
        "medal",
        f"{PLAYERS[player].capitalize()} receives {counted(count, 'medal')} from {draft.material.area(area)}.",
        *rules,
        medals=(*state.medals[:area], 0, *state.medals[area + 1 :]),
        rewards=(*state.rewards[:area], count, *state.rewards[area + 1 :]),
        medals_held=tuple(held),
    )
