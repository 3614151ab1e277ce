"""Sections 8.1, 8.2 and the common movement rules: armies set off, enter areas, pay to go on, and stop."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.capture import capture
from rtm_verify.games.race_to_moscow.spec.decks import renew
from rtm_verify.games.race_to_moscow.spec.encirclement import cut_off_alone
from rtm_verify.games.race_to_moscow.spec.supplies import pay
from rtm_verify.games.race_to_moscow.spec.turn import core_action, game_on, new_action, nothing_open
from rtm_verify.games.race_to_moscow.spec.words import NOBODY, NOTHING_OPEN, PURSUIT, SOVIET
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS", "same_move"]


# What a position says of a movement, and the rules that would change it.
_COURSE = {
    "hops": ("8.2.allowance", "8.1.one-area"),
    "came from": ("10.lose.retreat",),
    "halted": ("8.halt.field", "8.halt.push", "8.common.controlled"),
    "marched": ("8.1.march",),
    "defeated": ("10.lose.end",),
}


def move_fields(t: Template, book: Book) -> None:
    """Begin "Move all Field Armies"."""
    del book
    new_action(t)
    core_action(t, "7.core-field")
    t.effect("8.1.one-area", t.flag("fields'"))


def end_fields(t: Template, book: Book) -> None:
    """End it: it is not required that every army moves."""
    del book
    t.guard("8.1.one-area", "8.1.one-by-one", t.flag("fields"))
    t.guard("8.1.one-by-one", t.number("mover") == NOBODY)
    nothing_open(t)
    t.effect("8.1.optional", Not(t.flag("fields'")))


def activate(t: Template, book: Book) -> None:
    """An army sets off."""
    armored, fuel, cost = t.flag("armored"), t.number("fuel on card"), book.edition.armored_activation_fuel
    game_on(t)
    nothing_open(t)
    t.guard("8.1.one-by-one", "7.complete", t.number("mover") == NOBODY)
    t.guard("3.1.own", "2.2.match", t.flag("own army"))
    t.guard("8.common.once", "8.common.once-bonus", Not(t.flag("moved")))
    t.guard("8.7.no-move", "3.2.halt", Not(t.flag("grounded")))
    t.guard("7.complete", Implies(armored, Not(t.flag("fields"))))
    t.guard("7.core", "7.core-armored", Implies(armored, t.number("core actions") >= 1))
    t.guard("8.2.fuel", Implies(armored, fuel >= cost))
    t.guard("8.1.one-area", "7.core-field", Implies(Not(armored), t.flag("fields")))

    used = If(armored, 1, 0)
    t.effect("7.core", "7.core-armored", t.number("core actions'") == t.number("core actions") - used)
    pay(t, {"fuel": If(armored, cost, 0)}, "8.2.fuel", "8.1.free")
    t.effect("8.common.once", t.flag("moved'"))
    t.effect("8.1.one-by-one", "8.2.allowance", t.number("mover'") == t.number("army"))
    t.effect("8.2.allowance", "8.1.one-area", t.number("hops'") == 0)
    t.effect("10.lose.retreat", t.number("came from'") == t.number("place"))
    for flag in ("halted", "marched", "defeated"):
        t.effect("8.1.one-area", "8.2.allowance", Not(t.flag(f"{flag}'")))


def same_move(t: Template, *changing: str) -> None:
    """The movement goes on as it was, but for what is `changing`."""
    t.effect("7.complete", "8.1.one-by-one", t.number("mover'") == t.number("mover"))
    for name, rules in _COURSE.items():
        if name not in changing:
            variable = t.number if name in ("hops", "came from") else t.flag
            t.effect(*rules, variable(f"{name}'") == variable(name))


def enter(t: Template, book: Book) -> None:
    """The moving army enters an area."""
    _may_enter(t, book)
    edition, owner = book.edition, t.number("owner")
    uncontrolled = owner == NOBODY
    fort = And(t.flag("bunker"), uncontrolled)

    same_move(t, "hops", "came from")
    t.effect("8.1.one-area", "8.2.allowance", t.number("place'") == t.number("area"))
    t.effect("8.1.one-area", "8.2.allowance", t.number("hops'") == t.number("hops") + 1)
    t.effect("10.lose.retreat", t.number("came from'") == t.number("place"))
    pay(t, {"ammo": If(fort, edition.fort_ammo, 0)}, "8.fort.pay", "4.board.fort", "8.1.free")
    t.effect("8.fort.bunker", "8.fort.pay", t.flag("bunker'") == And(t.flag("bunker"), Not(fort)))

    # A card that stood in for ammo is discarded when the bunker's ammo comes into stock, which is before the draw.
    freed = t.number("own stand-ins freed'")
    soviet, opens = t.flag("Soviet marker"), t.number("open'")
    from_soviet = And(uncontrolled, soviet, t.number("Soviet deck") > 0)
    from_pursuit = And(uncontrolled, Not(soviet), t.number("Pursuit deck") + t.number("discards") + freed > 0)
    t.effect("8.common.controlled", Implies(owner != NOBODY, opens == NOTHING_OPEN))
    t.effect("8.common.soviet-draw", "3.1.soviet-draw", (opens == SOVIET) == from_soviet)
    t.effect("8.common.pursuit-draw", "3.1.pursuit-draw", (opens == PURSUIT) == from_pursuit)
    t.effect("8.common.resolve", Or([opens == code for code in (NOTHING_OPEN, PURSUIT, SOVIET)]))
    t.effect("8.common.resolve", t.number("open card'") == 0)
    renew(t, from_pursuit, freed)
    capture(t, book, And(uncontrolled, Not(from_soviet), Not(from_pursuit)))


def _may_enter(t: Template, book: Book) -> None:
    edition, owner = book.edition, t.number("owner")
    armored, hops = t.flag("armored"), t.number("hops")
    game_on(t)
    nothing_open(t)
    moving = t.number("mover") != NOBODY
    t.guard("8.2.allowance", "8.1.one-area", moving)
    t.guard("10.lose.end", Not(t.flag("defeated")))
    t.guard("4.board.line", "4.board.adjacent", Implies(moving, t.flag("line")))
    t.guard("4.board.red", Implies(t.flag("line"), Not(t.flag("red line"))))
    usable = Implies(And(t.flag("line"), Not(t.flag("red line"))), t.flag("own line"))
    t.guard("4.board.line", "4.board.double-line", usable)
    t.guard("8.common.colour", "4.board.colour", "4.board.double", Implies(moving, t.flag("own colour")))
    t.guard("8.common.occupied", Implies(moving, Not(t.flag("occupied"))))
    foreign = And(owner != NOBODY, owner != t.number("active"))
    t.guard("8.common.foreign-marker", "8.double.enter", Implies(moving, Not(foreign)))
    t.guard("8.2.allowance", "8.halt.push-allowance", Implies(And(moving, armored), hops < edition.armored_allowance))
    t.guard("8.halt.push", "aid.halt", Implies(And(moving, armored), Not(t.flag("halted"))))
    march = If(t.flag("marched"), edition.march_allowance, 0)
    allowed = hops < edition.field_allowance + march
    t.guard("8.1.one-area", "8.1.march", "2.1.field", Implies(And(moving, Not(armored)), allowed))
    t.guard("8.halt.field", "8.1.march-halt", Implies(And(moving, Not(armored)), Not(t.flag("halted"))))
    fort = And(t.flag("bunker"), owner == NOBODY)
    t.guard("8.fort.cannot", "8.fort.pay", "4.board.fort", Implies(fort, t.number("ammo on card") >= edition.fort_ammo))
    if book.reads("no-card-left", "no-entry"):
        free, soviet = owner == NOBODY, t.flag("Soviet marker")
        t.guard("8.common.soviet-draw", "8.common.reshuffle", Implies(And(free, soviet), t.number("Soviet deck") > 0))
        left = t.number("Pursuit deck") + t.number("discards")
        t.guard("8.common.pursuit-draw", "8.common.reshuffle", Implies(And(free, Not(soviet)), left > 0))


def pay_on(t: Template, book: Book) -> None:
    """Fuel against a halt, or food for a forced march."""
    edition = book.edition
    armored, hops = t.flag("armored"), t.number("hops")
    moving = t.number("mover") != NOBODY
    panzer, field = And(moving, armored), And(moving, Not(armored))
    game_on(t)
    nothing_open(t)
    t.guard("8.halt.push", "8.1.march", moving)
    t.guard("10.lose.end", "10.lose.no-fuel", Not(t.flag("defeated")))
    t.guard("8.halt.push", Implies(panzer, t.flag("halted")))
    t.guard("8.halt.push-allowance", "8.2.allowance", Implies(panzer, hops < edition.armored_allowance))
    t.guard("8.halt.push", "aid.push", Implies(panzer, t.number("fuel on card") >= edition.push_fuel))
    t.guard("8.1.march", Implies(field, And(hops == edition.field_allowance, Not(t.flag("marched")))))
    t.guard("8.1.march-halt", "8.halt.field", Implies(field, Not(t.flag("halted"))))
    t.guard("8.1.march", Implies(field, t.number("food on card") >= edition.march_food))

    cost: dict[str, Any] = {"fuel": If(armored, edition.push_fuel, 0), "food": If(armored, 0, edition.march_food)}
    pay(t, cost, "8.halt.push", "8.1.march")
    same_move(t, "halted", "marched")
    t.effect("8.halt.push", "8.halt.field", t.flag("halted'") == And(t.flag("halted"), Not(armored)))
    t.effect("8.1.march", t.flag("marched'") == Or(t.flag("marched"), Not(armored)))


def end_move(t: Template, book: Book) -> None:
    """The movement ends; now areas that are cut off change hands."""
    moving = t.number("mover") != NOBODY
    t.guard("8.1.one-by-one", "8.2.allowance", moving)
    nothing_open(t)
    if book.reads("activation-without-entering", "must-enter"):
        t.guard("8.2.allowance", "8.1.one-area", Implies(moving, t.number("hops") >= 1))
    t.effect("8.1.one-by-one", "7.complete", t.number("mover'") == NOBODY)
    t.effect("5.immediate", t.number("winner'") == t.number("winner"))
    cut_off_alone(t, book)


CHAPTERS: dict[str, Chapter] = {
    "MoveFields": move_fields,
    "EndFields": end_fields,
    "Activate": activate,
    "Enter": enter,
    "PayOn": pay_on,
    "EndMove": end_move,
}
