"""Section 9.3: OKH cards are taken from the pool, which the deck fills up again; Total War's prices (13.5)."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.turn import acting, new_action
from rtm_verify.games.race_to_moscow.spec.variables import Cell, answers, bit, cell, fact
from rtm_verify.games.race_to_moscow.spec.words import BATTLE, NOTHING_OPEN, OPEN
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]

OKH = OPEN.index("okh")


def _deck(_: Scene) -> list[Cell]:
    return [Cell("okh_deck")]


def _drawn(scene: Scene, state: State) -> bool:
    """Whether the deck is as it should be once the card on top of it is turned up."""
    deck, card = scene.before.okh_deck, scene.action.card
    return bool(deck.candidates() >> card & 1) and deck.draw(card) == state.okh_deck


bit("OKH card in pool", "okh_pool", "OKH card")
fact("OKH pool", lambda _, state: state.okh_pool.bit_count())
answers("OKH deck", lambda _, state: state.okh_deck.size, _deck)
answers("OKH card drawn", _drawn, _deck)
fact("OKH card may be on top", lambda scene, state: bool(state.okh_deck.candidates() >> scene.action.card & 1))
cell("waiting unit", "pending.battle", absent=0)
cell("HQ spent", "hq_spent", "player")
cell("own medals", "medals_held", "player")
cell("own OKH cards bought", "okh_bought", "player")
for _player in range(len(PLAYERS)):
    cell(f"OKH cards bought by {_player}", "okh_bought", _player)


def open_pool(t: Template, book: Book) -> None:
    """The cards of the pool are turned up, where the scenario has not named them."""
    del book
    new_action(t)
    # The deck fills the pool up as long as it can: an empty pool beside a deck has never been open.
    t.guard("4.okh-pool", "4.okh", And(t.number("OKH pool") == 0, t.number("OKH deck") > 0))
    t.effect("4.okh-pool", "4.okh", t.number("open'") == OKH)
    t.effect("4.okh-pool", t.number("open card'") == 0)
    t.effect("4.okh-pool", t.number("waiting unit'") == 0)


def take_okh(t: Template, book: Book) -> None:
    """A card of the pool comes to the player, for the HQ marker or for medals."""
    opened, deck = t.number("open"), t.number("OKH deck")
    if book.settles("okh-take", "any-time"):
        acting(t)
        t.guard("8.common.resolve", "8.common.resolve-action", Or(opened == NOTHING_OPEN, opened == BATTLE))
    else:
        new_action(t)
    t.guard("9.3.take", "first.16.take", "aid.bonus.okh-take", t.flag("OKH card in pool"))
    _pay(t, book)
    t.effect("9.3.take", "first.16.take", Not(t.flag("OKH card in pool'")))
    t.effect("9.3.area", "aid.bonus.okh-take", t.flag("OKH card in hand'"))

    refilled = deck > 0
    rules = ("9.3.replace", "first.16.replace")
    t.effect(*rules, t.number("open'") == If(refilled, OKH, opened))
    t.effect(*rules, t.number("open card'") == If(refilled, t.number("OKH card"), t.number("open card")))
    unit = If(And(refilled, opened == BATTLE), t.number("open card"), t.number("waiting unit"))
    t.effect(*rules, t.number("waiting unit'") == unit)


def _pay(t: Template, book: Book) -> None:
    """The HQ marker is spent until the next Re-organization; in Total War medals pay instead."""
    medals, left = t.number("own medals"), t.number("medals left")
    spent, bought = t.flag("HQ spent"), t.number("own OKH cards bought")
    if "total-war" not in book.variants:
        rules = ("9.3.hq", "7.bonus-okh-limit", "first.16.again", "first.16.car")
        t.guard(*rules, Not(spent))
        t.effect(*rules, t.flag("HQ spent'"))
        return
    before = bought
    if book.reads("total-war-prices", "together"):
        before = sum(t.number(f"OKH cards bought by {player}") for player in range(len(PLAYERS)))
    prices = book.edition.total_war_prices
    price: Any = 0
    for count, medals_asked in enumerate(prices):
        price = If(before == count, medals_asked, price)
    trade = ("13.5.prices", "13.5.buy", "13.5.no-hq", "first.19.prices", "first.19.buy")
    t.guard(*trade, before < len(prices))
    t.guard(*trade, Implies(before < len(prices), medals >= price))
    t.effect(*trade, t.number("own medals'") == medals - price)
    t.effect(*trade, t.number("medals left'") == left + price)
    t.effect(*trade, t.number("own OKH cards bought'") == bought + 1)


def draw_okh(t: Template, book: Book) -> None:
    """The deck's top card takes its place in the pool."""
    deck, pool, unit = t.number("OKH deck"), t.number("OKH pool"), t.number("waiting unit")
    rules = ("9.3.replace", "first.16.replace", "4.okh-pool", "3.1.okh")
    t.guard(*rules, t.number("open") == OKH)
    t.guard(*rules, t.flag("is OKH card"))
    t.guard(*rules, Implies(t.flag("is OKH card"), t.flag("OKH card may be on top")))
    t.effect(*rules, t.flag("OKH card drawn'"))
    t.effect(*rules, t.number("OKH deck'") == deck - 1)
    t.effect(*rules, t.flag("OKH card in pool'"))

    # Where no card was taken the pool is being laid out, with as many cards as the number of players asks for.
    laid_out, players = t.number("open card") == 0, t.number("players")
    revealed = book.edition.okh_revealed
    wanted = If(players == 1, revealed[1], If(players == 2, revealed[2], revealed[3]))
    goes_on = And(laid_out, pool + 1 < wanted, deck > 1)
    closed = If(unit != 0, BATTLE, NOTHING_OPEN)
    t.effect("4.okh", *rules, t.number("open'") == If(goes_on, OKH, closed))
    t.effect("4.okh", *rules, t.number("open card'") == If(goes_on, 0, unit))
    t.effect("4.okh", *rules, t.number("waiting unit'") == 0)


CHAPTERS: dict[str, Chapter] = {
    "OpenPool": open_pool,
    "TakeOkh": take_okh,
    "DrawOkh": draw_okh,
}
