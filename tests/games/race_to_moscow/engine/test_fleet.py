"""8.3 Move the fleet (2024:647-653)."""

from __future__ import annotations

import pytest

from rtm_verify.games.race_to_moscow import actions as a

from .table import Table

POCKET = """
[players.gray]
controls = ["Kaunas", "Kedainai", "Panevezys", "Riga"]
"""


def test_the_fleet_moves_to_an_adjacent_sea_area_as_a_core_action(table: Table) -> None:
    table.green(
        """
        fleet Danzig Bay > Courland Coast
          cites 8.3.adjacent 7.core
          expect fleet in Courland Coast
          expect gray has 1 core action
        """
    )


def test_the_fleet_moves_either_way(table: Table) -> None:
    table.green("fleet Courland Coast > Danzig Bay\n expect fleet in Danzig Bay", 'fleet = "Courland Coast"\n')


@pytest.mark.parametrize("sea", ["Gulf of Riga", "Gulf of Finland", "Danzig Bay", "Odessa Bay"])
def test_the_fleet_does_not_jump_nor_stay(table: Table, sea: str) -> None:
    table.green(f"illegal fleet Danzig Bay > {sea}\n because 8.3.adjacent")


def test_the_fleet_moves_once_a_round(table: Table) -> None:
    """2024:649."""
    table.green(
        """
        fleet Danzig Bay > Courland Coast
        illegal fleet Courland Coast > Gulf of Riga
          because 8.3.once
        """
    )
    table.green("illegal fleet Danzig Bay > Courland Coast\n because 8.3.once", "fleet_moved = true\n")


@pytest.mark.parametrize("player", ["white", "brown"])
def test_only_gray_moves_the_fleet(table: Table, player: str) -> None:
    """2024:468, 2024:647-649."""
    table.green("illegal fleet Danzig Bay > Courland Coast\n because 8.3.gray", first=player)


def test_the_fleet_does_not_move_without_a_core_action(table: Table) -> None:
    table.green("illegal fleet Danzig Bay > Courland Coast\n because 7.core", "actions_left = 0\n")


def test_the_fleet_does_not_move_during_another_action(table: Table) -> None:
    position = table.position()
    position.do(a.Activate(position.army("4Pz")))
    assert "7.complete" in position.refusal(a.MoveFleet(1))


def test_every_reason_against_the_fleet_is_given(table: Table) -> None:
    table.green(
        "illegal fleet Danzig Bay > Gulf of Riga\n because 8.3.gray 8.3.adjacent 8.3.once 7.core",
        "actions_left = 0\nfleet_moved = true\n",
        first="white",
    )


def test_the_fleet_closes_a_pocket_at_once(table: Table) -> None:
    """2024:653."""
    table.green(
        """
        expect Liepaja not encircled
        fleet Danzig Bay > Courland Coast
          cites 8.3.block 8.encirclement.card
          expect Liepaja controlled by gray
          expect Siauliai controlled by gray
          expect Ventspils controlled by gray
          expect Ventspils has no track
          expect gray has 2 encircled cards
        """,
        POCKET,
    )


def test_the_fleet_does_not_close_what_still_has_a_way_by_land(table: Table) -> None:
    scenario = POCKET.replace(', "Riga"', "")
    table.green(
        "fleet Danzig Bay > Courland Coast\n expect Liepaja uncontrolled\n expect gray has 0 encircled cards", scenario
    )


def test_the_fleet_s_pocket_may_hold_areas_of_any_gray_harbor_it_blocks(table: Table) -> None:
    """Pärnu and Tallinn: with the fleet in the Gulf of Riga only Tallinn's harbor is left, which is enough."""
    scenario = """
fleet = "Gulf of Riga"
[players.gray]
controls = ["Riga", "Valmiera", "Tartu", "Narva"]
"""
    table.green("expect Pärnu not encircled\nexpect Tallinn not encircled", scenario)
    table.green(
        """
        fleet Gulf of Riga > Gulf of Finland
          expect Pärnu uncontrolled
          expect Tallinn uncontrolled
        """,
        scenario,
    )


def test_the_encircled_fort_and_medal_of_tallinn_fall_to_the_fleet(table: Table) -> None:
    """2024:544: fortified areas are treated like normal ones."""
    scenario = """
fleet = "Gulf of Riga"
[players.gray]
controls = ["Riga", "Valmiera", "Tartu", "Narva", "Pärnu"]
"""
    step = table.green(
        """
        fleet Gulf of Riga > Gulf of Finland
          expect Tallinn controlled by gray
          expect Tallinn has a bunker, no medal
          expect gray has 1 medal, 0 encircled cards
        """,
        scenario,
    )
    assert "encircled-bunker" in step.rulings
