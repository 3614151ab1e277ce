"""Open points of the rulebooks that belong to no single chapter: every reading is played."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.kernel.bits import members

from .table import Table

REACTION = 'phase = "reaction"\n'


@pytest.mark.parametrize(("reading", "level"), [("triggers", 2), ("no-train-taken", 1)])
def test_whether_an_empty_stock_of_trains_re_organizes_again(table: Table, reading: str, level: int) -> None:
    """Ruling reorganization-again (2024:717): only a truck is taken, and no train was there."""
    position = table.position(**{"reorganization-again": reading})
    held = {"trains_held": (3, 6, 9), "trucks_held": (0, 5, 5)}
    position.state = replace(position.state, trains_stock=0, trucks_stock=(5, 0, 0), **held)
    step = position.step(a.TakeTransport(1, 0))
    assert position.state.level == level
    assert "reorganization-again" in step.rulings


@pytest.mark.parametrize(("reading", "runs"), [("any-line", True), ("own-colour", False)])
def test_whether_a_chain_to_the_base_uses_lines_of_other_colours(table: Table, reading: str, runs: bool) -> None:
    """Ruling train-chain-lines: on this board the line from Vilnius to Polotsk is White's alone."""
    pattern = r'(a = "Vilnius"\nb = "Polotsk"\n)colors = \["gray", "white"\]'
    board = table.board((pattern, r'\1colors = ["white"]'))
    scenario = """
[players.gray]
controls = ["Kaunas", "Vilnius", "Polotsk", "Velikiye Luki"]
[areas.Kaunas]
track = true
[areas.Vilnius]
track = true
[areas.Polotsk]
track = true
fuel = 1
[areas."Velikiye Luki"]
track = true
"""
    move = "transport train Polotsk > Velikiye Luki 1 fuel"
    log = move if runs else f"illegal {move}\n because 8.5.chain"
    step = table.green(log, scenario, rulings={"train-chain-lines": reading}, board=board)
    assert runs or "train-chain-lines" in step.rulings


@pytest.mark.parametrize(("reading", "size"), [("renewed", 1), ("stays-empty", 0)])
def test_whether_an_exhausted_pursuit_deck_is_renewed(table: Table, reading: str, size: int) -> None:
    """Ruling pursuit-renewal (2024:514-516): one card lies in the discard pile, none in the deck."""
    position = table.position(**{"pursuit-renewal": reading})
    mud = 1 << position.card("gray", "Mud")
    rest = position.ruleset.material.cards.pursuit[0] & ~mud
    pursuit = (Deck(), *position.state.pursuit[1:])
    position.state = replace(position.state, pursuit=pursuit, discards=(mud, 0, 0), trophies=(rest, 0, 0))
    position.do(a.Activate(position.army("4Pz")))
    step = position.step(a.Enter(position.area("Kedainai")))
    assert "pursuit-renewal" in step.rulings
    assert position.state.pursuit[0].size == size
    assert (position.state.pending is not None) == (size == 1)
    assert position.controls("gray", "Kedainai") == (size == 0)


@pytest.mark.parametrize(("reading", "allowed"), [("every-area", False), ("victory-cities", True)])
def test_whether_a_third_medal_can_come_to_an_objective(table: Table, reading: str, allowed: bool) -> None:
    """Ruling medal-limit (first:1013): Führerbefehl, and two medals lie in Velikiye Luki."""
    scenario = '[areas."Velikiye Luki"]\nmedals = 2\n'
    move = "armor 4Pz Tilsit > Kedainai [Führerbefehl] medal Rzhev to Velikiye Luki"
    log = (
        f"{move}\n expect Velikiye Luki has 3 medals"
        if allowed
        else f"illegal {move}\n because first.7.fuhrerbefehl-limit"
    )
    step = table.green(log, scenario, rulings={"medal-limit": reading})
    assert "medal-limit" in step.rulings


