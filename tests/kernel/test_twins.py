"""Twins of a log: one fact is otherwise, and what becomes of the moves and claims then."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from rtm_verify.errors import InputError
from rtm_verify.kernel.replay import replay
from rtm_verify.kernel.ruleset import Supposition
from rtm_verify.kernel.twins import Twin, find_twins, make_twin, twin_log, worth_keeping
from rtm_verify.library import ruleset_of
from rtm_verify.log import Given, Log, parse, parse_items, write

PATH = Path("t.rtm")
rules_for = partial(ruleset_of, path=PATH)

RIGA = """
game race-to-moscow 2024
title To Sebezh
source somewhere
author nobody
scenario rulebook/riga
# The premise.
expect 4Pz has 3 fuel, 1 ammo

gray
  illegal armor 4Pz Riga > Moskva
    because 4.board.line
  variation "The fleet"
    fleet Danzig Bay > Courland Coast
  end
  armor 4Pz Riga > Jekelopils [Soviet Bombers] pay 1 fuel > Sebezh [Captured Stock]
    cites  aid.halt
    expect 4Pz at Sebezh
    expect 4Pz has 1 fuel
    expect Sebezh has 1 ammo
    expect gray has 1 core action
  rail Kaunas
"""


def log_of(text: str) -> Log:
    return parse(text.lstrip(), str(PATH))


def twin_of(fact: str, text: str = RIGA) -> Twin:
    log = log_of(text)
    original = replay(log, rules_for(log))
    assert original.verdict == "green", original.error or original.failures
    return make_twin(original, Supposition(fact, Given(parse_items(fact))), rules_for)


def test_a_move_that_is_refused_now_is_named_with_the_deciding_rule() -> None:
    twin = twin_of("4Pz has no fuel")
    assert (twin.verdict, twin.step, twin.rules) == ("refused", "2", ("8.2.fuel",))
    assert "costs 1 fuel" in twin.message


def test_a_refusal_further_on_is_found_where_it_is() -> None:
    assert twin_of("4Pz has 1 fuel").rules == ("8.halt.push",)
    late = twin_of("Kaunas has track")
    assert (late.verdict, late.step, late.rules) == ("refused", "3", ("11.flip",))


def test_the_main_line_is_asked_before_the_variations() -> None:
    """The fleet has moved: only the variation is refused. No core action: the main line comes first, though later."""
    assert (twin_of("fleet moved").verdict, twin_of("fleet moved").step) == ("refused", "1a1")
    assert (twin_of("gray has no core actions").verdict, twin_of("gray has no core actions").step) == ("refused", "2")


def test_a_lost_combat_is_a_difference_and_no_refusal() -> None:
    text = """
game race-to-moscow 2024
scenario rulebook/brest

white
  armor 2Pz Siedlce > Brest [3 Army]
    cites  10.win
    expect Brest controlled by white
    expect 2Pz has 2 fuel, 0 ammo
"""
    twin = twin_of("2Pz has 1 ammo", text)
    assert (twin.verdict, twin.step, twin.rules) == ("differs", "1", ())
    assert twin.details == (
        "step 1: The step does not rest on 10.win any more.",
        "step 1: Expected 'Brest controlled by white', found: uncontrolled.",
    )
    assert twin.message == twin.details[0].removeprefix("step 1: ")


def test_what_is_supposed_is_no_difference_by_itself() -> None:
    """The premise `expect 4Pz has 3 fuel, 1 ammo` fails, and 4Pz ends with more: it was not played otherwise."""
    twin = twin_of("4Pz has 4 fuel")
    assert (twin.verdict, twin.step) == ("same", "")
    assert "2 claims" in twin.message


def test_an_illegal_move_that_becomes_legal_is_a_difference() -> None:
    text = """
game race-to-moscow 2024
scenario rulebook/riga

gray
  illegal rail Riga
    because 11.adjacent
  rail Kaunas
