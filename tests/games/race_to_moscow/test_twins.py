"""The twins of the rulebooks' examples: what is supposed, what comes of it, and the logs that are kept."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rtm_verify.kernel.replay import replay
from rtm_verify.kernel.ruleset import Supposition
from rtm_verify.kernel.twins import VERDICTS, make_twin
from rtm_verify.library import find_logs, replay_file, ruleset_of
from rtm_verify.log import Given, Move, parse, parse_items, read_log, strip_spans
from rtm_verify.report.result import Result
from rtm_verify.report.twins import Family, twin_files

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "replays" / "twins"
EXAMPLES = find_logs([])
BY_NAME = {path.stem: path for path in EXAMPLES if "2024" in path.parent.name}


@cache
def family(path: Path) -> Family:
    return Family.of(Result.of(path))


def verdicts(name: str) -> dict[str, tuple[str, str, tuple[str, ...]]]:
    return {twin.supposed.given.text: (twin.verdict, twin.step, twin.rules) for twin in family(BY_NAME[name]).twins}


def test_4pz_reaches_velikiye_luki_only_with_fuel_unmoved_and_before_white() -> None:
    found = verdicts("08-2-velikiye-luki-1")
    steps = {fact: step for fact, (verdict, step, _) in found.items() if verdict == "refused"}
    assert set(steps.values()) == {found["4Pz has no fuel"][1]}
    assert found["4Pz has no fuel"][2][0] == "8.2.fuel"
    assert found["4Pz has 1 fuel"][2][0] == "8.halt.push"
    assert found["4Pz grounded"][2][0] == "8.7.no-move"
    assert found["4Pz moved"][2][0] == "8.common.once"
    assert found["Sebezh has a Soviet marker"][2][0] == "8.common.soviet-draw"
    assert found["Velikiye Luki controlled by white"][2][0] == "8.common.foreign-marker"
    assert found["gray has no core actions"][2][0] == "7.core"
    assert found["4Pz has no ammo"][0] == "same"
    assert found["Velikiye Luki has no medals"][0] == "differs"


def test_the_train_from_danzig_needs_tokens_vehicles_and_a_free_line() -> None:
    found = verdicts("08-5-danzig-tilsit")
    assert found["Danzig has 2 fuel"][2][0] == "8.5.any-point"
    assert found["gray has 1 train"][2][0] == "8.5.available"
    assert found["line Danzig > Königsberg has a gray truck"][2][0] == "8.5.one-truck"
    assert found["line Königsberg > Tilsit has a train"][2][0] == "8.5.one-train"


def test_the_pocket_of_galicia_pays_by_what_is_in_it() -> None:
    found = verdicts("08-encirclement-galicia")
    for fact in ("Lvov has no medals", "Stanislavov has no Soviet marker", "Czenovitsy controlled by brown"):
        assert found[fact][0] == "differs", fact


def test_brest_needs_air_support_that_is_ready() -> None:
    found = verdicts("09-1-brest-air-support")
    assert found["white Air Support spent"][2][0] == "9.1.again"
    assert found["gray Air Support on Soviet deck"][0] == "same"  # each marker supports its own player (2024:756)


def test_armies_protect_what_they_stand_next_to() -> None:
    found = verdicts("12-counter-attack-orsha")
    assert found["4A at Orsha"][2][0] == "12.attack.army"
    assert found["9A at Lomza"][0] == "differs"


TRAIN = """game race-to-moscow 2024
scenario rulebook/riga
given Kaunas has track
given Tilsit has 1 fuel

gray
  transport train Tilsit > Kaunas 1 fuel
