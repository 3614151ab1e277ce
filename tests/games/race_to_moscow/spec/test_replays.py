"""Every log in `replays/` has the second opinion's agreement: examples, cases and recorded games."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.replay import replay
from rtm_verify.library import replay_file, ruleset_of
from rtm_verify.log.reader import parse, read_log
from rtm_verify.proof.conformance import Report, check
from rtm_verify.report.check import check_lines

REPLAYS = Path(__file__).parents[4] / "replays"
LOGS = sorted(path for path in REPLAYS.rglob("*.rtm") if "twins" not in path.parts)  # `make twins` asks about those
# A log that also holds in the other edition is asked about in both.
ASKED = [(path, edition) for path in LOGS for edition in read_log(path).editions]


@cache
def report(path: Path, edition: str) -> tuple[Report, int, int, list[str]]:
    """What the model says of a log; how many actions it plays and how many it has refused; the same in plain lines."""
    replayed, ruleset = replay_file(path, edition=edition)
    found = check(replayed, ruleset)
    actions = sum(len(step.played) for step in replayed.steps)
    refused = sum(step.illegal for step in replayed.steps)
    return found, actions, refused, list(check_lines(path.stem, found, ruleset.catalogue))


@pytest.mark.parametrize(("path", "edition"), ASKED, ids=lambda value: getattr(value, "stem", value))
def test_both_opinions_agree_on_every_action_of_a_log(path: Path, edition: str) -> None:
    found, actions, refused, lines = report(path, edition)
    assert found.disagreements == (), lines
    assert found.silent == {}, "the model speaks of every action there is"
    assert found.verdict == "agrees"
    assert found.checked == actions
    assert found.refusals == refused


def test_examples_cases_and_recorded_games_are_all_asked_about() -> None:
    folders = {path.relative_to(REPLAYS).parts[0] for path in LOGS}
    assert {"race-to-moscow-2024", "race-to-moscow-first", "cases", "games"} <= folders


def test_the_logs_show_every_kind_of_action() -> None:
    kinds = {kind for asked in ASKED for kind in report(*asked)[0].counts}
    assert kinds == {kind.__name__ for kind in get_args(a.Action)}


LOST_ARMY = """\
game      race-to-moscow 2024
scenario  setup/three-brown-first
variant   winter
ruling    lost-army-base = out
ruling    lost-army-supplies = kept
given     phase reaction
given     Kalinin controlled by white
given     3Pz at Kalinin
given     3Pz has 2 fuel, 0 ammo
given     2Pz at {place}

brown
  reaction winter Kalinin place Kaluga
"""


@pytest.mark.parametrize(("place", "fuel"), [("Siedlce", 2), ("Warschau", 0)])
def test_an_army_that_leaves_the_game_keeps_nothing_whatever_the_ruling_on_its_supplies(place: str, fuel: int) -> None:
    log = parse(LOST_ARMY.format(place=place), "lost-army.rtm")
    ruleset = ruleset_of(log, REPLAYS / "lost-army.rtm")
    assert isinstance(ruleset, RaceToMoscow)
    replayed = replay(log, ruleset)
    assert replayed.verdict == "green"
    assert check(replayed, ruleset).disagreements == ()
    assert replayed.steps[-1].state.loads[ruleset.material.army_names["3Pz"]] == Supplies(fuel=fuel)


TOO_MUCH = """\
game      race-to-moscow first
scenario  setup/three
given     Kaunas controlled by gray
given     Danzig has 0 fuel, 0 ammo, 3 food
given     Kaunas has 0 fuel, 4 ammo, 0 food

gray
  armor 4Pz Tilsit > Kaunas drop {dropped} ammo{removed}
"""


@pytest.mark.parametrize(("dropped", "removed"), [(2, ""), (3, " remove 1 ammo")])
def test_what_is_dropped_beyond_the_limit_is_still_to_be_removed_even_if_it_is_all_alike(
    dropped: int, removed: str
) -> None:
    log = parse(TOO_MUCH.format(dropped=dropped, removed=removed), "too-much.rtm")
    ruleset = ruleset_of(log, REPLAYS / "too-much.rtm")
    replayed = replay(log, ruleset)
    assert replayed.verdict == "green"
    assert check(replayed, ruleset).disagreements == ()
