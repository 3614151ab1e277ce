"""Proofs action by action: what is proved is so, what is not is refuted, and nothing follows from a contradiction."""

from __future__ import annotations

from typing import Any

import pytest
import z3
from z3 import And, If, Implies, Not, Or

from rtm_verify.proof.induction import (
    POSSIBLE,
    Background,
    Entry,
    Law,
    Meaning,
    Names,
    Part,
    Position,
    Property,
    Region,
    Suppositions,
    Total,
)
from rtm_verify.proof.template import Template

# Armies have fuel, areas have crates, and an army may be on its way with a load.
NAMES = Names(
    domains={"fuel": ("army",), "crates": ("area",), "stock": (), "mover": (), "load": ()},
    flags=frozenset(),
    parts={"load": Part("mover", -1, 0)},
)
ENTRIES = {
    "own fuel": Entry("fuel", ("army",)),
    "other fuel": Entry("fuel", ("other",)),
    "stock": Entry("stock"),
    "mover": Entry("mover"),
    "load": Entry("load"),
    "crates here": Entry("crates", ("area",)),
}


def no_debt(s: Position, army: Any) -> Any:
    return s("fuel", army) >= 0


NO_DEBT = Property("no army owes fuel", "", (), "invariant", no_debt, ("army",))
CONSERVED = Property("fuel is conserved", "", (), "total", {"fuel": 1, "stock": 1})
CRATES = Property("crates are conserved", "", (), "total", {"crates": 1})


def verdicts(
    template: Template, *properties: Property, meaning: Meaning | None = None, rules: Any = None
) -> dict[str, str]:
    q = Suppositions(template, meaning or Meaning(NAMES, ENTRIES), rules)
    found = Background(q, properties).prove(template.name, template.formulas)
    return {result.property: result.verdict for result in found}


def pay(amount: int, *, checked: bool = True, returned: bool = True) -> Template:
    t = Template("pay")
    fuel = t.number("own fuel")
    if checked:
        t.guard("fuel", fuel >= amount)
    t.effect("fuel", t.number("own fuel'") == fuel - amount)
    t.effect("stock", t.number("stock'") == t.number("stock") + (amount if returned else 0))
    return t


def test_what_an_action_keeps_is_proved_for_every_army() -> None:
    assert verdicts(pay(2), NO_DEBT, CONSERVED) == {
        POSSIBLE: "proved",
        "no army owes fuel": "proved",
        "fuel is conserved": "proved",
    }


def test_a_guard_that_is_missing_is_noticed() -> None:
    assert verdicts(pay(2, checked=False), NO_DEBT)["no army owes fuel"] == "refuted"


def test_a_token_that_vanishes_is_noticed() -> None:
    found = verdicts(pay(2, returned=False), NO_DEBT, CONSERVED)
    assert (found["fuel is conserved"], found["no army owes fuel"]) == ("refuted", "proved")


def test_the_counterexample_is_one() -> None:
    t = pay(2, checked=False)
    q = Suppositions(t, Meaning(NAMES, ENTRIES))
    found = Background(q, [NO_DEBT], lambda: [z3.Int("index army") == 7]).prove("pay", t.formulas)[1]
    assert found.model is not None
    assert found.model.real
    values = dict(found.model.values)
    assert values["index army"] == 7
    assert 0 <= values["own fuel"] < 2
    assert values["own fuel'"] == values["own fuel"] - 2
    (seen,) = [seen for seen in found.model.entries if seen.array == "fuel" and seen.places == (7,)]
    assert (seen.before, seen.after) == (values["own fuel"], values["own fuel'"])


def test_a_counterexample_that_no_real_board_has_says_so() -> None:
    t = pay(2, checked=False)
    found = Background(Suppositions(t, Meaning(NAMES, ENTRIES)), [NO_DEBT], lambda: [z3.BoolVal(False)])
    model = found.prove("pay", t.formulas)[1].model
    assert model is not None
    assert not model.real


def test_an_action_that_is_impossible_proves_nothing() -> None:
    t = pay(2)
    t.guard("never", False)
    assert verdicts(t, NO_DEBT) == {POSSIBLE: "refuted"}


def test_two_places_may_be_one() -> None:
    """What one army gives another: of the entries that an action sets, each counts once."""
    t = Template("hand over")
    given, taken = t.number("own fuel"), t.number("other fuel")
    t.guard("enough", given >= 1)
    t.effect("given", t.number("own fuel'") == given - 1)
    t.effect("taken", t.number("other fuel'") == taken + 1)
    t.effect("stock", t.number("stock'") == t.number("stock"))
    # For one and the same army both effects cannot be: then the action is impossible, not wrong.
    assert verdicts(t, NO_DEBT, CONSERVED)["fuel is conserved"] == "proved"
    t = Template("write twice")
    t.effect("given", t.number("own fuel'") == t.number("own fuel") + 1)
    t.effect("taken", t.number("other fuel'") == t.number("other fuel") + 1)
    t.effect("stock", t.number("stock'") == t.number("stock") - 2)
    assert verdicts(t, CONSERVED)["fuel is conserved"] == "refuted"


