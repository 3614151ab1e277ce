"""A log is a test: real runs of pytest in small projects that hold logs."""

from __future__ import annotations

import re
import string
from xml.etree import ElementTree as ET

import pytest

pytest_plugins = ["pytester"]

HEAD = "game race-to-moscow 2024\nscenario rulebook/riga\n"
MOVE = "gray\n  armor 4Pz Riga > Jekelopils [Mud]\n"
GOOD = (
    HEAD
    + "expect 4Pz at Riga\n"
    + MOVE
    + "    cites 8.2.fuel\n    expect 4Pz has 2 fuel\n    printed 4Pz has 5 fuel\n"
    + "  illegal armor 4Pz Jekelopils > Riga\n    because 8.common.once\n"
)
GOOD_IDS = [
    "good.rtm::step-0::invariants-L1",
    "good.rtm::step-0::expect-L3-4Pz-at-Riga",
    "good.rtm::step-1::accepted-L5-armor-4Pz-Riga-Jekelopils-Mud",
    "good.rtm::step-1::invariants-L5",
    "good.rtm::step-1::cites-L6-8.2.fuel",
    "good.rtm::step-1::expect-L7-4Pz-has-2-fuel",
    "good.rtm::step-1::printed-L8-4Pz-has-5-fuel",
    "good.rtm::step-2::refused-L9-armor-4Pz-Jekelopils-Riga",
    "good.rtm::step-2::invariants-L9",
    "good.rtm::step-2::because-L10-8.common.once",
]
HEAVY = ("rtm_verify.kernel", "rtm_verify.log", "rtm_verify.library", "z3", "lark", "networkx", "msgspec", "rich")


def project(pytester: pytest.Pytester, **logs: str) -> None:
    for name, text in logs.items():
        (pytester.path / f"{name}.rtm").write_text(text, encoding="utf-8")


