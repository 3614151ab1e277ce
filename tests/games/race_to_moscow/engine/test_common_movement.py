"""8 Common movement rules (2024:500-526)."""

from __future__ import annotations

import msgspec
import pytest

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.deck import Deck, Layer
from rtm_verify.games.race_to_moscow.ruleset import catalogue

from .table import Position, Table, rules_of

OPEN_ROAD = """
[players.gray]
controls = ["Kaunas", "Kedainai", "Panevezys", "Siauliai", "Riga", "Jekelopils"]
"""
IN_KAUNAS = OPEN_ROAD + '[armies.4Pz]\nat = "Kaunas"\nfuel = 3\nammo = 3\n'
IN_VILNIUS = """
[players.gray]
controls = ["Kaunas", "Vilnius"]
[armies.4Pz]
at = "Vilnius"
fuel = 3
ammo = 3
"""
GREEN = (
    *("3 Army", "5 Army", "8 Army", "10 Army", "12 Army", "13 Army", "19 Army", "20 Army", "21 Army", "22 Army"),
    *("26 Army", "27 Army", "37 Army", "3 Mech Corps", "6 Mech Corps", "8 Mech Corps", "12 Mech Corps"),
    *("14 Mech Corps", "15 Mech Corps", "16 Mech Corps", "22 Mech Corps"),
)


def names(*cards: str) -> str:
    return "[" + ", ".join(f'"{card}"' for card in cards) + "]"


# Once a round


def test_an_armored_army_does_not_move_twice_in_a_round(table: Table) -> None:
    """2024:502."""
    table.green("armor 4Pz Tilsit > Kaunas\nillegal armor 4Pz Kaunas > Panevezys\n because 8.common.once", OPEN_ROAD)


def test_a_field_army_does_not_move_twice_in_a_round(table: Table) -> None:
    table.green("fields 16A Eydtkau > Kaunas\nillegal fields 16A Kaunas > Panevezys\n because 8.common.once", OPEN_ROAD)


def test_an_additional_action_moves_no_army_a_second_time(table: Table) -> None:
    """Including as a result of a bonus action (2024:502)."""
    scenario = OPEN_ROAD.replace("[players.gray]", '[players.gray]\nholds = ["Axis Latvians"]')
    table.green(
        """
        armor 4Pz Tilsit > Kaunas
        play Axis Latvians
        illegal armor 4Pz Kaunas > Panevezys
          because 8.common.once
        """,
        scenario,
    )


def test_an_army_that_lost_its_combat_has_moved(table: Table) -> None:
    table.green(
        """
        armor 4Pz Tilsit > Kaunas [6 Mech Corps]
          expect 4Pz at Tilsit
        illegal armor 4Pz Tilsit > Kedainai
          because 8.common.once
        """,
        "[armies.4Pz]\nfuel = 3\nammo = 1\n",
    )


def test_a_grounded_army_does_not_move(table: Table) -> None:
    """A HALT marker grounds its army (2024:285)."""
    table.green("illegal armor 4Pz Tilsit > Kaunas\n because 3.2.halt", OPEN_ROAD + "[armies.4Pz]\nhalt = true\n")
    table.green("illegal fields 16A Eydtkau > Kaunas\n because 3.2.halt", OPEN_ROAD + "[armies.16A]\nhalt = true\n")


def test_a_player_moves_no_army_of_another(table: Table) -> None:
    """2024:195: armies of the own colour. Fuel is no reason against it, 2 Panzergruppe has 3 of it."""
    position = table.position()
    assert "8.2.fuel" not in position.refusal(a.Activate(position.army("2Pz")))
    position.do(a.MoveFields())
    position.refusal(a.Activate(position.army("9A")))


# Colours and lines


def test_an_army_enters_no_area_without_its_colour(table: Table) -> None:
    """2024:504, 2024:392."""
    table.green("illegal armor 4Pz Vilnius > Grodno\n because 8.common.colour", IN_VILNIUS)


