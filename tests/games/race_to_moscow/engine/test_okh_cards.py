"""Chapter 9.4: what each of the twelve OKH cards does, when, and where it is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies
from rtm_verify.kernel.bits import lowest

from .table import Position, Table

RIGA = (
    '[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Panevezys", "Riga"]\n'
    '[armies.4Pz]\nat = "Riga"\nfuel = 2\nammo = 2\n'
)
ALL = (
    "Transportflottille",
    "Brandenburg",
    "Luftbrücke",
    "Panzerhaubitzen",
    "Pionieren",
    "Grosstransportraum",
    "Schnellkampfgruppe",
    "Auftragstaktik",
    "Stukageschwader",
    "Sicherungs-Division",
    "Eisenbahnpioniere",
    "Wolfsschanze",
)


def held(table: Table, *names: str, scenario: str = RIGA, player: str = "gray", **how: str) -> Position:
    """A position in which the player whose turn it is holds OKH cards."""
    position = table.position(scenario, first=player, **how)
    position.give(player, *names)
    return position


def enter(position: Position, *areas: str) -> None:
    """The army on the move enters areas, drawing cards without effect where one is drawn."""
    for area in areas:
        position.do(a.Enter(position.area(area)))
        if position.state.pending and position.state.pending.kind == "pursuit":
            player = PLAYERS[position.state.active]
            deck = position.state.pursuit[position.state.active]
            idle = [
                *{"gray": ("Silberfuchs", "Platinfuchs"), "white": ("Stalin Line",)}.get(player, ("Endless Steppe",))
            ]
            cards = [position.card(player, name) for name in idle]
            position.do(a.Reveal(next(card for card in cards if deck.candidates() >> card & 1)))


def soviet(position: Position, name: str) -> a.Reveal:
    return a.Reveal(position.card("soviet", name))


def stock(position: Position, supplies: Supplies) -> None:
    position.state = replace(position.state, stock=supplies)


def air(position: Position, player: int = 0) -> str:
    """Where a player's Air Support marker is."""
    return position.state.air[player]


def asked(position: Position) -> str:
    """What is open."""
    return position.state.pending.kind if position.state.pending else ""


def _to_jekelopils(position: Position) -> tuple[a.Action, ...]:
    return a.Enter(position.area("Jekelopils")), a.Reveal(position.card("gray", "Silberfuchs"))


# The moment of each card

MOMENTS: dict[str, Callable[[Position], None]] = {
    "between actions": lambda _: None,
    "at activation": lambda p: p.do(a.Activate(p.army("4Pz"))),
    "on the move": lambda p: p.do(a.Activate(p.army("4Pz")), *_to_jekelopils(p)),
    "field armies": lambda p: p.do(a.MoveFields()),
    "a field army": lambda p: p.do(a.MoveFields(), a.Activate(p.army("16A"))),
    "transport": lambda p: p.do(a.BeginTransport()),
    "combat": lambda p: p.do(a.Activate(p.army("4Pz")), a.Enter(p.area("Siauliai")), soviet(p, "3 Army")),
    "a draw": lambda p: p.do(a.Activate(p.army("4Pz")), a.Enter(p.area("Jekelopils"))),
    "reaction": lambda p: p.do(a.AdvanceRailhead(p.area("Kaunas"))),
}
_BETWEEN = {
    "at activation": {"7.complete"},
    "on the move": {"7.complete"},
    "field armies": {"7.complete"},
    "a field army": {"7.complete"},
    "transport": {"7.complete"},
    "combat": {"8.common.resolve", "7.complete"},
    "a draw": {"8.common.resolve", "7.complete"},
    "reaction": {"6.reaction", "12.always"},
}


def _only(clauses: set[str], *moments: str) -> dict[str, set[str]]:
    """Refused by these clauses but at some moments, and everywhere while something else is open."""
    refused = dict.fromkeys(MOMENTS, clauses)
    refused["a draw"] = {"8.common.resolve", *clauses}
    refused["combat"] = {"8.common.resolve", *clauses}
    refused["reaction"] = {"6.reaction", "12.always"}
    return {moment: rules for moment, rules in refused.items() if moment not in moments}


_HOWITZERS = {"9.4.panzerhaubitzen", "9.4.panzerhaubitzen-any-time"}
_GUARDS = {"9.4.sicherungs-division", "9.4.sicherungs-division-timing"}
# Where each card is refused, and by which clauses; everywhere else it is accepted.
REFUSED: dict[str, dict[str, set[str]]] = {
    "Transportflottille": _BETWEEN,
    "Luftbrücke": _BETWEEN,
    "Eisenbahnpioniere": _BETWEEN,
    "Wolfsschanze": _BETWEEN,
    "Stukageschwader": _BETWEEN,
    "Auftragstaktik": _BETWEEN,
    "Panzerhaubitzen": {
        **_only(_HOWITZERS, "at activation", "on the move", "combat"),
        # The card of 16 Army is full: there is no room for the ammo.
        "a field army": _HOWITZERS,
        # The army is on the move, so that nothing but the open draw is in the way.
        "a draw": {"8.common.resolve"},
    },
    "Schnellkampfgruppe": {
        **_only({"9.4.schnellkampfgruppe"}, "at activation", "on the move"),
        "combat": {"9.4.schnellkampfgruppe"},
        "a draw": {"8.common.resolve"},
    },
    "Pionieren": _only({"9.4.pionieren"}, "at activation", "a field army"),
    "Grosstransportraum": _only({"9.4.grosstransportraum"}, "transport"),
    "Brandenburg": {**_only({"9.4.brandenburg"}, "combat"), "a draw": {"8.common.resolve", "9.4.brandenburg"}},
    "Sicherungs-Division": _only(_GUARDS),
}


def test_every_card_has_its_moments() -> None:
    assert set(REFUSED) == set(ALL)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("name", ALL)
def test_a_card_is_played_at_its_moment_and_refused_at_every_other(table: Table, name: str, moment: str) -> None:
    position = held(table, *ALL)
    MOMENTS[moment](position)
    if moment in REFUSED[name]:
        assert position.refusal(position.okh(name)) >= REFUSED[name][moment]
    else:
        hand = position.state.hands[0]
        step = position.step(position.okh(name))
        assert {rule for event in step.events for rule in event.rules} >= {"9.4.any-point", "9.4.removed"}
        assert position.state.hands[0] == hand & ~(1 << position.card("okh", name))


