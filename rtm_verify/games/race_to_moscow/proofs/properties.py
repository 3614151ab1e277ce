"""What must hold in every position of Race to Moscow, and across every action.

Each property is a function whose docstring says it in a sentence. An invariant takes the rules in force and a position;
a step takes the rules and the suppositions, with the positions before and after; the places follow. They speak of
positions between two of the smallest actions, so also of those in the middle of a movement.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import getdoc
from typing import Any, Literal, NamedTuple

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.logistics import load_logistics
from rtm_verify.games.race_to_moscow.proofs.statics import (
    army_of,
    is_armored,
    is_baltic,
    is_fort,
    is_objective,
    kind_of,
    limit_of,
    number_of_players,
    plays,
    printed_by,
)
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.words import (
    ACTIONS,
    ARMORED,
    BATTLE,
    CANCEL,
    EXCESS,
    FLIP,
    FOOD,
    FUHRERBEFEHL,
    HALDER,
    KEEP,
    LOOK_SIDE,
    MEDAL,
    NO_TRANSPORT,
    NOBODY,
    OPEN,
    OVER,
    PURSUIT,
    REACTION,
    SIDE,
    SOVIET,
    WOLFSSCHANZE,
)
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.proof.induction import Position, Property, Suppositions

__all__ = ["TOTALS", "properties"]

OKH = OPEN.index("okh")
WINTER = OPEN.index("winter")
LEVELS = load_logistics()


class _Claim(NamedTuple):
    name: str
    rules: tuple[str, ...]
    kind: Literal["invariant", "step"]
    domains: tuple[str, ...]
    says: Callable[..., Any]


_CLAIMS: list[_Claim] = []

Says = Callable[..., Any]


def _invariant(name: str, *rules: str, of: tuple[str, ...] = ()) -> Callable[[Says], Says]:
    def note(says: Says) -> Says:
        _CLAIMS.append(_Claim(name, rules, "invariant", of, says))
        return says

    return note


def _step(name: str, *rules: str, of: tuple[str, ...] = ()) -> Callable[[Says], Says]:
    def note(says: Says) -> Says:
        _CLAIMS.append(_Claim(name, rules, "step", of, says))
        return says

    return note


# What is there in all stays the same: for each total the arrays it is made of, with their weights.
TOTALS: dict[str, tuple[str, tuple[str, ...], dict[str, int]]] = {
    **{
        f"{kind} is conserved": (
            f"No {kind} token appears or vanishes; a card that stands in for one counts as one that is missing.",
            ("4.stock", "8.common.spent", "8.common.replacement"),
            {f"loads.{kind}": 1, f"depots.{kind}": 1, f"stock.{kind}": 1, f"stand_ins.{kind}": -1},
        )
        for kind in SUPPLY_TYPES
    },
    "Soviet markers are conserved": (
        "Soviet markers on the map, in the pool and out of the game keep their number.",
        ("10.win.soviet", "8.encirclement.pool", "3.2.soviet"),
        {"soviet": 1, "stacked": 1, "pool": 1, "boxed": 1},
    ),
    "medals are conserved": (
        "Medals on the map, of the players and in the supply keep their number.",
        ("4.medals", "8.medal.take"),
        {"medals": 1, "medals_held": 1, "medals_left": 1},
    ),
    "trains are conserved": (
        "Trains on lines, on Logistics cards, in the stock and in reserve keep their number.",
        ("4.trains", "4.reserve"),
        {"trains": 1, "trains_held": 1, "trains_stock": 1, "trains_reserve": 1},
    ),
    "trucks are conserved": (
        "Trucks on lines, on Logistics cards and in the stock keep their number.",
        ("2.4.trucks",),
        {"trucks": 1, "trucks_held": 1, "trucks_stock": 1},
    ),
}


# Supplies


@_invariant("no card owes a token", "2.3.fuel", "2.3.ammo", "2.3.food", of=("army",))
def _(book: Book, s: Position, army: Any) -> Any:
    """No army has less than none of a supply."""
    del book
    return And([s(f"loads.{kind}", army) >= 0 for kind in SUPPLY_TYPES])


@_invariant("no area owes a token", "2.3.fuel", "2.3.ammo", "2.3.food", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """No area has less than none of a supply."""
    del book
    return And([s(f"depots.{kind}", area) >= 0 for kind in SUPPLY_TYPES])


@_invariant("the stock owes no token", "4.board.supply-stock", "4.stock")
def _(book: Book, s: Position) -> Any:
    """The Supply Stock has less than none of no supply."""
    del book
    return And([s(f"stock.{kind}") >= 0 for kind in SUPPLY_TYPES])


@_invariant("a card stands in only for what the stock lacks", "8.common.replacement", "8.common.replacement-end")
def _(book: Book, s: Position) -> Any:
    """While a Pursuit card stands in for a supply, the stock has none of it."""
    del book
    return And(
        [
            And(s(f"stand_ins.{kind}") >= 0, Or(s(f"stand_ins.{kind}") == 0, s(f"stock.{kind}") == 0))
            for kind in SUPPLY_TYPES
        ]
    )


@_invariant("an army card holds six", "2.2.limit", "2.2.spaces", of=("army",))
def _(book: Book, s: Position, army: Any) -> Any:
    """No army card holds more supplies than it has spaces."""
    return sum(s(f"loads.{kind}", army) for kind in SUPPLY_TYPES) <= book.edition.army_card_limit


@_invariant("an area holds its limit", "8.limits.area", "8.limits.base", "8.limits.frontline", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """No area holds more supplies than its limit, except while its owner says which of them leave."""
    del book
    open_here = And(s("pending.kind") == EXCESS, s("pending.area") == area)
    return Or(sum(s(f"depots.{kind}", area) for kind in SUPPLY_TYPES) <= limit_of(area), open_here)


@_invariant("supplies lie on controlled ground", "8.carry.drop-control", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """Supplies lie only in areas that somebody controls."""
    del book
    none = And([s(f"depots.{kind}", area) == 0 for kind in SUPPLY_TYPES])
    return Or(none, s("owner", area) != NOBODY)


@_invariant("too much lies only where its owner is asked", "8.limits.excess", "8.limits.choice")
def _(book: Book, s: Position) -> Any:
    """Which supplies leave an area is asked of an area that somebody controls."""
    del book
    asked = s("pending.area")
    return Implies(s("pending.kind") == EXCESS, And(asked >= 0, s("owner", asked) != NOBODY))


# Trucks and trains


@_invariant("no Logistics card owes a vehicle", "2.4.trucks", "2.4.trains", of=("player",))
def _(book: Book, s: Position, player: Any) -> Any:
    """No Logistics card and no stock has less than no truck or train."""
    del book
    counts = [s(name, player) for name in ("trucks_held", "trucks_stock", "trains_held")]
    return And([count >= 0 for count in (*counts, s("trains_stock"), s("trains_reserve"))])


@_invariant("one truck on a line", "8.5.one-truck", of=("player", "player", "line"))
def _(book: Book, s: Position, player: Any, other: Any, line: Any) -> Any:
    """A line has one truck at most, whosever it is; a train may be there too."""
    if book.reads("foreign-vehicle", "ignored"):
        return True  # then each player has one of his own, which the position says by its form
    return Not(And(player != other, s("trucks", player, line), s("trucks", other, line)))


@_invariant("vehicles are placed within their number", "8.5.level", "3.1.place", "9.4.grosstransportraum-truck")
def _(book: Book, s: Position) -> Any:
    """A Transport Supplies action places as many vehicles as the level has it, and one truck more at most."""
    level = If(s("level") == 1, LEVELS[1].place, LEVELS[2].place)
    more = If(s("transport.reinforced"), book.edition.grosstransportraum_trucks, 0)
    return s("transport.placed") <= level + more


@_invariant("there are two levels", "8.7.level", "8.7.once")
def _(book: Book, s: Position) -> Any:
    """The level of the Logistics cards is 1 or 2."""
    del book
    return Or(s("level") == 1, s("level") == 2)


@_invariant("the reserve waits for the first Re-organization", "8.7.reserve", "8.7.reserve-amount", "4.reserve")
def _(book: Book, s: Position) -> Any:
    """At level 1 the reserve of trains is whole."""
    reserve = book.edition.trains_reserve
    whole = If(number_of_players == 3, reserve.three, If(number_of_players == 2, reserve.two, reserve.one))
    return Implies(s("level") == 1, s("trains_reserve") == whole)


# The map


@_invariant("an area has one owner at most", "3.2.control", "3.2.printed", "8.common.foreign-marker", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """Nobody, or one player, controls an area."""
    del book
    return And(s("owner", area) >= NOBODY, s("owner", area) < len(PLAYERS))


@_invariant("no Soviet marker under control", "10.win.soviet", "8.encirclement.pool", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """An area that a player of the game controls has no Soviet marker; blocked areas of absent players may."""
    del book
    return Implies(And(s("owner", area) != NOBODY, plays(s("owner", area))), Not(s("soviet", area)))


@_invariant("track lies on control markers", "3.2.track", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """A track side is up only where a control marker lies."""
    del book
    return Implies(s("track", area), s("owner", area) != NOBODY)


@_invariant("bunkers stand on fortified areas", "4.bunkers", "8.fort.bunker", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """A bunker is only in a fortified area."""
    del book
    return Implies(s("bunkers", area), is_fort(area))


@_invariant("the fleet is in the Baltic", "4.fleet", "8.3.adjacent")
def _(book: Book, s: Position) -> Any:
    """The fleet is in a sea area of the Baltic."""
    del book
    return is_baltic(s("fleet"))


@_invariant("the pool owes no marker", "3.2.soviet", "12.place.basic", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """The pool of Soviet markers, and the box, have less than none."""
    del book
    return And(s("pool") >= 0, s("boxed") >= 0, s("stacked", area) >= 0)


@_invariant("printed ground is never lost", "3.2.printed", "12.attack.start", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """What is a player's by print stays his."""
    del book
    return Or(printed_by(area) == NOBODY, s("owner", area) == printed_by(area))


