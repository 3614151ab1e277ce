"""The second opinion on Race to Moscow: which clauses an action is judged by, and what they look at."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.notation import describe
from rtm_verify.games.race_to_moscow.spec import air_support, carrying, fleet, movement, pursuit
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.frame import strayed
from rtm_verify.games.race_to_moscow.spec.readers import READERS, Cell
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.words import KNOWN_QUESTIONS
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.proof.spec import Question
from rtm_verify.proof.template import Template, Value

__all__ = ["CHAPTERS", "NOT_YET", "READ_ONLY", "Opinion", "template"]

Chapter = Callable[[Template, Book], None]

# What each action is, by its name; a Reveal is a draw or a look.
CHAPTERS: dict[str, Chapter] = {
    "MoveFields": movement.move_fields,
    "EndFields": movement.end_fields,
    "Activate": movement.activate,
    "Enter": movement.enter,
    "PayOn": movement.pay_on,
    "EndMove": movement.end_move,
    "Load": carrying.load,
    "Drop": carrying.drop,
    "Draw": pursuit.draw,
    "Look": pursuit.look,
    "Hold": pursuit.hold,
    "UseNow": pursuit.use_now,
    "Decline": pursuit.decline,
    "MoveMedal": pursuit.move_medal,
    "FlipTrack": pursuit.flip_track,
    "Peek": pursuit.look_which,
    "PlayHeld": pursuit.play_held,
    "AirSupport": air_support.air_support,
    "MoveFleet": fleet.move_fleet,
}


# What the model does not speak of yet: it has no opinion on these, and `check` says so.
NOT_YET = frozenset(
    {
        "AdvanceRailhead",
        "AirSupportOver",
        "Airlift",
        "BeginTransport",
        "CancelPartisans",
        "CounterAttack",
        "Defend",
        "EatFrom",
        "EndReaction",
        "EndTransport",
        "Fight",
        "LayTrack",
        "LookUnder",
        "OpenPool",
        "PlaceSoviet",
        "PlaceVehicle",
        "PlayOkh",
        "Redeploy",
        "RemoveExcess",
        "ShipTo",
        "ShowSide",
        "TakeOkh",
        "TakeSupplies",
        "TakeTransport",
        "WinterAttack",
        "Withdraw",
    }
)

# Rulings of which the model knows one reading only: under another it has no opinion.
READ_ONLY = {
    "activation-without-entering": "may",
    "lost-fort": "open",
    "air-return": "spent",
    "victory-moment": "at-capture",
    "pursuit-renewal": "renewed",
    "medal-limit": "every-area",
    "lost-victory-medals": "kept",
}


@cache
def template(name: str, book: Book) -> Template:
    """The clauses of a kind of action under the rules in force; built once."""
    built = Template(name)
    CHAPTERS[name](built, book)
    return built


class Opinion:
    """What the rulebook says of an action; it implements `proof.spec.Spec`."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self._book = Book.of(material)
        self._templates: dict[str, Template] = {}
        standard = material.edition.name == "2024" and not material.variants
        self._known_game = standard and all(material.readings[name] == reading for name, reading in READ_ONLY.items())

    def speaks_of(self, before: State, action: a.Action) -> bool:
        """Whether the model has clauses for an action in a position.

        They are those of the 2024 book for three players without optional rules, up to the chapter on combat; where
        an OKH card, a transport or the Soviet Reaction has a hand in it, the model has no opinion yet.
        """
        if type(action).__name__ in NOT_YET or not self._known_game or len(before.order) != len(PLAYERS):
            return False
        if before.phase == "reaction" or before.transport is not None or before.stacked or before.last_round:
            return False
        if any(hand & self.material.cards.okh for hand in before.hands) or before.air_kept:
            return False
        if before.moving and (before.moving.pioneers or before.moving.fast):
            return False
        if before.pending is None:
            return True
        by_okh = bool(self.material.cards.okh >> before.pending.card & 1)
        return before.pending.kind in KNOWN_QUESTIONS and not by_okh

    def question(self, before: State, action: a.Action, after: State | None) -> Question:
        """The clauses that judge the action, and what they look at."""
        template = self._template(before, action)
        scene = Scene(self.material, before, action, after)
        view: dict[str, Value] = {}
        cells: list[Cell] = []
        for name in template.names:
            if not name.endswith("'"):
                view[name] = READERS[name].read(scene, before)
            elif after is not None:
                reader = READERS[name[:-1]]
                view[name] = reader.read(scene, after)
                cells.extend(reader.cells(scene))
        return Question(template, view, strayed(before, after, cells) if after else ())

    def _template(self, before: State, action: a.Action) -> Template:
        name = type(action).__name__
        if isinstance(action, a.Reveal):
            looks = before.pending is not None and before.pending.kind in ("peek pursuit", "peek soviet")
            name = "Look" if looks else "Draw"
        # The book is hashed only once for each kind: that takes longer than the solving.
        if name not in self._templates:
            self._templates[name] = template(name, self._book)
        return self._templates[name]

    def describe(self, action: a.Action) -> str:
        """The action in the words of the log language."""
        return describe(self.material, action)
