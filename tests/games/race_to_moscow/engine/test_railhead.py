"""11 Railhead Advancement (2024:861-867, first:1506-1519), the step between the actions and the Soviet Reaction."""

from __future__ import annotations

import pytest

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.engine.railhead import railheads
from rtm_verify.kernel.bits import members

from .table import Position, Table

# Gray's first captures: Kedainai and Kaunas border the printed track of Tilsit, Panevezys and Riga do not.
COURLAND = '[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Panevezys", "Riga"]\n'

# A line of White's alone between two areas that Gray holds.
WHITE_ROAD = (r'(a = "Vilnius"\nb = "Polotsk"\ncolors = \[)"gray", "white"', r'\1"white"')
POLOTSK = '[players.gray]\ncontrols = ["Vilnius", "Polotsk"]\n[areas.Vilnius]\ntrack = true\n'


def test_gray_turns_the_marker_in_kedainai(table: Table) -> None:
    """E20 (2024:867)."""
    table.green(
        """
        rail Kedainai
          cites 6.railhead 11.when 11.flip 11.adjacent
          expect Kedainai has track
          expect Kaunas has no track
          expect gray has 0 core actions
        """,
        COURLAND,
    )


@pytest.mark.parametrize("area", ["Panevezys", "Riga"])
def test_a_marker_without_a_tracked_neighbour_is_not_turned(table: Table, area: str) -> None:
    """2024:863."""
    step = table.green(f"illegal rail {area}\n because 11.adjacent", COURLAND)
    (violation,) = step.violations
    assert violation.blockers == (area,)
    assert violation.fixes == ("Kaunas", "Kedainai")
    assert violation.facts


def test_a_turned_marker_carries_the_railhead_on(table: Table) -> None:
    scenario = COURLAND + "[areas.Kedainai]\ntrack = true\n"
    table.green("illegal rail Riga\n because 11.adjacent\nrail Panevezys\n expect Panevezys has track", scenario)


def test_only_one_marker_is_turned_in_a_turn(table: Table) -> None:
    """2024:863: one of the player's markers."""
    table.green(
        "rail Kedainai\nillegal rail Kaunas\n because 6.reaction 12.always\n expect Kaunas has no track", COURLAND
    )


@pytest.mark.parametrize(
    "area",
    [
        pytest.param("Siauliai", id="nobody's"),
        pytest.param("Grodno", id="another player's"),
        pytest.param("Kaunas", id="already turned"),
        pytest.param("Königsberg", id="printed"),
    ],
)
def test_only_a_plain_marker_of_the_player_is_turned(table: Table, area: str) -> None:
    """2024:863: nothing is turned where there is no marker of the player's with a plain side."""
    scenario = COURLAND + '[players.white]\ncontrols = ["Grodno"]\n[areas.Kaunas]\ntrack = true\n'
    table.green(f"illegal rail {area}\n because 11.flip", scenario)


def test_another_player_s_track_is_no_railhead(table: Table) -> None:
    """2024:863: one of your markers. Polotsk is Gray's, the track of Vilnius White's."""
    scenario = (
        '[players.gray]\ncontrols = ["Polotsk"]\n[players.white]\ncontrols = ["Vilnius"]\n'
        "[areas.Vilnius]\ntrack = true\n"
    )
    table.green("illegal rail Polotsk\n because 11.adjacent\nrail none\n expect Polotsk has no track", scenario)


def test_another_player_s_printed_track_is_no_railhead(table: Table) -> None:
    """2024:279, 2024:863: Vilnius is Gray's, and the print of Suwalki beside it White's."""
    table.green("illegal rail Vilnius\n because 11.adjacent", '[players.gray]\ncontrols = ["Vilnius"]\n')


def test_a_red_line_carries_no_railhead(table: Table) -> None:
    """2024:406: red connections matter in the Soviet Reaction and in encirclement only."""
    scenario = '[players.gray]\ncontrols = ["Pskov", "Tartu"]\n[areas.Pskov]\ntrack = true\n'
    table.green("illegal rail Tartu\n because 11.adjacent", scenario)


def test_the_actions_come_first_and_are_over_with_the_railhead(table: Table) -> None:
    """2024:454-458, 2024:863."""
    position = table.position(COURLAND + '[armies.4Pz]\nat = "Riga"\n')
    kaunas, army = position.area("Kaunas"), position.army("4Pz")
    position.do(a.Activate(army))
    assert position.refusal(a.AdvanceRailhead(kaunas)) == {"7.complete"}
    position.do(a.EndMove())
    position.do(a.AdvanceRailhead(kaunas))
    assert (position.state.phase, position.state.core_left) == ("reaction", 0)
    assert "6.reaction" in position.refusal(a.MoveFields())
    assert "6.reaction" in position.refusal(a.AdvanceRailhead(-1))


