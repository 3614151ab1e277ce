"""The facts a log can expect of a position.

4Pz has 1 fuel, 2 ammo          4Pz at Riga             4Pz grounded / not grounded / moved
Riga controlled by gray         Riga uncontrolled       Riga encircled / not encircled
Riga has 3 fuel                 Brest has no bunker     Liepaja has a Soviet marker
gray has 2 medals               gray holds Recon        brown defeated 40 Army
white Air Support spent         stock has 3 ammo        pool has 8 Soviet markers
fleet in Danzig Bay             Soviet deck has 30 cards  legal 53 bcdfghjk
gray has 3 trucks, 1 train      reserve has 8 trains    stock has 2 gray trucks
line Riga > Panevezys has a gray truck, no train        logistics level 2
round 3                         phase reaction          last round
OKH pool has Pionieren          fleet moved             gray HQ spent

A log's header ``given`` speaks the same language to change the scenario: `given.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Literal

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import engine
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.encirclement import encircled
from rtm_verify.games.race_to_moscow.engine.standard_victory import SOVIET
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.perft import legal_digest
from rtm_verify.games.race_to_moscow.state import AIR_STATES, State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, Supplies
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.ruleset import Answer
from rtm_verify.kernel.words import counted
from rtm_verify.log.cursor import Cursor
from rtm_verify.log.syntax import Item, Word
from rtm_verify.names import Names

__all__ = ["Kind", "Subject", "player_card", "query", "read_amounts", "take_subject"]

Kind = Literal[
    "army",
    "area",
    "player",
    "stock",
    "pool",
    "fleet",
    "Soviet deck",
    "Pursuit deck",
    "legal",
    "reserve",
    "line",
    "logistics",
    "Soviet player",
    "round",
    "phase",
    "last",
    "OKH pool",
]
Subject = tuple[Kind, int]


def query(material: Material, state: State, items: tuple[Item, ...], file: str) -> Answer:
    """Whether a fact holds. Raises `InputError`, at its place, if it is not one this game knows."""
    cursor = Cursor(items, file)
    subject = take_subject(cursor, material)
    answer = _PREDICATES[subject[0]](_Question(material, state, cursor, subject))
    cursor.finish()
    return answer


def take_subject(cursor: Cursor, material: Material) -> Subject:
    """What the fact at the cursor is about."""
    try:
        return cursor.take_name(_subjects(material))
    except InputError as error:
        hint = error.suggestion or f"a fact is about an army, an area, a player, or one of {', '.join(_SINGLES)}"
        raise InputError(error.message, error.place, error.text, hint) from None


@lru_cache(maxsize=8)
def _subjects(material: Material) -> Names[Subject]:
    """Everything a fact can be about, by name."""
    spellings: dict[str, tuple[str, ...]] = {}
    values: dict[str, Subject] = {}
    for number, army in enumerate(material.armies):
        spellings[army.id], values[army.id] = (army.name, *army.spellings), ("army", number)
    for number, area in enumerate(material.board.areas):
        spellings[area.name], values[area.name] = area.spellings, ("area", number)
    for number, player in enumerate(PLAYERS):
        spellings[player], values[player] = (), ("player", number)
        deck = f"{player} Pursuit deck"
        spellings[deck], values[deck] = (), ("Pursuit deck", number)
    for name, subject in _SINGLES.items():
        spellings[name], values[name] = (), subject
    return Names("subject", spellings, values)


_SINGLES: Mapping[str, Subject] = {
    "stock": ("stock", 0),
    "pool": ("pool", 0),
    "fleet": ("fleet", 0),
    "Soviet deck": ("Soviet deck", 0),
    "legal": ("legal", 0),
    "Soviet player": ("Soviet player", 0),
    "reserve": ("reserve", 0),
    "line": ("line", 0),
    "logistics": ("logistics", 0),
    "round": ("round", 0),
    "phase": ("phase", 0),
    "last": ("last", 0),
    "OKH pool": ("OKH pool", 0),
}


def read_amounts(cursor: Cursor, nouns: Iterable[str]) -> dict[str, int]:
    """``1 fuel, no ammo, a Soviet marker``: the amount of each thing named, in the order of the text."""
    names = Names("thing to have", {noun: (f"{noun}s",) for noun in nouns}, {noun: noun for noun in nouns})
    found: dict[str, int] = {}
    while True:
        amount = _amount(cursor)
        place = cursor.place
        noun = cursor.take_name(names)
        if noun in found:
            raise InputError(f"{noun} is named twice", place, noun)
        found[noun] = amount
        if not cursor.accept_comma():
            return found


def _amount(cursor: Cursor) -> int:
    if cursor.accept("no"):
        return 0
    item = cursor.peek()
    if isinstance(item, Word) and item.text.lstrip("-").isdigit():
        cursor.error("not an amount that anything in the game can have")
    if cursor.accept("a") or isinstance(item, Word):
        return 1
    return cursor.number()


class _Question:
    """What is asked of which subject."""

    def __init__(self, material: Material, state: State, cursor: Cursor, subject: Subject) -> None:
        self.material = material
        self.state = state
        self.cursor = cursor
        self.number = subject[1]

    def amounts(self, nouns: Mapping[str, int]) -> Answer:
        """``has 1 fuel, 2 ammo``, ``has no bunker``, ``has a Soviet marker``: every amount named is exact."""
        wanted = read_amounts(self.cursor, nouns)
        holds = all(nouns[noun] == amount for noun, amount in wanted.items())
        return Answer(holds, ", ".join(_told(nouns[noun], noun) for noun in wanted))

    def flag(self, word: str, value: bool) -> Answer:
        """A word that is so or not so."""
        return Answer(value, word if value else f"not {word}")


_UNCOUNTED = (*SUPPLY_TYPES, "supplies", "track")


def _told(number: int, noun: str) -> str:
    """
    >>> _told(3, "fuel"), _told(3, "Soviet marker"), _told(1, "card")
    ('3 fuel', '3 Soviet markers', '1 card')
    """
    return f"{number} {noun}" if noun in _UNCOUNTED else counted(number, noun)


def _of_supplies(supplies: Supplies) -> dict[str, int]:
    return {kind: supplies.of(kind) for kind in SUPPLY_TYPES} | {"supply": supplies.total, "supplies": supplies.total}


def _army(q: _Question) -> Answer:
    state, army = q.state, q.number
    match q.cursor.take_word("has", "at", "grounded", "not", "moved"):
        case "has":
            return q.amounts(_of_supplies(state.loads[army]))
        case "at":
            area = q.cursor.take_name(q.material.board.area_names)
            here = state.at[army]
            return Answer(here == area, f"at {q.material.area(here)}" if here >= 0 else "off the board")
        case "grounded":
            return q.flag("grounded", bool(state.halt >> army & 1))
        case "not":
            word = q.cursor.take_word("grounded", "moved")
            is_so = bool((state.halt if word == "grounded" else state.moved) >> army & 1)
            return Answer(not is_so, word if is_so else f"not {word}")
        case _:
            return q.flag("moved", bool(state.moved >> army & 1))


def _area(q: _Question) -> Answer:
    material, state, area = q.material, q.state, q.number
    owner = next((p for p in range(len(PLAYERS)) if material.controlled(state, p) >> area & 1), None)
    control = "uncontrolled" if owner is None else f"controlled by {PLAYERS[owner]}"
    match q.cursor.take_word("has", "controlled", "uncontrolled", "encircled", "not"):
        case "has":
            nouns = _of_supplies(state.depots[area]) | {
                "medal": state.medals[area],
                "Soviet marker": state.soviet >> area & 1,
                "bunker": state.bunkers >> area & 1,
                "track": (state.track >> area | sum(material.board.printed) >> area) & 1,
            }
            return q.amounts(nouns)
        case "controlled":
            q.cursor.take_word("by")
            return Answer(owner == q.cursor.take_name(material.player_names), control)
        case "uncontrolled":
            return Answer(owner is None, control)
        case "encircled":
            return q.flag("encircled", bool(encircled(material, state) >> area & 1))
        case _:
            q.cursor.take_word("encircled")
            cut_off = bool(encircled(material, state) >> area & 1)
            return Answer(not cut_off, "encircled" if cut_off else "not encircled")


def _player(q: _Question) -> Answer:
    state, player = q.state, q.number
    match q.cursor.take_word("has", "holds", "defeated", "Air", "HQ", "wins", "active"):
        case "has":
            nouns = {
                "medal": state.medals_held[player],
                "encircled card": state.encircled[player],
                "defeated card": state.trophies[player].bit_count(),
                "held card": state.hands[player].bit_count(),
                "core action": state.core_left if state.active == player else 0,
                "truck": state.trucks_held[player],
                "train": state.trains_held[player],
            }
            return q.amounts(nouns)
        case "holds":
            return _card_in(q, state.hands[player], "holds")
        case "defeated":
            return _card_in(q, state.trophies[player], "defeated")
        case "Air":
            q.cursor.take_word("Support")
            names = Names("state of Air Support", dict.fromkeys(AIR_STATES, ()), {name: name for name in AIR_STATES})
            wanted = q.cursor.take_name(names)
            return Answer(state.air[player] == wanted, f"Air Support {state.air[player]}")
        case "HQ":
            spent = state.hq_spent[player]
            return Answer(spent == (q.cursor.take_word("spent", "ready") == "spent"), "spent" if spent else "ready")
        case "wins":
            return Answer(bool(state.winners >> player & 1), _winners(state))
        case _:
            return Answer(state.active == player, f"{PLAYERS[state.active]} is active")


def _winners(state: State) -> str:
    names = [(*PLAYERS, "Soviet player")[player] for player in members(state.winners)]
    return f"{' and '.join(names) or 'nobody'} wins"


def _soviet_player(q: _Question) -> Answer:
    q.cursor.take_word("wins")
    return Answer(bool(q.state.winners >> SOVIET & 1), _winners(q.state))


def _card_in(q: _Question, cards: int, verb: str) -> Answer:
    copies = player_card(q.material, q.number, q.cursor)
    names = [q.material.card(card).name for card in members(cards)]
    return Answer(any(cards >> card & 1 for card in copies), f"{verb} {', '.join(names) or 'nothing'}")


def player_card(material: Material, player: int, cursor: Cursor) -> tuple[int, ...]:
    """The copies of a card, named at the cursor, that a player can come to have."""
    known = material.cards
    piles = [known.names(PLAYERS[player]), known.names("soviet"), known.names("okh")]
    text = cursor.take_words_until().text
    copies = next((pile[text] for pile in piles if text in pile), None)
    if copies is None:
        cursor.error(f"unknown card '{text}'", next((hint for pile in piles if (hint := pile.suggest(text))), ""))
    return copies


def _stock(q: _Question) -> Answer:
    q.cursor.take_word("has")
    trucks = {f"{player} truck": count for player, count in zip(PLAYERS, q.state.trucks_stock, strict=True)}
    return q.amounts(_of_supplies(q.state.stock) | {"train": q.state.trains_stock} | trucks)


def _reserve(q: _Question) -> Answer:
    q.cursor.take_word("has")
    return q.amounts({"train": q.state.trains_reserve})


def _line(q: _Question) -> Answer:
    """``line Danzig > Königsberg has a train, no truck``: the vehicles on it, whoever placed them."""
    areas, state, place = q.material.board.area_names, q.state, q.cursor.place
    source = q.cursor.take_name(areas)
    q.cursor.expect_arrow()
    target = q.cursor.take_name(areas)
    number = q.material.board.line_between.get((source, target))
    if number is None:
        raise InputError(f"no line joins {q.material.area(source)} and {q.material.area(target)}", place)
    q.cursor.take_word("has")
    trucks = {f"{player} truck": mask >> number & 1 for player, mask in zip(PLAYERS, state.trucks, strict=True)}
    return q.amounts({"truck": sum(trucks.values()), "train": state.trains >> number & 1} | trucks)


def _logistics(q: _Question) -> Answer:
    q.cursor.take_word("level")
    return Answer(q.cursor.number() == q.state.level, f"level {q.state.level}")


def _pool(q: _Question) -> Answer:
    q.cursor.take_word("has")
    return q.amounts({"Soviet marker": q.state.pool})


def _fleet(q: _Question) -> Answer:
    if q.cursor.take_word("in", "moved") == "moved":
        return q.flag("moved", q.state.fleet_moved)
    sea = q.cursor.take_name(q.material.board.sea_names)
    return Answer(q.state.fleet == sea, f"in {q.material.board.seas[q.state.fleet].name}")


def _soviet_deck(q: _Question) -> Answer:
    q.cursor.take_word("has")
    return q.amounts({"card": q.state.soviet_deck.size})


def _pursuit_deck(q: _Question) -> Answer:
    q.cursor.take_word("has")
    return q.amounts({"card": q.state.pursuit[q.number].size})


def _legal(q: _Question) -> Answer:
    """``legal 53 bcdfghjk``: how many actions are legal, and the digest of all their names."""
    found = legal_digest(q.material, engine.legal(q.material, q.state))
    wanted = f"legal {q.cursor.number()} {q.cursor.take_word()}"
    return Answer(wanted == found, found)


def _round(q: _Question) -> Answer:
    return Answer(q.cursor.number() == q.state.round, f"round {q.state.round}")


def _phase(q: _Question) -> Answer:
    return Answer(q.cursor.take_word("actions", "reaction", "over") == q.state.phase, f"phase {q.state.phase}")


def _last(q: _Question) -> Answer:
    q.cursor.take_word("round")
    return q.flag("the last round", q.state.last_round)


def _okh_pool(q: _Question) -> Answer:
    """``OKH pool has Pionieren, Brandenburg``: these cards can be taken, whatever else lies there."""
    q.cursor.take_word("has")
    names = q.material.cards.names("okh")
    wanted = q.cursor.take_name(names)
    while q.cursor.accept_comma():
        wanted = (*wanted, *q.cursor.take_name(names))
    lying = [q.material.card(card).name for card in members(q.state.okh_pool)]
    return Answer(all(q.state.okh_pool >> card & 1 for card in wanted), ", ".join(lying) or "empty")


_PREDICATES: Mapping[Kind, Callable[[_Question], Answer]] = {
    "army": _army,
    "area": _area,
    "player": _player,
    "stock": _stock,
    "pool": _pool,
    "fleet": _fleet,
    "Soviet deck": _soviet_deck,
    "Pursuit deck": _pursuit_deck,
    "legal": _legal,
    "Soviet player": _soviet_player,
    "reserve": _reserve,
    "line": _line,
    "logistics": _logistics,
    "round": _round,
    "phase": _phase,
    "last": _last,
    "OKH pool": _okh_pool,
}
