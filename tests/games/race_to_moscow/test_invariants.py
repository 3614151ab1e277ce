"""Every invariant holds at set-up, and every one of them can be broken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.deck import Deck, Layer
from rtm_verify.games.race_to_moscow.invariants import INVARIANTS, breaches
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow, catalogue
from rtm_verify.games.race_to_moscow.state import Moving, Pending, State
from rtm_verify.games.race_to_moscow.supplies import Supplies

SCENARIO = Path(__file__).parents[3] / "scenarios" / "rulebook" / "riga.toml"
RULESET = RaceToMoscow("2024", SCENARIO)
MATERIAL = RULESET.material
BOARD = MATERIAL.board
START = RULESET.setup().state


def area(name: str) -> int:
    return BOARD.area_names[name]


def bit(name: str) -> int:
    return 1 << area(name)


def army(name: str) -> int:
    return MATERIAL.army_names[name]


def put(values: tuple[object, ...], index: int, value: object) -> tuple[object, ...]:
    return (*values[:index], value, *values[index + 1 :])


def with_control(state: State, player: int, mask: int) -> State:
    return replace(state, control=put(state.control, player, state.control[player] | mask))


FULL = Supplies(fuel=7)
BREAKS: dict[str, Callable[[State], State]] = {
    "supplies conserved": lambda s: replace(s, stock=s.stock + Supplies(ammo=1)),
    "no negative supplies": lambda s: replace(s, loads=put(s.loads, army("4Pz"), Supplies(fuel=-1))),
    "army cards hold six": lambda s: replace(s, loads=put(s.loads, army("4Pz"), FULL)),
    "areas hold six, main bases nine": lambda s: replace(s, depots=put(s.depots, area("Riga"), FULL)),
    "supplies lie in controlled areas": lambda s: replace(s, depots=put(s.depots, area("Pskov"), Supplies(food=1))),
    "trucks conserved": lambda s: replace(s, trucks_held=(4, 5, 5)),
    "trains conserved": lambda s: replace(s, trains=1),
    "Soviet markers conserved": lambda s: replace(s, pool=s.pool - 1),
    "medals conserved": lambda s: replace(s, medals_left=s.medals_left + 1),
    "cards conserved": lambda s: replace(s, soviet_deck=Deck((Layer(MATERIAL.cards.green, 20),))),
    "no area both Soviet and controlled": lambda s: replace(s, soviet=s.soviet | bit("Riga")),
    "one army in an area": lambda s: replace(s, at=put(s.at, army("16A"), area("Riga"))),
    "one owner of an area": lambda s: with_control(s, 1, bit("Riga")),
    "armies stand on own ground": lambda s: replace(s, at=put(s.at, army("4Pz"), area("Pskov"))),
    "track only on control markers": lambda s: replace(s, track=s.track | bit("Pskov")),
    "medals lie on open objectives": lambda s: replace(s, medals=put(s.medals, area("Riga"), 1)),
    "bunkers only on fortified areas": lambda s: replace(s, bunkers=s.bunkers | bit("Riga")),
    "forty control markers": lambda s: with_control(s, 2, BOARD.colored[2] | BOARD.colored[1]),
    "nothing stays encircled": lambda s: replace(s, fleet=BOARD.sea_names["Courland Coast"]),
    "the fleet is in the Baltic": lambda s: replace(s, fleet=BOARD.sea_names["Odessa Bay"]),
    "no action is half done": lambda s: replace(s, moving=Moving(0, 0), fields=True, pending=Pending("keep")),
    "core actions are counted": lambda s: replace(s, core_left=-1),
    "the winner holds a Victory area": lambda s: replace(s, winner=0),
}


def test_the_starting_position_breaks_no_invariant() -> None:
    assert breaches(MATERIAL, START) == ()


def test_every_invariant_has_a_position_that_breaks_it() -> None:
    assert set(BREAKS) == set(INVARIANTS)


@pytest.mark.parametrize("name", BREAKS)
def test_an_invariant_can_be_broken_and_then_names_the_element(name: str) -> None:
    found = [breach for breach in breaches(MATERIAL, BREAKS[name](START)) if breach.invariant == name]
    assert found
    assert all(breach.message for breach in found)


@pytest.mark.parametrize("name", INVARIANTS)
def test_an_invariant_rests_on_clauses_of_the_catalogue(name: str) -> None:
    rules, _ = INVARIANTS[name]
    assert rules
    for rule in rules:
        assert rule in catalogue()


@pytest.mark.parametrize(
    "broken",
    [
        replace(START, discards=put(START.discards, 0, 1 << 1)),
        replace(START, hands=put(START.hands, 0, 1 << 1), trophies=put(START.trophies, 0, 1 << 1)),
        replace(START, encircled=(1, 0, 0)),
    ],
    ids=["discarded and in the deck", "held and defeated", "encircled and in the deck"],
)
def test_a_card_in_two_places_is_found(broken: State) -> None:
    assert "cards conserved" in {breach.invariant for breach in breaches(MATERIAL, broken)}
