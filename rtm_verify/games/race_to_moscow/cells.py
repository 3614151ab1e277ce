"""The cells of a position by name, and the changes between two positions.

Left out is what is empty between two steps of a log, the army on the move and the choice that is open, and which of
the cards held are new: the ledger has just told it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, Supplies
from rtm_verify.kernel.bits import lowest, members
from rtm_verify.kernel.event import Change

__all__ = ["changes"]

_SILENT = frozenset({"moving", "transport", "fields", "pending", "held_this_turn", "auxiliaries_used", "attacked"})


def changes(material: Material, before: State, after: State, fields: Iterable[str]) -> tuple[Change, ...]:
    """The cells in which two positions differ, looking only at the named fields of `State`."""
    found: list[Change] = []
    for field in fields:
        old, new = getattr(before, field), getattr(after, field)
        if old != new and field not in _SILENT:
            found.extend(_READERS[field](material, old, new))
    return tuple(found)


def _number(owner: str, cell: str) -> Callable[[Material, int, int], Iterator[Change]]:
    def read(_: Material, old: int, new: int) -> Iterator[Change]:
        yield Change(owner, cell, int(old), int(new))

    return read


def _word(owner: str, cell: str) -> Callable[[Material, str, str], Iterator[Change]]:
    def read(_: Material, old: str, new: str) -> Iterator[Change]:
        yield Change(owner, cell, old, new)

    return read


def _per_player(name: str) -> Callable[[Material, tuple[int, ...], tuple[int, ...]], Iterator[Change]]:
    def read(_: Material, old: tuple[int, ...], new: tuple[int, ...]) -> Iterator[Change]:
        for player, was, now in zip(PLAYERS, old, new, strict=True):
            if was != now:
                yield Change(player, name, int(was), int(now))

    return read


def _player_flags(name: str) -> Callable[[Material, int, int], Iterator[Change]]:
    def read(_: Material, old: int, new: int) -> Iterator[Change]:
        for player in members(old ^ new):
            yield Change(PLAYERS[player], name, old >> player & 1, new >> player & 1)

    return read


def _area_flags(name: str) -> Callable[[Material, int, int], Iterator[Change]]:
    def read(material: Material, old: int, new: int) -> Iterator[Change]:
        for area in members(old ^ new):
            yield Change(material.area(area), name, old >> area & 1, new >> area & 1)

    return read


def _army_flags(name: str) -> Callable[[Material, int, int], Iterator[Change]]:
    def read(material: Material, old: int, new: int) -> Iterator[Change]:
        for army in members(old ^ new):
            yield Change(material.army(army), name, old >> army & 1, new >> army & 1)

    return read


def _per_area(name: str) -> Callable[[Material, tuple[int, ...], tuple[int, ...]], Iterator[Change]]:
    def read(material: Material, old: tuple[int, ...], new: tuple[int, ...]) -> Iterator[Change]:
        for area, (was, now) in enumerate(zip(old, new, strict=True)):
            if was != now:
                yield Change(material.area(area), name, was, now)

    return read


def _supplies(name: str, old: Supplies, new: Supplies) -> Iterator[Change]:
    for kind in SUPPLY_TYPES:
        if old.of(kind) != new.of(kind):
            yield Change(name, kind, old.of(kind), new.of(kind))


def _depots(material: Material, old: tuple[Supplies, ...], new: tuple[Supplies, ...]) -> Iterator[Change]:
    for area, (was, now) in enumerate(zip(old, new, strict=True)):
        if was != now:
            yield from _supplies(material.area(area), was, now)


def _loads(material: Material, old: tuple[Supplies, ...], new: tuple[Supplies, ...]) -> Iterator[Change]:
    for army, (was, now) in enumerate(zip(old, new, strict=True)):
        if was != now:
            yield from _supplies(material.army(army), was, now)


def _stock(_: Material, old: Supplies, new: Supplies) -> Iterator[Change]:
    yield from _supplies("stock", old, new)


def _owner(control: tuple[int, int, int], area: int) -> str:
    return next((player for player, mask in zip(PLAYERS, control, strict=True) if mask >> area & 1), "none")


def _control(material: Material, old: tuple[int, int, int], new: tuple[int, int, int]) -> Iterator[Change]:
    touched = 0
    for was, now in zip(old, new, strict=True):
        touched |= was ^ now
    for area in members(touched):
        yield Change(material.area(area), "control", _owner(old, area), _owner(new, area))


def _at(material: Material, old: tuple[int, ...], new: tuple[int, ...]) -> Iterator[Change]:
    for army, (was, now) in enumerate(zip(old, new, strict=True)):
        if was != now:
            places = [material.area(place) if place >= 0 else "off the board" for place in (was, now)]
            yield Change(material.army(army), "at", *places)


def _line(material: Material, line: int) -> str:
    ends = material.board.lines[line]
    return f"{ends.a}–{ends.b}"


def _trucks(material: Material, old: tuple[int, ...], new: tuple[int, ...]) -> Iterator[Change]:
    for player, was, now in zip(PLAYERS, old, new, strict=True):
        for line in members(was ^ now):
            yield Change(_line(material, line), f"{player} truck", was >> line & 1, now >> line & 1)


def _trains(material: Material, old: int, new: int) -> Iterator[Change]:
    for line in members(old ^ new):
        yield Change(_line(material, line), "train", old >> line & 1, new >> line & 1)


def _card_sets(name: str) -> Callable[[Material, tuple[int, ...], tuple[int, ...]], Iterator[Change]]:
    def read(material: Material, old: tuple[int, ...], new: tuple[int, ...]) -> Iterator[Change]:
        for player, was, now in zip(PLAYERS, old, new, strict=True):
            for card in members(was ^ now):
                what = f"{name} #{card} {material.card(card).name}"
                yield Change(player, what, was >> card & 1, now >> card & 1)

    return read


def _stacked(material: Material, old: tuple[int, ...], new: tuple[int, ...]) -> Iterator[Change]:
    for area in sorted({*old, *new}):
        if old.count(area) != new.count(area):
            yield Change(material.area(area), "further Soviet markers", old.count(area), new.count(area))


def _winners(_: Material, old: int, new: int) -> Iterator[Change]:
    for player in members(old ^ new):
        yield Change((*PLAYERS, "Soviet player")[player], "has won", old >> player & 1, new >> player & 1)


def _stand_ins(material: Material, old: tuple[int, ...], new: tuple[int, ...]) -> Iterator[Change]:
    for card in sorted(set(old) ^ set(new)):
        yield Change("stand-in", f"#{card} {material.card(card).name}", int(card in old), int(card in new))


def _deck(name: str) -> Callable[[Material, Deck, Deck], Iterator[Change]]:
    def read(material: Material, old: Deck, new: Deck) -> Iterator[Change]:
        if old.size != new.size:
            yield Change(name, "cards", old.size, new.size)
        tops = [_top(material, deck) for deck in (old, new)]
        if tops[0] != tops[1]:
            yield Change(name, "top", *tops)
        if old.hidden != new.hidden:
            counts = [sum(layer.size for layer in deck.hidden) for deck in (old, new)]
            if counts[0] != counts[1]:
                yield Change(name, "unseen cards gone", *counts)

    return read


def _top(material: Material, deck: Deck) -> str:
    known = deck.layers[:1]
    return material.card(lowest(known[0].cards)).name if known and known[0].cards.bit_count() == 1 else "unknown"


def _pursuit(material: Material, old: tuple[Deck, ...], new: tuple[Deck, ...]) -> Iterator[Change]:
    for player, was, now in zip(PLAYERS, old, new, strict=True):
        yield from _deck(f"{player} Pursuit deck")(material, was, now)


def _okh_pool(material: Material, old: int, new: int) -> Iterator[Change]:
    for card in members(old ^ new):
        yield Change("OKH pool", f"#{card} {material.card(card).name}", old >> card & 1, new >> card & 1)


def _air(_: Material, old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[Change]:
    for player, was, now in zip(PLAYERS, old, new, strict=True):
        if was != now:
            yield Change(player, "Air Support", was, now)


def _air_area(material: Material, old: tuple[int, ...], new: tuple[int, ...]) -> Iterator[Change]:
    for player, was, now in zip(PLAYERS, old, new, strict=True):
        if was != now:
            places = [material.area(area) if area >= 0 else "none" for area in (was, now)]
            yield Change(player, "Air Support on the marker in", *places)


def _fleet(material: Material, old: int, new: int) -> Iterator[Change]:
    yield Change("fleet", "in", *(material.board.seas[sea].name for sea in (old, new)))


def _players(name: str) -> Callable[[Material, int, int], Iterator[Change]]:
    def read(_: Material, old: int, new: int) -> Iterator[Change]:
        yield Change("turn", name, *(PLAYERS[player] if player >= 0 else "none" for player in (old, new)))

    return read


def _order(_: Material, old: tuple[int, ...], new: tuple[int, ...]) -> Iterator[Change]:
    yield Change("turn", "player order", *(" ".join(PLAYERS[player] for player in order) for order in (old, new)))


# The readers take the type of their own field, so the table as a whole cannot be typed more closely.
_READERS: dict[str, Callable[..., Iterator[Change]]] = {
    "order": _order,
    "active": _players("active player"),
    "round": _number("turn", "round"),
    "core_left": _number("turn", "core actions left"),
    "moved": _army_flags("moved this round"),
    "fleet_moved": _number("fleet", "moved this round"),
    "phase": _word("turn", "phase"),
    "frontline_taken": _number("Frontline Supply Base", "used"),
    "last_round": _number("turn", "last round"),
    "winner": _players("winner"),
    "winners": _winners,
    "control": _control,
    "track": _area_flags("track"),
    "soviet": _area_flags("Soviet marker"),
    "stacked": _stacked,
    "infantry": _area_flags("infantry"),
    "armor": _area_flags("armor"),
    "bunkers": _area_flags("bunker"),
    "medals": _per_area("medals"),
    "rewards": _per_area("medals taken"),
    "depots": _depots,
    "fleet": _fleet,
    "trucks": _trucks,
    "trains": _trains,
    "at": _at,
    "loads": _loads,
    "halt": _army_flags("HALT"),
    "stock": _stock,
    "pool": _number("pool", "Soviet markers"),
    "boxed": _number("box", "Soviet markers"),
    "trucks_held": _per_player("trucks on card"),
    "trucks_stock": _per_player("trucks in stock"),
    "trains_held": _per_player("trains on card"),
    "trains_stock": _number("stock", "trains"),
    "trains_reserve": _number("reserve", "trains"),
    "level": _number("logistics", "level"),
    "medals_held": _per_player("medals"),
    "medals_left": _number("supply", "medals"),
    "trophies": _card_sets("defeated"),
    "encircled": _per_player("encircled cards"),
    "hands": _card_sets("holds"),
    "stand_ins": _stand_ins,
    "air": _air,
    "air_area": _air_area,
    "air_kept": _player_flags("Air Support kept when used"),
    "hq_spent": _per_player("HQ spent"),
    "okh_bought": _per_player("OKH cards bought"),
    "pursuit": _pursuit,
    "discards": _card_sets("discarded"),
    "soviet_deck": _deck("Soviet deck"),
    "armored_deck": _deck("Soviet armored deck"),
    "okh_deck": _deck("OKH deck"),
    "okh_pool": _okh_pool,
}
