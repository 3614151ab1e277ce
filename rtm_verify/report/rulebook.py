"""The rule catalogue and the rulings as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rtm_verify.kernel.rule import Catalogue, Rule
from rtm_verify.kernel.ruling import Ruling, Rulings

__all__ = ["rule_lines", "ruling_lines"]

_WIDTH = 80


def rule_lines(catalogue: Catalogue, wanted: str) -> Iterator[str]:
    """The clause or the section `wanted`, or the whole catalogue. Raises `InputError` for an unknown id."""
    if wanted in catalogue:
        clauses: tuple[Rule, ...] = (catalogue[wanted],)
    else:
        clauses = catalogue.under(wanted) if wanted else tuple(catalogue)
    section = ""
    for rule in clauses:
        if rule.section != section:
            if section:
                yield ""
            section = rule.section
            yield f"{section}  {catalogue.section(rule)}"
        yield f"  {rule.id}  ({rule.kind}, {rule.place})"
        yield from textwrap.wrap(rule.summary, _WIDTH, initial_indent="    ", subsequent_indent="    ")


def ruling_lines(rulings: Rulings, wanted: str) -> Iterator[str]:
    """The ruling `wanted`, or all. Raises `InputError` for an unknown id."""
    for name in [wanted] if wanted else rulings:
        yield from _one_ruling(rulings[name])
        yield ""


def _one_ruling(ruling: Ruling) -> Iterator[str]:
    yield ruling.id
    yield from textwrap.wrap(ruling.question, _WIDTH, initial_indent="  ", subsequent_indent="  ")
    for name, meaning in ruling.alternatives.items():
        rest = "every other edition" if len(ruling.default) > 1 else "every edition"
        editions = [rest if edition == "*" else edition for edition, choice in ruling.default.items() if choice == name]
        default = f" [default: {', '.join(editions)}]" if editions else ""
        yield from textwrap.wrap(
            f"{name}: {meaning}{default}", _WIDTH, initial_indent="    ", subsequent_indent="      "
        )
    yield from textwrap.wrap(f"why: {ruling.why}", _WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield from textwrap.wrap(
        f"passages: {', '.join(ruling.passages)}; rules: {', '.join(ruling.rules)}",
        _WIDTH,
        initial_indent="  ",
        subsequent_indent="  ",
    )
