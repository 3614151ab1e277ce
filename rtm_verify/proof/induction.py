"""What must hold in every position, proved action by action: it holds before, so it holds after.

A template says what an action does to a handful of numbers. Here those numbers are entries of *arrays*: functions from
armies, areas, players to numbers or flags, of which nothing is known but what the invariants say. So a proof speaks of
every position, and of every board that meets the axioms it is given.

For one action, with ``s`` the position before and ``s'`` the one after it, z3 is asked whether

    axioms, invariants of s, clauses of the action, frame  and not  property of s'

can all be true. The invariants of ``s`` are supposed at every place the action names and at one more place of each kind
that stands for any other (a *Skolem* place); the property is proved for that place. The frame says that an entry no
clause answers for is as it was. A total over a whole array is never summed up: it changes by what its entries change.
Each set of suppositions is shown to be satisfiable, so no proof is empty.

What is trusted: that a finite sum changes by the change of its summands, that every entry is one of the places named or
another one, and the links between variables and entries, which tests compare with real positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Literal, NamedTuple

import msgspec
import z3

from rtm_verify.proof.template import Template

__all__ = ["Entry", "Law", "Names", "Position", "Property", "Region", "Result", "Suppositions", "Verdict", "prove"]

SEED = 1941
RLIMIT = 20_000_000  # a question takes some thousand to some hundred thousand units

Verdict = Literal["proved", "refuted", "unknown"]
Formula = Any


class Names(NamedTuple):
    """The arrays of a game.

    Parameters
    ----------
    domains : for each array the kinds of its indices, such as ``("player", "card")``; a single number has none.
    flags : the arrays whose entries are flags; all others have numbers.
    """

    domains: Mapping[str, tuple[str, ...]]
    flags: frozenset[str]


class Position:
    """A position of which nothing is fixed.

    Examples
    --------
    >>> s = Position(Names({"fuel": ("army",)}, frozenset()))
    >>> s("fuel", z3.Int("army"))
    fuel(army)
    """

    def __init__(self, names: Names, mark: str = "") -> None:
        self.names = names
        self._mark = mark
        self._made: dict[str, Any] = {}

    def __call__(self, array: str, *indices: Any) -> Any:
        """The entry of an array at these indices."""
        domain = self.names.domains[array]
        if len(domain) != len(indices):
            raise ValueError(f"'{array}' has {len(domain)} indices, not {len(indices)}")
        if array not in self._made:
            sort = z3.BoolSort() if array in self.names.flags else z3.IntSort()
            name = f"{array}{self._mark}"
            self._made[array] = z3.Function(name, *[z3.IntSort()] * len(domain), sort) if domain else z3.Const(name, sort)
        made = self._made[array]
        return made(*indices) if domain else made

    def count(self, array: str, *indices: Any) -> Any:
        """The entry as a number: a flag that holds counts 1."""
        entry = self(array, *indices)
        return z3.If(entry, 1, 0) if array in self.names.flags else entry


class Entry(NamedTuple):
    """The entry of an array that a variable of a template is."""

    array: str
    at: tuple[str, ...] = ()


class Region(NamedTuple):
    """Places that an action changes all at once, how many nobody says.

    Parameters
    ----------
    sign : the variable that answers for these places; a template without it does not change them so.
    before, after : the variables that are the array's sums over the region before, and after the action, if there are
        any; what happens to the single entries is said by laws.
    """

    name: str
    array: str
    sign: str
    before: str = ""
    after: str = ""


class Law(NamedTuple):
    """A supposition that is not a clause: what a computed variable means, or what every board has.

    Parameters
    ----------
    domains : the kinds of places it speaks of; it is supposed for all of them that a question has.
    says : the formula, from the suppositions and the places.
    needs : the variables it speaks of; it is left out where a template has not got all of them.
    """

    name: str
    domains: tuple[str, ...]
    says: Callable[..., Formula]
    needs: tuple[str, ...] = ()


class Property(NamedTuple):
    """Something to be proved.

    Parameters
    ----------
    kind : an `invariant` holds in every position; a `total` stays the same; a `step` relates two positions.
    domains : the kinds of places it speaks of.
    says : for an invariant the formula of a position and places; for a step of the suppositions and places; for a total
        the weight of each array in it.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    kind: Literal["invariant", "total", "step"]
    says: Any
    domains: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """What came of one property for one action.

    Parameters
    ----------
    model : if it is refuted, the values of the variables and entries that show it.
    """

    property: str
    action: str
    verdict: Verdict
    model: tuple[tuple[str, str], ...] = ()


