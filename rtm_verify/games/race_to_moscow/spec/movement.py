"""Sections 8.1, 8.2 and the common movement rules: armies set off, enter areas, pay to go on, and stop."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.capture import capture, wins
from rtm_verify.games.race_to_moscow.spec.decks import renew
from rtm_verify.games.race_to_moscow.spec.encirclement import cut_off_alone
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.supplies import pay
from rtm_verify.games.race_to_moscow.spec.turn import acting, core_action, new_action, nothing_open, time_for_actions
from rtm_verify.games.race_to_moscow.spec.variables import fact
from rtm_verify.games.race_to_moscow.spec.words import (
    AIR_ON_MARKER,
    AIR_ON_PURSUIT,
    AIR_ON_SOVIET,
    ARMORED,
    ARMY,
    NO_TRANSPORT,
    NOBODY,
    NOTHING_OPEN,
    PURSUIT,
    SIDE,
    SOVIET,
)
from rtm_verify.games.race_to_moscow.state import AIR_STATES, State
from rtm_verify.kernel.bits import members
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

fact("printed fortification", lambda scene, _: bool(scene.board.fortified >> scene.area & 1))
fact("armored deck", lambda _, state: state.armored_deck.size)
fact("victory area joined", lambda scene, _: scene.victory_area_joined)


def _way_open(scene: Scene, state: State) -> bool:
    """Whether there is an area that the army, which has entered none yet, can enter."""
    here = state.at[scene.army]
    return here != NOBODY and any(_open_to(scene, state, area) for area in members(scene.board.neighbours[here]))


def _open_to(scene: Scene, state: State, area: int) -> bool:
    line = scene.board.lines[scene.board.line_between[state.at[scene.army], area]]
    owner = scene.owner(state, area)
    if line.red or PLAYERS[scene.player] not in line.colors or not scene.colours(area) >> scene.player & 1:
        return False
    if area in state.at or owner not in (NOBODY, scene.player):
        return False
    return owner == scene.player or _affords(scene, state, area)


def _affords(scene: Scene, state: State, area: int) -> bool:
    """Whether there is a card to draw in an uncontrolled area, or none is needed, and ammo for its fortification."""
    readings, edition = scene.material.readings, scene.material.edition
    moving, marker = state.moving, bool(state.soviet >> area & 1)
    pursuit = state.pursuit[scene.player].size
    if readings["pursuit-renewal"] == "renewed":
        pursuit += state.discards[scene.player].bit_count()
    soviet, air, helped = state.soviet_deck.size, AIR_STATES.index(state.air[scene.player]), False
    if marker and scene.material.soviet_player:
        known = (state.infantry >> area & 1, state.armor >> area & 1)
        cards = soviet if known[0] else state.armored_deck.size if known[1] else 1
        helped = air == AIR_ON_MARKER and state.air_area[scene.player] == area
    elif marker:
        cards, helped = soviet, air == AIR_ON_SOVIET and soviet > 0
    else:
        cards, helped = pursuit, air == AIR_ON_PURSUIT and pursuit > 0
    if readings["no-card-left"] == "no-entry" and not cards:
        return False
    forts = scene.board.fortified if readings["lost-fort"] == "pays-again" else state.bunkers
    price = edition.fort_ammo if forts >> area & 1 and not (moving and moving.pioneers) else 0
    if helped and scene.material.policies["air-support-use"] == "fort-or-combat":
        price = max(price - edition.air_support_ammo, 0)
    return state.loads[scene.army].ammo >= price


fact("way open", _way_open)


def move_fields(t: Template, book: Book) -> None:
    """Begin "Move all Field Armies"."""
    del book
    new_action(t)
    core_action(t, "7.core-field")
    t.effect("8.1.one-area", t.flag("fields'"))


def end_fields(t: Template, book: Book) -> None:
    """End it: it is not required that every army moves, and none does when the game is won."""
    del book
    time_for_actions(t)
    t.guard("8.1.one-area", "8.1.one-by-one", t.flag("fields"))
    t.guard("8.1.one-by-one", t.number("mover") == NOBODY)
    nothing_open(t)
    t.effect("8.1.optional", Not(t.flag("fields'")))


def activate(t: Template, book: Book) -> None:
    """An army sets off: in an action of its own, with the other field armies, or by Auftragstaktik."""
    armored, fuel = t.flag("armored"), t.number("fuel on card")
    ordered = t.number("open") == ARMY
    acting(t)
    t.guard("8.common.resolve", "8.common.resolve-action", Or(ordered, t.number("open") == NOTHING_OPEN))
    t.guard("7.complete", t.number("vehicles placed") == NO_TRANSPORT)
    t.guard("8.1.one-by-one", "7.complete", t.number("mover") == NOBODY)
    t.guard("3.1.own", "2.2.match", "first.4.manage", t.flag("own army"))
    t.guard("13.4.lost", t.number("place") != NOBODY)
    once = ("first.7.once", "first.7.once-extra", "first.16.auftragstaktik-once") if book.first else ()
    once = (*once, "8.common.once", "8.common.once-bonus", "9.4.auftragstaktik-once")
    t.guard(*once, Not(t.flag("moved")))
    t.guard("8.7.no-move", "3.2.halt", Not(t.flag("grounded")))
    t.guard("7.complete", Implies(And(armored, Not(ordered)), Not(t.flag("fields"))))
    t.guard("7.core", "7.core-armored", Implies(And(armored, Not(ordered)), t.number("core actions") >= 1))
    spared = And(ordered, book.reads("auftragstaktik-fuel", "free"))
    cost = If(And(armored, Not(spared)), book.edition.armored_activation_fuel, 0)
    t.guard("8.2.fuel", "first.7.armored-fuel", fuel >= cost)
    t.guard("8.1.one-area", "7.core-field", Implies(And(Not(armored), Not(ordered)), t.flag("fields")))

    used = If(And(armored, Not(ordered)), 1, 0)
    left = t.number("core actions") - used
    t.effect("7.core", "7.core-armored", "9.4.auftragstaktik", t.number("core actions'") == left)
    t.effect("9.4.auftragstaktik", t.number("open'") == NOTHING_OPEN)
    pay(t, {"fuel": cost}, "8.2.fuel", "8.1.free")
    t.effect("8.common.once", t.flag("moved'"))
    t.effect("8.1.one-by-one", "8.2.allowance", t.number("mover'") == t.number("army"))
    t.effect("8.2.allowance", "8.1.one-area", t.number("hops'") == 0)
    t.effect("10.lose.retreat", t.number("came from'") == t.number("place"))
    for flag in ("halted", "marched", "defeated", "pioneers", "fast", "air paid"):
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
    uncontrolled = t.number("owner") == NOBODY
    fort = _fortified(t, book)

    same_move(t, "hops", "came from")
    t.effect("8.1.one-area", "8.2.allowance", t.number("place'") == t.number("area"))
    t.effect("8.1.one-area", "8.2.allowance", t.number("hops'") == t.number("hops") + 1)
    t.effect("10.lose.retreat", t.number("came from'") == t.number("place"))
    pay(t, {"ammo": _toll(t, book)}, "8.fort.pay", "4.board.fort", "8.1.free", "first.7.fort")
    t.effect("8.fort.bunker", "8.fort.pay", t.flag("bunker'") == And(t.flag("bunker"), Not(fort)))
    t.effect("first.15.fort", t.flag("air paid'") == And(fort, Not(t.flag("pioneers")), _air_pays(t, book)))
    last = And(fort, book.reads("pionieren-areas", "first"))
    t.effect("9.4.pionieren-free", t.flag("pioneers'") == And(t.flag("pioneers"), Not(last)))

    # A card that stood in for ammo is discarded when the bunker's ammo comes into stock, which is before the draw.
    freed = t.number("own stand-ins freed'")
    soviet, opens = t.flag("Soviet marker"), t.number("open'")
    asks, from_soviet, from_armored = (And(uncontrolled, met) for met in _encounter(t, book))
    from_pursuit = And(uncontrolled, Not(soviet), _pursuit_cards(t, book) + freed > 0)
    t.effect("8.common.controlled", Implies(Not(uncontrolled), opens == NOTHING_OPEN))
    t.effect("8.common.soviet-draw", "3.1.soviet-draw", "14.4.infantry", (opens == SOVIET) == from_soviet)
    t.effect("14.4.armor", (opens == ARMORED) == from_armored)
    t.effect("14.4.flip", (opens == SIDE) == asks)
    t.effect("8.common.pursuit-draw", "3.1.pursuit-draw", (opens == PURSUIT) == from_pursuit)
    t.effect("8.common.resolve", Or([opens == code for code in (NOTHING_OPEN, PURSUIT, SOVIET, ARMORED, SIDE)]))
    t.effect("8.common.resolve", t.number("open card'") == 0)
    t.effect("8.common.resolve", t.number("open area'") == If(asks, t.number("area"), NOBODY))
    renew(t, from_pursuit, freed)
    nothing_met = Not(Or(asks, from_soviet, from_armored, from_pursuit))
    capture(t, book, And(uncontrolled, nothing_met))


def _pursuit_cards(t: Template, book: Book) -> Any:
    """How many Pursuit cards are left to be drawn, now or when the deck has been renewed."""
    if book.reads("pursuit-renewal", "stays-empty"):
        return t.number("Pursuit deck")
    return t.number("Pursuit deck") + t.number("discards")


def _encounter(t: Template, book: Book) -> tuple[Any, Any, Any]:
    """Whether a Soviet marker has to be turned over, means a card of the Soviet deck, or one of the armored deck.

    Without a Soviet player there is one deck; with one, the Soviet deck is that of the infantry (14.4).
    """
    marker, cards = t.flag("Soviet marker"), t.number("Soviet deck")
    if "soviet-player" not in book.variants:
        return False, And(marker, cards > 0), False
    infantry, armor = t.flag("infantry marker"), t.flag("armor marker")
    unknown = And(marker, Not(infantry), Not(armor))
    return unknown, And(marker, infantry, cards > 0), And(marker, armor, t.number("armored deck") > 0)


def _fortified(t: Template, book: Book) -> Any:
    """Whether the area costs ammo to enter: by its bunker, or by the printed symbol."""
    by_print = book.reads("lost-fort", "pays-again")
    symbol = t.flag("printed fortification") if by_print else t.flag("bunker")
    return And(symbol, t.number("owner") == NOBODY)


def _air_pays(t: Template, book: Book) -> Any:
    """Whether the player's Air Support lies where the card of this area will come from (first.15.fort)."""
    if not book.settles("air-support-use", "fort-or-combat"):
        return False
    soviet, pursuit = t.flag("Soviet marker"), _pursuit_cards(t, book)
    pays = []
    for player in range(3):
        marker = t.number(f"air of {player}")
        on_area = And(marker == AIR_ON_MARKER, t.number(f"air area of {player}") == t.number("area"))
        on_soviet = And(soviet, marker == AIR_ON_SOVIET, t.number("Soviet deck") > 0)
        on_pursuit = And(Not(soviet), marker == AIR_ON_PURSUIT, pursuit > 0)
        pays.append(And(t.number("active") == player, Or(And(soviet, on_area), on_soviet, on_pursuit)))
    return Or(pays)


