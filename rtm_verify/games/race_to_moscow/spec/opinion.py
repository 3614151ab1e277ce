"""The second opinion on Race to Moscow: which clauses an action is judged by, and what they look at."""

from __future__ import annotations

from typing import NamedTuple

import rtm_verify.games.race_to_moscow.spec.position  # noqa: F401 (declares the variables that chapters share)
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.notation import describe
from rtm_verify.games.race_to_moscow.spec import (
    air_support,
    carrying,
    combat,
    fleet,
    movement,
    okh,
    okh_pool,
    pursuit,
    railhead,
    reorganization,
    soviet_player,
    soviet_reaction,
    take_supplies,
    take_transport,
    transport,
    winter,
)
from rtm_verify.games.race_to_moscow.spec.book import Book, Chapter, Watched
from rtm_verify.games.race_to_moscow.spec.frame import strayed
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.variables import VARIABLES, Cell, Variable
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.proof.guards import Quick
from rtm_verify.proof.spec import Outlook, Question
from rtm_verify.proof.template import Template, Value

__all__ = ["CHAPTERS", "Opinion", "template"]

# The clauses of each kind of action, by its name; a Reveal is a Draw, a DrawOkh or a Look.
CHAPTERS: dict[str, Chapter] = {
    **movement.CHAPTERS,
    **carrying.CHAPTERS,
    **fleet.CHAPTERS,
    **take_supplies.CHAPTERS,
    **transport.CHAPTERS,
    **take_transport.CHAPTERS,
    **reorganization.CHAPTERS,
    **air_support.CHAPTERS,
    **combat.CHAPTERS,
    **pursuit.CHAPTERS,
    **okh_pool.CHAPTERS,
    **okh.CHAPTERS,
    **railhead.CHAPTERS,
    **soviet_reaction.CHAPTERS,
    **winter.CHAPTERS,
    **soviet_player.CHAPTERS,
}


# The templates built last of each kind of action in each edition, with the book as its chapter has looked at it.
_built: dict[tuple[str, str], list[tuple[Watched, Template]]] = {}
_KEPT = 24


def template(name: str, book: Book) -> Template:
    """The clauses of a kind of action under the rules in force: built once for all books that its chapter cannot tell
    apart.
    """
    kept = _built.setdefault((name, book.edition.name), [])
    for asked, built in kept:
        if asked.says_the_same(book):
            return built
    watched, built = Watched.over(book), Quick(name)
    CHAPTERS[name](built, watched)
    kept.insert(0, (watched, built))
    del kept[_KEPT:]
    return built


class _Sheet(NamedTuple):
    """What there is to be read for a template: each name with its variable, before the action and after it."""

    template: Template
    before: tuple[tuple[str, Variable], ...]
    after: tuple[tuple[str, Variable], ...]

    @classmethod
    def of(cls, template: Template) -> _Sheet:
        """The sheet to be filled in for a template."""
        before = tuple((name, VARIABLES[name]) for name in template.names if not name.endswith("'"))
        after = tuple((name, VARIABLES[name[:-1]]) for name in template.names if name.endswith("'"))
        return cls(template, before, after)


class Opinion:
    """What the rulebook says of an action; it implements `proof.spec.Spec`."""

    def __init__(self, material: Material) -> None:
        self.material = material
        self._book = Book.of(material)
        self._sheets: dict[str, _Sheet] = {}

    def speaks_of(self, before: State, action: a.Action) -> bool:
        """Whether the model has clauses for an action in a position: it has them for every kind there is."""
        return self._kind(before, action) in CHAPTERS

    def question(self, before: State, action: a.Action, after: State | None) -> Question:
        """The clauses that judge the action, and what they look at."""
        sheet = self._sheet(before, action)
        scene = Scene(self.material, before, action, after)
        view: dict[str, Value] = {name: variable.read(scene, before) for name, variable in sheet.before}
        if after is None:
            return Question(sheet.template, view)
        cells: list[Cell] = []
        for name, variable in sheet.after:
            view[name] = variable.read(scene, after)
            cells.extend(variable.cells(scene))
        return Question(sheet.template, view, strayed(before, after, cells))

    def outlook(self, before: State, action: a.Action) -> Outlook:
        """The clauses for an action of which parts are left free, and how their variables are read."""
        scene = Scene(self.material, before, action, None)
        return Outlook(self._sheet(before, action).template, lambda name: VARIABLES[name].read(scene, before))

    def _sheet(self, before: State, action: a.Action) -> _Sheet:
        name = self._kind(before, action)
        # The book is looked at only once for each kind: that takes longer than the solving.
        if name not in self._sheets:
            self._sheets[name] = _Sheet.of(template(name, self._book))
        return self._sheets[name]

    @staticmethod
    def _kind(before: State, action: a.Action) -> str:
        """The name of the clauses by which an action is judged."""
        if not isinstance(action, a.Reveal):
            return type(action).__name__
        asked = before.pending.kind if before.pending else ""
        return "Look" if asked.startswith("peek") else "DrawOkh" if asked == "okh" else "Draw"

    def describe(self, action: a.Action) -> str:
        """The action in the words of the log language."""
        return describe(self.material, action)
