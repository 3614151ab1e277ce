"""The kinds of Pursuit cards, held cards, and cards that stand in for supplies.

2024:520-526, 2024:772-774; aid:133-173; the cards that move medals stand only in first:1005-1013.
"""

from __future__ import annotations

import msgspec
import pytest

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.kernel.bits import members

from .table import Table

# Captured supplies


@pytest.mark.parametrize(
    ("card", "kind"), [("Captured Stock", "ammo"), ("Captured Supplies", "fuel"), ("Requisitions", "food")]
)
def test_captured_goods_come_from_the_stock_into_the_area(table: Table, card: str, kind: str) -> None:
    """aid:137-145."""
    step = table.green(
        f"""
        fields 16A Kaunas > Vilnius [{card}]
          cites aid.{kind}
          expect Vilnius has 1 {kind}
          expect stock has 0 {kind}
          expect 16A has 1 fuel, 3 ammo, 2 food
          expect Vilnius controlled by gray
        """,
        '[players.gray]\ncontrols = ["Kaunas"]\n[armies.16A]\nat = "Kaunas"\n',
    )
    assert "captured-goods" in step.rulings


def test_captured_goods_may_be_picked_up_at_once(table: Table) -> None:
    """2024:586, 2024:613."""
    table.green("armor 4Pz Tilsit > Kedainai [Captured Stock] load 1 ammo\n expect 4Pz has 2 fuel, 4 ammo")


def test_captured_goods_stay_in_the_area_if_they_are_not_picked_up(table: Table) -> None:
    table.green("armor 4Pz Tilsit > Kedainai [Captured Stock] > Panevezys [Silberfuchs]\n expect Kedainai has 1 ammo")


def test_captured_goods_go_straight_onto_the_card_by_the_other_reading(table: Table) -> None:
    step = table.green(
        "armor 4Pz Tilsit > Kedainai [Captured Stock]\n expect 4Pz has 2 fuel, 4 ammo\n expect Kedainai has no ammo",
        rulings={"captured-goods": "card"},
    )
    assert "captured-goods" in step.rulings


def test_captured_goods_lie_in_the_area_if_the_card_is_full_by_the_other_reading(table: Table) -> None:
    table.green(
        "fields 16A Kaunas > Vilnius [Captured Stock]\n expect 16A has 6 supplies\n expect Vilnius has 1 ammo",
        '[players.gray]\ncontrols = ["Kaunas"]\n[armies.16A]\nat = "Kaunas"\n',
        rulings={"captured-goods": "card"},
    )


# A card stands in for a token that the stock lacks (2024:526)


def no_ammo(pz: int = 3) -> str:
    """The one ammo of the stock and what 4 Panzergruppe lacks of its three are in Reichshof's neighbour Lublin."""
    return f"[armies.4Pz]\nfuel = 2\nammo = {pz}\n[areas.Lublin]\nammo = {4 - pz}\n"


def test_the_stock_is_empty_in_these_positions(table: Table) -> None:
    table.green("expect stock has 0 ammo", no_ammo())


def test_without_a_token_in_stock_the_card_stands_in_for_it(table: Table) -> None:
    position = table.position(no_ammo())
    card, kedainai = position.card("gray", "Captured Stock"), position.area("Kedainai")
    position.do(a.Activate(position.army("4Pz")), a.Enter(kedainai), a.Reveal(card))
    assert len(position.state.stand_ins) == 1
    assert position.state.discards[0] == 0
    assert position.state.depots[kedainai].ammo == 1
    assert position.state.stock.ammo == 0
    position.do(a.EndMove())
    assert position.ruleset.invariants(position.state) == ()


def test_a_stand_in_is_carried_and_counted_like_a_token(table: Table) -> None:
    step = table.green(
        "armor 4Pz Tilsit > Kedainai [Captured Stock] load 1 ammo\n expect 4Pz has 1 fuel, 4 ammo", no_ammo()
    )
    assert "8.common.replacement" in step.rules


