"""A survey as text and as JSON; it knows no game."""

from __future__ import annotations

import json

import pytest

from rtm_verify.errors import Place
from rtm_verify.kernel.replay import Step
from rtm_verify.kernel.survey import Candidate, Demand, Group, Narrowing, Survey, Why
from rtm_verify.kernel.violation import Violation
from rtm_verify.report.reaction import survey_json, survey_lines

NEAR = Why("near a tower", ("1.tower",), "A tower stands near.", ("north tower",))
HIGH = Why("near a tower", ("1.tower", "1.high"), "A high tower stands near.", ("high tower",))
OWN = Why("your own", ("2.own",), "It is yours.")


def survey(**changes: object) -> Survey:
    fields: dict[str, object] = {
        "title": "The raid",
        "source": "The card",
        "outcome": "a raid on Ash or Elm",
        "outcome_rules": ("3.order",),
        "decider": "red decides.",
        "decider_rules": ("3.tie",),
        "demands": (
            Demand(
                number=1,
                verb="raid",
                text="one raid",
                rules=("3.once",),
                asked=True,
                allowed=("Ash", "Elm", "Oak"),
                narrowed=(Narrowing("by the road", ()), Narrowing("close", ("Ash", "Elm"))),
                left=("Ash", "Elm"),
            ),
            Demand(number=2, verb="build", text="a wall", rules=(), asked=False, instead="Impossible: no stone."),
        ),
        "groups": (
            Group(
                "raid",
                "Raids",
                "can be raided",
                "spared",
                (
                    Candidate("Ash", "red"),
                    Candidate("Bay", "red", (NEAR,)),
                    Candidate("Cob", "blue", (OWN,)),
                    Candidate("Dam", "red", (HIGH,)),
                    Candidate("Elm", "red"),
                    Candidate("Fen", "blue", (OWN, NEAR)),
                    Candidate("Gap", "blue", (OWN,)),
                ),
            ),
        ),
    }
    return Survey(**(fields | changes))  # type: ignore[arg-type]


STEP = Step(label="4", actor="blue", text="march on", place=Place("a.rtm", 9, 3), before=None, state=None)


def test_what_can_be_chosen_comes_first_and_the_rest_by_its_reason() -> None:
    lines = list(survey_lines(survey(), STEP))
    assert lines[lines.index("Raids (2 areas of 7)") :] == [
        "Raids (2 areas of 7)",
        "  can be raided: Ash (red), Elm (red)",
        "  spared: near a tower [1.tower]",
        "    Bay (red): north tower",
        "    Dam (red): high tower [1.high]",
        "  spared: your own [2.own]",
        "    Cob (blue), Gap (blue)",
        "    also near a tower [1.tower]",
        "      Fen (blue): north tower",
    ]


def test_the_head_says_which_position_what_is_asked_for_and_who_decides() -> None:
    assert list(survey_lines(survey(), STEP))[:5] == [
        "The raid",
        "  position after step 4 (blue: march on)",
        "",
        "The card: a raid on Ash or Elm [3.order]",
        "  red decides. [3.tie]",
    ]


def test_each_demand_says_what_it_allows_and_what_narrowed_it_down() -> None:
    lines = list(survey_lines(survey(), STEP))
    first = lines.index("1. one raid [3.once]")
    assert lines[first : first + 9] == [
        "1. one raid [3.once]",
        "   ASKED FOR NOW",
        "   allowed: Ash, Elm, Oak",
        "   preferred, by the road: no area; all remain",
        "   preferred, close: Ash, Elm",
        "   left: Ash, Elm",
        "",
        "2. a wall",
        "   Impossible: no stone.",
    ]


def test_what_has_no_place_in_an_order_is_possible_and_not_asked_for() -> None:
    free = Demand(number=0, verb="raid", text="a raid", rules=(), asked=True, allowed=("Ash",), left=("Ash",))
    lines = list(survey_lines(survey(demands=(free,)), STEP))
    first = lines.index("a raid")
    assert lines[first : first + 3] == ["a raid", "   POSSIBLE NOW", "   allowed: Ash"]


def test_a_premise_and_the_rulings_stand_in_the_head() -> None:
    lines = list(survey_lines(survey(premise="If it were so.", rulings=("close = by-foot: on foot",)), STEP))
    assert "  If it were so." in lines
    assert "  by the ruling close = by-foot: on foot" in lines


def test_a_group_where_nothing_can_be_chosen_says_none() -> None:
    group = Group("raid", "Raids", "can be raided", "spared", (Candidate("Bay", "red", (NEAR,)),))
    lines = list(survey_lines(survey(groups=(group,)), STEP))
    assert lines[-4:] == [
        "Raids (0 areas of 1)",
        "  can be raided: none",
        "  spared: near a tower [1.tower]",
        "    Bay (red): north tower",
    ]


def test_no_line_is_longer_than_80_columns() -> None:
    many = tuple(Candidate(f"Area number {number}", "red", (OWN, HIGH)[: number % 3]) for number in range(60))
    shown = survey(groups=(Group("raid", "Raids", "can be raided", "spared", many),), premise="word " * 60)
    assert max(map(len, survey_lines(shown, STEP))) <= 80


def test_a_refused_step_is_said_to_be_refused() -> None:
    refused = Step(
        label="4",
        actor="blue",
        text="march on",
        place=Place("a.rtm"),
        before=None,
        state=None,
        violations=(Violation("no", ("1.tower",), "No."),),
    )
    assert list(survey_lines(survey(), refused))[1] == "  position after step 4 (blue: march on, which is refused)"


@pytest.mark.parametrize(("premise", "supposed"), [("", False), ("If it were so.", True)])
def test_the_json_has_the_whole_survey_with_every_reason(premise: str, supposed: bool) -> None:
    data = json.loads(survey_json(survey(premise=premise), STEP))
    assert (data["step"], data["move"], data["supposed"]) == ("4", "march on", supposed)
    assert data["eligible"] == {"raid": ["Ash", "Elm"]}
    fen = next(item for item in data["groups"][0]["candidates"] if item["name"] == "Fen")
    assert [why["rules"] for why in fen["reasons"]] == [["2.own"], ["1.tower"]]
    assert data["demands"][0]["left"] == ["Ash", "Elm"]


def test_what_is_asked_for_by_a_word_is_what_its_demands_leave() -> None:
    assert survey().asked("raid") == ("Ash", "Elm")
    assert survey().asked("build") == ()
