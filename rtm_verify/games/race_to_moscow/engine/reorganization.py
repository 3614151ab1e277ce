"""Chapter 8.7: the Theatre Re-organization, and feeding armies."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import EatFrom
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.stock import release_stand_ins, spend
from rtm_verify.games.race_to_moscow.engine.turn import what_is_open
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import Pending, State
from rtm_verify.games.race_to_moscow.supplies import Supplies
from rtm_verify.kernel.violation import Violation
from rtm_verify.kernel.words import counted

__all__ = ["eat", "feed_grounded", "judge_eat", "lift_by_card", "options_eat", "reorganize"]


# A Re-organization follows the action that took the last train, and is itself no action.
_OCCASION = (
    "8.6.trigger",
    "8.7.trigger",
    "8.7.interrupt",
    "8.7.no-action",
    "8.7.all",
    "8.7.resume",
)


def reorganize(draft: Draft) -> None:
    """All players re-organize; the turn goes on afterwards (8.7.all, 8.7.resume)."""
    state = draft.state
    moment = draft.material.clause("8.6.after", first="first.14.immediate")
    draft.do("reorganization", "No train is left in the stock: Theatre Re-organization.", moment, *_OCCASION)
    if state.level == 1:
        draft.do("level", "All Logistics cards are turned to level 2.", "8.7.level", level=2)
    returned = state.trains.bit_count()
    draft.do(
        "return",
        "All trucks and trains on the map return to the Transport Stock.",
        "8.7.remove",
        "8.7.keep",
        trucks=(0, 0, 0),
        trucks_stock=tuple(
            stock + placed.bit_count() for stock, placed in zip(state.trucks_stock, state.trucks, strict=True)
        ),
        trains=0,
        trains_stock=state.trains_stock + returned,
    )
    if state.trains_reserve and state.level == 1:
        draft.do(
            "reserve",
            f"{counted(state.trains_reserve, 'train')} of the reserve join the Transport Stock.",
            "8.7.reserve",
            "8.7.reserve-amount",
            "8.7.once",
            trains_reserve=0,
            trains_stock=draft.state.trains_stock + state.trains_reserve,
        )
    _feed(draft, 0)


def _feed(draft: Draft, first: int) -> None:
    """Every army from `first` on eats; then the markers return (8.7.feed)."""
    material = draft.material
    for army in range(first, len(material.armies)):
        state = draft.state
        if state.at[army] < 0:
            continue
        if state.halt >> army & 1 and material.policies["grounded-feeding"] == "no-further-effect":
            text = f"{material.armies[army].name}, already grounded, is not affected."
            draft.do("grounded", text, "first.14.already")
            continue
        needed = material.edition.feed_food
        on_card, in_area = state.loads[army].food >= needed, state.depots[state.at[army]].food >= needed
        if on_card and in_area and draft.reading("food-source") == "choice":
            draft.silently(pending=Pending("food", army=army))
            return
        _eat(draft, army, "card" if on_card else "area" if in_area else "")
    _refresh(draft)


def _eat(draft: Draft, army: int, place: str) -> None:
    material, state = draft.material, draft.state
    name, food = material.armies[army].name, Supplies(food=material.edition.feed_food)
    if place == "card":
        spend(draft, army, food, "to feed its men", "8.7.feed", "8.7.source")
    elif place == "area":
        _spend_in_area(draft, state.at[army], food, f"{name} is fed with {food} of its area.", "8.7.feed", "8.7.source")
    elif not state.halt >> army & 1:
        draft.do("halt-marker", f"{name} has no food: HALT.", "8.7.halt", "3.2.halt", halt=state.halt | 1 << army)
    if place and draft.state.halt >> army & 1:
        _lift(draft, army)


def _lift(draft: Draft, army: int) -> None:
    """The HALT marker leaves an army that has been fed (8.7.lift)."""
    name, halt = draft.material.armies[army].name, draft.state.halt & ~(1 << army)
    draft.do("halt-marker", f"{name} is no longer grounded.", "8.7.lift", "8.7.no-move", halt=halt)


def _spend_in_area(draft: Draft, area: int, food: Supplies, text: str, *rules: str) -> None:
    state = draft.state
    depots = draft.with_depot(area, state.depots[area] - food)
    draft.do("spend", text, *rules, "8.common.spent", depots=depots, stock=state.stock + food)
    release_stand_ins(draft)


def _refresh(draft: Draft) -> None:
    """Spent Air Support and HQ markers can be used again (8.7.air, 8.7.hq)."""
    state = draft.state
    lying = ("on Pursuit deck", "on Soviet deck", "on a Soviet marker")
    back = ("spent", *lying) if draft.material.policies["air-at-reorganization"] == "all" else ("spent",)
    air = tuple("ready" if marker in back else marker for marker in state.air)
    if air != state.air:
        areas = tuple(-1 if new == "ready" else area for new, area in zip(air, state.air_area, strict=True))
        returned = sum(1 << player for player, marker in enumerate(state.air) if marker != air[player])
        rules = ("8.7.air", *(("first.15.reorganization",) if draft.material.edition.name == "first" else ()))
        draft.do(
            "refresh",
            "Air Support markers return.",
            *rules,
            "8.7.ready",
            air=air,
            air_area=areas,
            # What Stukageschwader spares lies on a card: a marker that has come back is an ordinary one again.
            air_kept=state.air_kept & ~returned,
        )
    if any(state.hq_spent):
        draft.do("refresh", "HQ markers return.", "8.7.hq", "8.7.ready", hq_spent=(False, False, False))


def judge_eat(material: Material, state: State, action: EatFrom) -> Iterator[Violation]:
    """An army that has food on its card and in its area eats from either (8.7.feed)."""
    if not state.pending or state.pending.kind != "food":
        yield Violation("nobody-eats", ("8.7.feed",), "No army chooses where it eats now.", what_is_open(state))
    elif action.place not in ("card", "area"):
        army = material.army(state.pending.army)
        yield Violation("no-place", ("8.7.feed",), f"{army} eats from its card or its area.", what_is_open(state))


def eat(draft: Draft, action: EatFrom) -> None:
    """The army eats, and feeding goes on with the next."""
    army = draft.open.army
    draft.silently(pending=None)
    _eat(draft, army, action.place)
    _feed(draft, army + 1)


def options_eat(_: Material, __: State) -> Iterator[EatFrom]:
    """From the card or from the area."""
    yield EatFrom("card")
    yield EatFrom("area")


def feed_grounded(draft: Draft, area: int) -> None:
    """Food that comes into the area of a grounded army is spent at once and lifts its HALT (8.7.always-feed)."""
    material, state = draft.material, draft.state
    army = material.army_in(state, area)
    food = Supplies(food=material.edition.feed_food)
    if army is None or not state.halt >> army & 1 or not state.depots[area].covers(food):
        return
    text = f"{material.armies[army].name}, grounded, spends {food} of {material.area(area)}."
    _spend_in_area(draft, area, food, text, "8.7.always-feed")
    _lift(draft, army)


def lift_by_card(draft: Draft, army: int) -> None:
    """Food that comes onto the card of a grounded army feeds it too, where it is read so (ruling airlifted-food)."""
    state = draft.state
    food = Supplies(food=draft.material.edition.feed_food)
    if state.halt >> army & 1 and state.loads[army].covers(food) and draft.reading("airlifted-food") == "feeds":
        spend(draft, army, food, "at once, being grounded", "8.7.always-feed")
        _lift(draft, army)
