"""8.5 Transport Supplies (2024:676-707), and 13.1 Army Redeployment (2024:931-933)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, Supplies
from rtm_verify.kernel.bits import members

from .table import Position, Table, rules_of

# Gray holds the way to Riga; the track ends in Kaunas.
EAST = """
[players.gray]
controls = ["Kaunas", "Panevezys", "Riga"]
[areas.Kaunas]
track = true
"""


def east(**areas: str) -> str:
    """The way to Riga with these supplies along it; the armies' cards are light, so that there are tokens."""
    text = EAST + "[armies.16A]\nfood = 1\n[armies.18A]\nfood = 1\n[armies.2Pz]\nammo = 0\n[areas.Warschau]\nfood = 1\n"
    for name, supplies in areas.items():
        text = text.replace("track = true\n", f"track = true\n{supplies}\n") if name == "Kaunas" else text
        text += "" if name == "Kaunas" else f'[areas."{name}"]\n{supplies}\n'
    return text


def vehicle(position: Position, kind: a.Vehicle, source: str, target: str, **supplies: int) -> a.PlaceVehicle:
    """A vehicle between two areas, by name."""
    return a.PlaceVehicle(kind, position.area(source), position.area(target), Supplies(**supplies))


# The examples


def test_gray_moves_the_supplies_of_danzig_to_tilsit(table: Table) -> None:
    """E11 (2024:697-701)."""
    table.green(
        """
        transport train Danzig > Königsberg 3 ammo, 3 fuel
              and train Königsberg > Tilsit 3 ammo, 3 fuel
              and truck Danzig > Königsberg 3 food
          cites 7.core 7.core-transport 8.5.action 8.5.available 8.5.capacity-train 8.5.capacity-truck 8.5.both
          expect Danzig has no supplies
          expect Königsberg has 0 fuel, 0 ammo, 3 food
          expect Tilsit has 3 fuel, 3 ammo, 0 food
          expect gray has 4 trucks, 1 train, 1 core action
          expect line Danzig > Königsberg has a train, a truck
          expect line Tilsit > Königsberg has a train, no truck
          expect stock has 9 trains, 0 gray trucks
        """
    )


def test_the_order_of_vehicles_decides_whether_an_area_can_hold_the_load(table: Table) -> None:
    """E11 the other way round: 6 lie in Königsberg when the truck brings 3 (2024:687)."""
    step = table.green(
        """
        illegal transport train Danzig > Königsberg 3 ammo, 3 fuel and truck Danzig > Königsberg 3 food
          because 8.5.limit 8.limits.area
        """
    )
    assert step.violations[0].facts == ("supplies in Königsberg 6", "limit 6")
    assert step.violations[0].blockers == ("Königsberg",)


def test_gray_supplies_riga_by_train_and_truck(table: Table) -> None:
    """E12 (2024:703-707)."""
    scenario = """
train_lines = [["Danzig", "Königsberg"], ["Königsberg", "Tilsit"]]
[players.gray]
controls = ["Kaunas", "Panevezys", "Riga"]
trains = 1
truck_lines = [["Danzig", "Königsberg"]]
[armies.4Pz]
at = "Riga"
fuel = 0
[areas.Kaunas]
track = true
[areas.Tilsit]
fuel = 3
ammo = 3
[areas.Danzig]
food = 3
"""
    table.green(
        """
        expect gray has 4 trucks, 1 train
        transport train Tilsit > Kaunas 3 fuel, 3 ammo
              and truck Kaunas > Panevezys 3 fuel, 1 ammo
              and truck Panevezys > Riga 3 fuel, 1 ammo
          expect Tilsit has no supplies
          expect Kaunas has 0 fuel, 2 ammo
          expect Panevezys has no supplies
          expect Riga has 3 fuel, 1 ammo
          expect 4Pz has 0 supplies
          expect gray has 2 trucks, 0 trains
        """,
        scenario,
    )
    step = table.green(
        """
        illegal transport train Tilsit > Kaunas 3 fuel, 3 ammo and train Kaunas > Panevezys 3 fuel, 1 ammo
          because 8.5.track 8.5.available
        """,
        scenario,
    )
    assert rules_of(step) == {"8.5.track", "3.2.printed-rail", "8.5.available"}
    table.green(
        """
        illegal transport train Tilsit > Kaunas 3 fuel, 3 ammo and truck Kaunas > Panevezys 3 fuel, 2 ammo
          because 8.5.capacity-truck
        """,
        scenario,
    )


# The action


def test_transporting_is_one_core_action(table: Table) -> None:
    table.green("illegal transport truck Danzig > Königsberg 1 fuel\n because 7.core", "actions_left = 0\n")
    table.green(
        """
        transport truck Danzig > Königsberg 1 fuel
        transport truck Königsberg > Tilsit 1 fuel
          expect Tilsit has 1 fuel
          expect gray has 0 core actions
        """
    )


def test_no_vehicle_is_placed_outside_the_action(table: Table) -> None:
    position = table.position()
    assert "8.5.action" in position.refusal(vehicle(position, "truck", "Danzig", "Königsberg", fuel=1))
    assert "8.5.action" in position.refusal(a.EndTransport())


