"""Facts of a board, written in a few words, so that what the rulebooks entail can be compared with the board file.

``["road", "Riga", "Jekelopils", "gray"]`` says that a line of Gray's joins them; ``["fortified", "Kaluga"]`` what it
says. The first word names the kind of fact, the others what it is about.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from rtm_verify.errors import InputError
from rtm_verify.games.race_to_moscow.board import PLAYERS, Board, Fact
from rtm_verify.kernel.provenance import Provenance
from rtm_verify.names import nearest

__all__ = ["BoardFact", "read_fact"]


class BoardFact(msgspec.Struct, frozen=True):
    """A fact on a certain board.

    Parameters
    ----------
    meaning : the fact in words.
    value : whether it holds there, or its number.
    provenance : where the board's entry for it comes from; None if no single entry holds it.
    """

    meaning: str
    value: int | bool
    provenance: Provenance | None


def read_fact(words: tuple[str, ...], board: Board) -> BoardFact:
    """What a fact means, and whether it holds on a board.

    Raises
    ------
    InputError
        If there is no such kind of fact, or it names no area or player of this board.

    Examples
    --------
    >>> from rtm_verify.games.race_to_moscow.board import default_board
    >>> fact = read_fact(("road", "Riga", "Jekelopils", "gray"), default_board())
    >>> fact.meaning, fact.value, fact.provenance.at
    ("Riga and Jekelopils are joined by a line of Gray's", True, ('2024:595',))
    >>> read_fact(("fort", "Kaluga"), default_board())
    Traceback (most recent call last):
    rtm_verify.errors.InputError: there is no fact 'fort' about 1 name: did you mean fortified?
    """
    name, subjects = words[0], words[1:]
    known = [kind for kind in _KINDS if kind.name == name and len(kind.takes) == len(subjects)]
    if not known:
        message = f"there is no fact '{name}' about {len(subjects)} name{'s' * (len(subjects) != 1)}"
        raise InputError(message, suggestion=nearest(name, (kind.name for kind in _KINDS)))
    kind = known[0]
    numbers = [_number(taken, subject, board) for taken, subject in zip(kind.takes, subjects, strict=True)]
    shown = [word.capitalize() if taken == "player" else word for taken, word in zip(kind.takes, subjects, strict=True)]
    return BoardFact(kind.meaning.format(*shown), kind.holds(board, *numbers), kind.origin(board, *numbers))


class _Kind(NamedTuple):
    """A kind of fact: what it takes (areas, players), its words, how a board answers, and which entry says so."""

    name: str
    takes: tuple[str, ...]
    meaning: str
    holds: Callable[..., int | bool]
    origin: Callable[..., Provenance | None]


def _number(taken: str, subject: str, board: Board) -> int:
    if taken == "area":
        return board.area_names[subject]
    players: tuple[str, ...] = PLAYERS
    if subject not in players:
        raise InputError(f"unknown player '{subject}'", text=subject, suggestion=nearest(subject, players))
    return players.index(subject)


def _has(masks: int, area: int) -> bool:
    return bool(masks >> area & 1)


def _other_sea(board: Board, area: int, other: int) -> bool:
    return board.harbor_sea[other] >= 0 and board.harbor_sea[other] != board.harbor_sea[area]


def _guards(board: Board, guarded: int, spared: int, player: int) -> bool:
    """Whether an army of the player can stand next to one area, and neither in nor next to another."""
    places = board.neighbours[guarded] & board.colored[player]
    return bool(places & ~(board.neighbours[spared] | 1 << spared))


def _fleet_reaches(board: Board, area: int) -> bool:
    sea = board.harbor_sea[area]
    return sea >= 0 and _has(board.sea_neighbours[board.fleet_start], sea)


def _line(board: Board, a: int, b: int, *_: int) -> Provenance | None:
    line = board.line_between.get((a, b))
    return None if line is None else board.lines[line].provenance


def _entry(fact: Fact) -> Callable[..., Provenance]:
    """Where the board's entry for a fact of its first area comes from."""
    return lambda board, area, *_: board.provenance_of(area, fact)


