"""Every log in `replays/` has the second opinion's agreement."""

from __future__ import annotations

from pathlib import Path

import pytest

from rtm_verify.library import replay_file
from rtm_verify.proof.conformance import check
from rtm_verify.report.check import check_lines

REPLAYS = Path(__file__).parents[4] / "replays"
LOGS = sorted(path for path in REPLAYS.rglob("*.rtm") if "twins" not in path.parts)  # `make twins` asks about those
EXAMPLES = sorted(REPLAYS.glob("race-to-moscow-2024/*.rtm"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_both_opinions_agree_on_a_log(path: Path) -> None:
    replay, ruleset = replay_file(path)
    report = check(replay, ruleset)
    assert report.disagreements == (), list(check_lines(path.stem, report, ruleset.catalogue))
    assert report.verdict in ("agrees", "silent")
    assert report.checked + sum(report.silent.values()) == sum(len(step.played) for step in replay.steps)
    if not report.silent:
        assert report.refusals == sum(step.illegal for step in replay.steps)


def test_what_the_model_does_not_speak_of_is_said() -> None:
    path = next(path for path in LOGS if path.stem == "08-5-danzig-tilsit")
    replay, ruleset = replay_file(path)
    report = check(replay, ruleset)
    assert report.silent["PlaceVehicle"] >= 3
    assert "PlaceVehicle" not in report.counts
    lines = list(check_lines("Danzig", report, ruleset.catalogue))
    assert any("no opinion yet on" in line and "PlaceVehicle" in line for line in lines)


def test_the_model_speaks_of_every_action_of_the_chapters_it_covers() -> None:
    silent = {path.stem for path in EXAMPLES if check(*replay_file(path)).silent}
    covered = (
        "02",
        "07",
        "08-1",
        "08-2",
        "08-3-courland",
        "08-carry",
        "08-encirclement",
        "08-fort",
        "09-1-brest",
        "10",
    )
    assert not {stem for stem in silent if stem.startswith(covered)}


def test_the_logs_show_most_kinds_of_action() -> None:
    kinds = {kind for path in EXAMPLES for kind in check(*replay_file(path)).counts}
    assert kinds >= {"Activate", "Enter", "Reveal", "PayOn", "Load", "EndMove", "MoveFleet", "AirSupport", "MoveMedal"}
