"""The Front cards: in which order and where the Soviets react at the end of a player's turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.games.race_to_moscow.armies import Player
from rtm_verify.kernel.provenance import Provenance
from rtm_verify.toml import decode, locate

__all__ = [
    "CounterAttack",
    "FrontCard",
    "FrontSide",
    "ObjectiveProtection",
    "PlacementPreference",
    "Priority",
    "VictoryProtection",
    "load_front_cards",
    "read_front_cards",
]

PlacementPreference = Literal["closest-to-army", "fortified"]


class CounterAttack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="counter-attack"):
    """Remove Control markers.

    Parameters
    ----------
    times : ``once``, or ``all`` that are possible.
    targets : ``others`` spares the active player's own markers (but not in a solitaire game), ``any`` does not.
    prefer : which area to choose; ``cuts-off-army`` is one whose loss severs an Axis army from its supply base.
    """

    times: Literal["once", "all"]
    targets: Literal["others", "any"]
    prefer: tuple[Literal["cuts-off-army"], ...] = ()


class ObjectiveProtection(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="objective-protection"
):
    """Place a Soviet marker on an objective area.

    Parameters
    ----------
    areas : ``own``, those in the active player's colour, or ``any``.
    prefer : which area to choose, the first preference first.
    """

    areas: Literal["own", "any"]
    prefer: tuple[PlacementPreference, ...] = ()


class VictoryProtection(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="victory-protection"
):
    """Place a Soviet marker near a Victory city.

    Parameters
    ----------
    near : the city.
    prefer : which area to choose, the first preference first.
    """

    near: str
    prefer: tuple[PlacementPreference, ...] = ()


Priority = CounterAttack | ObjectiveProtection | VictoryProtection


class FrontSide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a Front card.

    Parameters
    ----------
    perform : ``first-possible`` stops at the first priority that can be done; ``attack-and-place`` does the
        counter-attacks and then the first placement that can be done.
    priority : the priorities, in the order of the card.
    """

    perform: Literal["first-possible", "attack-and-place"]
    priority: tuple[Priority, ...]
    provenance: Provenance


class FrontCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's Front card. The Advanced side is the one marked with an asterisk."""

    player: Player
    name: str
    commander: str
    victory_city: str
    basic: FrontSide
    advanced: FrontSide
    provenance: Provenance


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    front: tuple[FrontCard, ...]


@cache
def load_front_cards() -> Mapping[Player, FrontCard]:
    """The Front card of each player. They are read once.

    >>> load_front_cards()["brown"].name
    'Southwestern Front'
    >>> load_front_cards()["brown"].basic.priority[0]
    CounterAttack(times='once', targets='others', prefer=('cuts-off-army',))
    """
    file = files("rtm_verify.games.race_to_moscow") / "data" / "cards" / "front.toml"
    return read_front_cards(file.read_text(encoding="utf-8"), "front.toml")


def read_front_cards(text: str, file: str) -> Mapping[Player, FrontCard]:
    """Front cards from TOML text; `file` names it in errors. Raises `InputError` unless each player has exactly one."""
    fronts: dict[Player, FrontCard] = {}
    for index, front in enumerate(decode(text, _File, file).front):
        if front.player in fronts:
            place = Place(file, *locate(text, ("front", index, "player")))
            raise InputError(f"a second Front card for {front.player}", place)
        fronts[front.player] = front
    players: tuple[Player, ...] = ("gray", "white", "brown")
    for player in players:
        if player not in fronts:
            raise InputError(f"no Front card for {player}", Place(file))
    return MappingProxyType(fronts)
