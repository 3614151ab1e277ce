"""Section 8.5: trucks and trains carry supplies; 13.1: a train carries a field army."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.spec.book import Chapter

__all__ = ["CHAPTERS"]

CHAPTERS: dict[str, Chapter] = {}
