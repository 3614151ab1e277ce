"""8 Entering a fortified area (2024:394, 2024:562-566, 2024:848)."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow import actions as a

from .table import Table

BEFORE_TALLINN = """
[players.gray]
controls = ["Pärnu", "Tartu"]
[armies.4Pz]
at = "Pärnu"
fuel = 3
ammo = {ammo}
[armies.16A]
at = "Tartu"
fuel = 1
ammo = {field}
food = 2
"""


def position(ammo: int, field: int = 3) -> str:
    return BEFORE_TALLINN.format(ammo=ammo, field=field)


def test_entering_a_bunker_costs_one_ammo_and_removes_it(table: Table) -> None:
    table.green(
        """
        expect Tallinn has a bunker
        armor 4Pz Pärnu > Tallinn [Silberfuchs]
          cites 8.fort.pay 8.fort.bunker 8.common.spent
          expect 4Pz has 2 fuel, 1 ammo
          expect Tallinn has no bunker
          expect stock has 4 ammo
        """,
        position(2, 2),
    )


def test_without_ammo_on_the_card_a_bunker_is_not_entered(table: Table) -> None:
    table.green("illegal armor 4Pz Pärnu > Tallinn\n because 8.fort.cannot", position(0))
    table.green("illegal fields 16A Tartu > Tallinn\n because 8.fort.cannot", position(3, 0))


def test_a_field_army_pays_for_a_bunker_too(table: Table) -> None:
    table.green("fields 16A Tartu > Tallinn [Silberfuchs]\n expect 16A has 1 fuel, 0 ammo, 2 food", position(2, 1))


def test_ammo_loaded_on_the_way_pays_for_a_bunker(table: Table) -> None:
    table.green(
        "armor 4Pz Pärnu load 1 ammo > Tallinn [Silberfuchs]\n expect 4Pz has 0 ammo\n expect Tallinn has no bunker",
        position(0) + '[areas."Pärnu"]\nammo = 1\n',
    )


def test_the_ammo_is_paid_and_the_bunker_gone_before_the_card_is_drawn(table: Table) -> None:
    """2024:566, 2024:848."""
    game = table.position(position(2))
    tallinn, army = game.area("Tallinn"), game.army("4Pz")
    game.do(a.Activate(army), a.Enter(tallinn))
    assert game.state.pending is not None
    assert game.state.loads[army].ammo == 1
    assert not game.state.bunkers >> tallinn & 1
    assert not game.state.control[0] >> tallinn & 1


def test_the_ammo_for_the_bunker_is_missing_in_the_combat(table: Table) -> None:
    """With 1 ammo the army gets in, and loses against the 1 ammo of a reserve army."""
    table.green(
        """
        armor 4Pz Pärnu > Tallinn [34 Army]
          cites 10.lose.retreat
          expect 4Pz at Pärnu
          expect 4Pz has 2 fuel, 0 ammo
          expect Tallinn uncontrolled
          expect Tallinn has no bunker, 1 medal
        """,
        position(1),
    )


def test_after_a_lost_combat_the_area_is_no_longer_fortified(table: Table) -> None:
    """2024:566: once the bunker is removed the area is unfortified, and the next army pays nothing."""
    table.green(
        """
        armor 4Pz Pärnu > Tallinn [34 Army]
        fields 16A Tartu > Tallinn [Silberfuchs]
          expect 16A at Tallinn
          expect 16A has 0 ammo
          expect Tallinn controlled by gray
        """,
        position(1, 0),
    )


def test_a_fortified_area_whose_bunker_is_gone_costs_nothing(table: Table) -> None:
    table.green(
        "armor 4Pz Pärnu > Tallinn [Silberfuchs]\n expect 4Pz has 2 fuel, 0 ammo",
        position(0) + "[areas.Tallinn]\nbunker = false\n",
    )


def test_entering_an_own_controlled_fort_costs_nothing_even_with_its_bunker(table: Table) -> None:
    """Only an area without a control marker asks for ammo (2024:564); an encircled fort keeps its bunker."""
    scenario = position(0).replace('"Tartu"]', '"Tartu", "Tallinn"]') + "[areas.Tallinn]\nbunker = true\n"
    table.green("armor 4Pz Pärnu > Tallinn\n expect 4Pz has 2 fuel, 0 ammo\n expect Tallinn has a bunker", scenario)


def test_a_fort_on_the_way_costs_ammo_at_each_bunker(table: Table) -> None:
    scenario = """
[players.gray]
controls = ["Narva"]
[armies.4Pz]
at = "Narva"
fuel = 3
ammo = 2
"""
    table.green(
        """
        armor 4Pz Narva > Tallinn [Silberfuchs] > Narva > Luga [Platinfuchs]
          expect 4Pz has 2 fuel, 0 ammo
          expect Luga has no bunker
        """,
        scenario,
    )


def test_the_victory_areas_are_fortified(table: Table) -> None:
    """2024:394."""
    scenario = '[players.gray]\ncontrols = ["Narva"]\n[armies.4Pz]\nat = "Narva"\nfuel = 3\nammo = 0\n'
    table.green("illegal armor 4Pz Narva > Leningrad\n because 8.fort.cannot", scenario)


def test_air_support_does_not_pay_for_a_bunker(table: Table) -> None:
    """It is ammo towards combat (2024:754); the example of Brest pays the fort from the card (2024:762)."""
    table.green(
        """
        air Pursuit [Silberfuchs]
        illegal armor 4Pz Pärnu > Tallinn
          because 8.fort.cannot
        """,
        position(0),
    )


def test_a_lost_bunker_does_not_come_back_to_the_position(table: Table) -> None:
    step = table.green("armor 4Pz Pärnu > Tallinn [Silberfuchs]\n expect Tallinn has no bunker", position(1))
    assert any(change.owner == "Tallinn" and change.cell == "bunker" for change in step.changes)
