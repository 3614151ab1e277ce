"""Typed TOML with errors at their line and column."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.files import read_text

__all__ = ["Key", "decode", "load", "locate"]

T = TypeVar("T")
Key = str | int

_HEADER = re.compile(r"\s*(\[\[|\[)\s*([^\]]+?)\s*\]")
_ASSIGNMENT = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")
_PART = re.compile(r"[\w-]+|\"[^\"]*\"|'[^']*'")
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|\[\.\.\.\]")
_UNKNOWN = re.compile(r"unknown field `([^`]*)`")
_SYNTAX = re.compile(r" \(at line (\d+), column (\d+)\)$| \(at end of document\)$")


def load(path: Path, kind: type[T]) -> T:
    """The TOML file at `path` as a value of the msgspec type `kind`. Raises `InputError` if it is not one."""
    return decode(read_text(path), kind, str(path))


def decode(text: str, kind: type[T], file: str) -> T:
    """TOML text as a value of the msgspec type `kind`; `file` names it in errors.

    Examples
    --------
    >>> decode("a = 1", dict[str, int], "x.toml")
    {'a': 1}
    >>> decode("a = 1\\nb = 'one'", dict[str, int], "x.toml")
    Traceback (most recent call last):
    rtm_verify.errors.InputError: x.toml:2:1: Expected `int`, got `str` in 'b'
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        found = _SYNTAX.search(message)
        end = (text.count("\n") + 1, len(text) - text.rfind("\n"))
        line, column = (int(found[1]), int(found[2])) if found and found[1] else end
        raise InputError(f"not TOML: {_SYNTAX.sub('', message)}", Place(file, line, column)) from None
    except RecursionError:
        raise InputError("not TOML: nested too deeply", Place(file, 1, 1)) from None
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at ")
        keys = _named(data, kind, str(error), _keys(path.strip("`")))
        where = f" in '{'.'.join(map(str, keys))}'" if keys else ""
        unknown = _UNKNOWN.search(message)
        place = Place(file, *locate(text, (*keys, unknown[1]) if unknown else keys))
        raise InputError(f"{message}{where}", place) from None


def _keys(path: str) -> tuple[Key | None, ...]:
    """msgspec's ``$.area[3].name`` as ``("area", 3, "name")``; it does not name a table's key, ``[...]`` is None."""
    return tuple(name or (int(index) if index else None) for name, index in _STEP.findall(path))


def _named(data: dict[str, Any], kind: Any, message: str, keys: tuple[Key | None, ...]) -> tuple[Key, ...]:
    """The keys with those that msgspec leaves out: of a table's entries, the first that gives the error by itself."""
    found: list[Key] = []
    data = deepcopy(data)
    place: Any = data
    for key in keys:
        if key is None:
            entries = dict(place)
            for name, entry in entries.items():
                place.clear()
                place[name] = entry
                if _error_of(data, kind) == message:
                    break
            key = next(iter(place))
        found.append(key)
        place = place[key]
    return tuple(found)


def _error_of(data: dict[str, Any], kind: Any) -> str:
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def locate(text: str, keys: tuple[Key, ...]) -> tuple[int, int]:
    """Line and column of a key in TOML text: of the key itself, or of the nearest thing around it.

    Examples
    --------
    >>> locate('[[area]]\\nname = "A"\\n[[area]]\\nname = "B"', ("area", 1, "name"))
    (4, 1)
    """
    best, best_length = (1, 1), -1
    counts: dict[str, int] = {}
    prefix: tuple[Key, ...] = ()
    for number, line in enumerate(text.split("\n"), start=1):
        header = _HEADER.match(line)
        if header:
            parts = tuple(part.strip("\"'") for part in _PART.findall(header[2]))
            prefix = _numbered(parts, counts, new=header[1] == "[[")
            candidate, column = prefix, header.start(1) + 1
        else:
            assignment = _ASSIGNMENT.match(line)
            if not assignment:
                continue
            candidate = (*prefix, *(part.strip("\"'") for part in _PART.findall(assignment[1])))
            column = assignment.start(1) + 1
        if len(candidate) > best_length and keys[: len(candidate)] == candidate:
            best, best_length = (number, column), len(candidate)
    return best


def _numbered(parts: tuple[str, ...], counts: dict[str, int], *, new: bool) -> tuple[Key, ...]:
    """A table header's key path, with the index of each array of tables it stands in."""
    keys: list[Key] = []
    for depth in range(1, len(parts) + 1):
        name = ".".join(parts[:depth])
        keys.append(parts[depth - 1])
        if depth == len(parts) and new:
            counts[name] = counts.get(name, -1) + 1
            for inner in [key for key in counts if key.startswith(name + ".")]:
                del counts[inner]  # inner arrays count from 0 again in the new element
        if name in counts:
            keys.append(counts[name])
    return tuple(keys)