def test_the_action_ends_before_another_begins(table: Table) -> None:
    """2024:480."""
    position = table.position()
    position.do(a.BeginTransport(), vehicle(position, "truck", "Danzig", "Königsberg", fuel=1))
    for action in (
        a.BeginTransport(),
        a.TakeTransport(0, 1),
        a.TakeSupplies(position.area("Danzig"), Supplies(fuel=1)),
        a.Activate(position.army("4Pz")),
        a.MoveFields(),
        a.MoveFleet(1),
        a.AirSupport("Soviet"),
    ):
        assert "7.complete" in position.refusal(action), action
    position.do(a.EndTransport(), a.TakeTransport(0, 1))


def test_a_level_one_player_places_three_vehicles_and_no_fourth(table: Table) -> None:
    """2024:686, 2024:697: trucks and trains together."""
    step = table.green(
        """
        illegal transport train Danzig > Königsberg 1 ammo
                      and truck Danzig > Königsberg 1 food
                      and truck Königsberg > Tilsit 1 food
                      and train Königsberg > Tilsit 1 ammo
          because 8.5.level 3.1.place
        """
    )
    assert step.violations[0].facts == ("placed 3", "limit 3")


def test_a_level_two_player_places_four_vehicles_and_no_fifth(table: Table) -> None:
    four = "and ".join(f"truck Danzig > {area} 1 ammo " for area in ("Königsberg", "Allenstein"))
    four += "and train Danzig > Königsberg 1 fuel and train Danzig > Allenstein 1 fuel"
    table.green(f"transport {four}\n expect gray has 3 trucks, 1 train", "level = 2\n")
    table.green(f"illegal transport {four} and truck Königsberg > Tilsit 1 ammo\n because 8.5.level", "level = 2\n")


def test_each_action_counts_its_own_vehicles(table: Table) -> None:
    table.green(
        """
        transport truck Danzig > Königsberg 1 fuel and truck Danzig > Allenstein 1 fuel
              and train Danzig > Königsberg 1 ammo
        transport truck Königsberg > Tilsit 1 fuel and train Königsberg > Tilsit 1 ammo
          expect gray has 2 trucks, 1 train
        """
    )


@pytest.mark.parametrize(("kind", "card"), [("truck", "trucks = 0"), ("train", "trains = 0")])
def test_a_vehicle_comes_from_the_logistics_card(table: Table, kind: str, card: str) -> None:
    """2024:680; those on lines stay there (first:1203-1206)."""
    step = table.green(
        f"illegal transport {kind} Danzig > Königsberg 1 fuel\n because 8.5.available", f"[players.gray]\n{card}\n"
    )
    assert rules_of(step) == {"8.5.available"}
    assert step.violations[0].facts == (f"{kind}s on card 0",)


@pytest.mark.parametrize(("kind", "most", "rule"), [("truck", 4, "truck"), ("train", 6, "train")])
def test_a_vehicle_carries_its_capacity_and_no_more(table: Table, kind: str, most: int, rule: str) -> None:
    """2024:680."""
    fuel, ammo, food = 3, most - 3, 1
    table.green(
        f"transport {kind} Danzig > Königsberg {fuel} fuel, {ammo} ammo\n expect Königsberg has {most} supplies"
    )
    load = f"{fuel} fuel, {ammo} ammo, {food} food"
    step = table.green(f"illegal transport {kind} Danzig > Königsberg {load}\n because 8.5.capacity-{rule}")
    assert (f"loaded {most + 1}", f"capacity {most}") in [violation.facts for violation in step.violations]


def test_a_vehicle_carries_only_what_lies_where_it_starts(table: Table) -> None:
    step = table.green("illegal transport truck Danzig > Königsberg 4 fuel\n because 8.5.any-point")
    assert step.violations[0].facts == ("supplies in Danzig: 3 fuel, 3 ammo, 3 food",)
    table.green("illegal transport truck Königsberg > Danzig 1 fuel\n because 8.5.any-point")


def test_supplies_on_an_army_s_card_are_not_transported(table: Table) -> None:
    table.green("illegal transport truck Tilsit > Königsberg 1 fuel\n because 8.5.any-point")


def test_a_vehicle_runs_in_either_direction_but_carries_one_way(table: Table) -> None:
    """2024:684, first:1203-1212."""
    table.green("transport truck Tilsit > Königsberg 1 fuel\n expect Königsberg has 1 fuel", east(Tilsit="fuel = 1"))
    table.green(
        """
        illegal transport truck Tilsit > Königsberg 1 fuel and truck Königsberg > Tilsit 1 fuel
          because 8.5.one-truck
        """,
        east(Tilsit="fuel = 1"),
    )


@pytest.mark.parametrize("supplies", [{}, {"fuel": -1, "ammo": 2}, {"food": -1}])
def test_nothing_and_less_than_nothing_are_not_transported(table: Table, supplies: dict[str, int]) -> None:
    position = table.position()
    position.do(a.BeginTransport())
    for kind, (source, target) in product(("truck", "train"), (("Danzig", "Königsberg"), ("Königsberg", "Danzig"))):
        assert "8.5.action" in position.refusal(vehicle(position, kind, source, target, **supplies))  # type: ignore[arg-type]


