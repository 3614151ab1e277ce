"""Chapter 8.5: trucks and trains carry supplies; 13.1: a train carries a field army."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.actions import (
    Action,
    BeginTransport,
    EndTransport,
    PlaceVehicle,
    Redeploy,
    Vehicle,
)
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.reorganization import feed_grounded
from rtm_verify.games.race_to_moscow.engine.take_supplies import shed_excess
from rtm_verify.games.race_to_moscow.engine.turn import judge_core_action, judge_nothing_open, spend_core_action
from rtm_verify.games.race_to_moscow.logistics import load_logistics
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State, Transporting
from rtm_verify.games.race_to_moscow.supplies import NOTHING, parts
from rtm_verify.kernel.bits import flood, members
from rtm_verify.kernel.violation import Violation

__all__ = [
    "begin_transport",
    "end_transport",
    "judge_begin_transport",
    "judge_end_transport",
    "judge_place_vehicle",
    "judge_redeploy",
    "options",
    "options_begin",
    "place_vehicle",
    "redeploy",
]

_WAYS = ("truck", "train")


# The action as a whole


def judge_begin_transport(material: Material, state: State, _: BeginTransport) -> Iterator[Violation]:
    """Transporting supplies is one core action (7.core-transport)."""
    yield from judge_core_action(material, state)


def begin_transport(draft: Draft, _: BeginTransport) -> None:
    """Begin the action within which vehicles are placed (8.5.action)."""
    spend_core_action(draft, "transports supplies", "7.core-transport", "8.5.action")
    draft.silently(transport=Transporting())


def judge_end_transport(_: Material, state: State, __: EndTransport) -> Iterator[Violation]:
    """The action can end at any point (8.5.action)."""
    yield from judge_nothing_open(state)
    yield from _judge_under_way(state)


def _judge_under_way(state: State) -> Iterator[Violation]:
    if state.transport is None:
        yield Violation(
            "no-transport",
            ("8.5.action",),
            "Vehicles are placed within the action that transports supplies, which has not begun.",
            facts=(f"core actions left {state.core_left}",),
        )


def end_transport(draft: Draft, _: EndTransport) -> None:
    """The vehicles stay where they are."""
    draft.silently(transport=None)


def options_begin(_: Material, state: State) -> Iterator[BeginTransport]:
    """The action can begin while a core action is left."""
    if state.core_left > 0:
        yield BeginTransport()


# One vehicle


def judge_place_vehicle(material: Material, state: State, action: PlaceVehicle) -> Iterator[Violation]:
    """A vehicle runs between two controlled areas on a free line, with what lies at one end and fits at the other."""
    vehicle, source, target, supplies = action.vehicle, action.source, action.target, action.supplies
    yield from _judge_vehicle(material, state, vehicle, source, target)
    here, there = material.area(source), material.area(target)
    if supplies == NOTHING or not supplies.covers(NOTHING):
        yield Violation("nothing", ("8.5.action",), "There is nothing to transport.", (f"supplies: {supplies}",))
    most = _capacity(material, state, vehicle)
    if supplies.total > most:
        yield Violation(
            "too-many",
            _capacity_rules(state, vehicle),
            f"A {vehicle} carries {most} supplies at most.",
            facts=(f"loaded {supplies.total}", f"capacity {most}"),
        )
    if not state.depots[source].covers(supplies):
        yield Violation(
            "not-there",
            ("8.5.any-point",),
            f"{here} does not hold {supplies}.",
            facts=(f"supplies in {here}: {state.depots[source]}",),
            blockers=(here,),
        )
    overfull = state.depots[target].total + supplies.total > material.area_limit(target)
    if overfull and material.readings["transport-excess"] == "refused":
        yield Violation(
            "area-full",
            (material.clause("8.5.limit", first="first.12.excess"), _limit_rule(material, target)),
            f"{there} cannot hold {supplies} more.",
            facts=(f"supplies in {there} {state.depots[target].total}", f"limit {material.area_limit(target)}"),
            blockers=(there,),
        )


def _judge_vehicle(material: Material, state: State, vehicle: Vehicle, source: int, target: int) -> Iterator[Violation]:
    """What a vehicle needs, whatever it carries: an action, a vehicle, a line, control, and a train tracks."""
    yield from judge_nothing_open(state)
    yield from _judge_under_way(state)
    board, player, title = material.board, state.active, PLAYERS[state.active].capitalize()
    here, there = material.area(source), material.area(target)
    if state.transport is not None and not _may_place(material, state, state.transport, vehicle):
        place = load_logistics()[state.level].place
        yield Violation(
            "too-many-vehicles",
            ("8.5.level", "3.1.place"),
            f"{title} has placed {state.transport.placed} vehicles in this action: level {state.level} allows {place}.",
            facts=(f"placed {state.transport.placed}", f"limit {place}"),
        )
    held = (state.trucks_held if vehicle == "truck" else state.trains_held)[player]
    if not held:
        yield Violation(
            "no-vehicle",
            ("8.5.available",),
            f"{title} has no {vehicle} on the Logistics card.",
            facts=(f"{vehicle}s on card 0",),
            fixes=("take transport first",),
        )
    for area, name in ((source, here), (target, there)):
        if not material.controlled(state, player) >> area & 1:
            yield Violation(
                "not-controlled",
                ("8.5.control",),
                f"{title} does not control {name}.",
                facts=(f"control of {name}: no",),
                blockers=(name,),
            )
        elif vehicle == "train" and not _tracked(material, state) >> area & 1:
            yield Violation(
                "no-track",
                ("8.5.track", "3.2.printed-rail"),
                f"{name} has no track: no train runs there.",
                facts=(f"track in {name}: no",),
                blockers=(name,),
            )
        elif vehicle == "train" and not _railnet(material, state, material.readings["train-chain"]) >> area & 1:
            yield Violation(
                "no-chain",
                ("first.11.chain" if material.readings["train-chain"] == "controlled" else "8.5.chain",),
                f"No chain joins {name} to a supply base of {PLAYERS[player]}.",
                facts=(f"ruling train-chain = {material.readings['train-chain']}",),
                blockers=(name,),
                rulings=(
                    "train-chain",
                    # The stricter reading alone can be the reason.
                    *(("train-chain-lines",) if material.readings["train-chain-lines"] == "own-colour" else ()),
                ),
            )
    number = board.line_between.get((source, target))
    if number is None or board.lines[number].red:
        yield Violation(
            "no-line",
            ("8.5.step", "4.board.adjacent", "4.board.transport") if number is None else ("4.board.red",),
            f"No line joins {here} and {there}." if number is None else f"The line {here}–{there} is red.",
            facts=(f"neighbours of {here}: {', '.join(board.names(board.open_neighbours[source]))}",),
            blockers=(here, there),
        )
        return
    if not _lines(material, player)[source] >> target & 1:
        yield Violation(
            "foreign-line",
            ("4.board.line", "first.11.truck-colour" if vehicle == "truck" else "first.11.train-colour"),
            f"The line between {here} and {there} has another colour than {PLAYERS[player]}.",
            facts=(f"line {here}–{there}: {', '.join(board.lines[number].colors)}",),
            blockers=(f"{here}–{there}",),
            rulings=("transport-lines",),
        )
    if _busy(material, state, vehicle) >> number & 1:
        yield Violation(
            "line-busy",
            ("8.5.one-truck",) if vehicle == "truck" else ("8.5.one-train",),
            f"A {vehicle} stands between {here} and {there} already.",
            facts=(f"{vehicle} on {here}–{there}: yes",),
            blockers=(f"{here}–{there}",),
            rulings=("foreign-vehicle",) if vehicle == "truck" and not state.trucks[player] >> number & 1 else (),
        )


def _limit_rule(material: Material, area: int) -> str:
    """The clause that limits what an area holds."""
    if area in material.board.main_base:
        return "8.limits.base"
    return "8.limits.frontline" if area in material.board.frontline_base else "8.limits.area"


def _capacity_rules(state: State, vehicle: Vehicle) -> tuple[str, ...]:
    if vehicle == "train":
        return ("8.5.capacity-train",)
    reinforced = state.transport is not None and state.transport.reinforced
    return (*(("9.4.grosstransportraum-load",) if reinforced else ()), "8.5.capacity-truck")


def _capacity(material: Material, state: State, vehicle: Vehicle) -> int:
    edition = material.edition
    if vehicle == "train":
        return edition.train_capacity
    reinforced = state.transport is not None and state.transport.reinforced
    return edition.grosstransportraum_capacity if reinforced else edition.truck_capacity


def _may_place(material: Material, state: State, transport: Transporting, vehicle: Vehicle) -> bool:
    """Whether the Logistics level allows one more; Grosstransportraum adds a truck (aid.okh.truck)."""
    place = load_logistics()[state.level].place
    if transport.reinforced and (vehicle == "truck" or transport.trucks):
        place += material.edition.grosstransportraum_trucks
    return transport.placed < place


def _tracked(material: Material, state: State) -> int:
    """The areas of the active player with a track, laid or printed (3.2.rail, 3.2.printed-rail)."""
    return state.control[state.active] & state.track | material.board.printed[state.active]


def _railnet(material: Material, state: State, reading: str) -> int:
    """The areas that a train's ends must be among, by the chain to a supply base, in a reading of train-chain."""
    player, board = state.active, material.board
    match reading:
        case "tracked":
            within = _tracked(material, state)
        case "controlled":
            within = material.controlled(state, player)
        case _:
            return board.all_areas
    bases = 1 << board.main_base[player]
    frontline = board.frontline_base[player]
    if frontline is not None:
        bases |= 1 << frontline
    any_line = material.readings["train-chain-lines"] == "any-line"
    return flood(bases, within, board.open_neighbours if any_line else board.roads[player])


