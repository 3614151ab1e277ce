"""What is left free can be carried about, and never looked at unnoticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import z3

from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies
from rtm_verify.proof.free import Free, Unsettled

LOOKS: dict[str, Callable[[Any], Any]] = {
    "truth": bool,
    "number": int,
    "index": lambda free: (1, 2, 3)[free],
    "hash": lambda free: {1: 2}.get(free),
    "in a tuple": lambda free: free in (1, 2),
    "a tuple in it": lambda free: 1 in free,
    "length": len,
    "element": lambda free: free[0],
    "each": list,
    "shift": lambda free: 5 >> free & 1,
    "mask": lambda free: free & 1,
    "text": str,
    "in a text": lambda free: f"{free}",
    "least": lambda free: min(free, 3),
    "comparison used": lambda free: 1 if free >= 2 else 0,
    "words compared": lambda free: 1 if free == "truck" else 0,
    "product": lambda free: 2 * free,
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
@pytest.mark.parametrize("free", [Free(), Free(z3.Int("n"))], ids=["nothing known", "a number"])
def test_a_free_part_cannot_be_looked_at(look: Callable[[Any], Any], free: Free) -> None:
    with pytest.raises(Unsettled):
        look(free)


def test_numbers_can_be_reckoned_with() -> None:
    load = Supplies(Free(z3.Int("fuel")), 2, Free(z3.Int("food")))  # type: ignore[arg-type]
    total: Any = load.total
    assert str(total.term) == "fuel + 2 + food"
    assert str((NOTHING - load).fuel.term) == "0 - fuel"  # type: ignore[attr-defined]
    assert str((3 - total <= 1).term) == "3 - (fuel + 2 + food) <= 1"
    assert str((-total).term) == "-(fuel + 2 + food)"


def test_a_structure_with_a_free_part_is_equal_to_none_unnoticed() -> None:
    load = Supplies(Free(z3.Int("fuel")))  # type: ignore[arg-type]
    with pytest.raises(Unsettled):
        _ = load == NOTHING
    with pytest.raises(Unsettled):
        hash(load)
    with pytest.raises(Unsettled):
        load.covers(NOTHING)


def test_what_is_reckoned_with_a_part_of_which_nothing_is_known_is_free() -> None:
    for result in (Free() + 1, 1 - Free(), Free(z3.Int("n")) + Free(), Free() == "truck", Free() < 3):
        assert result.term is None
