"""The SARIF report: what the 2.1.0 standard requires, checked by hand, and what a code host shows of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rtm_verify import __version__
from rtm_verify.report.result import Result
from rtm_verify.report.sarif import sarif_report

WriteLog = Callable[..., Result]

ENTER = "  armor 4Pz Riga > Jekelopils [Silberfuchs]"


def check_run(report: Any) -> Any:
    """The one run of a report that has all the standard requires, in the types it requires."""
    assert set(report) == {"$schema", "version", "runs"}
    assert report["version"] == "2.1.0"
    [run] = report["runs"]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("rtm-verify", __version__)
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids)
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"]
        assert "helpUri" not in rule
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert set(result["properties"]["rules"]) <= set(ids)
        assert result["level"] in ("none", "note", "warning", "error")
        assert isinstance(result["message"]["text"], str)
        assert result["message"]["text"]
        [location] = result["locations"]
        physical = location["physicalLocation"]
        assert re.fullmatch(r"[\x21-\x7e]+", physical["artifactLocation"]["uri"])
        if "region" in physical:
            assert physical["region"]["startLine"] >= 1
            assert physical["region"].get("startColumn", 1) >= 1
        assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
    prints = [result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]]
    assert len(set(prints)) == len(prints)
    return run


def run_of(*results: Result) -> Any:
    return check_run(json.loads(sarif_report(results)))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_shipped_examples_have_nothing_but_their_errata(shipped: list[Result]) -> None:
    run = run_of(*shipped)
    assert len(run["results"]) == sum(result.errata for result in shipped)
    assert {(result["ruleId"], result["level"]) for result in run["results"]} == {("erratum", "note")}


def test_a_refused_move_is_shown_under_its_clause_at_its_line(replayed: WriteLog, here: Path) -> None:
    run = run_of(replayed(ENTER, "  armor 4Pz Jekelopils > Riga"))
    [result] = run["results"]
    assert (result["ruleId"], result["level"]) == ("8.common.once", "error")
    assert "has already moved this round" in result["message"]["text"]
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"] == {"uri": "small.rtm", "uriBaseId": "%SRCROOT%"}
    assert physical["region"] == {"startLine": 8, "startColumn": 3}
    [rule] = run["tool"]["driver"]["rules"]
    assert rule["id"] == "8.common.once"
    assert rule["properties"] == {"place": "2024:502"}
    assert here.is_dir()


def test_a_refusal_by_several_rules_describes_all_of_them(replayed: WriteLog) -> None:
    run = run_of(replayed("  armor 4Pz Riga > Moskva"))
    named = {rule for result in run["results"] for rule in result["properties"]["rules"]}
    assert "4.board.line" in named
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == named


@pytest.mark.parametrize(
    ("lines", "kind", "level"),
    [
        ((ENTER, "    expect 4Pz has 3 fuel"), "unmet", "error"),
        ((ENTER, "    printed 4Pz has 3 fuel"), "erratum", "note"),
        ((ENTER, "    cites 8.3.once"), "not-cited", "error"),
        ((f"  illegal {ENTER.strip()}", "    because 8.2.fuel"), "not-refused", "error"),
        (("  illegal armor 4Pz Riga > Moskva", "    because 8.2.fuel"), "wrong-reason", "error"),
        (("  fleet Atlantic > Baltic",), "bad-input", "error"),
    ],
)
def test_every_kind_of_finding_has_its_level(replayed: WriteLog, lines: tuple[str, ...], kind: str, level: str) -> None:
    run = run_of(replayed(*lines))
    assert [(result["ruleId"], result["level"]) for result in run["results"]] == [(kind, level)]


def test_a_log_that_is_not_there_has_no_region() -> None:
    [result] = run_of(Result.of(Path("no-such.rtm")))["results"]
    assert (result["ruleId"], result["message"]["text"]) == ("bad-input", "no such file")
    assert "region" not in result["locations"][0]["physicalLocation"]


def test_a_fingerprint_outlives_lines_added_above(replayed: WriteLog) -> None:
    def found(*lines: str) -> Any:
        return run_of(replayed(*lines, "    expect 4Pz has 3 fuel"))["results"][-1]

    before, after = found(ENTER), found(ENTER, "    cites 8.2.fuel", "    expect 4Pz has 2 fuel")
    assert before["partialFingerprints"] == after["partialFingerprints"]
    assert before["locations"] != after["locations"]


def test_the_same_claim_twice_has_two_fingerprints(replayed: WriteLog) -> None:
    run = run_of(replayed(ENTER, "    expect 4Pz has 3 fuel", "    expect 4Pz has 3 fuel"))
    first, second = (result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"])
    assert first.removesuffix(":1") == second.removesuffix(":2")


def test_hostile_text_is_neither_a_link_nor_a_placeholder_nor_a_control_character(replayed: WriteLog) -> None:
    result = replayed(ENTER, "    expect 4Pz has 3 fuel")
    assert result.replay is not None
    step = result.replay.steps[-1]
    claim = step.claims[-1]
    finding = msgspec.structs.replace(claim.findings[0], message='[click](http://example.org) {0} \x1b\ud800 "')
    step = msgspec.structs.replace(step, claims=(msgspec.structs.replace(claim, findings=(finding,)),))
    changed = msgspec.structs.replace(result, replay=msgspec.structs.replace(result.replay, steps=(step,)))
    [found] = run_of(changed)["results"]
    assert found["message"]["text"] == '[click] (http://example.org) {{0}} \\x1b\\ud800 "'


def test_a_file_name_is_a_proper_uri(replayed: WriteLog, here: Path) -> None:
    replayed(ENTER, "    expect 4Pz has 3 fuel", name="Königsberg #1 100%.rtm")
    [found] = run_of(Result.of(Path("Königsberg #1 100%.rtm")))["results"]
    uri = found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "K%C3%B6nigsberg%20%231%20100%25.rtm"
    assert here.is_dir()


def test_a_log_elsewhere_has_an_absolute_uri(replayed: WriteLog, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = replayed(ENTER, "    expect 4Pz has 3 fuel")
    (here / "inner").mkdir()
    monkeypatch.chdir(here / "inner")
    [found] = run_of(result)["results"]
    assert found["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": result.path.as_uri()}


def test_another_edition_is_told_apart(tmp_path: Path) -> None:
    log = tmp_path / "a.rtm"
    log.write_text("game race-to-moscow 2024\nalso first\nscenario rulebook/riga\nexpect 4Pz has 9 fuel\n")
    own, other = run_of(*Result.every(log))["results"]
    assert "edition" not in own["properties"]
    assert other["properties"]["edition"] == "first"


def test_the_same_results_give_the_same_text(shipped: list[Result]) -> None:
    assert sarif_report(shipped) == sarif_report([Result.of(result.path) for result in shipped])
