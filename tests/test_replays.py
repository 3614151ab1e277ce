"""What the logs in `replays/` owe beyond their claims, which pytest collects from the logs themselves."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rtm_verify.log import format_text
from rtm_verify.report.result import Result

ROOT = Path(__file__).parents[1]
LOGS = sorted((ROOT / "replays").rglob("*.rtm"))
ERRATA = {
    "08-2-velikiye-luki-1": ("by its rules: 1 fuel, 2 ammo",),
    "11-riga-velikiye-luki": ("by its rules: 1 fuel, 2 ammo",),
}


@cache
def results(path: Path) -> tuple[Result, ...]:
    """The log played by each of its editions, once for all tests of a process."""
    return Result.every(path)


def header(path: Path, name: str) -> str:
    return results(path)[0].played()[0].log.header(name)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT / "replays").with_suffix("").as_posix()


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_a_log_claims_something(path: Path) -> None:
    assert all(result.checked > 0 for result in results(path))


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_a_log_reports_the_errata_known_of_it(path: Path) -> None:
    expected = ERRATA.get(path.stem, ())
    for result in results(path):
        errata = result.played()[0].errata
        assert len(errata) == len(expected)
        for finding, text in zip(errata, expected, strict=True):
            assert finding.message.endswith(text)


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_a_log_is_canonical(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(text, str(path)) == text


@pytest.mark.parametrize("path", LOGS, ids=name_of)
def test_every_step_names_its_rules_and_every_rule_is_in_the_catalogue(path: Path) -> None:
    for replay, ruleset in (result.played() for result in results(path)):
        for step in replay.steps:
            assert step.rules, step.label
            for event in step.events:
                assert event.rules or event.kind == "scenario", event.text
            for rule in step.rules:
                assert rule in ruleset.catalogue, rule


def test_every_example_of_the_first_story_has_its_log() -> None:
    sources = " ".join(header(path, "source") for path in LOGS)
    for place in ("2024:374", "2024:594", "2024:627", "2024:758", "2024:824", "2024:550", "2024:536", "2024:653"):
        assert place in sources, place


def test_every_scenario_of_the_rulebook_is_used_by_a_log() -> None:
    """The set-ups are there to be played from; not each has a recorded game."""
    used = {header(path, "scenario") for path in LOGS}
    folder = ROOT / "scenarios"
    found = {file.relative_to(folder).with_suffix("").as_posix() for file in folder.rglob("*.toml")}
    assert used <= found
    assert {name for name in found if name.startswith("rulebook/")} <= used


# Clauses of the other book that a log may cite although its own book rules otherwise on the point.
BORROWED = {
    # 2024 has no text for these cards and effects: the first edition's is all there is.
    ("2024", "first.7.halder"),
    ("2024", "first.7.fuhrerbefehl"),
    ("2024", "first.7.partisans-solo"),
    # A pinned ruling gives the other edition's reading its say.
    ("2024", "first.11.truck-colour"),
    ("first", "9.2.now"),
    # Named beside the first edition's own clause, from which they differ in words.
    ("first", "8.7.no-move"),
    ("first", "13.4.displace"),
}


def test_a_log_cites_no_clause_on_which_its_own_book_rules_otherwise() -> None:
    borrowed: set[tuple[str, str]] = set()
    for path in LOGS:
        for replay, ruleset in (result.played() for result in results(path)):
            books = ("first",) if ruleset.edition == "first" else ("2024", "aid")
            for rule in {rule for step in replay.steps for rule in step.rules}:
                clause = ruleset.catalogue[rule]
                same, differing = ruleset.catalogue.same(clause), ruleset.catalogue.differing(clause)
                own = clause.book in books or any(other.book in books for other in same)
                if not own and any(other.book in books for other in differing):
                    borrowed.add((ruleset.edition, rule))
    assert borrowed == BORROWED
