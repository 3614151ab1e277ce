"""The case list as data: complete, by its schema, and enough to run the cases elsewhere."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import fastjsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.ruleset import catalogue
from rtm_verify.library import case_logs
from rtm_verify.report.cases import (
    CaseRuns,
    case_lines,
    cases_json,
    cases_markdown,
    cases_schema,
    merge_patch,
    read_cases,
)
from rtm_verify.report.result import Result

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "replays" / "cases"


@cache
def all_cases() -> tuple[CaseRuns, ...]:
    return read_cases(Result.every(path) for path in case_logs())


def patched(target: Any, patch: Any) -> Any:
    """RFC 7396, as its text gives it."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = patched(result.get(name), value)
    return result


values = st.recursive(
    st.integers() | st.text(max_size=3) | st.lists(st.integers(), max_size=2),
    lambda inner: st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(st.sampled_from("abcd"), values, max_size=4)


@given(objects, objects)
def test_a_patch_turns_one_position_into_the_other(before: dict[str, Any], after: dict[str, Any]) -> None:
    assert patched(before, merge_patch(before, after)) == after


def test_there_are_two_hundred_cases_over_all_chapters_and_half_of_them_are_refusals() -> None:
    verdicts = [runs.case.verdict for runs in all_cases()]
    assert len(verdicts) >= 200
    assert 0.4 < verdicts.count("illegal") / len(verdicts) < 0.6
    sections = {runs.case.section for runs in all_cases()}
    chapters = {section.split(".")[0] for section in sections if not section.startswith("first")}
    assert chapters == {str(chapter) for chapter in range(2, 15)}
    assert any(section.startswith("first.") for section in sections)


def test_every_case_is_green_by_each_of_its_editions() -> None:
    for runs in all_cases():
        assert runs.green, runs.case.id


def test_a_case_that_is_judged_otherwise_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.rtm"
    text = case_logs()[0].read_text(encoding="utf-8")
    path.write_text(text.replace("because   ", "because   8.3.gray ").replace("cites     ", "cites     8.3.gray "))
    found = read_cases([Result.every(path)])
    assert not found[0].green
    assert "FAILED" in "".join(case_lines(found, catalogue()))


def test_the_deciding_clause_of_a_refusal_comes_first_in_one_of_its_violations() -> None:
    """Or says the same as the one that does."""
    for runs in all_cases():
        if runs.case.verdict == "legal" or runs.case.rules[0] not in catalogue():
            continue
        decides = catalogue()[runs.case.rules[0]]
        same = {decides.id, *(rule.id for rule in catalogue().same(decides))}
        for replay, ruleset in runs.runs:
            cited = {rule for violation in replay.steps[-1].violations for rule in violation.rules}
            assert same & cited, (runs.case.id, ruleset.edition)


def test_a_case_lies_in_the_folder_of_its_section_under_its_id() -> None:
    for runs in all_cases():
        path = Path(runs.case.log.file)
        assert path.parent.name == runs.case.section
        assert path.stem.startswith(f"{runs.case.id}-")


def test_the_committed_list_is_what_the_tool_writes() -> None:
    assert (FOLDER / "cases.json").read_text(encoding="utf-8") == cases_json(all_cases())
    assert (FOLDER / "cases.schema.json").read_text(encoding="utf-8") == cases_schema()
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == cases_markdown(all_cases(), catalogue())


def test_the_list_fits_its_schema_and_a_list_gone_wrong_does_not() -> None:
    check = fastjsonschema.compile(json.loads(cases_schema()))
    data = json.loads(cases_json(all_cases()))
    check(data)
    del data["cases"][0]["judgements"][0]["verdict"]
    with pytest.raises(fastjsonschema.JsonSchemaException):
        check(data)


def test_the_positions_can_be_put_together_again() -> None:
    data = json.loads(cases_json(all_cases()))
    by_id = {entry["id"]: entry for entry in data["cases"]}
    for runs in all_cases():
        for judgement, (replay, ruleset) in zip(by_id[runs.case.id]["judgements"], runs.runs, strict=True):
            start = patched(data["positions"][judgement["start"]], judgement["position"])
            assert start == plain(ruleset.export(replay.steps[0].state)), runs.case.id
            if not judgement["scene"] and "outcome" in judgement:
                end = patched(start, judgement["outcome"])
                assert end == plain(ruleset.export(replay.steps[-1].state)), runs.case.id


def plain(position: dict[str, Any]) -> Any:
    """As JSON has it, without empty cells."""
    return json.loads(json.dumps(position), object_pairs_hook=lambda pairs: {k: v for k, v in pairs if v is not None})


def test_two_cases_of_one_id_are_refused() -> None:
    path = case_logs()[0]
    with pytest.raises(InputError, match="stands in"):
        read_cases([Result.every(path), Result.every(path)])


def test_the_lines_name_every_case_with_its_verdict() -> None:
    lines = list(case_lines(all_cases(), catalogue()))
    for runs in all_cases():
        assert any(line.split()[:2] == [runs.case.id, runs.case.verdict] for line in lines)
