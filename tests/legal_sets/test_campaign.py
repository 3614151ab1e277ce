"""Engine and model allow the same actions, and what is planted on either side is found."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.spec.universe import universe
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.games.race_to_moscow.symmetries import stands
from rtm_verify.library import replay_file
from rtm_verify.log.reader import read_log
from rtm_verify.log.writer import write
from rtm_verify.proof.legal_sets import Comparison, Difference, Form, allowed, compare, outcomes
from rtm_verify.report.page import page

from .campaign import Compared, Report, lines, run, write_logs
from .positions import Origin, Stride, from_table, mode, spread, table, walk

POSITIONS, AT_EACH = 72, 12


@cache
def sample() -> Report:
    return run(POSITIONS, seed=1, at_each=AT_EACH)


def test_engine_and_model_allow_the_same_actions() -> None:
    assert [f"{origin}: {difference}" for origin, difference in sample().differences] == []


def test_the_sample_says_something() -> None:
    report = sample()
    assert len(report.compared) == POSITIONS
    agreed = report.count(lambda found: found.agreed)
    assert sum(agreed.values()) > 2000
    assert sum(number > 0 for number in agreed.values()) > 30
    assert len({each.mode for each in report.compared}) > 12
    assert sum(len(each.played) for each in report.compared) > 120


def test_the_same_positions_give_the_same_report() -> None:
    one, two = (run(6, seed=3, at_each=3, jobs=jobs) for jobs in (1, 2))
    assert "\n".join(lines(one, 3)) == "\n".join(lines(two, 3))


def test_what_is_taken_does_not_hang_on_the_order_of_labels() -> None:
    rng = random.Random(5)  # noqa: S311
    labels = [rng.sample("abcdefgh", rng.randrange(1, 6)) for _ in range(40)]
    taken = [spread(names, 9, random.Random(1)) for names in (labels, [each[::-1] for each in labels])]  # noqa: S311
    assert taken[0] == taken[1]


@cache
def here() -> list[tuple[Any, State, Origin]]:
    return [found for number in (0, 1) for found in from_table(1, table(1, number), AT_EACH)]


def concrete(form: Form, rng: random.Random) -> a.Action:
    """Some action of a form."""
    values = [rng.choice(values) for values in form.parameters]
    made: a.Action = form.build(*values, *(rng.choice((-1, 0, 0, 0, 1, 1, 2, 3)) for _ in range(form.amounts)))
    return made


@pytest.mark.deep
def test_the_search_says_of_thousands_of_actions_what_z3_says_of_each() -> None:
    rng, asked, legal = random.Random(0), 0, 0  # noqa: S311
    for ruleset, state, _ in here():
        spec, listed = ruleset.spec(), ruleset.legal(state)
        for form in universe(ruleset.material, state):
            own = [action for action in listed if type(action).__name__ == form.kind]
            some = [concrete(form, rng) for _ in range(2)] + rng.sample(own, min(len(own), 2))
            found = set(allowed(spec, state, form))
            for action in some:
                question = spec.question(state, action, None)
                answer = question.template.ask(question.view).verdict
                assert (action in found) == (answer == "fits"), action
                asked, legal = asked + 1, legal + (answer == "fits")
    assert asked > 1500
    assert legal > 60


def test_the_universe_has_every_kind_of_action_and_every_listed_one() -> None:
    for ruleset, state, _ in here():
        forms = {form.kind: form for form in universe(ruleset.material, state)}
        assert set(forms) == {kind.__name__ for kind in get_args(a.Action)}
        for action in ruleset.legal(state):
            form = forms[type(action).__name__]
            values = msgspec.structs.astuple(action)
            plain = [value for value in values if not isinstance(value, Supplies)]
            assert len(plain) == len(form.parameters) or form.kind == "TakeTransport"
            if form.kind != "TakeTransport":
                assert all(any(value in known for known in form.parameters) for value in plain), action


class Planted:
    """An engine with a move missing from its list, one too many, or with something amiss after each action."""

    def __init__(
        self, ruleset: Any, *, drop: a.Action | None = None, add: a.Action | None = None, **otherwise: Any
    ) -> None:
        self.ruleset = ruleset
        self.drop = drop
        self.add = add
        self.otherwise = otherwise

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ruleset, name)

    def legal(self, state: State) -> tuple[a.Action, ...]:
        kept = tuple(action for action in self.ruleset.legal(state) if action != self.drop)
        return (*kept, self.add) if self.add is not None else kept

    def apply(self, state: State, action: a.Action) -> Any:
        made = self.ruleset.apply(state, action)
        return msgspec.structs.replace(made, state=msgspec.structs.replace(made.state, **self.otherwise))


def differences(ruleset: Any, state: State) -> tuple[Difference, ...]:
    return compare(ruleset, ruleset.spec(), state, universe(ruleset.material, state), stands).differences


@pytest.fixture(scope="module")
def opening() -> tuple[Any, State]:
    ruleset = table(0, 0).ruleset()
    return ruleset, ruleset.setup().state


def test_a_missing_move_is_found(opening: tuple[Any, State]) -> None:
    ruleset, state = opening
    for action in ruleset.legal(state):
        if isinstance(action, a.MoveFields | a.Activate | a.AirSupport):
            found = differences(Planted(ruleset, drop=action), state)
            assert [(each.kind, each.form) for each in found] == [("not listed", type(action).__name__)]


def test_a_move_too_many_is_found(opening: tuple[Any, State]) -> None:
    ruleset, state = opening
    for action in (a.EndFields(), a.Enter(5), a.Hold(), a.EndMove()):
        (found,) = differences(Planted(ruleset, add=action), state)
        assert (found.kind, found.form) == ("not allowed", type(action).__name__)
        assert found.rules


def test_a_move_that_the_engine_refuses_is_found(opening: tuple[Any, State], monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, state = opening
    (other,) = (action for action in ruleset.legal(state) if isinstance(action, a.MoveFields))
    refusal = ruleset.judge(state, a.EndFields())
    monkeypatch.setattr(type(ruleset), "legal", lambda *_: ())
    monkeypatch.setattr(type(ruleset), "judge", lambda *asked: refusal if asked[-1] == other else ())
    found = {(each.kind, each.form) for each in differences(ruleset, state)}
    assert ("refused", "MoveFields") in found


def test_an_outcome_that_the_model_does_not_allow_is_found(opening: tuple[Any, State]) -> None:
    ruleset, state = opening
    spec, action = ruleset.spec(), a.MoveFields()
    assert list(outcomes(ruleset, spec, state, [action])) == []
    (found,) = outcomes(Planted(ruleset, core_left=state.core_left), spec, state, [action])
    assert (found.kind, found.form) == ("outcome", "MoveFields")
    assert "7.core-field" in found.rules
    (found,) = outcomes(Planted(ruleset, fleet=state.fleet + 1), spec, state, [action])
    assert (found.kind, found.rules) == ("outcome", ("fleet",))


def within_a_line(strides: list[Stride]) -> int:
    """A step late in a game at which an army is on the move and a card is to be drawn."""
    return max(step for step, (state, _, _) in enumerate(strides) if state.moving and state.pending)


def test_a_planted_difference_is_written_as_a_log_that_the_viewer_opens(tmp_path: Path) -> None:
    seed, number = 1, 1
    strides = list(walk(table(seed, number).ruleset(), seed, number, 0))
    planted = Difference(kind="refused", form="Enter", action='> "Riga"', rules=("8.common.colour",))
    compared = []
    for step in (0, within_a_line(strides)):
        origin = Origin("table", str(step), (seed, number, 0))
        comparison = Comparison(("Enter",), {}, {}, (planted,) * 9)
        compared.append(Compared(origin, mode(strides[step][0]), comparison, ()))
    agreed = msgspec.structs.replace(compared[0], comparison=Comparison(("Enter",), {"Enter": 1}, {}))
    write_logs(Report((agreed, *compared)), tmp_path)

    paths = sorted(tmp_path.iterdir(), key=lambda path: path.stat().st_size)
    assert len(paths) == 2, "where nothing differs, nothing is written"
    for path, each in zip(paths, compared, strict=True):
        log = read_log(path)
        assert write(log) == path.read_text(encoding="utf-8"), "the log is in canonical form"
        replay, ruleset = replay_file(path)
        assert replay.verdict == "green"
        assert ruleset.edition == table(seed, number).edition
        drawn = page(replay, ruleset)
        assert "The model allows what the engine does not (8.common.colour)" in drawn
        assert "and 4 more" in drawn
        state = strides[int(each.origin.step)][0]
        assert state in {played.before for step in replay.steps for played in step.played} or each is compared[0]
        assert ("Within the last line" in drawn) == (each is compared[1])
