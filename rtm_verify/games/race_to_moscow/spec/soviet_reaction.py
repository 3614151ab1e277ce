"""Section 12: counter-attacks and Soviet markers, by the Front card or by free choice, and the end of a turn.

Also Abwehr (13.3) and the Soviet player's reaction (14.8). Which areas can be struck or marked is told by `front`.
"""

from __future__ import annotations

from typing import Any

from z3 import And, If, Implies, Not, Or

import rtm_verify.games.race_to_moscow.spec.front  # noqa: F401 (declares the variables of the Front cards)
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.loss import BLOCKED, lose_area
from rtm_verify.games.race_to_moscow.spec.supplies import returned
from rtm_verify.games.race_to_moscow.spec.turn import nothing_open
from rtm_verify.games.race_to_moscow.spec.turn_end import end_turn, in_reaction, last_marker
from rtm_verify.games.race_to_moscow.spec.variables import Cell, answers, cell, fact
from rtm_verify.games.race_to_moscow.spec.words import NOBODY, REACTION
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]

cell("boxed", "boxed")
fact("area bit", lambda scene, _: 1 << scene.area)
answers("markers stacked", lambda _, state: len(state.stacked), lambda _: [Cell("stacked")])
answers(
    "stacked here",
    lambda scene, state: state.stacked == (*scene.before.stacked, scene.area),
    lambda _: [Cell("stacked")],
)


def _free(book: Book) -> bool:
    return "abwehr" in book.variants or "soviet-player" in book.variants


def _advanced(book: Book) -> bool:
    return "advanced" in book.variants


def _begin(t: Template, book: Book) -> Any:
    """It is time for the reaction; winter attacks come first where they must be made."""
    in_reaction(t)
    nothing_open(t)
    reacting = t.number("phase") == REACTION
    if "winter" in book.variants and book.reads("winter-attacks", "must"):
        t.guard("13.4.all", "13.4.several", Implies(reacting, Not(t.flag("some winter attack"))))
    return reacting


def _marker_used(t: Template, book: Book) -> Any:
    """Whether a marker of the pool may still be placed: there is one, and the last has not gone before."""
    late = And(t.flag("last round"), book.settles("after-last-marker", "attack-only"))
    return And(t.number("pool") > 0, Not(late))


def counter_attack(t: Template, book: Book) -> None:
    """An area is lost; with the Basic side, or by free choice, that is the whole reaction."""
    reacting = _begin(t, book)
    marker, target = t.flag("marker to strike"), t.flag("target")
    struck = And(reacting, marker)
    t.guard("12.attack.remove", *BLOCKED, Implies(reacting, marker))
    t.guard("12.attack.target", "12.basic-others", "12.basic-solo", "13.3.limits", Implies(struck, target))
    t.guard("12.attack.start", "first.18.attack-start", Implies(struck, Not(t.flag("in reach of a starting area"))))
    t.guard("12.attack.army", "first.18.attack-army", Implies(struck, Not(t.flag("in reach of an army"))))
    t.guard("12.attack.adjacent", "first.18.attack-adjacent", Implies(struck, t.flag("open to the Soviets")))
    opened = Implies(t.flag("open to the Soviets"), t.flag("open from the start"))
    t.guard("12.attack.adjacent", "12.advanced-all", Implies(struck, opened))
    if not _free(book):
        severs = Implies(t.flag("some attack cuts off"), t.flag("cuts an army off"))
        t.guard("12.order", "first.3.southwest-cut", Implies(And(struck, t.flag("can be struck")), severs))

    lose_area(t, book, True)
    returned(t, ("in area",))
    struck_now = If(t.flag("attacked here"), 0, t.number("area bit"))
    if _advanced(book):
        t.effect("12.advanced-all", t.number("areas attacked'") == t.number("areas attacked") + struck_now)
    else:
        end_turn(t, book, t.flag("last round"), struck_now)


