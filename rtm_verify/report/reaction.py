"""A survey of what can be chosen in a position, as text or as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

import msgspec

from rtm_verify.kernel.replay import Step
from rtm_verify.kernel.survey import Candidate, Demand, Group, Survey
from rtm_verify.kernel.words import counted

__all__ = ["survey_json", "survey_lines"]

_WIDTH = 80


def survey_lines(survey: Survey, step: Step) -> Iterator[str]:
    """The survey of the position after a step: what is asked for, then what can be chosen, then what cannot and why."""
    yield from _wrapped(survey.title)
    yield from _wrapped(_position(step), "  ")
    if survey.premise:
        yield from _wrapped(survey.premise, "  ")
    yield ""
    yield from _wrapped(f"{survey.source}: {survey.outcome}{_cited(survey.outcome_rules)}", "", "  ")
    if survey.decider:
        yield from _wrapped(f"{survey.decider}{_cited(survey.decider_rules)}", "  ")
    for ruling in survey.rulings:
        yield from _wrapped(f"by the ruling {ruling}", "  ")
    for demand in survey.demands:
        yield from _demand_lines(demand)
    for group in survey.groups:
        yield ""
        yield from _group_lines(group)


def survey_json(survey: Survey, step: Step) -> str:
    """The same as one JSON object with names, the same for equal surveys."""
    data = {
        "step": step.label,
        "move": step.text,
        "supposed": bool(survey.premise),
        **msgspec.to_builtins(survey),
        "eligible": {group.verb: group.eligible for group in survey.groups},
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


def _position(step: Step) -> str:
    actor = f"{step.actor}: " if step.actor else ""
    refused = ", which is refused" if step.violations else ""
    return f"position after step {step.label} ({actor}{step.text}{refused})"


def _demand_lines(demand: Demand) -> Iterator[str]:
    yield ""
    number = f"{demand.number}. " if demand.number else ""
    yield from _wrapped(f"{number}{demand.text}{_cited(demand.rules)}", "", "   ")
    asked = "ASKED FOR NOW" if demand.number else "POSSIBLE NOW"
    yield from _wrapped(asked if demand.asked else demand.instead, "   ")
    if demand.allowed:
        yield from _wrapped(f"allowed: {_listed(demand.allowed)}", "   ", "     ")
    for narrowing in demand.narrowed:
        found = _listed(narrowing.left) if narrowing.left else "no area; all remain"
        yield from _wrapped(f"preferred, {narrowing.preference}: {found}", "   ", "     ")
    if demand.narrowed:
        yield from _wrapped(f"left: {_listed(demand.left)}", "   ", "     ")


def _group_lines(group: Group) -> Iterator[str]:
    """Those that can be chosen, then the others by the reasons that bar them."""
    yield from _wrapped(f"{group.title} ({counted(len(group.eligible), 'area')} of {len(group.candidates)})")
    eligible = [candidate for candidate in group.candidates if candidate.eligible]
    yield from _wrapped(f"{group.can}: {_listed(map(_named, eligible)) if eligible else 'none'}", "  ", "    ")
    for kind, first in _by_reason(group.candidates, 0):
        yield from _wrapped(f"{group.cannot}: {kind}{_cited(_shared(first, 0))}", "  ", "    ")
        yield from _barred_lines(first, 1, "    ")


def _by_reason(candidates: Iterable[Candidate], number: int) -> list[tuple[str, list[Candidate]]]:
    """Candidates put together by the reason with this number, and those that have none left out."""
    groups: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        if len(candidate.reasons) > number:
            groups.setdefault(candidate.reasons[number].kind, []).append(candidate)
    return sorted(groups.items())


def _barred_lines(candidates: list[Candidate], number: int, indent: str) -> Iterator[str]:
    """Those barred by these reasons alone, then those barred by a further one as well."""
    here = [candidate for candidate in candidates if len(candidate.reasons) == number]
    shared = {rule for above in range(number) for rule in _shared(candidates, above)}
    plain = [candidate for candidate in here if not _details(candidate, shared)]
    for candidate in here:
        if details := _details(candidate, shared):
            yield from _wrapped(f"{_named(candidate)}: {details}", indent, f"{indent}  ")
    if plain:
        yield from _wrapped(_listed(map(_named, plain)), indent)
    for kind, others in _by_reason(candidates, number):
        yield from _wrapped(f"also {kind}{_cited(_shared(others, number))}", indent, f"{indent}  ")
        yield from _barred_lines(others, number + 1, f"{indent}  ")


def _details(candidate: Candidate, shared: set[str]) -> str:
    """What stands in its way, and the clauses that others with the same reasons lack."""
    by = dict.fromkeys(name for why in candidate.reasons for name in why.by if name != candidate.name)
    own = tuple(rule for why in candidate.reasons for rule in why.rules if rule not in shared)
    return f"{', '.join(by)}{_cited(own)}".strip()


def _shared(candidates: list[Candidate], number: int) -> tuple[str, ...]:
    """The clauses of the reason with this number that all of them have."""
    each = [candidate.reasons[number].rules for candidate in candidates]
    return tuple(rule for rule in each[0] if all(rule in rules for rules in each))


def _named(candidate: Candidate) -> str:
    return f"{candidate.name} ({candidate.owner})" if candidate.owner else candidate.name


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _cited(rules: tuple[str, ...]) -> str:
    return f" [{', '.join(rules)}]" if rules else ""


def _wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=first,
        subsequent_indent=first if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