def test_a_token_that_returns_to_the_stock_replaces_the_card(table: Table) -> None:
    """Until the supplies become available (2024:526): the ammo of the combat in Kaunas does."""
    position = table.position(no_ammo())
    card = position.card("gray", "Captured Stock")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")), a.Reveal(card))
    position.do(a.Enter(position.area("Kaunas")), a.Reveal(position.card("soviet", "5 Army")), a.EndMove())
    assert position.state.stand_ins == ()
    assert position.state.discards[0].bit_count() == 1
    assert position.state.stock.ammo == 1
    assert position.state.depots[position.area("Kedainai")].ammo == 1
    assert position.ruleset.invariants(position.state) == ()


def test_a_stand_in_that_is_spent_goes_to_the_discard_pile(table: Table) -> None:
    """Or the supplies represented on the card are spent (2024:526): the army has no other ammo."""
    position = table.position(no_ammo(1))
    stock, army = position.card("gray", "Captured Stock"), position.card("gray", "34 Army")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")), a.Reveal(stock))
    position.do(a.Enter(position.area("Panevezys")), a.Reveal(army), a.EndMove())
    assert position.state.stand_ins == ()
    assert position.state.discards[0].bit_count() == 1
    assert position.state.stock.ammo == 0
    assert position.ruleset.invariants(position.state) == ()


def test_a_stand_in_is_not_drawn_again_while_it_is_out(table: Table) -> None:
    """Both copies can be out; a third does not exist."""
    table.green(
        """
        illegal armor 4Pz Tilsit > Kedainai [Captured Stock] > Panevezys [Captured Stock] > Riga [Captured Stock]
          because 4.pursuit-deck
        armor 4Pz Tilsit > Kedainai [Captured Stock] > Panevezys [Captured Stock]
          expect Kedainai has 1 ammo
          expect Panevezys has 1 ammo
          expect gray Pursuit deck has 16 cards
        """,
        no_ammo(),
    )


# Axis Auxiliaries


def test_auxiliaries_give_one_more_core_action(table: Table) -> None:
    """aid:157."""
    table.green(
        """
        armor 4Pz Tilsit > Kedainai [Axis Estonians]
          cites aid.action
          expect gray has 2 core actions
        fields 16A Eydtkau > Kaunas [5 Army]
        fleet Danzig Bay > Courland Coast
          expect gray has 0 core actions
        illegal fields 18A Memel > Tilsit
          because 7.core
        """
    )


def test_auxiliaries_without_the_hand_symbol_are_not_held(table: Table) -> None:
    """2024:774: some have the symbol; first:889-895."""
    assert table.unreadable("armor 4Pz Tilsit > Kedainai [Axis Estonians] hold")
    position = table.position()
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")))
    position.do(a.Reveal(position.card("gray", "Axis Estonians")))
    position.refusal(a.Hold())
    assert position.state.discards[0].bit_count() == 1


def test_auxiliaries_with_the_hand_symbol_are_held_or_used(table: Table) -> None:
    """2024:774."""
    table.green(
        """
        armor 4Pz Tilsit > Kedainai [Axis Latvians] hold
          cites 9.2.hold
          expect gray holds Axis Latvians
          expect gray has 1 core action
        """
    )
    table.green(
        """
        armor 4Pz Tilsit > Kedainai [Axis Latvians] use
          cites 9.2.now
          expect gray has 0 held cards
          expect gray has 2 core actions
        """
    )


def test_the_choice_to_hold_or_to_use_is_made_before_the_army_goes_on(table: Table) -> None:
    """2024:518."""
    assert "open" in table.unreadable("armor 4Pz Tilsit > Kedainai [Axis Latvians] > Panevezys [Mud]")
    assert "open" in table.unreadable("armor 4Pz Tilsit > Kedainai [Axis Latvians]")


