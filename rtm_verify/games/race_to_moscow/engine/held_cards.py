"""Chapter 9.2: Axis Auxiliaries and Recon, used when drawn or played from the hand."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import Peek, PlayHeld
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.decks import begin_look, can_look
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.turn import judge_between_actions, what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.kernel.bits import lowest
from rtm_verify.kernel.violation import Violation

__all__ = ["judge_peek", "judge_play_held", "peek", "play_held", "use"]


def judge_play_held(material: Material, state: State, action: PlayHeld) -> Iterator[Violation]:
    """A held card is played between actions (7.complete), any number in a turn (9.2.unlimited)."""
    yield from judge_between_actions(material, state)
    name, copies = material.card(action.card).name, state.hands[state.active] & material.copies(action.card)
    if not copies:
        yield Violation(
            "not-in-hand",
            ("9.2.hold",),
            f"{PLAYERS[state.active].capitalize()} does not hold {name}.",
            facts=(f"cards held {state.hands[state.active].bit_count()}",),
        )
    elif not copies & ~state.held_this_turn and material.readings["held-card-turn"] == "later-turn":
        yield Violation(
            "drawn-this-turn",
            ("9.2.hold", "aid.keep"),
            f"{name} was drawn and held in this turn: it is played on a later one.",
            facts=(f"{name} held since this turn",),
            rulings=("held-card-turn",),
        )


def play_held(draft: Draft, action: PlayHeld) -> None:
    """The card takes effect and is discarded."""
    state, material = draft.state, draft.material
    copies = state.hands[draft.player] & material.copies(action.card)
    if not copies & ~state.held_this_turn:
        draft.reading("held-card-turn")
    # Copies are alike, but for when they were drawn: an older one goes first.
    card = lowest(copies & ~state.held_this_turn or copies)
    draft.do(
        "play",
        f"{PLAYERS[draft.player].capitalize()} plays {material.card(card).name}.",
        "7.bonus-pursuit",
        "9.2.play-unlimited",
        hands=draft.for_player(state.hands, state.hands[draft.player] & ~(1 << card)),
        held_this_turn=state.held_this_turn & ~(1 << card),
        discards=draft.for_player(state.discards, state.discards[draft.player] | 1 << card),
    )
    use(draft, card)


def use(draft: Draft, card: int, *rules: str) -> None:
    """Auxiliaries give one more core action; Recon looks at a deck."""
    kind, edition = draft.material.card_type(card), draft.material.edition
    if kind.id == "recon":
        draft.silently(pending=Pending("peek which", card))
        return
    draft.do(
        "extra-action",
        f"{draft.material.card(card).name}: {PLAYERS[draft.player]} has {edition.auxiliaries_actions} more action.",
        *kind.rules,
        *rules,
        core_left=draft.state.core_left + edition.auxiliaries_actions,
    )


def judge_peek(state: State, action: Peek) -> Iterator[Violation]:
    """Recon looks at one's own Pursuit deck or at the Soviet deck (aid.peek), if it has a card."""
    if not state.pending or state.pending.kind != "peek which":
        yield Violation("no-recon", ("aid.peek",), "No Recon card looks at a deck now.", what_is_open(state))
    elif not can_look(state, action.deck):
        yield Violation("empty-deck", ("aid.peek",), f"The {action.deck} deck is empty.", ("cards in the deck 0",))


def peek(draft: Draft, action: Peek) -> None:
    """The deck is chosen; the card seen is revealed next."""
    draft.silently(pending=begin_look(draft, action.deck))
