"""Put together what shows that a rulebook is wrong: contradictory topics, printed results, differing clauses.

Whatever a machine finds and no entry speaks of becomes an erratum of its own, and an entry whose evidence is gone is
refused: the list can neither miss a finding nor keep one that no longer holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.kernel.erratum import SEVERITIES, Erratum
from rtm_verify.kernel.rule import Rule
from rtm_verify.proof.consistency import RLIMIT, BudgetError, Judgement, Topic, judge
from rtm_verify.proof.derivation import Derivation, Known, derive

__all__ = ["Difference", "Entry", "ErrataData", "Found", "Misprint", "Omission", "Posed", "Survey", "survey"]

_PLACE = re.compile(r"[\w-]+:\d+(?:-\d+)?")

Found = Literal["topic", "replay", "catalogue", "by hand"]


class Posed(msgspec.Struct, frozen=True):
    """A topic as it was judged for one edition."""

    edition: str
    judgement: Judgement

    @property
    def topic(self) -> Topic:
        """The topic, with the statements of this edition."""
        return self.judgement.topic


class Misprint(msgspec.Struct, frozen=True):
    """A printed result that the replay of a log does not give.

    Parameters
    ----------
    log : the log and its line.
    source : the log's own words on where it comes from, such as ``8.2 EXAMPLE (2024:594-621)``.
    book : the book that prints it.
    """

    log: str
    source: str
    book: str
    message: str


class Difference(msgspec.Struct, frozen=True):
    """A clause of a summary, and the clauses of the book it sums up that rule otherwise."""

    rule: Rule
    others: tuple[Rule, ...]


class Omission(msgspec.Struct, frozen=True):
    """Passages of examples that are no statement, and why: they say nothing that a formula could hold."""

    at: tuple[str, ...]
    reason: str


class ErrataData(msgspec.Struct, frozen=True, kw_only=True):
    """What a game knows of its errata: the entries, the topics of each edition, and what its catalogue shows.

    Parameters
    ----------
    known : by topic, the unknowns that the game's own data give, such as what is printed on its board.
    omitted : what is left out of the topics.
    """

    errata: tuple[Erratum, ...]
    topics: tuple[tuple[str, Topic], ...]
    differences: tuple[Difference, ...]
    known: Mapping[str, Mapping[str, Known]] = {}
    omitted: tuple[Omission, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """An erratum with everything that shows it."""

    erratum: Erratum
    posed: tuple[Posed, ...] = ()
    misprints: tuple[Misprint, ...] = ()
    differences: tuple[Difference, ...] = ()

    @property
    def found(self) -> tuple[Found, ...]:
        """How it was found."""
        ways: list[Found] = []
        if self.posed:
            ways.append("topic")
        if self.misprints:
            ways.append("replay")
        if self.differences:
            ways.append("catalogue")
        return tuple(ways) or ("by hand",)


class Survey(msgspec.Struct, frozen=True, kw_only=True):
    """All errata of a game, the gravest first, and the topics found consistent, or that z3 could not decide.

    A topic of which an edition says too little to be tested is in neither list. `derived` is what each edition entails
    of what the game's own data give.
    """

    entries: tuple[Entry, ...]
    consistent: tuple[Posed, ...]
    undecided: tuple[Posed, ...]
    derived: tuple[tuple[str, Derivation], ...] = ()


def survey(data: ErrataData, misprints: Sequence[Misprint], rlimit: int = RLIMIT) -> Survey:
    """Judge every topic, and give each erratum what shows it.

    Raises
    ------
    InputError
        If an entry rests on a topic that is consistent, on a replay without a misprint, on a clause that differs from
        nothing, or names a statement as wrong whose removal mends nothing.
    """
    posed = [Posed(edition, judge(topic, rlimit)) for edition, topic in data.topics]
    broken = [one for one in posed if one.judgement.verdict == "contradictory"]
    derived, unsettled = _derived(posed, data, rlimit)
    undecided = tuple(one for one in posed if one.judgement.verdict == "unknown" or one in unsettled)
    entries = [_entry(erratum, broken, misprints, data.differences, undecided) for erratum in data.errata]
    entries += _unspoken(entries, broken, misprints, data.differences)
    return Survey(
        entries=tuple(sorted(entries, key=lambda entry: SEVERITIES.index(entry.erratum.severity))),
        consistent=tuple(one for one in posed if one.judgement.tested),
        undecided=undecided,
        derived=derived,
    )


def _derived(
    posed: Iterable[Posed], data: ErrataData, rlimit: int
) -> tuple[tuple[tuple[str, Derivation], ...], list[Posed]]:
    """What the topics entail of what is known, and those of which z3 could not decide it.

    Of a contradictory topic that is what it entails without the statements that its erratum gives up.
    """
    derived, unsettled = [], []
    for one in posed:
        known = data.known.get(one.topic.id, {})
        if known and one.judgement.verdict != "unknown":
            wrong = {name for e in data.errata if one.topic.id in e.topics for name in e.wrong}
            given_up = wrong if one.judgement.verdict == "contradictory" else ()
            try:
                derived.append((one.edition, derive(one.topic, known, given_up, rlimit)))
            except BudgetError:
                unsettled.append(one)
    return tuple(derived), unsettled


def _entry(
    erratum: Erratum,
    broken: Iterable[Posed],
    misprints: Iterable[Misprint],
    differences: Iterable[Difference],
    undecided: Iterable[Posed],
) -> Entry:
    entry = Entry(
        erratum,
        tuple(one for one in broken if one.topic.id in erratum.topics),
        tuple(one for one in misprints if any(_overlap(place, one) for place in erratum.replays)),
        tuple(one for one in differences if one.rule.id in erratum.clauses),
    )
    shown = {
        *(one.topic.id for one in (*entry.posed, *undecided)),
        *(place for place in erratum.replays if any(_overlap(place, one) for one in entry.misprints)),
        *(one.rule.id for one in entry.differences),
    }
    for name in (*erratum.topics, *erratum.replays, *erratum.clauses):
        if name not in shown:
            raise InputError(f"erratum '{erratum.id}' rests on '{name}', which does not show it (any longer)")
    for one in entry.posed:
        wrong = tuple(s.id for s in one.topic.statements if s.id in erratum.wrong)
        if wrong not in one.judgement.corrections:
            told = ", ".join(wrong) or "nothing"
            raise InputError(f"erratum '{erratum.id}' gives up {told}, which does not mend topic '{one.topic.id}'")
    return entry


def _unspoken(
    entries: Sequence[Entry],
    broken: Iterable[Posed],
    misprints: Iterable[Misprint],
    differences: Iterable[Difference],
) -> list[Entry]:
    """What a machine shows and no entry speaks of, as entries of its own."""
    return [
        *(Entry(_of_topic(one), posed=(one,)) for one in broken if not any(one in e.posed for e in entries)),
        *(
            Entry(_of_misprint(one), misprints=(one,))
            for one in misprints
            if not any(one in e.misprints for e in entries)
        ),
        *(
            Entry(_of_difference(one), differences=(one,))
            for one in differences
            if not any(one in e.differences for e in entries)
        ),
    ]


# How much a finding matters is for a reader to say; until then it is taken as grave.


def _of_topic(posed: Posed) -> Erratum:
    topic, judgement = posed.topic, posed.judgement
    involved = dict.fromkeys(name for core in judgement.contradictions for name in core)
    passages = tuple(dict.fromkeys(place for name in involved for place in topic.statement(name).at))
    given_up = (" and ".join(topic.statement(name).text for name in repair.dropped) for repair in judgement.repairs)
    return Erratum(
        id=f"topic-{topic.id}-{posed.edition}",
        title=topic.title,
        kind="rules",
        severity="changes play",
        books=tuple(dict.fromkeys(place.partition(":")[0] for place in passages)),
        passages=passages,
        problem="The statements named below cannot all be true.",
        repair=f"Any one of these changes is enough. Give up: {' Or: '.join(given_up)}",
        topics=(topic.id,),
        wrong=judgement.corrections[0],
    )


def _of_misprint(misprint: Misprint) -> Erratum:
    places = tuple(_PLACE.findall(misprint.source)) or (f"{misprint.book}:1",)
    return Erratum(
        id=f"replay-{_slug(misprint.log)}",
        title=f"A printed result that the rules do not give: {misprint.source}",
        kind="example",
        severity="changes play",
        books=(misprint.book,),
        passages=places,
        problem=f"{misprint.message[:1].upper()}{misprint.message[1:]}.",
        repair="Print what the rules give.",
        replays=places,
    )


def _of_difference(difference: Difference) -> Erratum:
    rule, others = difference.rule, difference.others
    return Erratum(
        id=f"clause-{rule.id}",
        title=f"{rule.id} differs from {', '.join(other.id for other in others)}",
        kind="aid",
        severity="changes play",
        books=(rule.book,),
        passages=(rule.place, *(other.place for other in others)),
        problem=f"{rule.summary} But: {' '.join(other.summary for other in others)}",
        repair="Let the summary say what the book says.",
        clauses=(rule.id,),
    )


def _overlap(place: str, misprint: Misprint) -> bool:
    """Whether a passage shares a line with what a log comes from."""
    book, first, last = _lines(place)
    return any(
        book == other and first <= end and start <= last
        for other, start, end in map(_lines, _PLACE.findall(misprint.source))
    )


def _lines(place: str) -> tuple[str, int, int]:
    book, _, lines = place.rpartition(":")
    first, _, last = lines.partition("-")
    return book, int(first), int(last or first)


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
