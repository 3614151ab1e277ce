"""Seed a fault into the engine and see whether anything notices.

A fault changes one module's source text in memory, in a process of its own: an import hook gives the changed text to
the interpreter when the engine is first imported. Nothing on disk changes, and no fault meets another.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from multiprocessing import get_context
from multiprocessing.pool import Pool
from types import ModuleType
from typing import Any, Literal

import msgspec

from rtm_verify.proof.conformance import Disagreement
from tests.faults.catalogue import SEARCH, Fault, changed_source
from tests.faults.sight import see

__all__ = ["Outcome", "Verdict", "look", "look_without", "names", "proved_with", "seed", "workers"]

_ENGINE = "rtm_verify.games.race_to_moscow.engine"

Verdict = Literal["right", "other", "replay", "proof", "missed"]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a fault showed.

    `right`
        the check disagrees and names the rule that is broken, or the cell that changed;
    `other`
        the check disagrees, and names other rules only;
    `replay`
        the check sees nothing, but the log's own claims fail;
    `proof`
        no log shows it, but the proof of the encirclement refutes it;
    `missed`
        nothing shows.

    Parameters
    ----------
    log : where it showed first, as a path in `replays`.
    refuted : the obligations of the proof that do not hold, if it was asked.
    position : the smallest position that the faulty search gets wrong, if one is near.
    """

    fault: str
    verdict: Verdict
    log: str = ""
    found: Disagreement | None = None
    refuted: tuple[str, ...] = ()
    position: str = ""


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
        self.name = fault.package
        self.loader: Loader = _FaultyLoader(self.name, str(fault.source), changed_source(fault))

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


def seed(fault: Fault) -> None:
    """Put a fault into this process, for good."""
    if _ENGINE in sys.modules:
        raise RuntimeError("the engine is loaded already: a fault needs a process of its own")
    if fault.module == SEARCH:
        _seed_loaded(fault)
    else:
        sys.meta_path.insert(0, _Finder(fault))


def _seed_loaded(fault: Fault) -> None:
    """Run the changed text in a module that everybody has loaded: the engine, imported later, takes its names from it.

    What was imported from it before stays sound, the model's part too.
    """
    text, file = changed_source(fault), f"<{fault.id}>"
    # The proof reads the search from its source, and must find the changed one.
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), vars(import_module(fault.package)))  # noqa: S102 (the project's own source)


def look(fault: Fault) -> Outcome:
    """Seed a fault into this process, and look for it in its logs and in the proof."""
    seed(fault)
    outcome = _look(fault)
    if not fault.proof:
        return outcome
    from tests.faults.search import refuted, wrong

    if claims := refuted():
        verdict = "proof" if outcome.verdict == "missed" else outcome.verdict
        return msgspec.structs.replace(outcome, verdict=verdict, refuted=claims, position=wrong(claims))
    return outcome


def proved_with(fault: Fault) -> bool:
    """Seed a fault into this process, and prove that the encircled areas are found all the same."""
    seed(fault)
    from tests.faults.search import proved

    return proved()


def look_without(log: str, tries: Sequence[str]) -> bool:
    """Whether a log shows something although nothing was seeded."""
    seen = see(log, tries)
    return bool(seen.disagreements) or seen.fails


def _look(fault: Fault) -> Outcome:
    found: list[tuple[str, Disagreement]] = []
    failing: list[str] = []
    for log in fault.logs:
        seen = see(log, fault.tries)
        found.extend((log, disagreement) for disagreement in seen.disagreements)
        failing += [log] * seen.fails
        if any(names(fault, disagreement) for disagreement in seen.disagreements):
            break
    for log, disagreement in found:
        if names(fault, disagreement):
            return Outcome(fault=fault.id, verdict="right", log=log, found=disagreement)
    for log, disagreement in found:
        return Outcome(fault=fault.id, verdict="other", log=log, found=disagreement)
    if failing:
        return Outcome(fault=fault.id, verdict="replay", log=failing[0])
    return Outcome(fault=fault.id, verdict="missed")


def names(fault: Fault, disagreement: Disagreement) -> bool:
    """Whether a disagreement speaks of what the fault breaks: its rule, or the cell it changes."""
    if disagreement.kind == "frame":
        return bool(fault.cells) and any(detail.startswith(fault.cells) for detail in disagreement.details)
    if disagreement.kind == "permitted":  # the engine refuses by this rule, and the model finds it kept
        return bool(set(fault.rules) & set(disagreement.details))
    return bool(set(fault.rules) & set(disagreement.rules))
