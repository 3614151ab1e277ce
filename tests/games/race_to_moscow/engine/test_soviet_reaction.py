"""12 Soviet Reaction (2024:869-923, first:1520-1574), 13.3 Abwehr, and what is lost with an area (chapter 8)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.encirclement import encircled
from rtm_verify.games.race_to_moscow.engine.reaction_targets import (
    Targets,
    adjacency,
    attackable,
    choice,
    free_reaction,
    free_targets,
    placeable,
    why_no_attack,
    why_no_marker,
)
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members

from .table import Position, Table, rules_of

REACTION = 'phase = "reaction"\n'

# E21: White's 9 Army stands beside Velikiye Luki, the grounded 4 Army beside Borisov, and nobody beside Orsha.
ORSHA = (
    REACTION
    + """
[players.white]
controls = ["Vilnius", "Polotsk", "Velikiye Luki", "Minsk", "Borisov", "Orsha"]
[armies.9A]
at = "Polotsk"
[armies.4A]
at = "Minsk"
halt = true
"""
)

# White's only way to the army in Roslavl: Grodno, Baranovichi, Slutsk, Bobruisk, Mogilev. Volkovysk lies beside it.
ROSLAVL = """
[players.white]
controls = ["Grodno", "Volkovysk", "Baranovichi", "Slutsk", "Bobruisk", "Mogilev", "Roslavl"]
[armies.2Pz]
at = "Roslavl"
"""

# Volkovysk borders nothing but areas of White; Baranovichi borders Minsk and Bereza.
POCKET = '[players.white]\ncontrols = ["Grodno", "Bialystok", "Volkovysk", "Baranovichi"]\n'


def areas(position: Position, mask: int) -> set[str]:
    """The names of a mask's areas."""
    return set(position.ruleset.material.board.names(mask))


def asked(position: Position) -> tuple[set[str], set[str]]:
    """What the reaction asks for: areas to attack, areas to place a marker in; judge and list agree with it."""
    found = choice(position.ruleset.material, position.state)
    legal = position.ruleset.legal(position.state)
    assert {action.area for action in legal if isinstance(action, a.CounterAttack)} == set(members(found.attacks))
    assert {action.area for action in legal if isinstance(action, a.PlaceSoviet)} == set(members(found.places))
    return areas(position, found.attacks), areas(position, found.places)


def attack(position: Position, area: str) -> a.CounterAttack:
    return a.CounterAttack(position.area(area))


def place(position: Position, area: str) -> a.PlaceSoviet:
    return a.PlaceSoviet(position.area(area))


def named(position: Position, action: a.Action) -> set[str]:
    """The rulings that a step, or a refusal, names."""
    violations = position.ruleset.judge(position.state, action)
    if violations:
        return {name for violation in violations for name in violation.rulings}
    return set(position.ruleset.apply(position.state, action).rulings)


# The counter-attack rules


def test_orsha_is_open_to_a_counter_attack_and_its_neighbours_are_not(table: Table) -> None:
    """E21 (2024:910-912)."""
    step = table.green(
        """
        illegal reaction attack Velikiye Luki
          because 12.attack.army 12.attack.protect
        illegal reaction attack Borisov
          because 12.attack.army 12.attack.grounded
        reaction attack Orsha
          cites 12.attack.remove 12.instructions 12.order 12.basic-once 12.basic-others 6.order
          expect Orsha uncontrolled
          expect Borisov controlled by white
          expect pool has 7 Soviet markers
          expect white active
        """,
        ORSHA,
    )
    assert not step.violations


def test_an_army_protects_the_area_it_stands_in(table: Table) -> None:
    """2024:900-903; no counter-attack strikes an army."""
    step = table.green("illegal reaction attack Minsk\n because 12.attack.army", ORSHA)
    assert {name for violation in step.violations for name in violation.blockers} == {"4A", "9A"}


@pytest.mark.parametrize("halt", ["false", "true"])
def test_an_army_protects_markers_of_other_players(table: Table, halt: str) -> None:
    """2024:910: in Brown's reaction White's 9 Army in Vitebsk protects Gray's Polotsk, over a line of White's alone."""
    scenario = REACTION + '[players.gray]\ncontrols = ["Polotsk"]\n[players.white]\ncontrols = ["Vitebsk"]\n'
    army = f'[armies.9A]\nat = "Vitebsk"\nhalt = {halt}\n'
    step = table.green("illegal reaction attack Polotsk\n because 12.attack.army", scenario + army, first="brown")
    assert ("12.attack.grounded" in rules_of(step)) is (halt == "true")
    table.green("reaction attack Polotsk\n expect Polotsk uncontrolled", scenario, first="brown")


def test_an_army_protects_over_a_red_line(table: Table) -> None:
    """2024:406: red connections count in the Soviet Reaction. Rovno and Pinsk are joined by one."""
    scenario = (
        REACTION + '[players.brown]\ncontrols = ["Rovno"]\n[players.white]\ncontrols = ["Pinsk"]\n[armies.2Pz]\nat = '
    )
    table.green("illegal reaction attack Rovno\n because 12.attack.army", scenario + '"Pinsk"\n')
    table.green("reaction attack Rovno\n expect Rovno uncontrolled", scenario + '"Warschau"\n')


def test_a_starting_area_protects_its_neighbours(table: Table) -> None:
    """2024:900-902: 9 Army has left Lomza and 3 Panzergruppe Suwalki, the starting areas protect all the same."""
    scenario = (
        REACTION + '[players.white]\ncontrols = ["Grodno", "Bialystok", "Orsha", "Mogilev"]\n'
        '[armies.9A]\nat = "Orsha"\n[armies.3Pz]\nat = "Mogilev"\n'
    )
    for area in ("Grodno", "Bialystok"):
        step = table.green(f"illegal reaction attack {area}\n because 12.attack.start", scenario)
        assert rules_of(step) == {"12.attack.start"}


def test_the_starting_area_of_an_absent_player_protects_too(table: Table) -> None:
    """2024:902: a starting area, whosever it is. Suwalki is White's, who does not play; Vilnius is Gray's."""
    position = table.position(REACTION + '[players.gray]\ncontrols = ["Vilnius", "Polotsk"]\n', order=("brown", "gray"))
    assert asked(position)[0] == {"Polotsk"}
    assert position.refusal(attack(position, "Vilnius")) == {"12.attack.start"}


