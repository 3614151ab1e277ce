"""Words for sentences that the tool makes."""

from __future__ import annotations

__all__ = ["counted"]

_PLURALS = {"property": "properties", "erratum": "errata", "supply": "supplies"}


def counted(number: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "step"), counted(14, "claim"), counted(0, "erratum")
    ('1 step', '14 claims', '0 errata')
    """
    return f"{number} {noun if number == 1 else _PLURALS.get(noun, noun + 's')}"
