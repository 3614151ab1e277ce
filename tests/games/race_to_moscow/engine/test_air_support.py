"""9.1 Air Support (2024:752-766, 2024:849)."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow import actions as a

from .table import Table


def pz(fuel: int, ammo: int) -> str:
    return f"[armies.4Pz]\nfuel = {fuel}\nammo = {ammo}\n"


def test_air_support_is_a_bonus_action_with_a_look_at_the_deck(table: Table) -> None:
    table.green(
        """
        air Soviet [5 Army]
          cites 9.1.place 9.1.peek
          expect gray Air Support on Soviet deck
          expect gray has 2 core actions
          expect Soviet deck has 33 cards
        illegal armor 4Pz Tilsit > Kaunas [3 Army]
          because 4.soviet-deck
        armor 4Pz Tilsit > Kaunas [5 Army]
          cites 9.1.spent 10.air
          expect gray Air Support spent
        """
    )


def test_air_support_needs_no_core_action(table: Table) -> None:
    table.green("air Pursuit [Mud]\n expect gray Air Support on Pursuit deck", "actions_left = 0\n")


def test_air_support_pays_one_ammo_of_the_combat(table: Table) -> None:
    """2024:754, 2024:766."""
    table.green(
        """
        air Soviet [5 Army]
        armor 4Pz Tilsit > Kaunas [5 Army]
          expect 4Pz at Kaunas
          expect 4Pz has 0 fuel, 0 ammo
        """,
        pz(1, 1),
    )
    table.green("armor 4Pz Tilsit > Kaunas [5 Army]\n expect 4Pz at Tilsit", pz(1, 1))


def test_air_support_saves_an_ammo_that_the_army_has(table: Table) -> None:
    table.green("air Soviet [5 Army]\narmor 4Pz Tilsit > Kaunas [5 Army]\n expect 4Pz has 2 fuel, 2 ammo", pz(3, 3))


def test_the_stock_gets_only_the_army_s_own_ammo(table: Table) -> None:
    table.green("air Soviet [5 Army]\narmor 4Pz Tilsit > Kaunas [5 Army]\n expect stock has 2 ammo")


def test_air_support_is_no_fuel(table: Table) -> None:
    table.green("air Soviet [3 Mech Corps]\narmor 4Pz Tilsit > Kaunas [3 Mech Corps]\n expect 4Pz at Tilsit", pz(1, 3))


def test_air_support_may_not_suffice_and_is_spent_all_the_same(table: Table) -> None:
    """The army pays what it can of the rest (2024:840)."""
    table.green(
        """
        air Soviet [6 Mech Corps]
        armor 4Pz Tilsit > Kaunas [6 Mech Corps]
          expect 4Pz at Tilsit
          expect 4Pz has 1 fuel, 0 ammo
          expect gray Air Support spent
        """,
        pz(3, 1),
    )


def test_air_support_on_the_pursuit_deck_helps_against_a_reserve_army(table: Table) -> None:
    table.green(
        """
        air Pursuit [34 Army]
        armor 4Pz Tilsit > Kedainai [34 Army]
          cites 10.air
          expect 4Pz at Kedainai
          expect 4Pz has 2 fuel, 0 ammo
          expect gray Air Support spent
        """,
        pz(3, 0),
    )


def test_air_support_on_the_pursuit_deck_is_spent_by_a_card_without_combat(table: Table) -> None:
    """Once the card is drawn (2024:754)."""
    table.green("air Pursuit [Silberfuchs]\narmor 4Pz Tilsit > Kedainai [Silberfuchs]\n expect gray Air Support spent")


def test_air_support_stays_until_its_own_deck_is_drawn_from(table: Table) -> None:
    """A Soviet card is drawn, the marker on the Pursuit deck stays and does not help."""
    table.green(
        """
        air Pursuit [Mud]
        armor 4Pz Tilsit > Kaunas [5 Army]
          expect gray Air Support on Pursuit deck
          expect 4Pz at Tilsit
        """,
        pz(3, 1),
    )


def test_air_support_helps_only_with_the_card_under_it(table: Table) -> None:
    """The first Soviet card spends the marker; the second combat has no help."""
    table.green(
        """
        air Soviet [5 Army]
        fields 16A Eydtkau > Kaunas [5 Army] and 18A Memel > Siauliai [3 Army]
          expect 16A has 2 ammo
          expect 18A has 1 ammo
        """
    )


def test_air_support_helps_a_field_army(table: Table) -> None:
    table.green("air Soviet [5 Army]\nfields 16A Eydtkau > Kaunas [5 Army]\n expect 16A has 1 fuel, 2 ammo, 2 food")


def test_a_placed_marker_is_not_placed_again(table: Table) -> None:
    table.green("air Soviet [5 Army]\nillegal air Pursuit [Mud]\n because 9.1")


def test_a_spent_marker_is_not_placed_again(table: Table) -> None:
    """Not until after the next Theatre Re-organization (2024:754)."""
    table.green("illegal air Soviet [5 Army]\n because 9.1.again", '[players.gray]\nair = "spent"\n')


def test_a_marker_helps_nobody_but_its_owner_and_is_spent_when_anyone_draws(table: Table) -> None:
    """2024:756."""
    scenario = '[players.white]\nair = "on Soviet deck"\n' + pz(3, 1)
    table.green(
        """
        armor 4Pz Tilsit > Kaunas [5 Army]
          expect 4Pz at Tilsit
          expect white Air Support spent
          expect gray Air Support ready
        """,
        scenario,
    )


def test_several_markers_share_a_soviet_card(table: Table) -> None:
    """2024:756."""
    scenario = '[players.white]\nair = "on Soviet deck"\n[players.brown]\nair = "on Soviet deck"\n' + pz(3, 2)
    table.green(
        """
        air Soviet [6 Mech Corps]
          expect white Air Support on Soviet deck
        armor 4Pz Tilsit > Kaunas [6 Mech Corps]
          expect 4Pz at Kaunas
          expect 4Pz has 1 fuel, 0 ammo
          expect gray Air Support spent
          expect white Air Support spent
          expect brown Air Support spent
        """,
        scenario,
    )


def test_another_player_s_marker_on_its_own_pursuit_deck_is_not_touched(table: Table) -> None:
    table.green(
        "armor 4Pz Tilsit > Kedainai [Silberfuchs]\n expect white Air Support on Pursuit deck",
        '[players.white]\nair = "on Pursuit deck"\n',
    )


def test_air_support_is_not_placed_during_a_move(table: Table) -> None:
    """2024:480."""
    position = table.position()
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Königsberg")))
    assert "7.complete" in position.refusal(a.AirSupport("Soviet"))


def test_the_card_under_air_support_must_be_seen(table: Table) -> None:
    assert "open" in table.unreadable("air Soviet")


def test_recon_and_air_support_see_the_same_card(table: Table) -> None:
    table.green(
        """
        play Recon look Soviet [5 Army]
        illegal air Soviet [3 Army]
          because 4.soviet-deck
        air Soviet [5 Army]
        """,
        '[players.gray]\nholds = ["Recon"]\n',
    )


def test_air_support_is_back_at_once_where_it_is_read_so(table: Table) -> None:
    """Ruling air-return (first:1419-1430 against first:1442)."""
    moves = "air Soviet [5 Army]\narmor 4Pz Tilsit > Kaunas [5 Army]\n expect gray Air Support "
    assert "air-return" in table.green(moves + "spent").rulings
    step = table.green(moves + "ready\nair Pursuit [Mud]", rulings={"air-return": "ready"})
    assert step.state.air[0] == "on Pursuit deck"
