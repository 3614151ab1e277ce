"""Section 13.4: winter counter-attacks, which armies meet by paying, by making way, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.front import beside, front
from rtm_verify.games.race_to_moscow.spec.loss import BLOCKED, lose_area
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.supplies import returned
from rtm_verify.games.race_to_moscow.spec.turn import nothing_open
from rtm_verify.games.race_to_moscow.spec.turn_end import in_reaction, last_marker
from rtm_verify.games.race_to_moscow.spec.variables import Cell, answers, bit, fact, index
from rtm_verify.games.race_to_moscow.spec.words import NOBODY, NOTHING_OPEN, OPEN, REACTION
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.kernel.bits import members
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]

WINTER = OPEN.index("winter")


def _targets(scene: Scene) -> int:
    """The areas that can be struck in winter, as a mask."""
    it, read = front(scene), scene.material.readings
    found = it.board.winter & it.markers & ~it.state.attacked
    if read["winter-front"] == "front":
        found &= it.open_from_start
    return 0 if read["winter-empty-pool"] == "no-attack" and not it.state.pool else found


# Ways back


def _owner(scene: Scene) -> int:
    return scene.material.army_player[scene.army]


def _refuge(scene: Scene) -> int:
    """The areas to which armies of the attacked one's player can go: those the player controls but the lost one."""
    return scene.material.controlled(scene.before, _owner(scene)) & ~(1 << scene.area)


def _next_to(scene: Scene, area: int) -> int:
    return scene.board.open_neighbours[area] & _refuge(scene)


def _occupied(scene: Scene, area: int) -> bool:
    return area in scene.before.at


def _ways(scene: Scene) -> Iterator[tuple[int, ...]]:
    """The ways in which the army, and those that make way for it, can withdraw."""
    chain = scene.material.readings["winter-displacement"] == "chain"
    stack: list[tuple[int, ...]] = [(area,) for area in members(_next_to(scene, scene.area))]
    while stack:
        way = stack.pop()
        if not _occupied(scene, way[-1]):
            yield way
        elif len(way) == 1 or chain:
            stack.extend((*way, area) for area in members(_next_to(scene, way[-1])) if area not in way)


def _path(scene: Scene, number: int) -> int:
    path: tuple[int, ...] = scene.action.path
    return path[number] if len(path) > number else NOBODY


def _stations(scene: Scene) -> list[tuple[int, int]]:
    """Where each part of the way said begins and ends."""
    path: tuple[int, ...] = scene.action.path
    return list(zip((scene.area, *path), path, strict=False))


def _leads(scene: Scene) -> bool:
    """Whether each part of the way leads to a neighbour."""
    return bool(scene.action.path) and all(
        scene.board.open_neighbours[here] >> there & 1 for here, there in _stations(scene)
    )


def _in_the_way(scene: Scene) -> int:
    """The army that stands where the attacked one goes, or that army itself."""
    first = _path(scene, 0)
    return scene.before.at.index(first) if first in scene.before.at else scene.army


def _others(scene: Scene) -> list[int]:
    """The armies that make way for one that makes way."""
    return [scene.before.at.index(area) for area in scene.action.path[1:] if area in scene.before.at]


def _others_moved(scene: Scene) -> bool:
    path: tuple[int, ...] = scene.action.path
    return all(
        scene.after.at[army] == path[path.index(scene.before.at[army]) + 1]
        for army in _others(scene)
        if path.index(scene.before.at[army]) + 1 < len(path)
    )


def _reform(scene: Scene, _: State) -> int:
    """Where a lost army is formed again."""
    base = scene.board.main_base[_owner(scene)]
    if not _occupied(scene, base):
        return base
    if scene.material.readings["lost-army-base"] == "out":
        return NOBODY
    ground = scene.material.controlled(scene.before, _owner(scene)) & ~(1 << scene.area)
    wave = reached = 1 << base
    while wave:
        wave = beside(wave, scene.board.open_neighbours) & ground & ~reached
        reached |= wave
        free = [area for area in members(wave) if not _occupied(scene, area)]
        if free:
            return free[0]
    return NOBODY


bit("attacked here", "attacked", "area")
fact("some winter attack", lambda scene, _: _targets(scene) != 0)
fact("in the winter zone", lambda scene, _: bool(scene.board.winter >> scene.area & 1))
fact("army attacked", lambda scene, state: scene.area in state.at)
fact("some way back", lambda scene, _: next(_ways(scene), None) is not None)
fact("place of a new start", _reform)
fact("way leads", lambda scene, _: _leads(scene))
fact("way is controlled", lambda scene, _: all(_refuge(scene) >> area & 1 for area in scene.action.path))
fact("way is simple", lambda scene, _: len(set(scene.action.path)) == len(scene.action.path))
fact("way ends free", lambda scene, _: bool(scene.action.path) and not _occupied(scene, scene.action.path[-1]))
fact("way is needed", lambda scene, _: all(_occupied(scene, area) for area in scene.action.path[:-1]))
fact("length of the way", lambda scene, _: len(scene.action.path))
fact("first of the way", lambda scene, _: _path(scene, 0))
fact("second of the way", lambda scene, _: _path(scene, 1))
index("army in the way", _in_the_way)
answers(
    "place of the army in the way",
    lambda scene, state: state.at[_in_the_way(scene)],
    lambda scene: [Cell("at", _in_the_way(scene))],
)
answers(
    "others made way",
    lambda scene, _: _others_moved(scene),
    lambda scene: [Cell("at", army) for army in _others(scene)],
)


