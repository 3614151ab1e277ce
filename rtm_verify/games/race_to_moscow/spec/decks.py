"""Section 8, the common rules: a Pursuit deck that is exhausted is made anew of its discard pile."""

from __future__ import annotations

from typing import Any

from z3 import And, If

from rtm_verify.proof.template import Template

__all__ = ["renew"]


def renew(t: Template, needed: Any, freed: Any = 0) -> None:
    """The player's empty deck is renewed if a card is `needed` of it, and stays as it is otherwise.

    `freed` cards come to the discard pile before that.
    """
    deck, pile = t.number("Pursuit deck"), t.number("discards") + freed
    renewed = And(needed, deck == 0)
    t.effect("8.common.reshuffle", t.number("Pursuit deck'") == If(renewed, pile, deck))
    t.effect("8.common.reshuffle", t.number("discards'") == If(renewed, 0, pile))
    t.effect("8.common.reshuffle", t.flag("reshuffled only when empty'"))
