"""A scenario file: a position, written as what differs from the set-up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.files import read_text
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.engine.decks import Pile, home_pile, the_deck
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.logistics import load_logistics
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.setup import set_up, supplies_in_play
from rtm_verify.games.race_to_moscow.state import AirState
from rtm_verify.games.race_to_moscow.supplies import NOTHING, SUPPLY_TYPES, Supplies
from rtm_verify.kernel.bits import lowest, members
from rtm_verify.kernel.words import counted
from rtm_verify.toml import Key, decode, locate

__all__ = ["Scenario", "build", "read_scenario"]

Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class ArmyEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where an army stands and what its card holds. If no supply type is named, the printed load stays."""

    at: str | None = None
    fuel: Count | None = None
    ammo: Count | None = None
    food: Count | None = None
    moved: bool = False
    halt: bool = False


class AreaEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in an area, where it differs from the set-up. If one supply type is named, the others are 0."""

    fuel: Count | None = None
    ammo: Count | None = None
    food: Count | None = None
    medals: Annotated[int, msgspec.Meta(ge=0, le=2)] | None = None
    soviet: bool | None = None
    bunker: bool | None = None
    track: bool | None = None


class PlayerEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has. `medals` is the total; if it is not given, medals of controlled areas are added.

    `trucks` and `trains` lie on the Logistics card, `truck_lines` are the lines with a truck of the player.
    `encircled` cards came face down from the top of the Soviet deck.
    """

    controls: tuple[str, ...] = ()
    medals: Count | None = None
    holds: tuple[str, ...] = ()
    defeated: tuple[str, ...] = ()
    air: AirState = "ready"
    hq_spent: bool = False
    encircled: Count = 0
    top: str | None = None
    trucks: Count | None = None
    trains: Count | None = None
    truck_lines: tuple[tuple[str, str], ...] = ()


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position. Whatever it leaves out is as at set-up; the Supply Stock is what remains of the tokens.

    A controlled area has no Soviet marker (it is in the pool), no bunker and no medal (its owner has it), unless the
    scenario says otherwise. Trucks that are neither on a line nor counted are on their card; at level 2 no train is
    in the reserve; all other vehicles are in the Transport Stock. Markers that `pool` leaves out are in the box.
    """

    game: Literal["race-to-moscow"]
    title: str
    order: tuple[str, ...]
    source: str = ""
    active: str | None = None
    actions_left: Count | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=99)] = 1
    phase: Literal["actions", "reaction"] = "actions"
    last_round: bool = False
    pool: Count | None = None
    okh: tuple[str, ...] = ()
    fleet: str | None = None
    fleet_moved: bool = False
    frontline_taken: bool = False
    level: Literal[1, 2] = 1
    train_lines: tuple[tuple[str, str], ...] = ()
    soviet_top: str | None = None
    armies: dict[str, ArmyEntry] = {}
    areas: dict[str, AreaEntry] = {}
    players: dict[str, PlayerEntry] = {}


def read_scenario(path: Path) -> tuple[Scenario, str]:
    """A scenario file and its text. Raises `InputError` if it is not one."""
    text = read_text(path)
    return decode(text, Scenario, str(path)), text


def build(material: Material, scenario: Scenario, text: str, file: str) -> Draft:
    """The position of a scenario, with the set-up and the changes as events.

    Raises
    ------
    InputError
        At its place in the file, if a name is unknown or the position cannot be.
    """
    return _Builder(material, scenario, text, file).build()


class _Builder:
    def __init__(self, material: Material, scenario: Scenario, text: str, file: str) -> None:
        self.material = material
        self.scenario = scenario
        self.text = text
        self.file = file

    @contextmanager
    def _at(self, *keys: Key) -> Iterator[None]:
        """Errors within get the place of this key in the file."""
        try:
            yield
        except InputError as error:
            raise error.at(Place(self.file, *locate(self.text, keys))) from None

    def build(self) -> Draft:
        scenario, material = self.scenario, self.material
        with self._at("order"):
            order = tuple(material.player_names[name] for name in scenario.order)
        with self._at("okh"):
            okh = tuple(material.cards.names("okh")[name][0] for name in scenario.okh)
        with self._at("order"):
            self.draft = set_up(material, order, okh)
        self._turn()
        self._players()
        self._armies()
        self._areas()
        self._pool()
        self._stock()
        self._vehicles()
        return self.draft

    def _change(self, text: str, **fields: Any) -> None:
        if any(getattr(self.draft.state, name) != value for name, value in fields.items()):
            self.draft.do("scenario", text, **fields)

    def _turn(self) -> None:
        scenario, names = self.scenario, self.material.player_names
        if scenario.active is not None:
            with self._at("active"):
                self._change(f"It is {scenario.active}'s turn.", active=names[scenario.active])
        if scenario.actions_left is not None:
            self._change("Core actions are counted.", core_left=scenario.actions_left)
        self._change(f"It is round {scenario.round}.", round=scenario.round)
        if scenario.phase == "reaction":
            self._change("The Soviets are about to react.", phase="reaction", core_left=0)
        if scenario.last_round:
            self._change("This is the last round.", last_round=True)
        if scenario.fleet is not None:
            with self._at("fleet"):
                sea = self.material.board.sea_names[scenario.fleet]
            self._change(f"The fleet is in {self.material.board.seas[sea].name}.", fleet=sea)
        self._change("The fleet has moved.", fleet_moved=scenario.fleet_moved)
        self._change("The Frontline Supply Base has been used.", frontline_taken=scenario.frontline_taken)
        self._change(f"The Logistics cards show level {scenario.level}.", level=scenario.level)
        if scenario.soviet_top is not None:
            with self._at("soviet_top"):
                deck = self._known_top(self.draft.state.soviet_deck, "soviet", scenario.soviet_top)
            self._change(f"{scenario.soviet_top} lies on top of the Soviet deck.", soviet_deck=deck)

    def _known_top(self, deck: Deck, pile: Any, name: str) -> Deck:
        copies = sum(1 << number for number in self.material.cards.names(pile)[name])
        if not deck.candidates() & copies:
            raise InputError(f"{name} cannot be on top of the deck", text=name)
        return deck.peek(lowest(deck.candidates() & copies))

    def _players(self) -> None:
        material = self.material
        for name, entry in self.scenario.players.items():
            with self._at("players", name):
                player = material.player_names[name]
            with self._at("players", name, "controls"):
                self._control(player, entry)
            state = self.draft.state
            if entry.medals is not None:
                held = (*state.medals_held[:player], entry.medals, *state.medals_held[player + 1 :])
                left = state.medals_left + sum(state.medals_held) - sum(held)
                with self._at("players", name, "medals"):
                    if left < 0:
                        raise InputError("there are not that many medal tokens", text=str(entry.medals))
                self._change(
                    f"{PLAYERS[player].capitalize()} has {counted(entry.medals, 'medal')}.",
                    medals_held=held,
                    medals_left=left,
                )
            with self._at("players", name, "holds"):
                self._take_cards(player, entry.holds, "hands", "holds")
            with self._at("players", name, "defeated"):
                self._take_cards(player, entry.defeated, "trophies", "has defeated")
            if entry.top is not None:
                with self._at("players", name, "top"):
                    state = self.draft.state
                    deck = self._known_top(state.pursuit[player], PLAYERS[player], entry.top)
                pursuit = (*state.pursuit[:player], deck, *state.pursuit[player + 1 :])
                self._change(f"{entry.top} lies on top of {PLAYERS[player]}'s Pursuit deck.", pursuit=pursuit)
            with self._at("players", name, "encircled"):
                self._encircled(player, entry.encircled)
            state = self.draft.state
            spent = (*state.hq_spent[:player], entry.hq_spent, *state.hq_spent[player + 1 :])
            self._change(f"{PLAYERS[player].capitalize()}'s HQ is spent.", hq_spent=spent)
            air = (*self.draft.state.air[:player], entry.air, *self.draft.state.air[player + 1 :])
            self._change(f"{PLAYERS[player].capitalize()}'s Air Support is {entry.air}.", air=air)

    def _control(self, player: int, entry: PlayerEntry) -> None:
        board, state = self.material.board, self.draft.state
        mask = board.mask(entry.controls)
        # Whoever encircles a double-coloured area may come to hold it (ruling encircled-foreign-double).
        foreign = board.double if self.material.readings["encircled-foreign-double"] == "active" else 0
        if wrong := mask & ~(board.colored[player] | foreign):
            raise InputError(f"{PLAYERS[player]} cannot control {board.names(wrong)[0]}: it has another colour")
        if wrong := mask & self.material.all_controlled(state):
            raise InputError(f"{board.names(wrong)[0]} is already controlled")
        medals = sum(state.medals[area] for area in members(mask))
        self._change(
            f"{PLAYERS[player].capitalize()} controls {', '.join(board.names(mask)) or 'no area'}.",
            control=(*state.control[:player], state.control[player] | mask, *state.control[player + 1 :]),
            soviet=state.soviet & ~mask,
            pool=state.pool + (state.soviet & mask).bit_count(),
            bunkers=state.bunkers & ~mask,
            medals=tuple(0 if mask >> area & 1 else count for area, count in enumerate(state.medals)),
            rewards=tuple(
                state.medals[area] if mask >> area & 1 else count for area, count in enumerate(state.rewards)
            ),
            medals_held=(
                *state.medals_held[:player],
                state.medals_held[player] + medals,
                *state.medals_held[player + 1 :],
            ),
        )

    def _encircled(self, player: int, count: int) -> None:
        """Soviet cards that nobody has seen lie before a player."""
        state = self.draft.state
        if count > state.soviet_deck.size:
            raise InputError("the Soviet deck has not that many cards", text=str(count))
        self._change(
            f"{PLAYERS[player].capitalize()} has {counted(count, 'encircled card')}.",
            soviet_deck=state.soviet_deck.draw_unseen(count),
            encircled=(*state.encircled[:player], count, *state.encircled[player + 1 :]),
        )

    def _take_cards(self, player: int, names: tuple[str, ...], field: str, verb: str) -> None:
        """Cards leave their decks for a player's hand or trophies."""
        cards = self.material.cards
        for name in names:
            state = self.draft.state
            numbers = self._card_numbers(player, name, field)
            copies = sum(1 << number for number in numbers)
            pile: Pile = "okh" if cards.okh & copies else home_pile(self.material, numbers[0])
            deck = state.pursuit[player] if pile == "pursuit" else the_deck(state, pile)
            left = sum(layer.cards for layer in deck.layers) & copies
            if not left:
                raise InputError(f"every copy of {name} is already elsewhere", text=name)
            card = lowest(left)
            if field == "hands" and not cards.by_number[card].hold:
                raise InputError(f"{name} has no hand symbol: it is never held", text=name)
            if field == "trophies" and not cards.type_of(card).is_unit:
                raise InputError(f"{name} is no unit: it is never defeated", text=name)
            new_deck = _without(deck, card)
            sets = list(getattr(state, field))
            sets[player] |= 1 << card
            changed: dict[str, Any] = {field: tuple(sets)}
            if pile == "pursuit":
                changed["pursuit"] = (*state.pursuit[:player], new_deck, *state.pursuit[player + 1 :])
            else:
                changed[f"{pile}_deck"] = new_deck
            self._change(f"{PLAYERS[player].capitalize()} {verb} {cards.by_number[card].name}.", **changed)

    def _card_numbers(self, player: int, name: str, field: str) -> tuple[int, ...]:
        """The copies of a card that a player can hold (Pursuit or OKH), or can have defeated (Pursuit or Soviet)."""
        cards, own = self.material.cards, self.material.cards.names(PLAYERS[player])
        others = cards.names("okh" if field == "hands" else "soviet")
        return own[name] if name in own or (field == "hands" and name not in others) else others[name]

    def _armies(self) -> None:
        material = self.material
        for name, entry in self.scenario.armies.items():
            with self._at("armies", name):
                army = material.army_names[name]
                if material.army_player[army] not in self.draft.state.order:
                    owner = PLAYERS[material.army_player[army]]
                    raise InputError(f"{material.army(army)} belongs to {owner}, who is not in the game", text=name)
            state, title = self.draft.state, material.armies[army].name
            if entry.at is not None:
                with self._at("armies", name, "at"):
                    area = material.board.area_names[entry.at]
                self._change(
                    f"{title} is in {material.area(area)}.", at=(*state.at[:army], area, *state.at[army + 1 :])
                )
            amounts = [getattr(entry, kind) for kind in SUPPLY_TYPES]
            if any(amount is not None for amount in amounts):
                load = Supplies(*(amount or 0 for amount in amounts))
                with self._at("armies", name):
                    if load.total > material.edition.army_card_limit:
                        raise InputError(f"a card holds {material.edition.army_card_limit} supplies, not {load.total}")
                self._change(f"{title} has {load}.", loads=self.draft.with_load(army, load))
            bit = 1 << army
            self._change(f"{title} has moved.", moved=state.moved | bit if entry.moved else state.moved)
            self._change(f"{title} is grounded.", halt=state.halt | bit if entry.halt else state.halt)
        occupied: dict[int, str] = {}
        for army, area in enumerate(self.draft.state.at):
            if area < 0:
                continue
            other = occupied.setdefault(area, material.army(army))
            if other != material.army(army):
                with self._at("armies", material.army(army)):
                    raise InputError(f"{other} and {material.army(army)} both stand in {material.area(area)}")
            if not material.controlled(self.draft.state, material.army_player[army]) >> area & 1:
                player = PLAYERS[material.army_player[army]]
                with self._at("armies", material.army(army)):
                    may = material.board.colored[material.army_player[army]] >> area & 1
                    raise InputError(
                        f"{material.army(army)} stands in {material.area(area)}, which {player} does not control",
                        suggestion=f"add it to players.{player}.controls" if may else "it has another colour",
                    )

    def _areas(self) -> None:
        for name, entry in self.scenario.areas.items():
            with self._at("areas", name):
                self._area(self.material.board.area_names[name], entry)

    def _area(self, area: int, entry: AreaEntry) -> None:
        material, bit, name = self.material, 1 << area, self.material.area(area)
        state = self.draft.state
        amounts = [getattr(entry, kind) for kind in SUPPLY_TYPES]
        if any(amount is not None for amount in amounts):
            supplies = Supplies(*(amount or 0 for amount in amounts))
            if supplies.total > material.area_limit(area):
                raise InputError(f"{name} holds {material.area_limit(area)} supplies, not {supplies.total}")
            if supplies != NOTHING and not material.all_controlled(state) & bit:
                raise InputError(f"{name} has supplies and nobody controls it")
            self._change(f"{name} holds {supplies}.", depots=self.draft.with_depot(area, supplies))
        if entry.medals is not None:
            medals = (*state.medals[:area], entry.medals, *state.medals[area + 1 :])
            left = state.medals_left + state.medals[area] - entry.medals
            self._change(f"{name} has {counted(entry.medals, 'medal')}.", medals=medals, medals_left=left)
        if entry.soviet is not None:
            if entry.soviet and material.all_controlled(state) & bit:
                raise InputError(f"{name} is controlled: it cannot have a Soviet marker")
            soviet = state.soviet | bit if entry.soviet else state.soviet & ~bit
            pool = state.pool + state.soviet.bit_count() - soviet.bit_count()
            if pool < 0 and self.scenario.pool is None:
                raise InputError("there are not that many Soviet markers")
            self._change(f"{name} has {'a' if entry.soviet else 'no'} Soviet marker.", soviet=soviet, pool=pool)
        if entry.bunker is not None:
            bunkers = state.bunkers | bit if entry.bunker else state.bunkers & ~bit
            self._change(f"{name} has {'a' if entry.bunker else 'no'} bunker.", bunkers=bunkers)
        if entry.track is not None:
            track = state.track | bit if entry.track else state.track & ~bit
            if entry.track and not any(control & bit for control in state.control):
                raise InputError(f"{name} has no control marker that could show a track")
            self._change(f"The marker in {name} shows {'a' if entry.track else 'no'} track.", track=track)

    def _pool(self) -> None:
        """Markers that are neither on the board nor counted in the pool are in the box."""
        if self.scenario.pool is None:
            return
        state, pool = self.draft.state, self.scenario.pool
        boxed = state.pool + state.boxed - pool
        with self._at("pool"):
            if boxed < 0:
                raise InputError("there are not that many Soviet markers", text=str(pool))
        self._change(f"The pool has {counted(pool, 'Soviet marker')}.", pool=pool, boxed=boxed)

    def _stock(self) -> None:
        """What is neither on a card nor in an area is in the stock."""
        state = self.draft.state
        total = supplies_in_play(self.material, state.order)
        placed = NOTHING
        for supplies in (*state.loads, *state.depots):
            placed += supplies
        stock = total - placed
        for kind in SUPPLY_TYPES:
            if stock.of(kind) < 0:
                raise InputError(
                    f"the position uses {placed.of(kind)} {kind}, and the game has {placed.of(kind) + stock.of(kind)}",
                    Place(self.file),
                )
        self._change("The rest of the tokens is in the stock.", stock=stock)

    def _vehicles(self) -> None:
        """What is neither on a Logistics card nor on a line is in the Transport Stock, or in the reserve at level 1."""
        state = self.draft.state
        all_trains = sum(state.trains_held) + state.trains_stock + state.trains_reserve
        all_trucks = [held + stock for held, stock in zip(state.trucks_held, state.trucks_stock, strict=True)]
        with self._at("train_lines"):
            trains = self._lines(self.scenario.train_lines)
        reserve = state.trains_reserve if self.scenario.level == 1 else 0
        on_lines, trucks_held, trains_held = list(state.trucks), list(state.trucks_held), list(state.trains_held)
        for name, entry in self.scenario.players.items():
            player = self.material.player_names[name]
            with self._at("players", name, "truck_lines"):
                on_lines[player] = self._lines(entry.truck_lines)
            placed = on_lines[player].bit_count()
            trucks_held[player] = max(trucks_held[player] - placed, 0) if entry.trucks is None else entry.trucks
            trains_held[player] = trains_held[player] if entry.trains is None else entry.trains
            possess = load_logistics()[self.scenario.level].possess
            with self._at("players", name):
                if trucks_held[player] + placed > all_trucks[player]:
                    raise InputError(f"{name} has {counted(all_trucks[player], 'truck')} in all")
                if trucks_held[player] + trains_held[player] > possess:
                    raise InputError(f"{name}'s Logistics card holds {possess} vehicles at level {self.scenario.level}")
        stock = all_trains - trains.bit_count() - sum(trains_held) - reserve
        if stock < 0:
            raise InputError(
                f"the position uses {all_trains - stock} trains, and the game has {all_trains}", Place(self.file)
            )
        self._change(
            "Vehicles are on the Logistics cards, on lines, and in the Transport Stock.",
            trucks=tuple(on_lines),
            trucks_held=tuple(trucks_held),
            trucks_stock=tuple(
                total - held - placed.bit_count()
                for total, held, placed in zip(all_trucks, trucks_held, on_lines, strict=True)
            ),
            trains=trains,
            trains_held=tuple(trains_held),
            trains_stock=stock,
            trains_reserve=reserve,
        )

    def _lines(self, pairs: tuple[tuple[str, str], ...]) -> int:
        """The lines between these pairs of areas, as a mask."""
        board, mask = self.material.board, 0
        for first, second in pairs:
            number = board.line_between.get((board.area_names[first], board.area_names[second]))
            if number is None or board.lines[number].red:
                raise InputError(f"no line for vehicles joins {first} and {second}")
            if mask >> number & 1:
                raise InputError(f"the line {first}–{second} is named twice")
            mask |= 1 << number
        return mask


def _without(deck: Deck, card: int) -> Deck:
    """The deck from which a card was taken at some earlier time."""
    layers = tuple(
        type(layer)(layer.cards & ~(1 << card), layer.size - (layer.cards >> card & 1)) for layer in deck.layers
    )
    return Deck(tuple(layer for layer in layers if layer.size), deck.hidden)
