from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from rich.console import Console

from rtm_verify.report.ledger import WIDTH, print_ledger, print_summary
from rtm_verify.report.result import Result

WriteLog = Callable[..., Result]

ENTER = "  armor 4Pz Riga > Jekelopils [Silberfuchs]"


def ledger(result: Result, width: int = 80, *, terminal: bool = False, verbose: bool = False) -> str:
    assert result.replay is not None
    assert result.ruleset is not None
    out = io.StringIO()
    console = Console(file=out, width=width, force_terminal=terminal)
    print_ledger(result.replay, result.ruleset, console, verbose=verbose)
    return out.getvalue()


def summary(results: list[Result], width: int = 80) -> str:
    out = io.StringIO()
    print_summary(results, Console(file=out, width=width))
    return out.getvalue()


def flat(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


@pytest.mark.parametrize("width", [80, 100, 200])
def test_no_line_is_longer_than_the_console_unless_it_is_one_word(shipped: list[Result], width: int) -> None:
    text = "\n".join([*(ledger(result, width) for result in shipped), summary(shipped, width)])
    limit = min(width, WIDTH)
    long = [line for line in text.splitlines() if len(line) > limit]
    assert len(text.splitlines()) > 100
    assert [line for line in long if " " in line.strip()] == []


def test_a_pipe_gets_no_colours_and_no_trailing_blanks(shipped: list[Result]) -> None:
    text = "".join(ledger(result) for result in shipped)
    assert "\x1b" not in text
    assert [line for line in text.splitlines() if line != line.rstrip()] == []


def test_a_terminal_gets_colours(replayed: WriteLog) -> None:
    assert "\x1b[" in ledger(replayed(ENTER), terminal=True)


def test_a_step_shows_move_events_rules_and_changes(replayed: WriteLog) -> None:
    text = ledger(replayed(ENTER))
    assert "1  gray: armor 4Pz Riga > Jekelopils [Silberfuchs]" in text
    assert "4 Panzergruppe spends 1 fuel to move. [8.2.fuel, 8.common.spent]" in text
    assert "4Pz  fuel −1 = 2, " in text
    assert text.endswith("green: 1 step, 0 claims checked\n")


def test_an_illegal_move_shows_why_it_is_refused(replayed: WriteLog) -> None:
    text = flat(ledger(replayed(ENTER, "  illegal armor 4Pz Jekelopils > Sebezh", "    because 8.common.once")))
    assert "gray: illegal armor 4Pz Jekelopils > Sebezh" in text
    assert "refused, as the log says: 4 Panzergruppe has already moved this round. [8.common.once]" in text


def test_the_set_up_is_told_in_full_only_when_asked(replayed: WriteLog) -> None:
    result = replayed(ENTER)
    assert "[4.bunkers]" not in ledger(result)
    assert "[4.bunkers]" in ledger(result, verbose=True)
    assert "0  Set-up rulebook/riga: It is round 2." in ledger(result)


def test_text_of_a_log_is_never_taken_for_markup(replayed: WriteLog) -> None:
    hostile = "[bold red]x[/] [link=http://example.org]y[/link] [/nothing]"
    text = flat(ledger(replayed(ENTER, f'    note "{hostile}"', title=hostile), terminal=False))
    assert text.count(hostile) == 2


def test_findings_stand_at_their_place(replayed: WriteLog) -> None:
    result = replayed(ENTER, "    expect 4Pz has 5 fuel")
    text = flat(ledger(result))
    assert f"unmet {result.path}:8:5: expected '4Pz has 5 fuel', found: 2 fuel" in text
    assert text.endswith("failed: 1 failure, 1 step, 1 claim checked")


def test_a_log_that_breaks_off_shows_its_steps_and_the_error(replayed: WriteLog) -> None:
    text = flat(ledger(replayed(ENTER, "  armor 4Pz Nowhere > Riga")))
    assert "Gray places a control marker in Jekelopils." in text
    assert "unreadable: " in text
    assert "Nowhere" in text


def test_a_variation_is_titled_and_the_main_line_comes_back(replayed: WriteLog) -> None:
    text = ledger(replayed('  variation "What if"', f"  {ENTER}", "  end", ENTER))
    assert "  variation: What if\n  0a1 gray: armor" in text
    assert "main line\n1  gray: armor" in text


def test_the_summary_counts_logs_steps_claims_and_errata(replayed: WriteLog) -> None:
    good = replayed(ENTER, "    expect 4Pz has 2 fuel", "    printed 4Pz has 3 fuel", name="good.rtm", title="Good")
    bad = replayed(ENTER, "    expect 4Pz has 5 fuel", name="bad.rtm", title="Bad")
    broken = replayed("  armor 4Pz Nowhere > Riga", name="broken.rtm", title="Broken")
    missing = Result.of(good.path.with_name("missing.rtm"))
    text = summary([good, bad, broken, missing])
    assert "green           1       2       1  Good · 8.2 EXAMPLE" in text
    assert "failed          1       1       0  Bad · 8.2 EXAMPLE" in text
    assert "unreadable      0       0       0  missing.rtm" in text
    assert flat(text).endswith("4 logs: 1 green, 1 failed, 2 unreadable; 2 steps, 3 claims checked, 1 erratum")
    assert text.index("Errata") < text.index("Failures") < text.index("Unreadable")
    assert "missing.rtm: no such file" in flat(text)


def test_the_ledger_is_the_same_twice(shipped: list[Result]) -> None:
    again = [Result.of(result.path) for result in shipped]
    assert [ledger(result) for result in shipped] == [ledger(result) for result in again]
    assert summary(shipped) == summary(again)
