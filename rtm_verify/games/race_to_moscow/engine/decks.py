"""Drawing from the decks, and shuffling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from rtm_verify.games.race_to_moscow.actions import DeckName, Reveal
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck, Layer
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.turn import what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, PendingKind, State
from rtm_verify.kernel.violation import Violation

__all__ = [
    "Pile",
    "begin_look",
    "can_look",
    "deck_in_question",
    "home_pile",
    "judge_reveal",
    "options",
    "pile_in_question",
    "put_deck",
    "reshuffle_pursuit",
    "the_deck",
]

# A deck on the table; with a Soviet player, `soviet` is the infantry deck.
Pile = Literal["pursuit", "soviet", "armored", "okh"]

_PILES: dict[PendingKind, Pile] = {
    "pursuit": "pursuit",
    "peek pursuit": "pursuit",
    "soviet": "soviet",
    "peek soviet": "soviet",
    "armored": "armored",
    "okh": "okh",
}


def pile_in_question(state: State) -> Pile | None:
    """Which deck a card is about to be drawn from, or looked at."""
    return _PILES.get(state.pending.kind) if state.pending else None


def the_deck(state: State, pile: Pile) -> Deck:
    """A deck of the position; of the Pursuit decks, the active player's."""
    match pile:
        case "pursuit":
            return state.pursuit[state.active]
        case "soviet":
            return state.soviet_deck
        case "armored":
            return state.armored_deck
        case _:
            return state.okh_deck


def deck_in_question(state: State) -> Deck | None:
    """The deck a card is about to be drawn from, or looked at."""
    pile = pile_in_question(state)
    return None if pile is None else the_deck(state, pile)


def home_pile(material: Material, card: int) -> Pile:
    """The deck a card of a unit was drawn from, and is shuffled back into (10.lose.shuffle, 14.3.armored)."""
    if not material.cards.soviet >> card & 1:
        return "pursuit"
    return "armored" if material.soviet_player and material.cards.mech >> card & 1 else "soviet"


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
    pile, looked = _PILES[state.pending.kind], state.pending.kind.startswith("peek")
    drawn, draw, shuffled = _CLAUSES[pile]
    if pile == "soviet" and material.soviet_player:
        draw, shuffled = "14.4.infantry", "14.3.infantry"
    if not _belongs(material, state, pile) >> action.card & 1:
        yield Violation(
            "wrong-deck",
            ("aid.peek" if looked else draw,),
            f"A {drawn} card is {'seen' if looked else 'drawn'} here, and {card.name} is none.",
            facts=(f"deck: {drawn}", f"{card.name} belongs to the {card.deck} cards"),
        )
    elif not deck.candidates() & material.copies(action.card):
        yield Violation(
            "not-on-top",
            ("aid.peek" if looked else draw, shuffled),
            f"{card.name} cannot be on top of the deck.",
            facts=(f"cards in the deck {deck.size}", f"possible on top {deck.candidates().bit_count()}"),
        )


# What a card of each deck is called, and the clauses by which it is drawn and lies there.
_CLAUSES: dict[Pile, tuple[str, str, str]] = {
    "pursuit": ("Pursuit", "8.common.pursuit-draw", "4.pursuit-deck"),
    "soviet": ("Soviet", "8.common.soviet-draw", "4.soviet-deck"),
    "armored": ("Soviet armored", "14.4.armor", "14.3.armored"),
    "okh": ("OKH", "9.3.replace", "4.okh"),
}


def _belongs(material: Material, state: State, pile: Pile) -> int:
    """The cards of a deck, wherever they are now."""
    cards = material.cards
    match pile:
        case "pursuit":
            return cards.pursuit[state.active]
        case "soviet":
            return cards.soviet & ~cards.mech if material.soviet_player else cards.soviet
        case "armored":
            return cards.mech
        case _:
            return cards.okh


def can_look(material: Material, state: State, deck: DeckName) -> bool:
    """Whether the deck has a card to look at, or for a Pursuit deck could be renewed (8.common.reshuffle)."""
    if deck == "Soviet":
        return state.soviet_deck.size > 0
    renewed = material.readings["pursuit-renewal"] == "renewed"
    return state.pursuit[state.active].size > 0 or (renewed and state.discards[state.active] > 0)


def begin_look(draft: Draft, deck: DeckName) -> Pending:
    """What is open when a player looks at a deck; an exhausted Pursuit deck is renewed first."""
    if deck == "Soviet":
        return Pending("peek soviet")
    if not draft.state.pursuit[draft.player].size:
        draft.reading("reshuffle-moment")
        reshuffle_pursuit(draft)
    return Pending("peek pursuit")


def put_deck(state: State, pile: Pile, deck: Deck) -> dict[str, object]:
    """The fields of a position with one deck replaced; of the Pursuit decks, the active player's."""
    if pile == "pursuit":
        return {"pursuit": (*state.pursuit[: state.active], deck, *state.pursuit[state.active + 1 :])}
    return {f"{pile}_deck": deck}


def reshuffle_pursuit(draft: Draft) -> None:
    """An empty Pursuit deck is renewed from its discard pile (8.common.reshuffle)."""
    state, player = draft.state, draft.player
    pile = state.discards[player]
    if not pile or draft.reading("pursuit-renewal") == "stays-empty":
        return
    deck = Deck((Layer(pile, pile.bit_count()),), state.pursuit[player].hidden)
    draft.do(
        "reshuffle",
        f"{PLAYERS[player].capitalize()}'s discard pile is shuffled into a new Pursuit deck.",
        "8.common.reshuffle",
        discards=draft.for_player(state.discards, 0),
        **put_deck(state, "pursuit", deck),
    )


def options(material: Material, state: State) -> Iterator[Reveal]:
    """The cards that may be on top of the deck in question, one of each kind."""
    deck = deck_in_question(state)
    if deck is not None:
        yield from map(Reveal, material.one_of_each(deck.candidates()))
