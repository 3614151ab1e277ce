"""Sections 8 and 5: an area is captured: marker, Soviet marker, medals, and perhaps the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from z3 import And, If, Implies, Not

from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.encirclement import cards_unseen, medals_taken, pocket_markers, settle
from rtm_verify.games.race_to_moscow.spec.supplies import least
from rtm_verify.games.race_to_moscow.spec.variables import fact
from rtm_verify.games.race_to_moscow.spec.words import OVER
from rtm_verify.proof.template import Template

__all__ = ["capture", "settles_at_once", "wins"]


fact("victory area", lambda scene, _: bool(scene.board.victory >> scene.area & 1))
fact("chain to base", lambda scene, _: scene.chain_to_base)
fact("all players", lambda _, state: sum(1 << player for player in state.order))


def settles_at_once(book: Book) -> bool:
    """Whether areas change hands as soon as a marker cuts them off."""
    return book.reads("encirclement-timing", "immediate")


def wins(t: Template, book: Book, won: Any) -> None:
    """The game is over if the player has `won` it by a Victory area, and goes on if not."""
    active = t.number("active")
    t.effect("5.immediate", "5.chain", t.number("winner'") == If(won, active, t.number("winner")))
    t.effect("5.immediate", "first.6.immediate", t.number("phase'") == If(won, OVER, t.number("phase")))
    # The winners are a mask: one player, or in a Total War all of them.
    total_war = "total-war" in book.variants
    mine = t.number("all players") if total_war else If(active == 0, 1, If(active == 1, 2, 4))
    rules = ("13.5.win", "first.19.total-win") if total_war else ("5.immediate",)
    t.effect(*rules, t.number("winners'") == If(won, mine, t.number("winners")))


def capture(
    t: Template, book: Book, captured: Any, *, draws: bool = False, sides: Mapping[str, Any] | None = None
) -> None:
    """The area the army has entered, if it is `captured`, and if not.

    `draws` says that the action draws a card, so that decks and Air Support markers are looked after elsewhere; `sides`
    what is known of the Soviet marker's side by now, if the action shows it.
    """
    active, here = t.number("active"), t.number("owner")
    t.effect("8.common.marker", "10.win.marker", "first.7.marker", t.number("owner'") == If(captured, active, here))
    t.effect("8.common.track-down", t.flag("track'") == And(t.flag("track"), Not(captured)))
    _no_marker_left(t, captured, sides or {})
    t.effect("8.medal.take", t.number("medals'") == If(captured, 0, t.number("medals")))
    taken = If(captured, t.number("medals"), 0)

    city = And(captured, t.flag("victory area"))
    chain = t.flag("chain to base'")
    wins(t, book, And(city, chain))
    worth = book.edition.victory_area_medals if book.reads("victory-area-medals", "two") else 1
    bonus = If(And(city, Not(chain)), least(t.number("medals left"), worth), 0)
    t.effect("5.victory-medals", "first.6.victory-medals", t.number("medals left'") == t.number("medals left") - bonus)
    owed = taken + (bonus if book.reads("lost-victory-medals", "returned") else 0)
    t.effect("8.medal.take", "8.medal.lost", t.number("medals won here'") == t.number("medals won here") + owed)

    at_once = settles_at_once(book)
    returned = If(And(captured, t.flag("Soviet marker")), 1, 0) + If(captured, t.number("further markers"), 0)
    t.effect(
        "10.win.soviet",
        "3.2.soviet",
        *(("8.encirclement.pool", "first.9.pool") if at_once else ()),
        t.number("pool'") == t.number("pool") + returned + (pocket_markers(t) if at_once else 0),
    )
    for player in range(3):
        own = If(active == player, taken + bonus, 0)
        pocket = medals_taken(t, player) if at_once else 0
        t.effect(
            "8.medal.take",
            "5.medal-objective",
            "5.victory-medals",
            *(("8.encirclement.medal",) if at_once else ()),
            t.number(f"medals of {player}'") == t.number(f"medals of {player}") + own + pocket,
        )
    if at_once:
        t.effect("8.encirclement.cut", Implies(Not(captured), t.number("pocket'") == 0))
        settle(t, book, due=captured)
        if not draws:
            cards_unseen(t, book)


def _no_marker_left(t: Template, captured: Any, sides: Mapping[str, Any]) -> None:
    """The Soviet markers of a captured area go back to the pool; which side one showed is of no account then."""
    rules = ("10.win.soviet", "first.8.win-soviet")
    t.effect(*rules, t.flag("Soviet marker'") == And(t.flag("Soviet marker"), Not(captured)))
    t.effect(*rules, t.number("further markers'") == If(captured, 0, t.number("further markers")))
    t.effect(*rules, t.flag("markers elsewhere'"))
    for side in ("infantry marker", "armor marker"):
        t.effect(*rules, "14.1.sides", t.flag(f"{side}'") == And(sides.get(side, t.flag(side)), Not(captured)))
