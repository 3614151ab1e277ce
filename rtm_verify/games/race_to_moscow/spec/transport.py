"""Sections 8.5 and 13.1: trucks and trains carry supplies, and trains armies, from one area to the next."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS, Board
from rtm_verify.games.race_to_moscow.logistics import load_logistics
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.delivery import LIMITS, amount, deliver, eat, excess, lying, some
from rtm_verify.games.race_to_moscow.spec.lines import chain_lines
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.supplies import least, returned
from rtm_verify.games.race_to_moscow.spec.turn import core_action, game_on, new_action, nothing_open
from rtm_verify.games.race_to_moscow.spec.variables import bit, cell, fact, index
from rtm_verify.games.race_to_moscow.spec.words import NO_TRANSPORT
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, SupplyType
from rtm_verify.kernel.bits import members
from rtm_verify.proof.certificate import exits, rank, ungrounded
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS", "by_level"]

_ELSEWHERE = 0  # stands in where there is no such area or line; no clause looks at it then


# The route


def _sender(scene: Scene) -> int:
    """The area that the vehicle starts from."""
    if isinstance(scene.action, a.Redeploy):
        return max(scene.before.at[scene.action.army], _ELSEWHERE)
    source: int = scene.action.source
    return source


def _route(scene: Scene) -> int | None:
    return scene.board.line_between.get((_sender(scene), scene.action.target))


def _red_route(scene: Scene, _: State) -> bool:
    route = _route(scene)
    return route is not None and scene.board.lines[route].red


def _own_route(scene: Scene, state: State) -> bool:
    route = _route(scene)
    return route is not None and PLAYERS[state.active] in scene.board.lines[route].colors


def _foreign_truck(scene: Scene, state: State) -> bool:
    route = _route(scene)
    others = [trucks for player, trucks in enumerate(state.trucks) if player != state.active]
    return route is not None and any(trucks >> route & 1 for trucks in others)


def _printed(scene: Scene, area: int) -> bool:
    return bool(scene.board.printed[scene.player] >> area & 1)


@lru_cache(maxsize=8)
def _own_lines(board: Board, player: int) -> Mapping[int, tuple[int, ...]]:
    """Areas joined by a line of the player's colour (4.board.line, 4.board.double-line)."""
    return {area: members(others) for area, others in enumerate(board.roads[player])}


def _joined(scene: Scene, state: State, area: int) -> bool:
    """Whether a chain of the player's areas, as the ruling has them, joins an area to one of the player's bases."""
    readings, board, player = scene.material.readings, scene.board, state.active
    edges = chain_lines(board) if readings["train-chain-lines"] == "any-line" else _own_lines(board, player)
    own = scene.material.controlled(state, player)
    if readings["train-chain"] == "tracked":
        own &= state.track | board.printed[player]
    nodes = set(members(own))
    roots = {base for base in (board.main_base[player], board.frontline_base[player]) if base in nodes}
    ranks = rank(nodes, edges, roots)
    if area in ranks:
        return not list(ungrounded(set(ranks), edges, roots, ranks))
    return area in nodes and bool(list(exits(nodes - set(ranks), nodes, edges, roots)))  # the latter never


def _sent(kind: SupplyType) -> None:
    cell(f"{kind} at sender", "depots", "sender", part=kind)


index("sender", _sender)
index("route", lambda scene: _ELSEWHERE if (route := _route(scene)) is None else route)
for _kind in SUPPLY_TYPES:
    _sent(_kind)
fact("owner of sender", lambda scene, state: scene.owner(state, _sender(scene)))
fact("route", lambda scene, _: _route(scene) is not None)
fact("red route", _red_route)
fact("own route", _own_route)
bit("track at sender", "track", "sender")
bit("track at receiver", "track", "receiver")
fact("printed sender", lambda scene, _: _printed(scene, _sender(scene)))
fact("printed receiver", lambda scene, _: _printed(scene, scene.action.target))
fact("sender joined to base", lambda scene, state: _joined(scene, state, _sender(scene)))
fact("receiver joined to base", lambda scene, state: _joined(scene, state, scene.action.target))

# The vehicles

fact("train", lambda scene, _: scene.action.vehicle == "train")
bit("train on route", "trains", "route")
bit("own truck on route", "trucks", "route", of="player")
fact("foreign truck on route", _foreign_truck)
cell("trucks on card", "trucks_held", "player")
cell("trains on card", "trains_held", "player")
fact("trains on map", lambda _, state: state.trains.bit_count())
fact("own trucks on map", lambda scene, state: state.trucks[scene.player].bit_count())