def test_vehicles_need_not_form_a_chain(table: Table) -> None:
    """2024:689."""
    table.green(
        """
        transport truck Riga > Panevezys 1 ammo and train Danzig > Allenstein 2 fuel and truck Tilsit > Memel 1 food
          expect Panevezys has 1 ammo
          expect Allenstein has 2 fuel
          expect Memel has 1 food
        """,
        east(Riga="ammo = 1", Tilsit="food = 1"),
    )


# Areas and lines


def test_both_ends_must_be_controlled(table: Table) -> None:
    """2024:684."""
    for kind in ("truck", "train"):
        step = table.green(
            f"illegal transport {kind} Tilsit > Kedainai 1 fuel\n because 8.5.control", east(Tilsit="fuel = 1")
        )
        assert rules_of(step) == {"8.5.control"}
        assert step.violations[0].facts == ("control of Kedainai: no",)
    table.green(
        "illegal transport truck Warschau > Siedlce 1 fuel\n because 8.5.control 4.board.line"
    )  # another player's


def test_vehicles_run_between_adjacent_areas_only(table: Table) -> None:
    for target in ("Tilsit", "Danzig", "Riga"):
        step = table.green(
            f"illegal transport truck Danzig > {target} 1 fuel\n because 8.5.step 4.board.adjacent", EAST
        )
        facts = [fact for violation in step.violations for fact in violation.facts]
        assert "neighbours of Danzig: Königsberg, Allenstein" in facts


def test_no_vehicle_uses_a_red_line(table: Table) -> None:
    """2024:406: Jekelopils–Valmiera."""
    scenario = east(Jekelopils="fuel = 1").replace('"Riga"]', '"Riga", "Jekelopils", "Valmiera"]')
    table.green("illegal transport truck Jekelopils > Valmiera 1 fuel\n because 4.board.red", scenario)


@pytest.mark.parametrize("kind", ["truck", "train"])
def test_a_line_takes_one_vehicle_of_a_kind(table: Table, kind: str) -> None:
    """2024:685: in one action, and after an earlier one."""
    first, second = f"{kind} Danzig > Königsberg 1 fuel", f"{kind} Danzig > Königsberg 1 ammo"
    rule = f"8.5.one-{kind}"
    step = table.green(f"illegal transport {first} and {second}\n because {rule}")
    assert rules_of(step) == {rule}
    assert step.violations[0].blockers == ("Danzig–Königsberg",)
    table.green(f"transport {first}\nillegal transport {second}\n because {rule}")


@pytest.mark.parametrize("order", [("truck", "train"), ("train", "truck")])
def test_a_truck_and_a_train_share_a_line(table: Table, order: tuple[str, str]) -> None:
    """2024:685."""
    one, two = order
    table.green(
        f"""
        transport {one} Danzig > Königsberg 1 fuel and {two} Danzig > Königsberg 1 ammo
          cites 8.5.both
          expect line Danzig > Königsberg has a truck, a train
        """
    )


def test_a_vehicle_left_by_another_player_blocks_the_line(table: Table) -> None:
    """2024:685 asks what stands on the route and not whose it is; 2024:693 lets it stay there."""
    scenario = """
train_lines = [["Vilnius", "Polotsk"]]
[players.gray]
controls = ["Kaunas", "Vilnius", "Polotsk"]
[players.white]
truck_lines = [["Vilnius", "Polotsk"]]
[areas.Vilnius]
track = true
[areas.Polotsk]
track = true
[areas.Kaunas]
track = true
[armies.16A]
at = "Vilnius"
[areas.Warschau]
fuel = 1
"""
    scenario = scenario.replace("[areas.Vilnius]\n", "[areas.Vilnius]\nfuel = 1\n")
    table.green("illegal transport truck Vilnius > Polotsk 1 fuel\n because 8.5.one-truck", scenario)
    table.green("illegal transport train Vilnius > Polotsk 1 fuel\n because 8.5.one-train", scenario)


def test_a_train_needs_track_at_both_ends_and_a_truck_needs_none(table: Table) -> None:
    """2024:684; first:1232."""
    scenario = east(Kaunas="fuel = 1")
    step = table.green("illegal transport train Kaunas > Panevezys 1 fuel\n because 8.5.track", scenario)
    assert rules_of(step) == {"8.5.track", "3.2.printed-rail"}
    assert step.violations[0].facts == ("track in Panevezys: no",)
    table.green("transport truck Kaunas > Panevezys 1 fuel\n expect Panevezys has 1 fuel", scenario)
    table.green("transport train Kaunas > Eydtkau 1 fuel\n expect Eydtkau has 1 fuel", scenario)


CUT_OFF = """
[players.gray]
controls = ["Kaunas", "Panevezys", "Riga", "Jekelopils"]
[areas.Riga]
track = true
fuel = 1
[areas.Jekelopils]
track = true
[areas.Warschau]
food = 1
"""