def test_an_area_that_borders_only_controlled_areas_is_safe(table: Table) -> None:
    """2024:904."""
    step = table.green("illegal reaction attack Volkovysk\n because 12.attack.adjacent", REACTION + POCKET)
    assert rules_of(step) == {"12.attack.adjacent", "12.attack.arrows"}
    table.green("reaction attack Baranovichi\n expect Baranovichi uncontrolled", REACTION + POCKET)


def test_a_counter_attack_comes_over_a_red_line_too(table: Table) -> None:
    """2024:904, 2024:406: Rovno's only uncontrolled neighbour is Pinsk, and the line to it is red."""
    controls = '"Kovel", "Rovno", "Brody", "Proskurov", "Zhitomir"'
    scenario = REACTION + f"[players.brown]\ncontrols = [{controls}]\n"
    table.green("reaction attack Rovno\n expect Rovno uncontrolled", scenario)
    pinsk = scenario + '[players.white]\ncontrols = ["Pinsk"]\n'
    step = table.green("illegal reaction attack Rovno\n because 12.attack.adjacent", pinsk)
    assert rules_of(step) == {"12.attack.adjacent", "12.attack.arrows"}


@pytest.mark.parametrize("area", ["Smolensk", "Gomel", "Warschau"])
def test_only_a_control_marker_is_attacked(table: Table, area: str) -> None:
    """2024:897: not a Soviet area, not an empty one, not a printed symbol."""
    table.green(f"illegal reaction attack {area}\n because 12.attack.remove", ORSHA)


def test_every_reason_is_named_at_once(table: Table) -> None:
    scenario = REACTION + '[players.gray]\ncontrols = ["Kaunas", "Kedainai"]\n'
    step = table.green("illegal reaction attack Kedainai\n because 12.attack.start 12.attack.army", scenario)
    assert {"12.basic-others", "12.attack.target", "12.attack.start", "12.attack.army"} <= rules_of(step)
    assert all(violation.facts for violation in step.violations)


# What is lost with the area


LOSSES = (
    REACTION
    + """
train_lines = [["Minsk", "Borisov"]]
[players.white]
controls = ["Minsk", "Borisov", "Orsha", "Smolensk"]
truck_lines = [["Minsk", "Borisov"]]
[armies.16A]
ammo = 1
[areas.Warschau]
food = 1
[areas.Minsk]
track = true
fuel = 2
food = 1
"""
)


def test_supplies_track_and_medal_are_lost_and_vehicles_remain(table: Table) -> None:
    """2024:572, 2024:668, 2024:693, 2024:897, 3.2.track."""
    position = table.position(LOSSES)
    before, minsk = position.state, position.area("Minsk")
    position.do(attack(position, "Minsk"))
    after = position.state
    assert after.control[1] == before.control[1] & ~(1 << minsk)
    assert not after.track >> minsk & 1
    assert after.depots[minsk] == Supplies()
    assert after.stock == before.stock + Supplies(fuel=2, food=1)
    assert (before.medals_held[1], after.medals_held[1]) == (3, 2)
    assert after.medals_left == before.medals_left + 1
    assert after.medals[minsk] == 0
    assert (after.trucks, after.trains) == (before.trucks, before.trains)
    assert after.trains.bit_count() == after.trucks[1].bit_count() == 1
    assert not (after.soviet | after.bunkers) >> minsk & 1
    assert after.pool == before.pool
    events = position.ruleset.apply(before, attack(position, "Minsk")).events
    assert {rule for event in events for rule in event.rules} >= {"8.medal.lost", "8.limits.lost", "8.5.remain"}


def test_the_first_edition_lets_the_medal_stay_with_the_player(table: Table) -> None:
    """first:1538-1542 says nothing of medals (D8)."""
    position = table.position(LOSSES, edition="first")
    position.do(attack(position, "Minsk"))
    assert position.state.medals_held[1] == 3


def test_nobody_returns_a_medal_that_is_not_there(table: Table) -> None:
    """2024:572, of a player whose last medal was spent or moved."""
    scenario = LOSSES.replace("[players.white]\n", "[players.white]\nmedals = 0\n")
    position = table.position(scenario)
    left = position.state.medals_left
    position.do(attack(position, "Minsk"))
    assert (position.state.medals_held[1], position.state.medals_left) == (0, left)


def test_an_area_without_a_printed_medal_costs_none(table: Table) -> None:
    position = table.position(ORSHA)
    held = position.state.medals_held
    position.do(attack(position, "Orsha"))
    assert position.state.medals_held == held


@pytest.mark.parametrize(("reading", "held"), [("one", 2), ("taken", 1)])
def test_how_many_medals_kiev_costs(table: Table, reading: str, held: int) -> None:
    """Ruling lost-medal-number: Brown has one of the set-up and two of Kiev."""
    scenario = REACTION + '[players.brown]\ncontrols = ["Kiev"]\n'
    position = table.position(scenario, **{"lost-medal-number": reading})
    assert position.state.medals_held[2] == 3
    assert "lost-medal-number" in named(position, attack(position, "Kiev"))
    position.do(attack(position, "Kiev"))
    assert position.state.medals_held[2] == held


def test_an_area_that_brought_no_medal_costs_none_when_it_is_lost(table: Table) -> None:
    """2024:572 speaks of the medal that was taken there: an area taken again without one owes nothing."""
    scenario = REACTION + '[players.brown]\ncontrols = ["Kiev"]\n'
    position = table.position(scenario)
    kiev = position.area("Kiev")
    position.do(attack(position, "Kiev"))
    held = position.state.medals_held
    assert position.state.rewards[kiev] == 0
    again = (*position.state.control[:2], position.state.control[2] | 1 << kiev)
    position.state = replace(
        position.state, control=again, soviet=position.state.soviet & ~(1 << kiev), phase="reaction"
    )
    position.state = replace(position.state, active=0)
    position.do(attack(position, "Kiev"))
    assert position.state.medals_held == held


