"""Rule coverage: which clauses the logs keep and which they break, measured from what the replays cite."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rtm_verify.kernel.enforcement import Enforcement
from rtm_verify.kernel.replay import Replay, Step
from rtm_verify.kernel.rule import Rule
from rtm_verify.log.syntax import Because, Cites, Log, Move, Statement, Variation

__all__ = ["Exercise", "Measured", "Row", "Tally", "measure", "rows", "tally"]


class Exercise(msgspec.Struct, frozen=True):
    """A step that rests on a clause: its log, its label, and whether the log itself names the clause there."""

    file: str
    label: str
    named: bool


class Measured(msgspec.Struct, frozen=True):
    """For each edition and clause, the steps that keep it and the refusals that cite it, in the order of the logs."""

    kept: dict[tuple[str, str], tuple[Exercise, ...]]
    broken: dict[tuple[str, str], tuple[Exercise, ...]]


def measure(runs: Iterable[tuple[str, Replay]]) -> Measured:
    """What replays cite: a clause is kept where an event rests on it, and broken where a move is refused by it.

    Parameters
    ----------
    runs : each replay with the edition it was played by.
    """
    kept: dict[tuple[str, str], dict[Exercise, None]] = {}
    broken: dict[tuple[str, str], dict[Exercise, None]] = {}
    for edition, replay in runs:
        named = _named(replay.log)
        for step in replay.steps:
            claimed = named.get(step.place.line, frozenset())
            for rule in _kept(step):
                kept.setdefault((edition, rule), {})[Exercise(replay.log.file, step.label, rule in claimed)] = None
            for rule in _broken(step):
                broken.setdefault((edition, rule), {})[Exercise(replay.log.file, step.label, rule in claimed)] = None
    return Measured(
        {key: tuple(found) for key, found in kept.items()}, {key: tuple(found) for key, found in broken.items()}
    )


def _kept(step: Step) -> dict[str, None]:
    return dict.fromkeys(rule for event in step.events for rule in event.rules)


def _broken(step: Step) -> dict[str, None]:
    return dict.fromkeys(rule for violation in step.violations for rule in violation.rules)


def _named(log: Log) -> dict[int, frozenset[str]]:
    """The clauses that the annotations of each move name, by the line of the move."""
    found: dict[int, frozenset[str]] = {}

    def walk(body: tuple[Statement, ...]) -> None:
        for statement in body:
            if isinstance(statement, Variation):
                walk(statement.body)
            elif isinstance(statement, Move):
                claims = (note for note in statement.annotations if isinstance(note, Cites | Because))
                found[statement.span.line] = frozenset(rule.text for claim in claims for rule in claim.rules)

    walk(log.body)
    return found


class Row(msgspec.Struct, frozen=True):
    """A clause, the steps that keep and break it, and which of the two it wants.

    A clause that the program enforces wants to be kept. It wants to be broken, too, if it forbids something or if the
    program refuses moves by it. Where the catalogue says why only one of them can be shown, one is enough. What is
    `watched` by invariants alone wants nothing: it is checked in every position of every log. `one_way` is the reason
    of the clause, or of one that says the same, why logs can show it one way only.
    """

    rule: Rule
    kept: tuple[Exercise, ...]
    broken: tuple[Exercise, ...]
    wants_kept: bool
    wants_broken: bool
    watched: bool = False
    one_way: str = ""

    @property
    def wants(self) -> bool:
        """Whether logs are to show the clause at all."""
        return self.wants_kept or self.wants_broken

    @property
    def lacks(self) -> tuple[str, ...]:
        """What no log shows of it and none is excused from: ``kept``, ``broken``."""
        return () if self.excused else self._unshown

    @property
    def excused(self) -> bool:
        """Whether it is shown one way only, and there is a reason for it."""
        return bool(self._unshown and self.one_way and (self.kept or self.broken))

    @property
    def _unshown(self) -> tuple[str, ...]:
        return (
            *(("kept",) if self.wants_kept and not self.kept else ()),
            *(("broken",) if self.wants_broken and not self.broken else ()),
        )


def rows(
    enforcement: Enforcement, measured: Measured, editions: dict[str, str], wanted: Iterable[Rule] | None = None
) -> tuple[Row, ...]:
    """The clauses of those `wanted`, or of the whole catalogue, with what logs show of them.

    A clause counts as shown in a game of its own edition only, there also by a clause that says the same.

    Parameters
    ----------
    editions : for each book, the edition whose games it speaks of.
    """
    catalogue = enforcement.catalogue
    return tuple(
        _row(enforcement, measured, editions[rule.book], rule) for rule in (catalogue if wanted is None else wanted)
    )


def _row(enforcement: Enforcement, measured: Measured, edition: str, rule: Rule) -> Row:
    clauses = (rule, *enforcement.catalogue.same(rule))
    watched = enforcement.watched(rule)
    shown = not rule.unenforced and not watched
    return Row(
        rule,
        kept=_shown(measured.kept, edition, clauses),
        broken=_shown(measured.broken, edition, clauses),
        wants_kept=shown,
        wants_broken=shown and (rule.kind == "prohibition" or enforcement.refuses(rule)),
        watched=watched,
        one_way=next((clause.one_way for clause in clauses if clause.one_way), ""),
    )


def _shown(
    found: dict[tuple[str, str], tuple[Exercise, ...]], edition: str, clauses: tuple[Rule, ...]
) -> tuple[Exercise, ...]:
    """The steps that show one of the clauses, each once; those that name it come first."""
    steps: dict[tuple[str, str], Exercise] = {}
    for clause in clauses:
        for step in found.get((edition, clause.id), ()):
            known = steps.get((step.file, step.label))
            if known is None or step.named:
                steps[step.file, step.label] = step
    return tuple(sorted(steps.values(), key=lambda step: not step.named))


class Tally(msgspec.Struct, frozen=True):
    """How many clauses want to be kept and to be broken, and how many are.

    The others are `excused`, by a reason in the catalogue, or `lacking`.
    """

    clauses: int
    wants_kept: int
    kept: int
    wants_broken: int
    broken: int
    excused: int
    lacking: int


def tally(found: Iterable[Row]) -> Tally:
    """The numbers of some rows."""
    all_rows = [row for row in found if row.wants]
    return Tally(
        clauses=len(all_rows),
        wants_kept=sum(row.wants_kept for row in all_rows),
        kept=sum(row.wants_kept and bool(row.kept) for row in all_rows),
        wants_broken=sum(row.wants_broken for row in all_rows),
        broken=sum(row.wants_broken and bool(row.broken) for row in all_rows),
        excused=sum(row.excused for row in all_rows),
        lacking=sum(bool(row.lacks) for row in all_rows),
    )