def test_a_train_without_a_chain_of_tracks_to_a_base_does_not_run(table: Table) -> None:
    """2024:684: Riga and Jekelopils have track, Panevezys and Kaunas between them and the base have none."""
    move = "transport train Riga > Jekelopils 1 fuel"
    step = table.green(f"illegal {move}\n because 8.5.chain", CUT_OFF)
    assert rules_of(step) == {"8.5.chain"}
    assert step.rulings == ("train-chain",)
    assert all(violation.facts == ("ruling train-chain = tracked",) for violation in step.violations)
    joined = CUT_OFF + "[areas.Kaunas]\ntrack = true\n[areas.Panevezys]\ntrack = true\n"
    step = table.green(f"{move}\n expect Jekelopils has 1 fuel", joined)
    assert "train-chain" not in step.rulings


def test_a_chain_of_areas_is_enough_where_it_is_read_so(table: Table) -> None:
    """Ruling train-chain = controlled (first:1233-1235)."""
    move, pin = "transport train Riga > Jekelopils 1 fuel", {"train-chain": "controlled"}
    step = table.green(f"{move}\n expect Jekelopils has 1 fuel", CUT_OFF, rulings=pin)
    assert "train-chain" in step.rulings
    loose = CUT_OFF.replace('"Kaunas", "Panevezys", ', "")
    step = table.green(f"illegal {move}\n because first.11.chain", loose, rulings=pin)
    assert rules_of(step) == {"first.11.chain"}


def test_no_chain_is_needed_where_it_is_read_so(table: Table) -> None:
    """Ruling train-chain = none (aid:62): track at both ends still is."""
    move, pin = "transport train Riga > Jekelopils 1 fuel", {"train-chain": "none"}
    loose = CUT_OFF.replace('"Kaunas", "Panevezys", ', "")
    step = table.green(f"{move}\n expect Jekelopils has 1 fuel", loose, rulings=pin)
    assert "train-chain" in step.rulings
    trackless = loose.replace("[areas.Jekelopils]\ntrack = true\n", "")
    table.green(f"illegal {move}\n because 8.5.track", trackless, rulings=pin)


def test_the_frontline_base_carries_a_chain_of_its_own(table: Table) -> None:
    """2024:684: Main or Frontline Supply Base; only Brown has one."""
    scenario = """
[players.brown]
controls = ["Mogilev Podolskiy"]
[areas."Mogilev Podolskiy"]
track = true
[areas.Iasi]
fuel = 1
[areas.Reichshof]
food = 1
"""
    table.green(
        "transport train Iasi > Mogilev Podolskiy 1 fuel\n expect Mogilev Podolskiy has 1 fuel", scenario, first="brown"
    )


def test_track_of_another_player_carries_no_train(table: Table) -> None:
    scenario = """
[players.gray]
controls = ["Vilnius"]
[players.white]
controls = ["Grodno"]
[areas.Vilnius]
track = true
fuel = 1
[areas.Grodno]
track = true
[areas.Warschau]
food = 1
"""
    table.green("illegal transport train Vilnius > Grodno 1 fuel\n because 8.5.control 8.5.chain", scenario)


def white_line(table: Table) -> tuple[str, object]:
    """Gray holds Vilnius and Polotsk, and the line between them is White's alone on this board."""
    board = table.board((r'(a = "Vilnius"\nb = "Polotsk"\n)colors = .+', r'\1colors = ["white"]'))
    scenario = '[players.gray]\ncontrols = ["Kaunas", "Vilnius", "Polotsk"]\n'
    scenario += "[areas.Vilnius]\nfuel = 1\n[areas.Warschau]\nfood = 1\n"
    return scenario, board


def test_a_line_of_another_colour_is_closed(table: Table) -> None:
    """2024:399, first:1230-1235 (ruling transport-lines = own-colour)."""
    scenario, board = white_line(table)
    step = table.green(
        "illegal transport truck Vilnius > Polotsk 1 fuel\n because 4.board.line first.11.truck-colour",
        scenario,
        board=board,  # type: ignore[arg-type]
    )
    assert step.rulings == ("transport-lines",)
    assert step.violations[0].facts == ("line Vilnius–Polotsk: white",)


def test_a_line_of_another_colour_is_open_where_it_is_read_so(table: Table) -> None:
    """2024:682: any route between adjacent areas (ruling transport-lines = any-line)."""
    scenario, board = white_line(table)
    pin = {"transport-lines": "any-line"}
    step = table.green(
        "transport truck Vilnius > Polotsk 1 fuel\n expect Polotsk has 1 fuel",
        scenario,
        rulings=pin,
        board=board,  # type: ignore[arg-type]
    )
    assert "transport-lines" in step.rulings
    step = table.green("transport truck Danzig > Königsberg 1 fuel", rulings=pin)
    assert "transport-lines" not in step.rulings
    red = east(Jekelopils="fuel = 1").replace('"Riga"]', '"Riga", "Jekelopils", "Valmiera"]')
    table.green("illegal transport truck Jekelopils > Valmiera 1 fuel\n because 4.board.red", red, rulings=pin)


