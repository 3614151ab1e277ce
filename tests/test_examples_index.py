"""The index of the rulebooks' examples: complete, and each entry's log shows what the entry says."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec
import pytest

from rtm_verify import cli
from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.ruleset import catalogue
from rtm_verify.report.index import Entry, Index, Refused, examine, example_lines, examples_json, load_index
from rtm_verify.report.result import Result

ROOT = Path(__file__).parents[1]
REPLAYS = ROOT / "replays"
INDEX = REPLAYS / "index.toml"
RULES = ROOT / "rtm_verify" / "games" / "race_to_moscow" / "data" / "rules"
EXAMPLES = {f"E{number}" for number in range(1, 27)}
FORBIDDEN = {f"N{number}" for number in range(1, 32)}

# Which of them only one of the books has.
ONLY_2024 = {"E7", "E25"}
ONLY_FIRST = {"E23", "E24", "N24", "N28", "N30", "N31"}

BOOKS = '[books.2024]\ntitle = "Rulebook"\nlines = 1102\n'
ENTRY = """
[[entry]]
id = "N5"
kind = "cannot"
book = "2024"
lines = ["498"]
chapter = "8.2"
title = "No fuel, no move"
log = "a/one.rtm"
refused = [{ step = "1", rule = "8.2.fuel" }]
"""
LOG = """game      race-to-moscow 2024
title     No fuel
source    8.2 (2024:498)
scenario  setup/three
given     4Pz has 0 fuel

gray
  illegal armor 4Pz Tilsit > Kaunas
    because   8.2.fuel
  rail none
"""


@cache
def index() -> Index:
    return load_index(INDEX, catalogue())


@cache
def played(path: Path) -> tuple[Result, ...]:
    return Result.every(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An index of one entry, and its log."""
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "one.rtm").write_text(LOG, encoding="utf-8")
    (tmp_path / "index.toml").write_text(BOOKS + ENTRY, encoding="utf-8")
    return tmp_path


def load(folder: Path, old: str = "", new: str = "") -> Index:
    file = folder / "index.toml"
    text = BOOKS + ENTRY
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    return load_index(file, catalogue())


def problems(folder: Path, old: str = "", new: str = "") -> tuple[str, ...]:
    (one,) = examine(load(folder, old, new))
    return one.problems


def entry_id(entry: Entry) -> str:
    return f"{entry.book}-{entry.id}-{Path(entry.log).stem}"


@pytest.mark.parametrize("entry", load_index(INDEX, catalogue()).entries, ids=entry_id)
def test_the_log_of_an_entry_shows_what_the_entry_says(entry: Entry) -> None:
    one = msgspec.structs.replace(index(), entries=(entry,))
    assert [found.problems for found in examine(one, played)] == [()]


@pytest.mark.parametrize(("book", "missing"), [("2024", ONLY_FIRST), ("first", ONLY_2024)])
def test_every_example_and_everything_forbidden_is_in_the_index(book: str, missing: set[str]) -> None:
    ids = {entry.id for entry in index().entries if entry.book == book and entry.id[0] != "X"}
    assert ids == (EXAMPLES | FORBIDDEN) - missing


def test_every_log_of_the_examples_has_an_entry() -> None:
    folders = {path.name for path in REPLAYS.iterdir() if path.name.startswith("race-to-moscow-")}
    assert {Path(log).parts[0] for log in index().logs()} == folders
    assert index().unlisted() == ()


def lines_of(place: str) -> set[tuple[str, int]]:
    book, _, lines = place.partition(":")
    first, _, last = lines.partition("-")
    return {(book, line) for line in range(int(first), int(last or first) + 1)}


def test_every_place_that_a_log_says_it_plays_is_in_the_index() -> None:
    for log in index().logs():
        listed = {
            line for entry in index().entries if entry.log == log for lines in entry.places for line in lines_of(lines)
        }
        for place in re.findall(r"[a-z0-9]+:\d+(?:-\d+)?", played(REPLAYS / log)[0].source):
            assert lines_of(place) & listed, f"{log}: {place}"


def test_the_books_of_the_index_are_those_of_the_catalogue() -> None:
    books = tomllib.loads(INDEX.read_text(encoding="utf-8"))["books"]
    for name, book in books.items():
        assert book["lines"] == tomllib.loads((RULES / f"{name}.toml").read_text(encoding="utf-8"))["book"]["lines"]


