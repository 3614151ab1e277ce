"""Twins of a log: the same moves from a position in which one fact is otherwise.

An example of a rulebook shows what is legal, rarely why. Its twins show it: take away one thing, and see which move is
refused then, and by which rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.kernel.replay import Claim, Replay, replay
from rtm_verify.kernel.ruleset import Ruleset, Supposition
from rtm_verify.kernel.violation import Violation
from rtm_verify.kernel.words import counted
from rtm_verify.log.reader import parse_items
from rtm_verify.log.syntax import (
    NO_COMMENTS,
    Actor,
    Because,
    Given,
    Header,
    Log,
    Move,
    Name,
    Note,
    Pin,
    Statement,
    Variation,
)

__all__ = ["VERDICTS", "RulesFor", "Twin", "Verdict", "find_twins", "make_twin", "twin_log", "worth_keeping"]

Verdict = Literal["refused", "differs", "unreadable", "same", "impossible", "broken"]
VERDICTS: tuple[Verdict, ...] = ("refused", "differs", "unreadable", "same", "impossible", "broken")

RulesFor: TypeAlias = Callable[[Log], Ruleset[Any, Any]]
"""The ruleset that a log's headers ask for."""

replace = msgspec.structs.replace

# What a position is made of: all else in a log's headers says where the log comes from.
_POSITION = ("game", "scenario", "variant")


