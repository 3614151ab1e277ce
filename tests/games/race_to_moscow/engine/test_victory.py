"""5 How to win the game: the immediate victory (2024:425-446)."""

from __future__ import annotations

import pytest

from rtm_verify.games.race_to_moscow import actions as a

from .table import Table

CHAIN = '"Kaunas", "Panevezys", "Riga", "Valmiera", "Pskov", "Luga"'


def gray(controls: str, ammo: int = 3) -> str:
    return f"""
[players.gray]
controls = [{controls}]
medals = 0
[armies.4Pz]
at = "Luga"
fuel = 3
ammo = {ammo}
"""


def test_a_victory_area_with_a_chain_to_the_base_wins_at_once(table: Table) -> None:
    """2024:427."""
    table.green(
        """
        armor 4Pz Luga > Leningrad [5 Army]
          cites 5.immediate 5.chain
          expect gray wins
          expect Leningrad controlled by gray
        """,
        gray(CHAIN),
    )


def test_after_the_victory_nothing_is_legal(table: Table) -> None:
    position = table.position(gray(CHAIN))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Leningrad")))
    position.do(a.Reveal(position.card("soviet", "5 Army")))
    assert position.state.winner == 0
    assert position.ruleset.legal(position.state) in ((), (a.EndMove(),))
    for action in (a.PayOn(), a.Enter(position.area("Narva")), a.MoveFleet(1), a.AirSupport("Pursuit"), a.MoveFields()):
        assert position.ruleset.judge(position.state, action)
    table.green(
        """
        armor 4Pz Luga > Leningrad [5 Army]
        illegal fleet Danzig Bay > Courland Coast
          because 5.immediate
        illegal air Pursuit [Mud]
          because 5.immediate
        """,
        gray(CHAIN),
    )


def test_the_winning_army_does_not_go_on(table: Table) -> None:
    table.green("illegal armor 4Pz Luga > Leningrad [5 Army] pay 1 fuel\n because 5.immediate", gray(CHAIN))


def test_no_other_field_army_moves_after_the_winning_one(table: Table) -> None:
    scenario = gray(CHAIN.replace('"Luga"', '"Luga", "Narva"')) + '[armies.16A]\nat = "Narva"\n'
    table.green("illegal fields 16A Narva > Leningrad [5 Army] and 18A Memel > Tilsit\n because 5.immediate", scenario)


def test_a_victory_area_without_a_chain_brings_medals_and_the_game_goes_on(table: Table) -> None:
    """2024:436; ruling victory-area-medals: two, as in the first edition."""
    step = table.green(
        """
        armor 4Pz Luga > Leningrad [5 Army]
          cites 5.victory-medals
          expect gray has 2 medals
          expect Leningrad controlled by gray
        """,
        gray('"Luga"'),
    )
    assert step.state.winner < 0
    assert "victory-area-medals" in step.rulings
    table.green(
        "armor 4Pz Luga > Leningrad [5 Army] pay 1 fuel > Narva [Silberfuchs]\n expect 4Pz at Narva", gray('"Luga"')
    )


def test_the_other_reading_gives_one_medal(table: Table) -> None:
    table.green(
        "armor 4Pz Luga > Leningrad [5 Army]\n expect gray has 1 medal",
        gray('"Luga"'),
        rulings={"victory-area-medals": "one"},
    )


def test_a_victory_with_a_chain_brings_no_consolation_medals(table: Table) -> None:
    """Only relevant where no chain can be traced (2024:436)."""
    table.green("armor 4Pz Luga > Leningrad [5 Army]\n expect gray has 0 medals", gray(CHAIN))


@pytest.mark.parametrize("gap", ["Kaunas", "Panevezys", "Riga", "Valmiera", "Pskov"])
def test_one_gap_breaks_the_chain(table: Table, gap: str) -> None:
    step = table.green("armor 4Pz Luga > Leningrad [5 Army]", gray(CHAIN.replace(f'"{gap}", ', "")))
    assert step.state.winner < 0


def test_printed_areas_are_part_of_the_chain(table: Table) -> None:
    """Danzig, Königsberg and Tilsit are always controlled (2024:279)."""
    step = table.green("armor 4Pz Luga > Leningrad [5 Army]\n expect gray wins", gray(CHAIN))
    assert step.state.control[0].bit_count() == 7


def test_a_red_line_is_no_link_of_the_chain(table: Table) -> None:
    """Red lines matter only for Soviet Reaction and Encirclement (2024:406): Jekelopils to Valmiera is red."""
    controls = '"Kaunas", "Panevezys", "Daugavpils", "Jekelopils", "Valmiera", "Tartu", "Narva", "Luga"'
    step = table.green("armor 4Pz Luga > Leningrad [5 Army]", gray(controls))
    assert step.state.winner < 0


