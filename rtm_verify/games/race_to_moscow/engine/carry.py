"""Transporting supply markers: an army takes supplies from its area and leaves them there (2024, chapter 8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from rtm_verify.games.race_to_moscow.actions import Action, Drop, Load
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.movement import judge_moving
from rtm_verify.games.race_to_moscow.engine.reorganization import feed_grounded
from rtm_verify.games.race_to_moscow.engine.take_supplies import shed_excess
from rtm_verify.games.race_to_moscow.engine.turn import judge_between_actions, judge_nothing_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, TOKENS, Supplies, parts
from rtm_verify.kernel.violation import Violation

__all__ = ["drop", "judge_drop", "judge_load", "load", "options", "options_between"]


def judge_load(material: Material, state: State, action: Load) -> Iterator[Violation]:
    """Supplies of the area fit on the card, in exchange for others if need be (8.carry.pick-up, 8.carry.swap)."""
    yield from _judge_when(material, state, action, "8.carry.pick-up")
    if action.leaving != NOTHING:
        yield from _judge_leaving(material, state, action.army, action.leaving, room=action.supplies.total)
    area, card = state.at[action.army], state.loads[action.army]
    limit = material.edition.army_card_limit
    if area >= 0 and not state.depots[area].covers(action.supplies):
        yield Violation(
            "not-there",
            ("8.carry.pick-up",),
            f"{material.area(area)} does not hold {action.supplies}.",
            facts=(f"supplies in {material.area(area)}: {state.depots[area]}",),
            blockers=(material.area(area),),
        )
    if card.total - action.leaving.total + action.supplies.total > limit:
        yield Violation(
            "card-full",
            ("2.2.limit", material.clause("8.carry.swap", first="first.11.carry")),
            f"{material.armies[action.army].name} cannot carry {action.supplies} more: its card holds {limit}.",
            facts=(f"on card {card.total}", f"limit {limit}"),
            fixes=("leave other supplies in exchange: load … for …",),
        )


def judge_drop(material: Material, state: State, action: Drop) -> Iterator[Violation]:
    """Supplies are left only in a controlled area, within its limit (8.carry.drop-control, 8.carry.drop-limit)."""
    yield from _judge_when(material, state, action, "8.carry.drop")
    yield from _judge_leaving(material, state, action.army, action.supplies)


def _judge_leaving(
    material: Material, state: State, army: int, supplies: Supplies, *, room: int = 0
) -> Iterator[Violation]:
    """The card has the supplies, and the area takes them; `room` is made there by what is loaded in exchange.

    In the first edition what is above the limit is removed afterwards (policy drop-excess).
    """
    area, card = state.at[army], state.loads[army]
    if not card.covers(supplies):
        yield Violation(
            "not-on-card",
            ("8.carry.drop",),
            f"{material.armies[army].name} does not carry {supplies}.",
            facts=(f"on card: {card}",),
            blockers=(material.army(army),),
        )
    if area < 0:
        return
    name = material.area(area)
    if not material.controlled(state, state.active) >> area & 1:
        yield Violation(
            "not-controlled",
            ("8.carry.drop-control",),
            f"{PLAYERS[state.active].capitalize()} does not control {name}: no supplies can be left there.",
            facts=(f"control of {name}: no",),
            blockers=(name,),
        )
    limit, lying = material.area_limit(area), state.depots[area].total
    if material.policies["drop-excess"] == "refused" and lying - room + supplies.total > limit:
        yield Violation(
            "area-full",
            ("8.carry.drop-limit", "8.limits.base" if limit == material.edition.main_base_limit else "8.limits.area"),
            f"{name} cannot hold {supplies} more.",
            facts=(f"supplies in {name} {lying}", f"limit {limit}"),
            blockers=(name,),
        )


def _judge_when(material: Material, state: State, action: Load | Drop, clause: str) -> Iterator[Violation]:
    """When supplies pass between card and area: during the army's movement, or at any time (ruling supply-transfer)."""
    leaving = action.leaving if isinstance(action, Load) else NOTHING
    if action.supplies in (NOTHING, leaving) or not (action.supplies.covers(NOTHING) and leaving.covers(NOTHING)):
        yield Violation("nothing", (clause,), "There is nothing to move.", facts=(f"supplies: {action.supplies}",))
    if not state.moving and material.readings["supply-transfer"] == "while-moving":
        yield from judge_nothing_open(state)
        yield Violation(
            "not-moving",
            (clause,),
            "Supplies pass between an army's card and its area only while the army moves.",
            facts=("on the move: no army",),
            rulings=("supply-transfer",),
        )
        return
    if state.moving:
        yield from judge_moving(state, clause)
        if state.moving.army != action.army:
            name = material.armies[state.moving.army].name
            yield Violation("another-moving", (clause,), f"{name} is on the move.", facts=(f"on the move: {name}",))
        return
    yield from judge_between_actions(material, state)
    if material.army_player[action.army] != state.active or state.at[action.army] < 0:
        yield Violation(
            "not-yours",
            (clause,),
            f"{material.armies[action.army].name} is no army of {PLAYERS[state.active]} on the board.",
            facts=(f"active player {PLAYERS[state.active]}",),
        )