def run(pytester: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    # A process of its own, as a user starts it; without hypothesis, whose plugin takes longer than all the rest.
    return pytester.runpytest_subprocess("-p", "no:hypothesispytest", *arguments)


def ids(result: pytest.RunResult) -> list[str]:
    """The tests that a run with ``--collect-only -q`` lists."""
    return [line for line in result.outlines if "::" in line]


def collected(pytester: pytest.Pytester, *arguments: str) -> list[str]:
    return ids(run(pytester, "--collect-only", "-q", *arguments))


def failed(pytester: pytest.Pytester, text: str) -> str:
    """What a run says of a log in which one check fails."""
    project(pytester, bad=text)
    result = run(pytester, "--rtm")
    assert result.parseoutcomes()["failed"] == 1
    assert "Traceback" not in result.stdout.str()
    assert "_ClaimError" not in result.stdout.str()
    return result.stdout.str()


def test_every_claim_of_a_log_is_an_item_named_by_step_and_line(pytester: pytest.Pytester) -> None:
    project(pytester, good=GOOD)
    assert collected(pytester, "--rtm") == GOOD_IDS
    run(pytester, "--rtm").assert_outcomes(passed=len(GOOD_IDS))


def test_without_the_option_no_log_is_collected_and_nothing_heavy_is_imported(pytester: pytest.Pytester) -> None:
    project(pytester, good=GOOD)
    pytester.makepyfile(
        f"""
        import sys

        def test_nothing_is_loaded(pytestconfig):
            assert pytestconfig.pluginmanager.has_plugin("rtm")
            assert "rtm_verify.pytest_plugin" in sys.modules
            assert [name for name in {HEAVY!r} if name in sys.modules] == []
        """
    )
    run(pytester).assert_outcomes(passed=1)


def test_a_log_that_is_named_is_collected_without_the_option(pytester: pytest.Pytester) -> None:
    project(pytester, good=GOOD, other=GOOD)
    assert collected(pytester, "good.rtm") == GOOD_IDS


def test_a_single_check_can_be_run_by_its_id(pytester: pytest.Pytester) -> None:
    project(pytester, good=GOOD)
    for name in (GOOD_IDS[1], GOOD_IDS[4], GOOD_IDS[6]):
        assert collected(pytester, name) == [name]
    assert collected(pytester, "good.rtm::step-2") == GOOD_IDS[7:]


def test_a_project_can_switch_the_logs_on_for_good(pytester: pytest.Pytester) -> None:
    project(pytester, good=GOOD)
    pytester.makeini("[pytest]\nrtm = true\n")
    assert collected(pytester) == GOOD_IDS


def test_the_plugin_can_be_left_out(pytester: pytest.Pytester) -> None:
    project(pytester, good=GOOD)
    pytester.makepyfile("def test_something():\n    assert True")
    run(pytester, "-p", "no:rtm").assert_outcomes(passed=1)


def test_several_processes_collect_and_find_the_same(pytester: pytest.Pytester) -> None:
    project(pytester, good=GOOD, bad=HEAD + "expect 4Pz has 9 fuel\n")
    alone = run(pytester, "--rtm")
    shared = run(pytester, "--rtm", "-n", "2")
    alone.assert_outcomes(passed=len(GOOD_IDS) + 1, failed=1)
    shared.assert_outcomes(passed=len(GOOD_IDS) + 1, failed=1)
    shared.stdout.fnmatch_lines(["bad.rtm:3:1: expected '4Pz has 9 fuel', found: 3 fuel"])


def test_a_log_is_replayed_once_however_it_is_named(pytester: pytest.Pytester) -> None:
    project(pytester, good=GOOD)
    pytester.makeconftest(
        """
        from rtm_verify.report.result import Result

        every = Result.every
        replays = []
        Result.every = classmethod(lambda cls, path: replays.append(path) or every(path))

        def pytest_sessionfinish():
            print(f"replayed {len(replays)} times")
        """
    )
    result = run(pytester, "-s", "good.rtm::step-1", "good.rtm::step-2", "good.rtm")
    result.stdout.fnmatch_lines(["*replayed 1 times*"])
    result.assert_outcomes(passed=len(GOOD_IDS))


def test_a_log_without_claims_still_has_an_item_for_every_step(pytester: pytest.Pytester) -> None:
    project(pytester, bare=HEAD + MOVE)
    assert [name.split("::")[1] for name in collected(pytester, "--rtm")] == ["step-0", "step-1", "step-1"]


def test_ids_are_unique_and_plain_whatever_stands_in_a_log(pytester: pytest.Pytester) -> None:
    text = HEAD + MOVE + "    cites 8.2.fuel 8.2.fuel\n    cites 8.2.fuel\n" + 2 * "    expect Königsberg has no fuel\n"
    project(pytester, twice=text)
    found = collected(pytester, "--rtm", "twice.rtm")
    assert "twice.rtm::step-1::cites-L5-8.2.fuel~2" in found
    assert "twice.rtm::step-1::expect-L8-Konigsberg-has-no-fuel" in found
    assert len(set(found)) == len(found) == 8
    plain = set(string.ascii_letters + string.digits + "-.~:")
    assert set("".join(found)) <= plain


def test_a_variation_is_a_step_of_its_own(pytester: pytest.Pytester) -> None:
    project(pytester, what=HEAD + 'gray\nvariation "if"\n  armor 4Pz Riga > Jekelopils [Mud]\nend\n')
    assert collected(pytester, "--rtm")[1].startswith("what.rtm::step-0a1::accepted-L5-")


def test_another_edition_has_items_of_its_own(pytester: pytest.Pytester) -> None:
    head = HEAD.replace("\n", "\nalso first\n", 1)
    project(pytester, both=head + "expect 4Pz at Riga\n")
    assert collected(pytester, "--rtm") == [
        "both.rtm::step-0::invariants-L1",
        "both.rtm::step-0::expect-L4-4Pz-at-Riga",
        "both.rtm::first::step-0::invariants-L1",
        "both.rtm::first::step-0::expect-L4-4Pz-at-Riga",
    ]
    assert collected(pytester, "both.rtm::first::step-0::invariants-L1") == ["both.rtm::first::step-0::invariants-L1"]


def test_an_unmet_expectation_shows_what_was_found_the_ledger_and_the_difference(pytester: pytest.Pytester) -> None:
    told = failed(pytester, HEAD + MOVE + "    expect 4Pz has 3 fuel\n")
    for line in (
        "bad.rtm:5:5: expected '4Pz has 3 fuel', found: 2 fuel",
        "The log claims: expect 4Pz has 3 fuel",
        "4 Panzergruppe spends 1 fuel to move. [8.2.fuel, 8.common.spent]",
        "4Pz  fuel −1 = 2",
        "  4Pz fuel: 3 → 2",
        "  4Pz at: Riga → Jekelopils",
        "rtm-verify replay bad.rtm",
        "FAILED bad.rtm::step-1::expect-L5-4Pz-has-3-fuel",
    ):
        assert line in told, line


def test_a_refused_move_names_the_rule_and_how_much_was_not_checked(pytester: pytest.Pytester) -> None:
    told = failed(
        pytester,
        HEAD + "gray\n  armor 4Pz Riga > Moskva\n    expect 4Pz at Moskva\n    cites 8.2 8.3\n"
        "  fleet Danzig Bay > Courland Coast\n    expect 4Pz at Riga\n",
    )
    assert re.search(r"^bad\.rtm:4:18: No line joins", told, re.MULTILINE)
    assert re.search(r"^  4\.board\.line \(2024:\d+\) \w+", told, re.MULTILINE)
    assert "Not checked because of this\n  1 step, 4 claims" in told


def test_a_move_said_to_be_illegal_that_is_not_fails(pytester: pytest.Pytester) -> None:
    told = failed(pytester, HEAD + MOVE.replace("armor", "illegal armor") + "    because 8.2.fuel\n")
    assert "bad.rtm:4:3: the move is said to be illegal, and no rule forbids it" in told


def test_a_wrong_reason_shows_the_rules_that_refuse(pytester: pytest.Pytester) -> None:
    told = failed(pytester, HEAD + "gray\n  illegal armor 4Pz Riga > Moskva\n    because 8.2.fuel\n")
    assert "bad.rtm:5:13: the step is refused by 4.board.line" in told
    assert re.search(r"^  4\.board\.line \(2024:\d+\) \w+", told, re.MULTILINE)
    assert "refused, as the log says: No line joins" in told


def test_a_rule_that_is_wrongly_cited_fails(pytester: pytest.Pytester) -> None:
    told = failed(pytester, HEAD + MOVE + "    cites 8.3.once\n")
    assert "bad.rtm:5:11: the step rests on " in told
    assert "bad.rtm::step-1::cites-L5-8.3.once" in told


def test_a_log_that_cannot_be_read_is_one_failure_at_its_line(pytester: pytest.Pytester) -> None:
    told = failed(pytester, HEAD.replace("2024", "1999") + MOVE)
    assert "bad.rtm:1:6: unknown edition '1999' of race-to-moscow: one of 2024, first" in told
    assert "FAILED bad.rtm::unreadable-L1" in told
    assert "nothing of it was replayed" in told


def test_a_log_that_breaks_off_keeps_the_checks_before_and_says_what_is_left(pytester: pytest.Pytester) -> None:
    rest = "  fleet Atlantic > Baltic\n    expect 4Pz at Riga\n  fleet Baltic > Atlantic\n"
    told = failed(pytester, HEAD + MOVE + "    expect 4Pz has 2 fuel\n" + rest)
    assert "unknown sea area 'Atlantic'" in told
    assert "FAILED bad.rtm::unreadable-L6" in told
    assert "Not checked because of this\n  2 steps, 1 claim" in told
    assert "1 failed, 4 passed" in told


def test_an_erratum_passes_and_is_noted(pytester: pytest.Pytester) -> None:
    project(pytester, good=GOOD)
    result = run(pytester, "--rtm", "-rP", "-W", "error", "--junitxml=out.xml")
    result.assert_outcomes(passed=len(GOOD_IDS), warnings=0)
    note = "good.rtm:8:5: the rulebook prints '4Pz has 5 fuel'; by its rules: 2 fuel"
    result.stdout.fnmatch_lines(["*Captured erratum call*", note])
    properties = ET.parse(pytester.path / "out.xml").iter("property")  # noqa: S314 (written just now)
    assert [(each.get("name"), each.get("value")) for each in properties] == [("erratum", note)]


def test_a_failure_is_located_in_the_log(pytester: pytest.Pytester) -> None:
    (pytester.path / "logs").mkdir()
    project(pytester, **{"logs/bad": HEAD + "expect 4Pz has 9 fuel\n"})
    pytester.makeconftest(
        """
        def pytest_runtest_logreport(report):
            if report.when == "call":
                print("located", report.location[0], report.location[1])
        """
    )
    result = run(pytester, "--rtm", "-s")
    result.stdout.fnmatch_lines(["*located logs/bad.rtm 0", "*located logs/bad.rtm 2"])


def test_control_characters_of_a_file_name_reach_no_terminal(pytester: pytest.Pytester) -> None:
    project(pytester, **{"a\x1b[31mb": HEAD + "expect 4Pz has 9 fuel\n"})
    told = run(pytester, "--rtm", "-q").stdout.str()
    assert "a\\x1b[31mb.rtm:3:1: expected" in told


def test_an_error_of_the_tool_itself_is_not_taken_for_a_failed_claim(pytester: pytest.Pytester) -> None:
    project(pytester, good=GOOD)
    pytester.makeconftest(
        """
        import pytest

        @pytest.hookimpl
        def pytest_runtest_call(item):
            if item.name.startswith("cites"):
                raise RuntimeError("out of order")
        """
    )
    result = run(pytester, "--rtm")
    result.assert_outcomes(passed=len(GOOD_IDS) - 1, failed=1)
    result.stdout.fnmatch_lines(["*RuntimeError: out of order*"])
