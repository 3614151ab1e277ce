"""The examples of the reference are logs, or parts of one."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from rtm_verify.log import format_text

REFERENCE = Path(__file__).parents[2] / "docs" / "log-language.md"


def examples() -> list[str]:
    language = REFERENCE.read_text(encoding="utf-8").split("## From Python")[0]
    return [textwrap.dedent(block) for block in re.findall(r"(?:(?<=\n\n)|\A)((?:    .*\n|\n(?=    ))+)", language)]


def test_the_opening_example_is_in_canonical_form() -> None:
    assert format_text(examples()[0]) == examples()[0]


def test_every_other_example_is_part_of_a_log() -> None:
    parts = examples()[1:]
    assert len(parts) == 6
    for part in parts:
        if part.startswith("game"):
            text = part.replace("title     The first turn", "# one title or the other: ")
        else:
            text = f"game x\ngray\nhold 4Pz\n{part}"
        assert format_text(text)
