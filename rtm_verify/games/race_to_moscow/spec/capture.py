"""Sections 8 and 5: an area is captured: marker, Soviet marker, medals, and perhaps the game."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Implies, Not

from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.encirclement import cards_unseen, medals_taken, pocket_markers, settle
from rtm_verify.games.race_to_moscow.spec.supplies import least
from rtm_verify.games.race_to_moscow.spec.variables import fact
from rtm_verify.games.race_to_moscow.spec.words import OVER
from rtm_verify.proof.template import Template

__all__ = ["capture", "settles_at_once"]


fact("victory area", lambda scene, _: bool(scene.board.victory >> scene.area & 1))
fact("chain to base", lambda scene, _: scene.chain_to_base)


def settles_at_once(book: Book) -> bool:
    """Whether areas change hands as soon as a marker cuts them off."""
    return book.reads("encirclement-timing", "immediate")


def capture(t: Template, book: Book, captured: Any, *, draws: bool = False) -> None:
    """The area the army has entered, if it is `captured`, and if not.

    `draws` says that the action draws a card, so that decks and Air Support markers are looked after elsewhere.
    """
    active, here = t.number("active"), t.number("owner")
    t.effect("8.common.marker", "10.win.marker", t.number("owner'") == If(captured, active, here))
    t.effect("8.common.track-down", t.flag("track'") == And(t.flag("track"), Not(captured)))
    t.effect("10.win.soviet", t.flag("Soviet marker'") == And(t.flag("Soviet marker"), Not(captured)))
    t.effect("8.medal.take", t.number("medals'") == If(captured, 0, t.number("medals")))
    taken = If(captured, t.number("medals"), 0)
    t.effect("8.medal.take", "8.medal.lost", t.number("medals won here'") == t.number("medals won here") + taken)

    city = And(captured, t.flag("victory area"))
    chain = t.flag("chain to base'")
    t.effect("5.immediate", "5.chain", t.number("winner'") == If(And(city, chain), active, t.number("winner")))
    won = And(city, chain)
    t.effect("5.immediate", t.number("phase'") == If(won, OVER, t.number("phase")))
    # The winners are a mask, and the immediate victory has one winner.
    mine = If(active == 0, 1, If(active == 1, 2, 4))
    t.effect("5.immediate", t.number("winners'") == If(won, mine, t.number("winners")))
    worth = book.edition.victory_area_medals if book.reads("victory-area-medals", "two") else 1
    bonus = If(And(city, Not(chain)), least(t.number("medals left"), worth), 0)
    t.effect("5.victory-medals", t.number("medals left'") == t.number("medals left") - bonus)

    at_once = settles_at_once(book)
    t.effect(
        "10.win.soviet",
        "3.2.soviet",
        *(("8.encirclement.pool",) if at_once else ()),
        t.number("pool'")
        == t.number("pool") + If(And(captured, t.flag("Soviet marker")), 1, 0) + (pocket_markers(t) if at_once else 0),
    )
    for player in range(3):
        own = If(active == player, If(captured, t.number("medals"), 0) + bonus, 0)
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