def test_a_line_of_another_colour_is_a_link_of_the_chain(table: Table) -> None:
    """The chain runs from area to area (2024:427), and areas are adjacent by an arrow of any colour (2024:399)."""
    board = table.board((r'(a = "Toropets"\nb = "Rzhev"\ncolors = )\["gray", "white"\]', r'\1["white"]'))
    scenario = """
[players.gray]
controls = ["Kaunas", "Vilnius", "Polotsk", "Velikiye Luki", "Toropets", "Rzhev", "Kalinin"]
medals = 0
[armies.4Pz]
at = "Kalinin"
fuel = 3
ammo = 3
"""
    table.green("armor 4Pz Kalinin > Moskva [5 Army]\n expect gray wins", scenario, board=board)


def test_a_lost_combat_in_a_victory_area_wins_nothing(table: Table) -> None:
    step = table.green("armor 4Pz Luga > Leningrad [5 Army]\n expect 4Pz at Luga", gray(CHAIN, 2))
    assert step.state.winner < 0


def test_the_chain_counts_when_the_city_is_captured_not_when_it_is_completed_later(table: Table) -> None:
    """Capture and chain belong together (2024:427): joining a city taken before is not a capture of it."""
    controls = CHAIN.replace('"Luga"', '"Leningrad", "Kedainai", "Siauliai", "Liepaja", "Ventspils"')
    scenario = f"""
[players.gray]
controls = [{controls}]
medals = 2
[armies.4Pz]
at = "Pskov"
fuel = 3
ammo = 3
"""
    step = table.green("armor 4Pz Pskov > Luga [Silberfuchs]", scenario)
    assert step.state.winner < 0


@pytest.mark.parametrize(
    ("player", "army", "start", "chain"),
    [
        ("gray", "4Pz", "Kalinin", '"Kaunas", "Vilnius", "Polotsk", "Velikiye Luki", "Toropets", "Rzhev", "Kalinin"'),
        (
            "white",
            "2Pz",
            "Mozhaysk",
            '"Brest", "Bereza", "Baranovichi", "Minsk", "Borisov", "Orsha", "Smolensk", "Vyazma", "Mozhaysk"',
        ),
        ("brown", "1Pz", "Tula", '"Brody", "Rovno", "Zhitomir", "Kiev", "Konotop", "Kursk", "Orel", "Tula"'),
    ],
)
def test_moskva_is_open_to_every_player(table: Table, player: str, army: str, start: str, chain: str) -> None:
    """2024:440."""
    scenario = f"""
[players.{player}]
controls = [{chain}]
medals = 0
[armies.{army}]
at = "{start}"
fuel = 3
ammo = 3
"""
    table.green(
        f"armor {army} {start} > Moskva [5 Army]\n cites 5.immediate\n expect {player} wins", scenario, first=player
    )


def test_rostov_wins_for_brown(table: Table) -> None:
    """2024:446."""
    chain = '"Brody", "Rovno", "Zhitomir", "Kiev", "Konotop", "Kursk", "Kharkov", "Stalino"'
    scenario = f"""
[players.brown]
controls = [{chain}]
medals = 0
[armies.1Pz]
at = "Stalino"
fuel = 3
ammo = 3
"""
    table.green("armor 1Pz Stalino > Rostov [5 Army]\n expect brown wins", scenario, first="brown")


def test_a_field_army_wins_as_well(table: Table) -> None:
    scenario = gray(CHAIN.replace('"Luga"', '"Luga", "Narva"')) + '[armies.16A]\nat = "Narva"\n'
    table.green("fields 16A Narva > Leningrad [5 Army]\n expect gray wins", scenario)


def test_a_victory_leaves_nothing_open(table: Table) -> None:
    """2024:427: the win is immediate, whatever the card drawn there still asks."""
    scenario = gray(CHAIN) + "[areas.Leningrad]\nsoviet = false\nbunker = false\n"
    step = table.green("armor 4Pz Luga > Leningrad [Recon] use\n expect gray wins", scenario)
    assert step.state.pending is None


@pytest.mark.parametrize(("reading", "winner"), [("at-capture", -1), ("later", 0)])
def test_whether_a_chain_that_is_completed_later_wins(table: Table, reading: str, winner: int) -> None:
    """Ruling victory-moment: Leningrad is Gray's, and the way home is closed by taking Pskov."""
    scenario = """
[players.gray]
controls = ["Kaunas", "Kedainai", "Panevezys", "Riga", "Siauliai", "Liepaja", "Ventspils",
    "Valmiera", "Luga", "Leningrad"]
medals = 0
[armies.4Pz]
at = "Valmiera"
fuel = 2
ammo = 4
"""
    step = table.green("armor 4Pz Valmiera > Pskov [5 Army]", scenario, rulings={"victory-moment": reading})
    assert step.state.winner == winner
    assert "victory-moment" in step.rulings
