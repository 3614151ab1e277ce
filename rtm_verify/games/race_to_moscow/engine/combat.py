"""Chapter 10: a drawn Soviet unit is fought with the supplies on the army's card."""

from __future__ import annotations

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.capture import capture
from rtm_verify.games.race_to_moscow.engine.decks import put_deck
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.stock import spend
from rtm_verify.games.race_to_moscow.supplies import Supplies

__all__ = ["fight"]


def fight(draft: Draft, card: int, *, supported: bool) -> None:
    """The moving army meets the unit on `card`; `supported` by its player's Air Support marker (10.air)."""
    material, moving = draft.material, draft.moving
    kind, name = material.card_type(card), material.card(card).name
    cost = Supplies(ammo=kind.ammo, fuel=kind.fuel)
    draft.do(
        "combat",
        f"Combat with {name}, which takes {cost}.",
        "10.must",
        "8.common.soviet-combat" if material.cards.soviet >> card & 1 else "10.pursuit-units",
        "10.cost",
        *kind.rules,
    )
    if supported:
        help_ = min(cost.ammo, material.edition.air_support_ammo)
        cost = cost - Supplies(ammo=help_)
        draft.do("air-support", f"Air Support provides {help_} of the ammo.", "10.air", "9.1.ammo")
    if draft.state.loads[moving.army].covers(cost):
        _win(draft, card, cost)
    else:
        _lose(draft, card, cost)


def _win(draft: Draft, card: int, cost: Supplies) -> None:
    """The cost is paid, the area captured, and the card goes to the player (10.win)."""
    moving, name = draft.moving, draft.material.card(card).name
    spend(draft, moving.army, cost, f"and defeats {name}", "10.win.pay", "10.spend")
    draft.silently(moving=replace(moving, halted=True))
    capture(draft, draft.state.at[moving.army], "10.win.marker", "8.common.marker")
    state = draft.state
    draft.do(
        "trophy",
        f"{PLAYERS[draft.player].capitalize()} keeps the defeated {name}.",
        "10.win.card",
        "8.common.defeated",
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
        at=(*state.at[:army], moving.entered_from, *state.at[army + 1 :]),
        moving=replace(moving, over=True),
    )
    soviet = material.cards.soviet >> card & 1
    deck = draft.state.soviet_deck if soviet else draft.state.pursuit[draft.player]
    mixes = soviet and len(deck.layers) > 1
    draft.do(
        "shuffle",
        f"{name} is shuffled back into its deck.",
        "10.lose.shuffle",
        "8.common.undefeated",
        *(("10.lose.mixed",) if mixes else ()),
        **put_deck(draft.state, None if soviet else draft.player, deck.shuffle_in(1 << card)),
    )
