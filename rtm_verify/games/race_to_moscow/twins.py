"""What could be otherwise in the position a log starts from: the facts that its moves rest on, each turned round.

One army without fuel, one area in other hands, one track missing. Each is written as a log's header ``given`` has it. A
fact may make a position that cannot be; that is found when it is set up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.facts import query
from rtm_verify.games.race_to_moscow.logistics import load_logistics
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, Supplies
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.replay import Played
from rtm_verify.kernel.ruleset import Supposition
from rtm_verify.kernel.words import counted
from rtm_verify.log.reader import parse_items
from rtm_verify.log.syntax import Given

__all__ = ["suppositions"]

Fact = tuple[str, str]
"""A fact as a log has it, and the same in better words; none where the fact's own will do."""


def suppositions(
    material: Material, start: State, played: Sequence[Played], refused: Sequence[Played]
) -> tuple[Supposition, ...]:
    """The facts that matter to a log and are not so in its position, in a fixed order.

    Parameters
    ----------
    played : the actions of moves that stand.
    refused : the actions of illegal moves, up to the one refused.
    """
    scene = _Scene(material, start, played, refused)
    found: dict[str, Supposition] = {}
    for kind in _KINDS:
        for text, label in kind(scene):
            items = parse_items(text)
            if text not in found and not query(material, start, items, "").holds:
                found[text] = Supposition(label or text, Given(items), common=kind in _COMMON)
    return tuple(found.values())


class _Scene:
    """What a log's moves are about, each thing in the order in which it comes up.

    Attributes
    ----------
    armies : the armies that act, eat or fight.
    areas : the areas that moves name or change.
    entered, attacked, placed, railheads : the areas an army enters, and those of the last two phases of a turn.
    used : the areas whose supplies are used.
    pockets : the areas that change hands without being entered.
    """

    def __init__(self, material: Material, start: State, played: Sequence[Played], refused: Sequence[Played]) -> None:
        self.material = material
        self.board = material.board
        self.start = start
        self.acts = [*played, *refused]
        self.positions = [start, *(act.after for act in played if act.after is not None)]
        self.armies: dict[int, None] = {}
        self.areas: dict[int, None] = {}
        self.entered: dict[int, None] = {}
        self.attacked: dict[int, None] = {}
        self.placed: dict[int, None] = {}
        self.railheads: dict[int, None] = {}
        self.used: dict[int, None] = {}
        for act in self.acts:
            self._note(act.before, act.action)
        self._note_changes()
        # An army's own area matters while it stands there, whatever its moves name.
        self.areas.update({start.at[army]: None for army in self.armies if start.at[army] >= 0})
        self.pockets = [area for area in self._captured() if area not in self.entered]

    def _note(self, state: State, action: a.Action) -> None:
        match action:
            case a.Activate(army) | a.Airlift(army, _):
                self.armies[army] = None
            case a.Load(army, _, _) | a.Drop(army, _):
                self.armies[army] = None
                if (area := state.at[army]) >= 0:
                    self.areas[area] = self.used[area] = None
            case a.Redeploy(army, target, _, _):
                self.armies[army] = None
                self.areas[target] = None
            case a.Enter(area):
                self.areas[area] = self.entered[area] = None
            case a.PlaceVehicle(_, source, target, _):
                self.areas[source] = self.areas[target] = self.used[source] = None
            case a.TakeSupplies(area, _):
                self.areas[area] = self.used[area] = None
            case a.MoveMedal(source, target):
                self.areas[source] = self.areas[target] = None
            case a.AdvanceRailhead(area) if area >= 0:
                self.areas[area] = self.railheads[area] = None
            case a.CounterAttack(area) | a.WinterAttack(area):
                self.areas[area] = self.attacked[area] = None
            case a.PlaceSoviet(area):
                self.areas[area] = self.placed[area] = None
            case a.FlipTrack(area) | a.ShipTo(area) | a.LayTrack(area) | a.LookUnder(area) | a.AirSupportOver(area):
                self.areas[area] = None
            case a.Withdraw(path):
                self.areas.update(dict.fromkeys(path))
            case _:
                pass

    def _note_changes(self) -> None:
        """Armies and areas that no move names, and which are changed nevertheless: fed, grounded, cut off."""
        for state in self.positions:
            for army, (load, was) in enumerate(zip(state.loads, self.start.loads, strict=True)):
                if load != was or (state.halt ^ self.start.halt) >> army & 1:
                    self.armies[army] = None
            for area, (depot, was) in enumerate(zip(state.depots, self.start.depots, strict=True)):
                if depot != was:
                    self.areas[area] = self.used[area] = None
        self.areas.update(self._captured())

    def _captured(self) -> dict[int, None]:
        """The areas that come into a player's hands."""
        return {
            area: None
            for state in self.positions
            for now, was in zip(state.control, self.start.control, strict=True)
            for area in members(now & ~was)
        }

    def did(self, *kinds: type[a.Action]) -> bool:
        """Whether an action of one of these kinds was played or tried."""
        return any(isinstance(act.action, kinds) for act in self.acts)

    def player(self) -> str:
        """Who has the turn at the start."""
        return PLAYERS[self.start.active]

    def others(self) -> list[str]:
        """The other players in the game, in player order."""
        return [PLAYERS[player] for player in self.start.order if player != self.start.active]

    def owner(self, area: int) -> int | None:
        """Who controls an area at the start."""
        return next((p for p in range(len(PLAYERS)) if self.material.controlled(self.start, p) >> area & 1), None)

    def neighbours(self, areas: Iterable[int]) -> list[int]:
        """The areas next to some of these, each once."""
        found = dict.fromkeys(other for area in areas for other in members(self.board.neighbours[area]))
        return list(found)


