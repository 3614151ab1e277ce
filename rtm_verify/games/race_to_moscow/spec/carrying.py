"""Section 8, Transporting supply markers: loading and dropping."""

from __future__ import annotations

from typing import Any

from z3 import And, Implies, Not, Or

from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.supplies import total
from rtm_verify.games.race_to_moscow.spec.turn import game_on, nothing_open
from rtm_verify.games.race_to_moscow.spec.variables import fact
from rtm_verify.games.race_to_moscow.spec.words import NOBODY
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
    _may_handle(t, book, "8.carry.pick-up")
    taken = [t.number(f"{kind} taken") for kind in SUPPLY_TYPES]
    t.guard("8.carry.pick-up", And(sum(taken) >= 1, *(amount >= 0 for amount in taken)))
    # Tokens of a type are alike: to exchange one for its like is to load nothing.
    t.guard("8.carry.pick-up", Or([t.number(f"{kind} taken") != t.number(f"{kind} left") for kind in SUPPLY_TYPES]))
    for kind in SUPPLY_TYPES:
        t.guard("8.carry.pick-up", t.number(f"{kind} taken") <= t.number(f"{kind} in area"))
    new = total(t, "on card") + sum(taken) - _left(t)
    t.guard("2.2.limit", "8.carry.swap", "2.2.spaces", new <= book.edition.army_card_limit)
    _may_leave(t, _left(t) > 0)
    _moves(t, 1)


def drop(t: Template, book: Book) -> None:
    """Supplies go from the card into the area."""
    _may_handle(t, book, "8.carry.drop")
    t.guard("8.carry.drop", _left(t) >= 1)
    _may_leave(t, True)
    _moves(t, 0)


def _left(t: Template) -> Any:
    return sum(t.number(f"{kind} left") for kind in SUPPLY_TYPES)


def _may_handle(t: Template, book: Book, rule: str) -> None:
    game_on(t)
    nothing_open(t)
    moves = And(t.number("mover") != NOBODY, t.number("mover") == t.number("army"))
    if book.reads("supply-transfer", "any-time"):
        t.guard(rule, t.flag("own army"))
    else:
        t.guard(rule, moves)
    t.guard("10.lose.end", Implies(moves, Not(t.flag("defeated"))))


def _may_leave(t: Template, leaves: Any) -> None:
    for kind in SUPPLY_TYPES:
        amount = t.number(f"{kind} left")
        t.guard("8.carry.drop", "8.carry.pick-up", "8.carry.swap", amount >= 0)
        t.guard("8.carry.drop", "8.carry.swap", amount <= t.number(f"{kind} on card"))
    t.guard("8.carry.drop-control", Implies(leaves, t.flag("controlled ground")))
    lying = sum(
        t.number(f"{kind} in area") + t.number(f"{kind} left") - t.number(f"{kind} taken") for kind in SUPPLY_TYPES
    )
    fits = lying <= t.number("area limit")
    t.guard("8.carry.drop-limit", "8.limits.area", "8.limits.base", "8.limits.frontline", Implies(leaves, fits))


def _moves(t: Template, sign: int) -> None:
    rules = ("8.carry.pick-up", "8.carry.swap") if sign else ("8.carry.drop",)
    for kind in SUPPLY_TYPES:
        gained = t.number(f"{kind} taken") - t.number(f"{kind} left")
        t.effect(*rules, t.number(f"{kind} on card'") == t.number(f"{kind} on card") + gained)
        t.effect(*rules, t.number(f"{kind} in area'") == t.number(f"{kind} in area") - gained)


CHAPTERS: dict[str, Chapter] = {
    "Load": load,
    "Drop": drop,
}
