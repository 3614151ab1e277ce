"""8.4 Take Supplies, and the supply limits (2024:655-674)."""

from __future__ import annotations

import pytest

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.supplies import Supplies

from .table import Table, rules_of

# Reichshof and Piatra have room, and the armies' loads are light, so that the stock has tokens of every type.
ROOM = """
[areas.Reichshof]
food = 3
[areas.Danzig]
food = 1
[areas.Warschau]
food = 1
[armies.16A]
ammo = 1
[armies.4Pz]
fuel = 1
"""

# On this board Piatra is like any other Brown area: a marker must lie there.
PIATRA_OPEN = (r'(name = "Piatra"\n(?:.+\n)*?)printed = "brown"\n', r"\1")


def base(name: str, supplies: str) -> str:
    """Room in the stock, and these supplies in one base."""
    text = "[armies.16A]\nfood = 1\n[armies.18A]\nfood = 1\n[armies.4Pz]\nfuel = 1\n[armies.2Pz]\nammo = 1\n"
    for other in ("Danzig", "Warschau", "Reichshof"):
        if other != name:
            text += f"[areas.{other}]\nfood = 1\n"
    return text + f"[areas.{name}]\n{supplies}\n"


def test_brown_s_two_actions_of_the_example(table: Table) -> None:
    """E10 (2024:672-674)."""
    table.green(
        """
        expect stock has 13 fuel, 15 ammo, 7 food
        take Reichshof 3 ammo, 3 fuel
          cites 7.core 7.core-supplies 8.4.base 8.4.main-amount 8.4.stock
          expect Reichshof has 3 fuel, 3 ammo, 3 food
          expect brown has 1 core action
        take Piatra 2 fuel, 1 food
          cites 8.4.frontline 8.4.frontline-amount
          expect Piatra has 2 fuel, 0 ammo, 1 food
          expect stock has 8 fuel, 12 ammo, 6 food
          expect brown has 0 core actions
        illegal take Reichshof 1 ammo
          because 7.core
        """,
        ROOM,
        first="brown",
    )


@pytest.mark.parametrize(("player", "area"), [("gray", "Danzig"), ("white", "Warschau"), ("brown", "Reichshof")])
def test_a_player_takes_six_supplies_of_any_type_into_the_main_base(table: Table, player: str, area: str) -> None:
    """2024:657-659."""
    scenario = base(area, "food = 1")
    table.green(f"take {area} 6 ammo\n expect {area} has 0 fuel, 6 ammo, 1 food", scenario, first=player)
    table.green(f"take {area} 2 fuel, 2 ammo, 2 food\n expect {area} has 7 supplies", scenario, first=player)
    table.green(f"take {area} 1 fuel\n expect {area} has 2 supplies", scenario, first=player)


@pytest.mark.parametrize("supplies", ["7 ammo", "3 fuel, 4 ammo"])
def test_a_seventh_supply_is_not_taken(table: Table, supplies: str) -> None:
    step = table.green(f"illegal take Reichshof {supplies}\n because 8.4.main-amount", ROOM, first="brown")
    (violation,) = step.violations
    assert violation.facts == ("taken 7", "limit 6")


def test_a_fourth_supply_is_not_taken_into_the_frontline_base(table: Table) -> None:
    """2024:659."""
    step = table.green("illegal take Piatra 4 fuel\n because 8.4.frontline-amount", ROOM, first="brown")
    assert [violation.facts for violation in step.violations] == [("taken 4", "limit 3")]
    table.green("take Piatra 3 ammo\n expect Piatra has 3 ammo", ROOM, first="brown")


def test_the_frontline_base_receives_supplies_once_a_round(table: Table) -> None:
    """2024:659; the Main Supply Base as often as there are actions."""
    table.green(
        """
        take Piatra 1 fuel
        illegal take Piatra 1 fuel
          because 8.4.frontline-once
        take Reichshof 1 fuel
        """,
        ROOM,
        first="brown",
    )
    step = table.green(
        "illegal take Piatra 1 fuel\n because 8.4.frontline-once", "frontline_taken = true\n" + ROOM, first="brown"
    )
    assert rules_of(step) == {"8.4.frontline-once"}
    assert all(violation.facts for violation in step.violations)
    table.green("take Reichshof 1 fuel\ntake Reichshof 1 ammo\n expect Reichshof has 5 supplies", ROOM, first="brown")


@pytest.mark.parametrize("player", ["gray", "white"])
def test_the_frontline_base_is_brown_s_alone(table: Table, player: str) -> None:
    """2024:657."""
    table.green("illegal take Piatra 1 ammo\n because 8.4.frontline", ROOM, first=player)