def load(draft: Draft, action: Load) -> None:
    """Supplies go from the area onto the card, and others back in exchange."""
    state, material, leaving = draft.state, draft.material, action.leaving
    area, moving = state.at[action.army], state.moving
    started = moving is not None and not moving.hops
    exchange = f" and leaves {leaving} there" if leaving != NOTHING else ""
    lying = state.depots[area] - action.supplies + leaving
    draft.do(
        "load",
        f"{material.armies[action.army].name} takes {action.supplies} in {material.area(area)}{exchange}.",
        "8.carry.start" if started else "8.carry.pick-up",
        *((material.clause("8.carry.swap", first="first.11.carry"),) if exchange else ()),
        *(("first.12.excess",) if lying.total > material.area_limit(area) else ()),
        *(() if moving else ("first.7.no-move-needed", "first.11.any-time")),
        "2.2.limit",
        loads=draft.with_load(action.army, state.loads[action.army] + action.supplies - leaving),
        depots=draft.with_depot(area, lying),
    )
    if moving is None:
        draft.reading("supply-transfer")
    if exchange:
        feed_grounded(draft, area)
        shed_excess(draft, area)


def drop(draft: Draft, action: Drop) -> None:
    """Supplies go from the card into the area."""
    state, material = draft.state, draft.material
    area = state.at[action.army]
    lying = state.depots[area].total
    draft.do(
        "drop",
        f"{material.armies[action.army].name} leaves {action.supplies} in {material.area(area)}.",
        "8.carry.drop",
        "8.carry.drop-control",
        *(("8.carry.drop-limit",) if material.policies["drop-excess"] == "refused" else ()),
        *(("first.12.excess",) if lying + action.supplies.total > material.area_limit(area) else ()),
        *(() if state.moving else ("first.7.no-move-needed", "first.11.any-time")),
        loads=draft.with_load(action.army, state.loads[action.army] - action.supplies),
        depots=draft.with_depot(area, state.depots[area] + action.supplies),
    )
    if state.moving is None:
        draft.reading("supply-transfer")
    feed_grounded(draft, area)
    shed_excess(draft, area)


def options(material: Material, state: State) -> Iterator[Action]:
    """What the moving army can load and drop."""
    if state.moving and not state.moving.over and state.winner < 0:
        yield from _transfers(material, state, state.moving.army)


def options_between(material: Material, state: State) -> Iterator[Action]:
    """What armies can load and drop between actions, where that is allowed."""
    if material.readings["supply-transfer"] == "any-time":
        for army, owner in enumerate(material.army_player):
            if owner == state.active and state.at[army] >= 0:
                yield from _transfers(material, state, army)


def _transfers(material: Material, state: State, army: int) -> Iterator[Action]:
    """Everything that can pass between an army's card and its area.

    A swap is listed only where both are full, and token by token: elsewhere dropping first and loading then does it.
    """
    area, card = state.at[army], state.loads[army]
    lying = state.depots[area]
    if lying != NOTHING:
        for supplies in parts(lying, material.edition.army_card_limit - card.total):
            yield Load(army, supplies)
    if card == NOTHING or not material.controlled(state, state.active) >> area & 1:
        return
    room = material.area_limit(area) - lying.total
    for supplies in parts(card, card.total if material.policies["drop-excess"] == "removed" else room):
        yield Drop(army, supplies)
    if room <= 0 and card.total == material.edition.army_card_limit:
        for taken, left in permutations(TOKENS, 2):
            if lying.covers(taken) and card.covers(left):
                yield Load(army, taken, left)
