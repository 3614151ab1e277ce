"""Chapter 14: somebody plays the Soviets. Markers have hidden sides, and the two decks are drawn by them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members

from .table import Position, Table

VARIANT = ("soviet-player",)
ORDERS = {3: ("gray", "white", "brown"), 2: ("gray", "white"), 1: ("gray",)}


def play(table: Table, scenario: str = "", *names: str, **how: str) -> Position:
    position = table.position(scenario, variants=VARIANT, **how)
    position.give("gray", *names)
    return position


def rules_of(position: Position, action: a.Action) -> set[str]:
    return {rule for event in position.step(action).events for rule in event.rules}


def asked(position: Position) -> str:
    return position.state.pending.kind if position.state.pending else ""


def air(position: Position, player: int = 0) -> str:
    return position.state.air[player]


def enter_kaunas(position: Position) -> None:
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kaunas")))


def card(position: Position, name: str) -> a.Reveal:
    return a.Reveal(position.card("soviet", name))


# Set-up


@pytest.mark.parametrize("edition", ["2024", "first"])
def test_infantry_and_armored_cards_lie_in_two_decks(table: Table, edition: str) -> None:
    position = play(table, edition=edition)
    cards = position.ruleset.material.cards
    kinds = [
        {cards.type_of(number).id for layer in deck.layers for number in members(layer.cards)}
        for deck in (position.state.soviet_deck, position.state.armored_deck)
    ]
    assert kinds == [{"army", "shock-army"}, {"mech-corps", "elite-mech-corps"}]
    assert (position.state.soviet_deck.size, position.state.armored_deck.size) == (22, 11)
    assert (position.state.infantry, position.state.armor) == (0, 0)
    assert position.state.soviet.bit_count() == 20


# The markers in use, of which 20 lie on the board: 14.2 names those that stay in the box.
IN_USE = {
    "basic": {3: 26, 2: 26 - 2, 1: 26 - 3},
    "hard": {3: 26 - 3, 2: 26 - 4, 1: 26 - 4},
    "veteran": {3: 26 - 6, 2: 26 - 6, 1: 26 - 5},
}


@pytest.mark.parametrize("players", [3, 2, 1])
@pytest.mark.parametrize("difficulty", IN_USE)
@pytest.mark.parametrize("edition", ["2024", "first"])
def test_so_many_markers_are_in_use(table: Table, edition: str, difficulty: str, players: int) -> None:
    variants = VARIANT if difficulty == "basic" else (*VARIANT, difficulty)
    ruleset = table.ruleset(variants=variants, order=ORDERS[players], edition=edition)
    setup = ruleset.setup()
    assert setup.state.soviet.bit_count() + setup.state.pool == IN_USE[difficulty][players]
    clause = {3: "", 2: "-two", 1: "-one"}[players]
    assert f"14.2.{difficulty}{clause}" in {rule for event in setup.events for rule in event.rules}


def test_defeated_cards_of_a_scenario_leave_the_deck_they_belong_to(table: Table) -> None:
    position = play(table, '[players.gray]\ndefeated = ["3 Mech Corps", "3 Army", "34 Army"]\n')
    assert (position.state.soviet_deck.size, position.state.armored_deck.size) == (21, 10)
    assert position.state.pursuit[0].size == 17
    assert position.ruleset.invariants(position.state) == ()


# Meeting a marker


def test_a_marker_shows_its_side_before_a_card_is_drawn(table: Table) -> None:
    position = play(table)
    enter_kaunas(position)
    assert asked(position) == "side"
    assert position.refusal(card(position, "3 Army")) >= {"8.common.controlled"}
    assert set(position.ruleset.legal(position.state)) == {a.ShowSide("infantry"), a.ShowSide("armor")}
    assert rules_of(position, a.ShowSide("infantry")) >= {"14.4.flip", "14.1.sides"}
    assert position.state.infantry == 1 << position.area("Kaunas")
    assert position.refusal(card(position, "3 Mech Corps")) >= {"14.4.infantry"}
    assert rules_of(position, card(position, "1 Shock Army")) >= {"14.4.combat"}
    assert position.controls("gray", "Kaunas")
    assert position.load("4Pz") == Supplies(fuel=2)
    assert position.state.soviet_deck.size == 21


def test_an_armored_marker_draws_from_the_armored_deck(table: Table) -> None:
    position = play(table)
    enter_kaunas(position)
    position.do(a.ShowSide("armor"))
    assert asked(position) == "armored"
    assert position.refusal(card(position, "3 Army")) >= {"14.4.armor"}
    assert rules_of(position, card(position, "7 Mech Corps")) >= {"14.4.armor", "14.4.combat"}
    assert position.load("4Pz") == Supplies(fuel=1)
    assert (position.state.soviet_deck.size, position.state.armored_deck.size) == (22, 10)
    # The marker is back in the pool, where nobody knows its side.
    assert (position.state.infantry, position.state.armor) == (0, 0)
    assert position.state.pool == 7


def test_a_lost_combat_leaves_the_side_known_and_the_card_in_its_own_deck(table: Table) -> None:
    position = play(table, "[armies.4Pz]\nfuel = 3\n")
    enter_kaunas(position)
    position.do(a.ShowSide("armor"), card(position, "7 Mech Corps"), a.EndMove())
    assert position.state.armor == 1 << position.area("Kaunas")
    assert (position.state.soviet_deck.size, position.state.armored_deck.size) == (22, 11)
    position.do(a.MoveFields(), a.Activate(position.army("16A")), a.Enter(position.area("Kaunas")))
    assert asked(position) == "armored"


def test_no_side_is_shown_where_no_marker_is_turned(table: Table) -> None:
    position = play(table)
    assert position.refusal(a.ShowSide("armor")) >= {"14.4.flip"}


@pytest.mark.parametrize(("side", "count"), [("infantry", 15), ("armor", 11)])
def test_there_are_so_many_markers_of_each_side(table: Table, side: a.Side, count: int) -> None:
    position = play(table)
    others = [area for area in members(position.state.soviet) if area != position.area("Kaunas")]
    known = sum(1 << area for area in others[:count])
    enter_kaunas(position)
    position.state = replace(position.state, **{side: known})
    assert position.refusal(a.ShowSide(side)) >= {"14.1.counts"}
    fewer = sum(1 << area for area in others[: count - 1])
    position.state = replace(position.state, **{side: fewer})
    position.step(a.ShowSide(side))


def test_without_the_variant_no_side_is_asked_for(table: Table) -> None:
    position = table.position()
    enter_kaunas(position)
    assert asked(position) == "soviet"
    position.step(card(position, "3 Mech Corps"))


@pytest.mark.parametrize("reading", ["no-card", "no-entry"])
def test_a_side_whose_deck_is_empty_meets_nothing(table: Table, reading: str) -> None:
    """The side is not known on entering, so that the entry itself cannot be refused."""
    position = play(table, **{"no-card-left": reading})
    position.state = replace(position.state, armored_deck=Deck())
    enter_kaunas(position)
    step = position.step(a.ShowSide("armor"))
    assert "no-card-left" in step.rulings
    assert not asked(position)
    assert position.controls("gray", "Kaunas")
    assert position.load("4Pz") == Supplies(fuel=2, ammo=3)


def test_an_entry_is_refused_if_the_known_side_has_no_card_and_the_ruling_says_so(table: Table) -> None:
    position = play(table, **{"no-card-left": "no-entry"})
    position.state = replace(position.state, armored_deck=Deck(), armor=1 << position.area("Kaunas"))
    position.do(a.Activate(position.army("4Pz")))
    assert position.refusal(a.Enter(position.area("Kaunas"))) >= {"8.common.soviet-draw"}


def test_brandenburg_changes_a_card_of_the_same_deck(table: Table) -> None:
    position = play(table, "", "Brandenburg")
    enter_kaunas(position)
    position.do(a.ShowSide("armor"), card(position, "7 Mech Corps"), position.okh("Brandenburg"))
    assert position.state.armored_deck.layers[-1].cards == 1 << position.card("soviet", "7 Mech Corps")
    assert position.refusal(card(position, "3 Army")) >= {"14.4.armor"}
    position.do(card(position, "3 Mech Corps"))
    assert position.controls("gray", "Kaunas")
    assert position.load("4Pz") == Supplies(fuel=1, ammo=1)


# Recon and Air Support


def test_air_support_lies_on_no_deck(table: Table) -> None:
    position = play(table)
    for deck in a.DECKS:
        assert position.refusal(a.AirSupport(deck)) >= {"14.5.peek", "14.5.air"}
    position = table.position()
    assert position.refusal(a.AirSupportOver(position.area("Kaunas"))) >= {"9.1.place"}


def test_air_support_looks_under_a_marker_next_to_an_army_and_helps_there(table: Table) -> None:
    position = play(table, "[armies.4Pz]\nfuel = 3\nammo = 1\n")
    assert rules_of(position, a.AirSupportOver(position.area("Kaunas"))) >= {"14.5.peek", "14.5.air", "7.bonus-air"}
    assert asked(position) == "peek side"
    assert rules_of(position, a.ShowSide("infantry")) >= {"14.5.peek"}
    assert (air(position), position.state.air_area[0]) == ("on a Soviet marker", position.area("Kaunas"))
    assert position.refusal(a.AirSupportOver(position.area("Siauliai"))) >= {"9.1.again"}
    enter_kaunas(position)
    assert asked(position) == "soviet"  # the side is known
    assert rules_of(position, card(position, "3 Army")) >= {"10.air", "9.1.spent"}
    assert position.controls("gray", "Kaunas")
    assert position.load("4Pz") == Supplies(fuel=2)
    assert (air(position), position.state.air_area[0]) == ("spent", -1)


def test_air_support_over_one_area_does_not_help_in_another(table: Table) -> None:
    position = play(table, "[armies.4Pz]\nfuel = 3\nammo = 1\n")
    position.do(a.AirSupportOver(position.area("Siauliai")), a.ShowSide("infantry"))
    enter_kaunas(position)
    position.do(a.ShowSide("infantry"), card(position, "3 Army"))
    assert not position.controls("gray", "Kaunas")
    assert air(position) == "on a Soviet marker"


def test_air_support_of_another_player_is_spent_and_does_not_help(table: Table) -> None:
    position = play(table, "[armies.4Pz]\nfuel = 3\nammo = 1\n")
    kaunas = position.area("Kaunas")
    marked = ("ready", "on a Soviet marker", "ready")
    position.state = replace(position.state, air=marked, air_area=(-1, kaunas, -1), infantry=1 << kaunas)
    enter_kaunas(position)
    position.do(card(position, "3 Army"))
    assert not position.controls("gray", "Kaunas")
    assert position.state.air == ("ready", "spent", "ready")


def test_what_is_not_next_to_an_army_is_out_of_sight(table: Table) -> None:
    position = play(table)
    assert position.refusal(a.AirSupportOver(position.area("Grodno"))) >= {"14.5.peek"}  # next to White only
    assert position.refusal(a.AirSupportOver(position.area("Kedainai"))) >= {"14.5.peek"}  # no marker there
    # From Tartu only a red line leads to Pskov.
    position = play(table, '[players.gray]\ncontrols = ["Tartu"]\n[armies.4Pz]\nat = "Tartu"\n')
    assert position.refusal(a.AirSupportOver(position.area("Pskov"))) >= {"14.5.peek"}


def test_a_known_side_is_not_asked_for_again(table: Table) -> None:
    position = play(table)
    position.state = replace(position.state, armor=1 << position.area("Kaunas"))
    position.do(a.AirSupportOver(position.area("Kaunas")))
    assert not asked(position)


def test_recon_looks_under_a_marker_and_not_at_a_deck(table: Table) -> None:
    position = play(table, '[players.gray]\nholds = ["Recon"]\n')
    assert position.refusal(a.LookUnder(position.area("Kaunas"))) >= {"14.5.peek"}
    position.do(a.PlayHeld(position.card("gray", "Recon")))
    assert position.refusal(a.Peek("Soviet")) >= {"14.5.peek"}
    assert position.refusal(a.Peek("Pursuit")) >= {"14.5.peek"}
    assert position.refusal(a.LookUnder(position.area("Grodno"))) >= {"14.5.peek"}
    position.do(a.LookUnder(position.area("Siauliai")), a.ShowSide("armor"))
    assert position.state.armor == 1 << position.area("Siauliai")
    assert air(position) == "ready"


FAR = '[players.gray]\ncontrols = ["Tallinn", "Tartu", "Pärnu"]\nholds = ["Recon"]\n'
NOWHERE = FAR + '[armies.4Pz]\nat = "Tartu"\n[armies.16A]\nat = "Tallinn"\n[armies.18A]\nat = "Pärnu"\n'


def test_recon_with_nothing_in_sight_finds_nothing(table: Table) -> None:
    position = play(table, NOWHERE)
    position.do(a.PlayHeld(position.card("gray", "Recon")))
    assert not asked(position)
    assert position.state.hands[0] == 0


def test_recon_finds_nothing_if_the_capture_closes_the_pocket_it_would_have_seen(table: Table) -> None:
    """The only markers in sight are those that fall with Riga, where the card is drawn."""
    courland = 'fleet = "Courland Coast"\n[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Panevezys"]\n'
    position = play(table, courland + '[armies.4Pz]\nat = "Panevezys"\n', **{"encirclement-timing": "immediate"})
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Riga")))
    position.do(a.Reveal(position.card("gray", "Recon")), a.UseNow())
    assert position.controls("gray", "Siauliai")
    assert not asked(position)
    assert position.ruleset.legal(position.state)


def test_stukageschwader_flies_over_a_marker_and_comes_back(table: Table) -> None:
    position = play(table, "[armies.4Pz]\nfuel = 3\nammo = 1\n", "Stukageschwader")
    position.do(position.okh("Stukageschwader"), a.LookUnder(position.area("Kaunas")), a.ShowSide("infantry"))
    assert air(position) == "on a Soviet marker"
    enter_kaunas(position)
    position.do(card(position, "3 Army"))
    assert position.controls("gray", "Kaunas")
    assert (air(position), position.state.air_area[0]) == ("ready", -1)


def test_stukageschwader_with_nothing_in_sight_is_refused_unless_it_readies_the_marker(table: Table) -> None:
    position = play(table, NOWHERE, "Stukageschwader")
    assert position.refusal(position.okh("Stukageschwader")) >= {"9.4.stukageschwader"}
    position.state = replace(position.state, air=("spent", "ready", "ready"))
    position.do(position.okh("Stukageschwader"))
    assert air(position) == "ready"


# Partisans, encirclement, reaction


@pytest.mark.parametrize("area", ["Kaunas", "Grodno"])
def test_partisans_strike_any_axis_marker(table: Table, area: str) -> None:
    scenario = (
        '[players.gray]\ncontrols = ["Kaunas"]\n[players.white]\ncontrols = ["Grodno"]\n'
        "[areas.Kaunas]\ntrack = true\n[areas.Grodno]\ntrack = true\n"
    )
    position = play(table, scenario)
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")))
    position.do(a.Reveal(position.card("gray", "Partisans")))
    assert set(position.ruleset.legal(position.state)) == {
        a.FlipTrack(position.area("Kaunas")),
        a.FlipTrack(position.area("Grodno")),
    }
    assert rules_of(position, a.FlipTrack(position.area(area))) >= {"14.6.partisans"}
    assert not position.state.track >> position.area(area) & 1


def test_the_active_players_own_guards_answer_partisans(table: Table) -> None:
    scenario = '[players.gray]\ncontrols = ["Kaunas"]\n[areas.Kaunas]\ntrack = true\n'
    position = play(table, scenario, "Sicherungs-Division")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")))
    position.do(a.Reveal(position.card("gray", "Partisans")), a.FlipTrack(position.area("Kaunas")))
    position.do(a.CancelPartisans())
    assert position.state.track >> position.area("Kaunas") & 1


def test_no_card_is_taken_for_an_encircled_marker(table: Table) -> None:
    riga = '[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Panevezys", "Riga"]\n[armies.4Pz]\nat = "Riga"\n'
    position = play(table, riga)
    position.do(a.AirSupportOver(position.area("Siauliai")), a.ShowSide("armor"))
    pool = position.state.pool
    sea = position.ruleset.material.board.sea_names["Courland Coast"]
    assert rules_of(position, a.MoveFleet(sea)) >= {"14.7.cards", "8.encirclement.pool"}
    assert position.controls("gray", "Siauliai")
    assert position.state.pool == pool + 2
    assert position.state.encircled == (0, 0, 0)
    assert (position.state.soviet_deck.size, position.state.armored_deck.size) == (22, 11)
    assert (position.state.infantry, position.state.armor) == (0, 0)
    # The marker over an area that fell has nothing left to support.
    assert (air(position), position.state.air_area[0]) == ("spent", -1)


REACTION = (
    'phase = "reaction"\n'
    '[players.gray]\ncontrols = ["Kaunas", "Kedainai", "Panevezys", "Riga", "Jekelopils", "Sebezh"]\n'
    '[players.white]\ncontrols = ["Grodno", "Baranovichi", "Slutsk", "Bobruisk", "Mogilev"]\n'
)


def test_the_soviet_player_attacks_or_places_freely(table: Table) -> None:
    position = play(table, REACTION)
    legal = position.ruleset.legal(position.state)
    attacks = {position.ruleset.material.area(x.area) for x in legal if isinstance(x, a.CounterAttack)}
    places = {position.ruleset.material.area(x.area) for x in legal if isinstance(x, a.PlaceSoviet)}
    # Also the active player's own markers, and any area next to a marker that nobody controls.
    assert {"Sebezh", "Riga", "Mogilev", "Slutsk"} <= attacks
    assert {"Kovel", "Luga", "Borisov", "Vyazma"} <= places
    rules = rules_of(position, a.CounterAttack(position.area("Sebezh")))
    assert rules >= {"14.8.free", "14.8.limits", "12.attack.remove"}
    assert not position.controls("gray", "Sebezh")
    assert PLAYERS[position.state.active] == "white"


def test_the_soviet_player_keeps_to_the_rules_of_counter_attacks_and_placement(table: Table) -> None:
    position = play(table, REACTION)
    assert position.refusal(a.CounterAttack(position.area("Kaunas"))) >= {"12.attack.start"}
    assert position.refusal(a.CounterAttack(position.area("Tilsit"))) >= {"12.attack.remove"}
    assert position.refusal(a.PlaceSoviet(position.area("Riga"))) >= {"12.place.free"}
    assert position.refusal(a.PlaceSoviet(position.area("Kharkov"))) >= {"12.place.adjacent"}
    assert position.refusal(a.EndReaction()) >= {"12.always", "12.order"}


def test_a_marker_placed_in_a_reaction_has_a_hidden_side(table: Table) -> None:
    position = play(table, REACTION)
    assert rules_of(position, a.PlaceSoviet(position.area("Luga"))) >= {"14.1.choose", "14.1.secret", "14.8.free"}
    assert position.state.soviet >> position.area("Luga") & 1
    assert not (position.state.infantry | position.state.armor) >> position.area("Luga") & 1


# The end


def ended(table: Table, held: tuple[int, int, int], on_board: int, **how: str) -> tuple[Position, tuple[str, ...]]:
    """A game that ends with so many medals held, and left on the board."""
    position = play(table, 'phase = "reaction"\nlast_round = true\nactive = "brown"\n', **how)
    objectives = members(position.ruleset.material.board.objective)[:on_board]
    medals = tuple(int(area in objectives) for area in range(len(position.state.medals)))
    position.state = replace(position.state, medals=medals, medals_held=held, medals_left=40 - sum(held) - on_board)
    step = position.step(position.ruleset.legal(position.state)[0])
    return position, step.rulings


def test_the_soviet_player_wins_by_the_medals_left_on_the_board(table: Table) -> None:
    """The example of the rulebook (2024:1069)."""
    position, rulings = ended(table, (6, 5, 4), 7)
    assert position.state.phase == "over"
    assert position.state.winners == 0b1000
    assert "soviet-tie" not in rulings
    position, rulings = ended(table, (8, 5, 4), 7)
    assert position.state.winners == 0b0001
    assert "soviet-tie" not in rulings


@pytest.mark.parametrize(("reading", "winners"), [("axis", 0b0001), ("soviet", 0b1000)])
def test_who_wins_a_tie_with_the_soviet_player(table: Table, reading: str, winners: int) -> None:
    position, rulings = ended(table, (7, 5, 4), 7, **{"soviet-tie": reading})
    assert position.state.winners == winners
    assert "soviet-tie" in rulings


@pytest.mark.parametrize(("reading", "seen"), [("open-lines", False), ("all-lines", True)])
def test_whether_a_red_line_lets_an_army_look_under_a_marker(table: Table, reading: str, seen: bool) -> None:
    """Ruling sight-lines: only a red line joins Tartu to Pskov, which has a Soviet marker."""
    scenario = '[players.gray]\ncontrols = ["Tartu"]\n[armies.4Pz]\nat = "Tartu"\n'
    position = table.position(scenario, variants=VARIANT, **{"sight-lines": reading})
    look = a.AirSupportOver(position.area("Pskov"))
    assert (look in position.ruleset.legal(position.state)) == seen
    if not seen:
        assert position.refusal(look) == {"14.5.peek"}
