"""The rulebook of Race to Moscow as z3 clauses, chapter by chapter: written from the rulebook, not from the engine."""

from __future__ import annotations

from typing import Any

from rtm_verify.games.race_to_moscow.spec.opinion import Opinion
from rtm_verify.kernel.ruleset import Ruleset

__all__ = ["Opinion", "spec_of"]


def spec_of(ruleset: Ruleset[Any, Any]) -> Opinion:
    """The second opinion by the rules a ruleset plays by. Raises `TypeError` if the ruleset is not of this game."""
    material = getattr(ruleset, "material", None)
    if material is None:
        raise TypeError(f"{ruleset.game} has no material of Race to Moscow")
    return Opinion(material)
