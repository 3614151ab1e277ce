"""Chapter 9.1: the Air Support marker."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import AirSupport
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.decks import begin_look, can_look
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.turn import judge_between_actions
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.violation import Violation

__all__ = ["judge_place_marker", "place_marker"]


def judge_place_marker(material: Material, state: State, action: AirSupport) -> Iterator[Violation]:
    """A ready marker is placed between actions; once placed it is not used again before it is refreshed (9.1.again)."""
    yield from judge_between_actions(material, state)
    marker = state.air[state.active]
    if marker != "ready":
        yield Violation(
            "air-support-used",
            ("9.1.again",),
            f"{PLAYERS[state.active].capitalize()}'s Air Support cannot be used: it is {marker}.",
            facts=(f"Air Support: {marker}",),
            fixes=("wait for the next Theatre Re-organization",),
        )
    if not can_look(state, action.deck):
        yield Violation("empty-deck", ("9.1.place",), f"The {action.deck} deck is empty.", ("cards in the deck 0",))


def place_marker(draft: Draft, action: AirSupport) -> None:
    """The marker is placed on the deck, and its player looks at the top card (9.1.place, 9.1.peek)."""
    draft.do(
        "air-support",
        f"{PLAYERS[draft.player].capitalize()} places Air Support on the {action.deck} deck.",
        "9.1.place",
        "9.1.stay",
        air=draft.for_player(draft.state.air, f"on {action.deck} deck"),
        pending=begin_look(draft, action.deck),
    )
