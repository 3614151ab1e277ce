"""A card is drawn, or looked at: which deck it leaves, and which chapter it leads to."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.actions import Reveal
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.deck import Deck
from rtm_verify.games.race_to_moscow.engine.air_support import spend_markers
from rtm_verify.games.race_to_moscow.engine.combat import meet
from rtm_verify.games.race_to_moscow.engine.decks import Pile, pile_in_question, put_deck, reshuffle_pursuit, the_deck
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.okh_pool import fill_pool
from rtm_verify.games.race_to_moscow.engine.pursuit import resolve
from rtm_verify.kernel.bits import lowest

__all__ = ["reveal"]


def reveal(draft: Draft, action: Reveal) -> None:
    """Draw or peek, as the position asks."""
    pile = pile_in_question(draft.state)
    if pile is None:
        raise LookupError("no card is to be revealed")
    deck = the_deck(draft.state, pile)
    # Copies of a card are alike: the lowest number stands for the one revealed.
    card = lowest(deck.candidates() & draft.material.copies(action.card))
    if pile == "okh":
        fill_pool(draft, deck, card)
    elif draft.open.kind.startswith("peek"):
        _look(draft, pile, deck, card)
    else:
        _draw(draft, pile, deck, card)


def _look(draft: Draft, pile: Pile, deck: Deck, card: int) -> None:
    """The top card is seen and stays (9.1.peek, aid.peek)."""
    looked_by_air = draft.state.air[draft.player] == _AIR_PLACE[pile]
    draft.do(
        "peek",
        f"{PLAYERS[draft.player].capitalize()} looks at the top card: {draft.material.card(card).name}.",
        "9.1.peek" if looked_by_air else "aid.peek",
        pending=None,
        **put_deck(draft.state, pile, deck.peek(card)),
    )


def _draw(draft: Draft, pile: Pile, deck: Deck, card: int) -> None:
    """The top card is drawn and resolved; Air Support markers that lay on it are spent (9.1.spent)."""
    replaces = draft.open.supported  # Brandenburg: the support of the first card goes on
    draft.do(
        "draw",
        f"{PLAYERS[draft.player].capitalize()} draws {draft.material.card(card).name}.",
        *_DRAWN[pile],
        *(("14.4.infantry",) if pile == "soviet" and draft.material.soviet_player else ()),
        pending=None,
        **put_deck(draft.state, pile, deck.draw(card)),
    )
    exhausted = pile == "pursuit" and not draft.state.pursuit[draft.player].size
    if exhausted and draft.reading("reshuffle-moment") == "at-once":
        reshuffle_pursuit(draft)
    supported = draft.player in _spend_markers(draft, pile) and not draft.moving.air_used
    if pile == "pursuit":
        resolve(draft, card, supported=supported)
    else:
        meet(draft, card, supported=supported or replaces)


def _spend_markers(draft: Draft, pile: Pile) -> tuple[int, ...]:
    """The players whose Air Support lay on the card drawn, or with a Soviet player on the area entered."""
    state, player = draft.state, draft.player
    if pile != "pursuit" and draft.material.soviet_player:
        area = state.at[draft.moving.army]
        markers = tuple(owner for owner, place in enumerate(state.air_area) if place == area)
    else:
        place = _AIR_PLACE[pile]
        owners = (player,) if pile == "pursuit" else range(len(PLAYERS))
        markers = tuple(owner for owner in owners if state.air[owner] == place)
    if markers:
        spend_markers(draft, markers)
    return markers


_AIR_PLACE = {"pursuit": "on Pursuit deck", "soviet": "on Soviet deck", "armored": "on Soviet deck"}
_DRAWN: dict[Pile, tuple[str, ...]] = {
    "pursuit": ("8.common.pursuit-draw", "3.1.pursuit-draw", "3.1.pursuit-apply"),
    "soviet": ("8.common.soviet-draw", "3.1.soviet-draw", "3.1.soviet-apply", "10.soviet-deck"),
    "armored": ("8.common.soviet-draw", "14.4.armor"),
}
