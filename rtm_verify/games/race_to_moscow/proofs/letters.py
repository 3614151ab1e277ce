"""Where the letter of a passage, taken by itself, breaks what must hold: what a ruling or another rule has to mend.

Of an action the clauses that mend it are left out, and the letter of the passage put in where it says something else.
There must be a counterexample then: an entry without one is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from z3 import If, Not, Or

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.proofs.cases import plain_book
from rtm_verify.games.race_to_moscow.proofs.examples import examples
from rtm_verify.games.race_to_moscow.proofs.laws import MEANING
from rtm_verify.games.race_to_moscow.proofs.properties import properties
from rtm_verify.games.race_to_moscow.spec.opinion import CHAPTERS
from rtm_verify.games.race_to_moscow.spec.words import NOBODY
from rtm_verify.proof.claims import Counterexample, Letter
from rtm_verify.proof.induction import Background, Property, Suppositions
from rtm_verify.proof.template import Template

__all__ = ["prove_letters"]

EDITION = "2024"


class _Passage(NamedTuple):
    """A passage and what it breaks.

    Parameters
    ----------
    without : the clauses that mend it.
    letter : what the passage says instead, if those clauses did more than to limit it.
    """

    name: str
    action: str
    property: str
    passage: str
    sentence: str
    settled: str
    shown: str
    without: tuple[str, ...] = ()
    letter: Callable[[Template], Iterable[Any]] = lambda _: ()


def _return_every_medal(t: Template) -> Iterator[Any]:
    """The player who loses an area gives back the medals it brought, whether he holds any or not."""
    owed = t.variable("medals won here")
    for player in range(len(PLAYERS)):
        mine = If(t.variable("owner") == player, owed, 0)
        yield t.variable(f"medals of {player}'") == t.variable(f"medals of {player}") - mine
    yield t.variable("medals left'") == t.variable("medals left") + owed
    yield t.variable("medals won here'") == 0


NO_BUNKER = "no bunker under control"

_PASSAGES = (
    _Passage(
        name="Luftbrücke onto a full card",
        action="Airlift",
        property="an army card holds six",
        passage="2024:792",
        sentence="The card brings an army one supply, and does not say that there must be room for it.",
        settled="ruling okh-supplies, by 2.2.limit",
        shown="cases/9.4/9.4-10-luftbrucke-full-card.rtm",
        without=("2.2.limit",),
    ),
    _Passage(
        name="Panzerhaubitzen onto a full card",
        action="PlayOkh",
        property="an army card holds six",
        passage="2024:794",
        sentence="The card adds one ammo to an army's card, and does not say that there must be room for it.",
        settled="ruling okh-supplies, by 2.2.limit",
        shown="cases/9.4/9.4-51-panzerhaubitzen-full-card.rtm",
        without=("2.2.limit",),
    ),
    _Passage(
        name="Transportflottille into a full harbor",
        action="ShipTo",
        property="an area holds its limit",
        passage="2024:788",
        sentence="Three supplies arrive in a harbor, and nothing is said of what it can hold.",
        settled="ruling okh-supplies, by 8.limits.excess",
        shown="cases/9.4/9.4-48-transportflottille-no-room-for-all.rtm",
        without=("8.limits.excess", "8.limits.area"),
    ),
    _Passage(
        name="a medal returned that its player does not hold",
        action="CounterAttack",
        property="no player owes a medal",
        passage="2024:572",
        sentence="The medal goes back; but it may have been spent, as on an OKH card in Total War.",
        settled="ruling lost-medal-number: if the player has any",
        shown="cases/13.5/13.5-08-a-medal-spent-and-lost.rtm",
        without=("8.medal.lost",),
        letter=_return_every_medal,
    ),
    _Passage(
        name="a bunker in an encircled area",
        action="EndMove",
        property=NO_BUNKER,
        passage="2024:544",
        sentence="What leaves an encircled area is listed, and its bunker is not: it is paid for on entering alone.",
        settled="ruling encircled-bunker",
        shown="cases/8.encirclement/8.encirclement-23-the-bunker-stays.rtm",
    ),
)


_NO_BUNKER = Property(
    NO_BUNKER,
    "A bunker is only where nobody has control.",
    ("8.fort.bunker",),
    "invariant",
    lambda s, area: Or(s("owner", area) == NOBODY, Not(s("bunkers", area))),
    ("area",),
)


def prove_letters() -> tuple[Letter, ...]:
    """What each passage breaks, with the counterexample."""
    return tuple(map(_prove, _PASSAGES))


def _prove(passage: _Passage) -> Letter:
    return Letter(
        name=passage.name,
        property=passage.property,
        passage=passage.passage,
        sentence=passage.sentence,
        settled=passage.settled,
        without=passage.without,
        shown=passage.shown,
        counterexample=next(_counterexamples(passage), None),
    )


def _counterexamples(passage: _Passage) -> Iterator[Counterexample]:
    book = plain_book(EDITION)
    template = Template(passage.action)
    CHAPTERS[passage.action](template, book)
    kept = [
        formula
        for clause, formula in zip(template.clauses, template.formulas, strict=True)
        if not set(clause.rules) & set(passage.without)
    ]
    q = Suppositions(template, MEANING, book)
    background = Background(q, (*properties(book), _NO_BUNKER), partial(examples, book, q))
    for result in background.prove(passage.action, (*kept, *passage.letter(template)), passage.property)[1:]:
        if result.property == passage.property and result.verdict == "refuted":
            yield Counterexample(action=passage.action, rules=EDITION, verdict="refuted", model=result.model)
