"""What a game gives to the second opinion."""

from __future__ import annotations

from typing import Any, Protocol

from rtm_verify.proof.template import Template, View

__all__ = ["Spec"]


class Spec(Protocol):
    """A game's rules as clauses, in one edition with rulings chosen. It knows nothing of the game's engine."""

    def template(self, action: Any) -> Template:
        """The clauses of the action's kind."""
        ...

    def view(self, before: Any, action: Any, after: Any | None) -> View:
        """What the clauses look at; without values after the action if it was refused."""
        ...

    def frame(self, before: Any, action: Any, after: Any) -> tuple[str, ...]:
        """What has changed and is none of this action's business, in words."""
        ...

    def describe(self, action: Any) -> str:
        """The action in the words of the log language."""
        ...
