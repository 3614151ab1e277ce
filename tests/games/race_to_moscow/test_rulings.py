"""Every reading of every ruling is played, the readings differ in what happens, and the step names the ruling."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.cards import load_cards
from rtm_verify.games.race_to_moscow.deck import Deck, Layer
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow, catalogue, rulings
from rtm_verify.games.race_to_moscow.state import Moving, State
from rtm_verify.kernel.replay import replay
from rtm_verify.log import parse

RULINGS = rulings()
ENGINE = Path(__file__).parents[3] / "rtm_verify" / "games" / "race_to_moscow"
CARDS = load_cards()

RIGA = '[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Panevezys", "Riga"]\n[armies.4Pz]\nat = "Riga"\n'
COURLAND = '[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Panevezys"]\n[armies.4Pz]\nat = "Panevezys"\n'
BREST_POCKET = (
    '[players.white]\ncontrols = ["Bialystok", "Pinsk"]\n[players.brown]\ncontrols = ["Kovel"]\n'
    '[armies.2Pz]\nat = "Pinsk"\n'
)
SOVIET = [card.name for number, card in CARDS.by_number.items() if CARDS.soviet >> number & 1]
NO_SOVIET_CARDS = "[players.gray]\ndefeated = [" + ", ".join(f'"{name}"' for name in SOVIET) + "]\n"

# A chain from Moskva to Danzig in which Rzhev is White's.
VICTORY_CHAIN = (
    '[players.gray]\ncontrols = ["Kaunas", "Vilnius", "Polotsk", "Velikiye Luki", "Toropets", "Kalinin"]\nmedals = 0\n'
    '[players.white]\ncontrols = ["Rzhev"]\n[armies.4Pz]\nat = "Kalinin"\n'
)

# A ruling's reading: who moves first, from which scenario, and the moves with what they must lead to.
Case = tuple[str, str, str]
CASES: dict[tuple[str, str], Case] = {
    ("captured-goods", "area"): (
        "gray",
        RIGA,
        "armor 4Pz Riga > Jekelopils [Captured Stock]\n expect 4Pz has 3 ammo\n expect Jekelopils has 1 ammo",
    ),
    ("captured-goods", "card"): (
        "gray",
        RIGA,
        "armor 4Pz Riga > Jekelopils [Captured Stock]\n expect 4Pz has 4 ammo\n expect Jekelopils has no ammo",
    ),
    ("supply-transfer", "any-time"): (
        "gray",
        RIGA + "ammo = 1\n[areas.Riga]\nfuel = 1\n",
        "load 4Pz 1 fuel\n expect 4Pz has 1 fuel\n expect Riga has no fuel\n expect gray has 2 core actions",
    ),
    ("supply-transfer", "while-moving"): (
        "gray",
        RIGA + "ammo = 1\n[areas.Riga]\nfuel = 1\n",
        "illegal load 4Pz 1 fuel\n because 8.carry.pick-up\n illegal armor 4Pz Riga > Jekelopils\n because 8.2.fuel",
    ),
    ("encirclement-timing", "end-of-move"): (
        "gray",
        'fleet = "Courland Coast"\n' + COURLAND,
        "armor 4Pz Panevezys > Riga [Silberfuchs] > Ventspils [Platinfuchs]\n expect Liepaja controlled by gray",
    ),
    ("encirclement-timing", "immediate"): (
        "gray",
        'fleet = "Courland Coast"\n' + COURLAND,
        "armor 4Pz Panevezys > Riga [Silberfuchs] > Ventspils\n expect Liepaja controlled by gray",
    ),
    ("encircled-bunker", "stays"): (
        "white",
        BREST_POCKET,
        "armor 2Pz Pinsk > Bereza [Mud]\n expect Brest controlled by white\n expect Brest has a bunker",
    ),
    ("encircled-bunker", "removed"): (
        "white",
        BREST_POCKET,
        "armor 2Pz Pinsk > Bereza [Mud]\n expect Brest controlled by white\n expect Brest has no bunker",
    ),
    ("air-on-encircled-card", "spent"): (
        "gray",
        RIGA + '[players.white]\nair = "on Soviet deck"\n',
        "fleet Danzig Bay > Courland Coast\n expect white Air Support spent",
    ),
    ("air-on-encircled-card", "stays"): (
        "gray",
        RIGA + '[players.white]\nair = "on Soviet deck"\n',
        "fleet Danzig Bay > Courland Coast\n expect white Air Support on Soviet deck",
    ),
    ("medal-card-optional", "may"): (
        "gray",
        RIGA,
        "armor 4Pz Riga > Jekelopils [Führerbefehl] decline\n expect Rzhev has 1 medal",
    ),
    ("medal-card-optional", "must"): (
        "gray",
        RIGA,
        "illegal armor 4Pz Riga > Jekelopils [Führerbefehl] decline\n because 8.common.resolve",
    ),
    ("medal-card-limits", "same-colours"): (
        "gray",
        RIGA,
        "illegal armor 4Pz Riga > Jekelopils [Führerbefehl] medal Rzhev to Kaluga\n because first.7.fuhrerbefehl",
    ),
    ("medal-card-limits", "card-text"): (
        "gray",
        RIGA,
        "armor 4Pz Riga > Jekelopils [Führerbefehl] medal Rzhev to Kaluga\n expect Kaluga has 2 medals",
    ),
    ("held-card-now", "at-once"): (
        "gray",
        RIGA,
        "armor 4Pz Riga > Jekelopils [Axis Latvians] use\n expect gray has 2 core actions",
    ),
    ("held-card-now", "after-move"): (
        "gray",
        RIGA,
        "illegal armor 4Pz Riga > Jekelopils [Axis Latvians] use\n because 7.complete",
    ),
    ("no-card-left", "no-card"): (
        "gray",
        NO_SOVIET_CARDS,
        "armor 4Pz Tilsit > Kaunas\n expect Kaunas controlled by gray\n expect 4Pz has 2 fuel, 3 ammo",
    ),
    ("no-card-left", "no-entry"): (
        "gray",
        NO_SOVIET_CARDS,
        "illegal armor 4Pz Tilsit > Kaunas\n because 8.common.soviet-draw",
    ),
    ("victory-area-medals", "two"): (
        "gray",
        '[players.gray]\ncontrols = ["Luga"]\n[armies.4Pz]\nat = "Luga"\n',
        "armor 4Pz Luga > Leningrad [3 Army]\n expect Leningrad controlled by gray\n expect gray has 2 medals",
    ),
    ("victory-area-medals", "one"): (
        "gray",
        '[players.gray]\ncontrols = ["Luga"]\n[armies.4Pz]\nat = "Luga"\n',
        "armor 4Pz Luga > Leningrad [3 Army]\n expect Leningrad controlled by gray\n expect gray has 1 medal",
    ),
}
CASES |= {
    ("held-card-turn", "later-turn"): (
        "gray",
        RIGA,
        "armor 4Pz Riga > Jekelopils [Axis Latvians] hold\n illegal play Axis Latvians\n because 9.2.hold",
    ),
    ("held-card-turn", "same-turn"): (
        "gray",
        RIGA,
        "armor 4Pz Riga > Jekelopils [Axis Latvians] hold\n play Axis Latvians\n expect gray has 2 core actions",
    ),
    ("activation-without-entering", "may"): (
        "gray",
        RIGA,
        "armor 4Pz Riga drop 1 ammo\n expect Riga has 1 ammo\n expect 4Pz has 2 fuel\n expect 4Pz moved",
    ),
    ("activation-without-entering", "must-enter"): (
        "gray",
        RIGA,
        "illegal armor 4Pz Riga drop 1 ammo\n because 8.2.allowance",
    ),
    ("victory-chain", "own"): (
        "gray",
        VICTORY_CHAIN,
        "armor 4Pz Kalinin > Moskva [3 Army]\n expect gray has 2 medals",
    ),
    ("victory-chain", "any"): (
        "gray",
        VICTORY_CHAIN,
        "armor 4Pz Kalinin > Moskva [3 Army]\n expect gray wins",
    ),
}
# These are played below, action by action: a log cannot easily lead there.
BY_ACTIONS = {
    ("encircled-foreign-double", "active"),
    ("encircled-foreign-double", "first-colour"),
    ("stand-in-order", "oldest"),
    ("stand-in-order", "newest"),
    ("encircled-medal", "colour"),
    ("encircled-medal", "active"),
    ("controlled-victory-area", "no-refuge"),
    ("controlled-victory-area", "refuge"),
    ("reshuffle-moment", "when-needed"),
    ("reshuffle-moment", "at-once"),
}

# These are played with their chapter, in the test file named: every reading, and that the step names the ruling.
BY_CHAPTER: dict[str, tuple[str, ...]] = {
    "test_take_supplies.py": ("take-excess",),
    "test_transport.py": (
        *("train-chain", "transport-lines", "transport-excess", "foreign-vehicle"),
        *("redeploy-grounded", "redeploy-moved"),
    ),
    "test_reorganization.py": ("food-source", "airlifted-food"),
    "test_setup.py": ("veteran-start",),
    "test_railhead.py": ("unused-actions", "railhead-optional", "railhead-printed", "railhead-lines"),
    "test_soviet_reaction.py": (
        *("attack-tie", "cut-off-base"),
        *("attack-cascade", "cut-off", "front-preference", "front-distance", "near-victory-city", "soviet-stacking"),
        *("discarded-last", "abwehr-targets", "free-placement", "lost-fort", "lost-medal-number", "blocked-soviet"),
    ),
    "test_winter.py": (
        *("winter-attacks", "winter-front", "winter-empty-pool", "winter-displacement"),
        *("lost-army-base", "lost-army-supplies"),
    ),
    "test_turn_end.py": ("pool-end",),
    "test_standard_victory.py": ("soviet-tie", "total-war-soviet"),
    "test_air_support.py": ("air-return",),
    "test_victory.py": ("victory-moment",),
    "test_open_points.py": (
        *("reorganization-again", "train-chain-lines", "pursuit-renewal", "medal-limit", "lost-victory-medals"),
        *("lost-army-state", "free-discard", "stuka-on-deck", "total-war-prices"),
    ),
    "test_soviet_player.py": ("sight-lines",),
    "test_okh_cards.py": (
        *(
            "okh-timing",
            "okh-supplies",
            "brandenburg-pursuit",
            "brandenburg-air",
            "pionieren-areas",
            "auftragstaktik-fuel",
        ),
        *("sicherungs-division-player", "airlifted-food"),
    ),
    "test_setup_two_and_solo.py": ("absent-supplies",),
}
BY_ACTIONS |= {
    (name, choice) for names in BY_CHAPTER.values() for name in names for choice in RULINGS[name].alternatives
}

Table = Callable[[tuple[str, str], str, str], RaceToMoscow]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    def table(reading: tuple[str, str], first: str, scenario: str) -> RaceToMoscow:
        turn = PLAYERS.index(first)
        order = ", ".join(f'"{player}"' for player in (*PLAYERS[turn:], *PLAYERS[:turn]))
        path = tmp_path / "s.toml"
        path.write_text(f'game = "race-to-moscow"\ntitle = "t"\norder = [{order}]\n{scenario}', encoding="utf-8")
        return RaceToMoscow("2024", path, dict([reading]), file="t.rtm")

    return table


def test_every_reading_of_every_ruling_is_played() -> None:
    every = {(name, choice) for name, ruling in RULINGS.items() for choice in ruling.alternatives}
    assert set(CASES) | BY_ACTIONS == every


@pytest.mark.parametrize("file", BY_CHAPTER)
def test_a_chapter_plays_the_readings_it_is_said_to_play(file: str) -> None:
    """Its tests pin every reading that is not the default of 2024."""
    text = (Path(__file__).parent / "engine" / file).read_text(encoding="utf-8")
    default = RULINGS.choose("2024", {})
    for name in BY_CHAPTER[file]:
        assert f'"{name}"' in text, name
        for choice in RULINGS[name].alternatives:
            assert choice == default[name] or f'"{choice}"' in text, f"{name} = {choice}"


@pytest.mark.parametrize("reading", CASES, ids=" = ".join)
def test_a_reading_leads_where_it_says_and_the_step_names_the_ruling(reading: tuple[str, str], table: Table) -> None:
    first, scenario, moves = CASES[reading]
    log = parse(f"game race-to-moscow 2024\nscenario s\n{first}\n{moves}\n", "t.rtm")
    found = replay(log, table(reading, first, scenario))
    assert found.error is None, str(found.error)
    assert not found.failures, [finding.message for finding in found.failures]
    assert reading[0] in found.steps[-1].rulings


@pytest.mark.parametrize(("choice", "owner"), [("active", "brown"), ("first-colour", "gray")])
def test_who_takes_an_encircled_double_area_of_two_other_colours(choice: str, owner: str, table: Table) -> None:
    ruleset = table(("encircled-foreign-double", choice), "brown", "")
    board, state = ruleset.material.board, ruleset.setup().state
    vilnius = board.area_names["Vilnius"]
    army = ruleset.material.army_names["1Pz"]
    around = board.neighbours[vilnius] & ~board.all_printed
    closed = replace(
        state,
        control=(around & board.colored[0], around & ~board.colored[0], 0),
        soviet=state.soviet & ~around,
        moving=Moving(army, state.at[army]),
    )
    after = ruleset.apply(closed, a.EndMove())
    assert "encircled-foreign-double" in after.rulings
    assert after.state.control[PLAYERS.index(owner)] >> vilnius & 1


@pytest.mark.parametrize(("choice", "left"), [("oldest", 1), ("newest", 0)])
def test_which_stand_in_card_is_replaced_first(choice: str, left: int, table: Table) -> None:
    ruleset = table(("stand-in-order", choice), "gray", RIGA + "fuel = 3\nammo = 3\n")
    cards = CARDS.names("gray")["Captured Stock"]
    state: State = ruleset.setup().state
    # Two cards stand in for two ammo on the army's card; the stock has none.
    waiting = replace(
        state,
        stand_ins=cards,
        stock=replace(state.stock, ammo=0),
        bunkers=state.bunkers | 1 << ruleset.material.board.area_names["Jekelopils"],
    )
    for action in (a.Activate(ruleset.material.army_names["4Pz"]), a.Enter(_jekelopils(ruleset))):
        step = ruleset.apply(waiting, action)
        waiting = step.state
    assert "stand-in-order" in step.rulings
    assert waiting.stand_ins == (cards[left],)
    assert waiting.discards[0] == 1 << cards[1 - left]
    assert waiting.stock.ammo == 0


@pytest.mark.parametrize(("choice", "owner"), [("colour", "brown"), ("active", "white")])
def test_who_takes_the_medal_of_an_encircled_area_of_another_colour(choice: str, owner: str, table: Table) -> None:
    ruleset = table(("encircled-medal", choice), "white", "")
    board, state = ruleset.material.board, ruleset.setup().state
    lvov = board.area_names["Lvov"]
    army = ruleset.material.army_names["2Pz"]
    around = board.neighbours[lvov] & ~board.all_printed
    closed = replace(
        state, control=(0, 0, around), soviet=state.soviet & ~around, moving=Moving(army, state.at[army], hops=1)
    )
    after = ruleset.apply(closed, a.EndMove())
    assert "encircled-medal" in after.rulings
    gained = [now - before for before, now in zip(state.medals_held, after.state.medals_held, strict=True)]
    assert gained == [int(player == owner) for player in PLAYERS]
    assert after.state.control[PLAYERS.index("brown")] >> lvov & 1


@pytest.mark.parametrize(("choice", "saved"), [("no-refuge", False), ("refuge", True)])
def test_whether_a_controlled_victory_area_ends_a_chain(choice: str, saved: bool, table: Table) -> None:
    """Narva's only way out is Leningrad, which Gray holds."""
    ruleset = table(("controlled-victory-area", choice), "gray", "")
    board, state = ruleset.material.board, ruleset.setup().state
    narva = board.area_names["Narva"]
    army = ruleset.material.army_names["4Pz"]
    around = board.neighbours[narva] | 1 << board.leningrad
    closed = replace(
        state,
        control=(around & board.colored[0], 0, 0),
        soviet=state.soviet & ~around,
        moving=Moving(army, state.at[army], hops=1),
    )
    after = ruleset.apply(closed, a.EndMove())
    assert "controlled-victory-area" in after.rulings
    assert bool(after.state.control[0] >> narva & 1) is not saved


