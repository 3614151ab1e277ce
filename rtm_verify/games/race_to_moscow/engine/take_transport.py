"""Chapter 8.6: trucks and trains are taken from the Transport Stock."""

from __future__ import annotations

from collections.abc import Iterator

from rtm_verify.games.race_to_moscow.actions import TakeTransport
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.engine.draft import Draft
from rtm_verify.games.race_to_moscow.engine.reorganization import reorganize
from rtm_verify.games.race_to_moscow.engine.turn import judge_core_action, spend_core_action
from rtm_verify.games.race_to_moscow.logistics import load_logistics
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.violation import Violation
from rtm_verify.kernel.words import counted

__all__ = ["judge_take_transport", "options", "take_transport"]


def judge_take_transport(material: Material, state: State, action: TakeTransport) -> Iterator[Violation]:
    """No more than the level's Take and Possess rows allow, and than the stock has (8.6)."""
    yield from judge_core_action(material, state)
    player, level = state.active, load_logistics()[state.level]
    taken = action.trucks + action.trains
    if taken < 1 or min(action.trucks, action.trains) < 0:
        yield Violation("nothing", ("8.6.take",), "There is nothing to take.", (f"vehicles taken {taken}",))
    if taken > level.take:
        yield Violation(
            "too-many",
            ("8.6.take", "3.1.take"),
            f"Level {level.level} allows {level.take} vehicles to be taken, not {taken}.",
            facts=(f"taken {taken}", f"limit {level.take}"),
        )
    held = state.trucks_held[player] + state.trains_held[player]
    if held + taken > level.possess:
        yield Violation(
            "card-full",
            ("8.6.possess", "3.1.possess"),
            f"The Logistics card holds {level.possess} vehicles at level {level.level}, and {held} lie there.",
            facts=(f"on card {held}", f"taken {taken}", f"limit {level.possess}"),
            fixes=(f"take {counted(level.possess - held, 'vehicle')}",) if held < level.possess else (),
        )
    for kind, wanted, there, clauses in (
        ("truck", action.trucks, state.trucks_stock[player], ("8.6.take", "8.6.colour")),
        ("train", action.trains, state.trains_stock, ("8.6.take",)),
    ):
        if wanted > there:
            yield Violation(
                "not-in-stock",
                clauses,
                f"The Transport Stock has {counted(there, kind)} for {PLAYERS[player]}, not {wanted}.",
                facts=(f"{kind}s in the stock {there}",),
            )


def take_transport(draft: Draft, action: TakeTransport) -> None:
    """The vehicles come onto the Logistics card; if no train is left, the theatre is re-organized (8.6.trigger)."""
    spend_core_action(draft, "takes transport", "7.core-take")
    state, player = draft.state, draft.player
    what = [counted(number, kind) for number, kind in ((action.trucks, "truck"), (action.trains, "train")) if number]
    draft.do(
        "take-transport",
        f"{PLAYERS[player].capitalize()} takes {' and '.join(what)}.",
        "8.6.take",
        "8.6.card",
        "8.6.combination",
        "8.6.possess",
        "3.1.take",
        "3.1.possess",
        *(("8.6.colour",) if action.trucks else ()),
        *(("8.6.unused",) if state.trucks_held[player] or state.trains_held[player] else ()),
        trucks_held=draft.for_player(state.trucks_held, state.trucks_held[player] + action.trucks),
        trucks_stock=draft.for_player(state.trucks_stock, state.trucks_stock[player] - action.trucks),
        trains_held=draft.for_player(state.trains_held, state.trains_held[player] + action.trains),
        trains_stock=state.trains_stock - action.trains,
    )
    if draft.state.trains_stock:
        return
    if action.trains or draft.reading("reorganization-again") == "triggers":
        reorganize(draft)


def options(_: Material, state: State) -> Iterator[TakeTransport]:
    """Every number of trucks and trains that can be taken."""
    if state.core_left < 1:
        return
    player, level = state.active, load_logistics()[state.level]
    most = min(level.take, level.possess - state.trucks_held[player] - state.trains_held[player])
    for trucks in range(min(most, state.trucks_stock[player]) + 1):
        for trains in range(min(most - trucks, state.trains_stock) + 1):
            if trucks or trains:
                yield TakeTransport(trucks, trains)
