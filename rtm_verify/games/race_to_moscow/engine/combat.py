"""Chapter 10: a drawn Soviet unit is fought with the supplies on the army's card."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.actions import Action, Fight, PlayOkh
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.capture import capture
from rtm_verify.games.race_to_moscow.engine.decks import home_pile, put_deck, the_deck
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.okh_pool import options_any_time, options_in_combat
from rtm_verify.games.race_to_moscow.engine.okh_timing import battle_cards
from rtm_verify.games.race_to_moscow.engine.stock import spend
from rtm_verify.games.race_to_moscow.engine.turn import what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation

__all__ = ["fight", "judge_settle", "meet", "options", "settle"]


def meet(draft: Draft, card: int, *, supported: bool) -> None:
    """The moving army meets the unit on `card`; who holds an OKH card for it decides first whether to play it."""
    material, state = draft.material, draft.state
    if battle_cards(material, state, card) or any(options_in_combat(material, state, card)):
        draft.silently(pending=Pending("battle", card, supported=supported))
    else:
        fight(draft, card, supported=supported)


def judge_settle(_: Material, state: State, __: Fight) -> Iterator[Violation]:
    """A combat is settled once it is open (10.must)."""
    if not state.pending or state.pending.kind != "battle":
        yield Violation("no-combat", ("10.must",), "No combat waits to be settled.", what_is_open(state))


def settle(draft: Draft, _: Fight) -> None:
    """No further card is played: the combat is fought."""
    card, supported = draft.open.card, draft.open.supported
    draft.silently(pending=None)
    fight(draft, card, supported=supported)


def options(material: Material, state: State) -> Iterator[Action]:
    """Fight, or play an OKH card first, or where that is allowed take one."""
    yield Fight()
    if state.pending:
        yield from map(PlayOkh, members(battle_cards(material, state, state.pending.card)))
        yield from options_any_time(material, state)


def fight(draft: Draft, card: int, *, supported: bool) -> None:
    """The moving army fights the unit on `card`; `supported` by its player's Air Support marker (10.air)."""
    material, moving = draft.material, draft.moving
    kind, name = material.card_type(card), material.card(card).name
    cost = Supplies(ammo=kind.ammo, fuel=kind.fuel)
    soviet = material.cards.soviet >> card & 1
    draft.do(
        "combat",
        f"Combat with {name}, which takes {cost}.",
        "10.must",
        "8.common.soviet-combat" if soviet else "10.pursuit-units",
        "10.cost",
        *(("14.4.combat",) if soviet and material.soviet_player else ()),
        *kind.rules,
    )
    if supported:
        help_ = min(cost.ammo, material.edition.air_support_ammo)
        cost = cost - Supplies(ammo=help_)
        draft.do("air-support", f"Air Support provides {help_} of the ammo.", "10.air", "9.1.ammo", "9.1.own")
    if draft.state.loads[moving.army].covers(cost):
        _win(draft, card, cost)
    else:
        _lose(draft, card, cost)


def _win(draft: Draft, card: int, cost: Supplies) -> None:
    """The cost is paid, the area captured, and the card goes to the player (10.win)."""
    moving, name = draft.moving, draft.material.card(card).name
    spend(draft, moving.army, cost, f"and defeats {name}", "10.win.pay", "10.spend")
    draft.silently(moving=replace(moving, halted=True))
    capture(draft, draft.state.at[moving.army], "10.win.marker", "8.common.marker", "8.common.track-down")
    state = draft.state
    draft.do(
        "trophy",
        f"{PLAYERS[draft.player].capitalize()} keeps the defeated {name}.",
        "10.win.card",
        "8.common.defeated",
        "8.halt.soviet",
        *(("3.2.card-no-token",) if draft.material.card(card).medal else ()),
        trophies=draft.for_player(state.trophies, state.trophies[draft.player] | 1 << card),
    )


def _lose(draft: Draft, card: int, cost: Supplies) -> None:
    """What can be paid is paid, the army goes back, its movement is over, and the card is shuffled back (10.lose)."""
    material, moving, name = draft.material, draft.moving, draft.material.card(card).name
    army = moving.army
    load = draft.state.loads[army]
    paid = Supplies(ammo=min(load.ammo, cost.ammo), fuel=min(load.fuel, cost.fuel))
    missing = cost - paid
    spend(draft, army, paid, f"against {name}", "10.lose.pay")
    state = draft.state
    draft.do(
        "defeat",
        f"{material.armies[army].name} lacks {missing}, loses the combat "
        f"and returns to {material.area(moving.entered_from)}.",
        "10.lose.retreat",
        "10.lose.end",
        *(("10.lose.no-fuel",) if material.armored[army] else ()),
        at=(*state.at[:army], moving.entered_from, *state.at[army + 1 :]),
        moving=replace(moving, over=True),
    )
    pile = home_pile(material, card)
    deck = the_deck(draft.state, pile)
    mixes = pile == "soviet" and len(deck.layers) > 1
    draft.do(
        "shuffle",
        f"{name} is shuffled back into its deck.",
        material.clause("10.lose.shuffle", first="first.8.lose-card"),
        *(() if material.edition.name == "first" else ("8.common.undefeated",)),
        *(("10.lose.mixed",) if mixes else ()),
        **put_deck(draft.state, pile, deck.shuffle_in(1 << card)),
    )
