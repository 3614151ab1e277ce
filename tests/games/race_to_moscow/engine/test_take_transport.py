"""8.6 Take Transport (2024:709-723)."""

from __future__ import annotations

import pytest

from rtm_verify.games.race_to_moscow import actions as a

from .table import Table, rules_of

# White at level 1 with 3 trucks and 1 train on the card (2024:715). Two white trucks lie in the stock, though no game
# comes to that: trucks that were placed stay on the map until the Re-organization that ends level 1.
WHITE = "[players.white]\ntrucks = 3\ntrains = 1\n"

# 8 of the 26 trains are in the reserve, 16 on cards and lines: 2 are left in the stock (2024:719).
TWO_LEFT = """
train_lines = [["Danzig", "Königsberg"], ["Warschau", "Siedlce"], ["Warschau", "Lomza"], ["Reichshof", "Lublin"]]
[players.gray]
trucks = 2
trains = 2
truck_lines = [["Danzig", "Königsberg"], ["Königsberg", "Tilsit"]]
[players.white]
trains = 4
[players.brown]
trucks = 3
trains = 6
truck_lines = [["Reichshof", "Lublin"]]
"""


@pytest.mark.parametrize(("taken", "after"), [("2 trucks, 3 trains", (5, 4)), ("5 trains", (3, 6))])
def test_white_takes_five_vehicles_in_any_combination(table: Table, taken: str, after: tuple[int, int]) -> None:
    """E13 (2024:715): 9 may be possessed, 4 are there."""
    trucks, trains = after
    table.green(
        f"""
        get {taken}
          cites 7.core 7.core-take 8.6.take 8.6.combination 8.6.card 8.6.unused
          expect white has {trucks} trucks, {trains} trains, 1 core action
          expect stock has {5 - trucks} white trucks, {12 - trains} trains
        """,
        WHITE,
        first="white",
    )


@pytest.mark.parametrize("taken", ["6 trains", "1 truck, 5 trains", "2 trucks, 4 trains"])
def test_white_takes_no_sixth_vehicle(table: Table, taken: str) -> None:
    """E13: the sixth would be a tenth on the card."""
    step = table.green(f"illegal get {taken}\n because 8.6.possess 3.1.possess", WHITE, first="white")
    (violation,) = step.violations
    assert violation.facts == ("on card 4", "taken 6", "limit 9")
    assert violation.fixes == ("take 5 vehicles",)


def test_a_player_may_take_fewer_than_allowed(table: Table) -> None:
    table.green("get 1 truck\n expect white has 4 trucks, 1 train", WHITE, first="white")


def test_a_level_one_player_takes_six_and_no_seventh(table: Table) -> None:
    """2024:713, 2024:715: the Take row."""
    empty = "[players.gray]\ntrucks = 0\ntrains = 0\n"
    table.green("get 6 trains\n expect gray has 0 trucks, 6 trains\n expect stock has 6 trains", empty)
    table.green("get 3 trucks, 3 trains\n expect gray has 3 trucks, 3 trains\n expect stock has 2 gray trucks", empty)
    step = table.green("illegal get 7 trains\n because 8.6.take 3.1.take", empty)
    assert rules_of(step) == {"8.6.take", "3.1.take"}
    assert step.violations[0].facts == ("taken 7", "limit 6")


def test_a_level_two_player_takes_eight_and_possesses_twelve(table: Table) -> None:
    empty = "level = 2\n[players.gray]\ntrucks = 0\ntrains = 0\n"
    table.green("get 8 trains\n expect gray has 8 trains", empty)
    table.green("illegal get 9 trains\n because 8.6.take", empty)
    half = "level = 2\n[players.gray]\ntrucks = 0\ntrains = 6\n"
    table.green("get 2 trucks, 4 trains\n expect gray has 2 trucks, 10 trains", half)
    table.green("illegal get 2 trucks, 5 trains\n because 8.6.possess", half)


def test_a_full_card_takes_nothing(table: Table) -> None:
    """2024:713: never more than the level allows, also at set-up with 8 of 9."""
    table.green("get 1 train\n expect gray has 5 trucks, 4 trains\nillegal get 1 train\n because 8.6.possess")
    table.green("illegal get 2 trains\n because 8.6.possess")