def place_soviet(t: Template, book: Book) -> None:
    """A marker of the pool goes onto the board, and the turn is over."""
    reacting = _begin(t, book)
    t.guard("12.place.basic", "aid.reaction.place", "first.18.place", Implies(reacting, t.number("pool") > 0))
    if book.settles("after-last-marker", "attack-only"):
        t.guard("first.6.no-placement", Implies(reacting, Not(t.flag("last round"))))
    uncontrolled = t.number("owner") == NOBODY
    t.guard("12.place.free", "12.place.advanced-free", "first.18.place-free", Implies(reacting, uncontrolled))
    ground = And(reacting, uncontrolled)
    if book.reads("soviet-stacking", "one"):
        t.guard("12.place.basic", "12.place.adjacent", Implies(ground, Not(t.flag("Soviet marker"))))
    anywhere = book.reads("free-placement", "anywhere") if _free(book) else _advanced(book)
    if not anywhere or (_advanced(book) and book.settles("advanced-adjacency", "adjacent")):
        near = t.flag("beside a Soviet marker")
        t.guard("12.place.adjacent", "first.18.place-adjacent", Implies(ground, near))
    if not _free(book):
        _by_card(t, book, reacting)

    soviet, stacked = t.flag("Soviet marker"), t.number("markers stacked")
    t.effect("12.place.basic", "12.place.advanced", t.flag("Soviet marker'"))
    more = t.number("markers stacked'") == stacked + If(soviet, 1, 0)
    t.effect("12.place.basic", "3.2.soviet", more)
    t.effect("12.place.basic", "3.2.soviet", Implies(soviet, t.flag("stacked here'")))
    t.effect("12.place.basic", "aid.reaction.place", t.number("pool'") == t.number("pool") - 1)
    _reaction_over(t, book, True)


def _by_card(t: Template, book: Book, reacting: Any) -> None:
    """The priorities of the Front card, in their order."""
    side = "12.advanced-card" if _advanced(book) else "12.place.basic"
    t.guard("12.order", "12.advanced-all", "first.19.attack-first", Implies(reacting, Not(t.flag("some attack"))))
    fits = And(reacting, t.flag("can receive a marker"))
    objective, some = t.flag("objective of the card"), t.flag("some objective")
    t.guard(side, "12.basic-objective", "12.order", Implies(And(fits, some), objective))
    city = Implies(And(fits, Not(some)), t.flag("near the card's city"))
    t.guard(side, "12.basic-victory", "12.order", city)
    for asked, chosen, preference in (
        (And(some, objective), "preferred objective", ("first.3.southwest-objective", "first.3.southwest-fort")),
        (
            And(Not(some), t.flag("near the card's city")),
            "preferred near the city",
            ("first.3.southwest-victory", "first.3.southwest-victory-fort"),
        ),
    ):
        t.guard(side, "12.order", *preference, Implies(And(fits, asked), t.flag(chosen)))


def end_reaction(t: Template, book: Book) -> None:
    """Nothing can be done; a marker that fits nowhere leaves the game."""
    reacting = _begin(t, book)
    usable = _marker_used(t, book)
    by_card = Or(t.flag("some objective"), t.flag("some place near the city"))
    place = t.flag("some place") if _free(book) else by_card
    attack = t.flag("some attack")
    if _free(book) and book.reads("free-discard", "may-discard"):
        attack = And(attack, Not(And(usable, Not(place))))
    t.guard("12.always", "12.order", "12.next", Implies(reacting, Not(attack)))
    t.guard("12.always", "12.next", Implies(reacting, Not(And(usable, place))))

    gone = If(usable, 1, 0)
    t.effect("12.place.discard", "first.18.discard", t.number("pool'") == t.number("pool") - gone)
    t.effect("12.place.discard", "first.18.discard", t.number("boxed'") == t.number("boxed") + gone)
    _reaction_over(t, book, usable if book.reads("discarded-last", "counts") else False)


def _reaction_over(t: Template, book: Book, left: Any) -> None:
    """The reaction, and with it the turn, is over."""
    for player in range(3):
        t.effect("5.most-medals", t.number(f"medals of {player}'") == t.number(f"medals of {player}"))
    end_turn(t, book, last_marker(t, left))


CHAPTERS: dict[str, Chapter] = {
    "CounterAttack": counter_attack,
    "PlaceSoviet": place_soviet,
    "EndReaction": end_reaction,
}