def _toll(t: Template, book: Book) -> Any:
    """The ammo that entering the area costs."""
    price, relief = book.edition.fort_ammo, book.edition.air_support_ammo
    relieved = max(price - relief, 0)
    paid = If(_air_pays(t, book), relieved, price)
    return If(And(_fortified(t, book), Not(t.flag("pioneers"))), paid, 0)


def _may_enter(t: Template, book: Book) -> None:
    edition, owner = book.edition, t.number("owner")
    armored, hops = t.flag("armored"), t.number("hops")
    acting(t)
    nothing_open(t)
    moving = t.number("mover") != NOBODY
    t.guard("8.2.allowance", "8.1.one-area", moving)
    t.guard("10.lose.end", Not(t.flag("defeated")))
    t.guard("4.board.line", "4.board.adjacent", "first.7.lines", Implies(moving, t.flag("line")))
    t.guard("4.board.red", Implies(t.flag("line"), Not(t.flag("red line"))))
    usable = Implies(And(t.flag("line"), Not(t.flag("red line"))), t.flag("own line"))
    t.guard("4.board.line", "4.board.double-line", "first.7.lines", usable)
    coloured = ("8.common.colour", "4.board.colour", "4.board.double", "first.7.colour")
    t.guard(*coloured, Implies(moving, t.flag("own colour")))
    t.guard("8.common.occupied", "first.7.occupied", Implies(moving, Not(t.flag("occupied"))))
    foreign = And(owner != NOBODY, owner != t.number("active"))
    blocked = ("4.two.enter", "4.solo.double", "first.4.two-enter", "first.4.solo-enter")
    t.guard("8.common.foreign-marker", "8.double.enter", *blocked, Implies(moving, Not(foreign)))
    reach = If(t.flag("fast"), edition.schnellkampfgruppe_allowance, edition.armored_allowance)
    allowance = ("8.2.allowance", "8.halt.push-allowance", "9.4.schnellkampfgruppe")
    t.guard(*allowance, Implies(And(moving, armored), hops < reach))
    t.guard("8.halt.push", "aid.halt", Implies(And(moving, armored), Not(t.flag("halted"))))
    march = If(t.flag("marched"), edition.march_allowance, 0)
    allowed = hops < edition.field_allowance + march
    t.guard("8.1.one-area", "8.1.march", "2.1.field", Implies(And(moving, Not(armored)), allowed))
    t.guard("8.halt.field", "8.1.march-halt", Implies(And(moving, Not(armored)), Not(t.flag("halted"))))
    fort = ("8.fort.cannot", "8.fort.pay", "4.board.fort", "first.7.fort")
    t.guard(*fort, Implies(moving, t.number("ammo on card") >= _toll(t, book)))
    if book.reads("no-card-left", "no-entry"):
        free, soviet = owner == NOBODY, t.flag("Soviet marker")
        met = Or(_encounter(t, book))
        t.guard("8.common.soviet-draw", "8.common.reshuffle", Implies(And(free, soviet), met))
        left = _pursuit_cards(t, book)
        t.guard("8.common.pursuit-draw", "8.common.reshuffle", Implies(And(free, Not(soviet)), left > 0))


