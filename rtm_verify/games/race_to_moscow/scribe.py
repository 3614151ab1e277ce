"""Writes what was played as a line of a log: the inverse of `notation.read_move`."""

from __future__ import annotations

from collections.abc import Sequence

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.notation import describe
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING

__all__ = ["complete", "write_move"]


def complete(state: State) -> bool:
    """Whether a line of a log can end in this position: nothing is open and no action is under way."""
    return not (state.pending or state.moving or state.transport or state.fields)


def write_move(material: Material, played: Sequence[tuple[State, a.Action]]) -> str:
    """The line that stands for these actions, each with the position it was taken in."""
    match [action for _, action in played]:
        case [a.MoveFields(), a.EndFields()]:
            return "fields none"
        case [a.BeginTransport(), a.EndTransport()]:
            return "transport none"
    words: list[str] = []
    for index, (state, action) in enumerate(played):
        before = played[index - 1][1] if index else None
        if isinstance(action, a.EndMove) and _paid_in_vain(played[:index]):
            words.append("stay")
        words.append(_words(material, state, action, before, first=not index))
    return " ".join(word for word in words if word)


def _paid_in_vain(played: Sequence[tuple[State, a.Action]]) -> bool:
    """Whether the army has paid to go on and entered no area since."""
    last = next((action for _, action in reversed(played) if isinstance(action, a.PayOn | a.Enter | a.Activate)), None)
    return isinstance(last, a.PayOn)


def _words(material: Material, state: State, action: a.Action, before: a.Action | None, *, first: bool) -> str:
    match action:
        case a.EndMove() | a.EndFields() | a.EndTransport():
            return ""
        case a.MoveFields():
            return "fields"
        case a.BeginTransport():
            return "transport"
        case a.Activate(army):
            verb = "armor " if first else _join(state, before)
            return f"{verb}{material.army(army)} {material.area(state.at[army])}"
        case a.PlaceVehicle() | a.Redeploy() | a.PlayOkh() | a.TakeOkh():
            return _join(state, before) + describe(material, action)
        case a.PayOn():
            army = state.moving.army if state.moving else 0
            edition = material.edition
            return f"pay {edition.push_fuel} fuel" if material.armored[army] else f"pay {edition.march_food} food"
        case a.Load(_, supplies, leaving) if state.moving:
            return f"load {supplies}" + (f" for {leaving}" if leaving != NOTHING else "")
        case a.Drop(_, supplies) if state.moving:
            return f"drop {supplies}"
        case a.MoveFleet(sea):
            return f"fleet {material.board.seas[state.fleet].name} > {material.board.seas[sea].name}"
        case a.CounterAttack() | a.PlaceSoviet() | a.WinterAttack() | a.EndReaction() if first:
            return f"reaction {describe(material, action)}"
        case _:
            return describe(material, action)


def _join(state: State, before: a.Action | None) -> str:
    """The word that parts an army, a vehicle or a card from the one before it within the same action."""
    among = (state.fields or state.transport) and not state.moving and not state.pending
    return "and " if among and not isinstance(before, a.MoveFields | a.BeginTransport) else ""
