"""`rtm-verify errata` as a user meets it."""

from __future__ import annotations

import json
from functools import cache, partial
from pathlib import Path

import pytest

from rtm_verify.proof.consistency import Judgement, Topic
from rtm_verify.proof.errata import Posed, Survey
from rtm_verify.report import errata

from .command import Run

surveyed = cache(errata.errata_survey)  # the books do not change between two commands


@pytest.fixture
def errata_of(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command with the survey made once."""
    monkeypatch.setattr(errata, "errata_survey", surveyed)
    return partial(run, "errata")


def test_all_errata_are_listed_with_their_numbers(errata_of: Run) -> None:
    outcome = errata_of()
    assert (outcome.code, outcome.err) == (0, "")
    assert "velikiye-luki-ammo" in outcome.out
    assert "shown by machine" in outcome.out.splitlines()[-1]


def test_one_erratum_is_shown_in_full(errata_of: Run) -> None:
    outcome = errata_of("striped-markers")
    assert outcome.code == 0
    assert "contradiction: veteran-two + veteran-one" in outcome.out


def test_an_unknown_erratum_is_one_message_and_exit_code_2(errata_of: Run) -> None:
    outcome = errata_of("striped-marker")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err == "rtm-verify: unknown erratum 'striped-marker': did you mean striped-markers?\n"


@pytest.mark.parametrize("kind", ["text", "json", "md", "html"])
def test_a_file_is_written_once_and_replaced_only_by_force(errata_of: Run, kind: str) -> None:
    assert errata_of("kaunas-or-kedainai", "--format", kind, "-o", "errata.out").code == 0
    text = Path("errata.out").read_text(encoding="utf-8")
    assert "kaunas-or-kedainai" in text
    assert text == errata_of("kaunas-or-kedainai", "--format", kind).out
    refused = errata_of("game-end", "--format", kind, "-o", "errata.out")
    assert refused.code == 2
    assert "this file exists already" in refused.err
    assert Path("errata.out").read_text(encoding="utf-8") == text
    assert errata_of("game-end", "--format", kind, "-o", "errata.out", "--force").code == 0
    assert "kaunas-or-kedainai" not in Path("errata.out").read_text(encoding="utf-8")


def test_json_can_be_read(errata_of: Run) -> None:
    data = json.loads(errata_of("--format", "json").out)
    assert {erratum["severity"] for erratum in data["errata"]} == {"changes play", "misleads", "cosmetic"}


def test_a_topic_that_z3_cannot_decide_is_exit_code_3(errata_of: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    topic = Topic(id="t", title="T", flags={}, numbers={}, statements=())
    undecided = (Posed("2024", Judgement(topic=topic, verdict="unknown")),)
    survey = Survey(entries=(), consistent=(), undecided=undecided)
    monkeypatch.setattr(errata, "errata_survey", lambda: survey)
    outcome = errata_of()
    assert outcome.code == 3
    assert "UNKNOWN: t (2024)" in outcome.out
