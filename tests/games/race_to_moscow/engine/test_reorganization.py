"""8.7 Theatre Re-organization (2024:725-746)."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.reorganization import lift_by_card
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.supplies import Supplies

from .table import Position, Table

# One train is left in the stock: 8 are in the reserve, 14 on cards, 3 on lines.
LAST = """
train_lines = [["Danzig", "Königsberg"], ["Warschau", "Siedlce"], ["Reichshof", "Lublin"]]
[players.gray]
trains = 3
truck_lines = [["Danzig", "Königsberg"], ["Königsberg", "Tilsit"]]
[players.white]
trucks = 3
trains = 5
truck_lines = [["Warschau", "Siedlce"]]
[players.brown]
trains = 6
trucks = 3
"""

FED = """
[armies.16A]
food = 2
ammo = 1
[armies.18A]
food = 1
[armies.4Pz]
fuel = 1
"""


def grounded(table: Table, scenario: str = "", **rulings: str) -> Position:
    """4 Panzergruppe in Tilsit, grounded."""
    return table.position(f"[armies.4Pz]\nfuel = 1\nhalt = true\n{scenario}", **rulings)


def first_edition(table: Table, scenario: str) -> Position:
    """A position in a game of the first edition."""
    table.ruleset(scenario)
    return Position(RaceToMoscow("first", table.folder / f"scenario-{table.count}.toml"))


def test_all_cards_turn_to_level_two_and_all_vehicles_leave_the_map(table: Table) -> None:
    """2024:733-735: those on the cards remain there."""
    table.green(
        """
        expect stock has 1 train, 0 gray trucks, 1 white truck, 2 brown trucks
        get 1 train
          cites 8.7.level 8.7.remove 8.7.keep 8.7.reserve 8.7.reserve-amount 8.7.once
          expect logistics level 2
          expect line Danzig > Königsberg has no train, no truck
          expect line Warschau > Siedlce has no train, no truck
          expect line Reichshof > Lublin has no train
          expect gray has 3 trucks, 4 trains
          expect white has 3 trucks, 5 trains
          expect brown has 3 trucks, 6 trains
          expect stock has 11 trains, 2 gray trucks, 2 white trucks, 2 brown trucks
          expect reserve has 0 trains
        """,
        LAST,
    )


def test_eight_trains_of_the_reserve_join_the_stock_in_a_game_of_three(table: Table) -> None:
    """E16 (2024:737, 2024:746): with nothing on the map, exactly the reserve."""
    table.green(
        "get 1 train\n expect stock has 8 trains\n expect reserve has no trains",
        "[players.white]\ntrucks = 2\ntrains = 7\n[players.brown]\ntrucks = 2\ntrains = 7\n",
    )


@pytest.mark.parametrize(("order", "reserve"), [('["gray", "white"]', 6), ('["gray"]', 4)])
def test_fewer_players_bring_fewer_trains(tmp_path: Path, order: str, reserve: int) -> None:
    """2024:737: two trains, and two more for each player."""
    path = tmp_path / "scenario.toml"
    path.write_text(f'game = "race-to-moscow"\ntitle = "test"\norder = {order}\n', encoding="utf-8")
    position = Position(RaceToMoscow("2024", path))
    before = position.state
    assert before.trains_reserve == reserve
    spare = before.trains_stock - 1  # all but one stand on lines, whichever
    position.state = replace(before, trains_stock=1, trains=(1 << spare) - 1)
    position.do(a.TakeTransport(0, 1))
    assert position.state.trains_stock == spare + reserve
    assert (position.state.trains_reserve, position.state.level) == (0, 2)


def test_a_second_re_organization_adds_no_trains_and_no_level(table: Table) -> None:
    """2024:733, 2024:737."""
    scenario = """
