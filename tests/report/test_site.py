from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

from rtm_verify.report.result import Result
from rtm_verify.report.site import write_site

WriteLog = Callable[..., Result]

ENTER = "  armor 4Pz Riga > Jekelopils [Silberfuchs]"
HOSTILE = "<script>alert(1)</script> & 'quoted'"


def links(path: Path) -> list[str]:
    return [html.unescape(href) for href in re.findall(r'href="([^"#][^"]*)"', path.read_text(encoding="utf-8"))]


def text(path: Path) -> str:
    """What a reader of the page sees, its style aside."""
    return html.unescape(re.sub(r"<[^>]*>", "", path.read_text(encoding="utf-8")))


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_index_links_to_a_page_for_each_log_and_each_page_links_back(shipped: list[Result], tmp_path: Path) -> None:
    index = write_site(shipped, tmp_path / "site")
    pages = {unquote(href.partition("#")[0]) for href in links(index)}
    assert len(pages) == len(shipped)
    for name in pages:
        path = index.parent / name
        back = links(path)[0]
        assert (path.parent / back).resolve() == index.resolve()


def test_the_same_results_give_the_same_bytes(shipped: list[Result], tmp_path: Path) -> None:
    write_site(shipped, tmp_path / "a")
    write_site([Result.of(result.path) for result in shipped], tmp_path / "b")
    assert files(tmp_path / "a") == files(tmp_path / "b")


def test_the_index_lists_errata_with_a_link_to_the_step(replayed: WriteLog, tmp_path: Path) -> None:
    result = replayed(ENTER, "    printed 4Pz has 3 fuel")
    index = write_site([result], tmp_path / "site")
    assert [href for href in links(index) if href.endswith("small.html#step-1")]
    assert "the rulebook prints '4Pz has 3 fuel'; by its rules: 2 fuel" in text(index)


def test_a_log_that_cannot_be_read_has_a_row_and_no_page(tmp_path: Path) -> None:
    index = write_site([Result.of(tmp_path / "missing.rtm")], tmp_path / "site")
    assert "missing.rtm: no such file" in text(index)
    assert list(files(tmp_path / "site")) == ["index.html"]


def test_a_title_is_never_taken_for_html(replayed: WriteLog, tmp_path: Path) -> None:
    index = write_site([replayed(ENTER, title=HOSTILE, name="a b#c?.rtm")], tmp_path / "site")
    assert "<script" not in index.read_text(encoding="utf-8")
    assert HOSTILE in text(index)
    assert (index.parent / unquote(links(index)[0])).is_file()


def test_the_chapter_is_the_section_the_source_begins_with(replayed: WriteLog, tmp_path: Path) -> None:
    result = replayed(ENTER, source="8 Encirclement EXAMPLE")
    assert "8.encirclement Encirclement" in text(write_site([result], tmp_path / "site"))
