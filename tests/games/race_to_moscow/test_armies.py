"""Eleven armies with the cards, names and loads that the rulebooks give them."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from rtm_verify.errors import InputError, Place
from rtm_verify.games.race_to_moscow.armies import Player, load_armies, read_armies
from rtm_verify.games.race_to_moscow.supplies import Supplies

ARMIES = load_armies()
TEXT = (files("rtm_verify.games.race_to_moscow") / "data" / "armies.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("player", "armored", "field"),
    [
        ("gray", {"4Pz"}, {"16A", "18A"}),
        ("white", {"2Pz", "3Pz"}, {"4A", "9A"}),
        ("brown", {"1Pz"}, {"6A", "11A", "17A"}),
    ],
)
def test_a_player_has_these_armies(player: Player, armored: set[str], field: set[str]) -> None:
    assert {army.id for army in ARMIES.of(player) if army.kind == "armored"} == armored
    assert {army.id for army in ARMIES.of(player) if army.kind == "field"} == field


def test_army_cards_are_100_to_110_in_order_of_the_players() -> None:
    assert [army.card for army in ARMIES.all] == list(range(100, 111))
    assert [army.player for army in ARMIES.all] == ["gray"] * 3 + ["white"] * 4 + ["brown"] * 4


def test_the_printed_card_numbers_are_kept() -> None:
    cards = {army.id: army.card for army in ARMIES.all}
    assert (cards["4Pz"], cards["1Pz"]) == (102, 110)


@pytest.mark.parametrize(
    ("spelling", "army"),
    [
        ("4 Panzergruppe", "4Pz"),
        ("4 Armored Army", "4Pz"),
        ("4 Panzegruppe", "4Pz"),
        ("4. Panzergruppe", "4Pz"),
        ("4pz", "4Pz"),
        ("4 Army", "4A"),
        ("16 Army", "16A"),
        ("2. Panzergruppe", "2Pz"),
        ("1 Armored Army", "1Pz"),
    ],
)
def test_an_army_answers_to_the_spellings_of_the_rulebooks(spelling: str, army: str) -> None:
    assert ARMIES.all[ARMIES.names[spelling]].id == army


def test_an_unknown_army_is_refused_with_a_suggestion() -> None:
    with pytest.raises(InputError, match="unknown army '4 Panzergrupe'") as caught:
        ARMIES.names["4 Panzergrupe"]
    assert caught.value.suggestion == "did you mean 4 Panzergruppe?"


def test_starting_loads_are_those_printed_on_the_cards() -> None:
    assert ARMIES.loads["armored"].supplies == Supplies(fuel=3, ammo=3)
    assert ARMIES.loads["field"].supplies == Supplies(fuel=1, ammo=3, food=2)


def test_there_is_a_miniature_for_every_army() -> None:
    assert {player: box.count for player, box in ARMIES.miniatures.items()} == {"gray": 3, "white": 4, "brown": 4}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('id = "18A"', 'id = "16A"', "id '16A' is used by two armies"),
        ("card = 101", "card = 100", "card '100' is used by two armies"),
        ('id = "18A"', 'id = "18A"\nsize = 3', "unknown field `size`"),
        ('kind = "field"', 'kind = "cavalry"', "Invalid enum value 'cavalry'"),
        ("count = 3", "count = 4", "gray has 3 armies and 4 miniatures"),
    ],
)
def test_a_wrong_armies_file_is_refused_at_its_line(old: str, new: str, message: str) -> None:
    wrong = TEXT.replace(old, new, 1)
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_armies(wrong, "mine.toml")
    assert caught.value.place is not None
    assert caught.value.place.file == "mine.toml"
    assert caught.value.place.line > 1


def test_two_armies_with_one_spelling_are_refused() -> None:
    with pytest.raises(InputError, match="'4 Armored Army' names two") as caught:
        read_armies(TEXT.replace('"2 Armored Army"', '"4 Armored Army"'), "mine.toml")
    assert caught.value.place == Place("mine.toml")