def _of_armies(scene: _Scene) -> Iterator[Fact]:
    for army in scene.armies:
        name, load = scene.material.army(army), scene.start.loads[army]
        for kind in SUPPLY_TYPES:
            yield f"{name} has no {kind}", ""
            if (few := _too_few(state.loads[army].of(kind) for state in scene.positions)) > 0:
                yield f"{name} has {few} {kind}", f"{name} has {few} {kind}, one less than it spends"
        limit = scene.material.edition.army_card_limit
        if load.total < limit <= load.total + scene.start.stock.total:
            yield f"{name} has {_filled(scene, load, limit)}", f"{name} has a full card"


def _of_readiness(scene: _Scene) -> Iterator[Fact]:
    """Whether the armies may move at all."""
    for army in scene.armies:
        name = scene.material.army(army)
        yield f"{name} grounded", f"{name} is grounded"
        yield f"{name} not grounded", f"{name} is not grounded"
        yield f"{name} moved", f"{name} has moved in this round already"
        yield f"{name} not moved", f"{name} has not moved in this round"


def _too_few(amounts: Iterable[int]) -> int:
    """One less than what is used up in all; 0 or less if that is nothing to speak of.

    >>> _too_few([3, 2, 1, 2])
    1
    """
    first, *others = amounts
    return first - min([first, *others]) - 1


def _filled(scene: _Scene, supplies: Supplies, limit: int) -> str:
    """These supplies, and what there is room for from the stock: food first, the least wanted of them in a move."""
    stock, room = scene.start.stock, limit - supplies.total
    for kind in reversed(SUPPLY_TYPES):
        added = min(room, stock.of(kind))
        supplies += Supplies(**{kind: added})
        room -= added
    return ", ".join(f"{supplies.of(kind)} {kind}" for kind in SUPPLY_TYPES)


def _of_areas(scene: _Scene) -> Iterator[Fact]:
    for area in scene.areas:
        yield from _of_area(scene, area)


def _of_area(scene: _Scene, area: int) -> Iterator[Fact]:
    material, board, state = scene.material, scene.board, scene.start
    name, owner = material.area(area), scene.owner(area)
    if owner is None:
        for amount in ("a", "no"):
            fact = f"{name} has {amount} Soviet marker"
            yield fact, f"{fact}: the other deck" if area in scene.entered else ""
        if board.fortified >> area & 1:
            yield f"{name} has a bunker", ""
            yield f"{name} has no bunker", ""
    if not (board.all_printed | board.victory) >> area & 1:  # who has a Victory area has won
        for player in state.order:
            if board.colored[player] >> area & 1:
                yield f"{name} controlled by {PLAYERS[player]}", f"{name} is controlled by {PLAYERS[player]}"
        yield f"{name} uncontrolled", f"nobody controls {name}"
    if board.objective >> area & 1 and owner is None:
        for count in range(material.edition.medals_max_in_area + 1):
            yield f"{name} has {counted(count, 'medal') if count else 'no medals'}", ""
    if owner is not None:
        yield from _of_own_area(scene, area, owner)


