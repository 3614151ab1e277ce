"""Section 9.4: OKH cards are played, and their questions answered."""

from __future__ import annotations

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter
from rtm_verify.games.race_to_moscow.spec.capture import capture
from rtm_verify.games.race_to_moscow.spec.okh_cards import (
    AIRLIFT,
    BRINGS,
    HARBOR,
    TRACK,
    Play,
    all_or_nothing,
    brings_any,
    effects,
)
from rtm_verify.games.race_to_moscow.spec.okh_moment import nothing_begun
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.supplies import least
from rtm_verify.games.race_to_moscow.spec.turn import acting
from rtm_verify.games.race_to_moscow.spec.variables import bit, cell, fact, index
from rtm_verify.games.race_to_moscow.spec.words import BATTLE, CANCEL, EXCESS, NOBODY, NOTHING_OPEN
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES, SupplyType
from rtm_verify.kernel.bits import lowest
from rtm_verify.proof.template import Template

__all__ = ["CHAPTERS"]

# The cards that name no moment of their own; the two last begin an action.
_ANY_MOMENT = ("transportflottille", "luftbrucke", "eisenbahnpioniere", "wolfsschanze")
_BEGINNING = ("auftragstaktik", "stukageschwader")


def play_okh(t: Template, book: Book) -> None:
    """A card of the player's own is played, and leaves the game."""
    play = Play(t)
    acting(t)
    t.guard("9.4.any-point", "3.1.okh", "9.2.symbol", t.flag("is OKH card"))
    held = Implies(t.flag("is OKH card"), t.flag("OKH card in hand"))
    t.guard("9.3.area", "9.4.any-point", "first.16.play", held)

    # A drawn card is resolved first, but two cards are meant for the combat.
    in_combat = And(play.is_("brandenburg", "panzerhaubitzen"), play.opened == BATTLE)
    t.guard(
        "8.common.resolve",
        "8.common.resolve-action",
        "9.4.schnellkampfgruppe",
        Or(play.opened == NOTHING_OPEN, in_combat),
    )
    waiting = _BEGINNING if book.reads("okh-timing", "any-point") else (*_ANY_MOMENT, *_BEGINNING)
    nothing_begun(t, play.is_(*waiting))
    effects(t, book, play)
    t.effect("9.4.removed", "first.16.removed", "aid.bonus.okh-removed", Not(t.flag("OKH card in hand'")))


# Where a card's question is answered

index("OKH area", lambda scene: scene.action.area)
index("lifted army", lambda scene: scene.action.army)


def _army_there(scene: Scene) -> int:
    """The army in the area; any, if there is none: no clause looks at it then."""
    return scene.before.at.index(scene.action.area) if scene.action.area in scene.before.at else 0


def _supplies(kind: SupplyType) -> None:
    cell(f"{kind} in harbor", "depots", "OKH area", part=kind)
    cell(f"{kind} on lifted card", "loads", "lifted army", part=kind)
    fact(f"{kind} lifted", lambda scene, _: scene.action.supplies.of(kind))


for _kind in SUPPLY_TYPES:
    _supplies(_kind)

index("army in harbor", _army_there)
fact("harbor area", lambda scene, _: scene.action.area)
fact("army is in harbor", lambda scene, state: scene.action.area in state.at)
bit("army in harbor unfed", "halt", "army in harbor")
fact("harbor", lambda scene, _: bool(scene.board.all_harbors >> scene.action.area & 1))
fact("own harbor", lambda scene, state: bool(scene.material.controlled(state, state.active) >> scene.action.area & 1))
fact("harbor limit", lambda scene, _: scene.material.area_limit(scene.action.area))

fact("own lifted army", lambda scene, state: scene.material.army_player[scene.action.army] == state.active)
cell("lifted army's place", "at", "lifted army")
bit("lifted army unfed", "halt", "lifted army")

bit("marker shows track", "track", "OKH area")
fact("asked marker is own", lambda scene, state: bool(state.control[state.active] >> scene.action.area & 1))


def ship_to(t: Template, book: Book) -> None:
    """Transportflottille arrives in a harbor."""
    rules = ("9.4.transportflottille", "first.16.transportflottille", "aid.okh.harbor")
    asked = t.number("open") == HARBOR
    t.guard(*rules, asked)
    control = ("9.4.transportflottille-control", "first.16.transportflottille-control", "4.board.harbor")
    t.guard(*control, Implies(asked, t.flag("harbor")))
    t.guard(*control, Implies(And(asked, t.flag("harbor")), t.flag("own harbor")))
    limits = ("8.limits.area", "8.limits.base", "8.limits.frontline")
    lying = sum(t.number(f"{kind} in harbor") for kind in SUPPLY_TYPES)
    room = t.number("harbor limit") - lying
    reached = And(asked, t.flag("harbor"), t.flag("own harbor"))
    if all_or_nothing(book):
        t.guard(*limits, Implies(reached, room >= BRINGS * len(SUPPLY_TYPES)))
        for kind in SUPPLY_TYPES:
            t.guard(*rules, Implies(asked, t.number(f"{kind} in stock") >= BRINGS))
    else:
        t.guard(*limits, Implies(reached, room >= 1))
        t.guard(*rules, Implies(asked, brings_any(t)))

    brought = {kind: least(t.number(f"{kind} in stock"), BRINGS) for kind in SUPPLY_TYPES}
    unfed = t.flag("army in harbor unfed")
    fed = And(t.flag("army is in harbor"), unfed, brought["food"] >= 1)
    for kind in SUPPLY_TYPES:
        kept = brought[kind] - (If(fed, 1, 0) if kind == "food" else 0)
        t.effect(*rules, "8.7.always-feed", t.number(f"{kind} in harbor'") == t.number(f"{kind} in harbor") + kept)
        t.effect(*rules, "8.7.always-feed", t.number(f"{kind} in stock'") == t.number(f"{kind} in stock") - kept)
    t.effect("8.7.always-feed", t.flag("army in harbor unfed'") == And(unfed, Not(fed)))
    excess = sum(t.number(f"{kind} in harbor'") for kind in SUPPLY_TYPES) > t.number("harbor limit")
    t.effect("8.limits.excess", "8.limits.choice", t.number("open'") == If(excess, EXCESS, NOTHING_OPEN))
    t.effect("8.limits.excess", t.number("open area'") == If(excess, t.number("harbor area"), NOBODY))
    t.effect("8.limits.excess", t.number("open card'") == 0)


