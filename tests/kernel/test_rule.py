from __future__ import annotations

from pathlib import Path

import pytest

from rtm_verify.errors import InputError
from rtm_verify.kernel.rule import Catalogue, Rule

BOOK = """\
[book]
id = "2024"
title = "A rulebook"
lines = 100

[sections]
"""

HEAD = f"""{BOOK}\
"8" = "Actions"
"8.2" = "Move one armored army"
"8.halt" = "Movement halted"
"""


def clause(rule_id: str, line: int = 50, kind: str = "obligation") -> str:
    return f'\n[[rule]]\nid = "{rule_id}"\nline = {line}\nkind = "{kind}"\nsummary = "Something holds."\n'


def written(folder: Path, *clauses: str, head: str = HEAD, name: str = "2024.toml") -> Path:
    path = folder / name
    path.write_text(head + "".join(clauses), encoding="utf-8")
    return path


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    rules = (clause("8.2.fuel", 10), clause("8.2.allowance", 10), clause("8.halt.push", 20), clause("8.order", 30))
    return Catalogue.load(written(tmp_path, *rules))


def refusal(*paths: Path) -> str:
    """The refusal without the folder, which differs from run to run."""
    with pytest.raises(InputError) as caught:
        Catalogue.load(*paths)
    return str(caught.value).replace(f"{paths[0].parent}/", "")


def test_a_clause_is_found_by_its_id(catalogue: Catalogue) -> None:
    assert catalogue["8.2.fuel"] == Rule("8.2.fuel", "2024", 10, "obligation", "Something holds.", "8.2")
    assert "8.2.fuel" in catalogue
    assert "8.2" not in catalogue


def test_clauses_come_in_the_order_of_the_books(tmp_path: Path) -> None:
    first = written(tmp_path, clause("8.2.fuel", 90))
    second = written(
        tmp_path,
        clause("aid.fuel", 5),
        head='[book]\nid = "aid"\ntitle = "Aid"\nlines = 9\n[sections]\naid = "Icons"\n',
        name="aid.toml",
    )
    catalogue = Catalogue.load(first, second)
    assert [rule.place for rule in catalogue] == ["2024:90", "aid:5"]
    assert len(catalogue) == 2


def test_a_clause_stands_in_the_innermost_section_around_it(catalogue: Catalogue) -> None:
    titles = {rule.id: catalogue.section(rule) for rule in catalogue}
    assert titles == {
        "8.2.fuel": "Move one armored army",
        "8.2.allowance": "Move one armored army",
        "8.halt.push": "Movement halted",
        "8.order": "Actions",
    }


@pytest.mark.parametrize(
    ("prefix", "ids"),
    [
        ("8.2", ["8.2.fuel", "8.2.allowance"]),
        ("8.halt", ["8.halt.push"]),
        ("8.order", ["8.order"]),
        ("8", ["8.2.fuel", "8.2.allowance", "8.halt.push", "8.order"]),
    ],
)
def test_the_beginning_of_an_id_names_all_clauses_under_it(catalogue: Catalogue, prefix: str, ids: list[str]) -> None:
    assert [rule.id for rule in catalogue.under(prefix)] == ids


@pytest.mark.parametrize("prefix", ["8.2.f", "8.", ""])
def test_a_prefix_ends_where_a_part_of_the_id_ends(catalogue: Catalogue, prefix: str) -> None:
    with pytest.raises(InputError, match="unknown rule or section"):
        catalogue.under(prefix)


def test_an_unknown_id_is_answered_with_the_nearest_one(catalogue: Catalogue) -> None:
    with pytest.raises(InputError) as caught:
        catalogue["8.2.feul"]
    assert str(caught.value) == "unknown rule '8.2.feul': did you mean 8.2.fuel?"


def test_an_unknown_prefix_is_answered_with_the_nearest_section(catalogue: Catalogue) -> None:
    with pytest.raises(InputError) as caught:
        catalogue.under("8.hlat")
    assert str(caught.value) == "unknown rule or section '8.hlat': did you mean 8.halt?"


