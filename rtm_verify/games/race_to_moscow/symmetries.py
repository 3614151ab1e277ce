"""What stands for what in the list of legal actions: the copies of a card, and the steps that make up a swap."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.ruleset import RaceToMoscow
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, SUPPLY_TYPES, Supplies
from rtm_verify.kernel.bits import members

__all__ = ["stands"]


def stands(ruleset: Any, before: State, listed: Collection[a.Action], action: a.Action) -> bool:
    """Whether what is listed stands for an action that is legal and not listed.

    Of several copies of a card, one stands for all. A swap is made of drops, loads and swaps of one token for another,
    each of them listed in its turn, and the position after them is the same.
    """
    if isinstance(action, a.Reveal | a.PlayHeld | a.TakeOkh | a.PlayOkh):
        copies = members(ruleset.material.copies(action.card))
        return any(type(action)(copy) in listed for copy in copies)
    if isinstance(action, a.Load) and action.leaving != NOTHING:
        after: State = ruleset.apply(before, action).state
        return _swapped(ruleset, before, action) == after
    return False


def _swapped(ruleset: RaceToMoscow, state: State, swap: a.Load) -> State | None:
    """The position after a swap, made of listed actions; None if it cannot be.

    What would be too much for the area is dropped last.
    """
    net = swap.supplies - swap.leaving
    while net != NOTHING:
        taken = Supplies(*(max(net.of(kind), 0) for kind in SUPPLY_TYPES))
        left = taken - net
        listed = ruleset.legal(state)
        steps: list[a.Drop | a.Load] = [
            step
            for step in listed
            if isinstance(step, a.Drop | a.Load) and step.army == swap.army and _part_of(step, taken, left)
        ]
        if not steps:
            return None
        made = [(step, ruleset.apply(state, step).state) for step in steps]
        whole = [each for each in made if each[1].pending is None and each[1].stock == state.stock]
        step, state = max(whole or made, key=lambda each: each[0].supplies.total)
        net += step.supplies if isinstance(step, a.Drop) else step.leaving - step.supplies
    return state


def _part_of(step: a.Drop | a.Load, taken: Supplies, left: Supplies) -> bool:
    """Whether a step takes and leaves no more than what is still to be taken and left."""
    if isinstance(step, a.Drop):
        return left.covers(step.supplies)
    return taken.covers(step.supplies) and left.covers(step.leaving)
