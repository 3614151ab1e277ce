"""8 Movement halted (2024:558-560; aid:165, aid:173, aid:233)."""

from __future__ import annotations

import pytest

from .table import Table

HALTS = ["Mud", "Soviet Bombers"]


@pytest.mark.parametrize("card", HALTS)
def test_a_halt_icon_stops_an_armored_army_that_does_not_pay(table: Table, card: str) -> None:
    table.green(
        f"""
        illegal armor 4Pz Tilsit > Kedainai [{card}] > Panevezys
          because 8.halt.push
        armor 4Pz Tilsit > Kedainai [{card}]
          expect 4Pz at Kedainai
          expect 4Pz has 2 fuel
          expect Kedainai controlled by gray
        """
    )


@pytest.mark.parametrize("card", HALTS)
def test_an_armored_army_ignores_a_halt_icon_for_one_more_fuel(table: Table, card: str) -> None:
    table.green(
        f"""
        armor 4Pz Tilsit > Kedainai [{card}] pay 1 fuel > Panevezys [Silberfuchs] > Riga [Platinfuchs]
          cites 8.halt.push
          expect 4Pz at Riga
          expect 4Pz has 1 fuel
          expect stock has 3 fuel
        """
    )


def test_each_halt_icon_costs_a_fuel_of_its_own(table: Table) -> None:
    table.green(
        """
        armor 4Pz Tilsit > Kedainai [Mud] pay 1 fuel > Panevezys [Soviet Bombers] pay 1 fuel > Riga [Silberfuchs]
          expect 4Pz has 0 fuel
        illegal fields 16A Eydtkau > Kaunas [5 Army] pay 1 food > Vilnius
          because 8.1.march-halt
        """
    )


def test_the_fuel_against_a_halt_must_be_on_the_card(table: Table) -> None:
    table.green(
        "illegal armor 4Pz Tilsit > Kedainai [Mud] pay 1 fuel > Panevezys\n because 8.halt.push",
        "[armies.4Pz]\nfuel = 1\nammo = 3\n",
    )


def test_no_fuel_buys_a_fourth_area(table: Table) -> None:
    """Up to its allowance (2024:560)."""
    table.green(
        """
        illegal armor 4Pz Tilsit > Kedainai [Silberfuchs] > Panevezys [Platinfuchs] > Riga [Mud] pay 1 fuel
          because 8.2.allowance
        """
    )


def test_nothing_is_paid_where_nothing_halts(table: Table) -> None:
    table.green("illegal armor 4Pz Tilsit > Kedainai [Silberfuchs] pay 1 fuel > Panevezys\n because 8.halt")
    table.green("illegal armor 4Pz Tilsit pay 1 fuel > Kedainai\n because 8.halt")


def test_a_halt_is_paid_off_only_once(table: Table) -> None:
    table.green("illegal armor 4Pz Tilsit > Kedainai [Mud] pay 1 fuel pay 1 fuel > Panevezys\n because 8.halt")


def test_every_soviet_card_halts(table: Table) -> None:
    """2024:560."""
    table.green(
        """
        illegal armor 4Pz Tilsit > Kaunas [5 Army] > Panevezys
          because 8.halt.push
        armor 4Pz Tilsit > Kaunas [5 Army] pay 1 fuel > Panevezys [Silberfuchs]
          expect 4Pz has 1 fuel, 1 ammo
        """
    )


def test_a_pursuit_card_with_a_unit_halts(table: Table) -> None:
    """aid:173."""
    table.green(
        """
        illegal armor 4Pz Tilsit > Kedainai [34 Army] > Panevezys
          because 8.halt.push
        armor 4Pz Tilsit > Kedainai [34 Army] pay 1 fuel > Panevezys [Silberfuchs]
          expect 4Pz has 1 fuel, 2 ammo
        """
    )


def test_a_field_army_pays_no_fuel_to_go_on(table: Table) -> None:
    """A field army's movement ends (2024:560)."""
    scenario = '[players.gray]\ncontrols = ["Kaunas"]\n[armies.16A]\nat = "Kaunas"\n'
    assert "food" in table.unreadable("fields 16A Kaunas > Vilnius [Mud] pay 1 fuel > Polotsk [Silberfuchs]", scenario)
    table.green("illegal fields 16A Kaunas > Vilnius [Mud] pay 1 food\n because 8.1.march-halt", scenario)
    table.green("illegal fields 16A Kaunas > Vilnius [Mud] > Kaunas\n because 8", scenario)


def test_a_halt_on_a_forced_march_changes_nothing(table: Table) -> None:
    scenario = '[players.gray]\ncontrols = ["Kaunas"]\n'
    table.green(
        """
        fields 16A Eydtkau > Kaunas pay 1 food > Vilnius [Mud]
          expect 16A at Vilnius
          expect Vilnius controlled by gray
        """,
        scenario,
    )


def test_the_card_s_effect_comes_before_the_halt(table: Table) -> None:
    """A halted army still takes the area and its medal (2024:560: after resolving the card)."""
    scenario = '[players.gray]\ncontrols = ["Sebezh"]\n[armies.4Pz]\nat = "Sebezh"\nfuel = 1\nammo = 0\n'
    table.green("armor 4Pz Sebezh > Velikiye Luki [Mud]\n expect gray has 1 medal", scenario)


def test_a_halted_army_may_load_the_fuel_that_takes_it_on(table: Table) -> None:
    """The fuel comes from the card (2024:560), and what lies in the area may be moved onto it first (2024:586-590)."""
    scenario = """
[players.gray]
controls = ["Kaunas", "Kedainai"]
[armies.4Pz]
fuel = 1
ammo = 3
[areas.Tilsit]
fuel = 1
"""
    table.green(
        """
        armor 4Pz Tilsit load 1 fuel > Kedainai > Panevezys [Mud] pay 1 fuel > Riga [Silberfuchs]
          expect 4Pz has 0 fuel
        """,
        scenario,
    )
