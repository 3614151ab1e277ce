"""Section 10 (8 in the first edition): combat, against a unit of a Soviet deck or of a Pursuit deck.

A combat is settled as soon as its card is drawn, unless an OKH card in the player's reach could still bear on it: then
it waits until the player says that it is fought.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from z3 import And, BoolVal, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.capture import capture, settles_at_once
from rtm_verify.games.race_to_moscow.spec.encirclement import air_on_unseen, air_spent
from rtm_verify.games.race_to_moscow.spec.movement import same_move
from rtm_verify.games.race_to_moscow.spec.supplies import least, returned, total
from rtm_verify.games.race_to_moscow.spec.variables import cell, fact
from rtm_verify.games.race_to_moscow.spec.words import (
    AIR_ON_MARKER,
    AIR_ON_PURSUIT,
    AIR_ON_SOVIET,
    ARMORED,
    BATTLE,
    NOTHING_OPEN,
    PURSUIT,
    SOVIET,
)
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS", "Combat", "combat", "halted_after", "help_from_the_air", "marker_over_card", "waits"]

# The OKH cards that are played in a combat.
_IN_COMBAT = ("brandenburg", "panzerhaubitzen")


def _within_reach(kind: str) -> None:
    fact(f"{kind} in hand", lambda scene, state: scene.has_card(state.hands[scene.player], kind))
    fact(f"{kind} in pool", lambda scene, state: scene.has_card(state.okh_pool, kind))


for _kind in _IN_COMBAT:
    _within_reach(_kind)
cell("combat supported", "pending.supported", absent=False)
fact("other Soviet cards", lambda scene, _: scene.other_soviet_cards)


class Combat(NamedTuple):
    """Whether a combat is settled, and how it ends."""

    fought: Any
    won: Any
    lost: Any


def waits(t: Template, book: Book) -> Any:
    """Whether the card drawn is a unit, and its combat can be influenced by an OKH card before it is settled."""
    opened = t.number("open")
    within_reach = {kind: t.flag(f"{kind} in hand") for kind in _IN_COMBAT}
    if book.settles("okh-take", "any-time"):
        takes = _may_take(t, book)
        within_reach = {kind: Or(held, And(takes, t.flag(f"{kind} in pool"))) for kind, held in within_reach.items()}
    other = t.number("other Soviet cards") > 0
    if not book.reads("brandenburg-pursuit", "any-unit"):
        other = And(other, Or(opened == SOVIET, opened == ARMORED))
    room = And(t.number("ammo in stock") >= 1, total(t, "on card") < book.edition.army_card_limit)
    useful = Or(And(within_reach["brandenburg"], other), And(within_reach["panzerhaubitzen"], room))
    return And(t.number("unit ammo") > 0, useful)


def _may_take(t: Template, book: Book) -> Any:
    """Whether the player has what a card of the OKH pool costs: the HQ marker, or medals in Total War."""
    if "total-war" not in book.variants:
        return Not(t.flag("HQ spent"))
    bought = t.number("own OKH cards bought")
    if book.reads("total-war-prices", "together"):
        bought = sum(t.number(f"OKH cards bought by {player}") for player in range(len(PLAYERS)))
    prices = enumerate(book.edition.total_war_prices)
    return Or([And(bought == count, t.number("own medals") >= price) for count, price in prices])


def help_from_the_air(t: Template) -> Any:
    """Whether the player's Air Support is on the card that is drawn, and has not been spent on the fortification."""
    own = [And(t.number("active") == player, marker_over_card(t, player)) for player in range(len(PLAYERS))]
    return Or(t.flag("combat supported"), And(Or(own), Not(t.flag("air paid"))))