def _railway(material: Material, state: State) -> int:
    """The areas between which trains run."""
    return _tracked(material, state) & _railnet(material, state, material.readings["train-chain"])


def _lines(material: Material, player: int) -> tuple[int, ...]:
    """The lines vehicles may use (ruling transport-lines)."""
    own = material.readings["transport-lines"] == "own-colour"
    return material.board.roads[player] if own else material.board.open_neighbours


def _busy(material: Material, state: State, vehicle: Vehicle) -> int:
    """The lines on which another vehicle of this kind stands, whoever placed it (ruling foreign-vehicle)."""
    if vehicle == "train":
        return state.trains
    gray, white, brown = state.trucks
    return gray | white | brown if material.readings["foreign-vehicle"] == "blocks" else state.trucks[state.active]


def place_vehicle(draft: Draft, action: PlaceVehicle) -> None:
    """The vehicle goes from the card onto the line, and the supplies along it."""
    material, source, target = draft.material, action.source, action.target
    _put_on_line(draft, action.vehicle, source, target)
    state = draft.state
    depots = list(state.depots)
    depots[source] -= action.supplies
    depots[target] += action.supplies
    draft.do(
        "transport",
        f"The {action.vehicle} moves {action.supplies} from {material.area(source)} to {material.area(target)}.",
        "8.5.capacity-truck" if action.vehicle == "truck" else "8.5.capacity-train",
        "8.5.any-point",
        material.clause("8.5.limit", first="first.12.excess"),
        _limit_rule(material, target),
        *(("first.11.single", "first.11.one-way") if material.edition.name == "first" else ()),
        depots=tuple(depots),
    )
    feed_grounded(draft, target)
    shed_excess(draft, target, "transport-excess")


