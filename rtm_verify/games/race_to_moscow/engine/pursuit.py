"""Pursuit cards: what the card drawn in an undefended area does (player aid; medal cards: first edition, chapter 7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.actions import Action, Hold, UseNow
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.combat import meet
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.held_cards import use
from rtm_verify.games.race_to_moscow.engine.medal_cards import medal_moves
from rtm_verify.games.race_to_moscow.engine.partisans import flip_targets
from rtm_verify.games.race_to_moscow.engine.resolving import finish
from rtm_verify.games.race_to_moscow.engine.soviet_player import anything_to_look_at
from rtm_verify.games.race_to_moscow.engine.stock import token_of
from rtm_verify.games.race_to_moscow.engine.turn import what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.kernel.violation import Violation

__all__ = ["hold", "judge_hold", "judge_use_now", "options_keep", "resolve", "use_now"]


def resolve(draft: Draft, card: int, *, supported: bool) -> None:
    """Apply a drawn Pursuit card; what the player must choose is left open in `State.pending`."""
    material, kind = draft.material, draft.material.card_type(card)
    if kind.is_unit:
        meet(draft, card, supported=supported)
        return
    if material.card(card).hold:
        draft.silently(pending=Pending("keep", card))
        return
    if kind.brings:
        _bring(draft, card)
        return
    if kind.id in ("halder", "fuhrerbefehl"):
        if any(medal_moves(material, draft.state, card)):
            draft.silently(pending=Pending("medal", card))
            return
        draft.do("no-effect", f"No medal can be moved by {material.card(card).name}.", *kind.rules)
    elif kind.id == "partisans":
        if flip_targets(material, draft.state):
            draft.silently(pending=Pending("flip", card))
            return
        draft.do("no-effect", "No marker with a track can be turned: Partisans have no effect.", *kind.rules)
    elif kind.id == "auxiliaries":
        use(draft, card, *(("first.7.unheld",) if material.edition.name == "first" else ()))
    elif kind.halt:
        _halt(draft, card)
    else:
        draft.do("no-effect", f"{material.card(card).name} has no effect.", *kind.rules)
    finish(draft, card)


def _halt(draft: Draft, card: int) -> None:
    """The army stops; an armored one may pay to go on (8.halt.field, 8.halt.push)."""
    moving, material = draft.moving, draft.material
    rule = "8.halt.push" if material.armored[moving.army] else "8.halt.field"
    draft.do(
        "halt",
        f"{material.card(card).name}: {material.armies[moving.army].name} is halted.",
        *material.card_type(card).rules,
        rule,
        moving=replace(moving, halted=True),
    )


def _bring(draft: Draft, card: int) -> None:
    """One token comes into the area, or onto the army's card; if the stock has none, the card stands in for it."""
    material, state = draft.material, draft.state
    moving, kind, token = draft.moving, material.card_type(card), token_of(draft, card)
    area = state.at[moving.army]
    onto_card = (
        draft.reading("captured-goods") == "card" and state.loads[moving.army].total < material.edition.army_card_limit
    )
    if onto_card:
        place = f"onto the card of {material.armies[moving.army].name}"
        change: dict[str, object] = {"loads": draft.with_load(moving.army, state.loads[moving.army] + token)}
    else:
        place = f"in {material.area(area)}"
        change = {"depots": draft.with_depot(area, state.depots[area] + token)}
    if state.stock.covers(token):
        draft.do(
            "captured", f"{token} from the stock is placed {place}.", *kind.rules, stock=state.stock - token, **change
        )
        finish(draft, card)
        return
    draft.do(
        "stand-in",
        f"The stock has no {kind.brings}: the card {material.card(card).name} stands in for {token} {place}.",
        *kind.rules,
        "8.common.replacement",
        stand_ins=(*state.stand_ins, card),
        **change,
    )
    finish(draft, card, discarded=False)


# Cards with the hand symbol


def judge_hold(_: Material, state: State, __: Hold) -> Iterator[Violation]:
    """Only a card with the hand symbol that was just drawn can be held (9.2.hold)."""
    if not state.pending or state.pending.kind != "keep":
        yield Violation("nothing-to-hold", ("9.2.hold",), "No card that can be held was drawn.", what_is_open(state))


def hold(draft: Draft, _: Hold) -> None:
    """The card goes to the player's hand (9.2.hold)."""
    state, card = draft.state, draft.open.card
    draft.do(
        "hold",
        f"{PLAYERS[draft.player].capitalize()} keeps {draft.material.card(card).name}.",
        "9.2.hold",
        "9.2.unlimited",
        "8.common.hold",
        "aid.keep",
        hands=draft.for_player(state.hands, state.hands[draft.player] | 1 << card),
        held_this_turn=state.held_this_turn | 1 << card,
        pending=None,
    )
    finish(draft, card, discarded=False)


def judge_use_now(material: Material, state: State, _: UseNow) -> Iterator[Violation]:
    """A card with the hand symbol can be used when it is drawn (9.2.now), unless actions may not interrupt a move."""
    if not state.pending or state.pending.kind != "keep":
        yield Violation(
            "nothing-to-use", ("9.2.now",), "No card that can be used at once was drawn.", what_is_open(state)
        )
    elif material.readings["held-card-now"] == "after-move":
        yield Violation(
            "mid-move",
            ("7.complete", *(("first.7.after-move",) if material.edition.name == "first" else ())),
            "The card can be used once the army's movement is complete, not before.",
            facts=("ruling held-card-now = after-move",),
            fixes=("hold the card",),
            rulings=("held-card-now",),
        )


def use_now(draft: Draft, _: UseNow) -> None:
    """The card is used at once (9.2.now)."""
    card = draft.open.card
    draft.reading("held-card-now")
    draft.silently(pending=None)
    use(draft, card, "9.2.now")
    finish(draft, card)
    # The capture may have closed a pocket, and with it the last marker Recon could have looked under (14.5.peek).
    if draft.state.pending and not anything_to_look_at(draft.material, draft.state):
        text = f"{draft.material.card(card).name} finds nothing to look at."
        draft.do("no-effect", text, *draft.material.card_type(card).rules, pending=None)


def options_keep(material: Material, _: State) -> Iterator[Action]:
    """Hold the drawn card, or use it at once where that is allowed."""
    yield Hold()
    if material.readings["held-card-now"] == "at-once":
        yield UseNow()