@pytest.mark.parametrize(("choice", "size"), [("when-needed", 0), ("at-once", 16)])
def test_when_an_exhausted_pursuit_deck_is_renewed(choice: str, size: int, table: Table) -> None:
    ruleset = table(("reshuffle-moment", choice), "gray", RIGA)
    state, mud = ruleset.setup().state, CARDS.names("gray")["Mud"][0]
    rest = CARDS.pursuit[0] & ~(1 << mud) & ~(1 << CARDS.names("gray")["Recon"][0])
    last = replace(
        state,
        pursuit=(Deck((Layer(1 << mud, 1),)), *state.pursuit[1:]),
        discards=(rest, 0, 0),
        hands=(1 << CARDS.names("gray")["Recon"][0], 0, 0),
    )
    for action in (a.Activate(ruleset.material.army_names["4Pz"]), a.Enter(_jekelopils(ruleset)), a.Reveal(mud)):
        step = ruleset.apply(last, action)
        last = step.state
    assert "reshuffle-moment" in step.rulings
    assert last.pursuit[0].size == size
    # Whoever looks at an exhausted deck renews it first, so Recon always has a deck to look at.
    for later in (a.EndMove(), a.PlayHeld(CARDS.names("gray")["Recon"][0]), a.Peek("Pursuit")):
        assert ruleset.judge(last, later) == ()
        last = ruleset.apply(last, later).state
    assert last.pursuit[0].size >= 16