# What every vehicle rests on.
_PLACED = (
    *("8.5.action", "8.5.available", "8.5.route", "8.5.step", "8.5.direction"),
    *("8.5.anywhere", "8.5.control", "8.5.level", "3.1.place"),
)


def _put_on_line(draft: Draft, vehicle: Vehicle, source: int, target: int) -> None:
    material, state = draft.material, draft.state
    number = material.board.line_between[source, target]
    _name_readings(draft, vehicle, source, target)
    own_lines = material.edition.name == "first" and material.readings["transport-lines"] == "own-colour"
    ends = f"{material.area(source)} and {material.area(target)}"
    text = f"{PLAYERS[draft.player].capitalize()} places a {vehicle} between {ends}."
    if vehicle == "truck":
        draft.do(
            "vehicle",
            text,
            *_PLACED,
            "8.5.one-truck",
            *(("first.11.truck-colour",) if own_lines else ()),
            *(("8.5.both",) if state.trains >> number & 1 else ()),
            trucks=draft.for_player(state.trucks, state.trucks[draft.player] | 1 << number),
            trucks_held=draft.for_player(state.trucks_held, state.trucks_held[draft.player] - 1),
        )
    else:
        draft.do(
            "vehicle",
            text,
            *_PLACED,
            "3.2.rail",
            "8.5.track",
            material.clause("8.5.chain", first="first.11.chain"),
            "8.5.one-train",
            *(("first.11.train-colour",) if own_lines else ()),
            *(("3.2.printed-rail",) if material.board.all_printed & (1 << source | 1 << target) else ()),
            *(("8.5.both",) if _busy(material, state, "truck") >> number & 1 else ()),
            trains=state.trains | 1 << number,
            trains_held=draft.for_player(state.trains_held, state.trains_held[draft.player] - 1),
        )
    transport = state.transport or Transporting()
    trucks = transport.trucks + (vehicle == "truck")
    draft.silently(transport=replace(transport, placed=transport.placed + 1, trucks=trucks))