def test_a_double_coloured_area_is_open_to_both_its_colours(table: Table) -> None:
    """2024:393, 2024:576-580."""
    table.green("armor 4Pz Kaunas > Vilnius [Silberfuchs]\n expect Vilnius controlled by gray", IN_KAUNAS)
    table.green("armor 3Pz Suwalki > Vilnius [Stalin Line]\n expect Vilnius controlled by white", first="white")


def test_a_double_coloured_area_is_closed_to_the_third_colour(table: Table) -> None:
    """2024:580: Vilnius is gray's and white's. Brown, in Gomel, has neither its colour nor a line to it."""
    scenario = '[players.brown]\ncontrols = ["Gomel"]\n[armies.1Pz]\nat = "Gomel"\nfuel = 3\nammo = 3\n'
    position = table.position(scenario, first="brown")
    position.do(a.Activate(position.army("1Pz")))
    assert {"8.common.colour", "4.board.adjacent"} <= position.refusal(a.Enter(position.area("Vilnius")))


def test_an_army_does_not_use_a_line_of_another_colour(table: Table) -> None:
    """A line serves the player of its colour (2024:399), even between two areas the army may enter."""
    board = table.board(
        (r'(a = "Toropets"\nb = "Rzhev"\ncolors = )\["gray", "white"\]', r'\1["white"]'),
    )
    scenario = '[players.gray]\ncontrols = ["Toropets"]\n[armies.4Pz]\nat = "Toropets"\nfuel = 3\nammo = 3\n'
    table.green("illegal armor 4Pz Toropets > Rzhev\n because 4.board.line", scenario, board=board)
    table.green("armor 4Pz Toropets > Rzhev [Silberfuchs]", scenario)


def test_an_army_does_not_use_a_red_line(table: Table) -> None:
    """2024:406."""
    scenario = OPEN_ROAD + '[armies.4Pz]\nat = "Jekelopils"\nfuel = 3\nammo = 3\n'
    table.green("illegal armor 4Pz Jekelopils > Valmiera\n because 4.board.red", scenario)


def test_an_army_moves_only_to_an_adjacent_area(table: Table) -> None:
    """2024:399."""
    table.green("illegal armor 4Pz Tilsit > Panevezys\n because 4.board.adjacent", OPEN_ROAD)


def test_an_army_does_not_stay_in_place_as_a_move(table: Table) -> None:
    position = table.position(OPEN_ROAD)
    position.do(a.Activate(position.army("4Pz")))
    assert position.refusal(a.Enter(position.area("Tilsit")))


def test_an_army_moves_against_the_arrows_too(table: Table) -> None:
    """2024:505. The board's lines name their western end first; this army goes west, and back to where it was."""
    table.green("armor 4Pz Kaunas > Tilsit > Königsberg > Tilsit\n expect 4Pz at Tilsit", IN_KAUNAS)


# Who stands in the way


def test_an_army_enters_no_area_with_another_army_of_its_player(table: Table) -> None:
    """2024:506."""
    table.green("illegal armor 4Pz Tilsit > Eydtkau\n because 8.common.occupied")


def test_an_army_does_not_pass_through_another_army(table: Table) -> None:
    """2024:506; said in so many words in first:858-861."""
    step = table.green("illegal armor 4Pz Tilsit > Eydtkau > Kaunas\n because 8.common.occupied", OPEN_ROAD)
    assert step.violations[0].blockers


def test_an_army_enters_an_area_that_its_player_s_army_has_left(table: Table) -> None:
    table.green("fields 16A Eydtkau > Kaunas\narmor 4Pz Tilsit > Eydtkau\n expect 4Pz at Eydtkau", OPEN_ROAD)


def test_an_army_enters_no_area_with_another_player_s_army(table: Table) -> None:
    scenario = IN_KAUNAS + '[players.white]\ncontrols = ["Vilnius"]\n[armies.3Pz]\nat = "Vilnius"\nfuel = 3\nammo = 3\n'
    table.green("illegal armor 4Pz Kaunas > Vilnius\n because 8.common.occupied 8.common.foreign-marker", scenario)