@pytest.mark.parametrize("moment", ["at activation", "on the move", "field armies", "a field army", "transport"])
@pytest.mark.parametrize("name", ["Transportflottille", "Luftbrücke", "Eisenbahnpioniere", "Wolfsschanze"])
def test_by_another_reading_a_card_that_begins_no_action_interrupts_one(table: Table, name: str, moment: str) -> None:
    position = held(table, *ALL, **{"okh-timing": "any-point"})
    MOMENTS[moment](position)
    step = position.step(position.okh(name))
    assert step.rulings == ("okh-timing",)
    assert asked(position)
    position.do(position.ruleset.legal(position.state)[0])
    assert not asked(position)
    # By the default reading the same is refused.
    position = held(table, *ALL)
    MOMENTS[moment](position)
    assert position.refusal(position.okh(name)) >= {"7.complete"}


@pytest.mark.parametrize("name", ["Stukageschwader", "Auftragstaktik"])
def test_in_no_reading_does_a_card_begin_an_action_within_another(table: Table, name: str) -> None:
    position = held(table, *ALL, **{"okh-timing": "any-point"})
    MOMENTS["on the move"](position)
    assert position.refusal(position.okh(name)) >= {"7.complete"}


def test_nothing_is_played_once_the_game_is_won(table: Table) -> None:
    position = held(table, *ALL)
    position.state = replace(position.state, winner=1, winners=2, phase="over")
    for name in ALL:
        assert "5.immediate" in position.refusal(position.okh(name))


# Transportflottille


def test_transportflottille_brings_one_of_each_to_a_baltic_harbor(table: Table) -> None:
    position = held(table, "Transportflottille")
    before = position.state.stock
    position.do(position.okh("Transportflottille"), a.ShipTo(position.area("Riga")))
    assert position.state.depots[position.area("Riga")] == Supplies(1, 1, 1)
    assert position.state.stock == before - Supplies(1, 1, 1)
    assert position.state.core_left == 2
    assert not asked(position)


def test_transportflottille_reaches_a_black_sea_harbor_and_a_printed_one(table: Table) -> None:
    odessa = '[players.brown]\ncontrols = ["Kishinev", "Odessa"]\n'
    position = held(table, "Transportflottille", scenario=odessa, player="brown")
    position.do(position.okh("Transportflottille"), a.ShipTo(position.area("Odessa")))
    assert position.state.depots[position.area("Odessa")] == Supplies(1, 1, 1)
    position = held(table, "Transportflottille", scenario="")
    position.do(position.okh("Transportflottille"), a.ShipTo(position.area("Memel")))
    assert position.state.depots[position.area("Memel")] == Supplies(1, 1, 1)


@pytest.mark.parametrize("area", ["Kaunas", "Liepaja", "Odessa"])
def test_transportflottille_serves_only_a_controlled_harbor(table: Table, area: str) -> None:
    position = held(table, "Transportflottille")
    position.do(position.okh("Transportflottille"))
    refused = position.refusal(a.ShipTo(position.area(area)))
    assert refused >= {"9.4.transportflottille-control", "4.board.harbor"}


def test_a_harbor_is_named_only_when_the_card_asks(table: Table) -> None:
    position = held(table, "Transportflottille")
    assert position.refusal(a.ShipTo(position.area("Riga"))) >= {"9.4.transportflottille"}


def test_a_full_harbor_receives_nothing(table: Table) -> None:
    position = held(table, "Transportflottille")
    position.do(position.okh("Transportflottille"))
    assert position.refusal(a.ShipTo(position.area("Danzig"))) >= {"8.limits.base"}


def test_transportflottille_without_a_harbor_is_refused(table: Table) -> None:
    position = held(table, "Transportflottille", scenario="", player="white")
    assert position.refusal(position.okh("Transportflottille")) >= {"9.4.transportflottille"}


def test_transportflottille_from_an_empty_stock_is_refused(table: Table) -> None:
    position = held(table, "Transportflottille")
    stock(position, NOTHING)
    assert position.refusal(position.okh("Transportflottille")) >= {"9.4.transportflottille"}


def test_what_the_stock_lacks_does_not_come_or_nothing_does(table: Table) -> None:
    position = held(table, "Transportflottille")
    stock(position, Supplies(fuel=1, food=2))
    position.do(position.okh("Transportflottille"))
    step = position.step(a.ShipTo(position.area("Riga")))
    assert step.rulings == ("okh-supplies",)
    assert position.state.depots[position.area("Riga")] == Supplies(fuel=1, food=1)
    assert position.state.stock == Supplies(food=1)
    position = held(table, "Transportflottille", **{"okh-supplies": "all-or-nothing"})
    stock(position, Supplies(fuel=1, food=2))
    assert position.refusal(position.okh("Transportflottille")) >= {"9.4.transportflottille"}


def test_what_a_harbor_cannot_hold_is_removed_by_choice_or_nothing_comes(table: Table) -> None:
    """Nobody decides for the player which supplies are too many (8.limits.choice)."""
    full = RIGA + "[areas.Danzig]\nfuel = 0\n[areas.Riga]\nammo = 1\nfood = 3\n"
    position = held(table, "Transportflottille", scenario=full)
    position.do(position.okh("Transportflottille"))
    step = position.step(a.ShipTo(position.area("Riga")))
    assert step.rulings == ("okh-supplies",)
    assert position.refusal(a.RemoveExcess(Supplies(fuel=1, food=1))) >= {"8.limits.excess", "8.limits.choice"}
    position.do(a.RemoveExcess(Supplies(food=1)))
    assert position.state.depots[position.area("Riga")] == Supplies(fuel=1, ammo=2, food=3)
    assert position.ruleset.invariants(position.state) == ()
    position = held(table, "Transportflottille", scenario=full, **{"okh-supplies": "all-or-nothing"})
    position.do(position.okh("Transportflottille"))
    assert position.refusal(a.ShipTo(position.area("Riga"))) >= {"8.limits.area"}
    position.step(a.ShipTo(position.area("Memel")))


def test_food_shipped_to_a_grounded_army_is_eaten(table: Table) -> None:
    position = held(table, "Transportflottille", scenario=RIGA + "halt = true\n")
    position.do(position.okh("Transportflottille"), a.ShipTo(position.area("Riga")))
    assert position.state.halt == 0
    assert position.state.depots[position.area("Riga")] == Supplies(fuel=1, ammo=1)


# Luftbrücke


