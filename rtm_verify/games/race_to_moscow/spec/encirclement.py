"""Section 8, Encirclement: what is cut off changes hands, and nothing else does.

Whether areas are cut off is not computed here. The outcome is checked by certificates (`proof.certificate`): the areas
taken must form a set without exit, and each area left open must have a rank that leads to a Victory area.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from z3 import And, If, Implies, Not, Or

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.supplies import least
from rtm_verify.games.race_to_moscow.spec.variables import Cell, Cells, answers, fact
from rtm_verify.games.race_to_moscow.spec.words import AIR_ON_SOVIET, AIR_READY, AIR_SPENT, NOBODY
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.kernel.bits import members
from rtm_verify.proof.template import Template

__all__ = [
    "air_on_unseen",
    "air_spent",
    "cards_unseen",
    "cut_off_alone",
    "medals_taken",
    "pocket_markers",
    "settle",
]


def _pocket(field: str) -> Cells:
    return lambda scene: [Cell(field, bits=scene.pocket)]


def _pocket_areas(field: str) -> Cells:
    return lambda scene: [Cell(field, area) for area in members(scene.pocket)]


def _pocket_of(player: int) -> None:
    fact(f"pocket medals of {player}", lambda scene, _: scene.pocket_medals(player))
    fact(f"air of {player} over pocket", lambda scene, _: bool(scene.pocket & _under_air(scene.before, player)))


def _under_air(state: State, player: int) -> int:
    """The area in which a player's Air Support marker lies on a Soviet marker, as a mask."""
    return 1 << state.air_area[player] if state.air_area[player] != NOBODY else 0


def _markers(scene: Scene, state: State) -> int:
    """The Soviet markers in the areas taken, further ones in an area included."""
    return (state.soviet & scene.pocket).bit_count() + sum(scene.pocket >> area & 1 for area in state.stacked)


def _markers_elsewhere(scene: Scene, state: State) -> bool:
    """Whether areas that were not taken keep the further Soviet markers they had."""
    taken = scene.pocket | (0 if isinstance(scene.action, a.EndMove | a.MoveFleet) else 1 << scene.area)
    kept = [[area for area in markers if not taken >> area & 1] for markers in (scene.before.stacked, state.stacked)]
    return kept[0] == kept[1]


fact("pocket", lambda scene, _: scene.pocket.bit_count())
answers(
    "cut off",
    lambda scene, _: scene.cut_off,
    lambda scene: [Cell("control", player, scene.pocket) for player in range(len(PLAYERS))],
)
fact("rest connected", lambda scene, _: scene.rest_connected)
fact("pocket has own colour", lambda scene, _: scene.own_colour)
fact("double pocket as ruled", lambda scene, _: scene.double_as_ruled)
answers("pocket tracks", lambda scene, state: (state.track & scene.pocket).bit_count(), _pocket("track"))
fact("pocket markers", lambda scene, _: _markers(scene, scene.before))
answers("pocket markers left", _markers, _pocket("soviet"))
answers(
    "pocket sides left",
    lambda scene, state: ((state.infantry | state.armor) & scene.pocket).bit_count(),
    lambda scene: [Cell(field, bits=scene.pocket) for field in ("infantry", "armor")],
)
answers("markers elsewhere", _markers_elsewhere, lambda _: [Cell("stacked")])
answers(
    "pocket bunkers stay",
    lambda scene, state: not (scene.before.bunkers ^ state.bunkers) & scene.pocket,
    _pocket("bunkers"),
)
answers("pocket bunkers gone", lambda scene, state: not state.bunkers & scene.pocket, _pocket("bunkers"))
answers(
    "pocket medals gone",
    lambda scene, state: not any(state.medals[area] for area in members(scene.pocket)),
    _pocket_areas("medals"),
)
answers(
    "pocket medals owed",
    lambda scene, state: all(state.rewards[area] == scene.before.medals[area] for area in members(scene.pocket)),
    _pocket_areas("rewards"),
)
for _player in range(len(PLAYERS)):
    _pocket_of(_player)


def pocket_markers(t: Template) -> Any:
    """How many Soviet markers lay in the areas taken."""
    return t.number("pocket markers'")


def medals_taken(t: Template, player: int) -> Any:
    """How many medals of the areas taken go to this player."""
    return t.number(f"pocket medals of {player}'")


