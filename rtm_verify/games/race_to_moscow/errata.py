"""The errata of the rulebooks: topics to be judged, and entries for what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated, Any

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.files import read_text
from rtm_verify.games.race_to_moscow.board import default_board
from rtm_verify.games.race_to_moscow.board_facts import BoardFact, read_fact
from rtm_verify.games.race_to_moscow.ruleset import catalogue, rulings
from rtm_verify.kernel.erratum import Erratum
from rtm_verify.names import nearest
from rtm_verify.proof.consistency import Axiom, Statement, Topic
from rtm_verify.proof.derivation import Known
from rtm_verify.proof.errata import Difference, ErrataData, Omission
from rtm_verify.proof.formula import Formula, Sort, parse_formula
from rtm_verify.toml import Key, decode, load, locate

__all__ = ["BOOKS", "differences", "load_errata", "load_folder"]

# The documents of each edition: a topic is judged for each edition, with what its own documents say.
BOOKS: Mapping[str, tuple[str, ...]] = {"2024": ("2024", "aid"), "first": ("first",)}

_DATA = files("rtm_verify.games.race_to_moscow") / "data"
_RANGE = re.compile(r"([\w-]+):(\d+)(?:-(\d+))?")


def load_errata() -> ErrataData:
    """The shipped errata: entries, the topics of each edition, and where the player aid differs from its rulebook."""
    with as_file(_DATA / "errata") as folder:
        return load_folder(folder)


def load_folder(folder: Path) -> ErrataData:
    """The errata in the TOML files of a folder, in the order of their names.

    Raises
    ------
    InputError
        If a file does not have the form of errata, a formula cannot be read, a name stands twice or leads nowhere, or a
        passage lies outside its book.
    """
    sources = [_Source(path) for path in sorted(folder.glob("*.toml"))]
    topics: dict[str, Topic] = {}
    known: dict[str, Mapping[str, Known]] = {}
    errata: dict[str, Erratum] = {}
    for source in sources:
        topics |= source.topics(topics)
        known |= source.known()
    for source in sources:
        errata |= source.errata(errata, topics)
    posed = [(edition, topic.within(books)) for topic in topics.values() for edition, books in BOOKS.items()]
    return ErrataData(
        errata=tuple(errata.values()),
        topics=tuple((edition, topic) for edition, topic in posed if topic.statements),
        differences=differences(),
        known=known,
        omitted=tuple(omission for source in sources for omission in source.omitted()),
    )


def differences() -> tuple[Difference, ...]:
    """Every clause of the player aid that differs from one of the rulebook it sums up."""
    found = []
    for rule in catalogue():
        others = tuple(other for other in catalogue().differing(rule) if other.book == "2024")
        if rule.book == "aid" and others:
            found.append(Difference(rule, others))
    return tuple(found)


@cache
def _book_lengths() -> Mapping[str, int]:
    """How many lines each book has, as its catalogue says."""
    with as_file(_DATA / "rules") as folder:
        books = [load(path, dict[str, Any])["book"] for path in sorted(folder.glob("*.toml"))]
    return {book["id"]: book["lines"] for book in books}


_Text = Annotated[str, msgspec.Meta(min_length=1)]


class _Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: _Text
    at: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    text: _Text
    formula: _Text


class _Axiom(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: _Text
    formula: _Text
    rules: tuple[str, ...] = ()


class _Topic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: _Text
    title: _Text
    statement: Annotated[tuple[_Statement, ...], msgspec.Meta(min_length=1)]
    axiom: tuple[_Axiom, ...] = ()
    flags: dict[str, _Text] = {}
    numbers: dict[str, _Text] = {}
    board: dict[str, Annotated[tuple[_Text, ...], msgspec.Meta(min_length=1)]] = {}
    ask: tuple[str, ...] = ()


class _Omission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    at: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    reason: _Text


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    topic: tuple[_Topic, ...] = ()
    erratum: tuple[Erratum, ...] = ()
    omitted: tuple[_Omission, ...] = ()


class _Source:
    """One file of errata, with its text at hand to say where an error stands."""

    def __init__(self, path: Path) -> None:
        self._path = str(path)
        self._text = read_text(path)
        self._file = decode(self._text, _File, self._path)

    def topics(self, taken: Mapping[str, Topic]) -> dict[str, Topic]:
        """The topics of this file; `taken` are those of the files before it."""
        found: dict[str, Topic] = {}
        for index, raw in enumerate(self._file.topic):
            if raw.id in taken or raw.id in found:
                raise self._error(f"the topic '{raw.id}' stands twice", "", "topic", index, "id")
            found[raw.id] = self._topic(raw, index)
        return found

    def known(self) -> dict[str, Mapping[str, Known]]:
        """What the shipped board gives for the unknowns of each topic of this file."""
        found: dict[str, Mapping[str, Known]] = {}
        for index, raw in enumerate(self._file.topic):
            facts = self._board(raw, "topic", index)
            if facts:
                found[raw.id] = {name: Known(fact.value, fact.provenance) for name, fact in facts.items()}
        return found

    def omitted(self) -> tuple[Omission, ...]:
        """The passages of which this file says why they are no statement."""
        for index, omission in enumerate(self._file.omitted):
            self._check_places(omission.at, "omitted", index, "at")
        return tuple(Omission(omission.at, omission.reason) for omission in self._file.omitted)

    def errata(self, taken: Mapping[str, Erratum], topics: Mapping[str, Topic]) -> dict[str, Erratum]:
        """The entries of this file; `taken` are those of the files before it, `topics` those of all files."""
        found: dict[str, Erratum] = {}
        for index, erratum in enumerate(self._file.erratum):
            if erratum.id in taken or erratum.id in found:
                raise self._error(f"the erratum '{erratum.id}' stands twice", "", "erratum", index, "id")
            statements = [s.id for name in erratum.topics if name in topics for s in topics[name].statements]
            known: dict[str, Any] = {
                "topics": topics,
                "wrong": statements,
                "clauses": [rule.id for rule in catalogue()],
                "rulings": list(rulings()),
                "books": _book_lengths(),
            }
            for field, names in known.items():
                for name in getattr(erratum, field):
                    if name not in names:
                        message = f"erratum '{erratum.id}': nothing is called '{name}'"
                        raise self._error(message, nearest(name, names), "erratum", index, field)
            for field in ("passages", "replays"):
                self._check_places(getattr(erratum, field), "erratum", index, field)
            found[erratum.id] = erratum
        return found

    def _topic(self, raw: _Topic, index: int) -> Topic:
        keys: tuple[Key, ...] = ("topic", index)
        facts = self._board(raw, *keys)
        # In Python a Boolean is a number too.
        flags = {name: fact.meaning for name, fact in facts.items() if isinstance(fact.value, bool)}
        numbers = {name: fact.meaning for name, fact in facts.items() if name not in flags}
        tables: dict[str, Mapping[str, object]] = {"flags": raw.flags, "numbers": raw.numbers, "board": facts}
        for table, other in (("flags", "numbers"), ("flags", "board"), ("numbers", "board")):
            if both := sorted(set(tables[table]) & set(tables[other])):
                raise self._error(f"'{both[0]}' stands in {table} and in {other}", "", *keys, table, both[0])
        flags, numbers = {**raw.flags, **flags}, {**raw.numbers, **numbers}
        sorts: dict[str, Sort] = {**dict.fromkeys(flags, "flag"), **dict.fromkeys(numbers, "number")}
        for name in raw.ask:
            if name not in sorts:
                raise self._error(f"unknown '{name}' is not declared", nearest(name, sorts), *keys, "ask")
        statements: dict[str, Statement] = {}
        for number, said in enumerate(raw.statement):
            place = (*keys, "statement", number)
            if said.id in statements:
                raise self._error(f"the statement '{said.id}' stands twice", "", *place, "id")
            self._check_places(said.at, *place, "at")
            formula = self._formula(said.formula, sorts, *place, "formula")
            statements[said.id] = Statement(id=said.id, at=said.at, text=said.text, formula=formula)
        axioms = tuple(self._axiom(given, sorts, *keys, "axiom", number) for number, given in enumerate(raw.axiom))
        formulas = [*(said.formula for said in statements.values()), *(axiom.formula for axiom in axioms)]
        used = {name for formula in formulas for name in formula.names}
        for name in sorts:
            if name not in used:
                table = next(table for table, names in tables.items() if name in names)
                raise self._error(f"nothing is said of '{name}'", "", *keys, table, name)
        return Topic(
            id=raw.id,
            title=raw.title,
            flags=flags,
            numbers=numbers,
            statements=tuple(statements.values()),
            axioms=axioms,
            ask=raw.ask,
        )

    def _board(self, raw: _Topic, *keys: Key) -> dict[str, BoardFact]:
        """The facts of a topic that the shipped board gives as well."""
        facts = {}
        for name, words in raw.board.items():
            try:
                facts[name] = read_fact(words, default_board())
            except InputError as error:
                raise error.at(Place(self._path, *locate(self._text, (*keys, "board", name)))) from None
        return facts

    def _axiom(self, given: _Axiom, sorts: Mapping[str, Sort], *keys: Key) -> Axiom:
        for rule in given.rules:
            if rule not in catalogue():
                near = nearest(rule, (known.id for known in catalogue()))
                raise self._error(f"unknown rule '{rule}'", near, *keys, "rules")
        places = {rule: catalogue()[rule].place for rule in given.rules}
        return Axiom(text=given.text, formula=self._formula(given.formula, sorts, *keys, "formula"), rules=places)

    def _formula(self, text: str, sorts: Mapping[str, Sort], *keys: Key) -> Formula:
        try:
            return parse_formula(text, sorts)
        except InputError:
            # Only a formula that is wrong is looked up in the file. It stands behind its key, in the same line, unless
            # its string is written in an unusual way.
            line, column = locate(self._text, keys)
            shown = self._text.split("\n")[line - 1].find(text, column)
            return parse_formula(text, sorts, Place(self._path, line, shown + 1 if shown >= 0 else column))

    def _check_places(self, places: tuple[str, ...], *keys: Key) -> None:
        lengths = _book_lengths()
        for place in places:
            found = _RANGE.fullmatch(place)
            if not found:
                raise self._error(f"'{place}' is not a place in a book", "such as 2024:617 or first:10-12", *keys)
            book, first, last = found[1], int(found[2]), int(found[3] or found[2])
            if book not in lengths:
                raise self._error(f"unknown book '{book}'", f"one of {', '.join(lengths)}", *keys)
            if not 1 <= first <= last <= lengths[book]:
                message = f"'{place}' is no passage of the book"
                raise self._error(message, f"its lines are 1 to {lengths[book]}", *keys)

    def _error(self, message: str, suggestion: str, *keys: Key) -> InputError:
        return InputError(message, Place(self._path, *locate(self._text, keys)), suggestion=suggestion)