class Suppositions:
    """All that is supposed of one action: its clauses, the links of its variables to entries, frame, laws, invariants.

    Parameters
    ----------
    entries : for each variable of the template that is an entry, which one.
    further : places, each with its kind, that properties speak of by way of others, such as where any army stands.
    touched : the arrays that variables without an entry may change: nothing is known of these but by regions and laws.
    """

    def __init__(
        self,
        template: Template,
        names: Names,
        entries: Mapping[str, Entry],
        regions: Iterable[Region] = (),
        touched: Iterable[str] = (),
        further: Callable[[Suppositions], Iterable[tuple[str, Any]]] = lambda _: (),
    ) -> None:
        self.template = template
        self.names = names
        self.before, self.after = Position(names), Position(names, "'")
        self._entries = entries
        self._present = set(template.names)
        self.regions = [region for region in regions if region.sign in self._present]
        self._touched = frozenset(touched)
        self._answered: dict[str, list[tuple[Any, ...]]] = {}
        for name in template.names:
            if name.endswith("'") and (entry := entries.get(name[:-1])):
                self._answered.setdefault(entry.array, []).append(self.indices(entry.at))
        self._places: dict[str, list[Any]] = {}
        for name in template.names:
            if entry := entries.get(name.removesuffix("'")):
                if len(names.domains[entry.array]) != len(entry.at):
                    raise ValueError(f"'{name}' is no entry of '{entry.array}', which has other indices")
                for kind, place in zip(names.domains[entry.array], self.indices(entry.at), strict=True):
                    self._add_place(kind, place)
        for kind, place in further(self):
            self._add_place(kind, place)

    def _add_place(self, kind: str, place: Any) -> None:
        known = self._places.setdefault(kind, [])
        if not any(place.eq(other) for other in known):
            known.append(place)

    def has(self, *variables: str) -> bool:
        """Whether the template has all these variables."""
        return self._present.issuperset(variables)

    def value(self, name: str) -> Any:
        """A variable of the template."""
        return self.template.variable(name)

    def index(self, name: str) -> Any:
        """The place an index names: a number is that place itself."""
        return z3.IntVal(int(name)) if name.lstrip("-").isdigit() else z3.Int(f"index {name}")

    def indices(self, names: Iterable[str]) -> tuple[Any, ...]:
        """The places that some indices name."""
        return tuple(self.index(name) for name in names)

    def any_place(self, kind: str) -> Any:
        """The place of this kind that stands for any."""
        return z3.Int(f"any {kind}")

    def places(self, kind: str) -> list[Any]:
        """The places of a kind that the question has: those named, and the one that stands for any."""
        return [*self._places.get(kind, []), self.any_place(kind)]

    def inside(self, region: str, place: Any) -> Any:
        """Whether a place is in a region."""
        return z3.Function(f"in {region}", z3.IntSort(), z3.BoolSort())(place)

    def links(self) -> Iterator[Formula]:
        """Each variable that is an entry of an array is that entry."""
        for name in self.template.names:
            plain = name.removesuffix("'")
            if entry := self._entries.get(plain):
                position = self.before if name == plain else self.after
                yield self.value(name) == position(entry.array, *self.indices(entry.at))

    def frame(self) -> Iterator[Formula]:
        """An entry that no clause answers for is as it was, at every place the question has."""
        for array, domain in self.names.domains.items():
            if array in self._touched and not any(region.array == array for region in self.regions):
                continue
            answered = self._answered.get(array, [])
            for places in product(*(self.places(kind) for kind in domain)):
                named = [z3.And([a == b for a, b in zip(places, mine, strict=True)]) for mine in answered]
                named += [self.inside(r.name, places[-1]) for r in self.regions if r.array == array]
                same = self.before(array, *places) == self.after(array, *places)
                yield z3.Or(*named, same) if named else same

    def region_sums(self) -> Iterator[Formula]:
        """A summand is not more than its sum, where none is negative; and a region has none of the places named."""
        for region in self.regions:
            kind = self.names.domains[region.array][-1]
            for place in self.places(kind):
                inside = self.inside(region.name, place)
                for name, position in ((region.before, self.before), (region.after, self.after)):
                    if name and self.has(name):
                        part = position.count(region.array, place)
                        yield z3.Implies(z3.And(inside, part >= 0), part <= self.value(name))
                        yield self.value(name) >= 0
            for mine in self._answered.get(region.array, []):
                yield z3.Not(self.inside(region.name, mine[-1]))

    def change(self, array: str) -> Any:
        """By how much the total of an array changes; None if nobody can say."""
        if array in self._touched and not any(r.array == array and r.before and r.after for r in self.regions):
            return None
        changes: list[Any] = []
        done: list[tuple[Any, ...]] = []
        for mine in self._answered.get(array, []):
            again = z3.Or([z3.And([a == b for a, b in zip(mine, other, strict=True)]) for other in done])
            change = self.after.count(array, *mine) - self.before.count(array, *mine)
            changes.append(z3.If(again, 0, change) if done and mine else change)
            done.append(mine)
        for region in self.regions:
            if region.array == array:
                if not (self.has(region.before) and self.has(region.after)):
                    return None
                changes.append(self.value(region.after) - self.value(region.before))
        return sum(changes) if changes else z3.IntVal(0)


