from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rtm_verify.report.page import page
from rtm_verify.report.result import Result

WriteLog = Callable[..., Result]

ENTER = "  armor 4Pz Riga > Jekelopils [Silberfuchs]"
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)> & 'quoted' {{ 7 * 7 }}"


class Reader(HTMLParser):
    """What a browser would find: elements, ids, links and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.hrefs: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.hrefs.append(value or "")

    def handle_data(self, data: str) -> None:
        self.text += data


def html_of(result: Result) -> str:
    assert result.replay is not None
    assert result.ruleset is not None
    return page(result.replay, result.ruleset)


@pytest.fixture(scope="module")
def pages(shipped: list[Result]) -> list[str]:
    return [html_of(result) for result in shipped]


def test_text_of_a_log_is_never_taken_for_html(replayed: WriteLog) -> None:
    lines = (
        ENTER,
        f'    note "{HOSTILE}"',
        f'  variation "{HOSTILE}"',
        "    fleet Danzig Bay > Courland Coast",
        "  end",
    )
    html = html_of(replayed(*lines, title=HOSTILE, source=HOSTILE))
    found = Reader(html)
    assert found.tags.count("script") == 1  # the page's own
    assert "img" not in found.tags
    assert not [name for name in found.attributes if name.startswith("on")]
    assert found.text.count(HOSTILE) >= 4


def test_a_name_in_an_error_is_never_taken_for_html(replayed: WriteLog) -> None:
    hostile = "Nowhere<script>alert(1)</script>"
    found = Reader(html_of(replayed(ENTER.replace("Silberfuchs", hostile))))
    assert found.tags.count("script") == 1
    assert hostile in found.text


def test_a_log_that_breaks_off_shows_its_steps_and_the_error(replayed: WriteLog) -> None:
    found = Reader(html_of(replayed(ENTER, "  armor 4Pz Nowhere > Riga")))
    assert {"step-0", "step-1", "error"} <= set(found.ids)
    assert "step-2" not in found.ids
    assert "small.rtm:8:" in found.text
    assert "Gray places a control marker in Jekelopils." in found.text


def test_a_refused_move_shows_rules_facts_and_the_finding(replayed: WriteLog) -> None:
    html = html_of(replayed(ENTER, "  armor 4Pz Jekelopils > Sebezh [Silberfuchs]"))
    assert "Refused by the rules" in html
    assert 'href="#rule-8.common.once"' in html
    assert "small.rtm:8:" in html


def test_every_link_within_a_page_leads_somewhere(pages: list[str]) -> None:
    for html in pages:
        found = Reader(html)
        inner = {href.removeprefix("#") for href in found.hrefs if href.startswith("#")}
        assert any(name.startswith("rule-") for name in inner)
        assert inner <= set(found.ids)


def test_no_id_stands_twice(pages: list[str]) -> None:
    for html in pages:
        ids = Reader(html).ids
        assert len(ids) == len(set(ids))


def test_every_colour_gradient_a_shape_uses_is_there(pages: list[str]) -> None:
    for html in pages:
        used = set(re.findall(r"url\(#([^)]*)\)", html))
        assert used
        assert used <= set(Reader(html).ids)


def test_a_page_needs_no_network_and_is_small(pages: list[str]) -> None:
    for html in pages:
        assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//|@import|url\((?!#)""", html)
        assert len(html.encode()) < 1_500_000


def test_every_map_has_a_text_for_who_cannot_see_it(pages: list[str]) -> None:
    for html in pages:
        assert html.count('role="img"') == html.count('role="img" aria-label="Map: ') > 0


def test_a_page_gives_every_step_its_events_notes_and_rulings(shipped: list[Result], pages: list[str]) -> None:
    for result, html in zip(shipped, pages, strict=True):
        assert result.replay is not None
        text = Reader(html).text
        for step in result.replay.steps:
            told = (*step.notes, *step.rulings, *(event.text for event in step.events))
            assert [piece for piece in told if piece not in text] == []


def test_equal_replays_give_equal_pages(shipped: list[Result], pages: list[str]) -> None:
    assert [html_of(Result.of(result.path)) for result in shipped] == pages


def test_a_page_does_not_say_where_on_the_machine_the_log_lies(replayed: WriteLog) -> None:
    result = replayed(ENTER, "    expect 4Pz has 5 fuel", "  armor 4Pz Nowhere > Riga")
    assert str(result.path.parent) not in html_of(result)


def test_a_log_whose_set_up_fails_has_a_page_with_the_error(tmp_path: Path) -> None:
    scenario = tmp_path / "scenarios" / "wrong.toml"
    scenario.parent.mkdir()
    scenario.write_text('game = "race-to-moscow"\ntitle = "x"\nround = "many"\n', encoding="utf-8")
    log = tmp_path / "wrong.rtm"
    log.write_text("game race-to-moscow 2024\nscenario wrong\n", encoding="utf-8")
    result = Result.of(log)
    assert result.replay is not None
    assert result.replay.steps == ()
    found = Reader(html_of(result))
    assert "error" in found.ids
    assert "wrong.toml:3:" in found.text


def test_a_refused_move_is_shown_close_up_where_it_is_blocked(replayed: WriteLog) -> None:
    html = html_of(replayed(ENTER, "  illegal armor 4Pz Jekelopils > Sebezh", "    because 8.common.once"))
    refused = html[html.index('id="step-2"') :]
    assert "The position in which the move is refused" in refused
    assert "Whole map" in refused
