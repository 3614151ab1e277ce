"""Whether the statements of a text can all be true: if not, every minimal contradiction and every smallest repair.

A *topic* is a handful of statements over named unknowns, each a formula with the passages that say it, and *axioms*,
which nobody doubts: definitions, or rules that the statements rest on. Each statement is switched on by a literal of
its own. A *contradiction* is a set of statements that cannot hold together although any of them left out lets the rest
hold (a minimal unsatisfiable set). A *correction* is a least set of statements whose removal leaves the rest
satisfiable. Both are listed completely, by the MARCO algorithm (Liffiton et al., "Fast, flexible MUS enumeration",
2016). What the remaining statements say of an unknown is asked of z3 too: a value is named only if there is no other.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Literal, cast

import msgspec
import z3

from rtm_verify.proof.formula import Formula, Node, Sort

__all__ = [
    "Axiom",
    "BudgetError",
    "Fact",
    "Judgement",
    "Question",
    "Repair",
    "Statement",
    "Topic",
    "Verdict",
    "judge",
    "least",
    "verdict",
]

Verdict = Literal["consistent", "contradictory", "unknown"]

SEED = 1941
RLIMIT = 2_000_000  # a question takes some hundred to some thousand units


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a text says.

    Parameters
    ----------
    id : its name within the topic.
    at : the passages that say it, such as ``2024:48``.
    text : what it says, in our own words.
    """

    id: str
    at: tuple[str, ...]
    text: str
    formula: Formula


class Axiom(msgspec.Struct, frozen=True, kw_only=True):
    """Something that holds whatever the text says: a definition, or a rule that nobody doubts.

    Parameters
    ----------
    rules : the clauses of the catalogue that it rests on, each with its place; none for a definition.
    """

    text: str
    formula: Formula
    rules: Mapping[str, str] = {}


class Topic(msgspec.Struct, frozen=True, kw_only=True):
    """Statements about the same unknowns.

    Parameters
    ----------
    flags, numbers : the unknowns, each with its meaning.
    ask : the unknowns whose value is of interest if the statements determine it.
    """

    id: str
    title: str
    flags: Mapping[str, str]
    numbers: Mapping[str, str]
    statements: tuple[Statement, ...]
    axioms: tuple[Axiom, ...] = ()
    ask: tuple[str, ...] = ()

    @property
    def sorts(self) -> dict[str, Sort]:
        """Whether each unknown is a number or a flag."""
        return {**dict.fromkeys(self.flags, "flag"), **dict.fromkeys(self.numbers, "number")}

    def statement(self, name: str) -> Statement:
        """The statement of this name."""
        return next(statement for statement in self.statements if statement.id == name)

    def within(self, books: Collection[str]) -> Topic:
        """The part of the topic that stands in these books; a definition belongs to every book."""
        statements = [msgspec.structs.replace(s, at=at) for s in self.statements if (at := _in(s.at, books))]
        axioms = []
        for axiom in self.axioms:
            rules = {rule: at for rule, at in axiom.rules.items() if _in((at,), books)}
            if rules or not axiom.rules:
                axioms.append(msgspec.structs.replace(axiom, rules=rules))
        return msgspec.structs.replace(self, statements=tuple(statements), axioms=tuple(axioms))


class Fact(msgspec.Struct, frozen=True):
    """What follows for an unknown: its only possible value, or None if there are several."""

    name: str
    meaning: str
    value: int | bool | None

    def __str__(self) -> str:
        """
        >>> print(Fact("fort", "Velikiye Luki is fortified", False), Fact("n", "cards", 21), sep="; ")
        Velikiye Luki is fortified: no; cards: 21
        """
        if isinstance(self.value, bool):
            return f"{self.meaning}: {'yes' if self.value else 'no'}"
        return f"{self.meaning}: {'not determined' if self.value is None else self.value}"


class Repair(msgspec.Struct, frozen=True):
    """A smallest correction: the statements given up, what their unknowns must be then, and the facts asked for."""

    dropped: tuple[str, ...]
    instead: tuple[Fact, ...]
    facts: tuple[Fact, ...]


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """What was found out about a topic. `unknown` is what z3 says when its budget is used up: it is never a pass.

    Parameters
    ----------
    contradictions : all minimal sets of statements that cannot hold together.
    corrections : all least sets of statements whose removal leaves the rest satisfiable, the smallest first.
    repairs : the smallest corrections, and what follows from each.
    facts : what the statements say of the unknowns asked for, if they are consistent.
    confirmed : the statements of a consistent topic that the others prove as well.
    """

    topic: Topic
    verdict: Verdict
    contradictions: tuple[tuple[str, ...], ...] = ()
    corrections: tuple[tuple[str, ...], ...] = ()
    repairs: tuple[Repair, ...] = ()
    facts: tuple[Fact, ...] = ()
    confirmed: tuple[str, ...] = ()

    @property
    def tested(self) -> bool:
        """Whether a consistent topic could have failed: a statement is proved by others, or a fact follows."""
        return bool(self.confirmed) or any(fact.value is not None for fact in self.facts)