# The army that rides

index("rider", lambda scene: scene.action.army)
cell("place of rider", "at", "rider")
bit("rider moved", "moved", "rider")
bit("rider unfed", "halt", "rider")
fact("own rider", lambda scene, state: scene.material.army_player[scene.action.army] == state.active)
fact("armored rider", lambda scene, _: scene.material.armored[scene.action.army])
fact("colour at receiver", lambda scene, state: bool(scene.colours(scene.action.target) >> state.active & 1))


def by_level(t: Template, row: str) -> Any:
    """The number of a row of the Logistics card."""
    first, second = (getattr(load_logistics()[level], row) for level in (1, 2))
    return If(t.number("level") == 1, first, second)


def begin_transport(t: Template, book: Book) -> None:
    """Begin "Transport Supplies"."""
    del book
    new_action(t)
    core_action(t, "7.core-transport", "first.5.transport")
    t.effect("8.5.action", "first.11.place", t.number("vehicles placed'") == 0)
    t.effect("8.5.action", "first.11.place", t.number("trucks placed'") == 0)
    t.effect("9.4.grosstransportraum", "first.16.grosstransportraum", Not(t.flag("reinforced'")))


def _under_way(t: Template) -> None:
    game_on(t)
    nothing_open(t)
    t.guard("8.5.action", "7.core-transport", "first.11.place", t.number("vehicles placed") != NO_TRANSPORT)


def end_transport(t: Template, book: Book) -> None:
    """End it: nobody is made to place a vehicle."""
    del book
    _under_way(t)
    t.effect("8.5.action", "7.complete", t.number("vehicles placed'") == NO_TRANSPORT)


def _route_serves(t: Template, book: Book, train: Any) -> None:
    """The route is one that the vehicle can be placed on."""
    active = t.number("active")
    own = [t.number(f"owner of {end}") == active for end in ("sender", "receiver")]
    route, red = t.flag("route"), t.flag("red route")
    t.guard("8.5.step", "4.board.line", "4.board.adjacent", "first.11.place", route)
    t.guard("4.board.red", "4.board.line", Implies(route, Not(red)))
    if book.reads("transport-lines", "own-colour"):
        rules = ("4.board.line", "4.board.double-line", "first.11.truck-colour", "first.11.train-colour")
        t.guard(*rules, Implies(And(route, Not(red)), t.flag("own route")))
    for mine in own:
        t.guard("8.5.control", "first.11.place", "3.2.control", mine)
    tracked = [Or(t.flag(f"track at {end}"), t.flag(f"printed {end}")) for end in ("sender", "receiver")]
    for end, mine, track in zip(("sender", "receiver"), own, tracked, strict=True):
        t.guard("8.5.track", "first.11.track", "3.2.rail", Implies(And(train, mine), track))
        if not book.reads("train-chain", "none"):
            joined = Implies(And(train, mine, track), t.flag(f"{end} joined to base"))
            t.guard("8.5.chain", "first.11.chain", joined)
    t.guard("8.5.one-train", "first.11.one-train", Implies(And(train, route), Not(t.flag("train on route"))))
    jammed = t.flag("own truck on route")
    if book.reads("foreign-vehicle", "blocks"):
        jammed = Or(jammed, t.flag("foreign truck on route"))
    t.guard("8.5.one-truck", "first.11.one-truck", Implies(And(Not(train), route), Not(jammed)))


def _vehicle(t: Template, book: Book, train: Any) -> None:
    """A vehicle comes from the card onto the route; it is one of those that the Logistics Level permits."""
    trucks, trains = t.number("trucks on card"), t.number("trains on card")
    placed, by_truck = t.number("vehicles placed") + 1, t.number("trucks placed") + If(train, 0, 1)
    under_way = t.number("vehicles placed") != NO_TRANSPORT
    t.guard("8.5.available", "first.11.pool", If(train, trains, trucks) >= 1)
    # Grosstransportraum's truck stands beside those that the level permits, whichever of the trucks it is.
    extra = If(t.flag("reinforced"), least(by_truck, book.edition.grosstransportraum_trucks), 0)
    within = placed - extra <= by_level(t, "place")
    rules = ("8.5.level", "3.1.place", "first.11.level", "9.4.grosstransportraum-truck")
    t.guard(*rules, "first.16.grosstransportraum-truck", Implies(under_way, within))

    t.effect("8.5.level", "first.11.level", t.number("vehicles placed'") == placed)
    t.effect("9.4.grosstransportraum-truck", t.number("trucks placed'") == by_truck)
    t.effect("8.5.available", "first.11.pool", t.number("trains on card'") == trains - If(train, 1, 0))
    t.effect("8.5.available", "first.11.pool", t.number("trucks on card'") == trucks - If(train, 0, 1))
    t.effect("8.5.one-train", "8.5.both", t.flag("train on route'") == Or(t.flag("train on route"), train))
    t.effect("8.5.one-truck", "8.5.both", t.flag("own truck on route'") == Or(t.flag("own truck on route"), Not(train)))
    t.effect("4.board.transport", t.number("trains on map'") == t.number("trains on map") + If(train, 1, 0))
    t.effect("4.board.transport", t.number("own trucks on map'") == t.number("own trucks on map") + If(train, 0, 1))


