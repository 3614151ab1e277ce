"""What the proofs suppose holds at steps that were really played, and in the positions around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
import z3

from rtm_verify.games.race_to_moscow.actions import Action
from rtm_verify.games.race_to_moscow.board import default_board
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.proofs.arrays import NAMES
from rtm_verify.games.race_to_moscow.proofs.laws import MEANING
from rtm_verify.games.race_to_moscow.proofs.properties import properties
from rtm_verify.games.race_to_moscow.proofs.statics import AXIOMS
from rtm_verify.games.race_to_moscow.ruleset import EDITIONS, RaceToMoscow
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.opinion import CHAPTERS, Opinion, template
from rtm_verify.games.race_to_moscow.spec.scene import Scene
from rtm_verify.games.race_to_moscow.spec.variables import VARIABLES
from rtm_verify.games.race_to_moscow.state import State
from rtm_verify.games.race_to_moscow.supplies import SUPPLY_TYPES
from rtm_verify.library import replay_file
from rtm_verify.proof.induction import Suppositions

from .reality import Reading, Reality

ROOT = Path(__file__).parents[4]
GAMES = sorted((ROOT / "replays" / "games").glob("*.rtm"))
CASES = sorted((ROOT / "replays" / "cases").rglob("*.rtm"))
OF_EACH = 2  # steps of each kind of action, under each set of rules
# What the arrays do not hold: decks, and what the model calls by the number of cards in it.
BESIDE = {"pursuit", "soviet_deck", "armored_deck", "okh_deck", "order"}


class Played(NamedTuple):
    """A step that was played, with where it was found."""

    log: str
    material: Material
    kind: str
    before: State
    action: Action
    after: State


@cache
def steps() -> tuple[Played, ...]:
    """Some steps of every kind of action there is, by few sets of rules each, out of whole games and cases."""
    found: list[Played] = []
    seen: Counter[tuple[str, Book]] = Counter()
    books: dict[tuple[str, str, bool], Book] = {}
    for path in (*GAMES, *CASES[::2]):
        replay, ruleset = replay_file(path)
        material: Material = ruleset.material  # type: ignore[attr-defined]
        for step in replay.steps:
            for played in step.played:
                if played.after is None:
                    continue
                kind = Opinion._kind(played.before, played.action)
                book = Book.of(material)
                books.setdefault((kind, material.edition.name, bool(material.variants)), book)
                seen[kind, book] += 1
                if books[kind, material.edition.name, bool(material.variants)] == book and seen[kind, book] <= OF_EACH:
                    found.append(Played(path.name, material, kind, played.before, played.action, played.after))
    return tuple(found)


class Supposed(NamedTuple):
    """A supposition of a kind of action, readable at a step."""

    name: str
    reading: Reading


@cache
def supposed(kind: str, book: Book) -> tuple[Supposed, ...]:
    return tuple(_supposed(kind, book))


_read: dict[int, Reading] = {}


def read(formula: Any) -> Reading:
    """A formula made readable, once: kinds of action share most of theirs."""
    number = formula.get_id() if isinstance(formula, z3.ExprRef) else id(formula)
    if number not in _read:
        _read[number] = Reading(formula)  # which keeps the formula, and with it the number
    return _read[number]


def _supposed(kind: str, book: Book) -> Iterator[Supposed]:
    q = Suppositions(template(kind, book), MEANING, book)
    for name, formulas in (("link", q.links()), ("frame", q.frame()), ("part", q.parts()), ("sum", q.region_sums())):
        yield from (Supposed(name, read(formula)) for formula in formulas)
    for law in MEANING.laws:
        if q.has(*law.needs):
            for places in product(*(q.places(domain) for domain in law.domains)):
                if (formula := law.says(q, *places)) is not True:
                    yield Supposed(law.name, read(formula))


def test_every_kind_of_action_is_among_the_steps() -> None:
    assert {played.kind for played in steps()} == set(CHAPTERS)


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.deep)])
def test_what_is_supposed_holds_at_every_step(part: int) -> None:
    asked = 0
    for played in steps()[part::2]:
        reality = Reality(played.material, played.before, played.action, played.after)
        for supposition in supposed(played.kind, Book.of(played.material)):
            exceptions = next(supposition.reading.exceptions(reality), None)
            assert exceptions is None, (played.log, played.kind, supposition.name, supposition.reading.formula)
            asked += 1
    assert asked > 1000


def test_no_supposition_is_silent_where_its_action_is_played() -> None:
    silent: set[tuple[str, str]] = set()
    told: set[tuple[str, str]] = set()
    for played in steps()[::5]:
        reality = Reality(played.material, played.before, played.action, played.after)
        for supposition in supposed(played.kind, Book.of(played.material)):
            says_nothing = supposition.reading.says_nothing(reality)
            (silent if says_nothing else told).add((played.kind, supposition.name))
    assert not silent
    assert len(told) > 300


@cache
def invariants(book: Book) -> tuple[tuple[str, Reading], ...]:
    q = Suppositions(template("EndFields", book), MEANING, book)
    found = []
    for prop in properties(book):
        if prop.kind == "invariant":
            says = prop.says(q.before, *(q.any_place(kind) for kind in prop.domains))
            found += [] if says is True else [(prop.name, Reading(says))]
    return tuple(found)


def broken(material: Material, state: State) -> list[str]:
    """The invariants that a real position breaks."""
    reality = Reality(material, state)
    found = invariants(Book.of(material))
    return [name for name, reading in found if next(reading.exceptions(reality), None) is not None]


def test_every_position_played_keeps_every_invariant() -> None:
    assert [(played.log, found) for played in steps()[::3] if (found := broken(played.material, played.after))] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_position_to_start_from_keeps_every_invariant(edition: str) -> None:
    rulesets = [RaceToMoscow(edition, path) for path in sorted((ROOT / "scenarios").rglob("*.toml"))]
    assert len(rulesets) > 40
    assert [broken(ruleset.material, ruleset.setup().state) for ruleset in rulesets] == [[]] * len(rulesets)


def test_an_invariant_can_be_broken() -> None:
    played = steps()[0]
    area = next(area for area in range(99) if not default_board().fortified >> area & 1)
    wrong = msgspec.structs.replace(played.before, bunkers=1 << area, level=3, pool=-1)
    assert {"bunkers stand on fortified areas", "there are two levels", "the pool owes no marker"} <= set(
        broken(played.material, wrong)
    )


def test_the_shipped_board_meets_the_axioms() -> None:
    for played in steps()[::40]:
        reality = Reality(played.material, played.before)
        q = Suppositions(template("EndFields", Book.of(played.material)), MEANING, Book.of(played.material))
        for axiom in AXIOMS:
            reading = Reading(axiom.says(*(q.any_place(kind) for kind in axiom.domains)))
            assert next(reading.exceptions(reality), None) is None, axiom.sentence


def test_a_variable_without_an_entry_answers_for_what_is_known_to_be_touched() -> None:
    """So that the frame of the proofs claims no more than the frame of the step check."""
    region = {array for region in MEANING.regions for array in region.arrays}
    arrays = {array.partition(".")[0] for array in NAMES.domains} | {"control", "stacked", "stand_ins"}
    entries = {name for name in VARIABLES if name in MEANING.entries}
    for played in steps():
        scene = Scene(played.material, played.before, played.action, played.after)
        names = template(played.kind, Book.of(played.material)).names
        for name in names:
            if not name.endswith("'") or name[:-1] in entries:
                continue
            fields = {cell.field for cell in VARIABLES[name[:-1]].cells(scene)} - BESIDE
            assert fields <= arrays
            known = {*MEANING.touched.get(name[:-1], ()), *region}
            if "stand_ins" in fields:  # which are counted supply by supply
                assert {f"{kind} stand-ins'" for kind in SUPPLY_TYPES} <= {*names}, name
            fields -= {"stand_ins"}
            assert {"owner" if field == "control" else field for field in fields} <= known, name


def test_a_name_that_is_a_variable_and_a_number_of_the_position_means_one_thing() -> None:
    single = {array for array, domain in NAMES.domains.items() if not domain}
    for name in single & set(VARIABLES):
        entry = MEANING.entries[name]
        assert (entry.array, entry.at) == (name, ())
