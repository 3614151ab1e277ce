"""Which actions a spec allows: a game small enough to list them by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
import z3

from rtm_verify.proof.legal_sets import Form, allowed, compare, outcomes
from rtm_verify.proof.spec import Outlook, Question
from rtm_verify.proof.template import Template, Unbounded


class Carry(NamedTuple):
    """From a place to another, some of what lies there."""

    source: int
    target: int
    amount: int


class Position(NamedTuple):
    stores: tuple[int, ...]
    night: bool = False


class Carriers:
    """By day, from a place to another; what a carrier bears hangs on the rules."""

    def __init__(self, *, bounded: bool = True, looks: bool = False) -> None:
        self.template = t = Template("Carry")
        t.guard("day", z3.Not(t.flag("night")))
        t.guard("elsewhere", t.flag("elsewhere"))
        t.guard("something", t.flag("something") if looks else t.number("amount") >= 1)
        if bounded:
            t.guard("there", t.number("amount") <= t.number("lying"))
        strength = t.open_number("strength")
        t.guard("strength", z3.And(strength <= 3, t.number("amount") <= strength + 1))
        self.bounded = bounded
        self.reads = 0

    def speaks_of(self, before: Position, _: Carry) -> bool:
        return bool(before.stores)

    def read(self, before: Position, action: Carry, name: str) -> Any:
        self.reads += 1
        reader: Any = {
            "night": lambda: before.night,
            "elsewhere": lambda: action.source != action.target,
            "something": lambda: bool(action.amount >= 1),
            "amount": lambda: action.amount,
            "lying": lambda: before.stores[action.source],
        }[name]
        return reader()

    def outlook(self, before: Position, action: Carry) -> Outlook:
        return Outlook(self.template, lambda name: self.read(before, action, name))

    def question(self, before: Position, action: Carry, _: Any) -> Question:
        view = {name: self.read(before, action, name) for name in self.template.names}
        return Question(self.template, view)

    def describe(self, action: Carry) -> str:
        return f"{action.amount} from {action.source} to {action.target}"


class Engine:
    """The rules once more, with moves left out or added."""

    def __init__(self, missing: tuple[Carry, ...] = (), extra: tuple[Carry, ...] = ()) -> None:
        self.missing = missing
        self.extra = extra

    def rules(self, before: Position) -> list[Carry]:
        places = range(len(before.stores))
        if before.night:
            return []
        return [
            Carry(x, y, n) for x in places for y in places if x != y for n in range(1, min(before.stores[x], 4) + 1)
        ]

    def legal(self, before: Position) -> tuple[Carry, ...]:
        return (*(each for each in self.rules(before) if each not in self.missing), *self.extra)

    def judge(self, before: Position, action: Carry) -> tuple[Any, ...]:
        return () if action in self.rules(before) else (Refusal(),)


class Refusal(NamedTuple):
    rules: tuple[str, ...] = ("engine",)


FORM = Form("Carry", Carry, ((0, 1, 2), (0, 1, 2)), 1)
BEFORE = Position((2, 0, 6))


@pytest.mark.parametrize("looks", [False, True], ids=["an amount left to z3", "an amount that a reader must know"])
def test_every_action_that_the_clauses_allow_is_found(looks: bool) -> None:
    found = list(allowed(Carriers(looks=looks), BEFORE, FORM))
    assert sorted(found) == sorted(Engine().rules(BEFORE))
    assert max(action.amount for action in found) == 4, "as much as the open strength can be"


def test_what_no_parameter_can_mend_is_asked_once() -> None:
    spec = Carriers()
    assert list(allowed(spec, Position((2, 0, 6), night=True), FORM)) == []
    assert spec.reads == 1


def test_an_amount_without_a_bound_is_found() -> None:
    spec = Carriers()
    spec.template = t = Template("Carry")
    t.guard("something", t.number("amount") >= 1)
    with pytest.raises(Unbounded):
        list(allowed(spec, BEFORE, FORM))
    differences = compare(Engine(), spec, BEFORE, [FORM], lambda *_: False).differences  # type: ignore[arg-type]
    assert [difference.kind for difference in differences] == ["unbounded"]


def test_no_clause_at_all_bounds_nothing() -> None:
    spec = Carriers()
    spec.template = Template("Carry")
    with pytest.raises(Unbounded):
        list(allowed(spec, BEFORE, FORM))


def compared(engine: Engine, stands: bool = False) -> list[tuple[str, str]]:
    comparison = compare(engine, Carriers(), BEFORE, [FORM], lambda *_: stands)  # type: ignore[arg-type]
    return [(difference.kind, difference.action) for difference in comparison.differences]


def test_two_opinions_that_are_one_do_not_differ() -> None:
    comparison = compare(Engine(), Carriers(), BEFORE, [FORM], lambda *_: False)  # type: ignore[arg-type]
    assert comparison.differences == ()
    assert comparison.agreed == {"Carry": 12}
    assert comparison.asked == ("Carry",)


def test_a_move_too_many_is_found_with_the_clause_against_it() -> None:
    engine = Engine(extra=(Carry(1, 0, 1),))
    assert compared(engine) == [("not allowed", "1 from 1 to 0")]
    comparison = compare(engine, Carriers(), BEFORE, [FORM], lambda *_: False)  # type: ignore[arg-type]
    assert set(comparison.differences[0].rules) & {"something", "there"}


def test_a_move_that_is_not_listed_is_found_unless_another_stands_for_it() -> None:
    engine = Engine(missing=(Carry(2, 0, 3),))
    assert compared(engine) == [("not listed", "3 from 2 to 0")]
    assert compared(engine, stands=True) == []


def test_a_move_that_the_engine_refuses_is_found() -> None:
    class Timid(Engine):
        def rules(self, before: Position) -> list[Carry]:
            return [each for each in super().rules(before) if each.amount < 4]

    assert compared(Timid()) == [("refused", "4 from 2 to 0"), ("refused", "4 from 2 to 1")]


def test_where_the_spec_is_silent_nothing_is_compared() -> None:
    class Nobody(Carriers):
        def speaks_of(self, *_: Any) -> bool:
            return False

    comparison = compare(Engine(), Nobody(), BEFORE, [FORM], lambda *_: False)  # type: ignore[arg-type]
    assert (comparison.asked, comparison.silent) == ((), {"Carry": 12})


class Made(NamedTuple):
    """What an action makes of a position."""

    state: Position


def test_an_outcome_that_the_clauses_do_not_allow_is_found() -> None:
    class Settled(Carriers):
        def __init__(self) -> None:
            super().__init__()
            t = self.template
            t.effect("moved", t.number("lying'") == t.number("lying") - t.number("amount"))

        def question(self, before: Position, action: Carry, after: Any) -> Question:
            names = [name for name in self.template.names if not name.endswith("'")]
            view = {name: self.read(before, action, name) for name in names}
            strays = ("night",) if before.night != after.night else ()
            return Question(self.template, view | {"lying'": after.stores[action.source]}, strays)

    class Clumsy(Engine):
        def apply(self, before: Position, action: Carry) -> Made:
            stores = list(before.stores)
            stores[action.source] -= 1
            return Made(Position(tuple(stores), night=action.target == 1))

    actions = [Carry(2, 0, 1), Carry(2, 0, 2), Carry(0, 1, 1)]
    found = list(outcomes(Clumsy(), Settled(), BEFORE, actions))  # type: ignore[arg-type]
    assert [(each.kind, each.action, each.rules) for each in found] == [
        ("outcome", "2 from 2 to 0", ("moved",)),
        ("outcome", "1 from 0 to 1", ("night",)),
    ]