def _name_readings(draft: Draft, vehicle: Vehicle, source: int, target: int) -> None:
    """Name the rulings that the vehicle's route hangs on: those whose strictest reading would have refused it."""
    material, state = draft.material, draft.state
    if not material.board.roads[draft.player][source] >> target & 1:
        draft.reading("transport-lines")
    ends = 1 << source | 1 << target
    if vehicle == "train" and ends & ~_railnet(material, state, "tracked"):
        draft.reading("train-chain")


def options(material: Material, state: State) -> Iterator[Action]:
    """Every vehicle with every load that can be placed, and the end of the action."""
    transport, player = state.transport, state.active
    if transport is None:
        return
    yield EndTransport()
    own, lines = material.controlled(state, player), _lines(material, player)
    for vehicle, held in (("truck", state.trucks_held[player]), ("train", state.trains_held[player])):
        if not held or not _may_place(material, state, transport, vehicle):  # type: ignore[arg-type]
            continue
        ends = own if vehicle == "truck" else _railway(material, state)
        busy, most = _busy(material, state, vehicle), _capacity(material, state, vehicle)  # type: ignore[arg-type]
        limited = material.readings["transport-excess"] == "refused"
        for source in members(ends):
            lying = state.depots[source]
            if lying == NOTHING:
                continue
            for target in members(lines[source] & ends):
                if busy >> material.board.line_between[source, target] & 1:
                    continue
                room = material.area_limit(target) - state.depots[target].total
                for supplies in parts(lying, min(most, room) if limited else most):
                    yield PlaceVehicle(vehicle, source, target, supplies)  # type: ignore[arg-type]
    yield from _redeployments(material, state, transport)


# A train carries a field army (13.1)


