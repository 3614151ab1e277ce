"""What the rulebooks entail of the board, fact by fact, beside what the shipped board has."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rtm_verify.kernel.words import counted
from rtm_verify.proof.derivation import Derivation, Derived

__all__ = ["FactRow", "derived_totals", "fact_rows", "granted", "misfits"]


class FactRow(msgspec.Struct, frozen=True):
    """A fact of the board: what follows for it, from which passages, and what the shipped board has.

    Parameters
    ----------
    value : what is entailed; None if the statements leave it open.
    editions : those whose documents entail it, or leave it open.
    passages : what the least statements say that prove it, edition by edition.
    shipped, origin : the shipped board's value, and where its entry comes from.
    holds : whether the shipped board has what is entailed.
    """

    meaning: str
    value: int | bool | None
    editions: tuple[str, ...]
    passages: tuple[str, ...]
    shipped: int | bool
    origin: str
    holds: bool


def fact_rows(derived: Iterable[tuple[str, Derivation]]) -> list[FactRow]:
    """A row for each fact, or for each of its values if the editions entail several, in the order of the topics.

    A fact that one edition entails is not open, though the other may leave it so.
    """
    found: dict[str, list[tuple[str, Derived]]] = {}
    for edition, derivation in derived:
        for one in derivation.derived:
            found.setdefault(one.fact.meaning, []).append((edition, one))
    rows: list[FactRow] = []
    for meaning, entries in found.items():
        values = dict.fromkeys(one.fact.value for _, one in entries)
        if len(values) > 1:
            values.pop(None, None)
        for value in values:
            said = [(edition, one) for edition, one in entries if one.fact.value == value]
            rows.append(_row(meaning, said))
    return rows


def derived_totals(derived: Iterable[tuple[str, Derivation]]) -> str:
    """How much follows for the board, and whether the shipped board agrees, in one line."""
    found = list(derived)
    rows = fact_rows(found)
    entailed = [row for row in rows if row.value is not None]
    against = sum(not row.holds for row in entailed)
    agrees = f"{against} do not hold" if against else "all hold"
    told = f"{counted(len(entailed), 'fact')} of the board entailed: {agrees} on the shipped board"
    return "; ".join([told, f"{len(rows) - len(entailed)} left open", *misfits(found)])


def misfits(derived: Iterable[tuple[str, Derivation]]) -> list[str]:
    """The topics whose statements cannot all hold on the shipped board."""
    return [
        f"NOT KEPT by the shipped board as a whole: topic {derivation.topic.id} ({edition})"
        for edition, derivation in derived
        if not derivation.fits
    ]


def granted(derived: Iterable[tuple[str, Derivation]]) -> list[str]:
    """What the facts rest on besides the statements: the axioms of their topics, and what an erratum gives up."""
    found: dict[str, None] = {}
    for edition, derivation in derived:
        topic = derivation.topic
        for name in derivation.given_up:
            found[f"{topic.id} ({edition}): without '{name}', which its erratum gives up"] = None
        for axiom in topic.axioms:
            found[f"{topic.id}: {axiom.text}"] = None
    return list(found)


def _row(meaning: str, entries: list[tuple[str, Derived]]) -> FactRow:
    first = entries[0][1]
    passages = dict.fromkeys(place for _, one in entries for statement in one.proof for place in statement.at)
    provenance = first.known.provenance
    return FactRow(
        meaning,
        first.fact.value,
        tuple(dict.fromkeys(edition for edition, _ in entries)),
        tuple(passages),
        first.known.value,
        " ".join([provenance.kind, ", ".join(provenance.at)]).strip() if provenance else "",
        first.holds,
    )