def judge(topic: Topic, rlimit: int = RLIMIT) -> Judgement:
    """Whether the statements of a topic can all hold, and if not, why and what mends it.

    Raises
    ------
    ValueError
        If the axioms alone cannot hold: nothing could be concluded from them.

    Examples
    --------
    >>> from rtm_verify.proof.formula import parse_formula
    >>> def said(name, text):
    ...     return Statement(id=name, at=(), text=text, formula=parse_formula(text, {"n": "number"}))
    >>> cards = Topic(id="cards", title="Cards", flags={}, numbers={"n": "cards"},
    ...               statements=(said("a", "n = 21"), said("b", "n = 75 - 56 + 1"), said("c", "n < 30")))
    >>> found = judge(cards)
    >>> found.verdict, found.contradictions
    ('contradictory', (('a', 'b'),))
    >>> [(repair.dropped, str(repair.instead[0])) for repair in found.repairs]
    [(('a',), 'cards: 20'), (('b',), 'cards: 21')]
    """
    question = Question(topic, rlimit)
    try:
        if not question.holds(()):
            raise ValueError(f"the axioms of the topic '{topic.id}' cannot hold")
        names = tuple(statement.id for statement in topic.statements)
        if question.holds(names):
            confirmed = tuple(name for name in names if question.proves([n for n in names if n != name], name))
            facts = question.facts(topic.ask, names)
            return Judgement(topic=topic, verdict="consistent", facts=facts, confirmed=confirmed)
        contradictions, corrections = _enumerate(names, question.holds)
        smallest = [correction for correction in corrections if len(correction) == len(corrections[0])]
        repairs = tuple(question.repair(correction) for correction in smallest)
    except BudgetError:
        return Judgement(topic=topic, verdict="unknown")
    return Judgement(
        topic=topic,
        verdict="contradictory",
        contradictions=contradictions,
        corrections=corrections,
        repairs=repairs,
    )


def verdict(topic: Topic, rlimit: int = RLIMIT) -> Verdict:
    """Whether the statements of a topic can all hold, without asking why not: much faster than `judge`."""
    try:
        held = Question(topic, rlimit).holds(statement.id for statement in topic.statements)
    except BudgetError:
        return "unknown"
    return "consistent" if held else "contradictory"


_Sets = tuple[tuple[str, ...], ...]


def _enumerate(names: tuple[str, ...], holds: Callable[[Iterable[str]], bool]) -> tuple[_Sets, _Sets]:
    """All contradictions and all corrections, each in the order of the statements, the smallest first."""
    unexplored = _solver()
    switches = {name: z3.Bool(name) for name in names}
    contradictions: list[tuple[str, ...]] = []
    corrections: list[tuple[str, ...]] = []
    while (result := unexplored.check()) != z3.unsat:
        if result == z3.unknown:
            raise BudgetError
        model = unexplored.model()
        seed = [name for name in names if not z3.is_false(model.eval(switches[name]))]
        if holds(seed):
            kept = _grown(seed, names, holds)
            left = tuple(name for name in names if name not in kept)
            corrections.append(left)
            unexplored.add(z3.Or([switches[name] for name in left]))
        else:
            core = least(seed, holds)
            contradictions.append(core)
            unexplored.add(z3.Or([z3.Not(switches[name]) for name in core]))

    def order(found: tuple[str, ...]) -> tuple[int, list[int]]:
        return len(found), [names.index(name) for name in found]

    return tuple(sorted(contradictions, key=order)), tuple(sorted(corrections, key=order))


def _grown(seed: list[str], names: tuple[str, ...], holds: Callable[[Iterable[str]], bool]) -> list[str]:
    """A largest set around the seed that still holds."""
    kept = list(seed)
    for name in names:
        if name not in kept and holds([*kept, name]):
            kept.append(name)
    return kept


def least(names: Sequence[str], holds: Callable[[Iterable[str]], bool]) -> tuple[str, ...]:
    """A least part of these names that still does not hold, in their order: whatever is kept is needed.

    Halves are judged before single names (Junker's QuickXplain, 2004), since what is needed is mostly little of much.

    Examples
    --------
    >>> least("abcdefgh", lambda chosen: not set("bg") <= set(chosen))
    ('b', 'g')
    """
    return _needed((), tuple(names), holds) if names and holds(()) else ()


