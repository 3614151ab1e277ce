"""A log as a list of checks, each with a name: what a test runner runs and a report for machines lists."""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.replay import Finding, Step
from rtm_verify.kernel.words import counted
from rtm_verify.log.syntax import Because, Cites, Expect, Log, Move, Printed, Statement, Variation
from rtm_verify.render.dot import plain
from rtm_verify.report.ledger import step_text
from rtm_verify.report.result import Result

__all__ = ["Check", "checks", "explain"]

_LONGEST = 60  # the words of a check's name: the line number already says which one it is


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """One claim of a log, or that the log can be read at all.

    Parameters
    ----------
    group : what the check belongs to: the edition, if it is not the log's own, and the step.
    name : its own name, in plain ASCII; group and name together are unique in a log.
    text : what is claimed.
    step : none if the log cannot be read.
    """

    result: Result
    group: tuple[str, ...]
    name: str
    text: str
    place: Place
    findings: tuple[Finding, ...] = ()
    step: Step | None = None

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The findings by which the check fails."""
        return tuple(finding for finding in self.findings if finding.fails)

    @property
    def notes(self) -> tuple[str, ...]:
        """The errata: where the rulebook's printed results differ from its rules, which is no failure."""
        return tuple(plain(f"{found.place}: {found.message}") for found in self.findings if not found.fails)


def checks(result: Result) -> tuple[Check, ...]:
    """Everything that is checked in a log, in its order; that it cannot be read (on) comes last.

    >>> from pathlib import Path
    >>> [(check.name, check.failures[0].message) for check in checks(Result.of(Path("no-such.rtm")))]
    [('unreadable', 'no such file')]
    """
    outer = (_words(result.edition),) if result.edition else ()
    steps = result.replay.steps if result.replay else ()
    found = [check for step in steps for check in _step_checks(result, step, (*outer, f"step-{step.label}"))]
    if result.error:
        error = result.error
        place = error.place or Place(str(result.path))
        message = str(InputError(error.message, None, error.text, error.suggestion))
        found.append(
            Check(
                result=result,
                group=outer,
                name=_name("unreadable", place, ""),
                text="the log can be read",
                place=place,
                findings=(Finding("bad-input", message, place),),
            )
        )
    return tuple(found)


def _step_checks(result: Result, step: Step, group: tuple[str, ...]) -> Iterator[Check]:
    used: dict[str, int] = {}
    for claim in step.claims:
        name = _name(claim.kind, claim.place, "" if claim.kind == "invariants" else claim.text)
        used[name] = used.get(name, 0) + 1
        yield Check(
            result=result,
            group=group,
            name=name if used[name] == 1 else f"{name}~{used[name]}",  # a rule may be cited twice in a line
            text=_said(claim.kind, claim.text),
            place=claim.place,
            findings=claim.findings,
            step=step,
        )


def _said(kind: str, text: str) -> str:
    if kind in ("accepted", "refused"):
        return f"'{text}' is {kind}"
    return text if kind == "invariants" else f"{kind} {text}"


def _name(kind: str, place: Place, text: str) -> str:
    """
    >>> _name("expect", Place("a.rtm", 14, 9), "Königsberg has 1 fuel, 2 ammo")
    'expect-L14-Konigsberg-has-1-fuel-2-ammo'
    """
    return "-".join(filter(None, (kind, f"L{place.line}" if place.line else "", _words(text))))


def _words(text: str) -> str:
    """A text with nothing in it that a shell, a path or a test runner could take for something else."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.sub(r"[^A-Za-z0-9.]+", "-", ascii_text).strip("-.")
    return words if len(words) <= _LONGEST else words[:_LONGEST].rsplit("-", 1)[0]


def explain(check: Check) -> str:
    """All that helps to see why a check failed: what was found, the rules, the step's ledger, and what to run.

    The text is safe to show: nothing of a log in it reaches a terminal as a control character.
    """
    lines = [f"{finding.place}: {finding.message}" for finding in check.findings]
    lines += [f"The log claims: {check.text}"] if check.step else []
    lines += _section("Rules", _rules(check))
    if check.step and check.result.replay and check.result.ruleset:
        text = step_text(check.result.replay, check.result.ruleset, check.step)
        lines += ["", f"Step {check.step.label}", *(f"  {line}" for line in text.splitlines())]
        if check.step.before is not None:
            changes = [f"{each.owner} {each.cell}: {each.before} → {each.after}" for each in check.step.changes]
            lines += _section("Before and after", changes or ["nothing changed"])
    lines += _section("Not checked because of this", _not_checked(check))
    lines += ["", f"To see all of it: rtm-verify replay {shlex.quote(str(check.result.path))}"]
    return plain("\n".join(lines))


def _section(title: str, lines: Iterable[str]) -> list[str]:
    told = [f"  {line}" for line in lines]
    return ["", title, *told] if told else []


def _rules(check: Check) -> list[str]:
    """The clauses that are broken, or that refuse the move, in our own words."""
    groups = [finding.rules for finding in check.failures]
    if check.step:
        groups += [violation.rules for violation in check.step.violations]
    ids = dict.fromkeys(rule for group in groups for rule in group)
    if check.result.ruleset is None:
        return []
    rules = [check.result.ruleset.catalogue[rule] for rule in ids]
    return [f"{rule.id} ({rule.place}) {rule.summary}" for rule in rules]


def _not_checked(check: Check) -> list[str]:
    """How much of a log is left behind the place where it breaks off."""
    if not any(finding.kind in ("bad-input", "refused") for finding in check.findings):
        return []
    replay = check.result.replay
    if replay is None:
        return ["the whole log: nothing of it was replayed"]
    moves, claims = _size(replay.log)
    left = (moves - (len(replay.steps) - 1), "step"), (claims - replay.checked, "claim")
    return [", ".join(counted(number, noun) for number, noun in left if number)] if any(n for n, _ in left) else []


def _size(log: Log) -> tuple[int, int]:
    """How many moves and how many claims a log has, variations included."""
    moves = claims = 0
    waiting: list[Statement] = list(log.body)
    while waiting:
        statement = waiting.pop()
        match statement:
            case Variation():
                waiting.extend(statement.body)
            case Move():
                moves += 1
                for annotation in statement.annotations:
                    match annotation:
                        case Expect() | Printed():
                            claims += 1
                        case Cites() | Because():
                            claims += len(annotation.rules)
            case Expect() | Printed():
                claims += 1
    return moves, claims