def test_only_vehicles_on_the_card_are_possessed(table: Table) -> None:
    """2024:713 speaks of the Logistics card: what is on lines does not count."""
    table.green(
        "get 5 trains\n expect gray has 2 trucks, 7 trains\n illegal get 1 train\n because 8.6.possess",
        TWO_LEFT.replace("trains = 6", "trains = 1").replace("trains = 4", "trains = 1"),
    )


def test_trucks_have_the_player_s_own_colour(table: Table) -> None:
    """2024:713: two white trucks in the stock are nothing to Gray."""
    scenario = WHITE + '[players.gray]\ntrucks = 4\ntruck_lines = [["Danzig", "Königsberg"]]\n'
    step = table.green("illegal get 1 truck\n because 8.6.colour 8.6.take", scenario)
    assert step.violations[0].facts == ("trucks in the stock 0",)


def test_no_more_trains_are_taken_than_there_are(table: Table) -> None:
    """2024:717."""
    step = table.green("illegal get 3 trains\n because 8.6.take", TWO_LEFT)
    assert step.violations[0].facts == ("trains in the stock 2",)


def test_the_reserve_is_out_of_reach(table: Table) -> None:
    table.green("illegal get 3 trains\n because 8.6.take\n expect reserve has 8 trains", TWO_LEFT)


@pytest.mark.parametrize("action", [a.TakeTransport(0, 0), a.TakeTransport(-1, 2), a.TakeTransport(2, -1)])
def test_nothing_and_less_than_nothing_are_not_taken(table: Table, action: a.TakeTransport) -> None:
    position = table.position(WHITE, first="white")
    assert "8.6.take" in position.refusal(action)


def test_taking_transport_is_a_core_action(table: Table) -> None:
    table.green("illegal get 1 train\n because 7.core", "actions_left = 0\n")
    table.green("get 2 trains\nget 1 train\n expect white has 0 core actions, 4 trains", WHITE, first="white")


def test_the_last_train_triggers_the_re_organization(table: Table) -> None:
    """E14 (2024:719-723): it pauses the turn, which then goes on."""
    table.green(
        """
        expect stock has 2 trains
        get 2 trains
          cites 8.6.trigger 8.7.trigger 8.7.interrupt 8.7.all 8.7.level 8.7.remove 8.7.reserve
          expect logistics level 2
          expect gray has 2 trucks, 4 trains, 1 core action
          expect stock has 12 trains
          expect reserve has no trains
          expect gray active
        get 6 trains
          expect gray has 2 trucks, 10 trains, 0 core actions
          expect stock has 6 trains
        """,
        TWO_LEFT,
    )


@pytest.mark.parametrize("taken", ["1 train", "1 truck", "1 truck, 1 train"])
def test_whoever_leaves_a_train_triggers_nothing(table: Table, taken: str) -> None:
    """E14 (2024:723)."""
    table.green(
        f"""
        get {taken}
          expect logistics level 1
          expect reserve has 8 trains
          expect line Danzig > Königsberg has a train, a truck
        """,
        TWO_LEFT,
    )


def test_trucks_are_taken_with_the_last_train_before_the_re_organization(table: Table) -> None:
    """2024:717: it comes after the end of the action, even if the stock had less than there was room for."""
    table.green(
        """
        get 1 truck, 2 trains
          expect gray has 3 trucks, 4 trains
          expect stock has 2 gray trucks, 12 trains
        """,
        TWO_LEFT,
    )


def test_a_stock_without_trains_triggers_it_again_though_only_trucks_are_taken(table: Table) -> None:
    """2024:717 asks whether a train is left after the action, not whether one was taken."""
    scenario = """
level = 2
[players.gray]
trucks = 4
trains = 8
[players.white]
trucks = 2
trains = 9
[players.brown]
trucks = 3
trains = 9
"""
    table.green("illegal get 1 train\n because 8.6.take", scenario)
    table.green("get 1 truck\n cites 8.7.trigger\n expect stock has no trains", scenario, first="white")