def test_more_medals_than_a_player_has_are_not_returned(table: Table) -> None:
    scenario = REACTION + '[players.brown]\ncontrols = ["Kiev"]\nmedals = 1\n'
    position = table.position(scenario, **{"lost-medal-number": "taken"})
    position.do(attack(position, "Kiev"))
    assert position.state.medals_held[2] == 0


@pytest.mark.parametrize(
    ("edition", "pins", "ammo"),
    [
        ("2024", {}, 3),
        ("2024", {"lost-fort": "pays-again"}, 2),
        ("first", {}, 2),
        ("first", {"lost-fort": "open"}, 3),
    ],
)
def test_whether_a_lost_fortified_area_costs_ammo_again(
    table: Table, edition: str, pins: dict[str, str], ammo: int
) -> None:
    """8.fort.permanent (2024:566), first:897-899; ruling lost-fort. Gray's reaction takes White's Minsk."""
    scenario = REACTION + '[players.white]\ncontrols = ["Minsk", "Slutsk", "Bobruisk"]\n[armies.2Pz]\nat = "Bobruisk"\n'
    position = table.position(scenario, first="gray", edition=edition, **pins)
    army, minsk = position.army("2Pz"), position.area("Minsk")
    position.do(attack(position, "Minsk"))
    assert position.state.active == PLAYERS.index("white")
    position.do(a.Activate(army), a.Enter(position.area("Slutsk")))
    assert "lost-fort" in named(position, a.Enter(minsk))
    position.do(a.Enter(minsk))
    assert position.state.loads[army].ammo == ammo


def test_released_tokens_replace_the_cards_that_stood_in_for_them(table: Table) -> None:
    """8.common.replacement-end: the fuel that comes back from Minsk pays out a Captured Supplies card."""
    position = table.position(LOSSES)
    names = position.ruleset.material.cards.names("gray")
    card = next(
        number
        for name in ("Captured Stock", "Captured Supplies", "Requisitions")
        if name in names
        for number in names[name]
        if position.ruleset.material.card_type(number).brings == "food"
    )
    stock = replace(position.state.stock, food=0)
    position.state = replace(position.state, stand_ins=(card,), stock=stock)
    position.do(attack(position, "Minsk"))
    assert position.state.stand_ins == ()
    assert position.state.stock == stock + Supplies(fuel=2)
    assert position.state.discards[0] >> card & 1


# The Basic side


def test_a_possible_counter_attack_comes_before_any_placement(table: Table) -> None:
    """2024:879-881."""
    position = table.position(ORSHA)
    assert asked(position) == ({"Orsha"}, set())
    assert position.refusal(place(position, "Novgorod")) == {"12.order", "12.next"}
    assert {"12.always", "12.order"} <= position.refusal(a.EndReaction())


def test_a_basic_reaction_makes_one_counter_attack(table: Table) -> None:
    """2024:885: the turn is over although another area is open to attack, and no marker is placed."""
    position = table.position(REACTION + ROSLAVL, first="brown")
    position.do(attack(position, "Slutsk"))
    assert (position.state.active, position.state.phase) == (0, "actions")
    assert position.state.pool == 6 + 1
    assert position.state.attacked == 0


def test_a_basic_counter_attack_spares_the_active_player(table: Table) -> None:
    """2024:885."""
    position = table.position(ORSHA.replace("[players.white]", 'active = "white"\n[players.white]'))
    assert position.refusal(attack(position, "Orsha")) >= {"12.basic-others", "12.attack.target"}
    assert asked(position)[0] == set()


def test_a_solitaire_player_is_the_target(table: Table) -> None:
    """2024:885."""
    position = table.position(ORSHA, order=("white",))
    assert asked(position)[0] == {"Orsha"}
    assert "12.basic-solo" in {
        rule
        for event in position.ruleset.apply(position.state, attack(position, "Orsha")).events
        for rule in event.rules
    }
    position.do(attack(position, "Orsha"))
    assert (position.state.active, position.state.round) == (1, 2)


def test_markers_that_block_the_areas_of_an_absent_player_are_never_attacked(table: Table) -> None:
    """2024:378: those areas are controlled for good. White is absent, Orsha blocked and beside a Soviet marker."""
    position = table.position(REACTION + '[players.brown]\ncontrols = ["Zhitomir"]\n', order=("gray", "brown"))
    assert position.state.control[1] >> position.area("Orsha") & 1
    assert position.refusal(attack(position, "Orsha")) == {"4.two.control"}
    assert asked(position)[0] == {"Zhitomir"}


def test_a_blocked_area_with_a_soviet_marker_is_where_an_attack_can_come_from(table: Table) -> None:
    """2024:904 asks for a Soviet marker, and Minsk has one: readings of blocked-soviet part here."""
    controls = '"Vilnius", "Daugavpils", "Sebezh", "Velikiye Luki", "Polotsk"'
    scenario = REACTION + f"[players.gray]\ncontrols = [{controls}]\n"
    placed = table.position(scenario, order=("brown", "gray"))
    assert "Polotsk" in asked(placed)[0]
    none = table.position(scenario, order=("brown", "gray"), **{"blocked-soviet": "none"})
    assert none.refusal(attack(none, "Polotsk")) == {"12.attack.adjacent", "12.attack.arrows"}
    assert "blocked-soviet" in placed.ruleset.setup().rulings
    assert none.state.soviet.bit_count() == placed.state.soviet.bit_count() - 5
    assert none.state.boxed == placed.state.boxed + 5


def test_an_area_lost_in_the_middle_of_controlled_ones_falls_back_when_an_army_has_moved(table: Table) -> None:
    """2024:542: encirclement is checked after a movement, so Polotsk stays open until then."""
    controls = '"Vilnius", "Daugavpils", "Sebezh", "Velikiye Luki", "Polotsk"'
    position = table.position(REACTION + f"[players.gray]\ncontrols = [{controls}]\n", order=("brown", "gray"))
    polotsk = position.area("Polotsk")
    position.do(attack(position, "Polotsk"))
    assert encircled(position.ruleset.material, position.state) == 1 << polotsk
    position.do(a.Activate(position.army("4Pz")), a.EndMove())
    assert position.state.control[0] >> polotsk & 1