def settle(t: Template, book: Book, due: Any = True) -> None:
    """The areas that were taken are those that are cut off, and each goes to its player."""
    by_sea = ("first.9.sea", "first.10.block") if book.first else ("8.encirclement.harbor", "8.3.block")
    t.effect("8.encirclement.cut", "first.9.cut", "8.encirclement.red", "first.9.red", *by_sea, t.flag("cut off'"))
    t.effect(
        "8.encirclement.timing",
        "8.encirclement.cut",
        "8.encirclement.several",
        "8.encirclement.fort",
        "first.9.cut",
        "first.9.immediate",
        Implies(And(due, t.number("winner'") == NOBODY), t.flag("rest connected'")),
    )
    t.effect("8.encirclement.colour", "8.encirclement.controlled", "first.9.colour", t.flag("pocket has own colour'"))
    t.effect("8.encirclement.double", "first.9.double", t.flag("double pocket as ruled'"))
    t.effect("8.common.track-down", t.number("pocket tracks'") == 0)
    t.effect("8.encirclement.pool", "first.9.pool", t.number("pocket markers left'") == 0)
    t.effect("8.encirclement.pool", "14.1.sides", t.number("pocket sides left'") == 0)
    t.effect("8.encirclement.medal", "first.9.medal", t.flag("pocket medals gone'"))
    t.effect("8.encirclement.medal", "8.medal.lost", t.flag("pocket medals owed'"))
    bunkers = "stay" if book.reads("encircled-bunker", "stays") else "gone"
    t.effect("8.encirclement.fort", "8.fort.bunker", t.flag(f"pocket bunkers {bunkers}'"))

    drawn = 0 if _no_cards(book) else least(pocket_markers(t), t.number("Soviet cards at hand'"))
    t.effect(
        *(("14.7.cards", "first.20.cards") if _no_cards(book) else ("8.encirclement.card", "8.encirclement.pile")),
        t.number("encircled cards'") == t.number("encircled cards") + drawn,
    )


def _no_cards(book: Book) -> bool:
    """Whether no Soviet cards are taken for encircled markers: somebody plays the Soviets."""
    return "soviet-player" in book.variants


def cut_off_alone(t: Template, book: Book) -> None:
    """An encirclement when a movement ends: no other marker, medal or card is in play."""
    settle(t, book)
    t.effect("8.encirclement.pool", "first.9.pool", t.number("pool'") == t.number("pool") + pocket_markers(t))
    t.effect("8.encirclement.pool", t.flag("markers elsewhere'"))
    for player in range(3):
        held = t.number(f"medals of {player}") + medals_taken(t, player)
        t.effect("8.encirclement.medal", "first.9.medal", t.number(f"medals of {player}'") == held)
    cards_unseen(t, book)


def cards_unseen(t: Template, book: Book) -> None:
    """The Soviet cards of an encirclement are the only ones drawn."""
    t.effect("8.encirclement.card", t.flag("Soviet cards taken unseen'"))
    air_spent(t, [air_on_unseen(t, book, player) for player in range(3)], book)


def air_spent(t: Template, drawn: Sequence[Any], book: Book) -> None:
    """An Air Support marker is spent when its card is `drawn`, and only then; Stukageschwader keeps it ready."""
    at_once = book.reads("air-return", "ready")
    for player, hit in enumerate(drawn):
        marker, kept, area = t.number(f"air of {player}"), t.flag(f"air kept of {player}"), f"air area of {player}"
        back = If(Or(kept, at_once), AIR_READY, AIR_SPENT)
        t.effect("9.1.spent", "9.1.stay", "9.1.own", t.number(f"air of {player}'") == If(hit, back, marker))
        t.effect("9.4.stukageschwader", t.flag(f"air kept of {player}'") == And(kept, Not(hit)))
        t.effect("14.5.air", "9.1.stay", t.number(f"{area}'") == If(hit, NOBODY, t.number(area)))


def air_on_unseen(t: Template, book: Book, player: int) -> Any:
    """Whether a player's marker lay on a card taken for an encirclement, and the ruling has it spent.

    With a Soviet player it lies on a Soviet marker, which is taken away.
    """
    if _no_cards(book):
        return t.flag(f"air of {player} over pocket'")
    drawn = t.number("encircled cards'") > t.number("encircled cards")
    spent = book.reads("air-on-encircled-card", "spent")
    return And(drawn, t.number(f"air of {player}") == AIR_ON_SOVIET, spent)
