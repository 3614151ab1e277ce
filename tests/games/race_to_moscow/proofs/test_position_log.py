"""A wrong position as a log: red on the engine that is wrong, green on the one that is right."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rtm_verify.games.race_to_moscow.board import Board, default_board, load_board
from rtm_verify.games.race_to_moscow.proofs.chains import cut_off
from rtm_verify.games.race_to_moscow.proofs.encirclement import READINGS, Reading, WrongPosition, wrong_position
from rtm_verify.games.race_to_moscow.proofs.position_log import position_log
from rtm_verify.kernel.replay import Replay
from rtm_verify.library import replay_file
from rtm_verify.log.reader import parse
from rtm_verify.log.writer import format_text
from rtm_verify.report.page import page

from .boards import board_file
from .faults import ENGINES, engine_with, play_with


def replayed(text: str, folder: Path) -> Replay:
    path = folder / "position.rtm"
    path.write_text(text, encoding="utf-8")
    return replay_file(path)[0]


def position(seed: int, reading: Reading, board: Board) -> WrongPosition:
    """Some position, of which an engine says that nothing is encircled."""
    rng = random.Random(seed)  # noqa: S311
    density = rng.choice((0.1, 0.3, 0.5, 0.7))
    areas = [area.name for area in board.areas if area.printed or rng.random() < density]
    fleet = rng.choice([sea.name for sea in board.seas if sea.basin == "Baltic"])
    book = cut_off(board, areas, fleet, reading.sea_rule, refuge=reading.refuge)
    return WrongPosition(reading, tuple(areas), fleet, (), tuple(book))


@pytest.mark.parametrize("fault", ["red lines ignored", "fleet ignored", "sea areas ignored", "an area too many"])
def test_the_log_fails_on_the_faulty_engine_and_holds_on_the_right_one(
    fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty = engine_with(*ENGINES[fault])
    wrong = wrong_position(default_board(), faulty)
    assert wrong is not None
    text = position_log(default_board(), wrong)
    right = replayed(text, tmp_path)
    assert right.error is None, str(right.error)
    assert not right.failures
    with monkeypatch.context() as patch:
        play_with(faulty, patch)
        failed = replayed(text, tmp_path)
    assert failed.error is None, str(failed.error)
    assert {failure.kind for failure in failed.failures} == {"unmet"}
    assert len(failed.failures) == len({*wrong.engine} ^ {*wrong.rulebook})


@settings(max_examples=15)
@given(seed=st.integers(0, 1 << 32), reading=st.sampled_from(READINGS))
def test_every_position_in_play_can_be_written_and_what_the_rulebook_says_holds(
    seed: int, reading: Reading, tmp_path_factory: pytest.TempPathFactory
) -> None:
    wrong = position(seed, reading, default_board())
    text = position_log(default_board(), wrong)
    assert format_text(text) == text
    found = replayed(text, tmp_path_factory.mktemp("log"))
    assert found.error is None, str(found.error)
    assert not found.failures
    assert all(f"  expect    {name} encircled\n" in text for name in wrong.rulebook)


@pytest.mark.parametrize("seed", range(6))
def test_a_board_of_one_s_own_is_named_by_the_log(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)  # noqa: S311
    (tmp_path / "mine.toml").write_text(board_file(rng), encoding="utf-8")
    board = load_board(tmp_path / "mine.toml")
    text = position_log(board, position(seed, READINGS[seed % len(READINGS)], board), "mine.toml")
    found = replayed(text, tmp_path)
    assert found.error is None, str(found.error)
    assert not found.failures


def test_the_note_says_what_no_log_can_say(tmp_path: Path) -> None:
    """Printed areas are always controlled, and the fleet is never in the Black Sea."""
    board = default_board()
    black_sea = next(sea.name for sea in board.seas if sea.basin == "Black Sea")
    text = position_log(board, WrongPosition(READINGS[0], ("Riga",), black_sea, ("Kaunas",), ()))
    assert "no log can say: Danzig, Königsberg, " in text
    assert f"the fleet is in {black_sea}, which no log can say" in text
    assert "expect    Kaunas not encircled" in text
    assert not replayed(text, tmp_path).failures


def test_the_page_of_the_log_shows_the_areas_at_odds(tmp_path: Path) -> None:
    wrong = wrong_position(default_board(), engine_with(*ENGINES["fleet ignored"]))
    assert wrong is not None
    path = tmp_path / "position.rtm"
    path.write_text(position_log(default_board(), wrong), encoding="utf-8")
    found, ruleset = replay_file(path)
    html = page(found, ruleset)
    assert "Found by the proof of encirclement" in html
    assert all(name in html for name in wrong.rulebook)


def test_long_lists_are_cut_in_the_note() -> None:
    names = tuple(area.name for area in default_board().areas)
    wrong = WrongPosition(READINGS[0], names, "Danzig Bay", names[:8], names[:9])
    note = parse(position_log(default_board(), wrong)).body[-1]
    assert f"encircled: {', '.join(names[:8])}. By the rulebook it is: {', '.join(names[:8])} and 1 more." in str(note)
