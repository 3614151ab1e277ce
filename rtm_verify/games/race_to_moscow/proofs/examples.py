"""Counterexamples on the shipped board, and as logs: a position, given fact by fact, and what is wrong in a note."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from z3 import And

from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.board import PLAYERS, default_board
from rtm_verify.games.race_to_moscow.cards import load_cards
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.proofs.arrays import NAMES
from rtm_verify.games.race_to_moscow.proofs.statics import on_board
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.words import REACTION
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.log.writer import format_text
from rtm_verify.proof.claims import Counterexample
from rtm_verify.proof.induction import Model, Seen, Suppositions

__all__ = ["counterexample_log", "examples"]

MOST = 9  # of anything that is counted: no area of the shipped board holds more supplies
_COUNTED = ("loads.", "depots.", "stock.", "medals", "rewards", "pool", "boxed", "trucks_", "trains_")
# What a note tells of: what lies on the table, not the course of a turn.
_SHOWN = (*_COUNTED, "owner", "track", "soviet", "stacked", "bunkers", "winner")
_EVERYONE = tuple(range(len(PLAYERS)))


def _material(book: Book) -> Material:
    return Material(default_board(), load_cards(), load_armies(), book.edition, dict(book.readings), book.variants)


def examples(book: Book, q: Suppositions) -> list[Any]:
    """What a counterexample shall meet besides, if it can: the shipped board, three players and small numbers."""
    small = [
        And(position(array, *places) >= 0, position(array, *places) <= MOST)
        for array, domain in q.meaning.names.domains.items()
        if array.startswith(_COUNTED)
        for places in (([place] for place in q.places(domain[0])) if domain else ([],))
        for position in (q.before,)
        if len(domain) < 2
    ]
    return [*on_board(_material(book), _EVERYONE, q.places), *small]


def counterexample_log(found: Counterexample, book: Book, claim: str, fits: Callable[[str], bool]) -> str:
    """The text of a log that shows where an action goes wrong; empty if there is no such position on the shipped board.

    Parameters
    ----------
    fits : whether a text can be set up as a log. Facts that no position can have are told in the note instead.
    """
    if found.model is None or not found.model.real:
        return ""
    headers = [
        f"game race-to-moscow {book.edition.name}",
        f'title "{found.action}: {claim}"',
        "scenario setup/three",
        *(f"variant {variant}" for variant in sorted(book.variants)),
    ]
    material, model = _material(book), found.model

    def sayable(facts: list[str]) -> tuple[list[str], list[str]]:
        """The facts that a position can have together, and those that it cannot have beside them."""
        kept: list[str] = []
        left: list[str] = []
        for fact in facts:
            text = "\n".join((*headers, *(f"given {each}" for each in (*kept, fact)), PLAYERS[0], ""))
            (kept if fits(text) else left).append(fact)
        return kept, left

    facts = [*_facts(material, model)]
    bare = [f"{army.id} has no supplies" for army in material.armies]  # so that the stock has what the facts ask for
    kept, left = min((sayable(facts), sayable([*bare, *facts])), key=lambda found: len(found[1]))
    note = " ".join(_note(material, found, claim, left))
    actor = PLAYERS[next(seen.before for seen in model.entries if seen.array == "active")]
    body = [*headers, *(f"given {fact}" for fact in kept), actor, f'note "{note}"', ""]
    return format_text("\n".join(body), "counterexample.rtm")


def _facts(material: Material, model: Model) -> Iterator[str]:
    """What the position before the action says of the table, areas, armies and players, as facts that can be given."""
    before = {(seen.array, seen.places): seen.before for seen in model.entries}
    yield f"{PLAYERS[before['active', ()]]} active"
    if before["phase", ()] == REACTION:
        yield "phase reaction"
    for place in _places(model, "owner"):
        (area,), name, owner = place, material.area(place[0]), before["owner", place]
        if not material.board.all_printed >> area & 1:
            yield f"{name} controlled by {PLAYERS[owner]}" if owner >= 0 else f"{name} uncontrolled"
            yield f"{name} has {_count(before['soviet', place], 'Soviet marker')}"
            yield f"{name} has {_count(before['medals', place], 'medal')}"
            yield f"{name} has {_count(before['bunkers', place], 'bunker')}"
        if owner >= 0:
            yield f"{name} has {_supplies(before, 'depots', place)}"
    for place in _places(model, "at"):
        name, area = material.army(place[0]), before["at", place]
        if 0 <= area < len(material.board.areas):  # where an army stands need be no place that was looked at
            yield f"{name} at {material.area(area)}"
            yield f"{name} has {_supplies(before, 'loads', place)}"
        if before["halt", place]:
            yield f"{name} grounded"
    for place in _places(model, "medals_held"):
        yield f"{PLAYERS[place[0]]} has {_count(before['medals_held', place], 'medal')}"


def _places(model: Model, array: str) -> list[tuple[int, ...]]:
    """The places of an array in the example that are places of the board."""
    return sorted({seen.places for seen in model.entries if seen.array == array and seen.places[0] >= 0})


def _supplies(before: dict[tuple[str, tuple[int, ...]], int], array: str, place: tuple[int, ...]) -> str:
    return ", ".join(f"{before[f'{array}.{kind}', place]} {kind}" for kind in SUPPLY_TYPES)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _note(material: Material, found: Counterexample, claim: str, left: list[str]) -> Iterator[str]:
    assert found.model is not None  # noqa: S101 (for the type checker)
    yield f"After {found.action} ({found.rules}) this does not hold: {claim}."
    changed = [seen for seen in found.model.entries if seen.before != seen.after and seen.array.startswith(_SHOWN)]
    yield f"What changes: {'; '.join(_change(material, seen) for seen in changed) or 'nothing'}."
    if left:
        yield f"What no log can say of the position: {'; '.join(left)}."


def _change(material: Material, seen: Seen) -> str:
    names: dict[str, Callable[[int], str]] = {
        "army": material.army,
        "area": material.area,
        "player": PLAYERS.__getitem__,
    }
    where = [
        f" of {names[kind](place)}"
        for kind, place in zip(NAMES.domains[seen.array], seen.places, strict=True)
        if kind in names and place >= 0
    ]
    return f"{seen.array}{''.join(where)} from {seen.before} to {seen.after}"