def test_a_double_line_serves_both_colours(table: Table) -> None:
    scenario = '[players.{}]\ncontrols = ["Vilnius", "Polotsk"]\n[areas.Vilnius]\nfuel = 1\n[areas.{}]\nfood = 1\n'
    for player, base in (("gray", "Warschau"), ("white", "Danzig")):
        move = "transport truck Vilnius > Polotsk 1 fuel\n expect Polotsk has 1 fuel"
        table.green(move, scenario.format(player, base), first=player)


# Supply limits


def test_an_ordinary_area_takes_no_seventh_supply(table: Table) -> None:
    """2024:663, 2024:687."""
    scenario = east(Panevezys="fuel = 5", Kaunas="ammo = 2")
    step = table.green("illegal transport truck Kaunas > Panevezys 2 ammo\n because 8.5.limit 8.limits.area", scenario)
    assert rules_of(step) == {"8.5.limit", "8.limits.area"}
    table.green("transport truck Kaunas > Panevezys 1 ammo\n expect Panevezys has 6 supplies", scenario)


def test_a_main_base_takes_nine_supplies_and_no_tenth(table: Table) -> None:
    """2024:664."""
    scenario = east(Danzig="fuel = 4\nfood = 4", Königsberg="ammo = 2")
    table.green("transport truck Königsberg > Danzig 1 ammo\n expect Danzig has 9 supplies", scenario)
    step = table.green("illegal transport truck Königsberg > Danzig 2 ammo\n because 8.5.limit 8.limits.base", scenario)
    assert step.violations[0].facts == ("supplies in Danzig 8", "limit 9")


def test_the_frontline_base_takes_no_seventh_supply(table: Table) -> None:
    scenario = "[areas.Piatra]\nammo = 5\n[areas.Iasi]\nfuel = 2\n[areas.Reichshof]\nfood = 1\n[armies.2Pz]\nammo = 0\n"
    move = "illegal transport truck Iasi > Piatra 2 fuel\n because 8.5.limit 8.limits.frontline"
    table.green(move, scenario, first="brown")


def test_an_area_that_is_emptied_first_takes_what_follows(table: Table) -> None:
    """2024:691: picked up and dropped at any point of the action."""
    scenario = east(Königsberg="ammo = 6")
    table.green(
        """
        illegal transport truck Danzig > Königsberg 1 fuel
          because 8.5.limit
        transport truck Königsberg > Tilsit 4 ammo and truck Danzig > Königsberg 3 fuel, 1 food
          expect Königsberg has 3 fuel, 2 ammo, 1 food
        """,
        scenario,
    )


def test_an_army_s_card_does_not_count_for_the_area(table: Table) -> None:
    """2024:666: 4 Panzergruppe in Tilsit has six supplies."""
    table.green(
        "transport train Danzig > Königsberg 6 food and train Königsberg > Tilsit 6 food\n expect Tilsit has 6 food",
        "[areas.Danzig]\nfood = 6\n[areas.Warschau]\nammo = 1\n[areas.Reichshof]\nammo = 1\n",
    )


# A grounded army


@pytest.mark.parametrize(("kind", "route"), [("truck", "Tilsit > Kaunas"), ("train", "Eydtkau > Kaunas")])
def test_food_brought_to_a_grounded_army_is_spent_at_once(table: Table, kind: str, route: str) -> None:
    """2024:739, 2024:744."""
    source = route.split()[0]
    scenario = east(**{source: "food = 2"}) + '[armies.4Pz]\nat = "Kaunas"\nfuel = 1\nhalt = true\n'
    table.green(
        f"""
        illegal armor 4Pz Kaunas > Panevezys
          because 8.7.no-move 3.2.halt
        transport {kind} {route} 2 food
          cites 8.7.always-feed 8.7.lift
          expect 4Pz not grounded
          expect 4Pz has 1 fuel, 0 food
          expect Kaunas has 1 food
        armor 4Pz Kaunas > Panevezys
          expect 4Pz at Panevezys
        """,
        scenario,
    )


def test_food_does_not_pass_a_grounded_army_unspent(table: Table) -> None:
    """2024:739, first:1338: one food comes in and none goes on."""
    scenario = east(Tilsit="food = 1") + '[armies.4Pz]\nat = "Kaunas"\nfuel = 1\nhalt = true\n'
    table.green(
        """
        illegal transport truck Tilsit > Kaunas 1 food and truck Kaunas > Panevezys 1 food
          because 8.5.any-point
        """,
        scenario,
    )


def test_other_supplies_do_not_feed_an_army(table: Table) -> None:
    scenario = east(Tilsit="fuel = 1") + '[armies.4Pz]\nat = "Kaunas"\nfuel = 1\nhalt = true\n'
    table.green("transport truck Tilsit > Kaunas 1 fuel\n expect 4Pz grounded\n expect Kaunas has 1 fuel", scenario)


def test_food_for_a_grounded_army_still_needs_room_in_its_area(table: Table) -> None:
    """2024:687: not at any point, though the food would be gone at once."""
    scenario = east(Tilsit="food = 1", Kaunas="ammo = 6") + '[armies.4Pz]\nat = "Kaunas"\nfuel = 1\nhalt = true\n'
    table.green("illegal transport truck Tilsit > Kaunas 1 food\n because 8.5.limit", scenario)


