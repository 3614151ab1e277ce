"""Seed a fault into the engine and see whether the second opinion notices.

A fault changes one module's source text in memory, in a process of its own: an import hook gives the changed text to the
interpreter when the engine is first imported. Nothing on disk changes, and no fault meets another.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from multiprocessing import get_context
from multiprocessing.pool import Pool
from types import ModuleType
from typing import Any, Literal

import msgspec

from rtm_verify.kernel.replay import Played, Replay, Step, replay
from rtm_verify.library import ruleset_of
from rtm_verify.log.reader import read_log
from rtm_verify.proof.conformance import Disagreement, check
from tests.faults.catalogue import ENGINE, REPLAYS, Fault, changed_source

__all__ = ["Outcome", "Verdict", "look", "look_without", "workers"]

PACKAGE = "rtm_verify.games.race_to_moscow.engine"

Verdict = Literal["right", "other", "replay", "missed"]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a fault showed.

    `right`
        the check disagrees and names the rule that is broken, or the cell that changed;
    `other`
        the check disagrees, and names other rules only;
    `replay`
        the check sees nothing, but the log's own claims fail;
    `missed`
        nothing shows.

    Parameters
    ----------
    log : where it showed first, as a path in `replays`.
    silent : the kinds of action in these logs of which the model has no opinion.
    """

    fault: str
    verdict: Verdict
    log: str = ""
    found: Disagreement | None = None
    silent: tuple[str, ...] = ()


class _FaultyLoader(SourceFileLoader):
    def __init__(self, name: str, path: str, source: str) -> None:
        super().__init__(name, path)
        self._source = source

    def get_code(self, fullname: str) -> Any:
        # Straight from the text: the bytecode on disk is that of the module without the fault.
        return self.source_to_code(self._source.encode(), self.get_filename(fullname))


class _Finder(MetaPathFinder):
    """Finds the one module that has the fault; every other is left to the usual finders."""

    def __init__(self, fault: Fault) -> None:
        self.name = f"{PACKAGE}.{fault.module}"
        self.loader: Loader = _FaultyLoader(self.name, str(ENGINE / f"{fault.module}.py"), changed_source(fault))

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        return spec_from_loader(fullname, self.loader) if fullname == self.name else None


@contextmanager
def workers(number: int) -> Iterator[Pool]:
    """Processes that have everything loaded but the engine, a fresh one for every task."""
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.faults.warm"])
    with context.Pool(number, maxtasksperchild=1) as pool:
        yield pool


def look(fault: Fault) -> Outcome:
    """Seed a fault into this process, for good, and look for it in its logs."""
    if PACKAGE in sys.modules:
        raise RuntimeError("the engine is loaded already: a fault needs a process of its own")
    sys.meta_path.insert(0, _Finder(fault))
    return _look(fault)


def look_without(logs: Sequence[str]) -> tuple[str, ...]:
    """Those of the logs that show something although nothing was seeded."""
    return tuple(log for log in logs if (seen := _see(log)).disagreements or seen.fails)


def _look(fault: Fault) -> Outcome:
    found: list[tuple[str, Disagreement]] = []
    failing: list[str] = []
    silent: dict[str, None] = {}
    for log in fault.logs:
        seen = _see(log)
        found.extend((log, disagreement) for disagreement in seen.disagreements)
        failing += [log] * seen.fails
        silent.update(dict.fromkeys(seen.silent))
        if any(names(fault, disagreement) for disagreement in seen.disagreements):
            break
    for log, disagreement in found:
        if names(fault, disagreement):
            return Outcome(fault=fault.id, verdict="right", log=log, found=disagreement)
    for log, disagreement in found:
        return Outcome(fault=fault.id, verdict="other", log=log, found=disagreement)
    verdict: Verdict = "replay" if failing else "missed"
    return Outcome(fault=fault.id, verdict=verdict, log=failing[0] if failing else "", silent=tuple(silent))


def names(fault: Fault, disagreement: Disagreement) -> bool:
    """Whether a disagreement speaks of what the fault breaks: its rule, or the cell it changes."""
    if disagreement.kind == "frame":
        return any(detail.startswith(fault.cells) for detail in disagreement.details)
    if disagreement.kind == "permitted":  # the engine refuses by this rule, and the model finds it kept
        return bool(set(fault.rules) & set(disagreement.details))
    return bool(set(fault.rules) & set(disagreement.rules))


class _Seen(msgspec.Struct, frozen=True):
    disagreements: tuple[Disagreement, ...]
    silent: tuple[str, ...]
    fails: bool


def _see(log: str) -> _Seen:
    """What the check says of a log, and whether the log's own claims fail."""
    path = REPLAYS / log
    read = read_log(path)
    recorder = _Recorder(ruleset_of(read, path))
    crashed = False
    try:
        played = replay(read, recorder)
    except Exception:  # a faulty engine may fail in any way; what it did until then is still to be judged
        crashed = True
        played = Replay(log=read, steps=tuple(recorder.steps))
    played = recorder.completed(played)
    report = check(played, recorder.ruleset)
    disagreements = tuple(found for found in report.disagreements if found.kind != "unknown")
    return _Seen(disagreements, tuple(sorted(report.silent)), crashed or played.verdict != "green")


class _Recorder:
    """A ruleset that remembers every action asked of it.

    A replay keeps the steps that are complete. Where a fault makes the next word of a line senseless, the replay
    stops in the middle of a step, and the actions of that step are the very ones to be judged.
    """

    def __init__(self, ruleset: Any) -> None:
        self.ruleset = ruleset
        self.steps: list[Step] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ruleset, name)

    def judge(self, state: Any, action: Any) -> Any:
        violations = self.ruleset.judge(state, action)
        if violations:
            self._add(Played(action, state), violations)
        return violations

    def apply(self, state: Any, action: Any) -> Any:
        transition = self.ruleset.apply(state, action)
        self._add(Played(action, state, transition.state), ())
        return transition

    def _add(self, played: Played, violations: Any) -> None:
        from rtm_verify.errors import Place

        self.steps.append(
            Step(
                label=str(len(self.steps) + 1),
                actor="",
                text="",
                place=Place(""),
                before=played.before,
                state=played.before,
                played=(played,),
                violations=violations,
            )
        )

    def completed(self, replayed: Replay) -> Replay:
        """The replay with the actions of the step it broke off in, each as a step of its own."""
        kept = sum(len(step.played) for step in replayed.steps)
        return msgspec.structs.replace(replayed, steps=(*replayed.steps, *self.steps[kept:]))
