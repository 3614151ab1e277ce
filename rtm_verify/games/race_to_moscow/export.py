"""Positions, actions and material as plain data with names: the same for equal ones, and readable."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies
from rtm_verify.kernel.bits import members

__all__ = ["digest", "export", "export_action", "export_material"]


def export(material: Material, state: State) -> dict[str, Any]:
    """The position as JSON-like data. What is empty is left out."""
    board = material.board
    data = {
        "order": [PLAYERS[player] for player in state.order],
        "active": PLAYERS[state.active],
        "round": state.round,
        "phase": state.phase,
        "last round": state.last_round,
        "core actions left": state.core_left,
        "winner": PLAYERS[state.winner] if state.winner >= 0 else None,
        "winners": [(*PLAYERS, "Soviet player")[player] for player in members(state.winners)],
        "fleet": {"in": board.seas[state.fleet].name, "moved": state.fleet_moved},
        "areas": {area.name: entry for number, area in enumerate(board.areas) if (entry := _area(state, number))},
        "armies": {army.id: _army(material, state, number) for number, army in enumerate(material.armies)},
        "lines": _lines(material, state),
        "players": {name: _player(material, state, player) for player, name in enumerate(PLAYERS)},
        "stock": _supplies(state.stock) | {"trains": state.trains_stock, "reserve": state.trains_reserve},
        "Soviet pool": state.pool,
        "Soviet markers in the box": state.boxed,
        "Frontline Supply Base used": state.frontline_taken,
        "medal supply": state.medals_left,
        "logistics level": state.level,
        "Soviet deck": _deck(state.soviet_deck),
        "OKH": {"deck": _deck(state.okh_deck), "pool": list(members(state.okh_pool))},
        "stand-ins": list(state.stand_ins),
    }
    if material.soviet_player:
        data["Soviet armored deck"] = _deck(state.armored_deck)
    if state.transport:
        data["transport"] = msgspec.to_builtins(state.transport)
    if state.attacked:
        data["attacked"] = board.names(state.attacked)
    if state.auxiliaries_used:
        data["Axis Auxiliaries used"] = state.auxiliaries_used
    if state.moving:
        data["moving"] = msgspec.to_builtins(state.moving) | {"army": material.army(state.moving.army)}
    if state.pending:
        data["open"] = msgspec.to_builtins(state.pending)
    if state.fields:
        data["field armies moving"] = True
    return data


def export_action(material: Material, action: a.Action) -> dict[str, Any]:
    """An action as JSON-like data: its kind, and what it is about by name; what it does without is left out."""
    data = dict(msgspec.to_builtins(action))
    named: dict[str, Any] = {"action": data.pop("type")}
    for field, value in data.items():
        if field in _AREA_FIELDS:
            named |= {field: material.area(value)} if value >= 0 else {}
        elif field == "army":
            named[field] = material.army(value)
        elif field == "card":
            named[field] = {"number": value, "name": material.card(value).name}
        elif field == "sea":
            named[field] = material.board.seas[value].name
        elif field == "path":
            named[field] = [material.area(area) for area in value]
        else:
            named[field] = value
    return named


_AREA_FIELDS = frozenset({"area", "source", "target", "base"})


def export_material(material: Material) -> dict[str, Any]:
    """The board, the armies and the cards as JSON-like data."""
    board, cards = material.board, material.cards
    return {
        "board": {
            "areas": [_printed(area, _AREA_FACTS) for area in board.areas],
            "lines": [_printed(line, ("a", "b", "colors", "red")) for line in board.lines],
            "seas": [_printed(sea, ("name", "basin", "adjacent", "fleet_start")) for sea in board.seas],
        },
        "armies": [_printed(army, ("id", "name", "player", "kind")) for army in material.armies],
        "cards": [
            _printed(card, ("number", "name", "deck", "type", "hold", "medal"))
            | _printed(cards.type_of(number), _TYPE_FACTS)
            for number, card in sorted(cards.by_number.items())
        ],
    }


_AREA_FACTS = (
    "name",
    "colors",
    "medals",
    "fortified",
    "soviet",
    "victory",
    "winter",
    "harbor",
    "printed",
    "start",
    "base",
)
_TYPE_FACTS = ("summary", "ammo", "fuel", "halt", "brings")


def _printed(thing: msgspec.Struct, fields: tuple[str, ...]) -> dict[str, Any]:
    """The fields that say something."""
    data = msgspec.to_builtins(thing)
    return {field: data[field] for field in fields if data[field]}


def digest(material: Material, state: State) -> str:
    """A short fingerprint of the position: equal positions have equal ones."""
    return hashlib.sha256(msgspec.json.encode(export(material, state), order="sorted")).hexdigest()[:16]


def _supplies(supplies: Supplies) -> dict[str, Any]:
    return {} if supplies == NOTHING else dict(msgspec.to_builtins(supplies))


def _area(state: State, area: int) -> dict[str, Any]:
    entry = _supplies(state.depots[area])
    for player, control in enumerate(state.control):
        if control >> area & 1:
            entry["control"] = PLAYERS[player]
    flags = (
        ("track", state.track),
        ("Soviet marker", state.soviet),
        ("bunker", state.bunkers),
        ("infantry", state.infantry),
        ("armor", state.armor),
    )
    for name, mask in flags:
        if mask >> area & 1:
            entry[name] = True
    if state.medals[area]:
        entry["medals"] = state.medals[area]
    if state.rewards[area]:
        entry["medals taken"] = state.rewards[area]
    if area in state.stacked:
        entry["further Soviet markers"] = state.stacked.count(area)
    return entry


def _army(material: Material, state: State, army: int) -> dict[str, Any]:
    entry: dict[str, Any] = {"at": material.area(state.at[army]) if state.at[army] >= 0 else None}
    entry |= _supplies(state.loads[army])
    for name, mask in (("moved", state.moved), ("HALT", state.halt)):
        if mask >> army & 1:
            entry[name] = True
    return entry


def _lines(material: Material, state: State) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for number, line in enumerate(material.board.lines):
        vehicles = [f"{name} truck" for player, name in enumerate(PLAYERS) if state.trucks[player] >> number & 1]
        vehicles += ["train"] if state.trains >> number & 1 else []
        if vehicles:
            found[f"{line.a}–{line.b}"] = vehicles
    return found


def _player(material: Material, state: State, player: int) -> dict[str, Any]:
    return {
        "medals": state.medals_held[player],
        "encircled cards": state.encircled[player],
        "defeated": list(members(state.trophies[player])),
        "holds": list(members(state.hands[player])),
        "held this turn": list(members(state.hands[player] & state.held_this_turn)),
        "discards": list(members(state.discards[player])),
        "Air Support": state.air[player],
        "Air Support over": material.area(state.air_area[player]) if state.air_area[player] >= 0 else None,
        "Air Support kept": bool(state.air_kept >> player & 1),
        "HQ spent": state.hq_spent[player],
        "OKH cards bought": state.okh_bought[player],
        "Pursuit deck": _deck(state.pursuit[player]),
        "trucks": {"on card": state.trucks_held[player], "in stock": state.trucks_stock[player]},
        "trains on card": state.trains_held[player],
    }


def _deck(deck: Deck) -> dict[str, Any]:
    """Card numbers layer by layer, top first; cards that left unseen apart."""
    layers = [{"cards": list(members(layer.cards)), "size": layer.size} for layer in deck.layers]
    hidden = [{"cards": list(members(layer.cards)), "size": layer.size} for layer in deck.hidden]
    return {"layers": layers} | ({"unseen": hidden} if hidden else {})
