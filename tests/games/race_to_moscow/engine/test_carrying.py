"""8 Transporting supply markers, army card and area limits (2024:161, 2024:584-590, 2024:661-666)."""

from __future__ import annotations

import pytest

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.supplies import Supplies

from .table import Table

ROAD = """
[players.gray]
controls = ["Kaunas", "Kedainai", "Panevezys"]
"""


def road(army: str = "fuel = 3\nammo = 1", **areas: str) -> str:
    """4 Panzergruppe in Tilsit with this load; other armies give tokens back, so that enough of them are there."""
    text = ROAD + f"[armies.4Pz]\n{army}\n[armies.18A]\nfuel = 0\nammo = 0\nfood = 0\n[armies.2Pz]\nammo = 0\n"
    for name, supplies in areas.items():
        text += f"[areas.{name}]\n{supplies}\n"
    return text


def test_an_army_picks_up_supplies_in_an_area_it_enters(table: Table) -> None:
    """2024:586."""
    table.green(
        """
        armor 4Pz Tilsit > Kaunas load 1 fuel, 1 ammo > Panevezys
          cites 8.carry.pick-up
          expect 4Pz has 3 fuel, 2 ammo
          expect Kaunas has 1 fuel, 0 ammo
        """,
        road(Kaunas="fuel = 2\nammo = 1"),
    )


def test_an_army_picks_up_no_more_than_lies_there(table: Table) -> None:
    table.green("illegal armor 4Pz Tilsit > Kaunas load 2 ammo\n because 8.carry", road(Kaunas="ammo = 1"))


def test_an_army_picks_up_nothing_where_it_is_not(table: Table) -> None:
    table.green("illegal armor 4Pz Tilsit load 1 ammo > Kaunas\n because 8.carry", road(Kaunas="ammo = 1"))


def test_a_card_never_holds_a_seventh_supply(table: Table) -> None:
    """2024:161."""
    full = road("fuel = 3\nammo = 3", Kaunas="ammo = 2")
    table.green(
        """
        illegal armor 4Pz Tilsit > Kaunas load 2 ammo
          because 2.2.limit
        armor 4Pz Tilsit > Kaunas load 1 ammo
          expect 4Pz has 6 supplies
        """,
        full,
    )


def test_an_army_with_a_full_card_fills_the_gap_of_its_fuel_in_its_starting_area(table: Table) -> None:
    """The play note of 2024:590."""
    table.green(
        """
        armor 4Pz Tilsit load 1 ammo > Kaunas
          cites 8.carry.start
          expect 4Pz has 2 fuel, 4 ammo
          expect Tilsit has no ammo
        """,
        road("fuel = 3\nammo = 3", Tilsit="ammo = 1"),
    )


def test_an_army_with_a_full_card_swaps_supplies(table: Table) -> None:
    """2024:586: existing supplies are swapped out and left in the area."""
    table.green(
        """
        armor 4Pz Tilsit > Kaunas drop 2 ammo load 3 fuel
          cites 8.carry.pick-up
          expect 4Pz has 5 fuel, 1 ammo
          expect Kaunas has 2 ammo, 0 fuel
        """,
        road("fuel = 3\nammo = 3", Kaunas="fuel = 3"),
    )


@pytest.mark.parametrize("order", ["drop 1 ammo load 1 fuel", "load 1 fuel drop 1 ammo"])
def test_a_full_card_and_a_full_area_swap_if_the_area_has_room_for_one(table: Table, order: str) -> None:
    """Card 5 after the fuel, so both orders work; area 5 of 6."""
    table.green(
        f"armor 4Pz Tilsit > Kaunas {order}\n expect 4Pz has 3 fuel, 2 ammo\n expect Kaunas has 4 fuel, 1 ammo",
        road("fuel = 3\nammo = 3", Kaunas="fuel = 5"),
    )


