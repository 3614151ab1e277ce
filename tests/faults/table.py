"""Seed every fault, and write down what noticed it.

    python -m tests.faults.table --jobs 2 --write reports/faults.md

The table holds no time and no number of processes, so that the same faults give the same bytes. Exit code 1 means that
a fault is noticed by nothing, or only under another rule, and the catalogue does not say why.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rtm_verify.proof.conformance import DisagreementKind
from tests.faults.catalogue import Chapter, Fault, changed_source, load_chapters
from tests.faults.seed import Outcome, look, workers

__all__ = ["lines", "main", "row", "run", "unexplained"]

_SHOWN: dict[DisagreementKind, str] = {
    "forbidden": "the engine plays what is forbidden",
    "outcome": "allowed, but not with this outcome",
    "frame": "something else changes",
    "permitted": "the engine refuses what is allowed",
    "reason": "refused, but for the wrong reason",
}

_INTRODUCTION = """\
# Seeded faults

Written by `python -m tests.faults.table --write reports/faults.md`. Each fault is a change of the engine's text that
somebody could have made by mistake. One at a time they are put into the engine, in memory, and logs are played with
it. A fault is *noticed* when the step check, the z3 model against the engine, disagrees with the engine and names the
broken clause; that the log fails by its own claims does not count. What no log can write down, such as going on while
a card is open, is *tried* in every position of the log.

"""

_PROOF = """
## Refuted for every position

That the engine finds the encircled areas is proved for all control markers and places of the fleet, in each reading of
the rules. These faults break the proof. Each position is one that the faulty engine gets wrong, and there is none with
fewer markers; besides them it has the printed areas. Where there is a dash, none
was found.

