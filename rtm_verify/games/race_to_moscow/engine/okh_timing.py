"""Chapter 9.4: when each OKH card can be played, and whether it would do anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rtm_verify.games.race_to_moscow.actions import PlayOkh
from rtm_verify.games.race_to_moscow.engine.decks import home_pile, the_deck
from rtm_verify.games.race_to_moscow.engine.soviet_player import anything_to_look_at as in_sight
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, SUPPLY_TYPES, Supplies
from rtm_verify.kernel.bits import members

__all__ = [
    "EFFECTS",
    "WHEN",
    "battle_cards",
    "can_start",
    "harbors_in_reach",
    "liftable",
    "moment",
    "plain_markers",
    "playable",
    "shipment",
    "useful_in_combat",
]

# When a card is played: between two actions, on an army on the move, at its start, within a transport, in a combat.
WHEN: dict[str, str] = {
    "transportflottille": "between",
    "luftbrucke": "between",
    "eisenbahnpioniere": "between",
    "wolfsschanze": "between",
    "stukageschwader": "between",
    "auftragstaktik": "between",
    "panzerhaubitzen": "moving",
    "schnellkampfgruppe": "moving",
    "pionieren": "activated",
    "grosstransportraum": "transport",
    "brandenburg": "battle",
    "sicherungs-division": "partisans",
}

# Cards that start nothing of their own, and so could be played in the middle of an action (ruling okh-timing).
_ANY_POINT = ("transportflottille", "luftbrucke", "eisenbahnpioniere", "wolfsschanze")


def moment(material: Material, state: State, kind: str) -> bool:
    """Whether it is the moment for an OKH card of a kind, if nothing is open; combat has its own question."""
    moving = state.moving
    match WHEN[kind]:
        case "between":
            running = bool(moving or state.transport or state.fields)
            return not running or (kind in _ANY_POINT and material.readings["okh-timing"] == "any-point")
        case "moving":
            armored = moving is not None and material.armored[moving.army]
            return moving is not None and not moving.over and (kind != "schnellkampfgruppe" or armored)
        case "activated":
            return moving is not None and not moving.hops and not moving.over
        case "transport":
            return state.transport is not None
        case _:
            return False


def battle_cards(material: Material, state: State, card: int) -> int:
    """The OKH cards of the active player that can be played in a combat with the unit on `card`, as a mask."""
    return useful_in_combat(material, state, state.hands[state.active] & material.cards.okh, card)


def useful_in_combat(material: Material, state: State, cards: int, card: int) -> int:
    """Those of the OKH `cards` that do something in a combat with the unit on `card`, as a mask."""
    if not cards:
        return 0
    found = 0
    for okh in members(cards):
        kind = material.card_type(okh).id
        if kind == "brandenburg":
            pile = home_pile(material, card)
            if pile == "pursuit" and material.readings["brandenburg-pursuit"] == "soviet-only":
                continue
            if the_deck(state, "soviet" if pile == "pursuit" else pile).size:
                found |= 1 << okh
        elif kind == "panzerhaubitzen" and not EFFECTS[kind](material, state):
            found |= 1 << okh
    return found


def playable(material: Material, state: State) -> Iterator[PlayOkh]:
    """The OKH cards of the active player that can be played now, where nothing is open."""
    hand = state.hands[state.active] & material.cards.okh
    if not hand or state.winner >= 0:
        return
    for card in members(hand):
        kind = material.card_type(card).id
        if moment(material, state, kind) and not EFFECTS[kind](material, state):
            yield PlayOkh(card)


# What a card needs to have an effect: each function says what is lacking, or nothing


def harbors_in_reach(material: Material, state: State) -> int:
    """The harbors of the active player that can receive something (9.4.transportflottille-control)."""
    return sum(
        1 << area
        for area in members(material.controlled(state, state.active) & material.board.all_harbors)
        if shipment(material, state, area) != NOTHING
    )


def shipment(material: Material, state: State, area: int) -> Supplies:
    """What Transportflottille brings to a harbor, as far as the stock has it (ruling okh-supplies).

    If there is room for a part of it, all of it is placed, and the player removes the excess (8.limits.choice).
    """
    whole = material.edition.transportflottille_load
    room = material.area_limit(area) - state.depots[area].total
    if room >= whole.total and state.stock.covers(whole):
        return whole
    if material.readings["okh-supplies"] == "all-or-nothing":
        return NOTHING
    if room < 1:
        return NOTHING
    return Supplies(**{kind: min(whole.of(kind), state.stock.of(kind)) for kind in SUPPLY_TYPES})


def liftable(material: Material, state: State) -> tuple[int, ...]:
    """The armies of the active player with room on their card."""
    limit = material.edition.army_card_limit
    return tuple(
        army
        for army, owner in enumerate(material.army_player)
        if owner == state.active and state.at[army] >= 0 and state.loads[army].total < limit
    )


def plain_markers(state: State) -> int:
    """The active player's control markers without a track."""
    return state.control[state.active] & ~state.track


