"""Section 9.3: OKH cards are taken from the pool."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.spec.book import Chapter

__all__ = ["CHAPTERS"]

CHAPTERS: dict[str, Chapter] = {}
