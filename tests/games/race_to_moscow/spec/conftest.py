"""A table to play at: positions by name, actions played by the engine, and the second opinion on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from rtm_verify.errors import Place
from rtm_verify.games.race_to_moscow.actions import Action
from rtm_verify.games.race_to_moscow.cards import Pile
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.replay import Played, Step
from rtm_verify.kernel.violation import Violation
from rtm_verify.proof.conformance import Disagreement, judge_played

SCENARIOS = Path(__file__).parents[4] / "scenarios" / "rulebook"


class Table:
    """A scenario, and what both opinions say there."""

    def __init__(
        self, scenario: str, pins: dict[str, str] | None = None, edition: str = "2024", variants: Iterable[str] = ()
    ) -> None:
        self.ruleset = RaceToMoscow(edition, SCENARIOS / f"{scenario}.toml", pins, variants=variants)
        self.material = self.ruleset.material
        self.spec = self.ruleset.spec()
        self.state = self.ruleset.setup().state

    def area(self, name: str) -> int:
        return self.material.board.area_names[name]

    def bit(self, name: str) -> int:
        return 1 << self.area(name)

    def army(self, name: str) -> int:
        return self.material.army_names[name]

    def card(self, name: str) -> int:
        piles: tuple[Pile, ...] = ("gray", "white", "brown", "soviet")
        return next(
            self.material.cards.names(pile)[name][0] for pile in piles if name in self.material.cards.names(pile)
        )

    def play(self, *actions: Action) -> Played:
        """The engine plays the actions; the last one with the positions around it."""
        played = Played(None, self.state)
        for action in actions:
            assert self.ruleset.judge(self.state, action) == ()
            after = self.ruleset.apply(self.state, action).state
            played = Played(action, self.state, after)
            self.state = after
        return played

    def opinion(self, played: Played, violations: tuple[Violation, ...] = ()) -> tuple[Disagreement, ...]:
        """Where the second opinion differs."""
        step = Step(
            label="1",
            actor="",
            text="",
            place=Place("test"),
            before=played.before,
            state=played.before,
            violations=violations,
        )
        return judge_played(self.spec, step, played)

    def forbidden(self, action: Action, state: State | None = None) -> tuple[str, ...]:
        """The rules by which the spec alone refuses an action; none if it allows it."""
        question = self.spec.question(self.state if state is None else state, action, None)
        answer = question.template.ask(question.view)
        assert answer.verdict != "unknown"
        return answer.rules


@pytest.fixture
def table() -> Callable[..., Table]:
    return Table