def airlift(t: Template, book: Book) -> None:
    """Luftbrücke brings an army one supply."""
    rules = ("9.4.luftbrucke", "first.16.luftbrucke", "aid.okh.supply")
    asked = t.number("open") == AIRLIFT
    t.guard(*rules, asked)
    t.guard(*rules, Implies(asked, And(t.flag("own lifted army"), t.number("lifted army's place") >= 0)))
    lifted = {kind: t.number(f"{kind} lifted") for kind in SUPPLY_TYPES}
    one = And(sum(lifted.values()) == BRINGS, *(amount >= 0 for amount in lifted.values()))
    t.guard(*rules, Implies(asked, one))
    for kind in SUPPLY_TYPES:
        t.guard(*rules, Implies(And(asked, one), t.number(f"{kind} in stock") >= lifted[kind]))
    lying = sum(t.number(f"{kind} on lifted card") for kind in SUPPLY_TYPES)
    room = lying + BRINGS <= book.edition.army_card_limit
    t.guard("2.2.limit", *rules, Implies(And(asked, t.flag("own lifted army"), one), room))

    unfed = t.flag("lifted army unfed")
    fed = And(unfed, lifted["food"] >= 1, book.reads("airlifted-food", "feeds"))
    for kind in SUPPLY_TYPES:
        kept = lifted[kind] - (If(fed, 1, 0) if kind == "food" else 0)
        card = t.number(f"{kind} on lifted card")
        t.effect(*rules, "8.7.always-feed", t.number(f"{kind} on lifted card'") == card + kept)
        t.effect(*rules, "8.7.always-feed", t.number(f"{kind} in stock'") == t.number(f"{kind} in stock") - kept)
    t.effect("8.7.always-feed", "8.7.no-move", t.flag("lifted army unfed'") == And(unfed, Not(fed)))
    t.effect(*rules, t.number("open'") == NOTHING_OPEN)


def lay_track(t: Template, book: Book) -> None:
    """Eisenbahnpioniere turn a marker of their player's own, wherever it lies."""
    del book
    rules = ("9.4.eisenbahnpioniere", "first.16.eisenbahnpioniere", "aid.okh.track")
    asked = t.number("open") == TRACK
    t.guard(*rules, asked)
    t.guard(*rules, Implies(asked, t.flag("asked marker is own")))
    t.guard(*rules, Implies(asked, Not(t.flag("marker shows track"))))
    t.effect(*rules, t.flag("marker shows track'"))
    t.effect(*rules, t.number("open'") == NOTHING_OPEN)


# Partisans and their target

index("Sicherungs-Division", lambda scene: lowest(scene.material.guards))
for _player in range(len(PLAYERS)):
    bit(f"Sicherungs-Division of {_player}", "hands", "Sicherungs-Division", of=_player)


def _target_owner(scene: Scene, state: State) -> int:
    area = state.pending.area if state.pending else -1
    return scene.marker_owner(state, area) if area >= 0 else NOBODY


fact("owner of target", _target_owner)


def cancel_partisans(t: Template, book: Book) -> None:
    """Sicherungs-Division keeps the track of the marker that Partisans have chosen."""
    rules = ("9.4.sicherungs-division", "first.16.sicherungs-division", "aid.okh.cancel")
    timing = ("9.4.sicherungs-division-timing", "first.16.sicherungs-division-timing")
    asked = t.number("open") == CANCEL
    t.guard(*rules, *timing, asked)
    anyone = book.reads("sicherungs-division-player", "anyone")
    holds = [t.flag(f"Sicherungs-Division of {player}") for player in range(len(PLAYERS))]
    plays = [And(held, Or(anyone, t.number("owner of target") == player)) for player, held in enumerate(holds)]
    t.guard(*rules, Implies(asked, Or(plays)))
    for player, (held, played) in enumerate(zip(holds, plays, strict=True)):
        kept = t.flag(f"Sicherungs-Division of {player}'") == And(held, Not(played))
        t.effect("9.4.removed", "first.16.removed", kept)
    t.effect(*rules, t.number("open'") == NOTHING_OPEN)
    t.effect("8.common.discard", "first.7.discard", t.flag("card discarded'"))
    capture(t, book, True)


CHAPTERS: dict[str, Chapter] = {
    "PlayOkh": play_okh,
    "ShipTo": ship_to,
    "Airlift": airlift,
    "LayTrack": lay_track,
    "CancelPartisans": cancel_partisans,
}