def test_held_auxiliaries_are_played_as_a_bonus_action(table: Table) -> None:
    """2024:476, 2024:774."""
    position = table.position('[players.gray]\nholds = ["Axis Latvians"]\n')
    card = position.card("gray", "Axis Latvians")
    position.do(a.PlayHeld(card))
    assert position.state.core_left == 3
    assert position.state.hands[0] == 0
    assert position.state.discards[0] == 1 << card
    position.refusal(a.PlayHeld(card))


def test_held_auxiliaries_give_an_action_when_none_is_left(table: Table) -> None:
    """Bonus actions may be taken in any order (2024:462)."""
    table.green(
        """
        play Axis Latvians
          expect gray has 1 core action
        fields 16A Eydtkau > Kaunas [5 Army]
        """,
        'actions_left = 0\n[players.gray]\nholds = ["Axis Latvians"]\n',
    )


def test_any_number_of_held_cards_is_played_in_a_turn(table: Table) -> None:
    """2024:774; in the first edition one Auxiliaries card a turn (first:732)."""
    table.green(
        """
        play Axis Latvians
          expect gray has 3 core actions
        play Recon look Soviet [5 Army]
          expect gray has 3 core actions, 0 held cards
        """,
        '[players.gray]\nholds = ["Axis Latvians", "Recon"]\n',
    )


def test_a_card_that_is_not_held_is_not_played(table: Table) -> None:
    table.green("illegal play Recon\n because 9.2")


@pytest.mark.parametrize("card", ["Mud", "34 Army", "Halder", "Captured Stock", "Axis Estonians"])
def test_a_card_without_the_hand_symbol_is_neither_held_nor_played(table: Table, card: str) -> None:
    """2024:520, 2024:774: only cards with the symbol. A scenario that says otherwise is no position of the game."""
    with pytest.raises(InputError):
        table.position(f'[players.gray]\nholds = ["{card}"]\n')


def test_a_held_card_is_not_played_during_a_move(table: Table) -> None:
    """The example of 2024:482."""
    position = table.position('[players.gray]\nholds = ["Recon"]\n')
    card = position.card("gray", "Recon")
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Königsberg")))
    assert "7.complete" in position.refusal(a.PlayHeld(card))
    position.do(a.EndMove(), a.PlayHeld(card))


def test_a_held_card_is_not_played_between_two_field_armies(table: Table) -> None:
    """Moving all field armies is one action (2024:490, 2024:480)."""
    position = table.position('[players.gray]\nholds = ["Recon"]\n[armies.18A]\nat = "Danzig"\n')
    position.do(a.MoveFields(), a.Activate(position.army("16A")), a.Enter(position.area("Königsberg")), a.EndMove())
    assert "7.complete" in position.refusal(a.PlayHeld(position.card("gray", "Recon")))
    assert "7.complete" in position.refusal(a.AirSupport("Soviet"))


def test_using_a_card_at_once_waits_for_the_move_s_end_by_the_other_reading(table: Table) -> None:
    """Ruling held-card-now: with after-move, a Recon used at once would look before the move is over."""
    step = table.green("armor 4Pz Tilsit > Kedainai [Recon] use look Soviet [5 Army]")
    assert "held-card-now" in step.rulings


# Recon


@pytest.mark.parametrize(
    ("deck", "seen", "other", "area"),
    [("Soviet", "5 Army", "3 Army", "Kaunas"), ("Pursuit", "Mud", "Silberfuchs", "Kedainai")],
)
def test_recon_sees_the_top_card_which_is_then_the_one_drawn(
    table: Table, deck: str, seen: str, other: str, area: str
) -> None:
    """aid:153."""
    table.green(
        f"""
        play Recon look {deck} [{seen}]
          cites aid.peek
          expect gray has 2 core actions, 0 held cards
          expect Soviet deck has 33 cards
        illegal armor 4Pz Tilsit > {area} [{other}]
          because 4
        armor 4Pz Tilsit > {area} [{seen}]
        """,
        '[players.gray]\nholds = ["Recon"]\n',
    )