@pytest.mark.parametrize("token", [Supplies(fuel=1), Supplies(ammo=1), Supplies(food=1)])
def test_luftbrucke_brings_one_supply_to_an_army(table: Table, token: Supplies) -> None:
    position = held(table, "Luftbrücke")
    before = position.state.stock
    position.do(position.okh("Luftbrücke"), a.Airlift(position.army("4Pz"), token))
    assert position.load("4Pz") == Supplies(fuel=2, ammo=2) + token
    assert position.state.stock == before - token
    assert position.state.core_left == 2


def test_luftbrucke_brings_no_more_and_nothing_else(table: Table) -> None:
    position = held(table, "Luftbrücke")
    army = position.army("4Pz")
    assert position.refusal(a.Airlift(army, Supplies(fuel=1))) >= {"9.4.luftbrucke"}
    position.do(position.okh("Luftbrücke"))
    assert position.refusal(a.Airlift(army, Supplies(ammo=2))) >= {"9.4.luftbrucke", "aid.okh.supply"}
    assert position.refusal(a.Airlift(army, NOTHING)) >= {"9.4.luftbrucke", "aid.okh.supply"}
    assert position.refusal(a.Airlift(position.army("16A"), Supplies(fuel=1))) >= {"2.2.limit"}
    assert position.refusal(a.Airlift(position.army("2Pz"), Supplies(fuel=1))) >= {"9.4.luftbrucke"}
    stock(position, Supplies(fuel=1))
    assert position.refusal(a.Airlift(army, Supplies(ammo=1))) >= {"9.4.luftbrucke"}


def test_luftbrucke_without_effect_is_refused(table: Table) -> None:
    position = held(table, "Luftbrücke", scenario="")
    assert position.refusal(position.okh("Luftbrücke")) >= {"9.4.luftbrucke"}  # all cards are full
    position = held(table, "Luftbrücke")
    stock(position, NOTHING)
    assert position.refusal(position.okh("Luftbrücke")) >= {"9.4.luftbrucke"}


@pytest.mark.parametrize(("reading", "food", "grounded"), [("feeds", 0, False), ("waits", 1, True)])
def test_whether_airlifted_food_lifts_a_halt(table: Table, reading: str, food: int, grounded: bool) -> None:
    position = held(table, "Luftbrücke", scenario=RIGA + "halt = true\n", **{"airlifted-food": reading})
    before = position.state.stock.food
    position.do(position.okh("Luftbrücke"))
    step = position.step(a.Airlift(position.army("4Pz"), Supplies(food=1)))
    assert step.rulings == ("airlifted-food",)
    assert position.load("4Pz").food == food
    assert position.state.stock.food == before - food
    assert bool(position.state.halt) is grounded


def test_fuel_does_not_lift_a_halt(table: Table) -> None:
    position = held(table, "Luftbrücke", scenario=RIGA + "halt = true\n")
    position.do(position.okh("Luftbrücke"), a.Airlift(position.army("4Pz"), Supplies(fuel=1)))
    assert position.state.halt == 1 << position.army("4Pz")


# Panzerhaubitzen


def test_panzerhaubitzen_add_one_ammo_on_the_move(table: Table) -> None:
    position = held(table, "Panzerhaubitzen")
    before = position.state.stock
    position.do(a.Activate(position.army("4Pz")), position.okh("Panzerhaubitzen"))
    assert position.load("4Pz") == Supplies(fuel=1, ammo=3)
    assert position.state.stock == before + Supplies(fuel=1) - Supplies(ammo=1)


def test_panzerhaubitzen_decide_a_combat(table: Table) -> None:
    scenario = RIGA.replace("ammo = 2", "ammo = 1")
    position = held(table, "Panzerhaubitzen", scenario=scenario)
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Siauliai")), soviet(position, "3 Army"))
    assert not position.controls("gray", "Siauliai")
    position.do(position.okh("Panzerhaubitzen"), a.Fight())
    assert position.controls("gray", "Siauliai")
    assert position.load("4Pz") == Supplies(fuel=1)
    # Without the card the same combat is lost.
    position = held(table, scenario=scenario)
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Siauliai")), soviet(position, "3 Army"))
    assert position.state.at[position.army("4Pz")] == position.area("Riga")


def test_panzerhaubitzen_help_against_a_pursuit_unit_too(table: Table) -> None:
    position = held(table, "Panzerhaubitzen", scenario=RIGA.replace("ammo = 2", "food = 1"))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
    position.do(a.Reveal(position.card("gray", "34 Army")), position.okh("Panzerhaubitzen"), a.Fight())
    assert position.controls("gray", "Jekelopils")
    assert position.load("4Pz") == Supplies(fuel=1, food=1)


def test_a_combat_can_be_fought_without_the_card_that_is_held(table: Table) -> None:
    position = held(table, "Panzerhaubitzen")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Siauliai")), soviet(position, "3 Army"))
    position.do(a.Fight())
    assert position.controls("gray", "Siauliai")
    assert position.state.hands[0] == 1 << position.card("okh", "Panzerhaubitzen")
    assert position.refusal(a.Fight()) >= {"10.must"}


def test_panzerhaubitzen_do_not_help_after_a_lost_combat(table: Table) -> None:
    position = held(table, "Panzerhaubitzen", scenario=RIGA.replace("ammo = 2", "food = 1"))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Siauliai")), soviet(position, "3 Army"))
    position.do(a.Fight())
    assert position.refusal(position.okh("Panzerhaubitzen")) >= _HOWITZERS


def test_panzerhaubitzen_open_a_fortified_area_to_an_army_without_ammo(table: Table) -> None:
    scenario = '[players.gray]\ncontrols = ["Narva"]\n[armies.4Pz]\nat = "Narva"\nfuel = 3\n'
    position = held(table, "Panzerhaubitzen", scenario=scenario)
    position.do(a.Activate(position.army("4Pz")))
    assert position.refusal(a.Enter(position.area("Luga"))) >= {"8.fort.cannot", "8.fort.pay"}
    position.do(position.okh("Panzerhaubitzen"))
    enter(position, "Luga")
    assert position.load("4Pz") == Supplies(fuel=2)


def test_panzerhaubitzen_without_effect_are_refused(table: Table) -> None:
    position = held(table, "Panzerhaubitzen")
    position.do(a.Activate(position.army("4Pz")))
    loads = position.state.loads
    position.state = replace(position.state, stock=replace(position.state.stock, ammo=0))
    assert position.refusal(position.okh("Panzerhaubitzen")) >= _HOWITZERS
    army = position.army("4Pz")
    full = (*loads[:army], Supplies(fuel=6), *loads[army + 1 :])
    position.state = replace(position.state, stock=Supplies(ammo=1), loads=full)
    assert position.refusal(position.okh("Panzerhaubitzen")) >= _HOWITZERS


