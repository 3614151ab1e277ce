"""What was proved of a game for every position, claim by claim, and what was not."""

from __future__ import annotations

from typing import Literal

import msgspec

from rtm_verify.proof.induction import Model, Verdict
from rtm_verify.proof.obligation import Proof

__all__ = ["Claim", "ClaimKind", "Counterexample", "Impossible", "Letter", "Proved"]

ClaimKind = Literal["invariant", "total", "step"]


class Counterexample(msgspec.Struct, frozen=True, kw_only=True):
    """An action after which a property does not hold, or is not known to.

    Parameters
    ----------
    rules : the rules in force, such as ``2024, winter``.
    model : what the position, the action and its outcome are.
    log : the same on the shipped board, as an ordinary log, as far as a log can say it.
    """

    action: str
    rules: str
    verdict: Verdict
    model: Model | None = None
    log: str = ""


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """A property, and what came of it under every action.

    Parameters
    ----------
    asked : how many actions, each under each set of rules that changes it, keep the property.
    failures : those that do not.
    """

    name: str
    sentence: str
    kind: ClaimKind
    rules: tuple[str, ...]
    asked: int
    failures: tuple[Counterexample, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """`refuted` if there is an exception, `unknown` if z3 gave up anywhere."""
        verdicts = {failure.verdict for failure in self.failures}
        return "refuted" if "refuted" in verdicts else "unknown" if verdicts else "proved"


class Impossible(msgspec.Struct, frozen=True, kw_only=True):
    """An action that cannot be taken in any position under some rules, as it should be; and why."""

    action: str
    rules: tuple[str, ...]
    reason: str


class Letter(msgspec.Struct, frozen=True, kw_only=True):
    """Where one passage, taken by its letter, breaks a property, and what settles it.

    Parameters
    ----------
    without : the clauses that are left out, to leave the passage alone.
    settled : the rule, ruling or erratum that decides.
    counterexample : what happens without it. If there is none, this entry is wrong.
    shown : the log in which it comes up, as a path below `replays`.
    """

    name: str
    property: str
    passage: str
    sentence: str
    settled: str
    without: tuple[str, ...]
    shown: str
    counterexample: Counterexample | None


class Proved(msgspec.Struct, frozen=True, kw_only=True):
    """All claims of a game."""

    claims: tuple[Claim, ...]
    impossible: tuple[Impossible, ...]
    letters: tuple[Letter, ...]
    encirclement: tuple[Proof, ...]
    contradictions: tuple[Counterexample, ...] = ()  # actions whose suppositions contradict each other

    @property
    def verdict(self) -> Verdict:
        """`proved` only if every claim is, no suppositions contradict each other, and every letter breaks something."""
        verdicts = {claim.verdict for claim in self.claims} | {proof.verdict for proof in self.encirclement}
        if "refuted" in verdicts or any(letter.counterexample is None for letter in self.letters):
            return "refuted"
        return "unknown" if "unknown" in verdicts or self.contradictions else "proved"
