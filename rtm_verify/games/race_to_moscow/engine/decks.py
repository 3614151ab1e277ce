"""Drawing from the decks, and shuffling."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import DeckName, Reveal
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck, Layer
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.turn import what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.kernel.violation import Violation

__all__ = ["begin_look", "can_look", "deck_in_question", "judge_reveal", "put_deck", "reshuffle_pursuit"]


def deck_in_question(state: State) -> Deck | None:
    """The deck a card is about to be drawn from, or looked at."""
    if state.pending and state.pending.kind in ("pursuit", "peek pursuit"):
        return state.pursuit[state.active]
    if state.pending and state.pending.kind in ("soviet", "peek soviet"):
        return state.soviet_deck
    return None


def judge_reveal(material: Material, state: State, action: Reveal) -> Iterator[Violation]:
    """The card comes from the deck the area calls for, and may lie on top of it."""
    deck = deck_in_question(state)
    card = material.card(action.card)
    if deck is None or state.pending is None:
        yield Violation(
            "nothing-drawn",
            ("8.common.controlled",),
            f"No card is drawn here, so {card.name} cannot be.",
            facts=what_is_open(state),
        )
        return
    soviet, looked = state.pending.kind.endswith("soviet"), state.pending.kind.startswith("peek")
    draw = "aid.peek" if looked else "8.common.soviet-draw" if soviet else "8.common.pursuit-draw"
    if (card.deck in ("green", "blue")) != soviet:
        drawn = "Soviet" if soviet else "Pursuit"
        yield Violation(
            "wrong-deck",
            (draw,),
            f"A {drawn} card is {'seen' if looked else 'drawn'} here, and {card.name} is none.",
            facts=(f"deck: {drawn}", f"{card.name} belongs to the {card.deck} cards"),
        )
    elif not deck.candidates() & material.copies(action.card):
        yield Violation(
            "not-on-top",
            (draw, "4.soviet-deck" if soviet else "4.pursuit-deck"),
            f"{card.name} cannot be on top of the deck.",
            facts=(f"cards in the deck {deck.size}", f"possible on top {deck.candidates().bit_count()}"),
        )


def can_look(state: State, deck: DeckName) -> bool:
    """Whether the deck has a card to look at, or for a Pursuit deck could be renewed (8.common.reshuffle)."""
    if deck == "Soviet":
        return state.soviet_deck.size > 0
    return state.pursuit[state.active].size > 0 or state.discards[state.active] > 0


def begin_look(draft: Draft, deck: DeckName) -> Pending:
    """What is open when a player looks at a deck; an exhausted Pursuit deck is renewed first."""
    if deck == "Soviet":
        return Pending("peek soviet")
    if not draft.state.pursuit[draft.player].size:
        draft.reading("reshuffle-moment")
        reshuffle_pursuit(draft)
    return Pending("peek pursuit")


def put_deck(state: State, player: int | None, deck: Deck) -> dict[str, object]:
    """The fields of a position with one deck replaced: a player's Pursuit deck, or the Soviet deck."""
    if player is None:
        return {"soviet_deck": deck}
    return {"pursuit": (*state.pursuit[:player], deck, *state.pursuit[player + 1 :])}


def reshuffle_pursuit(draft: Draft) -> None:
    """An empty Pursuit deck is renewed from its discard pile (8.common.reshuffle)."""
    state, player = draft.state, draft.player
    pile = state.discards[player]
    if not pile:
        return
    deck = Deck((Layer(pile, pile.bit_count()),), state.pursuit[player].hidden)
    draft.do(
        "reshuffle",
        f"{PLAYERS[player].capitalize()}'s discard pile is shuffled into a new Pursuit deck.",
        "8.common.reshuffle",
        discards=draft.for_player(state.discards, 0),
        **put_deck(state, player, deck),
    )