def test_recon_sees_only_what_can_lie_on_top(table: Table) -> None:
    table.green(
        "illegal play Recon look Soviet [30 Army]\n because 4.soviet-deck", '[players.gray]\nholds = ["Recon"]\n'
    )
    position = table.position('[players.gray]\nholds = ["Recon"]\n')
    position.do(a.PlayHeld(position.card("gray", "Recon")), a.Peek("Soviet"))
    position.refusal(a.Reveal(position.card("gray", "Mud")))


def test_recon_seen_card_stays_where_it_is(table: Table) -> None:
    position = table.position('[players.gray]\nholds = ["Recon"]\n')
    position.do(a.PlayHeld(position.card("gray", "Recon")), a.Peek("Pursuit"))
    position.do(a.Reveal(position.card("gray", "Mud")))
    assert position.state.pursuit[0].size == 17
    assert members(position.state.pursuit[0].candidates()) == (position.card("gray", "Mud"),)
    assert position.state.discards[0] == 1 << position.card("gray", "Recon")


def test_recon_is_held_or_used_when_drawn(table: Table) -> None:
    table.green("armor 4Pz Tilsit > Kedainai [Recon] hold\n expect gray holds Recon")
    table.green(
        """
        illegal armor 4Pz Tilsit > Kedainai [Recon] use look Pursuit [Mud] > Panevezys [Silberfuchs]
          because 4.pursuit-deck
        armor 4Pz Tilsit > Kedainai [Recon] use look Pursuit [Mud] > Panevezys [Mud]
          expect 4Pz at Panevezys
          expect gray has 1 core action, 0 held cards
        """
    )


def test_what_recon_saw_is_forgotten_when_the_deck_is_shuffled(table: Table) -> None:
    """The seen card is drawn, lost against and shuffled back: then any card may come."""
    table.green(
        """
        play Recon look Soviet [6 Mech Corps]
        armor 4Pz Tilsit > Kaunas [6 Mech Corps]
          expect 4Pz at Tilsit
        fields 16A Eydtkau > Kaunas [30 Army]
          expect 16A at Kaunas
        """,
        '[players.gray]\nholds = ["Recon"]\n[armies.4Pz]\nfuel = 3\nammo = 0\n',
    )


def test_recon_is_no_dead_end_when_both_decks_are_empty(table: Table) -> None:
    """An exhausted Pursuit deck is made anew from its discards (2024:516), or the card has nothing to look at.

    Either way the card is settled: after it is played, or instead, something must be legal.
    """
    position = table.position('[players.gray]\nholds = ["Recon"]\n')
    cards, recon = position.ruleset.material.cards, position.card("gray", "Recon")
    position.state = msgspec.structs.replace(
        position.state,
        pursuit=(Deck(), *position.state.pursuit[1:]),
        discards=(cards.pursuit[0] & ~(1 << recon), 0, 0),
        soviet_deck=Deck(),
        trophies=(0, cards.soviet, 0),
    )
    if not position.ruleset.judge(position.state, a.PlayHeld(recon)):
        position.do(a.PlayHeld(recon))
    assert position.ruleset.legal(position.state)


# Medal cards


def test_halder_moves_a_medal_between_areas_of_one_and_the_same_colour(table: Table) -> None:
    """first:1007."""
    table.green(
        """
        illegal armor 4Pz Tilsit > Kedainai [Halder] medal Kiev to Pskov
          because first.7.halder
        illegal armor 4Pz Tilsit > Kedainai [Halder] medal Rzhev to Velikiye Luki
          because first.7.halder
        armor 4Pz Tilsit > Kedainai [Halder] medal Tallinn to Pskov
          cites first.7.halder
          expect Tallinn has no medal
          expect Pskov has 2 medals
          expect gray has 0 medals
        """
    )


def test_halder_moves_medals_of_other_colours_too(table: Table) -> None:
    """The text names any single colour."""
    table.green(
        "armor 4Pz Tilsit > Kedainai [Halder] medal Kiev to Lvov\n expect Kiev has 1 medal\n expect Lvov has 2 medals"
    )