def test_of_several_counter_attacks_one_cuts_an_army_off(table: Table) -> None:
    """first:282-285: Volkovysk lies beside the army's only way home."""
    position = table.position(REACTION + ROSLAVL, first="brown")
    assert asked(position) == ({"Baranovichi", "Slutsk", "Bobruisk"}, set())
    assert position.refusal(attack(position, "Volkovysk")) == {"first.3.southwest-cut", "12.order", "12.next"}
    # With a second way home no area cuts the army off, and all are alike.
    around = ROSLAVL.replace('"Roslavl"]', '"Roslavl", "Vilnius", "Minsk", "Borisov"]')
    every = {"Baranovichi", "Slutsk", "Bobruisk", "Volkovysk", "Minsk", "Borisov"}
    assert asked(table.position(REACTION + around, first="brown")) == (every, set())


def test_what_cuts_an_army_off(table: Table) -> None:
    """Ruling cut-off: 3 Panzergruppe in Vitebsk has a way home through areas of Gray too."""
    scenario = (
        REACTION + '[players.gray]\ncontrols = ["Vilnius", "Polotsk"]\n'
        '[players.white]\ncontrols = ["Grodno", "Volkovysk", "Baranovichi", "Minsk", "Borisov", "Vitebsk"]\n'
        '[armies.3Pz]\nat = "Vitebsk"\n'
    )
    own = table.position(scenario, first="brown")
    assert asked(own)[0] == {"Baranovichi", "Minsk"}
    assert "cut-off" in named(own, attack(own, "Volkovysk"))
    assert "cut-off" in named(own, attack(own, "Minsk"))
    anyone = table.position(scenario, first="brown", **{"cut-off": "any-axis"})
    assert asked(anyone)[0] == {"Baranovichi", "Minsk", "Volkovysk"}
    assert "cut-off" in named(anyone, attack(anyone, "Volkovysk"))


def test_a_loss_of_one_player_can_cut_off_the_army_of_another(table: Table) -> None:
    """Ruling cut-off, any-axis: White's army in Smolensk goes home through Gray's Polotsk."""
    scenario = (
        REACTION + '[players.gray]\ncontrols = ["Vilnius", "Polotsk", "Panevezys"]\n'
        '[players.white]\ncontrols = ["Vitebsk", "Smolensk"]\n[armies.2Pz]\nat = "Smolensk"\n'
    )
    anyone = table.position(scenario, first="brown", **{"cut-off": "any-axis"})
    assert asked(anyone)[0] == {"Polotsk"}
    own = table.position(scenario, first="brown")
    assert asked(own)[0] == {"Polotsk", "Panevezys"}


def test_the_frontline_base_keeps_an_army_in_supply(table: Table) -> None:
    """Ruling cut-off-base: 6 Army in Kirovograd is joined to Piatra alone, through Odessa."""
    scenario = (
        REACTION + '[players.brown]\ncontrols = ["Kishinev", "Odessa", "Nikolaev", "Kirovograd", "Stanislavov"]\n'
        '[armies.6A]\nat = "Kirovograd"\n'
    )
    either = table.position(scenario)
    assert asked(either)[0] == {"Odessa"}
    assert "cut-off-base" in named(either, attack(either, "Odessa"))
    main = table.position(scenario, **{"cut-off-base": "main"})
    assert asked(main)[0] == {"Odessa", "Stanislavov"}


@pytest.mark.parametrize(("reading", "who"), [("left", "brown"), ("active", "gray")])
def test_who_chooses_among_several_counter_attacks(table: Table, reading: str, who: str) -> None:
    """Ruling attack-tie (2024:893, first:1572): Brown sits to the left of Gray."""
    scenario = REACTION + '[players.white]\ncontrols = ["Pinsk", "Minsk"]\n'
    position = table.position(scenario, **{"attack-tie": reading})
    assert asked(position)[0] == {"Pinsk", "Minsk"}
    transition = position.ruleset.apply(position.state, attack(position, "Minsk"))
    assert transition.events[0].text.endswith(f"as {who} decides.")
    assert "attack-tie" in transition.rulings


def test_the_second_priority_is_an_objective_of_the_player(table: Table) -> None:
    """2024:886, 2024:916-919: of Brown's objectives without a marker, Kaluga alone borders one."""
    table.green(
        """
        illegal reaction place Orel
          because 12.place.adjacent
        illegal reaction place Kiev
          because 12.place.basic
        illegal reaction place Novgorod
          because 12.order 12.next
        illegal reaction place Perekop
          because 12.place.adjacent
        illegal reaction none
          because 12.always
        reaction place Kaluga
          cites 12.place.basic 12.place.land 12.place.adjacent 12.place.free 12.basic-objective 12.next 12.order
          expect Kaluga has a Soviet marker, 1 medal, a bunker
          expect pool has 5 Soviet markers
          expect gray active
        """,
        REACTION,
        first="brown",
    )


@pytest.mark.parametrize("area", ["Lublin", "Smolensk"])
def test_no_marker_goes_to_a_printed_symbol_or_a_control_marker(table: Table, area: str) -> None:
    """2024:919."""
    scenario = REACTION + '[players.white]\ncontrols = ["Smolensk", "Vitebsk"]\n[armies.2Pz]\nat = "Vitebsk"\n'
    step = table.green(f"illegal reaction place {area}\n because 12.place.free", scenario)
    assert "12.place.free" in rules_of(step)


def test_no_marker_goes_to_an_area_that_an_absent_player_blocks(table: Table) -> None:
    """2024:378, 2024:919: Vyazma has a control marker of White, who does not play."""
    position = table.position(REACTION, order=("gray", "brown"))
    assert position.refusal(place(position, "Vyazma")) == {"12.place.free"}


def test_a_controlled_objective_is_not_protected_any_more(table: Table) -> None:
    """2024:919; then the third priority follows: Kaluga and Rostov are out, a city near Rostov is not."""
    scenario = REACTION + '[players.brown]\ncontrols = ["Kaluga"]\n[armies.1Pz]\nat = "Kaluga"\n'
    position = table.position(scenario, first="brown")
    assert asked(position)[1] <= {"Kerch", "Mariupol", "Stalino", "Voroshilovgrad"}
    position.do(place(position, sorted(asked(position)[1])[0]))
    assert position.state.pool == 5


