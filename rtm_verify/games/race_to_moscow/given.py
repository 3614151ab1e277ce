"""The header ``given``: a scenario with one fact changed, in the words in which `facts.py` asks.

given 4Pz has 0 fuel             given Riga controlled by white      given Kaunas has no track
given 4Pz grounded               given gray holds Recon              given pool has 1 Soviet marker
given gray has 2 medals          given line Riga > Panevezys has a gray truck

What a fact does not name stays as the scenario has it. What follows from the rest cannot be given: the Supply Stock is
what remains of the tokens, and whether an area is encircled is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.facts import Kind, player_card, read_amounts, take_subject
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.scenario import AreaEntry, ArmyEntry, PlayerEntry, Scenario
from rtm_verify.games.race_to_moscow.state import AIR_STATES
from rtm_verify.games.race_to_moscow.supplies import NOTHING, SUPPLY_TYPES, Supplies
from rtm_verify.log.cursor import Cursor
from rtm_verify.log.syntax import Given
from rtm_verify.names import Names

__all__ = ["with_given"]

replace = msgspec.structs.replace


def with_given(material: Material, scenario: Scenario, given: Given, file: str) -> Scenario:
    """The scenario with one fact changed. Raises `InputError`, at its place in the log, if it cannot be given."""
    change = _Change(material, _by_canonical_names(material, scenario), Cursor(given.items, file))
    try:
        change.make()
        change.cursor.finish()
        return msgspec.convert(msgspec.to_builtins(change.scenario), Scenario)  # its bounds hold for the change too
    except InputError as error:
        raise error.at(given.span.place(file)) from None
    except msgspec.ValidationError as error:
        raise InputError(f"this cannot be given: {error}", given.span.place(file), given.text) from None


def _by_canonical_names(material: Material, scenario: Scenario) -> Scenario:
    """The scenario with each army, area and player under the name that the change will use."""
    return replace(
        scenario,
        armies={material.army(material.army_names[name]): entry for name, entry in scenario.armies.items()},
        areas={material.area(material.board.area_names[name]): entry for name, entry in scenario.areas.items()},
        players={PLAYERS[material.player_names[name]]: entry for name, entry in scenario.players.items()},
    )


class _Change:
    """A fact about to be made true of a scenario."""

    def __init__(self, material: Material, scenario: Scenario, cursor: Cursor) -> None:
        self.material = material
        self.scenario = scenario
        self.cursor = cursor

    def make(self) -> None:
        place = self.cursor.place
        kind, number = take_subject(self.cursor, self.material)
        if kind not in _CHANGES:
            raise InputError(f"the {kind} follows from the rest of the position and cannot be given", place)
        _CHANGES[kind](self, number)

    def set(self, **fields: Any) -> None:
        self.scenario = replace(self.scenario, **fields)

    # --- armies ---

    def army(self, number: int) -> None:
        name, kind = self.material.army(number), self.material.armies[number].kind
        entry = self.scenario.armies.get(name, ArmyEntry())
        match self.cursor.take_word("has", "at", "grounded", "not", "moved"):
            case "has":
                entry = replace(entry, **_supplies_of(entry, self.material.army_loads[kind].supplies))
                entry = replace(entry, **self.supplies())
            case "at":
                entry = replace(entry, at=self.material.area(self.cursor.take_name(self.material.board.area_names)))
            case "not":
                word = self.cursor.take_word("grounded", "moved")
                entry = replace(entry, halt=False) if word == "grounded" else replace(entry, moved=False)
            case "grounded":
                entry = replace(entry, halt=True)
            case _:
                entry = replace(entry, moved=True)
        self.set(armies=self.scenario.armies | {name: entry})

    def supplies(self, *others: str) -> dict[str, int]:
        """The amounts named; no supplies at all is 0 of each."""
        place = self.cursor.place
        amounts = read_amounts(self.cursor, (*SUPPLY_TYPES, "supplies", *others))
        if amounts.pop("supplies", 0):
            raise InputError("say how many of each: fuel, ammo, food", place)
        return amounts if amounts else dict.fromkeys(SUPPLY_TYPES, 0)

    # --- areas ---

    def area(self, number: int) -> None:
        name = self.material.area(number)
        entry = self.scenario.areas.get(name, AreaEntry())
        match self.cursor.take_word("has", "controlled", "uncontrolled"):
            case "has":
                entry = self._area_has(number, entry)
            case "controlled":
                self.cursor.take_word("by")
                self._control(name, PLAYERS[self.cursor.take_name(self.material.player_names)])
            case _:
                self._control(name, "")
                # Supplies and track go with the marker.
                entry = replace(entry, fuel=None, ammo=None, food=None, track=None)
        self.set(areas=self.scenario.areas | {name: entry})

    def _area_has(self, number: int, entry: AreaEntry) -> AreaEntry:
        amounts = self.supplies("medal", "Soviet marker", "bunker", "track")
        fields: dict[str, Any] = {}
        if amounts.keys() & set(SUPPLY_TYPES):
            playing = (self.material.player_names[name] for name in self.scenario.order)
            is_base = number in (self.material.board.main_base[player] for player in playing)
            fields = _supplies_of(entry, self.material.edition.base_load if is_base else NOTHING)
        for noun, amount in amounts.items():
            if noun in SUPPLY_TYPES:
                fields[noun] = amount
            elif noun == "medal":
                fields["medals"] = amount
            elif amount > 1:
                raise InputError(f"an area has one {noun} or none", self.cursor.place)
            else:
                fields["soviet" if noun == "Soviet marker" else noun] = bool(amount)
        return replace(entry, **fields)

    def _control(self, area: str, owner: str) -> None:
        """The area belongs to one player only, or to none."""
        number = self.material.board.area_names[area]
        players = dict(self.scenario.players)
        for name in {*players, owner} - {""}:
            entry = players.get(name, PlayerEntry())
            others = tuple(other for other in entry.controls if self.material.board.area_names[other] != number)
            players[name] = replace(entry, controls=(*others, area) if name == owner else others)
        self.set(players={name: players[name] for name in PLAYERS if name in players})

    # --- players ---

    def player(self, number: int) -> None:
        name = PLAYERS[number]
        entry = self.scenario.players.get(name, PlayerEntry())
        match self.cursor.take_word("has", "holds", "defeated", "Air", "HQ", "active"):
            case "has":
                entry = self._player_has(entry, name)
            case "holds":
                entry = replace(entry, holds=(*entry.holds, self._card(number)))
            case "defeated":
                entry = replace(entry, defeated=(*entry.defeated, self._card(number)))
            case "Air":
                self.cursor.take_word("Support")
                states = Names("state of Air Support", dict.fromkeys(AIR_STATES, ()), {air: air for air in AIR_STATES})
                entry = replace(entry, air=self.cursor.take_name(states))
            case "HQ":
                entry = replace(entry, hq_spent=self.cursor.take_word("spent", "ready") == "spent")
            case _:
                self.set(active=name)
        self.set(players=self.scenario.players | {name: entry})

    def _player_has(self, entry: PlayerEntry, name: str) -> PlayerEntry:
        nouns = {"medal": "medals", "truck": "trucks", "train": "trains", "encircled card": "encircled"}
        place = self.cursor.place
        amounts = read_amounts(self.cursor, (*nouns, "core action", "held card"))
        if (cards := amounts.pop("held card", None)) is not None:
            if cards:
                raise InputError("say which cards", place, suggestion=f"write: {name} holds CARD")
            entry = replace(entry, holds=())
        if (actions := amounts.pop("core action", None)) is not None:
            if name != (self.scenario.active or self.scenario.order[0]):
                raise InputError(f"it is not {name}'s turn", self.cursor.items[0].span.place(self.cursor.file))
            self.set(actions_left=actions)
        return replace(entry, **{nouns[noun]: amount for noun, amount in amounts.items()})

    def _card(self, player: int) -> str:
        return self.material.card(player_card(self.material, player, self.cursor)[0]).name

    # --- the table ---

    def pool(self, _: int) -> None:
        self.cursor.take_word("has")
        self.set(pool=read_amounts(self.cursor, ("Soviet marker",))["Soviet marker"])

    def fleet(self, _: int) -> None:
        if self.cursor.take_word("in", "moved") == "moved":
            self.set(fleet_moved=True)
        else:
            seas = self.material.board.seas
            self.set(fleet=seas[self.cursor.take_name(self.material.board.sea_names)].name)

    def line(self, _: int) -> None:
        source = self.material.area(self.cursor.take_name(self.material.board.area_names))
        self.cursor.expect_arrow()
        target = self.material.area(self.cursor.take_name(self.material.board.area_names))
        self.cursor.take_word("has")
        trucks = {f"{player} truck": player for player in PLAYERS}
        for noun, amount in read_amounts(self.cursor, ("train", *trucks)).items():
            if noun == "train":
                self.set(train_lines=_with_line(self.scenario.train_lines, (source, target), amount))
                continue
            name = trucks[noun]
            entry = self.scenario.players.get(name, PlayerEntry())
            entry = replace(entry, truck_lines=_with_line(entry.truck_lines, (source, target), amount))
            self.set(players=self.scenario.players | {name: entry})

    def logistics(self, _: int) -> None:
        self.cursor.take_word("level")
        place, level = self.cursor.place, self.cursor.number()
        if level not in (1, 2):
            raise InputError("a Logistics card has level 1 or 2", place)
        self.set(level=level)

    def round(self, _: int) -> None:
        place, number = self.cursor.place, self.cursor.number()
        if not 1 <= number <= 99:
            raise InputError("a round is a number from 1 to 99", place)
        self.set(round=number)

    def phase(self, _: int) -> None:
        self.set(phase=self.cursor.take_word("actions", "reaction"))

    def last(self, _: int) -> None:
        self.cursor.take_word("round")
        self.set(last_round=True)

    def okh_pool(self, _: int) -> None:
        self.cursor.take_word("has")
        names = self.material.cards.names("okh")
        cards = [self.cursor.take_name(names)[0]]
        while self.cursor.accept_comma():
            cards.append(self.cursor.take_name(names)[0])
        self.set(okh=tuple(self.material.card(card).name for card in cards))


def _supplies_of(entry: ArmyEntry | AreaEntry, otherwise: Supplies) -> dict[str, int]:
    """The supplies an entry stands for: if it names none, those of the set-up."""
    named = any(getattr(entry, kind) is not None for kind in SUPPLY_TYPES)
    return {kind: (getattr(entry, kind) or 0) if named else otherwise.of(kind) for kind in SUPPLY_TYPES}


_Lines = tuple[tuple[str, str], ...]


def _with_line(lines: _Lines, line: tuple[str, str], amount: int) -> _Lines:
    others = tuple(other for other in lines if set(other) != set(line))
    return (*others, line) if amount else others


_CHANGES: Mapping[Kind, Callable[[_Change, int], None]] = {
    "army": _Change.army,
    "area": _Change.area,
    "player": _Change.player,
    "pool": _Change.pool,
    "fleet": _Change.fleet,
    "line": _Change.line,
    "logistics": _Change.logistics,
    "round": _Change.round,
    "phase": _Change.phase,
    "last": _Change.last,
    "OKH pool": _Change.okh_pool,
}
