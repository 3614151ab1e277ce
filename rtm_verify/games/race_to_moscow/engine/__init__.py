"""The reference engine: judge an action, apply it, list the legal ones. One module per chapter of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.engine import (
    air_support,
    carry,
    decks,
    drawing,
    entering,
    fleet,
    halting,
    held_cards,
    medal_cards,
    movement,
    partisans,
    pursuit,
)
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies
from rtm_verify.kernel.bits import lowest, members
from rtm_verify.kernel.event import Transition
from rtm_verify.kernel.violation import Violation

__all__ = ["apply", "judge", "legal"]

_TOKENS = (Supplies(fuel=1), Supplies(ammo=1), Supplies(food=1))


def judge(material: Material, state: State, action: a.Action) -> tuple[Violation, ...]:
    """Every reason why the action is refused in this position; none if it is legal."""
    match action:
        case a.MoveFields():
            found = movement.judge_begin_fields(material, state)
        case a.EndFields():
            found = movement.judge_end_fields(material, state)
        case a.Activate():
            found = movement.judge_activate(material, state, action)
        case a.Enter():
            found = entering.judge_enter(material, state, action)
        case a.PayOn():
            found = halting.judge_pay_on(material, state)
        case a.EndMove():
            found = movement.judge_end_move(material, state)
        case a.Load():
            found = carry.judge_load(material, state, action)
        case a.Drop():
            found = carry.judge_drop(material, state, action)
        case a.Reveal():
            found = decks.judge_reveal(material, state, action)
        case a.MoveMedal():
            found = medal_cards.judge_move_medal(material, state, action)
        case a.FlipTrack():
            found = partisans.judge_flip_track(material, state, action)
        case a.Hold():
            found = pursuit.judge_hold(state)
        case a.UseNow():
            found = pursuit.judge_use_now(material, state)
        case a.Decline():
            found = medal_cards.judge_decline(material, state)
        case a.Peek():
            found = held_cards.judge_peek(state, action)
        case a.PlayHeld():
            found = held_cards.judge_play_held(material, state, action)
        case a.AirSupport():
            found = air_support.judge_place_marker(material, state, action)
        case a.MoveFleet():
            found = fleet.judge_move_fleet(material, state, action)
    return tuple(found)


def apply(material: Material, state: State, action: a.Action) -> Transition[State]:
    """The position after a legal action, with the events that explain it. The action must have been judged legal."""
    draft = Draft(material, state)
    match action:
        case a.MoveFields():
            movement.begin_fields(draft)
        case a.EndFields():
            movement.end_fields(draft)
        case a.Activate():
            movement.activate(draft, action)
        case a.Enter():
            entering.enter(draft, action)
        case a.PayOn():
            halting.pay_on(draft)
        case a.EndMove():
            movement.end_move(draft)
        case a.Load():
            carry.load(draft, action)
        case a.Drop():
            carry.drop(draft, action)
        case a.Reveal():
            drawing.reveal(draft, action)
        case a.MoveMedal():
            medal_cards.move_medal(draft, action)
        case a.FlipTrack():
            partisans.flip_track(draft, action)
        case a.Hold():
            pursuit.hold(draft)
        case a.UseNow():
            pursuit.use_now(draft)
        case a.Decline():
            medal_cards.decline(draft)
        case a.Peek():
            held_cards.peek(draft, action)
        case a.PlayHeld():
            held_cards.play_held(draft, action)
        case a.AirSupport():
            air_support.place_marker(draft, action)
        case a.MoveFleet():
            fleet.move_fleet(draft, action)
    return draft.transition()


def legal(material: Material, state: State) -> tuple[a.Action, ...]:
    """Every legal action, chance included.

    Of several copies of a card, one stands for all; and a swap is listed only where dropping first and loading then
    is not possible, token by token.
    """
    return tuple(action for action in _candidates(material, state) if not judge(material, state, action))


def _candidates(material: Material, state: State) -> Iterator[a.Action]:
    """Actions worth judging: every legal one is among them."""
    if state.pending:
        yield from _answers(material, state, state.pending)
        return
    if state.moving:
        army = state.moving.army
        yield from map(a.Enter, members(material.board.roads[state.active][state.at[army]]))
        yield a.PayOn()
        yield a.EndMove()
        yield from _transfers(material, state, army)
        return
    yield a.MoveFields()
    yield a.EndFields()
    own = [army for army, player in enumerate(material.army_player) if player == state.active]
    yield from map(a.Activate, own)
    yield from map(a.MoveFleet, members(material.board.sea_neighbours[state.fleet]))
    yield a.AirSupport("Pursuit")
    yield a.AirSupport("Soviet")
    yield from map(a.PlayHeld, _one_of_each(material, state.hands[state.active]))
    if material.readings["supply-transfer"] == "any-time":
        for army in own:
            yield from _transfers(material, state, army)


def _answers(material: Material, state: State, pending: Pending) -> Iterator[a.Action]:
    """What can settle the open draw or choice."""
    deck = decks.deck_in_question(state)
    if deck is not None:
        yield from map(a.Reveal, _one_of_each(material, deck.candidates()))
    match pending.kind:
        case "medal":
            for source, target in medal_cards.medal_moves(material, state, pending.card):
                yield a.MoveMedal(source, target)
            yield a.Decline()
        case "flip":
            yield from map(a.FlipTrack, members(partisans.flip_targets(state)))
        case "keep":
            yield a.Hold()
            yield a.UseNow()
        case "peek which":
            yield a.Peek("Pursuit")
            yield a.Peek("Soviet")
        case _:
            pass


def _one_of_each(material: Material, cards: int) -> Iterator[int]:
    while cards:
        card = lowest(cards)
        yield card
        cards &= ~material.copies(card)


def _transfers(material: Material, state: State, army: int) -> Iterator[a.Action]:
    if state.at[army] < 0:
        return
    card, area = state.loads[army], state.at[army]
    for supplies in _parts(state.depots[area]):
        yield a.Load(army, supplies)
    for supplies in _parts(card):
        yield a.Drop(army, supplies)
    if card.total == material.edition.army_card_limit and state.depots[area].total == material.area_limit(area):
        for taken, left in permutations(_TOKENS, 2):
            yield a.Load(army, taken, left)


def _parts(whole: Supplies) -> Iterator[Supplies]:
    for fuel, ammo, food in product(range(whole.fuel + 1), range(whole.ammo + 1), range(whole.food + 1)):
        part = Supplies(fuel, ammo, food)
        if part != NOTHING:
            yield part
