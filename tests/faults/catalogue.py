"""The catalogue of seeded faults: what each changes in the engine, and what must come of it."""

from __future__ import annotations

from pathlib import Path

import msgspec

from rtm_verify.toml import load

__all__ = ["CATALOGUE", "ENGINE", "REPLAYS", "Chapter", "Fault", "changed_source", "load_chapters", "load_faults"]

CATALOGUE = Path(__file__).with_name("catalogue.toml")
REPLAYS = Path(__file__).parents[2] / "replays"
ENGINE = Path(__file__).parents[2] / "rtm_verify" / "games" / "race_to_moscow" / "engine"


class Fault(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One bug that somebody could have written into the engine.

    Parameters
    ----------
    title : what a player would notice, in one sentence.
    rules : the clauses it breaks; the model must name one of them.
    module : the module of the engine it is seeded in.
    find, replace : the source text, which occurs once in the module, and what stands there instead.
    logs : where it is looked for, as paths in `replays`.
    cells : what changes without a rule, if that is how it shows: fields of a position.
    only_replay : why the check cannot see it, although the replay of the log fails.
    equivalent : why nobody can ever see it, if so.
    """

    id: str
    title: str
    rules: tuple[str, ...]
    module: str
    find: str
    replace: str
    logs: tuple[str, ...]
    cells: tuple[str, ...] = ()
    only_replay: str = ""
    equivalent: str = ""


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
    source = (ENGINE / f"{fault.module}.py").read_text(encoding="utf-8")
    times = source.count(fault.find)
    if times != 1:
        raise ValueError(f"fault '{fault.id}': the text to find occurs {times} times in engine/{fault.module}.py")
    return source.replace(fault.find, fault.replace)
