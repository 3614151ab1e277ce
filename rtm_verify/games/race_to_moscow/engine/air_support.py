"""Chapter 9.1: the Air Support marker."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import DECKS, AirSupport
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.decks import begin_look, can_look
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.turn import judge_between_actions
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.violation import Violation

__all__ = ["judge_marker_ready", "judge_place_marker", "options", "place_marker", "put_on_deck", "spend_markers"]


def judge_place_marker(material: Material, state: State, action: AirSupport) -> Iterator[Violation]:
    """A ready marker is placed between actions; once placed it is not used again before it is refreshed (9.1.again)."""
    yield from judge_between_actions(material, state)
    yield from judge_marker_ready(material, state)
    if material.soviet_player:
        yield Violation(
            "no-deck",
            ("14.5.peek", "14.5.air"),
            "With a Soviet player, Air Support looks under a Soviet marker and lies on its area, not on a deck.",
            facts=("variant soviet-player: yes",),
            fixes=("name an area with a Soviet marker next to one of your armies",),
        )
    elif not can_look(material, state, action.deck):
        yield Violation("empty-deck", ("9.1.place",), f"The {action.deck} deck is empty.", ("cards in the deck 0",))


def judge_marker_ready(material: Material, state: State) -> Iterator[Violation]:
    """A marker that is placed or spent waits for the next Theatre Re-organization (9.1.again)."""
    marker = state.air[state.active]
    if marker != "ready":
        yield Violation(
            "air-support-used",
            (
                *(() if marker == "spent" else ("9.1.stay",)),
                material.clause("9.1.again", first="first.15.again"),
            ),
            f"{PLAYERS[state.active].capitalize()}'s Air Support cannot be used: it is {marker}.",
            facts=(f"Air Support: {marker}",),
            fixes=("wait for the next Theatre Re-organization",),
        )


def place_marker(draft: Draft, action: AirSupport) -> None:
    """The marker is placed on the deck, and its player looks at the top card (9.1.place, 9.1.peek)."""
    put_on_deck(draft, action.deck, "9.1.place", "9.1.stay", "7.bonus-air", "9.1.several")


def put_on_deck(draft: Draft, deck: str, *rules: str, kept: bool = False) -> None:
    """The marker lies on a deck whose top card is looked at; `kept` if it is not spent by it (9.4.stukageschwader)."""
    state = draft.state
    name = "Pursuit" if deck == "Pursuit" else "Soviet"
    draft.do(
        "air-support",
        f"{PLAYERS[draft.player].capitalize()} places Air Support on the {name} deck.",
        *rules,
        air=draft.for_player(state.air, f"on {name} deck"),
        air_kept=state.air_kept | 1 << draft.player if kept else state.air_kept,
        pending=begin_look(draft, "Pursuit" if deck == "Pursuit" else "Soviet"),
    )


def spend_markers(draft: Draft, players: tuple[int, ...]) -> None:
    """The Air Support of these players is used up, unless Stukageschwader keeps it ready (9.4.stukageschwader)."""
    state = draft.state
    spent = tuple(player for player in players if not state.air_kept >> player & 1)
    used = "spent" if spent and draft.reading("air-return") == "spent" else "ready"
    kept = tuple(player for player in players if player not in spent)
    material = draft.material
    rules = (
        material.clause("9.1.spent", first="first.15.revealed"),
        *(() if material.edition.name == "first" else ("9.1.beside",)),
    )
    for owners, marker, verb, because in (
        (spent, used, "is spent" if used == "spent" else "returns", rules),
        (kept, "ready", "returns unspent", (material.clause("9.4.stukageschwader", first="first.16.stukageschwader"),)),
    ):
        if owners:
            state = draft.state
            names = " and ".join(PLAYERS[player] for player in owners)
            lost = sum(1 << player for player in owners)
            draft.do(
                "air-support",
                f"The Air Support of {names} on the card {verb}.",
                *because,
                air=tuple(marker if player in owners else was for player, was in enumerate(state.air)),
                air_area=tuple(-1 if player in owners else was for player, was in enumerate(state.air_area)),
                air_kept=state.air_kept & ~lost,
            )


def options(material: Material, state: State) -> Iterator[AirSupport]:
    """The decks the marker can be placed on."""
    if state.air[state.active] == "ready" and not material.soviet_player:
        for deck in DECKS:
            if can_look(material, state, deck):
                yield AirSupport(deck)
