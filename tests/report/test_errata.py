"""The errata as text, Markdown, JSON and HTML: complete, escaped, and the same every time."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest

from rtm_verify.errors import InputError
from rtm_verify.proof.consistency import Judgement
from rtm_verify.proof.derivation import Known
from rtm_verify.proof.errata import Entry, Misprint, Posed, Survey
from rtm_verify.report.derived import fact_rows
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


def against() -> Survey:
    """The survey with a board on which Kaluga is not fortified."""
    (edition, derivation), *_ = found().derived
    derived = tuple(
        msgspec.structs.replace(one, known=Known(False)) if one.fact.name == "kaluga_fort" else one
        for one in derivation.derived
    )
    wrong = msgspec.structs.replace(derivation, derived=derived, fits=False)
    return msgspec.structs.replace(found(), derived=((edition, wrong),))


def test_the_board_is_shown_fact_by_fact_with_passages_and_what_the_shipped_one_has() -> None:
    document = errata_markdown(found())
    assert "| Kaluga has a printed medal | yes | 2024:834, first:1092-1093 | yes (rulebook 2024:834) |" in document
    assert "| Siedlce is a starting area | no | 2024:279, first:364-368, first:364-365 | no (" in document
    assert "| areas with the Soviet symbol | 20 | 2024:49, 2024:343, 2024:999, " in document
    assert "| Ventspils has a harbor | open |  | yes (inferred 2024:653) |" in document
    assert "- velikiye-luki (2024): without 'end-ammo', which its erratum gives up" in document
    assert "board: Assumed: " in document
    page = errata_page(found())
    assert "<td>Kaluga has a printed medal</td>" in page.replace(' class="name"', "")
    assert "Assumed: " in page


def test_a_fact_that_one_edition_leaves_open_is_shown_with_the_passages_of_the_other() -> None:
    rows = {row.meaning: row for row in fact_rows(found().derived)}
    harbor = rows["Leningrad has a harbor"]
    assert (harbor.value, harbor.editions, harbor.passages) == (True, ("first",), ("first:1158-1159",))
    assert rows["Ventspils has a harbor"].editions == ("2024", "first")


def test_the_text_counts_the_facts_of_the_board() -> None:
    rows = fact_rows(found().derived)
    entailed = [row for row in rows if row.value is not None]
    assert len(entailed) > 100
    left_open = len(rows) - len(entailed)
    told = f"{len(entailed)} facts of the board entailed: all hold on the shipped board; {left_open} left open"
    assert told in list(errata_lines(found()))


def test_a_board_that_is_otherwise_is_reported_in_every_format() -> None:
    text = "\n".join(errata_lines(against()))
    assert "1 do not hold on the shipped board" in text
    assert "AGAINST THE SHIPPED BOARD: Kaluga is fortified: yes (2024:828-830)" in text
    assert "NOT KEPT by the shipped board as a whole: topic board (2024)" in " ".join(text.split())
    assert "| Kaluga is fortified | yes | 2024:828-830 | AGAINST IT: no |" in errata_markdown(against())
    assert "AGAINST IT: no" in errata_page(against())
    board = json.loads(errata_json(against()))["board"]
    assert [fact["meaning"] for fact in board["facts"] if not fact["holds"]] == ["Kaluga is fortified"]
    assert board["not_kept"] == ["NOT KEPT by the shipped board as a whole: topic board (2024)"]


def test_json_has_every_fact_of_the_board() -> None:
    board = json.loads(errata_json(found()))["board"]
    by_meaning = {fact["meaning"]: fact for fact in board["facts"]}
    assert len(by_meaning) == len(fact_rows(found().derived))
    assert by_meaning["Kaluga is fortified"] == {
        "meaning": "Kaluga is fortified",
        "value": True,
        "editions": ["2024", "first"],
        "passages": ["2024:828-830", "first:1046", "first:1077"],
        "shipped": True,
        "origin": "rulebook first:1046",
        "holds": True,
    }
    assert board["not_kept"] == []


def test_the_same_books_give_the_same_bytes() -> None:
    again = errata_survey()
    assert errata_json(again) == errata_json(found())
    assert errata_page(again) == errata_page(found())
