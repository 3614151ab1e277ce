"""Chapter 8.4: supplies come from the stock into a supply base."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import RemoveExcess, TakeSupplies
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.reorganization import feed_grounded
from rtm_verify.games.race_to_moscow.engine.stock import give_back
from rtm_verify.games.race_to_moscow.engine.turn import judge_core_action, spend_core_action, what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, parts
from rtm_verify.kernel.violation import Violation

__all__ = [
    "judge_remove_excess",
    "judge_take_supplies",
    "options",
    "options_excess",
    "remove_excess",
    "shed_excess",
    "take_supplies",
]


def judge_take_supplies(material: Material, state: State, action: TakeSupplies) -> Iterator[Violation]:
    """Up to 6 tokens come into the Main Supply Base, up to 3 a round into a controlled Frontline Supply Base (8.4)."""
    yield from judge_core_action(material, state)
    base, supplies, name = action.base, action.supplies, material.area(action.base)
    player, title = state.active, PLAYERS[state.active].capitalize()
    if supplies == NOTHING or not supplies.covers(NOTHING):
        yield Violation("nothing", ("8.4.main-amount",), "There is nothing to take.", (f"supplies: {supplies}",))
    if base not in (material.board.main_base[player], material.board.frontline_base[player]):
        yield Violation(
            "no-base",
            ("8.4.base", "8.4.frontline"),
            f"{name} is no supply base of {PLAYERS[player]}.",
            facts=(f"Main Supply Base: {material.area(material.board.main_base[player])}",),
            blockers=(name,),
        )
        return
    frontline = base == material.board.frontline_base[player]
    if frontline and not material.controlled(state, player) >> base & 1:
        yield Violation(
            "not-controlled",
            ("8.4.control",),
            f"{title} does not control {name}.",
            facts=(f"control of {name}: no",),
            blockers=(name,),
        )
    if frontline and state.frontline_taken:
        yield Violation(
            "taken-already",
            (_once_rule(material),),
            f"{name} has already received supplies this {material.policies['frontline-once']}.",
            facts=(f"round {state.round}",),
            blockers=(name,),
        )
    most = _most(material, base)
    if supplies.total > most:
        yield Violation(
            "too-many",
            (_amount_rule(material, frontline=frontline),),
            f"{name} receives {most} supplies at most in one action.",
            facts=(f"taken {supplies.total}", f"limit {most}"),
        )
    if not state.stock.covers(supplies):
        yield Violation(
            "not-in-stock",
            ("8.4.stock", "first.12.depleted"),
            f"The Supply Stock does not hold {supplies}.",
            facts=(f"stock: {state.stock}",),
        )
    room = material.area_limit(base) - state.depots[base].total
    if supplies.total > room and material.readings["take-excess"] == "refused":
        yield Violation(
            "area-full",
            ("8.limits.base" if not frontline else "8.limits.frontline", "8.limits.excess"),
            f"{name} cannot hold {supplies} more.",
            facts=(f"supplies in {name} {state.depots[base].total}", f"limit {material.area_limit(base)}"),
            blockers=(name,),
            rulings=("take-excess",),
        )


def _amount_rule(material: Material, *, frontline: bool) -> str:
    """The clause that says, or in the first edition shows, how much may be taken."""
    if frontline:
        return material.clause("8.4.frontline-amount", first="first.12.frontline")
    return material.clause("8.4.main-amount", first="first.12.base")


def _once_rule(material: Material) -> str:
    return material.clause("8.4.frontline-once", first="first.12.frontline-once")


def _most(material: Material, base: int) -> int:
    return material.edition.take_main if base in material.board.main_base else material.edition.take_frontline


def take_supplies(draft: Draft, action: TakeSupplies) -> None:
    """The tokens are placed; what is above the limit of the area returns to the stock (8.limits.excess)."""
    material, base, name = draft.material, action.base, draft.material.area(action.base)
    frontline = base == material.board.frontline_base[draft.player]
    spend_core_action(draft, f"takes supplies into {name}", "7.core-supplies")
    state = draft.state
    draft.do(
        "take",
        f"{action.supplies} from the stock is placed in {name}.",
        "8.4.frontline" if frontline else "8.4.base",
        _amount_rule(material, frontline=frontline),
        "8.4.stock",
        *((_once_rule(material), "8.4.control", "8.limits.frontline") if frontline else ("8.limits.base",)),
        stock=state.stock - action.supplies,
        depots=draft.with_depot(base, state.depots[base] + action.supplies),
        frontline_taken=state.frontline_taken or frontline,
    )
    feed_grounded(draft, base)
    shed_excess(draft, base, "take-excess")


def shed_excess(draft: Draft, area: int, ruling: str = "") -> None:
    """Supplies above the limit of an area are to be removed, by the player's choice (8.limits.choice)."""
    material, state = draft.material, draft.state
    if state.depots[area].total > material.area_limit(area):
        if ruling:
            draft.reading(ruling)
        draft.silently(pending=Pending("excess", area=area))


def options(material: Material, state: State) -> Iterator[TakeSupplies]:
    """What can be taken into which base."""
    if state.core_left < 1 or state.stock == NOTHING:
        return
    player = state.active
    for base in (material.board.main_base[player], material.board.frontline_base[player]):
        if base is None:
            continue
        if base == material.board.frontline_base[player] and (
            state.frontline_taken or not material.controlled(state, player) >> base & 1
        ):
            continue
        most = _most(material, base)
        if material.readings["take-excess"] == "refused":
            most = min(most, material.area_limit(base) - state.depots[base].total)
        if most > 0:
            for supplies in parts(state.stock, most):
                yield TakeSupplies(base, supplies)


def judge_remove_excess(material: Material, state: State, action: RemoveExcess) -> Iterator[Violation]:
    """Exactly the excess is removed, out of what lies in the area (8.limits.excess, 8.limits.choice)."""
    if not state.pending or state.pending.kind != "excess":
        yield Violation("no-excess", ("8.limits.excess",), "No area holds too much.", what_is_open(state))
        return
    area = state.pending.area
    lying, limit, name = state.depots[area], material.area_limit(area), material.area(area)
    removable = action.supplies.covers(NOTHING) and lying.covers(action.supplies)
    if not removable or lying.total - action.supplies.total != limit:
        yield Violation(
            "wrong-excess",
            ("8.limits.excess", "8.limits.choice"),
            f"{name} keeps exactly {limit} supplies.",
            facts=(f"in {name}: {lying}", f"limit {limit}", f"removed: {action.supplies}"),
            blockers=(name,),
        )


def remove_excess(draft: Draft, action: RemoveExcess) -> None:
    """The excess returns to the stock."""
    state, area = draft.state, draft.open.area
    text = f"{action.supplies} above the limit of {draft.material.area(area)} returns to the stock."
    depots = draft.with_depot(area, state.depots[area] - action.supplies)
    give_back(draft, action.supplies, text, "8.limits.excess", "8.limits.choice", depots=depots, pending=None)


def options_excess(material: Material, state: State) -> Iterator[RemoveExcess]:
    """What can be removed of an area that holds too much."""
    if state.pending:
        lying = state.depots[state.pending.area]
        excess = lying.total - material.area_limit(state.pending.area)
        for supplies in parts(lying, excess):
            if supplies.total == excess:
                yield RemoveExcess(supplies)
