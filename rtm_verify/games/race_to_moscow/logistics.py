"""The Logistics card: how many vehicles a player may take, place and possess at each level."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.provenance import Provenance
from rtm_verify.toml import decode, locate

__all__ = ["Logistics", "load_logistics", "read_logistics"]


class Logistics(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One level of the Logistics card.

    Parameters
    ----------
    level : 1 at the start, 2 from the first Theatre Re-organization on.
    take : vehicles that one Take Transport action may take.
    place : vehicles that one Transport Supplies action may place.
    possess : vehicles that may lie on the card.
    """

    level: int
    take: int
    place: int
    possess: int
    provenance: Provenance


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    level: tuple[Logistics, ...]


@cache
def load_logistics() -> Mapping[int, Logistics]:
    """The levels of the Logistics card. They are read once.

    >>> load_logistics()[1].take
    6
    """
    file = files("rtm_verify.games.race_to_moscow") / "data" / "cards" / "logistics.toml"
    return read_logistics(file.read_text(encoding="utf-8"), "logistics.toml")


def read_logistics(text: str, file: str) -> Mapping[int, Logistics]:
    """Logistics levels from TOML text; `file` names it in errors. Raises `InputError` unless they are 1 and 2."""
    levels = decode(text, _File, file).level
    for index, level in enumerate(levels):
        if level.level != index + 1:
            place = Place(file, *locate(text, ("level", index, "level")))
            raise InputError(f"level {level.level} stands where level {index + 1} is expected", place)
    if len(levels) != 2:
        raise InputError(f"a Logistics card has 2 levels, not {len(levels)}", Place(file))
    return MappingProxyType({level.level: level for level in levels})
