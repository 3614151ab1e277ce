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
    same : clauses that say the same, in another book or once more in this one; `Catalogue.same` has them both ways.
    differs : clauses of another book that rule otherwise on the same point, or say what this one leaves unsaid;
        `Catalogue.differing` has them both ways.
    unenforced : why nothing in a program can keep or break it, if that is so.
    one_way : why logs can show it only kept or only broken, if that is so.
    """

    id: str
    book: str
    line: int
    kind: Kind
    summary: str
    section: str
    same: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    unenforced: str = ""
    one_way: str = ""

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

    Raises
    ------
    InputError
        If a clause is linked to one that is not there, to itself, to the same one twice, or differs from its own book.

    Examples
    --------
    >>> fuel = Rule("8.2.fuel", "2024", 498, "obligation", "Moving costs 1 fuel.", "8.2")
    >>> old = Rule("first.7.fuel", "first", 843, "obligation", "A move costs 1 fuel.", "first.7", same=("8.2.fuel",))
    >>> catalogue = Catalogue([fuel, old], {"8.2": "Move one armored army", "first.7": "Army movement"})
    >>> catalogue["8.2.fuel"].summary
    'Moving costs 1 fuel.'
    >>> catalogue.section(fuel)
    'Move one armored army'
    >>> [rule.id for rule in catalogue.under("8.2")]
    ['8.2.fuel']
    >>> [rule.id for rule in catalogue.same(fuel)]
    ['first.7.fuel']
    >>> catalogue["8.2.feul"]
    Traceback (most recent call last):
    rtm_verify.errors.InputError: unknown rule '8.2.feul': did you mean 8.2.fuel?
    """

    def __init__(self, rules: Iterable[Rule], titles: Mapping[str, str]) -> None:
        self._rules = {rule.id: rule for rule in rules}
        self._titles = dict(titles)
        for rule in self:
            for _, message, suggestion in _wrong_links(rule, self._rules):
                raise InputError(message, suggestion=suggestion)
        self._same = _both_ways((rule.id, other) for rule in self for other in rule.same)
        self._differing = _both_ways((rule.id, other) for rule in self for other in rule.differs)

    @classmethod
    def load(cls, *paths: Path) -> Catalogue:
        """The catalogue in these TOML files, one for each book.

        Raises
        ------
        InputError
            If a file does not have the form of a catalogue, an id is malformed or given twice, a clause stands in
            no section, its line is outside the book or before the line of the preceding clause, or a link is wrong.
        """
        rules: dict[str, Rule] = {}
        titles: dict[str, str] = {}
        sources = [_Source(path) for path in paths]
        for source in sources:
            titles |= source.titles(titles)
            for rule in source.rules(rules):
                rules[rule.id] = rule
        for source in sources:
            source.check_links(rules)
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

    def same(self, rule: Rule) -> tuple[Rule, ...]:
        """The clauses that say the same as this one, whichever of them names the other."""
        return tuple(self[rule_id] for rule_id in self._same.get(rule.id, ()))

    def differing(self, rule: Rule) -> tuple[Rule, ...]:
        """The clauses of other books that rule otherwise, whichever of them names the other."""
        return tuple(self[rule_id] for rule_id in self._differing.get(rule.id, ()))

    def has_section(self, section: str) -> bool:
        """Whether there is a section of this id."""
        return section in self._titles

    def position(self, section: str) -> int:
        """Which section it is, counted through all books from 0."""
        return list(self._titles).index(section)

    def title(self, section: str) -> str:
        """The title of a section, by its id."""
        return self._titles[section]

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


def _wrong_links(rule: Rule, rules: Mapping[str, Rule]) -> Iterator[tuple[str, str, str]]:
    """Which link of a clause is wrong: its field, what is wrong with it, and a suggestion."""
    seen: set[str] = set()
    for field, other in [*(("same", other) for other in rule.same), *(("differs", other) for other in rule.differs)]:
        link = f"the link from rule '{rule.id}' to '{other}'"
        if other not in rules:
            yield field, f"{link} leads nowhere", nearest(other, rules)
        elif other == rule.id:
            yield field, f"{link} leads back to it", ""
        elif other in seen or rule.id in (*rules[other].same, *rules[other].differs):
            yield field, f"{link} is given twice", "one of the two clauses names the other, once"
        elif field == "differs" and rules[other].book == rule.book:
            yield field, f"{link} stays within the book", "where a book contradicts itself there is a ruling"
        seen.add(other)


def _both_ways(links: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The clauses each clause is linked with, from whichever end the link was written."""
    found: dict[str, tuple[str, ...]] = {}
    for one, other in links:
        found[one] = (*found.get(one, ()), other)
        found[other] = (*found.get(other, ()), one)
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
    same: tuple[str, ...] = ()
    differs: tuple[str, ...] = ()
    unenforced: str = ""
    one_way: str = ""


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
            links = {"same": clause.same, "differs": clause.differs}
            yield Rule(
                id_,
                book.id,
                line,
                clause.kind,
                clause.summary,
                section,
                **links,
                unenforced=clause.unenforced,
                one_way=clause.one_way,
            )
            previous = line

    def check_links(self, rules: Mapping[str, Rule]) -> None:
        """Refuse the first wrong link of this file; `rules` are the clauses of all files."""
        for index, clause in enumerate(self._file.rule):
            for field, message, suggestion in _wrong_links(rules[clause.id], rules):
                raise self._error(message, suggestion, "rule", index, field)

    def _section_of(self, rule_id: str) -> str:
        """The innermost section around a rule: ``8.2`` rather than ``8``."""
        while "." in rule_id:
            rule_id = rule_id.rpartition(".")[0]
            if rule_id in self._file.sections:
                return rule_id
        return ""

    def _error(self, message: str, suggestion: str, *keys: Key) -> InputError:
        return InputError(message, Place(self._path, *locate(self._text, keys)), suggestion=suggestion)
