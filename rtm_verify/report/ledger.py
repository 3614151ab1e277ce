"""The ledger: what happened in a replay, step by step, in a terminal or as plain text in a pipe."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from rtm_verify.kernel.replay import Finding, Replay, Step
from rtm_verify.kernel.ruleset import Ruleset
from rtm_verify.render.dot import plain
from rtm_verify.report.result import Result
from rtm_verify.report.words import accounts, totals, verdict_line

if TYPE_CHECKING:  # rich is imported where something is printed, so that the command line starts fast
    from rich.console import Console
    from rich.text import Text

__all__ = ["WIDTH", "print_ledger", "print_summary", "step_text"]

WIDTH = 100
"""No line is longer, however wide the terminal: a sentence over 200 columns cannot be read."""

_COLORS = {"green": "bold green", "failed": "bold red", "unreadable": "bold red", "erratum": "bold yellow"}
_WORD = re.compile(r"\S+(?: = \S+)?")  # "+1 = 3" is not torn apart
_LABEL = 9  # the width of "erratum" and its like, and two blanks


def print_ledger(replay: Replay, ruleset: Ruleset[Any, Any], console: Console, *, verbose: bool = False) -> None:
    """Print a replay: for each step the move, what happened and by which rules, and what changed.

    Parameters
    ----------
    verbose : tell the whole set-up, event by event, and not only what the scenario makes of it.
    """
    page = _Page(console)
    log = replay.log
    page.line(log.header("title") or log.file, style="bold")
    page.line(" · ".join(filter(None, (log.header("source"), f"{ruleset.game} {ruleset.edition}", log.file))), "dim")
    branch: tuple[str, ...] = ()
    for step in replay.steps:
        page.blank()
        if step.branch != branch:
            branch = step.branch
            page.margin = 2 * len(branch)
            page.line(f"variation: {' / '.join(branch)}" if branch else "main line", style="italic")
        _print_entry(page, replay, ruleset, step, verbose=verbose)
    page.margin = 0
    page.blank()
    page.line(verdict_line(replay), style=_COLORS[replay.verdict])


def print_summary(results: Sequence[Result], console: Console, *, quiet: bool = False) -> None:
    """Print a line for each log unless `quiet`, then errata and failures in full, then totals."""
    page = _Page(console)
    if not quiet:
        page.line("verdict     steps  claims  errata  log", style="dim")
    for result in () if quiet else results:
        numbers = f"{result.moves:>7}{result.checked:>8}{result.errata:>8}  "
        name = " · ".join(filter(None, (result.title, result.source, result.edition)))
        page.line(name, lead=((f"{result.verdict:10}", _COLORS[result.verdict]), (numbers, "")))
    replays = [(result, result.replay) for result in results if result.replay]
    _print_findings(page, "Errata", [(result, replay.errata) for result, replay in replays])
    _print_findings(page, "Failures", [(result, replay.failures) for result, replay in replays])
    if errors := [str(result.error) for result in results if result.error]:
        page.blank()
        page.line("Unreadable", style="bold")
        for error in errors:
            page.line(error, indent=2)
    page.blank()
    page.line(totals(results), style="bold")


def _print_findings(page: _Page, heading: str, found: Iterable[tuple[Result, tuple[Finding, ...]]]) -> None:
    told = [(result, findings) for result, findings in found if findings]
    if not told:
        return
    page.blank()
    page.line(heading, style="bold")
    for result, findings in told:
        page.line(" · ".join(filter(None, (result.title, result.source, result.edition))), indent=2)
        for finding in findings:
            _print_finding(page, finding, indent=4)


def step_text(replay: Replay, ruleset: Ruleset[Any, Any], step: Step) -> str:
    """The entry of one step in the ledger as plain text, without what was found in it."""
    from rich.console import Console

    out = io.StringIO()
    page = _Page(Console(file=out, width=WIDTH, color_system=None))
    _print_entry(page, replay, ruleset, msgspec.structs.replace(step, claims=()))
    return out.getvalue()


def _print_entry(page: _Page, replay: Replay, ruleset: Ruleset[Any, Any], step: Step, *, verbose: bool = False) -> None:
    if step.label == "0" and not verbose:
        _print_start(page, replay, step)
    else:
        _print_step(page, ruleset, step)


def _print_start(page: _Page, replay: Replay, step: Step) -> None:
    """The set-up in short: only what the scenario changes in it, and what is said of it."""
    scenario = replay.log.header("scenario")
    told = " ".join(event.text for event in step.events if event.kind == "scenario")
    page.line(told or "as the rulebook sets it up", lead=(("0", "bold"), (f"  Set-up {scenario}: ", "")), hang=3)
    _print_remarks(page, step)


def _print_step(page: _Page, ruleset: Ruleset[Any, Any], step: Step) -> None:
    actor = f"{step.actor}: " if step.actor else ""
    said = "illegal " if step.illegal else ""
    page.line(step.text, "bold", lead=((f"{step.label:<2} ", "bold"), (f"{actor}{said}", "")), hang=5)
    for event in step.events:
        page.line(event.text, indent=5, tail=_brackets(event.rules))
    if step.illegal:
        for violation in step.violations:
            page.line(f"refused, as the log says: {violation.message}", indent=5, tail=_brackets(violation.rules))
    for number, account in enumerate(accounts(step.changes)):
        page.labelled("changes" if number == 0 else "", str(account))
    for name in step.rulings:
        reading = ruleset.readings[name]
        page.labelled("ruling", f"{name} = {reading}: {ruleset.rulings[name].alternatives[reading]}")
    _print_remarks(page, step)


def _print_remarks(page: _Page, step: Step) -> None:
    for note in step.notes:
        page.labelled("note", note)
    for finding in step.findings:
        _print_finding(page, finding, indent=3)


def _print_finding(page: _Page, finding: Finding, indent: int) -> None:
    style = _COLORS.get(finding.kind, _COLORS["failed"])
    page.labelled(finding.kind, f"{finding.place}: {finding.message}", style, indent)


def _brackets(rules: tuple[str, ...]) -> str:
    return f" [{', '.join(rules)}]" if rules else ""


class _Page:
    """Lines of text broken at the width of the console, with what follows the first line hanging under it."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._width = min(console.width, WIDTH)
        self.margin = 0

    def blank(self) -> None:
        self._console.print()

    def labelled(self, label: str, text: str, style: str = "cyan", indent: int = 3) -> None:
        """A text beside the word that says what it is."""
        self.line(text, indent=indent, lead=((f"{label:<{_LABEL - 2}}  ", style),))

    def line(
        self,
        text: str,
        style: str = "",
        *,
        indent: int = 0,
        lead: Sequence[tuple[str, str]] = (),
        tail: str = "",
        hang: int | None = None,
    ) -> None:
        """Print a text after its lead; its other lines stand `hang` columns in, or under the end of the lead."""
        from rich.text import Text

        # Text objects and not markup: brackets in a log are draws, never colours.
        whole = Text()
        for part, part_style in (*lead, (text, style), (tail, "dim")):
            whole.append(plain(part).replace("\n", " "), part_style)
        if hang is None:
            hang = sum(len(plain(part)) for part, _ in lead) or 2
        indent += self.margin
        for piece in self._broken(whole, indent, indent + hang):
            self._console.print(piece, soft_wrap=True, highlight=False)

    def _broken(self, text: Text, indent: int, hang: int) -> Iterator[Text]:
        """Break between words only: a word longer than the line stays whole, so that it can be copied."""
        from rich.cells import cell_len
        from rich.text import Text

        start = end = 0
        margin = indent
        for word in _WORD.finditer(text.plain):
            if end and margin + cell_len(text.plain[start : word.end()]) > self._width:
                yield Text(" " * margin).append_text(text[start:end])
                start, margin = word.start(), hang
            end = word.end()
        yield Text(" " * margin).append_text(text[start:end])
