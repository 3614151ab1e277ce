"""The case list: as lines, as a Markdown table, and as JSON that any other implementation can run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.case import Case, read_case
from rtm_verify.kernel.replay import Replay, Step
from rtm_verify.kernel.rule import Catalogue
from rtm_verify.kernel.ruleset import Ruleset
from rtm_verify.kernel.words import counted
from rtm_verify.report.result import Result

__all__ = ["CaseRuns", "case_lines", "cases_json", "cases_markdown", "cases_schema", "merge_patch", "read_cases"]


class CaseRuns(msgspec.Struct, frozen=True):
    """A case and its replays, one by each of its editions."""

    case: Case
    runs: tuple[tuple[Replay, Ruleset[Any, Any]], ...]

    @property
    def green(self) -> bool:
        """Whether the move is judged so by every edition."""
        return all(replay.verdict == "green" for replay, _ in self.runs)


def read_cases(results: Iterable[Sequence[Result]]) -> tuple[CaseRuns, ...]:
    """The cases that logs are, in the order of their sections and numbers.

    Parameters
    ----------
    results : for each log its results, one by each of its editions.

    Raises
    ------
    InputError
        If a log cannot be replayed or is no case, or two cases have one id.
    """
    found: dict[str, CaseRuns] = {}
    for runs in results:
        played = tuple(result.played() for result in runs)
        for result in runs:
            if result.error:
                raise result.error
        replay, ruleset = played[0]
        case = read_case(replay.log, ruleset.catalogue)
        if case.id in found:
            raise InputError(
                f"the case {case.id} stands in {found[case.id].case.log.file} too", Place(replay.log.file, 1, 1)
            )
        found[case.id] = CaseRuns(case, played)
    return tuple(sorted(found.values(), key=lambda runs: _order(runs.case, runs.runs[0][1].catalogue)))


def _order(case: Case, catalogue: Catalogue) -> tuple[int, str]:
    return catalogue.position(case.section), case.id


def case_lines(cases: Sequence[CaseRuns], catalogue: Catalogue) -> Iterator[str]:
    """A line for each case below its section, and how many there are of each verdict."""
    section = ""
    for runs in cases:
        case = runs.case
        if case.section != section:
            section = case.section
            yield f"{section}  {catalogue.title(section)}"
        failed = "" if runs.green else "FAILED: "
        yield f"  {case.id:<20} {failed}{case.verdict:<7} {', '.join(case.editions):<11} {case.title} [{case.rules[0]}]"
    yield _counts(cases)


def cases_markdown(cases: Sequence[CaseRuns], catalogue: Catalogue) -> str:
    """The list as a Markdown file."""
    lines = [
        "# The case list",
        "",
        "Written by `make reports`. Each case is a log with one judged move, its last. `cases.json` has the same cases",
        "as data, positions and outcomes included, for any other implementation; `cases.schema.json` describes it.",
        "",
        f"{_counts(cases)}.",
    ]
    section = ""
    for case in (runs.case for runs in cases):
        if case.section != section:
            section = case.section
            lines += ["", f"## {section} {catalogue.title(section)}", ""]
            lines += ["| case | editions | verdict | rule | reason |", "|---|---|---|---|---|"]
        name = case.log.file.replace("\\", "/").rsplit("/", 1)[-1]
        link = f"[{case.id}]({section}/{name}) {_cell(case.title)}"
        lines.append(
            f"| {link} | {', '.join(case.editions)} | {case.verdict} | `{case.rules[0]}` | {_cell(case.reason)} |"
        )
    return "\n".join(lines) + "\n"


def cases_json(cases: Sequence[CaseRuns]) -> str:
    """The list as data: what is on the table, the positions to start from, and the cases.

    A case's position is a JSON merge patch (RFC 7396) over one of the positions named in `positions`, and an outcome is
    one over the position before the judged move.
    """
    positions: dict[str, dict[str, Any]] = {}
    entries = [_entry(runs, positions) for runs in cases]
    ruleset = cases[0].runs[0][1]
    data = {
        "$schema": "cases.schema.json",
        "game": ruleset.game,
        "material": ruleset.export_material(),
        "positions": positions,
        "cases": entries,
    }
    return _rows(data) + "\n"


def cases_schema() -> str:
    """The JSON schema of what `cases_json` writes."""
    return (files("rtm_verify.report") / "schemas" / "cases.schema.json").read_text(encoding="utf-8")


def _rows(data: Mapping[str, Any]) -> str:
    """JSON with an entry a line, so that a change of one case is a change of one line."""
    parts: list[str] = []
    for key, value in data.items():
        if key == "positions":
            inner = ",\n".join(f"{_compact(name)}: {_compact(position)}" for name, position in value.items())
            parts.append(f"{_compact(key)}: {{\n{inner}\n}}")
        elif key == "cases":
            inner = ",\n".join(map(_compact, value))
            parts.append(f"{_compact(key)}: [\n{inner}\n]")
        else:
            parts.append(f"{_compact(key)}: {_compact(value)}")
    return "{\n" + ",\n".join(parts) + "\n}"


def _compact(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _entry(runs: CaseRuns, positions: dict[str, dict[str, Any]]) -> dict[str, Any]:
    case, log = runs.case, runs.case.log
    return {
        "id": case.id,
        "section": case.section,
        "title": case.title,
        "source": case.source,
        "reason": case.reason,
        "variants": list(log.variants),
        "rulings": {pin.ruling: pin.choice for pin in log.pins},
        "judgements": [_judgement(case, replay, ruleset, positions) for replay, ruleset in runs.runs],
    }


def _judgement(
    case: Case, replay: Replay, ruleset: Ruleset[Any, Any], positions: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    """The case by one edition: the position, the moves up to the judged one, and what becomes of it."""
    start, *scene, judged = replay.steps
    named = _base(case, ruleset, positions)
    before = _export(ruleset, judged.before)
    data: dict[str, Any] = {
        "edition": ruleset.edition,
        "start": named,
        "position": merge_patch(positions[named], _export(ruleset, start.state)),
        "scene": [_move(step, ruleset) for step in scene],
        "move": _move(judged, ruleset),
        "verdict": case.verdict,
        "rules": list(case.rules),
    }
    if case.verdict == "legal":
        data["outcome"] = merge_patch(before, _export(ruleset, judged.state))
    else:
        data["violations"] = [
            {"code": violation.code, "rules": list(violation.rules)} for violation in judged.violations
        ]
    return data


def _base(case: Case, ruleset: Ruleset[Any, Any], positions: dict[str, dict[str, Any]]) -> str:
    """The name of the scenario's own position; editions and variants that set it up otherwise have their own."""
    scenario = case.log.header("scenario")
    position = _export(ruleset, ruleset.scenario_start().state)
    for name in (scenario, " ".join((scenario, ruleset.edition, *case.log.variants))):
        if positions.setdefault(name, position) == position:
            return name
    raise ValueError(f"the scenario {scenario} has two positions in one edition")