@_invariant("a side is known of a marker only", "14.1.sides", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """Whether a marker is infantry or armor is known only where a Soviet marker lies."""
    del book
    return Implies(Or(s("infantry", area), s("armor", area)), s("soviet", area))


@_invariant("further Soviet markers lie on a first", "12.place.basic", "3.2.soviet", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """A second Soviet marker is only where there is a first."""
    del book
    return Implies(s("stacked", area) > 0, s("soviet", area))


# Medals


@_invariant("no area owes a medal", "4.medals", "8.medal.take", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """No area has less than no medal, and no area has cost less than none."""
    del book
    return And(s("medals", area) >= 0, s("rewards", area) >= 0)


@_invariant("no player owes a medal", "8.medal.take", "8.medal.lost", of=("player",))
def _(book: Book, s: Position, player: Any) -> Any:
    """No player, and no supply, has less than no medal."""
    del book
    return And(s("medals_held", player) >= 0, s("medals_left") >= 0)


@_invariant("medals lie on objectives", "4.medals", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """A medal lies only in an area with a printed medal."""
    del book
    return Implies(s("medals", area) > 0, is_objective(area))


@_invariant("a controlled area has no medal", "8.medal.take", "8.encirclement.medal", of=("area",))
def _(book: Book, s: Position, area: Any) -> Any:
    """An area that a player of the game controls has no medal left."""
    del book
    return Implies(And(s("owner", area) != NOBODY, plays(s("owner", area))), s("medals", area) == 0)


# The movement


@_invariant("an army is on the board or nowhere", "13.4.lost", of=("army",))
def _(book: Book, s: Position, army: Any) -> Any:
    """An army stands in an area, or nowhere if it was lost."""
    del book
    return s("at", army) >= NOBODY


@_invariant("no two armies share an area", "8.common.occupied", of=("army", "army"))
def _(book: Book, s: Position, army: Any, other: Any) -> Any:
    """Two armies on the board stand in different areas."""
    del book
    return Implies(And(army != other, s("at", army) >= 0), s("at", army) != s("at", other))


def _card_is_resolved(s: Position) -> Any:
    """Whether an army has entered an area and its card is not settled yet."""
    kind = s("pending.kind")
    medal = And(kind == MEDAL, kind_of(s("pending.card")) != WOLFSSCHANZE)
    waiting = And(kind == OKH, s("pending.battle") != 0)
    asks = (PURSUIT, SOVIET, ARMORED, SIDE, KEEP, FLIP, CANCEL, BATTLE)
    return Or(medal, waiting, *(kind == each for each in asks))


@_invariant(
    "armies stand on own ground", "8.common.marker", "10.lose.retreat", "8.encirclement.controlled", of=("army",)
)
def _(book: Book, s: Position, army: Any) -> Any:
    """An army stands in an area of its own player, or is the one on the move and its card is not settled yet."""
    del book
    own = s("owner", s("at", army)) == army_of(army)
    return Or(s("at", army) < 0, own, And(s("moving.army") == army, _card_is_resolved(s)))


@_invariant(
    "a card is resolved on uncontrolled ground", "8.common.pursuit-draw", "8.common.soviet-draw", "10.win.marker"
)
def _(book: Book, s: Position) -> Any:
    """While a card is being resolved, its army is on the move, in the actions of a turn, where nobody has control."""
    del book
    mover = s("moving.army")
    there = And(mover >= 0, s("at", mover) >= 0, s("owner", s("at", mover)) == NOBODY)
    return Implies(_card_is_resolved(s), And(there, s("phase") == ACTIONS, s("winner") == NOBODY))


@_invariant("markers have sides only with a Soviet player", "14.1.sides", "14.4.flip")
def _(book: Book, s: Position) -> Any:
    """Nobody is asked for a side, and no armored deck is drawn from, unless somebody plays the Soviets."""
    if "soviet-player" in book.variants:
        return True
    return And([s("pending.kind") != kind for kind in (SIDE, LOOK_SIDE, ARMORED)])


@_invariant("the side of a marker is shown where one is", "14.4.flip", "14.5.peek")
def _(book: Book, s: Position) -> Any:
    """A side is shown of a Soviet marker; on entering, of the one in the area entered."""
    del book
    kind, here = s("pending.kind"), s("pending.area")
    entered = Implies(kind == SIDE, s("at", s("moving.army")) == here)
    return Implies(Or(kind == SIDE, kind == LOOK_SIDE), And(here >= 0, s("soviet", here), entered))


@_invariant("a unit waits only in a combat", "9.3.replace", "first.16.any-time")
def _(book: Book, s: Position) -> Any:
    """A unit waits for its combat only while an OKH card is replaced that was taken in it."""
    del book
    kind = s("pending.kind")
    return Or(s("pending.battle") == 0, And(kind == OKH, s("pending.card") != 0, s("pending.battle") > 0))


@_invariant("a medal is moved by a card that says so", "first.7.halder", "first.7.fuhrerbefehl", "9.4.wolfsschanze")
def _(book: Book, s: Position) -> Any:
    """Which medal goes where is asked for three kinds of cards only; and a combat has a unit."""
    del book
    kinds = (HALDER, FUHRERBEFEHL, WOLFSSCHANZE)
    medal = Or([kind_of(s("pending.card")) == kind for kind in kinds])
    fought = Implies(s("pending.kind") == BATTLE, s("pending.card") > 0)
    return And(Implies(s("pending.kind") == MEDAL, medal), fought)


@_invariant("a unit in combat is nobody's trophy", "10.win.card", "8.common.defeated", of=("player",))
def _(book: Book, s: Position, player: Any) -> Any:
    """A unit that is being fought has not been defeated before."""
    del book
    unit = If(s("pending.kind") == BATTLE, s("pending.card"), s("pending.battle"))
    return Implies(Or(s("pending.kind") == BATTLE, s("pending.battle") != 0), Not(s("trophies", player, unit)))


@_invariant("the way back is open", "10.lose.retreat", of=("army",))
def _(book: Book, s: Position, army: Any) -> Any:
    """While a card is being resolved, the area its army came from is its player's, and no other army is there."""
    del book
    mover, back = s("moving.army"), s("moving.entered_from")
    own = And(back >= 0, s("owner", back) == s("active"), s("owner", back) == army_of(mover))
    return Implies(_card_is_resolved(s), And(own, Or(army == mover, s("at", army) != back)))


@_invariant("an army on the move is on the board", "8.1.one-area", "8.2.allowance")
def _(book: Book, s: Position) -> Any:
    """The army on the move stands somewhere."""
    del book
    return Or(s("moving.army") == NOBODY, And(s("moving.army") >= 0, s("at", s("moving.army")) >= 0))


@_invariant("the army on the move is the active player's", "3.1.own", "2.2.match")
def _(book: Book, s: Position) -> Any:
    """Only an army of the active player is on the move."""
    del book
    return Implies(s("moving.army") != NOBODY, army_of(s("moving.army")) == s("active"))


@_invariant("a moving army counts as moved", "8.common.once")
def _(book: Book, s: Position) -> Any:
    """The army on the move has its movement of this round behind it when it stops."""
    del book
    return Implies(s("moving.army") != NOBODY, s("moved", s("moving.army")))


@_invariant("a grounded army does not move", "8.7.no-move", "3.2.halt")
def _(book: Book, s: Position) -> Any:
    """The army on the move has no HALT marker."""
    del book
    return Implies(s("moving.army") != NOBODY, Not(s("halt", s("moving.army"))))


@_invariant("an army enters no more areas than it may", "8.2.allowance", "8.1.one-area", "8.1.march")
def _(book: Book, s: Position) -> Any:
    """An armored army enters three areas at most, with Schnellkampfgruppe four; a field army one, or two on a march."""
    edition, mover = book.edition, s("moving.army")
    armored = If(s("moving.fast"), edition.schnellkampfgruppe_allowance, edition.armored_allowance)
    field = edition.field_allowance + If(s("moving.marched"), edition.march_allowance, 0)
    return Implies(mover != NOBODY, s("moving.hops") <= If(is_armored(mover), armored, field))


@_invariant("only a field army marches", "8.1.march")
def _(book: Book, s: Position) -> Any:
    """An armored army makes no forced march."""
    del book
    return Implies(And(s("moving.army") != NOBODY, s("moving.marched")), Not(is_armored(s("moving.army"))))


# The turn


@_invariant("the active player is one", "3.1.own")
def _(book: Book, s: Position) -> Any:
    """The active player is one of the three."""
    del book
    return And(s("active") >= 0, s("active") < len(PLAYERS))


@_invariant("nothing is under way in the reaction", "6.railhead", "6.reaction", "11.when")
def _(book: Book, s: Position) -> Any:
    """Once the actions of a turn are complete no army moves and no supplies are transported."""
    del book
    calm = And(s("moving.army") == NOBODY, s("transport.placed") == NO_TRANSPORT, Not(s("fields")))
    return Implies(s("phase") == REACTION, calm)


@_invariant("the winter question is one of the reaction", "13.4.defend", "13.4.withdraw")
def _(book: Book, s: Position) -> Any:
    """How an army meets a winter attack is asked in the Soviet Reaction, of an area a player of the game holds."""
    del book
    here = s("pending.area")
    held = And(here >= 0, s("owner", here) >= 0, printed_by(here) == NOBODY, plays(s("owner", here)))
    return Implies(s("pending.kind") == WINTER, And(s("phase") == REACTION, held))


@_invariant("only players of the game are active", "6.order")
def _(book: Book, s: Position) -> Any:
    """It is the turn of somebody who plays."""
    del book
    return plays(s("active"))


@_invariant("core actions are counted", "7.core")
def _(book: Book, s: Position) -> Any:
    """Nobody has taken more core actions than he had."""
    del book
    return s("core_left") >= 0


@_invariant("a turn has three steps", "6.actions", "6.reaction", "6.end")
def _(book: Book, s: Position) -> Any:
    """Actions are taken, the Soviets react, or the game is over."""
    del book
    return Or([s("phase") == phase for phase in (ACTIONS, REACTION, OVER)])


@_invariant("nobody eats on the move", "8.7.feed", "8.7.source", "8.6.take")
def _(book: Book, s: Position) -> Any:
    """While an army is asked where to eat from, none moves and nothing is transported."""
    del book
    calm = And(s("moving.army") == NOBODY, s("transport.placed") == NO_TRANSPORT, Not(s("fields")))
    return Implies(s("pending.kind") == FOOD, calm)


@_invariant("the winner has the last move", "5.immediate")
def _(book: Book, s: Position) -> Any:
    """Once somebody has won by a Victory area it stays his turn."""
    del book
    return Or(s("winner") == NOBODY, s("winner") == s("active"))


@_invariant("a winner ends the game", "5.immediate")
def _(book: Book, s: Position) -> Any:
    """The game is over once somebody has won it by a Victory area."""
    del book
    return Implies(s("winner") != NOBODY, s("phase") == OVER)


@_invariant("the winner is a player", "5.immediate")
def _(book: Book, s: Position) -> Any:
    """Nobody has won yet, or one of the three players."""
    del book
    return And(s("winner") >= NOBODY, s("winner") < len(PLAYERS))


@_invariant("one action at a time", "7.complete")
def _(book: Book, s: Position) -> Any:
    """No army moves while supplies are transported."""
    del book
    return Not(And(s("moving.army") != NOBODY, s("transport.placed") != NOBODY))


# Steps: what an action can and cannot do, whatever the position


@_step("a winner stays the winner", "5.immediate")
def _(book: Book, q: Suppositions) -> Any:
    """Who has won by a Victory area stays the winner."""
    del book
    return Implies(q.before("winner") != NOBODY, q.after("winner") == q.before("winner"))


@_step("Logistics never falls back", "8.7.level")
def _(book: Book, q: Suppositions) -> Any:
    """The level of the Logistics cards never falls."""
    del book
    return q.after("level") >= q.before("level")


@_step("the last round stays the last", "6.no-return")
def _(book: Book, q: Suppositions) -> Any:
    """A last round that was announced is not taken back."""
    del book
    return Implies(q.before("last_round"), q.after("last_round"))


@_step("rounds go on one by one", "6.rounds")
def _(book: Book, q: Suppositions) -> Any:
    """A round ends with the next one."""
    del book
    return Or(q.after("round") == q.before("round"), q.after("round") == q.before("round") + 1)


@_step("bunkers do not come back", "8.fort.bunker", of=("area",))
def _(book: Book, q: Suppositions, area: Any) -> Any:
    """A bunker that was removed stays away, unless a ruling has it return with a lost area."""
    if book.reads("lost-fort", "pays-again"):
        return Implies(And(q.after("bunkers", area), Not(q.before("bunkers", area))), is_fort(area))
    return Implies(q.after("bunkers", area), q.before("bunkers", area))


@_step("ground is lost to the Soviets alone", "12.attack.remove", "8.common.foreign-marker", of=("area",))
def _(book: Book, q: Suppositions, area: Any) -> Any:
    """Outside the Soviet Reaction nobody loses an area."""
    del book
    held = And(q.before("owner", area) != NOBODY, q.before("phase") != REACTION)
    return Implies(held, q.after("owner", area) == q.before("owner", area))


@_step("no control marker changes its owner", "8.common.foreign-marker", "3.2.control", of=("area",))
def _(book: Book, q: Suppositions, area: Any) -> Any:
    """No area passes from one player straight to another."""
    del book
    return Or(
        q.before("owner", area) == NOBODY,
        q.after("owner", area) == NOBODY,
        q.after("owner", area) == q.before("owner", area),
    )


@_step("only one's own armies move", "3.1.own", of=("army",))
def _(book: Book, q: Suppositions, army: Any) -> Any:
    """In the actions of a turn no army of another player changes its place."""
    del book
    return Implies(
        And(army_of(army) != q.before("active"), q.before("phase") != REACTION),
        q.after("at", army) == q.before("at", army),
    )


@_step("encircled piles do not shrink", "8.encirclement.pile", of=("player",))
def _(book: Book, q: Suppositions, player: Any) -> Any:
    """Soviet cards taken for encircled markers are kept."""
    del book
    return q.after("encircled", player) >= q.before("encircled", player)


@_step("defeated units stay with their victor", "10.win.card", of=("player", "card"))
def _(book: Book, q: Suppositions, player: Any, card: Any) -> Any:
    """A unit in a player's area is not given back."""
    del book
    return Implies(q.before("trophies", player, card), q.after("trophies", player, card))


@_step("core actions go one by one", "7.core")
def _(book: Book, q: Suppositions) -> Any:
    """An action uses up one core action at most, until the railhead ends the actions of a turn."""
    del book
    return Or(q.after("core_left") >= q.before("core_left") - 1, q.before("phase") != q.after("phase"))


@_step("an army that moved stays moved", "8.common.once", "9.4.auftragstaktik-once", of=("army",))
def _(book: Book, q: Suppositions, army: Any) -> Any:
    """Within a turn no army is made fit to move again; one that is formed anew in the reaction may be."""
    turn_over = Or(q.after("active") != q.before("active"), q.after("round") != q.before("round"))
    anew = And(q.before("phase") == REACTION, book.reads("lost-army-state", "fresh"))
    alone = number_of_players == 1
    return Or(Not(q.before("moved", army)), q.after("moved", army), turn_over, anew, alone)


@_step("supplies on a card are its army's alone", "3.1.own", "8.carry.pick-up", of=("army",))
def _(book: Book, q: Suppositions, army: Any) -> Any:
    """In the actions of a turn nothing is put on the card of another player's army."""
    del book
    others = And(army_of(army) != q.before("active"), q.before("phase") == ACTIONS)
    more = Or([q.after(f"loads.{kind}", army) > q.before(f"loads.{kind}", army) for kind in SUPPLY_TYPES])
    return Not(And(others, more))


@_step("a vehicle carries no more than it can", "8.5.capacity-truck", "8.5.capacity-train", of=("area",))
def _(book: Book, q: Suppositions, area: Any) -> Any:
    """A truck takes four supplies from an area at most, six with Grosstransportraum; a train six."""
    if q.template.name != "PlaceVehicle":
        return True
    edition = book.edition
    by_truck = If(q.before("transport.reinforced"), edition.grosstransportraum_capacity, edition.truck_capacity)
    most = If(q.value("train"), edition.train_capacity, by_truck)
    taken = sum(q.before(f"depots.{kind}", area) - q.after(f"depots.{kind}", area) for kind in SUPPLY_TYPES)
    return taken <= most


@_step("a supply base takes in no more than its number", "8.4.main-amount", "8.4.frontline-amount", of=("area",))
def _(book: Book, q: Suppositions, area: Any) -> Any:
    """Take Supplies brings no more supplies into a base than the book allows."""
    if q.template.name != "TakeSupplies":
        return True
    most = If(q.value("main base"), book.edition.take_main, book.edition.take_frontline)
    brought = sum(q.after(f"depots.{kind}", area) - q.before(f"depots.{kind}", area) for kind in SUPPLY_TYPES)
    return brought <= most


@_step("medals are lost to the Soviets alone", "8.medal.lost", "12.attack.remove", of=("player",))
def _(book: Book, q: Suppositions, player: Any) -> Any:
    """Outside the Soviet Reaction no player loses a medal, but what he pays for an OKH card in Total War."""
    del book
    pays = q.template.name == "TakeOkh"
    held = q.after("medals_held", player) >= q.before("medals_held", player)
    return True if pays else Or(q.before("phase") == REACTION, held)


@_step("what is out of the game stays out", "12.place.discard")
def _(book: Book, q: Suppositions) -> Any:
    """Soviet markers that were discarded do not come back."""
    del book
    return q.after("boxed") >= q.before("boxed")


@_step("track is turned down only with its marker, or by Partisans", "3.2.track", "aid.partisans", of=("area",))
def _(book: Book, q: Suppositions, area: Any) -> Any:
    """Track stays where its area does, unless Partisans spoil it."""
    del book
    by_partisans = q.template.name in ("FlipTrack", "Decline")
    same = q.after("owner", area) == q.before("owner", area)
    return True if by_partisans else Implies(And(q.before("track", area), same), q.after("track", area))


@_step("one area is captured by entering it", "8.common.marker", "10.win.marker", "8.encirclement.colour", of=("area",))
def _(book: Book, q: Suppositions, area: Any) -> Any:
    """An area that comes to a player was entered by the army on the move, or was encircled."""
    del book
    gained = And(q.before("owner", area) == NOBODY, q.after("owner", area) != NOBODY)
    mover = q.before("moving.army")
    entered = And(mover != NOBODY, Or(q.before("at", mover) == area, q.after("at", mover) == area))
    return Implies(gained, Or(entered, q.inside("pocket", area)))


def properties(book: Book) -> tuple[Property, ...]:
    """All properties, under the rules in force."""
    totals = [Property(name, sentence, rules, "total", weights) for name, (sentence, rules, weights) in TOTALS.items()]
    claims = [
        Property(
            claim.name, getdoc(claim.says) or "", claim.rules, claim.kind, partial(claim.says, book), claim.domains
        )
        for claim in _CLAIMS
    ]
    return (*totals, *claims)
