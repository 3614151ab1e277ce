"""Sections 8.4, 8.5 and 8.7: supplies come into an area, an unfed army there eats, and too much of them is excess."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from z3 import And, If, Not

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.supplies import returned, total
from rtm_verify.games.race_to_moscow.spec.variables import bit, cell, fact, index
from rtm_verify.games.race_to_moscow.spec.words import EXCESS, NOBODY, NOTHING_OPEN
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, SupplyType
from rtm_verify.proof.template import Template

__all__ = ["EATEN", "LIMITS", "amount", "deliver", "eat", "excess", "lying", "some"]

# The clauses on how much an area holds, and on food that reaches a grounded army, in both editions.
LIMITS = ("8.limits.area", "8.limits.base", "8.limits.frontline", "first.12.area-limit", "first.12.base-limit")
EATEN = ("8.7.always-feed", "8.7.lift", "first.14.deliver", "first.14.lift", "first.14.passing")

_ELSEWHERE = 0  # stands in where there is no such area or army; no clause looks at it then


def _receiver(scene: Scene) -> int:
    """The area that supplies come into, or leave as excess."""
    action = scene.action
    if isinstance(action, a.TakeSupplies):
        return action.base
    if isinstance(action, a.PlaceVehicle | a.Redeploy):
        return action.target
    return max(scene.before.pending.area, _ELSEWHERE) if scene.before.pending else _ELSEWHERE


def _army_there(scene: Scene) -> int:
    area = _receiver(scene)
    return scene.before.at.index(area) if area in scene.before.at else _ELSEWHERE


def _amounts(kind: SupplyType) -> None:
    cell(f"{kind} at receiver", "depots", "receiver", part=kind)
    fact(f"{kind} brought", lambda scene, _: scene.action.supplies.of(kind))


index("receiver", _receiver)
index("army at receiver", _army_there)
for _kind in SUPPLY_TYPES:
    _amounts(_kind)
fact("receiver", lambda scene, _: _receiver(scene))
fact("limit of receiver", lambda scene, _: scene.material.area_limit(_receiver(scene)))
fact("owner of receiver", lambda scene, state: scene.owner(state, _receiver(scene)))
fact("army at receiver", lambda scene, _: _receiver(scene) in scene.before.at)
bit("unfed at receiver", "halt", "army at receiver")


def amount(t: Template) -> Any:
    """How many supplies the action names."""
    return total(t, "brought")


def lying(t: Template) -> Any:
    """How many supplies lie in the area before the action."""
    return total(t, "at receiver")


def some(t: Template, *rules: str) -> None:
    """The action names some supplies, and no debts."""
    t.guard(*rules, And(amount(t) >= 1, *(t.number(f"{kind} brought") >= 0 for kind in SUPPLY_TYPES)))


def deliver(t: Template, book: Book, places: tuple[str, ...], *rules: str) -> None:
    """What is brought lies in the area, less what an unfed army there eats of it; `places` is where it came from."""
    there = {kind: t.number(f"{kind} at receiver") + t.number(f"{kind} brought") for kind in SUPPLY_TYPES}
    hungry, unfed = And(t.flag("army at receiver"), t.flag("unfed at receiver")), "unfed at receiver"
    eat(t, book, hungry, unfed, there, *rules)
    returned(t, ("at receiver", *places))


def eat(t: Template, book: Book, hungry: Any, unfed: str, there: Mapping[SupplyType, Any], *rules: str) -> None:
    """A hungry army spends a food if there is one in its area, and its HALT marker goes; the rest stays."""
    portion = book.edition.feed_food
    eats = And(hungry, there["food"] >= portion)
    for kind in SUPPLY_TYPES:
        left = there[kind] - (If(eats, portion, 0) if kind == "food" else 0)
        t.effect(*rules, *(EATEN if kind == "food" else ()), t.number(f"{kind} at receiver'") == left)
    t.effect(*EATEN, t.flag(f"{unfed}'") == And(t.flag(unfed), Not(eats)))


def excess(t: Template) -> None:
    """What is above the limit is still to be removed, once an army there has eaten."""
    over = sum(t.number(f"{kind} at receiver'") for kind in SUPPLY_TYPES) > t.number("limit of receiver")
    rules = ("8.limits.excess", "8.limits.choice", "first.12.excess", "first.12.choice")
    t.effect(*rules, t.number("open'") == If(over, EXCESS, NOTHING_OPEN))
    t.effect(*rules, t.number("open area'") == If(over, t.number("receiver"), NOBODY))
