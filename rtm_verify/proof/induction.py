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

__all__ = [
    "POSSIBLE",
    "Background",
    "Entry",
    "Law",
    "Meaning",
    "Model",
    "Names",
    "Part",
    "Position",
    "Property",
    "Region",
    "Result",
    "Seen",
    "Suppositions",
    "Total",
    "Verdict",
]

SEED = 1941
POSSIBLE = "the action is possible"
RLIMIT = 20_000_000  # a question takes some thousand to some hundred thousand units

Verdict = Literal["proved", "refuted", "unknown"]
Formula = Any


class Part(NamedTuple):
    """A part of something that may be there or not, such as what is known of an army on the move.

    Parameters
    ----------
    presence, none : the array that says whether it is there, and its value if it is not.
    absent : what the part is then.
    """

    presence: str
    none: int
    absent: int | bool


class Names(NamedTuple):
    """The arrays of a game.

    Parameters
    ----------
    domains : for each array the kinds of its indices, such as ``("player", "card")``; a single number has none.
    flags : the arrays whose entries are flags; all others have numbers.
    parts : the arrays that are parts of something that may be there or not.
    """

    domains: Mapping[str, tuple[str, ...]]
    flags: frozenset[str]
    parts: Mapping[str, Part] = {}


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
            self._made[array] = (
                z3.Function(name, *[z3.IntSort()] * len(domain), sort) if domain else z3.Const(name, sort)
            )
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
    arrays : whose entries change there; their sums are taken together.
    sign : the variable that answers for these places; a template without it does not change them so.
    before, after : the variables that are the sums over the region before, and after the action, if there are such;
        what happens to the single entries is said by laws.
    """

    name: str
    arrays: tuple[str, ...]
    sign: str
    before: str = ""
    after: str = ""


class Total(NamedTuple):
    """Variables that together are the total of an array, for actions that change more of it than they name."""

    array: str
    variables: tuple[str, ...]


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


class Seen(msgspec.Struct, frozen=True):
    """An entry of an array in a counterexample: where, and what it is before and after the action."""

    array: str
    places: tuple[int, ...]
    before: int
    after: int


class Model(msgspec.Struct, frozen=True):
    """A counterexample: a position and an action of it after which a property does not hold.

    Parameters
    ----------
    values : variables of the action, indices and other numbers, by name.
    entries : what the arrays are at the places that the question has; a flag is 1 or 0.
    real : whether the board is a real one.
    """

    values: tuple[tuple[str, int], ...]
    entries: tuple[Seen, ...]
    real: bool


class Result(msgspec.Struct, frozen=True):
    """What came of one property for one action.

    Parameters
    ----------
    model : if it is refuted, what shows it.
    """

    property: str
    action: str
    verdict: Verdict
    model: Model | None = None


class Meaning(NamedTuple):
    """What the variables of a game's templates are in any position.

    Parameters
    ----------
    names : the arrays.
    entries : the variables that are entries of an array.
    regions : places that some actions change all at once.
    totals : variables that are totals of arrays.
    touched : the arrays that a variable without an entry answers for: nothing is known of such an array after an action
        that sets the variable, but by regions, totals and laws.
    laws : what else is supposed.
    further : places, each with its kind, that properties speak of by way of others, such as where any army stands.
    pairs : the kinds of places of which a property speaks of two.
    """

    names: Names
    entries: Mapping[str, Entry]
    regions: tuple[Region, ...] = ()
    totals: tuple[Total, ...] = ()
    touched: Mapping[str, tuple[str, ...]] = {}
    laws: tuple[Law, ...] = ()
    further: Callable[[Suppositions], Iterable[tuple[str, Any]]] = lambda _: ()
    pairs: frozenset[str] = frozenset()


class Suppositions:
    """All that is supposed of one action: its clauses, the links of its variables to entries, frame, laws, invariants.

    Parameters
    ----------
    rules : the rules in force, for laws that hang on them.
    """

    def __init__(self, template: Template, meaning: Meaning, rules: Any = None) -> None:
        self.template = template
        self.meaning = meaning
        self.rules = rules
        names, entries = meaning.names, meaning.entries
        self.before, self.after = Position(names), Position(names, "'")
        self._present = frozenset(template.names)
        set_now = [name[:-1] for name in template.names if name.endswith("'")]
        self.regions = [region for region in meaning.regions if region.sign in self._present]
        self._totals = {total.array: total for total in meaning.totals}
        self._touched = frozenset(array for name in set_now for array in meaning.touched.get(name, ()))
        self._answered: dict[str, list[tuple[Any, ...]]] = {}
        self._places: dict[str, list[Any]] = {}
        for name in template.names:
            if entry := entries.get(name.removesuffix("'")):
                places = self.indices(entry.at)
                for kind, place in zip(names.domains[entry.array], places, strict=True):
                    self._add_place(kind, place)
                if name.endswith("'"):
                    self._answered.setdefault(entry.array, []).append(places)
        for kind, place in meaning.further(self):
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

    def any_place(self, kind: str, *, other: bool = False) -> Any:
        """The place of this kind that stands for any, or another one that does."""
        return z3.Int(f"any {'other ' * other}{kind}")

    def any_places(self, domains: Sequence[str]) -> list[Any]:
        """Places that stand for any: of a kind that is named twice, two of which nobody says that they are one."""
        return [self.any_place(kind, other=kind in domains[:number]) for number, kind in enumerate(domains)]

    def places(self, kind: str) -> list[Any]:
        """The places of a kind that the question has: those named, and those that stand for any."""
        others = [self.any_place(kind, other=True)] if kind in self.meaning.pairs else []
        return [*self._places.get(kind, []), self.any_place(kind), *others]

    def inside(self, region: str, place: Any) -> Any:
        """Whether a place is in a region."""
        return z3.Function(f"in {region}", z3.IntSort(), z3.BoolSort())(place)

    def links(self) -> Iterator[Formula]:
        """Each variable that is an entry of an array is that entry."""
        for name in self.template.names:
            plain = name.removesuffix("'")
            if entry := self.meaning.entries.get(plain):
                position = self.before if name == plain else self.after
                yield self.value(name) == position(entry.array, *self.indices(entry.at))

    def frame(self) -> Iterator[Formula]:
        """An entry that no clause answers for is as it was, at every place the question has."""
        for array, domain in self.meaning.names.domains.items():
            if array in self._touched:
                continue
            answered = self._answered.get(array, [])
            for places in product(*(self.places(kind) for kind in domain)):
                named = [z3.And([a == b for a, b in zip(places, mine, strict=True)]) for mine in answered]
                named += [self.inside(r.name, places[-1]) for r in self.regions if array in r.arrays]
                same = self._stays(array, *places)
                yield z3.Or(*named, same) if named else same

    def _stays(self, array: str, *places: Any) -> Formula:
        """An entry is as it was; a part of what is gone is gone."""
        same = self.before(array, *places) == self.after(array, *places)
        part = self.meaning.names.parts.get(array)
        if part is None:
            return same
        return z3.If(self.after(part.presence) == part.none, self.after(array) == part.absent, same)

    def parts(self) -> Iterator[Formula]:
        """Parts of what is not there are what they are then."""
        for position in (self.before, self.after):
            for array, part in self.meaning.names.parts.items():
                yield z3.Implies(position(part.presence) == part.none, position(array) == part.absent)

    def region_sum(self, region: Region, after: bool) -> Any:
        """The sum over a region: a variable of the template, or a number of its own."""
        name = region.after if after else region.before
        return self.value(name) if name and self.has(name) else z3.Int(f"sum of {region.sign}" + "'" * after)

    def region_sums(self) -> Iterator[Formula]:
        """A summand is not more than its sum, where none is negative; and a region has none of the places named."""
        for region in self.regions:
            for place in self.places(self.meaning.names.domains[region.arrays[0]][-1]):
                inside = self.inside(region.name, place)
                for after, position in ((False, self.before), (True, self.after)):
                    parts = [position.count(array, place) for array in region.arrays]
                    whole = self.region_sum(region, after)
                    yield z3.Implies(z3.And(inside, *(part >= 0 for part in parts)), sum(parts) <= whole)
            for array in region.arrays:
                for mine in self._answered.get(array, []):
                    yield z3.Not(self.inside(region.name, mine[-1]))

    def change(self, array: str) -> Any:
        """By how much the total of an array changes. What regions with several arrays change is told with their first.

        Raises
        ------
        LookupError
            If nothing says so.
        """
        if array in self._touched:
            total = self._totals.get(array)
            if total is None or not self.has(*total.variables, *(f"{name}'" for name in total.variables)):
                raise LookupError(f"{self.template.name} changes '{array}', and no variable is its total")
            return sum(self.value(f"{name}'") - self.value(name) for name in total.variables)
        changes: list[Any] = []
        done: list[tuple[Any, ...]] = []
        for mine in self._answered.get(array, []):
            again = z3.Or([z3.And([a == b for a, b in zip(mine, other, strict=True)]) for other in done])
            change = self.after.count(array, *mine) - self.before.count(array, *mine)
            changes.append(z3.If(again, 0, change) if done and mine else change)
            done.append(mine)
        changes += [
            self.region_sum(region, after=True) - self.region_sum(region, after=False)
            for region in self.regions
            if region.arrays[0] == array
        ]
        return sum(changes) if changes else z3.IntVal(0)

    def laws(self) -> Iterator[Formula]:
        """What the laws say at the places the question has."""
        for law in self.meaning.laws:
            if self.has(*law.needs):
                for places in product(*(self.places(kind) for kind in law.domains)):
                    yield law.says(self, *places)

    def invariants(self, properties: Iterable[Property]) -> Iterator[Formula]:
        """What the invariants say of the position before, at the places the question has."""
        for prop in properties:
            if prop.kind == "invariant":
                for places in product(*(self.places(kind) for kind in prop.domains)):
                    yield prop.says(self.before, *places)


class Background:
    """What is supposed of an action besides its clauses, and what is to be proved: z3 reads it once for many rules.

    Actions whose clauses speak of the same variables can share it, if laws and properties say the same of them.

    Parameters
    ----------
    real : what a real board says, and small numbers: counterexamples are looked for there too, since they are easier to
        read. It has no part in any proof.
    """

    def __init__(
        self,
        suppositions: Suppositions,
        properties: Sequence[Property],
        real: Callable[[], Sequence[Formula]] | None = None,
        rlimit: int = RLIMIT,
    ) -> None:
        self.properties = tuple(properties)
        self._suppositions, self._real = suppositions, real
        self._solver = z3.SolverFor("QF_UFLIA")
        self._solver.set("random_seed", SEED)
        self._solver.set("rlimit", rlimit)
        self._solver.add(*suppositions.links(), *suppositions.frame(), *suppositions.parts())
        self._solver.add(*suppositions.region_sums(), *suppositions.laws(), *suppositions.invariants(properties))
        self._goals = [_goal(suppositions, prop) for prop in properties]

    def prove(self, name: str, clauses: Iterable[Formula], only: str = "") -> tuple[Result, ...]:
        """What becomes of every property under the clauses of an action; first whether the action is possible at all.

        `only` is a part of a name: the properties that have it are looked at. All invariants are supposed in any case.

        The first result is named as `POSSIBLE` says: it is `proved` if the suppositions can be met, `refuted` if they
        contradict each other, and then there is nothing else to be said.
        """
        solver = self._solver
        solver.push()
        try:
            solver.add(*clauses)
            possible = Result(POSSIBLE, name, _verdict(solver.check(), sat="proved", unsat="refuted"))
            if possible.verdict == "refuted":
                return (possible,)
            asked = [(p.name, g) for p, g in zip(self.properties, self._goals, strict=True) if only in p.name]
            if self._holds(z3.Not(z3.And([goal for _, goal in asked]))):  # mostly one question answers all
                return (possible, *(Result(claim, name, "proved") for claim, _ in asked))
            answers = [(claim, self._ask(z3.Not(goal))) for claim, goal in asked]
        finally:
            solver.pop()
        return (possible, *(Result(claim, name, each.verdict, each.model) for claim, each in answers))

    def _holds(self, exception: Formula) -> bool:
        self._solver.push()
        self._solver.add(exception)
        found = self._solver.check()
        self._solver.pop()
        return bool(found == z3.unsat)

    def _ask(self, exception: Formula) -> _Answer:
        solver = self._solver
        solver.push()
        solver.add(exception)
        verdict = _verdict(solver.check(), sat="refuted", unsat="proved")
        model = None
        if verdict == "refuted":
            model = self._model(solver.model(), real=False)
            solver.add(*(self._real() if self._real else ()))
            if self._real and solver.check() == z3.sat:
                model = self._model(solver.model(), real=True)
        solver.pop()
        return _Answer(verdict, model)

    def _model(self, found: Any, *, real: bool) -> Model:
        def number(term: Any) -> int:
            value = found.eval(term, model_completion=True)
            return int(z3.is_true(value)) if z3.is_bool(value) else value.as_long()

        q = self._suppositions
        names = {*q.template.names, *(str(each) for each in found.decls() if str(each).startswith(("index ", "any ")))}
        values = {name: number(q.value(name) if q.has(name) else z3.Int(name)) for name in names}
        entries: dict[tuple[str, tuple[int, ...]], Seen] = {}
        for array, domain in q.meaning.names.domains.items():
            for places in product(*(q.places(kind) for kind in domain)):
                at = tuple(number(place) for place in places)
                before, after = number(q.before(array, *places)), number(q.after(array, *places))
                entries[array, at] = Seen(array, at, before, after)
        return Model(tuple(sorted(values.items())), tuple(entries[key] for key in sorted(entries)), real)


class _Answer(NamedTuple):
    verdict: Verdict
    model: Model | None = None


def _verdict(answer: Any, sat: Verdict, unsat: Verdict) -> Verdict:
    return sat if answer == z3.sat else unsat if answer == z3.unsat else "unknown"


def _goal(suppositions: Suppositions, prop: Property) -> Formula:
    if not suppositions.meaning.pairs.issuperset(k for k in prop.domains if prop.domains.count(k) > 1):
        raise LookupError(f"'{prop.name}' speaks of two places of a kind, and the meaning does not")
    places = suppositions.any_places(prop.domains)
    match prop.kind:
        case "invariant":
            return prop.says(suppositions.after, *places)
        case "step":
            return prop.says(suppositions, *places)
    return sum(weight * suppositions.change(array) for array, weight in prop.says.items()) == 0