def test_food_feeds_no_army_that_is_not_grounded(table: Table) -> None:
    scenario = east(Tilsit="food = 1") + '[armies.4Pz]\nat = "Kaunas"\nfuel = 1\n'
    table.green("transport truck Tilsit > Kaunas 1 food\n expect Kaunas has 1 food", scenario)


# 13.1 Redeployment


def redeploying(table: Table, scenario: str, **rulings: str) -> Position:
    """A position in a game with the optional rule."""
    table.ruleset(scenario)
    path = table.folder / f"scenario-{table.count}.toml"
    return Position(RaceToMoscow("2024", path, rulings, None, "test.rtm", ("redeployment",)))


RAIL = """
[players.gray]
controls = ["Kaunas"]
[areas.Kaunas]
track = true
"""


def test_a_train_carries_a_field_army_and_its_supplies(table: Table) -> None:
    """2024:933: 16 Army from Eydtkau to Kaunas, without a Move action."""
    position = redeploying(table, RAIL)
    army, kaunas = position.army("16A"), position.area("Kaunas")
    position.do(a.BeginTransport(), a.Redeploy(army, kaunas), a.EndTransport())
    state = position.state
    assert state.at[army] == kaunas
    assert state.loads[army] == Supplies(fuel=1, ammo=3, food=2)
    assert (state.trains_held[0], state.trains.bit_count(), state.moved, state.core_left) == (2, 1, 0, 1)
    assert not position.ruleset.invariants(state)
    position.do(a.MoveFields(), a.Activate(army))  # it has not moved


def test_an_army_that_has_moved_can_still_ride(table: Table) -> None:
    position = redeploying(table, RAIL + "[armies.16A]\nmoved = true\nfood = 1\n")
    position.do(a.BeginTransport(), a.Redeploy(position.army("16A"), position.area("Kaunas")))
    assert position.state.at[position.army("16A")] == position.area("Kaunas")


def test_an_army_rides_on_with_a_second_train(table: Table) -> None:
    position = redeploying(table, RAIL)
    army = position.army("16A")
    position.do(a.BeginTransport(), a.Redeploy(army, position.area("Königsberg")))
    position.do(a.Redeploy(army, position.area("Danzig")))
    assert position.state.at[army] == position.area("Danzig")
    assert position.state.trains_held[0] == 1


def test_redeployment_is_optional(table: Table) -> None:
    position = table.position(RAIL)
    position.do(a.BeginTransport())
    assert position.refusal(a.Redeploy(position.army("16A"), position.area("Kaunas"))) == {"13.1.train"}


def test_no_train_carries_an_armored_army(table: Table) -> None:
    position = redeploying(table, RAIL)
    position.do(a.BeginTransport())
    assert position.refusal(a.Redeploy(position.army("4Pz"), position.area("Kaunas"))) == {"13.1.field"}


def test_no_train_carries_another_player_s_army(table: Table) -> None:
    position = redeploying(table, RAIL)
    position.do(a.BeginTransport())
    assert "3.1.own" in position.refusal(a.Redeploy(position.army("9A"), position.area("Kaunas")))


def test_a_truck_carries_no_army_and_a_train_no_supplies_beside_one(table: Table) -> None:
    """2024:933."""
    position = redeploying(table, RAIL)
    army, target = position.army("16A"), position.area("Königsberg")
    position.do(a.BeginTransport())
    assert "13.1.truck" in position.refusal(a.Redeploy(army, target, "truck"))
    assert "13.1.nothing-else" in position.refusal(a.Redeploy(army, target, supplies=Supplies(food=1)))
    position.do(a.Redeploy(army, target))
    assert position.state.at[army] == target


def test_a_riding_army_needs_what_a_train_needs(table: Table) -> None:
    """A line, control, track, a free line, a train on the card and an area without an army."""
    position = redeploying(table, RAIL.replace('"Kaunas"]', '"Kaunas", "Panevezys"]') + '[armies.16A]\nat = "Kaunas"\n')
    army = position.army("16A")
    assert "8.5.action" in position.refusal(a.Redeploy(army, position.area("Eydtkau")))
    position.do(a.BeginTransport())
    assert position.refusal(a.Redeploy(army, position.area("Panevezys"))) == {"8.5.track", "3.2.printed-rail"}
    assert "8.5.control" in position.refusal(a.Redeploy(army, position.area("Vilnius")))
    assert "8.5.step" in position.refusal(a.Redeploy(army, position.area("Danzig")))
    assert "8.common.occupied" in position.refusal(a.Redeploy(army, position.area("Tilsit")))
    position.state = replace(
        position.state,
        trains=1 << position.ruleset.material.board.line_between[position.area("Kaunas"), position.area("Eydtkau")],
    )
    assert position.refusal(a.Redeploy(army, position.area("Eydtkau"))) == {"8.5.one-train"}
    position.state = replace(position.state, trains=0, trains_held=(0, 3, 3))
    assert position.refusal(a.Redeploy(army, position.area("Eydtkau"))) == {"8.5.available"}


