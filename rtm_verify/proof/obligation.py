"""What has to be shown for a proof, one claim at a time, and the solvers that are asked.

z3 decides. If it finds no exception, the claim counts as proved only when CaDiCaL has also found a proof that the small
checker of `rup` accepts, when a second solver, if there is one, does not disagree, and when the premises can hold:
from premises that contradict each other everything follows.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
import z3

from rtm_verify.proof.refutation import Refutation, refute
from rtm_verify.proof.sets import Formula, Set

__all__ = ["Obligation", "Proof", "discharge", "solution"]

SEED = 1941
RLIMIT = 50_000_000  # z3's budget; the largest claim so far takes less than a million units
SECONDS = 20  # the second solver's budget, which cannot be given in steps


class Obligation(msgspec.Struct, frozen=True):
    """That a goal follows from premises, whatever the values of their variables.

    Parameters
    ----------
    name : short, such as `flood: round`.
    sentence : the claim in plain words.
    sets : what to tell of an exception.
    """

    name: str
    sentence: str
    premises: tuple[Formula, ...]
    goal: Formula
    sets: Mapping[str, Set] = {}


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an obligation.

    Parameters
    ----------
    agreed : the solvers that found no exception, z3 first.
    refutation : the checked proof that there is no exception.
    exception : if refuted, the sets of the obligation in one exception, as bit masks.
    why : if unknown, the reason.
    """

    name: str
    sentence: str
    verdict: Literal["proved", "refuted", "unknown"]
    seconds: float
    agreed: tuple[str, ...] = ()
    refutation: Refutation | None = None
    exception: Mapping[str, int] = {}
    why: str = ""


def discharge(obligation: Obligation, rlimit: int = RLIMIT) -> Proof:
    """Try to prove an obligation.

    >>> a, b = Set.named("a", 2), Set.named("b", 2)
    >>> discharge(Obligation("meet", "a common part is a part", (), (a & b).within(a))).verdict
    'proved'
    >>> proof = discharge(Obligation("join", "a union is a part", (b.within(0b10),), (a | b).within(a), {"b": b}))
    >>> proof.verdict, proof.exception
    ('refuted', {'b': 2})
    >>> discharge(Obligation("odd", "premises that never hold", (False,), a.some())).why
    'its premises contradict each other'
    """
    start = time.perf_counter()
    outcome = _outcome(obligation, rlimit)
    return Proof(name=obligation.name, sentence=obligation.sentence, seconds=time.perf_counter() - start, **outcome)


def solution(formulas: tuple[Formula, ...], sets: Mapping[str, Set], rlimit: int = RLIMIT) -> dict[str, int] | None:
    """Values for which formulas all hold, for the sets that are asked for; None if there are none or z3 gives up.

    >>> solution((Set.named("x", 3).within(0b110), Set.named("x", 3).some(), z3.Not(z3.Bool("x2"))),
    ...          {"x": Set.named("x", 3)})
    {'x': 2}
    """
    solver = _solver(rlimit)
    solver.add(*formulas)
    return _values(solver.model(), sets) if solver.check() == z3.sat else None


def _outcome(obligation: Obligation, rlimit: int) -> dict[str, Any]:
    solver = _solver(rlimit)
    solver.add(*obligation.premises)
    possible = solver.check()
    if possible == z3.unsat:
        return {"verdict": "unknown", "why": "its premises contradict each other"}
    solver.add(z3.Not(obligation.goal))
    answer = solver.check()
    if z3.unknown in (possible, answer):
        return {"verdict": "unknown", "why": f"z3: {solver.reason_unknown()}"}
    if answer == z3.sat:
        return {"verdict": "refuted", "exception": _values(solver.model(), obligation.sets)}
    # Not `solver.assertions()`: those are what is left after z3 has simplified them, in the end `False`.
    formulas = [*obligation.premises, z3.Not(obligation.goal)]
    refutation = refute(formulas)
    if refutation is None:
        return {"verdict": "unknown", "why": "there is no proof that the checker accepts", "agreed": ("z3",)}
    second = _second_opinion(_text(formulas))
    if second == "sat":
        return {"verdict": "unknown", "why": "Bitwuzla disagrees", "agreed": ("z3", "cadical")}
    agreed = ("z3", "cadical", *(("bitwuzla",) if second == "unsat" else ()))
    return {"verdict": "proved", "agreed": agreed, "refutation": refutation}


def _solver(rlimit: int) -> Any:
    solver = z3.SolverFor("QF_FD")
    solver.set("random_seed", SEED)
    solver.set("rlimit", rlimit)
    return solver


def _values(model: Any, sets: Mapping[str, Set]) -> dict[str, int]:
    def holds(formula: Formula) -> bool:
        return formula if isinstance(formula, bool) else z3.is_true(model.eval(formula, model_completion=True))

    return {
        name: sum(1 << number for number, bit in enumerate(found.bits) if holds(bit)) for name, found in sets.items()
    }


def _text(formulas: Sequence[Formula]) -> str:
    """Formulas in the SMT-LIB language."""
    solver = z3.Solver()
    solver.add(*formulas)
    return str(solver.to_smt2())


def _second_opinion(text: str) -> str:
    """Bitwuzla's answer to a problem in SMT-LIB: sat, unsat or unknown; nothing if it is not installed."""
    try:
        import bitwuzla
    except ImportError:
        return ""
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.SEED, SEED)
    options.set(bitwuzla.Option.TIME_LIMIT_PER, SECONDS * 1000)
    options.set(bitwuzla.Option.PREPROCESS, False)  # it takes longer than the rest
    parser = bitwuzla.Parser(bitwuzla.TermManager(), options)
    parser.parse(text, True, False)
    return {bitwuzla.Result.SAT: "sat", bitwuzla.Result.UNSAT: "unsat"}.get(parser.bitwuzla().check_sat(), "unknown")