def test_an_army_enters_no_area_with_another_player_s_marker(table: Table) -> None:
    """2024:506, 2024:576."""
    step = table.green(
        "illegal armor 4Pz Kaunas > Vilnius\n because 8.common.foreign-marker",
        IN_KAUNAS + '[players.white]\ncontrols = ["Vilnius"]\n',
    )
    assert "8.common.occupied" not in rules_of(step)


def test_an_army_enters_no_area_with_another_player_s_printed_marker(table: Table) -> None:
    """Printed areas are always controlled (2024:279)."""
    table.green(
        """
        illegal armor 4Pz Vilnius > Suwalki
          because 8.common.foreign-marker 8.common.colour 8.common.occupied 4.board.line
        """,
        IN_VILNIUS,
    )


# What an entered area does


def test_entering_an_own_controlled_area_draws_nothing(table: Table) -> None:
    """2024:508."""
    step = table.green(
        """
        armor 4Pz Tilsit > Kaunas > Panevezys
          expect gray Pursuit deck has 18 cards
          expect Soviet deck has 33 cards
        """,
        OPEN_ROAD,
    )
    assert not {"8.common.pursuit-draw", "8.common.soviet-draw"} & {r for e in step.events for r in e.rules}


def test_entering_an_own_printed_area_draws_nothing(table: Table) -> None:
    table.green("armor 4Pz Tilsit > Königsberg\n expect gray Pursuit deck has 18 cards")


def test_a_card_named_where_none_is_drawn_is_an_error(table: Table) -> None:
    assert "answers nothing" in table.unreadable("armor 4Pz Tilsit > Kaunas [Mud]", OPEN_ROAD)


def test_a_card_that_is_drawn_must_be_named(table: Table) -> None:
    assert "open" in table.unreadable("armor 4Pz Tilsit > Kaunas")
    assert "open" in table.unreadable("armor 4Pz Tilsit > Kedainai > Panevezys [Mud]")


def test_a_soviet_marker_means_a_soviet_card(table: Table) -> None:
    """2024:512, 2024:229; first:829 names Kaunas."""
    table.green(
        """
        illegal armor 4Pz Tilsit > Kaunas [Silberfuchs]
          because 8.common.soviet-draw
        armor 4Pz Tilsit > Kaunas [5 Army]
          cites 8.common.soviet-draw 10.must
          expect gray Pursuit deck has 18 cards
          expect Soviet deck has 32 cards
        """
    )


def test_no_marker_means_a_pursuit_card(table: Table) -> None:
    """2024:513, 2024:219."""
    table.green(
        """
        illegal armor 4Pz Tilsit > Kedainai [5 Army]
          because 8.common.pursuit-draw
        armor 4Pz Tilsit > Kedainai [Silberfuchs]
          cites 8.common.pursuit-draw
          expect gray Pursuit deck has 17 cards
          expect Soviet deck has 33 cards
        """
    )


def test_a_player_draws_from_no_other_player_s_pursuit_deck(table: Table) -> None:
    """2024:195. The name is unknown in the own deck and in the Soviet one."""
    assert "Stalin Line" in table.unreadable("armor 4Pz Tilsit > Kedainai [Stalin Line]")
    position = table.position()
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")))
    assert position.refusal(a.Reveal(position.card("white", "Stalin Line")))


def test_green_soviet_cards_are_drawn_before_blue_ones(table: Table) -> None:
    """2024:349."""
    table.green("illegal armor 4Pz Tilsit > Kaunas [30 Army]\n because 4.soviet-deck")


def test_blue_soviet_cards_come_when_the_green_ones_are_gone(table: Table) -> None:
    table.green(
        "armor 4Pz Tilsit > Kaunas [30 Army]\n expect gray defeated 30 Army",
        f"[players.white]\ndefeated = {names(*GREEN)}\n",
    )


