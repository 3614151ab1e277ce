"""The Soviet Reaction laid open: what the survey says is what the engine does, area by area, with its clauses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.engine import reaction_targets as targets
from rtm_verify.games.race_to_moscow.reaction import reaction_picture, reaction_survey
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.signs import signs_of
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.replay import replay
from rtm_verify.kernel.survey import Candidate, Demand, Survey
from rtm_verify.library import record_game, ruleset_of
from rtm_verify.log.reader import parse

# E21 (2024:910-912): White's 9 Army is next to Velikiye Luki, the grounded 4 Army next to Borisov, nobody near Orsha.
ORSHA = """
[players.white]
controls = ["Vilnius", "Polotsk", "Velikiye Luki", "Minsk", "Borisov", "Orsha"]
[armies.9A]
at = "Polotsk"
[armies.4A]
at = "Minsk"
halt = true
"""
REACTION = 'phase = "reaction"\n'
THREE = ("gray", "white", "brown")


class Asked:
    """A survey with the ruleset and the position it speaks of."""

    def __init__(self, ruleset: RaceToMoscow, state: State) -> None:
        self.ruleset, self.state = ruleset, state
        self.survey: Survey = reaction_survey(ruleset, state)

    def candidate(self, verb: str, name: str) -> Candidate:
        group = next(group for group in self.survey.groups if group.verb == verb)
        return next(candidate for candidate in group.candidates if candidate.name == name)

    def eligible(self, verb: str) -> set[str]:
        return set(next(group for group in self.survey.groups if group.verb == verb).eligible)

    def rules(self, verb: str, name: str) -> set[str]:
        return {rule for why in self.candidate(verb, name).reasons for rule in why.rules}

    def demand(self, verb: str) -> Demand:
        return next(demand for demand in self.survey.demands if demand.verb == verb)


Ask = Callable[..., Asked]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """The survey of a scenario's position."""

    def ask(
        scenario: str = ORSHA,
        *,
        head: str = REACTION,
        order: Iterable[str] = THREE,
        variants: Iterable[str] = (),
        edition: str = "2024",
        change: dict[str, object] | None = None,
        **rulings: str,
    ) -> Asked:
        path = tmp_path / "scenario.toml"
        names = ", ".join(f'"{name}"' for name in order)
        path.write_text(f'game = "race-to-moscow"\ntitle = "test"\norder = [{names}]\n{head}{scenario}', "utf-8")
        pins = {name.replace("_", "-"): reading for name, reading in rulings.items()}
        ruleset = RaceToMoscow(edition, path, pins, variants=variants)
        return Asked(ruleset, replace(ruleset.setup().state, **(change or {})))

    return ask


# E21


def test_orsha_can_be_attacked_and_is_what_the_card_asks_for(ask: Ask) -> None:
    asked = ask()
    assert asked.candidate("attack", "Orsha") == Candidate("Orsha", "white")
    assert asked.eligible("attack") == {"Orsha"}
    assert asked.survey.asked("attack") == ("Orsha",)
    assert asked.survey.outcome == "priority 1, a counter-attack on Orsha"


def test_velikiye_luki_is_protected_by_9_army(ask: Ask) -> None:
    (why,) = ask().candidate("attack", "Velikiye Luki").reasons
    assert why.rules == ("12.attack.army", "12.attack.protect")
    assert why.by == ("9A",)
    assert why.kind == "in or next to an area with an army"


def test_borisov_is_protected_by_4_army_grounded_or_not(ask: Ask) -> None:
    (why,) = ask().candidate("attack", "Borisov").reasons
    assert why.rules == ("12.attack.army", "12.attack.protect", "12.attack.grounded")
    assert why.by == ("4A",)
    (why,) = ask(ORSHA.replace("halt = true", "")).candidate("attack", "Borisov").reasons
    assert why.rules == ("12.attack.army", "12.attack.protect")


def test_every_reason_is_given_and_not_only_the_first(ask: Ask) -> None:
    asked = ask(order=("white", "brown", "gray"))
    assert asked.rules("attack", "Vilnius") == {
        "12.basic-others",
        "12.attack.target",
        "12.attack.start",
        "12.attack.army",
        "12.attack.protect",
        "12.attack.grounded",
    }
    assert [why.by for why in asked.candidate("attack", "Vilnius").reasons] == [(), ("Suwalki",), ("4A", "9A", "3Pz")]


