"""Bots play whole games, and what they play is an ordinary log that replays green."""

from __future__ import annotations

from pathlib import Path

import pytest

from rtm_verify.errors import InputError
from rtm_verify.kernel.replay import Replay, replay
from rtm_verify.library import record_game, ruleset_of
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
    assert len(result.steps) > 10
    assert result.checked >= len(result.steps) - 1


def test_the_same_seed_writes_the_same_bytes_and_another_seed_another_game() -> None:
    first, again, other = (record_game("setup/three", "2024", (), ("race",), seed, 3) for seed in (5, 5, 6))
    assert first == again != other


def test_a_recorded_game_is_in_canonical_form() -> None:
    text = record_game("setup/solo-white", "2024", (), ("race",), 1, 3)
    assert format_text(text) == text


def test_a_racing_bot_beats_a_wandering_one() -> None:
    """The racer captures more than the wanderer in the same seat, whoever is dealt what."""
    areas = {}
    for bot in ("race", "wander"):
        taken = 0
        for seed in range(3):
            final = played(record_game("setup/solo-white", "2024", (), (bot,), seed, 6)).steps[-1].state
            taken += final.control[1].bit_count()
        areas[bot] = taken
    assert areas["race"] > areas["wander"] + 5


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
