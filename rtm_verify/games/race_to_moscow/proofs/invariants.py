"""Every property under every action, under every rule that changes what the action does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from rtm_verify.games.race_to_moscow.proofs.cases import Case, Watched, cases
from rtm_verify.games.race_to_moscow.proofs.examples import examples
from rtm_verify.games.race_to_moscow.proofs.laws import MEANING
from rtm_verify.games.race_to_moscow.proofs.properties import properties
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.proof.induction import POSSIBLE, Background, Result, Suppositions

__all__ = ["NEVER", "Answered", "prove_action"]

# The actions that cannot be taken in any position, and under which rules. Any other that is found impossible is a
# contradiction among the suppositions, from which everything would follow.
NEVER: dict[str, tuple[str, Callable[[Book], bool]]] = {
    "Redeploy": ("An army rides only by the variant redeployment.", lambda book: "redeployment" not in book.variants),
    "WinterAttack": ("There is no winter without the variant.", lambda book: "winter" not in book.variants),
    "ShowSide": ("Markers have no sides without a Soviet player.", lambda book: "soviet-player" not in book.variants),
    "LookUnder": ("Markers have no sides without a Soviet player.", lambda book: "soviet-player" not in book.variants),
    "AirSupportOver": (
        "Without a Soviet player Air Support lies on decks.",
        lambda book: "soviet-player" not in book.variants,
    ),
    "AirSupport": ("With a Soviet player Air Support lies on markers.", lambda book: "soviet-player" in book.variants),
    "Peek": ("With a Soviet player Recon looks under markers.", lambda book: "soviet-player" in book.variants),
    "UseNow": (
        "A card that is used after the move has to be held, since it is drawn during one.",
        lambda book: book.reads("held-card-now", "after-move"),
    ),
}


class Answered(NamedTuple):
    """What came of all properties for an action under some rules."""

    action: str
    rules: str
    book: Book
    results: tuple[Result, ...]

    @property
    def never(self) -> bool:
        """Whether the action is impossible under these rules, as it should be."""
        return self.results[0].verdict == "refuted"


class _Shared(NamedTuple):
    """A background, with all of the rules that it depends on."""

    variables: frozenset[str]
    edition: str
    variants: frozenset[str]
    readings: dict[str, str]
    background: Background

    def fits(self, case: Case) -> bool:
        chosen = dict(case.book.readings)
        return (
            self.edition == case.book.edition.name
            and self.variants == case.book.variants
            and self.variables == frozenset(case.template.names)
            and all(chosen[ruling] == reading for ruling, reading in self.readings.items())
        )


def prove_action(action: str, only: str = "") -> tuple[Answered, ...]:
    """What comes of every property under an action, for each set of clauses it can have.

    Parameters
    ----------
    only : a part of a name: the properties that have it.
    """
    return tuple(_prove(action, only))


def _prove(action: str, only: str) -> Iterator[Answered]:
    shared: list[_Shared] = []
    for case in cases(action):
        known = next((each for each in shared if each.fits(case)), None)
        if known is None:
            known = _background(case)
            shared.append(known)
        results = known.background.prove(action, case.template.formulas, only)
        possible = results[0]
        if possible.verdict == "refuted" and not (action in NEVER and NEVER[action][1](case.book)):
            results = (Result(POSSIBLE, action, "unknown"),)  # from what contradicts itself everything would follow
        yield Answered(action, case.rules, case.book, results)


def _background(case: Case) -> _Shared:
    watched = Watched.over(case.book, case.book.variants)
    q = Suppositions(case.template, MEANING, watched)
    background = Background(q, properties(watched), partial(examples, case.book, q))
    readings = {ruling: reading for ruling, reading in case.book.readings if ruling in watched.asked}
    return _Shared(frozenset(case.template.names), case.book.edition.name, case.book.variants, readings, background)
