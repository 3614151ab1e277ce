"""Why a move is refused."""

from __future__ import annotations

import msgspec

__all__ = ["Violation"]


class Violation(msgspec.Struct, frozen=True):
    """One reason why a move is refused; a move may have several.

    Parameters
    ----------
    code : a stable name of the kind of violation, such as ``no-fuel``.
    rules : ids of the clauses broken, the deciding one first.
    message : one sentence a player understands.
    facts : what matters in this position, such as ``fuel needed 1, on card 0``.
    blockers : the areas, armies or lines that stand in the way.
    fixes : what would make it legal.
    rulings : ids of the rulings on which the refusal hangs.
    """

    code: str
    rules: tuple[str, ...]
    message: str
    facts: tuple[str, ...] = ()
    blockers: tuple[str, ...] = ()
    fixes: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
