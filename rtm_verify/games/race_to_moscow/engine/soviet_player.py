"""Chapter 14: Soviet markers have hidden sides, which are shown on entering and seen by Recon and Air Support."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rtm_verify.games.race_to_moscow.actions import DECKS, SIDES, AirSupportOver, LookUnder, ShowSide, Side
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.air_support import judge_marker_ready
from rtm_verify.games.race_to_moscow.engine.capture import capture
from rtm_verify.games.race_to_moscow.engine.decks import can_look, the_deck
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.turn import judge_between_actions, what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation

__all__ = [
    "anything_to_look_at",
    "ask_deck",
    "judge_look_under",
    "judge_place_over",
    "judge_show_side",
    "look_at_marker",
    "look_under",
    "options",
    "options_look",
    "options_side",
    "place_over",
    "show_side",
]


# The side of a marker


def _possible(material: Material, state: State, side: Side) -> bool:
    """Whether a marker of this side can still be hidden: the box has so many of each (14.1.counts)."""
    known, number = (
        (state.infantry, material.edition.soviet_infantry_markers)
        if side == "infantry"
        else (state.armor, material.edition.soviet_armor_markers)
    )
    return known.bit_count() < number


def judge_show_side(material: Material, state: State, action: ShowSide) -> Iterator[Violation]:
    """A marker shows infantry or armor, of which there are so many (14.4.flip, 14.1.counts)."""
    if not state.pending or state.pending.kind not in ("side", "peek side"):
        yield Violation("no-marker-turned", ("14.4.flip",), "No Soviet marker is turned over now.", what_is_open(state))
    elif not _possible(material, state, action.side):
        yield Violation(
            "no-such-marker",
            ("14.1.counts",),
            f"Every {action.side} marker is known to be elsewhere.",
            facts=(f"known {action.side} markers {max(state.infantry.bit_count(), state.armor.bit_count())}",),
        )


def show_side(draft: Draft, action: ShowSide) -> None:
    """The side is known from now on; who entered the area draws a card of that kind (14.4.infantry, 14.4.armor)."""
    state, area, entered = draft.state, draft.open.area, draft.open.kind == "side"
    known = state.infantry if action.side == "infantry" else state.armor
    draft.do(
        "side",
        f"The Soviet marker in {draft.material.area(area)} is {action.side}.",
        "14.4.flip" if entered else "14.5.peek",
        "14.1.sides",
        "14.1.counts",
        **{action.side: known | 1 << area},
        pending=None,
    )
    if entered:
        ask_deck(draft, area)


def ask_deck(draft: Draft, area: int) -> None:
    """What is open when an army meets a marker: its side, then a card of the deck the side calls for.

    If that deck has no card left, nothing is met (ruling no-card-left); the side was not known before.
    """
    state, bit = draft.state, 1 << area
    if draft.material.soviet_player and not (state.infantry | state.armor) & bit:
        draft.silently(pending=Pending("side", area=area))
        return
    pile: Literal["soviet", "armored"] = "armored" if state.armor & bit else "soviet"
    if the_deck(state, pile).size:
        draft.silently(pending=Pending(pile))
    else:
        draft.reading("no-card-left")
        capture(draft, area, "8.common.marker", "8.common.track-down")


def options_side(material: Material, state: State) -> Iterator[ShowSide]:
    """The sides a marker can show."""
    for side in SIDES:
        if _possible(material, state, side):
            yield ShowSide(side)


# Recon and Air Support


def _in_sight(material: Material, state: State) -> int:
    """The areas with a Soviet marker next to an army of the active player, blocked ones too (14.5.peek)."""
    near = 0
    every = material.readings["sight-lines"] == "all-lines"
    lines = material.board.neighbours if every else material.board.open_neighbours
    for army, owner in enumerate(material.army_player):
        if owner == state.active and state.at[army] >= 0:
            near |= lines[state.at[army]]
    return near & state.soviet


def _judge_in_sight(material: Material, state: State, area: int) -> Iterator[Violation]:
    if not _in_sight(material, state) >> area & 1:
        name = material.area(area)
        yield Violation(
            "out-of-sight",
            ("14.5.peek",),
            f"{name} has no Soviet marker next to an army of {PLAYERS[state.active]}.",
            facts=(f"Soviet marker in {name}: {'yes' if state.soviet >> area & 1 else 'no'}",),
            blockers=(name,),
            fixes=tuple(material.board.names(_in_sight(material, state)))[:5],
        )


def judge_place_over(material: Material, state: State, action: AirSupportOver) -> Iterator[Violation]:
    """With a Soviet player, the ready marker goes to an area in sight (14.5.air)."""
    yield from judge_between_actions(material, state)
    yield from judge_marker_ready(material, state)
    if not material.soviet_player:
        yield Violation(
            "no-soviet-player",
            ("9.1.place",),
            "Air Support lies on a deck: nobody plays the Soviets.",
            facts=("variant soviet-player: no",),
        )
    else:
        yield from _judge_in_sight(material, state, action.area)


def place_over(draft: Draft, action: AirSupportOver) -> None:
    """The marker lies on the area until an army enters it, and its player sees the marker's side."""
    look_at_marker(draft, action.area, "14.5.peek", "14.5.air", "7.bonus-air")


def look_at_marker(draft: Draft, area: int, *rules: str, kept: bool = False) -> None:
    """Air Support is placed over an area; `kept` if it will not be spent by it."""
    state = draft.state
    draft.do(
        "air-support",
        f"{PLAYERS[draft.player].capitalize()} places Air Support over {draft.material.area(area)}.",
        *rules,
        air=draft.for_player(state.air, "on a Soviet marker"),
        air_area=draft.for_player(state.air_area, area),
        air_kept=state.air_kept | 1 << draft.player if kept else state.air_kept,
        pending=_unknown_side(state, area),
    )


def _unknown_side(state: State, area: int) -> Pending | None:
    return None if (state.infantry | state.armor) >> area & 1 else Pending("peek side", area=area)


def judge_look_under(material: Material, state: State, action: LookUnder) -> Iterator[Violation]:
    """Recon looks under a marker in sight (14.5.peek)."""
    if not state.pending or state.pending.kind != "peek which" or not material.soviet_player:
        yield Violation("no-recon", ("14.5.peek",), "No card looks under a marker now.", what_is_open(state))
        return
    yield from _judge_in_sight(material, state, action.area)


def look_under(draft: Draft, action: LookUnder) -> None:
    """The marker is chosen; its side is shown next, unless it is known."""
    if draft.material.card_type(draft.open.card).id == "stukageschwader":
        kept = draft.material.policies["stukageschwader"] == "unspent-or-readied"
        card = draft.material.clause("9.4.stukageschwader", first="first.16.stukageschwader")
        look_at_marker(draft, action.area, card, "14.5.air", kept=kept)
    else:
        draft.silently(pending=_unknown_side(draft.state, action.area))


def options_look(material: Material, state: State) -> Iterator[LookUnder]:
    """The markers a card can look under."""
    yield from map(LookUnder, members(_in_sight(material, state)))


def anything_to_look_at(material: Material, state: State) -> bool:
    """Whether Recon or Air Support finds a deck, or with a Soviet player a marker, to look at."""
    if material.soviet_player:
        return _in_sight(material, state) > 0
    return any(can_look(material, state, deck) for deck in DECKS)


def options(material: Material, state: State) -> Iterator[AirSupportOver]:
    """The areas Air Support can be placed over."""
    if material.soviet_player and state.air[state.active] == "ready":
        yield from map(AirSupportOver, members(_in_sight(material, state)))
