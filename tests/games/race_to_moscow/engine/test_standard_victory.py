"""5 Standard victory: medals decide (2024:428-436, first:763-792); 13.5 and 14.9."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.standard_victory import count_medals
from rtm_verify.kernel.event import Transition

from .table import Position, Table

# The last turn of the last round, with an empty pool and nothing to attack: the reaction ends the game.
END = 'phase = "reaction"\nlast_round = true\npool = 0\n'


def last_turn(
    table: Table,
    order: tuple[str, ...] = PLAYERS,
    *,
    edition: str = "2024",
    variants: tuple[str, ...] = (),
    pins: dict[str, str] | None = None,
    **fields: Any,
) -> Position:
    """The end of the game, with these fields of the position as they are given."""
    scenario = END + f'active = "{order[-1]}"\n'
    position = table.position(scenario, order=order, edition=edition, variants=variants, **(pins or {}))
    position.state = replace(position.state, **fields)
    if position.ruleset.material.soviet_player:
        # The Soviet player could still attack or place freely: there is no marker and nothing to attack.
        assert position.ruleset.legal(position.state) == (a.EndReaction(),)
    return position


def end(position: Position) -> Transition[Any]:
    assert not position.ruleset.judge(position.state, a.EndReaction())
    step = position.ruleset.apply(position.state, a.EndReaction())
    position.state = step.state
    assert step.state.phase == "over"
    return step


def winners(position: Position) -> set[str]:
    names = (*PLAYERS, "Soviet player")
    return {name for number, name in enumerate(names) if position.state.winners >> number & 1}


def trophies(position: Position, *names: str) -> int:
    cards = position.ruleset.material.cards
    return sum(1 << cards.names("soviet")[name][0] for name in names)


def rules(step: Transition[Any]) -> set[str]:
    return {rule for event in step.events for rule in event.rules}


def test_the_most_medals_win(table: Table) -> None:
    """2024:428."""
    position = last_turn(table, medals_held=(2, 5, 4))
    step = end(position)
    assert winners(position) == {"white"}
    assert rules(step) >= {"6.end", "5.most-medals"}
    assert not {"5.tie-encircled", "5.tie-order"} & rules(step)
    assert "gray 2, white 5, brown 4" in step.events[-1].text
    assert position.state.winner == -1


@pytest.mark.parametrize(
    ("defeated", "medals"),
    [
        ((), 0),
        (("3 Army",), 0),  # 2 ammo
        (("3 Army", "5 Army"), 1),  # 4 ammo
        (("3 Army", "5 Army", "8 Army"), 2),  # 6 ammo
        (("2 Shock Army",), 1),  # 3 ammo, no medal
        (("6 Mech Corps",), 1),  # its medal, and not its 3 ammo too
        (("6 Mech Corps", "1 Shock Army"), 2),
        (("6 Mech Corps", "3 Army"), 1),  # 3 + 2 ammo, of which 2 count
        (("6 Mech Corps", "3 Army", "5 Army"), 2),
    ],
)
def test_defeated_units_bring_their_medal_or_one_for_three_ammo(
    table: Table, defeated: tuple[str, ...], medals: int
) -> None:
    """2024:433-434: rounded down, over all cards of a player, and only of cards without a medal."""
    position = last_turn(table, medals_held=(0, 0, 0))
    position.state = replace(position.state, trophies=(0, trophies(position, *defeated), 0))
    assert count_medals(position.ruleset.material, position.state, 1) == medals
    assert count_medals(position.ruleset.material, position.state, 0) == 0


def test_units_of_the_pursuit_deck_count_too(table: Table) -> None:
    """2024:434, first:765: three reserve armies of 1 ammo make a medal with the Soviet deck's cards."""
    position = last_turn(table, medals_held=(1, 0, 0))
    reserve = position.ruleset.material.cards.names("gray")["34 Army"][0]
    position.state = replace(position.state, trophies=(trophies(position, "3 Army") | 1 << reserve, 0, 0))
    assert count_medals(position.ruleset.material, position.state, 0) == 1 + 1


def test_cards_can_decide_the_game(table: Table) -> None:
    position = last_turn(table, medals_held=(3, 2, 2))
    position.state = replace(position.state, trophies=(0, trophies(position, "6 Mech Corps", "2 Shock Army"), 0))
    end(position)
    assert winners(position) == {"white"}


@pytest.mark.parametrize("edition", ["2024", "first"])
def test_of_tied_players_the_one_with_more_encircled_cards_wins(table: Table, edition: str) -> None:
    """2024:428, first:790: the cards of players that are not tied do not matter."""
    position = last_turn(table, medals_held=(4, 4, 3), encircled=(2, 1, 9), edition=edition)
    step = end(position)
    assert winners(position) == {"gray"}
    assert "5.tie-encircled" in rules(step)
    assert "5.tie-order" not in rules(step)