def test_a_soviet_card_that_a_player_has_is_not_drawn_again(table: Table) -> None:
    table.green(
        "illegal armor 4Pz Tilsit > Kaunas [5 Army]\n because 4.soviet-deck", '[players.white]\ndefeated = ["5 Army"]\n'
    )


def test_a_pursuit_card_that_was_discarded_is_not_drawn_again(table: Table) -> None:
    table.green(
        """
        illegal armor 4Pz Tilsit > Kedainai [Silberfuchs] > Panevezys [Silberfuchs]
          because 4.pursuit-deck
        """
    )


def test_a_pursuit_card_that_is_in_the_deck_twice_may_be_drawn_twice(table: Table) -> None:
    table.green("armor 4Pz Tilsit > Kedainai [Partisans] > Panevezys [Partisans]")


def nearly_exhausted(table: Table) -> Position:
    """Gray's Pursuit deck has two cards left, the other sixteen are in the discard pile."""
    position = table.position()
    deck = position.ruleset.material.cards.pursuit[0]
    left = 1 << position.card("gray", "Silberfuchs") | 1 << position.card("gray", "Platinfuchs")
    pursuit = (Deck((Layer(left, 2),)), *position.state.pursuit[1:])
    position.state = msgspec.structs.replace(position.state, pursuit=pursuit, discards=(deck & ~left, 0, 0))
    assert position.ruleset.invariants(position.state) == ()
    return position


def test_an_exhausted_pursuit_deck_is_made_anew_from_its_discard_pile(table: Table) -> None:
    """2024:516. Two cards are left; for the third draw all eighteen are in the deck again."""
    position = nearly_exhausted(table)
    deck = position.ruleset.material.cards.pursuit[0]
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")))
    assert "4.pursuit-deck" in position.refusal(a.Reveal(position.card("gray", "Mud")))
    position.do(a.Reveal(position.card("gray", "Silberfuchs")))
    position.do(a.Enter(position.area("Panevezys")), a.Reveal(position.card("gray", "Platinfuchs")))
    assert position.state.pursuit[0].size == 0
    position.do(a.Enter(position.area("Riga")))
    assert position.state.pursuit[0].size == 18
    assert position.state.pursuit[0].candidates() == deck
    position.do(a.Reveal(position.card("gray", "Mud")), a.EndMove())
    assert position.state.pursuit[0].size == 17
    assert position.state.discards[0] == 1 << position.card("gray", "Mud")


def test_cards_that_are_held_or_won_are_not_reshuffled(table: Table) -> None:
    position = nearly_exhausted(table)
    held, won = position.card("gray", "Recon"), position.card("gray", "34 Army")
    state = position.state
    position.state = msgspec.structs.replace(
        state,
        hands=(1 << held, 0, 0),
        trophies=(1 << won, 0, 0),
        discards=(state.discards[0] & ~(1 << held | 1 << won), 0, 0),
    )
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")))
    position.do(a.Reveal(position.card("gray", "Silberfuchs")))
    position.do(a.Enter(position.area("Panevezys")), a.Reveal(position.card("gray", "Platinfuchs")))
    position.do(a.Enter(position.area("Riga")))
    assert position.state.pursuit[0].size == 16
    position.refusal(a.Reveal(held))
    position.refusal(a.Reveal(won))


# After the card


def test_a_marker_is_placed_after_the_card_is_resolved_track_side_down(table: Table) -> None:
    """2024:520."""
    position = table.position()
    kedainai = position.area("Kedainai")
    position.do(a.Activate(position.army("4Pz")), a.Enter(kedainai))
    assert not position.state.control[0] >> kedainai & 1
    position.do(a.Reveal(position.card("gray", "Silberfuchs")))
    assert position.state.control[0] >> kedainai & 1
    assert not position.state.track >> kedainai & 1