def judge_redeploy(material: Material, state: State, action: Redeploy) -> Iterator[Violation]:
    """A train, but no truck, carries a field army and the supplies on its card to an adjacent area (13.1)."""
    army, target = action.army, action.target
    name, owner = material.armies[army].name, material.army_player[army]
    if "redeployment" not in material.variants:
        yield Violation(
            "not-in-play",
            ("13.1.train",),
            "Armies travel by train only where the optional rule for redeployment is in play.",
            facts=("variant redeployment: no",),
        )
    if material.armored[army]:
        yield Violation(
            "armored", ("13.1.field",), f"{name} is armored: no train carries it.", facts=("kind: armored",)
        )
    if action.vehicle == "truck":
        yield Violation("by-truck", ("13.1.truck",), f"{name} cannot ride on a truck.", facts=("vehicle: truck",))
    if action.supplies != NOTHING:
        yield Violation(
            "supplies-too",
            ("13.1.nothing-else",),
            f"A train that carries {name} carries nothing but what lies on its card.",
            facts=(f"asked for: {action.supplies}",),
        )
    if owner != state.active or state.at[army] < 0:
        yield Violation(
            "not-yours",
            ("3.1.own",),
            f"{name} is no army of {PLAYERS[state.active]} on the board.",
            facts=(f"owner {PLAYERS[owner]}",),
        )
        return
    if state.halt >> army & 1 and material.readings["redeploy-grounded"] == "may-not":
        yield Violation(
            "grounded",
            (material.clause("8.7.no-move", first="first.14.no-move"),),
            f"{name} is grounded until food reaches its area.",
            facts=("HALT marker: yes",),
            rulings=("redeploy-grounded",),
        )
    if state.moved >> army & 1 and material.readings["redeploy-moved"] == "may-not":
        yield Violation(
            "moved-already",
            (material.clause("8.common.once", first="first.7.once"),),
            f"{name} has already moved this {material.policies['army-once']}.",
            facts=(f"round {state.round}", "moved: yes"),
            rulings=("redeploy-moved",),
        )
    other = material.army_in(state, target)
    if other is not None:
        yield Violation(
            "occupied",
            ("8.common.occupied",),
            f"{material.armies[other].name} stands in {material.area(target)}.",
            facts=(f"army in {material.area(target)}: {material.army(other)}",),
            blockers=(material.area(target),),
        )
    yield from _judge_vehicle(material, state, "train", state.at[army], target)


def redeploy(draft: Draft, action: Redeploy) -> None:
    """The army rides with what its card holds, and nothing else (13.1.supplies, 13.1.nothing-else)."""
    material, army = draft.material, action.army
    _put_on_line(draft, "train", draft.state.at[army], action.target)
    if draft.state.halt >> army & 1:
        draft.reading("redeploy-grounded")
    if draft.state.moved >> army & 1:
        draft.reading("redeploy-moved")
    at, moved = draft.state.at, draft.state.moved
    counts = material.readings["redeploy-moved"] == "may-not"
    draft.do(
        "redeploy",
        f"{material.armies[army].name} rides to {material.area(action.target)}.",
        "13.1.train",
        "13.1.field",
        "13.1.truck",
        "13.1.supplies",
        "13.1.nothing-else",
        at=(*at[:army], action.target, *at[army + 1 :]),
        moved=moved | 1 << army if counts else moved,
    )
    feed_grounded(draft, action.target)


def _redeployments(material: Material, state: State, transport: Transporting) -> Iterator[Redeploy]:
    player = state.active
    if "redeployment" not in material.variants or not state.trains_held[player]:
        return
    if not _may_place(material, state, transport, "train"):
        return
    ends, lines = _railway(material, state), _lines(material, player)
    for army, owner in enumerate(material.army_player):
        here = state.at[army]
        if owner != player or material.armored[army] or here < 0 or not ends >> here & 1:
            continue
        if state.halt >> army & 1 and material.readings["redeploy-grounded"] == "may-not":
            continue
        if state.moved >> army & 1 and material.readings["redeploy-moved"] == "may-not":
            continue
        for target in members(lines[here] & ends):
            if target not in state.at and not state.trains >> material.board.line_between[here, target] & 1:
                yield Redeploy(army, target)