def test_the_basic_card_spares_the_player_whose_turn_it_is(ask: Ask) -> None:
    asked = ask(order=("white", "brown", "gray"))
    assert asked.rules("attack", "Orsha") == {"12.basic-others", "12.attack.target"}
    assert asked.eligible("attack") == set()
    assert not asked.demand("attack").asked
    assert asked.demand("attack").instead.startswith("Impossible: every marker it could strike is protected")


# The position


def test_a_position_before_the_reaction_is_answered_as_if_the_turn_ended_now(ask: Ask) -> None:
    supposed, running = ask(head=""), ask()
    assert "if the turn of gray ended now" in supposed.survey.premise
    assert running.survey.premise == ""
    assert supposed.survey.groups == running.survey.groups
    assert supposed.survey.demands == running.survey.demands


def test_a_game_that_is_over_is_said_to_be(ask: Ask) -> None:
    assert ask(change={"phase": "over"}).survey.premise.startswith("The game is over")


def test_another_game_has_no_soviet_reaction(ask: Ask) -> None:
    class Chess:
        game = "chess"

    with pytest.raises(InputError, match="chess has no Soviet Reaction"):
        reaction_survey(Chess(), ask().state)  # type: ignore[arg-type]


# Priorities


def test_the_next_priority_is_shown_with_what_it_would_allow(ask: Ask) -> None:
    first, second, third = ask().survey.demands
    assert (first.asked, second.asked, third.asked) == (True, False, False)
    assert second.instead.startswith("Not reached: priority 1 is possible")
    assert (second.rules, third.rules) == (("12.basic-objective",), ("12.basic-victory",))
    assert set(second.left) <= set(second.allowed)


def test_a_preference_narrows_the_areas_down_in_the_order_of_the_card(ask: Ask) -> None:
    demand = ask("").demand("place")
    assert demand.asked
    assert demand.narrowed[0].preference == "closest to an army"
    assert demand.narrowed[0].left == demand.left
    assert set(demand.left) < set(demand.allowed)


def test_the_ruling_front_preference_turns_the_order_round(ask: Ask) -> None:
    demand = ask("", front_preference="fortified-first").demand("place")
    assert demand.narrowed[0].preference == "fortified"


def test_a_ruling_is_named_only_where_another_reading_would_ask_for_something_else(ask: Ask) -> None:
    assert ask("").survey.rulings == ()
    (ruling,) = ask("", order=("brown", "gray", "white")).survey.rulings
    assert ruling.startswith("soviet-stacking = one: ")
    (ruling,) = ask("", order=("white", "gray", "brown")).survey.rulings
    assert ruling.startswith("front-distance = all-lines: ")


def test_the_left_neighbour_decides_between_several_areas(ask: Ask) -> None:
    scenario = '[players.white]\ncontrols = ["Orsha", "Gomel"]\n'
    asked = ask(scenario)
    assert asked.survey.asked("attack") == ("Gomel", "Orsha")
    assert asked.survey.decider == "brown, to the left of gray, decides."
    assert asked.survey.decider_rules == ("12.tie", "12.seats")
    assert ask().survey.decider == ""


def test_an_empty_pool_bars_every_placement(ask: Ask) -> None:
    asked = ask("", change={"pool": 0})
    assert asked.eligible("place") == set()
    assert "aid.reaction.place" in asked.rules("place", "Novgorod")
    assert asked.demand("place").instead == "Impossible: The pool has no Soviet marker."
    assert (asked.survey.outcome, asked.survey.outcome_rules) == ("nothing is possible", ("12.next",))


def test_after_the_last_marker_the_first_edition_places_none(ask: Ask) -> None:
    asked = ask("", edition="first", change={"last_round": True})
    assert "first.6.no-placement" in asked.rules("place", "Novgorod")


def test_a_marker_that_finds_no_place_goes_to_the_box(ask: Ask) -> None:
    asked = ask("", change={"soviet": 0})
    assert asked.survey.outcome == "nothing is possible: a Soviet marker of the pool goes to the box"
    assert asked.survey.outcome_rules == ("12.place.discard",)
    assert "12.place.adjacent" in asked.rules("place", "Novgorod")


def test_areas_of_which_the_card_does_not_speak_cannot_receive_a_marker(ask: Ask) -> None:
    asked = ask("")
    assert asked.rules("place", "Orsha") >= {"12.basic-objective", "12.basic-victory"}
    assert asked.rules("place", "Leningrad") == {"12.place.basic", "12.place.adjacent"}


# Players and variants


