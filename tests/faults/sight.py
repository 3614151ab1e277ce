"""What the step check and a log's own claims show of the engine as it stands, with or without a fault."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from rtm_verify.errors import Place
from rtm_verify.games.race_to_moscow import actions
from rtm_verify.games.race_to_moscow.supplies import TOKENS
from rtm_verify.kernel.replay import Played, Replay, Step, replay
from rtm_verify.library import ruleset_of
from rtm_verify.log.reader import read_log
from rtm_verify.proof.conformance import Disagreement, check
from tests.faults.catalogue import REPLAYS

__all__ = ["Seen", "recorded", "see"]


class Seen(msgspec.Struct, frozen=True):
    """What there is to see in a log.

    Parameters
    ----------
    disagreements : between engine and model.
    fails : whether the log's own claims fail, or the engine breaks down.
    """

    disagreements: tuple[Disagreement, ...]
    fails: bool


def see(log: str, tries: Sequence[str] = ()) -> Seen:
    """What the check says of a log, and of actions tried in each of its positions."""
    played, recorder, crashed = recorded(log)
    tried = tuple(step for kind in tries for step in _tried(recorder.ruleset, played, getattr(actions, kind)))
    report = check(msgspec.structs.replace(played, steps=(*played.steps, *tried)), recorder.ruleset)
    disagreements = tuple(found for found in report.disagreements if found.kind != "unknown")
    return Seen(disagreements, crashed or played.verdict != "green")


def recorded(log: str) -> tuple[Replay, Recorder, bool]:
    """A log replayed, what recorded it, and whether the engine broke down."""
    path = REPLAYS / log
    read = read_log(path)
    recorder = Recorder(ruleset_of(read, path))
    try:
        return recorder.completed(replay(read, recorder)), recorder, False
    except Exception:  # a faulty engine may fail in any way; what it did until then is still to be judged
        return Replay(log=read, steps=tuple(recorder.steps)), recorder, True


class Recorder:
    """A ruleset that remembers every action asked of it.

    A replay keeps the steps that are complete. Where a fault makes the next word of a line senseless, the replay
    stops in the middle of a step, and the actions of that step are the very ones to be judged.
    """

    def __init__(self, ruleset: Any) -> None:
        self.ruleset = ruleset
        self.steps: list[Step] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.ruleset, name)

    def judge(self, state: Any, action: Any) -> Any:
        """The engine's judgement, remembered if it is a refusal."""
        violations = self.ruleset.judge(state, action)
        if violations:
            self.steps.append(_step(str(len(self.steps) + 1), Played(action, state), violations))
        return violations

    def apply(self, state: Any, action: Any) -> Any:
        """What the engine makes of the action, remembered."""
        transition = self.ruleset.apply(state, action)
        self.steps.append(_step(str(len(self.steps) + 1), Played(action, state, transition.state)))
        return transition

    def completed(self, replayed: Replay) -> Replay:
        """The replay with the actions of the step it broke off in, each as a step of its own."""
        kept = sum(len(step.played) for step in replayed.steps)
        return msgspec.structs.replace(replayed, steps=(*replayed.steps, *self.steps[kept:]))


def _step(label: str, played: Played, violations: tuple[Any, ...] = ()) -> Step:
    return Step(
        label=label,
        actor="",
        text="",
        place=Place(""),
        before=played.before,
        state=played.before,
        played=(played,),
        violations=violations,
    )


def _tried(ruleset: Any, played: Replay, kind: type[Any]) -> Iterator[Step]:
    """Each action of a kind in each position of a replay, as a step of its own."""
    values = {"army": ruleset.material.armies, "area": ruleset.material.board.areas}
    fields = [field.name for field in msgspec.structs.fields(kind)]
    choices = [TOKENS if name == "supplies" else range(len(values[name])) for name in fields]
    for position in dict.fromkeys(each.before for step in played.steps for each in step.played):
        for choice in product(*choices):
            action = kind(*choice)
            if violations := ruleset.judge(position, action):
                yield _step("tried", Played(action, position), violations)
            else:
                yield _step("tried", Played(action, position, ruleset.apply(position, action).state))