@pytest.mark.parametrize(
    ("order", "winner"),
    [(("gray", "white", "brown"), "white"), (("white", "brown", "gray"), "gray"), (("white", "gray"), "gray")],
)
def test_of_players_still_tied_the_later_in_the_order_wins(table: Table, order: tuple[str, ...], winner: str) -> None:
    """2024:428."""
    position = last_turn(table, order, medals_held=(4, 4, 0), encircled=(1, 1, 5))
    step = end(position)
    assert winners(position) == {winner}
    assert "5.tie-order" in rules(step)


def test_in_the_first_edition_a_tie_stays_a_tie(table: Table) -> None:
    """first:791-792."""
    position = last_turn(table, medals_held=(4, 4, 0), encircled=(1, 1, 5), edition="first")
    step = end(position)
    assert winners(position) == {"gray", "white"}
    assert "first.6.tie-stays" in rules(step)
    assert "5.tie-order" not in rules(step)
    all_three = last_turn(table, medals_held=(4, 4, 4), edition="first")
    end(all_three)
    assert winners(all_three) == {"gray", "white", "brown"}


def test_absent_players_do_not_win(table: Table) -> None:
    position = last_turn(table, ("gray", "brown"), medals_held=(0, 9, 1))
    end(position)
    assert winners(position) == {"brown"}


def test_a_solitaire_game_ends_with_its_player_s_count(table: Table) -> None:
    """first:804-805."""
    position = last_turn(table, ("white",), edition="first", medals_held=(0, 3, 0))
    step = end(position)
    assert winners(position) == {"white"}
    assert "white 3" in step.events[-1].text


@pytest.mark.parametrize("edition", ["2024", "first"])
def test_in_total_war_all_lose_without_a_victory_area(table: Table, edition: str) -> None:
    """2024:981, first:1646-1647."""
    position = last_turn(table, variants=("total-war",), medals_held=(2, 9, 4), edition=edition)
    step = end(position)
    assert winners(position) == set()
    assert "13.5.lose" in rules(step)
    assert position.ruleset.legal(position.state) == ()


def soviet_game(table: Table, left: int, held: tuple[int, int, int], **pins: str) -> Position:
    """A game with a Soviet player, `left` medals on the board."""
    position = last_turn(table, variants=("soviet-player",), pins=pins)
    medals, rest = [], left
    for count in position.state.medals:
        medals.append(min(count, rest))
        rest -= medals[-1]
    position.state = replace(position.state, medals=tuple(medals), medals_held=held)
    return position


def test_the_soviet_player_wins_with_the_medals_on_the_board(table: Table) -> None:
    """E22 (2024:1069): Gray 6, White 5, Brown 4, and 7 on the board."""
    position = soviet_game(table, 7, (6, 5, 4))
    step = end(position)
    assert winners(position) == {"Soviet player"}
    assert {"14.9.medals", "14.9.count"} <= rules(step)
    assert "the Soviet player 7" in step.events[-1].text
    fewer = soviet_game(table, 5, (6, 5, 4))
    end(fewer)
    assert winners(fewer) == {"gray"}


@pytest.mark.parametrize(("reading", "winner"), [("axis", "gray"), ("soviet", "Soviet player")])
def test_who_wins_a_tie_with_the_soviet_player(table: Table, reading: str, winner: str) -> None:
    """Ruling soviet-tie."""
    position = soviet_game(table, 6, (6, 5, 4), **{"soviet-tie": reading})
    step = end(position)
    assert winners(position) == {winner}
    assert "soviet-tie" in step.rulings


def test_without_a_soviet_player_medals_on_the_board_are_nobody_s(table: Table) -> None:
    position = last_turn(table, medals_held=(2, 1, 1))
    assert sum(position.state.medals) > 10
    end(position)
    assert winners(position) == {"gray"}


def test_facts_of_a_log_name_the_winner(table: Table) -> None:
    step = table.green(
        """
        reaction none
          expect brown wins
        """,
        END + 'active = "brown"\n[players.brown]\nmedals = 4\n',
        order=PLAYERS,
        first="brown",
    )
    assert "5.most-medals" in {rule for event in step.events for rule in event.rules}


@pytest.mark.parametrize(("reading", "won"), [("soviet", {"Soviet player"}), ("nobody", set())])
def test_who_wins_a_total_war_that_the_axis_loses(table: Table, reading: str, won: set[str]) -> None:
    """Ruling total-war-soviet (2024:981, 2024:1067)."""
    position = last_turn(table, variants=("total-war", "soviet-player"), pins={"total-war-soviet": reading})
    assert "total-war-soviet" in end(position).rulings
    assert winners(position) == won