def test_alone_the_player_is_attacked_and_decides(ask: Ask) -> None:
    asked = ask('[players.white]\ncontrols = ["Orsha", "Gomel"]\n', order=("white",))
    assert asked.eligible("attack") == {"Gomel", "Orsha"}
    assert asked.demand("attack").rules == ("12.basic-once", "12.basic-solo")
    assert asked.survey.decider == "white decides: nobody else plays."


def test_the_markers_of_an_absent_player_are_blocked_for_good(ask: Ask) -> None:
    asked = ask("", order=("gray", "white"))
    blocked = next(group for group in asked.survey.groups if group.verb == "attack").candidates
    assert {candidate.owner for candidate in blocked} <= {"brown", ""}
    assert all("4.two.control" in asked.rules("attack", candidate.name) for candidate in blocked)


def test_the_advanced_card_strikes_the_players_own_areas_too_and_then_places(ask: Ask) -> None:
    asked = ask(order=("white", "brown", "gray"), variants=("advanced",))
    assert asked.eligible("attack") == {"Orsha"}
    assert asked.demand("attack").rules == ("12.advanced-all", "12.advanced-own")
    assert asked.survey.outcome.startswith("priority 1, every counter-attack that is possible, now on Orsha")
    assert asked.demand("place").instead.startswith("After the counter-attacks")
    assert asked.demand("place").rules == ("12.advanced-card",)


def test_an_advanced_marker_needs_no_marker_beside_it(ask: Ask) -> None:
    assert "12.place.adjacent" in ask("").rules("place", "Tallinn")
    assert ask("", variants=("advanced",)).candidate("place", "Tallinn").eligible


def test_with_abwehr_attack_and_placement_are_both_open(ask: Ask) -> None:
    asked = ask(variants=("abwehr",))
    assert asked.survey.asked("attack") == ("Orsha",)
    assert len(asked.survey.asked("place")) > 1
    assert asked.survey.decider == "gray decides."
    assert {demand.rules for demand in asked.survey.demands} == {("13.3.free", "13.3.limits")}


def test_the_soviet_player_strikes_anyone(ask: Ask) -> None:
    asked = ask(order=("white", "brown", "gray"), variants=("soviet-player",))
    assert asked.survey.asked("attack") == ("Orsha",)
    assert asked.survey.decider == "the Soviet player decides."
    assert asked.rules("attack", "Borisov") == {"12.attack.army", "12.attack.protect", "12.attack.grounded"}


RZHEV = '[players.white]\ncontrols = ["Rzhev", "Orsha"]\n[armies.3Pz]\nat = "Rzhev"\n'


def test_in_winter_an_army_protects_nothing_in_the_zone(ask: Ask) -> None:
    asked = ask(RZHEV, variants=("winter",))
    assert "12.attack.army" in asked.rules("attack", "Rzhev")
    assert asked.eligible("winter") == {"Rzhev"}
    assert asked.demand("winter").asked
    assert asked.demand("winter").rules == ("13.4.zone", "13.4.all", "13.4.several")


def test_winter_is_spoken_of_only_where_it_is_in_play(ask: Ask) -> None:
    assert [group.verb for group in ask(RZHEV).survey.groups] == ["attack", "place"]


def test_winter_attacks_that_must_be_made_come_first(ask: Ask) -> None:
    asked = ask(RZHEV, variants=("winter",), winter_attacks="must")
    assert asked.survey.outcome == "winter counter-attacks on Rzhev come first"
    assert not asked.demand("attack").asked
    assert asked.demand("attack").instead == "Comes after the winter counter-attacks."


def test_what_winter_has_attacked_is_spared_in_the_same_reaction(ask: Ask) -> None:
    rzhev = 1 << ask(RZHEV).ruleset.material.board.area_names["Rzhev"]
    asked = ask(RZHEV, variants=("winter",), change={"attacked": rzhev})
    assert asked.rules("winter", "Rzhev") == {"13.4.several"}


def test_an_empty_pool_stops_the_winter_only_by_a_ruling(ask: Ask) -> None:
    barred = ask(RZHEV, variants=("winter",), change={"pool": 0}, winter_empty_pool="no-attack")
    assert barred.rules("winter", "Rzhev") == {"13.4.marker"}
    assert any(ruling.startswith("winter-empty-pool = no-attack") for ruling in barred.survey.rulings)


# Against the engine


