"""Chapters 5 and 6: a turn, a round and the game come to an end."""

from __future__ import annotations

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.standard_victory import name_winners

__all__ = ["end_turn"]

# What a player can do once is forgotten when this has passed.
_ONCE = {"moved": "army-once", "fleet_moved": "fleet-once", "frontline_taken": "frontline-once"}


def end_turn(draft: Draft) -> None:
    """The next player's turn begins; after the last one a new round, or the game is over (6.order, 6.end)."""
    material, state = draft.material, draft.state
    last = state.active == state.order[-1]
    at_once = state.last_round and not last and draft.reading("pool-end") == "turn"
    if at_once or (last and state.last_round):
        _end_game(draft)
        return
    passed = ("turn", "round") if last else ("turn",)
    forgotten = {name: _empty(name) for name, policy in _ONCE.items() if material.policies[policy] in passed}
    following = state.order[0] if last else state.order[state.order.index(state.active) + 1]
    draft.do(
        "turn",
        f"Round {state.round + 1} begins with {PLAYERS[following]}." if last else f"It is {PLAYERS[following]}'s turn.",
        *(("6.rounds", "6.order") if last else ("6.order",)),
        active=following,
        round=state.round + last,
        core_left=material.edition.core_actions,
        phase="actions",
        held_this_turn=0,
        auxiliaries_used=0,
        attacked=0,
        **forgotten,
    )


def _empty(name: str) -> int | bool:
    return 0 if name == "moved" else False


def _end_game(draft: Draft) -> None:
    """The last round is over: medals decide (6.end, 5.most-medals)."""
    draft.do("end", "The last round is over: the game ends.", "6.end", "6.finish", phase="over")
    name_winners(draft)
