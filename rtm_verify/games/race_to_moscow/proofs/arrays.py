"""A position of Race to Moscow as arrays: what each field of `State` is indexed by, and how an entry is read.

An array is named as the variables of the model name it (`spec.variables`): a field, or a supply of it. Two are none:
`owner` is who controls an area, by marker or by print, and `stand_ins` counts the cards that replace a token.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.spec.words import NO_TRANSPORT, NOBODY, NOTHING_OPEN, OPEN, PHASES
from rtm_verify.games.race_to_moscow.state import AIR_STATES, Moving, Pending, State, Transporting
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.proof.induction import Names, Part

__all__ = ["NAMES", "reader"]

_BY_ARMY = ("at", "moved", "halt", *(f"loads.{kind}" for kind in SUPPLY_TYPES))
_BY_AREA = (
    *("owner", "track", "soviet", "stacked", "infantry", "armor", "bunkers", "medals", "rewards", "attacked"),
    *(f"depots.{kind}" for kind in SUPPLY_TYPES),
)
_BY_PLAYER = (
    *("trucks_held", "trucks_stock", "trains_held", "medals_held", "encircled", "air", "air_area", "air_kept"),
    *("hq_spent", "okh_bought"),
)
_BY_PLAYER_AND_CARD = ("hands", "discards", "trophies")
_BY_CARD = ("held_this_turn", "okh_pool")
_SINGLE = (
    *("active", "round", "core_left", "phase", "fields", "fleet_moved", "frontline_taken", "auxiliaries_used"),
    *("last_round", "winner", "winners", "fleet", "pool", "boxed", "trains_stock", "trains_reserve", "level"),
    "medals_left",
    *(f"stock.{kind}" for kind in SUPPLY_TYPES),
    *(f"stand_ins.{kind}" for kind in SUPPLY_TYPES),
    *(f"moving.{part}" for part in ("army", "entered_from", "hops")),
    *(f"moving.{part}" for part in ("halted", "marched", "over", "pioneers", "fast", "air_used")),
    *(f"pending.{part}" for part in ("kind", "card", "area", "army", "supported", "battle")),
    *(f"transport.{part}" for part in ("placed", "trucks", "reinforced")),
)

# What may be there or not, with the part that says so, and what its parts are as long as there is none.
_STRUCTURES: dict[str, tuple[str, Any]] = {
    "moving": ("army", Moving(NOBODY, NOBODY)),
    "pending": ("kind", Pending("pursuit")),
    "transport": ("placed", Transporting(placed=NO_TRANSPORT)),
}


def _parts() -> Iterator[tuple[str, Part]]:
    for array in _SINGLE:
        structure, _, attribute = array.partition(".")
        presence, none = _STRUCTURES.get(structure, ("", None))
        if attribute and none is not None and attribute != presence:
            gone = NOTHING_OPEN if structure == "pending" else NOBODY
            yield array, Part(f"{structure}.{presence}", gone, getattr(none, attribute))


NAMES = Names(
    domains={
        **dict.fromkeys(_BY_ARMY, ("army",)),
        **dict.fromkeys(_BY_AREA, ("area",)),
        **dict.fromkeys(_BY_PLAYER, ("player",)),
        **dict.fromkeys(_SINGLE, ()),
        "trains": ("line",),
        "trucks": ("player", "line"),
        **dict.fromkeys(_BY_PLAYER_AND_CARD, ("player", "card")),
        **dict.fromkeys(_BY_CARD, ("card",)),
    },
    flags=frozenset(
        {
            *("moved", "halt", "track", "soviet", "infantry", "armor", "bunkers", "attacked", "air_kept", "hq_spent"),
            *("fields", "fleet_moved", "frontline_taken", "last_round", "trains", "trucks"),
            *(*_BY_PLAYER_AND_CARD, *_BY_CARD, "pending.supported", "transport.reinforced"),
            *(f"moving.{part}" for part in ("halted", "marched", "over", "pioneers", "fast", "air_used")),
        }
    ),
    parts=dict(_parts()),
)

_ABSENT = {"at": NOBODY, "owner": NOBODY, "air_area": NOBODY}  # of a place that is none; elsewhere it is 0


def reader(material: Material, state: State, array: str) -> Any:
    """The array in a real position: a value, or a function from places to values.

    Places that are none, such as the army -1, have an entry too, since nothing forbids a formula to ask for it.
    """
    read = _reader(material, state, array)
    return _within(read, array) if NAMES.domains[array] else read


def _reader(material: Material, state: State, array: str) -> Any:
    field, _, part = array.partition(".")
    if array == "owner":
        return lambda area: _owner(material, state, area)
    if array == "stacked":
        return state.stacked.count
    if field == "stand_ins":
        return sum(material.card_type(card).brings == part for card in state.stand_ins)
    if field in _STRUCTURES:
        return _part(getattr(state, field), field, part)
    found: Any = getattr(state, field)
    if array == "phase":
        return PHASES.index(found)
    if array == "air":
        return lambda player: AIR_STATES.index(found[player])
    if part:
        return getattr(found, part) if field == "stock" else lambda place: getattr(found[place], part)
    if not NAMES.domains[array]:
        return found
    if array in NAMES.flags and not isinstance(found, tuple):
        return lambda place: bool(found >> place & 1)
    if array in NAMES.flags and len(NAMES.domains[array]) == 2:
        return lambda player, place: bool(found[player] >> place & 1)
    return found.__getitem__


def _part(found: Any, field: str, part: str) -> Any:
    if field == "pending" and part == "kind":
        return OPEN.index(found.kind) if found else 0
    return getattr(found or _STRUCTURES[field][1], part)


def _owner(material: Material, state: State, area: int) -> int:
    owners = (player for player in range(len(PLAYERS)) if material.controlled(state, player) >> area & 1)
    return next(owners, NOBODY)


def _within(read: Callable[..., Any], array: str) -> Callable[..., Any]:
    absent = False if array in NAMES.flags else _ABSENT.get(array, 0)

    def entry(*places: int) -> Any:
        if min(places) < 0:
            return absent
        try:
            return read(*places)
        except IndexError:
            return absent

    return entry