class Twin(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of a log if one fact of its starting position is otherwise.

    `refused`
        a move of the log is against the rules now: the first one, of the main line before any variation;
    `differs`
        every move can be made, but something the log claims is not so any more;
    `unreadable`
        the moves cannot be played as they are written, such as when no card is drawn where the log names one;
    `same`
        nothing changes that the log claims, but for what the supposed fact says itself;
    `impossible`
        there is no such position;
    `broken`
        a move leads to a position that breaks an invariant: a fault of the game's engine.

    Parameters
    ----------
    step : the label of the step at which the twin parts from its original; empty if it does not.
    rules : the clauses by which the move is refused, the deciding one first.
    message : what is the case, in one sentence.
    details : everything that differs, if several things do.
    moves : for `refused`, the moves up to the refused one, as they stand in the log.
    """

    supposed: Supposition
    verdict: Verdict
    step: str = ""
    rules: tuple[str, ...] = ()
    message: str
    details: tuple[str, ...] = ()
    moves: tuple[Actor | Move, ...] = ()


def find_twins(original: Replay, ruleset: Ruleset[Any, Any], rules_for: RulesFor) -> Iterator[Twin]:
    """Every twin of a log that replays green, in the order in which the game supposes them."""
    played = [action for step in original.steps if not step.illegal for action in step.played]
    refused = [action for step in original.steps if step.illegal for action in step.played]
    for supposed in ruleset.suppositions(original.steps[0].state, played, refused):
        yield make_twin(original, supposed, rules_for)


def make_twin(original: Replay, supposed: Supposition, rules_for: RulesFor) -> Twin:
    """Play a log that replays green from the position in which one fact is otherwise."""
    log = replace(original.log, headers=(*original.log.headers, supposed.given))
    ruleset = rules_for(log)
    try:
        start = ruleset.setup().state
    except InputError as error:
        return Twin(supposed=supposed, verdict="impossible", message=_sentence(error.message))
    if not ruleset.query(start, supposed.given.items).holds:
        return Twin(supposed=supposed, verdict="impossible", message="The rest of the position says otherwise.")
    for line in _lines(original):
        if twin := _along(line, log, ruleset, supposed):
            return twin
    return _compared(original, replay(log, ruleset), start, ruleset, supposed)


def worth_keeping(twins: Sequence[Twin]) -> list[Twin]:
    """The refused twins, one for each deciding clause: the first. What stops any move shows nothing of this log."""
    kept: dict[str, Twin] = {}
    for twin in twins:
        if twin.verdict == "refused" and not twin.supposed.common:
            kept.setdefault(twin.rules[0], twin)
    return list(kept.values())


def twin_log(original: Log, name: str, twin: Twin) -> Log:
    """A refused twin as a log of its own: the moves before the refused one, and that one as illegal.

    Parameters
    ----------
    name : what the original is called.
    """
    if original.find("board"):
        message = "a log with a board of its own has its twins only beside that board: they are not written"
        raise InputError(message, original.place(original.headers[0]))
    headers = [header for header in original.headers if isinstance(header, Pin | Given) or header.name in _POSITION]
    *before, refused = twin.moves
    because = Because(tuple(map(Name, twin.rules)))
    if not isinstance(refused, Move):
        raise TypeError("only a twin with a refused move is a log")
    return Log(
        headers=(
            replace(headers[0], comments=NO_COMMENTS),
            Header("title", _capital(twin.supposed.label)),
            Header("source", f"twin of {name}"),
            *(replace(header, comments=NO_COMMENTS) for header in headers[1:]),
            twin.supposed.given,
        ),
        body=(*before, replace(refused, illegal=True, annotations=(because, Note(twin.message)))),
    )


# --- the moves of a log, line by line ----------------------------------------------------------


class _Line(msgspec.Struct, frozen=True):
    """The moves that stand, from the start of the log to the end of the main line or of a variation."""

    statements: tuple[Actor | Move, ...]
    labels: tuple[str, ...]  # of the moves, as the replay of the whole log has them


def _lines(original: Replay) -> list[_Line]:
    """The main line, then each variation with the moves that lead to it."""
    labels = iter([step.label for step in original.steps[1:]])
    return _lines_of(original.log.body, _Line((), ()), labels)


def _lines_of(body: Sequence[Statement], before: _Line, labels: Iterator[str]) -> list[_Line]:
    line, variations = before, list[_Line]()
    for statement in body:
        match statement:
            case Actor():
                line = _Line((*line.statements, replace(statement, comments=NO_COMMENTS)), line.labels)
            case Move(illegal=True):
                next(labels)  # it has a step of its own
            case Move():
                bare = replace(statement, annotations=(), comments=NO_COMMENTS)
                line = _Line((*line.statements, bare), (*line.labels, next(labels)))
            case Variation():
                variations += _lines_of(statement.body, line, labels)
            case _:
                pass
    if len(line.labels) == len(before.labels):
        return variations
    last = max(index for index, statement in enumerate(line.statements) if isinstance(statement, Move))
    return [_Line(line.statements[: last + 1], line.labels), *variations]


# --- what becomes of them ----------------------------------------------------------------------


def _along(line: _Line, log: Log, ruleset: Ruleset[Any, Any], supposed: Supposition) -> Twin | None:
    """The twin, if it comes to an end on this line."""
    found = replay(replace(log, body=line.statements, closing=()), ruleset)
    for number, step in enumerate(found.steps[1:]):
        for finding in step.findings:
            if finding.kind == "invariant":
                label = line.labels[number]
                return Twin(
                    supposed=supposed, verdict="broken", step=label, rules=finding.rules, message=finding.message
                )
    last = found.steps[-1]
    if found.error:
        # The move after the last step is the one that cannot be read, or its player has no turn.
        label = line.labels[len(found.steps) - 1]
        return Twin(supposed=supposed, verdict="unreadable", step=label, message=_sentence(found.error.message))
    if not last.violations:
        return None
    number = len(found.steps) - 2
    moves = [index for index, statement in enumerate(line.statements) if isinstance(statement, Move)]
    return Twin(
        supposed=supposed,
        verdict="refused",
        step=line.labels[number],
        rules=_deciding(last.violations),
        message=_reason(last.violations[0]),
        moves=line.statements[: moves[number] + 1],
    )


def _deciding(violations: Sequence[Violation]) -> tuple[str, ...]:
    """All clauses of the first reason, and the deciding one of each other."""
    first, *others = violations
    return tuple(dict.fromkeys((*first.rules, *(violation.rules[0] for violation in others))))


def _reason(violation: Violation) -> str:
    return f"{violation.message} ({'; '.join(violation.facts)})" if violation.facts else violation.message


def _compared(original: Replay, found: Replay, start: Any, ruleset: Ruleset[Any, Any], supposed: Supposition) -> Twin:
    """The twin all of whose moves stand: do the claims of the log, and its illegal moves?"""
    differing: list[tuple[str, str]] = []
    carried = 0
    for step in found.steps:
        for claim in step.claims:
            if not any(finding.fails for finding in claim.findings):
                continue
            if _carried(claim, original.steps[0].state, start, ruleset):
                carried += 1
            else:
                differing.append((step.label, _difference(claim)))
    if differing:
        label, message = differing[0]
        details = tuple(f"step {where}: {what}" for where, what in differing)
        return Twin(supposed=supposed, verdict="differs", step=label, message=message, details=details)
    if found.error:
        step = original.steps[min(len(found.steps), len(original.steps) - 1)]
        return Twin(supposed=supposed, verdict="unreadable", step=step.label, message=_sentence(found.error.message))
    message = f"Only what is supposed is otherwise ({counted(carried, 'claim')})." if carried else "Nothing changes."
    return Twin(supposed=supposed, verdict="same", message=message)


def _difference(claim: Claim) -> str:
    if claim.kind == "cites":  # what the step rests on instead is a long list
        return f"The step does not rest on {claim.text} any more."
    return _sentence(claim.findings[0].message)


def _carried(claim: Claim, start: Any, other_start: Any, ruleset: Ruleset[Any, Any]) -> bool:
    """Whether an expectation fails for what is supposed and not for what was played.

    What it speaks of was otherwise before the first move already: the supposed fact itself, or what follows from it,
    such as a token that is missing in the stock because it lies elsewhere.
    """
    if claim.kind != "expect":
        return False
    fact = parse_items(claim.text)
    return ruleset.query(start, fact).found != ruleset.query(other_start, fact).found


def _sentence(text: str) -> str:
    """Without the line breaks of a long message, and with a capital and a full stop."""
    text = " ".join(text.split())
    return f"{_capital(text)}{'' if text.endswith('.') else '.'}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
