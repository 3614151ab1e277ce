from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from rtm_verify.kernel.spread import Box, spread

PLACES = st.lists(st.tuples(st.integers(0, 300), st.integers(0, 300)), max_size=12)


@given(PLACES)
def test_no_two_boxes_overlap_once_they_are_spread(places: list[tuple[int, int]]) -> None:
    boxes = [Box(x, y, x + 60, y + 30) for x, y in places]
    moved = [box.moved(*shift).moved(0, 0) for box, shift in zip(boxes, spread(boxes), strict=True)]
    slack = [Box(b.left + 0.01, b.bottom + 0.01, b.right - 0.01, b.top - 0.01) for b in moved]
    assert not any(a.overlaps(b) for a, b in combinations(slack, 2))


def test_boxes_that_do_not_touch_stay_where_they_are() -> None:
    assert spread([Box(0, 0, 1, 1), Box(2, 0, 3, 1)], gap=1) == ((0, 0), (0, 0))


def test_boxes_keep_the_gap() -> None:
    (left, _), (right, _) = spread([Box(0, 0, 2, 9), Box(1, 0, 3, 9)], gap=4)
    assert (1 + right) - (2 + left) == 4
