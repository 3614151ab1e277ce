"""Section 8.6: trucks and trains come from the Transport Stock onto the card."""

from __future__ import annotations

from z3 import And, If, Implies

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.reorganization import reorganize, vehicles_return
from rtm_verify.games.race_to_moscow.spec.transport import by_level
from rtm_verify.games.race_to_moscow.spec.turn import core_action, new_action
from rtm_verify.games.race_to_moscow.spec.variables import fact
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]

fact("trucks taken", lambda scene, _: scene.action.trucks)
fact("trains taken", lambda scene, _: scene.action.trains)


def take_transport(t: Template, book: Book) -> None:
    """Vehicles are taken; if no train is left, a Theatre Re-organization follows."""
    trucks, trains = t.number("trucks taken"), t.number("trains taken")
    trucks_held, trains_held = t.number("trucks on card"), t.number("trains on card")
    trains_left = t.number("trains in stock") - trains
    new_action(t)
    take = ("8.6.take", "3.1.take", "first.13.take")
    t.guard(*take, And(trucks >= 0, trains >= 0, trucks + trains >= 1))
    t.guard(*take, trucks + trains <= by_level(t, "take"))
    t.guard(*take, "2.4.trains", trains_left >= 0)
    for player in range(len(PLAYERS)):
        own = t.number("active") == player
        there = trucks <= t.number(f"trucks of {player} in stock")
        t.guard(*take, "8.6.colour", "first.13.colour", Implies(own, there))
    held = trucks_held + trains_held + trucks + trains
    t.guard("8.6.possess", "3.1.possess", "first.13.possess", held <= by_level(t, "possess"))
    core_action(t, "7.core-take", "first.5.take")

    t.effect("8.6.card", "8.6.add", "8.7.keep", "first.13.card", t.number("trucks on card'") == trucks_held + trucks)
    t.effect("8.6.card", "8.6.add", "8.7.keep", "first.13.card", t.number("trains on card'") == trains_held + trains)
    due = trains_left == 0
    if book.reads("reorganization-again", "no-train-taken"):
        due = And(due, trains >= 1)
    taken = [If(t.number("active") == player, trucks, 0) for player in range(len(PLAYERS))]
    vehicles_return(t, book, due, taken, trains)
    reorganize(t, book, due)


CHAPTERS: dict[str, Chapter] = {
    "TakeTransport": take_transport,
}
