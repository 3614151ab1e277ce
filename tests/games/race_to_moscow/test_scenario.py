"""A scenario says what differs from the set-up; a position that cannot be is refused at its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import Supplies

HEAD = 'game = "race-to-moscow"\ntitle = "t"\norder = ["gray", "white", "brown"]\n'


def ruleset(folder: Path, text: str) -> RaceToMoscow:
    path = folder / "s.toml"
    path.write_text(text, encoding="utf-8")
    return RaceToMoscow("2024", path)


def position(folder: Path, text: str) -> tuple[State, RaceToMoscow]:
    rules = ruleset(folder, HEAD + text)
    return rules.setup().state, rules


def test_the_plain_scenario_is_the_set_up(tmp_path: Path) -> None:
    state, rules = position(tmp_path, "")
    edition, board = rules.material.edition, rules.material.board
    assert state.stock == edition.supply_stock
    assert state.soviet == board.soviet
    assert state.bunkers == board.fortified
    assert state.core_left == 2
    assert state.medals_held == (0, 1, 1)
    assert state.okh_deck.size == 12


def test_a_controlled_area_gives_its_markers_to_the_pool_and_its_medals_to_its_owner(tmp_path: Path) -> None:
    state, rules = position(tmp_path, '[players.brown]\ncontrols = ["Kiev", "Lvov"]\n')
    kiev = rules.material.board.area_names["Kiev"]
    assert state.medals[kiev] == 0
    assert not state.bunkers >> kiev & 1
    assert state.medals_held == (0, 1, 1 + 2 + 1)
    assert state.pool == 6 + 2


def test_the_stock_is_what_remains_of_the_tokens(tmp_path: Path) -> None:
    state, _ = position(tmp_path, "[armies.4Pz]\nfuel = 1\n[areas.Danzig]\nfood = 1\n")
    assert state.stock == Supplies(fuel=1 + 2 + 3, ammo=1 + 3 + 3, food=1 + 2)


def test_everything_a_scenario_can_say_is_so(tmp_path: Path) -> None:
    state, rules = position(
        tmp_path,
        """
round = 4
active = "white"
actions_left = 1
okh = ["Brandenburg", "Pionieren", "Wolfsschanze", "Luftbrücke"]
fleet = "Courland Coast"
fleet_moved = true
soviet_top = "6 Mech Corps"
[players.white]
controls = ["Grodno", "Vilnius"]
medals = 3
holds = ["Recon"]
defeated = ["3 Army"]
air = "spent"
top = "Mud"
[armies.3Pz]
at = "Vilnius"
moved = true
halt = true
[areas.Grodno]
track = true
fuel = 1
[areas.Minsk]
medals = 2
bunker = false
soviet = false
""",
    )
    names, cards = rules.material.board.area_names, rules.material.cards
    army = rules.material.army_names["3Pz"]
    assert (state.round, rules.actor(state), state.core_left, state.fleet_moved) == (4, "white", 1, True)
    assert rules.material.board.seas[state.fleet].name == "Courland Coast"
    assert state.okh_pool.bit_count() == 4
    assert state.okh_deck.size == 8
    assert cards.by_number[(state.soviet_deck.candidates()).bit_length() - 1].name == "6 Mech Corps"
    assert cards.by_number[(state.pursuit[1].candidates()).bit_length() - 1].name == "Mud"
    assert state.medals_held[1] == 3
    assert state.hands[1].bit_count() == state.trophies[1].bit_count() == 1
    assert state.air[1] == "spent"
    assert state.at[army] == names["Vilnius"]
    assert state.moved == state.halt == 1 << army
    assert state.track == 1 << names["Grodno"]
    assert state.depots[names["Grodno"]] == Supplies(fuel=1)
    assert state.medals[names["Minsk"]] == 2
    assert not (state.bunkers | state.soviet) >> names["Minsk"] & 1


def test_a_scenario_can_begin_with_the_soviet_reaction_of_the_last_round(tmp_path: Path) -> None:
    text = 'phase = "reaction"\nlast_round = true\npool = 1\nactive = "white"\n[areas.Riga]\nsoviet = true\n'
    state, rules = position(tmp_path, text)
    assert (state.phase, state.last_round, state.core_left, rules.actor(state)) == ("reaction", True, 0, "white")
    assert state.soviet >> rules.material.board.area_names["Riga"] & 1
    # Of 26 markers, 20 lie on their symbols, one in Riga, one beside the board.
    assert (state.soviet.bit_count(), state.pool, state.boxed) == (21, 1, 4)


def test_there_are_no_more_soviet_markers_than_the_box_has(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not that many Soviet markers") as caught:
        position(tmp_path, "pool = 7\n")
    assert caught.value.place is not None
    assert caught.value.place.line == 4


def test_a_base_can_be_empty(tmp_path: Path) -> None:
    state, rules = position(tmp_path, "[areas.Danzig]\nfuel = 0\n[areas.Riga]\nfood = 0\n")
    assert state.depots[rules.material.board.area_names["Danzig"]] == Supplies()
    assert state.stock == Supplies(fuel=1 + 3, ammo=1 + 3, food=1 + 3)


def test_vehicles_that_are_not_on_cards_or_lines_are_in_stock_or_reserve(tmp_path: Path) -> None:
    text = """