def test_the_marker_waits_until_the_card_s_choice_is_made(table: Table) -> None:
    """2024:518-520: first resolve, then place."""
    position = table.position()
    kedainai = position.area("Kedainai")
    position.do(a.Activate(position.army("4Pz")), a.Enter(kedainai), a.Reveal(position.card("gray", "Axis Latvians")))
    assert not position.state.control[0] >> kedainai & 1
    position.do(a.Hold())
    assert position.state.control[0] >> kedainai & 1


def test_a_card_is_resolved_before_the_army_moves_on_or_anything_else_is_done(table: Table) -> None:
    """2024:518."""
    position = table.position()
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")))
    for action in (a.Enter(position.area("Panevezys")), a.EndMove(), a.PayOn(), a.MoveFleet(1), a.AirSupport("Soviet")):
        assert position.refusal(action) & {"8.common.resolve", "8.common.resolve-action", "7.complete"}


def test_a_resolved_pursuit_card_is_discarded(table: Table) -> None:
    """2024:520."""
    position = table.position()
    card = position.card("gray", "Silberfuchs")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")), a.Reveal(card))
    assert position.state.discards == (1 << card, 0, 0)
    assert not position.state.hands[0]


def test_a_defeated_soviet_card_goes_to_the_victor(table: Table) -> None:
    """2024:522."""
    table.green(
        """
        armor 4Pz Tilsit > Kaunas [5 Army]
          cites 8.common.defeated
          expect gray defeated 5 Army
          expect gray has 1 defeated card, 0 medals
        """
    )


def test_an_armored_army_that_is_not_halted_goes_on_after_a_card(table: Table) -> None:
    """2024:522."""
    table.green(
        "armor 4Pz Tilsit > Kedainai [Silberfuchs] > Panevezys [Platinfuchs] > Riga [Partisans]\n expect 4Pz at Riga"
    )


# All reasons at once


@pytest.mark.parametrize(
    ("scenario", "rules"),
    [
        ("[armies.4Pz]\nfuel = 0\nammo = 3\nmoved = true\n", {"8.2.fuel", "8.common.once"}),
        (
            "actions_left = 0\n[armies.4Pz]\nfuel = 0\nammo = 3\nmoved = true\nhalt = true\n",
            {"8.2.fuel", "8.common.once", "7.core", "3.2.halt"},
        ),
    ],
)
def test_every_reason_against_a_move_is_given(table: Table, scenario: str, rules: set[str]) -> None:
    step = table.green("illegal armor 4Pz Tilsit > Kaunas\n because 8.2.fuel 8.common.once", scenario)
    assert rules <= rules_of(step)


def test_every_reason_against_an_area_is_given(table: Table) -> None:
    """A far area of another colour with another's marker, another's army: each is a reason of its own."""
    position = table.position(IN_VILNIUS)
    position.do(a.Activate(position.army("4Pz")))
    assert {"8.common.colour", "8.common.foreign-marker", "8.common.occupied", "4.board.adjacent"} <= position.refusal(
        a.Enter(position.area("Warschau"))
    )


def test_a_fort_without_ammo_beyond_the_allowance_is_refused_for_both(table: Table) -> None:
    scenario = """
[players.gray]
controls = ["Kaunas", "Panevezys", "Daugavpils", "Vilnius"]
[armies.4Pz]
fuel = 3
ammo = 0
"""
    table.green(
        "illegal armor 4Pz Tilsit > Kaunas > Panevezys > Daugavpils > Polotsk\n because 8.fort.cannot 8.2.allowance",
        scenario,
    )


@pytest.mark.parametrize(
    "move", ["armor 4Pz Vilnius > Suwalki", "armor 4Pz Vilnius > Minsk", "armor 2Pz Warschau > Lomza"]
)
def test_every_violation_cites_a_clause_and_names_facts(table: Table, move: str) -> None:
    result = table.replay(f"illegal {move}\n because 8 4 3", IN_VILNIUS)
    violations = result.steps[-1].violations
    assert violations
    for violation in violations:
        assert violation.code
        assert violation.message.endswith(".")
        assert violation.rules
        assert all(rule in catalogue() for rule in violation.rules)
        assert violation.facts