"""
    twin = twin_of("Panevezys has track", text)
    assert (twin.verdict, twin.step) == ("differs", "1")
    assert "no rule forbids it" in twin.message


def test_moves_that_cannot_be_played_as_written_say_why() -> None:
    own = twin_of("Sebezh controlled by gray")
    assert (own.verdict, own.step) == ("unreadable", "2")
    assert own.message.startswith("'[Captured Stock]' answers nothing")
    turn = twin_of("white active")
    assert (turn.verdict, turn.message) == ("unreadable", "It is white's turn, not gray's.")


@pytest.mark.parametrize(
    "fact",
    [
        "Riga uncontrolled",  # 4Pz stands there
        "4Pz has 9 fuel",  # more than a card holds
        "Danzig uncontrolled",  # control is printed on the board
        "stock has 0 fuel",  # follows from the rest
    ],
)
def test_a_position_that_cannot_be_is_impossible(fact: str) -> None:
    assert twin_of(fact).verdict == "impossible"


def test_every_twin_of_a_log_is_found_once_and_the_same_each_time() -> None:
    log = log_of(RIGA)
    ruleset = rules_for(log)
    original = replay(log, ruleset)
    twins = list(find_twins(original, ruleset, rules_for))
    assert twins == list(find_twins(original, ruleset, rules_for))
    facts = [twin.supposed.given.text for twin in twins]
    assert len(facts) == len(set(facts))
    assert {twin.verdict for twin in twins} == {"refused", "unreadable", "same", "impossible"}


def test_one_twin_is_kept_for_each_deciding_rule() -> None:
    log = log_of(RIGA)
    ruleset = rules_for(log)
    twins = list(find_twins(replay(log, ruleset), ruleset, rules_for))
    kept = worth_keeping(twins)
    assert len({twin.rules[0] for twin in kept}) == len(kept)
    telling = [twin for twin in twins if twin.verdict == "refused" and not twin.supposed.common]
    assert {twin.rules[0] for twin in kept} == {twin.rules[0] for twin in telling}
    assert any(twin.supposed.common for twin in twins if twin.verdict == "refused")
    assert [twin for twin in twins if twin in kept] == kept


def test_a_refused_twin_is_a_log_with_one_given_more_and_an_illegal_move() -> None:
    twin = twin_of("Kaunas has track")
    text = write(twin_log(log_of(RIGA), "here/t", twin))
    assert text == (
        "game      race-to-moscow 2024\n"
        "title     Kaunas has track\n"
        "source    twin of here/t\n"
        "scenario  rulebook/riga\n"
        "given     Kaunas has track\n"
        "\n"
        "gray\n"
        "  armor 4Pz Riga > Jekelopils [Soviet Bombers] pay 1 fuel > Sebezh [Captured Stock]\n"
        "  illegal rail Kaunas\n"
        "    because   11.flip\n"
        f'    note      "{twin.message}"\n'
    )
    log = parse(text)
    assert replay(log, rules_for(log)).verdict == "green"


def test_a_twin_refused_in_a_variation_is_a_log_without_variations() -> None:
    written = twin_log(log_of(RIGA), "t", twin_of("fleet moved"))
    assert write(written).endswith(
        "gray\n"
        "  illegal fleet Danzig Bay > Courland Coast\n"
        "    because   8.3.once\n"
        '    note      "The fleet has already moved this round. (round 2)"\n'
    )


def test_twins_keep_the_facts_rulings_and_variants_of_their_log() -> None:
    position = "scenario rulebook/riga\nvariant hard\nruling captured-goods = card\ngiven 4Pz has 2 fuel"
    headers = f"{position}\nalso first\ncase 8.2-01"
    log = log_of(RIGA.replace("scenario rulebook/riga", headers).replace("expect 4Pz has 3 fuel, 1 ammo\n", ""))
    twin = Twin(
        supposed=Supposition("x", Given(parse_items("4Pz moved"))),
        verdict="refused",
        rules=("8.common.once",),
        message="No.",
        moves=parse("game g\ngray\nfleet A > B").body,  # type: ignore[arg-type]
    )
    lines = write(twin_log(log, "t", twin)).splitlines()[3:7]
    assert lines == [
        "scenario  rulebook/riga",
        "variant   hard",
        "ruling    captured-goods = card",
        "given     4Pz has 2 fuel",
    ]
    assert "also" not in write(twin_log(log, "t", twin))


def test_twins_of_a_log_with_its_own_board_are_not_written() -> None:
    log = log_of(RIGA.replace("author nobody", "board mine.toml"))
    with pytest.raises(InputError, match="board of its own"):
        twin_log(log, "t", twin_of("4Pz has no fuel"))
