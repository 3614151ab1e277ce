"""What a board and the set of armies say, for any board: functions of which only the axioms are known."""

from __future__ import annotations

from typing import Any

import z3

__all__ = ["army_of", "is_armored", "is_baltic", "is_fort", "is_objective", "is_victory", "limit_of", "plays"]


def _number(name: str) -> Any:
    return z3.Function(name, z3.IntSort(), z3.IntSort())


def _flag(name: str) -> Any:
    return z3.Function(name, z3.IntSort(), z3.BoolSort())


limit_of = _number("limit of area")
army_of = _number("player of army")
is_armored = _flag("armored army")
is_fort = _flag("fortified area")
is_objective = _flag("objective area")
is_victory = _flag("Victory area")
is_baltic = _flag("Baltic sea area")
plays = _flag("plays in this game")