def near_leningrad() -> str:
    """No objective of Gray's can receive a marker, and Leningrad has none."""
    without = "".join(f"[areas.{name}]\nsoviet = false\n" for name in ("Leningrad", "Moskva", "Smolensk"))
    return (
        REACTION
        + '[players.gray]\ncontrols = ["Narva"]\n[armies.4Pz]\nat = "Narva"\n[areas.Novgorod]\nsoviet = true\n'
        + without
    )


def test_what_is_near_a_victory_city(table: Table) -> None:
    """Ruling near-victory-city; 2024:886, first:294-297. Leningrad and Luga are one line from 4 Panzergruppe."""
    city = table.position(near_leningrad())
    assert asked(city) == (set(), {"Leningrad", "Luga"})
    events = city.ruleset.apply(city.state, place(city, "Luga")).events
    assert {"12.basic-victory", "12.tie", "12.seats"} <= {rule for event in events for rule in event.rules}
    assert "near-victory-city" in named(city, place(city, "Leningrad"))
    around = table.position(near_leningrad(), **{"near-victory-city": "next-to"})
    assert asked(around) == (set(), {"Luga"})
    assert "near-victory-city" in named(around, place(around, "Leningrad"))
    assert around.refusal(place(around, "Tikhvin")) == {"first.3.southwest-victory", "12.order", "12.next"}


@pytest.mark.parametrize(
    ("active", "left"), [("gray", "brown decides"), ("white", "gray decides"), ("brown", "white decides")]
)
def test_the_left_neighbour_decides_between_equal_areas(table: Table, active: str, left: str) -> None:
    """2024:893: Gray sits to the left of White, White of Brown, Brown of Gray."""
    text = _tie(table, active, ())
    assert left in text


@pytest.mark.parametrize(
    ("order", "active", "left"),
    [
        (("gray", "white"), "gray", "white decides"),
        (("gray", "white"), "white", "gray decides"),
        (("brown", "gray"), "brown", "gray decides"),
        (("gray",), "gray", "gray decides"),
    ],
)
def test_an_empty_seat_is_passed_over(table: Table, order: tuple[str, ...], active: str, left: str) -> None:
    assert left in _tie(table, active, order)


def _tie(table: Table, active: str, order: tuple[str, ...]) -> str:
    """What a placement says of who decided, where Kharkov and Dnepropetrovsk, or Rzhev and Kalinin, are alike."""
    position = table.position(REACTION + f'active = "{active}"\n', order=order or PLAYERS)
    # No army is nearer to one than to the other where none is on the board.
    position.state = replace(position.state, at=(-1,) * len(position.state.at), soviet=0, bunkers=0)
    for marked in ("Smolensk", "Moskva", "Poltava", "Luga"):
        bit = 1 << position.area(marked)
        if not position.ruleset.material.all_controlled(position.state) & bit:
            position.state = replace(position.state, soviet=position.state.soviet | bit)
    _, places = asked(position)
    assert len(places) > 1
    events = position.ruleset.apply(position.state, place(position, sorted(places)[0])).events
    return events[0].text


def test_the_objective_closest_to_an_army_is_protected(table: Table) -> None:
    """first:288-289: 2 Panzergruppe in Kaluga is one line from Vyazma, and Rzhev and Kalinin are farther."""
    scenario = REACTION + '[players.white]\ncontrols = ["Kaluga"]\n[armies.2Pz]\nat = "Kaluga"\n'
    assert asked(table.position(scenario, first="white")) == (set(), {"Vyazma"})
    # The nearest army counts, whosever it is.
    gray = REACTION + '[players.gray]\ncontrols = ["Toropets"]\n[armies.4Pz]\nat = "Toropets"\n'
    assert asked(table.position(gray, first="white")) == (set(), {"Rzhev"})


def test_whether_a_fortified_area_outranks_a_closer_one(table: Table) -> None:
    """Ruling front-preference: from Toropets, Rzhev is one line away, the fortified Vyazma two."""
    scenario = REACTION + '[players.white]\ncontrols = ["Toropets"]\n[armies.2Pz]\nat = "Toropets"\n'
    card = table.position(scenario, first="white")
    assert asked(card)[1] == {"Rzhev"}
    assert "front-preference" in named(card, place(card, "Rzhev"))
    assert "front-preference" in named(card, place(card, "Vyazma"))
    fort = table.position(scenario, first="white", **{"front-preference": "fortified-first"})
    assert asked(fort)[1] == {"Vyazma"}
    assert fort.refusal(place(fort, "Rzhev")) == {"first.3.southwest-fort", "12.order", "12.next"}


PSKOV = REACTION + '[players.gray]\ncontrols = ["Pskov"]\n[armies.4Pz]\nat = "Pskov"\n[areas.Narva]\nsoviet = true\n'


def test_along_which_lines_an_army_is_near(table: Table) -> None:
    """Ruling front-distance: over the red line to Tartu, Tallinn is as near to Pskov as Novgorod, and fortified."""
    every = table.position(PSKOV)
    assert asked(every)[1] == {"Tallinn"}
    assert "front-distance" in named(every, place(every, "Tallinn"))
    open_lines = table.position(PSKOV, **{"front-distance": "open-lines"})
    assert asked(open_lines)[1] == {"Novgorod"}
    assert "front-distance" in named(open_lines, place(open_lines, "Tallinn"))


@pytest.mark.parametrize(("edition", "places"), [("2024", {"Tallinn", "Novgorod"}), ("first", {"Tallinn"})])
def test_an_area_without_its_bunker_is_fortified_only_in_the_first_edition(
    table: Table, edition: str, places: set[str]
) -> None:
    """2024:566, first:897-899: what the Front card prefers is a fortified area."""
    position = table.position(PSKOV + "[areas.Tallinn]\nbunker = false\n", edition=edition)
    assert asked(position)[1] == places
    assert "lost-fort" in named(position, place(position, "Tallinn"))


