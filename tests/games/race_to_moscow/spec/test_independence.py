"""The second opinion is one: it takes nothing from the engine, and cites what is in the catalogue."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, get_args

import pytest

import rtm_verify
from rtm_verify.games.race_to_moscow import actions as a
from rtm_verify.games.race_to_moscow.edition import load_edition
from rtm_verify.games.race_to_moscow.policies import load_policies
from rtm_verify.games.race_to_moscow.ruleset import EDITIONS, catalogue, rulings
from rtm_verify.games.race_to_moscow.spec.book import Book
from rtm_verify.games.race_to_moscow.spec.opinion import CHAPTERS, template
from rtm_verify.games.race_to_moscow.spec.variables import VARIABLES
from rtm_verify.games.race_to_moscow.variants import all_variants
from rtm_verify.proof.template import Template

PACKAGE = Path(rtm_verify.__file__).parent
GAME = PACKAGE / "games" / "race_to_moscow"
MODULES = sorted(chain((GAME / "spec").glob("*.py"), (PACKAGE / "proof").glob("*.py")))

# Rulings on which no action's legality or outcome hangs: three are about the set-up, one about who makes a choice.
NOT_ASKED = {"absent-supplies", "blocked-soviet", "veteran-start", "attack-tie"}


@cache
def templates() -> list[Template]:
    """Each chapter's clauses in each edition: with every ruling at its default, with each ruling at each of its other
    readings, with each variant, and with each variant and every ruling read otherwise. What a chapter cannot tell apart
    is one."""
    known, found = rulings(), []
    for name in EDITIONS:
        edition, policies = load_edition(name), tuple(sorted(load_policies(name).items()))
        pins = [{ruling: reading} for ruling in known for reading in known[ruling].alternatives]
        readings = [tuple(sorted(known.choose(name, pin).items())) for pin in ({}, *pins)]
        books = [Book(edition, chosen, policies, frozenset()) for chosen in dict.fromkeys(readings)]
        last = tuple(sorted((ruling, list(known[ruling].alternatives)[-1]) for ruling in known))
        for variant in all_variants():
            books += [Book(edition, chosen, policies, frozenset({variant})) for chosen in (readings[0], last)]
        found += [template(kind, book) for kind in CHAPTERS for book in books]
    return list(dict.fromkeys(found))


def imports(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names.update({node.module, *(f"{node.module}.{alias.name}" for alias in node.names)})
        elif isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
    return names


def reached(start: Path) -> set[Path]:
    """A module and all modules of the package that it imports, directly or not."""
    found, wave = {start}, [start]
    while wave:
        for name in imports(wave.pop()):
            path = PACKAGE.parent.joinpath(*name.split("."))
            for candidate in (path.with_suffix(".py"), path / "__init__.py"):
                if candidate.is_file() and candidate not in found:
                    found.add(candidate)
                    wave.append(candidate)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_module_of_the_second_opinion_reaches_the_engine(path: Path) -> None:
    engine = GAME / "engine"
    assert [module.name for module in reached(path) if engine in module.parents] == []


def test_every_clause_rests_on_rules_of_the_catalogue() -> None:
    for found in templates():
        for clause in found.clauses:
            assert clause.rules, found.name
            assert all(rule in catalogue() for rule in clause.rules), clause


def test_every_variable_is_read_and_every_reader_is_used() -> None:
    used = {name.removesuffix("'") for found in templates() for name in found.names}
    assert used == set(VARIABLES)


def test_every_ruling_is_read_that_an_action_can_hang_on() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in (GAME / "spec").glob("*.py"))
    assert {name for name in rulings() if f'"{name}"' not in written} == NOT_ASKED


def test_every_action_has_its_chapter() -> None:
    kinds = {kind.__name__ for kind in get_args(a.Action)} - {"Reveal"} | {"Draw", "DrawOkh", "Look"}
    assert set(CHAPTERS) == kinds


@pytest.mark.parametrize("chapter", CHAPTERS.values(), ids=CHAPTERS)
def test_every_chapter_says_what_it_is_about(chapter: Callable[..., Any]) -> None:
    assert inspect.getdoc(chapter)


def test_books_that_a_chapter_cannot_tell_apart_share_its_clauses() -> None:
    def book(variants: frozenset[str] = frozenset(), **pins: str) -> Book:
        chosen = rulings().choose("2024", {name.replace("_", "-"): reading for name, reading in pins.items()})
        policies = tuple(sorted(load_policies("2024").items()))
        return Book(load_edition("2024"), tuple(sorted(chosen.items())), policies, variants)

    railhead, attack = (template(kind, book()) for kind in ("AdvanceRailhead", "WinterAttack"))
    assert template("AdvanceRailhead", book(frozenset({"winter"}), captured_goods="card")) is railhead
    assert template("AdvanceRailhead", book(railhead_optional="may")) is not railhead
    assert template("WinterAttack", book(winter_front="anywhere")) is attack, "without the variant no ruling matters"
    assert template("WinterAttack", book(frozenset({"winter"}))) is not attack
