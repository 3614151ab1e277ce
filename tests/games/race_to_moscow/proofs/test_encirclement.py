"""Encirclement is proved for the shipped board and others, and faults are refuted with a position that shows them."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.board import Board, default_board
from rtm_verify.games.race_to_moscow.engine import encirclement as engine
from rtm_verify.games.race_to_moscow.proofs import encirclement as module
from rtm_verify.games.race_to_moscow.proofs.chains import cut_off
from rtm_verify.games.race_to_moscow.proofs.encirclement import (
    READINGS,
    obligations,
    prove_encirclement,
    write_certificates,
    wrong_position,
)
from rtm_verify.kernel.bits import flood
from rtm_verify.proof.manifest import check_certificates
from rtm_verify.proof.obligation import Proof, discharge
from rtm_verify.proof.rup import read_clauses, refutes

from .boards import random_board
from .faults import ENGINES, SEARCHES, engine_with

SEARCH_PARTS = ("start", "start is reachable", "round", "round is reachable", "rounds end", "end")
NAMES = [f"flood: {part}" for part in SEARCH_PARTS] + [
    f"{reading}: {part}" for reading in READINGS for part in ("closed", "least")
]
BOTH = {"2024, no refuge", "2024, refuge"}
FIRST = {"first edition, no refuge", "first edition, refuge"}
# The claims that each fault breaks.
CLOSED, LEAST = ({f"{reading}: {part}" for reading in READINGS} for part in ("closed", "least"))
REFUTED = {
    "red lines ignored": {f"{each}: closed" for each in BOTH},
    "fleet ignored": {f"{each}: least" for each in BOTH},
    "fleet in the way everywhere": {f"{each}: closed" for each in BOTH},
    "Black Sea as well": {f"{each}: least" for each in BOTH},
    "a fallen Leningrad is open": {"2024, no refuge: least"},
    "sea areas ignored": {f"{each}: closed" for each in FIRST},
    "no refuge in any reading": {"2024, refuge: closed", "first edition, refuge: closed"},
    "an area missed": CLOSED | LEAST,
    "an area too many": {f"{each}: closed" for each in BOTH},
    "controlled areas too": CLOSED,
    "a result without an end": CLOSED,
    "stops_early": {"flood: end"},
    "keeps_to_large_numbers": {"flood: round"},
    "leaves_the_ground": {"flood: round", "flood: round is reachable"},
}


@pytest.fixture(scope="module")
def proofs() -> list[Proof]:
    return prove_encirclement(default_board())


def test_every_claim_is_proved_for_the_shipped_board_and_both_solvers_agree(proofs: list[Proof]) -> None:
    assert [proof.name for proof in proofs] == NAMES
    assert {proof.verdict for proof in proofs} == {"proved"}
    assert {proof.agreed for proof in proofs} == {("z3", "cadical", "bitwuzla")}


def test_every_proof_is_accepted_by_the_checker_and_needs_its_clauses(proofs: list[Proof]) -> None:
    for proof in proofs:
        assert proof.refutation is not None
        clauses, steps = read_clauses(proof.refutation.cnf), read_clauses(proof.refutation.drup)
        assert refutes(clauses, steps)
        assert not refutes(clauses[: len(clauses) // 2], steps)


@pytest.mark.deep
def test_several_processes_give_the_same_proofs_in_the_same_order(proofs: list[Proof]) -> None:
    again = prove_encirclement(default_board(), jobs=2)
    timeless = [[msgspec.structs.replace(proof, seconds=0) for proof in each] for each in (proofs, again)]
    assert timeless[0] == timeless[1]


@pytest.mark.parametrize("fault", [*ENGINES, *SEARCHES])
def test_a_fault_is_refuted_where_it_is_and_shown_in_a_position(fault: str) -> None:
    """On a small board, where it takes less time; the shipped one has its own test."""
    board = small_board()
    faulty = engine_with(*ENGINES[fault]) if fault in ENGINES else engine
    search = SEARCHES.get(fault, flood)
    verdicts = {claim.name: discharge(claim).verdict for claim in obligations(board, faulty, search)}
    assert [*verdicts] == NAMES
    assert {name for name, verdict in verdicts.items() if verdict == "refuted"} == REFUTED[fault]
    assert {*verdicts.values()} == {"proved", "refuted"}
    wrong = wrong_position(board, faulty, search)
    assert wrong is not None
    assert wrong.engine != wrong.rulebook
    reading = wrong.reading
    book = cut_off(board, wrong.controlled, wrong.fleet, reading.sea_rule, refuge=reading.refuge)
    assert book == [*wrong.rulebook]


def small_board() -> Board:
    """A random board with red lines, harbors in both basins and several sea areas."""
    for seed in range(200):
        board = random_board(random.Random(seed))  # noqa: S311
        black_sea = board.all_harbors & ~board.baltic_harbors
        if any(line.red for line in board.lines) and black_sea and board.baltic_harbors.bit_count() > 2:
            return board
    raise AssertionError("no random board has it all")


@pytest.mark.parametrize("fault", ["red lines ignored", "fleet ignored", "sea areas ignored"])
def test_a_fault_is_shown_on_the_shipped_board_in_a_position_that_can_come_up(fault: str) -> None:
    board = default_board()
    wrong = wrong_position(board, engine_with(*ENGINES[fault]))
    assert wrong is not None
    assert {*board.names(board.all_printed)} <= {*wrong.controlled}
    assert board.seas[board.sea_names[wrong.fleet]].basin == "Baltic"
    assert wrong.engine != wrong.rulebook


def test_no_position_is_wrong_on_a_right_engine() -> None:
    assert wrong_position(small_board()) is None


def test_a_board_whose_sea_links_go_one_way_is_refuted() -> None:
    """By sea, ways lead out of the harbor of Liepaja and none into it."""
    board = default_board()
    harbor, fleet = board.area_names["Liepaja"], board.sea_names["Danzig Bay"]
    links = [list(table) for table in board.sea_links]
    links[fleet] = [row & ~(1 << harbor) | near for row, near in zip(links[fleet], board.neighbours, strict=True)]
    faulty = replace(board, sea_links=tuple(map(tuple, links)))
    verdicts = {claim.name: discharge(claim).verdict for claim in obligations(faulty)}
    assert {name for name, verdict in verdicts.items() if verdict == "refuted"} == {f"{each}: closed" for each in FIRST}


@settings(max_examples=4)
@given(seed=st.integers(0, 1 << 32))
def test_encirclement_is_proved_for_any_board_that_the_tool_accepts(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    proofs = prove_encirclement(random_board(rng, rng.randrange(12)))
    assert [proof.name for proof in proofs] == NAMES
    assert {proof.verdict for proof in proofs} == {"proved"}


def test_certificates_are_written_for_every_claim_and_can_be_checked(tmp_path: Path) -> None:
    board = small_board()
    proofs = write_certificates(board, tmp_path / "proofs")
    manifest = check_certificates(tmp_path / "proofs")
    assert [each.name for each in manifest.certificates] == [proof.name for proof in proofs] == NAMES
    assert manifest.subject.startswith("encirclement on A random board, whose areas")
    assert [tool.split()[0] for tool in manifest.made_by] == ["rtm-verify", "z3-solver", "python-sat", "bitwuzla"]
    with pytest.raises(InputError, match="did not write"):
        write_certificates(board, Path(__file__).parent)


def test_without_a_proof_no_certificate_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "encirclement", engine_with(*ENGINES["fleet ignored"]))
    proofs = write_certificates(small_board(), tmp_path / "proofs")
    assert {proof.verdict for proof in proofs} == {"proved", "refuted"}
    assert not (tmp_path / "proofs").exists()
