"""Searches that find the least closed set are proved, and others are not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtm_verify.kernel.bits import flood, members
from rtm_verify.proof.obligation import discharge, solution
from rtm_verify.proof.reachability import Found, Search, closed, loosened, search_obligations, unrolled
from rtm_verify.proof.sets import Set

SIZE = 5
MASK = st.integers(min_value=0, max_value=(1 << SIZE) - 1)
LINKS = st.lists(MASK, min_size=SIZE, max_size=SIZE)
UNKNOWN = [Set.named(f"row{number} ", SIZE) for number in range(SIZE)]


def stops_a_round_early(seed: int, within: int, neighbours: Sequence[int]) -> int:
    reached = wave = seed & within
    while wave:
        beside = 0
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & within & ~reached
        reached |= wave
        wave = wave & wave >> 1
    return reached


def misses_a_number(seed: int, within: int, neighbours: Sequence[int]) -> int:
    reached = wave = seed & within
    while wave:
        beside = 0
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & within & ~reached & ~0b100
        reached |= wave
    return reached


def leaves_the_ground(seed: int, within: int, neighbours: Sequence[int]) -> int:
    reached = wave = seed & within
    while wave:
        beside = 0
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & ~reached & 0b11111
        reached |= wave
    return reached


def starts_off_the_ground(seed: int, within: int, neighbours: Sequence[int]) -> int:
    reached = wave = seed
    while wave:
        beside = 0
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & within & ~reached
        reached |= wave
    return reached


def goes_on_for_ever(seed: int, within: int, neighbours: Sequence[int]) -> int:
    reached = wave = seed & within
    while wave:
        beside = wave
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & within
        reached |= wave
    return reached


def forgets_the_start(seed: int, within: int, neighbours: Sequence[int]) -> int:
    reached = wave = seed & within
    while wave:
        beside = 0
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & within & ~reached
        reached |= wave
    return reached & ~seed


def counts_its_rounds(seed: int, within: int, neighbours: Sequence[int]) -> int:
    reached = wave = seed & within
    more = 1
    while wave & -more:
        beside = 0
        for number in members(wave):
            beside |= neighbours[number]
        wave = beside & within & ~reached
        reached |= wave
        more = 0
    return reached


def verdicts(search: Search) -> dict[str, str]:
    proofs = map(discharge, search_obligations(search, UNKNOWN, "search"))
    return {proof.name.removeprefix("search: "): proof.verdict for proof in proofs}


def test_the_kernel_s_search_is_proved_for_links_of_which_nothing_is_known() -> None:
    assert verdicts(flood) == dict.fromkeys(
        ("start", "start is reachable", "round", "round is reachable", "rounds end", "end"), "proved"
    )


@pytest.mark.parametrize(
    ("search", "refuted"),
    [
        (stops_a_round_early, {"round"}),
        (misses_a_number, {"round"}),
        (leaves_the_ground, {"round", "round is reachable"}),
        (starts_off_the_ground, {"start", "start is reachable"}),
        (goes_on_for_ever, {"rounds end"}),
        (forgets_the_start, {"end"}),
    ],
)
def test_a_faulty_search_is_refuted_where_it_goes_wrong(search: Search, refuted: set[str]) -> None:
    assert {part for part, verdict in verdicts(search).items() if verdict == "refuted"} == refuted


def test_a_search_that_remembers_more_than_what_it_reached_is_refused() -> None:
    """It ends after one round, which no claim about a single round would show."""
    assert counts_its_rounds(0b1, 0b111, [0b10, 0b100, 0]) == 0b11
    with pytest.raises(ValueError, match="a round changes more too"):
        search_obligations(counts_its_rounds, UNKNOWN, "search")


def test_an_exception_is_one_for_the_search_itself() -> None:
    (start,) = (each for each in search_obligations(starts_off_the_ground, UNKNOWN, "x") if each.name == "x: start")
    exception = discharge(start).exception
    assert exception["seed"] & ~exception["ground"]


@given(seed=MASK, within=MASK, links=LINKS, area=MASK)
def test_what_the_search_finds_is_closed_and_in_every_closed_set(
    seed: int, within: int, links: list[int], area: int
) -> None:
    """The theorem of Knaster and Tarski, which the proof uses, on small examples."""
    found = flood(seed, within, links)
    known = [Set.of(mask, SIZE) for mask in (found, area, seed, within)]
    assert closed(known[0], known[2], known[3], links) is True
    if closed(known[1], known[2], known[3], links):
        assert found & ~area == 0


@given(tables=st.lists(LINKS, min_size=1, max_size=3))
def test_loosened_links_can_be_those_of_each_table(tables: list[list[int]]) -> None:
    rows = loosened(tables, SIZE)
    for table in tables:
        wanted = [Set.of(mask, SIZE) for mask in table]
        fits = [row.within(mask) for row, mask in zip(rows, wanted, strict=True)]
        fits += [mask.within(row) for row, mask in zip(rows, wanted, strict=True)]
        assert solution(tuple(fits), {}) == {}


def test_links_are_loose_only_where_tables_differ_or_do_not_say() -> None:
    known, unknown = Set.of(0b10, 2), Set.named("x", 2)
    assert [str(row.bits) for row in loosened([[known, unknown], [0b11, 0]], 2)] == [
        "(link0-0, True)",
        "(link1-0, link1-1)",
    ]


@given(seed=MASK, within=MASK, links=LINKS)
def test_an_unrolled_search_is_the_search_where_it_takes_so_many_rounds(
    seed: int, within: int, links: list[int]
) -> None:
    answers = []
    for rounds in range(SIZE + 1):
        kept: list[bool] = []
        answer = unrolled(flood, rounds, SIZE, kept)(seed, within, links)
        if all(kept):
            answers.append(Set.of(answer, SIZE).bits)
    assert answers == [Set.of(flood(seed, within, links), SIZE).bits]


def test_what_stands_in_for_a_search_is_not_asked_for_sets_without_an_end() -> None:
    stand_in = Found(SIZE)
    with pytest.raises(ValueError, match="without an end"):
        stand_in(0b1, ~Set.named("controlled", SIZE), UNKNOWN)
