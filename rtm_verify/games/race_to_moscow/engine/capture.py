"""A control marker is placed: the area, its Soviet marker and its medals change hands."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.encirclement import close_pockets
from rtm_verify.games.race_to_moscow.engine.medals import take_medals
from rtm_verify.games.race_to_moscow.engine.soviet_markers import remove_markers
from rtm_verify.games.race_to_moscow.engine.victory import settle_victory_area

__all__ = ["capture"]


def capture(draft: Draft, area: int, *rules: str) -> None:
    """The active player's marker is placed track side down (8.common.marker); its medals are taken (8.medal.take)."""
    material, state, bit = draft.material, draft.state, 1 << area
    name, player = material.area(area), PLAYERS[draft.player].capitalize()
    draft.do(
        "control",
        f"{player} places a control marker in {name}.",
        *rules,
        control=draft.for_player(state.control, state.control[draft.player] | bit),
    )
    remove_markers(draft, area, "10.win.soviet")
    take_medals(draft, area, draft.player, "8.medal.take")
    if material.board.victory & bit:
        settle_victory_area(draft, area)
    if draft.state.winner < 0:
        close_pockets(draft, at_end=False)
