"""Counterexamples on the shipped board, and as logs: a position, given fact by fact, and what is wrong in a note."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from z3 import And

from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.board import PLAYERS, default_board
from rtm_verify.games.race_to_moscow.cards import load_cards
from rtm_verify.games.race_to_moscow.material import Material
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
    kept: list[str] = []
    left: list[str] = []
    for fact in _facts(_material(book), found.model):
        (kept if fits("\n".join((*headers, *kept, fact, PLAYERS[0], ""))) else left).append(fact)
    note = " ".join(_note(_material(book), found, claim, [fact.removeprefix("given ") for fact in left]))
    return format_text("\n".join((*headers, *kept, PLAYERS[0], f'note "{note}"', "")), "counterexample.rtm")


def _facts(material: Material, model: Model) -> Iterator[str]:
    """What the position before the action says of armies, areas, players and the table, as facts that can be given."""
    before = {(seen.array, seen.places): seen.before for seen in model.entries}
    armies = sorted({seen.places[0] for seen in model.entries if seen.array == "at" and seen.places[0] >= 0})
    areas = sorted({seen.places[0] for seen in model.entries if seen.array == "owner" and seen.places[0] >= 0})
    for area in areas:
        name, owner = material.area(area), before["owner", (area,)]
        yield f"given {name} controlled by {PLAYERS[owner]}" if owner >= 0 else f"given {name} uncontrolled"
        yield f"given {name} has {_supplies(before, 'depots', area)}"
        yield f"given {name} has {_count(before['soviet', (area,)], 'Soviet marker')}"
        yield f"given {name} has {_count(before['medals', (area,)], 'medal')}"
        yield f"given {name} has {_count(before['bunkers', (area,)], 'bunker')}"
    for army in armies:
        name, place = material.army(army), before["at", (army,)]
        if place >= 0:
            yield f"given {name} at {material.area(place)}"
        yield f"given {name} has {_supplies(before, 'loads', army)}"
        if before["halt", (army,)]:
            yield f"given {name} grounded"
    for player in _EVERYONE:
        if ("medals_held", (player,)) in before:
            yield f"given {PLAYERS[player]} has {_count(before['medals_held', (player,)], 'medal')}"
    yield f"given {PLAYERS[before['active', ()]]} active"
    yield f"given pool has {_count(before['pool', ()], 'Soviet marker')}"
    if before["phase", ()] == REACTION:
        yield "given phase reaction"


def _supplies(before: dict[tuple[str, tuple[int, ...]], int], array: str, place: int) -> str:
    return ", ".join(f"{before[f'{array}.{kind}', (place,)]} {kind}" for kind in SUPPLY_TYPES)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _note(material: Material, found: Counterexample, claim: str, left: list[str]) -> Iterator[str]:
    assert found.model is not None  # noqa: S101 (for the type checker)
    yield f"After {found.action} ({found.rules}) it does not hold that {claim}."
    changed = [seen for seen in found.model.entries if seen.before != seen.after]
    yield f"Changed: {'; '.join(_change(material, seen) for seen in changed) or 'nothing'}."
    if left:
        yield f"What no log can say of the position: {'; '.join(left)}."


def _change(material: Material, seen: Seen) -> str:
    names = {"loads": material.army, "at": material.army, "halt": material.army, "moved": material.army}
    name = names.get(seen.array.partition(".")[0], _area_name(material))
    where = f" of {name(seen.places[0])}" if len(seen.places) == 1 and seen.places[0] >= 0 else ""
    return f"{seen.array}{where} from {seen.before} to {seen.after}"


def _area_name(material: Material) -> Callable[[int], str]:
    return lambda area: material.area(area) if area < len(material.board.areas) else str(area)
