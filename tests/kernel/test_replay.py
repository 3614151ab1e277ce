"""Walking a log: what is played, what is claimed, and what is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.kernel.replay import Replay, replay
from rtm_verify.kernel.ruleset import Breach
from rtm_verify.log import parse

SCENARIO = Path(__file__).parents[2] / "scenarios" / "rulebook" / "riga.toml"
WALK = "armor 4Pz Riga > Jekelopils [Silberfuchs]"


def played(body: str, *, keep_going: bool = False, ruleset: RaceToMoscow | None = None) -> Replay:
    log = parse(f"game race-to-moscow 2024\nscenario rulebook/riga\n{body}\n", "t.rtm")
    return replay(log, ruleset or RaceToMoscow("2024", SCENARIO, file="t.rtm"), keep_going=keep_going)


def kinds(found: Replay) -> list[str]:
    return [finding.kind for finding in found.findings]


def test_the_set_up_is_step_0_and_rests_on_rules() -> None:
    found = played("expect 4Pz at Riga")
    assert [step.label for step in found.steps] == ["0"]
    assert "4.armies" in found.steps[0].rules
    assert (found.verdict, found.checked) == ("green", 1)


def test_variations_are_numbered_by_where_they_stand_and_leave_the_main_line_alone() -> None:
    found = played(
        f"""
gray
variation "first"
  {WALK}
  variation "inner"
    fleet Danzig Bay > Courland Coast
  end
end
variation "second"
  {WALK}
end
expect 4Pz at Riga
{WALK}
expect 4Pz at Jekelopils
variation "third"
  fleet Danzig Bay > Courland Coast