def prove(
    suppositions: Suppositions,
    properties: Sequence[Property],
    laws: Sequence[Law],
    rlimit: int = RLIMIT,
) -> tuple[Result, ...]:
    """What becomes of every property under one action; first of all whether the action is possible at all.

    The first result is named ``possible``: it is `proved` if the suppositions can be met, `refuted` if they contradict
    each other, and then every other result is worthless.
    """
    solver = z3.SolverFor("QF_UFLIA")
    solver.set("random_seed", SEED)
    solver.set("rlimit", rlimit)
    solver.add(*suppositions.template.formulas)
    solver.add(*suppositions.links(), *suppositions.frame(), *suppositions.region_sums())
    for law in laws:
        if suppositions.has(*law.needs):
            for places in product(*(suppositions.places(kind) for kind in law.domains)):
                solver.add(law.says(suppositions, *places))
    for prop in properties:
        if prop.kind == "invariant":
            for places in product(*(suppositions.places(kind) for kind in prop.domains)):
                solver.add(prop.says(suppositions.before, *places))
    name = suppositions.template.name
    results = [Result("possible", name, _verdict(solver.check(), sat="proved", unsat="refuted"))]
    for prop in properties:
        goal = _goal(suppositions, prop)
        if goal is None:
            results.append(Result(prop.name, name, "refuted"))
            continue
        solver.push()
        solver.add(z3.Not(goal))
        verdict = _verdict(solver.check(), sat="refuted", unsat="proved")
        results.append(Result(prop.name, name, verdict, _told(solver.model()) if verdict == "refuted" else ()))
        solver.pop()
    return tuple(results)


def _verdict(answer: Any, sat: Verdict, unsat: Verdict) -> Verdict:
    return sat if answer == z3.sat else unsat if answer == z3.unsat else "unknown"


def _goal(suppositions: Suppositions, prop: Property) -> Formula:
    places = [suppositions.any_place(kind) for kind in prop.domains]
    match prop.kind:
        case "invariant":
            return prop.says(suppositions.after, *places)
        case "step":
            return prop.says(suppositions, *places)
    changes = [(weight, suppositions.change(array)) for array, weight in prop.says.items()]
    if any(change is None for _, change in changes):
        return None
    return sum(weight * change for weight, change in changes) == 0


def _told(model: Any) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((str(declared), str(model[declared])) for declared in model.decls() if declared.arity() == 0))