def test_an_id_given_twice_is_refused_where_it_is_repeated(tmp_path: Path) -> None:
    path = written(tmp_path, clause("8.2.fuel", 10), clause("8.2.fuel", 20))
    assert refusal(path) == "2024.toml:18:1: rule id '8.2.fuel' is already that of 2024:10"


def test_an_id_given_in_two_files_is_refused(tmp_path: Path) -> None:
    first = written(tmp_path, clause("8.2.fuel"), head=BOOK + '"8" = "Actions"\n')
    second = written(tmp_path, clause("8.2.fuel"), head=BOOK + '"8.2" = "Move"\n', name="other.toml")
    assert refusal(first, second) == "other.toml:10:1: rule id '8.2.fuel' is already that of 2024:50"


def test_a_section_given_in_two_files_is_refused(tmp_path: Path) -> None:
    first = written(tmp_path, clause("8.2.fuel"))
    second = written(tmp_path, clause("8.2.range"), name="other.toml")
    assert refusal(first, second) == "other.toml:7:1: section '8' is already in another file"


@pytest.mark.parametrize(
    "rule_id",
    ["8", "", "8.2.", ".fuel", "8..fuel", "8.2.Fuel", "8.2.fuel cost", "8.2.-fuel", "8.2.fuel-", "8.2.führer"],
)
def test_a_malformed_id_is_refused_at_its_line(tmp_path: Path, rule_id: str) -> None:
    message = refusal(written(tmp_path, clause("8.2.fuel", 10), clause(rule_id, 20)))
    assert message == f"2024.toml:18:1: malformed rule id '{rule_id}': such as 8.2.fuel"


def test_a_malformed_section_id_is_refused_at_its_line(tmp_path: Path) -> None:
    message = refusal(written(tmp_path, clause("8.2.fuel"), head=HEAD.replace("8.halt", "8.Halt")))
    assert message == "2024.toml:9:1: malformed section id '8.Halt': such as 8.2 or 8.halt"


def test_the_id_of_a_section_is_no_id_of_a_clause(tmp_path: Path) -> None:
    message = refusal(written(tmp_path, clause("8.2")))
    assert message == "2024.toml:12:1: '8.2' is the id of a section: add a word to it"


def test_a_clause_outside_all_sections_is_refused(tmp_path: Path) -> None:
    message = refusal(written(tmp_path, clause("9.1.place")))
    assert message == "2024.toml:12:1: rule '9.1.place' stands in no section: add it to [sections]"


@pytest.mark.parametrize("line", [9, 101])
def test_lines_ascend_and_stay_within_the_book(tmp_path: Path, line: int) -> None:
    message = refusal(written(tmp_path, clause("8.2.fuel", 10), clause("8.2.allowance", line)))
    assert message == (
        f"2024.toml:19:1: rule '8.2.allowance' is in line {line}: "
        "expected one between 10 (the clause before) and 100 (the end of the book)"
    )


def test_an_unknown_kind_is_refused_at_its_line(tmp_path: Path) -> None:
    message = refusal(written(tmp_path, clause("8.2.fuel", kind="advice")))
    assert message.startswith("2024.toml:14:1: Invalid enum value 'advice'")


@pytest.mark.parametrize(
    ("clauses", "place"),
    [
        (clause("8.2.fuel") + "note = 1\n", "2024.toml:16:1"),
        (clause("8.2.fuel", 0), "2024.toml:13:1"),
        (clause("8.2.fuel").replace("Something holds.", ""), "2024.toml:15:1"),
        (clause("8.2.fuel").replace("line = 50\n", ""), "2024.toml:11:1"),
        ("", "2024.toml:1:1"),
    ],
    ids=["unknown field", "line 0", "empty summary", "no line", "no clause"],
)
def test_the_schema_is_strict(tmp_path: Path, clauses: str, place: str) -> None:
    assert refusal(written(tmp_path, clauses)).startswith(f"{place}: ")
