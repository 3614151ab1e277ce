"""The reference engine: judge an action, apply it, list the legal ones. One module per chapter of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.engine import (
    air_support,
    carry,
    combat,
    decks,
    declining,
    drawing,
    entering,
    fleet,
    halting,
    held_cards,
    medal_cards,
    movement,
    okh,
    okh_pool,
    okh_timing,
    partisans,
    pursuit,
    railhead,
    reorganization,
    soviet_player,
    soviet_reaction,
    stopping,
    take_supplies,
    take_transport,
    transport,
    winter,
)
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import PendingKind, State
from rtm_verify.kernel.event import Transition
from rtm_verify.kernel.violation import Violation

__all__ = ["apply", "judge", "legal"]

Judge = Callable[[Material, State, Any], Iterator[Violation]]
Effect = Callable[[Draft, Any], None]
Options = Callable[[Material, State], Iterator[a.Action]]

# Every kind of action: what forbids it, and what it does. The functions take their own kind of action, so the table as
# a whole cannot be typed more closely.
_ACTIONS: dict[type[a.Action], tuple[Judge, Effect]] = {
    a.MoveFields: (movement.judge_begin_fields, movement.begin_fields),
    a.EndFields: (movement.judge_end_fields, movement.end_fields),
    a.Activate: (movement.judge_activate, movement.activate),
    a.Enter: (entering.judge_enter, entering.enter),
    a.PayOn: (halting.judge_pay_on, halting.pay_on),
    a.EndMove: (stopping.judge_end_move, stopping.end_move),
    a.Load: (carry.judge_load, carry.load),
    a.Drop: (carry.judge_drop, carry.drop),
    a.Reveal: (decks.judge_reveal, drawing.reveal),
    a.MoveMedal: (medal_cards.judge_move_medal, medal_cards.move_medal),
    a.FlipTrack: (partisans.judge_flip_track, partisans.flip_track),
    a.Hold: (pursuit.judge_hold, pursuit.hold),
    a.UseNow: (pursuit.judge_use_now, pursuit.use_now),
    a.Decline: (declining.judge_decline, declining.decline),
    a.Peek: (held_cards.judge_peek, held_cards.peek),
    a.PlayHeld: (held_cards.judge_play_held, held_cards.play_held),
    a.AirSupport: (air_support.judge_place_marker, air_support.place_marker),
    a.MoveFleet: (fleet.judge_move_fleet, fleet.move_fleet),
    a.TakeSupplies: (take_supplies.judge_take_supplies, take_supplies.take_supplies),
    a.RemoveExcess: (take_supplies.judge_remove_excess, take_supplies.remove_excess),
    a.BeginTransport: (transport.judge_begin_transport, transport.begin_transport),
    a.PlaceVehicle: (transport.judge_place_vehicle, transport.place_vehicle),
    a.Redeploy: (transport.judge_redeploy, transport.redeploy),
    a.EndTransport: (transport.judge_end_transport, transport.end_transport),
    a.TakeTransport: (take_transport.judge_take_transport, take_transport.take_transport),
    a.EatFrom: (reorganization.judge_eat, reorganization.eat),
    a.OpenPool: (okh_pool.judge_open_pool, okh_pool.open_pool),
    a.TakeOkh: (okh_pool.judge_take_okh, okh_pool.take_okh),
    a.PlayOkh: (okh.judge_play_okh, okh.play_okh),
    a.ShipTo: (okh.judge_ship, okh.ship),
    a.Airlift: (okh.judge_airlift, okh.airlift),
    a.LayTrack: (okh.judge_lay_track, okh.lay_track),
    a.CancelPartisans: (okh.judge_cancel, okh.cancel),
    a.Fight: (combat.judge_settle, combat.settle),
    a.AdvanceRailhead: (railhead.judge_advance, railhead.advance),
    a.CounterAttack: (soviet_reaction.judge_attack, soviet_reaction.attack),
    a.PlaceSoviet: (soviet_reaction.judge_place, soviet_reaction.place),
    a.EndReaction: (soviet_reaction.judge_end_reaction, soviet_reaction.end_reaction),
    a.WinterAttack: (winter.judge_attack_in_winter, winter.attack_in_winter),
    a.Defend: (winter.judge_defend, winter.defend),
    a.Withdraw: (winter.judge_withdraw, winter.withdraw),
    a.ShowSide: (soviet_player.judge_show_side, soviet_player.show_side),
    a.LookUnder: (soviet_player.judge_look_under, soviet_player.look_under),
    a.AirSupportOver: (soviet_player.judge_place_over, soviet_player.place_over),
}

# What is listed as legal, by what the position waits for. Each function lists exactly what its judge accepts.
_ANSWERS: dict[PendingKind, Options] = {
    "pursuit": decks.options,
    "soviet": decks.options,
    "armored": decks.options,
    "okh": decks.options,
    "peek pursuit": decks.options,
    "peek soviet": decks.options,
    "peek which": held_cards.options_look,
    "medal": medal_cards.options,
    "flip": partisans.options,
    "keep": pursuit.options_keep,
    "excess": take_supplies.options_excess,
    "food": reorganization.options_eat,
    "battle": combat.options,
    "cancel": okh.options_cancel,
    "harbor": okh.options_harbor,
    "airlift": okh.options_airlift,
    "track": okh.options_track,
    "army": okh.options_army,
    "side": soviet_player.options_side,
    "peek side": soviet_player.options_side,
    "winter": winter.options,
}
_AT_ANY_POINT: tuple[Options, ...] = (okh_timing.playable, okh_pool.options_any_time)
_ON_THE_MOVE: tuple[Options, ...] = (
    entering.options,
    halting.options,
    carry.options,
    stopping.options,
    *_AT_ANY_POINT,
)
_AMONG_FIELDS: tuple[Options, ...] = (movement.options_fields, *_AT_ANY_POINT)
_IN_TRANSPORT: tuple[Options, ...] = (transport.options, *_AT_ANY_POINT)
_ENDING: tuple[Options, ...] = (movement.options_end_fields,)
_IN_REACTION: tuple[Options, ...] = (soviet_reaction.options,)
_BETWEEN_ACTIONS: tuple[Options, ...] = (
    movement.options_begin,
    fleet.options,
    take_supplies.options,
    transport.options_begin,
    take_transport.options,
    air_support.options,
    held_cards.options,
    carry.options_between,
    soviet_player.options,
    okh_pool.options,
    okh_timing.playable,
    railhead.options,
)


def judge(material: Material, state: State, action: a.Action) -> tuple[Violation, ...]:
    """Every reason why the action is refused in this position; none if it is legal."""
    return tuple(_ACTIONS[type(action)][0](material, state, action))


def apply(material: Material, state: State, action: a.Action) -> Transition[State]:
    """The position after a legal action, with the events that explain it. The action must have been judged legal."""
    draft = Draft(material, state)
    _ACTIONS[type(action)][1](draft, action)
    return draft.transition()


def legal(material: Material, state: State) -> tuple[a.Action, ...]:
    """Every legal action, chance included.

    Of several copies of a card, one stands for all; and a swap is listed only where dropping first and loading then
    is not possible, token by token.
    """
    return tuple(action for options in _asked(state) for action in options(material, state))


def _asked(state: State) -> tuple[Options, ...]:
    """Which chapters have something to offer in this position."""
    if state.pending:
        return (_ANSWERS[state.pending.kind],)
    if state.moving:
        return _ON_THE_MOVE
    if state.phase != "actions":
        # An immediate victory in the middle of the field armies' action leaves that action to be ended.
        return _IN_REACTION if state.phase == "reaction" else _ENDING if state.fields else ()
    if state.transport:
        return _IN_TRANSPORT
    return _AMONG_FIELDS if state.fields else _BETWEEN_ACTIONS
