"""`rtm-verify prove` as a user meets it."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rtm_verify import library
from rtm_verify.proof.claims import Claim, Counterexample, Impossible, Letter, Proved
from rtm_verify.proof.induction import Model, Seen, Verdict
from rtm_verify.proof.obligation import Proof
from rtm_verify.proof.refutation import Refutation

from .command import Run

MODEL = Model(values=(("index area", 3),), entries=(Seen("medals", (3,), 1, -1), Seen("pool", (), 2, 2)), real=True)
LOG = "game race-to-moscow\n"


def outcome_of(verdict: Verdict) -> Proved:
    """Something proved, and one property that has this verdict."""
    found = Counterexample(action="MoveMedal", rules="2024, winter", verdict=verdict, model=MODEL, log=LOG)
    failures = () if verdict == "proved" else (found,)
    return Proved(
        claims=(
            Claim(name="no debts", sentence="Nobody owes.", kind="invariant", rules=("8.medal.take",), asked=2),
            Claim(
                name="medals stay",
                sentence="Medals stay.",
                kind="total",
                rules=("4.medals",),
                asked=3,
                failures=failures,
            ),
        ),
        impossible=(Impossible(action="Redeploy", rules=("2024", "first"), reason="Only by the variant."),),
        letters=(
            Letter(
                name="a full card",
                property="no debts",
                passage="2024:792",
                sentence="It says nothing of room.",
                settled="ruling okh-supplies",
                without=("2.2.limit",),
                shown="cases/9.4/9.4-10-luftbrucke-full-card.rtm",
                counterexample=found,
            ),
        ),
        encirclement=(
            Proof(
                name="flood: end",
                sentence="It ends.",
                verdict="proved",
                seconds=1.25,
                agreed=("z3", "cadical"),
                refutation=Refutation(cnf="p cnf 1 2\n1 0\n-1 0\n", drup="0\n", clauses=2, steps=1),
            ),
        ),
    )


@pytest.fixture
def prove(run: Run, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs the command over a campaign that is over at once; the campaign itself is tested with the proofs."""

    def with_verdict(verdict: Verdict, *words: str) -> Any:
        monkeypatch.setattr(library, "prove_game", lambda *_: outcome_of(verdict))
        return run("prove", *words)

    return with_verdict


@pytest.mark.parametrize(("verdict", "code"), [("proved", 0), ("refuted", 1), ("unknown", 3)])
def test_the_exit_code_is_the_verdict(verdict: Verdict, code: int, prove: Any) -> None:
    outcome = prove(verdict)
    assert (outcome.code, outcome.err) == (code, "")
    assert outcome.out.splitlines()[-1].startswith(f"{verdict}: 2 properties, 5 questions")


def test_what_is_refuted_is_told_with_what_changes(prove: Any) -> None:
    out = prove("refuted", "--quiet").out
    assert "refuted by MoveMedal (2024, winter)" in out
    assert "medals(3): 1 becomes -1" in out
    assert "pool" not in out
    assert "no debts" not in out


def test_nothing_of_a_proof_is_told_twice_in_quiet(prove: Any) -> None:
    assert prove("proved", "--quiet").out.splitlines() == [
        "proved: 2 properties, 5 questions; encirclement: 1 obligation"
    ]


def test_json_is_whole_and_holds_no_time(prove: Any) -> None:
    told = json.loads(prove("refuted", "--format", "json").out)
    assert told["verdict"] == "refuted"
    assert told["claims"][1]["failures"][0]["model"]["entries"][0] == {
        "array": "medals",
        "places": [3],
        "before": 1,
        "after": -1,
    }
    assert "seconds" not in told["encirclement"][0]
    assert told["encirclement"][0]["refutation"]["clauses"] == 2


def test_markdown_links_the_log_of_a_letter(prove: Any) -> None:
    out = prove("proved", "--format", "md").out
    assert "(../replays/cases/9.4/9.4-10-luftbrucke-full-card.rtm)" in out
    assert "| no debts | Nobody owes. | `8.medal.take` | 2 | proved |" in out


def test_counterexamples_are_written_as_logs(prove: Any, tmp_path: Path) -> None:
    assert prove("refuted", "--write", str(tmp_path / "found")).code == 1
    names = sorted(path.name for path in (tmp_path / "found").glob("*.rtm"))
    assert names == ["a-full-card.rtm", "medals-stay-01-MoveMedal.rtm"]
    assert (tmp_path / "found" / names[0]).read_text() == LOG


def test_a_folder_of_somebody_else_is_left_alone(prove: Any, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    outcome = prove("refuted", "--write", str(tmp_path))
    assert outcome.code == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine.txt"]


def test_a_name_that_no_claim_has_is_one_message_and_exit_code_2(run: Run) -> None:
    outcome = run("prove", "no such thing")
    assert (outcome.code, outcome.out) == (2, "")
    assert "no claim has 'no such thing' in its name" in outcome.err


def test_a_board_that_is_none_is_one_message_and_exit_code_2(run: Run, tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_text("title = 3")
    for name in ("board.toml", "nowhere.toml"):
        outcome = run("prove", "encirclement", "--board", str(tmp_path / name))
        assert (outcome.code, outcome.out) == (2, "")
        assert name in outcome.err


def test_encirclement_alone_is_proved_written_down_and_checked_again(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "certificates"
    written = run("prove", "--certificates", str(folder))
    assert (written.code, written.err) == (0, "")
    assert "14 certificates" in written.out
    checked = run("prove", "--check", str(folder))
    assert checked.code == 0
    assert "14 proofs are right" in checked.out
    proof = next(folder.glob("*round.drup"))
    proof.write_text("0\n")
    spoilt = run("prove", "--check", str(folder))
    assert (spoilt.code, spoilt.out) == (2, "")
    assert proof.name in spoilt.err


def test_without_certificates_there_is_nothing_to_check(run: Run, tmp_path: Path) -> None:
    outcome = partial(run, "prove", "--check")(str(tmp_path))
    assert (outcome.code, outcome.out) == (2, "")
    assert "manifest.json" in outcome.err