def test_a_sound_index_has_no_problem(folder: Path) -> None:
    assert problems(folder) == ()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("a/one.rtm", "a/two.rtm", r"index\.toml:12:1: N5: there is no log 'a/two.rtm'"),
        ("a/one.rtm", "../one.rtm", r"index\.toml:12:1: N5: '../one.rtm' leads out of the folder"),
        ("498", "1103", r"index\.toml:9:1: N5: 2024:1103 is no place of the book: it has 1102 lines"),
        ("498", "498-490", r"index\.toml:9:1: N5: 2024:498-490 is no place of the book"),
        ('"498"', '"line 498"', r"index\.toml:9:1: .*matching regex"),
        ('["498"]', "[]", r"index\.toml:9:1: "),
        ('"8.2"', '"8.9"', r"index\.toml:10:1: N5: the book 2024 has no section '8.9'"),
        ('"8.2"', '"first.7"', r"index\.toml:10:1: N5: the book 2024 has no section 'first.7'"),
        ("8.2.fuel", "8.2.feul", r"index\.toml:13:1: N5: unknown rule '8.2.feul': did you mean 8.2.fuel\?"),
        ('book = "2024"', 'book = "2042"', r"index\.toml:8:1: N5: unknown book '2042': did you mean 2024\?"),
        ('"cannot"', '"example"', r"index\.toml:7:1: N5: the id says otherwise than the kind 'example'"),
        ('"cannot"', '"riddle"', r"index\.toml:7:1: "),
        ('"N5"', '"Q5"', r"index\.toml:6:1: "),
        ('title = "No fuel, no move"', 'titel = "x"', r"index\.toml:11:1: "),
        (ENTRY, ENTRY + ENTRY, r"index\.toml:16:1: N5: this log is named twice"),
    ],
)
def test_a_wrong_entry_is_refused_at_its_line(folder: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load(folder, old, new)


def test_something_forbidden_needs_a_step_that_tries_it(folder: Path) -> None:
    with pytest.raises(InputError, match="no step tries what is forbidden"):
        load(folder, 'refused = [{ step = "1", rule = "8.2.fuel" }]', "")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("498", "498-499", "the header source of the log does not name 2024:498-499"),
        ('step = "1"', 'step = "7"', "the log has no step 7"),
        ('step = "1"', 'step = "2"', "step 2 is no illegal move"),
        ("8.2.fuel", "8.2.allowance", "step 1 is refused by 8.2.fuel, not by 8.2.allowance"),
    ],
)
def test_a_log_that_does_not_show_its_entry_fails_it(folder: Path, old: str, new: str, problem: str) -> None:
    assert problems(folder, old, new) == (problem,)


def test_a_log_is_played_by_the_edition_of_the_book(folder: Path) -> None:
    text = LOG.replace("race-to-moscow 2024", "race-to-moscow first")
    (folder / "a" / "one.rtm").write_text(text, encoding="utf-8")
    assert problems(folder) == ("the log is not played by the edition 2024",)
    (folder / "a" / "one.rtm").write_text(text.replace("title", "also 2024\ntitle"), encoding="utf-8")
    assert problems(folder) == ()


def test_a_log_that_fails_or_cannot_be_read_fails_its_entry(folder: Path) -> None:
    log = folder / "a" / "one.rtm"
    log.write_text(LOG + "    expect gray has 9 medals\n", encoding="utf-8")
    assert problems(folder) == ("the log is failed by the edition 2024",)
    log.write_text(LOG.replace("setup/three", "setup/thirty"), encoding="utf-8")
    (problem,) = problems(folder)
    assert "no scenario 'setup/thirty'" in problem


def test_a_log_without_an_entry_is_named(folder: Path) -> None:
    (folder / "a" / "two.rtm").write_text(LOG, encoding="utf-8")
    found = load(folder)
    assert found.unlisted() == ("a/two.rtm",)
    lines = list(example_lines(found, examine(found), catalogue()))
    assert "! no entry names a/two.rtm" in lines


def test_the_lines_show_book_chapter_entry_log_and_verdict(folder: Path) -> None:
    found = load(folder, 'step = "1"', 'step = "7"')
    assert list(example_lines(found, examine(found), catalogue())) == [
        "Rulebook",
        "  8.2  Move one armored army",
        "    failed  N5   cannot   No fuel, no move (2024:498)",
        "                         a/one.rtm (step 7 by 8.2.fuel)",
        "                         ! the log has no step 7",
        "",
        "0 examples, 1 of what is forbidden; 0 of 1 green; 1 log",
    ]


def test_the_json_has_the_same(folder: Path) -> None:
    found = load(folder)
    data = json.loads(examples_json(found, examine(found)))
    (entry,) = data["entries"]
    assert (entry["id"], entry["verdict"], entry["places"], entry["problems"]) == ("N5", "green", ["2024:498"], [])
    assert entry["refused"] == [msgspec.to_builtins(Refused("1", "8.2.fuel"))]
    assert data["books"] == {"2024": "Rulebook"}
    assert data["unlisted"] == []


def run(arguments: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["rtm-verify", *arguments])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    return stop.value.code


def test_the_command_lists_the_shipped_index(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["examples"], monkeypatch) == 0
    out = capsys.readouterr().out
    assert "    green   E8   example  4 Panzergruppe reaches Velikiye Luki before White (2024:594-621)\n" in out
    assert "failed" not in out
    assert run(["examples", "--format", "json"], monkeypatch) == 0
    data = json.loads(capsys.readouterr().out)
    assert {entry["verdict"] for entry in data["entries"]} == {"green"}


def test_the_command_fails_with_an_entry(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rtm_verify.library.example_index", lambda: folder / "index.toml")
    assert run(["examples"], monkeypatch) == 0
    (folder / "a" / "two.rtm").write_text(LOG, encoding="utf-8")
    assert run(["examples"], monkeypatch) == 1
    assert "! no entry names a/two.rtm" in capsys.readouterr().out
    (folder / "a" / "one.rtm").unlink()
    assert run(["examples"], monkeypatch) == 2
    assert "there is no log 'a/one.rtm'" in capsys.readouterr().err