def place_vehicle(t: Template, book: Book) -> None:
    """A vehicle is placed and carries supplies along its route, one way."""
    edition, train = book.edition, t.flag("train")
    _under_way(t)
    _route_serves(t, book, train)
    _vehicle(t, book, train)

    some(t, "8.5.action", "8.5.step", "first.11.single")
    by_truck = If(t.flag("reinforced"), edition.grosstransportraum_capacity, edition.truck_capacity)
    rules = ("8.5.capacity-truck", "2.4.truck", "first.11.truck", "9.4.grosstransportraum-load")
    t.guard(*rules, "first.16.grosstransportraum-load", Implies(Not(train), amount(t) <= by_truck))
    t.guard("8.5.capacity-train", "2.4.train", "first.11.train", Implies(train, amount(t) <= edition.train_capacity))
    for kind in SUPPLY_TYPES:
        there, brought = t.number(f"{kind} at sender"), t.number(f"{kind} brought")
        t.guard("8.5.any-point", "8.5.step", "first.11.moment", brought <= there)
        t.effect("8.5.step", "first.11.single", t.number(f"{kind} at sender'") == there - brought)
    if book.reads("transport-excess", "refused"):
        fits = lying(t) + amount(t) <= t.number("limit of receiver")
        t.guard("8.5.limit", "8.limits.excess", "first.12.excess", *LIMITS, fits)
    else:
        excess(t)
    deliver(t, book, ("at sender",), "8.5.step", "first.11.single", "first.11.one-way")


def redeploy(t: Template, book: Book) -> None:
    """A train carries a field army with the supplies on its card, and nothing else."""
    train, placed = t.flag("train"), t.number("place of rider") >= 0
    if "redeployment" not in book.variants:
        t.guard("13.use", "13.1.train", "first.19.redeploy", False)
    _under_way(t)
    t.guard("13.1.truck", "first.19.redeploy-truck", train)
    t.guard("13.1.nothing-else", "first.19.redeploy-nothing-else", And(*_nothing_brought(t)))
    t.guard("13.1.train", "3.1.own", "first.19.redeploy", And(t.flag("own rider"), placed))
    t.guard("13.1.field", "first.19.redeploy-field", Not(t.flag("armored rider")))
    if book.reads("redeploy-grounded", "may-not"):
        t.guard("8.7.no-move", "13.1.field", "first.14.no-move", Not(t.flag("rider unfed")))
    rides_as_move = book.reads("redeploy-moved", "may-not")
    if rides_as_move:
        t.guard("8.common.once", "13.1.train", "first.7.once", Not(t.flag("rider moved")))
    t.guard("8.common.occupied", "13.1.train", Implies(t.flag("route"), Not(t.flag("army at receiver"))))
    ours = t.number("owner of receiver") == t.number("active")
    t.guard("8.common.colour", "4.board.colour", Implies(ours, t.flag("colour at receiver")))
    _route_serves(t, book, train)
    _vehicle(t, book, train)

    t.effect("13.1.train", "first.19.redeploy", t.number("place of rider'") == t.number("receiver"))
    moved = t.flag("rider moved")
    t.effect("8.common.once", "13.1.train", t.flag("rider moved'") == (True if rides_as_move else moved))
    # Food that lies where an unfed army arrives is in its area now.
    there = {kind: t.number(f"{kind} at receiver") for kind in SUPPLY_TYPES}
    eat(t, book, t.flag("rider unfed"), "rider unfed", there, "13.1.supplies", "13.1.nothing-else")
    returned(t, ("at receiver",))


def _nothing_brought(t: Template) -> list[Any]:
    return [t.number(f"{kind} brought") == 0 for kind in SUPPLY_TYPES]


CHAPTERS: dict[str, Chapter] = {
    "BeginTransport": begin_transport,
    "PlaceVehicle": place_vehicle,
    "Redeploy": redeploy,
    "EndTransport": end_transport,
}
