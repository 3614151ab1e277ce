"""A template: what the rules say of one kind of action, as z3 clauses over a local view.

A template is built once and asked many times. Its variables are numbers and flags; a name that ends in ``'`` is a
value after the action. A *guard* speaks of the position before the action alone, an *effect* also of the one after it.
What is asked is whether the values of a view fit the clauses. A variable that no view fixes is left open: it stands for
what the rulebook leaves to chance or choice, or for what a clause defines.

Each clause is switched on by a literal of its own, and each value by a cached one, so that a question is a set of
assumptions to a solver that never changes. What contradicts a view is a minimal core of clauses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec
import z3

__all__ = ["FAR", "Answer", "Clause", "Template", "Unanswered", "Unbounded", "Value", "View"]

Value = int | bool
View = Mapping[str, Value]

SEED = 1941
RLIMIT = 5_000_000  # a question takes some hundred to some thousand units
MOST_CORES = 12
FAR = 1000  # no number of a game is as large


class Unbounded(Exception):  # noqa: N818 (a finding, raised where it is found)
    """The clauses leave a number without a bound."""


class Unanswered(Exception):  # noqa: N818
    """z3 used up its budget."""


class Clause(msgspec.Struct, frozen=True):
    """One clause of a template: the rules it rests on, and whether it is a guard."""

    rules: tuple[str, ...]
    guard: bool


class Answer(msgspec.Struct, frozen=True):
    """Whether a view fits the clauses; if not, minimal sets of clauses that cannot all hold, no two sharing any.

    `unknown` is what z3 says when its budget is used up: it is never a pass.
    """

    verdict: Literal["fits", "contradicted", "unknown"]
    cores: tuple[tuple[Clause, ...], ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of all cores, each once."""
        return tuple(dict.fromkeys(rule for core in self.cores for clause in core for rule in clause.rules))

    @property
    def refused(self) -> bool:
        """Whether a guard is among what is contradicted: the action itself is against the rules."""
        return any(clause.guard for core in self.cores for clause in core)


