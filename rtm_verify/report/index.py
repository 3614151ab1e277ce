"""The index of the rulebooks' examples: which log plays which passage, and whether it still does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.files import read_text
from rtm_verify.kernel.replay import Replay
from rtm_verify.kernel.rule import Catalogue
from rtm_verify.kernel.words import counted
from rtm_verify.names import nearest
from rtm_verify.report.result import Result
from rtm_verify.toml import Key, decode, locate

__all__ = ["Entry", "Examined", "Index", "Refused", "examine", "example_lines", "examples_json", "load_index"]

_Text = Annotated[str, msgspec.Meta(min_length=1)]
_Id = Annotated[str, msgspec.Meta(pattern=r"^[ENX][1-9][0-9]*$")]
_Lines = Annotated[str, msgspec.Meta(pattern=r"^[1-9][0-9]*(-[1-9][0-9]*)?$")]
_PLACE = re.compile(r"([a-z0-9]+):(\d+)(?:-(\d+))?")


class Refused(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a log that must be refused, and a clause that must be among its reasons."""

    step: _Text
    rule: _Text


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passage of a rulebook and the log that plays it.

    Parameters
    ----------
    id : E and a number for a worked example, N for something forbidden, X for a passage found beside the two lists.
    lines : the lines of the book; a passage torn apart by the columns of a page has several parts.
    chapter : the section of the rule catalogue it belongs to.
    title : what it shows, in our own words.
    log : the log's path within the folder of the index.
    refused : the steps that try what the passage forbids.

    Examples
    --------
    >>> Entry("E8", "example", "2024", ("594-621",), "8.2", "4 Panzergruppe goes on", "a/b.rtm").places
    ('2024:594-621',)
    """

    id: _Id
    kind: Literal["example", "cannot"]
    book: _Text
    lines: Annotated[tuple[_Lines, ...], msgspec.Meta(min_length=1)]
    chapter: _Text
    title: _Text
    log: _Text
    refused: tuple[Refused, ...] = ()

    @property
    def places(self) -> tuple[str, ...]:
        """Where the passage stands."""
        return tuple(f"{self.book}:{lines}" for lines in self.lines)


class _Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: _Text
    lines: Annotated[int, msgspec.Meta(ge=1)]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    books: dict[str, _Book]
    entry: tuple[Entry, ...]


class Index(msgspec.Struct, frozen=True):
    """All entries, in the order of books, chapters and lines.

    Parameters
    ----------
    folder : where the logs lie.
    books : the title of each book.
    """

    folder: Path
    books: Mapping[str, str]
    entries: tuple[Entry, ...]

    def logs(self) -> tuple[str, ...]:
        """The logs that entries name, each once."""
        return tuple(dict.fromkeys(entry.log for entry in self.entries))

    def unlisted(self) -> tuple[str, ...]:
        """The logs beside those of the entries that no entry names."""
        folders = sorted({PurePosixPath(log).parent for log in self.logs()})
        found = [file for folder in folders for file in sorted((self.folder / folder).glob("*.rtm"))]
        names = [file.relative_to(self.folder).as_posix() for file in found]
        return tuple(name for name in names if name not in self.logs())


def load_index(path: Path, catalogue: Catalogue) -> Index:
    """The index in a TOML file.

    Raises
    ------
    InputError
        At its line, if the file has not the form of an index, an entry stands there twice, its book, chapter, rule
        or log is unknown, a place is outside the book, or something forbidden has no step that tries it.
    """
    text = read_text(path)
    file = decode(text, _File, str(path))
    seen: set[tuple[str, str, str]] = set()
    for number, entry in enumerate(file.entry):
        for field, message, suggestion in _defects(entry, file, catalogue, path.parent, seen):
            keys: tuple[Key, ...] = ("entry", number, field)
            raise InputError(f"{entry.id}: {message}", Place(str(path), *locate(text, keys)), suggestion=suggestion)
        seen.add((entry.book, entry.id, entry.log))
    books = list(file.books)

    def order(entry: Entry) -> tuple[int, int, int]:
        return books.index(entry.book), catalogue.position(entry.chapter), _span(entry.lines[0])[0]

    titles = {name: book.title for name, book in file.books.items()}
    return Index(path.parent, titles, tuple(sorted(file.entry, key=order)))


def _defects(
    entry: Entry, file: _File, catalogue: Catalogue, folder: Path, seen: set[tuple[str, str, str]]
) -> Iterator[tuple[str, str, str]]:
    """What is wrong with an entry: the field, what is wrong with it, and a suggestion."""
    if (entry.book, entry.id, entry.log) in seen:
        yield "id", f"this log is named twice for the book {entry.book}", ""
    if entry.id[0] != "X" and entry.kind != {"E": "example", "N": "cannot"}[entry.id[0]]:
        yield "kind", f"the id says otherwise than the kind '{entry.kind}'", "E is an example, N a cannot, X either"
    if entry.book not in file.books:
        yield "book", f"unknown book '{entry.book}'", nearest(entry.book, file.books) or "name it in [books]"
        return
    for lines in entry.lines:
        first, last = _span(lines)
        if not first <= last <= file.books[entry.book].lines:
            length = file.books[entry.book].lines
            yield "lines", f"{entry.book}:{lines} is no place of the book", f"it has {counted(length, 'line')}"
    if not any(rule.section == entry.chapter and rule.book == entry.book for rule in catalogue):
        known = {rule.section for rule in catalogue if rule.book == entry.book}
        near = nearest(entry.chapter, known)
        yield "chapter", f"the book {entry.book} has no section '{entry.chapter}' in the catalogue", near
    log = PurePosixPath(entry.log)
    if log.is_absolute() or ".." in log.parts:
        yield "log", f"'{entry.log}' leads out of the folder", "name a log within the folder of the index"
    elif not (folder / log).is_file():
        yield "log", f"there is no log '{entry.log}'", ""
    if entry.kind == "cannot" and not entry.refused:
        yield "id", "no step tries what is forbidden", 'add refused = [{ step = "1", rule = "8.2.fuel" }]'
    for refused in entry.refused:
        if refused.rule not in catalogue:
            near = nearest(refused.rule, [rule.id for rule in catalogue])
            yield "refused", f"unknown rule '{refused.rule}'", near


def _span(lines: str) -> tuple[int, int]:
    """
    >>> _span("594-621"), _span("374")
    ((594, 621), (374, 374))
    """
    first, _, last = lines.partition("-")
    return int(first), int(last or first)


class Examined(msgspec.Struct, frozen=True):
    """An entry, and what keeps its log from showing it: nothing, if all is well."""

    entry: Entry
    problems: tuple[str, ...] = ()

    @property
    def verdict(self) -> Literal["green", "failed"]:
        """Whether the log shows what the entry says."""
        return "failed" if self.problems else "green"


def examine(index: Index, play: Callable[[Path], Sequence[Result]] = Result.every) -> tuple[Examined, ...]:
    """Each entry with what is wrong with it.

    The log must be green by the edition of the book, its `source` must name the place, and each step of `refused`
    must be an illegal move that this very clause helps to refuse.

    Parameters
    ----------
    play : replays a log by each of its editions.
    """
    results = {log: play(index.folder / log) for log in index.logs()}
    return tuple(Examined(entry, tuple(_problems(entry, results[entry.log]))) for entry in index.entries)


def _problems(entry: Entry, results: Sequence[Result]) -> Iterator[str]:
    by_edition = {result.ruleset.edition: result for result in results if result.ruleset}
    result = by_edition.get(entry.book)
    if result is None or result.replay is None:
        error = next((str(result.error) for result in results if result.error), "")
        yield error or f"the log is not played by the edition {entry.book}"
        return
    if result.verdict != "green":
        yield f"the log is {result.verdict} by the edition {entry.book}"
    named = _named_places(result.source)
    for place in entry.places:
        if not any(_within(place, other) for other in named):
            yield f"the header source of the log does not name {place}"
    for refused in entry.refused:
        yield from _not_refused(refused, result.replay)


def _named_places(source: str) -> tuple[str, ...]:
    """
    >>> _named_places("8.2 EXAMPLE (2024:594-621), 7 (first:912)")
    ('2024:594-621', 'first:912')
    """
    return tuple(found[0] for found in _PLACE.finditer(source))


def _within(place: str, other: str) -> bool:
    """Whether a place lies within another one.

    >>> _within("2024:686", "2024:684-687"), _within("2024:686", "first:684-687"), _within("2024:594-621", "2024:594")
    (True, False, False)
    """
    book, _, lines = place.partition(":")
    other_book, _, other_lines = other.partition(":")
    (first, last), (other_first, other_last) = _span(lines), _span(other_lines)
    return book == other_book and other_first <= first and last <= other_last


def _not_refused(refused: Refused, replay: Replay) -> Iterator[str]:
    step = next((step for step in replay.steps if step.label == refused.step), None)
    if step is None:
        yield f"the log has no step {refused.step}"
    elif not step.illegal:
        yield f"step {refused.step} is no illegal move"
    elif refused.rule not in step.rules:
        yield f"step {refused.step} is refused by {', '.join(step.rules) or 'no rule'}, not by {refused.rule}"


def example_lines(index: Index, examined: Iterable[Examined], catalogue: Catalogue) -> Iterator[str]:
    """The index as text: book, chapter, and a line for each entry, with problems below it; then how many there are."""
    found = tuple(examined)
    book = chapter = ""
    for one in found:
        entry = one.entry
        if entry.book != book:
            if book:
                yield ""
            book, chapter = entry.book, ""
            yield index.books[book]
        if entry.chapter != chapter:
            chapter = entry.chapter
            yield f"  {chapter}  {catalogue.title(chapter)}"
        yield f"    {one.verdict:<7} {entry.id:<4} {entry.kind:<8} {entry.title} ({', '.join(entry.places)})"
        yield f"{'':25}{entry.log}{_steps(entry)}"
        for problem in one.problems:
            yield f"{'':25}! {problem}"
    yield ""
    for log in index.unlisted():
        yield f"! no entry names {log}"
    kinds = [one.entry.kind for one in found]
    green = sum(not one.problems for one in found)
    yield (
        f"{counted(kinds.count('example'), 'example')}, {kinds.count('cannot')} of what is forbidden; "
        f"{green} of {len(found)} green; {counted(len(index.logs()), 'log')}"
    )


def _steps(entry: Entry) -> str:
    """Which steps are refused, by which clause."""
    shown = ", ".join(f"{refused.step} by {refused.rule}" for refused in entry.refused)
    return f" (step {shown})" if shown else ""


def examples_json(index: Index, examined: Iterable[Examined]) -> str:
    """The same as one JSON object, the same for equal indexes."""
    data = {
        "books": dict(index.books),
        "entries": [
            {
                **msgspec.to_builtins(one.entry),
                "places": one.entry.places,
                "verdict": one.verdict,
                "problems": one.problems,
            }
            for one in examined
        ],
        "unlisted": index.unlisted(),
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()
