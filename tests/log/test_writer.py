"""The canonical form."""

from __future__ import annotations

import pytest

from rtm_verify.log import format_text
from rtm_verify.log.writer import WIDTH

CANONICAL = """\
# Copied from the rulebook's second example.
game      race-to-moscow 2024
title     4 Panzergruppe reaches Velikiye Luki before White
source    8.2 EXAMPLE 1 (2024:594-621)  # a comment
author    "#1 fan"
ruling    captured-goods = card

note      "The position as it is set up."

# Gray has two actions.
gray
  armor 4Pz Riga > Jekelopils [Soviet Bombers] pay 1 fuel
                 > Sebezh [Captured Stock] load 1 ammo
                 > Velikiye Luki [Axis Latvians] hold  # the longest leg
    cites     8.2.fuel 8.halt
    # what the rulebook forgot
    expect    4Pz has 1 fuel, 2 ammo
    printed   4Pz has 1 fuel, 1 ammo
    highlight Riga, Velikiye Luki
    note      "Two\\nlines."
  illegal armor 4Pz Velikiye Luki > Rzhev
    because   8.common.once
  variation "What if the fleet had sailed first?"  # an aside
    expect    Baltic is free
    fleet Danzig Bay > Baltic
      expect    Baltic controlled by gray

    white
      fields 9A Suwalki > Vilnius [Mud]
      variation "And then?"
        rest 9A
        # no more to say
      end  # of the inner one
  end

white
  fields 9A Suwalki > Vilnius [Mud] and 4A Siedlce > Brest [6 Mech Corps]

# The end.
## Really.
"""


def formatted_body(text: str) -> str:
    return format_text(f"game x\np\n{text}").removeprefix("game      x\n\np\n")


def test_canonical_text_stays_as_it_is() -> None:
    assert format_text(CANONICAL) == CANONICAL


@pytest.mark.parametrize("indent", ["", "\t", "        "])
def test_layout_does_not_matter(indent: str) -> None:
    loose = "".join(f"{indent}{line.strip()}  \n\n" for line in CANONICAL.splitlines())
    assert format_text(loose) == CANONICAL


def test_a_move_that_fits_is_written_on_one_line() -> None:
    assert formatted_body("m a\n > b\n > c") == "  m a > b > c\n"


@pytest.mark.parametrize(("length", "lines"), [(WIDTH, 1), (WIDTH + 1, 2)])
def test_a_move_breaks_only_when_it_is_too_long(length: int, lines: int) -> None:
    text = "  m a > b > "
    written = formatted_body(text + "c" * (length - len(text)))
    assert written.count("\n") == lines


def test_a_long_move_breaks_before_each_and() -> None:
    assert formatted_body(f"fields 9A Suwalki > Vilnius and 4A {'x' * 40} > Brest and 2A Brest > Minsk") == (
        f"  fields 9A Suwalki > Vilnius\n     and 4A {'x' * 40} > Brest\n     and 2A Brest > Minsk\n"
    )


def test_a_long_part_of_a_long_move_breaks_before_its_further_arrows() -> None:
    long = "x" * 40
    assert formatted_body(f"fields 9A a > b > c and 4A {long} > {long} > d") == (
        f"  fields 9A a > b > c\n     and 4A {long} > {long}\n     {' ' * 47} > d\n"
    )


def test_a_verb_is_never_left_alone_on_its_line() -> None:
    # Alone it would be read as a player.
    assert formatted_body(f"m and {'x' * WIDTH} and b") == f"  m and {'x' * WIDTH}\n  and b\n"


def test_a_short_verb_leaves_and_at_the_margin() -> None:
    assert formatted_body(f"m a > {'x' * WIDTH} and b > c") == f"  m a > {'x' * WIDTH}\n  and b > c\n"


def test_the_comment_beside_a_long_move_stands_on_its_last_line() -> None:
    written = formatted_body(f"m a > {'x' * WIDTH} # c\n > b")
    assert written.splitlines()[-1] == "      > b  # c"


def test_draws_are_written_one_to_a_bracket() -> None:
    assert formatted_body("m [ a,b  c ]") == "  m [a] [b c]\n"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain", "plain"),
        ('"plain"', "plain"),
        ("a   b", "a b"),
        ('"a  b"', '"a  b"'),
        ('"a # b"', '"a # b"'),
        ('"a#b"', "a#b"),
        (r'"\"a\" \\ b"', r'"\"a\" \\ b"'),
        (r"a \ b", r"a \ b"),
    ],
)
def test_header_text_is_quoted_only_where_it_must_be(text: str, written: str) -> None:
    assert format_text(f"game x\ntitle {text}") == f"game      x\ntitle     {written}\n"


@pytest.mark.parametrize(("comment", "written"), [("#a", "# a"), ("#  a", "# a"), ("##a", "##a"), ("#", "#")])
def test_a_comment_keeps_its_words(comment: str, written: str) -> None:
    assert format_text(f"{comment}\ngame x") == f"{written}\ngame      x\n"


def test_a_log_of_headers_only_has_no_blank_line_at_its_end() -> None:
    assert format_text("game x\n\n\n") == "game      x\n"
