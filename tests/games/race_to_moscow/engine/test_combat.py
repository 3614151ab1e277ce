"""10 Combat (2024:812-855; aid:213-233)."""

from __future__ import annotations

import pytest

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.kernel.bits import members

from .table import Table

KINDS = {"5 Army": (0, 2), "3 Mech Corps": (1, 2), "6 Mech Corps": (1, 3)}


def pz(fuel: int, ammo: int) -> str:
    return f"[armies.4Pz]\nfuel = {fuel}\nammo = {ammo}\n[armies.2Pz]\nammo = 0\n"


# Winning


@pytest.mark.parametrize("card", KINDS)
def test_a_unit_costs_exactly_what_its_card_says(table: Table, card: str) -> None:
    """2024:816-820; 1 more fuel is paid for the movement."""
    fuel, ammo = KINDS[card]
    table.green(
        f"""
        armor 4Pz Tilsit > Kaunas [{card}]
          cites 10.win.pay 10.win.marker 10.win.soviet 10.win.card
          expect 4Pz at Kaunas
          expect 4Pz has {2 - fuel} fuel, {3 - ammo} ammo
          expect Kaunas controlled by gray
          expect Kaunas has no Soviet marker, no track
          expect gray defeated {card}
          expect pool has 7 Soviet markers
          expect Soviet deck has 32 cards
        """,
        pz(3, 3),
    )


def test_a_shock_army_costs_three_ammo(table: Table) -> None:
    """aid:229; a blue card, so that the green ones must be gone."""
    green = ", ".join(f'"{n} Army"' for n in (3, 5, 8, 10, 12, 13, 19, 20, 21, 22, 26, 27, 37))
    green += ", " + ", ".join(f'"{n} Mech Corps"' for n in (3, 6, 8, 12, 14, 15, 16, 22))
    table.green(
        "armor 4Pz Tilsit > Kaunas [3 Shock Army]\n expect 4Pz has 2 fuel, 0 ammo\n expect gray defeated 3 Shock Army",
        f"[players.white]\ndefeated = [{green}]\n" + pz(3, 3),
    )


def test_a_reserve_army_of_the_pursuit_deck_costs_one_ammo_and_its_card_is_won(table: Table) -> None:
    """2024:822, 2024:828-830, aid:169."""
    position = table.position(pz(1, 1))
    card = position.card("gray", "34 Army")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")), a.Reveal(card))
    assert position.state.trophies[0] == 1 << card
    assert position.state.discards[0] == 0
    assert position.state.loads[position.army("4Pz")].total == 0
    assert position.state.soviet_deck.size == 33


@pytest.mark.parametrize("card", KINDS)
def test_one_supply_short_of_the_requirement_is_a_defeat(table: Table, card: str) -> None:
    fuel, ammo = KINDS[card]
    table.green(f"armor 4Pz Tilsit > Kaunas [{card}]\n expect 4Pz at Tilsit", pz(1 + fuel, ammo - 1))
    table.green(f"armor 4Pz Tilsit > Kaunas [{card}]\n expect 4Pz at Kaunas", pz(1 + fuel, ammo))
    if fuel:
        table.green(f"armor 4Pz Tilsit > Kaunas [{card}]\n expect 4Pz at Tilsit", pz(fuel, ammo))


def test_the_fuel_of_a_combat_is_what_the_movement_left(table: Table) -> None:
    """1 fuel moves the army, none is left for the corps."""
    table.green(
        "armor 4Pz Tilsit > Kaunas [3 Mech Corps]\n expect 4Pz at Tilsit\n expect 4Pz has 0 fuel, 1 ammo", pz(1, 3)
    )


def test_food_and_supplies_in_an_area_do_not_fight(table: Table) -> None:
    """Supplies are spent from the army card (2024:814)."""
    scenario = "[armies.16A]\nfuel = 1\nammo = 0\nfood = 3\n[areas.Eydtkau]\nammo = 3\n"
    table.green("fields 16A Eydtkau > Kaunas [5 Army]\n expect 16A at Eydtkau\n expect Eydtkau has 3 ammo", scenario)