def _move(step: Step, ruleset: Ruleset[Any, Any]) -> dict[str, Any]:
    return {
        "player": step.actor,
        "text": step.text,
        "actions": [ruleset.export_action(played.action) for played in step.played],
    }


def _export(ruleset: Ruleset[Any, Any], state: Any) -> dict[str, Any]:
    """A position without its empty cells, so that a merge patch can say that one is emptied."""
    position: dict[str, Any] = _without_none(ruleset.export(state))
    return position


def _without_none(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_none(inner) for key, inner in value.items() if inner is not None}
    return value


def merge_patch(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """What turns one JSON object into another, by RFC 7396: what is null goes, what is not named stays.

    >>> merge_patch({"a": 1, "b": {"c": 2, "d": 3}, "e": 4}, {"a": 1, "b": {"c": 5, "d": 3}})
    {'b': {'c': 5}, 'e': None}
    """
    patch: dict[str, Any] = {}
    for key, value in after.items():
        old = before.get(key)
        if isinstance(value, dict) and isinstance(old, dict):
            if inner := merge_patch(old, value):
                patch[key] = inner
        elif key not in before or old != value:
            patch[key] = value
    return patch | {key: None for key in before if key not in after}


def _counts(cases: Sequence[CaseRuns]) -> str:
    verdicts = [runs.case.verdict for runs in cases]
    judgements = sum(len(runs.runs) for runs in cases)
    return (
        f"{counted(len(cases), 'case')}: {verdicts.count('legal')} legal, {verdicts.count('illegal')} illegal; "
        f"{counted(judgements, 'judgement')} by edition"
    )


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
