"""What is proved for every position can be refuted, and is where a clause is left out."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from pathlib import Path

import pytest

from rtm_verify.games.race_to_moscow.board import default_board
from rtm_verify.games.race_to_moscow.proofs.campaign import prove_all
from rtm_verify.games.race_to_moscow.proofs.cases import Case, cases, plain_book
from rtm_verify.games.race_to_moscow.proofs.examples import counterexample_log
from rtm_verify.games.race_to_moscow.proofs.invariants import NEVER, prove_action
from rtm_verify.games.race_to_moscow.proofs.laws import MEANING
from rtm_verify.games.race_to_moscow.proofs.letters import prove_letters
from rtm_verify.games.race_to_moscow.proofs.properties import properties
from rtm_verify.games.race_to_moscow.ruleset import EDITIONS, catalogue
from rtm_verify.games.race_to_moscow.spec.opinion import CHAPTERS
from rtm_verify.library import _can_be_set_up
from rtm_verify.proof.claims import Counterexample, Letter
from rtm_verify.proof.induction import Background, Result, Suppositions

NEEDED = tomllib.loads((Path(__file__).with_name("needed.toml")).read_text(encoding="utf-8"))["needed"]
# Of these every property is proved in the suite; of all actions by `rtm-verify prove`, which CI runs too.
QUICK = ("Activate", "Load", "Airlift", "UseNow", "WinterAttack")


@cache
def letters() -> tuple[Letter, ...]:
    return prove_letters()


@pytest.mark.parametrize("action", QUICK)
def test_every_property_is_proved_under_an_action(action: str) -> None:
    answered = prove_action(action)
    assert {answer.rules.split(",")[0] for answer in answered} == set(EDITIONS)
    for answer in answered:
        if answer.never:
            assert NEVER[action][1](answer.book)
        else:
            assert {result.verdict for result in answer.results} == {"proved"}
            assert len(answer.results) == 1 + len(properties(answer.book))


def test_at_least_forty_properties_have_a_sentence_and_rules_of_the_catalogue() -> None:
    every = properties(plain_book("2024"))
    assert len(every) >= 40
    assert len({prop.name for prop in every}) == len(every)
    for prop in every:
        assert prop.sentence.endswith(".")
        assert prop.rules
        for rule in prop.rules:
            assert catalogue()[rule].id == rule


def test_every_property_is_known_to_be_refutable() -> None:
    assert sorted(row["property"] for row in NEEDED) == sorted(prop.name for prop in properties(plain_book("2024")))


@lru_cache(maxsize=4)
def background(action: str, rules: str) -> tuple[Case, Background]:
    case = next(case for case in cases(action) if case.rules == rules)
    return case, Background(Suppositions(case.template, MEANING, case.book), properties(case.book))


def without(action: str, rules: str, clause: str) -> tuple[Result, ...]:
    """What comes of every property if a clause of an action is left out."""
    case, known = background(action, rules)
    clauses = zip(case.template.clauses, case.template.formulas, strict=True)
    return known.prove(action, [formula for each, formula in clauses if clause not in each.rules])


@pytest.mark.parametrize("action", sorted({row["action"] for row in NEEDED}))
def test_without_a_clause_that_it_needs_a_property_is_refuted(action: str) -> None:
    rows = [row for row in NEEDED if row["action"] == action]
    for rules, clause in dict.fromkeys((row["rules"], row["clause"]) for row in rows):
        refuted = {result.property for result in without(action, rules, clause) if result.verdict == "refuted"}
        assert {row["property"] for row in rows if (row["rules"], row["clause"]) == (rules, clause)} <= refuted


def test_every_letter_of_a_passage_breaks_its_property_and_its_log_is_there() -> None:
    assert len(letters()) == 5
    for letter in letters():
        assert letter.counterexample is not None, letter.name
        assert (Path(__file__).parents[4] / "replays" / letter.shown).is_file()


def test_a_counterexample_is_a_log_that_can_be_set_up() -> None:
    (found,) = [each for each in without("Airlift", "2024", "2.2.limit") if each.property == "an army card holds six"]
    model = found.model
    assert model is not None
    book = plain_book("2024")
    # Without the shipped board there is nothing to be shown on it.
    shown = Counterexample(action="Airlift", rules="2024", verdict="refuted", model=model)
    assert counterexample_log(shown, book, found.property, _can_be_set_up) == ""
    (letter,) = [letter for letter in letters() if letter.name == "Luftbrücke onto a full card"]
    assert letter.counterexample is not None
    text = counterexample_log(letter.counterexample, book, letter.property, _can_be_set_up)
    assert _can_be_set_up(text)
    assert "an army card holds six" in text
    assert text.count("given") > 5


def test_the_work_is_told_as_it_goes_and_a_part_of_a_name_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    few = {name: CHAPTERS[name] for name in ("EndFields", "Hold", "LayTrack")}
    monkeypatch.setattr("rtm_verify.games.race_to_moscow.proofs.campaign.CHAPTERS", few)
    told: list[tuple[str, int, int]] = []
    found = prove_all(default_board(), 2, _can_be_set_up, lambda *each: told.append(each), "medal")
    assert found.verdict == "proved"
    assert found.encirclement == ()
    assert all("medal" in claim.name for claim in found.claims)
    assert len(found.claims) > 4
    assert [number for _, number, _ in told] == sorted(number for _, number, _ in told)
    assert told[-1][1] == told[-1][2]
