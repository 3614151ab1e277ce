"""Chapter 4: what lies on the table before the first move (2024:319-374)."""

from __future__ import annotations

import pytest

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members

from .table import Table


@pytest.mark.parametrize(("first", "medals"), [("white", (1, 0, 1)), ("gray", (0, 1, 1)), ("brown", (1, 1, 0))])
def test_everyone_but_the_first_player_gets_a_medal(table: Table, first: str, medals: tuple[int, int, int]) -> None:
    """2024:372-374."""
    assert table.position(first=first).state.medals_held == medals


def test_armored_armies_start_with_fuel_and_ammo_and_field_armies_with_food_too(table: Table) -> None:
    """2024:328."""
    position = table.position()
    for number, army in enumerate(position.ruleset.material.armies):
        expected = Supplies(3, 3, 0) if army.kind == "armored" else Supplies(1, 3, 2)
        assert position.state.loads[number] == expected


def test_each_main_base_holds_nine_supplies_and_the_stock_three(table: Table) -> None:
    """2024:332-333."""
    position = table.position()
    bases = {"Danzig", "Warschau", "Reichshof"}
    for number, area in enumerate(position.ruleset.material.board.areas):
        assert position.state.depots[number] == (Supplies(3, 3, 3) if area.name in bases else Supplies())
    assert position.state.stock == Supplies(1, 1, 1)


def test_sixteen_bunkers_stand_on_the_board_three_of_them_on_victory_areas(table: Table) -> None:
    """2024:50, 2024:324."""
    position = table.position()
    names = {position.ruleset.material.area(area) for area in members(position.state.bunkers)}
    assert len(names) == 16
    assert {"Leningrad", "Moskva", "Rostov", "Brest", "Kaluga"} <= names


def test_twenty_soviet_markers_stand_on_the_board_and_six_beside_it(table: Table) -> None:
    """2024:49, 2024:339-343."""
    position = table.position()
    names = {position.ruleset.material.area(area) for area in members(position.state.soviet)}
    assert len(names) == 20
    assert {"Leningrad", "Moskva", "Rostov", "Kaunas", "Siauliai", "Liepaja", "Brest", "Lvov"} <= names
    assert position.state.pool == 6


def test_kiev_has_two_medals_and_every_other_objective_one(table: Table) -> None:
    """2024:357."""
    position = table.position()
    board = position.ruleset.material.board
    for number, area in enumerate(board.areas):
        expected = 2 if area.name == "Kiev" else board.objective >> number & 1
        assert position.state.medals[number] == expected


def test_transports_start_on_cards_stock_and_reserve(table: Table) -> None:
    """2024:330, 2024:334-335."""
    state = table.position().state
    assert state.trucks_held == (5, 5, 5)
    assert state.trains_held == (3, 3, 3)
    assert (state.trains_stock, state.trains_reserve, state.level) == (9, 8, 1)


def test_the_green_soviet_cards_lie_on_the_blue_ones(table: Table) -> None:
    """2024:349."""
    position = table.position()
    deck = position.state.soviet_deck
    assert [layer.size for layer in deck.layers] == [21, 12]
    colours = [{position.ruleset.material.card(card).deck for card in members(layer.cards)} for layer in deck.layers]
    assert colours == [{"green"}, {"blue"}]


def test_every_player_has_an_own_pursuit_deck_of_eighteen(table: Table) -> None:
    """2024:217, 2024:327."""
    position = table.position()
    for player, name in enumerate(PLAYERS):
        deck = position.state.pursuit[player]
        assert deck.size == 18
        assert {position.ruleset.material.card(card).deck for card in members(deck.candidates())} == {name}
        assert position.state.discards[player] == position.state.hands[player] == 0


def test_the_fleet_starts_off_danzig_and_air_support_is_ready(table: Table) -> None:
    """2024:326, 2024:361."""
    table.green("expect fleet in Danzig Bay\nexpect gray Air Support ready\nexpect white Air Support ready")


def test_armies_start_on_their_flags_in_printed_areas_of_their_colour(table: Table) -> None:
    """2024:279, 2024:325."""
    position = table.position()
    material = position.ruleset.material
    for number in range(len(material.armies)):
        area = position.state.at[number]
        assert material.board.printed[material.army_player[number]] >> area & 1
    assert len(set(position.state.at)) == 11


def test_no_control_marker_and_no_track_lies_on_the_board(table: Table) -> None:
    """2024:331."""
    state = table.position().state
    assert state.control == (0, 0, 0)
    assert state.track == 0


def test_four_okh_cards_are_revealed_if_they_are_named(table: Table) -> None:
    """2024:369."""
    names = '["Luftbrücke", "Wolfsschanze", "Brandenburg", "Pionieren"]'
    state = table.position(f"okh = {names}\n").state
    assert state.okh_pool.bit_count() == 4
    assert state.okh_deck.size == 8


def test_the_first_player_has_two_core_actions(table: Table) -> None:
    """2024:462."""
    table.green("expect white active\nexpect white has 2 core actions", first="white")


@pytest.mark.parametrize(("reading", "last"), [("goes-on", False), ("ends", True)])
def test_a_veteran_game_starts_without_markers_in_the_pool(table: Table, reading: str, last: bool) -> None:
    """2024:947, ruling veteran-start."""
    table.ruleset()
    path = table.folder / f"scenario-{table.count}.toml"
    built = RaceToMoscow("2024", path, {"veteran-start": reading}, variants=["veteran"]).setup()
    assert built.state.pool == 0
    assert built.state.boxed == 6
    assert built.state.last_round == last
    assert "veteran-start" in built.rulings