def marker_over_card(t: Template, player: int) -> Any:
    """Whether a player's Air Support marker lies on the card that is drawn: the Pursuit deck is the active player's.

    With a Soviet player it lies on the Soviet marker for which the card is drawn.
    """
    marker, opened = t.number(f"air of {player}"), t.number("open")
    own_deck = And(opened == PURSUIT, t.number("active") == player, marker == AIR_ON_PURSUIT)
    here = And(marker == AIR_ON_MARKER, t.number(f"air area of {player}") == t.number("area"))
    return Or(
        own_deck, And(opened == SOVIET, marker == AIR_ON_SOVIET), And(Or(opened == SOVIET, opened == ARMORED), here)
    )


def combat(t: Template, book: Book, fought: Any, helped: Any) -> Combat:
    """The combat with the card in question, if it is `fought`; `helped` by Air Support or not."""
    ammo, fuel = t.number("ammo on card"), t.number("fuel on card")
    price, fuel_price = t.number("unit ammo"), t.number("unit fuel")
    won, lost, needed = t.open_flag("won"), t.open_flag("lost"), t.open_number("ammo needed")
    relief = book.edition.air_support_ammo
    t.effect(
        "10.air",
        "9.1.ammo",
        "9.1.own",
        "first.15.combat",
        "first.15.fort",
        "first.15.support",
        needed == If(helped, If(price > relief, price - relief, 0), price),
    )
    rules = ("10.must", "10.spend", "10.cost", "first.7.combat", "first.8.spend")
    t.effect(*rules, won == And(fought, ammo >= needed, fuel >= fuel_price))
    t.effect(*rules, lost == And(fought, Not(won)))

    t.effect("10.win.pay", "first.8.win-pay", Implies(won, t.number("ammo on card'") == ammo - needed))
    t.effect("10.win.pay", "first.8.win-pay", Implies(won, t.number("fuel on card'") == fuel - fuel_price))
    t.effect("10.lose.pay", "first.8.lose-pay", Implies(lost, t.number("ammo on card'") == ammo - least(ammo, needed)))
    less_fuel = fuel - least(fuel, fuel_price)
    t.effect("10.lose.pay", "first.8.lose-pay", Implies(lost, t.number("fuel on card'") == less_fuel))
    t.effect("10.spend", "first.8.spend", Implies(fought, t.number("food on card'") == t.number("food on card")))

    back = t.number("place'") == If(lost, t.number("came from"), t.number("place"))
    t.effect("10.lose.retreat", "first.8.lose-retreat", back)
    t.effect("10.lose.end", t.flag("defeated'") == Or(t.flag("defeated"), lost))
    t.effect("10.win.card", "8.common.defeated", "first.8.win-card", t.flag("card is trophy'") == won)
    shuffled = Implies(lost, t.flag("card shuffled back'"))
    t.effect("10.lose.shuffle", "8.common.undefeated", "first.8.lose-card", shuffled)
    return Combat(fought, won, lost)


def halted_after(t: Template, fight: Combat, halts: Any) -> None:
    """The movement goes on, unless the card or the combat `halts` the army."""
    same_move(t, "halted", "defeated")
    # An army that lost is stopped for good: whether it also counts as halted says nothing.
    stopped = Implies(Not(fight.lost), t.flag("halted'") == Or(t.flag("halted"), halts))
    t.effect("8.halt.soviet", "8.halt.field", "aid.halt", "first.7.bombers", "first.7.halt", stopped)


def settle_combat(t: Template, book: Book) -> None:
    """The combat that has waited is settled."""
    t.guard("10.must", "8.common.resolve", "8.common.combat", t.number("open") == BATTLE)
    fight = combat(t, book, BoolVal(True), t.flag("combat supported"))
    returned(t, ("on card",))
    halted_after(t, fight, t.flag("halt icon"))
    t.effect("8.common.resolve", "first.7.resolve", t.number("open'") == NOTHING_OPEN)
    t.effect("8.common.defeated", "10.win.card", Implies(Not(fight.lost), t.flag("card gone'")))
    if settles_at_once(book):
        air_spent(t, [air_on_unseen(t, book, player) for player in range(len(PLAYERS))], book)
    capture(t, book, fight.won, draws=True)


CHAPTERS: dict[str, Chapter] = {
    "Fight": settle_combat,
}
