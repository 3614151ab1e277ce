"""The Supply Stock: what is spent returns to it, and cards stand in for tokens it lacks (8.common.replacement)."""

from __future__ import annotations

from typing import Any

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.supplies import NOTHING, SUPPLY_TYPES, Supplies

__all__ = ["give_back", "release_stand_ins", "spend", "token_of"]


def spend(draft: Draft, army: int, cost: Supplies, what_for: str, *rules: str) -> None:
    """The army pays from its card into the stock."""
    if cost == NOTHING:
        return
    state = draft.state
    draft.do(
        "spend",
        f"{draft.material.armies[army].name} spends {cost} {what_for}.",
        *rules,
        "8.common.spent",
        loads=draft.with_load(army, state.loads[army] - cost),
        stock=state.stock + cost,
    )
    release_stand_ins(draft)


def give_back(draft: Draft, supplies: Supplies, text: str, *rules: str, **emptied: Any) -> None:
    """Supplies return to the stock; `emptied` says what the place they leave looks like then."""
    draft.do("supplies-lost", text, *rules, stock=draft.state.stock + supplies, **emptied)
    release_stand_ins(draft)


def token_of(draft: Draft, card: int) -> Supplies:
    """The token a Pursuit card brings, and so the one it can stand in for."""
    brings = draft.material.card_type(card).brings
    return Supplies(**{kind: int(kind == brings) for kind in SUPPLY_TYPES})


def release_stand_ins(draft: Draft) -> None:
    """Tokens that came into the stock take the place of the cards that stood in for them (ruling stand-in-order).

    Whether the token spent was the card itself or another of its type makes no difference: either way one token
    less is missing.
    """
    waiting = draft.state.stand_ins
    if len(waiting) > 1 and draft.reading("stand-in-order") == "newest":
        waiting = waiting[::-1]
    for card in waiting:
        token = token_of(draft, card)
        state = draft.state
        if not state.stock.covers(token):
            continue
        owner = next(player for player in range(len(PLAYERS)) if draft.material.cards.pursuit[player] >> card & 1)
        discards = list(state.discards)
        discards[owner] |= 1 << card
        draft.do(
            "stand-in",
            f"{token} replaces the card {draft.material.card(card).name}, which is discarded.",
            "8.common.replacement-end",
            stock=state.stock - token,
            stand_ins=tuple(other for other in state.stand_ins if other != card),
            discards=tuple(discards),
        )
