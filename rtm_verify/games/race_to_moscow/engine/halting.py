"""Movement allowance and halting: how far an army goes, and what it pays to go on (8.1.march, 8.halt)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rtm_verify.games.race_to_moscow.actions import PayOn
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.movement import judge_moving
from rtm_verify.games.race_to_moscow.engine.stock import spend
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Moving, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.violation import Violation

__all__ = ["judge_allowance", "judge_pay_on", "options", "pay_on"]


def _allowance(material: Material, moving: Moving) -> int:
    """How many areas an armored army may enter; Schnellkampfgruppe adds one (9.4.schnellkampfgruppe)."""
    edition = material.edition
    return edition.schnellkampfgruppe_allowance if moving.fast else edition.armored_allowance


def judge_allowance(material: Material, moving: Moving) -> Iterator[Violation]:
    """Three areas for an armored army, one for a field army and one more by forced march; a halt must be paid."""
    army, edition = material.armies[moving.army], material.edition
    facts, blockers = (f"areas entered {moving.hops}",), (army.id,)
    if material.armored[moving.army]:
        allowance = _allowance(material, moving)
        if moving.hops >= allowance:
            yield Violation(
                "allowance",
                ("8.2.allowance", *(("9.4.schnellkampfgruppe",) if moving.fast else ())),
                f"{army.name} has moved its {allowance} areas.",
                facts=(*facts, f"allowance {allowance}"),
                blockers=blockers,
            )
        elif moving.halted:
            yield Violation(
                "halted",
                ("8.halt.push",),
                f"{army.name} is halted: going on costs {edition.push_fuel} fuel.",
                facts=(*facts, "halted: yes"),
                blockers=blockers,
                fixes=(f"pay {edition.push_fuel} fuel",),
            )
        return
    reach = edition.field_allowance + (edition.march_allowance if moving.marched else 0)
    if moving.hops < reach:
        return
    if moving.halted:
        yield Violation(
            "halted",
            ("8.halt.field", "8.1.march-halt"),
            f"{army.name} is halted: a field army goes no further.",
            facts=(*facts, "halted: yes"),
            blockers=blockers,
        )
    elif moving.marched:
        yield Violation(
            "allowance",
            ("8.1.march",),
            f"{army.name} has made its forced march: it goes no further.",
            facts=(*facts, f"allowance {reach}"),
            blockers=blockers,
        )
    else:
        yield Violation(
            "allowance",
            ("8.1.one-area", "8.1.march"),
            f"{army.name} has moved its one area: one more takes a forced march for {edition.march_food} food.",
            facts=(*facts, f"allowance {reach}"),
            blockers=blockers,
            fixes=(f"pay {edition.march_food} food",),
        )


def judge_pay_on(material: Material, state: State, _: PayOn) -> Iterator[Violation]:
    """Fuel lifts an armored army's halt (8.halt.push), food buys a field army a forced march (8.1.march)."""
    moving = state.moving
    yield from judge_moving(state, "8.halt.push")
    if not moving:
        return
    if moving.over:
        yield Violation(
            "defeated",
            ("10.lose.no-fuel",) if material.armored[moving.army] else ("8.1.march-halt",),
            f"{material.armies[moving.army].name} lost a combat: no payment lets it go on.",
            facts=("combat lost this move",),
            blockers=(material.army(moving.army),),
        )
        return
    reasons = _why_no_push if material.armored[moving.army] else _why_no_march
    load = state.loads[moving.army]
    for code, rules, message in reasons(material, state, moving):
        yield Violation(
            code,
            rules,
            f"{material.armies[moving.army].name} {message}.",
            facts=(f"areas entered {moving.hops}", f"halted: {'yes' if moving.halted else 'no'}", f"on card: {load}"),
            blockers=(material.army(moving.army),),
        )


Reason = tuple[str, tuple[str, ...], str]


def _why_no_push(material: Material, state: State, moving: Moving) -> Iterator[Reason]:
    edition, fuel = material.edition, state.loads[moving.army].fuel
    if not moving.halted:
        yield "nothing-to-pay", ("8.halt.push",), "is not halted: there is nothing to pay"
    if moving.hops >= _allowance(material, moving):
        yield "allowance", ("8.halt.push-allowance", "8.2.allowance"), "has no movement left to pay for"
    if fuel < edition.push_fuel:
        yield "no-fuel", ("8.halt.push",), f"cannot pay {edition.push_fuel} fuel to go on: its card holds {fuel}"


def _why_no_march(material: Material, state: State, moving: Moving) -> Iterator[Reason]:
    edition, food = material.edition, state.loads[moving.army].food
    if moving.halted:
        yield "halted", ("8.1.march-halt", "8.halt.field"), "is halted: no forced march"
    if moving.marched or moving.hops != edition.field_allowance:
        yield "no-march", ("8.1.march",), "can make one forced march, after its first area"
    if food < edition.march_food:
        yield "no-food", ("8.1.march",), f"needs {edition.march_food} food for a forced march: its card holds {food}"


def pay_on(draft: Draft, _: PayOn) -> None:
    """Pay to go on."""
    moving, edition = draft.moving, draft.material.edition
    if draft.material.armored[moving.army]:
        spend(
            draft,
            moving.army,
            Supplies(fuel=edition.push_fuel),
            "to go on in spite of the halt",
            "8.halt.push",
            "8.halt.push-allowance",
        )
        draft.silently(moving=replace(moving, halted=False))
    else:
        rules = ("8.1.march", draft.material.clause("8.1.march-halt", first="first.7.march-combat"))
        spend(draft, moving.army, Supplies(food=edition.march_food), "for a forced march", *rules)
        draft.silently(moving=replace(moving, marched=True))


def options(material: Material, state: State) -> Iterator[PayOn]:
    """Paying to go on, where it buys something."""
    moving = state.moving
    if moving is None or moving.over or state.winner >= 0:
        return
    reasons = _why_no_push if material.armored[moving.army] else _why_no_march
    if not any(reasons(material, state, moving)):
        yield PayOn()
