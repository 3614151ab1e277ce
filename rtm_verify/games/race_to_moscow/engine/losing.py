"""A control marker is lost to a Soviet counter-attack: what goes with it (2024, chapters 8 and 12)."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.stock import give_back
from rtm_verify.games.race_to_moscow.supplies import NOTHING
from rtm_verify.kernel.words import counted

__all__ = ["lose_area", "owner_of"]


def owner_of(draft: Draft, area: int) -> int:
    """The player whose control marker lies in an area."""
    return next(player for player, control in enumerate(draft.state.control) if control >> area & 1)


def lose_area(draft: Draft, area: int, *rules: str, by: str = "") -> None:
    """The marker returns to its owner, supplies there to the stock, and a medal to the supply; vehicles stay.

    `by` says who chose this area among others.
    """
    state, bit, name, owner = draft.state, 1 << area, draft.material.area(area), owner_of(draft, area)
    draft.do(
        "counter-attack",
        f"{PLAYERS[owner].capitalize()} loses {name}: the control marker is removed{by}.",
        *rules,
        "8.5.remain",
        control=tuple(mask & ~bit if player == owner else mask for player, mask in enumerate(state.control)),
        track=state.track & ~bit,
    )
    lying = state.depots[area]
    if lying != NOTHING:
        text = f"{lying} in {name} returns to the stock."
        give_back(draft, lying, text, "8.limits.lost", depots=draft.with_depot(area, NOTHING))
    if state.rewards[area]:
        _return_medals(draft, area, owner)


def _return_medals(draft: Draft, area: int, owner: int) -> None:
    """The medal taken with the area is returned, as far as its owner has one (8.medal.lost, policy lost-medal)."""
    state = draft.state
    taken, held = state.rewards[area], state.medals_held
    rewards = (*state.rewards[:area], 0, *state.rewards[area + 1 :])
    if draft.material.policies["lost-medal"] == "kept":
        text = f"{PLAYERS[owner].capitalize()} keeps the medal taken with {draft.material.area(area)}."
        draft.do("medal", text, "3.2.medal-earn", rewards=rewards)
        return
    due = taken if taken > 1 and draft.reading("lost-medal-number") == "taken" else 1
    count = min(due, held[owner])
    draft.do(
        "medal",
        f"{PLAYERS[owner].capitalize()} returns {counted(count, 'medal')} for {draft.material.area(area)}.",
        "8.medal.lost",
        medals_held=tuple(number - count if player == owner else number for player, number in enumerate(held)),
        medals_left=state.medals_left + count,
        rewards=rewards,
    )
