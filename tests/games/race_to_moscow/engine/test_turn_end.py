"""6 Sequence of play: turns, rounds and the end of the game (2024:448-458, first:749-773)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS

from .table import Position, Table

REACTION = 'phase = "reaction"\n'


def rulings(position: Position, action: a.Action) -> tuple[str, ...]:
    return tuple(position.ruleset.apply(position.state, action).rulings)


def react(position: Position) -> None:
    """Some legal reaction, the first one listed."""
    position.do(position.ruleset.legal(position.state)[0])


def turn(position: Position) -> None:
    """A turn without any action."""
    position.do(a.AdvanceRailhead(-1))
    while position.state.phase == "reaction":
        react(position)


def test_a_turn_is_actions_then_railhead_then_reaction(table: Table) -> None:
    """2024:454-458; E23 without its cards."""
    table.green(
        """
        illegal reaction place Vyazma
          because 12.always
        fields none
        rail none
          cites 6.railhead 11.when
          expect white active
        illegal fields none
          because 6.reaction
        illegal rail none
          because 6.reaction
        reaction place Vyazma
          cites 6.order 12.instructions
          expect brown active
          expect brown has 2 core actions
        """,
        first="white",
    )


def test_the_players_follow_each_other_and_then_a_new_round_begins(table: Table) -> None:
    """2024:450-454."""
    position = table.position("", first="white")
    seen = []
    for _ in range(5):
        seen.append((position.state.round, PLAYERS[position.state.active], position.state.core_left))
        turn(position)
    assert seen == [(1, "white", 2), (1, "brown", 2), (1, "gray", 2), (2, "white", 2), (2, "brown", 2)]


@pytest.mark.parametrize("order", [("brown", "gray"), ("white",)])
def test_fewer_players_have_shorter_rounds(table: Table, order: tuple[str, ...]) -> None:
    position = table.position("", order=order)
    for number in range(1, 3):
        for player in order:
            assert (position.state.round, PLAYERS[position.state.active]) == (number, player)
            turn(position)


def test_another_player_does_not_act_before_the_turn_is_over(table: Table) -> None:
    """2024:454."""
    result = table.replay("fields none\n\nwhite\nfields none")
    assert result.error is not None
    assert "gray" in str(result.error)


# What is once a turn, and what once a round


def busy(position: Position) -> None:
    """Everything that is counted has been used."""
    position.state = replace(
        position.state,
        moved=1 << position.army("4Pz") | 1 << position.army("2Pz"),
        fleet_moved=True,
        frontline_taken=True,
        auxiliaries_used=1,
        held_this_turn=1 << 5,
        core_left=1,
    )


@pytest.mark.parametrize(("edition", "kept"), [("2024", True), ("first", False)])
def test_armies_fleet_and_frontline_base_are_used_once_a_round_or_once_a_turn(
    table: Table, edition: str, kept: bool
) -> None:
    """2024:502, 2024:649, 2024:659; first:816, first:1176-1177, first:1293 (D3)."""
    position = table.position("", edition=edition)
    busy(position)
    turn(position)
    state = position.state
    assert (bool(state.moved), state.fleet_moved, state.frontline_taken) == (kept, kept, kept)
    assert (state.auxiliaries_used, state.held_this_turn, state.core_left) == (0, 0, 2)


@pytest.mark.parametrize("edition", ["2024", "first"])
def test_a_new_round_frees_everything(table: Table, edition: str) -> None:
    position = table.position('active = "brown"\n', edition=edition)
    busy(position)
    turn(position)
    state = position.state
    assert (state.round, state.moved, state.fleet_moved, state.frontline_taken) == (2, 0, False, False)


def test_an_army_that_has_moved_stays_put_for_the_round_and_is_free_in_the_next(table: Table) -> None:
    """2024:502, played over a whole round."""
    position = table.position('[players.gray]\ncontrols = ["Kedainai"]\n')
    army = position.army("4Pz")
    position.do(a.Activate(army), a.Enter(position.area("Kedainai")), a.EndMove())
    assert "8.common.once" in position.refusal(a.Activate(army))
    position.do(a.AdvanceRailhead(position.area("Kedainai")))
    react(position)
    turn(position)
    turn(position)
    assert position.state.active == 0
    position.do(a.Activate(army))


# The last marker


def test_the_last_marker_makes_it_the_last_round(table: Table) -> None:
    """2024:452."""
    table.green(
        """
        reaction place Novgorod
          cites 6.finish 6.no-return 3.2.pool-end
          expect pool has 0 Soviet markers
          expect white active
        """,
        REACTION + "pool = 1\n[areas.Moskva]\nsoviet = false\n[areas.Smolensk]\nsoviet = false\n",
    )


def test_after_the_last_marker_the_round_is_played_to_its_end(table: Table) -> None:
    """2024:452: Brown, who is last, has all his actions; then medals decide."""
    position = table.position(REACTION + "pool = 1\n")
    react(position)
    assert (position.state.last_round, position.state.phase, position.state.active) == (True, "actions", 1)
    turn(position)
    assert (position.state.phase, position.state.active, position.state.core_left) == ("actions", 2, 2)
    turn(position)
    assert (position.state.phase, position.state.round) == ("over", 1)
    assert position.state.winners
    assert position.state.winner == -1
    assert position.ruleset.legal(position.state) == ()
    assert not position.ruleset.invariants(position.state)


def test_the_last_player_s_last_marker_ends_the_game_at_once(table: Table) -> None:
    """2024:452."""
    position = table.position(REACTION + 'pool = 1\nactive = "brown"\n')
    react(position)
    assert position.state.phase == "over"


def test_one_marker_more_does_not_end_the_game(table: Table) -> None:
    position = table.position(REACTION + 'pool = 2\nactive = "brown"\n')
    react(position)
    assert (position.state.phase, position.state.round, position.state.last_round) == ("actions", 2, False)


def test_markers_that_return_to_the_pool_do_not_keep_the_game_going(table: Table) -> None:
    """E26 (2024:452): White wins a combat in Minsk, whose marker returns; the game ends all the same."""
    scenario = (
        "last_round = true\npool = 0\n"
        '[players.white]\ncontrols = ["Vilnius"]\n[armies.3Pz]\nat = "Vilnius"\nfuel = 2\nammo = 4\n'
    )
    position = table.position(scenario, order=("gray", "brown", "white"))
    turn(position)
    turn(position)
    assert PLAYERS[position.state.active] == "white"
    card = position.card("soviet", "3 Army")
    position.do(a.Activate(position.army("3Pz")), a.Enter(position.area("Minsk")), a.Reveal(card))
    if position.state.pending:
        position.do(a.Fight())
    assert position.state.pool == 1
    position.do(a.EndMove())
    position.do(next(act for act in position.ruleset.legal(position.state) if isinstance(act, a.AdvanceRailhead)))
    react(position)
    assert position.state.phase == "over"


@pytest.mark.parametrize(("reading", "phase"), [("round", "actions"), ("turn", "over")])
def test_when_the_game_ends_after_the_last_marker(table: Table, reading: str, phase: str) -> None:
    """Ruling pool-end; 2024:291, 2024:452."""
    position = table.position(REACTION + "pool = 1\n", **{"pool-end": reading})
    action = position.ruleset.legal(position.state)[0]
    assert "pool-end" in rulings(position, action)
    position.do(action)
    assert position.state.phase == phase


def test_with_the_last_player_every_reading_ends_the_game(table: Table) -> None:
    position = table.position(REACTION + 'pool = 1\nactive = "brown"\n')
    assert "pool-end" not in rulings(position, position.ruleset.legal(position.state)[0])


def test_nothing_is_done_after_the_end(table: Table) -> None:
    """2024:452."""
    position = table.position(REACTION + 'pool = 1\nactive = "brown"\n')
    react(position)
    for action in (
        a.MoveFields(),
        a.Activate(position.army("1Pz")),
        a.AdvanceRailhead(-1),
        a.EndReaction(),
        a.PlaceSoviet(position.area("Kharkov")),
    ):
        assert {"6.end", "6.finish"} <= position.refusal(action)


def test_a_veteran_game_goes_on_with_an_empty_pool_until_a_marker_has_come_and_gone(table: Table) -> None:
    """2024:945-951: nothing is placed as long as the pool is empty; the first marker that comes is the last."""
    position = table.position("", variants=["veteran"])
    for _ in range(4):
        turn(position)
    assert (position.state.round, position.state.last_round, position.state.pool) == (2, False, 0)
    # A marker comes into the pool, as by a combat.
    position.state = replace(position.state, pool=1, boxed=position.state.boxed - 1)
    turn(position)
    assert (position.state.pool, position.state.last_round) == (0, True)
    turn(position)
    assert position.state.phase == "over"
    assert position.state.round == 2


def test_a_whole_game_without_actions_ends_when_the_pool_is_empty(table: Table) -> None:
    """2024:450-452: six markers, three a round."""
    position = table.position()
    turns = 0
    while position.state.phase != "over":
        turn(position)
        turns += 1
    assert (turns, position.state.round, position.state.pool) == (6, 2, 0)
    # Nobody has gained anything: White and Brown have the medal of the set-up, and Brown is later in the order.
    assert position.state.winners == 1 << PLAYERS.index("brown")
