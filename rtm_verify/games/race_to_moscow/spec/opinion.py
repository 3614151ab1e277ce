"""The second opinion on Race to Moscow: which clauses an action is judged by, and what they look at."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.notation import describe
from rtm_verify.games.race_to_moscow.spec import air_support, carrying, fleet, movement, pursuit
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.frame import strayed
from rtm_verify.games.race_to_moscow.spec.readers import READERS, Cell
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.proof.spec import Question
from rtm_verify.proof.template import Template, Value

__all__ = ["CHAPTERS", "Opinion", "template"]

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