@pytest.mark.parametrize(("reading", "held"), [("kept", 2), ("returned", 1)])
def test_whether_the_medals_of_a_victory_area_are_returned(table: Table, reading: str, held: int) -> None:
    """Ruling lost-victory-medals (2024:436, 2024:572): Gray takes Leningrad without a chain and loses it again."""
    scenario = '[players.gray]\ncontrols = ["Luga"]\nmedals = 0\n[armies.4Pz]\nat = "Luga"\nfuel = 3\nammo = 3\n'
    position = table.position(scenario, **{"lost-victory-medals": reading})
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Leningrad")))
    step = position.step(a.Reveal(position.card("soviet", "5 Army")))
    assert "lost-victory-medals" in step.rulings
    assert position.state.medals_held[0] == 2
    position.do(a.EndMove())
    at = tuple(
        position.area("Danzig") if army == position.army("4Pz") else area for army, area in enumerate(position.state.at)
    )
    position.state = replace(position.state, phase="reaction", active=1, at=at)
    leningrad = a.CounterAttack(position.area("Leningrad"))
    others = position.state.control[0] & ~(1 << position.area("Leningrad"))
    position.state = replace(position.state, control=(position.state.control[0] & ~others, *position.state.control[1:]))
    position.do(leningrad)
    assert position.state.medals_held[0] == held


@pytest.mark.parametrize(("reading", "marks"), [("keeps", 1), ("fresh", 0)])
def test_whether_an_army_lost_in_winter_keeps_its_markers(table: Table, reading: str, marks: int) -> None:
    """Ruling lost-army-state (2024:968): 3 Panzergruppe is grounded and has moved."""
    scenario = REACTION + '[players.white]\ncontrols = ["Rzhev"]\n[armies.3Pz]\nat = "Rzhev"\nfuel = 3\nhalt = true\n'
    scenario += 'moved = true\n[armies.2Pz]\nat = "Siedlce"\n'
    position = table.position(scenario, variants=["winter"], **{"lost-army-state": reading})
    step = position.step(a.WinterAttack(position.area("Rzhev")))
    army = position.army("3Pz")
    assert "lost-army-state" in step.rulings
    assert position.state.at[army] == position.area("Warschau")
    assert (position.state.halt >> army & 1, position.state.moved >> army & 1) == (marks, marks)


@pytest.mark.parametrize(("reading", "allowed"), [("attack", False), ("may-discard", True)])
def test_whether_a_free_reaction_may_discard_instead_of_attacking(table: Table, reading: str, allowed: bool) -> None:
    """Ruling free-discard (2024:923, 2024:955): no Soviet marker lies on the board, and Minsk can be attacked."""
    scenario = REACTION + '[players.white]\ncontrols = ["Minsk"]\n'
    position = table.position(scenario, variants=["abwehr"], **{"free-discard": reading})
    position.state = replace(position.state, soviet=0, pool=26)
    if allowed:
        step = position.step(a.EndReaction())
        assert "free-discard" in step.rulings
        assert (position.state.pool, position.state.boxed) == (25, 1)
    else:
        assert position.refusal(a.EndReaction()) >= {"12.always"}
        assert position.ruleset.judge(position.state, a.EndReaction())[0].rulings == ("free-discard",)


@pytest.mark.parametrize(("reading", "after"), [("refused", "spent"), ("spares", "ready")])
def test_whether_stukageschwader_spares_a_marker_on_a_deck(table: Table, reading: str, after: str) -> None:
    """Ruling stuka-on-deck (2024:804)."""
    position = table.position(**{"stuka-on-deck": reading})
    position.give("gray", "Stukageschwader")
    position.do(a.AirSupport("Soviet"), a.Reveal(position.card("soviet", "5 Army")))
    if reading == "refused":
        assert position.refusal(position.okh("Stukageschwader")) >= {"9.4.stukageschwader"}
    else:
        assert "stuka-on-deck" in position.step(position.okh("Stukageschwader")).rulings
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kaunas")))
    position.do(a.Reveal(position.card("soviet", "5 Army")))
    assert position.state.air[0] == after


@pytest.mark.parametrize(("reading", "left"), [("each", 3), ("together", 1)])
def test_whether_prices_rise_for_all_players_together(table: Table, reading: str, left: int) -> None:
    """Ruling total-war-prices (2024:974-979): White has bought two cards, Gray none."""
    scenario = 'okh = ["Brandenburg", "Luftbrücke", "Pionieren", "Wolfsschanze"]\n[players.gray]\nmedals = 5\n'
    position = table.position(scenario, variants=["total-war"], **{"total-war-prices": reading})
    position.state = replace(position.state, okh_bought=(0, 2, 0))
    step = position.step(a.TakeOkh(position.card("okh", "Brandenburg")))
    assert "total-war-prices" in step.rulings
    assert position.state.medals_held[0] == left
    assert members(position.state.okh_pool)