def test_what_happens_if_no_pursuit_card_is_left(table: Table) -> None:
    for choice in ("no-card", "no-entry"):
        ruleset = table(("no-card-left", choice), "gray", RIGA)
        state = ruleset.setup().state
        bare = replace(state, pursuit=(Deck(), *state.pursuit[1:]))
        moving = ruleset.apply(bare, a.Activate(ruleset.material.army_names["4Pz"])).state
        entry = a.Enter(_jekelopils(ruleset))
        if choice == "no-entry":
            (violation,) = ruleset.judge(moving, entry)
            assert violation.rules == ("8.common.pursuit-draw",)
            assert violation.rulings == ("no-card-left",)
        else:
            after = ruleset.apply(moving, entry)
            assert "no-card-left" in after.rulings
            assert after.state.control[0] >> _jekelopils(ruleset) & 1


def _jekelopils(ruleset: RaceToMoscow) -> int:
    return ruleset.material.board.area_names["Jekelopils"]


def test_the_engine_asks_for_every_ruling_and_for_no_other() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ENGINE.rglob("*.py")))
    asked = set(re.findall(r'reading(?:s\[|\()"([a-z-]+)"', source))
    assert asked == set(RULINGS)


def test_every_ruling_touches_clauses_of_the_catalogue_and_gives_its_passages() -> None:
    for ruling in RULINGS.values():
        assert ruling.rules
        assert ruling.passages
        assert all(rule in catalogue() for rule in ruling.rules), ruling.id


def test_an_unknown_ruling_or_reading_is_refused_with_a_suggestion() -> None:
    with pytest.raises(InputError, match="unknown ruling 'captured-good'") as caught:
        RULINGS.choose("2024", {"captured-good": "area"})
    assert caught.value.suggestion == "did you mean captured-goods?"
    with pytest.raises(InputError, match="has no reading 'aera'"):
        RULINGS.choose("2024", {"captured-goods": "aera"})


def test_the_default_is_that_of_the_edition() -> None:
    assert RULINGS.choose("2024", {})["encirclement-timing"] == "end-of-move"
    assert RULINGS.choose("first", {})["encirclement-timing"] == "immediate"
    assert RULINGS.choose("2024", {"encirclement-timing": "immediate"})["encirclement-timing"] == "immediate"