@pytest.mark.parametrize("area", ["Königsberg", "Warschau", "Riga"])
def test_supplies_come_into_no_other_area(table: Table, area: str) -> None:
    """An area of the player that is no base, the base of another player, and a Soviet area."""
    step = table.green(f"illegal take {area} 1 ammo\n because 8.4.base", ROOM)
    assert all(violation.facts for violation in step.violations)


def test_the_frontline_base_receives_nothing_unless_brown_controls_it(table: Table) -> None:
    """2024:657: on a board where Piatra has no printed marker."""
    board = table.board(PIATRA_OPEN)
    step = table.green("illegal take Piatra 1 fuel\n because 8.4.control", ROOM, first="brown", board=board)
    assert rules_of(step) == {"8.4.control"}
    assert step.violations[0].facts == ("control of Piatra: no",)
    ruleset = table.ruleset(ROOM, first="brown", board=board)
    bases = {action.base for action in ruleset.legal(ruleset.setup().state) if isinstance(action, a.TakeSupplies)}
    assert bases == {ruleset.material.board.area_names["Reichshof"]}
    held = '[players.brown]\ncontrols = ["Piatra"]\n' + ROOM
    table.green("take Piatra 1 fuel\n expect Piatra has 1 fuel", held, first="brown", board=board)


def test_what_the_stock_lacks_is_not_taken(table: Table) -> None:
    """2024:659, first:1313: at set-up the stock has one token of each type."""
    table.green(
        """
        illegal take Danzig 2 fuel
          because 8.4.stock first.12.depleted
        take Danzig 1 fuel remove 1 food
          expect stock has 0 fuel, 1 ammo, 2 food
        illegal take Danzig 1 fuel
          because 8.4.stock
        """,
    )


def test_supplies_are_taken_as_a_core_action_and_not_during_another(table: Table) -> None:
    table.green("illegal take Danzig 1 fuel\n because 7.core", "actions_left = 0\n")
    position = table.position()
    danzig = position.area("Danzig")
    position.do(a.Activate(position.army("4Pz")))
    assert "7.complete" in position.refusal(a.TakeSupplies(danzig, Supplies(fuel=1)))
    position = table.position()
    position.do(a.BeginTransport())
    assert "7.complete" in position.refusal(a.TakeSupplies(danzig, Supplies(fuel=1)))


@pytest.mark.parametrize("supplies", [Supplies(), Supplies(fuel=-1, ammo=2), Supplies(food=-1)])
def test_nothing_and_less_than_nothing_are_not_taken(table: Table, supplies: Supplies) -> None:
    position = table.position()
    assert "8.4.main-amount" in position.refusal(a.TakeSupplies(position.area("Danzig"), supplies))


def test_every_reason_against_taking_supplies_is_given(table: Table) -> None:
    table.green(
        "illegal take Piatra 9 food\n because 7.core 8.4.frontline-once 8.4.frontline-amount 8.4.stock",
        "actions_left = 0\nfrontline_taken = true\n",
        first="brown",
    )


# What a base can hold


def test_a_main_base_holds_nine(table: Table) -> None:
    """2024:664."""
    table.green("take Danzig 6 ammo\n expect Danzig has 9 supplies", base("Danzig", "food = 3"))


def test_supplies_above_the_limit_return_to_the_stock_by_choice(table: Table) -> None:
    """2024:666: ten in a base for nine; what is removed need not be what was taken."""
    scenario = base("Danzig", "fuel = 2\nfood = 2")
    for removed, left in (("1 ammo", "2 fuel, 5 ammo, 2 food"), ("1 fuel", "1 fuel, 6 ammo, 2 food")):
        step = table.green(
            f"""
            take Danzig 6 ammo remove {removed}
              cites 8.limits.excess 8.limits.choice
              expect Danzig has {left}
            """,
            scenario,
        )
        assert "take-excess" in step.rulings


@pytest.mark.parametrize("removed", ["2 ammo", "3 food", "1 fuel, 1 ammo"])
def test_exactly_the_excess_is_removed(table: Table, removed: str) -> None:
    """One is too much: neither two, nor what is not there."""
    step = table.green(
        f"illegal take Danzig 6 ammo remove {removed}\n because 8.limits.excess", base("Danzig", "fuel = 2\nfood = 2")
    )
    assert "limit 9" in step.violations[0].facts


def test_excess_is_not_removed_by_tokens_that_are_not_there(table: Table) -> None:
    """Fewer than none of one type and more of another also make one in all."""
    position = table.position(base("Danzig", "fuel = 2\nfood = 2"))
    position.do(a.TakeSupplies(position.area("Danzig"), Supplies(ammo=6)))
    assert "8.limits.excess" in position.refusal(a.RemoveExcess(Supplies(fuel=-1, ammo=2)))
    assert "8.limits.excess" in position.refusal(a.RemoveExcess(Supplies()))


