"""A Picture as the bytes of an SVG, PNG or PDF file, drawn in this process."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal, get_args
from xml.sax.saxutils import escape

from rtm_verify.errors import InputError, Place
from rtm_verify.kernel.picture import Picture
from rtm_verify.render.dot import plain, to_dot

__all__ = ["Format", "draw", "format_of"]

Format = Literal["svg", "png", "pdf", "dot"]

_COMMENT = re.compile(r"<!--.*?-->\n", re.DOTALL)
_GROUP_TITLE = re.compile(r'(<g id="([\w-]+)" class="(?:node|edge)">\n)<title>[^<]*</title>\n')
_GRADIENT = re.compile(r'(id="|url\(#)([\w-]+)_l_\d+(?=["\)])')
_GRAPH_TITLE = "<title>picture</title>"
_FONT_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/System/Library/Fonts",
    "/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
)
_PDF_DATE = re.compile(rb"/CreationDate \(D:\d{14}")


def draw(picture: Picture, format: Format) -> bytes:  # noqa: A002 - the word every drawing library uses
    """The picture as a file of the given format. Equal pictures give equal bytes on the same machine.

    SVG stands alone, scales, and shows each mark's hint when pointed at. PNG and PDF need a font on the machine.

    Raises
    ------
    InputError
        If the format needs a font and the machine has none.
    ValueError
        If the format is unknown, the picture is not well-formed (see `to_dot`), or Graphviz cannot draw it.

    Examples
    --------
    >>> draw(Picture(title="Empty", width=40, height=30, marks=(), links=()), "svg")[:5]
    b'<?xml'
    """
    if format not in get_args(Format):
        raise ValueError(f"unknown format {format!r}: one of {', '.join(get_args(Format))}")
    source = to_dot(picture)
    if format == "dot":
        return source.encode()
    if format != "svg" and not _has_font():
        raise InputError(
            f"a {format.upper()} needs a font on this machine, and there is none: every letter would be a box",
            suggestion="install a font such as DejaVu Sans, or draw SVG",
        )
    data = _rendered(source, format)
    if format == "svg":
        return _finished_svg(data.decode(), picture).encode()
    # The one thing in a file that depends on when it was drawn; the length stays, and with it the PDF's offsets.
    return _PDF_DATE.sub(b"/CreationDate (D:19700101000000", data) if format == "pdf" else data


def format_of(path: Path) -> Format:
    """The format that a file's name asks for. Raises `InputError` if it ends in none.

    >>> format_of(Path("map.SVG"))
    'svg'
    """
    formats: tuple[Format, ...] = get_args(Format)
    for name in formats:
        if path.suffix.lower() == f".{name}":
            return name
    raise InputError(
        "this name does not say what to draw", Place(str(path)), suggestion=f"end it in .{', .'.join(formats)}"
    )


@cache
def _has_font() -> bool:
    """Whether fontconfig, which Graphviz asks for letters, has any font to offer."""
    folders = (Path(folder).expanduser() for folder in _FONT_FOLDERS)
    return any(file for folder in folders if folder.is_dir() for file in folder.rglob("*.[ot]t[fc]"))


def _rendered(source: str, format: str) -> bytes:  # noqa: A002
    import pygraphviz  # imported here: only who draws pays for it

    graph = pygraphviz.AGraph(string=source)
    try:
        return bytes(graph.draw(format=format, prog="nop2"))
    finally:
        graph.close()  # frees Graphviz's memory now: a long replay draws hundreds of pictures


def _finished_svg(text: str, picture: Picture) -> str:
    """Graphviz titles each group with its node's name: give it the mark's hint instead, or none.

    It also numbers gradients by how many it has drawn since the process began: name them after their marks.
    """
    hints = {mark.id: mark.hint for mark in picture.marks} | {link.id: link.hint for link in picture.links}

    def titled(group: re.Match[str]) -> str:
        hint = hints.get(group[2], "")
        return f"{group[1]}<title>{escape(plain(hint))}</title>\n" if hint else group[1]

    text = _GRADIENT.sub(r"\1\2_fill", _GROUP_TITLE.sub(titled, _COMMENT.sub("", text)))
    title = f"<title>{escape(plain(picture.title))}</title>" if picture.title else ""
    return text.replace(_GRAPH_TITLE, title, 1)
