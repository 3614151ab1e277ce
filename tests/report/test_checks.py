"""A log as a list of checks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rtm_verify.kernel.replay import replay
from rtm_verify.kernel.ruleset import Breach
from rtm_verify.report.checks import checks, explain
from rtm_verify.report.result import Result

WriteLog = Callable[..., Result]

ENTER = "  armor 4Pz Riga > Jekelopils [Silberfuchs]"


def test_every_written_claim_is_one_check_and_every_step_has_its_own(shipped: list[Result]) -> None:
    for result in shipped:
        found = checks(result)
        assert result.replay is not None
        written = [check for check in found if check.text.split()[0] in ("expect", "printed", "cites", "because")]
        assert len(written) == result.checked
        judged = [check for check in found if check.text.endswith(("' is accepted", "' is refused"))]
        assert len(judged) == result.moves
        assert sum(check.text == "every invariant holds" for check in found) == result.moves + 1


def test_names_are_unique_plain_and_the_same_every_time(shipped: list[Result]) -> None:
    for result in shipped:
        names = ["::".join((*check.group, check.name)) for check in checks(result)]
        assert len(set(names)) == len(names)
        assert all(name.isascii() and name.isprintable() and " " not in name for name in names)
        again = checks(Result.of(result.path, edition=result.edition))
        assert names == ["::".join((*check.group, check.name)) for check in again]


def test_a_check_fails_if_and_only_if_something_was_found(replayed: WriteLog) -> None:
    result = replayed(ENTER, "    expect 4Pz has 2 fuel", "    expect 4Pz has 3 fuel", "    printed 4Pz has 3 fuel")
    failing = [check for check in checks(result) if check.failures]
    assert [check.text for check in failing] == ["expect 4Pz has 3 fuel"]
    noted = [check for check in checks(result) if check.notes]
    assert [check.text for check in noted] == ["printed 4Pz has 3 fuel"]
    assert noted[0].notes[0].endswith(":10:5: the rulebook prints '4Pz has 3 fuel'; by its rules: 2 fuel")


def test_a_broken_invariant_fails_the_check_of_its_step(replayed: WriteLog, monkeypatch: pytest.MonkeyPatch) -> None:
    result = replayed(ENTER)
    found, ruleset = result.played()
    start = found.steps[0].state
    monkeypatch.setattr(
        ruleset, "invariants", lambda state: () if state == start else (Breach("nothing lost", ("8.2.fuel",), "one"),)
    )
    broken = Result(path=result.path, replay=replay(found.log, ruleset), ruleset=ruleset)
    [check] = [check for check in checks(broken) if check.failures]
    assert (check.group, check.name) == (("step-1",), "invariants-L7")
    told = explain(check)
    assert "nothing lost: one (8.2.fuel)" in told
    assert "\n  8.2.fuel (2024:498) " in told


def test_what_is_left_of_a_broken_log_is_counted_with_its_variations(replayed: WriteLog) -> None:
    result = replayed(
        "  armor 4Pz Riga > Moskva",
        "    expect 4Pz at Moskva",
        '  variation "what if"',
        "    fleet Danzig Bay > Courland Coast",
        "      cites 8.3.once 8.3",
        "  end",
        "  expect 4Pz at Riga",
        f"  illegal {ENTER.strip()}",
        "    because 8.2.fuel",
    )
    [check] = [check for check in checks(result) if check.failures]
    assert "Not checked because of this\n  2 steps, 5 claims\n" in explain(check)


def test_a_log_that_goes_on_after_a_refused_move_leaves_only_its_claims_unchecked(replayed: WriteLog) -> None:
    lines = ("  armor 4Pz Riga > Moskva", "    expect 4Pz at Moskva", ENTER, "    expect 4Pz has 2 fuel")
    [check] = [check for check in checks(replayed(*lines, keep_going=True)) if check.failures]
    assert "Not checked because of this\n  1 claim\n" in explain(check)


def test_the_command_to_run_is_safe_to_paste(replayed: WriteLog) -> None:
    result = replayed("    expect 4Pz has 3 fuel", "    expect 4Pz has 4 fuel", name="a; b.rtm")
    [check] = [check for check in checks(result) if check.failures]
    assert explain(check).endswith(f"rtm-verify replay '{result.path}'")


def test_an_error_in_another_file_is_shown_at_its_place_there(tmp_path: Path) -> None:
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "own.toml").write_text('game = "race-to-moscow"\ntitle = "x"\nsugar = 1\n')
    log = tmp_path / "a.rtm"
    log.write_text("game race-to-moscow 2024\nscenario own\n")
    [check] = checks(Result.of(log))
    assert check.place.file.endswith("own.toml")
    assert check.failures[0].kind == "bad-input"
    assert explain(check).startswith(str(check.place))
