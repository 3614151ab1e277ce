"""Section 8.3: the fleet."""

from __future__ import annotations

from z3 import Not

from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.encirclement import cut_off_alone
from rtm_verify.games.race_to_moscow.spec.turn import core_action, new_action
from rtm_verify.games.race_to_moscow.spec.variables import cell, fact
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]


cell("fleet", "fleet")
cell("fleet moved", "fleet_moved")
fact("sea", lambda scene, _: scene.action.sea)
fact("adjacent sea", lambda scene, state: bool(scene.board.sea_neighbours[state.fleet] >> scene.action.sea & 1))


def move_fleet(t: Template, book: Book) -> None:
    """The fleet moves, and may shut the harbor that kept a pocket open."""
    new_action(t)
    t.guard("8.3.gray", "7.core-fleet", "2.1.fleet", "first.10.gray", t.number("active") == 0)
    t.guard("8.3.once", "first.10.once", "first.10.once-extra", Not(t.flag("fleet moved")))
    t.guard("8.3.adjacent", "first.10.adjacent", t.flag("adjacent sea"))
    core_action(t, "7.core-fleet")
    t.effect("8.3.adjacent", t.number("fleet'") == t.number("sea"))
    t.effect("8.3.once", t.flag("fleet moved'"))
    t.effect("5.immediate", t.number("winner'") == t.number("winner"))
    cut_off_alone(t, book)


CHAPTERS: dict[str, Chapter] = {
    "MoveFleet": move_fleet,
}