# Brandenburg


def brandenburg(table: Table, **how: str) -> Position:
    position = held(table, "Brandenburg", **how)
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Siauliai")))
    position.do(soviet(position, "6 Mech Corps"))
    return position


def test_brandenburg_puts_the_first_card_under_the_deck_and_another_is_fought(table: Table) -> None:
    position = brandenburg(table)
    size = position.state.soviet_deck.size
    step = position.step(position.okh("Brandenburg"))
    assert {rule for event in step.events for rule in event.rules} >= {"9.4.brandenburg", "9.4.brandenburg-bottom"}
    first = position.card("soviet", "6 Mech Corps")
    deck = position.state.soviet_deck
    assert deck.size == size + 1
    assert deck.layers[-1].cards == 1 << first
    assert position.refusal(a.Reveal(first)) >= {"8.common.soviet-draw", "4.soviet-deck"}
    position.do(soviet(position, "3 Army"))
    assert position.controls("gray", "Siauliai")
    assert position.load("4Pz") == Supplies(fuel=1)
    assert position.state.trophies[0] == 1 << position.card("soviet", "3 Army")


def test_after_brandenburg_the_combat_can_still_be_lost(table: Table) -> None:
    position = brandenburg(table)
    position.do(position.okh("Brandenburg"), soviet(position, "12 Mech Corps"))
    assert position.controls("gray", "Siauliai")
    position = held(table, "Brandenburg", scenario=RIGA.replace("ammo = 2", "ammo = 1"))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Siauliai")))
    position.do(soviet(position, "6 Mech Corps"), position.okh("Brandenburg"), soviet(position, "3 Army"))
    assert not position.controls("gray", "Siauliai")
    assert position.state.soviet_deck.size == 33


@pytest.mark.parametrize(("reading", "won"), [("goes-on", True), ("first-card", False)])
def test_whether_air_support_goes_on_against_the_second_card(table: Table, reading: str, won: bool) -> None:
    position = held(table, "Brandenburg", scenario=RIGA.replace("ammo = 2", "ammo = 1"), **{"brandenburg-air": reading})
    position.do(a.AirSupport("Soviet"), soviet(position, "6 Mech Corps"), a.Activate(position.army("4Pz")))
    position.do(a.Enter(position.area("Siauliai")), soviet(position, "6 Mech Corps"), position.okh("Brandenburg"))
    position.do(soviet(position, "3 Army"))
    assert position.controls("gray", "Siauliai") == won
    assert position.load("4Pz") == Supplies(fuel=1)
    assert air(position) == "spent"


def test_both_cards_for_a_combat_are_played_one_after_the_other(table: Table) -> None:
    position = held(table, "Brandenburg", "Panzerhaubitzen", scenario=RIGA.replace("ammo = 2", "ammo = 1"))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Siauliai")))
    position.do(soviet(position, "6 Mech Corps"), position.okh("Brandenburg"), soviet(position, "3 Army"))
    position.do(position.okh("Panzerhaubitzen"))
    assert position.refusal(position.okh("Brandenburg")) >= {"9.3.area"}
    position.do(a.Fight())
    assert position.controls("gray", "Siauliai")
    assert position.load("4Pz") == Supplies(fuel=1)


def test_brandenburg_needs_another_card_in_the_deck(table: Table) -> None:
    position = held(table, "Brandenburg", "Panzerhaubitzen")
    card = position.card("soviet", "6 Mech Corps")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Siauliai")), a.Reveal(card))
    position.state = replace(position.state, soviet_deck=Deck())
    assert position.refusal(position.okh("Brandenburg")) >= {"9.4.brandenburg"}


def test_whether_brandenburg_is_played_against_a_pursuit_unit(table: Table) -> None:
    def against_34_army(reading: str) -> Position:
        position = held(table, "Brandenburg", "Panzerhaubitzen", **{"brandenburg-pursuit": reading})
        position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
        position.do(a.Reveal(position.card("gray", "34 Army")))
        return position

    position = against_34_army("soviet-only")
    assert position.refusal(position.okh("Brandenburg")) >= {"9.4.brandenburg"}
    position = against_34_army("any-unit")
    step = position.step(position.okh("Brandenburg"))
    assert step.rulings == ("brandenburg-pursuit",)
    assert position.state.pursuit[0].layers[-1].cards == 1 << position.card("gray", "34 Army")
    position.do(soviet(position, "3 Army"), a.Fight())
    assert position.controls("gray", "Jekelopils")
    assert position.load("4Pz") == Supplies(fuel=1)
    assert position.ruleset.invariants(replace(position.state, moving=None)) == ()


# Pionieren

FORTS = '[players.gray]\ncontrols = ["Narva"]\n[armies.4Pz]\nat = "Narva"\nfuel = 3\nammo = {}\n'


def test_pionieren_spare_the_ammo_and_the_bunker_goes(table: Table) -> None:
    position = held(table, "Pionieren", scenario=FORTS.format(0))
    position.do(a.Activate(position.army("4Pz")))
    assert position.refusal(a.Enter(position.area("Luga"))) >= {"8.fort.cannot", "8.fort.pay"}
    position.do(position.okh("Pionieren"))
    enter(position, "Luga")
    assert position.load("4Pz") == Supplies(fuel=2)
    assert position.controls("gray", "Luga")
    assert not position.state.bunkers >> position.area("Luga") & 1


def test_pionieren_are_for_one_movement(table: Table) -> None:
    position = held(table, "Pionieren", scenario=FORTS.format(0))
    position.do(a.Activate(position.army("4Pz")), position.okh("Pionieren"), a.EndMove())
    assert position.state.moving is None
    position.state = replace(position.state, moved=0)
    position.do(a.Activate(position.army("4Pz")))
    assert position.refusal(a.Enter(position.area("Luga"))) >= {"8.fort.cannot", "8.fort.pay"}


@pytest.mark.parametrize(("reading", "ammo"), [("all", 1), ("first", 0)])
def test_for_how_many_fortified_areas_pionieren_spare_the_ammo(table: Table, reading: str, ammo: int) -> None:
    """Luga and Leningrad are fortified; 3 Army in Leningrad takes 2 ammo."""
    position = held(table, "Pionieren", scenario=FORTS.format(3), **{"pionieren-areas": reading})
    position.do(a.Activate(position.army("4Pz")), position.okh("Pionieren"))
    position.do(a.Enter(position.area("Luga")))
    position.do(a.Reveal(position.card("gray", "Silberfuchs")))
    assert position.load("4Pz").ammo == 3
    step = position.step(a.Enter(position.area("Leningrad")))
    assert ("pionieren-areas" in step.rulings) is (reading == "all")
    position.do(soviet(position, "3 Army"))
    assert position.controls("gray", "Leningrad")
    assert position.load("4Pz").ammo == ammo