level = {}
train_lines = [["Danzig", "Königsberg"]]
frontline_taken = true
[players.gray]
truck_lines = [["Tilsit", "Königsberg"], ["Danzig", "Königsberg"]]
trains = 6
[players.white]
trucks = 1
"""
    state, rules = position(tmp_path, text.format(1))
    line = rules.material.board.line_between
    danzig, konigsberg = (rules.material.board.area_names[name] for name in ("Danzig", "Königsberg"))
    assert state.trains == 1 << line[danzig, konigsberg]
    assert state.trucks[0] >> line[danzig, konigsberg] & 1
    assert state.trucks[0].bit_count() == 2
    assert (state.trucks_held, state.trucks_stock) == ((3, 1, 5), (0, 4, 0))
    assert state.trains_held == (6, 3, 3)
    assert (state.level, state.trains_stock, state.trains_reserve) == (1, 26 - 1 - 12 - 8, 8)
    assert state.frontline_taken
    state, _ = position(tmp_path, text.format(2))
    assert (state.level, state.trains_stock, state.trains_reserve) == (2, 26 - 1 - 12, 0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('train_lines = [["Danzig", "Riga"]]\n', "s.toml:4:1: no line for vehicles joins Danzig and Riga"),
        ('train_lines = [["Jekelopils", "Valmiera"]]\n', "s.toml:4:1: no line for vehicles joins Jekelopils"),
        ('train_lines = [["Danzig", "Rgia"]]\n', "s.toml:4:1: unknown area 'Rgia': did you mean Riga?"),
        ('train_lines = [["Danzig", "Memel", "Tilsit"]]\n', "s.toml:4:1: Expected `array` of length 2"),
        (
            'train_lines = [["Danzig", "Königsberg"], ["Königsberg", "Danzig"]]\n',
            "s.toml:4:1: the line Königsberg–Danzig is named twice",
        ),
        ("level = 3\n", "s.toml:4:1: Invalid enum value 3"),
        ("[players.gray]\ntrucks = 6\n", "s.toml:4:1: gray has 5 trucks in all"),
        (
            '[players.gray]\ntrucks = 5\ntruck_lines = [["Danzig", "Königsberg"]]\n',
            "s.toml:4:1: gray has 5 trucks in all",
        ),
        ("[players.gray]\ntrains = 5\n", "s.toml:4:1: gray's Logistics card holds 9 vehicles at level 1"),
        (
            "level = 2\n[players.gray]\ntrucks = 0\ntrains = 12\n[players.white]\ntrucks = 0\ntrains = 12\n",
            "the position uses 27 trains, and the game has 26",
        ),
    ],
)
def test_vehicles_that_cannot_be_are_refused_at_their_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        position(tmp_path, text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("titel = 1\n", "s.toml:4:1: Object contains unknown field `titel`"),
        ("round = 0\n", "s.toml:4:1: Expected `int` >= 1 in 'round'"),
        ("round = 1000000000000000000000\n", "s.toml:4:1: "),
        ('active = "grey"\n', "s.toml:4:1: unknown player 'grey': did you mean gray?"),
        ('fleet = "Baltic"\n', "s.toml:4:1: unknown sea area 'Baltic'"),
        ('fleet = "Odessa Bay"\n', "the position cannot be: the fleet is in the Baltic"),
        ('okh = ["Recon"]\n', "s.toml:4:1: unknown OKH card 'Recon'"),
        ('okh = ["Brandenburg"]\n', "4 different OKH cards are revealed, not 1"),
        ('soviet_top = "3 Shock Army"\n', "s.toml:4:1: 3 Shock Army cannot be on top of the deck"),
        ('[players.grey]\ncontrols = ["Riga"]\n', "s.toml:4:1: unknown player 'grey'"),
        ('[players.gray]\ncontrols = ["Rgia"]\n', "s.toml:5:1: unknown area 'Rgia': did you mean Riga?"),
        ('[players.gray]\ncontrols = ["Kiev"]\n', "s.toml:5:1: gray cannot control Kiev: it has another colour"),
        ('[players.gray]\ncontrols = ["Tilsit"]\n', "s.toml:5:1: Tilsit is already controlled"),
        ("[players.gray]\nmedals = 50\n", "s.toml:5:1: there are not that many medal tokens"),
        ('[players.gray]\nholds = ["Mud"]\n', "s.toml:5:1: Mud has no hand symbol"),
        (
            '[players.gray]\nholds = ["Recon", "Recon", "Recon"]\n',
            "s.toml:5:1: every copy of Recon is already elsewhere",
        ),
        ('[players.gray]\ndefeated = ["Mud"]\n', "s.toml:5:1: Mud is no unit"),
        ('[players.gray]\nair = "gone"\n', "s.toml:5:1: Invalid enum value 'gone'"),
        ('[armies.5Pz]\nat = "Riga"\n', "s.toml:4:1: unknown army '5Pz'"),
        ('[armies.4Pz]\nat = "Rgia"\n', "s.toml:5:1: unknown area 'Rgia': did you mean Riga?"),
        ('[armies.4Pz]\nat = "Riga"\n', "s.toml:4:1: 4Pz stands in Riga, which gray does not control: add it to"),
        ('[armies.4Pz]\nat = "Memel"\n', "both stand in Memel"),
        ('[armies.4Pz]\nat = "Kiev"\n', "4Pz stands in Kiev, which gray does not control: it has another colour"),
        ("[armies.4Pz]\nfuel = 7\n", "s.toml:4:1: a card holds 6 supplies, not 7"),
        ("[armies.4Pz]\nfuel = -1\n", "s.toml:5:1: Expected `int` >= 0"),
        ("[armies.4Pz]\nfuel = 1.5\n", "s.toml:5:1: Expected `int"),
        ("[areas.Rgia]\nfuel = 1\n", "s.toml:4:1: unknown area 'Rgia'"),
        ("[areas.Riga]\nfuel = 1\n", "s.toml:4:1: Riga has supplies and nobody controls it"),
        ("[areas.Tilsit]\nfuel = 7\n", "s.toml:4:1: Tilsit holds 6 supplies, not 7"),
        ("[areas.Danzig]\nfuel = 9\n[areas.Warschau]\nfuel = 9\n", "the position uses 40 fuel, and the game has 29"),
        ("[areas.Riga]\ntrack = true\n", "s.toml:4:1: Riga has no control marker that could show a track"),
        ("[areas.Tilsit]\nsoviet = true\n", "s.toml:4:1: Tilsit is controlled: it cannot have a Soviet marker"),
        ("[areas.Riga]\nbunker = true\n", "the position cannot be: bunkers only on fortified areas: Riga"),
        ("[areas.Riga]\nmedals = 1\n", "the position cannot be: medals lie on open objectives: Riga"),
        ("[areas.Riga]\nmedals = 3\n", "s.toml:5:1: Expected `int` <= 2"),
        (
            'fleet = "Courland Coast"\n[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Panevezys", "Riga"]\n',
            "the position cannot be: nothing stays encircled: Siauliai is cut off",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_at_its_line(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        position(tmp_path, text)
    assert message in str(caught.value)
    assert "s.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("order", "message"),
    [
        ('["gray", "white", "white"]', "s.toml:3:1: the order names one, two or three of gray, white and brown"),
        ('["gray", "white", "black"]', "s.toml:3:1: unknown player 'black'"),
    ],
)
def test_a_wrong_order_is_refused(tmp_path: Path, order: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        ruleset(tmp_path, f'game = "race-to-moscow"\ntitle = "t"\norder = {order}\n').setup()
    assert message in str(caught.value)
