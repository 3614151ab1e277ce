"""Chapter 4: the set-up for two players and for one, in both editions: who is there, and what is blocked."""

from __future__ import annotations

from itertools import permutations

import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members

from .table import Position, Table

EDITIONS = ("2024", "first")
ORDERS = [*permutations(PLAYERS, 2), *permutations(PLAYERS, 1)]
# What lies on the cards of a player's armies (2024:64, 2024:89, 2024:113).
ARMIES = {"gray": Supplies(5, 9, 4), "white": Supplies(8, 12, 4), "brown": Supplies(6, 12, 6)}
BASE = Supplies(3, 3, 3)

every_game = pytest.mark.parametrize("order", ORDERS, ids="-".join)
both_editions = pytest.mark.parametrize("edition", EDITIONS)


def blocked(position: Position) -> set[str]:
    """The areas with a control marker at set-up."""
    gray, white, brown = position.state.control
    return {position.ruleset.material.area(area) for area in members(gray | white | brown)}


def must_be_blocked(position: Position, order: tuple[str, ...], edition: str) -> set[str]:
    """By the colours of the areas: 2024:378-382, first:656-661, first:676-680."""
    absent = set(PLAYERS) - set(order)
    found = set()
    for area in position.ruleset.material.board.areas:
        colours = set(area.colors)
        if area.printed or len(colours) == 3 or not colours & absent:
            continue
        if len(colours) == 1:
            closed = len(order) == 2 or edition == "first"
        else:
            closed = "white" not in absent
            if len(order) == 1:
                closed = order != ("white",)
        if closed:
            found.add(area.name)
    return found


@every_game
@both_editions
def test_the_areas_of_absent_colours_are_blocked(table: Table, order: tuple[str, ...], edition: str) -> None:
    position = table.position(order=order, edition=edition)
    assert blocked(position) == must_be_blocked(position, order, edition)
    for player, control in enumerate(position.state.control):
        if PLAYERS[player] in order:
            assert control == 0
        else:
            assert not control & ~position.ruleset.material.board.colored[player]
    assert position.ruleset.invariants(position.state) == ()


@every_game
@both_editions
def test_the_set_up_cites_why_areas_are_blocked(table: Table, order: tuple[str, ...], edition: str) -> None:
    setup = table.ruleset(order=order, edition=edition).setup()
    rules = {rule for event in setup.events for rule in event.rules}
    if len(order) == 2:
        assert rules >= {"4.two.control", "4.two.markers", "4.two.enter", "4.two.capture"}
    elif edition == "first":
        assert rules >= {"first.4.solo-control", "first.4.solo-markers", "first.4.solo-enter", "first.4.solo-capture"}
    else:
        assert ("4.solo.double" in rules) is (order != ("white",))
    assert ("4.solo.white" in rules) is (order == ("white",))


@every_game
@both_editions
def test_moskva_is_never_blocked(table: Table, order: tuple[str, ...], edition: str) -> None:
    position = table.position(order=order, edition=edition)
    moskva = position.area("Moskva")
    assert not position.ruleset.material.all_controlled(position.state) >> moskva & 1
    assert position.state.soviet >> moskva & 1


@pytest.mark.parametrize(
    ("order", "edition", "closed", "free"),
    [
        (("gray", "white"), "2024", ["Lvov", "Kiev", "Rostov", "Gomel", "Kaluga", "Tula"], ["Vilnius", "Minsk"]),
        (("gray", "brown"), "2024", ["Minsk", "Brest", "Smolensk"], ["Vilnius", "Kaluga", "Riga", "Kiev"]),
        (("white", "brown"), "2024", ["Riga", "Leningrad", "Vilnius", "Kalinin"], ["Kaluga", "Minsk", "Lvov"]),
        (("gray",), "2024", ["Vilnius", "Kalinin", "Kaluga"], ["Riga", "Minsk", "Kiev", "Leningrad", "Rostov"]),
        (("gray",), "first", ["Vilnius", "Kalinin", "Kaluga", "Minsk", "Kiev", "Rostov"], ["Riga", "Leningrad"]),
        (("white",), "2024", [], ["Vilnius", "Kaluga", "Riga", "Kiev", "Leningrad"]),
        (("white",), "first", ["Riga", "Kiev", "Leningrad", "Rostov"], ["Vilnius", "Kaluga", "Minsk"]),
        (("brown",), "2024", ["Vilnius", "Kaluga"], ["Riga", "Minsk", "Kiev"]),
        (("brown",), "first", ["Vilnius", "Kaluga", "Riga", "Minsk"], ["Kiev", "Lvov"]),
    ],
)
def test_these_areas_are_blocked_and_those_are_not(
    table: Table, order: tuple[str, ...], edition: str, closed: list[str], free: list[str]
) -> None:
    found = blocked(table.position(order=order, edition=edition))
    assert set(closed) <= found
    assert not set(free) & found
    assert closed or not found


