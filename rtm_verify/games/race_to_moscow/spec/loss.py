"""Sections 8 and 12: an area is lost to a counter-attack, and what lies there with it."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Not

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.supplies import least
from rtm_verify.games.race_to_moscow.spec.words import NOBODY
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.proof.template import Template

__all__ = ["BLOCKED", "lose_area"]

# The clauses by which markers of absent players stay where they are.
BLOCKED = ("4.two.control", "4.two.markers", "4.solo.markers", "first.4.solo-control")


def lose_area(t: Template, book: Book, lost: Any) -> None:
    """The area loses its Control marker if it is `lost`. Where its supplies go is told by `supplies.returned`.

    No bunker comes back (8.fort.permanent); by the reading that the print decides, none is needed.
    """
    owner = t.number("owner")
    t.effect("12.attack.remove", "first.18.attack", "13.4.withdraw-marker", _now(t, "owner", If(lost, NOBODY, owner)))
    t.effect("12.attack.remove", "3.2.track", t.flag("track'") == And(t.flag("track"), Not(lost)))
    for kind in SUPPLY_TYPES:
        t.effect("8.limits.lost", _now(t, f"{kind} in area", If(lost, 0, t.number(f"{kind} in area"))))
    _medals(t, book, lost)


def _medals(t: Template, book: Book, lost: Any) -> None:
    """A medal won with the area is returned, as far as its player has one."""
    won, owner = t.number("medals won here"), t.number("owner")
    t.effect("8.medal.lost", _now(t, "medals won here", If(lost, 0, won)))
    owed: Any = 0
    if book.settles("lost-medal", "returned"):
        owed = won if book.reads("lost-medal-number", "taken") else least(won, 1)
    given: Any = 0
    for player in range(len(PLAYERS)):
        held = t.number(f"medals of {player}")
        mine = If(And(lost, owner == player), least(owed, held), 0)
        t.effect("8.medal.lost", _now(t, f"medals of {player}", held - mine))
        given = given + mine
    t.effect("8.medal.lost", _now(t, "medals left", t.number("medals left") + given))


def _now(t: Template, name: str, value: Any) -> Any:
    return t.number(f"{name}'") == value
