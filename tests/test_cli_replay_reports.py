"""``rtm-verify replay --junit --sarif``, and what a log that cannot be played says, once and at its place."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from .command import Run

HEAD = "game race-to-moscow 2024\nscenario rulebook/riga\n"
MOVE = "gray\n  armor 4Pz Riga > Jekelopils [Mud]\n"
UNMET = HEAD + MOVE + "    expect 4Pz has 3 fuel\n"


def written(text: str, name: str = "a.rtm") -> str:
    Path(name).write_text(text, encoding="utf-8")
    return name


def suites(name: str) -> list[tuple[str | None, ...]]:
    root = ET.parse(name).getroot()  # noqa: S314 (our own)
    return [tuple(suite.get(key) for key in ("name", "tests", "failures", "errors")) for suite in root]


def found(name: str) -> list[tuple[str, int]]:
    results = json.loads(Path(name).read_text(encoding="utf-8"))["runs"][0]["results"]
    return [(each["ruleId"], each["locations"][0]["physicalLocation"]["region"]["startLine"]) for each in results]


def test_both_reports_are_written_beside_the_ledger(run: Run) -> None:
    outcome = run("replay", written(UNMET), "--junit", "out/junit.xml", "--sarif", "out/a.sarif")
    assert outcome.code == 1
    assert "failed: 1 failure, 1 step, 1 claim checked" in outcome.out
    assert suites("out/junit.xml") == [("a.rtm", "4", "1", "0")]
    assert found("out/a.sarif") == [("unmet", 5)]


def test_the_reports_of_several_logs_are_one_report(run: Run) -> None:
    written(HEAD + MOVE, "logs.rtm")
    written(UNMET, "unmet.rtm")
    written("game chess\n", "chess.rtm")
    assert run("replay", ".", "--junit", "j.xml", "--sarif", "s.json").code == 2
    assert suites("j.xml") == [
        ("chess.rtm", "1", "0", "1"),
        ("logs.rtm", "3", "0", "0"),
        ("unmet.rtm", "4", "1", "0"),
    ]
    assert found("s.json") == [("bad-input", 1), ("unmet", 5)]


def test_a_log_that_cannot_be_read_is_in_the_reports_too(run: Run) -> None:
    outcome = run("replay", written("game chess\n"), "--junit", "j.xml", "--sarif", "s.json")
    assert outcome.code == 2
    assert outcome.err == "rtm-verify: a.rtm:1:6: unknown game 'chess': one of race-to-moscow\n"
    assert suites("j.xml") == [("a.rtm", "1", "0", "1")]
    assert found("s.json") == [("bad-input", 1)]


def test_keep_going_reports_what_comes_after_a_refused_move(run: Run) -> None:
    path = written(HEAD + "gray\n armor 4Pz Riga > Moskva\n armor 4Pz Riga > Tilsit\n")
    run("replay", path, "--sarif", "one.json")
    run("replay", path, "--sarif", "all.json", "--keep-going")
    assert {line for _, line in found("one.json")} == {4}
    assert {line for _, line in found("all.json")} == {4, 5}


def test_the_same_log_gives_the_same_bytes(run: Run) -> None:
    path = written(UNMET)
    for number in "12":
        run("replay", path, "--junit", f"{number}.xml", "--sarif", f"{number}.json")
    assert Path("1.xml").read_bytes() == Path("2.xml").read_bytes()
    assert Path("1.json").read_bytes() == Path("2.json").read_bytes()


@pytest.mark.parametrize("option", ["--junit", "--sarif"])
def test_a_file_that_is_there_is_replaced_only_when_asked(run: Run, option: str) -> None:
    path = written(HEAD + MOVE)
    Path("letter.txt").write_text("mine")
    other = {"--junit": "--sarif", "--sarif": "--junit"}[option]
    outcome = run("replay", path, option, "letter.txt", other, "new.txt")
    assert outcome.code == 2
    assert outcome.err == ("rtm-verify: letter.txt: this file exists already: name another one, or use --force\n")
    assert outcome.out == ""
    assert Path("letter.txt").read_text() == "mine"
    assert not Path("new.txt").exists()
    assert run("replay", path, option, "letter.txt", "--force").code == 0
    assert Path("letter.txt").read_text() != "mine"


def test_two_reports_do_not_go_into_one_file(run: Run) -> None:
    outcome = run("replay", written(HEAD + MOVE), "--junit", "x", "--sarif", "./x", "--force")
    assert outcome.code == 2
    assert "--junit and --sarif name the same file" in outcome.err
    assert not Path("x").exists()


@pytest.mark.parametrize("option", ["--junit", "--sarif"])
def test_no_report_takes_the_place_of_a_log(run: Run, option: str) -> None:
    outcome = run("replay", written(HEAD + MOVE), option, "./a.rtm", "--force")
    assert outcome.code == 2
    assert "a.rtm: this is a log to be replayed: name another file" in outcome.err
    assert Path("a.rtm").read_text() == HEAD + MOVE


def test_a_log_for_two_editions_is_replayed_by_both(run: Run) -> None:
    path = written(HEAD.replace("\n", "\nalso first\n", 1) + "expect 4Pz at Riga\n")
    outcome = run("replay", path, "--junit", "j.xml")
    assert outcome.code == 0
    assert "race-to-moscow 2024 · a.rtm" in outcome.out
    assert "race-to-moscow first · a.rtm" in outcome.out
    assert suites("j.xml") == [("a.rtm", "2", "0", "0"), ("a.rtm (first)", "2", "0", "0")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "game race-to-moscow 1999\nscenario rulebook/riga\n",
            "a.rtm:1:6: unknown edition '1999' of race-to-moscow: one of 2024, first",
        ),
        ("game race-to-moscow 2024\ntitle x\n", "a.rtm:1:1: no header says which scenario the log starts from: write:"),
        ("game race-to-moscow 2024\nscenario rulebook/rig\n", "a.rtm:2:10: no scenario 'rulebook/rig': did you mean"),
        (HEAD + "expect Riga is pretty\n", "a.rtm:3:13: unknown word: 'is': one of has, controlled, uncontrolled"),
        (HEAD + MOVE + "    expect Riga is pretty\n", "a.rtm:5:17: unknown word: 'is': one of has, controlled"),
        (HEAD + "expect 9Pz has 1 fuel\n", "a.rtm:3:8: unknown subject '9Pz': did you mean"),
        (HEAD + MOVE + "    expect 9Pz has 1 fuel\n", "a.rtm:5:12: unknown subject '9Pz': did you mean"),
        (HEAD + MOVE + "    printed 4Pz has 1 sugar\n", "a.rtm:5:23: unknown thing to have 'sugar': one of fuel"),
        (HEAD.replace("\n", "\nalso 1999\n", 1), "a.rtm:2:6: unknown edition '1999' of race-to-moscow: one of 2024"),
    ],
)
def test_what_cannot_be_played_says_so_once_at_its_place(run: Run, text: str, message: str) -> None:
    outcome = run("replay", written(text), "--sarif", "s.json")
    assert outcome.code == 2
    told = " ".join((outcome.out + outcome.err).split())
    assert told.count(message) == 1
    assert told.count("a.rtm:") == 1
    assert found("s.json") == [("bad-input", int(message.split(":")[1]))]
