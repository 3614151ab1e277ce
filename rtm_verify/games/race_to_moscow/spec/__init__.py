"""The rulebook of Race to Moscow as z3 clauses, chapter by chapter: written from the rulebook, not from the engine."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.spec.opinion import Opinion

__all__ = ["Opinion"]
