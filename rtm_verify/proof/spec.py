"""What a game gives to the second opinion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from rtm_verify.proof.free import Free
from rtm_verify.proof.template import Template, Value, View

__all__ = ["Outlook", "Question", "Spec"]


class Question(msgspec.Struct, frozen=True):
    """What is asked about one action.

    Parameters
    ----------
    template : the clauses that judge it.
    view : what the clauses look at; without values after the action if it was refused.
    strays : what changed and no clause answers for.
    """

    template: Template
    view: View
    strays: tuple[str, ...] = ()


class Outlook(msgspec.Struct, frozen=True):
    """What the guards of an action look at, variable by variable, where parts of the action may be left free.

    Parameters
    ----------
    template : the clauses that judge it.
    read : the value of a variable before the action, itself free if it is said in terms of what is. Raises
        `proof.free.Unsettled` if the reader must know what is free.
    """

    template: Template
    read: Callable[[str], Value | Free]


class Spec(Protocol):
    """A game's rules as clauses, in one edition with rulings chosen. It knows nothing of the game's engine."""

    def speaks_of(self, before: Any, action: Any) -> bool:
        """Whether there are clauses for an action in a position; if not, there is no opinion on it."""
        ...

    def question(self, before: Any, action: Any, after: Any | None) -> Question:
        """What to ask about an action; `after` is None if it was refused."""
        ...

    def outlook(self, before: Any, action: Any) -> Outlook:
        """What to ask about an action of which parts are left free (`proof.free.Free`)."""
        ...

    def describe(self, action: Any) -> str:
        """The action in the words of the log language."""
        ...