def _needed(given: tuple[str, ...], names: tuple[str, ...], holds: Callable[[Iterable[str]], bool]) -> tuple[str, ...]:
    """What is needed of these names besides the given ones, which hold."""
    if len(names) == 1:
        return names
    left, right = names[: len(names) // 2], names[len(names) // 2 :]
    from_right = _needed((*given, *left), right, holds) if holds((*given, *left)) else ()
    from_left = _needed((*given, *from_right), left, holds) if holds((*given, *from_right)) else ()
    return (*from_left, *from_right)


class BudgetError(Exception):
    """z3 used up its budget: nothing is known."""


class Question:
    """A topic in z3, with its statements behind switches. Each answer may raise `BudgetError`."""

    def __init__(self, topic: Topic, rlimit: int = RLIMIT) -> None:
        self._topic = topic
        self._solver = _solver(rlimit)
        self._unknowns = {
            **{name: z3.Bool(f"flag {name}") for name in topic.flags},
            **{name: z3.Int(f"number {name}") for name in topic.numbers},
        }
        self._switches = {statement.id: z3.Bool(f"statement {statement.id}") for statement in topic.statements}
        self._formulas = {s.id: self._term(s.formula.root) for s in topic.statements}
        for axiom in topic.axioms:
            self._solver.add(self._term(axiom.formula.root))
        for name, switch in self._switches.items():
            self._solver.add(z3.Implies(switch, self._formulas[name]))

    def holds(self, names: Iterable[str]) -> bool:
        """Whether these statements can hold together."""
        return self._model(names) is not None

    def allows(self, names: Iterable[str], values: Mapping[str, int | bool]) -> bool:
        """Whether these statements can hold together if these unknowns have these values."""
        return self._model(names, *(self._unknowns[name] == value for name, value in values.items())) is not None

    def proves(self, names: Iterable[str], name: str) -> bool:
        """Whether these statements leave another no choice but to hold."""
        return self._model(names, z3.Not(self._formulas[name])) is None

    def differs(self, names: Iterable[str], unknown: str, value: int | bool) -> bool:
        """Whether these statements leave an unknown another value than this one."""
        return self._model(names, self._unknowns[unknown] != value) is not None

    def facts(self, unknowns: Iterable[str], names: Collection[str]) -> tuple[Fact, ...]:
        """What these statements, which can hold together, say of the unknowns."""
        self._solver.push()
        try:
            self._solver.add(*(self._switches[name] for name in names))
            model = self._model(())
            return tuple(self._fact(unknown, model) for unknown in unknowns)
        finally:
            self._solver.pop()

    def repair(self, dropped: tuple[str, ...]) -> Repair:
        """What follows if these statements are given up."""
        names = [name for name in self._switches if name not in dropped]
        spoken_of = dict.fromkeys(n for name in dropped for n in self._topic.statement(name).formula.names)
        asked = [name for name in self._topic.ask if name not in spoken_of]
        return Repair(dropped, self.facts(spoken_of, names), self.facts(asked, names))

    def _fact(self, unknown: str, model: Any) -> Fact:
        """What the statements that are asserted now, of which this is a model, say of an unknown."""
        meaning = {**self._topic.flags, **self._topic.numbers}[unknown]
        value = model.eval(self._unknowns[unknown], model_completion=True)
        plain: int | bool = z3.is_true(value) if z3.is_bool(value) else value.as_long()
        return Fact(unknown, meaning, None if self.differs((), unknown, plain) else plain)

    def _model(self, names: Iterable[str], *extra: Any) -> Any:
        """A model of these statements and what is asked besides, or None if there is none."""
        self._solver.push()
        try:
            self._solver.add(*extra)
            result = self._solver.check([self._switches[name] for name in names])
            if result == z3.unknown:
                raise BudgetError
            return self._solver.model() if result == z3.sat else None
        finally:
            self._solver.pop()

    def _term(self, node: Node) -> Any:
        match node.op:
            case "number":
                return z3.IntVal(node.value)
            case "name":
                return self._unknowns[str(node.value)]
        parts = [self._term(part) for part in node.parts]
        match node.op:
            case "count":
                return z3.If(parts[0], z3.IntVal(1), z3.IntVal(0))
            case "compared":
                pairs = zip(cast("tuple[str, ...]", node.value), parts, parts[1:], strict=False)
                return z3.And([_SIGNS[sign](left, right) for sign, left, right in pairs])
        return _OPERATORS[node.op](*parts)


_SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_OPERATORS: dict[str, Callable[..., Any]] = {
    "implies": z3.Implies,
    "iff": operator.eq,
    "either": z3.Or,
    "both": z3.And,
    "not": z3.Not,
    "plus": operator.add,
    "minus": operator.sub,
    "times": operator.mul,
    "negative": operator.neg,
}


def _solver(rlimit: int = RLIMIT) -> Any:
    solver = z3.SolverFor("QF_LIA")
    solver.set("random_seed", SEED)
    solver.set("rlimit", rlimit)
    return solver


def _in(places: Iterable[str], books: Collection[str]) -> tuple[str, ...]:
    """The places that lie in these books."""
    return tuple(place for place in places if place.partition(":")[0] in books)
