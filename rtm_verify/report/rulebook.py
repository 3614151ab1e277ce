"""The rule catalogue and the rulings as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from rtm_verify.kernel.coverage import Exercise, Row
from rtm_verify.kernel.enforcement import Enforcement
from rtm_verify.kernel.rule import Rule
from rtm_verify.kernel.ruling import Ruling, Rulings
from rtm_verify.kernel.words import counted

__all__ = ["rule_lines", "ruling_lines"]

_WIDTH = 80
_FEW = 4  # more steps of one log are counted, not named


def rule_lines(
    enforcement: Enforcement, wanted: str, shown_by: Mapping[str, Row] | None = None, *, missing: bool = False
) -> Iterator[str]:
    """The clause or the section `wanted`, or the whole catalogue, with links and places of enforcement.

    Parameters
    ----------
    shown_by : for each clause, the logs and steps that show it; without it, logs are not spoken of.
    missing : only the clauses that nothing enforces, followed by their number.

    Raises
    ------
    InputError
        If `wanted` is no clause and no section.
    """
    catalogue = enforcement.catalogue
    clauses = catalogue.under(wanted) if wanted else tuple(catalogue)
    shown = enforcement.missing(clauses) if missing else clauses
    section = ""
    for rule in shown:
        if rule.section != section:
            if section:
                yield ""
            section = rule.section
            yield f"{section}  {catalogue.section(rule)}"
        yield f"  {rule.id}  ({rule.kind}, {rule.place})"
        yield from _wrapped(rule.summary, "    ")
        for name, text in _facts(enforcement, rule, shown_by):
            yield from _wrapped(f"{name}: {text}", "    ", "      ")
    if missing:
        yield ""
        yield f"{len(shown)} of {counted(len(clauses), 'clause')} missing"


def _facts(enforcement: Enforcement, rule: Rule, shown_by: Mapping[str, Row] | None) -> Iterator[tuple[str, str]]:
    """What is known of a clause beside what it says."""
    if same := enforcement.catalogue.same(rule):
        yield "same", _ids(same)
    if differing := enforcement.catalogue.differing(rule):
        yield "differs", _ids(differing)
    if places := enforcement.enforced(rule):
        yield "enforced", ", ".join(map(str, places))
    elif others := enforcement.enforced_as(rule):
        yield "enforced", f"as {_ids(others)}"
    else:
        yield "enforced", f"nowhere: {rule.unenforced}" if rule.unenforced else "nowhere"
    if rulings := enforcement.rulings(rule):
        yield "rulings", ", ".join(rulings)
    if shown_by is not None:
        row = shown_by[rule.id]
        yield "kept by", _logs(row.kept)
        yield "broken by", _logs(row.broken)
        if row.one_way:
            yield "one way", row.one_way


def _logs(steps: tuple[Exercise, ...]) -> str:
    logs: dict[str, list[str]] = {}
    for step in steps:
        logs.setdefault(step.file, []).append(step.label)
    return "; ".join(f"{log} ({_which(labels)})" for log, labels in logs.items()) or "none"


def _which(labels: list[str]) -> str:
    """The steps of a log, counted if they are many."""
    return f"step {', '.join(labels)}" if len(labels) <= _FEW else counted(len(labels), "step")


def _ids(rules: tuple[Rule, ...]) -> str:
    return ", ".join(rule.id for rule in rules)


def _wrapped(text: str, first: str, rest: str = "") -> Iterator[str]:
    yield from textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=rest or first,
        break_long_words=False,
        break_on_hyphens=False,
    )


def ruling_lines(rulings: Rulings, wanted: str) -> Iterator[str]:
    """The ruling `wanted`, or all. Raises `InputError` for an unknown id."""
    for name in [wanted] if wanted else rulings:
        yield from _one_ruling(rulings[name])
        yield ""


def _one_ruling(ruling: Ruling) -> Iterator[str]:
    yield ruling.id
    yield from textwrap.wrap(ruling.question, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    for name, meaning in ruling.alternatives.items():
        rest = "every other edition" if len(ruling.default) > 1 else "every edition"
        editions = [rest if edition == "*" else edition for edition, choice in ruling.default.items() if choice == name]
        default = f" [default: {', '.join(editions)}]" if editions else ""
        yield from textwrap.wrap(
            f"{name}: {meaning}{default}", _WIDTH, initial_indent="    ", subsequent_indent="      "
        )
    yield from textwrap.wrap(f"why: {ruling.why}", _WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield from textwrap.wrap(
        f"passages: {', '.join(ruling.passages)}; rules: {', '.join(ruling.rules)}",
        _WIDTH,
        initial_indent="  ",
        subsequent_indent="  ",
    )