def test_whether_markers_are_stacked(table: Table) -> None:
    """Ruling soviet-stacking: Lvov has a marker, borders two, and is the objective nearest to an army."""
    one = table.position(REACTION, first="brown")
    assert asked(one)[1] == {"Kaluga"}
    assert one.refusal(place(one, "Lvov")) == {"12.place.basic"}
    assert "soviet-stacking" in named(one, place(one, "Lvov"))
    several = table.position(REACTION, first="brown", **{"soviet-stacking": "several"})
    assert asked(several)[1] == {"Lvov"}
    assert "soviet-stacking" in named(several, place(several, "Lvov"))
    several.do(place(several, "Lvov"))
    assert several.state.stacked == (several.area("Lvov"),)
    assert several.state.pool == 5
    assert not several.ruleset.invariants(several.state)
    # Kiev has a marker, but no neighbour of it has: a marker is not beside itself.
    assert "12.place.adjacent" in table.position(REACTION, first="brown", **{"soviet-stacking": "several"}).refusal(
        place(several, "Kiev")
    )


# No placement, and the pool


def nowhere(position: Position) -> None:
    """Only Kiev has a Soviet marker, so that nothing of Gray's or White's front borders one."""
    kiev = 1 << position.area("Kiev")
    gone = (position.state.soviet & ~kiev).bit_count()
    position.state = replace(position.state, soviet=kiev, boxed=position.state.boxed + gone)


def test_a_marker_that_finds_no_place_goes_to_the_box(table: Table) -> None:
    """2024:923."""
    position = table.position(REACTION)
    nowhere(position)
    boxed = position.state.boxed
    assert asked(position) == (set(), set())
    position.do(a.EndReaction())
    assert (position.state.pool, position.state.boxed) == (5, boxed + 1)
    assert not position.state.last_round
    assert position.state.active == 1
    assert not position.ruleset.invariants(position.state)


@pytest.mark.parametrize(("edition", "reading"), [("2024", "counts"), ("2024", "not-placed"), ("first", "counts")])
def test_whether_a_discarded_last_marker_ends_the_game(table: Table, edition: str, reading: str) -> None:
    """Ruling discarded-last; first:758-760."""
    position = table.position(REACTION + "pool = 1\n", edition=edition, **{"discarded-last": reading})
    nowhere(position)
    assert "discarded-last" in named(position, a.EndReaction())
    position.do(a.EndReaction())
    assert position.state.pool == 0
    assert position.state.last_round is (reading == "counts")


def test_an_empty_pool_places_and_discards_nothing(table: Table) -> None:
    """2024:947: a Veteran pool is empty from the start, and that ends nothing."""
    position = table.position(REACTION, first="brown", variants=["veteran"])
    assert position.state.pool == 0
    assert asked(position) == (set(), set())
    assert position.refusal(place(position, "Kaluga")) == {"12.place.basic"}
    boxed = position.state.boxed
    position.do(a.EndReaction())
    assert (position.state.pool, position.state.boxed, position.state.last_round) == (0, boxed, False)
    assert position.state.active == 0


def test_an_empty_pool_still_attacks(table: Table) -> None:
    position = table.position(ORSHA, variants=["veteran"])
    position.state = replace(position.state, boxed=position.state.boxed + position.state.pool, pool=0)
    assert asked(position) == ({"Orsha"}, set())
    position.do(attack(position, "Orsha"))
    assert not position.state.last_round


@pytest.mark.parametrize(
    ("variant", "order", "pool"),
    [
        ("hard", ("gray", "white", "brown"), 3),
        ("hard", ("gray", "brown"), 2),
        ("hard", ("white",), 2),
        ("veteran", ("gray", "white", "brown"), 0),
        ("veteran", ("gray", "brown"), 0),
        ("veteran", ("white",), 1),
    ],
)
@pytest.mark.parametrize("edition", ["2024", "first"])
def test_a_harder_game_has_a_smaller_pool(
    table: Table, variant: str, order: tuple[str, ...], pool: int, edition: str
) -> None:
    """2024:939-949, first:1609-1626."""
    position = table.position("", order=order, variants=[variant], edition=edition)
    assert position.state.pool == pool
    assert not position.ruleset.invariants(position.state)


# After the last marker


def test_after_the_last_marker_markers_are_placed_as_before(table: Table) -> None:
    """2024:452 says only that the game still ends."""
    position = table.position(REACTION + "last_round = true\npool = 2\n", first="brown")
    assert asked(position)[1] == {"Kaluga"}


def test_after_the_last_marker_the_first_edition_only_attacks(table: Table) -> None:
    """first:769-773."""
    position = table.position(REACTION + "last_round = true\npool = 2\n", first="brown", edition="first")
    assert asked(position) == (set(), set())
    assert position.refusal(place(position, "Kaluga")) == {"first.6.no-placement"}
    position.do(a.EndReaction())
    assert (position.state.pool, position.state.active) == (2, 0)
    attacked = table.position(ORSHA, edition="first")
    attacked.state = replace(attacked.state, last_round=True)
    assert asked(attacked) == ({"Orsha"}, set())


# The Advanced side


def test_an_advanced_reaction_makes_all_counter_attacks_and_then_places(table: Table) -> None:
    """2024:889-890, aid:117, first:1643-1644: also against the player's own areas."""
    scenario = REACTION + ROSLAVL + '[players.gray]\ncontrols = ["Panevezys"]\n'
    position = table.position(scenario, first="white", variants=["advanced"])
    order = ("Baranovichi", "Slutsk", "Bobruisk", "Panevezys", "Volkovysk")
    assert asked(position) == ({"Baranovichi", "Slutsk", "Bobruisk"}, set())
    for area in order:
        assert position.refusal(place(position, "Vyazma")) == {"12.advanced-all", "12.order", "12.next"}
        assert {"12.always"} <= position.refusal(a.EndReaction())
        assert area in asked(position)[0]
        events = position.ruleset.apply(position.state, attack(position, area)).events
        assert {"12.advanced-all", "12.advanced-own"} <= {rule for event in events for rule in event.rules}
        position.do(attack(position, area))
        assert position.state.active == 1
        assert position.state.phase == "reaction"
    attacks, places = asked(position)
    assert attacks == set()
    position.do(place(position, sorted(places)[0]))
    assert position.state.active == 2
    assert position.state.attacked == 0