class Template:
    """The clauses of one kind of action.

    Parameters
    ----------
    name : the kind of action.
    rlimit : z3's budget for one check.

    Examples
    --------
    >>> t = Template("spend")
    >>> fuel, left = t.number("fuel"), t.number("fuel'")
    >>> t.guard("8.2.fuel", fuel >= 1)
    >>> t.effect("8.2.fuel", left == fuel - 1)
    >>> t.ask({"fuel": 3, "fuel'": 2}).verdict
    'fits'
    >>> t.ask({"fuel": 3, "fuel'": 3}).rules
    ('8.2.fuel',)
    >>> t.ask({"fuel": 0}).refused
    True
    """

    def __init__(self, name: str, rlimit: int = RLIMIT) -> None:
        self.name = name
        self.clauses: list[Clause] = []
        self.formulas: list[Any] = []  # of the clauses, in their order
        self._solver = z3.SolverFor("QF_LIA")
        self._solver.set("random_seed", SEED)
        self._solver.set("rlimit", rlimit)
        self._numbers: dict[str, Any] = {}
        self._flags: dict[str, Any] = {}
        self._open: set[str] = set()
        self._switches: list[Any] = []
        self._values: dict[tuple[str, Value], Any] = {}
        self._fixed: tuple[str, ...] | None = None
        # Assuming all clauses at once is one assumption instead of one for each clause.
        self._guards, self._all = z3.Bool("every guard"), z3.Bool("every clause")

    @property
    def names(self) -> tuple[str, ...]:
        """The variables that a view must fix, those after the action last."""
        if self._fixed is None:
            fixed = [name for name in (*self._numbers, *self._flags) if name not in self._open]
            self._fixed = tuple(sorted(fixed, key=lambda name: name.endswith("'")))
        return self._fixed

    @property
    def rules(self) -> frozenset[str]:
        """All rules the clauses rest on."""
        return frozenset(rule for clause in self.clauses for rule in clause.rules)

    def number(self, name: str) -> Any:
        """The whole number of this name; the same one each time."""
        return self._numbers.setdefault(name, z3.Int(name))

    def flag(self, name: str) -> Any:
        """The flag of this name; the same one each time."""
        return self._flags.setdefault(name, z3.Bool(name))

    def variable(self, name: str) -> Any:
        """The number or flag of this name that the clauses speak of. Raises `KeyError` if they do not."""
        return self._flags[name] if name in self._flags else self._numbers[name]

    def open_number(self, name: str) -> Any:
        """A number that no view fixes."""
        self._open.add(name)
        return self.number(name)

    def open_flag(self, name: str) -> Any:
        """A flag that no view fixes."""
        self._open.add(name)
        return self.flag(name)

    def guard(self, *parts: Any) -> None:
        """Add a clause about the position before: rule ids, then a formula."""
        self._add(True, parts)

    def effect(self, *parts: Any) -> None:
        """Add a clause about the position after: rule ids, then a formula."""
        self._add(False, parts)

    def _add(self, guard: bool, parts: tuple[Any, ...]) -> None:
        *rules, formula = parts
        self._fixed = None
        switch = z3.Bool(f"clause {len(self.clauses)}")
        self._solver.add(z3.Implies(switch, formula), z3.Implies(self._all, switch))
        if guard:
            self._solver.add(z3.Implies(self._guards, switch))
        self.clauses.append(Clause(tuple(rules), guard))
        self.formulas.append(z3.BoolVal(formula) if isinstance(formula, bool) else formula)
        self._switches.append(switch)

    def ask(self, view: View) -> Answer:
        """Whether a view fits. A view without values after the action is judged by the guards alone.

        Raises
        ------
        KeyError
            If the view leaves out a variable.
        """
        complete = any(name.endswith("'") for name in view)
        values = [self._literal(name, view[name]) for name in self.names if complete or not name.endswith("'")]
        result = self._assume([*values, self._all if complete else self._guards])
        if result == z3.sat:
            return Answer("fits")
        if result == z3.unknown:
            return Answer("unknown")
        left = [index for index, clause in enumerate(self.clauses) if complete or clause.guard]
        return self._explain(values, left)

    def solutions(
        self, on: Collection[int], view: View, terms: Mapping[str, Any], free: Sequence[Any]
    ) -> Iterator[tuple[int, ...]]:
        """Every choice of the `free` numbers by which the clauses `on` can hold.

        Parameters
        ----------
        on : the clauses, by their place in `clauses`.
        view : variables with their values.
        terms : variables that are said in terms of the free numbers. What is in neither is open.
        free : z3 numbers.

        Raises
        ------
        Unbounded
            If a free number can be as large, or as far below zero, as one likes.
        Unanswered
            If z3 gives up.

        Examples
        --------
        >>> t = Template("load")
        >>> t.guard("8.carry.pick-up", t.number("taken") >= 1)
        >>> t.guard("8.carry.pick-up", t.number("taken") <= t.number("in area"))
        >>> n = z3.Int("n")
        >>> sorted(t.solutions([0, 1], {"in area": 2}, {"taken": n}, [n]))
        [(1,), (2,)]
        >>> list(t.solutions([0], {"in area": 2}, {"taken": n}, [n]))
        Traceback (most recent call last):
        rtm_verify.proof.template.Unbounded: load
        """
        fixed = [self._literal(name, value) for name, value in view.items()]
        fixed += [self._switches[index] for index in on]
        self._solver.push()
        try:
            for name, term in terms.items():
                self._solver.add(self.variable(name) == term)
            far = z3.Bool("a free number is far off")
            self._solver.add(z3.Implies(far, z3.Or([z3.Or(number < -FAR, number > FAR) for number in free])))
            if free and self._possible(fixed) and self._possible([*fixed, far]):
                raise Unbounded(self.name)
            while self._possible(fixed):
                model = self._solver.model()
                found = tuple(model.eval(number, model_completion=True).as_long() for number in free)
                yield found
                self._solver.add(z3.Or([number != value for number, value in zip(free, found, strict=True)]))
        finally:
            self._solver.pop()

    def _possible(self, literals: list[Any]) -> bool:
        result = self._assume(literals)
        if result == z3.unknown:
            raise Unanswered(self.name)
        return bool(result == z3.sat)

    def _explain(self, values: list[Any], left: list[int]) -> Answer:
        cores: list[tuple[Clause, ...]] = []
        while len(cores) < MOST_CORES:
            result, core = self._check(values, left)
            if result == z3.unknown:
                return Answer("unknown")
            if result == z3.sat:
                break
            least = self._least(values, core)
            if not least:
                raise ValueError(f"the view of {self.name} contradicts itself")
            cores.append(tuple(self.clauses[index] for index in least))
            left = [index for index in left if index not in least]
        return Answer("contradicted", tuple(cores))

    def _least(self, values: list[Any], core: list[int]) -> list[int]:
        """A part of the core none of which can be left out. What z3 cannot decide stays in."""
        for index in list(core):
            result, _ = self._check(values, [other for other in core if other != index])
            if result == z3.unsat:
                core = [other for other in core if other != index]
        return core

    def _check(self, values: list[Any], on: Collection[int]) -> tuple[Any, list[int]]:
        result = self._assume([*values, *(self._switches[index] for index in on)])
        if result != z3.unsat:
            return result, []
        core = {literal.get_id() for literal in self._solver.unsat_core()}
        return result, [index for index in on if self._switches[index].get_id() in core]

    def _assume(self, literals: list[Any]) -> Any:
        # `Solver.check` casts and copies every literal anew, which takes three times as long as the solving.
        pointers = (z3.Ast * len(literals))(*(literal.ast for literal in literals))
        result = z3.Z3_solver_check_assumptions(self._solver.ctx.ref(), self._solver.solver, len(literals), pointers)
        return z3.CheckSatResult(result)

    def _literal(self, name: str, value: Value) -> Any:
        found = self._values.get((name, value))
        if found is None:
            if name in self._flags:
                found = self._flags[name] if value else z3.Not(self._flags[name])
            else:
                found = z3.Bool(f"{name} = {value}")
                self._solver.add(z3.Implies(found, self._numbers[name] == int(value)))
            self._values[name, value] = found
        return found