level = 2
train_lines = [["Danzig", "Königsberg"]]
[players.gray]
trucks = 3
trains = 6
[players.white]
trucks = 3
trains = 9
[players.brown]
trucks = 3
trains = 9
"""
    step = table.green(
        """
        expect stock has 1 train
        expect reserve has 0 trains
        get 1 train
          cites 8.7.trigger 8.7.remove
          expect logistics level 2
          expect stock has 1 train
          expect line Danzig > Königsberg has no train
        """,
        scenario,
    )
    assert not {"level", "reserve"} & {event.kind for event in step.events}


def test_it_is_no_action_and_the_turn_goes_on(table: Table) -> None:
    """2024:727-729."""
    table.green(
        """
        get 1 train
          cites 8.7.no-action
          expect gray active
          expect gray has 1 core action
        transport train Danzig > Königsberg 1 fuel
          expect gray has 0 core actions
        """,
        LAST,
    )


# Feeding


def test_gray_s_three_armies_are_fed_or_grounded(table: Table) -> None:
    """E15 (2024:742-744)."""
    table.green(
        """
        get 1 train
          cites 8.7.feed 8.7.source 8.7.halt 3.2.halt
          expect 16A has 1 food
          expect 18A has 0 food
          expect 4Pz grounded
          expect 16A not grounded
          expect 18A not grounded
        illegal armor 4Pz Tilsit > Kaunas [3 Army]
          because 8.7.no-move 3.2.halt
        transport truck Danzig > Königsberg 1 food and truck Königsberg > Tilsit 1 food
          cites 8.7.always-feed 8.7.lift
          expect 4Pz not grounded
          expect Tilsit has no food
        """,
        LAST + FED,
    )


def test_the_other_players_armies_are_fed_too(table: Table) -> None:
    """2024:731: panzer groups start without food, field armies with two; 2 Panzergruppe is in Warschau with three."""
    table.green(
        """
        expect stock has 1 food
        get 1 train
          expect 9A has 1 food
          expect 6A has 1 food
          expect 2Pz not grounded
          expect Warschau has 2 food
          expect 3Pz grounded
          expect 1Pz grounded
          expect 9A not grounded
          expect stock has 9 food
        """,
        LAST,
    )


def test_an_army_without_food_on_its_card_eats_from_its_area(table: Table) -> None:
    """2024:739."""
    step = table.green(
        """
        get 1 train
          cites 8.7.source
          expect 4Pz not grounded
          expect Tilsit has 1 food
        """,
        LAST + FED + "[areas.Tilsit]\nfood = 2\n[areas.Danzig]\nfood = 1\n",
    )
    assert "food-source" not in step.rulings


BOTH = LAST + FED + "[areas.Eydtkau]\nfood = 1\n[areas.Danzig]\nfood = 1\n"


@pytest.mark.parametrize(("place", "card", "area"), [("card", 1, 1), ("area", 2, 0)])
def test_a_player_chooses_where_an_army_eats(table: Table, place: str, card: int, area: int) -> None:
    """Ruling food-source = choice: 16 Army in Eydtkau has food in both places."""
    step = table.green(
        f"get 1 train feed {place}\n expect 16A has {card} food\n expect Eydtkau has {area} food\n expect 4Pz grounded",
        BOTH,
    )
    assert "food-source" in step.rulings


def test_the_log_must_say_where_an_army_eats(table: Table) -> None:
    error = table.unreadable("get 1 train", BOTH)
    assert "an army eats from its card or from its area: one of feed card, feed area" in error


def test_every_army_with_two_sources_is_asked(table: Table) -> None:
    """16 Army of Gray and 9 Army of White."""
    scenario = BOTH + '[areas.Lomza]\nfood = 1\n[armies.9A]\nat = "Lomza"\nfood = 1\n'
    table.green(
        """
        get 1 train feed area feed card
          expect 16A has 2 food
          expect Eydtkau has 0 food
          expect 9A has 0 food
          expect Lomza has 1 food
        """,
        scenario,
    )


def test_nothing_else_is_done_while_an_army_is_to_be_fed(table: Table) -> None:
    position = table.position(BOTH)
    position.do(a.TakeTransport(0, 1))
    assert set(position.ruleset.legal(position.state)) == {a.EatFrom("card"), a.EatFrom("area")}
    position.refusal(a.BeginTransport())
    position.refusal(a.TakeTransport(0, 1))
    assert "8.7.feed" in position.refusal(a.EatFrom("stock"))  # type: ignore[arg-type]
    position.do(a.EatFrom("card"))
    assert "8.7.feed" in position.refusal(a.EatFrom("card"))


def test_the_card_s_food_goes_first_where_it_is_read_so(table: Table) -> None:
    """Ruling food-source = card-first."""
    step = table.green(
        "get 1 train\n expect 16A has 1 food\n expect Eydtkau has 1 food", BOTH, rulings={"food-source": "card-first"}
    )
    assert "food-source" in step.rulings


def test_food_in_a_neighbouring_area_feeds_nobody(table: Table) -> None:
    table.green(
        "get 1 train\n expect 4Pz grounded\n expect Königsberg has 1 food",
        LAST + FED + "[areas.Königsberg]\nfood = 1\n".replace("Königsberg", '"Königsberg"'),
    )


def test_an_army_that_is_already_grounded_stays_so(table: Table) -> None:
    step = table.green("get 1 train\n expect 4Pz grounded", LAST + FED + "halt = true\n")
    assert not any("4 Panzergruppe has no food" in event.text for event in step.events)


def test_a_grounded_army_with_food_on_its_card_is_fed_with_the_others(table: Table) -> None:
    """2024:739: each army must spend a food. It got there by an airlift that did not count."""
    scenario = LAST + FED.replace("fuel = 1\n", "fuel = 1\nfood = 1\nhalt = true\n")
    table.green("get 1 train\n cites 8.7.lift\n expect 4Pz not grounded\n expect 4Pz has 0 food", scenario)


def test_an_already_grounded_army_is_left_alone_in_the_first_edition(table: Table) -> None:
    """first:1393, policy grounded-feeding."""
    position = first_edition(table, LAST + FED.replace("fuel = 1\n", "fuel = 1\nfood = 1\nhalt = true\n"))
    position.do(a.TakeTransport(0, 1))
    army = position.army("4Pz")
    assert position.state.halt >> army & 1
    assert position.state.loads[army] == Supplies(fuel=1, food=1)
    assert position.state.loads[position.army("16A")].food == 1


# Markers


def test_spent_markers_return_and_markers_on_decks_stay(table: Table) -> None:
    """2024:740."""
    scenario = LAST.replace("[players.white]\n", '[players.white]\nair = "spent"\n')
    scenario = scenario.replace("[players.brown]\n", '[players.brown]\nair = "on Soviet deck"\n')
    table.green(
        """
        expect white Air Support spent
        get 1 train
          cites 8.7.air 8.7.ready
          expect white Air Support ready
          expect brown Air Support on Soviet deck
          expect gray Air Support ready
        """,
        scenario,
    )


def test_all_air_support_markers_return_in_the_first_edition(table: Table) -> None:
    """first:1385-1392, policy air-at-reorganization."""
    position = first_edition(table, LAST.replace("[players.brown]\n", '[players.brown]\nair = "on Soviet deck"\n'))
    position.do(a.TakeTransport(0, 1))
    assert position.state.air == ("ready", "ready", "ready")


def test_spent_hq_markers_return(table: Table) -> None:
    """2024:740."""
    position = table.position(LAST)
    position.state = replace(position.state, hq_spent=(True, False, True))
    transition = position.ruleset.apply(position.state, a.TakeTransport(0, 1))
    assert transition.state.hq_spent == (False, False, False)
    assert any("8.7.hq" in event.rules for event in transition.events)


def test_markers_return_after_the_last_army_was_fed(table: Table) -> None:
    position = table.position(BOTH.replace("[players.white]\n", '[players.white]\nair = "spent"\n'))
    seen = []
    for action in (a.TakeTransport(0, 1), a.EatFrom("area")):
        position.do(action)
        seen.append(position.state.air[1])
    assert seen == ["spent", "ready"]


# A grounded army


def test_a_grounded_army_takes_no_move_action(table: Table) -> None:
    """2024:739: armored or field army."""
    position = grounded(table)
    assert {"8.7.no-move", "3.2.halt"} <= position.refusal(a.Activate(position.army("4Pz")))
    position = table.position("[armies.16A]\nfuel = 1\nhalt = true\n")
    position.do(a.MoveFields())
    assert {"8.7.no-move", "3.2.halt"} <= position.refusal(a.Activate(position.army("16A")))
    position.do(a.Activate(position.army("18A")))


def test_food_dropped_from_its_card_into_its_area_feeds_a_grounded_army(table: Table) -> None:
    """2024:739: once food is in its area, it is spent, like it or not."""
    pins = {"supply-transfer": "any-time", "airlifted-food": "waits"}
    position = grounded(table, **pins)
    army, tilsit = position.army("4Pz"), position.area("Tilsit")
    position.state = replace(
        position.state,
        loads=tuple(Supplies(1, 0, 1) if i == army else load for i, load in enumerate(position.state.loads)),
    )
    stock = position.state.stock.food
    position.do(a.Drop(army, Supplies(food=1)))
    assert not position.state.halt
    assert position.state.depots[tilsit] == Supplies()
    assert position.state.stock.food == stock + 1


def airlift(position: Position) -> Draft:
    """A draft in which a food of the stock has come onto the card of the grounded 4 Panzergruppe."""
    state, army = position.state, position.army("4Pz")
    loads = tuple(load + Supplies(food=1) if i == army else load for i, load in enumerate(state.loads))
    draft = Draft(position.ruleset.material, replace(state, loads=loads, stock=state.stock - Supplies(food=1)))
    lift_by_card(draft, army)
    return draft


def test_food_on_its_card_lifts_the_halt(table: Table) -> None:
    """Ruling airlifted-food = feeds."""
    position = grounded(table)
    transition = airlift(position).transition()
    assert not transition.state.halt
    assert transition.state.loads == position.state.loads
    assert transition.state.stock == position.state.stock
    assert transition.rulings == ("airlifted-food",)
    assert {"8.7.always-feed", "8.7.lift"} <= {rule for event in transition.events for rule in event.rules}


def test_food_on_its_card_lifts_no_halt_where_it_is_read_so(table: Table) -> None:
    """Ruling airlifted-food = waits."""
    position = grounded(table, **{"airlifted-food": "waits"})
    transition = airlift(position).transition()
    assert transition.state.halt == position.state.halt
    assert transition.state.loads[position.army("4Pz")] == Supplies(fuel=1, food=1)
    assert transition.rulings == ("airlifted-food",)


def test_other_supplies_on_its_card_lift_no_halt(table: Table) -> None:
    position = grounded(table)
    draft = Draft(position.ruleset.material, position.state)
    lift_by_card(draft, position.army("4Pz"))
    assert draft.transition().state == position.state
    assert draft.transition().rulings == ()


def test_food_on_the_card_of_an_army_that_is_not_grounded_stays_there(table: Table) -> None:
    position = table.position()
    draft = Draft(position.ruleset.material, position.state)
    lift_by_card(draft, position.army("16A"))
    assert draft.state == position.state
    assert draft.transition().rulings == ()


def standing_in(position: Position, area: str) -> int:
    """All food of the stock lies in an area, and one more, for which Gray's Requisitions card stands."""
    state, deck = position.state, position.state.pursuit[0]
    card, number = position.card("gray", "Requisitions"), position.area(area)
    layers = tuple(
        type(layer)(layer.cards & ~(1 << card), layer.size - (layer.cards >> card & 1)) for layer in deck.layers
    )
    food = Supplies(food=state.stock.food + 1)
    position.state = replace(
        state,
        stock=replace(state.stock, food=0),
        depots=tuple(lying + food if i == number else lying for i, lying in enumerate(state.depots)),
        stand_ins=(card,),
        pursuit=(type(deck)(layers, deck.hidden), *state.pursuit[1:]),
    )
    return card


@pytest.mark.parametrize("fed", ["at a Re-organization", "when grounded"])
def test_food_that_is_spent_replaces_a_card_standing_in_for_it(table: Table, fed: str) -> None:
    """2024:526: the first food that comes into the stock takes the card's place, from a card or from an area."""
    if fed == "when grounded":
        position = grounded(table)
        card = standing_in(position, "Königsberg")
        route = position.area("Königsberg"), position.area("Tilsit")
        position.do(a.BeginTransport(), a.PlaceVehicle("truck", *route, Supplies(food=1)))
    else:
        position = table.position(LAST)
        card = standing_in(position, "Königsberg")
        position.do(a.TakeTransport(0, 1))
    after = position.state
    assert after.stand_ins == ()
    assert after.discards[0] == 1 << card
    tokens = after.stock.food + sum(supplies.food for supplies in (*after.loads, *after.depots))
    assert tokens == position.ruleset.material.edition.supply_total.food