def test_halder_brings_no_third_medal(table: Table) -> None:
    table.green("illegal armor 4Pz Tilsit > Kedainai [Halder] medal Lvov to Kiev\n because first.7.halder-limit")


def test_halder_moves_to_no_area_without_a_printed_medal(table: Table) -> None:
    table.green("illegal armor 4Pz Tilsit > Kedainai [Halder] medal Tallinn to Narva\n because first.7.halder-target")


def test_halder_moves_to_no_area_with_a_marker(table: Table) -> None:
    table.green(
        "illegal armor 4Pz Tilsit > Kedainai [Halder] medal Tallinn to Novgorod\n because first.7.halder-target",
        '[players.gray]\ncontrols = ["Novgorod"]\n',
    )


def test_halder_moves_no_medal_that_is_not_there(table: Table) -> None:
    table.green("illegal armor 4Pz Tilsit > Kedainai [Halder] medal Narva to Pskov\n because first.7.halder")


def test_halder_leaves_the_area_just_entered_alone(table: Table) -> None:
    """first:1007: neither from nor to it."""
    scenario = '[players.gray]\ncontrols = ["Dno"]\n[armies.4Pz]\nat = "Dno"\nfuel = 3\nammo = 3\n'
    table.green(
        """
        illegal armor 4Pz Dno > Novgorod [Halder] medal Novgorod to Pskov
          because first.7.halder-entered
        illegal armor 4Pz Dno > Novgorod [Halder] medal Pskov to Novgorod
          because first.7.halder-entered
        """,
        scenario,
    )


def test_a_medal_does_not_move_to_its_own_area(table: Table) -> None:
    position = table.position()
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")))
    position.do(a.Reveal(position.card("gray", "Halder")))
    position.refusal(a.MoveMedal(position.area("Pskov"), position.area("Pskov")))


def test_a_medal_card_is_used_if_it_can_be(table: Table) -> None:
    """2024:518; ruling medal-card-optional."""
    step = table.green("illegal armor 4Pz Tilsit > Kedainai [Halder] decline\n because 8.common.resolve")
    assert "medal-card-optional" in step.rulings
    step = table.green("armor 4Pz Tilsit > Kedainai [Halder] decline", rulings={"medal-card-optional": "may"})
    assert "medal-card-optional" in step.rulings


def test_fuhrerbefehl_moves_a_medal_between_areas_of_the_same_two_colours(table: Table) -> None:
    """first:1010; the rulebook's example is Rzhev to Velikiye Luki (2024:629)."""
    step = table.green(
        """
        illegal armor 4Pz Tilsit > Kedainai [Führerbefehl] medal Tallinn to Pskov
          because first.7.fuhrerbefehl
        illegal armor 4Pz Tilsit > Kedainai [Führerbefehl] medal Orel to Rzhev
          because first.7.fuhrerbefehl
        armor 4Pz Tilsit > Kedainai [Führerbefehl] medal Orel to Kaluga
          expect Kaluga has 2 medals
          expect Orel has no medal
        """
    )
    assert "8.common.discard" in step.rules


def test_fuhrerbefehl_moves_between_any_double_coloured_areas_by_the_card_s_own_text(table: Table) -> None:
    """2024:631-633; ruling medal-card-limits."""
    step = table.green(
        "armor 4Pz Tilsit > Kedainai [Führerbefehl] medal Orel to Rzhev\n expect Rzhev has 2 medals",
        rulings={"medal-card-limits": "card-text"},
    )
    assert "medal-card-limits" in step.rulings


def test_a_refusal_that_hangs_on_the_medal_card_ruling_names_it(table: Table) -> None:
    step = table.green(
        "illegal armor 4Pz Tilsit > Kedainai [Führerbefehl] medal Orel to Rzhev\n because first.7.fuhrerbefehl"
    )
    assert "medal-card-limits" in step.rulings