def test_the_log_must_say_what_is_removed(table: Table) -> None:
    error = table.unreadable("take Danzig 6 ammo", base("Danzig", "fuel = 2\nfood = 2"))
    assert "an area holds more than its limit" in error
    assert "remove 1 fuel" in error


def test_nothing_else_is_done_before_the_excess_is_removed(table: Table) -> None:
    position = table.position(base("Danzig", "fuel = 2\nfood = 2"))
    position.do(a.TakeSupplies(position.area("Danzig"), Supplies(ammo=6)))
    assert set(position.ruleset.legal(position.state)) == {
        a.RemoveExcess(Supplies(fuel=1)),
        a.RemoveExcess(Supplies(ammo=1)),
        a.RemoveExcess(Supplies(food=1)),
    }
    position.refusal(a.BeginTransport())
    position.refusal(a.TakeTransport(0, 1))


def test_nothing_is_removed_where_nothing_is_too_much(table: Table) -> None:
    position = table.position()
    assert "8.limits.excess" in position.refusal(a.RemoveExcess(Supplies(fuel=1)))


def test_the_frontline_base_holds_six(table: Table) -> None:
    """2024:663."""
    scenario = ROOM + "[areas.Piatra]\nammo = 4\n"
    table.green("take Piatra 2 fuel\n expect Piatra has 6 supplies", scenario, first="brown")
    table.green("take Piatra 3 fuel remove 1 ammo\n expect Piatra has 3 fuel, 3 ammo", scenario, first="brown")


def test_a_full_base_can_be_asked_for_other_supplies(table: Table) -> None:
    """Nine of nine: what is taken and what is removed are chosen freely (ruling take-excess = removed)."""
    table.green(
        "take Danzig 2 food remove 2 ammo\n expect Danzig has 3 fuel, 1 ammo, 5 food",
        "[armies.16A]\nfood = 1\n[armies.18A]\nfood = 1\n[areas.Warschau]\nammo = 1\n",
    )


def test_a_base_takes_no_excess_where_it_is_read_so(table: Table) -> None:
    """Ruling take-excess = refused."""
    scenario, pin = base("Danzig", "fuel = 2\nfood = 2"), {"take-excess": "refused"}
    step = table.green("illegal take Danzig 6 ammo\n because 8.limits.base 8.limits.excess", scenario, rulings=pin)
    assert step.rulings == ("take-excess",)
    assert step.violations[0].facts == ("supplies in Danzig 4", "limit 9")
    table.green("take Danzig 5 ammo\n expect Danzig has 9 supplies", scenario, rulings=pin)
    table.green("illegal take Danzig 1 fuel\n because 8.limits.base", rulings=pin)
    step = table.green(
        "illegal take Piatra 3 fuel\n because 8.limits.frontline",
        ROOM + "[areas.Piatra]\nammo = 4\n",
        first="brown",
        rulings=pin,
    )
    assert rules_of(step) == {"8.limits.frontline", "8.limits.excess"}
    position = table.position(scenario, **pin)
    taken = [action for action in position.ruleset.legal(position.state) if isinstance(action, a.TakeSupplies)]
    assert max(action.supplies.total for action in taken) == 5


def test_supplies_on_the_card_of_an_army_in_the_base_do_not_count(table: Table) -> None:
    """2024:666."""
    scenario = base("Danzig", "food = 3").replace("[armies.4Pz]\n", '[armies.4Pz]\nat = "Danzig"\n')
    table.green("take Danzig 6 ammo\n expect Danzig has 9 supplies\n expect 4Pz has 1 supply", scenario)


def test_food_taken_into_the_area_of_a_grounded_army_feeds_it_first(table: Table) -> None:
    """2024:739: it is spent at once, so nine of the ten remain and nothing is too much."""
    scenario = base("Danzig", "fuel = 4").replace("[armies.4Pz]\n", '[armies.4Pz]\nat = "Danzig"\nhalt = true\n')
    step = table.green(
        """
        take Danzig 3 ammo, 3 food
          cites 8.7.always-feed 8.7.lift
          expect 4Pz not grounded
          expect Danzig has 4 fuel, 3 ammo, 2 food
        """,
        scenario,
    )
    assert "take-excess" not in step.rulings
    table.green("take Danzig 5 ammo\n expect 4Pz grounded", scenario)


def test_tokens_pass_between_stock_and_base_and_nowhere_else(table: Table) -> None:
    step = table.green("take Danzig 6 ammo remove 1 fuel", base("Danzig", "fuel = 2\nfood = 2"))
    owners = {(change.owner, change.cell): (change.before, change.after) for change in step.changes}
    assert {owner for owner, _ in owners} == {"stock", "Danzig", "turn"}
    before, after = owners["stock", "ammo"]
    assert int(before) - int(after) == 6