def test_a_field_army_fights_with_the_fuel_on_its_card(table: Table) -> None:
    """2024:169: fuel is sometimes used during combat; a field army starts with 1."""
    table.green(
        "fields 16A Eydtkau > Kaunas [3 Mech Corps]\n expect 16A at Kaunas\n expect 16A has 0 fuel, 1 ammo, 2 food"
    )


def test_spent_supplies_go_to_the_stock(table: Table) -> None:
    """2024:503."""
    table.green("armor 4Pz Tilsit > Kaunas [3 Mech Corps]\n expect stock has 3 fuel, 3 ammo, 1 food")


def test_a_combat_is_fought_if_it_can_be_won(table: Table) -> None:
    """Must resolve (2024:814): there is no choice after the draw."""
    position = table.position()
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kaunas")))
    position.do(a.Reveal(position.card("soviet", "5 Army")))
    assert position.state.pending is None


# Losing


@pytest.mark.parametrize(
    ("card", "fuel", "ammo", "left"),
    [
        ("5 Army", 3, 1, "2 fuel, 0 ammo"),
        ("5 Army", 3, 0, "2 fuel, 0 ammo"),
        ("3 Mech Corps", 2, 1, "0 fuel, 0 ammo"),
        ("3 Mech Corps", 3, 0, "1 fuel, 0 ammo"),
        ("3 Mech Corps", 1, 5, "0 fuel, 3 ammo"),
        ("6 Mech Corps", 4, 2, "2 fuel, 0 ammo"),
    ],
)
def test_a_defeated_army_pays_as_much_of_the_requirement_as_it_can(
    table: Table, card: str, fuel: int, ammo: int, left: str
) -> None:
    """2024:840: ammo and fuel as far as they meet the requirement, and no more."""
    scenario = pz(fuel, ammo) + "[armies.3Pz]\nfuel = 0\nammo = 0\n"
    table.green(f"armor 4Pz Tilsit > Kaunas [{card}]\n cites 10.lose.retreat\n expect 4Pz has {left}", scenario)


def test_a_defeated_army_returns_to_the_area_it_entered_from(table: Table) -> None:
    """2024:841. It came from Tilsit by way of Kedainai."""
    table.green(
        """
        armor 4Pz Tilsit > Kedainai [Silberfuchs] > Kaunas [6 Mech Corps]
          cites 10.lose.retreat
          expect 4Pz at Kedainai
          expect Kedainai controlled by gray
          expect Kaunas uncontrolled
          expect Kaunas has a Soviet marker
          expect pool has 6 Soviet markers
        """,
        pz(3, 1),
    )


def test_a_field_army_defeated_on_its_march_returns_to_its_first_area(table: Table) -> None:
    scenario = '[players.gray]\ncontrols = ["Panevezys", "Riga"]\n[armies.16A]\nat = "Panevezys"\nammo = 0\nfood = 2\n'
    table.green(
        """
        fields 16A Panevezys > Riga pay 1 food > Siauliai [5 Army]
          expect 16A at Riga
          expect 16A has 1 food
        """,
        scenario,
    )


def test_a_defeat_ends_the_movement(table: Table) -> None:
    """2024:841: no fuel takes the army on."""
    table.green(
        """
        illegal armor 4Pz Tilsit > Kaunas [6 Mech Corps] > Kedainai
          because 10.lose.end
        illegal armor 4Pz Tilsit > Kaunas [6 Mech Corps] pay 1 fuel > Kedainai
          because 10.lose.end
        """,
        pz(5, 1) + "[armies.3Pz]\nfuel = 0\nammo = 3\n",
    )


def test_a_defeat_against_a_pursuit_card_ends_the_movement_too(table: Table) -> None:
    table.green(
        """
        illegal armor 4Pz Tilsit > Kedainai [34 Army] pay 1 fuel > Kaunas
          because 10.lose.end
        armor 4Pz Tilsit > Kedainai [34 Army]
          cites 10.lose.shuffle
          expect 4Pz at Tilsit
          expect Kedainai uncontrolled
          expect gray Pursuit deck has 18 cards
          expect gray has 0 defeated cards
        """,
        pz(3, 0),
    )


def test_a_defeated_field_army_makes_no_forced_march(table: Table) -> None:
    scenario = "[armies.16A]\nammo = 0\nfood = 2\n"
    table.green("illegal fields 16A Eydtkau > Kaunas [5 Army] pay 1 food > Tilsit\n because 10.lose.end", scenario)


def test_after_a_defeat_the_other_field_armies_still_move(table: Table) -> None:
    """Only the army's own movement has ended."""
    scenario = "[armies.16A]\nammo = 0\nfood = 2\n"
    table.green(
        """
        fields 16A Eydtkau > Kaunas [5 Army] and 18A Memel > Siauliai [3 Army]
          expect 16A at Eydtkau
          expect 18A at Siauliai
          expect gray has 1 core action
        """,
        scenario,
    )


def test_an_undefeated_unit_is_shuffled_back_and_mixes_green_and_blue(table: Table) -> None:
    """2024:842-844."""
    position = table.position("[armies.4Pz]\nfuel = 3\nammo = 0\n")
    cards = position.ruleset.material.cards
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kaunas")))
    assert position.state.soviet_deck.candidates() == cards.green
    position.do(a.Reveal(position.card("soviet", "5 Army")), a.EndMove())
    assert position.state.soviet_deck.size == 33
    assert position.state.soviet_deck.candidates() == cards.soviet
    assert position.state.trophies == (0, 0, 0)


def test_after_a_defeat_a_blue_card_or_the_same_card_may_come(table: Table) -> None:
    for card in ("30 Army", "5 Army"):
        table.green(
            f"""
            armor 4Pz Tilsit > Kaunas [5 Army]
            fields 16A Eydtkau > Kaunas [{card}]
              expect gray defeated {card}
            """,
            "[armies.4Pz]\nfuel = 3\nammo = 0\n",
        )


def test_cards_that_players_have_stay_out_of_the_shuffled_deck(table: Table) -> None:
    position = table.position('[players.white]\ndefeated = ["3 Army"]\n[armies.4Pz]\nfuel = 3\nammo = 0\n')
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kaunas")))
    position.do(a.Reveal(position.card("soviet", "5 Army")))
    assert position.card("soviet", "3 Army") not in members(position.state.soviet_deck.candidates())
    assert position.state.soviet_deck.size == 32


def test_a_lost_pursuit_card_is_shuffled_into_the_deck_and_not_the_discards(table: Table) -> None:
    """Into the deck from which it was drawn (2024:842); the discard pile stays a discard pile."""
    position = table.position("[armies.4Pz]\nfuel = 3\nammo = 0\n")
    silver, army = position.card("gray", "Silberfuchs"), position.card("gray", "34 Army")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")), a.Reveal(silver))
    position.do(a.Enter(position.area("Panevezys")), a.Reveal(army), a.EndMove())
    assert position.state.discards[0] == 1 << silver
    assert position.state.pursuit[0].size == 17
    assert army in members(position.state.pursuit[0].candidates())


def test_the_defeat_leaves_a_medal_and_a_bunker_less_area(table: Table) -> None:
    """Pskov: fort, Soviet marker and medal. The ammo for the fort is gone, the rest stays (2024:566, 2024:840)."""
    scenario = '[players.gray]\ncontrols = ["Jekelopils"]\n[armies.4Pz]\nat = "Jekelopils"\nfuel = 3\nammo = 1\n'
    table.green(
        """
        armor 4Pz Jekelopils > Pskov [5 Army]
          expect 4Pz at Jekelopils
          expect 4Pz has 2 fuel, 0 ammo
          expect Pskov has no bunker, a Soviet marker, 1 medal
          expect Pskov uncontrolled
        """,
        scenario,
    )