def test_a_train_that_carries_an_army_carries_nothing_else(table: Table) -> None:
    """2024:933: the supplies of the area stay, and the line is taken."""
    position = redeploying(table, RAIL + "[areas.Eydtkau]\nfuel = 1\n[areas.Warschau]\nfood = 1\n")
    position.do(a.BeginTransport(), a.Redeploy(position.army("16A"), position.area("Kaunas")))
    assert position.state.depots[position.area("Eydtkau")] == Supplies(fuel=1)
    assert position.refusal(vehicle(position, "train", "Eydtkau", "Kaunas", fuel=1)) == {"8.5.one-train"}
    position.do(vehicle(position, "truck", "Eydtkau", "Kaunas", fuel=1))


GROUNDED = RAIL + "[armies.16A]\nfuel = 1\nhalt = true\n"


def test_a_grounded_army_rides_to_its_food_and_is_fed_there(table: Table) -> None:
    """Ruling redeploy-grounded = may: 2024:739 forbids the Move action."""
    position = redeploying(table, GROUNDED.replace("track = true\n", "track = true\nfood = 2\n"))
    army, kaunas = position.army("16A"), position.area("Kaunas")
    position.do(a.BeginTransport())
    transition = position.ruleset.apply(position.state, a.Redeploy(army, kaunas))
    assert "redeploy-grounded" in transition.rulings
    assert not transition.state.halt
    assert transition.state.depots[kaunas] == Supplies(food=1)
    assert any("8.7.lift" in event.rules for event in transition.events)


def test_a_grounded_army_that_rides_stays_grounded_where_there_is_no_food(table: Table) -> None:
    position = redeploying(table, GROUNDED)
    position.do(a.BeginTransport(), a.Redeploy(position.army("16A"), position.area("Kaunas")))
    assert position.state.halt == 1 << position.army("16A")


def test_a_grounded_army_does_not_ride_where_it_is_read_so(table: Table) -> None:
    """Ruling redeploy-grounded = may-not (first:1394)."""
    position = redeploying(table, GROUNDED, **{"redeploy-grounded": "may-not"})
    position.do(a.BeginTransport())
    action = a.Redeploy(position.army("16A"), position.area("Kaunas"))
    assert position.refusal(action) == {"8.7.no-move"}
    (violation,) = position.ruleset.judge(position.state, action)
    assert violation.rulings == ("redeploy-grounded",)
    assert violation.facts == ("HALT marker: yes",)
    position = redeploying(table, RAIL, **{"redeploy-grounded": "may-not"})
    position.do(a.BeginTransport(), a.Redeploy(position.army("16A"), position.area("Kaunas")))


def test_a_log_redeploys_an_army(table: Table) -> None:
    table.green("illegal transport train 16A > Kaunas\n because 13.1.train", RAIL)


# Rulings on what two books, or no book, settle


def test_excess_that_a_vehicle_brings_is_refused_or_removed(table: Table) -> None:
    """Ruling transport-excess (2024:687, first:1300-1302): 6 and 3 in Königsberg."""
    move = "transport train Danzig > Königsberg 3 ammo, 3 fuel and truck Danzig > Königsberg 3 food"
    table.green(f"illegal {move}\n because 8.5.limit")
    step = table.green(
        f"""
        {move} remove 1 fuel, 2 ammo
          cites 8.limits.excess 8.limits.choice
          expect Königsberg has 2 fuel, 1 ammo, 3 food
          expect stock has 2 fuel, 3 ammo, 1 food
        """,
        rulings={"transport-excess": "removed"},
    )
    assert "transport-excess" in step.rulings


@pytest.mark.parametrize("reading", ["blocks", "ignored"])
def test_another_players_truck_on_a_line_blocks_it_or_does_not(table: Table, reading: str) -> None:
    """Ruling foreign-vehicle (2024:685)."""
    position = table.position(**{"foreign-vehicle": reading})
    line = position.ruleset.material.board.line_between[position.area("Danzig"), position.area("Königsberg")]
    position.state = replace(position.state, trucks=(0, 1 << line, 0), trucks_held=(5, 4, 5))
    position.do(a.BeginTransport())
    truck = vehicle(position, "truck", "Danzig", "Königsberg", food=1)
    if reading == "blocks":
        assert position.refusal(truck) == {"8.5.one-truck"}
        assert position.ruleset.judge(position.state, truck)[0].rulings == ("foreign-vehicle",)
    else:
        position.do(truck)
        assert position.state.trucks == (1 << line, 1 << line, 0)


