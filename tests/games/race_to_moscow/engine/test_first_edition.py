"""The first edition: what it plays otherwise than the 2024 edition, chapter by chapter."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.engine.encirclement import encircled
from rtm_verify.games.race_to_moscow.supplies import Supplies

from .table import Position, Table

RIGA = '[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Panevezys", "Riga"]\n[armies.4Pz]\nat = "Riga"\n'
NARVA = '[players.gray]\ncontrols = ["Narva"]\nair = "{}"\n[armies.4Pz]\nat = "Narva"\nfuel = 3\nammo = {}\n'


def first(table: Table, scenario: str = "", **rulings: str) -> Position:
    return table.position(scenario, edition="first", **rulings)


def rules_of(position: Position, action: a.Action) -> set[str]:
    return {rule for event in position.step(action).events for rule in event.rules}


def air(position: Position) -> str:
    return position.state.air[0]


# Axis Auxiliaries (first:732, first:889-895)


def test_one_auxiliaries_card_gives_an_action_in_a_turn(table: Table) -> None:
    position = first(table, RIGA.replace("\n[armies", '\nholds = ["Axis Latvians"]\n[armies'))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
    position.do(a.Reveal(position.card("gray", "Axis Estonians")))
    assert position.state.core_left == 2
    position.do(a.EndMove())
    assert position.refusal(a.PlayHeld(position.card("gray", "Axis Latvians"))) >= {"first.5.auxiliaries-once"}
    # It is another turn's card.
    position.state = replace(position.state, auxiliaries_used=0)
    position.do(a.PlayHeld(position.card("gray", "Axis Latvians")))
    assert position.state.core_left == 3


def test_a_second_auxiliaries_card_drawn_in_a_turn_gives_nothing(table: Table) -> None:
    position = first(table, RIGA.replace("\n[armies", '\nholds = ["Axis Latvians"]\n[armies'))
    position.do(a.PlayHeld(position.card("gray", "Axis Latvians")), a.Activate(position.army("4Pz")))
    position.do(a.Enter(position.area("Jekelopils")))
    assert "first.5.auxiliaries-once" in rules_of(position, a.Reveal(position.card("gray", "Axis Estonians")))
    assert position.state.core_left == 2
    assert position.controls("gray", "Jekelopils")


def test_the_limit_ends_with_the_turn(table: Table) -> None:
    position = first(table, '[players.gray]\nholds = ["Axis Latvians"]\n')
    position.do(a.PlayHeld(position.card("gray", "Axis Latvians")), a.AdvanceRailhead(-1))
    while position.state.active == 0:
        position.do(position.ruleset.legal(position.state)[0])
    assert position.state.auxiliaries_used == 0


def test_in_2024_every_auxiliaries_card_gives_an_action(table: Table) -> None:
    position = table.position(RIGA.replace("\n[armies", '\nholds = ["Axis Latvians"]\n[armies'))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
    position.do(a.Reveal(position.card("gray", "Axis Estonians")), a.EndMove())
    position.do(a.PlayHeld(position.card("gray", "Axis Latvians")))
    assert position.state.core_left == 3


def test_a_card_with_the_hand_symbol_waits_for_the_end_of_the_movement(table: Table) -> None:
    position = first(table, RIGA)
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
    position.do(a.Reveal(position.card("gray", "Axis Latvians")))
    assert position.refusal(a.UseNow()) >= {"7.complete"}
    position.do(a.Hold())
    assert position.refusal(a.PlayHeld(position.card("gray", "Axis Latvians"))) >= {"7.complete"}
    position.do(a.EndMove())
    step = position.step(a.PlayHeld(position.card("gray", "Axis Latvians")))
    assert step.rulings == ("held-card-turn",)
    assert position.state.core_left == 2


@pytest.mark.parametrize(("edition", "usable"), [("2024", True), ("first", False)])
def test_whether_a_drawn_recon_is_used_on_the_move(table: Table, edition: str, usable: bool) -> None:
    position = table.position(RIGA, edition=edition)
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
    position.do(a.Reveal(position.card("gray", "Recon")))
    assert (a.UseNow() in position.ruleset.legal(position.state)) is usable


# Chains over sea (first:1131-1132, first:1181)


def cut_off(position: Position, player: int, controlled: list[str], fleet: str = "Danzig Bay") -> set[str]:
    """The areas that are encircled if a player controls these, and the fleet is there."""
    material = position.ruleset.material
    mask = material.board.mask(controlled)
    control = tuple(mask if owner == player else 0 for owner in range(3))
    sea = material.board.sea_names[fleet]
    state = replace(position.state, control=control, soviet=position.state.soviet & ~mask, fleet=sea)
    return set(material.board.names(encircled(material, state)))


COURLAND = ["Kaunas", "Kedainai", "Panevezys", "Riga"]
POCKET = {"Siauliai", "Liepaja", "Ventspils"}


@pytest.mark.parametrize(
    ("fleet", "in_2024", "in_first"),
    [
        ("Danzig Bay", set(), set()),
        ("Courland Coast", POCKET, POCKET),
        ("Gulf of Riga", set(), POCKET),
        # Pärnu, on the Gulf of Riga, is free, and from there land leads to Leningrad.
        ("Gulf of Finland", set(), set()),
    ],
)
def test_the_fleet_blocks_every_chain_through_its_sea_area(
    table: Table, fleet: str, in_2024: set[str], in_first: set[str]
) -> None:
    assert cut_off(table.position(), 0, COURLAND, fleet) == in_2024
    assert cut_off(first(table), 0, COURLAND, fleet) == in_first


def test_without_another_free_harbor_the_fleet_before_leningrad_cuts_courland_off(table: Table) -> None:
    coast = [*COURLAND, "Pärnu"]
    assert cut_off(first(table), 0, coast, "Gulf of Riga") == POCKET
    assert cut_off(first(table), 0, coast, "Gulf of Finland") == POCKET
    assert cut_off(first(table), 0, coast, "Danzig Bay") == set()
    assert cut_off(table.position(), 0, coast, "Gulf of Finland") == set()


ODESSA = ["Kishinev", "Uman", "Kirovograd", "Melitopol", "Perekop"]


def test_a_chain_runs_over_the_black_sea_too(table: Table) -> None:
    assert cut_off(table.position(), 2, ODESSA) >= {"Odessa", "Nikolaev"}
    assert cut_off(first(table), 2, ODESSA) == set()


def test_a_sea_chain_needs_a_free_harbor_at_its_other_end(table: Table) -> None:
    closed = [*ODESSA, "Sevastopol", "Kerch", "Mariupol"]
    assert cut_off(first(table), 2, closed) == {"Odessa", "Nikolaev"}
    assert cut_off(first(table), 2, [*ODESSA, "Sevastopol", "Kerch"]) == set()
    # Rostov is no harbor: an area with a harbor beside it is needed, and that must be free.
    assert cut_off(first(table), 2, [*ODESSA, "Mariupol", "Kerch"]) == {"Odessa", "Nikolaev", "Sevastopol"}


def test_the_baltic_and_the_black_sea_do_not_meet(table: Table) -> None:
    position = first(table)
    board = position.ruleset.material.board
    liepaja, odessa = board.area_names["Liepaja"], board.area_names["Odessa"]
    for links in board.sea_links:
        assert not links[liepaja] >> odessa & 1


def test_an_area_is_encircled_as_soon_as_the_marker_is_placed(table: Table) -> None:
    """first:1135; in 2024 when the movement has ended."""
    scenario = 'fleet = "Courland Coast"\n' + RIGA.replace(', "Riga"', "").replace('at = "Riga"', 'at = "Panevezys"')
    fallen = {}
    for edition in ("2024", "first"):
        position = table.position(scenario, edition=edition)
        position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Riga")))
        position.do(a.Reveal(position.card("gray", "Silberfuchs")))
        assert position.state.moving is not None
        fallen[edition] = position.controls("gray", "Siauliai"), position.state.encircled[0]
        position.do(a.EndMove())
        assert position.controls("gray", "Siauliai")
        assert position.state.encircled[0] == 2
    assert fallen == {"2024": (False, 0), "first": (True, 2)}


# Air Support (first:1411-1414)


def test_air_support_pays_for_a_fortification_and_then_not_for_the_combat(table: Table) -> None:
    position = first(table, NARVA.format("on Pursuit deck", 1))
    position.do(a.Activate(position.army("4Pz")))
    assert rules_of(position, a.Enter(position.area("Luga"))) >= {"first.15.fort", "8.fort.bunker"}
    assert position.load("4Pz") == Supplies(fuel=2, ammo=1)
    assert not position.state.bunkers >> position.area("Luga") & 1
    rules = rules_of(position, a.Reveal(position.card("gray", "34 Army")))
    assert "10.air" not in rules
    assert position.load("4Pz") == Supplies(fuel=2)
    assert position.controls("gray", "Luga")
    assert air(position) == "spent"


def test_air_support_opens_a_fortified_area_to_an_army_without_ammo(table: Table) -> None:
    position = first(table, NARVA.format("on Pursuit deck", 0))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Luga")))
    position.do(a.Reveal(position.card("gray", "Silberfuchs")))
    assert position.controls("gray", "Luga")
    assert position.load("4Pz") == Supplies(fuel=2)
    assert air(position) == "spent"


def test_air_support_on_the_other_deck_does_not_pay_for_the_fortification(table: Table) -> None:
    position = first(table, NARVA.format("on Soviet deck", 0))
    position.do(a.Activate(position.army("4Pz")))
    assert position.refusal(a.Enter(position.area("Luga"))) >= {"8.fort.cannot", "8.fort.pay"}
    position = first(table, NARVA.format("on Soviet deck", 2))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Leningrad")))
    assert position.load("4Pz").ammo == 2  # there a Soviet card is drawn
    position.do(a.Reveal(position.card("soviet", "3 Army")))
    assert position.load("4Pz").ammo == 0
    assert position.controls("gray", "Leningrad")


def test_in_2024_air_support_helps_in_combat_only(table: Table) -> None:
    position = table.position(NARVA.format("on Pursuit deck", 1))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Luga")))
    assert position.load("4Pz").ammo == 0
    assert "10.air" in rules_of(position, a.Reveal(position.card("gray", "34 Army")))
    assert position.controls("gray", "Luga")


def test_with_pionieren_air_support_is_left_for_the_combat(table: Table) -> None:
    position = first(table, NARVA.format("on Pursuit deck", 0))
    position.give("gray", "Pionieren")
    position.do(a.Activate(position.army("4Pz")), position.okh("Pionieren"), a.Enter(position.area("Luga")))
    assert "10.air" in rules_of(position, a.Reveal(position.card("gray", "34 Army")))
    assert position.controls("gray", "Luga")


def test_without_a_fortification_air_support_helps_in_combat(table: Table) -> None:
    position = first(table, "[armies.4Pz]\nfuel = 3\nammo = 1\n")
    position.state = replace(position.state, air=("on Soviet deck", "ready", "ready"))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kaunas")))
    assert "10.air" in rules_of(position, a.Reveal(position.card("soviet", "3 Army")))
    assert position.controls("gray", "Kaunas")


def test_air_support_over_a_marker_pays_for_a_fortification_with_a_soviet_player(table: Table) -> None:
    scenario = '[players.gray]\ncontrols = ["Narva"]\n[armies.4Pz]\nat = "Narva"\nfuel = 3\nammo = 2\n'
    position = table.position(scenario, edition="first", variants=["soviet-player"])
    position.do(a.AirSupportOver(position.area("Leningrad")), a.ShowSide("infantry"))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Leningrad")))
    assert position.load("4Pz").ammo == 2
    position.do(a.Reveal(position.card("soviet", "3 Army")))
    assert position.load("4Pz").ammo == 0
    assert position.controls("gray", "Leningrad")
    assert air(position) == "spent"


# Fortified areas (first:420, first:897-899)

LOST = NARVA.replace('air = "{}"\n', "") + "[areas.Luga]\nbunker = false\n"


@pytest.mark.parametrize(("reading", "ammo"), [("open", 2), ("pays-again", 1)])
@pytest.mark.parametrize("edition", ["2024", "first"])
def test_whether_a_fortified_area_without_its_bunker_costs_ammo(
    table: Table, edition: str, reading: str, ammo: int
) -> None:
    position = table.position(LOST.format(2), edition=edition, **{"lost-fort": reading})
    position.do(a.Activate(position.army("4Pz")))
    step = position.step(a.Enter(position.area("Luga")))
    assert "lost-fort" in step.rulings
    assert position.load("4Pz").ammo == ammo


def test_the_first_edition_asks_for_the_ammo_again_and_2024_does_not(table: Table) -> None:
    position = first(table, LOST.format(0))
    position.do(a.Activate(position.army("4Pz")))
    assert position.refusal(a.Enter(position.area("Luga"))) >= {"8.fort.cannot", "first.7.fort"}
    position = table.position(LOST.format(0))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Luga")))
    assert position.load("4Pz") == Supplies(fuel=2)


def test_ones_own_fortified_area_costs_nothing_in_either_edition(table: Table) -> None:
    scenario = '[players.gray]\ncontrols = ["Narva", "Luga"]\n[armies.4Pz]\nat = "Narva"\nfuel = 3\n'
    for edition in ("2024", "first"):
        position = table.position(scenario, edition=edition)
        position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Luga")))
        assert position.load("4Pz") == Supplies(fuel=2)


def test_pionieren_break_into_a_lost_fort_too(table: Table) -> None:
    position = first(table, LOST.format(0))
    position.give("gray", "Pionieren")
    position.do(a.Activate(position.army("4Pz")), position.okh("Pionieren"), a.Enter(position.area("Luga")))
    assert position.load("4Pz") == Supplies(fuel=2)


# Supplies between card and area (first:886, first:1267-1271)


def test_supplies_pass_between_card_and_area_at_any_time(table: Table) -> None:
    scenario = RIGA + "ammo = 1\n[areas.Riga]\nfuel = 1\n"
    position = first(table, scenario)
    position.do(a.Load(position.army("4Pz"), Supplies(fuel=1)))
    assert position.state.core_left == 2
    assert position.load("4Pz") == Supplies(fuel=1, ammo=1)
    position.do(a.Activate(position.army("4Pz")))
    position = table.position(scenario)
    assert position.refusal(a.Load(position.army("4Pz"), Supplies(fuel=1))) >= {"8.carry.pick-up"}


# Medal cards and Partisans (first:875, first:1016)


def test_a_medal_card_may_be_left_unused(table: Table) -> None:
    for edition, declinable in (("2024", False), ("first", True)):
        position = table.position(RIGA, edition=edition)
        position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
        position.do(a.Reveal(position.card("gray", "Führerbefehl")))
        assert (a.Decline() in position.ruleset.legal(position.state)) is declinable


def test_alone_partisans_strike_ones_own_track(table: Table) -> None:
    scenario = RIGA + "[areas.Kaunas]\ntrack = true\n"
    position = table.position(scenario, edition="first", order=["gray"])
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
    position.do(a.Reveal(position.card("gray", "Partisans")))
    assert "first.7.partisans-solo" in rules_of(position, a.FlipTrack(position.area("Kaunas")))
    assert position.state.track == 0
