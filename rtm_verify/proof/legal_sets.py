"""Every action that a spec allows in a position, found without a list of legal ones; and where an engine's differs.

Step by step conformance speaks of actions that were tried. Here the actions come from their *forms*: each kind of
action with all values its parameters can have, whether they make sense or not. Parameters are settled one after the
other, the rest is left free; a clause that is broken whatever the rest may be cuts off all that comes after. Amounts
are not listed: they stay free, and z3 finds every choice that fits. Amounts without a bound are a finding, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import msgspec
import z3

from rtm_verify.kernel.ruleset import Ruleset
from rtm_verify.proof.free import Free, Unsettled
from rtm_verify.proof.guards import Node, compiled, variables
from rtm_verify.proof.spec import Spec
from rtm_verify.proof.template import Template, Unanswered, Unbounded, Value

__all__ = ["Comparison", "Difference", "DifferenceKind", "Form", "allowed", "compare", "outcomes"]

# Where a reader must know an amount, it is tried out: nothing in a game is counted further.
TRIED = tuple(range(-1, 16))
# What a reader raises that had to know a part left free.
_OPEN = (Unsettled, TypeError, AttributeError)


class Form(msgspec.Struct, frozen=True):
    """All actions of one kind.

    Parameters
    ----------
    kind : the action's name.
    build : the action with these parameters, then these amounts.
    parameters : the values each parameter can have.
    amounts : how many numbers are left free.
    """

    kind: str
    build: Callable[..., Any]
    parameters: tuple[tuple[Any, ...], ...] = ()
    amounts: int = 0

    def blank(self, settled: tuple[Any, ...] = ()) -> Any:
        """The action with these parameters and amounts settled, and everything after them left free."""
        free = [*(Free() for _ in self.parameters), *map(Free, self.numbers)]
        return self.build(*settled, *free[len(settled) :])

    @property
    def numbers(self) -> tuple[Any, ...]:
        """The amounts as z3 numbers."""
        return tuple(z3.Int(f"free {index}") for index in range(self.amounts))


class _Guard(NamedTuple):
    """One guard of a template: its place there, the variables it reads, and what it says of known values."""

    place: int
    names: tuple[str, ...]
    holds: Node


@lru_cache(maxsize=256)
def _guards(template: Template) -> tuple[_Guard, ...]:
    """The guards of a template, compiled once. What the clauses leave open is read by nobody."""
    readable = set(template.names)
    return tuple(
        _Guard(place, tuple(name for name in variables(formula) if name in readable), compiled(formula))
        for place, (clause, formula) in enumerate(zip(template.clauses, template.formulas, strict=True))
        if clause.guard
    )


class _Findings(NamedTuple):
    """What is known of an action, what is said in terms of its amounts, and the guards that are still undecided."""

    known: dict[str, Value]
    terms: dict[str, Any]
    left: list[_Guard]


def allowed(spec: Spec, before: Any, form: Form) -> Iterator[Any]:
    """Every action of a form that the spec's guards allow in a position.

    Raises
    ------
    Unbounded
        If the guards leave an amount without a bound.
    Unanswered
        If z3 gives up.
    """
    return _Search(spec, before, form).all()


class _Search:
    """The parameters of a form are settled one by one, as long as no guard is broken whatever the others are."""

    def __init__(self, spec: Spec, before: Any, form: Form) -> None:
        self.spec = spec
        self.before = before
        self.form = form
        self.template = spec.outlook(before, form.blank()).template

    def all(self) -> Iterator[Any]:
        """Every action that no guard forbids."""
        return self._settle((), {}, _guards(self.template))

    def _settle(self, settled: tuple[Any, ...], known: dict[str, Value], guards: Iterable[_Guard]) -> Iterator[Any]:
        found = self._look(settled, known, guards)
        if found is None:
            return
        depth, parameters = len(settled), len(self.form.parameters)
        if depth < parameters:
            values = self.form.parameters[depth]
        elif depth < parameters + self.form.amounts and (depth > parameters or self._must_know(found)):
            values = TRIED
        elif found.left or depth < parameters + self.form.amounts:
            yield from (self.form.blank((*settled, *amounts)) for amounts in self._solve(found, depth - parameters))
            return
        else:
            yield self.form.blank(settled)
            return
        for value in values:
            yield from self._settle((*settled, value), found.known, found.left)

    def _look(self, settled: tuple[Any, ...], known: dict[str, Value], guards: Iterable[_Guard]) -> _Findings | None:
        """What the guards find; None if one is broken."""
        whole = len(settled) == len(self.form.parameters) + self.form.amounts
        read = self.spec.outlook(self.before, self.form.blank(settled)).read
        known, terms, left, hidden = dict(known), dict[str, Any](), list[_Guard](), set[str]()
        for guard in guards:
            for name in guard.names:
                if name in known or name in terms or name in hidden:
                    continue
                try:
                    value = read(name)
                except _OPEN:
                    if whole:
                        raise
                    hidden.add(name)
                    continue
                if not isinstance(value, Free):
                    known[name] = value
                elif value.term is not None:
                    terms[name] = value.term
                else:
                    hidden.add(name)
            truth = guard.holds(known)
            if truth is False:
                return None
            if truth is None:
                left.append(guard)
        return _Findings(known, terms, left)

    @staticmethod
    def _must_know(found: _Findings) -> bool:
        """Whether a guard reads something that cannot be said in terms of the amounts."""
        return any(name not in found.known and name not in found.terms for guard in found.left for name in guard.names)

    def _solve(self, found: _Findings, tried: int) -> list[tuple[int, ...]]:
        """The amounts, beyond those `tried` out, by which all guards that are left can hold."""
        names = {name for guard in found.left for name in guard.names}
        view = {name: value for name, value in found.known.items() if name in names}
        terms = {name: term for name, term in found.terms.items() if name in names}
        return list(
            self.template.solutions([guard.place for guard in found.left], view, terms, self.form.numbers[tried:])
        )


# Both opinions

DifferenceKind = Literal["not allowed", "refused", "not listed", "outcome", "unbounded", "unknown", "error"]


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """Where the two opinions on a position's legal actions part.

    `not allowed`
        the engine lists an action that the spec forbids: one action too many, or a clause too strict;
    `refused`
        the engine refuses an action that the spec allows: a legal move is missing, or the spec lacks a guard;
    `not listed`
        both allow it, but the engine's list neither has it nor stands for it;
    `outcome`
        both allow it, but the spec does not allow what the engine makes of it;
    `unbounded`
        the spec leaves an amount without a bound;
    `unknown`
        z3 gave up;
    `error`
        the spec fails on a position, or on an action that makes no sense.

    Parameters
    ----------
    rules : by which the one that refuses it does so; of an outcome, the cells too that changed for no reason.
    """

    kind: DifferenceKind
    form: str
    action: str
    rules: tuple[str, ...] = ()


class Comparison(msgspec.Struct, frozen=True):
    """What was compared in one position.

    Parameters
    ----------
    asked : the kinds of action that the spec speaks of there.
    agreed : how many actions of each kind both allow; those that another stands for are counted.
    silent : how many listed actions of each kind the spec does not speak of.
    """

    asked: tuple[str, ...]
    agreed: dict[str, int]
    silent: dict[str, int]
    differences: tuple[Difference, ...] = ()


# Whether what the engine lists stands for an action that it accepts and does not list.
Stands = Callable[[Ruleset[Any, Any], Any, frozenset[Any], Any], bool]


def compare(ruleset: Ruleset[Any, Any], spec: Spec, before: Any, forms: Iterable[Form], stands: Stands) -> Comparison:
    """The engine's legal actions in a position beside the spec's.

    Every listed action is allowed by the spec; every action that the spec allows has no violation; and every such
    action is listed, or one that is listed stands for it.
    """
    listed = ruleset.legal(before)
    asked, agreed, silent, found = list[str](), dict[str, int](), dict[str, int](), list[Difference]()
    for form in forms:
        mine = [action for action in listed if type(action).__name__ == form.kind]
        if not _speaks_of(spec, before, form.blank()):
            if mine:
                silent[form.kind] = len(mine)
            continue
        asked.append(form.kind)
        try:
            others = {action for action in allowed(spec, before, form) if spec.speaks_of(before, action)}
        except Unbounded:
            found.append(Difference(kind="unbounded", form=form.kind, action=form.kind))
            continue
        except Unanswered:
            found.append(Difference(kind="unknown", form=form.kind, action=form.kind))
            continue
        except Exception as problem:  # whatever it is: the other kinds of action are compared all the same
            found.append(Difference(kind="error", form=form.kind, action=f"{type(problem).__name__}: {problem}"))
            continue
        parted = list(_differences(ruleset, spec, before, mine, others, stands))
        found.extend(parted)
        agreed[form.kind] = len(others) - sum(difference.kind == "refused" for difference in parted)
    return Comparison(tuple(asked), agreed, silent, tuple(found))


def _speaks_of(spec: Spec, before: Any, blank: Any) -> bool:
    try:
        return spec.speaks_of(before, blank)
    except _OPEN:
        return True  # of some of the actions, perhaps


def _differences(
    ruleset: Ruleset[Any, Any], spec: Spec, before: Any, listed: list[Any], others: set[Any], stands: Stands
) -> Iterator[Difference]:
    def difference(kind: DifferenceKind, action: Any, rules: Iterable[str] = ()) -> Difference:
        form = type(action).__name__
        return Difference(kind=kind, form=form, action=spec.describe(action), rules=tuple(dict.fromkeys(rules)))

    known = frozenset(listed)
    for action in listed:
        if action not in others and spec.speaks_of(before, action):
            question = spec.question(before, action, None)
            yield difference("not allowed", action, question.template.ask(question.view).rules)
    for action in sorted(others - known, key=repr):
        violations = ruleset.judge(before, action)
        if violations:
            yield difference("refused", action, (rule for violation in violations for rule in violation.rules))
        elif not stands(ruleset, before, known, action):
            yield difference("not listed", action)


def outcomes(ruleset: Ruleset[Any, Any], spec: Spec, before: Any, actions: Iterable[Any]) -> Iterator[Difference]:
    """Those of some actions which both allow, and whose outcome the spec does not."""
    for action in actions:
        question = spec.question(before, action, ruleset.apply(before, action).state)
        answer = question.template.ask(question.view)
        found = (*answer.rules, *question.strays)
        if answer.verdict == "unknown" or found:
            kind: DifferenceKind = "outcome" if found else "unknown"
            yield Difference(kind=kind, form=type(action).__name__, action=spec.describe(action), rules=found)