def _nowhere(*_: object) -> None:
    """No single entry of a board holds the fact."""


_ONE, _TWO = ("area",), ("area", "area")
_COLOURED = ("area", "player")


def _printed_kind(name: str, meaning: str, mask: Callable[[Board], int], fact: Fact) -> _Kind:
    """Something that is printed in an area, or not."""
    return _Kind(name, _ONE, meaning, lambda board, area: _has(mask(board), area), _entry(fact))


_KINDS = (
    # Lines
    _Kind("line", _TWO, "{} and {} are joined by a line", lambda board, a, b: _has(board.neighbours[a], b), _line),
    _Kind(
        "road",
        _TWO,
        "{} and {} are joined by a line that is not red",
        lambda board, a, b: _has(board.open_neighbours[a], b),
        _line,
    ),
    _Kind(
        "road",
        (*_TWO, "player"),
        "{} and {} are joined by a line of {}'s",
        lambda board, a, b, player: _has(board.roads[player][a], b),
        _line,
    ),
    _Kind(
        "beside",
        _COLOURED,
        "{} is next to an area of {}'s colour",
        lambda board, area, player: bool(board.neighbours[area] & board.colored[player]),
        _nowhere,
    ),
    _Kind("guard", (*_TWO, "player"), "next to {}, but not to {}, is an area that has {}'s colour", _guards, _nowhere),
    # What is printed in an area
    _Kind(
        "colour",
        _COLOURED,
        "{} has {}'s colour",
        lambda board, area, player: _has(board.colored[player], area),
        _entry("colors"),
    ),
    _printed_kind("fortified", "{} is fortified", lambda board: board.fortified, "fortified"),
    _printed_kind("soviet", "{} has the Soviet symbol", lambda board: board.soviet, "soviet"),
    _printed_kind("medal", "{} has a printed medal", lambda board: board.objective, "medals"),
    _printed_kind("victory", "{} is a Victory area", lambda board: board.victory, "victory"),
    _printed_kind("harbor", "{} has a harbor", lambda board: board.all_harbors, "harbor"),
    _printed_kind("printed", "{} has a printed marker", lambda board: board.all_printed, "printed"),
    _Kind(
        "printed",
        _COLOURED,
        "{} has {}'s printed marker",
        lambda board, area, player: _has(board.printed[player], area),
        _entry("printed"),
    ),
    _Kind("start", _ONE, "{} is a starting area", lambda board, area: area in board.start.values(), _entry("start")),
    _Kind(
        "start zone",
        _ONE,
        "{} is a starting area, or next to one",
        lambda board, area: _has(board.start_zone, area),
        _nowhere,
    ),
    _Kind("main base", _ONE, "{} is a Main Supply Base", lambda board, area: area in board.main_base, _entry("base")),
    _Kind(
        "frontline base",
        _ONE,
        "{} is a Frontline Supply Base",
        lambda board, area: area in board.frontline_base,
        _entry("base"),
    ),
    # The sea
    _Kind(
        "other sea",
        _TWO,
        "{1} has a harbor on another sea area than {0}",
        _other_sea,
        lambda board, _, area: board.provenance_of(area, "harbor"),
    ),
    _Kind("fleet start", _ONE, "the fleet starts next to the sea area of {}", _fleet_reaches, _nowhere),
    # Numbers
    _Kind("medals", _ONE, "Medals of {} at set-up", lambda board, area: board.areas[area].medals, _entry("medals")),
    _Kind("soviet areas", (), "areas with the Soviet symbol", lambda board: board.soviet.bit_count(), _nowhere),
    _Kind("fortified areas", (), "fortified areas", lambda board: board.fortified.bit_count(), _nowhere),
)
