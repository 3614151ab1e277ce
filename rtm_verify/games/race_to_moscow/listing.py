"""The board, the cards, the variants and the policies as lists, for who writes a log."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from itertools import groupby

from rtm_verify.games.race_to_moscow.armies import load_armies
from rtm_verify.games.race_to_moscow.board import Area, Board
from rtm_verify.games.race_to_moscow.cards import load_cards
from rtm_verify.games.race_to_moscow.policies import all_policies
from rtm_verify.games.race_to_moscow.variants import all_variants
from rtm_verify.kernel.provenance import Provenance
from rtm_verify.kernel.words import counted

__all__ = ["area_lines", "board_lines", "card_lines", "policy_lines", "variant_lines"]


def board_lines(board: Board) -> Iterator[str]:
    """Every area with what is printed on it, then the sea areas."""
    for area in board.areas:
        yield f"{area.name}  {', '.join(_features(area))}"
    yield ""
    for sea in board.seas:
        yield f"{sea.name}  {sea.basin}, next to {', '.join(sea.adjacent)}{', the fleet starts here' * sea.fleet_start}"


def area_lines(board: Board, name: str) -> Iterator[str]:
    """One area: what is printed on it, its lines, and where its facts come from. Raises `InputError` if unknown."""
    number = board.area_names[name]
    area = board.areas[number]
    yield f"{area.name}  {', '.join(_features(area))}"
    if area.spellings:
        yield f"  also written {', '.join(area.spellings)}"
    for line in board.lines:
        if area.name in (line.a, line.b):
            other = line.b if line.a == area.name else line.a
            yield f"  {'red' if line.red else ' and '.join(line.colors)} line to {other}"
    yield f"  source: {_source(area.provenance)}"
    for fact, provenance in area.facts.items():
        yield f"  source of {fact}: {_source(provenance)}"


def _features(area: Area) -> Iterator[str]:
    yield " and ".join(area.colors)
    if area.printed:
        yield f"printed control of {area.printed}"
    if area.base:
        yield f"{area.base} supply base"
    if area.start:
        armies = load_armies()
        yield f"{armies.all[armies.names[area.start]].name} starts here"
    for name in ("victory", "fortified", "soviet", "winter"):
        if getattr(area, name):
            yield {"victory": "Victory area", "soviet": "Soviet symbol", "winter": "winter zone"}.get(name, name)
    if area.medals:
        yield counted(area.medals, "medal")
    if area.harbor:
        yield f"harbor on {area.harbor}"


def _source(provenance: Provenance) -> str:
    places = f" {', '.join(provenance.at)}" if provenance.at else ""
    return f"{provenance.kind}{places}" + (f" ({provenance.reason})" if provenance.reason else "")


def card_lines() -> Iterator[str]:
    """The cards, deck by deck, each name once with its numbers and what it does."""
    cards = load_cards()
    for deck, group in groupby(cards.by_number.values(), key=lambda card: card.deck):
        yield f"{deck} cards"
        names: dict[str, list[int]] = {}
        for card in group:
            names.setdefault(card.name, []).append(card.number)
        for name, numbers in names.items():
            card = cards.by_number[numbers[0]]
            marks = "".join((" [hold]" * card.hold, " [medal]" * card.medal))
            shown = " ".join(f"#{number}" for number in numbers)
            yield f"  {name}{marks}  {shown}  {cards.type_of(numbers[0]).summary} ({card.provenance.kind})"
        yield ""


def policy_lines() -> Iterator[str]:
    """Every policy with the answer of each edition and its place, in plain lines."""
    for policy in all_policies():
        yield policy.id
        yield from textwrap.wrap(policy.question, 80, initial_indent="  ", subsequent_indent="  ")
        for edition, value in policy.values.items():
            yield f"    {edition}: {value} ({', '.join(policy.at[edition])})"
        yield f"  rules: {', '.join(policy.rules)}"
        yield ""


def variant_lines() -> Iterator[str]:
    """Every variant with its place and what it does not go with, in plain lines."""
    width = max(map(len, all_variants()))
    for name, variant in all_variants().items():
        without = f"; not with {', '.join(variant.excludes)}" if variant.excludes else ""
        yield f"{name:<{width}}  {variant.title} ({', '.join(variant.at)}{without})"
