"""Coverage is measured from what replays cite, not from what logs promise."""

from __future__ import annotations

from pathlib import Path

from rtm_verify.errors import Place
from rtm_verify.games.race_to_moscow.enforcement import EDITION_OF_BOOK, enforcement
from rtm_verify.kernel.coverage import Exercise, Measured, Row, measure, rows, tally
from rtm_verify.kernel.enforcement import Citation, Enforcement
from rtm_verify.kernel.rule import Catalogue, Kind, Rule
from rtm_verify.kernel.ruling import Rulings
from rtm_verify.report.result import Result, measured

LOG = """game race-to-moscow 2024
also first
scenario rulebook/riga
gray
illegal armor 2Pz Warschau > Siedlce
  because 3.1.own
armor 4Pz Riga > Jekelopils [Silberfuchs]
  cites 8.2.fuel
variation "No fuel to go on"
  illegal fields 16A Eydtkau > Riga
    because 8.common
end
"""


def measured_log(tmp_path: Path, text: str = LOG) -> Measured:
    path = tmp_path / "log.rtm"
    path.write_text(text, encoding="utf-8")
    return measured(Result.every(path))


def test_a_played_step_keeps_the_clauses_of_its_events_and_a_refusal_breaks_those_of_its_violations(
    tmp_path: Path,
) -> None:
    found = measured_log(tmp_path)
    assert [step.label for step in found.kept["2024", "8.2.fuel"]] == ["2"]
    assert [step.label for step in found.broken["2024", "3.1.own"]] == ["1"]
    assert ("2024", "8.1.march") not in found.kept
    assert ("2024", "8.2.fuel") not in found.broken


def test_a_step_that_names_a_clause_is_told_from_one_that_passes_through_it(tmp_path: Path) -> None:
    found = measured_log(tmp_path)
    assert [step.named for step in found.kept["2024", "8.2.fuel"]] == [True]
    assert [step.named for step in found.kept["2024", "8.2.allowance"]] == [False]


def test_each_edition_is_measured_by_itself(tmp_path: Path) -> None:
    both = measured_log(tmp_path)
    one = measured_log(tmp_path, LOG.replace("also first\n", ""))
    assert ("first", "8.2.fuel") in both.kept
    assert not any(edition == "first" for edition, _ in one.kept)


def test_a_step_in_a_variation_counts(tmp_path: Path) -> None:
    labels = {step.label for steps in measured_log(tmp_path).broken.values() for step in steps}
    assert "2a1" in labels


def rule(id_: str, kind: Kind = "obligation", **fields: str | tuple[str, ...]) -> Rule:
    return Rule(id_, str(fields.pop("book", "2024")), 1, kind, "", "8", **fields)  # type: ignore[arg-type]


def row_of(shown: Rule, *others: Rule, kept: tuple[str, ...] = (), broken: tuple[str, ...] = ()) -> Row:
    """The row of a clause, of which the edition 2024 keeps and breaks what is named; the code refuses by `8.a`."""
    catalogue = Catalogue([shown, *others], {"8": "Core actions"})
    cited = [Citation("8.a", Place("m.py", 1), "refusal"), Citation("8.w", Place("m.py", 2), "invariant")]
    found = measure(())
    for where, ids in ((found.kept, kept), (found.broken, broken)):
        for id_ in ids:
            where["2024", id_] = (Exercise("a.rtm", "1", named=True),)
    everything = Enforcement(catalogue, cited, Rulings(()))
    return rows(everything, found, EDITION_OF_BOOK, [shown])[0]


def test_a_clause_the_code_refuses_by_wants_to_be_broken_and_a_prohibition_always() -> None:
    assert row_of(rule("8.a")).lacks == ("kept", "broken")
    assert row_of(rule("8.b")).lacks == ("kept",)
    assert row_of(rule("8.b", "prohibition")).lacks == ("kept", "broken")
    assert row_of(rule("8.b", same=("8.a",)), rule("8.a")).lacks == ("kept", "broken")


def test_a_clause_that_no_program_can_keep_wants_nothing() -> None:
    found = row_of(rule("8.b", "prohibition", unenforced="where people sit"))
    assert not found.wants
    assert found.lacks == ()


def test_a_clause_that_only_invariants_keep_is_watched_and_wants_nothing() -> None:
    found = row_of(rule("8.w", "prohibition"))
    assert found.watched
    assert not found.wants
    assert not row_of(rule("8.a")).watched


def test_a_stated_reason_excuses_one_way_and_not_both() -> None:
    shown = rule("8.b", "prohibition", one_way="nothing is played when it is kept")
    assert row_of(shown).lacks == ("kept", "broken")
    assert row_of(shown, broken=("8.b",)).lacks == ()
    assert row_of(rule("8.b", "prohibition"), broken=("8.b",)).lacks == ("kept",)


def test_a_clause_is_shown_by_one_that_says_the_same() -> None:
    assert row_of(rule("8.b", same=("8.a",)), rule("8.a"), kept=("8.a",), broken=("8.a",)).lacks == ()


def test_the_tally_counts_what_is_wanted_and_what_is_shown() -> None:
    found = tally([row_of(rule("8.a"), kept=("8.a",)), row_of(rule("8.b"), kept=("8.b",))])
    assert (found.clauses, found.wants_kept, found.kept) == (2, 2, 2)
    assert (found.wants_broken, found.broken, found.lacking) == (1, 0, 1)


def test_the_refusals_of_the_engine_are_found_in_its_code() -> None:
    found = enforcement()
    assert found.refuses(found.catalogue["8.2.fuel"])
    assert found.refuses(found.catalogue["first.7.armored-fuel"])
    assert not found.refuses(found.catalogue["4.fleet"])
