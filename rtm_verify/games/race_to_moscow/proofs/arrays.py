"""A position of Race to Moscow as arrays: what each field of `State` is indexed by.

An array is named as the variables of the model name it (`spec.variables`): a field, or a supply of it. Two arrays are not
fields: `owner` is who controls an area, by marker or by print, and `stand_ins` counts the cards that replace a token.
"""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.proof.induction import Names

__all__ = ["NAMES"]

_BY_ARMY = ("at", "moved", "halt", *(f"loads.{kind}" for kind in SUPPLY_TYPES))
_BY_AREA = (
    *("owner", "track", "soviet", "infantry", "armor", "bunkers", "medals", "rewards", "attacked", "stacked"),
    *(f"depots.{kind}" for kind in SUPPLY_TYPES),
)
_BY_PLAYER = (
    *("trucks_held", "trucks_stock", "trains_held", "medals_held", "encircled", "air", "air_area", "air_kept"),
    *("hq_spent", "okh_bought"),
)
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

NAMES = Names(
    domains={
        **dict.fromkeys(_BY_ARMY, ("army",)),
        **dict.fromkeys(_BY_AREA, ("area",)),
        **dict.fromkeys(_BY_PLAYER, ("player",)),
        **dict.fromkeys(_SINGLE, ()),
        "trains": ("line",),
        "trucks": ("player", "line"),
        **dict.fromkeys(("hands", "discards", "trophies"), ("player", "card")),
        **dict.fromkeys(("held_this_turn", "okh_pool"), ("card",)),
    },
    flags=frozenset(
        {
            *("moved", "halt", "track", "soviet", "infantry", "armor", "bunkers", "attacked", "air_kept", "hq_spent"),
            *("fields", "fleet_moved", "frontline_taken", "last_round", "trains", "trucks", "hands", "discards"),
            *("trophies", "held_this_turn", "okh_pool", "pending.supported", "transport.reinforced"),
            *(f"moving.{part}" for part in ("halted", "marched", "over", "pioneers", "fast", "air_used")),
        }
    ),
)