@pytest.mark.parametrize("reading", ["may", "may-not"])
def test_an_army_that_has_moved_rides_or_does_not(table: Table, reading: str) -> None:
    """Ruling redeploy-moved (2024:502, 2024:933)."""
    position = redeploying(table, RAIL, **{"redeploy-moved": reading})
    army, kaunas = position.army("16A"), position.area("Kaunas")
    fresh = position.state
    position.state = replace(fresh, moved=1 << army)
    position.do(a.BeginTransport())
    if reading == "may":
        rulings = position.ruleset.apply(position.state, a.Redeploy(army, kaunas)).rulings
        assert "redeploy-moved" in rulings
    else:
        assert position.refusal(a.Redeploy(army, kaunas)) == {"8.common.once"}
    position.state = fresh
    position.do(a.BeginTransport(), a.Redeploy(army, kaunas))
    assert bool(position.state.moved >> army & 1) == (reading == "may-not")


# Random play of these chapters: what is listed is what is accepted, and nothing is lost

PLAYED = (
    a.TakeSupplies,
    a.RemoveExcess,
    a.BeginTransport,
    a.EndTransport,
    a.PlaceVehicle,
    a.Redeploy,
    a.TakeTransport,
    a.EatFrom,
)
READINGS: list[dict[str, str]] = [
    {},
    {
        "take-excess": "refused",
        "train-chain": "controlled",
        "food-source": "card-first",
        "redeploy-grounded": "may-not",
    },
    {
        "train-chain": "none",
        "transport-lines": "any-line",
        "transport-excess": "removed",
        "foreign-vehicle": "ignored",
        "redeploy-moved": "may-not",
    },
]
FRONT = """
[players.gray]
controls = ["Kaunas", "Kedainai", "Vilnius", "Polotsk"]
[players.white]
controls = ["Brest", "Bereza", "Grodno"]
[players.brown]
controls = ["Brody", "Rovno"]
[areas.Kaunas]
track = true
[areas.Polotsk]
track = true
[areas.Brest]
track = true
[areas.Rovno]
track = true
[armies.16A]
at = "Kaunas"
fuel = 1
[armies.9A]
ammo = 1
halt = true
"""


def candidates(position: Position, rng: random.Random) -> Iterator[a.Action]:
    """Actions of these chapters, most of them wrong in some way."""
    board, state = position.ruleset.material.board, position.state
    areas = [rng.randrange(len(board.areas)) for _ in range(3)]
    areas += [area for area, lying in enumerate(state.depots) if lying.total]
    loads = [Supplies(*(rng.randint(-1, 4) for _ in SUPPLY_TYPES)) for _ in range(3)] + [Supplies(food=1)]
    for area, load in product(areas, loads):
        yield a.TakeSupplies(area, load)
        yield a.RemoveExcess(load)
        for target in rng.sample(range(len(board.areas)), 3):
            yield a.PlaceVehicle(rng.choice(("truck", "train")), area, target, load)
        for target in members(board.neighbours[area]):
            yield a.PlaceVehicle(rng.choice(("truck", "train")), area, target, load)
    for trucks, trains in product(range(-1, 7), repeat=2):
        yield a.TakeTransport(trucks, trains)
    for army in range(len(state.at)):
        yield a.Redeploy(army, rng.randrange(len(board.areas)))
        for target in members(board.neighbours[state.at[army]]):
            yield a.Redeploy(army, target)
    yield from (a.BeginTransport(), a.EndTransport(), a.EatFrom("card"), a.EatFrom("area"))


def counts(state: State) -> tuple[object, ...]:
    """What no action of these chapters changes."""
    tokens = state.stock
    for supplies in (*state.loads, *state.depots):
        tokens += supplies
    trucks = [
        held + stock + placed.bit_count()
        for held, stock, placed in zip(state.trucks_held, state.trucks_stock, state.trucks, strict=True)
    ]
    trains = sum(state.trains_held) + state.trains_stock + state.trains_reserve + state.trains.bit_count()
    return tokens, trucks, trains


@pytest.mark.parametrize("readings", READINGS, ids=["default", "strict", "open"])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_listed_is_what_is_accepted_and_nothing_is_lost(
    table: Table, seed: int, readings: dict[str, str]
) -> None:
    rng = random.Random(seed)  # noqa: S311
    position = redeploying(table, FRONT, **readings)
    total, seen = counts(position.state), set()
    for turn in range(9):
        position.state = replace(position.state, active=turn % 3, core_left=4, frontline_taken=False)
        while True:
            listed: set[a.Action] = {
                action for action in position.ruleset.legal(position.state) if isinstance(action, PLAYED)
            }
            for action in listed:
                assert not position.ruleset.judge(position.state, action), action
            for action in candidates(position, rng):
                violations = position.ruleset.judge(position.state, action)
                assert (action in listed) == (not violations), action
                assert all(violation.rules and violation.facts for violation in violations), action
                assert all(rule in position.ruleset.catalogue for v in violations for rule in v.rules)
            if not listed:
                break
            kinds = sorted({type(action).__name__ for action in listed})
            kind = rng.choice([name for name in kinds if name != "EndTransport"] * 3 + kinds)
            seen.add(kind)
            position.do(rng.choice(sorted((action for action in listed if type(action).__name__ == kind), key=repr)))
            assert counts(position.state) == total
            if not position.state.pending and not position.state.transport:
                assert not position.ruleset.invariants(position.state)
    assert {"TakeSupplies", "PlaceVehicle", "TakeTransport", "EndTransport"} <= seen