def _of_own_area(scene: _Scene, area: int, owner: int) -> Iterator[Fact]:
    """Supplies, track and an army, which only an area that somebody controls can have."""
    material, state, name = scene.material, scene.start, scene.material.area(area)
    limit, depot = material.area_limit(area), state.depots[area]
    if depot.total:
        yield f"{name} has no supplies", ""
    if area in scene.used:
        for kind in SUPPLY_TYPES:
            yield f"{name} has no {kind}", ""
            if (few := _too_few(now.depots[area].of(kind) for now in scene.positions)) > 0:
                yield f"{name} has {few} {kind}", f"{name} has {few} {kind}, one less than what leaves it"
    if depot.total < limit <= depot.total + state.stock.total:
        yield f"{name} has {_filled(scene, depot, limit)}", f"{name} has {limit} supplies, all that it can hold"
    if state.control[owner] >> area & 1:
        yield f"{name} has track", ""
        yield f"{name} has no track", ""
    standing = material.army_in(state, area)
    spare = (n for n, player in enumerate(material.army_player) if player == owner and n not in scene.armies)
    if standing is None and (army := next(spare, None)) is not None:
        yield f"{material.army(army)} at {name}", f"{material.army(army)} stands in {name}"


def _of_pockets(scene: _Scene) -> Iterator[Fact]:
    """The ring around what is cut off, and the sea."""
    for area in scene.neighbours(scene.pockets):
        if area not in scene.pockets and scene.owner(area) is not None and not scene.board.all_printed >> area & 1:
            name = scene.material.area(area)
            yield f"{name} uncontrolled", f"nobody controls {name}: the ring is open"


def _of_railheads(scene: _Scene) -> Iterator[Fact]:
    """The tracks next to a marker that is turned; where none is turned, every track there is."""
    own = scene.start.control[scene.start.active]
    around = scene.neighbours(scene.railheads) if scene.railheads else members(own & scene.start.track)
    if scene.did(a.AdvanceRailhead):
        for area in around:
            if own >> area & 1:
                yield f"{scene.material.area(area)} has no track", ""
                yield f"{scene.material.area(area)} has track", ""


def _of_reactions(scene: _Scene) -> Iterator[Fact]:
    """Where an attack comes from, the armies that protect, and the markers that are left."""
    material, state = scene.material, scene.start
    targets = {**scene.attacked, **scene.placed}
    for area in scene.neighbours(targets):
        name = material.area(area)
        if scene.owner(area) is None:
            yield f"{name} has no Soviet marker", ""
            yield f"{name} has a Soviet marker", ""
    for area in (*scene.attacked, *scene.neighbours(scene.attacked)):
        army = material.army_in(state, area)
        if army is not None:
            home = material.area(scene.board.start[material.army(army)])
            yield (
                f"{material.army(army)} at {home}",
                f"{material.army(army)} stands in {home}, not in {material.area(area)}",
            )


def _of_pool(scene: _Scene) -> Iterator[Fact]:
    """How many Soviet markers are left."""
    if scene.attacked or scene.placed or scene.did(a.EndReaction):
        yield "pool has 0 Soviet markers", "the pool is empty"
        yield "pool has 1 Soviet marker", "the pool has one Soviet marker left"
        yield "last round", "it is the last round"


def _of_vehicles(scene: _Scene) -> Iterator[Fact]:
    player, number, state = scene.player(), scene.start.active, scene.start
    lines = dict.fromkeys(ends for act in scene.acts if (ends := _line_used(act)))
    for ends in lines:
        source, target = map(scene.material.area, ends)
        if ends in scene.board.line_between:
            for vehicle in ("train", f"{player} truck"):
                yield f"line {source} > {target} has a {vehicle}", f"a {vehicle} stands between {source} and {target}"
                yield f"line {source} > {target} has no {vehicle}", f"no {vehicle} stands between {source} and {target}"
    if not (lines or scene.did(a.TakeTransport)):
        return
    for noun, counts in (
        ("truck", [now.trucks_held[number] for now in scene.positions]),
        ("train", [now.trains_held[number] for now in scene.positions]),
    ):
        yield f"{player} has no {noun}s", ""
        if (few := _too_few(counts)) > 0:
            yield f"{player} has {counted(few, noun)}", f"{player} has {counted(few, noun)}, one less than it places"
    for level in load_logistics():
        yield f"logistics level {level}", f"the Logistics cards show level {level}"
    if scene.did(a.TakeTransport):
        room = load_logistics()[state.level].possess
        for name in (player, *scene.others()):
            trucks = state.trucks_held[PLAYERS.index(name)]
            yield f"{name} has {counted(room - trucks, 'train')}", f"{name} has a full Logistics card"


