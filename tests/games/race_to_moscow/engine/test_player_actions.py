"""7 Player actions (2024:460-482)."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow import actions as a

from .table import Table

OPEN_ROAD = '[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Siauliai"]\n'


def test_a_turn_has_two_core_actions_and_no_third(table: Table) -> None:
    """2024:462."""
    table.green(
        """
        armor 4Pz Tilsit > Kedainai
        fields 16A Eydtkau > Kaunas
          expect gray has 0 core actions
        illegal fields 18A Memel > Siauliai
          because 7.core
        illegal fleet Danzig Bay > Courland Coast
          because 7.core
        """,
        OPEN_ROAD,
    )


def test_core_actions_come_in_any_order(table: Table) -> None:
    table.green("fleet Danzig Bay > Courland Coast\nfields 18A Memel > Siauliai", OPEN_ROAD)
    table.green("fields 18A Memel > Siauliai\nfleet Danzig Bay > Courland Coast", OPEN_ROAD)


def test_bonus_actions_come_before_between_and_after_core_actions(table: Table) -> None:
    """2024:462: any number, in any order."""
    table.green(
        """
        play Recon look Pursuit [Mud]
        armor 4Pz Tilsit > Kedainai
        air Soviet [5 Army]
        fields 16A Eydtkau > Kaunas
        play Axis Latvians
          expect gray has 1 core action
        """,
        OPEN_ROAD.replace("[players.gray]", '[players.gray]\nholds = ["Recon", "Axis Latvians"]'),
    )


def test_nothing_else_is_begun_during_an_armored_army_s_move(table: Table) -> None:
    """2024:480."""
    position = table.position(OPEN_ROAD.replace("[players.gray]", '[players.gray]\nholds = ["Recon"]'))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kaunas")))
    recon = position.card("gray", "Recon")
    for action in (a.MoveFields(), a.MoveFleet(1), a.AirSupport("Soviet"), a.PlayHeld(recon), a.EndFields()):
        assert position.refusal(action)
    kinds = {type(action) for action in position.ruleset.legal(position.state)}
    assert kinds <= {a.Enter, a.EndMove, a.Drop, a.Load}


def test_nothing_else_is_begun_between_two_field_armies(table: Table) -> None:
    position = table.position(OPEN_ROAD)
    position.do(a.MoveFields(), a.Activate(position.army("16A")), a.Enter(position.area("Kaunas")), a.EndMove())
    for action in (a.MoveFields(), a.MoveFleet(1), a.AirSupport("Soviet"), a.Activate(position.army("4Pz"))):
        assert position.refusal(action)
    kinds = {type(action) for action in position.ruleset.legal(position.state)}
    assert kinds <= {a.Activate, a.EndFields}


def test_a_player_s_moves_are_made_in_the_own_turn(table: Table) -> None:
    """2024:454."""
    assert "turn" in table.unreadable("white\n armor 2Pz Warschau > Siedlce")


def test_an_action_is_not_ended_before_it_has_begun(table: Table) -> None:
    position = table.position()
    assert position.refusal(a.EndMove())
    assert position.refusal(a.EndFields())
    assert position.refusal(a.Enter(position.area("Kaunas")))
    assert position.refusal(a.PayOn())
    assert position.refusal(a.Hold())
    assert position.refusal(a.Decline())
