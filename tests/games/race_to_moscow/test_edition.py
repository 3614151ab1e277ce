"""The editions: their numbers agree with one another, with the armies, and with the lines they cite."""

from __future__ import annotations

import re
from functools import reduce
from importlib.resources import files
from operator import add

import msgspec
import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.armies import Player, load_armies
from rtm_verify.games.race_to_moscow.edition import Edition, load_edition, read_edition
from rtm_verify.games.race_to_moscow.supplies import Supplies

EDITION = load_edition("2024")
FIRST = load_edition("first")
NAMES = [field.name for field in msgspec.structs.fields(Edition) if field.name not in {"name", "title", "sources"}]
TEXT = (files("rtm_verify.games.race_to_moscow") / "data" / "editions" / "2024.toml").read_text(encoding="utf-8")
PLAYERS: tuple[Player, ...] = ("gray", "white", "brown")
BOOK_LINES = {"2024": 1102, "first": 1742, "aid": 237}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("army_card_limit", 6),
        ("area_limit", 6),
        ("main_base_limit", 9),
        ("truck_capacity", 4),
        ("train_capacity", 6),
        ("armored_allowance", 3),
        ("field_allowance", 1),
        ("march_allowance", 1),
        ("armored_activation_fuel", 1),
        ("push_fuel", 1),
        ("march_food", 1),
        ("fort_ammo", 1),
        ("air_support_ammo", 1),
        ("core_actions", 2),
        ("take_main", 6),
        ("take_frontline", 3),
        ("medals_max_in_area", 2),
        ("ammo_per_medal", 3),
        ("control_markers", 40),
        ("trucks_per_player", 5),
        ("trains_total", 26),
        ("trains_start_card", 3),
        ("trains_stock", 9),
        ("soviet_markers", 26),
        ("bunkers", 16),
        ("medal_tokens", 40),
        ("second_players_medals", 1),
    ],
)
def test_a_number_is_a_plain_int(name: str, value: int) -> None:
    assert getattr(EDITION, name) == value
    assert type(getattr(EDITION, name)) is int


def test_numbers_depend_on_how_many_play() -> None:
    assert [EDITION.trains_reserve[count] for count in (3, 2, 1)] == [8, 6, 4]
    assert [EDITION.pool[count] for count in (3, 2, 1)] == [6, 4, 3]
    assert [EDITION.pool_hard[count] for count in (3, 2, 1)] == [3, 2, 2]
    assert [EDITION.pool_veteran[count] for count in (3, 2, 1)] == [0, 0, 1]
    assert [EDITION.okh_revealed[count] for count in (3, 2)] == [4, 3]


def test_what_the_solitaire_game_reveals_of_the_okh_deck_is_marked_as_inferred() -> None:
    assert EDITION.provenance("okh_revealed").kind == "inferred"


def test_the_transport_reserve_is_two_trains_and_two_for_each_player() -> None:
    assert all(EDITION.trains_reserve[count] == 2 + 2 * count for count in (1, 2, 3))


def test_the_trains_are_those_on_cards_in_the_stock_and_in_the_reserve() -> None:
    parts = 3 * EDITION.trains_start_card + EDITION.trains_stock + EDITION.trains_reserve[3]
    assert parts == EDITION.trains_total


def test_the_supply_total_is_the_sum_of_its_parts() -> None:
    parts = [EDITION.supply_armies[player] for player in PLAYERS]
    total = reduce(add, [*parts, *[EDITION.base_load] * 3, EDITION.supply_stock])
    assert total == EDITION.supply_total == Supplies(fuel=29, ammo=43, food=24)


@pytest.mark.parametrize("player", PLAYERS)
def test_a_players_supplies_are_the_loads_of_his_armies(player: Player) -> None:
    armies = load_armies()
    loads = [armies.loads[army.kind].supplies for army in armies.of(player)]
    assert reduce(add, loads) == EDITION.supply_armies[player]


@pytest.mark.parametrize("player", PLAYERS)
def test_there_are_two_halt_markers_for_every_army(player: Player) -> None:
    assert EDITION.halt_markers[player] == 2 * len(load_armies().of(player))


def test_the_soviet_markers_are_infantry_and_armor() -> None:
    assert EDITION.soviet_infantry_markers + EDITION.soviet_armor_markers == EDITION.soviet_markers


