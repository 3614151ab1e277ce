"""Chapter 9.2: Axis Auxiliaries and Recon, used when drawn or played from the hand."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import DECKS, LookUnder, Peek, PlayHeld
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine import soviet_player
from rtm_verify.games.race_to_moscow.engine.air_support import put_on_deck
from rtm_verify.games.race_to_moscow.engine.decks import begin_look, can_look
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.turn import judge_between_actions, what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.kernel.bits import lowest
from rtm_verify.kernel.violation import Violation

__all__ = ["judge_peek", "judge_play_held", "options", "options_look", "peek", "play_held", "use"]


def judge_play_held(material: Material, state: State, action: PlayHeld) -> Iterator[Violation]:
    """A held card is played between actions (7.complete), any number in a turn (9.2.unlimited)."""
    yield from judge_between_actions(material, state)
    name, held = material.card(action.card).name, state.hands[state.active] & material.cards.all_pursuit
    copies = held & material.copies(action.card)
    if not copies:
        yield Violation(
            "not-in-hand",
            ("9.2.hold",),
            f"{PLAYERS[state.active].capitalize()} does not hold {name}.",
            facts=(f"Pursuit cards held {held.bit_count()}",),
        )
    elif not copies & ~state.held_this_turn and material.readings["held-card-turn"] == "later-turn":
        yield Violation(
            "drawn-this-turn",
            ("9.2.hold", "aid.keep"),
            f"{name} was drawn and held in this turn: it is played on a later one.",
            facts=(f"{name} held since this turn",),
            rulings=("held-card-turn",),
        )
    if material.card_type(action.card).id == "auxiliaries" and _used_up(material, state):
        yield Violation(
            "auxiliaries-used",
            ("first.5.auxiliaries-once",),
            "One Axis Auxiliaries card has given an action this turn.",
            facts=(f"Axis Auxiliaries used this turn {state.auxiliaries_used}",),
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
        material.clause("9.2.play-unlimited", first="first.5.auxiliaries-once"),
        hands=draft.for_player(state.hands, state.hands[draft.player] & ~(1 << card)),
        held_this_turn=state.held_this_turn & ~(1 << card),
        discards=draft.for_player(state.discards, state.discards[draft.player] | 1 << card),
    )
    use(draft, card)


def use(draft: Draft, card: int, *rules: str) -> None:
    """Auxiliaries give one more core action; Recon looks at a deck."""
    material, state, kind = draft.material, draft.state, draft.material.card_type(card)
    if kind.id == "recon":
        if soviet_player.anything_to_look_at(material, state):
            if rules:
                draft.do(
                    "use", f"{PLAYERS[draft.player].capitalize()} uses {material.card(card).name} at once.", *rules
                )
            draft.silently(pending=Pending("peek which", card))
        else:
            draft.do("no-effect", f"{material.card(card).name} finds nothing to look at.", *kind.rules, *rules)
        return
    if _used_up(material, state):
        text = f"{material.card(card).name} gives no action: one such card was used this turn."
        draft.do("no-effect", text, "first.5.auxiliaries-once", *rules)
        return
    actions = material.edition.auxiliaries_actions
    draft.do(
        "extra-action",
        f"{material.card(card).name}: {PLAYERS[draft.player]} has {actions} more action.",
        *kind.rules,
        *rules,
        core_left=state.core_left + actions,
    )
    draft.silently(auxiliaries_used=state.auxiliaries_used + 1)


def _used_up(material: Material, state: State) -> bool:
    """Whether no further Axis Auxiliaries help in this turn (first.5.auxiliaries-once)."""
    return state.auxiliaries_used > 0 and material.policies["auxiliaries-per-turn"] == "one"


def judge_peek(material: Material, state: State, action: Peek) -> Iterator[Violation]:
    """Recon looks at one's own Pursuit deck or at the Soviet deck (aid.peek), if it has a card."""
    if not state.pending or state.pending.kind != "peek which":
        yield Violation("no-recon", ("aid.peek",), "No Recon card looks at a deck now.", what_is_open(state))
    elif material.soviet_player:
        text = "With a Soviet player, one looks under a Soviet marker, not at a deck."
        yield Violation("no-deck", ("14.5.peek",), text, facts=("variant soviet-player: yes",))
    elif not can_look(material, state, action.deck):
        yield Violation("empty-deck", ("aid.peek",), f"The {action.deck} deck is empty.", ("cards in the deck 0",))


def peek(draft: Draft, action: Peek) -> None:
    """The deck is chosen; the card seen is revealed next. Stukageschwader leaves the marker there."""
    if draft.material.card_type(draft.open.card).id == "stukageschwader":
        kept = draft.material.policies["stukageschwader"] == "unspent-or-readied"
        draft.silently(pending=None)
        card = draft.material.clause("9.4.stukageschwader", first="first.16.stukageschwader")
        put_on_deck(draft, action.deck, card, "9.1.place", kept=kept)
    else:
        draft.silently(pending=begin_look(draft, action.deck))


def options(material: Material, state: State) -> Iterator[PlayHeld]:
    """The held cards that can be played, one of each kind."""
    hand = state.hands[state.active] & material.cards.all_pursuit
    if material.readings["held-card-turn"] == "later-turn":
        hand &= ~state.held_this_turn
    if hand:
        no_more = _used_up(material, state)
        for card in material.one_of_each(hand):
            if not (no_more and material.card_type(card).id == "auxiliaries"):
                yield PlayHeld(card)


def options_look(material: Material, state: State) -> Iterator[Peek | LookUnder]:
    """The decks, or with a Soviet player the markers, that a card can look at."""
    if material.soviet_player:
        yield from soviet_player.options_look(material, state)
        return
    for deck in DECKS:
        if can_look(material, state, deck):
            yield Peek(deck)
