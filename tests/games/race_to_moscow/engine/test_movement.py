"""8.1 Move all field armies and 8.2 Move one armored army (2024:488-498)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a

from .table import Table

OPEN_ROAD = """
[players.gray]
controls = ["Kaunas", "Kedainai", "Panevezys", "Siauliai", "Riga", "Valmiera"]
"""


# 8.1 Move all field armies


def test_all_field_armies_move_one_area_each_in_one_action_and_pay_nothing(table: Table) -> None:
    """2024:490."""
    table.green(
        """
        fields 16A Eydtkau > Kaunas and 18A Memel > Siauliai
          cites 8.1.one-area 8.1.free
          expect 16A at Kaunas
          expect 18A at Siauliai
          expect 16A has 1 fuel, 3 ammo, 2 food
          expect 18A has 1 fuel, 3 ammo, 2 food
          expect gray has 1 core action
        """,
        OPEN_ROAD,
    )


def test_a_field_army_may_stay_while_another_moves(table: Table) -> None:
    """2024:490."""
    table.green("fields 16A Eydtkau > Kaunas\n expect 16A moved\n expect 18A at Memel", OPEN_ROAD)
    position = table.position(OPEN_ROAD)
    position.do(a.MoveFields(), a.Activate(position.army("16A")), a.Enter(position.area("Kaunas")), a.EndMove())
    position.do(a.EndFields())
    assert not position.state.moved >> position.army("18A") & 1


def test_a_forced_march_costs_one_food_of_the_card_which_goes_to_the_stock(table: Table) -> None:
    """2024:492, 2024:503."""
    table.green(
        """
        fields 16A Eydtkau > Kaunas pay 1 food > Panevezys
          cites 8.1.march 8.common.spent
          expect 16A at Panevezys
          expect 16A has 1 fuel, 3 ammo, 1 food
          expect stock has 1 fuel, 1 ammo, 2 food
          expect gray has 1 core action
        """,
        OPEN_ROAD,
    )


def test_a_field_army_does_not_move_a_second_area_unpaid(table: Table) -> None:
    table.green("illegal fields 16A Eydtkau > Kaunas > Panevezys\n because 8.1", OPEN_ROAD)


def test_a_forced_march_needs_food_on_the_card(table: Table) -> None:
    scenario = OPEN_ROAD + "[armies.16A]\nfuel = 1\nammo = 3\nfood = 0\n"
    table.green("illegal fields 16A Eydtkau > Kaunas pay 1 food > Panevezys\n because 8.1.march", scenario)


def test_food_in_the_area_pays_no_march_until_it_is_on_the_card(table: Table) -> None:
    """The food comes from the army's supply (2024:492); picking it up on entering is allowed (2024:586)."""
    scenario = OPEN_ROAD + "[armies.16A]\nammo = 3\n[areas.Kaunas]\nfood = 1\n"
    table.green(
        """
        illegal fields 16A Eydtkau > Kaunas pay 1 food > Panevezys
          because 8.1.march
        fields 16A Eydtkau > Kaunas load 1 food pay 1 food > Panevezys
          expect 16A at Panevezys
          expect 16A has 0 food
          expect Kaunas has no food
        """,
        scenario,
    )


def test_a_field_army_makes_only_one_forced_march(table: Table) -> None:
    """One additional area, not two (2024:492)."""
    table.green(
        """
        illegal fields 16A Eydtkau > Kaunas pay 1 food > Panevezys pay 1 food > Riga
          because 8.1
        illegal fields 16A Eydtkau > Kaunas pay 1 food > Panevezys > Riga
          because 8.1
        """,
        OPEN_ROAD,
    )


def test_a_forced_march_is_not_paid_before_the_first_area(table: Table) -> None:
    table.green("illegal fields 16A Eydtkau pay 1 food > Kaunas\n because 8.1", OPEN_ROAD)


@pytest.mark.parametrize("card", ["Mud", "Soviet Bombers"])
def test_no_forced_march_follows_a_card_with_the_halt_icon(table: Table, card: str) -> None:
    """2024:492, 2024:560."""
    scenario = OPEN_ROAD + '[armies.16A]\nat = "Kaunas"\n'
    table.green(f"illegal fields 16A Kaunas > Vilnius [{card}] pay 1 food > Kaunas\n because 8.1.march-halt", scenario)


def test_no_forced_march_follows_a_won_combat_with_a_soviet_card(table: Table) -> None:
    """2024:492."""
    table.green("illegal fields 16A Eydtkau > Kaunas [5 Army] pay 1 food > Vilnius\n because 8.1.march-halt")


def test_no_forced_march_follows_a_won_combat_with_a_pursuit_card(table: Table) -> None:
    scenario = OPEN_ROAD + '[armies.16A]\nat = "Kaunas"\n'
    table.green("illegal fields 16A Kaunas > Vilnius [34 Army] pay 1 food > Kaunas\n because 8.1.march-halt", scenario)


def test_a_forced_march_follows_a_pursuit_card_that_does_not_halt(table: Table) -> None:
    scenario = OPEN_ROAD + '[armies.16A]\nat = "Kaunas"\n'
    table.green(
        """
        fields 16A Kaunas > Vilnius [Silberfuchs] pay 1 food > Polotsk [Platinfuchs]
          expect 16A at Polotsk
          expect 16A has 1 food, 2 ammo
        """,
        scenario,
    )


