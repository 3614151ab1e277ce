"""The errata of a game's rulebooks: as text, Markdown, JSON, or a page of HTML."""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePath
from typing import Any

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.kernel.erratum import SEVERITIES, Severity
from rtm_verify.kernel.words import counted
from rtm_verify.library import errata_data, find_logs
from rtm_verify.names import nearest
from rtm_verify.proof.consistency import Fact, Repair
from rtm_verify.proof.errata import Entry, Misprint, Posed, Survey, survey
from rtm_verify.report.derived import FactRow, derived_totals, fact_rows, granted, misfits
from rtm_verify.report.result import Result
from rtm_verify.report.template import fill

__all__ = [
    "errata_json",
    "errata_lines",
    "errata_markdown",
    "errata_page",
    "errata_survey",
    "misprints_of",
    "only",
]

_WIDTH = 100
_COUNTED: dict[Severity, str] = {"changes play": "change play", "misleads": "mislead", "cosmetic": "are cosmetic"}
_MARKDOWN = re.compile(r"([\\`*_\[\]<>|#])")


def errata_survey() -> Survey:
    """Everything that shows an erratum: the game's topics and catalogue, and its rulebooks' examples, replayed.

    Raises
    ------
    InputError
        If an entry of the errata is no longer shown by what it rests on.
    """
    results = [result for path in find_logs([]) for result in Result.every(path)]
    return survey(errata_data(), misprints_of(results))


def misprints_of(results: Iterable[Result]) -> tuple[Misprint, ...]:
    """The printed results that these replays do not give."""
    return tuple(
        Misprint(
            f"{'/'.join(PurePath(finding.place.file).parts[-2:])}:{finding.place.line}",
            result.source,
            result.ruleset.edition,
            finding.message,
        )
        for result in results
        if result.replay and result.ruleset
        for finding in result.replay.errata
    )


def only(found: Survey, wanted: str) -> Survey:
    """The survey of one erratum alone. Raises `InputError` if there is none of this id."""
    entries = tuple(entry for entry in found.entries if entry.erratum.id == wanted)
    if not entries:
        near = nearest(wanted, (entry.erratum.id for entry in found.entries))
        raise InputError(f"unknown erratum '{wanted}'", text=wanted, suggestion=near)
    return Survey(entries=entries, consistent=(), undecided=())


def errata_lines(found: Survey, *, full: bool = False) -> Iterator[str]:
    """A line for each erratum under its severity, then the numbers; or every erratum in full."""
    if full:
        for entry in found.entries:
            yield from _full_lines(_view(entry))
        return
    for severity, entries in _by_severity(found):
        yield f"{severity} ({len(entries)})"
        width = max(len(entry.erratum.id) for entry in entries)
        for entry in entries:
            ways = ", ".join(entry.found)
            yield f"  {entry.erratum.id:<{width}}  {entry.erratum.title} [{', '.join(entry.erratum.books)}; {ways}]"
        yield ""
    yield from _wrapped("found consistent: ", ", ".join(_consistent_names(found.consistent)), "  ")
    for posed in found.undecided:
        yield f"UNKNOWN: {posed.topic.id} ({posed.edition}): z3 used up its budget"
    yield ""
    if found.derived:
        yield from _wrapped("", derived_totals(found.derived), "  ")
        for row in fact_rows(found.derived):
            if not row.holds:
                yield f"  AGAINST THE SHIPPED BOARD: {row.meaning}: {_value(row.value)} ({', '.join(row.passages)})"
    yield totals(found)


