"""The proof that encircled areas are found, asked about the engine as it stands: import this after the fault is seeded."""

from __future__ import annotations

import z3

from rtm_verify.games.race_to_moscow.board import default_board
from rtm_verify.games.race_to_moscow.proofs.encirclement import obligations, wrong_position
from rtm_verify.proof.obligation import solution

__all__ = ["refuted", "wrong"]


def refuted() -> tuple[str, ...]:
    """The obligations of the proof that have an exception.

    They are only refuted here, not proved: that takes three solvers, and none of them is needed for an exception.
    """
    return tuple(
        each.name for each in obligations(default_board()) if solution((*each.premises, z3.Not(each.goal)), {}) is not None
    )


def wrong() -> str:
    """The smallest wrong position in one line, or nothing."""
    found = wrong_position(default_board())
    if found is None:
        return ""
    where = f"fleet in {found.fleet}, controlled: {', '.join(found.controlled) or 'nothing'}"
    engine, book = ({*found.engine}, {*found.rulebook})
    spared, taken = (", ".join(sorted(areas)) for areas in (book - engine, engine - book))
    parts = [f"spares {spared}"] * bool(spared) + [f"takes {taken}"] * bool(taken)
    return f"{found.reading}; {where}: the engine wrongly {' and '.join(parts)}"
