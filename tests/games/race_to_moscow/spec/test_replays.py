"""Every log in `replays/` has the second opinion's agreement."""

from __future__ import annotations

from pathlib import Path

import pytest

from rtm_verify.library import replay_file
from rtm_verify.proof.conformance import check
from rtm_verify.report.check import check_lines

LOGS = sorted((Path(__file__).parents[4] / "replays").rglob("*.rtm"))


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_both_opinions_agree_on_a_log(path: Path) -> None:
    replay, ruleset = replay_file(path)
    report = check(replay, ruleset)
    assert list(check_lines(path.stem, report, ruleset.catalogue))[2:] == []
    assert report.verdict == "agrees"
    assert report.checked == sum(len(step.played) for step in replay.steps)
    assert report.refusals == sum(step.illegal for step in replay.steps)


def test_the_logs_show_most_kinds_of_action() -> None:
    kinds = {kind for path in LOGS for kind in check(*replay_file(path)).counts}
    assert kinds >= {"Activate", "Enter", "Reveal", "PayOn", "Load", "EndMove", "MoveFleet", "AirSupport", "MoveMedal"}