def _line_used(act: Played) -> tuple[int, int] | None:
    """The ends of the line on which an action puts a vehicle."""
    match act.action:
        case a.PlaceVehicle(_, source, target, _):
            return source, target
        case a.Redeploy(army, target, _, _):
            return act.before.at[army], target
        case _:
            return None


def _of_fleet(scene: _Scene) -> Iterator[Fact]:
    coast = any(scene.board.baltic_harbors >> area & 1 for area in scene.areas)
    if scene.did(a.MoveFleet):
        yield "fleet moved", "the fleet has moved in this round already"
    if coast or scene.did(a.MoveFleet):
        for sea in scene.board.seas:
            if sea.basin == "Baltic":
                yield f"fleet in {sea.name}", f"the fleet is in {sea.name}"


def _of_air_support(scene: _Scene) -> Iterator[Fact]:
    """The player's own marker matters to what is drawn; those of others only stand beside it (9.1.own)."""
    player, placed = scene.player(), scene.did(a.AirSupport, a.AirSupportOver)
    if placed:
        yield f"{player} Air Support spent", f"{player}'s Air Support is spent"
    if placed or scene.entered:
        for deck in a.DECKS:
            for name in (player, *(scene.others() if placed else ())):
                yield f"{name} Air Support on {deck} deck", f"{name}'s Air Support lies on the {deck} deck"
        yield f"{player} Air Support ready", f"{player}'s Air Support is ready"


def _of_cards(scene: _Scene) -> Iterator[Fact]:
    """Cards that are not held, not in the pool, or not in the deck."""
    player, cards, pool = scene.player(), scene.material.cards, scene.start.okh_pool
    if scene.did(a.PlayHeld, a.PlayOkh):
        yield f"{player} has no held cards", ""
    for act in scene.acts:
        match act.action:
            case a.TakeOkh(card):
                yield f"{player} HQ spent", f"{player}'s HQ is spent"
                yield f"{player} HQ ready", f"{player}'s HQ is ready"
                elsewhere = [
                    number
                    for number in members(cards.okh & ~pool)
                    if not scene.start.hands[scene.start.active] >> number & 1
                ]
                if pool >> card & 1 and elsewhere:
                    lying = [number for number in members(pool) if number != card] + elsewhere[:1]
                    names = ", ".join(cards.by_number[number].name for number in lying)
                    yield f"OKH pool has {names}", f"{cards.by_number[card].name} is not in the OKH pool"
            case a.Reveal(card) if cards.type_of(card).is_unit:
                who, name = PLAYERS[act.before.active], cards.by_number[card].name
                yield f"{who} defeated {name}", f"{who} has defeated {name} before"
            case a.Reveal(card) if cards.by_number[card].hold and not cards.okh >> card & 1:
                who, name = PLAYERS[act.before.active], cards.by_number[card].name
                yield f"{who} holds {name}", f"{who} holds {name} already"
            case _:
                pass


def _of_turn(scene: _Scene) -> Iterator[Fact]:
    if not scene.acts:
        return
    player = scene.player()
    if scene.start.phase == "actions":
        yield f"{player} has no core actions", ""
        yield f"{player} has 1 core action", ""
    yield "phase reaction", "the Soviets are about to react"
    yield "phase actions", "the actions are not over"
    for name in scene.others():
        yield f"{name} active", f"it is {name}'s turn"
    if any(state.phase == "over" for state in scene.positions):
        most = max(max(state.medals_held) for state in scene.positions) + 1
        for name in (player, *scene.others()):
            yield f"{name} has {counted(most, 'medal')}", f"{name} has {counted(most, 'medal')}, more than anybody"


_KINDS: tuple[Callable[[_Scene], Iterator[Fact]], ...] = (
    _of_armies,
    _of_readiness,
    _of_areas,
    _of_pockets,
    _of_railheads,
    _of_vehicles,
    _of_fleet,
    _of_air_support,
    _of_cards,
    _of_reactions,
    _of_pool,
    _of_turn,
)
# What stops a move of any kind: it is tried with every log, and not worth a log of its own each time.
_COMMON = (_of_readiness, _of_pool, _of_turn)