@pytest.mark.parametrize("medal", ["Lvov to Kiev", "Narva to Pskov", "Tallinn to Narva"])
def test_a_refusal_that_both_readings_share_names_no_ruling(table: Table, medal: str) -> None:
    """A third medal, no medal to take and no printed medal are refused whatever the ruling on colours says."""
    move = f"illegal armor 4Pz Tilsit > Kedainai [Halder] medal {medal}\n because first.7"
    for reading in ("same-colours", "card-text"):
        step = table.green(move, rulings={"medal-card-limits": reading})
        assert "medal-card-limits" not in step.rulings


def test_a_medal_card_without_a_possible_move_does_nothing(table: Table) -> None:
    """Only Orel, Kaluga, Rzhev, Kalinin and Velikiye Luki have two colours: without medals there is nothing to move."""
    areas = ("Orel", "Kaluga", "Rzhev", "Kalinin", '"Velikiye Luki"')
    scenario = "".join(f"[areas.{area}]\nmedals = 0\n" for area in areas)
    table.green(
        "armor 4Pz Tilsit > Kedainai [Führerbefehl] > Panevezys [Silberfuchs]\n expect 4Pz at Panevezys", scenario
    )


# Partisans

TRACKS = """
[players.gray]
controls = ["Panevezys"]
[players.white]
controls = ["Brest", "Bereza"]
[players.brown]
controls = ["Kovel"]
[areas.Panevezys]
track = true
[areas.Brest]
track = true
[areas.Kovel]
track = true
"""


@pytest.mark.parametrize("area", ["Brest", "Kovel"])
def test_partisans_flip_a_track_marker_of_any_opponent(table: Table, area: str) -> None:
    """aid:161."""
    table.green(
        f"""
        armor 4Pz Tilsit > Kedainai [Partisans] flip {area}
          cites aid.partisans
          expect {area} has no track
          expect Panevezys has track
        """,
        TRACKS,
    )


@pytest.mark.parametrize("area", ["Panevezys", "Bereza", "Warschau", "Tilsit", "Minsk"])
def test_partisans_flip_no_own_no_plain_no_printed_marker(table: Table, area: str) -> None:
    """Printed areas have permanent rail coverage (2024:279)."""
    table.green(f"illegal armor 4Pz Tilsit > Kedainai [Partisans] flip {area}\n because aid.partisans", TRACKS)


def test_partisans_must_flip_a_marker_if_there_is_one(table: Table) -> None:
    assert "open" in table.unreadable("armor 4Pz Tilsit > Kedainai [Partisans]", TRACKS)
    position = table.position(TRACKS)
    position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")))
    position.do(a.Reveal(position.card("gray", "Partisans")))
    position.refusal(a.Decline())


def test_partisans_do_nothing_if_no_opponent_has_a_track_marker(table: Table) -> None:
    scenario = '[players.gray]\ncontrols = ["Panevezys"]\n[areas.Panevezys]\ntrack = true\n'
    table.green("armor 4Pz Tilsit > Kedainai [Partisans]\n expect Panevezys has track", scenario)


def test_partisans_do_not_halt(table: Table) -> None:
    table.green("armor 4Pz Tilsit > Kedainai [Partisans] flip Brest > Panevezys > Riga [Silberfuchs]", TRACKS)


# No effect


@pytest.mark.parametrize("card", ["Silberfuchs", "Platinfuchs"])
def test_other_cards_have_no_effect(table: Table, card: str) -> None:
    """2024:641, first:1024."""
    step = table.green(f"armor 4Pz Tilsit > Kedainai [{card}]\n expect 4Pz has 2 fuel, 3 ammo")
    changed = {change.owner for change in step.changes}
    assert changed <= {"4Pz", "Kedainai", "gray", "stock", "turn", "gray Pursuit deck"}
    assert {change.cell for change in step.changes if change.owner == "Kedainai"} == {"control"}
