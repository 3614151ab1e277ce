"""The JUnit report, read back as a server would."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec

from rtm_verify.report.checks import checks
from rtm_verify.report.junit import junit_report
from rtm_verify.report.result import Result

WriteLog = Callable[..., Result]

ENTER = "  armor 4Pz Riga > Jekelopils [Silberfuchs]"


def read(results: list[Result]) -> ET.Element:
    return ET.fromstring(junit_report(results))  # noqa: S314 (our own)


def test_a_suite_for_each_log_and_a_case_for_each_check(shipped: list[Result]) -> None:
    root = read(shipped)
    assert root.tag == "testsuites"
    assert [suite.get("name") for suite in root] == [result.path.as_posix() for result in shipped]
    for suite, result in zip(root, shipped, strict=True):
        names = [case.get("name") for case in suite]
        assert names == ["::".join((*check.group, check.name)) for check in checks(result)]
        assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == (str(len(names)), "0", "0")
        assert all(case.get("file") and str(case.get("line")).isdigit() for case in suite)
    assert root.get("tests") == str(sum(len(suite) for suite in root))


def test_a_failure_has_its_kind_place_and_explanation(replayed: WriteLog) -> None:
    result = replayed(ENTER, "    expect 4Pz has 3 fuel")
    root = read([result])
    assert (root.get("failures"), root.get("errors")) == ("1", "0")
    [failure] = root.iter("failure")
    assert failure.get("type") == "unmet"
    assert failure.get("message") == f"{result.path}:8:5: expected '4Pz has 3 fuel', found: 2 fuel"
    assert "4Pz fuel: 3 → 2" in (failure.text or "")
    [case] = [case for case in root.iter("testcase") if case.find("failure") is not None]
    assert (case.get("name"), case.get("line")) == ("step-1::expect-L8-4Pz-has-3-fuel", "8")


def test_an_erratum_is_a_property_and_no_failure(replayed: WriteLog) -> None:
    root = read([replayed(ENTER, "    printed 4Pz has 3 fuel")])
    assert root.get("failures") == "0"
    [found] = root.iter("property")
    assert found.get("name") == "erratum"
    assert "the rulebook prints '4Pz has 3 fuel'" in str(found.get("value"))


def test_an_unreadable_log_is_an_error(replayed: WriteLog) -> None:
    root = read([Result.of(Path("no-such.rtm")), replayed("  fleet Atlantic > Baltic")])
    assert (root.get("failures"), root.get("errors")) == ("0", "2")
    assert [error.get("type") for error in root.iter("error")] == ["bad-input", "bad-input"]
    assert [suite.get("errors") for suite in root] == ["1", "1"]


def test_hostile_text_is_escaped(replayed: WriteLog) -> None:
    hostile = "]]> <b a=\"1\" c='2'>&amp;\x00\x07\x1b\ud800\ufffe\u202e"
    result = replayed(ENTER, "    expect 4Pz has 3 fuel")
    assert result.replay is not None
    step = result.replay.steps[-1]
    claim = step.claims[-1]
    finding = msgspec.structs.replace(claim.findings[0], message=hostile)
    claim = msgspec.structs.replace(claim, text=hostile, findings=(finding,))
    step = msgspec.structs.replace(step, claims=(claim,), text=hostile)
    changed = msgspec.structs.replace(result, replay=msgspec.structs.replace(result.replay, steps=(step,)))
    [failure] = read([changed]).iter("failure")
    shown = "]]> <b a=\"1\" c='2'>&amp;\\x00\\x07\\x1b\\ud800\\ufffe\\u202e"
    assert str(failure.get("message")).endswith(shown)
    assert f"The log claims: expect {shown}" in (failure.text or "")


def test_a_file_name_with_odd_characters_is_escaped(replayed: WriteLog) -> None:
    result = replayed(ENTER, name='a\x01<&>".rtm')
    [suite] = read([result])
    assert str(suite.get("name")).endswith('a\\x01<&>".rtm')


def test_the_same_results_give_the_same_bytes(shipped: list[Result]) -> None:
    again = [Result.of(result.path) for result in shipped]
    assert junit_report(shipped) == junit_report(again)
    assert b"timestamp" not in junit_report(shipped)


def test_another_edition_is_a_suite_of_its_own(tmp_path: Path) -> None:
    log = tmp_path / "a.rtm"
    log.write_text("game race-to-moscow 2024\nalso first\nscenario rulebook/riga\nexpect 4Pz at Riga\n")
    root = read(list(Result.every(log)))
    assert [suite.get("name") for suite in root] == [str(log), f"{log} (first)"]
    assert [str(suite[0].get("name")) for suite in root] == ["step-0::invariants-L1", "first::step-0::invariants-L1"]
