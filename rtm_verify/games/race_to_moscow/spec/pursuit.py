"""Cards drawn and looked at: the Pursuit cards' effects (player aid; first edition, section 7) and held cards (9.2)."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.capture import capture, settles_at_once
from rtm_verify.games.race_to_moscow.spec.combat import Combat, combat, marker_over_card
from rtm_verify.games.race_to_moscow.spec.decks import renew
from rtm_verify.games.race_to_moscow.spec.encirclement import air_on_unseen, air_spent
from rtm_verify.games.race_to_moscow.spec.movement import same_move
from rtm_verify.games.race_to_moscow.spec.supplies import on_card, returned, total
from rtm_verify.games.race_to_moscow.spec.turn import gain_action, new_action
from rtm_verify.games.race_to_moscow.spec.variables import bit, cell, fact, index
from rtm_verify.games.race_to_moscow.spec.words import (
    AUXILIARIES,
    DOUBLE,
    FLIP,
    FUHRERBEFEHL,
    HALDER,
    KEEP,
    LOOK_PURSUIT,
    LOOK_SOVIET,
    LOOK_WHICH,
    MEDAL,
    NOBODY,
    NOTHING_OPEN,
    PARTISANS,
    PURSUIT,
    RECON,
    SINGLE,
    SOVIET,
    SUPPLY,
)
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]

# A card that moves a medal
index("source", lambda scene: scene.action.source)
index("target", lambda scene: scene.action.target)
fact("medal movable", lambda scene, _: scene.medal_movable)
fact("source colours", lambda scene, _: scene.colours(scene.action.source))
fact("target colours", lambda scene, _: scene.colours(scene.action.target))
fact("other area", lambda scene, _: scene.action.source != scene.action.target)
cell("source medals", "medals", "source")
cell("target medals", "medals", "target")
fact("target has printed medal", lambda scene, _: scene.board.areas[scene.action.target].medals > 0)
fact("target has marker", lambda scene, state: scene.owner(state, scene.action.target) != NOBODY)
fact("source or target entered", lambda s, _: s.area in (s.action.source, s.action.target))

# A card that spoils a track
index("asked area", lambda scene: scene.action.area)
fact("track to flip", lambda scene, _: scene.track_to_flip)
fact("marker owner", lambda scene, state: scene.marker_owner(state, scene.action.area))
bit("marker has track", "track", "asked area")


_GRANTS = {
    "fuel": ("aid.fuel", "first.7.supplies"),
    "ammo": ("aid.ammo", "first.7.stock"),
    "food": ("aid.food", "first.7.requisitions"),
}


def _one_of(value: Any, *codes: int) -> Any:
    return Or([value == code for code in codes])


def _right_card(t: Template, pursuit: int, soviet: int, *rules: str) -> None:
    """The card belongs to the deck in question, and nothing seen so far speaks against its lying on top."""
    opened, top = t.number("open"), t.flag("may be on top")
    own, red = t.flag("own Pursuit card"), t.flag("Soviet card")
    t.guard("8.common.pursuit-draw", "3.1.own", *rules, Implies(opened == pursuit, own))
    t.guard("8.common.soviet-draw", "3.1.soviet-deck", *rules, Implies(opened == soviet, red))
    t.guard("8.common.pursuit-draw", "4.pursuit-deck", *rules, Implies(And(opened == pursuit, own), top))
    t.guard("8.common.soviet-draw", "4.soviet-deck", *rules, Implies(And(opened == soviet, red), top))


def look(t: Template, book: Book) -> None:
    """The card on top of a deck is seen, and stays there (9.1.peek, aid.peek)."""
    del book
    _right_card(t, LOOK_PURSUIT, LOOK_SOVIET, "9.1.peek", "aid.peek")
    t.effect("9.1.peek", "aid.peek", t.number("open'") == NOTHING_OPEN)
    t.effect("9.1.peek", "aid.peek", t.flag("card seen on top'"))


def draw(t: Template, book: Book) -> None:
    """A card is drawn on entering an area, and takes effect."""
    opened, kind = t.number("open"), t.number("card kind")
    t.guard("8.common.controlled", "8.common.pursuit-draw", "8.common.soviet-draw", _one_of(opened, PURSUIT, SOVIET))
    _right_card(t, PURSUIT, SOVIET)

    fight = combat(t, book)
    held = And(_one_of(kind, AUXILIARIES, RECON), t.flag("hand symbol"))
    moves_medal = And(_one_of(kind, HALDER, FUHRERBEFEHL), t.flag("medal movable"))
    flips = And(kind == PARTISANS, t.flag("track to flip"))
    asks = Or(held, moves_medal, flips)
    captured = If(fight.unit, fight.won, Not(asks))

    looks = And(kind == RECON, Not(t.flag("hand symbol")))
    opens = t.number("open'")
    t.effect("9.2.hold", "9.2.now", "aid.keep", (opens == KEEP) == held)
    t.effect("first.7.halder", "first.7.fuhrerbefehl", (opens == MEDAL) == moves_medal)
    t.effect("aid.partisans", "first.7.partisans", (opens == FLIP) == flips)
    t.effect("aid.peek", (opens == LOOK_WHICH) == looks)
    t.effect(
        "8.common.pursuit-draw", "8.common.soviet-draw", _one_of(opens, NOTHING_OPEN, KEEP, MEDAL, FLIP, LOOK_WHICH)
    )
    t.effect("8.common.resolve", t.number("open card'") == If(opens == NOTHING_OPEN, 0, t.number("card")))
    gain = book.edition.auxiliaries_actions
    gain_action(t, If(And(kind == AUXILIARIES, Not(t.flag("hand symbol"))), gain, 0))
    _bring(t, book, fight)
    done = And(Not(fight.unit), Not(asks), Not(t.flag("card stands in'")))
    t.effect("8.common.discard", "first.7.discard", t.flag("card discarded'") == done)
    t.effect("8.common.reshuffle", t.flag("discards as they should be'"))

    same_move(t, "halted", "defeated")
    halts = Or(t.flag("halted"), t.flag("halt icon"))
    # An army that lost is stopped for good: whether it also counts as halted says nothing.
    stopped = Implies(Not(fight.lost), t.flag("halted'") == halts)
    t.effect("8.halt.soviet", "8.halt.field", "aid.halt", "first.7.bombers", stopped)

    t.effect(
        "8.common.pursuit-draw", "8.common.soviet-draw", "3.1.shared", Implies(Not(fight.lost), t.flag("card gone'"))
    )
    # Markers of several players may lie on a Soviet card, only the player's own on a Pursuit card.
    spent = [marker_over_card(t, player) for player in range(3)]
    if settles_at_once(book):
        spent = [Or(hit, air_on_unseen(t, book, player)) for player, hit in enumerate(spent)]
    air_spent(t, spent)
    capture(t, book, captured, draws=True)


def _bring(t: Template, book: Book, fight: Combat) -> None:
    """A token comes from the stock, or the card stands in for it (8.common.replacement)."""
    brings, stands_in = t.number("card brings"), t.flag("card stands in'")
    lands_on_card = And(book.reads("captured-goods", "card"), total(t, "on card") < book.edition.army_card_limit)
    for kind in SUPPLY_TYPES:
        granted, stock = brings == SUPPLY[kind], t.number(f"{kind} in stock")
        got = If(And(granted, Or(stock >= 1, stands_in)), book.edition.captured_supply, 0)
        area, card = t.number(f"{kind} in area"), t.number(on_card(kind))
        t.effect(*_GRANTS[kind], t.number(f"{kind} in area'") == area + If(lands_on_card, 0, got))
        to_card = t.number(f"{on_card(kind)}'") == card + If(lands_on_card, got, 0)
        t.effect(*_GRANTS[kind], Implies(Not(fight.unit), to_card))
        t.effect("8.common.replacement", Implies(And(granted, stands_in), stock == 0))
    t.effect("8.common.replacement", Implies(stands_in, brings != 0))
    returned(t, ("on card", "in area"), {kind: And(stands_in, brings == SUPPLY[kind]) for kind in SUPPLY_TYPES})


def _resolved(t: Template, book: Book) -> None:
    """The card that was open is done with, and the area is captured."""
    t.effect("8.common.discard", "first.7.discard", t.flag("card discarded'"))
    capture(t, book, True)


def _closes(t: Template) -> None:
    t.effect("8.common.resolve", t.number("open'") == NOTHING_OPEN)


def hold(t: Template, book: Book) -> None:
    """The card with the hand symbol is kept."""
    t.guard("9.2.hold", t.number("open") == KEEP)
    _closes(t)
    t.effect("9.2.hold", "8.common.hold", "aid.keep", t.flag("card in hand'"))
    t.effect("9.2.hold", "aid.keep", t.flag("card held this turn'"))
    capture(t, book, True)


def use_now(t: Template, book: Book) -> None:
    """The card with the hand symbol is used at once."""
    t.guard("9.2.now", t.number("open") == KEEP)
    if book.reads("held-card-now", "after-move"):
        t.guard("7.complete", t.number("mover") == NOBODY)
    _used(t, book)
    _resolved(t, book)


def _used(t: Template, book: Book) -> None:
    """What a card with the hand symbol does."""
    kind, recon = t.number("card kind"), t.number("card kind") == RECON
    gain_action(t, If(kind == AUXILIARIES, book.edition.auxiliaries_actions, 0))
    t.effect("aid.peek", "first.7.recon", t.number("open'") == If(recon, LOOK_WHICH, NOTHING_OPEN))
    t.effect("8.common.resolve", t.number("open card'") == If(recon, t.number("card"), 0))


def play_held(t: Template, book: Book) -> None:
    """A held card is played as a bonus action."""
    new_action(t)
    t.guard("9.2.hold", t.flag("card in hand"))
    t.guard("9.2.symbol", Implies(t.flag("card in hand"), _one_of(t.number("card kind"), AUXILIARIES, RECON)))
    if book.reads("held-card-turn", "later-turn"):
        t.guard("9.2.hold", "aid.keep", Not(t.flag("card held this turn")))
    _used(t, book)
    t.effect("9.2.hold", "first.7.auxiliaries-used", Not(t.flag("card held this turn'")))
    t.effect("9.2.hold", "first.7.auxiliaries-used", Not(t.flag("card in hand'")))
    t.effect("8.common.discard", "first.7.auxiliaries-used", t.flag("card discarded'"))


def look_which(t: Template, book: Book) -> None:
    """The player says at which deck Recon looks."""
    del book
    soviet = t.flag("asks Soviet deck")
    t.guard("aid.peek", "first.7.recon", t.number("open") == LOOK_WHICH)
    t.guard("aid.peek", Implies(t.number("open") == LOOK_WHICH, t.number("cards to look at") > 0))
    t.effect("aid.peek", "first.7.recon", t.number("open'") == If(soviet, LOOK_SOVIET, LOOK_PURSUIT))
    t.effect("8.common.resolve", t.number("open card'") == 0)
    renew(t, Not(soviet))


def decline(t: Template, book: Book) -> None:
    """A medal card is left unused."""
    t.guard("8.common.resolve", t.number("open") == MEDAL)
    if not book.reads("medal-card-optional", "may"):
        t.guard("8.common.resolve", "first.7.halder", "first.7.fuhrerbefehl", t.number("open") != MEDAL)
    _closes(t)
    _resolved(t, book)


def move_medal(t: Template, book: Book) -> None:
    """A medal goes from an area to another one."""
    open_, kind = t.number("open") == MEDAL, t.number("card kind")
    t.guard("first.7.halder", "first.7.fuhrerbefehl", open_)
    source, target = t.number("source colours"), t.number("target colours")
    exact = book.reads("medal-card-limits", "same-colours")
    for card, masks, name in ((HALDER, SINGLE, "halder"), (FUHRERBEFEHL, DOUBLE, "fuhrerbefehl")):
        asked = And(open_, kind == card)
        alike = source == target if exact else _one_of(target, *masks)
        another = And(t.flag("other area"), t.number("source medals") >= 1)
        colours = And(_one_of(source, *masks), alike)
        t.guard(f"first.7.{name}", Implies(asked, another))
        t.guard(f"first.7.{name}", Implies(asked, colours))
        fit = And(t.flag("target has printed medal"), Not(t.flag("target has marker")))
        t.guard(f"first.7.{name}-target", Implies(asked, fit))
        t.guard(f"first.7.{name}-entered", Implies(asked, Not(t.flag("source or target entered"))))
        room = t.number("target medals") < book.edition.medals_max_in_area
        t.guard(f"first.7.{name}-limit", Implies(asked, room))
    t.effect("first.7.halder", "first.7.fuhrerbefehl", t.number("source medals'") == t.number("source medals") - 1)
    t.effect("first.7.halder", "first.7.fuhrerbefehl", t.number("target medals'") == t.number("target medals") + 1)
    _closes(t)
    _resolved(t, book)


def flip_track(t: Template, book: Book) -> None:
    """Partisans turn a marker to its plain side."""
    open_, owner, active = t.number("open") == FLIP, t.number("marker owner"), t.number("active")
    alone = t.number("players") == 1
    t.guard("aid.partisans", "first.7.partisans", open_)
    t.guard("aid.partisans", "first.7.partisans", Implies(open_, t.flag("marker has track")))
    victim = And(owner != NOBODY, If(alone, owner == active, owner != active))
    t.guard("aid.partisans", "first.7.partisans", "first.7.partisans-solo", Implies(open_, victim))
    t.effect("aid.partisans", "first.7.partisans", Not(t.flag("marker has track'")))
    _closes(t)
    _resolved(t, book)


CHAPTERS: dict[str, Chapter] = {
    "Draw": draw,
    "Look": look,
    "Hold": hold,
    "UseNow": use_now,
    "Decline": decline,
    "MoveMedal": move_medal,
    "FlipTrack": flip_track,
    "Peek": look_which,
    "PlayHeld": play_held,
}