def test_one_field_army_completes_its_movement_before_another_starts(table: Table) -> None:
    """2024:494."""
    position = table.position(OPEN_ROAD)
    first, second = position.army("16A"), position.army("18A")
    position.do(a.MoveFields(), a.Activate(first), a.Enter(position.area("Kaunas")))
    assert position.refusal(a.Activate(second)) & {"8.1.one-by-one", "7.complete"}
    position.do(a.EndMove(), a.Activate(second), a.Enter(position.area("Siauliai")), a.EndMove())
    assert "8.common.once" in position.refusal(a.Activate(first))
    position.do(a.EndFields())


def test_the_field_armies_action_may_be_taken_twice_for_different_armies(table: Table) -> None:
    """The same type of action may be taken more than once (2024:462)."""
    table.green(
        """
        fields 16A Eydtkau > Kaunas
        fields 18A Memel > Siauliai
          expect gray has 0 core actions
        """,
        OPEN_ROAD,
    )


def test_an_armored_army_does_not_move_with_the_field_armies(table: Table) -> None:
    position = table.position(OPEN_ROAD)
    position.do(a.MoveFields())
    position.refusal(a.Activate(position.army("4Pz")))


def test_a_field_army_does_not_move_outside_the_field_armies_action(table: Table) -> None:
    position = table.position(OPEN_ROAD)
    position.refusal(a.Activate(position.army("16A")))


# 8.2 Move one armored army


def test_an_armored_army_pays_one_fuel_for_up_to_three_areas(table: Table) -> None:
    """2024:498."""
    table.green(
        """
        armor 4Pz Tilsit > Kaunas > Panevezys > Riga
          cites 8.2.fuel 8.2.allowance
          expect 4Pz at Riga
          expect 4Pz has 2 fuel, 3 ammo
          expect stock has 2 fuel
          expect gray has 1 core action
        """,
        OPEN_ROAD,
    )


@pytest.mark.parametrize("path", ["Kaunas", "Kaunas > Panevezys"])
def test_an_armored_army_may_stop_before_its_third_area(table: Table, path: str) -> None:
    table.green(f"armor 4Pz Tilsit > {path}\n expect 4Pz has 2 fuel", OPEN_ROAD)


def test_an_armored_army_enters_no_fourth_area(table: Table) -> None:
    """2024:498; paying more fuel does not help (2024:560)."""
    table.green(
        """
        illegal armor 4Pz Tilsit > Kaunas > Panevezys > Riga > Valmiera
          because 8.2.allowance
        illegal armor 4Pz Tilsit > Kaunas > Panevezys > Riga pay 1 fuel > Valmiera
          because 8
        """,
        OPEN_ROAD,
    )


def test_the_fuel_of_an_armored_army_comes_from_its_card(table: Table) -> None:
    """2024:498."""
    scenario = OPEN_ROAD + "[armies.4Pz]\nfuel = 0\nammo = 3\n"
    table.green("illegal armor 4Pz Tilsit > Kaunas\n because 8.2.fuel", scenario)


def test_fuel_in_the_area_does_not_start_an_armored_army(table: Table) -> None:
    """By default supplies are picked up only on the move (2024:586-590); the refusal says which ruling it hangs on."""
    scenario = OPEN_ROAD + "[armies.4Pz]\nfuel = 0\nammo = 3\n[areas.Tilsit]\nfuel = 2\n"
    step = table.green(
        """
        illegal armor 4Pz Tilsit load 1 fuel > Kaunas
          because 8.2.fuel
        illegal armor 4Pz Tilsit > Kaunas
          because 8.2.fuel
        """,
        scenario,
    )
    assert "supply-transfer" in step.rulings


def test_fuel_in_the_area_starts_an_armored_army_if_supplies_pass_at_any_time(table: Table) -> None:
    scenario = OPEN_ROAD + "[armies.4Pz]\nfuel = 0\nammo = 3\n[areas.Tilsit]\nfuel = 2\n"
    table.green(
        """
        load 4Pz 1 fuel
          expect gray has 2 core actions
        armor 4Pz Tilsit > Kaunas
          expect 4Pz has 0 fuel
        """,
        scenario,
        rulings={"supply-transfer": "any-time"},
    )


def test_one_action_moves_one_armored_army_and_two_actions_two(table: Table) -> None:
    """2024:466-467."""
    table.green(
        """
        armor 2Pz Warschau > Siedlce
          expect white has 1 core action
        armor 3Pz Suwalki > Grodno
          expect white has 0 core actions
        """,
        '[players.white]\ncontrols = ["Grodno"]\n',
        first="white",
    )


def test_a_second_armored_army_does_not_start_while_the_first_moves(table: Table) -> None:
    """2024:480."""
    position = table.position(first="white")
    position.do(a.Activate(position.army("2Pz")), a.Enter(position.area("Siedlce")))
    assert position.refusal(a.Activate(position.army("3Pz")))


def test_an_army_that_must_enter_an_area_and_cannot_may_stop(table: Table) -> None:
    """Ruling activation-without-entering = must-enter: with every way closed the movement ends, or it never would."""
    position = table.position(**{"activation-without-entering": "must-enter"})
    army = position.army("4Pz")
    position.do(a.Activate(army))
    assert position.refusal(a.EndMove()) == {"8.2.allowance"}
    ways = position.ruleset.material.board.roads[0][position.state.at[army]]
    position.state = replace(position.state, control=(0, ways & ~position.ruleset.material.board.all_printed, 0))
    others = [number for number in range(len(position.state.at)) if number != army]
    free = [area for area in range(len(position.state.medals)) if ways >> area & 1]
    at = list(position.state.at)
    for number, area in zip(others, free, strict=False):
        at[number] = area
    position.state = replace(position.state, at=tuple(at))
    position.do(a.EndMove())
    assert position.state.moving is None