"""


@pytest.mark.parametrize(
    ("fact", "rule"),
    [
        ("Kaunas has no track", "8.5.track"),
        ("Kaunas uncontrolled", "8.5.control"),
        ("Tilsit has no supplies", "8.5.any-point"),
        ("gray has no trains", "8.5.available"),
        ("line Tilsit > Kaunas has a train", "8.5.one-train"),
    ],
)
def test_a_train_to_kaunas_needs_this(tmp_path: Path, fact: str, rule: str) -> None:
    path = tmp_path / "train.rtm"
    path.write_text(TRAIN, encoding="utf-8")
    found = {twin.supposed.given.text: twin for twin in Family.of(Result.of(path)).twins}
    assert (found[fact].verdict, found[fact].step, found[fact].rules[0]) == ("refused", "1", rule)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_is_supposed_is_not_so_already_and_stands_once(path: Path) -> None:
    found, ruleset = replay_file(path)
    facts = [twin.supposed.given.items for twin in family(path).twins]
    assert len({twin.supposed.given.text for twin in family(path).twins}) == len(facts)
    assert not any(ruleset.query(found.steps[0].state, fact).holds for fact in facts)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_twin_breaks_an_invariant(path: Path) -> None:
    assert [twin.supposed.label for twin in family(path).twins if twin.verdict == "broken"] == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_twin_that_is_kept_differs_from_its_original_by_one_given_line(path: Path) -> None:
    original = strip_spans(read_log(path))
    moves = [statement.items for statement in _moves(original.body)]
    for name, text in twin_files(family(path)):
        log = strip_spans(parse(text))
        assert log.givens[:-1] == original.givens, name
        assert (log.game, log.edition, log.header("scenario"), log.variants, log.pins) == (
            original.game,
            original.edition,
            original.header("scenario"),
            original.variants,
            original.pins,
        )
        *before, refused = _moves(log.body)
        assert refused.illegal, name
        assert not any(move.illegal or move.annotations for move in before), name
        assert all(move.items in moves for move in (*before, refused)), name
        played = replay(log, ruleset_of(log, path))
        assert (played.verdict, len(played.steps[-1].violations) > 0) == ("green", True), name


def _moves(body: object) -> list[Move]:
    """All moves, of variations too."""
    found: list[Move] = []
    for statement in body if isinstance(body, tuple) else ():
        found += [statement] if isinstance(statement, Move) else _moves(getattr(statement, "body", ()))
    return found


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_the_committed_twins_are_what_the_command_writes(path: Path) -> None:
    """`make twins` writes them anew."""
    written = dict(twin_files(family(path)))
    folder = KEPT / family(path).name
    committed = {file.relative_to(KEPT): file.read_text(encoding="utf-8") for file in folder.rglob("*.rtm")}
    assert {str(name): text for name, text in committed.items()} == {str(name): text for name, text in written.items()}


def test_every_committed_twin_has_an_original() -> None:
    names = {f"{path.parent.name}/{path.stem}" for path in EXAMPLES}
    assert {log.parent.relative_to(KEPT).as_posix() for log in KEPT.rglob("*.rtm")} <= names


SUBJECTS = (
    "4Pz",
    "16A",
    "2Pz",
    "Riga",
    "Brest",
    "Moskva",
    "Danzig",
    "Kaunas",
    "Minsk",
    "gray",
    "white",
    "brown",
    "fleet",
)
PREDICATES = (
    "has {n} fuel",
    "has {n} fuel, {n} ammo, no food",
    "has {n} medals",
    "has a Soviet marker",
    "has no bunker",
    "has track",
    "has {n} trucks, {n} trains",
    "has {n} encircled cards",
    "has no held cards",
    "at Riga",
    "at Brest",
    "moved",
    "grounded",
    "controlled by gray",
    "controlled by brown",
    "uncontrolled",
    "holds Recon",
    "defeated 3 Army",
    "Air Support on Soviet deck",
    "HQ spent",
    "active",
    "in Gulf of Riga",
)
TABLE = (
    "last round",
    "phase reaction",
    "round 9",
    "pool has {n} Soviet markers",
    "logistics level 2",
    "stock has {n} fuel",
)


@given(
    path=st.sampled_from(EXAMPLES),
    fact=st.one_of(
        st.tuples(st.sampled_from(SUBJECTS), st.sampled_from(PREDICATES)).map(" ".join), st.sampled_from(TABLE)
    ),
    number=st.integers(0, 12),
)
def test_any_fact_at_all_is_a_twin_or_impossible(path: Path, fact: str, number: int) -> None:
    original = family(path).replay
    supposed = Supposition(fact, Given(parse_items(fact.format(n=number))))
    assume(supposed.given.text not in [header.text for header in original.log.givens])  # a log says nothing twice
    twin = make_twin(original, supposed, lambda log: ruleset_of(log, path))
    assert twin.verdict in VERDICTS[:-1]
    assert bool(twin.rules) == (twin.verdict == "refused")
    assert bool(twin.step) == (twin.verdict not in ("same", "impossible"))
    assert twin == make_twin(original, supposed, lambda log: ruleset_of(log, path))
