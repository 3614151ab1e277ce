"""The Axis armies: whose they are, how they move, which card is theirs, and what they start with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.provenance import Provenance
from rtm_verify.names import Names
from rtm_verify.toml import decode, locate

__all__ = ["Armies", "Army", "ArmyKind", "Miniatures", "Player", "StartingLoad", "load_armies", "read_armies"]

Player = Literal["gray", "white", "brown"]
ArmyKind = Literal["armored", "field"]


class Army(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One army: its miniature and its card.

    Parameters
    ----------
    id : its short name in logs, such as ``4Pz`` or ``16A``.
    card : the number printed on its Army card.
    spellings : other ways in which the name is written.
    """

    id: str
    name: str
    player: Player
    kind: ArmyKind
    card: int
    provenance: Provenance
    spellings: tuple[str, ...] = ()


class StartingLoad(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The supplies printed on an Army card."""

    supplies: Supplies
    provenance: Provenance


class Miniatures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many Army miniatures, and as many Army cards, a player has in the box."""

    count: int
    provenance: Provenance


class Armies:
    """All armies, in the order of their cards.

    Parameters
    ----------
    armies : the armies; ids, names and card numbers differ.
    loads : what an army of each kind starts with.
    miniatures : what the box holds for each player.

    Attributes
    ----------
    all : the armies; an army's index here is its bit in masks.
    names : index of an army by its id, its name or another spelling of it.

    Examples
    --------
    >>> armies = load_armies()
    >>> armies.all[armies.names["4 Armored Army"]].id
    '4Pz'
    >>> [army.id for army in armies.of("white")]
    ['4A', '9A', '2Pz', '3Pz']
    >>> print(armies.loads["armored"].supplies)
    3 fuel, 3 ammo
    """

    def __init__(
        self,
        armies: tuple[Army, ...],
        loads: Mapping[ArmyKind, StartingLoad],
        miniatures: Mapping[Player, Miniatures],
    ) -> None:
        self.all = tuple(sorted(armies, key=lambda army: army.card))
        self.loads = loads
        self.miniatures = miniatures
        self.names: Names[int] = Names(
            "army",
            {army.name: (army.id, *army.spellings) for army in self.all},
            {army.name: index for index, army in enumerate(self.all)},
        )

    def of(self, player: Player) -> tuple[Army, ...]:
        """The armies of one player."""
        return tuple(army for army in self.all if army.player == player)


class _Loads(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    armored: StartingLoad
    field: StartingLoad


class _Miniatures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    gray: Miniatures
    white: Miniatures
    brown: Miniatures


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    load: _Loads
    miniatures: _Miniatures
    army: tuple[Army, ...]


@cache
def load_armies() -> Armies:
    """The armies of the game. They are read once."""
    file = files("rtm_verify.games.race_to_moscow") / "data" / "armies.toml"
    return read_armies(file.read_text(encoding="utf-8"), "armies.toml")


def read_armies(text: str, file: str) -> Armies:
    """Armies from TOML text; `file` names it in errors.

    Raises
    ------
    InputError
        If it is not an armies file, an id, a name or a card number is used twice, or a player has more or fewer
        armies than miniatures.
    """
    content = decode(text, _File, file)
    seen: set[tuple[str, object]] = set()
    for index, army in enumerate(content.army):
        for key in ("id", "name", "card"):
            value = getattr(army, key)
            if (key, value) in seen:
                place = Place(file, *locate(text, ("army", index, key)))
                raise InputError(f"{key} '{value}' is used by two armies", place)
            seen.add((key, value))
    loads: dict[ArmyKind, StartingLoad] = {"armored": content.load.armored, "field": content.load.field}
    miniatures: dict[Player, Miniatures] = {
        "gray": content.miniatures.gray,
        "white": content.miniatures.white,
        "brown": content.miniatures.brown,
    }
    try:
        armies = Armies(content.army, loads, miniatures)
    except InputError as error:  # two armies share a spelling
        raise error.at(Place(file)) from None
    for player, box in miniatures.items():
        if len(armies.of(player)) != box.count:
            place = Place(file, *locate(text, ("miniatures", player, "count")))
            raise InputError(f"{player} has {len(armies.of(player))} armies and {box.count} miniatures", place)
    return armies