def can_start(material: Material, state: State, army: int) -> bool:
    """Whether Auftragstaktik can activate an army (9.4.auftragstaktik-once)."""
    if state.at[army] < 0 or (state.moved | state.halt) >> army & 1:
        return False
    free = not material.armored[army] or material.readings["auftragstaktik-fuel"] == "free"
    return free or state.loads[army].fuel >= material.edition.armored_activation_fuel


def _no_shipment(material: Material, state: State) -> str:
    return "" if harbors_in_reach(material, state) else "no harbor of yours can receive anything"


def _no_airlift(material: Material, state: State) -> str:
    if state.stock == NOTHING:
        return "the Supply Stock is empty"
    return "" if liftable(material, state) else "no army of yours has room on its card"


def _no_ammo(material: Material, state: State) -> str:
    if state.moving is None:
        return "no army is activated"
    if state.stock.ammo < material.edition.panzerhaubitzen_ammo:
        return "the Supply Stock has no ammo"
    full = state.loads[state.moving.army].total >= material.edition.army_card_limit
    return "the army's card is full" if full else ""


def _no_pioneers(_: Material, state: State) -> str:
    return "it has been played on this army" if state.moving and state.moving.pioneers else ""


def _no_speed(_: Material, state: State) -> str:
    return "it has been played on this army" if state.moving and state.moving.fast else ""


def _no_trucks(_: Material, state: State) -> str:
    return "it has been played in this action" if state.transport and state.transport.reinforced else ""


def _no_army(material: Material, state: State) -> str:
    armies = (army for army, owner in enumerate(material.army_player) if owner == state.active)
    return "" if any(can_start(material, state, army) for army in armies) else "no army of yours can be activated"


def _no_sortie(material: Material, state: State) -> str:
    marker = state.air[state.active]
    if marker not in ("ready", "spent"):
        spares = material.readings["stuka-on-deck"] == "spares" and not state.air_kept >> state.active & 1
        return "" if spares else f"the Air Support marker is {marker}"
    readied = marker == "spent" and material.policies["stukageschwader"] == "unspent-or-readied"
    return "" if readied or in_sight(material, state) else "there is nothing to look at"


def _no_track(_: Material, state: State) -> str:
    return "" if plain_markers(state) else "no marker of yours lies track side down"


def _never(_: Material, __: State) -> str:
    return "it is no card for this moment"


def _no_medal(material: Material, state: State) -> str:
    open_objectives = material.board.objective & ~material.all_controlled(state)
    limit = material.edition.medals_max_in_area
    targets = [area for area in members(open_objectives) if state.medals[area] < limit]
    sources = [area for area, count in enumerate(state.medals) if count]
    movable = any(source != target for source in sources for target in targets)
    return "" if movable else "no medal can be moved"


EFFECTS: dict[str, Callable[[Material, State], str]] = {
    "transportflottille": _no_shipment,
    "luftbrucke": _no_airlift,
    "panzerhaubitzen": _no_ammo,
    "pionieren": _no_pioneers,
    "schnellkampfgruppe": _no_speed,
    "grosstransportraum": _no_trucks,
    "auftragstaktik": _no_army,
    "stukageschwader": _no_sortie,
    "eisenbahnpioniere": _no_track,
    "wolfsschanze": _no_medal,
    "brandenburg": _never,
    "sicherungs-division": _never,
}
