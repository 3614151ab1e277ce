"""Section 12: counter-attacks and Soviet markers, and the end of a turn."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.spec.book import Chapter

__all__ = ["CHAPTERS"]

CHAPTERS: dict[str, Chapter] = {}
