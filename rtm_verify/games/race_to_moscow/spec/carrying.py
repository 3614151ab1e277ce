"""Section 8, Transporting supply markers: loading and dropping."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.supplies import total
from rtm_verify.games.race_to_moscow.spec.turn import acting, nothing_open
from rtm_verify.games.race_to_moscow.spec.variables import fact
from rtm_verify.games.race_to_moscow.spec.words import EXCESS, NO_TRANSPORT, NOBODY, NOTHING_OPEN
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, SupplyType
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]


def _amounts(kind: SupplyType) -> None:
    fact(f"{kind} taken", lambda scene, _: scene.taken().of(kind))
    fact(f"{kind} left", lambda scene, _: scene.left().of(kind))


for _kind in SUPPLY_TYPES:
    _amounts(_kind)
fact("controlled ground", lambda scene, state: scene.owner(state, scene.area) != NOBODY)


def load(t: Template, book: Book) -> None:
    """Supplies go from the area onto the card, others from the card into the area in exchange."""
    _may_handle(t, book, "8.carry.pick-up", "first.7.pick-up")
    taken = [t.number(f"{kind} taken") for kind in SUPPLY_TYPES]
    t.guard("8.carry.pick-up", And(sum(taken) >= 1, *(amount >= 0 for amount in taken)))
    # Tokens of a type are alike: to exchange one for its like is to load nothing.
    t.guard("8.carry.pick-up", Or([t.number(f"{kind} taken") != t.number(f"{kind} left") for kind in SUPPLY_TYPES]))
    for kind in SUPPLY_TYPES:
        t.guard("8.carry.pick-up", t.number(f"{kind} taken") <= t.number(f"{kind} in area"))
    new = total(t, "on card") + sum(taken) - _left(t)
    t.guard("2.2.limit", "8.carry.swap", "2.2.spaces", new <= book.edition.army_card_limit)
    _may_leave(t, book, _left(t) > 0)
    _moves(t, book, "8.carry.pick-up", "8.carry.swap", "first.11.carry")


def drop(t: Template, book: Book) -> None:
    """Supplies go from the card into the area."""
    _may_handle(t, book, "8.carry.drop", "first.7.drop")
    t.guard("8.carry.drop", _left(t) >= 1)
    _may_leave(t, book, True)
    _moves(t, book, "8.carry.drop", "first.7.drop")


def _left(t: Template) -> Any:
    return sum(t.number(f"{kind} left") for kind in SUPPLY_TYPES)


def _may_handle(t: Template, book: Book, *rules: str) -> None:
    acting(t)
    nothing_open(t)
    mover = t.number("mover")
    moves = And(mover != NOBODY, mover == t.number("army"))
    if book.reads("supply-transfer", "any-time"):
        t.guard(*rules, "3.1.own", "first.4.manage", t.flag("own army"))
        t.guard("13.4.lost", *rules, t.number("place") != NOBODY)
        t.guard(*rules, Or(moves, mover == NOBODY))
        busy = Or(t.flag("fields"), t.number("vehicles placed") != NO_TRANSPORT)
        t.guard("7.complete", "first.5.complete", Implies(mover == NOBODY, Not(busy)))
    else:
        t.guard(*rules, moves)
    t.guard("10.lose.end", Implies(moves, Not(t.flag("defeated"))))


def _may_leave(t: Template, book: Book, leaves: Any) -> None:
    for kind in SUPPLY_TYPES:
        amount = t.number(f"{kind} left")
        t.guard("8.carry.drop", "8.carry.pick-up", "8.carry.swap", amount >= 0)
        t.guard("8.carry.drop", "8.carry.swap", amount <= t.number(f"{kind} on card"))
    t.guard("8.carry.drop-control", "first.11.supplies", Implies(leaves, t.flag("controlled ground")))
    if book.settles("drop-excess", "refused"):
        fits = sum(_lying(t, kind) for kind in SUPPLY_TYPES) <= t.number("area limit")
        t.guard("8.carry.drop-limit", "8.limits.area", "8.limits.base", "8.limits.frontline", Implies(leaves, fits))


def _lying(t: Template, kind: str) -> Any:
    """How much of a supply lies in the area once it has been handled."""
    return t.number(f"{kind} in area") + t.number(f"{kind} left") - t.number(f"{kind} taken")


def _moves(t: Template, book: Book, *rules: str) -> None:
    for kind in SUPPLY_TYPES:
        gained = t.number(f"{kind} taken") - t.number(f"{kind} left")
        t.effect(*rules, t.number(f"{kind} on card'") == t.number(f"{kind} on card") + gained)
        t.effect(*rules, t.number(f"{kind} in area'") == _lying(t, kind))
    if book.settles("drop-excess", "removed"):
        _excess(t)


def _excess(t: Template) -> None:
    """What is above the area's limit is still to be removed: by its player's choice, if there is one."""
    over = sum(_lying(t, kind) for kind in SUPPLY_TYPES) > t.number("area limit")
    rules = ("first.12.excess", "first.12.choice", "8.limits.excess", "8.limits.choice")
    t.effect(*rules, t.number("open'") == If(over, EXCESS, NOTHING_OPEN))
    t.effect(*rules, t.number("open area'") == If(over, t.number("area"), NOBODY))


CHAPTERS: dict[str, Chapter] = {
    "Load": load,
    "Drop": drop,
}