def test_pionieren_help_a_field_army(table: Table) -> None:
    scenario = '[players.gray]\ncontrols = ["Narva"]\n[armies.16A]\nat = "Narva"\nfood = 1\n'
    position = held(table, "Pionieren", scenario=scenario)
    position.do(a.MoveFields(), a.Activate(position.army("16A")), position.okh("Pionieren"))
    enter(position, "Luga")
    assert position.controls("gray", "Luga")


def test_pionieren_do_not_help_in_combat(table: Table) -> None:
    position = held(table, "Pionieren", scenario=FORTS.format(1))
    position.do(a.Activate(position.army("4Pz")), position.okh("Pionieren"), a.Enter(position.area("Luga")))
    position.do(a.Reveal(position.card("gray", "34 Army")))
    assert position.load("4Pz") == Supplies(fuel=2)
    assert position.controls("gray", "Luga")


# Grosstransportraum


def place(position: Position, vehicle: a.Vehicle, source: str, target: str, supplies: Supplies) -> a.PlaceVehicle:
    return a.PlaceVehicle(vehicle, position.area(source), position.area(target), supplies)


def test_grosstransportraum_places_a_truck_more_and_each_carries_five(table: Table) -> None:
    position = held(table, "Grosstransportraum", scenario="[areas.Danzig]\nfuel = 4\nammo = 4\nfood = 1\n")
    one, five = Supplies(fuel=1), Supplies(fuel=4, ammo=1)
    position.do(a.BeginTransport())
    assert position.refusal(place(position, "truck", "Danzig", "Königsberg", five)) >= {"8.5.capacity-truck"}
    position.do(position.okh("Grosstransportraum"))
    six = five + Supplies(food=1)
    assert position.refusal(place(position, "truck", "Danzig", "Königsberg", six)) >= {"8.5.capacity-truck"}
    position.do(
        place(position, "truck", "Danzig", "Königsberg", five),
        place(position, "truck", "Königsberg", "Tilsit", five),
        place(position, "truck", "Danzig", "Allenstein", one + Supplies(ammo=3) - Supplies(fuel=1)),
        place(position, "truck", "Tilsit", "Eydtkau", five),
    )
    assert position.state.depots[position.area("Eydtkau")] == five
    assert position.state.trucks_held[0] == 1
    refused = position.refusal(place(position, "truck", "Eydtkau", "Königsberg", one))
    assert refused >= {"8.5.level", "3.1.place"}
    position.do(a.EndTransport(), a.BeginTransport())
    refused = position.refusal(place(position, "truck", "Eydtkau", "Königsberg", five))
    assert refused >= {"8.5.capacity-truck"}


def test_without_grosstransportraum_level_one_places_three(table: Table) -> None:
    position = held(table, scenario="")
    one = Supplies(fuel=1)
    position.do(a.BeginTransport(), place(position, "truck", "Danzig", "Königsberg", one))
    position.do(
        place(position, "truck", "Danzig", "Allenstein", one), place(position, "train", "Danzig", "Königsberg", one)
    )
    refused = position.refusal(place(position, "truck", "Königsberg", "Tilsit", one))
    assert refused >= {"8.5.level", "3.1.place"}


@pytest.mark.parametrize("trucks", [0, 1])
def test_the_additional_vehicle_is_a_truck(table: Table, trucks: int) -> None:
    """Three trains and a truck, in either order, but never four trains."""
    position = held(table, "Grosstransportraum", scenario="[players.gray]\ntrains = 4\n")
    one = Supplies(fuel=1)
    position.do(a.BeginTransport(), position.okh("Grosstransportraum"))
    ways = [("Danzig", "Königsberg"), ("Königsberg", "Tilsit"), ("Tilsit", "Eydtkau")]
    if trucks:
        position.do(place(position, "truck", "Danzig", "Allenstein", one))
    position.do(*(place(position, "train", source, target, one) for source, target in ways))
    fourth = place(position, "train", "Danzig", "Allenstein", one)
    assert position.refusal(fourth) >= {"8.5.level", "3.1.place"}
    truck = place(position, "truck", "Danzig", "Königsberg", one)
    if trucks:
        assert position.refusal(truck) >= {"8.5.level", "3.1.place"}
    else:
        position.step(truck)


def test_a_train_carries_six_with_and_without_the_card(table: Table) -> None:
    position = held(table, "Grosstransportraum", scenario="")
    position.do(a.BeginTransport(), position.okh("Grosstransportraum"))
    seven = Supplies(fuel=3, ammo=3, food=1)
    assert position.refusal(place(position, "train", "Danzig", "Königsberg", seven)) >= {"8.5.capacity-train"}
    position.step(place(position, "train", "Danzig", "Königsberg", seven - Supplies(food=1)))


# Schnellkampfgruppe


def test_schnellkampfgruppe_lets_an_armored_army_enter_four_areas(table: Table) -> None:
    position = held(table, "Schnellkampfgruppe")
    position.do(a.Activate(position.army("4Pz")))
    enter(position, "Panevezys", "Kaunas", "Kedainai")
    assert position.refusal(a.Enter(position.area("Tilsit"))) >= {"8.2.allowance"}
    position.do(position.okh("Schnellkampfgruppe"))
    enter(position, "Tilsit")
    assert position.state.at[position.army("4Pz")] == position.area("Tilsit")
    assert position.refusal(a.Enter(position.area("Kaunas"))) >= {"8.2.allowance", "9.4.schnellkampfgruppe"}
    assert position.load("4Pz") == Supplies(fuel=1, ammo=2)


def test_a_halt_in_the_third_area_is_paid_only_with_schnellkampfgruppe(table: Table) -> None:
    position = held(table, "Schnellkampfgruppe")
    position.do(a.Activate(position.army("4Pz")))
    enter(position, "Panevezys", "Riga")
    position.do(a.Enter(position.area("Jekelopils")), a.Reveal(position.card("gray", "Mud")))
    assert position.refusal(a.PayOn()) >= {"8.halt.push-allowance", "8.2.allowance"}
    position.do(position.okh("Schnellkampfgruppe"))
    assert position.refusal(a.Enter(position.area("Sebezh"))) >= {"8.halt.push"}
    position.do(a.PayOn())
    enter(position, "Sebezh")
    assert position.load("4Pz") == Supplies(ammo=2)


