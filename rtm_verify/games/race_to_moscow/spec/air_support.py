"""Section 9.1: Air Support."""

from __future__ import annotations

from z3 import And, If, Not, Or

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

__all__ = ["CHAPTERS"]


def air_support(t: Template, book: Book) -> None:
    """The marker goes onto a deck, and its player looks at the top card."""
    del book
    new_action(t)
    soviet = t.flag("asks Soviet deck")
    mine = [t.number("active") == player for player in range(3)]
    markers = [t.number(f"air of {player}") for player in range(3)]
    t.guard(
        "9.1.again", "9.1.stay", Or([And(own, marker == AIR_READY) for own, marker in zip(mine, markers, strict=True)])
    )
    t.guard("9.1.place", t.number("cards to look at") > 0)
    placed = If(soviet, AIR_ON_SOVIET, AIR_ON_PURSUIT)
    for player, (own, marker) in enumerate(zip(mine, markers, strict=True)):
        t.effect("9.1.place", "9.1.own", t.number(f"air of {player}'") == If(own, placed, marker))
    t.effect("9.1.peek", t.number("open'") == If(soviet, LOOK_SOVIET, LOOK_PURSUIT))
    t.effect("9.1.peek", t.number("open card'") == 0)
    renew(t, Not(soviet))


CHAPTERS: dict[str, Chapter] = {
    "AirSupport": air_support,
}