def pay_on(t: Template, book: Book) -> None:
    """Fuel against a halt, or food for a forced march."""
    edition = book.edition
    armored, hops = t.flag("armored"), t.number("hops")
    moving = t.number("mover") != NOBODY
    panzer, field = And(moving, armored), And(moving, Not(armored))
    acting(t)
    nothing_open(t)
    t.guard("8.halt.push", "8.1.march", moving)
    t.guard("10.lose.end", "10.lose.no-fuel", Not(t.flag("defeated")))
    t.guard("8.halt.push", Implies(panzer, t.flag("halted")))
    reach = If(t.flag("fast"), edition.schnellkampfgruppe_allowance, edition.armored_allowance)
    t.guard("8.halt.push-allowance", "8.2.allowance", "9.4.schnellkampfgruppe", Implies(panzer, hops < reach))
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
    """The movement ends; now areas that are cut off change hands.

    The army that has won the game stops where it is: its movement ends like any other, and changes nothing more.
    """
    moving = t.number("mover") != NOBODY
    time_for_actions(t)
    t.guard("8.1.one-by-one", "8.2.allowance", moving)
    nothing_open(t)
    if book.reads("activation-without-entering", "must-enter"):
        stays = Not(t.flag("way open"))
        t.guard("8.2.allowance", "8.1.one-area", Implies(moving, Or(t.number("hops") >= 1, stays)))
    t.effect("8.1.one-by-one", "7.complete", t.number("mover'") == NOBODY)
    later = book.reads("victory-moment", "later")
    wins(t, book, t.flag("victory area joined'") if later else False)
    t.effect("5.immediate", Implies(t.number("winner") != NOBODY, t.number("pocket'") == 0))
    cut_off_alone(t, book)


CHAPTERS: dict[str, Chapter] = {
    "MoveFields": move_fields,
    "EndFields": end_fields,
    "Activate": activate,
    "Enter": enter,
    "PayOn": pay_on,
    "EndMove": end_move,
}