def errata_json(found: Survey) -> str:
    """All errata as one JSON object with names, the same for equal surveys."""
    data = {
        "errata": [_entry_data(_view(entry)) for entry in found.entries],
        "consistent": [
            {
                "topic": posed.topic.id,
                "title": posed.topic.title,
                "edition": posed.edition,
                "statements": len(posed.topic.statements),
                "confirmed": list(posed.judgement.confirmed),
                "facts": [_fact_data(fact) for fact in posed.judgement.facts],
            }
            for posed in found.consistent
        ],
        "unknown": [{"topic": posed.topic.id, "edition": posed.edition} for posed in found.undecided],
        "board": {
            "facts": [msgspec.to_builtins(row) for row in fact_rows(found.derived)],
            "granted": granted(found.derived),
            "not_kept": misfits(found.derived),
        },
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


def errata_markdown(found: Survey) -> str:
    """All errata in full as a Markdown document."""
    return "\n".join(_markdown_lines(found)) + "\n"


def errata_page(found: Survey, home: str = "") -> str:
    """All errata in full as a page of HTML; `home` is the address of the index, if there is one."""
    return fill(
        "errata.html",
        home=home,
        totals=totals(found),
        groups=[(severity, [_view(entry) for entry in entries]) for severity, entries in _by_severity(found)],
        consistent=_consistent(found.consistent),
        undecided=found.undecided,
        board_totals=derived_totals(found.derived),
        board=[_shown(row) for row in fact_rows(found.derived)],
        granted=granted(found.derived),
    )


def totals(found: Survey) -> str:
    """The numbers of a survey in one line."""
    severities = Counter(entry.erratum.severity for entry in found.entries)
    ways = Counter(way for entry in found.entries for way in entry.found)
    machine = sum(entry.found != ("by hand",) for entry in found.entries)
    graded = ", ".join(f"{severities[name]} {word}" for name, word in _COUNTED.items() if severities[name])
    shown = ", ".join(f"{way} {ways[way]}" for way in ("topic", "replay", "catalogue") if ways[way])
    by_machine = f"{machine} shown by machine{f' ({shown})' if shown else ''}, {ways['by hand']} found by hand"
    checked = counted(len(found.consistent), "topic") + " found consistent"
    unknown = f"; {len(found.undecided)} unknown" if found.undecided else ""
    return f"{counted(len(found.entries), 'erratum')}: {graded}; {by_machine}; {checked}{unknown}"


def _by_severity(found: Survey) -> list[tuple[str, list[Entry]]]:
    groups = [(severity, [e for e in found.entries if e.erratum.severity == severity]) for severity in SEVERITIES]
    return [(severity, entries) for severity, entries in groups if entries]


# --- what is shown of an entry, whatever the format ---


class _Said(msgspec.Struct, frozen=True):
    """A statement of a contradiction, with all passages that make it."""

    id: str
    at: str
    text: str
    formula: str


class _Contradiction(msgspec.Struct, frozen=True):
    """A topic that cannot hold, for the editions in which it fails in the same way."""

    topic: str
    title: str
    editions: str
    said: tuple[_Said, ...]
    granted: tuple[str, ...]
    sets: tuple[str, ...]
    repairs: tuple[str, ...]


class _View(msgspec.Struct, frozen=True):
    """An erratum as it is shown."""

    entry: Entry
    passages: str
    found: str
    contradictions: tuple[_Contradiction, ...]
    printed: tuple[str, ...]
    differing: tuple[str, ...]


def _view(entry: Entry) -> _View:
    groups: dict[Any, list[Posed]] = {}
    for posed in entry.posed:
        judgement = posed.judgement
        groups.setdefault((posed.topic.id, judgement.contradictions, judgement.repairs), []).append(posed)
    return _View(
        entry,
        ", ".join(entry.erratum.passages),
        ", ".join(entry.found),
        tuple(map(_contradiction, groups.values())),
        tuple(f"{one.log}: {one.message}" for one in entry.misprints),
        tuple(
            f"{rule.id} ({rule.place}): {rule.summary}" for one in entry.differences for rule in (one.rule, *one.others)
        ),
    )


def _contradiction(group: list[Posed]) -> _Contradiction:
    topic, judgement = group[0].topic, group[0].judgement
    involved = {name for core in judgement.contradictions for name in core}
    said = []
    for statement in topic.statements:
        if statement.id in involved:
            places = dict.fromkeys(place for posed in group for place in posed.topic.statement(statement.id).at)
            said.append(_Said(statement.id, ", ".join(places), statement.text, statement.formula.text))
    granted: dict[str, dict[str, str]] = {}
    for axiom in (axiom for posed in group for axiom in posed.topic.axioms):
        granted[axiom.text] = {**granted.get(axiom.text, {}), **axiom.rules}
    return _Contradiction(
        topic.id,
        topic.title,
        ", ".join(posed.edition for posed in group),
        tuple(said),
        tuple(f"{text}{_cited(rules)}" for text, rules in granted.items()),
        tuple(" + ".join(core) for core in judgement.contradictions),
        tuple(map(_told, judgement.repairs)),
    )


def _told(repair: Repair) -> str:
    """A repair in words: what is given up, and what the others prove then."""
    known = [str(fact) for fact in (*repair.instead, *repair.facts) if fact.value is not None]
    return f"without {' and '.join(repair.dropped)}: {'; '.join(known) or 'what holds instead is not determined'}"


def _cited(rules: Mapping[str, str]) -> str:
    return f" [{', '.join(rules)}]" if rules else ""


class _Consistent(msgspec.Struct, frozen=True):
    """A topic in which nothing is wrong."""

    posed: Posed
    said: str
    facts: str


def _consistent(posed: Iterable[Posed]) -> list[_Consistent]:
    return [
        _Consistent(
            one,
            f"{counted(len(one.topic.statements), 'statement')}, {len(one.judgement.confirmed)} proved by the others",
            "; ".join(str(fact) for fact in one.judgement.facts if fact.value is not None),
        )
        for one in posed
    ]


def _consistent_names(posed: Iterable[Posed]) -> list[str]:
    """The topics, each once, with its edition if it is consistent in one alone."""
    editions: dict[str, list[str]] = {}
    for one in posed:
        editions.setdefault(one.topic.id, []).append(one.edition)
    return [name if len(both) > 1 else f"{name} ({both[0]})" for name, both in editions.items()]


class _BoardFact(msgspec.Struct, frozen=True):
    """A fact of the board as it is shown."""

    meaning: str
    value: str
    passages: str
    shipped: str


def _shown(row: FactRow) -> _BoardFact:
    shipped = f"{_value(row.shipped)}{f' ({row.origin})' if row.origin else ''}"
    if row.value is None:
        return _BoardFact(row.meaning, "open", "", shipped)
    agrees = "" if row.holds else "AGAINST IT: "
    return _BoardFact(row.meaning, _value(row.value), ", ".join(row.passages), f"{agrees}{shipped}")


def _value(value: int | bool | None) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


# --- text ---


def _full_lines(view: _View) -> Iterator[str]:
    erratum = view.entry.erratum
    yield f"{erratum.id}  {erratum.title}"
    yield f"  {erratum.severity}; {erratum.kind}; in {', '.join(erratum.books)}; found by: {view.found}"
    yield from _wrapped("  passages: ", view.passages, "    ")
    yield from _wrapped("  wrong: ", erratum.problem, "    ")
    yield from _wrapped("  repair: ", erratum.repair, "    ")
    if erratum.rulings:
        yield from _wrapped("  played by the ruling: ", ", ".join(erratum.rulings), "    ")
    if erratum.by_hand:
        yield from _wrapped("  why by hand: ", erratum.by_hand, "    ")
    for one in view.contradictions:
        yield f"  these statements cannot all hold (topic {one.topic}, {one.editions}):"
        for said in one.said:
            yield from _wrapped(f"    {said.id} ({said.at}): ", f"{said.text}  {{{said.formula}}}", "      ")
        for axiom in one.granted:
            yield from _wrapped("    granted: ", axiom, "      ")
        for core in one.sets:
            yield from _wrapped("    contradiction: ", core, "      ")
        for repair in one.repairs:
            yield from _wrapped("    smallest repair, ", repair, "      ")
    for line in view.printed:
        yield from _wrapped("  replay ", line, "    ")
    for line in view.differing:
        yield from _wrapped("  clause ", line, "    ")
    yield ""


def _wrapped(head: str, text: str, rest: str) -> Iterator[str]:
    yield from textwrap.wrap(
        f"{head}{text}",
        _WIDTH,
        initial_indent="",
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    )


# --- Markdown ---


def _markdown_lines(found: Survey) -> Iterator[str]:
    yield "# Errata of the rulebooks"
    yield ""
    yield "Written by `rtm-verify errata --format md`. A place is book and line: `2024:617`."
    yield ""
    yield _md(totals(found))
    for severity, entries in _by_severity(found):
        yield ""
        yield f"## {severity.capitalize()}"
        for entry in entries:
            yield from _markdown_entry(_view(entry))
    if found.consistent:
        yield ""
        yield "## Checked and found consistent"
        yield ""
        yield "| topic | edition | statements | what follows |"
        yield "|---|---|---|---|"
        for one in _consistent(found.consistent):
            yield f"| {_md(one.posed.topic.title)} | {one.posed.edition} | {one.said} | {_md(one.facts)} |"
    if found.derived:
        yield ""
        yield "## What follows for the board"
        yield ""
        yield (
            "Facts of the board that the rulebooks entail, each with the least statements that prove it, and what the "
            "shipped board has. What is open may be so or otherwise, as far as the rulebooks go."
        )
        yield ""
        yield f"{_md(derived_totals(found.derived))}."
        yield ""
        yield "| fact | follows | from | on the shipped board |"
        yield "|---|---|---|---|"
        for row in map(_shown, fact_rows(found.derived)):
            yield f"| {_md(row.meaning)} | {row.value} | {row.passages} | {row.shipped} |"
        yield ""
        yield "Granted, topic by topic:"
        yield ""
        for line in granted(found.derived):
            yield f"- {_md(line)}"
    for posed in found.undecided:
        yield ""
        yield f"Unknown: {_md(posed.topic.title)} ({posed.edition}): z3 used up its budget."


def _markdown_entry(view: _View) -> Iterator[str]:
    erratum = view.entry.erratum
    yield ""
    yield f"### {_md(erratum.title)}"
    yield ""
    yield f"`{erratum.id}` · {erratum.kind} · in {', '.join(erratum.books)} · found by: {view.found} · {view.passages}"
    yield ""
    yield _md(erratum.problem)
    yield ""
    yield f"**Repair.** {_md(erratum.repair)}"
    notes = []
    if erratum.rulings:
        notes.append(f"Until then the ruling decides: {', '.join(f'`{name}`' for name in erratum.rulings)}.")
    if erratum.by_hand:
        notes.append(f"By hand: {_md(erratum.by_hand)}")
    if notes:
        yield ""
        yield " ".join(notes)
    for one in view.contradictions:
        yield ""
        yield f"These statements cannot all hold (topic `{one.topic}`, {one.editions}):"
        yield ""
        for said in one.said:
            yield f"- `{said.id}` ({said.at}): {_md(said.text)} `{said.formula}`"
        for axiom in one.granted:
            yield f"- granted: {_md(axiom)}"
        yield ""
        yield f"Contradictions: {'; '.join(f'`{core}`' for core in one.sets)}."
        yield ""
        yield "Smallest repairs:"
        yield ""
        for repair in one.repairs:
            yield f"- {_md(repair)}"
    if view.printed or view.differing:
        yield ""
    for line in view.printed:
        yield f"- replay {_md(line)}"
    for line in view.differing:
        yield f"- clause {_md(line)}"


def _md(text: str) -> str:
    """Text without meaning for Markdown.

    >>> print(_md("a_b <i> | `c`"))
    a\\_b \\<i\\> \\| \\`c\\`
    """
    return _MARKDOWN.sub(r"\\\1", text)


# --- JSON ---


def _entry_data(view: _View) -> dict[str, Any]:
    erratum = view.entry.erratum
    return {
        "id": erratum.id,
        "title": erratum.title,
        "kind": erratum.kind,
        "severity": erratum.severity,
        "books": erratum.books,
        "passages": erratum.passages,
        "found": view.entry.found,
        "problem": erratum.problem,
        "repair": erratum.repair,
        "rulings": erratum.rulings,
        "by_hand": erratum.by_hand,
        "topics": [_posed_data(posed) for posed in view.entry.posed],
        "replays": [msgspec.to_builtins(one) for one in view.entry.misprints],
        "clauses": [
            {"clause": one.rule.id, "at": one.rule.place, "differs": [other.id for other in one.others]}
            for one in view.entry.differences
        ],
    }


def _posed_data(posed: Posed) -> dict[str, Any]:
    judgement = posed.judgement
    return {
        "topic": posed.topic.id,
        "edition": posed.edition,
        "statements": [
            {"id": s.id, "at": s.at, "text": s.text, "formula": s.formula.text} for s in posed.topic.statements
        ],
        "axioms": [{"text": a.text, "formula": a.formula.text, "rules": list(a.rules)} for a in posed.topic.axioms],
        "contradictions": judgement.contradictions,
        "corrections": judgement.corrections,
        "repairs": [
            {
                "dropped": repair.dropped,
                "instead": [_fact_data(fact) for fact in repair.instead],
                "facts": [_fact_data(fact) for fact in repair.facts],
            }
            for repair in judgement.repairs
        ],
    }


def _fact_data(fact: Fact) -> dict[str, Any]:
    return {"unknown": fact.name, "meaning": fact.meaning, "value": fact.value}
