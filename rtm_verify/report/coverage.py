"""Rule coverage as text, Markdown, HTML and JSON: clause by clause the logs that keep and break it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

import msgspec

from rtm_verify.kernel.coverage import Exercise, Row, Tally, tally
from rtm_verify.kernel.rule import Catalogue
from rtm_verify.kernel.words import counted
from rtm_verify.report.template import fill

__all__ = ["coverage_html", "coverage_json", "coverage_lines", "coverage_markdown"]

_FEW = 3  # more logs are counted, not named
_WATCHED = "watched: an invariant checks it in every position"


def coverage_lines(found: Sequence[Row], catalogue: Catalogue, *, chapters_only: bool = False) -> Iterator[str]:
    """A line for each section with its numbers, below it one for each clause, and the total at the end."""
    for section, group in _sections(found):
        yield f"{section}  {catalogue.title(section)}: {_numbers(tally(group))}"
        for row in () if chapters_only else group:
            yield f"  {row.rule.id}  {_state(row)}"
            yield from (f"      {way:6}  {_named(steps)}" for way, steps in _ways(row) if steps)
        if not chapters_only:
            yield ""
    yield f"in all: {_numbers(tally(found))}"
    yield _by_name(found)


def coverage_markdown(found: Sequence[Row], catalogue: Catalogue, logs: int) -> str:
    """The matrix as a Markdown file: the sections with their numbers, then every clause."""
    lines = [
        "# Rule coverage",
        "",
        "Written by `make reports`. A clause is *kept* where a step of a log rests on it, and *broken* where a log",
        "has a move refused by it: both are measured while the logs are replayed. A clause counts only in games of its",
        "own edition. A prohibition, and every clause by which the engine refuses moves, is wanted both ways; `–`",
        "stands where a clause is not wanted: of some the catalogue says why logs show them one way only, and what",
        "is *watched* is checked by an invariant in every position. Logs that name the clause themselves come first.",
        "",
        f"{counted(logs, 'log')}. In all: {_numbers(tally(found))}. {_by_name(found).capitalize()}.",
        "",
        "| section | | clauses | kept | broken |",
        "|---|---|--:|--:|--:|",
    ]
    sections = _sections(found)
    for section, group in sections:
        sums = tally(group)
        kept, broken = f"{sums.kept}/{sums.wants_kept}", f"{sums.broken}/{sums.wants_broken}"
        lines.append(f"| {section} | {_cell(catalogue.title(section))} | {sums.clauses} | {kept} | {broken} |")
    for section, group in sections:
        lines += ["", f"## {section} {catalogue.title(section)}", "", "| clause | kept | broken |", "|---|---|---|"]
        lines += [f"| `{row.rule.id}` {_marks(row)} | {' | '.join(map(_cell, _cells(row)))} |" for row in group]
    return "\n".join(lines) + "\n"


def coverage_html(found: Sequence[Row], catalogue: Catalogue, logs: int, home: str = "") -> str:
    """The matrix as a page; `home` is the address of the index, if there is one."""
    sections = [
        {
            "id": section,
            "title": catalogue.title(section),
            "tally": tally(group),
            "rows": [{"row": row, "cells": _cells(row), "state": _state(row)} for row in group],
        }
        for section, group in _sections(found)
    ]
    total = f"{_numbers(tally(found))}. {_by_name(found).capitalize()}"
    return fill("coverage.html", home=home, sections=sections, total=total, logs=counted(logs, "log"))


def coverage_json(found: Sequence[Row]) -> str:
    """The matrix as data: for each clause what it wants, what it lacks, and every step that shows it."""
    rows = [
        {
            "rule": row.rule.id,
            "place": row.rule.place,
            "kind": row.rule.kind,
            "wants": [way for way, wanted in (("kept", row.wants_kept), ("broken", row.wants_broken)) if wanted],
            "lacks": row.lacks,
            "one_way": row.one_way,
            "unenforced": row.rule.unenforced,
            **{way: [msgspec.to_builtins(step) for step in steps] for way, steps in _ways(row)},
        }
        for row in found
    ]
    data = msgspec.json.encode({"total": msgspec.to_builtins(tally(found)), "clauses": rows})
    return msgspec.json.format(data, indent=2).decode()


def _sections(found: Iterable[Row]) -> list[tuple[str, list[Row]]]:
    """The rows by section; a section whose clauses stand apart in the book is one all the same."""
    sections: dict[str, list[Row]] = {}
    for row in found:
        sections.setdefault(row.rule.section, []).append(row)
    return list(sections.items())


def _ways(row: Row) -> tuple[tuple[str, tuple[Exercise, ...]], ...]:
    return (("kept", row.kept), ("broken", row.broken))


def _numbers(sums: Tally) -> str:
    """
    >>> _numbers(Tally(clauses=5, wants_kept=5, kept=4, wants_broken=2, broken=1, excused=1, lacking=1))
    '4 of 5 kept, 1 of 2 broken; 1 clause can be shown one way only, 1 clause lacks a log'
    """
    rest = (
        *((f"{counted(sums.excused, 'clause')} can be shown one way only",) if sums.excused else ()),
        *((f"{counted(sums.lacking, 'clause')} lack{'s' if sums.lacking == 1 else ''} a log",) if sums.lacking else ()),
    )
    shown = f"{sums.kept} of {sums.wants_kept} kept, {sums.broken} of {sums.wants_broken} broken"
    return f"{shown}; {', '.join(rest)}" if rest else shown


def _by_name(found: Iterable[Row]) -> str:
    """How many clauses a log asks for by name: of the others it is only seen that steps come past them."""
    rows = list(found)
    kept = sum(any(step.named for step in row.kept) for row in rows if row.wants_kept)
    broken = sum(any(step.named for step in row.broken) for row in rows if row.wants_broken)
    return f"named by a log itself: {kept} of those kept, {broken} of those broken"


def _state(row: Row) -> str:
    """What is shown of a clause, in words."""
    if row.watched:
        return _WATCHED
    if not row.wants:
        return f"not for logs: {row.rule.unenforced}"
    shown = ", ".join(f"{way} {len(steps)}" for way, steps in _ways(row) if steps)
    if row.lacks:
        lacks = f"LACKS {' and '.join(row.lacks)}"
        return f"{lacks} ({shown})" if shown else lacks
    excused = f" (one way: {row.one_way})" if row.excused else ""
    return f"{shown}{excused}"


def _marks(row: Row) -> str:
    if row.lacks:
        return "**lacks**"
    return "(watched)" if row.watched else "(one way)" if row.excused else ""


def _cells(row: Row) -> tuple[str, str]:
    wanted = {"kept": row.wants_kept, "broken": row.wants_broken}
    kept, broken = (
        _named(steps) if steps else "none" if wanted[way] and not row.excused else "–" for way, steps in _ways(row)
    )
    return kept, broken


def _named(steps: Sequence[Exercise]) -> str:
    """The first logs by name with the step, and how many steps more there are."""
    logs: dict[str, str] = {}
    for step in steps:
        logs.setdefault(PurePosixPath(step.file).stem, step.label)
    names = [f"{log} ({label})" for log, label in list(logs.items())[:_FEW]]
    more = len(steps) - len(names)
    return f"{', '.join(names)}{f' + {more} more' if more else ''}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
