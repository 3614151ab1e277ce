"""Section 9.4: what each OKH card asks for, and what it does as it is played.

One template serves all cards: each function below speaks of its card alone, and says what the card contributes to the
cells that several cards share.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.supplies import total
from rtm_verify.games.race_to_moscow.spec.variables import Cell, answers, bit, cell, fact
from rtm_verify.games.race_to_moscow.spec.words import (
    AIR_READY,
    AIR_SPENT,
    ARMORED,
    ARMY,
    BATTLE,
    LOOK_WHICH,
    MEDAL,
    NO_TRANSPORT,
    NOBODY,
    OPEN,
    SOVIET,
)
from rtm_verify.games.race_to_moscow.state import AIR_STATES, State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.kernel.bits import members
from rtm_verify.proof.template import Template

__all__ = ["AIRLIFT", "BRINGS", "HARBOR", "OKH_CARDS", "TRACK", "Play", "all_or_nothing", "brings_any", "effects"]

_KINDS = (
    "transportflottille",
    "brandenburg",
    "luftbrucke",
    "panzerhaubitzen",
    "pionieren",
    "grosstransportraum",
    "schnellkampfgruppe",
    "auftragstaktik",
    "stukageschwader",
    "sicherungs-division",
    "eisenbahnpioniere",
    "wolfsschanze",
)
OKH_CARDS = {kind: number for number, kind in enumerate(_KINDS, start=1)}

HARBOR, AIRLIFT, TRACK = (OPEN.index(kind) for kind in ("harbor", "airlift", "track"))

# What Transportflottille brings of each supply; Luftbrücke and Panzerhaubitzen bring as much of one.
BRINGS = 1

fact("OKH card kind", lambda scene, _: OKH_CARDS.get(scene.material.card(scene.action.card).type, 0))

# Supplies


def _own_armies(scene: Scene, state: State) -> Iterator[int]:
    for army, player in enumerate(scene.material.army_player):
        if player == state.active and state.at[army] >= 0:
            yield army


def _room_in_harbors(scene: Scene, state: State) -> int:
    harbors = members(scene.board.all_harbors & scene.material.controlled(state, state.active))
    return max((scene.material.area_limit(area) - state.depots[area].total for area in harbors), default=0)


def _room_on_cards(scene: Scene, state: State) -> int:
    limit = scene.material.edition.army_card_limit
    return max((limit - state.loads[army].total for army in _own_armies(scene, state)), default=0)


fact("room in own harbors", _room_in_harbors)
fact("room on own cards", _room_on_cards)

# Armies, transport and track


def _army_to_activate(scene: Scene, state: State) -> bool:
    """Whether an army can set off: it has not moved, has eaten, and can pay."""
    material = scene.material
    price = 0 if material.readings["auftragstaktik-fuel"] == "free" else material.edition.armored_activation_fuel
    return any(
        not (state.moved | state.halt) >> army & 1 and (not material.armored[army] or state.loads[army].fuel >= price)
        for army in _own_armies(scene, state)
    )


def _medal_to_send(scene: Scene, state: State) -> bool:
    """Whether a medal can go to another area with a printed one, without a marker and below the limit."""
    most = scene.material.edition.medals_max_in_area
    sources = [area for area, count in enumerate(state.medals) if count]
    targets = [
        area
        for area, printed in enumerate(scene.board.areas)
        if printed.medals and state.medals[area] < most and scene.owner(state, area) == NOBODY
    ]
    return any(source != target for source, target in product(sources, targets))


fact("army to activate", _army_to_activate)
fact("marker to turn", lambda _, state: bool(state.control[state.active] & ~state.track))
fact("medal to send", _medal_to_send)

# Air Support

cell("own air", "air", "player", code=AIR_STATES.index)
bit("own air kept", "air_kept", "player")


def _something_to_see(scene: Scene, state: State) -> bool:
    """Whether Air Support has a card to look at; with a Soviet player, a Soviet marker next to an own army (14.5)."""
    material = scene.material
    if material.soviet_player:
        every = material.readings["sight-lines"] == "all-lines"
        near = scene.board.neighbours if every else scene.board.open_neighbours
        return any(near[state.at[army]] & state.soviet for army in _own_armies(scene, state))
    own = state.pursuit[state.active].size > 0
    renewed = material.readings["pursuit-renewal"] == "renewed" and state.discards[state.active] != 0
    return own or renewed or state.soviet_deck.size > 0


fact("something to see", _something_to_see)

# Combat

cell("air helps", "pending.supported", absent=False)


def _unit(scene: Scene) -> int:
    pending = scene.before.pending
    return pending.card if pending and pending.kind == "battle" else 0


def _armored_unit(scene: Scene) -> bool:
    return scene.material.soviet_player and bool(scene.material.cards.mech >> _unit(scene) & 1)


def _under_its_deck(scene: Scene, state: State) -> bool:
    """Whether the unit lies under the deck it came from, and every other deck is as it was."""
    before, unit, player = scene.before, _unit(scene), scene.player
    soviet, armored, pursuit = before.soviet_deck, before.armored_deck, before.pursuit[player]
    if not scene.material.cards.soviet >> unit & 1:
        pursuit = pursuit.put_under(unit)
    elif _armored_unit(scene):
        armored = armored.put_under(unit)
    else:
        soviet = soviet.put_under(unit)
    return (soviet, armored, pursuit) == (state.soviet_deck, state.armored_deck, state.pursuit[player])


def _decks_untouched(scene: Scene, state: State) -> bool:
    before, player = scene.before, scene.player
    return (before.soviet_deck, before.armored_deck, before.pursuit[player]) == (
        state.soviet_deck,
        state.armored_deck,
        state.pursuit[player],
    )


def _decks(scene: Scene) -> list[Cell]:
    return [Cell("soviet_deck"), Cell("armored_deck"), Cell("pursuit", scene.player)]


fact("Soviet unit", lambda scene, _: bool(scene.material.cards.soviet >> _unit(scene) & 1))
fact("armored unit", lambda scene, _: _armored_unit(scene))
fact("Mech Corps in deck", lambda _, state: state.armored_deck.size)
answers("unit under its deck", _under_its_deck, _decks)
answers("decks untouched", _decks_untouched, _decks)


class Play:
    """The card being played, what it interrupts, and whether an army is activated.

    A defeated army's movement has ended (10.lose.end), although its player has not yet said so.
    """

    def __init__(self, t: Template) -> None:
        self.kind = t.number("OKH card kind")
        self.opened = t.number("open")
        self.moving = And(t.number("mover") != NOBODY, Not(t.flag("defeated")))

    def is_(self, *names: str) -> Any:
        """Whether it is one of these cards."""
        return Or([self.kind == OKH_CARDS[name] for name in names])


class _Asks(NamedTuple):
    """What a card opens, and when."""

    when: Any
    what: Any


def all_or_nothing(book: Book) -> bool:
    """Whether a card comes only with everything it brings."""
    return book.reads("okh-supplies", "all-or-nothing")


def brings_any(t: Template) -> Any:
    """Whether the stock has anything."""
    return Or([t.number(f"{kind} in stock") >= 1 for kind in SUPPLY_TYPES])


def transportflottille(t: Template, book: Book, play: Play) -> _Asks:
    """One supply of each kind for a harbor."""
    card, room = play.is_("transportflottille"), t.number("room in own harbors")
    rules = ("9.4.transportflottille", "first.16.transportflottille", "aid.okh.harbor")
    if all_or_nothing(book):
        stocked = And([t.number(f"{kind} in stock") >= BRINGS for kind in SUPPLY_TYPES])
        t.guard(*rules, Implies(card, And(stocked, room >= BRINGS * len(SUPPLY_TYPES))))
    else:
        t.guard(*rules, Implies(card, And(brings_any(t), room >= 1)))
    return _Asks(card, HARBOR)


def luftbrucke(t: Template, book: Book, play: Play) -> _Asks:
    """One supply for an army, wherever it is."""
    del book
    card = play.is_("luftbrucke")
    rules = ("9.4.luftbrucke", "first.16.luftbrucke", "aid.okh.supply")
    t.guard(*rules, Implies(card, brings_any(t)))
    t.guard("2.2.limit", *rules, Implies(card, t.number("room on own cards") >= BRINGS))
    return _Asks(card, AIRLIFT)


def eisenbahnpioniere(t: Template, book: Book, play: Play) -> _Asks:
    """A marker is turned to its track side."""
    del book
    card = play.is_("eisenbahnpioniere")
    rules = ("9.4.eisenbahnpioniere", "first.16.eisenbahnpioniere", "aid.okh.track")
    t.guard(*rules, Implies(card, t.flag("marker to turn")))
    return _Asks(card, TRACK)


def wolfsschanze(t: Template, book: Book, play: Play) -> _Asks:
    """A medal is moved."""
    del book
    card = play.is_("wolfsschanze")
    rules = ("9.4.wolfsschanze", "9.4.wolfsschanze-marker", "9.4.wolfsschanze-limit", "first.16.wolfsschanze")
    t.guard(*rules, Implies(card, t.flag("medal to send")))
    return _Asks(card, MEDAL)


def auftragstaktik(t: Template, book: Book, play: Play) -> _Asks:
    """An army is activated besides the core actions."""
    del book
    card = play.is_("auftragstaktik")
    rules = ("9.4.auftragstaktik", "9.4.auftragstaktik-once", "first.16.auftragstaktik")
    t.guard(*rules, Implies(card, t.flag("army to activate")))
    return _Asks(card, ARMY)


def stukageschwader(t: Template, book: Book, play: Play) -> _Asks:
    """Air Support that does not spend its marker, or a spent marker made ready; in the first edition, Air Support even
    with a spent marker."""
    card, marker = play.is_("stukageschwader"), t.number("own air")
    rules = ("9.4.stukageschwader", "first.16.stukageschwader", "first.15.stuka")
    ready, spent = marker == AIR_READY, marker == AIR_SPENT
    placed = Not(Or(ready, spent))
    flies = Or(ready, spent) if book.first else ready
    readied = And(card, spent, Not(flies))
    # A marker that is spared already has nothing to gain.
    spares = book.reads("stuka-on-deck", "spares")
    t.guard(*rules, Implies(And(card, placed), And(spares, Not(t.flag("own air kept")))))
    t.guard(*rules, Implies(And(card, flies), t.flag("something to see")))
    t.effect("9.4.stukageschwader-unflip", t.number("own air'") == If(readied, AIR_READY, marker))
    kept = Or(t.flag("own air kept"), And(card, placed))
    t.effect("9.4.stukageschwader", t.flag("own air kept'") == kept)
    return _Asks(And(card, flies), LOOK_WHICH)


def panzerhaubitzen(t: Template, book: Book, play: Play) -> None:
    """Ammo for the army on the move."""
    card, stock = play.is_("panzerhaubitzen"), t.number("ammo in stock")
    rules = ("9.4.panzerhaubitzen", "9.4.panzerhaubitzen-any-time", "first.16.panzerhaubitzen", "aid.okh.ammo")
    t.guard(*rules, Implies(card, play.moving))
    on_move = And(card, play.moving)
    t.guard(*rules, Implies(on_move, stock >= BRINGS))
    t.guard("2.2.limit", *rules, Implies(on_move, total(t, "on card") + BRINGS <= book.edition.army_card_limit))
    for kind in SUPPLY_TYPES:
        got = If(card, BRINGS, 0) if kind == "ammo" else 0
        t.effect(*rules, t.number(f"{kind} on card'") == t.number(f"{kind} on card") + got)
        t.effect(*rules, t.number(f"{kind} in stock'") == t.number(f"{kind} in stock") - got)


def pionieren(t: Template, book: Book, play: Play) -> None:
    """The army just activated enters fortified areas for nothing."""
    del book
    card = play.is_("pionieren")
    rules = ("9.4.pionieren", "first.16.pionieren", "aid.okh.fort")
    t.guard(*rules, Implies(card, And(play.moving, t.number("hops") == 0)))
    t.effect(*rules, "9.4.pionieren-free", t.flag("pioneers'") == Or(t.flag("pioneers"), card))


def schnellkampfgruppe(t: Template, book: Book, play: Play) -> None:
    """The armored army on the move goes further."""
    del book
    card = play.is_("schnellkampfgruppe")
    rules = ("9.4.schnellkampfgruppe", "first.16.schnellkampfgruppe", "aid.okh.move")
    t.guard(*rules, Implies(card, play.moving))
    t.guard(*rules, "2.1.field", Implies(And(card, play.moving), t.flag("armored")))
    t.effect(*rules, t.flag("fast'") == Or(t.flag("fast"), card))


def grosstransportraum(t: Template, book: Book, play: Play) -> None:
    """The transport action under way has a truck more, and larger trucks."""
    del book
    card = play.is_("grosstransportraum")
    rules = ("9.4.grosstransportraum", "first.16.grosstransportraum", "aid.okh.truck", "aid.okh.load")
    t.guard(*rules, Implies(card, t.number("vehicles placed") != NO_TRANSPORT))
    t.effect(*rules, t.flag("reinforced'") == Or(t.flag("reinforced"), card))


def brandenburg(t: Template, book: Book, play: Play) -> _Asks:
    """The unit goes under its deck, and another Soviet one is fought."""
    card, soviet, armored = play.is_("brandenburg"), t.flag("Soviet unit"), t.flag("armored unit")
    rules = ("9.4.brandenburg", "first.16.brandenburg")
    fighting = And(card, play.opened == BATTLE)
    t.guard(*rules, Implies(card, play.opened == BATTLE))
    if book.reads("brandenburg-pursuit", "soviet-only"):
        t.guard(*rules, "9.4.brandenburg-bottom", Implies(fighting, soviet))
    others = If(armored, t.number("Mech Corps in deck"), t.number("Soviet deck"))
    t.guard(*rules, Implies(fighting, others >= 1))
    under = ("9.4.brandenburg-bottom", "first.16.brandenburg-bottom")
    t.effect(*under, If(card, t.flag("unit under its deck'"), t.flag("decks untouched'")))
    for deck, own in (
        ("Soviet deck", And(soviet, Not(armored))),
        ("Mech Corps in deck", armored),
        ("Pursuit deck", Not(soviet)),
    ):
        back = If(And(card, own), 1, 0)
        t.effect(*under, t.number(f"{deck}'") == t.number(deck) + back)
    stays = t.flag("air helps") if book.reads("brandenburg-air", "goes-on") else False
    t.effect("9.1.ammo", "10.air", *rules, t.flag("air helps'") == If(card, stays, t.flag("air helps")))
    return _Asks(card, If(armored, ARMORED, SOVIET))


def sicherungs_division(t: Template, book: Book, play: Play) -> None:
    """It is a reaction to Partisans, not a card to be played by itself."""
    del book
    rules = ("9.4.sicherungs-division", "9.4.sicherungs-division-timing", "first.16.sicherungs-division-timing")
    t.guard(*rules, Not(play.is_("sicherungs-division")))


def effects(t: Template, book: Book, play: Play) -> None:
    """What all the cards ask for and do."""
    questions = [
        card(t, book, play)
        for card in (transportflottille, luftbrucke, eisenbahnpioniere, wolfsschanze, auftragstaktik, stukageschwader)
    ]
    for card in (panzerhaubitzen, pionieren, schnellkampfgruppe, grosstransportraum, sicherungs_division):
        card(t, book, play)
    drawn = brandenburg(t, book, play)
    opens: Any = play.opened
    for question in (*questions, drawn):
        opens = If(question.when, question.what, opens)
    asked = Or([question.when for question in questions])
    t.effect("9.4.any-point", "first.16.play", t.number("open'") == opens)
    shown = If(drawn.when, 0, If(asked, t.number("OKH card"), t.number("open card")))
    t.effect("9.4.any-point", "first.16.play", t.number("open card'") == shown)
