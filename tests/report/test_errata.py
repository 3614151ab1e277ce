"""The errata as text, Markdown, JSON and HTML: complete, escaped, and the same every time."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest

from rtm_verify.errors import InputError
from rtm_verify.proof.consistency import Judgement
from rtm_verify.proof.errata import Entry, Misprint, Posed, Survey
from rtm_verify.report.errata import (
    errata_json,
    errata_lines,
    errata_markdown,
    errata_page,
    errata_survey,
    misprints_of,
    only,
)
from rtm_verify.report.result import Result

ROOT = Path(__file__).parents[2]
HOSTILE = "<script>alert('x')</script> | `a` *b* \\"


@cache
def found() -> Survey:
    return errata_survey()


def hostile() -> Survey:
    """A survey of one erratum in which every text is an attack."""
    entry = only(found(), "velikiye-luki-ammo").entries[0]
    erratum = msgspec.structs.replace(entry.erratum, title=HOSTILE, problem=HOSTILE, repair=HOSTILE)
    misprint = Misprint(HOSTILE, HOSTILE, "2024", HOSTILE)
    return Survey(entries=(Entry(erratum, entry.posed, (misprint,)),), consistent=(), undecided=())


def test_the_committed_report_is_what_the_tool_writes_now() -> None:
    committed = (ROOT / "reports" / "errata.md").read_text(encoding="utf-8")
    assert errata_markdown(found()) == committed, "renew it: make reports"


def test_every_erratum_has_its_line_and_the_last_line_counts_them() -> None:
    lines = list(errata_lines(found()))
    for entry in found().entries:
        heads = [line for line in lines if line.split()[:1] == [entry.erratum.id] and entry.erratum.title in line]
        assert len(heads) == 1
    machine = sum(entry.found != ("by hand",) for entry in found().entries)
    assert lines[-1].startswith(f"{len(found().entries)} errata: ")
    assert f"{machine} shown by machine" in lines[-1]
    assert machine > 30


def test_an_erratum_in_full_shows_the_contradiction_the_repairs_and_the_replay() -> None:
    text = " ".join(" ".join(errata_lines(only(found(), "velikiye-luki-ammo"), full=True)).split())
    assert "contradiction: captured + end-ammo + same-start + end-ammo-2" in text
    assert "without end-ammo: ammo at the end of the first example: 2" in text
    assert "end-ammo (2024:621, first:930): It ends with 1 ammo. {ammo_end = 1}" in text
    assert "the rulebook prints '4Pz has 1 fuel, 1 ammo'; by its rules: 1 fuel, 2 ammo" in text


def test_an_erratum_found_by_hand_says_why_no_machine_can_find_it() -> None:
    for entry in found().entries:
        text = "\n".join(errata_lines(Survey(entries=(entry,), consistent=(), undecided=()), full=True))
        assert ("why by hand:" in text) == (entry.found == ("by hand",))


def test_an_unknown_erratum_is_refused_with_a_suggestion() -> None:
    with pytest.raises(InputError, match=r"unknown erratum 'velikiye-luki': did you mean velikiye-luki-ammo\?"):
        only(found(), "velikiye-luki")


def test_a_topic_that_z3_cannot_decide_is_named_and_counted() -> None:
    topic = found().consistent[0].topic
    survey = msgspec.structs.replace(found(), undecided=(Posed("2024", Judgement(topic=topic, verdict="unknown")),))
    lines = list(errata_lines(survey))
    assert f"UNKNOWN: {topic.id} (2024): z3 used up its budget" in lines
    assert lines[-1].endswith("; 1 unknown")
    assert json.loads(errata_json(survey))["unknown"] == [{"topic": topic.id, "edition": "2024"}]
    assert "z3 used up its budget" in errata_markdown(survey)
    assert "z3 used up its budget" in errata_page(survey)


def test_json_has_every_erratum_with_its_evidence() -> None:
    data = json.loads(errata_json(found()))
    by_id = {erratum["id"]: erratum for erratum in data["errata"]}
    assert len(by_id) == len(found().entries)
    numbers = by_id["soviet-card-numbers"]["topics"][0]
    assert ["green", "green-first", "green-last"] in numbers["contradictions"]
    assert numbers["repairs"][0]["instead"][0]["value"] == 55
    assert by_id["aid-train-chain"]["clauses"] == [
        {"clause": "aid.transport.track", "at": "aid:62", "differs": ["8.5.chain"]}
    ]
    assert {erratum["id"] for erratum in data["errata"] if erratum["replays"]} == {"velikiye-luki-ammo"}
    assert len(data["consistent"]) == len(found().consistent)


def test_a_page_shows_every_erratum_under_its_address() -> None:
    text = errata_page(found(), "index.html")
    for entry in found().entries:
        assert text.count(f'id="{entry.erratum.id}"') == 1
    assert '<a href="index.html">' in text
    assert '<a href="index.html">' not in errata_page(found())


def test_what_is_put_into_a_page_or_a_document_is_escaped() -> None:
    assert "<script>" not in errata_page(hostile()).replace("<script>\n", "")
    assert "&lt;script&gt;" in errata_page(hostile())
    document = errata_markdown(hostile())
    assert "<script>" not in document
    assert "\\<script\\>" in document
    assert json.loads(errata_json(hostile()))["errata"][0]["title"] == HOSTILE


def test_a_page_links_to_the_index_if_there_is_one() -> None:
    assert 'href="index.html"' in errata_page(found(), "index.html")
    assert 'href="index.html"' not in errata_page(found())


def test_a_printed_result_that_fails_is_a_misprint_at_its_line(tmp_path: Path) -> None:
    log = tmp_path / "a.rtm"
    log.write_text(
        "game race-to-moscow 2024\nsource 8.2 EXAMPLE (2024:595)\nscenario rulebook/riga\nprinted 4Pz has 2 fuel\n"
        "printed 4Pz has 3 fuel\n",
        encoding="utf-8",
    )
    missing = Result.of(tmp_path / "missing.rtm")
    misprints = misprints_of([Result.of(log), missing])
    assert [(one.log, one.source, one.book) for one in misprints] == [
        (f"{tmp_path.name}/a.rtm:4", "8.2 EXAMPLE (2024:595)", "2024")
    ]


def test_the_same_books_give_the_same_bytes() -> None:
    again = errata_survey()
    assert errata_json(again) == errata_json(found())
    assert errata_page(again) == errata_page(found())