def test_what_no_clause_answers_for_stays() -> None:
    t = Template("rest")
    t.guard("load", t.number("mover") == -1)
    untouched = Property(
        "crates stay", "", (), "step", lambda q, area: q.before("crates", area) == q.after("crates", area), ("area",)
    )
    assert verdicts(t, untouched, CRATES) == {POSSIBLE: "proved", "crates stay": "proved", CRATES.name: "proved"}


def test_parts_go_with_what_they_are_parts_of() -> None:
    t = Template("stop")
    t.guard("moving", t.number("mover") >= 0)
    t.effect("moving", t.number("mover'") == -1)
    empty = Property("no load", "", (), "step", lambda q: q.after("load") == 0)
    stays = Property("the load stays", "", (), "step", lambda q: q.after("load") == q.before("load"))
    assert verdicts(t, empty, stays) == {POSSIBLE: "proved", "no load": "proved", "the load stays": "refuted"}


def cleared(says_all: bool) -> dict[str, str]:
    """An action that clears areas, how many nobody says; `says_all`: and of each it is said that nothing is left."""
    t = Template("clear")
    t.effect("clear", t.number("left'") == 0)
    t.effect("clear", t.number("crates here'") == t.number("crates here"))
    region = Region("field", ("crates",), "left'", before="lying", after="left'")

    def gone(q: Suppositions, area: Any) -> Any:
        return Implies(q.inside("field", area), q.after("crates", area) == 0)

    laws = (Law("gone", ("area",), gone),) if says_all else ()
    positive = Property("no area owes", "", (), "invariant", lambda s, area: s("crates", area) >= 0, ("area",))
    return verdicts(t, positive, CRATES, meaning=Meaning(NAMES, ENTRIES, (region,), laws=laws))


def test_places_changed_all_at_once_are_known_by_laws_alone() -> None:
    assert cleared(says_all=True)["no area owes"] == "proved"
    assert cleared(says_all=False)["no area owes"] == "refuted"
    assert cleared(says_all=True)[CRATES.name] == "refuted"  # where do they go?


def test_an_array_that_is_touched_is_not_framed_and_its_total_must_be_told() -> None:
    t = Template("shuffle")
    t.effect("all", t.number("all crates'") == t.number("all crates"))
    t.effect("all", t.flag("shuffled'"))
    touched = {"shuffled": ("crates",)}
    stays = Property(
        "crates stay", "", (), "step", lambda q, area: q.before("crates", area) == q.after("crates", area), ("area",)
    )
    told = Meaning(NAMES, ENTRIES, totals=(Total("crates", ("all crates",)),), touched=touched)
    assert verdicts(t, stays, CRATES, meaning=told) == {
        POSSIBLE: "proved",
        "crates stay": "refuted",
        CRATES.name: "proved",
    }
    with pytest.raises(LookupError, match="shuffle changes 'crates'"):
        verdicts(t, CRATES, meaning=Meaning(NAMES, ENTRIES, touched=touched))


def test_laws_may_hang_on_the_rules() -> None:
    law = Law("thrift", (), lambda q: q.value("own fuel") >= q.rules, ("own fuel",))
    t = pay(2, checked=False)
    assert verdicts(t, NO_DEBT, meaning=Meaning(NAMES, ENTRIES, laws=(law,)), rules=2)[NO_DEBT.name] == "proved"
    assert verdicts(t, NO_DEBT, meaning=Meaning(NAMES, ENTRIES, laws=(law,)), rules=1)[NO_DEBT.name] == "refuted"


def test_z3_giving_up_is_unknown_and_no_proof() -> None:
    t = Template("hard")
    x, y, z = (t.number(name) for name in ("x", "y", "z"))
    t.guard("fermat", And(x > 2, y > 2, z > 2, x * x * x + y * y * y == z * z * z))
    q = Suppositions(t, Meaning(NAMES, ENTRIES))
    found = Background(q, [NO_DEBT], rlimit=1000).prove("hard", t.formulas)
    assert "unknown" in {result.verdict for result in found}


def test_an_entry_has_as_many_indices_as_its_array() -> None:
    with pytest.raises(ValueError, match="'fuel' has 1 indices, not 0"):
        Position(NAMES)("fuel")


def test_the_same_question_has_the_same_counterexample() -> None:
    t = pay(2, checked=False)
    models = [
        Background(Suppositions(t, Meaning(NAMES, ENTRIES)), [NO_DEBT]).prove("pay", t.formulas)[1].model
        for _ in range(2)
    ]
    assert models[0] == models[1]


def test_flags_count_one() -> None:
    names = Names({"marker": ("area",)}, frozenset({"marker"}))
    t = Template("place")
    t.guard("free", Not(t.flag("marker here")))
    t.effect("place", t.flag("marker here'"))
    t.effect("pool", t.number("placed") == If(t.flag("marker here'"), 1, 0))
    meaning = Meaning(names, {"marker here": Entry("marker", ("area",))})
    more = Property("markers", "", (), "total", {"marker": 1})
    assert verdicts(t, more, meaning=meaning)["markers"] == "refuted"
    somewhere = Property(
        "once", "", (), "step", lambda q, a: Or(q.after("marker", a), Not(q.before("marker", a))), ("area",)
    )
    assert verdicts(t, somewhere, meaning=meaning)["once"] == "proved"
