"""Bots play whole games, and what they play is an ordinary log that replays green."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rtm_verify.cli import app
from rtm_verify.errors import InputError, Place
from rtm_verify.games.race_to_moscow.bots import SOVIET_PLAYER
from rtm_verify.games.race_to_moscow.play import Game
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.kernel.replay import Replay, replay
from rtm_verify.library import record_game, ruleset_of, scenario_path
from rtm_verify.log.reader import parse
from rtm_verify.log.writer import format_text

GAMES = [
    ("setup/three", "2024", (), ("wander",)),
    ("setup/three", "2024", (), ("race",)),
    ("setup/three-brown-first", "first", (), ("race", "wander")),
    ("setup/two-gray-white", "2024", ("advanced", "redeployment"), ("wander",)),
    ("setup/two-white-brown", "first", ("winter", "abwehr"), ("wander",)),
    ("setup/two-gray-brown", "2024", ("hard", "total-war"), ("wander",)),
    ("setup/solo-white", "2024", ("veteran",), ("race",)),
    ("setup/solo-gray", "first", (), ("wander",)),
    ("setup/three", "2024", ("soviet-player",), ("wander",)),
    ("setup/solo-brown", "2024", ("soviet-player", "winter"), ("race",)),
]


def played(text: str) -> Replay:
    log = parse(text, "game.rtm")
    return replay(log, ruleset_of(log, Path("game.rtm")))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("scenario", "edition", "variants", "bots"), GAMES)
def test_a_game_between_bots_is_a_log_that_replays_green(
    scenario: str, edition: str, variants: tuple[str, ...], bots: tuple[str, ...], seed: int
) -> None:
    text = record_game(scenario, edition, variants, bots, seed, rounds=6)
    result = played(text)
    assert result.error is None, str(result.error)
    assert [finding.message for finding in result.failures] == []
    final = result.steps[-1].state
    assert final.phase == "over" or final.round == 7
    assert result.checked >= len(result.steps) - 1


def test_the_same_seed_writes_the_same_bytes_and_another_seed_another_game() -> None:
    first, again, other = (record_game("setup/three", "2024", (), ("race",), seed, 3) for seed in (5, 5, 6))
    assert first == again != other


def test_a_recorded_game_is_in_canonical_form() -> None:
    text = record_game("setup/solo-white", "2024", (), ("race",), 1, 3)
    assert format_text(text) == text


def game_of(scenario: str, edition: str, variants: tuple[str, ...], bots: tuple[str, ...], seed: int) -> Game:
    path = scenario_path(scenario, Path("game.rtm"), Place("test"))
    ruleset = RaceToMoscow(edition, path, variants=variants)
    seats = (*ruleset.setup().state.order, *((SOVIET_PLAYER,) if "soviet-player" in variants else ()))
    return Game(ruleset, {seat: bots[min(place, len(bots) - 1)] for place, seat in enumerate(seats)}, seed)


@pytest.mark.parametrize(("scenario", "edition", "variants", "bots"), GAMES)
def test_the_written_log_reaches_the_very_position_that_was_played(
    scenario: str, edition: str, variants: tuple[str, ...], bots: tuple[str, ...]
) -> None:
    """What the scribe writes, the reader reads: nothing is lost and nothing added on the way through the text."""
    game = game_of(scenario, edition, variants, bots, 7)
    for _ in game.lines(12):
        pass
    result = played(record_game(scenario, edition, variants, bots, 7, 12))
    assert result.error is None, str(result.error)
    assert result.steps[-1].state == game.state


@pytest.mark.parametrize(
    ("scenario", "edition", "variants", "seed", "words"),
    [
        ("setup/three", "2024", ("winter", "hard"), range(1, 6), "reaction winter"),
        ("setup/solo-brown", "2024", ("advanced",), range(1, 6), " none"),
        ("setup/three", "2024", ("redeployment",), range(1, 6), " rides to "),
        ("setup/three", "2024", ("soviet-player",), range(1, 2), "infantry ["),
    ],
)
def test_what_only_a_variant_brings_is_written_so_that_it_can_be_read(
    scenario: str, edition: str, variants: tuple[str, ...], seed: range, words: str
) -> None:
    texts = [record_game(scenario, edition, variants, ("race",), number, 12) for number in seed]
    assert any(words in text for text in texts)
    for text in texts:
        result = played(text)
        assert result.error is None, str(result.error)
        assert [finding.message for finding in result.failures] == []


def test_an_okh_card_taken_among_the_field_armies_is_written_so_that_it_can_be_read() -> None:
    """In the first edition a card can be taken at any time, before the first army has moved too."""
    text = record_game("setup/three", "first", (), ("wander",), 3, 12)
    assert "fields okh Stukageschwader [Auftragstaktik]" in text
    result = played(text)
    assert result.error is None, str(result.error)
    assert [finding.message for finding in result.failures] == []


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_racing_bot_takes_far_more_areas_than_two_wandering_ones(seat: int) -> None:
    bots = tuple("race" if place == seat else "wander" for place in range(3))
    for seed in range(3):
        game = game_of("setup/three", "2024", (), bots, seed)
        for _ in game.lines(12):
            pass
        areas = [control.bit_count() for control in game.state.control]
        assert areas[seat] >= 4 + max(count for player, count in enumerate(areas) if player != seat)


def test_a_game_that_ends_says_who_won_and_with_what() -> None:
    text = record_game("setup/three", "2024", (), ("race",), 1, 60)
    end = text[text.rindex("reaction") :]
    assert re.search(r"expect +(gray|white|brown) wins\n", end)
    for player in ("gray", "white", "brown"):
        assert re.search(rf"expect +{player} has \d+ medals?, \d+ encircled cards?\n", end)
    assert "note " in end


def test_a_game_that_is_broken_off_claims_no_winner() -> None:
    text = record_game("setup/three", "2024", (), ("race",), 1, 1)
    assert "broken off after round 1" in text
    assert " wins" not in text


# The recorded games


RECORDED = Path(__file__).parents[3] / "replays" / "games"


def commands() -> dict[str, list[str]]:
    """The command of each recorded game, from the table of their README."""
    rows = re.findall(r"^\| `(.+\.rtm)` \| `rtm-verify (.+?)` \|", (RECORDED / "README.md").read_text("utf-8"), re.M)
    return {name: shlex.split(command) for name, command in rows}


def test_the_table_names_every_recorded_game_and_no_other() -> None:
    assert sorted(commands()) == sorted(path.name for path in RECORDED.glob("*.rtm"))


@pytest.mark.parametrize("name", ["three-players-1.rtm", "solo-gray-first-edition.rtm", "soviet-player-1.rtm"])
def test_a_recorded_game_is_what_its_command_writes(name: str) -> None:
    result = CliRunner().invoke(app, commands()[name])
    assert result.exit_code == 0
    assert result.stdout == (RECORDED / name).read_text("utf-8")


def test_a_file_that_is_there_is_not_replaced_unasked(tmp_path: Path) -> None:
    out = tmp_path / "game.rtm"
    arguments = ["play", "--scenario", "setup/solo-gray", "--rounds", "1", "--out", str(out)]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    written = out.read_text("utf-8")
    out.write_text("mine")
    refused = CliRunner().invoke(app, arguments)
    assert isinstance(refused.exception, InputError)
    assert "exists already" in str(refused.exception)
    assert out.read_text() == "mine"
    assert CliRunner().invoke(app, [*arguments, "--force"]).exit_code == 0
    assert out.read_text("utf-8") == written


@pytest.mark.parametrize(
    ("scenario", "edition", "variants", "bots", "said"),
    [
        ("setup/four", "2024", (), ("race",), "no scenario 'setup/four'"),
        ("setup/three", "2042", (), ("race",), "unknown edition '2042'"),
        ("setup/three", "2024", ("harder",), ("race",), "unknown variant 'harder'"),
        ("setup/three", "2024", (), ("racer",), "unknown bot 'racer': did you mean race?"),
        ("setup/three", "2024", (), ("race",) * 4, "4 bots for 3 players"),
    ],
)
def test_an_unknown_name_is_refused(
    scenario: str, edition: str, variants: tuple[str, ...], bots: tuple[str, ...], said: str
) -> None:
    with pytest.raises(InputError, match=said.replace("?", r"\?")):
        record_game(scenario, edition, variants, bots, 1, 1)