@pytest.mark.parametrize("edition", [EDITION, FIRST], ids=lambda edition: edition.name)
def test_every_number_has_a_source_that_cites_existing_lines(edition: Edition) -> None:
    assert [name for name, _ in edition.sources] == NAMES
    for name in NAMES:
        source = edition.provenance(name)
        assert source.at, name
        for place in source.at:
            book, _, lines = place.partition(":")
            assert all(1 <= int(line) <= BOOK_LINES[book] for line in lines.split("-")), place


def test_the_first_edition_is_known_by_its_name() -> None:
    assert (FIRST.name, FIRST.title) == ("first", "1941: Race to Moscow, rulebook of the first edition")


@pytest.mark.parametrize("name", NAMES)
def test_the_first_edition_cites_itself(name: str) -> None:
    source = FIRST.provenance(name)
    assert source.at[0].startswith("first:")
    assert source.kind == "inferred" or all(place.startswith("first:") for place in source.at)


def test_numbers_that_both_editions_state_are_the_same() -> None:
    stated = [name for name in NAMES if EDITION.provenance(name).kind == FIRST.provenance(name).kind == "rulebook"]
    assert len(stated) == len(NAMES) - 6
    assert [name for name in stated if getattr(EDITION, name) != getattr(FIRST, name)] == []


def test_the_first_edition_only_shows_what_take_supplies_takes() -> None:
    inferred = {name for name, source in FIRST.sources if source.kind == "inferred"}
    assert inferred == {"take_main", "take_frontline", "trains_total", "supply_total", "okh_revealed"}
    assert (FIRST.take_main, FIRST.take_frontline) == (EDITION.take_main, EDITION.take_frontline)


def test_the_first_edition_says_what_a_victory_area_is_worth() -> None:
    assert FIRST.provenance("victory_area_medals").at == ("first:778",)
    assert EDITION.provenance("victory_area_medals").kind == "inferred"
    assert FIRST.victory_area_medals == EDITION.victory_area_medals == 2


def test_an_edition_can_be_a_key() -> None:
    assert {EDITION: 1}[load_edition("2024")] == 1


def test_an_unknown_number_is_refused_with_a_suggestion() -> None:
    with pytest.raises(InputError, match="unknown number 'area_limits'") as caught:
        EDITION.provenance("area_limits")
    assert caught.value.suggestion == "did you mean area_limit?"


@pytest.mark.parametrize("name", ["1999", "../armies", ""])
def test_an_unknown_edition_is_refused(name: str) -> None:
    with pytest.raises(InputError, match="unknown edition") as caught:
        load_edition(name)
    assert caught.value.suggestion == "one of 2024, first"


@pytest.mark.parametrize(
    ("old", "new", "message", "offset"),
    [
        ("[numbers.area_limit]", "[numbers.area_limits]", "unknown number 'area_limits'", 0),
        ('at = ["2024:663"]', 'at = ["page 12"]', "is not a place in a book", -2),
        ('at = ["2024:663"]', "", "either 'at' or 'provenance'", -2),
        ('at = ["2024:663"]', 'at = ["2024:663"]\npage = 12', "unknown field `page`", -2),
        ("value = { 3 = 6, 2 = 4, 1 = 3 }", "value = { 3 = 6, 2 = 4 }", "missing required field `1`", -1),
        ("value = { gray = 6,", "value = { grey = 6,", "in 'numbers.halt_markers'", -1),
        ("value = [2, 3, 4, 5]", 'value = "2"', "in 'numbers.total_war_prices'", -1),
    ],
)
def test_a_wrong_edition_is_refused_at_the_line_of_its_entry(old: str, new: str, message: str, offset: int) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_edition(TEXT.replace(old, new), "mine.toml")
    assert caught.value.place is not None
    assert caught.value.place.line == TEXT[: TEXT.index(old)].count("\n") + 1 + offset


def test_a_missing_number_is_named() -> None:
    shorter = TEXT.replace('[numbers.bunkers]\nvalue = 16\nat = ["2024:50"]\n', "")
    assert shorter != TEXT
    with pytest.raises(InputError, match=re.escape("'numbers.bunkers' is missing")):
        read_edition(shorter, "mine.toml")
