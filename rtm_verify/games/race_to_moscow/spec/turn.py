"""Section 7: when an action may begin, and what it costs."""

from __future__ import annotations

from typing import Any

from z3 import If, Implies, Not

from rtm_verify.games.race_to_moscow.spec.words import ACTIONS, NO_TRANSPORT, NOBODY, NOTHING_OPEN
from rtm_verify.proof.template import Template

__all__ = ["acting", "core_action", "gain_action", "game_on", "new_action", "nothing_open", "time_for_actions"]


def game_on(t: Template) -> None:
    """A captured Victory area ends the game at once."""
    t.guard("5.immediate", t.number("winner") == NOBODY)


def nothing_open(t: Template) -> None:
    """A drawn card is resolved before anything else."""
    t.guard("8.common.resolve", "8.common.resolve-action", t.number("open") == NOTHING_OPEN)


def acting(t: Template) -> None:
    """The game goes on, and it is the step of the turn that is for actions."""
    game_on(t)
    time_for_actions(t)


def time_for_actions(t: Template) -> None:
    """It is the step of the turn that is for actions, unless a captured Victory area has ended the game."""
    lasts = Implies(t.number("winner") == NOBODY, t.number("phase") == ACTIONS)
    t.guard("6.actions", "6.reaction", "12.always", "6.end", lasts)


def new_action(t: Template) -> None:
    """An action begins in the step of the turn that is for actions, when no other is under way."""
    acting(t)
    nothing_open(t)
    t.guard("7.complete", t.number("vehicles placed") == NO_TRANSPORT)
    t.guard("7.complete", "8.1.one-by-one", t.number("mover") == NOBODY)
    t.guard("7.complete", Not(t.flag("fields")))


def core_action(t: Template, *rules: str) -> None:
    """One of the turn's core actions is used up."""
    t.guard("7.core", *rules, t.number("core actions") >= 1)
    t.effect("7.core", *rules, t.number("core actions'") == t.number("core actions") - 1)


def gain_action(t: Template, gained: Any) -> None:
    """Axis Auxiliaries give one core action."""
    t.effect("aid.action", "first.7.auxiliaries", t.number("core actions'") == t.number("core actions") + gained)
    # How many such cards a turn has seen is kept in every edition; only the first counts by it.
    used = If(gained > 0, 1, 0)
    t.effect("aid.action", "first.7.auxiliaries", t.number("auxiliaries used'") == t.number("auxiliaries used") + used)
