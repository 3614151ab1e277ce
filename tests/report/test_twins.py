"""Twins as a table, as JSON and as files."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from rtm_verify.errors import InputError
from rtm_verify.report.result import Result
from rtm_verify.report.twins import Family, families_json, family_lines, total_line, twin_files

WALK = "armor 4Pz Riga > Jekelopils [Mud]"


@pytest.fixture
def family(replayed: Callable[..., Result]) -> Family:
    return Family.of(replayed(f"  {WALK}", "    expect 4Pz at Jekelopils"))


def test_the_table_names_change_verdict_step_rules_and_reason(family: Family) -> None:
    lines = list(family_lines(family))
    assert lines[0] == f"{family.name}: A title"
    row = lines.index("  refused     1      4Pz has no fuel  [8.2.fuel]")
    assert lines[row + 1].strip().startswith("4 Panzergruppe cannot leave Riga")
    assert any(line.startswith("  same        ") for line in lines)
    assert lines[-1].strip().startswith(f"{len(family.twins)} twins: ")
    assert max(map(len, lines)) <= 100


def test_the_json_says_the_same_and_more(family: Family) -> None:
    data = json.loads(families_json([family]))
    twins = data["logs"][0]["twins"]
    assert len(twins) == len(family.twins) == sum(data["counts"].values())
    first = next(twin for twin in twins if twin["change"] == "4Pz has no fuel")
    assert (first["given"], first["verdict"], first["step"], first["rules"]) == (
        "4Pz has no fuel",
        "refused",
        "1",
        ["8.2.fuel"],
    )


def test_equal_logs_have_equal_reports(family: Family, replayed: Callable[..., Result]) -> None:
    again = Family.of(replayed(f"  {WALK}", "    expect 4Pz at Jekelopils"))
    assert families_json([family]) == families_json([again])
    assert list(family_lines(family)) == list(family_lines(again))
    assert list(twin_files(family)) == list(twin_files(again))


def test_counts_are_added_up(family: Family) -> None:
    assert total_line([family, family]).startswith(f"2 logs, {2 * len(family.twins)} twins: ")
    assert total_line([]) == "0 logs, 0 twins: none"


def test_files_are_numbered_and_named_by_their_fact(family: Family) -> None:
    names = [str(name) for name, _ in twin_files(family)]
    assert names[0] == f"{family.name}/01-4pz-has-no-fuel.rtm"
    assert names == sorted(names)


def test_a_long_title_is_broken(replayed: Callable[..., Result]) -> None:
    long = Family.of(replayed(f"  {WALK}", title="a long title " * 12))
    assert max(map(len, family_lines(long))) <= 100


def test_a_log_that_was_not_replayed_has_no_twins(replayed: Callable[..., Result]) -> None:
    missing = replayed("  armor", name="broken.rtm")
    with pytest.raises(InputError):
        Family.of(Result(path=missing.path, error=missing.error))
