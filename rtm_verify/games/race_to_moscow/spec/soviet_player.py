"""Section 14 (20 in the first edition): Soviet markers have two sides, which only the Soviet player knows."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.air_support import marker_ready, place_marker, unspent
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.capture import capture, settles_at_once
from rtm_verify.games.race_to_moscow.spec.encirclement import air_on_unseen, air_spent
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.turn import new_action
from rtm_verify.games.race_to_moscow.spec.variables import fact
from rtm_verify.games.race_to_moscow.spec.words import (
    AIR_ON_MARKER,
    ARMORED,
    LOOK_SIDE,
    LOOK_WHICH,
    NOBODY,
    NOTHING_OPEN,
    SIDE,
    SOVIET,
    STUKAGESCHWADER,
)
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]

# The marker that is shown

fact("shows infantry", lambda scene, _: scene.action.side == "infantry")
fact("infantry known", lambda _, state: state.infantry.bit_count())
fact("armor known", lambda _, state: state.armor.bit_count())

# The marker that is looked under


def _known(scene: Scene, state: State) -> bool:
    return bool((state.infantry | state.armor) >> scene.action.area & 1)


fact("looked area", lambda scene, _: scene.action.area)
fact("Soviet marker there", lambda scene, state: bool(state.soviet >> scene.action.area & 1))
fact("next to an own army", lambda scene, _: bool(scene.in_sight >> scene.action.area & 1))
fact("side known", _known)


def show_side(t: Template, book: Book) -> None:
    """The marker is turned over as an army enters, and says from which deck the card comes; or it is only looked at."""
    opened, infantry = t.number("open"), t.flag("shows infantry")
    enters, looks = opened == SIDE, opened == LOOK_SIDE
    t.guard("14.4.flip", "first.20.flip", "14.5.peek", "first.20.peek", Or(enters, looks))
    edition = book.edition
    for shown, known, most in (
        (infantry, "infantry known", edition.soviet_infantry_markers),
        (Not(infantry), "armor known", edition.soviet_armor_markers),
    ):
        t.guard("14.1.counts", "first.20.counts", Implies(shown, t.number(known) < most))

    cards = If(infantry, t.number("Soviet deck"), t.number("armored deck"))
    rules = ("14.4.infantry", "14.4.armor", "first.20.infantry", "first.20.armor")
    draws = And(enters, cards > 0)
    t.effect(*rules, t.number("open'") == If(draws, If(infantry, SOVIET, ARMORED), NOTHING_OPEN))
    t.effect(*rules, t.number("open area'") == NOBODY)
    captured = And(enters, cards == 0)
    # The area is the marker's, entered or not.
    shown = (("infantry marker", infantry), ("armor marker", Not(infantry)))
    sides = {side: Or(t.flag(side), seen) for side, seen in shown}
    capture(t, book, captured, draws=True, sides=sides)
    over = [And(captured, t.number(f"air area of {player}") == t.number("area")) for player in range(len(PLAYERS))]
    if settles_at_once(book):
        over = [Or(hit, air_on_unseen(t, book, player)) for player, hit in enumerate(over)]
    air_spent(t, over, book)


def _in_sight(t: Template, asked: Any) -> None:
    """The marker looked under is next to an army of the player."""
    t.guard("14.5.peek", "first.20.peek", Implies(asked, t.flag("Soviet marker there")))
    near = Implies(And(asked, t.flag("Soviet marker there")), t.flag("next to an own army"))
    t.guard("14.5.peek", "first.20.peek", near)


def _opens(t: Template) -> None:
    """A side that everybody has seen is not shown again."""
    rules = ("14.5.peek", "first.20.peek")
    known = t.flag("side known")
    t.effect(*rules, t.number("open'") == If(known, NOTHING_OPEN, LOOK_SIDE))
    t.effect(*rules, t.number("open area'") == If(known, NOBODY, t.number("looked area")))


def _place(t: Template, used: Any) -> None:
    """The active player's Air Support marker comes to the area, if it is `used`."""
    place_marker(t, used, AIR_ON_MARKER)
    for player in range(len(PLAYERS)):
        own, area = And(used, t.number("active") == player), f"air area of {player}"
        placed = If(own, t.number("looked area"), t.number(area))
        t.effect("14.5.air", "first.20.air", t.number(f"{area}'") == placed)


def look_under(t: Template, book: Book) -> None:
    """Recon looks under a Soviet marker; Stukageschwader also puts the Air Support marker there."""
    opened, stuka = t.number("open") == LOOK_WHICH, t.number("card kind") == STUKAGESCHWADER
    t.guard("14.5.peek", "first.20.peek", "aid.peek", "first.7.recon", opened)
    if "soviet-player" not in book.variants:
        t.guard("14.5.peek", "first.20.peek", Not(opened))
    _in_sight(t, opened)
    _opens(t)
    t.effect("8.common.resolve", t.number("open card'") == 0)
    _place(t, stuka)
    unspent(t, book, stuka)


def air_support_over(t: Template, book: Book) -> None:
    """The marker goes onto an area, and its player looks under the Soviet marker there."""
    new_action(t)
    if "soviet-player" not in book.variants:
        t.guard("14.5.peek", "14.5.air", "first.20.peek", "first.20.air", "9.1.place", False)
    marker_ready(t)
    _in_sight(t, True)
    _opens(t)
    _place(t, True)


CHAPTERS: dict[str, Chapter] = {
    "ShowSide": show_side,
    "LookUnder": look_under,
    "AirSupportOver": air_support_over,
}