def test_schnellkampfgruppe_is_not_for_a_field_army(table: Table) -> None:
    position = held(table, "Schnellkampfgruppe")
    position.do(a.MoveFields(), a.Activate(position.army("16A")))
    assert position.refusal(position.okh("Schnellkampfgruppe")) >= {"9.4.schnellkampfgruppe"}


def test_schnellkampfgruppe_is_for_one_movement(table: Table) -> None:
    position = held(table, "Schnellkampfgruppe")
    position.do(a.Activate(position.army("4Pz")), position.okh("Schnellkampfgruppe"), a.EndMove())
    position.state = replace(position.state, moved=0)
    position.do(a.Activate(position.army("4Pz")))
    enter(position, "Panevezys", "Kaunas", "Kedainai")
    assert position.refusal(a.Enter(position.area("Tilsit"))) >= {"8.2.allowance"}


# Auftragstaktik


def test_auftragstaktik_moves_an_armored_army_without_a_core_action(table: Table) -> None:
    position = held(table, "Auftragstaktik")
    position.do(position.okh("Auftragstaktik"), a.Activate(position.army("4Pz")))
    assert position.state.core_left == 2
    assert position.load("4Pz") == Supplies(fuel=1, ammo=2)
    enter(position, "Jekelopils", "Sebezh")
    position.do(a.EndMove())
    assert position.refusal(a.Activate(position.army("4Pz"))) >= {"8.common.once"}
    assert position.state.core_left == 2


def test_auftragstaktik_moves_a_field_army_outside_the_common_action(table: Table) -> None:
    position = held(table, "Auftragstaktik")
    position.do(position.okh("Auftragstaktik"), a.Activate(position.army("16A")))
    assert not position.state.fields
    assert position.load("16A") == Supplies(fuel=1, ammo=3, food=2)
    enter(position, "Kaunas")
    assert position.refusal(a.Enter(position.area("Panevezys"))) >= {"8.1.one-area", "8.1.march"}
    position.do(a.PayOn())
    enter(position, "Panevezys")
    position.do(a.EndMove(), a.MoveFields())
    assert position.refusal(a.Activate(position.army("16A"))) >= {"8.common.once"}
    position.do(a.Activate(position.army("18A")))
    assert position.state.core_left == 1


def test_auftragstaktik_activates_no_army_a_second_time(table: Table) -> None:
    position = held(table, "Auftragstaktik")
    position.do(a.Activate(position.army("4Pz")), a.EndMove(), position.okh("Auftragstaktik"))
    refused = position.refusal(a.Activate(position.army("4Pz")))
    assert refused >= {"8.common.once", "9.4.auftragstaktik-once", "8.common.once-bonus"}
    position.step(a.Activate(position.army("18A")))


def test_auftragstaktik_activates_neither_grounded_nor_foreign_armies(table: Table) -> None:
    position = held(table, "Auftragstaktik", scenario=RIGA + "halt = true\n")
    position.do(position.okh("Auftragstaktik"))
    assert position.refusal(a.Activate(position.army("4Pz"))) >= {"8.7.no-move", "3.2.halt"}
    assert position.refusal(a.Activate(position.army("2Pz"))) >= {"3.1.own"}


def test_auftragstaktik_without_an_army_to_activate_is_refused(table: Table) -> None:
    position = held(table, "Auftragstaktik")
    position.state = replace(position.state, moved=(1 << len(position.state.at)) - 1)
    assert position.refusal(position.okh("Auftragstaktik")) >= {"9.4.auftragstaktik"}


def test_auftragstaktik_works_without_a_core_action_left(table: Table) -> None:
    position = held(table, "Auftragstaktik", scenario="actions_left = 0\n" + RIGA)
    position.do(position.okh("Auftragstaktik"), a.Activate(position.army("4Pz")))
    assert position.state.moving is not None
    assert position.state.core_left == 0


def test_whether_auftragstaktik_costs_an_armored_army_its_fuel(table: Table) -> None:
    dry = RIGA.replace("fuel = 2", "food = 1")
    position = held(table, "Auftragstaktik", scenario=dry)
    position.do(position.okh("Auftragstaktik"))
    assert position.refusal(a.Activate(position.army("4Pz"))) >= {"8.2.fuel"}
    position = held(table, "Auftragstaktik", scenario=dry, **{"auftragstaktik-fuel": "free"})
    position.do(position.okh("Auftragstaktik"))
    step = position.step(a.Activate(position.army("4Pz")))
    assert "auftragstaktik-fuel" in step.rulings
    assert position.load("4Pz") == Supplies(ammo=2, food=1)
    position = held(table, "Auftragstaktik", **{"auftragstaktik-fuel": "pays"})
    position.do(position.okh("Auftragstaktik"))
    assert "auftragstaktik-fuel" in position.step(a.Activate(position.army("4Pz"))).rulings
    assert position.load("4Pz").fuel == 1


# Stukageschwader


def test_stukageschwader_uses_air_support_without_spending_it(table: Table) -> None:
    position = held(table, "Stukageschwader", scenario=RIGA.replace("ammo = 2", "ammo = 1"))
    position.do(position.okh("Stukageschwader"), a.Peek("Soviet"), soviet(position, "3 Army"))
    assert air(position) == "on Soviet deck"
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Siauliai")))
    step = position.step(soviet(position, "3 Army"))
    assert {rule for event in step.events for rule in event.rules} >= {"9.4.stukageschwader", "10.air"}
    assert position.controls("gray", "Siauliai")
    assert position.load("4Pz") == Supplies(fuel=1)
    assert air(position) == "ready"
    position.do(a.EndMove(), a.AirSupport("Pursuit"))
    assert air(position) == "on Pursuit deck"


def test_the_marker_that_stukageschwader_kept_is_spent_the_next_time(table: Table) -> None:
    position = held(table, "Stukageschwader")
    position.do(position.okh("Stukageschwader"), a.Peek("Pursuit"), a.Reveal(position.card("gray", "Mud")))
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
    position.do(a.Reveal(position.card("gray", "Mud")), a.EndMove())
    assert air(position) == "ready"
    position.do(a.AirSupport("Soviet"), soviet(position, "3 Army"))
    position.state = replace(position.state, moved=0)
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Riga")), a.Enter(position.area("Siauliai")))
    position.do(soviet(position, "3 Army"))
    assert air(position) == "spent"