@pytest.mark.parametrize(
    ("scenario", "edition", "variants"),
    [
        ("setup/three", "2024", ()),
        ("setup/three", "first", ("advanced",)),
        ("setup/two-gray-white", "2024", ("abwehr",)),
        ("setup/solo-brown", "2024", ("winter",)),
        ("setup/three", "2024", ("soviet-player", "winter")),
    ],
)
def test_the_survey_says_what_the_engine_does_in_every_reaction_of_a_game(
    scenario: str, edition: str, variants: tuple[str, ...]
) -> None:
    log = parse(record_game(scenario, edition, variants, ("wander",), 5, 3), "game.rtm")
    ruleset = ruleset_of(log, Path("game.rtm"))
    assert isinstance(ruleset, RaceToMoscow)
    states = [step.state for step in replay(log, ruleset).steps if step.state.phase == "reaction"]
    assert states
    for state in states:
        _agrees(Asked(ruleset, state))


def _agrees(asked: Asked) -> None:
    ruleset, state, survey = asked.ruleset, asked.state, asked.survey
    board, found = ruleset.material.board, targets.choice(ruleset.material, state)
    legal = ruleset.legal(state)
    assert set(survey.asked("attack")) == {board.areas[x.area].name for x in legal if isinstance(x, a.CounterAttack)}
    assert set(survey.asked("place")) == {board.areas[x.area].name for x in legal if isinstance(x, a.PlaceSoviet)}
    assert set(survey.asked("winter")) == {board.areas[x.area].name for x in legal if isinstance(x, a.WinterAttack)}
    assert set(board.names(found.attacks)) <= asked.eligible("attack")
    assert set(board.names(found.places)) <= asked.eligible("place")
    marked = {area for mask in state.control for area in members(mask)}
    attacks = next(group for group in survey.groups if group.verb == "attack").candidates
    assert {candidate.name for candidate in attacks} == {board.areas[area].name for area in marked}
    known = ruleset.catalogue
    cited = {rule for group in survey.groups for item in group.candidates for why in item.reasons for rule in why.rules}
    cited |= {rule for demand in survey.demands for rule in demand.rules} | set(survey.outcome_rules)
    assert not [rule for rule in cited if rule not in known]


# On the map


def test_every_marker_has_one_sign_and_so_has_every_placement(ask: Ask) -> None:
    asked = ask()
    board = asked.ruleset.material.board
    signs = signs_of(board, asked.survey)
    shown = {board.areas[sign.area].name: sign for sign in signs.areas}
    assert len(shown) == len(signs.areas)
    assert (shown["Orsha"].look, shown["Orsha"].label) == ("attack", "ATTACK")
    assert (shown["Velikiye Luki"].look, shown["Velikiye Luki"].label) == ("safe", "safe: 9A")
    assert shown["Borisov"].hint.endswith("(12.attack.army, 12.attack.protect, 12.attack.grounded)")
    assert {name for name, sign in shown.items() if sign.look == "room"} == asked.eligible("place")
    assert signs.armies == ("3Pz", "4A", "9A")
    assert [board.areas[area].name for area in signs.starts] == ["Suwalki"]


def test_what_is_possible_and_not_asked_for_has_a_sign_of_its_own(ask: Ask) -> None:
    way = '"Grodno", "Volkovysk", "Baranovichi", "Slutsk", "Bobruisk", "Mogilev", "Roslavl"'
    asked = ask(f'[players.white]\ncontrols = [{way}]\n[armies.2Pz]\nat = "Roslavl"\n')
    looks = {sign.area: sign.look for sign in signs_of(asked.ruleset.material.board, asked.survey).areas}
    number = asked.ruleset.material.board.area_names
    spare = asked.eligible("attack") - set(asked.survey.asked("attack"))
    assert spare
    assert {looks[number[name]] for name in spare} == {"target"}
    assert {looks[number[name]] for name in asked.survey.asked("attack")} == {"attack"}


def test_a_refused_reaction_is_drawn_with_the_signs_and_its_aim_pointed_out(ask: Ask) -> None:
    asked = ask()
    drawn = asked.ruleset.picture(asked.state, asked.state, ("Borisov",), "refused")
    assert drawn == reaction_picture(asked.ruleset, asked.state, "refused", ("Borisov",))
    borisov = asked.ruleset.material.board.area_names["Borisov"]
    assert asked.ruleset.subject(a.CounterAttack(borisov)) == "Borisov"
    assert asked.ruleset.subject(a.EndReaction()) == ""


def test_a_position_that_led_into_the_reaction_has_no_signs(ask: Ask) -> None:
    asked = ask()
    drawn = asked.ruleset.picture(asked.state, replace(asked.state, phase="actions"), (), "rail")
    assert not [mark.id for mark in drawn.marks if mark.id.startswith("sign")]
