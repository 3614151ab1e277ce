"""What a game may do in a position, thing by thing: what can be chosen, what cannot, and why."""

from __future__ import annotations

import msgspec

__all__ = ["Candidate", "Demand", "Group", "Narrowing", "Survey", "Why"]


class Why(msgspec.Struct, frozen=True):
    """One reason why something cannot be chosen.

    Parameters
    ----------
    kind : the reason without names, the same for all that are barred by it: what they are grouped by.
    rules : ids of the clauses, the deciding one first.
    text : the reason in a sentence.
    by : what on the map stands in the way.
    """

    kind: str
    rules: tuple[str, ...]
    text: str
    by: tuple[str, ...] = ()


class Candidate(msgspec.Struct, frozen=True):
    """A thing that could be chosen, whose it is, and every reason why it cannot be; none if it can."""

    name: str
    owner: str = ""
    reasons: tuple[Why, ...] = ()

    @property
    def eligible(self) -> bool:
        """Whether it can be chosen.

        >>> Candidate("Orsha").eligible
        True
        """
        return not self.reasons


class Group(msgspec.Struct, frozen=True):
    """Candidates for one thing to do.

    Parameters
    ----------
    verb : the word by which a log does it.
    title : what is done.
    can, cannot : the words for candidates that can be chosen, and for those that cannot.
    """

    verb: str
    title: str
    can: str
    cannot: str
    candidates: tuple[Candidate, ...]

    @property
    def eligible(self) -> tuple[str, ...]:
        """The names of those that can be chosen."""
        return tuple(candidate.name for candidate in self.candidates if candidate.eligible)


class Narrowing(msgspec.Struct, frozen=True):
    """A preference, and what it leaves of the things to choose from; `left` is empty if it found none."""

    preference: str
    left: tuple[str, ...]


class Demand(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that is asked for, in the order in which it is asked for.

    Parameters
    ----------
    number : its place in the order; 0 if the choice is free.
    verb : the word by which a log does it.
    asked : whether it is what is asked for now; otherwise `instead` says why not.
    allowed : what it could be done with, before any preference.
    narrowed : the preferences in the order they are looked at.
    left : what it could be done with in the end.
    """

    number: int
    verb: str
    text: str
    rules: tuple[str, ...]
    asked: bool
    instead: str = ""
    allowed: tuple[str, ...] = ()
    narrowed: tuple[Narrowing, ...] = ()
    left: tuple[str, ...] = ()


class Survey(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can be chosen in a position, and everything that cannot.

    Parameters
    ----------
    premise : what is supposed, if the position does not yet ask for a choice; otherwise empty.
    source : who or what asks.
    outcome : what is asked for in the end, in a sentence.
    decider : who chooses where several things fit.
    rulings : the readings without which the answer would be another, as ``cut-off = own-areas``.
    """

    title: str
    premise: str = ""
    source: str
    outcome: str
    outcome_rules: tuple[str, ...]
    decider: str
    decider_rules: tuple[str, ...]
    demands: tuple[Demand, ...]
    groups: tuple[Group, ...]
    rulings: tuple[str, ...] = ()

    def asked(self, verb: str) -> tuple[str, ...]:
        """The things that are asked for now, to be done by this word."""
        return tuple(name for demand in self.demands if demand.asked and demand.verb == verb for name in demand.left)