def winter_attack(t: Template, book: Book) -> None:
    """An area in the snow is struck."""
    in_reaction(t)
    nothing_open(t)
    if "winter" not in book.variants:
        t.guard("13.agree", "13.use", False)
        return
    reacting, marker = t.number("phase") == REACTION, t.flag("marker to strike")
    t.guard("13.4.all", "12.attack.remove", "first.19.winter-all", *BLOCKED, Implies(reacting, marker))
    struck = And(reacting, marker)
    t.guard("13.4.zone", "13.4.all", "first.19.winter-zone", Implies(struck, t.flag("in the winter zone")))
    t.guard("13.4.several", "13.4.all", Implies(struck, Not(t.flag("attacked here"))))
    if book.reads("winter-front", "front"):
        t.guard("12.attack.adjacent", "13.4.all", Implies(struck, t.flag("open from the start")))
    if book.reads("winter-empty-pool", "no-attack"):
        t.guard("13.4.marker", "first.19.winter-marker", Implies(struck, t.number("pool") > 0))

    army = t.flag("army attacked")
    choice = And(army, Or(_can_defend(t, book), t.flag("some way back")))
    lost = Not(choice)
    t.effect("13.4.defend", "13.4.withdraw", t.number("open'") == If(choice, WINTER, NOTHING_OPEN))
    t.effect("13.4.defend", "13.4.withdraw", t.number("open area'") == If(choice, t.number("area"), NOBODY))
    t.effect("13.4.defend", "13.4.withdraw", t.number("open army'") == If(choice, t.number("army"), NOBODY))
    t.effect("13.4.several", t.flag("attacked here'"))
    _formed_again(t, book, And(army, lost))
    _area_falls(t, book, lost)
    returned(t, ("in area", "on card"))


def _can_defend(t: Template, book: Book) -> Any:
    return t.number("ammo on card") >= book.edition.winter_defence_ammo


def _formed_again(t: Template, book: Book, lost: Any) -> None:
    """An army that can neither hold nor withdraw starts anew in its base; one that leaves the game keeps nothing."""
    rules, start = ("13.4.lost", "first.19.winter-lost"), t.number("place of a new start")
    t.effect(*rules, t.number("place'") == If(lost, start, t.number("place")))
    gone = And(lost, Or(book.reads("lost-army-supplies", "lost"), start == NOBODY))
    for kind in SUPPLY_TYPES:
        left = If(gone, 0, t.number(f"{kind} on card"))
        t.effect(*rules, t.number(f"{kind} on card'") == left)
    fresh = And(lost, book.reads("lost-army-state", "fresh"))
    t.effect(*rules, "8.7.no-move", t.flag("grounded'") == And(t.flag("grounded"), Not(fresh)))
    t.effect(*rules, "8.common.once", t.flag("moved'") == And(t.flag("moved"), Not(fresh)))


def _area_falls(t: Template, book: Book, lost: Any) -> None:
    """The area is lost to the attack, and a Soviet marker goes there if the pool has one."""
    lose_area(t, book, lost)
    late = And(t.flag("last round"), book.settles("after-last-marker", "attack-only"))
    placed = And(lost, t.number("pool") > 0, Not(late))
    rules = ("13.4.marker", "first.19.winter-marker")
    t.effect(*rules, t.flag("Soviet marker'") == Or(t.flag("Soviet marker"), placed))
    t.effect(*rules, t.number("pool'") == t.number("pool") - If(placed, 1, 0))
    last_marker(t, placed)


def _facing(t: Template) -> Any:
    """An army must answer a winter counter-attack."""
    facing = t.number("open") == WINTER
    t.guard("13.4.defend", "13.4.withdraw", "13.4.zone", facing)
    t.effect("13.4.defend", "13.4.withdraw", t.number("open'") == NOTHING_OPEN)
    return facing


def defend(t: Template, book: Book) -> None:
    """The army holds its area for ammo."""
    facing, cost = _facing(t), book.edition.winter_defence_ammo
    t.guard("13.4.defend", "first.19.winter-defend", Implies(facing, _can_defend(t, book)))
    for kind in SUPPLY_TYPES:
        paid = cost if kind == "ammo" else 0
        t.effect("13.4.defend", t.number(f"{kind} on card'") == t.number(f"{kind} on card") - paid)
    returned(t, ("on card",))


def withdraw(t: Template, book: Book) -> None:
    """The army goes back to an area of its player, and an army that stands there makes way."""
    facing, length = _facing(t), t.number("length of the way")
    t.guard("13.4.withdraw", "first.19.winter-withdraw", Implies(facing, length >= 1))
    t.guard("13.4.withdraw", "13.4.displace", "4.board.adjacent", Implies(facing, t.flag("way leads")))
    t.guard("13.4.withdraw", "13.4.displace", "8.common.colour", Implies(facing, t.flag("way is controlled")))
    way = And(facing, length >= 1, t.flag("way leads"), t.flag("way is controlled"))
    t.guard("13.4.displace", "13.4.withdraw", Implies(way, t.flag("way is simple")))
    t.guard("13.4.displace", "13.4.withdraw", "8.common.occupied", Implies(way, t.flag("way ends free")))
    t.guard("13.4.displace", "13.4.withdraw", Implies(way, t.flag("way is needed")))
    if book.reads("winter-displacement", "one-army"):
        t.guard("13.4.displace", "13.4.withdraw", Implies(way, length <= 2))

    t.effect("13.4.withdraw", t.number("place'") == t.number("first of the way"))
    aside = t.number("place of the army in the way'") == t.number("second of the way")
    t.effect("13.4.displace", "13.4.displace-free", Implies(length >= 2, aside))
    t.effect("13.4.displace", "13.4.displace-free", t.flag("others made way'"))
    _area_falls(t, book, True)
    returned(t, ("in area",))


CHAPTERS: dict[str, Chapter] = {"WinterAttack": winter_attack, "Defend": defend, "Withdraw": withdraw}
