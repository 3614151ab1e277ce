"""All proofs of the game in one go: every property under every action, the letters of the book, and encirclement."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, as_completed
from typing import Any

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.board import Board
from rtm_verify.games.race_to_moscow.proofs.cases import plain_book
from rtm_verify.games.race_to_moscow.proofs.encirclement import prove_encirclement
from rtm_verify.games.race_to_moscow.proofs.examples import counterexample_log
from rtm_verify.games.race_to_moscow.proofs.invariants import NEVER, Answered, prove_action
from rtm_verify.games.race_to_moscow.proofs.letters import prove_letters
from rtm_verify.games.race_to_moscow.proofs.properties import properties
from rtm_verify.games.race_to_moscow.ruleset import EDITIONS
from rtm_verify.games.race_to_moscow.spec.opinion import CHAPTERS
from rtm_verify.proof.claims import Claim, Counterexample, Impossible, Letter, Proved
from rtm_verify.proof.induction import Property

__all__ = ["prove_all"]

replace = msgspec.structs.replace

# The actions that take longest, so that no process waits for one of them in the end.
_LONGEST = ("Draw", "Fight", "Enter", "MoveMedal", "TakeTransport", "Decline", "FlipTrack", "EatFrom")
_LETTERS = "the letter of the book"
_ENCIRCLEMENT = "encirclement"

Report = Callable[[str, int, int], None]


def prove_all(
    board: Board, jobs: int, fits: Callable[[str], bool], progress: Report = lambda *_: None, only: str = ""
) -> Proved:
    """Prove every claim.

    Parameters
    ----------
    board : on which the engine's search for encircled areas is proved; all else is proved for any board.
    jobs : how many processes share the work. The answer is the same, but for the seconds.
    fits : whether a text can be set up as a log, for counterexamples.
    progress : is told what has been done, how many parts those are, and of how many.
    only : a part of a name: the claims that have it. Every invariant is supposed all the same.
    """
    of_properties, of_encirclement = any(only in prop.name for prop in _every_property()), only in _ENCIRCLEMENT
    if not (of_properties or of_encirclement):
        raise InputError(f"no claim has '{only}' in its name", None, only, "see them all: rtm-verify prove")
    encirclement = prove_encirclement(board, jobs) if of_encirclement else []
    answered: list[Answered] = []
    letters: tuple[Letter, ...] = ()
    if of_properties:
        progress(_ENCIRCLEMENT, 1, len(CHAPTERS) + 2)
        with ProcessPoolExecutor(jobs) as pool:
            answered, letters = _collected(pool, progress, only)
    claims = [claim for claim in _claims(answered, fits) if only in claim.name]
    return Proved(
        claims=tuple(claims),
        impossible=tuple(_impossible(answered)),
        letters=tuple(_with_log(letter, fits) for letter in letters if only in letter.property),
        encirclement=tuple(encirclement),
        contradictions=tuple(_contradictions(answered)),
    )


def _collected(pool: Executor, progress: Report, only: str) -> tuple[list[Answered], tuple[Letter, ...]]:
    """What came of every action, in the order of the chapters."""
    actions = sorted(CHAPTERS, key=lambda action: action not in _LONGEST)
    running: dict[str, Future[tuple[Answered, ...]]] = {
        action: pool.submit(prove_action, action, only) for action in actions
    }
    letters = pool.submit(prove_letters)
    names: dict[Future[Any], str] = {**{future: action for action, future in running.items()}, letters: _LETTERS}
    for number, future in enumerate(as_completed(names), 2):
        progress(names[future], number, len(names) + 1)
    return [answer for action in CHAPTERS for answer in running[action].result()], letters.result()


def _claims(answered: Iterable[Answered], fits: Callable[[str], bool]) -> Iterator[Claim]:
    """What came of each property under all actions."""
    asked: dict[str, int] = {}
    failures: dict[str, list[Counterexample]] = {}
    for answer in answered:
        for result in answer.results[1:]:
            asked[result.property] = asked.get(result.property, 0) + 1
            if result.verdict != "proved":
                found = Counterexample(
                    action=answer.action, rules=answer.rules, verdict=result.verdict, model=result.model
                )
                log = counterexample_log(found, answer.book, result.property, fits)
                failures.setdefault(result.property, []).append(replace(found, log=log))
    for prop in _every_property():
        yield Claim(
            name=prop.name,
            sentence=prop.sentence,
            kind=prop.kind,
            rules=prop.rules,
            asked=asked.get(prop.name, 0),
            failures=tuple(failures.get(prop.name, ())),
        )


def _every_property() -> tuple[Property, ...]:
    return properties(plain_book(EDITIONS[0]))


def _with_log(letter: Letter, fits: Callable[[str], bool]) -> Letter:
    found = letter.counterexample
    if found is None:
        return letter
    log = counterexample_log(found, plain_book(found.rules), letter.property, fits)
    return replace(letter, counterexample=replace(found, log=log))


def _impossible(answered: Iterable[Answered]) -> Iterator[Impossible]:
    rules: dict[str, list[str]] = {}
    for answer in answered:
        if answer.never:
            rules.setdefault(answer.action, []).append(answer.rules)
    for action, those in rules.items():
        yield Impossible(action=action, rules=tuple(those), reason=NEVER[action][0])


def _contradictions(answered: Iterable[Answered]) -> Iterator[Counterexample]:
    for answer in answered:
        if answer.results[0].verdict == "unknown":
            yield Counterexample(action=answer.action, rules=answer.rules, verdict="unknown")
