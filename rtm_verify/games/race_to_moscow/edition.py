"""An edition of the rules: its numbers, each with the line it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Generic, TypeVar

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.games.race_to_moscow.armies import Player
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.provenance import Provenance
from rtm_verify.names import nearest
from rtm_verify.toml import decode, locate

__all__ = ["ByCount", "ByPlayer", "Edition", "load_edition", "read_edition"]

T = TypeVar("T")


class ByCount(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number that depends on how many play the Axis.

    >>> load_edition("2024").pool[3]
    6
    """

    one: int = msgspec.field(name="1")
    two: int = msgspec.field(name="2")
    three: int = msgspec.field(name="3")

    def __getitem__(self, players: int) -> int:
        return {1: self.one, 2: self.two, 3: self.three}[players]


class ByPlayer(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """Something that each player has his own of.

    >>> load_edition("2024").halt_markers["gray"]
    6
    """

    gray: T
    white: T
    brown: T

    def __getitem__(self, player: Player) -> T:
        return {"gray": self.gray, "white": self.white, "brown": self.brown}[player]


class Edition(msgspec.Struct, frozen=True, kw_only=True):
    """The numbers of the game in one edition, by name. `provenance` says where each comes from.

    Examples
    --------
    >>> edition = load_edition("2024")
    >>> edition.army_card_limit
    6
    >>> edition.provenance("army_card_limit").at
    ('2024:161',)
    """

    name: str
    title: str
    sources: tuple[tuple[str, Provenance], ...]

    # What armies, areas and vehicles hold.
    army_card_limit: int
    area_limit: int
    main_base_limit: int
    truck_capacity: int
    train_capacity: int

    # A turn.
    core_actions: int
    armored_allowance: int
    field_allowance: int
    march_allowance: int
    armored_activation_fuel: int
    push_fuel: int
    march_food: int
    fort_ammo: int
    air_support_ammo: int
    take_main: int
    take_frontline: int
    feed_food: int
    railhead_flips: int

    # Card effects.
    captured_supply: int
    auxiliaries_actions: int
    transportflottille_load: Supplies
    luftbrucke_supply: int
    panzerhaubitzen_ammo: int
    grosstransportraum_trucks: int
    grosstransportraum_capacity: int
    schnellkampfgruppe_allowance: int

    # Medals.
    medal_tokens: int
    medals_max_in_area: int
    ammo_per_medal: int
    second_players_medals: int
    victory_area_medals: int

    # Set-up.
    trucks_per_player: int
    trains_start_card: int
    trains_stock: int
    trains_reserve: ByCount
    trains_total: int
    supply_armies: ByPlayer[Supplies]
    base_load: Supplies
    supply_stock: Supplies
    supply_total: Supplies
    control_markers: int
    halt_markers: ByPlayer[int]
    bunkers: int
    soviet_markers: int
    soviet_infantry_markers: int
    soviet_armor_markers: int
    pool: ByCount
    okh_revealed: ByCount

    # Optional rules.
    pool_hard: ByCount
    pool_veteran: ByCount
    winter_defence_ammo: int
    total_war_prices: tuple[int, ...]

    def provenance(self, name: str) -> Provenance:
        """Where a number comes from. Raises `InputError` if there is none of this name."""
        sources = dict(self.sources)
        if name not in sources:
            raise InputError(f"unknown number '{name}'", suggestion=nearest(name, sources))
        return sources[name]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value with its source: the lines that state it, or a provenance if none does plainly."""

    value: Any
    at: tuple[str, ...] = ()
    provenance: Provenance | None = None

    def __post_init__(self) -> None:
        if bool(self.at) == bool(self.provenance):
            raise ValueError("a value has either 'at' or 'provenance'")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: str
    title: str
    numbers: dict[str, Any]


@cache
def load_edition(name: str) -> Edition:
    """An edition by its name. It is read once.

    >>> load_edition("2042")
    Traceback (most recent call last):
    rtm_verify.errors.InputError: unknown edition '2042': one of 2024, first
    """
    folder = files("rtm_verify.games.race_to_moscow") / "data" / "editions"
    known = sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml"))
    if name not in known:
        raise InputError(f"unknown edition '{name}'", suggestion=f"one of {', '.join(known)}")
    file = folder / f"{name}.toml"
    return read_edition(file.read_text(encoding="utf-8"), file.name)


def read_edition(text: str, file: str) -> Edition:
    """An edition from TOML text; `file` names it in errors.

    Raises
    ------
    InputError
        If a number is missing, unknown, of the wrong type or without a source.
    """
    content = decode(text, _File, file)
    numbers, sources = _read(content.numbers, text, file)
    return Edition(
        name=content.edition,
        title=content.title,
        sources=tuple(sources),
        **numbers,
    )


_DESCRIPTION = frozenset({"name", "title", "sources"})


def _read(entries: Mapping[str, Any], text: str, file: str) -> tuple[dict[str, Any], list[tuple[str, Provenance]]]:
    """The numbers, typed as the fields of `Edition` are, and their sources.

    The table is converted entry by entry, so that an error stands at the line of its entry.
    """
    types = {field.name: field.type for field in msgspec.structs.fields(Edition) if field.name not in _DESCRIPTION}
    values: dict[str, Any] = {}
    sources: list[tuple[str, Provenance]] = []

    def place(name: str) -> Place:
        return Place(file, *locate(text, ("numbers", name)))

    for name, raw in entries.items():
        if name not in types:
            raise InputError(f"unknown number '{name}'", place(name), suggestion=nearest(name, types))
        try:
            entry = msgspec.convert(raw, _Entry)
            values[name] = msgspec.convert(entry.value, types[name])
            stated = {"kind": "rulebook", "at": entry.at}
            sources.append((name, entry.provenance or msgspec.convert(stated, Provenance)))
        except msgspec.ValidationError as error:
            message = str(error).partition(" - at ")[0]
            raise InputError(f"{message} in 'numbers.{name}'", place(name)) from None
    for name in types:
        if name not in values:
            raise InputError(f"'numbers.{name}' is missing", Place(file))
    return values, sources
