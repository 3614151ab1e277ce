"""Section 9.4: what the OKH cards do."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.spec.book import Chapter

__all__ = ["CHAPTERS"]

CHAPTERS: dict[str, Chapter] = {}
