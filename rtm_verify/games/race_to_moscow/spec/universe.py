"""Every action there could be, from the schema alone: each kind, all values of its parameters, amounts left free."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.bits import members
from rtm_verify.proof.legal_sets import Form

__all__ = ["universe"]

_VEHICLES: tuple[a.Vehicle, ...] = ("truck", "train")

# How many armies may make way for each other, one after the other: more than ever stand in a row.
_LONGEST_WAY = 5


def universe(material: Material, state: State) -> tuple[Form, ...]:
    """The forms of all actions. Only how armies could make way for each other hangs on the position.

    Every action of the schema is one of them: with the right parameters and amounts, `build` makes it.
    """
    areas, armies = tuple(range(len(material.board.areas))), tuple(range(len(material.armies)))
    cards, seas = tuple(material.cards.by_number), tuple(range(len(material.board.seas)))
    return (
        *(
            _form(kind)
            for kind in (a.MoveFields, a.EndFields, a.PayOn, a.EndMove, a.Hold, a.UseNow, a.Decline, a.BeginTransport)
        ),
        *(_form(kind) for kind in (a.EndTransport, a.OpenPool, a.Fight, a.CancelPartisans, a.EndReaction, a.Defend)),
        _form(a.Activate, armies),
        *(_form(kind, areas) for kind in (a.Enter, a.FlipTrack, a.ShipTo, a.LayTrack, a.CounterAttack, a.PlaceSoviet)),
        *(_form(kind, areas) for kind in (a.WinterAttack, a.LookUnder, a.AirSupportOver)),
        _form(a.AdvanceRailhead, (-1, *areas)),
        _form(a.MoveMedal, areas, areas),
        _form(a.MoveFleet, seas),
        *(_form(kind, cards) for kind in (a.Reveal, a.PlayHeld, a.TakeOkh, a.PlayOkh)),
        *(_form(kind, a.DECKS) for kind in (a.Peek, a.AirSupport)),
        _form(a.EatFrom, ("card", "area")),
        _form(a.ShowSide, a.SIDES),
        _form(a.Withdraw, tuple(_ways(material, state))),
        Form("Load", lambda army, *n: a.Load(army, Supplies(*n[:3]), Supplies(*n[3:])), (armies,), 6),
        Form("Drop", lambda army, *n: a.Drop(army, Supplies(*n)), (armies,), 3),
        Form("Airlift", lambda army, *n: a.Airlift(army, Supplies(*n)), (armies,), 3),
        Form("TakeSupplies", lambda base, *n: a.TakeSupplies(base, Supplies(*n)), (areas,), 3),
        Form("RemoveExcess", lambda *n: a.RemoveExcess(Supplies(*n)), (), 3),
        Form(
            "PlaceVehicle",
            lambda vehicle, source, target, *n: a.PlaceVehicle(vehicle, source, target, Supplies(*n)),
            (_VEHICLES, areas, areas),
            3,
        ),
        Form(
            "Redeploy",
            lambda vehicle, army, target, *n: a.Redeploy(army, target, vehicle, Supplies(*n)),
            (_VEHICLES, armies, areas),
            3,
        ),
        Form("TakeTransport", a.TakeTransport, (), 2),
    )


def _form(kind: type[Any], *parameters: tuple[Any, ...]) -> Form:
    return Form(kind.__name__, kind, parameters)


def _ways(material: Material, state: State) -> Iterator[tuple[int, ...]]:
    """To every area; and on from one where an army stands, along any line, to the next."""
    wave: list[tuple[int, ...]] = [(area,) for area in range(len(material.board.areas))]
    while wave:
        yield from wave
        wave = [
            (*way, area)
            for way in wave
            if way[-1] in state.at and len(way) < _LONGEST_WAY
            for area in members(material.board.neighbours[way[-1]])
        ]
