"""What the second opinion says of a log, in plain lines."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median

from rtm_verify.kernel.rule import Catalogue
from rtm_verify.kernel.words import counted
from rtm_verify.proof.conformance import Disagreement, Report

__all__ = ["check_lines"]

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


def _disagreement_lines(disagreement: Disagreement, catalogue: Catalogue) -> Iterator[str]:
    yield f"  {disagreement.place}: step {disagreement.step}, '{disagreement.action}': {_MEANING[disagreement.kind]}"
    for rule_id in disagreement.rules:
        rule = catalogue[rule_id]
        yield f"    {rule.id} ({rule.place}): {rule.summary}"
    if disagreement.details:
        what = "changed" if disagreement.kind == "frame" else "the engine's reason"
        yield f"    {what}: {', '.join(disagreement.details)}"
