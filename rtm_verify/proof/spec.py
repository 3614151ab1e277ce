"""What a game gives to the second opinion."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from rtm_verify.proof.template import Template, View

__all__ = ["Question", "Spec"]


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


class Spec(Protocol):
    """A game's rules as clauses, in one edition with rulings chosen. It knows nothing of the game's engine."""

    def speaks_of(self, before: Any, action: Any) -> bool:
        """Whether there are clauses for an action in a position; if not, there is no opinion on it."""
        ...

    def question(self, before: Any, action: Any, after: Any | None) -> Question:
        """What to ask about an action; `after` is None if it was refused."""
        ...

    def describe(self, action: Any) -> str:
        """The action in the words of the log language."""
        ...