def test_an_advanced_marker_goes_where_the_card_says_near_others_or_not(table: Table) -> None:
    """2024:921: Velikiye Luki borders no Soviet marker and is the nearest of Gray's objectives."""
    position = table.position(REACTION, variants=["advanced"])
    assert asked(position) == (set(), {"Velikiye Luki"})
    events = position.ruleset.apply(position.state, place(position, "Velikiye Luki")).events
    rules = {rule for event in events for rule in event.rules}
    assert {"12.place.advanced", "12.place.advanced-free"} <= rules
    assert not {"12.place.adjacent", "12.place.free"} & rules
    assert position.refusal(place(position, "Tilsit")) == {"12.place.advanced-free"}
    # The first edition asks for a neighbouring marker always.
    first = table.position(REACTION, variants=["advanced"], edition="first")
    assert "Velikiye Luki" not in asked(first)[1]
    assert first.refusal(place(first, "Velikiye Luki")) == {"12.place.adjacent"}


def test_whether_counter_attacks_follow_each_other(table: Table) -> None:
    """Ruling attack-cascade: Volkovysk borders Baranovichi, which has just been lost."""
    at_start = table.position(REACTION + POCKET, variants=["advanced"])
    at_start.do(attack(at_start, "Baranovichi"))
    assert asked(at_start)[0] == set()
    assert "attack-cascade" in named(at_start, attack(at_start, "Volkovysk"))
    assert at_start.refusal(attack(at_start, "Volkovysk")) == {"12.attack.adjacent", "12.attack.arrows"}
    cascade = table.position(REACTION + POCKET, variants=["advanced"], **{"attack-cascade": "cascade"})
    assert cascade.refusal(attack(cascade, "Volkovysk")) == {"12.attack.adjacent", "12.attack.arrows"}
    cascade.do(attack(cascade, "Baranovichi"))
    assert asked(cascade)[0] == {"Volkovysk"}
    assert "attack-cascade" in named(cascade, attack(cascade, "Volkovysk"))


def test_an_advanced_reaction_without_a_place_discards_a_marker(table: Table) -> None:
    """2024:923."""
    position = table.position(REACTION + POCKET, variants=["advanced"])
    board = position.ruleset.material.board
    # Every objective and every area near Leningrad has a marker already.
    everywhere = board.all_areas & ~position.ruleset.material.all_controlled(position.state)
    position.state = replace(position.state, soviet=everywhere)
    position.do(attack(position, "Baranovichi"))
    assert asked(position) == (set(), set())
    pool, boxed = position.state.pool, position.state.boxed
    position.do(a.EndReaction())
    assert (position.state.pool, position.state.boxed) == (pool - 1, boxed + 1)


# Abwehr


def test_abwehr_lets_the_player_choose_freely(table: Table) -> None:
    """2024:955: attack or placement, within the counter-attack rules; one of them."""
    scenario = ORSHA
    position = table.position(scenario, variants=["abwehr"])
    attacks, places = asked(position)
    assert attacks == {"Orsha"}
    assert {"Novgorod", "Gomel"} <= places
    assert not {"Siauliai", "Pärnu", "Orsha", "Tilsit"} & places
    assert position.refusal(attack(position, "Borisov")) >= {"12.attack.army", "12.attack.grounded"}
    assert position.refusal(a.EndReaction()) == {"12.always", "12.order"}
    events = position.ruleset.apply(position.state, place(position, "Novgorod")).events
    assert {"13.3.free", "13.3.limits"} <= {rule for event in events for rule in event.rules}
    position.do(place(position, "Novgorod"))
    assert (position.state.active, position.state.pool) == (1, 6)
    other = table.position(scenario, variants=["abwehr"])
    other.do(attack(other, "Orsha"))
    assert (other.state.active, other.state.pool) == (1, 7)


def test_abwehr_is_for_two_or_three_players(table: Table) -> None:
    """2024:953."""
    with pytest.raises(InputError, match="not meant for 1 player"):
        table.position("", order=("gray",), variants=["abwehr"])


@pytest.mark.parametrize(
    ("edition", "pins", "own"),
    [
        ("2024", {}, True),
        ("2024", {"abwehr-targets": "others"}, False),
        ("first", {}, False),
        ("first", {"abwehr-targets": "any"}, True),
    ],
)
def test_whether_abwehr_attacks_one_s_own_marker(table: Table, edition: str, pins: dict[str, str], own: bool) -> None:
    """Ruling abwehr-targets; 2024:897-904, first:1539."""
    scenario = ORSHA.replace("[players.white]", 'active = "white"\n[players.white]')
    position = table.position(scenario, variants=["abwehr"], edition=edition, **pins)
    assert ("Orsha" in asked(position)[0]) is own
    assert "abwehr-targets" in named(position, attack(position, "Orsha"))
    if not own:
        assert position.refusal(attack(position, "Orsha")) >= {"12.basic-others", "12.attack.target"}


def test_where_a_freely_chosen_marker_can_go(table: Table) -> None:
    """Ruling free-placement: Pärnu borders no Soviet marker."""
    beside = table.position(REACTION, variants=["abwehr"])
    assert beside.refusal(place(beside, "Pärnu")) == {"12.place.adjacent", "13.3.limits"}
    assert "free-placement" in named(beside, place(beside, "Pärnu"))
    anywhere = table.position(REACTION, variants=["abwehr"], **{"free-placement": "anywhere"})
    assert "free-placement" in named(anywhere, place(anywhere, "Pärnu"))
    assert "free-placement" not in named(anywhere, place(anywhere, "Novgorod"))
    assert "12.place.advanced-free" in anywhere.refusal(place(anywhere, "Tilsit"))
    anywhere.do(place(anywhere, "Pärnu"))
    assert anywhere.state.soviet >> anywhere.area("Pärnu") & 1


def test_the_soviet_player_attacks_or_places_freely(table: Table) -> None:
    """2024:1063: every player is a target."""
    scenario = ORSHA.replace("[players.white]", 'active = "white"\n[players.white]')
    position = table.position(scenario, variants=["soviet-player"])
    attacks, places = asked(position)
    assert attacks == {"Orsha"}
    assert "Novgorod" in places
    events = position.ruleset.apply(position.state, attack(position, "Orsha")).events
    assert {"14.8.free", "14.8.limits"} <= {rule for event in events for rule in event.rules}
    events = position.ruleset.apply(position.state, place(position, "Novgorod")).events
    assert {"14.8.free", "14.1.choose"} <= {rule for event in events for rule in event.rules}
    assert position.refusal(attack(position, "Velikiye Luki")) >= {"12.attack.army"}


