"""Chapter 13.4: winter counter-attacks."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import Action, Defend, WinterAttack, Withdraw
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.losing import lose_area
from rtm_verify.games.race_to_moscow.engine.reaction_targets import may_place, why_no_winter, winter_targets
from rtm_verify.games.race_to_moscow.engine.soviet_markers import put_marker
from rtm_verify.games.race_to_moscow.engine.soviet_reaction import judge_reacting
from rtm_verify.games.race_to_moscow.engine.stock import give_back, spend
from rtm_verify.games.race_to_moscow.engine.turn import what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.games.race_to_moscow.supplies import NOTHING, Supplies
from rtm_verify.kernel.bits import members
from rtm_verify.kernel.violation import Violation

__all__ = [
    "attack_in_winter",
    "defend",
    "judge_attack_in_winter",
    "judge_defend",
    "judge_withdraw",
    "options",
    "withdraw",
]


def judge_attack_in_winter(material: Material, state: State, action: WinterAttack) -> Iterator[Violation]:
    """A marker in the winter zone is attacked, whatever army stands in or next to it (13.4.all)."""
    yield from judge_reacting(material, state, "13.4.zone")
    name = material.area(action.area)
    if "winter" not in material.variants:
        yield Violation(
            "not-in-play",
            ("13.agree", "13.4.zone"),
            "Winter counter-attacks are made only where that optional rule is in play.",
            facts=("variant winter: no",),
        )
    elif state.phase == "reaction":
        for reason in why_no_winter(material, state, action.area):
            yield Violation(
                "not-a-target",
                ("13.4.all", *reason.rules),
                reason.text,
                facts=reason.facts,
                blockers=(name,),
                rulings=_RULED.get(reason.rules[0], ()),
            )


# The rulings that spare an area.
_RULED = {"13.4.marker": ("winter-empty-pool",), "12.attack.adjacent": ("winter-front", "attack-cascade")}


def attack_in_winter(draft: Draft, action: WinterAttack) -> None:
    """An army there defends, withdraws or is lost; without one the area falls (13.4)."""
    material, state, area = draft.material, draft.state, action.area
    draft.reading("winter-attacks")
    _note_readings(draft, area)
    draft.do(
        "winter",
        f"Winter counter-attack on {material.area(area)}.",
        "13.4.zone",
        "13.4.all",
        "13.4.several",
        attacked=state.attacked | 1 << area,
    )
    army = material.army_in(state, area)
    if army is None:
        _fall(draft, area)
    elif _can_defend(material, state, army) or any(_ways(material, state, army)):
        draft.silently(pending=Pending("winter", area=area, army=army))
    else:
        _lose_army(draft, army)
        _fall(draft, area)


def _note_readings(draft: Draft, area: int) -> None:
    """The rulings without which the area could not be attacked."""
    for ruling, reading in (("winter-front", "front"), ("attack-cascade", "at-start")):
        if not winter_targets(draft.material.reading_as(ruling, reading), draft.state) >> area & 1:
            draft.reading(ruling)


def _fall(draft: Draft, area: int) -> None:
    """The marker is lost, and a Soviet marker takes its place (13.4.marker)."""
    lose_area(draft, area, "13.4.withdraw-marker")
    if may_place(draft.material, draft.state):
        name = draft.material.area(area)
        put_marker(draft, area, f"A Soviet marker is placed in {name}.", "13.4.marker")
    else:
        draft.reading("winter-empty-pool")


def _can_defend(material: Material, state: State, army: int) -> bool:
    return state.loads[army].ammo >= material.edition.winter_defence_ammo


def judge_defend(material: Material, state: State, _: Defend) -> Iterator[Violation]:
    """Holding the area takes 1 ammo (13.4.defend)."""
    if not state.pending or state.pending.kind != "winter":
        yield Violation("no-attack", ("13.4.defend",), "No army is under a winter counter-attack.", what_is_open(state))
    elif not _can_defend(material, state, state.pending.army):
        needed = material.edition.winter_defence_ammo
        yield Violation(
            "no-ammo",
            ("13.4.defend",),
            f"{material.armies[state.pending.army].name} needs {needed} ammo to hold its area.",
            facts=(f"ammo needed {needed}", f"on card {state.loads[state.pending.army].ammo}"),
        )


def defend(draft: Draft, _: Defend) -> None:
    """The army pays, and the area is held."""
    army = draft.open.army
    draft.silently(pending=None)
    ammo = Supplies(ammo=draft.material.edition.winter_defence_ammo)
    spend(draft, army, ammo, "to hold its area in winter", "13.4.defend")


def _ways(material: Material, state: State, army: int) -> Iterator[tuple[int, ...]]:
    """Every way an army can withdraw: to a free area, or to one whose army makes way (13.4.displace)."""
    longest = 2 if material.readings["winter-displacement"] == "one-army" else len(material.armies)
    lost = state.at[army]
    yield from _paths(material, state, army, (), longest, lost)


def _paths(
    material: Material, state: State, army: int, before: tuple[int, ...], longest: int, lost: int
) -> Iterator[tuple[int, ...]]:
    """The paths on from `before`; nobody goes to the area that is given up, nor where another is just going."""
    player = material.army_player[army]
    own = material.controlled(state, player) & material.board.open_neighbours[state.at[army]]
    for area in members(own):
        if area == lost or area in before:
            continue
        other = material.army_in(state, area)
        if other is None:
            yield (*before, area)
        elif material.army_player[other] == player and len(before) + 1 < longest:
            yield from _paths(material, state, other, (*before, area), longest, lost)


def judge_withdraw(material: Material, state: State, action: Withdraw) -> Iterator[Violation]:
    """The army goes to an adjacent area its player controls, free or made free (13.4.withdraw, 13.4.displace)."""
    if not state.pending or state.pending.kind != "winter":
        yield Violation(
            "no-attack", ("13.4.withdraw",), "No army is under a winter counter-attack.", what_is_open(state)
        )
    elif action.path not in _ways(material, state, state.pending.army):
        army = material.army(state.pending.army)
        names = [material.area(area) for area in action.path]
        yield Violation(
            "no-way",
            ("13.4.withdraw", "13.4.displace"),
            f"{army} cannot withdraw by {' > '.join(names) or 'nowhere'}.",
            facts=(f"{army} stands in {material.area(state.at[state.pending.army])}",),
            blockers=tuple(names),
            rulings=("winter-displacement",),
        )


def withdraw(draft: Draft, action: Withdraw) -> None:
    """The army leaves, others make way at no cost, and the area falls (13.4.displace-free)."""
    material, army, area = draft.material, draft.open.army, draft.open.area
    draft.silently(pending=None)
    walkers = [army]
    for step in action.path[:-1]:
        other = material.army_in(draft.state, step)
        if other is None:
            raise LookupError("nobody stands in the way")
        walkers.append(other)
    if len(walkers) > 1:
        draft.reading("winter-displacement")
    for walker, target in reversed(list(zip(walkers, action.path, strict=True))):
        at = draft.state.at
        draft.do(
            "withdraw",
            f"{material.armies[walker].name} withdraws to {material.area(target)}.",
            *(("13.4.withdraw",) if walker == army else _making_way(material)),
            at=(*at[:walker], target, *at[walker + 1 :]),
        )
    _fall(draft, area)


def _making_way(material: Material) -> tuple[str, ...]:
    """The clauses by which an army leaves its area for another."""
    if material.edition.name == "first":
        return ("first.19.winter-displace",)
    return ("13.4.displace", "13.4.displace-free")


def _lose_army(draft: Draft, army: int) -> None:
    """An army that can neither hold nor withdraw is formed anew in its Main Supply Base (13.4.lost)."""
    material, state = draft.material, draft.state
    player, name = material.army_player[army], material.armies[army].name
    place = _place_to_form(draft, player, state.at[army])
    where = f"and formed again in {material.area(place)}" if place >= 0 else "for good: its base is occupied"
    draft.do(
        "army-lost",
        f"{name} can neither hold nor withdraw: it is lost {where}.",
        "13.4.lost",
        at=(*state.at[:army], place, *state.at[army + 1 :]),
    )
    bit = 1 << army
    if (draft.state.halt | draft.state.moved) & bit and draft.reading("lost-army-state") == "fresh":
        halt, moved = draft.state.halt & ~bit, draft.state.moved & ~bit
        draft.do("army-lost", f"{name} starts anew.", "13.4.lost", halt=halt, moved=moved)
    load = draft.state.loads[army]
    if load != NOTHING and (place < 0 or draft.reading("lost-army-supplies") == "lost"):
        text = f"{load} on its card returns to the stock."
        give_back(draft, load, text, "13.4.lost", loads=draft.with_load(army, NOTHING))


def _place_to_form(draft: Draft, player: int, lost: int) -> int:
    """The Main Supply Base, or if an army stands there what the ruling lost-army-base says; no way leads by `lost`."""
    material, state = draft.material, draft.state
    base = material.board.main_base[player]
    if base not in state.at:
        return base
    if draft.reading("lost-army-base") == "out":
        return -1
    own, seen, wave = material.controlled(state, player) & ~(1 << lost), 1 << base, 1 << base
    while wave:
        free = [area for area in members(wave) if area not in state.at]
        if free:
            return free[0]
        beside = 0
        for area in members(wave):
            beside |= material.board.open_neighbours[area]
        wave = beside & own & ~seen
        seen |= wave
    return -1


def options(material: Material, state: State) -> Iterator[Action]:
    """How the attacked army can answer."""
    if state.pending:
        army = state.pending.army
        if _can_defend(material, state, army):
            yield Defend()
        yield from map(Withdraw, _ways(material, state, army))
