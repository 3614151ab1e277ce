"""Section 8.4: supplies come from the stock into a base, and what is too much leaves it."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.spec.book import Chapter

__all__ = ["CHAPTERS"]

CHAPTERS: dict[str, Chapter] = {}