# Every position: what can be done and the reasons why not are two sides of one thing

GAMES = [
    pytest.param(edition, order, variants, pins, id=f"{edition} {len(order)} {' '.join(variants)} {' '.join(pins)}")
    for edition, order, variants, pins in (
        ("2024", PLAYERS, (), {}),
        ("first", PLAYERS, (), {"cut-off": "any-axis", "front-preference": "fortified-first"}),
        ("2024", PLAYERS, ("advanced",), {"attack-cascade": "cascade", "soviet-stacking": "several"}),
        ("first", ("brown", "white"), ("advanced", "winter"), {"winter-attacks": "must", "winter-front": "anywhere"}),
        ("2024", ("gray", "brown"), ("abwehr",), {"free-placement": "anywhere"}),
        ("2024", ("white", "gray"), ("abwehr", "winter"), {"abwehr-targets": "others"}),
        ("2024", ("white",), ("winter", "veteran"), {"winter-displacement": "chain"}),
        ("first", ("gray",), (), {"railhead-optional": "may"}),
        ("2024", PLAYERS, ("soviet-player", "winter"), {"lost-army-base": "out"}),
    )
]
WEIGHTS: dict[type[a.Action], int] = {a.Enter: 24, a.Activate: 16, a.MoveFields: 16, a.PayOn: 8, a.Load: 1, a.Drop: 1}


def _played(ruleset: RaceToMoscow, seed: int, actions: int) -> Iterator[State]:
    """The positions of a random game in which the Soviets are to react, or an army is attacked in winter."""
    rng = random.Random(seed)  # noqa: S311
    state: State = ruleset.setup().state
    for _ in range(actions):
        legal = ruleset.legal(state)
        if not legal:
            return
        if state.phase == "reaction":
            yield state
        kinds = sorted({type(action) for action in legal}, key=lambda kind: kind.__name__)
        kind = rng.choices(kinds, [WEIGHTS.get(kind, 2) for kind in kinds])[0]
        state = ruleset.apply(state, rng.choice([action for action in legal if type(action) is kind])).state


def _scattered(ruleset: RaceToMoscow, state: State, rng: random.Random) -> State:
    """The same position with the armies elsewhere on their ground and markers in more areas: more is open to attack."""
    board, material = ruleset.material.board, ruleset.material
    control, soviet = list(state.control), state.soviet
    for player in state.order:
        for area in members(board.colored[player] & ~material.all_controlled(state)):
            if rng.random() < 0.3 and not any(mask >> area & 1 for mask in control):
                control[player] |= 1 << area
                soviet &= ~(1 << area)
    grown = replace(state, control=tuple(control), soviet=soviet)
    at = list(state.at)
    for army, player in enumerate(material.army_player):
        free = [area for area in members(material.controlled(grown, player)) if area not in at]
        if at[army] >= 0 and free:
            at[army] = rng.choice(free)
    return replace(grown, at=tuple(at), pool=rng.choice([0, 1, 5]))


@pytest.mark.parametrize(("edition", "order", "variants", "pins"), GAMES)
def test_targets_and_reasons_agree_in_every_position(
    table: Table, edition: str, order: tuple[str, ...], variants: tuple[str, ...], pins: dict[str, str]
) -> None:
    ruleset = table.ruleset("", edition=edition, order=order, variants=variants, rulings=pins)
    rng = random.Random(12)  # noqa: S311
    games = (state for seed in range(20) for state in _played(ruleset, seed, 900))
    reached = list(islice(games, 20))
    assert len(reached) == 20
    for state in reached:
        _check_all(ruleset, state)
        if state.pending is None:
            _check_all(ruleset, _scattered(ruleset, state, rng))


def _open_to_attack(ruleset: RaceToMoscow, state: State, whom: Targets) -> Iterator[int]:
    """The counter-attack rules read from the book once more (2024:897-904), on the board's lines."""
    board = ruleset.material.board
    beside: dict[int, set[int]] = {area: set() for area in range(len(board.areas))}
    for first, second in board.line_between:
        beside[first].add(second)
    owners = {area: player for player in range(3) for area in members(state.control[player] | board.printed[player])}
    fallen = set(members(state.attacked)) if ruleset.readings["attack-cascade"] == "at-start" else set()
    for player in state.order:
        if player == state.active and whom == "others" and len(state.order) > 1:
            continue
        for area in members(state.control[player]):
            near = {area, *beside[area]}
            front = {other for other in beside[area] if other not in owners or state.soviet >> other & 1}
            if not near & set(board.start.values()) and not near & set(state.at) and front - fallen:
                yield area


def _check_all(ruleset: RaceToMoscow, state: State) -> None:
    material, every = ruleset.material, range(len(ruleset.material.board.areas))
    targets: tuple[Targets, ...] = ("others", "any")
    for whom in targets:
        spared = {area for area in every if any(why_no_attack(material, state, area, whom))}
        assert set(members(attackable(material, state, whom))) == set(every) - spared
        assert set(members(attackable(material, state, whom))) == set(_open_to_attack(ruleset, state, whom))
    for beside in (False, True):
        closed = {area for area in every if any(why_no_marker(material, state, area, adjacent=beside))}
        assert set(members(placeable(material, state, adjacent=beside))) == set(every) - closed
    legal = set(ruleset.legal(state))
    tried: set[a.Action] = {kind(area) for kind in (a.CounterAttack, a.PlaceSoviet, a.WinterAttack) for area in every}
    tried |= {a.EndReaction(), a.Defend(), a.Withdraw(()), *legal}
    assert {action for action in tried if not ruleset.judge(state, action)} == legal
    assert legal
    found = choice(material, state)
    if a.EndReaction() in legal:
        assert not found.attacks | found.places
    if free_reaction(material):
        assert not found.attacks & ~attackable(material, state, free_targets(material))
    assert not found.places & ~placeable(material, state, adjacent=adjacency(material))