"""

_EXCUSES = (
    ("Noticed under another clause", "other"),
    ("Noticed by the replay alone", "only_replay"),
    ("Noticed by the proof alone", "only_proof"),
    ("Not noticed", "unseen"),
    ("No difference to notice", "equivalent"),
)


def run(faults: Sequence[Fault], jobs: int = 1, *, progress: bool = False) -> list[Outcome]:
    """Look for each fault, in a process of its own."""
    for fault in faults:
        changed_source(fault)  # what does not fit the engine any more is said before anything is seeded
    found: list[Outcome] = []
    with workers(jobs) as pool:
        for number, outcome in enumerate(pool.imap(look, faults), 1):
            found.append(outcome)
            if progress:
                sys.stderr.write(f"\r{number} of {len(faults)}  {outcome.fault:40}")
    if progress:
        sys.stderr.write("\r" + " " * 60 + "\r")
    return found


def unexplained(faults: Iterable[Fault], outcomes: Iterable[Outcome]) -> list[str]:
    """The faults that did not show as the catalogue has it."""
    return [
        f"{fault.id}: {outcome.verdict}"
        for fault, outcome in zip(faults, outcomes, strict=True)
        if outcome.verdict not in _due(fault) or bool(outcome.refuted) != (fault.proof and not fault.equivalent)
    ]


def _due(fault: Fault) -> tuple[str, ...]:
    """How a fault must show. One that makes no difference can still turn the reason that a log names."""
    if fault.equivalent:
        return ("missed", "replay")
    excused = {"other": fault.other, "replay": fault.only_replay, "proof": fault.only_proof, "missed": fault.unseen}
    return tuple(verdict for verdict, excuse in excused.items() if excuse) or ("right",)


def lines(chapters: Sequence[Chapter], outcomes: Iterable[Outcome]) -> Iterator[str]:
    """The table as Markdown."""
    found = {outcome.fault: outcome for outcome in outcomes}
    faults = [fault for chapter in chapters for fault in chapter.fault]
    yield from _INTRODUCTION.splitlines()
    yield from _totals(faults, found)
    for chapter in chapters:
        yield ""
        yield f"## {chapter.title}"
        yield ""
        yield "| fault | noticed by | clause named | log |"
        yield "|---|---|---|---|"
        for fault in chapter.fault:
            yield row(fault, found[fault.id])
    yield from _refuted(faults, found)
    for title, field in _EXCUSES:
        if excused := [fault for fault in faults if getattr(fault, field)]:
            yield ""
            yield f"## {title}"
            yield ""
            for fault in excused:
                yield f"- **{fault.title}** {getattr(fault, field)}"


def _totals(faults: Sequence[Fault], found: dict[str, Outcome]) -> Iterator[str]:
    kinds = Counter(each.found.kind for each in found.values() if each.verdict == "right" and each.found)
    yield f"**{len(faults)} faults.**"
    yield ""
    yield f"- {kinds.total()} noticed by the check, with the broken clause named:"
    for kind, told in _SHOWN.items():
        if kinds[kind]:
            yield f"    - {kinds[kind]}: {told}"
    for title, field in _EXCUSES:
        if number := sum(bool(getattr(fault, field)) for fault in faults):
            yield f"- {number}: {title.lower()}; the reasons stand below"
    yield f"- {sum(bool(each.refuted) for each in found.values())} refuted by the proof for every position too"


def row(fault: Fault, outcome: Outcome) -> str:
    """The line of the table for one fault."""
    log = outcome.log or (fault.logs[0] if fault.logs else "")
    return f"| {fault.title} | {_noticed(fault, outcome)} | {_clause(fault, outcome)} | {_link(log)} |"


def _noticed(fault: Fault, outcome: Outcome) -> str:
    if fault.equivalent:
        return "*makes no difference*"
    if outcome.found is None:
        return {"replay": "*replay alone*", "proof": "*proof alone*"}.get(outcome.verdict, "*nothing*")
    tried = " (tried)" if outcome.found.step == "tried" else ""
    return f"check: {_SHOWN[outcome.found.kind]}{tried}"


def _clause(fault: Fault, outcome: Outcome) -> str:
    """The broken clauses that were named, the cell that changed, or else what is broken, in brackets."""
    found = outcome.found
    if outcome.verdict == "right" and found is not None:
        if found.kind == "frame":
            return ", ".join(f"the cell {cell}" for cell in fault.cells)
        said = found.details if found.kind == "permitted" else found.rules
        return ", ".join(f"`{rule}`" for rule in fault.rules if rule in said)
    instead = f", named: {', '.join(f'`{rule}`' for rule in found.rules or found.details)}" if found else ""
    return f"({', '.join(f'`{rule}`' for rule in fault.rules)}{instead})"


def _link(log: str) -> str:
    if not log:
        return "–"
    case = re.match(r".*?-\d\d(?=-)", Path(log).stem) if log.startswith("cases/") else None
    return f"[{case.group() if case else Path(log).stem}](../replays/{log})"


def _refuted(faults: Sequence[Fault], found: dict[str, Outcome]) -> Iterator[str]:
    yield from _PROOF.splitlines()
    yield "| fault | claims that fail | smallest wrong position |"
    yield "|---|---|---|"
    for fault in faults:
        if claims := found[fault.id].refuted:
            yield f"| {fault.title} | {', '.join(claims)} | {found[fault.id].position or '–'} |"


def main() -> int:
    """Seed the faults as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.table", description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--only", nargs="*", metavar="ID", help="these faults, without writing a table")
    parser.add_argument("--write", type=Path, metavar="FILE", help="where the table goes")
    parser.add_argument("--check", type=Path, metavar="FILE", help="a table that must be what would be written now")
    words = parser.parse_args()
    chapters = load_chapters()
    faults = [fault for chapter in chapters for fault in chapter.fault if words.only is None or fault.id in words.only]
    outcomes = run(faults, words.jobs, progress=sys.stderr.isatty())
    verdicts = Counter(outcome.verdict for outcome in outcomes)
    sys.stdout.write(f"{len(faults)} faults: {', '.join(f'{verdicts[name]} {name}' for name in sorted(verdicts))}\n")
    missed = unexplained(faults, outcomes)
    sys.stdout.write("".join(f"not as the catalogue has it: {each}\n" for each in missed))
    stale = False
    if words.only is None:
        text = "\n".join(lines(chapters, outcomes)) + "\n"
        if words.write:
            words.write.write_text(text, encoding="utf-8")
        stale = words.check is not None and words.check.read_text(encoding="utf-8") != text
        sys.stdout.write(f"{words.check} is not what would be written now\n" if stale else "")
    return int(bool(missed) or stale)


if __name__ == "__main__":
    sys.exit(main())
