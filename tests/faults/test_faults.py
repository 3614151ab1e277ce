"""Every seeded fault is noticed, by the check under the rule it breaks wherever that can be.

A sample is seeded here; `python -m tests.faults.table --check reports/faults.md` seeds all of them.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from rtm_verify.games.race_to_moscow import actions
from rtm_verify.games.race_to_moscow.board import default_board
from rtm_verify.games.race_to_moscow.edition import load_edition
from rtm_verify.games.race_to_moscow.engine import standard_victory
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.ruleset import catalogue
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from tests.faults import table
from tests.faults.alike import GAMES, beside, played
from tests.faults.catalogue import REPLAYS, SEARCH, Fault, changed_source, load_chapters, load_faults
from tests.faults.seed import Outcome, look, look_without, proved_with, seed, workers
from tests.faults.sight import recorded

ROOT = Path(__file__).parents[2]
REPORT = ROOT / "reports" / "faults.md"
FAULTS = {fault.id: fault for fault in load_faults()}
EQUIVALENT = [fault for fault in FAULTS.values() if fault.equivalent]
JOBS = 2
EVERY = 24  # of the faults, one in so many is in the sample

# The mistakes that anybody would think of first.
CLASSICS = (
    "card-in-controlled-area",
    "marker-after-a-retreat",
    "supplies-survive",
    "soviet-marker-not-to-pool",
    "halt-not-lifted",
    "train-used-twice",
    "truck-carries-five",
    "train-carries-seven",
    "train-carries-seven-in-2024",
    "chain-not-needed",
    "second-own-army",
    "fort-forgotten",
    "captured-twice",
    "combat-free",
    "bunker-left",
)


def sample() -> tuple[Fault, ...]:
    """Faults from everywhere in the catalogue, and each that no check can notice."""
    spread = [*FAULTS.values()][::EVERY]
    kept = [
        fault for fault in FAULTS.values() if fault in spread or (fault.excuse and not fault.proof and not fault.other)
    ]
    return (*kept, FAULTS["red-lines-cut"], FAULTS["neighbours-of-the-wave-lost"])


@cache
def found() -> tuple[Outcome, ...]:
    return tuple(table.run(sample(), JOBS))


def test_the_catalogue_holds_every_fault_once() -> None:
    faults = load_faults()
    assert len(FAULTS) == len(faults) >= 138
    assert len({(fault.module, fault.find, fault.replace) for fault in faults}) == len(faults)
    assert len({fault.title for fault in faults}) == len(faults)
    assert set(CLASSICS) <= set(FAULTS)


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_fits_the_engine_as_it_is(fault: Fault) -> None:
    changed = changed_source(fault)  # raises if the place is not a single one
    assert compile(changed, fault.id, "exec").co_code is not None
    assert changed != fault.source.read_text(encoding="utf-8")
    assert fault.rules
    assert [rule for rule in fault.rules if rule not in catalogue()] == []
    assert [log for log in fault.logs if not (REPLAYS / log).is_file()] == []
    assert fault.logs or fault.only_proof
    assert set(fault.tries) <= set(actions.__all__)
    assert sum(map(bool, (fault.other, fault.only_replay, fault.only_proof, fault.unseen, fault.equivalent))) <= 1
    assert fault.proof or fault.module != SEARCH


def test_a_fault_whose_place_is_not_a_single_one_is_refused() -> None:
    fault = msgspec.structs.replace(FAULTS["core-action-free"], find="def ")
    with pytest.raises(ValueError, match=r"'core-action-free': the text to find occurs \d+ times in turn.py"):
        changed_source(fault)


def test_a_fault_needs_a_process_of_its_own() -> None:
    with pytest.raises(RuntimeError, match="loaded already"):
        seed(FAULTS["core-action-free"])  # the engine is imported above


@pytest.mark.deep
def test_without_a_fault_nothing_shows() -> None:
    asked = dict.fromkeys((log, fault.tries) for fault in FAULTS.values() for log in fault.logs)
    assert [log for log, tries in asked if look_without(log, tries)] == []


def test_every_fault_of_the_sample_shows_as_the_catalogue_has_it() -> None:
    assert table.unexplained(sample(), found()) == []
    assert sum(outcome.verdict == "right" for outcome in found()) > len(found()) / 2


def test_a_change_that_is_no_fault_does_not_show() -> None:
    fault = FAULTS["core-action-free"]
    harmless = msgspec.structs.replace(fault, replace=f"{fault.find} + 0")
    elsewhere = msgspec.structs.replace(fault, rules=("10.cost",))
    with workers(JOBS) as pool:
        assert [outcome.verdict for outcome in pool.map(look, (harmless, elsewhere))] == ["missed", "other"]


def test_the_report_is_what_would_be_written() -> None:
    text = REPORT.read_text(encoding="utf-8").splitlines()
    sampled = {outcome.fault: outcome for outcome in found()}
    # The rows of the sample word for word; of the others, that there is one.
    wanted = [table.row(FAULTS[name], outcome) for name, outcome in sampled.items()]
    assert [line for line in wanted if line not in text] == []
    titles = [line.split(" | ")[0].removeprefix("| ") for line in text if line.startswith("| ")]
    assert [fault.title for fault in FAULTS.values() if fault.title not in titles] == []
    assert f"**{len(FAULTS)} faults.**" in text
    assert [f"## {chapter.title}" for chapter in load_chapters() if f"## {chapter.title}" not in text] == []


# What the catalogue says of faults that the check cannot see


def test_between_a_players_areas_there_are_lines_of_the_players_colour_and_no_others() -> None:
    board = default_board()
    for roads, coloured in zip(board.roads, board.colored, strict=True):
        for area in members(coloured):
            assert roads[area] == board.open_neighbours[area] & coloured


# Faults that make no difference: the proofs, and the evidence of play


@pytest.mark.deep
def test_nothing_differs_in_play_where_a_fault_makes_no_difference() -> None:
    logs = {fault.id: (*GAMES[::3], *beside(fault)) for fault in EQUIVALENT}
    every = tuple(dict.fromkeys(log for each in logs.values() for log in each))
    asked: list[tuple[Fault | None, tuple[str, ...]]] = [
        (None, every),
        *((fault, logs[fault.id]) for fault in EQUIVALENT),
    ]
    with workers(JOBS) as pool:
        sound, *others = pool.starmap(played, asked, chunksize=1)
    for fault, seen in zip(EQUIVALENT, others, strict=True):
        assert [log for log, told in seen.items() if told != sound[log]] == [], fault.id


def test_no_area_can_lose_or_take_the_seventh_supply_of_a_train() -> None:
    board, edition = default_board(), load_edition("2024")
    limits = [
        edition.main_base_limit if area in board.main_base else edition.area_limit for area in range(len(board.areas))
    ]
    capacity = edition.train_capacity + 1
    ways = [(source, target) for source, target in board.line_between if board.open_neighbours[source] >> target & 1]
    assert len(ways) > 100
    assert [(source, target) for source, target in ways if limits[source] >= capacity <= limits[target]] == []


def test_nothing_but_the_reorganization_changes_the_reserve_and_it_leaves_none() -> None:
    engine = FAULTS["reserve-at-level-two"].source.parent
    writers = {
        path.stem: text.count("trains_reserve=") for path in engine.glob("*.py") if (text := path.read_text("utf-8"))
    }
    assert {name for name, number in writers.items() if number} == {"reorganization"}
    steps = [step for game in GAMES for step in recorded(game)[0].steps]
    reserves = {step.state.trains_reserve for step in steps if step.state.level == 2}
    assert reserves == {0}


def test_the_soviet_tie_is_dealt_with_before_the_scores_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = ModuleType(standard_victory.__name__)
    exec(compile(changed_source(FAULTS["soviet-tie-twice"]), "faulty", "exec"), vars(faulty))  # noqa: S102
    for score, best, reading in product(range(31), range(31), ("axis", "soviet")):
        answers = []
        for module in (standard_victory, faulty):
            monkeypatch.setattr(module, "soviet_medals", lambda _, score=score: score)
            answers.append(module._soviets_win(_Ruled(reading), best))
        assert answers[0] == answers[1] == (score > best or (score == best and reading == "soviet"))


class _Ruled(msgspec.Struct):
    """As much of a draft as the comparison of the scores asks for."""

    tie: str
    state: None = None

    def reading(self, _: str) -> str:
        return self.tie


def test_an_army_off_its_own_ground_waits_for_a_card() -> None:
    away = 0
    for log in (*GAMES, *beside(FAULTS["drop-anywhere"])):
        replayed, recorder, _ = recorded(log)
        for state in (each.before for step in replayed.steps for each in step.played):
            if _off_own_ground(recorder.material, state):
                away += 1
                assert state.pending is not None, log
    assert away > 300


def _off_own_ground(material: Material, state: State) -> bool:
    """Whether some army stands in an area that its player does not control."""
    places = zip(material.army_player, state.at, strict=True)
    return any(area >= 0 and not material.controlled(state, player) >> area & 1 for player, area in places)


def test_the_proof_holds_where_a_controlled_harbor_joins_the_chain() -> None:
    with workers(1) as pool:
        assert pool.apply(proved_with, (FAULTS["controlled-harbor-opens"],))
