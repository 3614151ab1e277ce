"""The coverage matrix: what it shows, and that nothing in it is missing."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from rtm_verify.games.race_to_moscow.enforcement import EDITION_OF_BOOK, enforcement
from rtm_verify.games.race_to_moscow.ruleset import catalogue
from rtm_verify.kernel.coverage import Exercise, Row, rows
from rtm_verify.kernel.rule import Catalogue, Rule
from rtm_verify.library import short_logs
from rtm_verify.report.coverage import coverage_html, coverage_json, coverage_lines, coverage_markdown
from rtm_verify.report.result import Result, measured

ROOT = Path(__file__).parents[2]


@cache
def matrix() -> tuple[Row, ...]:
    results = (result for path in short_logs() for result in Result.every(path))
    return rows(enforcement(), measured(results), EDITION_OF_BOOK)


def test_every_clause_is_shown_by_a_log_in_each_way_it_wants() -> None:
    """A new clause needs a case: see `rtm-verify coverage --missing`."""
    assert {row.rule.id: row.lacks for row in matrix() if row.lacks} == {}


def test_no_clause_is_excused_from_what_some_log_shows() -> None:
    assert [row.rule.id for row in matrix() if row.rule.one_way and row.kept and row.broken] == []


def test_only_a_clause_that_lacks_something_is_excused() -> None:
    assert [row.rule.id for row in matrix() if row.rule.one_way and (not row.wants_broken and row.kept)] == []


def test_the_committed_matrix_is_what_the_tool_writes() -> None:
    written = (ROOT / "reports" / "coverage.md").read_text(encoding="utf-8")
    assert written == coverage_markdown(matrix(), catalogue(), len(short_logs()))


SHOWN = Rule("8.a", "2024", 7, "prohibition", "Nobody <b>walks</b> | on water.", "8")
EXCUSED = Rule("8.b", "2024", 8, "permission", "One may swim.", "8", one_way="swimming is never refused")
APART = Rule("8.c", "2024", 9, "definition", "A boat.", "8", unenforced="the look of a piece")
BOOK = Catalogue([SHOWN, EXCUSED, APART], {"8": "Core actions"})
ROWS = (
    Row(SHOWN, (), (Exercise("cases/8-01-sea.rtm", "1", named=True),), wants_kept=True, wants_broken=True),
    Row(
        EXCUSED,
        tuple(Exercise(f"{n}.rtm", "2", named=False) for n in range(5)),
        (),
        wants_kept=True,
        wants_broken=True,
        one_way=EXCUSED.one_way,
    ),
    Row(APART, (), (), wants_kept=False, wants_broken=False),
)


def test_the_lines_say_what_each_clause_has_and_lacks() -> None:
    text = "\n".join(coverage_lines(ROWS, BOOK))
    assert "8.a  LACKS kept (broken 1)" in text
    assert "broken  8-01-sea (1)" in text
    assert "8.b  kept 5 (one way: swimming is never refused)" in text
    assert "0 (2), 1 (2), 2 (2) + 2 more" in text
    assert "8.c  not for logs: the look of a piece" in text
    assert text.endswith(
        "in all: 1 of 2 kept, 1 of 2 broken; 1 clause can be shown one way only, 1 clause lacks a log\n"
        "named by a log itself: 0 of those kept, 1 of those broken"
    )


def test_the_numbers_of_the_sections_can_stand_alone() -> None:
    assert list(coverage_lines(ROWS, BOOK, chapters_only=True)) == [
        "8  Core actions: 1 of 2 kept, 1 of 2 broken; 1 clause can be shown one way only, 1 clause lacks a log",
        "in all: 1 of 2 kept, 1 of 2 broken; 1 clause can be shown one way only, 1 clause lacks a log",
        "named by a log itself: 0 of those kept, 1 of those broken",
    ]


def test_the_page_escapes_what_it_shows_and_marks_what_is_lacking() -> None:
    page = coverage_html(ROWS, BOOK, 3)
    assert "&lt;b&gt;walks&lt;/b&gt;" in page
    assert "<b>walks" not in page
    assert "lacks kept" in page
    assert "3 logs" in page


def test_the_data_names_every_step() -> None:
    data = json.loads(coverage_json(ROWS))
    assert data["total"]["lacking"] == 1
    assert [entry["lacks"] for entry in data["clauses"]] == [["kept"], [], []]
    assert len(data["clauses"][1]["kept"]) == 5


@pytest.mark.parametrize("word", ["| 8 | Core actions | 2 | 1/2 | 1/2 |", "`8.a` **lacks**", "none", "–"])
def test_the_markdown_has_the_numbers_and_the_clauses(word: str) -> None:
    assert word in coverage_markdown(ROWS, BOOK, 3)
