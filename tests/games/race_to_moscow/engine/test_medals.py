"""8 Entering a medal area, medals won (2024:297-303, 2024:357, 2024:398, 2024:568-570)."""

from __future__ import annotations

import pytest

from .table import Table


def brown_before_kiev(ammo: int = 4) -> str:
    return f"""
[players.brown]
controls = ["Zhitomir"]
medals = 0
[armies.1Pz]
at = "Zhitomir"
fuel = 2
ammo = {ammo}
[armies.6A]
fuel = 1
ammo = 1
food = 2
"""


def test_kiev_brings_both_its_medals(table: Table) -> None:
    """2024:357, 2024:570: one or more tokens."""
    table.green(
        """
        armor 1Pz Zhitomir > Kiev [5 Army]
          cites 8.medal.take
          expect Kiev has no medal
          expect brown has 2 medals
        """,
        brown_before_kiev(),
        first="brown",
    )


def test_a_lost_combat_brings_no_medal(table: Table) -> None:
    table.green(
        "armor 1Pz Zhitomir > Kiev [5 Army]\n expect Kiev has 2 medals\n expect brown has 0 medals",
        brown_before_kiev(2),
        first="brown",
    )


@pytest.mark.parametrize(("start", "area"), [("Sebezh", "Velikiye Luki"), ("Dno", "Novgorod"), ("Valdai", "Kalinin")])
def test_an_objective_brings_one_medal(table: Table, start: str, area: str) -> None:
    scenario = f'[players.gray]\ncontrols = ["{start}"]\n[armies.4Pz]\nat = "{start}"\nfuel = 3\nammo = 3\n'
    table.green(
        f"armor 4Pz {start} > {area} [Silberfuchs]\n expect gray has 1 medal\n expect {area} has no medal", scenario
    )


def test_an_area_without_a_medal_brings_none(table: Table) -> None:
    table.green("armor 4Pz Tilsit > Kedainai [Silberfuchs]\n expect gray has 0 medals")


def test_an_objective_whose_medal_is_gone_brings_none(table: Table) -> None:
    """If available (2024:398)."""
    scenario = """
[players.gray]
controls = ["Sebezh"]
[armies.4Pz]
at = "Sebezh"
fuel = 3
ammo = 3
[areas."Velikiye Luki"]
medals = 0
"""
    table.green("armor 4Pz Sebezh > Velikiye Luki [Silberfuchs]\n expect gray has 0 medals", scenario)


def test_entering_a_controlled_objective_again_brings_nothing(table: Table) -> None:
    scenario = """
[players.gray]
controls = ["Sebezh", "Velikiye Luki"]
medals = 1
[armies.4Pz]
at = "Sebezh"
fuel = 3
ammo = 3
"""
    table.green("armor 4Pz Sebezh > Velikiye Luki\n expect gray has 1 medal", scenario)


def test_a_card_with_a_printed_medal_brings_no_token(table: Table) -> None:
    """2024:303."""
    table.green(
        "armor 4Pz Tilsit > Kaunas [6 Mech Corps]\n expect gray defeated 6 Mech Corps\n expect gray has 0 medals"
    )
