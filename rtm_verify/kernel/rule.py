"""The rule catalogue: every clause of a game's rulebooks under an id that logs, verdicts and proofs cite."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.files import read_text
from rtm_verify.names import nearest
from rtm_verify.toml import Key, decode, locate

__all__ = ["Catalogue", "Kind", "Rule"]

Kind = Literal["permission", "prohibition", "obligation", "definition", "procedure"]

_PART = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_SECTION_ID = re.compile(rf"{_PART}(?:\.{_PART})*")
_RULE_ID = re.compile(rf"{_PART}(?:\.{_PART})+")

_Text = Annotated[str, msgspec.Meta(min_length=1)]
_Line = Annotated[int, msgspec.Meta(ge=1)]


class Rule(msgspec.Struct, frozen=True):
    """One clause of a rulebook.

    Parameters
    ----------
    id : section and mnemonic, such as ``8.2.fuel``.
    book : the rulebook's id, such as ``2024``.
    line : the line of the rulebook that says it.
    kind : what the clause does: permit, forbid, oblige, define, or tell how to proceed.
    summary : what it says, in our own words.
    section : the id of the section it stands in, such as ``8.2``; `Catalogue.section` gives the title.
    """

    id: str
    book: str
    line: int
    kind: Kind
    summary: str
    section: str

    @property
    def place(self) -> str:
        """Where the rulebook says it.

        >>> Rule("8.2.fuel", "2024", 498, "obligation", "Moving costs 1 fuel.", "8.2").place
        '2024:498'
        """
        return f"{self.book}:{self.line}"


class Catalogue:
    """The clauses of a game's rulebooks, in the order of the books and of their lines.

    Parameters
    ----------
    rules : the clauses.
    titles : the title of each section, by its id.

    Examples
    --------
    >>> fuel = Rule("8.2.fuel", "2024", 498, "obligation", "Moving costs 1 fuel.", "8.2")
    >>> catalogue = Catalogue([fuel], {"8.2": "Move one armored army"})
    >>> catalogue["8.2.fuel"].summary
    'Moving costs 1 fuel.'
    >>> catalogue.section(fuel)
    'Move one armored army'
    >>> [rule.id for rule in catalogue.under("8.2")]
    ['8.2.fuel']
    >>> catalogue["8.2.feul"]
    Traceback (most recent call last):
    rtm_verify.errors.InputError: unknown rule '8.2.feul': did you mean 8.2.fuel?
    """

    def __init__(self, rules: Iterable[Rule], titles: Mapping[str, str]) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self._titles = dict(titles)

    @classmethod
    def load(cls, *paths: Path) -> Catalogue:
        """The catalogue in these TOML files, one for each book.

        Raises
        ------
        InputError
            If a file does not have the form of a catalogue, an id is malformed or given twice, a clause stands in
            no section, or its line is outside the book or before the line of the preceding clause.
        """
        rules: dict[str, Rule] = {}
        titles: dict[str, str] = {}
        for path in paths:
            source = _Source(path)
            titles |= source.titles(titles)
            for rule in source.rules(rules):
                rules[rule.id] = rule
        return cls(rules.values(), titles)

    def __getitem__(self, rule_id: str) -> Rule:
        try:
            return self._rules[rule_id]
        except KeyError:
            raise InputError(
                f"unknown rule '{rule_id}'", text=rule_id, suggestion=nearest(rule_id, self._rules)
            ) from None

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self._rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self._rules.values())

    def __len__(self) -> int:
        return len(self._rules)

    def section(self, rule: Rule) -> str:
        """The title of the section a clause stands in."""
        return self._titles[rule.section]

    def under(self, prefix: str) -> tuple[Rule, ...]:
        """All clauses an id or the beginning of one names: ``8.2.fuel``, ``8.2``, ``8``.

        Raises
        ------
        InputError
            If there is none.
        """
        found = tuple(rule for rule in self if rule.id == prefix or rule.id.startswith(f"{prefix}."))
        if not found:
            near = nearest(prefix, [*self._titles, *self._rules])
            raise InputError(f"unknown rule or section '{prefix}'", text=prefix, suggestion=near)
        return found


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: _Text
    title: _Text
    lines: _Line


class _Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    line: _Line
    kind: Kind
    summary: _Text


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    book: _Book
    sections: dict[str, _Text]
    rule: list[_Clause]


class _Source:
    """One file of a catalogue, with its text at hand to say where an error stands."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._text = read_text(path)
        self._file = decode(self._text, _File, self._path)

    def titles(self, taken: Mapping[str, str]) -> dict[str, str]:
        """The sections of this file; `taken` are those of the files before it."""
        for section in self._file.sections:
            if not _SECTION_ID.fullmatch(section):
                raise self._error(f"malformed section id '{section}'", "such as 8.2 or 8.halt", "sections", section)
            if section in taken:
                raise self._error(f"section '{section}' is already in another file", "", "sections", section)
        return self._file.sections

    def rules(self, taken: Mapping[str, Rule]) -> Iterator[Rule]:
        """The clauses of this file; `taken` grows by each of them before the next is asked for."""
        book = self._file.book
        previous = 1
        for index, clause in enumerate(self._file.rule):
            id_, line = clause.id, clause.line
            if not _RULE_ID.fullmatch(id_):
                raise self._error(f"malformed rule id '{id_}'", "such as 8.2.fuel", "rule", index, "id")
            if id_ in self._file.sections:
                raise self._error(f"'{id_}' is the id of a section", "add a word to it", "rule", index, "id")
            if id_ in taken:
                raise self._error(f"rule id '{id_}' is already that of {taken[id_].place}", "", "rule", index, "id")
            if not previous <= line <= book.lines:
                span = f"between {previous} (the clause before) and {book.lines} (the end of the book)"
                raise self._error(f"rule '{id_}' is in line {line}", f"expected one {span}", "rule", index, "line")
            section = self._section_of(id_)
            if not section:
                raise self._error(f"rule '{id_}' stands in no section", "add it to [sections]", "rule", index, "id")
            yield Rule(id_, book.id, line, clause.kind, clause.summary, section)
            previous = line

    def _section_of(self, rule_id: str) -> str:
        """The innermost section around a rule: ``8.2`` rather than ``8``."""
        while "." in rule_id:
            rule_id = rule_id.rpartition(".")[0]
            if rule_id in self._file.sections:
                return rule_id
        return ""

    def _error(self, message: str, suggestion: str, *keys: Key) -> InputError:
        return InputError(message, Place(self._path, *locate(self._text, keys)), suggestion=suggestion)
