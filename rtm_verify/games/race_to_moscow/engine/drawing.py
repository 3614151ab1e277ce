"""A card is drawn, or looked at: which deck it leaves, and which chapter it leads to."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.actions import Reveal
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.engine.combat import fight
from rtm_verify.games.race_to_moscow.engine.decks import deck_in_question, put_deck, reshuffle_pursuit
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.pursuit import resolve
from rtm_verify.kernel.bits import lowest

__all__ = ["reveal"]


def reveal(draft: Draft, action: Reveal) -> None:
    """Draw or peek, as the position asks."""
    deck = deck_in_question(draft.state)
    if deck is None:
        raise LookupError("no card is to be revealed")
    # Copies of a card are alike: the lowest number stands for the one revealed.
    card = lowest(deck.candidates() & draft.material.copies(action.card))
    owner = None if draft.open.kind.endswith("soviet") else draft.player
    if draft.open.kind.startswith("peek"):
        _look(draft, deck, card, owner)
    else:
        _draw(draft, deck, card, owner)


def _look(draft: Draft, deck: Deck, card: int, owner: int | None) -> None:
    """The top card is seen and stays (9.1.peek, aid.peek)."""
    own = draft.state.air[draft.player]
    looked_by_air = own == ("on Soviet deck" if owner is None else "on Pursuit deck")
    draft.do(
        "peek",
        f"{PLAYERS[draft.player].capitalize()} looks at the top card: {draft.material.card(card).name}.",
        "9.1.peek" if looked_by_air else "aid.peek",
        pending=None,
        **put_deck(draft.state, owner, deck.peek(card)),
    )


def _draw(draft: Draft, deck: Deck, card: int, owner: int | None) -> None:
    """The top card is drawn and resolved; Air Support markers that lay on it are spent (9.1.spent)."""
    soviet = owner is None
    draft.do(
        "draw",
        f"{PLAYERS[draft.player].capitalize()} draws {draft.material.card(card).name}.",
        *(("8.common.soviet-draw", "3.1.soviet-draw") if soviet else ("8.common.pursuit-draw", "3.1.pursuit-draw")),
        pending=None,
        **put_deck(draft.state, owner, deck.draw(card)),
    )
    if owner is not None and not draft.state.pursuit[owner].size and draft.reading("reshuffle-moment") == "at-once":
        reshuffle_pursuit(draft)
    place = "on Soviet deck" if soviet else "on Pursuit deck"
    markers = [
        player
        for player, marker in enumerate(draft.state.air)
        if marker == place and (soviet or player == draft.player)
    ]
    if markers:
        air = tuple("spent" if player in markers else marker for player, marker in enumerate(draft.state.air))
        names = " and ".join(PLAYERS[player] for player in markers)
        draft.do("air-support", f"The Air Support of {names} on the card is spent.", "9.1.spent", air=air)
    supported = draft.player in markers
    if soviet:
        fight(draft, card, supported=supported)
    else:
        resolve(draft, card, supported=supported)