@every_game
@both_editions
def test_only_the_players_in_the_game_have_armies_decks_and_vehicles(
    table: Table, order: tuple[str, ...], edition: str
) -> None:
    position = table.position(order=order, edition=edition)
    state, material = position.state, position.ruleset.material
    for number, army in enumerate(material.armies):
        here = army.player in order
        assert (state.at[number] >= 0) is here
        assert (state.loads[number].total > 0) is here
    for player, name in enumerate(PLAYERS):
        here = name in order
        assert state.pursuit[player].size == (18 if here else 0)
        assert (state.trucks_held[player], state.trains_held[player]) == ((5, 3) if here else (0, 0))
        assert state.depots[material.board.main_base[player]] == (BASE if here else Supplies())
    assert [PLAYERS[player] for player in state.order] == list(order)
    assert PLAYERS[state.active] == order[0]
    assert state.core_left == 2


@every_game
@both_editions
def test_the_numbers_of_the_set_up_go_by_the_number_of_players(
    table: Table, order: tuple[str, ...], edition: str
) -> None:
    state = table.position(order=order, edition=edition).state
    count = len(order)
    assert (state.trains_stock, state.trains_reserve) == (9, {2: 6, 1: 4}[count])
    assert state.pool == {2: 4, 1: 3}[count]
    assert state.pool + state.soviet.bit_count() + state.boxed == 26
    assert state.medals_held == tuple(int(name in order[1:]) for name in PLAYERS)
    assert sum(state.medals) + sum(state.medals_held) + state.medals_left == 40
    assert state.okh_deck.size == 12
    assert state.level == 1
    assert state.soviet_deck.size == 33


@pytest.mark.parametrize(("players", "names"), [(2, 4), (1, 3)])
def test_another_number_of_revealed_okh_cards_is_refused(table: Table, players: int, names: int) -> None:
    pool = '", "'.join(["Brandenburg", "Pionieren", "Wolfsschanze", "Luftbrücke"][:names])
    right = 3 if players == 2 else 4
    with pytest.raises(InputError, match=f"{right} different OKH cards are revealed, not {names}"):
        table.position(f'okh = ["{pool}"]\n', order=PLAYERS[:players])


def test_the_order_names_each_player_once(table: Table) -> None:
    for order in ([], ["gray", "gray"]):
        path = table.folder / "order.toml"
        text = str(order).replace("'", '"')
        path.write_text(f'game = "race-to-moscow"\ntitle = "t"\norder = {text}\n', encoding="utf-8")
        ruleset = table.ruleset()
        ruleset._scenario = path
        with pytest.raises(InputError, match="one, two or three of gray, white and brown, each once"):
            ruleset.setup()


def test_an_absent_players_army_is_not_in_the_game(table: Table) -> None:
    with pytest.raises(InputError, match="belongs to brown, who is not in the game"):
        table.position('[armies.1Pz]\nat = "Tomaszow"\n', order=["gray", "white"])
    position = table.position(order=["gray", "white"])
    assert "4.armies" in position.refusal(a.Activate(position.army("1Pz")))


# Entering what is blocked


def refused_entry(table: Table, player: str, army: str, at: str, area: str, order: list[str], edition: str) -> set[str]:
    scenario = f'[players.{player}]\ncontrols = ["{at}"]\n[armies.{army}]\nat = "{at}"\n'
    position = table.position(scenario, order=order, edition=edition)
    position.do(a.Activate(position.army(army)))
    return position.refusal(a.Enter(position.area(area)))


@both_editions
def test_with_two_players_a_double_area_of_an_absent_gray_or_brown_is_not_entered(table: Table, edition: str) -> None:
    refused = refused_entry(table, "white", "2Pz", "Roslavl", "Briansk", ["white", "gray"], edition)
    assert refused >= {"8.common.foreign-marker", "4.two.enter", "8.double.enter"}
    refused = refused_entry(table, "white", "2Pz", "Grodno", "Vilnius", ["white", "brown"], edition)
    assert refused >= {"8.common.foreign-marker", "4.two.enter", "8.double.enter"}


@both_editions
def test_with_two_players_the_double_areas_of_an_absent_white_are_open(table: Table, edition: str) -> None:
    position = table.position('[players.gray]\ncontrols = ["Kaunas"]\n', order=["gray", "brown"], edition=edition)
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kaunas")), a.Enter(position.area("Vilnius")))
    position.do(a.Reveal(position.card("gray", "Silberfuchs")))
    assert position.controls("gray", "Vilnius")
    # Its areas of one colour are not.
    position.do(a.EndMove())
    assert position.controls("white", "Minsk")


@pytest.mark.parametrize(("edition", "clause"), [("2024", "4.solo.double"), ("first", "first.4.solo-enter")])
def test_alone_gray_and_brown_enter_no_double_area(table: Table, edition: str, clause: str) -> None:
    refused = refused_entry(table, "gray", "4Pz", "Kaunas", "Vilnius", ["gray"], edition)
    assert refused >= {"8.common.foreign-marker", clause, "8.double.enter"}
    refused = refused_entry(table, "brown", "1Pz", "Konotop", "Briansk", ["brown"], edition)
    assert refused >= {"8.common.foreign-marker", clause, "8.double.enter"}


