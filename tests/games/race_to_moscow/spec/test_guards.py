"""What is forbidden is refused by the spec alone, under the rule that forbids it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.deck import Deck, Layer
from rtm_verify.games.race_to_moscow.state import Pending
from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies

Make = Callable[..., Any]


def loaded(here: Any, army: str, supplies: Supplies) -> None:
    """Give an army these supplies and no others."""
    loads = list(here.state.loads)
    loads[here.army(army)] = supplies
    here.state = replace(here.state, loads=tuple(loads))


def riga(table: Make, *names: str, **pins: str) -> Any:
    """4 Panzergruppe has set off from Riga and entered these areas, drawing nothing of consequence."""
    here = table("riga", {name.replace("_", "-"): reading for name, reading in pins.items()})
    here.play(a.Activate(here.army("4Pz")))
    for name in names:
        here.play(a.Enter(here.area(name)))
        if here.state.pending:
            here.play(a.Reveal(here.card("Silberfuchs")))
    return here


def entering(table: Make, name: str) -> tuple[Any, a.Enter]:
    here = riga(table)
    return here, a.Enter(here.area(name))


def test_an_army_may_enter_the_next_area(table: Make) -> None:
    here, action = entering(table, "Jekelopils")
    assert here.forbidden(action) == ()


def test_an_army_follows_a_line(table: Make) -> None:
    here, action = entering(table, "Sebezh")
    assert here.forbidden(action)[:2] == ("4.board.line", "4.board.adjacent")


@pytest.mark.parametrize(
    ("field", "rule"),
    [
        ("halted", "8.halt.push"),
        ("over", "10.lose.end"),
    ],
)
def test_an_army_that_was_stopped_does_not_go_on(table: Make, field: str, rule: str) -> None:
    here, action = entering(table, "Jekelopils")
    moving = replace(here.state.moving, **{field: True})
    assert rule in here.forbidden(action, replace(here.state, moving=moving))


def test_an_armored_army_enters_three_areas_and_no_more(table: Make) -> None:
    here, action = entering(table, "Jekelopils")
    state = replace(here.state, moving=replace(here.state.moving, hops=3))
    assert here.forbidden(action, state) == ("8.2.allowance", "8.halt.push-allowance", "9.4.schnellkampfgruppe")
    assert here.forbidden(action, replace(here.state, moving=replace(here.state.moving, hops=2))) == ()


def test_no_second_army_enters_an_area(table: Make) -> None:
    here, action = entering(table, "Jekelopils")
    at = list(here.state.at)
    at[here.army("2Pz")] = here.area("Jekelopils")
    assert here.forbidden(action, replace(here.state, at=tuple(at))) == ("8.common.occupied", "first.7.occupied")


def test_no_army_enters_under_a_foreign_marker(table: Make) -> None:
    here, action = entering(table, "Jekelopils")
    gray, white, brown = here.state.control
    state = replace(here.state, control=(gray, white | here.bit("Jekelopils"), brown))
    assert here.forbidden(action, state)[:2] == ("8.common.foreign-marker", "8.double.enter")


def test_an_open_card_is_resolved_first(table: Make) -> None:
    here, action = entering(table, "Jekelopils")
    state = replace(here.state, pending=Pending("pursuit"))
    for other in (action, a.EndMove(), a.PayOn(), a.Drop(here.army("4Pz"), Supplies(fuel=1))):
        assert "8.common.resolve" in here.forbidden(other, state)


def test_a_bunker_costs_ammo_that_must_be_there(table: Make) -> None:
    here = table("brest")
    here.play(a.Activate(here.army("2Pz")))
    brest = a.Enter(here.area("Brest"))
    assert here.forbidden(brest) == ()
    loaded(here, "2Pz", Supplies(fuel=2))
    assert here.forbidden(brest) == ("8.fort.cannot", "8.fort.pay", "4.board.fort", "first.7.fort")


def test_an_empty_soviet_deck_closes_the_area_if_the_ruling_says_so(table: Make) -> None:
    for reading, rules in (("no-card", ()), ("no-entry", ("8.common.soviet-draw", "8.common.reshuffle"))):
        here = table("brest", {"no-card-left": reading})
        here.play(a.Activate(here.army("2Pz")))
        assert here.forbidden(a.Enter(here.area("Brest")), replace(here.state, soviet_deck=Deck())) == rules


def test_a_pursuit_deck_without_any_card_closes_the_area_if_the_ruling_says_so(table: Make) -> None:
    for reading, rules in (("no-card", ()), ("no-entry", ("8.common.pursuit-draw", "8.common.reshuffle"))):
        here = table("riga", {"no-card-left": reading})
        here.play(a.Activate(here.army("4Pz")))
        bare = replace(here.state, pursuit=(Deck(), *here.state.pursuit[1:]))
        assert here.forbidden(a.Enter(here.area("Jekelopils")), bare) == rules


def test_an_armored_army_sets_off_for_fuel(table: Make) -> None:
    here = table("riga")
    loaded(here, "4Pz", Supplies(ammo=3))
    assert here.forbidden(a.Activate(here.army("4Pz"))) == ("8.2.fuel", "first.7.armored-fuel")


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"core_left": 0}, "7.core"),
        ({"moved": -1}, "8.common.once"),
        ({"halt": -1}, "8.7.no-move"),
        ({"fields": True}, "7.complete"),
        ({"active": 1}, "3.1.own"),
        ({"winner": 1}, "5.immediate"),
    ],
)
def test_an_army_does_not_set_off_when_it_may_not(table: Make, change: dict[str, Any], rule: str) -> None:
    here = table("riga")
    action = a.Activate(here.army("4Pz"))
    assert here.forbidden(action) == ()
    assert rule in here.forbidden(action, replace(here.state, **change))


def test_a_field_army_moves_within_the_field_armies_action(table: Make) -> None:
    here = table("riga")
    assert here.forbidden(a.Activate(here.army("16A"))) == ("8.1.one-area", "7.core-field")
    assert here.forbidden(a.Activate(here.army("16A")), replace(here.state, fields=True)) == ()


def test_fuel_is_paid_only_against_a_halt(table: Make) -> None:
    here = riga(table, "Jekelopils")
    assert here.forbidden(a.PayOn()) == ("8.halt.push",)
    halted = replace(here.state, moving=replace(here.state.moving, halted=True))
    assert here.forbidden(a.PayOn(), halted) == ()
    tired = replace(here.state, moving=replace(here.state.moving, halted=True, hops=3))
    assert here.forbidden(a.PayOn(), tired) == ("8.halt.push-allowance", "8.2.allowance", "9.4.schnellkampfgruppe")
    beaten = replace(here.state, moving=replace(here.state.moving, halted=True, over=True))
    assert "10.lose.no-fuel" in here.forbidden(a.PayOn(), beaten)
    loaded(here, "4Pz", Supplies(ammo=1))
    dry = replace(here.state, moving=replace(here.state.moving, halted=True))
    assert here.forbidden(a.PayOn(), dry) == ("8.halt.push", "aid.push")


def test_a_forced_march_needs_food_and_no_halt(table: Make) -> None:
    here = table("galicia")
    here.play(a.MoveFields(), a.Activate(here.army("11A")))
    moving = replace(here.state.moving, hops=1)
    assert here.forbidden(a.PayOn(), replace(here.state, moving=moving)) == ()
    assert here.forbidden(a.PayOn()) == ("8.1.march",)
    halted = replace(here.state, moving=replace(moving, halted=True))
    assert here.forbidden(a.PayOn(), halted) == ("8.1.march-halt", "8.halt.field")
    loaded(here, "11A", Supplies(ammo=1))
    assert here.forbidden(a.PayOn(), replace(here.state, moving=moving)) == ("8.1.march",)


def test_a_card_holds_six_and_an_area_its_limit(table: Make) -> None:
    here = table("full-card")
    army = here.army("4Pz")
    here.play(a.Activate(army))
    assert here.forbidden(a.Load(army, Supplies(ammo=1))) == ()
    assert "8.carry.pick-up" in here.forbidden(a.Load(army, Supplies(ammo=2)))
    loaded(here, "4Pz", Supplies(3, 3))
    assert here.forbidden(a.Load(army, Supplies(ammo=1)))[0] == "2.2.limit"
    assert here.forbidden(a.Load(army, Supplies(ammo=1), Supplies(fuel=1))) == ()
    depots = tuple(Supplies(6) if area == here.state.at[army] else NOTHING for area in range(len(here.state.depots)))
    assert "8.carry.drop-limit" in here.forbidden(a.Drop(army, Supplies(fuel=1)), replace(here.state, depots=depots))


def test_supplies_are_dropped_on_controlled_ground(table: Make) -> None:
    here = riga(table)
    drop = a.Drop(here.army("4Pz"), Supplies(fuel=1))
    assert here.forbidden(drop) == ()
    gray, white, brown = here.state.control
    state = replace(here.state, control=(gray & ~here.bit("Riga"), white, brown))
    assert here.forbidden(drop, state) == ("8.carry.drop-control", "first.11.supplies")
    assert "8.carry.drop" in here.forbidden(a.Drop(here.army("4Pz"), Supplies(food=1)))


def test_supplies_pass_between_actions_if_the_ruling_says_so_but_not_while_another_army_moves(table: Make) -> None:
    for reading, rules in (("while-moving", ("8.carry.drop", "first.7.drop")), ("any-time", ())):
        here = table("riga", {"supply-transfer": reading})
        drop = a.Drop(here.army("16A"), Supplies(ammo=1))
        assert here.forbidden(drop) == rules
        here.play(a.Activate(here.army("4Pz")))
        assert here.forbidden(drop) == ("8.carry.drop", "first.7.drop")


def test_only_the_card_on_top_is_drawn_and_of_the_right_deck(table: Make) -> None:
    here = riga(table)
    here.play(a.Enter(here.area("Jekelopils")))
    assert here.forbidden(a.Reveal(here.card("Mud"))) == ()
    assert "8.common.pursuit-draw" in here.forbidden(a.Reveal(here.card("3 Army")))
    seen = here.state.pursuit[0].peek(here.card("Silberfuchs"))
    state = replace(here.state, pursuit=(seen, *here.state.pursuit[1:]))
    assert here.forbidden(a.Reveal(here.card("Mud")), state) == ("8.common.pursuit-draw", "4.pursuit-deck")


def test_no_card_is_drawn_where_nothing_calls_for_it(table: Make) -> None:
    here = riga(table, "Panevezys")
    assert "8.common.controlled" in here.forbidden(a.Reveal(here.card("Mud")))


@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (a.Hold(), "9.2.hold"),
        (a.UseNow(), "9.2.now"),
        (a.Decline(), "8.common.resolve"),
        (a.Peek("Soviet"), "aid.peek"),
        (a.MoveMedal(0, 1), "first.7.halder"),
        (a.FlipTrack(0), "aid.partisans"),
        (a.EndMove(), "8.1.one-by-one"),
        (a.EndFields(), "8.1.one-by-one"),
        (a.PlayHeld(8), "9.2.hold"),
    ],
)
def test_nothing_is_answered_that_was_not_asked(table: Make, action: a.Action, rule: str) -> None:
    assert rule in table("riga").forbidden(action)


def test_a_held_card_waits_for_a_later_turn_if_the_ruling_says_so(table: Make) -> None:
    for reading, rules in (("later-turn", ("9.2.hold", "aid.keep")), ("same-turn", ())):
        here = table("recon-in-hand", {"held-card-turn": reading})
        card = here.card("Recon")
        assert here.forbidden(a.PlayHeld(card)) == ()
        assert here.forbidden(a.PlayHeld(card), replace(here.state, held_this_turn=1 << card)) == rules


def test_no_bonus_action_interrupts_a_movement(table: Make) -> None:
    here = table("recon-in-hand")
    here.play(a.Activate(here.army("4Pz")))
    assert "7.complete" in here.forbidden(a.PlayHeld(here.card("Recon")))
    assert "7.complete" in here.forbidden(a.AirSupport("Soviet"))


def test_air_support_that_is_out_or_spent_is_not_used_again(table: Make) -> None:
    here = table("brest")
    assert here.forbidden(a.AirSupport("Soviet")) == ()
    for place in ("on Pursuit deck", "on Soviet deck", "spent"):
        state = replace(here.state, air=("ready", place, "ready"))
        assert here.forbidden(a.AirSupport("Soviet"), state) == (
            "9.1.again",
            "9.1.stay",
            "first.15.again",
            "first.15.one",
        )


@pytest.mark.parametrize(
    ("change", "rule"),
    [({"active": 1}, "8.3.gray"), ({"fleet_moved": True}, "8.3.once"), ({"core_left": 0}, "7.core")],
)
def test_the_fleet_moves_once_a_round_for_gray(table: Make, change: dict[str, Any], rule: str) -> None:
    here = table("courland")
    action = a.MoveFleet(here.material.board.sea_names["Courland Coast"])
    assert here.forbidden(action) == ()
    assert rule in here.forbidden(action, replace(here.state, **change))


def test_the_fleet_moves_to_the_next_sea_area(table: Make) -> None:
    here = table("courland")
    assert here.forbidden(a.MoveFleet(here.material.board.sea_names["Gulf of Riga"])) == (
        "8.3.adjacent",
        "first.10.adjacent",
    )


def test_a_medal_moves_exactly_between_the_areas_the_card_allows(table: Make) -> None:
    """The guards, pair by pair, against the question whether any medal can be moved at all."""
    for limits in ("same-colours", "card-text"):
        here = riga(table, medal_card_limits=limits)
        here.play(a.Enter(here.area("Jekelopils")))
        here.play(a.Reveal(here.card("Führerbefehl")))
        pairs = {
            (source, target)
            for source in range(len(here.state.medals))
            for target in range(len(here.state.medals))
            if (here.state.medals[source] or here.state.medals[target])
            and not here.forbidden(a.MoveMedal(source, target))
        }
        assert pairs
        double = {here.area(name) for name in ("Velikiye Luki", "Rzhev", "Kalinin", "Orel", "Kaluga")}
        north = {here.area(name) for name in ("Velikiye Luki", "Rzhev", "Kalinin")}
        wanted = {(s, t) for s in double for t in double if s != t}
        if limits == "same-colours":
            wanted = {(s, t) for s, t in wanted if (s in north) == (t in north)}
        assert pairs == wanted


def test_no_area_gets_a_third_medal(table: Make) -> None:
    here = riga(table)
    here.play(a.Enter(here.area("Jekelopils")))
    here.play(a.Reveal(here.card("Führerbefehl")))
    medals = list(here.state.medals)
    medals[here.area("Rzhev")] = 2
    action = a.MoveMedal(here.area("Kalinin"), here.area("Rzhev"))
    assert here.forbidden(action) == ()
    assert here.forbidden(action, replace(here.state, medals=tuple(medals))) == ("first.7.fuhrerbefehl-limit",)
    gray, white, brown = here.state.control
    state = replace(here.state, control=(gray | here.bit("Rzhev"), white, brown))
    assert here.forbidden(action, state) == ("first.7.fuhrerbefehl-target",)


def test_a_second_auxiliaries_card_is_played_in_no_turn_of_the_first_edition(table: Make) -> None:
    """It may be given up, though: to keep a card is a permission (first:1034-1038)."""
    card = table("riga").card("Axis Latvians")
    for edition, rules in (("2024", ()), ("first", ("first.5.auxiliaries-once",))):
        here = table("riga", {"held-card-now": "at-once"}, edition=edition)
        held = replace(here.state, hands=(1 << card, 0, 0), auxiliaries_used=1)
        assert here.forbidden(a.PlayHeld(card), held) == rules
        assert here.forbidden(a.UseNow(), replace(held, pending=Pending("keep", card))) == ()


def test_who_has_won_only_ends_the_move(table: Make) -> None:
    here = riga(table, "Jekelopils")
    won = replace(here.state, winner=0, winners=1, phase="over")
    assert here.forbidden(a.EndMove(), won) == ()
    for other in (a.Enter(here.area("Sebezh")), a.PayOn(), a.Drop(here.army("4Pz"), Supplies(fuel=1))):
        assert "5.immediate" in here.forbidden(other, won)
    galicia = table("galicia")
    galicia.play(a.MoveFields())
    over = replace(galicia.state, winner=2, winners=4, phase="over")
    assert galicia.forbidden(a.EndFields(), over) == ()
    assert "5.immediate" in galicia.forbidden(a.Activate(galicia.army("11A")), over)


def test_no_army_ends_a_move_outside_the_step_for_actions(table: Make) -> None:
    here = riga(table, "Jekelopils")
    assert "6.reaction" in here.forbidden(a.EndMove(), replace(here.state, phase="reaction"))


def test_a_swap_in_the_first_edition_may_leave_what_is_too_much(table: Make) -> None:
    """What an army leaves beyond the limit goes to the stock (first:1300-1302), exchanged or not."""
    for edition, rules in (("first", ()), ("2024", ("8.carry.drop-limit",))):
        here = table("full-card", edition=edition)
        army = here.army("4Pz")
        here.play(a.Activate(army))
        full = tuple(
            Supplies(0, 6) if area == here.state.at[army] else NOTHING for area in range(len(here.state.depots))
        )
        loaded(here, "4Pz", Supplies(3, 0, 3))
        swap = a.Load(army, Supplies(ammo=1), Supplies(fuel=2))
        assert here.forbidden(swap, replace(here.state, depots=full))[:1] == rules


def test_a_pile_that_does_not_grow_leaves_the_soviet_deck_as_it_lies(table: Make) -> None:
    """Groups of unseen cards that became alike, since a card was drawn, are not looked at anew."""
    here = riga(table, "Jekelopils")
    deck = here.state.soviet_deck
    group = Layer(deck.layers[0].cards, 1)
    here.state = replace(here.state, soviet_deck=replace(deck.draw_unseen(2), hidden=(group, group)))
    assert here.opinion(here.play(a.EndMove())) == ()
