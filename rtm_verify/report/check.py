"""What the second opinion says of a log, in plain lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import get_args

from rtm_verify.kernel.rule import Catalogue
from rtm_verify.kernel.words import counted
from rtm_verify.proof.conformance import Disagreement, Report, Verdict

__all__ = ["check_lines", "check_totals"]

_MEANING = {
    "forbidden": "the engine played what the rules forbid",
    "outcome": "the rules do not allow this outcome",
    "frame": "something changed that the action does not touch",
    "permitted": "the engine refused what the rules allow",
    "reason": "the engine refused it for another reason",
    "unknown": "z3 gave up: no opinion",
}


def check_lines(title: str, report: Report, catalogue: Catalogue, *, timing: bool = False) -> Iterator[str]:
    """The verdict, how many actions of each kind were checked, and every disagreement with its clauses.

    Parameters
    ----------
    timing : add how long a check took; without it, equal reports have equal lines.

    Examples
    --------
    >>> report = Report(counts={"Enter": 3, "Activate": 1}, refusals=1, disagreements=())
    >>> for line in check_lines("Riga", report, Catalogue([], {})):
    ...     print(line)
    agrees     4 actions, 1 refusal  Riga
               3 Enter, 1 Activate
    """
    counts = f"{counted(report.checked, 'action')}, {counted(report.refusals, 'refusal')}"
    yield f"{report.verdict:<10} {counts}  {title}"
    kinds = sorted(report.counts.items(), key=lambda item: (-item[1], item[0]))
    if kinds:
        yield f"{'':11}{', '.join(f'{count} {kind}' for kind, count in kinds)}"
    if report.silent:
        left_out = sorted(report.silent.items(), key=lambda item: (-item[1], item[0]))
        told = ", ".join(f"{count} {kind}" for kind, count in left_out)
        yield f"{'':11}no opinion yet on {counted(sum(report.silent.values()), 'action')}: {told}"
    if timing and report.seconds:
        yield f"{'':11}median {median(report.seconds) * 1000:.2f} ms, slowest {max(report.seconds) * 1000:.1f} ms"
    for disagreement in report.disagreements:
        yield from _disagreement_lines(disagreement, catalogue)


def check_totals(reports: Sequence[Report]) -> str:
    """How many logs the model agrees with, and how many actions it was asked about.

    >>> check_totals([Report(counts={"Enter": 3}, refusals=1, disagreements=(), silent={"Fight": 2})])
    '1 replay: 1 agrees; 3 actions checked, 1 refusal among them; no opinion yet on 2 actions'
    """
    verdicts = [report.verdict for report in reports]
    told = ", ".join(f"{verdicts.count(name)} {name}" for name in get_args(Verdict) if name in verdicts)
    actions = counted(sum(report.checked for report in reports), "action")
    refusals = counted(sum(report.refusals for report in reports), "refusal")
    silent = counted(sum(sum(report.silent.values()) for report in reports), "action")
    asked = f"{actions} checked, {refusals} among them; no opinion yet on {silent}"
    return f"{counted(len(reports), 'replay')}: {told}; {asked}"


def _disagreement_lines(disagreement: Disagreement, catalogue: Catalogue) -> Iterator[str]:
    yield f"  {disagreement.place}: step {disagreement.step}, '{disagreement.action}': {_MEANING[disagreement.kind]}"
    for rule_id in disagreement.rules:
        rule = catalogue[rule_id]
        yield f"    {rule.id} ({rule.place}): {rule.summary}"
    if disagreement.details:
        what = "changed" if disagreement.kind == "frame" else "the engine's reason"
        yield f"    {what}: {', '.join(disagreement.details)}"