@both_editions
def test_alone_white_enters_double_areas(table: Table, edition: str) -> None:
    position = table.position(first="white", order=["white"], edition=edition)
    position.do(a.Activate(position.army("3Pz")), a.Enter(position.area("Vilnius")))
    position.do(a.Reveal(position.card("white", "Stalin Line")))
    assert position.controls("white", "Vilnius")


def test_an_area_of_an_absent_colour_is_foreign_in_2024_and_blocked_in_the_first_edition(table: Table) -> None:
    refused = {
        edition: refused_entry(table, "white", "3Pz", "Vilnius", "Kaunas", ["white"], edition) for edition in EDITIONS
    }
    assert refused["2024"] >= {"8.common.colour", "4.board.colour", "4.board.line"}
    assert not refused["2024"] & {"8.common.foreign-marker", "4.solo.double"}
    assert refused["first"] >= {"8.common.colour", "8.common.foreign-marker", "first.4.solo-enter"}


@both_editions
def test_moskva_is_entered_by_each_player_who_is_there(table: Table, edition: str) -> None:
    for player, army, at, order in (
        ("white", "2Pz", "Mozhaysk", ["white", "gray"]),
        ("brown", "1Pz", "Kaluga", ["brown", "gray"]),
        ("gray", "4Pz", "Kalinin", ["gray", "white"]),
        ("white", "2Pz", "Mozhaysk", ["white"]),
    ):
        scenario = f'[players.{player}]\ncontrols = ["{at}"]\n[armies.{army}]\nat = "{at}"\n'
        position = table.position(scenario, order=order, edition=edition)
        position.do(a.Activate(position.army(army)), a.Enter(position.area("Moskva")))
        position.do(a.Reveal(position.card("soviet", "3 Army")))
        assert position.controls(player, "Moskva")


def test_a_blocked_area_stays_blocked_and_is_no_target(table: Table) -> None:
    position = table.position('phase = "reaction"\n', order=["gray", "white"])
    assert "4.two.control" in position.refusal(a.CounterAttack(position.area("Kiev")))
    assert position.refusal(a.PlaceSoviet(position.area("Zhitomir"))) >= {"12.place.free"}


# What the rulebook leaves open


@pytest.mark.parametrize(
    ("order", "covered"),
    [(("gray", "white"), 8), (("gray", "brown"), 5), (("white", "brown"), 6), (("gray",), 0)],
)
def test_whether_blocked_areas_have_soviet_markers(table: Table, order: tuple[str, ...], covered: int) -> None:
    placed = table.ruleset(order=order, rulings={"blocked-soviet": "placed"}).setup()
    none = table.ruleset(order=order, rulings={"blocked-soviet": "none"}).setup()
    assert placed.state.soviet.bit_count() == 20
    assert none.state.soviet.bit_count() == 20 - covered
    assert none.state.boxed == placed.state.boxed + covered
    assert placed.state.pool == none.state.pool
    for setup in (placed, none):
        assert ("blocked-soviet" in setup.rulings) is bool(covered)


def test_a_soviet_marker_in_a_blocked_area_lets_others_be_placed_beside_it(table: Table) -> None:
    """Kovel borders the blocked Brest; Rzhev and Toropets border the blocked Smolensk."""
    here = {}
    for reading in ("placed", "none"):
        position = table.position(
            'phase = "reaction"\n', order=["gray", "brown"], variants=["abwehr"], **{"blocked-soviet": reading}
        )
        legal = position.ruleset.legal(position.state)
        here[reading] = {position.ruleset.material.area(x.area) for x in legal if isinstance(x, a.PlaceSoviet)}
    assert here["placed"] - here["none"] == {"Kovel", "Rzhev", "Toropets"}
    assert here["none"] <= here["placed"]


@every_game
def test_where_the_supplies_of_absent_players_are(table: Table, order: tuple[str, ...]) -> None:
    rest = Supplies()
    for absent in set(PLAYERS) - set(order):
        rest = rest + ARMIES[absent] + BASE
    for reading, stock in (("box", Supplies(1, 1, 1)), ("stock", Supplies(1, 1, 1) + rest)):
        ruleset = table.ruleset(order=order, rulings={"absent-supplies": reading})
        setup = ruleset.setup()
        assert setup.state.stock == stock
        assert "absent-supplies" in setup.rulings
        assert ruleset.invariants(setup.state) == ()


def test_with_three_players_nobody_is_absent(table: Table) -> None:
    for edition in EDITIONS:
        setup = table.ruleset(edition=edition).setup()
        assert setup.state.control == (0, 0, 0)
        assert not {"absent-supplies", "blocked-soviet"} & set(setup.rulings)