def test_a_full_card_swaps_with_a_full_area(table: Table) -> None:
    """2024:586 lets supplies be swapped without a free space: 6 on the card and 6 in the area before and after it.

    One exchange of equal numbers breaks neither limit; one after the other, either would.
    """
    scenario = (
        ROAD
        + "[armies.16A]\nfuel = 3\nammo = 1\nfood = 2\n[armies.18A]\nfuel = 0\nfood = 0\nammo = 0\n"
        + "[armies.2Pz]\nfuel = 0\n[armies.3Pz]\nfuel = 0\n[areas.Kaunas]\nammo = 6\n"
    )
    ways = ("drop 1 fuel load 1 ammo", "load 1 ammo drop 1 fuel", "load 1 ammo for 1 fuel")
    results = [table.replay(f"fields 16A Eydtkau > Kaunas {way}", scenario) for way in ways]
    assert [result.verdict for result in results] == ["failed", "failed", "green"]


def test_an_army_drops_supplies_in_an_area_it_controls(table: Table) -> None:
    """2024:588."""
    table.green(
        """
        armor 4Pz Tilsit drop 1 ammo > Kaunas drop 1 fuel > Panevezys
          cites 8.carry.drop
          expect Tilsit has 1 ammo
          expect Kaunas has 1 fuel
          expect 4Pz has 1 fuel, 0 ammo
        """,
        road(),
    )


def test_an_army_drops_supplies_in_an_area_it_has_just_captured(table: Table) -> None:
    table.green(
        "armor 4Pz Panevezys > Riga [Silberfuchs] drop 1 ammo\n expect Riga has 1 ammo\n expect 4Pz has 0 ammo",
        road('at = "Panevezys"\nfuel = 3\nammo = 1'),
    )


def test_nothing_is_dropped_before_the_entered_area_has_its_marker(table: Table) -> None:
    """Provided there is a control marker (2024:588)."""
    position = table.position(road('at = "Panevezys"\nfuel = 3\nammo = 1'))
    army = position.army("4Pz")
    position.do(a.Activate(army), a.Enter(position.area("Riga")))
    position.refusal(a.Drop(army, Supplies(ammo=1)))


def test_an_army_drops_no_more_than_it_has(table: Table) -> None:
    table.green("illegal armor 4Pz Tilsit drop 2 ammo > Kaunas\n because 8.carry", road())


def test_an_ordinary_area_takes_no_seventh_supply(table: Table) -> None:
    """2024:588, 2024:663."""
    table.green(
        """
        illegal armor 4Pz Tilsit > Kaunas drop 2 fuel
          because 8.carry.drop-limit
        armor 4Pz Tilsit > Kaunas drop 1 fuel
          expect Kaunas has 6 supplies
        """,
        road(Kaunas="ammo = 5"),
    )


def test_a_main_base_takes_nine_supplies_and_no_tenth(table: Table) -> None:
    """2024:664."""
    scenario = '[armies.4Pz]\nat = "Königsberg"\nfuel = 3\nammo = 3\n[areas.Danzig]\nfuel = 2\nammo = 3\nfood = 3\n'
    table.green(
        """
        illegal armor 4Pz Königsberg > Danzig drop 2 ammo
          because 8.carry.drop-limit
        armor 4Pz Königsberg > Danzig drop 1 fuel
          expect Danzig has 9 supplies
        """,
        scenario,
    )


def test_supplies_on_a_card_do_not_count_for_the_area(table: Table) -> None:
    """2024:666."""
    table.green(
        "armor 4Pz Tilsit > Kaunas\n expect Kaunas has 6 ammo\n expect 4Pz has 3 supplies", road(Kaunas="ammo = 6")
    )


def test_a_field_army_carries_supplies_too(table: Table) -> None:
    table.green(
        """
        fields 16A Eydtkau drop 1 fuel > Kaunas load 1 ammo
          expect 16A has 0 fuel, 4 ammo, 2 food
          expect Eydtkau has 1 fuel
        """,
        road(Kaunas="ammo = 1"),
    )


