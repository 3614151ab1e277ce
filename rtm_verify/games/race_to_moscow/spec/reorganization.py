"""Section 8.7: the Theatre Re-organization.

It is no action. It follows a Take Transport action that leaves no train in the stock; where an army can eat from its
card and from its area, it waits for its player's word, which `EatFrom` gives, and then goes on with the next army.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from z3 import And, BoolVal, If, Implies, IntVal, Not, Or

from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.supplies import returned
from rtm_verify.games.race_to_moscow.spec.turn import game_on
from rtm_verify.games.race_to_moscow.spec.variables import Cell, Where, answers, bit, cell, fact, index
from rtm_verify.games.race_to_moscow.spec.words import AIR_READY, AIR_SPENT, FOOD, NOBODY, NOTHING_OPEN
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, SupplyType
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS", "reorganize", "vehicles_return"]

_ARMIES = range(len(load_armies().all))
_FEED = ("8.7.feed", "8.7.source", "8.7.all", "first.14.feed", "first.14.all")


def _supplies_of(army: int, kind: SupplyType) -> None:
    cell(f"{kind} of army {army}", "loads", army, part=kind)

    def beside(scene: Scene, state: State) -> int:
        area = scene.before.at[army]
        return state.depots[area].of(kind) if area >= 0 else 0

    def cells(scene: Scene) -> list[Cell]:
        return [Cell("depots", area)] if (area := scene.before.at[army]) >= 0 else []

    answers(f"{kind} beside army {army}", beside, cells, Where(f"depots.{kind}", (f"area of army {army}",)))


def _army(army: int) -> None:
    index(f"army {army}", lambda _: army)
    index(f"area of army {army}", lambda scene: scene.before.at[army])
    cell(f"place of army {army}", "at", army)
    bit(f"army {army} unfed", "halt", f"army {army}")
    for kind in SUPPLY_TYPES:
        _supplies_of(army, kind)


def _vehicles(player: int) -> None:
    cell(f"trucks of {player} in stock", "trucks_stock", player)
    fact(f"trucks of {player} on map", lambda _, state: state.trucks[player].bit_count())
    answers(
        f"trucks of {player} as they lay",
        lambda scene, state: state.trucks[player] == scene.before.trucks[player],
        lambda _: [Cell("trucks", player)],
    )
    cell(f"HQ of {player} spent", "hq_spent", player)


for _number in _ARMIES:
    _army(_number)
for _player in range(len(PLAYERS)):
    _vehicles(_player)
cell("trains in stock", "trains_stock")
cell("trains in reserve", "trains_reserve")
answers("trains as they lay", lambda scene, state: state.trains == scene.before.trains, lambda _: [Cell("trains")])
fact("from card", lambda scene, _: scene.action.place == "card")


def vehicles_return(t: Template, book: Book, due: Any, trucks_taken: Sequence[Any], trains_taken: Any) -> None:
    """All vehicles on the map go to the stock, from which some have been taken; the first time the reserve follows."""
    reserve, players, first = book.edition.trains_reserve, t.number("players"), t.number("level") == 1
    t.effect("8.7.level", "first.14.level", t.number("level'") == If(due, 2, t.number("level")))

    added = If(players == 3, reserve.three, If(players == 2, reserve.two, reserve.one))
    from_reserve = If(And(due, first), added, 0)
    rules = ("8.7.reserve", "8.7.reserve-amount", "8.7.once", "first.14.reserve", "first.14.reserve-amount")
    t.effect(*rules, t.number("trains in reserve'") == t.number("trains in reserve") - from_reserve)
    returning = If(due, t.number("trains on map"), 0)
    stock = t.number("trains in stock") - trains_taken + returning + from_reserve
    t.effect("8.6.take", "8.7.remove", "first.14.remove", *rules, t.number("trains in stock'") == stock)
    t.effect("8.7.remove", "first.14.remove", t.number("trains on map'") == t.number("trains on map") - returning)
    t.effect("8.7.remove", "first.14.remove", Implies(Not(due), t.flag("trains as they lay'")))

    for player, taken in enumerate(trucks_taken):
        on_map, in_stock = f"trucks of {player} on map", f"trucks of {player} in stock"
        returning = If(due, t.number(on_map), 0)
        stock = t.number(in_stock) - taken + returning
        t.effect("8.6.take", "8.7.remove", "first.14.remove", t.number(f"{in_stock}'") == stock)
        t.effect("8.7.remove", "first.14.remove", t.number(f"{on_map}'") == t.number(on_map) - returning)
        t.effect("8.7.remove", "first.14.remove", Implies(Not(due), t.flag(f"trucks of {player} as they lay'")))


def reorganize(t: Template, book: Book, due: Any, asked: Any = None, from_card: Any = None) -> None:
    """The armies eat, one after the other, until one has a choice; after the last of them the markers return.

    Parameters
    ----------
    due : there is a Re-organization at all.
    asked : the army that had a choice and eats now, `from_card` or from its area; those before it have eaten.
    """
    portion = book.edition.feed_food
    asked = IntVal(NOBODY) if asked is None else asked
    from_card = BoolVal(False) if from_card is None else from_card
    waits: list[Any] = []
    for army in _ARMIES:
        card, area = t.number(f"food of army {army}"), t.number(f"food beside army {army}")
        unfed, chosen = t.flag(f"army {army} unfed"), asked == army
        eats_at_all = t.number(f"place of army {army}") >= 0
        if book.settles("grounded-feeding", "no-further-effect"):
            eats_at_all = And(eats_at_all, Not(unfed))
        either = And(eats_at_all, card >= portion, area >= portion)
        has_choice = either if book.reads("food-source", "choice") else False
        reached = And(due, asked < army, *(Not(wait) for wait in waits))
        waits.append(And(due, asked < army, has_choice))

        turn = And(reached, eats_at_all, Not(has_choice))
        on_card = Or(And(turn, card >= portion), And(chosen, from_card))
        beside = Or(And(turn, card < portion, area >= portion), And(chosen, Not(from_card)))
        for kind in SUPPLY_TYPES:
            for name, eaten in ((f"{kind} of army {army}", on_card), (f"{kind} beside army {army}", beside)):
                less = If(eaten, portion, 0) if kind == "food" else 0
                t.effect(*_FEED, t.number(f"{name}'") == t.number(name) - less)
        hungry = And(turn, card < portion, area < portion)
        lifted = Or(on_card, beside)
        t.effect(
            "8.7.halt",
            "8.7.lift",
            "first.14.halt",
            "first.14.already",
            t.flag(f"army {army} unfed'") == Or(hungry, And(unfed, Not(lifted))),
        )
    returned(t, tuple(f"{where} army {army}" for army in _ARMIES for where in ("of", "beside")))
    _wait(t, waits)
    _markers_return(t, book, And(due, *(Not(wait) for wait in waits)))


def _wait(t: Template, waits: Sequence[Any]) -> None:
    """The first army that has a choice is asked."""
    army: Any = NOBODY
    for number, wait in reversed(list(enumerate(waits))):
        army = If(wait, number, army)
    t.effect("8.7.source", *_FEED, t.number("open'") == If(Or(*waits), FOOD, NOTHING_OPEN))
    t.effect("8.7.source", *_FEED, t.number("open army'") == army)


def _markers_return(t: Template, book: Book, done: Any) -> None:
    every = book.settles("air-at-reorganization", "all")
    for player in range(len(PLAYERS)):
        marker, area, kept = t.number(f"air of {player}"), f"air area of {player}", f"air kept of {player}"
        spent = f"HQ of {player} spent"
        back = And(done, True if every else marker == AIR_SPENT)
        rules = ("8.7.air", "8.7.ready", "first.14.air", "first.15.reorganization")
        t.effect(*rules, t.number(f"air of {player}'") == If(back, AIR_READY, marker))
        t.effect(*rules, t.number(f"{area}'") == If(back, NOBODY, t.number(area)))
        # Stukageschwader spares the marker when its card is drawn; one that has come back lies on no card any more.
        t.effect(*rules, t.flag(f"{kept}'") == And(t.flag(kept), Not(back)))
        rules = ("8.7.hq", "8.7.ready", "first.14.hq", "first.16.refresh")
        t.effect(*rules, t.flag(f"{spent}'") == And(t.flag(spent), Not(done)))


def eat_from(t: Template, book: Book) -> None:
    """The army asked about eats, and the Re-organization goes on."""
    open_, asked, from_card = t.number("open") == FOOD, t.number("open army"), t.flag("from card")
    game_on(t)
    t.guard(*_FEED, open_)
    for army in _ARMIES:
        card, area = t.number(f"food of army {army}"), t.number(f"food beside army {army}")
        enough = If(from_card, card, area) >= book.edition.feed_food
        t.guard(*_FEED, Implies(And(open_, asked == army), enough))
    reorganize(t, book, True, asked, from_card)


CHAPTERS: dict[str, Chapter] = {
    "EatFrom": eat_from,
}
