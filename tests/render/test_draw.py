from __future__ import annotations

import hashlib
import resource
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal, get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtm_verify.errors import InputError
from rtm_verify.kernel.picture import Link, Mark, Picture, Region, Shape
from rtm_verify.render.draw import Format, draw

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    '<b>"x"\\n',
    "<b>bold</b>",
    "<script>alert(1)</script>",
    "a & b &amp; &lt; &#65;",
    "\\N \\G \\l \\",
    "]]> --> <!--",
    "Königsberg ╫ ★ 日本",
]


def one(label: str, **more: Any) -> Picture:
    mark = Mark(id="mark", x=150, y=50, width=200, height=40, label=label, **more)
    return Picture(title="", width=300, height=100, marks=(mark,), links=())


def sample() -> Picture:
    shapes = get_args(Shape)
    marks = tuple(
        Mark(
            id=f"m{i}",
            x=40 + 60 * i,
            y=60,
            shape=shape,
            width=40,
            height=30,
            label="Aa",
            fill=("tan", "white")[: 1 + i % 2],
        )
        for i, shape in enumerate(shapes)
    )
    thirds = Mark(id="thirds", x=40, y=120, width=40, height=30, fill=("red", "white", "blue"), dashed=True)
    links = (
        Link(id="line", a="m0", b="m3", colors=("black", "white", "black")),
        Link(id="arrow", a="m4", b="m8", arrow=True, gap=20, dashed=True),
    )
    regions = (Region(points=((0, 0), (100, 0), (0, 100)), fill="#aaccff"),)
    return Picture(title="T", width=800, height=160, marks=(*marks, thirds), links=links, regions=regions)


def parsed(picture: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(draw(picture, "svg"))  # noqa: S314 - our own output


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_label_shows_its_text_letter_by_letter(text: str) -> None:
    assert texts(parsed(one(text))) == [text]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hint_and_a_title_show_their_text_letter_by_letter(text: str) -> None:
    picture = Picture(title=text, width=9, height=9, marks=(Mark(id="a", x=4, y=4, hint=text),), links=())
    assert [title.text for title in parsed(picture).iter(f"{SVG}title")] == [text, text]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30), st.booleans())
def test_any_text_gives_well_formed_svg(text: str, left: bool) -> None:
    root = parsed(one(text, hint=text, align="left" if left else "center"))
    assert root.tag == f"{SVG}svg"


def test_the_lines_of_a_label_stand_below_each_other() -> None:
    assert texts(parsed(one("Mogilev\nPodolskiy"))) == ["Mogilev", "Podolskiy"]


@pytest.mark.parametrize("label", ["", " ", "\n", "\n\n", "\nRiga", "Riga\n", "Riga\n\n\nTilsit"])
@pytest.mark.parametrize("align", ["left", "center"])
def test_empty_lines_of_a_label_do_no_harm(label: str, align: Literal["left", "center"]) -> None:
    many = tuple(Mark(id=f"m{i}", x=i, y=i, width=9, height=9, label=label, align=align) for i in range(300))
    shown = texts(parsed(Picture(title="", width=300, height=300, marks=many, links=())))
    assert [text for text in shown if text.strip()] == label.split() * len(many)


def test_the_same_picture_drawn_again_has_the_same_bytes() -> None:
    for format_ in get_args(Format):
        assert draw(sample(), format_) == draw(sample(), format_)


def test_svg_is_as_large_as_the_sheet_and_scales() -> None:
    assert parsed(sample()).attrib["viewBox"] == "0.00 0.00 800.00 160.00"


def test_what_lies_beyond_the_sheet_does_not_move_what_lies_on_it() -> None:
    inside = Mark(id="inside", x=50, y=50, width=20, height=20)
    outside = Mark(id="outside", x=-500, y=900, width=80, height=80)

    def place(*marks: Mark) -> tuple[str, str, str]:
        root = parsed(Picture(title="", width=100, height=100, marks=marks, links=()))
        groups = {group.attrib["id"]: group for group in root.iter(f"{SVG}g")}
        shape = groups["inside"].find(f"{SVG}ellipse")
        assert shape is not None
        x, y = groups["graph0"].attrib["transform"].split("translate(")[1].rstrip(")").split()
        return (
            root.attrib["viewBox"],
            str(float(shape.attrib["cx"]) + float(x)),
            str(float(shape.attrib["cy"]) + float(y)),
        )

    assert place(inside) == place(inside, outside) == ("0.00 0.00 100.00 100.00", "50.0", "50.0")


def test_every_mark_and_link_is_found_by_its_id() -> None:
    picture = sample()
    ids = {group.attrib["id"] for group in parsed(picture).iter(f"{SVG}g")}
    assert {mark.id for mark in picture.marks} | {link.id for link in picture.links} <= ids


def test_a_mark_without_a_hint_has_no_tooltip() -> None:
    assert not list(parsed(one("Riga")).iter(f"{SVG}title"))


def test_png_has_the_size_of_the_sheet_at_96_dots_to_the_inch() -> None:
    data = draw(sample(), "png")
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (
        pytest.approx(800 * 96 / 72, abs=1),
        pytest.approx(160 * 96 / 72, abs=1),
    )


def test_pdf_is_one_and_bears_no_date() -> None:
    data = draw(sample(), "pdf")
    assert data.startswith(b"%PDF-")
    assert b"/CreationDate (D:19700101000000" in data


def test_dot_is_the_source() -> None:
    assert draw(sample(), "dot").startswith(b"graph picture {")


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown format 'bmp': one of svg, png, pdf, dot"):
        draw(sample(), "bmp")  # type: ignore[arg-type]


def test_graphviz_has_nothing_to_complain_about(capfd: pytest.CaptureFixture[str]) -> None:
    draw(sample(), "svg")
    assert "Warning" not in capfd.readouterr().err


def digests() -> str:
    return " ".join(hashlib.sha256(draw(sample(), format_)).hexdigest() for format_ in get_args(Format))


def test_two_processes_draw_the_same_bytes() -> None:
    code = f"import runpy; print(runpy.run_path({str(Path(__file__))!r})['digests']())"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert other.stdout.strip() == digests()


def test_memory_does_not_grow_with_the_number_of_pictures() -> None:
    """Measured in a process of its own, whose peak nothing but these pictures can have raised."""
    code = f"import runpy; print(runpy.run_path({str(Path(__file__))!r})['growth']())"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert float(other.stdout) < 1.02  # a graph kept with every picture makes it 1.3


def growth() -> float:
    """By what factor the peak of memory rises from the 50th picture to the 650th."""
    peaks = []
    for count in (50, 600):
        for _ in range(count):
            draw(sample(), "svg")
        peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return peaks[1] / peaks[0]


def test_drawing_libraries_are_loaded_only_when_something_is_drawn() -> None:
    code = "import sys, rtm_verify.render.draw; print('graphviz' in sys.modules or 'pygraphviz' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603
    assert result.stdout.strip() == "False"


def test_a_machine_without_fonts_refuses_png_and_pdf_and_draws_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rtm_verify.render.draw._has_font", lambda: False)
    picture = Picture(title="Empty", width=40, height=30, marks=(), links=())
    for file_format in ("png", "pdf"):
        with pytest.raises(InputError, match="needs a font"):
            draw(picture, file_format)
    assert draw(picture, "svg").startswith(b"<?xml")
