"""Supplies on a card, in an area and in the Supply Stock, and the cards that stand in for missing ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from z3 import And, If, Not

from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.proof.template import Template

__all__ = ["least", "on_card", "pay", "returned", "total"]


def least(a: Any, b: Any) -> Any:
    """The smaller of two z3 numbers."""
    return If(a <= b, a, b)


def on_card(kind: str) -> str:
    """The name of what an army has of a supply."""
    return f"{kind} on card"


def total(t: Template, place: str) -> Any:
    """All supplies in a place: ``on card`` or ``in area``."""
    return sum(t.number(f"{kind} {place}") for kind in SUPPLY_TYPES)


def pay(t: Template, cost: Mapping[str, Any], *rules: str) -> None:
    """The moving army pays from its card, and what it pays goes to the stock (8.common.spent)."""
    for kind in SUPPLY_TYPES:
        left = t.number(on_card(kind)) - cost.get(kind, 0)
        t.effect(*rules, t.number(f"{on_card(kind)}'") == left)
    returned(t, ("on card",))


def returned(t: Template, places: tuple[str, ...], stands_in: Mapping[str, Any] | None = None) -> None:
    """What leaves a card or an area is in the stock, and takes the place of a card that stands in for it.

    A card that stands in is a token the stock does not have: tokens less such cards stay the same. `stands_in` says of
    which supply the card just drawn becomes one.
    """
    for kind in SUPPLY_TYPES:
        counts = [
            sum(t.number(f"{kind} {place}{prime}") for place in (*places, "in stock"))
            - t.number(f"{kind} stand-ins{prime}")
            for prime in ("", "'")
        ]
        t.effect("8.common.spent", counts[0] == counts[1])
        stock, cards = t.number(f"{kind} in stock'"), t.number(f"{kind} stand-ins'")
        new = If(stands_in[kind], 1, 0) if stands_in else 0
        t.effect("8.common.replacement-end", Not(And(stock > 0, cards > 0)))
        t.effect("8.common.replacement", cards <= t.number(f"{kind} stand-ins") + new)
        t.effect("4.board.supply-stock", stock >= 0)
    t.effect("8.common.replacement-end", t.flag("stand-ins in order'"))
