"""The two levels of the Logistics card."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.logistics import load_logistics, read_logistics

TEXT = (files("rtm_verify.games.race_to_moscow") / "data" / "cards" / "logistics.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("level", "take", "place", "possess", "source"),
    [
        (1, 6, 3, 9, "rulebook"),
        (2, 8, 4, 12, "reconstructed"),
    ],
)
def test_a_level_allows_this_many_vehicles(level: int, take: int, place: int, possess: int, source: str) -> None:
    card = load_logistics()[level]
    assert (card.take, card.place, card.possess, card.provenance.kind) == (take, place, possess, source)


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("level = 2", "level = 3", "level 3 stands where level 2 is expected", 11),
        ("take = 6", "take = 6\ndrive = 1", "unknown field `drive`", 6),
        ("take = 6", 'take = "six"', "Expected `int`, got `str`", 5),
        (TEXT[TEXT.rindex("[[level]]") :], "", "a Logistics card has 2 levels, not 1", 0),
    ],
)
def test_a_wrong_logistics_card_is_refused(old: str, new: str, message: str, line: int) -> None:
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_logistics(TEXT.replace(old, new), "mine.toml")
    assert caught.value.place is not None
    assert (caught.value.place.file, caught.value.place.line) == ("mine.toml", line)
