"""The catalogue of seeded faults: what each changes in the engine, and what must come of it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rtm_verify.toml import load

__all__ = ["CATALOGUE", "REPLAYS", "SEARCH", "Chapter", "Fault", "changed_source", "load_chapters", "load_faults"]

CATALOGUE = Path(__file__).with_name("catalogue.toml")
REPLAYS = Path(__file__).parents[2] / "replays"
SEARCH = "kernel.bits"  # the one module outside the engine in which faults are seeded

_SOURCES = Path(__file__).parents[2] / "rtm_verify"


class Fault(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One bug that somebody could have written into the engine.

    Parameters
    ----------
    title : what a player would notice, in one sentence.
    rules : the clauses it breaks; the model must name one of them.
    module : the module of the engine it is seeded in, or `SEARCH`.
    find, replace : the source text, which occurs once in the module, and what stands there instead.
    logs : where it is looked for, as paths in `replays`.
    tries : kinds of action that are tried in every position of the logs, where no log can write them down.
    cells : what changes without a rule, if that is how it shows: fields of a position.
    proof : whether the proof of the encirclement must refute it too.
    other : why the check notices it under another clause.
    only_replay : why the check cannot see it, although the replay of the log fails.
    only_proof : why no log shows it, although the proof refutes it.
    unseen : why neither shows it, although it makes a difference.
    equivalent : why nobody can ever see it, if so.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    module: str
    find: str
    replace: str
    logs: tuple[str, ...]
    tries: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    proof: bool = False
    other: str = ""
    only_replay: str = ""
    only_proof: str = ""
    unseen: str = ""
    equivalent: str = ""

    @property
    def package(self) -> str:
        """The full name of the module."""
        return f"rtm_verify.{self.module if self.module == SEARCH else f'games.race_to_moscow.engine.{self.module}'}"

    @property
    def source(self) -> Path:
        """The file of the module."""
        return _SOURCES.joinpath(*self.package.split(".")[1:]).with_suffix(".py")

    @property
    def excuse(self) -> str:
        """Why the check does not name the broken rule, if it does not."""
        return self.other or self.only_replay or self.only_proof or self.unseen or self.equivalent


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The faults in one part of the rules."""

    title: str
    fault: tuple[Fault, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chapter: tuple[Chapter, ...]


def load_chapters(file: Path = CATALOGUE) -> tuple[Chapter, ...]:
    """The catalogue, chapter by chapter."""
    return load(file, _File).chapter


def load_faults(file: Path = CATALOGUE) -> tuple[Fault, ...]:
    """Every fault, in the order of the catalogue."""
    return tuple(fault for chapter in load_chapters(file) for fault in chapter.fault)


def changed_source(fault: Fault) -> str:
    """The source of the fault's module with the fault in it. Raises `ValueError` if the place is not a single one."""
    source = fault.source.read_text(encoding="utf-8")
    times = source.count(fault.find)
    if times != 1:
        raise ValueError(f"fault '{fault.id}': the text to find occurs {times} times in {fault.source.name}")
    return source.replace(fault.find, fault.replace)
