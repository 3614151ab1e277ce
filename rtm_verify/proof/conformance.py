"""Ask the second opinion about every action of a replay."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Literal

import msgspec

from rtm_verify.errors import Place
from rtm_verify.kernel.replay import Played, Replay, Step
from rtm_verify.kernel.ruleset import Ruleset
from rtm_verify.proof.spec import Spec

__all__ = ["Disagreement", "DisagreementKind", "Report", "Verdict", "check", "judge_played"]

Verdict = Literal["agrees", "disagrees", "unknown", "silent"]
DisagreementKind = Literal["forbidden", "outcome", "frame", "permitted", "reason", "unknown"]


class Disagreement(msgspec.Struct, frozen=True, kw_only=True):
    """Where engine and spec do not say the same.

    `forbidden`
        the engine played an action that the spec's guards forbid;
    `outcome`
        the action is allowed, but not with this outcome;
    `frame`
        something changed that is none of the action's business;
    `permitted`
        the engine refused an action that the spec allows;
    `reason`
        both refuse it, but no clause that decides for the engine is among those the spec finds broken;
    `unknown`
        z3 gave up.

    Parameters
    ----------
    rules : the clauses in the cores: what the spec finds contradicted.
    details : cells that changed, or the engine's own reasons.
    """

    kind: DisagreementKind
    step: str
    action: str
    place: Place
    rules: tuple[str, ...] = ()
    details: tuple[str, ...] = ()


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What the second opinion says of a replay.

    Parameters
    ----------
    counts : how many actions of each kind were checked, by name.
    refusals : how many of them the engine had refused.
    silent : how many actions of each kind the spec does not speak of, by name: nothing is said about them.
    seconds : how long each check took, in the order of the actions.
    """

    counts: dict[str, int]
    refusals: int
    disagreements: tuple[Disagreement, ...]
    seconds: tuple[float, ...] = ()
    silent: dict[str, int] = {}

    @property
    def checked(self) -> int:
        """How many actions were checked."""
        return sum(self.counts.values())

    @property
    def verdict(self) -> Verdict:
        """`agrees` only if there is no disagreement and nothing unknown, `silent` if no action could be asked about."""
        kinds = {disagreement.kind for disagreement in self.disagreements}
        if kinds:
            return "disagrees" if kinds - {"unknown"} else "unknown"
        return "silent" if self.silent and not self.counts else "agrees"


def check(replay: Replay, ruleset: Ruleset[Any, Any]) -> Report:
    """The second opinion on every action of a replay, those refused among them."""
    spec: Spec = ruleset.spec()
    counts: dict[str, int] = {}
    refusals = 0
    found: list[Disagreement] = []
    seconds: list[float] = []
    silent: dict[str, int] = {}
    for step in replay.steps:
        for played in step.played:
            kind = type(played.action).__name__
            if not spec.speaks_of(played.before, played.action):
                silent[kind] = silent.get(kind, 0) + 1
                continue
            counts[kind] = counts.get(kind, 0) + 1
            refusals += played.after is None
            start = perf_counter()
            found.extend(judge_played(spec, step, played))
            seconds.append(perf_counter() - start)
    return Report(counts=counts, refusals=refusals, disagreements=tuple(found), seconds=tuple(seconds), silent=silent)


def judge_played(spec: Spec, step: Step, played: Played) -> tuple[Disagreement, ...]:
    """Where the spec disagrees with one action as the engine played or refused it."""
    action = spec.describe(played.action)

    def disagreement(
        kind: DisagreementKind, rules: tuple[str, ...] = (), details: tuple[str, ...] = ()
    ) -> Disagreement:
        return Disagreement(kind=kind, step=step.label, action=action, place=step.place, rules=rules, details=details)

    question = spec.question(played.before, played.action, played.after)
    answer = question.template.ask(question.view)
    if answer.verdict == "unknown":
        return (disagreement("unknown"),)
    if played.after is None:
        reasons = tuple(dict.fromkeys(violation.rules[0] for violation in step.violations))
        if answer.verdict == "fits":
            return (disagreement("permitted", details=reasons),)
        if not set(reasons) & set(answer.rules):
            return (disagreement("reason", answer.rules, reasons),)
        return ()
    found = []
    if answer.verdict == "contradicted":
        found.append(disagreement("forbidden" if answer.refused else "outcome", answer.rules))
    if question.strays:
        found.append(disagreement("frame", details=question.strays))
    return tuple(found)
