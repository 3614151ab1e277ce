"""Sets of formulas do what bit masks do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from rtm_verify.proof.obligation import solution
from rtm_verify.proof.sets import Options, Set, choose

SIZE = 6
ALL = (1 << SIZE) - 1
MASKS = st.integers(min_value=-(1 << SIZE), max_value=ALL)
OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "not": lambda a, b: ~a | b,
    "minus": lambda a, b: -(a & ALL) & b,
    "minus alone": lambda a, _: -(a & ALL),
    "shift": lambda a, b: a >> 2 | b,
    "shift of a complement": lambda a, b: ~(a & b) >> 3,
    "shift far": lambda a, b: a >> SIZE + 1 & b,
    "all or none": lambda a, b: -(a >> 4 & 1) & b,
}


def mask(found: Set) -> int:
    """The int that a known set stands for."""
    return sum(1 << number for number, bit in enumerate(found.bits) if bit) - (int(found.above) << SIZE)


@pytest.mark.parametrize("name", OPERATIONS)
@given(a=MASKS, b=MASKS)
def test_an_operation_on_known_sets_is_that_on_masks(name: str, a: int, b: int) -> None:
    operation = OPERATIONS[name]
    assert mask(operation(Set.of(a, SIZE), Set.of(b, SIZE))) == operation(a, b)


@pytest.mark.parametrize("name", OPERATIONS)
@settings(max_examples=30)
@given(a=st.integers(min_value=0, max_value=ALL), b=st.integers(min_value=0, max_value=ALL))
def test_an_operation_on_unknown_sets_is_that_on_all_their_values(name: str, a: int, b: int) -> None:
    unknown, other = Set.named("a", SIZE), Set.named("b", SIZE)
    result = OPERATIONS[name](unknown, other)
    bits = [(a, *each) for each in enumerate(unknown.bits)] + [(b, *each) for each in enumerate(other.bits)]
    values = tuple(bit if value >> number & 1 else z3.Not(bit) for value, number, bit in bits)
    answer = solution(values, {"below": result, "above": Set([result.above])})
    expected = OPERATIONS[name](a, b)
    assert answer == {"below": expected & ALL, "above": int(expected < 0)}


def test_a_mask_with_a_member_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="not below 3"):
        Set.of(0b1000, 3)


def test_only_a_mask_that_is_not_negative_is_turned() -> None:
    with pytest.raises(ValueError, match="not negative"):
        -~Set.named("x", 2)


def test_an_unknown_set_is_neither_true_nor_equal_to_another() -> None:
    with pytest.raises(TypeError, match="not known"):
        bool(Set.named("x", 2))
    with pytest.raises(TypeError):
        Set.named("x", 2) == 0  # noqa: B015


def test_a_set_without_an_end_has_members_and_is_in_no_mask() -> None:
    assert Set.of(-1 << 3, 3).some() is True
    assert Set.of(-1 << 3, 3).within(0b111) is False


@given(masks=st.lists(st.integers(min_value=0, max_value=7), min_size=3, max_size=3), place=st.integers(0, 2))
def test_options_answer_with_the_entry_at_the_place(masks: list[int], place: int) -> None:
    at = Set.of(1 << place, 3)
    assert Options(masks, 3)[at].bits == Set.of(masks[place], 3).bits
    rows = [[each, 7 - each] for each in masks]
    assert [row.bits for row in Options(rows, 3)[at]] == [Set.of(each, 3).bits for each in rows[place]]


@given(test=st.booleans(), a=MASKS, b=MASKS)
def test_one_of_two_sets_is_chosen_with_all_its_members(test: bool, a: int, b: int) -> None:
    assert mask(choose(test, Set.of(a, SIZE), Set.of(b, SIZE))) == (a if test else b)
