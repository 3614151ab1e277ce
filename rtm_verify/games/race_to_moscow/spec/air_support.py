"""Section 9.1 (15 in the first edition): Air Support."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Not, Or

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.decks import renew
from rtm_verify.games.race_to_moscow.spec.turn import new_action
from rtm_verify.games.race_to_moscow.spec.words import (
    AIR_ON_PURSUIT,
    AIR_ON_SOVIET,
    AIR_READY,
    LOOK_PURSUIT,
    LOOK_SOVIET,
)
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS", "marker_ready", "place_marker", "place_on_deck", "unspent"]


def marker_ready(t: Template) -> None:
    """The player's marker is face up and lies nowhere."""
    ready = [
        And(t.number("active") == player, t.number(f"air of {player}") == AIR_READY) for player in range(len(PLAYERS))
    ]
    t.guard("9.1.again", "9.1.stay", "first.15.again", "first.15.one", Or(ready))


def place_marker(t: Template, used: Any, place: Any) -> None:
    """The active player's marker comes to a place, if it is `used`."""
    for player in range(len(PLAYERS)):
        own, marker = And(used, t.number("active") == player), t.number(f"air of {player}")
        t.effect("9.1.place", "9.1.own", "first.15.place", t.number(f"air of {player}'") == If(own, place, marker))


def place_on_deck(t: Template, used: Any, soviet: Any) -> None:
    """The active player's marker comes to the Soviet deck or to the player's Pursuit deck, if it is `used`."""
    place_marker(t, used, If(soviet, AIR_ON_SOVIET, AIR_ON_PURSUIT))


def unspent(t: Template, book: Book, used: Any) -> None:
    """In 2024 a marker that is `used` by Stukageschwader will not be spent when its card is drawn."""
    if book.settles("stukageschwader", "unspent-or-readied"):
        for player in range(len(PLAYERS)):
            own, kept = And(used, t.number("active") == player), f"air kept of {player}"
            t.effect("9.4.stukageschwader", t.flag(f"{kept}'") == Or(t.flag(kept), own))


def air_support(t: Template, book: Book) -> None:
    """The marker goes onto a deck, and its player looks at the top card."""
    new_action(t)
    if "soviet-player" in book.variants:
        t.guard("14.5.peek", "14.5.air", "first.20.peek", "first.20.air", False)
    soviet = t.flag("asks Soviet deck")
    marker_ready(t)
    t.guard("9.1.place", "first.15.peek", t.number("cards to look at") > 0)
    place_on_deck(t, True, soviet)
    t.effect("9.1.peek", "first.15.peek", t.number("open'") == If(soviet, LOOK_SOVIET, LOOK_PURSUIT))
    t.effect("9.1.peek", "first.15.peek", t.number("open card'") == 0)
    renew(t, Not(soviet))


CHAPTERS: dict[str, Chapter] = {
    "AirSupport": air_support,
}
