"""Section 10: combat, against a unit of the Soviet deck or of a Pursuit deck."""

from __future__ import annotations

from typing import Any, NamedTuple

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.supplies import least
from rtm_verify.games.race_to_moscow.spec.words import AIR_ON_PURSUIT, AIR_ON_SOVIET, PURSUIT, SOVIET
from rtm_verify.proof.template import Template

__all__ = ["Combat", "combat", "marker_over_card"]


class Combat(NamedTuple):
    """Whether the card is a unit, and how the combat ends."""

    unit: Any
    won: Any
    lost: Any


def combat(t: Template, book: Book) -> Combat:
    """The combat, if the card drawn is a unit."""
    ammo, fuel = t.number("ammo on card"), t.number("fuel on card")
    price, fuel_price = t.number("unit ammo"), t.number("unit fuel")
    unit, won, lost = price > 0, t.open_flag("won"), t.open_flag("lost")

    # The marker of the player who fights, on the card that is drawn.
    markers = [And(t.number("active") == player, marker_over_card(t, player)) for player in range(3)]
    helped, needed = Or(markers), t.open_number("ammo needed")
    relief = book.edition.air_support_ammo
    t.effect("10.air", "9.1.ammo", "9.1.own", needed == If(helped, If(price > relief, price - relief, 0), price))
    t.effect("10.must", "10.spend", "10.cost", won == And(unit, ammo >= needed, fuel >= fuel_price))
    t.effect("10.must", "10.spend", "10.cost", lost == And(unit, Not(won)))

    t.effect("10.win.pay", Implies(won, t.number("ammo on card'") == ammo - needed))
    t.effect("10.win.pay", Implies(won, t.number("fuel on card'") == fuel - fuel_price))
    t.effect("10.lose.pay", Implies(lost, t.number("ammo on card'") == ammo - least(ammo, needed)))
    t.effect("10.lose.pay", Implies(lost, t.number("fuel on card'") == fuel - least(fuel, fuel_price)))
    t.effect("10.spend", Implies(unit, t.number("food on card'") == t.number("food on card")))

    t.effect("10.lose.retreat", t.number("place'") == If(lost, t.number("came from"), t.number("place")))
    t.effect("10.lose.end", t.flag("defeated'") == Or(t.flag("defeated"), lost))
    t.effect("10.win.card", "8.common.defeated", t.flag("card is trophy'") == won)
    t.effect("10.lose.shuffle", "8.common.undefeated", Implies(lost, t.flag("card shuffled back'")))
    return Combat(unit, won, lost)


def marker_over_card(t: Template, player: int) -> Any:
    """Whether a player's Air Support marker lies on the card that is drawn: the Pursuit deck is the active player's."""
    marker, opened = t.number(f"air of {player}"), t.number("open")
    own_deck = And(opened == PURSUIT, t.number("active") == player, marker == AIR_ON_PURSUIT)
    return Or(own_deck, And(opened == SOVIET, marker == AIR_ON_SOVIET))
