"""One log as one HTML file that needs nothing else: the moves, the map at each of them, the ledger and the rules."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.event import Change
from rtm_verify.kernel.picture import Picture
from rtm_verify.kernel.replay import Finding, Replay, Step
from rtm_verify.kernel.ruleset import Ruleset
from rtm_verify.kernel.ruling import Ruling
from rtm_verify.render.steps import shown_things
from rtm_verify.report.drawings import Drawings, close_up
from rtm_verify.report.template import fill
from rtm_verify.report.words import Account, accounts, verdict_line

__all__ = ["page", "short_error", "short_place"]

_UNKNOWN = "This clause is not in the catalogue yet."


def page(replay: Replay, ruleset: Ruleset[Any, Any], home: str = "") -> str:
    """The page of a replay. Equal replays give equal pages.

    Parameters
    ----------
    home : the address of the index the page belongs to, for a link back; empty for a page that stands alone.
    """
    from markupsafe import Markup

    pictures = [_picture(step, ruleset) for step in replay.steps]
    drawings = Drawings.of(pictures)
    views = [
        _view(step, ruleset, picture, content)
        for step, picture, content in zip(replay.steps, pictures, drawings.contents, strict=True)
    ]
    log = replay.log
    return fill(
        "page.html",
        title=log.header("title") or PurePath(log.file).name,
        source=log.header("source"),
        file=PurePath(log.file).name,
        game=ruleset.game,
        edition=ruleset.edition,
        authors=log.values("author"),
        date=log.header("date"),
        verdict=replay.verdict,
        verdict_line=f"unreadable: {short_error(replay.error)}" if replay.error else verdict_line(replay),
        error=replay.error,
        error_place=short_place(replay.error.place) if replay.error and replay.error.place else "",
        error_text=short_error(replay.error) if replay.error else "",
        views=views,
        rules=_rules(replay.steps, ruleset),
        shapes=Markup(drawings.shapes),  # noqa: S704 (our own renderer's SVG: it escapes every text)
        home=home,
    )


def short_place(place: Place) -> str:
    """A place with its file's name alone: the page is the same on every machine."""
    return str(Place(PurePath(place.file).name, place.line, place.column))


def short_error(error: InputError) -> str:
    """An error without its place."""
    return str(InputError(error.message, text=error.text, suggestion=error.suggestion))


class _Reading(msgspec.Struct, frozen=True):
    """A ruling a step hung on, and how it was read."""

    ruling: Ruling
    choice: str
    is_default: bool

    @property
    def meaning(self) -> str:
        return self.ruling.alternatives[self.choice]


class _Row(msgspec.Struct, frozen=True):
    """A line of the table of changes."""

    what: str
    change: str
    now: str


class _View(msgspec.Struct, frozen=True, kw_only=True):
    """A step as the template shows it."""

    step: Step
    content: Any
    sheet: str
    close_up: str
    alt: str
    accounts: tuple[tuple[str, tuple[_Row, ...]], ...]
    readings: tuple[_Reading, ...]
    findings: tuple[tuple[Finding, str], ...]


class _CitedRule(msgspec.Struct, frozen=True, kw_only=True):
    """A clause in the list at the bottom of the page."""

    id: str
    summary: str
    place: str
    section: str
    steps: tuple[str, ...]


def _picture(step: Step, ruleset: Ruleset[Any, Any]) -> Picture:
    """The map after a step; for a refused move the one before it, where nothing has changed."""
    before = step.before if step.events else None
    return ruleset.picture(step.state, before, shown_things(ruleset, step), _caption(step), step.through)


def _caption(step: Step) -> str:
    if step.label == "0":
        return "The starting position"
    return f"Before the refused move {step.label}" if step.violations else f"After step {step.label}"


def _view(step: Step, ruleset: Ruleset[Any, Any], picture: Picture, content: str) -> _View:
    from markupsafe import Markup

    quiet = ruleset.picture(step.state, None, (), _caption(step))
    box = close_up(picture, quiet) if step.label != "0" else None
    return _View(
        step=step,
        content=Markup(content),  # noqa: S704 (our own renderer's SVG: it escapes every text)
        sheet=f"0 0 {picture.width:.0f} {picture.height:.0f}",
        close_up=" ".join(f"{number:g}" for number in box) if box else "",
        alt=_alt(step),
        accounts=tuple(_rows(account) for account in accounts(step.changes)) if step.label != "0" else (),
        readings=tuple(_reading(name, ruleset) for name in step.rulings),
        findings=tuple((finding, short_place(finding.place)) for finding in step.findings),
    )


def _alt(step: Step) -> str:
    """What the map shows, for who cannot see it: the events tell the rest in full."""
    changed = "; ".join(map(str, accounts(step.changes))) if step.label != "0" else ""
    return f"Map: {_caption(step).lower()}{'. Changed: ' + changed if changed else ''}"


def _rows(account: Account) -> tuple[str, tuple[_Row, ...]]:
    return account.owner, tuple(_row(change) for change in account.changes)


def _row(change: Change) -> _Row:
    if isinstance(change.before, int) and isinstance(change.after, int):
        delta = change.after - change.before
        return _Row(change.cell, f"{'+' if delta >= 0 else '−'}{abs(delta)}", str(change.after))
    return _Row(change.cell, f"{change.before} →", str(change.after))


def _reading(name: str, ruleset: Ruleset[Any, Any]) -> _Reading:
    ruling, choice = ruleset.rulings[name], ruleset.readings[name]
    return _Reading(ruling, choice, choice == ruling.default.get(ruleset.edition, ruling.default["*"]))


def _rules(steps: Iterable[Step], ruleset: Ruleset[Any, Any]) -> dict[str, _CitedRule]:
    """Every clause the page names, in the order of the rulebook, with the steps that rest on it."""
    users: dict[str, list[str]] = {}
    for step in steps:
        for rule in step.rules:
            users.setdefault(rule, []).append(step.label)
    catalogue = ruleset.catalogue
    cited = {
        rule.id: _CitedRule(
            id=rule.id,
            summary=rule.summary,
            place=rule.place,
            section=f"{rule.section} {catalogue.section(rule)}",
            steps=tuple(users[rule.id]),
        )
        for rule in catalogue
        if rule.id in users
    }
    # A clause the catalogue lacks is a defect of the game's data, and no reason to show nothing.
    for name, labels in users.items():
        if name not in cited:
            cited[name] = _CitedRule(id=name, summary=_UNKNOWN, place="", section="", steps=tuple(labels))
    return cited
