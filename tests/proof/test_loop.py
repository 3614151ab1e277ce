"""A loop taken apart does what it does in one piece, and what cannot be followed is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtm_verify.kernel import bits
from rtm_verify.kernel.bits import flood, members
from rtm_verify.proof.loop import Loop
from rtm_verify.proof.sets import Set

SIZE = 5
MASK = st.integers(min_value=0, max_value=(1 << SIZE) - 1)


@given(seed=MASK, within=MASK, neighbours=st.lists(MASK, min_size=SIZE, max_size=SIZE))
def test_the_pieces_put_together_are_the_function(seed: int, within: int, neighbours: list[int]) -> None:
    loop = Loop(flood, SIZE)
    now = loop.enter(seed=Set.of(seed, SIZE), within=within, neighbours=neighbours)
    while loop.goes_on(now):
        now = loop.round(now)
    assert loop.leave(now).bits == Set.of(flood(seed, within, neighbours), SIZE).bits


@given(mask=st.integers(min_value=0, max_value=(1 << 200) - 1))
def test_members_are_the_numbers_whose_bit_is_set(mask: int) -> None:
    """The proof goes through them by rule, so that `members` itself is not proved."""
    assert members(mask) == tuple(number for number in range(200) if mask >> number & 1)


def no_loop(seed: int) -> int:
    return seed


def two_loops(seed: int) -> int:
    while seed > 1:
        seed = seed >> 1
    while seed:
        seed = seed >> 1
    return seed


def with_else(seed: int) -> int:
    while seed > 1:
        seed = seed >> 1
    else:
        seed = 1
    return seed


def assigns_in_its_test(seed: int) -> int:
    while seed := seed >> 1:
        seed = seed >> 1
    return seed


@pytest.mark.parametrize("function", [no_loop, two_loops, with_else, assigns_in_its_test])
def test_a_function_of_another_form_is_refused(function: Callable[..., int]) -> None:
    with pytest.raises(ValueError, match=function.__name__):
        Loop(function, SIZE)


def test_a_wrapped_function_is_refused_since_its_source_is_another() -> None:
    with pytest.raises(TypeError, match="no plain function"):
        Loop(members, SIZE)


def test_source_that_is_not_what_runs_is_refused() -> None:
    def changed(seed: int) -> int:
        while seed:
            seed = seed >> 1
        return seed

    Loop(changed, SIZE)
    code = changed.__code__
    changed.__code__ = code.replace(co_consts=tuple(2 if each == 1 else each for each in code.co_consts))
    with pytest.raises(ValueError, match="not what runs"):
        Loop(changed, SIZE)


def branches(seed: int) -> int:
    while seed:
        if seed:
            seed = seed >> 1
    return seed


def stops_early(seed: int) -> int:
    while seed:
        seed = seed >> 1
        break
    return seed


def changes_a_list(seed: int) -> list[int]:
    found: list[int] = []
    while seed:
        found += [1]
        seed = seed >> 1
    return found


def leaves_a_name_open(seed: int) -> int:
    while seed:
        for number in members(seed):
            late = number
        seed = late
    return seed


@pytest.mark.parametrize("function", [branches, stops_early, changes_a_list, leaves_a_name_open])
def test_a_statement_that_a_proof_cannot_follow_is_refused(function: Callable[..., Any]) -> None:
    loop = Loop(function, SIZE)
    with pytest.raises((ValueError, TypeError)):
        loop.round(loop.enter(seed=Set.named("s", SIZE)))


def asks_for_its_truth(seed: int) -> int:
    while seed:
        seed = seed and 1
    return seed


def test_a_formula_is_not_taken_for_true_or_false() -> None:
    loop = Loop(asks_for_its_truth, SIZE)
    with pytest.raises(TypeError, match="not known"):
        loop.round({"seed": Set.named("s", SIZE)})


def test_members_that_are_not_those_of_the_kernel_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    def all_but_the_first(mask: int) -> Sequence[int]:
        return members(mask)[1:]

    loop = Loop(flood, SIZE)
    head = loop.enter(seed=Set.named("s", SIZE), within=0b11111, neighbours=[0] * SIZE)
    monkeypatch.setattr(bits, "members", all_but_the_first)
    with pytest.raises(ValueError, match="cannot follow"):
        loop.round(head)


def goes_through_a_complement(seed: int) -> int:
    while seed:
        found = 0
        for number in members(~seed):
            found |= 1 << number
        seed = found
    return seed


def test_a_set_without_an_end_is_not_gone_through() -> None:
    loop = Loop(goes_through_a_complement, SIZE)
    with pytest.raises(ValueError, match="without an end"):
        loop.round({"seed": Set.named("s", SIZE)})
