"""A case has one form, and what departs from it is refused at its line."""

from __future__ import annotations

import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.ruleset import catalogue
from rtm_verify.kernel.case import read_case
from rtm_verify.log import parse

CASE = """game race-to-moscow 2024
also first
case 8.2-01
title No fuel, no move
source 8.2 (2024:498)
scenario rulebook/riga
given 4Pz has 0 fuel
gray
illegal armor 4Pz Riga > Jekelopils
because 8.2.fuel 2.1.armored
note "It costs a fuel."
"""


def test_a_case_says_what_is_judged_and_why() -> None:
    case = read_case(parse(CASE), catalogue())
    assert (case.id, case.section, case.verdict) == ("8.2-01", "8.2", "illegal")
    assert (case.editions, case.rules, case.reason) == (
        ("2024", "first"),
        ("8.2.fuel", "2.1.armored"),
        "It costs a fuel.",
    )


def test_a_move_that_is_played_makes_a_legal_case() -> None:
    text = CASE.replace("illegal ", "").replace("because", "cites")
    assert read_case(parse(text), catalogue()).verdict == "legal"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("case 8.2-01\n", "", 1, "a case has an id"),
        ("8.2-01", "8.99-01", 3, "this is no id of a case"),
        ("8.2-01", "8.2-1", 3, "this is no id of a case"),
        ("title No fuel, no move\n", "", 1, "a case has a title"),
        ("source 8.2 (2024:498)\n", "", 1, "a case has a source"),
        ('note "It costs a fuel."\n', "", 9, "the last move of a case has one note"),
        ('note "It costs a fuel."\n', 'note "A"\nnote "B"\n', 9, "the last move of a case has one note"),
        ("illegal armor 4Pz Riga > Jekelopils\nbecause 8.2.fuel 2.1.armored", "armor 4Pz Riga > Sebezh", 9, "names"),
        ("gray\n", 'gray\nvariation "x"\nend\n', 9, "a case has no variations"),
        ("gray\n", "gray\nillegal fleet A > B\nbecause 8.3.gray\n", 9, "only the last move of a case is judged"),
    ],
)  # fmt: skip
def test_a_log_without_the_form_of_a_case_is_refused_at_its_line(old: str, new: str, line: int, message: str) -> None:
    assert old in CASE
    with pytest.raises(InputError, match=message) as error:
        read_case(parse(CASE.replace(old, new)), catalogue())
    assert error.value.place is not None
    assert error.value.place.line == line


def test_a_log_without_a_move_is_no_case() -> None:
    with pytest.raises(InputError, match="a case has a move"):
        read_case(parse(CASE.split("gray\n")[0]), catalogue())