def test_the_reaction_does_not_begin_before_the_railhead(table: Table) -> None:
    """2024:454-458."""
    position = table.position(COURLAND)
    assert {"12.next", "12.always"} <= position.refusal(a.EndReaction())
    assert "12.always" in position.refusal(a.PlaceSoviet(position.area("Novgorod")))
    assert "12.always" in position.refusal(a.CounterAttack(position.area("Riga")))
    assert "12.always" in position.refusal(a.WinterAttack(position.area("Rzhev")))


def test_without_a_marker_to_turn_the_actions_still_end(table: Table) -> None:
    position = table.position()
    assert [action for action in position.ruleset.legal(position.state) if isinstance(action, a.AdvanceRailhead)] == [
        a.AdvanceRailhead(-1)
    ]
    position.do(a.AdvanceRailhead(-1))
    assert position.state.phase == "reaction"
    assert position.state.track == 0


# The rulings


def test_whether_core_actions_can_be_left_unused(table: Table) -> None:
    may = table.green("rail Kedainai", COURLAND)
    assert "unused-actions" in may.rulings
    step = table.green(
        "illegal rail Kedainai\n because 7.core 11.when", COURLAND, rulings={"unused-actions": "must-take"}
    )
    assert "unused-actions" in step.rulings
    done = table.green(
        "fields none\nfields none\nrail Kedainai\n expect Kedainai has track",
        COURLAND,
        rulings={"unused-actions": "must-take"},
    )
    assert "unused-actions" not in done.rulings


def test_whether_the_railhead_can_be_left(table: Table) -> None:
    must = table.green("illegal rail none\n because 11.flip", COURLAND)
    assert "railhead-optional" in must.rulings
    may = table.green("rail none\n expect Kedainai has no track", COURLAND, rulings={"railhead-optional": "may"})
    assert "railhead-optional" in may.rulings


@pytest.mark.parametrize("edition", ["2024", "first"])
def test_whether_printed_track_counts(table: Table, edition: str) -> None:
    """2024:863 speaks of markers already turned, first:1514-1517 of printed symbols too."""
    counts = table.green("rail Kedainai\n expect Kedainai has track", COURLAND, edition=edition)
    assert "railhead-printed" in counts.rulings
    pins = {"railhead-printed": "markers-only"}
    clause = "first.17.adjacent" if edition == "first" else "11.adjacent"
    step = table.green(f"illegal rail Kedainai\n because {clause}", COURLAND, rulings=pins, edition=edition)
    assert "railhead-printed" in step.rulings
    none = table.green("rail none\n expect Kedainai has no track", COURLAND, rulings=pins, edition=edition)
    assert "railhead-printed" in none.rulings
    beside = COURLAND + "[areas.Kedainai]\ntrack = true\n"
    table.green("rail Kaunas\n expect Kaunas has track", beside, rulings=pins, edition=edition)


def test_whether_a_line_of_another_colour_carries_the_railhead(table: Table) -> None:
    board = table.board(WHITE_ROAD)
    any_line = table.green("rail Polotsk\n expect Polotsk has track", POLOTSK, board=board)
    assert "railhead-lines" in any_line.rulings
    pins = {"railhead-lines": "own-colour"}
    step = table.green("illegal rail Polotsk\n because 11.adjacent", POLOTSK, board=board, rulings=pins)
    assert "railhead-lines" in step.rulings
    table.green("rail Polotsk\n expect Polotsk has track", POLOTSK, rulings=pins)


def test_what_is_listed_is_what_is_accepted(table: Table) -> None:
    for pins in ({}, {"railhead-optional": "may", "railhead-printed": "markers-only"}):
        position = table.position(COURLAND + "[areas.Panevezys]\ntrack = true\n", **pins)
        listed = {action for action in position.ruleset.legal(position.state) if isinstance(action, a.AdvanceRailhead)}
        assert listed == _accepted(position)
        assert {action.area for action in listed if action.area >= 0} == set(
            members(railheads(position.ruleset.material, position.state))
        )


def _accepted(position: Position) -> set[a.AdvanceRailhead]:
    every = range(-1, len(position.ruleset.material.board.areas))
    return {
        a.AdvanceRailhead(area) for area in every if not position.ruleset.judge(position.state, a.AdvanceRailhead(area))
    }
