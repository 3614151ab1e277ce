"""TOML errors stand at their line and column."""

from __future__ import annotations

import msgspec
import pytest

from rtm_verify.errors import InputError
from rtm_verify.toml import Key, decode, locate


class Point(msgspec.Struct, forbid_unknown_fields=True):
    x: int
    tags: list[str] = []


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    point: list[Point] = []
    named: dict[str, Point] = {}


TEXT = """\
# points
[[point]]
x = 1

[[point]]
x = 2
tags = [
  "a",
]

[named."big one"]
x = 3
named.tags = ["b"]
"""


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (("point", 0, "x"), (3, 1)),
        (("point", 1, "x"), (6, 1)),
        (("point", 1, "tags", 0), (7, 1)),
        (("point", 1, "nothing"), (5, 1)),
        (("named", "big one", "x"), (12, 1)),
        (("elsewhere",), (1, 1)),
    ],
)
def test_a_key_is_located(keys: tuple[Key, ...], place: tuple[int, int]) -> None:
    assert locate(TEXT, keys) == place


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = ", "s.toml:1:5: not TOML: Invalid value"),
        ("[[point]\nx = 1", "s.toml:1:8: not TOML: Expected"),
        ("[[point]]\nx = 1\nx = 2", "s.toml:3:6: not TOML: Cannot overwrite a value"),
        ("[[point]]\nx = 1\n[[point]]\nx = 'two'", "s.toml:4:1: Expected `int`, got `str` in 'point.1.x'"),
        ("[[point]]\nx = 1\ny = 2", "s.toml:3:1: Object contains unknown field `y` in 'point.0'"),
        ("[[point]]\n", "s.toml:1:1: Object missing required field `x` in 'point.0'"),
        ("[named.a]\nx = 1\n[named.b]\nx = 'two'", "s.toml:4:1: Expected `int`, got `str` in 'named.b.x'"),
        ("[named.a]\nx = 1\n[named.b]\ntags = []", "s.toml:3:1: Object missing required field `x` in 'named.b'"),
        ("[named.a]\nx = 1\ntags = [1]\n", "s.toml:3:1: Expected `str`, got `int` in 'named.a.tags.0'"),
        ("a = " + "[" * 3000, "s.toml:1:1: not TOML: nested too deeply"),
        ('x = "', "s.toml:1:6: not TOML: Unterminated string"),
    ],
)
def test_a_wrong_file_is_refused_at_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        decode(text, Sheet, "s.toml")
    assert str(caught.value).startswith(message)