def test_stukageschwader_readies_a_spent_marker(table: Table) -> None:
    position = held(table, "Stukageschwader", scenario=RIGA + '[players.white]\nair = "spent"\n')
    position.state = replace(position.state, air=("spent", "spent", "ready"))
    step = position.step(position.okh("Stukageschwader"))
    assert {rule for event in step.events for rule in event.rules} >= {"9.4.stukageschwader-unflip"}
    assert position.state.air == ("ready", "spent", "ready")
    assert not asked(position)
    position.step(a.AirSupport("Soviet"))


@pytest.mark.parametrize("edition", ["2024", "first"])
@pytest.mark.parametrize("place", ["on Soviet deck", "on Pursuit deck"])
def test_stukageschwader_does_nothing_while_the_marker_lies_on_a_deck(table: Table, edition: str, place: str) -> None:
    position = held(table, "Stukageschwader", edition=edition)
    position.state = replace(position.state, air=(place, "ready", "ready"))
    clause = "first.15.stuka" if edition == "first" else "9.4.stukageschwader"
    assert clause in position.refusal(position.okh("Stukageschwader"))


@pytest.mark.parametrize("marker", ["ready", "spent"])
def test_in_the_first_edition_stukageschwader_uses_the_marker_even_if_spent(table: Table, marker: str) -> None:
    position = held(table, "Stukageschwader", scenario=RIGA.replace("ammo = 2", "ammo = 1"), edition="first")
    position.state = replace(position.state, air=(marker, "ready", "ready"))
    position.do(position.okh("Stukageschwader"), a.Peek("Soviet"), soviet(position, "3 Army"))
    assert air(position) == "on Soviet deck"
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Siauliai")), soviet(position, "3 Army"))
    assert position.controls("gray", "Siauliai")
    assert air(position) == "spent"


def test_stukageschwader_without_a_card_to_look_at_is_refused(table: Table) -> None:
    position = held(table, "Stukageschwader")
    position.state = replace(position.state, soviet_deck=Deck(), pursuit=(Deck(), *position.state.pursuit[1:]))
    assert position.refusal(position.okh("Stukageschwader")) >= {"9.4.stukageschwader"}


# Sicherungs-Division

TRACKS = (
    RIGA + '[players.white]\ncontrols = ["Grodno", "Vilnius"]\n[players.brown]\ncontrols = ["Kovel"]\n'
    "[areas.Grodno]\ntrack = true\n[areas.Vilnius]\ntrack = true\n[areas.Kovel]\ntrack = true\n"
    "[areas.Kaunas]\ntrack = true\n"
)


def partisans(table: Table, holder: str, **how: str) -> Position:
    """Gray meets Partisans in Jekelopils, and somebody holds Sicherungs-Division."""
    position = table.position(TRACKS, **how)
    position.give(holder, "Sicherungs-Division")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
    position.do(a.Reveal(position.card("gray", "Partisans")))
    return position


def test_the_owner_cancels_partisans_on_another_players_turn(table: Table) -> None:
    position = partisans(table, "white")
    position.do(a.FlipTrack(position.area("Grodno")))
    assert position.ruleset.legal(position.state) == (a.CancelPartisans(), a.Decline())
    step = position.step(a.CancelPartisans())
    assert {rule for event in step.events for rule in event.rules} >= {*_GUARDS, "9.4.removed", "aid.okh.cancel"}
    assert position.state.track >> position.area("Grodno") & 1
    assert position.state.hands == (0, 0, 0)
    assert position.state.discards[0] == 1 << lowest(position.state.discards[0])
    assert position.controls("gray", "Jekelopils")
    assert position.state.moving is not None


def test_the_owner_may_let_partisans_happen_and_keep_the_card(table: Table) -> None:
    position = partisans(table, "white")
    position.do(a.FlipTrack(position.area("Grodno")), a.Decline())
    assert not position.state.track >> position.area("Grodno") & 1
    assert position.state.hands[1] == 1 << position.card("okh", "Sicherungs-Division")
    assert position.controls("gray", "Jekelopils")


def test_partisans_are_not_cancelled_before_their_target_is_known(table: Table) -> None:
    position = partisans(table, "white")
    assert position.refusal(a.CancelPartisans()) >= _GUARDS
    assert position.refusal(a.Decline()) >= {"8.common.resolve"}


def test_whose_marker_it_is_decides_who_may_cancel(table: Table) -> None:
    position = partisans(table, "white")
    position.do(a.FlipTrack(position.area("Kovel")))
    assert not position.state.track >> position.area("Kovel") & 1
    assert position.state.hands[1] == 1 << position.card("okh", "Sicherungs-Division")


@pytest.mark.parametrize("holder", ["white", "gray", "brown"])
def test_by_another_reading_anyone_cancels_partisans(table: Table, holder: str) -> None:
    position = partisans(table, holder, **{"sicherungs-division-player": "anyone"})
    position.do(a.FlipTrack(position.area("Grodno")))
    step = position.step(a.CancelPartisans())
    assert step.rulings == ("sicherungs-division-player",)
    assert position.state.track >> position.area("Grodno") & 1
    assert position.state.hands == (0, 0, 0)
    position = partisans(table, holder, **{"sicherungs-division-player": "owner"})
    position.do(a.FlipTrack(position.area("Grodno")))
    if holder == "white":
        assert position.step(a.CancelPartisans()).rulings == ("sicherungs-division-player",)
    else:
        assert not position.state.track >> position.area("Grodno") & 1


def test_sicherungs_division_protects_against_ones_own_partisans_in_solitaire(table: Table) -> None:
    scenario = RIGA + "[areas.Kaunas]\ntrack = true\n"
    position = table.position(scenario, order=["gray"])
    position.give("gray", "Sicherungs-Division")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Jekelopils")))
    position.do(a.Reveal(position.card("gray", "Partisans")), a.FlipTrack(position.area("Kaunas")))
    position.do(a.CancelPartisans())
    assert position.state.track >> position.area("Kaunas") & 1


# Eisenbahnpioniere


def test_eisenbahnpioniere_turn_one_own_marker_wherever_it_lies(table: Table) -> None:
    position = held(table, "Eisenbahnpioniere", scenario=TRACKS)
    position.do(position.okh("Eisenbahnpioniere"), a.LayTrack(position.area("Riga")))
    assert position.state.track >> position.area("Riga") & 1
    assert not asked(position)
    assert position.state.core_left == 2


