"""Cards drawn and looked at: the Pursuit cards' effects (player aid; first edition, section 7) and held cards (9.2)."""

from __future__ import annotations

from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.air_support import place_on_deck, unspent
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.capture import capture, settles_at_once
from rtm_verify.games.race_to_moscow.spec.combat import (
    Combat,
    combat,
    halted_after,
    help_from_the_air,
    marker_over_card,
    waits,
)
from rtm_verify.games.race_to_moscow.spec.decks import renew
from rtm_verify.games.race_to_moscow.spec.encirclement import air_on_unseen, air_spent
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.supplies import on_card, returned, total
from rtm_verify.games.race_to_moscow.spec.turn import gain_action, new_action
from rtm_verify.games.race_to_moscow.spec.variables import bit, cell, fact, index
from rtm_verify.games.race_to_moscow.spec.words import (
    ARMORED,
    AUXILIARIES,
    BATTLE,
    CANCEL,
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
    STUKAGESCHWADER,
    SUPPLY,
    WOLFSSCHANZE,
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
fact("target's medals limited", lambda scene, _: scene.medals_limited(scene.action.target))


# A card that spoils a track
def _spoiled(scene: Scene) -> int:
    """The area whose track is in question: the one named now, or the one named before."""
    pending = scene.before.pending
    named = pending.area if pending and isinstance(scene.action, a.Decline) else getattr(scene.action, "area", NOBODY)
    return named if named != NOBODY else scene.area


def _holds_guards(player: int) -> None:
    guards = "sicherungs-division"
    fact(f"{player} holds Sicherungs-Division", lambda scene, state: scene.has_card(state.hands[player], guards))


index("asked area", _spoiled)
fact("asked area", lambda scene, _: _spoiled(scene))
fact("track to flip", lambda scene, _: scene.track_to_flip)
fact("marker owner", lambda scene, state: scene.marker_owner(state, _spoiled(scene)))
bit("marker has track", "track", "asked area")
for _player in range(len(PLAYERS)):
    _holds_guards(_player)

# A card that lets its player look
fact("something to look at", lambda scene, _: scene.something_to_look_at)
fact("Mech Corps", lambda scene, _: bool(scene.material.cards.mech >> scene.card & 1))


_GRANTS = {
    "fuel": ("aid.fuel", "first.7.supplies"),
    "ammo": ("aid.ammo", "first.7.stock"),
    "food": ("aid.food", "first.7.requisitions"),
}


def _one_of(value: Any, *codes: int) -> Any:
    return Or([value == code for code in codes])


def _right_card(t: Template, book: Book, pursuit: int, soviet: int, *rules: str) -> None:
    """The card belongs to the deck in question, and nothing seen so far speaks against its lying on top."""
    opened, top = t.number("open"), t.flag("may be on top")
    own, red = t.flag("own Pursuit card"), t.flag("Soviet card")
    decks = {soviet: red}
    named: tuple[str, ...] = ()
    if "soviet-player" in book.variants:
        named = ("14.3.decks", "14.3.infantry", "14.3.armored", "14.4.infantry", "14.4.armor")
        decks = {soviet: And(red, Not(t.flag("Mech Corps"))), ARMORED: And(red, t.flag("Mech Corps"))}
    t.guard("8.common.pursuit-draw", "3.1.own", *rules, Implies(opened == pursuit, own))
    t.guard("8.common.pursuit-draw", "4.pursuit-deck", *rules, Implies(And(opened == pursuit, own), top))
    for deck, fits in decks.items():
        t.guard("8.common.soviet-draw", "3.1.soviet-deck", *named, *rules, Implies(opened == deck, fits))
        t.guard("8.common.soviet-draw", "4.soviet-deck", *rules, Implies(And(opened == deck, fits), top))


def look(t: Template, book: Book) -> None:
    """The card on top of a deck is seen, and stays there (9.1.peek, aid.peek)."""
    t.guard("8.common.controlled", "9.1.peek", "aid.peek", _one_of(t.number("open"), LOOK_PURSUIT, LOOK_SOVIET))
    _right_card(t, book, LOOK_PURSUIT, LOOK_SOVIET, "9.1.peek", "aid.peek", "first.15.peek", "first.7.recon")
    t.effect("9.1.peek", "aid.peek", "first.15.return", t.number("open'") == NOTHING_OPEN)
    t.effect("9.1.peek", "aid.peek", "first.15.return", t.flag("card seen on top'"))


def draw(t: Template, book: Book) -> None:
    """A card is drawn on entering an area, and takes effect."""
    opened, kind = t.number("open"), t.number("card kind")
    asked = _one_of(opened, PURSUIT, SOVIET, ARMORED)
    t.guard("8.common.controlled", "8.common.pursuit-draw", "8.common.soviet-draw", asked)
    _right_card(t, book, PURSUIT, SOVIET)

    unit, waiting, helped = t.number("unit ammo") > 0, waits(t, book), help_from_the_air(t)
    fight = combat(t, book, And(unit, Not(waiting)), helped)
    held = And(_one_of(kind, AUXILIARIES, RECON), t.flag("hand symbol"))
    moves_medal = And(_one_of(kind, HALDER, FUHRERBEFEHL), t.flag("medal movable"))
    flips = And(kind == PARTISANS, t.flag("track to flip"))
    asks = Or(held, moves_medal, flips)
    captured = If(unit, fight.won, Not(asks))

    looks = And(kind == RECON, Not(t.flag("hand symbol")), t.flag("something to look at"))
    opens = t.number("open'")
    t.effect("9.2.hold", "9.2.now", "aid.keep", "first.7.keep", (opens == KEEP) == held)
    t.effect("first.7.halder", "first.7.fuhrerbefehl", (opens == MEDAL) == moves_medal)
    t.effect("aid.partisans", "first.7.partisans", "14.6.partisans", (opens == FLIP) == flips)
    t.effect("aid.peek", "first.7.recon", (opens == LOOK_WHICH) == looks)
    t.effect("9.4.brandenburg", "9.4.panzerhaubitzen-any-time", "first.16.any-time", (opens == BATTLE) == waiting)
    known = _one_of(opens, NOTHING_OPEN, KEEP, MEDAL, FLIP, LOOK_WHICH, BATTLE)
    t.effect("8.common.pursuit-draw", "8.common.soviet-draw", known)
    t.effect("8.common.resolve", t.number("open card'") == If(opens == NOTHING_OPEN, 0, t.number("card")))
    t.effect("10.air", "9.1.ammo", "first.15.combat", t.flag("combat supported'") == And(waiting, helped))
    gain_action(t, If(And(kind == AUXILIARIES, Not(t.flag("hand symbol"))), _gain(t, book), 0))
    _bring(t, book, fight)
    done = And(Not(unit), Not(asks), Not(t.flag("card stands in'")))
    t.effect("8.common.discard", "first.7.discard", "first.7.discard-pile", t.flag("card discarded'") == done)
    t.effect("8.common.reshuffle", t.flag("discards as they should be'"))

    halted_after(t, fight, And(t.flag("halt icon"), Not(waiting)))

    gone = Implies(Not(fight.lost), t.flag("card gone'"))
    t.effect("8.common.pursuit-draw", "8.common.soviet-draw", "3.1.shared", "14.4.infantry", "14.4.armor", gone)
    # Markers of several players may lie on a Soviet card, only the player's own on a Pursuit card.
    spent = [marker_over_card(t, player) for player in range(len(PLAYERS))]
    if settles_at_once(book):
        spent = [Or(hit, air_on_unseen(t, book, player)) for player, hit in enumerate(spent)]
    air_spent(t, spent, book)
    capture(t, book, captured, draws=True)


def _gain(t: Template, book: Book) -> Any:
    """How many actions an Axis Auxiliaries card gives: the first edition lets one card a turn give any."""
    actions = book.edition.auxiliaries_actions
    if book.settles("auxiliaries-per-turn", "one"):
        return If(t.number("auxiliaries used") == 0, actions, 0)
    return actions


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
        t.effect(*_GRANTS[kind], Implies(Not(fight.fought), to_card))
        t.effect("8.common.replacement", "first.7.replacement", Implies(And(granted, stands_in), stock == 0))
    t.effect("8.common.replacement", "first.7.replacement", Implies(stands_in, brings != 0))
    returned(t, ("on card", "in area"), {kind: And(stands_in, brings == SUPPLY[kind]) for kind in SUPPLY_TYPES})


def _resolved(t: Template, book: Book, done: Any = True) -> None:
    """The Pursuit card that was open is done with, if it is `done`, and the area is captured."""
    discarded = t.flag("card discarded'") == Or(t.flag("card discarded"), done)
    t.effect("8.common.discard", "first.7.discard", "first.7.discard-pile", discarded)
    capture(t, book, done)


def _closes(t: Template) -> None:
    t.effect("8.common.resolve", "first.7.resolve", t.number("open'") == NOTHING_OPEN)


def hold(t: Template, book: Book) -> None:
    """The card with the hand symbol is kept."""
    t.guard("9.2.hold", "first.7.keep", t.number("open") == KEEP)
    _closes(t)
    t.effect("9.2.hold", "8.common.hold", "aid.keep", "first.7.hold", t.flag("card in hand'"))
    t.effect("9.2.hold", "aid.keep", "first.7.hold", t.flag("card held this turn'"))
    capture(t, book, True)


def use_now(t: Template, book: Book) -> None:
    """The card with the hand symbol is used at once, or only not kept, if it gives nothing."""
    t.guard("9.2.now", t.number("open") == KEEP)
    if book.reads("held-card-now", "after-move"):
        t.guard("7.complete", "first.7.after-move", t.number("mover") == NOBODY)
    _used(t, book)
    _resolved(t, book)


def _used(t: Template, book: Book) -> None:
    """What a card with the hand symbol does."""
    kind = t.number("card kind")
    looks = And(kind == RECON, t.flag("something to look at"))
    gain_action(t, If(kind == AUXILIARIES, _gain(t, book), 0))
    rules = ("aid.peek", "first.7.recon", "14.5.peek", "first.20.peek")
    t.effect(*rules, t.number("open'") == If(looks, LOOK_WHICH, NOTHING_OPEN))
    t.effect("8.common.resolve", t.number("open card'") == If(looks, t.number("card"), 0))


def play_held(t: Template, book: Book) -> None:
    """A held card is played as a bonus action."""
    new_action(t)
    held = t.flag("card in hand")
    pursuit = _one_of(t.number("card kind"), AUXILIARIES, RECON)
    t.guard("9.2.hold", "9.2.symbol", "first.7.hold", And(held, pursuit))
    if book.reads("held-card-turn", "later-turn"):
        t.guard("9.2.hold", "aid.keep", Implies(And(held, pursuit), Not(t.flag("card held this turn"))))
    if book.settles("auxiliaries-per-turn", "one"):
        another = And(held, t.number("card kind") == AUXILIARIES)
        t.guard("first.5.auxiliaries-once", Implies(another, t.number("auxiliaries used") == 0))
    _used(t, book)
    t.effect("9.2.hold", "first.7.auxiliaries-used", Not(t.flag("card held this turn'")))
    t.effect("9.2.hold", "first.7.auxiliaries-used", Not(t.flag("card in hand'")))
    t.effect("8.common.discard", "first.7.auxiliaries-used", t.flag("card discarded'"))


def look_which(t: Template, book: Book) -> None:
    """The player says at which deck Recon looks, or on which Stukageschwader puts the Air Support marker."""
    soviet, opened = t.flag("asks Soviet deck"), t.number("open") == LOOK_WHICH
    t.guard("aid.peek", "first.7.recon", opened)
    if "soviet-player" in book.variants:
        t.guard("14.5.peek", "first.20.peek", Not(opened))
    t.guard("aid.peek", "first.7.recon", "9.1.place", Implies(opened, t.number("cards to look at") > 0))
    t.effect("aid.peek", "first.7.recon", t.number("open'") == If(soviet, LOOK_SOVIET, LOOK_PURSUIT))
    t.effect("8.common.resolve", t.number("open card'") == 0)
    stuka = t.number("card kind") == STUKAGESCHWADER
    place_on_deck(t, stuka, soviet)
    unspent(t, book, stuka)
    renew(t, Not(soviet))


def decline(t: Template, book: Book) -> None:
    """A medal card is left unused, or Partisans are not cancelled."""
    opened, kind = t.number("open"), t.number("card kind")
    medal, cancel = opened == MEDAL, opened == CANCEL
    t.guard("8.common.resolve", "9.4.sicherungs-division", Or(medal, cancel))
    rules = ("8.common.resolve", "first.7.halder", "first.7.fuhrerbefehl", "9.4.wolfsschanze", "first.16.wolfsschanze")
    if book.reads("medal-card-optional", "may"):
        t.guard(*rules, Implies(medal, kind != WOLFSSCHANZE))
    else:
        t.guard(*rules, Not(medal))
    _closes(t)
    spoiled = t.flag("marker has track'") == And(t.flag("marker has track"), Not(cancel))
    t.effect("aid.partisans", "first.7.partisans", spoiled)
    _resolved(t, book)


def move_medal(t: Template, book: Book) -> None:
    """A medal goes from an area to another one."""
    open_, kind = t.number("open") == MEDAL, t.number("card kind")
    t.guard("first.7.halder", "first.7.fuhrerbefehl", "9.4.wolfsschanze", open_)
    source, target = t.number("source colours"), t.number("target colours")
    exact = book.reads("medal-card-limits", "same-colours")
    another = And(t.flag("other area"), t.number("source medals") >= 1)
    fit = And(t.flag("target has printed medal"), Not(t.flag("target has marker")))
    room = t.number("target medals") < book.edition.medals_max_in_area
    for card, masks, name in ((HALDER, SINGLE, "halder"), (FUHRERBEFEHL, DOUBLE, "fuhrerbefehl")):
        asked = And(open_, kind == card)
        alike = source == target if exact else _one_of(target, *masks)
        colours = And(_one_of(source, *masks), alike)
        t.guard(f"first.7.{name}", Implies(asked, another))
        t.guard(f"first.7.{name}", Implies(asked, colours))
        t.guard(f"first.7.{name}-target", Implies(asked, fit))
        t.guard(f"first.7.{name}-entered", Implies(asked, Not(t.flag("source or target entered"))))
        t.guard(f"first.7.{name}-limit", Implies(And(asked, t.flag("target's medals limited")), room))
    asked = And(open_, kind == WOLFSSCHANZE)
    t.guard("9.4.wolfsschanze", "first.16.wolfsschanze", Implies(asked, another))
    t.guard("9.4.wolfsschanze", "first.16.wolfsschanze", Implies(asked, t.flag("target has printed medal")))
    unmarked = Not(t.flag("target has marker"))
    t.guard("9.4.wolfsschanze-marker", "first.16.wolfsschanze-marker", Implies(asked, unmarked))
    t.guard("9.4.wolfsschanze-limit", "first.16.wolfsschanze-limit", Implies(asked, room))

    moves = ("first.7.halder", "first.7.fuhrerbefehl", "9.4.wolfsschanze", "first.16.wolfsschanze")
    t.effect(*moves, t.number("source medals'") == t.number("source medals") - 1)
    t.effect(*moves, t.number("target medals'") == t.number("target medals") + 1)
    _closes(t)
    _resolved(t, book, Not(asked))


def flip_track(t: Template, book: Book) -> None:
    """Partisans turn a marker to its plain side, unless they can still be cancelled."""
    open_, owner, active = t.number("open") == FLIP, t.number("marker owner"), t.number("active")
    alone = t.number("players") == 1
    rules = ("aid.partisans", "first.7.partisans", "first.7.partisans-solo", "14.6.partisans", "first.20.partisans")
    t.guard(*rules, open_)
    t.guard(*rules, Implies(open_, t.flag("marker has track")))
    victim = owner != NOBODY
    if "soviet-player" not in book.variants:
        victim = And(victim, If(alone, owner == active, owner != active))
    t.guard(*rules, Implies(open_, victim))

    holders = [t.flag(f"{player} holds Sicherungs-Division") for player in range(len(PLAYERS))]
    if book.reads("sicherungs-division-player", "owner"):
        holders = [And(owner == player, holds) for player, holds in enumerate(holders)]
    reacts = Or(holders)
    t.effect(*rules, t.flag("marker has track'") == And(t.flag("marker has track"), reacts))
    timing = ("9.4.sicherungs-division", "9.4.sicherungs-division-timing", "first.16.sicherungs-division-timing")
    t.effect(*timing, t.number("open'") == If(reacts, CANCEL, NOTHING_OPEN))
    t.effect(*timing, t.number("open card'") == If(reacts, t.number("card"), 0))
    t.effect(*timing, t.number("open area'") == If(reacts, t.number("asked area"), NOBODY))
    _resolved(t, book, Not(reacts))


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
