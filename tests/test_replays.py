"""Every log in `replays/` is a test: it is canonical, replays green, and its claims are checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rtm_verify.library import replay_file
from rtm_verify.log import format_text

ROOT = Path(__file__).parents[1]
LOGS = sorted((ROOT / "replays").rglob("*.rtm"))
ERRATA = {"08-2-velikiye-luki-1": ("by its rules: 1 fuel, 2 ammo",)}


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_replays_green(path: Path) -> None:
    replay, _ = replay_file(path)
    assert replay.error is None
    assert [f"{finding.place}: {finding.message}" for finding in replay.failures] == []
    assert replay.checked > 0


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_reports_the_errata_known_of_it(path: Path) -> None:
    replay, _ = replay_file(path)
    expected = ERRATA.get(path.stem, ())
    assert len(replay.errata) == len(expected)
    for finding, text in zip(replay.errata, expected, strict=True):
        assert finding.message.endswith(text)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_log_is_canonical(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(text, str(path)) == text


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_every_step_names_its_rules_and_every_rule_is_in_the_catalogue(path: Path) -> None:
    replay, ruleset = replay_file(path)
    for step in replay.steps:
        assert step.rules, step.label
        for event in step.events:
            assert event.rules or event.kind == "scenario", event.text
        for rule in step.rules:
            assert rule in ruleset.catalogue, rule


def test_every_example_of_the_first_story_has_its_log() -> None:
    sources = " ".join(replay_file(path)[0].log.header("source") for path in LOGS)
    for place in ("2024:374", "2024:594", "2024:627", "2024:758", "2024:824", "2024:550", "2024:536", "2024:653"):
        assert place in sources, place


def test_every_scenario_of_the_rulebook_is_used_by_a_log() -> None:
    """The set-ups are there to be played from; not each has a recorded game."""
    used = {replay_file(path)[0].log.header("scenario") for path in LOGS}
    folder = ROOT / "scenarios"
    found = {file.relative_to(folder).with_suffix("").as_posix() for file in folder.rglob("*.toml")}
    assert used <= found
    assert {name for name in found if name.startswith("rulebook/")} <= used
