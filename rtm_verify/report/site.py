"""A folder of HTML pages: an index of all logs, and the page of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from urllib.parse import quote

import msgspec

from rtm_verify.files import write_whole
from rtm_verify.kernel.replay import Finding
from rtm_verify.report.page import page, short_error, short_place
from rtm_verify.report.result import Result
from rtm_verify.report.template import fill
from rtm_verify.report.words import totals

__all__ = ["write_site"]

_LOGS = "logs"  # the pages' own folder, so that a log called index.rtm does no harm


def write_site(
    results: Sequence[Result],
    folder: Path,
    pages: Sequence[tuple[str, str, str]] = (),
    tracked: Callable[[Sequence[Result]], Iterable[Result]] = iter,
) -> Path:
    """Write ``index.html`` and the page of each log that could be replayed; returns the path of the index.

    The same results give the same files. Raises `InputError` if the folder cannot be written.

    Parameters
    ----------
    pages : others that the index links to: the name of the file, its title, and its text.
    tracked : passes the results on one by one as their pages are drawn, to show how far it is.
    """
    names = _page_names([result.path for result in results])
    rows = [_row(result, name) for result, name in zip(results, names, strict=True)]
    for result, name in zip(tracked(results), names, strict=True):
        if result.replay and result.ruleset:
            home = "../" * (len(name.parts) - 1) + "index.html"
            write_whole(folder / name, page(result.replay, result.ruleset, home))
    for file, _, text in pages:
        write_whole(folder / file, text)
    index = folder / "index.html"
    found = [item for row in rows for item in _found(row)]
    write_whole(index, fill("index.html", rows=rows, found=found, totals=totals(results), pages=pages))
    return index


class _Row(msgspec.Struct, frozen=True, kw_only=True):
    """A log in the index."""

    result: Result
    href: str
    edition: str
    chapter: str
    error: str


class _Found(msgspec.Struct, frozen=True, kw_only=True):
    """A finding in the index, with the address of its step."""

    finding: Finding
    href: str
    title: str
    source: str
    place: str


def _row(result: Result, name: PurePosixPath) -> _Row:
    error = result.error
    place = f"{short_place(error.place)}: " if error and error.place else ""
    return _Row(
        result=result,
        href=quote(str(name)) if result.replay else "",
        edition=result.ruleset.edition if result.ruleset else "",
        chapter=_chapter(result),
        error=f"{place}{short_error(error)}" if error else "",
    )


def _found(row: _Row) -> Iterator[_Found]:
    for step in row.result.replay.steps if row.result.replay else ():
        for finding in step.findings:
            yield _Found(
                finding=finding,
                href=f"{row.href}#step-{step.label}",
                title=row.result.title,
                source=row.result.source,
                place=short_place(finding.place),
            )


def _chapter(result: Result) -> str:
    """The section that a source such as ``8.2 EXAMPLE`` or ``8 Encirclement EXAMPLE`` begins with, and its title."""
    words = result.source.casefold().split()
    if not words or not result.ruleset:
        return ""
    catalogue = result.ruleset.catalogue
    titles = {rule.section: catalogue.section(rule) for rule in catalogue}
    for section in (".".join(words[:2]), words[0]):
        if section in titles:
            return f"{section} {titles[section]}"
    return ""


def _page_names(paths: Sequence[Path]) -> list[PurePosixPath]:
    """A file for each log: its own name below that of its folder, so that nothing else of the machine shows.

    >>> [str(name) for name in _page_names([Path("a/x.rtm"), Path("b/x.rtm"), Path("c/a/x.rtm"), Path("a/index.rtm")])]
    ['logs/a/x.html', 'logs/b/x.html', 'logs/a/x-2.html', 'logs/a/index.html']
    """
    names: list[PurePosixPath] = []
    for path in paths:
        stem = PurePosixPath(_LOGS, path.absolute().parent.name, path.name.removesuffix(".rtm"))
        name, number = PurePosixPath(f"{stem}.html"), 1
        while name in names:
            number += 1
            name = PurePosixPath(f"{stem}-{number}.html")
        names.append(name)
    return names
