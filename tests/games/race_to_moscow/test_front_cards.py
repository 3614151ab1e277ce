"""Every player has a Front card with two complete sides."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from rtm_verify.errors import InputError, Place
from rtm_verify.games.race_to_moscow.armies import Player
from rtm_verify.games.race_to_moscow.front_cards import (
    CounterAttack,
    FrontSide,
    ObjectiveProtection,
    VictoryProtection,
    load_front_cards,
    read_front_cards,
)

FRONTS = load_front_cards()
TEXT = (files("rtm_verify.games.race_to_moscow") / "data" / "cards" / "front.toml").read_text(encoding="utf-8")
PLAYERS: tuple[Player, ...] = ("gray", "white", "brown")


def test_the_fronts_are_dealt_to_the_players_as_the_set_up_says() -> None:
    assert {player: front.name for player, front in FRONTS.items()} == {
        "gray": "Northwestern Front",
        "white": "Western Front",
        "brown": "Southwestern Front",
    }


@pytest.mark.parametrize(
    ("player", "city"),
    [
        ("gray", "Leningrad"),
        ("white", "Moskva"),
        ("brown", "Rostov"),
    ],
)
def test_each_front_protects_its_own_victory_city(player: Player, city: str) -> None:
    front = FRONTS[player]
    for side in (front.basic, front.advanced):
        assert [p.near for p in side.priority if isinstance(p, VictoryProtection)] == [front.victory_city] == [city]


def test_the_basic_side_of_the_southwestern_front_is_as_printed() -> None:
    side = FRONTS["brown"].basic
    assert side.priority == (
        CounterAttack(times="once", targets="others", prefer=("cuts-off-army",)),
        ObjectiveProtection(areas="own", prefer=("closest-to-army", "fortified")),
        VictoryProtection(near="Rostov", prefer=("closest-to-army", "fortified")),
    )
    assert (side.perform, side.provenance.kind) == ("first-possible", "rulebook")


@pytest.mark.parametrize("player", PLAYERS)
def test_both_sides_counter_attack_first_and_then_place(player: Player) -> None:
    def kinds(side: FrontSide) -> list[type]:
        return [type(priority) for priority in side.priority]

    front = FRONTS[player]
    assert kinds(front.basic) == kinds(front.advanced) == [CounterAttack, ObjectiveProtection, VictoryProtection]


@pytest.mark.parametrize("player", PLAYERS)
def test_the_basic_side_attacks_others_once_and_the_advanced_side_all_that_it_can(player: Player) -> None:
    front = FRONTS[player]
    basic, advanced = front.basic.priority[0], front.advanced.priority[0]
    assert isinstance(basic, CounterAttack)
    assert isinstance(advanced, CounterAttack)
    assert (basic.times, basic.targets, front.basic.perform) == ("once", "others", "first-possible")
    assert (advanced.times, advanced.targets, front.advanced.perform) == ("all", "any", "attack-and-place")


def test_a_side_that_no_rulebook_prints_says_so() -> None:
    assert {FRONTS[player].advanced.provenance.kind for player in PLAYERS} == {"reconstructed"}
    assert [FRONTS[player].basic.provenance.kind for player in PLAYERS] == ["inferred", "inferred", "rulebook"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('kind = "counter-attack"', 'kind = "retreat"', "Invalid value 'retreat'"),
        ('times = "once"', 'times = "once"\nhow = 1', "unknown field `how`"),
        ('player = "white"', 'player = "gray"', "a second Front card for gray"),
    ],
)
def test_a_wrong_front_card_is_refused_at_its_line(old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_front_cards(TEXT.replace(old, new, 1), "mine.toml")
    assert caught.value.place is not None
    assert caught.value.place.line > 1


def test_a_player_without_a_front_card_is_named() -> None:
    start = TEXT.index('[[front]]\nplayer = "brown"')
    with pytest.raises(InputError, match="no Front card for brown") as caught:
        read_front_cards(TEXT[:start], "mine.toml")
    assert caught.value.place == Place("mine.toml")
