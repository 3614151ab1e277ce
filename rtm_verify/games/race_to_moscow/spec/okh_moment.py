"""Sections 7 and 9.4: the moments of a turn at which OKH cards come in, and the card in question."""

from __future__ import annotations

from typing import Any

from z3 import Implies, Not

from rtm_verify.games.race_to_moscow.spec.variables import bit, fact, index
from rtm_verify.games.race_to_moscow.spec.words import NO_TRANSPORT, NOBODY
from rtm_verify.proof.template import Template

__all__ = ["nothing_begun"]

index("OKH card", lambda scene: scene.action.card)
fact("OKH card", lambda scene, _: scene.action.card)
fact("is OKH card", lambda scene, _: bool(scene.material.cards.okh >> scene.action.card & 1))
bit("OKH card in hand", "hands", "OKH card", of="player")


def nothing_begun(t: Template, asked: Any = True) -> None:
    """No other action is under way."""
    rules = ("7.complete", "first.5.exception")
    t.guard(*rules, Implies(asked, t.number("mover") == NOBODY))
    t.guard(*rules, Implies(asked, Not(t.flag("fields"))))
    t.guard(*rules, Implies(asked, t.number("vehicles placed") == NO_TRANSPORT))
