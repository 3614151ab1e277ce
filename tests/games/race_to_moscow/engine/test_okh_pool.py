"""Chapter 9.3: OKH cards are revealed and taken; 13.5: in Total War they are bought."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members

from .table import Position, Table

# The cards of all armies are full at the start.
ROOM = "[armies.16A]\nammo = 3\n"
POOL = 'okh = ["Brandenburg", "Pionieren", "Wolfsschanze", "Luftbrücke"]\n'


def take(position: Position, name: str) -> a.TakeOkh:
    return a.TakeOkh(position.card("okh", name))


def names(position: Position, mask: int) -> set[str]:
    return {position.ruleset.material.card(card).name for card in members(mask)}


# The pool


@pytest.mark.parametrize(
    ("order", "revealed"),
    [(("gray", "white", "brown"), 4), (("white", "gray"), 3), (("brown",), 4)],
    ids=["three players", "two players", "solitaire"],
)
def test_so_many_cards_are_revealed(table: Table, order: tuple[str, ...], revealed: int) -> None:
    position = table.position(order=order)
    assert position.refusal(take(position, "Brandenburg")) >= {"9.3.take"}
    position.do(a.OpenPool())
    for count in range(revealed):
        assert position.state.okh_pool.bit_count() == count
        assert position.state.pending is not None
        position.do(position.ruleset.legal(position.state)[0])
    assert position.state.pending is None
    assert position.state.okh_pool.bit_count() == revealed
    assert position.state.okh_deck.size == 12 - revealed


def test_a_scenario_can_begin_with_okh_cards_in_hand(table: Table) -> None:
    position = table.position('[players.gray]\nholds = ["Luftbrücke", "Recon"]\n')
    assert names(position, position.state.hands[0]) == {"Luftbrücke", "Recon"}
    assert position.state.okh_deck.size == 11
    # The pool is still to be revealed, out of the other cards.
    position.do(a.OpenPool())
    assert position.refusal(a.Reveal(position.card("okh", "Luftbrücke"))) >= {"4.okh"}
    for _ in range(4):
        position.do(position.ruleset.legal(position.state)[0])
    assert position.state.okh_pool.bit_count() == 4


def test_a_card_of_the_pool_is_in_nobodys_hand(table: Table) -> None:
    with pytest.raises(InputError, match="every copy of Brandenburg is already elsewhere"):
        table.position(POOL + '[players.gray]\nholds = ["Brandenburg"]\n')
    with pytest.raises(InputError, match="unknown gray Pursuit card 'Brandenburger'"):
        table.position('[players.gray]\nholds = ["Brandenburger"]\n')


def test_the_pool_is_revealed_once(table: Table) -> None:
    position = table.position(POOL)
    assert position.refusal(a.OpenPool()) >= {"4.okh-pool"}


def test_a_card_of_another_deck_is_not_revealed_in_the_pool(table: Table) -> None:
    position = table.position()
    position.do(a.OpenPool())
    assert position.refusal(a.Reveal(position.card("soviet", "3 Army"))) >= {"9.3.replace"}
    assert position.refusal(take(position, "Brandenburg")) >= {"8.common.resolve"}


# Taking a card


def test_a_taken_card_lies_in_the_players_area_and_the_deck_replaces_it(table: Table) -> None:
    position = table.position(POOL)
    step = position.step(take(position, "Pionieren"))
    rules = {rule for event in step.events for rule in event.rules}
    assert rules >= {"9.3.take", "9.3.area", "9.3.hq", "9.3.marker", "7.bonus-okh-take"}
    assert position.state.hq_spent == (True, False, False)
    assert position.state.core_left == 2
    assert names(position, position.state.hands[0]) == {"Pionieren"}
    assert names(position, position.state.okh_pool) == {"Brandenburg", "Wolfsschanze", "Luftbrücke"}
    step = position.step(a.Reveal(position.card("okh", "Auftragstaktik")))
    assert {rule for event in step.events for rule in event.rules} == {"9.3.replace"}
    assert names(position, position.state.okh_pool) == {"Brandenburg", "Wolfsschanze", "Luftbrücke", "Auftragstaktik"}
    assert position.state.okh_deck.size == 7


def test_a_card_that_lies_elsewhere_does_not_replace_the_one_taken(table: Table) -> None:
    position = table.position(POOL)
    position.do(take(position, "Pionieren"))
    assert position.refusal(a.Reveal(position.card("okh", "Brandenburg"))) >= {"9.3.replace", "4.okh"}


def test_a_card_outside_the_pool_is_not_taken(table: Table) -> None:
    position = table.position(POOL)
    assert position.refusal(take(position, "Auftragstaktik")) >= {"9.3.take"}


def test_a_second_card_waits_for_a_theatre_re_organization(table: Table) -> None:
    position = table.position(POOL)
    position.do(take(position, "Pionieren"), a.Reveal(position.card("okh", "Auftragstaktik")))
    assert position.refusal(take(position, "Brandenburg")) >= {"9.3.hq", "7.bonus-okh-limit"}
    # The last trains are taken: the theatre is re-organized, and all armies eat.
    position.state = replace(position.state, trains_stock=1, trucks_held=(4, 5, 5), trucks_stock=(1, 0, 0))
    position.do(a.TakeTransport(0, 1))
    while position.state.pending is not None:
        position.do(a.EatFrom("card"))
    assert position.state.hq_spent == (False, False, False)
    position.do(take(position, "Brandenburg"))
    assert names(position, position.state.hands[0]) == {"Pionieren", "Brandenburg"}


def test_each_player_has_an_hq(table: Table) -> None:
    position = table.position(POOL)
    position.do(take(position, "Pionieren"), a.Reveal(position.card("okh", "Auftragstaktik")))
    position.state = replace(position.state, active=1)
    position.do(take(position, "Auftragstaktik"))
    assert position.state.hq_spent == (True, True, False)


def test_an_exhausted_okh_deck_replaces_nothing(table: Table) -> None:
    position = table.position(POOL)
    position.state = replace(position.state, okh_deck=Deck())
    position.do(take(position, "Pionieren"))
    assert position.state.pending is None
    assert position.state.okh_pool.bit_count() == 3


def test_a_card_is_taken_between_actions_and_not_in_the_soviet_reaction(table: Table) -> None:
    position = table.position(POOL)
    position.do(a.Activate(position.army("4Pz")))
    assert position.refusal(take(position, "Pionieren")) >= {"7.complete"}
    position.do(a.EndMove(), a.MoveFields())
    assert position.refusal(take(position, "Pionieren")) >= {"7.complete"}
    position.do(a.EndFields(), a.AdvanceRailhead(-1))
    assert position.refusal(take(position, "Pionieren")) >= {"6.reaction", "12.always"}


def test_a_card_is_not_taken_in_the_middle_of_a_transport(table: Table) -> None:
    position = table.position(POOL)
    position.do(a.BeginTransport())
    assert position.refusal(take(position, "Pionieren")) >= {"7.complete"}
    position.do(a.EndTransport(), take(position, "Pionieren"))
    assert position.state.hq_spent[0]


def test_in_the_first_edition_a_card_is_taken_in_the_middle_of_an_action(table: Table) -> None:
    position = table.position(POOL, edition="first")
    position.do(a.Activate(position.army("4Pz")), take(position, "Pionieren"))
    # Until the pool is filled, nothing else is done; then the card can be played on the army on the move.
    assert position.refusal(position.okh("Pionieren")) >= {"8.common.resolve"}
    position.do(a.Reveal(position.card("okh", "Auftragstaktik")), position.okh("Pionieren"))
    assert position.state.moving is not None
    assert position.state.moving.pioneers
    assert position.refusal(take(position, "Brandenburg")) >= {"first.16.again", "7.bonus-okh-limit"}


@pytest.mark.parametrize("begin", [a.MoveFields(), a.BeginTransport()], ids=["fields", "transport"])
def test_in_the_first_edition_a_card_is_taken_among_field_armies_and_transports(table: Table, begin: a.Action) -> None:
    position = table.position(POOL, edition="first")
    position.do(begin)
    position.step(take(position, "Pionieren"))
    assert position.state.hq_spent[0]


def test_a_drawn_card_is_resolved_before_a_card_is_taken_in_either_edition(table: Table) -> None:
    for edition in ("2024", "first"):
        position = table.position(POOL, edition=edition)
        position.do(a.Activate(position.army("4Pz")), a.Enter(position.area("Kedainai")))
        assert position.refusal(take(position, "Pionieren")) >= {"8.common.resolve"}


# Total War


@pytest.mark.parametrize("edition", ["2024", "first"])
def test_in_total_war_cards_cost_two_to_five_medals_and_no_hq(table: Table, edition: str) -> None:
    position = table.position(POOL + "[players.gray]\nmedals = 14\n", variants=["total-war"], edition=edition)
    spare = ["Auftragstaktik", "Panzerhaubitzen", "Stukageschwader", "Schnellkampfgruppe"]
    for medals, name, fresh in zip((12, 9, 5, 0), ["Brandenburg", *spare], spare, strict=False):
        step = position.step(take(position, name))
        rules = {rule for event in step.events for rule in event.rules}
        assert rules >= {"13.5.buy", "13.5.prices", "13.5.no-hq"}
        position.do(a.Reveal(position.card("okh", fresh)))
        assert position.state.medals_held[0] == medals
    assert position.state.hq_spent == (False, False, False)
    assert position.state.okh_bought == (4, 0, 0)
    # There is no fifth price, however many medals are left.
    left = position.state.medals_left
    position.state = replace(position.state, medals_held=(left, *position.state.medals_held[1:]), medals_left=0)
    assert position.refusal(take(position, "Schnellkampfgruppe")) >= {"13.5.prices"}


@pytest.mark.parametrize(("bought", "price"), [(0, 2), (1, 3), (2, 4), (3, 5)])
def test_in_total_war_a_medal_too_few_buys_nothing(table: Table, bought: int, price: int) -> None:
    position = table.position(POOL + f"[players.gray]\nmedals = {price - 1}\n", variants=["total-war"])
    position.state = replace(position.state, okh_bought=(bought, 0, 0))
    assert position.refusal(take(position, "Brandenburg")) >= {"13.5.prices", "13.5.buy"}
    held = (price, *position.state.medals_held[1:])
    position.state = replace(position.state, medals_held=held, medals_left=position.state.medals_left - 1)
    position.step(take(position, "Brandenburg"))
    assert position.state.medals_held[0] == 0


def test_in_total_war_each_player_pays_the_own_next_price(table: Table) -> None:
    position = table.position(POOL + "[players.white]\nmedals = 2\n", variants=["total-war"])
    position.state = replace(position.state, okh_bought=(3, 0, 0), active=PLAYERS.index("white"))
    position.do(take(position, "Brandenburg"))
    assert position.state.medals_held[1] == 0
    assert position.state.okh_bought == (3, 1, 0)


def test_in_total_war_medals_are_conserved(table: Table) -> None:
    position = table.position(POOL + "[players.gray]\nmedals = 5\n", variants=["total-war"])
    position.do(take(position, "Brandenburg"), a.Reveal(position.card("okh", "Auftragstaktik")))
    assert position.ruleset.invariants(position.state) == ()


# What comes of the cards


def test_a_played_card_is_out_of_the_game(table: Table) -> None:
    position = table.position(POOL + ROOM)
    position.do(take(position, "Luftbrücke"), a.Reveal(position.card("okh", "Auftragstaktik")))
    step = position.step(position.okh("Luftbrücke"))
    assert {rule for event in step.events for rule in event.rules} >= {"9.4.removed", "7.bonus-okh-play"}
    position.do(a.Airlift(position.army("16A"), Supplies(fuel=1)))
    left = position.state.okh_pool.bit_count() + position.state.okh_deck.size + position.state.hands[0].bit_count()
    assert left == 11
    assert position.refusal(position.okh("Luftbrücke")) >= {"9.3.area"}
    assert position.refusal(take(position, "Luftbrücke")) >= {"9.3.take"}
    assert position.state.discards == (0, 0, 0)


def test_a_card_of_another_player_is_not_played(table: Table) -> None:
    position = table.position(ROOM)
    position.give("white", "Luftbrücke")
    assert position.refusal(position.okh("Luftbrücke")) >= {"9.3.area", "9.4.any-point"}


def test_a_pursuit_card_is_not_played_as_an_okh_card_and_the_other_way_round(table: Table) -> None:
    position = table.position('[players.gray]\nholds = ["Recon"]\n')
    position.give("gray", "Luftbrücke")
    assert position.refusal(a.PlayOkh(position.card("gray", "Recon"))) >= {"9.4.any-point"}
    assert position.refusal(a.PlayHeld(position.card("okh", "Luftbrücke"))) >= {"9.2.hold"}


def test_a_card_can_be_kept_for_a_later_turn(table: Table) -> None:
    position = table.position(POOL + ROOM)
    position.do(take(position, "Luftbrücke"), a.Reveal(position.card("okh", "Auftragstaktik")), a.AdvanceRailhead(-1))
    while position.state.active != 0 or position.state.phase != "actions":
        legal = position.ruleset.legal(position.state)
        ends = [action for action in legal if isinstance(action, a.AdvanceRailhead | a.PlaceSoviet | a.EndReaction)]
        position.do(ends[0])
    assert position.state.round == 2
    assert position.state.hq_spent[0]
    position.step(position.okh("Luftbrücke"))
    assert position.state.pending is not None
