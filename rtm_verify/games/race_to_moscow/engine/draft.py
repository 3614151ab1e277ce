"""A position under change, and the ledger of what changed it."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.cells import changes
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Moving, Pending, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.event import Event, Transition

__all__ = ["Draft"]


class Draft:
    """Every change goes through `do`, which names its rules: so the events explain the whole change of a step."""

    def __init__(self, material: Material, state: State) -> None:
        self.material = material
        self.state = state
        self._events: list[Event] = []
        self._rulings: dict[str, None] = {}

    @property
    def player(self) -> int:
        """The active player."""
        return self.state.active

    @property
    def moving(self) -> Moving:
        """The army on the move. Only for actions that were judged to need one."""
        if self.state.moving is None:
            raise LookupError("no army is on the move")
        return self.state.moving

    @property
    def open(self) -> Pending:
        """The open draw or choice. Only for actions that were judged to settle one."""
        if self.state.pending is None:
            raise LookupError("nothing is open")
        return self.state.pending

    def do(self, kind: str, text: str, *rules: str, **fields: Any) -> None:
        """Set fields of the position, and enter in the ledger what happened by which rules."""
        after = replace(self.state, **fields)
        event = Event(kind, text, rules, partial(changes, self.material, self.state, after, tuple(fields)))
        self._events.append(event)
        self.state = after

    def silently(self, **fields: Any) -> None:
        """Set what only says how far the running action is; `cells.py` names these fields."""
        self.state = replace(self.state, **fields)

    def reading(self, ruling: str) -> str:
        """The reading of a ruling that the outcome hangs on; the step will say so."""
        self._rulings[ruling] = None
        return self.material.readings[ruling]

    def transition(self) -> Transition[State]:
        """What came of it all."""
        return Transition(self.state, tuple(self._events), tuple(self._rulings))

    # Changes that several chapters share

    def with_load(self, army: int, load: Supplies) -> tuple[Supplies, ...]:
        """The loads of all armies, that of one replaced."""
        loads = self.state.loads
        return (*loads[:army], load, *loads[army + 1 :])

    def with_depot(self, area: int, supplies: Supplies) -> tuple[Supplies, ...]:
        """The supplies in all areas, those of one replaced."""
        depots = self.state.depots
        return (*depots[:area], supplies, *depots[area + 1 :])

    def for_player(self, values: tuple[Any, Any, Any], value: Any) -> tuple[Any, ...]:
        """The values of all players, that of the active one replaced."""
        return (*values[: self.player], value, *values[self.player + 1 :])
