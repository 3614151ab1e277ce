"""What the documents show is so."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from rtm_verify import cli
from rtm_verify.games.race_to_moscow.notation import VERBS
from rtm_verify.games.race_to_moscow.scenario import read_scenario
from rtm_verify.library import replay_file
from rtm_verify.report.checks import checks
from rtm_verify.report.result import Result

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GAME = (ROOT / "docs" / "race-to-moscow.md").read_text(encoding="utf-8")
HEAD = "game race-to-moscow 2024\nscenario {}\n"


def block_with(text: str, word: str) -> str:
    """The indented block of a Markdown text that starts with a word."""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", text, re.MULTILINE)
    return str(next(block for block in blocks if block.strip().startswith(word)))


def test_the_log_in_the_readme_replays_as_the_readme_says(tmp_path: Path) -> None:
    path = tmp_path / "readme.rtm"
    path.write_text(block_with(README, "game "), encoding="utf-8")
    replay, _ = replay_file(path)
    assert replay.verdict == "green"
    assert len(replay.errata) == 1


def test_the_first_log_of_the_language_reference_replays_green(tmp_path: Path) -> None:
    path = tmp_path / "reference.rtm"
    text = (ROOT / "docs" / "log-language.md").read_text(encoding="utf-8")
    path.write_text(block_with(text, "game "), encoding="utf-8")
    replay, _ = replay_file(path)
    assert (str(replay.error), [finding.message for finding in replay.failures]) == ("None", [])


@pytest.mark.parametrize("command", re.findall(r"^\| `(rtm-verify [^`]+)`", README, re.MULTILINE))
def test_every_command_of_the_readme_exists(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [word for word in shlex.split(command)[1:] if word.islower() and word.isalpha()]
    monkeypatch.setattr(sys, "argv", ["rtm-verify", *words[: 2 if words[0] == "board" else 1], "--help"])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    assert stop.value.code == 0


def test_the_scenario_in_the_docs_can_be_played(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    scenario = tmp_path / "scenarios" / "docs.toml"
    scenario.write_text(GAME.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    assert read_scenario(scenario)[0].round == 2
    log = tmp_path / "docs.rtm"
    log.write_text(HEAD.format("docs") + "expect Kaunas has track\nexpect 4Pz has 3 fuel, 1 ammo, 0 food\n")
    assert replay_file(log)[0].verdict == "green"


def test_every_fact_in_the_docs_can_be_asked(tmp_path: Path) -> None:
    rows = GAME.split("## Facts")[1].split("## Scenarios")[0]
    facts = re.findall(r"`([^`]+)`", rows.split("|---|---|")[1].split("An amount")[0])
    assert len(facts) > 15
    log = tmp_path / "facts.rtm"
    log.write_text(HEAD.format("rulebook/riga") + "".join(f"expect {fact}\n" for fact in facts), encoding="utf-8")
    replay, _ = replay_file(log)
    assert replay.error is None
    assert replay.checked == len(facts)


def test_every_line_of_the_table_of_moves_can_be_read(tmp_path: Path) -> None:
    """The moves are read; whether they are legal in this position is another matter."""
    rows = GAME.split("## Moves")[1].split("Behind an area")[0]
    moves = [
        move for cell in re.findall(r"^\| (`.+?) \|", rows, re.MULTILINE) for move in re.findall(r"`([^`]+)`", cell)
    ]
    assert {move.split()[0] for move in moves} == set(VERBS)
    for move in moves:
        log = tmp_path / "move.rtm"
        log.write_text(f"{HEAD.format('rulebook/riga')}gray\n{move}\n", encoding="utf-8")
        assert replay_file(log)[0].error is None, move


def test_the_tests_that_the_docs_name_are_those_of_the_log_in_the_readme(tmp_path: Path) -> None:
    path = tmp_path / "game.rtm"
    path.write_text(dedent(block_with(README, "game ")).strip(), encoding="utf-8")
    names = ["::".join(("game.rtm", *check.group, check.name)) for check in checks(Result.of(path))]
    docs = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    assert block_with(docs, "game.rtm::").strip() in names
    told = re.findall(r"`([a-z]+-L\d+[^`]*)`", docs.split("|---|---|")[1].split("\n\n")[0])
    assert len(told) == 8
    for name in told:
        start = name.removesuffix("…")
        found = [each for each in names if each.split("::")[-1].startswith(start)]
        assert found or start.startswith("unreadable"), name
