from __future__ import annotations

import pytest

from rtm_verify.kernel.picture import Link, Mark, Picture, Region
from rtm_verify.render.dot import to_dot


def sheet(*marks: Mark, links: tuple[Link, ...] = (), regions: tuple[Region, ...] = ()) -> Picture:
    return Picture(title="", width=200, height=100, marks=marks, links=links, regions=regions)


def test_marks_of_a_higher_layer_come_later() -> None:
    source = to_dot(sheet(Mark(id="top", x=1, y=1, layer=2), Mark(id="ground", x=1, y=1)))
    assert source.index("\tground [") < source.index("\ttop [")


def test_positions_are_in_points_and_sizes_in_inches() -> None:
    source = to_dot(sheet(Mark(id="a", x=12.5, y=7, width=72, height=36)))
    assert 'pos="12.5,7"' in source
    assert "width=1 " in source or "width=1]" in source
    assert "height=0.5" in source


def test_an_arrow_ends_before_its_target() -> None:
    ends = (Mark(id="a", x=0, y=0), Mark(id="b", x=100, y=0))
    source = to_dot(sheet(*ends, links=(Link(id="l", a="a", b="b", arrow=True, gap=20),)))
    assert 'pos="e,80,0 0,0 ' in source


def test_an_arrow_of_no_length_is_a_plain_line() -> None:
    ends = (Mark(id="a", x=5, y=5), Mark(id="b", x=5, y=5))
    source = to_dot(sheet(*ends, links=(Link(id="l", a="a", b="b", arrow=True, gap=20),)))
    assert "dir=forward" not in source


def test_regions_are_drawn_as_background() -> None:
    source = to_dot(sheet(regions=(Region(points=((0, 0), (9, 0), (0, 9)), fill="#aaccff"),)))
    assert '_background="C 7 -#aaccff P 3 0 0 9 0 0 9 "' in source


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        (sheet(Mark(id="a", x=0, y=0), Mark(id="a", x=1, y=1)), "'a' is used twice"),
        (sheet(Mark(id="a", x=0, y=0), links=(Link(id="a", a="a", b="a"),)), "'a' is used twice"),
        (sheet(Mark(id="sheet", x=0, y=0)), "'sheet' is used twice"),
        (sheet(Mark(id='a" b', x=0, y=0)), "not a word"),
        (sheet(Mark(id="a", x=0, y=0), links=(Link(id="l", a="a", b="b"),)), "'b', which is not a mark"),
    ],
)
def test_a_picture_that_is_not_well_formed_is_refused(picture: Picture, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        to_dot(picture)
