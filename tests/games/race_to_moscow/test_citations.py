"""What the engine cites is in the catalogue."""

from __future__ import annotations

import re
from pathlib import Path

from rtm_verify.games.race_to_moscow.ruleset import catalogue

PACKAGE = Path(__file__).parents[3] / "rtm_verify" / "games" / "race_to_moscow"
RULE_ID = re.compile(r'"((?:\d+|aid|first)\.[a-z0-9.-]*[a-z][a-z0-9.-]*)"')


def test_every_rule_that_the_code_cites_is_in_the_catalogue() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))}
    found = {rule: path.name for path, text in sources.items() for rule in RULE_ID.findall(text)}
    cited = {rule: name for rule, name in found.items() if not rule.endswith(".toml")}
    assert len(cited) > 90
    assert {rule: name for rule, name in cited.items() if rule not in catalogue()} == {}


def test_every_rule_that_a_docstring_names_is_in_the_catalogue() -> None:
    inner = re.compile(r"\(((?:\d+|aid|first)\.[a-z0-9]+[.-][a-z0-9.-]+(?:, [a-z0-9.-]+)*)\)")
    for path in sorted((PACKAGE / "engine").rglob("*.py")):
        for group in inner.findall(path.read_text(encoding="utf-8")):
            for rule in group.split(", "):
                assert rule in catalogue() or catalogue().under(rule), f"{path.name}: {rule}"
