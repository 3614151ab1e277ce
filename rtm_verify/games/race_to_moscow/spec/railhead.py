"""Section 11: the railhead advances, and with it the actions of a turn end."""

from __future__ import annotations

from z3 import And, Implies, Not, Or

from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.front import beside
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.turn import nothing_open
from rtm_verify.games.race_to_moscow.spec.variables import bit, fact
from rtm_verify.games.race_to_moscow.spec.words import ACTIONS, NO_TRANSPORT, NOBODY, OVER, REACTION
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]


def _next_to_track(scene: Scene, state: State) -> int:
    """The areas next to a track of the active player, as a mask."""
    board, player, read = scene.board, state.active, scene.material.readings
    tracked = state.track & state.control[player]
    if read["railhead-printed"] == "counts":
        tracked |= board.printed[player]
    lines = board.open_neighbours if read["railhead-lines"] == "any-line" else board.roads[player]
    return beside(tracked, lines)


def _plain(state: State) -> int:
    return state.control[state.active] & ~state.track


fact("area named", lambda scene, _: scene.action.area >= 0)
bit("own marker", "control", "area", of="player")
fact("next to own track", lambda scene, state: bool(_next_to_track(scene, state) >> scene.area & 1))
fact("some marker to turn", lambda scene, state: _plain(state) & _next_to_track(scene, state) != 0)


def advance_railhead(t: Template, book: Book) -> None:
    """The actions are complete; one marker is turned to its track side, or none."""
    phase, named = t.number("phase"), t.flag("area named")
    t.guard("6.end", "5.immediate", phase != OVER)
    t.guard("6.reaction", "6.railhead", "11.when", Implies(phase != OVER, phase == ACTIONS))
    acting = phase == ACTIONS
    nothing_open(t)
    t.guard("7.complete", "11.when", "8.1.one-by-one", Implies(acting, t.number("mover") == NOBODY))
    t.guard("7.complete", "11.when", "8.1.one-by-one", Implies(acting, Not(t.flag("fields"))))
    t.guard("7.complete", "11.when", Implies(acting, t.number("vehicles placed") == NO_TRANSPORT))
    if book.reads("unused-actions", "must-take"):
        t.guard("7.core", "11.when", Implies(acting, t.number("core actions") == 0))

    turned = And(named, t.flag("own marker"))
    t.guard("11.flip", "first.17.flip", Implies(named, t.flag("own marker")))
    t.guard("11.flip", "first.17.flip", Implies(turned, Not(t.flag("track"))))
    t.guard("11.adjacent", "first.17.adjacent", Implies(turned, t.flag("next to own track")))
    if book.reads("railhead-optional", "must"):
        t.guard("11.flip", "first.17.flip", Implies(Not(named), Not(t.flag("some marker to turn"))))

    t.effect("11.flip", "first.17.flip", t.flag("track'") == Or(t.flag("track"), named))
    t.effect("6.reaction", "6.railhead", t.number("phase'") == REACTION)
    t.effect("6.actions", "11.when", t.number("core actions'") == 0)


CHAPTERS: dict[str, Chapter] = {"AdvanceRailhead": advance_railhead}