end
"""
    )
    assert [step.label for step in found.steps] == ["0", "0a1", "0a1a1", "0b1", "1", "1a1"]
    assert found.steps[2].branch == ("first", "inner")
    assert found.verdict == "green"
    assert found.steps[4].before == found.steps[0].state


def test_a_refused_move_ends_the_replay_unless_it_keeps_going() -> None:
    body = f"gray\narmor 4Pz Riga > Moskva\n{WALK}\nexpect 4Pz at Jekelopils"
    stopped = played(body)
    assert [step.label for step in stopped.steps] == ["0", "1"]
    assert kinds(stopped) == ["refused"] * len(stopped.steps[1].violations)
    went_on = played(body, keep_going=True)
    assert [step.label for step in went_on.steps] == ["0", "1", "2"]
    assert went_on.steps[2].before == went_on.steps[0].state


def test_a_refused_move_leaves_the_position_as_it_was() -> None:
    found = played(f"gray\n{WALK} > Moskva")
    step = found.steps[1]
    assert step.state == step.before
    assert step.events == ()
    assert [action.after is None for action in step.played] == [False, False, False, True]


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        (f"{WALK}\nexpect 4Pz has 3 fuel", "unmet"),
        (f"{WALK}\nprinted 4Pz has 3 fuel", "erratum"),
        (f"{WALK}\ncites 8.3.once", "not-cited"),
        (f"{WALK}\ncites 8.3", "not-cited"),
        (f"illegal {WALK}\nbecause 8.2.fuel", "not-refused"),
        ("illegal armor 4Pz Riga > Moskva\nbecause 8.2.fuel", "wrong-reason"),
    ],
)
def test_a_claim_that_is_not_so_is_found(claim: str, kind: str) -> None:
    found = played(f"gray\n{claim}")
    assert kinds(found) == [kind]
    assert found.verdict == ("green" if kind == "erratum" else "failed")


@pytest.mark.parametrize(
    "claim",
    [
        f"{WALK}\nexpect 4Pz has 2 fuel",
        f"{WALK}\nprinted 4Pz has 2 fuel",
        f"{WALK}\ncites 8.2.fuel",
        f"{WALK}\ncites 8.2",
        "illegal armor 4Pz Riga > Moskva\nbecause 4.board.line",
        "illegal armor 4Pz Riga > Moskva\nbecause 4.board",
    ],
)
def test_a_claim_that_is_so_is_no_finding(claim: str) -> None:
    found = played(f"gray\n{claim}")
    assert kinds(found) == []
    assert found.checked == 1


def test_an_illegal_move_is_not_played() -> None:
    found = played(f"gray\nillegal armor 4Pz Riga > Moskva\nbecause 4.board.line\n{WALK}\nexpect 4Pz at Jekelopils")
    assert found.verdict == "green"
    assert found.steps[1].illegal
    assert found.steps[1].state == found.steps[0].state


def test_notes_and_highlights_go_with_their_step() -> None:
    found = played(f'note "start"\ngray\n{WALK}\nnote "there"\nhighlight riga, JEKABPILS, 4 Panzergruppe')
    assert found.steps[0].notes == ("start",)
    assert found.steps[1].notes == ("there",)
    assert found.steps[1].highlights == ("Riga", "Jekelopils", "4Pz")


def test_an_unreadable_line_keeps_the_steps_before_it() -> None:
    found = played(f"gray\n{WALK}\nfleet Atlantic > Baltic")
    assert found.verdict == "unreadable"
    assert [step.label for step in found.steps] == ["0", "1"]
    assert "unknown sea area" in str(found.error)


def test_a_broken_invariant_is_found_at_its_step(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = RaceToMoscow("2024", SCENARIO, file="t.rtm")
    start = ruleset.setup().state
    monkeypatch.setattr(
        ruleset, "invariants", lambda state: () if state == start else (Breach("nothing lost", ("4.stock",), "one"),)
    )
    found = played(f"gray\n{WALK}", ruleset=ruleset)
    assert kinds(found) == ["invariant"]
    assert found.findings[0].message == "nothing lost: one (4.stock)"
    assert found.verdict == "failed"


def test_the_events_of_a_step_add_up_to_its_changes() -> None:
    step = played(f"gray\n{WALK}").steps[1]
    changes = {(change.owner, change.cell): (change.before, change.after) for change in step.changes}
    assert changes[("4Pz", "fuel")] == (3, 2)
    assert changes[("4Pz", "at")] == ("Riga", "Jekelopils")
    assert changes[("Jekelopils", "control")] == ("none", "gray")


def test_every_check_of_a_step_is_a_claim_in_the_order_of_the_log() -> None:
    found = played(
        f"expect 4Pz at Riga\ngray\n{WALK}\nprinted 4Pz has 3 fuel\ncites 8.2.fuel 8.2\nexpect 4Pz has 3 fuel\n"
        "illegal armor 4Pz Jekelopils > Riga\nbecause 8.common.once"
    )
    claims = [[(claim.kind, claim.text, len(claim.findings)) for claim in step.claims] for step in found.steps]
    assert claims == [
        [("invariants", "every invariant holds", 0), ("expect", "4Pz at Riga", 0)],
        [
            ("accepted", WALK, 0),
            ("invariants", "every invariant holds", 0),
            ("printed", "4Pz has 3 fuel", 1),
            ("cites", "8.2.fuel", 0),
            ("cites", "8.2", 0),
            ("expect", "4Pz has 3 fuel", 1),
        ],
        [
            ("refused", "armor 4Pz Jekelopils > Riga", 0),
            ("invariants", "every invariant holds", 0),
            ("because", "8.common.once", 0),
        ],
    ]
    assert [step.checked for step in found.steps] == [1, 4, 1]


def test_a_reason_is_not_checked_where_nothing_is_refused() -> None:
    step = played(f"gray\nillegal {WALK}\nbecause 8.2.fuel").steps[1]
    assert [claim.kind for claim in step.claims] == ["refused", "invariants"]
    assert step.checked == 0


def test_a_finding_names_the_clauses_it_is_about() -> None:
    refused = played("gray\narmor 4Pz Riga > Moskva")
    assert [finding.rules for finding in refused.findings] == [each.rules for each in refused.steps[1].violations]
    assert [finding.rules for finding in played("expect 4Pz has 9 fuel").findings] == [()]
