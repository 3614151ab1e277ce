"""Where a fact of a game's data comes from."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

__all__ = ["Provenance"]

_PLACE = re.compile(r"[\w-]+:\d+(-\d+)?")


class Provenance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact is stated by a rulebook, inferred from one, or reconstructed because no rulebook prints it.

    Parameters
    ----------
    kind : how far the fact can be trusted.
    at : book and line of each passage, such as ``2024:617``. A `rulebook` fact has at least one.
    reason : why it follows (`inferred`) or why it was chosen so (`reconstructed`). An inferred fact has one.
    """

    kind: Literal["rulebook", "inferred", "reconstructed"]
    at: tuple[str, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        if self.kind == "rulebook" and not self.at:
            raise ValueError("a rulebook fact names its line: at = ['2024:617']")
        if self.kind == "inferred" and not self.reason:
            raise ValueError("an inferred fact gives its reason")
        for place in self.at:
            if not _PLACE.fullmatch(place):
                raise ValueError(f"'{place}' is not a place in a book, such as 2024:617 or first:10-12")
