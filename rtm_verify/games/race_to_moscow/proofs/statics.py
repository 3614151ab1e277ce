"""What a board, the armies and the cards say, for any game: functions of which nothing is known but the axioms.

`Statics` reads the same functions from a real game, so that a test can see that the shipped board meets the axioms, and
that the invariants hold in real positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import z3
from z3 import And, Implies, Or

from rtm_verify.games.race_to_moscow.board import PLAYERS
from rtm_verify.games.race_to_moscow.material import Material
from rtm_verify.games.race_to_moscow.spec.words import KINDS, NOBODY

__all__ = [
    "AXIOMS",
    "Axiom",
    "Statics",
    "army_of",
    "is_armored",
    "is_baltic",
    "is_fort",
    "is_objective",
    "kind_of",
    "limit_of",
    "number_of_players",
    "on_board",
    "plays",
    "printed_by",
]


def _number(name: str) -> Any:
    return z3.Function(name, z3.IntSort(), z3.IntSort())


def _flag(name: str) -> Any:
    return z3.Function(name, z3.IntSort(), z3.BoolSort())


limit_of = _number("limit of area")
printed_by = _number("player who has the area by print")
army_of = _number("player of army")
kind_of = _number("kind of card")
is_armored = _flag("armored army")
is_fort = _flag("fortified area")
is_objective = _flag("objective area")
is_baltic = _flag("Baltic sea area")
plays = _flag("plays in this game")
number_of_players = z3.Int("number of players")


class Axiom(NamedTuple):
    """Something that every board, set of armies and table must meet for the proofs to speak of it.

    Parameters
    ----------
    domains : the kinds of places it speaks of.
    """

    sentence: str
    domains: tuple[str, ...]
    says: Callable[..., Any]


AXIOMS = (
    Axiom("An area has room for a supply.", ("area",), lambda area: limit_of(area) >= 1),
    Axiom(
        "An area is printed in the colour of one player at most as his from the start.",
        ("area",),
        lambda area: And(printed_by(area) >= NOBODY, printed_by(area) < len(PLAYERS)),
    ),
    Axiom(
        "An army belongs to one of the three players.",
        ("army",),
        lambda army: And(army_of(army) >= 0, army_of(army) < len(PLAYERS)),
    ),
    Axiom(
        "One, two or three players play.",
        (),
        lambda: Or([number_of_players == number for number in range(1, len(PLAYERS) + 1)]),
    ),
    Axiom(
        "An area that is a player's from the start has no printed medal.",
        ("area",),
        lambda area: Implies(is_objective(area), printed_by(area) == NOBODY),
    ),
)


def on_board(material: Material, order: tuple[int, ...], places: Callable[[str], Iterable[Any]]) -> list[Any]:
    """What a real game says of these functions at places of its own: for counterexamples that can be looked at."""
    statics = Statics(material, order)
    sizes = {"area": len(material.board.areas), "army": len(material.armies), "player": len(PLAYERS)}
    said: list[Any] = [number_of_players == len(order)]
    for function, kind in (
        *((each, "area") for each in (limit_of, printed_by, is_fort, is_objective)),
        *((each, "army") for each in (army_of, is_armored)),
        (plays, "player"),
    ):
        read = statics.functions[function.name()]
        said += [function(place) == read(place) for place in range(sizes[kind])]
    for kind, size in sizes.items():
        said += [And(place >= NOBODY, place < size) for place in places(kind)]
    return said


class Statics:
    """The functions as a real game has them; a place that is none has the plainest value that meets the axioms."""

    def __init__(self, material: Material, order: tuple[int, ...]) -> None:
        board, cards = material.board, material.cards
        areas = range(len(board.areas))

        def of_area(value: Callable[[int], Any], absent: Any) -> Callable[[int], Any]:
            return lambda area: value(area) if area in areas else absent

        self.functions: dict[str, Any] = {
            limit_of.name(): of_area(material.area_limit, 1),
            printed_by.name(): of_area(
                lambda area: next((p for p, mask in enumerate(board.printed) if mask >> area & 1), NOBODY), NOBODY
            ),
            is_fort.name(): of_area(lambda area: bool(board.fortified >> area & 1), False),
            is_objective.name(): of_area(lambda area: bool(board.objective >> area & 1), False),
            army_of.name(): lambda army: material.army_player[army] if 0 <= army < len(material.armies) else 0,
            is_armored.name(): lambda army: 0 <= army < len(material.armies) and material.armored[army],
            is_baltic.name(): lambda sea: 0 <= sea < len(board.seas) and board.seas[sea].basin == "Baltic",
            kind_of.name(): lambda card: KINDS.get(cards.type_of(card).id, 0) if card in cards.by_number else 0,
            plays.name(): lambda player: player in order,
            str(number_of_players): len(order),
        }