def test_an_army_that_does_not_move_transfers_nothing(table: Table) -> None:
    """Only an army on the move (2024:586-588; ruling supply-transfer)."""
    step = table.green("illegal load 4Pz 1 ammo\n because 8.carry", road(Tilsit="ammo = 1"))
    assert "supply-transfer" in step.rulings
    step = table.green("illegal drop 4Pz 1 ammo\n because 8.carry", road())
    assert "supply-transfer" in step.rulings


def test_an_army_that_does_not_move_transfers_if_supplies_pass_at_any_time(table: Table) -> None:
    step = table.green(
        """
        load 4Pz 1 ammo
          expect 4Pz has 2 ammo
          expect gray has 2 core actions
        drop 4Pz 2 ammo
          expect Tilsit has 2 ammo
        """,
        road(Tilsit="ammo = 1"),
        rulings={"supply-transfer": "any-time"},
    )
    assert "supply-transfer" in step.rulings


def test_nobody_transfers_supplies_of_another_player_s_army(table: Table) -> None:
    position = table.position(road(Suwalki="ammo = 1"), **{"supply-transfer": "any-time"})
    position.refusal(a.Load(position.army("3Pz"), Supplies(ammo=1)))
    position.refusal(a.Drop(position.army("3Pz"), Supplies(ammo=1)))


def test_another_army_transfers_nothing_while_one_moves(table: Table) -> None:
    position = table.position(road(Eydtkau="ammo = 1"))
    position.do(a.Activate(position.army("4Pz")))
    position.refusal(a.Load(position.army("16A"), Supplies(ammo=1)))
    position.refusal(a.Drop(position.army("16A"), Supplies(ammo=1)))


def test_a_defeated_army_transfers_nothing_after_its_retreat(table: Table) -> None:
    """Its movement action has ended (2024:841), and supplies pass during the movement (2024:588)."""
    table.green(
        "illegal armor 4Pz Tilsit > Kaunas [6 Mech Corps] load 1 ammo\n because 10.lose.end",
        "[armies.4Pz]\nfuel = 3\nammo = 1\n[areas.Tilsit]\nammo = 1\n",
    )


def test_nothing_is_carried_by_an_empty_load(table: Table) -> None:
    position = table.position(road())
    position.do(a.Activate(position.army("4Pz")))
    position.refusal(a.Load(position.army("4Pz"), Supplies()))
    position.refusal(a.Drop(position.army("4Pz"), Supplies()))


def test_a_negative_load_is_refused(table: Table) -> None:
    position = table.position(road(Tilsit="ammo = 1"))
    position.do(a.Activate(position.army("4Pz")))
    position.refusal(a.Load(position.army("4Pz"), Supplies(fuel=-1, ammo=1)))
    position.refusal(a.Drop(position.army("4Pz"), Supplies(ammo=-1)))


def test_carried_supplies_neither_come_from_nor_go_to_the_stock(table: Table) -> None:
    step = table.green("armor 4Pz Tilsit > Kaunas load 1 ammo drop 1 fuel", road(Kaunas="ammo = 1"))
    stock = [change for change in step.changes if change.owner == "stock"]
    assert [str(change) for change in stock] == [str(c) for c in stock if c.cell == "fuel"]
    assert sum(int(c.after) - int(c.before) for c in stock) == 1


def test_a_swap_takes_something(table: Table) -> None:
    """2024:586: an exchange has two sides; supplies that are only left are dropped."""
    position = table.position(ROAD)
    army = position.army("4Pz")
    position.do(a.Activate(army))
    assert position.ruleset.judge(position.state, a.Load(army, Supplies(), Supplies(fuel=1)))
    assert position.ruleset.judge(position.state, a.Load(army, Supplies(fuel=1), Supplies(fuel=1)))
