"""Soviet markers come onto the board and leave it."""

from __future__ import annotations

from typing import Any

from rtm_verify.games.race_to_moscow.engine.air_support import spend_markers
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.kernel.words import counted

__all__ = ["announce_last_round", "markers_in", "put_marker", "remove_markers"]


def markers_in(draft: Draft, area: int) -> int:
    """How many Soviet markers lie in an area: one, or several by the ruling soviet-stacking."""
    return (draft.state.soviet >> area & 1) + draft.state.stacked.count(area)


def remove_markers(draft: Draft, area: int, *rules: str) -> None:
    """Every Soviet marker of an area returns to the pool; nobody knows its side any longer."""
    state, bit = draft.state, 1 << area
    count = markers_in(draft, area)
    if not count:
        return
    changes: dict[str, Any] = {"soviet": state.soviet & ~bit, "pool": state.pool + count}
    if count > 1:
        changes["stacked"] = tuple(place for place in state.stacked if place != area)
    if (state.infantry | state.armor) & bit:
        changes |= {"infantry": state.infantry & ~bit, "armor": state.armor & ~bit}
    name = draft.material.area(area)
    what = "The Soviet marker" if count == 1 else counted(count, "Soviet marker")
    draft.do("soviet-marker", f"{what} of {name} returns to the pool.", *rules, **changes)
    watching = tuple(player for player, place in enumerate(state.air_area) if place == area)
    if watching:
        spend_markers(draft, watching)


def put_marker(draft: Draft, area: int, text: str, *rules: str) -> None:
    """A marker of the pool comes into an area; the last one makes this the last round (6.finish)."""
    state, bit = draft.state, 1 << area
    pool = state.pool - 1
    place: dict[str, Any] = (
        {"stacked": (*state.stacked, area)} if state.soviet & bit else {"soviet": state.soviet | bit}
    )
    draft.do("soviet-marker", text, *rules, pool=pool, **place)
    announce_last_round(draft)


def announce_last_round(draft: Draft) -> None:
    """An empty pool makes this the last round, whatever returns to it (6.finish, 6.no-return)."""
    if not draft.state.pool and not draft.state.last_round:
        text = "The pool of Soviet markers is empty: the game ends with this round."
        draft.do("last-round", text, "6.finish", "6.no-return", "3.2.pool-end", last_round=True)
