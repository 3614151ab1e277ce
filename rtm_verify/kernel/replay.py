"""Walk a log: play every move, check everything it claims, and keep what was found."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.event import Change, Event, net
from rtm_verify.kernel.rule import Catalogue
from rtm_verify.kernel.ruleset import Intent, Ruleset
from rtm_verify.kernel.violation import Violation
from rtm_verify.log.syntax import (
    ANNOTATIONS,
    Actor,
    Annotation,
    Because,
    Cites,
    Expect,
    Highlight,
    Log,
    Move,
    Name,
    Note,
    Printed,
    Remark,
    Statement,
    Variation,
    items_text,
)

__all__ = ["Claim", "ClaimKind", "Finding", "FindingKind", "Played", "Replay", "Step", "replay"]

FindingKind = Literal[
    "refused", "unmet", "not-cited", "not-refused", "wrong-reason", "invariant", "erratum", "bad-input"
]


class Finding(msgspec.Struct, frozen=True):
    """Something a log claims that is not so, at its place in the log.

    `refused`
        a move is against the rules;
    `unmet`
        an expected fact does not hold;
    `not-cited`
        a step does not rest on a rule it is said to rest on;
    `not-refused`, `wrong-reason`
        a move said to be illegal is legal, or is refused by other rules;
    `invariant`
        a position breaks what must always hold;
    `erratum`
        the rulebook prints a result that its rules do not give: no failure of the log;
    `bad-input`
        the log cannot be read on from here.

    Parameters
    ----------
    rules : the clauses that are broken or that refuse the move, the deciding one first; none for a fact.
    """

    kind: FindingKind
    message: str
    place: Place
    rules: tuple[str, ...] = ()

    @property
    def fails(self) -> bool:
        """Whether the log fails by it."""
        return self.kind != "erratum"


ClaimKind = Literal["accepted", "refused", "invariants", "expect", "printed", "cites", "because"]


class Claim(msgspec.Struct, frozen=True):
    """Something that was checked in a step, and what was found of it: nothing, if it is so.

    `accepted`, `refused`
        the move is legal, or illegal, as the log has it;
    `invariants`
        the position after the step breaks nothing that must always hold;
    `expect`, `printed`, `cites`, `because`
        what an annotation says: a fact, or one rule.
    """

    kind: ClaimKind
    text: str
    place: Place
    findings: tuple[Finding, ...] = ()

    @property
    def written(self) -> bool:
        """Whether an annotation of the log says it."""
        return self.kind in ANNOTATIONS


class Played(msgspec.Struct, frozen=True):
    """One action of a step: the position before it, and the one after it, if it was not refused."""

    action: Any
    before: Any
    after: Any = None


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One move of a log as it was played: the positions before and after, the ledger, and the findings.

    Parameters
    ----------
    label : ``0`` for the set-up, ``1``, ``2`` … for the main line, ``2a1`` for the first move of the first variation
        after step 2.
    state : the position after the step; for an illegal move the position before it.
    illegal : whether the log says that the move is illegal.
    played : the actions the move stands for, up to the one refused, if any.
    claims : everything that was checked in the step. What is claimed of a move that was refused is not checked.
    branch : the titles of the variations the step stands in.
    """

    label: str
    actor: str
    text: str
    place: Place
    before: Any
    state: Any
    illegal: bool = False
    played: tuple[Played, ...] = ()
    events: tuple[Event, ...] = ()
    violations: tuple[Violation, ...] = ()
    rulings: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    notes: tuple[str, ...] = ()
    highlights: tuple[str, ...] = ()
    branch: tuple[str, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is not as the log has it."""
        return tuple(finding for claim in self.claims for finding in claim.findings)

    @property
    def checked(self) -> int:
        """How many claims of the log's annotations were checked."""
        return sum(claim.written for claim in self.claims)

    @property
    def through(self) -> tuple[Any, ...]:
        """The positions between the one before the step and the one after it; none if the move was refused."""
        return tuple(played.before for played in self.played[1:]) if self.events else ()

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the step changed in all, cell by cell."""
        return net(self.events)

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses the step rests on, each once, in the order in which they came up."""
        groups = (*(event.rules for event in self.events), *(violation.rules for violation in self.violations))
        return tuple(dict.fromkeys(rule for group in groups for rule in group))


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A replayed log. If it broke off, the steps up to there are kept."""

    log: Log
    steps: tuple[Step, ...]
    error: InputError | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings, in the order of the log."""
        return tuple(finding for step in self.steps for finding in step.findings)

    @property
    def errata(self) -> tuple[Finding, ...]:
        """Where the rulebook's printed results differ from its rules."""
        return tuple(finding for finding in self.findings if finding.kind == "erratum")

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The findings by which the log fails."""
        return tuple(finding for finding in self.findings if finding.fails)

    @property
    def checked(self) -> int:
        """How many claims of the log were checked."""
        return sum(step.checked for step in self.steps)

    @property
    def verdict(self) -> Literal["green", "failed", "unreadable"]:
        """Whether everything the log claims is so."""
        return "unreadable" if self.error else "failed" if self.failures else "green"


def replay(log: Log, ruleset: Ruleset[Any, Any], *, keep_going: bool = False) -> Replay:
    """Play a log from its first position to its last.

    Parameters
    ----------
    keep_going : go on after a refused move as if it had not been there, to find what else is wrong.
    """
    walk = _Walk(log, ruleset, keep_going)
    try:
        walk.run()
    except InputError as error:
        return Replay(log=log, steps=tuple(walk.steps), error=error.at(Place(log.file)))
    return Replay(log=log, steps=tuple(walk.steps))


class _BrokenOffError(Exception):
    """The replay cannot go on after a refused move."""


class _Walk:
    def __init__(self, log: Log, ruleset: Ruleset[Any, Any], keep_going: bool) -> None:
        self.log = log
        self.ruleset = ruleset
        self.keep_going = keep_going
        self.steps: list[Step] = []

    def run(self) -> None:
        start = self.ruleset.setup()
        remarks = _leading_remarks(self.log.body)
        place = Place(self.log.file, 1, 1)
        self._add(
            Step(
                label="0",
                actor="",
                text="Set-up",
                place=place,
                before=None,
                state=start.state,
                events=start.events,
                rulings=start.rulings,
            ),
            remarks,
        )
        try:
            self._play(self.log.body[len(remarks) :], start.state, "", "", ())
        except _BrokenOffError:
            return

    def _play(self, body: tuple[Statement, ...], state: Any, actor: str, prefix: str, branch: tuple[str, ...]) -> None:
        number = variations = 0
        for statement in body:
            match statement:
                case Actor():
                    actor = self._actor(state, statement)
                case Move():
                    number += 1
                    variations = 0
                    state = self._move(state, actor, statement, f"{prefix}{number}", branch)
                case Variation():
                    letter = _letters(variations)
                    variations += 1
                    label = f"{prefix}{number}{letter}"
                    try:
                        self._play(statement.body, state, actor, label, (*branch, statement.title))
                    except _BrokenOffError:
                        if not self.keep_going:
                            raise
                case _:
                    self._remark(state, statement)

    def _actor(self, state: Any, statement: Actor) -> str:
        with_place = self.log.place(statement)
        try:
            name = self.ruleset.actor_name(statement.name)
        except InputError as error:
            raise error.at(with_place) from None
        turn = self.ruleset.actor(state)
        if name != turn:
            raise InputError(
                f"it is {turn}'s turn, not {name}'s",
                with_place,
                statement.name,
                "end the turn first (docs: the end of a turn), or start from a scenario in which it is",
            )
        return name

    def _move(self, state: Any, actor: str, move: Move, label: str, branch: tuple[str, ...]) -> Any:
        try:
            intents = self.ruleset.read_move(state, move)
        except InputError as error:
            raise error.at(self.log.place(move)) from None
        events: list[Event] = []
        played: list[Played] = []
        rulings: dict[str, None] = {}
        violations: tuple[Violation, ...] = ()
        after, refused = state, None
        for last, intent in zip((None, *intents), intents, strict=False):
            self._check_open(after, last, intent)
            violations = self.ruleset.judge(after, intent.action)
            if violations:
                refused = intent
                played.append(Played(intent.action, after))
                break
            transition = self.ruleset.apply(after, intent.action)
            played.append(Played(intent.action, after, transition.state))
            after = transition.state
            events.extend(transition.events)
            rulings.update(dict.fromkeys(transition.rulings))
        if not refused and not move.illegal and self.ruleset.is_open(after):
            raise self._left_open(intents[-1], after)
        rulings.update(dict.fromkeys(name for violation in violations for name in violation.rulings))
        stands = not move.illegal and not refused
        step = Step(
            label=label,
            actor=actor,
            text=items_text(move.items),
            place=self.log.place(move),
            before=state,
            state=after if stands else state,
            illegal=move.illegal,
            played=tuple(played),
            events=tuple(events) if stands else (),
            violations=violations,
            rulings=tuple(rulings),
            branch=branch,
        )
        self._add(step, move.annotations, refused)
        if refused and not move.illegal and not self.keep_going:
            raise _BrokenOffError
        return step.state

    def _check_open(self, state: Any, last: Intent | None, intent: Intent) -> None:
        """Strict: what is open is settled by the very next item, and nothing settles what is not open."""
        is_open = self.ruleset.is_open(state)
        if is_open and last and not self.ruleset.settles(state, intent.action):
            raise self._left_open(last, state)
        if not is_open and self.ruleset.is_answer(intent.action):
            raise InputError(
                f"'{intent.text}' answers nothing: no card is drawn and no choice is open here", self._place(intent)
            )

    def _left_open(self, last: Intent, state: Any) -> InputError:
        choice = self.ruleset.open_choice(state)
        return InputError(f"after '{last.text}' something is left open: {choice}", self._place(last))

    def _place(self, intent: Intent) -> Place:
        return intent.span.place(self.log.file)

    def _add(self, step: Step, annotations: Iterable[Annotation], refused: Intent | None = None) -> None:
        claims = [self._invariants(step)]
        if step.played:
            claims.insert(0, self._judged(step, refused))
        self.steps.append(self._annotated(msgspec.structs.replace(step, claims=tuple(claims)), annotations))

    def _judged(self, step: Step, refused: Intent | None) -> Claim:
        findings: tuple[Finding, ...] = ()
        if refused and not step.illegal:
            place = self._place(refused)
            findings = tuple(
                Finding("refused", _reason(violation), place, violation.rules) for violation in step.violations
            )
        if step.illegal and not refused:
            message = "the move is said to be illegal, and no rule forbids it"
            findings = (Finding("not-refused", message, step.place),)
        return Claim("refused" if step.illegal else "accepted", step.text, step.place, findings)

    def _invariants(self, step: Step) -> Claim:
        findings = tuple(
            Finding(
                "invariant",
                f"{breach.invariant}: {breach.message} ({', '.join(breach.rules)})",
                step.place,
                breach.rules,
            )
            for breach in self.ruleset.invariants(step.state)
        )
        return Claim("invariants", "every invariant holds", step.place, findings)

    def _remark(self, state: Any, remark: Remark) -> None:
        """A remark between two moves speaks of the position there, and is shown with the step before it."""
        last = self.steps[-1]
        checked = self._annotated(msgspec.structs.replace(last, state=state), (remark,))
        self.steps[-1] = msgspec.structs.replace(checked, state=last.state)

    def _annotated(self, step: Step, annotations: Iterable[Annotation]) -> Step:
        """The step with what its annotations say, and what of it is not so."""
        claims, notes, highlights = list(step.claims), list(step.notes), list(step.highlights)
        refused = bool(step.violations) and not step.illegal
        for annotation in annotations:
            match annotation:
                case Note():
                    notes.append(annotation.text)
                case Highlight():
                    highlights.extend(self._things(annotation))
                case _ if refused:
                    continue  # what is claimed of a move that was not played is neither so nor not so
                case Expect() | Printed():
                    claims.append(self._fact(step.state, annotation))
                case Cites():
                    claims.extend(self._cited(step, "cites", rule) for rule in annotation.rules)
                case Because() if step.violations:  # a move that no rule forbids is refused for no reason
                    claims.extend(self._cited(step, "because", rule) for rule in annotation.rules)
        return msgspec.structs.replace(step, claims=tuple(claims), notes=tuple(notes), highlights=tuple(highlights))

    def _things(self, highlight: Highlight) -> list[str]:
        found = []
        for name in highlight.names:
            try:
                found.append(self.ruleset.thing(name))
            except InputError as error:
                raise error.at(self.log.place(name)) from None
        return found

    def _fact(self, state: Any, fact: Expect | Printed) -> Claim:
        try:
            answer = self.ruleset.query(state, fact.items)
        except InputError as error:
            raise error.at(self.log.place(fact.items[0])) from None
        text, place = items_text(fact.items), self.log.place(fact)
        if isinstance(fact, Printed):
            finding = Finding("erratum", f"the rulebook prints '{text}'; by its rules: {answer.found}", place)
            return Claim("printed", text, place, () if answer.holds else (finding,))
        finding = Finding("unmet", f"expected '{text}', found: {answer.found}", place)
        return Claim("expect", text, place, () if answer.holds else (finding,))

    def _cited(self, step: Step, kind: Literal["cites", "because"], rule: Name) -> Claim:
        """The id, or some clause of the section it names, must be among the rules the step rests on."""
        place = self.log.place(rule)
        try:
            wanted = _clauses(self.ruleset.catalogue, rule.text)
        except InputError as error:
            raise error.at(place) from None
        if wanted & set(step.rules):
            return Claim(kind, rule.text, place)
        verb = "is refused by" if step.illegal else "rests on"
        message = f"the step {verb} {', '.join(step.rules) or 'no rule'}, not {rule.text}"
        finding = Finding("not-cited" if kind == "cites" else "wrong-reason", message, place)
        return Claim(kind, rule.text, place, (finding,))


def _clauses(catalogue: Catalogue, text: str) -> set[str]:
    return {text} if text in catalogue else {rule.id for rule in catalogue.under(text)}


def _reason(violation: Violation) -> str:
    fixes = f" To make it legal: {'; '.join(violation.fixes)}." if violation.fixes else ""
    return f"{violation.message} ({', '.join(violation.rules)}; {'; '.join(violation.facts)}){fixes}"


def _leading_remarks(body: tuple[Statement, ...]) -> tuple[Remark, ...]:
    remarks: list[Remark] = []
    for statement in body:
        if isinstance(statement, Actor | Move | Variation):
            break
        remarks.append(statement)
    return tuple(remarks)


def _letters(number: int) -> str:
    """0 is a, 25 is z, 26 is aa."""
    letters = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters
