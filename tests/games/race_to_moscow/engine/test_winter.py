"""13.4 Winter counter-attacks (2024:957-970, first:1587-1618)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.engine.encirclement import encircled
from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies

from .table import Position, Table, rules_of

WINTER = ["winter"]

# White holds Rzhev with 2 Panzergruppe, and Vyazma and Smolensk behind it; Smolensk is not in the winter zone.
RZHEV = """
phase = "reaction"
[players.white]
controls = ["Rzhev", "Vyazma", "Smolensk"]
[armies.2Pz]
at = "Rzhev"
ammo = 2
fuel = 1
"""
NO_AMMO = RZHEV.replace("ammo = 2\n", "")


def winter(position: Position, area: str) -> a.WinterAttack:
    return a.WinterAttack(position.area(area))


def withdraw(position: Position, *path: str) -> a.Withdraw:
    return a.Withdraw(tuple(position.area(area) for area in path))


def rulings(position: Position, action: a.Action) -> set[str]:
    """The rulings that a step, or a refusal, names."""
    violations = position.ruleset.judge(position.state, action)
    if violations:
        return {name for violation in violations for name in violation.rulings}
    return set(position.ruleset.apply(position.state, action).rulings)


def answers(position: Position) -> set[tuple[str, ...]]:
    """What is listed as the army's answer: the areas of each withdrawal, and nothing for defending."""
    board = position.ruleset.material.board
    return {
        tuple(board.areas[area].name for area in action.path) if isinstance(action, a.Withdraw) else ()
        for action in position.ruleset.legal(position.state)
    }


def test_an_army_holds_its_area_for_one_ammo(table: Table) -> None:
    """2024:965."""
    table.green(
        """
        reaction winter Rzhev defend place Kalinin
          cites 13.4.zone 13.4.all 13.4.several 13.4.defend
          expect Rzhev controlled by white
          expect Rzhev has no Soviet marker
          expect 2Pz has 1 fuel, 1 ammo
          expect white active
        """,
        RZHEV,
        variants=WINTER,
    )


def test_an_army_withdraws_and_the_area_is_lost(table: Table) -> None:
    """2024:966, 2024:970, and 2024:572 for the medal."""
    table.green(
        """
        expect white has 4 medals
        reaction winter Rzhev withdraw Smolensk place Kalinin
          cites 13.4.withdraw 13.4.withdraw-marker 13.4.marker 8.medal.lost
          expect Rzhev uncontrolled
          expect Rzhev has a Soviet marker, no medal
          expect 2Pz at Smolensk
          expect 2Pz has 1 fuel, 2 ammo
          expect white has 3 medals
          expect pool has 5 Soviet markers
        """,
        RZHEV,
        variants=WINTER,
    )


def test_a_choice_the_log_leaves_open_is_an_error(table: Table) -> None:
    result = table.replay("reaction winter Rzhev", RZHEV, variants=WINTER)
    assert result.error is not None
    assert "winter counter-attack" in str(result.error)


def test_an_area_without_an_army_falls_at_once_though_one_stands_beside_it(table: Table) -> None:
    """2024:961: regardless of whether an army is in or next to it."""
    table.green(
        """
        reaction winter Vyazma place Kalinin
          cites 13.4.all 13.4.marker 8.medal.lost
          expect Vyazma uncontrolled
          expect Vyazma has a Soviet marker, no bunker
          expect 2Pz at Rzhev
        """,
        RZHEV,
        variants=WINTER,
    )


def test_supplies_and_track_are_lost_with_the_area(table: Table) -> None:
    """2024:668."""
    scenario = RZHEV + "[areas.Vyazma]\ntrack = true\nfuel = 1\n"
    position = table.position(scenario, variants=WINTER)
    stock = position.state.stock
    position.do(winter(position, "Vyazma"))
    assert position.state.stock == stock + Supplies(fuel=1)
    assert position.state.track == 0
    assert not position.ruleset.invariants(position.state)


def test_several_areas_are_attacked_in_one_turn_but_each_once(table: Table) -> None:
    """2024:961; and the reaction of the Front card follows."""
    position = table.position(RZHEV, variants=WINTER)
    position.do(winter(position, "Rzhev"), a.Defend(), winter(position, "Vyazma"))
    assert "13.4.all" in position.refusal(winter(position, "Rzhev"))
    assert "13.4.all" in position.refusal(winter(position, "Vyazma"))
    assert position.state.phase == "reaction"
    position.do(a.PlaceSoviet(position.area("Kalinin")))
    assert (position.state.active, position.state.attacked) == (1, 0)


@pytest.mark.parametrize("area", ["Smolensk", "Kalinin", "Moskva"])
def test_only_control_markers_in_the_winter_zone_are_attacked(table: Table, area: str) -> None:
    """2024:959-961: Smolensk has no snow, Kalinin and Moskva no marker."""
    step = table.green(f"illegal reaction winter {area}\n because 13.4.all 13.4.zone", RZHEV, variants=WINTER)
    assert all(violation.facts for violation in step.violations)


def test_without_the_optional_rule_there_is_no_winter(table: Table) -> None:
    step = table.green("illegal reaction winter Rzhev\n because 13.4.zone", RZHEV)
    assert rules_of(step) == {"13.agree", "13.4.zone"}


def test_the_active_player_s_own_areas_are_subject_too(table: Table) -> None:
    """2024:961: all areas with control markers."""
    position = table.position(RZHEV, first="white", variants=WINTER)
    position.do(winter(position, "Rzhev"))
    assert position.state.pending is not None


def test_markers_of_absent_players_are_spared(table: Table) -> None:
    """2024:378: Vyazma is White's, who does not play."""
    position = table.position('phase = "reaction"\n', order=("gray", "brown"), variants=WINTER)
    assert position.state.control[1] >> position.area("Vyazma") & 1
    assert "13.4.all" in position.refusal(winter(position, "Vyazma"))


def test_nothing_else_is_done_while_an_army_is_attacked(table: Table) -> None:
    position = table.position(RZHEV, variants=WINTER)
    position.do(winter(position, "Rzhev"))
    assert "8.common.resolve" in position.refusal(winter(position, "Vyazma"))
    assert "8.common.resolve" in position.refusal(a.PlaceSoviet(position.area("Kalinin")))
    assert "8.common.resolve" in position.refusal(a.EndReaction())
    assert answers(position) == {(), ("Vyazma",), ("Smolensk",)}


def test_an_army_that_is_not_attacked_does_not_answer(table: Table) -> None:
    position = table.position(RZHEV, variants=WINTER)
    assert position.refusal(a.Defend()) == {"13.4.defend"}
    assert position.refusal(withdraw(position, "Vyazma")) == {"13.4.withdraw"}


def test_an_army_without_ammo_does_not_hold(table: Table) -> None:
    """2024:965: its fuel does not help."""
    position = table.position(NO_AMMO, variants=WINTER)
    position.do(winter(position, "Rzhev"))
    assert position.refusal(a.Defend()) == {"13.4.defend"}
    assert answers(position) == {("Vyazma",), ("Smolensk",)}


@pytest.mark.parametrize("path", [("Toropets",), ("Moskva",), ("Warschau",), (), ("Vyazma", "Smolensk"), ("Rzhev",)])
def test_an_army_withdraws_only_to_an_adjacent_area_of_its_player(table: Table, path: tuple[str, ...]) -> None:
    """2024:966: not to an uncontrolled one, not farther, and nobody makes way who is not there."""
    position = table.position(RZHEV, variants=WINTER)
    position.do(winter(position, "Rzhev"))
    assert position.refusal(withdraw(position, *path)) == {"13.4.withdraw", "13.4.displace"}


def test_an_army_does_not_withdraw_along_a_red_line(table: Table) -> None:
    """2024:406: Smolensk and Toropets are joined by a red line."""
    scenario = (
        'phase = "reaction"\n[players.white]\ncontrols = ["Toropets", "Smolensk", "Velikiye Luki"]\n'
        '[armies.2Pz]\nat = "Toropets"\n'
    )
    position = table.position(scenario, variants=WINTER)
    position.do(winter(position, "Toropets"))
    assert answers(position) == {(), ("Velikiye Luki",)}


def test_an_army_does_not_withdraw_to_another_player_s_area(table: Table) -> None:
    """2024:966, 3.2.control: Toropets is Gray's."""
    scenario = NO_AMMO + '[players.gray]\ncontrols = ["Toropets"]\n'
    position = table.position(scenario, variants=WINTER)
    position.do(winter(position, "Rzhev"))
    assert answers(position) == {("Vyazma",), ("Smolensk",)}


# An army in the way

CROWD = """
phase = "reaction"
[players.white]
controls = ["Rzhev", "Smolensk", "Orsha"]
[armies.2Pz]
at = "Rzhev"
fuel = 1
[armies.3Pz]
at = "Smolensk"
fuel = 0
"""


def test_an_army_in_the_way_makes_way_at_no_cost(table: Table) -> None:
    """2024:966."""
    table.green(
        """
        reaction winter Rzhev withdraw Smolensk > Orsha place Kalinin
          cites 13.4.withdraw 13.4.displace 13.4.displace-free 13.4.marker
          expect 2Pz at Smolensk
          expect 2Pz has 1 fuel, 0 ammo
          expect 3Pz at Orsha
          expect 3Pz has no supplies
          expect Rzhev has a Soviet marker
        """,
        CROWD,
        variants=WINTER,
    )


def test_the_army_that_makes_way_does_not_take_the_lost_area(table: Table) -> None:
    """2024:966: the two do not change places."""
    position = table.position(CROWD, variants=WINTER)
    position.do(winter(position, "Rzhev"))
    assert answers(position) == {("Smolensk", "Orsha")}
    assert position.refusal(withdraw(position, "Smolensk", "Rzhev")) == {"13.4.withdraw", "13.4.displace"}
    assert position.refusal(withdraw(position, "Smolensk")) == {"13.4.withdraw", "13.4.displace"}


# Rzhev, Smolensk and Orsha are full; Borisov is free.
ROW = (
    CROWD.replace('"Orsha"]', '"Orsha", "Borisov"]').replace("fuel = 0\n", "fuel = 0\n[armies.9A]\nat = ")
    + '"Orsha"\nfuel = 0\n'
)


def test_whether_an_army_that_makes_way_displaces_a_further_one(table: Table) -> None:
    """Ruling winter-displacement."""
    one = table.position(ROW, variants=WINTER)
    army = one.army("2Pz")
    one.do(winter(one, "Rzhev"))
    assert one.state.pending is None
    assert one.state.at[army] == one.area("Warschau")
    chain = table.position(ROW, variants=WINTER, **{"winter-displacement": "chain"})
    chain.do(winter(chain, "Rzhev"))
    assert answers(chain) == {("Smolensk", "Orsha", "Borisov")}
    assert "winter-displacement" in rulings(chain, withdraw(chain, "Smolensk", "Orsha", "Borisov"))
    chain.do(withdraw(chain, "Smolensk", "Orsha", "Borisov"))
    places = [chain.state.at[chain.army(name)] for name in ("2Pz", "3Pz", "9A")]
    assert places == [chain.area(name) for name in ("Smolensk", "Orsha", "Borisov")]
    assert not chain.ruleset.invariants(chain.state)


def test_a_chain_of_armies_never_leads_back_into_the_lost_area(table: Table) -> None:
    """With Toropets free beside Rzhev, the army of Smolensk could seem to go by Rzhev."""
    scenario = ROW.replace('controls = ["Rzhev"', 'controls = ["Toropets", "Rzhev"')
    position = table.position(scenario, variants=WINTER, **{"winter-displacement": "chain"})
    position.do(winter(position, "Rzhev"))
    assert answers(position) == {("Toropets",), ("Smolensk", "Orsha", "Borisov")}
    one = table.position(scenario, variants=WINTER)
    one.do(winter(one, "Rzhev"))
    assert "winter-displacement" in rulings(one, withdraw(one, "Smolensk", "Orsha", "Borisov"))


# A lost army

ALONE = """
phase = "reaction"
[players.white]
controls = ["Rzhev"]
[armies.3Pz]
at = "Rzhev"
fuel = 3
[armies.2Pz]
at = "Siedlce"
"""


def test_an_army_that_can_neither_hold_nor_withdraw_is_formed_again_in_its_base(table: Table) -> None:
    """2024:968-970."""
    table.green(
        """
        reaction winter Rzhev place Novgorod
          cites 13.4.lost 13.4.marker
          expect 3Pz at Warschau
          expect 3Pz has no supplies
          expect Rzhev uncontrolled
          expect Rzhev has a Soviet marker
        """,
        ALONE,
        variants=WINTER,
    )


@pytest.mark.parametrize("ammo", [0, 1])
def test_an_army_that_can_hold_is_not_lost(table: Table, ammo: int) -> None:
    """2024:968: only should neither be possible."""
    position = table.position(ALONE.replace("fuel = 3", f"ammo = {ammo}"), variants=WINTER)
    position.do(winter(position, "Rzhev"))
    assert (position.state.pending is not None) is (ammo == 1)
    if ammo:
        assert answers(position) == {()}


@pytest.mark.parametrize(("reading", "load"), [("lost", NOTHING), ("kept", Supplies(fuel=3))])
def test_what_becomes_of_a_lost_army_s_supplies(table: Table, reading: str, load: Supplies) -> None:
    """Ruling lost-army-supplies."""
    position = table.position(ALONE, variants=WINTER, **{"lost-army-supplies": reading})
    stock = position.state.stock
    assert "lost-army-supplies" in rulings(position, winter(position, "Rzhev"))
    position.do(winter(position, "Rzhev"))
    assert position.state.loads[position.army("3Pz")] == load
    assert position.state.stock == (stock if reading == "kept" else stock + Supplies(fuel=3))
    assert not position.ruleset.invariants(position.state)


@pytest.mark.parametrize("reading", ["nearest", "out"])
def test_where_an_army_is_formed_if_its_base_is_occupied(table: Table, reading: str) -> None:
    """Ruling lost-army-base: 2 Panzergruppe stands in Warschau, 9 Army in Lomza, 4 Army in Wlodawa."""
    scenario = ALONE.replace('[armies.2Pz]\nat = "Siedlce"\n', "")
    position = table.position(scenario, variants=WINTER, **{"lost-army-base": reading})
    army, stock = position.army("3Pz"), position.state.stock
    assert "lost-army-base" in rulings(position, winter(position, "Rzhev"))
    position.do(winter(position, "Rzhev"))
    assert position.state.at[army] == (position.area("Siedlce") if reading == "nearest" else -1)
    assert position.state.loads[army] == NOTHING
    assert position.state.stock == stock + Supplies(fuel=3)
    assert not position.ruleset.invariants(position.state)


def test_a_free_base_needs_no_ruling(table: Table) -> None:
    position = table.position(ALONE, variants=WINTER, **{"lost-army-base": "out"})
    assert "lost-army-base" not in rulings(position, winter(position, "Rzhev"))
    position.do(winter(position, "Rzhev"))
    assert position.state.at[position.army("3Pz")] == position.area("Warschau")


# The other rulings


def test_whether_winter_counter_attacks_must_be_made(table: Table) -> None:
    """Ruling winter-attacks."""
    may = table.position(RZHEV, variants=WINTER)
    assert "winter-attacks" in rulings(may, winter(may, "Rzhev"))
    may.do(a.PlaceSoviet(may.area("Kalinin")))
    assert may.state.active == 1
    must = table.position(RZHEV, variants=WINTER, **{"winter-attacks": "must"})
    assert set(must.ruleset.legal(must.state)) == {winter(must, "Rzhev"), winter(must, "Vyazma")}
    for action in (a.PlaceSoviet(must.area("Kalinin")), a.EndReaction()):
        assert "13.4.all" in must.refusal(action)
        assert "winter-attacks" in rulings(must, action)
    assert "13.4.all" in must.refusal(a.CounterAttack(must.area("Vyazma")))
    must.do(winter(must, "Rzhev"), a.Defend(), winter(must, "Vyazma"), a.PlaceSoviet(must.area("Kalinin")))
    assert must.state.active == 1


# Orel borders nothing but areas of Brown.
OREL = 'phase = "reaction"\n[players.brown]\ncontrols = ["Orel", "Briansk", "Tula", "Kursk"]\n'


def test_whether_a_winter_attack_comes_from_somewhere(table: Table) -> None:
    """Ruling winter-front."""
    front = table.position(OREL, variants=WINTER)
    assert "13.4.all" in front.refusal(winter(front, "Orel"))
    assert "winter-front" in rulings(front, winter(front, "Orel"))
    front.do(winter(front, "Tula"))
    anywhere = table.position(OREL, variants=WINTER, **{"winter-front": "anywhere"})
    assert "winter-front" in rulings(anywhere, winter(anywhere, "Orel"))
    assert "winter-front" not in rulings(anywhere, winter(anywhere, "Tula"))
    anywhere.do(winter(anywhere, "Orel"))
    assert anywhere.state.soviet >> anywhere.area("Orel") & 1
    # The area is cut off until an army has moved (2024:542).
    assert encircled(anywhere.ruleset.material, anywhere.state) == 1 << anywhere.area("Orel")


def test_whether_winter_attacks_follow_each_other(table: Table) -> None:
    """Ruling attack-cascade: Orel lies open once Tula has fallen."""
    at_start = table.position(OREL, variants=WINTER)
    at_start.do(winter(at_start, "Tula"))
    assert "13.4.all" in at_start.refusal(winter(at_start, "Orel"))
    cascade = table.position(OREL, variants=WINTER, **{"attack-cascade": "cascade"})
    assert "13.4.all" in cascade.refusal(winter(cascade, "Orel"))
    cascade.do(winter(cascade, "Tula"))
    assert "attack-cascade" in rulings(cascade, winter(cascade, "Orel"))
    cascade.do(winter(cascade, "Orel"))
    assert not cascade.state.control[2] >> cascade.area("Orel") & 1


@pytest.mark.parametrize("reading", ["no-marker", "no-attack"])
def test_winter_with_an_empty_pool(table: Table, reading: str) -> None:
    """Ruling winter-empty-pool."""
    position = table.position(RZHEV, variants=WINTER, **{"winter-empty-pool": reading})
    position.state = replace(position.state, pool=0, boxed=position.state.boxed + position.state.pool)
    assert "winter-empty-pool" in rulings(position, winter(position, "Vyazma"))
    if reading == "no-attack":
        assert "13.4.all" in position.refusal(winter(position, "Vyazma"))
        return
    position.do(winter(position, "Vyazma"))
    assert not (position.state.soviet | position.state.control[1]) >> position.area("Vyazma") & 1
    assert not position.state.last_round


def test_the_last_marker_of_the_pool_can_go_to_an_area_lost_in_winter(table: Table) -> None:
    """2024:452, 2024:970: it is placed, and the game ends with the round."""
    position = table.position("pool = 1\n" + RZHEV, variants=WINTER)
    position.do(winter(position, "Vyazma"))
    assert (position.state.pool, position.state.last_round) == (0, True)


def test_after_the_last_marker_the_first_edition_attacks_in_winter_without_placing(table: Table) -> None:
    """first:769-773: no marker is placed any more, though combat has refilled the pool; attacks go on."""
    position = table.position("last_round = true\npool = 2\n" + RZHEV, variants=WINTER, edition="first")
    position.do(winter(position, "Vyazma"))
    vyazma = position.area("Vyazma")
    assert not (position.state.soviet | position.state.control[1]) >> vyazma & 1
    assert position.state.pool == 2
    later = table.position("last_round = true\npool = 2\n" + RZHEV, variants=WINTER)
    later.do(winter(later, "Vyazma"))
    assert later.state.soviet >> vyazma & 1


def test_winter_can_be_played_beside_other_optional_rules(table: Table) -> None:
    """2024:927: before the counter-attacks and the placement of an Advanced reaction, or beside a Soviet player."""
    for variants in (["winter", "advanced"], ["winter", "abwehr"], ["winter", "soviet-player"]):
        position = table.position(RZHEV, variants=variants)
        position.do(winter(position, "Rzhev"), a.Defend())
        assert position.state.phase == "reaction"


@pytest.mark.parametrize("edition", ["2024", "first"])
def test_both_editions_have_the_same_winter(table: Table, edition: str) -> None:
    """first:1587-1618; the medal of a lost area stays with its player in the first edition."""
    position = table.position(RZHEV, variants=WINTER, edition=edition)
    held = position.state.medals_held[1]
    position.do(winter(position, "Rzhev"), withdraw(position, "Smolensk"))
    assert position.state.soviet >> position.area("Rzhev") & 1
    assert position.state.medals_held[1] == (held - 1 if edition == "2024" else held)