@pytest.mark.parametrize("area", ["Kaunas", "Grodno", "Tilsit", "Siauliai"])
def test_eisenbahnpioniere_turn_neither_tracked_nor_foreign_nor_printed_areas(table: Table, area: str) -> None:
    position = held(table, "Eisenbahnpioniere", scenario=TRACKS)
    assert position.refusal(a.LayTrack(position.area("Riga"))) >= {"9.4.eisenbahnpioniere"}
    position.do(position.okh("Eisenbahnpioniere"))
    assert position.refusal(a.LayTrack(position.area(area))) >= {"9.4.eisenbahnpioniere", "aid.okh.track"}


def test_eisenbahnpioniere_without_a_plain_marker_are_refused(table: Table) -> None:
    position = held(table, "Eisenbahnpioniere", scenario="")
    assert position.refusal(position.okh("Eisenbahnpioniere")) >= {"9.4.eisenbahnpioniere"}


# Wolfsschanze


def medal(position: Position, source: str, target: str) -> a.MoveMedal:
    return a.MoveMedal(position.area(source), position.area(target))


def test_wolfsschanze_moves_a_medal_between_areas_of_any_colour(table: Table) -> None:
    position = held(table, "Wolfsschanze")
    position.do(position.okh("Wolfsschanze"), medal(position, "Kiev", "Tallinn"))
    assert position.state.medals[position.area("Kiev")] == 1
    assert position.state.medals[position.area("Tallinn")] == 2
    assert not asked(position)
    assert position.ruleset.invariants(position.state) == ()


def test_wolfsschanze_keeps_its_limits(table: Table) -> None:
    position = held(table, "Wolfsschanze", scenario=RIGA + '[players.white]\ncontrols = ["Minsk"]\n')
    assert position.refusal(medal(position, "Lvov", "Tallinn")) >= {"first.7.halder"}
    position.do(position.okh("Wolfsschanze"))
    assert position.refusal(medal(position, "Lvov", "Kiev")) >= {"9.4.wolfsschanze-limit"}
    assert position.refusal(medal(position, "Lvov", "Minsk")) >= {"9.4.wolfsschanze-marker"}
    assert position.refusal(medal(position, "Lvov", "Rovno")) >= {"9.4.wolfsschanze"}
    assert position.refusal(medal(position, "Rovno", "Tallinn")) >= {"9.4.wolfsschanze"}
    assert position.refusal(medal(position, "Tallinn", "Tallinn")) >= {"9.4.wolfsschanze"}
    assert position.refusal(a.Decline()) >= {"9.4.wolfsschanze"}
    position.do(medal(position, "Lvov", "Tallinn"))
    assert position.state.medals[position.area("Tallinn")] == 2


def test_wolfsschanze_moves_a_medal_where_none_lies(table: Table) -> None:
    position = held(table, "Wolfsschanze", scenario="[areas.Tallinn]\nmedals = 0\n")
    position.do(position.okh("Wolfsschanze"), medal(position, "Novgorod", "Tallinn"))
    assert position.state.medals[position.area("Tallinn")] == 1


def test_wolfsschanze_without_a_medal_on_the_board_is_refused(table: Table) -> None:
    position = held(table, "Wolfsschanze")
    position.state = replace(position.state, medals=(0,) * len(position.state.medals))
    assert position.refusal(position.okh("Wolfsschanze")) >= {"9.4.wolfsschanze"}
    # One medal that lies where alone one could go stays there, too.
    state = table.position("[areas.Tallinn]\nmedals = 1\n", order=["gray"]).state
    lonely = tuple(int(area == position.area("Tallinn")) for area in range(len(state.medals)))
    closed = position.ruleset.material.board.objective & ~(1 << position.area("Tallinn"))
    position.state = replace(position.state, medals=lonely, control=(closed, 0, 0))
    assert position.refusal(position.okh("Wolfsschanze")) >= {"9.4.wolfsschanze"}


# As a log tells it

HOLDS = RIGA.replace("\n[armies", '\nholds = ["{}"]\n[armies')
LOGS = {
    "Transportflottille": "play Transportflottille ship Riga\n expect Riga has 1 fuel, 1 ammo, 1 food",
    "Luftbrücke": "play Luftbrücke lift 4Pz 1 food\n expect 4Pz has 2 fuel, 2 ammo, 1 food",
    "Eisenbahnpioniere": "play Eisenbahnpioniere track Riga\n expect Riga has track",
    "Wolfsschanze": "play Wolfsschanze medal Kiev to Tallinn\n expect Tallinn has 2 medals",
    "Stukageschwader": "play Stukageschwader look Soviet [3 Army]\n expect gray Air Support on Soviet deck",
    "Auftragstaktik": (
        "play Auftragstaktik 4Pz Riga > Jekelopils [Silberfuchs]\n"
        " expect Jekelopils controlled by gray\n expect gray has 2 core actions"
    ),
    "Panzerhaubitzen": (
        "armor 4Pz Riga > Siauliai [6 Mech Corps] play Panzerhaubitzen fight\n"
        " expect Siauliai controlled by gray\n expect 4Pz has 0 fuel, 0 ammo"
    ),
    "Brandenburg": (
        "armor 4Pz Riga > Siauliai [6 Mech Corps] play Brandenburg [3 Army]\n"
        " expect Siauliai controlled by gray\n expect gray defeated 3 Army"
    ),
    "Pionieren": "armor 4Pz Riga play Pionieren > Jekelopils [Mud] pay 1 fuel > Pskov [3 Army]\n expect 4Pz has 0 ammo",
    "Schnellkampfgruppe": (
        "armor 4Pz Riga play Schnellkampfgruppe > Panevezys > Kaunas > Kedainai > Tilsit\n expect 4Pz at Tilsit"
    ),
    "Grosstransportraum": (
        "transport play Grosstransportraum truck Danzig > Königsberg 3 fuel, 2 ammo\n"
        " expect Königsberg has 3 fuel, 2 ammo"
    ),
}


@pytest.mark.parametrize("name", LOGS)
def test_a_log_tells_how_a_card_is_played(table: Table, name: str) -> None:
    step = table.green(LOGS[name], HOLDS.format(name))
    assert any("9.4.removed" in event.rules for event in step.events)


def test_a_log_tells_how_partisans_are_cancelled_or_not(table: Table) -> None:
    scenario = TRACKS.replace('"Vilnius"]\n', '"Vilnius"]\nholds = ["Sicherungs-Division"]\n')
    for answer, fact in (("cancel", "has track"), ("decline", "has no track")):
        table.green(f"armor 4Pz Riga > Jekelopils [Partisans] flip Grodno {answer}\n expect Grodno {fact}", scenario)
    error = table.unreadable("armor 4Pz Riga > Jekelopils [Partisans] flip Grodno", scenario)
    assert "Partisans can be cancelled" in error
